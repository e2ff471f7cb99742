"""Numbers that this process gives out once."""

import itertools

from tfshim._export import tf_private

_numbers = itertools.count()


@tf_private("tensorflow.python.framework.ops.uid")
def uid() -> int:
    """A number that was not given before."""
    return next(_numbers)

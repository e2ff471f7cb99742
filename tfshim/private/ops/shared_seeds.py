"""`gen_new_seed`, by which distributions of TensorFlow 1 make seeds of one."""

from __future__ import annotations

import hashlib

from tfshim._export import tf_private


@tf_private("tensorflow.python.ops.distributions.util.gen_new_seed")
def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """Another seed for the use that `salt` names; None for None."""
    if seed is None:
        return None
    return int(hashlib.md5(f"{seed}{salt}".encode()).hexdigest()[:8], 16) & 0x7FFFFFFF

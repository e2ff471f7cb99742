"""Nested structures, under the names that TensorFlow 1 had for them: `tf.contrib.framework.nest`."""

from tfshim.contrib._names import bound
from tfshim.engine.values.nest import assert_same_structure, flatten, flatten_up_to, map_structure, pack_sequence_as  # noqa: F401 - names of this namespace
from tfshim.nest import is_nested  # noqa: F401 - a name of this namespace

is_sequence = is_nested

__all__ = bound(globals())

"""Nested structures, under the names that TensorFlow 1 had for them: `tf.contrib.framework.nest`."""

from tfshim.engine.values.nest import assert_same_structure, flatten, flatten_up_to, map_structure, pack_sequence_as
from tfshim.nest import is_nested

is_sequence = is_nested

__all__ = ["assert_same_structure", "flatten", "flatten_up_to", "is_nested", "is_sequence", "map_structure", "pack_sequence_as"]

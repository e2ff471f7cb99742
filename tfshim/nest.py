"""`tf.nest`: listing, mapping and rebuilding the leaves of nested structures."""

from tfshim.engine.nest import assert_same_structure, flatten, is_nested, map_structure, pack_sequence_as

__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]

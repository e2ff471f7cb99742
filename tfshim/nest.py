"""`tf.nest`: listing, mapping and rebuilding the leaves of nested structures."""

from tfshim._listing import listing
from tfshim.engine.values.nest import assert_same_structure, flatten, map_structure, pack_sequence_as
from tfshim.engine.values.nest_kinds import is_nested

__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]
__dir__ = listing(globals())

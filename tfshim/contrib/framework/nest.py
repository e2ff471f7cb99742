"""Nested structures, under the names that TensorFlow 1 had for them: `tf.contrib.framework.nest`."""

from tfshim.contrib._names import bound
from tfshim.engine.values.nest import (  # noqa: F401 - names of this namespace
    assert_same_structure,
    assert_shallow_structure,
    flatten,
    flatten_up_to,
    flatten_with_joined_string_paths,
    flatten_with_tuple_paths,
    flatten_with_tuple_paths_up_to,
    get_traverse_shallow_structure,
    map_structure,
    map_structure_up_to,
    map_structure_with_paths,
    map_structure_with_tuple_paths,
    map_structure_with_tuple_paths_up_to,
    pack_sequence_as,
    yield_flat_paths,
)
from tfshim.engine.values.nest_items import flatten_dict_items  # noqa: F401 - a name of this namespace
from tfshim.engine.values.nest_kinds import is_nested_or_composite as is_sequence_or_composite  # noqa: F401 - a name of this namespace
from tfshim.nest import is_nested  # noqa: F401 - a name of this namespace

is_sequence = is_nested

__all__ = bound(globals())

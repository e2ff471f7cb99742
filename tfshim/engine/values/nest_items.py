"""What libraries ask of the top level of structures; `nest` itself does not need it."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterator, Mapping
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.values.nest import flatten
from tfshim.engine.values.nest_kinds import _items, is_nested


@tf_private("tensorflow.python.util.nest.flatten_dict_items")
def flatten_dict_items(dictionary: Mapping[Any, Any]) -> dict[Any, Any]:
    """A flat dictionary from one whose keys, or keys and values alike, are nested.

    Raises TypeError for what is no mapping, and ValueError for a key that occurs twice or has another number of leaves
    than its value.
    """
    if not isinstance(dictionary, collections.abc.Mapping):
        raise TypeError(
            f"FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, instead of '{type(dictionary).__name__}'."
        )
    flat = {}
    for key, value in dictionary.items():
        if is_nested(key):
            keys, values = flatten(key), flatten(value)
            if len(keys) != len(values):
                raise ValueError(
                    f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} "
                    f"elements. Key: {keys}, value: {values}."
                )
        else:
            keys, values = [key], [value]
        for one, item in zip(keys, values, strict=False):
            if one in flat:
                raise ValueError(f"Cannot flatten dict because this key is not unique: {one}")
            flat[one] = item
    return flat


@tf_private("tensorflow.python.util.nest._yield_sorted_items")
def sorted_items(iterable: Any) -> Iterator[tuple[Any, Any]]:
    """The (key, child) pairs of a structure's top level in the order of flattening."""
    yield from _items(iterable)


@tf_private("tensorflow.python.util.nest._yield_value")
def children(iterable: Any) -> Iterator[Any]:
    """The children of a structure's top level in the order of flattening."""
    for _, child in _items(iterable):
        yield child

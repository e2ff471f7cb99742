"""Replaces `keras.src.utils.generic_utils`: small helpers with arguments, lists and names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import numpy as np

from tfshim import nest
from tfshim.keras._naming import snake_case
from tfshim.keras.utils import custom_object_scope

_REPLACES = "keras.src.utils.generic_utils"
# Of earlier versions of the module besides.
__all__ = """
    CustomObjectScope Progbar check_for_unexpected_keys custom_object_scope default deserialize_keras_object get_custom_objects
    has_arg is_all_none is_default make_batches serialize_keras_object slice_arrays to_list to_snake_case validate_kwargs
""".split()

T = TypeVar("T")
CustomObjectScope = custom_object_scope
to_snake_case = snake_case


def default(method: T) -> T:
    """Marks a method as one that does nothing but what the base class does."""
    method._is_default = True  # type: ignore[attr-defined]
    return method


def is_default(method: Any) -> bool:
    """Whether `default` marked it."""
    return getattr(method, "_is_default", False)


def to_list(x: Any) -> list[Any]:
    """`x` if it is a list, else a list of it."""
    return x if isinstance(x, list) else [x]


def is_all_none(structure: Any) -> bool:
    """Whether nothing but None is in a structure."""
    return all(x is None for x in nest.flatten(structure))


def has_arg(fn: Callable[..., Any], name: str, accept_all: bool = False) -> bool:
    """Whether `fn` has a parameter `name`; with `accept_all` also if it takes any keyword."""
    parameters = inspect.signature(fn).parameters.values()
    return any(p.name == name and p.kind is not p.VAR_KEYWORD or accept_all and p.kind is p.VAR_KEYWORD for p in parameters)


def make_batches(size: int, batch_size: int) -> list[tuple[int, int]]:
    """The (start, end) of batches of `size` elements."""
    return [(start, min(size, start + batch_size)) for start in range(0, size, batch_size)]


def slice_arrays(arrays: Any, start: Any = None, stop: int | None = None) -> Any:
    """Each array of a list from `start` to `stop`, or with the rows of a list `start`; None for what has no rows.

    Raises ValueError for `stop` beside a list.
    """
    if arrays is None:
        return [None]
    if isinstance(start, list) and stop is not None:
        raise ValueError(f"The stop argument has to be None if the value of start is a list. Received start={start}, stop={stop}")
    if not isinstance(arrays, list):
        return _sliced(arrays, start, None) if hasattr(start, "__len__") else [None]
    return [None if x is None or not hasattr(x, "__getitem__") else _sliced(x, start, stop) for x in arrays]


def _sliced(array, start, stop):
    if hasattr(start, "__len__"):
        rows = start.tolist() if isinstance(start, np.ndarray) else start
        return array[rows]
    return array[start:stop]


def check_for_unexpected_keys(name: str, input_dict: Mapping[str, Any], expected_values: Collection[str]) -> None:
    """Raises ValueError if `input_dict` has keys that are not among `expected_values`."""
    unknown = {*input_dict} - {*expected_values}
    if unknown:
        raise ValueError(f"Unknown entries in {name} dictionary: {list(unknown)}. Only expected following keys: {expected_values}")


def validate_kwargs(
    kwargs: Mapping[str, Any], allowed_kwargs: Collection[str], error_message: str = "Keyword argument not understood:"
) -> None:
    """Raises TypeError for a keyword that is not allowed."""
    for keyword in kwargs:
        if keyword not in allowed_kwargs:
            raise TypeError(error_message, keyword)

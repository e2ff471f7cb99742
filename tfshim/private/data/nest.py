"""Replaces `tensorflow.python.data.util.nest`: structures as datasets have them.

A list is no structure there but a tensor to be, and what a session gives for a sparse tensor is one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tfshim.engine.graphs.sessions.session import SparseTensorValue
from tfshim.engine.values import nest

_REPLACES = "tensorflow.python.data.util.nest"
_WHOLE = (list, SparseTensorValue)  # types that are leaves here


class _Leaf:
    """Keeps what is a leaf from being taken apart."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _hidden(structure):
    """`structure` where what is a leaf here is hidden."""
    if isinstance(structure, _WHOLE):
        return _Leaf(structure)
    if nest.is_mapping(structure):
        items = {key: _hidden(value) for key, value in structure.items()}
        return items if type(structure) is dict else nest.pack_sequence_as(structure, [items[key] for key in sorted(items)])
    if isinstance(structure, tuple):
        parts = [_hidden(part) for part in structure]
        return type(structure)(*parts) if hasattr(structure, "_fields") else tuple(parts)
    return structure


def _shown(leaf):
    return leaf.value if isinstance(leaf, _Leaf) else leaf


def is_nested(structure: Any) -> bool:
    """Whether it is a structure: a tuple or a mapping, not a list."""
    return nest.is_nested(structure) and not isinstance(structure, _WHOLE)


def flatten(structure: Any) -> list[Any]:
    """The leaves; a list is one."""
    return [_shown(leaf) for leaf in nest.flatten(_hidden(structure))]


def pack_sequence_as(structure: Any, flat_sequence: Iterable[Any]) -> Any:
    """`flat_sequence` in the form of `structure`. Raises ValueError where the numbers of leaves differ, TypeError for no sequence."""
    if not isinstance(flat_sequence, list) and not nest.is_nested(flat_sequence):
        raise TypeError(f"Argument `flat_sequence` must be a sequence. Got '{type(flat_sequence).__name__}'.")
    flat = list(flat_sequence)
    if not is_nested(structure):
        if len(flat) != 1:
            raise ValueError(f"Argument `structure` is a scalar but `len(flat_sequence)`={len(flat)} > 1")
        return flat[0]
    hidden = _hidden(structure)
    count = len(nest.flatten(hidden))
    if len(flat) != count:
        raise ValueError(
            f"Could not pack sequence. Argument `structure` had {count} elements, but argument `flat_sequence` had {len(flat)} elements. "
            f"Received structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return nest.map_structure(_shown, nest.pack_sequence_as(hidden, [_Leaf(value) for value in flat]))


def map_structure(func: Callable[..., Any], *structure: Any, **check_types_dict: Any) -> Any:
    """What `func` gives for the leaves of the structures, in the form of the first of them. `check_types=False` admits other types."""
    if not callable(func):
        raise TypeError(f"Argument `func` must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = check_types_dict.pop("check_types", True)
    if check_types_dict:
        raise ValueError(f"Only valid keyword argument for `check_types_dict` is 'check_types'. Got {check_types_dict}.")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=check_types)
    results = [func(*leaves) for leaves in zip(*(flatten(s) for s in structure))]
    return pack_sequence_as(structure[0], results)


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raises ValueError where the two structures differ, TypeError where only the types of their parts do, if these are checked."""
    nest.assert_same_structure(_hidden(nest1), _hidden(nest2), check_types=check_types)


def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> None:
    """Raises ValueError or TypeError where `input_tree` is not in the form of `shallow_tree` down to the leaves of that."""
    if not is_nested(shallow_tree):
        return
    found, wanted = type(input_tree), type(shallow_tree)
    if not is_nested(input_tree):
        raise TypeError(f"If shallow structure is a sequence, input must also be a sequence. Input has type: '{found.__name__}'.")
    if check_types and not isinstance(input_tree, wanted):
        raise TypeError(
            f"The two structures don't have the same sequence type. Input structure has type '{found.__name__}', while shallow structure "
            f"has type '{wanted.__name__}'."
        )
    if check_types and nest.is_mapping(shallow_tree) and len(input_tree) == len(shallow_tree) and set(input_tree) != set(shallow_tree):
        raise ValueError(
            f"The two structures don't have the same keys. Input structure has keys {list(input_tree)}, while shallow structure has keys "
            f"{list(shallow_tree)}."
        )
    parts, wanted_parts = _children(input_tree), _children(shallow_tree)
    if len(parts) != len(wanted_parts):
        raise ValueError(
            f"The two structures don't have the same sequence length. Input structure has length {len(parts)}, while shallow structure has "
            f"length {len(wanted_parts)}."
        )
    for shallow, deep in zip(wanted_parts, parts):
        assert_shallow_structure(shallow, deep, check_types=check_types)


def _children(structure):
    return nest._children(structure, nest._kind(structure))


def flatten_up_to(shallow_tree: Any, input_tree: Any) -> list[Any]:
    """The parts of `input_tree` where `shallow_tree` has its leaves."""
    assert_shallow_structure(shallow_tree, input_tree)
    return _up_to(shallow_tree, input_tree)


def _up_to(shallow, tree):
    return [x for s, t in zip(_children(shallow), _children(tree)) for x in _up_to(s, t)] if is_nested(shallow) else [tree]


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any) -> Any:
    """What `func` gives for the parts of `inputs` where `shallow_tree` has its leaves, in the form of that."""
    if not inputs:
        raise ValueError("Argument `inputs` is empty. Cannot map over no sequences.")
    parts = zip(*(flatten_up_to(shallow_tree, i) for i in inputs))
    return pack_sequence_as(shallow_tree, [func(*p) for p in parts])

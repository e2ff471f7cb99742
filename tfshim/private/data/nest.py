"""Replaces `tensorflow.python.data.util.nest`: structures as datasets have them, where a list is no structure but a tensor to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tfshim.engine.values import nest

_REPLACES = "tensorflow.python.data.util.nest"


class _Leaf:
    """Keeps a list from being taken apart."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _hidden(structure):
    """`structure` whose lists are leaves."""
    if isinstance(structure, list):
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
    return nest.is_nested(structure) and not isinstance(structure, list)


def flatten(structure: Any) -> list[Any]:
    """The leaves; a list is one."""
    return [_shown(leaf) for leaf in nest.flatten(_hidden(structure))]


def pack_sequence_as(structure: Any, flat_sequence: Iterable[Any]) -> Any:
    """`flat_sequence` in the form of `structure`. Raises ValueError where the numbers of leaves differ."""
    flat = list(flat_sequence)
    made = nest.pack_sequence_as(_hidden(structure), [_Leaf(value) for value in flat])
    return nest.map_structure(_shown, made)


def map_structure(func: Callable[..., Any], *structure: Any, check_types: bool = True) -> Any:
    """What `func` gives for the leaves of the structures, in the form of the first of them."""
    if not structure:
        raise ValueError("Must provide at least one structure")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=check_types)
    results = [func(*leaves) for leaves in zip(*(flatten(s) for s in structure))]
    return pack_sequence_as(structure[0], results)


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raises ValueError where the two structures differ, TypeError where only the types of their parts do, if these are checked."""
    nest.assert_same_structure(_hidden(nest1), _hidden(nest2), check_types=check_types)


def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> None:
    """Raises ValueError or TypeError where `input_tree` is not in the form of `shallow_tree` down to the leaves of that."""
    nest.assert_shallow_structure(_hidden(shallow_tree), _hidden(input_tree), check_types=check_types)


def flatten_up_to(shallow_tree: Any, input_tree: Any) -> list[Any]:
    """The parts of `input_tree` where `shallow_tree` has its leaves."""
    return [_shown_whole(part) for part in nest.flatten_up_to(_hidden(shallow_tree), _hidden(input_tree))]


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any) -> Any:
    """What `func` gives for the parts of `inputs` where `shallow_tree` has its leaves, in the form of that."""
    if not inputs:
        raise ValueError("Argument `inputs` is empty. Cannot map over no sequences.")
    parts = zip(*(flatten_up_to(shallow_tree, i) for i in inputs))
    return pack_sequence_as(shallow_tree, [func(*p) for p in parts])


def _shown_whole(part):
    return nest.map_structure(_shown, part) if nest.is_nested(part) else _shown(part)

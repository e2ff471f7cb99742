"""`tf.nest`: nested lists, tuples, dictionaries and the like as trees whose leaves can be listed, mapped and put back.

Dictionaries are walked in the order of their sorted keys; `None`, strings, sets and arrays are leaves. Composite
tensors (classes with a `_type_spec`) and their specs (classes with `_component_specs`) are leaves too, unless
`expand_composites` is set: then they have one child, the structure of their component tensors. A class sets
`_nest_leaf = True` to stay a leaf all the same.

Functions whose names end in `up_to` stop where a first, shallower tree has its leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.values.nest_kinds import (  # noqa: F401 - what kind a value is is asked here as well
    _COMPOSITE,
    _CUSTOM,
    _KINDS,
    _LEAF,
    _LIST,
    _MAPPING,
    _NAMEDTUPLE,
    _SPEC,
    _children,
    _composites_agree,
    _items,
    _kind,
    _nested_test,
    _sequence_like,
    _sequence_type,
    _spec_of,
    is_attrs,
    is_composite,
    is_mapping,
    is_namedtuple,
    is_nested,
    is_nested_or_composite,
    is_sequence_or_composite,
    same_namedtuples,
)

# tf.nest.


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """List the items of a structure, however deep it is. Mirrors `tf.nest.flatten`.

    Arguments:
        structure: nested lists, tuples, named tuples, dictionaries and the like, or one item.
        expand_composites: whether ragged tensors, sparse tensors and others that are made of tensors are taken apart, False.

    Returns:
        A list of the items, from left to right; dictionaries in the order of their sorted keys. One item gives a list of it; an empty
        structure gives an empty list. Tensors, arrays, texts, sets and None are items.

    Raises:
        TypeError: a dictionary whose keys cannot be sorted.

    `tf.nest.pack_sequence_as` is the way back.

    Example:
        >>> tf.nest.flatten({"b": [1, (2, 3)], "a": 4})
        [4, 1, 2, 3]
        >>> tf.nest.flatten("text"), tf.nest.flatten([None, []])
        (['text'], [None])
    """
    flat = []
    _flatten_into(structure, _SPEC if expand_composites else _CUSTOM, flat.append)
    return flat


def _flatten_into(structure: Any, last: int, append: Callable[[Any], None]) -> None:
    kind = _kind(structure)
    if kind == _LEAF or kind > last:
        append(structure)
        return
    if kind == _LIST:
        children = structure
    elif kind == _MAPPING:
        children = [structure[key] for key in sorted(structure)]
    else:
        children = _children(structure, kind)
    known = _KINDS
    for child in children:
        if known.get(type(child)) == _LEAF:
            append(child)
        else:
            _flatten_into(child, last, append)


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """Put a list of items into the form of a structure. Mirrors `tf.nest.pack_sequence_as`.

    Arguments:
        structure: a structure of the wanted form, as `tf.nest.flatten` takes it; its own items do not matter.
        flat_sequence: the items, a list or tuple, in the order in which `tf.nest.flatten` lists them.
        expand_composites: whether ragged and sparse tensors in `structure` are put together of their tensors, False.

    Returns:
        A structure with the types and keys of `structure` and the given items.

    Raises:
        TypeError: `flat_sequence` is no list or tuple.
        ValueError: it has more or fewer items than `structure`.

    Example:
        >>> form = {"b": [0, (0, 0)], "a": 0}
        >>> tf.nest.pack_sequence_as(form, ["w", "x", "y", "z"])
        {'b': ['x', ('y', 'z')], 'a': 'w'}
    """
    return _pack(structure, flat_sequence, expand_composites, _sequence_like)


def _pack(structure: Any, flat: Any, expand_composites: bool, sequence_fn: Callable[[Any, list[Any]], Any]) -> Any:
    nested = _nested_test(expand_composites)
    if not nested(flat):
        raise TypeError(
            f"Attempted to pack value:\n  {_shortened(flat)}\ninto a structure, but found incompatible type `{type(flat)}` instead."
        )
    if not nested(structure):
        if len(flat) != 1:
            raise ValueError(
                f"The target structure is of type `{type(structure)}`\n  {_shortened(structure)}\nHowever the input is "
                f"a sequence ({type(flat)}) of length {len(flat)}.\n  {_shortened(flat)}\nnest cannot guarantee that "
                "it is safe to map one to the other."
            )
        return flat[0]
    try:
        used, packed = _pack_from(structure, flat, 0, nested, sequence_fn)
        if used == len(flat):
            return packed
    except IndexError:
        pass
    atoms = len(flatten(structure, expand_composites))
    if atoms == len(flat):
        # The IndexError was not about the count: let it be seen.
        return _pack_from(structure, flat, 0, nested, sequence_fn)[1]
    raise ValueError(
        f"Could not pack sequence. Structure had {atoms} atoms, but flat_sequence had {len(flat)} items.  "
        f"Structure: {structure!s}, flat_sequence: {flat!s}."
    )


def _pack_from(
    structure: Any, flat: Any, index: int, nested: Callable[[Any], bool], sequence_fn: Callable[[Any, list[Any]], Any]
) -> tuple[int, Any]:
    packed = []
    for child in _children(structure, _kind(structure)):
        if nested(child):
            index, child = _pack_from(child, flat, index, nested, sequence_fn)
            packed.append(child)
        else:
            packed.append(flat[index])
            index += 1
    return index, sequence_fn(structure, packed)


def _shortened(value: Any, length: int = 100) -> str:
    text = str(value)
    return text if len(text) <= length else text[:length] + "..."


def map_structure(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """Call a function with each item of a structure. Mirrors `tf.nest.map_structure`.

    Arguments:
        func: a function with as many arguments as there are structures.
        *structure: one structure or several of the same form; with several, the function gets their items that stand in one place.
        check_types: whether lists, tuples and named tuples have to be of the same type in all of them, True.
        expand_composites: whether ragged and sparse tensors are taken apart, False: the function gets them whole.

    Returns:
        A structure in the form of the first one, with what the function gave.

    Raises:
        TypeError: `func` cannot be called, or types differ.
        ValueError: no structure, structures of different forms, or an unknown keyword.

    Example:
        >>> tf.nest.map_structure(lambda x: x * 10, {"a": 1, "b": [2, 3]})
        {'a': 10, 'b': [20, 30]}
        >>> tf.nest.map_structure(lambda x, y: x + y, [1, (2, 3)], [10, (20, 30)])
        [11, (22, 33)]
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = kwargs.pop("check_types", True)
    expand_composites = kwargs.pop("expand_composites", False)
    if kwargs:
        raise ValueError(f"Only valid keyword arguments are `check_types` and `expand_composites`, not: `{'`, `'.join(kwargs)}`")
    first = structure[0]
    if len(structure) == 1:
        results = [func(x) for x in flatten(first, expand_composites)]
    else:
        for other in structure[1:]:
            assert_same_structure(first, other, check_types, expand_composites)
        results = [func(*x) for x in zip(*[flatten(s, expand_composites) for s in structure], strict=False)]
    return pack_sequence_as(first, results, expand_composites)


def with_components(structure: Any) -> Any:
    """`structure` with the parts of each composite tensor in its place."""
    return map_structure(lambda x: with_components(_children(x, _COMPOSITE)[0]) if _kind(x) == _COMPOSITE else x, structure)


class _Dot:
    def __repr__(self) -> str:
        return "."


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Raise unless two structures have the same form. Mirrors `tf.nest.assert_same_structure`.

    Arguments:
        nest1: a structure, as `tf.nest.flatten` takes it, or one item.
        nest2: another.
        check_types: whether lists, tuples and named tuples have to be of the same type, True. Dictionaries and other mappings agree with
            each other.
        expand_composites: whether what ragged and sparse tensors are made of has to agree as well, False.

    Returns:
        None.

    Raises:
        ValueError: they differ in depth, in the number of items or in keys; the text shows both.
        TypeError: the types of sequences differ.

    Example:
        >>> tf.nest.assert_same_structure([1, {"a": 2}], ["x", {"a": "y"}])
        >>> try:
        ...     tf.nest.assert_same_structure([1, 2], (1, 2))
        ... except TypeError:
        ...     print("a list and a tuple")
        a list and a tuple
    """
    try:
        _compare(nest1, nest2, check_types, _nested_test(expand_composites))
    except (ValueError, TypeError) as e:
        dots = [map_structure(lambda _: _Dot(), n, expand_composites=False) for n in (nest1, nest2)]
        raise type(e)(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {_described(nest1)}\n\nSecond structure: {_described(nest2)}\n\n"
            f"More specifically: {e}\nEntire first structure:\n{dots[0]}\nEntire second structure:\n{dots[1]}"
        ) from None


def _type_name(value: Any) -> str:
    cls = type(value)
    heap_type = cls.__flags__ & (1 << 9)
    return cls.__name__ if heap_type or cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"


def _described(value: Any) -> str:
    return f"type={type(value).__name__} str={value!s}"


def _compare(a: Any, b: Any, check_types: bool, nested: Callable[[Any], bool]) -> None:
    if nested(a) != nested(b):
        inner, leaf = (a, b) if nested(a) else (b, a)
        raise ValueError(f'Substructure "{_described(inner)}" is a sequence, while substructure "{_described(leaf)}" is not')
    if not nested(a):
        return
    kind1, kind2 = _kind(a), _kind(b)
    composite = kind1 >= _COMPOSITE and kind2 >= _COMPOSITE
    if check_types and not composite:
        _compare_types(a, b, kind1, kind2)
    if composite and not _composites_agree(a, b):
        raise ValueError(f"Incompatible CompositeTensor TypeSpecs: {_described(_spec_of(a))} vs. {_described(_spec_of(b))}")
    children1, children2 = _children(a, kind1), _children(b, kind2)
    for child1, child2 in zip(children1, children2, strict=False):
        _compare(child1, child2, check_types, nested)
    if len(children1) != len(children2):
        raise ValueError(
            f"The two structures don't have the same number of elements. First structure: {_described(a)}. "
            f"Second structure: {_described(b)}"
        )


def _compare_types(a: Any, b: Any, kind1: int, kind2: int) -> None:
    if kind1 == kind2 == _NAMEDTUPLE:
        alike = same_namedtuples(a, b)
    else:
        both_lists = isinstance(a, list) and isinstance(b, list)
        alike = a.__class__ is b.__class__ or both_lists or kind1 == kind2 == _MAPPING or _sequence_type(a) is _sequence_type(b)
    if not alike:
        raise TypeError(
            "The two namedtuples don't have the same sequence type. "
            f"First structure {_described(a)} has type {_type_name(a)}, while "
            f"second structure {_described(b)} has type {_type_name(b)}"
        )
    if kind1 == _MAPPING and set(a) != set(b):
        raise ValueError(
            "The two dictionaries don't have the same set of keys. "
            f"First structure has keys {_described(list(a))}, while second structure has keys {_described(list(b))}"
        )


# Trees that go only as deep as another one.


@tf_private("tensorflow.python.util.nest.assert_shallow_structure")
def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Raise unless `input_tree` has the shape of `shallow_tree` as far as that one goes.

    Raises TypeError for a leaf where `shallow_tree` has children and, with `check_types`, for other sequence types;
    ValueError for other lengths or keys.
    """
    _compare_shallow(shallow_tree, input_tree, check_types, _nested_test(expand_composites))


def _compare_shallow(shallow: Any, tree: Any, check_types: bool, nested: Callable[[Any], bool]) -> None:
    if not nested(shallow):
        return
    if not nested(tree):
        raise TypeError(f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(tree)}.")
    kind1, kind2 = _kind(shallow), _kind(tree)
    composite = kind1 >= _COMPOSITE and kind2 >= _COMPOSITE
    if check_types and not composite and not isinstance(tree, _sequence_type(shallow)):
        same = same_namedtuples(shallow, tree) if kind1 == kind2 == _NAMEDTUPLE else kind1 == kind2 == _MAPPING
        if not same:
            raise TypeError(
                "The two structures don't have the same sequence type. "
                f"Input structure has type {type(tree)}, while shallow structure has type {type(shallow)}."
            )
    if composite:
        if not _composites_agree(shallow, tree):
            raise ValueError(f"Incompatible CompositeTensor TypeSpecs: {_spec_of(shallow)} vs. {_spec_of(tree)}")
    elif (kind1 != _CUSTOM or kind2 != _CUSTOM) and len(tree) != len(shallow):
        raise ValueError(
            "The two structures don't have the same sequence length. "
            f"Input structure has length {len(tree)}, while shallow structure has length {len(shallow)}."
        )
    if kind1 == _MAPPING:
        missing = set(shallow) - set(tree)
        if missing:
            raise ValueError(
                "The shallow_tree's keys are not a subset of the input_tree's keys. "
                f"The shallow_tree has the following keys that are not in the input_tree: {sorted(missing)}."
            )
    for child1, child2 in zip(_children(shallow, kind1), _children(tree, kind2), strict=False):
        _compare_shallow(child1, child2, check_types, nested)


def _walk_up_to(
    shallow: Any, tree: Any, nested: Callable[[Any], bool], path: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if not nested(shallow):
        yield path, tree
        return
    subtrees = dict(_items(tree))
    for key, subtree in _items(shallow):
        yield from _walk_up_to(subtree, subtrees[key], nested, (*path, key))


@tf_private("tensorflow.python.util.nest.flatten_with_tuple_paths_up_to")
def flatten_with_tuple_paths_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[tuple[tuple[Any, ...], Any]]:
    """The pairs (path, subtree) where `input_tree` meets the leaves of `shallow_tree`; a path is a tuple of keys."""
    nested = _nested_test(expand_composites)
    _compare_shallow(shallow_tree, input_tree, check_types, nested)
    return list(_walk_up_to(shallow_tree, input_tree, nested))


@tf_export("__internal__.nest.flatten_up_to", v1=[])
def flatten_up_to(shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False) -> list[Any]:
    """The subtrees of `input_tree` at the leaves of `shallow_tree`. Raises as `assert_shallow_structure` does."""
    pairs = flatten_with_tuple_paths_up_to(shallow_tree, input_tree, check_types, expand_composites)
    return [tree for _, tree in pairs]


yield_flatten_up_to = _walk_up_to


@tf_private("tensorflow.python.util.nest.map_structure_with_tuple_paths_up_to")
def map_structure_with_tuple_paths_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any) -> Any:
    """The tree of `func(path, subtree, ...)` for the subtrees of `inputs` at the leaves of `shallow_tree`.

    check_types and expand_composites are as for `map_structure`; other keywords go to `func`.
    """
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    check_types = kwargs.pop("check_types", True)
    expand_composites = kwargs.pop("expand_composites", False)
    flat = [flatten_with_tuple_paths_up_to(shallow_tree, i, check_types, expand_composites) for i in inputs]
    results = [func(row[0][0], *[tree for _, tree in row], **kwargs) for row in zip(*flat, strict=False)]
    return pack_sequence_as(shallow_tree, results, expand_composites)


@tf_export("__internal__.nest.map_structure_up_to", v1=[])
def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any) -> Any:
    """The tree of `func(subtree, ...)` for the subtrees of `inputs` at the leaves of `shallow_tree`."""

    def without_path(path: tuple[Any, ...], *values: Any, **k: Any) -> Any:
        return func(*values, **k)

    return map_structure_with_tuple_paths_up_to(shallow_tree, without_path, *inputs, **kwargs)


@tf_private("tensorflow.python.util.nest.map_structure_with_tuple_paths")
def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """`map_structure` for a `func(path, x, ...)` that gets each leaf's path as a tuple of keys."""
    return map_structure_with_tuple_paths_up_to(structure[0], func, *structure, **kwargs)


@tf_private("tensorflow.python.util.nest.map_structure_with_paths")
def map_structure_with_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """`map_structure` for a `func(path, x, ...)` that gets each leaf's path as a string, "a/0/b"."""

    def with_string(path: tuple[Any, ...], *values: Any, **k: Any) -> Any:
        return func("/".join(map(str, path)), *values, **k)

    return map_structure_with_tuple_paths_up_to(structure[0], with_string, *structure, **kwargs)


@tf_private("tensorflow.python.util.nest.yield_flat_paths")
def yield_flat_paths(nest: Any, expand_composites: bool = False) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each leaf, a tuple of keys, in the order of flattening."""
    for path, _ in _walk_up_to(nest, nest, _nested_test(expand_composites)):
        yield path


@tf_private("tensorflow.python.util.nest.flatten_with_tuple_paths")
def flatten_with_tuple_paths(structure: Any, expand_composites: bool = False) -> list[tuple[tuple[Any, ...], Any]]:
    """The pairs (path, leaf) of a tree; a path is a tuple of keys."""
    return list(_walk_up_to(structure, structure, _nested_test(expand_composites)))


@tf_private("tensorflow.python.util.nest.flatten_with_joined_string_paths")
def flatten_with_joined_string_paths(structure: Any, separator: str = "/", expand_composites: bool = False) -> list[tuple[str, Any]]:
    """The pairs (path, leaf) of a tree; a path is the keys joined by `separator`."""
    return [(separator.join(map(str, p)), leaf) for p, leaf in flatten_with_tuple_paths(structure, expand_composites)]


@tf_private("tensorflow.python.util.nest.get_traverse_shallow_structure")
def get_traverse_shallow_structure(traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False) -> Any:
    """The shallow tree of booleans that says how far to go into `structure`.

    traverse_fn: called with a subtree; a bool says whether to enter it, a structure of bools says it for each child.
    Raises TypeError where it returns something else.
    """
    nested = _nested_test(expand_composites)
    enter = traverse_fn(structure)
    if not nested(structure):
        if not isinstance(enter, bool):
            raise TypeError(f"traverse_fn returned structure: {enter!s} for non-structure: {structure!s}")
        return enter
    children = _children(structure, _kind(structure))
    if isinstance(enter, bool):
        if not enter:
            return False
        enters = [True] * len(children)
    elif not nested(enter):
        raise TypeError(f"traverse_fn returned a non-bool scalar: {enter!s} for input: {structure!s}")
    else:
        assert_shallow_structure(enter, structure, expand_composites=expand_composites)
        enters = _children(enter, _kind(enter))
    level = []
    for entered, child in zip(enters, children, strict=False):
        if not isinstance(entered, bool):
            raise TypeError(f"traverse_fn didn't return a depth=1 structure of bools.  saw: {enter!s}  for structure: {structure!s}")
        level.append(get_traverse_shallow_structure(traverse_fn, child, expand_composites) if entered else False)
    return _sequence_like(structure, level)


# Conversions.


@tf_private("tensorflow.python.util.nest.list_to_tuple")
def list_to_tuple(structure: Any) -> Any:
    """The same tree with tuples in place of lists."""

    def rebuilt(instance: Any, args: list[Any]) -> Any:
        return tuple(args) if isinstance(instance, list) else _sequence_like(instance, args)

    return _pack(structure, flatten(structure), False, rebuilt)

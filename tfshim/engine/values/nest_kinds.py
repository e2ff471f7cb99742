"""What kinds of nested structures there are: which values have children, what they are, and how a value is made of others.

See `nest`, which lists, maps and compares structures by it.
"""

from __future__ import annotations

import collections
import collections.abc
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime.logger import get_logger

_LEAF, _LIST, _MAPPING, _NAMEDTUPLE, _SEQUENCE, _VIEW, _ATTRS, _CUSTOM, _COMPOSITE, _SPEC = range(10)

# Kinds of types seen before; looking a class up takes one dictionary access where isinstance checks take microseconds.
_KINDS = {list: _LIST, tuple: _LIST, dict: _MAPPING, str: _LEAF, bytes: _LEAF, int: _LEAF, float: _LEAF}
_MOST_KINDS = 4096


def _kind(value: Any) -> int:
    kind = _KINDS.get(type(value))
    return _find_kind(value) if kind is None else kind


def _find_kind(value: Any) -> int:
    cls = value.__class__
    if isinstance(value, collections.abc.Mapping):
        kind = _MAPPING
    elif isinstance(value, collections.abc.MappingView):
        kind = _VIEW
    elif hasattr(cls, "__attrs_attrs__"):
        kind = _ATTRS
    elif hasattr(cls, "__tf_flatten__") and hasattr(cls, "__tf_unflatten__"):
        kind = _CUSTOM
    elif isinstance(value, collections.abc.Sequence) and not isinstance(value, (str, bytes)):
        kind = _NAMEDTUPLE if is_namedtuple(value) else _LIST if isinstance(value, (list, tuple)) else _SEQUENCE
    elif getattr(cls, "_nest_leaf", False):
        kind = _LEAF
    elif hasattr(cls, "_type_spec"):
        kind = _COMPOSITE
    elif hasattr(cls, "_component_specs"):
        kind = _SPEC
    else:
        kind = _LEAF
    # A proxy answers for the object it wraps, so its type says nothing about the next one.
    if cls is type(value):
        if len(_KINDS) >= _MOST_KINDS:
            _KINDS.clear()
        _KINDS[cls] = kind
    return kind


def is_nested(seq: Any) -> bool:
    """Tell whether a value is a structure with items, rather than one item. Mirrors `tf.nest.is_nested`.

    Arguments:
        seq: any value.

    Returns:
        True for lists, tuples, named tuples, dictionaries and other mappings, their views, and classes of the attrs library, also empty
        ones. False for everything else: tensors and arrays, whatever their rank, ragged and sparse tensors, numbers, texts, sets, None.

    Functions of `tf.nest` go on into what is nested and take the rest as items. To tell what is a tensor use `tf.is_tensor`.

    Example:
        >>> tf.nest.is_nested([1, 2]), tf.nest.is_nested({}), tf.nest.is_nested((x for x in [1]))
        (True, True, False)
        >>> tf.nest.is_nested(tf.ones([2, 2])), tf.nest.is_nested("text"), tf.nest.is_nested({1, 2})
        (False, False, False)
    """
    return _LEAF < _kind(seq) < _COMPOSITE


@tf_private("tensorflow.python.util.nest.is_nested_or_composite")
def is_nested_or_composite(seq: Any) -> bool:
    """Whether `seq` is nested, a composite tensor, or the spec of one."""
    return _kind(seq) != _LEAF


is_sequence_or_composite = is_nested_or_composite


def is_composite(value: Any) -> bool:
    """Whether `value` is a composite tensor."""
    return _kind(value) == _COMPOSITE


def _nested_test(expand_composites: bool) -> Callable[[Any], bool]:
    return is_nested_or_composite if expand_composites else is_nested


@tf_export("__internal__.nest.is_mapping", v1=[])
def is_mapping(obj: Any) -> bool:
    """Whether `obj` is a mapping."""
    return isinstance(obj, collections.abc.Mapping)


@tf_export("__internal__.nest.is_attrs", v1=[])
def is_attrs(obj: Any) -> bool:
    """Whether the class of `obj` was made by the attrs library."""
    return _kind(obj) == _ATTRS


@tf_private("tensorflow.python.util.nest._is_namedtuple")
def is_namedtuple(instance: Any, strict: bool = False) -> bool:
    """Whether `instance` is a namedtuple; with `strict`, of a class that adds nothing to one."""
    if not isinstance(instance, tuple):
        return False
    if strict and type(instance).__base__ is not tuple:
        return False
    fields = getattr(instance, "_fields", None)
    return isinstance(fields, collections.abc.Sequence) and all(isinstance(f, str) for f in fields)


@tf_private("tensorflow.python.util.nest.same_namedtuples")
def same_namedtuples(nest1: Any, nest2: Any) -> bool:
    """Whether two namedtuples have the same class name and fields."""
    return nest1._fields == nest2._fields and type(nest1).__name__ == type(nest2).__name__


def _composites_agree(a: Any, b: Any) -> bool:
    # Two specs are compared by their components alone.
    if _COMPOSITE not in (_kind(a), _kind(b)):
        return True
    return _spec_of(a).most_specific_common_supertype([_spec_of(b)]) is not None


# Children, and rebuilding from them.


def _sorted_keys(mapping: Mapping[Any, Any]) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        raise TypeError("nest only supports dicts with sortable keys.") from None


def _children(value: Any, kind: int) -> list[Any]:
    """The list of direct children, in the order of flattening."""
    if kind == _MAPPING:
        return [value[key] for key in _sorted_keys(value)]
    if kind == _ATTRS:
        return [getattr(value, a.name) for a in type(value).__attrs_attrs__]
    if kind == _CUSTOM:
        return list(value.__tf_flatten__()[1])
    if kind == _COMPOSITE:
        return [value._type_spec._to_components(value)]
    if kind == _SPEC:
        return [value._component_specs]
    return list(value)


def _items(value: Any) -> list[tuple[Any, Any]]:
    """The pairs of what a path calls a child and the child."""
    kind = _kind(value)
    children = _children(value, kind)
    if kind == _MAPPING:
        return list(zip(_sorted_keys(value), children, strict=False))
    if kind == _NAMEDTUPLE:
        return list(zip(value._fields, children, strict=False))
    if kind == _ATTRS:
        return [(a.name, child) for a, child in zip(type(value).__attrs_attrs__, children, strict=False)]
    if kind in (_COMPOSITE, _SPEC):
        return [(_spec_of(value).value_type.__name__, children[0])]
    return list(enumerate(children))


def _spec_of(value: Any) -> Any:
    return value._type_spec if _kind(value) == _COMPOSITE else value


@tf_private("tensorflow.python.util.nest._sequence_like")
def _sequence_like(instance: Any, args: Sequence[Any]) -> Any:
    """A structure of the type of `instance` with the children `args`, given in the order of flattening."""
    kind, cls = _kind(instance), type(instance)
    if cls is not instance.__class__:
        return cls(_sequence_like(instance.__wrapped__, args))
    if kind == _MAPPING:
        return _mapping_like(instance, dict(zip(_sorted_keys(instance), args, strict=False)))
    if kind == _NAMEDTUPLE:
        return _sequence_type(instance)(*args)
    if kind == _ATTRS:
        return cls(*args)
    if kind == _VIEW or isinstance(instance, range):  # cannot be made of items
        return list(args)
    if kind == _CUSTOM:
        return instance.__tf_unflatten__(instance.__tf_flatten__()[0], tuple(args))  # of the class or of the instance
    if kind in (_COMPOSITE, _SPEC):
        (components,) = args
        return _spec_of(instance)._from_components(components)
    return cls(args)


_WARNED = set()


def _mapping_like(instance: Any, values: dict[Any, Any]) -> Any:
    cls = type(instance)
    if cls is dict:  # in the order of `instance`, though flattened by sorted keys
        return {key: values[key] for key in instance}
    if isinstance(instance, collections.defaultdict):
        made = cls(instance.default_factory)
        for key in instance:
            made[key] = values[key]
        return made
    if not isinstance(instance, collections.abc.MutableMapping) and cls not in _WARNED:
        _WARNED.add(cls)
        get_logger().warning("Mapping types may not work well with tf.nest. Prefer using MutableMapping for %s", cls)
    try:
        return cls((key, values[key]) for key in instance)
    except TypeError as e:
        raise TypeError(
            f"Error creating an object of type {cls} like {instance!s}. Note that it must accept a single positional "
            f"argument representing an iterable of key-value pairs, in addition to self. Cause: {e}"
        ) from e


def _sequence_type(value: Any) -> Any:
    """The type that another sequence has to have; a list or tuple that became an attribute counts as what it was made of."""
    return getattr(type(value), "_wrapped_type", None) or value.__class__

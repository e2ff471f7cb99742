"""`tf.experimental.ExtensionTypeSpec`: the specs of extension types."""

from __future__ import annotations

import collections.abc
import inspect
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.values.typespec import type_spec_from_value
from tfshim.extension_types.fields import REQUIRED, ImmutableDict, convert, late


def signature(fields, owner, specs):
    """The signature of a constructor with `fields`; the annotations of specs and the defaults of values are left out."""
    required, optional = [], []
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    for f in fields:
        default = inspect.Parameter.empty if specs or f.default is REQUIRED else f.default
        p = inspect.Parameter(f.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=f.type)
        (required if default is inspect.Parameter.empty else optional).append(p)
    if any(a.default is not REQUIRED and b.default is REQUIRED for a, b in zip(fields, fields[1:])):
        # A field without a default after one that has one can be given by name only.
        ordered = [own]
        for f in fields:
            p = next(x for x in [*required, *optional] if x.name == f.name)
            after = len(ordered) > 1 and (ordered[-1].default is not inspect.Parameter.empty or ordered[-1].kind is p.KEYWORD_ONLY)
            ordered.append(p.replace(kind=p.KEYWORD_ONLY) if after and not specs else p)
        return inspect.Signature(ordered, return_annotation=owner)
    return inspect.Signature([own, *required, *optional], return_annotation=owner)


def plain(value):
    """`value` with its mappings as dictionaries."""
    if isinstance(value, collections.abc.Mapping):
        return {k: plain(v) for k, v in value.items()}
    return tuple(plain(v) for v in value) if isinstance(value, tuple) else value


def spec_of(value):
    """The spec of what a field holds: specs for tensors and composites, everything else as it is."""
    if isinstance(value, Tensor) or hasattr(type(value), "_type_spec") and not isinstance(value, TypeSpec):
        return type_spec_from_value(value)
    if hasattr(type(value), "_tfshim_value"):
        return spec_of(value._tfshim_value())
    if isinstance(value, tuple):
        return tuple(spec_of(v) for v in value)
    if isinstance(value, collections.abc.Mapping):
        return ImmutableDict({k: spec_of(v) for k, v in value.items()})
    return value


def in_order(mapping):
    """The keys in the order in which dictionaries are taken apart; as they stand where they cannot be compared."""
    try:
        return sorted(mapping)
    except TypeError:
        return list(mapping)


def _specs(value):
    """The specs inside what a field of a spec holds, in order."""
    if isinstance(value, TypeSpec):
        yield value
    elif isinstance(value, tuple):
        for v in value:
            yield from _specs(v)
    elif isinstance(value, collections.abc.Mapping):
        for k in in_order(value):
            yield from _specs(value[k])


def _taken(spec, value):
    """The components of `value`, at the places where `spec` has specs."""
    if isinstance(spec, TypeSpec):
        yield value
    elif isinstance(spec, tuple):
        for s, v in zip(spec, value, strict=True):
            yield from _taken(s, v)
    elif isinstance(spec, collections.abc.Mapping):
        for k in in_order(spec):
            yield from _taken(spec[k], value[k])


def filled(spec, parts):
    """What a field of a spec holds, with the next of `parts` in place of each spec."""
    if isinstance(spec, TypeSpec):
        return next(parts)
    if isinstance(spec, tuple):
        return tuple(filled(s, parts) for s in spec)
    if isinstance(spec, collections.abc.Mapping):
        made = {k: filled(spec[k], parts) for k in in_order(spec)}
        return ImmutableDict({k: made[k] for k in spec})
    return spec


def changed(value, change):
    """What a field of a spec holds, with `change(x)` in place of each spec and each `TensorShape`."""
    if isinstance(value, (TypeSpec, TensorShape)):
        return change(value)
    if isinstance(value, tuple):
        return tuple(changed(v, change) for v in value)
    if isinstance(value, collections.abc.Mapping):
        return ImmutableDict({k: changed(v, change) for k, v in value.items()})
    return value


_BUILDING = "_tf_extension_type_in_constructor"


def checked_spec_constructor(function):
    """A constructor that a user wrote for a spec, after which its fields are checked."""

    def __init__(self, *args, **kwargs):
        self.__dict__[_BUILDING] = True
        try:
            function(self, *args, **kwargs)
        finally:
            del self.__dict__[_BUILDING]
        owner = self._value_class
        for f in owner._tf_extension_type_fields():
            if f.name not in self.__dict__:
                raise ValueError(f"Missing required fields: {f.name!r}")
            self.__dict__[f.name] = convert(self.__dict__[f.name], late(f.type, owner), f.name, True)
        self.__validate__()

    __init__.__wrapped__ = function
    return __init__


@tf_export("experimental.ExtensionTypeSpec")
class ExtensionTypeSpec(TypeSpec):
    """The spec of an extension type: its fields, with specs in place of tensors. Mirrors `tf.experimental.ExtensionTypeSpec`.

    Each class that derives from `tf.experimental.ExtensionType` has a subclass of this, its `Spec`, which stands in the signature of
    a `tf.function`, in the `element_spec` of a dataset, and in `tf.keras.Input(type_spec=...)`. It is not made by its own name.

    Arguments:
        *args: the fields in the order in which the type declares them, a `tf.TypeSpec` for each tensor.
        **kwargs: the same by name.

    Raises:
        TypeError: a value of another type than the field is annotated with, or a field is missing.

    Example:
        >>> class Masked(tf.experimental.ExtensionType):
        ...     values: tf.Tensor
        ...     mask: tf.Tensor
        >>> spec = Masked.Spec(values=tf.TensorSpec([None]), mask=tf.TensorSpec([None], tf.bool))
        >>> isinstance(spec, tf.experimental.ExtensionTypeSpec), spec.mask.dtype
        (True, tf.bool)
    """

    __module__ = "tensorflow.python.framework.extension_type"
    _value_class: Any = None  # of the subclasses: the extension type

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        owner = self._value_class
        bound = signature(owner._tf_extension_type_fields(), owner, True).bind(self, *args, **kwargs)
        given = dict(bound.arguments)
        given.pop("self")
        for f in owner._tf_extension_type_fields():
            self.__dict__[f.name] = convert(given[f.name], late(f.type, owner), f.name, True)
        self.__validate__()

    def __validate__(self):
        """A hook for subclasses, called at the end of the constructor."""

    def __setattr__(self, name, value):
        # TypeSpec keeps there what it compares by, once it is needed.
        if name == "_cached_cmp_key" or _BUILDING in self.__dict__:
            object.__setattr__(self, name, value)
            return
        raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of ExtensionTypeSpec.")

    def __delattr__(self, name):
        raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of ExtensionTypeSpec.")

    @classmethod
    def _made(cls, fields):
        made = object.__new__(cls)
        made.__dict__.update(fields)
        return made

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """The spec of a value of the extension type. Mirrors `tf.experimental.ExtensionTypeSpec.from_value`.

        Called on the `Spec` of a type. `tf.type_spec_from_value` does the same for a value of any kind. Shapes are those of the
        value's tensors, so a spec for values of all sizes is made from it by replacing fields, or written out.

        Arguments:
            value: a value of the type.

        Returns:
            A spec whose fields are the specs of the tensors, and the other fields as they are.

        Example:
            >>> class Masked(tf.experimental.ExtensionType):
            ...     values: tf.Tensor
            ...     name: str = ""
            >>> spec = Masked.Spec.from_value(Masked([1.0, 2.0], "a"))
            >>> spec.values, spec.name
            (TensorSpec(shape=(2,), dtype=tf.float32, name=None), 'a')
        """
        if not isinstance(value, cls._value_class):
            raise TypeError(f"Expected a {cls._value_class.__name__}, got {type(value).__name__}.")
        return cls._made({name: spec_of(v) for name, v in value._field_values()})

    @property
    def value_type(self) -> Any:
        """The extension type."""
        return self._value_class

    def _field_values(self):
        return [(f.name, self.__dict__[f.name]) for f in self._value_class._tf_extension_type_fields()]

    def _serialize(self):
        return tuple((name, plain(value)) for name, value in self._field_values())

    @classmethod
    def _deserialize(cls, serialization):
        def kept(value):
            if isinstance(value, dict):
                return ImmutableDict({k: kept(v) for k, v in value.items()})
            return tuple(kept(v) for v in value) if isinstance(value, (list, tuple)) else value

        return cls._made({name: kept(value) for name, value in serialization})

    @property
    def _component_specs(self):
        return tuple(s for _, value in self._field_values() for s in _specs(value))

    def _to_components(self, value):
        return tuple(v for name, spec in self._field_values() for v in _taken(spec, getattr(value, name)))

    def _from_components(self, components):
        # Of specs, in place of tensors, only a spec can be made.
        if len(self._component_specs) and all(isinstance(c, TypeSpec) for c in components):
            return self._with_specs(components)
        parts = iter(components)
        return self._value_class._tf_from_fields({name: filled(spec, parts) for name, spec in self._field_values()})

    def _with_specs(self, specs):
        """The same with other specs in place of its own."""
        parts = iter(specs)
        return self._made({name: filled(spec, parts) for name, spec in self._field_values()})

    def _changed(self, change):
        """The same with `change(x)` in place of each spec and each `TensorShape`."""
        return self._made({name: changed(value, change) for name, value in self._field_values()})

    def __repr__(self):
        fields = ", ".join(f"{name}={value!r}" for name, value in self._serialize())
        return f"{type(self).__qualname__}({fields})"

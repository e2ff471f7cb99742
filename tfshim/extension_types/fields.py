"""The fields of extension types: which annotations are allowed, and the conversion of values to them."""

import collections.abc
import sys
import types
import typing
from typing import Any

from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec

REQUIRED = object()
RESERVED = ("self", "Spec")
_PLAIN = (int, float, str, bytes, bool, type(None))
_UNIONS = (typing.Union, types.UnionType)


class ImmutableDict(collections.abc.Mapping):
    """A dictionary that nobody changes, as extension types keep their mappings."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._items = dict(*args, **kwargs)

    def __getitem__(self, key):
        return self._items[key]

    def __contains__(self, key):
        return key in self._items

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __repr__(self):
        return f"ImmutableDict({self._items})"


class Field(typing.NamedTuple):
    """One field: its name, its annotation and its default (`REQUIRED` if none)."""

    name: str
    type: object
    default: object


def fields_of(cls):
    """The fields of the extension type `cls`, those of its bases first. Raises TypeError or ValueError for bad ones."""
    found = {}
    for base in reversed(cls.__mro__):
        own = base.__dict__.get("__annotations__", {})
        if base.__dict__.get("_tfshim_no_fields"):
            continue
        # The defaults of a base are class attributes no more: its fields remember them.
        if base is not cls and base.__dict__.get("_tf_fields_cache"):
            found.update((f.name, f) for f in base.__dict__["_tf_fields_cache"] if f.name in own)
            continue
        for name, annotation in own.items():
            default = base.__dict__.get(name, REQUIRED)
            found[name] = Field(name, _resolved(annotation, base), default)
    for name, field in found.items():
        if name in RESERVED or name.startswith("_tf_extension_type"):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field '{name}' is reserved.")
        if not _is_open(field.type):
            try:
                check_annotation(field.type)
            except TypeError as e:
                raise TypeError(f"In field {name!r}: {e}") from None
    for name, value in cls.__dict__.items():
        if name in found or name.startswith("__") or name in ("Spec",) or _is_code(value) or name.startswith(("_abc_", "_tf")):
            continue
        raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field {name} is missing a type annotation.")
    for name, field in found.items():
        if field.default is not REQUIRED and not _mentions_tensors(field.type):
            found[name] = Field(name, field.type, convert(field.default, field.type, f"default value for {name}", False))
    return list(found.values())


def _mentions_tensors(annotation):
    """Whether values of the annotation may be tensors, which defaults become only when a value is made."""
    if _is_open(annotation) or _has_tensors(annotation):
        return True
    return any(_mentions_tensors(a) for a in typing.get_args(annotation))


def _is_code(value):
    return isinstance(value, (staticmethod, classmethod, property)) or callable(value) or hasattr(value, "__get__")


def _resolved(annotation, cls):
    """An annotation with its strings, also within others, as what they name, where that is known already."""
    if isinstance(annotation, typing.ForwardRef):
        return _resolved(annotation.__forward_arg__, cls)
    if typing.get_origin(annotation) is typing.Annotated:  # what is noted beside a type says nothing of the field
        return _resolved(annotation.__origin__, cls)
    if not isinstance(annotation, str):
        inner = typing.get_args(annotation)
        if not any(isinstance(a, (str, typing.ForwardRef)) or typing.get_args(a) for a in inner):
            return annotation
        made = tuple(_resolved(a, cls) if a is not Ellipsis else a for a in inner)
        if made == inner:
            return annotation
        origin = typing.get_origin(annotation)
        if origin in _UNIONS:
            return typing.Union[made]  # noqa: UP007 - of what is known only now
        return types.GenericAlias(origin, made) if isinstance(annotation, types.GenericAlias) else annotation.copy_with(made)
    scope = dict(vars(sys.modules[cls.__module__])) if cls.__module__ in sys.modules else {}
    try:
        return eval(annotation, scope, {cls.__name__: cls})  # noqa: S307 - the class's own source text
    except NameError:
        return typing.ForwardRef(annotation)


def late(annotation, cls):
    """An annotation that named a class not yet there when `cls` was made."""
    if not _is_open(annotation):
        return annotation
    resolved = _resolved(annotation, cls)
    if _is_open(resolved):
        raise TypeError(f"Unresolved forward reference in {annotation!r}")
    check_annotation(resolved)
    return resolved


def _is_open(annotation):
    """Whether the annotation names a class that is not known yet."""
    return isinstance(annotation, (str, typing.ForwardRef)) or any(map(_is_open, typing.get_args(annotation)))


def _is_value_class(annotation):
    return (
        isinstance(annotation, type)
        and not isinstance(annotation, types.GenericAlias)
        and (issubclass(annotation, (Tensor, TensorShape, dt.DType, TypeSpec)) or hasattr(annotation, "_type_spec"))
    )


def check_annotation(annotation):
    """Raise TypeError unless fields may be annotated so."""
    if annotation in _PLAIN or annotation is None or _is_value_class(annotation):
        return
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is tuple:
        for a in arguments:
            if a is not Ellipsis:
                check_annotation(a)
        return
    if origin is collections.abc.Mapping:
        key, value = arguments
        if key not in _PLAIN:
            raise TypeError(f"Mapping had a key {key!r} with type {type(key).__name__!r}")
        return check_annotation(value)
    if origin in _UNIONS:
        for a in arguments:
            check_annotation(a)
        return
    name = repr(annotation.__name__) if isinstance(annotation, type) and origin is None else repr(annotation)
    raise TypeError(f"Unsupported type annotation {name}")


def _shown(annotation):
    names = {dt.DType: "tf.DType"}
    if isinstance(annotation, type) and typing.get_origin(annotation) is None:
        return repr(names.get(annotation, annotation.__name__))
    return str(annotation)


def convert(value, annotation, path, specs):
    """`value` as the annotation of the field at `path` wants it; with `specs`, the spec of such a value.

    Raises TypeError for what is of another type.
    """

    def wrong():
        kind = "a TypeSpec for " if specs and _has_tensors(annotation) else ""
        if annotation is Tensor and not specs:
            return TypeError(f"{path}: expected a Tensor, got {type(value).__name__!r}")
        return TypeError(f"{path}: expected {kind}{_shown(annotation)}, got {type(value).__name__!r}")

    if annotation is None or annotation is type(None):
        if value is None:
            return None
        raise wrong()
    if annotation in _PLAIN:
        if isinstance(value, annotation):
            return value
        raise wrong()
    if isinstance(annotation, type) and typing.get_origin(annotation) is None:
        return _converted_class(value, annotation, specs, wrong)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in _UNIONS:
        return _one_of(value, arguments, path, specs, wrong)
    if origin is tuple:
        if not isinstance(value, (list, tuple)):
            raise wrong()
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            arguments = [arguments[0]] * len(value)
        elif len(arguments) != len(value):
            raise TypeError(f"{path}: expected tuple of length {len(arguments)}, got {value!r}")
        return tuple(convert(v, a, f"{path}[{i}]", specs) for i, (v, a) in enumerate(zip(value, arguments)))
    if not isinstance(value, collections.abc.Mapping):
        raise wrong()
    key, item = arguments
    return ImmutableDict(
        {convert(k, key, f"{path}.keys[{k!r}]", specs): convert(v, item, f"{path}[{k!r}]", specs) for k, v in value.items()}
    )


def _has_tensors(annotation):
    return isinstance(annotation, type) and (issubclass(annotation, Tensor) or hasattr(annotation, "_type_spec"))


def _converted_class(value, annotation, specs, wrong):
    if issubclass(annotation, TensorShape):
        try:
            return TensorShape(value)
        except (TypeError, ValueError):
            raise wrong() from None
    if issubclass(annotation, dt.DType):
        try:
            return dt.as_dtype(value)
        except TypeError:
            raise wrong() from None
    if issubclass(annotation, TypeSpec):
        if isinstance(value, annotation):
            return value
        raise wrong()
    if specs:
        kind = getattr(value, "value_type", None) if isinstance(value, TypeSpec) else None
        if kind is not None and (issubclass(kind, annotation) or issubclass(annotation, Tensor) and issubclass(kind, Tensor)):
            return value
        raise wrong()
    if issubclass(annotation, Tensor):
        if isinstance(value, Tensor):
            return value
        if isinstance(value, TypeSpec) or hasattr(type(value), "_type_spec") and not hasattr(value, "_tfshim_value"):
            raise wrong()
        try:
            return convert_to_tensor(value)
        except (ValueError, TypeError):
            raise wrong() from None
    if isinstance(value, annotation):
        return value
    raise wrong()


def _one_of(value, options, path, specs, wrong):
    for option in options:  # a value that is of a type already is not converted to another
        if isinstance(option, type) and typing.get_origin(option) is None and isinstance(value, option):
            return convert(value, option, path, specs)
    for option in options:
        try:
            return convert(value, option, path, specs)
        except TypeError:
            continue
    raise wrong()

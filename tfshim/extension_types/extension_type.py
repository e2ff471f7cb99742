"""`tf.experimental.ExtensionType`: classes of users with typed fields, which work wherever tensors do."""

from __future__ import annotations

import abc
import inspect
from typing import Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.array_ops.shapes import reshape, shape, size
from tfshim.engine.values import nest, type_spec_base
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.tensor import Tensor
from tfshim.extension_types.dispatching import dispatch
from tfshim.extension_types.fields import REQUIRED, convert, fields_of, late
from tfshim.extension_types.spec import _BUILDING, ExtensionTypeSpec, checked_spec_constructor, signature
from tfshim.math.comparison import equal, minimum
from tfshim.math.logical import logical_and, logical_not
from tfshim.math.reductions import reduce_all


class ExtensionTypeMetaclass(abc.ABCMeta):
    """Makes the constructor and the `Spec` of each extension type."""

    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        if namespace.get("_tfshim_no_fields"):
            return
        own_init = namespace.get("__init__")
        cls._tf_fields_cache = None
        fields = cls._tf_extension_type_fields()
        for f in fields:
            if f.name in namespace:
                delattr(cls, f.name)  # a default is no class attribute
        cls._tf_defaults = {f.name: f.default for f in fields}
        if own_init is not None:
            cls.__init__ = _checked_constructor(own_init)
        elif "__init__" not in namespace and getattr(cls.__init__, "_generated", True):
            cls.__init__ = _constructor(cls, fields)
        if "Spec" not in namespace:
            base = next((b.Spec for b in cls.__mro__[1:] if "Spec" in b.__dict__), ExtensionTypeSpec)
            base = cls._tf_spec_base if base is ExtensionTypeSpec else base
            cls.Spec = type(ExtensionTypeSpec)("Spec", (base,), {"_value_class": cls, "__doc__": None})
        else:
            spec = namespace["Spec"]
            own = {k: v for k, v in vars(spec).items() if k not in ("__dict__", "__weakref__", "__slots__")}
            if "__init__" in own:
                own["__init__"] = checked_spec_constructor(own["__init__"])
            bases = spec.__bases__ if issubclass(spec, ExtensionTypeSpec) else (cls._tf_spec_base,)
            cls.Spec = type(ExtensionTypeSpec)("Spec", bases, {**own, "_value_class": cls, "__doc__": None})
        cls.Spec.__name__ = f"{cls.__name__}.Spec"
        cls.Spec.__qualname__ = f"{cls.__qualname__}.Spec"
        cls.Spec.__module__ = cls.__module__
        if "__name__" in namespace:  # the name by which files know the type
            type_spec_base.register(f"{namespace['__name__']}.Spec")(cls.Spec)


def _constructor(cls, fields):
    """The constructor of a class that does not define one."""
    known = signature(fields, cls, False)

    def __init__(self, *args, **kwargs):
        bound = known.bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = dict(bound.arguments)
        given.pop("self")
        self.__dict__.update(given)
        _finish(self)

    __init__.__signature__ = known
    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    __init__._generated = True
    return __init__


def _checked_constructor(function):
    """A user's constructor, after which the fields are checked once."""

    def __init__(self, *args, **kwargs):
        # A subclass' constructor calls that of its base through `super()`: fields are converted when the outermost is done.
        outermost = _BUILDING not in self.__dict__
        if outermost:
            self.__dict__[_BUILDING] = True
        try:
            function(self, *args, **kwargs)
        finally:
            if outermost:
                self.__dict__.pop(_BUILDING, None)
        if outermost:
            _finish(self)

    __init__.__wrapped__ = function
    __init__.__signature__ = inspect.signature(function)
    __init__._generated = False
    return __init__


def _finish(self):
    """Convert the fields of a new value to the types of their annotations, and validate it."""
    if _BUILDING in self.__dict__:
        return  # a subclass' constructor is not done yet
    cls = type(self)
    fields = cls._tf_extension_type_fields()
    missing = {f.name for f in fields if f.name not in self.__dict__ and f.default is REQUIRED}
    if missing:
        raise ValueError(f"Missing required fields: {missing}")
    for f in fields:
        self.__dict__[f.name] = convert(self.__dict__.get(f.name, f.default), late(f.type, cls), f.name, False)
    extra = [k for k in self.__dict__ if k not in {f.name for f in fields} and not k.startswith("_tf")]
    if extra:
        raise ValueError(f"The constructor of {cls.__name__} set attributes that are no fields: {extra}")
    self.__validate__()


@tf_export("experimental.ExtensionType")
class ExtensionType(CompositeTensor, metaclass=ExtensionTypeMetaclass):
    """The base of types with annotated fields that `tf.function`, `tf.nest`, loops, Keras and datasets take as values.

    Mirrors `tf.experimental.ExtensionType`. A subclass annotates its fields, with `tf.Tensor`, `tf.RaggedTensor`, `tf.SparseTensor`,
    other extension types, `int`, `float`, `str`, `bool`, `bytes`, `tf.TensorShape`, `tf.DType`, and tuples, mappings and unions of
    these; a default is written as in a class. The constructor takes the fields in their order or by name, and converts them; a
    subclass may write its own, and check values in `__validate__(self)`. Values do not change. `Type.Spec` is the TypeSpec, with the
    same fields, for the signatures of functions.

    Returns:
        When called, a value with the fields as attributes, which compares with `==`, field by field.

    Raises:
        TypeError: fields of other types, or missing ones.
        AttributeError: a field is assigned later.

    Example:
        >>> class Interval(tf.experimental.ExtensionType):
        ...     low: tf.Tensor
        ...     high: tf.Tensor
        ...     name: str = "any"
        ...     def width(self):
        ...         return self.high - self.low
        >>> x = Interval([0.0, 2.0], [1.0, 5.0])
        >>> tf.function(lambda interval: interval.width() * 2.0)(x).numpy().tolist()
        [2.0, 6.0]
        >>> x.name
        'any'
        >>> try:
        ...     x.low = 3.0
        ... except AttributeError as error:
        ...     print(str(error)[:29])
        Cannot mutate attribute `low`
    """

    __module__ = "tensorflow.python.framework.extension_type"
    _tfshim_no_fields = True
    _tf_spec_base = ExtensionTypeSpec
    _tfshim_dispatch = staticmethod(dispatch)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if type(self) is ExtensionType:
            raise AssertionError("Cannot create an instance of ExtensionType because ExtensionType is an abstract base class.")

    @classmethod
    def _tf_extension_type_fields(cls):
        if cls.__dict__.get("_tf_fields_cache") is None:
            cls._tf_fields_cache = fields_of(cls)
        return cls._tf_fields_cache

    @classmethod
    def _tf_from_fields(cls, fields):
        """A value with the given fields, which are right already."""
        made = object.__new__(cls)
        made.__dict__.update(fields)
        return made

    def _field_values(self):
        return [(f.name, self.__dict__[f.name]) for f in self._tf_extension_type_fields()]

    @property
    def _type_spec(self):
        return self.Spec.from_value(self)

    def __validate__(self):
        """A hook for subclasses: raise where the fields are inconsistent."""

    def __setattr__(self, name, value):
        if _BUILDING in self.__dict__:
            object.__setattr__(self, name, value)
            return
        raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of ExtensionType.")

    def __delattr__(self, name):
        if _BUILDING in self.__dict__:
            object.__delattr__(self, name)
            return
        raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of ExtensionType.")

    def __getattr__(self, name):
        if name in type(self)._tf_defaults:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}: the field is not set yet")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self):
        fields = ", ".join(f"{name}={value!r}" for name, value in self._field_values())
        return f"{type(self).__qualname__}({fields})"

    def __eq__(self, other):
        if type(self) is not type(other):
            return False
        if not self._type_spec.is_compatible_with(other._type_spec):
            return False
        made = constant(True)
        for a, b in zip(_tensors(self), _tensors(other), strict=True):
            made = _both(made, a, b)
        return made

    def __ne__(self, other):
        same = self.__eq__(other)
        return not same if isinstance(same, bool) else logical_not(same)

    # Comparing gives a tensor: values cannot be keys of dictionaries.
    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        return _restored, (type(self), {f: v for f, v in self._field_values()})


def _restored(cls, fields):
    return cls._tf_from_fields(fields)


def _tensors(value):
    return nest.flatten(value, expand_composites=True)


def _both(so_far, a, b):
    if not isinstance(a, Tensor):
        return logical_and(so_far, a == b)
    if a.shape.is_fully_defined() and b.shape.is_fully_defined():
        if a.shape != b.shape:
            return constant(False)
    else:
        # Shapes that a graph finds out may not fit, and comparing their elements would fail.
        same = logical_and(_same_vectors(shape(a), shape(b)), _same_vectors(reshape(a, [-1]), reshape(b, [-1])))
        return logical_and(so_far, same)
    return logical_and(so_far, reduce_all(equal(a, b)))


def _same_vectors(a, b):
    count = minimum(size(a), size(b))
    return logical_and(equal(size(a), size(b)), reduce_all(equal(a[:count], b[:count])))

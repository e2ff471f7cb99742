"""`KerasTensor`: a symbolic value of a functional model, from `tf.keras.Input` or a layer that was called on one."""

from __future__ import annotations

import collections
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from tfshim._export import tf_export, tf_private
from tfshim.engine.values import nest
from tfshim.engine.values.convert import register_tensor_conversion_function
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.protocol import RAGGED, SPARSE
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Reference
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.typespec import TypeSpec


KerasHistory = collections.namedtuple("KerasHistory", "layer node_index tensor_index")
KerasHistory.__module__ = "keras.src.engine.keras_tensor"

_NO_DISPATCH = (
    "You are passing {}, an intermediate Keras symbolic input/output, to a TF API that does not allow registering custom dispatchers, "
    "such as `tf.cond`, `tf.function`, gradient tapes, or `tf.map_fn`. Keras Functional model construction only supports TF API calls "
    "that *do* support dispatching, such as `tf.math.add` or `tf.reshape`. Other APIs cannot be called directly on symbolic Keras"
    "inputs/outputs. You can work around this limitation by putting the operation in a custom Keras layer `call` and calling that "
    "layer on this symbolic input/output."
)
_NO_LENGTH = (
    "Keras symbolic inputs/outputs do not implement `__len__`. You may be trying to pass Keras symbolic inputs/outputs to a TF API that "
    "does not register dispatching, preventing Keras from automatically converting the API call to a lambda layer in the Functional "
    "Model. This error will also get raised if you try asserting a symbolic input/output directly."
)


class _NoDispatch(TypeError, AttributeError):
    """The value of a Keras tensor was accessed: a TypeError to users, an AttributeError to `hasattr`."""

    __init__ = Exception.__init__  # what is made of a text alone stays of its class where a function is traced


# Tracebacks show the class: users see the TypeError that TensorFlow raises.
_NoDispatch.__name__ = _NoDispatch.__qualname__ = "TypeError"

# The attributes that the engine reads from tensors.
_OF_VALUES = frozenset(("_t", "_type_spec", "_op", "_rec", "_dt", "_a", "_b", "_index", "_static", "graph", "value_index"))

# The class of Keras tensors and those below it: `type(x) in CLASSES` is asked of every argument of a layer.
CLASSES: set[type] = set()


@tf_export("keras.__internal__.KerasTensor")
class KerasTensor:
    """A value that is not there yet: what `tf.keras.Input` gives, and a layer that is called with such a one.

    It knows its `shape`, `dtype` and the layer that it comes from. `tf.keras.Model(inputs, outputs)` makes a model of everything between
    two of them; operators and functions of `tf` called on it become layers. Mirrors Keras' class of that name.

    Arguments:
        type_spec: a `tf.TypeSpec`.
        inferred_value: what is known of the elements, where they are few integers, such as those of a shape; None: nothing.
        name: a name; None: none.
        symbolic_object: for classes that were registered: what layers are called on; None: none.

    Example:
        >>> x = tf.keras.Input((2,))
        >>> y = tf.keras.layers.Dense(3)(x)
        >>> y.shape
        TensorShape([None, 3])
        >>> tf.keras.Model(x, y * 2.0).output_shape
        (None, 3)
    """

    __module__ = "keras.src.engine.keras_tensor"
    _nest_leaf = True
    # NumPy arrays to the left of an operator leave it to this class.
    __array_priority__ = 100
    __hash_is_by_ref__ = True

    def __init__(self, type_spec: TypeSpec, inferred_value: Any = None, name: str | None = None, symbolic_object: Any = None) -> None:
        self._type_spec_, self._inferred_value, self._name = type_spec, inferred_value, name
        self._symbolic_object = symbolic_object  # of a registered class: what layers are called on
        shape = getattr(type_spec, "shape", None) if hasattr(type_spec, "shape") else getattr(type_spec, "_shape", self)
        if shape is self:
            raise ValueError(
                f"KerasTensor only supports TypeSpecs that have a shape field; got {type(type_spec).__qualname__}, "
                "which does not have a shape."
            )
        if not isinstance(shape, TensorShape):
            raise TypeError(
                "KerasTensor requires that wrapped TypeSpec's shape is a TensorShape; "
                f"got TypeSpec {type(type_spec).__qualname__}, whose shape field has unexpected type {type(shape).__qualname__}."
            )

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        CLASSES.add(cls)

    @classmethod
    def from_type_spec(cls, type_spec: TypeSpec, name: str | None = None) -> Self:
        """The Keras tensor of this class for a value of `type_spec`."""
        return cls(type_spec, name=name)

    @classmethod
    def _overload_operator(cls, tensor_class: type, operator: str) -> None:
        """Let Keras tensors of this class have the method `operator` of the class of their values."""
        setattr(cls, operator, getattr(tensor_class, operator))

    @property
    def type_spec(self) -> TypeSpec:
        """The `tf.TypeSpec` of the value to come."""
        return self._type_spec_

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    @property
    def is_tensor_like(self) -> bool:
        """Always true: layers may take it for a tensor."""
        return True

    @property
    def shape(self) -> TensorShape:
        """The static shape, a `tf.TensorShape`."""
        spec = self._type_spec_
        return spec.shape if hasattr(spec, "shape") else spec._shape

    @property
    def dtype(self) -> DType:
        """The `tf.DType`."""
        spec = self._type_spec_
        dtype = spec.dtype if hasattr(spec, "dtype") else spec._dtype
        if isinstance(dtype, DType):
            return dtype
        raise TypeError(
            "KerasTensor requires that wrapped TypeSpec's dtype is a DType; "
            f"got TypeSpec {type(spec).__qualname__}, whose dtype field has unexpected type {type(dtype).__qualname__}."
        )

    @property
    def node(self) -> Any:
        """The call that the value comes from. Raises ValueError where there was none."""
        history = getattr(self, "_keras_history", None)
        if history is None:
            raise ValueError(f"{self!r} has no Keras history: it comes from no layer.")
        return history.layer._inbound_nodes[history.node_index]

    def __getattr__(self, name: str) -> Any:
        if name == "_type_spec" and type(self) is not KerasTensor:
            return self._type_spec_  # what the methods of specialized classes are written with
        if name == "dtype":
            raise AttributeError(f"KerasTensor wraps TypeSpec {type(self._type_spec_).__qualname__}, which does not have a dtype.")
        if name in _OF_VALUES:
            raise _NoDispatch(_NO_DISPATCH.format(self))
        if not name.startswith("_"):
            with contextlib.suppress(KeyError):
                return self._attribute_of_kind(name)
        raise AttributeError(f"'KerasTensor' object has no attribute '{name}'")

    _layer_of_whole: Any = None  # what makes one layer of a whole function; `layers.operators` gives it
    _layer_of_class_method: Any = None  # likewise of a function that makes an object of a class
    _item_of: Any = None  # what makes a layer of `x[key]`, likewise

    def get_shape(self) -> TensorShape:
        """The static shape."""
        return self.shape

    def set_shape(self, shape: ShapeLike) -> None:
        """Make the static shape more specific. Raises ValueError if the two contradict each other."""
        if not isinstance(shape, TensorShape):
            shape = TensorShape(shape)
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Keras symbolic input/output's shape {self.shape} is not compatible with supplied shape {shape}.")
        self._type_spec_ = type_spec_with_shape(self._type_spec_, self.shape.merge_with(shape))

    def ref(self) -> Reference:
        """A reference that can be a key of dictionaries."""
        return Reference(self)

    def experimental_ref(self) -> Reference:
        """The same as `ref`."""
        return Reference(self)

    @property
    def op(self) -> NoReturn:
        """Keras tensors have no operation. Raises TypeError."""
        raise TypeError(
            "Keras symbolic inputs/outputs do not implement `op`. You may be trying to pass Keras symbolic inputs/outputs to a "
            "TF API that does not register dispatching, preventing Keras from automatically converting the API call to a "
            "lambda layer in the Functional Model."
        )

    def __len__(self) -> NoReturn:
        raise TypeError(_NO_LENGTH)

    __bool__ = __len__

    def __hash__(self) -> NoReturn:
        raise TypeError(f"Tensors are unhashable (this tensor: {self}). Instead, use tensor.ref() as the key.")

    def __iter__(self) -> Iterator[Any]:
        shape = self.shape
        if shape.rank is None:
            raise TypeError("Cannot iterate over a Tensor with unknown rank.")
        if shape.rank == 0:
            raise TypeError("Cannot iterate over a scalar.")
        if shape[0] is None:
            raise TypeError("Cannot iterate over a Tensor with unknown first dimension.")
        return (self[i] for i in range(shape[0]))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        raise TypeError(_NO_DISPATCH.format(self))

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> NoReturn:
        raise TypeError(_NO_DISPATCH.format(self))

    def _facts(self):
        history = getattr(self, "_keras_history", None)
        made_by = f"created by layer '{history.layer.name}'" if history is not None else None
        spec = self._type_spec_
        kind = f"shape={self.shape} dtype={self.dtype.name}" if isinstance(spec, TensorSpec) else f"type_spec={spec}"
        return kind, self._inferred_value, made_by

    def __repr__(self) -> str:
        kind, value, made_by = self._facts()
        return (
            f"<KerasTensor: {kind}" + (f" inferred_value={value}" if value is not None else "") + (f" ({made_by})" if made_by else "") + ">"
        )

    def __str__(self) -> str:
        _, value, made_by = self._facts()
        return (
            f"KerasTensor(type_spec={self._type_spec_}"
            + (f", inferred_value={value}" if value is not None else "")
            + (f", name='{self._name}'" if self._name is not None else "")
            + (f', description="{made_by}"' if made_by else "")
            + ")"
        )

    def __copy__(self) -> Self:
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        return copied


CLASSES.add(KerasTensor)


@tf_private("keras.src.engine.keras_tensor.type_spec_with_shape")
def type_spec_with_shape(spec: TypeSpec, shape: ShapeLike) -> TypeSpec:
    """`spec` with another shape. Raises ValueError for a spec of a class of its own that has no method `with_shape`."""
    if isinstance(spec, TensorSpec):
        return TensorSpec(shape, spec.dtype, spec.name)
    kind = getattr(spec.value_type, "_tfshim_kind", None)
    if kind is RAGGED:
        return type(spec)(shape, spec.dtype, spec.ragged_rank, spec.row_splits_dtype, spec.flat_values_spec)
    if kind is SPARSE:
        return type(spec)(shape, spec.dtype)
    if hasattr(spec, "with_shape"):
        return spec.with_shape(shape)
    raise ValueError("Keras requires TypeSpec to have a `with_shape` method that returns a copy of `self` with an updated shape.")


class _OfSpecs(type):
    """The type of classes that stand for Keras tensors with certain specs: these all have one class, which is quick to ask for."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, KerasTensor) and getattr(instance.type_spec.value_type, "_tfshim_kind", None) is cls._of


@tf_export("keras.__internal__.RaggedKerasTensor")
class RaggedKerasTensor(KerasTensor, metaclass=_OfSpecs):
    """A Keras tensor whose `type_spec` is a `tf.RaggedTensorSpec`, for `isinstance`."""

    _of = RAGGED


@tf_export("keras.__internal__.SparseKerasTensor")
class SparseKerasTensor(KerasTensor, metaclass=_OfSpecs):
    """A Keras tensor whose `type_spec` is a `tf.SparseTensorSpec`, for `isinstance`."""

    _of = SPARSE


_specializations: list[tuple[type, type[KerasTensor]]] = []


@tf_private("keras.src.engine.keras_tensor.register_keras_tensor_specialization")
def register_keras_tensor_specialization(cls: type, keras_tensor_subclass: type[KerasTensor]) -> None:
    """Let the Keras tensors of values of `cls`, a composite tensor, be of a class of their own."""
    _specializations.append((cls, keras_tensor_subclass))


@tf_private("keras.src.engine.keras_tensor.keras_tensor_from_type_spec")
def keras_tensor_from_type_spec(type_spec: TypeSpec, name: str | None = None) -> KerasTensor:
    """The Keras tensor for a value of `type_spec`, of the class that was registered first for such values."""
    for cls, made in _specializations:
        if issubclass(type_spec.value_type, cls):
            return made.from_type_spec(type_spec, name=name)
    return KerasTensor(type_spec, name=name)


_symbolic_types: list[type] = []


@tf_export("keras.__internal__.utils.register_symbolic_tensor_type")
def register_symbolic_tensor_type(symbolic_tensor_cls: type) -> None:
    """Let layers give objects of a class in functional models that are no tensors, but can be converted to tensors."""
    if symbolic_tensor_cls not in _symbolic_types:
        _symbolic_types.append(symbolic_tensor_cls)


def is_registered(x: Any) -> bool:
    """Whether `x` is an object of a class that was registered for functional models."""
    return bool(_symbolic_types) and isinstance(x, tuple(_symbolic_types))


def holds_keras_tensors(structure: Any) -> bool:
    """Whether there is a Keras tensor among the leaves of `structure`."""
    if type(structure) in CLASSES:
        return True
    if isinstance(structure, (list, tuple)):
        return any(holds_keras_tensors(x) for x in structure)
    if isinstance(structure, dict):
        return any(holds_keras_tensors(x) for x in structure.values())
    if isinstance(structure, slice):
        return any(type(x) in CLASSES for x in (structure.start, structure.stop, structure.step))
    if nest.is_nested(structure):
        return any(type(x) in CLASSES for x in nest.flatten(structure))
    return False


def is_keras(x: Any) -> bool:
    """Whether `x` is a value of a functional model: a Keras tensor, or a tensor of a TF 1 graph that a layer gave."""
    return type(x) in CLASSES or "_keras_history" in getattr(x, "__dict__", ())


def _itself(value, dtype=None, name=None, as_ref=False):
    """Composed functions accept a Keras tensor where they check for a tensor: the operations in them dispatch on it."""
    return value


register_tensor_conversion_function(KerasTensor, _itself)

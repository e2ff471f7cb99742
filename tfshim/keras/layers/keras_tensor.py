"""`KerasTensor`: a value of a model to come, from `tf.keras.Input` or a layer that was called on one."""

import collections
import inspect

from tfshim import bitwise
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor, register_tensor_conversion_function
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Reference, Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.keras.layers.function_names import name_of, takes_all
from tfshim.linalg.products import matmul
from tfshim.math import arithmetic, comparison, division, elementwise, logical

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
    """Something asked for the value of a Keras tensor: a TypeError to users, a missing attribute to `hasattr`."""


_NoDispatch.__name__ = _NoDispatch.__qualname__ = "TypeError"

# What the engine asks tensors for.
_OF_VALUES = frozenset(("_t", "_type_spec", "_op", "_rec", "_dt", "_a", "_b", "_index", "_static", "graph", "value_index"))


class KerasTensor:
    """The type of a value and where it comes from: what functional models are made of.

    `type_spec` is a `tf.TypeSpec`; `inferred_value` what is known of the elements of a small integer tensor.
    Operators and functions of `tf` called on it make layers. Mirrors Keras' class of that name.
    """

    __module__ = "keras.src.engine.keras_tensor"
    _nest_leaf = True
    __array_priority__ = 100
    __hash_is_by_ref__ = True

    def __init__(self, type_spec, inferred_value=None, name=None):
        self._type_spec_, self._inferred_value, self._name = type_spec, inferred_value, name
        if not hasattr(type_spec, "shape") and not hasattr(type_spec, "_shape"):
            raise ValueError(
                f"KerasTensor only supports TypeSpecs that have a shape field; got {type(type_spec).__qualname__}, "
                "which does not have a shape."
            )

    type_spec = property(lambda self: self._type_spec_, doc="The `tf.TypeSpec` of the value to come.")
    name = property(lambda self: self._name, doc="The name, or None.")
    is_tensor_like = property(lambda self: True, doc="Always true: layers may take it for a tensor.")

    @property
    def shape(self):
        """The static shape, a `tf.TensorShape`."""
        spec = self._type_spec_
        return spec.shape if hasattr(spec, "shape") else spec._shape

    @property
    def dtype(self):
        """The `tf.DType`."""
        return self._type_spec_.dtype if hasattr(self._type_spec_, "dtype") else self._type_spec_._dtype

    @property
    def node(self):
        """The call that the value comes from. Raises ValueError where there was none."""
        history = getattr(self, "_keras_history", None)
        if history is None:
            raise ValueError(f"{self!r} has no Keras history: it comes from no layer.")
        return history.layer._inbound_nodes[history.node_index]

    def __getattr__(self, name):
        if name in _OF_VALUES:
            raise _NoDispatch(_NO_DISPATCH.format(self))
        raise AttributeError(f"'KerasTensor' object has no attribute '{name}'")

    def get_shape(self):
        """The static shape."""
        return self.shape

    def set_shape(self, shape):
        """Make the static shape more specific. Raises ValueError if the two contradict each other."""
        if not isinstance(shape, TensorShape):
            shape = TensorShape(shape)
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Keras symbolic input/output's shape {self.shape} is not compatible with supplied shape {shape}.")
        merged = self.shape.merge_with(shape)
        self._type_spec_ = TensorSpec(merged, self.dtype, getattr(self._type_spec_, "name", None))

    def ref(self):
        """A reference that can be a key of dictionaries."""
        return Reference(self)

    def experimental_ref(self):
        """The same as `ref`."""
        return Reference(self)

    @property
    def op(self):
        """Keras tensors have no operation. Raises TypeError."""
        raise TypeError(
            "Keras symbolic inputs/outputs do not implement `op`. You may be trying to pass Keras symbolic inputs/outputs to a "
            "TF API that does not register dispatching, preventing Keras from automatically converting the API call to a "
            "lambda layer in the Functional Model."
        )

    def __len__(self):
        raise TypeError(_NO_LENGTH)

    __bool__ = __len__

    def __hash__(self):
        raise TypeError(f"Tensors are unhashable (this tensor: {self}). Instead, use tensor.ref() as the key.")

    def __iter__(self):
        shape = self.shape
        if shape.rank is None:
            raise TypeError("Cannot iterate over a Tensor with unknown rank.")
        if shape.rank == 0:
            raise TypeError("Cannot iterate over a scalar.")
        if shape[0] is None:
            raise TypeError("Cannot iterate over a Tensor with unknown first dimension.")
        return (self[i] for i in range(shape[0]))

    def __array__(self, dtype=None, copy=None):
        raise TypeError(_NO_DISPATCH.format(self))

    def __tf_tensor__(self, dtype=None, name=None):
        raise TypeError(_NO_DISPATCH.format(self))

    def _facts(self):
        history = getattr(self, "_keras_history", None)
        made_by = f"created by layer '{history.layer.name}'" if history is not None else None
        spec = self._type_spec_
        kind = f"shape={self.shape} dtype={self.dtype.name}" if isinstance(spec, TensorSpec) else f"type_spec={spec}"
        return kind, self._inferred_value, made_by

    def __repr__(self):
        kind, value, made_by = self._facts()
        return (
            f"<KerasTensor: {kind}" + (f" inferred_value={value}" if value is not None else "") + (f" ({made_by})" if made_by else "") + ">"
        )

    def __str__(self):
        _, value, made_by = self._facts()
        return (
            f"KerasTensor(type_spec={self._type_spec_}"
            + (f", inferred_value={value}" if value is not None else "")
            + (f", name='{self._name}'" if self._name is not None else "")
            + (f', description="{made_by}"' if made_by else "")
            + ")"
        )

    def __copy__(self):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def _tfshim_dispatch(function, args, kwargs):
        """Turn the call of a function of `tf` into a layer; see `tfshim.engine.ops.op`."""
        if not holds_keras_tensors((args, kwargs)):
            return NotImplemented
        from tfshim.keras.layers.op_layers import TFOpLambda

        public, path = name_of(function)
        signature = inspect.signature(public)
        bound = signature.bind(*args, **kwargs)
        given = dict(bound.arguments)
        parameters = signature.parameters
        if takes_all(path):
            bound.apply_defaults()
            given = dict(bound.arguments)
        else:
            given = {k: v for i, (k, v) in enumerate(given.items()) if not i or not _same(v, parameters[k].default)}
        if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()):
            return TFOpLambda(public)(*bound.args, **bound.kwargs)
        first = next(iter(given))
        return TFOpLambda(public)(given.pop(first), **given)


def _same(value, default):
    plain = type(value) in (int, float, str, bool, bytes, dtypes.DType)
    return value is default or plain and type(value) is type(default) and value == default


def holds_keras_tensors(structure):
    """Whether there is a Keras tensor among the leaves of `structure`."""
    if type(structure) is KerasTensor:
        return True
    if isinstance(structure, (list, tuple)):
        return any(holds_keras_tensors(x) for x in structure)
    if isinstance(structure, dict):
        return any(holds_keras_tensors(x) for x in structure.values())
    if isinstance(structure, slice):
        return any(type(x) is KerasTensor for x in (structure.start, structure.stop, structure.step))
    if nest.is_nested(structure):
        return any(type(x) is KerasTensor for x in nest.flatten(structure))
    return False


def is_keras(x):
    """Whether `x` is a value of a functional model: a Keras tensor, or a tensor of a TF 1 graph that a layer gave."""
    return type(x) is KerasTensor or "_keras_history" in getattr(x, "__dict__", ())


def _itself(value, dtype=None, name=None, as_ref=False):
    """A Keras tensor may stand where functions made of operations ask for a tensor: the operations will answer."""
    return value


register_tensor_conversion_function(KerasTensor, _itself)


# ---------------------------------------------------------------------- operators
def _matmul(a, b, name=None):
    return matmul(a, b)


def _on_tensors(operator):
    """The function of the operator `__operator__` on tensors, with Keras' names of the operands."""

    def function(x, y, name=None):
        return getattr(x if isinstance(x, Tensor) else _tensor(x, y), operator)(y)

    return function


def _tensor(x, like):
    return convert_to_tensor(x, dtype=like.dtype.base_dtype if hasattr(like, "dtype") else None)


def _item(tensor, slice_spec, name=None):
    return tensor[slice_spec]


def _bits(on_bools, name):
    def choose(x):
        if x.dtype == dtypes.bool:
            return on_bools, f"math.{on_bools.__name__}"
        return getattr(bitwise, name), f"bitwise.{name}"

    return choose


# Canonical names that no public function has, and what they stand for.
OPERATORS = {
    "__operators__.add": _on_tensors("__add__"),
    "__operators__.eq": _on_tensors("__eq__"),
    "__operators__.ne": _on_tensors("__ne__"),
    "__operators__.getitem": _item,
    "compat.v1.floor_div": division.floordiv,
}

_BINARY = {
    "add": (OPERATORS["__operators__.add"], "__operators__.add"),
    "sub": (arithmetic.subtract, "math.subtract"),
    "mul": (arithmetic.multiply, "math.multiply"),
    "truediv": (division.truediv, "math.truediv"),
    "floordiv": (division.floordiv, "compat.v1.floor_div"),
    "mod": (division.floormod, "math.floormod"),
    "pow": (arithmetic.pow, "math.pow"),
    "matmul": (_matmul, "linalg.matmul"),
    "lt": (comparison.less, "math.less"),
    "le": (comparison.less_equal, "math.less_equal"),
    "gt": (comparison.greater, "math.greater"),
    "ge": (comparison.greater_equal, "math.greater_equal"),
}
_BITS = {
    "and": _bits(logical.logical_and, "bitwise_and"),
    "or": _bits(logical.logical_or, "bitwise_or"),
    "xor": _bits(logical.logical_xor, "bitwise_xor"),
}


def _layer(function, path, first, rest):
    from tfshim.keras.layers.op_layers import TFOpLambda

    return TFOpLambda(function, path=path)(first, **rest)


def _install(symbol, choose):
    def forward(self, other):
        function, path = choose(self)
        return _layer(function, path, self, {"b" if symbol == "matmul" else "y": other, "name": None})

    def backward(self, other):
        function, path = choose(self)
        if isinstance(other, (int, bool)) and self.dtype.is_floating:
            other = float(other)
        return _layer(function, path, other, {"b" if symbol == "matmul" else "y": self, "name": None})

    setattr(KerasTensor, f"__{symbol}__", forward)
    if symbol not in ("lt", "le", "gt", "ge"):
        setattr(KerasTensor, f"__r{symbol}__", backward)


for _symbol, _pair in _BINARY.items():
    _install(_symbol, lambda x, pair=_pair: pair)
for _symbol, _choose in _BITS.items():
    _install(_symbol, _choose)


def _equality(path, differ):
    def operator(self, other):
        if other is None:
            return differ
        return _layer(OPERATORS[path], path, self, {"y": other})

    return operator


def _invert(self):
    on_bools = self.dtype == dtypes.bool
    return _layer(
        logical.logical_not if on_bools else bitwise.invert, "math.logical_not" if on_bools else "bitwise.invert", self, {"name": None}
    )


def _getitem(self, key):
    from tfshim.keras.layers.op_layers import SlicingOpLambda

    return SlicingOpLambda(_item, path="__operators__.getitem")(self, slice_spec=key)


KerasTensor.__eq__ = _equality("__operators__.eq", False)
KerasTensor.__ne__ = _equality("__operators__.ne", True)
KerasTensor.__neg__ = lambda self: _layer(arithmetic.negative, "math.negative", self, {"name": None})
KerasTensor.__abs__ = lambda self: _layer(elementwise.abs, "math.abs", self, {})
KerasTensor.__invert__ = _invert
KerasTensor.__getitem__ = _getitem

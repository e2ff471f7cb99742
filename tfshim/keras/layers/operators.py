"""Operators, indexing and functions of `tf` on Keras tensors: each makes a layer. Importing this gives them to `KerasTensor`."""

import inspect

import numpy as np

from tfshim import bitwise
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import RAGGED, SPARSE
from tfshim.keras.engine.keras_tensor import KerasTensor, holds_keras_tensors
from tfshim.keras.layers.function_lookup import OPERATORS
from tfshim.keras.layers.function_names import keeps_defaults, name_of
from tfshim.keras.layers.op_layers import ClassMethod, InstanceMethod, InstanceProperty, SlicingOpLambda, TFOpLambda
from tfshim.linalg.products import matmul
from tfshim.math import arithmetic, comparison, division, elementwise, logical


def _dispatch(function, args, kwargs):
    """Turn the call of a function of `tf` into a layer; see `tfshim.engine.ops.op`."""
    if not holds_keras_tensors((args, kwargs)):
        return NotImplemented
    public, _ = name_of(function)
    signature = inspect.signature(public)
    bound = signature.bind(*args, **kwargs)
    given = dict(bound.arguments)
    parameters = signature.parameters
    # For these functions Keras' files list the defaults too.
    if keeps_defaults(public):
        bound.apply_defaults()
        given = dict(bound.arguments)
    else:
        given = {k: v for i, (k, v) in enumerate(given.items()) if not i or not _same(v, parameters[k].default)}
    # A layer's own first argument is called `inputs`.
    if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()) or "inputs" in list(given)[1:]:
        return TFOpLambda(public)(*bound.args, **bound.kwargs)
    first = next(iter(given))
    return TFOpLambda(public)(given.pop(first), **given)


def _same(value, default):
    plain = type(value) in (int, float, str, bool, bytes, dtypes.DType)
    return value is default or plain and type(value) is type(default) and value == default


def _matmul(a, b, name=None):
    return matmul(a, b)


def _bits(on_bools, name):
    def choose(x):
        if x.dtype == dtypes.bool:
            return on_bools, f"math.{on_bools.__name__}"
        return getattr(bitwise, name), f"bitwise.{name}"

    return choose


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
    return TFOpLambda(function, path=path)(first, **rest)


def _install(symbol, choose):
    def forward(self, other):
        function, path = choose(self)
        return _layer(function, path, self, {"b" if symbol == "matmul" else "y": other, "name": None})

    def backward(self, other):
        function, path = choose(self)
        # As the first argument it would decide the dtype of the result.
        if isinstance(other, (int, bool)) and self.dtype.is_floating:
            other = float(other)
        elif isinstance(other, (np.ndarray, np.generic)):
            other = convert_to_tensor(other, dtype=self.dtype)
        return _layer(function, path, other, {"b" if symbol == "matmul" else "y": self, "name": None})

    setattr(KerasTensor, f"__{symbol}__", forward)
    # Python reflects comparisons by itself: `2 < x` becomes `x > 2`.
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
    return _item_of(self, key)


def _item_of(x, key):
    """`x[key]` as a layer; `x` or what `key` holds are Keras tensors."""
    ragged = isinstance(x, KerasTensor) and getattr(x.type_spec.value_type, "_tfshim_kind", None) is RAGGED
    path, argument = ("__operators__.ragged_getitem", "key") if ragged else ("__operators__.getitem", "slice_spec")
    return SlicingOpLambda(OPERATORS[path], path=path)(x, **{argument: key})


# What Keras tensors of a kind have besides, as their values do; the attributes that are no tensors come from the spec.
_OF_KINDS = {
    RAGGED: (
        "values flat_values row_splits nested_row_splits",
        """bounding_shape merge_dims nested_row_lengths nested_value_rowids nrows row_lengths row_limits row_starts to_sparse to_tensor
        value_rowids with_flat_values with_row_splits_dtype with_values""",
        ("ragged_rank",),
    ),
    SPARSE: ("indices values dense_shape", "with_values", ()),
}
_OF_KINDS = {kind: (set(have.split()), set(do.split()), of_spec) for kind, (have, do, of_spec) in _OF_KINDS.items()}


def _attribute_of_kind(self, name):
    """What `name` of a Keras tensor is, for attributes that only its kind of values has. Raises KeyError for others."""
    have, do, of_spec = _OF_KINDS[getattr(self.type_spec.value_type, "_tfshim_kind", None)]
    if name in have:
        return InstanceProperty(name)(self)
    if name in do:
        return lambda *args, **kwargs: InstanceMethod(name)(self, args=list(args), kwargs=kwargs)
    if name in of_spec:
        return getattr(self.type_spec, name)
    raise KeyError(name)


def _class_method(path, name, args, kwargs):
    """What a class makes of Keras tensors, among others."""
    return ClassMethod(path, name)(list(args), kwargs=kwargs)


def _whole(function, path, *args, **kwargs):
    """What a layer of the whole function gives."""
    return TFOpLambda(function, path=path)(*args, **kwargs)


KerasTensor._attribute_of_kind = _attribute_of_kind
KerasTensor._layer_of_whole = staticmethod(_whole)
KerasTensor._layer_of_class_method = staticmethod(_class_method)
KerasTensor._item_of = staticmethod(_item_of)
KerasTensor.__eq__ = _equality("__operators__.eq", False)  # type: ignore[method-assign]
KerasTensor.__ne__ = _equality("__operators__.ne", True)  # type: ignore[method-assign]
KerasTensor.__neg__ = lambda self: _layer(arithmetic.negative, "math.negative", self, {"name": None})
KerasTensor.__abs__ = lambda self: _layer(elementwise.abs, "math.abs", self, {})
KerasTensor.__invert__ = _invert
KerasTensor.__getitem__ = _getitem
KerasTensor._tfshim_dispatch = staticmethod(_dispatch)

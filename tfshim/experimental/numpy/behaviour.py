"""NumPy's methods and promotion on tensors themselves."""

from __future__ import annotations

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.values.tensor import Tensor
from tfshim.experimental.numpy import _types, elementwise, linear, reducing, shaping
from tfshim.experimental.numpy.indexing import numpy_getitem
from tfshim.refusals import refused

_on = False


def _astype(self, dtype):
    return _types.asarray(self, dtype)


def _reshape(self, *args, **kwargs):
    shape = args[0] if len(args) == 1 and not isinstance(args[0], int) else args
    return shaping.reshape(self, shape, **kwargs)


def _transpose(self, *axes):
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
    return shaping.transpose(self, axes or None)


def _item(self, *args):
    return self.numpy().item(*args)


_METHODS = {
    "astype": _astype, "reshape": _reshape, "transpose": _transpose, "item": _item, "max": reducing.max, "mean": reducing.mean,
    "min": reducing.min, "clip": lambda self, a_min, a_max: elementwise.clip(self, a_min, a_max),
    "ravel": lambda self: shaping.ravel(self), "flatten": lambda self, order="C": shaping.flatten(self, order),
    "tolist": lambda self: self.numpy().tolist(), "__round__": lambda self, n=0: elementwise.around(self, n),
    "T": property(lambda self: shaping.transpose(self)), "size": property(lambda self: reducing.size(self)),
    "data": property(lambda self: array_ops.identity(self)), "__getitem__": numpy_getitem,
}  # fmt: skip
_OPERATORS = {
    "add": elementwise.add, "sub": elementwise.subtract, "mul": elementwise.multiply, "truediv": elementwise.true_divide,
    "floordiv": elementwise.floor_divide, "mod": elementwise.mod, "pow": elementwise.power, "matmul": linear.matmul,
    "and": elementwise.bitwise_and, "or": elementwise.bitwise_or, "xor": elementwise.bitwise_xor,
}  # fmt: skip
_COMPARISONS = {
    "eq": elementwise.equal, "ne": elementwise.not_equal, "lt": elementwise.less, "le": elementwise.less_equal,
    "gt": elementwise.greater, "ge": elementwise.greater_equal,
}  # fmt: skip


def _operator(function):
    def run(self, other):
        return function(self, other) if _usable(other) else NotImplemented

    def run_reversed(self, other):
        return function(other, self) if _usable(other) else NotImplemented

    return run, run_reversed


def _usable(other):
    numeric = not (hasattr(other, "dtype") and getattr(other.dtype, "name", "") == "string")
    return numeric and not isinstance(other, (str, bytes)) and other is not None and not hasattr(type(other), "_tfshim_dispatch")


def _comparison(function, plain):
    def run(self, other):
        # What is no number is compared as before: with None, with strings, with ragged, sparse and other tensors.
        return function(self, other) if _usable(other) and self.dtype.name != "string" else plain(self, other)

    return run


@tf_export("experimental.numpy.experimental_enable_numpy_behavior")
def experimental_enable_numpy_behavior(prefer_float32: bool = False, dtype_conversion_mode: str = "legacy") -> None:
    """Give tensors NumPy's methods (`T`, `astype`, `reshape`, `max` ...) and indices, and let operators promote dtypes as NumPy does.

    `prefer_float32`: Python floats become float32 rather than float64. `dtype_conversion_mode`: "legacy"; "off" changes
    methods alone; "all" and "safe" raise NotImplementedError. Mirrors `tf.experimental.numpy.experimental_enable_numpy_behavior`.
    """
    global _on
    if dtype_conversion_mode not in ("legacy", "off", "all", "safe"):
        raise ValueError(f"dtype_conversion_mode must be one of 'all', 'legacy', 'off' or 'safe', got {dtype_conversion_mode!r}")
    if dtype_conversion_mode in ("all", "safe"):
        raise refused("tf.experimental.numpy.experimental_enable_numpy_behavior", "dtype_conversion_mode", value=dtype_conversion_mode)
    _types.set_prefer_float32(prefer_float32)
    # Once: the comparisons keep the methods they replace, which then would be themselves.
    if _on:
        return
    _on = True
    for name, method in _METHODS.items():
        setattr(Tensor, name, method)
    if dtype_conversion_mode == "off":
        return
    for name, function in _OPERATORS.items():
        forward, backward = _operator(function)
        setattr(Tensor, f"__{name}__", forward)
        setattr(Tensor, f"__r{name}__", backward)
    for name, function in _COMPARISONS.items():
        setattr(Tensor, f"__{name}__", _comparison(function, getattr(Tensor, f"__{name}__")))

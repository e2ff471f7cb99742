"""NumPy's methods and promotion on tensors themselves."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tfshim import array_ops, bitwise, linalg, math
from tfshim._export import tf_export
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.after_write import AfterWrite
from tfshim.engine.variables.variable import Variable
from tfshim.experimental.numpy import _types, averaging, elementwise, linear, pairwise, promotion, reducing, shaping
from tfshim.experimental.numpy.indexing import numpy_getitem
from tfshim.experimental.numpy.promotion import PromoMode
from tfshim.experimental.numpy.weak_tensor import WeakTensor
from tfshim.experimental.numpy.weak_types import Unsupported, combined


def _reshape(self, *args, **kwargs):
    shape = args[0] if len(args) == 1 and not isinstance(args[0], int) else args
    return shaping.reshape(self, shape, **kwargs)


def _transpose(self, *axes):
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
    return shaping.transpose(self, axes or None)


def _size(self):
    return np.prod(self.shape.as_list()) if self.shape.is_fully_defined() else None


def _tolist(self):
    if not isinstance(convert_to_tensor(self), EagerTensor):
        raise ValueError("Symbolic Tensors do not support the tolist API.")
    return self.numpy().tolist()


_METHODS = {
    "astype": array_ops.cast, "reshape": _reshape, "transpose": _transpose, "max": reducing.amax, "mean": averaging.mean,
    "min": reducing.amin, "clip": pairwise.clip, "ravel": shaping.ravel, "flatten": shaping.flatten, "tolist": _tolist,
    "__round__": elementwise.around, "__pos__": lambda self: self, "T": property(lambda self: self.transpose()),
    "ndim": property(lambda self: self.shape.rank), "size": property(_size), "data": property(lambda self: self),
}  # fmt: skip


def _item(self, *args):
    return self.numpy().item(*args)


# The public functions that convert the operands of an operator where dtypes may be weak. Others are left as they are.
_CONVERTING = {
    "add": math.add, "sub": math.subtract, "mul": math.multiply, "truediv": math.truediv, "floordiv": math.floordiv,
    "mod": math.floormod, "pow": math.pow, "matmul": linalg.matmul, "eq": math.equal,
}  # fmt: skip
_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor")
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _usable(other):
    """Whether `other` is promoted: ragged, sparse and other tensors, text and None are left to the operator."""
    return not isinstance(other, (str, bytes)) and other is not None and not (
        hasattr(type(other), "_tfshim_dispatch") and not isinstance(other, (WeakTensor, IndexedSlices))
    )  # fmt: skip


def _promoting(symbol: str, plain: Callable[..., Any], reflected: bool = False) -> Callable[..., Any]:
    """The operator `plain` of tensors with operands that are promoted first."""
    function = _CONVERTING.get(symbol)

    @functools.wraps(plain)
    def operator(x, y):
        if promotion.mode is PromoMode.OFF or not _usable(y) or x.dtype == dt.string:
            return plain(x, y)
        if promotion.mode is not PromoMode.LEGACY:
            if function is not None:
                return _weakly(function, plain, x, y, reflected)
            if reflected and not hasattr(y, "dtype"):  # of logic, which asks the left one
                raise AttributeError(f"{type(y).__name__!r} object has no attribute 'dtype'")
            promotion.check_number(y, x)
            return plain(x, y)
        try:
            if symbol == "matmul":
                return linear.matmul(y, x) if reflected else linear.matmul(x, y)
            return plain(*_by_numpy(symbol, x, y))
        except (TypeError, ValueError) as failure:
            return _by_the_other(symbol, x, y, reflected, failure)

    return operator


def _by_numpy(symbol, x, y):
    """The operands as tensors of the dtype that NumPy gives them; what is none yet has to fit it."""
    if is_variable(y):
        if symbol in _COMPARISONS:
            raise TypeError(f"Cannot interpret {y!r} as a data type")
        y = convert_to_tensor(y)
    kind = _types.result_type(x, y)
    return [array_ops.cast(v, kind) if isinstance(v, Tensor) else convert_to_tensor(v, kind) for v in (x, y)]


def _by_the_other(symbol, x, y, reflected, failure):
    """What the operator of `y` makes of `x`; the `failure` of that of `x` where it makes nothing."""
    theirs = getattr(type(y), f"__r{symbol}__", None)
    if reflected or theirs is None or isinstance(y, (Tensor, WeakTensor)) or is_variable(y):
        raise failure
    try:
        made = theirs(y, x)
    except (TypeError, ValueError):
        raise failure from None
    if made is NotImplemented:
        raise failure
    return made


def _weakly(function, plain, x, y, reflected):
    pair = (y, x) if reflected else (x, y)
    try:
        target, weak = combined(pair, promotion.mode)
    except Unsupported:
        return plain(x, y)
    except TypeError as failure:
        symbol = next(s for s, f in _CONVERTING.items() if f is function)
        return _by_the_other(symbol, x, y, reflected, failure)
    if function is not math.equal and isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype == y.dtype:
        return plain(x, y)
    if function is math.equal:
        weak = False
    x, y = (promotion.converted(v, target) for v in (x, y))
    return promotion.as_weak(plain(x, y), weak)


def _of_value(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """The operator of variables: that of the tensors that are read."""

    @functools.wraps(plain)
    def method(self, *others):
        value = self._tfshim_value()
        return getattr(type(value), name)(value, *others)

    return method


def _of_weak(operator: Callable[..., Any]) -> Callable[..., Any]:
    """The operator of tensors as a method of weak ones."""

    @functools.wraps(operator)
    def method(self, *others):
        if promotion.is_weak():
            return operator(self, *others)
        return operator(self.tensor, *others)

    return method


def _assigning(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A method of variables that takes values whose dtype becomes that of the variable."""

    @functools.wraps(plain)
    def method(self, value, *args, **kwargs):
        if not promotion.is_weak():
            return plain(self, value, *args, **kwargs)
        try:
            target, _ = combined([self, value], promotion.mode)
        except Unsupported:
            return plain(self, value, *args, **kwargs)
        if target != self.dtype:
            raise TypeError(
                f"Variable dtype is immutable. Calling {name} of Variable (with dtype {self.dtype}) on {value} requires converting {value} "
                f"to {self.dtype}. This is disabled in the current promotion semantics. Please convert {value} manually before calling "
                f"{name}."
            )
        return plain(self, promotion.converted(value, target), *args, **kwargs)

    return method


@functools.cache
def _install_methods():
    """Give tensors NumPy's methods and indices. Once: what replaces a method keeps it."""
    for name, method in _METHODS.items():
        setattr(Tensor, name, method)
        setattr(WeakTensor, name, method)
    setattr(Tensor, "item", _item)  # noqa: B010
    setattr(Tensor, "__getitem__", numpy_getitem)  # noqa: B010


@functools.cache
def _install_operators():
    """Let operators promote, and variables convert what they are assigned."""
    names = [f"__{s}__" for s in (*_ARITHMETIC, *_COMPARISONS)] + [f"__r{s}__" for s in _ARITHMETIC]
    for name in names:
        reflected = name[3:-2] in _ARITHMETIC and name.startswith("__r")
        symbol = name[3:-2] if reflected else name[2:-2]
        for kind in (Tensor, SymbolicTensor):
            if name in vars(kind):
                setattr(kind, name, _promoting(symbol, vars(kind)[name], reflected))
        for variables in (Variable, AfterWrite):
            # Those for equality compare what is read, without promotion by NumPy's rules.
            if name in vars(variables) and symbol not in ("eq", "ne"):
                setattr(variables, name, _of_value(name, vars(variables)[name]))
        setattr(WeakTensor, name, _of_weak(vars(Tensor)[name]))
    WeakTensor.__neg__ = lambda self: math.negative(self)
    WeakTensor.__abs__ = lambda self: math.abs(self)
    WeakTensor.__invert__ = lambda self: promotion.as_weak(bitwise.invert(self.tensor), True)
    WeakTensor.__getitem__ = lambda self, key: self.tensor[key]
    for name in ("assign", "assign_add", "assign_sub"):
        setattr(Variable, name, _assigning(name, getattr(Variable, name)))


@tf_export("experimental.numpy.experimental_enable_numpy_behavior")
def experimental_enable_numpy_behavior(prefer_float32: bool = False, dtype_conversion_mode: str = "legacy") -> None:
    """Give tensors NumPy's methods (`T`, `astype`, `reshape`, `max` ...) and indices, and let dtypes promote.

    Arguments:
        prefer_float32: Python floats become float32 rather than float64 where NumPy's rules hold.
        dtype_conversion_mode: "legacy", operators promote as NumPy does; "off", they do not; "all", operators and most functions of
            one or two operands promote as JAX does: Python's numbers, and what `tf.constant` makes of them, are weak, which means that
            they take the dtype of the tensors they meet; "safe", the same, but promotions that widen or lose digits raise TypeError.

    Raises:
        ValueError: another mode.

    Call it once, before anything else; what it gives tensors cannot be taken away again. Without it, operators ask for one dtype, and
    tensors have TensorFlow's indices alone. Mirrors `tf.experimental.numpy.experimental_enable_numpy_behavior`. A program begins so:

        tf.experimental.numpy.experimental_enable_numpy_behavior()
        x = tf.constant([[1, 2], [3, 4]])
        x.T + 1.5  # of float64, where it was an error
        x[[1, 0]]  # the rows in another order

    Example:
        >>> try:
        ...     tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="numpy")
        ... except ValueError:
        ...     print("no such mode")
        no such mode
    """
    if dtype_conversion_mode in ("safe", "all"):
        get_logger().warning(
            "UserWarning: enabling the new type promotion must happen at the beginning of the program. Please ensure no TF APIs have "
            "been used yet."
        )
    promotion.set_mode(dtype_conversion_mode)
    _types.set_prefer_float32(prefer_float32)
    _install_methods()
    _install_operators()

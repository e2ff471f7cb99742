"""Conversion of arguments while dtypes may be weak: which functions it takes part in, and how.

A function of one operand takes Python's numbers as weak tensors and gives a weak tensor for one; of two operands it first
makes them of one dtype.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from tfshim import array_ops
from tfshim._export import declared
from tfshim.engine.runtime import promotion
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import core_types
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.tensor import Tensor
from tfshim.experimental.numpy.weak_tensor import WeakTensor
from tfshim.experimental.numpy.weak_types import PromoMode, Unsupported, combined

Function = TypeVar("Function", bound=Callable[..., Any])

mode = PromoMode.OFF

# By the first of the names that they are declared with.
_UNARY = frozenset(
    """
    math.abs math.acos math.acosh math.angle math.asin math.asinh math.atan math.atanh math.ceil math.conj math.cos math.cosh
    math.digamma math.erf math.erfc math.erfcinv math.erfinv math.exp math.expm1 math.floor math.imag math.lgamma math.log math.log1p
    math.log_sigmoid math.ndtri math.negative math.real math.reciprocal math.reciprocal_no_nan math.rint math.round math.rsqrt
    math.sigmoid math.sign math.sin math.sinh math.softplus math.sqrt math.square math.tan math.tanh
    math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.special.bessel_j0 math.special.bessel_j1 math.special.bessel_k0
    math.special.bessel_k0e math.special.bessel_k1 math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1
    math.special.dawsn math.special.expint math.special.fresnel_cos math.special.fresnel_sin math.special.spence
    math.reduce_euclidean_norm math.reduce_logsumexp math.reduce_max math.reduce_mean math.reduce_min math.reduce_prod math.reduce_std
    math.reduce_sum math.reduce_variance linalg.trace linalg.diag linalg.diag_part linalg.matrix_transpose linalg.tensor_diag_part
    reshape expand_dims identity squeeze stop_gradient transpose zeros_like ones_like clip_by_value
    debugging.check_numerics nn.depth_to_space nn.space_to_depth nn.gelu nn.leaky_relu nn.relu6 nn.silu nn.log_softmax
    image.extract_patches math.scalar_mul
""".split()
)
_OPERANDS = {"math.scalar_mul": "x"}  # where it is not the first parameter
_BINARY = frozenset(
    """
    math.add math.subtract math.multiply math.multiply_no_nan linalg.matmul linalg.matvec math.divide math.divide_no_nan
    math.truediv realdiv truncatediv math.floordiv truncatemod math.floormod math.pow
""".split()
)
_NEVER_WEAK = frozenset("math.maximum math.minimum math.equal".split())
# They convert nothing, but a number that takes the dtype of the other operand has to be allowed to.
_CHECKED = frozenset("math.less math.less_equal math.greater math.greater_equal math.not_equal".split())


@functools.cache
def _case(function: Any) -> tuple[Callable[..., Any], list[str], str] | None:
    """(how arguments of `function` are converted, the names of its parameters, the first of its names); None if it takes no part."""
    export = declared(function)
    if export is None or not export.names:
        return None
    name = export.names[0]
    how: Callable[..., Any]
    if name in _UNARY:
        how = functools.partial(_one, operand=_OPERANDS.get(name))
    elif name in _BINARY or name in _NEVER_WEAK:
        how = functools.partial(_two, may_be_weak=name in _BINARY)
    elif name in _CHECKED:
        how = _checked
    elif name == "constant":
        how = _constant
    else:
        return None
    return how, list(inspect.signature(function).parameters), name


def _hook(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    case = None if promotion.suspended.value else _case(function)
    if case is None:
        return NotImplemented
    how, names, name = case
    given = {**dict(zip(names, args)), **kwargs}
    try:
        return how(function, names, given)
    except Unsupported:
        operands = ", ".join(str(type(x)) for x in given.values() if x is not None)
        get_logger().warning(f"The new dtype semantics do not support tf.{name}({operands}). Falling back to old semantics.")
        return NotImplemented


def converted(x: Any, dtype: DType) -> Tensor:
    """A value as a tensor of `dtype`: what is none yet is made one of it, tensors are cast."""
    if isinstance(x, (core_types.Tensor, CompositeTensor)):
        return array_ops.cast(convert_to_tensor(x), dtype)
    return convert_to_tensor(x, dtype)


def _others(x: Any) -> bool:
    """Whether `x`, such as a tensor of a Keras model, handles calls itself."""
    return hasattr(type(x), "_tfshim_dispatch") and not isinstance(x, CompositeTensor)


def as_weak(made: Any, weak: bool) -> Any:
    """A result as a weak tensor if it is `weak`."""
    if isinstance(made, WeakTensor):
        return made if weak else made.tensor
    return WeakTensor.from_tensor(made) if weak else made


def _one(function, names, given, operand=None):
    if operand is not None and mode is PromoMode.SAFE:  # the scalar becomes a constant of the tensor's dtype
        check_number(given.get(names[0]), given.get(operand))
    operand = operand or names[0]
    x = given.get(operand)
    if isinstance(x, Tensor) or x is None or given.get("dtype") is not None or _others(x):
        return NotImplemented
    target, weak = combined([x], mode)
    return as_weak(function(**{**given, operand: converted(x, target)}), weak)


def _two(function, names, given, may_be_weak=True):
    x, y = given.get(names[0]), given.get(names[1])
    if x is None or y is None or _others(x) or _others(y):
        return NotImplemented
    if isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype.base_dtype == y.dtype.base_dtype:
        return NotImplemented
    target, weak = combined([x, y], mode)
    made = function(**{**given, names[0]: converted(x, target), names[1]: converted(y, target)})
    return as_weak(made, weak and may_be_weak)


def check_number(x: Any, other: Any) -> None:
    """Raise TypeError where `x`, which is no tensor, may not take the dtype of the tensor `other`."""
    if isinstance(other, core_types.Tensor) and isinstance(x, (int, float, complex)) and not isinstance(x, bool):
        combined([x, other.dtype], mode)


def _checked(function, names, given):
    x, y = given.get(names[0]), given.get(names[1])
    check_number(x, y)
    check_number(y, x)
    return NotImplemented


def _constant(function, names, given):
    """`tf.constant`: of Python's numbers a weak tensor; a given dtype is that of the result, for tensors too if it holds theirs."""
    x, dtype = given["value"], given.get("dtype")
    if dtype is None:
        target, weak = combined([x], mode)
        plain = x.tensor if isinstance(x, WeakTensor) else x
        return as_weak(function(**{**given, "value": plain, "dtype": target}), weak)
    if not isinstance(x, core_types.Tensor):
        combined([x, dtype], mode)  # which may refuse
        return NotImplemented
    target, _ = combined([x, dtype], mode)
    plain = x.tensor if isinstance(x, WeakTensor) else x
    if target != dtype or plain.dtype == dtype and plain is x:
        return function(**{**given, "value": plain}) if plain is not x else NotImplemented
    return function(**{**given, "value": converted(x, target)})


def _number(x):
    """The weak tensor of a number that a function returns."""
    return array_ops.constant(x)


def taking_numbers(function: Function) -> Function:
    """A function of `tf.experimental.numpy` whose first parameter takes Python's numbers as weak tensors."""
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def run(*args, **kwargs):
        if promotion.hook is None:
            return function(*args, **kwargs)
        given = {**dict(zip(names, args)), **kwargs}
        try:
            made = _one(function, names, given)
        except Unsupported:
            return function(*args, **kwargs)
        return function(*args, **kwargs) if made is NotImplemented else made

    return run


def of_one_dtype(function: Function) -> Function:
    """A function of `tf.experimental.numpy` whose first two parameters are made of one dtype, which may be weak."""
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def run(*args, **kwargs):
        if promotion.hook is None:
            return function(*args, **kwargs)
        try:
            made = _two(function, names, {**dict(zip(names, args)), **kwargs})
        except Unsupported:
            return function(*args, **kwargs)
        return function(*args, **kwargs) if made is NotImplemented else made

    return run


def set_mode(text: str) -> None:
    """Promote as `text` says: "off", "legacy", "safe" or "all". ValueError for another."""
    global mode
    found = {m.name.lower(): m for m in PromoMode}.get(text)
    if found is None:
        raise ValueError(
            f"The provided promotion mode {text} does not exist. Make sure the provided dtype conversion mode is one of the followings: "
            "'off', 'legacy', 'safe' or 'all'."
        )
    mode = found
    promotion.set_hook(*((_hook, _number) if is_weak() else (None,)))


def is_weak() -> bool:
    """Whether dtypes may be weak."""
    return mode in (PromoMode.SAFE, PromoMode.ALL)

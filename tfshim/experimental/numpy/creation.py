"""New arrays."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import array, asarray, default_float, dtype_of, result_type
from tfshim.experimental.numpy.shaping import diagonal

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _shape(shape):
    return shape if hasattr(shape, "shape") or isinstance(shape, (list, tuple)) else [shape]


@tf_export("experimental.numpy.zeros")
def zeros(shape: SizesLike, dtype: DTypeLike | None = float) -> Tensor:
    """Zeros. Mirrors `tf.experimental.numpy.zeros`."""
    return array_ops.zeros(_shape(shape), dtype_of(float if dtype is None else dtype))


@tf_export("experimental.numpy.ones")
def ones(shape: SizesLike, dtype: DTypeLike | None = float) -> Tensor:
    """Ones. Mirrors `tf.experimental.numpy.ones`."""
    return array_ops.ones(_shape(shape), dtype_of(float if dtype is None else dtype))


@tf_export("experimental.numpy.empty")
def empty(shape: SizesLike, dtype: DTypeLike | None = float) -> Tensor:
    """Zeros, where NumPy leaves what is there. Mirrors `tf.experimental.numpy.empty`."""
    return zeros(shape, dtype)


@tf_export("experimental.numpy.full")
def full(shape: SizesLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """`fill_value` everywhere. Mirrors `tf.experimental.numpy.full`."""
    return array_ops.broadcast_to(asarray(fill_value, dtype), _shape(shape))


@tf_export("experimental.numpy.zeros_like")
@promotion.taking_numbers
def zeros_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros in the shape, and the dtype unless one is given, of `a`. Mirrors `tf.experimental.numpy.zeros_like`."""
    return array_ops.zeros_like(asarray(a), None if dtype is None else dtype_of(dtype))


@tf_export("experimental.numpy.ones_like")
@promotion.taking_numbers
def ones_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones in the shape, and the dtype unless one is given, of `a`. Mirrors `tf.experimental.numpy.ones_like`."""
    return array_ops.ones_like(asarray(a), None if dtype is None else dtype_of(dtype))


@tf_export("experimental.numpy.empty_like")
@promotion.taking_numbers
def empty_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """The same as `zeros_like`. Mirrors `tf.experimental.numpy.empty_like`."""
    return zeros_like(a, dtype)


@tf_export("experimental.numpy.full_like")
@promotion.taking_numbers
def full_like(
    a: TensorLike,
    fill_value: TensorLike,
    dtype: DTypeLike | None = None,
    order: str = "K",
    subok: bool = True,
    shape: SizesLike | None = None,
) -> Tensor:
    """`fill_value` in the shape (or `shape`) and dtype of `a`. Mirrors `tf.experimental.numpy.full_like`.

    `order` other than "K" and `subok=False` raise ValueError.
    """
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    a = asarray(a)
    return array_ops.broadcast_to(asarray(fill_value, dtype or a.dtype), array_ops.shape(a))


@tf_export("experimental.numpy.copy")
@promotion.taking_numbers
def copy(a: TensorLike) -> Tensor:
    """A tensor of `a`. Mirrors `tf.experimental.numpy.copy`."""
    return array(a, copy=True)


@tf_export("experimental.numpy.arange")
@promotion.taking_numbers
def arange(start: TensorLike, stop: TensorLike | None = None, step: TensorLike = 1, dtype: DTypeLike | None = None) -> Tensor:
    """Numbers from `start` (0 if only one is given) to before `stop`. Mirrors `tf.experimental.numpy.arange`.

    Raises ValueError for a `step` of zero.
    """
    if not step:
        raise ValueError("step must be non-zero")
    kind = dtype_of(dtype) if dtype is not None else result_type(start, step) if stop is None else result_type(start, step, stop)
    first, last = (0, start) if stop is None else (start, stop)
    if (step > 0 and first > last) or (step < 0 and first < last):
        return array_ops.zeros([0], kind)
    return array_ops.cast(array_ops.range(first, last, step), kind)


@tf_export("experimental.numpy.linspace")
def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: IntLike = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = float,
    axis: int = 0,
) -> Tensor | tuple[Tensor, Tensor]:
    """`num` numbers from `start` to `stop`, the latter included if `endpoint`; with the step if `retstep`.

    Mirrors `tf.experimental.numpy.linspace`.
    """
    kind = None if dtype is None else dtype_of(dtype)
    start, stop = asarray(start, kind), asarray(stop, kind)
    if num < 0:
        raise ValueError(f"Argument `num` (number of samples) must be a non-negative integer. Received: num={num}")
    step = array_ops.constant(np.nan)
    if endpoint:
        made = array_ops.linspace(start, stop, num, axis=axis)
        step = (stop - start) / (num - 1) if num > 1 else step
    else:
        step = (stop - start) / num if num > 0 else step
        if num > 1:
            start, stop = array_ops.cast(start, step.dtype), array_ops.cast(stop, step.dtype) - step
        made = array_ops.linspace(start, stop, num, axis=axis)
    if kind is not None:
        made = array_ops.cast(math.floor(made) if kind.is_integer else made, kind)
    return (made, step) if retstep else made


@tf_export("experimental.numpy.logspace")
def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: IntLike = 50,
    endpoint: bool = True,
    base: FloatLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """`base` to the powers that `linspace` gives. Mirrors `tf.experimental.numpy.logspace`."""
    kind = result_type(start, stop, default_float() if dtype is None else dtype)
    powers = linspace(start, stop, num, endpoint, dtype=kind, axis=axis)
    return array_ops.cast(math.pow(array_ops.cast(base, powers.dtype), powers), kind)


@tf_export("experimental.numpy.geomspace")
def geomspace(
    start: TensorLike, stop: TensorLike, num: IntLike = 50, endpoint: bool = True, dtype: DTypeLike | None = None, axis: int = 0
) -> Tensor:
    """`num` numbers with a constant ratio from `start` to `stop`. Mirrors `tf.experimental.numpy.geomspace`."""
    kind = dt.as_dtype(result_type(start, stop, float(num)) if dtype is None else dtype_of(dtype))
    start, stop = asarray(start, default_float()), asarray(stop, default_float())
    signs = math.sign(start)
    made = math.exp(linspace(math.log(math.abs(start)), math.log(math.abs(stop)), num, endpoint, dtype=None, axis=axis))
    return array_ops.cast(made * array_ops.expand_dims(signs, axis), kind)


@tf_export("experimental.numpy.eye")
def eye(N: IntLike, M: IntLike | None = None, k: IntLike = 0, dtype: DTypeLike | None = float) -> Tensor:  # noqa: N803
    """`N` by `M` zeros with ones on the diagonal `k`. Mirrors `tf.experimental.numpy.eye`."""
    kind = dtype_of(float if dtype is None else dtype)
    rows, columns = array_ops.range(N)[:, None], array_ops.range(N if M is None else M)[None, :]
    return array_ops.cast(math.equal(columns - rows, k), kind)


@tf_export("experimental.numpy.identity")
def identity(n: IntLike, dtype: DTypeLike | None = float) -> Tensor:
    """The matrix of size `n` with ones on the diagonal. Mirrors `tf.experimental.numpy.identity`."""
    return eye(n, n, dtype=dtype)


@tf_export("experimental.numpy.tri")
def tri(N: IntLike, M: IntLike | None = None, k: IntLike = 0, dtype: DTypeLike | None = None) -> Tensor:  # noqa: N803
    """`N` by `M` ones up to the diagonal `k`, zeros above. Mirrors `tf.experimental.numpy.tri`."""
    rows, columns = array_ops.range(N)[:, None], array_ops.range(N if M is None else M)[None, :]
    return array_ops.cast(math.greater_equal(rows - columns, -k), default_float() if dtype is None else dtype_of(dtype))


def _triangle(m, k, lower):
    m = asarray(m)
    rows, columns = m.shape.as_list()[-2:]
    inside = tri(
        array_ops.shape(m)[-2] if rows is None else rows,
        array_ops.shape(m)[-1] if columns is None else columns,
        k if lower else k - 1,
        bool,
    )
    zero = array_ops.constant(0, m.dtype)  # TypeError for booleans, as in TensorFlow
    return array_ops.where(inside, m, zero) if lower else array_ops.where(inside, zero, m)


@tf_export("experimental.numpy.tril")
def tril(m: TensorLike, k: IntLike = 0) -> Tensor:
    """`m` with zeros above the diagonal `k`. Mirrors `tf.experimental.numpy.tril`. Raises ValueError for vectors."""
    return _of_matrix(m, lambda x: _triangle(x, k, True), "tril")


@tf_export("experimental.numpy.triu")
@promotion.taking_numbers
def triu(m: TensorLike, k: IntLike = 0) -> Tensor:
    """`m` with zeros below the diagonal `k`. Mirrors `tf.experimental.numpy.triu`. Raises ValueError for vectors."""
    return _of_matrix(m, lambda x: _triangle(x, k, False), "triu")


def _of_matrix(m, function, name):
    m = asarray(m)
    if m.shape.rank is not None and m.shape.rank < 2:
        raise ValueError(f"Argument to {name} must have rank at least 2")
    return function(m)


@tf_export("experimental.numpy.diag")
@promotion.taking_numbers
def diag(v: TensorLike, k: int = 0) -> Tensor:
    """The diagonal `k` of a matrix, or a matrix with the vector `v` on it. Mirrors `tf.experimental.numpy.diag`."""
    v = asarray(v)
    if v.shape.rank is None:
        return cond(math.equal(array_ops.rank(v), 2), lambda: diagonal(v, k), lambda: linalg.diag(v, k=k))
    if v.shape.rank == 1:
        # An empty vector on another diagonal than the main one still has zeros beside it.
        return linalg.diag(v, k=k) if v.shape.as_list()[0] != 0 else zeros([builtins.abs(k)] * 2, v.dtype)
    if v.shape.rank == 2:
        return diagonal(v, k)
    raise ValueError("Input to diag must be 1d or 2d.")


@tf_export("experimental.numpy.diagflat")
@promotion.taking_numbers
def diagflat(v: TensorLike, k: int = 0) -> Tensor:
    """A matrix with all elements of `v` on the diagonal `k`. Mirrors `tf.experimental.numpy.diagflat`."""
    return diag(array_ops.reshape(asarray(v), [-1]), k)


@tf_export("experimental.numpy.diag_indices")
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The indices of a main diagonal. Mirrors `tf.experimental.numpy.diag_indices`."""
    if n < 0:
        raise ValueError(f"n argument to diag_indices must be nonnegative, got {n}")
    if ndim < 0:
        raise ValueError(f"ndim argument to diag_indices must be nonnegative, got {ndim}")
    return (array_ops.range(n),) * ndim


@tf_export("experimental.numpy.vander")
@promotion.taking_numbers
def vander(x: TensorLike, N: IntLike | None = None, increasing: bool = False) -> Tensor:  # noqa: N803
    """The powers of the vector `x` in `N` columns, falling unless `increasing`. Mirrors `tf.experimental.numpy.vander`."""
    x = asarray(x)
    count = array_ops.shape(x)[0] if N is None else N
    if x.shape.rank not in (None, 1):
        raise ValueError("Argument `x` must be a vector.")
    if isinstance(count, int) and count < 0:
        raise ValueError("Argument `N` must be nonnegative")
    powers = array_ops.cast(array_ops.range(count), x.dtype)
    return math.pow(array_ops.expand_dims(x, -1), powers if increasing else array_ops.reverse(powers, [0]))


@tf_export("experimental.numpy.meshgrid")
def meshgrid(*xi: TensorLike, **kwargs: Any) -> list[Tensor]:
    """Coordinates of a grid, from vectors. `indexing` is "xy" or "ij"; `sparse` and `copy=False` raise ValueError.

    Mirrors `tf.experimental.numpy.meshgrid`.
    """
    if kwargs.get("sparse"):
        raise ValueError("Function `meshgrid` does not support returning sparse arrays yet")
    if not kwargs.get("copy", True):
        raise ValueError("Function `meshgrid` only supports copy=True")
    return array_ops.meshgrid(*(asarray(x) for x in xi), indexing=kwargs.get("indexing", "xy"))


@tf_export("experimental.numpy.ix_")
def ix_(*args: TensorLike) -> list[Tensor]:
    """Index arrays for the product of vectors. Mirrors `tf.experimental.numpy.ix_`."""
    made = []
    for i, a in enumerate(args):
        a = asarray(a)
        if a.shape.rank != 1:
            raise ValueError(f"Arguments must be 1-d, got arg {i} of rank {a.shape.rank}")
        if a.dtype == dt.bool:
            a = array_ops.where(a)[:, 0]
        shape = [1] * len(args)
        shape[i] = -1
        made.append(array_ops.reshape(a, shape))
    return made

"""`tf.compat.v1.math`: the functions whose arguments TensorFlow 2 renamed; the others are those of `tf.math`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops import cast
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), ("special",), target="tfshim.math")


_REDUCTION = """{what}, over some axes or all. Mirrors `tf.compat.v1.{name}`.

    `tf.{name}` with the arguments of TensorFlow 1: two names for each of the axes and for keeping them.

    Arguments:
        input_tensor: a {kind} tensor, or what converts to one.
        axis: the axes, an integer or a list; None (default): all. Negative ones count from the last.
        keepdims: True keeps the axes with length 1; False by default.
        name: a name for the operation.
        reduction_indices: an older name of `axis`. keep_dims: an older name of `keepdims`.

    Returns:
        A tensor of the dtype of `input_tensor` without the axes. Over no elements it is {none}.

    Raises:
        ValueError: `axis` and `reduction_indices`, or `keepdims` and `keep_dims`, are both given.

    Example:
        >>> x = tf.constant({x})
        >>> tf.compat.v1.{name}(x, axis=1).numpy().tolist()
        {rows}
        >>> tf.compat.v1.{name}(x, reduction_indices=0, keep_dims=True).numpy().tolist()
        {columns}
    """


def _reduction(name, what, none, rows, columns, kind="numeric", x="[[1, 2], [3, 4]]"):
    function = getattr(tf, name)

    def reduce(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
        return function(input_tensor, one_of("axis", axis, "reduction_indices", reduction_indices), flag(keepdims, keep_dims), name)

    reduce.__name__ = reduce.__qualname__ = name
    reduce.__doc__ = _REDUCTION.format(name=name, what=what, none=none, rows=rows, columns=columns, kind=kind, x=x)
    return reduce


_BOOLS = {"kind": "boolean", "x": "[[True, False], [True, True]]"}
reduce_all = _reduction("reduce_all", "Whether all elements are true", "true", [False, True], [[True, False]], **_BOOLS)
reduce_any = _reduction("reduce_any", "Whether any element is true", "false", [True, True], [[True, True]], **_BOOLS)
reduce_logsumexp = _reduction(
    "reduce_logsumexp",
    "The logarithm of the sum of exponentials, computed so that large numbers do not overflow",
    "minus infinity",
    [1000.0, 1.0],
    [[1000.0, 1.0]],
    kind="float",
    x="[[1000.0, 1.0], [1.0, float('-inf')]]",
)
reduce_mean = _reduction("reduce_mean", "The mean, which for integers is rounded down", "not a number for floats", [1, 3], [[2, 3]])
reduce_max = _reduction("reduce_max", "The greatest element", "the least value of the dtype", [2, 4], [[3, 4]], kind="real")
reduce_min = _reduction("reduce_min", "The least element", "the greatest value of the dtype", [1, 3], [[1, 2]], kind="real")
reduce_prod = _reduction("reduce_prod", "The product", "one", [2, 12], [[3, 8]])
reduce_sum = _reduction("reduce_sum", "The sum", "zero", [3, 7], [[4, 6]])
tf_export(v1=["math.reduce_all", "reduce_all"])(reduce_all)
tf_export(v1=["math.reduce_any", "reduce_any"])(reduce_any)
tf_export(v1=["math.reduce_logsumexp", "reduce_logsumexp"])(reduce_logsumexp)
tf_export(v1=["math.reduce_max", "reduce_max"])(reduce_max)
tf_export(v1=["math.reduce_mean", "reduce_mean"])(reduce_mean)
tf_export(v1=["math.reduce_min", "reduce_min"])(reduce_min)
tf_export(v1=["math.reduce_prod", "reduce_prod"])(reduce_prod)
tf_export(v1=["math.reduce_sum", "reduce_sum"])(reduce_sum)


@tf_export(v1=["count_nonzero", "math.count_nonzero"])
def count_nonzero(
    input_tensor: TensorLike | None = None,
    axis: Axis = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
    reduction_indices: Axis = None,
    keep_dims: bool | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The number of elements other than zero along `axis`; see `tf.math.count_nonzero`. Mirrors `tf.compat.v1.count_nonzero`."""
    return tf.math.count_nonzero(
        one_of("input", input, "input_tensor", input_tensor),
        one_of("axis", axis, "reduction_indices", reduction_indices),
        flag(keepdims, keep_dims),
        dtype,
        name,
    )


@tf_export(v1=["bincount", "math.bincount"])
def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: IntLike | None = None,
    maxlength: IntLike | None = None,
    dtype: DTypeLike = dtypes.int32,
) -> Tensor:
    """How often each integer occurs in `arr`, or the sum of its `weights`: a vector, of `dtype` without weights.

    See `tf.math.bincount`. Mirrors `tf.compat.v1.bincount`.
    """
    return tf.math.bincount(arr, weights, minlength, maxlength, dtype)


@tf_export(v1=["confusion_matrix", "math.confusion_matrix"])
def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: IntLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
    weights: TensorLike | None = None,
) -> Tensor:
    """How often each class was predicted for each label: a matrix [num_classes (labels), num_classes (predictions)] of `dtype`.

    See `tf.math.confusion_matrix`. Mirrors `tf.compat.v1.confusion_matrix`.
    """
    return tf.math.confusion_matrix(labels, predictions, num_classes, weights, dtype, name)


@tf_export(v1=["math.scalar_mul", "scalar_mul"])
def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> AnyTensor:
    """`scalar * x`; see `tf.math.scalar_mul`. Mirrors `tf.compat.v1.scalar_mul`."""
    return tf.math.scalar_mul(scalar, x, name)


@tf_export(v1=["div"])
def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`x / y` as in Python 2: floor division for integers, true division for floating and complex dtypes.

    `y` is converted to the dtype of `x`. Mirrors `tf.compat.v1.div`.
    """
    x = convert_to_tensor(x)
    y = convert_to_tensor(y, x.dtype.base_dtype)
    return tf.truediv(x, y, name=name) if x.dtype.is_floating or x.dtype.is_complex else tf.math.floordiv(x, y, name=name)


@tf_export(v1=["floor_div"])
def floor_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`x // y`, rounded down, in the dtype of `x`. Mirrors `tf.compat.v1.floor_div`."""
    return tf.math.floordiv(x, y, name=name)


@tf_export(v1=["math.log_softmax", "nn.log_softmax"])
def log_softmax(logits: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None) -> Tensor:
    """The logarithm of the softmax along `axis` (the last). Mirrors `tf.compat.v1.math.log_softmax`."""
    return tf.nn.log_softmax(logits, one_of("axis", axis, "dim", dim), name)


@tf_export(v1=["math.softmax", "nn.softmax"])
def softmax(logits: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None) -> Tensor:
    """The softmax along `axis` (the last). Mirrors `tf.compat.v1.math.softmax`."""
    return tf.nn.softmax(logits, one_of("axis", axis, "dim", dim), name)


@tf_export(v1=["math.in_top_k", "nn.in_top_k"])
def in_top_k(predictions: TensorLike, targets: TensorLike, k: IntLike, name: str | None = None) -> Tensor:
    """A bool for each row of `predictions` [batch, classes]: whether the class `targets` [batch] is among its `k` greatest.

    Mirrors `tf.compat.v1.math.in_top_k`.
    """
    return tf.math.in_top_k(targets, predictions, k, name)


@tf_export(v1=["clip_by_average_norm"])
def clip_by_average_norm(t: TensorLike, clip_norm: FloatLike, name: str | None = None) -> Tensor:
    """`t` scaled so that its L2 norm over its number of elements is at most `clip_norm`. Mirrors `tf.compat.v1.clip_by_average_norm`."""
    t = convert_to_tensor(t)
    size = cast(tf.size(t), t.dtype)
    inverse = tf.math.rsqrt(tf.reduce_sum(t * t)) * size
    return t * clip_norm * tf.minimum(inverse, 1.0 / convert_to_tensor(clip_norm, t.dtype))


_TO = """A tensor in {dtype}, for programs of TensorFlow 1. Mirrors `tf.compat.v1.{name}`.

    New code writes `tf.cast(x, tf.{dtype})`, which does the same: {how}.

    Arguments:
        x: a tensor, a SparseTensor, whose values are cast, or `tf.IndexedSlices`; or what converts to a tensor. It may have any numeric
            dtype or be boolean.
        name: a name for the operation, "{default}" by default. In graphs a tensor that has the dtype already is given as it is.

    Returns:
        What was given, of dtype {dtype} and the same shape.

    Raises:
        TypeError: in a graph, what cannot be cast, such as an object.

    Example:
        >>> tf.compat.v1.{name}([True, False]){shown}
        >>> tf.compat.v1.{name}(tf.constant([1, 2], tf.uint8)).shape
        TensorShape([2])
    """


def _to(dtype, public, default, how, shown):
    def convert(x, name=default):
        return cast(x, dtype, name=name)

    convert.__name__ = convert.__qualname__ = public
    convert.__doc__ = _TO.format(dtype=dtype.name, name=public, default=default, how=how, shown=shown)
    return convert


_ROUNDED = "numbers that it does not have are rounded to the nearest"
_CUT = "fractions are cut off, towards zero"
_REAL = "numbers become real parts, and imaginary parts are zero"
_SHOWN = ".numpy().tolist()\n        "
to_float = _to(dtypes.float32, "to_float", "ToFloat", _ROUNDED, f"{_SHOWN}[1.0, 0.0]")
to_double = _to(dtypes.float64, "to_double", "ToDouble", _ROUNDED, f"{_SHOWN}[1.0, 0.0]")
to_int32 = _to(dtypes.int32, "to_int32", "ToInt32", _CUT, f"{_SHOWN}[1, 0]")
to_int64 = _to(dtypes.int64, "to_int64", "ToInt64", _CUT, f"{_SHOWN}[1, 0]")
to_bfloat16 = _to(dtypes.bfloat16, "to_bfloat16", "ToBFloat16", _ROUNDED, ".dtype\n        tf.bfloat16")
to_complex64 = _to(dtypes.complex64, "to_complex64", "ToComplex64", _REAL, ".dtype\n        tf.complex64")
to_complex128 = _to(dtypes.complex128, "to_complex128", "ToComplex128", _REAL, ".dtype\n        tf.complex128")
tf_export(v1=["to_bfloat16"])(to_bfloat16)
tf_export(v1=["to_complex128"])(to_complex128)
tf_export(v1=["to_complex64"])(to_complex64)
tf_export(v1=["to_double"])(to_double)
tf_export(v1=["to_float"])(to_float)
tf_export(v1=["to_int32"])(to_int32)
tf_export(v1=["to_int64"])(to_int64)

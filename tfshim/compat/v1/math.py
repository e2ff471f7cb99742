"""`tf.compat.v1.math`: the functions whose arguments TensorFlow 2 renamed; the others are those of `tf.math`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops import cast
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
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
    """Counts the elements other than zero along axes. Mirrors `tf.compat.v1.count_nonzero`.

    It is `tf.math.count_nonzero` with the names that arguments had before; those are the last three, of which each stands for one of the
    others.

    Arguments:
        input_tensor: a tensor of numbers, bools or strings, of which the empty string is the zero.
        axis: an integer or list of integers; None (the default) for all.
        keepdims: whether these axes stay, with the size 1; False by default.
        dtype: the dtype of the counts, int64 by default.
        name: a name for the operation in graphs; by default that of the function.
        reduction_indices, keep_dims, input: the older names of `axis` and `keepdims`, and another one of `input_tensor`.

    Returns:
        A tensor of `dtype`.

    Raises:
        ValueError: an argument is given by both of its names.

    Example:
        >>> tf.compat.v1.count_nonzero([[0, 1, 0], [2, 3, 0]]).numpy()
        3
        >>> tf.compat.v1.count_nonzero([[0, 1, 0], [2, 3, 0]], axis=1, keepdims=True).numpy().tolist()
        [[1], [2]]
    """
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
    """Counts how often each integer occurs. Mirrors `tf.compat.v1.bincount`.

    It is `tf.math.bincount` for one vector, without the axes and sparse results of that.

    Arguments:
        arr: a tensor of int32 numbers that are not negative, of any shape.
        weights: numbers of the same shape, which are added up in place of ones; None (the default) to count.
        minlength: the least length of the result, which is filled up with zeros; None by default.
        maxlength: its greatest length; greater numbers are left out. None (the default) for one more than the greatest number.
        dtype: the dtype of the counts, int32 by default; with weights it is theirs.

    Returns:
        A vector, whose item i tells of the number i.

    Raises:
        InvalidArgumentError: a number is negative, or shapes differ.

    Example:
        >>> tf.compat.v1.bincount([1, 1, 3, 2, 1]).numpy().tolist()
        [0, 3, 1, 1]
        >>> tf.compat.v1.bincount([1, 1, 3], weights=[0.5, 0.25, 2.0], minlength=6).numpy().tolist()
        [0.0, 0.75, 0.0, 2.0, 0.0, 0.0]
        >>> tf.compat.v1.bincount([1, 1, 3, 2, 1], maxlength=2).numpy().tolist()
        [0, 3]
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
    """Counts how often each class was predicted for each label. Mirrors `tf.compat.v1.confusion_matrix`.

    It is `tf.math.confusion_matrix` with the weights as last argument.

    Arguments:
        labels: a vector of the true classes, integers that are not negative.
        predictions: a vector of the same length with those that were predicted.
        num_classes: the number of classes; None (the default) for one more than the greatest number.
        dtype: the dtype of the counts, int32 by default.
        name: a name for the operation in graphs; by default that of the function.
        weights: a vector of numbers that are added up in place of ones; None by default.

    Returns:
        A matrix [num_classes, num_classes] of `dtype`, whose rows are labels and whose columns are predictions.

    Raises:
        InvalidArgumentError: a class is negative, or not below `num_classes`.

    Example:
        >>> tf.compat.v1.confusion_matrix([0, 1, 2, 2], [0, 2, 2, 2]).numpy().tolist()
        [[1, 0, 0], [0, 0, 1], [0, 0, 2]]
        >>> tf.compat.v1.confusion_matrix([0, 1], [1, 1], dtype=tf.float32, weights=[0.5, 2.0]).numpy().tolist()
        [[0.0, 0.5], [0.0, 2.0]]
    """
    return tf.math.confusion_matrix(labels, predictions, num_classes, weights, dtype, name)


@tf_export(v1=["math.scalar_mul", "scalar_mul"])
def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> AnyTensor:
    """A scalar times a tensor, sparse rows or not. Mirrors `tf.compat.v1.scalar_mul`.

    It is `tf.math.scalar_mul`: other than `*` it keeps `tf.IndexedSlices` as they are, of which it multiplies the values alone, as is done
    with gradients of embeddings.

    Arguments:
        scalar: a number, or a scalar tensor, of the dtype of `x`.
        x: a tensor, or `tf.IndexedSlices`.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor, or IndexedSlices, like `x`.

    Raises:
        ValueError: `scalar` is no scalar.

    Example:
        >>> tf.compat.v1.scalar_mul(10.0, tf.constant([1.0, 2.0])).numpy().tolist()
        [10.0, 20.0]
        >>> rows = tf.IndexedSlices(values=tf.constant([[1.0, 2.0]]), indices=tf.constant([3]), dense_shape=[5, 2])
        >>> tf.compat.v1.scalar_mul(0.5, rows).values.numpy().tolist()
        [[0.5, 1.0]]
    """
    return tf.math.scalar_mul(scalar, x, name)


@tf_export(v1=["div"])
def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides as Python 2 does: integers to integers, rounded down. Mirrors `tf.compat.v1.div`.

    Use `tf.divide`, or `/`, for a division that gives fractions of integers, and `tf.math.floordiv`, or `//`, for one that rounds. This one
    is for old programs, in which `/` meant it.

    Arguments:
        x: a tensor of numbers.
        y: a tensor, or what makes one, of a shape that broadcasts with that of `x`; it is converted to the dtype of `x`.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of the dtype of `x`: quotients for floating-point and complex dtypes; for integers the greatest one that is not above the
        quotient.

    Raises:
        InvalidArgumentError: an integer is divided by zero.
        TypeError: `y` is a tensor of another dtype.

    Example:
        >>> tf.compat.v1.div([7, -7], 2).numpy().tolist()
        [3, -4]
        >>> tf.compat.v1.div([7.0, -7.0], 2.0).numpy().tolist()
        [3.5, -3.5]
    """
    if TS.graph is None:
        x = convert_to_tensor(x)
        return _quotient(x, convert_to_tensor(y, x.dtype.base_dtype), name)
    with name_scope(name or "div") as scope:
        x = tf.convert_to_tensor(x, name="x")
        return _quotient(x, tf.convert_to_tensor(y, x.dtype.base_dtype, name="y"), scope)


def _quotient(x, y, name):
    return tf.realdiv(x, y, name=name) if x.dtype.is_floating or x.dtype.is_complex else tf.math.floordiv(x, y, name=name)


@tf_export(v1=["floor_div"])
def floor_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides and rounds down. Mirrors `tf.compat.v1.floor_div`.

    It is what `tf.math.floordiv` and the operator `//` compute, also for negative numbers: the remainder `tf.math.floormod` then has the
    sign of the divisor.

    Arguments:
        x: a tensor of integers or floating-point numbers.
        y: a tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of the dtype of `x`, the greatest whole numbers that are not above the quotients. No gradient goes through it.

    Raises:
        InvalidArgumentError: an integer is divided by zero, or shapes do not broadcast.

    Example:
        >>> tf.compat.v1.floor_div([7, -7], [2, 2]).numpy().tolist()
        [3, -4]
        >>> tf.compat.v1.floor_div([7.5, -7.5], 2.0).numpy().tolist()
        [3.0, -4.0]
    """
    return tf.math.floordiv(x, y, name=name if name is not None or TS.graph is None else "FloorDiv")


@tf_export(v1=["math.log_softmax", "nn.log_softmax"])
def log_softmax(logits: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None) -> Tensor:
    """The logarithms of the softmax along an axis. Mirrors `tf.compat.v1.math.log_softmax` and `tf.compat.v1.nn.log_softmax`.

    Logits become logarithms of probabilities, `logits - log(sum(exp(logits)))`, which is exact where the logarithm of `tf.nn.softmax` would
    be of a number that is rounded to zero.

    Arguments:
        logits: a tensor of floating-point numbers, of rank 1 or more.
        axis: the axis of the classes; None (the default) for the last one.
        name: a name for the operation in graphs; by default that of the function.
        dim: the older name of `axis`.

    Returns:
        A tensor like `logits`.

    Raises:
        InvalidArgumentError: there is no such axis.
        ValueError: both `axis` and `dim` are given.

    Example:
        >>> tf.compat.v1.math.log_softmax([0.0, 0.0]).numpy()
        array([-0.6931472, -0.6931472], dtype=float32)
        >>> tf.compat.v1.math.log_softmax([[0.0, 1000.0]], axis=1).numpy().tolist()
        [[-1000.0, 0.0]]
    """
    return tf.nn.log_softmax(logits, one_of("axis", axis, "dim", dim), name)


@tf_export(v1=["math.softmax", "nn.softmax"])
def softmax(logits: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None) -> Tensor:
    """Makes logits probabilities along an axis. Mirrors `tf.compat.v1.math.softmax` and `tf.compat.v1.nn.softmax`.

    Each is `exp(logit)` over the sum of these, so that they are positive and add up to 1; the greatest logit is taken off first, so that
    nothing overflows.

    Arguments:
        logits: a tensor of floating-point numbers, of rank 1 or more.
        axis: the axis of the classes; None (the default) for the last one.
        name: a name for the operation in graphs; by default that of the function.
        dim: the older name of `axis`.

    Returns:
        A tensor like `logits`.

    Raises:
        InvalidArgumentError: there is no such axis.
        ValueError: both `axis` and `dim` are given.

    Example:
        >>> tf.compat.v1.math.softmax([[1.0, 1.0], [0.0, 1000.0]]).numpy().tolist()
        [[0.5, 0.5], [0.0, 1.0]]
        >>> tf.compat.v1.math.softmax([[1.0, 1.0], [1.0, 1.0]], axis=0).numpy().tolist()
        [[0.5, 0.5], [0.5, 0.5]]
    """
    return tf.nn.softmax(logits, one_of("axis", axis, "dim", dim), name)


@tf_export(v1=["math.in_top_k", "nn.in_top_k"])
def in_top_k(predictions: TensorLike, targets: TensorLike, k: IntLike, name: str | None = None) -> Tensor:
    """Whether the true class of each example is among those that are predicted first. Mirrors `tf.compat.v1.math.in_top_k` and
    `tf.compat.v1.nn.in_top_k`.

    It is `tf.math.in_top_k` with the first two arguments the other way round. The mean of the results is the accuracy in the first k.
    Classes with the same value as the last of the first k count as being among them.

    Arguments:
        predictions: float32 numbers of shape [batch, classes].
        targets: a vector of [batch] classes, int32 or int64. One out of range is among none.
        k: how many of the greatest values are looked at, an integer.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A vector of [batch] bools.

    Example:
        >>> tf.compat.v1.math.in_top_k([[0.1, 0.6, 0.3], [0.5, 0.4, 0.1]], [2, 2], k=2).numpy().tolist()
        [True, False]
    """
    return tf.math.in_top_k(targets, predictions, k, name)


@tf_export(v1=["clip_by_average_norm"])
def clip_by_average_norm(t: TensorLike, clip_norm: FloatLike, name: str | None = None) -> Tensor:
    """Scales a tensor so that its average norm is at most a number. Mirrors `tf.compat.v1.clip_by_average_norm`.

    The average norm is the L2 norm over the number of elements, so that the bound does not depend on the size of the tensor. A tensor below
    the bound stays as it is. TensorFlow 2 has `tf.clip_by_norm` and `tf.clip_by_global_norm` alone.

    Arguments:
        t: a tensor of floating-point numbers, such as a gradient.
        clip_norm: the greatest average norm, a positive scalar.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor like `t`.

    Example:
        >>> tf.compat.v1.clip_by_average_norm([3.0, 4.0], clip_norm=1.0).numpy()
        array([1.2, 1.6], dtype=float32)
        >>> tf.compat.v1.clip_by_average_norm([3.0, 4.0], clip_norm=10.0).numpy()
        array([3., 4.], dtype=float32)
    """
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

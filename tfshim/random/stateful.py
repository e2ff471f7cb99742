"""Random functions with a state: `tf.random.uniform`, `normal`, `shuffle` and the rest that take an op seed.

The numbers are TensorFlow's on CPU, bit for bit, whenever a global seed (`tf.random.set_seed`) or an op seed is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export, tf_private
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape, broadcast_to
from tfshim.array_ops.creation import convert_to_tensor as operand
from tfshim.array_ops.shapes import shape as shape_of
from tfshim.engine.random.seeds import op_pair
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import dtype_mismatch
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum
from tfshim.math.division import divide
from tfshim.random import stateful_ops as ops
from tfshim.random._affine import affine, span
from tfshim.random._arguments import narrow_shape, scoped, shape_vector, show_shape
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_FLOATS = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)
_UNIFORM = (*_FLOATS, dtypes.int32, dtypes.int64)


def _names(allowed):
    return "(" + ", ".join(f"tf.{d.name}" for d in allowed) + ")"


@tf_export("random.uniform", v1=["random.uniform", "random_uniform"])
def uniform(
    shape: SizesLike,
    minval: TensorLike | None = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike | None = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers spread evenly over a range. Mirrors `tf.random.uniform`.

    Arguments:
        shape: the shape of the result, an integer vector.
        minval: the least number, 0 by default.
        maxval: the bound, which is not reached: 1 by default for floats; integers need one.
        dtype: float32 (the default), float16, bfloat16, float64, int32 or int64.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape and dtype. For floats the bounds broadcast with the shape, and gradients reach them; for
        integers they are scalars. For equal seeds the numbers are TensorFlow's.

    Raises:
        ValueError: another dtype, or integers without `maxval`.
        InvalidArgumentError: the range of integers is empty, or a size negative.

    Example:
        >>> dice = tf.random.uniform([1000], 1, 7, dtype=tf.int32, seed=1)
        >>> sorted(set(dice.numpy().tolist()))
        [1, 2, 3, 4, 5, 6]
    """
    dtype = dtypes.as_dtype(dtype)
    if dtype not in _UNIFORM:
        raise ValueError(f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are {_names(_UNIFORM)}.")
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    with scoped(name, "random_uniform") as name:
        # As in TensorFlow, a range from 0, or from 0 to 1, adds no operations that change nothing.
        from_zero = isinstance(minval, int) and minval == 0
        to_one = isinstance(maxval, int) and maxval == 1
        show_shape(shape, "RandomUniformInt" if dtype.is_integer else "RandomUniform")
        if dtype.is_integer:
            minval = operand(minval, dtype=dtype, name="min")
            maxval = operand(maxval, dtype=dtype, name="max")
            shape, wide = shape_vector(shape, "RandomUniformInt")
            return ops.random_uniform_int(shape, minval, maxval, *op_pair(seed), wide, name=name)
        if from_zero and to_one:
            shape, wide = shape_vector(shape, "RandomUniform")
            return ops.random_uniform(shape, dtype, *op_pair(seed), wide)
        minval = operand(minval, dtype=dtype, name="min")
        maxval = operand(maxval, dtype=dtype, name="max")
        shape, wide = shape_vector(shape, "RandomUniform")
        values = ops.random_uniform(shape, dtype, *op_pair(seed), wide)
        return affine(values, maxval if from_zero else span(minval, maxval), None if from_zero else minval, name)


@tf_export("random.normal", v1=["random.normal", "random_normal"])
def normal(
    shape: SizesLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers from the normal distribution. Mirrors `tf.random.normal`.

    Arguments:
        shape: the shape of the result, an integer vector.
        mean: the mean, a number or a tensor that broadcasts with the shape; 0.0 by default.
        stddev: the standard deviation, likewise; 1.0 by default.
        dtype: float32 (the default), float16, bfloat16 or float64.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape and dtype. Gradients reach `mean` and `stddev`. For equal seeds the numbers are
        TensorFlow's.

    Raises:
        TypeError: the dtype is not of floating point.
        InvalidArgumentError: a size is negative.

    Example:
        >>> x = tf.random.normal([1000], mean=5.0, stddev=0.5, seed=1)
        >>> x.shape, bool(abs(tf.reduce_mean(x) - 5.0) < 0.1)
        (TensorShape([1000]), True)
    """
    return _normal(ops.random_standard_normal, "RandomStandardNormal", "random_normal", shape, mean, stddev, dtype, seed, name)


@tf_export("random.truncated_normal", v1=["random.truncated_normal", "truncated_normal"])
def truncated_normal(
    shape: SizesLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers from the normal distribution, of which those beyond two standard deviations are drawn again. Mirrors
    `tf.random.truncated_normal`.

    Arguments:
        shape: the shape of the result, an integer vector.
        mean: the mean, a number or a tensor that broadcasts with the shape; 0.0 by default.
        stddev: the standard deviation before cutting, likewise; 1.0 by default.
        dtype: float32 (the default), float16, bfloat16 or float64.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape and dtype, values from mean - 2 * stddev to mean + 2 * stddev.

    Raises:
        TypeError: the dtype is not of floating point.
        InvalidArgumentError: a size is negative.

    First weights are drawn so, since none of them is extreme.

    Example:
        >>> x = tf.random.truncated_normal([1000], stddev=0.1, seed=1)
        >>> bool(tf.reduce_max(tf.abs(x)) <= 0.2)
        True
    """
    return _normal(ops.truncated_normal, "TruncatedNormal", "truncated_normal", shape, mean, stddev, dtype, seed, name)


def _normal(draw, op_type, default_name, shape, mean, stddev, dtype, seed, name):
    dtype = dtypes.as_dtype(dtype)
    with scoped(name, default_name) as name:
        # Scaling by one and adding zero changes nothing; graphs show these operations all the same.
        plain = type(mean) is float and type(stddev) is float and mean == 0.0 and stddev == 1.0
        if plain and TS.graph is None and dtype in _FLOATS:
            shape, wide = shape_vector(shape, op_type)
            return draw(shape, dtype, *op_pair(seed), wide, name=name)
        show_shape(shape, op_type)
        mean = operand(mean, dtype=dtype, name="mean")
        stddev = operand(stddev, dtype=dtype, name="stddev")
        shape, wide = shape_vector(shape, op_type)
        return affine(draw(shape, dtype, *op_pair(seed), wide), stddev, mean, name)


@tf_private("tensorflow.python.ops.random_ops.parameterized_truncated_normal")
def parameterized_truncated_normal(
    shape: SizesLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Refused: the function of this name that is public, `tf.random.stateless_parameterized_truncated_normal`, is not."""
    raise refused("parameterized_truncated_normal", "stateful")


@tf_export("random.shuffle", v1=["random.shuffle", "random_shuffle"])
def shuffle(value: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """The rows of a tensor in random order. Mirrors `tf.random.shuffle`.

    Arguments:
        value: a tensor of any dtype; its slices along the first axis are its rows.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `value`. No gradient flows through it: gather by shuffled numbers where one
        is needed.

    Two tensors are shuffled alike by `tf.gather` with one order; `tf.data.Dataset.shuffle` is for data sets.

    Example:
        >>> sorted(tf.random.shuffle([1, 2, 3, 4]).numpy().tolist())
        [1, 2, 3, 4]
        >>> order = tf.random.shuffle(tf.range(3))
        >>> x, y = tf.gather([1, 2, 3], order), tf.gather([10, 20, 30], order)
        >>> bool(tf.reduce_all(y == 10 * x))
        True
    """
    value = convert_to_tensor(value, name="value")
    return ops.random_shuffle(value, *op_pair(seed), value.dtype.name, name=name)


@tf_export("random.categorical")
def categorical(
    logits: TensorLike, num_samples: TensorLike, dtype: DTypeLike | None = None, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Class numbers drawn by given log-probabilities. Mirrors `tf.random.categorical`.

    Arguments:
        logits: log-probabilities, which need not be normalized, floats of shape [batch, classes].
        num_samples: how many numbers for each row.
        dtype: int64 (the default) or int32.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, num_samples], numbers from 0 to classes - 1.

    Raises:
        ValueError: another dtype.
        InvalidArgumentError: the logits are no float matrix with at least one column.

    Probabilities are given by their logarithms; dividing logits by a temperature makes the choice sharper or more even.

    Example:
        >>> tf.random.categorical([[0.0, -1e9, -1e9], [-1e9, 0.0, -1e9]], 4)
        <tf.Tensor: shape=(2, 4), dtype=int64, numpy=
        array([[0, 0, 0, 0],
               [1, 1, 1, 1]])>
    """
    with scoped(name, "categorical") as name:
        return draw_classes(logits, num_samples, dtype, seed, name)


def draw_classes(logits, num_samples, dtype, seed, scope):
    """What `categorical` gives, in the scope `scope`."""
    logits = convert_to_tensor(logits, name="logits")
    dtype = dtypes.as_dtype(dtype) if dtype else dtypes.int64
    if dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are (tf.int32, tf.int64).")
    name = scope if TS.graph is None else None  # in a graph it has its own name in the scope
    return ops.multinomial(logits, sample_count(num_samples, "Multinomial"), *op_pair(seed), dtype, name=name)


def sample_count(num_samples, op_type):
    """`num_samples` if it is a scalar. Raises InvalidArgumentError for anything with dimensions."""
    if isinstance(num_samples, Tensor) and num_samples.dtype != dtypes.int32:
        raise dtype_mismatch(op_type, 1, dtypes.int32, num_samples.dtype)
    rank = np.ndim(num_samples) if isinstance(num_samples, (list, tuple, np.ndarray)) else None
    if rank is None and hasattr(num_samples, "shape"):
        rank = num_samples.shape.rank if hasattr(num_samples.shape, "rank") else len(num_samples.shape)
    if rank:
        dims = ",".join(map(str, np.shape(num_samples)))
        raise errors.op_error(errors.InvalidArgumentError, f"num_samples should be a scalar, got shape [{dims}]", op_type)
    if isinstance(num_samples, float):
        raise TypeError(f"Cannot convert {num_samples} to EagerTensor of dtype int32")
    return num_samples


@tf_export("random.gamma", v1=["random.gamma", "random_gamma"])
def gamma(
    shape: SizesLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers from gamma distributions. Mirrors `tf.random.gamma`.

    Arguments:
        shape: how many for each pair of parameters, an integer vector.
        alpha: the shape parameters, positive floats.
        beta: the rates, positive floats that broadcast with `alpha`; None (the default) is 1.
        dtype: float32 (the default), float16 or float64, which the parameters have too.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `shape` + that of the parameters. The mean is alpha / beta. Gradients reach both.

    Raises:
        ValueError: another dtype.
        InvalidArgumentError: the parameters do not broadcast.

    Example:
        >>> x = tf.random.gamma([2000], alpha=[3.0, 30.0], beta=10.0, seed=1)
        >>> x.shape, bool(tf.reduce_all(tf.abs(tf.reduce_mean(x, 0) - [0.3, 3.0]) < 0.1))
        (TensorShape([2000, 2]), True)
    """
    with scoped(name, "random_gamma") as name:
        shape = narrow_shape(shape)
        alpha, beta, dims = gamma_parameters(alpha, beta, dtype)
        shape, _ = shape_vector(shape, "RandomGamma")
        drawn = ops.random_gamma(shape, broadcast_to(alpha, dims), *op_pair(seed), False)
        return gamma_result(drawn, beta, name)


def gamma_parameters(alpha, beta, dtype):
    """`alpha` and `beta` as tensors of `dtype`, and the shape of both together."""
    dtype = dtypes.as_dtype(dtype)
    alpha = convert_to_tensor(alpha, name="alpha", dtype=dtype)
    beta = convert_to_tensor(1 if beta is None else beta, name="beta", dtype=dtype)
    if dtype not in (dtypes.float16, dtypes.float32, dtypes.float64):
        raise ValueError(f"data type {dtype.as_numpy_dtype} not inexact: gamma draws float16, float32 or float64 numbers")
    return alpha, beta, broadcast_dynamic_shape(shape_of(alpha), shape_of(beta))


def gamma_result(drawn, beta, name):
    """Standard gamma values scaled to the rate `beta`, and never less than the smallest normal number."""
    tiny = float(np.finfo(drawn.dtype.as_numpy_dtype).tiny)
    return maximum(convert_to_tensor(tiny, dtype=drawn.dtype), divide(drawn, beta), name=name)


@tf_export("random.poisson")
def poisson(
    shape: SizesLike, lam: TensorLike, dtype: DTypeLike = dtypes.float32, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Counts from Poisson distributions. Mirrors `tf.random.poisson`.

    Arguments:
        shape: how many for each rate, an integer vector.
        lam: the rates, which are the means: numbers that are not negative, of any shape.
        dtype: the dtype of the result: float32 (the default), float16, float64, int32 or int64.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `shape` + that of `lam`, whole numbers. There is no gradient.

    Raises:
        InvalidArgumentError: another dtype.

    Example:
        >>> x = tf.random.poisson([2000], lam=[1.0, 20.0], seed=1)
        >>> x.shape, bool(tf.reduce_all(tf.abs(tf.reduce_mean(x, 0) - [1.0, 20.0]) < 0.5))
        (TensorShape([2000, 2]), True)
    """
    with scoped(name, "random_poisson"):
        shape, _ = shape_vector(narrow_shape(shape), "RandomPoissonV2")
        return ops.random_poisson(shape, lam, *op_pair(seed), dtypes.as_dtype(dtype), False)

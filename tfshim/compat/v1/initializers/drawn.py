"""Initializers that draw: uniform and normal numbers, their variances by the sizes of layers, orthogonal matrices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tfshim._export import tf_export, tf_private
from tfshim.array_ops import reshape
from tfshim.array_ops.matrices import matrix_transpose
from tfshim.compat.v1.initializers.base import Initializer, floating, sizes_of
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.pickling import named_as_shown
from tfshim.linalg.decompositions import initial_qr
from tfshim.linalg.diagonals import diag_part
from tfshim.math.elementwise import sign
from tfshim.random import normal, uniform
from tfshim.random import truncated_normal as _truncated

if TYPE_CHECKING:
    from tfshim.compat.v1.variables.partitioned import PartitionInfo
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["initializers.random_uniform", "random_uniform_initializer"])
@named_as_shown
class random_uniform(Initializer):  # noqa: N801
    """Makes first values of variables: uniform numbers. Mirrors `tf.compat.v1.random_uniform_initializer`.

    Integers are drawn for an integer dtype, which then needs `maxval`. A call `initializer(shape, dtype=None)` gives the tensor;
    `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        minval: the least number, 0.0 by default.
        maxval: the bound, which itself is left out; None (the default) for 1.
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Example:
        >>> w = tf.compat.v1.random_uniform_initializer(-0.5, 0.5)([100])
        >>> w.shape, bool(tf.reduce_max(tf.abs(w)) <= 0.5)
        (TensorShape([100]), True)
        >>> tf.compat.v1.random_uniform_initializer(0, 10, dtype=tf.int32)([2]).dtype
        tf.int32
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "RandomUniform"
    _fields = ("minval", "maxval", "seed", "dtype")

    def __init__(
        self, minval: TensorLike = 0.0, maxval: TensorLike | None = None, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        self.minval, self.maxval, self.seed, self.dtype = minval, maxval, seed, as_dtype(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        return uniform(sizes_of(shape), self.minval, self.maxval, self._type(dtype), seed=self.seed)


@tf_export(v1=["initializers.random_normal", "random_normal_initializer"])
@named_as_shown
class random_normal(Initializer):  # noqa: N801
    """Makes first values of variables: normal numbers. Mirrors `tf.compat.v1.random_normal_initializer`.

    `tf.compat.v1.truncated_normal_initializer` leaves out those far from the mean. A call `initializer(shape, dtype=None)` gives the
    tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        mean: their mean, 0.0 by default.
        stddev: their standard deviation, 1.0 by default.
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Raises:
        ValueError: a dtype that is no float.

    Example:
        >>> w = tf.compat.v1.random_normal_initializer(mean=5.0, stddev=0.1)([100])
        >>> w.shape, bool(abs(tf.reduce_mean(w) - 5.0) < 0.1)
        (TensorShape([100]), True)
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "RandomNormal"
    _fields = ("mean", "stddev", "seed", "dtype")
    _draw = staticmethod(normal)

    def __init__(self, mean: FloatLike = 0.0, stddev: FloatLike = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.mean, self.stddev, self.seed, self.dtype = mean, stddev, seed, floating(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        return self._draw(sizes_of(shape), self.mean, self.stddev, self._type(dtype), seed=self.seed)


@tf_export(v1=["initializers.truncated_normal", "truncated_normal_initializer"])
@named_as_shown
class truncated_normal(random_normal):  # noqa: N801
    """Makes first values of variables: normal numbers, none more than two deviations from the mean. Mirrors
    `tf.compat.v1.truncated_normal_initializer`.

    What is drawn farther away is drawn again. It was the usual choice for weights of neural networks in TensorFlow 1. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        mean: their mean, 0.0 by default.
        stddev: the standard deviation before that, 1.0 by default.
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Raises:
        ValueError: a dtype that is no float.

    Example:
        >>> w = tf.compat.v1.truncated_normal_initializer(stddev=0.1)([100])
        >>> w.shape, bool(tf.reduce_max(tf.abs(w)) <= 0.2)
        (TensorShape([100]), True)
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "TruncatedNormal"
    _draw = staticmethod(_truncated)


@tf_private("tensorflow.python.ops.init_ops._compute_fans", "tensorflow.python.ops.init_ops_v2._compute_fans")
def _fans(shape):
    """The numbers of inputs and outputs of a unit with weights of `shape`."""
    shape = list(sizes_of(shape))
    if len(shape) < 1:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    field = math.prod(shape[:-2])
    return shape[-2] * field, shape[-1] * field


@tf_export(v1=["initializers.variance_scaling", "variance_scaling_initializer", "keras.initializers.VarianceScaling"])
@named_as_shown
class variance_scaling(Initializer):  # noqa: N801
    """Makes first values of variables: numbers whose variance depends on the shape. Mirrors `tf.compat.v1.variance_scaling_initializer`.

    The variance is `scale` divided by the number of inputs, of outputs or their mean. The initializers of Glorot, He and LeCun
    are cases of it. A call `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape,
    initializer=...)` makes that call.

    Arguments:
        scale: a positive float, 1.0 by default.
        mode: "fan_in" (the default), "fan_out" or "fan_avg".
        distribution: "truncated_normal" (the default) or "normal", "untruncated_normal" or "uniform".
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Raises:
        ValueError: other values.

    Example:
        >>> w = tf.compat.v1.variance_scaling_initializer(3.0, "fan_in", "uniform")([9, 2])
        >>> w.shape, bool(tf.reduce_max(tf.abs(w)) <= 1.0)
        (TensorShape([9, 2]), True)
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "VarianceScaling"
    _keras_name = "VarianceScaling"
    _fields: tuple[str, ...] = ("scale", "mode", "distribution", "seed", "dtype")

    def __init__(
        self,
        scale: FloatLike = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Argument `mode` should be one of ('fan_in', 'fan_out', 'fan_avg'). Received: {mode}")
        distribution = distribution.lower()
        if distribution not in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(
                "Argument `distribution` should be one of ('normal', 'uniform', 'truncated_normal', 'untruncated_normal'). "
                f"Received: {distribution}"
            )
        self.scale, self.mode, self.distribution, self.seed, self.dtype = scale, mode, distribution, seed, floating(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        # A part of a partitioned variable is drawn as wide as the whole would be.
        whole = shape if partition_info is None else partition_info.full_shape
        fan_in, fan_out = _fans(whole)
        scale = self.scale / max(1.0, {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode])
        dims, dtype = sizes_of(shape), self._type(dtype)
        if self.distribution in ("normal", "truncated_normal"):
            # 0.87962566103423978 is the deviation of a standard normal variable cut off at two deviations.
            return _truncated(dims, 0.0, math.sqrt(scale) / 0.87962566103423978, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return normal(dims, 0.0, math.sqrt(scale), dtype, seed=self.seed)
        # Uniform numbers up to `limit` have the variance limit² / 3.
        limit = math.sqrt(3.0 * scale)
        return uniform(dims, -limit, limit, dtype, seed=self.seed)


@tf_export(v1=["initializers.glorot_uniform", "glorot_uniform_initializer", "keras.initializers.glorot_uniform"])
@named_as_shown
class glorot_uniform(variance_scaling):  # noqa: N801
    """Makes first values of variables: uniform numbers between the bounds -x and x, where x is the root of 6 / (inputs + outputs).
    Mirrors `tf.compat.v1.glorot_uniform_initializer`.

    So the variance of what layers pass on stays about the same, forward and backward. Inputs and outputs are the last two axes, times
    the others, which are those of a filter. It is what `get_variable` takes where it is told no initializer, if uniform. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Example:
        >>> w = tf.compat.v1.glorot_uniform_initializer(seed=1)([4, 3])
        >>> bool(tf.reduce_max(tf.abs(w)) <= (6 / 7) ** 0.5), w.dtype
        (True, tf.float32)
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "GlorotUniform"
    _keras_name = "glorot_uniform"
    _fields = ("seed", "dtype")

    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)


@tf_export(v1=["initializers.glorot_normal", "glorot_normal_initializer", "keras.initializers.glorot_normal"])
@named_as_shown
class glorot_normal(variance_scaling):  # noqa: N801
    """Makes first values of variables: normal numbers, none more than two deviations from zero, of the variance 2 / (inputs + outputs).
    Mirrors `tf.compat.v1.glorot_normal_initializer`.

    So the variance of what layers pass on stays about the same, forward and backward. Inputs and outputs are the last two axes, times
    the others, which are those of a filter. It is what `get_variable` takes where it is told no initializer, if uniform. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Example:
        >>> w = tf.compat.v1.glorot_normal_initializer(seed=1)([4, 3])
        >>> w.shape, w.dtype
        (TensorShape([4, 3]), tf.float32)
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "GlorotNormal"
    _keras_name = "glorot_normal"
    _fields = ("seed", "dtype")

    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)


@tf_export(v1=["initializers.he_normal"])
def he_normal(seed: int | None = None) -> variance_scaling:
    """Makes first values of variables: normal numbers, none more than two deviations from zero, of the variance 2 / inputs. Mirrors
    `tf.compat.v1.initializers.he_normal`.

    It suits networks with relu as activation. Inputs are the last axis but one, times the axes of a filter before it. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.

    Example:
        >>> w = tf.compat.v1.initializers.he_normal(seed=1)([50, 40])
        >>> w.shape, abs(float(tf.math.reduce_variance(w)) - 2 / 50) < 0.01
        (TensorShape([50, 40]), True)
        >>> tf.compat.v1.initializers.he_normal(seed=1).get_config()["scale"]
        2.0
    """
    return variance_scaling(2.0, "fan_in", "truncated_normal", seed)


@tf_export(v1=["initializers.he_uniform"])
def he_uniform(seed: int | None = None) -> variance_scaling:
    """Makes first values of variables: uniform numbers of the variance 2 / inputs. Mirrors `tf.compat.v1.initializers.he_uniform`.

    It suits networks with relu as activation. Inputs are the last axis but one, times the axes of a filter before it. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.

    Example:
        >>> w = tf.compat.v1.initializers.he_uniform(seed=1)([50, 40])
        >>> w.shape, abs(float(tf.math.reduce_variance(w)) - 2 / 50) < 0.01
        (TensorShape([50, 40]), True)
        >>> tf.compat.v1.initializers.he_uniform(seed=1).get_config()["scale"]
        2.0
    """
    return variance_scaling(2.0, "fan_in", "uniform", seed)


@tf_export(v1=["initializers.lecun_normal"])
def lecun_normal(seed: int | None = None) -> variance_scaling:
    """Makes first values of variables: normal numbers, none more than two deviations from zero, of the variance 1 / inputs. Mirrors
    `tf.compat.v1.initializers.lecun_normal`.

    It suits networks with selu or tanh as activation. Inputs are the last axis but one, times the axes of a filter before it. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.

    Example:
        >>> w = tf.compat.v1.initializers.lecun_normal(seed=1)([50, 40])
        >>> w.shape, abs(float(tf.math.reduce_variance(w)) - 1 / 50) < 0.01
        (TensorShape([50, 40]), True)
        >>> tf.compat.v1.initializers.lecun_normal(seed=1).get_config()["scale"]
        1.0
    """
    return variance_scaling(1.0, "fan_in", "truncated_normal", seed)


@tf_export(v1=["initializers.lecun_uniform"])
def lecun_uniform(seed: int | None = None) -> variance_scaling:
    """Makes first values of variables: uniform numbers of the variance 1 / inputs. Mirrors `tf.compat.v1.initializers.lecun_uniform`.

    It suits networks with selu or tanh as activation. Inputs are the last axis but one, times the axes of a filter before it. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.

    Example:
        >>> w = tf.compat.v1.initializers.lecun_uniform(seed=1)([50, 40])
        >>> w.shape, abs(float(tf.math.reduce_variance(w)) - 1 / 50) < 0.01
        (TensorShape([50, 40]), True)
        >>> tf.compat.v1.initializers.lecun_uniform(seed=1).get_config()["scale"]
        1.0
    """
    return variance_scaling(1.0, "fan_in", "uniform", seed)


@tf_export(v1=["initializers.uniform_unit_scaling", "uniform_unit_scaling_initializer"])
@named_as_shown
class uniform_unit_scaling(Initializer):  # noqa: N801
    """Makes first values of variables: uniform numbers that keep the scale of the inputs. Mirrors
    `tf.compat.v1.uniform_unit_scaling_initializer`.

    They lie between -x and x, where x is `factor` times the root of 3 / inputs, the product of all axes but the last.
    `tf.compat.v1.variance_scaling_initializer` is newer. A call `initializer(shape, dtype=None)` gives the tensor;
    `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        factor: a factor, 1.0 by default; about 1.15 for tanh and 1.43 for relu.
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Example:
        >>> w = tf.compat.v1.uniform_unit_scaling_initializer(factor=2.0)([12, 5])
        >>> w.shape, bool(tf.reduce_max(tf.abs(w)) <= 1.0)
        (TensorShape([12, 5]), True)
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "UniformUnitScaling"
    _fields = ("factor", "seed", "dtype")

    def __init__(self, factor: FloatLike = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.factor, self.seed, self.dtype = factor, seed, floating(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        whole = sizes_of(shape if partition_info is None else partition_info.full_shape)
        # All dimensions but the last count as inputs.
        size = max(1.0, math.prod(float(d) for d in whole[:-1]))
        limit = math.sqrt(3 / size) * self.factor
        return uniform(sizes_of(shape), -limit, limit, self._type(dtype), seed=self.seed)


@tf_export(v1=["initializers.orthogonal", "orthogonal_initializer", "keras.initializers.Orthogonal", "keras.initializers.orthogonal"])
@named_as_shown
class orthogonal(Initializer):  # noqa: N801
    """Makes first values of variables: a matrix with orthogonal rows or columns. Mirrors `tf.compat.v1.orthogonal_initializer`.

    Vectors keep their length in the product with it, which suits recurrent networks. More than two axes are taken together, all
    but the last. A call `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape,
    initializer=...)` makes that call.

    Arguments:
        gain: a factor, 1.0 by default.
        seed: an integer for the same numbers in each run, together with the graph's seed; None by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Raises:
        ValueError: a shape of less than two axes.

    Example:
        >>> w = tf.compat.v1.orthogonal_initializer(gain=2.0)([2, 2])
        >>> np.allclose(w @ tf.transpose(w), 4 * np.eye(2), atol=1e-4)
        True
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "Orthogonal"
    _keras_name = "Orthogonal"
    _fields = ("gain", "seed", "dtype")

    def __init__(self, gain: FloatLike = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain, self.seed, self.dtype = gain, seed, floating(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        dims = sizes_of(shape)
        if len(dims) < 2:
            raise ValueError(
                f"The tensor to initialize, specified by argument `shape` must be at least two-dimensional. Received shape={shape}"
            )
        rows = math.prod(dims[:-1])
        q, r = initial_qr(normal([max(rows, dims[-1]), min(rows, dims[-1])], dtype=self._type(dtype), seed=self.seed))
        # With these signs the matrix is distributed uniformly; Q alone depends on how it was computed.
        q = q * sign(diag_part(r))
        if rows < dims[-1]:
            q = matrix_transpose(q)
        return self.gain * reshape(q, dims)

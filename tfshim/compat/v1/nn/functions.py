"""Functions of `tf.compat.v1.nn` whose arguments TensorFlow 2 renamed, reordered or gave other defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.nn.normalization import fused_batch_norm as fused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


# ---------------------------------------------------------------------- activations and dropout
@tf_export(v1=["nn.dropout"])
def dropout(
    x: TensorLike,
    keep_prob: FloatLike | None = None,
    noise_shape: SizesLike | None = None,
    seed: int | None = None,
    name: str | None = None,
    rate: FloatLike | None = None,
) -> AnyTensor:
    """Sets random elements to zero and divides the others by the share that is kept. Mirrors `tf.compat.v1.nn.dropout`.

    It always drops: a program chooses between training and evaluation itself, by feeding a probability.

    Arguments:
        x: a float tensor.
        keep_prob: with which probability an element is kept, a float in (0, 1] or a scalar tensor. `tf.nn.dropout` of TensorFlow 2
            has only:
        rate: with which probability one is dropped: `1 - keep_prob`. One of the two has to be given.
        noise_shape: the shape of what is drawn, which broadcasts to that of `x`: [batch, 1, 1, channels] drops whole channels. None:
            its own.
        seed: an integer; None (default): drawn from the graph's.
        name: a name for the operations.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        ValueError: neither or both of `keep_prob` and `rate`, a number outside of (0, 1], or integers for `x`.

    Example:
        >>> x = tf.compat.v1.nn.dropout(tf.ones([1000]), keep_prob=0.5)
        >>> sorted(set(x.numpy().tolist())), 400 < float(tf.reduce_sum(x)) / 2 < 600
        ([0.0, 2.0], True)
        >>> tf.compat.v1.nn.dropout(tf.ones([2]), rate=0.0).numpy().tolist()
        [1.0, 1.0]
    """
    if keep_prob is not None and rate is not None:
        raise ValueError("Cannot specify both 'keep_prob' and 'rate'.")
    if keep_prob is not None:
        try:
            rate = 1 - keep_prob
        except TypeError:
            raise ValueError(f"`keep_prob` must be a floating point number or Tensor. Received: keep_prob={keep_prob}") from None
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    return tf.nn.dropout(x, rate, noise_shape, seed, name)


@tf_export(v1=["nn.crelu"])
def crelu(features: TensorLike, name: str | None = None, axis: Axis = -1) -> AnyTensor:
    """Rectified features beside their rectified negatives: twice as many channels, of which nothing is lost.

    Mirrors `tf.compat.v1.nn.crelu`. Shang et al., 2016: the first layers of convolutional networks learn filters in pairs of opposite
    signs, which this makes needless.

    Arguments:
        features: a tensor of a float or signed integer dtype.
        name: a name for the operations.
        axis: the axis along which the two are joined; -1 (default) is the last. In `tf.nn.crelu` it comes before `name`.

    Returns:
        A tensor of the dtype of `features`, twice as long along `axis`.

    Raises:
        InvalidArgumentError: an axis that `features` have not.

    Example:
        >>> tf.compat.v1.nn.crelu(tf.constant([[1.0, -2.0]])).numpy().tolist()
        [[1.0, 0.0, 0.0, 2.0]]
        >>> tf.compat.v1.nn.crelu(tf.ones([2, 3]), axis=0).shape
        TensorShape([4, 3])
    """
    return tf.nn.crelu(features, axis, name)


@tf_export(v1=["nn.leaky_relu"])
def leaky_relu(features: TensorLike, alpha: FloatLike = 0.2, name: str | None = None) -> AnyTensor:
    """Features where they are positive, else a small share of them. Mirrors `tf.compat.v1.nn.leaky_relu`.

    Unlike with `tf.nn.relu` no unit stops learning: below zero the gradient is `alpha`, not zero.

    Arguments:
        features: a tensor of float dtype; integers are taken as float32.
        alpha: the slope below zero, a float; 0.2 by default.
        name: a name for the operation, "LeakyRelu" by default.

    Returns:
        A tensor of the shape and dtype of `features`. The same as `tf.nn.leaky_relu`; as a layer: `tf.keras.layers.LeakyReLU`, whose
        slope
        is 0.3 by default.

    Example:
        >>> tf.compat.v1.nn.leaky_relu(tf.constant([-10.0, 0.0, 5.0])).numpy().tolist()
        [-2.0, 0.0, 5.0]
        >>> tf.compat.v1.nn.leaky_relu([-10, 5], alpha=0.5)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([-5.,  5.], dtype=float32)>
    """
    return tf.nn.leaky_relu(features, alpha, name)


@tf_export(v1=["nn.relu6"])
def relu6(features: TensorLike, name: str | None = None) -> AnyTensor:
    """Features limited to the range from 0 to 6. Mirrors `tf.compat.v1.nn.relu6`, which is `tf.nn.relu6`.

    The limit keeps activations in a range that a few bits can hold, for which reason MobileNet uses it. The gradient is one between 0
    and 6, and zero outside.

    Arguments:
        features: a tensor of numbers, of a float or integer dtype.
        name: a name for the operation, "Relu6" by default.

    Returns:
        A tensor of the shape and dtype of `features`.

    Raises:
        InvalidArgumentError: complex numbers, booleans or strings; while a graph is built a TypeError.

    Example:
        >>> tf.compat.v1.nn.relu6([-3.0, 3.0, 9.0]).numpy().tolist()
        [0.0, 3.0, 6.0]
        >>> tf.compat.v1.nn.relu6([-3, 3, 9]).dtype
        tf.int32
        >>> x = tf.Variable([-3.0, 3.0, 9.0])
        >>> with tf.GradientTape() as tape:
        ...     y = tf.compat.v1.nn.relu6(x)
        >>> tape.gradient(y, x).numpy().tolist()
        [0.0, 1.0, 0.0]
    """
    return tf.nn.relu6(features, name)


def _product(x, weights, biases):
    """`x @ weights`, and the biases."""
    x, weights, biases = (tf.convert_to_tensor(v, name=n) for v, n in ((x, "x"), (weights, "weights"), (biases, "biases")))
    return tf.matmul(x, weights), biases


@tf_export(v1=["nn.relu_layer"])
def relu_layer(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """A whole layer in one call: `relu(x @ weights + biases)`. Mirrors `tf.compat.v1.nn.relu_layer`.

    Programs that make their variables themselves use it; `tf.compat.v1.layers.dense` makes them, and takes any activation.

    Arguments:
        x: a float tensor [batch, n].
        weights: a tensor [n, units] of the same dtype.
        biases: a tensor [units] of the same dtype.
        name: a name for the operations, "relu_layer" by default.

    Returns:
        A tensor [batch, units].

    Raises:
        InvalidArgumentError: sizes that do not fit; while a graph is built a ValueError.

    Example:
        >>> tf.compat.v1.nn.relu_layer([[1.0, 2.0]], [[1.0, -1.0], [1.0, -1.0]], [0.5, 0.5]).numpy().tolist()
        [[3.5, 0.0]]
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [4, 3])
        ...     b = tf.compat.v1.get_variable("b", [3], initializer=tf.compat.v1.zeros_initializer())
        ...     print(tf.compat.v1.nn.relu_layer(tf.ones([2, 4]), w, b))
        Tensor("relu_layer:0", shape=(2, 3), dtype=float32)
    """
    with tf.name_scope(name or "relu_layer") as scope:
        return tf.nn.relu(tf.nn.bias_add(*_product(x, weights, biases)), name=scope or None)


@tf_export(v1=["nn.xw_plus_b"])
def xw_plus_b(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """A linear layer in one call: `x @ weights + biases`. Mirrors `tf.compat.v1.nn.xw_plus_b`.

    Programs that make their variables themselves use it for the logits of a classifier; `tf.compat.v1.layers.dense` makes them.

    Arguments:
        x: a float tensor [batch, n], or with more axes, of which the last is multiplied.
        weights: a tensor [n, units] of the same dtype.
        biases: a tensor [units] of the same dtype.
        name: a name for the operations, "xw_plus_b" by default.

    Returns:
        A tensor [batch, units].

    Raises:
        InvalidArgumentError: sizes or dtypes that do not fit; while a graph is built a ValueError.

    Example:
        >>> tf.compat.v1.nn.xw_plus_b([[1.0, 2.0]], [[1.0, -1.0], [1.0, -1.0]], [0.5, 0.5]).numpy().tolist()
        [[3.5, -2.5]]
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [4, 3])
        ...     b = tf.compat.v1.get_variable("b", [3], initializer=tf.compat.v1.zeros_initializer())
        ...     print(tf.compat.v1.nn.xw_plus_b(tf.ones([2, 4]), w, b, name="logits"))
        Tensor("logits:0", shape=(2, 3), dtype=float32)
    """
    with tf.name_scope(name or "xw_plus_b") as scope:
        return tf.nn.bias_add(*_product(x, weights, biases), name=scope or None)


# ---------------------------------------------------------------------- statistics
@tf_export(v1=["nn.moments"])
def moments(
    x: TensorLike,
    axes: Axis,
    shift: TensorLike | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, ...]:
    """The mean and the variance over some axes. Mirrors `tf.compat.v1.nn.moments`.

    Arguments:
        x: a tensor of numbers; float16 is averaged in float32.
        axes: the axes, an integer or a list: [0] for a dense layer's batch, [0, 1, 2] for images.
        shift: has no effect, as in TensorFlow.
        name: a name for the operations. In `tf.nn.moments` it comes after `keepdims`.
        keep_dims: True keeps the axes with length 1; `keepdims` is a newer name for it. False by default.
        keepdims: see `keep_dims`.

    Returns:
        A pair (mean, variance) of tensors of the dtype of `x`. The variance is divided by the number of elements.

    Raises:
        ValueError: both `keep_dims` and `keepdims`.

    Example:
        >>> mean, variance = tf.compat.v1.nn.moments(tf.constant([[1.0, 10.0], [3.0, 30.0]]), axes=[0], keep_dims=True)
        >>> mean.numpy().tolist(), variance.numpy().tolist()
        ([[2.0, 20.0]], [[1.0, 100.0]])
    """
    return tf.nn.moments(x, axes, shift, flag(keepdims, keep_dims), name)


@tf_export(v1=["nn.weighted_moments"])
def weighted_moments(
    x: TensorLike,
    axes: Axis,
    frequency_weights: TensorLike,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, ...]:
    """The mean and the variance over some axes, elements counting as often as weights say. Mirrors `tf.compat.v1.nn.weighted_moments`.

    Arguments:
        x: a tensor of numbers; float16 is averaged in float32.
        axes: the axes, an integer or a list.
        frequency_weights: a tensor that broadcasts with `x`: an integer weight is how often an element stands there.
        name: a name for the operations.
        keep_dims: True keeps the axes with length 1; `keepdims` is a newer name for it. False by default.
        keepdims: see `keep_dims`.

    Returns:
        A pair (mean, variance) of tensors of the dtype of `x`; both are zero where all weights are.

    Raises:
        ValueError: both `keep_dims` and `keepdims`.

    Example:
        >>> mean, variance = tf.compat.v1.nn.weighted_moments([0.0, 8.0], [0], [3.0, 1.0])
        >>> float(mean), float(variance)
        (2.0, 12.0)
        >>> [float(m) for m in tf.nn.moments(tf.constant([0.0, 0.0, 0.0, 8.0]), [0])]
        [2.0, 12.0]
    """
    return tf.nn.weighted_moments(x, axes, frequency_weights, flag(keepdims, keep_dims), name)


@tf_export(v1=["nn.sufficient_statistics"])
def sufficient_statistics(
    x: TensorLike,
    axes: Axis,
    shift: TensorLike | None = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Any, ...]:
    """What mean and variance can be computed from, and what can be added up over batches.

    Mirrors `tf.compat.v1.nn.sufficient_statistics`.

    Arguments:
        x: a tensor of numbers.
        axes: the axes, an integer or a list.
        shift: a tensor, about the mean, that is subtracted first: sums of squares are more exact so. None (default): none.
        keep_dims: True keeps the axes with length 1; `keepdims` is a newer name for it. False by default.
        name: a name for the operations.
        keepdims: see `keep_dims`.

    Returns:
        (count, sum, sum of squares, shift), of which the last is None without a shift. `tf.nn.normalize_moments` makes mean and
        variance of
        them.

    Raises:
        ValueError: both `keep_dims` and `keepdims`.

    Example:
        >>> count, total, squares, shift = tf.compat.v1.nn.sufficient_statistics(tf.constant([1.0, 3.0]), [0])
        >>> float(count), float(total), float(squares), shift
        (2.0, 4.0, 10.0, None)
        >>> [float(m) for m in tf.nn.normalize_moments(count, total, squares, shift)]
        [2.0, 1.0]
    """
    return tf.nn.sufficient_statistics(x, axes, shift, flag(keepdims, keep_dims), name)


@tf_export(v1=["nn.batch_norm_with_global_normalization"])
def batch_norm_with_global_normalization(
    t: TensorLike | None = None,
    m: TensorLike | None = None,
    v: TensorLike | None = None,
    beta: TensorLike | None = None,
    gamma: TensorLike | None = None,
    variance_epsilon: FloatLike | None = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
) -> Tensor:
    """Batch normalization of images by moments that are given: `(t - m) / sqrt(v + variance_epsilon) * gamma + beta`.

    Mirrors `tf.compat.v1.nn.batch_norm_with_global_normalization`, of which `tf.nn.batch_normalization` is the newer form: any rank,
    and gamma or beta of None.

    Arguments:
        t: a float tensor [batch, height, width, channels]; `input` is a newer name for it.
        m: the means [channels]; or `mean`.
        v: the variances [channels]; or `variance`.
        beta: what is added [channels].
        gamma: the factor [channels].
        variance_epsilon: a small number that is added to the variances.
        scale_after_normalization: whether the factor is applied.
        name: a name for the operations.

    Returns:
        A tensor of the shape and dtype of `t`.

    Raises:
        ValueError: both or neither of two names of an argument.

    Example:
        >>> x = tf.reshape([1.0, 3.0], [1, 2, 1, 1])
        >>> f = tf.compat.v1.nn.batch_norm_with_global_normalization
        >>> y = f(x, tf.constant([2.0]), tf.constant([1.0]), [10.0], [5.0], variance_epsilon=0.0, scale_after_normalization=True)
        >>> y.numpy().ravel().tolist()
        [5.0, 15.0]
    """
    return tf.nn.batch_normalization(
        one_of("input", input, "t", t),
        one_of("mean", mean, "m", m),
        one_of("variance", variance, "v", v),
        beta,
        gamma if scale_after_normalization else None,
        variance_epsilon,
        name,
    )


@tf_export(v1=["nn.fused_batch_norm"])
def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
    epsilon: FloatLike = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: FloatLike = 1.0,
) -> tuple[Tensor, ...]:
    """Batch normalization of images in one operation, by the moments of the batch or by given ones.

    Mirrors `tf.compat.v1.nn.fused_batch_norm`. `tf.compat.v1.layers.batch_normalization` calls it, and keeps the moving averages.

    Arguments:
        x: a float tensor [batch, height, width, channels]; with 5 axes and "NDHWC" volumes.
        scale: the factor [channels], float32.
        offset: what is added [channels], float32.
        mean, variance: [channels]: needed where `is_training` is False or `exponential_avg_factor` is not one; None by default.
        epsilon: a small number that is added to the variance; 0.001 by default.
        data_format: "NHWC" (default), "NCHW", "NDHWC" or "NCDHW"; InvalidArgumentError for others.
        is_training: whether the moments of the batch are taken; True by default.
        name: a name for the operation, "FusedBatchNormV3" by default.
        exponential_avg_factor: how far the given moments are moved towards the batch's in what is returned; 1.0 (default): all the way.

    Returns:
        (normalized tensor, mean [channels], variance [channels]). While training the variance is divided by one less than the number
        of elements.

    Raises:
        ValueError: moments are missing.

    Example:
        >>> x = tf.reshape([1.0, 3.0], [1, 2, 1, 1])
        >>> y, mean, variance = tf.compat.v1.nn.fused_batch_norm(x, scale=[1.0], offset=[0.0], epsilon=0.0)
        >>> y.numpy().ravel().round(3).tolist(), mean.numpy().tolist(), variance.numpy().tolist()
        ([-1.0, 1.0], [2.0], [2.0])
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "Both `mean` and `variance` must be a 1D tensor when `is_training` is False or `exponential_avg_factor` != 1.0. "
            f"Received: `mean` {mean!r} and `variance` {variance!r}"
        )
    return fused(
        x,
        scale,
        offset,
        tf.constant([]) if mean is None else mean,
        tf.constant([]) if variance is None else variance,
        epsilon,
        data_format,
        is_training,
        exponential_avg_factor,
        name,
    )

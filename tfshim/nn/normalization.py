"""Normalizations by moments; bias."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.graphs import fused_steps
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.static_shapes.elementwise import BY_ELEMENT
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, on_processor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.nn.windows.arguments import not_in_list

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike


_LOW = (torch.float16, torch.bfloat16)
_MANY = 1 << 14  # numbers from which a second look at all of them costs more than some calls


def normalized(x, mean, variance, offset, scale, variance_epsilon):
    """`x`, of torch, normalized to the mean `offset` and the standard deviation `scale`."""
    factor = torch.rsqrt(variance + variance_epsilon)
    if scale is not None:
        factor = factor * scale
    shift = -mean * factor if offset is None else offset - mean * factor
    if factor.dtype is not x.dtype:
        factor, shift = factor.to(x.dtype), shift.to(x.dtype)
    if x.dtype in (torch.float32, torch.float64):
        return torch.addcmul(shift, x, factor)  # reads and writes the large tensor once
    return x * factor + shift


@op(
    "BatchNormalization",
    x="X",
    mean="T",
    variance="T",
    offset="T?",
    scale="T?",
    X=dt.INEXACT,
    T=dt.INEXACT,
    scope="batchnorm",
    register=False,
    shape_fn=BY_ELEMENT,
)
def _batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """`x` normalized to the mean `offset` and the standard deviation `scale`."""
    return normalized(x, mean, variance, offset, scale, variance_epsilon)


fused_steps.owns_result(_batch_normalization)


def _is_read(t):
    return type(t) is SymbolicTensor and t.op.kind == "ReadVariableOp"


def _reads(x, mean, variance, offset, scale, *others):
    """What the reads are called of those of mean, variance, offset and scale that are variables."""
    number, names = 0, {}
    for t in (variance, mean, offset):  # as TensorFlow's function comes to them
        if _is_read(t):
            names[id(t)] = f"ReadVariableOp_{number}" if number else "ReadVariableOp"
            number += 1
    if _is_read(scale):
        names[id(scale)] = "mul/ReadVariableOp"
    return [names[id(t)] for t in (mean, variance, offset, scale) if id(t) in names]


vars(_batch_normalization)["_tfshim_op"].reads_within = _reads


@tf_export("nn.batch_normalization")
@composite
def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike,
    scale: TensorLike,
    variance_epsilon: FloatLike,
    name: str | None = None,
) -> Tensor:
    """A tensor with a mean subtracted, divided by a standard deviation, scaled and shifted. Mirrors
    `tf.nn.batch_normalization`.

    Arguments:
        x: a float tensor of any shape.
        mean: the mean, a tensor of the same dtype that broadcasts with `x`, as do the following; see `tf.nn.moments`.
        variance: the variance.
        offset: what is added at the end, often called beta; None for nothing.
        scale: what is multiplied by before, often called gamma; None for 1.
        variance_epsilon: a small number that is added to the variance, such as 0.001.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: `scale * (x - mean) / sqrt(variance + variance_epsilon) + offset`.

    Running means are kept by `tf.keras.layers.BatchNormalization`, not here.

    Example:
        >>> x = tf.constant([[1.0, 10.0], [3.0, 30.0]])
        >>> mean, variance = tf.nn.moments(x, axes=[0])
        >>> np.round(tf.nn.batch_normalization(x, mean, variance, offset=None, scale=2.0, variance_epsilon=1e-6), 3)
        array([[-2., -2.],
               [ 2.,  2.]], dtype=float32)
    """
    if not isinstance(variance, (Tensor, Variable)):
        variance, variance_epsilon = variance + variance_epsilon, 0.0  # by the rules of Python or NumPy, as in TensorFlow
    if type(variance_epsilon) is not float:
        variance_epsilon = _epsilon(variance_epsilon)
    _ = x.dtype  # TensorFlow asks for it before it converts
    return _batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=name)


def _epsilon(value):
    return float(value)


@tf_export("nn.batch_norm_with_global_normalization")
@composite
def batch_norm_with_global_normalization(
    input: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike,
    gamma: TensorLike,
    variance_epsilon: FloatLike,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """`tf.nn.batch_normalization` under the older names of its arguments. Mirrors
    `tf.nn.batch_norm_with_global_normalization`.

    Arguments:
        input: a float tensor of shape [batch, height, width, channels].
        mean: the mean of each channel, of shape [channels].
        variance: the variance of each channel.
        beta: what is added to each channel at the end.
        gamma: what each channel is multiplied by.
        variance_epsilon: a small number that is added to the variance.
        scale_after_normalization: whether `gamma` is used.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `input`.

    Example:
        >>> x = tf.reshape([1.0, 3.0], [1, 1, 2, 1])
        >>> y = tf.nn.batch_norm_with_global_normalization(x, *map(tf.constant, ([2.0], [1.0], [0.5], [10.0])), 0.0, True)
        >>> np.round(tf.reshape(y, [-1]), 3)
        array([-9.5, 10.5], dtype=float32)
    """
    scale = gamma if scale_after_normalization else None
    return batch_normalization(input, mean, variance, beta, scale, variance_epsilon, name=name)


_LRN_TYPES = sum(t.mask for t in (dt.float16, dt.bfloat16, dt.float32))


@tf_export("nn.local_response_normalization", "nn.lrn")
@op(
    "LRN",
    input="T=float32",
    T=_LRN_TYPES,
    shape_fn=by_sizes(lambda x, radius, *_: x if len(x) == 4 and type(radius) is int and radius >= 0 else None),
    shape_fallback=by_names("bhwc->bhwc"),
)
def local_response_normalization(
    input: TensorLike, depth_radius: int = 5, bias: TensorLike = 1, alpha: TensorLike = 1, beta: TensorLike = 0.5, name: str | None = None
) -> Tensor:
    """Each element divided by a power of the squares of its neighbouring channels. Mirrors
    `tf.nn.local_response_normalization` and `tf.nn.lrn`.

    Arguments:
        input: a float tensor of shape [batch, height, width, channels].
        depth_radius: how many channels on either side count, 5 by default.
        bias: a number that keeps the divisor from 0, 1 by default.
        alpha: the factor of the sum of squares, 1 by default.
        beta: the exponent, 0.5 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `input`: `input / (bias + alpha * sum) ** beta`, where the sum goes over the
        channels within the radius, the element itself included.

    Raises:
        InvalidArgumentError: `input` has another rank.

    Example:
        >>> x = tf.reshape([3.0, 0.0, 0.0, 4.0], [1, 1, 1, 4])
        >>> np.round(tf.reshape(tf.nn.lrn(x, depth_radius=1, bias=0.0001), [-1]), 3)
        array([1., 0., 0., 1.], dtype=float32)
    """
    if input.ndim != 4:
        raise invalid("in must be 4-dimensional")
    if depth_radius < 0:
        raise invalid(f"depth_radius = {depth_radius} larger than int max")
    kind = input.dtype
    # Squares of numbers from 256 on overflow in float16.
    x = input.float() if kind in _LOW else input
    if not x.numel():
        return input * 1
    # A product with ones in a band, as in TensorFlow: an infinite square therefore reaches all channels of its pixel, as NaN.
    channels = x.shape[-1]
    band = torch.ones((channels, channels), dtype=x.dtype, device=x.device).tril(depth_radius).triu(-depth_radius)
    divisor = torch.matmul((x * x).reshape(-1, channels), band).mul_(alpha).add_(bias).reshape(x.shape)
    if beta == 1:
        return (x / divisor).to(kind)
    # Two steps take less time than a power.
    return (x * (divisor.rsqrt() if beta == 0.5 else torch.exp(torch.log(divisor) * -beta))).to(kind)


def _with_bias(value, bias, first):
    fits = len(bias) == 1 and len(value) >= 2 and value[1 if first else -1] == bias[0]
    return value if fits else None


def _biased_shape(value, bias, first):
    if value.shape.rank is None:
        return value.dtype, None
    dims, at = value.shape.as_list(), 1 if first else -1
    if bias.shape.rank == 1 and dims[at] is None:
        dims[at] = bias.shape[0]
    return value.dtype, dims


@op("BiasAdd", value="T", bias="T", T=dt.NUMBERS, shape_fn=by_sizes(_with_bias, 2), shape_fallback=_biased_shape)
def _bias_add(value, bias, first, name=None):
    """`value + bias` along the channels."""
    if bias.ndim != 1:
        raise invalid(f"Biases must be 1D: {dims_text(bias.shape)}")
    if value.ndim < 2:
        raise invalid(f"Input tensor must be at least 2D: {dims_text(value.shape)}")
    at = 1 if first else -1
    if value.shape[at] != bias.shape[0]:
        raise invalid(
            f"Must provide as many biases as the {'channel' if first else 'last'} dimension of the input tensor: "
            f"[{bias.shape[0]}] vs. {dims_text(value.shape)}"
        )
    if first:
        bias = bias.reshape(-1, *[1] * (value.ndim - 2))
    return value + bias


def _bias_in_place(value, bias, first):
    fits = bias.ndim == 1 and value.ndim >= 2 and value.shape[1 if first else -1] == bias.shape[0] and value.dtype is bias.dtype
    memory = fused_steps.memory_of(value, bias) if fits else None
    if memory is None or first and (memory.flat or memory.order is not None):
        return _bias_add._tfshim_op.kernel(value, bias, first)
    whole, second = memory.whole, first or memory.order is not None  # whether the channels are the second axis of the whole
    if whole.shape[1 if second else -1] != bias.shape[0]:
        return _bias_add._tfshim_op.kernel(value, bias, first)
    whole.add_(bias.view(-1, *[1] * (whole.ndim - 2)) if second else bias)
    return memory.back()


fused_steps.owns_result(_bias_add)
fused_steps.in_place(_bias_add, _bias_in_place)


@tf_export("nn.bias_add")
@composite
def bias_add(value: TensorLike, bias: TensorLike, data_format: str | None = None, name: str | None = None) -> Tensor:
    """A tensor plus one number for each channel. Mirrors `tf.nn.bias_add`.

    Arguments:
        value: a tensor of numbers with at least two dimensions.
        bias: a vector as long as there are channels, of the same dtype.
        data_format: "N...C" (None, the default) for channels last, "NC..." for channels second; or a format of images
            such as "NHWC" and "NCHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `value`.

    Raises:
        ValueError: another format.
        InvalidArgumentError: the length of `bias` is not the number of channels.

    With channels last it is an addition that checks the shapes.

    Example:
        >>> tf.nn.bias_add([[1.0, 2.0], [3.0, 4.0]], [10.0, 20.0])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[11., 22.],
               [13., 24.]], dtype=float32)>
        >>> tf.nn.bias_add(tf.zeros([1, 2, 3]), [1.0, 2.0], data_format="NC...")
        <tf.Tensor: shape=(1, 2, 3), dtype=float32, numpy=
        array([[[1., 1., 1.],
                [2., 2., 2.]]], dtype=float32)>
    """
    if data_format is None:
        first = False
    elif data_format.startswith("NC"):
        first = True
    elif data_format.startswith("N") and data_format.endswith("C"):
        first = False
    else:
        raise ValueError(f"`data_format` must be of the form `N...C` or `NC...`. Received: data_format={data_format}")
    if not executing_eagerly() and isinstance(bias, Tensor) and not isinstance(value, (Tensor, Variable)):
        convert_to_tensor(bias, dtype=convert_to_tensor(value).dtype)  # TensorFlow converts them before the operation does
    return _bias_add(value, bias, first, name=name)


def _fused_shapes(x, scale, offset, mean, variance, epsilon, data_format, is_training, *rest):
    rule = by_names("x,c,c,c,c->x,c,c".replace("x", data_format.lower()), 0, 1, 1)
    return rule(x, scale, offset, *(() if is_training and mean.shape.rank == 1 and mean.shape[0] == 0 else (mean, variance)))


def _by_batch(x, channels, scale, offset, epsilon):
    """(mean, unbiased variance, normalized `x`) of images, whose channels are their second axis."""
    count = x.numel() // max(channels, 1)
    if at_least(x.numel(), _MANY) and count > 1 and on_processor(x):
        # What torch would average with earlier ones by this share costs no second look at all numbers.
        mean, variance = scale.new_zeros(channels), scale.new_zeros(channels)
        return mean, variance, torch.batch_norm(x, scale, offset, mean, variance, True, 1.0, epsilon, True)
    full = x.float() if x.dtype in _LOW else x
    variance, mean = torch.var_mean(full.detach(), [0, *range(2, x.ndim)], correction=0)
    made = torch.batch_norm(x, scale, offset, None, None, True, 0.0, epsilon, True)
    return mean, variance * (count / max(count - 1, 1)), made


@op(
    "FusedBatchNormV3",
    x="T",
    scale="U",
    offset="U",
    mean="U",
    variance="U",
    T=dt.FLOATS,
    U=dt.float32.mask | dt.float64.mask,
    non_differentiable=("mean", "variance"),
    shape_fallback=_fused_shapes,
)
def fused_batch_norm(
    x,
    scale,
    offset,
    mean,
    variance,
    epsilon=0.001,
    data_format="NHWC",
    is_training=True,
    exponential_avg_factor=1.0,
    name=None,
):
    """Batch normalization of images in one operation; the kernel under Keras' layer and
    `tf.compat.v1.nn.fused_batch_norm`.

    `x`: [batch, height, width, channels], [batch, depth, height, width, channels], or channels second with
    `data_format` "NCHW" or "NCDHW". Others: vectors of float32, empty `mean` and `variance` for training from scratch.
    Returns (y, batch mean, batch variance); in training the variance is the unbiased one, both averaged with `mean` and
    `variance` where `exponential_avg_factor` is below 1.
    """
    if data_format not in ("NHWC", "NCHW", "NDHWC", "NCDHW"):
        raise not_in_list("FusedBatchNormV3", "data_format", data_format, ("NHWC", "NCHW", "NDHWC", "NCDHW"))
    first = data_format.startswith("NC")
    mean, variance = mean.detach(), variance.detach()
    if x.ndim not in (4, 5):
        raise invalid(f"input must be 4 or 5-dimensional{dims_text(x.shape)}")
    channels = x.shape[1 if first else -1]
    for what, t in (("scale", scale), ("offset", offset), ("estimated_mean", mean), ("estimated_variance", variance)):
        if t.ndim != 1:
            raise invalid(f"{what} must be 1-dimensional{dims_text(t.shape)}")
    averaged = not is_training or exponential_avg_factor != 1.0
    when = "When exponential_avg_factor != 1" if is_training else "When is_training=false"
    estimates = ((f"{when}, mean", mean), (f"{when}, variance", variance)) if averaged else ()
    for what, t in (("scale", scale), ("offset", offset), *estimates):
        if t.shape[0] != channels:
            raise invalid(f"{what} must have the same number of elements as the channels of x, got {t.shape[0]} and {channels}")
    if not channels:
        return x, mean if averaged else scale.detach(), variance if averaged else scale.detach()
    channels_first = x if first else x.movedim(-1, 1)
    y = channels_first
    if is_training:
        batch_mean, batch_variance, y = _by_batch(y, channels, scale, offset, epsilon)
        if exponential_avg_factor != 1.0:
            f = exponential_avg_factor
            batch_mean = (1 - f) * mean + f * batch_mean
            batch_variance = (1 - f) * variance + f * batch_variance
        outputs = batch_mean.to(scale.dtype), batch_variance.to(scale.dtype)
    else:
        y = torch.batch_norm(y, scale, offset, mean, variance, False, 0.0, epsilon, True)
        outputs = mean, variance
    return y if first else y.movedim(1, -1), *outputs


fused_steps.owns_result(fused_batch_norm)

"""Activation functions: rectifiers, exponential units, sigmoids and softmax."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING

import numpy as np
import torch
import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.array_ops._framing import framed, inside, is_large
from tfshim.array_ops.casting import cast
from tfshim.array_ops.padding import _checked, _pad
from tfshim.engine.graphs import fused_steps
from tfshim.engine.graphs.programs.gelus import gelu_by_tanh
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.elementwise import BY_ELEMENT
from tfshim.engine.ops.vectorized import comparisons, elementary, selections, softmaxes
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import FROM_TORCH
from tfshim.engine.values.readable import at_least, forward_mode, readable
from tfshim.math._gradients import needs_grad, with_derivative

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("nn.relu", elementwise="unary", keras_defaults=True)
@op("Relu", features="T", T=dt.REAL_NUMBERS, scope="", direct=torch.relu)
def relu(features: TensorLike, name: str | None = None) -> AnyTensor:
    """The rectifier: each element where it is positive, 0 elsewhere. Mirrors `tf.nn.relu`.

    Arguments:
        features: a tensor of real numbers of any shape, integers included, or what converts to one. A ragged tensor
            gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`: `max(features, 0)`. NaN stays NaN.

    Raises:
        InvalidArgumentError: `features` holds bools, strings or complex numbers.

    The gradient is 1 above 0, and 0 at 0 and below.

    Example:
        >>> tf.nn.relu([-1.0, 0.0, 2.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0., 0., 2.], dtype=float32)>
        >>> with tf.GradientTape() as tape:
        ...     x = tf.Variable([-1.0, 2.0])
        ...     y = tf.nn.relu(x)
        >>> tape.gradient(y, x)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 1.], dtype=float32)>
    """
    return torch.relu(features)


fused_steps.in_place(relu, fused_steps.elementwise(torch.relu_, torch.relu))


@tf_export("nn.relu6", elementwise="unary")
@op("Relu6", features="T", T=dt.REAL_NUMBERS, scope="")
def relu6(features: TensorLike, name: str | None = None) -> AnyTensor:
    """Each element limited to the range from 0 to 6. Mirrors `tf.nn.relu6`.

    Arguments:
        features: a tensor of real numbers of any shape, or what converts to one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`: `min(max(features, 0), 6)`.

    Raises:
        InvalidArgumentError: `features` holds bools, strings or complex numbers.

    Networks for small devices use it, since a bounded range survives low precision. The gradient is 1 between the
    corners, and 0 at them and outside.

    Example:
        >>> tf.nn.relu6([-1.0, 3.0, 10.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0., 3., 6.], dtype=float32)>
    """
    if features.is_floating_point():
        return F.relu6(features)
    return features.clamp(0, 6)


class _Relu6InPlace(Function):
    """The same in place: torch's own keeps a copy of its argument for the gradient, which the result does as well for."""

    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(torch._C._nn.relu6_(x))
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return _relu6_derivative(grad, ctx.saved_tensors[0])


def relu6_in_place(x):
    """`x`, a tensor that nothing else holds, after it was limited to 0 ... 6."""
    return _Relu6InPlace.apply(x) if x.requires_grad and torch.is_grad_enabled() else torch._C._nn.relu6_(x)


fused_steps.in_place(relu6, fused_steps.elementwise(relu6_in_place, F.relu6))


class _RectifiedWithinZeros(Function):
    """What a rectifier gives of a large tensor, written within zeros at once."""

    @staticmethod
    def forward(ctx, x, pads, write, derivative):
        y = framed(x, pads, write)
        ctx.save_for_backward(y)
        ctx.pads, ctx.derivative = pads, derivative
        return y

    @staticmethod
    def backward(ctx, grad):
        return ctx.derivative(inside(grad, ctx.pads), inside(ctx.saved_tensors[0], ctx.pads)), None, None, None


def _within_zeros(write, derivative):
    """A kernel for such a rectifier and the zeros that are put around its result."""

    def run(rectified, padded):
        (x,), (paddings,) = rectified, padded
        if not is_large(x) or not readable(x) or forward_mode():
            return None
        pads = tuple((before, after) for before, after in _checked(x, paddings))
        if x.requires_grad and torch.is_grad_enabled():
            return _RectifiedWithinZeros.apply(x, pads, write, derivative)
        return framed(x, pads, write)

    return run


def _write_relu(place, x):
    torch.clamp_min(x, 0, out=place)


def _write_relu6(place, x):
    torch.clamp(x, 0, 6, out=place)


def _relu_derivative(grad, y):
    return torch.ops.aten.threshold_backward(grad, y, 0)


def _relu6_derivative(grad, y):
    return torch.ops.aten.hardtanh_backward(grad, y, 0, 6)


fused_steps.as_one(relu, _pad, _within_zeros(_write_relu, _relu_derivative))
fused_steps.as_one(relu6, _pad, _within_zeros(_write_relu6, _relu6_derivative))


@tf_export("nn.elu", elementwise="unary", keras_defaults=True)
@op("Elu", features="T", T=dt.FLOATS, scope="")
def elu(features: TensorLike, name: str | None = None) -> AnyTensor:
    """The exponential linear unit: each element where it is positive, `exp(x) - 1` elsewhere. Mirrors `tf.nn.elu`.

    Arguments:
        features: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`, greater than -1: smooth at 0, unlike `tf.nn.relu`, and with a
        mean nearer to 0.

    Raises:
        InvalidArgumentError: `features` holds integers.

    The gradient is 1 above 0 and `exp(x)` below. With another slope below 0 it is `tf.keras.activations.elu(x, alpha)`.

    Example:
        >>> np.round(tf.nn.elu([-100.0, -1.0, 0.0, 2.0]), 3)
        array([-1.   , -0.632,  0.   ,  2.   ], dtype=float32)
    """
    return elementary.elu(features)


_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.6732632423543772


def _selu_slope(x, y):
    return selections.where(comparisons.lt(y, 0), y + _SELU_SCALE * _SELU_ALPHA, y.new_full((), _SELU_SCALE))


def _selu_gradient(x, y, grad):
    if torch.is_grad_enabled() or not readable(y):
        return grad * _selu_slope(x, y)
    # torch's slope at 0 is the one of the left side, TensorFlow's that of the right one.
    return torch.ops.aten.elu_backward(grad, _SELU_ALPHA, _SELU_SCALE, 1, True, y + torch.finfo(y.dtype).tiny)


def _selu_by_numpy(x, out):
    elementary.elu_by_numpy(x, out)
    torch._C._nn.leaky_relu_(torch.from_numpy(out), _SELU_ALPHA)
    np.multiply(out, _SELU_SCALE, out=out)


_selu_by_torch = with_derivative(torch.selu, _selu_slope)
_selu, _SELU = elementary.by_the_faster(
    lambda x: _selu_by_torch(x) if x.requires_grad or forward_mode() else torch.selu(x), _selu_by_numpy, _selu_gradient, worth_it=1.2
)


@tf_export("nn.selu", elementwise="unary", keras_defaults=True)
@op("Selu", features="T", T=dt.FLOATS, scope="")
def selu(features: TensorLike, name: str | None = None) -> AnyTensor:
    """The scaled exponential linear unit, which keeps activations near mean 0 and variance 1 from layer to layer. Mirrors
    `tf.nn.selu`.

    Arguments:
        features: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`: `scale * x` where x is positive and `scale * alpha * (exp(x) -
        1)` elsewhere, with scale 1.0507 and alpha 1.6733.

    Raises:
        InvalidArgumentError: `features` holds integers.

    It does so for kernels that are initialized by "lecun_normal", and with `tf.keras.layers.AlphaDropout` as dropout.

    Example:
        >>> np.round(tf.nn.selu([-100.0, -1.0, 0.0, 2.0]), 3)
        array([-1.758, -1.111,  0.   ,  2.101], dtype=float32)
    """
    return _selu(features)


@op("LeakyRelu", features="T", T=dt.REAL_NUMBERS, scope="")
def _leaky_relu(features, alpha, name=None):
    """`features` where positive, `alpha * features` elsewhere."""
    if not features.is_floating_point():
        features = features.float()
    elif features.dtype is torch.float64:
        alpha = float(np.float32(alpha))  # TensorFlow keeps it as a float32
    return F.leaky_relu(features, alpha)


def _leaky_in_place(features, alpha):
    # In place, torch takes the gradient from the result: it has the sign of the argument for positive slopes only.
    memory = fused_steps.memory_of(features) if alpha > 0 and features.dtype is torch.float32 else None
    if memory is None:
        return _leaky_relu._tfshim_op.kernel(features, alpha)
    torch._C._nn.leaky_relu_(memory.whole, alpha)
    return memory.back()


fused_steps.in_place(_leaky_relu, _leaky_in_place)


@tf_export("nn.leaky_relu", elementwise="unary")
@composite
def leaky_relu(features: TensorLike, alpha: TensorLike = 0.2, name: str | None = None) -> AnyTensor:
    """The rectifier with a slope below 0: each element where it is positive, `alpha` times it elsewhere. Mirrors
    `tf.nn.leaky_relu`.

    Arguments:
        features: a tensor of real numbers of any shape; integers become float32.
        alpha: the slope below 0, a Python number, 0.2 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `features`.

    Raises:
        TypeError: `alpha` is a tensor or no number.

    Other than after `tf.nn.relu`, gradients reach units whose input is negative. `tf.keras.layers.LeakyReLU` has 0.3 as
    its default.

    Example:
        >>> np.round(tf.nn.leaky_relu([-1.0, 0.0, 2.0]), 3)
        array([-0.2,  0. ,  2. ], dtype=float32)
        >>> np.round(tf.nn.leaky_relu([-1.0, 0.0, 2.0], alpha=0.01), 3)
        array([-0.01,  0.  ,  2.  ], dtype=float32)
    """
    if type(alpha) is not float:
        alpha = alpha.item() if isinstance(alpha, np.ndarray) else alpha
        if not isinstance(alpha, numbers.Real):
            raise TypeError(f"Expected float for argument 'alpha' not {alpha!r}.")
        alpha = float(alpha)
    return _leaky_relu(features, alpha, name=name)


@tf_export("nn.crelu", keras="compat.v1.nn.crelu")
@op("CRelu", features="T", T=dt.REALS | dt.SIGNED_INTS, scope="", register=False)
def crelu(features: TensorLike, axis: Axis = -1, name: str | None = None) -> Tensor:
    """The positive parts of the elements and of their negatives, side by side. Mirrors `tf.nn.crelu`.

    Arguments:
        features: a tensor of real numbers with at least one dimension.
        axis: the axis along which the two are joined, the last one (-1) by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor like `features`, twice as long along `axis`: `relu(concat([features, -features]))`.

    Raises:
        InvalidArgumentError: the axis is out of range.

    Nothing is lost, as by `tf.nn.relu`; the following layer has twice as many inputs.

    Example:
        >>> tf.nn.crelu([-1.0, 2.0])
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([0., 2., 1., 0.], dtype=float32)>
        >>> tf.nn.crelu(tf.zeros([8, 5, 5, 16])).shape
        TensorShape([8, 5, 5, 32])
    """
    rank = features.ndim
    if not -rank <= axis < rank:
        raise invalid(f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {axis}")
    return torch.relu(torch.cat([features, -features], int(axis)))


@tf_export("nn.gelu", v1=[], elementwise="unary")
@op("Gelu", features="any", scope="", register=False)
def gelu(features: TensorLike, approximate: bool = False, name: str | None = None) -> AnyTensor:
    """The Gaussian error linear unit: each element times the probability that a standard normal number is below it.
    Mirrors `tf.nn.gelu`.

    Arguments:
        features: a tensor of any shape: float16, bfloat16, float32 or float64.
        approximate: True computes it by a formula with tanh, as some published models do; False (the default) exactly,
            by the error function.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`; about 0 far below 0 and about x far above, with a dip to -0.17 at
        -0.75.

    Raises:
        ValueError: `features` is not of floating point.

    The weights of a model go with one of the two forms: they differ by up to 0.0005.

    Example:
        >>> np.round(tf.nn.gelu([-3.0, -1.0, 0.0, 1.0]), 3)
        array([-0.004, -0.159,  0.   ,  0.841], dtype=float32)
        >>> np.round(tf.nn.gelu([-3.0, -1.0, 0.0, 1.0], approximate=True), 3)
        array([-0.004, -0.159,  0.   ,  0.841], dtype=float32)
    """
    if not features.is_floating_point():
        raise ValueError(f"`features.dtype` must be a floating point tensor.Received:features.dtype={FROM_TORCH[features.dtype]}")
    if features.dtype is torch.float64:
        return _wide_gelu(features, approximate)
    return gelu_by_tanh(features) if approximate else F.gelu(features)


def _wide_gelu(x, approximate):
    """`gelu` in float64; TensorFlow's constants have the precision of float32 even there."""
    if approximate:
        return 0.5 * x * (1 + torch.tanh(0.7978845608028654 * (x + float(np.float32(0.044715)) * x**3)))
    return 0.5 * x * (1 + torch.erf(x / float(np.float32(1.4142135623730951))))


@op("Silu", features="T", T=dt.INEXACT, scope="", register=False, direct=F.silu)
def _silu(features, name=None):
    """`features * sigmoid(features)`."""
    return F.silu(features)


@op("Silu", features="T", beta="T", T=dt.INEXACT, scope="", register=False)
def _silu_beta(features, beta, name=None):
    """`features * sigmoid(beta * features)`."""
    return features * torch.sigmoid(beta * features)


@tf_export("nn.silu", "nn.swish", elementwise="unary")
@composite
def silu(features: TensorLike, beta: TensorLike = 1.0) -> AnyTensor:
    """Each element times the sigmoid of it, also called swish. Mirrors `tf.nn.silu` and `tf.nn.swish`.

    Arguments:
        features: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        beta: a factor within the sigmoid, a number or a tensor that broadcasts with `features`; 1 by default. A tensor
            gets a gradient as well, so that it can be trained.

    Returns:
        A tensor of the shape and dtype of `features`: `features * sigmoid(beta * features)`.

    Raises:
        InvalidArgumentError: `features` holds integers.

    With a large `beta` it comes near to `tf.nn.relu`, with 0 it is half of the input.

    Example:
        >>> np.round(tf.nn.silu([-1.0, 0.0, 1.0]), 3)
        array([-0.269,  0.   ,  0.731], dtype=float32)
        >>> np.round(tf.nn.silu([-1.0, 0.0, 1.0], beta=10.0), 3)
        array([-0.,  0.,  1.], dtype=float32)
    """
    if type(beta) is float and beta == 1.0:
        return _silu(features)
    features = convert_to_tensor(features)
    return _silu_beta(features, cast(beta, features.dtype))


@tf_export("math.softplus", "nn.softplus", elementwise="unary")
@op("Softplus", features="T", T=dt.FLOATS, scope="")
def softplus(features: TensorLike, name: str | None = None) -> AnyTensor:
    """`log(1 + exp(x))` of each element, without overflow: a smooth form of the rectifier. Mirrors `tf.math.softplus` and
    `tf.nn.softplus`.

    Arguments:
        features: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`, positive values: about x where x is large, about `exp(x)` where
        it is very negative.

    Raises:
        InvalidArgumentError: `features` holds integers.

    The gradient is `tf.sigmoid`. It makes positive parameters, such as standard deviations, of unbounded ones.

    Example:
        >>> np.round(tf.nn.softplus([-100.0, 0.0, 1.0, 1000.0]), 3)
        array([0.000e+00, 6.930e-01, 1.313e+00, 1.000e+03], dtype=float32)
    """
    return F.softplus(features, 1.0, 40.0)


_LARGE = 1 << 14  # elements from which memory of their own costs more than a call


def _softsign_values(x):
    if not at_least(x.numel(), _LARGE) or needs_grad(x) or not readable(x):
        return F.softsign(x)
    below = x.abs().add_(1)
    return torch.div(x, below, out=below)


class _Softsign(Function):
    """With a derivative of 0 at the infinities, as TensorFlow's, where torch's own is NaN."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return _softsign_values(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.save_for_forward(inputs[0])

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        if torch.is_grad_enabled() or not readable(x):
            return grad / (1 + x.abs()).square()
        below = x.abs().add_(1).square_()
        return torch.div(grad, below, out=below)

    @staticmethod
    def jvp(ctx, tangent):
        return tangent / (1 + ctx.saved_tensors[0].abs()).square()


@tf_export("nn.softsign", "math.softsign", elementwise="unary", keras_defaults=True)
@op("Softsign", features="T", T=dt.FLOATS, scope="", direct=_softsign_values)
def softsign(features: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / (1 + abs(x))` of each element. Mirrors `tf.math.softsign` and `tf.nn.softsign`.

    Arguments:
        features: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `features`, values from -1 to 1 with the sign of the element; it comes to its
        ends more slowly than `tf.tanh`, so that gradients vanish later.

    Raises:
        InvalidArgumentError: `features` holds integers.

    The gradient is `1 / (1 + abs(x)) ** 2`.

    Example:
        >>> tf.nn.softsign([-1.0, 0.0, 3.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([-0.5 ,  0.  ,  0.75], dtype=float32)>
    """
    return _Softsign.apply(features) if needs_grad(features) else _softsign_values(features)


@tf_export("math.log_sigmoid", v1=["math.log_sigmoid", "log_sigmoid"], elementwise="unary")
@op("LogSigmoid", x="T", T=dt.INEXACT, scope="", register=False)
def log_sigmoid(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The logarithm of the logistic function, `log(1 / (1 + exp(-x)))`, of each element, without overflow. Mirrors
    `tf.math.log_sigmoid`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values that are not positive: about `x` where it is very negative, where
        the logarithm of `tf.sigmoid` would be minus infinity.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    It is `-tf.nn.softplus(-x)`: the log-probability of a class from its logit.

    Example:
        >>> np.round(tf.math.log_sigmoid([-1000.0, 0.0, 5.0]), 3)
        array([-1.00e+03, -6.93e-01, -7.00e-03], dtype=float32)
        >>> tf.math.log(tf.sigmoid([-1000.0]))
        <tf.Tensor: shape=(1,), dtype=float32, numpy=array([-inf], dtype=float32)>
    """
    return F.logsigmoid(x)


def _before_softmax(logits, axis):
    if isinstance(axis, (list, str)):
        _ = 0 <= axis  # which raises: an axis is compared with the rank
    if isinstance(axis, (float, np.floating)):
        # A number that equals the last axis is good for it; others go where TensorFlow computes a permutation.
        logits = convert_to_tensor(logits)
        rank = logits.shape.rank
        if axis == -1 or rank is not None and axis == rank - 1:
            return logits, -1
    return logits, int(axis) if isinstance(axis, bool) else axis


def _last_axis(logits, axis):
    """`axis`, checked as softmax checks it; the last one by default."""
    rank = logits.ndim
    if rank == 0 and axis in (None, -1):
        raise invalid(f"logits must have >= 1 dimension, got {list(logits.shape)}")
    if axis is None:
        return -1
    if not -rank <= axis < rank:
        raise invalid(
            f"`dim` must be in the range [{-rank}, {rank}) where {rank} is the number of dimensions in the input. Received: dim={axis}",
        )
    return axis


@tf_export("nn.softmax", "math.softmax")
@op("Softmax", logits="T", axis="axis", T=dt.FLOATS, scope="", before=_before_softmax, shape_fn=BY_ELEMENT)
def softmax(logits: TensorLike, axis: Axis = None, name: str | None = None) -> AnyTensor:
    """Exponentials scaled so that they sum to 1: probabilities of classes from their scores. Mirrors `tf.nn.softmax` and
    `tf.math.softmax`.

    Arguments:
        logits: a tensor of floating point with at least one dimension.
        axis: the axis along which they sum to 1; None (the default) for the last one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `logits`. The greatest is subtracted first, so nothing overflows; minus
        infinity gives 0, which masks a class.

    Raises:
        InvalidArgumentError: there is no such axis, or `logits` holds integers.

    For a loss give the logits themselves to `tf.nn.softmax_cross_entropy_with_logits`; the logarithm is
    `tf.nn.log_softmax`.

    Example:
        >>> np.round(tf.nn.softmax([1.0, 2.0, 3.0]), 3)
        array([0.09 , 0.245, 0.665], dtype=float32)
        >>> np.round(tf.nn.softmax([[0.0, 1000.0], [5.0, 5.0]]), 3)
        array([[0. , 1. ],
               [0.5, 0.5]], dtype=float32)
    """
    return softmaxes.softmax(logits, _last_axis(logits, axis))


@tf_export("nn.log_softmax", "math.log_softmax", elementwise="unary")
@op("LogSoftmax", logits="T", axis="axis", T=dt.FLOATS, scope="", before=_before_softmax)
def log_softmax(logits: TensorLike, axis: Axis = None, name: str | None = None) -> AnyTensor:
    """The logarithm of `tf.nn.softmax`, exact where a probability is too small for a float. Mirrors `tf.nn.log_softmax`
    and `tf.math.log_softmax`.

    Arguments:
        logits: a tensor of floating point with at least one dimension.
        axis: the axis along which the probabilities sum to 1; None (the default) for the last one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `logits`: `logits - reduce_logsumexp(logits, axis)`, values that are not
        positive.

    Raises:
        InvalidArgumentError: there is no such axis, or `logits` holds integers.

    Example:
        >>> np.round(tf.nn.log_softmax([1.0, 2.0, 3.0]), 3)
        array([-2.408, -1.408, -0.408], dtype=float32)
        >>> tf.nn.log_softmax([0.0, 1000.0])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([-1000.,     0.], dtype=float32)>
    """
    return softmaxes.log_softmax(logits, _last_axis(logits, axis))

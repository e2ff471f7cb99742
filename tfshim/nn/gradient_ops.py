"""The gradient operations that a graph contains which TensorFlow differentiated.

Gradients here are torch's, so only imported graphs and `tf.raw_ops` use these.
"""

import torch

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.recording import record
from tfshim.engine.ops.op import REGISTRY, op
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.ops.vectorized import selections, softmaxes
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.nn.losses import sparse_softmax_cross_entropy_with_logits
from tfshim.nn.normalization import fused_batch_norm, local_response_normalization
from tfshim.nn.pooling import avg_pool2d, max_pool2d

_SELU_SCALE, _SELU_SCALE_ALPHA = 1.0507009873554804934193349852946, 1.7580993408473768599402175208123


def _backward(function, inputs, grad):
    """The gradients of `function(*inputs)` for its inputs, for the gradient `grad` of its result."""
    again = torch.is_grad_enabled() and any(x.requires_grad for x in (grad, *inputs))
    with torch.enable_grad():
        leaves = [x if again and x.requires_grad else x.detach().requires_grad_() for x in inputs]
        return torch.autograd.grad(function(*leaves), leaves, grad, create_graph=again)


class _Beside(torch.autograd.Function):
    """`made`, of which the gradient for `other` is zero, and not missing, as TensorFlow has it."""

    @staticmethod
    def forward(ctx, made, other):
        ctx.save_for_backward(other)
        return made.view_as(made)

    @staticmethod
    def backward(ctx, grad):
        return grad, torch.zeros_like(ctx.saved_tensors[0])


def _beside(made, other):
    return _Beside.apply(made, other) if other.requires_grad else made


# ---------------------------------------------------------------------- activations
@op("ReluGrad", gradients="T", features="T", T=dt.REALS)
def relu_grad(gradients, features, name=None):
    """The gradient of `relu(features)` for the gradient of its result."""
    return _beside(gradients * (features > 0).to(gradients.dtype), features)


@op("Relu6Grad", gradients="T", features="T", T=dt.REALS)
def relu6_grad(gradients, features, name=None):
    """The gradient of `relu6(features)`."""
    return _beside(gradients * ((features > 0) & (features < 6)).to(gradients.dtype), features)


@op("LeakyReluGrad", gradients="T", features="T", T=dt.FLOATS)
def leaky_relu_grad(gradients, features, alpha=0.2, name=None):
    """The gradient of `leaky_relu(features)`."""
    return _beside(selections.where(features > 0, gradients, gradients * alpha), features)


@op("EluGrad", gradients="T", outputs="T", T=dt.FLOATS)
def elu_grad(gradients, outputs, name=None):
    """The gradient of `elu`, of which `outputs` are the results."""
    return selections.where(outputs < 0, gradients * (outputs + 1), gradients)


@op("SeluGrad", gradients="T", outputs="T", T=dt.FLOATS)
def selu_grad(gradients, outputs, name=None):
    """The gradient of `selu`, of which `outputs` are the results."""
    return selections.where(outputs < 0, gradients * (outputs + _SELU_SCALE_ALPHA), gradients * _SELU_SCALE)


@op("SoftplusGrad", gradients="T", features="T", T=dt.FLOATS)
def softplus_grad(gradients, features, name=None):
    """The gradient of `softplus(features)`."""
    return gradients * torch.sigmoid(features)


@op("SoftsignGrad", gradients="T", features="T", T=dt.FLOATS)
def softsign_grad(gradients, features, name=None):
    """The gradient of `softsign(features)`."""
    return gradients / (1 + features.abs()) ** 2


@op("SigmoidGrad", y="T", dy="T", T=dt.FLOATS | dt.COMPLEX)
def sigmoid_grad(y, dy, name=None):
    """The gradient of the sigmoid whose result is `y`."""
    return dy * y * (1 - y)


@op("TanhGrad", y="T", dy="T", T=dt.FLOATS | dt.COMPLEX)
def tanh_grad(y, dy, name=None):
    """The gradient of the hyperbolic tangent whose result is `y`."""
    return dy * (1 - y * y)


@op("SqrtGrad", y="T", dy="T", T=dt.FLOATS | dt.COMPLEX)
def sqrt_grad(y, dy, name=None):
    """The gradient of the square root whose result is `y`."""
    return dy * 0.5 / y.conj()


@op("RsqrtGrad", y="T", dy="T", T=dt.FLOATS | dt.COMPLEX)
def rsqrt_grad(y, dy, name=None):
    """The gradient of the reciprocal square root whose result is `y`."""
    y = y.conj()
    return dy * -0.5 * y * y * y


@op("ReciprocalGrad", y="T", dy="T", T=dt.FLOATS | dt.COMPLEX)
def reciprocal_grad(y, dy, name=None):
    """The gradient of the reciprocal whose result is `y`."""
    y = y.conj()
    return -dy * y * y


# ---------------------------------------------------------------------- shapes
@op("BroadcastGradientArgs", s0="T", s1="T", T=dt.INDEX, grad=None, shape_fallback=lambda s0, s1: ((s0.dtype, [None]), (s0.dtype, [None])))
def broadcast_gradient_args(s0, s1, name=None):
    """The axes over which the gradients of two operands of these shapes are summed."""
    if s0.is_meta or s1.is_meta:
        raise NotImplementedError("meta: which axes depends on the values")
    a, b = s0.tolist(), s1.tolist()
    rank = max(len(a), len(b))
    a, b = [1] * (rank - len(a)) + a, [1] * (rank - len(b)) + b
    if any(x != y and 1 not in (x, y) for x, y in zip(a, b)):
        raise invalid(f"Incompatible shapes: {s0.tolist()} vs. {s1.tolist()}")
    return tuple(torch.tensor([i for i in range(rank) if own[i] == 1], dtype=s0.dtype) for own in (a, b))


@op(
    "ConcatOffset",
    concat_dim="int32",
    shape="T*",
    T=dt.INDEX,
    grad=None,
    shape_fallback=lambda concat_dim, shape: [(s.dtype, s.shape) for s in shape],
)
def concat_offset(concat_dim, shape, name=None):
    """Where the parts of a concatenation along the axis `concat_dim` start."""
    if concat_dim.ndim:
        raise invalid(f"Concat dim tensor should be a scalar integer, but got shape {dims_text(concat_dim.shape)}")
    axis, total, made = int(concat_dim), 0, []
    first = shape[0]
    for i, s in enumerate(shape):
        if s.ndim != 1:
            raise invalid(f"input {i} should be a vector, but got shape {dims_text(s.shape)}")
        if len(s) != len(first):
            raise invalid(f"input {i} should contain {len(first)} elements, but got {len(s)}")
        if not -len(s) <= axis < len(s):
            raise invalid(f"Concat dim is out of range: {axis} vs. {len(s)}")
        axis %= len(s)
        if any(a != b for j, (a, b) in enumerate(zip(s.tolist(), first.tolist())) if j != axis):
            texts = ["[" + " ".join(map(str, v.tolist())) + "]" for v in (s, first)]
            raise invalid(
                f"All dimensions except {axis} must match. Input {i} has shape {texts[0]} and doesn't match input 0 with shape {texts[1]}."
            )
        start = torch.zeros_like(s)
        start[axis] = total
        made.append(start)
        total = total + s[axis]
    return made


@op("StridedSliceGrad", shape="ints", begin="ints", end="ints", strides="ints", dy="any")
def strided_slice_grad(
    shape, begin, end, strides, dy, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=0, name=None
):
    """The gradient of a slice of a tensor of that shape."""
    masks = begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask
    x = torch.zeros(shape, dtype=dy.dtype, device=dy.device)
    return _backward(lambda t: REGISTRY["StridedSlice"].kernel(t, begin, end, strides, *masks), [x], dy)[0]


# ---------------------------------------------------------------------- layers
@op("BiasAddGrad", out_backprop="T", T=dt.NUMBERS, shape_fallback=lambda out_backprop, *_: (out_backprop.dtype, [None]))
def bias_add_grad(out_backprop, data_format="NHWC", name=None):
    """The gradient of the bias: the sum over all axes but the channels."""
    at = 1 if data_format == "NCHW" else out_backprop.ndim - 1
    return out_backprop.sum([i for i in range(out_backprop.ndim) if i != at])


@op("MaxPoolGrad", orig_input="T", orig_output="T", grad_="T", T=dt.FLOATS, shape_fn=lambda x, *_: (x.dtype, x.shape))
def max_pool_grad(orig_input, orig_output, grad, ksize, strides, padding, explicit_paddings=(), data_format="NHWC", name=None):
    """The gradient of a pool of largest values for its input."""
    if padding == "EXPLICIT":
        padding = tuple(zip(explicit_paddings[::2], explicit_paddings[1::2]))
    pool = max_pool2d._tfshim_op.kernel

    def forward(x):
        made = pool(x, ksize, strides, padding, data_format)
        if (text := unlike_pooled(x, orig_output, grad, made)) is not None:
            raise invalid(text)
        return made

    if (text := unlike_pooled(orig_input, orig_output, grad)) is not None:
        raise invalid(text)
    return _beside(_backward(forward, [orig_input], grad)[0], orig_output)


def unlike_pooled(x, output, grad, made=None, rank=4, again=False):
    """What is wrong with the sizes of the arguments of a pool's gradient, or None; all that is known where `made` is what the pool gives.

    `again`: of the gradient of the gradient, whose `grad` is one of the input.
    """
    named = ("tensor_in", x), ("tensor_out", output), ("out_grad_backprop" if again else "out_backprop", grad)
    if made is None:
        return next((f"{name} must be {rank}-dimensional" for name, t in named if len(t.shape) != rank), None)
    for name, t, wanted in (("orig_output", output, made), ("grad", grad, x if again else made)):
        if tuple(t.shape) != tuple(wanted.shape):
            return f"Expected {name} shape to be {dims_text(wanted.shape)}, but got {dims_text(t.shape)}"
    return None


@op("AvgPoolGrad", orig_input_shape="ints", grad_="T", T=dt.FLOATS, shape_fallback=lambda shape, grad, *_: (grad.dtype, [None] * 4))
def avg_pool_grad(orig_input_shape, grad, ksize, strides, padding, data_format="NHWC", name=None):
    """The gradient of a pool of mean values for its input."""
    pool = avg_pool2d._tfshim_op.kernel
    x = torch.zeros(orig_input_shape, dtype=grad.dtype, device=grad.device)
    return _backward(lambda t: pool(t, ksize, strides, padding, data_format), [x], grad)[0]


@op("LRNGrad", input_grads="T", input_image="T", output_image="T", T=dt.FLOATS, shape_fn=by_names("nhwc,nhwc,nhwc->nhwc"))
def lrn_grad(input_grads, input_image, output_image, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, name=None):
    """The gradient of a local response normalization for its input."""
    if input_grads.ndim != 4 or input_image.ndim != 4:
        raise invalid("inputs must be 4-dimensional")
    if not input_grads.shape == input_image.shape == output_image.shape:
        raise invalid("input_grads, input_image, and out_image should have the same shape")
    kernel = local_response_normalization._tfshim_op.kernel
    return _backward(lambda x: kernel(x, depth_radius, bias, alpha, beta), [input_image], input_grads)[0]


def _batch_norm_gradient_shapes(y_backprop, x, scale, mean, variance, reserve_space_3, epsilon, data_format, is_training):
    rule = by_names("x,x,c,c,c->x,c,c,0,0".replace("x", data_format.lower()), 0, 2, 2, 2, 2)
    return rule(y_backprop, x, scale, mean, variance)


def _batch_norm_shapes(x, scale, offset, mean, variance, epsilon, data_format, is_training, *rest):
    rule = by_names("x,c,c,c,c->x,c,c,c,c,0".replace("x", data_format.lower()), 0, 1, 1, 1, 1, 1)
    return rule(x, scale, offset, *(() if is_training and mean.shape.rank == 1 and mean.shape[0] == 0 else (mean, variance)))


def _check_batch_norm(y_backprop, x, channels, scale, mean, variance):
    for t in (y_backprop, x):
        if t.ndim not in (4, 5):
            raise invalid(f"input must be 4 or 5-dimensional{dims_text(t.shape)}")
    for what, t in (("scale", scale), ("saved mean", mean), ("saved variance", variance)):
        if t.ndim != 1:
            raise invalid(f"{what} must be 1-dimensional{dims_text(t.shape)}")
    if x.shape != y_backprop.shape:
        shapes = f"x has shape {dims_text(x.shape)} and y_backprop has shape {dims_text(y_backprop.shape)}"
        raise invalid(f"x and y_backprop must have same shape, but {shapes}")
    for what, t in (("scale", scale), ("reserve_space_1", mean), ("reserve_space_2", variance)):
        if t.shape[0] != channels:
            raise invalid(f"{what} must have the same number of elements as the channels of x, got {t.shape[0]} and {channels}")


@raw_op("FusedBatchNormGrad", "FusedBatchNormGradV2")
@op(
    "FusedBatchNormGradV3",
    y_backprop="T",
    x="T",
    scale="float32",
    reserve_space_1="U",
    reserve_space_2="U",
    reserve_space_3="U?",
    T=dt.FLOATS,
    U=dt.float32.mask,
    shape_fallback=_batch_norm_gradient_shapes,
)
def fused_batch_norm_grad(
    y_backprop,
    x,
    scale,
    reserve_space_1,
    reserve_space_2,
    reserve_space_3=None,
    epsilon=0.0001,
    data_format="NHWC",
    is_training=True,
    name=None,
):
    """The gradients of a batch normalization for its input, scale and offset; the others it gives are empty.

    `reserve_space_1` and `reserve_space_2` are the mean and the (biased) variance with which it normalized.
    """
    at = 1 if data_format.startswith("NC") else x.ndim - 1
    if not x.is_meta:
        _check_batch_norm(y_backprop, x, x.shape[at], scale, reserve_space_1, reserve_space_2)
    axes = [i for i in range(x.ndim) if i != at]
    wide = [-1 if i == at else 1 for i in range(x.ndim)]
    dy, centred = y_backprop.to(scale.dtype), x.to(scale.dtype) - reserve_space_1.view(wide)
    inverse = torch.rsqrt(reserve_space_2 + epsilon)
    offset_backprop = dy.sum(axes)
    products = (dy * centred).sum(axes)
    x_backprop = dy
    if is_training:
        count = max(x.numel() // max(x.shape[at], 1), 1)
        x_backprop = dy - (offset_backprop / count).view(wide) - centred * (inverse * inverse * products / count).view(wide)
    x_backprop = x_backprop * (scale * inverse).view(wide)
    none = torch.empty(0, dtype=scale.dtype, device=x.device)
    return x_backprop.to(x.dtype), products * inverse, offset_backprop, none, none


@raw_op("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
@op(
    "FusedBatchNormV3",
    x="T",
    scale="U",
    offset="U",
    mean="U",
    variance="U",
    T=dt.FLOATS,
    U=dt.float32.mask,
    register=False,
    non_differentiable=("mean", "variance"),
    shape_fallback=_batch_norm_shapes,
)
def fused_batch_norm_with_reserves(
    x, scale, offset, mean, variance, epsilon=0.0001, data_format="NHWC", is_training=True, exponential_avg_factor=1.0, name=None
):
    """Batch normalization with the outputs that its gradient operation needs: (y, mean, variance, three reserves)."""
    y, batch_mean, batch_variance = fused_batch_norm._tfshim_op.kernel(
        x, scale, offset, mean, variance, epsilon, data_format, is_training, exponential_avg_factor
    )
    at = 1 if data_format.startswith("NC") else x.ndim - 1
    if is_training and exponential_avg_factor == 1.0:
        count = max(x.numel() // max(x.shape[at], 1), 1)
        kept = batch_mean, batch_variance * ((count - 1) / count)
    elif is_training:
        axes = [i for i in range(x.ndim) if i != at]
        biased, kept = torch.var_mean(x.detach().to(scale.dtype), axes, correction=0)
        kept = kept, biased
    else:
        kept = mean.detach().clone(), variance.detach().clone()
    return y, batch_mean, batch_variance, *kept, torch.empty(0, dtype=scale.dtype, device=x.device)


def _cross_entropy_shapes(labels, logits):
    return (logits.dtype, logits.shape[:-1]), (logits.dtype, logits.shape)


@op(
    "SparseSoftmaxCrossEntropyWithLogits",
    labels="Tlabels",
    logits="T",
    T=dt.FLOATS,
    Tlabels=dt.INDEX,
    register=False,
    shape_fn=_cross_entropy_shapes,
)
def sparse_cross_entropy_and_gradient(labels, logits, name=None):
    """(loss, its gradient for the logits) of each example."""
    loss = sparse_softmax_cross_entropy_with_logits._tfshim_op.kernel(labels, logits)
    right = torch.nn.functional.one_hot(labels.long(), logits.shape[-1]).to(logits.dtype)
    return loss, softmaxes.softmax(logits, -1) - right


@op("SoftmaxCrossEntropyWithLogits", labels="T", logits="T", T=dt.FLOATS, register=False, shape_fn=_cross_entropy_shapes)
def cross_entropy_and_gradient(labels, logits, name=None):
    """(loss, its gradient for the logits) of each example."""
    if max(labels.ndim, logits.ndim) != 2:
        raise invalid("logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional")
    logs = softmaxes.log_softmax(logits, -1)
    return -(labels * logs).sum(-1), torch.exp(logs) - labels


def _recorded(importer, operation, values, name):
    record(importer.graph, operation._tfshim_op, values, name, False)
    return importer.graph._by_name[name[:-1]]


@handles("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _import_batch_norm(importer, node, inputs, name):
    values = [
        *inputs,
        attribute(node, "epsilon", 0.0001),
        attribute(node, "data_format", b"NHWC").decode(),
        attribute(node, "is_training", True),
        attribute(node, "exponential_avg_factor", 1.0),
    ]
    return _recorded(importer, fused_batch_norm_with_reserves, values, name)


@handles("SparseSoftmaxCrossEntropyWithLogits")
def _import_sparse_cross_entropy(importer, node, inputs, name):
    return _recorded(importer, sparse_cross_entropy_and_gradient, inputs[::-1], name)


@handles("SoftmaxCrossEntropyWithLogits")
def _import_cross_entropy(importer, node, inputs, name):
    return _recorded(importer, cross_entropy_and_gradient, inputs[::-1], name)

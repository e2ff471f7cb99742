"""Losses of single examples: cross entropies, Poisson, L2, and the scaling of losses over replicas."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.ops.vectorized import softmaxes
from tfshim.engine.runtime.autograd_function import Function, in_front, is_followed
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, forward_mode, on_processor
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.math._gradients import needs_grad
from tfshim.math.reductions import reduce_mean

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


class _SoftmaxCrossEntropy(Function):
    """Cross entropy whose gradient is `softmax - labels` even where labels do not sum to 1, as TensorFlow's is."""

    @staticmethod
    def forward(labels, logits):
        logs = softmaxes.log_softmax(logits, -1)
        return (labels * -logs).sum(-1), logs  # in this order a label of 0 gives 0 and not -0

    @staticmethod
    def setup_context(ctx, inputs, output):
        labels, logits = inputs
        logs = output[1]
        ctx.mark_non_differentiable(logs)
        ctx.save_for_backward(labels, logits, logs)
        ctx.save_for_forward(labels, logits, logs)

    @staticmethod
    def backward(ctx, grad, _):
        labels, logits, logs = ctx.saved_tensors
        if torch.is_grad_enabled():  # a second derivative is wanted: the way back to `logits` has to be kept
            logs = softmaxes.log_softmax(logits, -1)
        grad = grad.unsqueeze(-1)
        return (
            -logs * grad if ctx.needs_input_grad[0] else None,
            (logs.exp() - labels.detach()) * grad if ctx.needs_input_grad[1] else None,
        )

    @staticmethod
    def jvp(ctx, labels_dot, logits_dot):
        labels, logits, logs = ctx.saved_tensors
        dot = torch.zeros_like(logs[..., 0])
        if labels_dot is not None:
            dot = dot - (labels_dot * logs).sum(-1)
        if logits_dot is not None:
            dot = dot + ((logs.exp() - labels) * logits_dot).sum(-1)
        return dot, None

    @staticmethod
    def vmap(info, in_dims, labels, logits):
        return _SoftmaxCrossEntropy.apply(*in_front(info, in_dims, labels, logits)), (0, 0)


class _SigmoidCrossEntropy(Function):
    """Cross entropy of yes-or-no questions that keeps all digits of small losses and gradients, which torch's loses to numbers near 1."""

    @staticmethod
    def forward(logits, labels):
        return _values_of_logits(logits, labels)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        logits, labels = ctx.saved_tensors
        return (
            grad * _sigmoid_less(logits, labels) if ctx.needs_input_grad[0] else None,
            -logits * grad if ctx.needs_input_grad[1] else None,
        )

    @staticmethod
    def jvp(ctx, logits_dot, labels_dot):
        logits, labels = ctx.saved_tensors
        dot = torch.zeros_like(logits)
        if logits_dot is not None:
            dot = dot + _sigmoid_less(logits, labels) * logits_dot
        if labels_dot is not None:
            dot = dot - logits * labels_dot
        return dot

    @staticmethod
    def vmap(info, in_dims, logits, labels):
        return _SigmoidCrossEntropy.apply(*in_front(info, in_dims, logits, labels)), 0


def _values_of_logits(logits, labels):
    # The logarithm of the sigmoid is exact for positive numbers, where it is small.
    return logits.relu().sub_(logits * labels).sub_(F.logsigmoid(logits.abs()))


def _sigmoid_less(logits, labels):
    """`sigmoid(logits) - labels`, exact where the two are nearly the same."""
    if not torch.is_grad_enabled() and logits.dtype in (torch.float32, torch.float64):
        # Between what it is for labels of 0 and of 1.
        return torch.lerp(torch.sigmoid(logits), torch.sigmoid(-logits).neg_(), labels)
    positive = logits >= 0
    small = torch.sigmoid(torch.where(positive, -logits, logits))  # unlike that of `abs`, its gradient at 0 is no 0
    return torch.where(positive, (1 - labels) - small, small - labels)


def _same_shape(labels, logits):
    """Both in the shape of `logits`; they broadcast as matrices, all axes but the last counted as one."""
    flat_labels, flat_logits = (t.reshape(-1, t.shape[-1]) if t.numel() else t.flatten(0, -2) for t in (labels, logits))
    try:
        flat_labels, flat_logits = torch.broadcast_tensors(flat_labels, flat_logits)
        return flat_labels.reshape(logits.shape), flat_logits.reshape(logits.shape)
    except RuntimeError:
        raise invalid(
            "logits and labels must be broadcastable: "
            f"logits_size={dims_text(flat_logits.shape)} labels_size={dims_text(flat_labels.shape)}"
        ) from None


def _loss_shape(labels, logits, axis):
    shape = broadcast_static_shapes(labels.shape, logits.shape)
    dims = None if shape.rank is None else shape.as_list()
    if dims is not None and isinstance(axis, int):
        del dims[axis]
    elif dims is not None:
        dims = [None] * (len(dims) - 1)
    return logits.dtype, dims


@op("SoftmaxCrossEntropyWithLogits", labels="T", logits="T", axis="axis", T=dt.FLOATS, scope="", shape_fallback=_loss_shape)
def _softmax_cross_entropy(labels, logits, axis, name=None):
    """The cross entropy along one axis."""
    rank = logits.ndim
    if rank == 0 or labels.ndim == 0:
        raise invalid(f"logits and labels must be at least 1-dimensional: {dims_text(logits.shape)} and {dims_text(labels.shape)}")
    if axis != -1 and axis != rank - 1:
        if not 0 <= axis < rank:
            raise invalid(f"`axis` must be -1 or in the range [0, {rank}) of the {rank} dimensions of `logits`, got {axis}.")
        labels, logits = labels.movedim(axis, -1), logits.movedim(axis, -1)
    if labels.shape != logits.shape:
        labels, logits = _same_shape(labels, logits)
    kind = logits.dtype
    if kind is torch.float16 or kind is torch.bfloat16:
        labels, logits = labels.float(), logits.float()
    if is_followed(logits):
        loss = _SoftmaxCrossEntropy.apply(labels, logits)[0]
    else:
        loss = (labels * -softmaxes.log_softmax(logits, -1)).sum(-1)
    return loss if loss.dtype is kind else loss.to(kind)


@tf_export("nn.softmax_cross_entropy_with_logits", keras="compat.v1.nn.softmax_cross_entropy_with_logits_v2")
@composite
def softmax_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, axis: Axis = -1, name: str | None = None) -> Tensor:
    """The cross entropy between class probabilities and the softmax of logits. Mirrors
    `tf.nn.softmax_cross_entropy_with_logits`.

    Arguments:
        labels: probabilities that sum to 1 along `axis`, a float tensor, such as `tf.one_hot` makes; they take the
            dtype of the logits.
        logits: scores of any size; the shapes broadcast.
        axis: the axis of the classes, the last one (-1) by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape without that axis: one loss for each example.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.

    Gradients reach both. Give it logits, not probabilities. For class numbers there is
    `tf.nn.sparse_softmax_cross_entropy_with_logits`.

    Example:
        >>> labels = [[1.0, 0.0], [0.5, 0.5]]
        >>> np.round(tf.nn.softmax_cross_entropy_with_logits(labels, [[2.0, 0.0], [0.0, 0.0]]), 3)
        array([0.127, 0.693], dtype=float32)
    """
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels, None, logits.dtype)
    if labels.dtype != logits.dtype:
        labels = cast(labels, logits.dtype)
    return _softmax_cross_entropy(labels, logits, -1 if axis is None else axis, name=name)


def _check_ranks(rank, of_logits, labels, logits):
    """Raise ValueError unless `logits` has the axes of `labels` and one more."""
    if of_logits == 0:
        raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}`")
    if rank != of_logits - 1:
        raise ValueError(
            f"`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape={_paren(labels)} of rank "
            f"{rank} and logits.shape={_paren(logits)} of rank {of_logits}"
        )


def _other_sizes(labels, logits):
    """The error for `labels` that have not the sizes that `logits` has without its last axis."""
    return ValueError(
        "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
        f"labels.shape={_paren(labels)} and logits.shape={_paren(logits)}"
    )


def _before_sparse(labels, logits):
    if labels.__class__ is EagerTensor and logits.__class__ is EagerTensor:
        # The case of every training step, without checks; whatever is wrong is found out below.
        if labels._t.shape == logits._t.shape[:-1] and logits._t.ndim:
            return None
    labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
    ranks = labels.shape.rank, logits.shape.rank
    if None not in ranks:
        _check_ranks(*ranks, labels, logits)
        sizes = labels.shape, logits.shape[:-1]
        if sizes[0].is_fully_defined() and sizes[1].is_fully_defined() and sizes[0] != sizes[1]:
            raise _other_sizes(labels, logits)
    return labels, logits


_plain_loss_shape = by_sizes(lambda logits, labels: labels if logits[:-1] == labels and logits[-1:] != (0,) else None, 2)


def _sparse_loss_shape(labels, logits):
    return _plain_loss_shape(logits, labels)


@tf_export("nn.sparse_softmax_cross_entropy_with_logits", keras="compat.v1.nn.sparse_softmax_cross_entropy_with_logits")
@op(
    "SparseSoftmaxCrossEntropyWithLogits",
    labels="Tlabels",
    logits="T",
    T=dt.FLOATS,
    Tlabels=dt.INDEX,
    scope="",
    before=_before_sparse,
    shape_fn=_sparse_loss_shape,
    shape_fallback=by_names("...,...c->...", 1),
)
def sparse_softmax_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, name: str | None = None) -> Tensor:
    """The cross entropy between the softmax of logits and one right class for each example. Mirrors
    `tf.nn.sparse_softmax_cross_entropy_with_logits`.

    Arguments:
        labels: class numbers, int32 or int64 of shape [d0, ..., dn].
        logits: scores of any size, a float tensor of shape [d0, ..., dn, classes].
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `labels` and the dtype of the logits: the negative log-probability of the right class.
        Elsewhere than on CPUs a label out of range gives NaN.

    Raises:
        InvalidArgumentError: a label is not in [0, classes) (on CPUs).
        ValueError: the ranks do not fit.

    Example:
        >>> np.round(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], [[2.0, 0.0], [0.0, 0.0]]), 3)
        array([0.127, 0.693], dtype=float32)
    """
    if labels.dtype is torch.int64 and logits.dtype is torch.float32 and logits.ndim == 2 and labels.ndim == 1 and logits.is_cpu:
        # The case of most training steps, without checks; whatever is wrong is found out below.
        try:
            if logits.numel():
                return _cross_entropy(logits, labels)
        except (IndexError, RuntimeError, ValueError):
            pass
    _check_ranks(labels.ndim, logits.ndim, labels, logits)
    classes = logits.shape[-1]
    if labels.shape != logits.shape[:-1]:
        rows = logits.shape[:-1].numel()
        raise invalid(
            f"logits and labels must have the same first dimension, got logits shape [{rows},{classes}] and labels shape [{labels.numel()}]"
        )
    if classes == 0:
        raise invalid(f"Must have at least one class, but got logits shape [{logits.shape[:-1].numel()},0]")
    index = labels if labels.dtype is torch.int64 else labels.long()
    x = logits if logits.ndim == 2 else logits.reshape(-1, classes)
    if index.ndim != 1:
        index = index.reshape(-1)
    kind = x.dtype
    if kind is torch.float16 or kind is torch.bfloat16:
        x = x.float()
    if x.device.type == "cpu":
        try:
            loss = _cross_entropy(x, index)
        except IndexError:
            wrong = int(index[(index < 0) | (index >= classes)][-1])  # the last one, as TensorFlow
            raise invalid(
                f"Received a label value of {wrong} which is outside the valid range of [0, {classes}).  "
                f"Label values: {' '.join(map(str, index.tolist()[:1000]))}"
            ) from None
    else:  # as TensorFlow does where the kernel cannot raise: NaN for labels out of range
        inside = (index >= 0) & (index < classes)
        loss = _CROSS_ENTROPY(x, index.clamp(0, classes - 1), None, _EACH, _NEVER, 0.0)
        loss = torch.where(inside, loss, float("nan"))
    if loss.dtype is not kind:
        loss = loss.to(kind)
    return loss if logits.ndim == 2 else loss.reshape(labels.shape)


_CROSS_ENTROPY: Any = torch._C._nn.cross_entropy_loss  # (logits, labels, weight, reduction, ignore_index, label_smoothing)
_NEVER = -(2**62)  # it skips a label by default; no label shall be skipped
_MANY = 4096  # rows from which the mean is left to its own operation, as exact for any number of them
_EACH, _MEAN = 0, 1  # torch's numbers of reductions


def _cross_entropy(logits, labels, reduction=_EACH):
    """The cross entropy of each row, or their mean; of few classes, column by column."""
    if softmaxes.suits(logits, 1):
        made = _CROSS_ENTROPY(logits.t().contiguous().unsqueeze(0), labels.unsqueeze(0), None, reduction, _NEVER, 0.0)
        return made.squeeze(0) if reduction == _EACH else made
    return _CROSS_ENTROPY(logits, labels, None, reduction, _NEVER, 0.0)


def _mean_cross_entropy(losses, _):
    labels, logits = losses
    if not logits.is_cpu or labels.ndim != 1 or logits.ndim != 2 or at_least(labels.numel(), _MANY) or not logits.numel():
        return None
    return _cross_entropy(logits, labels if labels.dtype is torch.int64 else labels.long(), _MEAN)


fused_steps.as_one(
    sparse_softmax_cross_entropy_with_logits,
    reduce_mean,
    _mean_cross_entropy,
    lambda _, mean: mean.arguments[1:] == [None, False],
)


def _paren(t):
    return str(TensorShape(t.shape))


def _broadcast_shape(*operands):
    shapes = [x.shape for x in operands if isinstance(x, Tensor)]
    return operands[0].dtype, functools.reduce(broadcast_static_shapes, shapes)


def _alike(one, a, other, b):
    """Raise where the shapes of two tensors are known to differ."""
    if type(a) is type(b) is EagerTensor and a._t.shape == b._t.shape:
        return
    if not b.shape.is_compatible_with(a.shape):
        raise ValueError(f"`{one}` and `{other}` must have the same shape, received ({_paren(a)} vs {_paren(b)}).")


def _together(a, b):
    """Both in one shape: what a graph did not know to differ is broadcast when it runs."""
    try:
        return torch.broadcast_tensors(a, b)
    except RuntimeError:
        raise invalid(f"Incompatible shapes: {dims_text(a.shape)} vs. {dims_text(b.shape)}") from None


@op(
    "SigmoidCrossEntropyWithLogits",
    logits="T",
    labels="T",
    T=dt.FLOATS,
    scope="logistic_loss",
    register=False,
    shape_fn=by_sizes(lambda logits, labels: logits if logits == labels else None, 2),
    shape_fallback=_broadcast_shape,
)
def _sigmoid_cross_entropy(logits, labels, name=None):
    """The cross entropy of independent yes-or-no questions."""
    if labels.shape != logits.shape:
        logits, labels = _together(logits, labels)
    compute = _SigmoidCrossEntropy.apply if needs_grad(logits, labels) else _values_of_logits
    return compute(logits, labels)


@tf_export("nn.sigmoid_cross_entropy_with_logits", keras="compat.v1.nn.sigmoid_cross_entropy_with_logits", elementwise="binary")
@composite
def sigmoid_cross_entropy_with_logits(labels: TensorLike | None = None, logits: TensorLike = None, name: str | None = None) -> AnyTensor:
    """The cross entropy between probabilities and the sigmoid of logits, for each element on its own. Mirrors
    `tf.nn.sigmoid_cross_entropy_with_logits`.

    Arguments:
        labels: probabilities in [0, 1], a float tensor; for classes that do not exclude each other 0 and 1.
        logits: scores of any size, a tensor of the same shape and dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape: `-labels * log(sigmoid(logits)) - (1 - labels) * log(1 - sigmoid(logits))`, computed so
        that large logits neither overflow nor lose digits. The gradient for the logits is `sigmoid(logits) - labels`.

    Raises:
        ValueError: the shapes differ, or one of the two is missing.

    The mean is up to the caller; `tf.keras.losses.BinaryCrossentropy(from_logits=True)` takes it.

    Example:
        >>> np.round(tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0, 0.0, 0.5], logits=[2.0, 2.0, -100.0]), 3)
        array([ 0.127,  2.127, 50.   ], dtype=float32)
    """
    if labels is None or logits is None:
        raise ValueError(
            "Both `labels` and `logits` must be provided for sigmoid_cross_entropy_with_logits"
            f"Received: labels={labels} and logits={logits}"
        )
    if type(logits) is not EagerTensor or type(labels) is not EagerTensor:
        logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
    _alike("logits", logits, "labels", labels)
    return _sigmoid_cross_entropy(logits, labels, name=name)


@op(
    "WeightedCrossEntropyWithLogits",
    logits="T",
    labels="T",
    excess="T",
    T=dt.FLOATS,
    scope="logistic_loss",
    register=False,
    shape_fallback=_broadcast_shape,
)
def _weighted_cross_entropy(logits, labels, excess, name=None):
    """Sigmoid cross entropy with another weight for positive examples."""
    if labels.shape != logits.shape:
        logits, labels = _together(logits, labels)
    weight = 1 + excess * labels
    # log(1 + exp(-x)) written so that `exp` never overflows.
    return (1 - labels) * logits + weight * (torch.log1p(torch.exp(-logits.abs())) + torch.relu(-logits))


@tf_export("nn.weighted_cross_entropy_with_logits")
@composite
def weighted_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, pos_weight: TensorLike, name: str | None = None) -> Tensor:
    """The cross entropy between probabilities and the sigmoid of logits, in which positive examples count more or less.
    Mirrors `tf.nn.weighted_cross_entropy_with_logits`.

    Arguments:
        labels: probabilities in [0, 1], a float tensor.
        logits: scores of any size, a tensor of the same shape and dtype.
        pos_weight: how often a positive example counts: a number, or a tensor that broadcasts with the two. Above 1 it
            raises recall, below 1 precision.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape; with a weight of 1 what `tf.nn.sigmoid_cross_entropy_with_logits` gives.

    Raises:
        ValueError: the shapes differ.

    Example:
        >>> np.round(tf.nn.weighted_cross_entropy_with_logits([1.0, 0.0], [2.0, 2.0], pos_weight=3.0), 3)
        array([0.381, 2.127], dtype=float32)
    """
    logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
    _alike("logits", logits, "labels", labels)
    return _weighted_cross_entropy(logits, labels, pos_weight - 1, name=name)


@op(
    "LogPoissonLoss",
    log_input="T",
    targets="T",
    T=dt.FLOATS,
    scope="log_poisson_loss",
    register=False,
    shape_fallback=_broadcast_shape,
)
def _log_poisson_loss(log_input, targets, full, name=None):
    """The Poisson loss."""
    if targets.shape != log_input.shape:
        log_input, targets = _together(log_input, targets)
    loss = log_input.exp() - log_input * targets
    if full:
        stirling = targets * targets.log() - targets + 0.5 * (2 * torch.pi * targets).log()
        loss = loss + torch.where((targets >= 0) & (targets <= 1), torch.zeros_like(targets), stirling)
    return loss


@tf_export("nn.log_poisson_loss")
@composite
def log_poisson_loss(targets: TensorLike, log_input: TensorLike, compute_full_loss: bool = False, name: str | None = None) -> Tensor:
    """The negative logarithm of the Poisson likelihood of counts, for the logarithm of the rate. Mirrors
    `tf.nn.log_poisson_loss`.

    Arguments:
        targets: the counts, a float tensor.
        log_input: the logarithm of the predicted rate, a tensor of the same shape and dtype.
        compute_full_loss: True adds Stirling's approximation of the logarithm of the factorial, for targets above 1,
            which the gradient does not depend on; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape: `exp(log_input) - log_input * targets`.

    Raises:
        ValueError: the shapes differ.

    Example:
        >>> np.round(tf.nn.log_poisson_loss([1.0, 4.0], [0.0, 1.0]), 3)
        array([ 1.   , -1.282], dtype=float32)
    """
    log_input, targets = convert_to_tensor(log_input), convert_to_tensor(targets)
    _alike("log_input", log_input, "targets", targets)
    return _log_poisson_loss(log_input, targets, compute_full_loss, name=name)


@tf_export("nn.l2_loss", keras_defaults=True)
@op("L2Loss", t="T", T=dt.FLOATS, scope="")
def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """Half the sum of the squares of all elements. Mirrors `tf.nn.l2_loss`.

    Added to a loss for each kernel, with a small factor, it keeps the weights small. `tf.keras.regularizers.L2(l2)` is `l2` times the sum
    without the half.

    Arguments:
        t: a float tensor of any shape, or what converts to one: a kernel mostly.
        name: a name for the operation in graphs, a str (default None).

    Returns:
        a scalar of the dtype of `t`. Its gradient is `t` itself, which is what the half is for.

    Raises:
        tf.errors.InvalidArgumentError: `t` holds integers.

    Example:
        >>> tf.nn.l2_loss([3.0, 4.0])
        <tf.Tensor: shape=(), dtype=float32, numpy=12.5>
    """
    return _half_of_squares(t)


_MANY_SQUARES = 1 << 15  # numbers from which calls matter less than passes over them
_ROW = 1 << 10  # numbers whose squares are added before they are added to others, so that little is rounded


def _half_of_squares(t):
    many = at_least(t.numel(), _MANY_SQUARES) and t.dtype in (torch.float32, torch.float64) and t.is_contiguous()
    if not many or not on_processor(t) or forward_mode():
        return (t * t).sum() / 2
    return _HalfOfSquares.apply(t) if needs_grad(t) else _by_rows(t)


def _by_rows(t):
    flat, whole = t.detach().view(-1), t.numel() // _ROW * _ROW
    lengths, rest = torch.linalg.vector_norm(flat[:whole].view(-1, _ROW), dim=1), flat[whole:]
    return ((lengths * lengths).sum() + (rest * rest).sum()) / 2


class _HalfOfSquares(Function):
    @staticmethod
    def forward(ctx, t):
        ctx.save_for_backward(t)
        return _by_rows(t)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]

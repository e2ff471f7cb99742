"""Losses that look at a sample of the classes only."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import torch

from tfshim import raw_ops
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones, zeros_like
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.array_ops.shapes import expand_dims, reshape, shape
from tfshim.array_ops.slicing import slice as array_slice
from tfshim.autodiff import stop_gradient
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math.arithmetic import multiply
from tfshim.math.elementwise import log
from tfshim.math.reductions import reduce_sum
from tfshim.nn.embedding import embedding_lookup
from tfshim.nn.losses import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits
from tfshim.protos.tensors import get_static_value
from tfshim.random.candidates import log_uniform_candidate_sampler
from tfshim.sparse.conversion import _sparse_to_dense

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


ComputeAccidentalHits = namedtuple("ComputeAccidentalHits", "indices ids weights")


def _last_of_equals(drawn):
    """Which of the drawn classes count: of equal ones the last."""
    return ~(drawn[:, None] == drawn[None, :]).triu(1).any(1)


def _hits_shape(*_):
    return ComputeAccidentalHits((dt.int32, [None]), (dt.int64, [None]), (dt.float32, [None]))


@op("ComputeAccidentalHits", true_classes="int64", sampled_candidates="int64", grad=None, shape_fn=_hits_shape)
def _accidental_hits(true_classes, sampled_candidates, num_true, name=None):
    """Where a drawn class is a true one."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise invalid("true_candidates must be a batch_size * num_true matrix")
    if sampled_candidates.ndim != 1:
        raise invalid("sampled_candidates must be a vector, which is typically an output from CandidateSampler")
    hits = ((true_classes[:, :, None] == sampled_candidates) & _last_of_equals(sampled_candidates)).nonzero()
    weights = torch.full((hits.shape[0],), torch.finfo(torch.float32).min, device=hits.device)
    return ComputeAccidentalHits(hits[:, 0].to(torch.int32), hits[:, 2], weights)


@tf_export("nn.compute_accidental_hits")
@composite
def compute_accidental_hits(
    true_classes: TensorLike, sampled_candidates: TensorLike, num_true: int, seed: int | None = None, name: str | None = None
) -> ComputeAccidentalHits:
    """Where classes that were drawn are true classes by chance. Mirrors `tf.nn.compute_accidental_hits`.

    Arguments:
        true_classes: int64 of shape [batch, num_true].
        sampled_candidates: the drawn classes, an int64 vector.
        num_true: how many true classes an example has.
        seed: makes no difference: nothing is random here.
        name: a name for the operation in graphs.

    Returns:
        A named triple: `indices` (int32), the rows of the batch; `ids` (int64), the places among the candidates;
        `weights` (float32), the lowest float, to be added to the logits so that these do not count.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    Example:
        >>> indices, ids, weights = tf.nn.compute_accidental_hits([[3], [8]], [8, 5, 3], num_true=1)
        >>> indices.numpy().tolist(), ids.numpy().tolist()
        ([0, 1], [2, 0])
    """
    return _accidental_hits(true_classes, sampled_candidates, num_true, name=name)


def _logits_shape(weights, biases, inputs, labels, drawn, true_count, drawn_count, num_true, remove_hits):
    batch = inputs.shape[0] if inputs.shape.rank == 2 else None
    count = drawn.shape[0] if drawn.shape.rank == 1 else None
    dims = [batch, None if count is None else count + num_true]
    return (inputs.dtype, dims), (inputs.dtype, dims)


@op(
    "SampledLogits",
    weights="T",
    biases="T",
    inputs="T",
    labels="int64",
    drawn="int64",
    true_count="C",
    drawn_count="C",
    T=dt.FLOATS,
    C=dt.FLOATS,
    register=False,
    shape_fallback=_logits_shape,
)
def _logits(weights, biases, inputs, labels, drawn, true_count, drawn_count, num_true, remove_hits, name=None):
    """Logits of the true and the drawn classes, corrected for how often they are drawn, and their labels.

    `weights` and `biases` have the rows of the true classes first, then those of the drawn ones.
    """
    batch, size = inputs.shape
    count = batch * num_true
    if inputs.shape[1] != weights.shape[1]:
        raise invalid(f"Matrix size-incompatible: In[0]: [{batch},{size}], In[1]: [{drawn.shape[0]},{weights.shape[1]}]")
    true_rows, drawn_rows = weights.split([count, weights.shape[0] - count])
    true_biases, drawn_biases = biases.split([count, biases.shape[0] - count])
    if num_true == 1:
        true = (inputs * true_rows).sum(1, keepdim=True)
    else:
        true = torch.matmul(true_rows.reshape(batch, num_true, size), inputs.unsqueeze(2)).squeeze(2)
    true = true + true_biases.reshape(batch, num_true)
    sampled = torch.addmm(drawn_biases, inputs, drawn_rows.t())
    if remove_hits:
        hits = (labels[:, :, None] == drawn).any(1) & _last_of_equals(drawn)
        sampled = torch.where(hits, sampled + torch.finfo(torch.float32).min, sampled)
    true = true - true_count.log().to(true.dtype)
    sampled = sampled - drawn_count.log().to(true.dtype)
    logits = torch.cat([true, sampled], 1)
    targets = torch.zeros_like(logits.detach())
    targets[:, :num_true] = 1 / num_true
    return logits, targets


def _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_hits, seed, name):
    with name_scope(name or "compute_sampled_logits"):
        _ = labels.dtype  # which TensorFlow reads before anything else: AttributeError for lists
        labels = convert_to_tensor(labels)
        if labels.dtype != dt.int64:
            labels = cast(labels, dt.int64)
        flat = reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
        drawn, true_count, drawn_count = (stop_gradient(convert_to_tensor(v)) for v in sampled_values)
        drawn = cast(drawn, dt.int64)
        ids = concat([flat, drawn], 0)
        rows, offsets = embedding_lookup(weights, ids), embedding_lookup(biases, ids)
        given = (rows, offsets, inputs, labels, flat, drawn, true_count, drawn_count)
        return shown_parts.recorded(_compared, *given, num_true, remove_hits, num_sampled)


def _sum_of_rows(x):
    """The sum of each row of the matrix `x`."""
    if not one_by_one.wanted():
        return reduce_sum(x, 1)
    return reshape(raw_ops.MatMul(a=x, b=ones(stack([shape(x)[1], 1]), x.dtype)), [-1])


def _rest(x, begin):
    """What of `x` comes from `begin` on. In graphs its sizes are known where that is, though how many classes are drawn would tell."""
    made = array_slice(x, begin, [-1] * x.shape.rank)
    if TS.graph is not None and type(made) is not EagerTensor and get_static_value(begin) is None:
        rank = made.shape.rank
        made.forget_shape()
        made.set_shape([None] * rank)
    return made


def _compared(rows, offsets, inputs, labels, flat, drawn, true_count, drawn_count, num_true, remove_hits, num_sampled):
    """Logits and their labels; see `_logits`."""
    if not one_by_one.wanted():
        counts = (reshape(true_count, [-1, num_true]), drawn_count)
        return _logits(rows, offsets, inputs, reshape(labels, [-1, num_true]), drawn, *counts, num_true, remove_hits)
    first = array_slice(rows, [0, 0], stack([shape(flat)[0], -1]))
    sampled = raw_ops.MatMul(a=inputs, b=_rest(rows, stack([shape(flat)[0], 0])), transpose_b=True)
    own = array_slice(offsets, [0], shape(flat))
    others = _rest(offsets, shape(flat))
    size = shape(first)[1:2]
    products = multiply(expand_dims(inputs, 1), reshape(first, concat([[-1, num_true], size], 0)))
    products = reshape(products, concat([[-1], size], 0))
    true = reshape(_sum_of_rows(products), [-1, num_true])
    true = true + reshape(own, [-1, num_true])
    sampled = sampled + others
    if remove_hits:
        at, which, weights = compute_accidental_hits(labels, drawn, num_true)
        places = concat([reshape(at, [-1, 1]), reshape(cast(which, dt.int32), [-1, 1])], 1, name="sparse_indices")
        whole = concat([shape(labels)[:1], expand_dims(num_sampled, 0)], 0)
        sampled = sampled + _sparse_to_dense(places, whole, cast(weights, sampled.dtype), 0.0, False)
    true, sampled = true - log(true_count), sampled - log(drawn_count)
    logits = concat([true, sampled], 1)
    return logits, concat([ones_of_shape(true) / num_true, zeros_like(sampled)], 1)


@tf_export("nn.nce_loss")
@composite
def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: IntLike,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    name: str | None = "nce_loss",
) -> Tensor:
    """The noise-contrastive estimation loss: true classes are told apart from drawn ones, for training with many classes.
    Mirrors `tf.nn.nce_loss`.

    Arguments:
        weights: a tensor of shape [num_classes, dim], or a list of shards.
        biases: a tensor of shape [num_classes].
        labels: the true classes, int64 of shape [batch, num_true].
        inputs: a tensor of shape [batch, dim].
        num_sampled: how many classes are drawn for the batch.
        num_classes: how many classes there are.
        num_true: how many true classes an example has, 1 by default.
        sampled_values: what a candidate sampler gave; None (the default) draws by
            `tf.random.log_uniform_candidate_sampler`, which expects classes sorted by frequency.
        remove_accidental_hits: True leaves out drawn classes that are true ones; False by default.
        name: a name for the operations in graphs, "nce_loss" by default.

    Returns:
        A tensor of shape [batch].

    Example:
        >>> labels = tf.constant([[1], [2]], tf.int64)
        >>> loss = tf.nn.nce_loss(tf.zeros([10, 4]), tf.zeros([10]), labels, tf.ones([2, 4]), 3, 10)
        >>> loss.shape
        TensorShape([2])
    """
    logits, targets = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        None,
        name,
    )
    losses = sigmoid_cross_entropy_with_logits(targets, logits, name="sampled_losses")
    return shown_parts.recorded(_sum_of_rows, losses)


@tf_export("nn.sampled_softmax_loss")
@composite
def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: IntLike,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str | None = "sampled_softmax_loss",
) -> Tensor:
    """The softmax cross entropy over the true and some drawn classes, for training with many classes. Mirrors
    `tf.nn.sampled_softmax_loss`.

    Arguments:
        weights: a tensor of shape [num_classes, dim], or a list of shards.
        biases: a tensor of shape [num_classes].
        labels: the true classes, int64 of shape [batch, num_true].
        inputs: a tensor of shape [batch, dim].
        num_sampled: how many classes are drawn for the batch.
        num_classes: how many classes there are.
        num_true: how many true classes an example has, 1 by default.
        sampled_values: what a candidate sampler gave; None (the default) draws by
            `tf.random.log_uniform_candidate_sampler`.
        remove_accidental_hits: True (the default) leaves out drawn classes that are true ones.
        seed: an integer for the default sampler.
        name: a name for the operations in graphs, "sampled_softmax_loss" by default.

    Returns:
        A tensor of shape [batch]; for evaluation take the whole softmax.

    Example:
        >>> labels = tf.constant([[1], [2]], tf.int64)
        >>> loss = tf.nn.sampled_softmax_loss(tf.zeros([10, 4]), tf.zeros([10]), labels, tf.ones([2, 4]), 3, 10)
        >>> loss.shape
        TensorShape([2])
    """
    logits, targets = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        seed,
        name,
    )
    return softmax_cross_entropy_with_logits(stop_gradient(targets, name="labels_stop_gradient"), logits)

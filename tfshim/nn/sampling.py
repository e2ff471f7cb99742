"""Losses that look at a sample of the classes only."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import reshape
from tfshim.autodiff import stop_gradient
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.reductions import reduce_sum
from tfshim.nn.embedding import embedding_lookup
from tfshim.nn.losses import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits
from tfshim.random.candidates import log_uniform_candidate_sampler

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
    """Where drawn classes are true classes by chance. Mirrors `tf.nn.compute_accidental_hits`.

    `true_classes`: int64 [batch, num_true]. `sampled_candidates`: int64 vector. Nothing is random here: `seed` makes no
    difference. Returns (indices int32, ids int64, weights float32): row of the batch, place among the candidates, and
    the lowest float32 to be added to the logit.
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
    labels = convert_to_tensor(labels)
    if labels.dtype != dt.int64:
        labels = cast(labels, dt.int64)
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
    drawn, true_count, drawn_count = (stop_gradient(convert_to_tensor(v)) for v in sampled_values)
    drawn = cast(drawn, dt.int64)
    ids = concat([reshape(labels, [-1]), drawn], 0)
    rows, offsets = embedding_lookup(weights, ids), embedding_lookup(biases, ids)
    matrix = reshape(labels, [-1, num_true])
    counts = (reshape(true_count, [-1, num_true]), drawn_count)
    return _logits(rows, offsets, inputs, matrix, drawn, *counts, num_true, remove_hits, name=name)


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
    """The noise-contrastive estimation loss, of discriminating the true classes from sampled ones. Mirrors `tf.nn.nce_loss`.

    `weights`: [num_classes, dim] (or a list of shards); `biases`: [num_classes]; `labels`: int64 [batch, num_true];
    `inputs`: [batch, dim]. `sampled_values`: what a candidate sampler returned; by default
    `log_uniform_candidate_sampler` draws `num_sampled`. `remove_accidental_hits`: whether drawn classes that are true
    ones are left out. Returns [batch].
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
    return reduce_sum(sigmoid_cross_entropy_with_logits(targets, logits), 1)


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
    """Softmax cross entropy over the true and some drawn classes, for training with many classes.

    Mirrors `tf.nn.sampled_softmax_loss`. `seed`: of the default sampler. Other arguments and the result as in
    `nce_loss`.
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
    return softmax_cross_entropy_with_logits(targets, logits)

"""Connectionist temporal classification: the loss, the decoders, and what prepares labels for them."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_sparse
from tfshim.engine.values.shapes import dims_text
from tfshim.nn._ctc_beam import beam_search
from tfshim.nn._ctc_infeasible import with_infeasible
from tfshim.nn._ctc_sparse import label_matrix, unmerged_losses
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


class _NoSecond(Function):
    """Passes a gradient on that has none itself."""

    @staticmethod
    def forward(ctx, value, *inputs):
        return value.view_as(value)

    @staticmethod
    def backward(ctx, grad):
        raise LookupError("gradient registry has no entry for: CTCLoss (ctc_loss has no second derivative)")


class _Ctc(Function):
    """The loss and its gradient at once; there is no second derivative, as in TensorFlow."""

    @staticmethod
    def forward(ctx, logits, labels, logit_length, label_length, kind):
        with torch.enable_grad():
            x = logits.detach().requires_grad_()
            loss = _losses(x, labels, logit_length, label_length, kind)
            ctx.save_for_backward(torch.autograd.grad(loss.sum(), x)[0], logits)
        return loss.detach()

    @staticmethod
    def backward(ctx, grad):
        slope, logits = ctx.saved_tensors
        result = slope * grad[None, :, None]
        return _NoSecond.apply(result, logits, grad), None, None, None, None


def _losses(logits, labels, logit_length, label_length, kind):
    """The losses [batch] of logits [time, batch, classes], class 0 being the blank.

    `kind`: where no alignment fits, TensorFlow's two losses differ: that for "dense" labels is large and finite, that for "sparse"
    ones infinite, with a gradient as if nothing in the frames were right. In alignments that are "unmerged" no label lasts for two frames.
    """
    if not logits.shape[1]:  # torch takes no batch without rows either
        return logits.sum((0, 2))
    if kind == "dense" and not labels.shape[1]:
        # Without a place for labels TensorFlow counts the alignments of blanks twice, once there are frames.
        once = _losses(logits, F.pad(labels, (0, 1)), logit_length, label_length, kind)
        return torch.where(logit_length > 0, once - math.log(2), once)
    if not logits.shape[0]:
        # torch takes no empty batch of frames; the length of 0 keeps the frame from counting.
        logits = F.pad(logits, (0, 0, 0, 0, 0, 1))
    logs = torch.log_softmax(logits, -1)
    width = labels if labels.shape[1] else F.pad(labels, (0, 1), value=1)
    # Padding must be a class that exists and is not the blank.
    used = torch.arange(width.shape[1], device=width.device) < label_length[:, None]
    targets = torch.where(used, width, 1 if logits.shape[-1] > 1 else 0)
    if kind == "unmerged":
        return unmerged_losses(logs, targets, logit_length, label_length)
    odd = kind == "dense" and bool(((targets == 0) & used | (targets >= logits.shape[-1])).any())
    if odd:
        logs, targets, labels = _with_own_columns(logits, logs, used, targets, labels)
    repeats = ((targets[:, 1:] == targets[:, :-1]) & used[:, 1:]).sum(1)
    late = label_length + repeats > logit_length
    if not bool(late.any()):
        return F.ctc_loss(logs, targets, logit_length, label_length, 0, "none")
    # torch's gradient is NaN where its loss is infinite: these examples go through with no labels, and are replaced below.
    loss = F.ctc_loss(logs, targets, logit_length, torch.where(late, 0, label_length), 0, "none")
    if kind == "dense" and not odd:
        return with_infeasible(loss, late, logs, labels, logit_length)
    inside = torch.arange(logits.shape[0], device=logits.device)[:, None] < logit_length
    slope = torch.where(inside, logits.logsumexp(-1), 0).sum(0)
    slope = slope - slope.detach()  # 0, which has the gradient of `slope`
    if odd:
        return with_infeasible(loss, late, logs, labels, logit_length) + torch.where(late, slope, 0)
    return torch.where(late, float("inf") + slope, loss)


def _with_own_columns(logits, logs, used, targets, labels):
    """(`logs`, `targets`, `labels`) where labels that name the blank, or no class, have columns of their own.

    In TensorFlow they have the probability of the blank, and that of 1; alignments through them are left out of the gradient, which is
    the softmax without the other alignments. torch takes it to be so, too, but lets it go through the logarithm of the softmax.
    """
    classes = logits.shape[-1]

    def numbered(x, counts):
        return torch.where(counts & (x == 0), classes, torch.where(x >= classes, x + 1, x))

    targets, labels = numbered(targets, used), numbered(labels, used[:, : labels.shape[1]])
    highest = max(int(targets.max()), int(labels.max()))
    straight = logits + (logs - logits).detach()
    return F.pad(torch.cat((straight, logs[..., :1].detach()), -1), (0, highest - classes)), targets, labels


def _run(logits, labels, logit_length, label_length, kind):
    if logits.is_meta:
        return logits.new_empty(logits.shape[1])
    x = logits.float() if logits.dtype in (torch.float16, torch.bfloat16) else logits
    labels, logit_length, label_length = labels.long(), logit_length.long(), label_length.long()
    if x.requires_grad:
        loss = _Ctc.apply(x, labels, logit_length, label_length, kind)
    else:
        loss = _losses(x, labels, logit_length, label_length, kind)
    return loss.to(logits.dtype)


def _blank_index(blank, classes):
    at = blank + classes if blank < 0 else blank
    if not 0 <= at < classes:
        raise invalid(f"blank_index expected to be between -{classes} and {classes - 1} but was {blank}")
    return at


def _blank_to_front(logits, labels, blank):
    """Logits and labels in the order that has the blank as class 0."""
    if blank == 0:
        return logits, labels
    parts = logits[..., blank : blank + 1], logits[..., :blank], logits[..., blank + 1 :]
    return torch.cat(parts, -1), torch.where(labels < blank, labels + 1, labels)


def _check_time(logits, time_major):
    if logits.ndim != 3:
        raise invalid(f"logits must have 3 dimensions, [frames, batch, labels], got {logits.ndim}")
    return logits if time_major else logits.transpose(0, 1)


def _check_count(lengths, batch, cls=errors.InvalidArgumentError):
    if lengths.ndim != 1 or lengths.shape[0] != batch:
        raise cls(
            None,
            None,
            f"len(sequence_length) != batch_size.  len(sequence_length):  {lengths.numel()} batch_size: {batch}",
        )


def _check_lengths(lengths, batch, limit, cls=errors.InvalidArgumentError):
    _check_count(lengths, batch, cls)
    if not lengths.is_meta and lengths.numel() and int(lengths.max()) > limit:
        raise cls(None, None, f"sequence_length({int((lengths > limit).nonzero()[0])}) <= {limit}")


def _dense_loss_shape(logits, labels, label_length, logit_length, time_major, *rest):
    return (_TIME_FIRST if time_major else _BATCH_FIRST)(logits, labels, label_length, logit_length)


_TIME_FIRST, _BATCH_FIRST = by_names("tbc,bl,b,b->b"), by_names("btc,bl,b,b->b")


@op(
    "CTCLossDense",
    logits="T",
    labels="I",
    label_length="J",
    logit_length="K",
    T=dt.FLOATS,
    I=dt.INDEX,
    J=dt.INDEX,
    K=dt.INDEX | dt.FLOATS,
    register=False,
    scope="ctc_loss_dense",
    shape_fallback=_dense_loss_shape,
)
def _ctc_loss_dense(logits, labels, label_length, logit_length, time_major, blank_index, name=None):
    """The loss for labels in a padded matrix."""
    logits = _check_time(logits, time_major)
    frames, batch, classes = logits.shape
    if labels.ndim != 2 or labels.shape[0] != batch:
        raise invalid(f"labels must be [batch, max_label_length] with batch {batch}, got {dims_text(labels.shape)}")
    # Lengths that come of divisions may be floats, of which the whole part counts; a longer one means all frames.
    logit_length = logit_length.long().clamp(0, frames)
    _check_count(logit_length, batch)
    _check_count(label_length, batch)
    # No alignment ends where there are no labels, before the first or behind the last: as if there were too few frames.
    width = labels.shape[1]
    label_length = torch.where((label_length < 0) | (label_length > width), frames + width + 1, label_length.long())
    logits, labels = _blank_to_front(logits, labels, _blank_index(blank_index, classes))
    if not labels.is_meta and labels.numel() and not 0 <= int(labels.min()) <= int(labels.max()) < classes:
        # A class that is not there is one of probability 1 in TensorFlow, and different ones are different labels.
        outside = (labels < 0) | (labels >= classes)
        labels = labels.masked_scatter(outside, torch.unique(labels[outside], return_inverse=True)[1].to(labels.dtype) + classes)
    return _run(logits, labels, logit_length, label_length, "dense")


def _loss_shape(inputs, indices, values, sequence_length, time_major, *_):
    """[batch], which the lengths may know where the logits don't."""
    batch = inputs.shape[1 if time_major else 0] if inputs.shape.rank == 3 else None
    if batch is None and sequence_length.shape.rank == 1:
        batch = sequence_length.shape[0]
    return inputs.dtype, [batch]


@op("CTCLoss", inputs="T", labels_indices="int64", labels_values="int32", sequence_length="int32", T=dt.FLOATS, shape_fn=_loss_shape)
def sparse_loss(
    inputs,
    labels_indices,
    labels_values,
    sequence_length,
    time_major,
    blank_index,
    ignore_longer=False,
    collapse_repeated=False,
    merge_repeated=True,
    name=None,
):
    """The loss for labels in a sparse matrix. `blank_index`: None is the last class, which then ends labels. `ignore_longer`: the loss
    is 0 for more labels than frames. `collapse_repeated`: equal neighbours among the labels count once. `merge_repeated`: a label may last
    for several frames."""
    kind = "sparse" if merge_repeated else "unmerged"
    logits = _check_time(inputs, time_major)
    frames, batch, classes = logits.shape
    _check_lengths(sequence_length, batch, frames)
    if logits.is_meta:
        return logits.new_empty(batch)
    if batch and int(sequence_length.min()) < 0:
        raise invalid(f"seq_len({int((sequence_length < 0).nonzero()[0])}) < 0")
    if not frames:
        raise invalid("Max time or first dimension of input cannot be 0.")
    if not batch:
        raise invalid("batch_size must not be 0")
    blank = classes - 1 if blank_index is None else _blank_index(blank_index, classes)
    rows, values = labels_indices[:, 0], labels_values.long()
    if rows.numel() and int(rows.max()) >= batch:
        raise invalid(f"label SparseTensor is not valid: index {int(rows.max())} is out of bounds, batch {batch}")
    if blank_index is not None:
        # A label that equals the blank means the class before it: TensorFlow puts the blank last and counts down.
        values = torch.where(values < blank, values, values - 1)
    labels, lengths, given = label_matrix(rows, values, sequence_length, classes, collapse_repeated, ignore_longer)
    logits = logits if blank == 0 else torch.cat((logits[..., blank : blank + 1], logits[..., :blank], logits[..., blank + 1 :]), -1)
    late = given > sequence_length
    if not bool(late.any()):
        return _run(logits, labels, sequence_length, lengths, kind)
    kept = (~late).nonzero()[:, 0]
    made = logits.new_zeros(batch)
    if not kept.numel():
        return made + logits[:0].sum()  # a loss of zeros, of which the gradient is zeros too
    return made.index_copy(0, kept, _run(logits[:, kept], labels[kept], sequence_length[kept], lengths[kept], kind))


@tf_export("nn.ctc_loss", v1=["nn.ctc_loss_v2"])
@composite
def ctc_loss(
    labels: TensorLike,
    logits: TensorLike,
    label_length: TensorLike,
    logit_length: TensorLike,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The negative log-probability of label sequences under all their alignments with frames: connectionist temporal
    classification. Mirrors `tf.nn.ctc_loss`.

    Arguments:
        labels: integers of shape [batch, max_label_length], or an int32 SparseTensor.
        logits: floats of shape [frames, batch, classes], or batch first.
        label_length: how many labels count, of shape [batch]; None for sparse labels.
        logit_length: how many frames count, of shape [batch].
        logits_time_major: False for logits of shape [batch, frames, classes]; True by default.
        unique: what `tf.nn.ctc_unique_labels` gives, to save time; the result is the same without.
        blank_index: the class of the blank; None (the default) is 0, negative ones count from the end. Sparse labels
            need it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch], with a gradient for the logits; infinite where the labels need more frames than there
        are.

    Raises:
        ValueError, InvalidArgumentError: arguments that do not go together.

    Example:
        >>> logits = tf.zeros([2, 1, 3])
        >>> loss = tf.nn.ctc_loss([[1]], logits, [1], [2])
        >>> np.round(loss, 3)
        array([1.099], dtype=float32)
        >>> np.round(tf.exp(-loss), 3)
        array([0.333], dtype=float32)
    """
    if is_sparse(labels):
        if blank_index is None:
            raise ValueError("Argument `blank_index` must be provided when `labels` is a `SparseTensor`.")
        return sparse_loss(logits, labels.indices, labels.values, logit_length, logits_time_major, blank_index, name=name)
    return _ctc_loss_dense(
        logits,
        labels,
        label_length,
        logit_length,
        logits_time_major,
        0 if blank_index is None else blank_index,
        name=name,
    )


def _decoded(sequences, device):
    """(indices, values, dense_shape) of the sparse matrix that has `sequences` as rows."""
    rows = np.repeat(np.arange(len(sequences)), [len(s) for s in sequences])
    columns = np.concatenate([np.arange(len(s)) for s in sequences]) if sequences else np.zeros(0)
    indices = np.stack([rows, columns], 1).astype(np.int64).reshape(-1, 2)
    values = np.concatenate([np.asarray(s, np.int64) for s in sequences]) if sequences else np.zeros(0, np.int64)
    shape = np.array([len(sequences), max(map(len, sequences), default=0)], np.int64)
    return tuple(torch.from_numpy(a).to(device) for a in (indices, values.astype(np.int64), shape))


def _check_decoder(inputs, sequence_length):
    """The lengths, of which a negative one means no frames, as in TensorFlow."""
    if inputs.ndim != 3:
        raise invalid("inputs is not a 3-Tensor")
    if not inputs.numel():
        raise invalid("inputs must not be empty")
    _check_lengths(sequence_length, inputs.shape[1], inputs.shape[0], errors.FailedPreconditionError)
    return sequence_length.clamp(min=0)


def _decoded_shapes(inputs, paths, width):
    """Static shapes: the indices of all paths, their values and their shapes, then the scores."""
    batch = inputs.shape[1] if inputs.shape.rank == 3 else None
    sparse = [dt.int64, [None, 2]], [dt.int64, [None]], [dt.int64, [2]]
    return *(tuple(part) for part in sparse for _ in range(paths)), (inputs.dtype, [batch, width])


@op(
    "CTCGreedyDecoder",
    inputs="T",
    sequence_length="int32",
    T=dt.float32.mask | dt.float64.mask,
    grad=None,
    shape_fn=lambda inputs, *_: _decoded_shapes(inputs, 1, 1),
)
def _ctc_greedy_decoder(inputs, sequence_length, merge_repeated, blank_index, name=None):
    """The best class of each frame."""
    sequence_length = _check_decoder(inputs, sequence_length)
    frames, batch, classes = inputs.shape
    blank = _blank_index(blank_index, classes)
    values, best = inputs.max(-1)
    inside = torch.arange(frames, device=inputs.device)[:, None] < sequence_length
    score = 0 - torch.where(inside, values, 0).sum(0)[:, None]  # no -0.0
    keep = inside & (best != blank)
    if merge_repeated and frames:
        keep[1:] &= best[1:] != best[:-1]
    places = (keep.cumsum(0) - 1).T
    kept = keep.T.nonzero()
    indices = torch.stack([kept[:, 0], places[keep.T]], 1)
    width = keep.sum(0).max() if batch else torch.zeros((), dtype=torch.int64)
    shape = torch.stack([torch.full_like(width, batch), width])
    return indices, best.T[keep.T], shape, score


@tf_export("nn.ctc_greedy_decoder")
@composite
def ctc_greedy_decoder(
    inputs: TensorLike, sequence_length: TensorLike, merge_repeated: bool = True, blank_index: int | None = None
) -> tuple[list[Any], Tensor]:
    """The best class of each frame, without repetitions and blanks. Mirrors `tf.nn.ctc_greedy_decoder`.

    Arguments:
        inputs: logits, float32 or float64 of shape [frames, batch, classes].
        sequence_length: how many frames count, int32 of shape [batch].
        merge_repeated: whether a class in frames next to each other counts once, True by default; between two that are
            meant there is a blank.
        blank_index: the class of the blank; None (the default) is the last one.

    Returns:
        A pair: a list with one int64 SparseTensor of shape [batch, longest], and the negative sums of the best logits,
        of shape [batch, 1].

    Raises:
        InvalidArgumentError: shapes or numbers do not go together.

    Example:
        >>> logits = tf.math.log([[[0.7, 0.2, 0.1]], [[0.7, 0.2, 0.1]], [[0.1, 0.2, 0.7]], [[0.1, 0.8, 0.1]]])
        >>> decoded, _ = tf.nn.ctc_greedy_decoder(logits, [4])
        >>> tf.sparse.to_dense(decoded[0])
        <tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[0, 1]])>
    """
    indices, values, shape, score = _ctc_greedy_decoder(inputs, sequence_length, merge_repeated, -1 if blank_index is None else blank_index)
    return [SparseTensor(indices, values, shape)], score


@op(
    "CTCBeamSearchDecoder",
    inputs="T",
    sequence_length="int32",
    T=dt.float32.mask | dt.float64.mask,
    grad=None,
    shape_fn=lambda inputs, length, width, paths, *_: _decoded_shapes(inputs, paths, paths),
)
def _ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated=False, name=None):
    """Flat: the indices of all paths, their values and their shapes, then the log-probabilities. `merge_repeated`: equal neighbours
    count once."""
    sequence_length = _check_decoder(inputs, sequence_length)
    if top_paths > beam_width:
        raise invalid("requested more paths than the beam width.")
    logs = torch.log_softmax(inputs.detach().double(), -1).cpu().numpy()
    paths, scores = [[] for _ in range(top_paths)], []
    for b, length in enumerate(sequence_length.tolist()):
        found = beam_search(logs[:length, b], beam_width, top_paths)
        for path, (labels, _) in zip(paths, found, strict=True):
            path.append([k for k, _ in itertools.groupby(labels)] if merge_repeated else labels)
        scores.append([score for _, score in found])
    flat = [t for part in zip(*(_decoded(path, inputs.device) for path in paths)) for t in part]
    score = torch.tensor(scores, dtype=inputs.dtype, device=inputs.device).reshape(inputs.shape[1], top_paths)
    return *flat, score


@tf_export("nn.ctc_beam_search_decoder", v1=["nn.ctc_beam_search_decoder_v2"])
@composite
def ctc_beam_search_decoder(
    inputs: TensorLike, sequence_length: TensorLike, beam_width: IntLike = 100, top_paths: IntLike = 1
) -> tuple[list[Any], Tensor]:
    """The most probable label sequences, found by following up several prefixes. Mirrors `tf.nn.ctc_beam_search_decoder`.

    Arguments:
        inputs: logits, float32 or float64 of shape [frames, batch, classes]; the last class is the blank.
        sequence_length: how many frames count, int32 of shape [batch].
        beam_width: how many prefixes are kept after each frame, 100 by default.
        top_paths: how many sequences to give for each example, at most `beam_width`; 1 by default.

    Returns:
        A pair: a list of `top_paths` int64 SparseTensors of shape [batch, longest], the best first, and their
        log-probabilities, of shape [batch, top_paths].

    Raises:
        InvalidArgumentError: shapes or numbers do not go together.

    Example:
        >>> logits = tf.math.log([[[0.7, 0.2, 0.1]], [[0.1, 0.2, 0.7]], [[0.1, 0.8, 0.1]]])
        >>> paths, log_probabilities = tf.nn.ctc_beam_search_decoder(logits, [3], beam_width=5)
        >>> tf.sparse.to_dense(paths[0])
        <tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[0, 1]])>
    """
    return _best_paths(inputs, sequence_length, beam_width, top_paths, False)


def _best_paths(inputs, sequence_length, beam_width, top_paths, merge_repeated):
    *flat, score = _ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated)
    return [SparseTensor(*flat[i :: len(flat) // 3]) for i in range(len(flat) // 3)], score


@tf_export(v1=["nn.ctc_beam_search_decoder"])
@composite
def ctc_beam_search_decoder_v1(
    inputs: TensorLike, sequence_length: TensorLike, beam_width: IntLike = 100, top_paths: IntLike = 1, merge_repeated: bool = True
) -> tuple[list[Any], Tensor]:
    """The most probable sequences of labels for scores of each step. Mirrors `tf.compat.v1.nn.ctc_beam_search_decoder`.

    It is `tf.nn.ctc_beam_search_decoder` with a choice besides. The last class stands for no label.

    Arguments:
        inputs: scores of shape [steps, batch, classes].
        sequence_length: a vector of [batch] int32 numbers, how many steps each sequence has.
        beam_width: how many sequences are followed at a time, 100 by default.
        top_paths: how many are given, 1 by default.
        merge_repeated: whether equal neighbours in a result become one, True by default.

    Returns:
        A pair of a list of `top_paths` `tf.SparseTensor`s with the labels, and a matrix [batch, top_paths] of the logarithms of their
        probabilities.

    Raises:
        InvalidArgumentError: shapes do not fit each other.

    Example:
        >>> scores = tf.constant([[[5.0, 0.0, 0.0]], [[0.0, 0.0, 5.0]], [[0.0, 5.0, 0.0]]])
        >>> paths, logs = tf.compat.v1.nn.ctc_beam_search_decoder(scores, [3])
        >>> tf.sparse.to_dense(paths[0]).numpy().tolist(), logs.shape
        ([[0, 1]], TensorShape([1, 1]))
    """
    return _best_paths(inputs, sequence_length, beam_width, top_paths, merge_repeated)


def _collapsed_shape(labels, seq_length):
    batch = labels.shape[0] if labels.shape.rank == 2 else None
    return (labels.dtype, [batch, None]), (seq_length.dtype, seq_length.shape)


@tf_export("nn.collapse_repeated")
@op(
    "CollapseRepeated",
    labels="T",
    seq_length="J",
    T=dt.INTS,
    J=dt.INDEX,
    grad=None,
    scope="collapse_repeated_labels",
    register=False,
    shape_fn=_collapsed_shape,
)
def collapse_repeated(labels: TensorLike, seq_length: TensorLike, name: str | None = None) -> tuple[Tensor, ...]:
    """Labels with each run of equal ones reduced to one. Mirrors `tf.nn.collapse_repeated`.

    Arguments:
        labels: integers of shape [batch, max_length].
        seq_length: how many of each row count, integers of shape [batch].
        name: a name for the operation in graphs.

    Returns:
        A pair: the labels, of shape [batch, longest], padded with 0, and their lengths, of shape [batch].

    It is a step of decoding by hand: the best class of each frame, without repetitions, then without the blank.
    `tf.nn.ctc_greedy_decoder` does all of it.

    Example:
        >>> labels, lengths = tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [3, 3, 3, 0, 0]], [5, 3])
        >>> labels
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 2, 1],
               [3, 0, 0]], dtype=int32)>
        >>> lengths
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([3, 1], dtype=int32)>
    """
    if labels.ndim != 2 or seq_length.ndim != 1:
        raise ValueError(f"Shapes {tuple(labels.shape)} and {tuple(seq_length.shape)} are incompatible")
    if seq_length.shape[0] != 1 == labels.shape[0]:
        raise ValueError(f"Shapes ({labels.numel()},) and ({seq_length.shape[0] * labels.shape[1]},) are incompatible")
    if seq_length.shape[0] not in (1, labels.shape[0]):
        raise invalid(f"Incompatible shapes: {list(labels.shape)} vs. {[seq_length.shape[0], labels.shape[1]]}")
    inside = torch.arange(labels.shape[1], device=labels.device) < seq_length[:, None]
    keep = inside.expand(labels.shape).clone()
    keep[:, 1:] &= labels[:, 1:] != labels[:, :-1]
    lengths = keep.sum(1)
    width = int(lengths.max()) if lengths.numel() else 0
    result = labels.new_zeros((labels.shape[0], width))
    result[torch.arange(width, device=labels.device) < lengths[:, None]] = labels[keep]
    return result, lengths.to(seq_length.dtype)


@op("CTCUniqueLabels", labels="T", T=dt.INTS, grad=None, scope="ctc_unique_labels", register=False)
def _ctc_unique_labels(labels, name=None):
    """The distinct labels of each row, and which of them each is."""
    batch, width = labels.shape
    if not width:
        return labels.long(), labels.int()
    same = labels[:, :, None] == labels[:, None, :]
    first = same.to(torch.uint8).argmax(2)
    new = first == torch.arange(width, device=labels.device)
    number = new.cumsum(1) - 1
    places = number.gather(1, first)
    # What is put in the place of a repeated label lies after the distinct ones and is overwritten with 0.
    unique = torch.zeros((batch, width), dtype=torch.int64, device=labels.device)
    unique.scatter_reduce_(1, places, labels.long(), "amax", include_self=False)
    return unique, places.to(torch.int32)


@tf_export("nn.ctc_unique_labels")
@composite
def ctc_unique_labels(labels: TensorLike, name: str | None = None) -> list[Tensor]:
    """The distinct labels of each row, for the argument `unique` of `tf.nn.ctc_loss`. Mirrors `tf.nn.ctc_unique_labels`.

    Arguments:
        labels: integers of shape [batch, max_length].
        name: a name for the operation in graphs.

    Returns:
        A pair of tensors of shape [batch, max_length]: the distinct labels, int64, padded with 0, and for each label
        its place among them, int32.

    Where labels repeat, the loss then is computed for fewer classes.

    Example:
        >>> labels, places = tf.nn.ctc_unique_labels([[3, 4, 4, 3]])
        >>> labels
        <tf.Tensor: shape=(1, 4), dtype=int64, numpy=array([[3, 4, 0, 0]])>
        >>> places
        <tf.Tensor: shape=(1, 4), dtype=int32, numpy=array([[0, 1, 1, 0]], dtype=int32)>
    """
    return list(_ctc_unique_labels(convert_to_tensor(labels), name=name))

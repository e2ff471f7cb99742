"""Non-max suppression: of boxes that overlap, those with the best scores."""

from __future__ import annotations

import heapq
import math as pymath
from collections import namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.image._layout import known_int, scalar
from tfshim.image.tiled_suppression import suppressed
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_BLOCK = 128  # boxes that are compared with each other at once
_FLOATS = dt.float16.mask | dt.float32.mask
NonMaxSuppressionWithScores = namedtuple("NonMaxSuppressionV5", ["selected_indices", "selected_scores"])  # type: ignore[name-match]


class Boxes:
    """Boxes with their corners in order, and how much one overlaps others."""

    def __init__(self, boxes):
        # Each coordinate by itself: NumPy is slow along an axis of two.
        corners = boxes.detach().float().cpu().numpy()
        y1, x1, y2, x2 = corners.T
        self.unsure = bool(np.isnan(corners).any())
        self._corners = corners
        self.top, self.bottom = np.minimum(y1, y2), np.maximum(y1, y2)
        self.left, self.right = np.minimum(x1, x2), np.maximum(x1, x2)
        self.area = (self.bottom - self.top) * (self.right - self.left)
        self.filled = bool((self.area > 0).all())

    def overlaps_with(self, j):
        """A function of `i`, the overlap of the boxes i and j, a float."""
        if self.unsure:
            return lambda i: float(self._overlap_in_turn(i, j))
        return self.overlap(j, slice(None)).tolist().__getitem__

    def _overlap_in_turn(self, i, j):
        """Intersection over union of two boxes, where of a comparison with what is not a number the first one stays, as in C++."""
        (top, left, bottom, right), (top_2, left_2, bottom_2, right_2) = self._sides(i), self._sides(j)
        first, second = (bottom - top) * (right - left), (bottom_2 - top_2) * (right_2 - left_2)
        if first <= 0 or second <= 0:
            return 0.0
        down = max(min(bottom, bottom_2) - max(top, top_2), np.float32(0))
        common = down * max(min(right, right_2) - max(left, left_2), np.float32(0))
        return common / (first + second - common)

    def _sides(self, i):
        y1, x1, y2, x2 = self._corners[i]
        return min(y1, y2), min(x1, x2), max(y1, y2), max(x1, x2)

    def overlap(self, i, others):
        """Intersection over union of the boxes `i` and `others`, two arrays of indices that are broadcast."""
        common = np.minimum(self.bottom[i], self.bottom[others])
        common -= np.maximum(self.top[i], self.top[others])
        common = np.maximum(common, 0)
        across = np.minimum(self.right[i], self.right[others])
        across -= np.maximum(self.left[i], self.left[others])
        common *= np.maximum(across, 0)
        union = self.area[i] + self.area[others]
        union -= common
        if self.filled:
            common /= union
            return common
        some = (self.area[others] > 0) & (self.area[i] > 0)
        return np.where(some, common / np.where(some, union, 1), np.float32(0)).astype(np.float32)


def greedy(overlap, order, limit, threshold):
    """The first of `order`, then each that overlaps none of the chosen by more than `threshold`; at most `limit`."""
    chosen = []
    # Few are wanted, so that a block of twice as many may do.
    size = min(_BLOCK, max(2 * limit, 16))
    for start in range(0, order.size, size):
        block = order[start : start + size]
        # Blocks bound the memory for overlaps, which grows with the square of the number of boxes.
        if chosen:
            block = block[~(overlap(np.array(chosen)[:, None], block[None, :]) > threshold).any(0)]
        apart = ~(overlap(block[:, None], block[None, :]) > threshold)
        alive = np.ones(block.size, bool)
        for i in range(block.size):
            if alive[i]:
                if len(chosen) >= limit:
                    return chosen
                chosen.append(int(block[i]))
                alive &= apart[i]
    return chosen


def ordered(scores, score_threshold):
    """The indices of the scores above the threshold, in descending order; of equal scores the first comes first."""
    order = np.argsort(-scores, kind="stable")
    return order[scores[order] > score_threshold]


def _in_turn(overlaps_with, scores, limit, threshold, score_threshold, sigma=0.0):
    """(indices, scores) of boxes that are weighed against the chosen ones one by one; `overlaps_with(j)(i)` is the overlap of i and j.

    With a `sigma` each choice lowers the scores of what it overlaps by exp(-overlap ** 2 / (2 sigma)). Without one an overlap above the
    threshold drops a box, and one that is not a number leaves it a score of 0.
    """
    scale = -0.5 / sigma if sigma else 0.0
    waiting = [(-float(s), i, 0) for i, s in enumerate(scores) if s > score_threshold]
    heapq.heapify(waiting)
    chosen, kept, overlap = [], [], []
    while waiting and len(chosen) < limit:
        negative, i, seen = heapq.heappop(waiting)
        before = score = -negative
        dropped = False
        # Scores are lowered only when a box comes to the front, by those that were chosen since it was last there (`seen`).
        for j in range(len(chosen) - 1, seen - 1, -1):
            by = overlap[j](i)
            if by == 0:
                continue
            dropped = not sigma and by > threshold
            if dropped:
                break
            # Rounded after each step, as scores are float32.
            score = float(np.float32(score * (pymath.exp(scale * by * by) if sigma or by <= threshold else 0.0)))
            if score <= score_threshold:
                break
        if dropped:
            continue
        if score == before:
            chosen.append(i)
            kept.append(score)
            overlap.append(overlaps_with(i))
        elif score > score_threshold:
            heapq.heappush(waiting, (-score, i, len(chosen)))
    return chosen, kept


def _near(boxes, order):
    """A function that gives the boxes which overlap the box at a rank of `order`, those of the ranks that were asked for and before.

    Pairs are looked for in blocks, since boxes far behind the chosen ones are never asked for.
    """
    found, known = [], 0

    def near(rank):
        nonlocal known
        while rank >= known:
            block, until = order[known : known + _BLOCK], min(known + _BLOCK, order.size)
            found.extend([] for _ in range(known, until))
            overlaps = boxes.overlap(block[:, None], order[None, :until])
            rows, columns = np.nonzero(overlaps)
            for row, column, by in zip((rows + known).tolist(), columns.tolist(), overlaps[rows, columns].tolist()):
                found[row].append((column, by))
                if column < known:  # of the pairs within the block both are there
                    found[column].append((row, by))
            known = until
        return found[rank]

    return near


def _softened(boxes, scores, limit, score_threshold, sigma):
    """What `_in_turn` gives with a `sigma`, where few boxes overlap: each is weighed against those that do."""
    order = ordered(scores, score_threshold)
    near, scale = _near(boxes, order), -0.5 / sigma
    waiting = list(zip((-scores[order]).tolist(), order.tolist(), [0] * order.size, range(order.size)))  # in order, which makes it a heap
    chosen, kept, turns = [], [], {}  # `turns`: {rank of a chosen box: when it was chosen}
    while waiting and len(chosen) < limit:
        negative, i, seen, rank = heapq.heappop(waiting)
        before = score = -negative
        since = [(turns[r], by) for r, by in near(rank) if turns.get(r, -1) >= seen]
        since.sort(reverse=True)
        for _, by in since:
            score = float(np.float32(score * pymath.exp(scale * by * by)))  # rounded as in `_in_turn`
            if score <= score_threshold:
                break
        if score == before:
            turns[rank] = len(chosen)
            chosen.append(i)
            kept.append(score)
        elif score > score_threshold:
            heapq.heappush(waiting, (-score, i, len(chosen), rank))
    return chosen, kept


_FEW_OVERLAP = 1 / 16  # the share of pairs up to which lists of these take less time than all pairs


def _few_overlap(boxes, scores, score_threshold):
    """Whether the best boxes show that only few of all overlap."""
    best = ordered(scores, score_threshold)[:_BLOCK]
    return not boxes.unsure and np.count_nonzero(boxes.overlap(best[:, None], best[None, :])) <= max(
        best.size * best.size * _FEW_OVERLAP, 256
    )


def _best_of(boxes, scores, limit, threshold, score_threshold):
    """(indices, scores) of the boxes that remain, an array of scores as they are."""
    if boxes.unsure:
        return _in_turn(boxes.overlaps_with, scores, limit, threshold, score_threshold)
    places = greedy(boxes.overlap, ordered(scores, score_threshold), limit, threshold)
    return places, scores[places].tolist()


def _check(boxes, scores, max_output_size, iou_threshold, what="boxes"):
    if max_output_size.ndim:
        raise invalid(
            f"max_output_size must be 0-D, got shape {dims_text(max_output_size.shape)} "
            f"(Shape must be rank 0 but is rank {max_output_size.ndim})"
        )
    if getattr(iou_threshold, "ndim", 0):
        shown = f"{dims_text(iou_threshold.shape)} (Shape must be rank 0 but is rank {iou_threshold.ndim})"
        raise invalid(f"iou_threshold must be 0-D, got shape {shown}")
    if not 0 <= float(iou_threshold) <= 1:
        raise invalid("iou_threshold must be in [0, 1]")
    if boxes.ndim != 2:
        raise invalid(f"{what} must be 2-D{dims_text(boxes.shape)} (Shape must be rank 2 but is rank {boxes.ndim})")
    if what == "boxes" and boxes.shape[1] != 4:
        raise invalid(f"boxes must have 4 columns (Dimension must be 4 but is {boxes.shape[1]})")
    if what == "overlaps" and boxes.shape[0] != boxes.shape[1]:
        raise invalid(f"overlaps must be square{dims_text(boxes.shape)}")
    if scores.ndim != 1:
        raise invalid(f"scores must be 1-D{dims_text(scores.shape)} (Shape must be rank 1 but is rank {scores.ndim})")
    if scores.shape[0] != boxes.shape[0]:
        raise invalid(f"scores has incompatible shape (Dimensions must be equal, but are {boxes.shape[0]} and {scores.shape[0]})")
    if int(max_output_size) < 0:
        raise invalid("output size must be non-negative")


def _places_shape(*_):
    return dt.int32, [None]


def _places_and_scores_shape(boxes, *_):
    return NonMaxSuppressionWithScores((dt.int32, [None]), (boxes.dtype, [None]))


_THRESHOLDS: dict[str, Any] = {"iou_threshold": "T_threshold", "score_threshold": "T_threshold", "T_threshold": _FLOATS}


@op(
    "NonMaxSuppressionV3",
    boxes="T",
    scores="T",
    max_output_size="int32",
    T=_FLOATS,
    grad=None,
    shape_fn=_places_shape,
    scope="",
    **_THRESHOLDS,
)
def _best(boxes, scores, max_output_size, iou_threshold, score_threshold, name=None):
    """The indices of the boxes that remain."""
    _check(boxes, scores, max_output_size, iou_threshold)
    values, least = scores.detach().float().cpu().numpy(), scalar(score_threshold, "score_threshold")
    return torch.tensor(_best_of(Boxes(boxes), values, int(max_output_size), float(iou_threshold), least)[0], dtype=torch.int32)


@op(
    "NonMaxSuppressionV5",
    boxes="T",
    scores="T",
    max_output_size="int32",
    iou_threshold="T",
    score_threshold="T",
    soft_nms_sigma="T",
    T=_FLOATS,
    grad="missing",
    shape_fn=_places_and_scores_shape,
    scope="",
)
def best_with_scores(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma, name=None):
    """The indices of the boxes that remain, and what their scores are then."""
    _check(boxes, scores, max_output_size, iou_threshold)
    if not scalar(soft_nms_sigma, "soft_nms_sigma") >= 0:
        raise invalid("soft_nms_sigma must be non-negative")
    values = scores.detach().float().cpu().numpy()
    given, limit, least = Boxes(boxes), int(max_output_size), scalar(score_threshold, "score_threshold")
    sigma = scalar(soft_nms_sigma, "soft_nms_sigma")
    if sigma and _few_overlap(given, values, least):
        places, kept = _softened(given, values, limit, least, sigma)
    elif sigma:
        places, kept = _in_turn(given.overlaps_with, values, limit, float(iou_threshold), least, sigma)
    else:
        places, kept = _best_of(given, values, limit, float(iou_threshold), least)
    return NonMaxSuppressionWithScores(torch.tensor(places, dtype=torch.int32), torch.tensor(kept, dtype=scores.dtype))


@op(
    "NonMaxSuppressionWithOverlaps",
    overlaps="float32",
    scores="float32",
    max_output_size="int32",
    overlap_threshold="float32",
    score_threshold="float32",
    grad=None,
    shape_fn=_places_shape,
    scope="",
)
def _best_by_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold, name=None):
    """The indices of the boxes that remain, from given overlaps."""
    _check(overlaps, scores, max_output_size, 0, "overlaps")
    table = overlaps.detach().cpu().numpy()
    values, least = scores.detach().cpu().numpy(), scalar(score_threshold, "score_threshold")
    limit, threshold = int(max_output_size), scalar(overlap_threshold, "overlap_threshold")
    if np.isnan(table).any():
        chosen = _in_turn(lambda j: table[:, j].tolist().__getitem__, values, limit, threshold, least)[0]
    else:
        chosen = greedy(lambda i, others: table[others, i], ordered(values, least), limit, threshold)
    return torch.tensor(chosen, dtype=torch.int32)


@tf_export("image.non_max_suppression")
@composite
def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """The boxes with the best scores, of which no two overlap much. Mirrors `tf.image.non_max_suppression`.

    Arguments:
        boxes: a float tensor `[boxes, 4]`, two opposite corners (y1, x1, y2, x2) each.
        scores: a float tensor `[boxes]`.
        max_output_size: the greatest number of results, an int32 scalar.
        iou_threshold: how much of their union two boxes may share, 0.5 by default.
        score_threshold: boxes whose score is not above it do not count; minus infinity by default.
        name: a name for the operation in graphs.

    Returns:
        The indices of the boxes, int32, from the best score down.

    Raises:
        InvalidArgumentError: shapes that do not fit, or a threshold outside [0, 1].

    Example:
        >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 2.0, 1.0, 3.0]]
        >>> kept = tf.image.non_max_suppression(boxes, [0.9, 0.8, 0.7], 3)
        >>> kept.numpy().tolist()
        [0, 2]
        >>> tf.gather(boxes, kept).shape
        TensorShape([2, 4])
        >>> tf.image.non_max_suppression(boxes, [0.9, 0.8, 0.7], 3, score_threshold=0.75).numpy().tolist()
        [0]
    """
    # Integers stay what they are, which the operation then refuses.
    iou_threshold, score_threshold = (
        convert_to_tensor(v, dtype_hint=None if type(v) is int else dt.float32) for v in (iou_threshold, score_threshold)
    )
    return _best(boxes, scores, max_output_size, iou_threshold, score_threshold, name=name)


@tf_export("image.non_max_suppression_with_scores")
@composite
def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    soft_nms_sigma: FloatLike = 0.0,
    name: str | None = None,
) -> tuple[Tensor, ...]:
    """The boxes with the best scores, of which no two overlap much, with their scores.

    Mirrors `tf.image.non_max_suppression_with_scores`.

    Arguments:
        boxes: a float tensor `[boxes, 4]`, two opposite corners (y1, x1, y2, x2) each.
        scores: a float tensor `[boxes]`.
        max_output_size: the greatest number of results, an int32 scalar.
        iou_threshold: how much of their union two boxes may share, 0.5 by default.
        score_threshold: boxes whose score is not above it do not count; minus infinity by default.
        soft_nms_sigma: a positive number has boxes lose score by their overlap rather than be dropped; 0.0 by default.
        name: a name for the operation in graphs.

    Returns:
        (indices, int32; scores), from the best score down.

    Raises:
        InvalidArgumentError: shapes that do not fit, or a threshold outside [0, 1].

    Example:
        >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 2.0, 1.0, 3.0]]
        >>> kept, scores = tf.image.non_max_suppression_with_scores(boxes, [0.9, 0.8, 0.7], 3)
        >>> kept.numpy().tolist(), np.round(scores, 3).tolist()
        ([0, 2], [0.8999999761581421, 0.699999988079071])
        >>> tf.image.non_max_suppression_with_scores(boxes, [0.9, 0.8, 0.7], 3, 1.0, soft_nms_sigma=0.5)[0].numpy().tolist()
        [0, 2, 1]
    """
    scores = convert_to_tensor(scores)
    as_scores = lambda x: array_ops.cast(x, scores.dtype)  # noqa: E731
    made = best_with_scores(
        boxes, scores, max_output_size, as_scores(iou_threshold), as_scores(score_threshold), as_scores(soft_nms_sigma), name=name
    )
    return tuple(made)


@tf_export("image.non_max_suppression_overlaps")
@composite
def non_max_suppression_overlaps(
    overlaps: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    overlap_threshold: FloatLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """The boxes with the best scores, by overlaps of any kind. Mirrors `tf.image.non_max_suppression_overlaps`.

    Arguments:
        overlaps: float32 `[boxes, boxes]`, how much each overlaps each other.
        scores: a float tensor `[boxes]`.
        max_output_size: the greatest number of results, an int32 scalar.
        overlap_threshold: how much two boxes may overlap, 0.5 by default.
        score_threshold: boxes whose score is not above it do not count; minus infinity by default.
        name: a name for the operation in graphs.

    Returns:
        The indices of the boxes, int32, from the best score down.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    It is `tf.image.non_max_suppression` for other measures than the share of the union.

    Example:
        >>> overlaps = [[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 1.0]]
        >>> tf.image.non_max_suppression_overlaps(overlaps, [0.9, 0.8, 0.7], 3).numpy().tolist()
        [0, 2]
        >>> tf.image.non_max_suppression_overlaps(overlaps, [0.9, 0.8, 0.7], 3, overlap_threshold=0.95).numpy().tolist()
        [0, 1, 2]
    """
    return _best_by_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold, name=name)


@op(
    "_NonMaxSuppressionPadded",
    boxes="T",
    scores="T",
    max_output_size="int",
    iou_threshold="T",
    score_threshold="T",
    T=dt.REALS,
    grad=None,
    register=False,
    shape_fn=lambda boxes, scores, size, *_: (
        (dt.int32, [*boxes.shape[:-2], size if isinstance(size, int) else known_int(size)]),
        (dt.int32, boxes.shape[:-2]),
    ),
)
def _padded(
    boxes, scores, max_output_size, iou_threshold, score_threshold, sorted_input, canonicalized_coordinates=False, tile_size=512, name=None
):
    """(indices padded with zeros, the number of valid ones) for batches of boxes."""
    lead, count = boxes.shape[:-2], boxes.shape[-2]
    batch = pymath.prod(lead)
    places, valid = suppressed(
        boxes.detach().reshape(batch, count, 4),
        scores.detach().reshape(batch, count),
        max_output_size,
        scalar(iou_threshold, "iou_threshold"),
        scalar(score_threshold, "score_threshold"),
        sorted_input,
        canonicalized_coordinates,
        tile_size,
    )
    return places.reshape(*lead, max_output_size), valid.reshape(lead)


@tf_export("image.non_max_suppression_padded")
@composite
def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: IntLike = 512,
) -> tuple[Tensor, ...]:
    """The boxes with the best scores, of which no two overlap much, for batches.

    Mirrors `tf.image.non_max_suppression_padded`.

    Arguments:
        boxes: a float tensor `[..., boxes, 4]`, two opposite corners (y1, x1, y2, x2) each.
        scores: a float tensor `[..., boxes]`.
        max_output_size: the greatest number of results, an int32 scalar.
        iou_threshold: how much of their union two boxes may share, 0.5 by default.
        score_threshold: boxes whose score is not above it do not count; minus infinity by default.
        pad_to_max_output_size: whether zeros fill the places to `max_output_size`; batches need that. False by default.
        sorted_input: whether the scores fall already; False by default.
        canonicalized_coordinates: True where (y1, x1) is the corner with the lower coordinates; by default the first box tells.
        tile_size: how many boxes are weighed against each other at once, 512 by default.
        name: a name for the operation in graphs.

    Returns:
        (indices, int32; how many of them are valid, int32).

    Raises:
        TypeError: thresholds of another dtype than boxes and scores; numbers are float32.
        ValueError: a batch without padding.

    Example:
        >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 2.0, 1.0, 3.0]]
        >>> kept, valid = tf.image.non_max_suppression_padded(boxes, [0.9, 0.8, 0.7], 3, pad_to_max_output_size=True)
        >>> kept.numpy().tolist(), int(valid)
        ([0, 2, 0], 2)
    """
    boxes, scores = convert_to_tensor(boxes), convert_to_tensor(scores)
    if not pad_to_max_output_size and boxes.shape.rank is not None and boxes.shape.rank > 2:
        raise ValueError(f"'pad_to_max_output_size' (value {pad_to_max_output_size}) must be True for batched input")
    # Numbers become float32 whatever the boxes are.
    thresholds = [convert_to_tensor(threshold) for threshold in (iou_threshold, score_threshold)]
    for operation, threshold, given in zip(("Greater", "Less"), thresholds[::-1], (scores, boxes), strict=True):
        if threshold.dtype != given.dtype:
            types = f"type {threshold.dtype.name} that does not match type {given.dtype.name} of argument 'x'"
            raise TypeError(f"Input 'y' of '{operation}' Op has {types}.")
    places, valid = _padded(
        boxes,
        scores,
        max_output_size,
        *thresholds,
        bool(sorted_input),
        bool(canonicalized_coordinates),
        int(tile_size),
    )
    return (places if pad_to_max_output_size else places[:valid]), valid


@tf_export("image.generate_bounding_box_proposals")
def generate_bounding_box_proposals(
    scores: TensorLike,
    bbox_deltas: TensorLike,
    image_info: TensorLike,
    anchors: TensorLike,
    nms_threshold: FloatLike = 0.7,
    pre_nms_topn: IntLike = 6000,
    min_size: IntLike = 16,
    post_nms_topn: IntLike = 300,
    name: str | None = None,
) -> Any:
    """Not supported: TensorFlow has it for GPUs only, and raises on a CPU too. Mirrors `tf.image.generate_bounding_box_proposals`."""
    raise refused("tf.image.generate_bounding_box_proposals")

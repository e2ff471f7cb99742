"""Non-max suppression over all classes of a picture."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.image._layout import known_int, scalar
from tfshim.image.orders import queue_order, sorted_order
from tfshim.image.suppression import Boxes, greedy, ordered

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

CombinedNonMaxSuppression = namedtuple("CombinedNonMaxSuppression", ["nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections"])


def _queued(scores, score_threshold):
    """As `ordered`, but equal scores as they leave a queue of C++."""
    order = ordered(scores, score_threshold)
    if order.size > 1 and (np.diff(scores[order]) == 0).any():
        places = np.flatnonzero(scores > score_threshold)
        order = places[queue_order(scores[places].tolist())]
    return order


_NOTHING = (np.float32("-inf"), -1, -1)  # where a class has fewer boxes than it may have


def _best_first(found):
    """The boxes of all classes by their scores, equal ones as C++ sorts them."""
    scores = [f[0] for f in found]
    real = [f[0] for f in found if f is not _NOTHING]
    if len(set(real)) < len(real):
        return [found[i] for i in sorted_order(scores)]
    return sorted(found, key=lambda item: -item[0])


def _combined_shape(boxes, scores, per_class, total, iou_threshold, score_threshold, pad_per_class, *_):
    batch = boxes.shape.as_list()[0] if boxes.shape.rank == 4 else None
    width = known_int(total)
    if pad_per_class and width is not None:
        classes = scores.shape.as_list()[2] if scores.shape.rank == 3 else None
        per_class = known_int(per_class)
        width = None if classes is None or per_class is None else min(width, per_class * classes)
    return CombinedNonMaxSuppression(
        (dt.float32, [batch, width, 4]), (dt.float32, [batch, width]), (dt.float32, [batch, width]), (dt.int32, [batch])
    )


@op(
    "CombinedNonMaxSuppression",
    boxes="float32",
    scores="float32",
    max_output_size_per_class="int32",
    max_total_size="int32",
    iou_threshold="float32",
    score_threshold="float32",
    grad="missing",
    scope="",
    shape_fn=_combined_shape,
)
def _combined(
    boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold, pad_per_class, clip_boxes, name=None
):
    """The best boxes of all classes of each picture."""
    if boxes.ndim != 4:
        raise invalid(f"boxes must be 4-D{dims_text(boxes.shape)}")
    if boxes.shape[3] != 4:
        raise invalid("boxes must have 4 columns")
    if scores.ndim != 3:
        raise invalid(f"scores must be 3-D{dims_text(scores.shape)}")
    batch, count, groups, _ = boxes.shape
    classes = scores.shape[2]
    if scores.shape[0] != batch:
        raise invalid("boxes and scores must have same batch size")
    if scores.shape[1] != count:
        raise invalid("boxes and scores must have the same number of boxes")
    if groups not in (1, classes):
        raise invalid(f"third dimension of boxes must be either 1 or num classes, got {groups}")
    per_class, total = int(scalar(max_output_size_per_class, "max_size_per_class")), int(scalar(max_total_size, "max_total_size"))
    if per_class <= 0:
        raise invalid("max_size_per_class must be positive")
    if total <= 0:
        raise invalid("max_total_size must be > 0")
    threshold, least = scalar(iou_threshold, "iou_threshold"), scalar(score_threshold, "score_threshold")
    if not 0 <= threshold <= 1:
        raise invalid("iou_threshold must be in [0, 1]")
    width = min(total, per_class * classes) if pad_per_class else total
    per_class = min(per_class, count)
    out_boxes, out_scores = np.zeros((batch, width, 4), np.float32), np.zeros((batch, width), np.float32)
    out_classes, counts = np.zeros((batch, width), np.float32), np.zeros(batch, np.int32)
    values, corners = scores.detach().cpu().numpy(), boxes.detach().cpu().numpy()
    for b in range(batch):
        found = []
        group = Boxes(boxes[b, :, 0]) if groups == 1 else None
        for c in range(classes):
            if groups > 1:
                group = Boxes(boxes[b, :, c])
            order = _queued(values[b, :, c], least)
            of_class = [(values[b, i, c], c, i) for i in greedy(group.overlap, order, per_class, threshold)]
            found += of_class + [_NOTHING] * (per_class - len(of_class))
        found = _best_first(found)[:width]
        counts[b] = sum(f is not _NOTHING for f in found)
        for at, (score, c, i) in enumerate(found):
            if i >= 0:
                out_scores[b, at], out_classes[b, at], out_boxes[b, at] = score, c, corners[b, i, c if groups > 1 else 0]
    nmsed = torch.from_numpy(out_boxes)
    if clip_boxes:
        nmsed.clamp_(0, 1)
    return CombinedNonMaxSuppression(nmsed, *map(torch.from_numpy, (out_scores, out_classes, counts)))


@tf_export("image.combined_non_max_suppression")
@composite
def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: TensorLike,
    max_total_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> Any:
    """The best boxes of each picture over all classes. Mirrors `tf.image.combined_non_max_suppression`.

    Arguments:
        boxes: float32 `[batch, boxes, 1 or classes, 4]`.
        scores: float32 `[batch, boxes, classes]`.
        max_output_size_per_class, max_total_size: how many are kept of a class, and altogether.
        iou_threshold, score_threshold: as for `tf.image.non_max_suppression`.
        pad_per_class: whether results are as long as all classes can give; False by default.
        clip_boxes: whether boxes are cut to [0, 1], True by default.
        name: a name for the operation in graphs.

    Returns:
        (boxes, scores, classes, how many are valid), filled with zeros.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    Example:
        >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 2.0, 1.0, 3.0]]
        >>> made = tf.image.combined_non_max_suppression(tf.reshape(boxes, [1, 3, 1, 4]), tf.reshape([0.9, 0.8, 0.7], [1, 3, 1]), 3, 3)
        >>> int(made.valid_detections[0]), np.round(made.nmsed_scores, 2).tolist(), made.nmsed_boxes.shape
        (2, [[0.8999999761581421, 0.699999988079071, 0.0]], TensorShape([1, 3, 4]))
    """
    max_total_size = convert_to_tensor(max_total_size)
    return _combined(
        boxes,
        scores,
        max_output_size_per_class,
        max_total_size,
        convert_to_tensor(iou_threshold, dt.float32),
        convert_to_tensor(score_threshold, dt.float32),
        pad_per_class,
        clip_boxes,
        name=name,
    )

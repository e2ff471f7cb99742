"""Non-max suppression of batches, tile by tile: what `tf.image.non_max_suppression_padded` computes.

It is another computation than that for one picture, and differs where boxes are unusual: an overlap that equals the threshold
suppresses; which corner is the first one is seen from the first box alone; a box that is not a number leaves its whole tile as it is.
"""

from __future__ import annotations

import torch

from tfshim.array_ops.sorting import stably_sorted

_NO_UNION = 1e-8  # added to unions, which may be empty


def suppressed(boxes, scores, limit, threshold, score_threshold, in_order, canonical, tile):
    """(indices `[batch, limit]`, 0 behind the valid ones; how many are valid, `[batch]`).

    `boxes` `[batch, n, 4]`, `scores` `[batch, n]`; `in_order`: the scores fall already; `canonical`: so do no corners have to be swapped.
    """
    batch, count = scores.shape
    if not count:
        return torch.zeros(batch, limit, dtype=torch.int32), torch.zeros(batch, dtype=torch.int32)
    if score_threshold != float("-inf"):
        there = scores > score_threshold
        # By products, as what is not finite does not become zero.
        scores, boxes = scores * there, boxes * there[..., None]
    if not canonical and batch:
        boxes = _canonical(boxes)
    order = None
    if not in_order:
        order = stably_sorted(scores.detach(), 1, True)[1]
        boxes = boxes.gather(1, order[..., None].expand(-1, -1, 4))
    if count <= tile:
        tile = count
    tiles = torch.nn.functional.pad(boxes.float(), (0, 0, 0, -count % tile)).reshape(batch, -1, tile, 4)
    finite = bool(tiles.isfinite().all())
    valid = torch.zeros(batch, dtype=torch.int64, device=boxes.device)
    for at in range(tiles.shape[1]):
        if bool((valid >= limit).all()):
            break
        rows = tiles[:, at]
        for before in range(at):
            rows = rows * (_overlaps(tiles[:, before], rows) < threshold).all(1)[..., None]
        rows = rows * _left_over(rows, threshold)[..., None]
        valid += (rows > 0).any(2).sum(1)
        if finite:
            tiles[:, at] = rows
        else:  # what is not finite, times zero, is added to the same places of all tiles
            rows, tiles = rows + tiles[:, at] * 0, tiles + (rows * 0)[:, None]
            tiles[:, at] = rows
    valid, boxes = valid.clamp(max=limit), tiles.reshape(batch, -1, 4)[:, :count]
    # The places of what is left, in their order; for one that is counted and not left, the last place.
    there = torch.arange(count, device=boxes.device).where((boxes > 0).any(2), count)
    places = there.sort(1)[0][:, :limit].clamp(max=count - 1)
    if order is not None:
        places = order.gather(1, places)
    places = torch.nn.functional.pad(places, (0, limit - places.shape[1]))
    places = places * (torch.arange(limit, device=places.device) < valid[:, None])
    return places.int().cpu(), valid.int().cpu()


def _canonical(boxes):
    """Boxes with the corner first that comes first in the first box of the first batch."""
    y1, x1, y2, x2 = boxes.unbind(2)
    if not bool(y1[0, 0] <= y2[0, 0]):
        y1, y2 = y2, y1
    if not bool(x1[0, 0] <= x2[0, 0]):
        x1, x2 = x2, x1
    return torch.stack([y1, x1, y2, x2], 2)


def _overlaps(a, b):
    """Intersections over unions of all boxes of `a` with all of `b`: `[batch, of a, of b]`."""
    (top, left, bottom, right), (top_2, left_2, bottom_2, right_2) = a[:, :, None].unbind(3), b[:, None].unbind(3)
    down = torch.minimum(bottom, bottom_2) - torch.maximum(top, top_2)
    common = down.clamp_(min=0) * (torch.minimum(right, right_2) - torch.maximum(left, left_2)).clamp_(min=0)
    union = (bottom - top) * (right - left) + (bottom_2 - top_2) * (right_2 - left_2) - common
    return common / union.add_(_NO_UNION)


def _left_over(boxes, threshold):
    """1.0 for boxes of a tile that none before suppresses, 0.0 for the others: `[batch, boxes]`.

    Each round takes back what was suppressed by a box that is suppressed itself, until the overlaps that count stay the same.
    """
    overlaps = _overlaps(boxes, boxes)
    overlaps = overlaps * ((overlaps >= threshold).triu_(1))
    total = overlaps.sum((1, 2))
    while True:
        free = (overlaps.amax(1) < threshold)[..., None]
        overlaps = ((free * overlaps).amax(1) < threshold)[..., None] * overlaps
        now = overlaps.sum((1, 2))
        if not bool((total - now > threshold).any()):
            return 1.0 - (overlaps.sum(1) > 0).float()
        total = now

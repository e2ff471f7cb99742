"""Suppression that lowers scores: boxes that overlap few others are weighed against those alone, with the same results."""

import numpy as np
import pytest
import torch

from tfshim.image.suppression import Boxes, _few_overlap, _in_turn, _softened


def boxes_of(count, width, seed):
    drawn = np.random.RandomState(seed)
    corners = drawn.rand(count, 4).astype(np.float32)
    corners[:, 2:] = corners[:, :2] + width * corners[:, 2:]
    return Boxes(torch.from_numpy(corners)), drawn.rand(count).round(2).astype(np.float32)  # some scores are equal


@pytest.mark.parametrize(("count", "width"), [(40, 0.3), (300, 0.1), (700, 0.05)])
@pytest.mark.parametrize("limit", [3, 60, 1000])
@pytest.mark.parametrize("sigma", [0.1, 0.7])
def test_pairs_that_overlap_give_what_all_boxes_give(count, width, limit, sigma):
    boxes, scores = boxes_of(count, width, seed=count)
    for least in (0.0, 0.3, -np.inf):
        assert _softened(boxes, scores, limit, least, sigma) == _in_turn(boxes.overlaps_with, scores, limit, 0.5, least, sigma)


def test_pairs_are_listed_only_where_few_boxes_overlap():
    assert _few_overlap(*boxes_of(300, 0.05, seed=1), 0.0)
    assert not _few_overlap(*boxes_of(300, 0.9, seed=1), 0.0)
    boxes, scores = boxes_of(300, 0.05, seed=1)
    boxes.unsure = True
    assert not _few_overlap(boxes, scores, 0.0)

"""Non-max suppression of unusual boxes, as TensorFlow gave it, and with scores that overlaps lower."""

import numpy as np
import pytest

import tfshim as tf
from tests.recorded.cases import programs
from tfshim.image import suppression


@programs("unusual_boxes")
def test_recorded(case):
    case.check(tf)


@pytest.mark.parametrize("sigma", [0.1, 0.5])
def test_scores_are_lowered_by_overlaps_of_all_boxes_as_by_those_of_two(sigma, monkeypatch):
    rng = np.random.default_rng(1)
    boxes, scores = rng.random((60, 4)).astype("float32"), rng.random(60).astype("float32")

    def best():
        return tf.image.non_max_suppression_with_scores(boxes, scores, 30, 1.0, 0.05, sigma)

    whole = best()
    monkeypatch.setattr(suppression.Boxes, "overlaps_with", lambda self, j: lambda i: float(self._overlap_in_turn(i, j)))
    for made, expected in zip(whole, best(), strict=True):
        np.testing.assert_array_equal(made, expected)

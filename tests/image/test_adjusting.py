"""Brightness, contrast and dtypes of pictures, against answers recorded from TensorFlow."""

import numpy as np
import pytest

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("images")
def test_recorded(case):
    case.check(tf=tf)


@expressions("pictures")
def test_recorded_pictures(case):
    case.check(tf=tf)


def test_contrast_has_no_gradient():
    image = tf.Variable([[[0.5, 0.0, 0.0]]])
    with tf.GradientTape() as tape:
        adjusted = tf.image.adjust_contrast(image, 0.1)
    with pytest.raises(LookupError, match="gradient registry has no entry for: AdjustContrastv2"):
        tape.gradient(adjusted, image)


def test_suppression_agrees_with_the_plain_rule():
    """Boxes are compared in blocks; the result is that of comparing each with all that were chosen."""
    rng = np.random.RandomState(0)
    corners = rng.uniform(0, 1, (500, 2)).astype(np.float32)
    boxes = np.concatenate([corners, corners + rng.uniform(0.05, 0.3, (500, 2)).astype(np.float32)], 1)
    scores = rng.permutation(500).astype(np.float32)

    def overlap(a, b):
        sides = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
        common = np.maximum(sides, 0).prod()
        return common / ((a[2:] - a[:2]).prod() + (b[2:] - b[:2]).prod() - common)

    chosen = []
    for i in np.argsort(-scores):
        if all(overlap(boxes[i], boxes[j]) <= 0.3 for j in chosen):
            chosen.append(int(i))
    for limit in (5, 500):
        assert tf.image.non_max_suppression(boxes, scores, limit, 0.3).numpy().tolist() == chosen[:limit]


@pytest.mark.parametrize("convert", [tf.image.rgb_to_hsv, tf.image.hsv_to_rgb, lambda x: tf.image.adjust_contrast(x, 1.7)])
def test_large_pictures_are_computed_as_small_ones(convert):
    picture = np.random.RandomState(0).uniform(size=(6, 6, 3)).astype(np.float32)
    large = convert(np.tile(picture, (8, 8, 1))).numpy()
    np.testing.assert_allclose(large, np.tile(convert(picture).numpy(), (8, 8, 1)), rtol=1e-5, atol=1e-6)

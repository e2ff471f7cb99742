"""Brightness, contrast and dtypes of pictures, against answers recorded from TensorFlow."""

import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for

NAMES = scope_for("images", {"tf": tf})
PICTURES = scope_for("pictures", {"tf": tf})


@pytest.mark.parametrize(("expression", "expected"), recorded("images"))
def test_recorded(expression, expected):
    assert answer(expression, NAMES) == expected


@pytest.mark.parametrize(("expression", "expected"), recorded("pictures"))
def test_recorded_pictures(expression, expected):
    assert answer(expression, PICTURES) == expected


def test_contrast_has_no_gradient():
    image = tf.Variable([[[0.5, 0.0, 0.0]]])
    with tf.GradientTape() as tape:
        adjusted = tf.image.adjust_contrast(image, 0.1)
    with pytest.raises(LookupError, match="gradient registry has no entry for: AdjustContrastv2"):
        tape.gradient(adjusted, image)

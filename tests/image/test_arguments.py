"""What functions on pictures take: tensors where they read a shape, and whole numbers of one type."""

import numpy as np
import pytest

import tfshim as tf


@pytest.mark.parametrize("name", ["image_gradients", "sobel_edges", "total_variation", "grayscale_to_rgb"])
def test_shapes_are_read_of_tensors(name):
    picture = np.ones([1, 3, 3, 1], np.float32)
    function = getattr(tf.image, name)
    for value in (picture, picture.tolist(), None):
        with pytest.raises(AttributeError, match="has no attribute 'get_shape'"):
            function(value)
    function(tf.constant(picture)), function(tf.Variable(picture))


def test_noise_ratios():
    ones, zeros = np.ones([3, 3, 1], np.float32), np.zeros([3, 3, 1], np.float32)
    with pytest.raises(AttributeError, match="'list' object has no attribute 'dtype'"):
        tf.image.psnr(ones.tolist(), zeros, 1.0)
    assert tf.image.psnr(ones, zeros.tolist(), 1.0).numpy() == 0
    with pytest.raises(ValueError, match="incompatible"):
        tf.image.psnr(tf.constant(ones), zeros[:1], 1.0)


def test_boxes_of_tensors():
    picture = tf.ones([2, 3, 3, 1])
    wide = tf.constant(1, tf.int64)
    assert tf.image.crop_to_bounding_box(picture, tf.constant(0), 1, 2, 2).shape == [2, 2, 2, 1]
    assert tf.image.crop_to_bounding_box(picture, *np.ones(4, np.int64)).shape == [2, 1, 1, 1]
    assert tf.image.pad_to_bounding_box(picture, wide, wide, 5, 5).shape == [2, 5, 5, 1]
    for call in (
        lambda: tf.image.crop_to_bounding_box(picture, wide, 1, 1, 1),
        lambda: tf.image.crop_to_bounding_box(picture, 0, 0, 1, wide),
        lambda: tf.image.resize_with_crop_or_pad(picture, wide, 4),
        lambda: tf.image.crop_to_bounding_box(picture, tf.constant(1), 1, 3, 1),
        lambda: tf.image.pad_to_bounding_box(picture, tf.constant(0), 0, 2, 5),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError):
            call()
    with pytest.raises(ValueError, match="height must be >= target"):
        tf.image.crop_to_bounding_box(picture, np.int64(1), 1, 3, 1)


def test_flags_and_factors():
    with pytest.raises(TypeError, match="Expected bool for argument 'antialias' not -1"):
        tf.image.resize(tf.ones([3, 3, 1]), [2, 2], antialias=-1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be scalar"):
        tf.image.adjust_contrast(tf.ones([3, 3, 1]), [0.1])
    for function in (tf.image.adjust_contrast, tf.image.adjust_saturation, tf.image.adjust_hue):
        with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a float tensor but is a double tensor"):
            function(tf.ones([3, 3, 3]), tf.constant(0.5, tf.float64))
    with pytest.raises(tf.errors.InvalidArgumentError, match="T_threshold"):
        tf.image.non_max_suppression(tf.ones([1, 4]), tf.ones([1]), 1, 0, 1)


def test_pictures_of_integers_shrink_much_as_those_of_floats_do():
    for height, size, kind in ((64, (16, 20), np.uint8), (65, (16, 7), np.int32), (300, (7, 40), np.uint8), (40, (1, 1), np.int64)):
        picture = np.random.RandomState(height).randint(0, 256, (2, height, 21, 3))
        made = tf.image.resize(picture.astype(kind), size)
        assert made.dtype == tf.float32
        np.testing.assert_allclose(made, tf.image.resize(picture.astype(np.float32), size), rtol=0, atol=1e-3)

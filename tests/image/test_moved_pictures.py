"""Pictures that are moved or cut beyond their borders, against NumPy's ways to pad."""

import numpy as np
import pytest

import tfshim as tf

_PADDED = {"REFLECT": "symmetric", "NEAREST": "edge", "CONSTANT": "constant"}


@pytest.mark.parametrize("interpolation", ["BILINEAR", "NEAREST"])
@pytest.mark.parametrize("mode", _PADDED)
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("side, by", [(5, 3), (150, 40)])
def test_moves_by_whole_pixels(side, by, dtype, mode, interpolation):
    images = np.random.default_rng(0).integers(0, 200, (2, side, side + 1, 3)).astype(dtype)
    moves = [[1.0, 0.0, -by, 0.0, 1.0, by, 0.0, 0.0], [1.0, 0.0, by, 0.0, 1.0, -by, 0.0, 0.0]]
    made = tf.raw_ops.ImageProjectiveTransformV3(
        images=images, transforms=moves, output_shape=[side, side + 1], fill_value=7.0, interpolation=interpolation, fill_mode=mode
    )
    more = {"constant_values": 7} if mode == "CONSTANT" else {}
    padded = np.pad(images, [(0, 0), (by, by), (by, by), (0, 0)], _PADDED[mode], **more)
    assert made.dtype == dtype
    np.testing.assert_array_equal(made[0], padded[0, 2 * by :, : side + 1])
    np.testing.assert_array_equal(made[1], padded[1, :side, 2 * by :])


def test_gradients_of_moves():
    images = tf.constant(np.random.default_rng(0).random((1, 80, 80, 3), "float32"))
    with tf.GradientTape() as tape:
        tape.watch(images)
        made = tf.raw_ops.ImageProjectiveTransformV3(
            images=images, transforms=[[1.0, 0.0, 0.5, 0.0, 1.0, 10.0, 0.0, 0.0]], output_shape=[80, 80], fill_value=0.0,
            interpolation="BILINEAR", fill_mode="CONSTANT",
        )  # fmt: skip
    slope = tape.gradient(made, images).numpy()
    assert not slope[0, :10].any()
    np.testing.assert_allclose(slope[0, 10:, 1:], 1, rtol=1e-6)
    np.testing.assert_allclose(slope[0, 10:, 0], 0.5, rtol=1e-6)


@pytest.mark.parametrize("channels", [1, 3, 9])
@pytest.mark.parametrize("method", ["bilinear", "nearest"])
def test_crops_of_whole_pixels(channels, method):
    images = np.random.default_rng(0).random((2, 60, 70, channels), "float32")
    boxes = [[-10 / 59, -20 / 69, 39 / 59, 49 / 69], [50 / 59, 60 / 69, 30 / 59, 40 / 69]]
    made = tf.image.crop_and_resize(images, boxes, [1, 0], [50, 70], method, extrapolation_value=-3.0).numpy()
    inside = np.pad(images[1, :40, :50], [(10, 0), (20, 0), (0, 0)], constant_values=-3.0)
    np.testing.assert_allclose(made[0], inside, atol=1e-4)
    assert (made[0][:10] == -3).all() and (made[0][:, :20] == -3).all()
    made = tf.image.crop_and_resize(images, boxes, [1, 0], [21, 21], method).numpy()
    np.testing.assert_allclose(made[1], images[0, 50:29:-1, 60:39:-1], atol=1e-4)


def test_gradients_of_crops():
    images = tf.constant(np.random.default_rng(0).random((1, 30, 30, 2), "float32"))
    boxes = tf.constant([[0.1, 0.2, 0.83, 0.91]])
    with tf.GradientTape() as tape:
        tape.watch([images, boxes])
        total = tf.reduce_sum(tf.image.crop_and_resize(images, boxes, [0], [9, 9]) ** 2)
    of_images, of_boxes = tape.gradient(total, [images, boxes])

    def value(images, boxes):
        return float(tf.reduce_sum(tf.cast(tf.image.crop_and_resize(images, boxes, [0], [9, 9]), tf.float64) ** 2))

    direction = tf.constant(np.random.default_rng(1).random((1, 30, 30, 2), "float32"))
    found = (value(images + 0.01 * direction, boxes) - value(images - 0.01 * direction, boxes)) / 0.02
    np.testing.assert_allclose(float(tf.reduce_sum(of_images * direction)), found, rtol=1e-3)
    for at in range(4):
        step = tf.one_hot([at], 4) * 1e-4
        found = (value(images, boxes + step) - value(images, boxes - step)) / 2e-4
        np.testing.assert_allclose(float(of_boxes[0, at]), found, rtol=0.05, atol=1.0)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_many_crops_of_many_channels_are_those_of_each(dtype):
    rng = np.random.default_rng(0)
    images = tf.constant((rng.random((3, 20, 30, 16)) * 200).astype(dtype))
    boxes, of = rng.uniform(-0.3, 1.3, (40, 4)).astype("float32"), rng.integers(0, 3, 40).astype("int32")
    boxes[:2] = [0, 0, 1, 1], [1, 1, 0, 0]
    crop = tf.function(lambda boxes, of: tf.image.crop_and_resize(images, boxes, of, [7, 9], extrapolation_value=-3.0))
    each = np.concatenate(
        [tf.image.crop_and_resize(images, boxes[i : i + 1], of[i : i + 1], [7, 9], extrapolation_value=-3.0) for i in range(40)]
    )
    for made in (tf.image.crop_and_resize(images, boxes, of, [7, 9], extrapolation_value=-3.0), crop(boxes, of)):
        np.testing.assert_allclose(made, each, rtol=1e-5, atol=1e-4)
    boxes = tf.constant(rng.uniform(0.1, 0.9, (40, 4)).astype("float32"))
    with tf.GradientTape() as tape:
        tape.watch(boxes)
        made = tf.image.crop_and_resize(images, boxes, of, [7, 9])
    assert (tape.gradient(made, boxes).numpy() != 0).all()

"""Turning hues: values recorded from TensorFlow."""

import numpy as np

import tfshim as tf


def test_whole_numbers_stay_whole():
    colours = [[[1, 2, 3], [4, 5, 6]], [[13, 14, 15], [16, 17, 18]]]
    want = [[[2, 1, 3], [5, 4, 6]], [[14, 13, 15], [17, 16, 18]]]
    assert tf.image.adjust_hue(tf.constant(colours), 0.2).numpy().tolist() == want
    large = tf.image.adjust_hue(tf.constant(colours) * 10000000, 0.2).numpy()[0].tolist()
    assert large == [[23999996, 10000000, 30000000], [53999996, 40000000, 60000000]]


def test_greys_and_the_corners_of_the_circle():
    colours = tf.constant([[[0.5, 0.5, 0.5], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0]]])
    assert tf.image.adjust_hue(colours, 0.25).numpy()[0].tolist() == [
        [0.5, 0.5, 0.5],
        [0.0, 0.0, 0.0],
        [0.0, 1.0, 0.5],
        [0.5, 0.0, 1.0],
        [1.0, 0.5, 0.0],
    ]
    for turn in (-1.0, 1.0):
        assert tf.image.adjust_hue(colours, turn).numpy().tolist() == colours.numpy().tolist()


def test_what_is_no_number():
    nan, inf = float("nan"), float("inf")
    colours = [[nan, 0.1, 0.2], [0.1, nan, 0.2], [0.1, 0.2, nan], [inf, 0.1, 0.2], [0.125, 0.0, -inf]]
    turned = tf.image.adjust_hue(tf.constant([colours]), 0.1).numpy()[0]
    np.testing.assert_allclose(turned, [[nan, 0.1, nan], [0.2, nan, nan], [0.2, 0.1, nan], [inf, inf, 0.1], [0.125, -inf, nan]])
    paler = tf.image.adjust_saturation(tf.constant([colours[:4]]), 0.5).numpy()[0]
    np.testing.assert_allclose(paler, [[nan] * 3, [0.1] * 3, [0.15] * 3, [nan] * 3], rtol=1e-6)
    hsv = tf.image.rgb_to_hsv([[nan, -0.0, 0.125], [0.75, -inf, 0.25], [0.1, nan, 0.2], [0.1, 0.2, nan]]).numpy()
    np.testing.assert_allclose(hsv, [[nan, 1, 0.125], [nan, inf, 0.75], [0, 0, 0.2], [0, 0, nan]])


def test_saturation_of_whole_numbers():
    colours = tf.constant([[[2, 6, 5], [1, 5, 2], [6, 0, 3], [0, 5, 2], [4, 0, 6], [5, 0, 3]]])
    want = [[4, 6, 5], [3, 5, 3], [6, 3, 4], [2, 5, 3], [5, 3, 6], [5, 2, 4]]
    assert tf.image.adjust_saturation(colours, 0.5).numpy()[0].tolist() == want


def test_finite_pictures_are_turned_as_those_with_a_pixel_that_is_no_number():
    rng = np.random.RandomState(3)
    pictures = [rng.rand(8, 9, 3), rng.randint(0, 4, (8, 9, 3)) / 3, rng.randn(8, 9, 3), rng.rand(1000, 9, 3), rng.rand(8, 9, 3) * 1e-40]
    for picture in pictures:
        picture = picture.astype(np.float32)
        marked = np.concatenate([picture, np.full((1, 9, 3), np.nan, np.float32)])
        for turn in (-1.0, -0.3, 0.0, 1 / 6, 0.5, 1.0):
            np.testing.assert_array_equal(tf.image.adjust_hue(picture, turn), tf.image.adjust_hue(marked, turn)[:-1])
        for scale in (0.0, 0.4, 1.0, 3.0):
            np.testing.assert_array_equal(tf.image.adjust_saturation(picture, scale), tf.image.adjust_saturation(marked, scale)[:-1])

"""Turning hues: values recorded from TensorFlow."""

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
        [0.5, 0.5, 0.5], [0.0, 0.0, 0.0], [0.0, 1.0, 0.5], [0.5, 0.0, 1.0], [1.0, 0.5, 0.0]]
    for turn in (-1.0, 1.0):
        assert tf.image.adjust_hue(colours, turn).numpy().tolist() == colours.numpy().tolist()

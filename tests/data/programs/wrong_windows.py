"""Paddings, strides, sizes and formats of other types in convolutions and pools, at once and in traced functions."""

import numpy as np

IMAGE, FILTER = np.ones((1, 4, 4, 2), "float32"), np.ones((2, 2, 2, 3), "float32")
LINE, VOLUME, DEEP = IMAGE[0], IMAGE[None], FILTER[None]
ONES = [1, 1, 1, 1]
PADDINGS = [
    b"SAME", np.str_("VALID"), np.ones((4, 2), "int32"), np.ones(0), np.array([3]), np.array(["a", "b"]), None, 1.5, float("nan"),
    ((0, 0),) * 4, [], tf.constant("SAME"), tf.constant([1.0, 2.0]),
]  # fmt: skip
LISTS = [np.ones(4, "int32"), np.ones((2, 3), "float32"), tf.ones([3], tf.int32), {"a": 1}, [[1]], [1, "a"], float("nan"), 2, "a"]
FORMATS = [1.5, 99, True, [1.5], np.array([3]), tf.constant([1, 2]), np.ones(3, "float32")]


def _told(function):
    try:
        return [x.shape.as_list() for x in tf.nest.flatten(function())]
    except Exception as error:
        return [type(error).__name__, str(error).splitlines()[0].split(" for '{{node")[0]]


def _both(function, values):
    return [(_told(lambda: function(v)), _told(tf.function(lambda: function(v), autograph=False))) for v in values]


def case_paddings_of_convolutions():
    return [
        _both(lambda p: tf.nn.conv1d(LINE, FILTER[0], 1, p), PADDINGS),
        _both(lambda p: tf.nn.conv2d(IMAGE, FILTER, 1, p), PADDINGS),
        _both(lambda p: tf.nn.conv3d(VOLUME, DEEP, [1] * 5, p), PADDINGS),
    ]


def case_paddings_of_pools():
    return [
        _both(lambda p: tf.nn.avg_pool1d(LINE, 2, 1, p), PADDINGS),
        _both(lambda p: tf.nn.avg_pool2d(IMAGE, 2, 1, p), PADDINGS),
        _both(lambda p: tf.nn.max_pool2d(IMAGE, 2, 1, p), PADDINGS),
        _both(lambda p: tf.nn.dilation2d(IMAGE, FILTER[0, :, :, :2], ONES, p, "NHWC", ONES), [p for p in PADDINGS if p is not None]),
    ]


def case_lists():
    return [
        _both(lambda s: tf.nn.conv3d(VOLUME, DEEP, s, "SAME"), LISTS),
        _both(lambda s: tf.nn.depthwise_conv2d(IMAGE, FILTER, s, "SAME"), LISTS[1:]),
        _both(lambda s: tf.nn.dilation2d(IMAGE, FILTER[0, :, :2, :2], s, "SAME", "NHWC", ONES), LISTS),
        _both(lambda s: tf.nn.erosion2d(IMAGE, FILTER[0, :, :2, :2], ONES, "SAME", "NHWC", s), LISTS),
    ]


def case_formats():
    return [
        _both(lambda f: tf.nn.conv2d(IMAGE, FILTER, 1, "SAME", f), FORMATS),
        _both(lambda f: tf.nn.max_pool2d(IMAGE, 2, 1, "SAME", f), FORMATS),
        _both(lambda f: tf.nn.conv2d_transpose(IMAGE, np.ones((2, 2, 3, 2), "float32"), [1, 4, 4, 3], 1, "SAME", f), FORMATS),
    ]


def case_sizes_that_are_no_numbers():
    values = [float("nan"), float("inf"), [float("nan")]]
    return [
        _both(lambda k: tf.nn.avg_pool1d(LINE, k, 1, "SAME"), values),
        _both(lambda k: tf.nn.max_pool2d(IMAGE, k, 1, "SAME"), values),
        _both(lambda k: tf.nn.conv2d(IMAGE, FILTER, k, "SAME"), values),
    ]


def case_labels_that_are_lists():
    values = [[[1], [2]], 1.5, np.array([[1], [2]])]
    sampled = np.array([1, 2]), np.ones((2, 1), "float32"), np.ones(2, "float32")
    weights, biases, inputs = np.ones((5, 3), "float32"), np.ones(5, "float32"), np.ones((2, 3), "float32")
    return [
        _both(lambda y: loss(weights, biases, y, inputs, 2, 5, sampled_values=sampled), values)
        for loss in (tf.nn.nce_loss, tf.nn.sampled_softmax_loss)
    ]

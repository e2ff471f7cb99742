"""What a program of TensorFlow 1 is told about the usual mistakes when it makes variables, placeholders and layers."""

import re

v1 = tf.compat.v1


def _said(function):
    try:
        function()
    except Exception as e:
        # of the places, those in this file: whoever runs it has others
        lines = re.sub(r'File "[^"]*"', "File", str(e)).splitlines()[:4]
        print(type(e).__name__, *lines, sep="\n")


def _make(**arguments):
    return v1.get_variable("w", [1], **arguments)


def _twice():
    _make()
    _make()


def case_variables_that_exist():
    for use_resource in (False, True):
        with tf.Graph().as_default(), v1.variable_scope("scope", use_resource=use_resource):
            _said(_twice)


def case_variables_of_another_type():
    for use_resource in (False, True):
        with tf.Graph().as_default(), v1.variable_scope("scope", use_resource=use_resource, reuse=v1.AUTO_REUSE):
            _make()
            _said(lambda: _make(dtype=tf.int32))


def case_placeholders_of_no_type():
    for dtype in ("flot", None, 3.5):
        with tf.Graph().as_default():
            _said(lambda: v1.placeholder(dtype))
            _said(lambda: v1.sparse_placeholder(dtype))


def case_shapes_of_dimensions():
    v1.disable_v2_tensorshape()
    try:
        with tf.Graph().as_default():
            _said(lambda: v1.layers.dense(tf.ones([3]), 2))
            _said(lambda: tf.keras.layers.Conv2D(2, 2)(tf.ones([3, 3])))
            _said(lambda: v1.layers.conv2d(v1.placeholder(tf.float32, [None, None]), 2, 2))
    finally:
        v1.enable_v2_tensorshape()

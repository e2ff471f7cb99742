"""Networks that come with Keras, with fresh weights."""

import tensorflow as tf

from benchmarks.models.keras_work import Fit

applications = tf.keras.applications


def _trained(build, data, side, classes):
    model = build(weights=None, input_shape=(side, side, 3), classes=classes)
    model.compile("adam", "sparse_categorical_crossentropy", ["accuracy"])
    return Fit(model, data)


def mobilenet_v2(data, **sizes):
    """MobileNetV2."""
    return _trained(applications.MobileNetV2, data, **sizes)


def resnet50(data, **sizes):
    """ResNet50."""
    return _trained(applications.ResNet50, data, **sizes)


def efficientnet_b0(data, **sizes):
    """EfficientNetB0, which scales its inputs itself."""
    return _trained(applications.EfficientNetB0, data, **sizes)

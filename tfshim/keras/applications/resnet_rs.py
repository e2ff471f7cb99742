"""`tf.keras.applications.resnet_rs`: residual networks with revised training and scaling (Bello et al., 2021)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._efficient import KERNEL
from tfshim.keras.applications._hashes import RESNET_RS
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.backend.settings import get_uid

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

# Blocks of each stage, how often whole branches are dropped, and dropout before the top.
_SIZES = {
    50: ((3, 4, 6, 3), 0.0, 0.25),
    101: ((3, 4, 23, 3), 0.0, 0.25),
    152: ((3, 8, 36, 3), 0.0, 0.25),
    200: ((3, 24, 36, 3), 0.1, 0.25),
    270: ((4, 29, 53, 4), 0.1, 0.25),
    350: ((4, 36, 72, 4), 0.1, 0.4),
    420: ((4, 44, 87, 4), 0.1, 0.4),
}
__all__ = [*(f"ResNetRS{d}" for d in _SIZES), "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _convolution(x, filters, size, stride, name):
    # With strides "same" would pad by the size of the image; these weights expect the same padding on both sides.
    if stride > 1:
        x = layers.ZeroPadding2D((size - 1) // 2)(x)
    return layers.Conv2D(
        filters, size, strides=stride, padding="same" if stride == 1 else "valid", use_bias=False, kernel_initializer=KERNEL, name=name
    )(x)


def _normalized(x, name):
    # Keras' momentum here is 0: the statistics kept are those of the last batch alone.
    return layers.BatchNormalization(axis=_common.channel_axis() % 4, momentum=0.0, epsilon=1e-5, name=name)(x)


def _active(x, name):
    return layers.Activation("relu", name=name)(x)


def _stem(x):
    name = f"stem_{get_uid('stem_')}_stem_"
    for i, (filters, stride) in enumerate(((32, 2), (32, 1), (64, 1), (64, 2)), 1):
        x = _convolution(x, filters, 3, stride, f"{name}conv_{i}")
        x = _active(_normalized(x, f"{name}batch_norm_{i}"), f"{name}act_{i}")
    return x


def _weighted(x, filters, name):
    channels = x.shape[_common.channel_axis()]
    se = layers.GlobalAveragePooling2D(name=name + "squeeze")(x)
    se = layers.Reshape((channels, 1, 1) if _common.channel_axis() == 1 else (1, 1, channels), name=name + "reshape")(se)
    se = layers.Conv2D(filters, 1, padding="same", activation="relu", kernel_initializer=KERNEL, name=name + "reduce")(se)
    se = layers.Conv2D(channels, 1, padding="same", activation="sigmoid", kernel_initializer=KERNEL, name=name + "expand")(se)
    return layers.multiply([x, se], name=name + "excite")


def _block(inputs, filters, stride, first, drop, name):
    shortcut = inputs
    if first:
        if stride == 2:
            shortcut = layers.AveragePooling2D(2, strides=2, padding="same", name=name + "_projection_pooling")(shortcut)
        shortcut = _normalized(_convolution(shortcut, 4 * filters, 1, 1, name + "_projection_conv"), name + "_projection_batch_norm")
    x = _convolution(inputs, filters, 1, 1, name + "_conv_1")
    x = _active(_normalized(x, name + "batch_norm_1"), name + "_act_1")
    x = _convolution(x, filters, 3, stride, name + "_conv_2")
    x = _active(_normalized(x, name + "_batch_norm_2"), name + "_act_2")
    x = _normalized(_convolution(x, 4 * filters, 1, 1, name + "_conv_3"), name + "_batch_norm_3")
    x = _weighted(x, filters, name + "_se_se_")
    if drop:
        x = layers.Dropout(drop, noise_shape=(None, 1, 1, 1), name=name + "_drop")(x)
    return _active(layers.Add()([x, shortcut]), name + "_output_act")


def _variants(depth):
    """The sizes of images that there are weights for, as text."""
    return sorted(k.split("-i")[1][:3] for k in RESNET_RS if k.startswith(f"resnet-rs-{depth}-i") and "notop" not in k)


def _network(depth, include_top, weights, classes, input_shape, input_tensor, pooling, classifier_activation, include_preprocessing):
    blocks, drop_connect, dropout = _SIZES[depth]
    allowed = [f"imagenet-i{v}" for v in _variants(depth)]
    if weights == "imagenet":
        # The variants are sorted: "imagenet" means the weights trained on the largest images.
        weights = allowed[-1]
    if not (weights in {*allowed, None} or os.path.exists(weights)):
        raise ValueError(
            "The `weights` argument should be either `None` (random initialization), `'imagenet'` (pre-training on ImageNet, "
            "with highest available input shape), or the path to the weights file to be loaded. "
            f"For ResNetRS{depth} the following weight variants are available {allowed} (default=highest). Received weights={weights}"
        )
    if weights in allowed and include_top and classes != 1000:
        raise ValueError(
            f"If using `weights` as `'imagenet'` or any of {allowed} with `include_top` as true, `classes` should be 1000. "
            f"Received classes={classes}"
        )
    shape = _common.obtain_input_shape(input_shape, 224, 32, include_top, weights)
    x = inputs = _common.start(input_tensor, shape)
    axis = _common.channel_axis() % 4
    if include_preprocessing:
        x = layers.Rescaling(scale=1.0 / 255)(x)
        if shape[axis - 1] == 3:
            x = layers.Normalization(mean=[0.485, 0.456, 0.406], variance=[0.229**2, 0.224**2, 0.225**2], axis=axis)(x)
    x = _stem(x)
    for i, (number, filters) in enumerate(zip(blocks, (64, 128, 256, 512)), 2):
        for b in range(number):
            x = _block(x, filters, 2 if b == 0 and i > 2 else 1, b == 0, drop_connect * i / 5, f"BlockGroup{i}__block_{b}_")
    if include_top:
        x = layers.Dropout(dropout, name="top_dropout")(layers.GlobalAveragePooling2D(name="avg_pool")(x))
        x = _common.classified(x, classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling, "avg_pool", "max_pool")
    name = f"resnet-rs-{depth}"
    if weights not in allowed:
        return _common.finished(inputs, x, name, weights, include_top, input_tensor)

    def pretrained(top):
        file = f"{name}-{weights.split('-')[-1]}{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}resnet_rs/{file}", RESNET_RS[file]

    return _common.finished(inputs, x, name, "imagenet", include_top, input_tensor, pretrained)


def _make(depth):
    def model(
        include_top=True,
        weights="imagenet",
        classes=1000,
        input_shape=None,
        input_tensor=None,
        pooling=None,
        classifier_activation="softmax",
        include_preprocessing=True,
    ):
        return _network(
            depth, include_top, weights, classes, input_shape, input_tensor, pooling, classifier_activation, include_preprocessing
        )

    model.__name__ = model.__qualname__ = f"ResNetRS{depth}"
    model.__doc__ = _common.described(
        f"ResNetRS{depth}",
        f"A residual network of {depth} layers with revised scaling and training (Bello et al., 2021).",
        'the size of its weights: besides "imagenet" there are "imagenet-i224" and the like for images of other sizes',
        _common.PREPROCESSING,
    )
    return model


ResNetRS50, ResNetRS101, ResNetRS152, ResNetRS200 = map(_make, (50, 101, 152, 200))
ResNetRS270, ResNetRS350, ResNetRS420 = map(_make, (270, 350, 420))
tf_export("keras.applications.ResNetRS50")(ResNetRS50)
tf_export("keras.applications.ResNetRS101")(ResNetRS101)
tf_export("keras.applications.ResNetRS152")(ResNetRS152)
tf_export("keras.applications.ResNetRS200")(ResNetRS200)
tf_export("keras.applications.ResNetRS270")(ResNetRS270)
tf_export("keras.applications.ResNetRS350")(ResNetRS350)
tf_export("keras.applications.ResNetRS420")(ResNetRS420)


@imagenet_utils.preprocessing("resnet_rs", None)
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """`x` itself: the models scale their inputs."""
    return x

"""`tf.keras.applications.mobilenet_v3`: blocks found by search, with hard activations (Howard et al., 2019)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import MOBILENET_V3
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.applications.mobilenet_v2 import make_divisible
from tfshim.keras.backend.settings import image_data_format

_WORDING = _common.Wording(".  Received weights={}", ".  Received classes={}")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

__all__ = ["decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
# Expansion, filters, whether the kernel is the large one, stride, whether channels are weighted, and whether the activation
# is the hard swish (tables 1 and 2 of the paper).
_SMALL = (
    (1, 16, 0, 2, 1, 0),
    (72.0 / 16, 24, 0, 2, 0, 0),
    (88.0 / 24, 24, 0, 1, 0, 0),
    (4, 40, 1, 2, 1, 1),
    (6, 40, 1, 1, 1, 1),
    (6, 40, 1, 1, 1, 1),
    (3, 48, 1, 1, 1, 1),
    (3, 48, 1, 1, 1, 1),
    (6, 96, 1, 2, 1, 1),
    (6, 96, 1, 1, 1, 1),
    (6, 96, 1, 1, 1, 1),
)
_LARGE = (
    (1, 16, 0, 1, 0, 0),
    (4, 24, 0, 2, 0, 0),
    (3, 24, 0, 1, 0, 0),
    (3, 40, 1, 2, 1, 0),
    (3, 40, 1, 1, 1, 0),
    (3, 40, 1, 1, 1, 0),
    (6, 80, 0, 2, 0, 1),
    (2.5, 80, 0, 1, 0, 1),
    (2.3, 80, 0, 1, 0, 1),
    (2.3, 80, 0, 1, 0, 1),
    (6, 112, 0, 1, 1, 1),
    (6, 112, 0, 1, 1, 1),
    (6, 160, 1, 2, 1, 1),
    (6, 160, 1, 1, 1, 1),
    (6, 160, 1, 1, 1, 1),
)


def _relu(x):
    return layers.ReLU()(x)


def _hard_sigmoid(x):
    return layers.ReLU(6.0)(x + 3.0) * (1.0 / 6.0)


def _hard_swish(x):
    return layers.Multiply()([x, _hard_sigmoid(x)])


def _normalized(x, name):
    return layers.BatchNormalization(axis=_common.channel_axis(), epsilon=1e-3, momentum=0.999, name=name + "/BatchNorm")(x)


def _weighted(x, filters, prefix):
    prefix += "squeeze_excite/"
    se = layers.GlobalAveragePooling2D(keepdims=True, name=prefix + "AvgPool")(x)
    se = layers.Conv2D(make_divisible(filters * 0.25, 8), 1, padding="same", name=prefix + "Conv")(se)
    se = layers.ReLU(name=prefix + "Relu")(se)
    se = layers.Conv2D(filters, 1, padding="same", name=prefix + "Conv_1")(se)
    return layers.Multiply(name=prefix + "Mul")([x, _hard_sigmoid(se)])


def _block(inputs, expansion, filters, kernel, stride, weighted, activation, i):
    channels = inputs.shape[_common.channel_axis()]
    prefix = f"expanded_conv_{i}/" if i else "expanded_conv/"
    wide = make_divisible(channels * expansion, 8)
    x = inputs
    if i:
        x = layers.Conv2D(wide, 1, padding="same", use_bias=False, name=prefix + "expand")(x)
        x = activation(_normalized(x, prefix + "expand"))
    if stride == 2:
        x = layers.ZeroPadding2D(_common.correct_pad(x, kernel), name=prefix + "depthwise/pad")(x)
    x = layers.DepthwiseConv2D(
        kernel, strides=stride, padding="same" if stride == 1 else "valid", use_bias=False, name=prefix + "depthwise"
    )(x)
    x = activation(_normalized(x, prefix + "depthwise"))
    if weighted:
        x = _weighted(x, wide, prefix)
    x = _normalized(layers.Conv2D(filters, 1, padding="same", use_bias=False, name=prefix + "project")(x), prefix + "project")
    return layers.Add(name=prefix + "Add")([inputs, x]) if stride == 1 and channels == filters else x


def _input_shape(input_shape, input_tensor, weights, alpha, minimalistic):
    if input_shape is None:
        if input_tensor is not None:
            input_shape = tuple(input_tensor.shape[1:])
        else:
            input_shape = (3, None, None) if image_data_format() == "channels_first" else (None, None, 3)
    rows, columns = input_shape[1:] if image_data_format() == "channels_first" else input_shape[:2]
    if rows and columns and (rows < 32 or columns < 32):
        raise ValueError(f"Input size must be at least 32x32; Received `input_shape={input_shape}`")
    if weights == "imagenet":
        if alpha not in ([1.0] if minimalistic else [0.75, 1.0]):
            raise ValueError(
                "If imagenet weights are being loaded, alpha can be one of `0.75`, `1.0` for non minimalistic or `1.0` for "
                "minimalistic only."
            )
        if rows != columns or rows != 224:
            warnings.warn(
                "`input_shape` is undefined or non-square, or `rows` is not 224. Weights for input shape (224, 224) will be "
                "loaded as the default.",
                stacklevel=4,
            )
    return input_shape


def _network(
    kind,
    blocks,
    last,
    input_shape,
    alpha,
    minimalistic,
    include_top,
    weights,
    input_tensor,
    classes,
    pooling,
    dropout_rate,
    classifier_activation,
    include_preprocessing,
):
    _common.check_weights(weights, include_top, classes, _WORDING)
    x = inputs = _common.start(input_tensor, _input_shape(input_shape, input_tensor, weights, alpha, minimalistic))
    kernel, activation = (3, _relu) if minimalistic else (5, _hard_swish)
    if include_preprocessing:
        x = layers.Rescaling(scale=1.0 / 127.5, offset=-1.0)(x)
    x = layers.Conv2D(16, 3, strides=2, padding="same", use_bias=False, name="Conv")(x)
    x = activation(_normalized(x, "Conv"))
    for i, (expansion, filters, large, stride, weighted, swish) in enumerate(blocks):
        x = _block(
            x,
            expansion,
            make_divisible(filters * alpha, 8),
            kernel if large else 3,
            stride,
            weighted and not minimalistic,
            activation if swish else _relu,
            i,
        )
    wide = make_divisible(x.shape[_common.channel_axis()] * 6, 8)
    x = layers.Conv2D(wide, 1, padding="same", use_bias=False, name="Conv_1")(x)
    x = activation(_normalized(x, "Conv_1"))
    if include_top:
        x = layers.GlobalAveragePooling2D(keepdims=True)(x)
        x = layers.Conv2D(make_divisible(last * alpha, 8) if alpha > 1.0 else last, 1, padding="same", name="Conv_2")(x)
        x = activation(x)
        if dropout_rate > 0:
            x = layers.Dropout(dropout_rate)(x)
        x = layers.Flatten()(layers.Conv2D(classes, 1, padding="same", name="Logits")(x))
        _common.check_activation(classifier_activation, weights)
        x = layers.Activation(activation=classifier_activation, name="Predictions")(x)
    else:
        x = _common.pooled(x, pooling, "avg_pool", "max_pool")

    def pretrained(top):
        which = f"{kind}{'_minimalistic' if minimalistic else ''}_224_{alpha}_float"
        file = f"weights_mobilenet_v3_{which}{'' if top else '_no_top_v2'}.h5"
        return file, f"{_common.STORE}mobilenet_v3/{file}", MOBILENET_V3[which][0 if top else 1]

    return _common.finished(inputs, x, "MobilenetV3" + kind, weights, include_top, input_tensor, pretrained)


_FURTHER = """
        alpha: a factor for all numbers of filters; 1.0, which "imagenet" has with 0.75 as well.
        minimalistic: without large kernels, weighted channels and hard swish, for processors that are slow at them; False.
        dropout_rate: the share of the last features that the top drops while it is trained; 0.2."""


def _make(kind, blocks, last):
    def model(
        input_shape=None,
        alpha=1.0,
        minimalistic=False,
        include_top=True,
        weights="imagenet",
        input_tensor=None,
        classes=1000,
        pooling=None,
        dropout_rate=0.2,
        classifier_activation="softmax",
        include_preprocessing=True,
    ):
        return _network(
            kind,
            blocks,
            last,
            input_shape,
            alpha,
            minimalistic,
            include_top,
            weights,
            input_tensor,
            classes,
            pooling,
            dropout_rate,
            classifier_activation,
            include_preprocessing,
        )

    model.__name__ = model.__qualname__ = f"MobileNetV3{kind.capitalize()}"
    model.__doc__ = _common.described(
        f"MobileNetV3{kind.capitalize()}",
        f"The {kind} MobileNetV3 (Howard et al., 2019): blocks that were found by a search, with weighted channels; for small devices.",
        "at least 32 x 32, 224 x 224 where no shape is given",
        _FURTHER + _common.PREPROCESSING,
    )
    return model


MobileNetV3Small, MobileNetV3Large = _make("small", _SMALL, 1024), _make("large", _LARGE, 1280)
tf_export("keras.applications.MobileNetV3Large")(MobileNetV3Large)
tf_export("keras.applications.MobileNetV3Small")(MobileNetV3Small)


@imagenet_utils.preprocessing("mobilenet_v3", None)
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """`x` itself: the models scale their inputs."""
    return x

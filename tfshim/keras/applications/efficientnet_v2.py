"""`tf.keras.applications.efficientnet_v2`: EfficientNet with whole convolutions in its first stages (Tan and Le, 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import initializers, layers
from tfshim.keras.applications import _common, _efficient, imagenet_utils
from tfshim.keras.applications._hashes import EFFICIENTNET_V2
from tfshim.keras.applications.imagenet_utils import decode_predictions

_WORDING = _common.Wording(".Received: weights={}", "Received: classes={}", "'imagenet'")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

# Kernel 3 everywhere; repeats, filters, expansion, stride, and whether channels are convolved by themselves and weighted.
_SMALL = ((1, 16, 1, 1, 0), (2, 32, 4, 2, 0), (2, 48, 4, 2, 0), (3, 96, 4, 2, 1), (5, 112, 6, 1, 1), (8, 192, 6, 2, 1))
_STAGES = {
    "S": ((2, 24, 1, 1, 0), (4, 48, 4, 2, 0), (4, 64, 4, 2, 0), (6, 128, 4, 2, 1), (9, 160, 6, 1, 1), (15, 256, 6, 2, 1)),
    "M": (
        (3, 24, 1, 1, 0),
        (5, 48, 4, 2, 0),
        (5, 80, 4, 2, 0),
        (7, 160, 4, 2, 1),
        (14, 176, 6, 1, 1),
        (18, 304, 6, 2, 1),
        (5, 512, 6, 1, 1),
    ),
    "L": (
        (4, 32, 1, 1, 0),
        (7, 64, 4, 2, 0),
        (7, 96, 4, 2, 0),
        (10, 192, 4, 2, 1),
        (19, 224, 6, 1, 1),
        (25, 384, 6, 2, 1),
        (7, 640, 6, 1, 1),
    ),
}
# Width, depth, size of the input, filters of the beginning.
_SCALES = {
    "B0": (1.0, 1.0, 224, 32),
    "B1": (1.0, 1.1, 240, 32),
    "B2": (1.1, 1.2, 260, 32),
    "B3": (1.2, 1.4, 300, 32),
    "S": (1.0, 1.0, 384, 24),
    "M": (1.0, 1.0, 480, 24),
    "L": (1.0, 1.0, 480, 32),
}
_DROP_CONNECT = 0.2
__all__ = [*(f"EfficientNetV2{b}" for b in _SCALES), "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _rounded(filters, width):
    """A number of filters times `width`, as the nearest multiple of 8."""
    return max(8, int(filters * width + 4) // 8 * 8)


def _normalized(x, name):
    return layers.BatchNormalization(axis=_common.channel_axis(), momentum=0.9, name=name)(x)


def _active(x, name):
    return layers.Activation("swish", name=name)(x)


def _by_channels(inputs, filters, expansion, stride, dropout, name):
    channels = inputs.shape[_common.channel_axis()]
    x = inputs
    if expansion != 1:
        x = _normalized(_efficient.convolution(x, channels * expansion, 1, name + "expand_conv"), name + "expand_bn")
        x = _active(x, name + "expand_activation")
    x = layers.DepthwiseConv2D(
        3, strides=stride, padding="same", use_bias=False, depthwise_initializer=_efficient.KERNEL, name=name + "dwconv2"
    )(x)
    x = _active(_normalized(x, name + "bn"), name + "activation")
    x = _efficient.squeezed(x, max(1, int(channels * 0.25)), "swish", name)
    x = _normalized(_efficient.convolution(x, filters, 1, name + "project_conv"), name + "project_bn")
    return _efficient.joined(x, inputs, dropout, name) if stride == 1 and channels == filters else x


def _fused(inputs, filters, expansion, stride, dropout, name):
    channels = inputs.shape[_common.channel_axis()]
    x = inputs
    if expansion != 1:
        x = _normalized(_efficient.convolution(x, channels * expansion, 3, name + "expand_conv", strides=stride), name + "expand_bn")
        x = _active(x, name + "expand_activation")
        x = _normalized(_efficient.convolution(x, filters, 1, name + "project_conv"), name + "project_bn")
    else:
        x = _normalized(_efficient.convolution(x, filters, 3, name + "project_conv", strides=stride), name + "project_bn")
        x = _active(x, name + "project_activation")
    return _efficient.joined(x, inputs, dropout, name) if stride == 1 and channels == filters else x


def _network(which, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation, include_preprocessing):
    width, depth, size, beginning = _SCALES[which]
    stages = _STAGES.get(which, _SMALL)
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, size, 32, wording=_WORDING)
    if include_preprocessing:
        if which.startswith("B"):
            x = layers.Rescaling(scale=1.0 / 255)(x)
            x = layers.Normalization(mean=[0.485, 0.456, 0.406], variance=[0.229**2, 0.224**2, 0.225**2], axis=_common.channel_axis())(x)
        else:
            x = layers.Rescaling(scale=1.0 / 128.0, offset=-1)(x)
    x = _efficient.convolution(x, _rounded(beginning, width), 3, "stem_conv", strides=2)
    x = _active(_normalized(x, "stem_bn"), "stem_activation")
    done, total = 0, float(sum(s[0] for s in stages))  # as published: the blocks are counted before the depth is scaled
    for stage, (number, filters, expansion, stride, by_channels) in enumerate(stages, 1):
        block = _by_channels if by_channels else _fused
        for i in range(_efficient.repeats(number, depth)):
            x = block(
                x, _rounded(filters, width), expansion, stride if i == 0 else 1, _DROP_CONNECT * done / total, f"block{stage}{chr(97 + i)}_"
            )
            done += 1
    x = _efficient.convolution(x, _rounded(1280, width) if width > 1 else 1280, 1, "top_conv")
    x = _active(_normalized(x, "top_bn"), "top_activation")
    x = _efficient.top(x, include_top, 0.2, classes, classifier_activation, weights, pooling, initializers.Constant(0.0))
    name = f"efficientnetv2-{which.lower()}"

    def pretrained(top):
        file = f"{name}{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}efficientnet_v2/{file}", EFFICIENTNET_V2[name[-2:]][0 if top else 1]

    return _common.finished(inputs, x, name, weights, include_top, input_tensor, pretrained)


def _make(which):
    def model(
        include_top=True,
        weights="imagenet",
        input_tensor=None,
        input_shape=None,
        pooling=None,
        classes=1000,
        classifier_activation="softmax",
        include_preprocessing=True,
    ):
        return _network(
            which, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation, include_preprocessing
        )

    model.__name__ = model.__qualname__ = f"EfficientNetV2{which}"
    model.__doc__ = _common.described(
        f"EfficientNetV2{which}",
        f"EfficientNetV2-{which} (Tan and Le, 2021): EfficientNet with whole convolutions in its first stages, quicker to train.",
        f"{_SCALES[which][2]} x {_SCALES[which][2]}",
        _common.PREPROCESSING,
    )
    return model


EfficientNetV2B0, EfficientNetV2B1, EfficientNetV2B2, EfficientNetV2B3 = map(_make, ("B0", "B1", "B2", "B3"))
EfficientNetV2S, EfficientNetV2M, EfficientNetV2L = map(_make, ("S", "M", "L"))
tf_export("keras.applications.EfficientNetV2B0")(EfficientNetV2B0)
tf_export("keras.applications.EfficientNetV2B1")(EfficientNetV2B1)
tf_export("keras.applications.EfficientNetV2B2")(EfficientNetV2B2)
tf_export("keras.applications.EfficientNetV2B3")(EfficientNetV2B3)
tf_export("keras.applications.EfficientNetV2L")(EfficientNetV2L)
tf_export("keras.applications.EfficientNetV2M")(EfficientNetV2M)
tf_export("keras.applications.EfficientNetV2S")(EfficientNetV2S)


@imagenet_utils.preprocessing("efficientnet_v2", None)
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """`x` itself: the models scale their inputs."""
    return x

"""`tf.keras.applications.efficientnet`: one network scaled in depth, width and resolution (Tan and Le, 2019)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, _efficient, imagenet_utils
from tfshim.keras.applications._hashes import EFFICIENTNET
from tfshim.keras.applications.imagenet_utils import decode_predictions

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

# Kernel, repeats, filters, expansion, stride of each stage of the smallest network (table 1 of the paper).
_STAGES = ((3, 1, 16, 1, 1), (3, 2, 24, 6, 2), (5, 2, 40, 6, 2), (3, 3, 80, 6, 2), (5, 3, 112, 6, 1), (5, 4, 192, 6, 2), (3, 1, 320, 6, 1))
# Width, depth, size of the input, dropout.
_SCALES = {
    "B0": (1.0, 1.0, 224, 0.2),
    "B1": (1.0, 1.1, 240, 0.2),
    "B2": (1.1, 1.2, 260, 0.3),
    "B3": (1.2, 1.4, 300, 0.3),
    "B4": (1.4, 1.8, 380, 0.4),
    "B5": (1.6, 2.2, 456, 0.4),
    "B6": (1.8, 2.6, 528, 0.5),
    "B7": (2.0, 3.1, 600, 0.5),
}
_DROP_CONNECT = 0.2
__all__ = [*(f"EfficientNet{b}" for b in _SCALES), "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _normalized(x, name):
    return layers.BatchNormalization(axis=_common.channel_axis(), name=name)(x)


def _active(x, name):
    return layers.Activation("swish", name=name)(x)


def _block(inputs, size, filters, expansion, stride, dropout, name):
    channels = inputs.shape[_common.channel_axis()]
    x = inputs
    if expansion != 1:
        x = _normalized(_efficient.convolution(x, channels * expansion, 1, name + "expand_conv"), name + "expand_bn")
        x = _active(x, name + "expand_activation")
    if stride == 2:
        x = layers.ZeroPadding2D(_common.correct_pad(x, size), name=name + "dwconv_pad")(x)
    x = layers.DepthwiseConv2D(
        size,
        strides=stride,
        padding="valid" if stride == 2 else "same",
        use_bias=False,
        depthwise_initializer=_efficient.KERNEL,
        name=name + "dwconv",
    )(x)
    x = _active(_normalized(x, name + "bn"), name + "activation")
    x = _efficient.squeezed(x, max(1, int(channels * 0.25)), "swish", name)
    x = _normalized(_efficient.convolution(x, filters, 1, name + "project_conv"), name + "project_bn")
    return _efficient.joined(x, inputs, dropout, name) if stride == 1 and channels == filters else x


def _network(which, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation):
    width, depth, size, dropout = _SCALES[which]
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, size, 32)
    x = layers.Rescaling(1.0 / 255.0)(x)
    x = layers.Normalization(axis=_common.channel_axis())(x)
    if weights == "imagenet":
        # The published weights were trained with the standard deviations applied as variances.
        x = layers.Rescaling([1.0 / math.sqrt(s) for s in (0.229, 0.224, 0.225)])(x)
    x = layers.ZeroPadding2D(_common.correct_pad(x, 3), name="stem_conv_pad")(x)
    x = _efficient.convolution(x, _efficient.rounded(32, width), 3, "stem_conv", strides=2, padding="valid")
    x = _active(_normalized(x, "stem_bn"), "stem_activation")
    done, total = 0, float(sum(_efficient.repeats(s[1], depth) for s in _STAGES))
    for stage, (kernel, number, filters, expansion, stride) in enumerate(_STAGES, 1):
        for i in range(_efficient.repeats(number, depth)):
            # The deeper a block lies, the more often its branch is dropped.
            x = _block(
                x,
                kernel,
                _efficient.rounded(filters, width),
                expansion,
                stride if i == 0 else 1,
                _DROP_CONNECT * done / total,
                f"block{stage}{chr(97 + i)}_",
            )
            done += 1
    x = _efficient.convolution(x, _efficient.rounded(1280, width), 1, "top_conv")
    x = _active(_normalized(x, "top_bn"), "top_activation")
    x = _efficient.top(x, include_top, dropout, classes, classifier_activation, weights, pooling)
    name = f"efficientnet{which.lower()}"

    def pretrained(top):
        file = f"{name}{'' if top else '_notop'}.h5"
        return file, f"https://storage.googleapis.com/keras-applications/{file}", EFFICIENTNET[which.lower()][0 if top else 1]

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
        **kwargs,
    ):
        if kwargs:
            raise TypeError(f"EfficientNet{which}: unknown keyword arguments {sorted(kwargs)}")
        return _network(which, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation)

    model.__name__ = model.__qualname__ = f"EfficientNet{which}"
    model.__doc__ = _common.described(
        f"EfficientNet{which}",
        f"EfficientNet-{which} (Tan and Le, 2019): one architecture scaled in depth, width and resolution together.",
        f"{_SCALES[which][2]} x {_SCALES[which][2]} with values from 0 to 255, which it scales itself",
    )
    return model


EfficientNetB0, EfficientNetB1, EfficientNetB2, EfficientNetB3 = map(_make, ("B0", "B1", "B2", "B3"))
EfficientNetB4, EfficientNetB5, EfficientNetB6, EfficientNetB7 = map(_make, ("B4", "B5", "B6", "B7"))
tf_export("keras.applications.EfficientNetB0")(EfficientNetB0)
tf_export("keras.applications.EfficientNetB1")(EfficientNetB1)
tf_export("keras.applications.EfficientNetB2")(EfficientNetB2)
tf_export("keras.applications.EfficientNetB3")(EfficientNetB3)
tf_export("keras.applications.EfficientNetB4")(EfficientNetB4)
tf_export("keras.applications.EfficientNetB5")(EfficientNetB5)
tf_export("keras.applications.EfficientNetB6")(EfficientNetB6)
tf_export("keras.applications.EfficientNetB7")(EfficientNetB7)


@imagenet_utils.preprocessing("efficientnet", None)
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """`x` itself: the models scale their inputs."""
    return x

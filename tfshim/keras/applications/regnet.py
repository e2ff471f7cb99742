"""`tf.keras.applications.regnet`: networks whose widths and depths follow a simple rule (Radosavovic et al., 2020)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import math
from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import REGNET
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.backend.settings import get_uid

_WORDING = _common.Wording(imagenet="'imagenet'")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

# Blocks and filters of the four stages, and filters of a group; Y has channels weighted by the whole image.
_SIZES = {
    "X002": ((1, 1, 4, 7), (24, 56, 152, 368), 8),
    "X004": ((1, 2, 7, 12), (32, 64, 160, 384), 16),
    "X006": ((1, 3, 5, 7), (48, 96, 240, 528), 24),
    "X008": ((1, 3, 7, 5), (64, 128, 288, 672), 16),
    "X016": ((2, 4, 10, 2), (72, 168, 408, 912), 24),
    "X032": ((2, 6, 15, 2), (96, 192, 432, 1008), 48),
    "X040": ((2, 5, 14, 2), (80, 240, 560, 1360), 40),
    "X064": ((2, 4, 10, 1), (168, 392, 784, 1624), 56),
    "X080": ((2, 5, 15, 1), (80, 240, 720, 1920), 120),
    "X120": ((2, 5, 11, 1), (224, 448, 896, 2240), 112),
    "X160": ((2, 6, 13, 1), (256, 512, 896, 2048), 128),
    "X320": ((2, 7, 13, 1), (336, 672, 1344, 2520), 168),
    "Y002": ((1, 1, 4, 7), (24, 56, 152, 368), 8),
    "Y004": ((1, 3, 6, 6), (48, 104, 208, 440), 8),
    "Y006": ((1, 3, 7, 4), (48, 112, 256, 608), 16),
    "Y008": ((1, 3, 8, 2), (64, 128, 320, 768), 16),
    "Y016": ((2, 6, 17, 2), (48, 120, 336, 888), 24),
    "Y032": ((2, 5, 13, 1), (72, 216, 576, 1512), 24),
    "Y040": ((2, 6, 12, 2), (128, 192, 512, 1088), 64),
    "Y064": ((2, 7, 14, 2), (144, 288, 576, 1296), 72),
    "Y080": ((2, 4, 10, 1), (168, 448, 896, 2016), 56),
    "Y120": ((2, 5, 11, 1), (224, 448, 896, 2240), 112),
    "Y160": ((2, 4, 11, 1), (224, 448, 1232, 3024), 112),
    "Y320": ((2, 5, 12, 1), (232, 696, 1392, 3712), 232),
}
__all__ = [*(f"RegNet{s}" for s in _SIZES), "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _convolution(x, filters, size, name, bn, **kwargs):
    x = layers.Conv2D(filters, size, use_bias=False, kernel_initializer="he_normal", name=name, **kwargs)(x)
    return layers.BatchNormalization(momentum=0.9, epsilon=1e-5, name=bn)(x)


def _weighted(x, filters, name):
    name += "_squeeze_and_excite_"
    se = layers.GlobalAveragePooling2D(name=name + "gap", keepdims=True)(x)
    se = layers.Conv2D(filters, 1, activation="relu", kernel_initializer="he_normal", name=name + "squeeze")(se)
    se = layers.Conv2D(x.shape[-1], 1, activation="sigmoid", kernel_initializer="he_normal", name=name + "excite")(se)
    return math.multiply(se, x)


def _block(inputs, filters, group, stride, weighted, name):
    skip = inputs
    if stride != 1:
        skip = _convolution(inputs, filters, 1, name + "_skip_1x1", name + "_skip_bn", strides=stride)
    x = _convolution(inputs, filters, 1, name + "_conv_1x1_1", name + "_conv_1x1_1_bn")
    x = layers.ReLU(name=name + "_conv_1x1_1_relu")(x)
    x = _convolution(x, filters, 3, name + "_conv_3x3", name + "_conv_3x3_bn", strides=stride, groups=filters // group, padding="same")
    x = layers.ReLU(name=name + "_conv_3x3_relu")(x)
    if weighted:
        x = _weighted(x, int(inputs.shape[-1] * 0.25), name)
    x = _convolution(x, filters, 1, name + "_conv_1x1_2", name + "_conv_1x1_2_bn")
    return layers.ReLU(name=name + "_exit_relu")(x + skip)


def _network(size, name, include_top, include_preprocessing, weights, input_tensor, input_shape, pooling, classes, classifier_activation):
    depths, widths, group = _SIZES[size]
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 224, 32, wording=_WORDING)
    if include_preprocessing:
        x = layers.Rescaling(scale=1.0 / 255.0, name=name + "_prestem_rescaling")(x)
    x = _convolution(x, 32, 3, name + "_stem_conv", name + "_stem_bn", strides=2, padding="same")
    x = layers.ReLU(name=name + "_stem_relu")(x)
    for stage, (depth, filters) in enumerate(zip(depths, widths)):
        for b in range(depth):
            x = _block(x, filters, group, 2 if b == 0 else 1, size[0] == "Y", f"{name}_Stage_{stage}_{size[0]}Block_{b}")
    if include_top:
        # As in Keras, the top gives logits, and its layers are numbered by themselves.
        number = get_uid("head")
        x = layers.GlobalAveragePooling2D(name=f"{number}_head_gap")(x)
        x = layers.Dense(classes, name=f"{number}head_dense")(x)
        _common.check_activation(classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        file = f"{name}{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}regnet/{file}", _common.hashed(REGNET, name[-4:])[0 if top else 1]

    return _common.finished(inputs, x, name, weights, include_top, input_tensor, pretrained)


def _make(size):
    doc = _common.described(
        f"RegNet{size}",
        f"RegNet{size} (Radosavovic et al., 2020): widths and depths follow a rule; {int(size[1:]) / 10:g} billion products an image.",
        "224 x 224",
        _common.PREPROCESSING + _common.NAMED,
    )
    return _common.of_size(_network, size, f"RegNet{size}", f"regnet{size.lower()}", doc)


RegNetX002, RegNetX004, RegNetX006, RegNetX008 = map(_make, ("X002", "X004", "X006", "X008"))
RegNetX016, RegNetX032, RegNetX040, RegNetX064 = map(_make, ("X016", "X032", "X040", "X064"))
RegNetX080, RegNetX120, RegNetX160, RegNetX320 = map(_make, ("X080", "X120", "X160", "X320"))
RegNetY002, RegNetY004, RegNetY006, RegNetY008 = map(_make, ("Y002", "Y004", "Y006", "Y008"))
RegNetY016, RegNetY032, RegNetY040, RegNetY064 = map(_make, ("Y016", "Y032", "Y040", "Y064"))
RegNetY080, RegNetY120, RegNetY160, RegNetY320 = map(_make, ("Y080", "Y120", "Y160", "Y320"))
tf_export("keras.applications.RegNetX002")(RegNetX002)
tf_export("keras.applications.RegNetX004")(RegNetX004)
tf_export("keras.applications.RegNetX006")(RegNetX006)
tf_export("keras.applications.RegNetX008")(RegNetX008)
tf_export("keras.applications.RegNetX016")(RegNetX016)
tf_export("keras.applications.RegNetX032")(RegNetX032)
tf_export("keras.applications.RegNetX040")(RegNetX040)
tf_export("keras.applications.RegNetX064")(RegNetX064)
tf_export("keras.applications.RegNetX080")(RegNetX080)
tf_export("keras.applications.RegNetX120")(RegNetX120)
tf_export("keras.applications.RegNetX160")(RegNetX160)
tf_export("keras.applications.RegNetX320")(RegNetX320)
tf_export("keras.applications.RegNetY002")(RegNetY002)
tf_export("keras.applications.RegNetY004")(RegNetY004)
tf_export("keras.applications.RegNetY006")(RegNetY006)
tf_export("keras.applications.RegNetY008")(RegNetY008)
tf_export("keras.applications.RegNetY016")(RegNetY016)
tf_export("keras.applications.RegNetY032")(RegNetY032)
tf_export("keras.applications.RegNetY040")(RegNetY040)
tf_export("keras.applications.RegNetY064")(RegNetY064)
tf_export("keras.applications.RegNetY080")(RegNetY080)
tf_export("keras.applications.RegNetY120")(RegNetY120)
tf_export("keras.applications.RegNetY160")(RegNetY160)
tf_export("keras.applications.RegNetY320")(RegNetY320)


@imagenet_utils.preprocessing("regnet", None)
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """`x` itself: the models scale their inputs."""
    return x

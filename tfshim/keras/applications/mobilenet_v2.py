"""`tf.keras.applications.mobilenet_v2`: residual blocks that widen in the middle (Sandler et al., 2018)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.applications.mobilenet import rows_in_name, size_for_imagenet

_WORDING = _common.Wording(".  Received `weights={}`", ". Received `classes={}`")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


__all__ = ["MobileNetV2", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
# Filters, stride and expansion of each block, as in table 2 of the paper.
_BLOCKS = [
    (16, 1, 1),
    *((24, s, 6) for s in (2, 1)),
    *((32, s, 6) for s in (2, 1, 1)),
    *((64, s, 6) for s in (2, 1, 1, 1)),
    *[(96, 1, 6)] * 3,
    *((160, s, 6) for s in (2, 1, 1)),
    (320, 1, 6),
]


def make_divisible(v, divisor, min_value=None):
    """The nearest multiple of `divisor` that is at least 90 % of `v`."""
    found = max(min_value or divisor, int(v + divisor / 2) // divisor * divisor)
    return found + divisor if found < 0.9 * v else found


def _normalized(x, name):
    return layers.BatchNormalization(axis=_common.channel_axis(), epsilon=1e-3, momentum=0.999, name=name)(x)


def _block(inputs, expansion, stride, alpha, filters, i):
    prefix = f"block_{i}_" if i else "expanded_conv_"
    channels = inputs.shape[_common.channel_axis()]
    filters = make_divisible(int(filters * alpha), 8)
    x = inputs
    if i:
        x = layers.Conv2D(expansion * channels, 1, padding="same", use_bias=False, name=prefix + "expand")(x)
        x = layers.ReLU(6.0, name=prefix + "expand_relu")(_normalized(x, prefix + "expand_BN"))
    if stride == 2:
        x = layers.ZeroPadding2D(_common.correct_pad(x, 3), name=prefix + "pad")(x)
    x = layers.DepthwiseConv2D(3, strides=stride, use_bias=False, padding="same" if stride == 1 else "valid", name=prefix + "depthwise")(x)
    x = layers.ReLU(6.0, name=prefix + "depthwise_relu")(_normalized(x, prefix + "depthwise_BN"))
    x = layers.Conv2D(filters, 1, padding="same", use_bias=False, name=prefix + "project")(x)
    x = _normalized(x, prefix + "project_BN")
    return layers.Add(name=prefix + "add")([inputs, x]) if channels == filters and stride == 1 else x


@tf_export("keras.applications.MobileNetV2")
def MobileNetV2(
    input_shape: SizesLike | None = None,
    alpha: FloatLike = 1.0,
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
    **kwargs: Any,
) -> Model:
    """MobileNet, version 2 (Sandler et al., 2018): residual blocks that widen in the middle; small and quick, and the usual base of
    courses.

    Mirrors `tf.keras.applications.MobileNetV2`. It takes images of 224 x 224, as `tf.keras.applications.mobilenet_v2.preprocess_input`
    gives them: -1 ... 1. It has 3.5 million parameters with its top, and gives 1280 features for each place without it.

    Arguments:
        input_shape: (rows, columns, channels) without the batch, at least 32 x 32; None: (224, 224, 3) with a top. With "imagenet" and a
            top it is a square of 96, 128, 160, 192 or 224.
        alpha: a factor for all numbers of filters; 1.0. With "imagenet": 0.35, 0.5, 0.75, 1.0, 1.3 or 1.4.
        include_top: whether the classifier at the end is part of the model; True.
        weights: "imagenet" (default): those trained on ImageNet, which are downloaded once; None: random ones; or the path of a file.
        input_tensor: a Keras tensor that serves as the input; None (default): a new one.
        pooling: without a top: "avg" or "max" over rows and columns, for [batch, features]; None (default): the last feature maps.
        classes: how many classes the top has; 1000, which "imagenet" requires.
        classifier_activation: of the top: "softmax" by default; None: logits.

    Returns:
        A `tf.keras.Model`, which has not been compiled.

    Raises:
        ValueError: arguments that do not fit each other, a size that is too small, or an unknown keyword.

    Example:
        >>> base = tf.keras.applications.MobileNetV2((96, 96, 3), alpha=0.35, weights=None, include_top=False)
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.GlobalAveragePooling2D(), tf.keras.layers.Dense(5)])
        >>> base.output_shape, model.output_shape
        ((None, 3, 3, 1280), (None, 5))
    """
    if kwargs:
        raise ValueError(f"Unknown argument(s): {kwargs}")
    _common.check_weights(weights, include_top, classes, _WORDING)
    size = size_for_imagenet(input_shape, weights, alpha, (0.35, 0.50, 0.75, 1.0, 1.3, 1.4))
    shape = _common.obtain_input_shape(input_shape, size, 32, include_top, weights)
    x = inputs = _common.start(input_tensor, shape)
    x = layers.Conv2D(make_divisible(32 * alpha, 8), 3, strides=2, padding="same", use_bias=False, name="Conv1")(x)
    x = layers.ReLU(6.0, name="Conv1_relu")(_normalized(x, "bn_Conv1"))
    for i, (filters, stride, expansion) in enumerate(_BLOCKS):
        x = _block(x, expansion, stride, alpha, filters, i)
    last = make_divisible(1280 * alpha, 8) if alpha > 1.0 else 1280
    x = layers.Conv2D(last, 1, use_bias=False, name="Conv_1")(x)
    x = layers.ReLU(6.0, name="out_relu")(_normalized(x, "Conv_1_bn"))
    if include_top:
        x = _common.classified(layers.GlobalAveragePooling2D()(x), classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        file = f"mobilenet_v2_weights_tf_dim_ordering_tf_kernels_{float(alpha)}_{size}{'' if top else '_no_top'}.h5"
        return file, f"{_common.STORE}mobilenet_v2/{file}", None

    rows = rows_in_name(shape, weights, size)
    return _common.finished(inputs, x, f"mobilenetv2_{alpha:0.2f}_{rows}", weights, include_top, input_tensor, pretrained)


@imagenet_utils.preprocessing("mobilenet_v2", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as MobileNetV2 was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

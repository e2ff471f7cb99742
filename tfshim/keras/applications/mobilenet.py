"""`tf.keras.applications.mobilenet`: convolutions of each channel by itself, then across channels (Howard et al., 2017)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.backend.settings import image_data_format

_WORDING = _common.Wording(".  Received weights={}", ".  Received classes={}")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


__all__ = ["MobileNet", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
# Filters and stride of each block.
_BLOCKS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1))


def size_for_imagenet(input_shape, weights, alpha, alphas, default=224):
    """Check the requirements of ImageNet weights; the size of the input, and whether it is one that weights exist for."""
    if input_shape is None:
        rows, size = None, default
    else:
        at = (1, 2) if image_data_format() == "channels_first" else (0, 1)
        rows, columns = (input_shape[i] for i in at)
        size = rows if rows == columns and rows in (96, 128, 160, 192, 224) else default
    if weights == "imagenet":
        if alpha not in alphas:
            raise ValueError(f"If imagenet weights are being loaded, alpha can be one of {alphas} only.  Received: alpha={alpha}")
        if size != rows and rows is not None or rows is None and input_shape is not None:
            warnings.warn(
                "`input_shape` is undefined or non-square, or `rows` is not in [128, 160, 192, 224]. Weights for input shape "
                "(224, 224) will be loaded as the default.",
                stacklevel=4,
            )
    return size


def rows_in_name(input_shape, weights, size):
    """The number in the name of the model: the rows of its inputs, None where they are unknown, or those that its weights are for."""
    return size if weights == "imagenet" else input_shape[1 if image_data_format() == "channels_first" else 0]


def _convolution(x, filters, alpha):
    x = layers.Conv2D(int(filters * alpha), 3, padding="same", use_bias=False, strides=2, name="conv1")(x)
    x = layers.BatchNormalization(axis=_common.channel_axis(), name="conv1_bn")(x)
    return layers.ReLU(6.0, name="conv1_relu")(x)


def _block(x, filters, alpha, multiplier, stride, i):
    if stride != 1:
        x = layers.ZeroPadding2D(((0, 1), (0, 1)), name=f"conv_pad_{i}")(x)
    x = layers.DepthwiseConv2D(
        3, padding="same" if stride == 1 else "valid", depth_multiplier=multiplier, strides=stride, use_bias=False, name=f"conv_dw_{i}"
    )(x)
    x = layers.BatchNormalization(axis=_common.channel_axis(), name=f"conv_dw_{i}_bn")(x)
    x = layers.ReLU(6.0, name=f"conv_dw_{i}_relu")(x)
    x = layers.Conv2D(int(filters * alpha), 1, padding="same", use_bias=False, name=f"conv_pw_{i}")(x)
    x = layers.BatchNormalization(axis=_common.channel_axis(), name=f"conv_pw_{i}_bn")(x)
    return layers.ReLU(6.0, name=f"conv_pw_{i}_relu")(x)


@tf_export("keras.applications.MobileNet")
def MobileNet(
    input_shape: SizesLike | None = None,
    alpha: FloatLike = 1.0,
    depth_multiplier: IntLike = 1,
    dropout: FloatLike = 0.001,
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
    **kwargs: Any,
) -> Model:
    """The first MobileNet (Howard et al., 2017): convolutions of each channel by itself, then across channels; small and quick.

    Mirrors `tf.keras.applications.MobileNet`. It takes images as `tf.keras.applications.mobilenet.preprocess_input` gives them.

    Arguments:
        input_shape: (rows, columns, channels), at least 32 x 32; None: (224, 224, 3) with a top.
        alpha: a factor for all numbers of filters; 1.0. With "imagenet": 0.25, 0.5, 0.75 or 1.0.
        depth_multiplier: how many filters each channel has; 1.
        dropout: the share before the top; 0.001.
        include_top: whether the classifier at the end is part of the model; True.
        weights: "imagenet" (default): downloaded once; None: random ones; or the path of a file.
        input_tensor: a Keras tensor that serves as the input; None.
        pooling: without a top: "avg", "max" or None (default): feature maps.
        classes: how many classes the top has; 1000 by default.
        classifier_activation: "softmax" by default; None: logits.

    Returns:
        A `tf.keras.Model`, which has not been compiled.

    Raises:
        ValueError: arguments that do not fit each other, or a size that is too small.

    Example:
        >>> model = tf.keras.applications.MobileNet((32, 32, 3), alpha=0.25, weights=None, include_top=False, pooling="avg")
        >>> model.output_shape
        (None, 256)
    """
    if kwargs:
        raise ValueError(f"Unknown argument(s): {tuple(kwargs)}")
    _common.check_weights(weights, include_top, classes, _WORDING)
    size = size_for_imagenet(input_shape, weights, alpha, (0.25, 0.50, 0.75, 1.0))
    if weights == "imagenet" and depth_multiplier != 1:
        raise ValueError(
            f"If imagenet weights are being loaded, depth multiplier must be 1.  Received: depth_multiplier={depth_multiplier}"
        )
    shape = _common.obtain_input_shape(input_shape, size, 32, include_top, weights)
    x = inputs = _common.start(input_tensor, shape)
    x = _convolution(x, 32, alpha)
    for i, (filters, stride) in enumerate(_BLOCKS, 1):
        x = _block(x, filters, alpha, depth_multiplier, stride, i)
    if include_top:
        x = layers.GlobalAveragePooling2D(keepdims=True)(x)
        x = layers.Dropout(dropout, name="dropout")(x)
        x = layers.Conv2D(classes, 1, padding="same", name="conv_preds")(x)
        x = layers.Reshape((classes,), name="reshape_2")(x)
        _common.check_activation(classifier_activation, weights)
        x = layers.Activation(activation=classifier_activation, name="predictions")(x)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        text = {1.0: "1_0", 0.75: "7_5", 0.50: "5_0", 0.25: "2_5"}[alpha]
        file = f"mobilenet_{text}_{size}_tf{'' if top else '_no_top'}.h5"
        return file, f"{_common.STORE}mobilenet/{file}", None

    rows = rows_in_name(shape, weights, size)
    return _common.finished(inputs, x, f"mobilenet_{alpha:0.2f}_{rows}", weights, include_top, input_tensor, pretrained)


@imagenet_utils.preprocessing("mobilenet", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as MobileNet was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

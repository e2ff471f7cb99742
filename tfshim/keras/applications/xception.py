"""`tf.keras.applications.xception`: residual blocks of separable convolutions (Chollet, 2016)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import OTHERS
from tfshim.keras.applications.imagenet_utils import decode_predictions

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


__all__ = ["Xception", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _normalized(x, name=None):
    return layers.BatchNormalization(axis=_common.channel_axis(), name=name)(x)


def _active(x, name):
    return layers.Activation("relu", name=name)(x)


def _separable(x, filters, name):
    x = layers.SeparableConv2D(filters, 3, padding="same", use_bias=False, name=name)(x)
    return _normalized(x, name + "_bn")


def _halved(x, filters, block, first_filters=None, active_first=True):
    """Two separable convolutions and a pool, beside a convolution of 1 x 1."""
    residual = _normalized(layers.Conv2D(filters, 1, strides=2, padding="same", use_bias=False)(x))
    for i, n in ((1, first_filters or filters), (2, filters)):
        name = f"block{block}_sepconv{i}"
        if i == 2 or active_first:
            x = _active(x, f"block{block}_sepconv{i}_act")
        x = _separable(x, n, name)
    x = layers.MaxPooling2D(3, strides=2, padding="same", name=f"block{block}_pool")(x)
    return layers.add([x, residual])


@tf_export("keras.applications.Xception")
def Xception(
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    input_shape: SizesLike | None = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """Xception (Chollet, 2016): residual blocks of depthwise separable convolutions.

    Mirrors `tf.keras.applications.Xception`. It takes images of at least 71 x 71, with a top 299 x 299, as
    `tf.keras.applications.xception.preprocess_input` gives them. It has 22.9 million parameters with its top, and gives 2048 features for
    each place without it. For classes of one's own give the features to a layer, as the example does, with `weights="imagenet"` where they
    can be had: a model that was frozen needs few pictures.

    Arguments:
        include_top: whether the classifier at the end is part of the model; True. Without it the model gives features.
        weights: "imagenet" (default): those trained on ImageNet, which are downloaded once; None: random ones; or the path of a file.
        input_tensor: a Keras tensor that serves as the input; None (default): a new one.
        input_shape: (rows, columns, channels) without the batch; with a top and "imagenet" it has to be the default. Without a top rows and
            columns may be None.
        pooling: without a top: "avg" or "max" over rows and columns, for [batch, features]; None (default): the last feature maps.
        classes: how many classes the top has; 1000, which "imagenet" requires.
        classifier_activation: of the top: "softmax" by default; None: logits.

    Returns:
        A `tf.keras.Model`, which has not been compiled.

    Raises:
        ValueError: arguments that do not fit each other, or a size that is too small.

    Example:
        >>> base = tf.keras.applications.Xception(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, 2048), (None, 5))
    """
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 299, 71)
    for i, (filters, stride) in enumerate(((32, 2), (64, 1)), 1):
        x = layers.Conv2D(filters, 3, strides=stride, use_bias=False, name=f"block1_conv{i}")(x)
        x = _active(_normalized(x, f"block1_conv{i}_bn"), f"block1_conv{i}_act")
    x = _halved(x, 128, 2, active_first=False)
    x = _halved(x, 256, 3)
    x = _halved(x, 728, 4)
    for block in range(5, 13):
        residual = x
        for i in (1, 2, 3):
            x = _separable(_active(x, f"block{block}_sepconv{i}_act"), 728, f"block{block}_sepconv{i}")
        x = layers.add([x, residual])
    x = _halved(x, 1024, 13, first_filters=728)
    for i, filters in ((1, 1536), (2, 2048)):
        x = _active(_separable(x, filters, f"block14_sepconv{i}"), f"block14_sepconv{i}_act")
    if include_top:
        x = _common.classified(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        file = f"xception_weights_tf_dim_ordering_tf_kernels{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}xception/{file}", OTHERS["xception"][0 if top else 1]

    return _common.finished(inputs, x, "xception", weights, include_top, input_tensor, pretrained)


@imagenet_utils.preprocessing("xception", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as Xception was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

"""`tf.keras.applications.inception_v3`: modules of branches with convolutions of different shapes (Szegedy et al., 2015)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import OTHERS
from tfshim.keras.applications._inception import convolution, stem
from tfshim.keras.applications.imagenet_utils import decode_predictions

_WORDING = _common.Wording("; Received: weights={}", "; Received classes={}")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


__all__ = ["InceptionV3", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _branch(x, *steps):
    """Convolutions one after another: (filters, height, width)."""
    for filters, height, width in steps:
        x = convolution(x, filters, (height, width))
    return x


def _halved(x, *steps):
    """The same, the last of 3 x 3 with stride 2."""
    *before, last = steps
    return convolution(_branch(x, *before), last, 3, strides=2, padding="valid")


def _together(branches, name=None):
    return layers.concatenate(branches, axis=_common.channel_axis() % 4, name=name)


def _mean(x, filters):
    return _branch(layers.AveragePooling2D(3, strides=1, padding="same")(x), (filters, 1, 1))


def _squares(x, pooled, name):
    """Branches of 1 x 1, of 5 x 5, and of two of 3 x 3."""
    return _together(
        [_branch(x, (64, 1, 1)), _branch(x, (48, 1, 1), (64, 5, 5)), _branch(x, (64, 1, 1), (96, 3, 3), (96, 3, 3)), _mean(x, pooled)], name
    )


def _strips(x, n, name):
    """Branches whose convolutions of 7 x 7 are split into rows and columns."""
    return _together(
        [
            _branch(x, (192, 1, 1)),
            _branch(x, (n, 1, 1), (n, 1, 7), (192, 7, 1)),
            _branch(x, (n, 1, 1), (n, 7, 1), (n, 1, 7), (n, 7, 1), (192, 1, 7)),
            _mean(x, 192),
        ],
        name,
    )


def _wide(x, i):
    """Branches that part again into rows and columns."""
    ones = _branch(x, (320, 1, 1))
    y = _branch(x, (384, 1, 1))
    threes = _together([_branch(y, (384, 1, 3)), _branch(y, (384, 3, 1))], f"mixed9_{i}")
    y = _branch(x, (448, 1, 1), (384, 3, 3))
    doubles = _together([_branch(y, (384, 1, 3)), _branch(y, (384, 3, 1))])
    return _together([ones, threes, doubles, _mean(x, 192)], f"mixed{9 + i}")


@tf_export("keras.applications.InceptionV3")
def InceptionV3(
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    input_shape: SizesLike | None = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """Inception, version 3 (Szegedy et al., 2015): branches of convolutions of several shapes, put side by side.

    Mirrors `tf.keras.applications.InceptionV3`. It takes images of at least 75 x 75, with a top 299 x 299, as
    `tf.keras.applications.inception_v3.preprocess_input` gives them. It has 23.9 million parameters with its top, and gives 2048 features
    for each place without it. For classes of one's own give the features to a layer, as the example does, with `weights="imagenet"` where
    they can be had: a model that was frozen needs few pictures.

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
        >>> base = tf.keras.applications.InceptionV3(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, 2048), (None, 5))
    """
    inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 299, 75, wording=_WORDING)
    x = stem(inputs)
    for i, filters in enumerate((32, 64, 64)):
        x = _squares(x, filters, f"mixed{i}")
    x = _together([_halved(x, 384), _halved(x, (64, 1, 1), (96, 3, 3), 96), layers.MaxPooling2D(3, strides=2)(x)], "mixed3")
    for i, filters in enumerate((128, 160, 160, 192), 4):
        x = _strips(x, filters, f"mixed{i}")
    x = _together(
        [_halved(x, (192, 1, 1), 320), _halved(x, (192, 1, 1), (192, 1, 7), (192, 7, 1), 192), layers.MaxPooling2D(3, strides=2)(x)],
        "mixed8",
    )
    for i in range(2):
        x = _wide(x, i)
    if include_top:
        x = _common.classified(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        file = f"inception_v3_weights_tf_dim_ordering_tf_kernels{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}inception_v3/{file}", OTHERS["inception_v3"][0 if top else 1]

    return _common.finished(inputs, x, "inception_v3", weights, include_top, input_tensor, pretrained)


@imagenet_utils.preprocessing("inception_v3", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as Inception was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

"""`tf.keras.applications.inception_resnet_v2`: inception modules as residual branches (Szegedy et al., 2016)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import OTHERS
from tfshim.keras.applications._inception import convolution, stem
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.utils.registration import register_keras_serializable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


__all__ = ["InceptionResNetV2", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
# The convolutions (filters, size) of each branch of the residual blocks.
_BRANCHES = {
    "block35": (((32, 1),), ((32, 1), (32, 3)), ((32, 1), (48, 3), (64, 3))),
    "block17": (((192, 1),), ((128, 1), (160, (1, 7)), (192, (7, 1)))),
    "block8": (((192, 1),), ((192, 1), (224, (1, 3)), (256, (3, 1)))),
}


@register_keras_serializable()
class CustomScaleLayer(layers.Layer):
    """The first input plus `scale` times the second."""

    def __init__(self, scale: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scale = scale

    def call(self, inputs: Any) -> AnyTensor:
        return inputs[0] + inputs[1] * self.scale

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "scale": self.scale}


def _branch(x, steps):
    for filters, size in steps:
        x = convolution(x, filters, size)
    return x


def _halved(x, steps, last):
    return convolution(_branch(x, steps), last, 3, strides=2, padding="valid")


def _residual(x, scale, kind, number, activation="relu"):
    name, axis = f"{kind}_{number}", _common.channel_axis() % 4
    mixed = layers.Concatenate(axis=axis, name=name + "_mixed")([_branch(x, steps) for steps in _BRANCHES[kind]])
    up = layers.Conv2D(x.shape[axis], 1, padding="same", use_bias=True, name=name + "_conv")(mixed)
    x = CustomScaleLayer(scale)([x, up])
    return x if activation is None else layers.Activation(activation, name=name + "_ac")(x)


@tf_export("keras.applications.InceptionResNetV2")
def InceptionResNetV2(
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    input_shape: SizesLike | None = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """Inception with residual connections (Szegedy et al., 2016): its branches are added to their input.

    Mirrors `tf.keras.applications.InceptionResNetV2`. It takes images of at least 75 x 75, with a top 299 x 299, as
    `tf.keras.applications.inception_resnet_v2.preprocess_input` gives them. It has 55.9 million parameters with its top, and gives 1536
    features for each place without it. For classes of one's own give the features to a layer, as the example does, with
    `weights="imagenet"` where they can be had: a model that was frozen needs few pictures.

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
        >>> base = tf.keras.applications.InceptionResNetV2(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, 1536), (None, 5))
    """
    inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 299, 75)
    x = stem(inputs)
    axis = _common.channel_axis() % 4
    branches = [_branch(x, steps) for steps in (((96, 1),), ((48, 1), (64, 5)), ((64, 1), (96, 3), (96, 3)))]
    branches.append(convolution(layers.AveragePooling2D(3, strides=1, padding="same")(x), 64, 1))
    x = layers.Concatenate(axis=axis, name="mixed_5b")(branches)
    for i in range(1, 11):
        x = _residual(x, 0.17, "block35", i)
    branches = [_halved(x, (), 384), _halved(x, ((256, 1), (256, 3)), 384), layers.MaxPooling2D(3, strides=2, padding="valid")(x)]
    x = layers.Concatenate(axis=axis, name="mixed_6a")(branches)
    for i in range(1, 21):
        x = _residual(x, 0.1, "block17", i)
    branches = [
        _halved(x, ((256, 1),), 384),
        _halved(x, ((256, 1),), 288),
        _halved(x, ((256, 1), (288, 3)), 320),
        layers.MaxPooling2D(3, strides=2, padding="valid")(x),
    ]
    x = layers.Concatenate(axis=axis, name="mixed_7a")(branches)
    for i in range(1, 10):
        x = _residual(x, 0.2, "block8", i)
    x = _residual(x, 1.0, "block8", 10, activation=None)
    x = convolution(x, 1536, 1, name="conv_7b")
    if include_top:
        x = _common.classified(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        file = f"inception_resnet_v2_weights_tf_dim_ordering_tf_kernels{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}inception_resnet_v2/{file}", OTHERS["inception_resnet_v2"][0 if top else 1]

    return _common.finished(inputs, x, "inception_resnet_v2", weights, include_top, input_tensor, pretrained)


@imagenet_utils.preprocessing("inception_resnet_v2", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as the model was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

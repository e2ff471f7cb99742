"""`tf.keras.applications.vgg16`: the network VGG16 for images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras.applications import imagenet_utils
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.applications.vgg import vgg

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


_HASHES = ("64373286793e3c8b2b4e3219cbf3544b", "6d6bbae143d832006294945121d1f1fc")
__all__ = ["VGG16", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


@tf_export("keras.applications.VGG16")
def VGG16(
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    input_shape: SizesLike | None = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """VGG with 16 layers (Simonyan and Zisserman, 2014): convolutions of 3 x 3 and pools, and three dense layers.

    Mirrors `tf.keras.applications.VGG16`. It takes images of at least 32 x 32, with a top 224 x 224, as
    `tf.keras.applications.vgg16.preprocess_input` gives them. It has 138.4 million parameters with its top, and gives 512 features for each
    place without it. Its features, and those of the layers within, are what the losses of style transfer are made of. For classes of one's
    own give the features to a layer, as the example does, with `weights="imagenet"` where they can be had: a model that was frozen needs
    few pictures.

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
        >>> base = tf.keras.applications.VGG16(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, 512), (None, 5))
    """
    return vgg("vgg16", (2, 2, 3, 3, 3), _HASHES, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation)


@imagenet_utils.preprocessing("vgg16", "caffe")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as VGG was trained on: BGR, minus the mean of ImageNet."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="caffe")

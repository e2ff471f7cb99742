"""`tf.keras.applications.vgg16`."""

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

    Mirrors `tf.keras.applications.VGG16`. It takes images as `tf.keras.applications.vgg16.preprocess_input` gives them. Without its top it
    is often used for features and for the loss of styles.

    Arguments:
        include_top: whether the dense layers at the end are part of the model; True.
        weights: "imagenet" (default): downloaded once; None: random ones; or the path of a file.
        input_tensor: a Keras tensor that serves as the input; None.
        input_shape: (rows, columns, channels), at least 32 x 32; with a top (224, 224, 3), which "imagenet" requires.
        pooling: without a top: "avg", "max" or None (default): feature maps.
        classes: 1000. classifier_activation: "softmax" by default; None: logits.

    Returns:
        A `tf.keras.Model`, which has not been compiled.

    Raises:
        ValueError: arguments that do not fit each other, or a size that is too small.
    """
    return vgg("vgg16", (2, 2, 3, 3, 3), _HASHES, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation)


def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as VGG was trained on: BGR, minus the mean of ImageNet."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="caffe")

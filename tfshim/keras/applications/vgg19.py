"""`tf.keras.applications.vgg19`."""

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


_HASHES = ("cbe5617147190e668d6c5d5026f83318", "253f8cb515780f3b799900260a226db6")
__all__ = ["VGG19", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


@tf_export("keras.applications.VGG19")
def VGG19(
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    input_shape: SizesLike | None = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """VGG with 19 layers; mirrors `tf.keras.applications.VGG19`.

    `weights`: None for random ones, "imagenet" to download trained ones, or the path of a file. `input_shape`: (rows, columns,
    channels), at least 32 x 32; with a top (224, 224, 3) by default, which "imagenet" requires. `input_tensor`: used as the input.
    Without `include_top`, `pooling` ("avg", "max" or None) reduces rows and columns; with it, `classes` and
    `classifier_activation` are those of the last layer. Returns a `tf.keras.Model`. Raises ValueError for arguments that do not fit.
    """
    return vgg("vgg19", (2, 2, 4, 4, 4), _HASHES, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation)


def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as VGG was trained on: BGR, minus the mean of ImageNet."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="caffe")

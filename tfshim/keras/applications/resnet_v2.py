"""`tf.keras.applications.resnet_v2`: residual networks whose blocks begin with normalization (He et al., 2016)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.applications.resnet import network, normalized

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

__all__ = ["ResNet101V2", "ResNet152V2", "ResNet50V2", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _block(x, filters, stride, first, name):
    active = layers.Activation("relu", name=name + "_preact_relu")(normalized(x, name + "_preact_bn"))
    if first:
        shortcut = layers.Conv2D(4 * filters, 1, strides=stride, name=name + "_0_conv")(active)
    else:
        shortcut = layers.MaxPooling2D(1, strides=stride)(x) if stride > 1 else x
    x = layers.Conv2D(filters, 1, use_bias=False, name=name + "_1_conv")(active)
    x = layers.Activation("relu", name=name + "_1_relu")(normalized(x, name + "_1_bn"))
    x = layers.ZeroPadding2D(1, name=name + "_2_pad")(x)
    x = layers.Conv2D(filters, 3, strides=stride, use_bias=False, name=name + "_2_conv")(x)
    x = layers.Activation("relu", name=name + "_2_relu")(normalized(x, name + "_2_bn"))
    x = layers.Conv2D(4 * filters, 1, name=name + "_3_conv")(x)
    return layers.Add(name=name + "_out")([shortcut, x])


def _stacks(x, blocks):
    for i, (number, filters) in enumerate(zip(blocks, (64, 128, 256, 512)), 2):
        for b in range(1, number + 1):
            # Here the last block of a stack makes the image smaller, not the first as in `resnet`.
            x = _block(x, filters, 2 if b == number and i < 5 else 1, b == 1, f"conv{i}_block{b}")
    return x


def _make(depth, blocks):
    def model(
        include_top=True,
        weights="imagenet",
        input_tensor=None,
        input_shape=None,
        pooling=None,
        classes=1000,
        classifier_activation="softmax",
    ):
        return network(
            lambda x: _stacks(x, blocks),
            True,
            f"resnet{depth}v2",
            include_top,
            weights,
            input_tensor,
            input_shape,
            pooling,
            classes,
            classifier_activation,
        )

    model.__name__ = model.__qualname__ = f"ResNet{depth}V2"
    model.__doc__ = _common.described(
        f"ResNet{depth}V2",
        f"A residual network of {depth} layers whose blocks begin with normalization and activation (He et al., 2016).",
        "224 x 224, as `tf.keras.applications.resnet_v2.preprocess_input` gives them",
    )
    return model


ResNet50V2, ResNet101V2, ResNet152V2 = _make(50, (3, 4, 6, 3)), _make(101, (3, 4, 23, 3)), _make(152, (3, 8, 36, 3))
tf_export("keras.applications.ResNet101V2")(ResNet101V2)
tf_export("keras.applications.ResNet152V2")(ResNet152V2)
tf_export("keras.applications.ResNet50V2")(ResNet50V2)


@imagenet_utils.preprocessing("resnet_v2", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as ResNetV2 was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

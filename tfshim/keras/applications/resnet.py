"""`tf.keras.applications.resnet`: residual networks (He et al., 2015) with 50, 101 and 152 layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import RESNET
from tfshim.keras.applications.imagenet_utils import decode_predictions

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

__all__ = ["ResNet101", "ResNet152", "ResNet50", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
_EPSILON = 1.001e-5


def normalized(x, name):
    """Batch normalization as residual networks have it."""
    return layers.BatchNormalization(axis=_common.channel_axis(), epsilon=_EPSILON, name=name)(x)


def _block(x, filters, stride, first, name):
    shortcut = x
    if first:
        shortcut = normalized(layers.Conv2D(4 * filters, 1, strides=stride, name=name + "_0_conv")(x), name + "_0_bn")
    x = normalized(layers.Conv2D(filters, 1, strides=stride, name=name + "_1_conv")(x), name + "_1_bn")
    x = layers.Activation("relu", name=name + "_1_relu")(x)
    x = normalized(layers.Conv2D(filters, 3, padding="same", name=name + "_2_conv")(x), name + "_2_bn")
    x = layers.Activation("relu", name=name + "_2_relu")(x)
    x = normalized(layers.Conv2D(4 * filters, 1, name=name + "_3_conv")(x), name + "_3_bn")
    x = layers.Add(name=name + "_add")([shortcut, x])
    return layers.Activation("relu", name=name + "_out")(x)


def _stacks(x, blocks):
    for i, (number, filters) in enumerate(zip(blocks, (64, 128, 256, 512)), 2):
        for b in range(1, number + 1):
            x = _block(x, filters, 2 if b == 1 and i > 2 else 1, b == 1, f"conv{i}_block{b}")
    return x


def network(stacks, preactivated, name, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation):
    """A residual network: `stacks` is what lies between the beginning and the top."""
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 224, 32)
    x = layers.ZeroPadding2D(3, name="conv1_pad")(x)
    x = layers.Conv2D(64, 7, strides=2, name="conv1_conv")(x)
    if not preactivated:
        x = layers.Activation("relu", name="conv1_relu")(normalized(x, "conv1_bn"))
    x = layers.ZeroPadding2D(1, name="pool1_pad")(x)
    x = stacks(layers.MaxPooling2D(3, strides=2, name="pool1_pool")(x))
    if preactivated:
        x = layers.Activation("relu", name="post_relu")(normalized(x, "post_bn"))
    if include_top:
        x = layers.GlobalAveragePooling2D(name="avg_pool")(x)
        x = _common.classified(x, classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling, "avg_pool", "max_pool")

    def pretrained(top):
        file = f"{name}_weights_tf_dim_ordering_tf_kernels{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}resnet/{file}", _common.hashed(RESNET, name)[0 if top else 1]

    return _common.finished(inputs, x, name, weights, include_top, input_tensor, pretrained)


def _classifier_activation(kwargs):
    value = kwargs.pop("classifier_activation", "softmax")
    if kwargs:
        raise ValueError(f"Unknown argument(s): {kwargs}")
    return value


def _make(depth, blocks):
    def model(include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000, **kwargs):
        return network(
            lambda x: _stacks(x, blocks),
            False,
            f"resnet{depth}",
            include_top,
            weights,
            input_tensor,
            input_shape,
            pooling,
            classes,
            _classifier_activation(kwargs),
        )

    model.__name__ = model.__qualname__ = f"ResNet{depth}"
    model.__doc__ = _common.described(
        f"ResNet{depth}",
        f"A residual network of {depth} layers (He et al., 2015): blocks whose inputs are added to what they give.",
        "224 x 224, as `tf.keras.applications.resnet.preprocess_input` gives them",
    )
    return model


ResNet50, ResNet101, ResNet152 = _make(50, (3, 4, 6, 3)), _make(101, (3, 4, 23, 3)), _make(152, (3, 8, 36, 3))
tf_export("keras.applications.ResNet101")(ResNet101)
tf_export("keras.applications.ResNet152")(ResNet152)
tf_export("keras.applications.ResNet50")(ResNet50)


@imagenet_utils.preprocessing("resnet", "caffe")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as ResNet was trained on: BGR, minus the mean of ImageNet."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="caffe")

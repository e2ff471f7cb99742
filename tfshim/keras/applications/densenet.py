"""`tf.keras.applications.densenet`: each layer sees what all before it made (Huang et al., 2016)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import DENSENET
from tfshim.keras.applications.imagenet_utils import decode_predictions

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

__all__ = ["DenseNet121", "DenseNet169", "DenseNet201", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
_GROWTH = 32


def _active(x, bn, relu):
    x = layers.BatchNormalization(axis=_common.channel_axis(), epsilon=1.001e-5, name=bn)(x)
    return layers.Activation("relu", name=relu)(x)


def _dense(x, name):
    y = _active(x, name + "_0_bn", name + "_0_relu")
    y = layers.Conv2D(4 * _GROWTH, 1, use_bias=False, name=name + "_1_conv")(y)
    y = _active(y, name + "_1_bn", name + "_1_relu")
    y = layers.Conv2D(_GROWTH, 3, padding="same", use_bias=False, name=name + "_2_conv")(y)
    return layers.Concatenate(axis=_common.channel_axis(), name=name + "_concat")([x, y])


def _transition(x, name):
    x = _active(x, name + "_bn", name + "_relu")
    x = layers.Conv2D(x.shape[_common.channel_axis()] // 2, 1, use_bias=False, name=name + "_conv")(x)
    return layers.AveragePooling2D(2, strides=2, name=name + "_pool")(x)


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
        x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 224, 32)
        x = layers.ZeroPadding2D(3)(x)
        x = layers.Conv2D(64, 7, strides=2, use_bias=False, name="conv1/conv")(x)
        x = layers.ZeroPadding2D(1)(_active(x, "conv1/bn", "conv1/relu"))
        x = layers.MaxPooling2D(3, strides=2, name="pool1")(x)
        for i, number in enumerate(blocks, 2):
            for b in range(1, number + 1):
                x = _dense(x, f"conv{i}_block{b}")
            if i < 5:
                x = _transition(x, f"pool{i}")
        x = _active(x, "bn", "relu")
        if include_top:
            x = _common.classified(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
        else:
            x = _common.pooled(x, pooling, "avg_pool", "max_pool")
        return _common.finished(inputs, x, f"densenet{depth}", weights, include_top, input_tensor, pretrained)

    def pretrained(top):
        file = f"densenet{depth}_weights_tf_dim_ordering_tf_kernels{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}densenet/{file}", DENSENET[f"densenet{depth}"][0 if top else 1]

    model.__name__ = model.__qualname__ = f"DenseNet{depth}"
    model.__doc__ = _common.described(
        f"DenseNet{depth}",
        f"A densely connected network of {depth} layers (Huang et al., 2016): each layer sees what all before it in its block made.",
        "224 x 224, as `tf.keras.applications.densenet.preprocess_input` gives them",
    )
    return model


DenseNet121, DenseNet169, DenseNet201 = _make(121, (6, 12, 24, 16)), _make(169, (6, 12, 32, 32)), _make(201, (6, 12, 48, 32))
tf_export("keras.applications.DenseNet121")(DenseNet121)
tf_export("keras.applications.DenseNet169")(DenseNet169)
tf_export("keras.applications.DenseNet201")(DenseNet201)


@imagenet_utils.preprocessing("densenet", "torch")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as DenseNet was trained on: 0 ... 1, normalized."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="torch")

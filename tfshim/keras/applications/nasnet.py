"""`tf.keras.applications.nasnet`: cells found by search (Zoph et al., 2017)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import OTHERS
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.backend.settings import image_data_format

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Path, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.models.model import Model


__all__ = ["NASNetLarge", "NASNetMobile", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


def _normalized(x, name):
    return layers.BatchNormalization(axis=_common.channel_axis(), momentum=0.9997, epsilon=1e-3, name=name)(x)


def _convolution(x, filters, size, name, **kwargs):
    return layers.Conv2D(filters, size, use_bias=False, kernel_initializer="he_normal", name=name, **kwargs)(x)


def _separable(x, filters, size, name, stride=1):
    """Twice a separable convolution behind a ReLU; the first may halve the image."""
    x = layers.Activation("relu")(x)
    if stride == 2:
        x = layers.ZeroPadding2D(_common.correct_pad(x, size), name=f"separable_conv_1_pad_{name}")(x)
    for i, step in ((1, stride), (2, 1)):
        if i == 2:
            x = layers.Activation("relu")(x)
        x = layers.SeparableConv2D(
            filters,
            size,
            strides=step,
            padding="valid" if step == 2 else "same",
            use_bias=False,
            kernel_initializer="he_normal",
            name=f"separable_conv_{i}_{name}",
        )(x)
        x = _normalized(x, f"separable_conv_{i}_bn_{name}")
    return x


def _adjusted(before, x, filters, name):
    """The output of the cell before the last, in the size of the last one's."""
    if before is None:
        return x
    width = 2 if image_data_format() == "channels_first" else -2
    if before.shape[width] != x.shape[width]:
        before = layers.Activation("relu", name=f"adjust_relu_1_{name}")(before)
        first = layers.AveragePooling2D(1, strides=2, padding="valid", name=f"adjust_avg_pool_1_{name}")(before)
        first = _convolution(first, filters // 2, 1, f"adjust_conv_1_{name}", padding="same")
        # The other half of the filters looks at the image one pixel further.
        second = layers.Cropping2D(((1, 0), (1, 0)))(layers.ZeroPadding2D(((0, 1), (0, 1)))(before))
        second = layers.AveragePooling2D(1, strides=2, padding="valid", name=f"adjust_avg_pool_2_{name}")(second)
        second = _convolution(second, filters // 2, 1, f"adjust_conv_2_{name}", padding="same")
        return _normalized(layers.concatenate([first, second], axis=_common.channel_axis()), f"adjust_bn_{name}")
    if before.shape[_common.channel_axis()] != filters:
        before = _convolution(layers.Activation("relu")(before), filters, 1, f"adjust_conv_projection_{name}", padding="same")
        return _normalized(before, f"adjust_bn_{name}")
    return before


def _entry(x, filters, kind, name):
    x = _convolution(layers.Activation("relu")(x), filters, 1, f"{kind}_conv_1_{name}", padding="same")
    return _normalized(x, f"{kind}_bn_1_{name}")


def _mean(x, name, stride=1, padding="same"):
    return layers.AveragePooling2D(3, strides=stride, padding=padding, name=name)(x)


def _normal_cell(x, before, filters, name):
    p = _adjusted(before, x, filters, name)
    h = _entry(x, filters, "normal", name)
    pairs = [
        (_separable(h, filters, 5, f"normal_left1_{name}"), _separable(p, filters, 3, f"normal_right1_{name}")),
        (_separable(p, filters, 5, f"normal_left2_{name}"), _separable(p, filters, 3, f"normal_right2_{name}")),
        (_mean(h, f"normal_left3_{name}"), p),
        (_mean(p, f"normal_left4_{name}"), _mean(p, f"normal_right4_{name}")),
        (_separable(h, filters, 3, f"normal_left5_{name}"), h),
    ]
    sums = [layers.add(list(pair), name=f"normal_add_{i}_{name}") for i, pair in enumerate(pairs, 1)]
    return layers.concatenate([p, *sums], axis=_common.channel_axis(), name=f"normal_concat_{name}"), x


def _reduction_cell(x, before, filters, name):
    p = _adjusted(before, x, filters, name)
    h = _entry(x, filters, "reduction", name)
    padded = layers.ZeroPadding2D(_common.correct_pad(h, 3), name=f"reduction_pad_1_{name}")(h)

    def greatest(which):
        return layers.MaxPooling2D(3, strides=2, padding="valid", name=f"reduction_{which}_{name}")(padded)

    left, right = _separable(h, filters, 5, f"reduction_left1_{name}", 2), _separable(p, filters, 7, f"reduction_right1_{name}", 2)
    first = layers.add([left, right], name=f"reduction_add_1_{name}")
    left, right = greatest("left2"), _separable(p, filters, 7, f"reduction_right2_{name}", 2)
    second = layers.add([left, right], name=f"reduction_add_2_{name}")
    left = _mean(padded, f"reduction_left3_{name}", 2, "valid")
    third = layers.add([left, _separable(p, filters, 5, f"reduction_right3_{name}", 2)], name=f"reduction_add3_{name}")
    fourth = layers.add([second, _mean(first, f"reduction_left4_{name}")])
    left = _separable(first, filters, 3, f"reduction_left4_{name}")
    fifth = layers.add([left, greatest("right5")], name=f"reduction_add4_{name}")
    return layers.concatenate([second, third, fourth, fifth], axis=_common.channel_axis(), name=f"reduction_concat_{name}"), x


def _network(
    kind,
    size,
    penultimate,
    blocks,
    stem,
    skip_reduction,
    input_shape,
    include_top,
    weights,
    input_tensor,
    pooling,
    classes,
    classifier_activation,
):
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, size, 32, require_flatten=True)
    filters = penultimate // 24
    x = _convolution(x, stem, 3, "stem_conv1", strides=2, padding="valid")
    x, before = _normalized(x, "stem_bn1"), None
    x, before = _reduction_cell(x, before, filters // 4, "stem_1")
    x, before = _reduction_cell(x, before, filters // 2, "stem_2")
    for stage in range(3):
        n = filters * 2**stage
        if stage:
            x, last = _reduction_cell(x, before, n, f"reduce_{stage * blocks}")
            before = before if skip_reduction else last
        for i in range(blocks):
            x, before = _normal_cell(x, before, n, str(stage * blocks + i + (1 if stage else 0)))
    x = layers.Activation("relu")(x)
    if include_top:
        x = _common.classified(layers.GlobalAveragePooling2D()(x), classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        rest = "" if top else "{0}no{0}top"
        return (
            f"nasnet_{kind}{rest.format('_')}.h5",
            f"{_common.STORE}nasnet/NASNet-{kind}{rest.format('-')}.h5",
            OTHERS[f"nasnet_{kind}"][0 if top else 1],
        )

    return _common.finished(inputs, x, "NASNet", weights, include_top, input_tensor, pretrained)


@tf_export("keras.applications.NASNetMobile")
def NASNetMobile(
    input_shape: SizesLike | None = None,
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """The small NASNet (Zoph et al., 2017): cells of separable convolutions and pools that were found by a search.

    Mirrors `tf.keras.applications.NASNetMobile`. It takes images of at least 32 x 32, 224 x 224 where no shape is given, as
    `tf.keras.applications.nasnet.preprocess_input` gives them. It has 5.3 million parameters with its top, and gives 1056 features for each
    place without it. For classes of one's own give the features to a layer, as the example does, with `weights="imagenet"` where they can
    be had: a model that was frozen needs few pictures.

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
        >>> base = tf.keras.applications.NASNetMobile(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, 1056), (None, 5))
    """
    return _network(
        "mobile", 224, 1056, 4, 32, False, input_shape, include_top, weights, input_tensor, pooling, classes, classifier_activation
    )


@tf_export("keras.applications.NASNetLarge")
def NASNetLarge(
    input_shape: SizesLike | None = None,
    include_top: bool = True,
    weights: Path | None = "imagenet",
    input_tensor: Any = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: ActivationLike = "softmax",
) -> Model:
    """The large NASNet (Zoph et al., 2017): cells of separable convolutions and pools that were found by a search.

    Mirrors `tf.keras.applications.NASNetLarge`. It takes images of at least 32 x 32, 331 x 331 where no shape is given, as
    `tf.keras.applications.nasnet.preprocess_input` gives them. It has 88.9 million parameters with its top, and gives 4032 features for
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
        >>> base = tf.keras.applications.NASNetLarge(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, 4032), (None, 5))
    """
    return _network(
        "large", 331, 4032, 6, 96, True, input_shape, include_top, weights, input_tensor, pooling, classes, classifier_activation
    )


@imagenet_utils.preprocessing("nasnet", "tf")
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """Images as NASNet was trained on: -1 ... 1."""
    return imagenet_utils.preprocess_input(x, data_format=data_format, mode="tf")

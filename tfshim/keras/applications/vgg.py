"""VGG (Simonyan and Zisserman, 2014): blocks of convolutions of 3 x 3, each followed by a pool."""

from tfshim.keras import layers
from tfshim.keras.applications import _common

_WORDING = {
    "vgg16": _common.Wording(".  Received: weights={}", ".  Received `classes={}`"),
    "vgg19": _common.Wording(".  Received: `weights={}.`", ".  Received: `classes={}.`"),
}


def vgg(name, convolutions, hashes, include_top, weights, input_tensor, input_shape, pooling, classes, classifier_activation):
    """The model with so many convolutions in each of five blocks."""
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 224, 32, wording=_WORDING[name])
    for block, (number, filters) in enumerate(zip(convolutions, (64, 128, 256, 512, 512)), 1):
        for i in range(1, number + 1):
            x = layers.Conv2D(filters, 3, activation="relu", padding="same", name=f"block{block}_conv{i}")(x)
        x = layers.MaxPooling2D(2, strides=2, name=f"block{block}_pool")(x)
    if include_top:
        x = layers.Flatten(name="flatten")(x)
        for i in (1, 2):
            x = layers.Dense(4096, activation="relu", name=f"fc{i}")(x)
        x = _common.classified(x, classes, classifier_activation, weights)
    else:
        x = _common.pooled(x, pooling)

    def pretrained(top):
        file = f"{name}_weights_tf_dim_ordering_tf_kernels{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}{name}/{file}", hashes[0 if top else 1]

    return _common.finished(inputs, x, name, weights, include_top, input_tensor, pretrained)

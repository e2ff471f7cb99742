"""What all architectures share: their arguments, inputs, tops and weights."""

import os
import warnings
from typing import NamedTuple

from tfshim.keras import activations, layers
from tfshim.keras.applications._sizes import SIZES
from tfshim.keras.backend.settings import image_data_format
from tfshim.keras.models import Model
from tfshim.keras.models.plotting import get_source_inputs
from tfshim.keras.utils.files import get_file

STORE = "https://storage.googleapis.com/tensorflow/keras-applications/"


def channel_axis():
    """The axis of the channels."""
    return 1 if image_data_format() == "channels_first" else -1


class Wording(NamedTuple):
    """How an architecture ends the sentences about weights and classes that it refuses, each in Keras in another way."""

    weights: str = "."
    classes: str = ""
    imagenet: str = '"imagenet"'


_PLAIN = Wording()


def check_weights(weights, include_top, classes, wording):
    """Raise ValueError for weights that are neither None, "imagenet" nor a file, or that do not fit the classes."""
    if not (weights in {"imagenet", None} or os.path.exists(weights)):
        raise ValueError(
            "The `weights` argument should be either `None` (random initialization), `imagenet` (pre-training on ImageNet), "
            "or the path to the weights file to be loaded" + wording.weights.format(weights)
        )
    if weights == "imagenet" and include_top and classes != 1000:
        raise ValueError(
            f"If using `weights` as `{wording.imagenet}` with `include_top` as true, `classes` should be 1000"
            + wording.classes.format(classes)
        )


def obtain_input_shape(input_shape, default_size, min_size, require_flatten, weights=None):
    """The shape of the input: that given, checked, or the default one. Raises ValueError for one that is too small."""
    first = image_data_format() == "channels_first"
    channels = 3
    if weights != "imagenet" and input_shape and len(input_shape) == 3:
        channels = input_shape[0] if first else input_shape[-1]
        if channels not in {1, 3}:
            warnings.warn(
                f"This model usually expects 1 or 3 input channels. However, it was passed an input_shape with {channels} input channels.",
                stacklevel=4,
            )
    default = (channels, default_size, default_size) if first else (default_size, default_size, channels)
    if weights == "imagenet" and require_flatten:
        if input_shape is not None and tuple(input_shape) != default:
            raise ValueError(
                f"When setting `include_top=True` and loading `imagenet` weights, `input_shape` should be {default}.  "
                f"Received: input_shape={input_shape}"
            )
        return default
    if input_shape:
        if len(input_shape) != 3:
            raise ValueError("`input_shape` must be a tuple of three integers.")
        given = input_shape[0] if first else input_shape[-1]
        if given != 3 and weights == "imagenet":
            raise ValueError(f"The input must have 3 channels; Received `input_shape={input_shape}`")
        if any(d is not None and d < min_size for d in (input_shape[1:] if first else input_shape[:2])):
            raise ValueError(f"Input size must be at least {min_size}x{min_size}; Received: input_shape={input_shape}")
    elif require_flatten:
        input_shape = default
    else:
        input_shape = (3, None, None) if first else (None, None, 3)
    if require_flatten and None in input_shape:
        raise ValueError(f"If `include_top` is True, you should specify a static `input_shape`. Received: input_shape={input_shape}")
    return input_shape


def start(input_tensor, input_shape):
    """The tensor that a model begins with."""
    if input_tensor is None:
        return layers.Input(shape=input_shape)
    # A tensor of a graph of layers is the input itself; any other gets an Input around it.
    return input_tensor if hasattr(input_tensor, "_keras_history") else layers.Input(tensor=input_tensor, shape=input_shape)


def begin(include_top, weights, classes, input_tensor, input_shape, default_size, min_size, require_flatten=None, wording=_PLAIN):
    """Check the arguments and give the tensor that a model begins with."""
    check_weights(weights, include_top, classes, wording)
    shape = obtain_input_shape(input_shape, default_size, min_size, include_top if require_flatten is None else require_flatten, weights)
    return start(input_tensor, shape)


def check_activation(classifier_activation, weights):
    """Raise ValueError for another activation than softmax or none with weights that were trained."""
    if weights is not None and activations.get(classifier_activation) not in {activations.get("softmax"), activations.get(None)}:
        raise ValueError(
            "Only `None` and `softmax` activations are allowed for the `classifier_activation` argument when using pretrained "
            f"weights, with `include_top=True`; Received: classifier_activation={classifier_activation}"
        )


def classified(x, classes, classifier_activation, weights, name="predictions"):
    """The last layer of a top."""
    check_activation(classifier_activation, weights)
    return layers.Dense(classes, activation=classifier_activation, name=name)(x)


def pooled(x, pooling, avg=None, max=None):
    """`x` without a top: pooled, if at all."""
    if pooling == "avg":
        return layers.GlobalAveragePooling2D(name=avg)(x)
    return layers.GlobalMaxPooling2D(name=max)(x) if pooling == "max" else x


def finished(inputs, x, name, weights, include_top, input_tensor=None, pretrained=None):
    """The model, with its weights. `pretrained(include_top)` gives (file name, address, hash) of those of ImageNet."""
    # What the tensor was made from belongs to the model too: it begins at the first inputs.
    if input_tensor is not None:
        inputs = get_source_inputs(input_tensor)
    model = Model(inputs, x, name=name)
    if weights == "imagenet":
        file_name, address, file_hash = pretrained(include_top)
        model.load_weights(get_file(file_name, address, cache_subdir="models", file_hash=file_hash))
    elif weights is not None:
        model.load_weights(weights)
    return model


def hashed(table, key):
    """The hashes with and without a top that `table` has for `key`, or None twice."""
    return table.get(key, (None, None))


def correct_pad(x, kernel_size):
    """The padding before a convolution of stride 2 that "same" would have for odd sizes."""
    rows = 2 if image_data_format() == "channels_first" else 1
    sizes = x.shape[rows : rows + 2]
    kernel = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
    # At even sizes "same" with stride 2 puts one element less before than after; an unknown size counts as even.
    odd = [1, 1] if sizes[0] is None else [1 - s % 2 for s in sizes]
    return tuple((k // 2 - o, k // 2) for k, o in zip(kernel, odd))


# Lines for `described`.
PREPROCESSING = "\n        include_preprocessing: whether the model scales its inputs itself; True: images are 0 ... 255."
NAMED = "\n        model_name: the name of the model; by default that of the architecture in small letters."


def described(name, summary, images, further=""):
    """The docstring of an architecture that is made by a function of its family.

    `summary`: what it is; `images`: the images that it takes, as "224 x 224, as `preprocess_input` gives them"; `further`: lines on
    arguments of its own. Its size is that of `SIZES`.
    """
    millions, features = SIZES[name]
    return f"""{summary}

    Mirrors `tf.keras.applications.{name}`. It takes images of {images}. It has {millions} million parameters with its top, and
    gives {features} features for each place without it. For classes of one's own give these to a layer, as the example does, with
    `weights="imagenet"` where they can be had: a model that was frozen needs few pictures.

    Arguments:
        include_top: whether the classifier at the end is part of the model; True. Without it the model gives features.
        weights: "imagenet" (default): those trained on ImageNet, which are downloaded once; None: random ones; or the path of a file.
        input_tensor: a Keras tensor that serves as the input; None (default): a new one.
        input_shape: (rows, columns, channels) without the batch; with a top and "imagenet" it has to be the default. Without a top rows
            and columns may be None.
        pooling: without a top: "avg" or "max" over rows and columns, for [batch, features]; None (default): the last feature maps.
        classes: how many classes the top has; 1000, which "imagenet" requires.
        classifier_activation: of the top: "softmax" by default; None: logits.{further}

    Returns:
        A `tf.keras.Model`, which has not been compiled.

    Raises:
        ValueError: arguments that do not fit each other, or a size that is too small.

    Example:
        >>> base = tf.keras.applications.{name}(weights=None, include_top=False, pooling="avg", input_shape=(96, 96, 3))
        >>> base.trainable = False
        >>> model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
        >>> base.output_shape, model.output_shape
        ((None, {features}), (None, 5))
    """


def of_size(network, size, name, default_name, doc):
    """The public function `name` that makes `network` of one size; its models are called `default_name`."""

    def model(
        model_name=default_name,
        include_top=True,
        include_preprocessing=True,
        weights="imagenet",
        input_tensor=None,
        input_shape=None,
        pooling=None,
        classes=1000,
        classifier_activation="softmax",
    ):
        return network(
            size,
            model_name,
            include_top,
            include_preprocessing,
            weights,
            input_tensor,
            input_shape,
            pooling,
            classes,
            classifier_activation,
        )

    model.__name__ = model.__qualname__ = name
    model.__module__, model.__doc__ = network.__module__, doc
    return model

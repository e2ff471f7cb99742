"""The list of models: their sizes, and the data they are trained on."""

from collections import namedtuple

import numpy as np

# `y` is None where what is learned is `x` itself, or where nothing is to be predicted.
Data = namedtuple("Data", "x y batch")
MODELS = {}


class Model:
    """One model to measure.

    `keras_FAMILY.NAME(data, **sizes)` and `torch_FAMILY.NAME(data, **sizes)` build it, ready to be trained.

    Arguments:
        family: which modules define it.
        name, about: what the table calls it.
        make: function of a random generator, the number of examples and the sizes; it returns the arrays x and y.
        batch: examples in a step.
        steps: steps in an epoch, which is what is timed.
        sizes: numbers that both definitions are given.
        tiny: sizes that differ where the model is only tried.
    """

    def __init__(self, family, name, about, make, batch, steps, sizes, tiny):
        self.family, self.name, self.about = family, name, about
        self.make, self.batch, self.steps = make, batch, steps
        self.sizes, self.tiny = sizes, tiny
        MODELS[name] = self

    def prepared(self, tiny=False):
        """The data of one epoch, and the sizes; of one step of two examples for a `tiny` model."""
        sizes = {**self.sizes, **(self.tiny if tiny else {})}
        batch, steps = (2, 1) if tiny else (self.batch, self.steps)
        x, y = self.make(np.random.default_rng(0), batch * steps, **sizes)
        return Data(x, y, batch), sizes


def _vectors(rng, count, features, classes, **_):
    return rng.random((count, features), "float32"), rng.integers(0, classes, count)


def _images(rng, count, side, classes, channels=3, **_):
    return rng.random((count, side, side, channels), "float32"), rng.integers(0, classes, count)


def _photographs(rng, count, side, classes, **_):
    x, y = _images(rng, count, side, classes)
    return x * 255, y


def _segmented(rng, count, side, classes, **_):
    return rng.random((count, side, side, 3), "float32"), rng.integers(0, classes, (count, side, side))


def _unlabelled(rng, count, features, **_):
    return rng.random((count, features), "float32"), None


def _digits(rng, count, **_):
    return rng.random((count, 28, 28, 1), "float32") * 2 - 1, None


def _series(rng, count, length, features, classes, **_):
    return rng.random((count, length, features), "float32"), rng.integers(0, classes, count)


def _forecast(rng, count, length, features, **_):
    return rng.random((count, length, features), "float32"), rng.random((count, length, 1), "float32")


def _texts(rng, count, length, vocabulary, classes=2, **_):
    return rng.integers(1, vocabulary, (count, length)), rng.integers(0, classes, count)


def _reviews(rng, count, length, vocabulary, **_):
    x, y = _texts(rng, count, length, vocabulary)
    return x, y.astype("float32")[:, None]


def _padded_reviews(rng, count, length, vocabulary, **_):
    x, y = _reviews(rng, count, length, vocabulary)
    lengths = rng.integers(length // 4, length + 1, count)
    return np.where(np.arange(length) < lengths[:, None], x, 0), y


def _continued(rng, count, length, vocabulary, **_):
    tokens = rng.integers(0, vocabulary, (count, length + 1))
    return tokens[:, :-1], tokens[:, 1:]


Model("dense", "mlp", "dense layers with batch normalization and dropout", _vectors, 64, 20,
      {"features": 784, "width": 256, "depth": 3, "classes": 10}, {"features": 6, "width": 4})  # fmt: skip
Model("dense", "autoencoder", "autoencoder of dense layers, a subclass of Model", _unlabelled, 64, 20,
      {"features": 784, "width": 256, "code": 32}, {"features": 6, "width": 4, "code": 2})  # fmt: skip
Model("images", "cnn", "small convolutional network, 32 x 32", _images, 32, 10,
      {"side": 32, "filters": 32, "classes": 10}, {"side": 24, "filters": 2})  # fmt: skip
Model("images", "unet", "U-Net, 64 x 64", _segmented, 8, 5,
      {"side": 64, "filters": 16, "depth": 3, "classes": 3}, {"side": 8, "filters": 2})  # fmt: skip
Model("applications", "mobilenet_v2", "MobileNetV2, 96 x 96", _images, 16, 3, {"side": 96, "classes": 10}, {"side": 32})
Model("applications", "resnet50", "ResNet50, 96 x 96", _images, 8, 3, {"side": 96, "classes": 10}, {"side": 32})
Model("applications", "efficientnet_b0", "EfficientNetB0, 96 x 96", _photographs, 16, 3, {"side": 96, "classes": 10}, {"side": 32})
Model("generative", "dcgan", "DCGAN, 28 x 28, two optimizers in a tf.function", _digits, 32, 3,
      {"noise": 100, "filters": 64}, {"noise": 3, "filters": 2})  # fmt: skip
Model("recurrent", "lstm", "LSTM over series", _series, 32, 10,
      {"length": 50, "features": 16, "units": 64, "classes": 10}, {"length": 4, "features": 3, "units": 2})  # fmt: skip
Model("recurrent", "gru", "GRU that continues text, a prediction at every step", _continued, 32, 5,
      {"length": 50, "vocabulary": 66, "width": 64, "units": 128}, {"length": 4, "vocabulary": 7, "width": 3, "units": 2})  # fmt: skip
Model("recurrent", "gru_masked", "GRU over padded texts, masked", _padded_reviews, 32, 10,
      {"length": 50, "vocabulary": 5000, "width": 64, "units": 64}, {"length": 4, "vocabulary": 7, "width": 3, "units": 2})  # fmt: skip
Model("recurrent", "gru_bidirectional", "bidirectional GRU over texts", _reviews, 32, 10,
      {"length": 50, "vocabulary": 5000, "width": 64, "units": 64}, {"length": 4, "vocabulary": 7, "width": 3, "units": 2})  # fmt: skip
Model("sequences", "conv1d_causal", "dilated causal convolutions that forecast", _forecast, 32, 10,
      {"length": 128, "features": 16, "filters": 64, "depth": 6},
      {"length": 8, "features": 2, "filters": 3, "depth": 2})  # fmt: skip
Model("sequences", "embedding", "mean of embeddings out of 200,000 rows", _reviews, 32, 10,
      {"length": 50, "vocabulary": 200_000, "width": 32}, {"length": 4, "vocabulary": 9, "width": 3})  # fmt: skip
_SMALL = {"length": 6, "vocabulary": 9, "width": 4, "heads": 2, "inner": 5, "depth": 2}
Model("attention", "encoder", "transformer encoder, three layers", _texts, 16, 5,
      {"length": 64, "vocabulary": 5000, "width": 128, "heads": 4, "inner": 512, "depth": 3, "classes": 4}, _SMALL)  # fmt: skip
Model("attention", "decoder", "causal transformer; instead of predict, samples 20 tokens", _continued, 16, 5,
      {"length": 64, "vocabulary": 1000, "width": 128, "heads": 4, "inner": 512, "depth": 2, "sampled": 20},
      {**_SMALL, "sampled": 3})  # fmt: skip

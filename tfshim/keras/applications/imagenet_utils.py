"""`tf.keras.applications.imagenet_utils`: images as the models were trained on, and the names of the classes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops
from tfshim._listing import listing
from tfshim.keras.backend.images import bias_add
from tfshim.keras.backend.settings import floatx, image_data_format
from tfshim.keras.utils.files import get_file

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

__all__ = ["decode_predictions", "preprocess_input"]
__dir__ = listing(globals())

_CLASSES = {}
_MEANS = {"torch": [0.485, 0.456, 0.406], "caffe": [103.939, 116.779, 123.68]}
_DEVIATIONS = [0.229, 0.224, 0.225]


def preprocess_input(x: TensorLike, data_format: str | None = None, mode: str = "caffe") -> AnyTensor:
    """Images of RGB values 0 ... 255 as a model was trained on; an array of floats is changed in place.

    `mode`: "caffe" (BGR, minus the mean of ImageNet), "tf" (-1 ... 1) or "torch" (0 ... 1, normalized).
    Raises ValueError for another mode or layout. Mirrors `tf.keras.applications.imagenet_utils.preprocess_input`.
    """
    if mode not in {"caffe", "tf", "torch"}:
        raise ValueError(f"Expected mode to be one of `caffe`, `tf` or `torch`. Received: mode={mode}")
    if data_format not in {None, "channels_first", "channels_last"}:
        raise ValueError(f"Expected data_format to be one of `channels_first` or `channels_last`. Received: data_format={data_format}")
    first = (data_format or image_data_format()) == "channels_first"
    return _array(x, first, mode) if isinstance(x, np.ndarray) else _tensor(x, first, mode)


def _array(x, first, mode):
    if not issubclass(x.dtype.type, np.floating):
        x = x.astype(floatx(), copy=False)
    # From here on the caller's array changes in place where it was float already, as in Keras.
    if mode == "tf":
        x /= 127.5
        x -= 1.0
        return x
    if mode == "torch":
        x /= 255.0
    # The networks that came from Caffe take the channels as blue, green, red.
    elif first:
        x = x[::-1, ...] if x.ndim == 3 else x[:, ::-1, ...]
    else:
        x = x[..., ::-1]
    for i in range(3):
        channel = x[..., i, :, :] if first else x[..., i]
        channel -= _MEANS[mode][i]
        if mode == "torch":
            channel /= _DEVIATIONS[i]
    return x


def _tensor(x, first, mode):
    if mode == "tf":
        return x / 127.5 - 1.0
    if mode == "torch":
        x = x / 255.0
    elif first:
        x = x[::-1, ...] if x.shape.rank == 3 else x[:, ::-1, ...]
    else:
        x = x[..., ::-1]
    minus = array_ops.cast(array_ops.constant([-m for m in _MEANS[mode]]), x.dtype)
    x = bias_add(x, minus, "channels_first" if first else "channels_last")
    if mode == "torch":
        deviations = array_ops.constant(_DEVIATIONS, dtype=x.dtype)
        x = x / (array_ops.reshape(deviations, (-1, 1, 1)) if first else deviations)
    return x


def decode_predictions(preds: np.ndarray, top: int = 5) -> list[list[tuple[str, str, float]]]:
    """The `top` classes of each row of predictions [number, 1000]: (identifier, name, score), the best first.

    The names are downloaded once. Raises ValueError for another shape.
    """
    if len(preds.shape) != 2 or preds.shape[1] != 1000:
        raise ValueError(
            "`decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)). Found array with "
            f"shape: {preds.shape}"
        )
    if not _CLASSES:
        path = get_file(
            "imagenet_class_index.json",
            "https://storage.googleapis.com/download.tensorflow.org/data/imagenet_class_index.json",
            cache_subdir="models",
            file_hash="c2c37ea517e94d9795004a39431a14cb",
        )
        with open(path, encoding="utf-8") as f:
            _CLASSES.update(json.load(f))
    found = []
    for row in preds:
        best = [(*_CLASSES[str(i)], row[i]) for i in row.argsort()[-top:][::-1]]
        found.append(sorted(best, key=lambda item: item[2], reverse=True))
    return found

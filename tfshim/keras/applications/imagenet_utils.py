"""`tf.keras.applications.imagenet_utils`: images as the models were trained on, and the names of the classes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

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

_F = TypeVar("_F", bound=Callable[..., Any])
_CLASSES: dict[str, list[str]] = {}
_MEANS = {"torch": [0.485, 0.456, 0.406], "caffe": [103.939, 116.779, 123.68]}
_DEVIATIONS = [0.229, 0.224, 0.225]
# What each mode does, and what a white pixel becomes.
_MODES = {
    "caffe": (
        "The channels become blue, green, red, and from each the mean of ImageNet is taken.",
        "[151.06, 138.22, 131.32]",
    ),
    "tf": ("Values are scaled to -1 ... 1: divided by 127.5, less 1.", "[1.0, 1.0, 1.0]"),
    "torch": (
        "Values are scaled to 0 ... 1, and less the mean of ImageNet divided by its deviation.",
        "[2.25, 2.43, 2.64]",
    ),
    None: (
        "The images come back as they are: the models have a layer that scales them. It is there so that programs may take one model for "
        "another. Images that were scaled before give wrong answers.",
        "[255.0, 255.0, 255.0]",
    ),
}


def preprocess_input(x: TensorLike, data_format: str | None = None, mode: str = "caffe") -> AnyTensor:
    """Images of RGB values 0 ... 255 as a model was trained on. Mirrors `tf.keras.applications.imagenet_utils.preprocess_input`.

    Each module of an architecture has a `preprocess_input` with its mode, as `tf.keras.applications.resnet.preprocess_input`, which is the
    one to call where the architecture is known. An array of floats is changed in place; hand in a copy where it is needed later.

    Arguments:
        x: an array or tensor [rows, columns, 3] or [batch, rows, columns, 3], of any number type.
        data_format: "channels_last" or "channels_first"; None (default): what `tf.keras.backend.image_data_format` says.
        mode: "caffe" (default): blue, green, red, less the mean of ImageNet; "tf": -1 ... 1; "torch": 0 ... 1, less the mean of ImageNet
            and divided by its deviation.

    Returns:
        An array for an array, a tensor for a tensor; of floats where it was of integers.

    Raises:
        ValueError: another mode or layout.

    Example:
        >>> image = np.full([2, 2, 3], 255, np.uint8)
        >>> tf.keras.applications.imagenet_utils.preprocess_input(image, mode="tf").max()
        1.0
    """
    if mode not in {"caffe", "tf", "torch"}:
        raise ValueError(f"Expected mode to be one of `caffe`, `tf` or `torch`. Received: mode={mode}")
    if data_format not in {None, "channels_first", "channels_last"}:
        raise ValueError(f"Expected data_format to be one of `channels_first` or `channels_last`. Received: data_format={data_format}")
    first = (data_format or image_data_format()) == "channels_first"
    return _array(x, first, mode) if isinstance(x, np.ndarray) else _tensor(x, first, mode)


def preprocessing(module: str, mode: str | None) -> Callable[[_F], _F]:
    """A decorator that tells in the help text of `preprocess_input` of `module` what the mode does; None: nothing."""
    does, white = _MODES[mode]
    changed = "An array of floats is changed in place; hand in a copy where it is needed later." if mode else "Nothing is copied."
    dtype = "of floats where it was of integers" if mode else "the same object"

    def with_text(function: _F) -> _F:
        function.__doc__ = f"""{function.__doc__}

    Mirrors `tf.keras.applications.{module}.preprocess_input`. {does} {changed} Batches of a data set get it by
    `dataset.map(lambda x, y: (preprocess_input(x), y))`.

    Arguments:
        x: an array or tensor of RGB values 0 ... 255, [rows, columns, 3] or [batch, rows, columns, 3], of any number type.
        data_format: "channels_last" or "channels_first"; None (default): what `tf.keras.backend.image_data_format` says.

    Returns:
        An array for an array, a tensor for a tensor; {dtype}.

    Raises:
        ValueError: another `data_format`.

    Example:
        >>> white = np.full([1, 2, 2, 3], 255.0, np.float32)
        >>> tf.keras.applications.{module}.preprocess_input(white)[0, 0, 0].astype(float).round(2).tolist()
        {white}
    """
        return function

    return with_text


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
    """The names of the most likely classes of ImageNet. Mirrors `tf.keras.applications.imagenet_utils.decode_predictions`.

    It is for models with a top of 1,000 classes, as `weights="imagenet"` gives. Each module of an architecture has it too, and they are all
    this one. At the first call the list of names is downloaded to "~/.keras/models"; where there is no connection, the places of
    `preds.argsort()` stay the only answer.

    Arguments:
        preds: a NumPy array [number, 1000], what `model.predict` gives: scores in the order of the classes.
        top: how many classes of each row; 5.

    Returns:
        A list with a list for each row, the best first: tuples of the identifier in WordNet, the name, and the score.

    Raises:
        ValueError: another shape, as that of a single row without the batch, or a model with other classes.

    Example:
        >>> tf.keras.applications.imagenet_utils.decode_predictions(np.zeros([1, 10]))
        Traceback (most recent call last):
        ValueError: `decode_predictions` expects a batch of predictions ... Found array with shape: (1, 10)
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

"""MNIST as the tutorials of TensorFlow 1 read it: `input_data.read_data_sets(folder, one_hot=True)`."""

from __future__ import annotations

import collections
import gzip
import os
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from tfshim.engine.random.seeds import get_seed
from tfshim.engine.values import dtypes
from tfshim.keras.datasets import mnist
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.engine.values.dtypes import DTypeLike

__all__ = ["DataSet", "Datasets", "dense_to_one_hot", "extract_images", "extract_labels", "read_data_sets"]

Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])
_FILES = ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz")
_IMAGES, _LABELS = 2051, 2049  # the numbers such files begin with


def _numbers(f, magic, count):
    """What follows the header of `count` sizes, and those."""
    with gzip.GzipFile(fileobj=f) as stream:
        content = stream.read()
    header = np.frombuffer(content, ">u4", count + 1)
    if header[0] != magic:
        raise ValueError(f"Invalid magic number {header[0]} in MNIST file: {getattr(f, 'name', f)}")
    return np.frombuffer(content, np.uint8, offset=4 * (count + 1)), [int(n) for n in header[1:]]


def extract_images(f: BinaryIO) -> np.ndarray:
    """The images in an open file of MNIST: uint8 [count, height, width, 1]. Raises ValueError for other files."""
    numbers, (count, rows, columns) = _numbers(f, _IMAGES, 3)
    return numbers.reshape(count, rows, columns, 1)


def extract_labels(f: BinaryIO, one_hot: bool = False, num_classes: int = 10) -> np.ndarray:
    """The labels in an open file of MNIST: uint8 [count], with `one_hot` rows of zeros and a one."""
    numbers, _ = _numbers(f, _LABELS, 1)
    return dense_to_one_hot(numbers, num_classes) if one_hot else numbers


def dense_to_one_hot(labels_dense: np.ndarray, num_classes: int) -> np.ndarray:
    """Labels as rows of zeros and a one: float64 [count, num_classes]."""
    return np.eye(num_classes)[labels_dense]


class DataSet:
    """Images and labels that are given out in batches.

    `images`: [count, height, width, 1], uint8. As `dtype` float32 they become numbers from 0 to 1, and rows with `reshape`.
    `fake_data`: batches of ones instead. `seed`: of the order, beside the graph's; none for another one each time.
    """

    def __init__(
        self,
        images: np.ndarray,
        labels: np.ndarray,
        fake_data: bool = False,
        one_hot: bool = False,
        dtype: DTypeLike = dtypes.float32,
        reshape: bool = True,
        seed: int | None = None,
    ) -> None:
        graph_seed, own_seed = get_seed(seed)
        np.random.seed(graph_seed if seed is None else own_seed)
        dtype = dtypes.as_dtype(dtype).base_dtype
        if dtype not in (dtypes.uint8, dtypes.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        self._fake, self.one_hot = fake_data, one_hot
        if fake_data:
            self._num_examples = 10000
        else:
            if images.shape[0] != labels.shape[0]:
                raise ValueError(f"images.shape: {images.shape} labels.shape: {labels.shape}")
            self._num_examples = images.shape[0]
            if reshape:
                images = images.reshape(images.shape[0], -1)
            if dtype == dtypes.float32:
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images, self._labels = images, labels
        self._epochs, self._at = 0, 0

    images = property(lambda self: self._images, doc="All images, in the order of the epoch.")
    labels = property(lambda self: self._labels, doc="All labels.")
    num_examples = property(lambda self: self._num_examples, doc="How many there are.")
    epochs_completed = property(lambda self: self._epochs, doc="How often all were given out.")

    def _reorder(self):
        order = np.arange(self._num_examples)
        np.random.shuffle(order)
        self._images, self._labels = self._images[order], self._labels[order]

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> tuple[Any, Any]:
        """The next (images, labels). At the end of an epoch the rest and the first of the next, in another order."""
        if fake_data or self._fake:
            label = [1] + [0] * 9 if self.one_hot else 0
            return [[1] * 784 for _ in range(batch_size)], [label for _ in range(batch_size)]
        start = self._at
        if self._epochs == 0 and start == 0 and shuffle:
            self._reorder()
        if start + batch_size <= self._num_examples:
            self._at += batch_size
            return self._images[start : self._at], self._labels[start : self._at]
        self._epochs += 1
        rest = self._images[start:], self._labels[start:]
        if shuffle:
            self._reorder()
        self._at = batch_size - (self._num_examples - start)
        first = self._images[: self._at], self._labels[: self._at]
        return np.concatenate((rest[0], first[0])), np.concatenate((rest[1], first[1]))


def _read(folder, one_hot):
    paths = [os.path.join(folder, name) for name in _FILES]
    if all(map(os.path.exists, paths)):
        arrays = []
        for i, path in enumerate(paths):
            with open(path, "rb") as f:
                arrays.append(extract_labels(f) if i % 2 else extract_images(f))
    else:
        (a, b), (c, d) = mnist.load_data()
        arrays = [a[..., None], b, c[..., None], d]
    return [dense_to_one_hot(x, 10) if one_hot and i % 2 else x for i, x in enumerate(arrays)]


def read_data_sets(
    train_dir: Path,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: DTypeLike = dtypes.float32,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: int | None = None,
    source_url: str | None = None,
) -> Datasets:
    """MNIST as Datasets of `train`, `validation` (the first `validation_size`) and `test`, each a `DataSet`.

    Its four files are read from the folder `train_dir`; where they are not there, the data of `tf.keras.datasets.mnist` is taken,
    which is downloaded once. `source_url` is refused. Raises ValueError for a validation set that is too large.
    """
    if source_url is not None:
        raise refused("tf.examples.tutorials.mnist.input_data.read_data_sets", "source_url")
    if fake_data:
        return Datasets(*(DataSet([], [], fake_data=True, one_hot=one_hot, dtype=dtype, seed=seed) for _ in range(3)))
    images, labels, test_images, test_labels = _read(train_dir, one_hot)
    if not 0 <= validation_size <= len(images):
        raise ValueError(f"Validation size should be between 0 and {len(images)}. Received: {validation_size}.")
    options = dict(dtype=dtype, reshape=reshape, seed=seed)
    return Datasets(
        DataSet(images[validation_size:], labels[validation_size:], **options),
        DataSet(images[:validation_size], labels[:validation_size], **options),
        DataSet(test_images, test_labels, **options),
    )

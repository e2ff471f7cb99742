"""Datasets of the files in a directory: images, audio and texts, whose subdirectories are their classes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, audio, data, image, io, strings
from tfshim._export import tf_export
from tfshim.files.places import on_disk
from tfshim.io import gfile
from tfshim.keras.utils.images import get_interpolation, smart_resize
from tfshim.keras.utils.interaction import print_message
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path, TensorLike


IMAGES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")
SOUNDS = (".wav",)
TEXTS = (".txt",)


def _files(folder, follow_links, endings):
    # File systems list in any order.
    for root, _, names in sorted(os.walk(folder, followlinks=follow_links), key=lambda entry: entry[0]):
        for name in sorted(names):
            if name.lower().endswith(endings):
                yield os.path.join(root, name)


def index_directory(directory, labels, endings, class_names=None, shuffle=True, seed=None, follow_links=False):
    """The files of `directory` with the given endings, their labels, and the names of the classes.

    `labels`: "inferred" from subdirectories, None, or a list with one for each file in alphabetical order.
    Raises ValueError where names or numbers do not match.
    """
    directory = on_disk(directory)
    if labels == "inferred":
        folders = [n for n in sorted(gfile.listdir(directory)) if os.path.isdir(os.path.join(directory, n)) and not n.startswith(".")]
        if not class_names:
            class_names = folders
        elif set(class_names) != set(folders):
            raise ValueError(
                "The `class_names` passed did not match the names of the subdirectories of the target directory. "
                f"Expected: {folders}, but received: {class_names}"
            )
        numbers = {name: i for i, name in enumerate(class_names)}
    else:
        folders, class_names, numbers = [""], [""], {"": 0}
    paths, found = [], []
    for name in folders:
        here = list(_files(os.path.join(directory, name) if name else directory, follow_links, endings))
        paths += here
        found += [numbers[name]] * len(here)
    if labels in ("inferred", None):
        labels = np.array(found, dtype="int32")
    elif len(labels) != len(paths):
        raise ValueError(
            "Expected the lengths of `labels` to match the number of files in the target directory. len(labels) is "
            f"{len(labels)} while we found {len(paths)} files in directory {directory}."
        )
    else:
        class_names = sorted(set(labels))
    print_message(f"Found {len(paths)} files belonging to {len(class_names)} classes.")
    if shuffle:
        seed = np.random.randint(1_000_000) if seed is None else seed
        # The same seed for both, so that each label stays with its path.
        for things in (paths, labels):
            np.random.RandomState(seed).shuffle(things)
    return paths, labels, class_names


def take_subset(samples, labels, validation_split, subset):
    """The part of samples and labels for "training" or "validation"; the last ones are for validation."""
    if not validation_split:
        return samples, labels
    n = int(validation_split * len(samples))
    if subset == "training":
        print_message(f"Using {len(samples) - n} files for training.")
        return samples[:-n], labels[:-n]
    if subset == "validation":
        print_message(f"Using {n} files for validation.")
        return samples[-n:], labels[-n:]
    raise ValueError(f'`subset` must be either "training" or "validation", received: {subset}')


def _check(labels, label_mode, class_names, validation_split, subset, shuffle, seed, what):
    if labels not in ("inferred", None):
        if not isinstance(labels, (list, tuple)):
            raise ValueError(
                "`labels` argument should be a list/tuple of integer labels, of the same size as the number of "
                f"{what} files in the target directory. If you wish to infer the labels from the subdirectory names in "
                'the target directory, pass `labels="inferred"`. If you wish to get a dataset that only contains samples '
                "(no labels), pass `labels=None`."
            )
        if class_names:
            raise ValueError(
                f'You can only pass `class_names` if `labels="inferred"`. Received: labels={labels}, and class_names={class_names}'
            )
    if label_mode not in {"int", "categorical", "binary", None}:
        raise ValueError(f'`label_mode` argument must be one of "int", "categorical", "binary", or None. Received: label_mode={label_mode}')
    if validation_split and not 0 < validation_split < 1:
        raise ValueError(f"`validation_split` must be between 0 and 1, received: {validation_split}")
    if (validation_split or subset) and not (validation_split and subset):
        raise ValueError("If `subset` is set, `validation_split` must be set, and inversely.")
    if subset not in ("training", "validation", "both", None):
        raise ValueError(f'`subset` must be either "training", "validation" or "both", received: {subset}')
    if validation_split and shuffle and seed is None:
        raise ValueError(
            "If using `validation_split` and shuffling the data, you must provide a `seed` argument, to make sure that there "
            "is no overlap between the training and validation subset."
        )


class _Source:
    """What the three functions have in common: how samples are read, and how datasets of them are put together."""

    def __init__(
        self,
        directory,
        labels,
        label_mode,
        class_names,
        batch_size,
        shuffle,
        seed,
        validation_split,
        subset,
        follow_links,
        what,
        endings,
        read,
        batch=None,
    ):
        _check(labels, label_mode, class_names, validation_split, subset, shuffle, seed, what)
        if labels is None or label_mode is None:
            labels = label_mode = None
        self.directory, self.label_mode, self.batch_size, self.shuffle = directory, label_mode, batch_size, shuffle
        self.validation_split, self.subset, self.what, self.endings, self.read = validation_split, subset, what, endings, read
        self.batch = batch or (lambda dataset, n: dataset.batch(n))
        self.seed = np.random.randint(1_000_000) if seed is None else seed
        self.paths, self.labels, self.class_names = index_directory(
            directory, labels, endings, class_names, shuffle, self.seed, follow_links
        )
        if label_mode == "binary" and len(self.class_names) != 2:
            raise ValueError(
                f'When passing `label_mode="binary"`, there must be exactly 2 class_names. Received: class_names={self.class_names}'
            )

    def datasets(self):
        """The dataset of the subset, or a list of two for "both"."""
        if self.subset != "both":
            return self._dataset(self.subset, self.shuffle, "")
        return [self._dataset("training", self.shuffle, "training "), self._dataset("validation", False, "validation ")]

    def _dataset(self, subset, shuffle, kind):
        paths, labels = take_subset(self.paths, self.labels, self.validation_split, subset)
        if not paths:
            allowed = {"image": f"formats: {self.endings}", "audio": f"format(s): {self.endings}"}.get(self.what, "format: .txt")
            files = "images" if self.what == "image" else f"{self.what} files"
            raise ValueError(f"No {kind}{files} found in directory {self.directory}. Allowed {allowed}")
        dataset = data.Dataset.from_tensor_slices(paths).map(self.read, num_parallel_calls=data.AUTOTUNE)
        if self.label_mode:
            dataset = data.Dataset.zip((dataset, self._labels(labels)))
        if shuffle:
            dataset = dataset.shuffle(1024 if self.batch_size is None else self.batch_size * 8, seed=self.seed)
        if self.batch_size is not None:
            dataset = self.batch(dataset, self.batch_size)
        dataset = dataset.prefetch(data.AUTOTUNE)
        # Programs read the classes' names off the dataset itself, as Keras offers them.
        dataset.class_names = self.class_names
        if self.what == "image":
            dataset.file_paths = paths
        return dataset

    def _labels(self, labels):
        dataset, classes = data.Dataset.from_tensor_slices(labels), len(self.class_names)
        if self.label_mode == "binary":
            return dataset.map(lambda x: array_ops.expand_dims(array_ops.cast(x, "float32"), axis=-1))
        if self.label_mode == "categorical":
            return dataset.map(lambda x: array_ops.one_hot(x, classes))
        return dataset


@tf_export("keras.utils.image_dataset_from_directory", "keras.preprocessing.image_dataset_from_directory")
def image_dataset_from_directory(
    directory: Path,
    labels: TensorLike | None = "inferred",
    label_mode: str = "int",
    class_names: Sequence[str] | None = None,
    color_mode: str = "rgb",
    batch_size: int | None = 32,
    image_size: Any = (256, 256),
    shuffle: Any = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    interpolation: str = "bilinear",
    follow_links: bool = False,
    crop_to_aspect_ratio: bool = False,
    **kwargs: Any,
) -> Any:
    """Batches of images from a directory, with classes from the names of its folders.

    Mirrors `tf.keras.utils.image_dataset_from_directory`. Takes .jpg, .jpeg, .png, .bmp and .gif files, in the alphabetical order of
    folders and names. `dataset.class_names` are the folders, whose numbers are the labels. It says on standard output how many files it
    found.

    Arguments:
        directory: its folders are the classes.
        labels: "inferred" (default), a list with a number for each file in order, or None: no labels.
        label_mode: "int" (default), "categorical" (one-hot), "binary" or None.
        class_names: the folders in another order; None.
        color_mode: "rgb" (default), "rgba" or "grayscale".
        batch_size: 32; None: no batches.
        image_size: (height, width) that images are resized to; (256, 256).
        interpolation: "bilinear" and the others of `Resizing`.
        shuffle: True: in random order.
        seed: from which; with `validation_split` it has to be said.
        validation_split: the share kept for validation; None.
        subset: "training", "validation" or "both" (a pair).
        follow_links: whether links to folders are followed; False.
        crop_to_aspect_ratio: whether the edges are cut off, so that nothing is distorted; False.

    Returns:
        A `tf.data.Dataset` of (float32 [batch, height, width, channels] from 0 to 255, labels).

    Raises:
        ValueError: no images, or arguments that do not fit.

    Example:
        >>> import os
        >>> for name in ("cats", "dogs"):
        ...     os.makedirs("pictures/" + name)
        ...     tf.keras.utils.save_img("pictures/" + name + "/1.png", np.zeros([8, 8, 3]))
        >>> data = tf.keras.utils.image_dataset_from_directory("pictures", image_size=(4, 4))
        Found 2 files belonging to 2 classes.
        >>> data.class_names, next(iter(data))[0].shape
        (['cats', 'dogs'], TensorShape([2, 4, 4, 3]))
    """
    # The name of this argument before Keras had `crop_to_aspect_ratio`.
    crop_to_aspect_ratio = kwargs.pop("smart_resize", crop_to_aspect_ratio)
    if kwargs:
        raise TypeError(f"Unknown keywords argument(s): {tuple(kwargs)}")
    channels = {"rgb": 3, "rgba": 4, "grayscale": 1}.get(color_mode)
    if channels is None:
        raise ValueError(f'`color_mode` must be one of {{"rgb", "rgba", "grayscale"}}. Received: color_mode={color_mode}')
    method = get_interpolation(interpolation)

    def read(path):
        img = image.decode_image(io.read_file(path), channels=channels, expand_animations=False)
        img = smart_resize(img, image_size, method) if crop_to_aspect_ratio else image.resize(img, image_size, method=method)
        img.set_shape((*image_size, channels))
        return img

    return _Source(
        directory, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split, subset, follow_links, "image", IMAGES, read
    ).datasets()


@tf_export("keras.utils.text_dataset_from_directory", "keras.preprocessing.text_dataset_from_directory")
def text_dataset_from_directory(
    directory: Path,
    labels: TensorLike = "inferred",
    label_mode: str | None = "int",
    class_names: Sequence[str] | None = None,
    batch_size: int = 32,
    max_length: int | None = None,
    shuffle: Any = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    follow_links: bool = False,
) -> Any:
    """Batches of the contents of text files in a directory, with classes from the names of its folders.

    Mirrors `tf.keras.utils.text_dataset_from_directory`. Takes .txt files, in the alphabetical order of folders and names.
    `dataset.class_names` are the folders, whose numbers are the labels. It says on standard output how many files it found.

    Arguments:
        directory: its folders are the classes.
        labels, label_mode, class_names, shuffle, seed, validation_split, subset, follow_links: as in `image_dataset_from_directory`.
        batch_size: 32; None: no batches.
        max_length: how many bytes of a text are kept; None (default): all.

    Returns:
        A `tf.data.Dataset` of (strings [batch], labels).

    Raises:
        ValueError: no texts, or arguments that do not fit.

    Example:
        >>> import os
        >>> for name in ("good", "bad"):
        ...     os.makedirs("reviews/" + name)
        ...     with open("reviews/" + name + "/1.txt", "w") as file:
        ...         _ = file.write("a " + name + " film")
        >>> data = tf.keras.utils.text_dataset_from_directory("reviews", shuffle=False)
        Found 2 files belonging to 2 classes.
        >>> data.class_names, next(iter(data))[0].numpy().tolist()
        (['bad', 'good'], [b'a bad film', b'a good film'])
    """

    def read(path):
        text = io.read_file(path)
        return text if max_length is None else strings.substr(text, 0, max_length)

    return _Source(
        directory, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split, subset, follow_links, "text", TEXTS, read
    ).datasets()


@tf_export("keras.utils.audio_dataset_from_directory")
def audio_dataset_from_directory(
    directory: Path,
    labels: TensorLike = "inferred",
    label_mode: str = "int",
    class_names: Sequence[str] | None = None,
    batch_size: int = 32,
    sampling_rate: int | None = None,
    output_sequence_length: int | None = None,
    ragged: bool = False,
    shuffle: Any = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    follow_links: bool = False,
) -> Any:
    """Batches of sound from WAV files in a directory, with classes from the names of its folders.

    Mirrors `tf.keras.utils.audio_dataset_from_directory`. Takes .wav files, in the alphabetical order of folders and names.
    `dataset.class_names` are the folders, whose numbers are the labels. It says on standard output how many files it found.

    Arguments:
        directory: its folders are the classes.
        labels, label_mode, class_names, shuffle, seed, validation_split, subset, follow_links: as in `image_dataset_from_directory`.
        batch_size: 32; None: no batches.
        sampling_rate: only None: TensorFlow itself has nothing that changes it.
        output_sequence_length: how many samples sounds are cut or filled up to; None (default): those of the longest in the batch.
        ragged: whether batches are `tf.RaggedTensor`s, not filled up; False.

    Returns:
        A `tf.data.Dataset` of (float32 [batch, samples, channels] from -1 to 1, labels).

    Raises:
        ValueError: no sounds, or arguments that do not fit. NotImplementedError: a `sampling_rate`.

    Example:
        >>> import os
        >>> for name in ("bark", "meow"):
        ...     os.makedirs("sounds/" + name)
        ...     tf.io.write_file("sounds/" + name + "/1.wav", tf.audio.encode_wav(tf.zeros([100, 1]), 8000))
        >>> data = tf.keras.utils.audio_dataset_from_directory("sounds")
        Found 2 files belonging to 2 classes.
        >>> data.class_names, next(iter(data))[0].shape
        (['bark', 'meow'], TensorShape([2, 100, 1]))
    """
    if ragged and output_sequence_length is not None:
        raise ValueError("Cannot set both `ragged` and `output_sequence_length`")
    if sampling_rate is not None:
        if not isinstance(sampling_rate, int):
            raise ValueError(f"`sampling_rate` should have an integer value. Received: sampling_rate={sampling_rate}")
        if sampling_rate <= 0:
            raise ValueError(f"`sampling_rate` should be higher than 0. Received: sampling_rate={sampling_rate}")
        raise refused("tf.keras.utils.audio_dataset_from_directory", "sampling_rate")

    def read(path):
        sound, _ = audio.decode_wav(io.read_file(path), desired_samples=-1 if output_sequence_length is None else output_sequence_length)
        if ragged:
            return RaggedTensor.from_tensor(sound)
        return sound

    def batch(dataset, n):
        if output_sequence_length is not None or ragged:
            return dataset.batch(n)
        labelled = isinstance(dataset.element_spec, tuple)
        return dataset.padded_batch(n, padded_shapes=([None, None], dataset.element_spec[1].shape) if labelled else [None, None])

    found = _Source(
        directory,
        labels,
        label_mode,
        class_names,
        batch_size,
        shuffle,
        seed,
        validation_split,
        subset,
        follow_links,
        "audio",
        SOUNDS,
        read,
        batch,
    ).datasets()
    return tuple(found) if isinstance(found, list) else found

"""Batches of images without end, from arrays, directories and tables."""

from __future__ import annotations

import collections.abc
import os
import threading
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.keras.backend.settings import floatx, image_data_format
from tfshim.keras.utils.images import array_to_img, img_to_array, load_img
from tfshim.keras.utils.interaction import print_message
from tfshim.keras.utils.sequences import Sequence

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("keras.preprocessing.image.Iterator")
class Iterator(Sequence):
    """The base of iterators over `n` samples in batches, again and again.

    Mirrors `tf.keras.preprocessing.image.Iterator`. It is a `tf.keras.utils.Sequence` that can also be iterated over. Subclasses have
    `_get_batches_of_transformed_samples(index_array)`, which gives the batch of these samples.

    Arguments:
        n: how many samples there are.
        batch_size: how many make a batch; the last one of an epoch may be smaller.
        shuffle: whether their order is another in each epoch.
        seed: from which; None: from NumPy's generator.

    Raises:
        ValueError: the index of a batch that is not there. NotImplementedError: a subclass lacks the method.

    Example:
        >>> class Numbers(tf.keras.preprocessing.image.Iterator):
        ...     def _get_batches_of_transformed_samples(self, index_array):
        ...         return [int(i) for i in index_array]
        >>> batches = Numbers(n=5, batch_size=2, shuffle=False, seed=None)
        >>> len(batches), [next(batches) for _ in range(4)]
        (3, [[0, 1], [2, 3], [4], [0, 1]])
    """

    __module__ = "keras.src.preprocessing.image"
    white_list_formats = ("png", "jpg", "jpeg", "bmp", "ppm", "tif", "tiff")

    def __init__(self, n: IntLike, batch_size: int, shuffle: Any, seed: int | None) -> None:
        self.n, self.batch_size, self.seed, self.shuffle = n, batch_size, seed, shuffle
        self.batch_index, self.total_batches_seen = 0, 0
        self.lock = threading.Lock()
        self.index_array = None
        self.index_generator = self._flow_index()

    def _set_index_array(self):
        self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

    def _seed_batch(self):
        if self.seed is not None:
            # NumPy's global generator, as in Keras: the random changes of the images draw from it.
            np.random.seed(self.seed + self.total_batches_seen)

    def __getitem__(self, idx):
        if idx >= len(self):
            raise ValueError(f"Asked to retrieve element {idx}, but the Sequence has length {len(self)}")
        self._seed_batch()
        self.total_batches_seen += 1
        if self.index_array is None:
            self._set_index_array()
        return self._get_batches_of_transformed_samples(self.index_array[self.batch_size * idx : self.batch_size * (idx + 1)])

    def __len__(self):
        return (self.n + self.batch_size - 1) // self.batch_size

    def on_epoch_end(self) -> None:
        """Draw a new order of the samples. Mirrors `tf.keras.preprocessing.image.Iterator.on_epoch_end`.

        `fit` calls it after each epoch, when it takes batches by their numbers, `batches[i]`. Without `shuffle` the order stays that of the
        samples. Iterating by `next` does not need it: a new order is drawn there whenever an epoch begins. A subclass that changes
        something from epoch to epoch, as how strongly images are turned, overrides it and calls this.

        Returns:
            None. `index_array` has the numbers of the samples in their order.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
            >>> batches = generator.flow(np.zeros([4, 4, 4, 1]), batch_size=2, shuffle=False)
            >>> batches.on_epoch_end()
            >>> batches.index_array.tolist()
            [0, 1, 2, 3]
        """
        self._set_index_array()

    def reset(self) -> None:
        """Begin with the first batch again. Mirrors `tf.keras.preprocessing.image.Iterator.reset`.

        Call it before `predict` on an iterator that was used before, so that the rows of the predictions belong to the files in their
        order, with `shuffle=False`; otherwise the batches go on where the last call ended. `fit` and `evaluate` need it only where `steps`
        did not make a whole epoch. The number of batches seen so far, on which the seed of each batch depends, is kept.

        Returns:
            None. `batch_index` is 0.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
            >>> batches = generator.flow(np.arange(3.0).reshape(3, 1, 1, 1), batch_size=2, shuffle=False)
            >>> _ = next(batches)
            >>> batches.reset()
            >>> next(batches).ravel().tolist()
            [0.0, 1.0]
        """
        self.batch_index = 0

    def _flow_index(self):
        self.reset()
        while True:
            self._seed_batch()
            if self.batch_index == 0:
                self._set_index_array()
            first = self.batch_index * self.batch_size % self.n if self.n else 0
            self.batch_index = self.batch_index + 1 if self.n > first + self.batch_size else 0
            self.total_batches_seen += 1
            yield self.index_array[first : first + self.batch_size]

    def __iter__(self):
        return self

    def __next__(self, *args, **kwargs):
        return self.next(*args, **kwargs)

    def next(self) -> Any:
        """The next batch. Mirrors `tf.keras.preprocessing.image.Iterator.next`.

        `next(batches)` calls it, and so does a loop over the iterator, which has no end: after the last batch of an epoch the first of the
        next one comes, in a new order where `shuffle` is set. Several threads may call it at once: which images come next is settled one
        after the other, and the images are read side by side.

        Returns:
            What the subclass makes of the numbers of the samples: for images an array [batch, rows, columns, channels], or a tuple of it
                and labels. The last batch of an epoch may be smaller.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
            >>> batches = generator.flow(np.zeros([3, 4, 4, 1]), batch_size=2, shuffle=False)
            >>> [batches.next().shape for _ in range(3)]
            [(2, 4, 4, 1), (1, 4, 4, 1), (2, 4, 4, 1)]
        """
        # Only the choice of indices is serialized; threads load images at the same time.
        with self.lock:
            indices = next(self.index_generator)
        return self._get_batches_of_transformed_samples(indices)

    def _get_batches_of_transformed_samples(self, index_array):
        raise NotImplementedError

    def _save(self, batch, index_array, digits):
        if not self.save_to_dir:
            return
        for x, j in zip(batch, index_array):
            name = f"{self.save_prefix}_{j}_{np.random.randint(digits)}.{self.save_format}"
            array_to_img(x, self.data_format, scale=True).save(os.path.join(self.save_to_dir, name))

    def _changed(self, x):
        generator = self.image_data_generator
        return generator.standardize(generator.apply_transform(x, generator.get_random_transform(x.shape)))


@tf_export("keras.preprocessing.image.NumpyArrayIterator")
class NumpyArrayIterator(Iterator):
    """Batches of images of an array, changed at random by an `ImageDataGenerator`.

    Mirrors `tf.keras.preprocessing.image.NumpyArrayIterator`; `ImageDataGenerator.flow` makes one.

    Arguments:
        x: an array [number, height, width, channels], or a tuple of it and other arrays, which are handed on.
        y: labels, or None.
        image_data_generator: an `ImageDataGenerator`.
        batch_size: how many examples make a batch; 32 by default.
        shuffle: whether in random order; False.
        sample_weight: weights of the examples; None.
        seed: of the order, an integer; None: none.
        data_format: "channels_last" or "channels_first"; None: the default.
        save_to_dir, save_prefix, save_format: where pictures of the batches are written; None: nowhere.
        subset: "training" or "validation" of the generator's `validation_split`; None: all.
        ignore_class_split: whether a split that leaves classes out is taken; False.
        dtype: of the batches; None: float32.

    Raises:
        ValueError: lengths or ranks that do not fit.

    Example:
        >>> image = tf.keras.preprocessing.image
        >>> batches = image.NumpyArrayIterator(np.ones([3, 4, 4, 1]), np.arange(3), image.ImageDataGenerator(), batch_size=2)
        >>> x, y = next(batches)
        >>> x.shape, y.tolist()
        ((2, 4, 4, 1), [0, 1])
    """

    __module__ = "keras.src.preprocessing.image"

    def __init__(
        self,
        x: TensorLike,
        y: TensorLike,
        image_data_generator: Any,
        batch_size: int = 32,
        shuffle: Any = False,
        sample_weight: TensorLike | None = None,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: Path | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        ignore_class_split: bool = False,
        dtype: DTypeLike | None = None,
    ) -> None:
        data_format = data_format or image_data_format()
        self.dtype = dtype or floatx()
        others = []
        if isinstance(x, (tuple, list)):
            others = [np.asarray(o) for o in (x[1] if isinstance(x[1], list) else [x[1]])]
            x = x[0]
            for o in others:
                if len(x) != len(o):
                    raise ValueError(
                        "All of the arrays in `x` should have the same length. Found a pair with: "
                        f"len(x[0]) = {len(x)}, len(x[?]) = {len(o)}"
                    )
        for name, value in (("y` (labels)", y), ("sample_weight`", sample_weight)):
            if value is not None and len(x) != len(value):
                raise ValueError(
                    f"`x` (images tensor) and `{name} should have the same length. Found: x.shape = {np.asarray(x).shape}, "
                    f"{name.split('`')[0]}.shape = {np.asarray(value).shape}"
                )
        if subset is not None:
            if subset not in {"training", "validation"}:
                raise ValueError("Invalid subset name:", subset, '; expected "training" or "validation".')
            at = int(len(x) * image_data_generator._validation_split)
            if y is not None and not ignore_class_split and not np.array_equal(np.unique(y[:at]), np.unique(y[at:])):
                raise ValueError(
                    "Training and validation subsets have different number of classes after the split. If your numpy arrays "
                    "are sorted by the label, you might want to shuffle them."
                )
            part = slice(0, at) if subset == "validation" else slice(at, None)
            x, others, y = x[part], [o[part] for o in others], None if y is None else y[part]
        self.x, self.x_misc = np.asarray(x, dtype=self.dtype), others
        if self.x.ndim != 4:
            raise ValueError("Input data in `NumpyArrayIterator` should have rank 4. You passed an array with shape", self.x.shape)
        axis = 3 if data_format == "channels_last" else 1
        if self.x.shape[axis] not in {1, 3, 4}:
            warnings.warn(
                f'NumpyArrayIterator is set to use the data format convention "{data_format}" (channels on axis {axis}), i.e. '
                f"expected either 1, 3, or 4 channels on axis {axis}. However, it was passed an array with shape {self.x.shape} "
                f"({self.x.shape[axis]} channels).",
                stacklevel=2,
            )
        self.y = None if y is None else np.asarray(y)
        self.sample_weight = None if sample_weight is None else np.asarray(sample_weight)
        self.image_data_generator, self.data_format = image_data_generator, data_format
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        super().__init__(self.x.shape[0], batch_size, shuffle, seed)

    def _get_batches_of_transformed_samples(self, index_array):
        batch = np.zeros((len(index_array), *self.x.shape[1:]), dtype=self.dtype)
        for row, j in zip(batch, index_array):
            row[...] = self._changed(self.x[j].astype(self.dtype))
        self._save(batch, index_array, 10_000)
        found = [[batch, *(o[index_array] for o in self.x_misc)] if self.x_misc else batch]
        if self.y is None:
            return found[0]
        found.append(self.y[index_array])
        if self.sample_weight is not None:
            found.append(self.sample_weight[index_array])
        return tuple(found)


class _FromFiles(Iterator):
    """What iterators over files have in common."""

    def set_processing_attrs(
        self,
        image_data_generator: Any,
        target_size: collections.abc.Sequence[int],
        color_mode: str,
        data_format: str,
        save_to_dir: Path | None,
        save_prefix: str,
        save_format: str,
        subset: str | None,
        interpolation: str,
        keep_aspect_ratio: bool,
    ) -> None:
        """Settle how files are read and changed; for subclasses. Mirrors `set_processing_attrs` of Keras' `DirectoryIterator` and
        `DataFrameIterator`.

        The constructors of both call it; an iterator of one's own over other files does so before the first batch. It sets the attributes
        of these names, `image_shape`, and `split`, the share of the files that the subset has.

        Arguments:
            image_data_generator: the `ImageDataGenerator` that changes the images.
            target_size: (rows, columns).
            color_mode: "rgb", "rgba" or "grayscale".
            data_format: "channels_last" or "channels_first".
            save_to_dir, save_prefix, save_format: where pictures of the batches are written; None for the first: nowhere.
            subset: "training", "validation" or None.
            interpolation: the way of resizing.
            keep_aspect_ratio: whether images are cut first.

        Raises:
            ValueError: an unknown colour mode or subset.

        Example:
            >>> import os
            >>> os.makedirs("set/a")
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
            >>> batches = generator.flow_from_directory("set")
            Found 0 images belonging to 1 classes.
            >>> batches.set_processing_attrs(generator, (8, 6), "grayscale", "channels_last", None, "", "png", None, "nearest", False)
            >>> batches.image_shape
            (8, 6, 1)
        """
        self.image_data_generator, self.target_size = image_data_generator, tuple(target_size)
        self.keep_aspect_ratio, self.interpolation = keep_aspect_ratio, interpolation
        channels = {"rgb": 3, "rgba": 4, "grayscale": 1}.get(color_mode)
        if channels is None:
            raise ValueError("Invalid color mode:", color_mode, '; expected "rgb", "rgba", or "grayscale".')
        self.color_mode, self.data_format = color_mode, data_format
        self.image_shape = (*self.target_size, channels) if data_format == "channels_last" else (channels, *self.target_size)
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        self.split, self.subset = None, subset
        if subset is not None:
            share = image_data_generator._validation_split
            if subset not in ("validation", "training"):
                raise ValueError(f'Invalid subset name: {subset};expected "training" or "validation"')
            self.split = (0, share) if subset == "validation" else (share, 1)

    filepaths = property(lambda self: self._filepaths, doc="The paths of all files.")
    labels = property(lambda self: self.classes, doc="The class number of each file.")
    sample_weight = property(lambda self: None, doc="The weights of the samples, or None.")

    def _get_batches_of_transformed_samples(self, index_array):
        batch = np.zeros((len(index_array), *self.image_shape), dtype=self.dtype)
        for row, j in zip(batch, index_array):
            img = load_img(
                self.filepaths[j],
                color_mode=self.color_mode,
                target_size=self.target_size,
                interpolation=self.interpolation,
                keep_aspect_ratio=self.keep_aspect_ratio,
            )
            x = img_to_array(img, data_format=self.data_format)
            row[...] = self._changed(x) if self.image_data_generator else x
        self._save(batch, index_array, 10_000_000)
        if self.class_mode is None:
            return batch
        targets = self._targets_of(batch, index_array)
        return (batch, targets) if self.sample_weight is None else (batch, targets, self.sample_weight[index_array])

    def _targets_of(self, batch, index_array):
        mode = self.class_mode
        if mode == "input":
            return batch.copy()
        if mode in ("binary", "sparse"):
            return np.array([self.classes[j] for j in index_array], dtype=self.dtype)
        if mode == "categorical":
            made = np.zeros((len(batch), len(self.class_indices)), dtype=self.dtype)
            for row, j in zip(made, index_array):
                row[self.classes[j]] = 1.0
            return made
        return [output[index_array] for output in self.labels] if mode == "multi_output" else self.labels[index_array]


@tf_export("keras.preprocessing.image.DirectoryIterator")
class DirectoryIterator(_FromFiles):
    """Batches of the images in a directory, changed at random by an `ImageDataGenerator`; its folders are the classes.

    Mirrors `tf.keras.preprocessing.image.DirectoryIterator`; `ImageDataGenerator.flow_from_directory` makes one. `class_indices` are the
    classes with their numbers, `filenames` the files.

    Arguments:
        directory: the directory.
        image_data_generator: an `ImageDataGenerator`.
        target_size: (height, width) that images are resized to; (256, 256).
        color_mode: "rgb" (default), "rgba" or "grayscale".
        classes: the folders in the order of their numbers; None: alphabetical.
        class_mode: "categorical" (default), "binary", "sparse", "input" or None: no labels.
        batch_size: how many examples make a batch; 32 by default.
        shuffle: whether the order is changed for each epoch; True by default.
        seed: of the order and the changes, an integer; None: none.
        data_format: where the channels stand, "channels_last" or "channels_first"; None: as the backend says.
        save_to_dir, save_prefix, save_format: where pictures of the batches are written; None: nowhere.
        follow_links: whether links to folders are followed; False by default.
        subset: "training" or "validation"; None.
        interpolation: "nearest".
        keep_aspect_ratio: whether pictures are cut, and not distorted, to the size; False by default.
        dtype: of the batches; None: as the backend says.

    Raises:
        ValueError: unknown words.

    Example:
        >>> import os
        >>> os.makedirs("pictures/cats")
        >>> tf.keras.utils.save_img("pictures/cats/1.png", np.zeros([8, 8, 3]))
        >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
        >>> batches = tf.keras.preprocessing.image.DirectoryIterator("pictures", generator, target_size=(4, 4))
        Found 1 images belonging to 1 classes.
        >>> batches.class_indices, next(batches)[0].shape
        ({'cats': 0}, (1, 4, 4, 3))
    """

    __module__ = "keras.src.preprocessing.image"
    allowed_class_modes = {"categorical", "binary", "sparse", "input", None}

    def __init__(
        self,
        directory: Path,
        image_data_generator: Any,
        target_size: Any = (256, 256),
        color_mode: str = "rgb",
        classes: collections.abc.Sequence[str] | None = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: Any = True,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: Path | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        follow_links: bool = False,
        subset: str | None = None,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
        dtype: DTypeLike | None = None,
    ) -> None:
        self.set_processing_attrs(
            image_data_generator,
            target_size,
            color_mode,
            data_format or image_data_format(),
            save_to_dir,
            save_prefix,
            save_format,
            subset,
            interpolation,
            keep_aspect_ratio,
        )
        self.directory, self.class_mode, self.dtype = directory, class_mode, dtype or floatx()
        if class_mode not in self.allowed_class_modes:
            raise ValueError(f"Invalid class_mode: {class_mode}; expected one of: {self.allowed_class_modes}")
        if not classes:
            classes = [n for n in sorted(os.listdir(directory)) if os.path.isdir(os.path.join(directory, n))]
        self.num_classes = len(classes)
        self.class_indices = {name: i for i, name in enumerate(classes)}
        self.filenames, found = [], []
        for name in classes:
            files = self._valid_files(os.path.join(directory, name), follow_links)
            self.filenames += [os.path.join(name, f) for f in files]
            found += [self.class_indices[name]] * len(files)
        self.samples, self.classes = len(self.filenames), np.array(found, dtype="int32")
        print_message(f"Found {self.samples} images belonging to {self.num_classes} classes.")
        self._filepaths = [os.path.join(directory, f) for f in self.filenames]
        super().__init__(self.samples, batch_size, shuffle, seed)

    def _valid_files(self, folder, follow_links):
        found = []
        # File systems list in any order.
        for root, _, names in sorted(os.walk(folder, followlinks=follow_links), key=lambda entry: entry[0]):
            found += [os.path.relpath(os.path.join(root, n), folder) for n in sorted(names) if n.lower().endswith(self.white_list_formats)]
        if any(f.lower().endswith(".tiff") for f in found):
            warnings.warn('Using ".tiff" files with multiple bands will cause distortion. Please verify your output.', stacklevel=3)
        return found[int(self.split[0] * len(found)) : int(self.split[1] * len(found))] if self.split else found


class DataFrameIterator(_FromFiles):
    """Batches of the images that a pandas table names, with what its columns say of them."""

    __module__ = "keras.src.preprocessing.image"
    allowed_class_modes = {"binary", "categorical", "input", "multi_output", "raw", "sparse", None}
    _without_classes = ("input", "multi_output", "raw", None)

    def __init__(
        self,
        dataframe: Any,
        directory: Path | None = None,
        image_data_generator: Any = None,
        x_col: str = "filename",
        y_col: str | collections.abc.Sequence[str] = "class",
        weight_col: str | None = None,
        target_size: collections.abc.Sequence[int] = (256, 256),
        color_mode: str = "rgb",
        classes: collections.abc.Sequence[str] | None = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        data_format: str = "channels_last",
        save_to_dir: Path | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
        dtype: DTypeLike = "float32",
        validate_filenames: bool = True,
    ) -> None:
        self.set_processing_attrs(
            image_data_generator,
            target_size,
            color_mode,
            data_format,
            save_to_dir,
            save_prefix,
            save_format,
            subset,
            interpolation,
            keep_aspect_ratio,
        )
        table = dataframe.copy()
        self.directory, self.class_mode, self.dtype = directory or "", class_mode, dtype
        self._check(table, x_col, y_col, weight_col, classes)
        if validate_filenames:
            paths = [os.path.join(self.directory, f) for f in table[x_col]]
            valid = [p.lower().endswith(self.white_list_formats) and os.path.isfile(p) for p in paths]
            if not all(valid):
                warnings.warn(
                    f'Found {len(valid) - sum(valid)} invalid image filename(s) in x_col="{x_col}". These filename(s) will be ignored.',
                    stacklevel=2,
                )
            table = table[valid]
        if class_mode not in self._without_classes:
            table, classes = self._with_known_classes(table, y_col, classes)
            self.class_indices = {name: i for i, name in enumerate(classes)}
        if self.split:
            table = table.iloc[int(self.split[0] * len(table)) : int(self.split[1] * len(table)), :]
        if class_mode not in self._without_classes:
            self.classes = [
                [self.class_indices[n] for n in v] if isinstance(v, (list, tuple)) else self.class_indices[v] for v in table[y_col]
            ]
        self.filenames = table[x_col].tolist()
        self._sample_weight = table[weight_col].values if weight_col else None
        if class_mode == "multi_output":
            self._targets = [np.array(table[c].tolist()) for c in y_col]
        elif class_mode == "raw":
            self._targets = table[y_col].values
        self.samples = len(self.filenames)
        of = "" if class_mode in self._without_classes else f" belonging to {len(classes)} classes"
        print_message(f"Found {self.samples} {'validated' if validate_filenames else 'non-validated'} image filenames{of}.")
        self._filepaths = [os.path.join(self.directory, f) for f in self.filenames]
        super().__init__(self.samples, batch_size, shuffle, seed)

    def _check(self, table, x_col, y_col, weight_col, classes):
        mode = self.class_mode
        if mode not in self.allowed_class_modes:
            raise ValueError(f"Invalid class_mode: {mode}; expected one of: {self.allowed_class_modes}")
        if mode == "multi_output" and not isinstance(y_col, list):
            raise TypeError(f'If class_mode="{mode}", y_col must be a list. Received {type(y_col).__name__}.')
        if not all(isinstance(v, str) for v in table[x_col]):
            raise TypeError(f"All values in column x_col={x_col} must be strings.")
        if mode in ("binary", "sparse") and not all(isinstance(v, str) for v in table[y_col]):
            raise TypeError(f'If class_mode="{mode}", y_col="{y_col}" column values must be strings.')
        if mode == "binary":
            if classes and len(set(classes)) != 2:
                raise ValueError(f'If class_mode="binary" there must be 2 classes. {len(set(classes))} class/es were given.')
            if not classes and table[y_col].nunique() != 2:
                raise ValueError(f'If class_mode="binary" there must be 2 classes. Found {table[y_col].nunique()} classes.')
        if mode == "categorical" and not all(isinstance(v, (str, list, tuple)) for v in table[y_col]):
            raise TypeError(f'If class_mode="{mode}", y_col="{y_col}" column values must be type string, list or tuple.')
        if classes and mode in self._without_classes:
            warnings.warn(f'`classes` will be ignored given the class_mode="{mode}"', stacklevel=3)
        if weight_col and not issubclass(table[weight_col].dtype.type, np.number):
            raise TypeError(f"Column weight_col={weight_col} must be numeric.")

    @staticmethod
    def _with_known_classes(table, y_col, classes):
        if not classes:
            known = {n for v in table[y_col] for n in (v if isinstance(v, (list, tuple)) else [v])}
            return table, sorted(known)
        classes = list(dict.fromkeys(classes))

        def kept(v):
            if isinstance(v, (list, tuple)):
                return [n for n in v if n in classes] or None
            return v if v in classes else None

        table = table.copy()
        table[y_col] = table[y_col].apply(kept)
        return table.dropna(subset=[y_col]), classes

    labels = property(
        lambda self: self._targets if self.class_mode in ("multi_output", "raw") else self.classes, doc="What belongs to each file."
    )
    sample_weight = property(lambda self: self._sample_weight, doc="The weights of the samples, or None.")

"""`ImageDataGenerator`: how images are changed at random and normalized."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.keras.backend.settings import floatx, image_data_format
from tfshim.keras.preprocessing.image.iterators import DataFrameIterator, DirectoryIterator, NumpyArrayIterator
from tfshim.keras.preprocessing.image.transforms import apply_affine_transform, apply_brightness_shift, apply_channel_shift, flip_axis

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, Path, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("keras.preprocessing.image.ImageDataGenerator")
class ImageDataGenerator:
    """Batches of images that are turned, shifted, zoomed, flipped and brightened at random, and normalized.

    Mirrors `tf.keras.preprocessing.image.ImageDataGenerator`; for new programs there are `tf.keras.utils.image_dataset_from_directory` and
    layers as `RandomFlip`. `flow(x, y)`, `flow_from_directory(directory)` and `flow_from_dataframe(frame)` give batches for `fit`, `fit(x)`
    learns what `featurewise_...` and `zca_whitening` need, `random_transform(image)` changes one image.

    Arguments:
        featurewise_center, featurewise_std_normalization, zca_whitening (zca_epsilon): by the mean, deviation and correlations of all data.
        samplewise_center, samplewise_std_normalization: by those of each image. All False.
        rotation_range: by how many degrees they are turned at most, either way; 0.
        shear_range: by how many degrees they are sheared at most; 0.0.
        width_shift_range, height_shift_range: shares below 1, numbers of pixels, or a list of them; 0.0.
        zoom_range: how far pictures are enlarged or made smaller: z for factors in [1 - z, 1 + z], or a pair of them; 0.0.
        brightness_range: a pair of factors of the brightness; None: it stays.
        channel_shift_range: what is added to channels at most; 0.0.
        fill_mode: "nearest" (default), "constant" (with `cval`), "reflect" or "wrap": what comes in from outside.
        horizontal_flip, vertical_flip: whether images are flipped at random; False.
        rescale: a factor, after `preprocessing_function`, a function of an image; None.
        data_format: "channels_last" or "channels_first".
        validation_split: the share for `subset="validation"`; 0.0.
        interpolation_order: of the spline; 1.
        dtype: of the batches; float32.

    Raises:
        ValueError: ranges of another form, or a split outside of (0, 1). ImportError: rotations and the like without SciPy.

    Example:
        >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(rescale=1 / 255, horizontal_flip=True)
        >>> x, y = next(generator.flow(np.full([4, 8, 8, 3], 255.0), np.arange(4), batch_size=2))
        >>> x.shape, float(x.max()), y.shape
        ((2, 8, 8, 3), 1.0, (2,))
    """

    __module__ = "keras.src.preprocessing.image"

    def __init__(
        self,
        featurewise_center: bool = False,
        samplewise_center: bool = False,
        featurewise_std_normalization: bool = False,
        samplewise_std_normalization: bool = False,
        zca_whitening: bool = False,
        zca_epsilon: FloatLike = 1e-6,
        rotation_range: IntLike = 0,
        width_shift_range: FloatLike = 0.0,
        height_shift_range: FloatLike = 0.0,
        brightness_range: Sequence[float] | None = None,
        shear_range: FloatLike = 0.0,
        zoom_range: FloatLike = 0.0,
        channel_shift_range: FloatLike = 0.0,
        fill_mode: str = "nearest",
        cval: FloatLike = 0.0,
        horizontal_flip: bool = False,
        vertical_flip: bool = False,
        rescale: float | None = None,
        preprocessing_function: Callable[..., Any] | None = None,
        data_format: str | None = None,
        validation_split: float = 0.0,
        interpolation_order: IntLike = 1,
        dtype: DTypeLike | None = None,
    ) -> None:
        self.featurewise_center, self.samplewise_center = featurewise_center, samplewise_center
        self.featurewise_std_normalization, self.samplewise_std_normalization = featurewise_std_normalization, samplewise_std_normalization
        self.zca_whitening, self.zca_epsilon = zca_whitening, zca_epsilon
        self.rotation_range, self.shear_range, self.channel_shift_range = rotation_range, shear_range, channel_shift_range
        self.width_shift_range, self.height_shift_range = width_shift_range, height_shift_range
        self.fill_mode, self.cval, self.interpolation_order = fill_mode, cval, interpolation_order
        self.horizontal_flip, self.vertical_flip = horizontal_flip, vertical_flip
        self.rescale, self.preprocessing_function, self.dtype = rescale, preprocessing_function, dtype or floatx()
        self.data_format = data_format or image_data_format()
        if self.data_format not in {"channels_last", "channels_first"}:
            raise ValueError(
                '`data_format` should be `"channels_last"` (channel after row and column) or `"channels_first"` '
                f"(channel before row and column). Received: {data_format}"
            )
        self.channel_axis, self.row_axis, self.col_axis = (1, 2, 3) if self.data_format == "channels_first" else (3, 1, 2)
        if validation_split and not 0 < validation_split < 1:
            raise ValueError(f"`validation_split` must be strictly between 0 and 1.  Received: {validation_split}")
        self._validation_split = validation_split
        self.mean = self.std = self.zca_whitening_matrix = None
        if isinstance(zoom_range, (float, int)):
            self.zoom_range = [1 - zoom_range, 1 + zoom_range]
        elif len(zoom_range) == 2 and all(isinstance(v, (float, int)) for v in zoom_range):
            self.zoom_range = list(zoom_range)
        else:
            raise ValueError(f"`zoom_range` should be a float or a tuple or list of two floats. Received: {zoom_range}")
        self._require("zca_whitening", "featurewise_center", True)
        self._require("zca_whitening", "featurewise_std_normalization", False)
        self._require("featurewise_std_normalization", "featurewise_center", True)
        self._require("samplewise_std_normalization", "samplewise_center", True)
        if brightness_range is not None and (not isinstance(brightness_range, (tuple, list)) or len(brightness_range) != 2):
            raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
        self.brightness_range = brightness_range

    def _require(self, chosen, other, value):
        """Where `chosen` is set, `other` has to be `value`."""
        if getattr(self, chosen) and bool(getattr(self, other)) is not value:
            setattr(self, other, value)
            warnings.warn(f"This ImageDataGenerator specifies `{chosen}`, which overrides setting of `{other}`.", stacklevel=3)

    # ------------------------------------------------------------------ batches
    def flow(
        self,
        x: TensorLike,
        y: TensorLike | None = None,
        batch_size: int = 32,
        shuffle: Any = True,
        sample_weight: TensorLike | None = None,
        seed: int | None = None,
        save_to_dir: Path | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        ignore_class_split: bool = False,
        subset: str | None = None,
    ) -> NumpyArrayIterator:
        """Batches of the images of an array, changed at random, without an end. Mirrors `ImageDataGenerator.flow` of Keras.

        `fit` takes the result as it is, for as many steps as it has batches. Each epoch shows other variants of the images, as the
        arguments of the generator say.

        Arguments:
            x: an array [number, rows, columns, channels], or a tuple of it and further arrays, which come along unchanged.
            y: labels, one for each image; None (default): the batches are images alone.
            batch_size: how many images make a batch, 32; the last one of an epoch may be smaller.
            shuffle: whether the order is another in each epoch; True.
            sample_weight: one for each image; None.
            seed: of the order and of the changes; None.
            save_to_dir, save_prefix, save_format: a folder for pictures of all batches, to look at; None (default): none.
            subset: "training" or "validation" of the generator's `validation_split`; None: all.
            ignore_class_split: whether a split whose two parts have other classes is taken; False.

        Returns:
            A `NumpyArrayIterator`: images, (images, labels), or (images, labels, weights).

        Raises:
            ValueError: no four axes, other numbers of labels or weights, or an unknown subset.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(rescale=1 / 255, horizontal_flip=True)
            >>> batches = generator.flow(np.full([5, 4, 4, 3], 255.0), np.arange(5), batch_size=2, seed=1)
            >>> images, labels = next(batches)
            >>> len(batches), images.shape, float(images.max()), labels.shape
            (3, (2, 4, 4, 3), 1.0, (2,))
        """
        return NumpyArrayIterator(
            x,
            y,
            self,
            batch_size=batch_size,
            shuffle=shuffle,
            sample_weight=sample_weight,
            seed=seed,
            data_format=self.data_format,
            save_to_dir=save_to_dir,
            save_prefix=save_prefix,
            save_format=save_format,
            ignore_class_split=ignore_class_split,
            subset=subset,
            dtype=self.dtype,
        )

    def flow_from_directory(
        self,
        directory: Path,
        target_size: Any = (256, 256),
        color_mode: str = "rgb",
        classes: Sequence[str] | None = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: Any = True,
        seed: int | None = None,
        save_to_dir: Path | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        follow_links: bool = False,
        subset: str | None = None,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
    ) -> DirectoryIterator:
        """Batches of the images in a folder whose subfolders are the classes. Mirrors `ImageDataGenerator.flow_from_directory` of Keras.

        It prints how many images and classes it found. The files are read as they are needed; `class_indices` of the result says which
        number a class has. New programs take `tf.keras.utils.image_dataset_from_directory`.

        Arguments:
            directory: the folder.
            target_size: (rows, columns) that all images get; (256, 256).
            color_mode: "rgb", "rgba" or "grayscale".
            classes: names of subfolders in the order of their numbers; None (default): all of them, sorted.
            class_mode: what labels are: "categorical" (default): one-hot; "binary"; "sparse": numbers; "input": the images; None: no
                labels.
            batch_size: how many examples make a batch; 32 by default.
            shuffle: whether the order is another in each epoch; True. False for predictions that belong to files.
            seed: of the order and the changes, an integer; None: none.
            save_to_dir, save_prefix, save_format: a folder for pictures of all batches; None: none.
            follow_links: whether links to folders are followed; False by default.
            subset: "training" or "validation" of `validation_split`; None: all.
            interpolation: how pictures are resized; "nearest".
            keep_aspect_ratio: whether images are cut and not distorted; False.

        Returns:
            A `DirectoryIterator`, without an end.

        Raises:
            ValueError: an unknown mode or subset. FileNotFoundError: no such folder.

        Example:
            >>> import os
            >>> for name in ("cat", "dog"):
            ...     os.makedirs(f"pets/{name}")
            ...     tf.keras.utils.save_img(f"pets/{name}/1.png", np.zeros([8, 8, 3]))
            >>> batches = tf.keras.preprocessing.image.ImageDataGenerator().flow_from_directory("pets", target_size=(4, 4))
            Found 2 images belonging to 2 classes.
            >>> batches.class_indices, next(batches)[0].shape
            ({'cat': 0, 'dog': 1}, (2, 4, 4, 3))
        """
        return DirectoryIterator(
            directory,
            self,
            target_size=target_size,
            color_mode=color_mode,
            classes=classes,
            class_mode=class_mode,
            batch_size=batch_size,
            shuffle=shuffle,
            seed=seed,
            data_format=self.data_format,
            save_to_dir=save_to_dir,
            save_prefix=save_prefix,
            save_format=save_format,
            follow_links=follow_links,
            subset=subset,
            interpolation=interpolation,
            keep_aspect_ratio=keep_aspect_ratio,
            dtype=self.dtype,
        )

    def flow_from_dataframe(
        self,
        dataframe: Any,
        directory: Path | None = None,
        x_col: str = "filename",
        y_col: str = "class",
        weight_col: str | None = None,
        target_size: Any = (256, 256),
        color_mode: str = "rgb",
        classes: Sequence[str] | None = None,
        class_mode: str = "categorical",
        batch_size: int = 32,
        shuffle: Any = True,
        seed: int | None = None,
        save_to_dir: Path | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        interpolation: str = "nearest",
        validate_filenames: bool = True,
        **kwargs: Any,
    ) -> DataFrameIterator:
        """Batches of the images that a pandas table names. Mirrors `ImageDataGenerator.flow_from_dataframe` of Keras.

        Arguments:
            dataframe: the table.
            directory: the folder that its paths are relative to; None (default): they are whole.
            x_col: the column of the paths; "filename".
            y_col: the column of the labels, or a list of columns; "class".
            weight_col: that of the weights; None.
            class_mode: what labels are: "categorical" (default), "binary" or "sparse" of a column of texts; "raw": the numbers as they are;
                "multi_output": a list, one for each column; "input" or None.
            classes, target_size, color_mode, batch_size, shuffle, seed, subset, interpolation, save_to_dir, save_prefix, save_format: as in
                `flow_from_directory`.
            validate_filenames: whether files that are missing are left out, with a warning; True. False is quicker and fails when a file is
                read.
            **kwargs: older arguments, as `drop_duplicates`, which have no effect and are warned of.

        Returns:
            A `DataFrameIterator`, without an end. It prints how many files it found.

        Raises:
            ValueError: an unknown mode. TypeError: paths or classes that are no texts.

        Example:
            >>> import pandas as pd
            >>> tf.keras.utils.save_img("one.png", np.zeros([8, 8, 3]))
            >>> table = pd.DataFrame({"filename": ["one.png"], "size": [3.5]})
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
            >>> batches = generator.flow_from_dataframe(table, ".", y_col="size", class_mode="raw", target_size=(4, 4))
            Found 1 validated image filenames.
            >>> next(batches)[1].tolist()
            [3.5]
        """
        for old in ("has_ext", "sort", "drop_duplicates"):
            if old in kwargs:
                warnings.warn(f"{old} is deprecated and has no effect.", DeprecationWarning, stacklevel=2)
        if class_mode == "other":
            warnings.warn('`class_mode` "other" is deprecated, please use `class_mode` "raw".', DeprecationWarning, stacklevel=2)
            class_mode = "raw"
        return DataFrameIterator(
            dataframe,
            directory,
            self,
            x_col=x_col,
            y_col=y_col,
            weight_col=weight_col,
            target_size=target_size,
            color_mode=color_mode,
            classes=classes,
            class_mode=class_mode,
            batch_size=batch_size,
            shuffle=shuffle,
            seed=seed,
            data_format=self.data_format,
            save_to_dir=save_to_dir,
            save_prefix=save_prefix,
            save_format=save_format,
            subset=subset,
            interpolation=interpolation,
            dtype=self.dtype,
            validate_filenames=validate_filenames,
        )

    # ------------------------------------------------------------------ one image
    def _fitted(self, name, value):
        if value is None:
            warnings.warn(
                f"This ImageDataGenerator specifies `{name}`, but it hasn't been fit on any training data. Fit it first by "
                "calling `.fit(numpy_data)`.",
                stacklevel=3,
            )
        return value is not None

    def standardize(self, x: TensorLike) -> np.ndarray:
        """Normalizes an image, or a batch, as the arguments of the generator say. Mirrors `ImageDataGenerator.standardize` of Keras.

        In this order: `preprocessing_function`, `rescale`, `samplewise_center`, `samplewise_std_normalization`, `featurewise_center`,
        `featurewise_std_normalization`, `zca_whitening`. The iterators of `flow` call it for each image, after it was changed at random.

        Arguments:
            x: a float array of an image [height, width, channels]; it is changed in place where it can be, so hand over a copy to keep it.

        Returns:
            The array.

        Warns:
            UserWarning: a mean, deviation or whitening of all images is asked for, and `fit` was not called: it is left out.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(rescale=0.5, samplewise_center=True)
            >>> generator.standardize(np.array([[[2.0], [6.0]]])).tolist()
            [[[-1.0], [1.0]]]
        """
        if self.preprocessing_function:
            x = self.preprocessing_function(x)
        if self.rescale:
            x *= self.rescale
        if self.samplewise_center:
            x -= np.mean(x, keepdims=True)
        if self.samplewise_std_normalization:
            # Keras' number: an image of one colour would be divided by zero.
            x /= np.std(x, keepdims=True) + 1e-6
        if self.featurewise_center and self._fitted("featurewise_center", self.mean):
            x -= self.mean
        if self.featurewise_std_normalization and self._fitted("featurewise_std_normalization", self.std):
            x /= self.std + 1e-6
        if self.zca_whitening and self._fitted("zca_whitening", self.zca_whitening_matrix):
            x = (x.reshape(-1, np.prod(x.shape[-3:])) @ self.zca_whitening_matrix).reshape(x.shape)
        return x

    def _shift(self, bounds, size):
        if not bounds:
            return 0
        try:
            drawn = np.random.choice(bounds)
            drawn *= np.random.choice([-1, 1])
        except ValueError:
            drawn = np.random.uniform(-bounds, bounds)
        # As in Keras, less than 1 is a share of the size, anything else a number of pixels.
        return drawn * size if np.max(bounds) < 1 else drawn

    def get_random_transform(self, img_shape: Sequence[int], seed: int | None = None) -> dict[str, Any]:
        """Draws how an image is to be changed, within the ranges of the generator.

        Mirrors `ImageDataGenerator.get_random_transform` of Keras. Two images are changed alike, as a picture and its mask are, by giving
        one result of it to `apply_transform` twice.

        Arguments:
            img_shape: the shape of the image, (height, width, channels); shifts that are a share of a size need it.
            seed: what NumPy's global generator is set to first; None (default): it goes on drawing where it is.

        Returns:
            A dictionary: "theta" and "shear" in degrees, "tx" (along rows) and "ty" (along columns) in pixels, the factors "zx" and "zy",
            "flip_horizontal", "flip_vertical", and "channel_shift_intensity" and "brightness", which are None where not asked for.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(rotation_range=20, zoom_range=0.5)
            >>> drawn = generator.get_random_transform((8, 8, 3), seed=1)
            >>> abs(drawn["theta"]) <= 20, 0.5 <= drawn["zx"] <= 1.5, drawn["tx"], drawn["brightness"]
            (True, True, 0, None)
        """
        if seed is not None:
            np.random.seed(seed)
        low, high = self.zoom_range
        # The order of the draws is part of what a seed means.
        theta = np.random.uniform(-self.rotation_range, self.rotation_range) if self.rotation_range else 0
        tx = self._shift(self.height_shift_range, img_shape[self.row_axis - 1])
        ty = self._shift(self.width_shift_range, img_shape[self.col_axis - 1])
        shear = np.random.uniform(-self.shear_range, self.shear_range) if self.shear_range else 0
        zx, zy = (1, 1) if low == 1 and high == 1 else np.random.uniform(low, high, 2)
        horizontal = (np.random.random() < 0.5) * self.horizontal_flip
        vertical = (np.random.random() < 0.5) * self.vertical_flip
        reach = self.channel_shift_range
        intensity = np.random.uniform(-reach, reach) if reach != 0 else None
        brightness = None if self.brightness_range is None else np.random.uniform(*self.brightness_range)
        return {
            "theta": theta,
            "tx": tx,
            "ty": ty,
            "shear": shear,
            "zx": zx,
            "zy": zy,
            "flip_horizontal": horizontal,
            "flip_vertical": vertical,
            "channel_shift_intensity": intensity,
            "brightness": brightness,
        }

    def apply_transform(self, x: TensorLike, transform_parameters: Mapping[str, Any]) -> np.ndarray:
        """Changes an image as a dictionary says. Mirrors `ImageDataGenerator.apply_transform` of Keras.

        First the image is turned, shifted, sheared and zoomed, in one step whose empty places `fill_mode` of the generator fills; then
        channels are shifted, the image flipped, and its brightness changed.

        Arguments:
            x: an array [height, width, channels], or [channels, height, width] where the generator has "channels_first".
            transform_parameters: what `get_random_transform` gives, or some of its keys: those that are missing change nothing.

        Returns:
            An array of the same shape.

        Raises:
            ImportError: scipy, or for a brightness Pillow, is not installed and is needed.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator()
            >>> image = np.arange(6.0).reshape(2, 3, 1)
            >>> generator.apply_transform(image, {"flip_horizontal": True})[..., 0].tolist()
            [[2.0, 1.0, 0.0], [5.0, 4.0, 3.0]]
        """
        rows, columns, channels = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
        get = transform_parameters.get
        x = apply_affine_transform(
            x,
            get("theta", 0),
            get("tx", 0),
            get("ty", 0),
            get("shear", 0),
            get("zx", 1),
            get("zy", 1),
            row_axis=rows,
            col_axis=columns,
            channel_axis=channels,
            fill_mode=self.fill_mode,
            cval=self.cval,
            order=self.interpolation_order,
        )
        if get("channel_shift_intensity") is not None:
            x = apply_channel_shift(x, get("channel_shift_intensity"), channels)
        if get("flip_horizontal", False):
            x = flip_axis(x, columns)
        if get("flip_vertical", False):
            x = flip_axis(x, rows)
        if get("brightness") is not None:
            x = apply_brightness_shift(x, get("brightness"), False)
        return x

    def random_transform(self, x: TensorLike, seed: int | None = None) -> np.ndarray:
        """Changes an image at random, within the ranges of the generator. Mirrors `ImageDataGenerator.random_transform` of Keras.

        It is `apply_transform` with what `get_random_transform` draws; the image is not normalized by it, `standardize` does that.

        Arguments:
            x: an array [height, width, channels].
            seed: what NumPy's global generator is set to first; None (default): it goes on drawing where it is. The same seed changes
                images of one size alike.

        Returns:
            An array of the same shape.

        Raises:
            ImportError: scipy is not installed, and an image is turned, shifted, sheared or zoomed.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(vertical_flip=True)
            >>> image = np.arange(4.0).reshape(2, 2, 1)
            >>> made = [generator.random_transform(image, seed=seed)[..., 0].tolist() for seed in range(6)]
            >>> [[0.0, 1.0], [2.0, 3.0]] in made, [[2.0, 3.0], [0.0, 1.0]] in made
            (True, True)
        """
        return self.apply_transform(x, self.get_random_transform(x.shape, seed))

    def fit(self, x: TensorLike, augment: bool = False, rounds: IntLike = 1, seed: int | None = None) -> None:
        """Takes mean, deviation and whitening from images. Mirrors `ImageDataGenerator.fit` of Keras.

        It is needed before `flow` where the generator has `featurewise_center`, `featurewise_std_normalization` or `zca_whitening`;
        whitening takes memory for (height * width * channels) numbers squared.

        Arguments:
            x: an array of images [number, height, width, channels]; a copy is used.
            augment: whether they are changed at random first; False by default.
            rounds: with `augment`, how many changed copies of each are used; 1 by default.
            seed: what NumPy's global generator is set to first; None (default): it goes on drawing where it is.

        Returns:
            Nothing; `mean`, `std` (one number for each channel) and `zca_whitening_matrix` hold what was found.

        Raises:
            ValueError: an array of another rank than 4.

        Example:
            >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(featurewise_center=True)
            >>> generator.fit(np.array([[[[1.0]]], [[[3.0]]]]))
            >>> generator.mean.tolist(), generator.standardize(np.array([[[5.0]]])).tolist()
            ([[[2.0]]], [[[3.0]]])
        """
        x = np.array(x, dtype=self.dtype)
        if x.ndim != 4:
            raise ValueError(f"Input to `.fit()` should have rank 4. Got array with shape: {x.shape}")
        if x.shape[self.channel_axis] not in {1, 3, 4}:
            axis = self.channel_axis
            warnings.warn(
                f'Expected input to be images (as Numpy array) following the data format convention "{self.data_format}" '
                f"(channels on axis {axis}), i.e. expected either 1, 3 or 4 channels on axis {axis}. However, it was passed an "
                f"array with shape {x.shape} ({x.shape[axis]} channels).",
                stacklevel=2,
            )
        if seed is not None:
            np.random.seed(seed)
        if self.rescale:
            x *= self.rescale
        if augment:
            x = np.array([self.random_transform(one) for _ in range(rounds) for one in x], dtype=self.dtype)
        axes, shape = (0, self.row_axis, self.col_axis), [1, 1, 1]
        shape[self.channel_axis - 1] = x.shape[self.channel_axis]
        if self.featurewise_center:
            self.mean = np.mean(x, axis=axes).reshape(shape)
            x -= self.mean
        if self.featurewise_std_normalization:
            self.std = np.std(x, axis=axes).reshape(shape)
            x /= self.std + 1e-6
        if self.zca_whitening:
            n = len(x)
            u, s, _ = np.linalg.svd(x.reshape(n, -1).T, full_matrices=False)
            self.zca_whitening_matrix = (u * (np.sqrt(n) / (s + self.zca_epsilon))).dot(u.T)

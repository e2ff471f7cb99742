"""Images as arrays and as Pillow's."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, image, math
from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.files.replacing import Replacement, needs_folder
from tfshim.keras.backend.settings import floatx, image_data_format

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, Path, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_METHODS = ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic")


def _pillow(what):
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(f"Could not import PIL.Image. The use of `{what}` requires PIL.") from None
    return Image


def _layout(data_format, word="Unknown"):
    data_format = image_data_format() if data_format is None else data_format
    if data_format not in {"channels_first", "channels_last"}:
        raise ValueError(f"{word} data_format: {data_format}")
    return data_format


@tf_export("keras.utils.array_to_img", "keras.preprocessing.image.array_to_img")
def array_to_img(x: TensorLike, data_format: str | None = None, scale: FloatLike = True, dtype: DTypeLike | None = None) -> Any:
    """An array as a Pillow image.

    Mirrors `tf.keras.utils.array_to_img`, also in `tf.keras.preprocessing.image`. Needs Pillow.

    Arguments:
        x: an array [height, width, channels] with 1, 3 or 4 channels.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        scale: whether values are stretched to 0 ... 255; True by default. False: they are taken as they are.
        dtype: in which values are scaled; None (default): `tf.keras.backend.floatx()`.

    Returns:
        A `PIL.Image.Image` of the mode "L", "RGB", "RGBA", or "I" for grayscale above 255.

    Raises:
        ValueError: another rank or number of channels. ImportError: Pillow is not installed.

    Example:
        >>> image = tf.keras.utils.array_to_img(np.array([[[0.0], [0.5], [1.0]]]))
        >>> image.mode, image.size, [image.getpixel((i, 0)) for i in range(3)]
        ('L', (3, 1), [0, 127, 255])
    """
    image = _pillow("array_to_img")
    x = np.asarray(x, dtype=floatx() if dtype is None else dtype)
    if x.ndim != 3:
        raise ValueError(f"Expected image array to have rank 3 (single image). Got array with shape: {x.shape}")
    if _layout(data_format, "Invalid") == "channels_first":
        x = x.transpose(1, 2, 0)
    if scale:
        x = x - np.min(x)
        top = np.max(x)
        if top != 0:
            x /= top
        x *= 255
    channels = x.shape[2]
    if channels in (3, 4):
        return image.fromarray(x.astype("uint8"))
    if channels == 1:
        # A depth map needs more than eight bits; Pillow has no unsigned mode for that.
        return image.fromarray(x[:, :, 0].astype("int32" if np.max(x) > 255 else "uint8"))
    raise ValueError(f"Unsupported channel number: {channels}")


@tf_export("keras.utils.img_to_array", "keras.preprocessing.image.img_to_array")
def img_to_array(img: Any, data_format: str | None = None, dtype: DTypeLike | None = None) -> np.ndarray:
    """The numbers of a Pillow image as an array.

    Mirrors `tf.keras.utils.img_to_array`, also in `tf.keras.preprocessing.image`. Values are from 0 to 255 and not scaled.

    Arguments:
        img: a Pillow image, or an array [height, width] or [height, width, channels].
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dtype: of the result; None (default): `tf.keras.backend.floatx()`, float32.

    Returns:
        A NumPy array [height, width, channels], or [channels, height, width].

    Raises:
        ValueError: another `data_format`, or an image of another rank.

    Example:
        >>> image = tf.keras.utils.array_to_img(np.zeros([2, 3, 3]))
        >>> tf.keras.utils.img_to_array(image).shape
        (2, 3, 3)
        >>> tf.keras.utils.img_to_array(image, data_format="channels_first", dtype="uint8").shape
        (3, 2, 3)
    """
    first = _layout(data_format) == "channels_first"
    x = np.asarray(img, dtype=floatx() if dtype is None else dtype)
    if x.ndim == 3:
        return x.transpose(2, 0, 1) if first else x
    if x.ndim == 2:
        return x[None] if first else x[:, :, None]
    raise ValueError(f"Unsupported image shape: {x.shape}")


@tf_export("keras.utils.save_img", "keras.preprocessing.image.save_img")
def save_img(
    path: Path, x: TensorLike, data_format: str | None = None, file_format: str | None = None, scale: FloatLike = True, **kwargs: Any
) -> None:
    """Writes an array as an image file.

    Mirrors `tf.keras.utils.save_img`, also in `tf.keras.preprocessing.image`. Needs Pillow.

    Arguments:
        path: the file, or an object to write to.
        x: an array [height, width, channels] with 1, 3 or 4 channels.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        file_format: the format; None (default): by the ending of the name.
        scale: whether values are stretched to 0 ... 255; True by default, so that images of one colour become black.
        **kwargs: what Pillow's `save` takes, as `quality`.

    Raises:
        ValueError: an array of another rank or number of channels, or an unknown format.

    Example:
        >>> tf.keras.utils.save_img("gray.png", np.full([2, 3, 1], 128.0), scale=False)
        >>> tf.io.decode_png(tf.io.read_file("gray.png")).numpy()[..., 0].tolist()
        [[128, 128, 128], [128, 128, 128]]
    """
    img = array_to_img(x, data_format=data_format, scale=scale)
    if img.mode == "RGBA" and file_format in ("jpg", "jpeg"):
        warnings.warn("The JPG format does not support RGBA images, converting to RGB.", stacklevel=2)
        img = img.convert("RGB")
    if not isinstance(path, (str, os.PathLike)):
        img.save(path, format=file_format, **kwargs)
        return
    path = os.fspath(path)
    needs_folder(path)
    with Replacement(path) as beside:
        img.save(beside, format=file_format, **kwargs)


@tf_export("keras.utils.load_img", "keras.preprocessing.image.load_img")
def load_img(
    path: Path,
    grayscale: bool = False,
    color_mode: str = "rgb",
    target_size: Any = None,
    interpolation: str = "nearest",
    keep_aspect_ratio: bool = False,
) -> Any:
    """An image file as a Pillow image.

    Mirrors `tf.keras.utils.load_img`, also in `tf.keras.preprocessing.image`. Needs Pillow. `img_to_array` makes an array of it.

    Arguments:
        path: the file, or an `io.BytesIO` with its content.
        grayscale: an older form of `color_mode="grayscale"`; False.
        color_mode: "rgb" (default), "rgba" or "grayscale".
        target_size: (height, width) that it is resized to; None (default): as it is.
        interpolation: "nearest" (default), "bilinear", "bicubic", "hamming", "box" or "lanczos".
        keep_aspect_ratio: whether the edges are cut off before resizing, so that nothing is distorted; False.

    Returns:
        A `PIL.Image.Image`.

    Raises:
        ValueError: other values. FileNotFoundError: no such file. ImportError: Pillow is not installed.

    Example:
        >>> tf.keras.utils.save_img("red.png", np.tile([255.0, 0.0, 0.0], [4, 6, 1]), scale=False)
        >>> image = tf.keras.utils.load_img("red.png", target_size=(2, 2))
        >>> image.size, image.getpixel((0, 0))
        ((2, 2), (255, 0, 0))
    """
    image = _pillow("load_img")
    if grayscale:
        warnings.warn('grayscale is deprecated. Please use color_mode = "grayscale"', stacklevel=2)
        color_mode = "grayscale"
    if isinstance(path, io.BytesIO):
        img = image.open(path)
    elif isinstance(path, (os.PathLike, bytes, str)):
        # Pillow reads an image only when its pixels are asked for, and the file is closed by then.
        with open(path, "rb") as f:
            img = image.open(io.BytesIO(f.read()))
    else:
        raise TypeError(f"path should be path-like or io.BytesIO, not {type(path)}")
    modes = {"grayscale": ("L", "I;16", "I"), "rgba": ("RGBA",), "rgb": ("RGB",)}
    if color_mode not in modes:
        raise ValueError('color_mode must be "grayscale", "rgb", or "rgba"')
    if img.mode not in modes[color_mode]:
        img = img.convert(modes[color_mode][0])
    if target_size is None or img.size == (target_size[1], target_size[0]):
        return img
    filters = {n: getattr(image.Resampling, n.upper()) for n in ("nearest", "bilinear", "bicubic", "hamming", "box", "lanczos")}
    if interpolation not in filters:
        raise ValueError(f"Invalid interpolation method {interpolation} specified. Supported methods are {', '.join(filters)}")
    to, box = (target_size[1], target_size[0]), None
    if keep_aspect_ratio:
        width, height = img.size
        high, wide = min(height, width * to[1] // to[0]), min(width, height * to[0] // to[1])
        top, left = (height - high) // 2, (width - wide) // 2
        box = [left, top, left + wide, top + high]
    return img.resize(to, filters[interpolation], box=box)


def get_interpolation(interpolation: str) -> str:
    """The name of a method of `tf.image.resize`. Raises NotImplementedError for an unknown one."""
    name = interpolation.lower()
    if name not in _METHODS:
        raise NotImplementedError(
            f"Value not recognized for `interpolation`: {name}. Supported values are: {dict.fromkeys(_METHODS).keys()}"
        )
    return name


@tf_export("keras.preprocessing.image.smart_resize")
def smart_resize(x: TensorLike, size: Sequence[int], interpolation: str = "bilinear") -> Any:
    """Brings images to a size without distorting them: the largest part in the middle with the right proportions is resized.

    Mirrors `tf.keras.preprocessing.image.smart_resize`. It serves in `dataset.map`.

    Arguments:
        x: an image [height, width, channels], or a batch [batch, height, width, channels]: an array or tensor.
        size: (height, width).
        interpolation: "bilinear" (default), "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian" or "mitchellcubic".

    Returns:
        An array for an array, a tensor for a tensor, float32.

    Raises:
        ValueError: another rank, or a `size` of other than two numbers.

    Example:
        >>> x = np.arange(8.0, dtype=np.float32).reshape(2, 4, 1)
        >>> tf.keras.preprocessing.image.smart_resize(x, (2, 2)).squeeze().tolist()
        [[1.0, 2.0], [5.0, 6.0]]
    """
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers, but got: {size}.")
    img = convert_to_tensor(x)
    rank = img.shape.rank
    if rank is not None and rank not in (3, 4):
        raise ValueError(
            "Expected an image array with shape `(height, width, channels)`, or `(batch_size, height, width, channels)`, but "
            f"got input with incorrect rank, of shape {img.shape}."
        )
    shape = array_ops.shape(img)
    height, width = shape[-3], shape[-2]

    def whole(x):
        return array_ops.cast(x, "int32")

    def real(x):
        return array_ops.cast(x, "float32")

    high = math.minimum(height, whole(real(width * size[0]) / size[1]))
    wide = math.minimum(width, whole(real(height * size[1]) / size[0]))
    start = [whole(real(height - high) / 2), whole(real(width - wide) / 2), 0]
    sizes = [high, wide, -1]
    if rank == 4:
        start, sizes = [0, *start], [-1, *sizes]
    img = image.resize(array_ops.slice(img, array_ops.stack(start), array_ops.stack(sizes)), size, method=interpolation)
    return img.numpy() if isinstance(x, np.ndarray) else img

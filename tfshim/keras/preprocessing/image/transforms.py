"""Changes of one image, an array of three axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.keras.utils.images import array_to_img, img_to_array

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike


def flip_axis(x: np.ndarray, axis: int) -> np.ndarray:
    """`x` backwards along `axis`."""
    return np.flip(np.asarray(x), axis)


@tf_export("keras.preprocessing.image.apply_affine_transform")
def apply_affine_transform(
    x: TensorLike,
    theta: FloatLike = 0,
    tx: FloatLike = 0,
    ty: FloatLike = 0,
    shear: FloatLike = 0,
    zx: FloatLike = 1,
    zy: FloatLike = 1,
    row_axis: IntLike = 1,
    col_axis: IntLike = 2,
    channel_axis: IntLike = 0,
    fill_mode: str = "nearest",
    cval: FloatLike = 0.0,
    order: IntLike = 1,
) -> np.ndarray:
    """The image rotated by `theta` and sheared by `shear` degrees, shifted by (`tx`, `ty`) and zoomed by (`zx`, `zy`) about its middle.

    `fill_mode`: "constant" (with `cval`), "nearest", "reflect" or "wrap" for what comes from outside; `order`: of the spline.
    Raises ValueError for axes that are not 0, 1 and 2; ImportError without SciPy. Mirrors Keras' function of that name.
    """
    try:
        from scipy import ndimage
    except ImportError:
        raise ImportError("Image transformations require SciPy. Install SciPy.") from None
    axes = {row_axis, col_axis, channel_axis}
    if len(axes) != 3:
        raise ValueError("'row_axis', 'col_axis', and 'channel_axis' must be distinct")
    if axes != {0, 1, 2}:
        raise ValueError(f"Invalid axis' indices: {axes - {0, 1, 2}}")
    if x.ndim != 3:
        raise ValueError("Input arrays must be multi-channel 2D images.")
    if channel_axis not in (0, 2):
        raise ValueError("Channels are allowed and the first and last dimensions.")
    steps = []
    if theta != 0:
        a = np.deg2rad(theta)
        steps.append([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    if tx != 0 or ty != 0:
        steps.append([[1, 0, tx], [0, 1, ty], [0, 0, 1]])
    if shear != 0:
        a = np.deg2rad(shear)
        steps.append([[1, -np.sin(a), 0], [0, np.cos(a), 0], [0, 0, 1]])
    if zx != 1 or zy != 1:
        steps.append([[zx, 0, 0], [0, zy, 0], [0, 0, 1]])
    if not steps:
        return x
    # A matrix alone turns and stretches about the corner [0, 0].
    middle = [x.shape[a] / 2 - 0.5 for a in (row_axis, col_axis)]
    there = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1]])
    back = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    matrix = np.eye(3)
    for step in steps:
        matrix = matrix @ np.array(step)
    matrix = there @ matrix @ back
    if col_axis > row_axis:
        # As Keras has it: rows and columns change places in the matrix, though the image keeps them.
        matrix = matrix[[1, 0, 2]][:, [1, 0, 2]]
    channels = np.moveaxis(x, channel_axis, 0)
    moved = [ndimage.affine_transform(c, matrix[:2, :2], matrix[:2, 2], order=order, mode=fill_mode, cval=cval) for c in channels]
    return np.moveaxis(np.stack(moved), 0, channel_axis)


def _drawn(bounds):
    return np.random.uniform(-bounds, bounds)


@tf_export("keras.preprocessing.image.random_rotation")
def random_rotation(
    x: TensorLike,
    rg: FloatLike,
    row_axis: IntLike = 1,
    col_axis: IntLike = 2,
    channel_axis: IntLike = 0,
    fill_mode: str = "nearest",
    cval: FloatLike = 0.0,
    interpolation_order: IntLike = 1,
) -> np.ndarray:
    """The image rotated by up to `rg` degrees."""
    return apply_affine_transform(
        x,
        theta=_drawn(rg),
        row_axis=row_axis,
        col_axis=col_axis,
        channel_axis=channel_axis,
        fill_mode=fill_mode,
        cval=cval,
        order=interpolation_order,
    )


@tf_export("keras.preprocessing.image.random_shift")
def random_shift(
    x: TensorLike,
    wrg: FloatLike,
    hrg: FloatLike,
    row_axis: IntLike = 1,
    col_axis: IntLike = 2,
    channel_axis: IntLike = 0,
    fill_mode: str = "nearest",
    cval: FloatLike = 0.0,
    interpolation_order: IntLike = 1,
) -> np.ndarray:
    """The image shifted by up to the shares `wrg` of its width and `hrg` of its height."""
    tx = _drawn(hrg) * x.shape[row_axis]
    ty = _drawn(wrg) * x.shape[col_axis]
    return apply_affine_transform(
        x,
        tx=tx,
        ty=ty,
        row_axis=row_axis,
        col_axis=col_axis,
        channel_axis=channel_axis,
        fill_mode=fill_mode,
        cval=cval,
        order=interpolation_order,
    )


@tf_export("keras.preprocessing.image.random_shear")
def random_shear(
    x: TensorLike,
    intensity: FloatLike,
    row_axis: IntLike = 1,
    col_axis: IntLike = 2,
    channel_axis: IntLike = 0,
    fill_mode: str = "nearest",
    cval: FloatLike = 0.0,
    interpolation_order: IntLike = 1,
) -> np.ndarray:
    """The image sheared by up to `intensity` degrees."""
    return apply_affine_transform(
        x,
        shear=_drawn(intensity),
        row_axis=row_axis,
        col_axis=col_axis,
        channel_axis=channel_axis,
        fill_mode=fill_mode,
        cval=cval,
        order=interpolation_order,
    )


@tf_export("keras.preprocessing.image.random_zoom")
def random_zoom(
    x: TensorLike,
    zoom_range: Sequence[float],
    row_axis: IntLike = 1,
    col_axis: IntLike = 2,
    channel_axis: IntLike = 0,
    fill_mode: str = "nearest",
    cval: FloatLike = 0.0,
    interpolation_order: IntLike = 1,
) -> np.ndarray:
    """The image zoomed by a factor between two numbers, along each axis. Raises ValueError unless there are two."""
    if len(zoom_range) != 2:
        raise ValueError(f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}")
    zx, zy = (1, 1) if zoom_range[0] == 1 and zoom_range[1] == 1 else np.random.uniform(zoom_range[0], zoom_range[1], 2)
    return apply_affine_transform(
        x,
        zx=zx,
        zy=zy,
        row_axis=row_axis,
        col_axis=col_axis,
        channel_axis=channel_axis,
        fill_mode=fill_mode,
        cval=cval,
        order=interpolation_order,
    )


@tf_export("keras.preprocessing.image.apply_channel_shift")
def apply_channel_shift(x: TensorLike, intensity: FloatLike, channel_axis: IntLike = 0) -> np.ndarray:
    """The image plus `intensity`, cut to the range that it had."""
    return np.clip(np.asarray(x) + intensity, np.min(x), np.max(x))


@tf_export("keras.preprocessing.image.random_channel_shift")
def random_channel_shift(x: TensorLike, intensity_range: FloatLike, channel_axis: IntLike = 0) -> np.ndarray:
    """The image plus a number up to `intensity_range`, cut to the range that it had."""
    return apply_channel_shift(x, _drawn(intensity_range), channel_axis=channel_axis)


@tf_export("keras.preprocessing.image.apply_brightness_shift")
def apply_brightness_shift(x: TensorLike, brightness: FloatLike, scale: FloatLike = True) -> np.ndarray:
    """The image with its brightness times `brightness`; `scale` stretches its values to 0 ... 255 first."""
    try:
        from PIL import ImageEnhance
    except ImportError:
        raise ImportError("Using brightness shifts requires PIL. Install PIL or Pillow.") from None
    low, high = np.min(x), np.max(x)
    outside = low < 0 or high > 255
    made = img_to_array(ImageEnhance.Brightness(array_to_img(x, scale=outside or scale)).enhance(brightness))
    return made / 255 * (high - low) + low if outside and not scale else made


@tf_export("keras.preprocessing.image.random_brightness")
def random_brightness(x: TensorLike, brightness_range: Sequence[float], scale: FloatLike = True) -> np.ndarray:
    """The image with its brightness times a factor between two numbers. Raises ValueError unless there are two."""
    if len(brightness_range) != 2:
        raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
    return apply_brightness_shift(x, np.random.uniform(brightness_range[0], brightness_range[1]), scale)

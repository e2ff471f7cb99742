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
    """An image rotated, sheared, shifted and zoomed about its middle.

    Mirrors `tf.keras.preprocessing.image.apply_affine_transform`. Needs SciPy.

    Arguments:
        x: an array of rank 3.
        theta: the angle in degrees; 0.
        shear: in degrees; 0.
        tx, ty: shifts in pixels, along columns and along rows; the other way round where `col_axis` comes before `row_axis`; 0.
        zx, zy: zooms, in the same order; 1.
        row_axis, col_axis, channel_axis: which axes are which: 1, 2 and 0 by default, for [channels, height, width].
        fill_mode: "nearest" (default), "constant" (with `cval`), "reflect" or "wrap": what comes in from outside.
        cval: the number for "constant"; 0.0.
        order: of the spline; 1.

    Returns:
        An array of the same shape.

    Raises:
        ValueError: axes that are not 0, 1 and 2. ImportError: SciPy is not installed.

    Example:
        >>> x = np.array([[[1.0], [2.0], [3.0]]])
        >>> shifted = tf.keras.preprocessing.image.apply_affine_transform(x, tx=1, row_axis=0, col_axis=1, channel_axis=2)
        >>> shifted.ravel().tolist()
        [2.0, 3.0, 3.0]
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
    """An image rotated by a random angle.

    Mirrors `tf.keras.preprocessing.image.random_rotation`. The angle is drawn by NumPy's generator. Needs SciPy. For new programs there is
    `tf.keras.layers.RandomRotation`.

    Arguments:
        x: an array of rank 3.
        rg: the angle lies between minus this and this, in degrees.
        row_axis, col_axis, channel_axis, fill_mode, cval: as in `apply_affine_transform`.
        interpolation_order: of the spline; 1.

    Returns:
        An array of the same shape.

    Example:
        >>> x = np.arange(9.0).reshape(3, 3, 1)
        >>> y = tf.keras.preprocessing.image.random_rotation(x, 90, row_axis=0, col_axis=1, channel_axis=2)
        >>> y.shape, round(float(y[1, 1, 0]), 3)
        ((3, 3, 1), 4.0)
    """
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
    """An image shifted by random shares of its width and height.

    Mirrors `tf.keras.preprocessing.image.random_shift`. Both are drawn by NumPy's generator. Needs SciPy. For new programs there is
    `tf.keras.layers.RandomTranslation`.

    Arguments:
        x: an array of rank 3.
        wrg, hrg: the greatest shares of width and height, either way.
        row_axis, col_axis, channel_axis, fill_mode, cval: as in `apply_affine_transform`.
        interpolation_order: of the spline; 1.

    Returns:
        An array of the same shape.

    Example:
        >>> x = np.ones([4, 4, 1])
        >>> y = tf.keras.preprocessing.image.random_shift(x, 0.5, 0.0, row_axis=0, col_axis=1, channel_axis=2)
        >>> y.shape, bool(np.allclose(y, 1.0))
        ((4, 4, 1), True)
    """
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
    """An image sheared by a random angle.

    Mirrors `tf.keras.preprocessing.image.random_shear`. The angle is drawn by NumPy's generator. Needs SciPy.

    Arguments:
        x: an array of rank 3.
        intensity: the angle lies between minus this and this, in degrees.
        row_axis, col_axis, channel_axis, fill_mode, cval: as in `apply_affine_transform`.
        interpolation_order: of the spline; 1.

    Returns:
        An array of the same shape.

    Example:
        >>> x = np.ones([3, 3, 1])
        >>> y = tf.keras.preprocessing.image.random_shear(x, 30, row_axis=0, col_axis=1, channel_axis=2)
        >>> y.shape, bool(np.allclose(y, 1.0))
        ((3, 3, 1), True)
    """
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
    """An image zoomed by random factors along rows and columns.

    Mirrors `tf.keras.preprocessing.image.random_zoom`. The factors are drawn by NumPy's generator, uniformly between two numbers; those
    above 1 zoom out. Needs SciPy. For new programs there is `tf.keras.layers.RandomZoom`.

    Arguments:
        x: an array of rank 3.
        zoom_range: the two numbers.
        row_axis, col_axis, channel_axis, fill_mode, cval: as in `apply_affine_transform`.
        interpolation_order: of the spline; 1.

    Returns:
        An array of the same shape.

    Raises:
        ValueError: other than two numbers.

    Example:
        >>> x = np.ones([4, 4, 1])
        >>> y = tf.keras.preprocessing.image.random_zoom(x, (0.5, 2.0), row_axis=0, col_axis=1, channel_axis=2)
        >>> y.shape, bool(np.allclose(y, 1.0))
        ((4, 4, 1), True)
    """
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
    """An image plus a number, cut to the range that it had.

    Mirrors `tf.keras.preprocessing.image.apply_channel_shift`. The least and the greatest number of the whole image are the bounds.

    Arguments:
        x: an array of rank 3.
        intensity: the number.
        channel_axis: that of the channels; 0 by default.

    Returns:
        An array of the same shape.

    The same number is added to all channels of the image, which makes it lighter or darker; what leaves the range that the image had is
    cut.

    Example:
        >>> x = np.array([[[0.0], [100.0], [200.0]]])
        >>> tf.keras.preprocessing.image.apply_channel_shift(x, 50.0, channel_axis=2).ravel().tolist()
        [50.0, 150.0, 200.0]
    """
    return np.clip(np.asarray(x) + intensity, np.min(x), np.max(x))


@tf_export("keras.preprocessing.image.random_channel_shift")
def random_channel_shift(x: TensorLike, intensity_range: FloatLike, channel_axis: IntLike = 0) -> np.ndarray:
    """An image plus a random number, cut to the range that it had.

    Mirrors `tf.keras.preprocessing.image.random_channel_shift`. The number is drawn by NumPy's generator.

    Arguments:
        x: an array of rank 3.
        intensity_range: the number lies between minus this and this.
        channel_axis: that of the channels; 0 by default.

    Returns:
        An array of the same shape.

    Example:
        >>> x = np.array([[[0.0], [100.0], [200.0]]])
        >>> y = tf.keras.preprocessing.image.random_channel_shift(x, 50.0, channel_axis=2)
        >>> y.shape, bool(y.min() >= 0.0), bool(y.max() <= 200.0)
        ((1, 3, 1), True, True)
    """
    return apply_channel_shift(x, _drawn(intensity_range), channel_axis=channel_axis)


@tf_export("keras.preprocessing.image.apply_brightness_shift")
def apply_brightness_shift(x: TensorLike, brightness: FloatLike, scale: FloatLike = True) -> np.ndarray:
    """An image with its brightness times a factor.

    Mirrors `tf.keras.preprocessing.image.apply_brightness_shift`. Needs Pillow.

    Arguments:
        x: an array [height, width, channels].
        brightness: the factor: 1.0 changes nothing, 0.0 makes it black.
        scale: whether values are stretched to 0 ... 255 before; True by default.

    Returns:
        An array of the same shape, from 0 to 255.

    Raises:
        ImportError: Pillow is not installed.

    Example:
        >>> x = np.array([[[0.0], [100.0], [200.0]]])
        >>> tf.keras.preprocessing.image.apply_brightness_shift(x, 0.5, scale=False).ravel().tolist()
        [0.0, 50.0, 100.0]
    """
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
    """An image with its brightness times a random factor.

    Mirrors `tf.keras.preprocessing.image.random_brightness`. The factor is drawn by NumPy's generator, uniformly between two numbers. Needs
    Pillow.

    Arguments:
        x: an array [height, width, channels].
        brightness_range: the two numbers.
        scale: whether values are stretched to 0 ... 255 before; True by default.

    Returns:
        An array of the same shape, from 0 to 255.

    Raises:
        ValueError: other than two numbers.

    Example:
        >>> x = np.full([1, 2, 1], 100.0)
        >>> tf.keras.preprocessing.image.random_brightness(x, (0.5, 0.5), scale=False).ravel().tolist()
        [50.0, 50.0]
    """
    if len(brightness_range) != 2:
        raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
    return apply_brightness_shift(x, np.random.uniform(brightness_range[0], brightness_range[1]), scale)

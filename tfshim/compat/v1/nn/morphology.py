"""Dilation and erosion in `tf.compat.v1.nn`, whose arguments TensorFlow 2 renamed or reordered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["nn.dilation2d"])
def dilation2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: Window | None = None,
    rates: Window | None = None,
    padding: str | Sequence[Any] | None = None,
    name: str | None = None,
    filters: TensorLike | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """The morphological dilation of pictures: bright parts grow. Mirrors `tf.compat.v1.nn.dilation2d`.

    Each pixel becomes the greatest sum of the pixels around it and a filter. It is `tf.nn.dilation2d` with the older names of arguments
    besides; pictures are of the format "NHWC".

    Arguments:
        input: numbers of shape [batch, height, width, channels].
        filter: [height, width, channels].
        strides: the distance of the windows, [1, rows, columns, 1].
        rates: the gaps within a window, [1, rows, columns, 1].
        padding: "SAME" or "VALID".
        name: a name for the operation in graphs; by default that of the function.
        filters, dilations: the newer names of `filter` and `rates`.

    Returns:
        A tensor [batch, new height, new width, channels].

    Raises:
        ValueError: an argument is given by both of its names, or neither.

    Example:
        >>> x = tf.reshape(tf.constant([1.0, 5.0, 2.0]), [1, 1, 3, 1])
        >>> tf.compat.v1.nn.dilation2d(x, tf.zeros([1, 2, 1]), [1, 1, 1, 1], [1, 1, 1, 1], "VALID").numpy().ravel().tolist()
        [5.0, 5.0]
    """
    return tf.nn.dilation2d(
        input, one_of("filters", filters, "filter", filter), strides, padding, "NHWC", one_of("dilations", dilations, "rates", rates), name
    )


@tf_export(v1=["nn.erosion2d"])
def erosion2d(
    value: TensorLike, kernel: TensorLike, strides: Window, rates: Window, padding: str | Sequence[Any], name: str | None = None
) -> Tensor:
    """The morphological erosion of pictures: bright parts shrink. Mirrors `tf.compat.v1.nn.erosion2d`.

    Each pixel becomes the least difference of the pixels around it and a filter, which is turned over. It is `tf.nn.erosion2d` with the
    older names of arguments; pictures are of the format "NHWC".

    Arguments:
        value: numbers of shape [batch, height, width, channels].
        kernel: the filter, [height, width, channels].
        strides: the distance of the windows, [1, rows, columns, 1].
        rates: the gaps within a window, [1, rows, columns, 1].
        padding: "SAME" or "VALID".
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor [batch, new height, new width, channels].

    Raises:
        ValueError: the padding is another one, or shapes do not fit each other.

    Example:
        >>> x = tf.reshape(tf.constant([1.0, 5.0, 2.0]), [1, 1, 3, 1])
        >>> tf.compat.v1.nn.erosion2d(x, tf.zeros([1, 2, 1]), [1, 1, 1, 1], [1, 1, 1, 1], "VALID").numpy().ravel().tolist()
        [1.0, 2.0]
    """
    return tf.nn.erosion2d(value, kernel, strides, padding, "NHWC", rates, name)

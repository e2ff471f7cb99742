"""Pooling in `tf.compat.v1.nn`, whose arguments TensorFlow 2 renamed, reordered or gave other defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.nn.pooling import MaxPoolWithArgmax


@tf_export(v1=["nn.avg_pool", "nn.avg_pool2d"])
def avg_pool(
    value: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The mean of each window of images. Mirrors `tf.compat.v1.nn.avg_pool`.

    In TensorFlow 2: `tf.nn.avg_pool2d`, which takes a single number for `ksize` and `strides`, too.

    Arguments:
        value: a tensor [batch, height, width, channels]; with `data_format="NCHW"` channels come second.
        ksize: the sizes of the window, a list of four with 1 for the batch, or a number.
        strides: how far windows are apart, in the same form.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation.
        input: another name of `value`.

    Returns:
        A tensor of the dtype of `value`, [batch, new height, new width, channels].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> y = tf.compat.v1.nn.avg_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
        >>> y.shape, y.numpy().ravel().tolist()
        (TensorShape([1, 2, 2, 1]), [2.5, 4.5, 10.5, 12.5])
    """
    return tf.nn.avg_pool2d(one_of("input", input, "value", value), ksize, strides, padding, data_format, name or "AvgPool")


@tf_export(v1=["nn.max_pool"])
def max_pool(
    value: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The maximum of each window of images. Mirrors `tf.compat.v1.nn.max_pool`.

    In TensorFlow 2: `tf.nn.max_pool2d`, which takes a single number for `ksize` and `strides`, too.

    Arguments:
        value: a tensor [batch, height, width, channels]; with `data_format="NCHW"` channels come second.
        ksize: the sizes of the window, a list of four with 1 for the batch, or a number.
        strides: how far windows are apart, in the same form.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation.
        input: another name of `value`.

    Returns:
        A tensor of the dtype of `value`, [batch, new height, new width, channels].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> y = tf.compat.v1.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
        >>> y.shape, y.numpy().ravel().tolist()
        (TensorShape([1, 2, 2, 1]), [5.0, 7.0, 13.0, 15.0])
    """
    window = [ksize] if isinstance(ksize, int) else ksize
    if isinstance(window, (list, tuple)) and 0 in window:
        if len(window) < 3:
            window = [window[0], window[-1]]
            window = [1, 1, *window] if (data_format or "").startswith("NC") else [1, *window, 1]
        raise ValueError(f"`ksize` cannot be zero. Received: ksize={window}")
    return tf.nn.max_pool2d(one_of("input", input, "value", value), ksize, strides, padding, data_format, name or "MaxPool")


@tf_export(v1=["nn.max_pool_with_argmax"])
def max_pool_with_argmax(
    input: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    Targmax: DTypeLike | None = None,
    name: str | None = None,  # noqa: N803
    output_dtype: DTypeLike | None = None,
    include_batch_in_index: bool = False,
) -> MaxPoolWithArgmax:
    """(maximum of each window, its flat index of dtype `output_dtype`, int64 by default); see `tf.nn.max_pool_with_argmax`.

    `Targmax` is the older name of `output_dtype`. Mirrors `tf.compat.v1.nn.max_pool_with_argmax`.
    """
    dtype = one_of("output_dtype", output_dtype, "Targmax", Targmax)
    return tf.nn.max_pool_with_argmax(
        input, ksize, strides, padding, data_format, dtypes.int64 if dtype is None else dtype, include_batch_in_index, name
    )


@tf_export(v1=["nn.pool"])
def pool(
    input: TensorLike,
    window_shape: Sequence[int],
    pooling_type: str,
    padding: str | Sequence[Any],
    dilation_rate: Window | None = None,
    strides: Window | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """The mean or the maximum of each window, over one, two or three axes. Mirrors `tf.compat.v1.nn.pool`.

    In TensorFlow 2: `tf.nn.pool`, which calls the rate `dilations`.

    Arguments:
        input: a tensor [batch, sizes..., channels].
        window_shape: the size of the window, an integer for each axis.
        pooling_type: "MAX" or "AVG".
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        dilation_rate: the distance of a window's elements, an integer for each axis; None (the default) for 1.
        strides: how far windows are apart, in the same form; 1 by default.
        name: a name for the operation.
        data_format: such as "NWC" or "NCHW"; None (the default) for channels last.
        dilations: another name of `dilation_rate`.

    Returns:
        A tensor [batch, new sizes..., channels].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x = tf.reshape(tf.range(6.0), [1, 6, 1])
        >>> tf.compat.v1.nn.pool(x, [2], "MAX", "VALID", strides=[2]).numpy().ravel().tolist()
        [1.0, 3.0, 5.0]
    """
    return tf.nn.pool(
        input,
        window_shape,
        pooling_type,
        strides,
        padding,
        data_format,
        one_of("dilations", dilations, "dilation_rate", dilation_rate),
        name,
    )

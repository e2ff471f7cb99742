"""Top-level functions that move blocks of pixels, channels and batches, whose arguments TensorFlow 2 renamed or reordered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export(v1=["reverse_sequence"])
def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
    seq_dim: int | None = None,
    batch_dim: int | None = None,
) -> Tensor:
    """Reverses the beginning of each sequence in a batch. Mirrors `tf.compat.v1.reverse_sequence`.

    Of sequences of different lengths in one tensor, the padding behind them stays where it is. A network that reads backwards gets its
    inputs so. It is `tf.reverse_sequence`, with the older names of its axes besides.

    Arguments:
        input: a tensor of rank 2 or more.
        seq_lengths: a vector of int32 or int64 numbers, how many elements of each sequence are reversed.
        seq_axis: the axis of the elements.
        batch_axis: the axis of the sequences, 0 by default.
        name: a name for the operation in graphs; by default that of the function.
        seq_dim, batch_dim: the older names of `seq_axis` and `batch_axis`.

    Returns:
        A tensor like `input`.

    Raises:
        InvalidArgumentError: a length is negative, or greater than there are elements.

    Example:
        >>> tf.compat.v1.reverse_sequence([[1, 2, 3, 0], [4, 5, 0, 0]], [3, 2], seq_axis=1).numpy().tolist()
        [[3, 2, 1, 0], [5, 4, 0, 0]]
    """
    return tf.reverse_sequence(
        input, seq_lengths, one_of("seq_axis", seq_axis, "seq_dim", seq_dim), one_of("batch_axis", batch_axis, "batch_dim", batch_dim), name
    )


@tf_export(v1=["space_to_depth", "nn.space_to_depth"])
def space_to_depth(input: TensorLike, block_size: IntLike, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Makes squares of pixels the channels of one pixel. Mirrors `tf.compat.v1.space_to_depth` and `tf.compat.v1.nn.space_to_depth`.

    The picture becomes smaller by `block_size` in height and width, and has that many times more channels, squared; nothing is lost, and
    `depth_to_space` undoes it. It is `tf.nn.space_to_depth`, whose arguments have another order.

    Arguments:
        input: pictures of shape [batch, height, width, channels], or as `data_format` says.
        block_size: the side of the squares, an integer of at least 2, by which both sizes can be divided.
        name: a name for the operation in graphs; by default that of the function.
        data_format: "NHWC" (the default), "NCHW" or "NCHW_VECT_C".

    Returns:
        A tensor of shape [batch, height / block_size, width / block_size, channels * block_size ** 2].

    Raises:
        InvalidArgumentError: sizes cannot be divided.

    Example:
        >>> x = tf.reshape(tf.range(4), [1, 2, 2, 1])
        >>> tf.compat.v1.space_to_depth(x, 2).numpy().tolist()
        [[[[0, 1, 2, 3]]]]
    """
    return tf.nn.space_to_depth(input, block_size, data_format, name)


@tf_export(v1=["depth_to_space", "nn.depth_to_space"])
def depth_to_space(input: TensorLike, block_size: IntLike, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Makes the channels of a pixel a square of pixels. Mirrors `tf.compat.v1.depth_to_space` and `tf.compat.v1.nn.depth_to_space`.

    The picture becomes larger by `block_size` in height and width, with fewer channels, as the last layer of a network for finer pictures
    does. It is `tf.nn.depth_to_space`, whose arguments have another order; `space_to_depth` undoes it.

    Arguments:
        input: pictures of shape [batch, height, width, channels], or as `data_format` says.
        block_size: the side of the squares, an integer of at least 2, whose square divides the number of channels.
        name: a name for the operation in graphs; by default that of the function.
        data_format: "NHWC" (the default), "NCHW" or "NCHW_VECT_C".

    Returns:
        A tensor of shape [batch, height * block_size, width * block_size, channels / block_size ** 2].

    Raises:
        InvalidArgumentError: the channels cannot be divided.

    Example:
        >>> x = tf.reshape(tf.range(4), [1, 1, 1, 4])
        >>> tf.compat.v1.depth_to_space(x, 2).numpy()[0, :, :, 0].tolist()
        [[0, 1], [2, 3]]
    """
    return tf.nn.depth_to_space(input, block_size, data_format, name)


@tf_export(v1=["space_to_batch", "nn.space_to_batch"])
def space_to_batch(
    input: TensorLike,
    paddings: TensorLike,
    block_size: SizesLike | None = None,
    name: str | None = None,
    block_shape: SizesLike | None = None,
) -> Tensor:
    """Moves blocks of pixels to the batch axis. Mirrors `tf.compat.v1.space_to_batch` and `tf.compat.v1.nn.space_to_batch`.

    Pictures are padded and divided into smaller ones, each of the pixels that are `block_size` apart. A convolution of these is one with
    gaps of the whole, which is why it is there; `batch_to_space` undoes it.

    Arguments:
        input: a tensor of shape [batch, height, width, channels]; with a `block_shape` of another length, of as many spatial axes.
        paddings: integers of shape [spatial axes, 2], how many zeros are put before and behind.
        block_size: the side of the blocks, an integer.
        name: a name for the operation in graphs; by default that of the function.
        block_shape: the sizes of a block along each spatial axis, in place of `block_size`.

    Returns:
        A tensor of shape [batch * block_size ** 2, padded height / block_size, padded width / block_size, channels].

    Raises:
        InvalidArgumentError: padded sizes cannot be divided.

    Example:
        >>> x = tf.reshape(tf.range(4), [1, 2, 2, 1])
        >>> tf.compat.v1.space_to_batch(x, [[0, 0], [0, 0]], block_size=2).numpy().tolist()
        [[[[0]]], [[[1]]], [[[2]]], [[[3]]]]
    """
    block = one_of("block_shape", block_shape, "block_size", block_size)
    if isinstance(block, int):
        return _of_pictures(tf.space_to_batch_nd(input, [block, block], paddings, name))
    return tf.space_to_batch_nd(input, block, paddings, name)


def _of_pictures(made: Tensor) -> Tensor:
    """`made`, which TensorFlow's first functions for blocks say to have four dimensions."""
    made.set_shape(made.shape.with_rank(4))
    return made


@tf_export(v1=["batch_to_space"])
def batch_to_space(
    input: TensorLike, crops: TensorLike, block_size: SizesLike, name: str | None = None, block_shape: SizesLike | None = None
) -> Tensor:
    """Moves blocks of pixels back from the batch axis. Mirrors `tf.compat.v1.batch_to_space`.

    It undoes `space_to_batch`: the pictures of a block are put together to a larger one, from which a border is then cut.

    Arguments:
        input: a tensor of shape [batch, height, width, channels], where the block's number of pixels divides the batch; with a
            `block_shape` of another length, of as many spatial axes.
        crops: integers of shape [spatial axes, 2], how many pixels are cut off at both ends.
        block_size: the side of the blocks, an integer.
        name: a name for the operation in graphs; by default that of the function.
        block_shape: the sizes of a block along each spatial axis, in place of `block_size`.

    Returns:
        A tensor of shape [batch / block_size ** 2, height * block_size - crops, width * block_size - crops, channels].

    Raises:
        InvalidArgumentError: the batch cannot be divided, or more is cut off than there is.

    Example:
        >>> x = tf.reshape(tf.range(4), [4, 1, 1, 1])
        >>> tf.compat.v1.batch_to_space(x, [[0, 0], [0, 1]], block_size=2).numpy()[0, :, :, 0].tolist()
        [[0], [2]]
    """
    block = block_size if block_shape is None else block_shape
    if isinstance(block, int):
        return _of_pictures(tf.batch_to_space(input, [block, block], crops, name))
    return tf.batch_to_space(input, block, crops, name)


@tf_export(v1=["extract_image_patches", "image.extract_image_patches"])
def extract_image_patches(
    images: TensorLike,
    ksizes: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    rates: Sequence[int] | None = None,
    padding: str | None = None,
    name: str | None = None,
    sizes: Sequence[int] | None = None,
) -> Tensor:
    """Takes patches out of pictures. Mirrors `tf.compat.v1.extract_image_patches` and `tf.compat.v1.image.extract_image_patches`.

    Each patch is laid out in the channels of one pixel of the result, so that a convolution is a product of these with a matrix. It is
    `tf.image.extract_patches`; only the first argument for the size has another name.

    Arguments:
        images: a tensor of shape [batch, height, width, channels].
        ksizes: the size of a patch, [1, rows, columns, 1].
        strides: the distance of the patches, [1, rows, columns, 1].
        rates: the distance of the pixels within a patch, [1, rows, columns, 1].
        padding: "VALID" for patches that lie in the picture, "SAME" for zeros around it.
        name: a name for the operation in graphs; by default that of the function.
        sizes: another name of `ksizes`.

    Returns:
        A tensor of shape [batch, rows of patches, columns of patches, patch rows * patch columns * channels].

    Example:
        >>> x = tf.reshape(tf.range(1, 10), [1, 3, 3, 1])
        >>> tf.compat.v1.extract_image_patches(x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID").numpy()[0].tolist()
        [[[1, 2, 4, 5], [2, 3, 5, 6]], [[4, 5, 7, 8], [5, 6, 8, 9]]]
    """
    return tf.image.extract_patches(images, one_of("sizes", sizes, "ksizes", ksizes), strides, rates, padding, name)


@tf_export(v1=["quantize_v2"])
def quantize_v2(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    round_mode: str = "HALF_AWAY_FROM_ZERO",  # noqa: N803
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: FloatLike = 0.01,
) -> tuple[Tensor, ...]:
    """Makes floating-point numbers integers of a few bits. Mirrors `tf.compat.v1.quantize_v2`.

    It is `tf.quantization.quantize`, whose arguments have another order. The range is divided into as many steps as the type has, and each
    number goes to the nearest one; numbers outside go to the ends.

    Arguments:
        input: a float32 tensor.
        min_range, max_range: scalars, the least and greatest number that can be told; vectors with an `axis`.
        T: `tf.qint8`, `tf.quint8`, `tf.qint32`, `tf.qint16` or `tf.quint16`.
        mode: "MIN_COMBINED" (the default), "MIN_FIRST" or "SCALED": how the steps are laid.
        name: a name for the operation in graphs; by default that of the function.
        round_mode: "HALF_AWAY_FROM_ZERO" (the default) or, for "SCALED", "HALF_TO_EVEN".
        narrow_range: True leaves out the least integer, so that the range is symmetric; False by default.
        axis: the axis of which each part has a range of its own; None (the default) for one range.
        ensure_minimum_range: the least width of the range, 0.01 by default.

    Returns:
        A named tuple of `output`, of the type `T`, and the range that was used, `output_min` and `output_max`.

    Example:
        >>> made = tf.compat.v1.quantize_v2([0.0, 0.5, 1.0], 0.0, 1.0, tf.quint8)
        >>> tf.cast(made.output, tf.int32).numpy().tolist(), float(made.output_max)
        ([0, 128, 255], 1.0)
    """
    return tf.quantization.quantize(input, min_range, max_range, T, mode, round_mode, name, narrow_range, axis, ensure_minimum_range)

"""Pictures mirrored, turned and transposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.control_flow import case
from tfshim.debugging.assertion import with_dependencies
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.image._layout import images_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def _rank_error(image):
    return ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")


def mirrored(value, axis):
    """[batch,] height, width, channels reversed along axis 0 (rows) or 1 (columns) of each picture."""
    if TS.graph is None:
        return reversed_along(images_of(value), axis)
    with name_scope("flip_left_right" if axis else "flip_up_down"):
        return reversed_along(checked(images_of(value)), axis)


def checked(image):
    """The pictures in a graph as TensorFlow has them once their rank is checked."""
    return with_dependencies([], image) if isinstance(image, SymbolicTensor) and image.shape.rank is not None else image


def reversed_along(image, axis):
    """[batch,] height, width, channels reversed along axis 0 (rows) or 1 (columns), recorded without a scope of its own."""
    rank = image.shape.rank
    if rank is None:
        return array_ops.reverse(image, [array_ops.rank(image) - 3 + axis])
    if rank not in (3, 4):
        raise _rank_error(image)
    return array_ops.reverse(image, [rank - 3 + axis])


def _swapped(image):
    """The axis of the rows of `image`, and the order of its axes where rows and columns are exchanged."""
    rank = image.shape.rank
    if rank is None:
        rank = array_ops.rank(image)
        return rank - 3, array_ops.concat([array_ops.range(rank - 3), array_ops.stack([rank - 2, rank - 3, rank - 1])], 0)
    if rank not in (3, 4):
        raise _rank_error(image)
    return rank - 3, [1, 0, 2] if rank == 3 else [0, 2, 1, 3]


@tf_export("image.flip_left_right")
@composite
def flip_left_right(image: TensorLike) -> Tensor:
    """Pictures mirrored: their columns in reverse. Mirrors `tf.image.flip_left_right`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another rank.

    `tf.image.random_flip_left_right` does it by chance. Twice gives the picture again.

    Example:
        >>> x = tf.constant([[[1], [2]], [[3], [4]]])
        >>> tf.image.flip_left_right(x)[..., 0].numpy().tolist()
        [[2, 1], [4, 3]]
        >>> tf.image.flip_left_right(tf.zeros([5, 8, 6, 3])).shape
        TensorShape([5, 8, 6, 3])
        >>> bool(tf.reduce_all(tf.image.flip_left_right(tf.image.flip_left_right(x)) == x))
        True
    """
    return mirrored(image, 1)


@tf_export("image.flip_up_down")
@composite
def flip_up_down(image: TensorLike) -> Tensor:
    """Pictures upside down: their rows in reverse. Mirrors `tf.image.flip_up_down`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another rank.

    `tf.image.random_flip_up_down` does it by chance. Twice gives the picture again.

    Example:
        >>> x = tf.constant([[[1], [2]], [[3], [4]]])
        >>> tf.image.flip_up_down(x)[..., 0].numpy().tolist()
        [[3, 4], [1, 2]]
        >>> tf.image.flip_up_down(tf.zeros([5, 8, 6, 3])).shape
        TensorShape([5, 8, 6, 3])
        >>> bool(tf.reduce_all(tf.image.flip_up_down(tf.image.flip_up_down(x)) == x))
        True
    """
    return mirrored(image, 0)


@tf_export("image.transpose", v1=["image.transpose", "image.transpose_image"])
@composite
def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """Pictures with rows and columns exchanged. Mirrors `tf.image.transpose`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same rank and dtype.

    Raises:
        ValueError: another rank.

    The channels stay where they are, unlike with `tf.transpose`. Twice gives the picture again.

    Example:
        >>> x = tf.constant([[[1], [2]], [[3], [4]]])
        >>> tf.image.transpose(x)[..., 0].numpy().tolist()
        [[1, 3], [2, 4]]
        >>> tf.image.transpose(tf.zeros([5, 8, 6, 3])).shape
        TensorShape([5, 6, 8, 3])
        >>> bool(tf.reduce_all(tf.image.transpose(tf.image.transpose(x)) == x))
        True
    """
    return _transposed(image, name=name)


@in_name_scope("transpose")
def _transposed(image, name=None):
    image = checked(images_of(image))
    return array_ops.transpose(image, _swapped(image)[1])


@tf_export("image.rot90")
@composite
def rot90(image: TensorLike, k: TensorLike = 1, name: str | None = None) -> Tensor:
    """Pictures turned counter-clockwise by multiples of 90 degrees. Mirrors `tf.image.rot90`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        k: how many times, an integer scalar, 1 by default; negative ones turn clockwise.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same rank and dtype.

    Raises:
        ValueError: another rank.

    Example:
        >>> x = tf.constant([[[1], [2]], [[3], [4]]])
        >>> tf.image.rot90(x)[..., 0].numpy().tolist()
        [[2, 4], [1, 3]]
        >>> tf.image.rot90(x, k=2)[..., 0].numpy().tolist(), tf.image.rot90(x, -1)[..., 0].numpy().tolist()
        ([[4, 3], [2, 1]], [[3, 1], [4, 2]])
        >>> tf.image.rot90(tf.zeros([5, 8, 6, 3])).shape
        TensorShape([5, 6, 8, 3])
    """
    return _turned(image, k) if TS.graph is None else _turned_in_graph(image, k, name=name)


@in_name_scope("rot90", last=True)
def _turned_in_graph(image, k, name=None):
    return higher.recorded(_turned, image, k, name)


def _turned(image, k, name=None):
    image = checked(images_of(image))
    k = k if type(k) is int or isinstance(k, Tensor) else convert_to_tensor(k, dt.int32)
    if type(k) is not int and k.shape.rank:
        raise ValueError(f"Shape {k.shape} must have rank 0")
    rows, swap = _swapped(image)

    def once():
        return array_ops.reverse(array_ops.transpose(image, swap), [rows])

    def twice():
        return array_ops.reverse(image, [rows, rows + 1])

    def thrice():
        return array_ops.reverse(array_ops.transpose(image, swap), [rows + 1])

    fixed = not isinstance(k, Tensor) or isinstance(k, EagerTensor)
    if fixed and not one_by_one.wanted():
        turns = int(k if isinstance(k, Tensor) else convert_to_tensor(k, dt.int32)) % 4
        return (lambda: array_ops.identity(image), once, twice, thrice)[turns]()
    k = TS.graph._constant(convert_to_tensor(k, dt.int32), "k") if fixed else array_ops.cast(convert_to_tensor(k), dt.int32)
    turns = k % 4
    branches = [(math.equal(turns, 1), once), (math.equal(turns, 2), twice), (math.equal(turns, 3), thrice)]
    made = case(branches, default=lambda: image, exclusive=True, name=name)
    made.set_shape([*image.shape.as_list()[:rows], None, None, image.shape.as_list()[-1]])
    return made

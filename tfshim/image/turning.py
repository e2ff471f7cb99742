"""Pictures mirrored, turned and transposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.control_flow import case
from tfshim.engine.ops.composite import composite
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
    image = images_of(value)
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
    """`image`, [batch,] height, width, channels, mirrored: its columns in reverse. Mirrors `tf.image.flip_left_right`.

    Raises ValueError for other ranks.
    """
    return mirrored(image, 1)


@tf_export("image.flip_up_down")
@composite
def flip_up_down(image: TensorLike) -> Tensor:
    """`image`, [batch,] height, width, channels, upside down: its rows in reverse. Mirrors `tf.image.flip_up_down`.

    Raises ValueError for other ranks.
    """
    return mirrored(image, 0)


@tf_export("image.transpose", v1=["image.transpose", "image.transpose_image"])
@composite
def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """`image`, [batch,] height, width, channels, with rows and columns exchanged. Mirrors `tf.image.transpose`.

    Raises ValueError for other ranks.
    """
    image = images_of(image)
    return array_ops.transpose(image, _swapped(image)[1], name=name)


@tf_export("image.rot90")
@composite
def rot90(image: TensorLike, k: TensorLike = 1, name: str | None = None) -> Tensor:
    """`image`, [batch,] height, width, channels, turned counter-clockwise `k` times by 90 degrees.

    Mirrors `tf.image.rot90`. Raises ValueError for other ranks.
    """
    image = images_of(image)
    rows, swap = _swapped(image)

    def once():
        return array_ops.reverse(array_ops.transpose(image, swap), [rows])

    def twice():
        return array_ops.reverse(image, [rows, rows + 1])

    def thrice():
        return array_ops.transpose(array_ops.reverse(image, [rows]), swap)

    if not isinstance(k, Tensor) or isinstance(k, EagerTensor):
        turns = int(convert_to_tensor(k)) % 4
        return (lambda: array_ops.identity(image), once, twice, thrice)[turns]()
    turns = math.floormod(array_ops.cast(convert_to_tensor(k), dt.int32), 4)
    made = case(
        [(math.equal(turns, 1), once), (math.equal(turns, 2), twice), (math.equal(turns, 3), thrice)], default=lambda: image, exclusive=True
    )
    return array_ops.ensure_shape(made, [*image.shape.as_list()[:rows], None, None, image.shape.as_list()[-1]])

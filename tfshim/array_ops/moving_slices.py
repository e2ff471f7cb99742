"""Slices whose place is known late, as XLA has them: one that would reach over the edge is moved inwards.

TensorFlow has them in a private module, by which libraries update caches in place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_private
from tfshim.array_ops.shape_fallbacks import same, sizes_of
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _place(shape, start, sizes):
    """The slices of the block of `sizes` that starts at `start`, moved so that it lies within `shape`."""
    firsts = [min(max(first, 0), whole - size) for whole, first, size in zip(shape, start, sizes)]
    return tuple(slice(first, first + size) for first, size in zip(firsts, sizes))


def _check(shape, start, sizes, what):
    if len(sizes) != len(shape):
        raise invalid(f"input and {what} must have the same rank, input shape is {_text(shape)}; {what} shape is {_text(sizes)}")
    if len(start) != len(shape):
        raise invalid(f"start_indices must be a vector with length equal to input rank ({len(shape)}), but has {len(start)}")
    for whole, size in zip(shape, sizes):
        if not 0 <= size <= whole:
            raise invalid(f"{what.capitalize()} dim size {size} greater than dynamic slice dimension: {whole}.")


def _text(shape):
    return f"[{','.join(map(str, shape))}]"


@tf_private("tensorflow.compiler.tf2xla.python.xla.dynamic_slice")
@op(
    "XlaDynamicSlice",
    input="T",
    start_indices="vector",
    size_indices="vector",
    dtype_agnostic=True,
    shape_fallback=lambda input, start_indices, size_indices: (input.dtype, sizes_of(size_indices)),
)
def dynamic_slice(input: TensorLike, start_indices: SizesLike, size_indices: SizesLike, name: str | None = None) -> Tensor:  # noqa: A002
    """The part of `input` with the shape `size_indices` that starts at `start_indices`, integer vectors.

    Where it would not lie within `input`, its start is moved. Raises InvalidArgumentError for sizes that are larger than those of
    `input`.
    """
    _check(input.shape, start_indices, size_indices, "size")
    return input[_place(input.shape, start_indices, size_indices)]


@tf_private("tensorflow.compiler.tf2xla.python.xla.dynamic_update_slice")
@op("XlaDynamicUpdateSlice", input="T", update="T", indices="vector", dtype_agnostic=True, shape_fallback=same)
def dynamic_update_slice(input: TensorLike, update: TensorLike, indices: SizesLike, name: str | None = None) -> Tensor:  # noqa: A002
    """`input` with the values of `update`, a tensor of the same rank and dtype, from `indices` on, an integer vector.

    Where `update` would not lie within `input`, its start is moved. Raises InvalidArgumentError for one that is larger.
    """
    _check(input.shape, indices, update.shape, "update")
    made = input.copy() if not hasattr(input, "clone") else input.clone()
    made[_place(input.shape, indices, update.shape)] = update
    return made

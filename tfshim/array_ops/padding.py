"""Borders: `pad`, `required_space_to_batch_paddings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops import _framing, shape_fallbacks
from tfshim.array_ops._framing import with_zeros
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike


def _checked(x, paddings):
    """The paddings, once they are known to be pairs of sizes, one pair for each dimension."""
    if not paddings and x.ndim == 0:
        return ()
    if any(type(p) is int for p in paddings):
        raise invalid(f"paddings must be a matrix with 2 columns: {dims_text([len(paddings)])}")
    if any(len(p) != 2 for p in paddings):
        raise invalid(f"paddings must be a matrix with 2 columns: {dims_text([len(paddings), len(paddings[0])])}")
    if len(paddings) != x.ndim:
        raise invalid(f"The first dimension of paddings must be the rank of inputs{dims_text([len(paddings), 2])} {dims_text(x.shape)}")
    for before, after in paddings:
        if before < 0 or after < 0:
            raise invalid(f"Paddings must be non-negative: {before} {after}")
    return paddings


def _fitting(sizes, paddings):
    """The pairs of `paddings` beside the sizes that they belong to; None where the kernel has to say what is wrong, or does not know."""
    if not isinstance(paddings, (tuple, list)) or len(paddings) != len(sizes):
        return None
    pairs = [tuple(p) if isinstance(p, (tuple, list)) and len(p) == 2 else (-1, -1) for p in paddings]
    return list(zip(sizes, pairs)) if all(type(n) is int and n >= 0 for pair in pairs for n in pair) else None


def _padded_sizes(sizes, paddings, *constant):
    found = _fitting(sizes, paddings)
    if found is None or any(isinstance(c, Tensor) and c.shape.rank != 0 for c in constant):
        return None
    return [size + sum(pair) for size, pair in found]


def _mirrored_sizes(sizes, paddings, mode):
    found = _fitting(sizes, paddings)
    most = 0 if mode == "SYMMETRIC" else 1
    if found is None or any(max(pair) > size - most for size, pair in found if max(pair)):
        return None
    return [size + sum(pair) for size, pair in found]


def _flat(paddings):
    """The order of torch: last dimension first."""
    return [size for pair in reversed(paddings) for size in pair]


@op("Pad", tensor="T", paddings="ints", dtype_agnostic=True, shape_fn=by_sizes(_padded_sizes), shape_fallback=shape_fallbacks.padded)
def _pad(tensor, paddings, name=None):
    return with_zeros(tensor, _checked(tensor, paddings))


@op(
    "PadV2",
    tensor="T",
    paddings="ints",
    constant_values="T",
    dtype_agnostic=True,
    non_differentiable=("constant_values",),
    shape_fn=by_sizes(_padded_sizes),
    shape_fallback=shape_fallbacks.padded,
)
def _pad_v2(tensor, paddings, constant_values, name=None):
    paddings = _checked(tensor, paddings)
    if constant_values.ndim:
        raise invalid(f"constant_values must be a scalar. Found: {dims_text(constant_values.shape)}")
    if _framing.is_large(tensor) and readable(constant_values):
        return _framing.within(tensor, paddings, constant_values.item())
    sizes = _flat(paddings)
    inside = torch.nn.functional.pad(torch.ones(tensor.shape, dtype=torch.bool, device=tensor.device), sizes)
    # TensorFlow has no gradient for the constant.
    return torch.where(inside, torch.nn.functional.pad(tensor, sizes), constant_values.detach())


@op(
    "MirrorPad",
    tensor="T",
    paddings="ints",
    dtype_agnostic=True,
    shape_fn=by_sizes(_mirrored_sizes),
    shape_fallback=shape_fallbacks.padded,
)
def _mirror_pad(tensor, paddings, mode, name=None):
    symmetric = mode == "SYMMETRIC"
    paddings = _checked(tensor, paddings)
    for size, (before, after) in zip(tensor.shape, paddings, strict=True):
        if before == after == 0:
            continue
        if max(before, after) > (size if symmetric else size - 1):
            words = (
                "no greater than the dimension size: {}, {} greater than"
                if symmetric
                else "less than the dimension size: {}, {} not less than"
            )
            raise when_run(f"paddings must be {words.format(before, after)} {size}")
    if _framing.is_large(tensor) and readable(tensor):
        return _framing.mirrored(tensor, paddings, symmetric)
    return _framing.by_places(tensor, paddings, symmetric)


@tf_export("pad", keras="compat.v1.pad", keras_defaults=True)
@composite
def pad(
    tensor: TensorLike, paddings: TensorLike, mode: str | None = "CONSTANT", constant_values: FloatLike = 0, name: str | None = None
) -> Tensor:
    """A tensor with a border around it. Mirrors `tf.pad`.

    Arguments:
        tensor: a tensor of any dtype of rank n.
        paddings: integers of shape [n, 2]: how many elements to put before and after in each axis.
        mode: "CONSTANT" (the default) fills the border with one value; "REFLECT" mirrors at the edge without repeating
            it, "SYMMETRIC" repeats it. In any case of letters.
        constant_values: the value for "CONSTANT", a scalar, 0 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor whose axis i is longer by `paddings[i][0] + paddings[i][1]`.

    Raises:
        InvalidArgumentError: the paddings have another shape, are negative, or are wider than a mirrored axis has
            elements.
        ValueError: `mode` is another one.

    Example:
        >>> tf.pad([[1, 2], [3, 4]], [[0, 1], [1, 0]])
        <tf.Tensor: shape=(3, 3), dtype=int32, numpy=
        array([[0, 1, 2],
               [0, 3, 4],
               [0, 0, 0]], dtype=int32)>
        >>> tf.pad([1, 2, 3], [[2, 0]], mode="REFLECT")
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([3, 2, 1, 2, 3], dtype=int32)>
        >>> tf.pad([1, 2, 3], [[0, 2]], constant_values=-1)
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([ 1,  2,  3, -1, -1], dtype=int32)>
    """
    mode = mode.upper()
    if isinstance(paddings, (list, tuple)) and not paddings:
        # The constant is converted first, and its error comes first.
        if mode == "CONSTANT" and not (type(constant_values) in (int, float) and constant_values == 0):
            convert_to_tensor(constant_values, convert_to_tensor(tensor).dtype)
        raise invalid("paddings must be a matrix with 2 columns: [0]")
    if mode in ("REFLECT", "SYMMETRIC"):
        return _mirror_pad(tensor, paddings, mode, name)
    if mode != "CONSTANT":
        raise ValueError(f'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". Received `mode` = {mode}')
    if type(constant_values) in (int, float) and constant_values == 0:
        return _sized(_pad(tensor, paddings, name), tensor, paddings)
    return _sized(_pad_v2(tensor, paddings, constant_values, name), tensor, paddings)


def _sized(made, tensor, paddings):
    """`made` of a graph with the sizes of the axes whose paddings are known though others are not."""
    if type(made) is not EagerTensor and made.shape.rank is not None and None in made.shape.as_list():
        rows = paddings if isinstance(paddings, (list, tuple)) else shape_fallbacks.packed_rows(paddings)
        dims = shape_fallbacks.dims_of(convert_to_tensor(tensor))
        if rows is not None and dims is not None and len(rows) == len(dims):
            added = [_total(row) for row in rows]
            made.set_shape([None if d is None or a is None else d + a for d, a in zip(dims, added)])
    return made


def _total(row):
    """How many elements the padding `row` adds to an axis; None if that is not known."""
    row = (
        shape_fallbacks.sizes_of(row)
        if isinstance(row, Tensor)
        else [shape_fallbacks.size_of(n) if isinstance(n, Tensor) else n for n in row]
    )
    return None if row is None or None in row else sum(row)


@op(
    "RequiredSpaceToBatchPaddings",
    input_shape="int32",
    block_shape="int32",
    base_paddings="int32",
    grad=None,
    register=False,
)
def _block_paddings(input_shape, block_shape, base_paddings, name=None):
    start, end = base_paddings[:, 0], base_paddings[:, 1]
    full = input_shape + start + end
    extra = (block_shape - full % block_shape) % block_shape
    return torch.stack([start, end + extra], 1), torch.stack([torch.zeros_like(extra), extra], 1)


@tf_export("required_space_to_batch_paddings")
@composite
def required_space_to_batch_paddings(
    input_shape: TensorLike, block_shape: TensorLike, base_paddings: TensorLike | None = None, name: str | None = None
) -> tuple[Tensor, ...]:
    """The least paddings that make a shape divisible by a block, and the crops that undo them. Mirrors
    `tf.required_space_to_batch_paddings`.

    Arguments:
        input_shape: an int32 vector of N sizes.
        block_shape: an int32 vector of N sizes of the block.
        base_paddings: an int32 matrix of shape [N, 2]: paddings to have in any case, before and after; None (the
            default) for none.
        name: a name for the operation in graphs.

    Returns:
        A pair (paddings, crops) of int32 matrices of shape [N, 2], for `tf.space_to_batch` and `tf.batch_to_space`.

    Raises:
        ValueError: the lengths differ.

    Example:
        >>> paddings, crops = tf.required_space_to_batch_paddings([5, 4], [2, 2])
        >>> paddings
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 1],
               [0, 0]], dtype=int32)>
        >>> crops
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 1],
               [0, 0]], dtype=int32)>
    """
    input_shape, block_shape = convert_to_tensor(input_shape, dt.int32), convert_to_tensor(block_shape, dt.int32)
    block_shape.shape.assert_is_fully_defined()
    block_shape.shape.assert_has_rank(1)
    count = block_shape.shape[0]
    input_shape.shape.assert_is_compatible_with([count])
    if base_paddings is None:
        # An empty list would have no second dimension.
        base_paddings = [[0, 0]] * count if count else torch.zeros([0, 2], dtype=torch.int32)
    base_paddings = convert_to_tensor(base_paddings, dt.int32)
    base_paddings.shape.assert_is_compatible_with([count, 2])
    return _block_paddings(input_shape, block_shape, base_paddings, name)

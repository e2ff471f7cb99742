"""The order of dimensions and of elements along them: `transpose`, `reverse`, `roll`, `reverse_sequence`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op, presented_by
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike


def _bad_permutation(rank, perm):
    """The error for what is wrong with `perm`, in TensorFlow's words."""
    if any(type(p) is not int for p in perm):
        return invalid(f"perm must be rank 1, got shape {dims_text([len(perm), len(perm[0])])}")
    if len(perm) != rank:
        return invalid(f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(perm)}")
    for p in perm:
        if not 0 <= (p + rank if p < 0 else p) < rank:
            return invalid(f"{p} is out of range [0 .. {rank})")
    present = [p % rank for p in perm]
    missing = next(i for i in range(rank) if i not in present)
    return when_run(f"{missing} is missing from {{{','.join(map(str, present))}}}.")


@tf_export("transpose", keras="compat.v1.transpose", keras_defaults=True)
@op("Transpose", a="T", perm="vector?", dtype_agnostic=True, shape_fallback=shape_fallbacks.transposed)
def transpose(a: TensorLike, perm: SizesLike | None = None, conjugate: bool = False, name: str | None = "transpose") -> Tensor:
    """A tensor with its axes in another order. Mirrors `tf.transpose`.

    Arguments:
        a: a tensor of any dtype, or what converts to one.
        perm: the axes in their new order, a permutation of 0 to rank - 1; None (the default) reverses them, which
            transposes a matrix.
        conjugate: whether complex numbers are conjugated too; False by default.
        name: a name for the operation in graphs, "transpose" by default.

    Returns:
        A tensor whose axis i is axis `perm[i]` of `a`.

    Raises:
        InvalidArgumentError: `perm` is no permutation of the axes.

    For the last two axes of a batch of matrices there is `tf.linalg.matrix_transpose`.

    Example:
        >>> tf.transpose([[1, 2, 3], [4, 5, 6]])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[1, 4],
               [2, 5],
               [3, 6]], dtype=int32)>
        >>> tf.transpose(tf.zeros([8, 32, 32, 3]), [0, 3, 1, 2]).shape
        TensorShape([8, 3, 32, 32])
    """
    if perm is None:
        made = a.permute(tuple(range(a.ndim - 1, -1, -1)))
    else:
        try:
            made = a.permute(perm)
        except (RuntimeError, IndexError, TypeError):
            raise _bad_permutation(a.ndim, perm) from None
    # Not a lazy conjugate, which NumPy could not read.
    return made.conj().resolve_conj() if conjugate and made.is_complex() else made


@op("Transpose", a="T", dtype_agnostic=True, register=False)
def moved_axis(a, source, target, name=None):
    """`a` with the dimension `source` moved to the place `target`."""
    return a.movedim(source, target)


def _missing_axis(call):
    """What TensorFlow says of an axis that a tensor of known rank does not have."""
    dims, axes = shape_fallbacks.dims_of(call["tensor"]), call["axis"]
    if dims is None or not isinstance(axes, (tuple, list)):
        return None
    wrong = [(i, a) for i, a in enumerate(axes) if isinstance(a, int) and not -len(dims) <= a < len(dims)]
    return f"'axis'[{wrong[0][0]}] = {wrong[0][1]} is out of valid range [0, {len(dims) - 1}" if wrong else None


output_shapes.CHECKS["ReverseV2"] = _missing_axis


def _has_axes(sizes, axes):
    return bool(sizes) and isinstance(axes, (tuple, list)) and all(type(a) is int and -len(sizes) <= a < len(sizes) for a in axes)


@tf_export("reverse", v1=["reverse", "manip.reverse", "reverse_v2"], keras_defaults=True)
@op(
    "ReverseV2",
    tensor="T",
    axis="vector",
    dtype_agnostic=True,
    shape_fn=by_sizes(lambda x, axis: x if _has_axes(x, axis) and len({a % len(x) for a in axis}) == len(axis) else None),
    shape_fallback=shape_fallbacks.same,
)
def reverse(tensor: TensorLike, axis: SizesLike, name: str | None = None) -> AnyTensor:
    """A tensor with the order of its elements reversed along some axes. Mirrors `tf.reverse`.

    Arguments:
        tensor: a tensor of any dtype, or a ragged tensor.
        axis: a list of integers or an int32 or int64 vector; negative ones count from the last axis. An empty list
            reverses nothing.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `tensor`.

    Raises:
        InvalidArgumentError: an axis is not there or given twice.

    `x[::-1]` does so for the first axis; `tf.reverse_sequence` for sequences of different lengths.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
        >>> tf.reverse(x, [1])
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[3, 2, 1],
               [6, 5, 4]], dtype=int32)>
        >>> tf.reverse(x, [0, 1])
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[6, 5, 4],
               [3, 2, 1]], dtype=int32)>
    """
    rank = tensor.ndim
    if rank == 0 or 0 in tensor.shape:  # whatever the axes
        return tensor
    if any(type(a) is not int for a in axis):
        raise invalid("'dims' must be 1-dimension, not 2")
    seen = set()
    for i, a in enumerate(axis):
        if not -rank <= a < rank:
            raise invalid(f"'axis'[{i}] = {a} is out of valid range [0, {rank - 1}")
        if a % rank in seen:
            raise invalid(f"axis {a % rank} specified more than once.")
        seen.add(a % rank)
    return tensor.flip(tuple(axis))


@op(
    "ReverseSequence",
    input="T",
    seq_lengths="Tlen=int64",
    Tlen=dt.INDEX,
    dtype_agnostic=True,
    shape_fallback=shape_fallbacks.reversed_sequences,
)
def _reverse_sequence(input, seq_lengths, seq_axis, batch_axis, name=None):
    rank = input.ndim
    if seq_lengths.ndim != 1:
        raise invalid(f"seq_lengths must be 1-dim, not {seq_lengths.ndim}")
    if seq_axis == batch_axis:
        raise invalid(f"batch_dim == seq_dim == {seq_axis}")
    for role, a in (("seq", seq_axis), ("batch", batch_axis)):
        if a < 0:
            raise invalid(f"Invalid {role}_dim {a}")
        if a >= rank:
            raise invalid(f"{role}_dim must be < input rank ( {a} vs. {rank})")
    batch, size = input.shape[batch_axis], input.shape[seq_axis]
    if seq_lengths.shape[0] != batch:
        raise invalid(f"Length of seq_lengths != input.dims({batch_axis}), ({seq_lengths.shape[0]} vs. {batch})")
    if not seq_lengths.is_meta:
        for i, length in enumerate(seq_lengths.tolist()):
            if length < 0:
                raise invalid(f"seq_lens({i}) < 0")
            if length > size:
                raise invalid(f"seq_lens({i}) > input.dims({seq_axis})")
    places = torch.arange(size, device=input.device)
    lengths = seq_lengths.to(input.device).unsqueeze(1)
    places = torch.where(places < lengths, lengths - 1 - places, places)
    front = input.movedim((batch_axis, seq_axis), (0, 1))
    index = places.reshape(batch, size, *[1] * (rank - 2)).expand(front.shape)
    return front.gather(1, index).movedim((0, 1), (batch_axis, seq_axis))


@tf_export("reverse_sequence")
@composite
def reverse_sequence(
    input: TensorLike, seq_lengths: TensorLike, seq_axis: IntLike | None = None, batch_axis: IntLike = None, name: str | None = None
) -> Tensor:
    """A batch of padded sequences with each reversed within its own length. Mirrors `tf.reverse_sequence`.

    Arguments:
        input: a tensor of any dtype.
        seq_lengths: how many elements of each sequence to reverse: int32 or int64, a vector with one number for each
            element of the batch.
        seq_axis: the axis along which the sequences lie; it has to be given.
        batch_axis: the axis of the batch, 0 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `input`; the padding behind the lengths stays where it is.

    Raises:
        InvalidArgumentError: a length exceeds the axis, or the axes do not fit.
        TypeError: `seq_axis` is not given.

    Example:
        >>> tf.reverse_sequence([[1, 2, 3, 0], [4, 5, 0, 0]], [3, 2], seq_axis=1)
        <tf.Tensor: shape=(2, 4), dtype=int32, numpy=
        array([[3, 2, 1, 0],
               [5, 4, 0, 0]], dtype=int32)>
    """
    if not isinstance(seq_axis, int):
        raise TypeError(f"Expected int for argument 'seq_dim' not {seq_axis!r}.")
    return _reverse_sequence(input, seq_lengths, seq_axis, 0 if batch_axis is None else batch_axis, name)


def _rolled(sizes, shift, axis):
    fits = _has_axes(sizes, axis) and isinstance(shift, (tuple, list)) and len(shift) == len(axis) and all(type(n) is int for n in shift)
    return sizes if fits else None


@op(
    "Roll",
    input="T",
    shift="ints",
    axis="ints",
    dtype_agnostic=True,
    scope="",
    shape_fn=by_sizes(_rolled),
    shape_fallback=shape_fallbacks.same,
)
def _roll(input, shift, axis, name=None):
    """What `roll` gives, where the numbers of dimensions of `shift` and `axis` are known to be the same."""
    rank = input.ndim
    if rank == 0:
        raise invalid("input must be 1-D or higher")
    for label, numbers in (("shift", shift), ("axis", axis)):
        if any(type(n) is not int for n in numbers):
            raise invalid(f"{label} must be a scalar or a 1-D vector. Found: {dims_text(np.shape(numbers))}")
    if len(shift) != len(axis):
        raise invalid("shift and axis must have the same size")
    for a in axis:
        if not -rank <= a < rank:
            raise when_run(f"axis {a + rank if a < 0 else a} is out of range")
    return torch.roll(input, shift, axis) if axis else input


@tf_export("roll", v1=["roll", "manip.roll"])
@presented_by(_roll)
def roll(input: TensorLike, shift: TensorLike, axis: Axis, name: str | None = None) -> Tensor:
    """A tensor shifted along some axes; what falls off one end comes in at the other. Mirrors `tf.roll`.

    Arguments:
        input: a tensor of any dtype with at least one dimension.
        shift: by how many places, int32 or int64: a scalar or a vector. Positive numbers shift towards greater indices.
        axis: along which axes, a scalar or a vector of as many integers; one that is given more than once is shifted by
            the sum.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `input`.

    Raises:
        InvalidArgumentError: an axis is not there, or the numbers of shifts and axes differ.

    Example:
        >>> tf.roll([1, 2, 3, 4], shift=1, axis=0)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([4, 1, 2, 3], dtype=int32)>
        >>> tf.roll([[1, 2, 3], [4, 5, 6]], shift=[1, -1], axis=[0, 1])
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[5, 6, 4],
               [2, 3, 1]], dtype=int32)>
    """
    if (
        TS.graph is None
        and not hasattr(type(shift), "_tfshim_dispatch")
        and {np.ndim(shift), np.ndim(axis)} == {0, 1}
        and np.size(shift) == np.size(axis)
    ):
        raise invalid("shift and axis must have the same size: one of them is a scalar, the other a vector [Op:Roll]")
    if TS.graph is not None and {_rank(x) for x in (shift, axis)} == {0, 1}:
        shift, axis = convert_to_tensor(shift), convert_to_tensor(axis)  # which keep their ranks
    return _roll(input, shift, axis, name)


def _rank(x: Any) -> Any:
    """The static rank of a tensor, one of Keras' among them, a number or a list of numbers and tensors."""
    if isinstance(x, Tensor) or hasattr(type(x), "_tfshim_dispatch"):
        return x.shape.rank
    return 1 if isinstance(x, (list, tuple)) else np.ndim(x)

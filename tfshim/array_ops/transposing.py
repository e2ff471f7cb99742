"""The order of dimensions and of elements along them: `transpose`, `reverse`, `roll`, `reverse_sequence`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op, presented_by
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _bad_permutation(rank, perm):
    """What is wrong with `perm`, in TensorFlow's words."""
    if any(type(p) is not int for p in perm):
        return f"perm must be rank 1, got shape {dims_text([len(perm), len(perm[0])])}"
    if len(perm) != rank:
        return f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(perm)}"
    for p in perm:
        if not 0 <= (p + rank if p < 0 else p) < rank:
            return f"{p} is out of range [0 .. {rank})"
    present = [p % rank for p in perm]
    missing = next(i for i in range(rank) if i not in present)
    return f"{missing} is missing from {{{','.join(map(str, present))}}}."


@tf_export("transpose", keras="compat.v1.transpose", keras_defaults=True)
@op("Transpose", a="T", perm="vector?", dtype_agnostic=True, shape_fallback=shape_fallbacks.same_rank)
def transpose(a: TensorLike, perm: SizesLike | None = None, conjugate: bool = False, name: str | None = "transpose") -> Tensor:
    """`a` with its dimensions in the order `perm`. Mirrors `tf.transpose`.

    `perm`: a permutation of the dimensions, by default their reverse. `conjugate`: whether complex numbers are
    conjugated as well. Raises InvalidArgumentError for what is no permutation of them.
    """
    if perm is None:
        made = a.permute(tuple(range(a.ndim - 1, -1, -1)))
    else:
        try:
            made = a.permute(perm)
        except (RuntimeError, IndexError, TypeError):
            raise invalid(_bad_permutation(a.ndim, perm)) from None
    # Not a lazy conjugate, which NumPy could not read.
    return made.conj().resolve_conj() if conjugate and made.is_complex() else made


@op("Transpose", a="T", dtype_agnostic=True, register=False)
def moved_axis(a, source, target, name=None):
    """`a` with the dimension `source` moved to the place `target`."""
    return a.movedim(source, target)


@tf_export("reverse", v1=["reverse", "manip.reverse", "reverse_v2"], keras_defaults=True)
@op("ReverseV2", tensor="T", axis="vector", dtype_agnostic=True, shape_fallback=shape_fallbacks.same)
def reverse(tensor: TensorLike, axis: SizesLike, name: str | None = None) -> AnyTensor:
    """`tensor` with the order of its elements along the dimensions `axis` reversed. Mirrors `tf.reverse`.

    `axis`: an integer vector. Raises InvalidArgumentError for dimensions that are not there or given twice.
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
    """`input` with the first `seq_lengths[i]` elements along `seq_axis` reversed, for each i along `batch_axis`.

    `seq_lengths`: a vector of int32 or int64; `seq_axis` is needed, `batch_axis` is 0 by default. Mirrors
    `tf.reverse_sequence`. Raises InvalidArgumentError for lengths and dimensions that do not fit, TypeError without
    `seq_axis`.
    """
    if not isinstance(seq_axis, int):
        raise TypeError(f"Expected int for argument 'seq_dim' not {seq_axis!r}.")
    return _reverse_sequence(input, seq_lengths, seq_axis, 0 if batch_axis is None else batch_axis, name)


@op("Roll", input="T", shift="ints", axis="ints", dtype_agnostic=True, scope="", shape_fallback=shape_fallbacks.same)
def _roll(input, shift, axis, name=None):
    """What `roll` gives, where the numbers of dimensions of `shift` and `axis` are known to be the same."""
    rank = input.ndim
    if rank == 0:
        raise invalid("input must be 1-D or higher")
    if any(type(s) is not int for s in (*shift, *axis)):
        raise invalid("shift must be a scalar or a 1-D vector. Found a matrix")
    if len(shift) != len(axis):
        raise invalid("shift and axis must have the same size")
    for a in axis:
        if not -rank <= a < rank:
            raise invalid(f"axis {a + rank if a < 0 else a} is out of range")
    return torch.roll(input, shift, axis) if axis else input


@tf_export("roll", v1=["roll", "manip.roll"])
@presented_by(_roll)
def roll(input: TensorLike, shift: TensorLike, axis: Axis, name: str | None = None) -> Tensor:
    """`input` shifted by `shift` along the dimensions `axis`; what falls off one end comes in at the other.

    `shift`, `axis`: integers or integer vectors of one length; an axis may be given more than once. Mirrors `tf.roll`.
    Raises InvalidArgumentError for dimensions that are not there.
    """
    if TS.graph is None and {np.ndim(shift), np.ndim(axis)} == {0, 1} and np.size(shift) == np.size(axis):
        raise invalid("shift and axis must have the same size: one of them is a scalar, the other a vector [Op:Roll]")
    return _roll(input, shift, axis, name)

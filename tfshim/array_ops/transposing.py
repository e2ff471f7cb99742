"""The order of dimensions and of elements along them: `transpose`, `reverse`, `roll`, `reverse_sequence`."""

import torch

from tfshim.array_ops.shapes import text
from tfshim.engine import dtypes as dt
from tfshim.engine import errors
from tfshim.engine.composite import composite
from tfshim.engine.op import op


def _bad_permutation(rank, perm):
    if any(type(p) is not int for p in perm):
        return f"perm must be rank 1, got shape {text([len(perm), len(perm[0])])}"
    if len(perm) != rank:
        return f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(perm)}"
    for p in perm:
        if not 0 <= (p + rank if p < 0 else p) < rank:
            return f"{p} is out of range [0 .. {rank})"
    present = [p % rank for p in perm]
    missing = next(i for i in range(rank) if i not in present)
    return f"{missing} is missing from {{{','.join(map(str, present))}}}."


@op("Transpose", a="T", perm="vector?", moves=True)
def transpose(a, perm=None, conjugate=False, name="transpose"):
    """`a` with its dimensions in the order `perm`. Mirrors `tf.transpose`.

    `perm`: a permutation of the dimensions, by default their reverse. `conjugate`: whether complex numbers are conjugated
    as well. Raises InvalidArgumentError for what is no permutation of them.
    """
    if perm is None:
        made = a.permute(tuple(range(a.ndim - 1, -1, -1)))
    else:
        try:
            made = a.permute(perm)
        except (RuntimeError, IndexError, TypeError):
            raise errors.InvalidArgumentError(None, None, _bad_permutation(a.ndim, perm)) from None
    return made.conj().resolve_conj() if conjugate and made.is_complex() else made


@op("Transpose", a="T", moves=True, register=False)
def moved_axis(a, source, target, name=None):
    """`a` with the dimension `source` moved to the place `target`."""
    return a.movedim(source, target)

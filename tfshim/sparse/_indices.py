"""What kernels on the indices of sparse tensors share."""

from math import prod
from operator import lt
from typing import Any

import numpy as np
import torch

from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text

# Down the rows; as ufuncs they cost half of what the methods of arrays do.
_least: Any = np.minimum.reduce
_greatest: Any = np.maximum.reduce


def in_order(indices):
    """The permutation that sorts the rows of `indices`, equal ones staying in their order."""
    order = torch.arange(indices.shape[0], device=indices.device)
    # Stable sorts, the first column last: earlier columns decide before later ones.
    for column in reversed(range(indices.shape[1])):
        order = order[torch.argsort(indices[order, column], stable=True)]
    return order


def linear(indices, sizes):
    """The row-major indices in the flattened tensor of shape `sizes`."""
    if len(sizes) == 1:
        return indices[:, 0]
    at = indices.new_zeros(indices.shape[0])
    for column, size in enumerate(sizes):
        at = at * size + indices[:, column]
    return at


def unlinear(at, sizes):
    """The inverse of `linear`."""
    columns = []
    for size in reversed(sizes):
        columns.append(at % size if size else at)
        at = at.div(size, rounding_mode="floor") if size else at
    return torch.stack(columns[::-1], 1) if columns else at.new_zeros((at.shape[0], 0))


def outside(indices, sizes):
    """Which rows of `indices` lie outside a tensor of shape `sizes`."""
    return ((indices < 0) | (indices >= indices.new_tensor(sizes))).any(1)


def check_within(indices, sizes):
    """Raise for the first index that is out of bounds, whatever their order."""
    if surely_within(indices, sizes):
        return
    wrong = outside(indices, sizes).nonzero()
    if wrong.shape[0]:
        row = int(wrong[0])
        place = ", ".join(map(str, indices[row].tolist()))
        raise invalid(f"Sparse index tuple indices[{row}, :] = [{place}] is out of bounds")


def surely_within(indices, sizes):
    """Whether `indices`, where NumPy can look at them, are sure to lie within a tensor of shape `sizes`."""
    if not (indices.is_cpu and readable(indices)) or indices.shape[1] != len(sizes):
        return False
    rows = indices.numpy()
    if not len(rows):
        return True
    return min(_least(rows).tolist()) >= 0 and all(map(lt, _greatest(rows).tolist(), sizes)) if sizes else True


def surely_sorted(indices, sizes):
    """Whether `indices`, where NumPy can look at them, are sure to be within `sizes`, sorted and different."""
    if not (indices.is_cpu and readable(indices)) or indices.shape[1] != len(sizes):
        return False
    rows = indices.numpy()
    if not len(rows):
        return True
    if len(sizes) == 1:
        places, count = rows[:, 0], sizes[0]
        if places[0] < 0 or places[-1] >= count:
            return False
    else:
        count = prod(sizes)
        if not sizes or count >= 1 << 63 or (rows < 0).any() or (rows >= np.array(sizes)).any():
            return False
        places = rows @ np.array([prod(sizes[i + 1 :]) for i in range(len(sizes))])
    return bool((places[1:] > places[:-1]).all())


def check_sorted(indices, sizes):
    """Raise for the first index that is out of bounds, less than the one before it, or equal to it."""
    if surely_sorted(indices, sizes):
        return
    before, after = indices[:-1], indices[1:]
    differ = before != after
    # The first column in which neighbours differ decides; where none does, column 0 is as good as any.
    column = differ.long().argmax(1, keepdim=True) if indices.shape[1] and before.shape[0] else differ.new_zeros((0, 1)).long()
    wrong = outside(indices, sizes)
    repeated, late = wrong.new_zeros(wrong.shape), wrong.new_zeros(wrong.shape)
    if column.shape[0]:
        repeated[1:] = ~differ.any(1)
        late[1:] = (before.gather(1, column) > after.gather(1, column))[:, 0]
    bad = (wrong | repeated | late).nonzero()
    if not bad.shape[0]:
        return
    row = int(bad[0])
    place = f"indices[{row}] = {dims_text(indices[row].tolist())}"
    if bool(wrong[row]):
        raise invalid(f"{place} is out of bounds: need 0 <= index < {dims_text(sizes)}")
    if bool(repeated[row]):
        raise invalid(f"{place} is repeated")
    raise invalid(
        f"{place} is out of order. Many sparse ops require sorted indices.\n"
        "    Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n"
    )


def occurrences(indices):
    """For each row, how many equal rows come before it."""
    _, which, counts = torch.unique(indices, dim=0, return_inverse=True, return_counts=True)
    order = torch.argsort(which, stable=True)
    out = torch.empty_like(which)
    out[order] = torch.arange(which.numel(), device=which.device) - (counts.cumsum(0) - counts)[which[order]]
    return out


def columns(shape):
    """The static rank of the sparse tensor whose indices have the static shape `shape`, or None."""
    return shape[1] if shape.rank == 2 else None


def parts(rank, dtype):
    """Static types and shapes of the components of a sparse tensor."""
    return (dt.int64, [None, rank]), (dtype, [None]), (dt.int64, [rank])


def moved(rank, count=None):
    """Static dtypes and shapes of new indices and of the numbers of the elements there."""
    return (dt.int64, [count, rank]), (dt.int64, [count])

"""What kernels on the indices of sparse tensors share."""

from functools import lru_cache
from math import prod
from operator import lt
from typing import Any

import numpy as np
import torch

from tfshim.engine.ops.vectorized import sorted_keys
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import on_processor, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor

# Up to this many numbers one call for all columns takes less time than one for each.
_FEW = 512

# Up to this many, torch's search for equal rows takes less time than the making of a number for each row.
_FEW_KEYS = 64

# From so many stretches of sorted numbers on, they are sorted as if they were in no order.
_STRETCHES = 8

# Down the rows; as ufuncs they cost half of what the methods of arrays do.
_least: Any = np.minimum.reduce
_greatest: Any = np.maximum.reduce


def row_keys(indices):
    """A number for each row of `indices`, less for an earlier row and equal for an equal one; None for few rows or where there is no room.

    The numbers start from the least index of each column, so indices need not lie within any shape.
    """
    if indices.numel() <= _FEW_KEYS or not readable(indices):
        return None
    split = indices.unbind(1)
    ends = [torch.aminmax(column) for column in split]
    least, greatest = ([int(end[i]) for end in ends] for i in (0, 1))
    if prod(last - first + 1 for first, last in zip(least, greatest)) >= 1 << 63:
        return None
    keys = split[0] - least[0] if least[0] else split[0]
    for column, first, last in zip(split[1:], least[1:], greatest[1:]):
        keys = (keys * (last - first + 1)).add_(column)
        if first:
            keys -= first
    return keys


def _sorted_keys(keys):
    """Which permutation sorts `keys`, equal ones staying in their order; None where they are in order."""
    if bool((keys[1:] >= keys[:-1]).all()):
        return None
    if not keys.is_cpu:
        return keys.argsort(stable=True)
    array = keys.numpy()
    if sorted_keys.suits(keys) and np.count_nonzero(array[1:] < array[:-1]) >= _STRETCHES:
        order = sorted_keys.places(array)
        if order is not None:
            return torch.from_numpy(order)
    return torch.from_numpy(array.argsort(kind="stable"))  # which joins stretches that are sorted already


def distinct(indices):
    """The different rows of `indices` in order, and which of them each row is."""
    keys = row_keys(indices)
    if keys is None:
        return torch.unique(indices, dim=0, return_inverse=True)
    return _distinct(indices, keys)


def _distinct(indices, keys):
    order = _sorted_keys(keys)
    if order is not None and keys.is_cpu:
        return _distinct_of_arrays(indices, keys.numpy(), order.numpy())
    ordered = keys if order is None else keys[order]
    new = torch.ones(len(keys), dtype=torch.bool, device=keys.device)
    torch.ne(ordered[1:], ordered[:-1], out=new[1:])
    which = new.cumsum(0).sub_(1)
    if order is None:
        return indices[new], which
    return indices.index_select(0, order[new]), torch.empty_like(which).index_copy_(0, order, which)


def _distinct_of_arrays(indices, keys, order):
    ordered = keys[order]
    new = np.ones(len(keys), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    which = np.empty(len(keys), np.int64)
    which[order] = np.cumsum(new) - 1
    return indices.index_select(0, torch.from_numpy(order[new])), torch.from_numpy(which)


def in_order(indices):
    """The permutation that sorts the rows of `indices`, equal ones staying in their order."""
    keys = row_keys(indices)
    if keys is not None:
        order = _sorted_keys(keys)
        return torch.arange(len(keys), device=keys.device) if order is None else order
    order = torch.arange(indices.shape[0], device=indices.device)
    # Stable sorts, the first column last: earlier columns decide before later ones.
    for column in reversed(range(indices.shape[1])):
        order = order[torch.argsort(indices[order, column], stable=True)]
    return order


def are_in_order(indices):
    """Whether the rows of many `indices` are seen to be in order."""
    if indices.numel() <= _FEW:
        return False
    first = indices[:, 0]
    if not bool((first[1:] >= first[:-1]).all()):
        return False
    keys = row_keys(indices)
    return keys is not None and bool((keys[1:] >= keys[:-1]).all())


def linear(indices, sizes):
    """The row-major indices in the flattened tensor of shape `sizes`."""
    if len(sizes) == 1:
        return indices[:, 0]
    if not sizes:
        return indices.new_zeros(indices.shape[0])
    at = indices[:, 0]
    for column, size in enumerate(sizes[1:], 1):
        at = torch.add(indices[:, column], at, alpha=size)
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


def check_matrix_and_vectors(role, indices, values, shape):
    """Raise InvalidArgumentError where the parts of a sparse tensor, named `role`_indices and so on, have not the ranks that they need."""
    if indices.ndim != 2:
        raise invalid(f"Input {role}_indices should be a matrix but received shape: {dims_text(indices.shape)}")
    if values.ndim != 1 or shape.ndim != 1:
        shown = f"{dims_text(values.shape)} and {dims_text(shape.shape)}"
        raise invalid(f"Inputs {role}_values and {role}_shape should be vectors but received shapes: {shown}")


def check_parts(indices, values, shape):
    """Raise InvalidArgumentError where the parts of a sparse tensor do not belong together: their ranks, and how many entries they have."""
    for name, part, rank in (("indices", indices, 2), ("values", values, 1), ("shape", shape, 1)):
        if part.ndim != rank:
            raise invalid(f"Sparse {name} must be rank {rank} but is rank {part.ndim}")
    if len(indices) != len(values):
        raise invalid(f"Number of elements in indices ({len(indices)}) and values ({len(values)}) do not match")
    if indices.shape[1] != len(shape):
        raise invalid(f"Index rank ({indices.shape[1]}) and shape rank ({len(shape)}) do not match")


def raise_unless_parts(op_type, *given):
    """Raise what the operation `op_type` does where `given`, tensors outside of graphs, are no indices, values and shape."""
    if all(type(x) is EagerTensor for x in given):
        try:
            check_parts(*(x._t for x in given))
        except InvalidArgumentError as e:
            raise op_error(InvalidArgumentError, e.message, op_type) from None


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
    if not on_processor(indices) or indices.shape[1] != len(sizes):
        return False
    rows = indices.numpy()
    if not len(rows) or not sizes:
        return True
    if rows.size > _FEW:
        return all(_within(column, size) for column, size in zip(rows.T, sizes))
    return min(_least(rows).tolist()) >= 0 and all(map(lt, _greatest(rows).tolist(), sizes))


def _within(column, size):
    """Whether all of an int64 column are from 0 to below `size`: taken as unsigned, negative ones are the greatest."""
    return int(_greatest(column.view(np.uint64))) < size


@lru_cache(maxsize=256)
def _bounds_and_factors(sizes):
    """`sizes` as what rows of unsigned indices are compared with, and how far apart places lie along each axis."""
    return np.array([max(size, 0) for size in sizes], np.uint64), np.array([prod(sizes[i + 1 :]) for i in range(len(sizes))])


def surely_sorted(indices, sizes):
    """Whether `indices`, where NumPy can look at them, are sure to be within `sizes`, sorted and different."""
    if not on_processor(indices) or indices.shape[1] != len(sizes):
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
        if not sizes or count >= 1 << 63:
            return False
        if rows.size > _FEW:
            if not all(_within(column, size) for column, size in zip(rows.T, sizes)):
                return False
            places = rows[:, 0]
            for column, size in zip(rows.T[1:], sizes[1:]):
                places = places * size
                places += column
        else:
            bounds, factors = _bounds_and_factors(tuple(sizes))
            if (rows.view(np.uint64) >= bounds).any():  # as `_within`
                return False
            places = rows @ factors
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
    keys = row_keys(indices)
    if keys is None:
        _, which, counts = torch.unique(indices, dim=0, return_inverse=True, return_counts=True)
    elif _ascending(keys):
        return torch.zeros_like(keys)
    else:
        which = distinct(indices)[1]
        counts = torch.bincount(which)
    order = torch.argsort(which, stable=True)
    out = torch.empty_like(which)
    out[order] = torch.arange(which.numel(), device=which.device) - (counts.cumsum(0) - counts)[which[order]]
    return out


def union(a, b):
    """All rows of two matrices of indices in order, and the positions among them of those of `a` and of `b`.

    Of repeated rows the k-th match each other: the second of one in `a` meets the second in `b`.
    """
    both, count = torch.cat((a, b)), len(a)
    keys = row_keys(both)
    if keys is not None and _ascending(keys[:count]) and _ascending(keys[count:]):  # none is repeated
        every, where = _distinct(both, keys)
    else:
        every, where = distinct(torch.cat([torch.cat((i, occurrences(i)[:, None]), 1) for i in (a, b)]))
        every = every[:, :-1]
    return every, where[:count], where[count:]


def _ascending(keys):
    return bool((keys[1:] > keys[:-1]).all())


def columns(shape):
    """The static rank of the sparse tensor whose indices have the static shape `shape`, or None."""
    return shape[1] if shape.rank == 2 else None


def parts(rank, dtype):
    """Static types and shapes of the components of a sparse tensor."""
    return (dt.int64, [None, rank]), (dtype, [None]), (dt.int64, [rank])


def moved(rank, count=None):
    """Static dtypes and shapes of new indices and of the numbers of the elements there."""
    return (dt.int64, [count, rank]), (dt.int64, [count])

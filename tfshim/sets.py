"""`tf.sets`: the last dimension of tensors as sets, with as many sets as the other dimensions have places."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.text import text_storage
from tfshim.sparse._indices import check_sorted, distinct, linear
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse, is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


__all__, __getattr__, __dir__ = exported(globals())

_TYPES = dt.SIGNED_INTS | dt.uint8.mask | dt.uint16.mask | dt.STRING
# Up to this many elements Python's sets take less time than the calls by which tensors are compared.
_FEW = 512
_NAMES = frozenset([dt.int8, dt.int16, dt.int32, dt.int64, dt.uint8, dt.uint16, dt.string])


def _dense_rows(values):
    """The sets of a dense storage: (lead shape, {place: set})."""
    lead = tuple(values.shape[:-1])
    rows = values.reshape((-1, values.shape[-1]) if values.shape[-1] else (int(np.prod(lead)), 0)).tolist()
    return lead, {tuple(map(int, place)): set(row) for place, row in zip(np.ndindex(*lead), rows, strict=True) if row}


def _sparse_rows(indices, values, shape, validate):
    """The same of a sparse tensor; raises InvalidArgumentError where its indices are out of order or range."""
    places, size = indices.tolist(), shape.tolist()
    if validate:
        check_sorted(indices, size)
    found = {}
    for place, value in zip(places, values.tolist(), strict=True):
        found.setdefault(tuple(place[:-1]), set()).add(value)
    return tuple(size[:-1]), found


def _dense_items(values):
    """The elements of a dense storage of integers: (lead shape, a matrix whose rows say the place of the set and the element)."""
    lead, width = tuple(values.shape[:-1]), values.shape[-1]
    places = torch.from_numpy(np.indices(lead).reshape(len(lead), -1).T.repeat(width, 0))
    return lead, torch.cat((places, values.reshape(-1, 1).cpu().long()), 1)


def _sparse_items(indices, values, shape, validate):
    """The same of a sparse tensor; raises InvalidArgumentError where its indices are out of order or range."""
    size = shape.tolist()
    if validate:
        check_sorted(indices, size)
    return tuple(size[:-1]), torch.cat((indices[:, :-1], values[:, None].long()), 1).cpu()


def _many(*values):
    """Whether these are so many integers that they are better looked at all at once than set by set."""
    return not isinstance(values[0], np.ndarray) and sum(v.numel() for v in values) > _FEW


def _numbered(*storages):
    """Many strings as the places they have among all of them in order, and these words; other storages as they are, and None."""
    if not isinstance(storages[0], np.ndarray) or sum(s.size for s in storages) <= _FEW:
        return *storages, None
    lists = [s.reshape(-1).tolist() for s in storages]
    words = sorted(set(itertools.chain(*lists)))
    place = dict(zip(words, range(len(words)))).__getitem__
    numbers = (torch.from_numpy(np.fromiter(map(place, items), np.int64, len(items))) for items in lists)
    return *(n.reshape(s.shape) for n, s in zip(numbers, storages)), text_storage(words, (len(words),))


def _with_words(made, words):
    """The result of an operation on sets of numbers, with the `words` that these stand for."""
    indices, values, shape = made
    return made if words is None else (indices, words[values.numpy()], shape)


def _combined_items(lead, a, b, operation, dtype):
    every, which = distinct(torch.cat((a, b)))
    in_a, in_b = (torch.zeros(len(every), dtype=torch.bool).index_fill_(0, w, True) for w in (which[: len(a)], which[len(a) :]))
    made = every[_COMBINE_MASKS[operation](in_a, in_b)]
    places, number = made[:, :-1], torch.arange(len(made))
    same = torch.zeros(len(made), dtype=torch.bool)
    same[1:] = (places[1:] == places[:-1]).all(1)
    number -= number.masked_fill(same, 0).cummax(0).values  # from the start of each set
    longest = int(number.max()) + 1 if len(made) else 0
    return torch.cat((places, number[:, None]), 1), made[:, -1].to(dtype), torch.tensor([*lead, longest], dtype=torch.int64)


_COMBINE_MASKS = {
    "a-b": lambda a, b: a & ~b,
    "b-a": lambda a, b: b & ~a,
    "intersection": torch.Tensor.logical_and,
    "union": torch.Tensor.logical_or,
}
_COMBINE = {"a-b": set.difference, "b-a": lambda a, b: b - a, "intersection": set.intersection, "union": set.union}


def _combined(first, second, operation, like):
    (lead, a), (other, b) = first, second
    if len(lead) != len(other):
        raise invalid(f"Ranks do not match: {len(lead) + 1} and {len(other) + 1}")
    if lead != other:
        raise invalid(f"Mismatched group shapes: {dims_text(lead)} vs. {dims_text(other)}")
    if isinstance(a, torch.Tensor):
        return _combined_items(lead, a, b, operation, like.dtype)
    combine = _COMBINE[operation]
    indices, values, longest = [], [], 0
    for place in sorted({*a, *b}):
        made = sorted(combine(a.get(place, set()), b.get(place, set())))
        longest = max(longest, len(made))
        indices += [(*place, i) for i in range(len(made))]
        values += made
    if isinstance(like, np.ndarray):
        storage = np.empty(len(values), object)
        storage[:] = values
    else:
        storage = torch.tensor(values, dtype=torch.int64).to(like.dtype)
    return (torch.tensor(indices, dtype=torch.int64).reshape(-1, len(lead) + 1), storage, torch.tensor([*lead, longest], dtype=torch.int64))


def _shape_fn(of):
    def shapes(a, *_):
        rank = of(a)
        return (dt.int64, [None, rank]), (a.dtype, [None]), (dt.int64, [rank])

    return shapes


@op("DenseToDenseSetOperation", a="T", b="T", T=_TYPES, grad=None, shape_fn=_shape_fn(lambda a: a.shape.rank))
def _dense_dense(a, b, operation, validate_indices=True, name=None):
    if a.ndim < 2 or b.ndim < 2:
        raise invalid(f"Input sets must have at least rank 2, got {a.ndim} and {b.ndim}")
    a, b, words = _numbered(a, b)
    read = _dense_items if _many(a, b) else _dense_rows
    return _with_words(_combined(read(a), read(b), operation, a), words)


@op(
    "DenseToSparseSetOperation",
    a="T",
    indices="int64",
    b="T",
    shape="int64",
    T=_TYPES,
    grad=None,
    shape_fn=_shape_fn(lambda a: a.shape.rank),
)
def _dense_sparse(a, indices, b, shape, operation, validate_indices=True, name=None):
    a, b, words = _numbered(a, b)
    dense, sparse = (_dense_items, _sparse_items) if _many(a, b) else (_dense_rows, _sparse_rows)
    return _with_words(_combined(dense(a), sparse(indices, b, shape, validate_indices), operation, a), words)


@op(
    "SparseToSparseSetOperation",
    a_indices="int64",
    a="T",
    a_shape="int64",
    b_indices="int64",
    b="T",
    b_shape="int64",
    T=_TYPES,
    grad=None,
    shape_fn=lambda i, a, *_: (
        (dt.int64, [None, i.shape[1] if i.shape.rank == 2 else None]),
        (a.dtype, [None]),
        (dt.int64, [i.shape[1] if i.shape.rank == 2 else None]),
    ),
)
def _sparse_sparse(a_indices, a, a_shape, b_indices, b, b_shape, operation, validate_indices=True, name=None):
    a, b, words = _numbered(a, b)
    read = _sparse_items if _many(a, b) else _sparse_rows
    first = read(a_indices, a, a_shape, validate_indices)
    return _with_words(_combined(first, read(b_indices, b, b_shape, validate_indices), operation, a), words)


def _tensor(x):
    return convert_to_sparse(x) if isinstance(x, SparseTensor) or is_sparse_value(x) else convert_to_tensor(x)


def _operate(a, b, operation, validate):
    a = _tensor(a)
    if not a.dtype.base_dtype.mask & _TYPES:
        raise TypeError(f"'a' has invalid dtype `{a.dtype}` not in supported dtypes: `{_NAMES}`.")
    b = _tensor(b)
    if b.dtype.base_dtype != a.dtype.base_dtype:
        raise TypeError(f"Types don't match, {a.dtype.base_dtype} vs {b.dtype.base_dtype}.")
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):  # there is no operation for this order
        a, b = b, a
        operation = {"a-b": "b-a", "b-a": "a-b"}.get(operation, operation)
    if isinstance(a, SparseTensor):
        made = _sparse_sparse(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, operation, validate)
    elif isinstance(b, SparseTensor):
        made = _dense_sparse(a, b.indices, b.values, b.dense_shape, operation, validate)
    else:
        made = _dense_dense(a, b, operation, validate)
    return SparseTensor(*made)


def _places_shape(indices, *_):
    rank = indices.shape.as_list()[1] if indices.shape.rank == 2 else None
    return dt.int32, None if rank is None else [None] * (rank - 1)


@op("SetSize", indices="int64", values="T", shape="int64", T=_TYPES, grad=None, shape_fn=_places_shape)
def _set_size(indices, values, shape, validate_indices=True, name=None):
    if shape.ndim != 1:
        raise invalid("Shape must be a 1D tensor.")
    if not len(shape):
        raise invalid("Invalid rank 0.")
    if validate_indices:
        values, _ = _numbered(values)
    if validate_indices and _many(values):
        lead, items = _sparse_items(indices, values, shape, True)
        places = linear(distinct(items)[0][:, :-1], lead)
        return torch.bincount(places, minlength=int(np.prod(lead))).int().reshape(lead)
    lead, found = _sparse_rows(indices, values, shape, validate_indices)
    out = np.zeros(lead, np.int32)
    for place, items in found.items():
        out[place] = len(items)
    return torch.from_numpy(out)


@tf_export("sets.size", v1=["sets.size", "sets.set_size"])
def size(a: TensorLike, validate_indices: bool = True) -> Tensor:
    """How many different elements each of the sets in a SparseTensor has. Mirrors `tf.sets.size`.

    The last axis holds the elements of a set; the other axes say which set it is.

    Arguments:
        a: a SparseTensor of integers or strings with at least two axes, its indices in row-major order.
        validate_indices: whether the order and range of the indices are checked; True by default.

    Returns:
        An int32 tensor of the shape of `a` without the last axis: 0 where a set has no elements.

    Raises:
        TypeError: `a` is no SparseTensor, or of another dtype.
        InvalidArgumentError: indices that are out of order or out of range.

    Example:
        >>> s = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [7, 7, 9], [3, 2])
        >>> tf.sets.size(s)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 0, 1], dtype=int32)>
    """
    a = _tensor(a)
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a!s}.")
    if not a.dtype.base_dtype.mask & _TYPES:
        raise TypeError(f"Invalid dtype `{a.dtype!r}` not in supported dtypes: `{_NAMES}`.")
    return _set_size(a.indices, a.values, a.dense_shape, validate_indices)


@tf_export("sets.intersection", v1=["sets.intersection", "sets.set_intersection"])
def intersection(a: TensorLike, b: TensorLike, validate_indices: bool | None = True) -> SparseTensor:
    """The elements that the sets of two tensors share. Mirrors `tf.sets.intersection`.

    The last axis holds the elements of a set; the other axes say which set it is. Sets at the same place are compared.

    Arguments:
        a: a dense or sparse tensor of integers (no uint32 and uint64) or strings, with at least two axes.
        b: a tensor of the same dtype, whose shape agrees with that of `a` but for the last axis.
        validate_indices: whether the order and range of the indices of sparse tensors are checked; True by default.

    Returns:
        A SparseTensor of the rank of `a`: each set without repeats, in ascending order.

    Raises:
        TypeError: the dtypes differ, or are others.
        InvalidArgumentError: shapes that do not fit, less than two axes, or indices that are out of order.

    Example:
        >>> a, b = tf.constant([[1, 2, 3], [4, 4, 5]]), tf.constant([[3, 2, 9], [6, 7, 8]])
        >>> tf.sparse.to_dense(tf.sets.intersection(a, b))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[2, 3],
               [0, 0]], dtype=int32)>
    """
    return _operate(a, b, "intersection", validate_indices)


@tf_export("sets.difference", v1=["sets.difference", "sets.set_difference"])
def difference(a: TensorLike, b: TensorLike, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """The elements of one tensor's sets that are not in those of another. Mirrors `tf.sets.difference`.

    The last axis holds the elements of a set; the other axes say which set it is. Sets at the same place are compared.

    Arguments:
        a: a dense or sparse tensor of integers (no uint32 and uint64) or strings, with at least two axes.
        b: a tensor of the same dtype, whose shape agrees with that of `a` but for the last axis.
        aminusb: True, the default, for what `a` has and `b` has not; False for the other way round.
        validate_indices: whether the order and range of the indices of sparse tensors are checked; True by default.

    Returns:
        A SparseTensor of the rank of `a`: each set without repeats, in ascending order.

    Raises:
        TypeError: the dtypes differ, or are others.
        InvalidArgumentError: shapes that do not fit, less than two axes, or indices that are out of order.

    Example:
        >>> a, b = tf.constant([[1, 2, 3], [4, 4, 5]]), tf.constant([[3, 2, 9], [6, 7, 8]])
        >>> tf.sparse.to_dense(tf.sets.difference(a, b))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 0],
               [4, 5]], dtype=int32)>
        >>> tf.sparse.to_dense(tf.sets.difference(a, b, aminusb=False))
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[9, 0, 0],
               [6, 7, 8]], dtype=int32)>
    """
    return _operate(a, b, "a-b" if aminusb else "b-a", validate_indices)


@tf_export("sets.union", v1=["sets.union", "sets.set_union"])
def union(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """All elements of the sets of two tensors, each once. Mirrors `tf.sets.union`.

    The last axis holds the elements of a set; the other axes say which set it is. Sets at the same place are joined.

    Arguments:
        a: a dense or sparse tensor of integers (no uint32 and uint64) or strings, with at least two axes.
        b: a tensor of the same dtype, whose shape agrees with that of `a` but for the last axis.
        validate_indices: whether the order and range of the indices of sparse tensors are checked; True by default.

    Returns:
        A SparseTensor of the rank of `a`: each set without repeats, in ascending order.

    Raises:
        TypeError: the dtypes differ, or are others.
        InvalidArgumentError: shapes that do not fit, less than two axes, or indices that are out of order.

    Example:
        >>> made = tf.sets.union([["a", "b"], ["c", "c"]], [["b", "d"], ["c", "c"]])
        >>> tf.sparse.to_dense(made)
        <tf.Tensor: shape=(2, 3), dtype=string, numpy=
        array([[b'a', b'b', b'd'],
               [b'c', b'', b'']], dtype=object)>
    """
    return _operate(a, b, "union", validate_indices)

"""Elements that occur more than once, or in one list only: `unique`, `unique_with_counts`, the difference of lists."""

from __future__ import annotations

import collections
import itertools
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.type_errors import not_allowed
from tfshim.engine.ops.vectorized import sorted_keys
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import runs
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.readable import readable
from tfshim.engine.values.texts import equal_texts

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


Unique = collections.namedtuple("Unique", ["y", "idx"])
UniqueWithCounts = collections.namedtuple("UniqueWithCounts", ["y", "idx", "count"])
ListDiff = collections.namedtuple("ListDiff", ["out", "idx"])

# Up to this many integers a dictionary takes less time than the calls by which arrays find equal ones.
_FEW = 64
# And up to this many a sort takes less time than a table.
_SOME = 4096
_INTEGERS = (torch.int32, torch.int64)

# Up to this many strings a dictionary takes less time than a sort.
_SOME_TEXTS = 1000

# Many integers are looked up in a table of all between the least and the greatest if each may occur so many times.
_TIMES = 16

# torch finds no equal elements among unsigned types: their bits are compared instead.
_BITS = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


def _found(x, out_idx, counted=True):
    """The distinct elements of the vector `x` in order of first occurrence, the index of each element among them, their counts.

    The counts may be None unless `counted`.
    """
    if x.ndim != 1:
        raise invalid("unique expects a 1D vector.")
    if type(x) is np.ndarray:
        return _found_of_texts(x, out_idx) or _found_one_by_one(x, out_idx)
    if x.dtype in _INTEGERS and out_idx.torch in _INTEGERS and x.is_cpu and len(x) and readable(x):
        found = _found_of_integers(x, out_idx, counted)
        if found is not None:
            return found
    bits = x.view(_BITS[x.dtype]) if x.dtype in _BITS else x
    values, inverse, counts = torch.unique(bits, return_inverse=True, return_counts=True)
    count = len(values)
    # `torch.unique` sorts; the order of appearance comes from where each element is found first.
    first = torch.full((count,), len(x), dtype=torch.int64, device=x.device)
    first = first.scatter_reduce(0, inverse, torch.arange(len(x), device=x.device), "amin")
    first, order = first.sort()
    rank = torch.empty_like(order)
    rank[order] = torch.arange(count, device=x.device)
    y = bits.index_select(0, first)
    return y.view(x.dtype) if x.dtype in _BITS else y, rank[inverse].to(out_idx.torch), counts[order].to(out_idx.torch)


def _found_of_integers(x, out_idx, counted):
    """`_found` of integers that can be looked at; None for many that lie far apart."""
    numbers, kind, order = x.numpy(), out_idx.as_numpy_dtype, None
    if len(x) > _SOME:
        least, greatest = (int(end) for end in torch.aminmax(x))
        if (greatest - least) * _TIMES < len(x):
            return _found_in_table(x, least, greatest - least + 1, out_idx, counted)
        order = sorted_keys.places(numbers)
        if order is None:
            return None
    y, index = _few_places(numbers, kind) if len(x) <= _FEW else _places(numbers, kind, order)
    counts = torch.from_numpy(np.bincount(index, minlength=len(y)).astype(kind)) if counted else None
    return torch.from_numpy(y), torch.from_numpy(index), counts


def _found_in_table(x, least, size, out_idx, counted):
    """`_found` of many integers from `least` to below `least + size`, by a table of all there may be."""
    at, count = x.long(), len(x)
    if least:
        at = at - least
    first = torch.full((size,), count).scatter_reduce_(0, at, torch.arange(count), "amin")
    first = first[first < count].sort().values
    places = at.index_select(0, first)
    rank = torch.empty(size, dtype=out_idx.torch)
    rank[places] = torch.arange(len(first), dtype=out_idx.torch)
    counts = torch.bincount(at, minlength=size).index_select(0, places).to(out_idx.torch) if counted else None
    return x.index_select(0, first), rank.index_select(0, at), counts


def _found_of_texts(x, out_idx):
    """`_found` of many short strings, by a sort of what is in memory; None for others."""
    order, starts = equal_texts.grouped(x) if len(x) > _SOME_TEXTS else (None, None)
    if order is None:
        return None
    kind = out_idx.as_numpy_dtype
    appears, index = _by_appearance(order, starts, kind)
    y = x[appears]
    return y, torch.from_numpy(index), torch.from_numpy(np.bincount(index, minlength=len(y)).astype(kind))


def _found_one_by_one(x, out_idx):
    """`_found` of strings, by a dictionary."""
    items, kind = x.tolist(), out_idx.as_numpy_dtype
    places = collections.defaultdict(itertools.count().__next__)  # what is not in it yet gets the next number
    index = np.fromiter(map(places.__getitem__, items), kind, len(items))
    counts = np.bincount(index, minlength=len(places)).astype(kind)
    y = np.empty(len(places), dtype=object)
    y[:] = list(places)
    return y, torch.from_numpy(index), torch.from_numpy(counts)


def _few_places(numbers, kind):
    """The distinct ones of a few integers, and the index of each, an array of dtype `kind`, by a dictionary."""
    items = numbers.tolist()
    places = {}
    for item in items:
        if item not in places:
            places[item] = len(places)
    return np.array(list(places), numbers.dtype), np.array([places[item] for item in items], kind)


def _places(numbers, kind, order=None):
    """The same of some integers, by a sort; `order`: the places that sort them, where they are known."""
    if order is None:
        order = sorted_keys.places(numbers)
    if order is None:
        order = numbers.argsort(kind="stable")
    appears, index = _by_appearance(order, runs.starts(numbers[order]), kind)
    return numbers[appears], index


def _by_appearance(order, starts, kind):
    """Which elements are the first of their kind, and for each the number of its kind in the order in which they appear.

    `order` puts equal elements side by side, the first to appear in front; `starts` says where others begin in it.
    """
    first = order[starts]
    appears = np.zeros(len(order), bool)
    appears[first] = True
    index = np.empty(len(order), kind)
    index[order] = (appears.cumsum(dtype=kind) - 1)[first][starts.cumsum() - 1]
    return appears, index


def _shapes(x, out_idx):
    length = x.shape[0] if x.shape.rank == 1 else None
    return Unique((x.dtype, [None]), (out_idx, [length]))


def _shapes_with_counts(x, out_idx):
    length = x.shape[0] if x.shape.rank == 1 else None
    return UniqueWithCounts((x.dtype, [None]), (out_idx, [length]), (out_idx, [None]))


def _unique_kernel(x, out_idx, name=None):
    return Unique(*_found(x, out_idx, counted=False)[:2])


def _counting_kernel(x, out_idx, name=None):
    return UniqueWithCounts(*_found(x, out_idx))


_UNIQUE = dt.REAL_NUMBERS | dt.BOOL | dt.STRING
_unique = op("Unique", x="T", T=_UNIQUE, grad="missing", objects=_unique_kernel, shape_fn=_shapes)(_unique_kernel)
_unique_with_counts = op("UniqueWithCounts", x="T", T=_UNIQUE, grad="missing", objects=_counting_kernel, shape_fn=_shapes_with_counts)(
    _counting_kernel
)


def _found_along(x, axis, out_idx):
    """The different slices of `x` along `axis`, a vector of one number, or of none where `x` is a vector; as `_found` gives elements."""
    if any(isinstance(a, tuple) for a in axis):
        raise invalid("axis expects a 1D vector.")
    if len(axis) > 1:
        raise invalid("axis does not support input tensors larger than 1 elements")
    if not axis and x.ndim != 1:
        raise invalid("unique expects a 1D vector.")
    if axis and not -x.ndim <= axis[0] < x.ndim:
        raise invalid(f"axis has to be between [0, {x.ndim})")
    if not out_idx.mask & dt.INDEX:
        raise invalid(f"Value for attr 'out_idx' of {out_idx.proto_name} is not in the list of allowed values: int32, int64")
    at = axis[0] if axis else 0
    if x.ndim == 1:
        return _found(x, out_idx)
    if any(size == 0 for i, size in enumerate(x.shape) if i != at % x.ndim):
        return _found_empty(x, at, out_idx)
    if type(x) is np.ndarray:
        keys = [tuple(row.ravel()) for row in np.moveaxis(x, at, 0)]
    else:
        keys = _keys(x.detach().cpu().movedim(at, 0).flatten(1).contiguous())
    places: dict = {}
    same = torch.tensor([places.setdefault(key, len(places)) for key in keys], dtype=torch.int64)
    _, index, counts = _found(same, out_idx)
    # The number of a row before which only others are: of rows that are told by numbers from 0 on it is a new greatest.
    first = torch.from_numpy(np.flatnonzero(np.diff(np.maximum.accumulate(same.numpy()), prepend=-1))).to(index.device)
    return (np.take(x, first.numpy(), at) if type(x) is np.ndarray else x.index_select(at, first)), index, counts


def _keys(rows):
    """For each of the rows of a matrix what is equal where the rows are."""
    if not len(rows):
        return []
    if rows.is_complex() or rows.is_floating_point() and rows.isnan().any():
        return [*map(tuple, rows.tolist())]  # in which NaN is equal to nothing
    if rows.dtype in (torch.float32, torch.float64):
        rows = rows + 0.0  # of the two zeros one; of 16 bits TensorFlow tells them apart
    return rows.view(torch.uint8).numpy().view(f"V{rows.shape[1] * rows.itemsize}").ravel().tolist()


def _found_empty(x, at, out_idx):
    """`_found_along` where the slices hold nothing, and so are all the same."""
    size = x.shape[at]
    some = [slice(None)] * x.ndim
    some[at] = slice(min(size, 1))
    return x[tuple(some)], torch.zeros(size, dtype=out_idx.torch), torch.full((min(size, 1),), size, dtype=out_idx.torch)


_AXIS_SHOWN = (1,), "computed input tensors"


def _shapes_along(x, axis, out_idx=dt.int32):
    rank, length = x.shape.rank, None
    if isinstance(axis, tuple) and any(isinstance(a, tuple) for a in axis):
        raise ShapeMismatch("axis expects a 1D vector.", *_AXIS_SHOWN)
    if rank is not None and isinstance(axis, tuple):
        if len(axis) > 1:
            raise ShapeMismatch("axis does not support input tensors larger than 1 elements.", *_AXIS_SHOWN)
        if not axis and rank != 1:
            raise ShapeMismatch("x expects a 1D vector.", *_AXIS_SHOWN)
        if axis and not -rank <= axis[0] < rank:
            raise ShapeMismatch(f"axis expects to be in the range [{-rank}, {rank})", *_AXIS_SHOWN)
        length = x.shape[axis[0] if axis else 0]
    # TensorFlow leaves all sizes open.
    return UniqueWithCounts((x.dtype, None if rank is None else [None] * rank), (out_idx, [length]), (out_idx, [None]))


def _along_kernel(x, axis, out_idx=dt.int32, name=None):
    return Unique(*_found_along(x, axis, out_idx)[:2])


def _counting_along_kernel(x, axis, out_idx=dt.int32, name=None):
    return UniqueWithCounts(*_found_along(x, axis, out_idx))


op(
    "UniqueV2", x="T", axis="vector", T=_UNIQUE, grad="missing", objects=_along_kernel,
    shape_fn=lambda *a: Unique(*_shapes_along(*a)[:2]),
)(_along_kernel)  # fmt: skip
op("UniqueWithCountsV2", x="T", axis="vector", T=_UNIQUE, grad="missing", objects=_counting_along_kernel, shape_fn=_shapes_along)(
    _counting_along_kernel
)


def _index_type(operation, out_idx, name):
    out_idx = as_dtype(out_idx).base_dtype
    if not out_idx.mask & dt.INDEX:
        raise not_allowed(operation._tfshim_op, name, "out_idx", out_idx, dt.INDEX)
    return out_idx


@tf_export("unique")
@composite
def unique(x: TensorLike, out_idx: DTypeLike = dt.int32, name: str | None = None) -> Unique:
    """The different elements of a vector, and which of them each element is. Mirrors `tf.unique`.

    Arguments:
        x: a vector of real numbers, bools or strings.
        out_idx: the dtype of the indices, int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A named pair: `y`, the different elements in the order in which they first appear, and `idx`, of the shape of
        `x`, with `x[i] == y[idx[i]]`.

    Raises:
        InvalidArgumentError: `x` is no vector.

    How often each occurs, `tf.unique_with_counts` says as well. The elements are not sorted.

    Example:
        >>> y, idx = tf.unique([7, 5, 7, 9])
        >>> y
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([7, 5, 9], dtype=int32)>
        >>> idx
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([0, 1, 0, 2], dtype=int32)>
    """
    return _unique(x, _index_type(_unique, out_idx, name), name)


@tf_export("unique_with_counts")
@composite
def unique_with_counts(x: TensorLike, out_idx: DTypeLike = dt.int32, name: str | None = None) -> UniqueWithCounts:
    """The different elements of a vector, which of them each element is, and how often each occurs. Mirrors
    `tf.unique_with_counts`.

    Arguments:
        x: a vector of real numbers, bools or strings.
        out_idx: the dtype of indices and counts, int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A named triple: `y`, the different elements in the order in which they first appear; `idx`, of the shape of `x`,
        with `x[i] == y[idx[i]]`; `count`, of the shape of `y`.

    Raises:
        InvalidArgumentError: `x` is no vector.

    Example:
        >>> y, idx, count = tf.unique_with_counts(["a", "b", "a"])
        >>> y
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a', b'b'], dtype=object)>
        >>> count
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 1], dtype=int32)>
    """
    return _unique_with_counts(x, _index_type(_unique_with_counts, out_idx, name), name)


def _left(x, y):
    """Where the vector `x` has what the vector `y` has not."""
    for label, t in (("x", x), ("y", y)):
        if t.ndim != 1:
            raise invalid(f"{label} should be a 1D vector.")
    if type(x) is np.ndarray:
        known = set(y.tolist())
        return torch.tensor([i for i, item in enumerate(x.tolist()) if item not in known], dtype=torch.int64)
    x, y = (t.view(_BITS[t.dtype]) if t.dtype in _BITS else t for t in (x, y))
    return torch.isin(x, y, invert=True).nonzero().reshape(-1)


def _difference_kernel(x, y, out_idx, name=None):
    kept = _left(x, y)
    if type(x) is np.ndarray:
        out = x[kept.numpy()]
    else:
        out = x.view(_BITS[x.dtype])[kept].view(x.dtype) if x.dtype in _BITS else x[kept]
    return ListDiff(out, kept.to(out_idx.torch))


list_difference = op(
    "ListDiff",
    x="T",
    y="T",
    T=_UNIQUE & ~dt.BOOL,
    grad="missing",
    objects=_difference_kernel,
    shape_fn=lambda x, y, out_idx: ListDiff((x.dtype, [None]), (out_idx, [None])),
)(_difference_kernel)

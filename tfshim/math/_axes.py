"""Axes of reductions: checked in TensorFlow's words."""

from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.values.tensor import Tensor


def reduced_dims(x, axis):
    """The non-negative dimensions of the torch tensor `x` that `axis` (None, an integer, a tuple) selects."""
    rank = x.dim()
    if axis is None:
        return tuple(range(rank))
    dims = []
    for a in axis if type(axis) is tuple else (axis,):
        if type(a) is tuple or type(a) is list:
            dims.extend(reduced_dims(x, tuple(a)))
            continue
        if not -rank <= a < rank:
            # The bracket that stays open is TensorFlow's.
            raise invalid(f"Invalid reduction dimension ({a} for input with {rank} dimension(s)")
        d = a % rank
        if d in dims:
            raise when_run(f"Invalid reduction arguments: Axes contains duplicate dimension: {d}")
        dims.append(d)
    return tuple(dims)


def reduced_sizes(sizes, axis, keepdims=False, *rest):
    """The sizes that are left of `sizes` by a reduction over `axis`; None for an axis that it does not take."""
    rank = len(sizes)
    axes = range(rank) if axis is None else axis if type(axis) is tuple else (axis,)
    if not all(type(a) is int and -rank <= a < rank for a in axes):
        return None
    dims = {a % rank for a in axes}
    if len(dims) < len(axes):
        return None
    return [1 if d in dims else n for d, n in enumerate(sizes) if keepdims or d not in dims]


_sizes_left = by_sizes(reduced_sizes)


def reduced_floats(x, *rest):
    """The `shape_fn` of a reduction whose kernel has something to say of other dtypes than floats."""
    return _sizes_left(x, *rest) if x.dtype.is_floating else None


def partly_reduced(x, axis, keepdims=False, *rest):
    """The static shape of a reduction of a tensor of which not all is known."""
    if axis is None and not keepdims:
        return x.dtype, []
    if x.shape.rank is None or isinstance(axis, Tensor):
        rank = x.shape.rank if keepdims else None
        return x.dtype, None if rank is None else [None] * rank
    return x.dtype, reduced_sizes(x.shape.as_list(), axis, keepdims)


def checked(x, axis, make):
    """`make(axis)`; where torch finds the axis out of range, TensorFlow's error."""
    try:
        return make(axis)
    except IndexError:
        reduced_dims(x, axis)
        raise


MANY = 1 << 12  # elements from which copying them takes longer than looking at the sizes


def of_ones(x, axis):
    """Whether each axis of `x` that `axis`, an integer or several, reduces has length 1: its elements are the result."""
    if axis is None:
        return False
    rank, shape = x.dim(), x.shape
    return all(type(a) is int and -rank <= a < rank and shape[a] == 1 for a in (axis if type(axis) is tuple else (axis,)))


def count(x, dims):
    """How many elements of `x` a reduction over `dims` combines into one."""
    number = 1
    for d in dims:
        number *= x.shape[d]
    return number


def scanned_dim(x, axis):
    """The non-negative dimension that a cumulative operation runs along."""
    rank = x.dim()
    if not -rank <= axis < rank:
        raise when_run(f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), but got {axis + rank if axis < 0 else axis}")
    return axis % rank

"""`x[key]` as NumPy has it: lists, arrays and masks among the indices, once `experimental_enable_numpy_behavior` was called.

As in TensorFlow, an integer takes a part of its axis before arrays are looked at; in NumPy it counts as one of the arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tfshim.array_ops.broadcasting import broadcast_dynamic_shape, broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.gathering import gather, gather_nd
from tfshim.array_ops.joining import stack
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.shapes import shape
from tfshim.array_ops.slicing import getitem
from tfshim.array_ops.transposing import transpose
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor

_WRONG = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"


def numpy_getitem(x: Tensor, key: Any) -> Tensor:
    """The part of `x` that `key` names: integers, slices, `...`, None, and any number of integer or boolean lists and arrays.

    Raises:
        IndexError: an index of another kind.
        InvalidArgumentError: an index out of range, or arrays whose shapes do not fit each other.
    """
    if type(key) is list and any(isinstance(k, list | tuple | slice | type(None) | type(Ellipsis)) for k in key):
        key = tuple(key)  # as NumPy once had it: several lists are an index for each axis
    items = key if type(key) is tuple else (key,)
    arrays = [_array(item) for item in items]
    if all(a is None for a in arrays):
        return getitem(x, key)
    if len(items) == 1 and arrays[0] is not None and arrays[0].dtype == dtypes.bool:
        return boolean_mask(x, arrays[0])
    return _taken(x, *_in_order(x, items, arrays))


def _array(item: Any) -> Any:
    """The tensor of an index that is a list or an array; None for one that takes a part of its axis. IndexError for anything else."""
    if isinstance(item, slice | type(None) | type(Ellipsis) | int | np.integer | np.bool_):
        return None
    if isinstance(item, list | tuple) or hasattr(item, "dtype") or hasattr(type(item), "_tfshim_value"):
        made = convert_to_tensor(np.asarray(item) if isinstance(item, list | tuple) and not _has_tensors(item) else item)
        if made.shape.rank == 0 and (made.dtype.is_integer or made.dtype == dtypes.bool):
            return None
        if made.dtype.is_integer or made.dtype == dtypes.bool:
            return made
    raise IndexError(f"{_WRONG}. Received: {item!r}")


def _has_tensors(item: Any) -> bool:
    return any(isinstance(i, Tensor) or (isinstance(i, list | tuple) and _has_tensors(i)) for i in item)


def _in_order(x: Tensor, items: Sequence[Any], arrays: list[Any]) -> tuple[tuple[Any, ...], list[int], list[Any]]:
    """The index with `:` for each array, the axes of its result that the arrays index, and the arrays: integers of any shape."""
    taken = sum(item is not None and item is not Ellipsis for item in items)
    before, axes, found, axis = [], [], [], 0
    for item, array in zip(items, arrays):
        if item is Ellipsis:
            more = x.shape.rank - taken
            before += [slice(None)] * more
            axis += more
        elif array is None:
            before.append(item)
            axis += item is None or isinstance(item, slice)
        else:
            if array.dtype == dtypes.bool:
                if array.shape.rank != 1:
                    raise NotImplementedError(f"Need rank 1 for bool index {array}")
                array = where(array)[:, 0]
            before.append(slice(None))
            axes.append(axis)
            found.append(array)
            axis += 1
    return tuple(before), axes, found


def _taken(x: Tensor, before: tuple[Any, ...], axes: list[int], arrays: list[Any]) -> Tensor:
    y = getitem(x, before)
    if len(arrays) == 1:
        return gather(y, _from_the_start(arrays[0], shape(y)[axes[0]]), axis=axes[0])
    common = shape(arrays[0])
    for a in arrays[1:]:
        common = broadcast_dynamic_shape(common, shape(a))
    sizes = shape(y)
    together = stack([broadcast_to(_from_the_start(a, sizes[axis]), common) for a, axis in zip(arrays, axes)], axis=-1)
    rank, front = y.shape.rank, together.shape.rank - 1
    rest = [i for i in range(rank) if i not in axes]
    made = gather_nd(transpose(y, [*axes, *rest]), together)
    if axes != list(range(axes[0], axes[0] + len(axes))):
        return made  # arrays with axes between them: theirs come first
    order = [*range(front, front + axes[0]), *range(front), *range(front + axes[0], front + len(rest))]
    return made if order == sorted(order) else transpose(made, order)


def _from_the_start(indices: Tensor, size: Tensor) -> Tensor:
    """int32 indices, of which negative ones counted from the end."""
    indices = cast(indices, size.dtype)
    return where(indices < 0, indices + size, indices)

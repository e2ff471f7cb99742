"""What an index means: `x[key]` as the arguments of `strided_slice`, and these as an index of torch or NumPy."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np

from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import stack
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import model_value
from tfshim.engine.runtime.context import UNNAMED
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shape_parts.dimensions import Dimension
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor

_WRONG_INDEX = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid indices, got {!r}"
)
INDEX_TYPES = dt.INDEX | dt.int16.mask


def _checked(value):
    """`value` if it is valid as an entry of an index."""
    if isinstance(value, numbers.Integral):
        return value if isinstance(value, bool) else int(value)
    if isinstance(value, Dimension):
        return value.value
    dtype = getattr(value, "dtype", None)
    shape = getattr(value, "shape", ())
    if dtype is not None:
        try:
            allowed = dt.as_dtype(dtype).base_dtype.mask & INDEX_TYPES
        except TypeError:
            allowed = False
        if allowed and not (shape is not None and getattr(shape, "rank", 0) is not None and len(shape) > 0):
            return int(value) if isinstance(value, (np.ndarray, np.generic)) else value
    raise TypeError(_WRONG_INDEX.format(value))


def specified(key: Any, shows: bool = False) -> tuple[Any, Any, Any, int, int, int, int, int]:
    """The arguments of `strided_slice` that the index `key` stands for.

    `shows`: the operation is recorded next, so that what TensorFlow's graphs make of bounds that are not given can be shown with it.
    """
    begin, end, strides = [], [], []
    shows = shows and TS.graph is not None
    shown = {}  # the ends that TensorFlow's graphs compute though nothing takes them
    masks = [0, 0, 0, 0, 0]  # begin, end, ellipsis, new axis, shrink
    bit = 1
    for item in key if isinstance(key, (tuple, list)) else (key,):
        if isinstance(item, slice):
            kind = _kind_of_bounds(item.start, item.stop, item.step) if shows else None
            for bound, bounds, mask in ((item.start, begin, 0), (item.stop, end, 1)):
                if bound is None or (bound := _checked(bound)) is None:  # as an unknown dimension is
                    masks[mask] |= bit
                    bounds.append(0 if kind is None else _absent(0, kind))
                else:
                    bounds.append(bound)
            step = None if item.step is None else _checked(item.step)
            strides.append(step if step is not None else 1 if kind is None else _absent(1, kind))
        else:
            begin.append(0)
            end.append(0)
            strides.append(1)
            if item is Ellipsis:
                masks[2] |= bit
            elif item is None:
                masks[3] |= bit
            else:
                # Where the dimension is removed (shrink mask), the end is ignored.
                begin[-1] = end[-1] = at = _checked(item)
                if type(at) is int:
                    end[-1] = at + 1  # as TensorFlow's graphs say
                elif hasattr(type(at), "_layer_of_whole"):
                    end[-1] = at + 1
                elif isinstance(at, SymbolicTensor):
                    shown[len(end) - 1] = at + 1
                    if shows and at.dtype is not dt.int32:
                        strides[-1] = _absent(1, at.dtype)
                masks[4] |= bit
        bit <<= 1
    joined = [_joined("begin", begin), _joined("end", end, shown), _joined("strides", strides)]
    return *_of_one_type(*joined), *masks


class _Absent:
    """A bound that is not given: the number that serves for it, and the constant that graphs show."""

    __slots__ = ("number", "constant")

    def __init__(self, number, constant):
        self.number, self.constant = number, constant


def _absent(number, dtype):
    return _Absent(number, TS.graph._constant(convert_to_tensor(number, dtype), "Const"))


def _kind_of_bounds(*bounds):
    """The dtype of the constants for those of a slice that are not given, where others are tensors; None where none are."""
    kinds = [b.dtype for b in bounds if isinstance(b, SymbolicTensor)]
    return next((kind for kind in (dt.int64, dt.int32) if kind in kinds), kinds[0] if kinds else None)


def _of_one_type(begin, end, strides):
    """The bounds, of which those that are tensors have one dtype: int64 where one of them does. It is `begin` that tells the others'."""
    given = begin, end, strides
    if not any(isinstance(v, Tensor) and v.dtype is dt.int64 for v in given):
        return given
    end, strides = (cast(v, dt.int64) if isinstance(v, Tensor) and v.dtype is not dt.int64 else v for v in (end, strides))
    if TS.graph is not None:
        shown = TS.graph.given_inputs.get(("StridedSlice", "begin"))
        if shown is not None and shown.dtype is dt.int64:
            return TS.graph.given_inputs.pop(("StridedSlice", "begin")), end, strides
    return begin if isinstance(begin, Tensor) and begin.dtype is dt.int64 else cast(begin, dt.int64), end, strides


def _joined(key, values, shown=None):
    """A tuple of integers, or one tensor where some are known only when a graph runs, which is shown to be made of `shown` instead."""
    if any(type(v) is _Absent for v in values):
        plain = [v.number if type(v) is _Absent else v for v in values]
        values = [v.constant if type(v) is _Absent else v for v in values]
        if all(isinstance(v, int) for v in plain):  # as known as before, and shown as a node
            TS.graph.given_inputs["StridedSlice", key] = stack(values, name=UNNAMED)
            values = plain
    read = [v._tfshim_value() if hasattr(type(v), "_tfshim_value") else v for v in values]
    if not any(isinstance(v, Tensor) for v in read):
        if read and isinstance(read[0], bool):
            _check_booleans(read)
        if model_value(read) is not None:
            return stack(read)
        return tuple([int(v) for v in read])
    if all(isinstance(v, int) or type(v) is EagerTensor for v in read):
        return tuple([int(v) if isinstance(v, int) else int(v._t) for v in read])
    wide = next((v.dtype for v in read if isinstance(v, Tensor) and v.dtype is dt.int64), dt.int32)
    if TS.graph is None:
        return stack([cast(v, wide) for v in read], name="stack")
    made = stack([int(v) if isinstance(v, int) else v if v.dtype is wide else cast(v, wide) for v in read], name=UNNAMED)
    if shown:
        made.op.shown = {id(made.op.arguments[0][i]): x for i, x in shown.items()}
    return made


def _check_booleans(values):
    """Raise for bounds of which TensorFlow makes a tensor of booleans: all are, or eagerly the first is."""
    other = next((v for v in values if not isinstance(v, bool)), None)
    if other is None:
        if TS.graph is None:
            raise invalid("Value for attr 'Index' of bool is not in the list of allowed values: int16, int32, int64")
        raise TypeError("Value passed to parameter 'begin' has DataType bool not in list of allowed values: int16, int32, int64")
    if TS.graph is None:
        raise TypeError(f"Cannot convert {other} to EagerTensor of dtype bool")


def resolve(
    dims: Sequence[int],
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[int],
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> tuple[tuple[Any, ...], list[int]]:
    """The index for torch or NumPy, and the dimensions of the result that are then to be reversed.

    The masks have one bit for each entry of `begin`, as TensorFlow's operation has them.
    """
    count, rank = len(begin), len(dims)
    if len(end) != count or len(strides) != count or any(type(v) is not int for v in (*begin, *end, *strides)):
        shapes = ", ".join(dims_text(np.shape(v)) for v in (begin, end)) + f", and {dims_text(np.shape(strides))}"
        raise invalid(f"Expected begin, end, and strides to be 1D equal size tensors, but got shapes {shapes} instead.")
    ellipsis = ellipsis_mask & ((1 << count) - 1)
    if ellipsis & (ellipsis - 1):
        raise invalid("Multiple ellipses in slice spec not allowed")
    used = sum(1 for i in range(count) if not (ellipsis | new_axis_mask) >> i & 1)
    index, reverse, d, out = [], [], 0, 0
    for i in range(count):
        bit = 1 << i
        if ellipsis & bit:
            skipped = max(rank - used, 0)
            index.append(Ellipsis)
            d += skipped
            out += skipped
            continue
        if new_axis_mask & bit:
            index.append(None)
            out += 1
            continue
        if not rank:
            raise invalid("Attempting to slice scalar input.")
        if d >= rank:
            raise invalid(f"Index out of range using input dim {d}; input has only {rank} dims")
        size, step = dims[d], strides[i]
        if step == 0:
            raise invalid(f"strides[{i}] must be non-zero")
        if shrink_axis_mask & bit:
            if step < 0:
                raise invalid("only stride 1 allowed on non-range indexing.")
            at = begin[i] + size if begin[i] < 0 else begin[i]
            if not 0 <= at < size:
                raise invalid(f"slice index {at} of dimension {d} out of bounds.")
            index.append(at)
        else:
            # As it is, upwards: a size that is not known has to stay so.
            taken = slice(None if begin_mask & bit else begin[i], None if end_mask & bit else end[i], step)
            if step < 0:
                # torch has no negative steps: the same elements upwards, then turned round.
                places = range(*taken.indices(size))
                taken = slice(places[-1], places[0] + 1, -step) if places else slice(0, 0, 1)
                reverse.append(out)
            index.append(taken)
            out += 1
        d += 1
    return tuple(index), reverse


_PLAIN_ITEMS = (int, type(None), type(Ellipsis))


def is_plain(key: Any) -> bool:
    """Whether torch takes `key` as it is and means the same by it."""
    kind = type(key)
    if kind is slice:
        start, stop, step = key.start, key.stop, key.step
        # `type(...) is int`: True and False would be masks. torch refuses steps below 1.
        return (
            (step is None or type(step) is int and step > 0)
            and (start is None or type(start) is int)
            and (stop is None or type(stop) is int)
        )
    return kind in _PLAIN_ITEMS


def is_mask(key: Any) -> bool:
    """Whether `key` chooses elements: one or more booleans."""
    if isinstance(key, (bool, np.ndarray)):
        return isinstance(key, bool) or key.dtype == bool
    return (isinstance(key, Tensor) or hasattr(type(key), "_tfshim_value")) and key.dtype is dt.bool

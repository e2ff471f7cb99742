"""Sums, maxima and the like of ragged tensors, along any dimension and by segments."""

import functools

from tfshim import math
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones_like, zeros, zeros_like
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.masking import where
from tfshim.array_ops.shapes import expand_dims, reshape
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum
from tfshim.math.segments import unsorted_segment_max
from tfshim.protos.tensors import get_static_value
from tfshim.ragged import row_checks
from tfshim.ragged.broadcasting import partitions, same_splits
from tfshim.ragged.partitions import lengths_to_splits
from tfshim.ragged.ragged_tensor import RaggedTensor, above
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor


def by_segment(function, data, ids, count):
    """The rows of `data`, ragged or dense, with one id combined by `function`, a `tf.math.unsorted_segment_...`."""
    if not isinstance(data, RaggedTensor):
        return function(data, ids, count)
    # A segment without rows would have the least integer for the length of its longest row.
    longest = maximum(unsorted_segment_max(data.row_lengths(), ids, count), 0)
    splits = lengths_to_splits(longest)
    rows = data.value_rowids()
    within = tf_range(data.row_splits[-1]) - gather(data.row_splits, rows)
    starts = gather(splits, gather(ids, rows))
    return RaggedTensor._make(by_segment(function, data.values, starts + within, splits[-1]), splits)


def unsorted_segment(function, data, segment_ids, num_segments):
    """What `tf.math.unsorted_segment_...` give for ragged data or ids."""
    if function in (math.unsorted_segment_mean, math.unsorted_segment_sqrt_n):  # of no rows NaN, unlike those of dense tensors
        data = ragged_or_tensor(data)
        total, count = (unsorted_segment(math.unsorted_segment_sum, x, segment_ids, num_segments) for x in (data, ones_like(data)))
        return total / (count if function is math.unsorted_segment_mean else math.sqrt(count))
    if not isinstance(segment_ids, RaggedTensor):
        ids = convert_to_tensor(segment_ids)
        if ids.shape.rank != 1:
            segment_ids = partitions(ids, ids.shape.rank - 1)
    if not isinstance(segment_ids, RaggedTensor):
        return by_segment(function, data, ids, num_segments)
    checks, text = [], "segment_ids.shape must be a prefix of data.shape"
    while isinstance(segment_ids, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            raise ValueError(f"{text}, but segment_ids is ragged and data is not.")
        checks.append(same_splits(segment_ids.row_splits, data.row_splits, text))
        data, segment_ids = data.values, segment_ids.values
    return by_segment(function, data, row_checks.after(checks, segment_ids), num_segments)


def _axes(axis, rank):
    if isinstance(axis, Tensor):
        given = get_static_value(axis)
        if given is None:
            raise ValueError("axis must be known at graph construction time.")
        axis = given.tolist() if given.ndim else given
    axes = axis if isinstance(axis, (list, tuple)) else [axis]
    for a in axes:
        if not isinstance(a, int):
            raise TypeError(f"axis must be an int; got {type(a).__name__}")
        if rank is None and a < 0:
            raise ValueError(f"axis={a} may only be negative if rank(input_tensor) is statically known.")
        if rank is not None and not -rank <= a < rank:
            raise ValueError(f"axis={a} out of bounds: expected {-rank}<=axis<{rank}")
    return sorted(a if rank is None else a % rank for a in axes)


# What TensorFlow calls the reduction of all values in graphs.
_NAMES = {f"reduce_{kind}": f"RaggedReduce{kind.title()}" for kind in ("sum", "prod", "max", "min")}


def reduce(name, input_tensor, axis=None, keepdims=False):
    """`tf.reduce_...` of a ragged tensor along `axis`, one dimension or several; of all values by default."""
    x, function = input_tensor, getattr(math, name)
    if name == "reduce_mean":
        count = reduce("reduce_sum", ones_like(x), axis, keepdims)
        return reduce("reduce_sum", x, axis, keepdims) / count
    if name in ("reduce_variance", "reduce_std"):
        mean = reduce("reduce_mean", x, axis, keepdims)
        # TensorFlow's formula for ragged tensors, which rounds otherwise than the mean of squared deviations.
        spread = reduce("reduce_mean", x * x, axis, keepdims) - mean * mean
        return spread if name == "reduce_variance" else math.sqrt(spread)
    if axis is None:
        made = function(x.flat_values, axis=None, name=None if TS.graph is None else _NAMES.get(name))
        if not keepdims:
            return made
        # As in TensorFlow, which keeps the dimensions of the flat values and puts others before them.
        return reshape(made, [1] * (x.shape.rank + x.flat_values.shape.rank - 1))
    axes = _axes(axis, x.shape.rank)
    if name in ("reduce_any", "reduce_all"):
        # There are no segment operations for bools.
        numbers = x.with_flat_values(cast(x.flat_values, dt.int32))
        made = reduce("reduce_max" if name == "reduce_any" else "reduce_min", numbers, axes, keepdims)
        # Without values the greatest is the least integer, and the least the greatest one: False and True.
        return made > 0
    segments = getattr(math, "unsorted_segment_" + name[7:])
    # From the innermost on, so that the numbers of the others stay right.
    for a in reversed(axes):
        x = _along(function, segments, x, a, keepdims)
    return x


def reduce_logsumexp(input_tensor, axis=None, keepdims=False):
    """`tf.reduce_logsumexp` of a ragged tensor: of all values, or of its rows, with their maxima taken off first."""
    if axis is None:
        made = math.reduce_logsumexp(input_tensor.flat_values)
        return reshape(made, [1] * (input_tensor.shape.rank + 2 * input_tensor.flat_values.shape.rank - 2)) if keepdims else made
    largest = reduce("reduce_max", input_tensor, axis, True)
    # Infinity minus infinity would be NaN.
    largest = where(math.is_finite(largest), largest, zeros_like(largest))
    total = math.log(reduce("reduce_sum", math.exp(input_tensor - largest), axis, keepdims))
    return total + (largest if keepdims else reduce("reduce_max", largest, axis))


def reduce_join(inputs, axis=None, keepdims=False, separator=""):
    """`tf.strings.reduce_join` of a ragged tensor."""
    if axis is None:
        joined = above.reduce_join(inputs.flat_values, keepdims=keepdims, separator=separator)
        return reshape(joined, [1] * inputs.shape.rank) if keepdims else joined
    joined = functools.partial(above.unsorted_segment_join, separator=separator)
    for a in reversed(_axes(axis, inputs.shape.rank)):
        inputs = _along(functools.partial(above.reduce_join, separator=separator), joined, inputs, a, keepdims)
    return inputs


def _along(function, segments, x, axis, keepdims):
    """`x` reduced along `axis`: `function` does so for dense tensors, `segments` for rows by number."""
    if not isinstance(x, RaggedTensor):
        return function(x, axis, keepdims)
    if axis > 1:
        return x.with_values(_along(function, segments, x.values, axis - 1, keepdims))
    if axis == 1:
        made = by_segment(segments, x.values, x.value_rowids(), x.nrows())
    else:
        made = by_segment(segments, x, zeros(x.nrows()[None], x.row_splits.dtype), 1)
        made = made.values if isinstance(made, RaggedTensor) else made[0]
    return expand_dims(made, axis) if keepdims else made

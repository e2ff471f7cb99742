"""The values of replicas as one: sums, means, and tensors joined."""

from tfshim import array_ops, math
from tfshim.distribute import replicas
from tfshim.distribute.values import ReduceOp
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor


def reduced(kind, value):
    """The sum or mean of the values of a PerReplica; of IndexedSlices, all their rows."""
    kind, values = ReduceOp.of(kind), value.values
    if any(isinstance(v, IndexedSlices) for v in values):
        if not all(isinstance(v, IndexedSlices) for v in values):
            values = [convert_to_tensor(v) for v in values]
        else:
            rows = array_ops.concat([v.values for v in values], 0)
            if kind is ReduceOp.MEAN:
                rows = rows / len(values)
            return IndexedSlices(rows, array_ops.concat([v.indices for v in values], 0), values[0].dense_shape)
    total = math.add_n([convert_to_tensor(v) for v in values])
    return total if kind is ReduceOp.SUM else total / len(values)


def packed_sums(lists, count):
    """The sums of the tensors in each of `lists`, one of each replica: joined in at most `count` pieces, which are added up whole."""
    size = -(-len(lists) // count)
    made = []
    for start in range(0, len(lists), size):
        pack = lists[start : start + size]
        sizes = [array_ops.size(values[0]) for values in pack]
        flat = [array_ops.concat([array_ops.reshape(x, [-1]) for x in replica], 0) for replica in zip(*pack)]
        parts = array_ops.split(math.add_n(flat), sizes)
        made += [array_ops.reshape(part, array_ops.shape(values[0])) for part, values in zip(parts, pack)]
    return made


def not_reduced(value):
    """`value`, the same in all replicas, as their sum: zero only, as it is not said how often it counts; else ValueError."""
    if type(value) in (int, float) and value == 0:
        return value
    raise ValueError(f"A non-DistributedValues value {value!s} cannot be reduced with the given reduce op {ReduceOp.SUM}.")


def reduced_along(kind, values, axis):
    """The sum or mean over the tensors `values` and along an axis of each."""
    kind = ReduceOp.of(kind)
    values = [convert_to_tensor(v) for v in values]
    total = math.add_n([math.reduce_sum(v, axis=axis) for v in values])
    if kind is ReduceOp.SUM:
        return total
    axes = list(axis) if isinstance(axis, (list, tuple)) else [axis]
    count = math.add_n([math.reduce_prod(array_ops.gather(array_ops.shape(v), [a % v.shape.rank for a in axes])) for v in values])
    return total / array_ops.cast(count, total.dtype)


def loss_reduction():
    """How the losses of replicas become one: added up, but for an estimator whose losses are not sums: their mean."""
    strategy = replicas.strategy_here()
    if strategy is None or not strategy._scale_loss_for_estimator:
        return ReduceOp.SUM
    last = None if TS.graph is None else TS.graph._last_loss_reduction
    return ReduceOp.SUM if last in ("sum", "weighted_sum") else ReduceOp.MEAN

"""Ragged and dense tensors broadcast to common row partitions, on which binary operations are built."""

from tfshim import debugging
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import stack
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.ragged import row_checks
from tfshim.ragged.making import count_rows
from tfshim.ragged.partitions import lengths_to_splits, row_splits_to_segment_ids
from tfshim.ragged.ragged_tensor import RaggedTensor


def partitions(x, depth):
    """`x` with exactly `depth` ragged dimensions; those that are dense in it become ragged of equal lengths."""
    if not depth:
        return x
    if not isinstance(x, RaggedTensor):
        return RaggedTensor.from_tensor(x, ragged_rank=depth)
    return x if x.ragged_rank == depth else x.with_values(partitions(x.values, depth - 1))


def one_group(x):
    """The ragged tensor whose only row is all of `x`."""
    rows = count_rows(x)
    return RaggedTensor._make(x, stack([rows * 0, rows]), x.shape[0])


def _inner(x, rank, depth):
    """The dense tensor `x` without its outer dimensions, where these are all 1 or not there; else None."""
    outer = x.shape.rank - (rank - depth - 1)
    if outer <= 0:
        return x
    if any(n != 1 for n in x.shape.as_list()[:outer]):
        return None
    rest = x.shape.as_list()[outer:]
    return reshape(x, [1, *rest] if None not in rest else [1, *shape(x)[outer:]])


def broadcast(values):
    """`(splits, flats)` for tensors of which one at least is ragged.

    splits: a list of (row splits, uniform length or None) of the common shape, the outermost first; flats: for each of
    `values` the flat values in that shape, or something that torch broadcasts to them. Raises InvalidArgumentError for
    rows that do not go together.
    """
    ragged = [v for v in values if isinstance(v, RaggedTensor)]
    if not ragged:  # one is within a list, of which no tensor can be made
        for v in values:
            convert_to_tensor(v)
    values = [
        v if isinstance(v, (RaggedTensor, int, float, bool, complex, str, bytes)) else convert_to_tensor(v, dtype_hint=ragged[-1].dtype)
        for v in values
    ]
    # One ragged tensor, maybe several times, and numbers: no values have to be looked up.
    if all(not isinstance(v, RaggedTensor) and not hasattr(v, "shape") or v is ragged[0] for v in values):
        return _own(ragged[0]), [v.flat_values if v is ragged[0] else v for v in values]
    ranks = [v.shape.rank for v in values if hasattr(v, "shape")]
    if None in ranks:
        raise ValueError("Unable to broadcast: unknown rank")
    rank = max(ranks)
    depth = max(v.ragged_rank + rank - v.shape.rank for v in ragged)
    plain, expanded = {}, {}
    for i, v in enumerate(values):
        if not isinstance(v, RaggedTensor):
            inner = _inner(v, rank, depth) if hasattr(v, "shape") else v
            if inner is not None:
                plain[i] = inner
                continue
        padding = rank - v.shape.rank
        v = partitions(v, depth - padding)
        for _ in range(padding):
            v = one_group(v)
        expanded[i] = v
    splits, places = _common_partition(list(expanded.values()), depth)
    for (i, v), place in zip(expanded.items(), places, strict=True):
        plain[i] = v.flat_values if place is None else gather(v.flat_values, place)
    return splits, [plain[i] for i in range(len(values))]


def _own(x):
    found = [(x.row_splits, x._uniform)]
    return found + _own(x.values) if isinstance(x.values, RaggedTensor) else found


def rebuild(splits, flat):
    """The ragged tensor with the flat values `flat` in the rows that `broadcast` gave."""
    for ends, uniform in reversed(splits):
        flat = RaggedTensor._make(flat, ends, uniform)
    return flat


def _rows(x):
    size = x.row_splits.shape[0]
    return None if size is None else size - 1


def _common_partition(nodes, depth):
    """The common row splits of ragged tensors of one ragged rank, and where each takes its flat values (None: in order)."""
    counts = [_rows(v) for v in nodes]
    # The partition of the result is that of the first one that is not stretched.
    lead = next((i for i, n in enumerate(counts) if n != 1), 0)
    checks = []
    # Of dtypes that do not go together the operation tells; graphs compare rows after that, when they run.
    for v, n in zip(nodes, counts) if TS.graph is None or len({x.dtype for x in nodes}) == 1 else ():
        if n != 1 and n != counts[lead]:
            if None not in (n, counts[lead]):
                raise invalid(f"Unable to broadcast: dimension size mismatch in dimension 0: {counts[lead]} rows and {n} rows")
            checks.append(debugging.assert_equal(v.nrows(), nodes[lead].nrows()))
    places = [None] * len(nodes)
    if counts[lead] != 1:
        for i, n in enumerate(counts):
            if n == 1:
                places[i] = zeros(nodes[lead].nrows()[None], nodes[lead].row_splits.dtype)
    made = []
    for _ in range(depth):
        ends, uniform, places = _level(nodes, places, checks)
        ends, checks = row_checks.after(checks, ends), []
        made.append((ends, uniform))
        nodes = [v.values for v in nodes]
    return made, places


def _level(nodes, places, checks):
    """One ragged dimension: its row splits, its uniform length or None, and the places in the next dimension.

    What graphs check when they run is added to `checks`.
    """
    lead = next((i for i, v in enumerate(nodes) if v._uniform != 1), 0)
    dtype = nodes[lead].row_splits.dtype
    if places[lead] is None:
        ends = nodes[lead].row_splits
    else:
        lengths = gather(nodes[lead].row_lengths(), places[lead])
        ends = lengths_to_splits(lengths)
    uniform = nodes[lead]._uniform
    if any(v._uniform not in (1, uniform) for v in nodes):
        uniform = None
    new, ids, within = [], None, None
    for v, place in zip(nodes, places, strict=True):
        spread = v._uniform == 1 and nodes[lead]._uniform != 1
        if not spread and place is None:
            # Rows of one length are what others are compared with, on whichever side they stand.
            pair = ends, v.row_splits
            checks.append(same_splits(*pair if v._uniform is None or nodes[lead]._uniform is not None else reversed(pair)))
            new.append(None)
            continue
        if ids is None:
            ids = row_splits_to_segment_ids(ends)
            within = tf_range(cast(ends[-1], dtype)) - gather(ends, ids)
        if spread:
            new.append(ids if place is None else gather(place, ids))
            continue
        if v is not nodes[lead]:
            checks.append(same_splits(gather(v.row_lengths(), place), ends[1:] - ends[:-1]))
        new.append(gather(gather(cast(v.row_starts(), dtype), place), ids) + within)
    return ends, uniform, new


def same_splits(a, b, message=None):
    """Raise InvalidArgumentError unless the row splits are equal; in a graph, the operation that does it when it runs, for `after`."""
    # Row splits that are one object need no comparison when the graph runs.
    if a is b:
        return None
    if a.dtype != b.dtype:
        a, b = cast(a, dt.int64), cast(b, dt.int64)
    return debugging.assert_equal(a, b, message=message)

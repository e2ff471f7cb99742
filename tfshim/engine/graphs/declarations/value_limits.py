"""What TensorFlow's shape functions ask of values and numbers of sizes, where the values may be unknown and kernels would find it when run.

Each rule takes {name of an argument: argument} of an operation that is added to a graph, and gives what is wrong with it - a text, or a
text, the inputs to show with their values and how they are shown - or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim.engine.graphs.declarations import known_limits
from tfshim.engine.graphs.declarations.known_limits import VALUES, dims_of, ranks
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_defs import by_name, definition_of
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor


def _count(value: Any) -> int | None:
    """How many rows a tensor, or numbers that are given for one, has; None where that is not known or it is a scalar."""
    dims = dims_of(value)
    return dims[0] if dims else None


def _number(value: Any) -> Any:
    """The number in `value`, a scalar tensor too, where it is known, else None."""
    if not isinstance(value, Tensor):
        return value
    known = static_value(value)
    return known.item() if known is not None and known.size == 1 else None


def _range(given: dict[str, Any]) -> Any:
    start, limit, delta = (_number(given[n]) for n in ("start", "limit", "delta"))
    if start is None or limit is None or delta is None:
        return None
    shown = (0, 1, 2), VALUES
    if delta == 0:
        return "Requires delta != 0", *shown
    if delta > 0 and start > limit:
        return f"Requires start <= limit when delta > 0: {start:g}/{limit:g}", *shown
    if delta < 0 and start < limit:
        return f"Requires start >= limit when delta < 0: {start:g}/{limit:g}", *shown
    return None


def _prefix(dims: Sequence[Any] | None, outer: Sequence[Any] | None) -> str | None:
    for have, want in zip(dims or (), outer or (), strict=False):
        if have is not None and want is not None and have != want:
            return f"Dimensions must be equal, but are {have} and {want}"
    return None


def _partition(given: dict[str, Any]) -> Any:
    return _prefix(dims_of(given["data"]), dims_of(given["partitions"]))


def _stitch(given: dict[str, Any]) -> Any:
    pairs = zip(given["data"], given["indices"], strict=False)
    return next((found for data, indices in pairs if (found := _prefix(dims_of(data), dims_of(indices)))), None)


def _substr(given: dict[str, Any]) -> Any:
    texts, pos, length = (dims_of(given[n]) for n in ("input", "pos", "len"))
    if pos is not None and length is not None:
        if len(pos) != len(length):
            return ranks(len(length), len(pos))
        if pos != length:
            return f"pos and len shapes must match: {dims_text(pos)} vs. {dims_text(length)}"
    for x, y in zip(reversed(texts or ()), reversed(pos or ()), strict=False):
        if x != y and None not in (x, y) and 1 not in (x, y):
            return f"Dimensions must be equal, but are {x} and {y}"
    return None


def _segment_join(given: dict[str, Any]) -> Any:
    texts, ids, number = dims_of(given["inputs"]), dims_of(given["segment_ids"]), _number(given["num_segments"])
    if number is not None and number < 0:
        return f"Dimension size, given by scalar input 2, must be non-negative but is {number}", (2,), VALUES
    if texts is not None and ids is not None and len(ids) > len(texts):
        return f"Shape must be at least rank {len(ids)} but is rank {len(texts)}"
    return _prefix(texts, ids)


def _reduce_join(given: dict[str, Any]) -> Any:
    dims, axes = dims_of(given["inputs"]), given["axis"]
    axes = axes if isinstance(axes, tuple) else (_number(axes),)
    if dims is None:
        return None
    wrong = next((a for a in axes if isinstance(a, int) and not -len(dims) <= a < len(dims)), None)
    return None if wrong is None else (f"Invalid reduction dimension {wrong} for input with {len(dims)} dimensions.", (1,), VALUES)


def _multinomial(given: dict[str, Any]) -> Any:
    count = _number(given["num_samples"])
    if count is not None and count < 0:
        return f"Dimension size, given by scalar input 1, must be non-negative but is {count}", (1,), VALUES
    return None


def _bincount(given: dict[str, Any]) -> Any:
    size = _number(given.get("maxlength"))
    return (f"size ({size}) must be non-negative", (1,), VALUES) if size is not None and size < 0 else None


def _tile(given: dict[str, Any]) -> Any:
    dims, count = dims_of(given["input"]), _count(given["multiples"])
    return None if dims is None or count is None else ranks(len(dims), count)


def _roll(given: dict[str, Any]) -> Any:
    shift, axis = dims_of(given["shift"]), dims_of(given["axis"])
    if shift is None or axis is None:
        return None
    # Of a number that is given as such the rank is not kept.
    if len(shift) != len(axis) and all(isinstance(given[n], Tensor) or len(given[n]) != 1 for n in ("shift", "axis")):
        return f"Shapes must be equal rank, but are {len(shift)} and {len(axis)}"
    if not shift or not axis or None in (shift[0], axis[0]) or shift[0] == axis[0]:
        return None
    return _unequal(shift, axis)


def _unequal(a: Sequence[int], b: Sequence[int]) -> str:
    return f"Dimension 0 in both shapes must be equal, but are {a[0]} and {b[0]}. Shapes are {dims_text(a)} and {dims_text(b)}."


def _broadcast_to(given: dict[str, Any]) -> Any:
    dims, count = dims_of(given["input"]), _count(given["shape"])
    if dims is None or count is None or len(dims) <= count:
        return None
    return f"Shape must be at most rank {count} but is rank {len(dims)}"


_RULES = {
    "Range": _range,
    "DynamicPartition": _partition,
    "DynamicStitch": _stitch,
    "Substr": _substr,
    "UnsortedSegmentJoin": _segment_join,
    "ReduceJoin": _reduce_join,
    "Multinomial": _multinomial,
    "DenseBincount": _bincount,
    "Tile": _tile,
    "Roll": _roll,
    "BroadcastTo": _broadcast_to,
    **known_limits.RULES,
}
# Those of which the kernel finds the same in numbers that are given as such.
_OF_TENSORS = frozenset("Tile BroadcastTo".split())


def wrong(o: Any, arguments: Sequence[Any]) -> Any:
    """What is wrong with `arguments` of the operation `o`: (text, inputs to show with their values, how they are shown), else None."""
    rule = _RULES.get(o.type)
    if rule is None or o.type in known_limits.RULES and definition_of(o) is None:
        return None
    if o.type in _OF_TENSORS:
        for value in arguments[1:]:
            if isinstance(value, Tensor):
                break
        else:
            return None
    found = rule(by_name(o, arguments))
    return (found, (), None) if isinstance(found, str) else found

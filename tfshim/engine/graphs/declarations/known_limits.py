"""What TensorFlow's shape functions find wrong with what is known of an operation's inputs, in their words.

Kernels find the same when they run, or while they are run on stand-ins, and word it otherwise. Rules are as those of `value_limits`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor, static_value
from tfshim.engine.ops.static_shapes.shape_messages import not_one, other_rank, unequal_sizes
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor

VALUES, SIZES = "computed input tensors", "input tensors computed as partial shapes"


def dims_of(value: Any) -> list[Any] | None:
    """The static shape of a tensor, or of numbers that are given for one; None for an unknown rank."""
    if isinstance(value, Tensor):
        return None if value.shape.rank is None else value.shape.as_list()
    if isinstance(value, (list, tuple)):
        return [len(value), *(dims_of(value[0]) or () if value else ())]
    return [] if isinstance(value, int) else None


def numbers_of(value: Any) -> Any:
    """The values of an input as numbers, nested as they are; None where they are not known."""
    if isinstance(value, Tensor):
        known = static_value(value)
        return None if known is None else known.tolist()
    if isinstance(value, (list, tuple)):
        found = [numbers_of(v) for v in value]
        return None if None in found else found
    return value


def unequal(x: int | None, y: int | None) -> str | None:
    """What is wrong with two sizes that have to be equal, if both are known."""
    return None if x is None or y is None or x == y else unequal_sizes(x, y)


def ranks(want: int, got: int, at_least: bool = False) -> str | None:
    """What is wrong with the rank `got`."""
    if want == got or at_least and got > want:
        return None
    return other_rank(want, got, at_least)


def partial_shape(sizes: Any) -> None:
    """Raise ValueError where what is given for a shape, of which -1 is an unknown size, has other negative numbers."""
    wrong = next((d for d in sizes if d < -1), None) if type(sizes) is list and all(type(d) is int for d in sizes) else None
    if wrong is not None:
        raise ValueError(f"Invalid value in tensor used for shape: {wrong}")


def _fill(given: dict[str, Any]) -> Any:
    sizes, dims = numbers_of(given["dims"]), dims_of(given["dims"])
    if dims is not None and len(dims) != 1:
        return ranks(1, len(dims))
    partial_shape(sizes)
    return ("Fill dimensions must be >= 0", (0,), SIZES) if sizes is not None and -1 in sizes else None


def _one_hot(given: dict[str, Any]) -> Any:
    if isinstance(given["axis"], int) and given["axis"] < -1:
        return "axis must be >= -1"
    return _scalar(given["depth"], 1)


def _scalar(value: Any, place: int) -> Any:
    """What is wrong with a scalar input that is a size."""
    number = numbers_of(value)
    if number is None:
        return None
    if dims := dims_of(value):
        return f"Input must be scalar but has rank {len(dims)}", (place,), VALUES
    if type(number) is int and number < 0:
        return f"Dimension size, given by scalar input {place}, must be non-negative but is {number}", (place,), VALUES
    return None


def _top_k(given: dict[str, Any]) -> Any:
    return _scalar(given["k"], 1) if dims_of(given["input"]) != [] else None


def _axis_of_split(given: dict[str, Any], shown: tuple[int, ...]) -> Any:
    dims, axis = dims_of(given["value"]), numbers_of(given["axis"])
    if dims is None or type(axis) is not int or -len(dims) <= axis < len(dims):
        return None
    return f"Dimension size, given by scalar input {axis} must be in range [-{len(dims)}, {len(dims)})", shown, VALUES


def _split(given: dict[str, Any]) -> Any:
    axes = dims_of(given["axis"])
    return (f"Input must be scalar but has rank {len(axes)}", (0,), VALUES) if axes else _axis_of_split(given, (0,))


def _concat(given: dict[str, Any]) -> Any:
    if axes := dims_of(given["axis"]):
        return ranks(0, len(axes))
    # TensorFlow looks at the ranks before it knows the axis.
    known = [len(dims) for dims in map(dims_of, given["values"]) if dims is not None]
    if not known:
        return None
    return next(filter(None, (ranks(known[0], n) for n in known)), None) or (
        None if known[0] else "Can't concatenate scalars (use tf.stack instead)"
    )


def _expand_dims(given: dict[str, Any]) -> Any:
    axes = numbers_of(given["axis"])
    if type(axes) is not list or np.size(axes) == 1:
        return None
    return "'dim' input must be a tensor with a single value", (1,), VALUES


def _split_v(given: dict[str, Any]) -> Any:
    shown = (1, 2)
    if axes := dims_of(given["axis"]):
        return f"Input must be scalar but has rank {len(axes)}", shown, VALUES
    if (found := _axis_of_split(given, shown)) is not None:
        return found
    dims, axis, sizes = dims_of(given["value"]), numbers_of(given["axis"]), numbers_of(given["sizes"])
    if dims is None or type(axis) is not int or type(sizes) is not list:
        return None
    whole = dims[axis]
    if sizes.count(-1) > 1:
        return "size_splits can only have one -1", shown, VALUES
    if -1 in sizes and whole is not None:
        sizes[sizes.index(-1)] = whole - sum(s for s in sizes if s != -1)
    at = next((i for i, s in enumerate(sizes) if s < -1 or s < 0 and whole is not None), None)
    if at is not None:
        return f"Split size at index {at} must be >= 0. Got: {sizes[at]}", shown, VALUES
    if whole is not None and sum(sizes) != whole:
        return f"can't split axis of size {whole} into pieces of size {dims_text(sizes)}", shown, VALUES
    return None


def _squeeze(given: dict[str, Any]) -> Any:
    dims, axes = dims_of(given["input"]), given["axis"]
    axes = [axes] if isinstance(axes, int) else axes
    if dims is None or not axes:
        return None
    n = len(dims)
    at = next((i for i, a in enumerate(axes) if not -n <= a < n), None)
    if at is not None:
        return f"squeeze_dims[{at}] not in [-{n},{n})."
    wrong = next((a % n for a in sorted(axes, key=lambda a: a % n) if dims[a] not in (1, None)), None)
    return None if wrong is None else f"Can not squeeze dim[{wrong}], expected a dimension of 1, got {dims[wrong]}"


def _reduction(given: dict[str, Any]) -> Any:
    axis = given["axis"]
    dims = dims_of(axis) if isinstance(axis, Tensor) else None
    return None if dims is None or len(dims) < 2 else f"Shape must be at most rank 1 but is rank {len(dims)}"


def _transpose(given: dict[str, Any]) -> Any:
    dims, perm = dims_of(given["a"]), given["perm"]
    sizes = dims_of(perm)
    if sizes is None:
        return None
    if len(sizes) != 1:
        return ranks(1, len(sizes))
    if dims is None or sizes[0] is None:
        return None
    if sizes[0] != len(dims):
        return f"Dimension must be {len(dims)} but is {sizes[0]}"
    wrong = next((p for p in numbers_of(perm) or () if not -len(dims) <= p < len(dims)), None)
    return None if wrong is None else (f"perm dim {wrong} is out of range of input rank {len(dims)}", (1,), VALUES)


def _pad(given: dict[str, Any]) -> Any:
    dims, sizes = dims_of(given["tensor"]), dims_of(given["paddings"])
    if sizes is None:
        return None
    if len(sizes) != 2:
        return ranks(2, len(sizes))
    if sizes[1] not in (2, None):
        return f"Dimension must be 2 but is {sizes[1]}"
    if dims is not None and sizes[0] is not None and (found := ranks(sizes[0], len(dims))):
        return found
    known = numbers_of(given["paddings"])
    if known is not None and any(n < 0 for row in known for n in row):
        return "Paddings must be non-negative", (1,), VALUES
    return None


def _slice(given: dict[str, Any]) -> Any:
    dims, (begins, sizes) = dims_of(given["input_"]), (dims_of(given[n]) for n in ("begin", "size"))
    for vector in (begins, sizes):
        if vector is not None and len(vector) != 1:
            return ranks(1, len(vector))
    if begins is not None and sizes is not None and (found := not_one(begins, sizes)):
        return found
    count = begins[0] if begins and begins[0] is not None else sizes[0] if sizes else None
    if dims is None or count is None:
        return None
    if found := ranks(count, len(dims)):
        return found
    begin, size = (numbers_of(given[n]) for n in ("begin", "size"))
    partial_shape(size)
    for d, b, s in zip(dims, begin or (), size or (), strict=False):
        if s == -1 and d is not None and b > d:
            return f"Negative dimension size caused by subtracting {b} from {d}", (1, 2), SIZES
    return None


def _of_shape(given: dict[str, Any]) -> Any:
    if (dims := dims_of(given["shape"])) is not None and len(dims) != 1:
        return ranks(1, len(dims))
    partial_shape(numbers_of(given["shape"]))
    return None


def _of_constant_shape(given: dict[str, Any]) -> Any:
    # What a graph computes for it counts less here than elsewhere: a negative size may be any.
    if type(given["shape"]) is SymbolicTensor:
        dims = dims_of(given["shape"])
        return None if dims is None else ranks(1, len(dims))
    return _of_shape(given)


def _gather_nd(given: dict[str, Any]) -> Any:
    params, indices = dims_of(given["params"]), dims_of(given["indices"])
    if params is None or not indices or indices[-1] is None or indices[-1] <= len(params):
        return None
    return f"indices.shape[-1] must be <= params.rank, but saw indices shape: {dims_text(indices)} and params shape: {dims_text(params)}"


def _scattered(within: str, indices: str, updates: str) -> Callable[[dict[str, Any]], Any]:
    """The rule for an update at places of what the argument `within` is, or has the shape of."""

    def rule(given: dict[str, Any]) -> Any:
        at, new = dims_of(given[indices]), dims_of(given[updates])
        shown = ((2,), SIZES) if within == "shape" else ((), None)
        if within == "shape":
            old = numbers_of(given["shape"])
            partial_shape(old)
            count = dims_of(given["shape"])
            old = [None] * count[0] if old is None and count and count[0] is not None else [None if d == -1 else d for d in old or ()]
        else:
            old = dims_of(given[within])
        if not at or new is None or old is None:
            return None
        if 0 in old and 0 not in at and 0 not in new and None not in (*at, *new):
            return "Indices and updates specified for empty input", *shown
        outer, depth = len(at) - 1, at[-1]
        if text := _parts("indices", at, 0, outer, new, 0, outer):
            return text
        if depth is None or depth > len(old):
            return None
        text = _parts("input", old, depth, len(old), new, outer, len(new))
        return (text, *shown) if text and None not in old else text

    return rule


def _parts(name: str, a: Sequence[Any], start: int, end: int, b: Sequence[Any], first: int, last: int) -> str | None:
    x, y = a[start:end], b[first:last]
    if not (found := not_one(x, y)):
        return None
    return (
        f"Dimensions [{start},{end}) of {name}[shape={dims_text(a)}] = {dims_text(x)} must match dimensions [{first},{last}) of "
        f"updates[shape={dims_text(b)}] = {dims_text(y)}: {found}"
    )


def _unsorted_segments(given: dict[str, Any]) -> Any:
    data, ids = dims_of(given["data"]), dims_of(given["segment_ids"])
    if data is not None and ids is not None and len(ids) > len(data):
        return ranks(len(ids), len(data), True)
    for x, y in zip(data or (), ids or (), strict=False):
        if found := unequal(x, y):
            return found
    return _scalar(given["num_segments"], 2)


def _divisible(size: int | None, by: int) -> str | None:
    return None if size is None or size % by == 0 else f"Dimension size must be evenly divisible by {by} but is {size}"


def _reverse(given: dict[str, Any]) -> Any:
    dims, axes = dims_of(given["tensor"]), numbers_of(given["axis"])
    if (count := dims_of(given["axis"])) is not None and len(count) != 1:
        return ranks(1, len(count))
    if dims is None or type(axes) is not list:
        return None
    at = next((i for i, a in enumerate(axes) if not -len(dims) <= a < len(dims)), None)
    return None if at is None else (f"'axis'[{at}] = {axes[at]} is out of valid range [0, {len(dims) - 1}", (1,), VALUES)


def _space_and_depth(of_depth: bool) -> Callable[[dict[str, Any]], Any]:
    """The rule for moving blocks into channels, or with `of_depth` channels into blocks."""

    def rule(given: dict[str, Any]) -> Any:
        dims, block, form = dims_of(given["input"]), given["block_size"], given["data_format"]
        if dims is None or len(dims) != 4 or form not in ("NHWC", "NCHW"):
            return None
        first = form == "NCHW"
        if of_depth:
            return _divisible(dims[1 if first else 3], block * block)
        return next((found for d in (dims[2:] if first else dims[1:3]) if (found := _divisible(d, block))), None)

    return rule


def _blocks(around: str) -> Callable[[dict[str, Any]], Any]:
    """The rule for moving blocks into the batch (`paddings`) or out of it (`crops`)."""

    def rule(given: dict[str, Any]) -> Any:
        dims, blocks, cells = dims_of(given["input"]), numbers_of(given["block_shape"]), numbers_of(given[around])
        shown, counts = ((1, 2), VALUES), (dims_of(given["block_shape"]), dims_of(given[around]))
        if None in counts or len(counts[0]) != 1 or len(counts[1]) != 2:  # type: ignore[arg-type]
            return None
        if None not in (counts[0][0], counts[1][0]) and counts[0][0] != counts[1][0]:  # type: ignore[index]
            return not_one(counts[1], [counts[0][0], 2])  # type: ignore[arg-type, index]
        if dims is None or blocks is None or len(dims) <= len(blocks):
            return None
        if any(b < 1 for b in blocks):
            return "block_shape must be positive", *shown
        if cells is None:
            return None
        if any(n < 0 for row in cells for n in row):
            return f"{around} cannot be negative", *shown
        if around == "crops":
            if dims[0] is not None and (found := _first_divisible(dims[0], blocks)):
                return found, *shown
        batch = dims[0]
        for b in blocks if around == "paddings" and batch is not None else ():
            if batch * b >= 2**63:
                return f"Negative dimension size caused by overflow when multiplying {batch} and {b}", *shown
            batch *= b
        for d, b, (left, right) in zip(dims[1:], blocks, cells, strict=False):
            if d is None:
                continue
            if around == "paddings" and (found := _divisible(d + left + right, b)):
                return found, *shown
            if around == "crops":
                rest = d * b
                for n in (left, right):
                    if rest < n:
                        return f"Negative dimension size caused by subtracting {n} from {rest}", *shown
                    rest -= n
        return None

    return rule


def _first_divisible(size: int, blocks: Sequence[int]) -> str | None:
    """What is wrong with dividing by one of the blocks after the other."""
    for b in blocks:
        if found := _divisible(size, b):
            return found
        size //= b
    return None


def _bitcast(given: dict[str, Any]) -> Any:
    dims, wanted = dims_of(given["input"]), given["dtype"]
    have, want = given["input"].dtype.size, wanted.size
    if not dims or dims[-1] is None or have >= want or dims[-1] == want // have:
        return None
    types = f"{given['input'].dtype.as_datatype_enum} to {wanted.as_datatype_enum}"
    return f"Cannot bitcast from {types} due to shape. {dims[-1]} does not match {want // have}"


def _strings(given: dict[str, Any]) -> Any:
    shapes = [dims for x in given["inputs"] if (dims := dims_of(x))]
    return next((found for dims in shapes[1:] if (found := not_one(shapes[0], dims))), None)


def _einsum(given: dict[str, Any]) -> Any:
    terms = str(given["equation"]).split("->")[0].replace(" ", "").split(",")
    sizes: dict[str, int] = {}
    for i, (term, x) in enumerate(zip(terms, given["inputs"], strict=False)):
        dims = dims_of(x)
        if dims is None or "..." in term:
            continue
        if len(term) != len(dims):
            return f"{ranks(len(term), len(dims))}\n\t for {i}th input and equation: {given['equation']}"
        for label, d in zip(term, dims, strict=True):
            if d is not None and (found := unequal(sizes.setdefault(label, d), d)):
                return found
    return None


def _square(matrix: str | None = None, turned: bool = False, rhs: str | None = None) -> Callable[[dict[str, Any]], Any]:
    """The rule for square matrices; TensorFlow compares their sizes from the last with `turned`. `rhs` has as many rows.

    The matrices are the argument `matrix`, or the first one.
    """

    def rule(given: dict[str, Any]) -> Any:
        x = next(iter(given.values())) if matrix is None else given[matrix]
        dims, other = dims_of(x), dims_of(given[rhs]) if rhs is not None else None
        for d in (dims, other):
            if d is not None and len(d) < 2:
                return ranks(2, len(d), True)
        if dims is None:
            return None
        pair = dims[:-3:-1] if turned else dims[-2:]
        return unequal(*pair) or (unequal(dims[-2], other[-2]) if other is not None else None)

    return rule


def _channels(given: dict[str, Any], x: str, filters: str, at: int) -> Any:
    dims, kernel = dims_of(given[x]), dims_of(given[filters])
    for d in (dims, kernel):
        if d is not None and (found := ranks(4, len(d))):
            return found
    if dims is None or kernel is None:
        return None
    return unequal(dims[1 if str(given.get("data_format")) == "NCHW" else 3], kernel[at])


def _depthwise(given: dict[str, Any]) -> Any:
    return _channels(given, "input", "filter", 2)


def _transposed_convolution(given: dict[str, Any]) -> Any:
    return _channels(given, "input", "filters", 3)


def _convolution(given: dict[str, Any]) -> Any:
    dims, kernel = dims_of(given["input"]), dims_of(given["filters"])
    if dims is not None and len(dims) < 4:
        return ranks(4, len(dims))
    return None if kernel is None else ranks(4, len(kernel))


def _batch_norm(given: dict[str, Any]) -> Any:
    dims = dims_of(given["x"])
    if dims is None or len(dims) not in (4, 5):
        return None
    channels = dims[1 if str(given.get("data_format")).startswith("NC") else -1]
    for name in ("scale", "offset"):
        vector = dims_of(given[name])
        if vector is not None and len(vector) == 1 and (found := unequal(channels, vector[0])):
            return found
    return None


_UNSORTED = ("UnsortedSegmentSum", "UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd")
_SCATTERED = ("Update", "Add", "Sub", "Max", "Min")
_RANDOM = ("RandomStandardNormal", "RandomUniform", "RandomUniformInt", "TruncatedNormal", "RandomGamma", "StatelessRandomNormal")
RULES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "Fill": _fill,
    "OneHot": _one_hot,
    "TopKV2": _top_k,
    "Split": _split,
    "ConcatV2": _concat,
    "ExpandDims": _expand_dims,
    "SplitV": _split_v,
    "Squeeze": _squeeze,
    **dict.fromkeys(("Sum", "Mean", "Max", "Min", "Prod", "Any", "All"), _reduction),
    "Transpose": _transpose,
    **dict.fromkeys(("Pad", "PadV2", "MirrorPad"), _pad),
    "Slice": _slice,
    "Reshape": _of_shape,
    **dict.fromkeys(_RANDOM, _of_constant_shape),
    "GatherNd": _gather_nd,
    "ScatterNd": _scattered("shape", "indices", "updates"),
    **dict.fromkeys([f"TensorScatter{kind}" for kind in _SCATTERED], _scattered("tensor", "indices", "updates")),
    **dict.fromkeys(_UNSORTED, _unsorted_segments),
    "DepthToSpace": _space_and_depth(True),
    "SpaceToDepth": _space_and_depth(False),
    "SpaceToBatchND": _blocks("paddings"),
    "BatchToSpaceND": _blocks("crops"),
    "Bitcast": _bitcast,
    "StringJoin": _strings,
    "Einsum": _einsum,
    "MatrixSolve": _square("matrix", rhs="rhs"),
    "MatrixTriangularSolve": _square("matrix", rhs="rhs"),
    "MatrixDeterminant": _square("input", turned=True),
    "LogMatrixDeterminant": _square("input", turned=True),
    **dict.fromkeys(("SelfAdjointEigV2", "MatrixLogarithm", "MatrixSquareRoot"), _square()),
    "ReverseV2": _reverse,
    "DepthwiseConv2dNative": _depthwise,
    "Conv2DBackpropInput": _transposed_convolution,
    "Conv2D": _convolution,
    "FusedBatchNormV3": _batch_norm,
}

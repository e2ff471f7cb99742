"""Why the static shapes of an operation's arguments are incompatible, in the words of TensorFlow's shape functions.

`message(o, arguments)` gives (text, inputs to show with their values, how they are shown), or None where nothing is known to be
wrong. Shapes are lists with None for unknown sizes, or None for an unknown rank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.ops.op_defs import by_name, definition_of
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op

_RANK = re.compile(r"^convolution (?:input|filter) must be (\d)-dimensional: \[(.+?)\]$")
_UNLIKE = re.compile(r"^Attempting to broadcast a dimension of length (\d+) at .* broadcastable to \[(.*)\]$")
_AXIS = re.compile(r"^Invalid reduction dimension \((-?\d+) for input with (\d+) dimension\(s\)")
_VALUES, _SIZES = "computed input tensors", "input tensors computed as partial shapes"


def message(o: Op, arguments: Any) -> Any:
    """What is wrong with `arguments` of the operation `o`."""
    function = _RULES.get(o.type)
    if function is None or definition_of(o) is None:
        return None
    found = function(by_name(o, arguments))
    return (found, (), None) if isinstance(found, str) else found


def reworded(text: str) -> str:
    """What a kernel says of its arguments, as shape functions say it."""
    if (axis := _AXIS.search(text)) is not None:
        return f"Invalid reduction dimension {axis[1]} for input with {axis[2]} dimensions."
    if (unlike := _UNLIKE.search(text)) is not None and unlike[2].isdigit():
        return unequal_sizes(int(unlike[2]), int(unlike[1]))
    found = _RANK.search(text)
    return text if found is None else other_rank(int(found[1]), len(found[2].split(",")))


def shown(o: Op, text: str) -> tuple[tuple[int, ...], str | None]:
    """For the text of a kernel: the inputs to show with their values, and how."""
    if o.type == "StridedSlice":
        return (1, 2, 3) if text.startswith("slice index") else (3,), _VALUES
    if o.type == "ReverseV2":
        return (1,), _VALUES
    return (), None


def _shape(x: Tensor) -> Any:
    return x.shape.as_list() if isinstance(x, Tensor) and x.shape.rank is not None else None


def _unlike(x: int | None, y: int | None) -> bool:
    return x is not None and y is not None and x != y


def unequal_sizes(x: int | None, y: int | None) -> str:
    """The text for two sizes that are not equal and have to be."""
    return f"Dimensions must be equal, but are {x} and {y}"


def other_rank(want: int, got: int, at_least: bool = False) -> str:
    """The text for another rank than is wanted."""
    return f"Shape must be {'at least ' if at_least else ''}rank {want} but is rank {got}"


# ---------------------------------------------------------------------- pairs
def _broadcast(a: list[Any] | None, b: list[Any] | None) -> Any:
    if a is None or b is None:
        return None
    n = max(len(a), len(b))
    for x, y in zip([1] * (n - len(a)) + a, [1] * (n - len(b)) + b):
        if _unlike(x, y) and 1 not in (x, y):
            return unequal_sizes(x, y)
    return None


def _operands(given: dict[str, Any]) -> Any:
    first, second, *_ = (_shape(v) for v in given.values() if isinstance(v, Tensor))
    return _broadcast(first, second)


def _bands(given: dict[str, Any]) -> Any:
    bands, rhs = _shape(given["bands"]), _shape(given["rhs"])
    if bands is None or rhs is None or min(len(bands), len(rhs)) < 2:
        return None
    count, n = bands[-2:]
    if count == 0:
        return "Number of bands must be positive, but is 0"
    if count is not None and n is not None and count > n:
        return f"Number of bands {count} cannot exceed the size of the matrix {n}"
    return unequal_sizes(n, rhs[-2]) if _unlike(n, rhs[-2]) else _broadcast(bands[:-2], rhs[:-2])


def _losses(given: dict[str, Any]) -> Any:
    """As `_operands`; TensorFlow's operation has the logits first, which are our second argument."""
    first, second, *_ = (_shape(v) for v in given.values() if isinstance(v, Tensor))
    return _broadcast(second, first)


def _select(given: dict[str, Any]) -> Any:
    c, x, y = (_shape(given[n]) for n in ("condition", "x", "y"))
    found = _broadcast(x, y)
    if found is None and None not in (c, x, y):
        longer = x if len(x) >= len(y) else y
        found = _broadcast(c, longer)
    return found


def _former_select(given: dict[str, Any]) -> Any:
    c, x, y = (_shape(given[n]) for n in ("condition", "x", "y"))
    if x is not None and y is not None and (found := not_one(x, y)):
        return found
    data = x if x is not None else y
    if c is None or data is None or not c:
        return None
    return not_one(c, data[:1]) if len(c) == 1 and data else not_one(data, c)


def not_one(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """What keeps two shapes from being one."""
    if len(a) != len(b):
        return f"Shapes must be equal rank, but are {len(a)} and {len(b)}"
    for k, (x, y) in enumerate(zip(a, b)):
        if _unlike(x, y):
            return f"Dimension {k} in both shapes must be equal, but are {x} and {y}. Shapes are {dims_text(a)} and {dims_text(b)}."
    return None


def _one_shape(given: dict[str, Any]) -> Any:
    x, y = _shape(given["x"]), _shape(given["y"])
    return None if x is None or y is None else not_one(x, y)


def _matmul(given: dict[str, Any]) -> Any:
    a, b = _shape(given["a"]), _shape(given["b"])
    for s in (a, b):
        if s is not None and len(s) != 2:
            return other_rank(2, len(s))
    return _inner(a, b, given["transpose_a"], given["transpose_b"])


def _inner(a: Sequence[Any], b: Sequence[Any], turned_a: bool, turned_b: bool) -> Any:
    if a is None or b is None:
        return None
    x, y = a[-2 if turned_a else -1], b[-1 if turned_b else -2]
    return unequal_sizes(x, y) if _unlike(x, y) else None


def _batch_matmul(given: dict[str, Any]) -> Any:
    a, b = _shape(given["x"]), _shape(given["y"])
    for s in (a, b):
        if s is not None and len(s) < 2:
            return other_rank(2, len(s), True)
    return _inner(a, b, given["adj_x"], given["adj_y"]) or (None if None in (a, b) else _broadcast(a[:-2], b[:-2]))


def _bias_add(given: dict[str, Any]) -> Any:
    x, bias = (_shape(v) for v in list(given.values())[:2])
    if x is None or bias is None:
        return None
    if len(bias) != 1:
        return other_rank(1, len(bias))
    channels = x[1] if given.get("first") and len(x) > 1 else x[-1]
    return unequal_sizes(channels, bias[0]) if _unlike(channels, bias[0]) else None


def _merged(shapes: Sequence[Sequence[Any]]) -> Any:
    """Shapes that have to be the same, compared from the last to the first."""
    for i in range(len(shapes) - 2, -1, -1):
        a, b = shapes[i], shapes[-1]
        end = f"\n\tFrom merging shape {i} with other shapes."
        if a is None or b is None:
            continue
        if found := not_one(a, b):
            return found + end
    return None


def _pack(given: dict[str, Any]) -> Any:
    return _merged([_shape(v) for v in next(v for v in given.values() if isinstance(v, list))])


# ---------------------------------------------------------------------- axes and sizes
def _concat(given: dict[str, Any]) -> Any:
    shapes, axis = [_shape(v) for v in given["values"]], given["axis"]
    known = [s for s in shapes if s is not None]
    if not isinstance(axis, int) or not known:
        return None
    rank, shown = len(known[0]), (len(shapes),)
    if axis >= rank or axis < -rank:
        return other_rank(axis + 1 if axis >= 0 else -axis, rank, True), shown, _VALUES
    for s in known:
        if len(s) != rank:
            return other_rank(rank, len(s))
    at = axis % rank
    for s in known[1:]:
        for part in (slice(0, at), slice(at + 1, None)):
            a, b = known[0][part], s[part]
            for k, (x, y) in enumerate(zip(a, b)):
                if _unlike(x, y):
                    return (
                        f"Dimension {k} in both shapes must be equal, but are {x} and {y}. Shapes are {dims_text(a)} and {dims_text(b)}.",
                        shown,
                        _VALUES,
                    )
    return None


def _count(dims: Sequence[int]) -> int:
    total = 1
    for d in dims:
        total *= d
    return total


def _known_values(vector: Any) -> list[int] | None:
    """The entries of an argument of integers, which may be a tensor of a graph; None if they are not known."""
    if not isinstance(vector, Tensor):
        return [int(d) for d in vector]
    a: Any = getattr(vector, "_a", None)
    b: Any = getattr(vector, "_b", None)
    if a is None or a is not b or a.is_meta or a.ndim != 1:
        return None
    return [int(n) for n in a.tolist()]


def _reshape(given: dict[str, Any]) -> Any:
    dims, wanted = _shape(given["tensor"]), _known_values(given["shape"])
    if dims is None or None in dims or wanted is None:
        return None
    size, known = _count(dims), _count([d for d in wanted if d >= 0])
    if -1 not in wanted and known != size:
        return f"Cannot reshape a tensor with {size} elements to shape {dims_text(wanted)} ({known} elements)", (1,), _SIZES
    if wanted.count(-1) == 1 and size and not known:
        return (
            f"Cannot reshape a tensor with {size} elements to shape {dims_text([None if d < 0 else d for d in wanted])} (0 elements)",
            (1,),
            _SIZES,
        )
    if wanted.count(-1) == 1 and known and size % known:
        return f"Dimension size must be evenly divisible by {known} but is {size}", (1,), _SIZES
    return None


def _broadcast_to(given: dict[str, Any]) -> Any:
    dims, wanted = _shape(given["input"]), given["shape"]
    if dims is None or isinstance(wanted, Tensor):
        return None
    if len(dims) > len(wanted):
        return f"Shape must be at most rank {len(wanted)} but is rank {len(dims)}"
    for have, want in zip(reversed(dims), [int(d) for d in reversed(wanted)]):
        if have != 1 and want >= 0 and _unlike(have, want):
            return unequal_sizes(have, want), (1,), _SIZES
    return None


def _expand_dims(given: dict[str, Any]) -> Any:
    dims, axis = _shape(given["input"]), given["axis"]
    if dims is None or not isinstance(axis, int) or -len(dims) - 1 <= axis <= len(dims):
        return None
    return f"dim {axis} not in the interval [{-len(dims) - 1}, {len(dims)}].", (1,), _VALUES


def _reduction(given: dict[str, Any]) -> Any:
    dims, axes = _shape(given["input_tensor"]), given["axis"]
    axes = (axes,) if isinstance(axes, int) else axes
    if dims is None or not isinstance(axes, (tuple, list)):
        return None
    for axis in axes:
        if not -len(dims) <= axis < len(dims):
            return f"Invalid reduction dimension {axis} for input with {len(dims)} dimensions.", (1,), _VALUES
    return None


def _arg(given: dict[str, Any]) -> Any:
    dims, axis = _shape(given["input"]), given["axis"]
    if dims is None or not isinstance(axis, int) or -len(dims) <= axis < len(dims):
        return None
    n = len(dims)
    return f"Dimension ({axis}) must be in the range [{-n}, {n}), where {n} is the number of dimensions in the input.", (1,), _VALUES


def _split(given: dict[str, Any]) -> Any:
    dims, num, axis = _shape(given["value"]), given["num"], given["axis"]
    if dims is None or not isinstance(axis, int) or not -len(dims) <= axis < len(dims) or dims[axis] is None or dims[axis] % num == 0:
        return None
    return (
        f"Dimension size must be evenly divisible by {num} but is {dims[axis]}\n\tNumber of ways to split should evenly divide the "
        "split dimension",
        (0,),
        _VALUES,
    )


def _unpack(given: dict[str, Any]) -> Any:
    dims, num, axis = _shape(given["value"]), given["num"], given["axis"]
    if dims is None or num is None or not -len(dims) <= axis < len(dims) or not _unlike(dims[axis], num):
        return None
    return f"Dimension must be {num} but is {dims[axis]}"


def _tile(given: dict[str, Any]) -> Any:
    dims, multiples = _shape(given["input"]), given["multiples"]
    if dims is None or isinstance(multiples, Tensor) or len(multiples) == len(dims):
        return None
    return other_rank(len(dims), len(multiples))


def _top_k(given: dict[str, Any]) -> Any:
    dims, k = _shape(given["input"]), given["k"]
    if dims is None or not isinstance(k, int):
        return None
    if not dims:
        return other_rank(1, 0, True)
    if dims[-1] is None or dims[-1] >= k:
        return None
    return f"input must have last dimension >= k = {k} but is {dims[-1]}", (1,), _VALUES


def _range(given: dict[str, Any]) -> Any:
    for name, x in given.items():
        dims = _shape(x)
        if dims:
            return f"{other_rank(0, len(dims))}\n\t for '{name}'"
    return None


def _square(given: dict[str, Any]) -> Any:
    dims = _shape(given["input"])
    if dims is None:
        return None
    if len(dims) < 2:
        return other_rank(2, len(dims), True)
    return unequal_sizes(dims[-2], dims[-1]) if _unlike(dims[-2], dims[-1]) else None


def _ensure_shape(given: dict[str, Any]) -> Any:
    wanted = given["shape"]
    return _of_shape(None if wanted.rank is None else wanted.as_list(), _shape(given["x"]))


def _of_shape(wanted: list[Any] | None, dims: list[Any] | None) -> Any:
    if dims is None or wanted is None:
        return None
    if len(dims) != len(wanted):
        return other_rank(len(wanted), len(dims))
    for k, (x, y) in enumerate(zip(wanted, dims)):
        if _unlike(x, y):
            return f"Dimension {k} in both shapes must be equal, but are {x} and {y}. Shapes are {dims_text(wanted)} and {dims_text(dims)}."
    return None


def _of_variable(variable: str, value: str) -> Any:
    """What is wrong with a value that is added to a variable."""

    def text(given: dict[str, Any]) -> Any:
        shape = given[variable].shape
        dims = _shape(given[value])
        if dims is not None and shape.rank is not None and len(dims) != shape.rank:
            return f"Shapes must be equal rank, but are {shape.rank} and {len(dims)}"
        return _of_shape(None if shape.rank is None else shape.as_list(), dims)

    return text


def _rows_of_variable(given: dict[str, Any]) -> Any:
    """What is wrong with values for rows of a variable: one scalar does for all."""
    shape, places, rows = given["resource"].shape, _shape(given["indices"]), _shape(given["updates"])
    if not rows or shape.rank is None or places is None:
        return None
    wanted = [*places, *shape.as_list()[1:]]
    return not_one(rows, wanted)


def _convolution(rank: int) -> Any:
    """What is wrong with a convolution of tensors of `rank` axes."""

    def text(given: dict[str, Any]) -> Any:
        x, filters = [_shape(v) for v in given.values() if isinstance(v, Tensor)][:2]
        if x is not None and len(x) < rank:
            return other_rank(rank, len(x))
        if filters is not None and len(filters) != rank:
            return other_rank(rank, len(filters))
        if x is None or filters is None:
            return None
        first = any(isinstance(v, str) and v in ("NCHW", "NCDHW") for v in given.values())
        depth, of_filter, outputs = x[1 if first else -1], filters[-2], filters[-1]
        if depth is None or of_filter is None:
            return None
        if of_filter == 0:
            return "Depth of filter must not be 0"
        if depth % of_filter:
            return f"Depth of input ({depth}) is not a multiple of input depth of filter ({of_filter})"
        groups = depth // of_filter
        if groups == 0:
            return "Number of groups must not be 0"
        if outputs is not None and outputs % groups:
            return f"Depth of output ({outputs}) is not a multiple of the number of groups ({groups})"
        return None

    return text


_PAIRS = """Add AddV2 Sub Mul RealDiv Div FloorDiv FloorMod Pow Maximum Minimum SquaredDifference Less LessEqual Greater GreaterEqual
    Equal NotEqual LogicalAnd LogicalOr Atan2 DivNoNan MulNoNan Xdivy Xlogy BitwiseAnd BitwiseOr BitwiseXor
    LeftShift RightShift TruncateDiv TruncateMod Igamma Igammac Zeta Polygamma NextAfter Complex Xlog1py""".split()
_RULES = {
    **dict.fromkeys(_PAIRS, _operands),
    **dict.fromkeys(("Sum", "Mean", "Max", "Min", "Prod", "Any", "All"), _reduction),
    **dict.fromkeys(("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"), _batch_matmul),
    **dict.fromkeys(("Pack", "AddN"), _pack),
    **dict.fromkeys(("MatrixInverse", "Cholesky", "MatrixDeterminant"), _square),
    **dict.fromkeys(("ArgMax", "ArgMin"), _arg),
    "MatMul": _matmul,
    "SoftmaxCrossEntropyWithLogits": _losses,
    "Select": _former_select,
    "SelectV2": _select,
    "BandedTriangularSolve": _bands,
    "BiasAdd": _bias_add,
    "ApproximateEqual": _one_shape,
    "ConcatV2": _concat,
    "Reshape": _reshape,
    "BroadcastTo": _broadcast_to,
    "ExpandDims": _expand_dims,
    "Split": _split,
    "Unpack": _unpack,
    "Tile": _tile,
    "TopKV2": _top_k,
    "Range": _range,
    "EnsureShape": _ensure_shape,
    **dict.fromkeys(("AssignAddVariableOp", "AssignSubVariableOp"), _of_variable("resource", "value")),
    "ResourceApplyGradientDescent": _of_variable("var", "delta"),
    **dict.fromkeys((f"ResourceScatter{name}" for name in "Add Sub Mul Div Min Max Update".split()), _rows_of_variable),
    "Conv2D": _convolution(4),
    "Conv3D": _convolution(5),
}

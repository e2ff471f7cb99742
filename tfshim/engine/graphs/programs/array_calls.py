"""Kernels as expressions of NumPy, for loops over small arrays.

Each has the kernel's values, up to the rounding of sums, products and transcendental functions, or raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graphs.programs.direct_calls import _WIDENED, slice_parts
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of array_loops, above this module

_FLOATS = (dtypes.float32, dtypes.float64)
_INTEGERS = (dtypes.int32, dtypes.int64)
_NUMBERS = (*_FLOATS, *_INTEGERS)
_BOOL = (dtypes.bool,)
_ALL = (*_NUMBERS, *_BOOL)


def text(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    """The expression for `node`, whose arguments are the expressions `given`; None where its kernel has to be called."""
    form = _FORMS.get(node.type)
    if form is not None:
        allowed = form[1]
        return form[0].format(*given) if all(t._dt in allowed for t in node.arguments[: form[2]]) else None
    made = _WAYS.get(node.type)
    return None if made is None else made(writer, node, given)


# ---------------------------------------------------------------------- what has no short form in NumPy
def _softmax_of(x: Any) -> Any:
    e = np.exp(x - np.maximum.reduce(x, -1, keepdims=True))
    e /= np.add.reduce(e, -1, keepdims=True)
    return e


def _log_softmax_of(x: Any) -> Any:
    x = x - np.maximum.reduce(x, -1, keepdims=True)
    return x - np.log(np.add.reduce(np.exp(x), -1, keepdims=True))


def _mean_of(x: Any, axis: Any, keepdims: bool) -> Any:
    count = x.size if axis is None else x.shape[axis]
    total: Any = np.add.reduce(x, axis, keepdims=True) if keepdims else np.add.reduce(x, axis)
    return total / x.dtype.type(count)


def _taken(x: Any, index: Any) -> Any:
    if (index < 0).any():  # NumPy would count from the end
        raise IndexError
    return x.take(index, 0)


def _stacked(values: Sequence[Any], axis: int) -> Any:
    at = (slice(None),) * axis + (None,)
    return np.concatenate([v[at] for v in values], axis)


def _largest_at(x: Any, axis: int, dtype: Any) -> Any:
    at = x.argmax(axis)
    if x.dtype.kind == "f" and np.isnan(np.maximum.reduce(x, None)):
        raise ValueError  # a NaN is passed over
    return np.asarray(at, dtype)


def _no_less(rows: Any, least: Any) -> Iterator[tuple[Any, Any]]:
    for row, bound in zip(rows, least):
        yield row, (row >= bound).nonzero()[0]


def _greatest_of(x: Any, k: int, dtype: Any) -> tuple[Any, Any]:
    """The `k` greatest of each row, the first of equal ones first."""
    if not 0 < k <= x.shape[-1] or x.dtype.kind == "f" and np.isnan(np.maximum.reduce(x, None)):
        raise ValueError
    rows = x.reshape(-1, x.shape[-1])
    count = rows.shape[1]
    if 8 * k < count and len(rows) <= 8:
        # Only what is no less than the last of them has to be sorted.
        least = np.partition(rows, count - k, -1)[:, count - k]
        at = np.stack([places[np.argsort(-row[places], kind="stable")[:k]] for row, places in _no_less(rows, least)])
    else:
        at = np.argsort(-rows, -1, "stable")[:, :k]
    shape = (*x.shape[:-1], k)
    return rows[np.arange(len(rows))[:, None], at].reshape(shape), at.astype(dtype).reshape(shape)


def _halves(x: Any, count: int, axis: int) -> list[Any]:
    if x.shape[axis] % count:
        raise ValueError
    size, before = x.shape[axis] // count, (slice(None),) * axis
    return [x[(*before, slice(i * size, (i + 1) * size))] for i in range(count)]


def _rows(x: Any, count: int, axis: int) -> list[Any]:
    if x.shape[axis] != count:
        raise ValueError
    before = (slice(None),) * axis
    return [x[(*before, i)] for i in range(count)]


# ---------------------------------------------------------------------- expressions
_FORMS: dict[str, tuple[str, Sequence[Any], int]] = {
    "AddV2": ("{} + {}", _NUMBERS, 2), "Sub": ("{} - {}", _NUMBERS, 2), "Mul": ("{} * {}", _NUMBERS, 2),
    "RealDiv": ("{} / {}", _FLOATS, 2), "BiasAdd": ("{} + {}", _FLOATS, 2), "SquaredDifference": ("np.square({} - {})", _FLOATS, 2),
    "Maximum": ("np.maximum({}, {})", _NUMBERS, 2), "Minimum": ("np.minimum({}, {})", _NUMBERS, 2),
    "Less": ("{} < {}", _NUMBERS, 2), "LessEqual": ("{} <= {}", _NUMBERS, 2), "Greater": ("{} > {}", _NUMBERS, 2),
    "GreaterEqual": ("{} >= {}", _NUMBERS, 2), "Equal": ("{} == {}", _ALL, 2), "NotEqual": ("{} != {}", _ALL, 2),
    "LogicalAnd": ("{} & {}", _BOOL, 2), "LogicalOr": ("{} | {}", _BOOL, 2), "LogicalNot": ("np.logical_not({})", _BOOL, 1),
    "Neg": ("-{}", _NUMBERS, 1), "Square": ("{0} * {0}", _NUMBERS, 1), "Abs": ("abs({})", _FLOATS, 1),
    "Sqrt": ("np.sqrt({})", _FLOATS, 1), "Rsqrt": ("np.reciprocal(np.sqrt({}))", _FLOATS, 1), "Exp": ("np.exp({})", _FLOATS, 1),
    "Log": ("np.log({})", _FLOATS, 1), "Tanh": ("np.tanh({})", _FLOATS, 1),
    "Identity": ("{}", _ALL, 1), "StopGradient": ("{}", _ALL, 1),
    "OnesLike": ("np.ones({0}.shape, {0}.dtype)", _ALL, 1), "ZerosLike": ("np.zeros({0}.shape, {0}.dtype)", _ALL, 1),
}  # fmt: skip


def _dtype(writer: Writer, t: Any) -> str:
    return writer.bind(t._dt.as_numpy_dtype, "d")


def _axis(x: Any, axis: Any) -> int | None:
    rank = x.shape.rank
    return axis % rank if rank and type(axis) is int and -rank <= axis < rank else None


def _reshape(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return f"{given[0]}.reshape({given[1]})"


def _transpose(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return f"{given[0]}.T" if node.arguments[1] is None else f"{given[0]}.transpose({given[1]})"


def _slice(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    found = slice_parts(node)
    return None if found is None else f"{given[0]}[{', '.join(found[1])}]"


def _mean(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis, kept = node.arguments[:3]
    axis = _axis(x, axis) if axis is not None else None
    if x._dt not in _FLOATS or type(kept) is not bool or axis is None and node.arguments[1] is not None:
        return None
    return f"{writer.bind(_mean_of, 'k')}({given[0]}, {axis}, {kept})"


def _reduction(function: str) -> Callable[..., str | None]:
    def made(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
        x, axis, kept = node.arguments[:3]
        axis = _axis(x, axis) if axis is not None else None
        if (
            x._dt not in (_BOOL if "logical" in function else _NUMBERS)
            or type(kept) is not bool
            or axis is None
            and node.arguments[1] is not None
        ):
            return None
        return f"np.{function}.reduce({given[0]}, {axis}, {given[0]}.dtype, keepdims={kept})"

    return made


def _product(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, y, *turned = [*node.arguments, False, False][:4]
    batched = node.type != "MatMul"
    ranks = x.shape.rank, y.shape.rank
    if x._dt not in _FLOATS or None in ranks or any(type(t) is not bool for t in turned):
        return None
    if ranks != (2, 2) if not batched else min(ranks) < 2:
        return None
    left, right = (f"{t}.swapaxes(-1, -2)" if flag else t for t, flag in zip(given, turned))
    return f"np.matmul({left}, {right})"


def _concat(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    return f"np.concatenate({given[0]}, {given[1]})" if type(node.arguments[1]) is int else None


def _pack(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    axis, rank = node.arguments[1], node.outputs[0].shape.rank
    return f"{writer.bind(_stacked, 'k')}({given[0]}, {axis % rank})" if type(axis) is int and rank else None


def _parts(function: Callable[..., Any]) -> Callable[..., str | None]:
    def made(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
        value, count, axis = node.arguments[:3]
        axis = _axis(value, axis)
        return f"{writer.bind(function, 'k')}({given[0]}, {count}, {axis})" if axis is not None and type(count) is int else None

    return made


def _squeeze(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    axis = node.arguments[1]
    return f"{given[0]}.squeeze({given[1]})" if type(axis) is int or type(axis) is tuple and axis else None


def _expand(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    axis, rank = node.arguments[1], node.outputs[0].shape.rank
    return f"{given[0]}[{':, ' * (axis % rank)}None]" if type(axis) is int and rank and -rank <= axis < rank else None


def _softmax(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis = node.arguments[:2]
    if x._dt not in _FLOATS or not x.shape.rank or axis not in (None, -1, x.shape.rank - 1) or type(axis) is bool:
        return None
    return f"{writer.bind(_softmax_of if node.type == 'Softmax' else _log_softmax_of, 'k')}({given[0]})"


def _power(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, y = node.arguments[:2]
    constant = writer.constant(y)
    if x._dt not in _FLOATS:
        return None
    number = constant._t.item() if constant is not None and constant._t.ndim == 0 else None
    if number in (2, 3):
        return " * ".join([given[0]] * int(number))
    return f"np.power({given[0]}, {given[1]})"


def _cast(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    to = node.outputs[0]._dt
    return f"{given[0]}.astype({_dtype(writer, node.outputs[0])})" if to in _WIDENED[node.arguments[0]._dt] else None


def _select(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return f"np.where({given[0]}, {given[1]}, {given[2]})"


def _gather(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    params, indices, _, axis, batch = [*node.arguments, None, None, 0][:5]
    plain = params.shape.rank and indices._dt in _INTEGERS and axis in (None, 0) and batch == 0
    return f"{writer.bind(_taken, 'k')}({given[0]}, {given[1]})" if plain else None


def _arg_max(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis = node.arguments[:2]
    axis = _axis(x, 0 if axis is None else axis)
    if axis is None or x._dt not in _NUMBERS:
        return None
    return f"{writer.bind(_largest_at, 'k')}({given[0]}, {axis}, {_dtype(writer, node.outputs[0])})"


def _top(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    if node.arguments[0]._dt not in _FLOATS or not node.arguments[0].shape.rank:
        return None
    return f"{writer.bind(_greatest_of, 'k')}({given[0]}, {given[1]}, {_dtype(writer, node.outputs[1])})"


def _sigmoid(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x = node.arguments[0]
    return f"np.reciprocal(np.exp(-{given[0]}) + {writer.bind(x._dt.as_numpy_dtype(1), 's')})" if x._dt in _FLOATS else None


def _relu(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x = node.arguments[0]
    return f"np.maximum({given[0]}, {writer.bind(x._dt.as_numpy_dtype(0), 's')})" if x._dt in _NUMBERS else None


def _division(sign: str) -> Callable[..., str | None]:
    def made(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
        divisor = writer.constant(node.arguments[1])
        known = divisor is not None and node.arguments[0]._dt in _INTEGERS and divisor._t.ndim == 0 and divisor._t.item() not in (0, -1)
        return f"{given[0]} {sign} {given[1]}" if known else None

    return made


def _fill(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return f"np.full({given[0]}, {given[1]})"


_WAYS: dict[str, Callable[[Any, Any, Any], str | None]] = {
    "Reshape": _reshape, "Transpose": _transpose, "StridedSlice": _slice, "Mean": _mean, "Sum": _reduction("add"),
    "Max": _reduction("maximum"), "Min": _reduction("minimum"), "All": _reduction("logical_and"), "Any": _reduction("logical_or"),
    "MatMul": _product, "BatchMatMulV2": _product, "ConcatV2": _concat, "Pack": _pack, "Unpack": _parts(_rows), "Split": _parts(_halves),
    "Squeeze": _squeeze, "ExpandDims": _expand, "Softmax": _softmax, "LogSoftmax": _softmax, "Pow": _power, "Cast": _cast,
    "SelectV2": _select, "GatherV2": _gather, "ArgMax": _arg_max, "TopKV2": _top, "Fill": _fill,
    "Sigmoid": _sigmoid, "Relu": _relu, "FloorDiv": _division("//"), "FloorMod": _division("%"),
}  # fmt: skip

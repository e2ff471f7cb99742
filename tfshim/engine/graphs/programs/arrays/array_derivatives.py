"""The derivatives of operations as expressions of NumPy, for the gradients of loops over small arrays.

A rule takes the writer, the node and the expressions for the gradients of its outputs (None where nothing flows), and gives the
operands that get a gradient with the expressions for it. The formulas are those of torch, so that infinite and undefined values agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graphs.programs.arrays import array_lists, array_products
from tfshim.engine.graphs.programs.arrays.array_calls import adds_to_last, bias_of, sizes_of
from tfshim.engine.graphs.programs.arrays.array_functions import quotient
from tfshim.engine.graphs.programs.direct_calls import slice_parts
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of array_gradients, above this module

Parts: TypeAlias = list[tuple[Any, str]]
FLOATS = (dtypes.float32, dtypes.float64)


class NoRule(Exception):
    """There is no derivative of this operation here."""


def sum_to(x: Any, shape: tuple[int, ...]) -> Any:
    """`x` summed over the axes along which something of `shape` was repeated to fit it."""
    if x.shape == shape:
        return x
    extra = x.ndim - len(shape)
    repeated = tuple(i for i in range(extra, x.ndim) if shape[i - extra] == 1 and x.shape[i] != 1)
    return np.add.reduce(x, (*range(extra), *repeated)).reshape(shape)


def put(shape: tuple[int, ...], at: Any, x: Any) -> Any:
    """Zeros of `shape` with `x` in the places `at`."""
    made = np.zeros(shape, x.dtype)
    made[at] = x
    return made


def where(mask: Any, x: Any) -> Any:
    """`x` where `mask` holds, zero elsewhere; by its bits, as NumPy's choice takes three times as long where both occur."""
    kind = np.int32 if x.dtype.itemsize == 4 else np.int64
    return (-mask.astype(kind) & x.view(kind)).view(x.dtype)


def add_rows(shape: tuple[int, ...], at: Any, x: Any) -> Any:
    """Zeros of `shape` to which the rows `x` are added in the places `at`."""
    made = np.zeros(shape, x.dtype)
    np.add.at(made, at, x)
    return made


def _shape(writer: Writer, t: Any) -> str:
    sizes = sizes_of(t)
    return f"{writer.value(t)}.shape" if sizes is None else repr(sizes)


def _fitted(writer: Writer, node: Operation, t: Any, text: str) -> tuple[Any, str]:
    """The gradient `text`, which has the shape of the result of `node`, for the operand `t`."""
    sizes = sizes_of(t)
    whole = sizes_of(node.outputs[0]) if sizes is not None else None
    if whole is not None and sizes == whole:
        return t, text
    if sizes is not None and len(sizes) == 1 and node.outputs[0].shape.rank == 2 and node.outputs[0].shape[1] == sizes[0]:
        return t, f"np.add.reduce({text}, 0)"
    return t, f"SUM_TO({text}, {_shape(writer, t)})"


def _number(writer: Writer, t: Any, value: float) -> str:
    return writer.bind(t._dt.as_numpy_dtype(value), "s")


def _unary(form: str) -> Callable[..., Parts]:
    """A rule of the gradient {g}, the operand {x}, the result {y} and the numbers {one}, {two} and {half}, which divides by -2."""

    def rule(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
        x, y = node.arguments[0], node.outputs[0]
        given = {"g": g[0]}
        for name, t in (("x", x), ("y", y)):
            if f"{{{name}}}" in form:
                given[name] = writer.value(t)
        for name, value in (("zero", 0), ("one", 1), ("two", 2), ("half", -0.5)):
            if f"{{{name}}}" in form:
                given[name] = _number(writer, x, value)
        return [(x, form.format(**given))]

    return rule


def _binary(left: str, right: str) -> Callable[..., Parts]:
    def rule(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
        x, y = node.arguments[:2]
        made = []
        for t, form in ((x, left), (y, right)):
            if not writer.is_active(t):
                continue
            given = {name: writer.value(v) for name, v in (("x", x), ("y", y)) if f"{{{name}}}" in form}
            if "{two}" in form:
                given["two"] = _number(writer, x, 2)
            made.append(_fitted(writer, node, t, form.format(g=g[0], **given)))
        return made

    return rule


def _chosen(sign: str) -> Callable[..., Parts]:
    """A rule of the greater or lesser of two, which at a tie is the first."""

    def rule(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
        x, y = node.arguments[:2]
        first = f"({writer.value(x)} {sign} {writer.value(y)})"
        made = [(x, f"WHERE({first}, {g[0]})"), (y, f"WHERE(~{first}, {g[0]})")]
        return [_fitted(writer, node, t, text) for t, text in made if writer.is_active(t)]

    return rule


def _quotient(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x, y = node.arguments[:2]
    divide, by = writer.bind(quotient, "k"), writer.value(y)
    made = [(x, f"{divide}({g[0]}, {by})")]
    if writer.is_active(y):
        made.append((y, f"{g[0]} * {divide}({divide}(-{writer.value(x)}, {by}), {by})"))
    return [_fitted(writer, node, t, text) for t, text in made if writer.is_active(t)]


def _bias(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    if not adds_to_last(node):
        raise NoRule
    return _binary("{g}", "{g}")(writer, node, g)


def _power(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x, constant = node.arguments[0], writer.constant(node.arguments[1])
    number = constant._t.item() if constant is not None and constant._t.ndim == 0 else None
    if number not in (2, 3):
        raise NoRule
    name = writer.value(x)
    return [(x, f"{g[0]} * {_number(writer, x, number)} * {' * '.join([name] * (int(number) - 1))}")]


def _shaped(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x = node.arguments[0]
    return [(x, f"{g[0]}.reshape({_shape(writer, x)})")]


def _transpose(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x, order = node.arguments[:2]
    if order is None:
        return [(x, f"{g[0]}.T")]
    if type(order) is not tuple:
        raise NoRule
    return [(x, f"{g[0]}.transpose({tuple(np.argsort([a % len(order) for a in order]).tolist())})")]


def _product(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    bias = bias_of(node)
    x, y, *turned = [*node.arguments[: 2 if bias is not None else 4], False, False][:4]
    matrices = x.shape.rank == 2 and y.shape.rank == 2
    turn = ".T" if matrices else ".swapaxes(-1, -2)"
    known = [t.shape.as_list()[:: -1 if flag else 1] for t, flag in zip((x, y), turned)] if matrices else []

    def times(a: str, b: str) -> str:
        # The three products of a step are of the same sizes.
        function = array_products.product_of(*known) if matrices else array_products.products
        return f"{a}.dot({b})" if function is None else f"{writer.bind(function, 'k')}({a}, {b})"

    out = g[0]
    made = []
    if writer.is_active(x):
        b = writer.value(y)
        other = b if turned[1] else b + turn
        made.append((x, times(b + turn if turned[1] else b, out + turn) if turned[0] else times(out, other)))
    if writer.is_active(y):
        a = writer.value(x)
        other = a if turned[0] else a + turn
        made.append((y, times(out + turn, a + turn if turned[0] else a) if turned[1] else times(other, out)))
    if bias is not None and writer.is_active(bias):
        made.append((bias, f"np.add.reduce({out}, 0)"))
    return made if matrices else [(t, f"SUM_TO({text}, {_shape(writer, t)})") for t, text in made]


def _reduction(mean: bool) -> Callable[..., Parts]:
    def rule(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
        x, axis, kept = node.arguments[:3]
        rank, text, shape = x.shape.rank, g[0], _shape(writer, x)
        if rank is None or axis is not None and (type(axis) is not int or not -rank <= axis < rank):
            raise NoRule
        if axis is not None and not kept:
            text = f"{text}[{':, ' * (axis % rank)}None]"
        if mean:
            sizes = sizes_of(x)
            if sizes is None:
                count = f"{writer.value(x)}.{'size' if axis is None else f'shape[{axis}]'}"
                text = f"({text} / {writer.bind(x._dt.as_numpy_dtype, 'd')}({count}))"
            else:
                text = f"({text} / {_number(writer, x, int(np.prod(sizes)) if axis is None else sizes[axis])})"
        return [(x, f"WIDE({text}, {shape})")]

    return rule


def _gather(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    params, indices = node.arguments[:2]
    # What was gathered is within bounds.
    return [(params, f"ROWS({_shape(writer, params)}, {writer.value(indices)}, {g[0]})")]


def _added(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    return [(t, g[0]) for t in node.arguments[0] if writer.is_active(t)]


def _concat(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    values, axis, rank = node.arguments[0], node.arguments[1], node.outputs[0].shape.rank
    if type(axis) is not int or not rank:
        raise NoRule
    made, at = [], 0
    for t in values:
        size = None if t.shape.rank is None else t.shape[axis]
        if size is None:
            raise NoRule
        if writer.is_active(t):
            made.append((t, f"{g[0]}[{':, ' * (axis % rank)}{at}:{at + size}]"))
        at += size
    return made


def _pack(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    before = ":, " * (node.arguments[1] % node.outputs[0].shape.rank)
    return [(t, f"{g[0]}[{before}{i}]") for i, t in enumerate(node.arguments[0]) if writer.is_active(t)]


def _joined(writer: Writer, node: Operation, g: Sequence[Any]) -> list[str]:
    """The gradients of all parts, zeros where nothing flows."""
    return [
        f"np.zeros({_shape(writer, t)}, {writer.bind(t._dt.as_numpy_dtype, 'd')})" if text is None else text
        for t, text in zip(node.outputs, g)
    ]


def _split(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x, _, axis = node.arguments[:3]
    return [(x, f"np.concatenate(({', '.join(_joined(writer, node, g))},), {axis % x.shape.rank})")]


def _unpack(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x, _, axis = node.arguments[:3]
    return [(x, f"np.stack(({', '.join(_joined(writer, node, g))},), {axis % x.shape.rank})")]


def _slice(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x, found = node.arguments[0], slice_parts(node)
    if found is None:
        raise NoRule
    return [(x, f"PUT({_shape(writer, x)}, np.s_[{', '.join(found[1])}], {g[0]})")]


def _softmax(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    y = writer.value(node.outputs[0])
    if node.kind == "LogSoftmax":
        return [(node.arguments[0], f"{g[0]} - np.exp({y}) * np.add.reduce({g[0]}, -1, None, None, True)")]
    return [(node.arguments[0], f"{y} * ({g[0]} - np.add.reduce({g[0]} * {y}, -1, None, None, True))")]


def _select(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    condition, x, y = node.arguments[:3]
    chosen = writer.value(condition)
    made = [(x, f"WHERE({chosen}, {g[0]})"), (y, f"WHERE(~{chosen}, {g[0]})")]
    return [_fitted(writer, node, t, text) for t, text in made if writer.is_active(t)]


def _cast(writer: Writer, node: Operation, g: Sequence[Any]) -> Parts:
    x = node.arguments[0]
    return [(x, f"{g[0]}.astype({writer.bind(x._dt.as_numpy_dtype, 'd')})")]


RULES: dict[str, Callable[[Any, Any, Any], Parts]] = {
    "AddV2": _binary("{g}", "{g}"), "BiasAdd": _bias, "Sub": _binary("{g}", "-{g}"),
    "Mul": _binary("{g} * {y}", "{g} * {x}"), "RealDiv": _binary("{g} / {y}", "-{g} * (({x} / {y}) / {y})"),
    "SquaredDifference": _binary("{g} * {two} * ({x} - {y})", "{g} * {two} * ({y} - {x})"),
    "Neg": _unary("-{g}"), "Square": _unary("{g} * ({two} * {x})"), "Abs": _unary("{g} * np.sign({x})"),
    "Sqrt": _unary("{g} / ({two} * {y})"), "Rsqrt": _unary("{half} * {g} * ({y} * {y} * {y})"), "Exp": _unary("{g} * {y}"),
    "Log": _unary("{g} / {x}"), "Log1p": _unary("{g} / ({x} + {one})"), "Expm1": _unary("{g} * ({y} + {one})"),
    "Sin": _unary("{g} * np.cos({x})"), "Cos": _unary("{g} * -np.sin({x})"), "Maximum": _chosen(">="), "Minimum": _chosen("<="),
    "DivNoNan": _quotient, "Tanh": _unary("{g} * ({one} - {y} * {y})"), "Sigmoid": _unary("{g} * ({one} - {y}) * {y}"),
    "Relu": _unary("WHERE(~({y} <= {zero}), {g})"), "Identity": _unary("{g}"), "Pow": _power,
    "Reshape": _shaped, "ExpandDims": _shaped, "Squeeze": _shaped, "Transpose": _transpose, "MatMul": _product,
    "BatchMatMulV2": _product, "Sum": _reduction(False), "Mean": _reduction(True), "ConcatV2": _concat, "Pack": _pack,
    "Split": _split, "Unpack": _unpack, "StridedSlice": _slice, "Softmax": _softmax, "LogSoftmax": _softmax,
    "SelectV2": _select, "Cast": _cast, "GatherV2": _gather, "AddN": _added,
    "TensorListSetItem": array_lists.written, "TensorListGetItem": array_lists.read,
}  # fmt: skip

"""Kernels as expressions of NumPy, for loops over small arrays.

Each has the kernel's values, up to the rounding of sums, products and transcendental functions, or raises.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.programs.arrays import array_functions, array_products
from tfshim.engine.graphs.programs.direct_calls import _WIDENED, slice_parts
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_defs import find
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of array_loops, above this module

Ways: TypeAlias = dict[str, Callable[[Any, Any, Any], "str | None"]]

_FLOATS = (dtypes.float32, dtypes.float64)
_INTEGERS = (dtypes.int32, dtypes.int64)
_NUMBERS = (*_FLOATS, *_INTEGERS)
_BOOL = (dtypes.bool,)
_ALL = (*_NUMBERS, *_BOOL)


def text(writer: Writer, node: Operation, given: Sequence[str], ways: Ways | None = None) -> str | None:
    """The expression for `node`, whose arguments are the expressions `given`; None where its kernel has to be called.

    `ways`: those of special operations (`DRAWN`, `LISTED`), which are looked for nowhere else.
    """
    if ways is not None:
        way = ways.get(node.kind)
        return None if way is None else way(writer, node, given)
    if not _as_declared(node):
        return None
    form = _FORMS.get(node.kind)
    if form is not None:
        allowed = form[1]
        if any(t._dt not in allowed for t in node.arguments[: form[2]]):
            return None
        return form[0].format(*(_widened(writer, node, given) if node.kind in _BROADCAST else given))
    made = _WAYS.get(node.kind)
    return None if made is None else made(writer, node, given)


def _as_declared(node: Operation) -> bool:
    """Whether `node` has the arguments of the public operation of its type: a sort is a `TopKV2` too, with arguments of its own."""
    made = node._op_def
    if made is None or made.as_declared or node.kind == "MatMul":  # all products have two matrices first
        return True
    if not isinstance(made, InnerOp):
        # Types of our own have one form. Of the others this is not asked of the registry, which knows only what was loaded.
        return find(node.kind) is None
    registered = REGISTRY.get(node.kind)
    return registered is None or all(name in registered.names for name in made.names)


# ---------------------------------------------------------------------- expressions
_FORMS: dict[str, tuple[str, Sequence[Any], int]] = {
    "AddV2": ("{} + {}", _NUMBERS, 2), "Sub": ("{} - {}", _NUMBERS, 2), "Mul": ("{} * {}", _NUMBERS, 2),
    "RealDiv": ("{} / {}", _FLOATS, 2), "SquaredDifference": ("np.square({} - {})", _FLOATS, 2),
    "Maximum": ("np.maximum({}, {})", _NUMBERS, 2), "Minimum": ("np.minimum({}, {})", _NUMBERS, 2),
    "Less": ("{} < {}", _NUMBERS, 2), "LessEqual": ("{} <= {}", _NUMBERS, 2), "Greater": ("{} > {}", _NUMBERS, 2),
    "GreaterEqual": ("{} >= {}", _NUMBERS, 2), "Equal": ("{} == {}", _ALL, 2), "NotEqual": ("{} != {}", _ALL, 2),
    "LogicalAnd": ("{} & {}", _BOOL, 2), "LogicalOr": ("{} | {}", _BOOL, 2), "LogicalNot": ("np.logical_not({})", _BOOL, 1),
    "Neg": ("-{}", _NUMBERS, 1), "Square": ("{0} * {0}", _NUMBERS, 1), "Abs": ("abs({})", _FLOATS, 1),
    "Sqrt": ("np.sqrt({})", _FLOATS, 1), "Rsqrt": ("np.reciprocal(np.sqrt({}))", _FLOATS, 1), "Exp": ("np.exp({})", _FLOATS, 1),
    "Log": ("np.log({})", _FLOATS, 1), "Log1p": ("np.log1p({})", _FLOATS, 1), "Expm1": ("np.expm1({})", _FLOATS, 1),
    "Sin": ("np.sin({})", _FLOATS, 1), "Cos": ("np.cos({})", _FLOATS, 1), "Tanh": ("np.tanh({})", _FLOATS, 1),
    "Identity": ("{}", _ALL, 1), "StopGradient": ("{}", _ALL, 1),

}  # fmt: skip


# Where an operand that does not change may have the shape of the result: NumPy's calls on equal shapes take half the time.
_BROADCAST = frozenset(("AddV2", "Sub", "Mul", "RealDiv", "BiasAdd", "Maximum", "Minimum"))
_MOST_WIDENED = 4096  # elements


def sizes_of(t: Any) -> tuple[int, ...] | None:
    """The static shape of `t`, if all of it is known."""
    shape = t.shape
    return tuple(shape.as_list()) if shape.rank is not None and shape.is_fully_defined() else None


def small(sizes: tuple[int, ...] | None) -> bool:
    """Whether something that does not change is made as large as `sizes` says."""
    return sizes is not None and 0 < len(sizes) and math.prod(sizes) <= _MOST_WIDENED


def _widened(writer: Writer, node: Operation, given: Sequence[str]) -> Sequence[str]:
    sizes = sizes_of(node.outputs[0])
    if sizes is None or not small(sizes):
        return given
    fixed = [writer.is_fixed(t) for t in node.arguments[:2]]
    if fixed[0] == fixed[1] or sizes_of(node.arguments[fixed[0]]) != sizes or sizes_of(node.arguments[fixed[1]]) == sizes:
        return given
    made = list(given)
    made[fixed[1]] = writer.widened(given[fixed[1]], sizes)
    return made


def _last_sizes(x: Any, axis: int | None) -> int:
    """The length of the last axis of the float tensor `x` where `axis` is that one and its length is known, else 0."""
    rank = x.shape.rank
    return x.shape[rank - 1] or 0 if x._dt in _FLOATS and rank and axis == rank - 1 else 0


def _dtype(writer: Writer, t: Any) -> str:
    return writer.bind(t._dt.as_numpy_dtype, "d")


def _axis(x: Any, axis: Any) -> int | None:
    rank = x.shape.rank
    return axis % rank if rank and type(axis) is int and -rank <= axis < rank else None


def _reshape(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    sizes = sizes_of(node.outputs[0])
    return given[0] if sizes is not None and sizes_of(node.arguments[0]) == sizes else f"{given[0]}.reshape({given[1]})"


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
    size = _last_sizes(x, axis)
    if size:
        sizes, count = sizes_of(node.outputs[0]), x._dt.as_numpy_dtype(size)
        divisor = np.full(sizes, count) if sizes and np.prod(sizes) <= _MOST_WIDENED else count
        return f"{_row_sums(writer, x, given[0], size, kept)} / {writer.bind(divisor, 'c')}"
    return f"{writer.bind(array_functions.mean_of, 'k')}({given[0]}, {axis}, {kept})"


def _row_sums(writer: Writer, x: Any, given: str, size: int, kept: bool) -> str:
    """The sums of the rows of `x`: the product with ones takes a third of the time of NumPy's reduction."""
    ones = writer.bind(np.ones((size, 1) if kept else size, x._dt.as_numpy_dtype), "c")
    return f"{writer.bind(array_products.row_sums, 'k')}({given}, {ones})"


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
        size = _last_sizes(x, axis) if function == "add" else 0
        if size:
            return _row_sums(writer, x, given[0], size, kept)
        return f"np.{function}.reduce({given[0]}, {axis}, {_dtype(writer, x)}, None, {kept})"

    return made


def bias_of(node: Operation) -> Any:
    """The bias that the product `node` takes up, as those of Keras' layers do, or None."""
    third = node.arguments[2] if len(node.arguments) == 3 else None
    return third if isinstance(third, Tensor) and third.shape.rank == 1 else None


def _product(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    bias = bias_of(node)
    x, y, *turned = [*node.arguments[: 2 if bias is not None else 4], False, False][:4]
    batched = node.kind != "MatMul"
    ranks = x.shape.rank, y.shape.rank
    if x._dt not in _FLOATS or None in ranks or any(type(t) is not bool for t in turned):
        return None
    if ranks != (2, 2) if not batched else min(ranks) < 2:
        return None
    turn = ".T" if ranks == (2, 2) else ".swapaxes(-1, -2)"
    left, right = (t + turn if flag else t for t, flag in zip(given, turned))
    if ranks != (2, 2):
        return f"{writer.bind(array_products.products, 'k')}({left}, {right})"
    sizes, others = (t.shape.as_list()[:: -1 if flag else 1] for t, flag in zip((x, y), turned))
    function = array_products.product_of(sizes, others)
    made = f"{left}.dot({right})" if function is None else f"{writer.bind(function, 'k')}({left}, {right})"
    return made if bias is None else f"{made} + {given[2]}"


def _concat(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    return f"np.concatenate({given[0]}, {given[1]})" if type(node.arguments[1]) is int else None


def _pack(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    axis, rank = node.arguments[1], node.outputs[0].shape.rank
    if type(axis) is not int or not rank or not -rank <= axis < rank:
        return None
    at = ":, " * (axis % rank) + "None"
    parts = [f"{writer.tensor(t)}[{at}]" for t in node.arguments[0]]
    return f"np.concatenate(({', '.join(parts)},), {axis % rank})"


def _split(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    value, count, axis = node.arguments[:3]
    axis = _axis(value, axis)
    if axis is None or type(count) is not int or count < 1:
        return None
    size, rest = divmod(value.shape[axis] or 0, count)
    if rest or not size:
        return f"{writer.bind(array_functions.parts, 'k')}({given[0]}, {count}, {axis})"
    return "(" + "".join(f"{given[0]}[{':, ' * axis}{i * size}:{(i + 1) * size}], " for i in range(count)) + ")"


def _unpack(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    value, count, axis = node.arguments[:3]
    axis = _axis(value, axis)
    if axis is None or type(count) is not int:
        return None
    if value.shape[axis] != count:
        return f"{writer.bind(array_functions.rows, 'k')}({given[0]}, {count}, {axis})"
    return "(" + "".join(f"{given[0]}[{':, ' * axis}{i}], " for i in range(count)) + ")"


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
    return f"{writer.bind(array_functions.softmax_of if node.kind == 'Softmax' else array_functions.log_softmax_of, 'k')}({given[0]})"


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
    if not plain:
        return None
    if indices._dt is dtypes.int32:  # a negative one, from which NumPy would count from the end, is too large without its sign
        return f"{given[0]}.take({given[1]}.view({writer.bind(np.uint32, 'd')}), 0)"
    return f"{writer.bind(array_functions.taken, 'k')}({given[0]}, {given[1]})"


def _arg_max(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis = node.arguments[:2]
    axis = _axis(x, 0 if axis is None else axis)
    if axis is None or x._dt not in _NUMBERS:
        return None
    return f"{writer.bind(array_functions.largest_at, 'k')}({given[0]}, {axis}, {_dtype(writer, node.outputs[0])})"


def _top(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    if node.arguments[0]._dt not in _FLOATS or not node.arguments[0].shape.rank:
        return None
    function = array_functions.greatest_of if writer.is_used(node.outputs[1]) else array_functions.greatest_values
    return f"{writer.bind(function, 'k')}({given[0]}, {given[1]}, {_dtype(writer, node.outputs[1])})"


def _sigmoid(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x = node.arguments[0]
    return (
        f"{writer.bind(array_functions.sigmoid_of, 'k')}({given[0]}, {writer.bind(x._dt.as_numpy_dtype(1), 's')})"
        if x._dt in _FLOATS
        else None
    )


def _relu(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x = node.arguments[0]
    return f"np.maximum({given[0]}, {writer.bind(x._dt.as_numpy_dtype(0), 's')})" if x._dt in _NUMBERS else None


def _division(sign: str) -> Callable[..., str | None]:
    def made(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
        divisor = writer.constant(node.arguments[1])
        known = divisor is not None and node.arguments[0]._dt in _INTEGERS and divisor._t.ndim == 0 and divisor._t.item() not in (0, -1)
        return f"{given[0]} {sign} {given[1]}" if known else None

    return made


def adds_to_last(node: Operation) -> bool:
    """Whether a `BiasAdd` is known to be a sum along the last axis, of as many numbers as that has."""
    value, bias, first = node.arguments[:3]
    known = value.shape.rank is not None and value.shape.rank > 1 and bias.shape.rank == 1 and bias.shape[0] is not None
    return known and first is False and value._dt in _FLOATS and value.shape[-1] == bias.shape[0]


def _bias(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    return "{} + {}".format(*_widened(writer, node, given)) if adds_to_last(node) else None


def _likes(function: str) -> Callable[..., str | None]:
    def made(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
        sizes = sizes_of(node.outputs[0])
        return f"np.{function}({f'{given[0]}.shape' if sizes is None else sizes}, {_dtype(writer, node.outputs[0])})"

    return made


def _fill(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return f"np.full({given[0]}, {given[1]})"


def _add_all(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    values = node.arguments[0]
    sizes = sizes_of(values[0])
    alike = sizes is not None and all(t._dt in _NUMBERS and sizes_of(t) == sizes for t in values)
    return " + ".join(map(writer.tensor, values)) if alike and len(values) > 1 else None


def _quotient(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    floats = node.arguments[0]._dt in _FLOATS
    return f"{writer.bind(array_functions.quotient, 'k')}({given[0]}, {given[1]})" if floats else None


def _one_hot(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    indices, depth, on, off, axis = node.arguments[:5]
    if type(depth) is not int or depth < 0 or axis != -1 or not indices.shape.rank or on.shape.rank != 0 or off.shape.rank != 0:
        return None
    classes = writer.bind(np.arange(depth, dtype=indices._dt.as_numpy_dtype), "c")
    return f"np.where({given[0]}[..., None] == {classes}, {given[2]}, {given[3]})"


def _gathered(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    """The gradients of rows, and their places."""
    values, indices, _, kind = node.arguments
    rank = indices[0].shape.rank
    if len(values) > 1 or not rank or indices[0]._dt.torch is not kind:
        return None
    rows, places = writer.tensor(values[0]), writer.tensor(indices[0])
    if rank == 1:
        return f"{rows}, {places}"
    return f"{rows}.reshape({places}.size, *{rows}.shape[{rank}:]), {places}.reshape(-1)"


def _draw(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    logits, samples = node.arguments[:2]
    if logits._dt not in _FLOATS or logits.shape.rank != 2 or type(samples) is not int or samples < 0:
        return None
    return f"{writer.draws(node)}({given[0]}, {samples}, {_dtype(writer, node.outputs[0])})"


def _write(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    # What a list keeps may outlive the loop.
    return f"{writer.bind(node._op_def.kernel, 'k')}({given[0]}, {given[1]}, OWN({given[2]}), {given[3]})"


# Operations that draw random numbers, and those on lists of tensors.
DRAWN: Ways = {"Multinomial": _draw}
LISTED: Ways = {"TensorListSetItem": _write}

_WAYS: Ways = {
    "Reshape": _reshape, "Transpose": _transpose, "StridedSlice": _slice, "Mean": _mean, "Sum": _reduction("add"),
    "Max": _reduction("maximum"), "Min": _reduction("minimum"), "All": _reduction("logical_and"), "Any": _reduction("logical_or"),
    "MatMul": _product, "BatchMatMulV2": _product, "ConcatV2": _concat, "Pack": _pack, "Unpack": _unpack, "Split": _split,
    "Squeeze": _squeeze, "ExpandDims": _expand, "Softmax": _softmax, "LogSoftmax": _softmax, "Pow": _power, "Cast": _cast,
    "SelectV2": _select, "OnesLike": _likes("ones"), "ZerosLike": _likes("zeros"), "GatherV2": _gather, "ArgMax": _arg_max,
    "TopKV2": _top, "Fill": _fill, "BiasAdd": _bias, "AddN": _add_all, "_GatheredRows": _gathered,
    "DivNoNan": _quotient, "OneHot": _one_hot,
    "Sigmoid": _sigmoid, "Relu": _relu, "FloorDiv": _division("//"), "FloorMod": _division("%"),
}  # fmt: skip

TYPES = frozenset((*_FORMS, *_WAYS))  # of the operations that have a form for arrays

"""Kernels as single expressions of torch, for the text of a program.

Many kernels are one call of torch and a way to TensorFlow's error where it fails. A program calls torch itself; where that
fails, it calls the kernel for the sake of the error. An expression is given only where it has the kernel's values and gradients
and fails where the kernel does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.graphs.operation import RawOp
from tfshim.engine.ops import batched_products, products
from tfshim.engine.ops.execution import call
from tfshim.engine.ops.gradient_overrides import OverriddenOp
from tfshim.engine.ops.vectorized import means, softmaxes
from tfshim.engine.runtime.devices import moved
from tfshim.engine.runtime.errors import OpError
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of graphs.executor, above this module

_FLOATS = (dtypes.float32, dtypes.float64)
_TYPES = (*_FLOATS, dtypes.int32, dtypes.int64, dtypes.bool)
_WIDENED = {
    dtypes.bool: _TYPES,
    dtypes.int32: (dtypes.int64, *_FLOATS),
    dtypes.int64: _FLOATS,
    dtypes.float32: (dtypes.float64,),
    dtypes.float64: (dtypes.float32,),
}


# What a kernel may raise for types and devices that it does not serve.
FAILURES = (OpError, NotImplementedError, RuntimeError, IndexError, ValueError, TypeError, MemoryError)


# Types whose storages are no torch tensors.
OBJECTS = dtypes.string.mask | dtypes.variant.mask | dtypes.resource.mask


def first_kernel(o: Any, given: Sequence[int], devices: bool) -> Callable[..., Any] | None:
    """The kernel of `o` that as a rule takes tensors of the types `given` as they are; None where something is arranged for before.

    `devices`: whether numbers may lie elsewhere than the strings beside them.
    """
    others = [mask for mask in given if mask != dtypes.string.mask]
    if any(mask & OBJECTS for mask in others) or devices and others and len(others) < len(given):
        return None
    if len(others) == len(given):
        return o.kernel
    return o.objects or (None if o.dtype_agnostic else o.kernel)


def attempt(o: Any, first: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A call of `o` that has what else there is for its types and devices. `first`: the kernel that is tried before that."""
    shift = o.name_index

    def run(*arguments: Any) -> Any:
        return call(o, list(arguments), None, None)

    if first is None or o.stateful or shift is not None and shift != len(o.names) - 1:
        return run

    def run_first(*arguments: Any) -> Any:
        try:
            made = first(*arguments)
        except FAILURES:
            return call(o, list(arguments), None, None)
        return call(o, list(arguments), None, None) if type(made) is bytes else made  # NumPy unpacks what has no dimensions

    return run_first


def beside_variable(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """`kernel` with the tensors that it takes on the device of the variable that it takes; single numbers may lie anywhere."""

    @functools.wraps(kernel)
    def run(*arguments: Any, **others: Any) -> Any:
        storage = next((a._t for a in arguments if is_variable(a)), None)
        if type(storage) is torch.Tensor:
            device = storage.device
            arguments = tuple(moved(a, device) if type(a) is not torch.Tensor or a.dim() else a for a in arguments)
        return kernel(*arguments, **others)

    return run


def together(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of `function`; where it fails because its tensors lie on several devices, with all on an accelerator among these."""
    try:
        return function(*arguments)
    except FAILURES:
        places = {t.device for t in _storages(arguments)}
        if len(places) < 2:
            raise
    return function(*moved(arguments, next(d for d in places if d.type != "cpu")))


def _storages(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (tuple, list)):
        for x in value:
            yield from _storages(x)


def text(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    """The expression for `node`, whose arguments are the expressions `given`; None where its kernel has to be called."""
    made = _WAYS.get(node.kind)
    if made is None or len(node.arguments) > len(given) or isinstance(node._op_def, (RawOp, OverriddenOp)):  # with a kernel of its own
        return None
    for a in node.arguments:
        for t in a if type(a) is list else (a,):
            if isinstance(t, Tensor) and t._dt not in _TYPES:
                return None
    return made(writer, node, given)


def _rank(x: Any) -> int | None:
    return x.shape.rank if isinstance(x, Tensor) else None


def _reshape(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    # The kernel finds a size that is left open beside an empty dimension; torch does not.
    sizes = node.arguments[1]
    if type(sizes) is tuple:
        plain = all(type(s) is int for s in sizes) and (0 not in sizes or -1 not in sizes)
    else:
        constant = writer.constant(sizes)
        if constant is not None:
            plain = constant._t.ndim == 1 and not (0 in constant._t and -1 in constant._t)
        else:
            plain = writer.folds and _no_open_size(writer, sizes)
    return f"{given[0]}.reshape({given[1]})" if plain else None


def _no_open_size(writer: Writer, sizes: Any) -> bool:
    """Whether `sizes` is a list of constants and of sizes taken from shapes, none of which is -1."""
    if sizes._op.type != "Pack" or writer.is_input(sizes):
        return False
    for x in sizes._op.arguments[0]:
        constant = writer.constant(x)
        if constant is not None:
            if constant._t.item() < 0:
                return False
        elif x._op.kind != "StridedSlice" or writer.is_input(x) or getattr(x._op.arguments[0], "_op", sizes._op).type != "Shape":
            return False
    return True


def _transpose(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    return None if node.arguments[1] is None else f"{given[0]}.permute({given[1]})"


def slice_parts(node: Operation) -> tuple[list[str | None], list[str]] | None:
    """For a slice of known bounds with positive steps, the calls that make it, None for a part of a dimension; and the index.

    None for any other slice.
    """
    if len(node.arguments) < 9:
        return None
    begin, end, steps, *masks = node.arguments[1:9]
    if type(begin) is not tuple or type(end) is not tuple or len(begin) != len(end) or not begin:
        return None
    steps = (1,) * len(begin) if steps is None else steps
    if type(steps) is not tuple or len(steps) != len(begin) or any(type(v) is not int for v in (*begin, *end, *steps)) or min(steps) < 1:
        return None
    rank = _rank(node.arguments[0])
    if any(type(m) is not int for m in masks) or masks[2]:
        return None
    from_start, to_end, _, new, shrunk = masks
    if rank is None or sum(not new >> i & 1 for i in range(len(begin))) > rank:
        return None
    parts: list[str | None] = []
    index, at = [], 0
    for i, (b, e, s) in enumerate(zip(begin, end, steps)):
        bit = 1 << i
        if new & bit:
            parts.append(f".unsqueeze({at})")
            index.append("None")
            at += 1
        elif shrunk & bit:
            parts.append(f".select({at}, {b})")
            index.append(str(b))
        else:
            whole = from_start & bit and to_end & bit and s == 1
            bounds = f"{'' if from_start & bit else b}:{'' if to_end & bit else e}" + ("" if s == 1 else f":{s}")
            parts.append("" if whole else None)
            index.append(":" if whole else bounds)
            at += 1
    return parts, index


def _slice(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    """One call for each dimension that is taken out or put in, an index for parts of a dimension."""
    found = slice_parts(node)
    if found is None:
        return None
    parts, index = found
    return f"{given[0]}[{', '.join(index)}]" if None in parts else given[0] + "".join(map(str, parts))


def _mean(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis, kept = node.arguments[:3]
    rank = _rank(x)
    if x._dt not in _FLOATS or not rank or type(axis) is tuple and not axis or type(kept) is not bool:
        return None
    axes = axis if type(axis) is tuple else () if axis is None else (axis,)
    if any(type(a) is not int or not -rank <= a < rank for a in axes) or len({a % rank for a in axes}) < len(axes):
        return None
    count = x.shape.num_elements()
    mean = torch.mean if count is not None and count < means.LARGE else means.mean
    function = writer.bind(mean if node.kind == "Mean" else torch.sum, "k")
    return f"{function}({given[0]})" if axis is None and not kept else f"{function}({given[0]}, {given[1]}, {given[2]})"


def _concat(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    values = node.arguments[0]
    ranks = {_rank(v) for v in values}
    if len(values) < 2 or len(ranks) > 1 or None in ranks or 0 in ranks:
        return None
    return f"{writer.bind(torch.cat, 'k')}({given[0]}, {given[1]})"


def _pack(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    return f"{writer.bind(torch.stack, 'k')}({given[0]}, {given[1]})" if type(node.arguments[1]) is int else None


def _unpack(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    value, count, axis = node.arguments[:3]
    rank = _rank(value)
    known = type(axis) is int and rank and -rank <= axis < rank and value.shape[axis] == count
    return f"{given[0]}.unbind({axis})" if known else None


def _split(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    value, count, axis = node.arguments[:3]
    rank = _rank(value)
    if type(axis) is not int or type(count) is not int or not rank or not -rank <= axis < rank:
        return None
    size = value.shape[axis]
    return f"{given[0]}.chunk({count}, {axis})" if size and count > 0 and size % count == 0 else None


def _squeeze(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis = node.arguments[:2]
    axes, rank = (axis,) if type(axis) is int else axis, _rank(x)
    if not axes or rank is None or any(type(a) is not int or not -rank <= a < rank or x.shape[a] != 1 for a in axes):
        return None
    return f"{given[0]}.squeeze({tuple(a % rank for a in axes) if len(axes) > 1 else axes[0]})"


def _expand(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    return f"{given[0]}.unsqueeze({given[1]})" if type(node.arguments[1]) is int else None


def _softmax(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, axis = node.arguments[:2]
    rank = _rank(x)
    axis = -1 if axis is None else axis
    if not rank or type(axis) is not int or not -rank <= axis < rank:
        return None
    return f"{writer.bind(softmaxes.softmax if node.kind == 'Softmax' else softmaxes.log_softmax, 'k')}({given[0]}, {axis})"


def _square(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return f"{writer.bind(torch.mul, 'k')}({given[0]}, {given[0]})"


def _power(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, y = node.arguments[:2]
    constant = writer.constant(y)
    if x._dt not in _FLOATS or not _rank(x) or constant is None or constant._rec is not None or writer.attached or id(y) in writer.sources:
        return None
    t = constant._t
    number = t.item() if not t.ndim and t.device.type == "cpu" and not t.requires_grad else 0
    return f"{writer.bind(torch.pow, 'k')}({given[0]}, {writer.bind(number, 'x')})" if number else None


def _cast(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    to = node.outputs[0]._dt
    if to not in _WIDENED[node.arguments[0]._dt]:
        return None
    return f"{given[0]}.to({writer.bind(to.torch, 'd')})"


def _batched_product(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, y, *adjoint = node.arguments[:4]
    rank = _rank(x)
    if x._dt not in _FLOATS or rank is None or rank < 3 or _rank(y) != rank or any(type(a) is not bool for a in adjoint):
        return None
    left, right = (t + ".mT" if a else t for t, a in zip(given, [*adjoint, False, False][:2]))
    in_threes = rank == 3 and _same_batch(x, y)
    if products.BLAS_IS_FASTEST or _small_matrices(x, y):
        multiply = torch.bmm if in_threes else torch.matmul
    else:
        multiply = batched_products.bmm if in_threes else batched_products.matmul
    return f"{writer.bind(multiply, 'k')}({left}, {right})"


def _product(writer: Writer, node: Operation, given: Sequence[str]) -> str | None:
    x, y, *turned = [*node.arguments, False, False][:4]
    if x._dt not in _FLOATS or _rank(x) != 2 or _rank(y) != 2 or any(type(t) is not bool for t in turned):
        return None
    left, right = (t + ".t()" if flag else t for t, flag in zip(given, turned))
    return f"{writer.bind(torch.mm if small_product(x, y) else products.mm, 'k')}({left}, {right})"


def small_product(x: Any, y: Any) -> bool:
    """Whether the sizes of two matrices are known, and too small for anything but torch's own product."""
    counts = x.shape.num_elements(), y.shape.num_elements()
    return None not in counts and counts[0] * counts[1] < products._MANY


def _small_matrices(x: Any, y: Any) -> bool:
    """Whether the matrices of two batches have known sizes, for which torch's own product is the best."""
    sizes = [*x.shape[-2:], *y.shape[-2:]]
    return None not in sizes and not batched_products.suits_sizes(sizes[0], sizes[1], max(sizes[2:]))


def _same_batch(x: Any, y: Any) -> bool:
    return x.shape[0] is not None and x.shape[0] == y.shape[0]


def _identity(writer: Writer, node: Operation, given: Sequence[str]) -> str:
    return given[0]


_WAYS: dict[str, Callable[[Any, Any, Any], str | None]] = {
    "Reshape": _reshape, "Transpose": _transpose, "StridedSlice": _slice, "Mean": _mean, "Sum": _mean, "ConcatV2": _concat,
    "Pack": _pack, "Unpack": _unpack, "Split": _split, "Squeeze": _squeeze, "ExpandDims": _expand, "Softmax": _softmax,
    "LogSoftmax": _softmax, "Square": _square, "Pow": _power, "Cast": _cast, "BatchMatMulV2": _batched_product,
    "Identity": _identity, "MatMul": _product,
}  # fmt: skip

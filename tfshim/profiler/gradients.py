"""Gradients in profiles: of what torch computes for a gradient within a graph, which operation it is for, under TensorFlow's names.

torch numbers what it records, so that what goes back can be told from what went forward; and the operation that ran then says the name.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tfshim.engine.ops.op_defs import find
from tfshim.profiler.kernels import Backward


class Operation(NamedTuple):
    """An operation of a graph that ran: times in the clock of the profile. `line`: its thread. `within`: of a gradient, the scope of
    what it computes, else None.
    """

    name: str
    op_type: str
    start: int
    end: int
    line: int
    within: str | None


class Part(NamedTuple):
    """What is shown of a gradient."""

    name: str
    start: int
    duration: int
    line: int


# What TensorFlow computes the gradient of an operation with, where it is not a type of that name and "Grad": the one that takes longest.
_TYPES = {
    "AddV2": "Sum",
    "AddN": "Identity",
    "BatchMatMulV2": "BatchMatMulV2",
    "Concat": "Slice",
    "ConcatV2": "Slice",
    "Conv2D": "Conv2DBackpropFilter",
    "Conv2DBackpropInput": "Conv2D",
    "Conv3D": "Conv3DBackpropFilterV2",
    "Cos": "Mul",
    "DepthwiseConv2dNative": "DepthwiseConv2dNativeBackpropFilter",
    "DivNoNan": "DivNoNan",
    "Exp": "Mul",
    "ExpandDims": "Reshape",
    "FusedBatchNormV3": "FusedBatchNormGradV3",
    "GatherV2": "Reshape",
    "Log": "Mul",
    "LogSoftmax": "Sub",
    "Max": "Mul",
    "Maximum": "SelectV2",
    "Mean": "Tile",
    "Min": "Mul",
    "Minimum": "SelectV2",
    "Mul": "Mul",
    "Neg": "Neg",
    "Pad": "Slice",
    "Pow": "Mul",
    "RealDiv": "RealDiv",
    "Reshape": "Reshape",
    "ResourceGather": "Reshape",
    "SelectV2": "SelectV2",
    "Sin": "Mul",
    "Softmax": "Mul",
    "SparseSoftmaxCrossEntropyWithLogits": "Mul",
    "SoftmaxCrossEntropyWithLogits": "Mul",
    "Squeeze": "Reshape",
    "Square": "Mul",
    "StridedSlice": "StridedSliceGrad",
    "Sub": "Neg",
    "Sum": "Tile",
    "Transpose": "Transpose",
}
# Of torch's kernels for gradients of products, that of each node that TensorFlow has.
_KERNELS = {"aten::mm": "MatMul", "aten::bmm": "BatchMatMulV2", "aten::sum": "BiasAddGrad"}
_PRODUCTS = {"MatMul": "MatMul", "BatchMatMulV2": "BatchMatMulV2", "_FusedMatMul": "MatMul"}
# Whose functions record them in a scope of their name, which their gradients stand in then.
_IN_SCOPES = frozenset(("AvgPool", "BatchMatMulV2", "BiasAdd", "Conv2D", "DepthwiseConv2dNative", "MatMul", "MaxPool", "StridedSlice"))


class _Found:
    """Operations by their threads, in order."""

    def __init__(self) -> None:
        self._of: dict[int, tuple[list[int], list[Operation]]] = {}

    def add(self, o: Operation) -> None:
        """One more, which begins after those before it."""
        starts, found = self._of.setdefault(o.line, ([], []))
        starts.append(o.start)
        found.append(o)

    def at(self, line: int, time: int) -> Operation | None:
        """What runs on the thread `line` then: the last that began before."""
        starts, found = self._of.get(line, ([], []))
        number = bisect.bisect_right(starts, time) - 1
        return found[number] if number >= 0 and time <= found[number].end else None


def parts(operations: Iterable[Operation], backward: Iterable[Backward]) -> Iterator[Part]:
    """What the gradients among `operations` computed; what torch did that belongs to none of the operations is left out."""
    forward, gradients = _Found(), _Found()
    for o in sorted(operations, key=lambda o: o.start):
        (forward if o.within is None else gradients).add(o)
    held: tuple[Operation, Operation, list[Backward]] | None = None
    for b in sorted(backward, key=lambda b: (b.line, b.start)):
        gradient, source = gradients.at(b.line, (b.start + b.end) // 2), forward.at(b.line, b.forward)
        if gradient is None or source is None:
            continue
        if held is not None and held[0] is gradient and held[1] is source:
            held[2].append(b)
            continue
        if held is not None:
            yield from _shown(*held)
        held = gradient, source, [b]
    if held is not None:
        yield from _shown(*held)


def _shown(gradient: Operation, source: Operation, found: list[Backward]) -> Iterator[Part]:
    """The nodes of TensorFlow for the gradient of `source`: one, or one for each kernel of a product."""
    start, end = found[0].start, found[-1].end
    product = _PRODUCTS.get(source.op_type)
    names: dict[str, int] = {}
    kernels = [] if product is None else [k for b in found for k in b.kernels if k[0] in _KERNELS]
    for number, (kernel, _, until) in enumerate(kernels):
        op_type = _KERNELS[kernel]
        stop = end if number == len(kernels) - 1 else until
        name = source.name
        if source.op_type == "_FusedMatMul":  # named after what comes last in it
            name = _beside(source.name, "BiasAdd" if op_type == "BiasAddGrad" else "MatMul")
        again = names[op_type] = names.get(op_type, -1) + 1
        shown = f"{op_type}_{again}" if again else op_type
        yield Part(f"{_scope(gradient, name, 'MatMul')}{shown}:{op_type}", start, stop - start, source.line)
        start = stop
    if not kernels:
        op_type = product or _type(source.op_type)
        yield Part(f"{_scope(gradient, source.name, source.op_type)}{_last(op_type)}:{op_type}", start, end - start, source.line)


def _type(forward: str) -> str:
    known = _TYPES.get(forward)
    return known or (f"{forward}Grad" if find(f"{forward}Grad") is not None else "SymbolicGradient")


def _last(op_type: str) -> str:
    """How TensorFlow names a node of that type: those of operators in small letters."""
    return {"DivNoNan": "div_no_nan", "Mul": "mul", "RealDiv": "truediv", "Sub": "sub"}.get(op_type, op_type)


def _scope(gradient: Operation, name: str, op_type: str) -> str:
    if gradient.within != "gradient_tape":
        return f"{gradient.within}/{name}_grad/"
    scope = name if op_type in _IN_SCOPES or _type(op_type) == "SymbolicGradient" else name.rpartition("/")[0]
    return f"gradient_tape/{scope}/" if scope else "gradient_tape/"


def _beside(name: str, last: str) -> str:
    scope = name.rpartition("/")[0]
    return f"{scope}/{last}" if scope else last

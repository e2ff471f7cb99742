"""Static shapes of the results of a call within a graph, where more is known of the arguments than the function was traced for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.op import Op
from tfshim.engine.ops.static_shapes import abstract, infer
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph

# Nodes that give their last argument as it is.
_PASSING_ON = ("Identity", "_Detach", "_TapeAlias", "_OfReplicas")
_UNDER_WAY: set[int] = set()  # graphs that are followed, so that a function that calls itself is followed once


def result_shapes(graph: FuncGraph, inputs: Sequence[Any], captures: Sequence[Any]) -> list[Any]:
    """(dtype, static shape) of each result of a call of `graph`, with what follows from what is known of `inputs`."""
    results = [t for t in graph.outputs if t is not None]
    declared = [(t.dtype, t.shape) for t in results]
    if id(graph) in _UNDER_WAY or all(shape.is_fully_defined() for _, shape in declared):
        return declared
    placeholders = [*graph.inputs, *graph.inner_captures]
    known = {
        id(p): _like(p, abstract.leaf_of(x) if type(x) is EagerTensor else abstract.leaf_like(x))
        for p, x in _told(placeholders, [*inputs, *captures])
    }
    if not known:
        return declared
    _UNDER_WAY.add(id(graph))
    try:
        _follow(graph, known)
    finally:
        _UNDER_WAY.discard(id(graph))
    return [(t.dtype, known.get(id(t), t).shape) for t in results]


def _told(placeholders: Sequence[Any], values: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """The placeholders of whose values more is known, with these."""
    for p, x in zip(placeholders, values):
        if not isinstance(x, Tensor) or not isinstance(p, SymbolicTensor):
            continue
        valued = type(x) is EagerTensor or x._a is x._b and x._a is not None and not x._a.is_meta
        if valued or _more(x.shape, p.shape):
            yield p, x


def _more(shape: TensorShape, than: TensorShape) -> bool:
    """Whether `shape` tells sizes that `than` does not."""
    if than.rank is None or shape.rank != than.rank:
        return than.rank is None and shape.rank is not None
    return any(a is not None and b is None for a, b in zip(shape.as_list(), than.as_list()))


def _like(t: Any, leaf: Any) -> SymbolicTensor:
    """What stands for `t` with what `leaf` says of it."""
    made = SymbolicTensor(t._op, t._index, *leaf)
    if t._shape.rank is not None and made._shape.is_compatible_with(t._shape):
        made.set_shape(t._shape)
    return made


def _follow(graph: FuncGraph, known: dict[int, SymbolicTensor]) -> None:
    """Add to `known` (id of a tensor -> what stands for it) what follows for the tensors of `graph`."""

    def standing(x: Any) -> Any:
        return [known.get(id(i), i) for i in x] if type(x) is list else known.get(id(x), x)

    for node in graph._own_operations():
        passed_on = node.kind in _PASSING_ON and len(node.outputs) == 1
        if not passed_on and not isinstance(node._op_def, Op):  # branches and loops keep their shapes, as in TensorFlow
            continue
        arguments = [standing(a) for a in node.arguments]
        if not any(_differs(a, b) for a, b in zip(arguments, node.arguments)):
            continue
        if passed_on:
            known[id(node.outputs[0])] = _like(node.outputs[0], abstract.leaf_like(arguments[-1]))
            continue
        leaves: list[Any] = []
        try:
            abstract.map_leaves(infer.outputs(node._op_def, arguments), leaves.append)
        except Exception:  # what does not fit is said when it runs: this only adds to what is known
            continue
        if len(leaves) == len(node.outputs):
            known.update((id(t), _like(t, leaf)) for t, leaf in zip(node.outputs, leaves))


def _differs(a: Any, b: Any) -> bool:
    return any(x is not y for x, y in zip(a, b)) if type(a) is list else a is not b

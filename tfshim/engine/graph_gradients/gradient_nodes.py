"""The nodes of gradients in a graph by what is in it, and what such gradients go through.

A gradient node runs torch's backward pass on the values of the run. For that, what it differentiates by must be a
leaf there: `executor` gives the values that `graph._sources` names an alias of their own.
"""

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.gradients.backward import fitted, leads_back, run_backward
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.inner_links import given, only_backward, passes_gradients
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.programs.frames import NEXTS
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS


def of_values(ys: Any, weights: Any, xs: Any, stops: Any = (), keep: bool = True, again: bool = True) -> list[Any]:
    """The gradients of `ys` by `xs`. `keep`: for other gradients of the same values; `again`: to be differentiated themselves."""
    outputs, grad_outputs = [], []
    for y, w in zip(ys, weights):
        if leads_back(y):
            outputs.append(y)
            grad_outputs.append(torch.ones_like(y) if w is None else fitted(w, y.shape))
    if not outputs:
        return [torch.zeros_like(x) for x in xs]
    found = {}
    # What flows into a tensor to stop at is taken out again there. The last ones come first.
    for s in reversed(stops):
        flow = run_backward(outputs, [s], grad_outputs, True, again)[0] if s.requires_grad else None
        if flow is not None:
            outputs.append(s)
            grad_outputs.append(-flow)
            found[id(s)] = flow
    stopped = {id(s) for s in stops}
    rest = [x for x in xs if id(x) not in stopped]
    if rest:
        found.update(zip(map(id, rest), run_backward(outputs, rest, grad_outputs, keep, again)))
    made = [found.get(id(x)) for x in xs]
    return [torch.zeros_like(x) if g is None else g.to_dense() if g.is_sparse else g for g, x in zip(made, xs)]


_DERIVATIVES = ("_Gradients", "_Gradient", "_GradientOfReplicas", "_Jacobian", "_Hessian", "_GradientsOfHeld")
_DIFFERENTIABLE = "fco"  # kinds of dtypes: floating point, complex, and what stands for others
ZEROS = InnerOp("ZerosLike", torch.zeros_like, names=("x",), grad=None)


def zeros(source: Any) -> Any:
    """Zeros like `source`, a symbolic tensor or variable, for a gradient that nothing connects."""
    source = TS.graph._local(source) if isinstance(source, SymbolicTensor) else TS.graph._read_variable(source)
    return TS.graph._add(ZEROS, [source], abstract.leaf_like(source)).outputs[0]


_ONES = InnerOp("OnesLike", torch.ones_like, names=("x",), grad=None)


def ones_like(graph: Any, t: Any) -> Any:
    """A symbolic tensor of ones like `t`."""
    t = as_graph_tensor(graph, t)
    return graph._add(_ONES, [t], abstract.leaf_like(t)).outputs[0]


_NODE = InnerOp("_Gradients", of_values, names=("ys", "weights", "xs", "stops"))


def add(graph: Any, ys: Sequence[Any], weights: Sequence[Any], xs: Sequence[Any], stops: Sequence[Any], name: str | None) -> list[Any]:
    """The gradients of `ys`, weighted, by `xs`, as outputs of a new node of `graph`; all of these are its tensors."""
    leaves = [abstract.leaf_like(x) for x in xs]
    graph._sources.update((id(x), x) for x in xs)
    graph._program = None  # compiled without these sources, if at all
    order = {id(node): at for at, node in enumerate(graph._operations)} if stops else {}
    stops = sorted({id(t): t for t in stops}.values(), key=lambda t: (order[id(t.op)], t._index))
    node = graph._add(_NODE, [ys, weights, xs, stops], leaves, name)
    # Of the operations that pages show each waits by itself, but for what comes from within the scope.
    node.told_also = [c for operations, _ in graph._controllers for c in operations if c not in node.control_inputs]
    node.waited_within = [n for _, added in graph._controllers for n in added if n is not node]
    return node.outputs


def reach(graph: Any, starts: Any, stops: Any) -> dict[int, int]:
    """For each tensor that depends on a start by differentiable operations, not through `stops`, the bits of those starts."""
    reached, stopped = {}, {id(t) for t in stops}
    for i, points in enumerate(starts):
        for t in points:
            reached[id(t)] = reached.get(id(t), 0) | 1 << i
    behind: dict[int, int] = {}  # the same by way of what gradient functions use, which derivatives alone depend on
    more = True
    while more:
        more = False
        for node in graph._operations:
            if not passes_gradients(node):
                continue
            bits = later = 0
            for at, t in given(node):
                if t._dt._kind not in _DIFFERENTIABLE:  # what is computed of integers has no derivative by them
                    continue
                own, later = reached.get(id(t), 0), later | behind.get(id(t), 0)
                bits, later = (bits, later | own) if only_backward(node, at) else (bits | own, later)
            if node.kind in _DERIVATIVES:
                bits |= later
            for found, new in ((reached, bits), (behind, later)):
                if not new:
                    continue
                for t in node.outputs:
                    if t._dt._kind in _DIFFERENTIABLE and id(t) not in stopped and found.get(id(t), 0) | new != found.get(id(t)):
                        found[id(t)] = found.get(id(t), 0) | new
                        more = more or node.kind in NEXTS  # whose value goes to a node before it
    return reached

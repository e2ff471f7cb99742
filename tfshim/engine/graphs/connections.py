"""What leads from where to where in a graph that is traced under tapes: which gradients are None."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs.inner_links import given, only_backward, passes_gradients, variables_within
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.gradients.aliases import Tape
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module

# The derivative of these is the same wherever it is taken.
_LINEAR = frozenset(
    """AddV2 Add AddN Sub Neg BiasAdd Identity Reshape Transpose Sum Mean ConcatV2 Pack Unpack Squeeze ExpandDims
    StridedSlice Slice Pad PadV2 Cast BroadcastTo ReverseV2 Tile GatherV2 GatherNd Split SplitV Cumsum Select SelectV2 Maximum Minimum Max
    Min _TapeAlias _OfReplicas""".split()
)
# And that of these by one of the first two operands depends on the other alone; what comes after those is added.
_BILINEAR = frozenset("Mul MatMul BatchMatMulV2 Conv2D".split())
_DERIVATIVES = ("_Gradient", "_Jacobian")


def starts(tape: Tape, source: Any) -> list[Any]:
    """The symbolic tensors through which `tape` saw `source`."""
    if is_variable(source):
        known = tape.variables.get(id(source))
        return [made for _, made in known[1]] if known is not None else []
    known = tape.tensors.get(id(source))
    if known is not None and known[0] is source:
        return [known[1]]
    rec = source._rec if isinstance(source, SymbolicTensor) else None
    while rec is not None:
        if rec is tape:
            return [source if source._src is None else source._src]
        rec = rec.parent
    return []


def connected(graph: Graph, tape: Tape, targets: Sequence[Any], sources: Sequence[Any]) -> list[bool]:
    """For each source, whether a path of differentiable operations leads from it to one of `targets`.

    A path may begin in a graph around `graph`, where the tape was opened, and come in by a captured tensor.
    """
    graphs, handle = [graph], tape.handle
    assert handle is not None  # of a tape in a graph
    while graphs[-1] is not handle._op.graph and getattr(graphs[-1], "outer_graph", None) is not None:
        graphs.append(graphs[-1].outer_graph)
    reach = _Reach()
    for i, s in enumerate(sources):
        if is_variable(s):
            reach.variables[id(s)] = reach.variables.get(id(s), 0) | 1 << i
        for t in starts(tape, s):
            reach.tensors[id(t)] = reach.tensors.get(id(t), 0) | 1 << i
    for at, inner in enumerate(reversed(graphs)):
        if at:
            reach.enter(inner)
        for node in inner._operations:
            if passes_gradients(node):
                reach.note(node)
    found = reach.of(targets)
    return [bool(found >> i & 1) for i in range(len(sources))]


class _Reach:
    """Which sources, one bit each, every tensor and variable depends on."""

    def __init__(self) -> None:
        self.tensors, self.variables = {}, {}

    def enter(self, graph: Graph) -> None:
        """Go on in `graph`, with what its inputs carry."""
        for outer, inner in graph.captured.values():
            bits = self.tensors.get(id(outer), 0)
            if bits:
                self.tensors[id(inner)] = bits

    def of(self, tensors: Iterable[Any]) -> int:
        """The bits of any of `tensors`."""
        bits = 0
        for t in tensors:
            bits |= self.tensors.get(id(t), 0)
        return bits

    def note(self, node: Operation) -> None:
        """Take in what `node` makes of its inputs."""
        bits = self.of(t for at, t in given(node) if not only_backward(node, at))
        if node.kind in _DERIVATIVES and hasattr(node, "starts"):
            bits = self._of_derivative(node)
        if self.variables:
            for v in variables_within(node):
                bits |= self.variables.get(id(v), 0)
        if bits:
            for t in node.outputs:
                if t._dt._kind in "fco":
                    self.tensors[id(t)] = self.tensors.get(id(t), 0) | bits

    def _of_derivative(self, node: Operation) -> int:
        """The bits of a gradient: of its weights, and of what the derivatives along its paths depend on."""
        targets = node.arguments[1] if type(node.arguments[1]) is list else [node.arguments[1]]
        bits = self.of(w for w in node.arguments[2] if isinstance(w, Tensor)) if node.kind == "_Gradient" else 0
        operations = node.graph._operations
        before = operations[: operations.index(node)]
        needed, backward = {id(t) for t in targets}, []
        for n in reversed(before):
            if passes_gradients(n) and any(id(t) in needed for t in n.outputs):
                backward.append(n)
                needed.update(id(t) for _, t in given(n))
        seen, variables = {id(t) for t in node.starts}, {id(v()) for v in node.arguments[4 if node.kind == "_Gradient" else 3]}
        for n in reversed(backward):
            at = {p for p, t in given(n) if id(t) in seen}
            inner = any(id(v) in variables for v in variables_within(n))
            if at or inner:
                seen.update(id(t) for t in n.outputs)
                bits |= self._of_slope(n, at, inner)
        return bits

    def _of_slope(self, node: Operation, at: set[int], inner: bool) -> int:
        """The bits of the derivative of `node` by its arguments at the positions `at`."""
        if node.kind in _LINEAR and not inner:
            return 0
        if node.kind in _BILINEAR:
            factors = at & {0, 1}
            return self.of(t for p, t in given(node) if p < 2 and factors - {p})
        return self.of([*node.outputs, *(t for p, t in given(node) if only_backward(node, p))])

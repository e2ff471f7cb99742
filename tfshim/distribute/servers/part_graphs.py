"""Parts of a graph as graphs of their own, which other tasks run."""

from __future__ import annotations

from typing import Any

from tfshim.engine.graphs.func_graph import PLACEHOLDER
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values.tensor import EagerTensor


class PartGraph:
    """Copies of nodes in `graph`; what they take from outside becomes placeholders, in the order of the tensors `inputs`."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self.inputs: list[Any] = []
        self._placeholders: list[Any] = []
        self._known: dict[int, Any] = {}  # id of a tensor or variable outside -> what stands for it here

    def _copied(self, node: Operation, arguments: list[Any]) -> Operation:
        """A copy of `node` with `arguments`, which are of this graph."""
        leaves = abstract.map_leaves(node.result, abstract.leaf_like, SymbolicTensor)
        made = self._graph._add(node._op_def, arguments, leaves, node.name + "/")
        made.static_inputs = node.static_inputs and {k: self._inside(v) for k, v in node.static_inputs.items()}
        made.user_attributes = node.user_attributes
        for t, copy in zip(node.outputs, made.outputs, strict=True):
            self._known[id(t)] = copy
            copy._static = t._static
        return made

    def _inside(self, x: Any) -> Any:
        """What stands for the argument `x` here."""
        if type(x) in (list, tuple):
            return type(x)(map(self._inside, x))
        if not hasattr(x, "_op") or type(x) is EagerTensor:
            return x
        found = self._known.get(id(x))
        if found is None:
            found = self._known[id(x)] = self._from_outside(x)
        return found

    def _from_outside(self, t: Any) -> Any:
        if t._op.kind == "Const":
            return self._graph._as_node(t._op.arguments[0])
        with self._graph.control_dependencies(None):
            made = self._graph._add(PLACEHOLDER, [], abstract.leaf(t.dtype, t.shape), "input").outputs[0]
        self.inputs.append(t)
        self._placeholders.append(made)
        return made

"""Traces for other variables of the same kind: a function that was traced for some serves others as well, as in TensorFlow.

Nodes refer to variables themselves, so the graph is copied with others in their place; its Python function is not called again. Graphs
with loops, branches or gradients of their own are not copied: such functions are traced again.
"""

from __future__ import annotations

import copy
import itertools
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from tfshim.engine.graphs.func_graph import FuncGraph
from tfshim.engine.graphs.operation import Operation, everything
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor

_numbers = itertools.count(1)
_PLAIN = (bool, int, float, complex, str, bytes, type(None), slice, DType, TensorShape, torch.dtype, torch.Size, np.ndarray, np.generic)


def _may_be_copied(graph: FuncGraph) -> bool:
    """Whether the nodes of `graph` are of kinds that are copied."""
    return not graph._sources and all(_node_may_be_copied(node) for node in graph._operations)


def _node_may_be_copied(node: Operation) -> bool:
    if node.kind.startswith("_") or node.zeros_beside is not None or node.flow is not None or hasattr(node, "starts"):
        return False
    if any(t._rec is not None or t._src is not None or t._handle is not None for t in node.outputs):
        return False
    return all(
        type(x) is SymbolicTensor
        or type(x) is EagerTensor
        and x._rec is None
        and x.dtype not in (dtypes.resource, dtypes.variant)
        or is_variable(x)
        or isinstance(x, _PLAIN)
        or getattr(type(x), "may_be_copied", False)
        and _may_be_copied(x._graph)
        for x in everything(node.arguments)
    )


class _Copy:
    """The copy of one graph: `variables` says by the ids of its variables what stands in their places."""

    def __init__(self, graph: FuncGraph, name: str, variables: Mapping[int, Any]) -> None:
        self.variables = variables
        self.tensors: dict[int, SymbolicTensor] = {}
        self.nodes: dict[int, Operation] = {}
        made = self.graph = copy.copy(graph)
        made.name = name
        made._operations, made._by_name, made._reads = [], {}, {}
        for node in graph._operations:
            self.node(node)
        made.inputs = [self.of(t) for t in graph.inputs]
        made.outputs = [self.of(t) for t in graph.outputs]
        made.captured = {key: (outer, self.of(inner)) for key, (outer, inner) in graph.captured.items()}
        made._constants = {key: (value, self.of(t)) for key, (value, t) in graph._constants.items()}
        made.structured_outputs = nest.map_structure(self.of, graph.structured_outputs, expand_composites=True)
        used = {id(v): v for v in map(self.of, graph.variables)}
        made._variables = list(map(weakref.ref, used.values()))

    def of(self, x: Any) -> Any:
        """What stands for `x`, an argument of a node or a part of one, in the copy."""
        if type(x) in (list, tuple):
            return type(x)(map(self.of, x))
        if is_variable(x):
            return self.variables.get(id(x), x)
        if getattr(type(x), "may_be_copied", False):
            graph = x._graph
            if any(id(v) in self.variables for v in graph.variables):
                return type(x)(_Copy(graph, f"{graph.name}_{next(_numbers)}", self.variables).graph)
        return self.tensors.get(id(x), x)

    def node(self, node: Operation) -> None:
        """Add the copy of a node."""
        made = copy.copy(node)
        self.nodes[id(node)] = made
        made.graph, made.arguments = self.graph, [self.of(a) for a in node.arguments]
        made.control_inputs = [self.nodes[id(c)] for c in node.control_inputs]
        made.outputs = []
        for t in node.outputs:
            output = copy.copy(t)
            output._op, output._detached = made, None
            self.tensors[id(t)] = output
            made.outputs.append(output)
        made.result = nest.map_structure(self.of, node.result)
        if node.static_inputs:
            made.static_inputs = {name: self.of(t) for name, t in node.static_inputs.items()}
        if node.shown:
            made.shown = {id(self.tensors.get(key)): self.of(t) for key, t in node.shown.items()}
        self.graph._operations.append(made)
        self.graph._by_name[made.name] = made


def with_variables(concrete: Any, before: Sequence[Any], after: Sequence[Any], name: str) -> Any:
    """The trace `concrete`, made for the variables `before`, for the variables `after`; None where its graph is not copied."""
    if any(v is None for v in before) or not _may_be_copied(concrete._graph):
        return None
    made = _Copy(concrete._graph, name, {id(b): a for b, a in zip(before, after)})
    return type(concrete).like(concrete, made.graph, nest.map_structure(made.of, concrete._arguments))

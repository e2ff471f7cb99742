"""Gradients of tapes as the nodes that sessions have for them, so that a function's step of training can be taken on arrays.

A tape records all that happens while it is open. Where it is opened and stopped once, around no gradient, what its gradients go
through are the reads of variables and the aliases within it, and all that depends on them: what `tf.gradients` goes through.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.graphs.operation import CONST, IDENTITY, InnerOp, Operation, everything
from tfshim.engine.graphs.programs.arrays.array_loops import Unsuitable
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

# What array_steps knows; their kernels are those of graph_gradients.
_GRADIENTS = InnerOp("_Gradients", names=("ys", "weights", "xs"))
_ROWS = InnerOp("_GatheredRows", names=("values", "indices", "rank", "kind"))


def without_tapes(nodes: Sequence[Operation]) -> list[Operation]:
    """`nodes` with such gradients in the place of those by tapes. Raises Unsuitable where a tape needs more than that."""
    made: list[Operation] = []
    inside: dict[int, list[Operation]] = {}  # id of the handle of a tape -> the nodes that it has recorded
    open_tapes: set[int] = set()
    for node in nodes:
        kind, arguments = node.kind, node.arguments
        if kind in ("_TapePop", "_Gradient") and id(arguments[0]) not in inside:
            raise Unsuitable  # it is somebody else's, or one of forward derivatives
        if kind == "_TapeOpen":
            open_tapes.add(id(node.outputs[0]))
            inside[id(node.outputs[0])] = []
        elif kind == "_TapePop":
            open_tapes.discard(id(arguments[0]))
        elif kind == "_Gradient":
            if open_tapes or getattr(node, "again", False):
                raise Unsuitable  # its results are differentiated
            made += _gradient(node, inside[id(arguments[0])])
        elif kind in ("_TapeAlias", "_Detach"):
            made.append(_like(node, IDENTITY, [arguments[-1]]))
        elif node.part is not None or any(id(x) in inside for x in everything(arguments)):
            raise Unsuitable  # of a replica, or something else is done with a tape
        else:
            made.append(node)
            for handle in open_tapes:
                inside[handle].append(node)
    return made


def _like(node: Operation, o: InnerOp, arguments: list[Any], result: Any = None) -> Operation:
    """A node of `o` in the place of `node`, whose result is `result`, a tensor or several; by default that of `node`."""
    made: Any = copy.copy(node)
    made.type = made.kind = o.type
    made._op_def, made.stateful, made.arguments, made.original = o, o.stateful, arguments, getattr(node, "original", node)
    if result is not None:
        made.result, made.outputs = result, [result] if isinstance(result, Tensor) else list(result)
    return made


def _gradient(node: Operation, recorded: Sequence[Operation]) -> list[Operation]:
    """The nodes for one request of gradients from a tape, which has `recorded` those nodes."""
    _, targets, weights, tensors, variables, rows = node.arguments
    sources, given, after = [], [], []
    outputs = iter(node.outputs)
    for i, types in enumerate(rows):
        source = tensors[i] if i < len(tensors) else _read(variables[i - len(tensors)](), recorded)
        if types is None:
            sources.append(source)
            given.append(next(outputs))
            continue
        taken = _taken(source, recorded)
        sources.append(taken.outputs[0])
        gradient = taken.outputs[0]
        given.append(SymbolicTensor(node, len(node.outputs), gradient.dtype, gradient.shape, gradient._a, gradient._b))
        values, indices, shape = next(outputs), next(outputs), next(outputs)
        sizes = _sizes(source, shape._dt)
        after += [
            _like(node, _ROWS, [[given[-1]], [taken.arguments[1]], source.shape.rank - 1, types[0]], (values, indices)),
            _like(node, CONST, [sizes], shape),
        ]
    return [_like(node, _GRADIENTS, [targets, weights, sources], given), *after]


def _read(variable: Any, recorded: Sequence[Operation]) -> Any:
    """The only value of `variable` that a tape has seen."""
    reads = [n.outputs[0] for n in recorded if n.kind == "ReadVariableOp" and n.arguments[0] is variable]
    if len(reads) != 1:
        raise Unsuitable
    return reads[0]


def _taken(source: Any, recorded: Sequence[Operation]) -> Operation:
    """The only node that takes something of `source`, which are rows."""
    users = [n for n in recorded if n._op_def.grad is not None and any(x is source for x in everything(n.arguments))]
    if len(users) != 1 or users[0].kind != "GatherV2" or users[0]._op_def.rows(*users[0].arguments) is None:
        raise Unsuitable
    return users[0]


def _sizes(t: Any, dtype: Any) -> EagerTensor:
    """The shape of `t`, as a constant."""
    if not t.shape.is_fully_defined():
        raise Unsuitable
    return wrap(torch.tensor(t.shape.as_list(), dtype=dtype.torch), dtype)

"""Gradients of replicas of a strategy that have made something together while a function was traced.

A trace holds all replicas. What they make together is made by ordinary operations of what each of them has, so one pass backward
through all of them gives each its gradient of the sum of all targets: what replicas get that go back together, meeting at each
of these operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.graph_gradients import by_operation
from tfshim.engine.graph_gradients.graph_gradients import GRADIENT_OF_REPLICAS, Wanted
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS
from tfshim.refusals import refused

# A tensor of its own in each replica: gradients by it are not those by what the others got.
_OF_REPLICAS = InnerOp("_OfReplicas", torch.ops.aten.alias.default, names=("input",))


def given_to(joint: Any, follows: bool) -> Any:
    """`joint`, a symbolic tensor that replicas have made together, for the one that runs; `follows`: whether its tapes record it."""
    graph = TS.graph
    made = graph._add(_OF_REPLICAS, [joint], abstract.leaf_like(joint)).outputs[0]
    if follows:
        noted(made, TS.tapes)
    return made


def noted(made: Any, tapes: Sequence[Any]) -> None:
    """Let `made` count as recorded by `tapes`, those of a replica, and as made together with others."""
    if tapes:
        made._rec = tapes[-1]
    for tape in tapes:
        tape.together.append(made)


class Asked:
    """What a replica asks its tape for: the gradients of `targets`, weighted, by `sources`."""

    def __init__(self, tape: Any, targets: Any, weights: Any, sources: Any) -> None:
        self.tape, self.targets, self.weights, self.sources = tape, targets, weights, sources
        self.around = TS.tapes  # which follow the gradients


def gradients(asked: Sequence[Asked]) -> list[list[Any]]:
    """What all replicas get, a list for each."""
    graph: Any = TS.graph
    targets, weights = [t for a in asked for t in a.targets], [w for a in asked for w in a.weights]
    wanted = [Wanted(graph, a.tape, targets, a.sources) for a in asked]
    if by_operation.concerned(graph, [t for w in wanted for t in w.starts()]):
        raise refused("tf.distribute.ReplicaContext", "registered")
    leaves = [leaf for w in wanted for leaf in w.leaves]
    if not leaves:
        return [[None] * len(a.sources) for a in asked]
    handles = [a.tape.handle for a in asked]
    # Variables come behind the tensors, for each replica by itself: its tape saw them in its own way.
    tensors = [t for w in wanted for t in w.tensors]
    references = tuple(r for w in wanted for r in w.references())
    owners = tuple(i for i, w in enumerate(wanted) for _ in w.variables)
    kinds = [w.kinds() for w in wanted]
    counts = [len(w.tensors) for w in wanted]
    order = [(i, at) for i, n in enumerate(counts) for at in range(n)]
    order += [(i, at) for i, w in enumerate(wanted) for at in range(counts[i], counts[i] + len(w.variables))]
    rows = tuple(kinds[i][at] for i, at in order)
    by_source = [leaf for i, at in order for leaf in wanted[i].leaves_of(at)]
    outputs = iter(graph._add(GRADIENT_OF_REPLICAS, [handles, targets, weights, tensors, references, owners, rows], by_source).outputs)
    found: list[dict[int, list[Any]]] = [{} for _ in wanted]
    for i, at in order:
        found[i][at] = [next(outputs) for _ in wanted[i].leaves_of(at)]
    made = []
    for a, w, own in zip(asked, wanted, found):
        flat = [t for at in range(len(own)) for t in own[at]]
        for t in flat:
            noted(t, a.around)
        made.append(w.gradients(flat))
    return made

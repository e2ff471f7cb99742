"""Replaces `tensorflow.python.ops.op_selector`: the operations that others depend on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable
from typing import Any

from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused

_REPLACES = "tensorflow.python.ops.op_selector"


def make_list_of_op(ops: Any, check_graph: bool | Graph = True, allow_graph: bool = True, ignore_ts: bool = False) -> list[Operation]:
    """`ops`, one operation, several, or (with `allow_graph`) a graph, as a list.

    `check_graph`: they all have to be of that graph, or of one. `ignore_ts`: tensors among them are left out. Raises TypeError for
    anything else among them.
    """
    if isinstance(ops, Graph):
        if not allow_graph:
            raise TypeError("`allow_graph` is False, but `ops` is a graph.")
        return ops.get_operations()
    items = [ops] if not isinstance(ops, (list, tuple, set)) else list(ops)
    kinds = (Operation, Tensor) if ignore_ts else (Operation,)
    _check_kinds(items, kinds)
    made = [item for item in items if isinstance(item, Operation)]
    if check_graph:
        _check_graph(made, check_graph)
    return made


def make_list_of_t(ts: Any, check_graph: bool | Graph = True, allow_graph: bool = True, ignore_ops: bool = False) -> list[Tensor]:
    """`ts`, one tensor, several, or (with `allow_graph`) all of a graph, as a list; other arguments as in `make_list_of_op`."""
    if isinstance(ts, Graph):
        if not allow_graph:
            raise TypeError("`allow_graph` is False, but `ts` is a graph.")
        return get_tensors(ts)
    items = [ts] if not isinstance(ts, (list, tuple, set)) else list(ts)
    _check_kinds(items, (Tensor, Operation) if ignore_ops else (Tensor,))
    made = [item for item in items if isinstance(item, Tensor)]
    if check_graph:
        _check_graph(made, check_graph)
    return made


def _check_kinds(items, kinds):
    for item in items:
        if not isinstance(item, kinds):
            names = ", ".join(str(kind) for kind in kinds)
            raise TypeError(f"Expected a type in ({names}), got: {type(item)}")


def _check_graph(items, wanted):
    graph = wanted if isinstance(wanted, Graph) else None
    for item in items:
        graph = item.graph if graph is None else graph
        if item.graph is not graph:
            raise ValueError(f"Operation {item} does not belong to given graph")


def get_unique_graph(tops: Any, check_types: Any = None, none_if_empty: bool = False) -> Graph | None:
    """The one graph of `tops`, operations or tensors. Raises ValueError where there are several, or none without `none_if_empty`."""
    if isinstance(tops, Graph):
        return tops
    items = [tops] if not isinstance(tops, (list, tuple, set)) else list(tops)
    kinds = (Operation, Tensor) if check_types is None else check_types if isinstance(check_types, (list, tuple)) else (check_types,)
    _check_kinds(items, tuple(kinds))
    if not items:
        if none_if_empty:
            return None
        raise ValueError("Can't find the unique graph of an empty list")
    _check_graph(items, True)
    return items[0].graph


def check_graphs(*args: Any) -> None:
    """Raises ValueError if the arguments, each of them with a `graph`, are not all of one."""
    graph = None
    for i, item in enumerate(args):
        graph = graph or item.graph
        if item.graph is not graph:
            raise ValueError(f"args[{i}] does not belong to the same graph as other arguments.")


def get_tensors(graph: Graph) -> list[Tensor]:
    """All tensors of `graph`, in the order of its operations."""
    if not isinstance(graph, Graph):
        raise TypeError(f"Expected a graph, got: {type(graph)}")
    return [t for op in graph.get_operations() for t in op.outputs]


def get_generating_ops(ts: Any) -> list[Operation]:
    """The operations that make the tensors `ts`."""
    return [t.op for t in make_list_of_t(ts, allow_graph=False)]


def get_consuming_ops(ts: Any) -> list[Operation]:
    """The operations that take any of the tensors `ts`, each once."""
    return concatenate_unique([], itertools.chain(*(t.consumers() for t in make_list_of_t(ts, allow_graph=False))))


def concatenate_unique(la: list[Any], lb: Iterable[Any]) -> list[Any]:
    """`la`, to which what it lacks of `lb` was added."""
    known = {id(item) for item in la}
    for item in lb:
        if id(item) not in known:
            la.append(item)
            known.add(id(item))
    return la


def graph_inputs(op: Operation) -> list[Operation]:
    """The operations whose results `op` takes, and those that it waits for."""
    return [t.op for t in op.inputs] + list(op.control_inputs)


def get_backward_walk_ops(
    seed_ops: Any,
    inclusive: bool = True,
    within_ops: Collection[Operation] | None = None,
    within_ops_fn: Callable[[Operation], bool] | None = None,
    stop_at_ts: Any = (),
    control_inputs: bool = False,
    only_differentiable: bool = False,
) -> list[Operation]:
    """What `seed_ops`, operations or tensors, depend on, nearest first.

    Args:
        seed_ops: where to begin.
        inclusive: whether `seed_ops` themselves are in the result.
        within_ops: only these are visited; None for all.
        within_ops_fn: only those for which it is true.
        stop_at_ts: tensors beyond which nothing is visited.
        control_inputs: whether what an operation waits for counts too.
        only_differentiable: whether only operations by which gradients pass are visited; not supported but for False.
    """
    if only_differentiable:
        raise refused("tensorflow.python.ops.op_selector.get_backward_walk_ops", "only_differentiable")
    items = [seed_ops] if not isinstance(seed_ops, (list, tuple, set)) else list(seed_ops)
    if items and isinstance(items[0], Tensor):
        seeds = concatenate_unique([], get_generating_ops(items))
    else:
        seeds = make_list_of_op(items, allow_graph=False)
    stops = {id(t) for t in make_list_of_t(stop_at_ts)}
    within = None if within_ops is None else {id(op) for op in make_list_of_op(within_ops, allow_graph=False)}

    def is_visited(op):
        return (within is None or id(op) in within) and (within_ops_fn is None or within_ops_fn(op))

    found: list[Operation] = []
    known: set[int] = set()
    wave = seeds
    while wave:
        following: list[Operation] = []
        for op in wave:
            if id(op) not in known and is_visited(op):
                known.add(id(op))
                found.append(op)
        for op in wave:
            for t in op.inputs:
                if id(t) not in stops and id(t.op) not in known and is_visited(t.op):
                    following.append(t.op)
            if control_inputs:
                following += [c for c in op.control_inputs if id(c) not in known and is_visited(c)]
        wave = concatenate_unique([], following)
    if not inclusive:
        seeds_known = {id(op) for op in seeds}
        found = [op for op in found if id(op) not in seeds_known]
    return found


def is_iterable(obj: Any) -> bool:
    """Whether one can go through it."""
    return nest.is_nested(obj) or hasattr(obj, "__iter__")

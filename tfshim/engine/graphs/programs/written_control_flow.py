"""Branches and loops while torch's operations are written down: operations of torch that take functions.

What a branch or body reads of variables are arguments of these functions, as are its captures and constants: nothing comes from around
them, and no tensor is made in them of numbers, which torch could not take apart into simpler operations for ONNX.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch.overrides import TorchFunctionMode

from tfshim.engine.gradients.aliases import read_variable
from tfshim.engine.graphs.operation import everything
from tfshim.engine.runtime.state import TS
from tfshim.engine.variables.sharing import others_in_place_of
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph

_operations = torch.ops.higher_order


class Constants(TorchFunctionMode):
    """Within it the constants of a program enter torch's graph by an operation, as those do that torch's own code makes."""

    def __init__(self, known: Sequence[tuple[torch.Tensor, torch.Tensor]] = ()) -> None:
        """`known`: pairs of a constant and what it is in torch's graph."""
        super().__init__()
        self._lifted = {id(t): (t, lifted) for t, lifted in known}

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*map(self._lift, args), **{name: self._lift(x) for name, x in (kwargs or {}).items()})

    def _lift(self, t: Any) -> Any:
        if type(t) in (list, tuple):
            return type(t)(map(self._lift, t))
        if type(t) is not torch.Tensor or t.is_meta or torch._C._functorch.is_functorch_wrapped_tensor(t):
            return t
        known = self._lifted.get(id(t))
        if known is None or known[0] is not t:
            known = self._lifted[id(t)] = t, torch.ops.aten.lift_fresh_copy(t)
        return known[1]


def branch(taken: torch.Tensor, graphs: Sequence[FuncGraph], captures: Sequence[Any], counts: Sequence[int]) -> list[Any]:
    """The results of the first of two `graphs` if `taken`, else of the second, whose captures follow those of the first."""
    variables, constants = _variables_of(graphs), _constants_of(graphs)
    first, given = counts[0], len(captures)
    operands, places = _once([*captures, *_values(variables), *constants])

    def of(graph: FuncGraph, start: int, stop: int) -> Callable[..., Any]:
        def run(*once: torch.Tensor) -> tuple[torch.Tensor, ...]:
            flat = [once[i] for i in places]
            with _holding(variables, constants, flat[given:]):
                return _apart(r for r in graph.program()(*flat[start:stop]) if r is not None)

        return run

    return list(_operations.cond(taken, of(graphs[0], 0, first), of(graphs[1], first, given), operands))


def loop(
    test: FuncGraph, body: FuncGraph, maximum: Any, values: Sequence[Any], test_captures: Sequence[Any], body_captures: Sequence[Any]
) -> list[Any]:
    """The values after `body` was run as often as `test` allows, and `maximum`, an integer tensor or None."""
    variables, constants = _variables_of((test, body)), _constants_of((test, body))
    count, limited = len(values), maximum is not None
    of_test, of_body = len(test_captures), len(body_captures)
    more = [*test_captures, *body_captures, *_values(variables), *constants, *([torch.as_tensor(maximum)] if limited else ())]
    additional, places = _once(more)
    # The first value counts, where there is a limit.
    carried = (*([torch.zeros((), dtype=torch.int64)] if limited else ()), *(v.clone() for v in values))

    def program(graph: FuncGraph, flat: Sequence[torch.Tensor], captured: slice) -> tuple[Any, Any]:
        rest = [flat[len(carried) + i] for i in places]
        with _holding(variables, constants, rest[of_test + of_body :]):
            return graph.program()(*flat[limited : limited + count], *rest[captured]), rest

    def wanted(*flat: torch.Tensor) -> torch.Tensor:
        (found,), rest = program(test, flat, slice(0, of_test))
        return torch.logical_and(found, flat[0] < rest[-1]) if limited else found.clone()

    def step(*flat: torch.Tensor) -> tuple[torch.Tensor, ...]:
        made, _ = program(body, flat, slice(of_test, of_test + of_body))
        return (*((flat[0] + 1,) if limited else ()), *_apart(made))

    return list(_operations.while_loop(wanted, step, carried, additional))[limited:]


def _once(tensors: Sequence[torch.Tensor]) -> tuple[tuple[torch.Tensor, ...], list[int]]:
    """(`tensors` without repetition, the place of each there)."""
    found = {id(t): t for t in tensors}
    order = {key: i for i, key in enumerate(found)}
    return tuple(found.values()), [order[id(t)] for t in tensors]


def _variables_of(graphs: Sequence[FuncGraph]) -> list[Any]:
    found = {id(v): v for graph in graphs for v in graph.variables}
    for graph in graphs:
        for node in graph.program().needed():
            if node.stateful and node.kind != "ReadVariableOp":
                raise refused("tfshim.to_module", "control flow", operation=f"{node.name} ({node.kind})")
    return list(found.values())


def _constants_of(graphs: Sequence[FuncGraph]) -> list[torch.Tensor]:
    """The constants of the programs of `graphs`, and of those that they call."""
    found: dict[int, torch.Tensor] = {}
    for graph in graphs:
        found.update((id(t), t) for t in graph.program().constants())
        for node in graph.program().needed():
            found.update((id(t), t) for t in _constants_of([x for x in everything(node.arguments) if hasattr(x, "building_function")]))
    return list(found.values())


def _values(variables: Sequence[Any]) -> list[torch.Tensor]:
    return [v._t if TS.tape is None else read_variable(v)._t for v in variables]


@contextlib.contextmanager
def _holding(variables: Sequence[Any], constants: Sequence[torch.Tensor], given: Sequence[torch.Tensor]) -> Iterator[None]:
    """Within it `variables`, then `constants`, are what is `given`; there gradients of the tapes that watch the variables start."""
    values = given[: len(variables)]
    reads = [(tape.variables[id(v)][1], t) for tape in TS.tapes for v, t in zip(variables, values) if id(v) in tape.variables]
    for known, t in reads:
        known.append((t, t))
    try:
        with others_in_place_of(variables, values), Constants(tuple(zip(constants, given[len(variables) :]))):
            yield
    finally:
        for known, t in reads:
            known[:] = [pair for pair in known if pair[1] is not t]


def _apart(results: Any) -> tuple[torch.Tensor, ...]:
    """`results` in memory of their own, laid out alike whichever branch gives them."""
    return tuple([torch.clone(r, memory_format=torch.contiguous_format) for r in results])

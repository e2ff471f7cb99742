"""Tapes that recorded eagerly, or in a graph around, and go on in the graph of a function.

What they recorded before is there when the function is traced: constants, or what it captures. Those of them that the function uses are
watched in its graph, and the gradients that arrive there go on backward through what was recorded, at each run.
"""

from __future__ import annotations

from typing import Any

from tfshim.engine.gradients.aliases import Continued, Tape
from tfshim.engine.gradients.tape import components
from tfshim.engine.graph_gradients import outer_tapes
from tfshim.engine.graph_gradients.graph_gradients import alias, gradients_around, gradients_in_graph, opened, watch_variable
from tfshim.engine.graphs.connections import starts
from tfshim.engine.graphs.func_graph import as_graph_tensor, graphs_around
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor


def is_here(tape: Tape) -> bool:
    """Whether the graph in which `tape` records is the one under construction or around it."""
    handle: Any = tape.handle
    return any(graph is handle._op.graph for graph in graphs_around(TS.graph))


def opened_again(tape: Tape, resumed: bool) -> Tape:
    """What records in the graph under construction as `tape` goes on; `resumed`: it was only stopped there."""
    if tape.handle is not None and (resumed or tape.handle._op.graph is TS.graph):
        opened(tape)
        return tape
    made = Continued(tape)
    opened(made)
    for key, (variable, _) in tape.variables.items():
        made.variables[key] = (variable, [])
        if key in tape.explicit:
            watch_variable(made, variable)
    made.explicit |= tape.explicit
    return made


def see(x: Tensor) -> None:
    """Let the tapes that are open watch `x` where they recorded it before."""
    for tape in TS.tapes:
        if tape.before is not None:
            _bring(tape, x)


def _recorded_before(tape: Any, x: Any) -> bool:
    """Whether `x`, a tensor from outside of the graph in which `tape` goes on, was recorded by it before."""
    if tape.before.handle is None:
        return type(x) is EagerTensor and outer_tapes.is_on(tape.before, x)
    inside = type(x) is SymbolicTensor and x._op.graph is tape.handle._op.graph
    return isinstance(x, Tensor) and not inside and bool(starts(tape.before, x))


def _bring(tape: Any, x: Any) -> None:
    if id(x) in tape.brought or not _recorded_before(tape, x):
        return
    tape.brought[id(x)] = x
    alias(tape, tape.handle._op.graph, _inside(tape, x))


def _inside(tape: Any, x: Any) -> Any:
    """The tensor for `x` in the graph in which `tape` goes on."""
    home = tape.handle._op.graph
    return home._as_node(x) if type(x) is EagerTensor else home._local(x)


def recorded_before(tape: Any, tensors: list[Any]) -> bool:
    """Whether `tape` uses in its graph what it recorded before, or `tensors` have such ones."""
    return bool(tape.brought) or any(_recorded_before(tape, x) for x in tensors)


def gradient(gradient_tape: Any, recording: bool, target: Any, sources: list[Any], output_gradients: Any) -> list[Any]:
    """`GradientTape.gradient` in a graph, of a tape that goes on there: back to what it recorded before, and on from there."""
    graph, tape = TS.graph, gradient_tape._tape
    for s in sources:
        _bring(tape, s)
    brought = list(tape.brought.values())
    # Targets that were recorded before are where going backward there begins, beside what arrives.
    inside, inside_weights, before, before_weights = [], [], [], []
    given = None if output_gradients is None else components(output_gradients)
    for i, t in enumerate(components(target)):
        apart = _recorded_before(tape, t)
        (before if apart else inside).append(t)
        w = None if given is None else given[i]
        if apart and w is not None:
            w = as_graph_tensor(graph, convert_to_tensor(w, t.dtype))
        (before_weights if apart else inside_weights).append(w)
    rest = [i for i, s in enumerate(sources) if id(s) not in tape.brought]
    asked = [*(sources[i] for i in rest), *(_inside(tape, x) for x in brought)]
    found = gradients_in_graph(gradient_tape, recording, inside, asked, None if given is None else inside_weights)
    results: list[Any] = [None] * len(sources)
    for i, g in zip(rest, found):
        results[i] = g
    for x, g in zip(brought, found[len(rest) :]):
        if g is not None:
            before.append(x)
            before_weights.append(convert_to_tensor(g))
    if tape.before.handle is None:
        further: Any = outer_tapes.outside(tape.before, graph, before, before_weights, sources)
    else:
        further = enumerate(gradients_around(tape.before, before, before_weights, sources))
    for i, g in further:
        if g is None:
            continue
        results[i] = g if results[i] is None else results[i] + g
    return results


higher.install(
    tape_opened_again=opened_again,
    tape_is_here=is_here,
    tapes_see=see,
    recorded_before=recorded_before,
    continued_gradient=gradient,
)

"""Running the program of a trace on torch's tensors: at once, and while torch writes its operations down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from tfshim.engine.functions.implementations import Selected
from tfshim.engine.functions.jit import drawn_by_torch
from tfshim.engine.gradients.aliases import Tape
from tfshim.engine.graphs.operation import everything
from tfshim.engine.graphs.programs.written_control_flow import Constants
from tfshim.engine.runtime.context import stop_recording
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables.sharing import others_in_place_of
from tfshim.refusals import refused

_alias = torch.ops.aten.alias.default
_READ = "ReadVariableOp"


class Run:
    """One trace, of a concrete function, with the `variables` that it and its like use, which have twins."""

    def __init__(self, concrete: Any, variables: Sequence[Any]) -> None:
        self._concrete = concrete  # which keeps the graph
        self._program, self._captures = concrete.graph.program(), concrete.graph.outer_captures
        self._variables = variables
        self.inputs = [(t.dtype.torch, t.shape) for t in concrete.graph.inputs]
        self.values = len(concrete.graph.outputs)
        nodes = [*_nodes_of(self._program.needed())]
        written = {id(x) for node in nodes if node.kind != _READ for x in everything(node.arguments) if is_variable(x)}
        self.changes = tuple([i for i, v in enumerate(variables) if id(v) in written])
        self._seeded = next((n for n in nodes if getattr(n, "rng", None) is not None and not drawn_by_torch(n)), None)
        self.written = torch.compiler.allow_in_graph(self._written)

    def at_once(self, tensors: Sequence[torch.Tensor]) -> list[Any]:
        """The results for `tensors`, recorded by torch's autograd; variables are read and changed as they are."""
        captured = [x._t for x in self._captures]
        wanted = any(t.requires_grad for t in tensors) or any(v._twin.requires_grad for v in self._variables)
        if not torch.is_grad_enabled() or not wanted:
            with stop_recording():
                return list(self._program(*[t.detach() for t in tensors], *captured))
        # What a tape around this records starts there.
        own = [v for v in self._variables if not any(tape.records(v) for tape in TS.tapes)]
        return self._recorded([*tensors, *captured], [(v, v._t, _plain(v._twin)) for v in own])

    def apart(self, tensors: Sequence[torch.Tensor], states: Sequence[torch.Tensor]) -> list[Any]:
        """The results for `tensors` where the variables have the values `states`, then the values of those that change."""
        captured = [x._t for x in self._captures]
        with others_in_place_of(self._variables, states) as others:
            made = self._recorded([*tensors, *captured], [(v, t, t) for v, t in zip(self._variables, states)])
            return [*made, *(others[i]._t for i in self.changes)]

    def _written(self, *flat: torch.Tensor) -> tuple[Any, ...]:
        """`apart` while torch writes its operations down: what draws from a state would draw once and for all."""
        if self._seeded is not None:
            raise refused("tfshim.to_module", "seeded", operation=f"{self._seeded.name} ({self._seeded.type})")
        with Constants():
            return tuple(self.apart(flat[: len(self.inputs)], flat[len(self.inputs) :]))

    def _recorded(self, tensors: Sequence[torch.Tensor], reads: Sequence[tuple[Any, torch.Tensor, torch.Tensor]]) -> list[Any]:
        tape = Tape(persistent=True, watch_accessed=False)
        tape.by_torch = tape.promised = True
        for v, storage, start in reads:
            if start.requires_grad:
                tape.explicit.add(id(v))
                tape.variables[id(v)] = (v, [(storage, start)])
        grad_mode = torch.is_grad_enabled()
        tape.push()
        torch._C._set_grad_enabled(grad_mode)
        try:
            made = self._program(*tensors)
        finally:
            tape.pop()
        # What was given may not be handed out as a result.
        return [_alias(t) if isinstance(t, torch.Tensor) and t.is_leaf and t.requires_grad else t for t in made]


def _plain(t: torch.Tensor) -> torch.Tensor:
    """`t` as no parameter, which kernels would not take for an ordinary tensor, but connected to it."""
    return _alias(t) if t.requires_grad else t.detach()


def _nodes_of(nodes: Any) -> Iterator[Any]:
    """`nodes` with those of the graphs that they call."""
    for node in nodes:
        yield node
        for x in everything(node.arguments):
            x = x._standing if isinstance(x, Selected) else x
            if hasattr(x, "building_function"):
                yield from _nodes_of(x.program().needed())

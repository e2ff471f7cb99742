"""Compiled code of a traced function that a tape around it records: its values, and its gradients once they are asked for.

The program is run once under a tape of its own and its gradient taken, all of it written down as torch's operations;
torch's partitioner cuts the list in two, and decides what the first part keeps for the second or is cheaper to compute again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.functions.lowering import Changes, Unsuitable, compiled, inputs_of, traced, with_holes
from tfshim.engine.gradients.aliases import Tape
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.context import stop_recording
from tfshim.engine.variables.in_place import in_place

if TYPE_CHECKING:
    from tfshim.engine.graphs.executor import Program


def takes(tape: Any, tapes: Sequence[Any]) -> bool:
    """Whether the gradients that `tape` will be asked for can be those of compiled code, which has no gradients of its own."""
    return len(tapes) == 1 and type(tape) is Tape and not tape.persistent and not tape.shared


class _Pieces:
    """A program with its derivative: as one function, and in two compiled pieces once `compile` was called."""

    def __init__(self, program: Program, count: int, variables: list[Any], needs: Sequence[bool]) -> None:
        self._program, self._count, self._variables, self.needs = program, count, variables, needs
        self.changes = Changes(variables)
        self.reached: list[bool] = []  # for each value and each changed state: whether it depends on what needs gradients
        self.sources: list[int] = []  # the places of the inputs that have a gradient
        self.holes = [r is None for r in program._outputs]
        self.values = len(self.holes) - sum(self.holes)
        self.first: Callable[..., Any]
        self.second: Callable[..., Any]
        self.results = 0

    def together(self, primals: Sequence[torch.Tensor], tangents: Sequence[torch.Tensor] | None, again: bool = False) -> list[Any]:
        """Values, changed states, and the gradients of `tangents`, which weight the values that are `reached`, for `sources`.

        With `tangents` None, ones: for the first run, which finds out what there is. `again` keeps gradients differentiable.
        """
        tape = Tape(True, False)
        leaves = [p.detach().requires_grad_() if need else p.detach() for p, need in zip(primals, self.needs)]
        inputs, states = leaves[: self._count], leaves[self._count :]
        for v, need in zip(self._variables, self.needs[self._count :]):
            if need:
                tape.explicit.add(id(v))
        states = [t.detach().clone() for t in states]  # the program may change them in place
        with stop_recording():
            tape.push()
            try:
                results, after = self.changes.run(lambda: self._program(*inputs), states)
            finally:
                tape.pop()
        values = [r for r in results if r is not None]
        outs = [*values, *after]
        self.reached = [o.requires_grad for o in values]
        targets = [o for o in values if o.requires_grad]
        wanted = [(i, t) for i, t in enumerate(inputs) if self.needs[i]]
        for i, v in enumerate(self._variables, self._count):
            if self.needs[i]:
                wanted += [(i, alias) for _, alias in tape.variables.get(id(v), (v, []))[1]]
        found: Sequence[Any] = []
        if targets and wanted:
            weights = [torch.ones_like(t) for t in targets] if tangents is None else tangents
            found = torch.autograd.grad(targets, [t for _, t in wanted], list(weights), allow_unused=True, create_graph=again)
        sums: dict[int, Any] = {}
        for (i, _), g in zip(wanted, found):
            if g is not None:  # a variable that was read before and after an assignment has two aliases
                g = g.to_dense() if g.is_sparse else g
                sums[i] = g if i not in sums else sums[i] + g
        self.sources = sorted(sums)
        return [*(o.detach() for o in outs), *(sums[i] if again else sums[i].detach() for i in self.sources)]

    def compile(self, flat: list[torch.Tensor]) -> None:
        """Make the pieces for inputs like `flat`. Raises Unsuitable."""
        from torch._functorch.partitioners import min_cut_rematerialization_partition

        first = self.together(flat, None)
        self.results = self.values + len(self.changes.places)
        tangents = [torch.ones_like(o) for o, reached in zip(first, self.reached) if reached]
        # The partitioner knows the inputs by these names.
        graph = traced(lambda primals, tangents: self.together(primals, tangents), flat, tangents)
        # It moves operations, which takes that none of them changes a tensor in place.
        functional = torch.func.functionalize(graph, remove="mutations_and_views")
        graph = traced(lambda primals, tangents: functional(primals, tangents), flat, tangents)
        try:
            halves = min_cut_rematerialization_partition(graph, [flat, tangents], num_fwd_outputs=self.results)
        except Exception as e:
            raise Unsuitable(f"torch cannot cut its gradient out ({type(e).__name__}: {str(e)[:200]})") from e
        with torch.no_grad():
            kept = halves[0](*flat)
            self.second = compiled(halves[1], [*kept[self.results :], *tangents])
            self.first = compiled(halves[0], flat)


class _Recorded(Function):
    """The two pieces as one step of torch's recording."""

    @staticmethod
    def forward(ctx: Any, pieces: _Pieces, *primals: torch.Tensor) -> tuple[torch.Tensor, ...]:
        made = pieces.first(*primals)
        results = tuple(made[: pieces.results])
        ctx.pieces, ctx.kept = pieces, len(primals)
        ctx.save_for_backward(*primals, *made[pieces.results :])
        ctx.mark_non_differentiable(*[r for r, reached in zip(results, [*pieces.reached, *[False] * len(results)]) if not reached])
        return results

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        pieces = ctx.pieces
        tangents = [g for g, reached in zip(grads, pieces.reached) if reached]
        if any(map(torch._C._functorch.is_legacy_batchedtensor, tangents)):
            raise RuntimeError("compiled gradients take one vector at a time")
        saved = ctx.saved_tensors
        if torch.is_grad_enabled():  # the gradient itself is recorded, as a function of what weights the results
            found = pieces.together(saved[: ctx.kept], tangents, again=True)[pieces.results :]
        else:
            found = pieces.second(*saved[ctx.kept :], *tangents)
        made: list[Any] = [None] * ctx.kept
        for i, g in zip(pieces.sources, found):
            made[i] = g
        return (None, *made)


def lowered_with_gradients(
    program: Program, storages: list[torch.Tensor], variables: list[Any], needs: Sequence[bool]
) -> Callable[..., Any]:
    """A function of the storages that runs compiled code, whose gradients are compiled too.

    `needs`: which of the storages and then of the variables a tape watches. Raises Unsuitable.
    """
    flat = inputs_of(storages, variables)
    pieces = _Pieces(program, len(storages), variables, needs)
    pieces.compile(flat)
    writes, reads = pieces.changes.references()

    def call(tensors: list[torch.Tensor]) -> tuple[Any, ...]:
        scope = in_place(*[r() for r in writes])
        with scope as held:
            states = [r()._tfshim_value()._t if needs[i] or at is None else held[at] for i, (r, at) in enumerate(reads, len(tensors))]
            made = _Recorded.apply(pieces, *tensors, *states)
            scope.replace_storages([t.detach() for t in made[pieces.values :]])
        return with_holes(made[: pieces.values], pieces.holes)

    return call

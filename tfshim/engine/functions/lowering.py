"""Compiled code of a traced function, by torch's Inductor.

The program of the trace is run once on values that write down torch's own operations, gradients and updates of variables
included. Variables go in as arguments and come out as results, so that the code itself has no effects.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.variables.in_place import in_place, replace

if TYPE_CHECKING:
    from tfshim.engine.graphs.executor import Program


class Unsuitable(Exception):
    """The program cannot be one list of operations on fixed shapes; the text says why."""


class NoCompiler(Unsuitable):
    """There is no C++ compiler, for any program."""


class Compilers:
    """Whether torch found a C++ compiler, and whether that was said if it found none."""

    missing = said = False


def compiled(graph: torch.fx.GraphModule, values: Sequence[torch.Tensor]) -> Callable[..., Any]:
    """Code for the operations of `graph`, for inputs shaped like `values`. Raises Unsuitable where Inductor does not get to it."""
    # Importing Inductor takes seconds, which only functions that are compiled are worth.
    from torch._inductor import compile as inductor

    layouts = [t.stride() for t in values]
    try:
        code = inductor(graph, list(values))
    except Exception as e:  # torch's own exceptions, and those of the compiler that it calls
        text = str(e).strip().split("\n")[0][:200]
        if "InvalidCxxCompiler" in f"{type(e).__name__} {text}":
            Compilers.missing = True
            _check_for_compiler()
        raise Unsuitable(f"torch's compiler fails ({type(e).__name__}: {text})") from e
    # The code does not look at strides: it would read and write beside a tensor that is laid out otherwise than the first was,
    # as a variable is after an update that code computed.
    return lambda *tensors: code(*[t if t.stride() == layout else _laid_out(t, layout) for t, layout in zip(tensors, layouts)])


def _laid_out(t: torch.Tensor, strides: Sequence[int]) -> torch.Tensor:
    return torch.empty_strided(t.shape, strides, dtype=t.dtype, device=t.device).copy_(t)


def _check_for_compiler() -> None:
    """Raise NoCompiler if torch has looked for a C++ compiler and found none."""
    if Compilers.missing:
        raise NoCompiler("torch's compiler needs a C++ compiler, and found none (install g++, or name one in the variable CXX)")


def traced(function: Callable[..., Any], *arguments: Any) -> torch.fx.GraphModule:
    """The operations of torch that `function` carries out on `arguments`. Raises Unsuitable where they depend on values."""
    from torch.fx.experimental.proxy_tensor import make_fx

    try:
        return make_fx(function, decomposition_table={torch.ops.aten.unfold_backward.default: _unfold_backward})(*arguments)
    except Exception as e:  # whatever a kernel asks of values that are not there
        text = str(e).strip().split("\n")[0][:200]
        raise Unsuitable(f"it asks for values while it is compiled ({type(e).__name__}: {text})") from e


def _unfold_backward(grad: torch.Tensor, sizes: Sequence[int], dim: int, size: int, step: int) -> torch.Tensor:
    """The gradient of `Tensor.unfold`, by slices: Inductor's own way counts positions twice, and writes beside its memory."""
    dim %= len(sizes)
    made = grad.new_zeros(sizes)
    end = step * (grad.shape[dim] - 1) + 1
    for k in range(size):
        part = torch.ops.aten.slice.Tensor(made, dim, k, k + end, step)
        made = torch.slice_scatter(made, part + grad.select(-1, k), dim, k, k + end, step)
    return made


def inputs_of(storages: Sequence[torch.Tensor], variables: Sequence[Any]) -> list[torch.Tensor]:
    """What code is made for: `storages` and the values of `variables`. Raises Unsuitable where there can be no code for them."""
    _check_for_compiler()
    if any(type(v._t) is not torch.Tensor for v in variables):
        raise Unsuitable("a variable has no value of numbers yet")
    return [t.detach() for t in (*storages, *(v._t for v in variables))]


class Changes:
    """Which of a program's variables it changes."""

    def __init__(self, variables: Sequence[Any]) -> None:
        self._variables = variables
        self.places: list[int] = []  # of those that change; known once the program has run

    def run(self, program: Callable[[], Any], states: Sequence[torch.Tensor]) -> tuple[Any, list[torch.Tensor]]:
        """What `program` gives while the variables have `states`, and the states of those that it changes afterwards."""
        before_run = [t._version for t in states]
        with in_place(*self._variables) as before:
            replace(self._variables, states)
            try:
                results = program()
            finally:
                after = replace(self._variables, before)
        # Assigned to, or changed in place, which torch counts in `_version`; the others need not be written back.
        self.places[:] = [i for i, (t, now, count) in enumerate(zip(states, after, before_run)) if now is not t or t._version != count]
        return results, [after[i] for i in self.places]

    def references(self) -> tuple[list[Any], list[tuple[Any, int | None]]]:
        """Weak references to the variables that change, and to all, each with its place among the former or None."""
        places = {id(self._variables[i]): n for n, i in enumerate(self.places)}
        return [weakref.ref(self._variables[i]) for i in self.places], [(weakref.ref(v), places.get(id(v))) for v in self._variables]


def lowered(program: Program, storages: list[torch.Tensor], variables: list[Any]) -> Callable[..., Any]:
    """A function of the storages that runs the compiled code and gives its results to the variables."""
    flat = inputs_of(storages, variables)
    count, changes = len(storages), Changes(variables)

    def run(*flat: torch.Tensor) -> list[Any]:
        states = [t.clone() for t in flat[count:]]  # tracing runs the program, which may change variables in place
        results, after = changes.run(lambda: program(*flat[:count]), states)
        return [t.detach() for t in (*(r for r in results if r is not None), *after)]

    code = compiled(traced(run, *flat), flat)
    writes, reads = changes.references()
    holes = [r is None for r in program._outputs]
    given = len(holes) - sum(holes)

    def call(tensors: list[torch.Tensor]) -> tuple[Any, ...]:
        enabled = torch.is_grad_enabled()
        torch._C._set_grad_enabled(False)  # a tenth of the time of `torch.no_grad`
        try:
            if writes:
                scope = in_place(*[r() for r in writes])
                with scope as held:
                    made = code(*tensors, *[r()._t if at is None else held[at] for r, at in reads])
                    scope.replace_storages(made[given:])
            else:
                made = code(*tensors, *[r()._t for r, _ in reads])
        finally:
            torch._C._set_grad_enabled(enabled)
        return with_holes(made[:given], holes)

    return call


def with_holes(values: Sequence[Any], holes: Sequence[bool]) -> tuple[Any, ...]:
    """`values`, with None where `holes` says so."""
    if len(values) == len(holes):
        return tuple(values)
    rest = iter(values)
    return tuple(None if hole else next(rest) for hole in holes)

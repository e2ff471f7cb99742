"""What a program does with variables and tapes outside of functions, as Debugger V2 shows it.

Making, reading and assigning a variable are operations, as in TensorFlow. Gradients of a tape, for which torch runs, are one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.variables.assign_methods import AssignMixin
from tfshim.engine.variables.variable import Variable

_UPDATES = {torch.Tensor.add_: "AssignAddVariableOp", torch.Tensor.sub_: "AssignSubVariableOp"}


class VariableUses:
    """Tells `execution` of them, from `begin` to `end`, where `looks_on` says so. The variable stands for the tensor of its handle."""

    def __init__(self, execution: Callable[..., None], looks_on: Callable[[], bool]) -> None:
        self._execution, self._looks_on = execution, looks_on
        self._around = {
            Around(Variable, "__init__"): self._made,
            Around(Variable, "_tfshim_value"): self._read,
            Around(Variable, "numpy"): self._copied,
            Around(AssignMixin, "assign"): self._assigned,
            Around(AssignMixin, "_update"): self._updated,
            Around(GradientTape, "gradient"): self._gradient,
        }

    def begin(self) -> None:
        """Start."""
        for method, function in self._around.items():
            method.add(function)

    def end(self) -> None:
        """Stop."""
        for method, function in self._around.items():
            method.remove(function)

    def _applies(self) -> bool:
        return TS.graph is None and self._looks_on()

    def _made(self, go_on: Callable[..., Any], variable: Any, *args: Any, **kwargs: Any) -> None:
        go_on(variable, *args, **kwargs)
        if self._applies() and variable._t is not None:
            self._execution("VarHandleOp", "", (), [variable])
            self._execution("AssignVariableOp", "", [variable, wrap(variable._t, variable._dt)], ())

    def _read(self, go_on: Callable[..., Any], variable: Any) -> Any:
        value = go_on(variable)
        if type(value) is EagerTensor and self._applies():
            self._execution("ReadVariableOp", "", [variable], [value])
        return value

    def _copied(self, go_on: Callable[..., Any], variable: Any) -> Any:
        if self._applies():
            self._execution("ReadVariableOp", "", [variable], [wrap(variable._t, variable._dt)])
        return go_on(variable)

    def _assigned(self, go_on: Callable[..., Any], variable: Any, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not self._applies():
            return go_on(variable, value, *args, **kwargs)
        value = variable._assignable(value)
        made = go_on(variable, value, *args, **kwargs)
        self._execution("AssignVariableOp", "", [variable, value], ())
        return made

    def _updated(self, go_on: Callable[..., Any], variable: Any, delta: Any, in_place: Any, *args: Any) -> Any:
        if not self._applies():
            return go_on(variable, delta, in_place, *args)
        delta = convert_to_tensor(delta, variable._dt)
        made = go_on(variable, delta, in_place, *args)
        self._execution(_UPDATES[in_place], "", [variable, delta], ())
        return made

    def _gradient(self, go_on: Callable[..., Any], tape: GradientTape, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
        made = go_on(tape, target, sources, *args, **kwargs)
        if self._applies():
            given = nest.flatten([target, sources], expand_composites=True)
            found = [g for g in nest.flatten(made, expand_composites=True) if g is not None]
            self._execution("SymbolicGradient", "", given, found)
        return made

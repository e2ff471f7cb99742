"""What a program does outside of functions beside the way of operations, as Debugger V2 shows it.

Making, reading and assigning a variable are operations, as in TensorFlow, and so are slices of tensors, and tensors that are filled.
Gradients of a tape, for which torch runs, are one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.array_ops import creation
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.variables.assign_methods import AssignMixin
from tfshim.engine.variables.variable import Variable

_UPDATES = {torch.Tensor.add_: "AssignAddVariableOp", torch.Tensor.sub_: "AssignSubVariableOp"}


class VariableUses:
    """Tells `execution` of them, from `begin` to `end`, where `looks_on` says so. The variable stands for the tensor of its handle.

    `how_many()`: how much was told so far, by whomever.
    """

    def __init__(self, execution: Callable[..., None], looks_on: Callable[[], bool], how_many: Callable[[], int]) -> None:
        self._execution, self._looks_on, self._how_many = execution, looks_on, how_many
        self._around = {
            Around(Variable, "__init__"): self._made,
            Around(Variable, "_tfshim_value"): self._read,
            Around(Variable, "numpy"): self._copied,
            Around(AssignMixin, "assign"): self._assigned,
            Around(AssignMixin, "_update"): self._updated,
            Around(GradientTape, "gradient"): self._gradient,
            Around(Tensor, "__getitem__"): self._sliced,
            Around(Variable, "__getitem__"): self._sliced_variable,
            Around(EagerTensor, "__iter__"): self._rows,
            Around(creation, "_filled"): self._filled,
            Around(creation, "_few_integers"): self._counted,
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

    def _sliced(self, go_on: Callable[..., Any], x: Any, key: Any) -> Any:
        return self._alone("StridedSlice", [x], go_on, x, key)

    def _sliced_variable(self, go_on: Callable[..., Any], variable: Any, key: Any) -> Any:
        made = go_on(variable, key)
        if type(made) is EagerTensor and self._applies():
            self._execution("StridedSlice", "", (), [made])
        return made

    def _rows(self, go_on: Callable[..., Any], x: EagerTensor) -> Any:
        return go_on(x) if not self._applies() else (self._alone("StridedSlice", [x], lambda row: row, row) for row in go_on(x))

    def _filled(self, go_on: Callable[..., Any], *args: Any) -> Any:
        return self._alone("Fill", (), go_on, *args)

    def _counted(self, go_on: Callable[..., Any], *args: Any) -> Any:
        return self._alone("Range", (), go_on, *args)

    def _alone(self, op_type: str, given: Sequence[Any], go_on: Callable[..., Any], *args: Any) -> Any:
        """What `go_on(*args)` gives: an operation of that type, unless it was made by others, which are told by themselves."""
        if not self._applies():
            return go_on(*args)
        before = self._how_many()
        made = go_on(*args)
        if type(made) is EagerTensor and self._how_many() == before:
            self._execution(op_type, "", given, [made])
        return made

    def _gradient(self, go_on: Callable[..., Any], tape: GradientTape, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
        made = go_on(tape, target, sources, *args, **kwargs)
        if self._applies():
            given = nest.flatten([target, sources], expand_composites=True)
            found = [g for g in nest.flatten(made, expand_composites=True) if g is not None]
            self._execution("SymbolicGradient", "", given, found)
        return made

"""What a program does outside of functions beside the way of operations, as Debugger V2 shows it.

Making, reading and assigning a variable are operations, as in TensorFlow, and so are slices of tensors, and tensors that are filled.
Gradients of a tape, for which torch runs, are one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.array_ops import creation
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.variables.assign_methods import AssignMixin
from tfshim.engine.variables.variable import Variable

_BINDING = ("tfshim.engine.ops.binding", "tfshim.engine.ops.op", "tfshim.engine.ops.static_arguments")
_UPDATES = {torch.Tensor.add_: "AssignAddVariableOp", torch.Tensor.sub_: "AssignSubVariableOp"}


def _unnamed(count: int) -> list[EagerTensor]:
    """As many tensors, for inputs that kernels take as numbers."""
    return [wrap(torch.zeros(())) for _ in range(count)]


class VariableUses:
    """Tells `recorder.execution` of them, from `begin` to `end`, where `recorder.looks_on` says so. The variable stands for its handle.

    `how_many()`: how much was told so far, by whomever.
    """

    def __init__(self, recorder: Any, how_many: Callable[[], int]) -> None:
        self._execution, self._looks_on, self._how_many = recorder.execution, recorder.looks_on, how_many
        self._notes, self._looking = recorder.notes, recorder.looking
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
            # TensorFlow's operations read the variables among their inputs unseen. Before this frame are functions put around.
            if sys._getframe(2).f_globals.get("__name__") not in _BINDING:
                self._execution("ReadVariableOp", "", [variable], [value])
            self._notes.read(variable, value)
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
        return self._alone("StridedSlice", [x, *_unnamed(3)], go_on, x, key)

    def _sliced_variable(self, go_on: Callable[..., Any], variable: Any, key: Any) -> Any:
        made = go_on(variable, key)
        if type(made) is EagerTensor and self._applies():
            self._execution("StridedSlice", "", [variable, *_unnamed(3)], [made])
        return made

    def _rows(self, go_on: Callable[..., Any], x: EagerTensor) -> Any:
        return (
            go_on(x) if not self._applies() else (self._alone("StridedSlice", [x, *_unnamed(3)], lambda row: row, row) for row in go_on(x))
        )

    def _filled(self, go_on: Callable[..., Any], *args: Any) -> Any:
        return self._alone("Fill", _unnamed(2), go_on, *args)

    def _counted(self, go_on: Callable[..., Any], *args: Any) -> Any:
        return self._alone("Range", _unnamed(3), go_on, *args)

    def _alone(self, op_type: str, given: Sequence[Any], go_on: Callable[..., Any], *args: Any) -> Any:
        """What `go_on(*args)` gives: an operation of that type, unless it was made by others, which are told by themselves."""
        if not self._applies():
            return go_on(*args)
        before = self._how_many()
        made = go_on(*args)
        if type(made) is EagerTensor and self._how_many() == before:
            self._execution(op_type, "", given, [made])
        return made

    def _gradient(
        self,
        go_on: Callable[..., Any],
        tape: GradientTape,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = "none",
    ) -> Any:
        made = go_on(tape, target, sources, output_gradients, unconnected_gradients)
        if not self._applies():
            return made
        targets, asked = (nest.flatten(x, expand_composites=True) for x in (target, sources))
        # Rows of a table are told for it, as one.
        whole = nest.flatten(made)
        found = whole if len(whole) == len(asked) else nest.flatten(made, expand_composites=True)
        weights = [None] * len(targets) if output_gradients is None else nest.flatten(output_gradients, expand_composites=True)
        places = [i for i, g in enumerate(found) if g is not None] if len(asked) == len(found) else []
        steps: list[Any] | None = None
        if places:
            steps = self._looking(self._notes.steps, targets, weights, [asked[i] for i in places])
            if not any(isinstance(found[i], IndexedSlices) for i in places):
                self._notes.ran(None, (targets, weights, [asked[i] for i in places]), [found[i] for i in places])
        if steps is None:
            given = nest.flatten(made, expand_composites=True)
            self._execution("SymbolicGradient", "", [*targets, *asked], [g for g in given if g is not None])
        for op_type, given, results in steps or ():
            self._execution(op_type, "", given, results)
        return made

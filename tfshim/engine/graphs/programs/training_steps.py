"""Programs that take gradients: how a step of training runs that is called again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._listing import LateBound
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.programs.arrays.array_steps import StepProgram
from tfshim.engine.graphs.programs.arrays.array_tapes import without_tapes
from tfshim.engine.values.readable import written_down

if TYPE_CHECKING:
    from tfshim.engine.graphs.captured.steps import CapturedStep
    from tfshim.engine.graphs.operation import Operation

# Most functions never take gradients often enough for it.
_late = LateBound("tfshim.engine.graphs.captured", {"steps": "captured_step"})
_CAPTURED_AT = 3  # which call


class CapturingStep(StepProgram):
    """A step that is captured as torch's calls when it is clear that it runs again and again, unless it runs on arrays."""

    _calls = 0
    _captured: CapturedStep | None = None

    def __call__(self, *storages: Any) -> tuple[Any, ...]:
        captured = self._captured
        if captured is not None:
            made = captured(storages)
            if made is not None:
                return made
        return super().__call__(*storages)

    def on_arrays(self, *storages: Any) -> list[torch.Tensor] | None:
        self._count()
        return super().on_arrays(*storages)

    def _count(self) -> None:
        if self._calls < _CAPTURED_AT:
            self._calls += 1
            if self._calls == _CAPTURED_AT:
                self._count_reached()

    def _count_reached(self) -> None:
        if self._step is None:
            self._capture()

    def _capture(self) -> None:
        self._captured = _late.captured_step(self)


class FunctionStep(CapturingStep):
    """The program of a traced function that takes gradients by tapes.

    When it is clear that the function is called again and again, what comes before the first update is written for arrays, where its
    tensors are small, or else captured.
    """

    def __init__(self, program: Program) -> None:
        # Whatever that has compiled already serves here too.
        self.__dict__.update(program.__dict__)
        self._step, self._rest, self._streams, self._failures = None, None, [], 0

    def _flat_nodes(self) -> Sequence[Operation]:
        return without_tapes(self._nodes)

    def _count_reached(self) -> None:
        self._prepare()
        super()._count_reached()

    def on_arrays(self, *storages: Any) -> list[torch.Tensor] | None:
        self._count()
        return None if self._step is None or written_down() else super().on_arrays(*storages)


def for_calls(program: Program) -> Program:
    """`program`, of a function, for calls of it that no graph and no tape is around."""
    return FunctionStep(program) if any(n.kind == "_Gradient" for n in program.needed()) else program

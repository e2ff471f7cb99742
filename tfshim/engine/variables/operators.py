"""Operators such as `+` for tensors and variables alike."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.after_write import AfterWrite
from tfshim.engine.variables.variable import Variable


def install_operator(operator: str, function: Callable[..., Any], *, reflected: bool = False) -> None:
    """Give tensors and variables the operator `operator`, e.g. `__add__`; variables are read first."""
    setattr(Tensor, operator, function)

    @functools.wraps(function)
    def on_variable(self: Any, *args: Any) -> Any:
        value = self._tfshim_value()
        if type(value) is EagerTensor:
            return function(value, *args)
        if TS.graph is not None:
            TS.graph._read_by_operator(self, value)
        return getattr(type(value), operator)(value, *args)

    setattr(Variable, operator, on_variable)
    setattr(AfterWrite, operator, on_variable)

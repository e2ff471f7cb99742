"""The values of converted code: which are undefined, which are tensors to come."""

import sys
from typing import Any

from malt.operators.variables import Undefined, UndefinedReturnValue

from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor


def is_symbolic(x: Any) -> bool:
    """Whether `x` is a tensor of a graph."""
    return isinstance(x, SymbolicTensor)


def is_undefined(x: Any) -> bool:
    """Whether the symbol with this value was not assigned yet."""
    return isinstance(x, (Undefined, UndefinedReturnValue))


class _Public:
    """The names of the `tf` namespace, looked up when they are used: converted code calls them, the engine does not."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.modules["tfshim"], name)


tf = _Public()

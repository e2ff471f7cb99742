"""What the nodes of a program have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import everything
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_SHOWS = frozenset(("Assert", "NoOp", "PrintV2"))  # whose effects concern no variable


def is_function(x: Any) -> bool:
    """Whether an argument of a node is a function, traced or of Python."""
    return hasattr(x, "building_function") or callable(x) and not isinstance(x, Tensor)


class Written:
    """The variables that nodes may have changed."""

    def __init__(self) -> None:
        self.variables: set[int] = set()
        self.every = False

    def note(self, node: Operation) -> None:
        """`node` has effects."""
        changed = 0
        for x in everything(node.arguments):
            if is_variable(x):
                self.variables.add(id(x))
                changed += 1
            elif hasattr(x, "building_function") or hasattr(x, "trainable_variables"):
                self.every = True  # what a function changes is not looked for
        if not changed and node.kind not in _SHOWS:
            self.every = True  # as Python does

    def has(self, variable: Any) -> bool:
        """Whether `variable` is among them."""
        return self.every or id(variable) in self.variables

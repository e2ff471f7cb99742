"""What an assignment in a graph gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.runtime.state import TS
from tfshim.engine.variables.variable import _UnreadVariable

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

    Variable: TypeAlias = Any  # of any class, those of graphs too


class AfterWrite(_UnreadVariable):
    """The variable after an assignment in a graph.

    Reading it gives the value that was assigned, but in functions what the variable holds then: others may have been assigned since.
    Everything else is the variable's own.
    """

    def __init__(self, variable: Variable, result: Tensor) -> None:
        self._origin, self._result = variable, result

    def _tfshim_value(self) -> Tensor:
        graph = TS.graph
        if graph is None:
            return self._result
        if not graph._shows_reads_of_updates():
            return self._origin._tfshim_value()
        graph._read_of_update(self._origin, self._result)
        return self._result

    def value(self) -> Tensor:
        """The assigned value."""
        graph = TS.graph
        return self._result if graph is None or graph._shows_reads_of_updates() else self._origin.value()

    read_value = value
    op = property(lambda self: self._result.op, doc="The operation that assigns.")

    @property
    def name(self) -> str:
        """The name of that operation; functions have one for all of them."""
        return "UnreadVariable" if self._result.graph.building_function else self._result.op.name

    def eval(self, session: Any = None) -> Any:
        """Assign, and give the assigned value, in `session` or the default session."""
        return self._result.eval(session=session)

    def _as_graph_element(self) -> Tensor:
        return self._result

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    __str__ = __repr__


def _of_origin(name: str) -> property:
    """The attribute `name` as the variable has it, which may be of another class."""
    return property(lambda self: getattr(self._origin, name), lambda self, value: setattr(self._origin, name, value))


for _name in dir(_UnreadVariable):
    if not _name.startswith("__") and _name != "_tfshim_kind" and _name not in vars(AfterWrite):
        setattr(AfterWrite, _name, _of_origin(_name))
AfterWrite.__name__ = AfterWrite.__qualname__ = _UnreadVariable.__name__
AfterWrite.__module__ = _UnreadVariable.__module__

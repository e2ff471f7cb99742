"""What an assignment in a graph gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import VARIABLE

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

    Variable: TypeAlias = Any  # of variables.variable, above this module


class AfterWrite:
    """The variable after an assignment in a graph.

    Reading it gives the value that was assigned, but in functions what the variable holds then: others may have been assigned since.
    """

    _tfshim_kind = VARIABLE

    def __init__(self, variable: Variable, result: Tensor) -> None:
        self._variable, self._result = variable, result

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_variable"], name)

    def _tfshim_value(self) -> Tensor:
        graph = TS.graph
        if graph is None:
            return self._result
        if not graph._shows_reads_of_updates():
            return self._variable._tfshim_value()
        graph._read_of_update(self._variable, self._result)
        return self._result

    def value(self) -> Tensor:
        """The assigned value."""
        graph = TS.graph
        return self._result if graph is None or graph._shows_reads_of_updates() else self._variable.value()

    read_value = value
    op = property(lambda self: self._result.op, doc="The operation that assigns.")
    dtype = property(lambda self: self._variable.dtype, doc="The `tf.DType`.")
    name = property(lambda self: self._result.op.name, doc="The name of that operation.")

    def eval(self, session: Any = None) -> Any:
        """Assign, and give the assigned value, in `session` or the default session."""
        return self._result.eval(session=session)

    def _as_graph_element(self) -> Tensor:
        return self._result

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self._variable.shape} dtype={self.dtype.name}>"

"""Statistics of operations, such as how many additions and multiplications they take, by functions that programs register."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_private

_functions: dict[str, Callable[..., Any]] = {}


@tf_private("tensorflow.python.framework.ops.OpStats")
class OpStats:
    """One statistic: its type, such as "flops", and its value, None while that is not known."""

    def __init__(self, statistic_type: str, value: float | None = None) -> None:
        self.statistic_type, self.value = statistic_type, value

    @property
    def statistic_type(self) -> str:
        """What is counted."""
        return self._statistic_type

    @statistic_type.setter
    def statistic_type(self, statistic_type: str) -> None:
        self._statistic_type = statistic_type

    @property
    def value(self) -> float | None:
        """How many."""
        return self._value

    @value.setter
    def value(self, value: float | None) -> None:
        self._value = value

    def __iadd__(self, other: OpStats) -> OpStats:
        if other.statistic_type != self.statistic_type:
            raise ValueError(f"Can't add an OpStat of type {self.statistic_type} to one of {other.statistic_type}.")
        self.value = other.value if self.value is None else self.value if other.value is None else self.value + other.value
        return self


@tf_private("tensorflow.python.framework.ops.RegisterStatistics")
class RegisterStatistics:
    """Decorator: `function(graph, node)` gives the OpStats of operations of type `op_type`.

    `statistic_type`: which statistic. Raises TypeError for an `op_type` that is no str or has a comma in it, KeyError where one is
    registered already.
    """

    def __init__(self, op_type: str, statistic_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string.")
        if "," in op_type:
            raise TypeError("op_type must not contain a comma.")
        if not isinstance(statistic_type, str):
            raise TypeError("statistic_type must be a string.")
        if "," in statistic_type:
            raise TypeError("statistic_type must not contain a comma.")
        self._key = f"{op_type},{statistic_type}"

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        if self._key in _functions:
            where = _functions[self._key].__code__
            raise KeyError(
                f"Registering two statistical functions with name '{self._key}'! (Previous registration was in {where.co_name} "
                f"{where.co_filename}:{where.co_firstlineno})"
            )
        _functions[self._key] = f
        return f


@tf_private("tensorflow.python.framework.ops.get_stats_for_node_def")
def get_stats_for_node_def(graph: Any, node: Any, statistic_type: str) -> OpStats:
    """The OpStats of `node`, a NodeDef of `graph`; without a value where no function is registered for its type."""
    function = _functions.get(f"{node.op},{statistic_type}")
    return OpStats(statistic_type) if function is None else function(graph, node)

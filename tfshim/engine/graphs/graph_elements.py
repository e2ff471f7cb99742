"""How tensors and operations of a graph are found by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor


class Elements:
    """What a graph has of look-ups. `_operations` of the graph is the list of its nodes, `_by_name` finds them."""

    if TYPE_CHECKING:  # what the graph has
        _operations: list[Operation]
        _by_name: dict[str, Operation]

    def get_operations(self) -> list[Operation]:
        """The operations in the order in which they were added."""
        return [o for o in self._operations if o.stands_for is None and not o.type.startswith("_")]

    @property
    def operations(self) -> list[Operation]:
        """The same as `get_operations()`."""
        return self.get_operations()

    def num_operations(self) -> int:
        """How many operations there are."""
        return len(self.get_operations())

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation `name`. Raises KeyError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """The tensor `name`, such as `MatMul:0`. Raises KeyError or ValueError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """The tensor or operation that `obj`, a name or an element, refers to.

        Raises KeyError for names that are not in the graph, ValueError for what is no name or belongs to another graph, TypeError
        for anything else.
        """
        # What nearly all fetches and feeds are.
        kind: Any = type(obj)
        if (kind is SymbolicTensor and allow_tensor or kind is Operation and allow_operation) and obj.graph is self:
            return obj
        wanted = " or ".join(["Tensor"] * allow_tensor + ["Operation"] * allow_operation)
        if not wanted:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, bytes):
            obj = obj.decode()
        if isinstance(obj, str):
            return self._by_text(obj, allow_tensor, allow_operation)
        for kind, allowed in ((SymbolicTensor, allow_tensor), (Operation, allow_operation)):
            if isinstance(obj, kind) and allowed:
                if obj.graph is not self:
                    raise ValueError(f"{'Tensor' if kind is SymbolicTensor else 'Operation'} {obj} is not an element of this graph.")
                return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _by_text(self, name: str, allow_tensor: bool, allow_operation: bool) -> Any:
        form = 'Tensor names must be of the form "<op_name>:<output_index>".'
        if ":" in name and allow_tensor:
            op_name, _, index = name.rpartition(":")
            if name.count(":") > 1 or not index.isdigit():
                raise ValueError(f"The name {name!r} looks a like a Tensor name, but is not a valid one. {form}")
            if op_name not in self._by_name:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not exist in the graph."
                )
            outputs = self._by_name[op_name].outputs
            if int(index) >= len(outputs):
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists but only "
                    f"has {len(outputs)} outputs."
                )
            return outputs[int(index)]
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a Operation.")
        if allow_operation:
            if name not in self._by_name:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
            return self._by_name[name]
        what = "refers to an Operation, not a Tensor" if name in self._by_name else "looks like an (invalid) Operation name, not a Tensor"
        raise ValueError(f"The name {name!r} {what}. {form}")

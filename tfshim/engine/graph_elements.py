"""How tensors and operations of a graph are found by their names."""

from tfshim.engine.operation import Operation
from tfshim.engine.symbolic_tensor import SymbolicTensor


class Elements:
    """What a graph has of look-ups. `_operations` of the graph is the list of its nodes, `_by_name` finds them."""

    def get_operations(self):
        """The operations in the order in which they were added."""
        return [o for o in self._operations if not o.type.startswith("_")]

    def get_operation_by_name(self, name):
        """The operation `name`. Raises KeyError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.") from None

    def get_tensor_by_name(self, name):
        """The tensor `name`, such as `MatMul:0`. Raises KeyError or ValueError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        op_name, colon, index = name.rpartition(":")
        if not colon or not index.isdigit():
            raise ValueError(f"The name {name!r} looks like an (invalid) Operation name, not a Tensor. Tensor names must be of "
                             'the form "<op_name>:<output_index>".')
        if op_name not in self._by_name:
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not "
                           "exist in the graph.")
        outputs = self._by_name[op_name].outputs
        if int(index) >= len(outputs):
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists but "
                           f"only has {len(outputs)} outputs.")
        return outputs[int(index)]

    def as_graph_element(self, obj, allow_tensor=True, allow_operation=True):
        """The tensor or operation that `obj`, a name or an element, stands for."""
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, str):
            if ":" in obj and allow_tensor:
                return self.get_tensor_by_name(obj)
            if allow_operation:
                return self.get_operation_by_name(obj)
            raise ValueError(f"{obj!r} is not the name of a tensor.")
        if isinstance(obj, SymbolicTensor) and allow_tensor or isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"{obj} is not an element of this graph.")
            return obj
        wanted = " or ".join(["a Tensor"] * allow_tensor + ["Operation" if allow_tensor else "an Operation"] * allow_operation)
        raise TypeError(f"Can not convert a {type(obj).__name__} into {wanted}.")

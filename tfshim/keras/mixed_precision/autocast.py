"""Variables that layers see in the dtype they compute in."""

import functools

from tfshim.array_ops.casting import cast
from tfshim.engine.graphs.graph_variable import GraphVariable
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import printing
from tfshim.engine.variables.variable import ResourceVariable
from tfshim.keras.engine.context import CALLS


class AutoCastVariable(ResourceVariable):
    """A variable whose value is cast to the compute dtype of the layer that is being called; elsewhere as any other."""

    __module__ = "keras.src.mixed_precision.autocast_variable"

    true_dtype = property(lambda self: self.dtype, doc="The dtype of the variable itself.")
    _cast_dtype = property(lambda self: CALLS.autocast or self.dtype)

    def _tfshim_value(self):
        graph, wanted = TS.graph, CALLS.autocast
        is_operand = graph is not None and graph._reads_operand
        value = super()._tfshim_value()
        if wanted is None or wanted is self._dt:
            return value
        if is_operand and isinstance(value, SymbolicTensor):
            return graph._cast_operand(value, lambda name: cast(value, wanted, name))
        return cast(value, wanted)

    def __repr__(self):
        head = f"<AutoCastVariable '{self.name}' shape={self.shape} dtype={self.dtype.name} dtype_to_cast_to={self._cast_dtype.name}"
        if TS.graph is not None:
            return head + ">"
        return f"{head}, {printing.value_text(self.value())}>"

    __str__ = __repr__


def auto_cast(variable):
    """`variable` itself, from now on an `AutoCastVariable`."""
    if type(variable) is ResourceVariable:
        # The same object: whatever has it already, a checkpoint say, has the cast one too.
        variable.__class__ = AutoCastVariable
    elif not isinstance(variable, AutoCastVariable):
        if "_strategy" in variable.__dict__:
            variable.__class__ = _casting(type(variable), "AutoCastDistributedVariable")
        elif isinstance(variable, GraphVariable):
            variable.__class__ = _casting(type(variable), "AutoCastVariable")
    return variable


@functools.cache
def _casting(kind, name):
    """The subclass of `AutoCastVariable` that is also a variable of class `kind`, a strategy's or a graph's."""
    return type(name, (AutoCastVariable, kind), {"__module__": AutoCastVariable.__module__})

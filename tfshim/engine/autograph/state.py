"""The values of converted code: which are undefined, which are tensors to come."""

from malt.operators.variables import Undefined, UndefinedReturnValue

from tfshim.engine.graph import SymbolicTensor


def is_symbolic(x):
    """Whether `x` is a tensor of a graph."""
    return isinstance(x, SymbolicTensor)


def is_undefined(x):
    """Whether the symbol with this value was not assigned yet."""
    return isinstance(x, (Undefined, UndefinedReturnValue))

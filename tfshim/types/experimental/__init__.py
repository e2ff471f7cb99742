"""`tf.types.experimental`: the interfaces of functions, their types and what goes for a tensor."""

from tfshim._listing import listing
from tfshim.engine.values.trace_type import TraceType
from tfshim.types.experimental import distributed
from tfshim.types.experimental.functions import (
    AtomicFunction,
    Callable,
    ConcreteFunction,
    FunctionType,
    GenericFunction,
    PolymorphicFunction,
    SupportsTracingProtocol,
    TensorLike,
)

__all__ = """
    AtomicFunction Callable ConcreteFunction FunctionType GenericFunction PolymorphicFunction SupportsTracingProtocol TensorLike
    TraceType distributed
""".split()
__dir__ = listing(globals())

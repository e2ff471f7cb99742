"""Functions as types."""

import abc
import typing

import numpy as np

from tfshim.engine.functions.atomic_function import AtomicFunction as _Atomic
from tfshim.engine.functions.concrete_function import ConcreteFunction as _Concrete
from tfshim.engine.functions.function import Function as _Function
from tfshim.engine.functions.function_type import FunctionType
from tfshim.engine.values.tensor import Tensor


class Callable(metaclass=abc.ABCMeta):
    """The base of what traced functions are. Mirrors `tf.types.experimental.Callable`."""

    @property
    @abc.abstractmethod
    def function_type(self):
        """The `FunctionType`."""

    @abc.abstractmethod
    def __call__(self, *args, **kwargs):
        """Run it."""


class AtomicFunction(Callable):
    """A function that takes flat tensors. Mirrors `tf.types.experimental.AtomicFunction`."""

    @abc.abstractmethod
    def call_with_captures(self, args, kwargs, captures):
        """Run it with what it captured given as well."""


class ConcreteFunction(Callable):
    """The base of what `get_concrete_function` gives. Mirrors `tf.types.experimental.ConcreteFunction`."""

    @property
    @abc.abstractmethod
    def inference_fn(self):
        """The function without its gradient."""


class PolymorphicFunction(Callable):
    """The base of what `tf.function` gives. Mirrors `tf.types.experimental.PolymorphicFunction`."""

    @abc.abstractmethod
    def get_concrete_function(self, *args, **kwargs):
        """The trace for arguments of these types."""

    @abc.abstractmethod
    def experimental_get_compiler_ir(self, *args, **kwargs):
        """The compiler's form of the trace."""


GenericFunction = PolymorphicFunction
AtomicFunction.register(_Atomic)
ConcreteFunction.register(_Concrete)
PolymorphicFunction.register(_Function)


@typing.runtime_checkable
class SupportsTracingProtocol(typing.Protocol):
    """What says itself by which type it is traced. Mirrors `tf.types.experimental.SupportsTracingProtocol`."""

    def __tf_tracing_type__(self, context):
        """The `TraceType` of this value."""


TensorLike = typing.Union[Tensor, int, float, bool, str, bytes, complex, tuple, list, np.ndarray, np.generic]  # noqa: UP007 - as in TensorFlow

__all__ = [
    "AtomicFunction",
    "Callable",
    "ConcreteFunction",
    "FunctionType",
    "GenericFunction",
    "PolymorphicFunction",
    "SupportsTracingProtocol",
    "TensorLike",
]

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
    """The base of what traced functions are. Mirrors `tf.types.experimental.Callable`.

    It is for annotations and `isinstance` in libraries: whatever can be called with tensors and says its types by `function_type`. A
    `tf.types.experimental.ConcreteFunction`, which is one trace, derives from it, and so does a
    `tf.types.experimental.PolymorphicFunction`, which makes traces as it is called. Ordinary Python functions do not, though they can
    be called as well; `tf.function` makes one of them. The class has no constructor of use to a program.

    Example:
        >>> double = tf.function(lambda x: 2 * x)
        >>> isinstance(double, tf.types.experimental.Callable)
        True
        >>> isinstance(double.get_concrete_function(tf.TensorSpec([])), tf.types.experimental.Callable)
        True
        >>> isinstance(len, tf.types.experimental.Callable)
        False
    """

    @property
    @abc.abstractmethod
    def function_type(self):
        """The `FunctionType`."""

    @abc.abstractmethod
    def __call__(self, *args, **kwargs):
        """Run it."""


class AtomicFunction(Callable):
    """The base of functions that take flat tensors, as the runtime calls them. Mirrors `tf.types.experimental.AtomicFunction`.

    It is for annotations and `isinstance` in libraries that work on traces: what a `tf.types.experimental.ConcreteFunction` calls at
    last, without structures among its arguments, with what it captured given as well. `function_type` tells the types of its
    parameters. Programs do not make it, and what `tf.function` gives here is none: it belongs to how TensorFlow itself is built.
    `call_with_captures` is its method, and `call_flat` of a class that derives from it takes a list of tensors.

    Example:
        >>> issubclass(tf.types.experimental.AtomicFunction, tf.types.experimental.Callable)
        True
    """

    @abc.abstractmethod
    def call_with_captures(self, args, kwargs, captures):
        """Run the function with what it captured given as well. Mirrors `tf.types.experimental.AtomicFunction.call_with_captures`.

        It stands in the base class, for annotations. What a function captures are tensors and variables from outside of it; usually
        they are kept with the function, and this lets a caller give others of the same types, as those of another copy of a model.

        Arguments:
            args: the arguments by position, a sequence.
            kwargs: the arguments by name, a dictionary.
            captures: a tensor for each capture, a sequence.

        Returns:
            What the function gives.

        Example:
            >>> import inspect
            >>> list(inspect.signature(tf.types.experimental.AtomicFunction.call_with_captures).parameters)
            ['self', 'args', 'kwargs', 'captures']
        """


class ConcreteFunction(Callable):
    """The base of what `get_concrete_function` gives. Mirrors `tf.types.experimental.ConcreteFunction`.

    It is for annotations and `isinstance`: one trace of a function, with a graph for arguments of certain types, where what
    `tf.function` gives has one for each signature. It is called with tensors of these types, and raises TypeError for others instead
    of tracing anew. Its `graph` shows the operations, `structured_input_signature` and `structured_outputs` the types;
    `tf.saved_model.save` takes it as a signature. The class has no constructor of use to a program.

    Example:
        >>> trace = tf.function(lambda x: 2 * x).get_concrete_function(tf.TensorSpec([2], tf.int32))
        >>> isinstance(trace, tf.types.experimental.ConcreteFunction)
        True
        >>> trace(tf.constant([1, 2])).numpy().tolist()
        [2, 4]
        >>> trace.structured_outputs.shape
        TensorShape([2])
    """

    @property
    @abc.abstractmethod
    def inference_fn(self):
        """The function without its gradient."""


class PolymorphicFunction(Callable):
    """The base of what `tf.function` gives, the same class as `tf.types.experimental.PolymorphicFunction`. Mirrors
    `tf.types.experimental.GenericFunction`.

    It is for `isinstance` and annotations: a library asks whether a callable is traced before it is called, and whether
    `get_concrete_function` and `experimental_get_compiler_ir` are there. A function of this kind has a trace for each signature of
    its arguments, where a `tf.types.experimental.ConcreteFunction` is one trace. It is not made by its own name: `tf.function` makes
    what derives from it. A method that is decorated is one, too, as soon as it is bound to an object.

    Example:
        >>> double = tf.function(lambda x: 2 * x)
        >>> isinstance(double, tf.types.experimental.GenericFunction)
        True
        >>> isinstance(len, tf.types.experimental.GenericFunction)
        False
    """

    @abc.abstractmethod
    def get_concrete_function(self, *args, **kwargs):
        """Give the trace for arguments of these types. Mirrors `tf.types.experimental.PolymorphicFunction.get_concrete_function`.

        It stands here in the base class, for annotations; what `tf.function` gives overrides it. The function is traced where
        there is no trace for these types yet, and not run. `tf.saved_model.save` takes a trace as a signature, and its
        `graph` shows the operations.

        Arguments:
            *args: arguments like those of a call, or `tf.TensorSpec`s in the place of tensors.
            **kwargs: the same by name.

        Returns:
            A `tf.types.experimental.ConcreteFunction`.

        Example:
            >>> double = tf.function(lambda x: 2 * x)
            >>> trace = double.get_concrete_function(tf.TensorSpec([None]))
            >>> trace(tf.constant([1.0, 2.0])).numpy().tolist()
            [2.0, 4.0]
        """

    @abc.abstractmethod
    def experimental_get_compiler_ir(self, *args, **kwargs):
        """Give what the compiler made of the function. Mirrors `tf.types.experimental.PolymorphicFunction.experimental_get_compiler_ir`.

        It stands here in the base class, for annotations; what `tf.function(jit_compile=True)` gives overrides it. Its text is for
        reading, to see what was put together, and depends on the release.

        Arguments:
            *args: arguments like those of a call, or `tf.TensorSpec`s in their place.
            **kwargs: the same by name.

        Returns:
            A function that takes the `stage`, a str, and gives the text.

        Example:
            >>> method = tf.types.experimental.GenericFunction.experimental_get_compiler_ir
            >>> callable(method), hasattr(tf.function(lambda x: x), "experimental_get_compiler_ir")
            (True, True)
        """


GenericFunction = PolymorphicFunction
AtomicFunction.register(_Atomic)
ConcreteFunction.register(_Concrete)
PolymorphicFunction.register(_Function)


@typing.runtime_checkable
class SupportsTracingProtocol(typing.Protocol):
    """What says itself by which type it is traced. Mirrors `tf.types.experimental.SupportsTracingProtocol`.

    A class whose objects a `tf.function` takes as arguments, and which are of no class that TensorFlow knows, defines
    `__tf_tracing_type__(self, context)`, which gives a `tf.types.experimental.TraceType`: a call with an object of a type that was
    traced before uses that trace, and others make a new one. Without it, the object itself is compared, so that a new object means a
    new trace. It is a protocol: `isinstance` looks for the method, and no class has to derive from it.

    Example:
        >>> class Named:
        ...     def __tf_tracing_type__(self, context):
        ...         return tf.TensorSpec([])
        >>> isinstance(Named(), tf.types.experimental.SupportsTracingProtocol)
        True
        >>> isinstance("text", tf.types.experimental.SupportsTracingProtocol)
        False
    """

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

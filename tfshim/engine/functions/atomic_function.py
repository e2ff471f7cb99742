"""`ConcreteFunction.inference_fn`: a traced function without its gradient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.functions.function_type import FunctionType
from tfshim.engine.functions.other_variables import with_variables
from tfshim.engine.runtime.context import stop_recording
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph


class AtomicFunction:
    """A trace whose result no tape follows, and which may be given what it captures. Mirrors the object of that name."""

    __module__ = "tensorflow.python.eager.polymorphic_function.atomic_function"

    def __init__(self, concrete: Any) -> None:
        self._concrete = concrete  # a ConcreteFunction, which is above this module

    @property
    def name(self) -> bytes:
        """The name of the function in graphs."""
        return self._concrete.name

    @property
    def graph(self) -> FuncGraph:
        """The FuncGraph."""
        return self._concrete.graph

    @property
    def function_type(self) -> FunctionType:
        """The types of parameters, of what is captured and of the result."""
        return self._concrete.function_type

    @property
    def definition(self) -> Any:
        """The FunctionDef message."""
        return self._concrete.function_def

    cached_definition = definition

    @property
    def attributes(self) -> Any:
        """The attributes of the function in graphs."""
        return self.graph.attributes

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call with the arguments of the Python function. Raises ValueError where the function captures anything."""
        if self.function_type.captures:
            raise ValueError("The FunctionType defines captured inputs. Use call_with_captures instead.")
        return self.call_with_captures(args, kwargs, [])

    def call_with_captures(self, args: Sequence[Any], kwargs: dict[str, Any], captures: Sequence[Any]) -> Any:
        """Call with the arguments of the Python function, and handles or variables of its own kinds for `captures`.

        Raises:
            TypeError: a tensor of another dtype than the traced one.
            ValueError: another number of captures.
            NotImplementedError: another tensor than the captured one.
        """
        concrete = self._given(captures)
        for x, p in zip(nest.flatten((list(args), kwargs), expand_composites=True), concrete.graph.inputs):
            if isinstance(x, Tensor) and x.dtype != p.dtype:
                raise TypeError(f"Can not cast {TensorSpec(x.shape, x.dtype)!r} to {TensorSpec(p.shape, p.dtype)!r}")
        with stop_recording():
            return concrete(*args, **kwargs)

    def call_preflattened(self, args: Sequence[Any]) -> Any:
        """Call with tensors for the inputs and what is captured after them; the result has the structure of the Python function's."""
        count = len(self.graph.inputs)
        wanted = count + len(self.function_type.captures)
        if len(args) != wanted:
            raise ValueError(f"Signature specifies {wanted} arguments, got: {len(args)}.")
        concrete = self._given(args[count:])
        with stop_recording():
            return concrete._call_flat([convert_to_tensor(x) for x in args[:count]])

    def call_flat(self, *args: Any) -> list[Any]:
        """The same, with the arguments one by one, and the flat list of results."""
        return nest.flatten(self.call_preflattened(args), expand_composites=True)

    def _given(self, captures: Sequence[Any]) -> Any:
        """The trace with what is given for what it captures."""
        known = self.graph.external_captures
        if len(captures) != len(known):
            raise ValueError(f"Signature specifies {len(known)} captured inputs, got: {len(captures)}.")
        variables, given = [], []
        for x, held in zip(captures, known):
            if held.dtype == dtypes.resource and is_variable(held._t[()]):
                variables.append(held._t[()])
                given.append(x if is_variable(x) else x._t[()])
            elif x is not held and held.dtype != dtypes.resource:
                raise refused("tf.types.experimental.ConcreteFunction", "other variables")
        if all(a is b for a, b in zip(given, variables)):
            return self._concrete
        made = with_variables(self._concrete, variables, given, self._concrete._name)
        if made is None:
            raise refused("tf.types.experimental.ConcreteFunction", "other variables")
        return made

    def __str__(self) -> str:
        return f"<AtomicFunction> {self._concrete._name}{self.function_type}"

    def __repr__(self) -> str:
        return f"AtomicFunction(name={self.name!r}, function_type={self.function_type!r})"

"""Declaring the gradient of an operation of TensorFlow with its other operations.

    @gradient_of("Tanh")
    def tanh(op, grad):
        return raw("TanhGrad", [op.outputs[0], grad], [like(grad)])

The function gets the operation as it is written, its inputs and attributes as TensorFlow declares them, and the gradients of its
outputs, None where nothing comes back. It gives the gradient of the only input, or a list for all, None where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from tfshim.engine.ops.attr_values import value_of
from tfshim.engine.ops.op_defs import find
from tfshim.protos.tensors import get_static_value

Function = TypeVar("Function", bound=Callable[..., Any])

_GRADIENTS: dict[str, Callable[..., Any]] = {}


def gradient_of(*op_types: str) -> Callable[[Function], Function]:
    """A decorator for the gradient of TensorFlow's operations of these types."""

    def decorate(function: Function) -> Function:
        for op_type in op_types:
            if op_type in _GRADIENTS:
                raise ValueError(f"two gradients for {op_type}")
            _GRADIENTS[op_type] = function
        return function

    return decorate


def without_gradient(*op_types: str) -> None:
    """Declare that nothing flows back through operations of these types."""
    gradient_of(*op_types)(_nothing)


def _nothing(op: Any, *grads: Any) -> None:
    return None


def gradient_for(op_type: str) -> Callable[..., Any] | None:
    """The gradient of operations of this type, or None."""
    return _GRADIENTS.get(op_type)


class Written:
    """An operation as it is written: `type`, `inputs`, `outputs` and attributes. `skipped`: the places of inputs whose gradients a tape
    leaves out; gradients of graphs leave out none."""

    def __init__(self, message: Any, inputs: Sequence[Any], outputs: Sequence[Any], skipped: Iterable[int] = ()) -> None:
        self.type, self.name, self._message = message.op, message.name, message
        self.kind = self.type  # as operations have it
        self.inputs, self.outputs, self.skipped = inputs, outputs, frozenset(skipped)

    def get_attr(self, name: str) -> Any:
        """An attribute, its default where the node does not say it; dtypes are DTypes, text is str, lists are lists."""
        if name not in self._message.attr:
            definition: Any = find(self.type)
            return definition.attrs[name].default
        value = value_of(self._message.attr[name])
        return value.decode() if isinstance(value, bytes) else value

    def number(self, at: int) -> Any:
        """The value of the input number `at`, an array, where it is known; else None."""
        return get_static_value(self.inputs[at])

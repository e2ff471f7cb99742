"""TensorFlow's registry of gradients: what programs registered, and what they put in the place of TensorFlow's own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.graph_gradients import by_operation
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.ops import op_defs, registered_gradients
from tfshim.engine.ops.op import REGISTRY
from tfshim.private.eager.recorded import gradients_of_run

_LOCATION = ("UNKNOWN",) * 5  # where a function was registered, which is not noted


@functools.cache
def _own(kind: str) -> Callable[..., Any]:
    """TensorFlow's gradient of operations of type `kind`, as a function of an operation and of the gradients of its outputs."""

    def gradient(op: Any, *grads: Any) -> Any:
        return by_operation.of_operation(op, *grads) if isinstance(op, Operation) else gradients_of_run(op, grads)

    gradient.__name__ = f"_{kind}Grad"
    return gradient


def _is_own(kind: str) -> bool:
    return kind not in registered_gradients._registry and op_defs.find(kind) is not None


def _function(kind: str) -> Callable[..., Any] | None:
    if kind in registered_gradients._registry:
        return registered_gradients._registry[kind]
    if kind in registered_gradients.replaced:
        return registered_gradients.replaced[kind]
    known = REGISTRY.get(kind)
    return None if known is not None and known.grad is None else _own(kind)


class _Entry(dict[str, Any]):
    """What is registered for one type of operation: setting "type", the function, changes the gradient itself."""

    def __init__(self, kind: str) -> None:
        super().__init__(type=_function(kind), location=_LOCATION)
        self._kind = kind

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        if key == "type":
            _put(self._kind, value)


def _put(kind: str, function: Callable[..., Any] | None) -> None:
    if not _is_own(kind):
        registered_gradients._registry[kind] = function
        return
    registered_gradients.replaced.pop(kind, None)
    if function is not _function(kind):
        registered_gradients.replaced[kind] = function


class _Entries(MutableMapping[str, Any]):
    """The type of an operation -> {"type": its gradient function, None for none, "location": where it was registered}."""

    def __getitem__(self, kind: str) -> _Entry:
        if kind not in registered_gradients._registry and not _is_own(kind):
            raise KeyError(kind)
        return _Entry(kind)

    def __setitem__(self, kind: str, entry: Mapping[str, Any]) -> None:
        _put(kind, entry["type"])

    def __delitem__(self, kind: str) -> None:
        """Forget what a program registered; an operation of TensorFlow has its own gradient again."""
        if registered_gradients._registry.pop(kind, self) is self and registered_gradients.replaced.pop(kind, self) is self:
            raise KeyError(kind)

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys([*op_defs.names(), *registered_gradients._registry])

    def __len__(self) -> int:
        return sum(1 for _ in self)


class GradientRegistry:
    """The gradients of operations by their types, TensorFlow's and those that programs registered by `tf.RegisterGradient`.

    A function that is put in the place of TensorFlow's own counts for gradients in graphs and traced functions; `GradientTape` outside
    of them refuses to take any as long as it is there.
    """

    def __init__(self) -> None:
        self._registry = _Entries()

    def lookup(self, name: str) -> Callable[..., Any] | None:
        """The gradient function of operations of type `name`. Raises LookupError where there is none."""
        try:
            return self._registry[name]["type"]
        except KeyError:
            raise LookupError(f"gradient registry has no entry for: {name}") from None

    def list(self) -> list[str]:
        """The types."""
        return [*self._registry]


gradient_registry = GradientRegistry()
tf_private("tensorflow.python.framework.ops.gradient_registry", "tensorflow.python.framework.ops._gradient_registry")(gradient_registry)

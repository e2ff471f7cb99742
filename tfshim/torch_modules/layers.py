"""`from_module`: a `torch.nn.Module` as a Keras layer on the same memory."""

from __future__ import annotations

import copy
import threading
from collections.abc import Mapping
from typing import Any

import torch

from tfshim.engine.gradients.torch_recording import from_torch
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.variables import sharing
from tfshim.keras.engine.base_layer import Layer
from tfshim.refusals import refused


class _Seen(torch.nn.Module):
    """The module, and after each call its buffers: it may have put others in their places."""

    def __init__(self, module: torch.nn.Module, buffers: list[str]) -> None:
        super().__init__()
        self.module, self._names = module, buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        result = self.module(*args, **kwargs)
        return result, [self.module.get_buffer(name) for name in self._names]


class _Called:
    """How a module is called: with tensors in the place of its parameters and buffers, by one thread at a time."""

    def __init__(self, module: torch.nn.Module) -> None:
        self.module = module
        self.parameters = [name for name, _ in module.named_parameters()]
        self.buffers = [name for name, _ in module.named_buffers()]
        self._seen = _Seen(module, self.buffers)
        self._lock = threading.RLock()
        # Of the latest call, for the thread that made it.
        self._latest = threading.local()

    def run(self, structure: Any, training: bool, inputs: list[Any], parameters: list[Any], buffers: list[Any]) -> list[torch.Tensor]:
        """The flat results, then the values of the buffers afterwards."""
        own = [t.clone() for t in buffers]  # which the module may change in place
        counts = [t._version for t in own]
        states = dict(zip((f"module.{name}" for name in (*self.parameters, *self.buffers)), (*parameters, *own)))
        given = nest.pack_sequence_as(structure, inputs)
        kwargs = given if isinstance(given, Mapping) else {}
        args = () if isinstance(given, Mapping) else tuple(given) if isinstance(given, (list, tuple)) else (given,)
        with self._lock:
            if self.module.training != training:
                self.module.train(training)
            result, after = torch.func.functional_call(self._seen, states, args, kwargs)
        flat = nest.flatten(result)
        for t in flat:
            if not isinstance(t, torch.Tensor):
                raise TypeError(f"A layer gives tensors; {type(self.module).__name__} gave {t!r}.")
        self._latest.structure = nest.map_structure(lambda t: None, result)
        # Torch does not count how often statistics of batches change: while it trains, any may have.
        self._latest.changed = [i for i, t in enumerate(after) if training or t is not own[i] or t._version != counts[i]]
        # What is given is nobody else's memory.
        known = {id(t) for t in (*inputs, *parameters)}
        return [torch.ops.aten.alias(t) if id(t) in known else t for t in (*flat, *(t.detach() for t in after))]

    @property
    def latest(self) -> tuple[Any, list[int]]:
        """(the structure of the results, which buffers changed) in the latest call of this thread."""
        return self._latest.structure, self._latest.changed

    def __deepcopy__(self, memo: dict[int, Any]) -> _Called:
        return _Called(copy.deepcopy(self.module, memo))


@op(
    "TorchModule",
    inputs="any*",
    parameters="any*",
    buffers="any*",
    stateful=True,
    register=False,
    outside="Python code",
)
def _run_module(called: Any, structure: Any, training: Any, inputs: Any, parameters: Any, buffers: Any, name: str | None = None) -> Any:
    """Call a module of torch."""
    return called.run(structure.value, training, inputs, parameters, buffers)


class _Structure:
    """What a node keeps of the structure of its inputs."""

    def __init__(self, value: Any) -> None:
        self.value = nest.map_structure(lambda _: 0, value)


class TorchLayer(Layer):
    """A Keras layer that calls a `torch.nn.Module`, whose parameters are its trainable weights and whose buffers are the others.

    `module`: the module; both share their memory, so that training either moves both. The layer is called with a tensor, a list or
    tuple of positional arguments, or a dictionary of arguments by name; `training` decides `module.train()`. `dtype` is that of the
    module's first parameter unless given; other keywords are those of `tf.keras.layers.Layer`.

    A file cannot hold a module's code: for `model.save` derive a class that makes its module itself and has a `get_config`.
    """

    def __init__(self, module: torch.nn.Module, **kwargs: Any) -> None:
        if not isinstance(module, torch.nn.Module):
            raise TypeError(f"Expected a torch.nn.Module, got {type(module).__name__}.")
        states = [*module.named_parameters(), *module.named_buffers()]
        for name, t in states:
            if torch.nn.parameter.is_lazy(t):
                raise ValueError(f"The parameter {name} has no shape yet: call the module once before it becomes a layer.")
        first = next((t for _, t in states if t.is_floating_point()), None)
        if first is not None and kwargs.get("dtype") is None:
            dtype = from_torch(first.detach()).dtype
            if dtype != self._default_dtype():
                kwargs["dtype"] = dtype.name
        kwargs.setdefault("name", None)
        super().__init__(**kwargs)
        self._called = _Called(module)
        self._of_parameters = [self._shared(name, p) for name, p in module.named_parameters()]
        self._of_buffers = [self._shared(name, b) for name, b in module.named_buffers()]
        self.built = True

    @staticmethod
    def _default_dtype() -> Any:
        return from_torch(torch.zeros(())).dtype

    @property
    def module(self) -> torch.nn.Module:
        """The module."""
        return self._called.module

    def _shared(self, name: str, t: torch.Tensor) -> Any:
        value = from_torch(t.detach())
        variable = self.add_weight(
            name=name.replace(".", "/"),
            shape=value.shape,
            dtype=value.dtype,
            initializer=lambda shape, dtype=None, **_: value,
            trainable=t.requires_grad,
            experimental_autocast=isinstance(t, torch.nn.Parameter),
        )
        sharing.share(variable, t)
        return variable

    def call(self, inputs: Any, training: bool | None = None) -> Any:
        """The results of the module, structured as it gives them."""
        if training is not None and not isinstance(training, (bool, int)):
            raise TypeError(f"`training` has to be a Python bool for a torch.nn.Module, got {training!r}.")
        called = self._called
        if TS.graph is None:
            self._in_step()
        states = list(self._of_parameters), list(self._of_buffers)
        made = _run_module(called, _Structure(inputs), bool(training), nest.flatten(inputs), *states)
        structure, changed = called.latest
        count = len(made) - len(self._of_buffers)
        for i in changed:
            self._of_buffers[i].assign(made[count + i])
        return nest.pack_sequence_as(structure, made[:count])

    def _paths_of_weights(self) -> list[tuple[Any, tuple[str, ...]]]:
        """The weights, and where the module has them."""
        names = (*self._called.parameters, *self._called.buffers)
        return [(v, tuple(name.split("."))) for v, name in zip((*self._of_parameters, *self._of_buffers), names)]

    def _in_step(self) -> None:
        """Let the variables have the memory of what the module has now, where torch has given it other tensors."""
        module = self._called.module
        now = [*(module.get_parameter(n) for n in self._called.parameters), *(module.get_buffer(n) for n in self._called.buffers)]
        for v, t in zip((*self._of_parameters, *self._of_buffers), now):
            if v._twin is not t or not sharing.in_step(v):
                sharing.adopt(v, t)

    def get_config(self) -> dict[str, Any]:
        """The configuration of the layer without its module, for a subclass to add what it makes that of."""
        if type(self) is TorchLayer:
            raise refused("tfshim.from_module", "get_config", module=type(self.module).__name__)
        return super().get_config()


def from_module(module: torch.nn.Module, **kwargs: Any) -> TorchLayer:
    """The Keras layer that calls the `torch.nn.Module` `module`; see `TorchLayer`, whose arguments it takes."""
    return TorchLayer(module, **kwargs)

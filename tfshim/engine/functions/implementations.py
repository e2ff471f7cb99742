"""Functions that implement one interface, each for another kind of device: which of them a graph runs.

A function says with the attribute `api_implements` which interface it implements, and with `api_preferred_device` where. A call of
one becomes a call of another in the library of the graph that prefers the device on which it runs, as TensorFlow rewrites it. As there,
calls stay as they are in a function that a program calls itself while gradients are recorded, and those in the body of a vectorized map.
"""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.random.seeds import outermost
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.state import in_rows


class Selected:
    """Mixin for what a node calls: the function that was selected, and the one that stands there."""

    _standing: Any

    def run_in_frame(self, function: Any, *args: Any) -> Any:
        """Call `function`, the selected one's program, or that of the one that stands there."""
        if in_rows.value or outermost() and any(isinstance(x, torch.Tensor) and x.requires_grad for x in args):
            function = self._standing.program()
        return super().run_in_frame(function, *args)  # type: ignore[misc]


def select(graph: Any, callee: Any) -> None:
    """Let the calls in `graph` take the functions of its library that prefer the device. `callee(inner, called)` is what a node runs."""
    preferred = {}
    device = current_torch_device()
    kind = "CPU" if device is None or device.type == "cpu" else "GPU"
    for function in graph._library.values():
        interface, wanted = _text(function, "api_implements"), _text(function, "api_preferred_device")
        if interface and wanted == kind:
            preferred[interface] = function._graph
    for node in graph._operations if preferred else ():
        called = getattr(node.arguments[0], "_graph", None) if node.kind == "StatefulPartitionedCall" else None
        inner = preferred.get(getattr(called, "attributes", {}).get("api_implements", ""))
        if inner is not None and inner is not called and _alike(inner, called):
            node.arguments[0] = callee(inner, called)


def _text(function: Any, attribute: str) -> str:
    value = function._graph.attributes.get(attribute, "")
    return value.decode() if isinstance(value, bytes) else value


def _alike(a: Any, b: Any) -> bool:
    """Whether two functions take and give tensors of the same dtypes, and none besides."""

    def dtypes(graph: Any) -> Any:
        return [t.dtype for t in graph.inputs], [None if t is None else t.dtype for t in graph.outputs]

    return dtypes(a) == dtypes(b) and not a.captured and not b.captured

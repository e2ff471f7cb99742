"""Nodes that a device scope puts on another device than the default one, in a program.

Kernels run where their inputs are. So what such a node takes is copied to its device before, what the other nodes take of it back, and
what it makes of nothing is made there. Programs whose nodes are all on the default device stay as they are.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.engine.graphs.operation import InnerOp, Operation
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.device_names import to_torch_device
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import OpError
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor


def placed(nodes: Sequence[Operation]) -> Sequence[Operation]:
    """`nodes` with copies between devices; the same list where all are on the default device."""
    default = current_torch_device()
    if default is None:  # there is nothing but the CPU
        return nodes
    devices = {name: _device(name, default) for name in {node.device or "" for node in nodes}}
    if all(device == default for device in devices.values()):
        return nodes
    copies: dict[tuple[int, torch.device], Any] = {}
    where: dict[int, torch.device] = {}  # id of a tensor -> the device it is known to be on
    made: list[Operation] = []

    def there(device: torch.device, t: Any) -> Any:
        if where.get(id(t)) == device:
            return t
        found = copies.get((id(t), device))
        if found is None:
            node = _copy_node(t, device, like)
            made.append(node)
            found = copies[id(t), device] = node.outputs[0]
        return found

    for like in nodes:
        # What a variable is asked or told happens where it is.
        variable = next((a for a in like.arguments if is_variable(a)), None)
        device = devices[like.device or ""] if variable is None else _device(variable.device or "", default)
        o = like._op_def
        if like.type.startswith("_") or like.type in ("Placeholder", "Const", "ReadVariableOp"):
            made.append(like)
            continue
        static = {p.at for p in o.static_params}
        arguments = [a if at in static else _mapped(a, functools.partial(there, device)) for at, a in enumerate(like.arguments)]
        node: Any = copy.copy(like)
        node.arguments, node.original = arguments, getattr(like, "original", like)
        if device != default:
            node._op_def = copy.copy(o)
            node._op_def.kernel, node._op_def.direct = _on(device, o.kernel), None
        made.append(node)
        where.update((id(t), device) for t in like.outputs if not any(hasattr(a, "building_function") for a in like.arguments))
    return made


def _device(name: str, default: torch.device) -> torch.device:
    try:
        return to_torch_device(name) if name and name.rpartition("/")[2] else default
    except (OpError, ValueError):  # of another machine, or a name that a graph only carries
        return default


def _mapped(a: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(a, Tensor):
        return change(a)
    return [_mapped(x, change) for x in a] if type(a) is list else a


def _copy_node(t: Any, device: torch.device, like: Operation) -> Operation:
    node: Any = copy.copy(like)
    node.type = node.kind = "Copy"
    node._op_def = InnerOp("Copy", functools.partial(_copied, device), names=("input",))
    node.arguments, node.stateful, node.rng, node.control_inputs, node.original = [t], False, None, (), like
    result = SymbolicTensor(node, 0, t.dtype, t.shape, getattr(t, "_a", None), getattr(t, "_b", None))
    result._rec = t._rec
    node.outputs, node.result = [result], result
    return node


def _copied(device: torch.device, x: Any) -> Any:
    return x.to(device) if isinstance(x, torch.Tensor) and x.device != device else x


def _on(device: torch.device, kernel: Callable[..., Any]) -> Callable[..., Any]:
    """`kernel` under the device, for what it makes itself."""

    @functools.wraps(kernel)
    def run(*args: Any, **kwargs: Any) -> Any:
        before, TS.torch_device = TS.torch_device, device
        try:
            return kernel(*args, **kwargs)
        finally:
            TS.torch_device = before

    return run

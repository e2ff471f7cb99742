"""The devices of a graph's operations: beside others, or where functions of them say."""

from collections.abc import Callable, Sequence
from typing import Any

from tfshim.engine.runtime import messages
from tfshim.engine.runtime.device_names import merge_device_scope


def place(node: Any, beside: Sequence[Any], functions: Sequence[tuple[Callable[[Any], Any], str | None]]) -> None:
    """Set the device of a new node.

    `beside`: operations that it is placed with. `functions`: for every scope with a function, outermost first, that function
    and the device that the scopes around it give.
    """
    for function, outer in reversed(functions):
        device = function(node)
        node.device = device if isinstance(device, str) else "" if device is None else device.to_string()
        if outer:
            node.device = merge_device_scope(outer, node.device or None, in_graph=True) or ""
    if beside:
        groups = sorted({g for other in beside for g in other.colocation_groups()})
        value = messages.attr_value.AttrValue()
        value.list.s.extend(groups)
        node.user_attributes = {"_class": value}
        node.device = beside[-1].device

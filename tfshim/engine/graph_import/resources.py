"""Variables and tables among the inputs of nodes that are read: as themselves, or as the handles of them that nodes pass on."""

from __future__ import annotations

from typing import Any

from tfshim.engine.values.tensor import Tensor


def is_resource(x: Any) -> bool:
    """Whether an input of a node is a variable or table itself and no tensor."""
    return not isinstance(x, Tensor)


def resource_of(x: Any) -> Any:
    """The variable or table that an input of a node is, or is the handle of; None for other tensors."""
    return x if is_resource(x) else getattr(x, "_handle", None)

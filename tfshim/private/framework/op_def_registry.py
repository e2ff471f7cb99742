"""Replaces `tensorflow.python.framework.op_def_registry`: what operations declare of their inputs, outputs and attributes."""

from __future__ import annotations

from typing import Any

from tfshim.engine.ops import op_defs

_REPLACES = "tensorflow.python.framework.op_def_registry"
__all__ = ["get"]


def get(name: str) -> Any:
    """The OpDef message of the operations of type `name`, None where there are none of that type."""
    return None if op_defs.find(name) is None else op_defs.op_def_message(name)

"""What `gate_gradients` asks for: the gradients of an operation are passed on when all of them are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.engine.graphs.operation import placed_with
from tfshim.engine.runtime.context import name_scope
from tfshim.written_forms.form import raw
from tfshim.written_gradients.rows import Rows
from tfshim.written_gradients.shapes import like


def together(gradients: Sequence[Any]) -> list[Any]:
    """The gradients, tensors, Rows or None, each behind all of them, with the names of TensorFlow's `tuple`."""
    operations = [(g.values if isinstance(g, Rows) else g).op for g in gradients if g is not None]
    with name_scope("tuple"):
        with tf.control_dependencies(operations):
            gate = raw("NoOp", [], [], name="group_deps")
        with tf.control_dependencies(gate):
            return [None if g is None else _behind(g) for g in gradients]


def _behind(g: Any) -> Any:
    if isinstance(g, Rows):
        return Rows(_behind(g.values), raw("Identity", [g.indices], [like(g.indices)], name="indices"), g.table, g.shape)
    made = raw("Identity", [g], [like(g)], name="control_dependency")
    placed_with(made.op, g.op)
    if "_class" in (g.op.user_attributes or {}):  # where that is placed
        made.op.user_attributes = {"_class": g.op.user_attributes["_class"]}
    return made

"""`tf.compat.v1.saved_model.main_op`: what runs when a saved model is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._listing import listing
from tfshim.compat.v1.variables.variables import local_variables_initializer, tables_initializer
from tfshim.control_flow import control_dependencies, group

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

__all__ = ["main_op", "main_op_with_restore"]
__dir__ = listing(globals())


def main_op() -> Operation | None:
    """An operation that initializes local variables and tables. Mirrors `tf.compat.v1.saved_model.main_op.main_op`."""
    return group(local_variables_initializer(), tables_initializer())


def main_op_with_restore(restore_op_name: Any) -> Operation | None:
    """The same, after the operation `restore_op_name`. Mirrors `tf.compat.v1.saved_model.main_op_with_restore`."""
    with control_dependencies([main_op()]):
        return group(restore_op_name)

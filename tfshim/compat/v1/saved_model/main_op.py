"""`tf.compat.v1.saved_model.main_op`: what runs when a saved model is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.variables.variables import local_variables_initializer, tables_initializer
from tfshim.control_flow import control_dependencies, group

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["saved_model.main_op.main_op"])
def main_op() -> Operation | None:
    """An operation that initializes local variables and tables. Mirrors `tf.compat.v1.saved_model.main_op.main_op`."""
    return group(local_variables_initializer(), tables_initializer())


@tf_export(v1=["saved_model.main_op_with_restore", "saved_model.main_op.main_op_with_restore"])
def main_op_with_restore(restore_op_name: Any) -> Operation | None:
    """The same, after the operation `restore_op_name`. Mirrors `tf.compat.v1.saved_model.main_op_with_restore`."""
    with control_dependencies([main_op()]):
        return group(restore_op_name)

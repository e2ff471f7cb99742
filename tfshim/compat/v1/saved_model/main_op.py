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
    """An operation that gives local variables and tables their values. Mirrors `tf.compat.v1.saved_model.main_op.main_op`.

    Pass it as `main_op` of `tf.compat.v1.saved_model.Builder`: it is run as the model is loaded, since a model in files holds neither.

    `tf.compat.v1.saved_model.main_op_with_restore` waits for another operation besides.

    Returns:
        An operation of the default graph.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     content = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
        ...     found = tf.lookup.StaticHashTable(content, -1).lookup(tf.constant(["b"]))
        ...     op = tf.compat.v1.saved_model.main_op.main_op()
        ...     sess.run(op)
        ...     print(sess.run(found))
        [2]
    """
    return group(local_variables_initializer(), tables_initializer())


@tf_export(v1=["saved_model.main_op_with_restore", "saved_model.main_op.main_op_with_restore"])
def main_op_with_restore(restore_op_name: Any) -> Operation | None:
    """An operation that gives local variables and tables their values, and then runs another one. Mirrors
    `tf.compat.v1.saved_model.main_op_with_restore`.

    It is for models that restore something by themselves as they are loaded: pass it as `main_op` of `tf.compat.v1.saved_model.Builder`.

    Arguments:
        restore_op_name: the operation that is run after them.

    Returns:
        An operation of the default graph.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     seen = tf.compat.v1.get_local_variable("seen", initializer=1)
        ...     w = tf.compat.v1.get_variable("w", initializer=0)
        ...     op = tf.compat.v1.saved_model.main_op_with_restore(w.initializer)
        ...     sess.run(op)
        ...     print(sess.run([seen, w]))
        [1, 0]
    """
    with control_dependencies([main_op()]):
        return group(restore_op_name)

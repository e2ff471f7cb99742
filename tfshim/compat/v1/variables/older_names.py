"""Older names of functions for all variables, and for the operations that give them their first values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.v1.variables.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    tables_initializer,
    variables_initializer,
)
from tfshim.engine.variables import variable as engine

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


@tf_export(v1=["all_variables"])
def all_variables() -> list[engine.Variable]:
    """All global variables of the default graph, by an older name of the function. Mirrors `tf.compat.v1.all_variables`.

    It is what `tf.compat.v1.global_variables()` gives: the variables that a checkpoint of the model holds, trainable ones and others.
    Programs from before TensorFlow 0.12 call it; new ones call `tf.compat.v1.global_variables`, which can also be asked for those of one
    scope.

    Variables that are made while executing eagerly are in no collection, so that the list is empty there.

    Returns:
        A list of variables, in the order in which they were made.

    Example:
        >>> with tf.Graph().as_default():
        ...     w, n = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.Variable(0, trainable=False, name="steps")
        ...     local = tf.compat.v1.get_local_variable("seen", [])
        ...     print([v.name for v in tf.compat.v1.all_variables()])
        ['w:0', 'steps:0']
    """
    return global_variables()


@tf_export(v1=["initialize_all_variables"])
def initialize_all_variables() -> Operation | None:
    """An operation that gives all global variables their first values, by its older name. Mirrors `tf.compat.v1.initialize_all_variables`.

    It is what `tf.compat.v1.global_variables_initializer()` makes. Only variables that are there when it is called are included, so that it
    is called once the graph is complete. Local variables, such as those of metrics, have `tf.compat.v1.local_variables_initializer`.

    Returns:
        An operation of the default graph, which a session runs before anything reads a variable; None while executing eagerly, where
        variables have their values at once.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=[1.0, 2.0])
        ...     sess.run(tf.compat.v1.initialize_all_variables())
        ...     print(sess.run(w))
        [1. 2.]
    """
    return global_variables_initializer()


@tf_export(v1=["initialize_local_variables"])
def initialize_local_variables() -> Operation | None:
    """An operation that gives all local variables their first values, by its older name. Mirrors `tf.compat.v1.initialize_local_variables`.

    It is what `tf.compat.v1.local_variables_initializer()` makes. Local variables belong to a process and are not in checkpoints: counters
    of epochs, and what metrics add up. Only those that are there when it is called are included. Running it again begins metrics anew.

    Returns:
        An operation of the default graph; None while executing eagerly, where variables have their values at once.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     seen = tf.compat.v1.get_local_variable("seen", [], initializer=tf.compat.v1.zeros_initializer())
        ...     more = tf.compat.v1.assign_add(seen, 1.0)
        ...     sess.run(tf.compat.v1.initialize_local_variables())
        ...     print(sess.run(more), sess.run(more))
        1.0 2.0
    """
    return local_variables_initializer()


@tf_export(v1=["initialize_variables"])
def initialize_variables(var_list: Sequence[engine.Variable], name: str = "init") -> Operation | None:
    """An operation that gives the variables of a list their first values, by its older name. Mirrors `tf.compat.v1.initialize_variables`.

    It is what `tf.compat.v1.variables_initializer(var_list)` makes, for programs that restore some variables from a checkpoint and begin
    with new ones for the others.

    Arguments:
        var_list: the variables.
        name: the name of the operation, "init" by default.

    Returns:
        An operation of the default graph, which runs the initializers in any order; None while executing eagerly, where variables have
        their values at once.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     a, b = tf.compat.v1.get_variable("a", initializer=1.0), tf.compat.v1.get_variable("b", initializer=2.0)
        ...     sess.run(tf.compat.v1.initialize_variables([b]))
        ...     print(sess.run(b), sess.run(tf.compat.v1.report_uninitialized_variables()))
        2.0 [b'a']
    """
    return variables_initializer(var_list, name)


@tf_export(v1=["initialize_all_tables"])
def initialize_all_tables(name: str = "init_all_tables") -> Operation | None:
    """An operation that fills all tables of the default graph, by its older name. Mirrors `tf.compat.v1.initialize_all_tables`.

    It is what `tf.compat.v1.tables_initializer()` makes. Tables such as `tf.lookup.StaticHashTable` are empty in a new session until it has
    run; only those that are there when it is called are included.

    Arguments:
        name: the name of the operation, "init_all_tables" by default.

    Returns:
        An operation of the default graph, one that does nothing where there are no tables.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     content = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
        ...     found = tf.lookup.StaticHashTable(content, -1).lookup(tf.constant(["b", "c"]))
        ...     sess.run(tf.compat.v1.initialize_all_tables())
        ...     print(sess.run(found))
        [ 2 -1]
    """
    return tables_initializer(name)

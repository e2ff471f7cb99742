"""The global step: the variable that counts steps of a training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.variables.scopes import get_variable
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.sessions.session import BaseSession


@tf_export(v1=["train.assert_global_step"])
def assert_global_step(global_step_tensor: Any) -> None:
    """Checks that a tensor can be the global step. Mirrors `tf.compat.v1.train.assert_global_step`.

    The global step counts the steps of a training, so that it has to be a single integer. `tf.compat.v1.train.get_global_step` checks what
    it finds with this function; call it for a step that a program was given by others.

    Arguments:
        global_step_tensor: a variable or tensor.

    Raises:
        TypeError: its dtype is not one of integers, or it is no scalar.

    Example:
        >>> with tf.Graph().as_default():
        ...     tf.compat.v1.train.assert_global_step(tf.compat.v1.train.create_global_step())
        ...     try:
        ...         tf.compat.v1.train.assert_global_step(tf.compat.v1.get_variable("x", [2], tf.int64))
        ...     except TypeError as error:
        ...         print("is not scalar" in str(error))
        True
    """
    if not global_step_tensor.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {global_step_tensor.dtype}')
    if global_step_tensor.shape.rank not in (0, None):
        raise TypeError(f'Existing "global_step" is not scalar: {global_step_tensor.shape}')


@tf_export(v1=["train.get_global_step"])
def get_global_step(graph: Graph | None = None) -> Any:
    """The variable that counts the steps of a training, if the graph has one. Mirrors `tf.compat.v1.train.get_global_step`.

    It is what the collection `tf.compat.v1.GraphKeys.GLOBAL_STEP` holds, or else the variable with the name "global_step". Optimizers raise
    it by one where it is passed to `minimize`; hooks, savers and decays of learning rates look at it.

    Arguments:
        graph: the graph; None (the default) for the default one.

    Returns:
        The variable; None where there is none, or several.

    Raises:
        TypeError: what was found is no scalar, or no integer.

    Example:
        >>> with tf.Graph().as_default():
        ...     print(tf.compat.v1.train.get_global_step())
        ...     made = tf.compat.v1.train.create_global_step()
        ...     print(tf.compat.v1.train.get_global_step() is made, made.name)
        None
        True global_step:0
    """
    graph = graph or get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    # TensorFlow does not choose among several.
    if len(found) > 1:
        return None
    if found:
        assert_global_step(found[0])
        return found[0]
    # Older programs make a variable of this name without the collection.
    try:
        return graph.get_tensor_by_name("global_step:0")
    except KeyError:
        return None


@tf_export(v1=["train.create_global_step"])
def create_global_step(graph: Graph | None = None) -> Any:
    """Makes the variable that counts the steps of a training. Mirrors `tf.compat.v1.train.create_global_step`.

    It is an int64 scalar with the name "global_step" that begins with 0, is saved in checkpoints, and is not trainable. Programs that may
    find one already call `tf.compat.v1.train.get_or_create_global_step`.

    Arguments:
        graph: the graph; None (the default) for the default one.

    Returns:
        The variable, which is in the collections `GLOBAL_VARIABLES` and `GLOBAL_STEP`.

    Raises:
        ValueError: the graph has one already.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.create_global_step()
        ...     train = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(w * w, global_step=step)
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     done = sess.run(train)
        ...     print(sess.run(step))
        1
    """
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with init_scope():
        if TS.graph is None:
            made = get_variable("global_step", [], dtypes.int64, zeros(), trainable=False)
        else:
            with graph.as_default():
                made = get_variable(
                    "global_step",
                    [],
                    dtypes.int64,
                    zeros(),
                    trainable=False,
                    collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
                )
                return made
    graph.add_to_collection(GraphKeys.GLOBAL_STEP, made)
    return made


@tf_export(v1=["train.get_or_create_global_step"])
def get_or_create_global_step(graph: Graph | None = None) -> Any:
    """The variable that counts the steps of a training, made if the graph has none. Mirrors `tf.compat.v1.train.get_or_create_global_step`.

    Libraries call it, since they cannot know whether the program has made one: the first call makes it, and all others find it. It is an
    int64 scalar with the name "global_step" that begins with 0.

    Arguments:
        graph: the graph; None (the default) for the default one.

    Returns:
        The variable.

    Raises:
        TypeError: what was found is no scalar, or no integer.

    Example:
        >>> with tf.Graph().as_default():
        ...     first = tf.compat.v1.train.get_or_create_global_step()
        ...     print(first.name, first.dtype.base_dtype, tf.compat.v1.train.get_or_create_global_step() is first)
        global_step:0 <dtype: 'int64'> True
    """
    graph = graph or get_default_graph()
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


@tf_export(v1=["train.global_step"])
def global_step(sess: BaseSession, global_step_tensor: Any) -> int:
    """How many steps a training has made, as a number. Mirrors `tf.compat.v1.train.global_step`.

    It runs the session for the variable, which has to have a value: after its initializer, or after a checkpoint was restored. Texts and
    names of files are made with the result.

    Arguments:
        sess: the session; not looked at while executing eagerly.
        global_step_tensor: the variable or tensor, from `tf.compat.v1.train.get_global_step`.

    Returns:
        An int.

    Raises:
        FailedPreconditionError: the variable has no value yet.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     step = tf.compat.v1.train.create_global_step()
        ...     sess.run(step.initializer)
        ...     more = sess.run(tf.compat.v1.assign_add(step, 5))
        ...     print(tf.compat.v1.train.global_step(sess, step))
        5
    """
    if TS.graph is None and hasattr(global_step_tensor, "numpy") and not getattr(global_step_tensor, "_in_graph_mode", False):
        return int(global_step_tensor.numpy())
    return int(np.asarray(sess.run(global_step_tensor)))

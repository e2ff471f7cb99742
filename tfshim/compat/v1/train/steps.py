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
    from tfshim.engine.graphs.session import BaseSession


@tf_export(v1=["train.assert_global_step"])
def assert_global_step(global_step_tensor: Any) -> None:
    """Raise TypeError unless it is a scalar integer. Mirrors `tf.compat.v1.train.assert_global_step`."""
    if not global_step_tensor.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {global_step_tensor.dtype}')
    if global_step_tensor.shape.rank not in (0, None):
        raise TypeError(f'Existing "global_step" is not scalar: {global_step_tensor.shape}')


@tf_export(v1=["train.get_global_step"])
def get_global_step(graph: Graph | None = None) -> Any:
    """The global step of the graph, or None. Mirrors `tf.compat.v1.train.get_global_step`."""
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
    """A new global step, an int64 zero. Mirrors `tf.compat.v1.train.create_global_step`; ValueError where there is one."""
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
    """The global step, made if there is none. Mirrors `tf.compat.v1.train.get_or_create_global_step`."""
    graph = graph or get_default_graph()
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


@tf_export(v1=["train.global_step"])
def global_step(sess: BaseSession, global_step_tensor: Any) -> int:
    """The value of the global step as an integer. Mirrors `tf.compat.v1.train.global_step`."""
    if TS.graph is None and hasattr(global_step_tensor, "numpy") and not getattr(global_step_tensor, "_in_graph_mode", False):
        return int(global_step_tensor.numpy())
    return int(np.asarray(sess.run(global_step_tensor)))

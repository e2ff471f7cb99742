"""Graphs and sessions of TensorFlow 1: the default graph, collections, scopes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.graphs import graph as engine
from tfshim.engine.graphs.session import default_session
from tfshim.engine.runtime import context
from tfshim.engine.runtime.state import TS, Initial

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Device
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.session import BaseSession


@tf_export(v1=["GraphKeys"])
class GraphKeys:
    """The usual names of collections. Mirrors `tf.compat.v1.GraphKeys`."""

    ACTIVATIONS = "activations"
    ASSET_FILEPATHS = "asset_filepaths"
    BIASES = "biases"
    CONCATENATED_VARIABLES = "concatenated_variables"
    COND_CONTEXT = "cond_context"
    EVAL_STEP = "eval_step"
    GLOBAL_STEP = "global_step"
    GLOBAL_VARIABLES = "variables"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    LOCAL_RESOURCES = "local_resources"
    LOCAL_VARIABLES = "local_variables"
    LOSSES = "losses"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    QUEUE_RUNNERS = "queue_runners"
    READY_FOR_LOCAL_INIT_OP = "ready_for_local_init_op"
    READY_OP = "ready_op"
    REGULARIZATION_LOSSES = "regularization_losses"
    RESOURCES = "resources"
    SAVEABLE_OBJECTS = "saveable_objects"
    SAVERS = "savers"
    SUMMARIES = "summaries"
    SUMMARY_OP = "summary_op"
    TABLE_INITIALIZERS = "table_initializer"
    TRAINABLE_RESOURCE_VARIABLES = "trainable_resource_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    TRAIN_OP = "train_op"
    UPDATE_OPS = "update_ops"
    VARIABLES = "variables"
    WEIGHTS = "weights"
    WHILE_CONTEXT = "while_context"


@tf_export(v1=["get_default_graph"])
def get_default_graph() -> Graph:
    """The graph that operations are added to where no other is named. Mirrors `tf.compat.v1.get_default_graph`."""
    return engine.current_graph()


@tf_export(v1=["reset_default_graph"])
def reset_default_graph() -> None:
    """Replace the default graph by an empty one.

    Raises AssertionError inside a graph that was made the default by a scope. Mirrors `tf.compat.v1.reset_default_graph`.
    """
    if TS.graph is not None and TS.graph is not engine.default_graph():
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the nesting "
            "and create a new graph."
        )
    made = engine.new_default_graph()
    if Initial.graph is not None:
        Initial.graph = made
    if TS.graph is not None:
        TS.graph, TS.name_scope = made, ""


@tf_export(v1=["get_default_session"])
def get_default_session() -> BaseSession | None:
    """The session that `eval` and `run` use, or None. Mirrors `tf.compat.v1.get_default_session`."""
    return default_session()


# ---------------------------------------------------------------------- collections
@tf_export(v1=["add_to_collection"])
def add_to_collection(name: Any, value: Any) -> None:
    """Add `value` to the collection `name` of the default graph. Mirrors `tf.compat.v1.add_to_collection`."""
    get_default_graph().add_to_collection(name, value)


@tf_export(v1=["add_to_collections"])
def add_to_collections(names: Any, value: Any) -> None:
    """Add `value` to the collections `names` of the default graph. Mirrors `tf.compat.v1.add_to_collections`."""
    get_default_graph().add_to_collections(names, value)


@tf_export(v1=["get_collection"])
def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """The values of a collection of the default graph; with `scope`, those whose name it matches from the start.

    Mirrors `tf.compat.v1.get_collection`.
    """
    return get_default_graph().get_collection(key, scope)


@tf_export(v1=["get_collection_ref"])
def get_collection_ref(key: Any) -> list[Any]:
    """The list of a collection of the default graph itself. Mirrors `tf.compat.v1.get_collection_ref`."""
    return get_default_graph().get_collection_ref(key)


# ---------------------------------------------------------------------- scopes
@tf_export(v1=["name_scope", "keras.backend.name_scope"])
class name_scope:  # noqa: N801 - TensorFlow's name
    """A prefix of names; `default_name` serves where `name` is None. Gives the full prefix with its slash.

    `values` are tensors whose graph would be made the default one; they have to be of the default graph. Mirrors
    `tf.compat.v1.name_scope`; raises TypeError for names that are no strings.
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Sequence[Any] | None = None) -> None:
        if not (default_name is None or isinstance(default_name, str)):
            raise TypeError(
                f"`default_name` type ({type(default_name)}) is not a string type. You likely meant to pass this into the `values` kwarg."
            )
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be a string, got {name!r}.")
        if name is None and default_name is None and values is not None:
            raise ValueError(f"At least one of name ({name}) and default_name ({default_name}) must be provided.")
        self._name = default_name if name is None else name
        # The same object may be entered again within itself.
        self._scopes = []

    name = property(lambda self: self._name, doc="The name as it was given.")

    def __enter__(self):
        # None leads back to the root, as in TensorFlow 1.
        scope = context.name_scope(self._name or "")
        self._scopes.append(scope)
        return scope.__enter__()

    def __exit__(self, kind, value, traceback):
        return self._scopes.pop().__exit__(kind, value, traceback)


@tf_export(v1=["op_scope"])
@contextlib.contextmanager
def op_scope(values: Sequence[Any] | None, name: str | None, default_name: str | None = None) -> Iterator[str]:
    """The older form of `name_scope`. Mirrors `tf.compat.v1.op_scope`."""
    with name_scope(name, default_name, values) as scope:
        yield scope


@tf_export(v1=["device"])
def device(device_name_or_function: Device | None) -> AbstractContextManager[Any]:
    """A scope in which operations run on the device. Mirrors `tf.compat.v1.device`."""
    return context.device(device_name_or_function)


@tf_export(v1=["container"])
def container(container_name: str) -> AbstractContextManager[Any]:
    """A scope of resource containers; sessions of one process keep nothing in them. Mirrors `tf.compat.v1.container`."""
    return get_default_graph().container(container_name)


@tf_export(v1=["colocate_with"])
def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[Any]:
    """A scope whose operations are placed on the device of `op`. Mirrors `tf.compat.v1.colocate_with`."""
    if TS.graph is None:
        return context.device(getattr(op, "device", "") or None)
    return TS.graph.colocate_with(op, ignore_existing)


@tf_export(v1=["executing_eagerly_outside_functions"])
def executing_eagerly_outside_functions() -> bool:
    """Whether eager execution is on, apart from functions under construction."""
    return context.eager_outside_functions()

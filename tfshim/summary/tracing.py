"""Graphs and traces in event files."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.graph_def import graph_def
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_message
from tfshim.profiler.experimental import recording as profiles
from tfshim.summary.recording import if_recording, write
from tfshim.summary.run_graphs import called_graph

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path
    from tfshim.engine.values.tensor import Tensor


@tf_export("summary.graph", v1=[])
def graph(graph_data: Any) -> Tensor:
    """Writes a graph, which TensorBoard shows on its page Graphs.

    Mirrors `tf.summary.graph`. It has no step. For the graphs of functions as they run use `trace_on` and `trace_export`; the callback
    `TensorBoard` writes that of a model. Without a default writer nothing happens.

    Arguments:
        graph_data: a `tf.Graph`, or a GraphDef message.

    Returns:
        A boolean tensor: whether it was recorded.

    Raises:
        ValueError: something else, or a call within a graph.

    Example:
        >>> @tf.function
        ... def double(x):
        ...     return 2 * x
        >>> graph = double.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.graph(graph)))
        True
    """
    if isinstance(graph_data, Graph):
        message = graph_def(graph_data, add_shapes=True, shown=True)
    elif hasattr(graph_data, "SerializeToString") and is_message(graph_data, "GraphDef"):
        message = graph_data
    else:
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. "
            f"Received graph_data={graph_data!r} of type {type(graph_data).__name__}."
        )

    def record():
        STATE.writer.add_event(messages.event.Event(graph_def=message.SerializeToString()))
        return convert_to_tensor(True)

    return if_recording(record)


class _Trace:
    """What runs since `trace_on`."""

    on = graph = profiler = False
    functions: list[ConcreteFunction] = []  # noqa: RUF012 - that ran, in the order of their first calls
    within = threading.local()  # whether a function is running: those that it calls are parts of it


# Calls are watched while a trace is recorded only: otherwise this costs nothing.
_calls = Around(ConcreteFunction, "_call_flat")


def _recorded(go_on, function, tensors):
    if getattr(_Trace.within, "call", False):
        return go_on(function, tensors)
    if not any(f.graph is function.graph for f in _Trace.functions):
        _Trace.functions.append(function)
    _Trace.within.call = True
    try:
        return go_on(function, tensors)
    finally:
        _Trace.within.call = False


def _outside(reason: str, mode: str) -> bool:
    """Whether this is no place for a trace, of which a warning tells."""
    inside = TS.graph is not None and TS.graph.building_function
    if inside or not executing_eagerly():
        get_logger().warning(reason if inside else mode)
        return True
    return False


@tf_export("summary.trace_on", v1=[])
def trace_on(graph: bool = True, profiler: bool = False) -> None:
    """Start recording what runs from now on, for `trace_export`. Mirrors `tf.summary.trace_on`.

    Arguments:
        graph: True (the default) for the graphs of the traced functions that are called.
        profiler: True for a profile too, as by `tf.profiler.experimental.start`; False by default.

    Returns:
        None. Where a trace is recorded already, and within a function, nothing happens but a warning.

    Raises:
        AlreadyExistsError: a profile is asked for while another is recorded.

    A function is recorded when it is called, whether it was traced before or not. TensorBoard's page Graphs shows it.

    Example:
        >>> double = tf.function(lambda x: x * 2.0)
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     tf.summary.trace_on(graph=True)
        ...     y = double(tf.constant(3.0))
        ...     tf.summary.trace_export("double", step=0)
        >>> float(y)
        6.0
    """
    if _outside("Cannot enable trace inside a tf.function.", "Must enable trace in eager mode."):
        return
    if _Trace.on:
        get_logger().warning("Trace already enabled")
        return
    if profiler:
        profiles.start("")
    _Trace.on, _Trace.graph, _Trace.profiler, _Trace.functions = True, graph, profiler, []
    if graph or profiler:
        _calls.add(_recorded)


@tf_export("summary.trace_off", v1=[])
def trace_off() -> None:
    """Stop recording, and drop what `trace_on` recorded. Mirrors `tf.summary.trace_off`.

    It is for a recording that turned out not to be wanted: `tf.summary.trace_export` stops as well, but writes what was recorded to the
    current writer first. Where nothing is recorded, nothing happens. What functions compute is not changed by either, and a function that
    was traced meanwhile is not traced again.

    It takes no arguments.

    Returns:
        None.

    Example:
        >>> @tf.function
        ... def double(x):
        ...     return 2 * x
        >>> tf.summary.trace_on(graph=True)
        >>> int(double(tf.constant(2)))
        4
        >>> tf.summary.trace_off()
    """
    _end(None)


def _end(profiler_outdir: Path | None) -> None:
    """Stop recording; a profile is written into `profiler_outdir`, and dropped for None."""
    if not _Trace.on:
        return
    if _Trace.graph or _Trace.profiler:
        _calls.remove(_recorded)
    profiler = _Trace.profiler
    _Trace.on, _Trace.graph, _Trace.profiler, _Trace.functions = False, False, False, []
    if profiler:
        profiles.stop_into(profiler_outdir)


@tf_export("summary.trace_export", v1=[])
def trace_export(name: str, step: IntLike | None = None, profiler_outdir: Path | None = None) -> None:
    """Write what was recorded since `trace_on` to the default writer, and stop recording. Mirrors `tf.summary.trace_export`.

    Arguments:
        name: the name of the summary, by which TensorBoard lists the graphs as a tag.
        step: the step; by default that of `tf.summary.experimental.set_step`.
        profiler_outdir: the directory for the profile, where one was asked for; its files are
            below `plugins/profile`. Without a profile it has no effect.

    Returns:
        None.

    Raises:
        ValueError: nothing is recorded, there is no step, or there is a profile and no directory for it.

    Without a default writer the graphs are dropped.

    Example:
        >>> import os
        >>> square = tf.function(lambda x: x * x)
        >>> writer = tf.summary.create_file_writer("traced")
        >>> with writer.as_default(step=1):
        ...     tf.summary.trace_on()
        ...     y = square(tf.constant([1.0, 2.0]))
        ...     tf.summary.trace_export("square")
        >>> writer.close()
        >>> len(os.listdir("traced"))
        1
    """
    if _outside("Cannot export trace inside a tf.function.", "Can only export trace while executing eagerly."):
        return
    if not _Trace.on:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if _Trace.profiler and profiler_outdir is None:
        raise ValueError("Argument `profiler_outdir` is not specified.")
    message = messages.config.RunMetadata()
    for function in _Trace.functions:
        made = called_graph(function)
        found = message.function_graphs.add()
        # The graph runs as it was traced: there is no other one after an optimization.
        found.pre_optimization_graph.CopyFrom(made)
        found.post_optimization_graph.CopyFrom(made)
        message.partition_graphs.add().CopyFrom(made)
    metadata = messages.summary.SummaryMetadata()
    graphs_alone = _Trace.graph and not _Trace.profiler
    metadata.plugin_data.plugin_name = "graph_run_metadata_graph" if graphs_alone else "graph_run_metadata"
    metadata.plugin_data.content = b"1"
    write(name, convert_to_tensor(message.SerializeToString()), step=step, metadata=metadata)
    _end(profiler_outdir)

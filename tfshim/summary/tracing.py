"""Graphs and traces in event files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_message
from tfshim.refusals import warn
from tfshim.summary.recording import if_recording, write

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
    if hasattr(graph_data, "as_graph_def"):
        message = graph_data.as_graph_def()
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
    """The graphs of the functions that ran since `trace_on`."""

    graphs: list[Any] | None = None  # None: nothing is recorded
    original: Any = None  # how functions are called otherwise


@tf_export("summary.trace_on", v1=[])
def trace_on(graph: bool = True, profiler: bool = False) -> None:
    """Starts recording the graphs of the traced functions that run from now on, for `trace_export`.

    `profiler=True` gives a warning and no profile: torch.profiler profiles. Mirrors `tf.summary.trace_on`.
    """
    if profiler:
        warn("tf.summary.trace_on", "profiler")
    if _Trace.graphs is not None:
        get_logger().warning("Cannot enable trace, another trace is already running")
        return
    if not graph:
        return
    _Trace.graphs = []
    # Calls are watched while a trace is recorded only: otherwise this costs nothing.
    _Trace.original = original = ConcreteFunction._call_flat

    def recorded(function, tensors):
        if _Trace.graphs is not None and not any(g is function.graph for g in _Trace.graphs):
            _Trace.graphs.append(function.graph)
        return original(function, tensors)

    ConcreteFunction._call_flat = recorded  # type: ignore[method-assign]


@tf_export("summary.trace_off", v1=[])
def trace_off() -> None:
    """Stops recording and drops what `trace_on` recorded.

    Mirrors `tf.summary.trace_off`. If nothing is recorded, nothing happens. `trace_export` stops as well, but writes first. What functions
    do is not changed by either.

    Returns:
        None.

    Example:
        >>> tf.summary.trace_on(graph=True)
        >>> tf.summary.trace_off()
    """
    if _Trace.graphs is not None:
        ConcreteFunction._call_flat = _Trace.original  # type: ignore[method-assign]
    _Trace.graphs = _Trace.original = None


@tf_export("summary.trace_export", v1=[])
def trace_export(name: str, step: IntLike | None = None, profiler_outdir: Path | None = None) -> None:
    """Writes the graphs recorded since `trace_on` to the default writer as the summary `name`, and stops recording.

    Raises `ValueError` without a trace or a step. `profiler_outdir` gives a warning: profiles are not recorded. Mirrors
    `tf.summary.trace_export`.
    """
    if _Trace.graphs is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if profiler_outdir is not None:
        warn("tf.summary.trace_export", "profiler_outdir")
    message = messages.config.RunMetadata()
    for traced in _Trace.graphs:
        made = traced.as_graph_def(add_shapes=True)
        found = message.function_graphs.add()
        # The graph runs as it was traced: there is no other one after an optimization.
        found.pre_optimization_graph.CopyFrom(made)
        found.post_optimization_graph.CopyFrom(made)
        message.partition_graphs.add().CopyFrom(made)
    metadata = messages.summary.SummaryMetadata()
    metadata.plugin_data.plugin_name, metadata.plugin_data.content = "graph_run_metadata_graph", b"1"
    write(name, convert_to_tensor(message.SerializeToString()), step=step, metadata=metadata)
    trace_off()

"""Graphs and traces in event files."""

from tfshim.engine.convert import convert_to_tensor
from tfshim.summary._state import STATE
from tfshim.summary.recording import if_recording


def graph(graph_data):
    """Writes a graph (a `tf.Graph`, or a GraphDef message) to the default writer.

    Returns a bool tensor: whether it was recorded. Raises `ValueError` for anything else. Mirrors `tf.summary.graph`.
    """
    if hasattr(graph_data, "as_graph_def"):
        message = graph_data.as_graph_def()
    elif hasattr(graph_data, "SerializeToString") and type(graph_data).__name__ == "GraphDef":
        message = graph_data
    else:
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. "
            f"Received graph_data={graph_data!r} of type {type(graph_data).__name__}."
        )

    def record():
        from tensorboard.compat.proto.event_pb2 import Event

        STATE.writer.add_event(Event(graph_def=message.SerializeToString()))
        return convert_to_tensor(True)

    return if_recording(record)


def trace_on(graph=True, profiler=False):
    """Starts recording the graphs of traced functions; needs graphs, which are to come.

    Raises `NotImplementedError`. Mirrors `tf.summary.trace_on`.
    """
    wanted = "graph=True" if graph else "profiler=True" if profiler else "graph=False, profiler=False"
    raise NotImplementedError(
        f"tf.summary.trace_on({wanted}) is not supported yet: write a graph with tf.summary.graph, "
        "and profile with torch.profiler."
    )


def trace_off():
    """Stops recording and drops what was recorded; nothing happens if nothing is. Mirrors `tf.summary.trace_off`."""


def trace_export(name, step=None, profiler_outdir=None):
    """Writes what was recorded since `trace_on`; `ValueError` if nothing is. Mirrors `tf.summary.trace_export`."""
    raise ValueError("Must enable trace before export through tf.summary.trace_on.")

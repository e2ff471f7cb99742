"""`tf.compat.v1.profiler.profile` and its relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import get_default_graph
from tfshim.compat.v1.profiler import graph_profiles
from tfshim.compat.v1.profiler.options import ProfileOptionBuilder
from tfshim.engine.runtime import messages
from tfshim.refusals import refused, refusing, warn

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.annotations import Path


AdviceProto, GraphNodeProto, MultiGraphNodeProto = (
    getattr(messages.tfprof_output, name) for name in ("AdviceProto", "GraphNodeProto", "MultiGraphNodeProto")
)
OpLogProto = refusing("tf.compat.v1.profiler.OpLogProto")


class _Result:
    """What a profile would hold: the number of parameters of trainable variables, and of operations on floats; anything else raises."""

    def __init__(self, graph: Graph | None) -> None:
        totals = graph_profiles.totals(graph or get_default_graph())
        self.total_parameters, self.total_float_ops = totals["parameters"], totals["float_ops"]

    def __getattr__(self, name):
        # `copy` and `pickle` look for such names, and take only an AttributeError as no.
        if name.startswith("__"):
            raise AttributeError(name)
        raise refused("tf.compat.v1.profiler.profile", "result", field=name)


@tf_export(v1=["profiler.profile"])
def profile(
    graph: Graph | None = None,
    run_meta: Message | None = None,
    op_log: Message | None = None,
    cmd: str = "scope",
    options: dict[str, Any] | None = None,
) -> Message | _Result:
    """What a graph takes and holds: its operations on floats, or its parameters. Mirrors `tf.compat.v1.profiler.profile`.

    Arguments:
        graph: the graph, by default the default one.
        run_meta: what a run was told of. Its times and sizes in memory are not looked at.
        op_log: not looked at.
        cmd: "scope" (the default) for a tree by the names of nodes, "op" for one entry for each type of operation.
        options: a dictionary; `ProfileOptionBuilder.trainable_variables_parameter()` by default, or `float_operation()`. Those that ask
            for anything else, such as times, warn once, and the result has the totals of both counts alone.

    Returns:
        A message with `name`, `total_float_ops`, `total_parameters` and `children`. The report goes where the option `output` says: to
        the standard output, nowhere (`with_empty_output()`), or into a file.

    Example:
        >>> graph = tf.Graph()
        >>> with graph.as_default():
        ...     y = tf.matmul(tf.ones([2, 3]), tf.ones([3, 4]))
        >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder(tf.compat.v1.profiler.ProfileOptionBuilder.float_operation())
        >>> tf.compat.v1.profiler.profile(graph, cmd="op", options=builder.with_empty_output().build()).total_float_ops
        48
    """
    graph = graph or get_default_graph()
    chosen = ProfileOptionBuilder.trainable_variables_parameter() if options is None else options
    if op_log is None and graph_profiles.can_show(cmd, chosen):
        return graph_profiles.profiled(graph, cmd, chosen)
    warn("tf.compat.v1.profiler.profile", "options")
    return _Result(graph)


@tf_export(v1=["profiler.advise"])
def advise(graph: Graph | None = None, run_meta: Message | None = None, options: dict[str, Any] | None = None) -> _Result:
    """Warns that there is no advice, and gives a result without any. Mirrors `tf.compat.v1.profiler.advise`."""
    warn("tf.compat.v1.profiler.advise")
    return _Result(graph)


@tf_export(v1=["profiler.write_op_log"])
def write_op_log(
    graph: Graph, log_dir: Path, op_log: Message | None = None, run_meta: Message | None = None, add_trace: bool = True
) -> None:
    """Warns, and writes nothing. Mirrors `tf.compat.v1.profiler.write_op_log`."""
    warn("tf.compat.v1.profiler.write_op_log")


@tf_export(v1=["profiler.Profiler"])
class Profiler:
    """A profile of several steps: making one warns, and nothing is measured. Mirrors `tf.compat.v1.profiler.Profiler`."""

    def __init__(self, graph: Graph | None = None, op_log: Message | None = None) -> None:
        warn("tf.compat.v1.profiler.Profiler")
        self._graph = graph

    def add_step(self, step: int, run_meta: Message) -> None:
        """Take in the traces of a run: there are none."""

    def _result(self, options):
        return _Result(self._graph)

    profile_python = profile_operations = profile_name_scope = profile_graph = advise = _result

    def serialize_to_string(self) -> NoReturn:
        """Raises NotImplementedError: there is nothing to be kept."""
        raise refused("tf.compat.v1.profiler.Profiler", "serialized")


tf_export(v1=["profiler.AdviceProto"])(AdviceProto)
tf_export(v1=["profiler.GraphNodeProto"])(GraphNodeProto)
tf_export(v1=["profiler.MultiGraphNodeProto"])(MultiGraphNodeProto)
tf_export(v1=["profiler.OpLogProto"])(OpLogProto)

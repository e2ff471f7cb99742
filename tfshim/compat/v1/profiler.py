"""`tf.compat.v1.profiler`: it read the traces of TensorFlow's own runtime, which is not there. Programs go on without.

Requests for a profile are accepted with a warning; of the results, only the number of parameters is available.
"""

import math

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.compat.v1.graphs.graphs import get_default_graph
from tfshim.compat.v1.variables.variables import trainable_variables
from tfshim.refusals import refused, refusing, warn

__getattr__ = elsewhere("profiler", target="tfshim.profiler")
__all__ = [
    "AdviceProto",
    "GraphNodeProto",
    "MultiGraphNodeProto",
    "OpLogProto",
    "ProfileOptionBuilder",
    "Profiler",
    "advise",
    "profile",
    "write_op_log",
]
__dir__ = listing(globals())

AdviceProto, GraphNodeProto, MultiGraphNodeProto, OpLogProto = (
    refusing(f"tf.compat.v1.profiler.{name}") for name in ("AdviceProto", "GraphNodeProto", "MultiGraphNodeProto", "OpLogProto")
)


class _Result:
    """What a profile would hold: `total_parameters` is known, of the graph's trainable variables; anything else raises."""

    def __init__(self, graph):
        with (graph or get_default_graph()).as_default():
            sizes = [v.shape.as_list() for v in trainable_variables()]
        self.total_parameters = sum(math.prod(size) for size in sizes)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise refused("tf.compat.v1.profiler.profile", "result", field=name)


def profile(graph=None, run_meta=None, op_log=None, cmd="scope", options=None):
    """Warns that nothing is measured; gives a result with the number of parameters alone. Mirrors `tf.compat.v1.profiler.profile`.

    `graph`: the default one for None. The other arguments say what would be measured, and how it would be shown.
    """
    warn("tf.compat.v1.profiler.profile")
    return _Result(graph)


def advise(graph=None, run_meta=None, options=None):
    """Warns that there is no advice, and gives a result without any. Mirrors `tf.compat.v1.profiler.advise`."""
    warn("tf.compat.v1.profiler.advise")
    return _Result(graph)


def write_op_log(graph, log_dir, op_log=None, run_meta=None, add_trace=True):
    """Warns, and writes nothing. Mirrors `tf.compat.v1.profiler.write_op_log`."""
    warn("tf.compat.v1.profiler.write_op_log")


class Profiler:
    """A profile of several steps: making one warns, and nothing is measured. Mirrors `tf.compat.v1.profiler.Profiler`."""

    def __init__(self, graph=None, op_log=None):
        warn("tf.compat.v1.profiler.Profiler")
        self._graph = graph

    def add_step(self, step, run_meta):
        """Take in the traces of a run: there are none."""

    def _result(self, options):
        return _Result(self._graph)

    profile_python = profile_operations = profile_name_scope = profile_graph = advise = _result

    def serialize_to_string(self):
        """Raises NotImplementedError: there is nothing to be kept."""
        raise refused("tf.compat.v1.profiler.Profiler", "serialized")


_NEUTRAL = {
    "max_depth": 10000,
    "min_bytes": 0,
    "min_peak_bytes": 0,
    "min_residual_bytes": 0,
    "min_output_bytes": 0,
    "min_micros": 0,
    "min_accelerator_micros": 0,
    "min_cpu_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "min_occurrence": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": False,
    "select": ["micros"],
    "step": -1,
    "output": "stdout",
}


class ProfileOptionBuilder:
    """What is to be profiled, as a dictionary; methods `with_...`, `order_by` and `select` change it and give the builder itself.

    Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder`.
    """

    def __init__(self, options=None):
        self._options = dict(_NEUTRAL if options is None else options)

    def build(self):
        """The options."""
        return dict(self._options)

    @staticmethod
    def _made(**options):
        return {**_NEUTRAL, **options}

    @staticmethod
    def trainable_variables_parameter():
        """Options for the parameters of trainable variables."""
        return ProfileOptionBuilder._made(account_type_regexes=["_trainable_variables"], account_displayed_op_only=True, select=["params"])

    @staticmethod
    def float_operation():
        """Options for the floating-point operations."""
        return ProfileOptionBuilder._made(min_float_ops=1, select=["float_ops"], order_by="float_ops", account_displayed_op_only=True)

    @staticmethod
    def time_and_memory(
        min_micros=1, min_bytes=1, min_accelerator_micros=0, min_cpu_micros=0, min_peak_bytes=0, min_residual_bytes=0, min_output_bytes=0
    ):
        """Options for times and memory."""
        return ProfileOptionBuilder._made(
            min_micros=min_micros,
            min_bytes=min_bytes,
            min_accelerator_micros=min_accelerator_micros,
            min_cpu_micros=min_cpu_micros,
            min_peak_bytes=min_peak_bytes,
            min_residual_bytes=min_residual_bytes,
            min_output_bytes=min_output_bytes,
            order_by="micros",
            account_displayed_op_only=True,
            select=["micros", "bytes"],
        )

    def _with(self, **options):
        self._options.update(options)
        return self

    def with_max_depth(self, max_depth):
        """How deep the tree is shown."""
        return self._with(max_depth=max_depth)

    def with_min_memory(self, min_bytes=0, min_peak_bytes=0, min_residual_bytes=0, min_output_bytes=0):
        """Only what takes that much memory."""
        return self._with(
            min_bytes=min_bytes, min_peak_bytes=min_peak_bytes, min_residual_bytes=min_residual_bytes, min_output_bytes=min_output_bytes
        )

    def with_min_execution_time(self, min_micros=0, min_accelerator_micros=0, min_cpu_micros=0):
        """Only what takes that long."""
        return self._with(min_micros=min_micros, min_accelerator_micros=min_accelerator_micros, min_cpu_micros=min_cpu_micros)

    def with_min_parameters(self, min_params):
        """Only what has that many parameters."""
        return self._with(min_params=min_params)

    def with_min_occurrence(self, min_occurrence):
        """Only what occurs that often."""
        return self._with(min_occurrence=min_occurrence)

    def with_min_float_operations(self, min_float_ops):
        """Only what has that many operations."""
        return self._with(min_float_ops=min_float_ops)

    def with_accounted_types(self, account_type_regexes):
        """Count operations of these types only."""
        return self._with(account_type_regexes=list(account_type_regexes))

    def with_node_names(self, start_name_regexes=None, show_name_regexes=None, hide_name_regexes=None, trim_name_regexes=None):
        """Which nodes are shown."""
        given = {
            "start_name_regexes": start_name_regexes,
            "show_name_regexes": show_name_regexes,
            "hide_name_regexes": hide_name_regexes,
            "trim_name_regexes": trim_name_regexes,
        }
        return self._with(**{key: list(value) for key, value in given.items() if value is not None})

    def account_displayed_op_only(self, is_true):
        """Whether only what is shown is counted."""
        return self._with(account_displayed_op_only=is_true)

    def with_empty_output(self):
        """Show nothing."""
        return self._with(output="none")

    def with_stdout_output(self):
        """Show the profile on standard output."""
        return self._with(output="stdout")

    def with_file_output(self, outfile):
        """Write the profile to a file."""
        return self._with(output=f"file:outfile={outfile}")

    def with_timeline_output(self, timeline_file):
        """Write a timeline to a file."""
        return self._with(output=f"timeline:outfile={timeline_file}")

    def with_pprof_output(self, pprof_file):
        """Write a profile for pprof to a file."""
        return self._with(output=f"pprof:outfile={pprof_file}")

    def order_by(self, attribute):
        """What the nodes are sorted by."""
        return self._with(order_by=attribute)

    def select(self, attributes):
        """Which numbers are shown."""
        return self._with(select=list(attributes))

    def with_step(self, step):
        """Which step is shown."""
        return self._with(step=step)

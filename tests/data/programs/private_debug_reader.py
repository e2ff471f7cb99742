"""What the files of Debugger V2 tell to those who read them."""

import json
import os
import tempfile

import numpy as np
from tensorflow.core.protobuf import debug_event_pb2
from tensorflow.python.debug.lib import debug_events_monitors, debug_events_reader

MODES = "NO_TENSOR CURT_HEALTH CONCISE_HEALTH FULL_HEALTH SHAPE FULL_TENSOR".split()
experimental = tf.debugging.experimental


def _program():
    x = tf.constant([[1.0, 2.0], [3.0, 0.0]])
    y = tf.math.log(x)
    tf.split(y, 2)
    tf.cast(x, tf.int32)
    tf.strings.upper("a")

    @tf.function
    def f(a):
        b = tf.nn.relu(a, name="act")
        return tf.divide(tf.exp(b), 0.0, name="ratio"), tf.less(a, b)

    return f.get_concrete_function(y)(y)  # no warning of retracing


def _dumped(mode="NO_TENSOR", program=_program):
    folder = tempfile.mkdtemp()
    experimental.enable_dump_debug_info(folder, tensor_debug_mode=mode, circular_buffer_size=-1)
    try:
        program()
    finally:
        experimental.disable_dump_debug_info()
    return folder


def _read(folder):
    reader = debug_events_reader.DebugDataReader(folder)
    reader.update()
    return reader


def _json(thing, *left_out):
    """Without what differs from run to run."""
    told = json.loads(json.dumps(thing.to_json()))
    for name in (
        "wall_time",
        "host_name",
        "stack_frame_ids",
        "graph_id",
        "graph_ids",
        "outer_graph_id",
        "inner_graph_ids",
        "input_tensor_ids",
        "output_tensor_ids",
        *left_out,
    ):
        told.pop(name, None)
    if told.get("op_type", "").startswith("__"):
        told["op_type"] = told["op_type"].rpartition("_")[0]
    return told


def _arrays(values):
    return [None if v is None else np.asarray(v).tolist() for v in values]


def case_executions():
    found = {}
    for mode in MODES:
        reader = _read(_dumped(mode))
        digests = reader.executions(digest=True)
        found[mode] = (
            [_json(d) for d in digests],
            [(_json(e), e.num_outputs, _arrays(reader.execution_to_tensor_values(e))) for e in reader.executions()],
        )
        assert _json(reader.read_execution(digests[1])) == _json(reader.executions(begin=1, end=2)[0])
    return found


def case_traces():
    found = {}
    for mode in MODES:
        reader = _read(_dumped(mode))
        rows = []
        for t, digest in zip(reader.graph_execution_traces(), reader.graph_execution_traces(digest=True)):
            value = np.asarray(reader.graph_execution_trace_to_tensor_value(t)).ravel().tolist()
            if t.tensor_debug_mode in (2, 3, 4, 5):  # the number of the tensor stands first
                assert value[0] == reader.graph_execution_trace_to_tensor_id(t) == t.debug_tensor_value[0]
                value = value[1:]
            assert digest.locator == t.locator and t.graph_id == digest.graph_id == t.graph_ids[-1]
            rows.append((_json(t, "debug_tensor_value"), _json(digest), t.debug_tensor_value is None, len(t.graph_ids), value))
        found[mode] = sorted(rows, key=repr)
        assert reader.num_graph_execution_traces() == len(rows)
    return found


def _alert(a):
    counts = [None if n is None else float(n) for n in (a.size, a.num_neg_inf, a.num_pos_inf, a.num_nan)]
    kind = a.op_type.rpartition("_")[0] if a.op_type.startswith("__") else a.op_type
    return kind, a.output_slot, counts, a.execution_index is None, a.graph_execution_trace_index is None


def case_alerts():
    found = {}
    for mode in MODES[:-1]:
        reader = debug_events_reader.DebugDataReader(_dumped(mode))
        all_of_them = debug_events_monitors.InfNanMonitor(reader)
        few = debug_events_monitors.InfNanMonitor(reader, limit=2)
        reader.update()
        found[mode] = [_alert(a) for a in all_of_them.alerts()], len(few.alerts())
    reader = _read(_dumped("FULL_TENSOR"))
    monitor = debug_events_monitors.InfNanMonitor(reader)
    for number, execution in enumerate(reader.executions()):
        monitor.on_execution(number, execution)
    found["FULL_TENSOR"] = [_alert(a) for a in monitor.alerts()]
    return found


def case_own_monitor():
    seen = []

    class Monitor(debug_events_monitors.BaseMonitor):
        def on_execution(self, execution_index, execution):
            seen.append((execution_index, execution.op_type[:7]))

    reader = debug_events_reader.DebugDataReader(_dumped())
    Monitor(reader)
    reader.update()
    reader.update()
    return seen


def case_graphs():
    reader = _read(_dumped())
    (outermost,) = reader.outermost_graphs()
    (inner,) = outermost.inner_graph_ids
    graph = reader.graph_by_id(inner)
    act = graph.get_op_creation_digest("act")
    ratio = graph.get_op_creation_digest("ratio")
    place = reader.read_graph_op_creation_stack_trace(act)[1]
    return (
        _json(outermost),
        outermost.outer_graph_id,
        graph.name,
        graph.outer_graph_id == outermost.graph_id,
        graph.inner_graph_ids,
        _json(act),
        act.num_outputs,
        sorted(c for c in graph.get_op_consumers("act") if c[1] in ("Exp", "Less")),
        _json(ratio),
        graph.get_op_consumers("nothing"),
        [o.op_name for o in reader.graph_op_digests(op_type="Relu")],
        graph.get_tensor_id("act", 0) == reader.symbolic_tensor_id(inner, "act", 0) == act.output_tensor_ids[0],
        sorted(o.op_type for o in reader.graph_op_digests() if o.op_type in ("Relu", "Exp", "RealDiv", "Less")),
        any(name == "f" for _, _, name in place),
        reader.device_name_map(),
        reader.device_name_by_id(1),
    )


def case_program():
    reader = _read(_dumped())
    (host, here), *_ = [f for f in reader.source_file_list() if f[1].endswith("private_debug_reader.py")] or [reader.source_file_list()[0]]
    lines = reader.source_lines(host, here)
    host_again, frames = reader.read_execution_stack_trace(reader.executions()[0])
    log = [line for path, line, name in frames if path == here and name == "_program"]
    shown = [lines[n - 1].strip() for n in log]
    return host == host_again, shown, type(reader.source_file_list()).__name__, reader.tensorflow_version(), reader.num_executions()


def case_variables():
    def program():
        v = tf.Variable([1.0, 2.0])
        v + 1.0
        v.assign([3.0, 0.0])
        v.assign_add([1.0, 1.0])
        v.assign_sub(tf.constant([2.0, 1.0]))
        tf.math.log(v.read_value())

    reader = _read(_dumped("CONCISE_HEALTH", program))
    ran = reader.executions()
    handle = ran[0].output_tensor_ids[0]
    return [(_json(e), e.num_outputs, handle in (e.input_tensor_ids or ())) for e in ran]


def case_missing():
    def raised(function):
        try:
            return function()
        except Exception as e:
            return type(e).__name__, str(e)

    reader = _read(_dumped())
    graph = reader.outermost_graphs()[0]
    empty = tempfile.mkdtemp()
    return [
        raised(lambda: reader.graph_by_id("x")),
        raised(lambda: reader.device_name_by_id(9)),
        raised(lambda: graph.get_op_creation_digest("nope")),
        raised(lambda: graph.get_tensor_id("nope", 0)),
        raised(lambda: reader.source_lines("host", "nope")),
        raised(lambda: reader.executions(begin=100)),
        len(raised(lambda: reader.executions(begin=1, end=-1))),
        [w.replace(empty, "FOLDER") for w in raised(lambda: debug_events_reader.DebugDataReader(empty))],
        [w.replace(empty, "FOLDER") for w in raised(lambda: debug_events_reader.DebugDataReader(os.path.join(empty, "nope")))],
    ]


def _metadata(folder, number, run):
    told = debug_event_pb2.DebugMetadata(tensorflow_version="1", file_version="debug.Event:1", tfdbg_run_id=run)
    start = os.path.join(folder, f"tfdbg_events.{number}.host.")
    for kind in "source_files stack_frames graphs execution graph_execution_traces metadata".split():
        with tf.io.TFRecordWriter(start + kind) as file:
            if kind == "metadata":
                file.write(debug_event_pb2.DebugEvent(wall_time=9.0 - number, debug_metadata=told).SerializeToString())
            if kind == "execution":
                ran = debug_event_pb2.Execution(op_type=f"Ran{number}")
                file.write(debug_event_pb2.DebugEvent(wall_time=10.0, execution=ran).SerializeToString())


def case_several_writers():
    one_run, two_runs = tempfile.mkdtemp(), tempfile.mkdtemp()
    for number, run in ((1, "a"), (2, "b")):
        _metadata(one_run, number, "a")
        _metadata(two_runs, number, run)
    reader = _read(one_run)
    found = [e.op_type for e in reader.executions()], reader.starting_wall_time(), reader.tfdbg_run_id(), reader.tensorflow_version()
    try:
        debug_events_reader.DebugDataReader(two_runs)
    except ValueError as e:
        return found, str(e).replace(two_runs, "FOLDER")


def case_events():
    with debug_events_reader.DebugEventsReader(_dumped()) as reader:
        first = next(iter(reader.execution_iterator()))
        rest = [e.debug_event.execution.op_type[:7] for e in reader.execution_iterator()]
        traces = [e.debug_event.graph_execution_trace.op_name for i in reader.graph_execution_traces_iterators() for e in i]
        graphs = {e.debug_event.WhichOneof("what") for e in reader.graphs_iterator()}
        again = reader.read_execution_event(first.offset)
        return first.debug_event == again, first.offset, rest, sorted(traces), sorted(graphs), reader.tfdbg_file_version()

"""The files of Debugger V2."""

import glob
import os
import tempfile

from tensorflow.core.protobuf import debug_event_pb2

MODES = "NO_TENSOR CURT_HEALTH CONCISE_HEALTH FULL_HEALTH SHAPE FULL_TENSOR".split()
experimental = tf.debugging.experimental


def _events(folder, kind):
    (path,) = glob.glob(os.path.join(folder, f"tfdbg_events.*.{kind}"))
    events = [debug_event_pb2.DebugEvent.FromString(r) for r in tf.compat.v1.io.tf_record_iterator(path)]
    return [getattr(e, e.WhichOneof("what")) for e in events]


def _told(message):
    return tf.make_ndarray(message).tolist() if message.dtype else None


def _program():
    x = tf.constant([[1.0, 2.0], [3.0, 0.0]])
    y = tf.math.log(x)
    tf.split(y, 2)
    tf.cast(x, tf.int32)

    @tf.function
    def f(a):
        b = tf.nn.relu(a, name="act")
        c = b * 2.0 if tf.reduce_sum(b) > 0.0 else tf.exp(b)
        return tf.divide(c, 0.0, name="ratio")

    return f(y)


def _dumped(mode, size=-1, program=_program, **kwargs):
    folder = tempfile.mkdtemp()
    experimental.enable_dump_debug_info(folder, tensor_debug_mode=mode, circular_buffer_size=size, **kwargs)
    try:
        program()
    finally:
        experimental.disable_dump_debug_info()
    return folder


def _shown(folder):
    ran = [(e.op_type.rpartition("_")[0] if e.op_type.startswith("__") else e.op_type, e.num_outputs, list(e.output_tensor_device_ids),
            [_told(t) for t in e.tensor_protos]) for e in _events(folder, "execution")]
    inner = []
    for t in _events(folder, "graph_execution_traces"):
        value = _told(t.tensor_proto)
        if t.tensor_debug_mode not in (1, 7):
            value = value[1:]  # without the number of the tensor
        if not t.op_name.startswith("Const"):  # their numbers depend on constants beside them
            inner.append((t.op_name, t.output_slot, t.tensor_debug_mode, value, t.device_name))
    return ran, sorted(inner, key=repr)


def case_modes():
    return {mode: _shown(_dumped(mode)) for mode in MODES}


def case_graphs():
    events = _events(_dumped("NO_TENSOR"), "graphs")
    graphs = [e for e in events if hasattr(e, "outer_context_id")]
    numbers = {e.graph_id: n for n, e in enumerate(graphs)}
    made = [(e.op_type, e.op_name, numbers[e.graph_id], e.num_outputs) for e in events if hasattr(e, "input_names")]
    kept = ("Relu", "Sum", "Greater", "Exp", "Mul", "RealDiv")
    return len(graphs), [numbers.get(e.outer_context_id) for e in graphs], [m for m in made if m[0] in kept]


def case_choices():
    only = _shown(_dumped("FULL_HEALTH", op_regex="Re|Log$"))
    floats = _shown(_dumped("SHAPE", tensor_dtypes=[tf.int32, "float64"]))
    return only, floats, _shown(_dumped("SHAPE", tensor_dtypes=lambda d: d.is_integer, op_regex="C"))


def case_buffers():
    def many():
        for i in range(7):
            tf.exp(float(i))

    folder = _dumped("FULL_TENSOR", 3, many)
    kept = [_told(e.tensor_protos[0]) for e in _events(folder, "execution")]
    other = tempfile.mkdtemp()
    writer = experimental.enable_dump_debug_info(other, circular_buffer_size=2)
    many()
    writer.FlushExecutionFiles()
    first = len(_events(other, "execution"))
    tf.exp(1.0)
    experimental.disable_dump_debug_info()
    tf.exp(1.0)
    return kept, first, len(_events(other, "execution")), sorted(n.rpartition(".")[2] for n in os.listdir(other))


def case_errors():
    def raised(*args, **kwargs):
        try:
            experimental.enable_dump_debug_info(*args, **kwargs)
        except Exception as e:
            return type(e).__name__, str(e)

    folder = tempfile.mkdtemp()
    before = [raised(folder, "NONE"), raised(folder, "FULL_NUMERICS"), raised(folder, tensor_dtypes=3)]
    experimental.disable_dump_debug_info()
    experimental.enable_dump_debug_info(folder)
    after = [raised(folder, circular_buffer_size=2), raised(folder, "SHAPE")]
    experimental.disable_dump_debug_info()
    experimental.disable_dump_debug_info()
    return before, [(kind, text.replace(folder, "FOLDER")) for kind, text in after]

"""The files of Debugger V2 beside what else looks at operations; what they hold is compared in the programs `private_debug_dumps`."""

import tfshim as tf
from tfshim.engine.runtime import messages

experimental = tf.debugging.experimental


def events(folder, kind):
    (path,) = folder.glob(f"tfdbg_events.*.{kind}")
    found = [messages.debug_event.DebugEvent.FromString(r.numpy()) for r in tf.data.TFRecordDataset(str(path))]
    return [getattr(e, e.WhichOneof("what")) for e in found]


def test_dtypes_and_places(tmp_path):
    experimental.enable_dump_debug_info(tmp_path, "FULL_TENSOR", -1)
    tf.strings.upper(["a"])
    tf.cast([1.5], tf.bfloat16) * 2
    list(tf.data.Dataset.range(2).map(lambda x: x * 2))
    experimental.disable_dump_debug_info()
    executions = events(tmp_path, "execution")
    values = {e.op_type: tf.make_ndarray(e.tensor_protos[0]).tolist() for e in executions if e.tensor_protos}
    assert values["StringUpper"] == [b"A"] and values["Mul"] == [3.0]
    frames = {f.id: f.file_line_col for f in events(tmp_path, "stack_frames")}
    files = events(tmp_path, "source_files")
    (upper,) = (e for e in executions if e.op_type == "StringUpper")
    place = frames[upper.code_location.stack_frame_ids[-1]]
    assert place.func == "test_dtypes_and_places" and "tf.strings.upper" in files[place.file_index].lines[place.line - 1]


def test_beside_a_profile_and_a_trace(tmp_path):
    @tf.function
    def double(x):
        return x * 2.0

    folder = tmp_path / "dump"
    with tf.summary.create_file_writer(str(tmp_path / "logs")).as_default():
        experimental.enable_dump_debug_info(str(folder), "FULL_HEALTH", -1)
        tf.summary.trace_on(graph=True, profiler=True)
        double(tf.constant(1.0))
        tf.summary.trace_export("double", step=0, profiler_outdir=str(tmp_path / "profile"))
        double(tf.constant(1.0))
        experimental.disable_dump_debug_info()
    double(tf.constant(1.0))
    assert len([t for t in events(folder, "graph_execution_traces") if t.op_name == "mul"]) == 2
    ran = [e for e in events(folder, "execution") if e.op_type.startswith("__inference_double")]
    assert len(ran) == 2 and list((tmp_path / "profile").rglob("*.xplane.pb"))


def test_what_runs_beside_the_way_of_operations(tmp_path):
    """Types as TensorFlow 2.15.1 tells them."""
    v = tf.Variable([1.0, 2.0])
    experimental.enable_dump_debug_info(tmp_path, "FULL_HEALTH", -1)
    x = tf.ones([2, 2])
    list(x)
    x[0] + v[0] + tf.range(2.0)[1] + tf.cast(tf.range(2), tf.float32)
    experimental.disable_dump_debug_info()
    told = [e.op_type for e in events(tmp_path, "execution")]
    slices = ["StridedSlice", "ReadVariableOp", "StridedSlice", "AddV2", "Cast", "Cast", "Range", "StridedSlice"]
    assert told == ["Fill", "StridedSlice", "StridedSlice", *slices, "AddV2", "Range", "Cast", "AddV2"]


def test_functions_that_pages_show_in_other_operations_run(tmp_path):
    layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"])
    experimental.enable_dump_debug_info(str(tmp_path / "dump"), "NO_TENSOR", -1)
    try:
        found = tf.function(lambda x: (layer(x), tf.strings.split(x).to_tensor("-"), tf.strings.split(x[0])))(tf.constant(["b", "a b"]))
    finally:
        experimental.disable_dump_debug_info()
    assert [x.numpy().tolist() for x in found] == [[2, 0], [[b"b", b"-"], [b"a", b"b"]], [b"b"]]

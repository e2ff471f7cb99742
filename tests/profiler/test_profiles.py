"""Profiles: what is recorded, how it is written, and that nothing is left behind."""

import gzip
import json
import threading

import pytest

import tfshim as tf
from tests import after_torch
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graphs.executor import Program
from tfshim.engine.ops import op
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.state import S

experimental = tf.profiler.experimental


def planes(folder):
    """{plane: {line: [(name, start, end, metadata)]}} of the profile in `folder`; times in picoseconds."""
    (path,) = folder.glob("plugins/profile/*/*.xplane.pb")
    space = messages.xplane.XSpace.FromString(path.read_bytes())
    assert list(space.hostnames) == [path.name.removesuffix(".xplane.pb")]
    found = {}
    for plane in space.planes:
        names = {number: made.name for number, made in plane.stat_metadata.items()}
        lines = found[plane.name] = {}
        assert all(line.id < 2**31 for line in plane.lines)  # a viewer takes those for one that have 32 bits in common
        for line in plane.lines:
            events = lines[line.name] = []
            for e in line.events:
                stats = {names[s.metadata_id]: names[s.ref_value] if s.ref_value else s.int64_value for s in e.stats}
                events.append((plane.event_metadata[e.metadata_id].name, e.offset_ps, e.offset_ps + e.duration_ps, stats))
    return found


def test_steps_operations_and_functions(tmp_path):
    @tf.function
    def f(x):
        return tf.nn.relu(tf.matmul(x, x, name="product"))

    x = tf.ones([4, 4])
    f(x)
    experimental.start(str(tmp_path))
    for step in range(2):
        with experimental.Trace("train", step_num=step, _r=1) as trace:
            f(x)
            tf.reduce_sum(x)
            trace.set_metadata(kind="one")
    experimental.stop()
    lines = planes(tmp_path)["/host:CPU"]
    events = lines["python"]
    steps = [e for e in events if e[0] == "train"]
    assert [e[3] for e in steps] == [{"step_num": n, "_r": 1, "kind": "one"} for n in (0, 1)]
    for name in ("product:MatMul", "Relu:Relu", "Sum:Sum", "FunctionRun", "EagerLocalExecute: Sum"):
        found = [e for e in events if e[0] == name]
        assert len(found) == 2, name
        assert all(s[1] <= e[1] <= e[2] <= s[2] for s, e in zip(steps, found))
    run = next(e for e in events if e[0] == "FunctionRun")
    inside = next(e for e in events if e[0] == "product:MatMul")
    assert run[1] <= inside[1] <= inside[2] <= run[2] and run[3]["_r"] == 1
    executed = [e[3] for e in events if e[0] == "EagerExecute"]
    assert {"eager_op": "Sum", "is_func": 0} in executed and any(e["is_func"] for e in executed)
    (kernels,) = (found for name, found in lines.items() if name.startswith("torch/"))
    assert {"aten::relu", "aten::sum"} <= {e[0] for e in kernels}


def test_the_trace_for_browsers_holds_the_same(tmp_path):
    with experimental.Profile(str(tmp_path)), experimental.Trace("step", number=3):
        tf.matmul(tf.ones([4, 4]), tf.ones([4, 4]))
    (path,) = tmp_path.glob("plugins/profile/*/*.trace.json.gz")
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    assert {"ph": "M", "pid": 701, "name": "process_name", "args": {"name": "/host:CPU"}} in events
    (step,) = [e for e in events if e["name"] == "step"]
    (product,) = [e for e in events if e["name"] == "MatMul"]
    assert step["args"] == {"number": "3"} and product["args"] == {"long_name": "MatMul:MatMul"}
    assert step["ts"] <= product["ts"] and product["ts"] + product["dur"] <= step["ts"] + step["dur"]


def test_gradients_loops_and_sessions(tmp_path):
    v = tf.Variable(tf.range(64.0) / 64)

    @tf.function
    def loop(n):
        total = tf.zeros([64])
        for _ in tf.range(n):
            total += tf.sin(v)
        return total

    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [2])
        y = tf.cos(x, name="in_session")
        session = tf.compat.v1.Session()
        session.run(y, {x: [1.0, 2.0]})
        with experimental.Profile(str(tmp_path / "session")):
            session.run(y, {x: [1.0, 2.0]})
    with experimental.Profile(str(tmp_path / "loop")):
        made = loop(tf.constant(3))
        with tf.GradientTape() as tape:
            z = tf.reduce_sum(tf.exp(v))
        assert tape.gradient(z, v).numpy() == pytest.approx(tf.exp(v).numpy())
    assert made.numpy() == pytest.approx(3 * tf.sin(v).numpy())
    names = [e[0] for e in planes(tmp_path / "loop")["/host:CPU"]["python"]]
    assert sum(name.endswith(":Sin") for name in names) == 3 and "Exp:Exp" in names
    assert "in_session:Cos" in [e[0] for e in planes(tmp_path / "session")["/host:CPU"]["python"]]


def test_threads_have_lines_and_datasets_their_elements(tmp_path):
    dataset = tf.data.Dataset.range(3).map(lambda x: x * 2)

    def run():
        for _ in dataset:
            tf.sqrt(4.0)

    thread = threading.Thread(target=run, name="reader")
    with experimental.Profile(str(tmp_path)):
        thread.start()
        thread.join()
    (line,) = [line for name, line in planes(tmp_path)["/host:CPU"].items() if name.startswith("reader/")]
    names = [e[0] for e in line]
    assert names.count("Sqrt:Sqrt") == 3 and names.count("IteratorGetNextOp::DoCompute") == 4 == names.count("Iterator::Root")


def test_iterators_are_told_one_within_another(tmp_path):
    """Names, operations, shapes and types as TensorFlow 2.15.1 has them, which does not fuse all of these."""
    data = tf.data.Dataset.from_tensor_slices((tf.ones([20, 4]), tf.range(20)))
    ahead = data.shuffle(20).map(lambda x, y: (x * 2.0, y), num_parallel_calls=2).batch(8).prefetch(1)
    again = data.batch(8).repeat(2).with_options(tf.data.Options())
    for name, dataset in {"ahead": ahead, "again": again}.items():
        with experimental.Profile(str(tmp_path / name)):
            for _ in dataset:
                pass
    lines = planes(tmp_path / "ahead")["/host:CPU"]
    found = {e[0]: e for e in lines["python"] if e[0].startswith("Iterator::")}
    (thread,) = (events for line, events in lines.items() if line.startswith("tf.data prefetch/"))
    made = next(e for e in thread if e[0] == "Iterator::Root::Prefetch::BatchV2")
    root, prefetch = found["Iterator::Root"], found["Iterator::Root::Prefetch"]
    assert set(found) == {"Iterator::Root", "Iterator::Root::Prefetch"}
    assert root[3]["name"] == "RootDataset:5" and "parent_id" not in root[3]
    shapes = {"shapes": "[?,4] [?]", "types": "float int32"}
    assert prefetch[3] == {"name": "PrefetchDataset:4", "id": prefetch[3]["id"], "parent_id": root[3]["id"], **shapes}
    fused = "fused(TensorSliceDataset:0,ShuffleDatasetV3:1,ParallelMapDatasetV2:2,BatchDatasetV2:3)"
    assert made[3] == {"name": fused, "id": made[3]["id"], "parent_id": prefetch[3]["id"], **shapes}
    assert len({e[3]["id"] for e in (root, prefetch, made)}) == 3
    # A viewer loses the inner one of two that take the same time.
    assert root[1] < prefetch[1] <= prefetch[2] < root[2]
    events = planes(tmp_path / "again")["/host:CPU"]["python"]
    names = [e[0] for e in events]
    assert names.count("Iterator::Root::FiniteRepeat") == names.count("IteratorGetNextOp::DoCompute") == 7  # three batches twice, the end
    repeat = next(e[3]["name"] for e in events if e[0] == "Iterator::Root::FiniteRepeat")
    assert repeat == "fused(TensorSliceDataset:0,BatchDatasetV2:1,RepeatDataset:2)"


def test_what_is_shown_for_a_name(tmp_path):
    with experimental.Profile(str(tmp_path)):
        for _ in tf.data.Dataset.range(1):
            tf.exp(1.0)
    (path,) = tmp_path.glob("plugins/profile/*/*.xplane.pb")
    (host,) = messages.xplane.XSpace.FromString(path.read_bytes()).planes
    shown = {made.name: made.display_name for made in host.event_metadata.values()}
    numbers = {made.name: made.id for made in host.event_metadata.values()}
    assert (shown["Iterator::Root"], shown["Iterator::Root::Range"], shown["Exp:Exp"]) == ("", "Iterator::Range", "Exp")
    assert numbers["EagerKernelExecute"] < numbers["Exp:Exp"]  # by which the page tells what runs at once


@pytest.mark.parametrize(
    ("options", "has", "lacks"),
    [
        ({"host_tracer_level": 1}, {"outer"}, {"Exp:Exp", "aten::exp"}),
        ({"host_tracer_level": 0, "device_tracer_level": 0}, set(), {"outer", "Exp:Exp", "aten::exp"}),
        ({"host_tracer_level": 2}, {"outer", "Exp:Exp", "aten::exp"}, {"aten::fill_"}),
        ({"host_tracer_level": 3}, {"outer", "Exp:Exp", "aten::exp", "aten::fill_"}, set()),
        ({"delay_ms": 10**6}, set(), {"outer", "Exp:Exp", "aten::exp"}),
    ],
)
def test_options_say_what_is_recorded(tmp_path, options, has, lacks):
    with experimental.Profile(str(tmp_path), experimental.ProfilerOptions(**options)), experimental.Trace("outer"):
        tf.exp(tf.ones([3]))
    names = {e[0] for line in planes(tmp_path)["/host:CPU"].values() for e in line}
    assert has <= names and not lacks & names


def test_calls_of_python_are_recorded_on_request(tmp_path):
    def some_function():
        return tf.exp(1.0)

    with experimental.Profile(str(tmp_path), experimental.ProfilerOptions(python_tracer_level=1)):
        some_function()
    names = {e[0] for line in planes(tmp_path)["/host:CPU"].values() for e in line}
    assert any(name.startswith("$test_profiles.py:") and name.endswith(" some_function") for name in names)


def test_one_profile_at_a_time(tmp_path):
    with pytest.raises(tf.errors.UnavailableError, match="No profiler is running"):
        experimental.stop()
    experimental.start(str(tmp_path))
    with pytest.raises(tf.errors.AlreadyExistsError, match="Another profiler is running."):
        experimental.start(str(tmp_path))
    experimental.stop(save=False)
    assert not list(tmp_path.iterdir())


def test_nothing_stays_when_it_ends(tmp_path):
    before = S.special, op.execute, op._under_tape, Program.__call__, ConcreteFunction._call_flat
    with experimental.Profile(str(tmp_path)):
        assert op.execute is not before[1]
    assert before == (S.special, op.execute, op._under_tape, Program.__call__, ConcreteFunction._call_flat)


def test_errors_are_the_same_while_it_records(tmp_path):
    f = tf.function(lambda x: tf.linalg.inv(x))
    with experimental.Profile(str(tmp_path)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="not invertible"):
            f(tf.zeros([2, 2]))
        with pytest.raises(tf.errors.InvalidArgumentError, match="MatMul"):
            tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))


def test_nothing_is_said_on_the_terminal(tmp_path):
    program = f"import tfshim as tf\nwith tf.profiler.experimental.Profile({str(tmp_path)!r}): tf.exp(1.0)"
    done = after_torch.python("-c", program, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_runs_beside_the_way_of_operations(tmp_path):
    """Types as TensorFlow 2.15.1 records them, but for constants and copies, which it lists too."""
    v = tf.Variable(tf.ones([3, 2]))
    expected = {}

    def run(function, *types):
        with experimental.Profile(str(tmp_path / str(len(expected)))):
            function()
        events = planes(tmp_path / str(len(expected)))["/host:CPU"].get("python", [])
        expected[len(expected)] = types
        assert [e[3]["eager_op"] for e in events if e[0] == "EagerExecute"] == list(types)

    x = tf.constant([[1.0, 2.0]])
    run(lambda: x[0], "StridedSlice")
    run(lambda: x[:, ::2], "StridedSlice")
    run(lambda: v[0], "StridedSlice", "ReadVariableOp")  # the slice is around the reading
    run(lambda: list(tf.zeros([2, 1])), "Fill", "StridedSlice", "StridedSlice")
    run(lambda: tf.ones([2]), "Fill")
    run(lambda: tf.range(3), "Range")
    run(lambda: tf.range(0.0, 3.0, 1.0), "Range")
    run(lambda: v + 1.0, "ReadVariableOp", "AddV2")
    run(lambda: v.numpy(), "ReadVariableOp")  # not the method, which is another one while a profile is recorded
    run(lambda: v.assign([[1.0, 1.0]] * 3), "AssignVariableOp")
    run(lambda: v.assign_add([[1.0, 1.0]] * 3), "AssignAddVariableOp")
    run(lambda: bool(x[0, 0] > 0), "StridedSlice", "Greater")


def test_steps_of_training_are_told_as_in_keras(tmp_path):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    with experimental.Profile(str(tmp_path / "traced")):
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]), batch_size=2, epochs=2, verbose=0)
    events = planes(tmp_path / "traced")["/host:CPU"]["python"]
    steps = [e[3] for e in events if e[0] == "train"]
    assert steps == [{"epoch_num": epoch, "step_num": step, "batch_size": 2, "_r": 1} for epoch in (0, 1) for step in (0, 1)]
    calls = [e[3] for e in events if e[0] == "train_function"]
    # The first trace made the variables of the optimizer, as in TensorFlow.
    assert [c["tracing_count"] for c in calls] == [2] * 4 and {c["tf_function_call"] for c in calls} == {"notTraced-nonXla"}
    shown = {e[0].rpartition(":")[2] for e in events}
    assert "SymbolicGradient" in shown and {name for name in shown if name.startswith("_") and "inference" not in name} == {"_FusedMatMul"}
    assert "SGD/ApplyGradients:ApplyGradients" in {e[0] for e in events}
    model.compile("sgd", "mse", run_eagerly=True)
    with experimental.Profile(str(tmp_path / "eager")):
        model.fit(tf.ones([2, 2]), tf.ones([2, 1]), batch_size=2, verbose=0)
    executed = [e[3]["eager_op"] for e in planes(tmp_path / "eager")["/host:CPU"]["python"] if e[0] == "EagerExecute"]
    assert [executed.count(name) for name in ("MatMul", "SymbolicGradient", "ApplyGradients")] == [1, 1, 1]


def test_gradients_in_graphs_are_told_operation_by_operation(tmp_path):
    """Names and types as TensorFlow 2.15.1 records them on a processor, without its `_Mkl`."""
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(2, 3, activation="relu", input_shape=(6, 6, 1), name="conv"),
            layers.MaxPooling2D(name="pool"),
            layers.Flatten(name="flat"),
            layers.Dense(3, name="dense"),
        ],
        name="net",
    )
    model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    x, y = tf.ones([4, 6, 6, 1]), tf.constant([0, 1, 2, 0])
    with experimental.Profile(str(tmp_path / "keras")):
        model.fit(x, y, batch_size=2, verbose=0)
    events = planes(tmp_path / "keras")["/host:CPU"]["python"]
    names = [e[0] for e in events]
    for name in (
        "gradient_tape/net/conv/BiasAdd/BiasAddGrad:BiasAddGrad",
        "gradient_tape/net/conv/Conv2D/Conv2DBackpropFilter:Conv2DBackpropFilter",
        "gradient_tape/net/conv/ReluGrad:ReluGrad",
        "gradient_tape/net/pool/MaxPool/MaxPoolGrad:MaxPoolGrad",
        "gradient_tape/net/flat/Reshape:Reshape",
        "gradient_tape/net/dense/BiasAdd/BiasAddGrad:BiasAddGrad",
        "gradient_tape/net/dense/MatMul/MatMul:MatMul",
        "gradient_tape/net/dense/MatMul/MatMul_1:MatMul",
    ):
        assert names.count(name) == 2, name  # there are two steps
    assert not [name for name in names if name.startswith("gradient_tape/") and "ReadVariableOp" in name]
    wholes = [e for e in events if e[0] == "Gradient:SymbolicGradient"]
    parts = [e for e in events if e[0].startswith("gradient_tape/")]
    assert all(any(w[1] <= e[1] <= e[2] <= w[2] for w in wholes) for e in parts)
    products = sorted(e for e in parts if "/MatMul/" in e[0])
    assert all(a[2] <= b[1] or b[2] <= a[1] for a in products for b in products if a is not b)

    with tf.Graph().as_default():
        w = tf.compat.v1.get_variable("w", initializer=tf.ones([2, 1]))
        loss = tf.reduce_mean(tf.nn.relu(tf.matmul(tf.ones([3, 2]), w, name="product")))
        step = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            with experimental.Profile(str(tmp_path / "session")):
                session.run(step)
    events = planes(tmp_path / "session")["/host:CPU"]["python"]
    names = {e[0] for e in events}
    (run,) = (e for e in events if e[0] == "SessionRun")
    assert run[3]["_r"] == 1 and all(run[1] <= e[1] <= e[2] <= run[2] for e in events)
    assert {"gradients/Mean_grad/Tile:Tile", "gradients/Relu_grad/ReluGrad:ReluGrad", "gradients/product_grad/MatMul:MatMul"} <= names


def test_calls_of_functions_tell_how_often_they_were_traced(tmp_path):
    @tf.function
    def double(x):
        return x * 2.0

    with experimental.Profile(str(tmp_path)):
        double(tf.constant(1.0))
        double(tf.constant(2.0))
        double(tf.constant([1.0]))
    events = planes(tmp_path)["/host:CPU"]["python"]
    calls = [(e[3]["tf_function_call"], e[3]["tracing_count"]) for e in events if e[0] == "double"]
    assert calls == [("traced-nonXla", 1), ("notTraced-nonXla", 1), ("traced-nonXla", 2)]

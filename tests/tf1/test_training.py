"""Monitored sessions, coordinators, averages and savers of TensorFlow 1."""

import json
import pathlib
import threading
import time

import numpy as np
import pytest

import tfshim as tf
from tfshim.contrib import layers

v1 = tf.compat.v1


def model():
    """A variable that goes to zero, its global step and the operation of a step."""
    w = v1.get_variable("w", initializer=4.0)
    step = v1.train.get_or_create_global_step()
    loss = w * w
    v1.summary.scalar("loss", loss)
    return w, step, loss, v1.train.GradientDescentOptimizer(0.25).minimize(loss, global_step=step)


def test_monitored_training_goes_on_from_its_checkpoint(tmp_path):
    seen = []

    class Note(v1.train.SessionRunHook):
        def before_run(self, run_context):
            return v1.train.SessionRunArgs("w:0")

        def after_run(self, run_context, run_values):
            seen.append(float(run_values.results))

    for last in (2, 4):
        with tf.Graph().as_default():
            w, step, loss, train = model()
            hooks = [v1.train.StopAtStepHook(last_step=last), Note(), v1.train.NanTensorHook(loss)]
            with v1.train.MonitoredTrainingSession(
                checkpoint_dir=str(tmp_path), hooks=hooks, save_checkpoint_steps=1, save_summaries_steps=1
            ) as session:
                while not session.should_stop():
                    session.run(train)
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-4")
    assert tf.train.load_variable(str(tmp_path), "w") == 0.25 and len(seen) == 4
    steps = sorted({e.step for path in tmp_path.glob("events*") for e in v1.train.summary_iterator(str(path)) if e.summary.value})
    assert steps == [1, 2, 3, 4]


def test_a_session_ends_with_the_data():
    with tf.Graph().as_default():
        element = v1.data.make_one_shot_iterator(v1.data.Dataset.range(3)).get_next()
        got = []
        with v1.train.MonitoredSession() as session:
            while not session.should_stop():
                got.append(int(session.run(element)))
    assert got == [0, 1, 2]


def test_services_of_a_supervisor(tmp_path, caplog):
    caplog.set_level("INFO", logger="tensorflow")
    with tf.Graph().as_default():
        model()
        sv = v1.train.Supervisor(logdir=str(tmp_path), save_model_secs=600, save_summaries_secs=600)
        with sv.managed_session():
            for _ in range(1000):
                if len(caplog.messages) >= 7:
                    break
                time.sleep(0.01)
    said = {m.split(": ")[0] for m in caplog.messages}
    assert {
        "Starting standard services.",
        "Starting queue runners.",
        "Recording summary at step 0.",
        "global_step/sec",
        f"Saving checkpoint to path {sv.save_path}",
    } <= said
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-0") and (tmp_path / "graph.pbtxt").exists()
    events = [e for path in tmp_path.glob("events*") for e in v1.train.summary_iterator(str(path))]
    assert [e.session_log.status for e in events if e.WhichOneof("what") == "session_log"] == [1, 3, 2]
    assert sorted(e.summary.value[0].tag for e in events if e.summary.value) == ["global_step/sec", "loss"]


def test_warm_start_with_other_words(tmp_path):
    (tmp_path / "old").write_text("a\nb\nc\n")
    (tmp_path / "new").write_text("c\nx\na\n")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("table", initializer=[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
        session.run(v1.global_variables_initializer())
        v1.train.Saver().save(session, str(tmp_path / "m"))
    for backup, new in ((None, 0.0), (v1.constant_initializer(-1.0), -1.0)):
        with tf.Graph().as_default(), v1.Session() as session:
            table = v1.get_variable("table", [4, 2], initializer=v1.ones_initializer())
            info = v1.train.VocabInfo(str(tmp_path / "new"), 3, 1, str(tmp_path / "old"), backup_initializer=backup)
            v1.train.warm_start(str(tmp_path), var_name_to_vocab_info={"table": info})
            session.run(table.initializer)
            assert session.run(table)[:, 0].tolist() == [3.0, new, 1.0, new]
        with tf.Graph().as_default():
            v1.get_variable("table", [9, 2])
            with pytest.raises(ValueError, match="9 entries along axis 0"):
                v1.train.warm_start(str(tmp_path), var_name_to_vocab_info={"table": info})


def test_a_worker_without_a_chief_is_refused():
    with tf.Graph().as_default(), pytest.raises(NotImplementedError, match="is_chief"):
        v1.train.MonitoredTrainingSession(is_chief=False)


def test_variables_in_datasets_with_threads():
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=10.0)
        made = v1.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]).map(lambda a: a * v, num_parallel_calls=2).prefetch(2)
        iterator = v1.data.make_initializable_iterator(made)
        element = iterator.get_next()
        session.run(v.initializer)
        session.run(iterator.initializer)
        assert [float(session.run(element)) for _ in range(3)] == [10.0, 20.0, 30.0]


def test_saved_models_of_tensorflow_are_loaded():
    folder = pathlib.Path(__file__).resolve().parent.parent / "data" / "tf_session_model"
    expected = json.loads((folder / "expected.json").read_text())
    for scope in (None, "within"):
        prefix = f"{scope}/" if scope else ""
        with tf.Graph().as_default(), v1.Session() as session:
            meta = v1.saved_model.load(session, ["serve"], str(folder), import_scope=scope)
            signature = meta.signature_def["serving_default"]
            y = session.run(prefix + signature.outputs["y"].name, {prefix + signature.inputs["x"].name: expected["x"]})
            np.testing.assert_allclose(y, expected["y"], rtol=1e-6)
            assert [v.name for v in v1.global_variables()] == [prefix + name for name in expected["variables"]]


def test_graphs_with_queues_are_imported(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        w = v1.get_variable("w", initializer=[[2.0], [3.0]])
        number = v1.train.batch([v1.train.range_input_producer(3, shuffle=False).dequeue()], 2)
        x = v1.placeholder_with_default(tf.cast(tf.stack([number]), tf.float32), [None, 2], name="x")
        tf.matmul(x, w, name="y")
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, str(tmp_path / "m"))
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(f"{path}.meta").restore(session, path)
        assert session.run("y:0", {"x:0": [[1.0, 1.0]]}).tolist() == [[5.0]]
        coordinator = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        assert len(threads) >= 2
        assert session.run("y:0").tolist() == [[3.0]]
        coordinator.request_stop()
        coordinator.join(threads)


def test_branches_with_operations():
    with tf.Graph().as_default(), v1.Session() as session:
        queue, x = v1.FIFOQueue(3, tf.float32, shapes=[]), v1.placeholder(tf.float32, [])
        made = v1.cond(x > 0, lambda: queue.enqueue(x), lambda: tf.no_op())
        assert made.dtype is tf.bool
        session.run(made, {x: 1.0})
        session.run(made, {x: -1.0})
        assert session.run(queue.size()) == 1


def test_nan_is_noticed():
    with tf.Graph().as_default():
        bad = tf.constant(float("nan"))
        with pytest.raises(v1.train.NanLossDuringTrainingError), v1.train.MonitoredSession(hooks=[v1.train.NanTensorHook(bad)]) as session:
            session.run(bad)


def test_coordinator_carries_an_exception():
    coordinator = v1.train.Coordinator()

    def work(n):
        with coordinator.stop_on_exception():
            if n:
                raise ValueError("from a thread")
            coordinator.wait_for_stop()

    threads = [threading.Thread(target=work, args=(n,)) for n in (0, 1)]
    for t in threads:
        t.start()
    with pytest.raises(ValueError, match="from a thread"):
        coordinator.join(threads)
    assert coordinator.should_stop()


def test_moving_averages():
    with tf.Graph().as_default(), v1.Session() as session:
        w = v1.get_variable("w", initializer=1.0)
        average = v1.train.ExponentialMovingAverage(0.9)
        step = average.apply([w])
        session.run(v1.global_variables_initializer())
        session.run(w.assign(11.0))
        session.run(step)
        assert session.run(average.average(w)) == pytest.approx(2.0)
        assert average.average_name(w) == "w/ExponentialMovingAverage"


def test_saver_keeps_some_and_restores_all_or_nothing(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = v1.get_variable("a", initializer=[1.0, 2.0]), v1.get_variable("b", initializer=3)
        saver = v1.train.Saver(max_to_keep=2)
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value a"):
            saver.save(session, str(tmp_path / "m"))
        session.run(v1.global_variables_initializer())
        paths = [saver.save(session, str(tmp_path / "m"), global_step=n) for n in range(3)]
        assert saver.last_checkpoints == paths[1:] and not v1.train.checkpoint_exists(paths[0])
        session.run([a.assign([5.0, 6.0]), b.assign(7)])
        saver.restore(session, paths[2])
        assert session.run([a, b])[0].tolist() == [1.0, 2.0] and session.run(b) == 3
        for bad in (str(tmp_path / "nothing"), None):
            with pytest.raises(ValueError):
                saver.restore(session, bad)
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = v1.get_variable("a", initializer=[9.0, 9.0]), v1.get_variable("b", initializer=[1])
        session.run(v1.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="rhs shape"):
            v1.train.Saver().restore(session, paths[2])
        assert session.run(a).tolist() == [9.0, 9.0]
        with pytest.raises(tf.errors.NotFoundError, match="Key c not found"):
            v1.train.Saver({"c": a}).restore(session, paths[2])
        v1.train.init_from_checkpoint(str(tmp_path), {"a": a})
        session.run(a.initializer)
        assert session.run(a).tolist() == [1.0, 2.0]


def test_graph_messages(tmp_path):
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("w", initializer=[[1.0], [2.0]])
        y = tf.matmul(x, w, name="y")
        with v1.Session() as session:
            session.run(w.initializer)
            frozen = v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
        assert {n.op for n in frozen.node} == {"Placeholder", "Const", "Identity", "MatMul"}
        assert [n.name for n in v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["x"]).node] == ["x"]
        node = next(n for n in graph.as_graph_def().node if n.name == y.op.name)
        assert node.op == "MatMul" and node.input[0] == "x" and node.attr["T"].type == tf.float32.as_datatype_enum
        writer = v1.summary.FileWriter(str(tmp_path), graph)
        writer.close()
    path = next(tmp_path.glob("events*"))
    events = list(v1.train.summary_iterator(str(path)))
    assert v1.GraphDef.FromString(events[1].graph_def).node[0].name == "x"


def test_servers_are_refused():
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant(1.0)
        for call in (lambda: session.reset("grpc://somewhere:1"), lambda: v1.Session("grpc://somewhere:1")):
            with pytest.raises(NotImplementedError):
                call()
        assert session.make_callable(x + 1)() == 2.0


def test_a_traced_run_tells_the_time_of_each_operation():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2], name="x")
        y = tf.add(tf.tanh(x, name="t"), 1.0, name="y")
        metadata = v1.RunMetadata()
        options = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE, output_partition_graphs=True)
        value = session.run(y, {x: [0.0, 0.0]}, options=options, run_metadata=metadata)
        assert value.tolist() == [1.0, 1.0]
        (device,) = metadata.step_stats.dev_stats
        assert [n.node_name for n in device.node_stats] == ["t", "y"]
        assert all(n.all_end_rel_micros > 0 for n in device.node_stats) and device.node_stats[1].timeline_label == "y = AddV2(t, y/y)"
        assert [n.name for n in metadata.partition_graphs[0].node] == ["x", "t", "y/y", "y"]
        again = v1.RunMetadata()
        session.run(y, {x: [0.0, 0.0]}, run_metadata=again)
        assert not again.step_stats.dev_stats


def test_sessions_in_threads_have_their_own_values():
    with tf.Graph().as_default() as graph:
        w = v1.get_variable("w", initializer=0.0)
        up = v1.assign_add(w, 1.0)
        init = v1.global_variables_initializer()
    results = {}

    def work(n):
        with v1.Session(graph=graph) as session:
            session.run(init)
            for _ in range(n):
                session.run(up)
            results[n] = float(session.run(w))

    threads = [threading.Thread(target=work, args=(n,)) for n in (3, 50)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == {3: 3.0, 50: 50.0}


def test_random_numbers_begin_anew_with_each_session():
    with tf.Graph().as_default():
        x = tf.random.normal([2], seed=1)
        first, second = v1.Session(), v1.Session()
        a, b = first.run(x), first.run(x)
        assert not np.array_equal(a, b) and np.array_equal(a, second.run(x))


def test_traced_functions_are_exported(tmp_path):
    @tf.function
    def f(x):
        return tf.nn.relu(x @ x)

    tf.summary.trace_on()
    try:
        f(tf.ones([2, 2]))
        with tf.summary.create_file_writer(str(tmp_path)).as_default():
            tf.summary.trace_export("trace", step=1)
    finally:
        tf.summary.trace_off()
    f(tf.ones([2, 2]))
    path = next(tmp_path.glob("events*"))
    value = next(v for e in v1.train.summary_iterator(str(path)) for v in e.summary.value)
    metadata = v1.RunMetadata.FromString(value.tensor.string_val[0])
    assert value.metadata.plugin_data.plugin_name == "graph_run_metadata_graph"
    (graph,) = (g.pre_optimization_graph for g in metadata.function_graphs)
    assert [n.op for n in graph.node][:3] == ["_Arg", "MatMul", "Relu"]
    with pytest.raises(ValueError, match="Must enable trace"):
        tf.summary.trace_export("trace", step=1)


def test_contrib_layers():
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant(np.arange(36, dtype=np.float32).reshape(1, 3, 4, 3))
        y = layers.conv2d(x, 2, 2, weights_initializer=v1.constant_initializer(0.1))
        y = layers.flatten(layers.max_pool2d(y, 2))
        y = layers.fully_connected(
            y, 2, None, weights_initializer=v1.constant_initializer(0.1), weights_regularizer=layers.l2_regularizer(0.5)
        )
        session.run(v1.global_variables_initializer())
        np.testing.assert_allclose(session.run(y), [[12.0, 12.0]], rtol=1e-5)  # of four pooled sums of 28.2 and 31.8, twice each
        assert [v.name for v in v1.trainable_variables()] == [
            "Conv/weights:0",
            "Conv/biases:0",
            "fully_connected/weights:0",
            "fully_connected/biases:0",
        ]
        (penalty,) = v1.get_collection("regularization_losses")
        assert session.run(penalty) == pytest.approx(0.5 * 0.5 * 0.01 * 8, rel=1e-5)
        with pytest.raises(ValueError, match="scale cannot be an integer"):
            layers.l1_regularizer(1)


def test_an_optimizer_that_updates_rows_in_its_own_way_gets_each_row_once():
    seen = []

    class Rows(v1.train.AdamOptimizer):
        def _resource_apply_sparse(self, grad, handle, indices):
            seen.append(indices)
            return super()._resource_apply_sparse(grad, handle, indices)

    found = []
    for kind in (Rows, v1.train.AdamOptimizer):
        with tf.Graph().as_default(), v1.Session() as session:
            table = v1.get_variable("table", initializer=[[1.0], [2.0], [3.0]])
            train = kind(0.1).minimize(tf.reduce_sum(tf.gather(table, [1, 1, 2]) ** 2))
            session.run(v1.global_variables_initializer())
            if kind is Rows:
                assert session.run(seen[0]).tolist() == [1, 2]
            session.run(train)
            found.append(session.run(table).tolist())
    assert found[0] == found[1]

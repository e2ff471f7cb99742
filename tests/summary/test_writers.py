"""Summary writers: their files, when they write, and what each thread sees."""

import gc
import os
import re
import shutil
import socket
import threading
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader, RawEventFileLoader
from tensorboard.compat.proto.graph_pb2 import GraphDef
from tensorboard.compat.proto.summary_pb2 import SummaryMetadata

import tfshim as tf
from tests import after_torch
from tfshim.engine.runtime import summary_state
from tfshim.io.tf_record import RecordReader


@pytest.fixture(autouse=True)
def nothing_left():
    state = summary_state.STATE
    state.writer = state.step = state.condition = None
    yield
    state.writer = state.step = state.condition = None


def files(logdir):
    return sorted(Path(logdir).iterdir())


def count(path):
    return sum(1 for _ in RawEventFileLoader(str(path)).Load())


def scalars(logdir, tag="x"):
    reader = EventAccumulator(str(logdir), size_guidance={"tensors": 0})
    reader.Reload()
    return [(e.step, e.tensor_proto.tensor_content) for e in reader.Tensors(tag)]


def test_file_names_are_those_tensorboard_looks_for(tmp_path):
    for suffix in (None, ".mine"):
        tf.summary.create_file_writer(str(tmp_path), filename_suffix=suffix)
    pattern = r"events\.out\.tfevents\.\d{10}\." + re.escape(socket.gethostname()) + rf"\.{os.getpid()}\.(\d+)(.*)"
    found = [re.fullmatch(pattern, f.name).groups() for f in files(tmp_path)]
    assert [suffix for _, suffix in found] == [".v2", ".mine"]
    assert int(found[1][0]) == int(found[0][0]) + 1


def test_a_new_file_can_be_read_at_once(tmp_path):
    tf.summary.create_file_writer(str(tmp_path / "a" / "b"))
    (file,) = files(tmp_path / "a" / "b")
    (event,) = EventFileLoader(str(file)).Load()
    assert event.file_version == "brain.Event:2"


def test_events_wait_until_the_queue_is_full(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path), max_queue=2, flush_millis=10**6)
    writer.set_as_default()
    (file,) = files(tmp_path)
    seen = []
    for step in range(7):
        tf.summary.scalar("x", 1.0, step=step)
        seen.append(count(file))
    assert seen == [1, 1, 4, 4, 4, 7, 7]
    tf.summary.flush()
    assert count(file) == 8


def test_events_wait_no_longer_than_flush_millis(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path), max_queue=1000, flush_millis=0)
    writer.set_as_default()
    tf.summary.scalar("x", 1.0, step=0)
    assert count(files(tmp_path)[0]) == 2


def test_the_context_flushes_also_when_it_is_left_by_an_exception(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    with pytest.raises(KeyError), writer.as_default(step=3) as entered:
        assert entered is writer
        tf.summary.scalar("x", 1.0)
        raise KeyError
    assert count(files(tmp_path)[0]) == 2
    assert tf.summary.experimental.get_step() is None
    assert not tf.summary.should_record_summaries()


def test_closing(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    writer.set_as_default(step=1)
    tf.summary.scalar("x", 1.0)
    writer.close()
    writer.close()
    writer.flush()
    assert count(files(tmp_path)[0]) == 2
    closed = re.escape(f"SummaryWriter {writer!r} is already closed")
    for use in (writer.set_as_default, writer.init, lambda: writer.as_default().__enter__()):
        with pytest.raises(RuntimeError, match=closed):
            use()
    with pytest.raises(tf.errors.NotFoundError, match="is closed and takes no summaries"):
        tf.summary.scalar("x", 1.0)
    assert count(files(tmp_path)[0]) == 2


def test_a_second_writer_continues_the_run(tmp_path):
    for step in (1, 2):
        writer = tf.summary.create_file_writer(str(tmp_path))
        with writer.as_default():
            tf.summary.scalar("x", float(step), step=step)
        writer.close()
    assert len(files(tmp_path)) == 2
    assert [step for step, _ in scalars(tmp_path)] == [1, 2]


def test_a_writer_that_is_dropped_loses_nothing(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    writer.set_as_default()
    tf.summary.scalar("x", 1.0, step=1)
    tf.summary.create_file_writer(str(tmp_path / "other")).set_as_default()
    del writer
    gc.collect()
    assert [step for step, _ in scalars(tmp_path)] == [1]


def test_the_end_of_the_program_loses_nothing(tmp_path):
    code = f"""
import tfshim as tf
tf.summary.create_file_writer({str(tmp_path)!r}).set_as_default()
tf.summary.scalar("x", 1.0, step=1)
"""
    done = after_torch.python("-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [step for step, _ in scalars(tmp_path)] == [1]


def test_a_removed_directory_is_made_again(tmp_path, caplog):
    logdir = tmp_path / "logs"
    writer = tf.summary.create_file_writer(str(logdir))
    writer.set_as_default()
    shutil.rmtree(logdir)
    tf.summary.scalar("x", 1.0, step=1)
    with caplog.at_level("WARNING", logger="tensorflow"):
        writer.flush()
    tf.summary.scalar("x", 1.0, step=2)
    writer.flush()
    assert "is gone" in caplog.text
    assert [step for step, _ in scalars(logdir)] == [1, 2]


def test_a_file_where_the_directory_should_be(tmp_path):
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(tf.errors.FailedPreconditionError, match=r"taken is not a directory \[Op:CreateSummary"):
        tf.summary.create_file_writer(str(tmp_path / "taken"))
    assert (tmp_path / "taken").read_text() == "mine"


def test_logdir_may_be_a_path_or_bytes_or_a_tensor(tmp_path):
    for logdir in (tmp_path, str(tmp_path).encode(), tf.convert_to_tensor(str(tmp_path))):
        tf.summary.create_file_writer(logdir)
    assert len(files(tmp_path)) == 3


def test_logdir_may_be_a_url():
    writer = tf.summary.create_file_writer("ram://summaries/run")
    with writer.as_default():
        tf.summary.scalar("x", 1.0, step=1)
    writer.close()
    (name,) = tf.io.gfile.listdir("ram://summaries/run")
    assert len(list(RecordReader(f"ram://summaries/run/{name}"))) == 2


def test_unsupported_arguments_are_refused():
    with pytest.raises(NotImplementedError, match="experimental_mesh"):
        tf.summary.create_file_writer("x", experimental_mesh=object())


def test_a_writer_is_a_part_of_what_keeps_it(tmp_path):
    kept = tf.Module()
    kept.writer = tf.summary.create_file_writer(str(tmp_path / "logs"), experimental_trackable=True)
    kept.v = tf.Variable(1.0)
    assert isinstance(kept.writer, tf.__internal__.tracking.Trackable) and len(kept.variables) == 1
    checkpoint = tf.train.Checkpoint(kept=kept)
    path = checkpoint.save(str(tmp_path / "ck"))
    assert [name for name, _ in tf.train.list_variables(path) if "writer" in name] == []
    kept.v.assign(2.0)
    checkpoint.restore(path).assert_consumed()
    with kept.writer.as_default():
        assert bool(tf.summary.scalar("v", kept.v, step=0)) and float(kept.v) == 1.0


def test_a_trace_is_recorded_with_its_profile(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    tf.summary.trace_on(profiler=True)
    with pytest.raises(tf.errors.AlreadyExistsError):
        tf.profiler.experimental.start(str(tmp_path))
    tf.function(lambda x: x + 1)(tf.constant(1))
    with writer.as_default():
        with pytest.raises(ValueError, match="Argument `profiler_outdir` is not specified."):
            tf.summary.trace_export("graph", step=0)
        tf.summary.trace_export("graph", step=0, profiler_outdir=str(tmp_path / "out"))
    writer.close()
    (name,) = [path for path in tf.io.gfile.listdir(str(tmp_path)) if "tfevents" in path]
    assert b"graph_run_metadata" in b"".join(RecordReader(str(tmp_path / name)))
    assert len(list(tmp_path.glob("out/plugins/profile/*/*.xplane.pb"))) == 1
    with pytest.raises(ValueError, match="Must enable trace before export"):
        tf.summary.trace_export("graph", step=0)


def test_the_noop_writer_changes_nothing(tmp_path):
    noop = tf.summary.create_noop_writer()
    noop.set_as_default(step=4)
    with noop.as_default(step=4):
        assert not tf.summary.scalar("x", 1.0)
    assert tf.summary.experimental.get_step() is None
    for method in (noop.init, noop.flush, noop.close):
        assert method() is None
    assert isinstance(noop, tf.summary.SummaryWriter)


def test_the_interface_alone_does_nothing():
    writer = tf.summary.SummaryWriter()
    for use in (writer.init, writer.flush, writer.close, writer.as_default, writer.set_as_default):
        with pytest.raises(NotImplementedError):
            use()


def test_nothing_is_computed_where_nothing_is_recorded(tmp_path):
    def fail():
        raise AssertionError

    assert not tf.summary.write("x", fail)
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=1), tf.summary.record_if(False):
        assert not tf.summary.write("x", fail)
        assert not tf.summary.histogram("x", fail)


def test_each_thread_has_its_own_defaults(tmp_path):
    seen = []

    def look():
        seen.append((bool(tf.summary.should_record_summaries()), tf.summary.experimental.get_step()))
        tf.summary.experimental.set_step(9)

    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=2), tf.summary.record_if(True):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert tf.summary.experimental.get_step() == 2
    assert seen == [(False, None)]


def test_threads_share_a_writer(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path), max_queue=3)

    def work(number):
        with writer.as_default():
            for step in range(50):
                tf.summary.scalar(f"t{number}", 1.0, step=step)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    for number in range(4):
        assert [step for step, _ in scalars(tmp_path, f"t{number}")] == list(range(50))


def test_metadata_of_any_runtime_and_no_other(tmp_path):
    class Foreign:
        def SerializeToString(self):  # noqa: N802
            return metadata.SerializeToString()

    metadata = SummaryMetadata(display_name="shown")
    metadata.plugin_data.plugin_name = "mine"
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=1):
        for given in (metadata, Foreign(), metadata.SerializeToString()):
            tf.summary.write("x", 1.0, metadata=given)
        with pytest.raises(tf.errors.InvalidArgumentError, match="not a serialized SummaryMetadata"):
            tf.summary.write("x", 1.0, metadata=b"\xff\xff")
        with pytest.raises(TypeError, match="must be a SummaryMetadata message or its bytes, got 3"):
            tf.summary.write("x", 1.0, metadata=3)
        with pytest.raises(TypeError, match="description must be a str, got 3"):
            tf.summary.scalar("x", 1.0, description=3)
    events = list(RawEventFileLoader(str(files(tmp_path)[0])).Load())
    assert len(events) == 4 and all(b"mine" in event and b"shown" in event for event in events[1:])


def test_a_graph_message_is_written_as_it_is(tmp_path):
    graph = GraphDef()
    graph.node.add(name="n", op="NoOp")
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        assert tf.summary.graph(graph)
    reader = EventAccumulator(str(tmp_path))
    reader.Reload()
    assert reader.Graph() == graph


def test_values_that_record_gradients_are_written(tmp_path):
    variable = tf.Variable([1.0, 2.0])
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=1), tf.GradientTape() as tape:
        doubled = variable * 2.0
        tf.summary.write("x", doubled)
        tf.summary.histogram("h", doubled)
    assert tape.gradient(doubled, variable).numpy().tolist() == [2.0, 2.0]
    reader = EventAccumulator(str(tmp_path))
    reader.Reload()
    assert set(reader.Tags()["tensors"]) == {"x", "h"}

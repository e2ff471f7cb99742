"""Writers of TensorFlow 2 in graphs that sessions run, and summaries of TensorFlow 1 that go to them while executing eagerly."""

import re
import warnings

import pytest
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader

import tfshim as tf
from tfshim.engine.runtime import messages

v1 = tf.compat.v1


def events(folder):
    (path,) = folder.glob("events*")
    return [messages.event.Event.FromString(raw) for raw in RawEventFileLoader(str(path)).Load()]


def test_a_session_begins_the_file_and_writes(tmp_path):
    with tf.Graph().as_default() as graph:
        step = v1.train.get_or_create_global_step()
        writer = tf.summary.create_file_writer(str(tmp_path))
        with writer.as_default(step):
            tf.summary.scalar("a", tf.cast(step, tf.float32) * 2)
            with tf.summary.record_if(tf.equal(step % 2, 0)):
                tf.summary.scalar("even", 1.0)
            serialized = v1.Summary(value=[v1.Summary.Value(tag="raw", simple_value=3.0)]).SerializeToString()
            tf.summary.experimental.write_raw_pb(serialized)
            with tf.summary.record_if(False):
                tf.summary.scalar("never", 1.0)
            more = v1.assign_add(step, 1)
            with v1.Session() as session:
                session.run(v1.global_variables_initializer())
                with pytest.raises(tf.errors.OpError, match="does not exist"):
                    session.run(v1.summary.all_v2_summary_ops())
                assert not list(tmp_path.iterdir())
                v1.summary.initialize(graph, session)
                for _ in range(3):
                    session.run(v1.summary.all_v2_summary_ops())
                    session.run(more)
                session.run(writer.close())
        # The names are TensorFlow's.
        kinds = {n.name: n.op for n in graph.as_graph_def().node}
        assert kinds["create_file_writer/SummaryWriter"] == "SummaryWriter"
        assert [kinds[n] for n in ("create_file_writer/CreateSummaryFileWriter", "even/write_summary/summary_cond")] == [
            "CreateSummaryFileWriter",
            "If",
        ]
        assert set(graph.get_all_collection_keys()) >= {"_SUMMARY_WRITER_V2", "_SUMMARY_V2"}
    found = events(tmp_path)
    assert [e.WhichOneof("what") for e in found[:2]] == ["file_version", "graph_def"]
    told = sorted((e.step, v.tag) for e in found for v in e.summary.value)
    assert told == sorted([*((s, t) for s in range(3) for t in ("a", "raw")), (0, "even"), (2, "even")])


def test_beginning_needs_a_writer_and_a_session(tmp_path):
    assert v1.summary.initialize() is None and v1.summary.all_v2_summary_ops() is None
    with tf.Graph().as_default():
        with pytest.raises(RuntimeError, match="No default tf.contrib.summary.SummaryWriter found"):
            v1.summary.initialize()
        with tf.summary.create_file_writer(str(tmp_path)).as_default(0), pytest.raises(ValueError, match="must be passed"):
            v1.summary.initialize()


def test_summaries_of_version_1_go_to_the_default_writer(tmp_path):
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=3):
        made = [
            v1.summary.scalar("a", 1.0, family="f"),
            v1.summary.histogram("h", [1.0]),
            v1.summary.image("i", tf.zeros([1, 2, 2, 1])),
            v1.summary.audio("s", tf.zeros([1, 4]), 10),
            v1.summary.text("t", tf.constant("x")),
        ]
    assert [x.numpy() for x in made] == [b""] * 5
    told = [(e.step, v.tag, v.metadata.plugin_data.plugin_name) for e in events(tmp_path) for v in e.summary.value]
    assert told == [(3, "f/f/a", "scalars"), (3, "h", "histograms"), (3, "i", "images"), (3, "s", "audio"), (3, "t", "text")]
    for writer, reason in (
        (tf.summary.create_noop_writer(), "writer not found"),
        (tf.summary.create_file_writer(str(tmp_path)), "step not set"),
    ):
        with writer.as_default(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert v1.Summary.FromString(v1.summary.scalar("a", 1.0).numpy()).value[0].simple_value == 1.0
        (warning,) = caught
        assert reason in str(warning.message) and warning.filename == __file__


def test_files_of_version_1_are_named_as_in_tensorflow(tmp_path):
    with tf.Graph().as_default():
        for suffix in (None, "", ".mine", "mine"):
            folder = tmp_path / f"v1{suffix}"
            v1.summary.FileWriter(str(folder), filename_suffix=suffix).close()
            (path,) = folder.iterdir()
            assert re.fullmatch(rf"events\.out\.tfevents\.\d{{10}}\.[^.]+{re.escape(suffix or '')}", path.name)
        writer = v1.summary.FileWriter(str(tmp_path / "again"))
        writer.close()
        with pytest.warns(UserWarning, match="Attempting to use a closed FileWriter"):
            writer.add_summary(v1.Summary(), 1)
        writer.reopen()
        writer.close()
        assert len(list((tmp_path / "again").iterdir())) == 2  # nothing is written over
    for suffix, end in ((None, ".v2"), ("", "."), ("mine", ".mine")):
        folder = tmp_path / f"v2{suffix}"
        tf.summary.create_file_writer(str(folder), filename_suffix=suffix).close()
        (path,) = folder.iterdir()
        assert re.fullmatch(rf"events\.out\.tfevents\.\d{{10}}\..+\.\d+\.\d+{re.escape(end)}", path.name)

"""Summaries written from inside a `tf.function`: at every call, with the step and the condition of that call."""

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import tfshim as tf
from tfshim.protos.tensors import make_ndarray


def read(logdir):
    reader = EventAccumulator(str(logdir))
    reader.Reload()
    tags = reader.Tags()["tensors"]
    return {tag: [(e.step, make_ndarray(e.tensor_proto)) for e in reader.Tensors(tag)] for tag in tags}


def test_every_kind_at_every_call(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    step = tf.Variable(0, dtype=tf.int64)

    @tf.function(autograph=False)
    def train(x):
        with writer.as_default():
            tf.summary.scalar("scalar", tf.reduce_sum(x), step=step)
            tf.summary.histogram("histogram", x, step=step, buckets=2)
            tf.summary.text("text", "abc", step=step)
            tf.summary.image("image", tf.reshape(x, [1, 2, 2, 1]), step=step)
            tf.summary.audio("audio", tf.reshape(x, [1, 4, 1]), 8000, step=step)
            with tf.name_scope("scope"):
                tf.summary.write("written", lambda: x + 1.0, step=step)
        return x * 2.0

    for _ in range(3):
        value = tf.convert_to_tensor([0.0, 0.25, 0.5, 1.0]) * tf.cast(step, tf.float32)
        assert train(value).numpy().tolist() == (value * 2.0).numpy().tolist()
        step.assign_add(1)
    writer.close()
    found = read(tmp_path)
    assert [(at, value.item()) for at, value in found["scalar"]] == [(0, 0.0), (1, 1.75), (2, 3.5)]
    assert found["histogram"][1][1].tolist() == [[0.0, 0.5, 2.0], [0.5, 1.0, 2.0]]
    assert found["written"][2][1].tolist() == [1.0, 1.5, 2.0, 3.0]
    assert [value[2][:4] for _, value in found["image"]] == [b"\x89PNG"] * 3
    assert [value[0][0][:4] for _, value in found["audio"]] == [b"RIFF"] * 3
    assert [value.item() for _, value in found["text"]] == [b"abc"] * 3


@pytest.mark.skipif(not hasattr(tf, "cond"), reason="there is no tf.cond yet")
def test_the_condition_is_asked_at_every_call(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    step = tf.Variable(0, dtype=tf.int64)

    @tf.function(autograph=False)
    def train(x):
        with writer.as_default(), tf.summary.record_if(tf.equal(step % 2, 0)):
            return tf.summary.scalar("scalar", x, step=step)

    recorded = []
    for _ in range(4):
        recorded.append(bool(train(tf.convert_to_tensor(1.0))))
        step.assign_add(1)
    writer.close()
    assert recorded == [True, False, True, False]
    assert [at for at, _ in read(tmp_path)["scalar"]] == [0, 2]

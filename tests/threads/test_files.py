"""Tables, and files that several threads write."""

import os

import numpy as np

import tfshim as tf
from tests.threads.racing import race


def test_tables():
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)

    def run(number):
        for i in range(100):
            keys = tf.range(5, dtype=tf.int64) + 5 * (4 * i + number)
            table.insert(keys, keys * 2)
            np.testing.assert_array_equal(table.lookup(keys).numpy(), keys.numpy() * 2)
            known, values = table.export()
            assert len(known) % 5 == 0, "part of an insertion"
            np.testing.assert_array_equal(values.numpy(), known.numpy() * 2)

    race(run)
    assert table.size().numpy() == 2000


def test_records_are_whole(tmp_path):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path, tf.io.TFRecordOptions("GZIP", input_buffer_size=64)) as writer:
        race(lambda number: [writer.write(bytes([65 + number]) * (i + 1)) for i in range(200)] and None)
    found = [r.numpy() for r in tf.data.TFRecordDataset(path, "GZIP")]
    assert sorted(found) == sorted(bytes([65 + n]) * (i + 1) for n in range(4) for i in range(200))


def test_summaries_are_whole(tmp_path):
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

    writer = tf.summary.create_file_writer(str(tmp_path))

    def run(number):
        with writer.as_default():
            for i in range(50):
                tf.summary.scalar("x", 1.0, step=1000 * number + i)

    race(run)
    race(lambda _: writer.close())
    name, = os.listdir(tmp_path)
    steps = [e.step for e in EventFileLoader(str(tmp_path / name)).Load() if e.HasField("summary")]
    assert sorted(steps) == [1000 * n + i for n in range(4) for i in range(50)]


def test_checkpoints(tmp_path):
    v = tf.Variable(1.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), str(tmp_path), max_to_keep=None)
    saved = race(lambda _: [manager.save() for _ in range(5)])
    assert sorted(int(p.rpartition("-")[2]) for part in saved for p in part) == list(range(1, 21))
    assert len(manager.checkpoints) == 20
    checkpoint = tf.train.Checkpoint(v=v)
    saved = race(lambda _: [checkpoint.save(str(tmp_path / "own")) for _ in range(5)])
    assert len({p for part in saved for p in part}) == 20


def test_the_mask_of_the_process_stays(tmp_path):
    from tfshim.train._files import write_beside

    before = os.umask(0o027)
    try:
        race(lambda n: [write_beside(str(tmp_path / f"{n}-{i}"), b"x") for i in range(40)] and None)
        assert {os.stat(tmp_path / name).st_mode & 0o777 for name in os.listdir(tmp_path)} == {0o640}
    finally:
        after = os.umask(before)
    assert after == 0o027

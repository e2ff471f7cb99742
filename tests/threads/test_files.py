"""Tables, and files that several threads write."""

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


def test_checkpoints(tmp_path):
    v = tf.Variable(1.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), str(tmp_path), max_to_keep=None)
    saved = race(lambda _: [manager.save() for _ in range(5)])
    assert sorted(int(p.rpartition("-")[2]) for part in saved for p in part) == list(range(1, 21))
    assert len(manager.checkpoints) == 20
    checkpoint = tf.train.Checkpoint(v=v)
    saved = race(lambda _: [checkpoint.save(str(tmp_path / "own")) for _ in range(5)])
    assert len({p for part in saved for p in part}) == 20

"""Files of any content: readers give records or raise TensorFlow's errors, nothing else."""

import os

import numpy as np
import pytest

import tfshim as tf
from tfshim.data.elements import Codec

Dataset = tf.data.Dataset
MARKS = [b'"', b",", b"\n", b"\r", b"1", b"-", b"e", b".", b"a", b"\xff", b"\x00", b" "]


def outcome(dataset):
    """How many elements come before the end or an error of TensorFlow's."""
    count, iterator = 0, iter(dataset)
    try:
        for _ in iterator:
            count += 1
    except tf.errors.OpError:
        pass
    return count


@pytest.mark.parametrize("seed", range(40))
def test_csv_of_any_bytes(tmp_path, seed):
    rng = np.random.RandomState(seed)
    path = tmp_path / "any.csv"
    path.write_bytes(b"".join(MARKS[i] for i in rng.randint(0, len(MARKS), 200)))
    for defaults in ([tf.int32], ["", 0.5], [tf.float64, tf.int64, ""]):
        for quoted in (True, False):
            outcome(tf.data.experimental.CsvDataset(str(path), defaults, use_quote_delim=quoted, buffer_size=7))
            outcome(tf.data.experimental.CsvDataset(str(path), defaults, use_quote_delim=quoted).ignore_errors())


@pytest.mark.parametrize("kind", ["", "GZIP", "ZLIB"])
@pytest.mark.parametrize("seed", range(10))
def test_records_of_any_bytes(tmp_path, kind, seed):
    rng = np.random.RandomState(seed)
    path = str(tmp_path / "any")
    with tf.io.TFRecordWriter(path, kind or None) as writer:
        for n in rng.randint(0, 50, 10):
            writer.write(rng.bytes(int(n)))
    with open(path, "rb") as file:
        data = bytearray(file.read())
    for at in rng.randint(0, len(data), 3):
        data[at] ^= 1 << rng.randint(8)
    with open(path, "wb") as file:
        file.write(data)
    assert outcome(tf.data.TFRecordDataset(path, kind)) <= 10
    outcome(tf.data.TextLineDataset(path, kind))
    outcome(tf.data.FixedLengthRecordDataset(path, 3, compression_type=kind))


def test_saved_elements_of_any_bytes():
    spec = {"a": tf.TensorSpec([None], tf.float32), "b": tf.TensorSpec([], tf.string), "c": tf.RaggedTensorSpec([None, None], tf.int32)}
    codec = Codec(spec)
    flat = next(iter(Dataset.from_tensors({"a": [1.0, 2.0], "b": "xyz", "c": tf.ragged.constant([[1], [2, 3]])})._open(None)))
    data = codec.encode(flat)
    back = codec.decode(data)
    assert back[0].tolist() == [1.0, 2.0] and back[1][()] == b"xyz" and back[2].to_list() == [[1], [2, 3]]
    rng = np.random.RandomState(0)
    for cut in range(len(data)):
        with pytest.raises(tf.errors.OpError):
            codec.decode(data[:cut])
    for _ in range(300):
        bad = bytearray(data)
        bad[rng.randint(len(bad))] = rng.randint(256)
        try:
            codec.decode(bytes(bad))
        except tf.errors.OpError:
            pass


def test_a_damaged_save_is_told(tmp_path):
    path = str(tmp_path / "saved")
    Dataset.range(10).save(path)
    (shard,) = [os.path.join(d, f) for d, _, files in os.walk(path) for f in files if f.endswith(".snapshot")]
    with open(shard, "r+b") as file:
        file.seek(40)
        file.write(b"?")
    with pytest.raises(tf.errors.DataLossError, match="corrupted record at"):
        list(Dataset.load(path))
    with open(os.path.join(path, "snapshot.metadata"), "w") as file:
        file.write("{")
    with pytest.raises(tf.errors.DataLossError, match="is damaged"):
        Dataset.load(path)


def test_elements_before_and_after_a_damaged_one_in_a_run_are_read(tmp_path):
    specs = tf.TensorSpec([2], tf.float32), tf.TensorSpec([], tf.bool), tf.RaggedTensorSpec([None, None], tf.int32)
    rows = [([i, -i], i % 3 == 0, tf.ragged.constant([[i], [i, 2]])) for i in range(300)]
    path = str(tmp_path / "cached")
    source = Dataset.from_generator(lambda: iter(rows), output_signature=specs)
    cached = source.cache(path)
    assert sum(1 for _ in cached) == 300
    records = list(tf.data.TFRecordDataset(path + ".data-00000-of-00001").as_numpy_iterator())
    # Another dtype, another shape (of the same and of another length), and an end too soon.
    records[64] = records[70] = b"\x02" + records[70][1:]
    records[100] = records[100][:5] + b"\x01" + records[100][6:]
    records[131] = records[131][:9]
    with tf.io.TFRecordWriter(path + ".data-00000-of-00001") as writer:
        for record in records:
            writer.write(record)
    read, told, iterator = {}, {}, iter(source.cache(path))
    for i in range(300):
        try:
            read[i] = next(iterator)
        except (tf.errors.DataLossError, tf.errors.InvalidArgumentError) as e:
            told[i] = type(e).__name__
    with pytest.raises(tf.errors.DataLossError, match="300 elements were saved, 296 are there"):
        next(iterator)
    kinds = {64: "InvalidArgumentError", 70: "InvalidArgumentError", 100: "InvalidArgumentError", 131: "DataLossError"}
    assert told == kinds and len(read) == 296
    for i, (a, b, c) in read.items():
        assert a.numpy().tolist() == [i, -i] and b.numpy() == (i % 3 == 0) and c.to_list() == [[i], [i, 2]]


def test_elements_of_a_run_are_apart(tmp_path):
    for _ in range(2):
        elements = list(Dataset.from_tensor_slices(np.arange(12.0).reshape(6, 2)).cache(str(tmp_path / "cached")))
    tf.Variable(elements[0]).assign_add([100.0, 100.0])
    elements[2]._t.fill_(-1.0)
    assert [e.numpy().tolist() for e in elements] == [[0, 1], [2, 3], [-1, -1], [6, 7], [8, 9], [10, 11]]

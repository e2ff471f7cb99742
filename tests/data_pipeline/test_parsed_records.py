"""Records that a map parses one by one, in truth many at a time: the same elements and errors as one by one."""

import numpy as np
import pytest

import tfshim as tf
from tests.elements import assert_same
from tfshim.data.vectorized import simple

Dataset = tf.data.Dataset
COUNT = 300
FEATURES = {
    "label": tf.io.FixedLenFeature([], tf.int64),
    "values": tf.io.FixedLenFeature([2, 2], tf.float32),
    "name": tf.io.FixedLenFeature([], tf.string),
    "weight": tf.io.FixedLenFeature([], tf.float32, 0.5),
}


def record(i, **changes):
    row = {
        "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[i * 37])),
        "values": tf.train.Feature(float_list=tf.train.FloatList(value=[i, 0.5, -i, 1.0])),
        "name": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"n" * (i % 7) + b"\0"])),
    }
    if i % 3 == 0:
        row["weight"] = tf.train.Feature(float_list=tf.train.FloatList(value=[i]))
    row.update(changes)
    return tf.train.Example(features=tf.train.Features(feature=row)).SerializeToString()


def parse(serialized):
    return tf.io.parse_single_example(serialized, FEATURES)


def prepare(serialized):
    row = parse(serialized)
    return {"x": row["values"] * 2.0, "w": [row["weight"], row["weight"] - 1.0], "n": row["name"]}, tf.one_hot(row["label"] % 5, 5)


def written(path, records):
    with tf.io.TFRecordWriter(str(path)) as writer:
        for r in records:
            writer.write(r)
    return str(path)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return written(tmp_path_factory.mktemp("records") / "good", map(record, range(COUNT)))


def flat(dataset):
    return [[x.numpy() for x in tf.nest.flatten(element)] for element in dataset]


BUILDS = {
    "map": lambda d, f: d.map(f),
    "batch": lambda d, f: d.map(f).batch(32),
    "parallel": lambda d, f: d.map(f, num_parallel_calls=2).batch(7, drop_remainder=True).prefetch(2),
    "shuffled": lambda d, f: d.shuffle(50, seed=1).map(f, num_parallel_calls=tf.data.AUTOTUNE).batch(16),
    "repeated": lambda d, f: d.skip(5).take(40).repeat(2).shard(3, 1).prefetch(2).map(f).shuffle(9, seed=2).batch(4),
    "filtered": lambda d, f: d.map(parse).filter(lambda row: row["label"] % 2 == 0).batch(9),
    "mapped twice": lambda d, f: d.map(parse).map(lambda row: (row["name"], row["values"] - row["weight"])).batch(9),
}


@pytest.mark.parametrize("function", [parse, prepare])
@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS)
def test_the_same_as_one_by_one(build, function, path):
    def made(source):
        tf.random.set_seed(1)
        return flat(build(source, function))

    source = tf.data.TFRecordDataset(path)
    assert simple(source.map(function)._args[1])
    # What a generator gives is taken as it is asked for.
    slow = Dataset.from_generator(lambda: iter(source), output_signature=tf.TensorSpec([], tf.string))
    assert_same(made(source), made(slow))


LISTS = {
    "words": tf.io.VarLenFeature(tf.string),
    "ids": tf.io.VarLenFeature(tf.int64),
    "scores": tf.io.FixedLenSequenceFeature([], tf.float32, allow_missing=True),
    "pairs": tf.io.FixedLenSequenceFeature([2], tf.int64, allow_missing=True),
}


def lists(i):
    """A record with a number of values that differs from record to record."""
    n = i * 7 % 5
    feature = tf.train.Feature
    more = {
        "words": feature(bytes_list=tf.train.BytesList(value=[b"w\0" * k for k in range(n)])),
        "scores": feature(float_list=tf.train.FloatList(value=[0.5 * i] * n)),
        "pairs": feature(int64_list=tf.train.Int64List(value=range(2 * n))),
    }
    if i % 4:
        more["ids"] = feature(int64_list=tf.train.Int64List(value=[i << 40] * n))
    return record(i, **more)


def parsed(serialized):
    return tf.io.parse_single_example(serialized, FEATURES | LISTS)


def filled(serialized):
    row = parsed(serialized)
    sums = tf.reduce_sum(row["scores"]) + tf.cast(tf.strings.length(serialized), tf.float32)
    ids = tf.cond(row["label"] % 2 == 0, lambda: tf.sparse.to_dense(row["ids"]), lambda: tf.sparse.to_dense(row["ids"], -1))
    return {"ids": ids, "words": tf.sparse.to_dense(row["words"], "-"), "pairs": row["pairs"]}, sums, row["values"], row["name"]


OF_LISTS = {
    "parsed": lambda d: d.map(parsed),
    "filled": lambda d: d.map(filled),
    "in threads": lambda d: d.map(parsed, num_parallel_calls=2).map(lambda row: (row["words"], row["ids"], row["weight"])).prefetch(2),
    "padded": lambda d: d.skip(3).map(filled, num_parallel_calls=tf.data.AUTOTUNE).padded_batch(7),
    "repeated": lambda d: d.shuffle(20, seed=1).take(30).repeat(2).map(filled).padded_batch(4, drop_remainder=True),
}


@pytest.fixture(scope="module")
def of_lists(tmp_path_factory):
    return written(tmp_path_factory.mktemp("records") / "lists", map(lists, range(COUNT)))


def dense(dataset):
    return flat(dataset.map(lambda *x: tf.nest.map_structure(lambda y: tf.sparse.to_dense(y) if isinstance(y, tf.SparseTensor) else y, x)))


@pytest.mark.parametrize("build", OF_LISTS.values(), ids=OF_LISTS)
def test_records_of_any_number_of_values(build, of_lists):
    source = tf.data.TFRecordDataset(of_lists)
    assert not simple(source.map(filled)._args[1])
    slow = Dataset.from_generator(lambda: iter(source), output_signature=tf.TensorSpec([], tf.string))
    tf.random.set_seed(1)
    found = dense(build(source))
    tf.random.set_seed(1)
    assert_same(found, dense(build(slow)))


@pytest.mark.parametrize("parallel", [{}, {"num_parallel_calls": 2}])
def test_errors_among_records_of_any_number_of_values(parallel, tmp_path):
    wrong = [record(20, ids=tf.train.Feature(float_list=tf.train.FloatList(value=[1.0]))), b"no record"]
    path = written(tmp_path / "wrong", [*map(lists, range(20)), *wrong, *map(lists, range(22, 40))])
    iterator = iter(tf.data.TFRecordDataset(path).map(parsed, **parallel))
    assert [int(next(iterator)["label"]) for _ in range(20)] == [37 * i for i in range(20)]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Key: ids.  Data types don't match"):
        next(iterator)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse example input"):
        next(iterator)
    assert [x["ids"].values.numpy().tolist() for x in iterator] == [[i << 40] * (i * 7 % 5 if i % 4 else 0) for i in range(22, 40)]


@pytest.mark.parametrize("parallel", [{}, {"num_parallel_calls": 2}])
@pytest.mark.parametrize("taken", [0, 3, 90])
def test_saved_among_records_of_any_number_of_values(taken, parallel, of_lists):
    dataset = tf.data.TFRecordDataset(of_lists).map(filled, **parallel).padded_batch(3)
    iterator, other = iter(dataset), iter(dataset)
    for _ in range(taken):
        next(iterator)
    other._cursor.restore(iterator._cursor.state())
    assert_same(flat(other), flat(iterator))


def test_a_random_number_for_each_record(of_lists):
    def drawn():
        tf.random.set_seed(3)
        return [float(x) for x in tf.data.TFRecordDataset(of_lists).map(lambda r: tf.random.uniform([]) + parsed(r)["weight"]).take(9)]

    assert drawn() == drawn()


def test_files_in_turn(path, tmp_path):
    other = written(tmp_path / "other", map(record, range(COUNT, COUNT + 20)))
    files = Dataset.from_tensor_slices([path, other])
    expected = [x["label"].numpy() // 37 for x in files.interleave(tf.data.TFRecordDataset, 2).take(60).map(parse)]
    assert expected[:40] == [i // 2 + COUNT * (i % 2) for i in range(40)]
    assert [x["label"].numpy() // 37 for x in files.flat_map(tf.data.TFRecordDataset).map(parse)] == [*range(COUNT + 20)]


def test_an_error_comes_after_the_elements_before_it(tmp_path):
    wrong = record(20, label=tf.train.Feature(float_list=tf.train.FloatList(value=[1.0])))
    path = written(tmp_path / "wrong", [*map(record, range(20)), wrong, *map(record, range(21, 30))])
    for parallel in ({}, {"num_parallel_calls": 2}):
        iterator = iter(tf.data.TFRecordDataset(path).map(parse, **parallel))
        assert [int(next(iterator)["label"]) for _ in range(20)] == [37 * i for i in range(20)]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Key: label.  Data types don't match"):
            next(iterator)
        assert [int(x["label"]) for x in iterator] == [37 * i for i in range(21, 30)]


def test_a_damaged_file_gives_what_comes_before_the_damage(path, tmp_path):
    data = open(path, "rb").read()
    damaged = tmp_path / "damaged"
    damaged.write_bytes(data[: len(data) // 2])
    iterator, labels = iter(tf.data.TFRecordDataset(str(damaged)).map(parse)), []
    with pytest.raises(tf.errors.DataLossError):
        while True:
            labels.append(int(next(iterator)["label"]) // 37)
    assert len(labels) > 100
    assert labels == [*range(len(labels))]
    with pytest.raises(StopIteration):
        next(iterator)


def test_saved_within_a_piece(path, tmp_path):
    dataset = tf.data.TFRecordDataset(path).map(parse, num_parallel_calls=2)
    for taken in (0, 3, 100):
        iterator = iter(dataset)
        before = [int(next(iterator)["label"]) for _ in range(taken)]
        saved = tf.train.Checkpoint(iterator=iterator).write(str(tmp_path / f"at{taken}"))
        other = iter(dataset)
        tf.train.Checkpoint(iterator=other).read(saved)
        assert before + [int(x["label"]) for x in other] == [37 * i for i in range(COUNT)]


def test_strings_pass_through_functions_of_rows():
    names = np.array([b"a", b"", b"c\0", b"dd"] * 5, object)
    dataset = Dataset.from_tensor_slices((names, np.arange(20.0))).map(lambda name, x: (name, x * 2))
    assert simple(dataset._args[1])
    assert [name.numpy() for name, _ in dataset] == names.tolist()
    batches = list(dataset.filter(lambda name, x: x > 4).batch(6))
    assert np.concatenate([b[0].numpy() for b in batches]).tolist() == names.tolist()[3:]
    assert not simple(dataset.map(lambda name, x: tf.strings.upper(name))._args[1])

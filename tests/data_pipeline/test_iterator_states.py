"""Iterators go on from a saved state: with what their stages held, and without making an element again."""

import json

import numpy as np
import pytest

import tfshim as tf
from tfshim.data.iterators import Cursor

Dataset = tf.data.Dataset
IGNORED = tf.data.Options()
IGNORED.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.IGNORE

drawn = []


def source(n=24):
    """Numbers below `n`, each noted in `drawn` when it is made."""

    def noted(x):
        drawn.append(int(x))
        return x

    def element(x):
        return tf.ensure_shape(tf.py_function(noted, [x], tf.int64), [])

    return Dataset.range(n).map(element).with_options(IGNORED)


def rows():
    return Dataset.from_tensor_slices((tf.range(24), [f"row {i}" for i in range(24)]))


def lengths():
    return source().map(lambda x: tf.fill([x % 5 + 1], x))


def sums(state, x):
    return state + x, state


def reducer():
    return tf.data.experimental.Reducer(lambda _: tf.constant(0, tf.int64), lambda s, x: s + x, lambda s: s)


def parallel(cycle, **options):
    return source(6).interleave(
        lambda x: Dataset.range(x).map(lambda y: x * 10 + y), cycle_length=cycle, block_length=2, num_parallel_calls=2, **options
    )


MAPPED = {
    "map": lambda: source().map(lambda x: x * 2),
    "parallel map": lambda: source().map(lambda x: tf.strings.as_string(x), num_parallel_calls=3),
    "map and batch": lambda: source().apply(tf.data.experimental.map_and_batch(lambda x: x + 1, 3)),
    "filter": lambda: source().filter(lambda x: x % 3 == 0),
    "shuffle": lambda: source().shuffle(7, seed=3),
    "shuffle all": lambda: source().shuffle(tf.data.UNKNOWN_CARDINALITY, seed=3),
    "shuffle, repeat": lambda: source(5).shuffle(3, seed=1).repeat(4),
    "shuffle strings": lambda: source().map(tf.strings.as_string).shuffle(4, seed=2).batch(2),
    "batch": lambda: source().batch(5),
    "batch, drop": lambda: source().batch(5, drop_remainder=True),
    "padded batch": lambda: lengths().padded_batch(3),
    "ragged batch": lambda: lengths().ragged_batch(3).prefetch(2),
    "sparse batch": lambda: lengths().sparse_batch(3, [6]),
    "sparse": lambda: source().map(lambda x: tf.sparse.from_dense(tf.fill([3], x))).shuffle(3, seed=1).map(tf.sparse.to_dense),
    "unbatch": lambda: source().batch(4).unbatch(),
    "rebatch": lambda: source().batch(4).rebatch([3, 2]),
    "take, skip": lambda: source().skip(2).take(9),
    "shard": lambda: source().shard(3, 1),
    "take while": lambda: source().take_while(lambda x: x < 9),
    "zip": lambda: Dataset.zip((source(), Dataset.range(30).shuffle(4, seed=1))),
    "concatenate": lambda: source(4).concatenate(Dataset.range(50, 55)),
    "prefetch": lambda: source().prefetch(4).map(lambda x: -x).prefetch(1),
    "parallel map, prefetch": lambda: source().map(lambda x: -x, num_parallel_calls=2).prefetch(3),
    "adaptive map": lambda: source().map(tf.strings.as_string, num_parallel_calls=tf.data.AUTOTUNE),
    "cache": lambda: source(6).cache().shuffle(4, seed=1).repeat(3),
    "scan": lambda: source().scan(tf.constant(0, tf.int64), sums),
    "enumerate": lambda: source().enumerate().map(lambda i, x: {"at": i, "value": x}),
    "unique": lambda: source().map(lambda x: x // 2).unique(),
    "unique strings": lambda: source().map(lambda x: tf.strings.as_string(x // 2)).unique(),
    "window": lambda: source().window(3, shift=1).flat_map(lambda w: w.batch(3)),
    "window, shuffle": lambda: source().window(3, shift=2).shuffle(4, seed=2).flat_map(lambda w: w.batch(3)),
    "windows of pairs": lambda: source().enumerate().window(2, shift=1).flat_map(lambda i, x: Dataset.zip((i.batch(2), x.batch(2)))),
    "flat map": lambda: source(6).flat_map(lambda x: Dataset.range(x).map(lambda y: x * 10 + y)),
    "interleave": lambda: source(6).interleave(lambda x: Dataset.range(x), cycle_length=3, block_length=2),
    "parallel interleave": lambda: parallel(3),
    "group by window": lambda: source().group_by_window(lambda x: x % 3, lambda key, group: group.batch(4), window_size=4),
    "bucket by length": lambda: lengths().bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3, 5], [2, 3, 2]),
    "group by reducer": lambda: source().apply(tf.data.experimental.group_by_reducer(lambda x: x % 5, reducer())),
    "ignore errors": lambda: source().map(lambda x: tf.debugging.check_numerics(1 / tf.cast(x - 3, tf.float32), "")).ignore_errors(),
    "assert cardinality": lambda: source().apply(tf.data.experimental.assert_cardinality(24)),
    "choose": lambda: Dataset.choose_from_datasets([source(9), Dataset.range(50, 59)], Dataset.range(2).repeat()),
    "sample by weights": lambda: Dataset.sample_from_datasets(
        [source(9), Dataset.range(50, 59)], Dataset.from_tensor_slices([[0.3, 0.7], [0.6, 0.4]]).repeat(9), seed=4
    ),
    "sample": lambda: Dataset.sample_from_datasets([source(9), Dataset.range(50, 59)], seed=4),
    "copy to device": lambda: source().apply(tf.data.experimental.copy_to_device("/cpu:0")).prefetch(2),
}  # fmt: skip
OTHERS = {
    "range": lambda: Dataset.range(3, 20, 2),
    "rows": lambda: rows().shuffle(7, seed=3).batch(4),
    "rows one by one": lambda: rows().skip(1).take(20).shard(2, 1).repeat(2),
    "rows of ragged tensors": lambda: Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3], [], [4], [5, 6]])),
    "tensors": lambda: Dataset.from_tensors([1, 2]).repeat(5),
    "list": lambda: tf.data.experimental.from_list([(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e"), (6, "f")]),
    "at once": lambda: Dataset.range(600).map(lambda x: x * 2).filter(lambda x: x % 3 == 0),
    "at once, batch": lambda: Dataset.range(600).map(lambda x: x * 2).filter(lambda x: x % 3 == 0).batch(7),
    "random": lambda: Dataset.random(seed=3).take(9).repeat(2),
    "random anew": lambda: Dataset.random(seed=3, rerandomize_each_iteration=True).take(5).repeat(3),
    "shuffles within": lambda: Dataset.range(4).flat_map(lambda x: Dataset.range(5).map(lambda y: y + 10 * x).shuffle(3, seed=5).repeat(2)),
    "resample": lambda: Dataset.range(40).rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.5, 0.5], [0.5, 0.5], seed=1).take(20),
}  # fmt: skip


def shown(element):
    return [(x.to_list() if hasattr(x, "to_list") else tf.sparse.to_dense(x).numpy().tolist() if isinstance(x, tf.SparseTensor)
             else np.asarray(x).tolist()) for x in tf.nest.flatten(element)]  # fmt: skip


def left(iterator):
    return [shown(x) for x in iterator]


@pytest.fixture(autouse=True)
def no_replay(monkeypatch, request):
    if "replayed" not in request.node.name:

        def refused(*_):
            raise AssertionError("elements are made again")

        monkeypatch.setattr(Cursor, "_replay", refused)


def saved_after(iterator, count):
    for _ in range(count):
        if next(iterator, None) is None:
            break
    return iterator._cursor.state()


def check(build, count, ordered=True):
    iterator = iter(build())
    drawn.clear()
    state = saved_after(iterator, count)
    before = list(drawn)
    expected = left(iterator)
    other = iter(build())
    drawn.clear()
    other._cursor.restore(state)
    found = left(other)
    assert found == expected if ordered else sorted(found) == sorted(expected)
    return before, list(drawn)


@pytest.mark.parametrize("count", [0, 1, 4, 11])
@pytest.mark.parametrize("name", MAPPED)
def test_the_rest_is_equal_and_nothing_is_made_again(name, count):
    before, after = check(MAPPED[name], count)
    if "repeat" in name and name != "cache":  # what an earlier epoch made is made in later ones
        assert len(before) + len(after) == 20
    else:
        assert len(before) == len(set(before)) and not set(before) & set(after)


@pytest.mark.parametrize("count", [0, 1, 4, 11, 170])
@pytest.mark.parametrize("name", OTHERS)
def test_the_rest_is_equal(name, count):
    check(OTHERS[name], count)


@pytest.mark.parametrize("count", [0, 1, 4, 11])
def test_any_order(count):
    before, after = check(lambda: parallel(3, deterministic=False), count, ordered=False)
    assert not set(before) & set(after)


@pytest.fixture
def files(tmp_path):
    for i in range(3):
        for name, kind in (("records", ""), ("packed", "GZIP")):
            with tf.io.TFRecordWriter(str(tmp_path / f"{i}.{name}"), kind) as writer:
                for j in range(7):
                    writer.write(b"%d-%d" % (i, j) + bytes(j))
        (tmp_path / f"{i}.lines").write_text("\n".join(f"{i}.{j}" for j in range(6)))
        (tmp_path / f"{i}.csv").write_text("a,b\n" + "\n".join(f"{i},{j}" for j in range(6)))
        (tmp_path / f"{i}.bin").write_bytes(bytes(range(12)))
    return lambda name: [str(tmp_path / f"{i}.{name}") for i in range(3)]


@pytest.mark.parametrize("count", [0, 1, 6, 7, 8, 13, 30])
def test_files(files, count):
    data = tf.data
    for build in (
        lambda: data.TFRecordDataset(files("records")),
        lambda: data.TFRecordDataset(files("records"), buffer_size=20),
        lambda: data.TFRecordDataset(files("records")).batch(2),
        lambda: data.TFRecordDataset(files("records"), num_parallel_reads=2),
        lambda: data.TFRecordDataset(files("records"), num_parallel_reads=data.AUTOTUNE),
        lambda: data.TFRecordDataset(files("packed"), "GZIP"),
        lambda: data.TextLineDataset(files("lines")).shuffle(4, seed=1),
        lambda: data.FixedLengthRecordDataset(files("bin"), 2, header_bytes=2),
        lambda: data.experimental.CsvDataset(files("csv"), [tf.int32, tf.int32], header=True),
    ):
        check(build, count)


@pytest.mark.parametrize("count", [0, 1, 4, 11])
def test_saved_and_cached_elements(tmp_path, count):
    Dataset.range(9).save(str(tmp_path / "saved"))
    check(lambda: Dataset.load(str(tmp_path / "saved")), count)
    cached = Dataset.range(9).cache(str(tmp_path / "cache"))
    left(cached)
    check(lambda: Dataset.range(9).cache(str(tmp_path / "cache")), count)


def test_shards_are_read_as_many_at_a_time_as_there_are_processors(tmp_path, monkeypatch):
    path = str(tmp_path / "saved")
    Dataset.range(10).save(path, shard_func=lambda x: x % 3)
    for processors, order in ((1, [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]), (2, [0, 1, 3, 4, 6, 7, 9, 2, 5, 8]), (3, list(range(10)))):
        monkeypatch.setattr("multiprocessing.cpu_count", lambda processors=processors: processors)
        assert [int(x) for x in Dataset.load(path)] == order
        check(lambda: Dataset.load(path), 4)


def test_a_record_before_the_place_is_not_read(files):
    """The place within a file is an offset: damage before it goes unseen."""
    names = files("records")
    iterator = iter(tf.data.TFRecordDataset(names, buffer_size=20))
    state = saved_after(iterator, 5)
    expected = left(iterator)
    with open(names[0], "r+b") as file:
        file.write(bytes(8))
    other = iter(tf.data.TFRecordDataset(names, buffer_size=20))
    other._cursor.restore(state)
    assert left(other) == expected


def test_an_element_that_was_looked_at_is_kept():
    iterator = iter(source())
    next(iterator)
    assert iterator._cursor.has_next()
    state = iterator._cursor.state()
    drawn.clear()
    other = iter(source())
    other._cursor.restore(state)
    assert left(other)[0] == [1] and drawn[0] == 2


def test_a_state_does_not_grow_with_what_went_before():
    iterator = iter(Dataset.range(100_000).map(lambda x: x + 1).shuffle(16, seed=1).batch(10))
    early = len(saved_after(iterator, 10))
    late = len(saved_after(iterator, 5000))
    assert late < early + 100


def test_saving_leaves_the_iterator_as_it_is():
    build = MAPPED["parallel map, prefetch"]
    iterator, found = iter(build()), []
    for x in iterator:
        found.append(shown(x))
        iterator._cursor.state()
    assert found == left(build())


@pytest.mark.parametrize("name", ["shuffle", "batch", "parallel map, prefetch"])
def test_what_older_versions_saved_is_replayed(name):
    iterator = iter(MAPPED[name]())
    content = json.loads(saved_after(iterator, 4).partition(b"\n")[0])
    expected = left(iterator)
    other = iter(MAPPED[name]())
    other._cursor.restore(json.dumps({"count": content["count"], "seeds": content["seeds"]}).encode())
    assert left(other) == expected


def test_what_a_generator_yields_is_replayed():
    def generator():
        for i in range(9):
            drawn.append(i)
            yield i

    def build():
        return Dataset.from_generator(generator, output_signature=tf.TensorSpec([], tf.int64)).with_options(IGNORED)

    before, after = check(build, 4)
    assert before == [0, 1, 2, 3] and after == list(range(9))


def test_random_functions_are_replayed():
    def build():
        return Dataset.range(9).map(lambda x: tf.cond(x > 0, lambda: tf.random.uniform([], seed=1), lambda: 0.0)).with_options(IGNORED)

    check(build, 4)


def test_the_state_of_other_stages_is_replayed(monkeypatch):
    state = saved_after(iter(Dataset.range(9).map(lambda x: -x, num_parallel_calls=2)), 4)
    with monkeypatch.context() as patch:
        patch.setattr("tfshim.data.running.debug_mode", lambda: True)
        other = iter(Dataset.range(9).map(lambda x: -x, num_parallel_calls=2))
        other._cursor.restore(state)
        assert left(other) == [[-4], [-5], [-6], [-7], [-8]]


def test_random_operations_in_branches_are_stateful():
    options = tf.data.Options()
    options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.FAIL
    ds = Dataset.range(3).map(lambda x: tf.cond(x > 1, lambda: tf.random.uniform([]), lambda: 0.0))
    generated = Dataset.from_generator(lambda: iter([1]), tf.int64)
    for made, kind in ((ds, "RandomUniform"), (generated, "PyFunc")):
        with pytest.raises(tf.errors.FailedPreconditionError, match=f"{kind} is stateful"):
            made.with_options(options).as_numpy_iterator().save()
        assert made.as_numpy_iterator().save().shape == []


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_damaged_states_are_refused(cut):
    state = saved_after(iter(source().map(tf.strings.as_string).shuffle(5, seed=1)), 3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="no saved state"):
        source().map(tf.strings.as_string).shuffle(5, seed=1).as_numpy_iterator().restore(state[:-cut])

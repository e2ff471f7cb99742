"""Datasets and iterators within tf.function: made there, given, returned, iterated over."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.data import element_functions

Dataset = tf.data.Dataset


def numbers(dataset):
    return [np.asarray(x).tolist() for x in dataset]


def test_a_dataset_is_an_argument_and_a_result():
    traces = []

    @tf.function
    def doubled(dataset):
        traces.append(1)
        return dataset.map(lambda x: x * 2)

    assert numbers(doubled(Dataset.range(3))) == [0, 2, 4]
    assert numbers(doubled(Dataset.range(2).repeat(2))) == [0, 2, 0, 2]
    assert len(traces) == 1
    assert repr(doubled(Dataset.range(3))).startswith("<_VariantDataset element_spec=TensorSpec(shape=(), dtype=tf.int64")
    assert tf.function(lambda d: d.cardinality())(Dataset.range(3)).numpy() == 3


def test_datasets_of_tensors_of_the_graph():
    @tf.function
    def total(n, offset):
        ds = Dataset.range(n).map(lambda x: x + offset).batch(n)
        return ds.get_single_element(), Dataset.range(n).skip(n - 2).reduce(np.int64(0), lambda s, x: s + x * offset)

    for n, offset in ((3, 1), (4, 10)):
        batch, reduced = total(tf.constant(n, tf.int64), tf.constant(offset, tf.int64))
        assert batch.numpy().tolist() == [i + offset for i in range(n)]
        assert int(reduced) == (n - 1 + n - 2) * offset


def test_loops_with_break_continue_and_growing_shapes():
    @tf.function
    def loop(dataset):
        seen, total = tf.zeros([0], tf.int64), tf.constant(0, tf.int64)
        for x in dataset:
            if x == 2:
                continue
            if x > 5:
                break
            seen = tf.concat([seen, [x]], 0)
            total += x
        return seen, total

    seen, total = loop(Dataset.range(100))
    assert seen.numpy().tolist() == [0, 1, 3, 4, 5] and int(total) == 13
    seen, total = loop(Dataset.range(0))
    assert seen.numpy().tolist() == [] and int(total) == 0


def test_loops_over_structures_and_nested_loops():
    @tf.function
    def loop(dataset):
        total = 0.0
        for element in dataset:
            for y in Dataset.from_tensor_slices(element["v"]):
                total += y * tf.cast(element["n"], tf.float32)
        return total

    ds = Dataset.from_tensor_slices({"n": [1, 2], "v": [[1.0, 2.0], [3.0, 4.0]]})
    assert float(loop(ds)) == 17.0


def test_an_iterator_goes_on_between_calls():
    iterator = iter(Dataset.range(10))

    @tf.function
    def two(it):
        return next(it) + next(it)

    @tf.function
    def until(it, limit):
        total = tf.constant(0, tf.int64)
        for x in it:
            total += x
            if x >= limit:
                break
        return total

    assert int(two(iterator)) == 1 and int(two(iterator)) == 5
    assert int(until(iterator, tf.constant(6, tf.int64))) == 4 + 5 + 6
    assert int(next(iterator)) == 7
    assert int(until(iterator, tf.constant(99, tf.int64))) == 8 + 9
    with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
        two(iterator)


def test_optionals():
    iterator = iter(Dataset.range(1))

    @tf.function
    def ask(it):
        found = it.get_next_as_optional()
        return found.has_value(), found

    there, found = ask(iterator)
    assert bool(there) and int(found.get_value()) == 0
    assert not bool(ask(iterator)[0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
        iterator.get_next_as_optional().get_value()
    kept = tf.function(lambda: tf.data.experimental.Optional.from_value((1, "a")))()
    assert kept.element_spec == (tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.string))
    assert kept.get_value()[1].numpy() == b"a"


def test_training_in_a_loop_over_a_dataset():
    weight = tf.Variable(0.0)

    @tf.function
    def train(dataset):
        for x, y in dataset:
            with tf.GradientTape() as tape:
                loss = (weight * x - y) ** 2
            weight.assign_sub(0.1 * tape.gradient(loss, weight))

    train(Dataset.from_tensor_slices(([1.0, 1.0], [2.0, 2.0])))
    assert abs(float(weight) - 0.72) < 1e-6
    train(Dataset.from_tensor_slices(([1.0], [2.0])))
    assert abs(float(weight) - 0.976) < 1e-6


def test_a_shuffle_of_the_function_starts_anew_and_one_from_outside_goes_on():
    outside = Dataset.range(5).shuffle(5, seed=1)

    @tf.function
    def inner():
        return Dataset.range(5).shuffle(5, seed=1).batch(5).get_single_element()

    @tf.function
    def outer():
        return outside.batch(5).get_single_element()

    assert inner().numpy().tolist() == inner().numpy().tolist() == outer().numpy().tolist()
    assert outer().numpy().tolist() != inner().numpy().tolist()


def test_variables_are_read_when_elements_are_made():
    factor = tf.Variable(2, dtype=tf.int64)
    ds = Dataset.range(3).map(lambda x: x * factor)
    assert numbers(ds) == [0, 2, 4]
    factor.assign(5)
    assert numbers(ds) == [0, 5, 10]


def test_functions_are_traced_once():
    traces = []

    def traced(x):
        traces.append(x)
        return x + 1

    ds = Dataset.range(5).map(traced)
    list(ds), list(ds)
    assert len(traces) == 1


def test_autograph_in_map():
    def collatz(x):
        steps = tf.constant(0)
        while x > 1:
            if x % 2 == 0:
                x = x // 2
            else:
                x = 3 * x + 1
            steps += 1
        return steps

    assert numbers(Dataset.range(1, 8).map(collatz)) == [0, 1, 7, 2, 5, 8, 16]


@pytest.mark.parametrize(
    "build",
    [
        lambda: Dataset.range(20).shuffle(7, seed=3).batch(3),
        lambda: Dataset.range(6).shuffle(3, seed=1).repeat(3),
        lambda: Dataset.range(9).map(lambda x: x * 2, num_parallel_calls=2).prefetch(2),
        lambda: Dataset.sample_from_datasets([Dataset.range(5), Dataset.range(10, 15)], seed=4),
        lambda: Dataset.range(9).window(3, shift=1).flat_map(lambda w: w.batch(3)),
        lambda: Dataset.from_tensor_slices(["a", "b", "c", "d", "e", "f"]),
    ],
)
def test_iterators_are_saved_and_restored(tmp_path, build):
    ds = build()
    iterator = iter(ds)
    for _ in range(3):
        next(iterator)
    checkpoint = tf.train.Checkpoint(iterator=iterator)
    path = checkpoint.save(str(tmp_path / "it"))
    expected = numbers(iterator)
    checkpoint.restore(path)
    assert numbers(iterator) == expected
    other = iter(build())  # as after a restart of the program
    tf.train.Checkpoint(iterator=other).restore(path)
    assert numbers(other) == expected


def test_a_saved_state_for_another_dataset_is_refused():
    state = Dataset.range(3).as_numpy_iterator().save()
    with pytest.raises(tf.errors.NotFoundError, match="Prefetch::Shuffle. Make sure"):
        Dataset.range(3).shuffle(2).as_numpy_iterator().restore(state)
    with pytest.raises(tf.errors.InvalidArgumentError, match="no saved state"):
        Dataset.range(3).as_numpy_iterator().restore(b"nonsense")


def test_iterators_with_state_of_their_own_are_not_saved(tmp_path):
    options = tf.data.Options()
    ds = Dataset.range(3).map(lambda x: tf.random.uniform([]))
    with pytest.raises(tf.errors.FailedPreconditionError, match="RandomUniform is stateful"):
        tf.train.Checkpoint(iterator=iter(ds)).write(tmp_path / "iterator")
    options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.FAIL
    with pytest.raises(tf.errors.FailedPreconditionError, match="RandomUniform is stateful"):
        ds.with_options(options).as_numpy_iterator().save()
    # Without a policy an iterator over arrays is saved all the same, in TensorFlow too.
    assert ds.as_numpy_iterator().save().dtype == tf.string
    options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.IGNORE
    assert ds.with_options(options).as_numpy_iterator().save().dtype == tf.string


def test_hooks_for_pipelines_are_refused():
    with pytest.raises(NotImplementedError, match="tf.train.Checkpoint"):
        tf.data.experimental.CheckpointInputPipelineHook(None)


def test_tables_from_datasets():
    pairs = Dataset.zip((Dataset.from_tensor_slices(["a", "b"]), Dataset.range(2)))
    table = tf.data.experimental.table_from_dataset(pairs, default_value=5)
    assert table.lookup(tf.constant(["b", "z"])).numpy().tolist() == [1, 5]
    table = tf.data.experimental.index_table_from_dataset(Dataset.from_tensor_slices(["a", "b"]), num_oov_buckets=2)
    assert table.lookup(tf.constant(["b", "z"])).numpy().tolist() == [1, 3]
    table = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), -1)
    assert table.lookup(tf.constant(["a", "q"])).numpy().tolist() == [0, -1]


def test_debug_mode_runs_python(monkeypatch):
    monkeypatch.setattr(element_functions._Debug, "on", False)
    tf.data.experimental.enable_debug_mode()
    seen = []

    def increment(x):
        if tf.executing_eagerly():
            seen.append(int(x))
        return x + 1

    ds = Dataset.range(3).map(increment, num_parallel_calls=2)
    assert numbers(ds) == [1, 2, 3] and seen == [0, 1, 2]


@pytest.mark.parametrize("kind", ["DatasetToTFRecord", "ExperimentalDatasetToTFRecord"])
def test_a_graph_writes_records_when_it_runs(kind, tmp_path):
    path = str(tmp_path / "a.rec")
    with tf.Graph().as_default() as graph:
        source = tf.raw_ops.TensorSliceDataset(components=[tf.constant(["a", "bc"])], output_shapes=[[]])
        name = tf.compat.v1.placeholder(tf.string, [])
        write = getattr(tf.raw_ops, kind)(input_dataset=source, filename=name, compression_type="")
    assert not list(tmp_path.iterdir())
    tf.compat.v1.Session(graph=graph).run(write, {name: path})
    assert [x.numpy() for x in tf.data.TFRecordDataset(path)] == [b"a", b"bc"]


def test_records_are_strings(tmp_path):
    numbers = tf.raw_ops.TensorSliceDataset(components=[tf.zeros([3, 2])], output_shapes=[[2]])
    path = tmp_path / "a.rec"
    with pytest.raises(tf.errors.InvalidArgumentError, match="ToTFRecordOp currently only supports DT_STRING dataypes, but got float"):
        tf.raw_ops.DatasetToTFRecord(input_dataset=numbers, filename=str(path), compression_type="")
    assert not path.exists()

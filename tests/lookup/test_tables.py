"""Lookup tables against answers recorded from TensorFlow, in functions, and from datasets."""

import pytest

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("lookup", "lookup_vectors")
def test_recorded(case):
    case.check(tf=tf)


def test_a_table_changes_inside_a_function():
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)

    @tf.function
    def step(keys, values):
        before = table.lookup(keys)
        table.insert(keys, values)
        return before, table.lookup(keys), table.size()

    keys = tf.constant(["a", "b"])
    assert [x.numpy().tolist() for x in step(keys, tf.constant([1, 2], tf.int64))] == [[-1, -1], [1, 2], 2]
    assert [x.numpy().tolist() for x in step(keys, tf.constant([3, 4], tf.int64))] == [[1, 2], [3, 4], 2]


def test_from_a_dataset_and_in_one():
    pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [10, 20]))
    table = tf.lookup.StaticHashTable(tf.lookup.experimental.DatasetInitializer(pairs), 0)
    found = tf.data.Dataset.from_tensor_slices(["b", "q", "a"]).map(table.lookup)
    assert [int(x) for x in found] == [20, 0, 10]


def test_a_table_is_part_of_a_module():
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0)

        @tf.function
        def __call__(self, x):
            return self.table[x]

    assert Model()(tf.constant(["a", "b"])).numpy().tolist() == [1, 0]


def test_a_scalar_key_gives_a_scalar():
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0)
    assert table.lookup(tf.constant("a")).shape == []
    assert table.lookup(tf.constant("b")).numpy() == 0
    assert [x.shape for x in tf.data.Dataset.from_tensor_slices(["a", "b"]).map(table.lookup)] == [[], []]


def test_tables_in_a_graph():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        fixed = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.constant(["a"]), tf.constant([1])), 0)
        table = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, 0.0)
        inserted, removed = table.insert(["a", "b"], [1.5, 2.5]), table.remove(tf.constant(["a"]))
        session.run(tf.compat.v1.tables_initializer())
        assert session.run(fixed.lookup(tf.constant(["a", "z"]))).tolist() == [1, 0]
        session.run(inserted)
        assert session.run(table.lookup(["b", "z"])).tolist() == [2.5, 0.0]
        session.run(removed)
        assert session.run(table.size()) == 1
        with pytest.raises(NotImplementedError, match="known in sessions only"):
            tf.lookup.KeyValueTensorInitializer(tf.compat.v1.placeholder(tf.string, [1]), [1])._pairs()


@pytest.mark.parametrize("dtype", [tf.int64, tf.int32])
@pytest.mark.parametrize("values", [[7.5, -1.0, 3.0], ["a", "b", "c"]])
def test_many_integers(dtype, values):
    for keys in ([5, -3, 9], [5, -(2**31), 2**31 - 1]):
        initializer = tf.lookup.KeyValueTensorInitializer(tf.constant(keys, dtype), tf.constant(values))
        table = tf.lookup.StaticHashTable(initializer, values[0] * 2)
        wanted = [*keys, 4, 6, -4, 10, 0, 2**31 - 1, -(2**31)]
        few = [table.lookup(tf.constant(k, dtype)).numpy() for k in wanted]
        assert table.lookup(tf.constant([wanted] * 20, dtype)).numpy().tolist() == [few] * 20


def test_many_integers_in_a_session():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], [10, 20]), -1)
        found = table.lookup(tf.range(100))
        session.run(tf.compat.v1.tables_initializer())
        assert session.run(found).tolist() == [-1, 10, 20] + [-1] * 97

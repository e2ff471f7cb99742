"""Embeddings of rows of ids, some of which are empty or hold no valid id."""

import numpy as np
import pytest

import tfshim as tf

TABLE = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], np.float32)
IDS = tf.SparseTensor([[0, 0], [0, 1], [2, 0], [3, 0], [3, 2]], tf.constant([3, 1, -1, 2, 2], tf.int64), [5, 3])
# What TensorFlow 2.15.1 gives.
VALUES = {
    ("mean", None): [[5.0, 6.0], [0.0, 0.0], [0.0, 0.0], [5.0, 6.0], [0.0, 0.0]],
    ("sum", None): [[10.0, 12.0], [0.0, 0.0], [0.0, 0.0], [10.0, 12.0], [0.0, 0.0]],
    ("mean", 1): [[5.0, 6.0], [3.0, 4.0], [3.0, 4.0], [5.0, 6.0], [3.0, 4.0]],
}
ROWS = {None: [0, 1, 2, 3], 1: [1, 2, 3]}


@pytest.mark.parametrize("how", VALUES)
def test_values_and_gradients(how):
    combiner, default = how
    table = tf.Variable(TABLE)

    def f(ids):
        with tf.GradientTape() as tape:
            made = tf.nn.safe_embedding_lookup_sparse(table, ids, combiner=combiner, default_id=default)
            loss = tf.reduce_sum(made * tf.reshape(tf.range(10.0), [5, 2]))
        return made, tape.gradient(loss, table)

    eager, slices = f(IDS)
    traced, slices_of_trace = tf.function(f)(IDS)
    assert eager.numpy().tolist() == traced.numpy().tolist() == VALUES[how]
    dense = tf.convert_to_tensor(slices).numpy().tolist()
    assert dense == tf.convert_to_tensor(slices_of_trace).numpy().tolist()
    assert sorted(set(slices_of_trace.indices.numpy().tolist())) == ROWS[default]


def test_saved_and_loaded(tmp_path):
    module = tf.Module()
    module.table = tf.Variable(TABLE)
    spec = tf.SparseTensorSpec([None, 3], tf.int64)
    module.f = tf.function(lambda ids: tf.nn.safe_embedding_lookup_sparse(module.table, ids), input_signature=[spec])
    tf.saved_model.save(module, str(tmp_path / "m"))
    assert tf.saved_model.load(str(tmp_path / "m")).f(IDS).numpy().tolist() == VALUES["mean", None]


def test_ids_beyond_the_rows():
    ids = tf.SparseTensor([[0, 0], [7, 0]], tf.constant([1, 2], tf.int64), [2, 3])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.nn.safe_embedding_lookup_sparse(tf.constant(TABLE), ids)


@pytest.mark.parametrize("combiner", ["mean", "sum", "sqrtn"])
@pytest.mark.parametrize("rows", [[[2], [0], [3]], [[1, 1, 3], [], [2, 0]], [[-1], [3], [0, 0]]], ids=["one each", "several", "negative"])
def test_combined_rows_and_their_gradients(rows, combiner):
    places = [[i, j] for i, row in enumerate(rows) for j in range(len(row))]
    ids = tf.SparseTensor(places, tf.constant(sum(rows, []), tf.int64), [3, 3])
    weights, table = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), tf.Variable(TABLE)
    values, gradient = np.zeros((3, 2)), np.zeros((4, 2))
    for i, row in enumerate(rows):
        found = [k for k in row if k >= 0]
        scale = {"mean": len(found), "sum": 1, "sqrtn": len(found) ** 0.5}[combiner] or 1
        for k in found:
            values[i] += TABLE[k] / scale
            gradient[k] += weights[i] / scale

    def f(ids):
        with tf.GradientTape() as tape:
            made = tf.nn.safe_embedding_lookup_sparse(table, ids, combiner=combiner)
            loss = tf.reduce_sum(made * tf.constant(weights, tf.float32))
        return made, tape.gradient(loss, table)

    for function in (f, tf.function(f)):
        made, slices = function(ids)
        np.testing.assert_allclose(made, values, rtol=1e-6)
        np.testing.assert_allclose(tf.convert_to_tensor(slices), gradient, rtol=1e-6)
    np.testing.assert_allclose(tf.nn.safe_embedding_lookup_sparse(table, ids, combiner=combiner), values, rtol=1e-6)

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

"""Ragged and sparse tensors and extension types as arguments and results of saved functions."""

import pytest

import tfshim as tf


class Pair(tf.experimental.ExtensionType):
    __name__ = "tests.saved_model.Pair"
    x: tf.Tensor
    y: tf.RaggedTensor


class Nameless(tf.experimental.ExtensionType):
    x: tf.Tensor


class Model(tf.Module):
    def __init__(self):
        self.v = tf.Variable(3.0)

    @tf.function
    def scaled(self, x):
        return x * self.v

    @tf.function(input_signature=[tf.SparseTensorSpec([None, None], tf.float32), tf.TensorSpec([], tf.float32)])
    def parts(self, x, k):
        return {"dense": tf.sparse.to_dense(x) * k, "ragged": tf.RaggedTensor.from_sparse(x), "sparse": x}

    @tf.function(input_signature=[Pair.Spec(tf.TensorSpec([None]), tf.RaggedTensorSpec([None, None]))])
    def swapped(self, pair):
        return Pair(pair.y.values, tf.RaggedTensor.from_row_lengths(pair.x, [tf.size(pair.x)]))


@pytest.fixture
def loaded(tmp_path):
    model = Model()
    model.scaled.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.float32))
    tf.saved_model.save(model, str(tmp_path))
    return tf.saved_model.load(str(tmp_path))


def test_ragged(loaded):
    for rows in ([[1.0, 2.0], [3.0]], [[], [1.0], []]):
        assert loaded.scaled(tf.ragged.constant(rows, dtype=tf.float32)).to_list() == [[3.0 * v for v in row] for row in rows]
    with pytest.raises(ValueError, match="Could not find matching concrete function to call loaded from the SavedModel"):
        loaded.scaled(tf.ragged.constant([[1]]))


def test_sparse_in_a_structure(loaded):
    made = loaded.parts(tf.sparse.from_dense([[1.0, 2.0], [3.0, 0.0]]), 2.0)
    assert made["dense"].numpy().tolist() == [[2.0, 4.0], [6.0, 0.0]] and made["ragged"].to_list() == [[1.0, 2.0], [3.0]]
    assert tf.sparse.to_dense(made["sparse"]).numpy().tolist() == [[1.0, 2.0], [3.0, 0.0]]


def test_extension_type(loaded):
    made = loaded.swapped(Pair([1.0, 2.0], tf.ragged.constant([[3.0], [4.0, 5.0]])))
    assert isinstance(made, Pair) and made.x.numpy().tolist() == [3.0, 4.0, 5.0] and made.y.to_list() == [[1.0, 2.0]]


def test_types_without_a_name_are_refused(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda n: n.x)
    module.f(Nameless([1.0]))
    with pytest.raises(NotImplementedError, match="__name__"):
        tf.saved_model.save(module, str(tmp_path / "m"))
    assert not (tmp_path / "m").exists()

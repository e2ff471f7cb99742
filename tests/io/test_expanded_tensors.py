"""Tensors of one element that torch made by expanding, whose strides are zero: all that writes their bytes takes them."""

import numpy as np
import pytest

import tfshim as tf

MADE = {
    "fill": lambda: tf.fill([1], 3),
    "broadcast": lambda: tf.broadcast_to(tf.constant([[2.0]]), [1, 1]),
    "zeros": lambda: tf.zeros([1, 1, 1], tf.float64),
    "several": lambda: tf.broadcast_to(tf.constant([[1.0], [2.0]]), [2, 3]),
}


@pytest.mark.parametrize("kind", MADE)
def test_bytes_of_expanded_tensors(kind, tmp_path):
    x = MADE[kind]()
    wanted = x.numpy()
    assert np.array_equal(tf.io.parse_tensor(tf.io.serialize_tensor(x), x.dtype), wanted)
    assert np.array_equal(tf.make_ndarray(tf.make_tensor_proto(x)), wanted)
    assert tf.fingerprint(x).numpy().tolist() == tf.fingerprint(tf.constant(wanted)).numpy().tolist()
    saved = tf.data.Dataset.from_tensors(x)
    saved.save(str(tmp_path / "data"))
    assert np.array_equal(next(iter(tf.data.Dataset.load(str(tmp_path / "data")))), wanted)
    assert np.array_equal(next(iter(saved.cache(str(tmp_path / "cache")))), wanted)
    for options in (None, tf.train.CheckpointOptions(file_format="tensorflow")):
        path = tf.train.Checkpoint(v=tf.Variable(x)).write(str(tmp_path / "ckpt"), options)
        assert np.array_equal(tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE"), wanted)
    with tf.Graph().as_default() as made:
        tf.identity(x, name="same")
    graph = made.as_graph_def()
    with tf.Graph().as_default():
        tf.import_graph_def(graph, name="")
        with tf.compat.v1.Session() as session:
            assert np.array_equal(session.run("same:0"), wanted)

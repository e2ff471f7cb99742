"""Parts of tensors and variables: assignment, iteration, strings, and indices known only in graphs."""

import numpy as np
import pytest

import tfshim as tf


def test_assignment_changes_the_variable_and_nothing_read_before():
    v = tf.Variable([[1, 2, 3], [4, 5, 6]])
    before, row = v.value(), v[0]
    assert v[0, 1:].assign([8, 9]) is not None
    v[1, ::2].assign(0)
    assert v.numpy().tolist() == [[1, 8, 9], [0, 5, 0]]
    assert before.numpy().tolist() == [[1, 2, 3], [4, 5, 6]] and row.numpy().tolist() == [1, 2, 3]


def test_assignment_to_strings():
    v = tf.Variable(["a", "b", "c"])
    v[::-2].assign(["x", "y"])
    v[1].assign("z")
    assert v.numpy().tolist() == [b"y", b"z", b"x"]


def test_assignment_in_a_function():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function(autograph=False)
    def change(i, x):
        v[i:].assign(x)

    change(tf.constant(1), tf.constant([8.0, 9.0]))
    assert v.numpy().tolist() == [1.0, 8.0, 9.0]


def test_assign_is_there_for_parts_of_variables_only():
    v = tf.Variable([1.0, 2.0])
    assert not hasattr(v[v > 1.0], "assign") and not hasattr(tf.constant([1.0])[0], "assign")
    assert callable(tf.strided_slice(v, [0], [1], var=v).assign)


def test_indexing_does_what_numpy_does():
    array = np.arange(2 * 3 * 4).reshape(2, 3, 4)
    x = tf.constant(array)
    s = np.s_
    for key in (
        s[0], s[-1], s[1:], s[:, 1], s[..., -1], s[:, None], s[::-1], s[:, 2:0:-1], s[1, ..., ::2], s[0, 1, 2],
        s[:, 5:], s[None, ..., None], s[-9:9], s[:, :0], s[:, -2:-9:-1], s[1:0, ..., 0],
    ):  # fmt: skip
        np.testing.assert_array_equal(x[key].numpy(), array[key], err_msg=str(key))


def test_strings_are_indexed_alike():
    array = np.array([["a", "bc"], ["", "d"]], dtype=object)
    x = tf.constant(array)
    assert x[::-1, 0].numpy().tolist() == [b"", b"a"]
    assert x[1, 1].numpy() == b"d" and [r.numpy().tolist() for r in x] == [[b"a", b"bc"], [b"", b"d"]]


def test_iteration():
    x = tf.reshape(tf.range(6), [3, 2])
    assert [r.numpy().tolist() for r in x] == [[0, 1], [2, 3], [4, 5]]
    assert [r.numpy().tolist() for r in reversed(x)] == [[4, 5], [2, 3], [0, 1]]
    a, b, c = x
    assert len(x) == 3 and b.dtype == tf.int32 and b.shape == [2]
    with pytest.raises(TypeError, match="scalar"):
        iter(tf.constant(1))


def test_unknown_sizes_stay_unknown():
    shapes = {}

    @tf.function(autograph=False, input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def f(x):
        shapes.update(head=x[:10].shape, tail=x[-5:].shape, cut=x[:, :2].shape, row=x[0].shape, back=x[::-1].shape)
        return x[:10]

    assert f(tf.zeros([4, 3])).shape == [4, 3]
    assert shapes["head"].as_list() == [None, 3] and shapes["tail"].as_list() == [None, 3]
    assert shapes["cut"].as_list() == [None, 2] and shapes["row"].as_list() == [3]
    assert shapes["back"].as_list() == [None, 3]


def test_sizes_computed_from_shapes():
    @tf.function(autograph=False, input_signature=[tf.TensorSpec([None, 2, 3], tf.float32)])
    def f(x):
        flat = tf.reshape(x, [tf.shape(x)[0], -1])
        assert flat.shape.as_list() == [None, None]
        pieces = tf.split(flat, [2, -1], axis=1)
        assert [p.shape.as_list() for p in pieces] == [[None, 2], [None, None]]
        return tf.concat(pieces[::-1], 1)

    assert f(tf.ones([5, 2, 3])).shape == [5, 6]

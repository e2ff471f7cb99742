"""Ragged tensors beyond the recorded cases of `tests/ops/cases/ragged.py`."""

import numpy as np
import pytest

import tfshim as tf

ROWS = [[1.0, 2.0], [], [3.0, 4.0, 5.0], [6.0]]


def test_slices_are_those_of_lists():
    r = tf.ragged.constant(ROWS)
    for outer in (slice(None), slice(1, 3), slice(None, None, -1)):
        for inner in (slice(None, 1), slice(1, None), slice(None, None, -1), slice(-2, None)):
            assert r[outer, inner].to_list() == [row[inner] for row in ROWS[outer]]


def test_to_tensor_and_back():
    r = tf.ragged.constant(ROWS)
    dense = r.to_tensor()
    assert dense.shape == (4, 3)
    assert tf.RaggedTensor.from_tensor(dense, lengths=r.row_lengths()).to_list() == ROWS


def test_gradients_reach_the_values():
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.RaggedTensor.from_row_lengths(x, [2, 0, 1]) ** 2, axis=1)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), [2.0, 4.0, 6.0])


def test_through_functions():
    traced = tf.function(lambda r: r * 2.0)
    assert traced(tf.ragged.constant(ROWS)).to_list() == [[2 * v for v in row] for row in ROWS]


def test_rows_must_fit_the_values():
    with pytest.raises(tf.errors.InvalidArgumentError, match="valid RaggedTensor"):
        tf.RaggedTensor.from_row_lengths([1, 2, 3], [1, 1])


def test_split_strings():
    assert tf.strings.split(["a b", "", "c"]).to_list() == [[b"a", b"b"], [], [b"c"]]
    assert tf.strings.bytes_split(["ab", ""]).to_list() == [[b"a", b"b"], []]


def test_what_does_not_go_together_is_not_equal():
    x = tf.ragged.constant([[1, 2], [3]])
    for other in (None, "a", tf.constant(2.0), tf.ragged.constant([[1, 2], [3, 4]]), tf.Variable(["a", "b"])):
        assert (x == other) is False and (x != other) is True
    assert (x == [[1], [3]]).to_list() == [[True, False], [True]]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.equal(x, tf.ragged.constant([[1, 2], [3, 4]]))


def test_logarithms_of_sums():
    x = tf.ragged.constant([[1.0, 2.0], [1000.0]])
    whole = tf.reduce_logsumexp(x)
    assert whole.shape == [] and float(whole) == 1000.0
    np.testing.assert_allclose(tf.reduce_logsumexp(x, axis=1), [2.3132617, 1000.0], rtol=1e-6)
    np.testing.assert_allclose(tf.reduce_logsumexp(x, axis=-1, keepdims=True).numpy(), [[2.3132617], [1000.0]], rtol=1e-6)
    assert tf.reduce_logsumexp(x, keepdims=True).shape == [1, 1]


def test_axes_are_integers_of_python():
    x = tf.ragged.constant([[1, 2], [3]])
    for axis in (1.0, np.int64(1), tf.constant(0), np.array([1]), [np.int64(1)], "a"):
        with pytest.raises(TypeError, match="axis must be an int"):
            tf.reduce_sum(x, axis=axis)
    assert int(tf.reduce_sum(x, axis=tf.constant([0, 1]))) == 6


def test_repeating_all_elements():
    assert tf.repeat(tf.ragged.constant([[1, 2], [3]]), [1, 2, 1]).numpy().tolist() == [1, 2, 2, 3]


def test_a_ragged_tensor_is_no_list():
    with pytest.raises(TypeError, match="may not be a RaggedTensor"):
        tf.ragged.constant(tf.ragged.constant([[1], []]))


def test_widths_of_ngrams():
    for width in (np.int64(2), 2.0, tf.constant(2), tf.Variable(2), [2]):
        assert tf.strings.ngrams(["a", "b", "c"], width).numpy().tolist() == [b"a b", b"b c"]
    for width in (range(1, 3), {1}, "x"):
        with pytest.raises(TypeError):
            tf.strings.ngrams(["a", "b", "c"], width)


@pytest.mark.parametrize("kind", [tf.int64, tf.string])
def test_crosses_of_many_rows_are_those_of_each(kind):
    rng = np.random.default_rng(0)
    lengths = rng.integers(0, 4, (2, 80))
    inputs = [tf.RaggedTensor.from_row_lengths(rng.integers(-(2**62), 2**62, n.sum()), n) for n in lengths]
    inputs = [tf.strings.as_string(x) if kind == tf.string else x for x in inputs]
    made = tf.ragged.cross_hashed(inputs, num_buckets=2**62, hash_key=-5)
    few = [tf.ragged.cross_hashed([x[i : i + 20] for x in inputs], num_buckets=2**62, hash_key=-5) for i in range(0, 80, 20)]
    assert made.to_list() == [row for part in few for row in part.to_list()]


def test_arguments_of_uniform_rows_come_in_the_order_of_tensorflow():
    made = tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2, 2, True, "rows")
    assert made.to_list() == [[1, 2], [3, 4]]
    assert tf.RaggedTensor.from_uniform_row_length([1, 2, 3], 2, 1, False).uniform_row_length.numpy() == 2  # nothing is checked

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

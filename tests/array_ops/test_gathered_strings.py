"""Strings that are gathered: their objects are picked at once."""

import pytest

import tfshim as tf

WORDS, TABLE = ["a", "b", "c"], [["a", "b"], ["c", "d"]]
# What TensorFlow 2.15.1 gives.
CASES = [
    (lambda: tf.gather(tf.constant(WORDS), [[2], [0]]), [[b"c"], [b"a"]]),
    (lambda: tf.gather(tf.constant(WORDS), 1), b"b"),
    (lambda: tf.gather(tf.constant(WORDS), tf.zeros([0], tf.int64)), []),
    (lambda: tf.gather(tf.constant(TABLE), [1]), [[b"c", b"d"]]),
    (lambda: tf.gather(tf.constant(TABLE), [1], axis=1), [[b"b"], [b"d"]]),
    (lambda: tf.gather(tf.constant(TABLE), [[0], [1]], batch_dims=1), [[b"a"], [b"d"]]),
    (lambda: tf.gather_nd(tf.constant(TABLE), [[1, 0], [0, 1]]), [b"c", b"b"]),
    (lambda: tf.gather_nd(tf.constant(TABLE), [1, 1]), b"d"),
    (lambda: tf.gather_nd(tf.constant(TABLE), [[1]]), [[b"c", b"d"]]),
    (lambda: tf.gather_nd(tf.constant(TABLE), [[0], [1]], batch_dims=1), [b"a", b"d"]),
]


@pytest.mark.parametrize("make, want", CASES)
def test_values(make, want):
    for run in (make, tf.function(make)):
        found = run().numpy()
        assert (found if isinstance(found, bytes) else found.tolist()) == want


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.gather(tf.constant(WORDS), [3]),
        lambda: tf.gather(tf.constant(WORDS), [-1]),
        lambda: tf.gather_nd(tf.constant(TABLE), [[0, 2]]),
        lambda: tf.gather_nd(tf.constant(TABLE), [[0, -1]]),
    ],
)
def test_outside(make):
    for run in (make, tf.function(make)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="is not in|does not index into"):
            run()

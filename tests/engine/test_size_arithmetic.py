"""Sizes of tensors that programs keep as Python integers."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.size_arithmetic import wrap_around

v1 = tf.compat.v1


def _run(build, value, shape=(None, 3)):
    """What `build(x)` gives for the placeholder `x`, and the source of the program."""
    graph, sources = tf.Graph(), []
    compile_ = Program._compile

    def noting(self, variant):
        run = compile_(self, variant)
        sources.append(run._source)
        return run

    with graph.as_default():
        x = v1.placeholder(tf.float32, shape)
        made = build(x)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Program, "_compile", noting)
        with v1.Session(graph=graph) as session:
            return session.run(made, {x: value}), sources[-1]


VALUE = np.arange(12, dtype=np.float32).reshape(4, 3)


def _unstacked(x):
    rows, columns = tf.unstack(tf.shape(x))
    return tf.reshape(x, [columns, rows])


@pytest.mark.parametrize(
    ("build", "wanted"),
    [
        (lambda x: tf.reshape(x, [tf.shape(x)[0] * 3]), VALUE.reshape(-1)),
        (lambda x: tf.reshape(x, [tf.shape(x)[-1], tf.shape(x)[0]]), VALUE.reshape(3, 4)),
        (lambda x: tf.reshape(x, tf.concat([[2], tf.shape(x)[:1] // 2, [3]], 0)), VALUE.reshape(2, 2, 3)),
        (_unstacked, VALUE.reshape(3, 4)),
        (lambda x: tf.reshape(x, tf.expand_dims(tf.reduce_prod(tf.shape(x)), 0)), VALUE.reshape(-1)),
        (lambda x: tf.zeros([tf.maximum(tf.shape(x)[0], 5), tf.minimum(tf.shape(x)[1], 2)]), np.zeros((5, 2))),
        (lambda x: tf.tile(x, [1, tf.shape(x)[0] - 2]), np.tile(VALUE, [1, 2])),
        (lambda x: tf.range(tf.shape(x)[0]), np.arange(4, dtype=np.int32)),
        (lambda x: tf.range(1, tf.shape(x)[0], 2), np.arange(1, 4, 2, dtype=np.int32)),
        (lambda x: tf.shape(x, out_type=tf.int64) % 2, np.array([0, 1])),
        (lambda x: tf.shape(x)[::-1], np.array([3, 4], np.int32)),
        (lambda x: tf.cast(tf.shape(x)[0], tf.int64) + tf.size(x, out_type=tf.int64), np.int64(16)),
        (lambda x: tf.cast(tf.shape(x)[0], tf.float32) + x[0], VALUE[0] + 4),
        (lambda x: tf.rank(x) - 5, np.int32(-3)),
        (lambda x: tf.shape(x)[0] * 2**30 * 3, np.int32(0)),
    ],
)
def test_values(build, wanted):
    found, _ = _run(build, VALUE)
    np.testing.assert_array_equal(found, wanted)
    assert np.asarray(found).dtype == np.asarray(wanted).dtype or np.asarray(wanted).dtype == np.float64


def test_no_tensor_is_made_of_sizes():
    _, source = _run(lambda x: tf.reshape(x, [tf.shape(x)[0] // 2, tf.shape(x)[1] * 2]), VALUE)
    assert "TENSOR" not in source and "H(" not in source


def test_a_size_that_a_tensor_operation_takes_becomes_a_tensor():
    found, source = _run(lambda x: (tf.shape(x), x + tf.cast(tf.shape(x)[0], tf.float32)), VALUE)
    assert source.count("TENSOR") == 2
    assert found[0].dtype == np.int32 and found[0].tolist() == [4, 3]
    np.testing.assert_array_equal(found[1], VALUE + 4)


def test_a_division_by_zero_is_an_error():
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        _run(lambda x: 5 // tf.shape(x)[0], np.zeros((0, 3), np.float32))


def test_a_range_that_leads_away_is_an_error():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Requires start <= limit when delta > 0: 7/4"):
        _run(lambda x: tf.range(7, tf.shape(x)[0]), VALUE)


def test_unknown_rank():
    found, _ = _run(lambda x: tf.reshape(x, tf.concat([tf.shape(x)[1:], [-1]], 0)), VALUE, None)
    np.testing.assert_array_equal(found, VALUE.reshape(3, 4))
    with pytest.raises(tf.errors.InvalidArgumentError, match="slice index 2 of dimension 0 out of bounds"):
        _run(lambda x: tf.shape(x)[2], VALUE, None)


def test_in_loops_and_under_tapes():
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.constant(0.0)
            for i in tf.range(tf.shape(x)[0]):
                y += tf.reduce_sum(tf.reshape(x[i], [tf.shape(x)[1] // 3, 3])) * tf.cast(tf.shape(x)[1], tf.float32)
        return y, tape.gradient(y, x)

    y, g = run(tf.constant(VALUE))
    assert float(y) == VALUE.sum() * 3
    np.testing.assert_array_equal(g, np.full((4, 3), 3.0))


def test_wrap_around():
    assert [wrap_around(x, 32) for x in (2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**33)] == [2**31 - 1, -(2**31), -(2**31), 2**31 - 1, 0]

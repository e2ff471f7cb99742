"""Values of variables that Keras' backend reads while a function is traced: those of that moment."""

import numpy as np
import pytest

import tfshim as tf

K = tf.keras.backend


def traced(f):
    """What `f` gives while it is traced."""
    found = []
    tf.function(lambda: found.append(f()), autograph=False)()
    return found[0]


@pytest.mark.parametrize("read", [K.get_value, K.eval])
def test_a_variable(read):
    v = tf.Variable([1.0, 2.0])
    value = traced(lambda: read(v))
    assert isinstance(value, np.ndarray) and value.tolist() == [1.0, 2.0]


def test_a_learning_rate_that_is_set():
    optimizer = tf.keras.optimizers.SGD(0.5)
    K.set_value(optimizer.learning_rate, 0.25)
    assert traced(lambda: K.get_value(optimizer.learning_rate)) == 0.25


def test_several_are_read_outside_only():
    v = tf.Variable(1.0)
    with pytest.raises(RuntimeError, match="Cannot get value inside Tensorflow graph function"):
        traced(lambda: K.batch_get_value([v]))
    assert K.batch_get_value([v, v]) == [1.0, 1.0]

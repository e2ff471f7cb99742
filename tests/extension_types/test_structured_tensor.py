"""Structured tensors, as TensorFlow answered."""

import pytest

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("structured")
def test_recorded(case):
    case.check(tf=tf)


def test_updates_that_exclude_each_other():
    records = tf.experimental.StructuredTensor.from_pyval([{"a": {"b": 1}}])
    with pytest.raises(ValueError, match="exclude each other"):
        records.with_updates({"a": None, ("a", "b"): 2})


def test_gradients_pass_through_records():
    with tf.GradientTape() as tape:
        x = tf.Variable([1.0, 2.0])
        records = tf.experimental.StructuredTensor.from_fields({"x": x * x}, shape=[2])
        y = records.with_updates({"x": lambda v: 3.0 * v}).field_value("x")
    assert tape.gradient(y, x).numpy().tolist() == [6.0, 12.0]

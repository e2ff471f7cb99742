"""Tracebacks of errors in traced functions: the frames between the user's lines."""

import os
import traceback

import pytest

import tfshim as tf


def _inner_files():
    @tf.function
    def f(x):
        return tf.matmul(x, x)

    with pytest.raises(ValueError, match="in user code:") as caught:
        f(tf.constant([1.0]))
    files = [os.path.basename(frame.filename) for frame in traceback.extract_tb(caught.value.__traceback__)]
    return files[files.index("conversion.py") + 1 :]


def test_frames_of_the_machinery_are_left_out_unless_asked_for():
    assert "op.py" not in _inner_files()
    tf.debugging.disable_traceback_filtering()
    try:
        assert "op.py" in _inner_files()
    finally:
        tf.debugging.enable_traceback_filtering()


def test_an_operation_knows_where_it_was_made():
    @tf.function
    def f(x):
        return x + 1

    made = f.get_concrete_function(tf.constant(1)).graph.get_operation_by_name("add")
    last = made.traceback[-1]
    assert (os.path.basename(last.filename), last.name) == ("test_tracebacks.py", "f")
    assert "return x + 1" in last.line

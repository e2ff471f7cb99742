"""Tracebacks of errors in traced functions: the frames between the user's lines."""

import inspect
import os
import traceback
import types

import pytest

import tfshim as tf
from tfshim.engine.runtime import tracebacks


def _inner_files():
    @tf.function
    def f(x):
        return tf.matmul(x, x)

    with pytest.raises(ValueError, match="in user code:") as caught:
        f(tf.constant([1.0]))
    return [os.path.basename(frame.filename) for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_frames_of_the_machinery_are_left_out_unless_asked_for():
    assert "op.py" not in _inner_files()
    tf.debugging.disable_traceback_filtering()
    try:
        assert "op.py" in _inner_files()
    finally:
        tf.debugging.enable_traceback_filtering()


def test_frames_that_stand_still_are_looked_at_once():
    def found(depth):
        return tracebacks.stack() if not depth else found(depth - 1)

    def generated():
        yield found(1)

    def looked():
        return found(2), *generated()

    def traced():
        with tracebacks.StackFromHere():
            first = looked()
            with tracebacks.StackFromHere():
                second = looked()
            return first, second, looked()

    before = tracebacks._outside.frame
    # `traced` is taken for machinery: it is not shown.
    hidden = traced.__code__.replace(co_filename="<tfshim for a test>")
    machinery = types.FunctionType(hidden, globals(), "traced", None, traced.__closure__)
    wanted = [[code for code, *_ in frames] for frames in looked()]
    for frames in machinery():
        codes = [[code for code, *_ in one] for one in frames]
        assert codes == wanted
        assert [len([gap for *_, gap in one if gap]) for one in frames] == [1 + len([g for *_, g in one if g]) for one in looked()]
    assert tracebacks._outside.frame is before


def test_an_operation_knows_where_it_was_made():
    @tf.function
    def f(x):
        return x + 1

    made = f.get_concrete_function(tf.constant(1)).graph.get_operation_by_name("add")
    last = made.traceback[-1]
    assert (os.path.basename(last.filename), last.name) == ("test_tracebacks.py", "f")
    assert "return x + 1" in last.line


def _frames(call):
    """How many frames of the package, and of others, the error of `call` has."""
    with pytest.raises((tf.errors.OpError, ValueError)) as caught:
        call()
    files = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    own = [file for file in files if os.sep + "tfshim" + os.sep in file or file.startswith("<tfshim")]
    return len(own), [os.path.basename(file) for file in files if file not in own]


def _first(x):
    raise ValueError("of the user's function")


MODEL = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
MODEL.compile("sgd", "mse")
# Each with the most frames of the package that its error may have, of which TensorFlow has as many of its own.
FAILING = {
    "operation": (lambda: tf.matmul(tf.ones([2, 3]), tf.ones([2, 3])), 5),
    "operator": (lambda: tf.ones([2]) + tf.ones([3]), 3),
    "first call of an operation": (lambda: tf.raw_ops.BroadcastTo(input=tf.ones([2]), shape=[3]), 4),
    "function": (lambda: tf.function(lambda x: tf.matmul(x, x))(tf.ones([2, 3])), 2),
    "fit": (lambda: MODEL.fit(tf.ones([2, 4]), tf.ones([2, 2]), verbose=0), 2),
    "predict": (lambda: MODEL.predict(tf.ones([2, 4]), verbose=0), 2),
    "train_on_batch": (lambda: MODEL.train_on_batch(tf.ones([2, 4]), tf.ones([2, 2])), 2),
    "iterator": (lambda: list(tf.data.Dataset.range(3).map(lambda x: tf.ones([2])[x + 3])), 4),
    "function of a dataset": (lambda: list(tf.data.Dataset.range(3).map(lambda x: tf.py_function(_first, [x], tf.int64))), 5),
}


@pytest.mark.parametrize("kind", FAILING)
def test_few_frames_are_of_the_package(kind):
    call, most = FAILING[kind]
    own, others = _frames(call)
    assert own <= most and "test_tracebacks.py" in others
    tf.debugging.disable_traceback_filtering()
    try:
        assert _frames(call)[0] > most
    finally:
        tf.debugging.enable_traceback_filtering()


def test_methods_keep_their_signatures():
    assert list(inspect.signature(MODEL.fit).parameters)[:3] == ["x", "y", "batch_size"]
    assert inspect.getdoc(tf.keras.Model.train_on_batch)

"""tf.py_function and tf.numpy_function: values, gradients, exceptions, graphs."""

import pytest

import tfshim as tf
from tests.recorded.cases import programs


def _raise(error):
    raise error


@pytest.mark.parametrize(
    "error, kind",
    [
        (ZeroDivisionError("z"), tf.errors.UnknownError),
        (TypeError("t"), tf.errors.InvalidArgumentError),
        (ValueError("v"), tf.errors.InvalidArgumentError),
        (StopIteration(), tf.errors.OutOfRangeError),
        (MemoryError("m"), tf.errors.ResourceExhaustedError),
        (NotImplementedError("n"), tf.errors.UnimplementedError),
        (KeyError("k"), tf.errors.UnknownError),
        (tf.errors.NotFoundError(None, None, "f"), tf.errors.UnknownError),
    ],
)
@pytest.mark.parametrize("run", [lambda f: f, tf.function], ids=["eager", "graph"])
def test_exceptions(run, error, kind):
    with pytest.raises(kind, match=type(error).__name__):
        run(lambda x: tf.py_function(lambda y: _raise(error), [x], tf.int32))(tf.constant(1))


def test_results():
    one = tf.py_function(lambda x: x + 1, [1], tf.int32)
    assert int(one) == 2
    assert [int(t) for t in tf.py_function(lambda x: (x, x), [1], [tf.int32, tf.int32])] == [1, 1]
    assert tf.py_function(lambda x: None, [1], []) == []
    assert tf.py_function(lambda x: "abc", [1], tf.TensorSpec([], tf.string)).numpy() == b"abc"
    assert tf.py_function(lambda x: x.numpy().astype("float64"), [1], tf.float32).dtype == tf.float32
    with pytest.raises(tf.errors.InvalidArgumentError, match="returns 0 values, but expects to see 1 values"):
        tf.py_function(lambda x: None, [1], tf.int32)
    with pytest.raises(ValueError, match="Expected func to be callable. Received func=3"):
        tf.py_function(3, [1], tf.int32)
    with pytest.raises(tf.errors.UnknownError, match="Attempting to return a variable"):
        tf.py_function(lambda x: tf.Variable(1.0), [1], tf.float32)


@pytest.mark.parametrize("run", [lambda f: f, tf.function], ids=["eager", "graph"])
def test_gradients(run):
    f = run(lambda x: tf.py_function(lambda a: a * a * 2.0, [x], tf.float32))
    x, v = tf.constant(3.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y, z = f(x), f(v)
        n = tf.numpy_function(lambda a: a * a, [x], tf.float32)
        read = tf.py_function(lambda a: a * v, [x], tf.float32)
    assert float(tape.gradient(y, x)) == 12
    assert float(tape.gradient(z, v)) == 8
    assert tape.gradient(n, x) is None
    assert tape.gradient(read, v) is None


def test_gradient_within_a_function():
    @tf.function
    def g(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.py_function(lambda a: a * a * 2.0, [x], tf.float32)
        return tape.gradient(y, x)

    assert float(g(tf.constant(3.0))) == 12


def test_numpy_function():
    assert int(tf.numpy_function(lambda x: x * 2, [3], tf.int64)) == 6
    with pytest.raises(ZeroDivisionError):
        tf.numpy_function(lambda x: 1 / 0, [1.0], tf.float32)
    calls = []

    def count(x):
        calls.append(type(x).__name__)
        return x + x

    f = tf.function(lambda x: tf.numpy_function(count, [x], tf.float32))
    assert [float(f(tf.constant(2.0))), float(f(tf.constant(3.0)))] == [4, 6]
    assert calls == ["float32", "float32"]
    wrong = tf.function(lambda x: tf.numpy_function(lambda a: a.astype("int64"), [x], tf.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="0-th value returned by pyfunc_.* is int64, but expects float"):
        wrong(tf.constant(1.0))
    with pytest.raises(NotImplementedError, match="tf.data.Dataset.batch"):
        tf.nondifferentiable_batch_function(1, 1, 1)


@programs("python_operations")
def test_recorded(case):
    case.check(tf)

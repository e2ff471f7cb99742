"""py_function and numpy_function: what they pass, what they take back, and their gradients."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])


def shown(*values):
    return [(type(v).__module__.split(".")[0], type(v).__name__.rstrip("_"), getattr(v, "dtype", None) and str(np.dtype(v.dtype) if isinstance(v, (np.ndarray, np.generic)) else v.dtype), getattr(v, "shape", None) and tuple(v.shape)) for v in values]


def types_of(function, *args, traced=False, Tout=tf.float32):
    seen = []

    def body(*values):
        seen.append(shown(*values))
        return np.float32(1.0)

    def run(*args):
        return function(body, list(args), Tout)

    (tf.function(run) if traced else run)(*args)
    return repr(seen)


ARGS = [tf.constant(1.0), tf.constant(2), x, tf.constant("a"), tf.constant(["a", "b"]), tf.constant(True), tf.constant([], tf.float64), tf.constant(1 + 2j), tf.constant(3, tf.uint8), tf.constant([[1]], tf.int64)]


def case_numpy_eager():
    return types_of(tf.numpy_function, *ARGS)


def case_numpy_traced():
    return types_of(tf.numpy_function, *ARGS, traced=True)


def case_py_eager():
    return types_of(tf.py_function, *ARGS)


def case_py_traced():
    return types_of(tf.py_function, *ARGS, traced=True)


def case_numpy_python_values():
    return types_of(tf.numpy_function, 1.0, 2, "a", [1, 2], np.float64(3), True)


def case_py_python_values():
    return types_of(tf.py_function, 1.0, 2, "a", [1, 2], np.float64(3), True)


def case_numpy_results():
    def run():
        return tf.numpy_function(lambda: (np.float32(1), 2, [3.0, 4.0], "text", b"bytes", np.array(["u"])), [], [tf.float32, tf.int64, tf.float64, tf.string, tf.string, tf.string])

    return repr((run(), tf.function(run)()))


def case_numpy_wrong_dtype():
    tf.numpy_function(lambda: np.float64(1.0), [], tf.float32)


def case_numpy_wrong_dtype_traced():
    try:
        tf.function(lambda: tf.numpy_function(lambda: np.float64(1.0), [], tf.float32))()
    except Exception as e:
        return type(e).__name__


def case_py_converts():
    def run():
        return tf.py_function(lambda: (1, 2.5, np.float64(3)), [], [tf.float32, tf.float64, tf.float32])

    try:
        return repr((run(), tf.function(run)()))
    except Exception as e:
        return type(e).__name__ + str(e)[:200]


def case_numpy_shape():
    shapes = []

    @tf.function
    def f(a):
        y = tf.numpy_function(lambda a: a, [a], tf.float32)
        shapes.append(y.shape)
        z = tf.numpy_function(lambda a: (a, a), [a], [tf.float32, tf.float32])
        shapes.append(type(z).__name__)
        return y

    f(x)
    return repr(shapes)


def case_numpy_spec():
    shapes = []

    @tf.function
    def f(a):
        y = tf.numpy_function(lambda a: a, [a], tf.TensorSpec([3], tf.float32))
        shapes.append(y.shape)
        return y

    f(x)
    return repr(shapes)


def case_py_spec():
    shapes = []

    @tf.function
    def f(a):
        y, z = tf.py_function(lambda a: (a, a), [a], [tf.TensorSpec([3], tf.float32), tf.TensorSpec([None], tf.float32)])
        shapes.append((y.shape, z.shape))
        return y

    f(x)
    return repr(shapes)


def case_numpy_exception():
    def bad(a):
        raise ValueError("inside")

    try:
        tf.function(lambda a: tf.numpy_function(bad, [a], tf.float32))(x)
    except Exception as e:
        return type(e).__name__ + " " + str("ValueError: inside" in str(e))


def case_py_exceptions():
    names = []
    for kind in (ValueError, TypeError, StopIteration, MemoryError, NotImplementedError, RuntimeError, ZeroDivisionError):
        def bad(a):
            raise kind("inside")

        try:
            tf.function(lambda a: tf.py_function(bad, [a], tf.float32))(x)
        except Exception as e:
            names.append(type(e).__name__)
    return repr(names)


def case_py_executes_eagerly():
    seen = []

    @tf.function
    def f(a):
        tf.py_function(lambda a: seen.append((tf.executing_eagerly(), tf.inside_function())), [a], [])
        return a

    f(x)
    return repr(seen)


def case_py_gradient_int_output():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y, n = tf.py_function(lambda a: (a * a, tf.size(a)), [a], [tf.float32, tf.int32])
        return t.gradient(y, a)

    return repr(f(x).numpy().tolist())


def case_py_variable():
    v = tf.Variable(2.0)

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = tf.py_function(lambda a: a * v, [a], tf.float32)
        return t.gradient(y, [a, v])

    return repr([None if g is None else g.numpy().tolist() for g in f(x)])


def case_numpy_stateful():
    calls = []

    @tf.function
    def f():
        tf.numpy_function(lambda: calls.append(1), [], [], stateful=True)
        return tf.constant(1)

    f()
    f()
    return repr(len(calls))


def case_ragged():
    rt = tf.ragged.constant([[1, 2], [3]])
    out = tf.py_function(lambda r: r * 2, [rt], tf.RaggedTensorSpec([None, None], tf.int32))
    return repr(out)


def case_numpy_modify():
    def f(a):
        b = a.copy()
        b[0] = 9
        return b

    y = tf.numpy_function(f, [x], tf.float32)
    return repr((y.numpy().tolist(), x.numpy().tolist()))

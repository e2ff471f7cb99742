"""Functions with branches, loops and calls, which TensorFlow lowered: see scripts/record_lowered_graphs.py."""

import numpy as np

NAMES = """branch branches_of_branches loop branch_in_loop loop_in_branch switch calls calls_in_loop gradient_in_loop
    gradient_of_call effects mapped rows_of_variables recurrent kept_call stopped""".split()
X = np.array([1.0, 2.0], np.float32)


def traced(tf, name):
    """The traced function of a program, lists of inputs for it, and what holds its variables."""
    function, specs, inputs = globals()[name](tf)
    return tf.function(function).get_concrete_function(*specs), inputs, function


def _vector(tf):
    return tf.TensorSpec([None], tf.float32)


def _number(tf):
    return tf.TensorSpec([], tf.int32)


def branch(tf):
    w, u = tf.Variable(3.0), tf.Variable([1.0, 2.0])

    def f(x, p):
        return tf.cond(p, lambda: x * w, lambda: x + u)

    return f, [_vector(tf), tf.TensorSpec([], tf.bool)], [[X, True], [X, False]]


def branches_of_branches(tf):
    w = tf.Variable(3.0)

    def f(x, k):
        def second():
            return tf.cond(k > 5, lambda: (x - w, 1), lambda: (x * 2.0, 2))

        return tf.cond(k > 2, second, lambda: (x + w, 3))

    return f, [_vector(tf), _number(tf)], [[X, k] for k in (1, 4, 7)]


def loop(tf):
    w = tf.Variable(1.5)

    def f(x, n):
        return tf.while_loop(
            lambda i, x, s: i < n, lambda i, x, s: (i + 1, x * w, s + tf.reduce_sum(x)), [0, x, 0.0], parallel_iterations=4
        )

    return f, [_vector(tf), _number(tf)], [[X, n] for n in (0, 1, 3)]


def branch_in_loop(tf):
    w, u = tf.Variable(3.0), tf.Variable([1.0, 2.0])

    def f(x, n):
        return tf.while_loop(
            lambda i, x: i < n, lambda i, x: (i + 1, tf.cond(i % 2 > 0, lambda: x * w, lambda: x + u)), [0, x], maximum_iterations=5
        )

    return f, [_vector(tf), _number(tf)], [[X, n] for n in (0, 3, 9)]


def loop_in_branch(tf):
    w = tf.Variable(3.0)

    def f(x, n):
        def loops():
            def outer(i, x):
                return i + 1, tf.while_loop(lambda j, x: j < i, lambda j, x: (j + 1, x + w), [0, x])[1]

            return tf.while_loop(lambda i, x: i < n, outer, [0, x])[1]

        return tf.cond(n > 1, loops, lambda: x)

    return f, [_vector(tf), _number(tf)], [[X, n] for n in (0, 3, 4)]


def switch(tf):
    w, u = tf.Variable(3.0), tf.Variable([1.0, 2.0])

    def f(x, k):
        return tf.switch_case(k, [lambda: x * w, lambda: x + u, lambda: x - 1.0])

    return f, [_vector(tf), _number(tf)], [[X, k] for k in (-1, 0, 1, 2, 9)]


def calls(tf):
    w = tf.Variable(3.0)

    @tf.function
    def inner(x):
        return x * w, tf.reduce_sum(x)

    @tf.function
    def outer(x):
        a, s = inner(x)
        return inner(a)[0] + s

    def f(x):
        return outer(outer(x)) + inner(x)[1]

    return f, [_vector(tf)], [[X]]


def calls_in_loop(tf):
    w = tf.Variable(3.0)

    @tf.function
    def inner(x):
        return tf.cond(tf.reduce_sum(x) > 10.0, lambda: x / w, lambda: x * w + tf.constant(1.0))

    def f(x, n):
        return tf.while_loop(lambda i, x: i < n, lambda i, x: (i + 1, inner(x)), [0, x])

    return f, [_vector(tf), _number(tf)], [[X, n] for n in (0, 4)]


def gradient_in_loop(tf):
    w = tf.Variable(1.5)

    def f(x, n):
        with tf.GradientTape() as tape:
            tape.watch(x)
            # TensorFlow cannot do this where the loop itself reads a variable.
            y = tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, tf.sin(y) * 1.5), [0, x])[1]
            y = tf.reduce_sum(y * w)
        return tape.gradient(y, x)

    return f, [_vector(tf), _number(tf)], [[X, n] for n in (0, 3)]


def gradient_of_call(tf):
    w = tf.Variable(1.5)

    @tf.function
    def inner(x):
        return tf.tanh(x * w)

    def f(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(inner(x) ** 2)
        return tape.gradient(y, w)

    return f, [_vector(tf)], [[X]]


def effects(tf):
    w = tf.Variable(1.5)

    @tf.function
    def checked(x):
        tf.debugging.assert_less(x, 100.0)
        return x * w

    def f(x, p):
        return tf.cond(p, lambda: checked(x), lambda: checked(x + 1.0))

    return f, [_vector(tf), tf.TensorSpec([], tf.bool)], [[X, True], [X, False]]


def mapped(tf):
    w = tf.Variable(1.5)

    def f(x):
        return tf.map_fn(lambda v: v * w + tf.reduce_max(x), x), tf.scan(lambda a, v: a * w + v, x)

    return f, [_vector(tf)], [[X], [np.arange(5, dtype=np.float32)]]


def rows_of_variables(tf):
    w = tf.Variable(np.arange(12, dtype=np.float32).reshape(4, 3))

    def f(ids, p):
        return tf.cond(p, lambda: tf.nn.embedding_lookup(w, ids), lambda: tf.gather(w, ids) * 2.0), tf.gather_nd(w, ids[:, None])

    return f, [tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.bool)], [[np.array([1, 3], np.int32), p] for p in (True, False)]


def recurrent(tf):
    kernel, back = (
        tf.Variable(np.linspace(-1, 1, 24, dtype=np.float32).reshape(2, 12)),
        tf.Variable(np.linspace(1, -1, 36, dtype=np.float32).reshape(3, 12)),
    )
    bias = tf.Variable(np.linspace(0, 1, 12, dtype=np.float32))

    def f(x):
        def step(i, h, c):
            a, b, d, e = tf.split(x[:, i] @ kernel + h @ back + bias, 4, axis=1)
            c = tf.sigmoid(b) * c + tf.sigmoid(a) * tf.tanh(d)
            return i + 1, tf.sigmoid(e) * tf.tanh(c), c

        zeros = tf.zeros([tf.shape(x)[0], 3])
        shapes = [tf.TensorShape([]), tf.TensorShape([None, 3]), tf.TensorShape([None, 3])]
        return tf.while_loop(lambda i, h, c: i < tf.shape(x)[1], step, [0, zeros, zeros], shape_invariants=shapes)[1]

    return f, [tf.TensorSpec([None, None, 2], tf.float32)], [[np.linspace(-1, 1, 16, dtype=np.float32).reshape(2, 4, 2)]]


def kept_call(tf):
    w = tf.Variable(3.0)

    @tf.function(experimental_attributes={"_noinline": True})
    def inner(x):
        return x * w

    def f(x):
        return inner(x) + 1.0

    return f, [_vector(tf)], [[X]]


def stopped(tf):
    w = tf.Variable(3.0)

    def f(x, n):
        total = tf.zeros([])
        for _ in tf.range(n):
            if tf.reduce_sum(x) > 100.0:
                break
            x = x * w
            total += tf.reduce_sum(x)
        return x, total

    return f, [_vector(tf), _number(tf)], [[X, n] for n in (0, 2, 6)]

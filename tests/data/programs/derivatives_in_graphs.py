"""Derivatives in TensorFlow 1 graphs."""

import numpy as np

v1 = tf.compat.v1


def run(build, feeds=None):
    with tf.Graph().as_default():
        out = build()
        with v1.Session() as s:
            s.run(v1.global_variables_initializer())
            got = s.run(out)
    return repr(tf.nest.map_structure(lambda a: np.round(np.asarray(a, "float64"), 3).tolist(), got))


def case_stop():
    def build():
        a = tf.constant([1.0, 2.0])
        b = a * 2.0
        c = a * b
        return [tf.gradients(c + a + b, [a, b], stop_gradients=[a, b]), tf.gradients(c, a), v1.gradients(c, [a], stop_gradients=b)]

    return run(build)


def case_hessian():
    def build():
        a = tf.constant([1.0, 2.0])
        return tf.hessians(tf.reduce_sum(a**3) * a[0], a)

    return run(build)


def case_tape():
    def build():
        a = tf.constant([1.0, 2.0])
        with tf.GradientTape(persistent=True) as t:
            t.watch(a)
            y = a * a
        return [t.gradient(y, a), t.jacobian(y, a), t.jacobian(y, a, experimental_use_pfor=False)]

    return run(build)


def case_tape_variable():
    def build():
        v = v1.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
        with tf.GradientTape() as t:
            y = v * v
        return t.gradient(y, v)

    return run(build)


def case_forward():
    def build():
        a = tf.constant([1.0, 2.0])
        with tf.autodiff.ForwardAccumulator(a, tf.constant([1.0, -1.0])) as acc:
            y = a * a
        return acc.jvp(y)

    return run(build)


def case_custom():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 7.0

    def build():
        a = tf.constant([1.0, 2.0])
        return tf.gradients(f(a) * a, a)

    return run(build)


def case_custom_variable():
    def build():
        v = v1.get_variable("v", initializer=2.0, use_resource=True)

        @tf.custom_gradient
        def f(a):
            def grad(dy, variables=None):
                return dy * 3.0, [tf.reduce_sum(dy) * 5.0]

            return a * v, grad

        a = tf.constant([1.0, 2.0])
        return tf.gradients(f(a), [a, v])

    return run(build)


def case_recompute():
    def build():
        a = tf.constant([1.0, 2.0])
        f = tf.recompute_grad(lambda b: tf.sin(b) * b)
        return tf.gradients(f(a), a)

    return run(build)


def case_while():
    def build():
        a = tf.constant([1.0, 2.0])
        _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * a), [0, a])
        return tf.gradients(y, a)

    return run(build)


def case_py_function():
    def build():
        a = tf.constant([1.0, 2.0])
        y = tf.py_function(lambda b: b * b, [a], tf.float32)
        y.set_shape([2])
        return tf.gradients(y, a)

    return run(build)


def of_inner_gradients(function):
    """What `function` makes of a tensor and a variable by gradients inside a loop or branch, and the gradients of that outside."""

    def build():
        x, w = tf.constant([0.5, 2.0]), v1.get_variable("w", initializer=[1.5, -0.5], use_resource=True)
        y = function(x, w)
        return [y, tf.gradients(y, x)[0], tf.gradients(y, w)[0]]

    return run(build)


def case_gradient_in_loop():
    def body(w):
        return lambda i, y: (i + 1, y - 0.1 * tf.gradients(tf.reduce_sum(y**3 * w), y)[0])

    return of_inner_gradients(lambda x, w: tf.while_loop(lambda i, y: i < 3, body(w), [0, x])[1])


def case_gradient_in_loop_by_outer():
    def body(x):
        return lambda i, y: (i + 1, y + 0.1 * tf.gradients(tf.reduce_sum(tf.sin(x) * y * y), x)[0])

    return of_inner_gradients(lambda x, w: tf.while_loop(lambda i, y: i < 3, body(x), [0, w * 1.0])[1])


def case_gradient_in_loop_by_local():
    def body(w):
        def turn(i, y):
            c = y * 2.0
            return i + 1, tf.gradients(tf.reduce_sum(c**3 * w), c)[0] * 0.1

        return turn

    return of_inner_gradients(lambda x, w: tf.while_loop(lambda i, y: i < 2, body(w), [0, x])[1])


def case_gradient_in_loop_over_numbers():
    def build():
        x = tf.constant(0.5)
        y = tf.while_loop(lambda i, y: i < 4, lambda i, y: (i + 1, y - 0.1 * tf.gradients(y**3 * x, y)[0]), [0, x * 2.0])[1]
        return [y, tf.gradients(y, x)[0]]

    return run(build)


def case_gradient_in_branch():
    return of_inner_gradients(
        lambda x, w: tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(tf.reduce_sum(x**3 * w), x)[0], lambda: x)
    )


def case_gradient_in_map():
    return of_inner_gradients(lambda x, w: tf.map_fn(lambda e: tf.gradients(e**3 * tf.reduce_sum(w), e)[0], x))


def case_gradient_in_scan():
    def step(w):
        return lambda a, e: a + tf.gradients(tf.sin(e) * a, e)[0] * w[0]

    return of_inner_gradients(lambda x, w: tf.scan(step(w), x, initializer=tf.constant(1.0)))

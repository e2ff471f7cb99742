"""Numbers below the smallest normal one in functions, sessions, gradients and optimizers."""

import numpy as np

v1 = tf.compat.v1
X = np.array([1e-40, 1e-38, 2e-39, 2e-38], "float32")


def shown(*values):
    return [np.asarray(v).tolist() for v in values]


def case_in_a_function():
    @tf.function
    def f(x):
        return x * 0.5, x + x, tf.reduce_sum(x[:3]), tf.maximum(x, 0.0) > 0.0, tf.identity(x)

    @tf.function
    def outer(x):
        return f(x)[0] + f(2.0 * x)[1]

    made = shown(*f(tf.constant(X)), outer(tf.constant(X)))
    return made, 5e-324 * 1.0 > 0.0, float((np.array([1e-40], "float32") * np.float32(0.5))[0]) > 0.0


def case_in_a_session():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [4])
        y = tf.square(x * 1e-2), tf.cast(x, tf.float64) * 0.5
        with v1.Session() as session:
            return shown(*session.run(y, {x: X}), *session.run(y, {x: X * 1e15})), 5e-324 * 1.0 > 0.0


def case_gradient_and_steps():
    v = tf.Variable([1e-20, 1.0])
    with tf.GradientTape() as tape:
        y = v * v * 1e-3 * v
    gradient = tape.gradient(y, v)
    optimizer = tf.keras.optimizers.SGD(1e-25, momentum=0.1)
    optimizer.build([v])
    for _ in range(40):
        optimizer.apply_gradients([(tf.constant([0.0, 1e-5]), v)])
    momentum = [m.numpy().tolist() for m in optimizer.variables if m.shape == (2,)]
    return shown(gradient), momentum, 5e-324 * 1.0 > 0.0


def case_after_an_error():
    @tf.function
    def f(x):
        tf.debugging.assert_less(x, 1.0)
        return x

    try:
        f(tf.constant(2.0))
    except tf.errors.InvalidArgumentError:
        return 5e-324 * 1.0 > 0.0


def case_python_within():
    def outside(x):
        return np.float32(5e-324 * 1e285 > 0.0)

    @tf.function
    def f(x):
        y = tf.numpy_function(outside, [x], tf.float32)
        return x * 0.5 + y, y

    return shown(*f(tf.constant(1e-38))), 5e-324 * 1.0 > 0.0

"""Forward accumulators inside and around traced functions."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])
d = tf.constant([1.0, 0.5, -1.0])
k = tf.constant([[0.5, -1.0], [2.0, 1.5]])
m = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])


def r(t):
    if t is None:
        return None
    if isinstance(t, (list, tuple)):
        return [r(i) for i in t]
    if isinstance(t, dict):
        return {a: r(b) for a, b in t.items()}
    return np.round(t.numpy().astype("float64"), 3).tolist()


def case_inside():
    @tf.function
    def f(x, d):
        with tf.autodiff.ForwardAccumulator(x, d) as acc:
            y = x * x * tf.reduce_sum(x)
        j = acc.jvp(y)
        print(j.shape, j.dtype)
        return j

    return repr(r(f(x, d)))


def case_eager_primal_inside():
    @tf.function
    def f():
        with tf.autodiff.ForwardAccumulator(x, d) as acc:
            y = x * x * tf.reduce_sum(x)
        return acc.jvp(y)

    return repr(r(f()))


def case_around():
    @tf.function
    def f(x):
        return x * x * tf.reduce_sum(x)

    with tf.autodiff.ForwardAccumulator(x, d) as acc:
        y = f(x)
    return repr(r(acc.jvp(y)))


def case_around_captured():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(a):
        return v * v * a

    with tf.autodiff.ForwardAccumulator(v, d) as acc:
        y = f(x)
    return repr(r(acc.jvp(y)))


def case_variable_inside():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(a):
        with tf.autodiff.ForwardAccumulator(v, d) as acc:
            y = v * v * a
        return acc.jvp(y)

    return repr((r(f(x)), r(f(x))))


def case_structure():
    v = tf.Variable(k)

    @tf.function
    def f(a, da):
        with tf.autodiff.ForwardAccumulator(primals=[v, a], tangents=[tf.ones([2, 2]), da]) as acc:
            y = a @ v
            z = {"y": y, "z": (tf.tanh(y), a)}
        return acc.jvp(z)

    return repr(r(f(m, m[::-1])))


def case_unconnected():
    @tf.function
    def f(a):
        with tf.autodiff.ForwardAccumulator(a, d) as acc:
            y = x * 2.0
        print(acc.jvp(y))
        return acc.jvp(y, unconnected_gradients=tf.UnconnectedGradients.ZERO)

    return repr(r(f(x)))


def case_hvp():
    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            with tf.GradientTape() as t:
                t.watch(a)
                y = tf.reduce_sum(a**3) * a[0]
            g = t.gradient(y, a)
        return acc.jvp(g)

    return repr(r(f(x, d)))


def case_hvp_variables():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(d):
        with tf.autodiff.ForwardAccumulator(v, d) as acc:
            with tf.GradientTape() as t:
                y = tf.reduce_sum(v**3) * v[0]
            g = t.gradient(y, v)
        return g, acc.jvp(g)

    return repr(r(f(d)))


def case_back_over_forward():
    @tf.function
    def f(a, v):
        with tf.GradientTape() as t:
            t.watch(a)
            with tf.autodiff.ForwardAccumulator(a, v) as acc:
                y = tf.reduce_sum(a**3) * a[0]
            j = acc.jvp(y)
        return j, t.gradient(j, a)

    return repr(r(f(x, d)))


def case_forward_over_forward():
    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as o:
            with tf.autodiff.ForwardAccumulator(a, v) as i:
                y = a**3 * a[0]
            j = i.jvp(y)
        return j, o.jvp(j), o.jvp(y)

    return repr(r(f(x, d)))


def case_forward_over_forward_around():
    @tf.function
    def f(a):
        return a**3 * a[0]

    with tf.autodiff.ForwardAccumulator(x, d) as o:
        with tf.autodiff.ForwardAccumulator(x, d) as i:
            y = f(x)
        j = i.jvp(y)
    return repr(r((j, o.jvp(j))))


def case_hvp_around():
    @tf.function
    def grad(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = tf.reduce_sum(a**3) * a[0]
        return t.gradient(y, a)

    with tf.autodiff.ForwardAccumulator(x, d) as acc:
        g = grad(x)
    return repr(r((g, acc.jvp(g))))


def case_through_while():
    @tf.function
    def f(a, v, n):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            y = a
            for _ in tf.range(n):
                y = y * a + y[::-1]
        return acc.jvp(y)

    return repr(r(f(x, d, tf.constant(3))))


def case_through_cond():
    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            if tf.reduce_sum(a) > 0.0:
                y = a * a
            else:
                y = tf.sin(a)
        return acc.jvp(y)

    return repr((r(f(x, d)), r(f(-x, d))))


def case_inside_while():
    @tf.function
    def f(a, v):
        s = tf.zeros([3])
        for i in tf.range(3):
            with tf.autodiff.ForwardAccumulator(a, v) as acc:
                y = a * a * tf.cast(i, tf.float32)
            s += acc.jvp(y)
        return s

    return repr(r(f(x, d)))


def case_jvp_inside_context():
    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            y = a * a
            j = acc.jvp(y)
            z = y * a
            return j, acc.jvp(z)

    return repr(r(f(x, d)))


def case_jvp_of_primal():
    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            y = tf.identity(a)
        return acc.jvp(a), acc.jvp(y)

    return repr(r(f(x, d)))


def case_nested_call():
    @tf.function
    def g(a):
        return tf.sin(a) * a

    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            y = g(g(a))
        return acc.jvp(y)

    return repr(r(f(x, d)))


def case_not_reusable():
    @tf.function
    def f(a, v):
        acc = tf.autodiff.ForwardAccumulator(a, v)
        with acc:
            y = a * a
        with acc:
            z = a * a
        return acc.jvp(z)

    f(x, d)


def case_before():
    @tf.function
    def f(a, v):
        acc = tf.autodiff.ForwardAccumulator(a, v)
        return acc.jvp(a * a)

    f(x, d)


def case_shape_mismatch():
    tf.autodiff.ForwardAccumulator(x, tf.constant([1.0]))


def case_dtype_mismatch():
    tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 2.0, 3.0], tf.float64))


def case_structure_mismatch():
    tf.autodiff.ForwardAccumulator([x], d)


def case_keras():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, "tanh", kernel_initializer="ones", input_shape=(2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])

    @tf.function
    def hvp(x, y):
        v = model.trainable_variables
        with tf.autodiff.ForwardAccumulator(v, [tf.ones_like(i) for i in v]) as acc:
            with tf.GradientTape() as t:
                loss = tf.reduce_mean((model(x) - y) ** 2)
            g = t.gradient(loss, v)
        return acc.jvp(g)

    return repr(r(hvp(m, tf.ones([3, 1]))))


def case_matmul_conv():
    img = tf.reshape(tf.range(18.0), [2, 3, 3, 1])
    w = tf.Variable(tf.ones([2, 2, 1, 2]))

    @tf.function
    def f(img):
        with tf.autodiff.ForwardAccumulator(w, tf.ones([2, 2, 1, 2])) as acc:
            y = tf.nn.relu(tf.nn.conv2d(img, w, 1, "SAME"))
        return acc.jvp(y)

    return repr(r(tf.reduce_sum(f(img))))


def case_batchnorm_gather():
    v = tf.Variable(m)

    @tf.function
    def f(i):
        with tf.autodiff.ForwardAccumulator(v, m * 2.0) as acc:
            y = tf.gather(v, i) * 2.0
        return acc.jvp(y)

    return repr(r(f(tf.constant([0, 2, 0]))))


def case_custom_gradient():
    @tf.custom_gradient
    def clip(a):
        return a * 1.0, lambda dy: dy * 7.0

    with tf.autodiff.ForwardAccumulator(x, d) as acc:
        y = clip(x)
    return repr(r(acc.jvp(y)))


def case_custom_gradient_in_function():
    @tf.custom_gradient
    def clip(a):
        return a * 1.0, lambda dy: dy * 7.0

    @tf.function
    def f(a, v):
        with tf.autodiff.ForwardAccumulator(a, v) as acc:
            y = clip(a) * a
        return acc.jvp(y)

    return repr(r(f(x, d)))


def case_retraced():
    count = []

    @tf.function
    def f(x):
        count.append(1)
        return x * x

    f(x)
    with tf.autodiff.ForwardAccumulator(x, d) as acc:
        y = f(x)
        y = f(x)
    return repr((r(acc.jvp(y)), len(count)))


def case_running_log_sums():
    x = tf.constant([[0.5, 0.25, 0.75], [1.0, 2.0, 1.5]])
    for options in {"axis": 0}, {"axis": 1}, {"axis": 1, "reverse": True}, {"axis": 1, "exclusive": True}:
        with tf.autodiff.ForwardAccumulator(x, tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])) as accumulator:
            y = tf.math.cumulative_logsumexp(x, **options)
        print(accumulator.jvp(y).numpy().round(3))

"""Jacobians inside traced functions."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])
m = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])
k = tf.constant([[0.5, -1.0], [2.0, 1.5]])


def r(t):
    if t is None:
        return None
    if isinstance(t, (list, tuple)):
        return [r(i) for i in t]
    if isinstance(t, dict):
        return {a: r(b) for a, b in t.items()}
    if isinstance(t, tf.IndexedSlices):
        return ("slices", r(t.values), r(t.indices), r(t.dense_shape))
    return np.round(t.numpy().astype("float64"), 3).tolist()


def case_jacobian():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x * tf.reduce_sum(x)
        j = t.jacobian(y, x)
        print(j.shape, j.dtype)
        return j

    return repr(r(f(x)))


def case_jacobian_no_pfor():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x * tf.reduce_sum(x)
        return t.jacobian(y, x, experimental_use_pfor=False, parallel_iterations=2)

    return repr(r(f(x)))


def case_jacobian_variables_structure():
    w, b = tf.Variable(k), tf.Variable([1.0, 2.0])

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            y = tf.tanh(x @ w + b)
        return t.jacobian(y, {"w": w, "b": [b]})

    return repr(r(f(m)))


def case_jacobian_unconnected():
    @tf.function
    def f(x, y):
        with tf.GradientTape(persistent=True) as t:
            t.watch([x, y])
            z = x * 2.0
        return t.jacobian(z, [x, y]), t.jacobian(z, [x, y], unconnected_gradients=tf.UnconnectedGradients.ZERO), t.jacobian(z, y)

    return repr(r(f(x, tf.constant([1.0, 5.0]))))


def case_jacobian_unknown():
    shapes = []

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.sin(x)
        j = t.jacobian(y, x)
        shapes.append(j.shape)
        return j

    return repr((r(f(x)), r(f(tf.constant([0.0]))), r(f(tf.zeros([0]))), shapes))


def case_jacobian_unknown_2():
    shapes = []

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.matmul(x, k)
        j = t.jacobian(y, x)
        shapes.append(j.shape)
        return j

    return repr((r(f(m)), shapes))


def case_jacobian_unknown_rank():
    @tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        j = t.jacobian(y, x)
        print(j.shape)
        return j

    return repr((r(f(x)), r(f(tf.constant(2.0)))))


def case_jacobian_scalar():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x**3
        return t.jacobian(y, x)

    return repr(f(tf.constant(2.0)))


def case_hessian():
    @tf.function
    def f(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as i:
                i.watch(x)
                y = tf.reduce_sum(x**3) + x[0] * x[1] * x[2]
            g = i.gradient(y, x)
        return o.jacobian(g, x)

    return repr(r(f(x)))


def case_hessian_variables():
    w = tf.Variable([1.0, 2.0])

    @tf.function
    def f():
        with tf.GradientTape() as o:
            with tf.GradientTape() as i:
                y = tf.reduce_sum(w**3) * w[0]
            g = i.gradient(y, w)
        return o.jacobian(g, w)

    return repr((r(f()), r(f())))


def case_jacobian_of_jacobian():
    @tf.function
    def f(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as i:
                i.watch(x)
                y = x**3
            j = i.jacobian(y, x)
        return o.jacobian(j, x)

    return repr(r(f(tf.constant([1.0, 2.0]))))


def case_gradient_of_jacobian():
    @tf.function
    def f(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as i:
                i.watch(x)
                y = tf.exp(x) * x[0]
            j = i.jacobian(y, x)
            s = tf.reduce_sum(j * j)
        return o.gradient(s, x)

    return repr(r(f(tf.constant([0.1, 0.2]))))


def case_jacobian_of_jacobian_no_pfor():
    @tf.function
    def f(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as i:
                i.watch(x)
                y = x**3
            j = i.jacobian(y, x, experimental_use_pfor=False)
        return o.jacobian(j, x, experimental_use_pfor=False)

    return repr(r(f(tf.constant([1.0, 2.0]))))


def case_batch_jacobian():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.tanh(x @ k) * tf.reduce_sum(x, 1, keepdims=True)
        j = t.batch_jacobian(y, x)
        print(j.shape)
        return j

    return repr(r(f(m)))


def case_batch_jacobian_unknown():
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.tanh(x @ k)
        j = t.batch_jacobian(y, x)
        print(j.shape)
        return j

    return repr((r(f(m)), r(f(m[:1]))))


def case_batch_jacobian_no_pfor():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.tanh(x @ k)
        return t.batch_jacobian(y, x, experimental_use_pfor=False)

    return repr(r(f(m)))


def case_batch_jacobian_unconnected():
    @tf.function
    def f(x, z):
        with tf.GradientTape(persistent=True) as t:
            t.watch([x, z])
            y = tf.tanh(x @ k)
        return t.batch_jacobian(y, z), t.batch_jacobian(y, z, unconnected_gradients="zero")

    return repr(r(f(m, m)))


def case_batch_jacobian_unconnected_eager():
    with tf.GradientTape(persistent=True) as t:
        t.watch(m)
        y = tf.tanh(k)
    return repr((r(t.batch_jacobian(y, m[:2])), r(t.batch_jacobian(y, m[:2], unconnected_gradients="zero"))))


def case_batch_jacobian_mismatch():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.concat([x, x], 0)
        return t.batch_jacobian(y, x)

    return repr(r(f(m)))


def case_batch_jacobian_rank():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        return t.batch_jacobian(y, x)

    return repr(r(f(x)))


def case_batch_jacobian_mismatch_unknown():
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.concat([x, x], 0)
        return t.batch_jacobian(y, x)

    try:
        f(m)
    except tf.errors.InvalidArgumentError as e:
        return type(e).__name__


def case_twice():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        return t.jacobian(y, x), t.jacobian(y, x)

    f(x)


def case_persistent():
    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = x * x
            z = y * y
        return t.jacobian(z, x), t.jacobian(y, x), t.gradient(z, x), t.jacobian(z, y)

    return repr(r(f(x)))


def case_inside_context():
    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = x * x
            j = t.jacobian(y, x)
            z = tf.reduce_sum(j * j)
        return t.gradient(z, x)

    return repr(r(f(x)))


def case_through_cond():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            if tf.reduce_sum(x) > 3.0:
                y = x * x
            else:
                y = x[::-1] * 3.0
        return t.jacobian(y, x)

    return repr((r(f(x)), r(f(-x))))


def case_through_while():
    @tf.function
    def f(x, n):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x
            for i in tf.range(n):
                y = y * x + y[::-1]
        return t.jacobian(y, x)

    return repr((r(f(x, tf.constant(2))), r(f(x, tf.constant(0)))))


def case_through_map():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.map_fn(lambda a: a * a * x[0], x)
        return t.jacobian(y, x)

    return repr(r(f(x)))


def case_in_cond():
    @tf.function
    def f(x, flag):
        if flag:
            with tf.GradientTape() as t:
                t.watch(x)
                y = x * x
            j = t.jacobian(y, x)
        else:
            j = tf.zeros([3, 3])
        return j

    return repr((r(f(x, tf.constant(True))), r(f(x, tf.constant(False)))))


def case_in_while():
    @tf.function
    def newton(x):
        for _ in tf.range(6):
            with tf.GradientTape() as t:
                t.watch(x)
                y = tf.stack([x[0] ** 2 + x[1] ** 2 - 4.0, x[0] - x[1]])
            j = t.jacobian(y, x)
            x = x - tf.linalg.solve(j, y[:, tf.newaxis])[:, 0]
        return x

    return repr(r(newton(tf.constant([1.0, 2.0]))))


def case_in_map():
    @tf.function
    def f(x):
        def one(a):
            with tf.GradientTape() as t:
                t.watch(a)
                y = a * a
            return t.jacobian(y, a)

        return tf.map_fn(one, x)

    return repr(r(f(m)))


def case_in_vectorized_map():
    @tf.function
    def f(x):
        def one(a):
            with tf.GradientTape() as t:
                t.watch(a)
                y = a * a
            return t.gradient(y, a)

        return tf.vectorized_map(one, x)

    return repr(r(f(m)))


def case_jacobian_through_call():
    @tf.function
    def inner(x):
        return x * x * x[0]

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = inner(x)
        return t.jacobian(y, x)

    return repr(r(f(x)))


def case_jacobian_around_call():
    @tf.function
    def inner(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x * x[0]
        return t.jacobian(y, x)

    with tf.GradientTape() as t:
        t.watch(x)
        j = inner(x)
    return repr((r(j), r(t.jacobian(j, x))))


def case_jacobian_int_target():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.cast(x, tf.int32)
        return t.jacobian(y, x)

    return repr(r(f(x)))


def case_jacobian_target_variable():
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def f():
        with tf.GradientTape() as t:
            v.read_value()
        return t.jacobian(v, v)

    return repr(r(f()))


def case_gather_rows_no_pfor():
    v = tf.Variable(m)

    @tf.function
    def f(i):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(tf.gather(v, i), 1)
        return t.jacobian(y, v, experimental_use_pfor=False)

    return repr(r(f(tf.constant([0, 2]))))


def case_conv():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.nn.conv2d(x, tf.ones([2, 2, 1, 2]), 1, "SAME")
            y = tf.nn.relu(tf.nn.max_pool2d(y, 2, 1, "VALID"))
        return t.batch_jacobian(y, x)

    j = f(tf.reshape(tf.range(18.0), [2, 3, 3, 1]) - 7.0)
    return repr((j.shape, r(tf.reduce_sum(j)), r(tf.reduce_sum(j * j))))


def case_keras_model():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3, "tanh", kernel_initializer="ones", input_shape=(2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            y = model(x)
        return t.jacobian(y, model.trainable_variables)

    return repr(r(f(m)))


def case_custom_gradient():
    @tf.custom_gradient
    def clip(a):
        return a * 1.0, lambda dy: dy * 7.0

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = clip(x) * x
        return t.jacobian(y, x)

    return repr(r(f(x)))


def case_complex():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        return t.jacobian(y, x)

    return repr(f(tf.constant([1 + 2j, 3 - 1j])).numpy().tolist())

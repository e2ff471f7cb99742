"""Branches and loops that fit some sizes only, where the size is known: of what comes from around TensorFlow knows the shape alone."""

import numpy as np

FIT = {
    "pad": lambda x, n, k: tf.pad(x, [[0, 0], [0, k - n], [0, 0]]),
    "pad with": lambda x, n, k: tf.pad(x, [[0, 0], [0, k - n], [0, 0]], constant_values=1.0),
    "mirror": lambda x, n, k: tf.pad(x, [[0, 0], [0, k - n], [0, 0]], "REFLECT"),
    "zeros": lambda x, n, k: tf.zeros([2, k - n, 3]),
    "fill": lambda x, n, k: tf.fill([2, k - n, 3], 1.0),
    "reshape": lambda x, n, k: tf.reshape(x, [2, k - n + 1, 3]),
    "slice": lambda x, n, k: tf.slice(x, [0, k, 0], [2, n - k + 2, 3]),
    "tile": lambda x, n, k: tf.tile(x, [1, k - n, 1]),
    "broadcast": lambda x, n, k: tf.broadcast_to(x, [2, k, 3]),
    "uniform": lambda x, n, k: tf.random.uniform([k - n, 2]),
    "concat": lambda x, n, k: tf.concat([x, tf.zeros([2, k - n, 3])], 1),
    "gather": lambda x, n, k: tf.gather(x, [n], axis=1),
    "split": lambda x, n, k: tf.split(x, [k, n + 0 * k - k + 1], axis=1)[0],
    "one hot": lambda x, n, k: tf.one_hot([0], k - n),
    "linspace": lambda x, n, k: tf.linspace(0.0, 1.0, k - n),
    "expand": lambda x, n, k: tf.expand_dims(x, n + 1),
    "reduce": lambda x, n, k: tf.reduce_sum(x, axis=n),
    "transpose": lambda x, n, k: tf.transpose(x, [0, n, 1]),
    "top": lambda x, n, k: tf.math.top_k(x, n).values,
    "eye": lambda x, n, k: tf.eye(k - n),
}
X = np.arange(24.0).reshape(2, 4, 3).astype("float32")


def _outcomes(program):
    found = {}
    for sizes in ([None, 4, 3], [2, 4, 3], [None, None, 3]):
        for name, fit in FIT.items():
            function = tf.function(program(fit, 2), input_signature=[tf.TensorSpec(sizes)])
            try:
                made = function.get_concrete_function()
                found[f"{name} {sizes}"] = tf.nest.flatten(made.output_shapes), [float(v) for v in tf.nest.flatten(made(X))]
            except ValueError as e:
                found[f"{name} {sizes}"] = type(e).__name__
    return found


def case_branches():
    def program(fit, k):
        def f(x):
            n = tf.shape(x)[-2]
            return tf.cond(k <= n, lambda: tf.reduce_sum(x), lambda: tf.reduce_sum(fit(x, n, k)))

        return f

    return _outcomes(program)


def case_statements():
    def program(fit, k):
        def f(x):
            n = tf.shape(x)[-2]
            if k > n:
                result = tf.reduce_sum(fit(x, n, k))
            else:
                result = tf.constant(0.0)
            return result

        return f

    return _outcomes(program)


def case_loops():
    def program(fit, k):
        def f(x):
            n = tf.shape(x)[-2]
            body = lambda i, s: (i + 1, s + tf.reduce_sum(fit(x, n, k)))  # noqa: E731
            return tf.while_loop(lambda i, _: i < tf.minimum(n * 0, 1), body, [0, 0.0])

        return f

    return _outcomes(program)


def case_branches_within_branches():
    def program(fit, k):
        def f(x):
            n = tf.shape(x)[-2]
            inner = lambda: tf.cond(n > 1, lambda: tf.reduce_sum(fit(x, n, k)), lambda: 0.0)  # noqa: E731
            return tf.cond(k <= n, lambda: tf.reduce_sum(x), inner)

        return f

    return _outcomes(program)


def case_sizes_of_the_branch_itself():
    def program(fit, k):
        def f(x):
            return tf.cond(k <= tf.shape(x)[-2], lambda: tf.reduce_sum(x), lambda: tf.reduce_sum(fit(x, tf.shape(x)[-2], k)))

        return f

    return _outcomes(program)


def case_layers():
    class First(tf.keras.layers.Layer):
        def __init__(self, k):
            super().__init__()
            self.k = k

        def call(self, x):
            n = tf.shape(x)[-2]
            made = tf.cond(self.k <= n, lambda: x[..., : self.k, :], lambda: tf.pad(x, [[0, 0], [0, self.k - n], [0, 0]]))
            made.set_shape((None, self.k, 3))
            return made

    found = []
    for k in (2, 6):
        inputs = tf.keras.Input((4, 3))
        model = tf.keras.Model(inputs, First(k)(inputs))
        found.append((model.output_shape, model.predict(X, verbose=0).tolist()))
    return found


def case_gradients():
    @tf.function
    def f(x):
        n = tf.shape(x)[-2]
        return tf.cond(n >= 2, lambda: tf.reduce_sum(x**2), lambda: tf.reduce_sum(tf.pad(x, [[0, 0], [0, 2 - n], [0, 0]])))

    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return float(y), tape.gradient(y, x).numpy().tolist()

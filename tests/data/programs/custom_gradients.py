"""Custom gradients in and around traced functions."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])
m = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])


def r(t):
    if t is None:
        return None
    if isinstance(t, (list, tuple)):
        return [r(i) for i in t]
    if isinstance(t, dict):
        return {a: r(b) for a, b in t.items()}
    return np.round(t.numpy().astype("float64"), 3).tolist()


def grads(f, *args, variables=()):
    def asked(*args):
        with tf.GradientTape() as t:
            t.watch(args)
            y = f(*args)
        return y, t.gradient(y, [*args, *variables])

    return repr((r(asked(*args)), r(tf.function(asked)(*args))))


def second(f, x):
    def asked(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as t:
                t.watch(x)
                y = f(x)
            g = t.gradient(y, x)
        return g, o.gradient(g, x)

    return repr((r(asked(x)), r(tf.function(asked)(x))))


def case_variables():
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def f(a):
        def grad(dy, variables=None):
            print(len(variables), variables[0] is v)
            return dy * 3.0 * v, [tf.reduce_sum(dy * 5.0)]

        return a * v, grad

    return grads(f, x, variables=[v])


def case_variables_not_accepted():
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def f(a):
        def grad(dy):
            return dy

        return a * v, grad

    try:
        grads(f, x, variables=[v])
    except TypeError as e:
        return str(e)[:120]


def case_nested():
    @tf.custom_gradient
    def inner(a):
        return a * a, lambda dy: dy * 10.0

    @tf.custom_gradient
    def outer(a):
        y = inner(a) * 2.0

        def grad(dy):
            with tf.GradientTape() as t:
                t.watch(a)
                z = inner(a)
            return t.gradient(z, a) * dy + 1.0

        return y, grad

    return grads(outer, x)


def case_second():
    @tf.custom_gradient
    def f(a):
        def grad(dy):
            return dy * 3.0 * a * a

        return a**3, grad

    return second(f, x)


def case_second_custom():
    @tf.custom_gradient
    def f(a):
        @tf.custom_gradient
        def first(dy, a):
            def ddy(g):
                return g * 100.0, g * 1000.0

            return dy * 7.0 * a, ddy

        return a * 1.0, lambda dy: first(dy, a)

    return second(f, x)


def case_kwargs():
    @tf.custom_gradient
    def f(a, b, scale=1.0, *, sign=1.0):
        return a * b * scale * sign, lambda dy: (dy * scale * 2.0, dy * sign)

    return grads(lambda a, b: f(a, b, scale=3.0, sign=-1.0), x, x + 1.0)


def case_tensor_kwargs():
    @tf.custom_gradient
    def f(a, b=None):
        return a * b, lambda dy: dy * 2.0

    return grads(lambda a: f(a, b=tf.constant(4.0)), x)


def case_structured_output():
    @tf.custom_gradient
    def f(a):
        def grad(*dys):
            print(len(dys))
            return dys[0] * 2.0 + dys[1] * 3.0

        return {"u": a * 1.0, "v": a * 4.0}, grad

    def g(a):
        d = f(a)
        return d["u"] + d["v"]

    return grads(g, x)


def case_tuple_output():
    @tf.custom_gradient
    def f(a, b):
        def grad(du, dv):
            return du * 2.0, dv * 3.0

        return (a + b, a * b), grad

    def g(a, b):
        u, v = f(a, b)
        return u + v

    return grads(g, x, x + 2.0)


def case_list_argument():
    @tf.custom_gradient
    def f(xs):
        def grad(dy):
            return [dy * 2.0, dy * 3.0]

        return xs[0] + xs[1], grad

    return grads(lambda a, b: f([a, b]), x, x)


def case_none_gradient():
    @tf.custom_gradient
    def f(a, b):
        return a * b, lambda dy: (dy, None)

    return grads(f, x, x)


def case_int_argument():
    @tf.custom_gradient
    def f(a, n):
        return a * tf.cast(n, tf.float32), lambda dy: (dy * 2.0, None)

    return grads(lambda a: f(a, tf.constant(3)), x)


def case_int_output():
    @tf.custom_gradient
    def f(a):
        return (a * 2.0, tf.argmax(a)), lambda dy, di: dy * 9.0

    return grads(lambda a: f(a)[0], x)


def case_wrong_count():
    @tf.custom_gradient
    def f(a, b):
        return a * b, lambda dy: (dy,)

    try:
        grads(f, x, x)
    except ValueError as e:
        return str(e)[:200]


def case_around_function():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 7.0

    g = tf.function(lambda a: f(a) * a)
    with tf.GradientTape() as t:
        t.watch(x)
        y = g(x)
    return repr(r(t.gradient(y, x)))


def case_function_inside():
    @tf.function
    def inner(a):
        return tf.sin(a)

    @tf.custom_gradient
    def f(a):
        return inner(a), lambda dy: dy * inner(a)

    return grads(f, x)


def case_decorated_function():
    @tf.function
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 7.0

    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    return repr(r(t.gradient(y, x)))


def case_in_cond():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 7.0

    @tf.function
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            if tf.reduce_sum(a) > 0:
                y = f(a)
            else:
                y = a * 2.0
        return t.gradient(y, a)

    return repr(r((g(x), g(-x))))


def case_in_while():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 2.0

    @tf.function
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = a
            for _ in tf.range(3):
                y = f(y)
        return t.gradient(y, a)

    return repr(r(g(x)))


def case_in_map():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 2.0

    @tf.function
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = tf.map_fn(f, a)
        return t.gradient(y, a)

    return repr(r(g(x)))


def case_in_while_variable():
    v = tf.Variable(3.0)

    @tf.custom_gradient
    def f(a):
        def grad(dy, variables=None):
            return dy * 2.0, [tf.reduce_sum(dy)]

        return a * v, grad

    @tf.function
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = a
            for _ in range(2):
                y = f(y)
        return t.gradient(y, [a, v])

    return repr(r(g(x)))


def case_grad_captures():
    @tf.custom_gradient
    def f(a):
        e = tf.exp(a)
        s = tf.reduce_sum(e)
        return tf.math.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    return grads(f, tf.constant([100.0, 0.0]))


def case_grad_captures_argument():
    k = tf.constant(3.0)

    @tf.custom_gradient
    def f(a):
        b = k * 2.0
        return a * b, lambda dy: dy * b * k * a

    return grads(f, x)


def case_recompute():
    calls = []
    v = tf.Variable(2.0)

    @tf.recompute_grad
    def f(a):
        calls.append(1)
        return tf.sin(a) * v

    out = grads(f, x, variables=[v])
    return out, len(calls)


def case_recompute_keras():
    d = tf.keras.layers.Dense(2, kernel_initializer="ones")
    d.build([None, 2])
    f = tf.recompute_grad(lambda a: tf.nn.tanh(d(a)))
    return grads(f, m, variables=d.trainable_variables)


def case_recompute_two():
    @tf.recompute_grad
    def f(a, b):
        return a * b, a + b

    def g(a, b):
        u, v = f(a, b)
        return u * v

    return grads(g, x, x + 1.0)


def case_recompute_train():
    d = tf.keras.layers.Dense(1, kernel_initializer="ones")
    d.build([None, 2])
    block = tf.recompute_grad(lambda a: d(a))
    opt = tf.keras.optimizers.SGD(0.1)

    @tf.function
    def step(a):
        with tf.GradientTape() as t:
            loss = tf.reduce_mean(block(a) ** 2)
        g = t.gradient(loss, d.trainable_variables)
        opt.apply_gradients(zip(g, d.trainable_variables))
        return loss

    return repr([r(step(m)) for _ in range(3)])


def case_grad_pass_through():
    return grads(tf.grad_pass_through(tf.round), x)


def case_grad_pass_through_two():
    return grads(lambda a: tf.grad_pass_through(lambda b: tf.cast(tf.cast(b, tf.int32), tf.float32))(a) * 2.0, x)


def case_stop_gradient():
    return grads(lambda a: tf.stop_gradient(tf.sign(a)) * a, x)


def case_persistent_custom():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 7.0

    @tf.function
    def g(a):
        with tf.GradientTape(persistent=True) as t:
            t.watch(a)
            y = f(a)
            z = y * y
        return t.gradient(y, a), t.gradient(z, a)

    return repr(r(g(x)))


def case_tf_gradients():
    @tf.custom_gradient
    def f(a):
        return a * 1.0, lambda dy: dy * 7.0

    @tf.function
    def g(a):
        y = f(a) * a
        return tf.gradients(y, a)

    return repr(r(g(x)))


def case_unknown_shape():
    @tf.custom_gradient
    def f(a):
        print(a.shape)
        return a * 1.0, lambda dy: dy * tf.cast(tf.size(dy), tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = f(a)
        return t.gradient(y, a)

    return repr(r((g(x), g(x[:2]))))


def case_python_number_argument():
    @tf.custom_gradient
    def f(a, n):
        print(type(n).__name__)
        return a * n, lambda dy: (dy * 2.0, None)

    return grads(lambda a: f(a, 3.0), x)


def case_no_tape():
    @tf.custom_gradient
    def f(a):
        return a * 2.0, lambda dy: dy

    return repr((r(f(x)), r(tf.function(f)(x))))


def case_variable_argument():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.custom_gradient
    def f(a):
        return a * 2.0, lambda dy: dy * 9.0

    def run():
        with tf.GradientTape() as t:
            y = f(v)
        return t.gradient(y, v)

    try:
        return repr((r(run()), r(tf.function(run)())))
    except Exception as e:
        return type(e).__name__ + str(e)[:200]


def case_straight_through_quantise():
    @tf.custom_gradient
    def q(a, levels):
        s = tf.round(a * levels) / levels

        def grad(dy):
            return tf.where(tf.abs(a) <= 1.0, dy, tf.zeros_like(dy)), tf.zeros_like(levels)

        return s, grad

    return grads(q, x - 1.5, tf.constant(4.0))


def case_op_names():
    @tf.custom_gradient
    def f(a):
        return tf.identity(a), lambda dy: dy

    @tf.function
    def g(a):
        return f(a)

    return repr([o.type for o in g.get_concrete_function(x).graph.get_operations()])


def _calls_itself():
    @tf.custom_gradient
    def f(a):
        y = tf.sin(a)
        return y, lambda dy: dy * 2.0 * f(a + 1.0) * y

    return f


def _derivative(f):
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = f(a)
        return t.gradient(y, a)

    return g


def _orders(f, count):
    for _ in range(count):
        f = _derivative(f)
    return f


def case_gradients_that_call_the_function_itself():
    f = _calls_itself()
    found = [[_orders(f, n)(x), tf.function(_orders(f, n))(x), _orders(tf.function(f), n)(x)] for n in range(5)]
    return repr([np.round(t.numpy(), 4).tolist() for t in tf.nest.flatten(found)])


def case_gradients_that_call_the_function_itself_in_sessions():
    with tf.Graph().as_default(), tf.compat.v1.Session() as s:
        a = tf.constant([0.5, 0.7])
        found = [_calls_itself()(a)]
        for _ in range(4):
            found += tf.gradients(found[-1], a)
        return repr([np.round(t, 4).tolist() for t in s.run(found)])


def case_gradients_that_call_each_other():
    @tf.custom_gradient
    def f(a):
        return tf.sin(a), lambda dy: dy * g(a)

    @tf.custom_gradient
    def g(a):
        return tf.cos(a), lambda dy: -dy * f(a)

    found = [[_orders(h, n)(x), tf.function(_orders(h, n))(x)] for h in (f, g) for n in range(4)]
    return repr([np.round(t.numpy(), 4).tolist() for t in tf.nest.flatten(found)])


def case_gradients_of_another_shape_in_graphs():
    def asked(given, before=tf.identity):
        @tf.custom_gradient
        def f(a):
            return a * 2.0, given

        with tf.Graph().as_default():
            a = tf.constant([1.0, 2.0, 3.0])
            try:
                return str(tf.gradients(f(before(a)), a))
            except ValueError as error:
                return str(error)

    return "\n".join([asked(lambda dy: dy[:1]), asked(lambda dy: dy[:, None], tf.sin), asked(lambda dy: tf.reduce_sum(dy))])

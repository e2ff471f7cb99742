"""Tapes of a traced function, asked for gradients in a function, loop or branch within it."""

v = tf.Variable(2.0)
table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])


def tape_of(x, persistent=False):
    with tf.GradientTape(persistent=persistent) as t:
        t.watch(x)
        y = x * x * v
    return t, y


def traced(f):
    """A case that calls `f` as a function, with a number."""

    def call():
        v.assign(2.0)
        return repr(tf.nest.map_structure(lambda t: t.numpy().tolist(), tf.function(f)(tf.constant(3.0))))

    return call


@traced
def case_branch(x):
    t, y = tape_of(x)
    return tf.cond(x > 0, lambda: t.gradient(y, x), lambda: 0.0)


@traced
def case_branch_both(x):
    t, y = tape_of(x, True)
    return tf.cond(x > 0, lambda: t.gradient(y, x), lambda: t.gradient(y, v))


@traced
def case_branch_recording(x):
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x * v
        g = tf.cond(x > 0, lambda: t.gradient(y, x), lambda: t.gradient(y, v))
    return g


@traced
def case_branch_within(x):
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x * v

        def f():
            z = y * 3.0 * x
            return t.gradient(z, [x, v])

        g = tf.cond(x > 0, f, lambda: [0.0, 0.0])
    return g


@traced
def case_function(x):
    t, y = tape_of(x)

    @tf.function
    def f():
        return t.gradient(y, [x, v])

    return f()


@traced
def case_function_weighted(x):
    t, y = tape_of(x)

    @tf.function
    def f(w):
        return t.gradient(y, [x, v], output_gradients=w)

    return f(x + 1.0)


@traced
def case_function_zero(x):
    t, y = tape_of(x)
    u = tf.constant(1.0)

    @tf.function
    def f():
        return t.gradient(y, [x, u], unconnected_gradients="zero") + [t is None]

    return f()


@traced
def case_function_none(x):
    t, y = tape_of(x)
    u = tf.constant(1.0)

    @tf.function
    def f():
        return [g is None for g in t.gradient(y, [x, u])]

    return f()


@traced
def case_twice(x):
    t, y = tape_of(x)

    @tf.function
    def f():
        return tf.cond(x > 1.0, lambda: t.gradient(y, [x, v]), lambda: [1.0, 2.0])

    return f()


@traced
def case_loop(x):
    t, y = tape_of(x, True)
    s = 0.0
    for i in tf.range(3):
        s += t.gradient(y, x)
    return s


@traced
def case_mapped(x):
    t, y = tape_of(x, True)
    return tf.map_fn(lambda a: a * t.gradient(y, x), tf.constant([1.0, 2.0]))


@traced
def case_custom(x):
    @tf.custom_gradient
    def target(a):
        v.assign(a)
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(v)
            y = v * v * v

        def grad(dy, variables):
            return dy * tape.gradient(y, v), [None] * len(variables)

        return y, grad

    with tf.GradientTape() as t:
        t.watch(x)
        r = target(x) * 2.0
    return t.gradient(r, x)


@traced
def case_custom_in_loop(x):
    @tf.custom_gradient
    def target(a):
        v.assign(a)
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(v)
            y = v * v * v

        @tf.function
        def grad(dy, variables):
            return dy * tape.gradient(y, v), [None] * len(variables)

        return y, grad

    s = 0.0
    for i in tf.range(3):
        with tf.GradientTape() as t:
            t.watch(x)
            r = target(x) * 2.0
        s += t.gradient(r, x)
        x += 1.0
    return s


@traced
def case_custom_branch(x):
    @tf.custom_gradient
    def target(a):
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = tf.cond(a > 0.0, lambda: a**3, lambda: a)

        def grad(dy):
            return dy * tape.gradient(y, a)

        return y, grad

    with tf.GradientTape() as t:
        t.watch(x)
        r = target(x) * 2.0
    return t.gradient(r, x)


@traced
def case_second_order(x):
    with tf.GradientTape() as o:
        o.watch(x)
        t, y = tape_of(x)
        g = tf.cond(x > 0, lambda: t.gradient(y, x), lambda: 0.0)
    return g, o.gradient(g, x)


@traced
def case_jacobian(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.stack([x * x, x])
    return tf.cond(x > 0, lambda: t.jacobian(y, x), lambda: tf.zeros(2))


@traced
def case_slices(x):
    with tf.GradientTape() as t:
        y = tf.gather(table, [0, 0]) * x
    return tf.cond(x > 0, lambda: tf.convert_to_tensor(t.gradient(y, table)), lambda: tf.zeros([2, 2]))


@traced
def case_function_within(x):
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x * v

        @tf.function
        def f():
            return t.gradient(y * 3.0 * x, [x, v])

        g = f()
    return g


@traced
def case_function_within_once(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x * v

        @tf.function
        def f():
            z = y * 3.0 * x
            return t.gradient(z, [x, v])

        g = f()
    return g


@traced
def case_branch_within_once(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x * v

        def f():
            z = y * 3.0 * x
            return t.gradient(z, [x, v])

        g = tf.cond(x > 0.0, f, lambda: [0.0, 0.0])
    return g


@traced
def case_closed_within(x):
    t, y = tape_of(x, True)

    @tf.function
    def f():
        return [g is None for g in t.gradient(y * 3.0, [x, v])]

    return f()


@traced
def case_second_order_function(x):
    with tf.GradientTape() as o:
        o.watch(x)
        t, y = tape_of(x)

        @tf.function
        def f():
            return t.gradient(y, x)

        g = f()
    return g, o.gradient(g, x)


@traced
def case_second_order_custom(x):
    @tf.custom_gradient
    def target(a):
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = a**3

        def grad(dy):
            return dy * tape.gradient(y, a)

        return y, grad

    with tf.GradientTape() as o:
        o.watch(x)
        with tf.GradientTape() as t:
            t.watch(x)
            r = target(x) * 2.0
        g = t.gradient(r, x)
    return g, o.gradient(g, x)


@traced
def case_batch_jacobian(x):
    b = tf.reshape(x, [1, 1])
    with tf.GradientTape() as t:
        t.watch(b)
        y = tf.concat([b * b, b], 1)

    @tf.function
    def f():
        return t.batch_jacobian(y, b)

    return f()


@traced
def case_both_targets(x):
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x * v

        @tf.function
        def f():
            return t.gradient([y, y * x], [x, v])

        g = f()
    return g


@traced
def case_loop_weighted(x):
    t, y = tape_of(x, True)
    return tf.while_loop(lambda i, s: i < 3.0, lambda i, s: (i + 1.0, s + t.gradient(y, x, output_gradients=i)), [0.0, 0.0])


@traced
def case_jacobian_zero(x):
    u = tf.constant([1.0, 2.0])
    t, y = tape_of(x)

    @tf.function
    def f():
        return t.jacobian(y, [x, u], unconnected_gradients="zero")

    return f()

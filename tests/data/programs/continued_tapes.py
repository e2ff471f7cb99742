"""Tapes that are entered again: in functions after they recorded outside, or the other way round, and in several functions."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])
v = tf.Variable(3.0)


def show(t):
    if t is None or isinstance(t, int):
        return t
    if isinstance(t, (list, tuple)):
        return [show(i) for i in t]
    return np.round(tf.convert_to_tensor(t).numpy().astype("float64"), 3).tolist()


def case_made_outside_entered_inside():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def f(x):
        with t:
            t.watch(x)
            y = x * x
        return t.gradient(y, x)

    return repr(show((f(x),)))


def case_made_outside_entered_inside_var():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def f():
        with t:
            y = v * v
        return t.gradient(y, v)

    return repr(show((f(),)))


def case_entered_outside_again_inside():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f():
        with t:
            z = y * x
        return t.gradient(z, x)

    return repr(show((f(),)))


def case_entered_outside_again_inside_var():
    t = tf.GradientTape(persistent=True)
    with t:
        y = v * v

    @tf.function
    def f():
        with t:
            z = y * v
        return t.gradient(z, v), t.gradient(y, v)

    return repr(show((f(),)))


def case_entered_outside_again_inside_arg():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(x, y):
        with t:
            t.watch(x)
            z = y * x
        return t.gradient(z, x)

    return repr(
        show(
            (
                f(x, y),
                f(y, x),
            )
        )
    )


def case_reentered_inside():
    @tf.function
    def f(x):
        t = tf.GradientTape(persistent=True)
        with t:
            t.watch(x)
            y = x * x
        w = x * 2.0
        with t:
            z = y * x * w
        return t.gradient(z, x)

    return repr(show((f(x),)))


def case_reentered_inside_var():
    @tf.function
    def f(x):
        t = tf.GradientTape()
        with t:
            y = x * v
        w = v * 2.0
        with t:
            z = y * v * w
        return t.gradient(z, v)

    return repr(show((f(x),)))


def case_reentered_inside_cond():
    @tf.function
    def f(x):
        t = tf.GradientTape()
        with t:
            t.watch(x)
            y = x * v
        if tf.reduce_sum(x) > 0:
            with t:
                z = y * v * x
        else:
            z = y
        return t.gradient(z, [v, x])

    return repr(show((f(x),)))


def case_made_outside_used_twice():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def f(x):
        with t:
            t.watch(x)
            y = x * x * v
        return t.gradient(y, [x, v])

    return repr(
        show(
            (
                f(x),
                f(x * 2),
                f(tf.constant([1.0])),
            )
        )
    )


def case_made_outside_nonpersistent():
    t = tf.GradientTape()

    @tf.function
    def f(x):
        with t:
            t.watch(x)
            y = x * x
        return t.gradient(y, x)

    return repr(
        show(
            (
                f(x),
                f(x),
            )
        )
    )


def case_made_outside_nonpersistent_gradient_outside():
    t = tf.GradientTape()

    @tf.function
    def f(x):
        with t:
            t.watch(x)
            y = x * x
        return y

    y = f(x)
    return repr(show((t.gradient(y, x),)))


def case_entered_inside_then_outside():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def f(x):
        with t:
            t.watch(x)
            y = x * x
        return t.gradient(y, x)

    a = f(x)
    with t:
        t.watch(x)
        y = x * v
    return repr(
        show(
            (
                a,
                t.gradient(y, [x, v]),
            )
        )
    )


def case_outside_inside_outside():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(y):
        with t:
            z = y * x
        return z

    z = f(y)
    with t:
        w = z * y
    return repr(
        show(
            (
                t.gradient(w, x),
                t.gradient(z, x),
                t.gradient(y, x),
            )
        )
    )


def case_second_order_in_function():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def f(x):
        with t:
            t.watch(x)
            with tf.GradientTape() as u:
                u.watch(x)
                y = x * x * x
            g = u.gradient(y, x)
        return t.gradient(g, x)

    return repr(show((f(x),)))


def case_inner_outer_tape():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def g(x):
        with t:
            t.watch(x)
            y = x * x * x
        return t.gradient(y, x)

    with tf.GradientTape() as u:
        u.watch(x)
        z = g(x)
    return repr(show((u.gradient(z, x),)))


def case_nested_functions():
    @tf.function
    def f(x):
        t = tf.GradientTape(persistent=True)
        with t:
            t.watch(x)
            y = x * x

        @tf.function
        def g(y):
            with t:
                z = y * x
            return z

        z = g(y)
        with t:
            w = z * y
        return t.gradient(w, x), t.gradient(z, x), t.gradient(y, x)

    return repr(show((f(x),)))


def case_nested_functions_grad_in():
    @tf.function
    def f(x):
        t = tf.GradientTape(persistent=True)
        with t:
            t.watch(x)
            y = x * x

        @tf.function
        def g(y):
            with t:
                t.watch(y)
                z = y * x
            return t.gradient(z, y), t.gradient(z, x)

        return g(y)

    return repr(show((f(x),)))


def case_stop_recording_inside():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

        @tf.function
        def f(y):
            with t.stop_recording():
                q = y * x
            z = y * x
            return z, q

        z, q = f(y)
    return repr(
        show(
            (
                t.gradient(z, x),
                t.gradient(q, x),
            )
        )
    )


def case_class_member():
    class A(tf.Module):
        def __init__(self):
            self.t = tf.GradientTape(persistent=True)
            self.w = tf.Variable(2.0)

        @tf.function
        def step(self, x):
            with self.t as t:
                y = tf.reduce_sum(x * self.w**2)
            return t.gradient(y, self.w)

    a = A()
    r = [a.step(x)]
    a.w.assign(5.0)
    r.append(a.step(x))
    r.append(a.step(x[:2]))
    return repr(show((r,)))


def case_active_watch_symbolic():
    with tf.GradientTape(persistent=True) as t:

        @tf.function
        def f(a):
            t.watch(a)
            z = a * a
            return t.gradient(z, a)

        return repr(show((f(x),)))


def case_active_watch_computed():
    with tf.GradientTape(persistent=True) as t:

        @tf.function
        def f(a):
            b = a * 2.0
            t.watch(b)
            z = b * b * v
            return t.gradient(z, [a, b, v])

        return repr(show((f(x),)))


def case_active_watch_eager_inside():
    with tf.GradientTape(persistent=True) as t:

        @tf.function
        def f(a):
            t.watch(x)
            z = a * x
            return t.gradient(z, [a, x])

        return repr(show((f(x),)))


def case_active_watch_eager_inside_2():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x

        @tf.function
        def f(a):
            t.watch(a)
            z = a * x * y
            return t.gradient(z, [a, x, y])

        return repr(
            show(
                (
                    f(x),
                    f(y),
                )
            )
        )


def case_active_variables():
    with tf.GradientTape(persistent=True) as t:
        y = v * v

        @tf.function
        def f(a):
            z = a * v * y
            return t.gradient(z, [a, v, y])

        return repr(
            show(
                (
                    f(x),
                    f(y),
                )
            )
        )


def case_explicit_then_inside():
    u = tf.Variable(2.0, trainable=False)
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(u)
        y = u * u

    @tf.function
    def f(a):
        with t:
            z = a * u * v
        return t.gradient(z, [u, v])

    return repr(show((f(x),)))


def case_no_watch_accessed():
    t = tf.GradientTape(persistent=True, watch_accessed_variables=False)
    with t:
        t.watch(v)
        y = v * v

    @tf.function
    def f(a):
        with t:
            z = y * v
        return t.gradient(z, [v, y])

    return repr(show((f(x),)))


def case_continued_branches():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(a):
        with t:
            if tf.reduce_sum(a) > 0:
                z = y * a * v
            else:
                z = x * a * y
        return t.gradient(z, [x, v, y])

    return repr(
        show(
            (
                f(x),
                f(-x),
            )
        )
    )


def case_continued_loop():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(a):
        with t:
            z = a
            for i in tf.range(2):
                z = z * y + x
        return t.gradient(z, [x, v, y])

    return repr(
        show(
            (
                f(x),
                f(-x),
            )
        )
    )


def case_continued_called():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def g(a):
        return a * y

    @tf.function
    def f(a):
        with t:
            z = g(a) * x
        return t.gradient(z, [x, v, y])

    return repr(
        show(
            (
                f(x),
                f(-x),
            )
        )
    )


def case_continued_weights():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(a):
        with t:
            z = y * a
        return (
            t.gradient([z, y], [x, y], output_gradients=[a, 2 * a]),
            t.gradient(y, x, unconnected_gradients="zero"),
            t.gradient(a, x, unconnected_gradients="zero"),
        )

    return repr(
        show(
            (
                f(x),
                f(-x),
            )
        )
    )


def case_continued_pause():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(a):
        with t:
            z = y * a
            with t.stop_recording():
                w = y * z
            q = w * z * y
        p = y * z
        return t.gradient([q, z], [x, y]), t.gradient(p, x)

    return repr(
        show(
            (
                f(x),
                f(-x),
            )
        )
    )


def case_continued_v1_graph():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x
    with tf.Graph().as_default():
        a = tf.constant(3.0)
        with t:
            t.watch(a)
            b = a * a
        g = t.gradient(b, a)
        with tf.compat.v1.Session() as s:
            print(s.run(g))
    with t:
        z = y * x
    return repr(show((t.gradient(z, x),)))


def case_two_functions():
    t = tf.GradientTape(persistent=True)

    @tf.function
    def f(a):
        with t:
            t.watch(a)
            z = a * a
        return t.gradient(z, a)

    @tf.function
    def g(a):
        with t:
            t.watch(a)
            z = a * a * a
        return t.gradient(z, a)

    return repr(
        show(
            (
                f(x),
                g(x),
                f(x[:2]),
                g(x[:2]),
                len(t.watched_variables()),
            )
        )
    )


def case_watched_after():
    t = tf.GradientTape(persistent=True)
    w = tf.Variable(1.0)

    @tf.function
    def f(a):
        with t:
            z = a * v
        return t.gradient(z, v)

    f(x)
    with t:
        z = w * w
    return repr(
        show(
            (
                len(t.watched_variables()),
                t.gradient(z, [v, w]),
            )
        )
    )


def case_nested_reenter_recording_outer():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x

        @tf.function
        def f(a):
            with tf.GradientTape() as u:
                u.watch(a)
                z = a * y * x
            g = u.gradient(z, a)
            return t.gradient(g, x)

        return repr(show((f(x),)))


def case_gradient_of_continued_in_outer():
    t = tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(a):
        with t:
            z = y * x * a
        return t.gradient(z, x)

    with tf.GradientTape() as o:
        a = tf.constant([1.0, 2.0, 3.0])
        o.watch(a)
        g = f(a)
    return repr(show((o.gradient(g, a),)))


def case_assigned_between():
    w = tf.Variable(2.0)
    t = tf.GradientTape(persistent=True)
    with t:
        y = w * w

    @tf.function
    def f(a):
        with t:
            z = y * w
        return t.gradient(z, w)

    r = [f(x)]
    w.assign(5.0)
    r.append(f(x))
    return repr(show((r,)))


def case_eager_only_after_function():
    t = tf.GradientTape(persistent=True)
    with t:
        y = v * v

    @tf.function
    def f():
        with t:
            z = y * v
        return t.gradient(z, v)

    f()
    return repr(
        show(
            (
                t.gradient(y, v),
                f(),
            )
        )
    )

"""Gradients within branches, loops, functions and maps over rows, by what the graphs around them compute or are given."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])
v = tf.Variable(3.0)


def show(t):
    if t is None or isinstance(t, int):
        return t
    if isinstance(t, (list, tuple)):
        return [show(i) for i in t]
    return np.round(tf.convert_to_tensor(t).numpy().astype("float64"), 3).tolist()


def case_watched_eager_used_in_called():
    @tf.function
    def g(a):
        return a*x
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(x)
            z = g(a)
        return t.gradient(z, x)
    return repr(show((f(x),)))


def case_watched_eager_used_in_called_2():
    @tf.function
    def h(a):
        return a*x
    @tf.function
    def g(a):
        return tf.cond(tf.reduce_sum(a)>0, lambda: h(a), lambda: a)
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(x)
            z = g(a)
        return t.gradient(z, x)
    return repr(show((f(x), f(-x),)))


def case_watched_eager_used_in_called_before():
    @tf.function
    def g(a):
        return a*x
    g(x)
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(x)
            z = g(a)
        return t.gradient(z, x)
    return repr(show((f(x),)))


def case_watched_eager_in_map():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(x)
            z = tf.map_fn(lambda i: i*x, a)
        return t.gradient(z, x)
    return repr(show((f(x),)))


def case_watched_eager_in_vmap():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(x)
            z = tf.vectorized_map(lambda i: i*x, a)
        return t.gradient(z, x)
    return repr(show((f(x),)))


def case_eager_tape_called():
    @tf.function
    def g(a):
        return a*x
    with tf.GradientTape() as t:
        t.watch(x)
        z = g(x)
    return repr(show((t.gradient(z, x),)))


def case_symbolic_gradients_called():
    @tf.function
    def g(a):
        return a*x
    @tf.function
    def f(a):
        z = g(a)
        return tf.gradients(z, [x, a])
    return repr(show((f(x),)))


def case_pfor_gradients():
    def fn(i):
        return tf.gradients(i*i*i, i)[0]
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_gradients_fn():
    @tf.function
    def f(x):
        return tf.vectorized_map(lambda i: tf.gradients(i*i*i, i)[0], x)
    return repr(show((f(x),)))


def case_pfor_gradients_outer():
    @tf.function
    def f(x):
        y = x*x
        return tf.vectorized_map(lambda i: tf.gradients(i*y, [i, y, x]), x)
    return repr(show((f(x),)))


def case_pfor_gradients_outer_target():
    @tf.function
    def f(x):
        y = x*x
        return tf.vectorized_map(lambda i: tf.gradients(y, x)[0]*i, x)
    return repr(show((f(x),)))


def case_pfor_gradients_var():
    def fn(i):
        return tf.gradients(i*i*v, [i, v])
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_gradients_eager_const():
    def fn(i):
        return tf.gradients(i*i*x, [i, x])
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_tape():
    def fn(i):
        with tf.GradientTape() as t:
            t.watch(i)
            y = i*i*v
        return t.gradient(y, [i, v])
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_gradients_matrix():
    m = tf.reshape(tf.range(6.), [2,3])
    def fn(i):
        return tf.gradients(tf.reduce_sum(i*i)*i, i)[0]
    return repr(show((tf.vectorized_map(fn, m),)))


def case_pfor_hessians():
    m = tf.reshape(tf.range(6.), [2,3])
    def fn(i):
        return tf.hessians(tf.reduce_sum(i*i*i), i)[0]
    return repr(show((tf.vectorized_map(fn, m),)))


def case_pfor_zero():
    return repr(show((tf.vectorized_map(lambda i: tf.gradients(i, x, unconnected_gradients="zero")[0], x),)))


def case_pfor_second():
    def fn(i):
        g = tf.gradients(i**3, i)[0]
        return tf.gradients(g, i)[0]
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_under_tape():
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.vectorized_map(lambda i: tf.gradients(i**3, i)[0], x)
    return repr(show((t.gradient(y, x),)))


def case_pfor_cond():
    def fn(i):
        y = tf.cond(i > 1.5, lambda: i*i, lambda: i*3.)
        return tf.gradients(y, i)[0]
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_loop():
    def fn(i):
        y = tf.while_loop(lambda k, y: k < 3, lambda k, y: (k+1, y*i), (0, i))[1]
        return tf.gradients(y, i)[0]
    return repr(show((tf.vectorized_map(fn, x),)))


def case_pfor_gather():
    e = tf.Variable(tf.reshape(tf.range(6.), [3,2]))
    def fn(i):
        y = tf.gather(e, i)
        return tf.convert_to_tensor(tf.gradients(y*y, e)[0])
    return repr(show((tf.vectorized_map(fn, tf.constant([0,2])),)))


def case_pfor_grad_ys():
    return repr(show((tf.vectorized_map(lambda i: tf.gradients(i*i, i, grad_ys=[i*2.])[0], x),)))


def case_pfor_pfor():
    m = tf.reshape(tf.range(6.), [2,3])
    return repr(show((tf.vectorized_map(lambda r: tf.vectorized_map(lambda i: tf.gradients(i**3, i)[0], r), m),)))


def case_map_fn_gradients():
    @tf.function
    def f(x):
        return tf.map_fn(lambda i: tf.gradients(i*i*i, i)[0], x)
    return repr(show((f(x),)))


def case_jac_in_vmap():
    m = tf.reshape(tf.range(6.), [2,3])
    def fn(i):
        with tf.GradientTape() as t:
            t.watch(i)
            y = i*i
        return t.jacobian(y, i)
    return repr(show((tf.vectorized_map(fn, m),)))


def case_in_cond():
    @tf.function
    def f(x):
        y = x*x
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*y*3., [x, y]), lambda: [x, x])
    return repr(show((f(x), f(-x),)))


def case_in_loop():
    @tf.function
    def f(x):
        y = x*x
        z = x
        for i in tf.range(3):
            z = z + tf.gradients(y*x, x)[0]
        return z
    return repr(show((f(x),)))


def case_in_loop_state():
    @tf.function
    def f(x):
        y = x*x
        z = x
        for i in tf.range(3):
            g = tf.gradients(z*y, [x])[0]
            z = z + g
        return z
    return repr(show((f(x),)))


def case_in_inner_function():
    @tf.function
    def f(x):
        y = x*x
        @tf.function
        def g(a):
            return tf.gradients(y*a, [x, a, y])
        return g(x)
    return repr(show((f(x),)))


def case_in_map():
    @tf.function
    def f(x):
        y = x*x
        return tf.map_fn(lambda i: tf.gradients(y*i, x)[0], x)
    return repr(show((f(x),)))


def case_in_vmap():
    @tf.function
    def f(x, a):
        y = x*x
        return tf.vectorized_map(lambda i: tf.gradients(y*i, x)[0], a)
    return repr(show((f(x, x+1.),)))


def case_in_vmap_same():
    @tf.function
    def f(x):
        y = x*x
        return tf.vectorized_map(lambda i: tf.gradients(y*i, x)[0], x)
    return repr(show((f(x),)))


def case_in_vmap_computed():
    @tf.function
    def f(x):
        y = x*x
        return tf.vectorized_map(lambda i: tf.gradients(i*i, [y, x]), y)
    return repr(show((f(x),)))


def case_in_vmap_two():
    @tf.function
    def f(x):
        y = x*x
        return tf.vectorized_map(lambda e: tf.gradients(e[0]*e[1], [y, x]), (x, y))
    return repr(show((f(x),)))


def case_in_map_computed():
    @tf.function
    def f(x):
        y = x*x
        return tf.map_fn(lambda i: tf.gradients(i*i, [x])[0], y)
    return repr(show((f(x),)))


def case_in_vmap_two_levels():
    @tf.function
    def f(x):
        y = x*x
        return tf.vectorized_map(lambda i: tf.vectorized_map(lambda j: tf.gradients(i*j*y, x)[0], x), x)
    return repr(show((f(x),)))


def case_in_vmap_eager():
    return repr(show((tf.vectorized_map(lambda i: tf.gradients(i*x, x)[0], x),)))


def case_in_vmap_var():
    w = tf.Variable([1.,2.,3.])
    return repr(show((tf.vectorized_map(lambda i: tf.gradients(i*i*w, w)[0], w),)))


def case_in_cond_var():
    @tf.function
    def f(x):
        y = x*v
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*y*3.*v, [v])[0], lambda: v*1.)
    return repr(show((f(x), f(-x),)))


def case_in_vmap_tape_elems():
    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = x*x
            return tf.vectorized_map(lambda i: t.gradient(i*i*x, x), y)
    return repr(show((f(x),)))


def case_in_vmap_tape_elems_eager():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x*x
        return repr(show((tf.vectorized_map(lambda i: t.gradient(i*i*x, x), y),)))


def case_in_vmap_tape_elems_eager2():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        def fn(i):
            y = i*i*x
            return t.gradient(y, x)
        return repr(show((tf.vectorized_map(fn, x),)))


def case_in_cond_grad_ys():
    @tf.function
    def f(x):
        y = x*x
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*3., [x], grad_ys=[y])[0], lambda: x)
    return repr(show((f(x),)))


def case_in_cond_stop():
    @tf.function
    def f(x):
        y = x*x
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*3.*x, [x], stop_gradients=[y])[0], lambda: x)
    return repr(show((f(x),)))


def case_in_cond_zero():
    @tf.function
    def f(x):
        y = x*x
        z = x+1.
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*3.*x, [x, z], unconnected_gradients="zero"), lambda: [x,x])
    return repr(show((f(x),)))


def case_in_cond_nested():
    @tf.function
    def f(x):
        y = x*x
        def b():
            w = y*x
            return tf.cond(x[0] > 0., lambda: tf.gradients(w*y, x)[0], lambda: x)
        return tf.cond(tf.reduce_sum(x) > 0, b, lambda: x)
    return repr(show((f(x),)))


def case_cond_var_only_outer():
    @tf.function
    def f(x):
        y = x*v
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*y, [v], unconnected_gradients="zero")[0], lambda: v*1.)
    return repr(show((f(x),)))


def case_cond_var_outer_product():
    @tf.function
    def f(x):
        y = x*v
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.gradients(y*x, [v], unconnected_gradients="zero")[0], lambda: v*1.)
    return repr(show((f(x),)))


def case_cond_eager():
    @tf.function
    def f(a):
        y = a*x
        return tf.cond(tf.reduce_sum(a) > 0, lambda: tf.gradients(y*y, [x], unconnected_gradients="zero")[0], lambda: x*1.)
    return repr(show((f(x),)))


def case_cond_eager_both():
    @tf.function
    def f(a):
        y = a*x
        return tf.cond(tf.reduce_sum(a) > 0, lambda: tf.gradients(y*y*x, [x], unconnected_gradients="zero")[0], lambda: x*1.)
    return repr(show((f(x),)))


def case_func_eager_both():
    @tf.function
    def f(a):
        y = a*x
        @tf.function
        def g():
            return tf.gradients(y*y*x, [x, v, y], unconnected_gradients="zero")
        return g()
    return repr(show((f(x),)))


def case_vmap_eager_outer():
    @tf.function
    def f(a):
        y = a*x
        return tf.vectorized_map(lambda i: tf.gradients(y*i*x, [x], unconnected_gradients="zero")[0], a)
    return repr(show((f(x),)))


def case_vmap_var_outer():
    @tf.function
    def f(a):
        y = a*v
        return tf.vectorized_map(lambda i: tf.gradients(y*i*v, [v], unconnected_gradients="zero")[0], a)
    return repr(show((f(x),)))


def case_vmap_eager_rows():
    @tf.function
    def f(a):
        return tf.vectorized_map(lambda i: tf.gradients(i*i, [x], unconnected_gradients="zero")[0], x)
    return repr(show((f(x),)))


def case_map_eager_rows():
    @tf.function
    def f(a):
        return tf.map_fn(lambda i: tf.gradients(i*i, [x], unconnected_gradients="zero")[0], x)
    return repr(show((f(x),)))


def case_vmap_eager_rows_nofn():
    return repr(show((tf.vectorized_map(lambda i: tf.gradients(i*i, [x], unconnected_gradients="zero")[0], x),)))


def case_vmap_eager_computed_rows():
    y=x*x
    return repr(show((tf.vectorized_map(lambda i: tf.gradients(i*i, [x], unconnected_gradients="zero")[0], y),)))


def case_grad_of_cond_grad():
    @tf.function
    def f(x):
        y = x*x
        def b():
            return tf.gradients(y*y*x, x)[0]
        z = tf.cond(tf.reduce_sum(x) > 0, b, lambda: x)
        return tf.gradients(z, x)
    return repr(show((f(x),)))


def case_tape_of_cond_grad():
    @tf.function
    def f(x):
        y = x*x
        def b():
            return tf.gradients(y*y*x, x)[0]
        return tf.cond(tf.reduce_sum(x) > 0, b, lambda: x)
    with tf.GradientTape() as t:
        t.watch(x)
        z = f(x)
    return repr(show((t.gradient(z, x),)))


def case_loop_grad_accum():
    @tf.function
    def f(x):
        y = x*x
        z = x
        for i in tf.range(3):
            z = z + tf.gradients(y*z, x)[0]
        return tf.gradients(z, x)
    return repr(show((f(x),)))


def case_in_graphs_of_tensorflow_1():
    made = []
    with tf.Graph().as_default():
        for ref in (True, False):
            a = tf.compat.v1.placeholder(tf.float32, [3])
            w = tf.compat.v1.get_variable("w%d" % ref, initializer=3.0, use_resource=ref)
            y = a * w
            r = tf.cond(tf.reduce_sum(a) > 0, lambda: tf.gradients(y * y * w, [w, a]), lambda: [w * 1.0, a])
            q = tf.while_loop(lambda i, z: i < 2, lambda i, z: (i + 1, z + tf.gradients(y * y * w * z, w)[0]), (0, 1.0))[1]
            with tf.compat.v1.Session() as s:
                s.run(tf.compat.v1.global_variables_initializer())
                made.append([[n.tolist() for n in s.run(r, {a: [1, 2, 3]})], float(s.run(q, {a: [1, 2, 3]}))])
    return repr(made)

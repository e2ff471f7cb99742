"""Tapes inside traced functions, around them and across them."""

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
    if isinstance(t, tf.RaggedTensor):
        return ("ragged", t.to_list())
    if isinstance(t, tf.SparseTensor):
        return ("sparse", r(t.indices), r(t.values))
    return np.round(t.numpy().astype("float64"), 3).tolist()


def case_outer_asked_inside():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x

    @tf.function
    def f():
        return t.gradient(y, x)

    return repr(r(f()))


def case_outer_asked_inside_weights():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x

    @tf.function
    def f(w):
        return t.gradient(y, x, output_gradients=w)

    return repr(r((f(x), f(x[::-1]))))


def case_outer_asked_inside_variable():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as t:
        y = v * v * x

    @tf.function
    def f():
        return t.gradient(y, [v, x])

    return repr(r(f()))


def case_outer_active_target_inside():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)

        @tf.function
        def f():
            y = x * x
            return t.gradient(y, x)

        g = f()
    return repr(r(g))


def case_outer_jacobian_inside():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x

    @tf.function
    def f():
        return t.jacobian(y, x)

    return repr(r(f()))


def case_stop_recording():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            a = x * x
            with t.stop_recording():
                b = x * x * x
            y = a + b
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_reset():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            a = x * x
            t.reset()
            t.watch(x)
            y = a * x
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_reset_variables():
    v = tf.Variable([1.0, 2.0, 3.0])
    w = tf.Variable(2.0)
    names = []

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            y = v * x
            names.append([i is v for i in t.watched_variables()])
            t.reset()
            y = w * x
            names.append([i is w for i in t.watched_variables()])
        return t.gradient(y, [v, w])

    return repr((r(f(x)), names))


def case_watched_variables():
    v = tf.Variable([1.0, 2.0, 3.0])
    w = tf.Variable(2.0, trainable=False)
    seen = []

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(w)
            y = v * x * w
        seen.extend([i is v, i is w] for i in t.watched_variables())
        g = t.gradient(y, t.watched_variables())
        seen.append(len(t.watched_variables()))
        return g

    return repr((r(f(x)), seen))


def case_watch_accessed_false():
    v = tf.Variable([1.0, 2.0, 3.0])
    w = tf.Variable(2.0)

    @tf.function
    def f(x):
        with tf.GradientTape(watch_accessed_variables=False) as t:
            t.watch(w)
            y = v * x * w
        return t.gradient(y, [v, w])

    return repr(r(f(x)))


def case_manual_push():
    @tf.function
    def f(x):
        t = tf.GradientTape()
        with t:
            t.watch(x)
            y = x * x
        with t:
            z = y * x
        return t.gradient(z, x)

    return repr(r(f(x)))


def case_target_outside():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        z = y * 2.0
        return t.gradient(z, x)

    return repr(f(x))


def case_twice():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        return t.gradient(y, x), t.gradient(y, x)

    f(x)


def case_global_tape_across_functions():
    tapes = []

    @tf.function
    def f(x):
        t = tf.GradientTape(persistent=True)
        tapes.append(t)
        with t:
            t.watch(x)
            y = x * x
        return y

    y = f(x)
    return repr((tapes[0].gradient(y, x), [v.name for v in tapes[0].watched_variables()]))


def case_captured_tensor():
    y = x * 2.0

    @tf.function
    def f(a):
        return a * y * y

    with tf.GradientTape() as t:
        t.watch(y)
        z = f(x)
    return repr(r(t.gradient(z, y)))


def case_captured_tensor_computed():
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * 2.0

        @tf.function
        def f(a):
            return a * y * y

        z = f(tf.ones([3]))
    return repr(r(t.gradient(z, x)))


def case_slices():
    v = tf.Variable(m)

    @tf.function
    def f(i):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(tf.gather(v, i) ** 2)
        return t.gradient(y, v)

    g = f(tf.constant([0, 2, 0]))
    return repr((type(g).__name__, r(g)))


def case_slices_around():
    v = tf.Variable(m)

    @tf.function
    def f(i):
        return tf.reduce_sum(tf.gather(v, i) ** 2)

    with tf.GradientTape() as t:
        y = f(tf.constant([0, 2, 0]))
    g = t.gradient(y, v)
    return repr((type(g).__name__, r(tf.convert_to_tensor(g))))


def case_py_function():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.py_function(lambda a: a * a * 3.0, [x], tf.float32)
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_py_function_two():
    @tf.function
    def f(x, z):
        with tf.GradientTape() as t:
            t.watch([x, z])
            y, n = tf.py_function(lambda a, b: (a * b, tf.cast(tf.reduce_sum(a), tf.int32)), [x, z], [tf.float32, tf.int32])
        return t.gradient(y, [x, z]), n

    return repr(r(f(x, x + 1.0)))


def case_py_function_around():
    @tf.function
    def f(x):
        return tf.py_function(lambda a: a * a * 3.0, [x], tf.float32)

    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    return repr(r(t.gradient(y, x)))


def case_numpy_function():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.numpy_function(lambda a: a * a, [x], tf.float32)
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_numpy_function_eager():
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.numpy_function(lambda a: a * a, [x], tf.float32)
    return repr(t.gradient(y, x))


def case_while_loop_maximum():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            i, y = tf.while_loop(lambda i, y: i < 10, lambda i, y: (i + 1, y * x), [0, x], maximum_iterations=3)
        return i, t.gradient(y, x)

    return repr(r(f(x)))


def case_while_loop_back_prop_condition_on_value():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x
            while tf.reduce_sum(y) < 100.0:
                y = y * y + x
        return y, t.gradient(y, x)

    return repr(r(f(x)))


def case_vectorized_map():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.vectorized_map(lambda a: a * a * x[0], x)
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_map_fn():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.map_fn(lambda a: a * a * x[0], x)
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_tensor_array():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            ta = tf.TensorArray(tf.float32, 0, dynamic_size=True)
            for i in tf.range(3):
                ta = ta.write(i, x[i] * x[i])
            y = ta.stack() * x
            z = ta.read(1)
        return t.gradient(y + z, x)

    return repr(r(f(x)))


def case_tensor_array_unstack():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            ta = tf.TensorArray(tf.float32, 3).unstack(x * x)
            y = ta.read(0) * ta.read(2) + tf.reduce_sum(ta.gather([1, 2]))
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_call_in_call():
    v = tf.Variable(2.0)

    @tf.function
    def g(a):
        return a * v * v

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = g(g(a))
        return t.gradient(y, [a, v])

    return repr(r(f(x)))


def case_gradient_in_called_function():
    @tf.function
    def g(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = a**3
        return t.gradient(y, a)

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = g(a) * a
        return t.gradient(y, a)

    return repr(r(f(x)))


def case_data_loop():
    ds = tf.data.Dataset.from_tensor_slices(m).batch(2)
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def f():
        total = tf.zeros([2])
        for row in ds:
            with tf.GradientTape() as t:
                y = tf.reduce_sum(row * v * v)
            total += t.gradient(y, v)
        return total

    return repr(r(f()))


def case_ragged_source():
    rt = tf.ragged.constant([[1.0, 2.0], [3.0], []])

    @tf.function
    def f(rt):
        with tf.GradientTape() as t:
            t.watch(rt)
            y = tf.reduce_sum(rt * rt, axis=1)
        return t.gradient(y, rt)

    return repr(r(f(rt)))


def case_sparse_source():
    s = tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]])

    @tf.function
    def f(s):
        with tf.GradientTape() as t:
            t.watch(s)
            y = tf.sparse.sparse_dense_matmul(s, k)
        return t.gradient(y, s)

    return repr(r(f(s)))


def case_sparse_values():
    s = tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]])

    @tf.function
    def f(s):
        with tf.GradientTape() as t:
            t.watch(s.values)
            y = tf.sparse.sparse_dense_matmul(s, k)
        return t.gradient(y, s.values)

    return repr(r(f(s)))


def case_tf_gradients():
    @tf.function
    def f(x):
        y = x * x * tf.reduce_sum(x)
        return tf.gradients(y, x), tf.gradients([y, x], [x, y], grad_ys=[x, x])

    return repr(r(f(x)))


def case_tf_gradients_stop():
    @tf.function
    def f(a):
        b = 2.0 * a
        c = a * b
        return tf.gradients(a + b + c, [a, b], stop_gradients=[a, b]), tf.gradients(c, [a], stop_gradients=[b]), tf.gradients(c, a)

    return repr(r(f(x)))


def case_tf_gradients_stop_chain():
    @tf.function
    def f(a):
        b = tf.sin(a)
        c = b * a
        e = c * b * a
        return tf.gradients(e, [a, b, c], stop_gradients=[c]), tf.gradients(e, [a], stop_gradients=[b, c]), tf.gradients(e, [a, b], stop_gradients=b)

    return repr(r(f(x)))


def case_tf_gradients_unconnected():
    @tf.function
    def f(a, b):
        return tf.gradients(a * 2.0, [a, b], unconnected_gradients=tf.UnconnectedGradients.ZERO), tf.gradients(a * 2.0, [b])

    return repr(r(f(x, x)))


def case_tf_gradients_variable():
    v = tf.Variable(2.0)

    @tf.function
    def f(a):
        y = a * v * v
        return tf.gradients(y, [v, a])

    return repr(r(f(x)))


def case_tf_gradients_second():
    @tf.function
    def f(a):
        y = a**3
        (g,) = tf.gradients(y, a)
        (h,) = tf.gradients(g, a)
        return g, h, tf.gradients(h, a)

    return repr(r(f(x)))


def case_hessians():
    @tf.function
    def f(a):
        return tf.hessians(tf.reduce_sum(a**3) * a[0], a)

    return repr(r(f(x)))


def case_hessians_two():
    @tf.function
    def f(a, b):
        return tf.hessians(tf.reduce_sum(a**3) * b[0] * b[1], [a, b])

    return repr(r(f(x, x)))


def case_gradients_while():
    @tf.function
    def f(a):
        y = a
        for _ in tf.range(3):
            y = y * a
        return tf.gradients(y, a)

    return repr(r(f(x)))


def case_grad_of_cond_variable():
    v = tf.Variable(2.0)

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            if tf.reduce_sum(a) > 0:
                y = v * a
            else:
                y = a
        return t.gradient(y, [v])

    return repr(r((f(x), f(-x))))


def case_third_order():
    @tf.function
    def f(a):
        with tf.GradientTape() as t3:
            t3.watch(a)
            with tf.GradientTape() as t2:
                t2.watch(a)
                with tf.GradientTape() as t1:
                    t1.watch(a)
                    y = a**4
                g = t1.gradient(y, a)
            h = t2.gradient(g, a)
        return t3.gradient(h, a)

    return repr(r(f(x)))


def case_gradient_penalty():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, "tanh", kernel_initializer="ones", input_shape=(2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            with tf.GradientTape() as g:
                g.watch(x)
                y = model(x)
            d = g.gradient(y, x)
            penalty = tf.reduce_mean((tf.norm(d, axis=1) - 1.0) ** 2)
        return penalty, t.gradient(penalty, model.trainable_variables)

    return repr(r(f(m)))


def case_accumulate():
    v = tf.Variable([1.0, 2.0, 3.0])
    acc = tf.Variable(tf.zeros([3]))

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(a * v * v)
        acc.assign_add(t.gradient(y, v))
        v.assign_sub(0.1 * acc)
        return y

    f(x)
    f(x)
    return repr(r((v, acc)))


def case_assign_in_tape():
    v = tf.Variable(2.0)

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            y = v * a
            v.assign_add(1.0)
            z = v * a * a
        return t.gradient([y, z], [v, a])

    return repr(r(f(x)))


def case_output_gradients():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y, z = a * a, a * 3.0
        return t.gradient([y, z], a, output_gradients=[a, tf.ones_like(a)])

    return repr(r(f(x)))


def case_non_trainable_dtype():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = tf.cast(a, tf.float32) * 2.0
        return t.gradient(y, a)

    return repr(f(tf.constant([1, 2])))


def case_dict_sources():
    @tf.function
    def f(d):
        with tf.GradientTape() as t:
            t.watch(d)
            y = d["a"] * d["b"][0] * d["b"][1]
        return t.gradient(y, d)

    return repr(r(f({"a": x, "b": [x, x + 1.0]})))


def case_string_watch():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch("a")

    f(x)


def case_leak_inner_symbolic():
    kept = []

    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = a * 2.0
        kept.extend([t, y, a])
        return y

    f(x)
    try:
        kept[0].gradient(kept[1], kept[2])
    except Exception as e:
        return type(e).__name__


def case_variables_read_in_graphs_under_an_eager_tape():
    made = []

    def beside(v):
        with tf.__internal__.FuncGraph("f").as_default():
            v * 2.0
        return v * v

    for f in (
        lambda v: tf.vectorized_map(lambda x: x * v, tf.constant([1.0, 2.0])),
        lambda v: tf.vectorized_map(lambda x: x * v * v, tf.constant([1.0, 2.0])) * v,
        lambda v: tf.map_fn(lambda x: x * v, tf.constant([1.0, 2.0])),
        beside,
    ):
        v = tf.Variable(3.0)
        with tf.GradientTape() as t:
            y = f(v)
        made.append(r(t.gradient(y, v)))
    return repr(made)

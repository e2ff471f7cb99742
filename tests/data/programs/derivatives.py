"""Programs that differentiate inside functions, as guides and papers write them."""

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
    return (np.round(t.numpy().astype("float64"), 3) + 0.0).tolist()


def net():
    return tf.keras.Sequential([tf.keras.layers.Dense(3, "tanh", kernel_initializer=tf.keras.initializers.Constant(0.3), input_shape=(2,)), tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.Constant(0.5))])


def case_newton_in_function():
    w = tf.Variable([2.0, -1.0])

    @tf.function
    def step():
        with tf.GradientTape() as o:
            with tf.GradientTape() as i:
                loss = tf.reduce_sum((w - [1.0, 2.0]) ** 4) + w[0] * w[1]
            g = i.gradient(loss, w)
        h = o.jacobian(g, w)
        w.assign_sub(tf.linalg.solve(h, g[:, None])[:, 0])
        return loss

    return repr((r(step()), r(step()), r(w)))


def case_per_example_gradients():
    model = net()

    @tf.function
    def f(x, y):
        with tf.GradientTape() as t:
            loss = (model(x)[:, 0] - y) ** 2
        return t.jacobian(loss, model.trainable_variables)

    return repr([g.shape for g in f(m, x)]) + repr(r([tf.reduce_sum(g) for g in f(m, x)]))


def case_layer_batch_jacobian():
    l1, l2 = tf.keras.layers.Dense(3, "elu", kernel_initializer="ones"), tf.keras.layers.Dense(2, "elu", kernel_initializer="ones")

    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True, watch_accessed_variables=False) as t:
            t.watch(x)
            y = l2(l1(x))
        return t.batch_jacobian(y, x), t.jacobian(y, x)

    a, b = f(m)
    return repr((r(a), b.shape, r(tf.reduce_sum(b, 2))))


def case_batchnorm_jacobian():
    bn = tf.keras.layers.BatchNormalization()

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = bn(x, training=True)
        return t.jacobian(y, x)

    return repr(f(m).shape) + repr(r(tf.reduce_sum(tf.abs(f(m)))))


def case_hvp_loop():
    model = net()

    @tf.function
    def power(x, v):
        for _ in tf.range(3):
            with tf.GradientTape() as o:
                with tf.GradientTape() as i:
                    loss = tf.reduce_mean(model(x) ** 2)
                g = i.gradient(loss, model.trainable_variables[0])
                s = tf.reduce_sum(g * v)
            v = o.gradient(s, model.trainable_variables[0])
            v = v / tf.norm(v)
        return v

    return repr(r(power(m, tf.ones([2, 3]))))


def case_pinn():
    model = net()

    @tf.function
    def residual(p):
        with tf.GradientTape(persistent=True) as o:
            o.watch(p)
            with tf.GradientTape() as i:
                i.watch(p)
                u = model(p)
            du = i.gradient(u, p)
            ux = du[:, 0:1]
        uxx = o.gradient(ux, p)[:, 0:1]
        ut = du[:, 1:2]
        del o
        return ut + u * ux - 0.1 * uxx

    return repr(r(residual(m)))


def case_train_with_penalty():
    model = net()
    opt = tf.keras.optimizers.Adam(0.1)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as t:
            with tf.GradientTape() as g:
                g.watch(x)
                out = model(x)
            d = g.gradient(out, x)
            loss = tf.reduce_mean((out - y) ** 2) + 0.1 * tf.reduce_mean(d**2)
        grads = t.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    return repr([r(step(m, tf.ones([3, 1]))) for _ in range(3)])


def case_maml():
    w = tf.Variable([1.0, -1.0])

    @tf.function
    def meta(x):
        with tf.GradientTape() as o:
            with tf.GradientTape() as i:
                inner = tf.reduce_sum((x * w) ** 2)
            g = i.gradient(inner, w)
            fast = w - 0.1 * g
            outer = tf.reduce_sum((x * fast - 1.0) ** 2)
        return outer, o.gradient(outer, w)

    return repr(r(meta(tf.constant([1.0, 2.0]))))


def case_maml_loop():
    w = tf.Variable([1.0, -1.0])

    @tf.function
    def meta(x, n):
        with tf.GradientTape() as o:
            fast = w.read_value()
            for _ in tf.range(n):
                with tf.GradientTape() as i:
                    i.watch(fast)
                    inner = tf.reduce_sum((x * fast) ** 2)
                fast = fast - 0.1 * i.gradient(inner, fast)
            outer = tf.reduce_sum((x * fast - 1.0) ** 2)
        return outer, o.gradient(outer, w)

    return repr(r(meta(tf.constant([1.0, 2.0]), tf.constant(3))))


def case_rnn_gradient():
    cell = tf.keras.layers.LSTMCell(2, kernel_initializer="ones", recurrent_initializer="ones")
    cell.build([None, 2])

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            s = [tf.zeros([3, 2]), tf.zeros([3, 2])]
            for _ in tf.range(3):
                o, s = cell(x, s)
            loss = tf.reduce_sum(o)
        return t.gradient(loss, cell.trainable_variables)

    return repr(r(f(m)))


def case_scan_gradient():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.scan(lambda a, e: a * e + e, x)
        return t.jacobian(y, x)

    return repr(r(f(x)))


def case_foldl_hessian():
    @tf.function
    def f(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as i:
                i.watch(x)
                y = tf.foldl(lambda a, e: a * e, x)
            g = i.gradient(y, x)
        return o.jacobian(g, x)

    return repr(r(f(x)))


def case_cond_second():
    @tf.function
    def f(x):
        with tf.GradientTape() as o:
            o.watch(x)
            with tf.GradientTape() as i:
                i.watch(x)
                y = tf.cond(tf.reduce_sum(x) > 0, lambda: tf.reduce_sum(x**3), lambda: tf.reduce_sum(x**2))
            g = i.gradient(y, x)
        return o.gradient(g, x)

    return repr(r((f(x), f(-x))))


def case_switch_case_gradient():
    @tf.function
    def f(i, x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.switch_case(i, [lambda: x * 2.0, lambda: x**2, lambda: tf.sin(x)])
        return t.jacobian(y, x)

    return repr(r([f(tf.constant(i), x) for i in range(3)]))


def case_einsum_svd():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            s = tf.linalg.svd(a, compute_uv=False)
            y = tf.reduce_sum(s) + tf.einsum("ij,ij->", a, a)
        return t.gradient(y, a)

    return repr(r(f(m)))


def case_complex_gradient():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            z = tf.signal.fft(tf.complex(x, tf.zeros_like(x)))
            y = tf.reduce_sum(tf.abs(z) ** 2)
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_conditional_none():
    v, w = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def f(flag):
        with tf.GradientTape() as t:
            y = v * 3.0 if flag else w * 4.0
        return [0.0 if g is None else g for g in t.gradient(y, [v, w])]

    return repr((r([tf.convert_to_tensor(g) for g in f(True)]), r([tf.convert_to_tensor(g) for g in f(False)])))


def case_gradient_of_assigned():
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            v.assign(x * x)
            y = v * 3.0
        return t.gradient(y, [x, v])

    return repr(r(f(tf.constant(2.0))))


def case_variables_in_loop_body():
    v = tf.Variable(2.0)

    @tf.function
    def f(n):
        with tf.GradientTape() as t:
            y = 1.0
            for _ in tf.range(n):
                y = y * v
        return t.gradient(y, v)

    return repr((r(f(tf.constant(3))), r(f(tf.constant(0)))))


def case_embedding_gradient():
    e = tf.keras.layers.Embedding(5, 2, embeddings_initializer="ones")
    e.build(None)

    @tf.function
    def f(i):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(e(i) ** 2)
        g = t.gradient(y, e.trainable_variables)
        return g

    g = f(tf.constant([1, 3, 1]))
    return repr((type(g[0]).__name__, r(tf.convert_to_tensor(g[0]))))


def case_clip_by_global_norm():
    model = net()

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(model(x) ** 2)
        g, n = tf.clip_by_global_norm(t.gradient(y, model.trainable_variables), 0.5)
        return g, n

    return repr(r(f(m)))


def case_accumulated_over_calls():
    v = tf.Variable([1.0, 2.0])
    acc = [tf.Variable(tf.zeros([2]))]

    @tf.function
    def collect(x):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(x * v * v)
        g = t.gradient(y, v)
        acc[0].assign_add(g)
        return y

    @tf.function
    def apply():
        v.assign_sub(0.1 * acc[0])
        acc[0].assign(tf.zeros([2]))

    for _ in range(2):
        collect(x[:2])
        collect(x[1:])
        apply()
    return repr(r((v, acc[0])))


def case_tape_around_trained_function():
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        y = x * v
        v.assign_add(1.0)
        return y * v

    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    return repr(r(t.gradient(y, [x, v])))


def case_multi_output_jacobian():
    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            a, b = tf.unstack(x[:2])
            y = tf.stack([a * b, a + b])
        return t.jacobian(y, x), t.jacobian(y, [a, b])

    return repr(r(f(x)))


def case_jacobian_matrix_target():
    @tf.function
    def f(a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = tf.linalg.inv(tf.matmul(a, a, transpose_a=True))
        return t.jacobian(y, a)

    j = f(m)
    return repr((j.shape, r(tf.reduce_sum(j, [2, 3]))))


def case_float64_and_half():
    out = []
    for dtype in (tf.float64, tf.float16, tf.bfloat16):
        @tf.function
        def f(x):
            with tf.GradientTape() as t:
                t.watch(x)
                y = x * x
            return t.jacobian(y, x)

        j = f(tf.cast(x, dtype))
        out.append((j.dtype.name, r(tf.cast(j, tf.float32))))
    return repr(out)


def case_mixed_dtype_sources():
    @tf.function
    def f(a, b):
        with tf.GradientTape() as t:
            t.watch([a, b])
            y = a * tf.cast(b, tf.float32)
        return t.jacobian(y, [a, b])

    return repr([(j.dtype.name, r(j)) for j in f(x, tf.cast(x, tf.float64))])


def case_named_scopes():
    @tf.function
    def f(x):
        with tf.name_scope("outer"):
            with tf.GradientTape() as t:
                t.watch(x)
                y = x * x
            return t.gradient(y, x)

    return repr(r(f(x)))


def case_distributed_like():
    v = tf.Variable(1.0)

    @tf.function
    def replica(x):
        with tf.GradientTape() as t:
            y = tf.reduce_sum(x * v)
        return t.gradient(y, v)

    @tf.function
    def total(x):
        return tf.add_n([replica(x), replica(x * 2.0)])

    return repr(r(total(x)))


def case_stop_gradient_in_loop():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x
            for i in tf.range(3):
                y = tf.stop_gradient(y) * x
        return t.gradient(y, x)

    return repr(r(f(x)))


def case_dropout_gradient_consistent():
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.nn.dropout(x, 0.5)
        return y, t.gradient(y, x)

    y, g = f(tf.ones([100]))
    return repr(bool(tf.reduce_all(y == g)))

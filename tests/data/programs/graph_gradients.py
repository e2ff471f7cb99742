"""`tf.gradients`, `tf.hessians` and registered gradients in graphs; what sessions can do beside `run`."""

import numpy as np

v1 = tf.compat.v1


def _run(build, feeds=None):
    with tf.Graph().as_default(), v1.Session() as s:
        made = build()
        s.run(v1.global_variables_initializer())
        flat = tf.nest.map_structure(lambda x: x if x is not None else tf.constant(-99.0), made)
        return tf.nest.map_structure(lambda v: np.round(v, 4).tolist(), s.run(flat))


def _told(*functions):
    made = []
    for f in functions:
        try:
            made.append(f())
        except Exception as e:
            made.append((type(e).__name__, str(e)))
    return made


def _x():
    return tf.constant([1.0, 2.0, 3.0], name="x")


def case_plain():
    def build():
        x = _x()
        y = tf.reduce_sum(x * x)
        return tf.gradients(y, x), tf.gradients([y, x * 2.0], [x]), tf.gradients(y, [x, x])
    return _run(build)


def case_grad_ys():
    def build():
        x = _x()
        y, z = x * x, x * 3.0
        return [tf.gradients(y, x, grad_ys=tf.constant([1.0, 0.0, 2.0])), tf.gradients([y, z], x, grad_ys=[tf.constant([1.0, 1.0, 1.0]), None]),
                tf.gradients(y, x, [[2.0, 2.0, 2.0]])]
    return _run(build)


def case_stop_gradients():
    def build():
        a = tf.constant(2.0)
        b = 2.0 * a
        c = a * b
        return [tf.gradients(a + b, [a, b], stop_gradients=[a, b]), tf.gradients(c, [a, b], stop_gradients=b), tf.gradients(c, [a], stop_gradients=[c]),
                tf.gradients(c * c, a, stop_gradients=[b])]
    return _run(build)


def case_unconnected():
    def build():
        a, b = tf.constant([1.0, 2.0]), tf.constant([[3.0]])
        return [tf.gradients(a, b), tf.gradients(a, b, unconnected_gradients="zero"),
                tf.gradients(a, [a, b], unconnected_gradients=tf.UnconnectedGradients.ZERO), tf.gradients(tf.stop_gradient(a), a),
                tf.gradients(tf.cast(tf.cast(a, tf.int32), tf.float32), a), tf.gradients(tf.round(a), a), tf.gradients(tf.argmax(a), a)]
    return _run(build)


def case_arguments():
    def build():
        x = _x()
        y = x * x + x
        return [tf.gradients(y, x, aggregation_method=m) for m in (None, tf.AggregationMethod.ADD_N, tf.AggregationMethod.EXPERIMENTAL_TREE,
                                                                     tf.AggregationMethod.EXPERIMENTAL_ACCUMULATE_N)] + [
            tf.gradients(y, x, gate_gradients=True), tf.gradients(y, x, name="slopes"), v1.gradients(y, x, colocate_gradients_with_ops=True)]
    return _run(build)


def case_wrong_arguments():
    with tf.Graph().as_default():
        x = _x()
        i = tf.constant([1, 2])
        return "\n".join(map(str, _told(
            lambda: tf.gradients(x * x, x, grad_ys=[tf.constant([1.0]), None]), lambda: tf.gradients(x, x, unconnected_gradients="nonsense"),
            lambda: tf.gradients(i * i, i), lambda: tf.gradients(x, i), lambda: tf.gradients(x * x, x, aggregation_method=77),
            lambda: tf.gradients([], x), lambda: tf.gradients(x, []))))


def case_eagerly():
    return _told(lambda: tf.gradients(tf.constant(1.0), tf.constant(1.0)), lambda: tf.hessians(tf.constant(1.0), tf.constant(1.0)))


def case_variables():
    def build():
        w = v1.get_variable("w", initializer=[1.0, 2.0])
        table = v1.get_variable("t", initializer=[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
        rows = tf.nn.embedding_lookup(table, [0, 2, 0])
        slices = tf.gradients(tf.reduce_sum(rows * rows), table)[0]
        return tf.gradients(tf.reduce_sum(w * w), [w, w.read_value()]), type(slices).__name__ == "IndexedSlices", tf.convert_to_tensor(slices)
    return _run(lambda: [x for x in build() if not isinstance(x, bool)])


def case_second_order():
    def build():
        x = _x()
        y = tf.reduce_sum(x ** 3.0)
        first = tf.gradients(y, x)[0]
        return tf.gradients(first, x), tf.gradients(tf.reduce_sum(first * first), x)
    return _run(build)


def case_hessians():
    def build():
        x, m = _x(), tf.constant([[1.0, 2.0], [3.0, 4.0]])
        y = tf.reduce_sum(x ** 3.0) * x[0] + tf.reduce_sum(m * m * m)
        return tf.hessians(y, x), tf.hessians(y, [m]), tf.hessians(y, [x, m], name="h")
    return _run(build)


def case_through_control_flow():
    def build():
        x = tf.constant(2.0)
        y = tf.cond(x > 1.0, lambda: x * x, lambda: x)
        _, z = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, y])
        m = tf.map_fn(lambda a: a * x, tf.constant([1.0, 2.0]))
        return tf.gradients(y, x), tf.gradients(z, [x, y]), tf.gradients(m, x)
    return _run(build)


def case_custom_gradient():
    @tf.custom_gradient
    def twice(x):
        return x * 2.0, lambda dy: dy * 10.0

    def build():
        x = _x()
        return tf.gradients(twice(x), x), tf.gradients(twice(twice(x)), x)
    return _run(build)


def case_override():
    @tf.RegisterGradient("GraphGradientsGuided")
    def guided(op, grad):
        return tf.where(grad > 0.0, grad * op.outputs[0], tf.zeros_like(grad))

    @tf.RegisterGradient("GraphGradientsSum")
    def both(op, grad):
        return grad * 5.0, grad * 7.0

    def build():
        x = tf.constant([-1.0, 2.0, 3.0])
        g = v1.get_default_graph()
        with g.gradient_override_map({"Relu": "GraphGradientsGuided"}):
            y = tf.nn.relu(x)
        with g.gradient_override_map({"AddV2": "GraphGradientsSum"}), g.gradient_override_map({"Identity": "GraphGradientsGuided"}):
            z = x + tf.constant([1.0, 1.0, 1.0])
        plain = tf.nn.relu(x)
        return [tf.gradients(y * tf.constant([1.0, -1.0, 2.0]), x), tf.gradients(z, x), tf.gradients(plain, x), y, z]
    return _run(build)


def case_override_in_messages():
    with tf.Graph().as_default() as g:
        with g.gradient_override_map({"Relu": "GraphGradientsAbsent"}):
            y = tf.nn.relu(tf.constant([1.0]))
        return y.op.get_attr("_gradient_op_type"), y.op.type


def case_override_arguments():
    g = tf.Graph()
    return _told(lambda: g.gradient_override_map(3).__enter__(), lambda: g.gradient_override_map({1: "a"}).__enter__(),
                 lambda: g.gradient_override_map({"a": 1}).__enter__())


def case_registry():
    @tf.RegisterGradient("GraphGradientsOnce")
    def once(op, grad):
        return grad

    def again():
        tf.RegisterGradient("GraphGradientsOnce")(once)

    return [t[0] if isinstance(t, tuple) else t for t in _told(again, lambda: tf.RegisterGradient(3))]


# ---------------------------------------------------------------------- sessions
def _session(build):
    with tf.Graph().as_default(), v1.Session() as s:
        return build(s)


def case_make_callable():
    def build(s):
        x = v1.placeholder(tf.float32, [2], name="x")
        y = x * 2.0
        one, none = s.make_callable(y, [x]), s.make_callable([tf.constant([1.0]), {"a": tf.constant([2.0])}])
        op = s.make_callable(tf.no_op())
        options = s.make_callable(y, [x], accept_options=True)
        metadata = v1.RunMetadata()
        return _told(lambda: one([1.0, 2.0]), lambda: one(np.array([1, 2])), none, op, lambda: options([1.0, 1.0]),
                     lambda: options([1.0, 1.0], options=v1.RunOptions(), run_metadata=metadata), lambda: s.make_callable("y:0"))
    return "\n".join(map(str, _session(build)))


def case_run_options():
    def build(s):
        x = tf.constant(1.0)
        metadata = v1.RunMetadata()
        return _told(lambda: float(s.run(x, options=v1.RunOptions())), lambda: float(s.run(x, options=None, run_metadata=metadata)),
                     lambda: float(s.run(x, options=v1.RunOptions(trace_level=v1.RunOptions.NO_TRACE), run_metadata=metadata)),
                     lambda: type(metadata).__name__, lambda: float(s.run(x, options=v1.RunOptions(timeout_in_ms=10000))))
    return _session(build)


def case_traced_run():
    def build(s):
        x = tf.constant([1.0, 2.0], name="x")
        y = tf.add(x, 1.0, name="y")
        metadata = v1.RunMetadata()
        value = s.run(y, options=v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), run_metadata=metadata)
        return value, len(metadata.step_stats.dev_stats) > 0
    return _session(build)


def case_session_members():
    def build(s):
        tf.constant(1.0)
        return [s.graph is v1.get_default_graph(), len(s.graph_def.node), v1.get_default_session() is s, s.sess_str in ("", b"")]
    return _session(build)


def case_closed():
    def build(s):
        x = tf.constant(1.0)
        s.close()
        return _told(lambda: s.run(x))
    return _session(build)


def case_integers_have_no_gradients():
    v1 = tf.compat.v1

    def known(ys, xs, **more):
        return [None if g is None else g.dtype.name for g in tf.gradients(ys, xs, **more)]

    with tf.Graph().as_default():
        f = v1.placeholder(tf.float32, [3])
        for dtype in (tf.int32, tf.uint8, tf.bool):
            x = v1.placeholder(dtype, [3])
            print(known(tf.cast(x, tf.float32) * f, [x, f]), known(tf.cast(x, tf.float32) * f, x), known(x, x), known(tf.identity(x), x))
        i = v1.placeholder(tf.int32, [2])
        taken = tf.gather(f, i)
        print(known(taken, [f, i]), known(taken * tf.cast(i, tf.float32), [f, i]), known([i * 2, f], [i, f]), known(i * 2, i))
        print(known(tf.one_hot(i, 3), i), known(tf.range(i[0]), i), known(tf.reshape(f, [-1]), f), known(f, i))
        print(known(tf.while_loop(lambda j, s: j < 3, lambda j, s: (j + 1, s * f), [i[0], f])[1], [f, i]))
        print(known(f * 2, [f, i], unconnected_gradients="zero"), known(tf.cond(i[0] > 0, lambda: f * 2, lambda: f), [f, i]))
        counts, weights = v1.get_variable("counts", [2], tf.int32), v1.get_variable("weights", [2])
        loss = tf.reduce_sum(tf.cast(counts, tf.float32) * weights)
        pairs = v1.train.GradientDescentOptimizer(0.1).compute_gradients(loss, [counts, weights])
        print([(g is None, v.name) for g, v in pairs])


def case_functions_of_arrays_called_eagerly():
    def shown(x):
        print(type(x).__name__, x.dtype.kind, x.shape)
        return x

    py_func = tf.compat.v1.py_func
    for given in (tf.constant([1.0, 2.0]), 3, [1, 2], tf.constant("a"), True, tf.Variable(2.0)):
        print(py_func(shown, [given], tf.float32).dtype)
    print(py_func(lambda: None, [], []), py_func(lambda: "abc", [], tf.string), py_func(lambda: 1, [], tf.float32))
    print(py_func(lambda x: (x, [x, x]), [tf.constant(1.0)], [tf.float32]))


def case_of_rows_along_an_axis_of_the_graph():
    def build(axis):
        x = tf.reshape(tf.range(6.0), [2, 3])
        taken = tf.gather(x, [0, 1, 1], axis=axis)
        return tf.gradients(taken * taken, x)

    return [_run(lambda: build(tf.constant(axis))) for axis in (0, 1, -1)]


def case_of_tapes_that_are_told_what_to_watch():
    def given(x, y):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(y)
            values = [x**2, y**3]
        return tape.gradient(values, [x, y])

    def twice(x, y):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                outer.watch(x)
                inner.watch([x, y])
                values = [x**3, y**2]
                first = inner.gradient(values, [x, y])
        return first, outer.gradient(first, [x, y])

    def paused(x, y):
        with tf.GradientTape(persistent=True) as tape:
            power = x**3
            with tape.stop_recording():
                constant = x * 5.0
            made = power * constant
            with tape.stop_recording():
                within = tape.gradient(made, x)
            further = made * y
        return within, tape.gradient(further, [x, y])

    def reset(x, y):
        with tf.GradientTape() as tape:
            tape.watch(x)
            before = x * x
            tape.reset()
            tape.watch(y)
            after = y * y * x
        return tape.gradient([before, after], [x, y])

    def run(build, trainable):
        return _run(lambda: build(*[tf.Variable(start, trainable=trainable) for start in (2.0, 3.0)]))

    return [_told(lambda b=build, t=trainable: run(b, t)) for build in (given, twice, paused, reset) for trainable in (False, True)]

"""Corners of gradients: each function in `BODIES` below is differentiated by each way in `WAYS`; and what tapes, accumulators and
custom gradients say to what cannot be."""

import numpy as np

x = tf.constant([1.0, 2.0, 3.0])
z = tf.constant([4.0, 5.0, 6.0])
m = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])
ids = tf.constant([0, 2, 0])


def r(t):
    if t is None or isinstance(t, (str, int, float, bool)):
        return t
    if isinstance(t, (list, tuple)):
        return [r(i) for i in t]
    if isinstance(t, dict):
        return {a: r(b) for a, b in t.items()}
    if isinstance(t, tf.IndexedSlices):
        return ("slices", r(t.values), r(t.indices), t.indices.dtype.name, r(t.dense_shape))
    if t.dtype == tf.string:
        return t.numpy().tolist()
    if t.dtype in (tf.resource, tf.variant):
        return t.dtype.name
    return (np.round(np.asarray(t.numpy()).astype("complex128" if t.dtype.is_complex else "float64"), 3) + 0.0).tolist(), t.dtype.name


def told(*functions):
    made = []
    for f in functions:
        try:
            made.append(r(f()))
        except Exception as e:
            made.append((type(e).__name__, str(e).split("\n")[0].strip()[:300]))
    return "\n".join(map(repr, made))


# Functions of two float vectors, whose results are one or several tensors.
@tf.custom_gradient
def scaled(a):
    return a * 1.0, lambda dy: dy * 7.0


@tf.custom_gradient
def two_results(a, b):
    def grad(du, dv):
        return du * 2.0 + dv, dv * 3.0

    return (a + b, a * b), grad


@tf.custom_gradient
def no_gradient_for_b(a, b):
    return a * b, lambda dy: (dy, None)


@tf.custom_gradient
def with_integers(a):
    return (a * 2.0, tf.argmax(a), tf.cast(a, tf.int32)), lambda dy, di, dj: dy * 9.0


@tf.function
def called(a, b):
    return a * 2.0, b * 3.0, a * b


@tf.function
def called_with_stop(a, b):
    return tf.stop_gradient(a), a * tf.stop_gradient(b)


@tf.function
def called_same(a, b):
    return a, b, a


@tf.function
def called_integers(a, b):
    return tf.argmax(a), a * 2.0, a > b, tf.strings.as_string(a)


@tf.function
def called_constant(a, b):
    return tf.constant([1.0, 1.0, 1.0]), a


@tf.function
def called_unused(a, b):
    return a * 2.0


@tf.recompute_grad
def recomputed(a, b):
    return a * b, a + 1.0


BODIES = {
    "product": lambda a, b: a * b,
    "only_a": lambda a, b: a * 2.0,
    "itself": lambda a, b: a,
    "both_themselves": lambda a, b: (a, b),
    "itself_and_used": lambda a, b: (a, a * b),
    "identity": lambda a, b: tf.identity(a),
    "stop": lambda a, b: tf.stop_gradient(a),
    "stop_product": lambda a, b: tf.stop_gradient(a) * b,
    "stop_and_use": lambda a, b: tf.stop_gradient(a * b) + a,
    "constant": lambda a, b: tf.constant(3.0),
    "zeros_like": lambda a, b: tf.zeros_like(a),
    "ones_like": lambda a, b: tf.ones_like(a) * b,
    "shape": lambda a, b: tf.cast(tf.shape(a)[0], tf.float32),
    "round": lambda a, b: tf.round(a) + tf.floor(b),
    "sign": lambda a, b: tf.sign(a) * b,
    "comparison": lambda a, b: tf.cast(a > b, tf.float32),
    "argmax": lambda a, b: tf.argmax(a),
    "int_result": lambda a, b: tf.cast(a, tf.int32),
    "bool_result": lambda a, b: a > 1.0,
    "string_result": lambda a, b: tf.strings.as_string(a),
    "int_and_float": lambda a, b: (tf.cast(a, tf.int32), a * b),
    "through_int": lambda a, b: tf.cast(tf.cast(a, tf.int32), tf.float32),
    "through_half": lambda a, b: tf.cast(tf.cast(a, tf.float16), tf.float32) * b,
    "to_double": lambda a, b: tf.cast(a, tf.float64),
    "to_complex": lambda a, b: tf.complex(a, b),
    "top_k": lambda a, b: tf.math.top_k(a, 2),
    "unique": lambda a, b: tf.unique(a).y,
    "sort": lambda a, b: tf.sort(a) * b,
    "split": lambda a, b: tf.split(a, 3)[1],
    "unstack": lambda a, b: tf.unstack(a)[0] * tf.unstack(b)[2],
    "moments": lambda a, b: tf.nn.moments(a, 0),
    "gather": lambda a, b: tf.gather(a, ids) * 2.0,
    "gather_nothing": lambda a, b: tf.gather(a, tf.zeros([0], tf.int32)),
    "boolean_mask": lambda a, b: tf.boolean_mask(a, b > 4.5),
    "where": lambda a, b: tf.where(a > 1.5, a, b),
    "where_infinite": lambda a, b: tf.where(a > 1.5, a, a / 0.0),
    "maximum_tie": lambda a, b: tf.maximum(a, a),
    "max_tie": lambda a, b: tf.reduce_max(tf.concat([a, a], 0)),
    "clip": lambda a, b: tf.clip_by_value(a, 1.0, 2.0),
    "norm_zero": lambda a, b: tf.norm(a * 0.0),
    "pow_zero": lambda a, b: (a - a) ** (b - b),
    "sqrt_zero": lambda a, b: tf.sqrt(a - 1.0),
    "divide_no_nan": lambda a, b: tf.math.divide_no_nan(a, b - 4.0),
    "print": lambda a, b: tf.debugging.check_numerics(a, "x") * b,
    "cond": lambda a, b: tf.cond(a[0] > 0.0, lambda: a * 2.0, lambda: b),
    "cond_other": lambda a, b: tf.cond(a[0] > 5.0, lambda: a * 2.0, lambda: b),
    "cond_none": lambda a, b: tf.cond(a[0] > 0.0, lambda: tf.stop_gradient(a), lambda: tf.ones([3])),
    "cond_two": lambda a, b: tf.cond(a[0] > 0.0, lambda: (a, b * 2.0), lambda: (b, a)),
    "cond_int": lambda a, b: tf.cond(a[0] > 0.0, lambda: (a * 2.0, tf.constant(1)), lambda: (b, tf.constant(2))),
    "cond_gather": lambda a, b: tf.cond(a[0] > 0.0, lambda: tf.gather(a, ids), lambda: tf.gather(b, ids)),
    "cond_gather_64": lambda a, b: tf.cond(a[0] > 0.0, lambda: tf.gather(a, tf.cast(ids, tf.int64)), lambda: tf.gather(a, ids)),
    "cond_gather_one": lambda a, b: tf.cond(a[0] > 0.0, lambda: tf.gather(a, ids), lambda: a * 2.0),
    "switch_case": lambda a, b: tf.switch_case(tf.constant(1), [lambda: a * 2.0, lambda: b * a, lambda: tf.gather(a, ids)]),
    "while": lambda a, b: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * a), [0, b])[1],
    "while_none": lambda a, b: tf.while_loop(lambda i, y: i < 0, lambda i, y: (i + 1, y * a), [0, b])[1],
    "while_unused": lambda a, b: tf.while_loop(lambda i, y, u: i < 3, lambda i, y, u: (i + 1, y * 2.0, u), [0, a, b])[1:],
    "while_stop": lambda a, b: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.stop_gradient(y) * a), [0, b])[1],
    "while_int": lambda a, b: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2.0), [0, a])[0],
    "map_fn": lambda a, b: tf.map_fn(lambda e: e[0] * e[1], (a, b), fn_output_signature=tf.float32),
    "scan": lambda a, b: tf.scan(lambda s, e: s * e, a),
    "called": called,
    "called_first": lambda a, b: called(a, b)[0],
    "called_last": lambda a, b: called(a, b)[2],
    "called_stop": called_with_stop,
    "called_stop_first": lambda a, b: called_with_stop(a, b)[0],
    "called_same": called_same,
    "called_same_last": lambda a, b: called_same(a, b)[2],
    "called_integers": lambda a, b: called_integers(a, b)[1],
    "called_argmax": lambda a, b: called_integers(a, b)[0],
    "called_string": lambda a, b: called_integers(a, b)[3],
    "called_constant": lambda a, b: called_constant(a, b)[0],
    "called_constant_other": lambda a, b: called_constant(a, b)[1],
    "called_unused": called_unused,
    "scaled": lambda a, b: scaled(a) * b,
    "scaled_stop": lambda a, b: scaled(tf.stop_gradient(a)),
    "two_results": two_results,
    "two_results_first": lambda a, b: two_results(a, b)[0],
    "two_results_last": lambda a, b: two_results(a, b)[1],
    "no_gradient_for_b": no_gradient_for_b,
    "with_integers": lambda a, b: with_integers(a)[0],
    "with_integers_index": lambda a, b: with_integers(a)[1],
    "pass_through": lambda a, b: tf.grad_pass_through(tf.round)(a) * b,
    "pass_through_constant": lambda a, b: tf.grad_pass_through(lambda c: tf.ones_like(c))(a) * b,
    "recomputed": recomputed,
    "recomputed_first": lambda a, b: recomputed(a, b)[0],
    "py_function": lambda a, b: tf.py_function(lambda c, d: c * d, [a, b], tf.float32),
    "py_function_int": lambda a, b: tf.py_function(lambda c: tf.argmax(c), [a], tf.int64),
    "numpy_function": lambda a, b: tf.numpy_function(lambda c: c * 2, [a], tf.float32),
    "tensor_array": lambda a, b: tf.TensorArray(tf.float32, 2).write(0, a).write(1, b * 2.0).stack()[0],
    "ragged": lambda a, b: tf.RaggedTensor.from_row_lengths(a, [1, 2]).to_tensor(),
    "ragged_result": lambda a, b: tf.RaggedTensor.from_row_lengths(a * b, [1, 2]),
    "sparse": lambda a, b: tf.sparse.to_dense(tf.SparseTensor([[0], [2], [4]], a, [5])),
    "indexed_slices": lambda a, b: tf.convert_to_tensor(tf.IndexedSlices(a, ids, tf.constant([3]))),
    "scatter": lambda a, b: tf.tensor_scatter_nd_update(a, [[0]], b[:1]),
    "segment": lambda a, b: tf.math.segment_max(a, [0, 0, 1]),
    "embedding": lambda a, b: tf.nn.embedding_lookup(a, ids),
    "empty": lambda a, b: a[:0],
    "none_shape_sum": lambda a, b: tf.reduce_sum(a[:0]) + tf.reduce_prod(b),
    "prod_zero": lambda a, b: tf.reduce_prod(a - 1.0),
    "cumprod_zero": lambda a, b: tf.math.cumprod(a - 2.0),
    "abs_zero": lambda a, b: tf.abs(a - 2.0),
    "complex_abs": lambda a, b: tf.abs(tf.complex(a, b)),
    "angle": lambda a, b: tf.math.angle(tf.complex(a, b)),
    "dropout": lambda a, b: tf.nn.dropout(a, 0.0) * b,
    "random": lambda a, b: tf.random.stateless_uniform([3], [1, 2]) * a,
    "nested_tape": lambda a, b: nested(a, b),
    "bincount": lambda a, b: tf.math.bincount([0, 1, 1], weights=a),
    "assert": lambda a, b: (tf.debugging.assert_equal(a, a), a * b)[1],
    "ensure_shape": lambda a, b: tf.ensure_shape(a, [3]) * b,
}


def nested(a, b):
    with tf.GradientTape() as t:
        t.watch(a)
        y = a * a * b
    return t.gradient(y, a)


def taped(body, a, b, **how):
    with tf.GradientTape(persistent=True) as t:
        t.watch([a, b])
        y = body(a, b)
    return t.gradient(y, [a, b], **how)


def eager(body):
    return taped(body, x, z)


def zero(body):
    return taped(body, x, z, unconnected_gradients=tf.UnconnectedGradients.ZERO)


def inside(body):
    made = []

    @tf.function
    def f(a, b):
        g = taped(body, a, b)
        made.extend(v is None for v in g)
        return [v for v in g if v is not None]

    return f(x, z), made


def zero_inside(body):
    return tf.function(lambda a, b: taped(body, a, b, unconnected_gradients=tf.UnconnectedGradients.ZERO))(x, z)


def around(body):
    return taped(tf.function(body), x, z)


def around_two(body):
    outer = tf.function(body)
    return taped(tf.function(lambda a, b: outer(a, b)), x, z)


def inside_around(body):
    made = []
    inner = tf.function(body)

    @tf.function
    def f(a, b):
        g = taped(inner, a, b)
        made.extend(v is None for v in g)
        return [v for v in g if v is not None]

    return f(x, z), made


def symbolic(body):
    made = []

    @tf.function
    def f(a, b):
        y = body(a, b)
        g = tf.gradients(tf.nest.flatten(y, expand_composites=True), [a, b])
        made.extend(v is None for v in g)
        return [v for v in g if v is not None]

    return f(x, z), made


def variables(body):
    a, b = tf.Variable(x), tf.Variable(z)
    with tf.GradientTape() as t:
        y = body(a, b)
    return t.gradient(y, [a, b])


def variables_around(body):
    a, b = tf.Variable(x), tf.Variable(z)
    f = tf.function(lambda: body(a, b))
    with tf.GradientTape() as t:
        y = f()
    return t.gradient(y, [a, b])


def second(body):
    with tf.GradientTape() as o:
        o.watch([x, z])
        g = taped(body, x, z)
        y = [v for v in g if v is not None]
    return o.gradient(y, [x, z])


def forward(body):
    with tf.autodiff.ForwardAccumulator([x, z], [tf.ones([3]), tf.constant([1.0, 0.0, 2.0])]) as acc:
        y = body(x, z)
    return acc.jvp(y)


def forward_around(body):
    f = tf.function(body)
    with tf.autodiff.ForwardAccumulator([x, z], [tf.ones([3]), tf.constant([1.0, 0.0, 2.0])]) as acc:
        y = f(x, z)
    return acc.jvp(y)


def jacobian(body):
    with tf.GradientTape() as t:
        t.watch([x, z])
        y = body(x, z)
    return t.jacobian(y, [x, z])


WAYS = [eager, zero, inside, zero_inside, around, around_two, inside_around, symbolic, variables, variables_around, second, forward, forward_around, jacobian]


# What is not compared. TensorFlow fails (accumulators and second derivatives of IndexedSlices, ragged tensors, strings and `py_function`), is
# wrong (the second derivative of a product with a zero) or simplifies the graph first (a norm of zeros); tfshim gives a dense gradient for
# IndexedSlices out of branches and called functions, None for integer results of calls, and gradients or
# None where TensorFlow has no gradient registered (Unique, DenseBincount).
APART = {
    "sign": "second",
    "string_result": "symbolic forward_around",
    "unique": "inside zero_inside around around_two inside_around symbolic variables_around forward_around jacobian",
    "gather": "inside_around second",
    "gather_nothing": "inside_around second jacobian",
    "where_infinite": "forward",
    "norm_zero": "inside zero_inside inside_around symbolic",
    "cond_gather": "inside zero_inside around around_two inside_around symbolic variables_around second",
    "cond_gather_64": "inside zero_inside inside_around symbolic variables_around second",
    "cond_gather_one": "around around_two symbolic variables_around second",
    "switch_case": "symbolic variables_around",
    "while_int": "inside symbolic",
    "map_fn": "variables_around",
    "called_stop": "second",
    "called_stop_first": "second",
    "called_integers": "second forward",
    "called_argmax": "eager inside symbolic variables second forward",
    "called_string": "eager inside symbolic second forward forward_around",
    "called_unused": "second",
    "with_integers_index": "eager inside symbolic variables",
    "recomputed": "forward_around",
    "recomputed_first": "forward_around",
    "py_function": "second forward_around jacobian",
    "py_function_int": "eager zero inside zero_inside symbolic variables",
    "ragged": "around around_two inside_around symbolic variables variables_around second forward",
    "ragged_result": "forward forward_around jacobian",
    "sparse": "forward_around",
    "indexed_slices": "forward forward_around",
    "embedding": "inside_around second",
    "empty": "jacobian",
    "prod_zero": "second",
    "bincount": "inside zero_inside around around_two inside_around symbolic variables_around forward_around jacobian",
}


def _case(body, ways):
    return lambda: "\n".join(f"{way.__name__}: {told(lambda way=way: way(body))}" for way in ways)


for _name, _body in BODIES.items():
    globals()[f"case_{_name}"] = _case(_body, [w for w in WAYS if w.__name__ not in APART.get(_name, "").split()])


# ---------------------------------------------------------------------- what tapes say
def again(persistent, ask):
    with tf.GradientTape(persistent=persistent) as t:
        t.watch(x)
        y = x * x
    return ask(t, y)


def case_asked_twice():
    return told(lambda: again(False, lambda t, y: (t.gradient(y, x), t.gradient(y, x))), lambda: again(True, lambda t, y: (t.gradient(y, x), t.gradient(y, x))),
                lambda: again(False, lambda t, y: (t.jacobian(y, x), t.gradient(y, x))), lambda: again(False, lambda t, y: (t.gradient(y, x), t.jacobian(y, x))))


def case_not_tensors():
    return told(lambda: again(False, lambda t, y: t.gradient(y, [])),
                lambda: again(False, lambda t, y: t.gradient(y, {})), lambda: again(False, lambda t, y: t.gradient(None, x)),
                lambda: again(False, lambda t, y: t.gradient([], x)),
                lambda: again(False, lambda t, y: t.gradient(3.0, x)),
                lambda: again(False, lambda t, y: t.watch(3.0)), lambda: again(False, lambda t, y: t.watch(None)),
                lambda: again(False, lambda t, y: t.watch([x, "a"])), lambda: again(False, lambda t, y: t.watch(np.ones(2))))


def case_output_gradients():
    return told(lambda: again(False, lambda t, y: t.gradient(y, x, output_gradients=[1.0, 2.0, 3.0])), lambda: again(False, lambda t, y: t.gradient(y, x, output_gradients=2.0)),
                lambda: again(False, lambda t, y: t.gradient({"a": y}, x, output_gradients={"a": z})),
                lambda: again(False, lambda t, y: t.gradient(y, x, output_gradients=tf.constant([1, 2, 3]))),
                lambda: again(False, lambda t, y: t.gradient(y, x, output_gradients=tf.constant([1.0, 2.0, 3.0], tf.float64))))


def case_unconnected_argument():
    return told(lambda: again(False, lambda t, y: t.gradient(y, z, unconnected_gradients="zero")), lambda: again(False, lambda t, y: t.gradient(y, z, unconnected_gradients="ZERO")),
                lambda: again(False, lambda t, y: t.gradient(y, z, unconnected_gradients=None)), lambda: again(False, lambda t, y: t.gradient(y, ids, unconnected_gradients="zero")),
                lambda: again(False, lambda t, y: t.gradient(y, tf.constant("a"), unconnected_gradients="zero")),
                lambda: again(False, lambda t, y: t.gradient(y, tf.Variable(2), unconnected_gradients="zero")),
                lambda: again(False, lambda t, y: t.jacobian(y, z, unconnected_gradients="zero")), lambda: again(False, lambda t, y: t.gradient(y, [x, z, ids])))


def case_not_floating():
    def watched(v):
        with tf.GradientTape(persistent=True) as t:
            t.watch(v)
            y = tf.identity(v)
        return t.gradient(y, v), t.gradient(v, v)

    return told(lambda: watched(ids), lambda: watched(tf.constant("a")), lambda: watched(tf.constant(True)), lambda: watched(tf.constant(1 + 2j)),
                lambda: watched(tf.constant(1.0, tf.float16)), lambda: watched(tf.constant(1.0, tf.bfloat16)))


def case_unwatched_itself():
    with tf.GradientTape(persistent=True) as t:
        y = x * 2.0
        t.watch(z)
    v = tf.Variable(x)
    n = tf.Variable(x, trainable=False)
    return told(lambda: t.gradient(x, x), lambda: t.gradient(y, y), lambda: t.gradient(y, x), lambda: t.gradient(z, z), lambda: t.gradient([x, x], x),
                lambda: t.gradient(v, v), lambda: t.gradient(n, n), lambda: t.gradient([y, z], [z, y]), lambda: t.gradient(x, x, output_gradients=z),
                lambda: t.jacobian(z, z), lambda: t.jacobian(x, x), lambda: t.gradient(ids, ids))


def case_unwatched_itself_inside():
    @tf.function
    def f(a, b):
        with tf.GradientTape(persistent=True) as t:
            y = a * 2.0
            t.watch(b)
        return [[-1.0] if g is None else g for g in (t.gradient(a, a), t.gradient(y, y), t.gradient(y, a), t.gradient(b, b), t.gradient([a, a], a), t.gradient(a, a, output_gradients=b))]

    return told(lambda: f(x, z))


def case_intermediate():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * 2.0
        w = y * y
        t.watch(w)
        u = w * y
    return told(lambda: t.gradient(u, [x, y, w]), lambda: t.gradient(w, [x, y, w, u]), lambda: t.gradient([u, w], [y]), lambda: t.jacobian(u, [y, w]))


def case_intermediate_not_watched():
    y = x * 2.0
    with tf.GradientTape(persistent=True) as t:
        w = y * 3.0
        t.watch(w)
        u = w * w
    return told(lambda: t.gradient(u, [x, y, w]), lambda: t.gradient(w, [y, w]))


def case_watch_late():
    with tf.GradientTape() as t:
        y = x * x
        t.watch(x)
        w = y * x
    return told(lambda: t.gradient(w, [x, y]))


def case_watch_twice():
    with tf.GradientTape() as t:
        t.watch(x)
        t.watch([x, x])
        w = x * x
    return told(lambda: t.gradient(w, [x, x]))


def case_outside():
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
    w = y * 3.0
    return told(lambda: t.gradient(w, x), lambda: t.gradient([w, y], x))


def case_recording_state():
    def entered_twice():
        t = tf.GradientTape()
        with t:
            with t:
                pass

    def stopped():
        t = tf.GradientTape()
        with t.stop_recording():
            pass

    def stopped_after():
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        t.gradient(y, x)
        with t.stop_recording():
            pass

    def continued():
        t = tf.GradientTape()
        with t:
            t.watch(x)
            y = x * x
        with t:
            w = y * x
        return t.gradient(w, x)

    def reset_outside():
        t = tf.GradientTape()
        t.reset()

    def inside():
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
            g = t.gradient(y, x)
            w = y * x
        return g, t.gradient(w, x)

    return told(entered_twice, stopped, stopped_after, reset_outside, continued, inside)


def case_stop_recording():
    v = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * v
        with t.stop_recording():
            w = y * y
            inner = t.gradient(y, x)
        u = w * x + y
    return told(lambda: inner, lambda: t.gradient(u, [x, v, w]), lambda: t.gradient(w, x), lambda: len(t.watched_variables()))


def case_reset():
    v, w = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * v
        t.reset()
        u = y * w
    return told(lambda: t.gradient(u, [x, v, w, y]), lambda: [i is w for i in t.watched_variables()])


def case_nested_tapes():
    with tf.GradientTape(persistent=True) as o:
        o.watch(x)
        with tf.GradientTape(persistent=True) as i:
            i.watch(z)
            y = x * x * z
        g = i.gradient(y, z)
        h = i.gradient(y, x)
    return told(lambda: g, lambda: h, lambda: o.gradient(g, x), lambda: o.gradient(y, [x, z]), lambda: o.gradient(g, z))


def case_nested_tape_of_inner_result():
    with tf.GradientTape(persistent=True) as o:
        o.watch(x)
        y = x * x
        with tf.GradientTape(persistent=True) as i:
            i.watch(y)
            w = y * y * x
        g, none = i.gradient(w, [y, x])
    return told(lambda: g, lambda: none, lambda: o.gradient(g, [x, y]), lambda: o.gradient(w, [x, y]))


def case_assigned_variables():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as t:
        y = v * v
        v.assign(z)
        w = v * x
        u = v.assign_add(x) * 2.0
    return told(lambda: t.gradient(y, v), lambda: t.gradient(w, v), lambda: t.gradient(u, v), lambda: t.gradient([y, w, u], v))


def case_handles():
    v = tf.Variable(x)
    with tf.GradientTape(persistent=True) as t:
        y = v * v
        w = tf.gather(v, ids)
    return told(lambda: t.gradient(y, v.handle), lambda: t.gradient(w, v.handle), lambda: t.gradient(y, [v, v.handle]), lambda: t.gradient(w, v))


def case_sparse_and_dense():
    v = tf.Variable(m)
    big = tf.constant([0, 2], tf.int64)
    with tf.GradientTape(persistent=True) as t:
        a, b = tf.gather(v, ids), tf.gather(v, big)
        c = tf.nn.embedding_lookup(v, [[1, 0]])
        d = v * 2.0
    return told(lambda: t.gradient(a, v), lambda: tf.convert_to_tensor(t.gradient([a, b], v)), lambda: t.gradient(c, v), lambda: t.gradient([a, d], v),
                lambda: t.gradient(a, v, output_gradients=2.0 * tf.ones_like(a)), lambda: t.jacobian(b, v), lambda: tf.convert_to_tensor(t.gradient([a, b, c], v)))


def case_jacobians():
    with tf.GradientTape(persistent=True) as t:
        t.watch([m, x])
        y = tf.reduce_sum(m * m, 1)
        w = m * m
        s = tf.reduce_sum(m)
        b = x[:, None] * m
    return told(lambda: t.jacobian(y, m), lambda: t.batch_jacobian(w, m), lambda: t.batch_jacobian(y, m), lambda: t.jacobian(s, m),
                lambda: t.batch_jacobian(b, x), lambda: t.batch_jacobian(w[:2], m), lambda: t.jacobian([y, s], m), lambda: t.jacobian(y, [m, x]),
                lambda: t.batch_jacobian(w, [m]), lambda: t.jacobian(w, m, experimental_use_pfor=False), lambda: t.jacobian(None, m),
                lambda: t.jacobian(y, {"a": m}), lambda: t.batch_jacobian(w, m, experimental_use_pfor=False), lambda: t.batch_jacobian(w, x[:, None]))


# ---------------------------------------------------------------------- custom gradients
def given(grad, result=lambda a, b: a * b, **how):
    @tf.custom_gradient
    def f(a, b):
        return result(a, b), grad

    return lambda: taped(f, x, z, **how)


def traced(grad, result=lambda a, b: a * b):
    @tf.custom_gradient
    def f(a, b):
        return result(a, b), grad

    @tf.function
    def g(a, b):
        return [[-1.0] if v is None else v for v in taped(f, a, b)]

    return lambda: g(x, z)


GIVEN = [lambda dy: dy, lambda dy: (dy,), lambda dy: (dy, dy, dy), lambda dy: (dy, None), lambda dy: (None, None), lambda dy: None, lambda dy: [dy, dy * 2.0],
         lambda dy: {"a": dy, "b": dy}, lambda: (1.0, 1.0), lambda dy, more: (dy, more), lambda dy, variables=None: (dy, dy),
         lambda dy, variables: (dy, dy), lambda dy, **kwargs: (dy, dy), lambda *dys: (dys[0], dys[0]), lambda dy: ((dy, dy),), lambda dy: "ab", lambda dy: tf.stack([dy, dy])]


def case_custom_results():
    return told(*(given(g) for g in GIVEN))


def case_custom_results_zero():
    return told(*(given(g, unconnected_gradients="zero") for g in GIVEN[3:6]))


def case_custom_two_outputs():
    two = [lambda du, dv: (du, dv), lambda du: (du, du), lambda *d: (d[0] + d[1], None), lambda du, dv: (dv, None)]
    return told(*(given(g, lambda a, b: (a + b, a * b)) for g in two), *(given(g, lambda a, b: [a + b, a * b]) for g in two[:1]),
                *(given(g, lambda a, b: {"u": a + b, "v": a * b}) for g in two[:1]))


def case_custom_wrong_function():
    def nothing(a):
        return a

    def three(a):
        return a, a, a

    def no_tensor(a):
        return None, lambda dy: dy

    def text(a):
        return "a", lambda dy: dy

    def one(f):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.custom_gradient(f)(x)
        return y, t.gradient(y, x)

    return told(*(lambda f=f: one(f) for f in (nothing, three, no_tensor, text)))


def case_custom_variables():
    v = tf.Variable(2.0)

    def using(grad):
        @tf.custom_gradient
        def f(a):
            return a * v, grad

        def run(a):
            with tf.GradientTape() as t:
                t.watch(a)
                y = f(a)
            return [[-1.0] if g is None else g for g in t.gradient(y, [a, v])]

        return [lambda: run(x), lambda: tf.function(run)(x)]

    gs = [lambda dy: dy, lambda dy, variables: dy, lambda dy, variables: (dy, [dy[0]]), lambda dy, variables: (dy, []), lambda dy, variables: (dy, [None]),
          lambda dy, variables: (dy, dy[0]), lambda dy, variables=None: (dy, [dy[0], dy[0]]), lambda dy, **kwargs: (dy, [dy[1]]), lambda dy, variables: (dy, None)]
    eagerly, inside = zip(*(using(g) for g in gs))
    return told(*eagerly) + "\n" + "\n".join(t.split(",")[0] for t in told(*inside).split("\n"))


def case_custom_arguments():
    @tf.custom_gradient
    def f(a, b=2.0, *, c=3.0):
        def grad(*dys):
            return dys[0] * 10.0

        return a * b * c, grad

    @tf.custom_gradient
    def nested(a, pair):
        return a * pair[0] * pair["k"] if isinstance(pair, dict) else a * pair[0], lambda dy: (dy, [dy * 2.0, dy * 3.0])

    def asked(call):
        with tf.GradientTape() as t:
            t.watch([x, z])
            y = call()
        return y, t.gradient(y, [x, z])

    return told(lambda: asked(lambda: f(x)), lambda: asked(lambda: f(x, 5.0)), lambda: asked(lambda: f(x, c=z)), lambda: asked(lambda: f(a=x)),
                lambda: asked(lambda: nested(x, [z, z])), lambda: asked(lambda: f([1.0, 2.0])), lambda: asked(lambda: f(None)), lambda: asked(lambda: f("a")))


def case_custom_of_variable():
    v = tf.Variable(x)
    plain = tf.custom_gradient(lambda a: (a * 2.0, lambda dy: dy * 5.0))

    def run():
        with tf.GradientTape() as t:
            y = plain(v)
        return t.gradient(y, v)

    return told(run, lambda: tf.function(run)())


def case_custom_second_order():
    @tf.custom_gradient
    def cube(a):
        return a**3, lambda dy: dy * 5.0 * a**2

    def run(a):
        with tf.GradientTape(persistent=True) as o:
            o.watch(a)
            with tf.GradientTape() as i:
                i.watch(a)
                y = cube(a)
            g = i.gradient(y, a)
        return g, o.gradient(g, a), o.jacobian(g, a)

    return told(lambda: run(x), lambda: tf.function(run)(x))


def case_recomputed_calls():
    v = tf.Variable(2.0)
    w = tf.Variable(x)
    calls = []

    @tf.recompute_grad
    def f(a, b=None, scale=1.0):
        calls.append(1)
        return tf.sin(a) * v * scale * (1.0 if b is None else b)

    def run(call, sources):
        with tf.GradientTape() as t:
            t.watch([x, z])
            y = call()
        return t.gradient(y, sources)

    ways = [(lambda: f(x), [x, v]), (lambda: f(x, z), [x, z, v]), (lambda: f(w), [w, v]), (lambda: f(w, w), [w, v]), (lambda: f(x, scale=3.0), [x, v]), (lambda: f(x, b=z), [x, z, v])]
    return told(*(lambda a=a: run(*a) for a in ways), lambda: len(calls))


# ---------------------------------------------------------------------- accumulators
def case_accumulators():
    def of(primals, tangents, body, **how):
        with tf.autodiff.ForwardAccumulator(primals, tangents) as acc:
            y = body()
        return acc.jvp(y, **how)

    v = tf.Variable(x)
    d = tf.ones([3])
    return told(lambda: of(x, d, lambda: x * x), lambda: of([x, z], [d, None], lambda: x * z), lambda: of(x, [1.0, 2.0, 3.0], lambda: x), lambda: of(v, d, lambda: v * v),
                lambda: of(x, d, lambda: z * z), lambda: of(x, d, lambda: z * z, unconnected_gradients="zero"), lambda: of(x, d, lambda: {"a": x * x, "b": [z]}),
                lambda: of(x, tf.ones([2]), lambda: x), lambda: of([x, x], [d, d], lambda: x), lambda: of(x, [d], lambda: x),
                lambda: of(x, tf.cast(d, tf.float64), lambda: x), lambda: of(v, d, lambda: v.assign(z) * 2.0), lambda: of(v, d, lambda: tf.gather(v, ids)),
                lambda: of(x, d, lambda: tf.stop_gradient(x) * x), lambda: of(x, d, lambda: tf.argmax(x)), lambda: of(x, d, lambda: tf.cast(x, tf.int32)), lambda: of(x, None, lambda: x))


def case_accumulator_states():
    acc = tf.autodiff.ForwardAccumulator(x, tf.ones([3]))
    before = x * x

    def again():
        with acc:
            y = x * x
        with acc:
            w = y * x
        return acc.jvp(y), acc.jvp(w), acc.jvp(before)

    def twice():
        with acc:
            with acc:
                pass

    return told(lambda: acc.jvp(before), again, twice)


# ---------------------------------------------------------------------- tf.gradients
def in_graph(body):
    def run():
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            a, b = tf.constant([1.0, 2.0, 3.0]), tf.constant([4.0, 5.0, 6.0])
            made = body(a, b)
            none = [g is None for g in made]
            return none, [np.round(np.asarray(s.run(tf.convert_to_tensor(g))), 3).tolist() for g in made if g is not None]

    return run


def case_tf_gradients():
    return told(*map(in_graph, [
        lambda a, b: tf.gradients(a, a), lambda a, b: tf.gradients(a, [a, b]), lambda a, b: tf.gradients([a, b], [a, b]), lambda a, b: tf.gradients(a * b, a, grad_ys=b),
        lambda a, b: tf.gradients(a * b, a, grad_ys=[b]), lambda a, b: tf.gradients([a, b], a, grad_ys=[None, b]), lambda a, b: tf.gradients(a * b, a, grad_ys=[b, b]),
        lambda a, b: tf.gradients(a * b, a, grad_ys=tf.constant([1, 2, 3])), lambda a, b: tf.gradients(a * b, a, grad_ys=tf.constant(1.0, tf.float64)),
        lambda a, b: tf.gradients(tf.cast(a, tf.int32), a),
        lambda a, b: tf.gradients(a * b, 3.0), lambda a, b: tf.gradients(a * b, tf.argmax(a)), lambda a, b: tf.gradients(tf.complex(a, b), a),
        lambda a, b: tf.gradients(a * b, [a, b], stop_gradients=[a]), lambda a, b: tf.gradients(tf.gather(a, [0, 0]) * 2.0, a),
        lambda a, b: tf.gradients([tf.gather(a, [0, 0]), a * 2.0], a), lambda a, b: tf.gradients(a * b, a, aggregation_method=5),
        lambda a, b: tf.gradients(a * b, a, gate_gradients=True), lambda a, b: tf.compat.v1.gradients(a * b, a, gate_gradients=2),
        lambda a, b: tf.gradients(a * b, a, unconnected_gradients="none"), lambda a, b: tf.gradients(a, b, unconnected_gradients="zero"),
        lambda a, b: tf.gradients(nested(a, b), [a, b]), lambda a, b: tf.hessians(tf.reduce_sum(a * a * b), a)]))


def case_repeated_singular_values_and_eigenvalues():
    whole = {
        "svd": lambda a: (lambda s, u, v: tf.matmul(u * s[..., None, :], v, adjoint_b=True))(*tf.linalg.svd(a)),
        "values": lambda a: tf.linalg.svd(a, compute_uv=False),
        "pinv": tf.linalg.pinv,
        "eigh": lambda a: (lambda e, v: tf.matmul(v * e[..., None, :], v, adjoint_b=True))(*tf.linalg.eigh(a)),
    }
    one = tf.eye(2)
    for a in one, 0 * one, tf.stack([one, 2 * one]), tf.linalg.diag([1.0, 1.0, 2.0]), tf.eye(3, 2), tf.eye(2, 3):
        for name, f in whole.items():
            if name == "eigh" and a.shape[-1] != a.shape[-2]:
                continue
            with tf.GradientTape() as tape:
                tape.watch(a)
                y = f(a)
                y = y * tf.reshape(tf.range(1.0, tf.size(y) + 1), y.shape)
            print(name, (tape.gradient(y, a).numpy().round(3) + 0.0).tolist())


def case_pauses_of_tapes():
    def after():
        with tf.GradientTape() as t:
            pass
        with t.stop_recording():
            pass

    def within():
        with tf.GradientTape() as t:
            with t.stop_recording():
                with t.stop_recording():
                    pass

    def kept():
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = x * x
        t.gradient(y, x)
        with t.stop_recording():
            pass

    return told(after, within, kept, tf.function(after), tf.function(within))


def case_output_gradients_of_other_shapes():
    flat, rows = tf.constant([1.0, 2.0, 2.0]), tf.constant([[1.0, 2.0], [3.0, 3.0]])

    def gradient(kind, value, weights, axis):
        with tf.GradientTape() as t:
            t.watch(value)
            y = kind(value, axis)
        return t.gradient(y, value, output_gradients=tf.constant(weights))

    def in_graph(kind, value, weights, axis):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            value = tf.constant(value.numpy())
            return session.run(tf.gradients(kind(value, axis), value, grad_ys=tf.constant(weights)))[0].tolist()

    kinds = tf.reduce_max, tf.reduce_min, tf.reduce_sum, tf.reduce_mean, tf.reduce_prod
    cases = (flat, [2.0], None), (rows, [[2.0], [1.0]], 1), (rows, [[2.0, 1.0]], 0), (rows, [[2.0]], None)
    return told(*[lambda f=f, k=k, a=a: f(k, *a) for f in (gradient, in_graph) for k in kinds for a in cases])


def case_hues_of_pure_colours():
    colours = tf.constant([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [0, 0.25, 0.25], [0.25, 0, 0.5], [0.5, 0.5, 0.5], [0, 0, 0]])
    with tf.GradientTape(persistent=True) as o:
        o.watch(colours)
        with tf.GradientTape(persistent=True) as t:
            t.watch(colours)
            parts = tf.unstack(tf.image.rgb_to_hsv(colours), axis=-1)
        first = [t.gradient(p, colours) for p in parts]
    return told(*[lambda p=p: np.round(p, 3).tolist() for p in first], lambda: np.round(o.gradient(first[1], colours), 2).tolist())


def case_gradients_of_raw_gradients():
    raw = tf.raw_ops
    image = tf.reshape(tf.range(16.0) * 7 % 5, (1, 4, 4, 1))
    windows = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    pooled = tf.nn.max_pool2d(image, 2, 2, "VALID")
    weights, features = tf.constant([1.0, 2.0, 3.0]), tf.constant([-1.0, 0.0, 7.0])
    cases = (
        (lambda a, b, c: raw.MaxPoolGrad(orig_input=a, orig_output=b, grad=c, **windows), image, pooled, pooled + 1),
        (lambda c: raw.AvgPoolGrad(orig_input_shape=[1, 4, 4, 1], grad=c, **windows), pooled),
        (lambda c: raw.StridedSliceGrad(shape=[5], begin=[1], end=[4], strides=[1], dy=c), weights),
        (lambda a, b: raw.ReluGrad(gradients=a, features=b), weights, features),
        (lambda a, b: raw.Relu6Grad(gradients=a, features=b), weights, features),
        (lambda a, b: raw.LeakyReluGrad(gradients=a, features=b), weights, features),
    )

    def gradient(function, *given):
        with tf.GradientTape() as t:
            t.watch(given)
            y = function(*given) * 2.0
        return [None if g is None else np.round(g, 3).ravel().tolist() for g in t.gradient(y, given)]

    return told(*[lambda c=c: gradient(*c) for c in cases])

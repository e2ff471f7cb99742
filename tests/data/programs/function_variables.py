"""Functions that are given variables: how often they are traced, which variables their traces use, and what they say of themselves."""

import re

x = tf.constant([1.0, 2.0])


def text_of(error):
    return f"{type(error).__name__}: {str(error).strip()}"


def signature(concrete):
    return concrete.pretty_printed_signature(verbose=False)


def variables(*values, **options):
    return [tf.Variable(v, **options) for v in values]


def case_variables_of_one_kind():
    v, w = variables([1.0, 2.0], [3.0, 4.0])
    f = tf.function(lambda a: a * 2)
    out = [f(v).numpy().tolist(), f(w).numpy().tolist(), f(v).numpy().tolist(), f.experimental_get_tracing_count()]
    w.assign([9.0, 9.0])
    return out + [f(w).numpy().tolist(), f.experimental_get_tracing_count()] + [signature(c) for c in f._list_all_concrete_functions()]


def case_variables_assigned():
    v, w = variables(1.0, 10.0)

    @tf.function
    def f(a, b):
        a.assign_add(b * 2)
        return a + 1

    out = [float(f(v, 1.0)), float(f(w, 1.0)), float(f(v, 1.0)), float(v), float(w), f.experimental_get_tracing_count()]
    return out


def case_variables_of_other_kinds():
    out = []
    for made in (
        [tf.Variable(1.0), tf.Variable(1)],
        [tf.Variable([1.0]), tf.Variable([1.0, 2.0])],
        [tf.Variable(1.0), tf.Variable(1.0, trainable=False)],
        [tf.Variable([1.0], shape=[None]), tf.Variable([1.0])],
        [tf.Variable([1.0]), tf.Variable([1.0], shape=[None]), tf.Variable([1.0, 2.0], shape=[None])],
        [tf.Variable(1.0, name="a"), tf.Variable(1.0, name="b")],
        [tf.Variable(1.0), tf.constant(1.0), 1.0],
        [tf.constant(1.0), tf.Variable(1.0)],
        [tf.Variable("a"), tf.Variable("b")],
        [tf.Variable(1.0, aggregation=tf.VariableAggregation.SUM), tf.Variable(1.0, aggregation=tf.VariableAggregation.MEAN)],
        [tf.Variable(1.0), tf.Variable(1.0, synchronization=tf.VariableSynchronization.ON_READ)],
        [tf.Variable(1.0, constraint=tf.nn.relu), tf.Variable(2.0)],
    ):
        f = tf.function(lambda a: tf.convert_to_tensor(a))
        seen = []
        for v in made:
            f(v)
            seen.append(f.experimental_get_tracing_count())
        out += [seen, *[signature(c) for c in f._list_all_concrete_functions()]]
    return "\n".join(map(str, out))


def case_variables_twice():
    v, w = variables(1.0, 2.0)
    f = tf.function(lambda a, b: a - b)
    seen = []
    for a, b in ((v, w), (w, v), (v, v), (w, w), (v, w)):
        seen += [float(f(a, b)), f.experimental_get_tracing_count()]
    return "\n".join(map(str, [seen, *[signature(c) for c in f._list_all_concrete_functions()]]))


def case_variables_in_structures():
    v, w, u = variables(1.0, 2.0, 3.0)
    f = tf.function(lambda s: tf.add_n([tf.convert_to_tensor(t) for t in tf.nest.flatten(s)]))
    seen = []
    for s in ([v, w], [w, v], [v, v], (v, w), {"a": v, "b": w}, {"a": w, "b": u}, [v, w, u], [v, w, v], [u, w, u], [v, x[0]], [w, x[1]]):
        seen += [float(f(s)), f.experimental_get_tracing_count()]
    return "\n".join(map(str, [seen, *[signature(c) for c in f._list_all_concrete_functions()]]))


def case_variables_captured_and_given():
    v, w = variables(1.0, 2.0)
    f = tf.function(lambda a: a + v)
    out = [float(f(v)), float(f(w)), f.experimental_get_tracing_count()]
    return out


def case_variable_gradients():
    v, w = variables(3.0, 4.0)
    f = tf.function(lambda a: a * a)
    out = []
    for u in (v, w, v):
        with tf.GradientTape() as tape:
            y = f(u)
        out += [float(y), float(tape.gradient(y, u))]
    return out + [f.experimental_get_tracing_count()]


def case_variable_identity_inside():
    v, w = variables(3.0, 4.0)
    seen = []

    @tf.function
    def f(a):
        seen.append((a is v, a is w, type(a).__name__, a.name, a.shape, a.trainable))
        return a + 0

    f(v)
    f(w)
    return seen


def case_variable_returned():
    v, w = variables(3.0, 4.0)
    f = tf.function(lambda a: a)
    out = [f(v), f(w), f.experimental_get_tracing_count()]
    return [type(o).__name__ for o in out] + [float(o) for o in out]


def case_variables_gone():
    f = tf.function(lambda a: a + 0)
    seen = []
    for n in range(4):
        seen += [float(f(tf.Variable(float(n)))), f.experimental_get_tracing_count()]
    return seen


def case_variables_in_modules():
    class M(tf.Module):
        def __init__(self, value):
            super().__init__()
            self.v = tf.Variable(value)

    f = tf.function(lambda m: m.v * 2)
    a, b = M(1.0), M(2.0)
    return float(f(a)), float(f(b)), float(f(a)), f.experimental_get_tracing_count()


def case_variables_by_keyword():
    v, w = variables(1.0, 2.0)
    f = tf.function(lambda a=None, b=None: a - b)
    out = [float(f(a=v, b=w)), float(f(b=v, a=w)), float(f(v, b=w)), f.experimental_get_tracing_count()]
    return out + [signature(c) for c in f._list_all_concrete_functions()]


def case_variables_nested_functions():
    v, w = variables(1.0, 2.0)
    inner = tf.function(lambda a: a * 10)
    outer = tf.function(lambda a, b: inner(a) + inner(b))
    out = [float(outer(v, w)), float(outer(w, v)), outer.experimental_get_tracing_count(), inner.experimental_get_tracing_count()]
    return out


def case_concrete_function_with_other_variables():
    v, w = variables(1.0, 2.0)
    c = tf.function(lambda a, b: a * b).get_concrete_function(v, tf.TensorSpec([]))
    out = [float(c(u, tf.constant(3.0))) for u in (v, w, v)]
    w.assign(7.0)
    return out + [float(c(w, b=tf.constant(3.0))), float(c(a=w, b=tf.constant(2.0)))]


def case_concrete_function_with_variables_of_another_kind():
    c = tf.function(lambda a, b: a * b).get_concrete_function(tf.Variable(1.0), tf.TensorSpec([]))
    out = []
    for u in (tf.Variable([1.0, 2.0]), tf.Variable(1.0, trainable=False)):
        try:
            out.append(float(c(u, tf.constant(3.0))))
        except Exception as e:
            out.append(type(e).__name__)
    return out


def case_variables_and_random_numbers():
    tf.random.set_seed(3)
    v, w = variables(0.0, 100.0)
    f = tf.function(lambda a: tf.random.uniform([]) + a)
    return [round(float(f(u)), 5) for u in (v, w, v, w)], f.experimental_get_tracing_count()


def case_variables_assigned_in_functions_within():
    v, w = variables([1.0, 2.0], [3.0, 4.0])

    @tf.function
    def inner(a, x):
        a.assign_add(x)
        return tf.reduce_sum(a)

    @tf.function
    def outer(a):
        return inner(a, [1.0, 1.0]) * 2 + inner(a, [2.0, 2.0])

    out = [float(outer(v)), float(outer(w)), float(outer(v)), v.numpy().tolist(), w.numpy().tolist()]
    return out + [outer.experimental_get_tracing_count()]


def case_variables_updated_by_rows():
    v, w = variables([[1.0], [2.0]], [[3.0], [4.0]])

    @tf.function
    def f(a, rows, i):
        a.scatter_nd_add(i, rows)
        a[0].assign([9.0])
        return tf.gather(a, [1, 0]), tf.shape(a), a.sparse_read([1])

    made = [tf.nest.map_structure(lambda t: t.numpy().tolist(), f(u, [[5.0]], [[1]])) for u in (v, w, v)]
    return made, f.experimental_get_tracing_count()


def case_optimizer_like_steps():
    v, w = variables([1.0, 2.0], [3.0, 4.0])

    @tf.function
    def step(variable, gradient, slot):
        slot.assign(0.9 * slot + gradient)
        variable.assign_sub(0.1 * slot)

    slots = [tf.Variable(tf.zeros([2]), trainable=False) for _ in range(2)]
    for _ in range(3):
        for u, s in zip((v, w), slots):
            step(u, u * 2.0, s)
    return [u.numpy().round(5).tolist() for u in (v, w, *slots)], step.experimental_get_tracing_count()


def _nested(create):
    """What a function that calls another one gives, which creates a variable, and how often both were traced."""
    made, traces = {}, [0, 0]

    @tf.function(reduce_retracing=True)
    def inner(a):
        traces[1] += 1
        if not made:
            made["v"] = create()
        return a * made["v"]

    @tf.function
    def outer(numbers):
        traces[0] += 1
        return inner(next(numbers))

    out = []
    for _ in range(2):
        try:
            out.append(float(outer(iter([tf.constant(3.0), tf.constant(4.0)]))))
        except Exception as e:
            out.append(type(e).__name__)
    return out, traces


def case_variables_created_in_functions_within():
    return _nested(lambda: tf.Variable(1.0))


def case_initial_values_computed_in_functions_within():
    return _nested(lambda: tf.Variable(tf.ones([])))


def case_variables_created_outside_of_functions_within():
    def outside_of_the_graph():
        with tf.init_scope():
            return tf.Variable(1.0)

    return _nested(outside_of_the_graph)


def case_variables_created_late_in_functions_within():
    made = []

    @tf.function
    def outer(a, new):
        @tf.function
        def inner(x):
            if len(made) < 1:
                made.append(tf.Variable(2.0))
            return x * made[-1]

        return inner(a) if new else a + 1.0

    return [float(outer(tf.constant(3.0), new)) for new in (False, True, True)], len(made)


def case_creators_around_functions_within():
    seen, made = [], []

    def creator(next_creator, **options):
        seen.append(options["initial_value"])
        return next_creator(**options)

    @tf.function
    def inner(a):
        if not made:
            made.append(tf.Variable(5.0))
        return a * made[0]

    @tf.function
    def outer(a):
        return inner(a) + 1.0

    with tf.variable_creator_scope(creator):
        out = float(outer(tf.constant(2.0)))
    return out, seen, made[0].trainable


def case_what_is_assigned_is_read_where_it_is_used():
    v, w = tf.Variable(1.0), tf.Variable([1.0, 2.0])

    @tf.function
    def read_late():
        first = v.assign_add(1.0)
        early = first + 0.0
        v.assign_add(1.0)
        return early, first * 1.0, first, v.assign(5.0).value(), v.assign_sub(1.0).read_value()

    @tf.function
    def differentiated(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w.assign_add(x)) * w)
        return tape.gradient(loss, w)

    @tf.function
    def in_turns(x):
        for _ in tf.range(3):
            q = v.assign_add(1.0)
            x += q
            v.assign_add(1.0)
            x += q
        return x

    @tf.function
    def chosen(x):
        found = tf.cond(x > 0, lambda: v.assign(7.0), lambda: v.assign(8.0))
        v.assign(9.0)
        return found

    return read_late(), differentiated(tf.ones([2])), in_turns(0.0), chosen(tf.constant(1.0)), chosen(tf.constant(-1.0))

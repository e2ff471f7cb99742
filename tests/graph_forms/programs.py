"""Programs whose graphs are written: `case_NAME(tf)` gives (function, its arguments as arrays).

They are called within a graph, in which their variables are. `scripts/record_graph_forms.py` records what TensorFlow gives,
`scripts/check_graph_defs.py` lets TensorFlow run what is written here.
"""

import numpy as np

X = np.array([1.0, -2.0, 3.0], np.float32)
M = np.array([[1.0, 2.0], [3.0, 4.0], [-5.0, 6.0]], np.float32)
N = np.int32(3)


# ---------------------------------------------------------------------- branches
def case_if(tf):
    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 1:
            x = x * 2
        else:
            x = x - 1
        return x

    return f, [X]


def case_if_else_taken(tf):
    return tf.function(lambda x: tf.cond(x[0] > 5, lambda: x + 1, lambda: x * 3)), [X]


def case_if_captures_of_both(tf):
    @tf.function
    def f(x, y):
        a, b = x + y, x - y
        return tf.cond(y > 0, lambda: (a, b * 2), lambda: (b, a)), a

    return f, [X, np.float32(2)]


def case_if_nested(tf):
    @tf.function
    def f(x, n):
        if n > 0:
            if n > 2:
                y = x * 2
            else:
                y = x * 3
        else:
            y = -x
        return y

    return f, [X, N]


def case_if_of_variable(tf):
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(x):
        return tf.cond(x[0] > 0, lambda: x * v, lambda: x - 1)

    return f, [X]


def case_if_assigns(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        if x[0] > 0:
            v.assign_add(2.0)
        else:
            v.assign(7.0)
        return v * x

    return f, [X]


def case_if_of_strings(tf):
    f = tf.function(lambda s: tf.cond(tf.strings.length(s) > 3, lambda: s + "!", lambda: tf.constant("short")))
    return f, [np.array(b"longer", object)]


def case_case(tf):
    @tf.function
    def f(x, n):
        return tf.switch_case(n, [lambda: x, lambda: x * 2, lambda: x * 3, lambda: x * 4])

    return f, [X, N]


def case_case_default(tf):
    @tf.function
    def f(x, n):
        return tf.switch_case(n, {0: lambda: x, 1: lambda: x * 2}, default=lambda: -x)

    return f, [X, np.int32(9)]


def case_case_of_predicates(tf):
    return tf.function(lambda x: tf.case([(x[0] > 1, lambda: x), (x[1] < 0, lambda: x * 2)], default=lambda: -x)), [X]


def case_if_in_loop(tf):
    @tf.function
    def f(x, n):
        for i in tf.range(n):
            if tf.equal(i % 2, 0):
                x = x + 1.0
            else:
                x = x * 2.0
        return x

    return f, [X, N]


# ---------------------------------------------------------------------- loops
def case_while(tf):
    @tf.function
    def f(x, n):
        i = 0
        while i < n:
            x = x * 2
            i += 1
        return x, i

    return f, [X, N]


def case_while_maximum(tf):
    return tf.function(lambda x: tf.while_loop(lambda i, y: i < 100, lambda i, y: (i + 1, y + 1), [0, x], maximum_iterations=4)), [X]


def case_while_maximum_tensor(tf):
    return tf.function(lambda x, n: tf.while_loop(lambda y: True, lambda y: (y + 1,), [x], maximum_iterations=n)), [X, N]


def case_while_captures(tf):
    @tf.function
    def f(x, n):
        step, limit = x * 0.5, tf.cast(n, tf.float32) * 2
        y = x
        while tf.reduce_sum(y) < limit:
            y = y + step
        return y, step

    return f, [X, N]


def case_while_variable(tf):
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(x, n):
        i = 0
        while i < n:
            x += v
            i += 1
        return x

    return f, [X, N]


def case_while_assigns(tf):
    v = tf.Variable(0.0)

    @tf.function
    def f(x, n):
        for _ in tf.range(n):
            v.assign_add(tf.reduce_sum(x))
        return v.read_value()

    return f, [X, N]


def case_while_nested(tf):
    @tf.function
    def f(x, n):
        for i in tf.range(n):
            for j in tf.range(i):
                x = x + tf.cast(j, tf.float32)
        return x

    return f, [X, N]


def case_while_break(tf):
    @tf.function
    def f(x):
        total = 0.0
        for r in x:
            if r < 0:
                break
            total += r
        return total

    return f, [X]


def case_while_continue(tf):
    @tf.function
    def f(x):
        total = 0.0
        for r in x:
            if r < 0:
                continue
            total += r
        return total

    return f, [X]


def case_while_shape_invariants(tf):
    @tf.function
    def f(x):
        shapes = [tf.TensorShape([]), tf.TensorShape([None])]
        return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.concat([y, y], 0)), [0, x], shape_invariants=shapes)[1]

    return f, [X]


def case_while_no_turn(tf):
    return tf.function(lambda x, n: tf.while_loop(lambda i, y: i > n, lambda i, y: (i + 1, y + 1), [0, x])), [X, N]


def case_while_integers(tf):
    @tf.function
    def f(n):
        a, b = tf.constant(0, tf.int64), tf.constant(1, tf.int64)
        for _ in tf.range(n * 7):
            a, b = b, a + b
        return a

    return f, [N]


def case_while_passes_a_value(tf):
    return tf.function(lambda x: tf.while_loop(lambda i, a, b: i < 2, lambda i, a, b: (i + 1, b, a), [0, x, x * 2])), [X]


def case_for_rows(tf):
    @tf.function
    def f(m):
        total = tf.zeros([2])
        for row in m:
            total = total * 0.5 + row
        return total

    return f, [M]


def case_for_rows_unknown(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def f(m):
        total = tf.zeros([2])
        for row in m:
            total += row
        return total

    return f, [M]


# ---------------------------------------------------------------------- rows and arrays
def case_map(tf):
    return tf.function(lambda m: tf.map_fn(lambda r: r * 2 + 1, m)), [M]


def case_map_dtypes(tf):
    return tf.function(lambda m: tf.map_fn(lambda r: (tf.reduce_sum(r), r > 0), m, fn_output_signature=(tf.float32, tf.bool))), [M]


def case_map_captures(tf):
    @tf.function
    def f(m, x):
        y = x * 2
        return tf.map_fn(lambda r: r * y[0] + x[1], m)

    return f, [M, X]


def case_map_variable(tf):
    v = tf.Variable([2.0, 3.0])
    return tf.function(lambda m: tf.map_fn(lambda r: r * v, m)), [M]


def case_map_strings(tf):
    return tf.function(lambda s: tf.map_fn(lambda t: tf.strings.join([t, "?"]), s)), [np.array([b"a", b"bc"], object)]


def case_scan(tf):
    return tf.function(lambda x: tf.scan(lambda a, r: a * 2 + r, x)), [X]


def case_scan_initial(tf):
    return tf.function(lambda x: tf.scan(lambda a, r: a + r, x, initializer=tf.constant(10.0))), [X]


def case_scan_reverse(tf):
    return tf.function(lambda x: tf.scan(lambda a, r: a * 2 + r, x, initializer=tf.constant(1.0), reverse=True)), [X]


def case_foldl(tf):
    return tf.function(lambda m: tf.foldl(lambda a, r: a - r, m)), [M]


def case_foldr(tf):
    return tf.function(lambda m: tf.foldr(lambda a, r: a - r, m)), [M]


def case_vectorized_map(tf):
    return tf.function(lambda m: tf.vectorized_map(lambda r: tf.reduce_sum(r * r), m)), [M]


def case_array_write(tf):
    @tf.function
    def f(x, n):
        made = tf.TensorArray(tf.float32, size=n)
        for i in tf.range(n):
            made = made.write(i, x * tf.cast(i, tf.float32))
        return made.stack()

    return f, [X, N]


def case_array_grows(tf):
    @tf.function
    def f(x):
        made = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for r in x:
            made = made.write(made.size(), r * 2)
        return made.stack(), made.size()

    return f, [X]


def case_array_reads(tf):
    @tf.function
    def f(m):
        held = tf.TensorArray(tf.float32, size=3).unstack(m)
        return held.read(1), held.gather([2, 0]), held.concat()

    return f, [M]


def case_array_scatter(tf):
    @tf.function
    def f(m):
        return tf.TensorArray(tf.float32, size=4, element_shape=[2]).scatter([3, 0, 1], m).stack()

    return f, [M]


def case_array_split(tf):
    @tf.function
    def f(x):
        held = tf.TensorArray(tf.float32, size=2, infer_shape=False).split(x, [1, 2])
        return held.read(0), held.read(1)

    return f, [X]


# ---------------------------------------------------------------------- calls
def case_call(tf):
    g = tf.function(lambda x: x * 2)
    return tf.function(lambda x: g(x) + g(x + 1)), [X]


def case_call_of_variable(tf):
    v = tf.Variable([1.0, 2.0, 3.0])
    g = tf.function(lambda x: x * v)
    return tf.function(lambda x: g(x) + v), [X]


def case_call_assigns(tf):
    v, w = tf.Variable(1.0), tf.Variable(5.0)

    @tf.function
    def g(x):
        v.assign_add(tf.reduce_sum(x))
        return w + 1

    @tf.function
    def f(x):
        before = v + 0.0
        made = g(x)
        return before, made, v.read_value()

    return f, [X]


def case_call_captures(tf):
    @tf.function
    def f(x):
        y = x * 2
        g = tf.function(lambda z: z + y)
        return g(x), y

    return f, [X]


def case_call_structures(tf):
    g = tf.function(lambda d: {"sum": d["a"] + d["b"][0], "none": None, "product": d["a"] * d["b"][1]})
    return tf.function(lambda x: g({"a": x, "b": (x, x * 2)})["product"]), [X]


def case_call_in_loop(tf):
    v = tf.Variable(2.0)
    g = tf.function(lambda x: x * v)

    @tf.function
    def f(x, n):
        for _ in tf.range(n):
            x = g(x)
        return x

    return f, [X, N]


def case_call_twice_nested(tf):
    v = tf.Variable(2.0)
    g = tf.function(lambda x: x * v)
    h = tf.function(lambda x: g(x) + 1)
    return tf.function(lambda x: h(h(x))), [X]


# ---------------------------------------------------------------------- variables and effects
def case_order_of_updates(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        a = v + x
        v.assign(10.0)
        b = v + x
        v.assign_sub(3.0)
        return a, b, v + x

    return f, [X]


def case_two_variables(tf):
    v, w = tf.Variable([1.0, 2.0, 3.0]), tf.Variable(4.0)
    return tf.function(lambda x: (x * v + w, w.assign_add(1.0), v.assign(x))), [X]


def case_integer_variable(tf):
    v = tf.Variable(3)
    return tf.function(lambda n: v.assign_add(n) * 2), [N]


def case_rows_of_variable(tf):
    v = tf.Variable(M)
    return tf.function(lambda n: tf.gather(v, [n - 1, 0])), [N]


def case_scatter(tf):
    v = tf.Variable(M)

    @tf.function
    def f(x):
        v.scatter_update(tf.IndexedSlices(tf.expand_dims(x[:2], 0), tf.constant([1])))
        return v.read_value()

    return f, [X]


def case_assert(tf):
    @tf.function
    def f(x):
        tf.debugging.assert_greater(x, -5.0)
        tf.debugging.Assert(x[0] > 0, [x])
        return x * 2

    return f, [X]


def case_control_dependencies(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        with tf.control_dependencies([v.assign(4.0)]):
            return v * x

    return f, [X]


def case_group(tf):
    v, w = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def f(x):
        with tf.control_dependencies([tf.group(v.assign(4.0), w.assign(5.0))]):
            return v + w + x

    return f, [X]


# ---------------------------------------------------------------------- several outputs, constants, dtypes
def case_several_outputs(tf):
    return tf.function(lambda m: (tf.split(m, 2, 1), tf.unstack(m), tf.math.top_k(m, 1), tf.unique([3, 1, 3]))), [M]


def case_lists_of_outputs(tf):
    def f(x):
        parts = tf.sparse.split(tf.sparse.from_dense(tf.linalg.diag(x)), 2, axis=0)
        return [p.values for p in parts]

    return tf.function(f), [X]


def case_input_given_back(tf):
    return tf.function(lambda x, n: (x, n, x)), [X, N]


def case_constant_only(tf):
    return tf.function(lambda x: (tf.constant([1, 2]), x)), [X]


def case_large_constant(tf):
    table = tf.constant(np.arange(1000, dtype=np.float32))
    return tf.function(lambda n: tf.gather(table, n) + table[:2]), [N]


def case_matrix_model(tf):
    w, b = tf.Variable(np.ones((2, 4), np.float32)), tf.Variable(np.arange(4, dtype=np.float32))
    return tf.function(lambda m: tf.nn.softmax(tf.nn.relu(m @ w + b))), [M]


def case_stop_gradient(tf):
    return tf.function(lambda x: tf.stop_gradient(x) * x), [X]


def case_custom_gradient(tf):
    @tf.custom_gradient
    def g(x):
        return x * x, lambda dy: dy * 10

    return tf.function(lambda x: g(x) + 1), [X]


def case_recorded(tf):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        del tape
        return y

    return f, [X]


def case_strings(tf):
    return tf.function(lambda s: tf.strings.upper(tf.strings.join([s, "-", s]))), [np.array([b"a", b"bc"], object)]


def case_half(tf):
    return tf.function(lambda x: tf.cast(tf.cast(x, tf.float16) * 2, tf.float32)), [X]


def case_names_in_capitals(tf):
    @tf.function
    def f(X, x_1):  # noqa: N803 - names that differ from those of nodes in case alone
        x = tf.identity(X, name="x")
        return x + x_1

    return f, [X, X]

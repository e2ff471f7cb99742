"""The nodes of traced functions and of the functions in them, with what they take and their attributes: arrays, loops and branches."""

import re

_OF_RUNTIME = {"config", "config_proto", "executor_type", "_XlaMustCompile"}


def _attribute(value):
    kind = value.WhichOneof("value")
    if kind == "tensor":
        array = tf.make_ndarray(value.tensor)
        return f"{array.dtype}{list(array.shape)}={array.ravel()[:6].tolist()}"
    if kind == "func":
        return _unnumbered(value.func.name)
    if kind == "shape":
        return "?" if value.shape.unknown_rank else str([d.size for d in value.shape.dim])
    if kind == "list":
        shapes = ["?" if s.unknown_rank else [d.size for d in s.dim] for s in value.list.shape]
        functions = [_unnumbered(f.name) for f in value.list.func]
        return str([*shapes, *functions, *value.list.type, *value.list.s, *value.list.i, *value.list.f, *value.list.b])
    return str(getattr(value, kind))


def _unnumbered(name):
    return re.sub(r"_\d+(?=_|$)", "", re.sub(r"^__inference_", "", name))


def _node(node):
    attributes = " ".join(f"{k}={_attribute(node.attr[k])}" for k in sorted(node.attr) if k not in _OF_RUNTIME)
    return re.sub(r"_\d+___redundant", "___redundant", f"{node.name} {node.op} ({', '.join(node.input)}) {attributes}")


def _listed(function, *specs):
    message = tf.function(function).get_concrete_function(*specs).graph.as_graph_def()
    listed = [_node(node) for node in message.node]
    for f in sorted(message.library.function, key=lambda f: (_unnumbered(f.signature.name), f.node_def[0].name)):
        arguments = [re.sub(r"_\d+___redundant", "___redundant", a.name) for a in f.signature.input_arg]
        listed.append(f"{_unnumbered(f.signature.name)} {arguments} {[a.name for a in f.signature.output_arg]}")
        listed += sorted(map(_node, f.node_def))
        listed += [f"{name}: {f.ret[name]}" for name in sorted(f.ret)]
    return listed


x = tf.TensorSpec([], tf.float32, name="x")
row = tf.TensorSpec([3], tf.float32, name="x")
rows = tf.TensorSpec([None, 3], tf.float32, name="x")
n = tf.TensorSpec([], tf.int32, name="n")


def case_loop_over_arrays():
    def f(x):
        count = tf.shape(x)[0]
        given = tf.TensorArray(tf.float32, size=count).unstack(x)
        made = tf.TensorArray(tf.float32, size=count, element_shape=[3])
        time = tf.constant(0, name="time")

        def body(t, made, h):
            return t + 1, made.write(t, given.read(t) + h), h * 2.0

        return tf.while_loop(lambda t, *_: t < count, body, [time, made, x[0]], maximum_iterations=count)[1].stack()

    return _listed(f, rows)


def case_loop_in_a_scope():
    def f(n):
        with tf.name_scope("outer"):
            made = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
            for i in tf.range(n):
                made = made.write(i, tf.cast(i, tf.float32))
            return made.stack(), made.size()

    return _listed(f, n)


def case_methods_of_arrays():
    def f(x):
        parts = tf.TensorArray(tf.float32, size=3, infer_shape=False).split(x, [1, 2, 1])
        four = tf.TensorArray(tf.float32, size=4, element_shape=[2]).scatter([0, 1, 2, 3], x)
        return parts.concat(), four.gather([1, 2]), four.stack()

    return _listed(f, tf.TensorSpec([4, 2], name="x"))


def case_named_methods():
    def f(x):
        parts = tf.TensorArray(tf.float32, size=3, infer_shape=False, name="a", dynamic_size=True).split(x, [1, 2, 1], name="b")
        four = tf.TensorArray(tf.float32, size=4, element_shape=[2], name="d").scatter([0, 1, 2, 3], x, name="e")
        other = tf.TensorArray(tf.float32, size=4, element_shape=[2]).unstack(x, name="f").write(0, x[0], name="g")
        return parts.concat(name="c"), four.gather([1, 2], name="h"), parts.size(name="i"), other.stack(name="j"), other.read(1, name="k")

    return _listed(f, tf.TensorSpec([4, 2], name="x"))


def case_arrays_after_loops():
    def f(x):
        one = tf.TensorArray(tf.float32, size=2, element_shape=[3])
        for i in tf.range(2):
            one = one.write(i, x)
        two = tf.TensorArray(tf.float32, size=2, element_shape=[3])
        two = tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a.write(i, x)), [0, two])[1]
        three = tf.TensorArray(tf.float32, size=2, element_shape=[3])
        return one.stack(), two.stack(), three.write(0, x).stack()

    return _listed(f, row)


def case_loop_in_a_loop():
    def f(x):
        made = tf.TensorArray(tf.float32, size=0, element_shape=[3], dynamic_size=True)
        for i in tf.range(4):
            if i > 2:
                made = made.write(made.size(), x)
            for j in tf.range(2):
                made = made.write(i + j, x)
        return made.stack()

    return _listed(f, row)


def case_passed_through_a_branch():
    return _listed(lambda x: tf.cond(x > 0, lambda: (x + 1.0, x), lambda: (x, 2.0)), x)


class _Total(tf.keras.layers.Layer):
    """A cell of one's own, with two outputs."""

    state_size = [3, tf.TensorShape([2, 2])]
    output_size = [3, 3]

    def call(self, x, states):
        total = x + states[0]
        return [total, total * 2.0], [total, states[1] + 1.0]


def _layer(make):
    """What `make` gives, a layer, with the names of a program that begins."""
    tf.keras.backend.clear_session()
    return make()


def _of_layer(make, shape):
    layer = _layer(make)
    return _listed(lambda x: layer(x), tf.TensorSpec(shape, name="x"))


def case_simple_recurrence():
    return _of_layer(lambda: tf.keras.layers.SimpleRNN(4), [None, 5, 3])


def case_simple_recurrence_backwards():
    options = dict.fromkeys(["go_backwards", "return_sequences", "return_state", "stateful"], True)
    return _of_layer(lambda: tf.keras.layers.SimpleRNN(4, **options), [2, 5, 3])


def case_stacked_cells():
    return _of_layer(
        lambda: tf.keras.layers.RNN([tf.keras.layers.LSTMCell(4), tf.keras.layers.GRUCell(2)], return_sequences=True), [None, 5, 3]
    )


def case_gates_that_reset_before():
    return _of_layer(lambda: tf.keras.layers.GRU(4, reset_after=False), [None, None, 3])


def case_another_activation():
    return _of_layer(lambda: tf.keras.layers.LSTM(4, activation="relu", time_major=True), [2, 5, 3])


def case_cell_of_a_program():
    layer = _layer(lambda: tf.keras.layers.RNN(_Total(), return_sequences=True, return_state=True))
    return _listed(lambda x: layer(x), tf.TensorSpec([None, 5, 3], name="x"))


def case_unrolled_cell():
    layer = _layer(lambda: tf.keras.layers.RNN(tf.keras.layers.SimpleRNNCell(3), unroll=True))
    return _listed(lambda x, m: layer(x, mask=m), tf.TensorSpec([2, 3, 3], name="x"), tf.TensorSpec([2, 3], tf.bool, name="m"))


def case_films():
    # In any order, in which the axis of a split comes after what is split.
    return sorted(_of_layer(lambda: tf.keras.layers.ConvLSTM1D(2, 3, return_sequences=True), [None, 4, 8, 3]))


def case_sizes_of_parts():
    return _listed(lambda x: tf.split(x, [1, 2], axis=1), tf.TensorSpec([2, 3], name="x"))


def case_rows_mapped():
    pair = tf.TensorSpec([4, 3], name="x")
    return _listed(lambda x: tf.map_fn(lambda p: p[0] * p[1], (x, x[:, 0]), fn_output_signature=tf.float32), pair)


def case_rows_scanned():
    return _listed(lambda x: tf.scan(lambda a, r: a + r, x[:, 0], initializer=0.0), tf.TensorSpec([4, 3], name="x"))

"""What graphs, operations and tensors tell of themselves."""

import numpy as np

v1 = tf.compat.v1


def _in_graph(build):
    with tf.Graph().as_default() as g:
        return build(g)


def _told(*functions):
    made = []
    for f in functions:
        try:
            made.append(f())
        except Exception as e:
            made.append((type(e).__name__, str(e)))
    return made


def case_names():
    def build(g):
        x = v1.placeholder(tf.float32, [None, 4], name="x")
        tf.reduce_sum(x, 1)
        tf.reduce_mean(x)
        x[:, 1:2]
        tf.reshape(x, [-1])
        tf.concat([x, x], 0)
        tf.expand_dims(x, 0)
        tf.split(x, 2, 1)
        tf.transpose(x)
        tf.argmax(x, 1)
        tf.tile(x, [1, 2])
        tf.pad(x, [[0, 0], [1, 1]])
        tf.gather(x, [0], axis=1)
        tf.squeeze(x[:1])
        tf.cast(x, tf.int32)
        tf.stack([x, x])
        tf.nn.relu(x) + 1.0
        -x * 2.0 / 3.0 - x
        x**2.0
        tf.cumsum(x, 1)
        return [(o.name, o.type, [i.name for i in o.inputs]) for o in g.get_operations()]

    return "\n".join(map(str, _in_graph(build)))


def case_reprs():
    def build(g):
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        y = tf.add(x, 1.0, name="y")
        u = v1.placeholder(tf.int32)
        with tf.device("/cpu:0"):
            d = tf.identity(x, name="d")
        return repr(x), str(x), repr(y.op), str(u), repr(u), str(d), repr(d), d.device, d.op.device, f"{x}"

    return "\n".join(_in_graph(build))


def case_node_def():
    def build(g):
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        y = tf.matmul(x, [[1.0], [2.0]], transpose_a=False, name="y")
        r = tf.reduce_sum(y, axis=0, keepdims=True, name="r")
        c = tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 1, "SAME", name="c")
        m = tf.nn.max_pool2d(c, 2, 2, "VALID", name="m")
        s = tf.strided_slice(y, [0], [1], [1], name="s")
        k = tf.constant([[1, 2]], tf.int64, name="k")
        b = tf.nn.bias_add(c, [1.0], name="b")
        t = tf.cast(y, tf.float64, name="t")
        o = tf.one_hot([0], 2, name="o")
        a = tf.argmax(y, 1, name="a")
        return [
            (
                n.op.name,
                n.op.node_def.op,
                list(n.op.node_def.input),
                sorted((q, str(v).replace("\n", " ")) for q, v in n.op.node_def.attr.items()),
            )
            for n in (x, y, r, c, m, s, k, b, t, o, a)
        ]

    return "\n".join(map(str, _in_graph(build)))


def case_attributes():
    def build(g):
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        y = tf.matmul(x, [[1.0], [2.0]]).op
        c = tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), [1, 2, 2, 1], "SAME").op
        k = tf.constant([1, 2]).op
        return _told(
            lambda: y.get_attr("T"),
            lambda: y.get_attr("transpose_a"),
            lambda: y.get_attr("nope"),
            lambda: c.get_attr("strides"),
            lambda: c.get_attr("padding"),
            lambda: c.get_attr("data_format"),
            lambda: c.get_attr("explicit_paddings"),
            lambda: x.op.get_attr("shape"),
            lambda: x.op.get_attr("dtype"),
            lambda: str(k.get_attr("value")),
            lambda: k.get_attr("dtype"),
            lambda: tf.reduce_sum(x, 1).op.get_attr("keep_dims"),
            lambda: tf.stack([x, x]).op.get_attr("N"),
            lambda: tf.cast(x, tf.int32).op.get_attr("DstT"),
            lambda: y.get_attr("_class"),
        )

    return "\n".join(map(str, _in_graph(build)))


def case_op_def():
    def build(g):
        y = tf.matmul([[1.0]], [[2.0]])
        d = y.op.op_def
        return (
            d.name,
            [(a.name, a.type_attr) for a in d.input_arg],
            [a.name for a in d.output_arg],
            [(a.name, a.type) for a in d.attr],
            d.is_stateful,
            tf.random.uniform([2]).op.op_def.is_stateful,
            type(d).__name__,
        )

    return _in_graph(build)


def case_inputs_and_consumers():
    def build(g):
        x = v1.placeholder(tf.float32, [2], name="x")
        with tf.control_dependencies([x]):
            y = tf.identity(tf.constant(1.0), name="y")
            z = tf.add(y, 1.0, name="z")
        a, b = tf.split(x, 2)
        return [
            x.consumers(),
            y.op.control_inputs,
            z.op.control_inputs,
            z.op.inputs[0],
            len(z.op.inputs),
            a.op.outputs,
            a.op.values(),
            b.value_index,
            a.op is b.op,
            x.op.type,
            x.graph is g,
            x.op.graph is g,
            list(z.op.inputs),
            z.op._id > y.op._id if hasattr(y.op, "_id") else True,
        ]

    return "\n".join(map(str, _in_graph(build)))


def case_look_ups():
    def build(g):
        x = v1.placeholder(tf.float32, [2], name="x")
        w = v1.get_variable("w", [2])
        other = tf.Graph()
        with other.as_default():
            o = tf.constant(1.0, name="o")
        return _told(
            lambda: g.get_tensor_by_name("x:0"),
            lambda: g.get_tensor_by_name("x"),
            lambda: g.get_tensor_by_name("x:1"),
            lambda: g.get_tensor_by_name("nope:0"),
            lambda: g.get_tensor_by_name(3),
            lambda: g.get_operation_by_name("x"),
            lambda: g.get_operation_by_name("nope"),
            lambda: g.get_operation_by_name(3),
            lambda: g.get_operation_by_name("x:0"),
            lambda: g.as_graph_element("x:0"),
            lambda: g.as_graph_element("x"),
            lambda: g.as_graph_element(x),
            lambda: g.as_graph_element(x.op),
            lambda: g.as_graph_element("x:0", allow_tensor=False),
            lambda: g.as_graph_element("x", allow_operation=False),
            lambda: g.as_graph_element("q", allow_operation=False),
            lambda: g.as_graph_element(x, allow_tensor=False),
            lambda: g.as_graph_element(x.op, allow_operation=False),
            lambda: g.as_graph_element(3),
            lambda: g.as_graph_element(w),
            lambda: g.as_graph_element("x:x"),
            lambda: g.as_graph_element("y:0"),
            lambda: g.as_graph_element("y"),
            lambda: g.as_graph_element("x:7"),
            lambda: g.as_graph_element(o),
            lambda: g.as_graph_element(o.op),
            lambda: g.as_graph_element(x, allow_tensor=False, allow_operation=False),
        )

    return "\n".join(map(str, _in_graph(build)))


def case_unique_names():
    def build(g):
        made = [
            g.unique_name("a"),
            g.unique_name("a"),
            g.unique_name("A"),
            g.unique_name("a", mark_as_used=False),
            g.unique_name("a"),
            g.unique_name("a_1"),
            g.unique_name("b/c"),
            g.unique_name("b/c"),
            g.unique_name("b"),
        ]
        with g.name_scope("s") as scope:
            made += [scope, g.unique_name("a"), tf.constant(1, name="a").name]
            with g.name_scope("s") as inner:
                made.append(inner)
            with g.name_scope(None) as none:
                made += [none, tf.constant(1, name="top").name]
            with g.name_scope("") as none:
                made += [none]
        with g.name_scope("s") as scope:
            made.append(scope)
        with g.name_scope("s/") as scope:
            made += [scope, tf.constant(1, name="k").name]
        with tf.name_scope("S") as scope:
            made.append(scope)
        return made

    return _in_graph(build)


def case_bad_scopes():
    def build(g):
        def enter(name, f=None):
            with (f or g.name_scope)(name) as s:
                return s

        return _told(
            lambda: enter("a b"),
            lambda: enter("_a"),
            lambda: enter("a$"),
            lambda: enter(3),
            lambda: enter("a/b"),
            lambda: enter("-"),
            lambda: tf.constant(1, name="a b").name,
            lambda: tf.constant(1, name="_a").name,
            lambda: enter(None, tf.name_scope),
            lambda: enter("x>y"),
            lambda: enter("1a"),
            lambda: enter(".a"),
        )

    return "\n".join(map(str, _in_graph(build)))


def case_collections():
    def build(g):
        x = tf.constant(1.0, name="s/x")
        y = tf.constant(1.0, name="t/y")
        g.add_to_collection("k", x)
        g.add_to_collection("k", y)
        g.add_to_collections(["k", "m", "k"], 3)
        g.add_to_collections("m", "v")
        made = [
            g.get_collection("k"),
            g.get_collection("k", "s"),
            g.get_collection("k", "s/.*"),
            g.get_collection("none"),
            g.get_collection("m"),
            sorted(g.get_all_collection_keys()),
            sorted(g.collections),
        ]
        g.get_collection_ref("new").append(1)
        g.get_collection("k").append(5)
        made += [g.get_collection("new"), len(g.get_collection("k")), g.get_collection_ref("k") is g.get_collection_ref("k")]
        g.clear_collection("k")
        return [*made, g.get_collection("k"), sorted(g.get_all_collection_keys())]

    return "\n".join(map(str, _in_graph(build)))


def case_finalize():
    def build(g):
        tf.constant(1.0)
        before = g.finalized, g.version
        g.finalize()
        return [
            before,
            g.finalized,
            *_told(
                lambda: tf.constant(1.0),
                lambda: g.add_to_collection("a", 1),
                lambda: g.get_collection("a"),
                lambda: g.unique_name("q"),
                lambda: g.get_collection_ref("b"),
                lambda: g.clear_collection("a"),
            ),
        ]

    return "\n".join(map(str, _in_graph(build)))


def case_version():
    def build(g):
        made = [g.version]
        tf.constant(1.0)
        made.append(g.version)
        tf.constant(1.0) + tf.constant(2.0)
        return [*made, g.version, g.building_function, g.seed, str(g.graph_def_versions).strip()]

    return _in_graph(build)


def case_feedable():
    def build(g):
        x = tf.constant(1.0, name="x")
        y = tf.add(x, 1.0, name="y")
        made = [g.is_feedable(x), g.is_fetchable(y), g.is_fetchable(y.op)]
        g.prevent_feeding(x)
        g.prevent_fetching(y.op)
        with v1.Session() as s:
            return (
                made
                + [g.is_feedable(x), g.is_fetchable(y), g.is_fetchable(y.op)]
                + _told(lambda: s.run(y), lambda: s.run(y.op), lambda: s.run("y:0"), lambda: s.run(x, {x: 2.0}), lambda: s.run(x))
            )

    return "\n".join(map(str, _in_graph(build)))


def case_control_dependencies():
    def build(g):
        a, b, c = (tf.constant(float(i), name=n) for i, n in enumerate("abc"))
        with g.control_dependencies([a]):
            with g.control_dependencies([b, a]):
                d = tf.constant(1.0, name="d")
                e = tf.identity(d, name="e")
                f = tf.identity(c, name="f")
                with g.control_dependencies(None):
                    h = tf.constant(1.0, name="h")
                    with g.control_dependencies([c]):
                        i = tf.constant(1.0, name="i")
            j = tf.identity(b, name="j")
            k = tf.identity(a, name="k")
        w = v1.get_variable("w", [2])
        with tf.control_dependencies([w]):
            m = tf.no_op(name="m")
        return [(o.name, [q.name for q in o.control_inputs]) for o in (d.op, e.op, f.op, h.op, i.op, j.op, k.op, m)] + _told(
            lambda: g.control_dependencies(3).__enter__(),
            lambda: g.control_dependencies([3]).__enter__(),
            lambda: g.control_dependencies(["a"]).__enter__() and 1,
        )

    return "\n".join(map(str, _in_graph(build)))


def case_devices():
    def build(g):
        made = []
        with g.device("/gpu:0"):
            made.append(tf.constant(1.0).op.device)
            with g.device("/job:worker"):
                made.append(tf.constant(1.0).op.device)
            with g.device(None):
                made.append(tf.constant(1.0).op.device)
            with g.device("/cpu:*"):
                made.append(tf.constant(1.0).op.device)
        with g.device(lambda op: "/cpu:0" if op.type == "Const" else "/gpu:1"):
            x = tf.constant(1.0)
            made += [x.op.device, (x + x).op.device]
        with tf.device("/device:CPU:0"):
            made += [tf.constant(1.0).device]
        return made

    return _in_graph(build)


def case_colocation():
    def build(g):
        with tf.device("/cpu:0"):
            a = tf.constant(1.0, name="a")
        with g.colocate_with(a):
            b = tf.constant(2.0, name="b")
        with v1.colocate_with(b):
            c = tf.constant(2.0, name="c")
        return (
            [x.op.device for x in (a, b, c)],
            [x.op.colocation_groups() for x in (a, b, c)],
            b.op.get_attr("_class"),
            sorted(b.op.node_def.attr),
        )

    return _in_graph(build)


def case_graph_def():
    def build(g):
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        tf.add(tf.reduce_sum(x, 1), 1.0)
        made = g.as_graph_def()
        shapes = g.as_graph_def(add_shapes=True)
        return [
            [(n.name, n.op, list(n.input)) for n in made.node],
            made.versions.producer,
            [str(n.attr["_output_shapes"]).replace("\n", " ") for n in shapes.node],
            made.library.function,
        ]

    return "\n".join(map(str, _in_graph(build)))


def case_tensor_members():
    def build(g):
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        x.set_shape([3, None])
        made = [
            x.shape,
            x.get_shape(),
            x.ndim if hasattr(x, "ndim") else None,
            x.dtype,
            x.name,
            x.op.name,
            x.value_index,
            x.ref() == x.ref(),
        ]
        return made + _told(
            lambda: x.set_shape([4, 2]),
            lambda: len(x),
            lambda: bool(x),
            lambda: list(x),
            lambda: np.array(x),
            lambda: x.numpy(),
            lambda: x.eval(),
            lambda: {x: 1} and 1,
            lambda: x.op.run(),
            lambda: hash(x) and 1,
            lambda: x == x,
            lambda: x.shape.as_list(),
            lambda: float(x),
            lambda: int(x),
        )

    return "\n".join(map(str, _in_graph(build)))


def case_function_graph():
    @tf.function
    def f(x, y=2.0):
        return {"a": tf.matmul(x, x) + y}

    c = f.get_concrete_function(tf.TensorSpec([2, 2], tf.float32))
    g = c.graph
    return (
        g.inputs,
        g.outputs,
        type(g).__name__,
        g.building_function,
        [o.type for o in g.get_operations() if o.type != "Const"],
        g.variables,
    )


def case_graph_of_tensors():
    g, h = tf.Graph(), tf.Graph()
    with g.as_default():
        a = tf.constant(1.0, name="a")
    with h.as_default():
        b = tf.constant(2.0, name="b")
        return _told(lambda: tf.add(a, b), lambda: tf.identity(a).name, lambda: v1.Session().run(a))


def case_default_graphs():
    g = tf.Graph()
    before = v1.get_default_graph() is g
    with g.as_default() as h:
        made = [before, h is g, v1.get_default_graph() is g, tf.executing_eagerly()]
        with tf.init_scope():
            made.append(tf.executing_eagerly())
        made += _told(lambda: v1.reset_default_graph())
    return made + [tf.executing_eagerly()]


def case_eager_tensors():
    x = tf.constant(1.0)
    return _told(
        lambda: x.op,
        lambda: x.graph,
        lambda: x.name,
        lambda: x.consumers(),
        lambda: x.value_index,
        lambda: x.eval(),
        lambda: x.set_shape([2]),
        lambda: v1.placeholder(tf.float32),
    )


def case_converted():
    made = []

    def kinds():
        for x in (1.0, np.float32(2.0), np.ones(2), [1.0, 2.0], [np.float32(1), 2.0], True, "a", [[1], [2]]):
            t = tf.convert_to_tensor(x)
            made.append((t.op.type, t.dtype.name, t.shape.as_list(), tf.get_static_value(t) is not None))
        made.append(tf.convert_to_tensor(1.0, dtype_hint=tf.float64).name.endswith(":0"))
        made.append(tf.group(tf.convert_to_tensor(1.0)).type)
        return tf.convert_to_tensor(2.0, name="two") + tf.convert_to_tensor([1.0, 2.0])

    with tf.Graph().as_default(), v1.Session() as s:
        made.append(s.run(kinds()).tolist())
    f = tf.function(kinds)
    return made + [f().numpy().tolist()]


def case_ranges_of_known_bounds():
    made = []
    bounds = [(np.float32(4.0),), (np.float64(2.0), np.float64(8.0), 2.0), (np.int64(5),), (np.array(3),),
              (2, 7, np.int32(2)), (1.0, np.float32(2.5), 0.5), (5.0, 1.0, -1.5), (3.0, 3.0)]  # fmt: skip

    def ranges():
        for b in bounds:
            for options in ({}, {"dtype": tf.float32}):
                r = tf.range(*b, **options)
                value = tf.get_static_value(r)
                made.append((r.shape.as_list(), r.dtype.name, None if value is None else value.tolist()))
        made.append(tf.range(tf.random.uniform([])).shape.as_list())
        return tf.reduce_sum(tf.range(4.0) * tf.range(np.float32(4.0)))

    with tf.Graph().as_default(), v1.Session() as s:
        made.append(s.run(ranges()).tolist())
    return made + [tf.function(ranges)().numpy().tolist()]


def case_values_that_are_given_back():
    a, k, image = np.array([1.0, 2.0], np.float32), np.array([1, 2]), np.ones((2, 2, 3), np.float32)
    n = tf.experimental.numpy
    calls = [
        lambda name: tf.cast(a, tf.float32, name=name),
        lambda name: tf.cast(2.0, tf.float32, name=name),
        lambda name: tf.stack(a, name=name or "stack"),
        lambda name: tf.math.conj(a, name=name),
        lambda name: tf.math.real(a, name=name),
        lambda name: tf.round(k, name=name),
        lambda name: tf.add_n([a]),
        lambda name: v1.accumulate_n([a]),
        lambda name: tf.nn.dropout(a, 0.0, name=name),
        lambda name: tf.nn.experimental.stateless_dropout(a, 0.0, [1, 2], name=name),
        lambda name: tf.saturate_cast(a, tf.float32, name=name),
        lambda name: tf.image.central_crop(image, 1.0),
        lambda name: tf.math.polyval([a], a, name=name),
        lambda name: v1.to_int64(k, name=name or "ToInt64"),
        lambda name: n.asarray(a),
        lambda name: n.atleast_1d(a),
        lambda name: n.conj(a),
        lambda name: n.exp2(a)[:1] * 0 + a,
        lambda name: v1.ragged.constant(2.0),
        lambda name: tf.random.create_rng_state(3, 1),
        lambda name: v1.image.resize(image, [2, 2]),
        lambda name: tf.keras.backend.round(k),
        lambda name: v1.assert_type(a, tf.float32, name=name),
        lambda name: v1.assert_integer(k, name=name),
    ]

    def told(call, name):
        g = v1.get_default_graph()
        made = call(name)
        node = made if isinstance(made, tf.Operation) else made.op
        return made, (node.graph is g, node.type if node.type in ("Const", "NoOp") else "", isinstance(made, tf.Operation))

    shown = []
    for i, call in enumerate(calls):
        for name in (None, "given"):
            with tf.Graph().as_default(), v1.Session() as s:
                made, about = told(call, name)
                value = s.run(made)
                named = made.name if i in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 22, 23) else ""
            shown.append((named, about[0], about[2], None if value is None else value.tolist()))

        def within():
            shown.append(told(call, None)[1][::2])
            return 0

        tf.function(within, autograph=False)()
    return shown

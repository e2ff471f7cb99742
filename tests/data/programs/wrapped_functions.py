"""Code of TensorFlow 1 as functions by `wrap_function`: arguments of any kind, variables and collections, and parts by `prune`."""

v1 = tf.compat.v1
NUMBER = tf.TensorSpec((), tf.float32)


def _tried(call):
    try:
        return call()
    except Exception as e:
        return type(e).__name__, str(e)


def _described(f):
    return [t.name for t in f.inputs], [t.name for t in f.outputs], f.structured_outputs, f.structured_input_signature


def _step(x, up):
    v = tf.Variable(5.0)
    with tf.control_dependencies([v.assign_add(x) if up else v.assign_sub(x)]):
        return v.read_value()


def case_arguments_that_are_no_tensors():
    up = v1.wrap_function(_step, [NUMBER, True])
    down = v1.wrap_function(_step, [NUMBER, False])
    return up(1.0), up(1.0), down(1.0), down(1.0), _described(up), str(down).partition("Captures")[0]


def case_structures():
    f = v1.wrap_function(lambda x, d: {"a": x * d["k"], "b": [3, None]}, [tf.TensorSpec([None], name="first"), {"k": NUMBER}])
    x, k = tf.constant([1.0, 2.0]), tf.constant(3.0)
    calls = [(x, k), (x, {"k": k}), (x,), (x, k, k), (x, 2.0), ([1.0], k)]
    return _described(f), [_tried(lambda c=c: f(*c)) for c in calls]


def case_values_in_the_signature():
    f = v1.wrap_function(lambda x, text: tf.strings.as_string(x) + text, [tf.constant(3), "!"])
    return _described(f), f(tf.constant(4)), _tried(lambda: f(tf.constant(4.0))), _tried(f)


def case_composites():
    f = v1.wrap_function(lambda x: x + 1, [tf.RaggedTensorSpec([None, None], tf.int32)])
    x = tf.ragged.constant([[1], [2, 3]])
    return _described(f), f(x.values, x.row_splits)


def case_unusual_names():
    f = v1.wrap_function(lambda a, b: a - b, [tf.TensorSpec((), name="b:0"), tf.TensorSpec((), name="b")])
    return _described(f), f(1.0, 2.0)


def case_keywords():
    f = v1.wrap_function(lambda x: x + 1.0, [NUMBER])
    return _tried(lambda: f(x=tf.constant(1.0)))


def case_operations_are_no_results():
    return _tried(lambda: v1.wrap_function(lambda x: (x, tf.no_op()), [NUMBER]))[0]


def case_effects_that_nothing_needs():
    v = tf.Variable(0)

    def code(x):
        v.assign_add(1, name="count")
        tf.print("never")
        tf.debugging.assert_equal(x, 7)
        return x

    f = v1.wrap_function(code, [tf.TensorSpec((), tf.int32)])
    traced = tf.function(lambda x: f(x))
    made = [f(1), traced(2), v.numpy(), f.graph.control_outputs]
    f.prune([], "count")()
    return *made, v.numpy()


def case_operations_fetched():
    v = tf.Variable(0)

    def code():
        v.assign(1, read_value=False, name="write")
        return v.assign_add(5, name="add")

    f = v1.wrap_function(code, [])
    part = f.prune([], f.graph.get_operation_by_name("write"))
    before = v.numpy()
    return before, part(), v.numpy(), [o.name for o in part.graph.control_outputs], f(), v.numpy()


def case_tensor_infos():
    info = v1.saved_model.build_tensor_info
    made = []

    def code(x):
        made.append((info(x), info(tf.identity(x * 2.0, "double"))))
        made.append(info(tf.sparse.from_dense(tf.reshape(x, [1]))))
        return x

    f = v1.wrap_function(code, [tf.TensorSpec([], name="x")])
    (x, y), sparse = made
    first = f.prune(x, {"y": y, "x": "x:0"})
    return first(tf.constant(2.0)), first.structured_outputs, f.prune([x], sparse)(tf.constant(4.0))


def case_variables():
    def code():
        made = [tf.Variable(i, name="v") for i in range(2)]
        with v1.variable_scope("s"):
            made.append(v1.get_variable("w", initializer=2))
        with v1.variable_scope("s", reuse=True):
            made.append(v1.get_variable("w", dtype=tf.int32, shape=[]))
        v1.get_variable("local", initializer=1, trainable=False, collections=["local_variables", "own"])
        step = v1.train.get_or_create_global_step()
        v1.add_to_collection("losses", made[0] * 3)
        counted = [v.name for v in v1.trainable_variables()], [v.name for v in v1.local_variables()]
        return made, step, *[tf.constant(names) for names in counted]

    f, g = v1.wrap_function(code, []), v1.wrap_function(code, [])
    f.variables[0].assign(7)
    names = {key: [v.name for v in f.graph.get_collection(key)] for key in ("variables", "trainable_variables", "own", "losses")}
    return f(), g(), names, len(v1.global_variables())


def case_variables_of_a_graph():
    with tf.Graph().as_default() as graph:
        f = v1.wrap_function(lambda x: x * tf.Variable(2.0, name="inner"), [NUMBER])
        y = f(tf.constant(3.0))
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run(y), [v.name for v in graph.get_collection("variables")]


def case_inputs_that_are_captured():
    v, made = tf.Variable(2.0), []

    def code(z):
        made.append(tf.Variable(3.0))
        return tf.identity(v * made[0] * z, "fetch")

    f = v1.wrap_function(code, [NUMBER])
    parts = [f.prune(f.inputs, "fetch:0"), f.prune("Placeholder:0", f.outputs[0], name="own")]
    results = []
    for part in parts:
        x = tf.constant(1.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = part(x)
        results.append((y, tape.gradient(y, [x, v, made[0]]), len(part.inputs), part.graph.name))
    return results


def case_parts_are_called():
    f = v1.wrap_function(lambda x: tf.identity(x + 1.0, "y"), [NUMBER])
    part = f.prune(f.inputs, f.outputs)
    x = tf.constant(1.0)
    calls = [((x,), {}), ((), {"Placeholder": x}), ((1.0,), {}), ((x, x), {}), ((), {"z": x})]
    return _described(part), [_tried(lambda a=a, k=k: part(*a, **k)) for a, k in calls]


def case_parts_have_signatures():
    f = v1.wrap_function(lambda x, y: x - y, [NUMBER, NUMBER])
    named = f.prune(f.inputs, f.outputs[0], input_signature=((), {"a": NUMBER, "b": NUMBER}))
    placed = f.prune(f.inputs, f.outputs[0], input_signature=((NUMBER, NUMBER), {}))
    x, y = tf.constant(5.0), tf.constant(2.0)
    return named(b=y, a=x), named(x, y), named.structured_input_signature, placed(x, y), placed(5.0, 2.0), placed.structured_input_signature


def case_parts_of_other_graphs():
    f, g = (v1.wrap_function(lambda x: x + 1.0, [NUMBER]) for _ in range(2))
    made = [_tried(lambda: f.prune(f.inputs, g.outputs))[0], _tried(lambda: f.prune(f.inputs, tf.constant([0]).shape))[0]]
    return *made, _tried(lambda: f.prune(f.graph.get_operation_by_name("Placeholder"), f.outputs))


def case_collections_of_parts():
    def code(x):
        v1.add_to_collection("kept", x * 2.0)
        return x

    f = v1.wrap_function(code, [NUMBER], name="named")
    part = f.prune(f.inputs, f.outputs)
    return f.graph.name, part.graph.name, f.graph.get_collection("kept"), part.graph.get_collection("kept")

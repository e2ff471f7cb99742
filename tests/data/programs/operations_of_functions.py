"""What a traced function's graph has: its operations, what they take, its messages and its inputs, variables among its arguments."""


def _looked_at(concrete):
    graph = concrete.graph
    operations = graph.get_operations()
    message = concrete.function_def
    return {
        "operations": [[o.name, o.type, [x.name for x in o.inputs], [t.dtype.name for t in o.outputs]] for o in operations],
        "found": [graph.get_operation_by_name(o.name).type for o in operations],
        "message": [[n.name, n.op] for n in graph.as_graph_def().node],
        "inputs": [t.name for t in concrete.inputs],
        "captured": len(concrete.captured_inputs),
        "arguments": [a.name for a in message.signature.input_arg],
        "nodes": sorted([n.name, n.op] for n in message.node_def),
        "results": dict(message.ret),
        "signature": repr(concrete.structured_input_signature),
    }


rows = tf.TensorSpec([None, 5, 3], tf.float32, name="rows")


def case_layers():
    lstm, dense = tf.keras.layers.LSTM(4), tf.keras.layers.Dense(2, "softmax")
    return _looked_at(tf.function(lambda x: dense(lstm(x))).get_concrete_function(rows))


def case_pictures():
    model = tf.keras.Sequential([
        tf.keras.layers.Conv2D(4, 3, activation="relu", input_shape=(8, 8, 3)), tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Flatten(), tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(3),
    ])  # fmt: skip
    pictures = tf.TensorSpec([None, 8, 8, 3], tf.float32, name="pictures")
    return _looked_at(tf.function(lambda x: model(x, training=True)).get_concrete_function(pictures))


def case_step():
    factor, optimizer = tf.Variable(2.0), tf.keras.optimizers.SGD(0.1)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x * factor) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, [factor]), [factor]))
        tf.print("loss", loss)
        return loss

    return _looked_at(step.get_concrete_function(tf.TensorSpec([None], tf.float32)))


def case_variable():
    @tf.function
    def increment(counter, c=1):
        return counter.assign_add(c)

    return _looked_at(increment.get_concrete_function(tf.Variable(0)))


def case_variables():
    @tf.function
    def weighted(v, x, d):
        return v[0] * d["a"] + v[1] * x

    values = [tf.Variable(1.0), tf.Variable(2.0)], tf.TensorSpec([2]), {"a": tf.Variable(3.0)}
    return _looked_at(weighted.get_concrete_function(*values))


def case_unused():
    other = tf.Variable(1.0)
    traced = tf.function(lambda used, idle: used + other).get_concrete_function(tf.Variable(1.0), tf.Variable([2]))
    return [[t.name for t in traced.inputs], [a.name for a in traced.function_def.signature.input_arg]]


def case_twice():
    value = tf.Variable(1.0)
    traced = tf.function(lambda a, b: a + b).get_concrete_function(value, value)
    return repr(traced.structured_input_signature)


def case_loop():
    def add_ten(x):
        return tf.while_loop(lambda i, x: i < 10, lambda i, x: (i + 1, x + 1), [tf.constant(0), x])[1]

    return _looked_at(tf.function(add_ten).get_concrete_function(tf.TensorSpec([], tf.int32)))


def case_branch():
    def chosen(x):
        if tf.reduce_sum(x) > 0:
            y = x + 1.0
        else:
            y = tf.exp(x)
        return y

    return _looked_at(tf.function(chosen).get_concrete_function(tf.TensorSpec([None])))


def case_absent():
    graph = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([])).graph
    try:
        graph.get_operation_by_name("nothing")
    except KeyError as error:
        return str(error)


def case_users():
    graph = tf.function(lambda x: tf.nn.relu(x) + tf.exp(x)).get_concrete_function(tf.TensorSpec([2])).graph
    return [[o.name for o in graph.get_tensor_by_name(name).consumers()] for name in ("x:0", "Relu:0")]


def case_layers_themselves():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
    attention = tf.keras.layers.Attention()
    rows, pair = tf.TensorSpec([None, 3]), [tf.TensorSpec([2, 3, 4]), tf.TensorSpec([2, 3, 4])]
    made = [
        tf.function(model).get_concrete_function(rows),
        tf.function(model).get_concrete_function(rows, training=True),
        tf.function(model.layers[0]).get_concrete_function(inputs=rows),
        tf.function(model.call).get_concrete_function(rows),
        tf.function(attention).get_concrete_function(pair),
    ]
    return [[repr(f.structured_input_signature), f.inputs[0].name, f.pretty_printed_signature(False)] for f in made]

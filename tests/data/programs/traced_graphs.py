"""Graphs that traces of functions write: the nodes of steps of Keras' optimizers, with what comes before each."""

import glob
import os
import tempfile


def _traced(function, *arguments):
    """[name, operation, inputs, whether its edges have shapes] of the nodes of the graph that runs for a call, by their names."""
    folder = tempfile.mkdtemp()
    level = tf.get_logger().level
    tf.get_logger().setLevel("ERROR")  # how often functions were traced before is of no interest
    with tf.summary.create_file_writer(folder).as_default():
        tf.summary.trace_on(graph=True)
        function(*arguments)
        tf.summary.trace_export("trace", step=0)
    tf.get_logger().setLevel(level)
    (path,) = glob.glob(os.path.join(folder, "*tfevents*"))
    (value,) = [v for e in tf.compat.v1.train.summary_iterator(path) for v in e.summary.value]
    metadata = tf.compat.v1.RunMetadata.FromString(value.tensor.string_val[0])
    # TensorFlow also writes what made constants and variables.
    graph = max((g.pre_optimization_graph for g in metadata.function_graphs), key=lambda g: len(g.node))
    return sorted([n.name, n.op, list(n.input), "_output_shapes" in n.attr] for n in graph.node)


def _step(optimizer):
    weights = [tf.Variable([[1.0, 2.0]], name="w"), tf.Variable([3.0], name="b")]
    optimizer.build(weights)

    @tf.function
    def step(g, h):
        optimizer.apply_gradients(zip([g, h], weights))
        return weights[0] + 1.0

    return _traced(step, tf.constant([[0.5, 0.25]]), tf.constant([2.0]))


K = tf.keras.optimizers


def case_momentum():
    return _step(K.SGD(0.1, momentum=0.9)), _step(K.SGD(0.1, momentum=0.9, nesterov=True)), _step(K.SGD(0.1))


def case_adam():
    return _step(K.Adam(0.1)), _step(K.Adam(0.1, amsgrad=True)), _step(K.AdamW(0.1, weight_decay=0.01))


def case_rmsprop():
    return _step(K.RMSprop(0.1)), _step(K.RMSprop(0.1, momentum=0.5, centered=True))


def case_adaptive():
    return _step(K.Adagrad(0.1)), _step(K.Adamax(0.1))


def case_bounded():
    return _step(K.SGD(0.1, clipvalue=1.0)), _step(K.Adam(0.1, weight_decay=0.01))


def case_layers():
    layer = tf.keras.layers.BatchNormalization(name="norm")
    image = tf.ones([1, 2, 2, 3])
    layer(image)
    return _traced(tf.function(lambda x: layer(x)), image)


def case_gradients_of_branches():
    @tf.function
    def by_tape(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            with tf.name_scope("part"):
                y = tf.cond(x[0] > 1.0, lambda: x * x, lambda: -x)
        return tape.gradient(y, x)

    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
        y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * x, lambda: -x, name="choice")
        tf.compat.v1.gradients(y, x)
        folder = tempfile.mkdtemp()
        tf.compat.v1.summary.FileWriter(folder, graph).close()
    (path,) = glob.glob(os.path.join(folder, "*tfevents*"))
    (message,) = [e.graph_def for e in tf.compat.v1.train.summary_iterator(path) if e.graph_def]
    written = tf.compat.v1.GraphDef.FromString(message).node
    return _traced(by_tape, tf.constant([2.0, 3.0])), sorted([n.name, n.op, list(n.input)] for n in written)


def case_step_of_model():
    """What the step takes from its iterator, and what the optimizer does with it."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, name="dense", input_shape=[2])], name="model")
    model.compile(K.SGD(0.1), "mse")
    data = tf.data.Dataset.from_tensors((tf.ones([3, 2]), tf.ones([3, 1])))
    nodes = _traced(lambda: model.fit(data, verbose=0))
    return [n for n in nodes if n[0].partition("/")[0] in ("IteratorGetNext", "IdentityN", "SGD", "iterator", "model")]


def _told(function, *specs):
    """[name, attributes, shape of the first output] of the calls of functions and the lists that become tensors."""
    graph = tf.function(function).get_concrete_function(*specs).graph.as_graph_def(add_shapes=True)
    found = [n for n in graph.node if "PartitionedCall" in n.op or n.op in ("TensorListStack", "TensorListGather")]
    return sorted([n.name, sorted(n.attr), [d.size for d in n.attr["_output_shapes"].list.shape[0].dim]] for n in found)


def case_calls_that_go_back():
    weights, layer = tf.Variable(tf.ones([3, 2])), tf.keras.layers.GRU(2)
    layer.build((None, 4, 3))
    inner = tf.function(lambda x: tf.tanh(tf.matmul(x, weights)))

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(inner(x[:, 0])) + tf.reduce_sum(layer(x))
        return tape.gradient(loss, [weights, *layer.trainable_variables])

    return _told(step, tf.TensorSpec([None, 4, 3]))


def case_sizes_of_arrays():
    def step(x):
        array = tf.TensorArray(tf.float32, 3, element_shape=[2])
        for i in tf.range(3):
            array = array.write(i, x[i : i + 2])
        mapped = tf.map_fn(lambda n: n * 2.0, x, fn_output_signature=tf.TensorSpec([]))
        return array.stack(), array.gather([0, 1]), mapped, tf.scan(lambda a, n: a + n, x, initializer=0.0)

    return _told(step, tf.TensorSpec([5]))

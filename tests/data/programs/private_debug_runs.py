"""What Debugger V2 shows of programs: what ran, and what operations in graphs gave."""

import collections
import os
import re
import tempfile

import numpy as np
from tensorflow.python.debug.lib import debug_events_reader

experimental = tf.debugging.experimental


def _short(name):
    """The name of a graph or function without the numbers of a process."""
    return re.sub(r"(_\d+)+$", "", name or "")


def _numbers(value):
    """Without the number of the tensor."""
    return None if value is None else [float(f"{x:.4g}") for x in value][1:]


def _shown(program, mode="CONCISE_HEALTH", **kwargs):
    """(executions in order, {graph execution: how often}) of a program."""
    folder = tempfile.mkdtemp()
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(1)
    experimental.enable_dump_debug_info(folder, tensor_debug_mode=mode, circular_buffer_size=-1, **kwargs)
    try:
        program()
    finally:
        experimental.disable_dump_debug_info()
    ran, inner = [], collections.Counter()
    with debug_events_reader.DebugDataReader(folder) as reader:
        reader.update()
        for digest in reader.executions():
            e = reader.read_execution(digest)
            frames = [f for f in reader.read_execution_stack_trace(e)[1] if os.path.basename(f[0]) == os.path.basename(__file__)]
            values = None if e.debug_tensor_values is None else [_numbers(v) for v in e.debug_tensor_values]
            ran.append([_short(e.op_type), len(e.input_tensor_ids or ()), e.num_outputs, values, frames[-1][2] if frames else None])
        for digest in reader.graph_execution_traces():
            t = reader.read_graph_execution_trace(digest)
            graphs = "/".join(_short(reader.graph_by_id(i).name) for i in t.graph_ids)
            op_name = re.sub(r"/tfdbg_identity_\d+", "", t.op_name)  # a node that TensorFlow adds in order to look
            inner[f"{graphs} {t.op_type} {op_name}:{t.output_slot} {_numbers(t.debug_tensor_value)}"] += 1
    return ran, dict(sorted(inner.items()))


def _data(width=4):
    x = np.random.default_rng(0).random((64, width)).astype("float32")
    return x, (x.sum(1) > width / 2).astype("float32")


def _model(*layers, **kwargs):
    model = tf.keras.Sequential(list(layers))
    model.compile(**kwargs)
    return model


def _health():
    tf.math.log(tf.constant([-1.0, 1.0]))

    @tf.function
    def divided(x, y):
        return tf.reduce_sum(x / y)

    divided(tf.ones([3]), tf.constant([1.0, 0.0, 2.0]))


def _fit():
    x, y = _data()
    dense = tf.keras.layers.Dense
    model = _model(dense(4, activation="relu", input_shape=(4,)), dense(1), optimizer="sgd", loss="mse")
    model.fit(x, y, batch_size=32, epochs=2, shuffle=False, verbose=0)


def _steps(optimizer):
    def program():
        x, _ = _data()
        weights, made = tf.Variable(tf.ones([4, 1])), optimizer()
        for _ in range(2):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.matmul(tf.constant(x), weights)))
            made.apply_gradients([(tape.gradient(loss, weights), weights)])

    return program


def _layers():
    x, y = _data()
    first, second = tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)
    with tf.GradientTape() as tape:
        loss = tf.keras.losses.MeanSquaredError()(y[:, None], second(first(x)))
    variables = first.trainable_variables + second.trainable_variables
    for v, g in zip(variables, tape.gradient(loss, variables)):
        v.assign_sub(0.1 * g)


def _tapes():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.exp(x) * tf.sin(x)
        z = tf.reduce_sum(tf.nn.softmax(tf.matmul(y, x)) / (x + 1.0))
    tape.gradient(z, x)
    tape.gradient(y, x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        u = tf.maximum(x, 2.0) * tf.reduce_mean(x, 0) - tf.concat([x[:1], x[1:] ** 2.0], 0)
    tape.gradient(u, x)


def _flow():
    @tf.function
    def f(x, n):
        total = tf.zeros([2])
        for i in tf.range(n):
            total += x * tf.cast(i, tf.float32)
        if tf.reduce_sum(total) > 1.0:
            total = tf.exp(total)
        else:
            total = -total
        return total

    f(tf.constant([1.0, 2.0]), tf.constant(3))
    f(tf.constant([0.0, 0.1]), tf.constant(2))


def _calls():
    @tf.function
    def inner(x):
        return tf.nn.relu(x) + 1.0

    @tf.function
    def outer(x):
        return inner(x) * inner(-x)

    outer(tf.constant([1.0, -2.0]))


def _gradient_inside():
    w = tf.Variable([[1.0], [2.0]])

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
        w.assign_sub(0.1 * tape.gradient(loss, w))
        return loss

    for _ in range(2):
        step(tf.ones([3, 2]), tf.ones([3, 1]))


def _datasets():
    numbers = tf.data.Dataset.range(6).map(lambda i: tf.cast(i, tf.float32) * 2.0).filter(lambda v: v > 1.0).batch(2)
    for b in numbers:
        tf.reduce_sum(b)
    roots = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]).map(lambda v: tf.sqrt(v), num_parallel_calls=2).prefetch(1)
    roots.reduce(0.0, lambda a, b: a + b)


def _sessions():
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2], name="x")
        y = tf.math.log(x, name="y")
        z = y * 2.0 + 1.0
        session.run(y, {x: [1.0, -1.0]})
        session.run(z, {x: [1.0, 2.0]})
        session.run(z, {y: [1.0, 0.0]})
        session.run(tf.square(x), {x: [1.0, 2.0]})  # added since
        session.run(tf.cond(z[0] > 0.0, lambda: z / 0.0, lambda: z), {x: [1.0, 2.0]})


def _training_in_a_session():
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("w", [2, 1], initializer=v1.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w)), name="loss")
        train = v1.train.AdamOptimizer(0.1).minimize(loss)
        session.run(v1.global_variables_initializer())
        for _ in range(2):
            session.run([train, loss], {x: np.ones([3, 2], "float32")})


def _before_and_after():
    """Only what a graph gets while it is recorded is seen."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.constant([1.0, 2.0], name="before")
    return graph, x


def case_sessions():
    graph, x = _before_and_after()

    def later():
        with graph.as_default(), tf.compat.v1.Session() as session:
            session.run(tf.exp(x, name="after"))

    return [_shown(program) for program in (_sessions, _training_in_a_session, later)], _shown(_sessions, "SHAPE")


def _rows():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.gather(x, [1, 0, 1]) * 2.0
    tape.gradient(y, x)

    @tf.function
    def taken(x, i):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.gather(x, i)
        found = tape.gradient(y, x)
        return found.values, found.indices

    taken(x, tf.constant([1, 0, 1]))


def case_rows():
    return _shown(_rows)


def case_fit():
    return _shown(_fit, "FULL_HEALTH")


def case_steps():
    kinds = [lambda: tf.keras.optimizers.SGD(0.1), lambda: tf.keras.optimizers.Adam(0.1), lambda: tf.keras.optimizers.RMSprop(0.1)]
    return [_shown(_steps(kind)) for kind in kinds]


def case_tapes():
    return _shown(_layers), _shown(_tapes)


def case_functions():
    return [_shown(program) for program in (_health, _flow, _calls, _gradient_inside)]


def case_datasets():
    return _shown(_datasets), _shown(_datasets, "SHAPE")


def case_choices():
    kinds = _shown(_gradient_inside, "SHAPE", op_regex="(MatMul|Mul|Mean)$")
    return kinds, _shown(_datasets, "CURT_HEALTH", tensor_dtypes=["float32"]), _shown(_gradient_inside, "FULL_TENSOR")

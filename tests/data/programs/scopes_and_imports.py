"""What graphs, their scopes, importers, averages and optimizers say of unusual arguments."""

import collections
import contextlib
import tempfile
import threading

import numpy as np

v1 = tf.compat.v1


def told(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def crossed(first, second, graph):
    """What comes of two scopes of which the outer one ends first: in a thread of their own, whose scopes end with it."""
    made = []

    def run():
        with graph.as_default():
            outer = first()
            outer.__enter__()
            inner = second()
            inner.__enter__()
            made.append(told(lambda: outer.__exit__(None, None, None)))
            with contextlib.suppress(Exception):
                inner.__exit__(None, None, None)
                outer.__exit__(None, None, None)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return made[0]


def case_crossed_scopes():
    graph = tf.Graph()
    made = [
        crossed(lambda: v1.variable_scope("a"), lambda: v1.variable_scope("b"), graph),
        crossed(v1.Session(graph=graph).as_default, v1.Session(graph=graph).as_default, graph),
        told(lambda: tf.device(lambda operation: "/CPU:0")),
    ]
    with graph.as_default():
        made.append(told(lambda: tf.device(lambda operation: "/CPU:0")))
    return repr(made)


def case_operations_are_no_tensors():
    with tf.Graph().as_default():
        operation = tf.no_op("nothing")
        return repr(
            [
                told(f)
                for f in (
                    lambda: tf.convert_to_tensor(operation),
                    lambda: tf.convert_to_tensor(operation, tf.float32),
                    lambda: tf.add(operation, 1.0),
                    lambda: tf.stack([operation]),
                    lambda: tf.identity(operation),
                    lambda: tf.reduce_sum(operation),
                    lambda: tf.is_tensor(operation),
                )
            ]
        )


def _small_graph():
    with tf.Graph().as_default() as graph:
        tf.identity(v1.placeholder(tf.float32, [], name="a"), name="id")
    return graph.as_graph_def()


def _imported(message, **options):
    with tf.Graph().as_default() as graph:
        given = tf.import_graph_def(message, **options)
        return [getattr(x, "name", x) for x in given or ()], [(o.name, [x.name for x in o.inputs]) for o in graph.get_operations()]


def case_import_arguments():
    message = _small_graph()
    with tf.Graph().as_default():
        elsewhere = v1.placeholder(tf.float32, [], name="there")
    return repr(
        [
            told(lambda options=options: _imported(message, **options))
            for options in (
                {"input_map": {b"a:0": 5.0}, "return_elements": ["id:0"]},
                {"input_map": {"a:0": 5.0}, "return_elements": [b"id:0", b"id"]},
                {"input_map": {"a:0": 5.0}, "name": ""},
                {"input_map": {"a:0": tf.Variable(5.0)}, "name": ""},
                {"input_map": {3: 5.0}},
                {"input_map": {"a:0": elsewhere}},
                {"return_elements": [7]},
            )
        ]
    )


def case_import_versions():
    made = []
    for field, value in (("producer", -1), ("min_consumer", 1 << 30), ("min_consumer", 3)):
        message = _small_graph()
        setattr(message.versions, field, value)
        made.append(told(lambda message=message: _imported(message)))
    message = _small_graph()
    message.versions.bad_consumers.append(message.versions.producer)
    made.append(told(lambda: _imported(message)))
    return repr(made)


def case_averages_in_graphs():
    made = []
    for kind in (tf.train.ExponentialMovingAverage, v1.train.ExponentialMovingAverage):
        with tf.Graph().as_default(), v1.Session() as session:
            with v1.variable_scope("outer"):
                a, b = tf.Variable(10.0, name="a"), tf.Variable(30.0, name="b")
                c, total = tf.Variable(20.0, name="c", trainable=False), a + b
            averages = kind(0.25, name="mean", zero_debias=True)
            made.append([averages.average_name(x) for x in (a, c, total)])
            made.append(sorted(averages.variables_to_restore([a, total])))
            with v1.variable_scope("second"):
                made.append([averages.average_name(x) for x in (a, c, total)])
                update = averages.apply([a, b, total])
                made.append([averages.average_name(x) for x in (a, c, total)])
            made.append(sorted(averages.variables_to_restore()))
            made.append([x.name for x in v1.global_variables()])
            session.run(v1.global_variables_initializer())
            session.run(update)
            session.run(a.assign(50.0))
            session.run(update)
            made.append(np.round(session.run([averages.average(x) for x in (a, b, total)]), 4).tolist())
    made.append(tf.train.ExponentialMovingAverage is v1.train.ExponentialMovingAverage)
    return repr(made)


def case_averages_eagerly():
    a, b = tf.Variable(1.0, name="a"), tf.Variable([2.0], name="b")
    averages = tf.train.ExponentialMovingAverage(0.5, num_updates=3)
    made = [averages.average_name(a), averages.average(a), sorted(averages.variables_to_restore([a, b]))]
    averages.apply([a, b])
    a.assign(3.0)

    @tf.function
    def step():
        averages.apply([a, b])

    step()
    made.append([np.round(averages.average(x).numpy(), 4).tolist() for x in (a, b)])
    made.append([averages.average(x).name for x in (a, b)])
    made.append(told(lambda: averages.apply([tf.Variable(1)])))
    made.append(told(lambda: averages.apply([tf.constant(1.0)])))
    made.append(told(lambda: tf.function(lambda x: averages.apply([x]), autograph=False)(tf.constant(1.0))))
    return repr(made)


def case_slots_of_unknown_sizes():
    made = []
    kinds = (
        lambda: v1.train.AdagradOptimizer(0.5, initial_accumulator_value=0.1),
        lambda: v1.train.AdamOptimizer(0.5),
        lambda: v1.train.MomentumOptimizer(0.5, 0.9),
        lambda: v1.train.RMSPropOptimizer(0.5, centered=True, momentum=0.9),
        lambda: v1.train.AdadeltaOptimizer(0.5),
    )
    for kind in kinds:
        with tf.Graph().as_default(), v1.Session() as session:
            weight = v1.Variable(tf.constant([1.0, 2.0]), shape=tf.TensorShape(None), use_resource=True)
            optimizer = kind()
            update = optimizer.apply_gradients([(tf.constant([0.1, 0.2]), weight)])
            session.run(v1.global_variables_initializer())
            session.run(update)
            slots = [optimizer.get_slot(weight, name) for name in optimizer.get_slot_names()]
            made.append([np.round(session.run(weight), 4).tolist(), [str(s.shape) for s in slots], [s.name for s in slots]])
    return repr(made)


def case_gradients_for_tensors():
    with tf.Graph().as_default():
        x = tf.ones([])
        optimizer = v1.train.GradientDescentOptimizer(1.0)
        return told(lambda: optimizer.apply_gradients(optimizer.compute_gradients(x * x, [x]))).split("<")[0]


def case_graphs_of_supervisors():
    with tf.Graph().as_default():
        folder = tempfile.mkdtemp()
        value = tf.constant(1.0)
        supervisor = v1.train.Supervisor(logdir=folder, summary_op=None)
        with supervisor.managed_session() as session:
            session.run(value)
    files = tf.io.gfile.glob(folder + "/events*")
    return repr([e.WhichOneof("what") for e in v1.train.summary_iterator(files[0])])


def case_nodes_that_pass_on():
    nodes = [v1.NodeDef(name="A", op="Aop", input=["B"]), v1.NodeDef(name="B", op="Identity", input=["D"]), v1.NodeDef(name="D", op="Dop")]
    message = v1.GraphDef(node=nodes)
    message.versions.producer = 7
    made = v1.graph_util.remove_training_nodes(message)
    return repr([[(n.name, list(n.input)) for n in made.node], made.versions.producer])


def case_values_known_in_part():
    def seen(x):
        known = tf.get_static_value(x, partial=True)
        return known if known is None else (known.shape, known.tolist())

    made = []
    with tf.Graph().as_default():
        any_rank, vector = v1.placeholder(tf.int32), v1.placeholder(tf.int32, [None])
        number, pair = v1.placeholder(tf.int32, []), v1.placeholder(tf.int32, [2])
        for items in (
            [any_rank, [1, 2]],
            [vector, [1, 2]],
            [[1, 2], pair],
            [number, 1],
            [vector, vector],
            [[1, 2], [3, 4]],
            [[1, number], [3, 4]],
        ):
            stacked = tf.stack(items)
            made.append(repr([seen(stacked), [seen(x) for x in tf.unstack(stacked)], [seen(x) for x in tf.split(stacked, 2)]]))
    return "\n".join(made)


def case_messages_of_tensors():
    made = []
    for values, dtype in (
        (["a", 2], None),
        (["a", 2.5], tf.float32),
        ([1, 2], tf.string),
        (2**70, None),
        (tf.TensorShape([1, 2]), None),
        (np.array(["a", 1], object), None),
        (np.array(["2020-01-01"], "datetime64[D]"), None),
        ([1], tf.resource),
        ([1], tf.qint8),
        ((2,), tf.qint8),
        ([(1,), (2,)], tf.qint32),
        ([[1], [1]], tf.bool),
        (1 + 2j, None),
        ([1, 2.5], None),
        ([1, 2j], None),
        ([True, 2], None),
        ([[1], [1, 2]], None),
        ([], None),
        (b"x", None),
        (np.float16(1.5), None),
    ):
        made.append(told(lambda values=values, dtype=dtype: " ".join(str(tf.make_tensor_proto(values, dtype)).split())))
    return "\n".join(made)


def case_hashes_of_containers():
    module = tf.Module()
    pair = collections.namedtuple("Pair", "x weights")
    module.list, module.map, module.plain, module.mixed, module.named = [1], {}, (1, 2), (1, [2]), pair(1, 2)
    module.named_variable = pair(tf.Variable(2), 3)
    return repr(
        [
            told(lambda: hash(module.list)),
            told(lambda: hash(module.map)),
            hash(module.plain) == hash((1, 2)),
            told(lambda: hash(module.mixed)),
            module.named in {pair(1, 2)},
            module.named_variable.weights,
            module.named_variable._replace(x=4),
        ]
    )


def case_tuples_of_own_classes():
    class Sum(tuple):
        @property
        def total(self):
            return self[0] + self[1]

    class Fixed(collections.namedtuple("Fixed", ["x"])):
        def __new__(cls):
            return super().__new__(cls, [])

    module = tf.Module()
    module.plain, module.kept = Sum([1, 2]), Sum([tf.Variable(2, name="v"), 2])
    made = [type(module.plain).__name__, int(module.kept.total), isinstance(module.kept, Sum), [x.name for x in module.variables]]
    module.fixed = Fixed()
    module.fixed.x.append(tf.Variable(1.0))
    made.append(told(lambda: tf.train.Checkpoint(m=module).save(tempfile.mkdtemp() + "/c")).split("namedtuple")[0])
    return repr(made)


def case_sounds_at_low_rates():
    with tf.Graph().as_default(), v1.Session() as session:
        message = v1.Summary.FromString(session.run(v1.summary.audio("a", tf.fill([1, 3, 2], 0.4), 0.2)))
    return repr([(x.audio.sample_rate, x.audio.encoded_audio_string) for x in message.value])


def case_beside_variables():
    variable = tf.Variable(1.0)

    @tf.function
    def f():
        with v1.colocate_with(variable):
            return tf.constant(2.0)

    return repr(float(f()))


def case_nests_of_containers():
    module = tf.Module()
    module.kept = ((tf.Variable(1), 2), [3])
    message = tf.make_tensor_proto([10, v1.Dimension(20), 30], tf.int32)
    return repr([tf.nest.pack_sequence_as(module.kept, [4, 5, 6]), tf.nest.map_structure(int, module.kept), tf.make_ndarray(message).tolist()])

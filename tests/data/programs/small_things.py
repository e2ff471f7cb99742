"""Small things that many programs use, each of which once differed."""

import operator
import os
import tempfile
import warnings

import numpy as np

v1 = tf.compat.v1


def shown(value):
    return np.round(np.asarray(value, dtype=float), 4).tolist()


def failed(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {str(e).splitlines()[0][:120]}"


def case_boolean_indices():
    x = tf.reshape(tf.range(6), [2, 3])
    made = []
    for index in ((True, False), [True, False], (True, True), np.array([True, False]), tf.constant([True, False]), True, False):
        made.append(failed(lambda index=index: x[index].numpy().tolist()))
    for index in ((slice(None), (True, False, True)), (np.bool_(True), 0), (np.True_,), (0, np.array([True, False, True]))):
        made.append(failed(lambda index=index: x[index].numpy().tolist()))
    return repr(made)


def case_boolean_indices_of_variables():
    v = tf.Variable(np.arange(6).reshape(2, 3))
    made = [
        failed(lambda index=index: v[index].numpy().tolist()) for index in ((True, False), [True, False], True, np.array([True, False]))
    ]
    return repr(made)


def case_messages_and_numpy():
    made = []
    flags = np.array([True, False])
    made.append(tf.train.Int64List(value=flags.tolist()).value[:])
    made.append(failed(lambda: [int(x) for x in tf.train.Int64List(value=flags).value]))
    made.append(failed(lambda: [int(x) for x in tf.train.Int64List(value=[np.True_, np.int32(5), np.uint8(3)]).value]))
    made.append(failed(lambda: list(tf.train.FloatList(value=np.array([1, 2], np.float16)).value)))
    made.append(failed(lambda: list(tf.train.FloatList(value=flags).value)))
    made.append(failed(lambda: list(tf.train.BytesList(value=np.array([b"a", b"b"])).value)))
    message = tf.train.Int64List()
    message.value.extend([1, 0])
    message.value.append(np.int64(7))
    made.append([int(x) for x in message.value])
    made.append([int(x) for x in message.value])
    feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[np.bool_(1)]))
    example = tf.train.Example(features=tf.train.Features(feature={"a": feature}))
    made.append(example.SerializeToString())
    config = v1.ConfigProto(allow_soft_placement=np.bool_(True), inter_op_parallelism_threads=np.int32(2))
    config.log_device_placement = np.True_
    made.append(str(config))
    tensor = tf.make_tensor_proto(flags)
    made.append([bool(x) for x in tensor.bool_val])
    return repr(made)


def case_numpy_in_sessions():
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v = v1.get_variable("v", initializer=[1.0, 2.0])
        w = v1.Variable([1.0], use_resource=True, name="w")
        c = tf.constant([3.0])
        session.run(v1.global_variables_initializer())
        made = [failed(lambda: v.numpy()), failed(lambda: c.numpy()), failed(lambda: w.numpy()), shown(v.eval()), shown(c.eval())]
        made += [failed(lambda: bool(c > 1)), failed(lambda: np.asarray(c)), failed(lambda: np.asarray(v)), failed(lambda: float(w))]
        made += [failed(lambda: len(c)), failed(lambda: list(c)), failed(lambda: v.read_value().numpy())]
    made.append(graph is not None)
    outside = tf.Variable([4.0])
    with tf.Graph().as_default():
        made += [failed(lambda: outside.numpy().tolist()), failed(lambda: outside.read_value())]
        with tf.init_scope():
            made.append(outside.numpy().tolist())
    return repr(made)


FACTOR = 3


def case_globals_of_functions():
    @tf.function
    def f(x):
        return x * FACTOR

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def g(x):
        "Doc."
        return x

    class C:
        @tf.function
        def m(self, x):
            return x

    made = []
    for h in (f, g, C().m, C.m):
        for name in ("__globals__", "__code__", "__defaults__", "__kwdefaults__", "__closure__", "__annotations__", "__name__", "__doc__"):
            made.append(failed(lambda h=h, name=name: getattr(h, name)))
    made.append(failed(lambda: f.__wrapped__.__globals__ is globals()))
    return repr(made)


def case_keras_tensors():
    import inspect

    x = tf.keras.Input((3,), name="x")
    made = [type(x).__name__, x.__doc__ == type(x).__doc__, len(inspect.getdoc(x)) > 20, hasattr(x, "_repr_html_")]
    made += [hasattr(x, "__array__"), hasattr(x, "_repr_pretty_"), hasattr(x, "numpy"), callable(x)]
    made += [failed(lambda: x._repr_html_), failed(lambda: x.nothing), failed(lambda: x.__len__()), failed(lambda: x.__deepcopy__)]
    return repr(made)


def case_ragged_to_tensor_in_functions():
    ragged = tf.ragged.constant([[1, 2], [3], []])

    @tf.function
    def f(r, shape):
        y = r.to_tensor(shape=shape)
        return y, tf.shape(y)

    @tf.function
    def g(r):
        y = (
            r.to_tensor(shape=[None, tf.shape(r.values)[0]])
            if False
            else r.to_tensor(shape=tf.stack([r.nrows(), tf.constant(4, tf.int64)]))
        )
        return y

    @tf.function
    def h(r, n):
        return r.to_tensor(-1, shape=tf.stack([tf.constant(-1, tf.int64), n]))

    made = [
        [v.numpy().tolist() for v in f(ragged, tf.constant([2, 4]))],
        [v.numpy().tolist() for v in f(ragged, tf.constant([4, 1], tf.int64))],
    ]
    made += [g(ragged).numpy().tolist(), h(ragged, tf.constant(3, tf.int64)).numpy().tolist()]
    made.append(
        f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32), tf.TensorSpec([2], tf.int32))
        .structured_outputs[0]
        .shape.as_list()
    )
    made.append(failed(lambda: ragged.to_tensor(shape=tf.constant([2, 2])).numpy().tolist()))
    made.append(failed(lambda: ragged.to_tensor(shape=[None, 3]).numpy().tolist()))
    made.append(failed(lambda: ragged.to_tensor(shape=tf.TensorShape([None, 3])).numpy().tolist()))
    return repr(made)


def case_generators_in_strategies():
    made = []
    for strategy in (tf.distribute.OneDeviceStrategy("cpu:0"), tf.distribute.MirroredStrategy(["cpu:0"])):
        with strategy.scope():
            g = tf.random.Generator.from_seed(1234)
        made += [type(g.state).__name__, g.state.numpy().tolist(), g.key.numpy().tolist(), shown(g.normal([2]))]
        made.append(shown(strategy.experimental_local_results(strategy.run(lambda g=g: g.uniform([2])))[0]))
        with strategy.scope():
            made.append(shown(g.uniform([2])))
    return repr(made)


def case_generators_of_replicas():
    strategy = tf.distribute.MirroredStrategy(["cpu:0", "cpu:1"])
    with strategy.scope():
        g = tf.random.Generator.from_seed(7)
        h = tf.random.Generator.from_state([1, 2, 3], "philox")
    made = [[v.numpy().tolist() for v in strategy.experimental_local_results(x.state)] for x in (g, h)]
    made.append([shown(v) for v in strategy.experimental_local_results(strategy.run(lambda: g.normal([2])))])
    made.append([shown(v) for v in strategy.experimental_local_results(strategy.run(lambda: h.normal([2])))])
    made += [[v.numpy().tolist() for v in strategy.experimental_local_results(x.state)] for x in (g, h)]
    return repr(made)


def case_strings_assigned_in_sessions():
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=["a", "bcd"])
        session.run(v.initializer)
        made = [session.run(v)]
        session.run(v.assign(["xyz", ""]))
        made.append(session.run(v))
        made.append(session.run(v1.assign(v, tf.constant(["p", "q"]))))
        v.load(["r", "stu"], session)
        made.append(session.run(v))
    w = tf.Variable(["a", "bcd"])
    w.assign(["x", "yy"])
    return repr([*[m.tolist() for m in made], w.numpy().tolist()])


def case_moving_averages():
    made = []
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=[1.0, 2.0])
        ema = tf.train.ExponentialMovingAverage(0.5)
        apply = ema.apply([v])
        made += [type(apply).__name__, apply.name, ema.average(v).name, ema.average_name(v), sorted(ema.variables_to_restore())]
        session.run(v1.global_variables_initializer())
        session.run(v.assign([3.0, 4.0]))
        made.append(session.run(apply))
        made.append(shown(session.run(ema.average(v))))
        counted = tf.train.ExponentialMovingAverage(0.9, num_updates=tf.constant(1), zero_debias=True, name="other")
        t = tf.constant(5.0) * 1.0
        apply = counted.apply([t])
        session.run(v1.global_variables_initializer())
        session.run(apply)
        made.append(shown(session.run(counted.average(t))))
        made.append([x.name for x in v1.global_variables()])
        made.append([x.name for x in v1.moving_average_variables()])
    w = tf.Variable(1.0)
    ema = tf.train.ExponentialMovingAverage(0.5)
    made.append(type(ema.apply([w])).__name__)

    @tf.function
    def f():
        ema.apply([w])

    w.assign(3.0)
    f()
    made.append(shown(ema.average(w)))
    return repr(made)


def case_equality_in_graphs():
    made = []
    with tf.Graph().as_default():
        a, b = tf.constant([1, 2]), tf.constant([1, 2])
        v = v1.get_variable("v", initializer=[1, 2])
        made += [type(a == b).__name__, type(a != b).__name__, type(a == a).__name__, type(v == v).__name__, type(a == 1).__name__]
        made += [failed(lambda: hash(a) != 0), failed(lambda: len({a: 1, b: 2})), failed(lambda: a in [b]), failed(lambda: hash(v) != 0)]
        made += [failed(lambda: a == "x"), failed(lambda: a is None), failed(lambda: a == None), failed(lambda: a != None)]  # noqa: E711

    @tf.function
    def f(x):
        return x == x, type(x == x).__name__, failed(lambda: hash(x) != 0)

    made.append(repr([type(y).__name__ for y in f(tf.constant([1, 2]))]))
    g = v1.wrap_function(lambda x: x == x, [tf.TensorSpec([2])])
    made.append(repr(g.structured_outputs))
    return repr(made)


def case_static_vocabulary_tables():
    initializer = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
    table = tf.lookup.StaticVocabularyTable(initializer, 2)
    module = tf.Module()
    module.table = table
    made = [sorted(table._trackable_children()), type(table._table).__name__, table.name is not None, table.num_oov_buckets]
    made += [table.lookup(tf.constant(["a", "zz"])).numpy().tolist(), int(table.size()), table.key_dtype.name, table.value_dtype.name]
    with tempfile.TemporaryDirectory() as folder:
        module.f = tf.function(table.lookup, input_signature=[tf.TensorSpec([None], tf.string)])
        tf.saved_model.save(module, folder)
        loaded = tf.saved_model.load(folder)
        made += [
            loaded.f(tf.constant(["b", "zz"])).numpy().tolist(),
            type(loaded.table).__name__,
            sorted(loaded.table._trackable_children()),
        ]
        checkpoint = tf.train.Checkpoint(module=module).save(os.path.join(folder, "c"))
        made.append([name for name, _ in tf.train.list_variables(checkpoint)])
    return repr(made)


def case_summary_names():
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("scope/W1", initializer=[1.0, 2.0])
        made = []
        for make in (
            lambda: v1.summary.scalar("W1:0", v[0]),
            lambda: v1.summary.scalar("a b(c)", v[0]),
            lambda: v1.summary.histogram(v.name, v),
            lambda: v1.summary.scalar("/lead", v[0]),
            lambda: v1.summary.scalar("-x", v[0]),
            lambda: v1.summary.text("t:0", tf.constant("x")),
            lambda: v1.summary.tensor_summary("z y", v),
            lambda: v1.summary.image("i:0", tf.zeros([1, 2, 2, 1])),
            lambda: v1.summary.scalar("f", v[0], family="fam:0"),
            lambda: v1.summary.scalar("tag", v[0], family="fam"),
            lambda: v1.summary.scalar("", v[0]),
        ):
            made.append(failed(lambda make=make: make().name))
        session.run(v.initializer)
        merged = v1.Summary.FromString(session.run(v1.summary.merge_all()))
        made.append([value.tag for value in merged.value])
    return repr(made)


def case_moving_averages_of_what_is_fed():
    made = []
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2])
        for kind in (v1.train.ExponentialMovingAverage, tf.train.ExponentialMovingAverage):
            ema = kind(0.5, name=f"average{len(made)}")
            y = x * 2.0
            apply = ema.apply([y])
            # The average begins at zeros, for which nothing has to be fed.
            session.run(v1.global_variables_initializer())
            session.run(apply, {x: [1.0, float("inf")]})
            made.append(shown(session.run(ema.average(y))))
    return repr(made)


def case_truth_of_variables():
    made = []
    for use_resource in (True, False):
        with tf.Graph().as_default():
            made.append(failed(lambda u=use_resource: bool(v1.Variable([0.0, 0.0], use_resource=u))))
    was = v1.resource_variables_enabled()
    v1.disable_resource_variables()
    try:
        with tf.Graph().as_default():
            made += [failed(lambda: bool(v1.Variable(0.0))), failed(lambda: bool(v1.get_variable("v", [2])))]
    finally:
        if was:
            v1.enable_resource_variables()
    return repr(made)


def case_where_of_tensorflow_1():
    """Nothing is broadcast, and of a vector each element chooses a row, also where a graph does not know its rank."""
    a, flags = np.arange(9.0).reshape(3, 3), np.array([True, False, True])
    conditions = (flags, np.array(True), a > 3, flags[:2], flags[None], flags[:, None])
    made = []
    for c in conditions:
        made.append(failed(lambda c=c: v1.where(c, a, -a).numpy().tolist()))
        made.append(failed(lambda c=c: tf.raw_ops.Select(condition=c, x=a, y=-a).numpy().tolist()))
    made += [failed(lambda: v1.where(True, a, a[:1]).numpy()), failed(lambda: v1.where(flags, 1.0, 0.0).numpy())]
    with tf.Graph().as_default(), v1.Session() as session:
        c, x, y, row = v1.placeholder(tf.bool), v1.placeholder(tf.float64), v1.placeholder(tf.float64), v1.placeholder(tf.bool, [None])
        value, of_row = v1.where(c, x, y), v1.where(row, x, y)
        grads = tf.gradients(value, [x, y])
        for choice in conditions[:3]:
            made += [r.tolist() for r in session.run([value, *grads], {c: choice, x: a, y: -a})]
        made.append(session.run(of_row, {row: flags, x: a, y: -a}).tolist())
        for choice, other in ((flags[:2], -a), (flags[None], -a), (True, a[:1]), (a > 3, 0.0)):
            made.append(failed(lambda choice=choice, other=other: session.run(value, {c: choice, x: a, y: other})))
        made += [value.op.type, str(of_row.shape)]
    return repr(made)


def case_where_of_known_shapes():
    made = []
    for shapes in (
        ((None,), (3, 3), (3, 3)),
        ((2,), (3, 3), (3, 3)),
        ((3, 1), (3, 3), (3, 3)),
        ((3,), (), ()),
        ((None, None), (3, None), (None, 4)),
    ):
        with tf.Graph().as_default():
            inputs = [v1.placeholder(d, s) for d, s in zip((tf.bool, tf.float32, tf.float32), shapes)]
            made.append(failed(lambda inputs=inputs: str(v1.where(*inputs).shape)))
    return repr(made)


def case_losses_of_shapes_that_a_graph_does_not_know():
    """They are broadcast when it runs; shapes that are known have to be one."""
    logits, labels = np.linspace(-1, 1, 4).astype("f"), np.array([0, 1, 1, 0], "f")
    functions = (
        lambda z, x: tf.nn.sigmoid_cross_entropy_with_logits(labels=z, logits=x),
        lambda z, x: tf.nn.weighted_cross_entropy_with_logits(labels=z, logits=x, pos_weight=2.0),
        lambda z, x: tf.nn.log_poisson_loss(targets=z, log_input=x, compute_full_loss=True),
        lambda z, x: v1.losses.sigmoid_cross_entropy(z, x),
    )
    made = []
    for f in functions:
        with tf.Graph().as_default(), v1.Session() as session:
            z, x, known = v1.placeholder(tf.float32), v1.placeholder(tf.float32), v1.placeholder(tf.float32, [1, None])
            value, other = f(z, x), f(z, known)
            grads = tf.gradients(value, x)
            for given in (labels, labels[None], labels[:, None], labels[:1]):
                made += [shown(r) for r in session.run([value, *grads], {z: given, x: logits[None]})]
                made.append(shown(session.run(other, {z: given, known: logits[None]})))
            made.append(failed(lambda v=value, z=z, x=x: session.run(v, {z: labels[:2], x: logits})))
            made.append(failed(lambda f=f, known=known: f(v1.placeholder(tf.float32, [4]), known)))
        made.append(failed(lambda f=f: shown(f(tf.constant(labels), tf.constant(logits[None])))))
    return repr(made)


def case_channels_first_everywhere():
    """`Flatten` goes by the format that is set for all layers too."""
    x = tf.reshape(tf.range(12.0), [1, 3, 2, 2])
    made = [tf.keras.layers.Flatten()(x).numpy().tolist()]
    tf.keras.backend.set_image_data_format("channels_first")
    try:
        layer = tf.keras.layers.Flatten()
        made += [layer(x).numpy().tolist(), layer.get_config()["data_format"], tf.keras.layers.Flatten("Channels_Last").data_format]
        made.append(failed(lambda: tf.keras.layers.Flatten("first")))
    finally:
        tf.keras.backend.set_image_data_format("channels_last")
    return repr(made)


def case_optimizers_of_what_is_no_variable():
    w = tf.Variable([1.0, 2.0])
    made = []
    for optimizer in (tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.Adam()):
        made.append(failed(lambda o=optimizer: o.minimize(lambda: tf.reduce_sum(w), w)))
        made.append(failed(lambda o=optimizer: o.apply_gradients([(w * 1.0, w * 2.0)])))
        made.append(failed(lambda o=optimizer: o.build(w)))
        made.append(failed(lambda o=optimizer: o.apply_gradients([(tf.ones(2), None)])))
        made.append(failed(lambda o=optimizer: o.apply_gradients([(tf.ones(2), 3)])))
    return repr(made)


def case_losses_without_labels():
    made = []
    for f in (
        v1.nn.sigmoid_cross_entropy_with_logits,
        v1.nn.softmax_cross_entropy_with_logits_v2,
        v1.nn.sparse_softmax_cross_entropy_with_logits,
    ):
        made.append(failed(lambda f=f: f(labels=None, logits=None)))
    return repr(made)


def case_learned_classes_are_forgotten():
    made = []

    def draw():
        drawn = tf.random.learned_unigram_candidate_sampler([[1]], 1, 3, False, 5, seed=2)
        return [x.numpy().tolist() for x in drawn[:1]] + [np.round(x.numpy(), 4).tolist() for x in drawn[1:]]

    for _ in range(2):
        tf.random.set_seed(1)
        made.append([draw(), draw()])
    return repr(made)


def case_rows_of_what_has_no_known_rank():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def slopes(table):
        with tf.GradientTape() as tape:
            tape.watch(table)
            found = tf.gather(table, [[1, 3], [0, 0]])
        rows = tape.gradient(found, table)
        return rows.values, rows.indices, rows.dense_shape, tf.convert_to_tensor(rows)

    return repr([x.numpy().tolist() for x in slopes(tf.reshape(tf.range(18.0), [6, 3]))])


def case_ragged_rows_and_more_rows_of_a_dense_tensor():
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    dense = tf.constant([[1.0], [2.0], [3.0]])
    made = []
    for f in (lambda: ragged + dense, lambda: dense * ragged, lambda: tf.where(ragged > 2, ragged, dense)):
        made.append(failed(lambda f=f: f().to_list()).split(":")[0])
    return repr(made)


def case_dense_by_sparse_complex():
    sparse = tf.SparseTensor([[0, 1], [1, 0]], tf.constant([1 + 1j, 2.0]), [3, 4])
    dense = tf.constant(np.arange(6).reshape(2, 3) + 1j)
    made = [
        tf.sparse.sparse_dense_matmul(dense, sparse),
        tf.sparse.sparse_dense_matmul(tf.constant(np.arange(8).reshape(2, 4) + 1j), sparse, adjoint_b=True),
        tf.sparse.sparse_dense_matmul(tf.transpose(dense), sparse, adjoint_a=True),
    ]
    return repr([(x.numpy() + 0).tolist() for x in made])


def case_rows_of_tables_in_parts():
    ids = tf.SparseTensor([[0, 0], [0, 2], [1, 0], [3, 1], [3, 2]], tf.constant([1, 3, 0, 2, 5], tf.int64), [5, 3])
    parts = [tf.reshape(tf.range(12.0), [4, 3]), tf.reshape(tf.range(9.0), [3, 3]) * 10]
    made = []

    def looked_up(function):
        with tf.GradientTape() as tape:
            tape.watch(parts)
            found = function(parts)
        slopes = tape.gradient(found, parts)
        made.append([shown(found), [(type(x).__name__.replace("Eager", ""), shown(tf.convert_to_tensor(x))) for x in slopes]])

    for how in "mod", "div":
        for norm in None, 5.0:
            looked_up(lambda p: v1.nn.embedding_lookup(p, [[1, 3], [0, 6]], partition_strategy=how, max_norm=norm))
        looked_up(lambda p: v1.nn.embedding_lookup_sparse(p, ids, None, partition_strategy=how, combiner="mean"))
        looked_up(lambda p: v1.nn.safe_embedding_lookup_sparse(p, ids, partition_strategy=how, max_norm=3.0))
    return repr(made)


def case_spectra_of_unknown_rank_shorter_than_frames():
    @tf.function(input_signature=[tf.TensorSpec(None, tf.complex64)])
    def signals(x):
        return tf.signal.inverse_stft(x, 9, 4, 8)

    return repr(shown(signals(tf.complex(tf.ones([2, 3, 5]), 0.5))))


def case_axes_of_products_that_a_graph_computes():
    a, b = tf.reshape(tf.range(24.0), [2, 3, 4]), tf.reshape(tf.range(24.0), [4, 3, 2])
    x = tf.constant([[1, 2], [-2, 0]])
    product = tf.function(lambda axes: tf.tensordot(a, b, axes), autograph=False)

    @tf.function(autograph=False)
    def gradient(axes):
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = tf.reduce_sum(tf.tensordot(a, b, axes) ** 2)
        return tape.gradient(y, a)

    made = [product(x).numpy().tolist(), product(tf.constant([[2], [0]])).shape, gradient(x).numpy().tolist()]
    made += [failed(lambda: tf.tensordot(a, b, [tf.constant(2), tf.constant(0)]))]
    return repr([*made, failed(lambda: tf.function(lambda i: tf.tensordot(a, b, [i, i]), autograph=False)(tf.constant([1])))])


def case_booleans_as_integers():
    def record(flag, number):
        value = tf.train.Int64List(value=[flag])
        return tf.train.Feature(int64_list=value).SerializeToString() + str(number.numpy()).encode()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for flag in tf.constant(True), tf.constant(False):
            print(operator.index(flag), ["no", "yes"][flag], range(flag), hex(flag), str(tf.train.Int64List(value=[flag, 3])))
        print(tf.py_function(record, (True, 2.5), tf.string).numpy())
        for wrong in tf.constant([True]), tf.constant(2.0), tf.constant("a"):
            try:
                operator.index(wrong)
            except Exception as e:
                print(type(e).__name__)


def case_data_of_assertions():
    made = []
    pairs = dict(equal=(1, 2), less=(2, 1), none_equal=(1, 1), near=(1.0, 2.0), greater=(1, 2), greater_equal=(1, 2), less_equal=(2, 1))
    of_one = dict(positive=(-1,), negative=(1,), non_negative=(-1,), non_positive=(1,))
    for name, given in {**pairs, **of_one, "rank": ([1], 2), "rank_at_least": ([1], 2), "rank_in": ([1], [2])}.items():
        check = getattr(v1, f"assert_{name}")
        made.append((name, failed(lambda: check(*given, data=["my data", tf.constant([1, 2, 3, 4])], message="hello"))))
    return repr(made)


def case_data_of_assertions_in_graphs():
    made = []
    with tf.Graph().as_default(), v1.Session() as session:
        x, y = v1.placeholder(tf.int32, []), v1.placeholder(tf.int32)
        pairs = dict(equal=2, less=1, none_equal=4, greater=7, greater_equal=7, less_equal=1)
        of_one = dict(positive=(-x,), negative=(x,), non_negative=(-x,), non_positive=(x,))
        ranks = dict(rank=(y, 2), rank_at_least=(y, 2), rank_in=(y, [2, 3]))
        for name, given in {**{k: (x, n) for k, n in pairs.items()}, **of_one, **ranks}.items():
            check = getattr(v1, f"assert_{name}")(*given, data=["my data", [1, 2, 3], x], summarize=2, message="hello")
            try:
                session.run(check, {x: 4, y: 1})
            except tf.errors.InvalidArgumentError as e:
                made.append((name, [line for line in str(e).split("\n") if line.startswith("assertion failed")]))
    return repr(made)


def case_windows_of_pools_as_tensors():
    x, made = tf.zeros([1, 4, 4, 1]), []
    for size in ([2, 2], [1, 0, 2, 1], [2, 2, 2, 1], [1, 2, 2, 1]):
        for strides in ([1, 2, 2, 1], [1, 2, 2], [1, 0, 2, 1]):
            try:
                made.append(tf.raw_ops.MaxPoolV2(input=x, ksize=size, strides=strides, padding="SAME").shape)
            except tf.errors.OpError as e:
                made.append((type(e).__name__, str(e)))
    return repr(made)


def case_values_known_in_graphs():
    with tf.Graph().as_default():
        x = tf.zeros([2, 3])
        given = [tf.constant(v) for v in (1, 1.0, "a", True, [1, 2], ["a"])]
        return repr([tf.get_static_value(t) for t in (*given, tf.size(x), tf.rank(x), tf.shape(x))])


def _failure(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e).strip().splitlines()[-1 if "in user code" in str(e) else 0]


def case_partitioned_variables_outside_graphs():
    with v1.variable_scope("divided", partitioner=v1.fixed_size_partitioner(2)):
        v = v1.get_variable("v", shape=(3, 2), initializer=v1.constant_initializer(2.0))
    smaller = v1.get_variable(
        "w", shape=(4,), dtype=tf.int64, partitioner=v1.variable_axis_size_partitioner(16), initializer=v1.ones_initializer()
    )
    made = v1.create_partitioned_variables([4, 2], [1, 2], v1.zeros_initializer())
    whole = tf.reduce_sum(v).numpy().item(), v.as_tensor().numpy().tolist()
    return v.name, [(p.name, p.shape) for p in v], v._get_partitions(), whole, [p.shape for p in smaller], [(p.name, p.shape) for p in made]


def case_next_within_replicas():
    found = []
    for strategy in (tf.distribute.OneDeviceStrategy("/cpu:0"), tf.distribute.MirroredStrategy(["/cpu:0"])):
        iterator = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(8).batch(2)))
        plain = iter(tf.data.Dataset.range(4))
        found += [_failure(strategy.run, lambda: next(iterator)), _failure(strategy.run, iterator.get_next)]
        found.append(_failure(tf.function(lambda it: strategy.run(lambda: next(it))), iterator))
        found += [strategy.run(lambda: next(plain)).numpy().item(), strategy.run(lambda x: x, (next(iterator),)).numpy().tolist()]
        with strategy.scope():
            found.append(next(iterator).numpy().tolist())
    return found


def case_lengths_of_unknown_ranks():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def length(x):
        return len(x)

    try:
        failed = length(tf.constant(1.0))
    except tf.errors.InvalidArgumentError as e:
        failed = "len requires non-zero rank, got 0" in str(e)
    kinds = [o.type for o in length.get_concrete_function().graph.get_operations()]
    return failed, length(tf.zeros([3, 2])), length(tf.zeros([0])), kinds

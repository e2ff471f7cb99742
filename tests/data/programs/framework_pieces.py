"""What tensors, graphs, sessions, functions and their types do at their edges."""

import collections
import contextlib
import inspect
import io
import typing

import numpy as np

v1 = tf.compat.v1


def _tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).split("\n")[0]


class _Interface:
    """An array of another library, as images of Pillow are: what NumPy reads it by is all that it has."""

    def __init__(self, array):
        self.array = array

    @property
    def __array_interface__(self):
        return self.array.__array_interface__

    def __repr__(self):
        return "an array"


def _of_interface():
    pixels = _Interface(np.arange(12, dtype=np.uint8).reshape(2, 2, 3))
    return [
        _tried(f)
        for f in (
            lambda: tf.constant(pixels).shape,
            lambda: tf.convert_to_tensor(pixels).dtype,
            lambda: tf.constant(pixels, tf.float32).dtype,
            lambda: tf.cast(pixels, tf.float32).shape,
            lambda: tf.image.resize(pixels, [4, 4]).shape,
            lambda: tf.stack([pixels, pixels]).shape,
            lambda: (tf.ones([2, 2, 3]) * pixels).dtype,
            lambda: tf.Variable(pixels).shape,
            lambda: tf.make_tensor_proto(pixels).tensor_content,
            lambda: tf.data.Dataset.from_tensor_slices(pixels).element_spec,
        )
    ]


def case_arrays_by_their_interface():
    graph = tf.Graph()
    with graph.as_default(), v1.Session() as session:
        place = v1.placeholder(tf.float32, [2])
        fed = session.run(place, {place: _Interface(np.array([1.0, 2.0]))})
        made = _of_interface()
    traced = []
    tf.function(lambda: traced.append(_of_interface()))()
    return repr((_of_interface(), traced, made, fed))


def case_sparse_arguments_of_a_signature():
    seen = []
    spec = tf.SparseTensorSpec([None, 3], tf.float32)

    class Both(tf.experimental.ExtensionType):
        dense: tf.Tensor
        sparse: tf.SparseTensor

    @tf.function(input_signature=[spec])
    def alone(x):
        seen.append(x.shape)
        return tf.shape(tf.sparse.to_dense(x)), x.shape[0] or -1

    @tf.function(input_signature=[{"a": spec, "b": tf.TensorSpec(None, tf.float32)}])
    def within(x):
        seen.append((x["a"].shape, x["b"].shape))
        return tf.shape(tf.sparse.to_dense(x["a"]))

    @tf.function(input_signature=[Both.Spec(tf.TensorSpec([None], tf.float32), spec)])
    def held(x):
        seen.append((x.dense.shape, x.sparse.shape))
        return tf.shape(tf.sparse.to_dense(x.sparse))

    made = []
    for rows in (1, 2):
        x, y = tf.sparse.from_dense([[1.0, 0.0, 2.0]] * rows), tf.ones([rows])
        made += [alone(x), within({"a": x, "b": y}), held(Both(y, x))]
    return repr(([np.array(x).tolist() if not isinstance(x, tuple) else [n.numpy().tolist() for n in x] for x in made], seen))


def case_scopes_of_graphs_that_are_not_the_default():
    graph, other, made = tf.Graph(), tf.Graph(), []
    with graph.name_scope("a") as scope, graph.device("/job:worker/device:CPU:1"):
        made += [scope, graph.unique_name("x"), graph.get_name_scope()]
        with other.as_default():
            made += [tf.constant(1, name="q").name, tf.constant(1).device]
        with graph.name_scope("b"), graph.as_default():
            made += [tf.constant(1, name="q").name, tf.constant(1).device]
            with graph.device("/task:3"):
                made.append(tf.constant(1).device)
        with graph.name_scope(None):
            made.append(graph.unique_name("x"))
    with graph.device(lambda op: "/device:GPU:2"), graph.as_default():
        made.append(tf.constant(1).device)
    with tf.device("/cpu:0"), tf.name_scope("eager"), other.as_default():
        made += [tf.constant(1).name, tf.constant(1).device]
    for name in ("_bad", "a b", 3):
        made.append(_tried(lambda name=name: tf.Graph().name_scope(name).__enter__()))
    with graph.as_default():
        c = tf.constant(1, name="c")
        made.append(_tried(lambda: graph.colocate_with(None).__enter__()))
        with graph.colocate_with(c), graph.colocate_with(None, ignore_existing=True):
            made.append(tf.constant(1).op.colocation_groups())
    return repr(made)


def case_names_within_init_scope():
    made, kept = [], []

    @tf.function
    def traced():
        with tf.name_scope("inner"), tf.init_scope():
            made.append(tf.get_current_name_scope())
            if not kept:
                kept.append(tf.Variable(1.0, name="v"))
        return kept[0] * 2.0

    traced()
    with tf.Graph().as_default() as graph:

        def body():
            with tf.name_scope("inner"), tf.device("/cpu:0"), tf.init_scope():
                x = tf.constant(1)
                made.append((x.name, x.device, v1.get_default_graph() is graph))
            return tf.constant(1)

        body()
        with tf.name_scope("outer"):
            tf.cond(tf.constant(True), body, lambda: tf.constant(2))
    return repr((made, kept[0].name))


def case_templates_tell_their_variables():
    def function(x=1.0):
        v = v1.get_variable("v", [2], initializer=v1.zeros_initializer())
        v1.get_local_variable("l", [2])
        return v + v1.get_variable("w", [2], trainable=False, initializer=v1.zeros_initializer()) * x

    def told(template):
        kinds = ("", "global_", "local_", "trainable_", "non_trainable_")
        made = [[v.name for v in getattr(template, f"{kind}variables")] for kind in kinds]
        made += [[v.name for v in getattr(template, f"{kind}weights")] for kind in ("", "trainable_", "non_trainable_")]
        return made, template.name, template.func is function, template.variable_scope_name

    made, counted = [], []

    def growing():
        counted.append(1)
        return v1.Variable(1.0, name=f"v{len(counted)}")

    with tf.Graph().as_default():
        template = v1.make_template("t", function)
        made += [told(template), template().name, template(x=2.0).name, told(template), type(template).__name__]
        template = v1.make_template("now", function, create_scope_now_=True)
        made += [told(template), template().name]
        with v1.variable_scope("outer"):
            made.append(v1.make_template("t", function)().name)
        template = v1.make_template("grows", growing)
        template()
        made.append(_tried(template))
    template = v1.make_template("e", function)
    template()
    made += [told(template), _tried(lambda: v1.make_template(None, function))]
    return repr(made)


def case_values_that_are_known_in_part():
    with tf.Graph().as_default():
        place = v1.placeholder(tf.int32, [])
        x = tf.stack([3, place, 5])
        y = tf.concat([x, [7, 8]], 0)
        rows = tf.stack([[1, 2], [3, 4], tf.stack([place, place])])
        made = [tf.get_static_value(z, partial=True) for z in (x, rows, y, *tf.unstack(x), *tf.split(x, 3))]
        made += [tf.get_static_value(z) for z in (x, rows, place, *tf.unstack(x))]
        places, values = v1.placeholder(tf.int64, [None, None]), v1.placeholder(tf.float32, [None])
        sizes = [x, y, y[1:4], y[:-1], y[::2], v1.placeholder(tf.int32, [2]), v1.placeholder(tf.int32, [None])]
        made += [tf.SparseTensor(places, values, tf.cast(z, tf.int64)).shape for z in sizes]
        slices = tf.IndexedSlices(tf.constant([[2, 3]]), tf.constant([2]), tf.constant([3, 2]))
        made += [slices.shape, tf.convert_to_tensor(slices).shape]
    return repr(made)


def case_fetches_and_feeds_of_sessions():
    made = []
    with tf.Graph().as_default() as graph, v1.Session() as session:
        a, b, c = tf.constant(42.0, name="a"), tf.constant(1, name="b").op, tf.constant(44.0, name="c")
        found = session.run(collections.defaultdict(list, a=a, b=b, c=c, d=[c]))
        made += [type(found).__name__, sorted(found), float(session.run(b"a:0")), session.run(a, {b"a:0": 3.0}), session.run([a], {a: 2.0})]
        made += [graph.as_graph_element(b"a:0").name, graph.as_graph_element(b"a").name]
        made += [_tried(lambda: graph.get_tensor_by_name(b"a:0")), _tried(lambda: v1.Session(37))]
        rows = v1.ragged.placeholder(tf.float32, 1)
        made.append(session.run(rows, {rows: v1.ragged.constant_value([[1.0], [2.0, 3.0]], dtype=np.float32)}))
        sparse = v1.sparse_placeholder(tf.float32)
        made.append(session.run(sparse, {sparse: v1.SparseTensorValue(np.array([[0, 1]]), np.array([1.0]), np.array([2, 2]))}))
        devices = session.list_devices()
        made += [devices[0].device_type, devices[0].name.rpartition("/")[2], devices[0].memory_limit_bytes]
    return repr(made)


def case_sparse_values_where_sparse_tensors_are_taken():
    ids = v1.SparseTensorValue(np.array([[0, 0], [1, 0], [1, 1]]), np.array([1, 2, 0]), np.array([2, 4]))
    column = tf.feature_column.indicator_column(tf.feature_column.categorical_column_with_identity("x", 4))
    scores = tf.constant([[0.1, 0.2, 0.3, 0.4]] * 2)
    made = [tf.RaggedTensor.from_sparse(ids).to_list(), type(_tried(lambda: tf.cast(ids, tf.float32))).__name__]
    with tf.Graph().as_default(), v1.Session() as session:
        layer = v1.feature_column.input_layer({"x": ids}, [column])
        recall = v1.metrics.recall_at_k(ids, tf.constant(scores.numpy()), 2)
        precise = v1.metrics.precision_at_k(ids, tf.constant(scores.numpy()), 2)
        session.run([v1.local_variables_initializer(), v1.tables_initializer()])
        made += [session.run(layer).tolist(), *map(float, session.run([recall[1], precise[1]]))]
    return repr(made)


def case_feature_columns_of_unknown_ranks():
    words = tf.feature_column.categorical_column_with_vocabulary_list("x", ["a", "b", "c"])
    number, other = tf.feature_column.numeric_column("n"), tf.feature_column.numeric_column("m")
    made = []
    with tf.Graph().as_default(), v1.Session() as session:
        x, n, found = v1.sparse_placeholder(tf.string), v1.placeholder(tf.float32), {}
        linear = v1.feature_column.linear_model({"x": x}, [words], cols_to_vars=found)
        vectors = tf.feature_column.embedding_column(words, 2, initializer=tf.ones_initializer())
        dense = v1.feature_column.input_layer({"x": x}, [tf.feature_column.indicator_column(words), vectors])
        numbers = v1.feature_column.input_layer({"n": n}, [number])
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        session.run(found[words][0].assign([[1.0], [10.0], [100.0]]))
        for places, values, shape in (
            ([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 0, 1]], ["a", "b", "c", "a"], [2, 2, 2]),
            ([[0, 0], [1, 0], [1, 1]], ["a", "b", "c"], [2, 2]),
            ([[0], [1]], ["a", "b"], [2]),
        ):
            given = {x: v1.SparseTensorValue(places, values, shape)}
            made += [session.run(linear, given).tolist()] + ([] if len(shape) == 3 else [session.run(dense, given).tolist()])
        made += [session.run(numbers, {n: [1.0, 2.0]}).tolist(), session.run(numbers, {n: [[1.0], [2.0]]}).tolist()]
        made.append(type(_tried(lambda: session.run(numbers, {n: 1.0}))).__name__)
        batches = {"n": tf.ones([3]), "m": tf.ones([2])}
        made.append(_tried(lambda: v1.feature_column.input_layer(batches, [number, other])))
        made.append(_tried(lambda: v1.feature_column.linear_model(batches, [number, other])))
        made.append(_tried(lambda: v1.feature_column.linear_model(batches, [number, number])))
        found = {}
        with v1.variable_scope("parts", partitioner=v1.fixed_size_partitioner(3)):
            v1.feature_column.linear_model({"x": x}, [words], cols_to_vars=found)
        made += [[v.name for v in vs] for vs in found.values()]
    config = vectors.get_config()
    del config["use_safe_embedding_lookup"]
    made.append(type(vectors).from_config(config).use_safe_embedding_lookup)
    return repr(made)


def case_shapes_of_what_loops_define():
    @tf.function
    def counted(n):
        for i in tf.range(n):
            y = tf.ones([i + 1, 2])
        return y

    @tf.function
    def tested(n):
        i = tf.constant(0)
        while i < n:
            y = tf.range(i + 1)
            i += 1
        return y

    @tf.function
    def nested(n):
        for i in range(3):
            for j in tf.range(n):
                z = tf.range(j + i)
        return z

    @tf.function
    def divided(n):
        rows = tf.constant(2)
        for _ in tf.range(n):
            z = tf.reshape(tf.range(4), [rows, -1])
            rows = rows + 0
        return z

    n = tf.constant(3)
    return repr([f(n).numpy().tolist() for f in (counted, tested, nested, divided)])


def case_variables_of_functions_in_graphs_of_sessions():
    made, kept = [], []

    @tf.function
    def counted(x):
        with tf.name_scope("scope"):
            if not kept:
                kept.extend([tf.Variable(3.0, name="w"), tf.Variable(lambda: tf.ones([2]), name="b")])
        return kept[0].assign_add(x) + kept[1]

    with tf.Graph().as_default(), v1.Session() as session:
        y = counted(1.0)
        made += [type(_tried(lambda: session.run(y))).__name__, [v.name for v in v1.global_variables()]]
        session.run(v1.global_variables_initializer())
        made += [session.run(y).tolist(), session.run(y).tolist(), float(session.run(kept[0])), kept[1].eval().tolist()]
        session.run(kept[0].initializer)
        made += [float(session.run(kept[0])), session.run(counted(2.0)).tolist(), [v.name for v in kept]]
    return repr(made)


class _Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


class _Shop(tf.experimental.ExtensionType):
    name: tf.Tensor
    prices: typing.Mapping[str, tf.Tensor]
    sizes: tuple[int, ...] = [1, 2]  # noqa: RUF012 - it becomes a tuple
    note: typing.Annotated[str, "shown"] = "none"
    most: typing.Annotated[int, "shown"] | None = None


def case_calls_that_dispatch_to_functions_for_tensors_too():
    either = typing.Union[_Masked, tf.types.experimental.TensorLike]  # noqa: UP007 - which TensorFlow reads

    def parts(x):
        return (x.values, x.mask) if isinstance(x, _Masked) else (x, True)

    @tf.experimental.dispatch_for_api(tf.add)
    def add(x: either, y: either, name=None):
        return _Masked(tf.add(parts(x)[0], parts(y)[0]), tf.logical_and(parts(x)[1], parts(y)[1]))

    made, x = [], _Masked([1, 2], [True, False])
    for y in ([10, 20], np.array([1, 2], np.int32), tf.constant([3, 4]), tf.Variable([5, 6]), x):
        made += [tf.add(x, y), tf.add(y, x)]
    made.append(tf.add(1, 2))
    tf.experimental.unregister_dispatch_for(add)

    @tf.experimental.dispatch_for_binary_elementwise_apis(either, either)
    def elementwise(api, x, y):
        return _Masked(api(parts(x)[0], parts(y)[0]), parts(x)[1])

    made += [tf.multiply(x, 2), tf.multiply(3, 2), tf.maximum([1, 3], x)]
    tf.experimental.unregister_dispatch_for(elementwise)
    return repr(made)


def case_fields_of_extension_types():
    shop = _Shop("a", {"gum": [0.5], "cake": [1.5]})
    made = [[x.numpy() for x in tf.nest.flatten(shop, expand_composites=True)], shop, shop._type_spec]
    made.append([str(p) for p in inspect.signature(_Shop).parameters.values()][2:3])
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = v1.placeholder(tf.float32), v1.placeholder(tf.float32)
        same = _Masked(a, True) == _Masked(b, True)
        for x, y in (([1.0], [1.0]), ([1.0], [2.0]), ([1.0, 2.0, 3.0, 4.0], [[1.0, 2.0], [3.0, 4.0]]), ([1.0, 1.0], [1.0])):
            made.append(bool(session.run(same, {a: x, b: y})))
    return repr(made)


def _parts(b, n, m):
    return b[:n], b[1:n], b[:, :n], b[n:, 1:n], b[::n], b[m:n], b[-n:], b[..., :n], b[n, :n], b[: tf.shape(b, tf.int64)[0] - 1]


def case_bounds_of_int64():
    b, n, m = tf.reshape(tf.range(24), [4, 6]), tf.constant(2, tf.int64), tf.constant(1)
    told = [(x.shape, x.numpy().ravel().tolist()) for x in tf.function(_parts)(b, n, m)]
    with tf.Graph().as_default():
        given = v1.placeholder(tf.int32, [4, 6]), v1.placeholder(tf.int64, []), v1.placeholder(tf.int32, [])
        parts = _parts(*given)
        with v1.Session() as session:
            found = session.run(parts, dict(zip(given, (np.arange(24).reshape(4, 6), 2, 1))))
        return told, [str(x.shape) for x in parts], [x.ravel().tolist() for x in found]


def case_sizes_in_parts():
    told = []

    @tf.function(
        input_signature=[tf.TensorSpec([], tf.int64), tf.TensorSpec([2], tf.int64), tf.RaggedTensorSpec([None] * 3, tf.float32, 2)]
    )
    def sizes(n, pair, ragged):
        b = tf.stack([n, tf.constant(5, tf.int64), n, tf.constant(7, tf.int64)])
        shapes = b[1:], b[:2], b[::-1], b[1::2], tf.concat([b[1:], [n]], 0), tf.concat([pair, [n]], -1), b[n:]
        told.extend(str(tf.SparseTensor(tf.zeros([1, x.shape[0] or 4], tf.int64), [1.0], x).shape) for x in shapes)
        told.append(str(ragged.to_sparse().shape))
        return n

    sizes(tf.constant(1, tf.int64), tf.constant([3, 3], tf.int64), tf.ragged.constant([[[1.0], [2.0, 3.0]], [[4.0]], []]))
    return told


class _Measured(tf.test.Benchmark):
    def benchmark_all(self):
        metrics = [{"name": "m", "value": 0.1, "min_value": 0}, {"name": "n", "value": 3, "max_value": 5}]
        self.report_benchmark(iters=10, cpu_time=1.5, wall_time=0.25, throughput=3.0, extras={"b": 2}, metrics=metrics)
        self.report_benchmark(name="x/y", wall_time=1e-7, throughput=1e20, cpu_time=1 / 3, extras={"a": 'a "q" é'})
        self.report_benchmark(iters=0, wall_time=0.0, extras={"a": [2]})

    def other(self):
        self.report_benchmark(iters=1)


def case_reports_of_benchmarks():
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        _Measured().benchmark_all()
        _Measured().other()
        _Measured().report_benchmark(iters=1)
    wrong = ({"iters": 1.5}, {"metrics": [{"name": "m"}]}, {"metrics": [{"value": 3}]})
    return printed.getvalue(), [_tried(lambda kwargs=kwargs: _Measured().report_benchmark(**kwargs)) for kwargs in wrong]


def case_what_is_no_capsule():
    capsule = tf.experimental.dlpack.to_dlpack(tf.constant([1.0]))
    first = tf.experimental.dlpack.from_dlpack(capsule).numpy()
    return first, [_tried(lambda given=given: tf.experimental.dlpack.from_dlpack(given))[0] for given in (3, None, np.ones(2), capsule)]


def case_pieces_of_other_graphs():
    with tf.Graph().as_default() as graph:
        a, v = tf.constant(1.0, name="a"), v1.Variable(1.0, name="v")
    made = []
    with tf.Graph().as_default():
        x, w = tf.constant(1.0), v1.Variable(1.0, name="w")

        def after(*waited):
            with tf.control_dependencies(waited):
                return [o.name for o in tf.no_op().control_inputs]

        made += [_tried(lambda c=c: after(c)) for c in (a, x, x.op, w, "Const:0")]
        made += [_tried(f)[0] for f in (lambda: after(a.op), lambda: after(v), lambda: v1.assign(w, a), lambda: v1.assign(v, x))]
        made += [tf.group(a).graph is graph, tf.group(x).graph is graph, _tried(lambda: v1.assign(w, a))[1].split(" (")[0]]
        with tf.name_scope("n"):
            names = ("_x", "-x", ".x", "x/_y", "/x", ">x", "x y", "é", "x:0", " ")
            made += [_tried(lambda n=n: tf.constant(1, name=n).name) for n in names]
        made += [_tried(lambda n=n: tf.constant(1, name=n).name) for n in names[:3]]
    return made

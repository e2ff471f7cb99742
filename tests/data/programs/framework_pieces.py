"""What tensors, graphs, sessions, functions and their types do at their edges."""

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

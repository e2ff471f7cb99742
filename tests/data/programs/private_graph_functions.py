"""Private functions on graphs in messages and functions of TensorFlow 1 that libraries import."""

import numpy as np
from tensorflow.core.protobuf import config_pb2, meta_graph_pb2
from tensorflow.python.framework import c_api_util, function
from tensorflow.python.framework.function_def_to_graph import function_def_to_graph
from tensorflow.python.grappler import tf_optimizer

v1 = tf.compat.v1


def case_declared_operations():
    declared = c_api_util.ApiDefMap()
    assert {"Conv2D", "StatefulPartitionedCall"} <= set(declared.op_names())
    conv = declared.get_op_def("Conv2D")
    return [(a.name, a.type_attr) for a in (*conv.input_arg, *conv.output_arg)], sorted(str(declared.get_api_def("Softmax")).splitlines())


def case_no_such_operation():
    c_api_util.ApiDefMap().get_op_def("NoSuchOperation")


def optimized(make, fetches, optimizers, **rewriting):
    """{name: (type, inputs)} of the nodes that are left of what `make` makes, and the values of what is fetched."""
    with tf.Graph().as_default() as graph:
        make()
    config = config_pb2.ConfigProto()
    rewrite = config.graph_options.rewrite_options
    rewrite.optimizers.extend(optimizers)
    for name, value in rewriting.items():
        setattr(rewrite, name, value)
    meta = v1.train.export_meta_graph(graph_def=graph.as_graph_def(), graph=graph)
    kept = meta_graph_pb2.CollectionDef()
    kept.node_list.value.extend(fetches)
    meta.collection_def["train_op"].CopyFrom(kept)
    made = tf_optimizer.OptimizeGraph(config, meta)
    with tf.Graph().as_default() as after:
        tf.import_graph_def(made, name="")
    with v1.Session(graph=after) as session:
        values = session.run(list(fetches), {"x:0": np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)})
    return {n.name: n.op for n in made.node}, values, sorted(f.signature.name.rpartition("_")[0] for f in made.library.function)


def with_constants():
    x = v1.placeholder(tf.float32, [2, 2], name="x")
    a = tf.constant([1.0, 2.0], name="a")
    b = tf.exp(tf.add(a, 1.0, name="sum"), name="exp")
    size = tf.cast(tf.reduce_prod(tf.shape(x, name="sizes"), name="product"), tf.float32, name="size")
    tf.identity(tf.multiply(x, b, name="scaled") + size, name="out")


def case_constants_are_folded():
    types, values, _ = optimized(with_constants, ["out:0"], ["constfold"])
    return [types.get(name) for name in ("exp", "size", "scaled", "out")], values


def with_rounding():
    x = v1.placeholder(tf.float32, [2, 2], name="x")
    w = tf.quantization.fake_quant_with_min_max_args(tf.constant([0.3, 0.7]), name="rounded")
    tf.matmul(x, tf.reshape(w, [2, 1]), name="out")


def case_rounding_is_kept():
    types, values, _ = optimized(with_rounding, ["out:0"], ["constfold"], experimental_disable_folding_quantization_emulation=True)
    return types["rounded"], values


def case_rounding_is_folded():
    _, values, _ = optimized(with_rounding, ["out:0"], ["constfold"])
    return values


def with_calls():
    @tf.function
    def inner(a, b):
        return tf.nn.relu(a - b), a * b

    @tf.function
    def outer(a):
        p, q = inner(a, a + 1.0)
        return p + q

    x = v1.placeholder(tf.float32, [2, 2], name="x")
    tf.identity(outer(x), name="out")


def case_calls_are_inlined():
    _, values, _ = optimized(with_calls, ["out:0"], ["function"])
    return values


def unused():
    x = v1.placeholder(tf.float32, [2, 2], name="x")
    tf.exp(tf.sqrt(tf.square(x, name="neither"), name="nor"), name="not_needed")
    tf.negative(tf.square(x, name="squared"), name="out")


def case_what_nothing_needs_is_left_out():
    types, values, _ = optimized(unused, ["out:0"], ["pruning"])
    return sorted(types), values


def few():
    tf.exp(v1.placeholder(tf.float32, [2, 2], name="x"), name="out")
    tf.constant(1.0, name="not_needed")


def case_small_graphs_stay():
    types, _, _ = optimized(few, ["out:0"], ["pruning"])
    return sorted(types), sorted(optimized(few, ["out:0"], ["pruning"], min_graph_nodes=-1)[0])


def case_no_such_optimizer():
    optimized(unused, ["out:0"], ["no_such_optimizer"])


def definition_of(f, *specs):
    return f.get_concrete_function(*specs).function_def


def case_graph_of_a_definition():
    f = tf.function(lambda a, b: (tf.matmul(a, b), tf.reduce_sum(a)))
    definition = definition_of(f, tf.TensorSpec([None, 2]), tf.TensorSpec([2, 3]))
    made = function_def_to_graph(definition)
    return [t.shape.as_list() for t in made.inputs], [t.dtype.name for t in made.outputs], [t.op.type for t in made.inputs]


def case_graph_of_a_definition_with_shapes():
    f = tf.function(lambda a: tf.exp(a))
    definition = definition_of(f, tf.TensorSpec([None, 2]))
    made = function_def_to_graph(definition, input_shapes=[tf.TensorShape([5, 2])])
    return [t.shape.as_list() for t in (*made.inputs, *made.outputs)]


def case_graph_of_a_definition_with_too_many_shapes():
    definition = definition_of(tf.function(lambda a: tf.exp(a)), tf.TensorSpec([None, 2]))
    function_def_to_graph(definition, input_shapes=[[1, 2], [1, 2]])


# ---- Defun


def in_session(make):
    with tf.Graph().as_default():
        fetched = make()
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run(fetched)


def case_defun():
    @function.Defun(tf.float32, tf.float32)
    def both(a, b):
        return a + b, a * b

    return in_session(lambda: list(both([1.0, 2.0], 3.0)))


def case_defun_single():
    @function.Defun()
    def twice(a):
        return 2 * a

    return in_session(lambda: [twice(tf.constant(2.0)), twice(tf.constant([3, 4]))])


def case_defun_gradient():
    @function.Defun(tf.float32)
    def cube(a):
        return a * a * a

    def make():
        x = tf.constant([1.0, 2.0])
        return tf.gradients(cube(x), x)

    return in_session(make)


def case_defun_with_another_gradient():
    @function.Defun(tf.float32, tf.float32, tf.float32)
    def back(a, b, given):
        return given * 10.0 * b, given + a

    @function.Defun(tf.float32, tf.float32, grad_func=back)
    def product(a, b):
        return a * b

    def make():
        x, y = tf.constant(3.0), tf.constant(5.0)
        return tf.gradients(product(x, y), [x, y])

    return in_session(make)


def case_defun_with_a_gradient_in_python():
    def back(op, given):
        assert len(op.inputs) == 1 and len(op.outputs) == 1
        return [given * op.inputs[0] * 100.0 + op.outputs[0]]

    @function.Defun(tf.float32, python_grad_func=back, func_name="Doubled", shape_func=lambda op: [op.inputs[0].get_shape()])
    def doubled(a):
        return a * 2.0

    def make():
        x = tf.constant([1.0, 2.0])
        y = doubled(x)
        assert y.shape == [2]
        return [y, *tf.gradients(y, x)]

    return in_session(make)


def case_defun_definition():
    @function.Defun(tf.float32, tf.int32, func_name="Sums", out_names=["total", "other"])
    def sums(a, b):
        return a + 1.0, b + 2

    signature = sums.definition.signature
    arguments = [[(x.name, x.type) for x in which] for which in (signature.input_arg, signature.output_arg)]
    return sums.name, signature.name, arguments, [t.name for t in sums.declared_input_types]


def case_defun_of_no_function():
    function.Defun(tf.float32)(3)


def case_defun_with_defaults():
    @function.Defun(tf.float32, tf.float32)
    def f(a, b=1.0):
        return a + b


def case_defun_with_fewer_types():
    @function.Defun(tf.float32)
    def f(a, b):
        return a + b


def case_defun_with_more_types():
    @function.Defun(tf.float32, tf.float32)
    def f(a):
        return a


def case_defun_called_with_more():
    @function.Defun(tf.float32)
    def f(a):
        return a

    in_session(lambda: f(1.0, 2.0))


def case_defun_of_none():
    @function.Defun(tf.float32)
    def f(a):
        return a, None

    in_session(lambda: f(1.0))


def case_defun_with_fewer_names():
    @function.Defun(tf.float32, out_names=["only"])
    def f(a):
        return a, a

    in_session(lambda: f(1.0))

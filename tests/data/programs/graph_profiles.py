"""What TensorFlow 1's profiler counts in graphs: operations on floats and parameters, by types and by names."""

import os
import tempfile


def _shown(graph, cmd, prepared, **changes):
    """(the report, the numbers of the result)"""
    v1 = tf.compat.v1
    path = os.path.join(tempfile.mkdtemp(), "report")
    options = {**getattr(v1.profiler.ProfileOptionBuilder, prepared)(), "output": f"file:outfile={path}", **changes}
    result = v1.profiler.profile(graph, cmd=cmd, options=options)
    with open(path) as file:
        return file.read(), _numbers(result)


def _numbers(message):
    own = [message.name, message.float_ops, message.total_float_ops, message.parameters, message.total_parameters]
    inputs = {n: [d.size for d in s.dim] for n, s in sorted(getattr(message, "input_shapes", {}).items())}
    nodes = [_numbers(node) for node in getattr(message, "graph_nodes", [])]
    return [*own, getattr(message, "total_definition_count", None), inputs, nodes, [_numbers(child) for child in message.children]]


def _pictures():
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [2, 8, 8, 3], name="x")
        with v1.variable_scope("layer"):
            w = v1.get_variable("w", [3, 3, 3, 4], initializer=v1.zeros_initializer())
            y = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, w, 1, "SAME"), v1.get_variable("b", [4])))
        with tf.name_scope("rest"):
            y = tf.nn.max_pool2d(tf.nn.avg_pool2d(y, 2, 2, "VALID", name="mean"), 2, 2, "SAME")
            y = tf.nn.depthwise_conv2d(y, tf.ones([2, 2, 4, 2]), [1, 1, 1, 1], "SAME")
            y = tf.matmul(tf.reduce_mean(y, [1, 2]), tf.ones([5, 8]), transpose_b=True)
            tf.nn.softmax(y * 2.0 - tf.reduce_sum(y))
    return graph


def _numbers_alone():
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x, unknown = tf.ones([4, 6]), v1.placeholder(tf.float32, [None, 6])
        for f in (tf.negative, tf.square, tf.math.log, tf.math.rsqrt, tf.math.reciprocal, tf.nn.l2_loss, tf.argmax, tf.reduce_sum, tf.exp):
            f(x), f(unknown)
        for f in (tf.add, tf.maximum, tf.pow, tf.greater, tf.equal, tf.math.squared_difference, tf.divide):
            f(x, tf.ones([6]))
        tf.add_n([x, x, x]), tf.matmul(x, x, transpose_a=True), tf.matmul(tf.ones([5, 4, 6]), tf.ones([5, 6, 7]))
        tf.nn.conv3d(tf.ones([1, 4, 4, 4, 2]), tf.ones([2, 2, 2, 2, 3]), [1] * 5, "SAME")
        tf.ones([1000, 1000]) @ tf.ones([1000, 1000])
    return graph


def case_operations_by_types():
    return _shown(_pictures(), "op", "float_operation")


def case_operations_by_names():
    return _shown(_pictures(), "scope", "float_operation")


def case_parameters_by_types():
    return _shown(_pictures(), "op", "trainable_variables_parameter")


def case_parameters_by_names():
    return _shown(_pictures(), "scope", "trainable_variables_parameter")


def case_kinds_of_operations():
    return _shown(_numbers_alone(), "op", "float_operation")


def case_some_types_in_the_order_of_names():
    return _shown(_pictures(), "op", "float_operation", account_type_regexes=["Conv2D", "M.*"], order_by="name", min_float_ops=0)


def case_the_largest():
    return _shown(_pictures(), "scope", "float_operation", min_float_ops=200)


def case_a_frozen_function():
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    tf.keras.utils.set_random_seed(1)
    layers = [tf.keras.layers.Conv2D(4, 3, activation="relu", input_shape=(8, 8, 3)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)]
    function = tf.function(tf.keras.Sequential(layers)).get_concrete_function(tf.TensorSpec([1, 8, 8, 3]))
    frozen = convert_variables_to_constants_v2(function)
    return [_shown(graph, "op", "float_operation")[0] for graph in (function.graph, frozen.graph)]

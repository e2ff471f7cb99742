"""What traced functions use of what is around them: handles of variables and tables, constants, tensors."""

import numpy as np

v, w = tf.Variable([1.0, 2.0], name="v"), tf.Variable(3.0, name="w", trainable=False)
c, big = tf.constant([5.0, 6.0]), tf.constant(np.ones(10, np.float32))
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.constant([1]), tf.constant([2])), -1)
vector = tf.TensorSpec([2], tf.float32)


def shown(concrete):
    """Which each captured tensor is, and what stands for it."""
    handles = [(v.handle, "v"), (w.handle, "w"), (c, "c"), (big, "big")]
    found = []
    for outer, inner in concrete.graph.captures:
        name = next((n for h, n in handles if h is outer), None)
        found.append((name, outer.dtype.name, inner.dtype.name, inner.shape.as_list(), inner.graph is concrete.graph))
    return found


def types_of_captures(concrete):
    """The types that the signature shows for what is captured."""
    lines = concrete.pretty_printed_signature().split("Captures:")[1].split("\n")
    return [line.split(":", 1)[1] for line in lines if ":" in line]


@tf.function
def everything(x, *, scale=1.0):
    w.assign_add(1.0)
    return {"a": x * v + c, "b": [tf.reduce_sum(big) + w, x]}


def of_everything():
    return everything.get_concrete_function(vector)


def case_attributes():
    concrete = of_everything()
    graph = concrete.graph
    counts = len(graph.captures), len(graph.external_captures), len(graph.internal_captures), len(graph.deferred_external_captures)
    same = all(a is b for a, b in zip(concrete.captured_inputs, graph.external_captures))
    return shown(concrete), [t.name for t in concrete.inputs], [t.name for t in concrete.outputs], counts, same


def case_variables():
    concrete = of_everything()
    return [[x.name for x in xs] for xs in (concrete.variables, concrete.trainable_variables, concrete.graph.variable_captures)]


def case_structures():
    concrete = of_everything()
    graph = concrete.graph
    same = graph.structured_input_signature == concrete.structured_input_signature
    return concrete.structured_outputs, graph.structured_outputs, concrete.structured_input_signature, same, types_of_captures(concrete)


def case_control_outputs():
    graph = of_everything().graph
    return sorted(o.name for o in graph.control_outputs), graph.is_control_flow_graph, graph.capture_by_value


def case_branches():
    function = tf.function(lambda x: tf.cond(x[0] > 0, lambda: x * v + c, lambda: x * big[:2]))
    concrete = function.get_concrete_function(vector)
    return shown(concrete), types_of_captures(concrete)


def case_calls():
    concrete = tf.function(lambda x: of_everything()(x)["a"] + v + 1.0).get_concrete_function(vector)
    return shown(concrete), types_of_captures(concrete)


def case_loops():
    def looping(x):
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * v), (0, x))[1]

    concrete = tf.function(looping).get_concrete_function(vector)
    return shown(concrete), types_of_captures(concrete)


def case_variable_arguments():
    concrete = tf.function(lambda x, variable: x * variable + 2.0 + v).get_concrete_function(vector, w)
    return shown(concrete), [x.name for x in concrete.graph.variable_captures]


def case_tables():
    concrete = tf.function(lambda x: table.lookup(x)).get_concrete_function(tf.TensorSpec([1], tf.int32))
    return [t.dtype.name for t in concrete.captured_inputs]


def case_capture():
    with of_everything().graph.as_default() as graph:
        before = len(graph.captures)
        other = tf.constant([1, 2])
        return graph.capture(c) is graph.capture(c), graph.capture(c).op.type, graph.capture(other) is other, len(graph.captures) - before


def case_handles():
    captured = of_everything().captured_inputs
    return v.handle is v.handle, v.handle.dtype, v.handle.shape, captured[1] is v.handle, captured[0] is w.handle, captured[2] is c


def case_nothing_captured():
    concrete = tf.function(lambda x, y=2: (x, (x + 1, None))).get_concrete_function(tf.TensorSpec([], tf.float32))
    return concrete.captured_inputs, concrete.graph.captures, concrete.structured_outputs, types_of_captures(concrete)


def case_functions_in_functions():
    nested = tf.function(lambda x: tf.function(lambda y: y * x + c)(x) + tf.map_fn(lambda row: row * v[0], x))
    return sorted(t.dtype.name for t in nested.get_concrete_function(vector).captured_inputs)


def case_numbers_of_python_are_not_captured():
    function = tf.function(lambda: (np.ones(3) + 1, tf.constant([1, 2]) + [3, 4], c * 2, tf.matmul([[1.0]], [[2.0]])))
    return [t.shape.as_list() for t in function.get_concrete_function().captured_inputs]


def case_models():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.BatchNormalization()])
    served = tf.function(lambda x: model(x)).get_concrete_function(tf.TensorSpec([1, 3]))
    return len(served.captured_inputs), len(served.inputs), {t.dtype.name for t in served.captured_inputs}

"""Functions with constants for variables."""

import numpy as np
from tensorflow.python.framework import convert_to_constants

v, w = tf.Variable([1.0, 2.0]), tf.Variable(3.0)


@tf.function
def inner(x):
    return x * w


@tf.function
def whole(x, y):
    z = inner(x) + v
    if tf.reduce_sum(z) > 0:
        z = z + v
    for _ in tf.range(3):
        z = z * w
    return {"a": z, "b": y * 2}


def _concrete():
    return whole.get_concrete_function(tf.TensorSpec([2], name="x"), tf.TensorSpec([], name="y"))


def case_values_stay():
    v.assign([1.0, 2.0])
    frozen = convert_to_constants.convert_variables_to_constants_v2(_concrete(), lower_control_flow=False)
    print(type(frozen).__name__, [t.name for t in frozen.inputs], [t.shape.as_list() for t in frozen.outputs])
    print(len(frozen.variables), len(frozen.captured_inputs))
    given = tf.constant([1.0, 2.0]), tf.constant(1.0)
    print([x.numpy().tolist() for x in frozen(*given)])
    v.assign([10.0, 20.0])
    print([x.numpy().tolist() for x in frozen(x=given[0], y=given[1])])
    return {k: x.numpy().tolist() for k, x in whole(*given).items()}


def case_functions_called_twice():
    v.assign([1.0, 2.0])
    concrete = tf.function(lambda x: inner(inner(x)) + v).get_concrete_function(tf.TensorSpec([2]))
    return convert_to_constants.convert_variables_to_constants_v2(concrete)(tf.constant([1.0, 2.0]))[0].numpy().tolist()


def case_graphs_of_models():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones", activation="tanh", input_shape=(3,))])
    concrete = tf.function(lambda x: model(x)).get_concrete_function(tf.TensorSpec([1, 3], name="x"))
    frozen, graph_def = convert_to_constants.convert_variables_to_constants_v2_as_graph(concrete)
    print([n.op for n in graph_def.node if n.op not in ("Const", "Identity", "NoOp", "BiasAdd")])
    model.set_weights([np.zeros(w.shape) for w in model.weights])
    with tf.Graph().as_default():
        tf.import_graph_def(graph_def, name="")
        with tf.compat.v1.Session() as session:
            print(session.run(frozen.outputs[0].name, {"x:0": [[0.1, 0.2, 0.3]]}).round(4).tolist())
    return frozen(tf.constant([[0.1, 0.2, 0.3]]))[0].numpy().round(4).tolist()


def case_ends_of_branches():
    # As frozen branches are written: what joins them waits for the end of the one that is not taken, too.
    nodes = {"Switch": "x which", "minus": "Switch", "same": "Switch:1", "Merge": "minus same ^minus ^same"}
    types = {"minus": "Neg", "same": "Identity"}
    graph_def = tf.compat.v1.GraphDef()
    for name, dtype in (("x", tf.float32), ("which", tf.bool)):
        graph_def.node.add(name=name, op="Placeholder").attr["dtype"].type = dtype.as_datatype_enum
    for name, inputs in nodes.items():
        node = graph_def.node.add(name=name, op=types.get(name, name), input=inputs.split())
        node.attr["T"].type = tf.float32.as_datatype_enum
    graph_def.node[-1].attr["N"].i = 2
    with tf.Graph().as_default():
        tf.import_graph_def(graph_def, name="")
        with tf.compat.v1.Session() as session:
            print([session.run("Merge:0", {"x:0": 5.0, "which:0": side}).item() for side in (False, True)])

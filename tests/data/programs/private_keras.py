"""Private names of Keras: its graph, and the call of a model as a function."""

import inspect

from keras.src import backend
from keras.src.saving.legacy.saving_utils import trace_model_call
from tensorflow.python.util import tf_inspect


def _told(function):
    return {name: (x.shape, x.dtype) for name, x in function.structured_outputs.items()}


def case_graph():
    graph = backend.get_graph()
    print(type(graph).__name__, graph.name, backend.get_graph() is graph, tf_inspect._inspect is inspect)
    tf.keras.backend.clear_session()
    print(backend.get_graph() is graph)
    with tf.Graph().as_default() as other:
        return backend.get_graph() is other


def case_models_of_layers():
    dense = tf.keras.layers.Dense(2, input_shape=(3,), kernel_initializer="ones", name="d")
    found = trace_model_call(tf.keras.Sequential([dense, tf.keras.layers.Dropout(0.5, name="o")]))
    print(_told(found))
    return {k: v.numpy().tolist() for k, v in found(tf.ones([2, 3])).items()}


def case_models_of_several_inputs():
    a, b = tf.keras.Input((2,), name="a"), tf.keras.Input((2,), name="b")
    model = tf.keras.Model([a, b], [tf.keras.layers.Add(name="s")([a, b]), tf.keras.layers.Multiply(name="p")([a, b])])
    return _told(trace_model_call(model))


def case_models_of_users():
    class Doubled(tf.keras.Model):
        def call(self, x):
            return x * 2

    model = Doubled()
    try:
        trace_model_call(model)
    except ValueError as e:
        print("cannot be saved" in str(e))
    print(_told(trace_model_call(model, [tf.TensorSpec([None, 3])])))
    model(tf.ones([2, 4]))
    return _told(trace_model_call(model))

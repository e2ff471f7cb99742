"""Recurrent layers whose cells have states of states: given at the start, given back, in models and both ways."""

import numpy as np

L = tf.keras.layers
X = tf.reshape(tf.range(24.0), [2, 3, 4]) / 10.0


def _cells(**options):
    return L.RNN([L.LSTMCell(2, **_ones()), L.GRUCell(2, **_ones())], return_state=True, **options)


def _ones():
    return {"kernel_initializer": "ones", "recurrent_initializer": "ones"}


class Named(L.Layer):
    """A cell with two states in a dictionary."""

    state_size = {"a": 2, "b": tf.TensorShape([2, 2])}
    output_size = 2

    def call(self, inputs, states):
        output = inputs[:, :2] + states["a"] + tf.reduce_sum(states["b"], -1)
        return output, {"a": output * 0.1, "b": states["b"] + 1.0}


def _named():
    return L.RNN([Named(), L.LSTMCell(2, **_ones())], return_state=True)


def _plain(values):
    return tf.nest.map_structure(lambda x: np.round(np.asarray(x).astype(float), 3).tolist(), values)


def _kinds(values):
    return [type(x).__name__ if isinstance(x, (list, tuple)) else "tensor" for x in values]


def case_given_back():
    made = _cells()(X)
    return _kinds(made), _plain(made), _kinds(L.Bidirectional(_cells())(X))


def case_given_again():
    told = []
    for make in (_cells, lambda: _cells(return_sequences=True), _named):
        for layer in (make(), L.Bidirectional(make()), L.Bidirectional(make(), merge_mode=None)):
            made = layer(X)
            states = list(made[2 if getattr(layer, "merge_mode", "") is None else 1 :])
            told.append((_plain(layer(X, initial_state=states)[0]), _plain(layer([X, *states])[0])))
    return told


def case_in_models():
    told = []
    for make in (_cells, lambda: L.Bidirectional(_cells())):
        inputs = tf.keras.Input((3, 4))
        made = make()(inputs)
        again = make()(inputs, initial_state=list(made[1:]))
        model = tf.keras.Model(inputs, again)
        told.append(_plain(model(X)))
        told.append(len(tf.keras.Model.from_config(model.get_config()).outputs))
    return told


def case_shapes():
    layer = L.RNN(Named(), return_state=True)
    return [str(x) for x in layer.compute_output_shape((2, 3, 4))], [str(x) for x in _cells().compute_output_shape((2, 3, 4))]

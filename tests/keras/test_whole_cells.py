"""Keras' cells that run over the whole sequence give what they give step by step, with gradients."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.keras.layers.rnn import base_rnn

L = tf.keras.layers
_DRAWN = np.random.RandomState(0)
_X, _MASK = _DRAWN.normal(size=(3, 6, 4)).astype(np.float32), _DRAWN.uniform(size=(3, 6)) > 0.4
_MASK[0, :2] = False
_CELLS = {
    "simple": lambda **how: L.SimpleRNNCell(5, **how),
    "lstm": lambda **how: L.LSTMCell(5, **how),
    "gru": lambda **how: L.GRUCell(5, **how),
    "gru that resets first": lambda **how: L.GRUCell(5, reset_after=False, **how),
    "stacked": lambda **how: [L.GRUCell(5, **how), L.LSTMCell(3, **how), L.SimpleRNNCell(2)],
}
_HOW = [
    {},
    {"activation": "relu", "recurrent_activation": "hard_sigmoid"},
    {"activation": None, "use_bias": False},
    {"activation": "softplus"},
    {"activation": tf.nn.elu},
]
_OF_LAYER = [
    {},
    {"go_backwards": True},
    {"time_major": True, "zero_output_for_mask": True},
    {"unroll": True, "go_backwards": True},
    {"return_sequences": False},
]


def _results(layer, x, mask, in_graph):
    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            made = tf.nest.flatten(layer(x, mask=None if mask is None else tf.constant(mask)))
            total = tf.add_n([tf.reduce_sum(tf.sin(y)) * (i + 1.0) for i, y in enumerate(made)])
        return made + tape.gradient(total, [x, *layer.trainable_variables])

    return [t.numpy() for t in (tf.function(run) if in_graph else run)(tf.constant(x))]


@pytest.mark.parametrize("kind", list(_CELLS))
@pytest.mark.parametrize("at", range(len(_HOW)))
def test_whole_sequences_and_single_steps_give_the_same(kind, at, monkeypatch):
    how, of_layer = dict(_HOW[at]), _OF_LAYER[(at + list(_CELLS).index(kind)) % len(_OF_LAYER)]
    if kind == "simple":
        how.pop("recurrent_activation", None)
    if kind == "stacked":
        how = {"use_bias": how.get("use_bias", True)}
    tf.keras.utils.set_random_seed(0)
    layer = L.RNN(_CELLS[kind](**how), return_state=True, **{"return_sequences": True, **of_layer})
    swap = of_layer.get("time_major", False)
    x = _X.swapaxes(0, 1) if swap else _X
    for mask in (None, _MASK.T if swap else _MASK):
        for in_graph in (True, False):
            made = _results(layer, x, mask, in_graph)
            with monkeypatch.context() as patch:
                patch.setattr(base_rnn, "cells_of", lambda *_: None)
                wanted = _results(layer, x, mask, in_graph)
            for a, b in zip(made, wanted, strict=True):
                np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)


def test_a_cell_runs_as_one_operation_only_where_it_is_keras_own():
    class Own(L.LSTMCell):
        def call(self, inputs, states, training=None):
            h, states = super().call(inputs, states, training)
            return h * 0, states

    def kinds(layer):
        f = tf.function(lambda x: layer(x, training=True))
        return {n.type for n in f.get_concrete_function(tf.TensorSpec([3, 6, 4])).graph._own_operations()}

    assert "FusedLSTM" in kinds(L.RNN(L.LSTMCell(2))) and "FusedGRU" in kinds(L.GRU(2, activation="relu"))
    for layer in (L.RNN(Own(2)), L.RNN(L.LSTMCell(2, recurrent_dropout=0.5)), L.RNN(L.LSTMCell(2, activation="gelu"))):
        assert "FusedLSTM" not in kinds(layer)
    assert not np.any(L.RNN(Own(2))(_X))
    # Gates that are not limited cannot keep a masked step from any change.
    assert "FusedGRU" not in kinds(L.RNN(L.GRUCell(2, recurrent_activation="relu")))


def test_gradients_of_gradients_go_through_other_activations():
    layer = L.LSTM(3, activation="softplus", recurrent_activation="hard_sigmoid")

    def second(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.reduce_sum(layer(x) ** 2)
            g = tf.reduce_sum(inner.gradient(y, x) ** 2)
        return g, outer.gradient(g, x)

    x = tf.constant(_X)
    g, found = second(x)
    step = np.zeros_like(_X)
    step[1, 2, 3] = 1e-2
    difference = (second(x + step)[0] - second(x - step)[0]) / 2e-2
    np.testing.assert_allclose(found[1, 2, 3], difference, rtol=2e-2, atol=1e-4)

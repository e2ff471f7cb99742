"""Losses called on Keras tensors make the layers that Keras makes (tests/data/loss_layers.json)."""

import json
from pathlib import Path

import pytest

import tfshim as tf
from tests.grouping import in_groups
from tests.keras.loss_layer_cases import CASES, outcome

# Keras warns as well of outputs of a sigmoid that are given for logits.
pytestmark = pytest.mark.filterwarnings("ignore:.*received `from_logits=True`")
RECORD = json.loads((Path(__file__).parent.parent / "data" / "loss_layers.json").read_text())


@in_groups("name", CASES)
def test_layers_and_values_are_keras(name):
    ours = outcome(tf, name)
    assert ours["summary"] == RECORD[name]["summary"]
    assert ours["loss"] == pytest.approx(RECORD[name]["loss"], rel=1e-5)


def test_models_with_such_losses_are_saved_and_trained(tmp_path):
    x = tf.keras.Input((6,))
    y = tf.keras.layers.Dense(6, "sigmoid")(x)
    model = tf.keras.Model(x, y)
    model.add_loss(tf.reduce_mean(tf.keras.losses.binary_crossentropy(x, y)) + tf.reduce_mean(tf.keras.losses.hinge(x, y)))
    model.compile("sgd")
    batch = tf.ones((4, 6))
    first = model.evaluate(batch, verbose=0)
    model.fit(batch, epochs=3, verbose=0)
    assert model.evaluate(batch, verbose=0) < first
    model.save(tmp_path / "model.keras")
    loaded = tf.keras.models.load_model(tmp_path / "model.keras")
    assert [layer.name for layer in loaded.layers] == [layer.name for layer in model.layers]
    loaded.compile("sgd")
    assert loaded.evaluate(batch, verbose=0) == pytest.approx(model.evaluate(batch, verbose=0))

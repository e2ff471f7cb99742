"""What is refused when models and weights are loaded, and what frozen layers leave as it is."""

import numpy as np
import pytest

import tfshim as tf


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
def test_a_metric_that_nobody_knows_is_refused(tmp_path):
    def nearness(y_true, y_pred):
        return tf.reduce_mean(y_true - y_pred)

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile("sgd", "mse", metrics=[nearness])
    model.fit(np.ones((4, 1)), np.ones((4, 1)), verbose=0)
    pytest.importorskip("h5py")
    path = str(tmp_path / "model.h5")
    model.save(path)
    with pytest.raises(ValueError, match="Unknown metric function: 'nearness'"):
        tf.keras.models.load_model(path)
    loaded = tf.keras.models.load_model(path, custom_objects={"nearness": nearness})
    assert [m.name for m in loaded.metrics] == ["loss", "nearness"]


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
@pytest.mark.parametrize("kind", ["class", "function"])
@pytest.mark.parametrize("file", ["model.h5", "model"])
def test_a_loss_that_nobody_knows_is_refused(kind, file, tmp_path):
    class Farness(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            return tf.reduce_mean(y_true - y_pred)

    def farness(y_true, y_pred):
        return tf.reduce_mean(y_true - y_pred)

    loss, given = (Farness(), {"Farness": Farness}) if kind == "class" else (farness, {"farness": farness})
    if file.endswith("h5"):
        pytest.importorskip("h5py")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile("sgd", loss)
    model.fit(np.ones((4, 1)), np.ones((4, 1)), verbose=0)
    path = str(tmp_path / file)
    model.save(path)
    refusal = f"Unknown loss function: '{[*given][0]}'. Please ensure you are using a `keras.utils.custom_object_scope`"
    with pytest.raises(ValueError, match=refusal):
        tf.keras.models.load_model(path)
    assert tf.keras.models.load_model(path, compile=False).predict(np.ones((1, 1)), verbose=0).shape == (1, 1)
    loaded = tf.keras.models.load_model(path, custom_objects=given)
    assert loaded.evaluate(np.ones((4, 1)), np.ones((4, 1)), verbose=0) == model.evaluate(np.ones((4, 1)), np.ones((4, 1)), verbose=0)


def test_the_first_key_of_weights_that_do_not_fit_is_told(tmp_path):
    first, second = (tf.keras.Sequential([tf.keras.layers.Dense(n, input_shape=(3,), name="d")]) for n in (2, 4))
    first.save_weights(str(tmp_path / "weights"))
    with pytest.raises(ValueError, match=r"incompatible tensor with shape \(2,\) when .* variable with shape \(4,\) and name d/bias:0"):
        second.load_weights(str(tmp_path / "weights"))


def test_frozen_layers_run_no_updates():
    class Counted(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.calls = self.add_weight("calls", (), initializer="zeros", trainable=False)

        def call(self, inputs):
            self.add_update(lambda: self.calls.assign_add(1.0))
            return inputs

    for trainable, calls in ((True, 1.0), (False, 0.0)):
        layer = Counted(trainable=trainable)
        layer(tf.ones([1, 1]))
        assert float(layer.calls) == calls

"""Keras in graphs of TensorFlow 1."""

import numpy as np
import pytest

import tfshim as tf
from tests.keras.layer_cases import CASES as LAYERS
from tests.keras.layer_cases import PREPROCESSING, make
from tests.recorded.cases import programs

SCOPE = {"tf": tf, "L": tf.keras.layers, "np": np}
v1 = tf.compat.v1


@programs("tf1_keras")
def test_recorded(case, active):
    case.check(tf)


_PLAIN = [
    (n, e, s)
    for n, e, s in LAYERS
    if not n.startswith("random_")
    and n not in {p for p, _, _ in PREPROCESSING}
    and not isinstance(s, str)
    and "time" not in n
    and "stateful" not in n
]


@pytest.mark.parametrize(("name", "expression", "spec"), _PLAIN[::5], ids=[n for n, _, _ in _PLAIN[::5]])
def test_layers_give_in_a_graph_what_they_give_eagerly(name, expression, spec):
    given = make(spec, SCOPE)
    arrays = [x.numpy() for x in tf.nest.flatten(given)]
    layer = eval(expression, SCOPE)
    wanted, weights = [y.numpy() for y in tf.nest.flatten(layer(given))], layer.get_weights()
    with tf.Graph().as_default(), v1.Session().as_default():
        inputs = [tf.keras.Input(batch_shape=(None, *a.shape[1:]), dtype=a.dtype) for a in arrays]
        layer = eval(expression, SCOPE)
        model = tf.keras.Model(inputs, layer(inputs if isinstance(given, list) else inputs[0]))
        layer.set_weights(weights)
        for found, value in zip(tf.nest.flatten(model.predict(arrays)), wanted):
            np.testing.assert_allclose(found, value, rtol=2e-4, atol=2e-5)


def test_a_loop_gives_what_unrolled_steps_give():
    x = np.random.RandomState(0).rand(3, 5, 2)
    with tf.Graph().as_default(), v1.Session().as_default():
        made = []
        for unroll in (False, True):
            model = tf.keras.Sequential([tf.keras.layers.GRU(4, unroll=unroll, dropout=0.0, input_shape=(5, 2), activation="relu")])
            model.set_weights([np.full(w.shape, 0.2) for w in model.get_weights()])
            model.compile("sgd", "mse")
            made.append([model.train_on_batch(x, np.ones((3, 4))) for _ in range(3)])
        np.testing.assert_allclose(made[0], made[1], rtol=1e-4)
        assert made[0][2] < made[0][0]


def test_optimizers_without_a_legacy_form_are_refused():
    with tf.Graph().as_default():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        with pytest.raises(NotImplementedError, match="Lion does not work in TF 1 graphs"):
            model.compile(tf.keras.optimizers.Lion(), "mse")


def test_a_closed_default_session_is_not_used_again():
    with tf.Graph().as_default():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
        with v1.Session():
            assert model.predict(np.ones((1, 2))).tolist() == [[2.0]]
        assert model.predict(np.ones((1, 2))).tolist() == [[2.0]]


def test_sparse_and_ragged_inputs():
    with tf.Graph().as_default(), v1.Session().as_default() as session:
        x = tf.keras.Input((3,), sparse=True)
        y = tf.keras.layers.Dense(2, kernel_initializer="ones")(x)
        session.run(v1.global_variables_initializer())
        value = v1.SparseTensorValue([[0, 1], [1, 2]], [2.0, 3.0], [2, 3])
        assert session.run(y, {x: value}).tolist() == [[2.0, 2.0], [3.0, 3.0]]


def test_steps_for_arrays_take_all_rows_each_time():
    x, y = np.arange(20.0, dtype="float32").reshape(10, 2), np.ones((10, 1), "float32")

    def model():
        made = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
        made.compile(tf.keras.optimizers.legacy.SGD(1e-3), "mse", metrics=["mae"])
        return made

    with tf.Graph().as_default(), v1.Session().as_default():
        found = model().fit(x, y, steps_per_epoch=2, epochs=2, verbose=0)
        np.testing.assert_allclose(found.history["loss"], [286.2224, 18.8934], rtol=1e-5)
        np.testing.assert_allclose(found.history["mae"], [13.5228, 3.4110], rtol=1e-4)
        assert (found.params["steps"], found.params["samples"], found.params["batch_size"]) == (2, 2, None)
        assert model().evaluate(x, y, steps=2, verbose=0) == [456.0, 18.0]
        assert model().evaluate(x, y, steps=2, sample_weight=np.arange(10.0), verbose=0) == [3240.0, 18.0]
        assert model().predict(x, steps=2, batch_size=3).ravel().tolist() == [*np.arange(1.0, 38.0, 4.0)] * 2
        assert set(model().fit(x, y, validation_data=(x, y), validation_steps=3, verbose=0).history) == {
            "loss",
            "mae",
            "val_loss",
            "val_mae",
        }
        with pytest.raises(TypeError, match="validation_steps"):
            model().fit(x, y, steps_per_epoch=2, validation_split=0.2)


def test_a_model_with_plain_operations_has_no_configuration():
    with tf.Graph().as_default():
        x = tf.keras.Input((2,))
        model = tf.keras.Model(x, tf.keras.layers.Dense(1)(x * 2.0))
        with pytest.raises(NotImplementedError, match="tf.keras.layers.Lambda"):
            model.to_json()


def test_tensorboard_callback(tmp_path):
    with tf.Graph().as_default(), v1.Session().as_default():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        model.compile("sgd", "mse")
        model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0, callbacks=[tf.keras.callbacks.TensorBoard(str(tmp_path), histogram_freq=1)])
    assert list((tmp_path / "train").iterdir())


@pytest.mark.parametrize(("kind", "plain", "rows"), [("CuDNNLSTM", "LSTM", 4), ("CuDNNGRU", "GRU", 3)])
def test_layers_with_the_weights_of_cudnn(kind, plain, rows):
    x = np.random.RandomState(0).rand(2, 5, 3).astype("float32")
    layer, like = getattr(v1.keras.layers, kind)(4), getattr(tf.keras.layers, plain)(4)
    layer(x), like(x)
    assert [w.shape for w in layer.get_weights()] == [(3, 4 * rows), (4, 4 * rows), (8 * rows,)]
    kernel, recurrent, _ = layer.get_weights()
    bias = np.random.RandomState(1).rand(2, 4 * rows)
    layer.set_weights([kernel, recurrent, bias.reshape(-1)])
    like.set_weights([kernel, recurrent, bias.sum(0) if plain == "LSTM" else bias])
    np.testing.assert_allclose(layer(x), like(x), rtol=1e-5)
    again = type(layer).from_config(layer.get_config())
    assert again.units == 4 and "activation" not in layer.get_config()
    with tf.Graph().as_default(), v1.Session().as_default():
        model = tf.keras.Sequential([getattr(v1.keras.layers, kind)(4, input_shape=(5, 3)), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        losses = [model.train_on_batch(x, np.ones((2, 1))) for _ in range(3)]
        assert losses[2] < losses[0] and [v.shape[0] for v in model.weights[2:3]] == [8 * rows]

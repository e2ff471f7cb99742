"""The first argument of a layer's `call` may be given by its name, whatever layer it is."""

import pytest

import tfshim as tf


class _Normalized(tf.keras.layers.Normalization):
    def call(self, values):
        return super().call(values)


class _Crossed(tf.keras.layers.HashedCrossing):
    def call(self, columns):
        return super().call(columns)


def test_a_preprocessing_layer_takes_it_by_a_name_of_its_own():
    layer = _Normalized(mean=1.0, variance=4.0)
    values = tf.constant([[1.0, 5.0]])  # of lists Keras does not know the shape before the layer is built
    assert layer(values=values).numpy().tolist() == layer(values).numpy().tolist() == [[0.0, 2.0]]
    crossed = _Crossed(7)
    columns = [tf.constant(["a", "b"]), ["c", "d"]]
    assert crossed(columns=columns).numpy().tolist() == crossed(columns).numpy().tolist()


def test_a_layer_of_columns_takes_it_by_name():
    layer = tf.keras.layers.DenseFeatures([tf.feature_column.numeric_column("a")])
    assert layer(features={"a": [[1.0], [2.0]]}).numpy().tolist() == layer({"a": [[1.0], [2.0]]}).numpy().tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize(
    "layer",
    [
        tf.keras.layers.Resizing(2, 2),
        tf.keras.layers.HashedCrossing(7),
        tf.keras.layers.DenseFeatures([tf.feature_column.numeric_column("a")]),
        tf.keras.layers.Dense(1),
    ],
    ids=lambda layer: type(layer).__name__,
)
def test_a_call_without_it_raises_valueerror(layer):
    with pytest.raises(ValueError, match="The first argument to `Layer.call` must always be passed"):
        layer()


@pytest.mark.parametrize(
    "method, argument",
    [
        ("Layer.add_loss", "losses"),
        ("Layer.add_metric", "value"),
        ("Layer.set_weights", "weights"),
        ("Model.train_on_batch", "x"),
        ("Model.predict", "x"),
        ("Model.load_weights", "filepath"),
    ],
)
def test_what_python_says_of_a_missing_argument_names_the_public_class(method, argument):
    owner, name = method.split(".")
    made = tf.keras.layers.Dense(1) if owner == "Layer" else tf.keras.Model()
    with pytest.raises(TypeError, match=rf"{owner}\.{name}\(\) missing 1 required positional argument: '{argument}'"):
        getattr(made, name)()


class _Doubled(tf.keras.layers.Layer):
    def call(self, x, y=0.0):
        return x * 2.0 + y


def test_a_name_that_call_does_not_have_is_not_the_first_argument():
    assert _Doubled()(x=tf.constant(1.0), y=tf.constant(1.0)) == 3.0
    for layer in (_Doubled(), tf.keras.Sequential([_Doubled()])):
        with pytest.raises(ValueError, match="The first argument to `Layer.call` must always be passed"):
            layer(**{"inputs" if isinstance(layer, _Doubled) else "x": tf.constant([1.0])})

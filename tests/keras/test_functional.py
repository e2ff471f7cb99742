"""Functional models: what they compute, and how they are put together."""

import gc
import sys
import weakref

import numpy as np
import pytest

import tfshim as tf
from tests.keras import model_cases
from tfshim.keras.models.functional import Functional

K, L = tf.keras, tf.keras.layers


def values(x):
    return tf.nest.map_structure(lambda v: v.numpy().tolist(), x)


def test_a_model_is_its_layers_one_after_the_other():
    i = K.Input((3,))
    first, second = L.Dense(4, "relu"), L.Dense(2)
    model = K.Model(i, second(first(i)))
    x = tf.constant([[1.0, 2.0, 3.0], [-1.0, 0.5, 2.0]])
    np.testing.assert_array_equal(model(x), second(first(x)))
    assert type(model) is Functional and model.layers[1:] == [first, second] and isinstance(model, K.Model)


def test_gradients_and_graphs_agree_with_eager_calls():
    model = model_cases.build(tf)["two"]()
    x = [tf.constant(v) for v in model_cases.data()["two"][0]]

    def loss(x):
        out = model(x, training=False)
        return tf.reduce_sum(out["o"]) + tf.reduce_sum(out["p"] ** 2)

    def gradients(x):
        with tf.GradientTape() as tape:
            y = loss(x)
        return tape.gradient(y, model.trainable_weights)

    for a, b in zip(gradients(x), tf.function(gradients)(x)):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = loss(x)
    assert all(g is not None for g in tape.gradient(y, x))


def test_structures_of_inputs_and_outputs():
    a, b = K.Input((2,), name="a"), K.Input((2,), name="b")
    one, two = tf.ones((1, 2)), tf.fill((1, 2), 2.0)
    by_list = K.Model([a, b], [a - b, a + b])
    assert values(by_list([one, two])) == [[[-1.0, -1.0]], [[3.0, 3.0]]]
    assert values(by_list({"b": two, "a": one})) == [[[-1.0, -1.0]], [[3.0, 3.0]]]
    by_name = K.Model({"x": a, "y": b}, {"d": a - b, "s": [a, (b, a + b)]})
    assert values(by_name({"x": one, "y": two})) == {"d": [[-1.0, -1.0]], "s": [[[1.0, 1.0]], ([[2.0, 2.0]], [[3.0, 3.0]])]}
    with pytest.warns(UserWarning, match=r"\['z'\] which did not match"):
        by_name({"x": one, "y": two, "z": one})
    deep = K.Model([a, {"q": b}], a * b)
    assert values(deep([one, {"q": two}])) == [[2.0, 2.0]]


def test_inputs_are_brought_into_the_shape_and_dtype_of_the_model():
    column = K.Model(i := K.Input((1,)), i * 2.0)
    assert values(column(tf.constant([1.0, 2.0]))) == [[2.0], [4.0]]
    flat = K.Model(i := K.Input(()), i * 2.0)
    assert values(flat(tf.constant([[1.0], [2.0]]))) == [2.0, 4.0]
    assert values(flat(np.array([1, 2]))) == [2.0, 4.0]
    whole = K.Model(i := K.Input((2,), dtype="int32"), i + 1)
    assert whole(tf.constant([[1.5, 2.5]])).dtype == tf.int32


def test_layers_that_are_called_several_times():
    i, j = K.Input((3,)), K.Input((5, 3))
    dense = L.Dense(3)
    model = K.Model([i, j], [dense(dense(i)), dense(j)])
    assert len(dense.inbound_nodes) == 3 and len(model.weights) == 2
    assert dense.get_input_at(0) is i and dense.get_output_shape_at(2) == (None, 5, 3)
    with pytest.raises(AttributeError, match="multiple inbound nodes, with different input shapes"):
        dense.input_shape  # noqa: B018
    x = tf.ones((1, 3))
    np.testing.assert_array_equal(model([x, tf.ones((1, 5, 3))])[0], dense(dense(x)))


def test_models_of_parts_of_models():
    i = K.Input((3,))
    first, second, third = L.Dense(4), L.Dense(2), L.Dense(2)
    h = first(i)
    whole = K.Model(i, third(second(h)))
    x = tf.ones((2, 3))
    np.testing.assert_array_equal(K.Model(i, h)(x), first(x))
    np.testing.assert_array_equal(K.Model(h, whole.output)(first(x)), whole(x))
    np.testing.assert_array_equal(K.Model(whole.input, whole.layers[2].output)(x), second(first(x)))
    several = K.Model(whole.inputs, [layer.output for layer in whole.layers])
    assert [tuple(y.shape) for y in several(x)] == [(2, 3), (2, 4), (2, 2), (2, 2)]


def test_training_and_other_arguments_of_calls():
    i = K.Input((100,))
    drop = L.Dropout(0.5)
    x = tf.ones((1, 100))
    assert np.all(K.Model(i, drop(i))(x) == 1.0)
    assert not np.all(K.Model(i, drop(i))(x, training=True) == 1.0)
    assert not np.all(K.Model(i, drop(i, training=True))(x) == 1.0)
    assert np.all(K.Model(i, drop(i, training=False))(x, training=True) == 1.0)


class Mixed(L.Layer):
    def call(self, x, y=None, scale=1.0):
        return {"both": x + y * scale, "x": x} if y is not None else x


def test_keras_tensors_as_keywords_and_structures_as_results():
    a, b = K.Input((2,)), K.Input((2,))
    out = Mixed()(a, y=b, scale=3.0)
    assert sorted(out) == ["both", "x"]
    model = K.Model([a, b], out["both"])
    assert values(model([tf.ones((1, 2)), tf.ones((1, 2))])) == [[4.0, 4.0]]
    again = K.Model.from_config(model.get_config(), custom_objects={"Mixed": Mixed})
    assert values(again([tf.ones((1, 2)), tf.ones((1, 2))])) == [[4.0, 4.0]]
    constant = K.Model(a, Mixed()(tf.ones((1, 2)), y=a))
    assert values(constant(tf.ones((3, 2)))) == {"both": [[2.0, 2.0]] * 3, "x": [[1.0, 1.0]]}


def test_masks_go_from_layer_to_layer():
    i = K.Input((4,), dtype="int32")
    h = L.Embedding(5, 2, mask_zero=True)(i)
    assert h._keras_mask.shape.as_list() == [None, 4]
    model = K.Model(i, L.LSTM(3, return_sequences=True)(h))
    x = tf.constant([[1, 2, 0, 0]])
    y = model(x)
    assert y._keras_mask.numpy().tolist() == [[True, True, False, False]]
    np.testing.assert_array_equal(y[0, 1], y[0, 3])
    assert model.compute_mask(x).numpy().tolist() == [[True, True, False, False]]


def test_losses_and_metrics_of_keras_tensors():
    i = K.Input((2,))
    h = L.Dense(2, kernel_regularizer="l2", activity_regularizer="l1")(i)
    model = K.Model(i, h)
    model.add_loss(tf.reduce_sum(i) * 0.5)
    model.add_metric(tf.reduce_max(i), name="most")
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    model(x)
    assert len(model.losses) == 3 and 5.0 in [float(v) for v in model.losses]
    model.compile("sgd", "mse")
    history = model.fit(x, x, verbose=0).history
    assert history["most"] == [4.0]
    with pytest.raises(ValueError, match="provide a name for your metric"):
        model.add_metric(tf.reduce_max(i))


class Subclass(K.Model):
    def __init__(self, units, **kwargs):
        i = K.Input((3,))
        self_made = L.Dense(units, name="made")(i)
        super().__init__(inputs=i, outputs=self_made, **kwargs)
        self.extra = L.Dense(2, name="extra")

    def call(self, x):
        return self.extra(super().call(x))


def test_subclasses_of_functional_models():
    model = Subclass(4)
    assert isinstance(model, Functional) and [layer.name for layer in model.layers][1:] == ["made", "extra"]
    assert model(tf.ones((2, 3))).shape == (2, 2) and len(model.weights) == 4
    assert model.get_config()["units"] == 4
    assert K.models.clone_model(model).get_layer("made").units == 4


def test_sizes_of_inputs_in_functions():
    i = K.Input((None, 4))
    shape = tf.shape(i)
    model = K.Model(i, tf.reshape(i, [shape[0], shape[1] * 4]))
    assert model.output_shape == (None, None)
    assert model(tf.ones((2, 3, 4))).shape == (2, 12)
    fixed = K.Model(i := K.Input((3, 4)), tf.reshape(i, [tf.shape(i)[0], tf.shape(i)[1] * 4]))
    assert fixed.output_shape == (None, 12)


def test_ragged_and_sparse_inputs():
    i = K.Input((None,), ragged=True)
    model = K.Model(i, tf.reduce_sum(i, axis=1))
    assert values(model(tf.ragged.constant([[1.0, 2.0], [3.0]]))) == [3.0, 3.0]
    i = K.Input((3,), sparse=True)
    model = K.Model(i, L.Lambda(lambda x: tf.sparse.to_dense(x) * 2.0)(i))
    assert values(model(tf.sparse.from_dense([[0.0, 1.0, 0.0]]))) == [[0.0, 2.0, 0.0]]


def test_clones_have_weights_of_their_own():
    for name, make in model_cases.build(tf).items():
        model = make()
        again = K.models.clone_model(model)
        assert type(again) is type(model) and [layer.name for layer in again.layers] == [layer.name for layer in model.layers]
        assert not {id(w) for w in again.weights} & {id(w) for w in model.weights}
        again.set_weights(model.get_weights())
        assert model_cases.outputs(again, name) == model_cases.outputs(model, name)


def test_clones_of_other_layers_and_inputs():
    model = K.Sequential([L.Dense(3, input_shape=(2,)), L.Dense(1)])
    renamed = K.models.clone_model(model, clone_function=lambda layer: L.Dense(layer.units, name=layer.name + "_again"))
    assert [layer.name for layer in renamed.layers] == [layer.name + "_again" for layer in model.layers]
    i = K.Input((2,), name="mine")
    functional = K.Model(j := K.Input((2,)), L.Dense(3)(j))
    assert K.models.clone_model(functional, input_tensors=i).input_names == ["mine"]
    with pytest.raises(ValueError, match="only supported for Sequential models or Functional"):
        K.models.clone_model(Plain(), clone_function=lambda layer: layer)


class Plain(K.Model):
    def call(self, x):
        return x


def test_values_on_the_way_are_let_go():
    seen, alive = [], []

    class Watched(L.Layer):
        def call(self, x):
            y = x + 1.0
            seen.append(weakref.ref(y))
            return y

    class Last(L.Layer):
        def call(self, x):
            gc.collect()
            alive.append([r() is not None for r in seen])
            return x * 1.0

    i = K.Input((2,))
    model = K.Model(i, Last()(Watched()(Watched()(i))))
    seen.clear()
    model(tf.ones((1, 2)))
    assert alive[-1] == [False, True]


def test_deferred_sequential_learns_its_shape():
    model = K.Sequential([L.Dense(2), L.Dense(3)])
    assert model.inputs is None and model.outputs is None and not model.built
    model(tf.ones((5, 4)))
    assert model.input_shape == (5, 4) and model.built
    weights = model.weights
    model(tf.ones((6, 4)))
    assert model.input_shape == (None, 4) and all(a is b for a, b in zip(model.weights, weights))
    assert len(model.layers[0].inbound_nodes) == 1
    assert K.Model(model.inputs, model.layers[0].output)(tf.ones((1, 4))).shape == (1, 2)


def test_sequential_of_layers_that_take_no_keras_tensors():
    class Odd(L.Layer):
        def call(self, x):
            return x + float(np.asarray(x).sum())  # needs a value

    model = K.Sequential([Odd()])
    assert values(model(tf.ones((1, 2)))) == [[3.0, 3.0]]
    assert model.built and model.inputs is None


def test_checkpoints_find_layers_by_their_numbers(tmp_path):
    a, b = (model_cases.build(tf)["nested"]() for _ in range(2))
    a.save_weights(str(tmp_path / "w"))
    b.load_weights(str(tmp_path / "w")).assert_consumed()
    assert model_cases.outputs(a, "nested") == model_cases.outputs(b, "nested")


def test_names_in_the_way_of_properties():
    with pytest.raises(AttributeError, match='Can\'t set the attribute "output"'):
        L.Dense(2).output = 3


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda a, b: a + b, r'layer "tf.__operators__.add.*Dimensions must be equal, but are 3 and 4.*\[\?,3\], \[\?,4\]'),
        (lambda a, b: tf.matmul(a, tf.ones((4, 2))), r'layer "tf.linalg.matmul.*Dimensions must be equal, but are 3 and 4'),
        (lambda a, b: tf.matmul(tf.ones((2, 4)), a, transpose_b=True), "Dimensions must be equal, but are 4 and 3"),
    ],
)
def test_sizes_that_cannot_fit_are_told_at_once(make, text):
    with pytest.raises(ValueError, match=f"(?s)Exception encountered when calling {text}" if text.startswith("layer") else text):
        make(K.Input((3,)), K.Input((4,)))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: tf.function(lambda v: v + 1)(x).numpy(),
        lambda x: np.sum(x),
        lambda x: tf.map_fn(lambda v: v, x),
        lambda x: float(x),
        lambda x: 1 if x > 0 else 2,
    ],
)
def test_values_that_are_not_there(call):
    with pytest.raises((TypeError, AttributeError)):
        call(K.Input((3,)))


def test_initial_states_are_inputs_of_recurrent_layers():
    i, state = K.Input((4, 5)), K.Input((3,))
    model = K.Model([i, state], L.GRU(3)(i, initial_state=state))
    again = K.Model.from_config(model.get_config())
    again.set_weights(model.get_weights())
    x = [tf.ones((2, 4, 5)), tf.fill((2, 3), 0.5)]
    np.testing.assert_array_equal(model(x), again(x))
    assert not np.allclose(model(x), model([x[0], x[1] * 0.0]))


def test_pictures(tmp_path):
    pytest.importorskip("pydot")
    model = model_cases.build(tf)["nested"]()
    text = K.utils.model_to_dot(model, show_shapes=True, expand_nested=True, show_layer_activations=True).to_string()
    assert text.count("subgraph") == 2 and "{in1|{Dense|tanh}}" in text and "{{(None, 6)}|{(None, 5)}}" in text
    plain = K.utils.model_to_dot(model, show_layer_names=False, rankdir="LR")
    assert plain.get_rankdir() == "LR" and len(plain.get_edges()) == 5
    assert len(K.utils.model_to_dot(model, layer_range=["inner", "sub"]).get_nodes()) == 3
    assert [x.name for x in K.utils.get_source_inputs(model.output)] == ["i"]


def test_pictures_need_pydot(monkeypatch):
    for name in ("pydot", "pydotplus", "pydot_ng"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "IPython.core.magics", raising=False)
    model = model_cases.build(tf)["nested"]()
    with pytest.raises(ImportError, match=r"pip install pydot`\) for model_to_dot"):
        K.utils.model_to_dot(model)
    with pytest.raises(ImportError, match=r"pip install pydot`\) and install graphviz"):
        K.utils.plot_model(model)


def test_notebooks_go_on_without_pictures(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "IPython.core.magics", sys)
    for name in ("pydot", "pydotplus", "pydot_ng"):
        monkeypatch.setitem(sys.modules, name, None)
    assert K.utils.plot_model(model_cases.build(tf)["nested"]()) is None
    assert capsys.readouterr().out.startswith("You must install pydot (`pip install pydot`) and install graphviz")
    with pytest.raises(ValueError, match="has not yet been built"):
        K.utils.plot_model(K.Sequential([L.Dense(1)]))


def test_registered_names():
    @K.utils.register_keras_serializable("mine", "Twice")
    class Double(L.Layer):
        def call(self, x):
            return x * 2.0

    assert K.utils.get_registered_name(Double) == "mine>Twice"
    assert K.utils.get_registered_object("mine>Twice") is Double
    config = K.utils.serialize_keras_object(Double(name="d"))
    assert config["registered_name"] == "mine>Twice"
    assert type(K.utils.deserialize_keras_object(config)) is Double
    with K.utils.custom_object_scope({"mine>Twice": L.Dropout, "other": L.Dense}) as scope:
        assert K.utils.get_registered_object("mine>Twice") is L.Dropout and scope.custom_objects
        with K.utils.custom_object_scope({"other": L.Dropout}):
            assert K.utils.get_registered_object("other") is L.Dropout
        assert K.utils.get_registered_object("other") is L.Dense
    assert K.utils.get_registered_object("other") is None
    with pytest.raises(ValueError, match="get_config"):
        K.utils.register_keras_serializable()(type("Bare", (), {}))


def test_losses_and_metrics_of_keras_tensors_outlive_copies(tmp_path):
    inputs = tf.keras.Input((3,))
    x = tf.keras.layers.Dense(2, kernel_initializer="ones")(inputs)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, kernel_initializer="ones")(x))
    model.add_metric(tf.reduce_sum(x), name="total")
    model.add_loss(tf.abs(tf.reduce_mean(x)))
    model.compile("sgd", "mse")
    model.save(str(tmp_path / "m.keras"))
    for made in (
        model,
        tf.keras.Model.from_config(model.get_config()),
        tf.keras.models.clone_model(model),
        tf.keras.models.load_model(str(tmp_path / "m.keras")),
    ):
        made.compile("sgd", "mse")
        # Recorded from TensorFlow: 25 for outputs of 6 where 1 is wanted, and the penalty of 3.
        assert made.evaluate(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0, return_dict=True) == {"loss": 28.0, "total": 24.0}
        assert [type(layer).__name__ for layer in made.layers[3:]] == ["TFOpLambda", "AddMetric", "TFOpLambda", "TFOpLambda", "AddLoss"]
    assert model.get_config()["layers"][-1]["config"]["unconditional"] is False


def test_empty_shape_makes_nothing_before_the_first_call():
    """As in TensorFlow: an empty tuple says nothing of the inputs, though the model counts as built."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(3)])
    model.build(())
    assert model.built and not model.weights
    assert model(tf.ones([2, 4])).shape == (2, 3) and len(model.weights) == 4

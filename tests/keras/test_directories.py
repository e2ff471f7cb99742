"""Models as directories in the layout of TensorFlow's Keras: what is in them, and that they come back."""

import json

import numpy as np
import pytest

import tfshim as tf
from tests.keras import directory_cases
from tfshim.protos.examples import message
from tfshim.saved_model.reading.tf_loading import read_meta_graph

NETWORKS = directory_cases.networks(tf)
K = tf.keras


def metadata(path):
    nodes = message("KerasMetadata").FromString((path / "keras_metadata.pb").read_bytes()).nodes
    return {n.node_path: (n.identifier, json.loads(n.metadata)) for n in nodes}


def children(graph, number, name):
    return {c.local_name: c.node_id for c in graph.nodes[number].children}[name]


@pytest.mark.parametrize("name", [n for n in NETWORKS if n != "mixed"])
def test_models_come_back_with_and_without_keras(name, tmp_path):
    model, inputs = NETWORKS[name]()
    directory_cases.fill(model)
    want = directory_cases.predicted(tf, model, inputs)
    model.save(tmp_path / "m")
    classes = {type(x).__name__: type(x) for x in model._flatten_layers() if type(x).__module__ == directory_cases.__name__}
    again = K.models.load_model(tmp_path / "m", custom_objects=classes)
    assert type(again) is type(model) and directory_cases.predicted(tf, again, inputs) == want
    assert directory_cases.step(tf, again, inputs) == pytest.approx(directory_cases.step(tf, model, inputs), rel=1e-5)


def test_layers_have_what_keras_looks_for(tmp_path):
    i = K.Input((3,), name="i")
    layer = K.layers.Dense(2, activity_regularizer="l2", kernel_regularizer="l1", name="d")
    model = K.Model(i, K.layers.Dropout(0.5, name="drop")(layer(i)), name="m")
    model.compile("adam", "mse", metrics=["mae"])
    model.fit(np.ones((4, 3)), np.ones((4, 2)), verbose=0)
    model.save(tmp_path / "m")
    about = metadata(tmp_path / "m")
    assert {path: kind for path, (kind, _) in about.items() if "metrics" not in path} == {
        "root": "_tf_keras_network",
        "root.layer-0": "_tf_keras_input_layer",
        "root.layer_with_weights-0": "_tf_keras_layer",
        "root.layer-2": "_tf_keras_layer",
    }
    root = about["root"][1]
    assert root["is_graph_network"] and root["training_config"]["optimizer_config"]["class_name"] == "Custom>Adam"
    assert root["save_spec"]["type_spec"] == "tf.TensorSpec" and root["class_name"] == "Functional"
    assert about["root.layer_with_weights-0"][1]["build_input_shape"] == {"class_name": "TensorShape", "items": [None, 3]}
    assert about["root.layer_with_weights-0"][1]["input_spec"]["config"]["axes"] == {"-1": 3}
    graph = read_meta_graph(str(tmp_path / "m"), None).object_graph_def
    dense = children(graph, 0, "layer_with_weights-0")
    api = children(graph, dense, "keras_api")
    for name in ("layers", "metrics", "layer_regularization_losses", "non_trainable_variables", "call_and_return_conditional_losses"):
        assert children(graph, api, name)
    functions = graph.nodes[children(graph, children(graph, 0, "layer-2"), "call_and_return_all_conditional_losses")].function
    assert len(functions.concrete_functions) == 2  # in training and not
    assert len(graph.nodes[children(graph, api, "layer_regularization_losses")].children) == 1


def test_layers_whose_calls_take_more_by_place_than_they_do_have_functions(tmp_path):
    ids = K.Input((3,), dtype="int32")
    model = K.Model(ids, K.layers.Dense(1)(K.layers.LSTM(2)(K.layers.Embedding(4, 2, mask_zero=True)(ids))))
    model.save(tmp_path / "m")
    graph = read_meta_graph(str(tmp_path / "m"), None).object_graph_def
    functions = graph.nodes[children(graph, children(graph, 0, "layer_with_weights-1"), "call_and_return_all_conditional_losses")].function
    assert len(functions.concrete_functions) >= 2
    x = np.int32([[1, 2, 0], [3, 0, 0]])
    np.testing.assert_allclose(tf.saved_model.load(str(tmp_path / "m"))(x), model(x), rtol=1e-6)


def test_served_by_the_names_of_inputs_and_outputs(tmp_path):
    model, inputs = NETWORKS["names"]()
    model.save(tmp_path / "m")
    serve = tf.saved_model.load(str(tmp_path / "m")).signatures["serving_default"]
    assert sorted(serve.structured_input_signature[1]) == ["a", "b"] and sorted(serve.structured_outputs) == sorted(model.output_names)
    found = serve(**{k: tf.constant(v) for k, v in inputs.items()})
    for name, value in zip(model.output_names, tf.nest.flatten(model(inputs))):
        np.testing.assert_allclose(found[name], value, rtol=1e-5)


def test_signatures_and_what_is_left_out(tmp_path):
    model, (x,) = NETWORKS["sequential"]()
    model.compile("adam", "mse")
    double = tf.function(lambda t: {"twice": model(t) * 2.0}, input_signature=[tf.TensorSpec([None, 4])])
    K.models.save_model(model, tmp_path / "m", signatures={"double": double}, include_optimizer=False)
    loaded = tf.saved_model.load(str(tmp_path / "m"))
    assert list(loaded.signatures) == ["double"]
    np.testing.assert_allclose(loaded.signatures["double"](tf.constant(x))["twice"], model(x) * 2.0, rtol=1e-5)
    assert "training_config" not in metadata(tmp_path / "m")["root"][1]
    assert K.models.load_model(tmp_path / "m").optimizer is None and model.optimizer is not None
    model.save(tmp_path / "n", save_traces=False)
    assert not tf.saved_model.load(str(tmp_path / "n")).signatures
    again = K.models.load_model(tmp_path / "n", options=tf.saved_model.LoadOptions())
    np.testing.assert_array_equal(again(x), model(x))


def test_what_a_model_takes_must_be_known(tmp_path):
    with pytest.raises(ValueError, match="input shape is not available"):
        K.Sequential([K.layers.Dense(1)]).save(tmp_path / "m")
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("name", directory_cases.OWN)
def test_models_without_their_classes_compute_with_their_functions(name, tmp_path):
    model, inputs = NETWORKS[name]()
    directory_cases.fill(model)
    model.compile("sgd", "mse")
    model.save(tmp_path / "m")
    (tmp_path / "m" / "config.json").unlink()  # as TensorFlow writes it
    again = K.models.load_model(tmp_path / "m")
    assert isinstance(again, K.Model) and type(again).__name__ == type(model).__name__ and again.optimizer is not None
    assert [layer.name for layer in again.layers] == [layer.name for layer in model.layers]
    for got, want in zip(tf.nest.flatten(again(inputs[0])), tf.nest.flatten(model(inputs[0])), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5)
    assert len(again.trainable_variables) == len(model.trainable_variables) and len(again.losses) == len(model.losses)
    assert directory_cases.step(tf, again, inputs) == pytest.approx(directory_cases.step(tf, model, inputs), rel=1e-5)
    inner = again.layers[-1 if name == "subclassed" else 0]
    x = tf.ones([2, inner.weights[0].shape[0]])
    np.testing.assert_allclose(inner(x), model.get_layer(inner.name)(x), rtol=1e-4)


def test_lambdas_of_a_directory_are_what_their_functions_compute(tmp_path):
    i = K.Input((3,))
    x = K.layers.Lambda(lambda t: tf.nn.l2_normalize(t, 1), name="norm")(K.layers.Dense(2, name="first")(i))
    model = K.Model(i, K.layers.Dense(1)(x))
    model.compile("sgd", "mse")
    model.save(tmp_path / "m")
    inputs = np.linspace(-1, 1, 6, dtype="float32").reshape(2, 3)
    again = K.models.load_model(tmp_path / "m")
    assert type(again) is type(model) and [layer.name for layer in again.layers] == [layer.name for layer in model.layers]
    assert not isinstance(again.get_layer("norm").function, type(lambda: None))  # no code of the file
    np.testing.assert_allclose(again.predict(inputs, verbose=0), model.predict(inputs, verbose=0), rtol=1e-6)
    for m in (model, again):
        m.fit(inputs, np.zeros((2, 1)), verbose=0, shuffle=False)
    np.testing.assert_allclose(again.get_layer("first").get_weights()[0], model.get_layer("first").get_weights()[0], rtol=1e-5)
    again.save(tmp_path / "n")
    np.testing.assert_allclose(K.models.load_model(tmp_path / "n").predict(inputs, verbose=0), again.predict(inputs, verbose=0), rtol=1e-6)

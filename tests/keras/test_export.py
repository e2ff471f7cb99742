"""`ExportArchive` and `Model.export`: endpoints as they are written, printed and loaded."""

import re

import pytest

import tfshim as tf

K = tf.keras
L = K.layers


def _network():
    x = K.Input((3,))
    return K.Model(x, L.Dense(2)(x))


def test_endpoints(tmp_path, capsys):
    model = _network()
    archive = K.export.ExportArchive()
    archive.track(model)
    signature = [tf.TensorSpec((None, 3), tf.float32)]
    archive.add_endpoint("serve", model.call, input_signature=signature)
    archive.add_endpoint("train", lambda x: model(x, training=True), input_signature=signature)
    archive.add_variable_collection("first", model.layers[1].variables[:1])
    capsys.readouterr()
    archive.write_out(tmp_path / "out", options=tf.saved_model.SaveOptions())
    spec = "TensorSpec(shape=(None, {}), dtype=tf.float32, name=None)".format
    captures = "Captures:\n" + "  0: TensorSpec(shape=(), dtype=tf.resource, name=None)\n" * 2
    assert re.sub(r"\d{10,}", "0", capsys.readouterr().out) == (
        f"Saved artifact at '{tmp_path / 'out'}'. The following endpoints are available:\n\n* Endpoint 'serve'\n"
        f"  inputs (POSITIONAL_OR_KEYWORD): {spec(3)}\n  training (POSITIONAL_OR_KEYWORD): Literal[None]\n"
        f"  mask (POSITIONAL_OR_KEYWORD): Literal[None]\nOutput Type:\n  {spec(2)}\n{captures}\n* Endpoint 'train'\n"
        f"  x (POSITIONAL_OR_KEYWORD): {spec(3)}\nOutput Type:\n  {spec(2)}\n{captures}"
    )
    loaded = tf.saved_model.load(tmp_path / "out")
    x = tf.ones((2, 3))
    tf.debugging.assert_equal(loaded.serve(x), model(x))
    tf.debugging.assert_equal(loaded.signatures["serving_default"](x)["output_0"], model(x))
    assert list(loaded.signatures) == ["serve", "train", "serving_default"]
    assert len(loaded.variables) == len(loaded.trainable_variables) == 2 and len(loaded.non_trainable_variables) == 0
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(loaded.train(x))
    assert [g.shape for g in tape.gradient(loss, loaded.trainable_variables)] == [(3, 2), (2,)]
    loaded.first[0].assign(tf.zeros((3, 2)))
    assert loaded.serve(x).numpy().tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_what_endpoints_use_without_being_tracked_is_written(tmp_path):
    scale = tf.Variable(2.0)
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [3.0]), 1.0)

    @tf.function
    def f(word):
        return tf.cond(tf.strings.length(word) > 0, lambda: table.lookup(word) * scale, lambda: 0.0)

    archive = K.export.ExportArchive()
    f(tf.constant("z"))
    archive.add_endpoint("f", f)
    archive.write_out(tmp_path / "out")
    loaded = tf.saved_model.load(tmp_path / "out")
    assert [loaded.f(tf.constant(w)).numpy() for w in ("a", "q", "")] == [6.0, 2.0, 0.0]


def test_errors(tmp_path):
    archive = K.export.ExportArchive()
    with pytest.raises(ValueError, match="No endpoints have been set yet"):
        archive.write_out(tmp_path / "none")
    with pytest.raises(ValueError, match="Invalid resource type. Expected an instance of a TensorFlow `Trackable`.*<class 'str'>"):
        archive.track("x")
    with pytest.raises(ValueError, match="has not yet been built"):
        archive.track(L.Dense(2))
    with pytest.raises(ValueError, match="you must provide an `input_signature` argument"):
        archive.add_endpoint("f", lambda x: x)
    with pytest.raises(ValueError, match="has never been called"):
        archive.add_endpoint("f", tf.function(lambda x: x))
    with pytest.raises(ValueError, match="Expected `variables` to be a list/tuple/set. Received instead object of type '<class 'int'>'."):
        archive.add_variable_collection("vs", 3)
    with pytest.raises(ValueError, match=re.escape("Found instead the following types: [<class 'int'>]")):
        archive.add_variable_collection("vs", [1])
    archive.add_endpoint("f", lambda x: x, input_signature=[tf.TensorSpec([])])
    with pytest.raises(ValueError, match="Endpoint name 'f' is already taken."):
        archive.add_endpoint("f", lambda x: x, input_signature=[tf.TensorSpec([])])


def _text():
    layer = L.TextVectorization(max_tokens=10, output_sequence_length=4)
    layer.adapt(["a b c", "b c", "c"])
    return layer


LAYERS = {
    "TextVectorization": (_text, lambda: tf.constant([["a q c"], ["C, b"]])),
    "StringLookup": (lambda: L.StringLookup(vocabulary=["a", "b"], output_mode="multi_hot"), lambda: tf.constant([["a"], ["z"]])),
    "inverted": (lambda: L.StringLookup(vocabulary=["a", "b"], invert=True), lambda: tf.constant([[0], [2]], tf.int64)),
    "IntegerLookup": (lambda: L.IntegerLookup(vocabulary=[3, 4], num_oov_indices=2), lambda: tf.constant([[3], [9]], tf.int64)),
    "Discretization": (lambda: L.Discretization([1.0, 2.0]), lambda: tf.constant([[0.5], [1.5]])),
    "CategoryEncoding": (lambda: L.CategoryEncoding(4), lambda: tf.constant([[1], [3]], tf.int64)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_models_with_layers_that_prepare_data(name, tmp_path):
    make, data = LAYERS[name]
    x = data()
    inputs = K.Input(x.shape[1:], dtype=x.dtype)
    model = K.Model(inputs, make()(inputs))
    model.export(str(tmp_path / "out"))
    tf.debugging.assert_equal(tf.saved_model.load(str(tmp_path / "out")).serve(x), model(x))


def test_a_model_of_several_inputs(tmp_path):
    a, b = K.Input((2,), name="a"), K.Input((2,), name="b")
    model = K.Model({"a": a, "b": b}, {"sum": L.Add()([a, b])})
    model.export(str(tmp_path / "out"))
    loaded = tf.saved_model.load(str(tmp_path / "out"))
    one = tf.ones((1, 2))
    assert loaded.serve([one, 2 * one])["sum"].numpy().tolist() == [[3.0, 3.0]]
    assert loaded.signatures["serve"](a=one, b=one)["sum"].numpy().tolist() == [[2.0, 2.0]]

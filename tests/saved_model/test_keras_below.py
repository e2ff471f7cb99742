"""Keras' objects below any root of a SavedModel: they have the lists and functions that Keras gives them in its own directories."""

import numpy as np
import pytest

import tfshim as tf
from tests.saved_model.outline import outline
from tfshim.saved_model.reading.tf_loading import read_meta_graph
from tfshim.saved_model.structures import decode_proto

K, L = tf.keras, tf.keras.layers


def objects(root, path):
    tf.saved_model.save(root, str(path))
    return outline(read_meta_graph(str(path), None), decode_proto)["objects"]


class Holder(tf.Module):
    def __init__(self):
        self.inner = L.Dense(3)
        self.net = K.Sequential([K.Input((3,)), self.inner, L.Dense(2, kernel_regularizer="l2")])
        self.free = L.Dense(5)
        self.free(tf.ones([1, 2]))
        self.metric = K.metrics.Mean()
        self.rate = K.optimizers.SGD()

    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def serve(self, x):
        return self.net(x)


def test_models_layers_and_metrics_within_a_module(tmp_path):
    made = Holder()
    found = objects(made, tmp_path / "m")
    # Recorded from TensorFlow 2.15.1, for the same module.
    assert found["/net"] == ["user_object", "_tf_keras_sequential"] and found["/metric"] == ["user_object", "_tf_keras_metric"]
    assert found["/rate"] == ["user_object", "experimentalOptimizer"]
    traces = {name: found[f"{name}/__call__"][-1] for name in ("/inner", "/net", "/net/layer-1", "/free")}
    assert traces == {"/inner": 1, "/net": 2, "/net/layer-1": 1, "/free": 0}
    for name in ("/net", "/inner", "/free"):
        lists = ("layer_metrics", "layer_regularization_losses", "layers", "metrics", "non_trainable_variables")
        assert {f"{name}/keras_api/{x}" for x in lists} < found.keys(), name
        assert {f"{name}/{x}" for x in ("variables", "trainable_variables", "regularization_losses")} < found.keys(), name
    assert "/metric/keras_api" in found and "/metric/variables" in found and "/net/regularization_losses/0" in found
    loaded, x = tf.saved_model.load(str(tmp_path / "m")), np.ones([2, 3], "float32")
    np.testing.assert_allclose(loaded.net(x), made.net(x), rtol=1e-6)
    np.testing.assert_allclose(loaded.inner(x), made.inner(x), rtol=1e-6)
    assert len(loaded.net.trainable_variables) == 4 and len(loaded.net.regularization_losses) == 1


def test_layers_as_roots(tmp_path):
    layer = L.Bidirectional(L.LSTM(2))
    layer(tf.ones([1, 2, 3]))
    found = objects(layer, tmp_path / "m")
    # With a trace in training and one in inference for what its `input_spec` says, which is a list.
    assert found[""] == ["user_object", "_tf_keras_layer"] and found["/__call__"][-1] == 2
    assert found["/forward_layer"] == ["user_object", "_tf_keras_rnn_layer"] and "/forward_layer/keras_api/layers" in found
    x = np.arange(24, dtype="float32").reshape(2, 4, 3) / 24
    np.testing.assert_allclose(tf.saved_model.load(str(tmp_path / "m"))([x]), layer(x), rtol=1e-5)
    assert set(objects(L.Dense(4), tmp_path / "unbuilt")) == {"", "/keras_api", "/signatures"}


def test_legacy_optimizers_keep_their_slots_in_directories(tmp_path):
    model = K.Sequential([K.Input((3,)), L.Dense(2)])
    model.compile(K.optimizers.legacy.Adam(0.1), "mse")
    x, y = np.ones((4, 3), "float32"), np.ones((4, 2), "float32")
    model.fit(x, y, epochs=3, verbose=0)
    model.save(tmp_path / "m")
    graph = read_meta_graph(str(tmp_path / "m"), None).object_graph_def
    optimizer = next(n for n in graph.nodes if n.user_object.identifier == "optimizer")
    assert sorted(s.slot_name for s in optimizer.slot_variables) == ["m", "m", "v", "v"]
    np.testing.assert_allclose(tf.saved_model.load(str(tmp_path / "m"))(x), model(x), rtol=1e-6)
    again = K.models.load_model(tmp_path / "m")
    for each in (model, again):
        each.fit(x, y, verbose=0)
    for got, want in zip(again.get_weights(), model.get_weights(), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_stateful_layers_go_on_where_they_were_saved(tmp_path):
    model = K.Sequential([K.Input(batch_shape=(2, 3, 2)), L.GRU(2, stateful=True)])
    x = np.arange(12, dtype="float32").reshape(2, 3, 2) / 12
    model(x)
    model.save(tmp_path / "m")
    again = K.models.load_model(tmp_path / "m")
    np.testing.assert_allclose(again(x), model(x), rtol=1e-6)


def test_what_has_no_form_is_refused_before_a_file_is_written(tmp_path):
    class Stepping(L.Layer):
        def build(self, shape):
            self.w = self.add_weight("w", [1])

        def call(self, x):
            tf.summary.scalar("x", tf.reduce_sum(x), step=0)
            return x * self.w

    model = K.Sequential([K.Input((2,)), Stepping()])
    with tf.summary.create_file_writer(str(tmp_path / "logs")).as_default():
        with pytest.raises(NotImplementedError, match=r"save as \.keras"):
            model.save(tmp_path / "m")
        assert not (tmp_path / "m").exists()
        model.save(tmp_path / "m.keras")
        model.save(tmp_path / "n", save_traces=False)

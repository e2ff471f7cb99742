"""`tfshim.from_module`: torch's modules as Keras layers on the same memory."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tests.torch_modules.exported_models import floats

layers = tf.keras.layers
X, Y = floats(16, 4), floats(16, 1)[::-1].copy()


class Net(torch.nn.Module):
    def __init__(self, width=5, dropout=0.0):
        super().__init__()
        self.first, self.norm = torch.nn.Linear(4, width), torch.nn.BatchNorm1d(width)
        self.dropout, self.last = torch.nn.Dropout(dropout), torch.nn.Linear(width, 3)

    def forward(self, x):
        return self.last(self.dropout(torch.tanh(self.norm(self.first(x)))))


def same(layer):
    """Whether layer and module compute the same from the same memory."""
    module = layer.module.eval()
    np.testing.assert_array_equal(layer(X), module(torch.tensor(X)).detach())
    for v, (name, t) in zip(layer.weights, [*module.named_parameters(), *module.named_buffers()]):
        assert v.name == name.replace(".", "/") + ":0"
        np.testing.assert_array_equal(v, t.detach())
    return True


def test_weights_are_parameters_and_buffers():
    net = Net()
    net.last.bias.requires_grad_(False)
    layer = tf.from_module(net, name="net")
    assert (layer.name, layer.module) == ("net", net)
    assert [v.name for v in layer.trainable_weights] == [
        f"{n}:0" for n in ("first/weight", "first/bias", "norm/weight", "norm/bias", "last/weight")
    ]
    others = {v.name: v.dtype.name for v in layer.non_trainable_weights}
    assert others == {f"norm/{n}:0": "float32" for n in ("running_mean", "running_var")} | {
        "norm/num_batches_tracked:0": "int64",
        "last/bias:0": "float32",
    }
    assert same(layer)


def test_fit_trains_the_module():
    torch.manual_seed(0)
    tf.random.set_seed(0)
    net = Net()
    inputs = layers.Input((4,))
    features = tf.from_module(net)(inputs)
    assert features.shape.as_list() == [None, 3]
    model = tf.keras.Model(inputs, layers.Dense(1)(features))
    model.compile(tf.keras.optimizers.Adam(0.05), "mse")
    losses = model.fit(X, Y, epochs=4, batch_size=8, verbose=0).history["loss"]
    assert losses[-1] < losses[0]
    assert int(net.norm.num_batches_tracked) == 8 and net.norm.running_mean.abs().sum() > 0
    assert same(model.layers[1])
    torch.optim.SGD(net.parameters(), 0.1).step(lambda: net(torch.tensor(X)).sum().backward())
    assert same(model.layers[1])


@pytest.mark.parametrize("traced", [False, True])
def test_gradients_and_statistics_are_torchs(traced):
    net, other = Net(), Net()
    other.load_state_dict(net.state_dict())
    layer = tf.from_module(net)
    call = tf.function(lambda x: layer(x, training=True)) if traced else lambda x: layer(x, training=True)
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_mean(call(x) ** 2)
    *found, of_inputs = tape.gradient(loss, [*layer.trainable_weights, x])
    t = torch.tensor(X, requires_grad=True)
    (other(t) ** 2).mean().backward()
    for g, p in zip(found, other.parameters()):
        np.testing.assert_allclose(g, p.grad, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(of_inputs, t.grad, rtol=1e-4, atol=1e-6)
    for a, b in zip(net.buffers(), other.buffers()):
        np.testing.assert_allclose(a, b, rtol=1e-5)


def test_training_decides_the_mode():
    layer = tf.from_module(Net(dropout=0.5))
    assert np.array_equal(layer(X), layer(X))
    assert not np.array_equal(layer(X, training=True), layer(X, training=True))
    mean = layer.module.norm.running_mean.clone()
    layer(X, training=False)
    assert torch.equal(mean, layer.module.norm.running_mean)


def test_arguments_results_and_dtypes():
    class Two(torch.nn.Module):
        def forward(self, a, b):
            return {"sum": a + b, "parts": [a, b * 2]}

    two = tf.from_module(Two())
    for given in ([X, Y], {"a": X, "b": Y}):
        found = two(given)
        np.testing.assert_array_equal(found["sum"], X + Y)
        np.testing.assert_array_equal(found["parts"][1], Y * 2)
    a, b = layers.Input((4,)), layers.Input((1,))
    model = tf.keras.Model([a, b], two([a, b]))
    np.testing.assert_array_equal(model([X, Y])["sum"], X + Y)
    assert tf.from_module(torch.nn.Embedding(5, 3))(np.array([[1, 2]])).shape == [1, 2, 3]
    assert tf.from_module(torch.nn.Linear(4, 2).double())(X).dtype == tf.float64
    mixed = tf.from_module(torch.nn.Linear(4, 2), dtype=tf.keras.mixed_precision.Policy("mixed_bfloat16"))
    assert (mixed(X).dtype, mixed.weights[0].dtype) == (tf.bfloat16, tf.float32)


def test_weights_are_saved(tmp_path):
    net = Net()
    model = tf.keras.Sequential([layers.Input((4,)), tf.from_module(net)])
    before = model.get_weights()
    model.save_weights(str(tmp_path / "weights"))
    model.set_weights([w + 1 for w in before])
    assert same(model.layers[0])
    model.load_weights(str(tmp_path / "weights"))
    assert all(map(np.array_equal, before, model.get_weights())) and same(model.layers[0])
    with pytest.raises(NotImplementedError, match="derive a class from tfshim.TorchLayer"):
        model.to_json()


class Made(tf.TorchLayer):
    def __init__(self, width, **kwargs):
        super().__init__(Net(width), **kwargs)
        self.width = width

    def get_config(self):
        return {**super().get_config(), "width": self.width}


def test_a_class_that_makes_its_module_is_saved(tmp_path):
    model = tf.keras.Sequential([layers.Input((4,)), Made(6)])
    path = str(tmp_path / "model.keras")
    model.save(path)
    loaded = tf.keras.models.load_model(path, custom_objects={"Made": Made})
    np.testing.assert_array_equal(loaded(X), model(X))
    assert same(loaded.layers[0])


def test_back_to_torch():
    net = Net()
    module = tf.to_module(tf.keras.Sequential([layers.Input((4,)), tf.from_module(net, name="net"), layers.Dense(1, name="head")])).eval()
    assert list(module.state_dict())[:3] == ["net.first.weight", "net.first.bias", "net.norm.weight"]
    assert module.net.first.weight is net.first.weight
    run = torch.export.export(module, (torch.tensor(X),), dynamic_shapes=({0: torch.export.Dim("batch")},)).module()
    np.testing.assert_allclose(run(torch.tensor(X[:5])).detach(), module(torch.tensor(X[:5])).detach(), rtol=1e-5, atol=1e-6)


def test_what_cannot_be_a_layer_is_refused():
    with pytest.raises(TypeError, match=r"torch\.nn\.Module"):
        tf.from_module(torch.tanh)
    with pytest.raises(ValueError, match="has no shape yet"):
        tf.from_module(torch.nn.LazyLinear(2))

    class Sizes(torch.nn.Module):
        def forward(self, x):
            return x, x.shape[0]

    with pytest.raises(TypeError, match="gives tensors"):
        tf.from_module(Sizes())(X)

"""`tfshim.to_module`: values, gradients and memory shared with the model; torch's exporters and compiler."""

import copy
import importlib.util
import pickle

import numpy as np
import pytest
import torch

import tfshim as tf
from tests import after_torch
from tests.torch_modules.exported_models import MODELS, floats

layers = tf.keras.layers
X, Y = torch.tensor(floats(16, 4)), torch.tensor(floats(16, 2)[::-1].copy())


def perceptron(dropout=0.0):
    stack = [layers.Dense(5, "tanh"), layers.BatchNormalization(), layers.Dropout(dropout), layers.Dense(2)]
    return tf.keras.Sequential([layers.Input((4,), name="x"), *stack])


def same(module, model):
    """Whether both compute the same, from the same memory."""
    np.testing.assert_array_equal(module(X).detach(), model(tf.from_torch(X), training=module.training))
    state = module.state_dict(keep_vars=True)
    assert [v._t.data_ptr() for v in model.weights] == [t.data_ptr() for t in state.values()]
    for v, t in zip(model.weights, state.values()):
        np.testing.assert_array_equal(v, t.detach())
    return True


def step(module, optimizer):
    optimizer.zero_grad()
    loss = ((module(X) - Y) ** 2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def test_names_are_those_of_the_layers():
    model = perceptron()
    module = tf.to_module(model)
    dense, norm, _, last = (layer.name for layer in model.layers)
    parameters = [f"{dense}.kernel", f"{dense}.bias", f"{norm}.gamma", f"{norm}.beta", f"{last}.kernel", f"{last}.bias"]
    assert [name for name, _ in module.named_parameters()] == parameters
    assert [name for name, _ in module.named_buffers()] == [f"{norm}.moving_mean", f"{norm}.moving_variance"]
    assert getattr(module, dense).kernel is module.get_parameter(f"{dense}.kernel")
    assert "x -> sequential" in repr(module)
    lstm = tf.keras.Sequential([layers.Input((3, 2)), layers.Bidirectional(layers.LSTM(2), name="both")])
    assert {name.split(".", 1)[0] for name in tf.to_module(lstm).state_dict()} == {"both"}
    # What a module has already, and Python's own words.
    for name in ("forward", "class"):
        made = tf.to_module(tf.keras.Sequential([layers.Input((1,)), layers.Dense(1, name=name)]))
        assert list(made.state_dict()) == [f"{name}_.kernel", f"{name}_.bias"]


def test_training_either_moves_both():
    model = perceptron()
    module = tf.to_module(model)
    optimizer = torch.optim.Adam(module.parameters(), 0.05)
    losses = [step(module, optimizer) for _ in range(5)]
    assert losses[-1] < losses[0]
    module.eval()
    assert same(module, model)
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(X.numpy(), Y.numpy(), epochs=2, verbose=0)
    assert same(module, model)
    kernel = model.layers[0].kernel
    held = kernel.value()
    kernel.assign(tf.zeros_like(kernel))
    assert same(module, model) and float(tf.reduce_sum(tf.abs(held))) > 0
    kernel[0].assign(tf.ones(5))
    model.layers[-1].bias.assign_add([1.0, 2.0])
    model.set_weights([w + 1 for w in model.get_weights()])
    assert same(module, model)
    with torch.no_grad():
        module.get_parameter(f"{model.layers[0].name}.bias").fill_(7.0)
    assert model.layers[0].bias.numpy().tolist() == [7.0] * 5
    step(module, optimizer)
    assert same(module, model)


def test_gradients_are_those_of_a_tape():
    model = perceptron()
    module = tf.to_module(model)
    x = X.clone().requires_grad_()
    (module(x) ** 2).mean().backward()
    model.layers[1].moving_mean.assign(tf.zeros(5))
    with tf.GradientTape() as tape:
        inputs = tf.constant(X.numpy())
        tape.watch(inputs)
        loss = tf.reduce_mean(model(inputs, training=True) ** 2)
    *wanted, of_inputs = tape.gradient(loss, [*model.trainable_variables, inputs])
    for p, g in zip(module.parameters(), wanted):
        np.testing.assert_allclose(p.grad, g, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(x.grad, of_inputs, rtol=1e-5, atol=1e-7)


def test_a_change_between_forward_and_backward_is_noticed():
    model = perceptron()
    module = tf.to_module(model)
    loss = (module(X) ** 2).mean()
    model.layers[-1].kernel.assign(tf.zeros((5, 2)))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_train_and_eval_decide_training():
    model = perceptron(0.5)
    module = tf.to_module(model)
    assert module.training
    torch.manual_seed(0)
    assert not torch.equal(module(X), module(X))
    before = model.layers[1].moving_mean.numpy()
    with torch.no_grad():
        module(X)
    assert np.abs(model.layers[1].moving_mean.numpy() - before).max() > 0
    module.eval()
    assert torch.equal(module(X), module(X)) and same(module, model)
    assert not module(X).requires_grad or all(p.requires_grad for p in module.parameters())
    for p in module.parameters():
        p.requires_grad_(False)
    assert not module(X).requires_grad


def test_copies_are_apart_and_pickles_whole():
    model = perceptron()
    module = tf.to_module(model).eval()
    other = copy.deepcopy(module)
    assert torch.equal(other(X), module(X)) and not other.training
    before = model.get_weights()
    other.train()
    step(other, torch.optim.SGD(other.parameters(), 0.1))
    assert all(map(np.array_equal, before, model.get_weights()))
    other.eval()
    assert not torch.equal(other(X), module(X))
    for made in (module, other):
        again = pickle.loads(pickle.dumps(made))
        assert torch.equal(again(X), made(X)) and not again.training


def test_states_are_loaded_into_the_variables():
    model = perceptron()
    module = tf.to_module(model).eval()
    state = {name: torch.full_like(t, 0.5) for name, t in module.state_dict().items()}
    module.load_state_dict(state)
    assert same(module, model) and set(model.get_weights()[0].ravel()) == {0.5}
    module.load_state_dict({name: t + 1 for name, t in state.items()}, assign=True)
    assert same(module, model) and set(model.get_weights()[0].ravel()) == {1.5}
    module.get_parameter(f"{model.layers[0].name}.bias").data = torch.zeros(5)
    module(X)
    assert same(module, model) and not model.layers[0].bias.numpy().any()
    with pytest.raises(TypeError, match="stays float32"):
        module.half()
    assert same(module.to("cpu"), model)


def test_functions_and_modules():
    class Affine(tf.Module):
        def __init__(self):
            super().__init__()
            self.parts = [tf.Variable([2.0]), tf.Variable(3, trainable=False)]

        def __call__(self, x, training=False):
            return {"y": x * self.parts[0] + (1.0 if training else 0.0), "all": [tf.cast(self.parts[1], tf.float32), None]}

    affine = Affine()
    module = tf.to_module(affine, [tf.TensorSpec([None])])
    assert list(module.state_dict()) == ["parts.0", "parts.1"]
    assert module(torch.ones(2))["y"].tolist() == [3.0, 3.0]
    found = module.eval()(x=torch.ones(2))
    assert found["y"].tolist() == [2.0, 2.0] and found["all"][0] == 3.0 and found["all"][1] is None
    double = tf.function(lambda a, b: (a * b, a + b), input_signature=[tf.TensorSpec([None]), tf.TensorSpec([])])
    for made in (double, double.get_concrete_function()):
        assert [t.tolist() for t in tf.to_module(made)(torch.ones(2), torch.tensor(3.0))] == [[3.0, 3.0], [4.0, 4.0]]


def test_loaded_models(tmp_path):
    class Scale(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(2.0)

        @tf.function(input_signature=[tf.TensorSpec([None], name="x")])
        def serve(self, x):
            return {"scaled": x * self.w}

    made = Scale()
    tf.saved_model.save(made, str(tmp_path / "model"), signatures=made.serve)
    loaded = tf.saved_model.load(str(tmp_path / "model"))
    module = tf.to_module(loaded.signatures["serving_default"])
    assert module(x=torch.ones(2))["scaled"].tolist() == [2.0, 2.0]
    (w,) = module.parameters()
    torch.optim.SGD([w], 1.0).step(lambda: module(torch.ones(2))["scaled"].sum().backward())
    assert float(loaded.w) == 0.0
    with pytest.raises(TypeError, match="serving_default"):
        tf.to_module(loaded)


def test_what_cannot_be_a_module_is_refused():
    with pytest.raises(ValueError, match="call it once"):
        tf.to_module(tf.keras.Sequential([layers.Dense(1)]))
    with pytest.raises(ValueError, match="input_signature"):
        tf.to_module(tf.function(lambda x: x))
    with pytest.raises(TypeError, match="dense tensors of numbers"):
        tf.to_module(tf.function(lambda x: x), [tf.TensorSpec([], tf.string)])
    with pytest.raises(TypeError, match="dense tensors of numbers"):
        tf.to_module(tf.function(tf.as_string), [tf.TensorSpec([])])
    module = tf.to_module(tf.function(lambda x: x + 1), [tf.TensorSpec([None])])
    with pytest.raises(TypeError, match="float64"):
        module(torch.ones(2, dtype=torch.float64))
    with pytest.raises(ValueError, match="1 dimensions"):
        module(torch.ones(2, 2))
    with pytest.raises(TypeError, match="torch.Tensor"):
        module([1.0])


@pytest.mark.parametrize(
    "name", ["mlp_with_batch_norm", "cnn", "several_inputs_and_outputs", "decoder_with_causal_mask", "preprocessing", "loops_and_branches"]
)
def test_torch_export_for_any_batch(name):
    model, arrays, _ = MODELS[name](small=True)
    module = tf.to_module(model).eval()
    batch = torch.export.Dim("batch")
    shapes = tuple({0: batch} if a.ndim else {} for a in arrays)
    run = torch.export.export(module, tuple(map(torch.tensor, arrays)), dynamic_shapes=shapes).module()
    for given in (arrays, [np.concatenate([a, a])[1:] if a.ndim else a for a in arrays]):
        found, wanted = run(*map(torch.tensor, given)), module(*map(torch.tensor, given))
        assert type(found) is type(wanted)
        for a, b in zip(tf.nest.flatten(found), tf.nest.flatten(wanted)):
            np.testing.assert_allclose(a.detach(), b.detach(), rtol=1e-5, atol=1e-6)


@tf.function
def stepped(x):
    """States collected in a TensorArray, which torch's own loops cannot carry."""
    made, h = tf.TensorArray(tf.float32, 3), x[:, 0]
    for t in tf.range(3):
        h = tf.tanh(h * 0.5 + x[:, t])
        made = made.write(t, h)
    return tf.transpose(made.stack(), [1, 0])


@tf.function
def collected(x):
    made = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    while tf.reduce_sum(x) > 1.0:
        made = made.write(made.size(), tf.reduce_sum(x))
        x = x * 0.5
    return made.stack()


def test_loops_that_carry_lists_are_exported_turn_by_turn():
    module = tf.to_module(stepped, [tf.TensorSpec([None, 3])])
    cells = layers.RNN([layers.LSTMCell(3), layers.GRUCell(2)], return_sequences=True, return_state=True)
    layer = tf.to_module(cells, [tf.TensorSpec([None, 3, 4])])
    for made, x in ((module, torch.tensor(floats(2, 3))), (layer, torch.tensor(floats(2, 3, 4)))):
        run = torch.export.export(made.eval(), (x,), dynamic_shapes=({0: torch.export.Dim("batch")},)).module()
        for given in (x, torch.cat([x, -x])):
            for a, b in zip(tf.nest.flatten(run(given)), tf.nest.flatten(made(given))):
                np.testing.assert_allclose(a.detach(), b.detach(), rtol=1e-5, atol=1e-6)
    with pytest.raises(NotImplementedError, match="unknown number of turns"):
        torch.export.export(tf.to_module(collected, [tf.TensorSpec([2])]), (torch.ones(2),))


def test_tables_are_exported():
    known = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([3, 5], tf.constant([0.5, 0.25])), -1.0)
    changing = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, 0.0)
    lookup = layers.IntegerLookup(vocabulary=[3, 7])
    signature, x = [tf.TensorSpec([None], tf.int32)], torch.tensor([3, 4, 5, 7], dtype=torch.int32)
    for function in (known.lookup, lookup.__call__):
        module = tf.to_module(tf.function(function), signature)
        run = torch.export.export(module, (x,), dynamic_shapes=({0: torch.export.Dim("batch")},)).module()
        for given in (x, x[:3]):
            np.testing.assert_array_equal(run(given), module(given))
    module = tf.to_module(lambda x: changing.lookup(tf.cast(x, tf.int64)), signature)
    with pytest.raises(NotImplementedError, match="MutableHashTable"):
        torch.export.export(module, (x,))


def test_sorts_are_exported():
    """The exporter to ONNX knows torch's sort, but not its stable one."""
    module = tf.to_module(lambda x: (tf.sort(x), tf.math.top_k(x, 2).indices), [tf.TensorSpec([None, 3])])
    exported = torch.export.export(module, (torch.tensor(floats(2, 3)),))
    assert "aten.sort.default" in str(exported.graph) and "stable" not in str(exported.graph)
    for a, b in zip(exported.module()(torch.tensor(floats(2, 3))), module(torch.tensor(floats(2, 3)))):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("window", [1, 3])
def test_convolutions_of_small_images_are_exported_for_any_batch(window):
    """How they are best computed depends on the number of images, which is not known then."""
    module = tf.to_module(tf.keras.Sequential([layers.Input((7, 7, 64)), layers.Conv2D(80, window, padding="same")])).eval()
    exported = torch.export.export(module, (torch.ones(2, 7, 7, 64),), dynamic_shapes=({0: torch.export.Dim("batch")},)).module()
    for n in (1, 5):
        x = torch.linspace(-1, 1, n * 49 * 64).reshape(n, 7, 7, 64)
        np.testing.assert_allclose(exported(x).detach(), module(x).detach(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("window", [1, 3])
def test_convolutions_that_are_products_here_are_exported_as_convolutions(window):
    layer = tf.keras.layers.Conv2D(128, window, input_shape=(4, 4, 64))
    module = tf.to_module(tf.keras.Sequential([layer])).eval()
    x = torch.rand(2, 4, 4, 64)
    exported = torch.export.export(module, (x,))
    called = [str(node.target) for node in exported.graph.nodes if node.op == "call_function"]
    assert called.count("aten.conv2d.default") == 1
    assert not [name for name in called if "mm" in name or "reshape" in name]
    torch.testing.assert_close(exported.module()(x), module(x), rtol=1e-5, atol=1e-5)


def test_constants_in_branches_and_loops_enter_them_as_arguments():
    """torch cannot take apart for ONNX what makes tensors of numbers within them."""

    @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([], tf.int32)])
    def control(x, n):
        for i in tf.range(n):
            x = x * tf.constant([1.5, 0.5, 2.0])
            if tf.reduce_sum(x) > 3.0:
                if i > 1:
                    x = x - tf.constant([[1.0, 2.0, 3.0]])
                else:
                    x = x * 0.5
        return x + tf.exp(tf.constant([1.0, 2.0, 3.0]))

    module = tf.to_module(control)
    given = torch.tensor([[1.0, 2.0, 3.0]] * 2), torch.tensor(4, dtype=torch.int32)
    exported = torch.export.export(module, given, dynamic_shapes=({0: torch.export.Dim("batch")}, {}))
    run = exported.run_decompositions().module()
    for x in (given[0], -given[0], torch.ones(5, 3)):
        np.testing.assert_allclose(run(x, given[1]), control(tf.constant(x.numpy()), tf.constant(4)), rtol=1e-5)


def test_compiled_modules_train():
    model = perceptron()
    module = tf.to_module(model)
    twin = copy.deepcopy(module)
    compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
    wanted = step(twin, torch.optim.SGD(twin.parameters(), 0.1))
    assert step(compiled, torch.optim.SGD(module.parameters(), 0.1)) == pytest.approx(wanted, rel=1e-5)
    for a, b in zip(module.state_dict().values(), twin.state_dict().values()):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-7)
    assert same(module.eval(), model)


@pytest.mark.parametrize("first", ["import torch._dynamo; ", ""])
def test_modules_of_an_active_tensorflow_are_compiled(first, tmp_path):
    program = first + (
        "import torch, tfshim; tfshim.activate(); import tensorflow as tf; import torch._dynamo\n"
        "model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])\n"
        "module, x = tfshim.to_module(model), torch.ones(2, 3)\n"
        "found = torch.compile(module, backend='eager', fullgraph=True)(x)\n"
        "print(torch.allclose(found, module(x)))"
    )
    done = after_torch.python("-c", program, cwd=tmp_path)
    assert done.stdout.split() == ["True"], done.stderr


def test_seeded_numbers_are_not_exported():
    module = tf.to_module(tf.keras.Sequential([layers.Input((2,)), layers.Dropout(0.5, seed=1)]))
    assert 0.0 in module(torch.ones(20, 2))
    with pytest.raises(NotImplementedError, match="seed"):
        torch.export.export(module, (torch.ones(2, 2),))
    torch.export.export(module.eval(), (torch.ones(2, 2),))


@pytest.mark.skipif(importlib.util.find_spec("onnxscript") is None, reason="the extra onnx is not installed")
@pytest.mark.parametrize("name", ["mlp_with_batch_norm", "masked_rnn", "loops_and_branches"])
def test_onnx(name, tmp_path):
    from onnx.reference import ReferenceEvaluator

    model, arrays, _ = MODELS[name](small=True)
    module = tf.to_module(model).eval()
    path = str(tmp_path / "model.onnx")
    torch.onnx.export(module, tuple(map(torch.tensor, arrays)), path, dynamo=True, verbose=False, external_data=False)
    run = ReferenceEvaluator(path)
    (found,) = run.run(None, dict(zip(run.input_names, arrays)))
    np.testing.assert_allclose(found, module(*map(torch.tensor, arrays)).detach(), rtol=1e-5, atol=1e-6)

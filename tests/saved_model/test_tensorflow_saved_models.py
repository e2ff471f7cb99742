"""SavedModels that TensorFlow 2.15 wrote (scripts/record_saved_models.py) compute here what they computed there."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tf_saved_models"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())
X = np.linspace(-1, 1, 6, dtype="float32").reshape(3, 2)


@pytest.fixture
def module():
    return tf.saved_model.load(str(FOLDER / "module"))


def same(got, wanted):
    if isinstance(wanted, dict):
        assert sorted(got) == sorted(wanted)
        for k in wanted:
            same(got[k], wanted[k])
    elif isinstance(got, (list, tuple)):
        assert len(got) == len(wanted)
        for g, w in zip(got, wanted):
            same(g, w)
    elif got.dtype == tf.string:
        assert [v.decode() for v in got.numpy().reshape(-1)] == wanted
    else:
        np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-5)


CALLS = {
    "call": lambda m: m(X), "signature": lambda m: m.signatures["serving_default"](x=tf.constant(X)),
    "loop": lambda m: m.loop(tf.constant(1.0), tf.constant(3)),
    "branch": lambda m: [m.branch(tf.ones([2, 2])), m.branch(-tf.ones([2, 2])), m.branch(tf.ones([2, 2]), flag=False)],
    "look": lambda m: m.look(tf.constant(["a", "z", "q"])), "lists": lambda m: m.lists(tf.constant([1.0, 2.0, 3.0])),
    "case": lambda m: [m.case(tf.constant(i), tf.ones([3])) for i in range(3)],
    "text": lambda m: m.text(tf.constant(["Hi there!", "you."])),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_functions_give_what_they_gave(module, name):
    same(CALLS[name](module), EXPECTED["module"][name])


@pytest.mark.parametrize("name", CALLS)
def test_functions_within_a_function(module, name):
    same(tf.function(lambda: CALLS[name](module))(), EXPECTED["module"][name])


@pytest.mark.parametrize("traced", [False, True])
def test_gradients(module, traced):
    def gradients(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = module.loop(x, tf.constant(3))["a"] + tf.reduce_sum(module.branch(tf.ones([2, 2])))
        return [tf.convert_to_tensor(g) for g in tape.gradient(y, [x, module.w])]

    same((tf.function(gradients) if traced else gradients)(tf.constant(2.0)), EXPECTED["module"]["gradients"])


def test_objects_and_effects(module):
    module(X)
    module(X)
    assert int(module.calls) == 2
    assert [float(v) for v in module.parts] == [0.5, 2.0]
    np.testing.assert_array_equal(module.named["k"], [1, 2])
    module.w.assign(tf.zeros([2, 2]))
    np.testing.assert_array_equal(module(X), np.tile([5.0, 6.0], (3, 1)))


def test_a_loaded_module_can_be_trained(module):
    optimizer = tf.keras.optimizers.SGD(0.1)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(module(tf.constant(X)) ** 2)
        optimizer.apply_gradients([(tape.gradient(loss, module.w), module.w)])
        return loss

    losses = [float(step()) for _ in range(4)]
    assert losses == sorted(losses, reverse=True) and losses[0] > losses[-1]


def test_arguments_that_fit_no_trace(module):
    with pytest.raises(ValueError, match=r"Could not find matching concrete function(.|\n)*Option 2") as info:
        module.branch(tf.ones([3, 2]))
    assert "* <tf.Tensor 'x:0' shape=(3, 2) dtype=float32>\n    * True" in str(info.value)
    signature = module.signatures["serving_default"]
    with pytest.raises(TypeError, match="missing required arguments: x"):
        signature(y=tf.constant(X))
    with pytest.raises(TypeError, match="takes 1 positional arguments, got 2"):
        signature(X, X)
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a float tensor but is a int32 tensor"):
        signature(x=tf.ones([2, 2], tf.int32))


def test_tags(module):
    assert tf.saved_model.contains_saved_model(str(FOLDER / "module"))
    tf.saved_model.load(str(FOLDER / "module"), tags=["serve"])
    with pytest.raises(ValueError, match="Got an incompatible argument to `tags`"):
        tf.saved_model.load(str(FOLDER / "module"), tags="other")


def test_keras_model():
    model = tf.keras.models.load_model(str(FOLDER / "keras"))
    np.testing.assert_allclose(model.predict(X, verbose=0), EXPECTED["keras"]["predict"], rtol=1e-5)
    np.testing.assert_allclose(model.evaluate(X, X[:, :1], verbose=0), EXPECTED["keras"]["evaluate"], rtol=1e-5)
    assert type(model).__name__ == "Sequential" and model.optimizer.name == "Adam"
    model.fit(X, X[:, :1], verbose=0)
    loaded = tf.saved_model.load(str(FOLDER / "keras"))
    np.testing.assert_allclose(loaded(X), EXPECTED["keras"]["predict"], rtol=1e-5)
    np.testing.assert_allclose(loaded(X, training=False), EXPECTED["keras"]["predict"], rtol=1e-5)
    assert len(loaded.variables) == 8 and len(loaded.trainable_variables) == 6


def test_keras_model_with_a_vocabulary():
    texts = tf.constant([["The mat!"], ["a cat"]])
    model = tf.keras.models.load_model(str(FOLDER / "words"), compile=False)
    assert model.layers[0].get_vocabulary() == EXPECTED["words"]["vocabulary"]
    np.testing.assert_allclose(model.predict(texts, verbose=0), EXPECTED["words"]["predict"], rtol=1e-5)
    np.testing.assert_allclose(tf.saved_model.load(str(FOLDER / "words"))(texts), EXPECTED["words"]["predict"], rtol=1e-5)


def test_a_saved_model_that_is_none_of_keras_is_loaded_as_any_other(caplog):
    name = sorted(CALLS)[0]
    with caplog.at_level("WARNING"):
        loaded = tf.keras.models.load_model(str(FOLDER / "module"))
    assert "keras_metadata.pb" in caplog.text
    assert type(loaded).__name__ == "_UserObject"
    same(CALLS[name](loaded), EXPECTED["module"][name])


def test_an_operation_that_nobody_knows_is_named(tmp_path):
    copy = tmp_path / "module"
    shutil.copytree(FOLDER / "module", copy)
    raw = (copy / "saved_model.pb").read_bytes()
    (copy / "saved_model.pb").write_bytes(raw.replace(b"MatMul", b"MatMaw"))
    broken = tf.saved_model.load(str(copy))
    with pytest.raises(tf.errors.NotFoundError, match="Op type not registered 'MatMaw'"):
        broken(X)
    broken.mapped(tf.ones([3]))  # the others work

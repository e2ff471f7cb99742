"""Models and weights in files: those of Keras, our own, and what is wrong with damaged ones."""

import copy
import json
import pathlib
import pickle
import shutil
import sys
import zipfile

import numpy as np
import pytest

import tfshim as tf
from tests.keras import model_cases
from tfshim.keras.saving import stores

h5py = pytest.importorskip("h5py")
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "keras_models"
FACTS = json.loads((FOLDER / "facts.json").read_text())
NAMES = list(FACTS)
K = tf.keras


def close(model, name, want, tolerance=2e-6):
    got = model_cases.outputs(model, name)
    assert sorted(got) == sorted(want)
    for key in want:
        np.testing.assert_allclose(got[key], want[key], rtol=1e-4, atol=tolerance)


def trained(name):
    K.backend.clear_session()
    tf.keras.utils.set_random_seed(1)
    model = model_cases.build(tf)[name]()
    model.compile("adam", "mse", metrics=model_cases.METRICS[name])
    model_cases.train(model, name)
    return model


def datasets(content):
    found = {}
    with h5py.File(content, "r") as f:
        f.visititems(lambda path, x: found.update({path: (x.shape, str(x.dtype))}) if isinstance(x, h5py.Dataset) else None)
    return found


# ---------------------------------------------------------------------- files of Keras
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["keras", "h5"])
def test_models_of_keras_load_and_train_on(name, ending):
    model = K.models.load_model(FOLDER / f"{name}.{ending}")
    close(model, name, FACTS[name]["before"])
    if "after" in FACTS[name]:
        model_cases.train(model, name)
        close(model, name, FACTS[name]["after"], 5e-5)


@pytest.mark.parametrize("name", NAMES)
def test_configurations_of_keras(name):
    K.backend.clear_session()
    model = K.models.model_from_json(FACTS[name]["json"])
    plain = lambda x: json.loads(json.dumps(x, default=str))  # noqa: E731
    assert plain(model.get_config()) == json.loads(FACTS[name]["json"])["config"]


def test_weights_of_keras():
    for file, arguments in (
        ("two.weights.h5", {}),
        ("two_weights.h5", {}),
        ("two_weights.h5", {"by_name": True}),
        ("two.h5", {}),
        ("two.keras", {}),
    ):
        model = model_cases.build(tf)["two"]()
        model.load_weights(FOLDER / file, **arguments)
        close(model, "two", FACTS["two"]["before"])


@pytest.mark.parametrize("name", NAMES)
def test_our_files_have_the_layout_of_keras(name, tmp_path):
    model = trained(name)
    model.save(tmp_path / "m.keras")
    with pytest.warns(UserWarning, match="legacy"):
        model.save(tmp_path / "m.h5")
    with zipfile.ZipFile(tmp_path / "m.keras") as ours, zipfile.ZipFile(FOLDER / f"{name}.keras") as theirs:
        assert ours.namelist() == theirs.namelist()
        mine, want = (json.loads(z.read("config.json")) for z in (ours, theirs))
        assert mine["compile_config"] == want["compile_config"]
        assert sorted(mine) == sorted(want) and mine["build_config"] == want["build_config"]
        for z, file in ((ours, "ours.h5"), (theirs, "theirs.h5")):
            (tmp_path / file).write_bytes(z.read("model.weights.h5"))
    assert datasets(tmp_path / "ours.h5") == datasets(tmp_path / "theirs.h5")
    assert datasets(tmp_path / "m.h5") == datasets(FOLDER / f"{name}.h5")
    with h5py.File(tmp_path / "m.h5") as ours, h5py.File(FOLDER / f"{name}.h5") as theirs:
        assert sorted(ours.attrs) == sorted(theirs.attrs)
        for group in theirs["model_weights"]:
            assert list(ours["model_weights"][group].attrs["weight_names"]) == list(theirs["model_weights"][group].attrs["weight_names"])
        assert list(ours["model_weights"].attrs["layer_names"]) == list(theirs["model_weights"].attrs["layer_names"])
        assert list(ours["optimizer_weights"].attrs["weight_names"]) == list(theirs["optimizer_weights"].attrs["weight_names"])


# ---------------------------------------------------------------------- our own
@pytest.mark.parametrize("name", ["two", "words"])
@pytest.mark.parametrize("file", ["m.keras", "m.h5", "folder"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_training_goes_on_as_if_nothing_had_been_saved(name, file, tmp_path):
    model = trained(name)
    model.save(tmp_path / file)
    again = K.models.load_model(tmp_path / file)
    assert type(again) is type(model) and again.name == model.name
    assert model_cases.outputs(again, name) == model_cases.outputs(model, name)
    assert [w.name for w in again.weights] == [w.name for w in model.weights]
    model_cases.train(model, name)
    model_cases.train(again, name)
    assert model_cases.outputs(again, name) == model_cases.outputs(model, name)
    assert sorted(again.history.history) == sorted(model.history.history)


@pytest.mark.parametrize("file", ["m.keras", "m.h5", "folder"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_without_compiling(file, tmp_path):
    model = trained("nested")
    model.save(tmp_path / file)
    again = K.models.load_model(tmp_path / file, compile=False)
    assert again.optimizer is None
    with pytest.raises(RuntimeError, match="compile your model"):
        again.fit(*model_cases.data()["nested"])
    K.models.save_model(again, tmp_path / file)
    assert K.models.load_model(tmp_path / file).optimizer is None


class Doubled(K.layers.Layer):
    def __init__(self, units, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units, self.activation = units, K.activations.get(activation)

    def build(self, shape):
        self.w = self.add_weight("w", [shape[-1], self.units])

    def call(self, x):
        return self.activation(x @ self.w)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "activation": K.activations.serialize(self.activation)}


class Plain(K.layers.Layer):
    def __init__(self, factor=2.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return x * self.factor


class Stack(K.Model):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.first, self.rest = K.layers.Dense(units), [K.layers.Dense(2), Doubled(1)]
        self.scale = tf.Variable(2.0)

    def call(self, x):
        return self.rest[1](self.rest[0](self.first(x))) * self.scale


class Gap(K.losses.Loss):
    def __init__(self, factor=1.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, y_true, y_pred):
        return tf.reduce_mean(tf.abs(y_true - y_pred), -1) * self.factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


def swish2(x):
    return x * tf.sigmoid(2.0 * x)


def custom_model():
    model = K.Sequential([Doubled(3, swish2, input_shape=(4,)), Plain(3.0), K.layers.Dense(2, activation=swish2)])
    model.compile("sgd", Gap(3.0), metrics=[swish_metric])
    return model


def swish_metric(y_true, y_pred):
    return tf.reduce_mean(y_true - y_pred, -1)


NAMES_OF_OURS = {"Doubled": Doubled, "Plain": Plain, "Gap": Gap, "swish2": swish2, "swish_metric": swish_metric}


@pytest.mark.parametrize("file", ["m.keras", "m.h5", "folder"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_classes_and_functions_of_users(file, tmp_path):
    model = custom_model()
    x = np.random.RandomState(0).rand(5, 4).astype("float32")
    model.fit(x, x[:, :2], verbose=0)
    model.save(tmp_path / file)
    again = K.models.load_model(tmp_path / file, custom_objects=NAMES_OF_OURS)
    np.testing.assert_array_equal(again.predict(x, verbose=0), model.predict(x, verbose=0))
    assert again.layers[1].factor == 3.0 and again.layers[0].activation is swish2 and again.loss.factor == 3.0
    with K.utils.custom_object_scope(NAMES_OF_OURS):
        assert K.models.load_model(tmp_path / file).layers[0].units == 3
    with pytest.raises((TypeError, ValueError), match="Could not locate|Unknown|Unable to restore custom object"):
        K.models.load_model(tmp_path / file, custom_objects={"Doubled": Doubled} if file == "m.keras" else {"swish2": swish2})


@pytest.mark.parametrize("file", ["m.keras", "folder"])
def test_subclassed_models(file, tmp_path):
    model = Stack(4)
    x = tf.ones((2, 3))
    y = model(x)
    model.compile("adam", "mse")
    model.fit(x, y * 2.0, verbose=0)
    model.save(tmp_path / file)
    again = K.models.load_model(tmp_path / file, custom_objects={"Stack": Stack, "Doubled": Doubled})
    np.testing.assert_array_equal(again(x), model(x))
    np.testing.assert_array_equal(again.optimizer.variables[1], model.optimizer.variables[1])
    assert again.scale.numpy() == model.scale.numpy() != 2.0


@pytest.mark.parametrize("file", ["w.weights.h5", "w.h5", "checkpoint"])
def test_weights_alone(file, tmp_path):
    model, other = Stack(), Stack()
    x = tf.ones((2, 3))
    model(x)
    other(x)
    model.save_weights(tmp_path / file)
    other.load_weights(tmp_path / file)
    np.testing.assert_array_equal(other(x), model(x))


def test_subclassed_models_are_not_for_hdf5(tmp_path):
    model = Stack()
    model(tf.ones((1, 2)))
    with pytest.raises(NotImplementedError, match="Functional model or a Sequential"), pytest.warns(UserWarning):
        model.save(tmp_path / "m.h5")
    assert list(tmp_path.iterdir()) == []


def test_lambdas_only_without_safe_mode(tmp_path):
    model = K.Sequential([K.layers.Lambda(lambda x: x * 3.0, input_shape=(2,))])
    model.save(tmp_path / "m.keras")
    with pytest.raises(ValueError, match="safe_mode"):
        K.models.load_model(tmp_path / "m.keras")
    again = K.models.load_model(tmp_path / "m.keras", safe_mode=False)
    np.testing.assert_array_equal(again(tf.ones((1, 2))), [[3.0, 3.0]])


def test_copies():
    model = trained("nested")
    for again in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert model_cases.outputs(again, "nested") == model_cases.outputs(model, "nested")
        again.layers[-1].trainable = False
        again.set_weights([w * 0 for w in again.get_weights()])
        assert not all(np.all(w == 0) for w in model.get_weights())


# ---------------------------------------------------------------------- what goes wrong
def test_files_that_are_not_there_or_damaged(tmp_path):
    for name in ("no.keras", "no.h5", "no"):
        with pytest.raises(OSError, match="No file or directory found"):
            K.models.load_model(tmp_path / name)
    (tmp_path / "bad.h5").write_text("what?")
    with pytest.raises(OSError):
        K.models.load_model(tmp_path / "bad.h5")
    trained("nested").save(tmp_path / "good.keras")
    content = (tmp_path / "good.keras").read_bytes()
    (tmp_path / "short.keras").write_bytes(content[: len(content) // 2])
    with pytest.raises((OSError, ValueError)):
        K.models.load_model(tmp_path / "short.keras")
    with zipfile.ZipFile(tmp_path / "half.keras", "w") as archive:
        archive.writestr("config.json", "{not json")
    with pytest.raises(ValueError, match=r"half.keras' is damaged: its config.json"):
        K.models.load_model(tmp_path / "half.keras")
    with zipfile.ZipFile(tmp_path / "empty.keras", "w") as archive:
        archive.writestr("other", "")
    with pytest.raises(ValueError, match=r"cannot read its config.json"):
        K.models.load_model(tmp_path / "empty.keras")
    trained("nested").save(tmp_path / "folder")
    (tmp_path / "folder" / "model.weights.safetensors").write_bytes(b"\x00" * 30)
    with pytest.raises(ValueError, match="damaged or no safetensors"):
        K.models.load_model(tmp_path / "folder")


def test_a_failing_save_leaves_what_was_there(tmp_path, monkeypatch):
    model = trained("nested")
    for name in ("m.keras", "folder"):
        model.save(tmp_path / name)
    for name, failing in (("m.keras", "save_own_variables"), ("folder", "_serialize_to_tensors")):
        with monkeypatch.context() as patched, pytest.raises(ZeroDivisionError):
            patched.setattr(K.layers.Dense, failing, lambda *_: 1 / 0)
            model.save(tmp_path / name)
        assert model_cases.outputs(K.models.load_model(tmp_path / name), "nested") == model_cases.outputs(model, "nested")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "m.keras"]


def test_arguments_that_contradict(tmp_path):
    model = trained("nested")
    for arguments, error, text in (
        (("m.foo", True, "bar"), ValueError, "Expected one of 'keras', 'tf', or 'h5'"),
        (("m.h5", True, "keras"), ValueError, ".keras"),
        (("m.keras", True, None, "options"), ValueError, "not supported with the native Keras format"),
    ):
        kwargs = {"options": 1} if len(arguments) == 4 else {}
        with pytest.raises(error, match=text):
            model.save(tmp_path / arguments[0], *arguments[1:3], **kwargs)
    for name in ("m.h5", "folder"):
        with pytest.raises(TypeError, match=r"^save_model\(\) got an unexpected keyword argument 'format'$"):
            model.save(tmp_path / name, format="h5", more=1)
    model.save(tmp_path / "m.keras")
    with pytest.raises(FileExistsError, match="exists already"):
        model.save(tmp_path / "m.keras", overwrite=False)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(FileExistsError, match="something else"):
        model.save(tmp_path / "mine")
    with pytest.raises(ValueError, match="looks like an HDF5 file"):
        model.save_weights(tmp_path / "w.h5", save_format="tf")
    with pytest.raises(FileNotFoundError):
        model.load_weights(tmp_path / "none.h5")


def test_weights_that_do_not_fit(tmp_path, caplog):
    make = lambda *units: K.Sequential([K.layers.Dense(u, name=f"d{i}") for i, u in enumerate(units)])  # noqa: E731
    a, b, c = make(2, 3), make(2, 4), make(2)
    for m in (a, b, c):
        m.build((None, 5))
    a.save_weights(tmp_path / "w.h5")
    a.save_weights(tmp_path / "w.weights.h5")
    with pytest.raises(ValueError, match=r"Model expected 1 layers, found 2 saved layers"):
        c.load_weights(tmp_path / "w.h5")
    with pytest.raises(ValueError, match=r"variable ' d1/kernel:0': Shape mismatch.The variable shape \(2, 4\), and the assigned value"):
        b.load_weights(tmp_path / "w.h5")
    with pytest.raises(ValueError, match=r"Shape mismatch in layer #1 \(named d1\) for weight d1/kernel:0. Weight expects shape \(2, 4\)"):
        b.load_weights(tmp_path / "w.h5", by_name=True)
    with pytest.raises(ValueError, match="skip_mismatch can only be set to True when by_name is True"):
        b.load_weights(tmp_path / "w.h5", skip_mismatch=True)
    with pytest.raises(ValueError, match="incompatible|Shape"):
        b.load_weights(tmp_path / "w.weights.h5")
    before = b.layers[1].get_weights()
    b.load_weights(tmp_path / "w.h5", by_name=True, skip_mismatch=True)
    np.testing.assert_array_equal(b.layers[0].get_weights()[0], a.layers[0].get_weights()[0])
    np.testing.assert_array_equal(b.layers[1].get_weights()[0], before[0])
    c.load_weights(tmp_path / "w.h5", by_name=True)
    np.testing.assert_array_equal(c.get_weights()[0], a.get_weights()[0])
    with pytest.raises(ValueError, match="not yet been created|have not yet"):
        make(2).save_weights(tmp_path / "x.h5")


class Topped(K.Model):
    def __init__(self, *sizes):
        super().__init__()
        self.inner = K.layers.Dense(2, name="inner")
        self.own = [self.add_weight(f"own{i}", [n]) for i, n in enumerate(sizes)]

    def call(self, x):
        return self.inner(x)


@pytest.mark.parametrize(
    "sizes, in_order, by_name, skipped",
    [
        (
            (3,),
            "Cannot assign value to variable ' own0:0': Shape mismatch.The variable shape (3,), and the assigned value shape (2,) are "
            "incompatible.",
            "Shape mismatch in model for top-level weight own0:0. Weight expects shape (3,). Received saved weight with shape (2,)",
            "Skipping loading top-level weight for model due to mismatch in shape for weight own0:0. Weight expects shape (3,). Received "
            "saved weight with shape (2,)",
        ),
        (
            (3, 1),
            "Weight count mismatch for top-level weights when loading weights from file. Model expects 2 top-level weight(s). Received 1 "
            "saved top-level weight(s)",
            "Weight count mismatch for top-level weights of model. Model expects 2 top-level weight(s). Received 1 saved top-level "
            "weight(s)",
            "Skipping loading top-level weights for model due to mismatch in number of weights. Model expects 2 top-level weight(s). "
            "Received 1 saved top-level weight(s)",
        ),
    ],
)
def test_weights_of_the_model_itself_that_do_not_fit(sizes, in_order, by_name, skipped, tmp_path, monkeypatch):
    saved, model = Topped(2), Topped(*sizes)
    for m in (saved, model):
        m(np.zeros((1, 3), "float32"))
    saved.save_weights(tmp_path / "w.h5")
    before = model.get_weights()
    for options, text in (({}, in_order), ({"by_name": True}, by_name)):
        with pytest.raises(ValueError) as e:
            model.load_weights(tmp_path / "w.h5", **options)
        assert str(e.value) == text
        for x, y in zip(before, model.get_weights()):
            np.testing.assert_array_equal(x, y)
    told = []
    monkeypatch.setattr(tf.get_logger(), "warning", lambda text, *a: told.append(text % a))
    model.load_weights(tmp_path / "w.h5", by_name=True, skip_mismatch=True)
    assert told == [skipped]
    np.testing.assert_array_equal(model.inner.get_weights()[0], saved.inner.get_weights()[0])


def test_weights_of_tokens_come_back_from_files_of_earlier_versions(tmp_path):
    layer = K.layers.StringLookup(vocabulary=["a", "b"], idf_weights=[0.25, 0.75], output_mode="tf_idf")
    model = K.Sequential([K.Input((2,), dtype="string"), layer])
    with pytest.warns(UserWarning, match="HDF5"):
        model.save(tmp_path / "m.h5")
    given = tf.constant([["a", "x"], ["b", "b"]])
    again = K.models.load_model(tmp_path / "m.h5")
    np.testing.assert_array_equal(again(given), model(given))


def test_without_h5py(tmp_path, monkeypatch):
    model = trained("nested")

    def missing():
        raise ImportError("HDF5 files need the package h5py")

    monkeypatch.setattr(stores, "hdf5", missing)
    model.save(tmp_path / "m.keras")
    with zipfile.ZipFile(tmp_path / "m.keras") as archive:
        assert "model.weights.safetensors" in archive.namelist()
    assert model_cases.outputs(K.models.load_model(tmp_path / "m.keras"), "nested") == model_cases.outputs(model, "nested")
    with pytest.raises(ImportError, match="h5py"):
        model.save_weights(tmp_path / "w.h5")


# ---------------------------------------------------------------------- more than variables
@pytest.mark.parametrize("file", ["m.keras", "folder"])
def test_vocabularies_are_files_beside_the_variables(file, tmp_path):
    words = K.layers.TextVectorization(output_sequence_length=3, name="words")
    words.adapt(["a b", "c a"])
    model = K.Sequential([K.Input((1,), dtype="string"), words])
    model.save(tmp_path / file)
    if file == "m.keras":
        with zipfile.ZipFile(tmp_path / file) as archive:
            assert "assets/layers/text_vectorization/vocabulary.txt" in archive.namelist()
    again = K.models.load_model(tmp_path / file)
    np.testing.assert_array_equal(again(tf.constant([["c zz a"]])), model(tf.constant([["c zz a"]])))


@pytest.mark.parametrize("file", ["m.keras", "m.h5"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_what_was_compiled(file, tmp_path):
    i = K.Input((3,))
    model = K.Model(i, [K.layers.Dense(1, name="x")(i), K.layers.Dense(2, name="y")(i)])
    schedule = K.optimizers.schedules.CosineDecay(0.1, 10)
    model.compile(
        K.optimizers.SGD(schedule, momentum=0.9),
        [K.losses.Huber(2.0), "mae"],
        metrics=[["mae"], ["mse"]],
        weighted_metrics=[[], ["mse"]],
        loss_weights=[1.0, 0.5],
    )
    x, y = np.ones((4, 3)), [np.ones((4, 1)), np.ones((4, 2))]
    model.fit(x, y, verbose=0)
    model.save(tmp_path / file)
    again = K.models.load_model(tmp_path / file)
    assert int(again.optimizer.iterations) == 1 and again.optimizer.get_config() == model.optimizer.get_config()
    assert again.loss[0].get_config() == K.losses.Huber(2.0).get_config()
    assert again.fit(x, y, verbose=0).history == model.fit(x, y, verbose=0).history


@pytest.mark.parametrize("file", ["m.keras", "m.h5", "folder"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_layers_that_derive_something_from_their_weights(file, tmp_path):
    norm = K.layers.Normalization()
    norm.adapt(np.arange(12.0).reshape(4, 3))
    model = K.Sequential([K.Input((3,)), norm])
    model.save(tmp_path / file)
    again = K.models.load_model(tmp_path / file)
    np.testing.assert_array_equal(again(np.ones((1, 3))), model(np.ones((1, 3))))


def test_archives_cannot_write_elsewhere(tmp_path):
    words = K.layers.StringLookup(name="words")
    words.adapt(["a"])
    K.Sequential([K.Input((1,), dtype="string"), words]).save(tmp_path / "m.keras")
    with zipfile.ZipFile(tmp_path / "m.keras") as archive, zipfile.ZipFile(tmp_path / "bad.keras", "w") as bad:
        for name in archive.namelist():
            bad.writestr(name, archive.read(name))
        bad.writestr("assets/layers/string_lookup/../../../../../escaped.txt", "x")
    with pytest.raises(ValueError, match="outside of its folder"):
        K.models.load_model(tmp_path / "bad.keras")


def test_directories_without_the_classes_are_what_their_functions_compute(tmp_path):
    class Doubled(K.layers.Layer):
        def call(self, x):
            return x * 2.0

    class Own(K.Model):
        def __init__(self):
            super().__init__()
            self.dense = K.layers.Dense(2)

        def call(self, x, training=None):
            return self.dense(x)

    x = np.random.RandomState(0).rand(5, 3).astype("float32")
    for name, model in (("layer", K.Sequential([K.Input((3,)), Doubled(), K.layers.Dense(2)])), ("model", Own())):
        model.compile("adam", "mse")
        model.fit(x, x[:, :2], verbose=0)
        model.save(tmp_path / name, save_format="tf")
        again = K.models.load_model(tmp_path / name)
        assert type(again) is not type(model) or type(again.layers[0]) is not Doubled
        np.testing.assert_allclose(again.predict(x, verbose=0), model.predict(x, verbose=0), rtol=1e-6)
        np.testing.assert_allclose(again.evaluate(x, x[:, :2], verbose=0), model.evaluate(x, x[:, :2], verbose=0), rtol=1e-6)
    again = K.models.load_model(tmp_path / "layer", custom_objects={"Doubled": Doubled})
    assert type(again.layers[0]) is Doubled


class OwnSGD(K.optimizers.SGD):
    pass


class OwnLegacySGD(K.optimizers.legacy.SGD):
    pass


@pytest.mark.parametrize("file", ["m.h5", "folder"])
@pytest.mark.parametrize(
    "make, name",  # as TensorFlow writes them, which tells by the name whether it is an older one
    [
        (K.optimizers.Adam, "Custom>Adam"),
        (lambda: K.optimizers.legacy.Adam(K.optimizers.schedules.PiecewiseConstantDecay([1], [0.1, 0.05])), "Adam"),
        (OwnSGD, "OwnSGD"),
        (OwnLegacySGD, "OwnLegacySGD"),
    ],
)
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_names_of_optimizers(file, make, name, tmp_path):
    model, path = K.Sequential([K.Input((3,)), K.layers.Dense(2)]), tmp_path / file
    model.compile(make(), "mse")
    model.fit(np.ones((2, 3)), np.ones((2, 2)), verbose=0)
    model.save(path, save_format="h5" if file == "m.h5" else "tf")
    raw = (path if path.is_file() else path / "keras_metadata.pb").read_bytes()
    assert f'"optimizer_config": {{"class_name": "{name}"'.encode() in raw
    again = K.models.load_model(path, custom_objects={c.__name__: c for c in (OwnSGD, OwnLegacySGD)})
    assert type(again.optimizer) is type(model.optimizer)


def test_what_tensorflow_wrote_over_a_directory_counts(tmp_path):
    before, after = (K.Sequential([K.Input((3,)), K.layers.Dense(units)]) for units in (2, 5))
    before.save(tmp_path / "m", save_format="tf")
    after.save(tmp_path / "other", save_format="tf")
    for name in ("config.json", "metadata.json"):  # TensorFlow knows nothing of these
        (tmp_path / "other" / name).unlink()
    shutil.copytree(tmp_path / "other", tmp_path / "m", dirs_exist_ok=True)
    x = np.ones((1, 3), "float32")
    np.testing.assert_array_equal(K.models.load_model(tmp_path / "m")(x), after(x))


def test_vocabularies_of_directories_as_tensorflow_sees_them(tmp_path):
    split, known = K.layers.TextVectorization(output_sequence_length=4), K.layers.IntegerLookup(num_oov_indices=2)
    split.adapt(["the cat sat", "on the mat"])
    known.adapt([[3], [5], [5]])
    text, code = K.Input((1,), dtype="string", name="text"), K.Input((1,), dtype="int64", name="code")
    model = K.Model({"text": text, "code": code}, [split(text), known(code)])
    model.save(tmp_path / "m", save_format="tf")
    for name in ("config.json", "metadata.json"):
        (tmp_path / "m" / name).unlink()
    given = {"text": tf.constant([["The mat!"], ["a cat"]]), "code": tf.constant([[5], [8]], tf.int64)}
    for x, y in zip(K.models.load_model(tmp_path / "m")(given), model(given)):
        np.testing.assert_array_equal(x, y)


def test_a_file_brings_no_modules(tmp_path):
    config = {"module": "this", "class_name": "Zen", "config": {}, "registered_name": "Zen"}
    with pytest.raises(TypeError, match="Could not locate class 'Zen'"):
        K.utils.deserialize_keras_object(config)
    assert "this" not in sys.modules


def test_export_for_serving(tmp_path, capsys):
    model = trained("nested")
    model.export(str(tmp_path / "served"))
    assert "Endpoint 'serve'" in capsys.readouterr().out
    served = tf.saved_model.load(str(tmp_path / "served"))
    x = tf.constant(model_cases.data()["nested"][0])
    np.testing.assert_allclose(served.serve(x), model(x), rtol=1e-6)
    with pytest.raises(ValueError, match="not yet been built"):
        K.Sequential([K.layers.Dense(1)]).export(str(tmp_path / "none"))


def test_inputs_by_the_name_that_call_gives_them():
    layer = Plain(3.0)
    assert layer(x=tf.ones(2)).numpy().tolist() == [3.0, 3.0]
    with pytest.raises(ValueError, match="first argument to `Layer.call`"):
        layer()


@pytest.mark.parametrize("name", ["model", "model.keras"])
def test_models_in_the_memory_of_the_process(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    path = f"ram://test_models_in_memory/{name}"
    for value in (1.0, 2.0):  # the second takes the place of the first
        model.set_weights([np.full((2, 1), value, np.float32), np.zeros(1, np.float32)])
        model.save(path)
        assert tf.keras.models.load_model(path).predict(np.ones((1, 2)), verbose=0).tolist() == [[2 * value]]
        other = tf.keras.models.clone_model(model)
        other.load_weights(path)
        assert other.get_weights()[0].tolist() == [[value], [value]]
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(FileExistsError):
        model.save(path, overwrite=False)
    assert tf.io.gfile.exists(path) and not list(tmp_path.iterdir())
    with pytest.raises(OSError, match="No file or directory found"):
        tf.keras.models.load_model("ram://test_models_in_memory/other")


def test_a_loss_of_two_classes_says_what_it_takes():
    assert tf.keras.losses.BinaryCrossentropy().from_logits is False
    assert tf.keras.losses.BinaryCrossentropy(from_logits=True).from_logits is True

"""Configurations that name functions and classes of modules, or bring code: nothing is imported, looked up in modules, or run."""

import base64
import builtins
import json
import marshal
import sys
import types
import zipfile

import h5py
import numpy as np
import pytest

from tests.hostile_files.forms import LOADERS, K, archive, functional, hdf5, older, tf, unsafe
from tfshim.keras.saving import python_functions

TRAP = "trap_of_hostile_files"  # set in builtins by what must not run
MODULE = "module_of_a_program"


@pytest.fixture(autouse=True)
def trap():
    """Fails the test whose file ran something."""
    assert not hasattr(builtins, TRAP)
    yield
    ran = vars(builtins).pop(TRAP, None)
    assert ran is None, ran
    assert "this" not in sys.modules, "a module was imported"


def spring(*args, **kwargs):
    """What must not be called."""
    setattr(builtins, TRAP, (args, kwargs))
    return args[0] if args else None


@pytest.fixture
def module():
    """A module that the program has imported: with a function, a class that nobody registered, and a layer."""
    made = types.ModuleType(MODULE)

    class Loose:
        def __init__(self, **config):
            spring(config)

        @classmethod
        def from_config(cls, config):
            return cls(**config)

    class Own(K.layers.Layer):
        def call(self, inputs):
            return inputs * 2.0

    made.spring, made.Loose, made.Own = spring, Loose, Own
    sys.modules[MODULE] = made
    yield made
    del sys.modules[MODULE]


def bytecode(source):
    """A lambda as files hold it."""
    return base64.encodebytes(marshal.dumps(eval(source).__code__)).decode()


HOSTILE = f"lambda x: (__import__('builtins').__dict__.update({TRAP}=1), x)[1]"


def lambda_layer(**config):
    return {
        "class_name": "Lambda",
        "config": {
            "name": "f",
            "trainable": True,
            "dtype": "float32",
            "function_type": "lambda",
            "module": "builtins",
            "output_shape": None,
            "output_shape_type": "raw",
            "output_shape_module": None,
            "arguments": {},
            **config,
        },
    }


# ---------------------------------------------------------------------- Lambda layers
@pytest.mark.parametrize("form", LOADERS)
@pytest.mark.parametrize("which", ["function", "output_shape", "mask"])
def test_bytecode_is_refused(form, which, tmp_path):
    layer = lambda_layer(function=[bytecode("lambda x: x"), None, None])
    layer["config"].update(
        {
            which: [bytecode(HOSTILE), None, None],
            f"{which}_type" if which != "function" else "function_type": "lambda",
            f"{which}_module" if which != "function" else "module": "builtins",
        }
    )
    refusal = ValueError, r"(?s)Lambda layer with a Python `lambda`.*safe_mode=False.*enable_unsafe_deserialization\(\)"
    if form == "TensorFlow's directory":  # where what the function computed is taken from the graph, which this one lacks
        refusal = tf.errors.DataLossError, "it holds no graph"
    with pytest.raises(refusal[0], match=refusal[1]):
        LOADERS[form](functional(layer), tmp_path)


@pytest.mark.parametrize("form", ["keras", "h5", "h5 of before", "directory"])
def test_bytecode_runs_where_that_is_asked_for(form, tmp_path):
    layer = lambda_layer(function=[bytecode("lambda x: x * 3.0"), None, None])
    made = LOADERS[form](functional(layer), tmp_path, safe_mode=False)
    assert made(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]


@pytest.mark.parametrize("form", LOADERS)
def test_bytecode_runs_where_safe_mode_is_off(form, tmp_path):
    if form == "TensorFlow's directory":
        pytest.skip("its variables are read with the model")
    layer = lambda_layer(function=[bytecode("lambda x: x * 3.0"), None, None])
    with unsafe():
        assert LOADERS[form](functional(layer), tmp_path)(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]
    with pytest.raises(ValueError, match="safe_mode"):
        K.models.model_from_json(json.dumps(functional(layer)))


def test_layers_of_the_program_are_copied():
    """No code from elsewhere is in them: copies are as ever, though not through a file or JSON."""
    factor = 3.0
    layer = K.layers.Lambda(lambda x: x * factor, input_shape=(2,))
    assert K.layers.Lambda.from_config(layer.get_config())(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]
    model = K.Sequential([layer, K.layers.Lambda(tf.nn.relu)])
    assert K.models.clone_model(model)(-tf.ones((1, 2))).numpy().tolist() == [[0.0, 0.0]]
    with pytest.raises(ValueError, match="safe_mode"):
        K.models.model_from_json(model.to_json())


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
@pytest.mark.parametrize("path", ["m.keras", "m.h5"])
def test_lambdas_in_files_of_other_processes(path, tmp_path, monkeypatch):
    model = K.Sequential([K.layers.Lambda(lambda x: x * 3.0, input_shape=(2,))])
    model.save(tmp_path / path)
    monkeypatch.setattr(python_functions, "_own_code", {})
    for given in ({}, {"safe_mode": True}):
        with pytest.raises(ValueError, match="safe_mode=False"):
            K.models.load_model(tmp_path / path, **given)
    assert K.models.load_model(tmp_path / path, safe_mode=False)(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_own_lambdas_in_files(tmp_path):
    """Keras runs any code of HDF5 files, and none of its newer files; here the program's own runs where Keras runs it."""
    factor = 3.0
    model = K.Sequential([K.layers.Lambda(lambda x: x * factor, input_shape=(2,))])
    model.save(tmp_path / "m.h5")
    assert K.models.load_model(tmp_path / "m.h5")(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]
    model.save(tmp_path / "m.keras")
    with pytest.raises(ValueError, match="safe_mode=False"):
        K.models.load_model(tmp_path / "m.keras")


def test_own_code_in_another_module_is_refused(tmp_path):
    """There its names may mean other functions."""
    function = K.layers.Lambda(lambda x: remove(x), input_shape=(2,)).get_config()["function"]  # noqa: F821
    layer = lambda_layer(function=list(function))
    for module, refused in (("os", True), (__name__, False)):
        layer["config"]["module"] = module
        if refused:
            with pytest.raises(ValueError, match="safe_mode=False"):
                LOADERS["h5"](functional(layer), tmp_path)
        else:
            with pytest.raises(NameError, match="remove"):  # it runs, in its own module
                LOADERS["h5"](functional(layer), tmp_path)


def test_own_lambdas_in_directories_are_what_their_graph_computes(tmp_path):
    model = K.Sequential([K.layers.Lambda(lambda x: x * 3.0, input_shape=(2,))])
    model.save(tmp_path / "m")
    loaded = K.models.load_model(tmp_path / "m")
    assert loaded(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]
    assert not isinstance(loaded.layers[0].function, types.FunctionType)


def test_functions_of_tf_in_lambda_layers_need_no_code(tmp_path):
    model = K.Sequential([K.layers.Lambda(tf.nn.leaky_relu, arguments={"alpha": 0.5}, input_shape=(2,))])
    model.save(tmp_path / "m.keras")
    assert K.models.load_model(tmp_path / "m.keras")(-tf.ones((1, 2))).numpy().tolist() == [[-0.5, -0.5]]


NAMES = [
    ("pydoc", "pipepager"),
    ("os", "system"),
    ("subprocess", "run"),
    ("builtins", "eval"),
    ("builtins", "exec"),
    ("builtins", "open"),
    ("this", "s"),
    ("tfshim.cli.script", "run_code"),
    (MODULE, "spring"),
    ("keras.utils", "get_file"),
    ("tensorflow", "io.write_file"),
    ("keras.config", "enable_unsafe_deserialization"),
    ("tensorflow", "cli.script.run_code"),
    ("", "spring"),
    (None, "eval"),
]


@pytest.mark.parametrize("form", LOADERS)
@pytest.mark.parametrize("home, name", NAMES)
def test_lambda_layers_name_no_function_of_a_module(form, home, name, module, tmp_path):
    config = functional(lambda_layer(function=name, function_type="function", module=home))
    with pytest.raises(ValueError, match=f"(Unknown function in a Lambda layer: '{name}'|The function tf.{name})"):
        LOADERS[form](config, tmp_path)


@pytest.mark.parametrize("form", LOADERS)
@pytest.mark.parametrize("home, name", NAMES)
def test_nested_descriptions_name_none_either(form, home, name, module, tmp_path):
    named = {"module": home, "class_name": "function", "config": name, "registered_name": name}
    with pytest.raises((TypeError, ValueError), match="Could not locate function|Unknown|Could not interpret"):
        LOADERS[form](functional(lambda_layer(function=named, function_type="function")), tmp_path)


@pytest.mark.parametrize(
    "home, name",
    [
        *NAMES,
        (MODULE, "Loose"),
        ("subprocess", "Popen"),
        ("logging.config", "DictConfigurator"),
        ("tfshim.io.gfile", "GFile"),
        ("keras.callbacks", "ModelCheckpoint"),
    ],
)
@pytest.mark.parametrize("form", ["keras", "h5", "model_from_json", "deserialize"])
def test_classes_of_modules_are_not_made(form, home, name, module, tmp_path):
    for registered in (None, name, f"{home}>{name}"):
        layer = {"class_name": name, "module": home, "registered_name": registered, "config": {"name": "f"}}
        with pytest.raises((TypeError, ValueError), match="Could not locate class|Unknown layer|Cannot deserialize object of type"):
            LOADERS[form](functional(layer), tmp_path)


def test_layers_of_imported_modules_are_found_by_their_class(module, tmp_path):
    """As Keras finds them: a subclass of Keras' own classes, in a module that the program has imported."""
    layer = {"class_name": "Own", "module": MODULE, "registered_name": "Own", "config": {"name": "f", "trainable": True}}
    made = K.models.load_model(archive(functional(layer), tmp_path))
    assert made(tf.ones((1, 2))).numpy().tolist() == [[2.0, 2.0]]


def test_what_is_registered_or_given_is_found(tmp_path):
    config = functional(lambda_layer(function="tripled", function_type="function", module=MODULE))
    for load in (
        lambda: K.models.load_model(archive(config, tmp_path), custom_objects={"tripled": lambda x: x * 3.0}),
        lambda: K.models.model_from_json(json.dumps(config), {"tripled": lambda x: x * 3.0}),
    ):
        assert load()(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]
    with K.saving.custom_object_scope({"tripled": lambda x: x * 3.0}):
        assert K.models.load_model(archive(config, tmp_path))(tf.ones((1, 2))).numpy().tolist() == [[3.0, 3.0]]


def test_functions_of_the_program_are_not_called_by_lambda_layers(monkeypatch, tmp_path):
    """A directory finds classes and losses of the program by their names, but no function to call with its own arguments."""
    main = sys.modules["__main__"]
    made = types.FunctionType(spring.__code__, {"__name__": "__main__", "__builtins__": __builtins__, "TRAP": TRAP}, "run_it")
    monkeypatch.setattr(made, "__module__", "__main__", raising=False)
    monkeypatch.setattr(main, "run_it", made, raising=False)
    config = functional(lambda_layer(function="run_it", function_type="function", module="__main__", arguments={"command": "x"}))
    for form in LOADERS:
        (tmp_path / form.replace(" ", "")).mkdir()
        with pytest.raises(ValueError, match="Unknown function in a Lambda layer: 'run_it'"):
            LOADERS[form](config, tmp_path / form.replace(" ", ""))


# ---------------------------------------------------------------------- every other place that takes a name
def dense(**config):
    return {"class_name": "Dense", "config": {"name": "d", "trainable": True, "dtype": "float32", "units": 1, **config}}


EVIL = {
    "function": {"module": "os", "class_name": "function", "config": "system", "registered_name": "system"},
    "class": {"module": "subprocess", "class_name": "Popen", "config": {"args": ["true"]}, "registered_name": None},
    "loose": {"module": MODULE, "class_name": "Loose", "config": {"a": 1}, "registered_name": "Loose"},
    "lambda": {
        "module": "builtins",
        "class_name": "__lambda__",
        "config": {"value": [bytecode(HOSTILE), None, None]},
        "registered_name": None,
    },
    "name": "os.system",
    "plain name": "eval",
    "dunder": "__import__",
}

PLACES = {
    "activation": lambda v: dense(activation=v),
    "kernel_initializer": lambda v: dense(kernel_initializer=v),
    "bias_initializer": lambda v: dense(bias_initializer=v),
    "kernel_regularizer": lambda v: dense(kernel_regularizer=v),
    "kernel_constraint": lambda v: dense(kernel_constraint=v),
    "Activation": lambda v: {"class_name": "Activation", "config": {"name": "a", "activation": v}},
    "TimeDistributed": lambda v: {"class_name": "TimeDistributed", "config": {"name": "t", "layer": v}},
    "Bidirectional": lambda v: {"class_name": "Bidirectional", "config": {"name": "b", "layer": v}},
    "RNN": lambda v: {"class_name": "RNN", "config": {"name": "r", "cell": v}},
    "StackedRNNCells": lambda v: {
        "class_name": "RNN",
        "config": {
            "name": "r",
            "cell": {
                "module": "keras.layers",
                "class_name": "StackedRNNCells",
                "config": {"name": "s", "cells": [v]},
                "registered_name": None,
            },
        },
    },
    "standardize": lambda v: {"class_name": "TextVectorization", "config": {"name": "t", "standardize": v}},
    "split": lambda v: {"class_name": "TextVectorization", "config": {"name": "t", "split": v}},
}


@pytest.mark.parametrize("form", ["keras", "h5", "model_from_json"])
@pytest.mark.parametrize("value", EVIL)
@pytest.mark.parametrize("place", PLACES)
def test_places_for_objects(place, value, form, module, tmp_path):
    shape = (3, 2) if place in ("TimeDistributed", "Bidirectional", "RNN", "StackedRNNCells") else (2,)
    if place == "kernel_regularizer":
        # An unknown one stays the name that it is, as in Keras 2.15; the files have no weights.
        try:
            model = LOADERS[form](functional(PLACES[place](EVIL[value]), shape=shape), tmp_path)
        except (TypeError, ValueError):
            return
        assert isinstance(model.layers[-1].kernel_regularizer, str)
        return
    with pytest.raises(
        (TypeError, ValueError),
        match="Unknown|Could not locate|Could not interpret|lambda|should have a `call`|must have a|Please|not of type",
    ):
        LOADERS[form](functional(PLACES[place](EVIL[value]), shape=shape), tmp_path)


@pytest.mark.parametrize("form", ["keras", "h5"])
@pytest.mark.parametrize("value", EVIL)
@pytest.mark.parametrize("place", ["optimizer", "loss", "metrics", "learning_rate"])
def test_what_a_model_was_compiled_with(place, value, form, module, tmp_path):
    evil = EVIL[value]
    adam = {"module": "keras.optimizers", "class_name": "Adam", "config": {"learning_rate": 0.1}, "registered_name": None}
    told = {"optimizer": adam, "loss": "mse", "metrics": None, "loss_weights": None, "weighted_metrics": None}
    if place == "learning_rate":
        told["optimizer"] = {**adam, "config": {"learning_rate": evil}}
    else:
        told[place] = [evil] if place == "metrics" else evil
    with pytest.raises((TypeError, ValueError, AttributeError)):
        if form == "keras":
            model = K.models.load_model(archive({**functional(dense()), "compile_config": told}, tmp_path))
        else:
            training = {
                **told,
                "optimizer_config": told["optimizer"]
                if isinstance(told["optimizer"], dict)
                else {"class_name": told["optimizer"], "config": {}},
            }
            model = K.models.load_model(hdf5(older(functional(dense())), tmp_path, older(training)))
        model.fit(np.ones((1, 2)), np.ones((1, 1)), verbose=0)


@pytest.mark.parametrize("value", EVIL)
@pytest.mark.parametrize(
    "kind",
    [
        "activations",
        "losses",
        "metrics",
        "initializers",
        "regularizers",
        "constraints",
        "optimizers",
        "layers",
        "saving.deserialize_keras_object",
    ],
)
def test_deserialize_and_get(kind, value, module):
    owner = K
    for part in kind.split(".")[:1]:
        owner = getattr(owner, part)
    calls = [K.saving.deserialize_keras_object] if "." in kind else [getattr(owner, n) for n in ("deserialize", "get") if hasattr(owner, n)]
    for call in calls:
        if isinstance(EVIL[value], str) and kind in ("layers", "saving.deserialize_keras_object"):
            assert call(EVIL[value]) == EVIL[value]  # a text is a text
            continue
        # Unknown names are refused, or given back as they are, as in Keras 2.15: nothing is looked for.
        try:
            found = call(EVIL[value])
        except (TypeError, ValueError, AttributeError):
            continue
        assert isinstance(found, str)


@pytest.mark.parametrize("wrapper", ["DropoutWrapper", "ResidualWrapper"])
def test_wrapped_cells(wrapper):
    """A wrapped cell takes functions as Lambda layers do."""
    cls = {"DropoutWrapper": tf.nn.RNNCellDropoutWrapper, "ResidualWrapper": tf.nn.RNNCellResidualWrapper}[wrapper]
    what = {"DropoutWrapper": "dropout_fn", "ResidualWrapper": "residual_fn"}[wrapper]
    cell = {"class_name": "GRUCell", "config": {"units": 2}, "module": "keras.layers", "registered_name": None}
    for about in (
        {what: [bytecode(HOSTILE), None, None], f"{what}_type": "lambda", f"{what}_module": "builtins"},
        {what: "system", f"{what}_type": "function", f"{what}_module": "os"},
    ):
        with pytest.raises(ValueError, match="lambda|Unknown function"):
            cls.from_config({"cell": cell, **about})


def test_types_by_name():
    """Only types of values are made by `__typespec__`, and only by their own makers."""
    config = {"class_name": "__typespec__", "spec_name": "Popen", "module": "subprocess", "config": [["true"]], "registered_name": None}
    with pytest.raises(TypeError, match="Could not locate the type spec 'Popen'"):
        K.saving.deserialize_keras_object(config)


# ---------------------------------------------------------------------- files that name files
@pytest.mark.parametrize("layer", ["StringLookup", "TextVectorization"])
@pytest.mark.parametrize("form", LOADERS)
def test_vocabularies_are_not_read_from_elsewhere(form, layer, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("a\nb\n")
    config = functional({"class_name": layer, "config": {"name": "v", "vocabulary": str(secret)}}, shape=(1,), dtype="string")
    if form == "from_config":
        pytest.skip("what the program itself builds may name its files")
    with pytest.raises(ValueError, match=f"names the file '{secret}' as its vocabulary.*safe_mode=False"):
        LOADERS[form](config, tmp_path)


@pytest.mark.parametrize("form", LOADERS)
def test_columns_do_not_read_from_elsewhere(form, tmp_path):
    column = {
        "class_name": "VocabularyFileCategoricalColumn",
        "config": {
            "key": "i",
            "vocabulary_file": str(tmp_path / "secret"),
            "vocabulary_size": 2,
            "num_oov_buckets": 0,
            "default_value": -1,
            "dtype": "string",
            "file_format": None,
        },
    }
    indicator = {"class_name": "IndicatorColumn", "config": {"categorical_column": column}}
    config = functional(
        {"class_name": "DenseFeatures", "config": {"name": "d", "feature_columns": [indicator], "partitioner": None}},
        [{"i": ["i", 0, 0, {}]}],
        shape=(1,),
        dtype="string",
    )
    if form == "from_config":
        pytest.skip("what the program itself builds may name its files")
    with pytest.raises(ValueError, match="names the file '.*secret' as its vocabulary_file"):
        LOADERS[form](config, tmp_path)


@pytest.mark.parametrize("path", ["m.keras", "m"])
def test_vocabularies_of_files_come_with_the_model(path, tmp_path):
    words = tmp_path / "words"
    words.write_text("a\nb\n")
    model = K.Sequential([K.Input((), dtype="string"), K.layers.StringLookup(vocabulary=str(words))])
    model.save(tmp_path / path)
    words.write_text("c\n")  # what is loaded is what was saved
    again = K.models.load_model(tmp_path / path)
    assert again(tf.constant(["b", "c"])).numpy().tolist() == [2, 0]
    assert again.layers[-1].get_config()["vocabulary"] == str(words)
    words.unlink()
    again.save(tmp_path / f"again{path}")
    assert K.models.load_model(tmp_path / f"again{path}")(tf.constant(["b"])).numpy().tolist() == [2]


@pytest.mark.parametrize("kind", ["external link", "external storage", "virtual"])
@pytest.mark.parametrize("form", ["m.h5", "m.weights.h5", "m.keras", "old_weights.h5"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_values_are_not_read_from_other_files(form, kind, tmp_path):
    model = K.Sequential([K.layers.Dense(1, use_bias=False, input_shape=(2,))])
    secret = tmp_path / "secret.h5"
    with h5py.File(secret, "w") as f:
        f["x"] = np.full((2, 1), 7.0, "float32")
    (tmp_path / "raw").write_bytes(np.full((2, 1), 7.0, "float32").tobytes())
    path = tmp_path / form
    target = tmp_path / "model.weights.h5" if form == "m.keras" else path
    if form in ("m.h5", "m.keras"):
        model.save(path)
    else:
        model.save_weights(path)
    if form == "m.keras":
        with zipfile.ZipFile(path) as f:
            f.extract("model.weights.h5", tmp_path)
            members = {n: f.read(n) for n in f.namelist() if n != "model.weights.h5"}
    names = []
    with h5py.File(target, "r+") as f:
        f.visititems(lambda n, x: names.append(n) if isinstance(x, h5py.Dataset) and x.shape == (2, 1) else None)
        (name,) = names
        del f[name]
        if kind == "external link":
            f[name] = h5py.ExternalLink(str(secret), "x")
        elif kind == "external storage":
            f.create_dataset(name, (2, 1), "float32", external=[(str(tmp_path / "raw"), 0, 8)])
        else:
            layout = h5py.VirtualLayout((2, 1), "float32")
            layout[:] = h5py.VirtualSource(str(secret), "x", (2, 1))
            f.create_virtual_dataset(name, layout)
    if form == "m.keras":
        with zipfile.ZipFile(path, "w") as f:
            for n, content in members.items():
                f.writestr(n, content)
            f.write(target, "model.weights.h5")
    with pytest.raises(ValueError, match="in another file, which is not read"):
        K.models.load_model(path) if form in ("m.h5", "m.keras") else model.load_weights(path)


@pytest.mark.parametrize("member", ["assets/../../trap", "assets//etc/trap", "assets/layers/string_lookup/../../../../trap"])
def test_members_of_a_keras_file_stay_in_their_folder(member, tmp_path, monkeypatch):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    path = archive(functional({"class_name": "StringLookup", "config": {"name": "v"}}, shape=(1,), dtype="string"), tmp_path, {member: "x"})
    if "string_lookup" in member:
        with pytest.raises(ValueError, match="names a path outside of its folder"):
            K.models.load_model(path)
    else:  # no layer looks it up
        K.models.load_model(path)
    assert not list(tmp_path.glob("**/trap"))

"""Models that Keras 3 wrote: they load, predict the same and train on equally."""

import json
import pathlib

import numpy as np
import pytest

import tfshim as tf
from tests.keras import keras3_cases

pytest.importorskip("h5py")
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "keras3_models"
CASES = [(version.name, name) for version in sorted(FOLDER.iterdir()) for name in json.loads((version / "facts.json").read_text())]


def close(model, version, name, when, tolerance):
    want, got = json.loads((FOLDER / version / "facts.json").read_text())[name][when], keras3_cases.outputs(model, name)
    assert sorted(got) == sorted(want)
    for key in want:
        # Backends round bfloat16 in places of their own.
        np.testing.assert_allclose(got[key], want[key], rtol=1e-4, atol=3e-2 if name == "mixed" else tolerance)


@pytest.mark.parametrize("version, name", CASES)
def test_models_load_and_train_on(version, name):
    tf.keras.backend.clear_session()
    model = tf.keras.models.load_model(FOLDER / version / f"{name}.keras")
    close(model, version, name, "before", 1e-5)
    keras3_cases.train(model, name)
    if (version, name) != ("3.0.5", "words"):  # its gradients of masked steps are not those of Keras 2.15 and of later versions
        close(model, version, name, "after", 5e-5)


@pytest.mark.parametrize(
    "path", sorted(path for path in FOLDER.glob("*/*.h5") if path.stem in keras3_cases.IN_HDF5), ids=lambda path: path.stem
)
def test_whole_models_in_hdf5_load(path):
    close(tf.keras.models.load_model(path, compile=False), path.parent.name, path.stem, "before", 1e-5)


@pytest.mark.parametrize("version", sorted({version for version, _ in CASES}))
def test_weights_alone(version):
    model = tf.keras.models.load_model(FOLDER / version / "nested.keras", compile=False)
    model.set_weights([w * 0 for w in model.get_weights()])
    model.load_weights(FOLDER / version / "nested.weights.h5")
    close(model, version, "nested", "before", 1e-5)


def test_what_keras_2_does_not_have_is_refused():
    layer = {"module": "keras.layers", "class_name": "LSTM", "config": {"units": 2, "recurrent_activation": "hard_sigmoid"}}
    node = {"args": [{"class_name": "__keras_tensor__", "config": {"keras_history": ["i", 0, 0]}}], "kwargs": {}}
    calls = {"name": "x", "inbound_nodes": [node]}
    inputs = {"class_name": "InputLayer", "config": {"batch_shape": [None, 3], "name": "i"}, "name": "i", "inbound_nodes": []}
    dense = {"class_name": "Dense", "config": {"units": 2, "lora_rank": 4}}
    operation = {"module": "keras.src.ops.math", "class_name": "STFT", "config": {}}
    for entry, text in ((layer, "hard_sigmoid"), (dense, "lora_rank=4 of Dense"), (operation, "keras.ops STFT")):
        config = {"layers": [inputs, {**entry, **calls}], "input_layers": [["i", 0, 0]], "output_layers": [["x", 0, 0]]}
        with pytest.raises(NotImplementedError, match=text):
            tf.keras.models.model_from_json(json.dumps({"class_name": "Functional", "config": config}))

"""Weights in files of earlier versions of Keras, by order and by name, against what Keras makes of them."""

import json
import pathlib

import pytest

import tfshim as tf
from tests.keras import weight_file_cases
from tfshim import private_names

h5py = pytest.importorskip("h5py")
RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "keras_models" / "weight_files.json").read_text())


def test_every_case_is_recorded():
    assert sorted(RECORDED) == sorted(weight_file_cases.build(tf))
    assert {name for name, found in RECORDED.items() if isinstance(found[0], str)} == weight_file_cases.REFUSED


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_weights_are_those_of_keras(name, tmp_path):
    found = weight_file_cases.observe(tf, h5py, tmp_path / "w.h5", name)
    want = RECORDED[name]
    if isinstance(want[0], str):
        assert found == want
        return
    assert [shape for shape, _ in found] == [shape for shape, _ in want]
    assert [number for _, number in found] == pytest.approx([number for _, number in want], abs=2e-4)


def test_weights_of_a_list_of_layers(tmp_path):
    # As `tensorflow.python.keras` of TensorFlow 2.15.1 does, which takes layers where Keras takes a model.
    def made(units=3):
        layers = [tf.keras.layers.Dense(units, name="a", input_shape=(2,)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1, name="c")]
        return tf.keras.Sequential(layers)

    in_order = private_names.find("tensorflow.python.keras.saving.hdf5_format", "load_weights_from_hdf5_group")
    by_name = private_names.find("tensorflow.python.keras.saving.hdf5_format", "load_weights_from_hdf5_group_by_name")
    saved, loaded, other = made(), made(), made(4)
    saved.save_weights(tmp_path / "w.h5")
    with h5py.File(tmp_path / "w.h5") as f:
        by_name(f, loaded.layers[:2])
        assert [bool((v.numpy() == w.numpy()).all()) for v, w in zip(saved.weights, loaded.weights)] == [True, True, False, True]
        in_order(f, loaded.layers)
        assert all((v.numpy() == w.numpy()).all() for v, w in zip(saved.weights, loaded.weights))
        with pytest.raises(ValueError, match="Layer count mismatch"):
            in_order(f, loaded.layers[:1])
        with pytest.raises(ValueError, match="expects shape"):
            by_name(f, other.layers)
        by_name(f, other.layers[:1], skip_mismatch=True)

"""Weights of models in `.npz` and safetensors files, by place and by name; files that are none."""

import numpy as np
import pytest
from safetensors.numpy import save_file

import tfshim as tf

K, L = tf.keras, tf.keras.layers


def model(fill=0.0):
    made = K.Sequential([K.Input((3,)), L.Dense(2, name="a"), L.BatchNormalization(name="b")], name="m")
    made.set_weights([np.full(w.shape, fill + i, "float32") for i, w in enumerate(made.weights)])
    return made


def same(one, other):
    for a, b in zip(one.get_weights(), other.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_by_place(tmp_path):
    saved, again = model(5.0), model()
    np.savez(tmp_path / "w.npz", *saved.get_weights())
    again.load_weights(tmp_path / "w.npz")
    same(again, saved)
    np.savez_compressed(tmp_path / "few.npz", *saved.get_weights()[:3])
    with pytest.raises(ValueError, match="holds 3 arrays without names, but the model m has 6"):
        again.load_weights(tmp_path / "few.npz")


@pytest.mark.parametrize("kind", ["npz", "safetensors"])
def test_by_name(kind, tmp_path):
    saved, path = model(5.0), str(tmp_path / f"w.{kind}")

    def write(arrays):
        np.savez(path, **arrays) if kind == "npz" else save_file(arrays, path)

    named = {w.name: w.numpy() for w in reversed(saved.weights)}
    write(named)
    again = model()
    again.load_weights(path)
    same(again, saved)
    # transformers leaves out the name of the model; here the names of the layers are what is in front of those that are left.
    write({"kernel:0": named["a/kernel:0"], "gamma:0": named["b/gamma:0"], "other": np.zeros(2, "float32")})
    again = model()
    with pytest.raises(ValueError, match=r"a/bias:0.*file \['other'\]"):
        again.load_weights(path)
    again.load_weights(path, by_name=True)
    np.testing.assert_array_equal(again.layers[0].kernel, saved.layers[0].kernel)
    np.testing.assert_array_equal(again.layers[0].bias, np.ones(2))
    write({**named, "a/bias:0": np.zeros(5, "float32")})
    with pytest.raises(ValueError, match=r"a/bias:0 has the shape \(2,\), but a/bias:0 in .* has \(5,\)"):
        model().load_weights(path)
    again.load_weights(path, by_name=True, skip_mismatch=True)
    np.testing.assert_array_equal(again.layers[0].bias, np.ones(2))


def test_low_precision(tmp_path):
    import torch
    from safetensors.torch import save_file as save

    again, path = model(), str(tmp_path / "w.safetensors")
    save({"a/kernel": torch.full([3, 2], 1.5, dtype=torch.bfloat16)}, path)
    again.load_weights(path, by_name=True)
    np.testing.assert_array_equal(again.layers[0].kernel, np.full((3, 2), 1.5))


@pytest.mark.parametrize("name, error", [("w.npz", tf.errors.DataLossError), ("w.safetensors", tf.errors.DataLossError), ("w.h5", OSError)])
def test_damage(name, error, tmp_path):
    (tmp_path / name).write_bytes(b"no weights at all" * 3)
    made = model(2.0)
    with pytest.raises(error):
        made.load_weights(tmp_path / name)
    same(made, model(2.0))


def test_objects_are_not_read(tmp_path):
    class Harm:
        def __reduce__(self):
            return (open, (str(tmp_path / "made"), "w"))

    np.savez(tmp_path / "w.npz", np.array([Harm()], object))
    with pytest.raises(tf.errors.DataLossError):
        model().load_weights(tmp_path / "w.npz")
    assert not (tmp_path / "made").exists()

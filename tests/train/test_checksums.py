"""Checksums in the files that tfshim writes: checkpoints, directories of models, archives without h5py."""

import json
import sys
import zipfile
import zlib

import h5py
import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

KEY = "{}/.ATTRIBUTES/VARIABLE_VALUE"


def variables():
    return {
        "numbers": tf.Variable(tf.zeros([50])),
        "words": tf.Variable(["", ""]),
        "half": tf.Variable(tf.zeros([2], tf.bfloat16)),
        "complex": tf.Variable([0j]),
        "none": tf.Variable(tf.zeros([0, 2])),
    }


@pytest.fixture
def prefix(tmp_path):
    v = variables()
    v["numbers"].assign(tf.range(50.0))
    v["words"].assign(["first", "second"])
    return tf.train.Checkpoint(**v).write(str(tmp_path / "c"))


def changed(path, text, by=1):
    raw = bytearray(open(path, "rb").read())
    assert raw.count(text) == 1, raw.count(text)
    raw[raw.index(text) + len(text) // 2] ^= by
    with open(path, "wb") as file:
        file.write(raw)


NUMBERS = np.arange(20, 30, dtype="float32").tobytes()


@pytest.mark.parametrize(
    "text",
    [
        NUMBERS,
        b"firstsecond",
        b'\\"children\\": [',
        b'\\"attributes\\": [',
        b'\\"half/.ATTRIBUTES',
        b'"dtype":"BF16"',
        b'"algorithm',
        b"tfshim-checkpoint-2",
    ],
)
def test_damage_is_noticed_and_changes_nothing(prefix, text):
    path = prefix + ".safetensors"
    raw = open(path, "rb").read()
    if raw.count(text) != 1:  # of several places, the first
        text = raw[raw.index(text) : raw.index(text) + len(text) + 40]
    changed(path, text)
    v = variables()
    with pytest.raises(tf.errors.DataLossError, match="c.safetensors"):
        tf.train.Checkpoint(**v).restore(prefix)
    with pytest.raises(tf.errors.DataLossError):  # also where what is wanted is whole
        tf.train.Checkpoint(half=v["half"]).restore(prefix).expect_partial()
    assert v["numbers"].numpy().sum() == 0
    assert v["words"].numpy().tolist() == [b"", b""]


def test_what_is_whole_can_be_read_beside_what_is_damaged(prefix):
    changed(prefix + ".safetensors", NUMBERS)
    with pytest.raises(tf.errors.DataLossError, match="checksum of numbers"):
        tf.train.load_variable(prefix, KEY.format("numbers"))
    assert tf.train.load_variable(prefix, KEY.format("words")).tolist() == [b"first", b"second"]
    assert (KEY.format("numbers"), [50]) in tf.train.list_variables(prefix)


def test_tensors_that_changed_places_are_noticed(tmp_path):
    prefix = tf.train.Checkpoint(a=tf.Variable([1.0, 2.0]), b=tf.Variable([3.0, 4.0])).write(str(tmp_path / "c"))
    path = prefix + ".safetensors"
    with safe_open(path, "pt") as file:
        tensors, metadata = {k: file.get_tensor(k) for k in file.keys()}, file.metadata()
    a, b = KEY.format("a"), KEY.format("b")
    save_file({**tensors, a: tensors[b], b: tensors[a]}, path, metadata)
    with pytest.raises(tf.errors.DataLossError, match="checksum"):
        tf.train.load_variable(prefix, a)
    save_file({**tensors, a: tensors[a].view(torch.int32)}, path, metadata)
    with pytest.raises(tf.errors.DataLossError, match="checksum of a/"):
        tf.train.load_variable(prefix, a)
    save_file({b: tensors[b]}, path, metadata)
    with pytest.raises(tf.errors.DataLossError, match="the tensors that were saved"):
        tf.train.list_variables(prefix)


def test_files_from_before_the_checksums_are_read(tmp_path, prefix):
    path = prefix + ".safetensors"
    with safe_open(path, "pt") as file:
        tensors, metadata = {k: file.get_tensor(k) for k in file.keys()}, file.metadata()
    del metadata["checksums"]
    save_file(tensors, path, {**metadata, "format": "tfshim-checkpoint-1"})
    v = variables()
    tf.train.Checkpoint(**v).read(prefix).assert_consumed()
    assert v["numbers"].numpy()[-1] == 49
    assert v["words"].numpy().tolist() == [b"first", b"second"]
    save_file(tensors, path, metadata)  # one that ought to have them
    with pytest.raises(tf.errors.DataLossError, match="no checksums"):
        tf.train.Checkpoint(**v).restore(prefix)


def test_checksums_of_a_kind_that_is_not_known_are_not_passed_over(prefix):
    path = prefix + ".safetensors"
    with safe_open(path, "pt") as file:
        tensors, metadata = {k: file.get_tensor(k) for k in file.keys()}, file.metadata()
    sums = json.loads(metadata["checksums"])
    save_file(tensors, path, {**metadata, "checksums": json.dumps({**sums, "algorithm": "sha3"})})
    with pytest.raises(tf.errors.DataLossError, match="sha3"):
        tf.train.list_variables(prefix)


def test_checksums_as_earlier_versions_wrote_them(prefix):
    path = prefix + ".safetensors"
    with safe_open(path, "pt") as file:
        tensors, metadata = {k: file.get_tensor(k) for k in file.keys()}, file.metadata()

    def checksum(x):
        kind = f"{str(x.dtype).removeprefix('torch.')}{list(x.shape)}"
        return zlib.crc32(x.contiguous().view(torch.uint8).numpy().tobytes(), zlib.crc32(kind.encode()))

    sums = {
        "algorithm": "crc32",
        "tensors": {key: checksum(x) for key, x in tensors.items()},
        "texts": {key: zlib.crc32(text.encode()) for key, text in metadata.items() if key != "checksums"},
    }
    save_file(tensors, path, {**metadata, "checksums": json.dumps(sums)})
    v = variables()
    tf.train.Checkpoint(**v).read(prefix).assert_consumed()
    assert v["numbers"].numpy()[-1] == 49
    changed(path, NUMBERS)
    with pytest.raises(tf.errors.DataLossError, match="the checksum of .*numbers"):
        tf.train.Checkpoint(**v).read(prefix)


# ---------------------------------------------------------------------- models
def network():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3, activation="tanh"), tf.keras.layers.Dense(1)])


def test_damage_to_the_directory_of_a_model(tmp_path):
    model = network()
    for name, what, error in (
        ("variables/variables.data-00000-of-00001", model.get_weights()[0].tobytes(), tf.errors.DataLossError),
        ("config.json", b"tanh", ValueError),
        ("metadata.json", b"config.json", ValueError),
    ):
        model.save(str(tmp_path / "m"))
        changed(tmp_path / "m" / name, what, 4)
        with pytest.raises(error, match="damaged"):
            tf.keras.models.load_model(str(tmp_path / "m"))
    model.save(str(tmp_path / "m"))
    metadata = json.loads((tmp_path / "m" / "metadata.json").read_text())
    del metadata["crc32"]  # as earlier versions wrote it
    (tmp_path / "m" / "metadata.json").write_text(json.dumps(metadata))
    np.testing.assert_array_equal(tf.keras.models.load_model(str(tmp_path / "m")).get_weights()[0], model.get_weights()[0])


def test_damage_to_the_values_in_an_archive_without_h5py(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    model = network()
    path = str(tmp_path / "m.keras")
    model.save(path)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    (name,) = [n for n in members if n.endswith("safetensors")]
    what = model.get_weights()[0].tobytes()
    assert what in members[name]
    members[name] = members[name].replace(what, what[:-1] + bytes([what[-1] ^ 1]))
    with zipfile.ZipFile(path, "w") as archive:  # sound as an archive
        for member, content in members.items():
            archive.writestr(member, content)
    with pytest.raises(ValueError, match="the checksum of"):
        tf.keras.models.load_model(path)
    before = model.get_weights()
    with pytest.raises(ValueError, match="the checksum of"):
        model.load_weights(path)
    for now, then in zip(model.get_weights(), before):
        np.testing.assert_array_equal(now, then)


def test_damage_to_a_saved_model(tmp_path):
    module = tf.Module()
    module.v = tf.Variable([1.0, 2.0, 3.0])
    module.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [5]), -1)
    variables = "variables/variables.data-00000-of-00001"
    for name, what in ((variables, np.float32([1, 2, 3]).tobytes()), ("variables/variables.index", b"v/"), ("saved_model.pb", b"_create_")):
        tf.saved_model.save(module, str(tmp_path / "m"))
        path = tmp_path / "m" / name
        raw = bytearray(path.read_bytes())
        raw[raw.index(what)] ^= 1
        path.write_bytes(raw)
        with pytest.raises(tf.errors.DataLossError):
            tf.saved_model.load(str(tmp_path / "m"))


def test_weights_that_fail_half_way_change_nothing(tmp_path):
    other = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3, activation="tanh"), tf.keras.layers.Dense(2)])
    other.save_weights(str(tmp_path / "other.weights.h5"))
    other.save_weights(str(tmp_path / "other.h5"))
    model = network()
    model.save_weights(str(tmp_path / "short.weights.h5"))
    with h5py.File(tmp_path / "short.weights.h5", "r+") as file:
        group = next(file[f"layers/{n}/vars"] for n in file["layers"] if len(file[f"layers/{n}/vars"]))
        del group["1"]
        group["x"] = [1.0]
    model.set_weights([w + 1 for w in model.get_weights()])
    before = model.get_weights()
    for name in ("other.weights.h5", "other.h5", "short.weights.h5"):
        with pytest.raises(ValueError):
            model.load_weights(str(tmp_path / name))
        for now, then in zip(model.get_weights(), before):
            np.testing.assert_array_equal(now, then)

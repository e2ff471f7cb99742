"""Checkpoints that TensorFlow 2.15 wrote (scripts/record_checkpoints.py): every type, Keras weights, slots, names alone."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tf_checkpoints"
INPUTS = np.array([[1.0, 2.0], [-1.0, 0.5]], "float32")
EXPECTED = json.loads((FOLDER / "expected.json").read_text())


class Values(tf.Module):
    def __init__(self):
        self.matrix = tf.Variable(tf.zeros([2, 2]))
        self.half = tf.Variable(tf.zeros([2], tf.bfloat16))
        self.complex = tf.Variable(tf.zeros([1], tf.complex128))
        self.flag = tf.Variable(False)
        self.texts = tf.Variable(["", "", ""])
        self.empty = tf.Variable(tf.ones([0, 3]))
        self.list = [tf.Variable(0, dtype=tf.uint8), tf.Variable(0, dtype=tf.int64)]


def network():
    return tf.keras.Sequential(
        [tf.keras.layers.Dense(3, activation="relu", input_shape=(2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
    )


def test_values_of_every_kind():
    checkpoint = tf.train.Checkpoint(values=Values(), step=tf.Variable(0))
    checkpoint.restore(str(FOLDER / "values-1")).assert_consumed()
    v = checkpoint.values
    np.testing.assert_array_equal(v.matrix, [[1, 2], [3, 4]])
    np.testing.assert_array_equal(tf.cast(v.half, tf.float32), [1.5, 2.5])
    np.testing.assert_array_equal(v.complex, [1 + 2j])
    assert bool(v.flag) and int(checkpoint.step) == 7 and int(checkpoint.save_counter) == 1
    assert v.texts.numpy().tolist() == [b"ab", b"", b"x" * 200]
    assert [int(x) for x in v.list] == [1, 2]


def test_objects_that_come_later_get_their_values():
    checkpoint = tf.train.Checkpoint()
    status = checkpoint.restore(str(FOLDER / "values-1"))
    checkpoint.step = tf.Variable(0)
    assert int(checkpoint.step) == 7
    with pytest.raises(AssertionError, match="Unresolved object in checkpoint"):
        status.assert_consumed()


def test_weights_of_a_keras_model():
    model = network()
    model.compile("adam", "mse")
    model.load_weights(str(FOLDER / "weights")).assert_existing_objects_matched()
    np.testing.assert_allclose(model.predict(INPUTS, verbose=0), EXPECTED["weights"], rtol=1e-5)
    assert int(model.optimizer.iterations) == 1


def test_slots_of_a_legacy_optimizer_that_has_none_yet():
    model, optimizer = network(), tf.keras.optimizers.legacy.Adam(0.5)
    status = tf.train.Checkpoint(model=model, optimizer=optimizer).read(str(FOLDER / "legacy"))
    np.testing.assert_allclose(model.predict(INPUTS, verbose=0), EXPECTED["legacy"], rtol=1e-5)
    kernel = model.trainable_variables[0]
    np.testing.assert_allclose(optimizer.get_slot(kernel, "m"), np.full(kernel.shape, 0.05), rtol=1e-6)
    np.testing.assert_allclose(optimizer.get_slot(kernel, "v"), np.full(kernel.shape, 0.00025), rtol=1e-4)
    assert int(optimizer.iterations) == 1
    # A step afterwards goes on from there: with a constant gradient Adam's steps stay as long as the learning rate.
    before = kernel.numpy()
    optimizer.apply_gradients([(tf.fill(v.shape, 0.5), v) for v in model.trainable_variables])
    assert abs(float(optimizer.learning_rate) - 0.01) < 1e-6
    np.testing.assert_allclose(before - kernel.numpy(), 0.01, rtol=1e-2)
    status.assert_consumed()


def test_an_index_of_several_blocks():
    reader = tf.train.load_checkpoint(str(FOLDER / "many"))
    values = [float(reader.get_tensor(f"v{i}/.ATTRIBUTES/VARIABLE_VALUE")) for i in range(150)]
    assert values == list(range(150))
    assert reader.has_tensor("_CHECKPOINTABLE_OBJECT_GRAPH")


def test_names_alone():
    prefix = str(FOLDER / "named-5")
    assert tf.train.list_variables(prefix) == [("scope/v", [2, 2])]
    v = tf.Variable(tf.zeros([2, 2]), name="scope/v")
    tf.train.Checkpoint(v=v).restore(prefix).assert_consumed()
    np.testing.assert_array_equal(v, np.full([2, 2], 3.0))
    with pytest.raises(AssertionError, match="attributes which were not restored"):
        tf.train.Checkpoint(v=tf.Variable(0.0, name="other")).restore(prefix).assert_consumed()
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        v = tf.compat.v1.get_variable("scope/v", [2, 2])
        tf.compat.v1.train.Saver().restore(session, prefix)
        np.testing.assert_array_equal(session.run(v), np.full([2, 2], 3.0))


def test_a_graph_from_its_meta_file():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        saver = tf.compat.v1.train.import_meta_graph(str(FOLDER / "named-5.meta"))
        saver.restore(session, str(FOLDER / "named-5"))
        np.testing.assert_array_equal(session.run("scope/v:0"), np.full([2, 2], 3.0))


def test_latest_and_what_a_save_beside_it_leaves(tmp_path):
    for file in FOLDER.glob("weights*"):
        shutil.copy(file, tmp_path)
    shutil.copy(FOLDER / "checkpoint", tmp_path)
    prefix = tf.train.latest_checkpoint(str(tmp_path))
    assert prefix == str(tmp_path / "weights")
    model = network()
    model.load_weights(prefix)
    tf.train.Checkpoint(model=model).save(str(tmp_path / "more"))
    assert {p.name for p in tmp_path.glob("weights*")} == {p.name for p in FOLDER.glob("weights*")}


@pytest.mark.parametrize("damage", ["index cut", "index changed", "data cut", "data changed", "data missing"])
def test_damage_is_found_and_changes_nothing(tmp_path, damage):
    for file in FOLDER.glob("values-1*"):
        shutil.copy(file, tmp_path)
    kind, what = damage.split()
    path = tmp_path / ("values-1.index" if kind == "index" else "values-1.data-00000-of-00001")
    raw = bytearray(path.read_bytes())
    if what == "cut":
        path.write_bytes(raw[: len(raw) // 2])
    elif what == "changed":
        raw[20] ^= 255
        path.write_bytes(raw)
    else:
        path.unlink()
    values = Values()
    with pytest.raises((tf.errors.DataLossError, tf.errors.NotFoundError)):
        tf.train.Checkpoint(values=values).restore(str(tmp_path / "values-1"))
    np.testing.assert_array_equal(values.matrix, np.zeros([2, 2]))


def test_variables_that_were_saved_in_parts():
    prefix = str(FOLDER / "parts")
    assert tf.train.list_variables(prefix) == [("cols", [2, 5]), ("rows", [70, 3]), ("words", [3])]
    np.testing.assert_array_equal(tf.train.load_variable(prefix, "cols"), [[0, 1, 2, 300, 301], [3, 4, 5, 302, 303]])
    rows = tf.train.load_variable(prefix, "rows")
    np.testing.assert_array_equal(rows[[0, 23, 24, 47, 69], 1], [1, 70, 2401, 4701, 4767])
    v = tf.Variable(tf.zeros([70, 3]), name="rows")
    tf.train.Checkpoint(v=v).restore(prefix).assert_consumed()
    np.testing.assert_array_equal(v, rows)


def _changed(tmp_path, name, text, by=0x20):
    """The checkpoint `name` with one byte of `text` changed, in the file with the data."""
    for file in FOLDER.glob(f"{name}.*"):
        shutil.copy(file, tmp_path)
    path = tmp_path / f"{name}.data-00000-of-00001"
    raw = bytearray(path.read_bytes())
    assert raw.count(text) == 1
    raw[raw.index(text)] ^= by
    path.write_bytes(raw)
    return str(tmp_path / name)


def test_damage_to_strings_and_to_the_object_graph_is_found(tmp_path):
    texts = "values/texts/.ATTRIBUTES/VARIABLE_VALUE"
    prefix = _changed(tmp_path, "values-1", b"x" * 200)
    with pytest.raises(tf.errors.DataLossError, match=f"checksum of {texts}"):
        tf.train.load_variable(prefix, texts)
    # As in TensorFlow, what is whole can still be read.
    assert tf.train.load_variable(prefix, "step/.ATTRIBUTES/VARIABLE_VALUE") == 7
    assert (texts, [3]) in tf.train.list_variables(prefix)
    values = Values()
    with pytest.raises(tf.errors.DataLossError):
        tf.train.Checkpoint(values=values).restore(prefix)
    np.testing.assert_array_equal(values.matrix, np.zeros([2, 2]))

    prefix = _changed(tmp_path, "values-1", b"save_counter*")
    with pytest.raises(tf.errors.DataLossError, match="checksum of _CHECKPOINTABLE_OBJECT_GRAPH"):
        tf.train.Checkpoint(values=values).restore(prefix)
    with pytest.raises(tf.errors.DataLossError):
        tf.train.load_variable(prefix, "_CHECKPOINTABLE_OBJECT_GRAPH")
    assert tf.train.load_variable(prefix, texts)[0] == b"ab"


def test_damage_to_lengths_of_strings_and_to_parts_is_found(tmp_path):
    with pytest.raises(tf.errors.DataLossError, match="checksum of words"):
        tf.train.load_variable(_changed(tmp_path, "parts", b"\x03\x00\xfa\x01", 1), "words")
    shutil.copy(FOLDER / "parts.data-00000-of-00001", tmp_path)
    path = tmp_path / "parts.data-00000-of-00001"
    raw = bytearray(path.read_bytes())
    raw[raw.index(np.float32(2401).tobytes())] ^= 1
    path.write_bytes(raw)
    with pytest.raises(tf.errors.DataLossError, match="rows"):
        tf.train.load_variable(str(tmp_path / "parts"), "rows")


def test_another_shape_is_refused():
    with pytest.raises(ValueError, match="incompatible tensor with shape"):
        tf.train.Checkpoint(step=tf.Variable([1, 2])).restore(str(FOLDER / "values-1"))

"""Checkpoints of TensorFlow in all their forms (scripts/record_checkpoints.py): dtypes, shards, compressed blocks, the first format."""

import json
from pathlib import Path

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tf_checkpoints"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())


def read(checkpoint, key):
    return tf.train.load_variable(str(FOLDER / checkpoint), key)


def comparable(x):
    if x.dtype == object:
        return [item.decode() for item in x]
    return (
        [[c.real, c.imag] for c in x.tolist()] if x.dtype.kind == "c" else x.astype(object if x.dtype.kind in "iu" else "float64").tolist()
    )


@pytest.mark.parametrize("name", EXPECTED["dtypes"])
def test_every_dtype(name):
    dtype, values = EXPECTED["dtypes"][name]
    assert comparable(read("dtypes", name)) == values
    kinds = tf.train.load_checkpoint(str(FOLDER / "dtypes")).get_variable_to_dtype_map()
    assert kinds[name].name == dtype


def test_shards():
    assert read("shards", "a").tolist() == [1, 2]
    assert read("shards", "b").tolist() == [3, 4]


def test_compressed_blocks_hold_what_plain_ones_do():
    names = tf.train.list_variables(str(FOLDER / "compressed"))
    assert names == tf.train.list_variables(str(FOLDER / "many"))
    assert (FOLDER / "compressed.index").stat().st_size < (FOLDER / "many.index").stat().st_size / 2
    for i in range(150):
        assert read("compressed", f"v{i}/.ATTRIBUTES/VARIABLE_VALUE") == i
    v = tf.Variable(0.0)
    tf.train.Checkpoint(v123=v).restore(str(FOLDER / "compressed")).expect_partial()
    assert float(v) == 123


@pytest.mark.parametrize("checkpoint", ["first", "first-sharded"])
def test_the_first_format(checkpoint):
    for name, values in EXPECTED["first"].items():
        assert comparable(read(checkpoint, name)) == values, name
    rows = read(checkpoint, "rows")
    parts = [(0, 3), (3, 2), (5, 2)]
    np.testing.assert_array_equal(rows, np.concatenate([np.arange(n * 3).reshape(n, 3) + 100.0 * at for at, n in parts]))


def test_all_but_the_place_of_an_iterator_is_restored(caplog):
    prefix, key = str(FOLDER / "iterator"), "iterator/.ATTRIBUTES/ITERATOR_STATE"
    iterator, v = iter(tf.data.Dataset.range(20).batch(2)), tf.Variable(0.0)
    next(iterator)
    tf.train.Checkpoint(iterator=iterator, v=v).read(prefix).assert_consumed()
    assert float(v) == 3 and next(iterator).numpy().tolist() == [2, 3]
    assert "the iterator stays where it is" in caplog.text
    reader = tf.train.load_checkpoint(prefix)
    assert reader.get_variable_to_dtype_map()[key] is tf.variant
    with pytest.raises(tf.errors.InternalError, match="Tensorflow type 21 not convertible to numpy dtype"):
        reader.get_tensor(key)


def test_iterators_are_written_beside_what_tensorflow_restores(tmp_path):
    def made():
        return iter(tf.data.Dataset.range(20).shuffle(7).batch(2))

    saved, nested = made(), made()
    next(saved)
    options = tf.train.CheckpointOptions(file_format="tensorflow")
    prefix = tf.train.Checkpoint(iterator=saved, v=tf.Variable(3.0), parts=[{"a/b": nested}]).write(str(tmp_path / "c"), options)
    # TensorFlow asks for what the graph of objects names, and takes variants only.
    data = (tmp_path / "c.data-00000-of-00001").read_bytes()
    assert b"VARIABLE_VALUE" in data and b"ITERATOR" not in data
    first, second, v = made(), made(), tf.Variable(0.0)
    tf.train.Checkpoint(iterator=first, v=v, parts=[{"a/b": second}]).read(prefix).assert_consumed()
    assert float(v) == 3
    np.testing.assert_array_equal(list(first), list(saved))
    np.testing.assert_array_equal(list(second), list(nested))


@pytest.mark.parametrize("name, count", [("iterator", 2), ("dtypes", len(EXPECTED["dtypes"])), ("shards", 2), ("compressed", 150)])
def test_written_again_they_hold_the_same(tmp_path, name, count):
    from tfshim.cli.convert import convert

    assert convert(str(FOLDER / name), str(tmp_path / name), "tensorflow") == 0
    first, again = (tf.train.load_checkpoint(str(folder / name)) for folder in (FOLDER, tmp_path))
    kinds = first.get_variable_to_dtype_map()
    assert again.get_variable_to_dtype_map() == kinds and len(kinds.keys() - {"_CHECKPOINTABLE_OBJECT_GRAPH"}) == count
    for key, dtype in kinds.items():
        if dtype is not tf.variant:
            np.testing.assert_array_equal(first.get_tensor(key), again.get_tensor(key))
    if name == "iterator":  # to the byte, so that the state is TensorFlow's still
        assert (tmp_path / "iterator.data-00000-of-00001").read_bytes() == (FOLDER / "iterator.data-00000-of-00001").read_bytes()


@pytest.mark.parametrize("legacy", [False, True])
def test_keys_of_optimizers_that_scale_the_loss(tmp_path, legacy):
    """As TensorFlow's: what the inner optimizer keeps is the outer one's."""
    optimizers = tf.keras.optimizers.legacy if legacy else tf.keras.optimizers

    def made(steps):
        v = tf.Variable([1.0])
        o = tf.keras.mixed_precision.LossScaleOptimizer(optimizers.SGD(0.5, momentum=0.5), initial_scale=8, dynamic_growth_steps=2)
        for _ in range(steps):
            o.apply_gradients([(tf.ones([1]), v)])
        return v, o

    v, o = made(3)
    prefix = tf.train.Checkpoint(o=o, v=v).write(str(tmp_path / "c"), tf.train.CheckpointOptions(file_format="tensorflow"))
    own = ["decay", "iter", "learning_rate", "momentum"] if legacy else ["_iterations", "_learning_rate", "_variables/1"]
    keys = [f"o/{name}" for name in [*own, "loss_scale/current_loss_scale", "loss_scale/good_steps"]]
    keys += ["v", *(["v/.OPTIMIZER_SLOT/o/momentum"] if legacy else [])]
    found = [key.removesuffix("/.ATTRIBUTES/VARIABLE_VALUE") for key, _ in tf.train.list_variables(prefix)]
    assert sorted(found) == sorted(["_CHECKPOINTABLE_OBJECT_GRAPH", *keys])
    again, other = made(0)
    status = tf.train.Checkpoint(o=other, v=again).read(prefix)
    for optimizer, variable in ((o, v), (other, again)):
        optimizer.apply_gradients([(tf.ones([1]), variable)])
    status.assert_consumed()
    assert again.numpy() == v.numpy() and float(other.loss_scale) == float(o.loss_scale) == 32

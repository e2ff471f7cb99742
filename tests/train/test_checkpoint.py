"""Checkpoints: what comes back, what is said of it, and that bad files change nothing."""

import errno
import os

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import save

import tfshim as tf


class Parts(tf.Module):
    def __init__(self, start=0.0):
        super().__init__()
        self.a = tf.Variable(start, name="a")
        self.items = [tf.Variable([start, 1.0]), {"k": tf.Variable([b"x", b"longer"])}]
        self.pair = (tf.Variable(1 + 2j), tf.Variable(np.uint16(7)))


def values(parts):
    return [np.asarray(v.numpy()).tolist() for v in (parts.a, parts.items[0], parts.items[1]["k"], *parts.pair)]


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_round_trip_of_every_kind_of_value():
    saved = Parts(3.0)
    tf.train.Checkpoint(m=saved).save("c/ck")
    other = Parts()
    status = tf.train.Checkpoint(m=other).restore(tf.train.latest_checkpoint("c"))
    status.assert_consumed()
    assert values(other) == values(saved)
    assert [k for k, _ in tf.train.list_variables("c/ck-1")] == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "m/a/.ATTRIBUTES/VARIABLE_VALUE",
        "m/items/0/.ATTRIBUTES/VARIABLE_VALUE",
        "m/items/1/k/.ATTRIBUTES/VARIABLE_VALUE",
        "m/pair/0/.ATTRIBUTES/VARIABLE_VALUE",
        "m/pair/1/.ATTRIBUTES/VARIABLE_VALUE",
        "save_counter/.ATTRIBUTES/VARIABLE_VALUE",
    ]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(width=32, allow_nan=False), max_size=5), st.integers(-(2**31), 2**31 - 1))
def test_any_values_come_back(floats, number):
    a, b = tf.Variable(np.array(floats, np.float32), shape=[None]), tf.Variable(number)
    path = tf.train.Checkpoint(a=a, b=b).write("any")
    c, d = tf.Variable(np.zeros(len(floats), np.float32)), tf.Variable(0)
    tf.train.Checkpoint(a=c, b=d).read(path).assert_consumed()
    assert c.numpy().tolist() == np.array(floats, np.float32).tolist() and d.numpy() == number


def test_objects_made_later_get_their_values():
    tf.train.Checkpoint(m=Parts(3.0)).write("w")
    late = tf.Module()
    status = tf.train.Checkpoint(m=late).read("w")
    with pytest.raises(AssertionError, match="Unresolved object"):
        status.assert_consumed()
    late.a = tf.Variable(0.0)
    assert late.a.numpy() == 3.0
    late.items = [tf.Variable([0.0, 0.0])]
    assert late.items[0].numpy().tolist() == [3.0, 1.0]


@pytest.mark.parametrize("kind", ["safetensors", "tensorflow"])
def test_two_saved_variables_that_are_one(kind):
    saved, now = tf.Module(), tf.Module()
    saved.x, saved.y = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
    tf.train.Checkpoint(m=saved).write("w", tf.train.CheckpointOptions(file_format=kind))
    now.y = now.x = tf.Variable([0.0, 0.0])
    tf.train.Checkpoint(m=now).read("w")
    assert now.x.numpy().tolist() == [1.0, 2.0]  # as TensorFlow has it


def test_names_with_separators():
    m = tf.Module()
    m.d = {"a/b.c": tf.Variable(5.0)}
    tf.train.Checkpoint(m=m).write("w")
    assert tf.train.list_variables("w")[1][0] == "m/d/a.Sb..c/.ATTRIBUTES/VARIABLE_VALUE"
    m.d["a/b.c"].assign(0.0)
    tf.train.Checkpoint(m=m).read("w").assert_consumed()
    assert m.d["a/b.c"].numpy() == 5.0


def test_wrong_shape_changes_nothing():
    tf.train.Checkpoint(a=tf.Variable(1.0), b=tf.Variable([1.0, 2.0])).write("w")
    a, b = tf.Variable(9.0), tf.Variable([9.0])
    with pytest.raises(ValueError, match=r"incompatible tensor with shape \(2,\)"):
        tf.train.Checkpoint(a=a, b=b).read("w")
    assert a.numpy() == 9.0 and b.numpy().tolist() == [9.0]


def test_missing():
    with pytest.raises(tf.errors.NotFoundError, match="nope"):
        tf.train.Checkpoint(a=tf.Variable(1.0)).restore("nope")
    assert tf.train.latest_checkpoint(".") is None
    with pytest.raises(AssertionError, match="No checkpoint specified"):
        tf.train.Checkpoint().restore(None).assert_consumed()


@pytest.mark.parametrize("damage", ["truncated", "foreign", "empty", "other safetensors"])
def test_damaged_files_are_named_and_change_nothing(damage):
    v = tf.Variable(tf.ones([100]))
    checkpoint = tf.train.Checkpoint(v=v)
    path = checkpoint.save("c/ck")
    file = path + ".safetensors"
    data = open(file, "rb").read()
    if damage == "truncated":
        data = data[: len(data) // 2]
    elif damage == "foreign":
        data = b"not a checkpoint at all"
    elif damage == "empty":
        data = b""
    else:
        data = save({"x": torch.ones(2)})
    with open(file, "wb") as f:
        f.write(data)
    v.assign(tf.zeros([100]))
    with pytest.raises(tf.errors.DataLossError, match="ck-1"):
        checkpoint.restore(path)
    assert v.numpy().sum() == 0


def test_a_failed_write_leaves_the_old_file(monkeypatch):
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v)
    checkpoint.write("w")
    v.assign(2.0)

    def full(*paths):
        raise OSError(errno.ENOSPC, "disk full")

    with monkeypatch.context() as patched, pytest.raises(tf.errors.ResourceExhaustedError, match="w; No space left on device"):
        patched.setattr(os, "replace", full)
        checkpoint.write("w")
    assert os.listdir(".") == ["w.safetensors"]
    tf.train.Checkpoint(v=v).read("w")
    assert v.numpy() == 1.0


def test_manager_keeps_the_latest():
    v = tf.Variable(0.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), "m", max_to_keep=2)
    assert manager.restore_or_initialize() is None
    saved = [manager.save() for _ in range(3)]
    assert saved == ["m/ckpt-1", "m/ckpt-2", "m/ckpt-3"]
    assert manager.checkpoints == saved[1:]
    assert sorted(os.listdir("m")) == ["checkpoint", "ckpt-2.safetensors", "ckpt-3.safetensors"]
    again = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), "m", max_to_keep=2)
    assert again.latest_checkpoint == "m/ckpt-3" and again.checkpoints == saved[1:]
    assert again.restore_or_initialize() == "m/ckpt-3"


def test_manager_intervals():
    step = tf.Variable(0, dtype=tf.int64)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(s=step), "m", None, step_counter=step, checkpoint_interval=5)
    assert manager.save() == "m/ckpt-1"
    step.assign(3)
    assert manager.save() is None
    assert manager.save(check_interval=False) == "m/ckpt-2"
    step.assign(5)
    assert manager.save() is None
    step.assign(8)
    assert manager.save() == "m/ckpt-3"
    with pytest.raises(ValueError, match="step_counter"):
        tf.train.CheckpointManager(tf.train.Checkpoint(), "m", 1, checkpoint_interval=2)
    with pytest.raises(ValueError, match="max_to_keep"):
        tf.train.CheckpointManager(tf.train.Checkpoint(), "m", 0)


def test_what_holds_no_state_is_refused():
    with pytest.raises(ValueError, match="expecting x to be a trackable object"):
        tf.train.Checkpoint(x=3)


def test_what_finds_nothing_is_told():
    prefix = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0]), w=tf.Variable(3), m=tf.Module()).save("c")
    status = tf.train.Checkpoint(v=tf.Variable([0.0, 0.0])).restore(prefix)
    with pytest.raises(AssertionError) as e:
        status.assert_consumed()
    assert str(e.value) == (
        'Unresolved object in checkpoint (root).w: attributes {\n  name: "VARIABLE_VALUE"\n  full_name: "Variable"\n'
        '  checkpoint_key: "w/.ATTRIBUTES/VARIABLE_VALUE"\n}\nhas_checkpoint_values {\n  value: true\n}\n'
    )
    status = tf.train.Checkpoint(v=tf.Variable([0.0, 0.0]), q=tf.Variable(1), r=[tf.Variable(i) for i in range(11)]).restore(prefix)
    with pytest.raises(AssertionError) as e:  # first what the program has and the checkpoint has not
        status.assert_consumed()
    assert str(e.value).startswith(
        "Found 12 Python objects that were not bound to checkpointed values, likely due to changes in the "
        "Python program. Showing 10 of 12 unmatched objects: [<tf.Variable 'Variable:0' shape=() "
    )
    # A saved object without values is not missed.
    tf.train.Checkpoint(v=tf.Variable([0.0, 0.0]), w=tf.Variable(0)).restore(prefix).assert_consumed()
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match=r"tensor_name = v/.ATTRIBUTES/VARIABLE_VALUE; expected dtype int32 does not "
        r"equal original dtype float \[Op:RestoreV2\]",
    ):
        tf.train.Checkpoint(v=tf.Variable([0, 0])).restore(prefix)


def test_missing_files_as_each_function_tells_it():
    plain = "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for nope"
    for function in (tf.train.Checkpoint().read, tf.train.list_variables, tf.train.load_checkpoint):
        with pytest.raises(tf.errors.NotFoundError) as e:
            function("nope")
        assert str(e.value) == plain
    with pytest.raises(tf.errors.NotFoundError) as e:
        tf.train.Checkpoint().restore("nope")
    assert str(e.value) == (
        f"Error when restoring from checkpoint or SavedModel at nope: {plain}\nPlease double-check that the path is "
        "correct. You may be missing the checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1')."
    )


def test_the_object_graph_is_listed():
    prefix = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).save("c")
    assert tf.train.list_variables(prefix) == [
        ("_CHECKPOINTABLE_OBJECT_GRAPH", []),
        ("save_counter/.ATTRIBUTES/VARIABLE_VALUE", []),
        ("v/.ATTRIBUTES/VARIABLE_VALUE", [2]),
    ]
    reader = tf.train.load_checkpoint(prefix)
    assert reader.get_variable_to_dtype_map()["_CHECKPOINTABLE_OBJECT_GRAPH"] == tf.string
    assert b"v/.ATTRIBUTES/VARIABLE_VALUE" in reader.get_tensor("_CHECKPOINTABLE_OBJECT_GRAPH")
    assert reader.debug_string() == (
        b"_CHECKPOINTABLE_OBJECT_GRAPH (DT_STRING) []\nsave_counter/.ATTRIBUTES/VARIABLE_VALUE (DT_INT64) []\n"
        b"v/.ATTRIBUTES/VARIABLE_VALUE (DT_FLOAT) [2]\n"
    )


def test_the_state_of_a_folder_is_shown_as_its_file_has_it():
    tf.train.Checkpoint(v=tf.Variable(1.0)).save("c/ck")
    assert str(tf.train.get_checkpoint_state("c")) == ('model_checkpoint_path: "c/ck-1"\nall_model_checkpoint_paths: "c/ck-1"\n')

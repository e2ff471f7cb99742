"""Paths of files that are written and read may be bytes and path objects, as `Estimator.export_saved_model` gives them."""

import os
import pathlib

import numpy as np
import pytest

import tfshim as tf

v1 = tf.compat.v1


class Doubling(tf.Module):
    def __init__(self):
        self.v = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def double(self, x):
        return x * self.v


@pytest.fixture(params=[os.fsencode, pathlib.Path])
def path(request, tmp_path):
    return lambda name: request.param(str(tmp_path / name))


def test_saved_models(path):
    tf.saved_model.save(Doubling(), path("model"))
    assert tf.saved_model.contains_saved_model(path("model"))
    loaded = tf.saved_model.load(path("model"))
    assert float(loaded.double(3.0)) == 6.0
    assert tf.saved_model.experimental.read_fingerprint(path("model")).saved_model_checksum
    with tf.Graph().as_default(), v1.Session() as session:
        assert v1.saved_model.load(session, ["serve"], path("model")).meta_info_def.tags == ["serve"]


def test_checkpoints(path, tmp_path):
    module = Doubling()
    checkpoint = tf.train.Checkpoint(module=module)
    assert checkpoint.write(path("written")) == str(tmp_path / "written")
    module.v.assign(7.0)
    checkpoint.read(path("written")).assert_consumed()
    assert float(module.v) == 2.0
    assert "module/v/.ATTRIBUTES/VARIABLE_VALUE" in dict(tf.train.list_variables(path("written")))
    assert tf.train.load_checkpoint(path("written")).get_tensor("module/v/.ATTRIBUTES/VARIABLE_VALUE") == 2.0
    manager = tf.train.CheckpointManager(checkpoint, path("."), 3)
    assert checkpoint.restore(os.fsencode(manager.save())) is not None


def test_savers_and_writers_of_graphs(path, tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=np.float32(3.0))
        session.run(v.initializer)
        saver = v1.train.Saver()
        assert saver.save(session, path("saved")) == str(tmp_path / "saved")
        session.run(v.assign(0.0))
        saver.restore(session, path("saved"))
        assert session.run(v) == 3.0 and v1.train.checkpoint_exists(path("saved"))
        v1.summary.FileWriter(path("events"), session.graph).close()
        assert len(os.listdir(tmp_path / "events")) == 1

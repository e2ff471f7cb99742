"""Options of checkpoints and SavedModels: which device's host has the files, and writing while the program goes on."""

import inspect

import numpy as np
import pytest

import tfshim as tf

LOCAL = ("/job:localhost", "/device:CPU:0", "/job:localhost/replica:0/task:0/device:CPU:0")
REMOTE = "/job:worker/task:3"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("device", LOCAL)
def test_files_of_this_host_are_read_and_written(device):
    module = tf.Module()
    module.v = tf.Variable([1.0, 2.0])
    options = tf.train.CheckpointOptions(experimental_io_device=device)
    path = tf.train.Checkpoint(m=module).save("c", options)
    found = tf.Variable([0.0, 0.0])
    tf.train.Checkpoint(m=tf.train.Checkpoint(v=found)).restore(path, options).assert_consumed()
    np.testing.assert_array_equal(found, [1.0, 2.0])
    tf.saved_model.save(module, "s", options=tf.saved_model.SaveOptions(experimental_io_device=device))
    loaded = tf.saved_model.load("s", options=tf.saved_model.LoadOptions(experimental_io_device=device))
    np.testing.assert_array_equal(loaded.v, [1.0, 2.0])


def test_files_of_another_host_are_refused():
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    path = checkpoint.write("c")
    tf.saved_model.save(tf.Module(), "s")
    options = tf.train.CheckpointOptions(experimental_io_device=REMOTE)
    for attempt in (
        lambda: checkpoint.write("d", options),
        lambda: checkpoint.restore(path, options),
        lambda: tf.saved_model.save(tf.Module(), "t", options=tf.saved_model.SaveOptions(experimental_io_device=REMOTE)),
        lambda: tf.saved_model.load("s", options=tf.saved_model.LoadOptions(experimental_io_device=REMOTE)),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match="/job:worker.* unknown device"):
            attempt()
    assert tf.io.gfile.glob("[dt]*") == []


def test_keras_models_take_the_options(tmp_path):
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
    model.save_weights("w", options=tf.train.CheckpointOptions(experimental_io_device=LOCAL[0]))
    model.save("m", save_format="tf", options=tf.saved_model.SaveOptions(experimental_io_device=LOCAL[0]))
    loaded = tf.keras.models.load_model("m", options=tf.saved_model.LoadOptions(experimental_io_device=LOCAL[0]))
    np.testing.assert_array_equal(loaded.get_weights()[0], model.get_weights()[0])
    with pytest.raises(NotImplementedError, match="experimental_skip_checkpoint"):
        tf.keras.models.load_model("m", options=tf.saved_model.LoadOptions(experimental_skip_checkpoint=True))


@pytest.mark.parametrize("form", ["tensorflow", "safetensors"])
def test_what_is_written_beside_the_program_are_the_values_of_the_call(form):
    v = tf.Variable(tf.range(100_000))
    told = []
    options = tf.train.CheckpointOptions(enable_async=True, file_format=form, experimental_write_callbacks=[told.append])
    checkpoint = tf.train.Checkpoint(v=v)
    paths = []
    for step in range(3):
        paths.append(checkpoint.save("c", options))
        v.assign_add(tf.ones_like(v))
        assert paths[-1] == f"c-{step + 1}"
    checkpoint.sync()
    assert told == paths
    assert tf.train.latest_checkpoint(".") == "./c-3"
    for step, path in enumerate(paths):
        checkpoint.restore(path)
        np.testing.assert_array_equal(v, np.arange(100_000) + step)


def test_optimizers_go_on_beside_writing():
    model = tf.keras.Sequential([tf.keras.layers.Dense(200, input_shape=(200,))])
    model.compile("adam", "mse")
    x = np.ones((4, 200), np.float32)
    model.train_on_batch(x, x)
    before = [w.numpy().copy() for w in model.weights]
    options = tf.train.CheckpointOptions(experimental_enable_async_checkpoint=True)
    model.save_weights("w", options=options)
    for _ in range(5):
        model.train_on_batch(x, x)
    model.load_weights("w")
    for w, wanted in zip(model.weights, before):
        np.testing.assert_array_equal(w, wanted)


def test_managers_delete_what_is_too_many_after_writing():
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    manager = tf.train.CheckpointManager(checkpoint, "m", 2)
    for _ in range(4):
        manager.save(options=tf.train.CheckpointOptions(enable_async=True))
    manager.sync()
    assert manager.checkpoints == ["m/ckpt-3", "m/ckpt-4"]
    assert tf.train.latest_checkpoint("m") == "m/ckpt-4"
    assert not tf.io.gfile.glob("m/ckpt-1*")


def test_what_went_wrong_beside_the_program_is_raised_by_the_next_call():
    def fails():
        raise OSError("no space")

    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    checkpoint.write("c", tf.train.CheckpointOptions(enable_async=True, experimental_write_callbacks=[fails]))
    with pytest.raises(OSError, match="no space"):
        checkpoint.sync()
    checkpoint.sync()


def test_arguments_are_those_of_tensorflow():
    names = list(inspect.signature(tf.train.CheckpointOptions).parameters)
    assert names[:4] == [
        "experimental_io_device", "experimental_enable_async_checkpoint", "experimental_write_callbacks", "enable_async"
    ]  # fmt: skip
    options = tf.train.CheckpointOptions(enable_async=True)
    assert options.experimental_enable_async_checkpoint is True and options.experimental_write_callbacks is None
    with pytest.raises(AssertionError):
        tf.train.CheckpointOptions(experimental_write_callbacks=[lambda a, b: None])
    with pytest.raises(ValueError, match="The option `experimental_image_format` is disabled in OSS."):
        tf.saved_model.SaveOptions(experimental_image_format=True)
    with pytest.raises(ValueError, match="Received invalid VariablePolicy value: x."):
        tf.saved_model.LoadOptions(experimental_variable_policy="x")


def test_devices_of_variables_are_saved_where_replicas_would_be_too():
    module = tf.Module()
    module.v = tf.Variable(1.0)
    policy = "EXPAND_distributed_variables"
    tf.saved_model.save(module, "s", options=tf.saved_model.SaveOptions(experimental_variable_policy=policy))
    loaded = tf.saved_model.load("s", options=tf.saved_model.LoadOptions(experimental_variable_policy=policy))
    assert float(loaded.v) == 1.0
    with tf.distribute.MirroredStrategy(["/cpu:0"]).scope():
        module.v = tf.Variable(2.0, name="mirrored")
    with pytest.raises(NotImplementedError, match="mirrored"):
        tf.saved_model.save(module, "t", options=tf.saved_model.SaveOptions(experimental_variable_policy=policy))

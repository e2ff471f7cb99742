"""tf.config in processes of their own, because devices are fixed once they are in use."""

import pytest

import tfshim as tf
from tests import after_torch

PROGRAM = """
import torch
import tfshim as tf
c = tf.config
cpu = c.list_physical_devices("CPU")[0]
assert repr(cpu) == "PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')"
c.set_logical_device_configuration(cpu, [c.LogicalDeviceConfiguration()] * 2)
c.set_visible_devices([], "GPU")
c.threading.set_intra_op_parallelism_threads(2)
assert torch.get_num_threads() == 2
assert [d.name for d in c.list_logical_devices()] == ["/device:CPU:0", "/device:CPU:1"]
for call in (lambda: c.threading.set_intra_op_parallelism_threads(3), lambda: c.set_visible_devices([]),
             lambda: c.set_logical_device_configuration(cpu, [])):
    try:
        call()
    except RuntimeError as e:
        print(e)
c.experimental.enable_op_determinism()
assert torch.are_deterministic_algorithms_enabled()
try:
    tf.timestamp()
except tf.errors.FailedPreconditionError as e:
    print(e.message.split("}} ")[1])
for draw in (
    lambda: tf.random.uniform([1]), lambda: tf.nn.dropout(tf.ones([3]), 0.5), tf.random.Generator.from_non_deterministic_state
):
    try:
        draw()
    except RuntimeError as e:
        print(str(e)[:27])
tf.random.set_seed(1)
tf.random.uniform([1])
"""


def test_what_is_fixed_once_in_use(tmp_path):
    done = after_torch.python("-c", PROGRAM, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Intra op parallelism cannot be modified after initialization.",
        "Visible devices cannot be modified after being initialized",
        "Virtual devices cannot be modified after being initialized",
        "Timestamp cannot be called when determinism is enabled [Op:Timestamp] name: ",
        "Random ops require a seed t",
        "Random ops require a seed t",
        '"from_non_deterministic_sta',
    ]


def test_devices_that_are_not_there():
    none = tf.config.PhysicalDevice("/physical_device:GPU:77", "GPU")
    for call in (
        tf.config.experimental.get_memory_growth,
        tf.config.get_logical_device_configuration,
        lambda d: tf.config.set_visible_devices([d]),
    ):
        with pytest.raises(ValueError, match="Unrecognized device"):
            call(none)
    with pytest.raises(ValueError, match="No matching devices found for 'GPU:77'"):
        tf.config.experimental.get_memory_info("GPU:77")
    with pytest.raises(ValueError, match="Failed parsing device name: 'foo'"):
        tf.config.experimental.get_memory_info("foo")
    for function in (tf.config.experimental.get_memory_info, tf.config.experimental.get_memory_usage):
        with pytest.raises(ValueError, match="Allocator stats not available for device 'CPU:0'"):
            function("CPU:0")
    with pytest.raises(ValueError, match="Cannot reset memory stats for device 'CPU:0'"):
        tf.config.experimental.reset_memory_stats("CPU:0")


def test_settings():
    tf.config.optimizer.set_jit(True)
    assert tf.config.optimizer.get_jit() == "autoclustering"
    tf.config.optimizer.set_jit(False)
    tf.config.optimizer.set_experimental_options({"layout_optimizer": True})
    assert tf.config.optimizer.get_experimental_options()["layout_optimizer"] is True
    with pytest.raises(ValueError, match="unknown option 'foo'"):
        tf.config.optimizer.set_experimental_options({"foo": True})
    tf.config.run_functions_eagerly(True)
    seen = []
    tf.function(lambda x: seen.append(type(x)))(tf.constant(1))
    tf.config.run_functions_eagerly(False)
    assert issubclass(seen[0], type(tf.constant(1)))
    with pytest.raises(NotImplementedError, match="tf.distribute"):
        tf.config.experimental_connect_to_host("host")


def test_device_scopes_while_a_graph_is_built():
    @tf.function
    def f(x):
        with tf.device("/job:worker/task:3"):
            return x + 1

    assert int(f(tf.constant(1))) == 2
    with pytest.raises(RuntimeError, match="GPU:77 unknown device."):
        tf.constant(1).gpu(77)

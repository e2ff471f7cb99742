"""Replaces `tensorflow.python.distribute.strategy_combinations`: the strategies that tests run under, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.private.distribute.combinations import NamedDistribution, combine

_REPLACES = "tensorflow.python.distribute.strategy_combinations"


def set_virtual_cpus_to_at_least(num_virtual_cpus: int) -> None:
    """Divide the CPU into as many devices, unless there are enough. ValueError for less than one; RuntimeError where it is in use."""
    if num_virtual_cpus < 1:
        raise ValueError("Argument `num_virtual_cpus` must be at least 1. Received: " + str(num_virtual_cpus))
    cpu = tf.config.list_physical_devices("CPU")[0]
    known = tf.config.get_logical_device_configuration(cpu)
    if known is not None and len(known) >= num_virtual_cpus or known is None and num_virtual_cpus == 1:
        return
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * num_virtual_cpus)


def _mirrored(*devices: str) -> Callable[[], Any]:
    return lambda: tf.distribute.MirroredStrategy(list(devices))


def _central(*devices: str) -> Callable[[], Any]:
    return lambda: tf.distribute.experimental.CentralStorageStrategy(list(devices))


def _tpu() -> Any:
    resolver = tf.distribute.cluster_resolver.TPUClusterResolver("")
    return tf.distribute.TPUStrategy(resolver)


def _default() -> Any:
    with tf.Graph().as_default():
        return tf.distribute.get_strategy()


default_strategy = NamedDistribution("Default", _default, required_gpus=None)
one_device_strategy = NamedDistribution("OneDeviceCPU", lambda: tf.distribute.OneDeviceStrategy("/cpu:0"), required_gpus=None)
one_device_strategy_gpu = NamedDistribution("OneDeviceGPU", lambda: tf.distribute.OneDeviceStrategy("/gpu:0"), required_gpus=1)
mirrored_strategy_with_one_cpu = NamedDistribution("Mirrored1CPU", _mirrored("/cpu:0"))
mirrored_strategy_with_one_gpu = NamedDistribution("Mirrored1GPU", _mirrored("/gpu:0"), required_gpus=1)
mirrored_strategy_with_gpu_and_cpu = NamedDistribution("MirroredCPUAndGPU", _mirrored("/gpu:0", "/cpu:0"), required_gpus=1)
mirrored_strategy_with_two_gpus = NamedDistribution("Mirrored2GPUs", _mirrored("/gpu:0", "/gpu:1"), required_gpus=2)
mirrored_strategy_with_two_cpus = NamedDistribution("Mirrored2CPUs", _mirrored("/cpu:0", "/cpu:1"), required_gpus=0)
# Tests that use it divide the CPU first.
mirrored_strategy_with_cpu_1_and_2 = NamedDistribution("Mirrored2CPU", _mirrored("/cpu:1", "/cpu:2"))
central_storage_strategy_with_two_gpus = NamedDistribution("CentralStorage2GPUs", _central("/gpu:0", "/gpu:1"), required_gpus=2)
central_storage_strategy_with_gpu_and_cpu = NamedDistribution("CentralStorageCPUAndGPU", _central("/gpu:0", "/cpu:0"), required_gpus=1)
tpu_strategy = NamedDistribution("TPU", _tpu, required_tpu=True)
tpu_strategy_one_step = NamedDistribution("TPUOneStep", _tpu, required_tpu=True)
tpu_strategy_packed_var = NamedDistribution("TPUPackedVar", _tpu, required_tpu=True)
tpu_strategy_one_core = NamedDistribution("TPUOneCore", _tpu, required_tpu=True)
cloud_tpu_strategy = NamedDistribution("CloudTPU", _tpu, required_tpu=True, use_cloud_tpu=True)
tf_export("__internal__.distribute.combinations.default_strategy", v1=[])(default_strategy)
tf_export("__internal__.distribute.combinations.one_device_strategy", v1=[])(one_device_strategy)
tf_export("__internal__.distribute.combinations.one_device_strategy_gpu", v1=[])(one_device_strategy_gpu)
tf_export("__internal__.distribute.combinations.mirrored_strategy_with_one_cpu", v1=[])(mirrored_strategy_with_one_cpu)
tf_export("__internal__.distribute.combinations.mirrored_strategy_with_one_gpu", v1=[])(mirrored_strategy_with_one_gpu)
tf_export("__internal__.distribute.combinations.mirrored_strategy_with_gpu_and_cpu", v1=[])(mirrored_strategy_with_gpu_and_cpu)
tf_export("__internal__.distribute.combinations.mirrored_strategy_with_two_gpus", v1=[])(mirrored_strategy_with_two_gpus)
tf_export("__internal__.distribute.combinations.mirrored_strategy_with_two_cpus", v1=[])(mirrored_strategy_with_two_cpus)
tf_export("__internal__.distribute.combinations.mirrored_strategy_with_cpu_1_and_2", v1=[])(mirrored_strategy_with_cpu_1_and_2)
tf_export("__internal__.distribute.combinations.central_storage_strategy_with_two_gpus", v1=[])(central_storage_strategy_with_two_gpus)
tf_export("__internal__.distribute.combinations.central_storage_strategy_with_gpu_and_cpu", v1=[])(
    central_storage_strategy_with_gpu_and_cpu
)
tf_export("__internal__.distribute.combinations.tpu_strategy", v1=[])(tpu_strategy)
tf_export("__internal__.distribute.combinations.tpu_strategy_packed_var", v1=[])(tpu_strategy_packed_var)
tf_export("__internal__.distribute.combinations.tpu_strategy_one_core", v1=[])(tpu_strategy_one_core)
tf_export("__internal__.distribute.combinations.cloud_tpu_strategy", v1=[])(cloud_tpu_strategy)

graph_and_eager_modes = ["graph", "eager"]
strategies_minus_default_and_tpu = [
    one_device_strategy,
    one_device_strategy_gpu,
    mirrored_strategy_with_gpu_and_cpu,
    mirrored_strategy_with_two_gpus,
]
strategies_minus_tpu = [default_strategy, *strategies_minus_default_and_tpu, central_storage_strategy_with_gpu_and_cpu]
tpu_strategies = [tpu_strategy, tpu_strategy_one_step, tpu_strategy_packed_var, cloud_tpu_strategy]
all_strategies = strategies_minus_tpu + tpu_strategies
all_strategies_minus_default = strategies_minus_default_and_tpu + tpu_strategies
multidevice_strategies = [mirrored_strategy_with_gpu_and_cpu, mirrored_strategy_with_two_gpus, tpu_strategy, tpu_strategy_one_step]


def _combined(strategies: Sequence[NamedDistribution], modes: Sequence[str]) -> list[Any]:
    return combine(distribution=list(strategies), mode=list(modes))


def all_strategy_combinations() -> list[Any]:
    """All strategies, eagerly and in graphs."""
    return strategy_minus_tpu_combinations() + tpu_strategy_combinations()


def strategy_minus_tpu_combinations() -> list[Any]:
    """Those without a TPU, eagerly and in graphs."""
    return _combined(strategies_minus_tpu, graph_and_eager_modes)


def tpu_strategy_combinations() -> list[Any]:
    """Those of TPUs, in graphs."""
    return _combined(tpu_strategies, ["graph"])


def all_strategy_minus_default_and_tpu_combinations() -> list[Any]:
    """Those of CPUs and GPUs but for the default one, eagerly and in graphs."""
    return _combined(strategies_minus_default_and_tpu, graph_and_eager_modes)


def all_strategy_combinations_minus_default() -> list[Any]:
    """All but the default one."""
    return all_strategy_minus_default_and_tpu_combinations() + tpu_strategy_combinations()

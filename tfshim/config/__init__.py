"""`tf.config`: devices, threads and modes of execution."""

from tfshim._listing import listing
from tfshim.config import experimental, optimizer, threading
from tfshim.config.devices import (
    LogicalDevice,
    LogicalDeviceConfiguration,
    PhysicalDevice,
    get_logical_device_configuration,
    get_visible_devices,
    list_logical_devices,
    list_physical_devices,
    set_logical_device_configuration,
    set_visible_devices,
)
from tfshim.config.execution import connect_to_cluster as experimental_connect_to_cluster
from tfshim.config.execution import connect_to_host as experimental_connect_to_host
from tfshim.engine.functions.function import functions_run_eagerly, run_functions_eagerly
from tfshim.engine.runtime.device_names import get_soft_device_placement, set_soft_device_placement

experimental_functions_run_eagerly = functions_run_eagerly
experimental_run_functions_eagerly = run_functions_eagerly

__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "experimental",
    "experimental_connect_to_cluster",
    "experimental_connect_to_host",
    "experimental_functions_run_eagerly",
    "experimental_run_functions_eagerly",
    "functions_run_eagerly",
    "get_logical_device_configuration",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "optimizer",
    "run_functions_eagerly",
    "set_logical_device_configuration",
    "set_soft_device_placement",
    "set_visible_devices",
    "threading",
]
__dir__ = listing(globals())

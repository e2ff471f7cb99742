"""`tf.config.experimental`: memory of devices, and switches of how operations are computed."""

from tfshim._listing import listing
from tfshim.config.devices import LogicalDeviceConfiguration as VirtualDeviceConfiguration
from tfshim.config.devices import (
    get_device_details,
    get_memory_growth,
    get_memory_info,
    get_memory_usage,
    get_visible_devices,
    list_logical_devices,
    list_physical_devices,
    reset_memory_stats,
    set_memory_growth,
    set_visible_devices,
)
from tfshim.config.devices import get_logical_device_configuration as get_virtual_device_configuration
from tfshim.config.devices import set_logical_device_configuration as set_virtual_device_configuration
from tfshim.config.execution import (
    ClusterDeviceFilters,
    disable_mlir_bridge,
    enable_mlir_bridge,
    enable_op_determinism,
    enable_tensor_float_32_execution,
    get_device_policy,
    get_synchronous_execution,
    set_device_policy,
    set_synchronous_execution,
    tensor_float_32_execution_enabled,
)

__all__ = [
    "ClusterDeviceFilters",
    "VirtualDeviceConfiguration",
    "disable_mlir_bridge",
    "enable_mlir_bridge",
    "enable_op_determinism",
    "enable_tensor_float_32_execution",
    "get_device_details",
    "get_device_policy",
    "get_memory_growth",
    "get_memory_info",
    "get_memory_usage",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "reset_memory_stats",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
    "tensor_float_32_execution_enabled",
]
__dir__ = listing(globals())

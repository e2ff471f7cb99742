"""Replaces `tensorflow.python.eager.context`: queries of the eager runtime, which go to `tf.config`."""

import torch

import tfshim
from tfshim.engine.runtime.state import TS

_REPLACES = "tensorflow.python.eager.context"
__all__ = ["Context", "async_wait", "context", "num_gpus"]


class Context:
    """The queries of TensorFlow's eager context that have a public counterpart."""

    def executing_eagerly(self):
        """Whether operations run at once."""
        return tfshim.executing_eagerly()

    def in_graph_mode(self):
        """Whether operations are added to a graph."""
        return not tfshim.executing_eagerly()

    @property
    def device_name(self):
        """The name of the device scope that is open in this thread, "" where there is none."""
        return TS.device or ""

    @property
    def device_spec(self):
        """The same as a `tf.DeviceSpec`, whose parts are None where the scope does not say them."""
        return tfshim.DeviceSpec.from_string(self.device_name)

    def num_gpus(self):
        """How many GPUs this process may use."""
        return len(tfshim.config.list_logical_devices("GPU"))

    def list_physical_devices(self, device_type=None):
        """As `tf.config.list_physical_devices`."""
        return tfshim.config.list_physical_devices(device_type)

    def list_logical_devices(self, device_type=None):
        """As `tf.config.list_logical_devices`."""
        return tfshim.config.list_logical_devices(device_type)

    def devices(self):
        """The full names of all devices, as a list of str."""
        return [f"/job:localhost/replica:0/task:0{device.name}" for device in tfshim.config.list_logical_devices()]

    def ensure_initialized(self):
        """Nothing waits to be initialised here: devices are opened on first use."""

    def sync_executors(self):
        """Wait until the devices have done what they were given."""
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()

    def clear_kernel_cache(self):
        """No kernels are kept here that another state of the process could make wrong."""

    def __getattr__(self, name):
        raise AttributeError(f"tfshim's eager context has no '{name}': it is private to TensorFlow; see tf.config.")


_context = Context()


def context():
    """The one `Context` of this process."""
    return _context


def num_gpus():
    """How many GPUs this process may use."""
    return _context.num_gpus()


def async_wait():
    """Wait until all operations are done."""
    _context.sync_executors()

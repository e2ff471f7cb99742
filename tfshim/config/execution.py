"""How operations are run: devices they fall back to, arithmetic, determinism."""

import torch

from tfshim.engine.runtime import determinism
from tfshim.refusals import refused

_POLICIES = ("explicit", "silent", "silent_for_int32", "warn")


class _Settings:
    policy = "silent"
    synchronous = True
    tensor_float_32 = True
    mlir = True


def get_device_policy():
    """The policy last set by `set_device_policy`; "silent" at first. Mirrors `tf.config.experimental.get_device_policy`."""
    return _Settings.policy


def set_device_policy(device_policy):
    """Set what happens to inputs on another device than the operation: None and "silent" copy them.

    "explicit", "warn" and "silent_for_int32" raise NotImplementedError, ValueError what is no policy.
    Mirrors `tf.config.experimental.set_device_policy`.
    """
    if device_policy is not None and device_policy not in _POLICIES:
        raise ValueError(
            f"Invalid argument `device_policy`: {device_policy!r}. Please refer to "
            "https://www.tensorflow.org/api_docs/python/tf/config/experimental/set_device_policy for valid `device_policy` arguments."
        )
    if device_policy not in (None, "silent"):
        raise refused("tf.config.experimental.set_device_policy", "device_policy", value=device_policy)
    _Settings.policy = "silent"


def get_synchronous_execution():
    """The value last set by `set_synchronous_execution`; True at first.

    Mirrors `tf.config.experimental.get_synchronous_execution`.
    """
    return _Settings.synchronous


def set_synchronous_execution(enable):
    """Set whether a call may return before its result is there. CPU operations never do, those of a GPU always may; reading
    a value waits for it, so the setting changes no result. Mirrors `tf.config.experimental.set_synchronous_execution`.
    """
    _Settings.synchronous = bool(enable)


def tensor_float_32_execution_enabled():
    """Whether a GPU may multiply float32 matrices in TensorFloat-32, as last set by `enable_tensor_float_32_execution`.

    Mirrors `tf.config.experimental.tensor_float_32_execution_enabled`.
    """
    return _Settings.tensor_float_32


def enable_tensor_float_32_execution(enabled):
    """Let a GPU multiply float32 matrices in TensorFloat-32 (True), which is quicker and less exact, or not.

    It sets torch's own switches; until it is called they stay as they are. Mirrors
    `tf.config.experimental.enable_tensor_float_32_execution`.
    """
    _Settings.tensor_float_32 = bool(enabled)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = bool(enabled)


def enable_op_determinism():
    """Have every operation give the same result for the same input on each run: torch picks deterministic algorithms, and
    random numbers need a seed. Mirrors `tf.config.experimental.enable_op_determinism`.
    """
    determinism.enable()


def enable_mlir_bridge():
    """A choice between two compilers of TensorFlow for TPUs; there is none to make here. Mirrors
    `tf.config.experimental.enable_mlir_bridge`.
    """
    _Settings.mlir = True


def disable_mlir_bridge():
    """A choice between two compilers of TensorFlow for TPUs; there is none to make here. Mirrors
    `tf.config.experimental.disable_mlir_bridge`.
    """
    _Settings.mlir = False


def connect_to_cluster(
    cluster_spec_or_resolver,
    job_name="localhost",
    task_index=0,
    protocol=None,
    make_master_device_default=True,
    cluster_device_filters=None,
):
    """Not supported: raises NotImplementedError. Mirrors `tf.config.experimental_connect_to_cluster`."""
    raise refused("tf.config.experimental_connect_to_cluster")


def connect_to_host(remote_host=None, job_name="worker"):
    """Not supported: raises NotImplementedError. Mirrors `tf.config.experimental_connect_to_host`."""
    raise refused("tf.config.experimental_connect_to_host")


class ClusterDeviceFilters:
    """Which devices each task of a cluster sees; only `experimental_connect_to_cluster` would read it.

    Mirrors `tf.config.experimental.ClusterDeviceFilters`.
    """

    __module__ = "tensorflow.python.training.server_lib"

    def __init__(self):
        self._device_filters = {}

    def set_device_filters(self, job_name, task_index, device_filters):
        """Let task `task_index` of the job `job_name` see only devices whose names begin as one of `device_filters`."""
        self._device_filters.setdefault(job_name, {})[int(task_index)] = list(device_filters)

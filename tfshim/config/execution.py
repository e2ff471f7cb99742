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
    """Tell what happens to inputs that are on another device than the operation. Mirrors `tf.config.experimental.get_device_policy`.

    Returns:
        The name of the policy that `set_device_policy` set: "silent", which is what holds at the beginning as well, and the only one
        that is there here. Inputs are copied to the device of the operation.

    In TensorFlow it tells whether a program would fail or warn where it moves tensors between CPU and GPU. To find such copies here,
    look at `tensor.device` of the inputs, or at the trace of `tf.profiler.experimental`, which shows the copies of CUDA.

    Example:
        >>> tf.config.experimental.get_device_policy()
        'silent'
    """
    return _Settings.policy


def set_device_policy(device_policy):
    """Set what happens to inputs that are on another device than the operation. Mirrors `tf.config.experimental.set_device_policy`.

    Arguments:
        device_policy: "silent", or None for the default, which is the same: they are copied to the device of the operation. "explicit",
            which raises, "warn" and "silent_for_int32" are not supported.

    Returns:
        None.

    Raises:
        ValueError: no policy of these names.
        NotImplementedError: one of those that are not supported.

    Example:
        >>> tf.config.experimental.set_device_policy("silent")
        >>> tf.config.experimental.get_device_policy()
        'silent'
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
    """Tell whether operations are said to be done when they return. Mirrors `tf.config.experimental.get_synchronous_execution`.

    It is a bool for the whole process.

    Returns:
        What `set_synchronous_execution` set last; True at the beginning.

    It is the setting, not what happens: operations of the CPU are always done when they return, and those of a GPU are queued in any
    case, as torch does it. A program that takes times waits by itself, as by `tensor.numpy()` of the last result, or
    `tf.test.experimental.sync_devices()`.

    Example:
        >>> tf.config.experimental.get_synchronous_execution()
        True
    """
    return _Settings.synchronous


def set_synchronous_execution(enable):
    """Say whether operations have to be done when they return. Mirrors `tf.config.experimental.set_synchronous_execution`.

    Arguments:
        enable: True or False; None counts as False.

    Returns:
        None.

    The setting is kept and changes no result: operations of the CPU are always done when they return, and those of a GPU are queued in
    any case, as torch does it. Reading a value, by `numpy()` or `print`, waits for it, so that a program sees no difference but in times
    and in where an error of the GPU shows.

    Example:
        >>> tf.config.experimental.set_synchronous_execution(False)
        >>> tf.config.experimental.get_synchronous_execution()
        False
        >>> tf.config.experimental.set_synchronous_execution(True)
    """
    _Settings.synchronous = bool(enable)


def tensor_float_32_execution_enabled():
    """Tell whether GPUs may multiply float32 matrices in TensorFloat-32. Mirrors
    `tf.config.experimental.tensor_float_32_execution_enabled`.

    Such products keep 10 bits of the fraction, of 23.

    Returns:
        What `enable_tensor_float_32_execution` set last; True at the beginning, as in TensorFlow.

    As long as nothing was set, torch's own switches hold: convolutions use TensorFloat-32 then and products of matrices do not. A
    program that depends on it sets it. CPUs and older GPUs compute float32 as such, whatever it is.

    Example:
        >>> tf.config.experimental.tensor_float_32_execution_enabled()
        True
    """
    return _Settings.tensor_float_32


def enable_tensor_float_32_execution(enabled):
    """Let GPUs multiply float32 matrices in TensorFloat-32, or not. Mirrors `tf.config.experimental.enable_tensor_float_32_execution`.

    Arguments:
        enabled: True for the quicker products, which round their inputs to 10 bits behind the point; False for all 23 bits.

    Returns:
        None.

    It holds for products of matrices and for convolutions of the whole process, and sets torch's own switches: code of torch beside
    TensorFlow's follows it. Set False where results on a GPU should be as close to those of the CPU as float32 allows. CPUs and older
    GPUs are not concerned.

    Example:
        >>> tf.config.experimental.enable_tensor_float_32_execution(False)
        >>> tf.config.experimental.tensor_float_32_execution_enabled()
        False
        >>> tf.config.experimental.enable_tensor_float_32_execution(True)
    """
    _Settings.tensor_float_32 = bool(enabled)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = bool(enabled)


def enable_op_determinism():
    """Have operations give the same result on each run of a program. Mirrors `tf.config.experimental.enable_op_determinism`.

    Returns:
        None. There is no way back for the process.

    torch picks algorithms whose result does not depend on the order in which threads finish, which may be slower, and random operations
    need a seed: without `tf.random.set_seed` or `tf.keras.utils.set_random_seed` they raise RuntimeError. Call it at the beginning,
    before models and datasets are made.

    Raises:
        RuntimeError, afterwards: a random operation without any seed.

    Example:
        >>> tf.keras.utils.set_random_seed(1)
        >>> tf.config.experimental.enable_op_determinism()  # doctest: +SKIP
    """
    determinism.enable()


def enable_mlir_bridge():
    """Choose the newer of two compilers for TPUs, of which there is none here. Mirrors `tf.config.experimental.enable_mlir_bridge`.

    It is a switch of the whole process, and only for TPUs.

    Results stay.

    Returns:
        None.

    TensorFlow has two ways from graphs to XLA for TPUs, and this is the switch between them. It has no effect on results and none on
    what runs on CPUs and GPUs. Programs that set it run as they are; `tf.function(jit_compile=True)` is what compiles a function here,
    and `tf.config.experimental.disable_mlir_bridge` chooses the other way.

    Example:
        >>> tf.config.experimental.enable_mlir_bridge()
    """
    _Settings.mlir = True


def disable_mlir_bridge():
    """Choose the older of two compilers for TPUs, of which there is none here. Mirrors `tf.config.experimental.disable_mlir_bridge`.

    It is a switch of the whole process, and only for TPUs.

    Returns:
        None.

    TensorFlow has two ways from graphs to XLA for TPUs, and this is the switch between them. It has no effect on results and none on
    what runs on CPUs and GPUs. Programs that set it run as they are; `tf.function(jit_compile=True)` is what compiles a function here,
    and `tf.config.experimental.enable_mlir_bridge` chooses the other way.

    Example:
        >>> tf.config.experimental.disable_mlir_bridge()
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
    """Which devices each task of a cluster sees. Mirrors `tf.config.experimental.ClusterDeviceFilters`.

    It is what `tf.config.experimental_connect_to_cluster` takes as `cluster_device_filters`. That function is not supported here, since
    workers of a `tf.distribute.MultiWorkerMirroredStrategy` or a parameter server find each other by TF_CONFIG or a cluster resolver;
    programs that make the filters beforehand run until there.

    `set_device_filters(job_name, task_index, device_filters)` says for one task which devices it sees: those whose names begin as one of
    the filters does, beside its own.

    Example:
        >>> filters = tf.config.experimental.ClusterDeviceFilters()
        >>> filters.set_device_filters("worker", 0, ["/job:ps", "/job:worker/replica:0/task:0"])
    """

    __module__ = "tensorflow.python.training.server_lib"

    def __init__(self):
        self._device_filters = {}

    def set_device_filters(self, job_name, task_index, device_filters):
        """Say which devices a task sees. Mirrors `tf.config.experimental.ClusterDeviceFilters.set_device_filters`.

        Arguments:
            job_name: the name of the task's job, as "worker".
            task_index: its number within the job, an int.
            device_filters: a list of the beginnings of names of devices, as "/job:ps". Beside its own devices the task sees those that
                begin so; a task that nothing was said of sees all.

        Returns:
            None. A second call for a task replaces the first.

        It is read by `tf.config.experimental_connect_to_cluster` alone, which is not supported here.

        Example:
            >>> filters = tf.config.experimental.ClusterDeviceFilters()
            >>> filters.set_device_filters("worker", 0, ["/job:ps"])
        """
        self._device_filters.setdefault(job_name, {})[int(task_index)] = list(device_filters)

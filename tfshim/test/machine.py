"""What the machine and this build can do."""

import functools

import torch

from tfshim._export import tf_export
from tfshim.engine.runtime.devices import accelerator


@tf_export("test.is_gpu_available")
def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
    """Whether there is a GPU that tensors can be put on. Mirrors `tf.test.is_gpu_available`.

    `cuda_only`: of NVIDIA's kind. `min_cuda_compute_capability`: a pair (major, minor) that one of them has at least.
    """
    if torch.cuda.is_available():
        if min_cuda_compute_capability is None:
            return True
        return any(torch.cuda.get_device_capability(i) >= tuple(min_cuda_compute_capability) for i in range(torch.cuda.device_count()))
    return not cuda_only and min_cuda_compute_capability is None and accelerator() is not None


@tf_export("test.gpu_device_name")
def gpu_device_name():
    """The name of the first GPU, "/device:GPU:0", or "" if there is none. Mirrors `tf.test.gpu_device_name`."""
    return "/device:GPU:0" if is_gpu_available() else ""


@tf_export("test.is_built_with_cuda")
def is_built_with_cuda():
    """Whether PyTorch was built with CUDA. Mirrors `tf.test.is_built_with_cuda`."""
    return torch.version.cuda is not None


@tf_export("test.is_built_with_rocm")
def is_built_with_rocm():
    """Whether PyTorch was built with ROCm. Mirrors `tf.test.is_built_with_rocm`."""
    return getattr(torch.version, "hip", None) is not None


@tf_export("test.is_built_with_gpu_support")
def is_built_with_gpu_support():
    """Whether PyTorch was built with CUDA or ROCm. Mirrors `tf.test.is_built_with_gpu_support`."""
    return is_built_with_cuda() or is_built_with_rocm()


@tf_export("test.is_built_with_xla")
def is_built_with_xla():
    """True: functions can be compiled with `jit_compile=True`, here by torch. Mirrors `tf.test.is_built_with_xla`."""
    return True


@tf_export("test.disable_with_predicate")
def disable_with_predicate(pred, skip_message):
    """A decorator for test methods that are skipped, with the message, where `pred()` is true. Mirrors `tf.test.disable_with_predicate`."""

    def decorate(function):
        @functools.wraps(function)
        def run(self, *args, **kwargs):
            if pred():
                self.skipTest(skip_message)
            return function(self, *args, **kwargs)

        return run

    return decorate


@tf_export("test.with_eager_op_as_function")
def with_eager_op_as_function(cls=None, only_as_function=False):
    """A decorator for test classes that changes nothing, as in TensorFlow 2.15. Mirrors `tf.test.with_eager_op_as_function`."""
    return cls if cls is not None else lambda decorated: decorated


@tf_export("test.assert_equal_graph_def", v1=[])
def assert_equal_graph_def(expected, actual):
    """Raise AssertionError unless two GraphDef messages have the same nodes, in any order. Mirrors `tf.test.assert_equal_graph_def`."""
    for message in (expected, actual):
        if not hasattr(message, "node"):
            raise TypeError(f"Expected tf.GraphDef for expected and actual, got {type(expected).__name__} and {type(actual).__name__}")
    ours, theirs = ({n.name: n for n in g.node} for g in (expected, actual))
    if set(ours) != set(theirs):
        raise AssertionError(f"Graphs differ in their nodes: {sorted(set(ours) ^ set(theirs))}")
    for name, node in ours.items():
        if node != theirs[name]:
            raise AssertionError(f"Graphs differ at node {name!r}:\n{node}\n{theirs[name]}")

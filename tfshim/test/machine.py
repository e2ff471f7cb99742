"""What the machine and this build can do."""

import functools

import torch

from tfshim._export import tf_export
from tfshim.engine.runtime.devices import accelerator


@tf_export("test.is_gpu_available")
def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
    """Whether there is a GPU that tensors can be put on. Mirrors `tf.test.is_gpu_available`;
    `tf.config.list_physical_devices("GPU")` is newer.

    It is a bool of Python.

    Arguments:
        cuda_only: whether only GPUs that torch drives by CUDA count (default False).
        min_cuda_compute_capability: a pair (major, minor), such as (7, 0), which one of them has to have at
            least; None (default) for any.

    Returns:
        a bool.

    Example:
        >>> tf.test.is_gpu_available(cuda_only=True, min_cuda_compute_capability=(99, 0))
        False
        >>> tf.test.is_gpu_available() == bool(tf.test.gpu_device_name())
        True
    """
    if torch.cuda.is_available():
        if min_cuda_compute_capability is None:
            return True
        return any(torch.cuda.get_device_capability(i) >= tuple(min_cuda_compute_capability) for i in range(torch.cuda.device_count()))
    return not cuda_only and min_cuda_compute_capability is None and accelerator() is not None


@tf_export("test.gpu_device_name")
def gpu_device_name():
    """The name of the first GPU. Mirrors `tf.test.gpu_device_name`; `tf.config.list_physical_devices("GPU")` is newer.

    Of several GPUs, it is the one with the number 0.

    `tf.device` takes it.

    Returns:
        a str: "/device:GPU:0", as `tf.device` takes it, or "" where there is no GPU.

    Notebooks print it to show whether they run on a GPU. It is true of what torch finds: an NVIDIA GPU, one for ROCm, or Apple's.

    Example:
        >>> tf.test.gpu_device_name() in ("", "/device:GPU:0")
        True
        >>> with tf.device(tf.test.gpu_device_name() or "/device:CPU:0"):
        ...     print(tf.reduce_sum([1.0, 2.0]).numpy())
        3.0
    """
    return "/device:GPU:0" if is_gpu_available() else ""


@tf_export("test.is_built_with_cuda")
def is_built_with_cuda():
    """Whether what computes was built for NVIDIA's GPUs. Mirrors `tf.test.is_built_with_cuda`.

    It does not look at the machine's devices.

    Nothing is loaded.

    Returns:
        a bool: whether the PyTorch that is installed was built with CUDA. That says nothing of whether this machine has a GPU:
        `tf.config.list_physical_devices("GPU")` does. PyTorch has builds with and without CUDA, of which pip takes one by its index.

    Tests that need CUDA are skipped by it.

    Example:
        >>> tf.test.is_built_with_cuda() in (True, False)
        True
        >>> tf.test.is_built_with_gpu_support() or not tf.test.is_built_with_cuda()
        True
    """
    return torch.version.cuda is not None


@tf_export("test.is_built_with_rocm")
def is_built_with_rocm():
    """Whether what computes was built for AMD's GPUs. Mirrors `tf.test.is_built_with_rocm`.

    It does not look at the devices. Tests that need kernels of AMD's GPUs, or know that some operation differs there, ask it.

    Nothing is loaded by it.

    Returns:
        a bool: whether the PyTorch that is installed was built with ROCm. That says nothing of whether this machine has a GPU:
        `tf.config.list_physical_devices("GPU")` does. A build is for CUDA, for ROCm or for neither.

    Example:
        >>> tf.test.is_built_with_rocm() in (True, False)
        True
        >>> tf.test.is_built_with_rocm() and tf.test.is_built_with_cuda()
        False
    """
    return getattr(torch.version, "hip", None) is not None


@tf_export("test.is_built_with_gpu_support")
def is_built_with_gpu_support():
    """Whether what computes was built for GPUs. Mirrors `tf.test.is_built_with_gpu_support`.

    It does not look at the devices. Tests ask it to find out whether kernels for GPUs are there at all, before they ask for a device;
    `tf.test.is_gpu_available()` asks for both.

    Nothing is loaded by it.

    Returns:
        a bool: whether the PyTorch that is installed was built with CUDA or with ROCm. That says nothing of whether this machine has a
        GPU: `tf.config.list_physical_devices("GPU")` does.

    Example:
        >>> tf.test.is_built_with_gpu_support() == (tf.test.is_built_with_cuda() or tf.test.is_built_with_rocm())
        True
    """
    return is_built_with_cuda() or is_built_with_rocm()


@tf_export("test.is_built_with_xla")
def is_built_with_xla():
    """Whether functions can be compiled. Mirrors `tf.test.is_built_with_xla`.

    It is what TensorFlow's ordinary packages say too. A test that is only about compiled functions, or that has to be left out with
    them, begins by asking it. What is compiled gives the same values as without, up to rounding.

    The flag stays the same as long as the process runs.

    Returns:
        True: `tf.function(jit_compile=True)` compiles a function, here by torch in place of XLA.

    Tests that need a compiler are skipped by it.

    Example:
        >>> tf.test.is_built_with_xla()
        True
        >>> int(tf.function(lambda x: x * 2 + 1, autograph=False)(tf.constant(3)))
        7
    """
    return True


@tf_export("test.disable_with_predicate")
def disable_with_predicate(pred, skip_message):
    """A decorator for test methods that are skipped where something holds. Mirrors `tf.test.disable_with_predicate`.

    Arguments:
        pred: a function without arguments that is called when the test runs; the test is skipped where it gives something true.
        skip_message: the reason that is shown, a str.

    Returns:
        a decorator for methods of `tf.test.TestCase` and of `unittest.TestCase`.

    Example:
        >>> class GpuTest(tf.test.TestCase):
        ...     @tf.test.disable_with_predicate(pred=lambda: True, skip_message="needs another machine")
        ...     def test_speed(self):
        ...         raise AssertionError
        >>> [reason for _, reason in GpuTest("test_speed").run().skipped]
        ['needs another machine']
    """

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
    """A decorator for test classes that changes nothing, as in TensorFlow 2.15. Mirrors `tf.test.with_eager_op_as_function`.

    Arguments:
        cls: the class, where it is used without parentheses; None (default) with them.
        only_as_function: without an effect (default False).

    Returns:
        the class as it was, or a decorator that gives it. Tests of old versions ran twice by it, in two ways of calling operations.

    Example:
        >>> @tf.test.with_eager_op_as_function
        ... class SumTest(tf.test.TestCase):
        ...     def test_sum(self):
        ...         self.assertAllEqual(tf.add(1, 2), 3)
        >>> SumTest("test_sum").run().wasSuccessful()
        True
    """
    return cls if cls is not None else lambda decorated: decorated


@tf_export("test.assert_equal_graph_def", v1=[])
def assert_equal_graph_def(expected, actual):
    """Check that two graphs have the same nodes. Mirrors `tf.test.assert_equal_graph_def`.

    Arguments:
        expected: a GraphDef, as `tf.Graph.as_graph_def()` gives it.
        actual: another one. The order of nodes makes no difference; their names, operations, inputs and attributes do.

    Returns:
        None.

    Raises:
        AssertionError: the graphs differ; the message names the nodes.
        TypeError: one of the two is no GraphDef.

    Example:
        >>> def graph(value):
        ...     with tf.Graph().as_default() as made:
        ...         tf.constant(value, name="c")
        ...     return made.as_graph_def()
        >>> tf.test.assert_equal_graph_def(graph(1), graph(1))
        >>> tf.test.assert_equal_graph_def(graph(1), graph(2))  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        AssertionError: the graphs differ
    """
    for message in (expected, actual):
        if not hasattr(message, "node"):
            raise TypeError(f"Expected tf.GraphDef for expected and actual, got {type(expected).__name__} and {type(actual).__name__}")
    ours, theirs = ({n.name: n for n in g.node} for g in (expected, actual))
    if set(ours) != set(theirs):
        raise AssertionError(f"Graphs differ in their nodes: {sorted(set(ours) ^ set(theirs))}")
    for name, node in ours.items():
        if node != theirs[name]:
            raise AssertionError(f"Graphs differ at node {name!r}:\n{node}\n{theirs[name]}")

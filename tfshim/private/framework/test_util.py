"""Replaces `tensorflow.python.framework.test_util`: decorators of test cases, for the modes in which they run."""

from __future__ import annotations

import contextlib
import faulthandler
import functools
import inspect
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import torch

import tfshim
from tfshim.compat import v1
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.logger import get_logger
from tfshim.private.eager.modes import graph_mode
from tfshim.refusals import refused
from tfshim.test.clusters import free_ports

_REPLACES = "tensorflow.python.framework.test_util"
_TESTS = unittest.TestLoader.testMethodPrefix


def IsMklEnabled() -> bool:  # noqa: N802 - TensorFlow's name
    """Whether operations run on Intel's library oneDNN."""
    return torch.backends.mkldnn.is_available() and torch.backends.mkldnn.enabled


def is_xla_enabled() -> bool:
    """Whether every function is compiled by XLA: never, there is none."""
    return False


def IsBuiltWithROCm() -> bool:  # noqa: N802 - TensorFlow's name
    """As `tf.test.is_built_with_rocm`."""
    return tfshim.test.is_built_with_rocm()


def IsBuiltWithXLA() -> bool:  # noqa: N802 - TensorFlow's name
    """As `tf.test.is_built_with_xla`."""
    return tfshim.test.is_built_with_xla()


def GpuSupportsHalfMatMulAndConv() -> bool:  # noqa: N802 - TensorFlow's name
    """Whether there is a GPU that multiplies numbers of half precision."""
    return torch.cuda.is_available()


def IsGoogleCudaEnabled() -> bool:  # noqa: N802 - TensorFlow's name
    """As `tf.test.is_built_with_cuda`."""
    return tfshim.test.is_built_with_cuda()


def IsBuiltWithNvcc() -> bool:  # noqa: N802 - TensorFlow's name
    """Whether kernels were compiled for CUDA, as those of torch are where it has CUDA."""
    return tfshim.test.is_built_with_cuda()


def is_mlir_bridge_enabled() -> None:
    """Whether graphs go through TensorFlow's compiler for TPUs: nobody has said so, and there is none."""
    return None


def is_asan_enabled() -> bool:
    """Whether the library was compiled with a checker of addresses: never."""
    return False


def is_msan_enabled() -> bool:
    """Whether the library was compiled with a checker of memory: never."""
    return False


def is_tsan_enabled() -> bool:
    """Whether the library was compiled with a checker of threads: never."""
    return False


def is_ubsan_enabled() -> bool:
    """Whether the library was compiled with a checker of undefined behaviour: never."""
    return False


def InstallStackTraceHandler() -> None:  # noqa: N802 - TensorFlow's name
    """Has the interpreter show where it was when the process crashes."""
    faulthandler.enable()


def _whole_class(decorate, cls):
    """`decorate` for each test of `cls`, of its bases too."""
    for name in dir(cls):
        value = getattr(cls, name)
        if name.startswith(_TESTS) and callable(value) and name != "test_session":
            setattr(cls, name, decorate(value))
    return cls


def _on_tests(decorate: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Callable[[Any], Any]:
    """`decorate`, for functions, as a decorator of functions and classes."""
    return lambda target: _whole_class(decorate, target) if inspect.isclass(target) else decorate(target)


def run_in_graph_and_eager_modes(
    func: Callable[..., Any] | None = None,
    config: Any = None,
    use_gpu: bool = True,
    assert_no_eager_garbage: bool = False,
) -> Callable[..., Any]:
    """Decorator of a test: it runs in a session of a graph and then eagerly, between them after `tearDown` and `setUp`.

    `config`: a ConfigProto for the session. `use_gpu`: whether the graph may be placed on a GPU. `assert_no_eager_garbage`: as in
    TensorFlow, for tests that make no cycles of references; not supported but for False.
    """
    if assert_no_eager_garbage:
        raise refused("tensorflow.python.framework.test_util.run_in_graph_and_eager_modes", "assert_no_eager_garbage")

    def decorate(f):
        if inspect.isclass(f):
            raise ValueError(
                "`run_in_graph_and_eager_modes` only supports test methods. Did you mean to use `run_all_in_graph_and_eager_modes`?"
            )

        @functools.wraps(f)
        def in_both(self, *args, **kwargs):
            try:
                with tfshim.Graph().as_default(), self.session(use_gpu=use_gpu, config=config):
                    f(self, *args, **kwargs)
            except unittest.case.SkipTest:
                pass
            self.tearDown()
            self._tempdir = None
            with eager_mode():
                self.setUp()
                with contextlib.nullcontext() if use_gpu else tfshim.device("cpu:0"):
                    f(self, *args, **kwargs)

        return in_both

    return decorate if func is None else decorate(func)


def run_all_in_graph_and_eager_modes(cls: type) -> type:
    """Decorator of a class: `run_in_graph_and_eager_modes` for each of its tests."""
    return _whole_class(run_in_graph_and_eager_modes, cls)


def run_deprecated_v1(func: Any) -> Any:
    """Decorator of a test or a class of tests: they run in a graph, as in TensorFlow 1, and so does the `setUp` of a class."""

    def decorate(f):
        @functools.wraps(f)
        def in_graph(self, *args, **kwargs):
            with graph_mode():
                return f(self, *args, **kwargs)

        return in_graph

    if inspect.isclass(func) and "setUp" in vars(func):
        func.setUp = decorate(func.setUp)  # type: ignore[attr-defined]
    return _on_tests(decorate)(func)


def deprecated_graph_mode_only(func: Any = None) -> Any:
    """Decorator of a test or a class of tests: they run in a graph alone."""
    return run_deprecated_v1 if func is None else run_deprecated_v1(func)


build_as_function_and_v1_graph = run_deprecated_v1


def run_v1_only(reason: str, func: Any = None) -> Any:
    """Decorator of a test or a class of tests: skipped with `reason`, unless the program is one of TensorFlow 1."""
    if not isinstance(reason, str):
        raise ValueError(f"'reason' should be string, got {type(reason)}")
    return _skipped_if(lambda: tfshim.executing_eagerly() or v1.executing_eagerly_outside_functions(), reason, func)


def run_v2_only(func: Any = None, reason: str = "Test is only compatible with v2") -> Any:
    """Decorator of a test or a class of tests: skipped with `reason` in a program of TensorFlow 1."""
    return _skipped_if(lambda: not v1.executing_eagerly_outside_functions(), reason, func)


def run_gpu_only(func: Any = None) -> Any:
    """Decorator of a test or a class of tests: skipped where there is no GPU."""
    return _skipped_if(lambda: not torch.cuda.is_available(), "Test requires GPU", func)


def run_cuda_only(func: Any = None) -> Any:
    """Decorator of a test or a class of tests: skipped where there is no GPU of CUDA."""
    return _skipped_if(lambda: torch.version.cuda is None or not torch.cuda.is_available(), "Test requires CUDA GPU", func)


def _skipped_if(condition, reason, func):
    def decorate(f):
        @functools.wraps(f)
        def checked(self, *args, **kwargs):
            if condition():
                self.skipTest(reason)
            return f(self, *args, **kwargs)

        return checked

    return _on_tests(decorate) if func is None else _on_tests(decorate)(func)


def disable_xla(description: str) -> Callable[[Any], Any]:
    """Decorator of a test that would be skipped under XLA, which is never used; `description` says why."""
    return lambda target: target


def disable_mlir_bridge(description: str) -> Callable[[Any], Any]:
    """Decorator of a test that would be skipped under TensorFlow's compiler for TPUs, which is never used; `description` says why."""
    return lambda target: target


# Checkers and compilers that are never there.
disable_asan = disable_msan = disable_tsan = disable_ubsan = disable_tfrt = no_xla_auto_jit = disable_xla


def disable_cudnn_autotune(func: Any) -> Any:
    """Decorator of a test or a class of tests: GPUs take one algorithm for a convolution and try no others."""

    def decorate(f):
        @functools.wraps(f)
        def untried(*args, **kwargs):
            before = torch.backends.cudnn.benchmark
            torch.backends.cudnn.benchmark = False
            try:
                return f(*args, **kwargs)
            finally:
                torch.backends.cudnn.benchmark = before

        return untried

    return _on_tests(decorate)(func)


def for_all_test_methods(decorator: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[[type], type]:
    """Decorator of a class of tests: `decorator(*args, **kwargs)` for each of them."""
    return lambda cls: _whole_class(lambda test: decorator(*args, **kwargs)(test), cls)


def enable_control_flow_v2(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a function: its graphs have TensorFlow 2's loops and branches."""

    @functools.wraps(fn)
    def second(*args, **kwargs):
        before = v1.control_flow_v2_enabled()
        v1.enable_control_flow_v2()
        try:
            return fn(*args, **kwargs)
        finally:
            if not before:
                v1.disable_control_flow_v2()

    return second


def disable_control_flow_v2(unused_msg: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator of a test of which `with_control_flow_v2` makes no second one; `unused_msg` says why."""

    def mark(func):
        func._disable_control_flow_v2 = True
        return func

    return mark


def with_control_flow_v2(cls: type) -> type:
    """Decorator of a class of tests: each has a second one, `...WithControlFlowV2`, where they are of TensorFlow 1's loops and branches."""
    if not v1.control_flow_v2_enabled():
        for name, value in list(vars(cls).items()):
            if name.startswith(_TESTS) and callable(value) and not getattr(value, "_disable_control_flow_v2", False):
                setattr(cls, name + "WithControlFlowV2", enable_control_flow_v2(value))
    return cls


def skip_if(condition: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator of a function that does nothing where `condition` holds, a value or a function that is asked at each call."""

    def decorate(fn):
        @functools.wraps(fn)
        def checked(*args, **kwargs):
            return None if (condition() if callable(condition) else condition) else fn(*args, **kwargs)

        return checked

    return decorate


@contextlib.contextmanager
def skip_if_error(test_obj: unittest.TestCase, error_type: Any, messages: Any = None) -> Iterator[None]:
    """A scope in which an `error_type` skips the test `test_obj`; with `messages`, a text or a list of them, if it holds one of them."""
    messages = tfshim.nest.flatten(messages) if messages else []
    try:
        yield
    except error_type as e:
        if messages and not any(message in str(e) for message in messages):
            raise
        test_obj.skipTest(f"Skipping error: {type(e)}: {e}")


@contextlib.contextmanager
def run_functions_eagerly(run_eagerly: bool) -> Iterator[None]:
    """A scope in which `tf.config.run_functions_eagerly(run_eagerly)` holds. ValueError for what is no bool."""
    if not isinstance(run_eagerly, bool):
        raise ValueError(f"Expected bool for `run_eagerly` but got {run_eagerly}")
    if run_eagerly and not tfshim.executing_eagerly():
        get_logger().warning(
            "Running tf.function eagerly in V1 graph mode is not supported. tf.function will be run as a traced graph function."
        )
    before = tfshim.config.functions_run_eagerly()
    tfshim.config.run_functions_eagerly(run_eagerly)
    try:
        yield
    finally:
        tfshim.config.run_functions_eagerly(before)


def assert_ops_in_graph(expected_ops: dict[str, str], graph: Any) -> dict[str, Any]:
    """{name: NodeDef} of the nodes of `graph` that `expected_ops` has by name with their types.

    ValueError where one is of another type or not there.
    """
    found = {}
    for node in graph.as_graph_def().node:
        wanted = expected_ops.get(node.name)
        if wanted not in (None, node.op):
            raise ValueError(f"Expected op for node {node.name} is different. {wanted} vs {node.op}")
        if wanted is not None:
            found[node.name] = node
    if found.keys() != expected_ops.keys():
        raise ValueError(f"Not all expected ops are present. Expected {expected_ops.keys()}, found {found.keys()}")
    return found


def get_node_def_from_graph(node_name: str, graph_def: Any) -> Any:
    """The NodeDef of that name in a GraphDef, None if there is none."""
    return next((node for node in graph_def.node if node.name == node_name), None)


def pick_unused_port() -> int:
    """A port of this machine that is free now."""
    return free_ports(1)[0]


def NHWCToNCHW(input_tensor: Any) -> Any:  # noqa: N802 - TensorFlow's name
    """A tensor of 3 to 5 axes with the channels, its last axis, behind the batch; or a list of sizes in that order."""
    return _reordered(input_tensor, lambda rank: [0, rank - 1, *range(1, rank - 1)])


def NCHWToNHWC(input_tensor: Any) -> Any:  # noqa: N802 - TensorFlow's name
    """A tensor of 4 or 5 axes with the channels, its second axis, at the end; or a list of sizes in that order."""
    return _reordered(input_tensor, lambda rank: [0, *range(2, rank), 1])


def _reordered(x, order):
    if isinstance(x, tfshim.Tensor):
        return tfshim.transpose(x, order(len(x.shape)))
    return [x[i] for i in order(len(x))]


def run_without_tensor_float_32(description: str) -> Callable[[Any], Any]:
    """Decorator of a test or a class of tests: GPUs multiply in full precision meanwhile; `description` says why."""

    def decorate(f):
        @functools.wraps(f)
        def precise(self, *args, **kwargs):
            before = tfshim.config.experimental.tensor_float_32_execution_enabled()
            tfshim.config.experimental.enable_tensor_float_32_execution(False)
            try:
                return f(self, *args, **kwargs)
            finally:
                tfshim.config.experimental.enable_tensor_float_32_execution(before)

        return precise

    return _on_tests(decorate)


def run_all_without_tensor_float_32(description: str) -> Callable[[type], type]:
    """Decorator of a class: as `run_without_tensor_float_32`."""
    return run_without_tensor_float_32(description)


@contextlib.contextmanager
def use_gpu() -> Iterator[None]:
    """A scope whose operations run on the GPU where there is one."""
    with tfshim.device("gpu:0") if tfshim.config.list_logical_devices("GPU") else contextlib.nullcontext():
        yield


@contextlib.contextmanager
def device(use_gpu: bool) -> Iterator[None]:
    """A scope whose operations run on the GPU where that is wanted and there is one, else on the CPU."""
    gpu = use_gpu and tfshim.config.list_logical_devices("GPU")
    with tfshim.device("/device:GPU:0" if gpu else "/device:CPU:0"):
        yield


@contextlib.contextmanager
def force_gpu() -> Iterator[None]:
    """A scope whose operations run on the GPU."""
    with tfshim.device("/device:GPU:0"):
        yield


def matmul_without_tf32(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
    """`tf.matmul`, in twice the precision where matrices of float32 or complex64 would be multiplied with fewer bits."""
    wider = {"float32": "float64", "complex64": "complex128"}.get(getattr(getattr(a, "dtype", None), "name", ""))
    if wider is None or not tfshim.config.experimental.tensor_float_32_execution_enabled():
        return tfshim.matmul(a, b, *args, **kwargs)
    return tfshim.cast(tfshim.matmul(tfshim.cast(a, wider), tfshim.cast(b, wider), *args, **kwargs), a.dtype)


class _GraphGradients:
    """What a tape is asked for, answered by `tf.gradients`."""

    def watch(self, x: Any) -> None:
        """Nothing: every tensor of a graph can be differentiated by."""

    def gradient(self, y: Any, x: Any, grad_ys: Any = None) -> Any:
        """The gradients of `y` for `x`, a list of them where `x` is one."""
        made = tfshim.gradients(y, x, grad_ys)
        return made if isinstance(x, (list, tuple)) else made[0]


class AbstractGradientTape:
    """A scope that gives a tape, or with `use_tape=False` what takes gradients by `tf.gradients`, so that one test serves both."""

    def __init__(self, use_tape: bool, persistent: bool = False) -> None:
        self._scope = tfshim.GradientTape(persistent=persistent) if use_tape else contextlib.nullcontext(_GraphGradients())

    def __enter__(self) -> Any:
        return self._scope.__enter__()

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        self._scope.__exit__(kind, value, traceback)


@contextlib.contextmanager
def force_cpu() -> Iterator[None]:
    """A scope whose operations run on the CPU."""
    with tfshim.device("cpu:0"):
        yield


def also_run_as_tf_function(f: Callable[..., Any]) -> Callable[..., None]:
    """Decorator of a test: it runs eagerly and then inside a `tf.function`."""

    @functools.wraps(f)
    def in_both(*args: Any, **kwargs: Any) -> None:
        f(*args, **kwargs)
        tfshim.function(lambda: f(*args, **kwargs), autograph=False)()

    return in_both

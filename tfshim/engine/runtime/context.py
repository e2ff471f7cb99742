"""Modes and scopes: eager or graph, devices, names."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator
from typing import Any, Literal

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime.device_names import DeviceSpec, merge_device_scope, to_torch_device
from tfshim.engine.runtime.state import TS, enter_special, leave_special


@tf_export("executing_eagerly")
def executing_eagerly() -> bool:
    """Whether operations run at once in this thread, rather than becoming part of a graph. Mirrors `tf.executing_eagerly`.

    It is a Python bool.

    Returns:
        True outside of functions and graphs; False while a `tf.function` is traced and within
        `tf.Graph().as_default()`. Within `tf.init_scope` it is what it is for the outermost caller.

    `tf.inside_function` tells the two kinds of graphs apart. After `tf.config.run_functions_eagerly(True)` it is True
    in functions as well.

    Example:
        >>> tf.executing_eagerly()
        True
        >>> with tf.Graph().as_default():
        ...     print(tf.executing_eagerly())
        False
    """
    return TS.graph is None


def in_session_graph() -> bool:
    """Whether operations go into a graph that sessions run, and not into one of a function."""
    return TS.graph is not None and not TS.graph.building_function


def eager_outside_functions() -> bool:
    """Whether operations run at once where the functions that are being traced are called."""
    return outermost_graph() is None


def outermost_graph() -> Any:
    """The graph of sessions around the functions, branches and loops under construction in this thread; None if there is none."""
    graph = TS.graph
    while graph is not None and graph.building_function:
        graph = graph.outer_graph
    return graph


@tf_export("__internal__.eager_context.eager_mode", v1=[])
@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """Within it operations run at once, whatever graph is under construction outside."""
    graph, scope, device = TS.graph, TS.name_scope, TS.torch_device
    TS.graphs.append(graph)
    TS.graph, TS.name_scope = None, ""
    try:
        yield
    finally:
        TS.graphs.pop()
        TS.graph, TS.name_scope, TS.torch_device = graph, scope, device


@tf_export("init_scope")
@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Leave the functions that are being traced: within it, operations run in the context of the outermost caller. Mirrors
    `tf.init_scope`.

    Returns:
        A context manager. Eagerly it changes nothing but that gradients are not recorded across it, and that control
        dependencies do not reach into it. Scopes of names and devices go on within it.

    State is made in it that must outlive a trace, such as variables with computed initial values.

    Example:
        >>> @tf.function
        ... def traced():
        ...     with tf.init_scope():
        ...         print(tf.executing_eagerly())
        ...     return tf.constant(1)
        >>> int(traced())
        True
        1
    """
    with stop_recording():
        graph = TS.graph
        if graph is None:
            yield
            return
        # A TF 1 graph that is no function stays: initial values belong into it.
        outer = outermost_graph()
        scope, device_scope = TS.name_scope, TS.device
        if outer is None:
            with eager_mode():
                TS.name_scope = scope
                yield
        elif outer is graph:
            with graph.control_dependencies(None):
                yield
        else:
            with outer.as_default(), outer.control_dependencies(None):
                TS.name_scope, TS.device = scope, device_scope
                yield


def end_recording(tapes: Collection[Any]) -> None:
    """End what this thread records beyond `tapes`, which it recorded before."""
    while TS.tapes and TS.tapes[-1] not in tapes:
        TS.tapes[-1].pop()


@tf_private("tensorflow.python.eager.record.stop_recording")
@contextlib.contextmanager
def stop_recording() -> Iterator[None]:
    """Within it no tape of this thread records."""
    tape, tapes = TS.tape, TS.tapes
    TS.tape, TS.tapes = None, ()
    try:
        yield
    finally:
        end_recording(())  # a run of a part of a graph may have left out the end of a tape
        TS.tape, TS.tapes = tape, tapes


UNNAMED = "_unnamed/"  # of a node that is named within the operation that takes it, which comes after it


@tf_export("name_scope")
class name_scope:  # noqa: N801 - TensorFlow's name
    """A prefix for the names of variables and operations that are made within it. Mirrors `tf.name_scope`.

    Arguments:
        name: the name of the scope, joined to those around it; one that ends in "/" is entered as it is. The empty
            string leaves the scopes around.

    Raises:
        ValueError: the name is not a string.

    `with tf.name_scope("layer") as scope:` gives the whole prefix with a slash at its end. Operations have names in
    graphs only, where a scope that is entered twice gets a number, so that names stay different; the graph page of
    TensorBoard shows scopes as boxes.

    Example:
        >>> with tf.name_scope("encoder") as scope:
        ...     v = tf.Variable(1.0, name="weight")
        >>> scope, v.name
        ('encoder/', 'encoder/weight:0')
    """

    __module__ = "tensorflow.python.framework.ops"
    __qualname__ = "name_scope_v2"

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._restore = []

    name = property(lambda self: self._name, doc="The name as it was given.")

    def __enter__(self) -> str:
        ts = TS
        self._restore.append(ts.name_scope)
        name = self._name
        if ts.graph is not None:
            ts.name_scope = ts.graph._enter_scope(name, ts.name_scope)
        elif not name:
            ts.name_scope = ""
        elif name.endswith("/"):
            ts.name_scope = name
        else:
            ts.name_scope = f"{ts.name_scope}{name}/"
        return ts.name_scope

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        TS.name_scope = self._restore.pop()
        return False


@tf_export("get_current_name_scope", "__internal__.get_name_scope", v1=[])
def get_current_name_scope() -> str:
    """The name scope in force. Mirrors `tf.get_current_name_scope`.

    Layers and `tf.Module`s open a scope with their name. `tf.name_scope(tf.get_current_name_scope() + "/")` enters the same scope again,
    for instance in a function that is called later. It takes no arguments.

    Returns:
        a str, the prefix that names of variables and operations get here, such as "outer/inner", without a slash at its end; "" outside of
        scopes, and in a `tf.function` outside of those that it opens itself.

    Example:
        >>> with tf.name_scope("outer"), tf.name_scope("inner"):
        ...     print(tf.get_current_name_scope())
        outer/inner
        >>> tf.get_current_name_scope()
        ''
    """
    return TS.name_scope.rstrip("/")


class DeviceScope:
    """`with tf.device(name):` - operations within it run on that device."""

    __module__ = "tensorflow.python.eager.context"

    def __init__(self, name: str | DeviceSpec | Callable[..., Any] | None) -> None:
        self._name = name
        self._restore = []

    def __enter__(self) -> None:
        ts = TS
        graph = ts.graph
        self._restore.append((ts.device, ts.torch_device, graph, graph and graph._device_functions))
        name = self._name
        if callable(name) and not isinstance(name, str):
            if graph is None:
                self._restore.pop()
                raise RuntimeError("tf.device does not support functions when eager execution is enabled.")
            graph._device_functions = [*graph._device_functions, (name, ts.device)]
            ts.device = None
            enter_special()
            return
        try:
            # A graph keeps what is open in a name, and names devices that need not be here.
            merged = merge_device_scope(ts.device, name, in_graph=ts.graph is not None)
            torch_device = None if merged is None or ts.graph is not None else to_torch_device(merged)
        except BaseException:
            self._restore.pop()
            raise
        ts.device, ts.torch_device = merged, torch_device
        enter_special()

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        TS.device, TS.torch_device, graph, functions = self._restore.pop()
        if graph is not None:
            graph._device_functions = functions
        leave_special()
        return False


@tf_export("device")
def device(device_name: str | DeviceSpec | Callable[..., Any] | None) -> DeviceScope:
    """A scope in which operations run on a device. Mirrors `tf.device`.

    Arguments:
        device_name: a name such as "/GPU:0" or "/CPU:0", a `tf.DeviceSpec`, in graphs also a function of an operation
            that gives a name; None leaves the scopes around out of account.

    Returns:
        A context manager.

    Raises:
        ValueError: it is no device's name.
        InvalidArgumentError: eagerly, when an operation runs: there is no such device.

    Without a scope operations run on the first GPU where there is one. Variables stay where they were made; tensors are
    brought to the device by the operations that use them.

    Example:
        >>> with tf.device("/CPU:0"):
        ...     x = tf.constant([1.0, 2.0])
        >>> x.device
        '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    if callable(device_name):
        raise RuntimeError("tf.device does not support functions.")
    return DeviceScope(device_name)

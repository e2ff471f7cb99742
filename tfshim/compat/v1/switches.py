"""What TensorFlow 1 programs switch on and off: eager execution, and the behaviour of either version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.graphs.graphs import reset_default_graph
from tfshim.engine.graphs import graph as engine
from tfshim.engine.graphs.graph_variable import GraphMode
from tfshim.engine.graphs.session import BaseSession
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.state import TS, Initial, enter_special, leave_special
from tfshim.engine.values import shapes
from tfshim.engine.values.protocol import is_message
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message


class _Document:
    """What a program that is written for TensorFlow 1 has asked for."""

    tf1 = False  # the program's `tensorflow` is the namespace of TensorFlow 1
    asked_for_eager = False


@tf_export(v1=["enable_eager_execution"])
def enable_eager_execution(config: Message | None = None, device_policy: int | None = None, execution_mode: int | None = None) -> None:
    """Let operations run at once. To be called at the start of a program. Mirrors `tf.compat.v1.enable_eager_execution`.

    `config` is a ConfigProto; `device_policy` and `execution_mode` can only be the default, or hold without saying so.
    Raises ValueError where the default graph has operations already.
    """
    if config is not None and not is_message(config, "ConfigProto"):
        raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
    if execution_mode not in (None, 0, 1):
        raise ValueError("execution_mode must be one of None, tf.contrib.eager.SYNC, tf.contrib.eager.ASYNC")
    if device_policy not in (None, 0, 1, 2, 3):
        raise ValueError("device_policy must be one of None, tf.contrib.eager.DEVICE_PLACEMENT_*")
    if _Document.tf1:
        _Document.asked_for_eager = True
    if Initial.graph is None:
        return
    if Initial.graph._operations:
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    if TS.graph is Initial.graph:
        TS.graph, TS.name_scope = None, ""
    Initial.graph = None
    leave_special()


@tf_export(v1=["disable_eager_execution"])
def disable_eager_execution() -> None:
    """Let operations build the default graph. Mirrors `tf.compat.v1.disable_eager_execution`."""
    if Initial.graph is not None:
        return
    Initial.graph = engine.default_graph()
    enter_special()
    if TS.graph is None:
        TS.graph, TS.name_scope = Initial.graph, ""


@tf_export(v1=["enable_resource_variables"])
def enable_resource_variables() -> None:
    """Variables show as resource variables, which they are. Mirrors `tf.compat.v1.enable_resource_variables`."""
    GraphMode.resource_variables = True


@tf_export(v1=["disable_resource_variables"])
def disable_resource_variables() -> None:
    """Variables of graphs show their dtype as reference types. Mirrors `tf.compat.v1.disable_resource_variables`."""
    GraphMode.resource_variables = False


@tf_export(v1=["resource_variables_enabled"])
def resource_variables_enabled() -> bool:
    """Whether variables show as resource variables. Mirrors `tf.compat.v1.resource_variables_enabled`."""
    return GraphMode.resource_variables


@tf_export(v1=["enable_v2_tensorshape"])
def enable_v2_tensorshape() -> None:
    """The items of a shape are integers or None. Mirrors `tf.compat.v1.enable_v2_tensorshape`."""
    shapes.set_v2_tensorshape(True)


@tf_export(v1=["disable_v2_tensorshape"])
def disable_v2_tensorshape() -> None:
    """The items of a shape are `Dimension`s. Mirrors `tf.compat.v1.disable_v2_tensorshape`."""
    shapes.set_v2_tensorshape(False)


class _Control:
    v2 = True


@tf_export(v1=["enable_control_flow_v2"])
def enable_control_flow_v2() -> None:
    """Loops and branches are functional, which they always are here. Mirrors `tf.compat.v1.enable_control_flow_v2`."""
    _Control.v2, engine.Graph.branches_share_seeds = True, False


@tf_export(v1=["disable_control_flow_v2"])
def disable_control_flow_v2() -> None:
    """Random numbers in branches and loops have the seeds of TensorFlow 1, which has no functions there. Mirrors that function."""
    _Control.v2, engine.Graph.branches_share_seeds = False, True


@tf_export(v1=["control_flow_v2_enabled"])
def control_flow_v2_enabled() -> bool:
    """Whether `enable_control_flow_v2` is in force (the default). Mirrors `tf.compat.v1.control_flow_v2_enabled`."""
    return _Control.v2


@tf_export(v1=["experimental.output_all_intermediates"])
def output_all_intermediates(state: bool | None) -> None:
    """Branches and loops keep what is computed in them for gradients that are taken later, which they always do here. Mirrors
    `tf.compat.v1.experimental.output_all_intermediates`.

    In TensorFlow, nodes of graphs have outputs of their own for these values with `state=True`; their results are the same.

    Arguments:
        state: True, False, or None (whatever TensorFlow takes for best), which compute the same here.

    Example:
        >>> tf.compat.v1.experimental.output_all_intermediates(True)
        >>> x = tf.Variable(2.0)
        >>> with tf.GradientTape() as tape:
        ...     y = tf.function(lambda: tf.while_loop(lambda v: v < 10.0, lambda v: [v * v], [x]))()
        >>> float(tape.gradient(y, x))
        32.0
    """


@tf_private("tensorflow.python.tf2.enable")
def enable() -> None:
    """From now on `enabled` is true, and nothing else changes: that is what `enable_v2_behavior` is for."""
    Initial.v2 = True


@tf_private("tensorflow.python.tf2.disable")
def disable() -> None:
    """From now on `enabled` is false, and nothing else changes: that is what `disable_v2_behavior` is for."""
    Initial.v2 = False


@tf_export("__internal__.tf2.enabled", v1=[])
def enabled() -> bool:
    """Whether the behaviour of TensorFlow 2 is asked for. Mirrors `tf.__internal__.tf2.enabled`."""
    return Initial.v2


_elementwise = {}


@tf_export(v1=["disable_tensor_equality"])
def disable_tensor_equality() -> None:
    """`==` of tensors and variables compares identity, and they can be hashed.

    Mirrors `tf.compat.v1.disable_tensor_equality`.
    """
    if _elementwise:
        return
    for kind in (Tensor, Variable, SymbolicTensor):
        for name in ("__eq__", "__ne__", "__hash__"):
            if name in vars(kind):
                _elementwise[kind, name] = vars(kind)[name]
        # The methods of `object` compare and hash by identity.
        for name in ("__eq__", "__ne__", "__hash__"):
            setattr(kind, name, getattr(object, name))


@tf_export(v1=["enable_tensor_equality"])
def enable_tensor_equality() -> None:
    """`==` of tensors and variables compares elements. Mirrors `tf.compat.v1.enable_tensor_equality`."""
    for kind in (Tensor, Variable, SymbolicTensor) if _elementwise else ():
        for name in ("__eq__", "__ne__", "__hash__"):
            if (kind, name) in _elementwise:
                setattr(kind, name, _elementwise[kind, name])
            elif name in vars(kind):
                delattr(kind, name)
    _elementwise.clear()


@tf_export("enable_v2_behavior")
def enable_v2_behavior() -> None:
    """Make everything behave as in TensorFlow 2. Mirrors `tf.compat.v1.enable_v2_behavior` and
    `tf.compat.v2.enable_v2_behavior`.

    Eager execution, shapes whose sizes are integers, resource variables, control flow as functions and comparison of
    tensors by value are on then, as they are from the start in TensorFlow 2; programs that run under both call it
    first.

    Returns:
        None.

    Raises:
        ValueError: a graph has been begun already, so that it is too late.

    Example:
        >>> tf.compat.v2.enable_v2_behavior()
        >>> tf.executing_eagerly()
        True
    """
    enable()
    enable_eager_execution()
    enable_v2_tensorshape()
    enable_resource_variables()
    enable_tensor_equality()
    enable_control_flow_v2()


@tf_export(v1=["disable_v2_behavior"])
def disable_v2_behavior() -> None:
    """Everything as in TensorFlow 1: graphs, `Dimension`s, tensors compared by identity. Mirrors `tf.compat.v1.disable_v2_behavior`."""
    disable()
    disable_eager_execution()
    disable_v2_tensorshape()
    disable_resource_variables()
    disable_tensor_equality()
    disable_control_flow_v2()


def _refuse_session():
    if _Document.asked_for_eager:
        raise RuntimeError(
            "A session of the default graph is not available when eager execution is enabled: operations run at once and "
            "build no graph. Build one with tf.Graph().as_default() and run it with tf.Session(graph=...)."
        )


def start_document() -> None:
    """Behave as TensorFlow 1 does for a program that is written for it."""
    _Document.tf1, _Document.asked_for_eager = True, False
    BaseSession.refused = staticmethod(_refuse_session)  # type: ignore[assignment]
    disable_v2_behavior()


def end_document() -> None:
    """Undo `start_document`; what is in the default graph is dropped."""
    _Document.tf1 = _Document.asked_for_eager = False
    BaseSession.refused = None
    if Initial.graph is not None:
        reset_default_graph()
    enable_v2_behavior()


def in_document() -> bool:
    """Whether the program is one for TensorFlow 1."""
    return _Document.tf1

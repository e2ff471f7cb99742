"""What TensorFlow 1 programs switch on and off: eager execution, and the behaviour of either version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.graphs.graphs import reset_default_graph
from tfshim.engine.graphs import graph as engine
from tfshim.engine.graphs.graph_variable import GraphMode
from tfshim.engine.graphs.sessions.session import BaseSession
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
    """Lets operations run at once, as in TensorFlow 2. Mirrors `tf.compat.v1.enable_eager_execution`.

    It is on from the start where a program imports `tensorflow` itself. One of TensorFlow 1 that has called
    `tf.compat.v1.disable_eager_execution` turns it on again, at the beginning of the program.

    Arguments:
        config: a `tf.compat.v1.ConfigProto`; None by default.
        device_policy: one of the numbers of placements of `tf.contrib.eager`; None by default.
        execution_mode: 0 or None for operations that run one after the other, 1 for such that may overlap.

    Raises:
        TypeError: `config` is no ConfigProto.
        ValueError: another number is given, or the default graph has operations already.

    Example:
        >>> tf.compat.v1.enable_eager_execution()
        >>> tf.executing_eagerly()
        True
        >>> (tf.constant(1) + 1).numpy()
        2
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
    """Lets operations build the default graph, as in TensorFlow 1. Mirrors `tf.compat.v1.disable_eager_execution`.

    Nothing runs then until a `tf.compat.v1.Session` runs it. Call it at the beginning of a program: what was made before is not in the
    graph. For a part of a program there is `with tf.Graph().as_default()`.

    `tf.compat.v1.disable_v2_behavior` does so too, and sets all else that differs.

    Example:
        >>> tf.compat.v1.disable_eager_execution()
        >>> x = tf.constant(1) + 1
        >>> tf.executing_eagerly(), hasattr(x, "op")
        (False, True)
        >>> with tf.compat.v1.Session() as sess:
        ...     print(sess.run(x))
        2
        >>> tf.compat.v1.reset_default_graph()
        >>> tf.compat.v1.enable_eager_execution()
        >>> tf.executing_eagerly()
        True
    """
    if Initial.graph is not None:
        return
    Initial.graph = engine.default_graph()
    enter_special()
    if TS.graph is None:
        TS.graph, TS.name_scope = Initial.graph, ""


@tf_export(v1=["enable_resource_variables"])
def enable_resource_variables() -> None:
    """Makes variables of graphs resources, as those of TensorFlow 2 are. Mirrors `tf.compat.v1.enable_resource_variables`.

    Reading such a variable is an operation of its own, which has an order; those of TensorFlow 1 are references to a value, which
    operations read whenever they happen to run. It holds for variables that are made afterwards without `use_resource`. In TensorFlow 2 it
    is so from the start.

    `tf.compat.v1.resource_variables_enabled` tells which of the two holds.

    Example:
        >>> tf.compat.v1.enable_resource_variables()
        >>> tf.compat.v1.resource_variables_enabled()
        True
        >>> with tf.Graph().as_default():
        ...     print(tf.compat.v1.get_variable("w", [2]).op.type)
        VarHandleOp
    """
    GraphMode.resource_variables = True


@tf_export(v1=["disable_resource_variables"])
def disable_resource_variables() -> None:
    """Makes variables of graphs references, as those of TensorFlow 1 are. Mirrors `tf.compat.v1.disable_resource_variables`.

    It holds for variables that are made afterwards without `use_resource`. Their nodes have TensorFlow 1's types, and the values are read
    by each operation as it runs. Variables that are made while executing eagerly are resources all the same.

    `tf.compat.v1.resource_variables_enabled` tells which of the two holds.

    Example:
        >>> tf.compat.v1.disable_resource_variables()
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [2])
        ...     print(w.op.type)
        VariableV2
        >>> tf.compat.v1.enable_resource_variables()
    """
    GraphMode.resource_variables = False


@tf_export(v1=["resource_variables_enabled"])
def resource_variables_enabled() -> bool:
    """Whether variables of graphs are resources unless they are asked otherwise. Mirrors `tf.compat.v1.resource_variables_enabled`.

    It is True from the start, as in TensorFlow 2; `tf.compat.v1.disable_resource_variables` and `tf.compat.v1.disable_v2_behavior` set it
    to False, and `tf.compat.v1.enable_resource_variables` sets it to True.

    The argument `use_resource` of `tf.compat.v1.get_variable` and `tf.compat.v1.Variable`, and that of a `tf.compat.v1.variable_scope`,
    come before it. While executing eagerly all variables are resources.

    Returns:
        A bool.

    Example:
        >>> tf.compat.v1.resource_variables_enabled()
        True
        >>> tf.compat.v1.disable_resource_variables()
        >>> tf.compat.v1.resource_variables_enabled()
        False
        >>> tf.compat.v1.enable_resource_variables()
    """
    return GraphMode.resource_variables


@tf_export(v1=["enable_v2_tensorshape"])
def enable_v2_tensorshape() -> None:
    """Lets the items of a shape be integers or None, as in TensorFlow 2. Mirrors `tf.compat.v1.enable_v2_tensorshape`.

    In TensorFlow 1 they are `tf.compat.v1.Dimension`s, with a `value`. Here they are integers from the start. Code for both calls
    `tf.compat.dimension_value(shape[0])`, which gives the integer either way.

    The switch holds for all shapes at once, those that were made before included.

    Example:
        >>> tf.compat.v1.enable_v2_tensorshape()
        >>> tf.TensorShape([2, None])[0], tf.TensorShape([2, None])[1] is None
        (2, True)
        >>> tf.compat.dimension_value(tf.TensorShape([2, None])[0])
        2
    """
    shapes.set_v2_tensorshape(True)


@tf_export(v1=["disable_v2_tensorshape"])
def disable_v2_tensorshape() -> None:
    """Lets the items of a shape be `tf.compat.v1.Dimension`s, as in TensorFlow 1. Mirrors `tf.compat.v1.disable_v2_tensorshape`.

    Programs of that time write `shape[0].value`. The switch holds for all shapes at once, those that were made before included; `as_list`
    gives integers either way.

    `tf.compat.v1.enable_v2_tensorshape` undoes it. Code for both kinds calls `tf.compat.dimension_value(shape[0])`, which gives the integer
    either way.

    Example:
        >>> tf.compat.v1.disable_v2_tensorshape()
        >>> shape = tf.TensorShape([2, None])
        >>> shape[0].value, shape[1].value, shape.as_list()
        (2, None, [2, None])
        >>> tf.compat.v1.enable_v2_tensorshape()
        >>> shape[0]
        2
    """
    shapes.set_v2_tensorshape(False)


class _Control:
    v2 = True


@tf_export(v1=["enable_control_flow_v2"])
def enable_control_flow_v2() -> None:
    """Lets branches and loops of graphs be functions, as in TensorFlow 2. Mirrors `tf.compat.v1.enable_control_flow_v2`.

    Here they always are, and this is how it is from the start; the switch says which seeds operations in them have that draw random
    numbers.

    `tf.compat.v1.disable_control_flow_v2` sets those of TensorFlow 1, and `tf.compat.v1.control_flow_v2_enabled` tells what holds.

    Example:
        >>> tf.compat.v1.enable_control_flow_v2()
        >>> tf.compat.v1.control_flow_v2_enabled()
        True
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(sess.run(tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))))
        1
    """
    _Control.v2, engine.Graph.branches_share_seeds = True, False


@tf_export(v1=["disable_control_flow_v2"])
def disable_control_flow_v2() -> None:
    """Lets branches and loops of graphs be as in TensorFlow 1. Mirrors `tf.compat.v1.disable_control_flow_v2`.

    There they are no functions, but nodes of the graph itself. Here they are functions all the same: what changes is which seeds operations
    in them have that draw random numbers, so that a program with a seed draws what it drew there.

    `tf.compat.v1.enable_control_flow_v2` undoes it.

    Example:
        >>> tf.compat.v1.disable_control_flow_v2()
        >>> tf.compat.v1.control_flow_v2_enabled()
        False
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(sess.run(tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])))
        [3]
        >>> tf.compat.v1.enable_control_flow_v2()
    """
    _Control.v2, engine.Graph.branches_share_seeds = False, True


@tf_export(v1=["control_flow_v2_enabled"])
def control_flow_v2_enabled() -> bool:
    """Whether branches and loops of graphs are functions, as in TensorFlow 2. Mirrors `tf.compat.v1.control_flow_v2_enabled`.

    It is True from the start; `tf.compat.v1.disable_control_flow_v2` and `tf.compat.v1.disable_v2_behavior` set it to False, and
    `tf.compat.v1.enable_control_flow_v2` sets it to True. Libraries ask it to find out how a graph is to be read that they go through.

    Returns:
        A bool.

    Example:
        >>> tf.compat.v1.control_flow_v2_enabled()
        True
        >>> tf.compat.v1.disable_control_flow_v2()
        >>> tf.compat.v1.control_flow_v2_enabled()
        False
        >>> tf.compat.v1.enable_control_flow_v2()
    """
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
    """Lets `==` compare tensors and variables by identity, as in TensorFlow 1. Mirrors `tf.compat.v1.disable_tensor_equality`.

    They can then be keys of dictionaries and items of sets, which programs of that time count on: feeds of a session among them. Elements
    are compared by `tf.equal`.

    `tf.compat.v1.enable_tensor_equality` undoes it.

    Example:
        >>> tf.compat.v1.disable_tensor_equality()
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x, y = tf.constant([1, 2]), tf.constant([1, 2])
        ...     print(x == y, x == x, {x: "found"}[x], sess.run(tf.equal(x, y)))
        False True found [ True  True]
        >>> tf.compat.v1.enable_tensor_equality()
    """
    if _elementwise:
        return
    Tensor._USE_EQUALITY = False
    for kind in (Tensor, Variable, SymbolicTensor):
        for name in ("__eq__", "__ne__", "__hash__"):
            if name in vars(kind):
                _elementwise[kind, name] = vars(kind)[name]
        # The methods of `object` compare and hash by identity.
        for name in ("__eq__", "__ne__", "__hash__"):
            setattr(kind, name, getattr(object, name))


@tf_export(v1=["enable_tensor_equality"])
def enable_tensor_equality() -> None:
    """Lets `==` compare the elements of tensors and variables, as in TensorFlow 2. Mirrors `tf.compat.v1.enable_tensor_equality`.

    The result is a tensor of bools. Tensors and variables then cannot be hashed: a dictionary has `tensor.ref()` as its key. Here it is so
    from the start.

    `tf.compat.v1.disable_tensor_equality` lets them be compared by identity, as in TensorFlow 1.

    Example:
        >>> tf.compat.v1.enable_tensor_equality()
        >>> x = tf.constant([1, 2])
        >>> (x == tf.constant([1, 3])).numpy().tolist()
        [True, False]
        >>> try:
        ...     hash(x)
        ... except TypeError:
        ...     print("cannot be hashed")
        cannot be hashed
    """
    Tensor._USE_EQUALITY = True
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
    """Makes everything behave as in TensorFlow 1. Mirrors `tf.compat.v1.disable_v2_behavior`.

    Operations build a graph for sessions, items of shapes are `tf.compat.v1.Dimension`s, variables are references, and tensors are compared
    by identity. Programs of that time call it behind `import tensorflow.compat.v1 as tf`, at their beginning.

    `tf.compat.v1.enable_v2_behavior` undoes it. Each switch has functions of its own as well.

    Example:
        >>> tf.compat.v1.disable_v2_behavior()
        >>> tf.executing_eagerly(), tf.TensorShape([2])[0].value, tf.compat.v1.resource_variables_enabled()
        (False, 2, False)
        >>> tf.compat.v1.reset_default_graph()
        >>> tf.compat.v1.enable_v2_behavior()
        >>> tf.executing_eagerly(), tf.TensorShape([2])[0], tf.compat.v1.resource_variables_enabled()
        (True, 2, True)
    """
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

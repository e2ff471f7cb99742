"""Variables of TensorFlow 1: `tf.compat.v1.Variable`, their collections, initializers and assignments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.array_ops.joining import stack
from tfshim.array_ops.masking import boolean_mask
from tfshim.array_ops.shapes import _rank
from tfshim.compat.v1.graphs.graphs import GraphKeys, colocate_with, get_collection
from tfshim.control_flow import group, no_op
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.runtime.context import device, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.pickling import named_as_shown
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables import creator_scope
from tfshim.engine.variables import variable as engine
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.math.logical import logical_not
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Device, Initializer, Message
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


class _V1Meta(type(engine.Variable)):
    """Makes variables through the creators in force; every variable is an instance."""

    def __call__(
        cls,
        initial_value: Initializer | None = None,
        trainable: bool | None = None,
        collections: Sequence[str] | None = None,
        validate_shape: bool = True,
        caching_device: Device | None = None,
        name: str | None = None,
        variable_def: Message | None = None,
        dtype: DTypeLike | None = None,
        expected_shape: ShapeLike | None = None,
        import_scope: str | None = None,
        constraint: Constraint | None = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        **others: Any,
    ) -> Any:
        if cls is not Variable:
            return type.__call__(
                cls,
                initial_value,
                trainable=trainable,
                collections=collections,
                validate_shape=validate_shape,
                caching_device=caching_device,
                name=name,
                dtype=dtype,
                constraint=constraint,
                **others,
            )
        if expected_shape is not None:
            raise refused("tf.compat.v1.Variable", "expected_shape")
        return engine.create(
            initial_value,
            trainable,
            validate_shape,
            caching_device,
            name,
            variable_def,
            dtype,
            import_scope,
            constraint,
            synchronization,
            aggregation,
            shape,
            collections=collections,
            use_resource=use_resource,
        )

    def __instancecheck__(cls, instance):
        return isinstance(instance, engine.Variable) if cls is Variable else type.__instancecheck__(cls, instance)


@tf_export(v1=["Variable"])
@named_as_shown
class Variable(engine.Variable, metaclass=_V1Meta):
    """A value that stays between runs, with the arguments of TensorFlow 1. Mirrors `tf.compat.v1.Variable`.

    In a graph each session has a value of its own, which the variable's `initializer` sets; `tf.compat.v1.get_variable` makes variables
    that scopes name and share. See `tf.Variable` for what the two have in common.

    Arguments:
        initial_value: a tensor, what converts to one, or a function without arguments that gives it.
        trainable: whether it is in the collection TRAINABLE_VARIABLES; True unless it is synchronized on reading.
        collections: where it is added; None (default): [GLOBAL_VARIABLES].
        validate_shape: False lets later values have any shape; True by default.
        caching_device: a hint.
        name: "Variable" by default.
        dtype: None takes that of the value.
        constraint: a function that optimizers apply to the value after an update.
        use_resource: whether it is a resource; None (default): in a graph it is taken by reference, as
            `tf.compat.v1.enable_resource_variables`
            says.
        synchronization, aggregation: for replicas.
        shape: one that is less specific than that of the value.
        variable_def, expected_shape, import_scope: are refused.

    Raises:
        ValueError: there is no initial value, or it has another shape.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.Variable([1.0, 2.0], name="v")
        ...     session.run(v.initializer)
        ...     print(session.run(v.assign_add([10.0, 10.0])), session.run(v), v.name)
        [11. 12.] [11. 12.] v:0
    """

    __module__ = "tensorflow.python.ops.variable_v1"
    __qualname__ = "VariableV1"

    def __init__(
        self,
        initial_value: Initializer | None = None,
        trainable: bool | None = None,
        collections: Sequence[str] | None = None,
        validate_shape: bool = True,
        caching_device: Device | None = None,
        name: str | None = None,
        variable_def: Message | None = None,
        dtype: DTypeLike | None = None,
        expected_shape: ShapeLike | None = None,
        import_scope: str | None = None,
        constraint: Constraint | None = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
    ) -> None:
        super().__init__(
            initial_value,
            trainable,
            validate_shape,
            caching_device,
            name,
            variable_def,
            dtype,
            import_scope,
            constraint,
            synchronization,
            aggregation,
            shape,
        )


# ---------------------------------------------------------------------- collections
@tf_export(v1=["global_variables"])
def global_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables that are saved and shared between processes: the collection GLOBAL_VARIABLES of the default graph.

    Mirrors `tf.compat.v1.global_variables`. All variables are in it unless they were made with other `collections`; slots of
    optimizers and moving averages are, the states of metrics (`local_variables`) are not.

    Arguments:
        scope: a regular expression; only variables whose names begin with a match are given. None (default): all.

    Returns:
        A list of variables in the order in which they were made; empty where the program executes eagerly.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.variable_scope("net"):
        ...         w = tf.compat.v1.get_variable("w", [2])
        ...     step = tf.compat.v1.train.get_or_create_global_step()
        ...     print([v.name for v in tf.compat.v1.global_variables()], len(tf.compat.v1.global_variables("net/")))
        ['net/w:0', 'global_step:0'] 1
    """
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


@tf_export(v1=["local_variables"])
def local_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables that are neither saved nor shared: the collection LOCAL_VARIABLES of the default graph.

    Mirrors `tf.compat.v1.local_variables`. The states of `tf.compat.v1.metrics` and the counts of epochs of input queues are in it;
    `tf.compat.v1.local_variables_initializer()` sets their first values, and metrics back to zero.

    Arguments:
        scope: a regular expression; only variables whose names begin with a match are given. None (default): all.

    Returns:
        A list of variables in the order in which they were made; empty where the program executes eagerly.

    Example:
        >>> with tf.Graph().as_default():
        ...     value, update = tf.compat.v1.metrics.mean([1.0, 2.0])
        ...     print([v.name for v in tf.compat.v1.local_variables()], tf.compat.v1.global_variables())
        ['mean/total:0', 'mean/count:0'] []
    """
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


@tf_export(v1=["model_variables"])
def model_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables of the default graph that libraries call variables of the model. Mirrors `tf.compat.v1.model_variables`.

    TensorFlow itself puts none in that collection, `tf.compat.v1.GraphKeys.MODEL_VARIABLES`: libraries of layers such as
    `tf.contrib.layers` and `tf.slim` put those in it that a prediction needs, which leaves out the slots of optimizers and the step.

    Arguments:
        scope: a prefix, or a regular expression that matches the beginning of names, of the variables that are wanted; None for all.

    Returns:
        A list of variables, in the order in which they were added.

    Example:
        >>> with tf.Graph().as_default():
        ...     keys = [tf.compat.v1.GraphKeys.GLOBAL_VARIABLES, tf.compat.v1.GraphKeys.MODEL_VARIABLES]
        ...     w = tf.compat.v1.get_variable("net/w", [2], collections=keys)
        ...     step = tf.compat.v1.train.get_or_create_global_step()
        ...     print([v.name for v in tf.compat.v1.model_variables()], tf.compat.v1.model_variables("other"))
        ['net/w:0'] []
    """
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


@tf_export(v1=["moving_average_variables"])
def moving_average_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables of the default graph of which moving averages are kept. Mirrors `tf.compat.v1.moving_average_variables`.

    `tf.compat.v1.train.ExponentialMovingAverage.apply` puts variables in that collection,
    `tf.compat.v1.GraphKeys.MOVING_AVERAGE_VARIABLES`, when it makes their averages. The list holds the variables themselves;
    `average(variable)` of that object gives the average of one.

    Arguments:
        scope: a prefix, or a regular expression that matches the beginning of names, of the variables that are wanted; None for all.

    Returns:
        A list of variables, in the order in which they were added.

    Example:
        >>> with tf.Graph().as_default():
        ...     w, b = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.get_variable("b", [2])
        ...     update = tf.compat.v1.train.ExponentialMovingAverage(0.9).apply([w])
        ...     print([v.name for v in tf.compat.v1.moving_average_variables()])
        ['w:0']
    """
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


@tf_export(v1=["trainable_variables"])
def trainable_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables that optimizers change: the collection TRAINABLE_VARIABLES of the default graph.

    Mirrors `tf.compat.v1.trainable_variables`. `minimize` takes these if it is given no `var_list`. To train a part of a model, give
    it those of a scope.

    Arguments:
        scope: a regular expression; only variables whose names begin with a match are given. None (default): all.

    Returns:
        A list of the variables made with `trainable=True`, the default, in the order in which they were made; empty where the program
        executes
        eagerly. Keras models have a property of that name.

    Example:
        >>> with tf.Graph().as_default():
        ...     for name in ("encoder", "decoder"):
        ...         with tf.compat.v1.variable_scope(name):
        ...             w = tf.compat.v1.get_variable("w", [2])
        ...     count = tf.compat.v1.get_variable("count", [], trainable=False)
        ...     print([v.name for v in tf.compat.v1.trainable_variables()], len(tf.compat.v1.trainable_variables("decoder")))
        ['encoder/w:0', 'decoder/w:0'] 1
    """
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


# ---------------------------------------------------------------------- initializing
@tf_export(v1=["variables_initializer", "initializers.variables"])
def variables_initializer(var_list: Sequence[engine.Variable], name: str = "init") -> Operation | None:
    """The operation that gives some variables their first values. Mirrors `tf.compat.v1.variables_initializer`.

    For those that a checkpoint does not have, say, after the others were restored. It is `tf.compat.v1.initializers.variables` too.

    Arguments:
        var_list: a list of variables. Where one's first value is computed from another variable, use `initialized_value` there.
        name: of the operation, "init" by default.

    Returns:
        An operation, which does nothing for an empty list; while executing eagerly None.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     a, b = (tf.compat.v1.get_variable(name, initializer=1.0) for name in "ab")
        ...     session.run(tf.compat.v1.variables_initializer([b], name="second"))
        ...     print(session.run([tf.compat.v1.is_variable_initialized(v) for v in (a, b)]))
        [False, True]
    """
    if TS.graph is None:
        return no_op(name=name)
    if var_list:
        return group(*[v.initializer for v in var_list], name=name)
    return no_op(name=name)


@tf_export(v1=["global_variables_initializer", "initializers.global_variables"])
def global_variables_initializer() -> Operation | None:
    """The operation that gives all global variables their first values: what is run first in each session.

    Mirrors `tf.compat.v1.global_variables_initializer`, which is `tf.compat.v1.initializers.global_variables` too. It is made of the
    variables that there are when it is called, so call it when the graph is complete, slots of optimizers included. Run again it
    draws new random values. Variables that a `Saver` restores need no initializing.

    Returns:
        An operation; while executing eagerly, where variables have values from the start, None.

    Raises:
        FailedPreconditionError: not by itself, but by runs that read a variable before.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.get_variable("v", initializer=3.0)
        ...     try:
        ...         session.run(v)
        ...     except tf.errors.FailedPreconditionError as error:
        ...         print(type(error).__name__)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(v))
        FailedPreconditionError
        3.0
    """
    return variables_initializer(global_variables() if TS.graph is not None else [])


@tf_export(v1=["local_variables_initializer", "initializers.local_variables"])
def local_variables_initializer() -> Operation | None:
    """The operation that gives all local variables their first values. Mirrors `tf.compat.v1.local_variables_initializer`.

    `tf.compat.v1.metrics` and input queues with `num_epochs` need it; run before each evaluation it sets metrics back. It is
    `tf.compat.v1.initializers.local_variables` too. `tf.compat.v1.train.MonitoredSession` runs it itself.

    Returns:
        An operation, made of the variables that there are when it is called; while executing eagerly None.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean([1.0, 3.0])
        ...     start = tf.compat.v1.local_variables_initializer()
        ...     for _ in range(2):
        ...         session.run(start)
        ...         print(session.run(update), session.run(value))
        2.0 2.0
        2.0 2.0
    """
    return variables_initializer(local_variables() if TS.graph is not None else [])


@tf_export(v1=["tables_initializer", "initializers.tables_initializer"])
def tables_initializer(name: str = "init_all_tables") -> Operation | None:
    """The operation that fills the lookup tables of the graph. Mirrors `tf.compat.v1.tables_initializer`.

    Tables such as `tf.lookup.StaticHashTable` put what fills them into the collection TABLE_INITIALIZERS. Programs run it beside the
    initializers of variables; here tables are full from the start, and it does no harm. It is
    `tf.compat.v1.initializers.tables_initializer` too.

    Arguments:
        name: of the operation, "init_all_tables" by default.

    Returns:
        An operation, which does nothing where there are no tables; while executing eagerly None.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     words = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([10, 20], tf.int64))
        ...     found = tf.lookup.StaticHashTable(words, -1).lookup(tf.constant(["b", "z"]))
        ...     session.run(tf.compat.v1.tables_initializer())
        ...     print(session.run(found))
        [20 -1]
    """
    if TS.graph is None:
        return no_op(name=name)
    initializers = get_collection(GraphKeys.TABLE_INITIALIZERS)
    return group(*initializers, name=name) if initializers else no_op(name=name)


@tf_export(v1=["is_variable_initialized"])
def is_variable_initialized(variable: engine.Variable) -> Tensor:
    """Whether a variable has a value in the session that runs it. Mirrors `tf.compat.v1.is_variable_initialized`.

    Programs find with it what is left to initialize after a checkpoint was restored; `tf.compat.v1.report_uninitialized_variables`
    asks for all variables at once.

    Arguments:
        variable: a variable.

    Returns:
        A boolean scalar tensor. Eagerly it is true.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
        ...     known = tf.compat.v1.is_variable_initialized(v)
        ...     before = session.run(known)
        ...     session.run(v.initializer)
        ...     print(before, session.run(known))
        False True
        >>> bool(tf.compat.v1.is_variable_initialized(tf.Variable(1.0)))
        True
    """
    return variable.is_initialized()


@tf_export(v1=["report_uninitialized_variables"])
def report_uninitialized_variables(
    var_list: Iterable[engine.Variable] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """The names of the variables that have no value yet in the session that runs it.

    Mirrors `tf.compat.v1.report_uninitialized_variables`. `tf.compat.v1.train.SessionManager` waits with it until another process has
    initialized the variables.

    Arguments:
        var_list: the variables asked about; None (default): the global and the local ones.
        name: of the operation, "report_uninitialized_variables" by default.

    Returns:
        A vector of strings: names without ":0". Eagerly it is empty.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     a, b = (tf.compat.v1.get_variable(name, initializer=1.0) for name in "ab")
        ...     missing = tf.compat.v1.report_uninitialized_variables()
        ...     session.run(a.initializer)
        ...     print(session.run(missing))
        [b'b']
    """
    if TS.graph is None:
        return convert_to_tensor(np.zeros([0], dtype=object), string)
    variables = list(global_variables() + local_variables() if var_list is None else var_list)
    with name_scope(name):
        known = [is_variable_initialized(v) for v in variables]
        with device("/cpu:0"):
            if not variables:
                return constant([], string)
            return boolean_mask(constant([v.op.name for v in variables]), logical_not(stack(known)))


@tf_export(v1=["assert_variables_initialized"])
def assert_variables_initialized(var_list: Iterable[engine.Variable] | None = None) -> Tensor | None:
    """A tensor that cannot be computed unless variables have values. Mirrors `tf.compat.v1.assert_variables_initialized`.

    Programs run it before a training to find out early that an initializer was forgotten. As in TensorFlow it holds for variables by
    reference alone (`use_resource=False`), as the ranks of resources are known without their values:
    `tf.compat.v1.report_uninitialized_variables` tells of either kind, and is to be preferred.

    Arguments:
        var_list: the variables; None for all global and local ones of the default graph.

    Returns:
        An int32 vector of the ranks of the variables, a scalar where there is one; None if there are no variables. A run of it raises
        FailedPreconditionError where a variable by reference has no value.

    Raises:
        AttributeError: eagerly, where variables have no nodes.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0, use_resource=False)
        ...     check = tf.compat.v1.assert_variables_initialized()
        ...     try:
        ...         sess.run(check)
        ...     except tf.errors.FailedPreconditionError:
        ...         print("not yet")
        ...     sess.run(w.initializer)
        ...     done = sess.run(check)
        not yet
    """
    variables: list[Any] = list(global_variables() + local_variables() if var_list is None else var_list)
    if not variables and TS.graph is not None:  # as in TensorFlow those in no collection, then
        variables = [o.outputs[0] for o in TS.graph.get_operations() if o.type in ("Variable", "VariableV2")]
    if not variables:
        return None
    ranks = [_rank_when_run(v) for v in variables]
    return ranks[0] if len(ranks) == 1 else stack(ranks)


def _rank_when_run(variable: Any) -> Tensor:
    """The rank of `variable`, from its value where it is taken by reference or where it is not known."""
    with colocate_with(variable.op):
        known = None if is_by_reference(variable) or isinstance(variable, Tensor) else variable.shape.rank
        return _rank(convert_to_tensor(variable)) if known is None else constant(known, name="Rank")


@tf_export(v1=["variable_creator_scope"])
def variable_creator_scope(variable_creator: Callable[..., Any]) -> AbstractContextManager[None]:
    """A scope in which a function makes the variables. Mirrors `tf.compat.v1.variable_creator_scope`.

    The function is called instead of the constructor for each variable that `tf.compat.v1.Variable`, `tf.compat.v1.get_variable` and layers
    make within. It may change arguments, note what is made, or give another object. Creators of scopes within are called first, and their
    `next_creator` is the one outside.

    Arguments:
        variable_creator: a function `(next_creator, **kwargs)` that gives a variable, as a rule by calling `next_creator(**kwargs)`. The
            keyword arguments are those of `tf.compat.v1.Variable`, all of them given: `initial_value`, `trainable`, `collections`, `name`,
            `dtype` and others.

    Returns:
        A context manager.

    Example:
        >>> def fixed(next_creator, **kwargs):
        ...     return next_creator(**{**kwargs, "trainable": False})
        >>> with tf.Graph().as_default(), tf.compat.v1.variable_creator_scope(fixed):
        ...     w = tf.compat.v1.Variable([1.0], name="w")
        ...     print(w.trainable, tf.compat.v1.trainable_variables())
        False []
    """
    return creator_scope.variable_creator_scope(variable_creator)

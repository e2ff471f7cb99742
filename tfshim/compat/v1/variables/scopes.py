"""`tf.compat.v1.variable_scope` and `get_variable`: variables that are shared by name.

Each graph has one store of variables by full name and one of scopes. A scope prefixes names, sets whether variables are made or reused,
and gives defaults for how they are made. While executing eagerly nothing is shared: each call makes a variable.
"""

from __future__ import annotations

import contextlib
import copy
import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.compat.v1.variables.scope import VariableScope
from tfshim.compat.v1.variables.store import AUTO_REUSE, Reuse, VariableStore
from tfshim.engine.graphs.func_graph import graphs_around
from tfshim.engine.runtime import context
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Device, Getter, Initializer, Partitioner, Regularizer
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.variables.variable import Variable


# A scope by its name or itself.
Scope: TypeAlias = "str | VariableScope"


class _Scopes:
    """The scope that is open in a graph, or in a thread outside of graphs, and how often each was opened by its full name."""

    def __init__(self) -> None:
        self.current, self.opened = VariableScope(False), {}


def _holder():
    """Where variables and scopes are kept: in the graph around functions, branches and loops, or outside of graphs in this thread.

    What is wrapped as a function has its own.
    """
    own = next((graph for graph in graphs_around(TS.graph) if getattr(graph, "own_scopes", False)), None)
    graph = context.outermost_graph() if own is None else own
    return TS if graph is None else graph


def _scopes():
    holder = _holder()
    made = getattr(holder, "_variable_scopes", None)
    if made is None:
        made = holder._variable_scopes = _Scopes()
    return made


def _store_of(holder):
    made = getattr(holder, "_variable_store", None)
    if made is None:
        made = holder._variable_store = VariableStore()
    return made


def variable_store() -> VariableStore:
    """Where `get_variable` finds the variables that are there, and keeps those it makes."""
    return _store_of(_holder())


@contextlib.contextmanager
def keeping_in(store: VariableStore | None) -> Iterator[VariableStore]:
    """Within it variables are kept in `store`, and shared by name; for None in one for eager execution that is open, or a new one."""
    holder = _holder()
    outer = _store_of(holder)
    if store is None:
        store = outer if outer.eager_too else VariableStore(eager_too=True)
    holder._variable_store = store
    try:
        yield store
    finally:
        holder._variable_store = outer


@tf_export(v1=["get_variable_scope"])
def get_variable_scope() -> VariableScope:
    """The variable scope that is open: what `get_variable` takes its settings from. Mirrors `tf.compat.v1.get_variable_scope`.

    Each graph has one around all others, whose name is "". Functions that build a model look here for the prefix of their variables,
    and change settings: `tf.compat.v1.get_variable_scope().reuse_variables()` was what programs with several towers called.

    Returns:
        A `tf.compat.v1.VariableScope`, with `name`, `original_name_scope`, `reuse`, `initializer`, `regularizer`, `dtype` and others.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.variable_scope("net", initializer=tf.compat.v1.ones_initializer()) as scope:
        ...         inner = tf.compat.v1.get_variable_scope()
        ...         print(inner is scope, inner.name, inner.original_name_scope, inner.reuse)
        ...     print(repr(tf.compat.v1.get_variable_scope().name))
        True net net/ False
        ''
    """
    return _scopes().current


@tf_export(v1=["get_variable"])
def get_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Initializer | None = None,
    regularizer: Regularizer | None = None,
    trainable: bool | None = None,
    collections: Sequence[str] | None = None,
    caching_device: Device | None = None,
    partitioner: Partitioner | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Getter | None = None,
    constraint: Constraint | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation = VariableAggregation.NONE,
) -> Any:
    """The variable of this name in the open scope: a new one, or the one that is there. Mirrors `tf.compat.v1.get_variable`.

    Arguments:
        name: a name, which the open `variable_scope` precedes.
        shape: of a new variable; not with an initializer that is a value.
        dtype: None (default): that of the scope, float32.
        initializer: a function of a shape and dtype, a class of such, or a value; None: that of the scope, else Glorot's uniform
            numbers, and
            zeros for integers and booleans.
        regularizer: a function of the variable; what it gives is added to the collection REGULARIZATION_LOSSES.
        trainable: whether it is in TRAINABLE_VARIABLES; True by default.
        collections: where else it is added; None: GLOBAL_VARIABLES.
        partitioner: divides it in parts, in a PartitionedVariable.
        caching_device, validate_shape, use_resource, constraint: as for `tf.compat.v1.Variable`; None takes the scope's.
        custom_getter: a function `custom_getter(getter, name, ...)` that is called instead.
        synchronization, aggregation: for replicas.

    Returns:
        A variable.

    Raises:
        ValueError: it exists and the scope does not reuse, or the other way round; another shape or dtype than it has; no shape.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.variable_scope("net", reuse=tf.compat.v1.AUTO_REUSE):
        ...         w = tf.compat.v1.get_variable("w", [2, 3])
        ...         print(w.name, w.shape, tf.compat.v1.get_variable("w") is w)
        net/w:0 (2, 3) True
    """
    return _scopes().current.get_variable(
        variable_store(),
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        None,
        trainable,
        collections,
        caching_device,
        partitioner,
        validate_shape,
        use_resource,
        custom_getter,
        constraint,
        synchronization,
        aggregation,
    )


@tf_export(v1=["get_local_variable"])
def get_local_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Initializer | None = None,
    regularizer: Regularizer | None = None,
    trainable: bool = False,
    collections: Sequence[str] | None = None,
    caching_device: Device | None = None,
    partitioner: Partitioner | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Getter | None = None,
    constraint: Constraint | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation = VariableAggregation.NONE,
) -> Any:
    """As `get_variable`, for a variable that belongs to the process and is not saved. Mirrors `tf.compat.v1.get_local_variable`.

    It is put into the collection `LOCAL_VARIABLES` and not into `GLOBAL_VARIABLES`, and is never trainable.
    `tf.compat.v1.local_variables_initializer` gives it its value; hooks and monitored sessions run that themselves. Metrics add up in such
    variables, and inputs count epochs in them.

    Arguments:
        name: the name within the scope that is open.
        shape, dtype, initializer: what it is made with; a value as initializer tells the other two.
        trainable: ignored as in TensorFlow, since it is False.
        collections: further collections that it is put in; None for none.
        regularizer, caching_device, partitioner, validate_shape, use_resource, custom_getter, constraint, synchronization, aggregation: as
            for `tf.compat.v1.get_variable`.

    Returns:
        The variable that was made, or found where the scope reuses variables.

    Raises:
        ValueError: as `tf.compat.v1.get_variable` does.

    Example:
        >>> with tf.Graph().as_default():
        ...     seen = tf.compat.v1.get_local_variable("seen", [], initializer=tf.compat.v1.zeros_initializer())
        ...     print(tf.compat.v1.local_variables() == [seen], tf.compat.v1.global_variables(), tf.compat.v1.trainable_variables())
        True [] []
    """
    collections = [*(collections or []), GraphKeys.LOCAL_VARIABLES]
    return get_variable(
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        False,
        collections,
        caching_device,
        partitioner,
        validate_shape,
        use_resource,
        custom_getter,
        constraint,
        synchronization,
        aggregation,
    )


def _free(scopes, prefix):
    """`prefix`, or the first of `prefix_1`, ... that no scope was opened with."""
    base = f"{scopes.current._name}/" if scopes.current._name else ""
    if not scopes.opened.get(base + prefix):
        return prefix
    i = 1
    while scopes.opened.get(f"{base}{prefix}_{i}"):
        i += 1
    return f"{prefix}_{i}"


@tf_export(v1=["variable_scope"])
class variable_scope:  # noqa: N801 - TensorFlow's name
    """A scope that names variables, shares them between calls, and sets what they are made with. Mirrors `tf.compat.v1.variable_scope`.

    Arguments:
        name_or_scope: a name, which is added to that of the scope around; or a VariableScope that is entered again.
        default_name: taken, and numbered where it exists, if the first is None: for layers of which there are several.
        values: tensors that have to be of the default graph.
        initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: what `get_variable`
            takes within
            where it is given none; None (default): as the scope around.
        reuse: True: variables have to exist; `tf.compat.v1.AUTO_REUSE`: those that do not are made; None (default): as the scope
            around.
        auxiliary_name_scope: whether a name scope is opened for operations as well; True by default.

    Returns:
        A context manager that gives the VariableScope.

    Raises:
        TypeError: no name at all, or one that is no string.
        ValueError: a `reuse` that is none, or True without `name_or_scope`.

    Example:
        >>> def layer(x):
        ...     with tf.compat.v1.variable_scope("layer", reuse=tf.compat.v1.AUTO_REUSE):
        ...         return x @ tf.compat.v1.get_variable("w", [2, 2])
        >>> with tf.Graph().as_default():
        ...     y = layer(layer(tf.ones([1, 2])))
        ...     print([v.name for v in tf.compat.v1.global_variables()], y.name)
        ['layer/w:0'] layer_1/matmul:0
    """

    def __init__(
        self,
        name_or_scope: Scope | None,
        default_name: str | None = None,
        values: Sequence[Any] | None = None,
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        caching_device: Device | None = None,
        partitioner: Partitioner | None = None,
        custom_getter: Getter | None = None,
        reuse: Reuse | None = None,
        dtype: DTypeLike | None = None,
        use_resource: bool | None = None,
        constraint: Constraint | None = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if name_or_scope is not None and not isinstance(name_or_scope, (str, VariableScope)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        if reuse not in (None, False, True, AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(f"The auxiliary_name_scope must be `True` or `False`, while get {auxiliary_name_scope}")
        self._where, self._default_name, self._reuse = name_or_scope, default_name, False if reuse is None else reuse
        self._given = dict(
            initializer=initializer,
            regularizer=regularizer,
            caching_device=caching_device,
            partitioner=partitioner,
            dtype=dtype,
            use_resource=use_resource,
            constraint=constraint,
        )
        self._custom_getter, self._auxiliary = custom_getter, auxiliary_name_scope
        # The same object may be entered again within itself.
        self._open = []

    def __enter__(self):
        scopes = _scopes()
        outer = scopes.current
        base = self._where
        if isinstance(base, VariableScope):
            name, source = base._name, base
            last = base._name.split("/")[-1]
        else:
            if base is None:
                if self._reuse is True:
                    raise ValueError("reuse=True cannot be used without a name_or_scope")
                base = _free(scopes, self._default_name)
            name, source = f"{outer._name}/{base}" if outer._name else base, outer
            # Names of operations are numbered by themselves: those of variables may go on where these begin.
            last = self._default_name if self._where is None else base
        names = None
        scope_name = outer._name_scope
        if self._auxiliary and last:
            names = name_scope(last)
            entered = names.__enter__()
            # A scope that is entered again keeps the operation prefix of the first time as its `original_name_scope`.
            scope_name = source._name_scope if isinstance(self._where, VariableScope) else entered
        elif isinstance(self._where, VariableScope):
            scope_name = source._name_scope
        made = VariableScope(
            # As in TensorFlow, scopes within one that reuses do so too, whatever they say.
            self._reuse or source._reuse,
            name,
            source._initializer,
            source._regularizer,
            source._caching_device,
            source._partitioner,
            source._custom_getter,
            scope_name,
            source._dtype,
            source._use_resource,
            source._constraint,
        )
        for key, value in self._given.items():
            if value is not None:
                setattr(made, "_" + key, as_dtype(value) if key == "dtype" else value)
        if self._custom_getter is not None:
            made._custom_getter = _chained(self._custom_getter, source._custom_getter)
        subscopes = None
        if isinstance(self._where, VariableScope):
            subscopes = dict(scopes.opened)  # returning to a scope does not count: default names go on as before
        scopes.opened[name] = scopes.opened.get(name, 0) + 1
        scopes.current = made
        self._open.append((scopes, outer, names, name, subscopes, made))
        return made

    def __exit__(self, kind, value, traceback):
        scopes, outer, names, name, subscopes, made = self._open[-1]
        if scopes.current is not made:
            raise RuntimeError("Improper nesting of variable_scope.")
        self._open.pop()
        # Default names below the scope are free again: entered a second time, it gives the same ones.
        for opened in [k for k in scopes.opened if k.startswith(name + "/")]:
            scopes.opened[opened] = 0
        if subscopes is not None:
            scopes.opened = subscopes
        scopes.current = outer
        if names is not None:
            names.__exit__(kind, value, traceback)
        return False


@tf_private("tensorflow.python.ops.variable_scope._pure_variable_scope")
class PureVariableScope(variable_scope):
    """A scope of variables that opens none for the names of operations; arguments as for `variable_scope`.

    `old_name_scope`: the `original_name_scope` of a scope that is opened by a name, which is that name by default.
    """

    def __init__(
        self,
        name_or_scope: Scope,
        reuse: Reuse | None = None,
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        caching_device: Device | None = None,
        partitioner: Partitioner | None = None,
        custom_getter: Getter | None = None,
        old_name_scope: str | None = None,
        dtype: DTypeLike = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Constraint | None = None,
    ) -> None:
        given = (initializer, regularizer, caching_device, partitioner, custom_getter, reuse, dtype, use_resource, constraint)
        super().__init__(name_or_scope, None, None, *given, auxiliary_name_scope=False)
        self._old_name_scope = old_name_scope

    def __enter__(self):
        made = super().__enter__()
        if isinstance(self._where, str):
            made._name_scope = self._where if self._old_name_scope is None else self._old_name_scope
        return made


def _chained(getter, outer):
    """`getter` with `outer` as what it calls in turn."""
    if outer is None:
        return getter

    def chained(innermost, *args, **kwargs):
        return getter(functools.partial(outer, innermost), *args, **kwargs)

    return chained


@tf_export(v1=["variable_op_scope"])
def variable_op_scope(
    values: Sequence[Any] | None,
    name_or_scope: Scope | None,
    default_name: str | None = None,
    initializer: Initializer | None = None,
    regularizer: Regularizer | None = None,
    caching_device: Device | None = None,
    partitioner: Partitioner | None = None,
    custom_getter: Getter | None = None,
    reuse: Reuse | None = None,
    dtype: DTypeLike | None = None,
    use_resource: bool | None = None,
    constraint: Constraint | None = None,
) -> variable_scope:
    """The older form of `variable_scope`, whose first argument are the values. Mirrors `tf.compat.v1.variable_op_scope`.

    Arguments:
        values: tensors that are to be in the same graph as what is made within; a list, or None.
        name_or_scope: a str, or a `tf.compat.v1.VariableScope` that is opened again; None for `default_name`.
        default_name: the name where none is given, made unique.
        initializer, regularizer, caching_device, partitioner, custom_getter, reuse, dtype, use_resource, constraint: defaults of the scope,
            as for `tf.compat.v1.variable_scope`.

    Returns:
        A context manager, whose value is the scope.

    Raises:
        ValueError: neither `name_or_scope` nor `default_name` is given, or tensors belong to different graphs.

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.constant([1.0, 2.0])
        ...     with tf.compat.v1.variable_op_scope([x], None, "dense") as scope:
        ...         w = tf.compat.v1.get_variable("w", [2])
        ...     print(scope.name, w.name)
        dense dense/w:0
    """
    return variable_scope(
        name_or_scope,
        default_name,
        values,
        initializer,
        regularizer,
        caching_device,
        partitioner,
        custom_getter,
        reuse,
        dtype,
        use_resource,
        constraint,
    )


@tf_export(v1=["no_regularizer"])
def no_regularizer(_: Any) -> None:
    """A regularizer that adds nothing, so that a scope's is not inherited. Mirrors `tf.compat.v1.no_regularizer`.

    Scopes hand their regularizer on to scopes within them, and None stands for "as outside". Pass this function instead to a scope, or to
    `tf.compat.v1.get_variable`, where biases and scales should be free of the penalty on weights.

    Arguments:
        _: the variable, which is not looked at.

    Returns:
        None, which is not put into the collection of losses.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("net", regularizer=tf.keras.regularizers.L2(0.1)):
        ...     w = tf.compat.v1.get_variable("w", [2])
        ...     b = tf.compat.v1.get_variable("b", [2], regularizer=tf.compat.v1.no_regularizer)
        ...     print(len(tf.compat.v1.losses.get_regularization_losses()))
        1
    """
    return None


@tf_export(v1=["create_partitioned_variables"])
def create_partitioned_variables(
    shape: Sequence[int],
    slicing: Sequence[int],
    initializer: Initializer,
    dtype: DTypeLike = dtypes.float32,
    trainable: bool = True,
    collections: Sequence[str] | None = None,
    name: str | None = None,
    reuse: Reuse | None = None,
) -> list[Variable]:
    """A variable that is made in parts, as a list of these. Mirrors `tf.compat.v1.create_partitioned_variables`.

    The parts have the names `part_0` and so on below `name`, and together hold what one variable of the whole shape would.
    `tf.compat.v1.get_variable` with a partitioner does the same and gives one object for all.

    Arguments:
        shape: the sizes of the whole, a list of integers.
        slicing: the number of parts along each axis, of which at most one is more than 1.
        initializer: a function of a shape, a dtype and a `partition_info`, or a value of the whole shape.
        dtype: float32 by default.
        trainable: whether they are in the collection of trainable variables, True by default.
        collections: where they are put; None for `GLOBAL_VARIABLES`.
        name: their prefix; "PartitionedVariable" by default, made unique.
        reuse: None or False to make them, True to find those that are there.

    Returns:
        A list of variables.

    Raises:
        ValueError: `shape` and `slicing` differ in length, are empty, or do not fit each other.

    Example:
        >>> with tf.Graph().as_default():
        ...     parts = tf.compat.v1.create_partitioned_variables([5, 2], [2, 1], tf.compat.v1.zeros_initializer(), name="table")
        ...     print([(v.op.name, v.shape.as_list()) for v in parts])
        [('table/part_0', [3, 2]), ('table/part_1', [2, 2])]
    """
    if len(shape) != len(slicing):
        raise ValueError(f"The 'shape' and 'slicing' of a partitioned Variable must have the length: shape: {shape}, slicing: {slicing}")
    if len(shape) < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1: shape: {shape}")
    with variable_scope(name, "PartitionedVariable", reuse=reuse) as scope:
        full = scope.name
    with context.name_scope(""):
        made = variable_store().get_variable(
            full,
            shape,
            dtype,
            initializer,
            reuse=scope.reuse,
            trainable=trainable,
            collections=collections,
            partitioner=lambda **_: list(slicing),
        )
    return list(made)


def _scopes_of_replica(number):
    made, open_ = _Scopes(), _scopes().current
    made.current = copy.copy(open_)
    if number:
        made.current._reuse = True
    return made


def _variable_below(scopes, name, **arguments):
    with contextlib.ExitStack() as opened:
        for scope in scopes:
            opened.enter_context(variable_scope(scope))
        return get_variable(name, **arguments)


higher.install(scopes_of_replica=_scopes_of_replica, variable_below=_variable_below)

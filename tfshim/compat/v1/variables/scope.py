"""What `get_variable` takes its defaults from: one variable scope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.variables.store import AUTO_REUSE, Reuse, VariableStore
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime import context
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Device, Getter, Initializer, Partitioner, Regularizer
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.variables.variable import Variable


@tf_export(v1=["VariableScope"])
class VariableScope:
    """What `get_variable` takes its defaults from: the prefix of names, whether variables are reused, and how they are made. Mirrors
    `tf.compat.v1.VariableScope`.

    `tf.compat.v1.variable_scope` opens one, and `tf.compat.v1.get_variable_scope` gives the one that is open. A scope within another begins
    with what that one says. Each default has a method that changes it, `set_initializer` and so on.

    Arguments:
        reuse: None makes variables, True finds those that are there, `tf.compat.v1.AUTO_REUSE` does either.
        name: the prefix of variables' names, "" by default.
        initializer: the initializer of variables that are given none; None for Glorot's uniform numbers.
        regularizer: a function of a variable whose result is added to the collection of losses.
        caching_device: a device, or a function of an operation, where values that are read are kept.
        partitioner: a function of a shape and a dtype that says in how many parts variables are made along each axis.
        custom_getter: a function that is called with the real getter and its arguments, instead of that.
        name_scope: the scope of the names of operations.
        dtype: the dtype of variables that are given none, float32 by default.
        use_resource: whether variables are resources; None for what `tf.compat.v1.enable_resource_variables` says.
        constraint: a function of a value after a step of an optimizer that gives the one that is kept.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.variable_scope("model", initializer=tf.compat.v1.ones_initializer()) as scope:
        ...         w = tf.compat.v1.get_variable("w", [2])
        ...     print(scope.name, w.name, [v.name for v in scope.trainable_variables()])
        model model/w:0 ['model/w:0']
    """

    __module__ = "tensorflow.python.ops.variable_scope"

    def __init__(
        self,
        reuse: Reuse | None,
        name: str = "",
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        caching_device: Device | None = None,
        partitioner: Partitioner | None = None,
        custom_getter: Getter | None = None,
        name_scope: str = "",
        dtype: DTypeLike = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Constraint | None = None,
    ) -> None:
        if caching_device is not None and TS.graph is None:
            raise NotImplementedError("Caching devices is not yet supported when eager execution is enabled.")
        # Eagerly either, as in TensorFlow: the same code runs for each step.
        self._name, self._reuse, self._name_scope = name, AUTO_REUSE if TS.graph is None else reuse, name_scope
        self._initializer, self._regularizer, self._partitioner = initializer, regularizer, partitioner
        self._caching_device, self._custom_getter, self._dtype = caching_device, custom_getter, as_dtype(dtype)
        self._use_resource, self._constraint = use_resource, constraint

    name = property(lambda self: self._name, doc="The prefix of the variables' names.")
    original_name_scope = property(lambda self: self._name_scope, doc="The scope of operations' names when it was first opened.")
    initializer = property(lambda self: self._initializer, doc="The default initializer.")
    regularizer = property(lambda self: self._regularizer, doc="The default regularizer.")
    dtype = property(lambda self: self._dtype, doc="The default dtype.")
    use_resource = property(lambda self: self._use_resource, doc="Whether variables are to be resources, or None for what is the rule.")
    caching_device = property(lambda self: self._caching_device, doc="The default caching device.")
    partitioner = property(lambda self: self._partitioner, doc="The default partitioner.")
    custom_getter = property(lambda self: self._custom_getter, doc="The function that get_variable goes through.")
    constraint = property(lambda self: self._constraint, doc="The default constraint.")

    @property
    def reuse(self) -> Reuse:
        """False, True or AUTO_REUSE: whether variables are made, have to exist, or are made where missing."""
        return self._reuse

    def reuse_variables(self) -> None:
        """From now on `get_variable` in this scope finds variables instead of making them. Mirrors
        `tf.compat.v1.VariableScope.reuse_variables`.

        It holds for scopes that are opened within as well, and there is no way back: `tf.compat.v1.variable_scope(scope, reuse=False)` or a
        new scope makes variables again. A name that is not there raises ValueError from then on. `reuse` says what holds.

        Programs of TensorFlow 1 call it between the first copy of a model, which makes the weights, and the others, which share them.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("tower") as scope:
            ...     first = tf.compat.v1.get_variable("w", [2])
            ...     scope.reuse_variables()
            ...     second = tf.compat.v1.get_variable("w", [2])
            ...     print(scope.reuse, first is second)
            True True
        """
        self._reuse = True

    def set_initializer(self, initializer: Initializer | None) -> None:
        """Sets the initializer of variables that are given none. Mirrors `tf.compat.v1.VariableScope.set_initializer`.

        It holds for what `tf.compat.v1.get_variable` makes in this scope from now on, and for scopes that are opened within. An initializer
        that is passed to `get_variable` comes before it.

        Arguments:
            initializer: an initializer, as `tf.compat.v1.zeros_initializer()`: a function of a shape, a dtype and a `partition_info`. None
                for the default, uniform numbers by Glorot's rule for floating-point dtypes and zeros for others.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_initializer(tf.compat.v1.constant_initializer(3.0))
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     with tf.compat.v1.Session() as sess:
            ...         sess.run(w.initializer)
            ...         print(sess.run(w))
            [3. 3.]
        """
        self._initializer = initializer

    def set_dtype(self, dtype: DTypeLike) -> None:
        """Sets the dtype of variables that are given none. Mirrors `tf.compat.v1.VariableScope.set_dtype`.

        It holds for what `tf.compat.v1.get_variable` makes in this scope from now on, and for scopes that are opened within. Where
        `get_variable` is given a tensor or an array as initializer, its dtype comes first; a dtype that is passed to it comes before both.

        Arguments:
            dtype: a `tf.DType`, or what is converted to one, such as "float16". Scopes begin with float32.

        Raises:
            TypeError: it is no dtype.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_dtype(tf.float16)
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     n = tf.compat.v1.get_variable("n", initializer=1)
            ...     print(scope.dtype, w.dtype.base_dtype, n.dtype.base_dtype)
            <dtype: 'float16'> <dtype: 'float16'> <dtype: 'int32'>
        """
        self._dtype = as_dtype(dtype)

    def set_use_resource(self, use_resource: bool | None) -> None:
        """Sets whether variables of this scope are resources. Mirrors `tf.compat.v1.VariableScope.set_use_resource`.

        Variables of TensorFlow 1 are references to a value that operations read whenever they happen to run; those of TensorFlow 2 are
        resources, whose reads are operations of their own and have an order. It holds for what `tf.compat.v1.get_variable` makes in this
        scope from now on, and for scopes that are opened within.

        Arguments:
            use_resource: True for resources, False for references, None for what `tf.compat.v1.enable_resource_variables` or
                `tf.compat.v1.disable_resource_variables` last said.

        Raises:
            ValueError: False or None while executing eagerly, where all variables are resources.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_use_resource(True)
            ...     print(scope.use_resource, tf.compat.v1.get_variable("w", [2]).op.type)
            ...     scope.set_use_resource(False)
            ...     print(scope.use_resource, tf.compat.v1.get_variable("v", [2]).op.type)
            True VarHandleOp
            False VariableV2
        """
        if TS.graph is None and not use_resource:
            raise ValueError("When eager execution is enabled, use_resource cannot be set to false.")
        self._use_resource = use_resource

    def set_regularizer(self, regularizer: Regularizer | None) -> None:
        """Sets the penalty on variables that are given none. Mirrors `tf.compat.v1.VariableScope.set_regularizer`.

        For each variable that `tf.compat.v1.get_variable` makes in this scope from now on, the function is called, and what it gives is put
        in the collection `REGULARIZATION_LOSSES`; `tf.compat.v1.losses.get_regularization_loss` adds these up. Scopes that are opened
        within inherit it; `tf.compat.v1.no_regularizer` ends that.

        Arguments:
            regularizer: a function of a variable that gives a scalar tensor or None, as `tf.keras.regularizers.l2(0.1)` is; None for no
                penalty.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_regularizer(tf.keras.regularizers.L2(0.5))
            ...     w = tf.compat.v1.get_variable("w", initializer=[1.0, 2.0])
            ...     with tf.compat.v1.Session() as sess:
            ...         sess.run(w.initializer)
            ...         print(sess.run(tf.compat.v1.losses.get_regularization_losses()))
            [2.5]
        """
        self._regularizer = regularizer

    def set_caching_device(self, caching_device: Device | None) -> None:
        """Sets where values of variables are kept once they have been read. Mirrors `tf.compat.v1.VariableScope.set_caching_device`.

        Where a variable is far from what reads it, as on a parameter server, a run copies it once to that device, and all its readers there
        share the copy. It holds for what `tf.compat.v1.get_variable` makes in this scope from now on, and for scopes that are opened
        within.

        Arguments:
            caching_device: the name of a device, or a function of an operation that gives one; None for no copies.

        Raises:
            NotImplementedError: while executing eagerly, as in TensorFlow.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_caching_device("/cpu:0")
            ...     print(scope.caching_device, tf.compat.v1.get_variable("w", [2]).name)
            /cpu:0 layer/w:0
        """
        if TS.graph is None:
            raise NotImplementedError("Caching devices are not yet supported when eager execution is enabled.")
        self._caching_device = caching_device

    def set_partitioner(self, partitioner: Partitioner | None) -> None:
        """Sets in how many parts variables are made. Mirrors `tf.compat.v1.VariableScope.set_partitioner`.

        `tf.compat.v1.get_variable` in this scope then makes a list of variables along one axis, which is used as a single tensor, so that a
        large table can be spread over parameter servers. It holds from now on, and for scopes that are opened within.

        Arguments:
            partitioner: a function of a fully defined shape and a dtype that gives a list with the number of parts along each axis, of
                which at most one is more than 1; as `tf.compat.v1.fixed_size_partitioner(2)` is. None for whole variables.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_partitioner(tf.compat.v1.fixed_size_partitioner(2))
            ...     table = tf.compat.v1.get_variable("table", [5, 3])
            ...     print([(v.name, v.shape.as_list()) for v in table])
            [('layer/table/part_0:0', [3, 3]), ('layer/table/part_1:0', [2, 3])]
        """
        self._partitioner = partitioner

    def set_custom_getter(self, custom_getter: Getter | None) -> None:
        """Sets the function that `get_variable` goes through in this scope. Mirrors `tf.compat.v1.VariableScope.set_custom_getter`.

        It is called for each variable that is asked for from now on, here and in scopes that are opened within, and what it gives is what
        the caller gets: another name, a cast or an average of the variable, say. It also gets the keyword arguments of
        `tf.compat.v1.get_variable`, defaults of the scope included.

        Arguments:
            custom_getter: a function `(getter, name, *args, **kwargs)`, where `getter` is what would have been called; None for none.

        Example:
            >>> def half(getter, name, *args, **kwargs):
            ...     return getter(name, *args, **kwargs) * 0.5
            >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer") as scope:
            ...     scope.set_custom_getter(half)
            ...     w = tf.compat.v1.get_variable("w", initializer=[4.0])
            ...     with tf.compat.v1.Session() as sess:
            ...         sess.run(tf.compat.v1.global_variables_initializer())
            ...         print(sess.run(w))
            [2.]
        """
        self._custom_getter = custom_getter

    def _matching(self, collection):
        prefix = self._name + "/" if self._name else ""
        return [v for v in current_graph().get_collection(collection) if v.name.startswith(prefix)]

    def global_variables(self) -> list[Variable]:
        """The global variables whose names begin with that of this scope. Mirrors `tf.compat.v1.VariableScope.global_variables`.

        Those are all variables that a checkpoint of the model holds, trainable ones and others, of the scopes within as well. Only
        variables of the graph that is the default now are looked at. The name has to be followed by a slash, so that a scope `net` does not
        find what is in `network`.

        Returns:
            A list of variables, in the order in which they were made; empty where there are none.

        Example:
            >>> with tf.Graph().as_default():
            ...     with tf.compat.v1.variable_scope("net") as scope:
            ...         w, n = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.get_variable("steps", initializer=0, trainable=False)
            ...     other = tf.compat.v1.get_variable("network", [2])
            ...     print([v.name for v in scope.global_variables()])
            ['net/w:0', 'net/steps:0']
        """
        return self._matching(GraphKeys.GLOBAL_VARIABLES)

    def trainable_variables(self) -> list[Variable]:
        """The trainable variables whose names begin with that of this scope. Mirrors `tf.compat.v1.VariableScope.trainable_variables`.

        Those are what an optimizer changes, of the scopes within as well: pass them as `var_list` to
        `tf.compat.v1.train.Optimizer.minimize` to train a part of a model, as programs with two networks do. The name has to be followed by
        a slash, so that a scope `net` does not find what is in `network`.

        Returns:
            A list of variables, in the order in which they were made; empty where there are none.

        Example:
            >>> with tf.Graph().as_default():
            ...     with tf.compat.v1.variable_scope("net") as scope:
            ...         w, n = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.get_variable("steps", initializer=0, trainable=False)
            ...     print([v.name for v in scope.trainable_variables()])
            ['net/w:0']
        """
        return self._matching(GraphKeys.TRAINABLE_VARIABLES)

    def local_variables(self) -> list[Variable]:
        """The local variables whose names begin with that of this scope. Mirrors `tf.compat.v1.VariableScope.local_variables`.

        Local variables belong to a process and are not in checkpoints: counters of epochs and what metrics add up.
        `tf.compat.v1.get_local_variable` makes them, and `tf.compat.v1.local_variables_initializer` gives them their values. The name has
        to be followed by a slash, so that a scope `net` does not find what is in `network`.

        Returns:
            A list of variables, in the order in which they were made; empty where there are none.

        Example:
            >>> with tf.Graph().as_default():
            ...     with tf.compat.v1.variable_scope("net") as scope:
            ...         w, n = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.get_local_variable("seen", [])
            ...     print([v.name for v in scope.local_variables()])
            ['net/seen:0']
        """
        return self._matching(GraphKeys.LOCAL_VARIABLES)

    def get_collection(self, name: str) -> list[Any]:
        """The values of a collection whose names begin with that of this scope. Mirrors `tf.compat.v1.VariableScope.get_collection`.

        Collections are lists that a graph keeps under names, such as `tf.compat.v1.GraphKeys.LOSSES`. This gives those of the default
        graph, as `tf.compat.v1.get_collection(name, scope=self.name + "/")` does; values without names are left out. The methods
        `global_variables` and `trainable_variables` ask it for theirs.

        Arguments:
            name: the name of the collection, a str.

        Returns:
            A list of the values in the order in which they were added; empty where there are none.

        Example:
            >>> with tf.Graph().as_default():
            ...     with tf.compat.v1.variable_scope("net") as scope:
            ...         loss = tf.constant(1.0, name="loss")
            ...     tf.compat.v1.add_to_collection("mine", loss)
            ...     tf.compat.v1.add_to_collection("mine", tf.constant(2.0, name="other"))
            ...     print([x.name for x in scope.get_collection("mine")])
            ['net/loss:0']
        """
        return self._matching(name)

    def get_variable(
        self,
        var_store: VariableStore,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        reuse: Reuse | None = None,
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
        """The variable of a name below this scope, made or found. Mirrors `tf.compat.v1.VariableScope.get_variable`.

        `tf.compat.v1.get_variable` calls it on the scope that is open. What is not given is taken from the scope; the arguments besides the
        first are those of `tf.compat.v1.get_variable`.

        Arguments:
            var_store: where variables are kept by name: that of the graph, or a store of one's own.
            name: the name within the scope.
            shape, dtype, initializer: what the variable is made with; an initializer that is a value tells the other two.
            regularizer, constraint: functions of the variable, for a penalty on it and for what is kept after a step.
            reuse, trainable, collections: None for the scope's rule, for trainable, and for `GLOBAL_VARIABLES`.
            caching_device, partitioner, custom_getter, use_resource: see the scope's own arguments.
            validate_shape: False lets the shape be unknown; True by default.
            synchronization, aggregation: what the copies of replicas have to do with each other.

        Returns:
            The variable; a `PartitionedVariable` with a partitioner; what the custom getter gives.

        Raises:
            ValueError: the variable is there though it may not be reused, is not there though it has to be, or has another shape.

        Example:
            >>> with tf.Graph().as_default():
            ...     with tf.compat.v1.variable_scope("net"):
            ...         w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.zeros_initializer())
            ...     with tf.compat.v1.variable_scope("net", reuse=True):
            ...         print(w.name, tf.compat.v1.get_variable("w", [2]) is w)
            net/w:0 True
        """
        full = f"{self._name}/{name}" if self._name else name
        inherited = dict(
            shape=shape,
            dtype=self._dtype if dtype is None else as_dtype(dtype),
            trainable=trainable,
            collections=collections,
            initializer=self._initializer if initializer is None else initializer,
            regularizer=self._regularizer if regularizer is None else regularizer,
            caching_device=self._caching_device if caching_device is None else caching_device,
            partitioner=self._partitioner if partitioner is None else partitioner,
            reuse=AUTO_REUSE if TS.graph is None else self._reuse if reuse is None else reuse,
            validate_shape=validate_shape,
            use_resource=self._use_resource if use_resource is None else use_resource,
            constraint=self._constraint if constraint is None else constraint,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        # A constant knows its dtype better than the scope does.
        if dtype is None and isinstance(initializer, Tensor):
            inherited["dtype"] = initializer.dtype.base_dtype
        elif dtype is None and initializer is not None and not callable(initializer):
            inherited["dtype"] = convert_to_tensor(initializer).dtype
        getter = custom_getter or self._custom_getter
        with context.name_scope(""):  # the full name needs no prefix
            if getter is not None:
                return getter(var_store.get_variable, full, **inherited)
            return var_store.get_variable(full, **inherited)

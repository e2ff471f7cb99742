"""The lower-level methods of strategies, which libraries use."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.identities import identity
from tfshim.distribute import creators, variables
from tfshim.distribute.devices import full_name
from tfshim.distribute.per_replica import DistributedValues, Mirrored, PerReplica, select
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("distribute.StrategyExtended")
class StrategyExtended:
    """The lower-level methods of a strategy, at `strategy.extended`, which libraries use.

    Mirrors `tf.distribute.StrategyExtended`. `worker_devices` and `parameter_devices` are the names of devices; `reduce_to` and
    `batch_reduce_to` make one value of those of replicas, `update(variable, fn, args)` changes a variable, `call_for_each_replica(fn)` is
    `run`, `colocate_vars_with(variable)` a scope in which variables are made where another lies.

    Arguments:
        container_strategy: the strategy that it belongs to.

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> len(strategy.extended.worker_devices)
        1
        >>> w = tf.Variable(1.0)
        >>> _ = strategy.extended.update(w, lambda v, x: v.assign_add(x), args=(2.0,))
        >>> float(w)
        3.0
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"
    __qualname__ = "StrategyExtendedV2"

    _creator: Callable[..., Any] | None = None  # what makes variables in the scope
    _between_graph: bool | None = None  # None where TensorFlow does not say

    def __init__(self, container_strategy: Any) -> None:
        self._strategy = container_strategy
        self._devices: tuple[str, ...] = ()

    @property
    def _home(self) -> str | None:
        """The device of what is done between replicas, and of what is kept once."""
        return self._devices[0] if self._devices else None

    def _use_merge_call(self):
        """Whether what replicas do together goes through `merge_call`, as it does but for compiled steps on GPUs."""
        return True

    # Libraries ask this before they write files: with one machine everything is written here.
    @property
    def should_checkpoint(self) -> bool:
        """Whether this worker is to write checkpoints."""
        return not self._in_multi_worker_mode()

    @property
    def should_save_summary(self) -> bool:
        """Whether this worker is to write summaries."""
        return not self._in_multi_worker_mode()

    @property
    def experimental_between_graph(self) -> bool:
        """Whether each worker builds a graph of its own. NotImplementedError where a strategy does not say."""
        if self._between_graph is None:
            raise NotImplementedError("must be implemented in descendants")
        return self._between_graph

    @property
    def experimental_should_init(self) -> bool:
        """Whether this worker is to initialize variables. NotImplementedError where a strategy does not say."""
        return self.experimental_between_graph is not None

    def _in_multi_worker_mode(self) -> bool:
        return False

    def _container_strategy(self) -> Any:
        return self._strategy

    def _allow_variable_partition(self) -> bool:
        return False

    _num_replicas_in_sync = property(lambda self: self._strategy.num_replicas_in_sync)
    _global_batch_size = property(lambda self: True)

    def _local_results(self, value: Any) -> Any:
        if isinstance(value, (DistributedValues, variables._Distributed)):
            return value.values
        if nest.is_nested(value):
            return tuple(nest.map_structure(functools.partial(_local, i), value) for i in range(len(self.worker_devices)))
        return (value,)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The names of the devices that compute."""
        return tuple(full_name(d) for d in self._devices or ("/cpu:0",))

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The names of the devices that hold variables."""
        return self.worker_devices

    @property
    def experimental_require_static_shapes(self) -> bool:
        """False: shapes may vary."""
        return False

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any = None) -> Any:
        """Reduce a value over all replicas, for those that want it. Mirrors `tf.distribute.StrategyExtended.reduce_to`.

        Between replicas, as in a function for `merge_call`. `strategy.reduce` is what programs mostly call; this one gives the result to
        replicas.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            value: a value of all replicas, or a tensor.
            destinations: a variable or a value of the strategy, whose replicas get the result; or names of devices.
            options: a `tf.distribute.experimental.CommunicationOptions` (default None).

        Returns:
            a value for all replicas where both are such; otherwise a tensor.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> w = tf.Variable(1.0)
            >>> float(strategy.extended.reduce_to(tf.distribute.ReduceOp.SUM, tf.constant(3.0), w))
            3.0
        """
        made = self._strategy.reduce(reduce_op, value, None)
        if isinstance(value, PerReplica) and isinstance(destinations, (DistributedValues, variables._Distributed)):
            return Mirrored([identity(made) for _ in range(self._strategy.num_replicas_in_sync)])
        return made

    def batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Any, options: Any = None) -> list[Any]:
        """Reduce several values over all replicas. Mirrors `tf.distribute.StrategyExtended.batch_reduce_to`.

        Optimizers reduce the gradients of a step by it, between replicas, as in a function for `merge_call`.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            value_destination_pairs: a list of pairs: a value of all replicas, and the variable or names of devices that it is wanted for.
            options: a `tf.distribute.experimental.CommunicationOptions` (default None).

        Returns:
            a list of what `reduce_to` gives for the pairs, in their order.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> w = tf.Variable(1.0)
            >>> made = strategy.extended.batch_reduce_to(tf.distribute.ReduceOp.SUM, [(tf.constant(3.0), w), (tf.constant(4.0), w)])
            >>> [float(x) for x in made]
            [3.0, 4.0]
        """
        return [self.reduce_to(reduce_op, value, destinations) for value, destinations in value_destination_pairs]

    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Call a function in each replica. Mirrors `tf.distribute.StrategyExtended.call_for_each_replica`.

        It is what `strategy.run` does, which also converts the function by AutoGraph; programs call that.

        Arguments:
            fn: the function. In it `tf.distribute.get_replica_context()` is the context of the replica.
            args: its arguments, a tuple; of values for all replicas each gets its own (default: none).
            kwargs: its keyword arguments, a dictionary (default None: none).

        Returns:
            what the function gives, merged: values for all replicas where there are several replicas, the plain results with one.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> float(strategy.extended.call_for_each_replica(lambda x: x + 1, args=(tf.constant(2.0),)))
            3.0
        """
        return self._strategy.run(fn, args, kwargs)

    def update(self, var: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """Change a variable, between replicas. Mirrors `tf.distribute.StrategyExtended.update`.

        Optimizers apply the reduced gradients by it. The variable is kept once here, so the function is called once, whereas TensorFlow
        calls it for each copy.

        Arguments:
            var: the variable, which is the first argument of the function.
            fn: the function, which assigns.
            args: its other arguments, a tuple; of values for all replicas it gets the one for the variable (default: none).
            kwargs: its keyword arguments, a dictionary (default None: none).
            group: with False what the function gives is in a tuple (default True).

        Returns:
            what the function gives.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> w = tf.Variable(1.0)
            >>> _ = strategy.extended.update(w, lambda v, x: v.assign_add(x), args=(2.0,))
            >>> w.numpy()
            3.0
        """
        made = fn(var, *select(0, tuple(args)), **select(0, kwargs or {}))
        return made if group else (made,)

    def update_non_slot(self, colocate_with: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """Change what belongs to no variable alone, such as a power of Adam's. Mirrors `tf.distribute.StrategyExtended.update_non_slot`.

        Optimizers of TensorFlow 1 call it at the end of a step.

        Arguments:
            colocate_with: where it is kept, as `non_slot_devices` gave it.
            fn: the function, which assigns. It is called once.
            args: its arguments, a tuple; of values for all replicas it gets the first (default: none).
            kwargs: its keyword arguments, a dictionary (default None: none).
            group: with False what the function gives is in a tuple (default True).

        Returns:
            what the function gives.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> w, power = tf.Variable(1.0), tf.Variable(0.9)
            >>> place = strategy.extended.non_slot_devices([w])
            >>> _ = strategy.extended.update_non_slot(place, lambda: power.assign(power * 0.9))
            >>> round(float(power), 2)
            0.81
        """
        made = fn(*select(0, tuple(args)), **select(0, kwargs or {}))
        return made if group else (made,)

    def non_slot_devices(self, var_list: Sequence[Any]) -> Any:
        """Where what belongs to no variable alone is kept. Mirrors `tf.distribute.StrategyExtended.non_slot_devices`.

        Optimizers of TensorFlow 1 ask it before `update_non_slot`, for variables of the whole optimizer.

        Arguments:
            var_list: the variables that the optimizer trains, a list.

        Returns:
            the names of the devices of the strategy, a tuple of texts; for the default strategy, which has no devices, the variable whose
            name is the first in the order of letters, so that every program finds the same one.

        Example:
            >>> w = tf.Variable(1.0, name="w")
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> len(strategy.extended.non_slot_devices([w]))
            1
            >>> tf.distribute.get_strategy().extended.non_slot_devices([w]).name
            'w:0'
        """
        return self.worker_devices if self._devices else min(var_list, key=lambda v: v.name)

    def broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        """Copy a tensor to the replicas that want it. Mirrors `tf.distribute.StrategyExtended.broadcast_to`.

        For libraries that do between replicas what a `merge_call` function does; values that `strategy.run` gets as arguments are given to
        all replicas anyway.

        Arguments:
            tensor: the tensor, of any shape and dtype.
            destinations: a variable or a value of the strategy, whose replicas get it; or names of devices.

        Returns:
            a value that holds a copy for each replica, or a tensor where the destinations are no value of replicas.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> strategy.extended.broadcast_to(tf.constant([1.0, 2.0]), tf.Variable(0.0)).numpy()
            array([1., 2.], dtype=float32)
        """
        if isinstance(destinations, (DistributedValues, variables._Distributed)):
            return PerReplica([identity(tensor) for _ in range(self._strategy.num_replicas_in_sync)])
        return identity(tensor)

    def read_var(self, v: Any) -> Any:
        """The value of a variable, between replicas. Mirrors `tf.distribute.StrategyExtended.read_var`.

        A variable that each replica sums up by itself, made with `synchronization=tf.VariableSynchronization.ON_READ`, has its aggregated
        value here; that of any other one is the value which all replicas see.

        Arguments:
            v: a variable, made in the strategy's scope or not.

        Returns:
            a tensor of the shape and dtype of the variable. It does not change when the variable does.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> w = tf.Variable([1.0, 2.0])
            >>> before = strategy.extended.read_var(w)
            >>> _ = w.assign([5.0, 6.0])
            >>> before.numpy()
            array([1., 2.], dtype=float32)
        """
        return v.read_value()

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """Make a dataset of arrays. Mirrors `experimental_make_numpy_dataset` of the `extended` part of strategies of TensorFlow 1.

        `strategy.experimental_make_numpy_dataset` of those calls it, and what it gives can be distributed. The rows of the arrays are
        the elements; `tf.data.Dataset.from_tensor_slices` does it without a strategy.

        Arguments:
            numpy_input: an array, or a tuple or dictionary of arrays with the same number of rows.
            session: the session of a graph in which the arrays are kept; None by default.

        Returns:
            A `tf.data.Dataset` with an element for each row.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> dataset = strategy.extended.experimental_make_numpy_dataset(np.array([[1, 2], [3, 4]]))
            >>> [x.numpy().tolist() for x in dataset]
            [[1, 2], [3, 4]]
        """
        return self._strategy.experimental_make_numpy_dataset(numpy_input, session)

    def value_container(self, value: Any) -> Any:
        """The variable that a part of it belongs to. Mirrors `tf.distribute.StrategyExtended.value_container`.

        Within a replica, a program may hold what one replica sees of a variable; libraries that keep something for each variable, as
        optimizers do, look it up by the whole one.

        Arguments:
            value: a variable, or what one replica has of it; other values will do.

        Returns:
            the variable as it was made in the scope of the strategy; the value itself where it belongs to nothing else.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> with strategy.scope():
            ...     w = tf.Variable(1.0)
            >>> strategy.extended.value_container(w) is w
            True
        """
        return getattr(value, "_origin", value)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was made in the scope of this strategy. Mirrors `tf.distribute.StrategyExtended.variable_created_in_scope`.

        Keras asks it when a model is compiled or an optimizer is given a variable: all variables of a model have to be made under one
        strategy.

        Arguments:
            v: the variable.

        Returns:
            a bool. The default strategy and `tf.distribute.OneDeviceStrategy` change nothing about variables, and say True for any of them.

        Example:
            >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
            >>> with strategy.scope():
            ...     w = tf.Variable(1.0)
            >>> strategy.extended.variable_created_in_scope(w), strategy.extended.variable_created_in_scope(tf.Variable(2.0))
            (True, False)
        """
        return self._creator is None or getattr(v, "_strategy", None) is self._strategy

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[None]:
        """A context in which variables are made where another one lies. Mirrors `tf.distribute.StrategyExtended.colocate_vars_with`.

        Optimizers make the slots of a variable in it, momenta for instance, so that an update needs nothing from another device. Here each
        strategy keeps its variables in one place, so that this is so in any case, and the context changes nothing.

        Arguments:
            colocate_with_variable: the variable, made in the scope of the strategy.

        Returns:
            a context manager, which gives None.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> with strategy.scope():
            ...     w = tf.Variable(1.0)
            ...     with strategy.extended.colocate_vars_with(w):
            ...         momentum = tf.Variable(0.0)
            >>> momentum.device == w.device
            True
        """
        return contextlib.nullcontext()


def _local(number, x):
    return x.values[number] if isinstance(x, (DistributedValues, variables._Distributed)) else x


class OneDeviceExtended(StrategyExtended):
    """The lower-level methods of OneDeviceStrategy."""

    __module__ = "tensorflow.python.distribute.one_device_strategy"
    _between_graph = False

    def _local_results(self, value: Any) -> Any:
        return (value,)


class CentralStorageExtended(StrategyExtended):
    """The lower-level methods of CentralStorageStrategy."""

    __module__ = "tensorflow.python.distribute.parameter_server_strategy"
    _between_graph = True
    _parameter_device = ""

    def __init__(self, container_strategy):
        super().__init__(container_strategy)
        self._creator = creators.creator(container_strategy)

    @property
    def _home(self) -> str:
        return self._parameter_device

    @property
    def worker_devices(self) -> Any:
        """The names of the devices that compute, a list."""
        return list(super().worker_devices)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The name of the device that holds variables, as it was given."""
        return (self._parameter_device,)


class MirroredExtended(StrategyExtended):
    """The lower-level methods of MirroredStrategy."""

    __module__ = "tensorflow.python.distribute.mirrored_strategy"
    _between_graph = False

    def __init__(self, container_strategy):
        super().__init__(container_strategy)
        self._creator = creators.creator(container_strategy)

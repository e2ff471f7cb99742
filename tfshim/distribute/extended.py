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
        """`value` reduced over all replicas, for the replicas of `destinations`, a variable or device names."""
        made = self._strategy.reduce(reduce_op, value, None)
        if isinstance(value, PerReplica) and isinstance(destinations, (DistributedValues, variables._Distributed)):
            return Mirrored([identity(made) for _ in range(self._strategy.num_replicas_in_sync)])
        return made

    def batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Any, options: Any = None) -> list[Any]:
        """`reduce_to` for several pairs of a value and its destinations."""
        return [self.reduce_to(reduce_op, value, destinations) for value, destinations in value_destination_pairs]

    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """The results of `fn(*args, **kwargs)` in each replica, merged, as `Strategy.run` gives them."""
        return self._strategy.run(fn, args, kwargs)

    def update(self, var: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """What `fn(var, *args)` gives; in a tuple unless `group`. The variable is kept once, so `fn` is called once."""
        made = fn(var, *select(0, tuple(args)), **select(0, kwargs or {}))
        return made if group else (made,)

    def update_non_slot(self, colocate_with: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """What `fn(*args)` gives for the place that `non_slot_devices` gave; in a tuple unless `group`. It is called once."""
        made = fn(*select(0, tuple(args)), **select(0, kwargs or {}))
        return made if group else (made,)

    def non_slot_devices(self, var_list: Sequence[Any]) -> Any:
        """Where what belongs to none of the variables alone is kept: the devices, or without any the first variable by name."""
        return self.worker_devices if self._devices else min(var_list, key=lambda v: v.name)

    def broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        """`tensor` for the replicas of `destinations`, a variable, value or device names."""
        if isinstance(destinations, (DistributedValues, variables._Distributed)):
            return PerReplica([identity(tensor) for _ in range(self._strategy.num_replicas_in_sync)])
        return identity(tensor)

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return v.read_value()

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """See `Strategy.experimental_make_numpy_dataset`."""
        return self._strategy.experimental_make_numpy_dataset(numpy_input, session)

    def value_container(self, value: Any) -> Any:
        """What holds `value` for all replicas."""
        return getattr(value, "_origin", value)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether `v` belongs to this strategy: with one device all do."""
        return self._creator is None or getattr(v, "_strategy", None) is self._strategy

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[None]:
        """A context for variables beside another one, which they are anyway."""
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

"""Strategies: how a program runs on its devices: on one, on several GPUs, or on what a CPU or GPU has been divided into."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import range as range_of
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.shapes import identity, shape
from tfshim.config.devices import list_logical_devices
from tfshim.control_flow import group
from tfshim.data.dataset import Dataset
from tfshim.distribute import creators, replicas, variables
from tfshim.distribute.devices import full_name
from tfshim.distribute.inputs import (
    DistributedDataset,
    DistributedDatasetsFromFunction,
    DistributedDatasetsFromFunctionV1,
    DistributedDatasetV1,
    graph_iterator,
    of_input_function,
)
from tfshim.distribute.joint_gradients import with_gradient
from tfshim.distribute.per_replica import DistributedValues, PerReplica, per_replica, select
from tfshim.distribute.reducing import not_reduced, reduced, reduced_along
from tfshim.distribute.values import InputContext, InputReplicationMode, ReduceOp, ValueContext
from tfshim.engine.autograph import convert_argument
from tfshim.engine.functions.function import Function, function
from tfshim.engine.runtime.context import device as device_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.state import TS, Initial
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.math.reductions import reduce_sum
from tfshim.refusals import refused, refusing_class

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import Axis, TensorLike


_state = replicas.STATE
_chosen = None


@tf_export("distribute.get_strategy")
def get_strategy() -> Strategy:
    """The strategy in whose scope this is.

    Mirrors `tf.distribute.get_strategy`. Outside of all scopes it is the default strategy, of one replica, so that code written with
    strategies also runs without.

    Returns:
        A `tf.distribute.Strategy`.

    Example:
        >>> tf.distribute.get_strategy().num_replicas_in_sync
        1
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     print(tf.distribute.get_strategy() is strategy)
        True
    """
    return _state.stack[-1][0] if _state.stack else _chosen or default_strategy()


@tf_export("distribute.has_strategy")
def has_strategy() -> bool:
    """Whether this is in the scope of a strategy other than the default one.

    Mirrors `tf.distribute.has_strategy`. Layers and optimizers ask it to find out whether what they do concerns several replicas;
    `tf.distribute.get_strategy()` gives the strategy.

    Returns:
        A boolean.

    Example:
        >>> tf.distribute.has_strategy()
        False
        >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        ...     print(tf.distribute.has_strategy())
        True
    """
    return get_strategy() is not default_strategy()


@tf_export("distribute.in_cross_replica_context")
def in_cross_replica_context() -> bool:
    """Whether this is in a strategy's scope, but in no replica.

    Mirrors `tf.distribute.in_cross_replica_context`. There values of all replicas can be seen at once and variables are made; the opposite
    is a function that `strategy.run` calls.

    Returns:
        A boolean.

    Example:
        >>> tf.distribute.in_cross_replica_context()
        False
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     print(tf.distribute.in_cross_replica_context())
        ...     print(strategy.run(tf.distribute.in_cross_replica_context))
        True
        False
    """
    return bool(_state.stack) and _state.stack[-1][1] is None or not _state.stack and _chosen is not None


@tf_export("distribute.get_replica_context")
def get_replica_context() -> ReplicaContext | None:
    """The context of the replica that runs here: its number and its collectives.

    Mirrors `tf.distribute.get_replica_context`. Within a function that `strategy.run` calls, and outside of all scopes, there is one;
    directly in a strategy's scope there is none.

    Returns:
        A `tf.distribute.ReplicaContext`, or None.

    Example:
        >>> int(tf.distribute.get_replica_context().replica_id_in_sync_group)
        0
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     print(tf.distribute.get_replica_context())
        None
    """
    if in_cross_replica_context():
        return None
    return get_strategy()._contexts[replicas.current_replica() or 0]


@tf_export("distribute.experimental_set_strategy")
def experimental_set_strategy(strategy: Any) -> None:
    """Makes a strategy the one that holds outside of all scopes, without a `with` statement.

    Mirrors `tf.distribute.experimental_set_strategy`. It is for notebooks, in which a scope cannot reach over several cells. Variables and
    models that are made afterwards belong to it.

    Arguments:
        strategy: a `tf.distribute.Strategy`; None: the default one again.

    Raises:
        RuntimeError: within a scope.

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> tf.distribute.experimental_set_strategy(strategy)
        >>> tf.distribute.get_strategy() is strategy
        True
        >>> tf.distribute.experimental_set_strategy(None)
    """
    global _chosen
    if _state.stack:
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    _chosen = strategy


def beside(variable: Any) -> AbstractContextManager[Any]:
    """A context whose variables are kept where `variable` is."""
    return contextlib.nullcontext() if variable.updates_elsewhere is None else variable.beside()


@contextlib.contextmanager
def entered(strategy, replica):
    """The scope of a strategy: of one of its replicas by number, or (None) between them."""
    if replica is None and _state.stack and _state.stack[-1][0] not in (strategy, default_strategy()):
        raise RuntimeError(
            "Mixing different tf.distribute.Strategy objects: "
            f"{_state.stack[-1][0]} is not {strategy}. Leave the scope of one before entering that of the other."
        )
    extended = strategy.extended
    _state.stack.append((strategy, replica))
    creators = TS.creators
    if extended._creator is not None:
        # Once, also where the scope of one strategy is entered within itself.
        TS.creators = (extended._creator, *(c for c in creators if c is not extended._creator))
    try:
        place = extended._home if replica is None else extended._devices[replica] if extended._devices else None
        with contextlib.nullcontext() if place is None else device_scope(place):
            yield strategy
    finally:
        TS.creators = creators
        _state.stack.pop()


@tf_export("distribute.ReplicaContext")
class ReplicaContext:
    """What a function that runs in a replica can ask: its number, its strategy, and the values of the other replicas.

    Mirrors `tf.distribute.ReplicaContext`. `tf.distribute.get_replica_context()` gives it. `replica_id_in_sync_group` is the number,
    `num_replicas_in_sync` how many there are; `all_reduce("SUM", value)` and `all_gather(value, axis)` join values, `merge_call(fn)` calls
    a function once for all.

    Arguments:
        strategy: the strategy. replica_id_in_sync_group: the number of the replica.

    Example:
        >>> def step(x):
        ...     context = tf.distribute.get_replica_context()
        ...     return context.all_reduce("SUM", x)
        >>> float(tf.distribute.OneDeviceStrategy("/cpu:0").run(step, args=(tf.constant(3.0),)))
        3.0
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"

    def __init__(self, strategy: Any, replica_id_in_sync_group: int) -> None:
        self._strategy, self._number = strategy, replica_id_in_sync_group

    @property
    def strategy(self) -> Strategy:
        """The strategy it runs under."""
        return self._strategy

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The number of this one, an int32 scalar."""
        return convert_to_tensor(self._number, "int32")

    @property
    def devices(self) -> Any:
        """The names of its devices."""
        return (self._strategy.extended.worker_devices[self._number],)

    def _reduce_all(self, reduce, value, gradient=None, name=""):
        """`reduce` of a list of a PerReplica for each leaf of `value`, for all replicas; `gradient(x, dy)`: that of one leaf."""

        def merge(strategy, leaves):
            return reduce([x if isinstance(x, PerReplica) else PerReplica([x] * self.num_replicas_in_sync) for x in leaves])

        leaves = [x if hasattr(x, "dtype") else convert_to_tensor(x) for x in nest.flatten(value)]
        made = self.merge_call(merge, args=(leaves,))
        made = [identity(x) if hasattr(x, "_rec") or hasattr(x, "op") else x for x in made]
        if gradient is not None:
            made = [with_gradient(x, y, gradient, name) if _is_float(x) else y for x, y in zip(leaves, made)]
        return nest.pack_sequence_as(value, made)

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """`value`, a tensor or a structure of tensors, reduced over all replicas. ValueError for another operation."""
        kind = ReduceOp.of(reduce_op)
        if self.num_replicas_in_sync == 1:
            return value

        def gradient(x, dy):
            return self.all_reduce(kind, dy)

        return self._reduce_all(lambda xs: self._strategy._reduced_together(kind, xs), value, gradient, "all_reduce")

    def all_gather(self, value: Any, axis: Axis, options: Any = None) -> Tensor:
        """The values of all replicas joined along `axis`."""
        if self.num_replicas_in_sync == 1:
            return value

        def gradient(x, dy):
            (sizes,) = self._reduce_all(lambda xs: [stack([shape(part)[axis] for part in xs[0].values])], [x])
            before = reduce_sum(sizes[: self._number])
            return gather(self.all_reduce(ReduceOp.SUM, dy), before + range_of(sizes[self._number]), axis=axis)

        return self._reduce_all(lambda xs: [concat(list(x.values), axis) for x in xs], value, gradient, "all_gather")

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """What `merge_fn(strategy, *args)` gives between replicas, with the arguments of all of them as PerReplica."""
        return replicas.merge_call(self._strategy, merge_fn, tuple(args), kwargs or {}, entered)


def _is_float(x):
    return isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_complex)


class _MirroredReplicaContext(ReplicaContext):
    __module__ = "tensorflow.python.distribute.mirrored_run"


class _OneDeviceReplicaContext(ReplicaContext):
    __module__ = "tensorflow.python.distribute.one_device_strategy"


class _DefaultReplicaContext(ReplicaContext):
    __module__ = "tensorflow.python.distribute.distribute_lib"


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

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any = None) -> PerReplica:
        """`value` reduced over all replicas, for the replicas of `destinations`, a variable or device names."""
        made = self._strategy.reduce(reduce_op, value, None)
        if isinstance(value, PerReplica) and isinstance(destinations, (DistributedValues, variables._Distributed)):
            return PerReplica([identity(made) for _ in range(self._strategy.num_replicas_in_sync)])
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


@tf_export("distribute.Strategy")
class Strategy:
    """How a program is spread over devices: the base of `MirroredStrategy` and the others.

    Mirrors `tf.distribute.Strategy`. Variables and models that are made within `with strategy.scope():` belong to it. `fit` then does the
    rest. A loop of one's own takes `experimental_distribute_dataset(dataset)`, calls `run(step, args=(batch,))` in each replica, and makes
    one value of the results by `reduce("SUM", results, axis=None)`; `num_replicas_in_sync` says how many replicas there are.

    Arguments:
        extended: a `tf.distribute.StrategyExtended`, for strategies of one's own.

    Example:
        >>> strategy = tf.distribute.get_strategy()
        >>> strategy.num_replicas_in_sync
        1
        >>> data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
        >>> [int(strategy.reduce("SUM", strategy.run(tf.reduce_sum, args=(batch,)), axis=None)) for batch in data]
        [1, 5]
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"
    _context_kind = ReplicaContext
    _has_workers = False  # whether other processes hold some of its replicas
    _cross_device_ops: Any = None  # what reduces gradients, where it was given
    _is_default = False
    _scale_loss_for_estimator = False  # whether optimizers of TensorFlow 1 take the mean of the losses of replicas
    _should_use_with_coordinator = False  # whether a program schedules functions for it

    def __init__(self, extended: Any) -> None:
        self._extended = extended
        count = max(1, len(extended._devices)) if isinstance(extended, StrategyExtended) else 1
        self._contexts = [self._context_kind(self, i) for i in range(count)]
        self._wrapped = {}  # traced functions given to `run`, as they run in all replicas

    def __copy__(self):
        raise RuntimeError("Must only deepcopy DistributionStrategy.")

    def __deepcopy__(self, memo):
        return self  # configurations that hold one are copied, and what it has joined is there once

    @property
    def extended(self) -> StrategyExtended:
        """The lower-level methods."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas whose gradients are added up."""
        return len(self._contexts)

    @property
    def cluster_resolver(self) -> Any:
        """The cluster resolver: None for one machine."""
        return None

    def scope(self) -> Any:
        """A context in which variables and models belong to this strategy."""
        return entered(self, None)

    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """The results of `fn(*args, **kwargs)` in each replica, merged: PerReplica where they differ.

        Each replica gets its component of PerReplica arguments. `options` are for TPUs and have no effect.
        """
        if len(self._contexts) == 1:
            args, kwargs = tuple(args), kwargs or {}
            if any(isinstance(x, DistributedValues) for x in nest.flatten((args, kwargs))):
                args, kwargs = select(0, args), select(0, kwargs)
            # Replicas run in the scope, to which a derived class may add something.
            with self.scope() if type(self).scope is not Strategy.scope else contextlib.nullcontext(), self._only_replica():
                return convert_argument(fn)(*args, **kwargs)
        if replicas.current_replica() is not None:
            raise RuntimeError("`Strategy.run` cannot be called within a replica.")
        if isinstance(inspect.getattr_static(fn, "__call__", None), Function):
            fn = fn.__call__  # of a module
        if isinstance(fn, Function):
            # Replicas synchronize in the middle of the function (`merge_call`, reductions), so one trace has to hold all of them.
            wrapped = self._wrapped.get(fn)
            if wrapped is None:
                wrapped = self._wrapped[fn] = function(lambda args, kwargs: self.run(fn.python_function, args, kwargs))
            return wrapped(tuple(args), dict(kwargs or {}))
        with self.scope():
            return replicas.run_replicas(self, convert_argument(fn), args, kwargs or {}, entered)

    @contextlib.contextmanager
    def _scale_loss_for_estimator_enabled(self):
        """A context in which optimizers of TensorFlow 1 take the mean of the losses of replicas, as estimators have it."""
        self._scale_loss_for_estimator = True
        try:
            yield
        finally:
            self._scale_loss_for_estimator = False

    def _only_replica(self):
        """A context in which the one replica of this process runs."""
        return entered(self, 0)

    def reduce(self, reduce_op: Any, value: Any, axis: Axis) -> Any:
        """`value` reduced over all replicas, and along `axis` unless it is None; `reduce_op` is "SUM" or "MEAN".

        Raises ValueError where the sum of something that is not one value for each replica is requested.
        """
        kind = ReduceOp.of(reduce_op)
        return nest.map_structure(lambda x: self._reduced(kind, x, axis), value)

    def _reduced(self, kind, x, axis):
        if isinstance(x, variables._Distributed):
            x = PerReplica([v.read_value() for v in x.values])
        if not isinstance(x, DistributedValues):
            if axis is not None:
                return reduced_along(kind, [x] * self.num_replicas_in_sync, axis)
            if self.num_replicas_in_sync > 1 and kind is ReduceOp.SUM:
                return not_reduced(x)
            return convert_to_tensor(x) if isinstance(self._extended, MirroredExtended) and self.num_replicas_in_sync == 1 else x
        return reduced(kind, x) if axis is None else reduced_along(kind, x.values, axis)

    def _added_gradients(self, gradients):
        """The gradients of all replicas added up."""
        # A gradient that all replicas share as one object counts once for each of them.
        count = self.num_replicas_in_sync
        made = [g if g is None or isinstance(g, PerReplica) else g * count for g in gradients]
        places = [i for i, g in enumerate(made) if isinstance(g, PerReplica)]
        for i, total in zip(places, self._reduced_together(ReduceOp.SUM, [made[i] for i in places])):
            made[i] = total
        return made

    def _reduced_together(self, kind, values):
        """The sums or means of several PerReplica."""
        if self._cross_device_ops is None:
            return [reduced(kind, x) for x in values]
        made = self._cross_device_ops.batch_reduce(kind, [(x, x) for x in values])
        return [select(0, x) for x in made]

    def gather(self, value: Any, axis: Axis) -> Tensor:
        """The values of all replicas joined along `axis`."""
        return nest.map_structure(lambda x: concat(list(x.values), axis) if isinstance(x, DistributedValues) else x, value)

    def group(self, value: Any, name: str | None = None) -> Any:
        """The operations of all replicas as one."""
        return group(*nest.flatten(self.experimental_local_results(value)), name=name)

    def unwrap(self, value: Any) -> Any:
        """The older name of `experimental_local_results`."""
        return self.experimental_local_results(value)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of the replicas on this machine, a tuple."""
        return self._extended._local_results(value)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> DistributedDataset:
        """`dataset`, each batch of which is divided between the replicas."""
        if options is not None and options.experimental_replication_mode is InputReplicationMode.PER_REPLICA:
            raise NotImplementedError("InputReplicationMode.PER_REPLICA is only supported in `distribute_datasets_from_function`.")
        return self._divided(dataset)

    def _divided(self, dataset):
        return (DistributedDataset if Initial.v2 else DistributedDatasetV1)(dataset, self.num_replicas_in_sync)

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> DistributedDatasetsFromFunction:
        """The dataset that `dataset_fn(InputContext)` makes for this machine, of which each replica gets separate batches."""
        count = self.num_replicas_in_sync
        if options is not None and count > 1 and options.experimental_replication_mode is InputReplicationMode.PER_REPLICA:
            raise refused("tf.distribute.InputOptions", "per replica")
        kind = DistributedDatasetsFromFunction if Initial.v2 else DistributedDatasetsFromFunctionV1
        return kind(dataset_fn(InputContext(1, 0, count)), count)

    def experimental_distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> Any:
        """The older name of `distribute_datasets_from_function`."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """The dataset of the slices of NumPy's arrays, a tuple or dictionary of them. No session has to hold them."""
        return Dataset.from_tensor_slices(numpy_input)

    def experimental_distribute_values_from_function(self, value_fn: Callable[..., Any]) -> Any:
        """What `value_fn(ValueContext)` gives for each replica, as PerReplica."""
        count = self.num_replicas_in_sync
        made = [value_fn(ValueContext(i, count)) for i in range(count)]
        return per_replica(made) if isinstance(self._extended, MirroredExtended) else made[0]

    def make_dataset_iterator(self, dataset: Any) -> Any:
        """An iterator over `experimental_distribute_dataset`."""
        return graph_iterator(self.experimental_distribute_dataset(dataset))

    def make_input_fn_iterator(self, input_fn: Callable[..., Any], replication_mode: Any = None) -> Any:
        """An iterator over `distribute_datasets_from_function`."""
        if replication_mode not in (None, InputReplicationMode.PER_WORKER):
            raise ValueError(f"Input replication mode not supported: {replication_mode!r}")
        return self._from_input_function(input_fn)

    def _from_input_function(self, input_fn):
        count = self.num_replicas_in_sync
        return of_input_function(input_fn(InputContext(1, 0, count)), count)

    def experimental_run(self, fn: Callable[..., Any], input_iterator: Any = None) -> Any:
        """`run` with the next element of an iterator."""
        return self.run(fn, () if input_iterator is None else (input_iterator.get_next(),))

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[None]:
        """See `StrategyExtended.colocate_vars_with`."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    def configure(
        self, session_config: Any = None, cluster_spec: Any = None, task_type: str | None = None, task_id: int | None = None
    ) -> None:
        """Nothing: there are no sessions to configure."""

    def update_config_proto(self, config_proto: Any) -> Any:
        """`config_proto` itself."""
        return config_proto


class Placed(Strategy):
    _extended_kind = StrategyExtended

    def __init__(self, devices: Iterable[str]) -> None:
        extended = self._extended_kind(self)
        extended._devices = tuple(devices)
        super().__init__(extended)


class DefaultStrategy(Placed):
    """The strategy outside of any scope: no device is preferred."""

    __module__ = "tensorflow.python.distribute.distribute_lib"
    __qualname__ = "_DefaultDistributionStrategy"
    _is_default = True
    _context_kind = _DefaultReplicaContext

    @contextlib.contextmanager
    def scope(self) -> Iterator[Self]:
        """A context that changes nothing."""
        if has_strategy():
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        yield self

    def run(self, fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: dict[str, Any] | None = None, options: Any = None) -> Any:
        """What `fn(*args, **kwargs)` gives."""
        return convert_argument(fn)(*args, **(kwargs or {}))

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """`dataset` itself."""
        return dataset

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> Any:
        """What `dataset_fn` makes."""
        return dataset_fn(InputContext(1, 0, 1))


DefaultStrategy.__name__ = DefaultStrategy.__qualname__  # as programs print it


_default = None
_making = shared_lock()


def default_strategy():
    """The default strategy, of which there is one."""
    global _default
    if _default is None:
        with _making:
            _default = _default or DefaultStrategy(())
    return _default


@tf_export("distribute.OneDeviceStrategy")
class OneDeviceStrategy(Placed):
    """A strategy of one replica, on one device.

    Mirrors `tf.distribute.OneDeviceStrategy`. It tries out a program that is meant for several devices. Variables made in its scope lie on
    the device, and `run` calls functions there.

    Arguments:
        device: the name of the device, as "/gpu:0" or "/cpu:0".

    Raises:
        InvalidArgumentError, when used: a device that is not there.

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     w = tf.Variable(2.0)
        >>> float(strategy.run(lambda x: w * x, args=(tf.constant(3.0),)))
        6.0
    """

    __module__ = "tensorflow.python.distribute.one_device_strategy"
    _extended_kind, _context_kind = OneDeviceExtended, _OneDeviceReplicaContext

    def __init__(self, device: str) -> None:
        super().__init__([device])


def _names(kind):
    return [d.name for d in list_logical_devices(kind)]


def _usable(devices):
    """The full names of the devices to use; soft placement finds others for those that are not there."""
    devices = [full_name(d) for d in devices]
    if len(set(devices)) < len(devices):
        raise AssertionError(f"No duplicates allowed in `devices` argument: {tuple(devices)}")
    return devices


@tf_export("distribute.MirroredStrategy")
class MirroredStrategy(Placed):
    """Trains on several devices of one machine: each replica takes a part of each batch, and gradients are added up.

    Mirrors `tf.distribute.MirroredStrategy`. Models made and compiled in its scope are trained by `fit` as usual, with batches for all
    replicas together. Loops of one's own use `experimental_distribute_dataset`, `run` and `reduce`. Variables are kept on the first device,
    from which others get copies as they read them.

    Arguments:
        devices: a list of names, as ["/gpu:0", "/gpu:1"]; None (default): all GPUs, or without any all logical devices of the CPU.
        cross_device_ops: what adds up gradients: a `tf.distribute.CrossDeviceOps`; None: as torch finds best.

    Raises:
        RuntimeError or ValueError: devices that are not there, or of several kinds.

    Example:
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
        >>> with strategy.scope():
        ...     model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        ...     model.compile("sgd", "mse")
        >>> _ = model.fit(tf.ones([8, 2]), tf.ones([8, 1]), batch_size=4, verbose=0)
        >>> strategy.num_replicas_in_sync
        1
    """

    __module__ = "tensorflow.python.distribute.mirrored_strategy"
    _extended_kind, _context_kind = MirroredExtended, _MirroredReplicaContext

    def __init__(self, devices: Sequence[Any] | None = None, cross_device_ops: Any = None) -> None:
        super().__init__(_usable(devices or _names("GPU") or _names("CPU")))
        self._cross_device_ops = cross_device_ops


class CentralStorageStrategy(Placed):
    """Variables on one device, replicas on others. Mirrors `tf.distribute.experimental.CentralStorageStrategy`.

    `compute_devices`: their names; None for all GPUs, or without any the CPU. `parameter_device`: the name of the one for variables; None
    for the GPU where there is one only, else the CPU.
    """

    _extended_kind = CentralStorageExtended

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None) -> None:
        gpus = _names("GPU")
        super().__init__(_usable(compute_devices or gpus or ["/cpu:0"]))
        self._extended._parameter_device = parameter_device or (full_name(gpus[0]) if len(gpus) == 1 else full_name("/cpu:0"))


TPUStrategy = refusing_class(
    "tf.distribute.TPUStrategy",
    Strategy,
    "tpu_cluster_resolver=None, experimental_device_assignment=None, experimental_spmd_xla_partitioning=False",
    "experimental_assign_to_logical_device experimental_replicate_to_logical_devices experimental_split_to_logical_devices",
)
tf_export("distribute.TPUStrategy", v1=[])(TPUStrategy)


def _strategy_in_scope():
    return get_strategy() if has_strategy() else None


def _in_replica(make):
    context = get_replica_context() if has_strategy() else None
    if context is not None and TS.replica is not None and not TS.replica.alone:
        TS.replica.check_graph()
    return replicas.made_once(make), None if context is None else context._number


higher.install(strategy_in_scope=_strategy_in_scope, in_replica=_in_replica)

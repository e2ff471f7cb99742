"""Strategies: how a program runs on its devices: on one, on several GPUs, or on what a CPU or GPU has been divided into."""

from __future__ import annotations

import contextlib
import inspect
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.joining import concat
from tfshim.config.devices import list_logical_devices
from tfshim.control_flow import group
from tfshim.data.dataset import Dataset
from tfshim.distribute import replicas, variables
from tfshim.distribute.devices import full_name
from tfshim.distribute.extended import CentralStorageExtended, MirroredExtended, OneDeviceExtended, StrategyExtended
from tfshim.distribute.inputs.datasets import (
    DistributedDataset,
    DistributedDatasetsFromFunction,
    DistributedDatasetsFromFunctionV1,
    DistributedDatasetV1,
    graph_iterator,
    of_input_function,
)
from tfshim.distribute.per_replica import DistributedValues, PerReplica, per_replica, select
from tfshim.distribute.reducing import not_reduced, reduced, reduced_along
from tfshim.distribute.replica_context import ReplicaContext, _DefaultReplicaContext, _MirroredReplicaContext, _OneDeviceReplicaContext
from tfshim.distribute.replicas import entered
from tfshim.distribute.values import InputContext, InputReplicationMode, ReduceOp, ValueContext
from tfshim.engine.autograph import convert_argument
from tfshim.engine.functions.function import Function, function
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS, Initial
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import type_spec_from_value
from tfshim.refusals import refused, refusing_class

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import Axis


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
    before, _chosen = _chosen, strategy
    made_by = [None if s is None else s.extended._creator for s in (before, strategy)]
    rest = tuple(c for c in TS.creators if c not in made_by)
    TS.creators = rest if made_by[1] is None else (made_by[1], *rest)


def _to_be_saved(called: Function, args: Any, kwargs: Any) -> None:
    """Let `called`, a module's function, which TensorFlow traces in the replicas, have a trace for this call when it is saved."""
    args, kwargs = nest.map_structure(
        lambda x: type_spec_from_value(x) if isinstance(x, Tensor) else x, (select(0, tuple(args)), select(0, dict(kwargs)))
    )
    reference = weakref.ref(called)

    def trace():
        with replicas.apart():
            reference().get_concrete_function(*args, **kwargs)

    called._ran_elsewhere.setdefault(repr((args, kwargs)), trace)


def beside(variable: Any) -> AbstractContextManager[Any]:
    """A context whose variables are kept where `variable` is."""
    return contextlib.nullcontext() if variable.updates_elsewhere is None else variable.beside()


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
        """A context in which variables and models belong to this strategy. RuntimeError within a replica of several."""
        self._check_between()
        return entered(self, None)

    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """Call a function once in each replica.

        Arguments:
            fn: the function, plain or a `tf.function`.
            args: its positional arguments, a list or tuple. Of values that differ by replica, as the batches of a distributed
                dataset do, each replica gets its own.
            kwargs: its arguments by name, a dictionary, likewise; None.
            options: for TPUs; without effect.

        Returns:
            What `fn` returns: with one replica just that, with several a value for each, which `reduce` makes one of.

        Raises:
            RuntimeError: called within a replica of several.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> losses = strategy.run(lambda x, scale: x * scale, args=(tf.constant(2.0),), kwargs={"scale": 3.0})
            >>> float(strategy.reduce("SUM", losses, axis=None))
            6.0
        """
        if len(self._contexts) == 1:
            args, kwargs = tuple(args), kwargs or {}
            if any(isinstance(x, DistributedValues) for x in nest.flatten((args, kwargs))):
                args, kwargs = select(0, args), select(0, kwargs)
            # Replicas run in the scope, to which a derived class may add something.
            with self.scope() if type(self).scope is not Strategy.scope else contextlib.nullcontext(), self._only_replica():
                return convert_argument(fn)(*args, **kwargs)
        replicas.check_between()
        if isinstance(inspect.getattr_static(fn, "__call__", None), Function):
            fn = fn.__call__  # of a module
            _to_be_saved(fn, args, kwargs or {})
        if isinstance(fn, Function):
            # Replicas synchronize in the middle of the function (`merge_call`, reductions), so one trace has to hold all of them.
            wrapped = self._wrapped.get(fn)
            if wrapped is None:
                wrapped = self._wrapped[fn] = function(lambda args, kwargs: self.run(fn.python_function, args, kwargs))
            return wrapped(tuple(args), dict(kwargs or {}))
        with self.scope():
            return replicas.run_replicas(self, convert_argument(fn), args, kwargs or {})

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
        """Make one value of those of all replicas.

        Arguments:
            reduce_op: "SUM" or "MEAN", or a `tf.distribute.ReduceOp`.
            value: what `run` returned, or a structure of such; the components have one shape.
            axis: an axis that is reduced as well, mostly 0, that of the batch; None reduces over the replicas alone.

        Returns:
            A tensor, or a structure of them as `value` is one. A mean along `axis` counts examples, however they are divided.

        Raises:
            ValueError: a sum of what is no value of several replicas, or an unknown `reduce_op`.
            RuntimeError: called within a replica of several.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> losses = strategy.run(lambda: tf.constant([1.0, 3.0]))
            >>> float(strategy.reduce("MEAN", losses, axis=0))
            2.0
        """
        self._check_between()
        kind = ReduceOp.of(reduce_op)
        return nest.map_structure(lambda x: self._reduced(kind, x, axis), value)

    def _check_between(self):
        """Raise RuntimeError within a replica of one of several: what concerns all of them is not done there."""
        if len(self._contexts) > 1:
            replicas.check_between()

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
        if options is not None and options and options.experimental_replication_mode is InputReplicationMode.PER_REPLICA and count > 1:
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
        get_logger().info("Using MirroredStrategy with devices %r", self._extended._devices)


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

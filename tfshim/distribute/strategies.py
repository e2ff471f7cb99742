"""Strategies: how a program runs on its devices. Here it runs on one."""

import contextlib
import json
import logging
import os
import threading

import torch

from tfshim import math
from tfshim.distribute._refusals import refused
from tfshim.distribute.values import DistributedDataset, InputContext, ReduceOp, ValueContext
from tfshim.engine.autograph import convert_argument
from tfshim.engine.context import device as device_scope
from tfshim.engine.convert import convert_to_tensor

_log = logging.getLogger("tensorflow")


class _State(threading.local):
    def __init__(self):
        self.stack = []  # (strategy, whether a replica runs)


_state = _State()
_chosen = None


def get_strategy():
    """The strategy in whose scope this is, or the default one. Mirrors `tf.distribute.get_strategy`."""
    return _state.stack[-1][0] if _state.stack else _chosen or default_strategy()


def has_strategy():
    """Whether this is in the scope of a strategy other than the default one. Mirrors `tf.distribute.has_strategy`."""
    return get_strategy() is not default_strategy()


def in_cross_replica_context():
    """Whether this is in a strategy's scope but in no replica. Mirrors `tf.distribute.in_cross_replica_context`."""
    return bool(_state.stack) and not _state.stack[-1][1] or not _state.stack and _chosen is not None


def get_replica_context():
    """The context of the running replica, None between replicas. Mirrors `tf.distribute.get_replica_context`."""
    if in_cross_replica_context():
        return None
    return get_strategy()._replica


def experimental_set_strategy(strategy):
    """Make `strategy` the one outside of any scope; None for the default. Mirrors `tf.distribute.experimental_set_strategy`.

    Raises RuntimeError within a scope.
    """
    global _chosen
    if _state.stack:
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    _chosen = strategy


@contextlib.contextmanager
def _entered(strategy, replica):
    if not replica and _state.stack and _state.stack[-1][0] is not strategy and _state.stack[-1][0] is not default_strategy():
        raise RuntimeError("Mixing different tf.distribute.Strategy objects: "
                           f"{_state.stack[-1][0]} is not {strategy}. Leave the scope of one before entering that of the other.")
    _state.stack.append((strategy, replica))
    try:
        with device_scope(strategy.extended._device) if strategy.extended._device else contextlib.nullcontext():
            yield strategy
    finally:
        _state.stack.pop()


class ReplicaContext:
    """What a running replica knows of itself. Mirrors `tf.distribute.ReplicaContext`."""

    __module__ = "tensorflow.python.distribute.distribute_lib"

    def __init__(self, strategy, replica_id_in_sync_group):
        self._strategy, self._number = strategy, replica_id_in_sync_group

    @property
    def strategy(self):
        """The strategy it runs under."""
        return self._strategy

    @property
    def num_replicas_in_sync(self):
        """The number of replicas: 1."""
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self):
        """The number of this one, an int32 scalar."""
        return convert_to_tensor(self._number, "int32")

    @property
    def devices(self):
        """The names of its devices."""
        return self._strategy.extended.worker_devices

    def all_reduce(self, reduce_op, value, options=None):
        """`value`, a tensor or a structure of tensors, reduced over all replicas: itself. ValueError for another operation."""
        try:
            ReduceOp.of(reduce_op)
        except KeyError:
            raise ValueError(f"`reduce_op` must be SUM or MEAN, got {reduce_op!r}") from None
        return value

    def all_gather(self, value, axis, options=None):
        """The values of all replicas joined along `axis`: `value` itself."""
        return value

    def merge_call(self, merge_fn, args=(), kwargs=None):
        """What `merge_fn(strategy, *args)` gives between replicas."""
        with _entered(self._strategy, False):
            return merge_fn(self._strategy, *args, **(kwargs or {}))


class StrategyExtended:
    """The lower-level methods of a strategy. Mirrors `tf.distribute.StrategyExtended`."""

    __module__ = "tensorflow.python.distribute.distribute_lib"
    __qualname__ = "StrategyExtendedV2"

    def __init__(self, container_strategy):
        self._strategy, self._device = container_strategy, None

    @property
    def worker_devices(self):
        """The names of the devices that compute."""
        from tfshim.distribute.devices import full_name

        return (full_name(self._device or "/cpu:0"),)

    @property
    def parameter_devices(self):
        """The names of the devices that hold variables."""
        return self.worker_devices

    @property
    def experimental_require_static_shapes(self):
        """False: shapes may vary."""
        return False

    def reduce_to(self, reduce_op, value, destinations, options=None):
        """`value` reduced over all replicas: itself."""
        return self._strategy._replica.all_reduce(reduce_op, value)

    def batch_reduce_to(self, reduce_op, value_destination_pairs, options=None):
        """`reduce_to` for several pairs of a value and its destinations."""
        return [self.reduce_to(reduce_op, value, destinations) for value, destinations in value_destination_pairs]

    def update(self, var, fn, args=(), kwargs=None, group=True):
        """What `fn(var, *args)` gives; in a list of one unless `group`."""
        made = fn(var, *args, **(kwargs or {}))
        return made if group else [made]

    def value_container(self, value):
        """What holds `value` for all replicas: itself."""
        return value

    def variable_created_in_scope(self, v):
        """Whether `v` belongs to this strategy: with one replica all do."""
        return True

    def colocate_vars_with(self, colocate_with_variable):
        """A context for variables beside another one, which they are anyway."""
        return contextlib.nullcontext()


class Strategy:
    """How a program runs on its devices; here on one replica. Mirrors `tf.distribute.Strategy`.

    `extended`: a `StrategyExtended`.
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"

    def __init__(self, extended):
        self._extended = extended
        self._replica = ReplicaContext(self, 0)

    @property
    def extended(self):
        """The lower-level methods."""
        return self._extended

    @property
    def num_replicas_in_sync(self):
        """The number of replicas whose gradients are added up: 1."""
        return 1

    @property
    def cluster_resolver(self):
        """What knows the machines of the cluster: None for one machine."""
        return None

    def scope(self):
        """A context in which variables and models belong to this strategy."""
        return _entered(self, False)

    def run(self, fn, args=(), kwargs=None, options=None):
        """What `fn(*args, **kwargs)` gives on the replica. `options` are for TPUs and have no effect."""
        with _entered(self, True):
            return convert_argument(fn)(*args, **(kwargs or {}))

    def reduce(self, reduce_op, value, axis):
        """`value` reduced over all replicas, and along `axis` unless it is None; `reduce_op` is "SUM" or "MEAN"."""
        kind = ReduceOp.of(reduce_op)
        if axis is None:
            return value
        from tfshim.engine import nest

        reduce = math.reduce_sum if kind is ReduceOp.SUM else math.reduce_mean
        return nest.map_structure(lambda x: reduce(convert_to_tensor(x), axis=axis), value)

    def gather(self, value, axis):
        """The values of all replicas joined along `axis`: `value` itself."""
        return value

    def group(self, value, name=None):
        """The operations of all replicas as one."""
        from tfshim.control_flow import group

        return group(value, name=name)

    def unwrap(self, value):
        """The older name of `experimental_local_results`."""
        return self.experimental_local_results(value)

    def experimental_local_results(self, value):
        """The values of the replicas on this machine, a tuple of one."""
        return (value,)

    def experimental_distribute_dataset(self, dataset, options=None):
        """`dataset`, each element of which goes to the one replica."""
        return DistributedDataset(dataset)

    def distribute_datasets_from_function(self, dataset_fn, options=None):
        """The dataset that `dataset_fn(InputContext)` makes for this machine."""
        return DistributedDataset(dataset_fn(InputContext(1, 0, 1)))

    def experimental_distribute_datasets_from_function(self, dataset_fn, options=None):
        """The older name of `distribute_datasets_from_function`."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def experimental_distribute_values_from_function(self, value_fn):
        """What `value_fn(ValueContext)` gives for the one replica."""
        return value_fn(ValueContext(0, 1))

    def make_dataset_iterator(self, dataset):
        """An iterator over `experimental_distribute_dataset`."""
        return iter(self.experimental_distribute_dataset(dataset))

    def make_input_fn_iterator(self, input_fn, replication_mode=None):
        """An iterator over `distribute_datasets_from_function`."""
        return iter(self.distribute_datasets_from_function(input_fn))

    def experimental_run(self, fn, input_iterator=None):
        """`run` with the next element of an iterator."""
        return self.run(fn, () if input_iterator is None else (input_iterator.get_next(),))

    def colocate_vars_with(self, colocate_with_variable):
        """See `StrategyExtended.colocate_vars_with`."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    def configure(self, session_config=None, cluster_spec=None, task_type=None, task_id=None):
        """Nothing: there are no sessions to configure."""

    def update_config_proto(self, config_proto):
        """`config_proto` itself."""
        return config_proto


class _Single(Strategy):
    def __init__(self, device):
        super().__init__(StrategyExtended(self))
        self._extended._device = device


class DefaultStrategy(_Single):
    """The strategy outside of any scope: no device is preferred."""

    __module__ = "tensorflow.python.distribute.distribute_lib"
    __qualname__ = "_DefaultDistributionStrategy"

    @contextlib.contextmanager
    def scope(self):
        """A context that changes nothing."""
        if has_strategy():
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        yield self

    def run(self, fn, args=(), kwargs=None, options=None):
        """What `fn(*args, **kwargs)` gives."""
        return convert_argument(fn)(*args, **(kwargs or {}))

    def experimental_distribute_dataset(self, dataset, options=None):
        """`dataset` itself."""
        return dataset

    def distribute_datasets_from_function(self, dataset_fn, options=None):
        """What `dataset_fn` makes."""
        return dataset_fn(InputContext(1, 0, 1))


_default = None


def default_strategy():
    """The default strategy, of which there is one."""
    global _default
    if _default is None:
        _default = DefaultStrategy(None)
    return _default


class OneDeviceStrategy(_Single):
    """Everything on one device, given by its name. Mirrors `tf.distribute.OneDeviceStrategy`."""

    __module__ = "tensorflow.python.distribute.one_device_strategy"

    def __init__(self, device):
        super().__init__(device)


def _one_of(devices, name):
    """The one device to use; NotImplementedError for several."""
    devices = list(devices) if devices is not None else None
    if devices is not None and len(devices) > 1:
        raise NotImplementedError(
            f"tf.distribute.{name}: several devices ({', '.join(map(str, devices))}) are not supported yet; name one, or none."
        )
    if devices:
        return devices[0]
    count = torch.cuda.device_count()
    if count > 1:
        _log.warning("tf.distribute.%s uses the first of %d GPUs: several are not supported yet.", name, count)
    return "/gpu:0" if count else "/cpu:0"


class MirroredStrategy(_Single):
    """Replicas on the devices of one machine, of which one is supported. Mirrors `tf.distribute.MirroredStrategy`.

    `devices`: a list of one name; None for the first GPU or else the CPU. More raise NotImplementedError. `cross_device_ops`
    has nothing to do for one device.
    """

    __module__ = "tensorflow.python.distribute.mirrored_strategy"

    def __init__(self, devices=None, cross_device_ops=None):
        super().__init__(_one_of(devices, "MirroredStrategy"))
        self._cross_device_ops = cross_device_ops


class CentralStorageStrategy(_Single):
    """Variables on one device, replicas on others, of which one is supported.

    Mirrors `tf.distribute.experimental.CentralStorageStrategy`.
    """

    def __init__(self, compute_devices=None, parameter_device=None):
        super().__init__(_one_of(compute_devices, "experimental.CentralStorageStrategy"))
        if parameter_device is not None and str(parameter_device) != str(self._extended._device):
            raise NotImplementedError(
                "tf.distribute.experimental.CentralStorageStrategy: parameter_device must be the device that computes."
            )


def _check_alone(cluster_resolver, name):
    """NotImplementedError if the environment or the resolver tells of more than one worker."""
    tasks = 1
    if cluster_resolver is not None:
        tasks = sum(len(v) for v in cluster_resolver.cluster_spec().as_dict().values())
    elif os.environ.get("TF_CONFIG"):
        cluster = json.loads(os.environ["TF_CONFIG"]).get("cluster", {})
        tasks = sum(len(v) for v in cluster.values())
    if tasks > 1:
        raise NotImplementedError(f"tf.distribute.{name}: {tasks} workers are not supported yet; run one, without TF_CONFIG.")


class MultiWorkerMirroredStrategy(_Single):
    """Replicas on several machines, of which one is supported. Mirrors `tf.distribute.MultiWorkerMirroredStrategy`.

    A `cluster_resolver` or a TF_CONFIG with more than one worker raises NotImplementedError. `communication_options` have no
    effect on one.
    """

    __module__ = "tensorflow.python.distribute.collective_all_reduce_strategy"
    __qualname__ = "CollectiveAllReduceStrategy"

    def __init__(self, cluster_resolver=None, communication_options=None):
        _check_alone(cluster_resolver, "MultiWorkerMirroredStrategy")
        super().__init__(_one_of(None, "MultiWorkerMirroredStrategy"))
        self._resolver = cluster_resolver

    @property
    def cluster_resolver(self):
        """The resolver that was given."""
        return self._resolver


ParameterServerStrategy = refused(
    "ParameterServerStrategy", "is not supported: there are no parameter servers here; use tf.distribute.MirroredStrategy.", Strategy,
    parameters="cluster_resolver, variable_partitioner=None")
TPUStrategy = refused(
    "TPUStrategy", "is not supported: PyTorch has no TPUs without torch_xla; use tf.distribute.MirroredStrategy.", Strategy,
    parameters="tpu_cluster_resolver=None, experimental_device_assignment=None, experimental_spmd_xla_partitioning=False",
    members="experimental_assign_to_logical_device experimental_replicate_to_logical_devices experimental_split_to_logical_devices")

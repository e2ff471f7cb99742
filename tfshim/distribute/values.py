"""Values of replicas, contexts and options."""

import collections
import enum


class ReduceOp(enum.Enum):
    """How the values of replicas become one. Mirrors `tf.distribute.ReduceOp`."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def of(value):
        """The member for itself or its name in any case."""
        return value if isinstance(value, ReduceOp) else ReduceOp[str(value).upper()]


class InputReplicationMode(enum.Enum):
    """How often an input function is called. Mirrors `tf.distribute.InputReplicationMode`."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class InputOptions(collections.namedtuple("InputOptions", [
    "experimental_fetch_to_device", "experimental_replication_mode", "experimental_place_dataset_on_device",
    "experimental_per_replica_buffer_size",
])):  # fmt: skip
    """Options of distributed datasets, which make no difference for one replica. Mirrors `tf.distribute.InputOptions`."""

    __slots__ = ()

    def __new__(cls, experimental_fetch_to_device=None, experimental_replication_mode=InputReplicationMode.PER_WORKER,
                experimental_place_dataset_on_device=False, experimental_per_replica_buffer_size=1):
        return super().__new__(cls, experimental_fetch_to_device, experimental_replication_mode, experimental_place_dataset_on_device,
                               experimental_per_replica_buffer_size)


class RunOptions(collections.namedtuple("RunOptions", [
    "experimental_enable_dynamic_batch_size", "experimental_bucketizing_dynamic_shape", "experimental_xla_options",
])):  # fmt: skip
    """Options of `Strategy.run` for TPUs. Mirrors `tf.distribute.RunOptions`."""

    __slots__ = ()

    def __new__(cls, experimental_enable_dynamic_batch_size=True, experimental_bucketizing_dynamic_shape=False,
                experimental_xla_options=None):
        return super().__new__(cls, experimental_enable_dynamic_batch_size, experimental_bucketizing_dynamic_shape,
                               experimental_xla_options)


class InputContext:
    """What an input function is told: how many pipelines and replicas there are. Mirrors `tf.distribute.InputContext`."""

    def __init__(self, num_input_pipelines=1, input_pipeline_id=0, num_replicas_in_sync=1):
        self._pipelines, self._number, self._replicas = num_input_pipelines, input_pipeline_id, num_replicas_in_sync

    @property
    def num_input_pipelines(self):
        """The number of input pipelines."""
        return self._pipelines

    @property
    def input_pipeline_id(self):
        """The number of this one, from 0."""
        return self._number

    @property
    def num_replicas_in_sync(self):
        """The number of replicas."""
        return self._replicas

    def get_per_replica_batch_size(self, global_batch_size):
        """The part of a batch that one replica gets. Raises ValueError unless it divides evenly."""
        if global_batch_size % self._replicas:
            raise ValueError(f"The `global_batch_size` {global_batch_size!r} is not divisible by `num_replicas_in_sync` "
                             f"{self._replicas!r} ")
        return global_batch_size // self._replicas

    def __repr__(self):
        return f"tf.distribute.InputContext(input pipeline id {self._number}, total: {self._pipelines})"


class ValueContext:
    """What a function of `experimental_distribute_values_from_function` is told. Mirrors `tf.distribute.experimental.ValueContext`."""

    def __init__(self, replica_id_in_sync_group=0, num_replicas_in_sync=1):
        self._number, self._replicas = replica_id_in_sync_group, num_replicas_in_sync

    @property
    def num_replicas_in_sync(self):
        """The number of replicas."""
        return self._replicas

    @property
    def replica_id_in_sync_group(self):
        """The number of this one."""
        return self._number


class DistributedValues:
    """The base of values that differ from replica to replica; with one there are none. Mirrors `tf.distribute.DistributedValues`."""


class PerReplica(DistributedValues):
    """The base of values of each replica. Mirrors `tf.types.experimental.distributed.PerReplica`."""


class Mirrored(DistributedValues):
    """The base of values that are the same everywhere. Mirrors `tf.types.experimental.distributed.Mirrored`."""


class DistributedIterator:
    """An iterator over a distributed dataset. Mirrors `tf.distribute.DistributedIterator`."""

    def __init__(self, dataset):
        self._iterator, self._spec = iter(dataset), dataset.element_spec

    @property
    def element_spec(self):
        """The type of an element."""
        return self._spec

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._iterator)

    def get_next(self):
        """The next element. Raises OutOfRangeError at the end."""
        from tfshim.engine import errors

        try:
            return next(self._iterator)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, "End of sequence") from None

    def get_next_as_optional(self):
        """The next element as a `tf.experimental.Optional`, empty at the end."""
        from tfshim.experimental import Optional

        try:
            return Optional.from_value(next(self._iterator))
        except StopIteration:
            return Optional.empty(self._spec)


class DistributedDataset:
    """A dataset whose elements go to the one replica there is. Mirrors `tf.distribute.DistributedDataset`."""

    __module__ = "tensorflow.python.types.distribute"
    __qualname__ = "DistributedDatasetInterface"

    def __init__(self, dataset):
        self._dataset = dataset

    def __iter__(self):
        return DistributedIterator(self._dataset)

    @property
    def element_spec(self):
        """The type of an element."""
        return self._dataset.element_spec

    def reduce(self, initial_state, reduce_func):
        """What `tf.data.Dataset.reduce` gives."""
        return self._dataset.reduce(initial_state, reduce_func)

    def __len__(self):
        return len(self._dataset)

    def cardinality(self):
        """The number of elements."""
        return self._dataset.cardinality()

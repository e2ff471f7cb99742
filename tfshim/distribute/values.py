"""Values of replicas, contexts and options."""

from __future__ import annotations

import collections
import enum
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import IntLike


@tf_export("distribute.ReduceOp")
class ReduceOp(enum.Enum):
    """How values of replicas become one: SUM or MEAN; what `strategy.reduce` and `all_reduce` take.

    Mirrors `tf.distribute.ReduceOp`. The texts "SUM" and "MEAN" serve as well. A loop of one's own takes the loss of each replica over the
    number of all examples and sums, since batches of replicas may differ in size.

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> per_replica = strategy.run(lambda: tf.constant([1.0, 3.0]))
        >>> float(strategy.reduce(tf.distribute.ReduceOp.MEAN, per_replica, axis=0))
        2.0
        >>> [op.name for op in tf.distribute.ReduceOp]
        ['SUM', 'MEAN']
    """

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: Any) -> ReduceOp:
        """The operation by which variables with a `tf.VariableAggregation` become one.

        Mirrors `tf.distribute.ReduceOp.from_variable_aggregation`.

        Arguments:
            aggregation: `tf.VariableAggregation.SUM` or `MEAN`.

        Returns:
            The member of that name.

        Raises:
            ValueError: another aggregation, which is no reduction.

        Example:
            >>> tf.distribute.ReduceOp.from_variable_aggregation(tf.VariableAggregation.MEAN)
            <ReduceOp.MEAN: 'MEAN'>
        """
        name = getattr(aggregation, "name", None)
        if name not in ReduceOp.__members__:
            # TensorFlow's text has no space there either.
            raise ValueError(f"Could not convert from `tf.VariableAggregation` {aggregation} to`tf.distribute.ReduceOp` type")
        return ReduceOp[name]

    @staticmethod
    def of(value: Any) -> ReduceOp:
        """The member for itself or its name in any case. Raises ValueError for other names."""
        return value if isinstance(value, ReduceOp) else ReduceOp(str(value).upper())


@tf_export("distribute.InputReplicationMode")
class InputReplicationMode(enum.Enum):
    """How often an input function is called for a distributed dataset. Mirrors `tf.distribute.InputReplicationMode`.

    `PER_WORKER`: once for each worker, whose replicas share what the dataset gives; the default. `PER_REPLICA`: once for
    each replica, which has a dataset of its own; of several replicas in one process only `tf.distribute.MirroredStrategy`
    has that. It is an argument of `tf.distribute.InputOptions`, which `Strategy.distribute_datasets_from_function` takes.

    Example:
        >>> options = tf.distribute.InputOptions(
        ...     experimental_replication_mode=tf.distribute.InputReplicationMode.PER_WORKER)
        >>> options.experimental_replication_mode
        <InputReplicationMode.PER_WORKER: 'PER_WORKER'>
        >>> [mode.name for mode in tf.distribute.InputReplicationMode]
        ['PER_WORKER', 'PER_REPLICA']
    """

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


@tf_export("distribute.InputOptions", v1=[])
class InputOptions(collections.namedtuple("InputOptions", [
    "experimental_fetch_to_device", "experimental_replication_mode", "experimental_place_dataset_on_device",
    "experimental_per_replica_buffer_size",
])):  # fmt: skip
    """Options of distributed datasets, a named tuple. Mirrors `tf.distribute.InputOptions`.

    Arguments:
        experimental_fetch_to_device: whether elements are brought to the devices of the replicas, True by default.
        experimental_replication_mode: how often an input function is called, a `tf.distribute.InputReplicationMode`.
        experimental_place_dataset_on_device: whether datasets are made on these devices, False by default.
        experimental_per_replica_buffer_size: how many elements wait for each replica, 1 by default.

    `Strategy.experimental_distribute_dataset` and `Strategy.distribute_datasets_from_function` take them. For one replica
    they make no difference.

    Example:
        >>> options = tf.distribute.InputOptions(experimental_per_replica_buffer_size=2)
        >>> options.experimental_fetch_to_device, options.experimental_per_replica_buffer_size
        (True, 2)
        >>> strategy = tf.distribute.get_strategy()
        >>> data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(2), options)
        >>> [int(x) for x in data]
        [0, 1]
    """

    __slots__ = ()

    def __new__(
        cls,
        experimental_fetch_to_device: bool | None = None,
        experimental_replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER,
        experimental_place_dataset_on_device: bool = False,
        experimental_per_replica_buffer_size: int = 1,
    ) -> Self:
        return super().__new__(
            cls,
            True if experimental_fetch_to_device is None else experimental_fetch_to_device,
            experimental_replication_mode,
            experimental_place_dataset_on_device,
            experimental_per_replica_buffer_size,
        )


@tf_export("distribute.RunOptions")
class RunOptions(collections.namedtuple("RunOptions", [
    "experimental_enable_dynamic_batch_size", "experimental_bucketizing_dynamic_shape", "experimental_xla_options",
])):  # fmt: skip
    """Options of `Strategy.run`, a named tuple. Mirrors `tf.distribute.RunOptions`.

    Arguments:
        experimental_enable_dynamic_batch_size: for TPUs, whether sizes of batches may differ; True by default.
        experimental_bucketizing_dynamic_shape: for TPUs, whether unknown sizes are rounded up to few ones; False by default.
        experimental_xla_options: for TPUs, options of the compiler; None by default.

    All of it is for TPUs, which are not supported here: with other devices TensorFlow passes over the options too, and the
    function runs on each replica as it would without.

    Example:
        >>> options = tf.distribute.RunOptions(experimental_enable_dynamic_batch_size=False)
        >>> options.experimental_bucketizing_dynamic_shape
        False
        >>> strategy = tf.distribute.get_strategy()
        >>> int(strategy.run(lambda x: x + 1, args=(tf.constant(1),), options=options))
        2
    """

    __slots__ = ()

    def __new__(
        cls,
        experimental_enable_dynamic_batch_size: bool = True,
        experimental_bucketizing_dynamic_shape: bool = False,
        experimental_xla_options: Any = None,
    ) -> Self:
        return super().__new__(
            cls, experimental_enable_dynamic_batch_size, experimental_bucketizing_dynamic_shape, experimental_xla_options
        )


@tf_export("distribute.InputContext")
class InputContext:
    """What a function that makes a dataset for a strategy is told: how many input pipelines and replicas there are.

    Mirrors `tf.distribute.InputContext`. `strategy.distribute_datasets_from_function` calls the function with one. It has
    `num_input_pipelines`, `input_pipeline_id`, `num_replicas_in_sync` and `get_per_replica_batch_size(global_batch_size)`.

    Arguments:
        num_input_pipelines: as a rule one for each worker; 1 by default.
        input_pipeline_id: which of them this is; 0.
        num_replicas_in_sync: 1.

    Example:
        >>> context = tf.distribute.InputContext(num_input_pipelines=2, input_pipeline_id=1, num_replicas_in_sync=4)
        >>> context.get_per_replica_batch_size(64)
        16
        >>> data = tf.data.Dataset.range(6).shard(context.num_input_pipelines, context.input_pipeline_id)
        >>> [int(x) for x in data]
        [1, 3, 5]
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"

    def __init__(self, num_input_pipelines: IntLike = 1, input_pipeline_id: IntLike = 0, num_replicas_in_sync: IntLike = 1) -> None:
        self._pipelines, self._number, self._replicas = num_input_pipelines, input_pipeline_id, num_replicas_in_sync

    @property
    def num_input_pipelines(self) -> int:
        """The number of input pipelines."""
        return self._pipelines

    @property
    def input_pipeline_id(self) -> int:
        """The number of this one, from 0."""
        return self._number

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._replicas

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The part of a global batch that one replica gets. Mirrors `tf.distribute.InputContext.get_per_replica_batch_size`.

        A function for `strategy.distribute_datasets_from_function` has to batch by itself, with the size for one replica: what it makes is
        not divided up again.

        Arguments:
            global_batch_size: the number of examples of a step over all replicas, an int.

        Returns:
            an int, the size divided by `num_replicas_in_sync`.

        Raises:
            ValueError: it does not divide evenly.

        Example:
            >>> def make(context):
            ...     data = tf.data.Dataset.range(12).shard(context.num_input_pipelines, context.input_pipeline_id)
            ...     return data.batch(context.get_per_replica_batch_size(4))
            >>> context = tf.distribute.InputContext(num_replicas_in_sync=2)
            >>> context.get_per_replica_batch_size(4), len(make(context))
            (2, 6)
        """
        if global_batch_size % self._replicas:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size!r} is not divisible by `num_replicas_in_sync` {self._replicas!r} "
            )
        return global_batch_size // self._replicas

    def __str__(self) -> str:
        return f"tf.distribute.InputContext(input pipeline id {self._number}, total: {self._pipelines})"


class ValueContext:
    """What a function that makes a value for a replica is told. Mirrors `tf.distribute.experimental.ValueContext`.

    `strategy.experimental_distribute_values_from_function(fn)` calls `fn` once for each replica, with one of these. It has
    `replica_id_in_sync_group` and `num_replicas_in_sync` as attributes.

    Arguments:
        replica_id_in_sync_group: the number of the replica, an int from 0 on (default 0).
        num_replicas_in_sync: how many replicas there are, an int (default 1).

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> def make(context):
        ...     return tf.constant(10 + context.replica_id_in_sync_group)
        >>> strategy.experimental_distribute_values_from_function(make).numpy()
        10
        >>> print(tf.distribute.experimental.ValueContext(1, 2))
        tf.distribute.ValueContext(replica id 1,  total replicas in sync: 2)
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self._number, self._replicas = replica_id_in_sync_group, num_replicas_in_sync

    def __str__(self) -> str:
        return f"tf.distribute.ValueContext(replica id {self._number},  total replicas in sync: {self._replicas})"

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._replicas

    @property
    def replica_id_in_sync_group(self) -> int:
        """The number of this one."""
        return self._number

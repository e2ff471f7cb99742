"""`MultiWorkerMirroredStrategy`: replicas in several processes, each of which runs the same program."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.distribute import collectives, variables
from tfshim.distribute.cluster_resolver import ClusterResolver, TFConfigClusterResolver
from tfshim.distribute.devices import full_name
from tfshim.distribute.extended import MirroredExtended
from tfshim.distribute.inputs.datasets import of_input_function, on_dataset
from tfshim.distribute.inputs.sharding import WorkerDataset, WorkerDatasetV1, sharded, together
from tfshim.distribute.per_replica import DistributedValues, per_replica
from tfshim.distribute.replica_context import ReplicaContext
from tfshim.distribute.replicas import entered
from tfshim.distribute.strategies import Placed
from tfshim.distribute.values import InputContext, ReduceOp, ValueContext
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS, Initial
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.distribute.experimental.options import CommunicationOptions
    from tfshim.engine.values.annotations import Axis


class _Alone:
    """The one replica of a worker while it runs: what it does together with others goes through the workers."""

    alone = True
    number = 0

    def __init__(self, strategy: Any) -> None:
        self._strategy, self.count = strategy, strategy.num_replicas_in_sync

    def merge(self, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """What `fn(strategy, *args)` gives between the replicas."""
        TS.replica, own = None, TS.replica
        try:
            with entered(self._strategy, None):
                return fn(self._strategy, *args, **kwargs)
        finally:
            TS.replica = own


class WorkerReplicaContext(ReplicaContext):
    """The context of the replica of a worker."""

    __module__ = "tensorflow.python.distribute.mirrored_run"

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The number of this replica among those of all workers, an int32 scalar."""
        return convert_to_tensor(self._strategy._rank, "int32")

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """`value`, a tensor or a structure of tensors, reduced over all workers. ValueError for another operation."""
        kind = ReduceOp.of(reduce_op)
        if not self._strategy._has_workers:
            return value
        leaves = nest.flatten(value)
        return nest.pack_sequence_as(value, self._strategy._over_workers(kind, leaves))

    def all_gather(self, value: Any, axis: Axis, options: Any = None) -> Any:
        """The values of all workers joined along `axis`."""
        return self._strategy.gather(value, axis) if self._strategy._has_workers else value


class CollectiveAllReduceExtended(MirroredExtended):
    """The lower-level methods of MultiWorkerMirroredStrategy."""

    __module__ = "tensorflow.python.distribute.collective_all_reduce_strategy"
    _between_graph = True

    def _in_multi_worker_mode(self) -> bool:
        return self._strategy._has_workers

    @property
    def should_checkpoint(self) -> bool:
        """Whether this worker is the one that writes checkpoints: the first."""
        return self._strategy._rank == 0

    @property
    def should_save_summary(self) -> bool:
        """Whether this worker is the one that writes summaries: the first."""
        return self._strategy._rank == 0

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The names of the devices of this worker that compute."""
        return tuple(d.replace("/job:localhost/replica:0/task:0", self._strategy._task) for d in super().worker_devices)

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any = None) -> Any:
        """`value` reduced over all workers."""
        return self._strategy.reduce(reduce_op, value, None)

    def broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        """`tensor` for the replica of this worker: itself."""
        return convert_to_tensor(tensor)


@tf_export("distribute.MultiWorkerMirroredStrategy", v1=[])
class MultiWorkerMirroredStrategy(Placed):
    """Training in several processes on one or more machines, a replica each. Mirrors `tf.distribute.MultiWorkerMirroredStrategy`.

    Arguments:
        cluster_resolver: says who takes part and which worker this process is; by default the environment variable
            TF_CONFIG, or torchrun.
        communication_options: a `tf.distribute.experimental.CommunicationOptions`. Its `timeout_seconds` is how long workers
            wait for each other (30 minutes by default), `bytes_per_pack` how much is sent in one piece (25 MB by default):
            in traced functions gradients are sent while others are still computed. `implementation`: "RING" is gloo's or
            NCCL's ring, "NCCL" needs a GPU.

    Raises:
        UnavailableError: the workers do not come, for which the constructor waits, or, in a later step, one has ended.

    Variables begin with the values of the first worker, and gradients are added up over all of them, by torch.distributed
    (gloo on CPUs, NCCL on GPUs). Datasets are divided by their auto-shard policy. With one worker it trains on one device.
    `tfshim launch -n 4 train.py` starts four workers on this machine.

    Example:
        >>> strategy = tf.distribute.MultiWorkerMirroredStrategy()
        >>> strategy.num_replicas_in_sync
        1
        >>> with strategy.scope():
        ...     v = tf.Variable(2.0)
        >>> float(strategy.reduce("SUM", strategy.run(lambda: v * 3.0), axis=None))
        6.0
    """

    __module__ = "tensorflow.python.distribute.collective_all_reduce_strategy"
    __qualname__ = "CollectiveAllReduceStrategy"
    _extended_kind, _context_kind = CollectiveAllReduceExtended, WorkerReplicaContext
    _joins_workers = True  # whether tasks of a cluster that run the same program train together

    def __init__(self, cluster_resolver: ClusterResolver | None = None, communication_options: CommunicationOptions | None = None) -> None:
        if communication_options is not None and communication_options.implementation.name == "NCCL" and not torch.cuda.is_available():
            get_logger().warning("Enabled NCCL communication but no GPUs detected/specified.")
        self._resolver = cluster_resolver or TFConfigClusterResolver()
        if not isinstance(self._resolver, ClusterResolver):
            raise ValueError("cluster_resolver must be an instance of tf.distribute.cluster_resolver.ClusterResolver")
        given = communication_options
        self._workers = collectives.join(self._resolver, *(() if given is None else (given.timeout_seconds, given.bytes_per_pack)))
        self._has_workers = self._workers is not None
        self._rank, self._count = (0, 1) if self._workers is None else (self._workers.rank, self._workers.size)
        job, task = self._resolver.task_type, self._resolver.task_id
        self._task = f"/job:{job or 'worker'}/replica:0/task:{task or 0}" if self._has_workers else "/job:localhost/replica:0/task:0"
        super().__init__([full_name("/gpu:0" if torch.cuda.is_available() else "/cpu:0")])

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of workers, each of which has one replica."""
        return self._count

    @property
    def cluster_resolver(self) -> Any:
        """The resolver that was given, or that of TF_CONFIG."""
        return self._resolver

    @contextlib.contextmanager
    def _only_replica(self) -> Iterator[None]:
        with entered(self, 0):
            if not self._has_workers:
                yield
                return
            outer, TS.replica = TS.replica, _Alone(self)
            try:
                yield
            finally:
                TS.replica = outer

    # ------------------------------------------------------------------ values
    def _over_workers(self, kind, values):
        """The sums, or means, of tensors over all workers, in as few exchanges as may be; of IndexedSlices, all their rows."""
        values = [x if isinstance(x, IndexedSlices) else convert_to_tensor(x) for x in values]
        dense = [i for i, x in enumerate(values) if not isinstance(x, IndexedSlices)]
        made = list(values)
        if dense:
            for i, total in zip(dense, collectives.all_reduce(self._workers, [values[i] for i in dense])):
                made[i] = total / self._count if kind is ReduceOp.MEAN else total
        for i, x in enumerate(values):
            if isinstance(x, IndexedSlices):
                rows = collectives.all_gather(self._workers, x.values, 0)
                rows = rows / self._count if kind is ReduceOp.MEAN else rows
                made[i] = IndexedSlices(rows, collectives.all_gather(self._workers, x.indices, 0), x.dense_shape)
        return made

    def _added_gradients(self, gradients):
        if not self._has_workers:
            return super()._added_gradients(gradients)
        present = [i for i, g in enumerate(gradients) if g is not None]
        made = list(gradients)
        for i, total in zip(present, self._over_workers(ReduceOp.SUM, [_own(gradients[i]) for i in present])):
            made[i] = total
        return made

    def _reduced(self, kind, x, axis):
        if not self._has_workers:
            return super()._reduced(kind, x, axis)
        if isinstance(x, variables._Distributed):
            x = x.values[0].read_value()
        x = _own(x)
        if axis is None:
            return self._over_workers(kind, [x])[0]
        x = convert_to_tensor(x)
        total = self._over_workers(ReduceOp.SUM, [math.reduce_sum(x, axis=axis)])[0]
        if kind is ReduceOp.SUM:
            return total
        axes = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        own = math.reduce_prod(array_ops.gather(array_ops.shape(x), [a % x.shape.rank for a in axes]))
        return total / array_ops.cast(self._over_workers(ReduceOp.SUM, [own])[0], total.dtype)

    def gather(self, value: Any, axis: Axis) -> Any:
        """Join the values of all workers along an axis. Mirrors `tf.distribute.MultiWorkerMirroredStrategy.gather`.

        Every worker gets the whole, in the order of the replicas, and all of them have to call it. Within a replica
        `ReplicaContext.all_gather` does the same; `reduce` gives a sum or a mean.

        Arguments:
            value: what `run` gave: tensors of at least one axis, or a nest of them. Their sizes may differ along `axis` alone.
            axis: the axis, an integer; a negative one counts from the last.

        Returns:
            A tensor, or the same nest of tensors.

        Raises:
            ValueError: the values have no such axis.

        Example:
            >>> strategy = tf.distribute.MultiWorkerMirroredStrategy()
            >>> scores = strategy.run(lambda: tf.constant([[1.0, 2.0]]))
            >>> strategy.gather(scores, axis=0).numpy().tolist()
            [[1.0, 2.0]]
        """
        if not self._has_workers:
            return super().gather(value, axis)

        def joined(x):
            x = convert_to_tensor(_own(x))
            if x.shape.rank is not None and not -x.shape.rank <= axis < x.shape.rank:
                raise ValueError(f"Strategy.gather: the axis {axis} is out of range for values of {x.shape.rank} axes; scalars have none.")
            return collectives.all_gather(self._workers, x, axis % x.shape.rank if x.shape.rank else axis)

        return nest.map_structure(joined, value)

    def _begin_alike(self, variable):
        """Give a new variable the value that the first worker gave it."""
        t = variable._t
        if not isinstance(t, torch.Tensor):
            raise refused("tf.distribute.MultiWorkerMirroredStrategy", "strings")
        variable._t = collectives.first(self._workers, t)

    def experimental_distribute_values_from_function(self, value_fn: Callable[..., Any]) -> Any:
        """Make a value for each replica by a function. Mirrors
        `tf.distribute.MultiWorkerMirroredStrategy.experimental_distribute_values_from_function`.

        Each worker calls it for the replica of its own process; `strategy.run` takes the result among its arguments.

        Arguments:
            value_fn: a function that takes a `tf.distribute.experimental.ValueContext`, with `replica_id_in_sync_group` and
                `num_replicas_in_sync`, and gives a tensor or a nest of them.

        Returns:
            The value of this replica; `tf.distribute.DistributedValues` where there are several in the process.

        Example:
            >>> strategy = tf.distribute.MultiWorkerMirroredStrategy()
            >>> value = strategy.experimental_distribute_values_from_function(lambda context: tf.constant(context.num_replicas_in_sync))
            >>> [int(x) for x in strategy.experimental_local_results(value)]
            [1]
        """
        return per_replica([value_fn(ValueContext(self._rank, self._count))])

    # ------------------------------------------------------------------ data
    def _divided(self, dataset):
        # Where a worker has no rows left while others go on, it gets batches of no rows.
        if not self._has_workers:
            return super()._divided(dataset)
        return (WorkerDataset if Initial.v2 else WorkerDatasetV1)(on_dataset(dataset, sharded, self._count, self._rank), self._workers)

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> Any:
        """Make the dataset of this worker by a function. Mirrors
        `tf.distribute.MultiWorkerMirroredStrategy.distribute_datasets_from_function`.

        The function makes batches of the size that one replica gets, and divides the data itself, as by `dataset.shard`.
        `experimental_distribute_dataset` takes a dataset of global batches instead, and divides it.

        Arguments:
            dataset_fn: a function that takes a `tf.distribute.InputContext`, with the number of this worker as `input_pipeline_id`,
                and gives a `tf.data.Dataset`.
            options: a `tf.distribute.InputOptions`, None by default.

        Returns:
            A dataset of the batches of the replica that runs in this process.

        Example:
            >>> strategy = tf.distribute.MultiWorkerMirroredStrategy()
            >>> def made(context):
            ...     data = tf.data.Dataset.range(4).shard(context.num_input_pipelines, context.input_pipeline_id)
            ...     return data.batch(context.get_per_replica_batch_size(2))
            >>> [x.numpy().tolist() for x in strategy.distribute_datasets_from_function(made)]
            [[0, 1], [2, 3]]
        """
        if not self._has_workers:
            return super().distribute_datasets_from_function(dataset_fn, options)
        kind = WorkerDataset if Initial.v2 else WorkerDatasetV1
        return kind(dataset_fn(InputContext(self._count, self._rank, self._count)), self._workers)

    def _from_input_function(self, input_fn):
        if not self._has_workers:
            return super()._from_input_function(input_fn)
        made = input_fn(InputContext(self._count, self._rank, self._count))
        # All end with the first one that has no more batches: the others would wait for it.
        return of_input_function(on_dataset(made, together, self._workers, True) if hasattr(made, "element_spec") else made, 1)


def _own(x):
    return x.values[0] if isinstance(x, DistributedValues) else x

"""What strategies make of datasets: each replica gets a part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim.data.dataset import Dataset
from tfshim.distribute.extended import MirroredExtended
from tfshim.distribute.inputs.datasets import (
    DistributedDataset,
    DistributedDatasetsFromFunction,
    DistributedDatasetsFromFunctionV1,
    DistributedDatasetV1,
    graph_iterator,
    of_input_function,
)
from tfshim.distribute.per_replica import per_replica
from tfshim.distribute.values import InputContext, InputReplicationMode, ValueContext
from tfshim.engine.runtime.state import Initial
from tfshim.refusals import refused


class StrategyInputs:
    """The methods of `tf.distribute.Strategy` that divide datasets and other values between replicas."""

    if TYPE_CHECKING:  # what the class itself has
        _extended: Any

        @property
        def num_replicas_in_sync(self) -> int: ...

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> DistributedDataset:
        """Divide each batch of a dataset between the replicas. Mirrors `tf.distribute.Strategy.experimental_distribute_dataset`.

        Arguments:
            dataset: a `tf.data.Dataset` with batches for all replicas together, of the size `per_replica *
                strategy.num_replicas_in_sync`.
            options: a `tf.distribute.InputOptions`; None. Its replication per replica is for `distribute_datasets_from_function`.

        Returns:
            A dataset that `for` goes over, in a `tf.function` as well. Its elements go to `run` as arguments; with several replicas each
            of them gets its part of the batch, the last batch perhaps a smaller one or none.

        Raises:
            NotImplementedError: `options` ask for replication per replica.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
            >>> for batch in data:
            ...     print(int(strategy.run(tf.reduce_sum, args=(batch,))))
            1
            5
        """
        if options is not None and options.experimental_replication_mode is InputReplicationMode.PER_REPLICA:
            raise NotImplementedError("InputReplicationMode.PER_REPLICA is only supported in `distribute_datasets_from_function`.")
        return self._divided(dataset)

    def _divided(self, dataset):
        return (DistributedDataset if Initial.v2 else DistributedDatasetV1)(dataset, self.num_replicas_in_sync)

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> DistributedDatasetsFromFunction:
        """Have a function make the dataset, with the batches of single replicas. Mirrors
        `tf.distribute.Strategy.distribute_datasets_from_function`.

        Arguments:
            dataset_fn: a function of a `tf.distribute.InputContext` that returns a `tf.data.Dataset`. It is called once for this
                machine, which is `input_pipeline_id` of `num_input_pipelines`, and divides the examples itself, as by `shard`, if there
                are several.
            options: a `tf.distribute.InputOptions`; None.

        Returns:
            A dataset that `for` goes over. Each element takes a batch for each replica, one after the other, and none is divided.

        Raises:
            NotImplementedError: `options` ask for a copy of the pipeline for each of several replicas.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> def make(context):
            ...     return tf.data.Dataset.range(4).batch(context.get_per_replica_batch_size(2))
            >>> [batch.numpy().tolist() for batch in strategy.distribute_datasets_from_function(make)]
            [[0, 1], [2, 3]]
        """
        count = self.num_replicas_in_sync
        if options is not None and options and options.experimental_replication_mode is InputReplicationMode.PER_REPLICA and count > 1:
            raise refused("tf.distribute.InputOptions", "per replica")
        kind = DistributedDatasetsFromFunction if Initial.v2 else DistributedDatasetsFromFunctionV1
        return kind(dataset_fn(InputContext(1, 0, count)), count)

    def experimental_distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> Any:
        """Have a function make the dataset: the older name of `distribute_datasets_from_function`. Mirrors
        `tf.distribute.Strategy.experimental_distribute_datasets_from_function`.

        Arguments:
            dataset_fn: a function of a `tf.distribute.InputContext` that returns a `tf.data.Dataset` with the batches of single
                replicas.
            options: a `tf.distribute.InputOptions`; None.

        Returns:
            A dataset that `for` goes over, each element with a batch for each replica.

        Raises:
            NotImplementedError: `options` ask for a copy of the pipeline for each of several replicas.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> data = strategy.experimental_distribute_datasets_from_function(lambda context: tf.data.Dataset.range(2).batch(2))
            >>> [batch.numpy().tolist() for batch in data]
            [[0, 1]]
        """
        return self.distribute_datasets_from_function(dataset_fn, options)

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """Make a dataset of arrays. Mirrors `tf.compat.v1.distribute.Strategy.experimental_make_numpy_dataset`.

        Arguments:
            numpy_input: a NumPy array, or a tuple or dictionary of them, whose first sizes agree.
            session: not used: in TensorFlow 1 a session held the arrays as variables, here the dataset does.

        Returns:
            A `tf.data.Dataset` with an element for each place along the first axis, of the form of `numpy_input`, as
            `tf.data.Dataset.from_tensor_slices` makes it.

        Raises:
            ValueError: first sizes that differ.

        Give it batches and hand it to `make_dataset_iterator` or `experimental_distribute_dataset`.

        Example:
            >>> strategy = tf.compat.v1.distribute.OneDeviceStrategy("cpu:0")
            >>> data = strategy.experimental_make_numpy_dataset((np.arange(2), np.array([5, 6])))
            >>> [(int(x), int(y)) for x, y in data]
            [(0, 5), (1, 6)]
        """
        return Dataset.from_tensor_slices(numpy_input)

    def experimental_distribute_values_from_function(self, value_fn: Callable[..., Any]) -> Any:
        """Have a function make a value for each replica. Mirrors `tf.distribute.Strategy.experimental_distribute_values_from_function`.

        Arguments:
            value_fn: a function of a `tf.distribute.experimental.ValueContext`, which has `replica_id_in_sync_group` and
                `num_replicas_in_sync`; it returns a tensor, or any other value.

        Returns:
            A value of all replicas, which `run` takes as an argument: each replica gets its own. `OneDeviceStrategy` gives what the
            function returned.

        It is for arguments that are no data: a seed, an offset, or batches that a program reads itself.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> def offset(context):
            ...     return tf.constant(10.0 * context.replica_id_in_sync_group)
            >>> offsets = strategy.experimental_distribute_values_from_function(offset)
            >>> float(strategy.run(lambda x: x + 1.0, args=(offsets,)))
            1.0
        """
        count = self.num_replicas_in_sync
        made = [value_fn(ValueContext(i, count)) for i in range(count)]
        return per_replica(made) if isinstance(self._extended, MirroredExtended) else made[0]

    def make_dataset_iterator(self, dataset: Any) -> Any:
        """Make an iterator over the parts of a dataset's batches. Mirrors `tf.distribute.Strategy.make_dataset_iterator`, for programs of
        TensorFlow 1.

        Arguments:
            dataset: a `tf.data.Dataset` with batches for all replicas together.

        Returns:
            An iterator. `initialize()` starts it, giving an operation in a graph; `get_next()` gives the next batch, divided between the
            replicas, for `run` or `experimental_run`.

        Raises:
            What making an iterator of the dataset raises.

        Other programs go over `experimental_distribute_dataset(dataset)` with `for`.

        Example:
            >>> strategy = tf.compat.v1.distribute.OneDeviceStrategy("cpu:0")
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     iterator = strategy.make_dataset_iterator(tf.compat.v1.data.Dataset.range(4).batch(2))
            ...     total = strategy.experimental_run(tf.reduce_sum, iterator)
            ...     _ = session.run(iterator.initialize())
            ...     print(session.run(total), session.run(total))
            1 5
        """
        return graph_iterator(self.experimental_distribute_dataset(dataset))

    def make_input_fn_iterator(self, input_fn: Callable[..., Any], replication_mode: Any = None) -> Any:
        """Make an iterator over a dataset that a function makes. Mirrors `tf.distribute.Strategy.make_input_fn_iterator`, for programs of
        TensorFlow 1.

        Arguments:
            input_fn: a function of a `tf.distribute.InputContext` that returns a `tf.data.Dataset` with the batches of single replicas,
                or a function that gives the next element.
            replication_mode: `tf.distribute.InputReplicationMode.PER_WORKER`, which None means as well.

        Returns:
            An iterator. `initialize()` starts it, giving an operation in a graph; `get_next()` gives a batch for each replica.

        Raises:
            ValueError: another `replication_mode`.

        Example:
            >>> strategy = tf.compat.v1.distribute.OneDeviceStrategy("cpu:0")
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     iterator = strategy.make_input_fn_iterator(lambda context: tf.compat.v1.data.Dataset.range(4).batch(2))
            ...     total = strategy.experimental_run(tf.reduce_sum, iterator)
            ...     _ = session.run(iterator.initialize())
            ...     print(session.run(total))
            1
        """
        if replication_mode not in (None, InputReplicationMode.PER_WORKER):
            raise ValueError(f"Input replication mode not supported: {replication_mode!r}")
        return self._from_input_function(input_fn)

    def _from_input_function(self, input_fn):
        count = self.num_replicas_in_sync
        return of_input_function(input_fn(InputContext(1, 0, count)), count)

"""What a replica can ask of its strategy and of the other replicas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import range as range_of
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.identities import identity
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.shapes import shape
from tfshim.distribute import replicas
from tfshim.distribute.joint_gradients import has_gradient, in_graph, with_gradient
from tfshim.distribute.per_replica import PerReplica
from tfshim.distribute.values import ReduceOp
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis


@tf_export("distribute.ReplicaContext")
class ReplicaContext:
    """What a function that runs in a replica can ask: its number, its strategy, and the values of the other replicas.

    Mirrors `tf.distribute.ReplicaContext`. `tf.distribute.get_replica_context()` gives it. `replica_id_in_sync_group` is the number,
    `num_replicas_in_sync` how many there are; `all_reduce("SUM", value)` and `all_gather(value, axis)` join values, `merge_call(fn)` calls
    a function once for all.

    Arguments:
        strategy: the strategy.
        replica_id_in_sync_group: the number of the replica.

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
    def strategy(self) -> Any:
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

    def _reduce_all(self, reduce, value, gradient=None):
        """`reduce` of a list of a PerReplica for each leaf of `value`, for all replicas; `gradient(x, dy)`: that of one leaf."""

        def merge(strategy, leaves):
            return reduce([x if isinstance(x, PerReplica) else PerReplica([x] * self.num_replicas_in_sync) for x in leaves])

        leaves = [x if hasattr(x, "dtype") and not is_variable(x) else convert_to_tensor(x) for x in nest.flatten(value)]
        followed = [gradient is not None and has_gradient(x) for x in leaves]
        traced = TS.graph is not None
        if traced:  # an operation of the graph, which is differentiated as any other
            leaves = [identity(x) if f else x for x, f in zip(leaves, followed)]
        made = list(replicas.merge_call(self._strategy, merge, (leaves,), {}, recorded=traced and any(followed)))
        for i, (x, y) in enumerate(zip(leaves, made)):
            if followed[i]:
                made[i] = in_graph(x, y) if traced else with_gradient(x, y, gradient)
            elif hasattr(y, "_rec") or hasattr(y, "op"):
                made[i] = identity(y)
        return nest.pack_sequence_as(value, made)

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """Reduce a value over all replicas, within one of them. Mirrors `tf.distribute.ReplicaContext.all_reduce`.

        Every replica has to call it at the same place of the function, and gets the same result. Losses and gradients of custom training
        loops are put together by it; its gradient goes back to all replicas.

        Arguments:
            reduce_op: "SUM" or "MEAN", or a member of `tf.distribute.ReduceOp`.
            value: a tensor, an IndexedSlices, or a structure of such; of one shape and dtype in all replicas.
            options: a `tf.distribute.experimental.CommunicationOptions` (default None); it makes no difference within one process.

        Returns:
            the same structure with the sum or the mean over the replicas.

        Raises:
            ValueError: `reduce_op` is none of the two.

        Example:
            >>> def step():
            ...     context = tf.distribute.get_replica_context()
            ...     return context.all_reduce("SUM", tf.constant(1.0))
            >>> float(tf.distribute.OneDeviceStrategy("/cpu:0").run(step))
            1.0
        """
        kind = ReduceOp.of(reduce_op)
        if self.num_replicas_in_sync == 1:
            return value

        def gradient(x, dy):
            return self.all_reduce(kind, dy)

        return self._reduce_all(lambda xs: self._strategy._reduced_together(kind, xs), value, gradient)

    def all_gather(self, value: Any, axis: Axis, options: Any = None) -> Tensor:
        """The values of all replicas joined along an axis, within one of them. Mirrors `tf.distribute.ReplicaContext.all_gather`.

        Every replica has to call it at the same place of the function. Predictions, or embeddings for a loss over the whole batch, are
        collected by it; its gradient goes back to the replica that a part came from.

        Arguments:
            value: a tensor, or a structure of tensors, of one rank and dtype in all replicas; sizes may differ along `axis` only.
            axis: the number of the axis along which the values are joined, an int from 0 on.
            options: a `tf.distribute.experimental.CommunicationOptions` (default None); it makes no difference within one process.

        Returns:
            the same structure with the joined tensors, in the order of the replicas; the same in all of them.

        Example:
            >>> def step():
            ...     context = tf.distribute.get_replica_context()
            ...     return context.all_gather(tf.constant([1, 2]), axis=0)
            >>> tf.distribute.OneDeviceStrategy("/cpu:0").run(step).numpy()
            array([1, 2], dtype=int32)
        """
        if self.num_replicas_in_sync == 1:
            return value

        def gradient(x, dy):
            (sizes,) = self._reduce_all(lambda xs: [stack([shape(part)[axis] for part in xs[0].values])], [x])
            before = reduce_sum(sizes[: self._number])
            return gather(self.all_reduce(ReduceOp.SUM, dy), before + range_of(sizes[self._number]), axis=axis)

        return self._reduce_all(lambda xs: [concat(list(x.values), axis) for x in xs], value, gradient)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Leave the replicas and call a function once for all of them. Mirrors `tf.distribute.ReplicaContext.merge_call`.

        Optimizers do by it what all replicas have to do together. Every replica has to call it at the same place; the function runs once,
        between replicas, and may use `strategy.extended.update` and `reduce_to`.

        Arguments:
            merge_fn: a function of the strategy and of the arguments. It gets each argument as a value of all replicas, a
                `tf.distribute.DistributedValues`.
            args: the arguments of this replica, a tuple (default: none).
            kwargs: its keyword arguments, a dictionary (default None: none).

        Returns:
            what the function gives: of values for the replicas each gets its own.

        Example:
            >>> def between(strategy, x):
            ...     return strategy.reduce("SUM", x, axis=None)
            >>> def step(x):
            ...     return tf.distribute.get_replica_context().merge_call(between, args=(x,))
            >>> float(tf.distribute.OneDeviceStrategy("/cpu:0").run(step, args=(tf.constant(3.0),)))
            3.0
        """
        return replicas.merge_call(self._strategy, merge_fn, tuple(args), kwargs or {})


class _MirroredReplicaContext(ReplicaContext):
    __module__ = "tensorflow.python.distribute.mirrored_run"


class _OneDeviceReplicaContext(ReplicaContext):
    __module__ = "tensorflow.python.distribute.one_device_strategy"


class _DefaultReplicaContext(ReplicaContext):
    __module__ = "tensorflow.python.distribute.distribute_lib"

    @property
    def replica_id_in_sync_group(self) -> int:
        """The number of the only replica: 0, and no tensor, as in TensorFlow, so that no graph gets a node of it."""
        return 0

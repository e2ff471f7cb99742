"""Devices by their full names, and the copying of values between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import math
from tfshim._export import tf_export
from tfshim.array_ops.identities import identity
from tfshim.distribute.per_replica import DistributedValues, Mirrored, PerReplica
from tfshim.distribute.reducing import packed_sums, reduced
from tfshim.distribute.values import ReduceOp
from tfshim.distribute.variables import _Distributed
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.context import device as device_scope
from tfshim.engine.runtime.context import in_session_graph
from tfshim.engine.runtime.device_names import DeviceSpec, to_torch_device

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def full_name(device: str) -> str:
    """`/job:localhost/replica:0/task:0/device:CPU:0` for a short name; without the job in a graph of sessions, which may have others."""
    spec = DeviceSpec.from_string(str(device))
    job = None if in_session_graph() else "localhost"
    return spec.replace(
        job=spec.job or job, replica=spec.replica or 0, task=spec.task or 0, device_index=spec.device_index or 0
    ).to_string()


def _devices_of(destinations: Any) -> list[str]:
    """The names of the devices of a variable or value, or of one given by its name."""
    if isinstance(destinations, _Distributed):
        return list(destinations._strategy.extended.parameter_devices)
    if isinstance(destinations, DistributedValues):
        return [str(getattr(v, "device", None) or "/cpu:0") for v in destinations.values]
    return [full_name(destinations if isinstance(destinations, str) else getattr(destinations, "device", None) or "/cpu:0")]


def _at(destinations: Any, value: Any) -> Any:
    """`value` on the devices of `destinations`: a Mirrored where there are several."""
    made = []
    for name in _devices_of(destinations):
        with device_scope(name):
            made.append(identity(value))
    return Mirrored(made) if len(made) > 1 else made[0]


@tf_export("distribute.CrossDeviceOps")
class CrossDeviceOps:
    """The base of what adds up values of several devices, for `MirroredStrategy(cross_device_ops=...)`.

    Mirrors `tf.distribute.CrossDeviceOps`. Subclasses have `reduce_implementation(reduce_op, per_replica_value, destinations, options)` and
    `batch_reduce_implementation(reduce_op, value_destination_pairs, options)`, which strategies call for gradients and `all_reduce`;
    `reduce`, `batch_reduce` and `broadcast` check arguments and call these.

    Example:
        >>> isinstance(tf.distribute.ReductionToOneDevice(), tf.distribute.CrossDeviceOps)
        True
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"], cross_device_ops=tf.distribute.ReductionToOneDevice())
        >>> strategy.num_replicas_in_sync
        1
    """

    def reduce(self, reduce_op: ReduceOp, per_replica_value: Any, destinations: Any, options: Any = None) -> Any:
        """Reduce a value of all replicas, and put the result where it is wanted. Mirrors `tf.distribute.CrossDeviceOps.reduce`.

        It checks the arguments and calls `reduce_implementation`, which is what a subclass defines.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            per_replica_value: a value of all replicas, as `strategy.run` gives them, or a tensor.
            destinations: where the result goes: a variable or a value of the strategy, or the name of a device.
            options: a `tf.distribute.experimental.CommunicationOptions` (default None).

        Returns:
            a tensor, or a value for all replicas where there are several destinations.

        Raises:
            ValueError: the operation is none of the two.

        Example:
            >>> ops = tf.distribute.ReductionToOneDevice()
            >>> float(ops.reduce(tf.distribute.ReduceOp.SUM, tf.constant(3.0), "/cpu:0"))
            3.0
        """
        return self.reduce_implementation(reduce_op, _of_replicas(per_replica_value), destinations, options)

    def batch_reduce(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any = None) -> Any:
        """Reduce several values of all replicas at once. Mirrors `tf.distribute.CrossDeviceOps.batch_reduce`.

        Optimizers call it with the gradients of a step: all of them together travel between devices in fewer pieces than one by one.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            value_destination_pairs: a list of pairs of a value and its destinations, each as `reduce` takes them.
            options: a `tf.distribute.experimental.CommunicationOptions` (default None).

        Returns:
            a list of what `reduce` gives for the pairs, in their order.

        Example:
            >>> ops = tf.distribute.ReductionToOneDevice()
            >>> pairs = [(tf.constant(3.0), "/cpu:0"), (tf.constant(4.0), "/cpu:0")]
            >>> [float(x) for x in ops.batch_reduce(tf.distribute.ReduceOp.MEAN, pairs)]
            [3.0, 4.0]
        """
        pairs = [(_of_replicas(value), destinations) for value, destinations in value_destination_pairs]
        return self.batch_reduce_implementation(reduce_op, pairs, options)

    def broadcast(self, tensor: TensorLike, destinations: Any) -> Any:
        """Copy a tensor to devices. Mirrors `tf.distribute.CrossDeviceOps.broadcast`.

        It calls `broadcast_implementation`, which a subclass may replace. Results of a reduction get back to the replicas by it.

        Arguments:
            tensor: the tensor, of any shape and dtype.
            destinations: where it is wanted: a variable or a value of a strategy, which says all its devices, or the name of one device.

        Returns:
            a tensor on the device; or, for several devices, a value that holds a copy for each replica, whose `values` are the copies.

        Example:
            >>> ops = tf.distribute.ReductionToOneDevice()
            >>> ops.broadcast(tf.constant([1.0, 2.0]), "/cpu:0").numpy()
            array([1., 2.], dtype=float32)
            >>> "CPU:0" in ops.broadcast(tf.constant(1.0), "/cpu:0").device
            True
        """
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(self, reduce_op: ReduceOp, per_replica_value: Any, destinations: Any, options: Any) -> Any:
        """What `reduce` does, which subclasses define. Mirrors `tf.distribute.CrossDeviceOps.reduce_implementation`.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            per_replica_value: a value of all replicas; its `values` are a tuple of tensors.
            destinations: where the result goes, as `reduce` takes it.
            options: a `tf.distribute.experimental.CommunicationOptions` or None.

        Returns:
            a tensor or a value for all replicas; `self.broadcast(tensor, destinations)` makes it of a tensor.

        Raises:
            NotImplementedError: a subclass does not define it.

        Example:
            >>> class Largest(tf.distribute.CrossDeviceOps):
            ...     def reduce_implementation(self, reduce_op, per_replica_value, destinations, options):
            ...         return self.broadcast(tf.reduce_max(tf.stack(per_replica_value.values)), destinations)
            >>> float(Largest().reduce(tf.distribute.ReduceOp.SUM, tf.constant(3.0), "/cpu:0"))
            3.0
        """
        raise NotImplementedError("_reduce method must be implemented in descendants.")

    def batch_reduce_implementation(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any) -> Any:
        """What `batch_reduce` does, which subclasses define. Mirrors `tf.distribute.CrossDeviceOps.batch_reduce_implementation`.

        Strategies call it for the gradients of a step. The simplest one reduces pair by pair.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            value_destination_pairs: a list of pairs of a value of all replicas and its destinations.
            options: a `tf.distribute.experimental.CommunicationOptions` or None.

        Returns:
            a list of results, one for each pair, in their order.

        Raises:
            NotImplementedError: a subclass does not define it.

        Example:
            >>> class First(tf.distribute.CrossDeviceOps):
            ...     def batch_reduce_implementation(self, reduce_op, value_destination_pairs, options):
            ...         return [value.values[0] for value, _ in value_destination_pairs]
            >>> [float(x) for x in First().batch_reduce(tf.distribute.ReduceOp.SUM, [(tf.constant(3.0), "/cpu:0")])]
            [3.0]
        """
        raise NotImplementedError("batch_reduce_implementation method must be implemented in descendants.")

    def broadcast_implementation(self, tensor: TensorLike, destinations: Any) -> Any:
        """What `broadcast` does, which subclasses may replace. Mirrors `tf.distribute.CrossDeviceOps.broadcast_implementation`.

        Unlike the other two of these it works as it stands, by one copy for each destination; a subclass replaces it where copies can be
        made in a better way, or are to be counted or logged.

        Arguments:
            tensor: the tensor, of any shape and dtype.
            destinations: a variable or a value of a strategy, or the name of a device.

        Returns:
            a tensor on the device, or a value that holds a copy for each of several replicas.

        Example:
            >>> class Told(tf.distribute.ReductionToOneDevice):
            ...     def broadcast_implementation(self, tensor, destinations):
            ...         print("to", destinations)
            ...         return super().broadcast_implementation(tensor, destinations)
            >>> float(Told().broadcast(tf.constant(1.0), "/cpu:0"))
            to /cpu:0
            1.0
        """
        return _at(destinations, tensor)


def _of_replicas(value: Any) -> Any:
    return value if isinstance(value, DistributedValues) else PerReplica([value])


@tf_export("distribute.ReductionToOneDevice")
class ReductionToOneDevice(CrossDeviceOps):
    """Copies the values of all devices to one and adds them up there.

    Mirrors `tf.distribute.ReductionToOneDevice`. It needs nothing of the devices, and is what values on the CPU are added up by in any
    case.

    Arguments:
        reduce_to_device: the name of the device; None (default): the first of those that want the result.
        accumulation_fn: a function that makes one tensor of a list of them; None (default): `tf.add_n`.

    Example:
        >>> ops = tf.distribute.ReductionToOneDevice(reduce_to_device="/cpu:0")
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"], cross_device_ops=ops)
        >>> strategy.num_replicas_in_sync
        1
    """

    def __init__(self, reduce_to_device: str | None = None, accumulation_fn: Callable[..., Any] | None = None) -> None:
        self.reduce_to_device, self.accumulation_fn = reduce_to_device, accumulation_fn or math.add_n

    def reduce_implementation(self, reduce_op: ReduceOp, per_replica_value: Any, destinations: Any, options: Any) -> Any:
        """Copy the values of all replicas to one device and reduce them there. Mirrors
        `tf.distribute.ReductionToOneDevice.reduce_implementation`.

        `reduce` and strategies call it. The device is the `reduce_to_device` of the constructor, or else the first of those that want the
        result; the sum is made by its `accumulation_fn`, and divided by the number of replicas for a mean.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            per_replica_value: a value of all replicas; its `values` are tensors or IndexedSlices.
            destinations: where the result goes, as `reduce` takes it.
            options: is not used.

        Returns:
            a tensor, or a value for all replicas where there are several destinations.

        Raises:
            ValueError: the operation is none of the two.

        Example:
            >>> ops = tf.distribute.ReductionToOneDevice(accumulation_fn=lambda xs: tf.reduce_max(tf.stack(xs), 0))
            >>> float(ops.reduce(tf.distribute.ReduceOp.SUM, tf.constant(3.0), "/cpu:0"))
            3.0
        """
        if reduce_op not in (ReduceOp.SUM, ReduceOp.MEAN):
            raise ValueError("`reduce_op` must be Reduce.SUM or Reduce.MEAN.")
        values = per_replica_value.values
        with device_scope(self.reduce_to_device or _devices_of(destinations)[0]):
            if self.accumulation_fn is math.add_n or any(isinstance(v, IndexedSlices) for v in values):
                total = reduced(reduce_op, per_replica_value)
            else:
                total = self.accumulation_fn(list(values))
                if reduce_op is ReduceOp.MEAN:
                    total = total / len(values)
        return self.broadcast(total, destinations)

    def batch_reduce_implementation(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any) -> Any:
        """Reduce several values on one device. Mirrors `tf.distribute.ReductionToOneDevice.batch_reduce_implementation`.

        `batch_reduce` and strategies call it, for the gradients of a step. Nothing is packed: `tf.distribute.NcclAllReduce` does that for
        values on several GPUs.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            value_destination_pairs: a list of pairs of a value of all replicas and its destinations.
            options: is not used.

        Returns:
            a list of what `reduce_implementation` gives for the pairs.

        Raises:
            ValueError: the operation is none of the two.

        Example:
            >>> ops = tf.distribute.ReductionToOneDevice()
            >>> pairs = [(tf.constant(x), "/cpu:0") for x in (1.0, 2.0)]
            >>> [float(x) for x in ops.batch_reduce(tf.distribute.ReduceOp.SUM, pairs)]
            [1.0, 2.0]
        """
        return [self.reduce_implementation(reduce_op, value, destinations, options) for value, destinations in value_destination_pairs]


class _AllReduce(CrossDeviceOps):
    """Adds up what is on several GPUs in packs; what is on CPUs, or is to go elsewhere, on one device."""

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(f"{type(self).__name__} requires `num_packs` >= 0, but {num_packs} is specified")
        self.num_packs = num_packs
        self._simple = ReductionToOneDevice()

    def _over_gpus(self, pairs: Sequence[Any]) -> bool:
        names = _devices_of(pairs[0][0])
        if len({to_torch_device(name) for name in names}) < len(names) or any("CPU" in name for name in names):
            return False
        dense = all(not isinstance(v, IndexedSlices) and v.dtype == value.values[0].dtype for value, _ in pairs for v in value.values)
        return dense and all(_devices_of(value) == names == _devices_of(destinations) for value, destinations in pairs)

    def reduce_implementation(self, reduce_op: ReduceOp, per_replica_value: Any, destinations: Any, options: Any) -> Any:
        """Reduce one value. Mirrors `reduce_implementation` of `tf.distribute.NcclAllReduce` and `HierarchicalCopyAllReduce`.

        `reduce` and strategies call it. A single value is added up on one device, as by `tf.distribute.ReductionToOneDevice`: packs are of
        use for several values only.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            per_replica_value: a value of all replicas; its `values` are tensors or IndexedSlices.
            destinations: where the result goes, as `reduce` takes it.
            options: is not used.

        Returns:
            a tensor, or a value for all replicas where there are several destinations.

        Raises:
            ValueError: the operation is none of the two.

        Example:
            >>> ops = tf.distribute.NcclAllReduce()
            >>> float(ops.reduce(tf.distribute.ReduceOp.MEAN, tf.constant(3.0), "/cpu:0"))
            3.0
        """
        return self._simple.reduce_implementation(reduce_op, per_replica_value, destinations, options)

    def batch_reduce_implementation(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any) -> Any:
        """Reduce several values in packs. Mirrors `batch_reduce_implementation` of `tf.distribute.NcclAllReduce` and others.

        `batch_reduce` and strategies call it, for the gradients of a step. Values on different GPUs travel in `num_packs` pieces, or one by
        one for 0 packs; values on the CPU, sparse ones and single ones are added up on one device.

        Arguments:
            reduce_op: `tf.distribute.ReduceOp.SUM` or `MEAN`.
            value_destination_pairs: a list of pairs of a value of all replicas and its destinations.
            options: is not used.

        Returns:
            a list of results, one for each pair, in their order.

        Example:
            >>> ops = tf.distribute.HierarchicalCopyAllReduce(num_packs=2)
            >>> pairs = [(tf.constant(x), "/cpu:0") for x in (1.0, 2.0)]
            >>> [float(x) for x in ops.batch_reduce(tf.distribute.ReduceOp.SUM, pairs)]
            [1.0, 2.0]
        """
        pairs = list(value_destination_pairs)
        if not self.num_packs or len(pairs) < 2 or not self._over_gpus(pairs):
            return self._simple.batch_reduce_implementation(reduce_op, pairs, options)
        with device_scope(_devices_of(pairs[0][1])[0]):
            totals = packed_sums([value.values for value, _ in pairs], self.num_packs)
            if reduce_op is ReduceOp.MEAN:
                totals = [total / len(pairs[0][0].values) for total in totals]
        return [self.broadcast(total, destinations) for total, (_, destinations) in zip(totals, pairs)]


@tf_export("distribute.NcclAllReduce")
class NcclAllReduce(_AllReduce):
    """Adds up values of several GPUs, in packs; torch copies between them.

    Mirrors `tf.distribute.NcclAllReduce`. Values on the CPU are added up as by `ReductionToOneDevice`. `HierarchicalCopyAllReduce` is the
    same here, since torch finds the wires between GPUs itself.

    Arguments:
        num_packs: into how many packs the gradients of a step are put together; 1 by default; 0: each by itself.

    Raises:
        ValueError: a negative number.

    Example:
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"], cross_device_ops=tf.distribute.NcclAllReduce(num_packs=2))
        >>> strategy.num_replicas_in_sync
        1
    """


@tf_export("distribute.HierarchicalCopyAllReduce")
class HierarchicalCopyAllReduce(_AllReduce):
    """Adds up values of several GPUs, in packs; torch copies between them.

    Mirrors `tf.distribute.HierarchicalCopyAllReduce`, which TensorFlow has for machines whose GPUs are wired in two groups. Here it is the
    same as `NcclAllReduce`: the copies go along the wires that torch finds.

    Arguments:
        num_packs: into how many packs the gradients of a step are put together; 1 by default; 0: each by itself.

    Raises:
        ValueError: a negative number.

    Example:
        >>> ops = tf.distribute.HierarchicalCopyAllReduce()
        >>> tf.distribute.MirroredStrategy(["/cpu:0"], cross_device_ops=ops).num_replicas_in_sync
        1
    """

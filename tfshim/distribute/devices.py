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
        """`per_replica_value` reduced, for the devices of `destinations`: a variable, a value of replicas or a device's name."""
        return self.reduce_implementation(reduce_op, _of_replicas(per_replica_value), destinations, options)

    def batch_reduce(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any = None) -> Any:
        """`reduce` for several pairs of a value and its destinations, a list."""
        pairs = [(_of_replicas(value), destinations) for value, destinations in value_destination_pairs]
        return self.batch_reduce_implementation(reduce_op, pairs, options)

    def broadcast(self, tensor: TensorLike, destinations: Any) -> Any:
        """`tensor` on all devices of `destinations`."""
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(self, reduce_op: ReduceOp, per_replica_value: Any, destinations: Any, options: Any) -> Any:
        """What `reduce` does. Raises NotImplementedError: subclasses have to define it."""
        raise NotImplementedError("_reduce method must be implemented in descendants.")

    def batch_reduce_implementation(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any) -> Any:
        """What `batch_reduce` does. Raises NotImplementedError: subclasses have to define it."""
        raise NotImplementedError("batch_reduce_implementation method must be implemented in descendants.")

    def broadcast_implementation(self, tensor: TensorLike, destinations: Any) -> Any:
        """What `broadcast` does; may be replaced in subclasses."""
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
        """The values of all replicas reduced on one device, for the devices of `destinations`."""
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
        """`reduce_implementation` for each pair."""
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
        """The values of all replicas reduced, for the devices of `destinations`."""
        return self._simple.reduce_implementation(reduce_op, per_replica_value, destinations, options)

    def batch_reduce_implementation(self, reduce_op: ReduceOp, value_destination_pairs: Any, options: Any) -> Any:
        """The same for several pairs; values of different GPUs travel in `num_packs` pieces, or one by one for 0."""
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

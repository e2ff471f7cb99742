"""Devices by their full names, and the copying of values between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.distribute.values import ReduceOp
from tfshim.engine.runtime.device_names import DeviceSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def full_name(device: str) -> str:
    """`/job:localhost/replica:0/task:0/device:CPU:0` for a short name."""
    spec = DeviceSpec.from_string(str(device))
    return spec.replace(
        job=spec.job or "localhost", replica=spec.replica or 0, task=spec.task or 0, device_index=spec.device_index or 0
    ).to_string()


@tf_export("distribute.CrossDeviceOps")
class CrossDeviceOps:
    """The base of what reduces values over devices; with one device they stay as they are. Mirrors `tf.distribute.CrossDeviceOps`."""

    def reduce(self, reduce_op: Any, per_replica_value: Any, destinations: Any, options: Any = None) -> Any:
        """`per_replica_value` reduced over its devices."""
        return self.reduce_implementation(ReduceOp.of(reduce_op), per_replica_value, destinations, options)

    def batch_reduce(self, reduce_op: Any, value_destination_pairs: Any, options: Any = None) -> Any:
        """`reduce` for several pairs of a value and its destinations."""
        return self.batch_reduce_implementation(ReduceOp.of(reduce_op), value_destination_pairs, options)

    def broadcast(self, tensor: TensorLike, destinations: Any) -> Any:
        """`tensor` on all destinations."""
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any, options: Any) -> Any:
        """What `reduce` does; to be replaced in subclasses."""
        return per_replica_value

    def batch_reduce_implementation(self, reduce_op: Any, value_destination_pairs: Any, options: Any) -> Any:
        """What `batch_reduce` does; to be replaced in subclasses."""
        return [self.reduce_implementation(reduce_op, v, d, options) for v, d in value_destination_pairs]

    def broadcast_implementation(self, tensor: TensorLike, destinations: Any) -> Any:
        """What `broadcast` does; to be replaced in subclasses."""
        return tensor


@tf_export("distribute.ReductionToOneDevice")
class ReductionToOneDevice(CrossDeviceOps):
    """Reduction on one device. Mirrors `tf.distribute.ReductionToOneDevice`."""

    def __init__(self, reduce_to_device: str | None = None, accumulation_fn: Callable[..., Any] | None = None) -> None:
        self.reduce_to_device, self.accumulation_fn = reduce_to_device, accumulation_fn


class _Packed(CrossDeviceOps):
    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(f"{type(self).__name__} requires `num_packs` >= 0, but {num_packs} is specified")
        self.num_packs = num_packs


@tf_export("distribute.NcclAllReduce")
class NcclAllReduce(_Packed):
    """Reduction by NCCL, which has nothing to do for one device. Mirrors `tf.distribute.NcclAllReduce`."""


@tf_export("distribute.HierarchicalCopyAllReduce")
class HierarchicalCopyAllReduce(_Packed):
    """Reduction along the wires of a machine. Mirrors `tf.distribute.HierarchicalCopyAllReduce`."""

"""Replaces `tensorflow.python.ops.nccl_ops`: reductions across tensors that lie on the devices of this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_private
from tfshim.engine.ops.op_names import raw_op
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.ops.nccl_ops"
__all__ = ["all_max", "all_min", "all_prod", "all_sum", "broadcast", "reduce_sum"]


def all_sum(tensors: Sequence[TensorLike]) -> list[Tensor]:
    """The sum of `tensors` on the device of each of them, a list. Raises ValueError for none."""
    return _on_each(tf.add, tensors)


def all_prod(tensors: Sequence[TensorLike]) -> list[Tensor]:
    """The product of `tensors` on the device of each of them, a list. Raises ValueError for none."""
    return _on_each(tf.multiply, tensors)


def all_min(tensors: Sequence[TensorLike]) -> list[Tensor]:
    """The least of `tensors`, element by element, on the device of each of them, a list. Raises ValueError for none."""
    return _on_each(tf.minimum, tensors)


def all_max(tensors: Sequence[TensorLike]) -> list[Tensor]:
    """The greatest of `tensors`, element by element, on the device of each of them, a list. Raises ValueError for none."""
    return _on_each(tf.maximum, tensors)


def reduce_sum(tensors: Sequence[TensorLike]) -> Tensor:
    """The sum of `tensors`, on the device of the first. Raises ValueError for none."""
    return _reduced(tf.add, [tf.convert_to_tensor(t) for t in tensors])


def broadcast(tensor: TensorLike) -> Tensor:
    """`tensor`, to be used on any device."""
    return tf.identity(tensor)


def _on_each(combine: Callable[..., Tensor], tensors: Sequence[TensorLike]) -> list[Tensor]:
    converted = [tf.convert_to_tensor(t) for t in tensors]
    total = _reduced(combine, converted)
    made = []
    for t in converted:
        with tf.device(t.device or None):
            made.append(tf.identity(total))
    return made


def _reduced(combine, tensors):
    if not tensors:
        raise ValueError("Must pass >0 tensors to all reduce operations")
    with tf.device(tensors[0].device or None):
        total = tf.identity(tensors[0])
        for t in tensors[1:]:
            total = combine(total, tf.identity(t))
    return total


@tf_private("tensorflow.python.ops.gen_nccl_ops.nccl_all_reduce")
@raw_op("NcclAllReduce")
def nccl_all_reduce(input: TensorLike, reduction: str, num_devices: int, shared_name: str, name: str | None = None) -> Tensor:  # noqa: A002
    """The part of one device in a reduction of `num_devices`, which can only be this one; `shared_name` says of which reduction.

    `reduction`: "min", "max", "prod" or "sum".
    """
    if reduction not in ("min", "max", "prod", "sum"):
        raise tf.errors.InvalidArgumentError(
            None, None, f'Value for attr \'reduction\' of "{reduction}" is not in the list of allowed values: "min", "max", "prod", "sum"'
        )
    if num_devices != 1:
        raise refused("tensorflow.python.ops.gen_nccl_ops.nccl_all_reduce", "num_devices", value=num_devices)
    return tf.identity(input, name=name)

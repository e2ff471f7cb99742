"""Replaces `tensorflow.python.ops.collective_ops`: reductions across the members of a group, which has but one here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.ops.collective_ops"
__all__ = ["all_gather", "all_gather_v2", "all_reduce", "all_reduce_v2"]

_MERGES, _FINALS = ("Min", "Max", "Mul", "Add"), ("Id", "Div")


def all_reduce(
    t: TensorLike,
    group_size: int,
    group_key: int,
    instance_key: int,
    merge_op: str = "Add",
    final_op: str = "Id",
    subdiv_offsets: Sequence[int] = (0,),
    communication_hint: str = "auto",
    timeout: FloatLike = 0,
) -> Tensor:
    """`t`, reduced across the group: with one member, itself.

    `merge_op`: "Min", "Max", "Mul" or "Add", how two are combined; `final_op`: "Id", or "Div" to divide by the size of the group.
    The keys name the group and the reduction; `subdiv_offsets`, `communication_hint` and `timeout` say how members would meet.
    Raises ValueError for less than one member.
    """
    if _group("all_reduce", group_size) > 1:
        raise refused("tensorflow.python.ops.collective_ops.all_reduce", "group_size", value=group_size)
    for name, value, allowed in (("merge_op", merge_op, _MERGES), ("final_op", final_op, _FINALS)):
        if value not in allowed:
            texts = ", ".join(f'"{a}"' for a in allowed)
            raise tf.errors.InvalidArgumentError(
                None, None, f"Value for attr '{name}' of \"{value}\" is not in the list of allowed values: {texts}"
            )
    return tf.identity(t)


def all_reduce_v2(
    t: TensorLike,
    group_size: IntLike,
    group_key: IntLike,
    instance_key: IntLike,
    merge_op: str = "Add",
    final_op: str = "Id",
    communication_hint: str = "auto",
    timeout: FloatLike = 0,
    ordering_token: Any = None,
    max_subdivs_per_device: int = -1,
    name: str | None = None,
) -> Tensor:
    """As `all_reduce`, with keys that may be tensors. `ordering_token`: what it would wait for, `max_subdivs_per_device` a hint."""
    with tf.control_dependencies([] if ordering_token is None else [ordering_token]):
        return tf.identity(all_reduce(t, _number(group_size), 0, 0, merge_op, final_op, (0,), communication_hint, timeout), name=name)


def all_gather(
    t: TensorLike, group_size: int, group_key: int, instance_key: int, communication_hint: str = "auto", timeout: FloatLike = 0
) -> Tensor:
    """The tensors of all members along their first dimension: with one member, `t`; the other arguments as for `all_reduce`."""
    if _group("all_gather", group_size) > 1:
        raise refused("tensorflow.python.ops.collective_ops.all_gather", "group_size", value=group_size)
    return tf.identity(t)


def all_gather_v2(
    t: TensorLike,
    group_size: IntLike,
    group_key: IntLike,
    instance_key: IntLike,
    communication_hint: str = "auto",
    timeout: FloatLike = 0,
    ordering_token: Any = None,
    name: str | None = None,
) -> Tensor:
    """As `all_gather`, with keys that may be tensors."""
    with tf.control_dependencies([] if ordering_token is None else [ordering_token]):
        return tf.identity(all_gather(t, _number(group_size), 0, 0, communication_hint, timeout), name=name)


def _number(value):
    known = tf.get_static_value(tf.convert_to_tensor(value))
    return 0 if known is None else int(known)


def _group(function, group_size):
    if group_size < 1:
        raise ValueError(f"Parameter `group_size` to {function} must be at least 1. Received: {group_size}.")
    return group_size

"""Replaces `tensorflow.python.ops.resources`: the resources of a graph of TensorFlow 1 that have to be made before it runs."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.ops.resources"
__all__ = ["register_resource", "shared_resources", "local_resources", "report_uninitialized_resources", "initialize_resources"]

v1 = tf.compat.v1
_Resource = collections.namedtuple("_Resource", ["handle", "create", "is_initialized"])


def register_resource(handle: Any, create_op: Operation, is_initialized_op: Tensor, is_shared: bool = True) -> None:
    """Keep a resource in the default graph: `create_op` makes it, the bool scalar `is_initialized_op` says whether that was done.

    With `is_shared` it is one of all tasks, otherwise of this one.
    """
    kind = v1.GraphKeys.RESOURCES if is_shared else v1.GraphKeys.LOCAL_RESOURCES
    v1.add_to_collection(kind, _Resource(handle, create_op, is_initialized_op))


def shared_resources() -> list[Any]:
    """The resources of all tasks that the default graph has."""
    return v1.get_collection(v1.GraphKeys.RESOURCES)


def local_resources() -> list[Any]:
    """The resources of this task that the default graph has."""
    return v1.get_collection(v1.GraphKeys.LOCAL_RESOURCES)


def report_uninitialized_resources(resource_list: Sequence[Any] | None = None, name: str = "report_uninitialized_resources") -> Tensor:
    """The names of those resources that were not made yet, a vector of strings; by default of all that the graph has."""
    if resource_list is None:
        resource_list = shared_resources() + local_resources()
    with tf.name_scope(name):
        if not resource_list:
            return tf.constant([], dtype=tf.string)
        missing = tf.logical_not(tf.stack([r.is_initialized for r in resource_list]))
        return tf.boolean_mask(tf.constant([r.handle.name for r in resource_list]), missing)


def initialize_resources(resource_list: Sequence[Any], name: str = "init") -> Operation:
    """The operation that makes the resources."""
    return tf.group(*[r.create for r in resource_list], name=name) if resource_list else tf.no_op(name=name)

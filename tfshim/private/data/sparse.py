"""Replaces `tensorflow.python.data.util.sparse`: structures of elements among which there are sparse tensors."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.private.data import nest

_REPLACES = "tensorflow.python.data.util.sparse"
__all__ = ["any_sparse", "as_dense_shapes", "as_dense_types", "get_classes"]


def any_sparse(classes: Any) -> bool:
    """Whether `tf.SparseTensor` is among the classes of a structure."""
    return any(c is tf.SparseTensor for c in nest.flatten(classes))


def as_dense_shapes(shapes: Any, classes: Any) -> Any:
    """The structure `shapes`, unknown where the structure `classes` has `tf.SparseTensor`."""
    return _by_class(shapes, classes, lambda _: tf.TensorShape(None))


def as_dense_types(types: Any, classes: Any) -> Any:
    """The structure `types`, with `tf.variant` where the structure `classes` has `tf.SparseTensor`."""
    return _by_class(types, classes, lambda _: tf.variant)


def _by_class(structure, classes, for_sparse):
    pairs = zip(nest.flatten(structure), nest.flatten(classes))
    return nest.pack_sequence_as(structure, [for_sparse(x) if c is tf.SparseTensor else x for x, c in pairs])


def get_classes(tensors: Any) -> Any:
    """`tf.SparseTensor` or `tf.Tensor` for each of the structure `tensors`."""
    return nest.map_structure(lambda x: tf.SparseTensor if isinstance(x, tf.SparseTensor) else tf.Tensor, tensors)

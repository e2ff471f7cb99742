"""`tf.compat.v1.data.experimental`: as `tf.data.experimental`; what makes datasets there makes those of a graph here."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1.data.dataset_classes import source
from tfshim.data import experimental as _shared

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.typespec import TensorSpec
    from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
    from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec
    from tfshim.tensor_array.spec import TensorArraySpec


_SOURCES = frozenset(
    """Counter choose_from_datasets get_single_element make_batched_features_dataset
    make_csv_dataset sample_from_datasets""".split()
)


@tf_export(v1=["data.experimental.TensorStructure"])
def TensorStructure(dtype: DTypeLike, shape: ShapeLike) -> TensorSpec:  # noqa: N802 - TensorFlow's name
    """The spec of a tensor, by the name that it first had. Mirrors `tf.compat.v1.data.experimental.TensorStructure`.

    It is `tf.TensorSpec`, with the dtype first. Programs of TensorFlow 1.13 and 1.14 described the elements of datasets so; new ones write
    `tf.TensorSpec(shape, dtype)`.

    Arguments:
        dtype: the dtype.
        shape: the static shape, a list in which None stands for any size, or None for any shape.

    Returns:
        A `tf.TensorSpec`.

    Example:
        >>> tf.compat.v1.data.experimental.TensorStructure(tf.float32, [None, 3])
        TensorSpec(shape=(None, 3), dtype=tf.float32, name=None)
        >>> dataset = tf.data.Dataset.from_tensors([1.0, 2.0, 3.0])
        >>> dataset.batch(2).element_spec == tf.compat.v1.data.experimental.TensorStructure(tf.float32, [None, 3])
        True
    """
    return tf.TensorSpec(shape, dtype)


@tf_export(v1=["data.experimental.SparseTensorStructure"])
def SparseTensorStructure(dtype: DTypeLike, shape: ShapeLike) -> SparseTensorSpec:  # noqa: N802 - TensorFlow's name
    """The spec of a sparse tensor, by the name that it first had. Mirrors `tf.compat.v1.data.experimental.SparseTensorStructure`.

    It is `tf.SparseTensorSpec`, with the dtype first. Programs of TensorFlow 1.13 and 1.14 described the elements of datasets so; new ones
    write `tf.SparseTensorSpec(shape, dtype)`.

    Arguments:
        dtype: the dtype of the values.
        shape: the dense shape, a list in which None stands for any size, or None for any shape.

    Returns:
        A `tf.SparseTensorSpec`.

    Example:
        >>> tf.compat.v1.data.experimental.SparseTensorStructure(tf.float32, [None, 3])
        SparseTensorSpec(TensorShape([None, 3]), tf.float32)
        >>> spec = tf.compat.v1.data.experimental.SparseTensorStructure(tf.float32, [2, 2])
        >>> tf.data.Dataset.from_tensors(tf.sparse.eye(2)).element_spec == spec
        True
    """
    return tf.SparseTensorSpec(shape, dtype)


@tf_export(v1=["data.experimental.RaggedTensorStructure"])
def RaggedTensorStructure(dtype: DTypeLike, shape: ShapeLike, ragged_rank: int) -> RaggedTensorSpec:  # noqa: N802 - TensorFlow's name
    """The spec of a ragged tensor, by the name that it first had. Mirrors `tf.compat.v1.data.experimental.RaggedTensorStructure`.

    It is `tf.RaggedTensorSpec`, with the dtype first. Programs of TensorFlow 1.14 described the elements of datasets so; new ones write
    `tf.RaggedTensorSpec(shape, dtype, ragged_rank)`.

    Arguments:
        dtype: the dtype of the values.
        shape: the shape, a list in which None stands for any size and for rows of different lengths.
        ragged_rank: how many dimensions are ragged.

    Returns:
        A `tf.RaggedTensorSpec`.

    Example:
        >>> tf.compat.v1.data.experimental.RaggedTensorStructure(tf.int32, [2, None], 1)
        RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
        >>> rows = tf.ragged.constant([[1, 2], [3]])
        >>> tf.compat.v1.data.experimental.RaggedTensorStructure(tf.int32, [2, None], 1).is_compatible_with(rows)
        True
    """
    return tf.RaggedTensorSpec(shape, dtype, ragged_rank)


@tf_export(v1=["data.experimental.TensorArrayStructure"])
def TensorArrayStructure(dtype: DTypeLike, element_shape: ShapeLike, dynamic_size: bool, infer_shape: bool) -> TensorArraySpec:  # noqa: N802 - TensorFlow's name
    """The spec of a TensorArray, by the name that it first had. Mirrors `tf.compat.v1.data.experimental.TensorArrayStructure`.

    It is `tf.TensorArraySpec`, with the dtype first. Programs of TensorFlow 1.14 described the elements of datasets so; new ones write
    `tf.TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)`.

    Arguments:
        dtype: the dtype of the items.
        element_shape: the static shape of one item.
        dynamic_size: whether the array may grow.
        infer_shape: whether all items have to have one shape.

    Returns:
        A `tf.TensorArraySpec`.

    Example:
        >>> spec = tf.compat.v1.data.experimental.TensorArrayStructure(tf.float32, [2], True, True)
        >>> spec == tf.TensorArraySpec([2], tf.float32, True, True), spec.value_type is tf.TensorArray
        (True, True)
    """
    return tf.TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)


@tf_export(v1=["data.experimental.map_and_batch_with_legacy_function"])
def map_and_batch_with_legacy_function(
    map_func: Callable[..., Any],
    batch_size: IntLike,
    num_parallel_batches: IntLike | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: IntLike | None = None,
) -> Callable[[Any], Any]:
    """Makes elements by a function and batches them. Mirrors `tf.compat.v1.data.experimental.map_and_batch_with_legacy_function`.

    TensorFlow 1 had another kind of functions in graphs, which some programs relied on. Here there is one kind, and it does what
    `tf.data.experimental.map_and_batch` does: `dataset.map(...).batch(...)`.

    Arguments:
        map_func: a function of the parts of an element.
        batch_size: how many elements a batch has.
        num_parallel_batches: how many batches are made at a time; None by default.
        drop_remainder: whether a smaller last batch is left out, False by default.
        num_parallel_calls: how many elements are made at a time, in place of `num_parallel_batches`; None by default.

    Returns:
        A function for `dataset.apply`.

    Raises:
        ValueError: both numbers are given.

    Example:
        >>> step = tf.compat.v1.data.experimental.map_and_batch_with_legacy_function(lambda x: x * 10, 2)
        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).apply(step)]
        [[0, 10], [20]]
    """
    return _shared.map_and_batch(map_func, batch_size, num_parallel_batches, drop_remainder, num_parallel_calls)


_PATH = "data.experimental"
__all__ = _views.names(_PATH)
__dir__ = listing(globals())
_ADDED = _views.added(_PATH)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "service":
        return _views.shared("data.experimental.service")
    if name in _ADDED:
        module, own = _ADDED[name]
        return getattr(importlib.import_module(module), own)
    made = getattr(_shared, name)
    if name in _SOURCES:
        made = globals()[name] = source(made)
    return made

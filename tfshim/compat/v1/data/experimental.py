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
    """A TensorSpec. Mirrors `tf.compat.v1.data.experimental.TensorStructure`."""
    return tf.TensorSpec(shape, dtype)


@tf_export(v1=["data.experimental.SparseTensorStructure"])
def SparseTensorStructure(dtype: DTypeLike, shape: ShapeLike) -> SparseTensorSpec:  # noqa: N802 - TensorFlow's name
    """A SparseTensorSpec. Mirrors `tf.compat.v1.data.experimental.SparseTensorStructure`."""
    return tf.SparseTensorSpec(shape, dtype)


@tf_export(v1=["data.experimental.RaggedTensorStructure"])
def RaggedTensorStructure(dtype: DTypeLike, shape: ShapeLike, ragged_rank: int) -> RaggedTensorSpec:  # noqa: N802 - TensorFlow's name
    """A RaggedTensorSpec. Mirrors `tf.compat.v1.data.experimental.RaggedTensorStructure`."""
    return tf.RaggedTensorSpec(shape, dtype, ragged_rank)


@tf_export(v1=["data.experimental.TensorArrayStructure"])
def TensorArrayStructure(dtype: DTypeLike, element_shape: ShapeLike, dynamic_size: bool, infer_shape: bool) -> TensorArraySpec:  # noqa: N802 - TensorFlow's name
    """A TensorArraySpec. Mirrors `tf.compat.v1.data.experimental.TensorArrayStructure`."""
    return tf.TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)


@tf_export(v1=["data.experimental.map_and_batch_with_legacy_function"])
def map_and_batch_with_legacy_function(
    map_func: Callable[..., Any],
    batch_size: IntLike,
    num_parallel_batches: IntLike | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: IntLike | None = None,
) -> Callable[[Any], Any]:
    """As `tf.data.experimental.map_and_batch`. Mirrors the function of TensorFlow 1."""
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

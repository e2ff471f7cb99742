"""`tf.compat.v1.data.experimental`: as `tf.data.experimental`; what makes datasets there makes those of a graph here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1._views import resolve
from tfshim.compat.v1.data import source
from tfshim.data import experimental as _shared

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.typespec import TensorSpec
    from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
    from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec
    from tfshim.tensor_array import TensorArraySpec

_SOURCES = frozenset(
    """Counter CsvDataset RandomDataset SqlDataset choose_from_datasets get_single_element make_batched_features_dataset
    make_csv_dataset sample_from_datasets""".split()
)
_SPECS = {"DatasetStructure": "data.DatasetSpec", "OptionalStructure": "OptionalSpec", "Structure": "TypeSpec"}


def TensorStructure(dtype: DTypeLike, shape: ShapeLike) -> TensorSpec:  # noqa: N802 - TensorFlow's name
    """A TensorSpec. Mirrors `tf.compat.v1.data.experimental.TensorStructure`."""
    return tf.TensorSpec(shape, dtype)


def SparseTensorStructure(dtype: DTypeLike, shape: ShapeLike) -> SparseTensorSpec:  # noqa: N802 - TensorFlow's name
    """A SparseTensorSpec. Mirrors `tf.compat.v1.data.experimental.SparseTensorStructure`."""
    return tf.SparseTensorSpec(shape, dtype)


def RaggedTensorStructure(dtype: DTypeLike, shape: ShapeLike, ragged_rank: int) -> RaggedTensorSpec:  # noqa: N802 - TensorFlow's name
    """A RaggedTensorSpec. Mirrors `tf.compat.v1.data.experimental.RaggedTensorStructure`."""
    return tf.RaggedTensorSpec(shape, dtype, ragged_rank)


def TensorArrayStructure(dtype: DTypeLike, element_shape: ShapeLike, dynamic_size: bool, infer_shape: bool) -> TensorArraySpec:  # noqa: N802 - TensorFlow's name
    """A TensorArraySpec. Mirrors `tf.compat.v1.data.experimental.TensorArrayStructure`."""
    return tf.TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)


def map_and_batch_with_legacy_function(
    map_func: Callable[..., Any],
    batch_size: IntLike,
    num_parallel_batches: IntLike | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: IntLike | None = None,
) -> Callable[[Any], Any]:
    """As `tf.data.experimental.map_and_batch`. Mirrors the function of TensorFlow 1."""
    return _shared.map_and_batch(map_func, batch_size, num_parallel_batches, drop_remainder, num_parallel_calls)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _SPECS:
        return resolve(_SPECS[name])
    if name == "service":
        return _views.shared("data.experimental.service")
    made = getattr(_shared, name)
    return source(made) if name in _SOURCES else made


__all__ = sorted(
    {*(n for n in globals() if n.endswith("Structure") or n.startswith("map_and")), *_SPECS, *_views.names("data.experimental")}
)
__dir__ = listing(globals())

"""`tf.IndexedSlicesSpec`: what is known of a `tf.IndexedSlices`."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_export
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.dtypes import as_dtype, float32, int64
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import TensorSpec

__all__ = ["IndexedSlicesSpec"]


@tf_export("IndexedSlicesSpec")
@register("tf.IndexedSlicesSpec")
class IndexedSlicesSpec(TypeSpec):
    """The `tf.TypeSpec` of a `tf.IndexedSlices`. Mirrors `tf.IndexedSlicesSpec`.

    Arguments:
        shape: the shape of the whole tensor, anything that `tf.TensorShape` takes; None (the default) leaves it open.
        dtype: the dtype of the rows, float32 by default.
        indices_dtype: the dtype of their places, int64 by default.
        dense_shape_dtype: the dtype of `dense_shape`; None (the default) where there is none.
        indices_shape: the shape of the places; None (the default) is a vector of any length.

    Example:
        >>> spec = tf.IndexedSlicesSpec([10, 2], indices_dtype=tf.int32)
        >>> spec.is_compatible_with(tf.IndexedSlices(tf.zeros([1, 2]), tf.constant([3])))
        True
    """

    __slots__ = ("_dense_shape_dtype", "_indices_dtype", "_indices_shape", "_shape", "_values_dtype")
    __module__ = "tensorflow.python.framework.indexed_slices"

    def __init__(
        self, shape: Any = None, dtype: Any = float32, indices_dtype: Any = int64, dense_shape_dtype: Any = None, indices_shape: Any = None
    ) -> None:
        self._shape, self._values_dtype = TensorShape(shape), as_dtype(dtype)
        self._indices_dtype = as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else as_dtype(dense_shape_dtype)
        self._indices_shape = TensorShape([None] if indices_shape is None else indices_shape)

    value_type = property(lambda self: IndexedSlices, doc="`tf.IndexedSlices`.")

    def _serialize(self) -> tuple[Any, ...]:
        return (
            self._shape, self._values_dtype, self._indices_dtype, self._dense_shape_dtype, self._indices_shape,
        )  # fmt: skip

    @property
    def _component_specs(self) -> Any:
        values = self._indices_shape.concatenate(self._shape[1:])
        specs = (TensorSpec(values, self._values_dtype), TensorSpec(self._indices_shape, self._indices_dtype))
        if self._dense_shape_dtype is None:
            return specs
        return *specs, TensorSpec([self._shape.rank], self._dense_shape_dtype)

    def _to_components(self, value: IndexedSlices) -> Any:
        if value.dense_shape is None:
            return value.values, value.indices
        return value.values, value.indices, value.dense_shape

    def _from_components(self, components: Any) -> IndexedSlices:
        return IndexedSlices(*components)


def spec_of(slices: IndexedSlices) -> IndexedSlicesSpec:
    """The spec of an IndexedSlices value."""
    given = slices.dense_shape
    shape = TensorShape([None]).concatenate(slices.values.shape[1:]).merge_with(slices.shape)
    return IndexedSlicesSpec(shape, slices.dtype, slices.indices.dtype, None if given is None else given.dtype, slices.indices.shape)


higher.install(spec_of=spec_of)

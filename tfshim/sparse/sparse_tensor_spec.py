"""`tf.SparseTensorSpec`: what is known of a `tf.SparseTensor`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.values.dtypes import as_dtype, float32, int64
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.specs.batching import BatchableTypeSpec
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import register
from tfshim.engine.values.typespec import TensorSpec
from tfshim.sparse.sparse_tensor import SparseTensor, is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


__all__ = ["SparseTensorSpec"]


@tf_export("SparseTensorSpec")
@register("tf.SparseTensorSpec")
class SparseTensorSpec(BatchableTypeSpec):
    """The `tf.TypeSpec` of a sparse tensor. Mirrors `tf.SparseTensorSpec`.

    `tf.type_spec_from_value(x)` makes one of a tensor at hand, and `shape` and `dtype` give back what it was made of.

    Arguments:
        shape: the dense shape, anything that `tf.TensorShape` takes; None (the default) leaves the rank open.
        dtype: the dtype of the elements, float32 by default.

    How many elements are stored is not part of it. It stands in signatures of functions and in the `element_spec` of
    datasets.

    Example:
        >>> spec = tf.SparseTensorSpec([None, 2], tf.int32)
        >>> spec.is_compatible_with(tf.sparse.from_dense([[0, 1], [2, 0], [0, 0]]))
        True
    """

    __slots__ = ("_dtype", "_shape")
    __module__ = "tensorflow.python.framework.sparse_tensor"

    def __init__(self, shape: SizesLike | None = None, dtype: DTypeLike = float32) -> None:
        self._shape, self._dtype = TensorShape(shape), as_dtype(dtype)

    shape = property(lambda self: self._shape, doc="The `tf.TensorShape`.")
    dtype = property(lambda self: self._dtype, doc="The `tf.DType`.")
    value_type = property(lambda self: SparseTensor, doc="`tf.SparseTensor`.")

    @classmethod
    def from_value(cls, value: TensorLike) -> SparseTensorSpec:
        """Make the spec of a sparse tensor. Mirrors `tf.SparseTensorSpec.from_value`.

        Arguments:
            value: a `tf.SparseTensor`, or a `tf.compat.v1.SparseTensorValue` of NumPy arrays.

        Returns:
            A `tf.SparseTensorSpec` with its static shape and its dtype.

        Raises:
            TypeError: `value` is neither.

        How many elements are set is not in a spec: a function with it as `input_signature` takes any number of them. For any number of
        rows, put None in the place of the first size.

        Example:
            >>> st = tf.SparseTensor([[0, 1]], [5.0], [2, 3])
            >>> tf.SparseTensorSpec.from_value(st)
            SparseTensorSpec(TensorShape([2, 3]), tf.float32)
        """
        if isinstance(value, SparseTensor):
            return cls(value.shape, value.dtype)
        if is_sparse_value(value):
            made = SparseTensor.from_value(value)
            return cls(made.shape, made.dtype)
        raise TypeError(f"Expected SparseTensor or SparseTensorValue. Received: {value} of type {type(value).__name__}.")

    def _serialize(self):
        return self._shape, self._dtype

    @property
    def _component_specs(self):
        rank = self._shape.rank
        return [TensorSpec([None, rank], int64), TensorSpec([None], self._dtype), TensorSpec([rank], int64)]

    def _to_components(self, value):
        if is_sparse_value(value):
            value = SparseTensor.from_value(value)
        return [value.indices, value.values, value.dense_shape]

    def _from_components(self, components):
        if not all(isinstance(c, Tensor) for c in components):
            return SparseTensor._of_parts(components, self._shape)  # specs or other stand-ins for tensors
        made = SparseTensor(*components)
        made._static_shape = made._static_shape.merge_with(self._shape)
        return made

    def _batch(self, batch_size):
        return SparseTensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self):
        if self._shape.rank == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return SparseTensorSpec(self._shape[1:] if self._shape.rank is not None else None, self._dtype)

    def _to_legacy_output_types(self):
        return self._dtype

    def _to_legacy_output_shapes(self):
        return self._shape

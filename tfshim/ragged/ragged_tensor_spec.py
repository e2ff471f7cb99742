"""`tf.RaggedTensorSpec`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.specs.batching import BatchableTypeSpec
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import register
from tfshim.engine.values.typespec import TensorSpec
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("RaggedTensorSpec")
@register("tf.RaggedTensorSpec")
class RaggedTensorSpec(BatchableTypeSpec):
    """The `tf.TypeSpec` of a ragged tensor. Mirrors `tf.RaggedTensorSpec`.

    Arguments:
        shape: with None for ragged axes and sizes that are not known; None (the default) for the whole leaves it open.
        dtype: the dtype of the elements, float32 by default.
        ragged_rank: how many axes are ragged; None (the default) takes all but one of `shape`.
        row_splits_dtype: int64 (the default) or int32.
        flat_values_spec: a spec of the innermost values, for special ones.

    Raises:
        ValueError: these do not go together.

    It is what `tf.map_fn(fn_output_signature=...)` and signatures of functions take for results of different lengths.

    Example:
        >>> spec = tf.RaggedTensorSpec([None, None], tf.int32)
        >>> spec.is_compatible_with(tf.ragged.constant([[1, 2], [3]]))
        True
    """

    __slots__ = ("_shape", "_dtype", "_ragged_rank", "_row_splits_dtype", "_flat_values_spec")
    __module__ = "tensorflow.python.ops.ragged.ragged_tensor"

    def __init__(
        self,
        shape: SizesLike | None = None,
        dtype: DTypeLike = dt.float32,
        ragged_rank: IntLike | None = None,
        row_splits_dtype: DTypeLike = dt.int64,
        flat_values_spec: Any = None,
    ) -> None:
        self._shape, self._row_splits_dtype = TensorShape(shape), as_dtype(row_splits_dtype)
        if flat_values_spec is not None:
            if dtype is None:
                dtype = flat_values_spec.dtype
            elif as_dtype(dtype) != flat_values_spec.dtype:
                raise ValueError("dtype must be the same as flat_values_spec.dtype")
        elif dtype is None:
            raise ValueError("At least one of dtype or flat_values_spec must be provided")
        self._dtype, self._flat_values_spec = as_dtype(dtype), flat_values_spec
        rank = self._shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError(f"Argument `ragged_rank` must be an int. Received {ragged_rank}.")
        if rank is not None and ragged_rank >= rank:
            raise ValueError(f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({rank}).")
        self._ragged_rank = ragged_rank

    shape = property(lambda self: self._shape, doc="The static shape.")
    dtype = property(lambda self: self._dtype, doc="The dtype of the values.")
    ragged_rank = property(lambda self: self._ragged_rank, doc="How many dimensions row splits make.")
    row_splits_dtype = property(lambda self: self._row_splits_dtype, doc="The dtype of the row splits.")
    flat_values_spec = property(lambda self: self._flat_values_spec, doc="The spec of the innermost values, or None.")

    @property
    def value_type(self) -> Any:
        """RaggedTensor; `tf.Tensor` for a ragged rank of 0."""
        return RaggedTensor if self._ragged_rank else Tensor

    @classmethod
    def from_value(cls, value: TensorLike) -> RaggedTensorSpec:
        """Make the spec of a ragged tensor. Mirrors `tf.RaggedTensorSpec.from_value`.

        Arguments:
            value: a `tf.RaggedTensor`.

        Returns:
            A `tf.RaggedTensorSpec` with its static shape, its dtype, its ragged rank, and the dtype of its row splits.

        Raises:
            AttributeError: `value` is no ragged tensor; `tf.type_spec_from_value` takes any value.

        For a function that should take any number of rows, put None in the place of the first size: the spec of a tensor has the number
        of rows that it has.

        Example:
            >>> r = tf.ragged.constant([[1, 2], [3]])
            >>> tf.RaggedTensorSpec.from_value(r)
            RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
        """
        return cls(value.shape, value.dtype, value.ragged_rank, value.row_splits.dtype)

    def _serialize(self):
        base = (self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype)
        return base if self._flat_values_spec is None else (*base, self._flat_values_spec)

    @property
    def _component_specs(self):
        rank = self._shape.rank
        inner = [None, *self._shape.as_list()[self._ragged_rank + 1 :]] if rank is not None else None
        if not self._ragged_rank:
            return [TensorSpec(self._shape, self._dtype)]
        rows = self._shape[0] if rank is not None else None
        flat = self._flat_values_spec or TensorSpec(inner, self._dtype)
        outer = TensorSpec([None if rows is None else rows + 1], self._row_splits_dtype)
        more = [TensorSpec([None], self._row_splits_dtype) for _ in range(self._ragged_rank - 1)]
        return [flat, outer, *more]

    def _to_components(self, value):
        if isinstance(value, RaggedTensor):
            return [value.flat_values, *value.nested_row_splits]
        if isinstance(value, RaggedTensorValue):
            return [convert_to_tensor(x) for x in (value.flat_values, *value.nested_row_splits)]
        return [value]

    def _from_components(self, components):
        values, *splits = components
        uniform = [None] * len(splits) if self._shape.rank is None else self._shape.as_list()[1 : len(splits) + 1]
        for part, length in zip(reversed(splits), reversed(uniform), strict=True):
            values = RaggedTensor._make(values, part, length)
        return values

    def _batch(self, batch_size):
        return RaggedTensorSpec(
            TensorShape([batch_size]).concatenate(self._shape), self._dtype, self._ragged_rank + 1, self._row_splits_dtype
        )

    def _unbatch(self):
        return RaggedTensorSpec(self._shape[1:], self._dtype, self._ragged_rank - 1, self._row_splits_dtype)

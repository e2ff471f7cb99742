"""`tf.TensorArraySpec`: the type of a list of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.values.typespec import TensorSpec
from tfshim.tensor_array import TensorArray

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("TensorArraySpec")
class TensorArraySpec(TypeSpec):
    """The `tf.TypeSpec` of a `tf.TensorArray`. Mirrors `tf.TensorArraySpec`.

    An array is no tensor, and cannot be fed or batched.

    Arguments:
        element_shape: the shape of the elements; None (the default) leaves it open.
        dtype: the dtype of the elements, float32 by default.
        dynamic_size: whether the array may grow; False by default.
        infer_shape: whether all elements have one shape; True by default.

    Functions that take or return arrays are described by it.

    Example:
        >>> array = tf.TensorArray(tf.float32, size=2, element_shape=[3])
        >>> tf.TensorArraySpec([3]).is_compatible_with(array)
        True
    """

    __module__ = "tensorflow.python.ops.tensor_array_ops"

    def __init__(
        self,
        element_shape: SizesLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape, self._dtype = TensorShape(element_shape), as_dtype(dtype)
        self._dynamic_size, self._infer_shape = dynamic_size, infer_shape
        self._array = None

    value_type = property(lambda self: TensorArray, doc="`tf.TensorArray`.")
    _component_specs = property(lambda self: [TensorSpec([], dtypes.variant)])

    @staticmethod
    def from_value(value: TensorArray) -> TensorArraySpec:
        """Make the spec of an array. Mirrors `tf.TensorArraySpec.from_value`.

        Arguments:
            value: a `tf.TensorArray`.

        Returns:
            A `tf.TensorArraySpec` with the array's dtype, the shape of its elements as far as it is known, and whether it grows and
            learns the shape.

        Raises:
            TypeError: `value` is no `tf.TensorArray`.

        It is what `tf.function` compares when it is called with an array, and what an `input_signature` may have for it.

        Example:
            >>> array = tf.TensorArray(tf.float32, size=2, element_shape=[3])
            >>> tf.TensorArraySpec.from_value(array)
            TensorArraySpec(TensorShape([3]), tf.float32, False, True)
        """
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but got: `{type(value)}`.")
        return TensorArraySpec(value.element_shape, value.dtype, value.dynamic_size, value._infer)

    def is_compatible_with(self, other: Any) -> bool:
        """Tell whether an array is of this type. Mirrors `tf.TensorArraySpec.is_compatible_with`.

        Arguments:
            other: a `tf.TensorArray`, or another spec.

        Returns:
            True where both have one dtype, both grow or neither does, and the shapes of the elements agree as far as they are known. How
            many elements there are does not matter: no spec tells it.

        Raises:
            TypeError: `other` is neither an array nor a spec.

        Example:
            >>> spec = tf.TensorArraySpec([None, 3], tf.float32)
            >>> spec.is_compatible_with(tf.TensorArray(tf.float32, size=2, element_shape=[5, 3]))
            True
            >>> spec.is_compatible_with(tf.TensorArray(tf.int32, size=2, element_shape=[5, 3]))
            False
        """
        other = other if isinstance(other, TypeSpec) else TensorArraySpec.from_value(other)
        return (
            isinstance(other, TensorArraySpec)
            and self._dtype == other._dtype
            and self._dynamic_size == other._dynamic_size
            and self._element_shape.is_compatible_with(other._element_shape)
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TensorArraySpec:
        """Find the spec that covers this one and others. Mirrors `tf.TensorArraySpec.most_specific_common_supertype`.

        Arguments:
            others: a list of specs.

        Returns:
            A `tf.TensorArraySpec` with the shape of the elements where all have the same, else of unknown rank. None where one of
            `others` is of another kind, dtype, or grows while this one does not.

        It belongs to the interface by which `tf.function` finds one trace for several calls, and conditions and loops one type for what
        their branches and steps give.

        Example:
            >>> spec = tf.TensorArraySpec([3], tf.float32)
            >>> spec.most_specific_common_supertype([tf.TensorArraySpec([3], tf.float32)])
            TensorArraySpec(TensorShape([3]), tf.float32, False, True)
            >>> print(spec.most_specific_common_supertype([tf.TensorArraySpec([3], tf.int32)]))
            None
        """
        if not all(isinstance(o, TensorArraySpec) and o._dtype == self._dtype and o._dynamic_size == self._dynamic_size for o in others):
            return None
        shape = self._element_shape
        for o in others:
            shape = shape if shape.rank is not None and shape == o._element_shape else TensorShape(None)
        return TensorArraySpec(shape, self._dtype, self._dynamic_size, self._infer_shape)

    def _serialize(self):
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    def _to_components(self, value):
        return [value._as_flow()]

    def _from_components(self, components):
        flow = components[0]
        made = TensorArray(
            self._dtype, flow=flow, dynamic_size=self._dynamic_size, infer_shape=self._infer_shape, element_shape=self._element_shape
        )
        if self._array is not None:  # the same array, e.g. in the graph of a loop's body: shapes learned there hold for both
            made._cell = self._array._cell
            made._static_size = self._array._static_size
            made._given_size, made._origin = self._array._given_size, self._array._origin
        return made

    def __repr__(self):
        return f"TensorArraySpec({self._element_shape!r}, {self._dtype!r}, {self._dynamic_size}, {self._infer_shape})"

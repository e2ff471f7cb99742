"""`tf.__internal__.types.Tensor`: what tensors and variables have in common."""

from typing import Any, Protocol, runtime_checkable

from tfshim._export import tf_export, tf_private


@tf_export("__internal__.types.Tensor", v1=[])
class Tensor:
    """The base of dense tensors and variables, also of those that libraries define."""

    __slots__ = ()
    __module__ = "tensorflow.python.types.core"

    @property
    def shape(self) -> Any:
        """The static shape. Mirrors `tf.Tensor.shape`.

        Returns:
            A `tf.TensorShape`. While executing eagerly all sizes are known; within functions and graphs sizes, or the number of axes,
            may be None, and `tf.shape(x)` gives them as a tensor when it runs. `x.shape[0]` is a number or None, `x.shape.rank` the
            number of axes.

        Example:
            >>> x = tf.ones([2, 3])
            >>> x.shape
            TensorShape([2, 3])
            >>> x.shape[0], x.shape.rank, x.shape.as_list()
            (2, 2, [2, 3])
        """

    @property
    def dtype(self) -> Any:
        """The type of the elements. Mirrors `tf.Tensor.dtype`.

        Returns:
            A `tf.DType`, such as `tf.float32`: it equals its name, and has `name`, `size`, `is_floating`, `as_numpy_dtype` and the
            like. `tf.cast` gives a tensor of another type.

        Example:
            >>> x = tf.constant([1, 2])
            >>> x.dtype
            tf.int32
            >>> x.dtype == "int32", x.dtype.is_integer
            (True, True)
        """


@tf_private("tensorflow.python.types.core.TensorProtocol")
@runtime_checkable
class TensorProtocol(Protocol):
    """What is converted to a tensor by a method of its own."""

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The tensor: of `dtype` if that is given, from operations named `name`."""

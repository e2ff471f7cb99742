"""The methods of `LinearOperator` that tell its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.array_ops.shapes import shape, size
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.pickling import methods_of
from tfshim.engine.values.shape_parts.dimensions import Dimension
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


@methods_of("tfshim.linalg.operators.linear_operator", "LinearOperator")
class ShapeMixin:
    """What an operator tells of its sizes: statically, and as tensors."""

    if TYPE_CHECKING:  # of the operator

        def _dense(self) -> Any: ...

    def _shape(self):
        return TensorShape(self._dense().shape)

    def _shape_tensor(self):
        return shape(self._dense())

    shape = property(lambda self: self._shape(), doc="The static shape `[..., m, n]`.")
    batch_shape = property(lambda self: self.shape[:-2], doc="The static shape of the leading dimensions.")
    tensor_rank = property(lambda self: self.shape.rank, doc="The number of dimensions.")
    domain_dimension = property(lambda self: Dimension(self.shape[-1]), doc="The number of columns.")
    range_dimension = property(lambda self: Dimension(self.shape[-2]), doc="The number of rows.")

    def shape_tensor(self, name: str | None = "shape_tensor") -> Tensor:
        """The shape of the operator as a tensor. Mirrors `tf.linalg.LinearOperator.shape_tensor`.

        Code in a `tf.function` for batches of any size takes it; elsewhere the static attribute `shape` is enough.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            an int32 vector `[..., m, n]`: the sizes of the batch, the number of rows and the number of columns. It is the shape that
            `to_dense()` has; nothing is written out for it.

        Example:
            >>> operator = tf.linalg.LinearOperatorDiag(tf.ones([4, 2]))
            >>> operator.shape, operator.shape_tensor().numpy()
            (TensorShape([4, 2, 2]), array([4, 2, 2], dtype=int32))
            >>> tf.zeros(operator.shape_tensor()).shape
            TensorShape([4, 2, 2])
        """
        if self.shape.is_fully_defined():
            return convert_to_tensor(self.shape.as_list(), dtype=dt.int32)
        return self._shape_tensor()

    def batch_shape_tensor(self, name: str | None = "batch_shape_tensor") -> Tensor:
        """The sizes of the leading axes, the batch, as a tensor. Mirrors `tf.linalg.LinearOperator.batch_shape_tensor`.

        It is for code in a `tf.function` where sizes are known only when it runs; elsewhere the static attribute `batch_shape` is enough.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            an int32 vector: the shape without the last two sizes, empty for a single matrix. Where the static shape is fully known it is a
                constant, and no operation runs for it.

        Example:
            >>> tf.linalg.LinearOperatorDiag(tf.ones([4, 2])).batch_shape_tensor()
            <tf.Tensor: shape=(1,), dtype=int32, numpy=array([4], dtype=int32)>
            >>> tf.linalg.LinearOperatorDiag([1.0, 2.0]).batch_shape_tensor().numpy().tolist()
            []
        """
        return self.shape_tensor()[:-2]

    def tensor_rank_tensor(self, name: str | None = "tensor_rank_tensor") -> Tensor:
        """The number of axes as a tensor: those of the batch and the two of the matrices. Mirrors
        `tf.linalg.LinearOperator.tensor_rank_tensor`.

        It is for code in a `tf.function` where the number of axes is known only when it runs. The attribute `tensor_rank` has it as a
        Python int where it is known statically, and None where it is not.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            an int32 scalar, at least 2: as many as `to_dense()` has axes.

        Example:
            >>> operator = tf.linalg.LinearOperatorDiag(tf.ones([4, 2]))
            >>> operator.tensor_rank_tensor().numpy(), operator.tensor_rank
            (3, 3)
            >>> tf.linalg.LinearOperatorIdentity(3).tensor_rank_tensor().numpy()
            2
        """
        return size(self.shape_tensor(), name=name)

    def domain_dimension_tensor(self, name: str | None = "domain_dimension_tensor") -> Tensor:
        """The number of columns as a tensor: the size of the vectors that the operator takes. Mirrors
        `tf.linalg.LinearOperator.domain_dimension_tensor`.

        It is for code in a `tf.function` where the size is known only when it runs; elsewhere the static attribute `domain_dimension`, a
        `tf.compat.v1.Dimension`, is enough.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            an int32 scalar: n of the shape `[..., m, n]`. It is what the last axis but one of the argument of `matmul` has to have.

        Example:
            >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            >>> operator.domain_dimension_tensor().numpy(), operator.range_dimension_tensor().numpy()
            (3, 2)
        """
        return self.shape_tensor()[-1]

    def range_dimension_tensor(self, name: str | None = "range_dimension_tensor") -> Tensor:
        """The number of rows as a tensor: the size of the vectors that the operator gives. Mirrors
        `tf.linalg.LinearOperator.range_dimension_tensor`.

        It is for code in a `tf.function` where the size is known only when it runs; elsewhere the static attribute `range_dimension`, a
        `tf.compat.v1.Dimension`, is enough.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            an int32 scalar: m of the shape `[..., m, n]`. It is what the last axis but one of the argument of `solve` has to have.

        Example:
            >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            >>> operator.range_dimension_tensor().numpy(), operator.matvec([1.0, 0.0, 0.0]).shape
            (2, TensorShape([2]))
        """
        return self.shape_tensor()[-2]

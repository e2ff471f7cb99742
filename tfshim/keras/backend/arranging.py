"""What `tf.keras.backend` does to the order and the shape of the elements of a tensor."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.keras.backend.values import ndim

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("keras.backend.transpose")
def transpose(x: TensorLike) -> AnyTensor:
    """A tensor with its axes in the opposite order.

    Mirrors `tf.keras.backend.transpose`.

    A matrix becomes its transpose; of a tensor of higher rank the last axis comes first and the first last. No number is changed. For one
    particular order of the axes there is `permute_dimensions`.

    Arguments:
        x: a tensor of any rank and dtype, with axes [a, b, ..., z].

    Returns:
        A tensor of the dtype of `x` with axes [z, ..., b, a].

    Example:
        >>> tf.keras.backend.transpose(tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [[1, 3], [2, 4]]
        >>> tf.keras.backend.transpose(tf.ones([2, 3, 4])).shape
        TensorShape([4, 3, 2])
    """
    return array_ops.transpose(x)


@tf_export("keras.backend.permute_dimensions")
def permute_dimensions(x: TensorLike, pattern: TensorLike) -> AnyTensor:
    """A tensor with its axes in another order.

    Mirrors `tf.keras.backend.permute_dimensions`.

    Axis i of the result is axis `pattern[i]` of the tensor: (0, 3, 1, 2) makes channels-first images of channels-last ones. The gradient
    is permuted back.

    Arguments:
        x: a tensor of any dtype.
        pattern: all axes in their new order, integers from 0, each once.

    Returns:
        A tensor of the dtype and rank of `x`, its sizes in the order of `pattern`.

    Raises:
        InvalidArgumentError: a pattern of another length, or with an axis twice.

    Example:
        >>> tf.keras.backend.permute_dimensions(tf.constant([[1, 2], [3, 4]]), (1, 0)).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.transpose(x, perm=pattern)


@tf_export("keras.backend.reshape")
def reshape(x: TensorLike, shape: SizesLike) -> AnyTensor:
    """A tensor in another shape, its elements in the same order.

    Mirrors `tf.keras.backend.reshape`.

    Elements keep their row-major order. One size may be -1, and is what is left over. No data is copied where the memory allows. The
    gradient is reshaped back.

    Arguments:
        x: a tensor of any dtype.
        shape: integers, or an integer tensor of rank 1; their product is the number of elements.

    Returns:
        A tensor of the dtype of `x` and the shape that was asked for.

    Raises:
        InvalidArgumentError (ValueError while a graph is made): another number of elements, or -1 more than once.

    Example:
        >>> tf.keras.backend.reshape(tf.range(6), (3, -1)).numpy().tolist()
        [[0, 1], [2, 3], [4, 5]]
    """
    return array_ops.reshape(x, shape)


@tf_export("keras.backend.gather")
def gather(reference: TensorLike, indices: TensorLike) -> AnyTensor:
    """The rows of a tensor at given places.

    Mirrors `tf.keras.backend.gather`.

    Row i of the result is the row of `reference` that `indices[i]` names, so one row may come often. It is how an embedding looks words
    up; the gradient has only the rows that were read (`tf.IndexedSlices`).

    Arguments:
        reference: a tensor [rows, ...] of any dtype, or a variable.
        indices: an integer tensor of any shape, each 0 or more and less than the number of rows.

    Returns:
        A tensor [*shape of indices, ...] of the dtype of `reference`.

    Raises:
        InvalidArgumentError: an index outside of the rows.

    Example:
        >>> tf.keras.backend.gather(tf.constant([[1, 2], [3, 4]]), [1, 0]).numpy().tolist()
        [[3, 4], [1, 2]]
        >>> tf.keras.backend.gather(tf.constant([10, 20, 30]), [[0, 2], [1, 1]]).numpy().tolist()
        [[10, 30], [20, 20]]
    """
    return array_ops.gather(reference, indices)


@tf_export("keras.backend.stack")
def stack(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Tensors of one shape put together along a new axis.

    Mirrors `tf.keras.backend.stack`.

    [a, b] tensors, n of them, become [n, a, b], or [a, n, b] with `axis=1`. Where they are to be joined along an axis that they have,
    take `concatenate`; `tf.unstack` is the way back.

    Arguments:
        x: a list of tensors of one shape and dtype.
        axis: where the new axis stands in the result; 0 (first) by default.

    Returns:
        A tensor of their dtype, its rank one more than theirs.

    Raises:
        InvalidArgumentError: other shapes or dtypes in the list.

    Example:
        >>> tf.keras.backend.stack([tf.constant([1, 2]), tf.constant([3, 4])], axis=1).numpy().tolist()
        [[1, 3], [2, 4]]
        >>> tf.keras.backend.stack([tf.ones([2, 3]), tf.ones([2, 3])]).shape
        TensorShape([2, 2, 3])
    """
    return array_ops.stack(x, axis=axis)


@tf_export("keras.backend.expand_dims")
def expand_dims(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """A tensor with a new axis of size 1.

    Mirrors `tf.keras.backend.expand_dims`.

    No element moves: [a, b] become [a, b, 1], or [1, a, b] with `axis=0`. So a vector can be broadcast against a matrix, or one example
    be made a batch. `squeeze` takes the axis out again.

    Arguments:
        x: a tensor of any dtype.
        axis: where the new axis stands in the result, an integer from -(rank + 1) to rank; -1 (the last) by default.

    Returns:
        A tensor of the dtype of `x`, its rank one more.

    Raises:
        InvalidArgumentError: an axis beyond these.

    Example:
        >>> tf.keras.backend.expand_dims(tf.constant([1, 2])).numpy().tolist()
        [[1], [2]]
        >>> tf.keras.backend.expand_dims(tf.ones([2, 3]), 1).shape
        TensorShape([2, 1, 3])
    """
    return array_ops.expand_dims(x, axis)


@tf_export("keras.backend.squeeze")
def squeeze(x: TensorLike, axis: Axis) -> AnyTensor:
    """A tensor without an axis of size 1.

    Mirrors `tf.keras.backend.squeeze`.

    The axis must have size 1; its removal changes neither the elements nor their order. Of several such axes one call takes one.
    `expand_dims` is the way back, and the gradient of either is the other.

    Arguments:
        x: a tensor of any dtype, of rank 1 at least.
        axis: the axis to take out, an integer; negative ones count from the end.

    Returns:
        A tensor of the dtype of `x`, its rank one less.

    Raises:
        InvalidArgumentError (ValueError while a graph is made): the axis has another size than 1, or there is no such axis.

    Example:
        >>> tf.keras.backend.squeeze(tf.constant([[1, 2]]), 0).numpy().tolist()
        [1, 2]
        >>> tf.keras.backend.squeeze(tf.ones([2, 1, 3]), 1).shape
        TensorShape([2, 3])
    """
    return array_ops.squeeze(x, [axis])


@tf_export("keras.backend.flatten")
def flatten(x: TensorLike) -> AnyTensor:
    """All elements of a tensor in one axis.

    Mirrors `tf.keras.backend.flatten`. The batch is no exception, unlike in `batch_flatten`.

    Elements come in row-major order, the last axis fastest. To flatten each example by itself, as a layer does, take `batch_flatten`.

    Arguments:
        x: a tensor of any rank and dtype; of a single number comes a vector of one element.

    Returns:
        A tensor of rank 1 with all elements, of the dtype of `x`.

    `tf.reshape(x, [-1])` does the same; the order is that of rows, the last axis first.

    Example:
        >>> tf.keras.backend.flatten(tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [1, 2, 3, 4]
    """
    return array_ops.reshape(x, [-1])


@tf_export("keras.backend.batch_flatten")
def batch_flatten(x: TensorLike) -> AnyTensor:
    """All axes of a tensor but the first made one.

    Mirrors `tf.keras.backend.batch_flatten`.

    What `tf.keras.layers.Flatten` does: each example becomes a row, in row-major order, so that a dense layer can follow. The number of
    examples may be unknown while a graph is made.

    Arguments:
        x: a tensor [batch, ...] of rank 2 at least, of any dtype.

    Returns:
        A tensor [batch, product of the other sizes] of the dtype of `x`.

    `tf.reshape(x, [tf.shape(x)[0], -1])` does the same, also for no examples where the other sizes are known.

    Example:
        >>> tf.keras.backend.batch_flatten(tf.ones([2, 3, 4])).shape
        TensorShape([2, 12])
    """
    return array_ops.reshape(x, array_ops.stack([-1, math.reduce_prod(array_ops.shape(x)[1:])]))


@tf_export("keras.backend.repeat")
def repeat(x: TensorLike, n: IntLike) -> AnyTensor:
    """Each row of a matrix n times along a new axis: [batch, size] give [batch, n, size].

    Mirrors `tf.keras.backend.repeat`.

    A vector for each example is so given to every step of a recurrent layer that decodes, as `tf.keras.layers.RepeatVector` does. The
    gradient sums over the copies.

    Arguments:
        x: a matrix [batch, size].
        n: how often, an integer.

    Returns:
        A tensor [batch, n, size] of the dtype of `x`.

    Raises:
        AssertionError: another rank.

    Elements of one axis are repeated by `repeat_elements`.

    Example:
        >>> tf.keras.backend.repeat(tf.constant([[1, 2]]), 2).numpy().tolist()
        [[[1, 2], [1, 2]]]
    """
    assert ndim(x) == 2
    return array_ops.tile(array_ops.expand_dims(x, 1), array_ops.stack([1, n, 1]))


@tf_export("keras.backend.repeat_elements")
def repeat_elements(x: TensorLike, rep: TensorLike, axis: Axis) -> AnyTensor:
    """Each element along an axis several times, copies beside each other.

    Mirrors `tf.keras.backend.repeat_elements`.

    [1, 2] become [1, 1, 2, 2] with `rep=2`; `tile` would give [1, 2, 1, 2]. Up-sampling by whole factors works like this. The size of the
    axis has to be known only for the shortest way.

    Arguments:
        x: a tensor of any dtype.
        rep: how often each element stands there, an integer.
        axis: the axis along which they are repeated, an integer.

    Returns:
        A tensor of the dtype and rank of `x`, the size of the axis `rep` times as large.

    Example:
        >>> tf.keras.backend.repeat_elements(tf.constant([1, 2]), 2, axis=0).numpy().tolist()
        [1, 1, 2, 2]
    """
    sizes = x.shape.as_list()
    sizes[axis]  # not by the rules of `tf.repeat`: those of a list hold here
    return repeated(x, operator.index(rep), operator.index(axis))


def repeated(x: Tensor, rep: int, axis: int) -> Tensor:
    """`x` with each element along `axis` `rep` times; pages of graphs show that as Keras does it."""
    return higher.recorded(_repeated, x, rep, axis) if TS.graph is not None else array_ops.repeat(x, rep, axis=axis)


def _repeated(x: Tensor, rep: int, axis: int) -> Tensor:
    size = x.shape[axis] if one_by_one.wanted() else None
    if not size:
        return array_ops.repeat(x, rep, axis=axis)
    return array_ops.concat([part for part in array_ops.split(x, size, axis=axis) for _ in range(rep)], axis)


@tf_export("keras.backend.tile")
def tile(x: TensorLike, n: IntLike) -> AnyTensor:
    """A tensor set beside itself along each axis.

    Mirrors `tf.keras.backend.tile`.

    Axis i of the result has `n[i]` times the size, the whole content one copy after the other, unlike `repeat_elements`, which repeats
    each element beside itself. The gradient sums over the copies.

    Arguments:
        x: a tensor of any dtype.
        n: an integer, for a vector, or a list with one integer for each axis.

    Returns:
        A tensor of the dtype and rank of `x`, its sizes multiplied by `n`.

    Raises:
        InvalidArgumentError: `n` has another length than the rank.

    Example:
        >>> tf.keras.backend.tile(tf.constant([1, 2]), 2).numpy().tolist()
        [1, 2, 1, 2]
        >>> tf.keras.backend.tile(tf.constant([[1, 2]]), [2, 2]).numpy().tolist()
        [[1, 2, 1, 2], [1, 2, 1, 2]]
    """
    n = [n] if isinstance(n, int) else n
    return array_ops.tile(x, n)


@tf_export("keras.backend.reverse")
def reverse(x: TensorLike, axes: Axis) -> AnyTensor:
    """A tensor backwards along one axis or several.

    Mirrors `tf.keras.backend.reverse`.

    Along each of the axes the last element comes first. The gradient is reversed in the same way, and to reverse twice gives the tensor
    again. Recurrent layers with `go_backwards=True` read their steps so.

    Arguments:
        x: a tensor of any dtype.
        axes: an axis or a list of axes, integers; negative ones count from the end.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have, or one that stands there twice.

    Example:
        >>> tf.keras.backend.reverse(tf.constant([1, 2, 3]), 0).numpy().tolist()
        [3, 2, 1]
        >>> tf.keras.backend.reverse(tf.constant([[1, 2], [3, 4]]), axes=[0, 1]).numpy().tolist()
        [[4, 3], [2, 1]]
    """
    return array_ops.reverse(x, [axes] if isinstance(axes, int) else axes)


@tf_export("keras.backend.one_hot")
def one_hot(indices: TensorLike, num_classes: IntLike) -> AnyTensor:
    """Rows with a one at the class number and zeros elsewhere.

    Mirrors `tf.keras.backend.one_hot`. Numbers that are no class give zeros.

    An index outside of the classes gives a row of zeros. Labels for `categorical_crossentropy` look so; the sparse one takes the indices
    themselves.

    Arguments:
        indices: integers of any shape.
        num_classes: the size of the new last axis.

    Returns:
        A float32 tensor [*shape of indices, num_classes] of zeros and ones.

    Example:
        >>> tf.keras.backend.one_hot(tf.constant([2, 0]), 3).numpy().tolist()
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
        >>> tf.keras.backend.one_hot([3], 2).numpy().tolist()
        [[0.0, 0.0]]
    """
    return array_ops.one_hot(indices, depth=num_classes, axis=-1)

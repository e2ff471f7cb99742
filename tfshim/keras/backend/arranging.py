"""What `tf.keras.backend` does to the order and the shape of the elements of a tensor."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.keras.backend.values import ndim

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike


@tf_export("keras.backend.transpose")
def transpose(x: TensorLike) -> AnyTensor:
    """A tensor with its axes in the opposite order.

    Mirrors `tf.keras.backend.transpose`.

    Arguments:
        x: a tensor.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.transpose(tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.transpose(x)


@tf_export("keras.backend.permute_dimensions")
def permute_dimensions(x: TensorLike, pattern: TensorLike) -> AnyTensor:
    """A tensor with its axes in another order.

    Mirrors `tf.keras.backend.permute_dimensions`.

    Arguments:
        x: a tensor. pattern: the axes in their new order, counted from 0.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.permute_dimensions(tf.constant([[1, 2], [3, 4]]), (1, 0)).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.transpose(x, perm=pattern)


@tf_export("keras.backend.reshape")
def reshape(x: TensorLike, shape: SizesLike) -> AnyTensor:
    """A tensor in another shape, its elements in the same order.

    Mirrors `tf.keras.backend.reshape`.

    Arguments:
        x: a tensor. shape: the sizes, one of which may be -1.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.reshape(tf.range(6), (3, -1)).numpy().tolist()
        [[0, 1], [2, 3], [4, 5]]
    """
    return array_ops.reshape(x, shape)


@tf_export("keras.backend.gather")
def gather(reference: TensorLike, indices: TensorLike) -> AnyTensor:
    """The rows of a tensor at given places.

    Mirrors `tf.keras.backend.gather`.

    Arguments:
        reference: a tensor. indices: integers of any shape.

    Returns:
        A tensor [*shape of indices, ...].

    Example:
        >>> tf.keras.backend.gather(tf.constant([[1, 2], [3, 4]]), [1, 0]).numpy().tolist()
        [[3, 4], [1, 2]]
    """
    return array_ops.gather(reference, indices)


@tf_export("keras.backend.stack")
def stack(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Tensors of one shape put together along a new axis.

    Mirrors `tf.keras.backend.stack`.

    Arguments:
        x: a list of tensors. axis: the new axis; 0 by default.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.stack([tf.constant([1, 2]), tf.constant([3, 4])], axis=1).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.stack(x, axis=axis)


@tf_export("keras.backend.expand_dims")
def expand_dims(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """A tensor with a new axis of size 1.

    Mirrors `tf.keras.backend.expand_dims`.

    Arguments:
        x: a tensor. axis: where it comes; -1 (the last) by default.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.expand_dims(tf.constant([1, 2])).numpy().tolist()
        [[1], [2]]
    """
    return array_ops.expand_dims(x, axis)


@tf_export("keras.backend.squeeze")
def squeeze(x: TensorLike, axis: Axis) -> AnyTensor:
    """A tensor without an axis of size 1.

    Mirrors `tf.keras.backend.squeeze`.

    Arguments:
        x: a tensor. axis: the axis.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.squeeze(tf.constant([[1, 2]]), 0).numpy().tolist()
        [1, 2]
    """
    return array_ops.squeeze(x, [axis])


@tf_export("keras.backend.flatten")
def flatten(x: TensorLike) -> AnyTensor:
    """All elements of a tensor in one axis.

    Mirrors `tf.keras.backend.flatten`. The batch is no exception, unlike in `batch_flatten`.

    Arguments:
        x: a tensor.

    Returns:
        A tensor of rank 1.

    Example:
        >>> tf.keras.backend.flatten(tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [1, 2, 3, 4]
    """
    return array_ops.reshape(x, [-1])


@tf_export("keras.backend.batch_flatten")
def batch_flatten(x: TensorLike) -> AnyTensor:
    """All axes of a tensor but the first made one.

    Mirrors `tf.keras.backend.batch_flatten`.

    Arguments:
        x: a tensor [batch, ...].

    Returns:
        A tensor of rank 2.

    Example:
        >>> tf.keras.backend.batch_flatten(tf.ones([2, 3, 4])).shape
        TensorShape([2, 12])
    """
    return array_ops.reshape(x, array_ops.stack([-1, math.reduce_prod(array_ops.shape(x)[1:])]))


@tf_export("keras.backend.repeat")
def repeat(x: TensorLike, n: IntLike) -> AnyTensor:
    """Each row of a matrix n times along a new axis: [batch, size] give [batch, n, size].

    Mirrors `tf.keras.backend.repeat`.

    Arguments:
        x: a matrix. n: how often.

    Returns:
        A tensor of rank 3.

    Raises:
        AssertionError: another rank.

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

    Arguments:
        x: a tensor. rep: how often. axis: the axis.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.repeat_elements(tf.constant([1, 2]), 2, axis=0).numpy().tolist()
        [1, 1, 2, 2]
    """
    sizes = x.shape.as_list()
    sizes[axis]  # not by the rules of `tf.repeat`: those of a list hold here
    return array_ops.repeat(x, operator.index(rep), axis=operator.index(axis))


@tf_export("keras.backend.tile")
def tile(x: TensorLike, n: IntLike) -> AnyTensor:
    """A tensor set beside itself along each axis.

    Mirrors `tf.keras.backend.tile`.

    Arguments:
        x: a tensor. n: how often, an integer or one for each axis.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.tile(tf.constant([1, 2]), 2).numpy().tolist()
        [1, 2, 1, 2]
    """
    n = [n] if isinstance(n, int) else n
    return array_ops.tile(x, n)


@tf_export("keras.backend.reverse")
def reverse(x: TensorLike, axes: Axis) -> AnyTensor:
    """A tensor backwards along one axis or several.

    Mirrors `tf.keras.backend.reverse`.

    Arguments:
        x: a tensor. axes: an axis or a list of them.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.reverse(tf.constant([1, 2, 3]), 0).numpy().tolist()
        [3, 2, 1]
    """
    return array_ops.reverse(x, [axes] if isinstance(axes, int) else axes)


@tf_export("keras.backend.one_hot")
def one_hot(indices: TensorLike, num_classes: IntLike) -> AnyTensor:
    """Rows with a one at the class number and zeros elsewhere.

    Mirrors `tf.keras.backend.one_hot`. Numbers that are no class give zeros.

    Arguments:
        indices: integers of any shape. num_classes: how many classes there are.

    Returns:
        A float32 tensor [*shape of indices, num_classes].

    Example:
        >>> tf.keras.backend.one_hot(tf.constant([2, 0]), 3).numpy().tolist()
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    return array_ops.one_hot(indices, depth=num_classes, axis=-1)

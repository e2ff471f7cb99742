"""The functions for layers that make one tensor of several: each makes the layer and calls it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.layers.merging import Add, Average, Concatenate, Dot, Maximum, Minimum, Multiply, Subtract

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Axes


@tf_export("keras.layers.add")
def add(inputs: Sequence[TensorLike], **kwargs: Any) -> AnyTensor:
    """The sum of several tensors, element by element: `Add(**kwargs)(inputs)`.

    Mirrors `tf.keras.layers.add`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at once.
    Shapes are the same or broadcast to each other behind the batch.

    Arguments:
        inputs: a list of tensors or Keras tensors of one dtype.
        **kwargs: those of `Add`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.add([tf.constant([[1.0, 2.0]]), tf.constant([[10.0, 20.0]])]).numpy().tolist()
        [[11.0, 22.0]]
    """
    return Add(**kwargs)(inputs)


@tf_export("keras.layers.subtract")
def subtract(inputs: Sequence[TensorLike], **kwargs: Any) -> AnyTensor:
    """The first of two tensors less the second, element by element: `Subtract(**kwargs)(inputs)`.

    Mirrors `tf.keras.layers.subtract`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at
    once. Shapes are the same or broadcast to each other behind the batch.

    Arguments:
        inputs: a list of exactly two tensors or Keras tensors of one dtype.
        **kwargs: those of `Subtract`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: anything but two inputs, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.subtract([tf.constant([[5.0, 7.0]]), tf.constant([[1.0, 10.0]])]).numpy().tolist()
        [[4.0, -3.0]]
    """
    return Subtract(**kwargs)(inputs)


@tf_export("keras.layers.multiply")
def multiply(inputs: Sequence[TensorLike], **kwargs: Any) -> AnyTensor:
    """The product of several tensors, element by element: `Multiply(**kwargs)(inputs)`.

    Mirrors `tf.keras.layers.multiply`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at
    once. Shapes are the same or broadcast to each other behind the batch.

    Arguments:
        inputs: a list of tensors or Keras tensors of one dtype.
        **kwargs: those of `Multiply`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.multiply([tf.constant([[1.0, 2.0]]), tf.constant([[10.0, 20.0]])]).numpy().tolist()
        [[10.0, 40.0]]
    """
    return Multiply(**kwargs)(inputs)


@tf_export("keras.layers.average")
def average(inputs: Sequence[TensorLike], **kwargs: Any) -> AnyTensor:
    """The mean of several tensors, element by element: `Average(**kwargs)(inputs)`.

    Mirrors `tf.keras.layers.average`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at once.
    Shapes are the same or broadcast to each other behind the batch, and all inputs weigh the same.

    Arguments:
        inputs: a list of tensors or Keras tensors of one dtype.
        **kwargs: those of `Average`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.average([tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 8.0]])]).numpy().tolist()
        [[2.0, 5.0]]
    """
    return Average(**kwargs)(inputs)


@tf_export("keras.layers.maximum")
def maximum(inputs: Sequence[TensorLike], **kwargs: Any) -> AnyTensor:
    """The greatest of several tensors at each place: `Maximum(**kwargs)(inputs)`.

    Mirrors `tf.keras.layers.maximum`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at once.
    Shapes are the same or broadcast to each other behind the batch.

    Arguments:
        inputs: a list of tensors or Keras tensors of one dtype.
        **kwargs: those of `Maximum`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.maximum([tf.constant([[1.0, 8.0]]), tf.constant([[3.0, 2.0]])]).numpy().tolist()
        [[3.0, 8.0]]
    """
    return Maximum(**kwargs)(inputs)


@tf_export("keras.layers.minimum")
def minimum(inputs: Sequence[TensorLike], **kwargs: Any) -> AnyTensor:
    """The least of several tensors at each place: `Minimum(**kwargs)(inputs)`.

    Mirrors `tf.keras.layers.minimum`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at once.
    Shapes are the same or broadcast to each other behind the batch.

    Arguments:
        inputs: a list of tensors or Keras tensors of one dtype.
        **kwargs: those of `Minimum`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.minimum([tf.constant([[1.0, 8.0]]), tf.constant([[3.0, 2.0]])]).numpy().tolist()
        [[1.0, 2.0]]
    """
    return Minimum(**kwargs)(inputs)


@tf_export("keras.layers.concatenate")
def concatenate(inputs: Sequence[TensorLike], axis: int = -1, **kwargs: Any) -> AnyTensor:
    """Tensors one after the other along an axis: `Concatenate(axis, **kwargs)(inputs)`.

    Mirrors `tf.keras.layers.concatenate`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at
    once.

    Arguments:
        inputs: a list of tensors or Keras tensors of one dtype and rank, whose sizes agree but along the axis.
        axis: the axis, counted with the batch as 0; -1 (the last) by default.
        **kwargs: those of `Concatenate`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor whose size along `axis` is the sum of those of the inputs.

    Raises:
        ValueError: inputs that are no list, or sizes that differ along another axis.

    Example:
        >>> tf.keras.layers.concatenate([tf.constant([[1.0, 2.0]]), tf.constant([[3.0]])]).numpy().tolist()
        [[1.0, 2.0, 3.0]]
    """
    return Concatenate(axis=axis, **kwargs)(inputs)


@tf_export("keras.layers.dot")
def dot(inputs: Sequence[TensorLike], axes: Axes, normalize: bool = False, **kwargs: Any) -> AnyTensor:
    """The product of two tensors, example by example, along an axis of each: `Dot(axes, normalize, **kwargs)(inputs)`.

    Mirrors `tf.keras.layers.dot`. It is for models of Keras tensors, in which it becomes a layer; on plain tensors it computes at once.

    Arguments:
        inputs: a list of two tensors or Keras tensors.
        axes: an axis of both, or two: one of each; counted with the batch as 0.
        normalize: whether the inputs are brought to length 1 along these axes before; False by default.
        **kwargs: those of `Dot`: `name`, `dtype`.

    Returns:
        A tensor or Keras tensor with the other axes one after the other; [batch, 1] for two matrices.

    Raises:
        ValueError: anything but two inputs, or other sizes along the axes.

    Example:
        >>> x = tf.constant([[3.0, 4.0]])
        >>> tf.keras.layers.dot([x, 2 * x], axes=-1).numpy().tolist()
        [[50.0]]
        >>> tf.keras.layers.dot([x, 2 * x], axes=-1, normalize=True).numpy().round(3).tolist()
        [[1.0]]
    """
    return Dot(axes=axes, normalize=normalize, **kwargs)(inputs)

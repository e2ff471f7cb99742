"""Logic on bool tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("math.logical_and", "logical_and", elementwise="binary", keras_defaults=True)
@op("LogicalAnd", x="bool", y="bool", grad=None, direct=torch.logical_and)
def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x` and `y` are both true, element by element with broadcasting. Mirrors `tf.math.logical_and`, and the
    operator `&` of bool tensors.

    Arguments:
        x: a bool tensor, or what converts to one.
        y: a bool tensor.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: one of the two is not bool (numbers are not taken for truth values: compare them with 0
            first), or the shapes do not broadcast.

    Python's `and` would ask for the truth of a whole tensor; in a graph that is an error, so use this or `&`.

    Example:
        >>> tf.logical_and([True, True, False], [True, False, False])
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>
        >>> x = tf.constant([1, 5, 9])
        >>> tf.logical_and(x > 2, x < 8)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True, False])>
    """
    return torch.logical_and(x, y)


@tf_export("math.logical_or", "logical_or", elementwise="binary", keras_defaults=True)
@op("LogicalOr", x="bool", y="bool", grad=None, direct=torch.logical_or)
def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x` or `y` is true, or both are, element by element with broadcasting. Mirrors `tf.math.logical_or`, and the
    operator `|` of bool tensors.

    Arguments:
        x: a bool tensor, or what converts to one.
        y: a bool tensor.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: one of the two is not bool (numbers are not taken for truth values: compare them with 0
            first), or the shapes do not broadcast.

    For one of the two but not both there is `tf.math.logical_xor`.

    Example:
        >>> tf.logical_or([True, True, False], [True, False, False])
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True,  True, False])>
        >>> x = tf.constant([1, 5, 9])
        >>> tf.logical_or(x < 2, x > 8)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False,  True])>
    """
    return torch.logical_or(x, y)


@tf_export("math.logical_not", "logical_not", elementwise="unary", keras_defaults=True)
@op("LogicalNot", x="bool", grad=None, direct=torch.logical_not)
def logical_not(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The opposite of each truth value. Mirrors `tf.math.logical_not`, and the operator `~` of bool tensors.

    Arguments:
        x: a bool tensor of any shape, or what converts to one; a ragged tensor gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the shape of `x`.

    Raises:
        InvalidArgumentError: `x` is not bool. Numbers are not taken for truth values: `tf.equal(x, 0)` says which are
            0; the bits of integers are turned by `tf.bitwise.invert`.

    Example:
        >>> tf.logical_not([True, False])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
        >>> ~(tf.constant([1, 2, 3]) > 1)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>
    """
    return torch.logical_not(x)


@tf_export("math.logical_xor", v1=["math.logical_xor", "logical_xor"], elementwise="binary")
@composite
def logical_xor(x: TensorLike, y: TensorLike, name: str | None = "LogicalXor") -> AnyTensor:
    """Whether just one of `x` and `y` is true, element by element with broadcasting. Mirrors `tf.math.logical_xor`, and
    the operator `^` of bool tensors.

    Arguments:
        x: a bool tensor, or what converts to one.
        y: a bool tensor.
        name: a name for the operations in graphs, "LogicalXor" by default: it is composed of `logical_or`,
            `logical_and` and `logical_not`.

    Returns:
        A bool tensor of the broadcast shape: true where the two differ.

    Raises:
        InvalidArgumentError: one of the two is not bool, or the shapes do not broadcast.

    Example:
        >>> tf.math.logical_xor([True, True, False, False], [True, False, True, False])
        <tf.Tensor: shape=(4,), dtype=bool, numpy=array([False,  True,  True, False])>
    """
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name=name)

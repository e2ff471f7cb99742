"""`tf.compat.v1.linalg`: as `tf.linalg`, with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.linalg")


@tf_export(v1=["linalg.norm", "norm"])
def norm(
    tensor: TensorLike,
    ord: str | FloatLike = "euclidean",
    axis: Axis = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """The norm of a tensor, of vectors or of matrices. Mirrors `tf.compat.v1.norm` and `tf.compat.v1.linalg.norm`.

    It is `tf.norm` with the older name of an argument besides.

    Arguments:
        tensor: floating-point or complex numbers.
        ord: "euclidean" (the default), "fro" for matrices, 1, 2, `np.inf`, or a positive number for vectors.
        axis: an integer for the norms of vectors along it, a pair for those of matrices; None (the default) for all elements as one vector.
        keepdims: whether these axes stay, with the size 1; False by default.
        name: a name for the operation in graphs; by default that of the function.
        keep_dims: the older name of `keepdims`.

    Returns:
        A tensor of the dtype of `tensor`, real for complex numbers, without these axes.

    Raises:
        ValueError: there is no such norm, or an argument is given by both of its names.

    Example:
        >>> float(tf.compat.v1.norm([3.0, 4.0])), float(tf.compat.v1.norm([3.0, -4.0], ord=1))
        (5.0, 7.0)
        >>> tf.compat.v1.norm([[3.0, 4.0], [6.0, 8.0]], axis=1, keepdims=True).numpy().tolist()
        [[5.0], [10.0]]
    """
    return tf.norm(tensor, ord, axis, flag(keepdims, keep_dims), name)


@tf_export(v1=["linalg.l2_normalize"])
def l2_normalize(x: TensorLike, axis: Axis = None, epsilon: FloatLike = 1e-12, name: str | None = None, dim: Axis = None) -> Tensor:
    """Scales vectors to length one. Mirrors `tf.compat.v1.linalg.l2_normalize`, `tf.compat.v1.math.l2_normalize` and
    `tf.compat.v1.nn.l2_normalize`.

    It is `tf.math.l2_normalize` with the older name of an argument besides. Each vector is divided by the root of its sum of squares, or of
    `epsilon` where that is greater, so that zeros stay zeros.

    Arguments:
        x: a tensor of floating-point numbers.
        axis: the axis of the vectors, or a list of several; None (the default) takes all elements as one vector.
        epsilon: the least sum of squares, 1e-12 by default.
        name: a name for the operation in graphs; by default that of the function.
        dim: the older name of `axis`.

    Returns:
        A tensor like `x`.

    Raises:
        ValueError: both `axis` and `dim` are given.

    Example:
        >>> tf.compat.v1.linalg.l2_normalize([[3.0, 4.0], [0.0, 0.0]], axis=1).numpy()
        array([[0.6, 0.8],
               [0. , 0. ]], dtype=float32)
    """
    return tf.linalg.l2_normalize(x, one_of("axis", axis, "dim", dim), epsilon, name)

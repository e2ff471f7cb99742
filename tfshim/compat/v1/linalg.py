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
    """The norm of a vector or matrix; see `tf.norm`. Mirrors `tf.compat.v1.norm`."""
    return tf.norm(tensor, ord, axis, flag(keepdims, keep_dims), name)


@tf_export(v1=["linalg.l2_normalize"])
def l2_normalize(x: TensorLike, axis: Axis = None, epsilon: FloatLike = 1e-12, name: str | None = None, dim: Axis = None) -> Tensor:
    """`x` scaled to length one along `axis`. Mirrors `tf.compat.v1.linalg.l2_normalize`."""
    return tf.linalg.l2_normalize(x, one_of("axis", axis, "dim", dim), epsilon, name)

"""`tf.compat.v1.linalg`: as `tf.linalg`, with the arguments of TensorFlow 1."""

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.linalg")


@tf_export(v1=["linalg.norm", "norm"])
def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None, keep_dims=None):
    """The norm of a vector or matrix; see `tf.norm`. Mirrors `tf.compat.v1.norm`."""
    return tf.norm(tensor, ord, axis, flag(keepdims, keep_dims), name)


@tf_export(v1=["linalg.l2_normalize"])
def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    """`x` scaled to length one along `axis`. Mirrors `tf.compat.v1.linalg.l2_normalize`."""
    return tf.linalg.l2_normalize(x, one_of("axis", axis, "dim", dim), epsilon, name)

"""`tf.compat.v1.user_ops`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.compat.v1._fallback import exported

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["user_ops.my_fact"])
def my_fact(name: str | None = None) -> Tensor:
    """The fact that TensorFlow's example of an own operation gives. Mirrors `tf.compat.v1.user_ops.my_fact`.

    TensorFlow's guide to writing operations begins with it: an operation without inputs, whose one output is a fixed text. Programs use it
    to see that a TensorFlow with operations of their own has been built.

    Arguments:
        name: a name for the operation in graphs, "Fact" by default.

    Returns:
        A scalar tensor of strings.

    Example:
        >>> tf.compat.v1.user_ops.my_fact().numpy()
        b'0! == 1'
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     fact = tf.compat.v1.user_ops.my_fact()
        ...     print(sess.run(fact), fact.dtype)
        b'0! == 1' <dtype: 'string'>
    """
    return constant("0! == 1", name=name or "Fact")

"""`tf.compat.v1.user_ops`."""

from tfshim._listing import listing
from tfshim.array_ops.creation import constant

__all__ = ["my_fact"]
__dir__ = listing(globals())


def my_fact(name=None):
    """The fact that TensorFlow's example of an own operation gives."""
    return constant("0! == 1", name=name or "Fact")

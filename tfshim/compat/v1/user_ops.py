"""`tf.compat.v1.user_ops`."""


def my_fact(name=None):
    """The fact that TensorFlow's example of an own operation gives."""
    from tfshim.array_ops import constant

    return constant("0! == 1", name=name or "Fact")

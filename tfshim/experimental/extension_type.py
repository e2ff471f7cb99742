"""`tf.experimental.extension_type`: tools for extension types."""

from tfshim._listing import listing

__all__ = ["as_dict"]
__dir__ = listing(globals())


def as_dict(value):
    """The fields of an extension type's value as a dictionary. Mirrors `tf.experimental.extension_type.as_dict`."""
    return dict(value._field_values())

"""`tf.experimental.extension_type`: tools for extension types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._listing import listing

if TYPE_CHECKING:
    from tfshim.extension_types.extension_type import ExtensionType

__all__ = ["as_dict"]
__dir__ = listing(globals())


def as_dict(value: ExtensionType) -> dict[str, Any]:
    """The fields of an extension type's value as a dictionary. Mirrors `tf.experimental.extension_type.as_dict`.

    It is meant for code that goes over the fields, as to print them or to make a changed copy: `type(value)(**fields)`. Values of the
    fields are not copied or converted, so a field that is an extension type itself stays one.

    Arguments:
        value: a value of a class that derives from `tf.experimental.ExtensionType`.

    Returns:
        A dictionary from the names of the fields to their values, in the order in which the class declares them.

    Example:
        >>> class Masked(tf.experimental.ExtensionType):
        ...     values: tf.Tensor
        ...     name: str
        >>> fields = tf.experimental.extension_type.as_dict(Masked([1, 2], "a"))
        >>> list(fields), fields["name"]
        (['values', 'name'], 'a')
        >>> Masked(**{**fields, "name": "b"}).values.numpy().tolist()
        [1, 2]
    """
    return dict(value._field_values())

"""`tf.experimental.extension_type`: tools for extension types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._listing import listing

if TYPE_CHECKING:
    from tfshim.extension_types.extension_type import ExtensionType

__all__ = ["as_dict"]
__dir__ = listing(globals())


def as_dict(value: ExtensionType) -> dict[str, Any]:
    """The fields of an extension type's value as a dictionary. Mirrors `tf.experimental.extension_type.as_dict`."""
    return dict(value._field_values())

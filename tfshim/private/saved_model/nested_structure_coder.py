"""Replaces `tensorflow.python.saved_model.nested_structure_coder`: nested values as messages `StructuredValue`, and back.

Functions in SavedModels have their arguments so.
"""

from __future__ import annotations

from typing import Any

from tfshim.saved_model.structures import NotEncodableError, can_encode, decode_proto, encode_structure

_REPLACES = "tensorflow.python.saved_model.nested_structure_coder"
__all__ = ["NotEncodableError", "StructureCoder", "can_encode", "decode_proto", "encode_structure"]


class StructureCoder:
    """The same functions as methods, as TensorFlow had them up to 2.7."""

    def can_encode(self, nested: Any) -> bool:
        """As the function."""
        return can_encode(nested)

    def encode_structure(self, nested: Any) -> Any:
        """As the function."""
        return encode_structure(nested)

    def decode_proto(self, proto: Any) -> Any:
        """As the function."""
        return decode_proto(proto)

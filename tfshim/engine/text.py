"""Bytes and text, as `tf.compat` converts them."""


def as_bytes(bytes_or_text, encoding="utf-8"):
    """`bytes_or_text` (bytes, bytearray or str) as bytes; `TypeError` for anything else.

    Mirrors `tf.compat.as_bytes`.
    """
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text, encoding="utf-8"):
    """`bytes_or_text` (bytes or str) as str; `TypeError` for anything else. Mirrors `tf.compat.as_text`."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")

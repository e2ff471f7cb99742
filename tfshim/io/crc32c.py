"""CRC-32C, the checksum of TFRecord files and checkpoint bundles, and the masked form in which they store it."""

from crc32c import crc32c as _extended

_ALL_ONES = 0xFFFFFFFF
MASK_DELTA = 0xA282EAD8


def masked_crc32c(data):
    """The checksum of the bytes `data` as record files store it, an int below 2**32."""
    return masked(_extended(data))


def masked(crc):
    """A checksum as record files store it: rotated and shifted."""
    return (((crc >> 15) | (crc << 17)) + MASK_DELTA) & _ALL_ONES


def crc32c(data, before=0):
    """The CRC-32C of the bytes `data`, an int below 2**32; `before`: that of bytes before them, which they are joined to."""
    return _extended(data, before)


def crc32c_of(pieces, before=0):
    """The CRC-32C of bytes that come in pieces, one after the other."""
    for data in pieces:
        before = _extended(data, before)
    return before

"""Sorted tables of strings in LevelDB's form, in which TensorFlow keeps the index of a checkpoint.

Blocks of entries whose keys leave out what they share with the key before, found through a block of handles that a footer points to.
"""

import contextlib
import os
import struct

from google.protobuf.message import DecodeError

from tfshim.engine.runtime import errors
from tfshim.engine.values.tensor_messages import varint
from tfshim.io.crc32c import masked_crc32c
from tfshim.train.snappy import decompressed

FOOTER, MAGIC = 48, 0xDB4775248B80FB57
_TRAILER = 5  # behind a block: how it is compressed, and a checksum
_COMPRESSED = 1  # with Snappy; 0 is not at all


# What reading a damaged file raises.
_DAMAGE = (LookupError, struct.error, ValueError, TypeError, RuntimeError, OverflowError, MemoryError, DecodeError)


@contextlib.contextmanager
def damage_errors(prefix):
    """Within it, what reading a damaged file raises is DataLossError for the checkpoint at `prefix`."""
    try:
        yield
    except _DAMAGE as e:
        # A refusal is a RuntimeError by descent, but says more than what would be made of it here.
        if isinstance(e, NotImplementedError):
            raise
        raise errors.DataLossError(None, None, f"Unable to open checkpoint {prefix}: it is damaged or no checkpoint ({e}).") from None


def is_table(path):
    """Whether the file `path` ends as such a table does."""
    with open(path, "rb") as f:
        if f.seek(0, os.SEEK_END) < FOOTER:
            return False
        f.seek(-8, os.SEEK_END)
        return struct.unpack("<Q", f.read())[0] == MAGIC


def pairs(path):
    """The (key, value) pairs of the table in the file `path`, in order.

    Raises ValueError, IndexError or struct.error for a damaged file.
    """
    with open(path, "rb") as f:
        data = f.read()
    if len(data) < FOOTER or struct.unpack("<Q", data[-8:])[0] != MAGIC:
        raise ValueError("it has no footer of a table")
    at = len(data) - FOOTER
    for _ in range(2):  # the handle of a block of no interest here
        _, at = varint(data, at)
    offset, at = varint(data, at)
    size, _ = varint(data, at)
    last = None
    for _, handle in _block(data, offset, size):
        offset, at = varint(handle, 0)
        size, _ = varint(handle, at)
        for key, value in _block(data, offset, size):
            if last is not None and key <= last:
                raise ValueError("its keys are not in order")
            last = key
            yield key, value


def _block(data, offset, size):
    """The (key, value) pairs of one block."""
    if offset + size + _TRAILER > len(data):
        raise ValueError("it is cut off")
    kind, checksum = struct.unpack_from("<BI", data, offset + size)
    if masked_crc32c(data[offset : offset + size + 1]) != checksum:
        raise ValueError("a checksum of the index does not match")
    if kind > _COMPRESSED:
        raise ValueError("it is compressed in a way that is not known")
    block = data[offset : offset + size]
    if kind == _COMPRESSED:
        block = decompressed(block)
    restarts = struct.unpack_from("<I", block, len(block) - 4)[0]
    end = len(block) - 4 * (restarts + 1)
    at, key = 0, b""
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        length, at = varint(block, at)
        if shared > len(key) or at + own + length > end:
            raise ValueError("an entry of the index reaches beyond its block")
        key = key[:shared] + block[at : at + own]
        at += own
        yield key, block[at : at + length]
        at += length

"""Writing the sorted tables of strings in which TensorFlow keeps the index of a checkpoint; `sorted_table` reads them.

The bytes are those that TensorFlow writes for the same entries: blocks of the same sizes, and the same keys between them.
"""

import struct

from tfshim.engine.values.tensor_messages import as_varint
from tfshim.io.crc32c import masked_crc32c
from tfshim.train.sorted_table import FOOTER, MAGIC

_BLOCK = 262144  # bytes, at which the next entry goes into another block
_RESTART = 16  # entries, after which a key is written in full again
_NO_COMPRESSION = 0


def table(pairs):
    """The bytes of the table of the (key, value) `pairs`, whose keys are in order."""
    pieces, size, handles = [], 0, []

    def put(block):
        nonlocal size
        trailer = bytes([_NO_COMPRESSION])
        pieces.extend([block, trailer, struct.pack("<I", masked_crc32c(block + trailer))])
        handle = as_varint(size) + as_varint(len(block))
        size += len(block) + 5
        return handle

    block, last = _Block(_RESTART), b""
    waiting = None  # the handle of a full block, until the key behind it is known
    for key, value in pairs:
        if waiting is not None:
            handles.append((_between(last, key), waiting))
            waiting = None
        block.add(key, value)
        last = key
        if block.size >= _BLOCK:
            waiting = put(block.finished())
            block = _Block(_RESTART)
    if block.entries:
        waiting = put(block.finished())
    if waiting is not None:
        handles.append((_after(last), waiting))
    footer = put(_Block(_RESTART).finished())  # of a filter, which such tables do not have
    index = _Block(1)
    for key, handle in handles:
        index.add(key, handle)
    footer += put(index.finished())
    return b"".join(pieces) + footer.ljust(FOOTER - 8, b"\0") + struct.pack("<Q", MAGIC)


class _Block:
    """Entries whose keys leave out what they share with the key before."""

    def __init__(self, restart):
        self._restart, self._parts, self._bytes, self._restarts, self._last = restart, [], 0, [0], b""
        self.entries = 0

    size = property(lambda self: self._bytes + 4 * len(self._restarts) + 4, doc="How many bytes it takes.")

    def add(self, key, value):
        shared = 0
        if self.entries % self._restart:
            shared = _shared(self._last, key)
        elif self.entries:
            self._restarts.append(self._bytes)
        part = as_varint(shared) + as_varint(len(key) - shared) + as_varint(len(value)) + key[shared:] + value
        self._parts.append(part)
        self._bytes += len(part)
        self._last = key
        self.entries += 1

    def finished(self):
        return b"".join(self._parts) + struct.pack(f"<{len(self._restarts) + 1}I", *self._restarts, len(self._restarts))


def _shared(a, b):
    """How many bytes `a` and `b` begin with in common."""
    n = min(len(a), len(b))
    if a[:n] == b[:n]:
        return n
    return next(i for i in range(n) if a[i] != b[i])


def _between(before, key):
    """A short key that is not below `before`, and below `key`."""
    n = _shared(before, key)
    if n < min(len(before), len(key)) and before[n] < 255 and before[n] + 1 < key[n]:
        return before[:n] + bytes([before[n] + 1])
    return before


def _after(key):
    """A short key that is not below `key`."""
    for i, byte in enumerate(key):
        if byte != 255:
            return key[:i] + bytes([byte + 1])
    return key

"""CRC-32C, the checksum of TFRecord files and checkpoint bundles, and the masked form in which they store it.

google-crc32c computes it. Where that has no compiled code, NumPy does: a CRC is linear in its input, so that of a segment is
the exclusive or of what each of its bytes contributes by its place, and that of a message the same of its segments. Long messages
are folded before.
"""

from functools import cache

import google_crc32c
import numpy as np

from tfshim.files.folding import Folding, folded

_POLYNOMIAL = 0x82F63B78  # Castagnoli's, bits reversed
_ALL_ONES = 0xFFFFFFFF
MASK_DELTA = 0xA282EAD8
# Below this length a plain loop over the bytes is quicker than the calls of NumPy.
_SEGMENTS_FROM = 384
_SEGMENT = 128  # bytes
_CRCS = _SEGMENT // 4
_AT_ONCE = 256  # segments, so that what is computed stays in the cache
# The distances over which bytes are moved, see `folding`. The polynomial is x + 1 times one of degree 31: of that one there is a multiple
# with three terms, so that all but the parity of all bits is kept. Of the whole there are only some with four, which take a pass more, but
# are as short as one likes.
_FAST, _MIDDLE, _SHORT = (135788, 137819), (51957, 57733), (6293, 6677, 6777)
_LONG = 4 << 20  # bytes, from which on the fast one is
_FOLDED_FROM = 131072  # bytes; below, folding gains nothing
_ODD = np.frombuffer(0xFCA42DAF.to_bytes(4, "little"), np.uint8)  # the factor of degree 31 itself: changes the parity, and nothing else


def masked_crc32c(data):
    """The checksum of the bytes `data` as record files store it, an int below 2**32."""
    return masked(crc32c(data))


def masked(crc):
    """A checksum as record files store it: rotated and shifted."""
    return (((crc >> 15) | (crc << 17)) + MASK_DELTA) & _ALL_ONES


def crc32c(data, before=0):
    """The CRC-32C of the bytes `data`, an int below 2**32; `before`: that of bytes before them, which they are joined to."""
    return crc32c_of([data], before)


def crc32c_of(pieces, before=0):
    """The CRC-32C of bytes that come in pieces, one after the other."""
    compiled, folding = _compiled(), None
    for data in pieces:
        if compiled is not None:
            # It takes bytes and arrays, but no memoryview.
            before = compiled(before, data if isinstance(data, bytes) else np.frombuffer(data, np.uint8))
        elif folding is None and len(data) < _FOLDED_FROM:
            before = _of_short(data, before)
        else:
            if folding is None:
                folding = Folding(_FAST if len(data) >= _LONG else _MIDDLE, _bytes_of(before ^ _ALL_ONES), _ODD)
            folding.add(np.frombuffer(data, np.uint8))
    return before if folding is None else _of_short(folded(folding.rest(), _SHORT), 0)


def _of_short(data, before):
    if len(data) < _SEGMENTS_FROM:
        return _advance(before ^ _ALL_ONES, memoryview(data)) ^ _ALL_ONES
    return _by_segments(np.frombuffer(data, np.uint8), before)


def _bytes_of(crc):
    return np.frombuffer(crc.to_bytes(4, "little"), np.uint8)


@cache
def _compiled():
    # Its own fallback in Python, where there is no wheel, is slower than NumPy here.
    return google_crc32c.extend if google_crc32c.implementation == "c" else None


def _make_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return table


_TABLE = _make_table()


def _advance(state, data):
    table = _TABLE
    for byte in data:
        state = table[(state ^ byte) & 0xFF] ^ (state >> 8)
    return state


def _by_segments(raw, before=0):
    """The checksum of an array of at least four bytes."""
    # Zeros in front change nothing, once what a checksum begins with is in the first four bytes.
    padded = _filled(raw, _SEGMENT)
    padded[len(padded) - len(raw) :][:4] ^= _bytes_of(before ^ _ALL_ONES)
    level, crcs = 0, _of_segments(padded, 0)
    while len(crcs) > 1:
        level += 1
        crcs = _of_segments(_filled(crcs, _CRCS).astype("<u4", copy=False).view(np.uint8), level)
    return int(crcs[0]) ^ _ALL_ONES


def _filled(values, multiple):
    """`values` behind as many zeros as make their number a multiple."""
    made = np.zeros(-(-len(values) // multiple) * multiple, values.dtype)
    made[len(made) - len(values) :] = values
    return made


def _of_segments(data, level):
    """The checksums of the segments of `data`: bytes at level 0, else checksums of segments of the level below."""
    rows, table, first = data.reshape(-1, _SEGMENT), _contributions(level), np.arange(_SEGMENT) * 256
    made = np.empty(len(rows), np.uint32)
    for at in range(0, len(rows), _AT_ONCE):
        made[at : at + _AT_ONCE] = np.bitwise_xor.reduce(table.take(rows[at : at + _AT_ONCE] + first, mode="clip"), axis=1)
    return made


@cache
def _contributions(level):
    """What the byte `b` at the place `p` of a segment contributes to its checksum, at [256 * p + b]."""
    made = np.empty((_SEGMENT, 256), np.uint32)
    if level == 0:
        table = made[-1] = np.array(_TABLE, np.uint32)
        for p in range(_SEGMENT - 2, -1, -1):
            made[p] = table[made[p + 1] & 255] ^ (made[p + 1] >> np.uint32(8))
        return made.reshape(-1)
    power = _SEGMENT.bit_length() - 1 + (level - 1) * (_CRCS.bit_length() - 1)
    made[-4:] = np.arange(256, dtype=np.uint32) << (8 * np.arange(4, dtype=np.uint32))[:, None]
    for p in range(_SEGMENT - 8, -1, -4):
        made[p : p + 4] = _apply(_skip(power), made[p + 4 : p + 8])
    return made.reshape(-1)


@cache
def _skip(power):
    """The matrix, as 32 columns, that takes a state past 2**power zero bytes."""
    if power == 0:
        return np.array([_advance(1 << bit, b"\0") for bit in range(32)], np.uint32)
    half = _skip(power - 1)
    return _apply(half, half)


def _apply(matrix, states):
    result = np.zeros_like(states)
    for bit in range(32):
        result ^= ((states >> np.uint32(bit)) & np.uint32(1)) * matrix[bit]
    return result

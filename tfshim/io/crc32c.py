"""CRC-32C, the checksum of TFRecord files and checkpoint bundles, and the masked form in which they store it.

google-crc32c computes it where installed. Without it, long inputs are cut into equal lanes that NumPy advances side
by side; the lanes are joined by matrices over GF(2), since a CRC is linear in its input.
"""

from functools import cache

import numpy as np

_POLYNOMIAL = 0x82F63B78  # Castagnoli's, bits reversed
_ALL_ONES = 0xFFFFFFFF
_MASK_DELTA = 0xA282EAD8
# Below this length a plain loop over the bytes is quicker than setting up the lanes.
_LANES_FROM = 8192


def masked_crc32c(data):
    """The checksum of the bytes `data` as record files store it: rotated and shifted, an int below 2**32."""
    crc = crc32c(data)
    return (((crc >> 15) | (crc << 17)) + _MASK_DELTA) & _ALL_ONES


def crc32c(data):
    """The CRC-32C of the bytes `data`, an int below 2**32."""
    compiled = _compiled()
    if compiled is not None:
        return compiled(bytes(data))
    if len(data) < _LANES_FROM:
        return _advance(_ALL_ONES, data) ^ _ALL_ONES
    return _by_lanes(data)


@cache
def _compiled():
    try:
        import google_crc32c
    except ImportError:
        return None
    # Its own fallback in Python is slower than the lanes here.
    return google_crc32c.value if google_crc32c.implementation == "c" else None


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


def _by_lanes(data):
    # About as many steps as lanes, a power of two so that the joining matrices are squares of each other.
    power = min(12, max(6, (len(data).bit_length() + 1) // 2 - 2))
    steps = 1 << power
    lanes = len(data) // steps
    body = np.frombuffer(data, np.uint8, count=lanes * steps).reshape(lanes, steps)
    columns = np.ascontiguousarray(body.T)
    table = np.array(_TABLE, np.uint32)
    states = np.zeros(lanes, np.uint32)
    states[0] = _ALL_ONES
    for column in columns:
        states = table[(states ^ column) & 0xFF] ^ (states >> np.uint32(8))
    while len(states) > 1:
        if len(states) % 2:
            states = np.concatenate([np.zeros(1, np.uint32), states])  # zeros in front change nothing
        states = _apply(_skip(power), states[0::2]) ^ states[1::2]
        power += 1
    return _advance(int(states[0]), data[lanes * steps :]) ^ _ALL_ONES


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

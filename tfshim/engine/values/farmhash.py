"""The 64-bit fingerprint that TensorFlow hashes strings and rows with (FarmHash's `Fingerprint64`)."""

from __future__ import annotations

_M = (1 << 64) - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def _rotate(v: int, shift: int) -> int:
    v &= _M
    return (v >> shift | v << (64 - shift)) & _M


def _mix(v: int) -> int:
    v &= _M
    return v ^ v >> 47


def _combine(u: int, v: int, factor: int) -> int:
    a = _mix((u ^ v) * factor)
    return _mix((v ^ a) * factor) * factor & _M


def _word(s: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(s[at : at + size], "little")


def _up_to_16(s: bytes) -> int:
    n = len(s)
    factor = _K2 + n * 2 & _M
    if n >= 8:
        a, b = _word(s, 0) + _K2 & _M, _word(s, n - 8)
        return _combine(_rotate(b, 37) * factor + a & _M, (_rotate(a, 25) + b) * factor & _M, factor)
    if n >= 4:
        return _combine(n + (_word(s, 0, 4) << 3), _word(s, n - 4, 4), factor)
    if n:
        y, z = s[0] + (s[n >> 1] << 8), n + (s[n - 1] << 2)
        return _mix(y * _K2 & _M ^ z * _K0 & _M) * _K2 & _M
    return _K2


def _middle(s: bytes) -> tuple[int, int, int, int, int]:
    """What strings of 17 to 64 bytes have in common: (a, b, y, z, factor)."""
    n = len(s)
    factor = _K2 + n * 2 & _M
    a, b = _word(s, 0), _word(s, 8)
    c, d = _word(s, n - 8) * factor & _M, _word(s, n - 16) * _K2 & _M
    return a, b, c, d, factor


def _up_to_32(s: bytes) -> int:
    a, b, c, d, factor = _middle(s)
    a = a * _K1 & _M
    return _combine(_rotate(a + b, 43) + _rotate(c, 30) + d & _M, a + _rotate(b + _K2, 18) + c & _M, factor)


def _up_to_64(s: bytes) -> int:
    n = len(s)
    a, b, c, d, factor = _middle(s)
    a = a * _K2 & _M
    y = _rotate(a + b, 43) + _rotate(c, 30) + d & _M
    z = _combine(y, a + _rotate(b + _K2, 18) + c & _M, factor)
    e, f = _word(s, 16) * factor & _M, _word(s, 24)
    g, h = (y + _word(s, n - 32)) * factor & _M, (z + _word(s, n - 24)) * factor & _M
    return _combine(_rotate(e + f, 43) + _rotate(g, 30) + h & _M, e + _rotate(f + a, 18) + g & _M, factor)


def _weak(s: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    w, x, y, z = (_word(s, at + i) for i in (0, 8, 16, 24))
    a += w
    b = _rotate(b + a + z, 21)
    c = a
    a += x + y
    b += _rotate(a, 44)
    return a + z & _M, b + c & _M


def _round(
    s: bytes, at: int, x: int, y: int, z: int, v: tuple[int, int], w: tuple[int, int], factor: int, weight: int
) -> tuple[int, int, int, tuple[int, int], tuple[int, int]]:
    """One block of 64 bytes; the last one has another factor and weight."""
    x = _rotate(x + y + v[0] + _word(s, at + 8), 37) * factor & _M
    y = _rotate(y + v[1] + _word(s, at + 48), 42) * factor & _M
    x ^= w[1] * weight & _M
    y = y + v[0] * weight + _word(s, at + 40) & _M
    z = _rotate(z + w[0], 33) * factor & _M
    v = _weak(s, at, v[1] * factor & _M, x + w[0])
    w = _weak(s, at + 32, z + w[1], y + _word(s, at + 16))
    return z, y, x, v, w


def fingerprint64(s: bytes) -> int:
    """The fingerprint of the bytes `s`, an integer below 2**64."""
    n = len(s)
    if n <= 16:
        return _up_to_16(s)
    if n <= 32:
        return _up_to_32(s)
    if n <= 64:
        return _up_to_64(s)
    y = 81 * _K1 + 113 & _M
    z = _mix(y * _K2 + 113) * _K2 & _M
    x = 81 * _K2 + _word(s, 0) & _M
    v = w = (0, 0)
    last = (n - 1) // 64 * 64
    for at in range(0, last, 64):
        x, y, z, v, w = _round(s, at, x, y, z, v, w, _K1, 1)
    factor = _K1 + ((z & 0xFF) << 1) & _M
    rest = n - 1 & 63
    w = (w[0] + rest & _M, w[1])
    v = (v[0] + w[0] & _M, v[1])
    w = (w[0] + v[0] & _M, w[1])
    x, y, z, v, w = _round(s, last + rest - 63, x, y, z, v, w, factor, 9)
    return _combine(_combine(v[0], w[0], factor) + _mix(y) * _K0 + z & _M, _combine(v[1], w[1], factor) + x & _M, factor)

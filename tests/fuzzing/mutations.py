"""Ways in which a file can be damaged, each chosen by a random number generator with a fixed seed."""

import re
import struct

_HUGE = [
    struct.pack(form, value)
    for form, value in (
        ("<I", 0xFFFFFFFF),
        ("<I", 0x7FFFFFFF),
        ("<Q", 0xFFFFFFFFFFFFFFFF),
        ("<Q", 0x7FFFFFFFFFFFFFFF),
        ("<Q", 1 << 40),
        ("<q", -1),
        (">I", 0xFFFFFFFF),
        (">I", 0x7FFFFFFF),
        (">Q", 1 << 40),
        ("<H", 0xFFFF),
    )
]
_HUGE += [b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"]


def _region(rng, data):
    a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return a, min(b, a + rng.choice((1, 4, 16, 256, len(data))))


def flipped_bit(rng, data):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def other_bytes(rng, data):
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        made[rng.randrange(len(made))] = rng.randrange(256)
    return bytes(made)


def truncated(rng, data):
    return data[: rng.choice((rng.randrange(len(data)), len(data) - 1, len(data) // 2))]


def inserted(rng, data):
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(rng.choice((1, 2, 8, 100))) + data[at:]


def swapped_blocks(rng, data):
    size = rng.choice((1, 4, 16, 64))
    a, b = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    b = max(b, a + size)
    return data[:a] + data[b : b + size] + data[a + size : b] + data[a : a + size] + data[b + size :]


def zeroed(rng, data):
    a, b = _region(rng, data)
    return data[:a] + bytes(b - a) + data[b:]


def huge_length(rng, data):
    what, at = rng.choice(_HUGE), rng.randrange(len(data))
    return data[:at] + what + data[at + len(what) :]


def huge_number(rng, data):
    """One of the decimal numbers of a text is made huge, negative or none."""
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return huge_length(rng, data)
    one = rng.choice(found)
    new = rng.choice((b"99999999999", b"9223372036854775807", b"-1", b"1e400", b"9" * 400, b"null", b"1" + b"0" * 30, b"{}", b'"x"', b"[]"))
    return data[: one.start()] + new + data[one.end() :]


def nested(rng, data):
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice((b"[" * 3000, b'{"a":' * 3000, b"\x0a\x7f" * 500)) + data[at:]


def duplicated(rng, data):
    a, b = _region(rng, data)
    return data[:b] + data[a:b] + data[b:]


def deleted(rng, data):
    a, b = _region(rng, data)
    return data[:a] + data[b:]


def empty(rng, data):
    return b""


def noise(rng, data):
    return rng.randbytes(rng.choice((1, 8, 64, len(data))))


KINDS = (
    [flipped_bit] * 4
    + [other_bytes] * 4
    + [truncated] * 3
    + [inserted] * 2
    + [swapped_blocks] * 2
    + [zeroed] * 2
    + [huge_length] * 3
    + [huge_number] * 2
    + [duplicated] * 2
    + [deleted] * 2
)


def mutated(rng, number, data, foreign):
    """(name of the damage, the damaged bytes): the first few are the plainest; `foreign` are files of other formats."""
    if number == 0:
        return "empty", b""
    if number == 1:
        return "nested", nested(rng, data)
    if number % 50 == 2:
        return "foreign", rng.choice(foreign)
    if number % 50 == 3:
        return "noise", noise(rng, data)
    if number % 50 == 4:
        return "nested", nested(rng, data)
    kind = rng.choice(KINDS)
    return kind.__name__, kind(rng, data) if data else noise(rng, b"12345678")

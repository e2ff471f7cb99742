"""Numbers of variable length, seven bits a byte, in which messages, tables and strings of checkpoints say how long something is."""

from collections.abc import Sequence

_LONGEST = 10  # bytes of a number


def varint(data: Sequence[int], at: int) -> tuple[int, int]:
    """(the number at `at`, the place after it). Raises ValueError or IndexError where there is none."""
    value = 0
    for i in range(_LONGEST):
        byte = data[at + i]
        value |= (byte & 127) << 7 * i
        if byte < 128:
            return value, at + i + 1
    raise ValueError("a number is too long")


def as_varint(number: int) -> bytes:
    """The bytes of a number."""
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)

"""What stateless ops start from: the scrambled seed, and the keyed permutation of a range of indices."""

from tfshim.engine.random.philox import MASK64, block

_SCRAMBLE_KEY = 0x02461E293EC8F720
_FEISTEL_KEY = 498247692
_SCHEDULE_CONSTANT = 0xFFFFFFFC
_SCHEDULE_BITS = 0b11110101  # one bit a round from the fourth key on; zeros after these


def scramble(seed0: int, seed1: int) -> tuple[int, int]:
    """The (key, counter) of a stateless draw with seed [seed0, seed1]."""
    m0, m1, m2, m3 = block(_SCRAMBLE_KEY, (seed0 & MASK64) | ((seed1 & MASK64) << 64))
    return m0 | (m1 << 32), (m2 << 64) | (m3 << 96)


def index_shuffle(index: int, seed: tuple[int, int, int], max_index: int, rounds: int = 4) -> int:
    """The image of `index` under a permutation of 0..max_index chosen by three seed words.

    A Feistel network of an even number of `rounds` permutes the next larger power of two; it is applied again until
    the value is in range. An `index` above `max_index` is no element of the range, but is mapped into it.
    """
    if max_index == 0:
        return 0
    bits = max(16, max_index.bit_length())
    width = (bits + 1) // 2
    keys = _round_keys(seed, width, rounds)
    while True:
        index = _feistel(index, keys, width)
        if index <= max_index:
            return index


def index_shuffle_seed(seed0: int, seed1: int) -> tuple[int, int, int]:
    """The three seed words that a two-element seed stands for."""
    return _FEISTEL_KEY, seed0, seed1


def _rotl(x: int, by: int, width: int) -> int:
    return ((x << by) | (x >> (width - by))) & ((1 << width) - 1)


def _rotr(x: int, by: int, width: int) -> int:
    return _rotl(x, width - by, width)


def _round_keys(seed: tuple[int, int, int], width: int, rounds: int) -> list[int]:
    """The key schedule of the SIMON block cipher for three key words, cut to `width` bits."""
    mask = (1 << width) - 1
    keys = [word & mask for word in seed[:rounds]]
    for i in range(3, rounds):
        last = keys[i - 1]
        constant = _SCHEDULE_CONSTANT ^ ((_SCHEDULE_BITS >> (i - 3)) & 1)
        keys.append((constant ^ keys[i - 3] ^ _rotr(last, 3, width) ^ _rotr(last, 4, width)) & mask)
    return keys


def _feistel(value: int, keys: list[int], width: int) -> int:
    left, right = value >> width, value & ((1 << width) - 1)
    for i in range(0, len(keys), 2):
        left ^= _mix(right, width) ^ keys[i]
        right ^= _mix(left, width) ^ keys[i + 1]
    return (left << width) | right


def _mix(x: int, width: int) -> int:
    return (_rotl(x, 1, width) & _rotl(x, 8, width)) ^ _rotl(x, 2, width)

"""Long data made short with the same checksum, at some GB a second and with NumPy alone.

A CRC is a remainder of polynomials over the bits of its data. Where a multiple of the divisor has few terms, all powers of x**8, bytes
count as much if they are added to those behind them, at the distances between its terms, instead.
"""

import numpy as np

_ALL_ONES = np.frombuffer(b"\xff" * 4, np.uint8)
_WORD = 8  # bytes


def folded(raw, distances, begun=_ALL_ONES, odd=None):
    """A shorter array of bytes with the same checksum as the array of bytes `raw`, as it is where nothing can be gained.

    `distances`: to the bytes that one is added to, in ascending order; the first is most of the last. `begun`: the four bytes that the
    checksum begins with, all ones where nothing came before; that of the result begins with ones. `odd`: the last four bytes that change
    nothing but the parity of all bits, where the divisor has the factor x + 1, and the multiple is one of what it is without that.
    """
    near, far, xor = distances[0], distances[-1], np.bitwise_xor
    count, beyond = (len(raw) - far) // near, [distance - near for distance in distances[1:]]
    if count < 1:
        if begun is not _ALL_ONES:
            raw = raw.copy()
            raw[:4] ^= begun ^ _ALL_ONES
        return raw
    # What rows of `near` bytes have become with those before them added: of the row before all, and of the one before that its last bytes.
    words = np.zeros((2, -(-near // _WORD)), "<u8")
    one, other = words.view(np.uint8)[:, :near]
    ends, parity = np.zeros(far - near, np.uint8), np.uint64(0)
    parts = []
    for into, before in (one, other), (other, one):
        pairs = [pair for n in beyond for pair in ((into[n:], before[:-n]), (into[:n], ends[-n:]))]
        parts.append((into, before, into[near - far :], pairs))
    for i in range(count):
        into, before, end, pairs = parts[i & 1]
        ends[:] = end  # as they were two rows before
        xor(raw[i * near : (i + 1) * near], before, into)
        for target, added in pairs:
            xor(target, added, target)
        if i == 0:
            into[:4] ^= begun
        if odd is not None:
            parity ^= xor.reduce(words[i & 1])
    rest = raw[count * near :].copy()
    rest[:near] ^= into
    for n in beyond:
        rest[n : near + n] ^= into
        rest[:n] ^= before[-n:]
    rest[:4] ^= _ALL_ONES
    if int(parity).bit_count() & 1:
        rest[-4:] ^= odd
    return rest

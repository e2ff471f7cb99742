"""Long data made short with the same checksum, at some GB a second and with NumPy alone.

A CRC is a remainder of polynomials over the bits of its data. Where a multiple of the divisor has few terms, all powers of x**8, bytes
count as much if they are added to those behind them, at the distances between its terms, instead.
"""

import numpy as np

_ALL_ONES = np.frombuffer(b"\xff" * 4, np.uint8)
_LINE = 64  # bytes of the cache, a multiple of those of a word


def folded(raw, distances, begun=_ALL_ONES, odd=None):
    """A shorter array of bytes with the same checksum as the array of bytes `raw`, see `Folding`."""
    folding = Folding(distances, begun, odd)
    folding.add(raw)
    return folding.rest()


class Folding:
    """Makes bytes that come one after the other short: as many as the distances say, or all where nothing can be gained.

    `distances`: to the bytes that one is added to, in ascending order; the first is most of the last. `begun`: the four bytes that the
    checksum begins with, all ones where nothing came before; that of the result begins with ones. `odd`: the last four bytes that change
    nothing but the parity of all bits, where the divisor has the factor x + 1, and the multiple is one of what it is without that.
    """

    def __init__(self, distances, begun=_ALL_ONES, odd=None):
        self._near, self._beyond = distances[0], [distance - distances[0] for distance in distances[1:]]
        self._begun, self._odd, self._parity = begun, odd, np.uint64(0)
        self._left = np.empty(0, np.uint8)  # what is no row yet
        self._turns = None  # where the next row is added up, then the one after it

    def add(self, raw):
        """Take the bytes of an array, of which nothing is kept that can change later."""
        near, before = self._near, len(self._left)
        # So many bytes stay behind the last row that all that is added to them from rows before it has its place.
        count = max(0, (before + len(raw) - self._beyond[-1]) // near)
        end, first = count * near, min(count, -(-before // near))  # rows of what was left begin with those
        if first:
            joined = np.concatenate([self._left, raw[: first * near - before]])
            self._take(joined[: first * near].reshape(-1, near))
        start = first * near - before
        if count > first:
            self._take(raw[start : end - before].reshape(-1, near))
        self._left = np.concatenate([self._left[end:], raw]) if end < before else raw[end - before :].copy()

    def _take(self, rows):
        """Add up rows; each but the last counts by what it was added to, then."""
        if self._turns is None:
            self._turns = self._made()
        turns, xor, sums = self._turns, np.bitwise_xor, np.bitwise_xor.reduce
        for raw in rows:
            row, before, added, end, their_end, words = turns[0]
            xor(raw, before, row)
            for other in added:
                xor(row, other, row)
            end[:] = their_end
            if self._odd is not None:
                self._parity ^= sums(words)
            if self._begun is not None:
                row[:4] ^= self._begun
                self._begun = None
            turns.reverse()

    def _made(self):
        """For rows at even and at odd places: the row, the one before, what is added of that and the end of the one before it, ...

        ... where that end stands, what comes there, and the words of the row before.
        """
        near, most = self._near, self._beyond[-1]
        start = -(-most // _LINE) * _LINE
        buffers = np.zeros((2, -(-(start + near) // _LINE) * _LINE), np.uint8)
        turns = []
        for own, other in (buffers, buffers[::-1]):
            added = [other[start - n : start - n + near] for n in self._beyond]
            ends = own[start - most : start], other[start + near - most : start + near]
            turns.append((own[start : start + near], other[start : start + near], added, *ends, other[start:].view(np.uint64)))
        return turns

    def rest(self):
        """The shorter array, which belongs to the caller."""
        if self._turns is None:
            rest = self._left.copy()
            rest[:4] ^= (self._begun ^ _ALL_ONES)[: len(rest)]
            return rest
        row, before, *_ = self._turns[1]
        rest = np.concatenate([row, self._left])
        for n in self._beyond:
            rest[self._near : self._near + n] ^= before[len(before) - n :]
        rest[:4] ^= _ALL_ONES
        if int(self._parity).bit_count() & 1:
            rest[-4:] ^= self._odd
        return rest

"""Many records of a TFRecord file at once: found in a piece of the file, and checked together."""

import bisect
import struct

import numpy as np

from tfshim.engine.runtime import errors
from tfshim.io import crc32c
from tfshim.io.tf_record import LONGEST

_LENGTH = struct.Struct("<Q")
_HEADER, _FOOTER = 12, 4
_EIGHT = np.arange(8)


def _loss(message):
    return errors.DataLossError(None, None, message)


def framed_size(records):
    """The bytes that `records` take in a file."""
    return sum(map(len, records)) + (_HEADER + _FOOTER) * len(records)


def read_records(source, chunk=1 << 19, end="Read less bytes than requested", offset=0):
    """Lists of the records (bytes) of the TFRecord data that `source.read(count)` gives, a piece at a time.

    `offset` is where in the file `source` is.

    Raises DataLossError with the offset for a damaged record, and with the words `end` for one that is cut short, after
    the records before it were given.
    """
    rest, wanted = b"", chunk
    while True:
        more = source.read(wanted)
        buffer = rest + more if rest else more
        if not buffer:
            return
        data = np.frombuffer(buffer, np.uint8)
        starts, at = _found(buffer, data)
        if len(starts):
            yield from _checked(buffer, data, starts, at, offset)
        rest, offset, wanted = buffer[at:], offset + at, chunk
        if len(rest) >= _HEADER:
            # The length of an incomplete record has to be verified by its checksum before so much is read.
            stored = int.from_bytes(rest[8:12], "little")
            if stored != crc32c.masked_crc32c(rest[:8]):
                raise _loss(_corrupted(offset))
            if _LENGTH.unpack_from(rest)[0] > LONGEST:
                raise _loss("record size too large")
            wanted = max(chunk, _LENGTH.unpack_from(rest)[0] + _HEADER + _FOOTER - len(rest))
        if not more:
            if rest:
                raise _loss(f"truncated record at {offset}' failed with {end}")
            return


def _found(buffer, data):
    """(the positions of the whole records at the beginning of a piece, where the last of them ends)"""
    pieces, at, size, most = [], 0, len(buffer), 64
    while at + _HEADER <= size:
        length = _LENGTH.unpack_from(buffer, at)[0]
        step = _HEADER + length + _FOOTER
        if at + step > size:
            break
        # Files often hold long runs of records of one length.
        run = np.arange(at, min(at + 64 * step, size - step + 1), step)
        if len(run) > 1:
            same = data[run[:, None] + _EIGHT].view("<u8")[:, 0] == length
            count = len(run) if same.all() else int(np.argmin(same))
        else:
            count = 1
        pieces.append(run[:count])
        at += count * step
        if count < 8:
            at = _one_by_one(buffer, at, pieces, most)
            most *= 2
        else:
            most = 64
    return np.concatenate(pieces) if pieces else np.empty(0, int), at


def _one_by_one(buffer, at, pieces, most):
    """Add the positions of up to `most` records from `at` on; where they end."""
    starts, length_at = [], _LENGTH.unpack_from
    try:
        for _ in range(most):
            (length,) = length_at(buffer, at)
            starts.append(at)
            at += _HEADER + _FOOTER + length
    except (struct.error, OverflowError):  # beyond the end
        pass
    if at > len(buffer):  # the last one is not whole
        at = starts.pop()
    if starts:
        pieces.append(np.array(starts))
    return at


# What the checksum of bytes that end with their own checksum is. As a state it is that with all bits changed, so that the same number,
# added to the four bytes that follow, begins a checksum anew.
_RESIDUE = crc32c.crc32c(bytes(4))


def _all_good(data, starts, ends):
    """Whether the records at the beginning of a piece, which begin at `starts` and whose bodies go to `ends`, are as they were written.

    One checksum tells: that of them all, in which the stored ones stand unmasked, and each part begins anew. Checksums of as many
    short records as that would take several times as long.
    """
    mixed = data[: ends[-1] + _FOOTER].copy()
    words = np.ndarray((len(mixed) - 3,), "<u4", mixed.data, 0, (1,))
    for places in (starts + 8, ends):
        rotated = words[places] - np.uint32(crc32c.MASK_DELTA)
        words[places] = (rotated >> np.uint32(17)) | (rotated << np.uint32(15))
    for places in (starts[1:], starts + _HEADER):
        words[places] ^= np.uint32(_RESIDUE)
    return crc32c.crc32c(mixed) == _RESIDUE


def _corrupted(offset):
    return f"corrupted record at {offset}" + (" (Is this even a TFRecord file?)" if offset == 0 else "")


def _checked(buffer, data, starts, end, offset):
    """One list of records of a piece, and the error that follows them, if one does."""
    ends = np.append(starts[1:], end) - _FOOTER
    count = len(starts)
    if not _all_good(data, starts, ends):
        # The more records are looked at, the rather is the damaged one among them.
        count = bisect.bisect_left(range(1, count), True, key=lambda n: not _all_good(data, starts[:n], ends[:n]))
    records = [buffer[a:b] for a, b in zip((starts[:count] + _HEADER).tolist(), ends[:count].tolist())]
    if records:
        yield records
    if count < len(starts):
        at = int(starts[count])
        in_length = int.from_bytes(buffer[at + 8 : at + _HEADER], "little") != crc32c.masked_crc32c(buffer[at : at + 8])
        raise _loss(_corrupted(offset + at) if in_length else f"corrupted record at {offset + at + _HEADER}")

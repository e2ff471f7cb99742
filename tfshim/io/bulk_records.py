"""Many records of a TFRecord file at once: found in a piece of the file, their checksums computed side by side."""

import struct

import numpy as np

from tfshim.engine import errors
from tfshim.io import crc32c

_LENGTH = struct.Struct("<Q")
_HEADER, _FOOTER = 12, 4
# Longer records are few to a piece: their checksums are computed one by one.
_LONG = 2048
_TABLE = np.array(crc32c._TABLE, np.uint32)


def _masked(states):
    crc = states ^ np.uint32(0xFFFFFFFF)
    return ((crc >> np.uint32(15)) | (crc << np.uint32(17))) + np.uint32(0xA282EAD8)


def masked_checksums(data, starts, lengths):
    """The masked CRC-32C of each part of `data` (a uint8 array) that begins at `starts` and has `lengths`."""
    order = np.argsort(-lengths, kind="stable")
    starts, longest_first = starts[order], lengths[order]
    states = np.full(len(order), 0xFFFFFFFF, np.uint32)
    begin = int(np.searchsorted(-longest_first, -_LONG, side="left"))  # the first that is not long
    active = np.searchsorted(-longest_first, -np.arange(1, _LONG + 1), side="right")
    for j in range(int(longest_first[begin]) if begin < len(order) else 0):
        end = int(active[j])
        part = states[begin:end]
        states[begin:end] = _TABLE[(part ^ data[starts[begin:end] + j]) & np.uint32(0xFF)] ^ (part >> np.uint32(8))
    made = _masked(states)
    for i in range(begin):
        made[i] = crc32c.masked_crc32c(data[starts[i] : starts[i] + longest_first[i]].tobytes())
    result = np.empty(len(order), np.uint32)
    result[order] = made
    return result


def _numbers(data, at, dtype):
    """The numbers of `dtype` that begin at the positions `at`."""
    size = np.dtype(dtype).itemsize
    return data[at[:, None] + np.arange(size)].copy().view(dtype)[:, 0]


def _loss(message):
    return errors.DataLossError(None, None, message)


def read_records(source, chunk=1 << 19, end="Read less bytes than requested"):
    """Lists of the records (bytes) of the TFRecord data that `source.read(count)` gives, a piece at a time.

    Raises DataLossError with the offset for a damaged record, and with the words `end` for one that is cut short, after
    the records before it were given.
    """
    rest, offset = b"", 0
    wanted = chunk
    while True:
        more = source.read(wanted)
        buffer = rest + more if rest else more
        if not buffer:
            return
        starts, at, size = [], 0, len(buffer)
        while at + _HEADER <= size:
            length = _LENGTH.unpack_from(buffer, at)[0]
            if at + _HEADER + length + _FOOTER > size:
                break
            starts.append(at)
            at += _HEADER + length + _FOOTER
        data = np.frombuffer(buffer, np.uint8)
        if starts:
            yield from _checked(buffer, data, np.array(starts), at, offset)
        rest, offset, wanted = buffer[at:], offset + at, chunk
        if len(rest) >= _HEADER:
            # The length of what is not complete must be trusted before so much is asked for.
            stored = int.from_bytes(rest[8:12], "little")
            if stored != crc32c.masked_crc32c(rest[:8]):
                raise _loss(_corrupted(offset))
            wanted = max(chunk, _LENGTH.unpack_from(rest)[0] + _HEADER + _FOOTER - len(rest))
        if not more:
            if rest:
                raise _loss(f"truncated record at {offset}' failed with {end}")
            return


def _corrupted(offset):
    return f"corrupted record at {offset}" + (" (Is this even a TFRecord file?)" if offset == 0 else "")


def _checked(buffer, data, starts, end, offset):
    """One list of records of a piece, and the error that follows them, if one does."""
    ends = np.append(starts[1:], end) - _FOOTER
    bodies = starts + _HEADER
    good_lengths = _numbers(data, starts + 8, np.uint32) == masked_checksums(data, starts, np.full(len(starts), 8))
    good_data = _numbers(data, ends, np.uint32) == masked_checksums(data, bodies, ends - bodies)
    good = good_lengths & good_data
    count = len(starts) if good.all() else int(np.argmin(good))
    records = [buffer[a:b] for a, b in zip(bodies[:count].tolist(), ends[:count].tolist())]
    if records:
        yield records
    if count < len(starts):
        at = offset + int(starts[count])
        raise _loss(_corrupted(at) if not good_lengths[count] else f"corrupted record at {at + _HEADER}")

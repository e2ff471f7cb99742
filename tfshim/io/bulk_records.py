"""Many records of a TFRecord file at once: found in a piece of the file, their checksums computed side by side."""

import struct

import numpy as np

from tfshim.engine.runtime import errors
from tfshim.io import crc32c
from tfshim.io.tf_record import LONGEST

_LENGTH = struct.Struct("<Q")
_HEADER, _FOOTER = 12, 4
# Longer records are few to a piece: their checksums are computed segment by segment.
_LONG = 512
_TABLE = np.array(crc32c._TABLE, np.uint32)


def _two_bytes():
    """What two bytes do to a checksum at once: the table for pairs."""
    pairs = np.arange(1 << 16, dtype=np.uint32)
    once = _TABLE[pairs & np.uint32(0xFF)] ^ (pairs >> np.uint32(8))
    return _TABLE[once & np.uint32(0xFF)] ^ (once >> np.uint32(8))


_PAIRS = _two_bytes()


def _masked(states):
    crc = states ^ np.uint32(0xFFFFFFFF)
    return ((crc >> np.uint32(15)) | (crc << np.uint32(17))) + np.uint32(0xA282EAD8)


def masked_checksums(data, starts, lengths):
    """The masked CRC-32C of each part of `data` (a uint8 array) that begins at `starts` and has `lengths`."""
    order = np.argsort(-lengths, kind="stable")
    starts, longest_first = starts[order], lengths[order]
    states = np.full(len(order), 0xFFFFFFFF, np.uint32)
    begin = int(np.searchsorted(-longest_first, -_LONG, side="left"))  # the first that is not long
    long_starts, starts, sizes, live = starts[:begin], starts[begin:], longest_first[begin:], states[begin:]
    if len(sizes) and sizes[0] > 1:
        words = data[:-1].astype(np.uint16) | (data[1:].astype(np.uint16) << np.uint16(8))
        reach = np.searchsorted(-sizes, -np.arange(2, int(sizes[0]) + 1, 2), side="right").tolist()
        for k, end in enumerate(reach):
            part = live[:end]
            np.bitwise_xor(_PAIRS[(part ^ words[starts[:end] + 2 * k]) & np.uint32(0xFFFF)], part >> np.uint32(16), out=part)
    odd = (sizes & 1).nonzero()[0]
    if len(odd):
        part = live[odd]
        live[odd] = _TABLE[(part ^ data[starts[odd] + sizes[odd] - 1]) & np.uint32(0xFF)] ^ (part >> np.uint32(8))
    if begin:
        states[:begin] = ~crc32c.checksums(data, long_starts, longest_first[:begin])
    made = _masked(states)
    result = np.empty(len(order), np.uint32)
    result[order] = made
    return result


def _numbers(data, at, dtype):
    """The numbers of `dtype` that begin at the positions `at`."""
    size = np.dtype(dtype).itemsize
    return data[at[:, None] + np.arange(size)].copy().view(dtype)[:, 0]


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
    pieces, at, size = [], 0, len(buffer)
    while at + _HEADER <= size:
        length = _LENGTH.unpack_from(buffer, at)[0]
        step = _HEADER + length + _FOOTER
        if at + step > size:
            break
        # Files often hold long runs of records of one length.
        run = np.arange(at, min(at + 64 * step, size - step + 1), step)
        if len(run) > 1:
            same = _numbers(data, run, np.uint64) == length
            count = len(run) if same.all() else int(np.argmin(same))
        else:
            count = 1
        pieces.append(run[:count])
        at += count * step
        if count < 8:
            at = _one_by_one(buffer, at, pieces)
    return np.concatenate(pieces) if pieces else np.empty(0, int), at


def _one_by_one(buffer, at, pieces):
    """Add the positions of up to 64 records from `at` on; where they end."""
    starts, size = [], len(buffer)
    while at + _HEADER <= size and len(starts) < 64:
        end = at + _HEADER + _LENGTH.unpack_from(buffer, at)[0] + _FOOTER
        if end > size:
            break
        starts.append(at)
        at = end
    if starts:
        pieces.append(np.array(starts))
    return at


def _length_checksums(lengths):
    """The masked checksums of the lengths, which are few different ones."""
    different, which = np.unique(lengths, return_inverse=True)
    raw = np.frombuffer(different.astype("<u8").tobytes(), np.uint8)
    return masked_checksums(raw, np.arange(len(different)) * 8, np.full(len(different), 8))[which]


def _corrupted(offset):
    return f"corrupted record at {offset}" + (" (Is this even a TFRecord file?)" if offset == 0 else "")


def _checked(buffer, data, starts, end, offset):
    """One list of records of a piece, and the error that follows them, if one does."""
    ends = np.append(starts[1:], end) - _FOOTER
    bodies = starts + _HEADER
    good_lengths = _numbers(data, starts + 8, np.uint32) == _length_checksums(_numbers(data, starts, np.uint64))
    good_data = _numbers(data, ends, np.uint32) == masked_checksums(data, bodies, ends - bodies)
    good = good_lengths & good_data
    count = len(starts) if good.all() else int(np.argmin(good))
    records = [buffer[a:b] for a, b in zip(bodies[:count].tolist(), ends[:count].tolist())]
    if records:
        yield records
    if count < len(starts):
        at = offset + int(starts[count])
        raise _loss(_corrupted(at) if not good_lengths[count] else f"corrupted record at {at + _HEADER}")

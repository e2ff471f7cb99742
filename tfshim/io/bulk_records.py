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


_LOW, _HALF = np.uint32(0xFFFF), np.uint32(16)
_BLOCK = 64
_PAIRS = _two_bytes()
# The same with two zero bytes after them.
_PAIRS_BEFORE_TWO = _PAIRS[_PAIRS & _LOW] ^ (_PAIRS >> _HALF)


def _after_a_block():
    """What a block of zeros does to the lower and to the upper half of a state, as two tables."""
    matrix, made = crc32c._skip(_BLOCK.bit_length() - 1), np.zeros((2, 1 << 16), np.uint32)
    for half, columns in zip(made, (matrix[:16], matrix[16:])):
        for bit, column in enumerate(columns):
            half[1 << bit : 2 << bit] = half[: 1 << bit] ^ column
    return made


_PASSED_LOW, _PASSED_HIGH = _after_a_block()


def _masked(states):
    crc = states ^ np.uint32(0xFFFFFFFF)
    return ((crc >> np.uint32(15)) | (crc << np.uint32(17))) + np.uint32(0xA282EAD8)


def masked_checksums(data, starts, lengths):
    """The masked CRC-32C of each part of `data` (a uint8 array) that begins at `starts` and has `lengths`."""
    states = np.empty(len(starts), np.uint32)
    is_long = lengths >= _LONG
    if is_long.any():
        long, short = is_long.nonzero()[0], (~is_long).nonzero()[0]
        states[long] = ~crc32c.checksums(data, starts[long], lengths[long])
        states[short] = _states(data, starts[short], lengths[short])
    elif len(states):
        states = _states(data, starts, lengths)
    return _masked(states)


def _states(data, starts, lengths):
    """The states after short parts. What is left over from whole blocks comes first, then all blocks of all parts side by side."""
    blocks = lengths // _BLOCK
    states = _of_less_than_blocks(data, starts, lengths - blocks * _BLOCK)
    most = int(blocks.max(initial=0))
    if not most:
        return states
    order = np.argsort(-blocks, kind="stable")
    blocks = blocks[order]
    reach = np.searchsorted(-blocks, -np.arange(1, most + 1), side="right").tolist()
    first = (starts + lengths)[order] - blocks * _BLOCK
    # All first blocks, then all second ones, and so on.
    places = np.concatenate([first[:end] + k * _BLOCK for k, end in enumerate(reach)])
    words = np.ndarray((len(data) - _BLOCK + 1,), f"V{_BLOCK}", data.data, 0, (1,))[places].view("<u4").reshape(-1, _BLOCK // 4)
    words = np.ascontiguousarray(words.T)
    words[0, : reach[0]] ^= states[order[: reach[0]]]
    made = np.zeros(len(places), np.uint32)
    for row in words:
        row ^= made
        _four_bytes(row, made)
    begin, done = reach[0], made[: reach[0]]
    for end in reach[1:]:
        part = done[:end]
        part[:] = _PASSED_LOW[part & _LOW] ^ _PASSED_HIGH[part >> _HALF] ^ made[begin : begin + end]
        begin += end
    states[order[: reach[0]]] = done
    return states


def _four_bytes(mixed, out):
    """The states after four more bytes, which are `mixed` into them already."""
    _PAIRS_BEFORE_TWO.take(np.bitwise_and(mixed, _LOW, dtype=np.intp), out=out, mode="clip")
    out ^= _PAIRS.take(np.right_shift(mixed, _HALF, dtype=np.intp), mode="clip")


def _of_less_than_blocks(data, starts, lengths):
    """The states after parts of fewer than `_BLOCK` bytes: four bytes of all of them at a time, then two, then one."""
    states = np.full(len(starts), 0xFFFFFFFF, np.uint32)
    longest = int(lengths.max(initial=0))
    if longest >= 4:
        order = np.argsort(-lengths, kind="stable")
        sizes, at = lengths[order], starts[order]
        made = states[: len(order)].copy()
        words = np.ndarray((len(data) - 3,), "<u4", data.data, 0, (1,))
        if 2 * int(lengths.sum()) > len(data):  # aligned numbers are looked up in less than half of the time
            words = words.copy()
        for end in np.searchsorted(-sizes, -np.arange(4, longest + 1, 4), side="right").tolist():
            _four_bytes(words[at[:end]] ^ made[:end], made[:end])
            at[:end] += 4
        states[order] = made
    two = (lengths & 2).nonzero()[0]
    if len(two):
        at, part = starts[two] + (lengths[two] & ~3), states[two]
        pairs = data[at].astype(np.uint32) | (data[at + 1].astype(np.uint32) << np.uint32(8))
        states[two] = _PAIRS[(part ^ pairs) & _LOW] ^ (part >> _HALF)
    odd = (lengths & 1).nonzero()[0]
    if len(odd):
        part = states[odd]
        states[odd] = _TABLE[(part ^ data[starts[odd] + lengths[odd] - 1]) & np.uint32(0xFF)] ^ (part >> np.uint32(8))
    return states


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
    pieces, at, size, most = [], 0, len(buffer), 64
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
            at = _one_by_one(buffer, at, pieces, most)
            most *= 2
        else:
            most = 64
    return np.concatenate(pieces) if pieces else np.empty(0, int), at


def _one_by_one(buffer, at, pieces, most):
    """Add the positions of up to `most` records from `at` on; where they end."""
    starts, last, length_at = [], len(buffer) - _HEADER - _FOOTER, _LENGTH.unpack_from
    while at <= last and len(starts) < most:
        end = at + length_at(buffer, at)[0]
        if end > last:
            break
        starts.append(at)
        at = end + _HEADER + _FOOTER
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

"""Decompressing Snappy's blocks, in which the index of a checkpoint may be."""

from tfshim.engine.values.tensor_messages import varint

_MOST = 24  # times as much as the compressed bytes can a block be: a copy of 64 bytes takes three


def decompressed(data):
    """The bytes that the block `data` stands for. Raises ValueError or IndexError for what is no such block."""
    size, at = varint(data, 0)
    if size > _MOST * len(data):
        raise ValueError("a compressed block promises more than it can hold")
    made = bytearray()
    while at < len(data):
        tag, at = data[at], at + 1
        kind, length = tag & 3, (tag >> 2) + 1
        if kind == 0:  # bytes as they are
            if length > 60:
                more = length - 60
                length, at = int.from_bytes(data[at : at + more], "little") + 1, at + more
            if at + length > len(data):
                raise ValueError("a compressed block is cut off")
            made += data[at : at + length]
            at += length
        else:  # bytes that were there before
            if kind == 1:
                length, back = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | data[at]
            else:
                back = int.from_bytes(data[at : at + (2 if kind == 2 else 4)], "little")
            at += (1, 2, 4)[kind - 1]
            if not 0 < back <= len(made):
                raise ValueError("a compressed block refers to what it does not have")
            for _ in range(0, length, back):  # what is copied may be part of what it is copied from
                made += made[-back:][: min(back, length)]
                length -= min(back, length)
        if len(made) > size:
            raise ValueError("a compressed block is longer than it says")
    if len(made) != size:
        raise ValueError("a compressed block is shorter than it says")
    return bytes(made)

"""Heaps of strings in HDF5 files, looked through before the library reads them: it never returns from some that are damaged."""

import mmap
import os

_START = b"GCOL\x01\0\0\0"  # signature, version, nothing
_HEAD = 16  # of a heap and of an object in it


def check(path):
    """Raise OSError for the file `path` if the objects of one of its heaps do not add up."""
    if os.path.getsize(path) < 2 * _HEAD:
        return
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        # The superblock holds the size of lengths, at an offset that depends on its version.
        if data[:8] != b"\x89HDF\r\n\x1a\n" or data[14 if data[8] < 2 else 10] != 8:
            return
        at = data.find(_START)
        while at >= 0:
            # Heaps begin at multiples of eight; elsewhere the same bytes are part of a value.
            if at % 8 == 0 and not _is_consistent(data, at):
                raise OSError(f"Unable to open file '{os.fspath(path)}': a heap of it is damaged.")
            at = data.find(_START, at + 8)


def _is_consistent(data, at):
    end = at + int.from_bytes(data[at + 8 : at + _HEAD], "little")
    at += _HEAD
    if end > len(data):
        return False
    while at + _HEAD <= end:
        index, size = int.from_bytes(data[at : at + 2], "little"), int.from_bytes(data[at + 8 : at + _HEAD], "little")
        if index == 0:  # what is free, with its own head
            return size == end - at
        # Objects are padded to multiples of eight.
        at += _HEAD + -(-size // 8) * 8
    return at <= end

"""Checksums of long data are those of zlib, also of what is joined to something before it; files are summed in pieces."""

import os
import zlib

import numpy as np
import pytest

from tfshim.files import crc32, mapped
from tfshim.io import crc32c


def some(size):
    return np.random.default_rng(size).integers(0, 256, size, np.uint8)


@pytest.mark.parametrize("size", [0, 3, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 5, 2_700_001])
@pytest.mark.parametrize("before", [0, 0x1234ABCD, 0xFFFFFFFF])
def test_the_same_as_of_zlib(size, before):
    data = some(size)
    assert crc32.crc32(data, before) == crc32.crc32(memoryview(bytes(data)), before) == zlib.crc32(data, before)


def test_every_byte_counts():
    data = np.zeros(1 << 20, np.uint8)
    whole, seen = crc32.crc32(data), set()
    for place in (0, 3, 4, 105610, 105611, 130360, 211222, len(data) - 130361, len(data) - 1):
        data[place] ^= 1
        seen.add(crc32.crc32(data))
        data[place] ^= 1
    assert len(seen) == 9 and whole not in seen
    assert crc32.crc32(data) == whole


@pytest.mark.parametrize("size", [131072, 131073, 500_000, 4 << 20, (4 << 20) + 3])
def test_castagnoli_of_long_data(monkeypatch, size):
    monkeypatch.setattr(crc32c, "_compiled", lambda: None)
    data = some(size)
    short = crc32c._by_segments(data)
    assert crc32c.crc32c(data) == crc32c.crc32c(data[777:], crc32c.crc32c(data[:777])) == short


@pytest.mark.parametrize("step", [300, 70_001, 1 << 20, 4_300_000])
def test_pieces_as_the_whole(monkeypatch, step):
    monkeypatch.setattr(crc32c, "_compiled", lambda: None)
    data = some(300 * step if step == 300 else 4_500_000)
    pieces = [data[at : at + step] for at in range(0, len(data), step)]
    assert crc32.crc32_of(pieces, 99) == zlib.crc32(data, 99)
    assert crc32c.crc32c_of(pieces, 99) == crc32c.crc32c(data, 99)


def test_a_file_that_was_cut_meanwhile(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(bytes(50_000))
    file = mapped.MappedFile(path)
    os.truncate(path, 20_000)
    for way in (file.read, lambda *place: list(file.pieces(*place))):
        with pytest.raises(ValueError, match="cut off"):
            way(0, 50_000)
    assert bytes(file.read(0, 20_000)) == bytes(20_000)


def test_pieces_of_a_file(monkeypatch, tmp_path):
    monkeypatch.setattr(mapped, "_PIECE", 8192)
    data, path = some(50_000), tmp_path / "data"
    path.write_bytes(bytes(data))
    file = mapped.MappedFile(path)
    for start, size in (0, 50_000), (5, 30_000), (4096, 8192), (49_999, 1), (7, 0):
        pieces = list(file.pieces(start, size))
        assert [len(p) for p in pieces[:-1]] == [8192] * (len(pieces) - 1)
        assert b"".join(map(bytes, pieces)) == bytes(data[start : start + size]) == bytes(file.read(start, size))
    for way in (file.read, lambda *place: list(file.pieces(*place))):
        with pytest.raises(ValueError, match="cut off"):
            way(1, 50_000)
    read = file.read(0, 10)
    read[:] = 0
    assert bytes(file.read(0, 10)) == bytes(data[:10])

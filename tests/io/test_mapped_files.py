"""Files that are mapped are read in pieces, and notice when they are cut."""

import os

import numpy as np
import pytest

from tfshim.files import mapped


def some(size):
    return np.random.default_rng(size).integers(0, 256, size, np.uint8)


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

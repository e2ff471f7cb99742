"""Records of TFRecord files found and checked many at a time."""

import io

import numpy as np
import pytest

import tfshim as tf
from tfshim.io import crc32c
from tfshim.io.bulk_records import masked_checksums, read_records
from tfshim.io.crc32c import masked_crc32c


def written(tmp_path, records):
    path = tmp_path / "records.tfr"
    with tf.io.TFRecordWriter(str(path)) as writer:
        for r in records:
            writer.write(r)
    return path.read_bytes()


def test_checksums_are_those_of_single_strings():
    rng = np.random.RandomState(0)
    data = rng.randint(0, 256, 20000).astype(np.uint8)
    starts = rng.randint(0, 9000, 60)
    lengths = np.concatenate([np.arange(40), rng.randint(0, 9000, 20)])
    expected = [masked_crc32c(data[s : s + n].tobytes()) for s, n in zip(starts, lengths)]
    assert masked_checksums(data, starts, lengths).tolist() == expected


@pytest.mark.parametrize("longest_first", [False, True])
def test_checksums_of_all_lengths_side_by_side(longest_first):
    lengths = np.arange(600)[:: -1 if longest_first else 1]
    starts = np.cumsum(lengths) - lengths
    data = np.random.RandomState(2).randint(0, 256, lengths.sum()).astype(np.uint8)
    expected = [masked_crc32c(data[s : s + n].tobytes()) for s, n in zip(starts, lengths)]
    assert masked_checksums(data, starts, lengths).tolist() == expected


def test_checksums_of_numbers_of_crc32c():
    """The examples of RFC 3720."""
    data = np.frombuffer(bytes(32) + b"\xff" * 32 + bytes(range(32)) + b"123456789", np.uint8)
    lengths = np.array([32, 32, 32, 9])
    masked = masked_checksums(data, np.array([0, 32, 64, 96]), lengths).tolist()
    crcs = [((m - 0xA282EAD8) % 2**32 << 15 | (m - 0xA282EAD8) % 2**32 >> 17) % 2**32 for m in masked]
    assert crcs == [0x8A9136AA, 0x62A8AB43, 0x46DD794E, 0xE3069283]


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda raw: np.frombuffer(raw, np.uint8)[2:].copy()])
@pytest.mark.parametrize("size", [2, 100, 5000, 1 << 19])
def test_checksums_of_whatever_holds_bytes(kind, size):
    raw = np.random.default_rng(size).bytes(size)
    data = kind(raw)
    assert masked_crc32c(data) == masked_crc32c(bytes(data))


@pytest.mark.parametrize("chunk", [1, 13, 100, 1 << 18])
def test_any_piece_size_gives_the_same_records(tmp_path, chunk):
    rng = np.random.RandomState(1)
    records = [b"same" * 5] * 50 + [rng.bytes(int(n)) for n in rng.randint(0, 300, 100)] + [b"", b"x" * 5000, b""]
    data = written(tmp_path, records)
    assert [r for part in read_records(io.BytesIO(data), chunk) for r in part] == records


def test_damage_anywhere_is_noticed_after_the_records_before_it(tmp_path):
    records = [b"abc", b"", b"defgh", b"ij"]
    data = written(tmp_path, records)
    for at in range(len(data)):
        bad = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        got = []
        with pytest.raises(tf.errors.DataLossError, match="corrupted record at|truncated record at"):
            for part in read_records(io.BytesIO(bad)):
                got += part
        assert got == records[: len(got)] and len(got) < len(records)


def test_every_shortening_is_noticed(tmp_path):
    records = [b"abc", b"defgh"]
    data = written(tmp_path, records)
    ends = {0, 16 + 3, len(data)}
    for size in range(len(data)):
        if size in ends:
            assert [r for part in read_records(io.BytesIO(data[:size])) for r in part] == records[: size // 19]
        else:
            with pytest.raises(tf.errors.DataLossError, match="truncated record at"):
                list(read_records(io.BytesIO(data[:size])))


def test_checksums_of_long_records():
    """Segment by segment, the same numbers as byte by byte, for lengths around what fills segments of each level."""
    rng = np.random.RandomState(0)
    lengths = np.array([4, 127, 128, 129, 511, 512, 513, 4095, 4096, 4097, 2500, 131071, 131072, 131073, 10])
    data = rng.randint(0, 256, lengths.sum()).astype(np.uint8)
    starts = np.cumsum(lengths) - lengths
    expected = [crc32c._advance(0xFFFFFFFF, data[a : a + n].tobytes()) ^ 0xFFFFFFFF for a, n in zip(starts, lengths, strict=True)]
    assert crc32c._by_segments(data, starts, lengths).tolist() == expected
    assert crc32c.checksums(data, starts, lengths).tolist() == expected
    assert [crc32c.crc32c(data[a : a + n].tobytes()) for a, n in zip(starts, lengths, strict=True)] == expected


@pytest.mark.parametrize("size", [0, 3, 383, 384, 1000, 300_000, 600_001])
def test_checksums_of_bytes_behind_others(size):
    data = np.random.default_rng(0).bytes(size)
    whole = crc32c._advance(0xFFFFFFFF, data) ^ 0xFFFFFFFF
    for at in (0, 1, size // 3, size - 1, size):
        assert crc32c.crc32c(data[max(at, 0) :], crc32c.crc32c(data[: max(at, 0)])) == whole

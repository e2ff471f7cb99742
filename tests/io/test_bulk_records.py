"""Records of TFRecord files found and checked many at a time."""

import io

import numpy as np
import pytest

import tfshim as tf
from tfshim.io import crc32c
from tfshim.io.bulk_records import read_records
from tfshim.io.crc32c import masked_crc32c


def written(tmp_path, records):
    path = tmp_path / "records.tfr"
    with tf.io.TFRecordWriter(str(path)) as writer:
        for r in records:
            writer.write(r)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("data", "crc"),
    [(bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43), (bytes(range(32)), 0x46DD794E), (b"123456789", 0xE3069283)],
)
def test_checksums_of_the_examples_of_rfc_3720(data, crc):
    assert crc32c.crc32c(data) == crc
    masked = masked_crc32c(data)
    assert ((masked - 0xA282EAD8) % 2**32 << 15 | (masked - 0xA282EAD8) % 2**32 >> 17) % 2**32 == crc


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


@pytest.mark.parametrize("bits", [1, 9])
def test_damage_among_many_records_is_noticed_where_it_is(tmp_path, bits):
    rng = np.random.RandomState(bits)
    records = [rng.bytes(int(n)) for n in rng.randint(0, 400, 700)]
    data = written(tmp_path, records)
    ends = np.cumsum([len(r) + 16 for r in records])
    for at in rng.randint(0, len(data), 30):
        bad = bytearray(data)
        for place in (at, *rng.randint(at, len(data), bits - 1)):  # what is damaged behind it changes nothing
            bad[place] ^= 1 << rng.randint(8)
        got, number = [], int(np.searchsorted(ends, at, side="right"))
        begin = int(ends[number]) - len(records[number]) - 16
        with pytest.raises(tf.errors.DataLossError, match=f"corrupted record at {begin if at < begin + 12 else begin + 12}( |$)"):
            for part in read_records(io.BytesIO(bytes(bad)), 1 << 14):
                got += part
        assert got == records[:number]


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

"""TFRecord files: the bytes TensorFlow writes, and what is said of damaged ones."""

import base64
import gzip
import os
import zlib

import pytest
from tensorboard.compat.tensorflow_stub.pywrap_tensorflow import crc32c as slow_crc32c

import tfshim as tf
from tfshim.io import crc32c
from tfshim.io.tf_record import RecordReader, TFRecordCompressionType, TFRecordOptions, tf_record_iterator

RECORDS = [b"abc", b"", b"xxxxx"]
# What TensorFlow writes for these records.
PLAIN = base64.b64decode("AwAAAAAAAACwmUkOYWJjblfxIQAAAAAAAAAAKQOYB9jqgqIFAAAAAAAAAA==")


def write(path, records=RECORDS, options=None):
    with tf.io.TFRecordWriter(str(path), options) as writer:
        for record in records:
            writer.write(record)
    return path.read_bytes()


def read(path, options=None):
    return list(tf_record_iterator(str(path), options))


def collected(path, *args):
    """The records before the failure, and the failure's text."""
    found = []
    with pytest.raises(tf.errors.DataLossError) as failure:
        for record in RecordReader(path, *args):
            found.append(record)
    return found, str(failure.value)


def test_bytes_are_tensorflows(tmp_path):
    assert write(tmp_path / "a")[: len(PLAIN)] == PLAIN
    assert read(tmp_path / "a") == RECORDS


def test_text_is_utf8_and_anything_else_is_refused(tmp_path):
    assert write(tmp_path / "a", ["é", bytearray(b"12")])
    assert read(tmp_path / "a") == ["é".encode(), b"12"]
    with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
        write(tmp_path / "a", [3])


@pytest.mark.parametrize("kind", ["GZIP", "ZLIB", "", None, 0, 1, 2])
def test_compression(tmp_path, kind):
    records = [os.urandom(100), b"a" * 10**6, b""]
    for options in (kind, TFRecordOptions(kind)):
        raw = write(tmp_path / "a", records, options)
        assert read(tmp_path / "a", options) == records
        name = TFRecordOptions.get_compression_type_string(options)
        assert name == {1: "ZLIB", 2: "GZIP", 0: "", None: ""}.get(kind, kind)
        unpacked = {"GZIP": gzip.decompress, "ZLIB": zlib.decompress, "": bytes}[name](raw)
        assert unpacked == write(tmp_path / "plain", records)


def test_options_reach_zlib(tmp_path):
    record = b"".join(str(i * i).encode() for i in range(3000))
    sizes = [len(write(tmp_path / "a", [record], TFRecordOptions("ZLIB", compression_level=n))) for n in (0, 1, 9)]
    assert sizes[0] > len(record) > max(sizes[1:])
    assert sizes[1] != sizes[2]
    small = TFRecordOptions(
        "ZLIB",
        window_bits=9,
        mem_level=1,
        compression_strategy=2,
        flush_mode=2,
        compression_method=8,
        input_buffer_size=10,
        output_buffer_size=100,
    )
    raw = write(tmp_path / "a", [record], small)
    assert raw[0] == 0x18  # the header names a window of 9 bits
    assert read(tmp_path / "a", small) == [record]
    for bad in ({"compression_level": 99}, {"window_bits": 99}, {"mem_level": "a"}):
        (name,) = bad
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"{name}={next(iter(bad.values()))}"):
            write(tmp_path / "new", [record], TFRecordOptions("GZIP", **bad))
        assert not (tmp_path / "new").exists()
    with pytest.raises(ValueError, match='Not a valid compression_type: "FOO"'):
        TFRecordOptions("FOO")
    assert TFRecordOptions.get_compression_type_string(TFRecordCompressionType.GZIP) == "GZIP"


def test_flush_and_close(tmp_path):
    for options in (None, "GZIP"):
        writer = tf.io.TFRecordWriter(str(tmp_path / "a"), options)
        writer.write(b"1")
        writer.flush()
        assert read(tmp_path / "a", options) == [b"1"]
        writer.close()
        writer.close()
        for use in (writer.flush, lambda w=writer: w.write(b"2")):
            with pytest.raises(tf.errors.FailedPreconditionError, match="Writer is closed."):
                use()


@pytest.mark.parametrize("cut", range(len(PLAIN) + 8))
def test_a_truncated_file_names_the_offset_of_the_record(tmp_path, cut):
    raw = write(tmp_path / "a")
    (tmp_path / "a").write_bytes(raw[:cut])
    ends = [0, 19, 35]
    whole = sum(end <= cut for end in ends) - 1
    if cut in ends:
        assert read(tmp_path / "a") == RECORDS[:whole]
        return
    found, text = collected(tmp_path / "a")
    assert found == RECORDS[:whole]
    assert text == f"truncated record at {ends[whole]}' failed with Read less bytes than requested"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (0, "corrupted record at 0 (Is this even a TFRecord file?)"),
        (8, "corrupted record at 0 (Is this even a TFRecord file?)"),
        (12, "corrupted record at 12"),
        (16, "corrupted record at 12"),
        (20, "corrupted record at 19"),
        (54, "corrupted record at 47"),
    ],
)
def test_a_damaged_file(tmp_path, place, text):
    raw = bytearray(write(tmp_path / "a"))
    raw[place] ^= 1
    (tmp_path / "a").write_bytes(raw)
    assert collected(tmp_path / "a") == (RECORDS[: (place > 18) + (place > 34)], text)


def test_a_foreign_file(tmp_path):
    (tmp_path / "a").write_text("This is a text, and not a file of records at all.")
    assert collected(tmp_path / "a")[1] == "corrupted record at 0 (Is this even a TFRecord file?)"
    for kind in ("GZIP", "ZLIB"):
        assert collected(tmp_path / "a", kind)[1] == "inflate() failed with error -3: incorrect header check"
    raw = write(tmp_path / "b", [b"abc" * 100], "GZIP")
    (tmp_path / "b").write_bytes(raw[: len(raw) // 2])
    assert collected(tmp_path / "b", "GZIP") == ([], "truncated record at 0' failed with EOF reached")


@pytest.mark.parametrize("kind", ["", "GZIP"])
def test_reading_goes_on_when_a_file_grows(tmp_path, kind):
    raw = write(tmp_path / "whole", [os.urandom(100) for _ in range(5)], kind)
    whole = read(tmp_path / "whole", kind)
    (tmp_path / "a").write_bytes(b"")
    reader, found = RecordReader(tmp_path / "a", kind), []
    for start in range(0, len(raw), 37):
        with (tmp_path / "a").open("ab") as file:
            file.write(raw[start : start + 37])
        for _ in range(9):
            try:
                found.append(next(reader))
            except (StopIteration, tf.errors.DataLossError):
                break
    assert found == whole


def test_joined_compressed_files_are_read_through(tmp_path):
    both = write(tmp_path / "a", [b"1"], "GZIP") + write(tmp_path / "a", [b"2" * 10**6], "GZIP")
    (tmp_path / "a").write_bytes(both)
    assert read(tmp_path / "a", "GZIP") == [b"1", b"2" * 10**6]


def test_files_that_cannot_be_opened(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="nope; No such file or directory"):
        read(tmp_path / "nope")
    with pytest.raises(tf.errors.NotFoundError, match="x; No such file or directory"):
        tf.io.TFRecordWriter(str(tmp_path / "no" / "x"))
    with pytest.raises(tf.errors.FailedPreconditionError, match="Is a directory"):
        read(tmp_path)
    with pytest.raises(TypeError, match="Expected binary or unicode string, got None"):
        tf.io.TFRecordWriter(None)


@pytest.mark.parametrize("length", [0, 1, 8191, 65536, 100003])
def test_crc32c_of_any_length_and_of_its_pieces(length):
    data = os.urandom(length)
    assert crc32c.crc32c(data) == slow_crc32c(data)
    for size in 1, 777, 40_000:
        pieces = [data[at : at + size] for at in range(0, length, size)]
        assert crc32c.crc32c_of(pieces) == crc32c.crc32c(data)

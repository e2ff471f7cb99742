"""Files and messages that promise more than they hold: refused with TensorFlow's errors, before memory is taken for it."""

import struct
import warnings
import zlib

import pytest

import tfshim as tf
from tfshim.io.crc32c import masked_crc32c

Invalid = tf.errors.InvalidArgumentError


def png(width, height):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def bmp(width, height, bits=24):
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, *[0] * 6)


def gif(width, height, frames=1, side=1):
    frame = b"," + struct.pack("<HHHHB", 0, 0, side, side, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + frame * frames + b";"


def jpeg(width, height):
    made = tf.io.encode_jpeg(tf.zeros([1, 1, 1], tf.uint8)).numpy()
    at = made.index(b"\xff\xc0") + 5
    return made[:at] + struct.pack(">HH", height, width) + made[at + 4 :]


def wav(length):
    return (
        b"RIFF"
        + struct.pack("<I", 44)
        + b"WAVEfmt "
        + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16)
        + b"data"
        + struct.pack("<I", length)
        + b"\0" * 8
    )


def record(length):
    head = struct.pack("<Q", length)
    return head + struct.pack("<I", masked_crc32c(head)) + b"x" + struct.pack("<I", masked_crc32c(b"x"))


def message(dtype, dims, rest=b""):
    def field(tag, body):
        return bytes([tag]) + varint(len(body)) + body

    def varint(n):
        out = b""
        while n > 127:
            out, n = out + bytes([n & 127 | 128]), n >> 7
        return out + bytes([n])

    return b"\x08" + bytes([dtype]) + field(0x12, b"".join(field(0x12, b"\x08" + varint(d)) for d in dims)) + rest


@pytest.mark.parametrize(
    "decode, data, text",
    [
        (tf.io.decode_png, png(100000, 100000), "PNG size too large for int: 100000 by 100000"),
        (tf.io.decode_image, png(23171, 23171), "PNG size too large for int: 23171 by 23171"),
        (tf.io.decode_png, png(23170, 23170), "Invalid PNG data, size 65"),
        (tf.io.decode_png, png(1000001, 1), "Invalid PNG. Failed to initialize decoder."),
        (tf.io.decode_png, png(0, 1), "Invalid PNG. Failed to initialize decoder."),
        (tf.io.decode_bmp, bmp(100000, 100000), "Total possible pixel bytes must be less than 2^30"),
        (tf.io.decode_image, bmp(2**31 - 1, -(2**31)), "Total possible pixel bytes must be less than 2^30"),
        (tf.io.decode_bmp, bmp(2**14, 2**14, 32), "Total possible pixel bytes must be less than 2^30"),
        (tf.io.decode_bmp, bmp(-5, 5), "Width must be positive"),
        (tf.io.decode_bmp, bmp(5, 0), "Height must be nonzero"),
        (tf.io.decode_jpeg, jpeg(65500, 65500), "jpeg::Uncompress failed. Invalid JPEG data or crop window."),
        (tf.io.decode_image, jpeg(23171, 23171), "jpeg::Uncompress failed. Invalid JPEG data or crop window."),
        (tf.io.decode_gif, gif(65535, 65535, side=65535), "Invalid GIF data (size 35)"),
        (tf.audio.decode_wav, wav(2**32 - 1), "WAV data chunk 'data' is too large: 4294967295 bytes, but the limit is 2147483647"),
        (tf.audio.decode_wav, wav(1000), "Data too short when trying to read string"),
    ],
)
def test_headers(decode, data, text):
    with warnings.catch_warnings(), pytest.raises(Invalid) as failure:
        warnings.simplefilter("error")  # Pillow's of bombs
        decode(data)
    assert text in str(failure.value)


def test_sizes_that_are_not_needed():
    assert tf.io.extract_jpeg_shape(jpeg(65500, 65500)).numpy().tolist() == [65500, 65500, 1]
    # A GIF file is as large as its largest frame, whatever it says of the whole.
    assert tf.io.decode_gif(gif(65535, 65535, frames=3)).shape == [3, 1, 1, 3]
    assert tf.io.decode_image(gif(65535, 65535), expand_animations=False).shape == [1, 1, 3]
    with pytest.raises(tf.errors.InternalError, match="JPEG encoding failed"):
        tf.io.encode_jpeg(tf.zeros([70000, 1, 3], tf.uint8))


@pytest.mark.parametrize(
    "length, text",
    [
        (2**60, "truncated record at 0' failed with Read less bytes than requested"),
        (2**33, "truncated record at 0'"),
        (2**64 - 1, "record size too large"),
    ],
)
def test_lengths_of_records(tmp_path, length, text):
    (tmp_path / "records").write_bytes(record(length))
    path = str(tmp_path / "records")
    for read in (tf.data.TFRecordDataset, tf.compat.v1.io.tf_record_iterator):
        with pytest.raises(tf.errors.DataLossError) as failure:
            list(read(path))
        assert text in str(failure.value)


def test_buffers_and_counts_larger_than_files(tmp_path):
    path = str(tmp_path / "file")
    with tf.io.TFRecordWriter(path) as writer:
        writer.write(b"abc")
    assert list(tf.data.TFRecordDataset(path, buffer_size=2**62).as_numpy_iterator()) == [b"abc"]
    (tmp_path / "file").write_bytes(b"ab\nc")
    assert list(tf.data.TextLineDataset(path, buffer_size=2**62).as_numpy_iterator()) == [b"ab", b"c"]
    assert list(tf.data.FixedLengthRecordDataset(path, 2, buffer_size=2**62).as_numpy_iterator()) == [b"ab", b"\nc"]
    assert tf.io.gfile.GFile(path, "rb").read(2**50) == b"ab\nc"
    with pytest.raises(Invalid, match="not an exact multiple of the record length"):
        list(tf.data.FixedLengthRecordDataset(path, 2**50))


@pytest.mark.parametrize("kind", ["GZIP", "ZLIB"])
def test_compressed_zeros_are_unpacked_as_they_are_read(tmp_path, kind):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path, kind) as writer:
        for size in (0, 5_000_000, 1):
            writer.write(bytes(size))
    assert [len(r) for r in tf.data.TFRecordDataset(path, kind).as_numpy_iterator()] == [0, 5_000_000, 1]


@pytest.mark.parametrize(
    "dtype, dims, rest",
    [
        (1, [2**42], b""),
        (1, [2**42], b"\x2a\x04" + struct.pack("<f", 1.0)),
        (1, [2**40], b"\x22\x04\0\0\0\0"),
        (1, [2**32, 2**32], b""),
        (1, [2**64 - 1], b""),
        (7, [2**45], b"\x42\x01a"),
        (1, [1] * 300, b""),
    ],
)
def test_shapes_of_messages(dtype, dims, rest):
    with pytest.raises(Invalid, match="Cannot parse tensor from proto: dtype: DT_"):
        tf.io.parse_tensor(message(dtype, dims, rest), tf.string if dtype == 7 else tf.float32)


def test_shapes_of_sparse_tensors():
    wide = tf.SparseTensor([[0, 0]], [1.0], [2**40, 2**40])
    with pytest.raises(Invalid, match="more than 2..63 - 1 elements"):
        tf.sparse.reshape(wide, [-1])
    assert tf.sparse.transpose(wide).shape == [2**40, 2**40]

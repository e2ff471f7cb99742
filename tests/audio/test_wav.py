"""WAV files: the bytes and the refusals are TensorFlow's."""

import struct

import numpy as np
import pytest

import tfshim as tf


def wav(data, channels=1, rate=8000, bits=16, kind=1, more=b"", riff=b"RIFF", before=b""):
    head = struct.pack("<HHIIHH", kind, channels, rate, rate * channels * bits // 8, channels * bits // 8, bits) + more
    body = b"WAVE" + before + b"fmt " + struct.pack("<I", len(head)) + head
    body += b"data" + struct.pack("<I", len(data)) + data
    return riff + struct.pack("<I", len(body)) + body


STEREO = wav(np.array([1, 2, 3, 4, 5, 6], "<i2").tobytes(), channels=2)
MONO = wav(np.array([1, 2, 3], "<i2").tobytes())
OTHER_CHUNK = b"LIST\x04\0\0\0abcd"


def samples(contents, **kwargs):
    return (tf.audio.decode_wav(contents, **kwargs).audio.numpy() * 32768).tolist()


def test_encoding():
    encoded = tf.audio.encode_wav(np.array([[0.5], [-1.0], [0.25]], "f4"), 8000)
    assert encoded.numpy() == (
        b"RIFF*\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00\x80>\x00\x00\x02\x00\x10\x00"
        b"data\x06\x00\x00\x00\x00@\x00\x80\x00 "
    )
    decoded = tf.audio.decode_wav(encoded)
    assert repr(decoded.sample_rate) == "<tf.Tensor: shape=(), dtype=int32, numpy=8000>"
    assert decoded.audio.numpy().tolist() == [[0.5], [-1.0], [0.25]] and decoded._fields == ("audio", "sample_rate")
    assert repr(decoded).startswith("DecodeWav(audio=<tf.Tensor: shape=(3, 1), dtype=float32")


@pytest.mark.parametrize(
    ("contents", "wanted", "expected"),
    [
        (STEREO, {}, [[1, 2], [3, 4], [5, 6]]),
        (STEREO, {"desired_channels": 0}, [[], [], []]),
        (STEREO, {"desired_channels": 1}, [[1], [3], [5]]),
        (STEREO, {"desired_channels": 3}, [[1, 2, 2], [3, 4, 4], [5, 6, 6]]),
        (STEREO, {"desired_samples": 0}, []),
        (STEREO, {"desired_samples": 2}, [[1, 2], [3, 4]]),
        (STEREO, {"desired_samples": 5}, [[1, 2], [3, 4], [5, 6], [0, 0], [0, 0]]),
        (MONO, {"desired_channels": 2}, [[1, 1], [2, 2], [3, 3]]),
        (MONO[:4] + b"\0\0\0\0" + MONO[8:], {}, [[1], [2], [3]]),
        (wav(b"\1\0", more=b"\0\0"), {}, [[1]]),
        (MONO + OTHER_CHUNK, {}, [[1], [2], [3]]),
        (MONO[:36] + OTHER_CHUNK + MONO[36:], {}, [[1], [2], [3]]),
        (wav(b""), {}, []),
    ],
)
def test_decoding(contents, wanted, expected):
    assert samples(contents, **wanted) == expected


SHORT = "Data too short when trying to read string"


@pytest.mark.parametrize(
    ("contents", "text"),
    [
        (b"", SHORT),
        (b"hello world this is not", "Header mismatch: Expected RIFF but found hell"),
        (wav(b"\1\0", riff=b"RIFX"), "Header mismatch: Expected RIFF but found RIFX"),
        (wav(b"\1\0", before=OTHER_CHUNK), "Unexpected field LIST"),
        (STEREO[:-3], SHORT),
        (STEREO[:30], SHORT),
        (STEREO[:40], SHORT),
        (wav(b"\1\0\2"), SHORT),
        (MONO + b"abc", SHORT),
        (wav(b"")[:36], "No data chunk found in WAV"),
        (wav(bytes(4), bits=8), "Can only read 16-bit WAV files, but received 8"),
        (wav(bytes(4), bits=32, kind=3), "Bad audio format for WAV: Expected 1 (PCM), but got3"),
        (wav(b"\1\0", kind=0xFFFE, more=bytes(24)), "Bad format chunk size for WAV: Expected 16 or 18, but got40"),
        (wav(b"\1\0", channels=0), "Bad number of channels for WAV: Expected at least 1, but got 0"),
        (
            MONO[:28] + bytes(4) + MONO[32:],
            "Bad bytes per second in WAV header: Expected 16000 but got 0 (sample_rate=8000, bytes_per_sample=2)",
        ),
        ([MONO], "contents must be scalar, got shape [1]"),
    ],
)
def test_damaged_and_foreign_files(contents, text):
    with pytest.raises(tf.errors.InvalidArgumentError) as failure:
        tf.audio.decode_wav(contents)
    assert text in str(failure.value) and "[Op:DecodeWav]" in str(failure.value)


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ((np.zeros(3, "f4"), 8000), "audio must be 2-dimensional[3]"),
        ((np.zeros((3, 1), "f4"), [8]), "Input sample_rate should be a scalar tensor, got [1] instead."),
        ((np.zeros((3, 1), "f4"), 0), "sample_rate must be in (0, 2^32), got: 0"),
        ((np.zeros((3, 0), "f4"), 8), "num_channels must be in (0, 2^16), got: 0"),
    ],
)
def test_what_cannot_be_encoded(args, text):
    with pytest.raises(tf.errors.InvalidArgumentError) as failure:
        tf.audio.encode_wav(*args)
    assert text in str(failure.value) and "[Op:EncodeWav]" in str(failure.value)


def test_negative_sizes():
    for argument in ("desired_channels", "desired_samples"):
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"{argument} must be -1 or at least 0, got -2"):
            tf.audio.decode_wav(MONO, **{argument: -2})

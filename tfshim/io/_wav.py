"""WAV files (16-bit PCM) from arrays of samples, and back."""

import struct

import numpy as np

from tfshim.engine.runtime.errors import invalid

_LARGEST = 2**31 - 1  # bytes of a chunk


def wav_bytes(samples, rate):
    """The bytes of a WAV file of `samples`, a float32 array `[frames, channels]`, at `rate` frames a second.

    -1 to 1 is the full range of 16 bits; what is beyond is clipped, NaN becomes 0. Raises `InvalidArgumentError` for a
    rate or a number of channels that the format cannot hold.
    """
    channels = samples.shape[1]
    if not 0 < rate < 1 << 32:
        raise invalid(f"sample_rate must be in (0, 2^32), got: {rate % (1 << 64)}")
    if not 0 < channels < 1 << 16:
        raise invalid(f"num_channels must be in (0, 2^16), got: {channels}")
    scaled = samples.astype(np.float32) * np.float32(32768)
    # Halves are rounded away from zero, unlike NumPy's own rounding.
    rounded = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    pcm = np.nan_to_num(np.clip(rounded, -32768, 32767), nan=0).astype("<i2").tobytes()
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", 36 + len(pcm), b"WAVE", b"fmt ", 16),
        *(1, channels, rate, rate * channels * 2, channels * 2, 16),  # PCM, then sizes; 16 bits a sample
        *(b"data", len(pcm)),
    )
    return header + pcm


class _Chunks:
    """Reads the fields of a file in order."""

    def __init__(self, data):
        self._data, self._at = data, 0

    def take(self, count):
        if len(self._data) - self._at < count:
            raise invalid("Data too short when trying to read string")
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self):
        return int.from_bytes(self.take(4), "little")

    def expect(self, tag):
        found = self.take(4)
        if found != tag:
            raise invalid(f"Header mismatch: Expected {tag.decode()} but found {found.decode('latin1')}")

    def more(self):
        return self._at < len(self._data)


def parse_wav(data):
    """`(samples, rate)` of the WAV file `data` (bytes): an int16 array `[frames, channels]` and frames a second.

    Raises `InvalidArgumentError` for anything but a whole file of 16-bit PCM.
    """
    chunks = _Chunks(data)
    chunks.expect(b"RIFF")
    chunks.number()  # the size of the file, which programs that stream leave at 0
    chunks.expect(b"WAVE")
    tag = chunks.take(4)
    if tag != b"fmt ":
        raise invalid(f"Unexpected field {tag.decode('latin1')}")
    channels, rate = _parse_format(chunks)
    samples = None
    while chunks.more():
        tag, size = chunks.take(4), chunks.number()
        if size > _LARGEST:
            raise invalid(f"WAV data chunk '{tag.decode('latin1')}' is too large: {size} bytes, but the limit is {_LARGEST}")
        body = chunks.take(size)
        if tag != b"data":
            continue
        if samples is not None:
            raise invalid("More than one data chunk found in WAV")
        if size % (2 * channels):
            raise invalid("Data too short when trying to read string")
        samples = np.frombuffer(body, "<i2").reshape(-1, channels)
    if samples is None:
        raise invalid("No data chunk found in WAV")
    return samples, rate


def _parse_format(chunks):
    """Channels and rate from the format chunk, which must be consistent in itself."""
    size = chunks.number()
    if size not in (16, 18):
        raise invalid(f"Bad format chunk size for WAV: Expected 16 or 18, but got{size}")
    kind, channels, rate, per_second, per_frame, bits = struct.unpack("<HHIIHH", chunks.take(size)[:16])
    if kind != 1:
        raise invalid(f"Bad audio format for WAV: Expected 1 (PCM), but got{kind}")
    if channels < 1:
        raise invalid(f"Bad number of channels for WAV: Expected at least 1, but got {channels}")
    if bits != 16:
        raise invalid(f"Can only read 16-bit WAV files, but received {bits}")
    frame = 2 * channels
    if per_second != rate * frame:
        raise invalid(
            f"Bad bytes per second in WAV header: Expected {rate * frame} but got {per_second} "
            f"(sample_rate={rate}, bytes_per_sample={frame})"
        )
    if per_frame != frame:
        raise invalid(f"Bad bytes per sample in WAV header: Expected {frame} but got {per_frame}")
    return channels, rate

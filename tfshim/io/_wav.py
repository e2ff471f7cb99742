"""WAV files (16-bit PCM) from arrays of samples."""

import struct

import numpy as np


def wav_bytes(samples, rate):
    """The bytes of a WAV file of `samples`, a float32 array `[frames, channels]`, at `rate` frames a second.

    -1 to 1 is the full range of 16 bits; what is beyond is clipped, NaN becomes 0.
    """
    frames, channels = samples.shape
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

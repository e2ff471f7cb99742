"""Record the pixels that TensorFlow reads of JPEG files, in tests/data/jpeg_pixels.json.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_jpeg_pixels.py
The files are TensorFlow's too; of the pixels their shape and checksum are kept.
"""

import base64
import zlib

import numpy as np
from recording import DATA, write_json

from tests.io.jpeg_options import OPTIONS


def picture(rows, columns, seed):
    """Smooth waves with some noise."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:rows, :columns]
    waves = [(np.sin(x / 7 + c) + np.cos(y / 9 * c) + 2) * 60 + rng.normal(0, 8, (rows, columns)) for c in range(3)]
    return np.stack(waves, -1).clip(0, 255).astype(np.uint8)


def files(encode):
    """{name: the file}: coarser colours or not, progressive, grey, damaged in ways that are read all the same."""

    def encoded(rows, columns, channels=3, **options):
        return encode(picture(rows, columns, rows)[..., :channels], **options).numpy()

    made = {
        "full": encoded(24, 32, chroma_downsampling=False, quality=90),
        "coarse": encoded(45, 37, quality=75),
        "low quality": encoded(33, 50, quality=20),
        "progressive": encoded(41, 29, progressive=True),
        "grey": encoded(40, 40, 1, quality=85),
        "one pixel": encoded(1, 1),
        "wide": encoded(3, 90, quality=100),
    }
    made["bytes after it"] = made["coarse"] + b"more"
    for at in (700, 800, 900):
        made[f"byte {at} changed"] = made["coarse"][:at] + bytes([made["coarse"][at] ^ 0x55]) + made["coarse"][at + 1 :]
    return made


def main():
    """Record all."""
    import tensorflow as tf

    found = []
    for name, data in files(tf.io.encode_jpeg).items():
        results = []
        for options in OPTIONS:
            try:
                pixels = tf.io.decode_jpeg(data, **options).numpy()
                results.append([list(pixels.shape), zlib.crc32(np.ascontiguousarray(pixels))])
            except tf.errors.InvalidArgumentError:
                results.append(None)
        found.append({"name": name, "file": base64.b64encode(data).decode(), "pixels": results})
    write_json(DATA / "jpeg_pixels.json", found)


if __name__ == "__main__":
    main()

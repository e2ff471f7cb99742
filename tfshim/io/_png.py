"""PNG files from arrays, by Pillow."""

import io


def png_bytes(pixels, compression=-1):
    """The bytes of the PNG of `pixels`, a uint8 array `[height, width, channels]` with 1 to 4 channels.

    1 is grayscale, 2 grayscale with alpha, 3 RGB, 4 RGBA. `compression` is zlib's level, -1 its default.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("Writing PNG images needs Pillow: pip install pillow") from error

    height, width, channels = pixels.shape
    image = Image.frombytes(("L", "LA", "RGB", "RGBA")[channels - 1], (width, height), pixels.tobytes())
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6 if compression == -1 else compression)
    return out.getvalue()

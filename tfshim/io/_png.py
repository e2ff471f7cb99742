"""PNG files from arrays, by Pillow."""

import io


def pillow():
    """Pillow's Image module, which loads with the first picture. Raises an ImportError with the command that installs it."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("Reading and writing image files needs Pillow: pip install pillow") from error
    return Image


def png_bytes(pixels, compression=-1):
    """The bytes of the PNG of `pixels`, a uint8 array `[height, width, channels]` with 1 to 4 channels.

    1 is grayscale, 2 grayscale with alpha, 3 RGB, 4 RGBA. `compression` is zlib's level, -1 its default.
    """
    height, width, channels = pixels.shape
    image = pillow().frombytes(("L", "LA", "RGB", "RGBA")[channels - 1], (width, height), pixels.tobytes())
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6 if compression == -1 else compression)
    return out.getvalue()

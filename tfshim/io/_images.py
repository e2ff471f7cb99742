"""Image files and arrays, without tensors: JPEG by simplejpeg and Pillow, GIF by Pillow, BMP and deep PNGs by hand."""

import importlib
import io
import struct
import zlib

import numpy as np
import simplejpeg

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.io._png import pillow, png_bytes
from tfshim.refusals import refused

_MOST_PIXELS = 1 << 29  # of a JPEG or PNG file, as in TensorFlow


def image_format(data):
    """ "jpeg", "png", "gif", "bmp" or None, by the first bytes."""
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n") or data.startswith(b"\x89PNG"):
        return "png"
    if data.startswith(b"GIF8"):
        return "gif"
    return "bmp" if data.startswith(b"BM") else None


def _opened(data, kind, message):
    """Pillow's image, read as far as its header: by the class for the format, since `Image.open` warns of sizes that TensorFlow takes."""
    pillow()
    plugin = importlib.import_module(f"PIL.{kind}ImagePlugin")
    try:
        return getattr(plugin, f"{kind}ImageFile")(io.BytesIO(data))
    except Exception as error:  # Pillow raises nearly anything for damaged files
        raise invalid(message) from error


def _array(picture, message):
    try:
        picture.load()
        return np.asarray(picture)
    except Exception as error:  # see above
        raise invalid(message) from error


# ---------------------------------------------------------------------- JPEG
_BAD_JPEG = "jpeg::Uncompress failed. Invalid JPEG data or crop window."


def jpeg_size(data):
    """(height, width, channels) of a JPEG file."""
    picture = _opened(data, "Jpeg", f"Invalid JPEG data, size {len(data)}")
    return picture.height, picture.width, len(picture.getbands())


# Markers of frames that Pillow's decoder reads: of eight bits a value, whole or progressive.
_FRAMES = frozenset((0xC0, 0xC1, 0xC2))


def _frame(data):
    """(height, width, components) of a JPEG file, or None where its header is not of the usual kind."""
    at, size = 2, len(data)
    while at + 9 < size and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            precision, height, width, components = struct.unpack_from(">BHHB", data, at + 4)
            return (height, width, components) if precision == 8 and height and width else None
        if not (marker in (0xC4, 0xDB, 0xDD, 0xFE) or 0xE0 <= marker <= 0xEF):
            return None
        at += 2 + (data[at + 2] << 8 | data[at + 3])
    return None


def _jpeg_pixels(data, found, channels, ratio=1, smooth=True, fast=True, strict=True):
    """The pixels of a JPEG file of a usual kind, as TensorFlow's libjpeg gives them, else None; None for any damage if `strict`.

    `found`: (height, width, components) by its header.
    """
    if found is None or found[2] not in (1, 3) or found[0] * found[1] >= _MOST_PIXELS:
        return None
    height, width, have = found
    rows, columns, channels = -(-height // ratio), -(-width // ratio), channels or have
    least = {} if ratio == 1 else {"min_height": rows, "min_width": columns}
    colours = "GRAY" if channels == 1 else "RGB"
    try:
        pixels = simplejpeg.decode_jpeg(data, colours, fastdct=fast, fastupsample=not smooth, strict=strict, **least)
    except ValueError:
        return None
    return pixels if pixels.shape == (rows, columns, channels) else None


def _decoded(image, data, kind, mode, options, width, height):
    """The pixels that Pillow's decoder of a kind makes of `data`, as bytes; ValueError or OSError for damage.

    What its images do around the decoder takes a tenth of the time for small pictures.
    """
    make_decoder, make_encoder = getattr(image, "_getdecoder", None), getattr(image, "_getencoder", None)
    if make_decoder is None or make_encoder is None:
        return image.frombytes(mode, (width, height), data, kind, *options).tobytes()
    pixels = image.core.new(mode, (width, height))
    decoder = make_decoder(mode, kind, options)
    decoder.setimage(pixels, (0, 0, width, height))
    rest, failed = decoder.decode(data)
    if rest >= 0 or failed:
        raise ValueError("not a whole picture")
    encoder = make_encoder(mode, "raw", mode)
    encoder.setimage(pixels, (0, 0, width, height))
    _, status, made = encoder.encode(width * height * len(mode))
    if status < 0 or len(made) != width * height * len(mode):
        raise ValueError("not all pixels")
    return made


def read_jpeg(data, channels=0, ratio=1, crop=None, fancy_upscaling=True, try_recover_truncated=False, accurate=False):
    """The pixels [height, width, channels] of a JPEG file, uint8.

    `ratio`: 1, 2, 4 or 8, by which the size shrinks. `accurate`: by the slower transformation, instead of TensorFlow's usual one.
    """
    pixels = _jpeg_pixels(data, _frame(data), channels, ratio, fancy_upscaling, not accurate)
    if pixels is None:
        pixels = _unusual_jpeg(data, channels, ratio, fancy_upscaling, try_recover_truncated, accurate)
    if crop is not None:
        top, left, rows, columns = crop
        if top < 0 or left < 0 or rows <= 0 or columns <= 0 or top + rows > pixels.shape[0] or left + columns > pixels.shape[1]:
            raise invalid(_BAD_JPEG)
        pixels = pixels[top : top + rows, left : left + columns]
    return pixels


def _unusual_jpeg(data, channels, ratio, fancy_upscaling, try_recover_truncated, accurate):
    """The same for files of other colours, and for those that are damaged: Pillow tells what can be read in spite of it."""
    picture = _opened(data, "Jpeg", _BAD_JPEG)
    sampled = any(layer[1:3] != picture.layer[0][1:3] for layer in picture.layer) if len(picture.layer) > 1 else False
    if channels == 0:
        channels = 1 if picture.mode == "L" else 3
    mode = "L" if channels == 1 else "RGB"
    height, width, have = picture.height, picture.width, len(picture.getbands())
    if height * width >= _MOST_PIXELS:
        raise invalid(_BAD_JPEG)
    if ratio != 1 or mode == "L":
        picture.draft(mode, (max(1, width // ratio), max(1, height // ratio)))
    try:
        picture.load()
    except Exception as error:
        if try_recover_truncated:
            raise refused("tf.io.decode_jpeg", "try_recover_truncated") from error
        raise invalid(_BAD_JPEG) from error
    pixels = _jpeg_pixels(data, (height, width, have), channels, ratio, fancy_upscaling, not accurate, strict=False)
    if pixels is not None:
        return pixels
    if not fancy_upscaling and sampled and channels != 1:
        raise refused("tf.io.decode_jpeg", "fancy_upscaling")
    if picture.mode != mode:
        picture = picture.convert(mode)
    return np.asarray(picture).reshape(picture.height, picture.width, channels)


def jpeg_bytes(pixels, quality, progressive, optimize, chroma_downsampling, unit, x_density, y_density, xmp):
    """The JPEG file of `pixels`, uint8 [height, width, 1 or 3]."""
    picture = pillow().fromarray(pixels[..., 0] if pixels.shape[2] == 1 else pixels)
    more = {} if pixels.shape[2] == 1 else {"subsampling": 2 if chroma_downsampling else 0}
    if xmp:
        more["xmp"] = xmp.encode() if isinstance(xmp, str) else xmp
    out = io.BytesIO()
    try:
        picture.save(out, "JPEG", quality=quality, progressive=progressive, optimize=optimize, **more)
    except OSError as error:  # too large a picture for the format
        raise errors.InternalError(None, None, "JPEG encoding failed") from error
    data = bytearray(out.getvalue())
    # The density is in the first segment; Pillow can only write inches.
    if data[6:11] == b"JFIF\0":
        data[13:18] = struct.pack(">BHH", 1 if unit == "in" else 2, x_density, y_density)
    return bytes(data)


# ---------------------------------------------------------------------- PNG
_PNG_SIDE = 1_000_000  # libpng reads no wider and no higher ones


def _grey(pixels):
    """One channel of three, in the whole numbers that libpng weighs with."""
    wide = pixels.astype(np.int64)
    return ((9798 * wide[..., :1] + 19235 * wide[..., 1:2] + 3735 * wide[..., 2:3]) >> 15).astype(pixels.dtype)


def _with_channels(pixels, channels):
    """`pixels` with as many channels: greys, colours and opacity made or dropped."""
    have = pixels.shape[2]
    if channels in (0, have):
        return pixels
    colour, opacity = (pixels[..., :-1], pixels[..., -1:]) if have in (2, 4) else (pixels, None)
    if channels in (1, 2) and colour.shape[2] == 3:
        colour = _grey(colour)
    elif channels in (3, 4) and colour.shape[2] == 1:
        colour = np.repeat(colour, 3, axis=2)
    if channels in (2, 4):
        if opacity is None:
            opacity = np.full_like(colour[..., :1], np.iinfo(pixels.dtype).max)
        colour = np.concatenate([colour, opacity], axis=2)
    return colour


def _header(data):
    """(bit depth, colour type, interlaced) of a PNG file of a size that is read."""
    width, height = struct.unpack(">II", data[16:24]) if len(data) >= 33 and data[12:16] == b"IHDR" else (0, 0)
    if not (0 < width <= _PNG_SIDE and 0 < height <= _PNG_SIDE):
        raise invalid("Invalid PNG. Failed to initialize decoder.")
    if width * height >= _MOST_PIXELS:
        raise invalid(f"PNG size too large for int: {width} by {height}")
    return data[24], data[25], data[28]


# Pillow's modes of the types of colours that need nothing but decoding, and the chunks that change nothing about it.
_PNG_MODES = {0: "L", 2: "RGB", 4: "LA", 6: "RGBA"}
_PLAIN_CHUNKS = frozenset((b"bKGD", b"cHRM", b"gAMA", b"hIST", b"sBIT", b"sRGB", b"tEXt", b"tIME"))
_PLAIN_SIZE = 1 << 26  # Pillow refuses texts that are longer


def _packed_pixels(data):
    """The compressed pixels of an undamaged PNG file of plain chunks, else None."""
    at, size, parts, last = 33, len(data), [], b"IHDR"
    if zlib.crc32(data[12:29]).to_bytes(4, "big") != data[29:33] or data[8:12] != b"\0\0\0\r" or size > _PLAIN_SIZE:
        return None
    while at + 12 <= size:
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 8 + length
        if end + 4 > size or zlib.crc32(data[at + 4 : end]).to_bytes(4, "big") != data[end : end + 4]:
            return None
        if kind == b"IEND":
            return b"".join(parts) if parts else None
        if kind == b"IDAT":
            if parts and last != kind:
                return None
            parts.append(data[at + 8 : end])
        elif kind not in _PLAIN_CHUNKS:
            return None
        at, last = end + 4, kind
    return None


def _usual_png(data, depth, colour, interlaced):
    """The pixels of an undamaged PNG file of eight bits a value that is not interlaced, else None. See `_usual_jpeg`."""
    mode = _PNG_MODES.get(colour)
    if depth != 8 or interlaced or mode is None or data[26:28] != b"\0\0":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    packed = _packed_pixels(data)
    if packed is None:
        return None
    try:
        made = _decoded(pillow(), packed, "zip", mode, (mode,), width, height)
    except (ValueError, OSError):
        return None
    return np.frombuffer(made, np.uint8).reshape(height, width, len(mode))


def read_png(data, channels=0, deep=False):
    """The pixels [height, width, channels] of a PNG file: uint8, or uint16 if `deep`."""
    depth, colour, interlaced = _header(data)
    pixels = _usual_png(data, depth, colour, interlaced)
    if pixels is not None:
        pass
    elif depth == 16 and not (interlaced and deep and colour):
        pixels = _deep_pixels(data) if not interlaced else None
    if pixels is None:
        if depth == 16 and interlaced and deep:
            raise refused("tf.io.decode_png", "interlaced")
        message = f"Invalid PNG data, size {len(data)}"
        picture = _opened(data, "Png", message)
        if picture.mode == "P" or "transparency" in picture.info and picture.mode in ("1", "L", "RGB"):
            opaque = "transparency" not in picture.info
            _array(picture, message)
            grey = picture.mode in ("1", "L")
            picture = picture.convert("RGB" if opaque else "LA" if grey else "RGBA")
        elif picture.mode == "1":
            _array(picture, message)
            picture = picture.convert("L")
        pixels = _array(picture, message)
        if pixels.dtype not in (np.uint8, np.uint16):
            pixels = (pixels >> 8 if depth == 16 else pixels).astype(np.uint8)
        pixels = pixels.reshape(*pixels.shape[:2], -1)
    if deep and pixels.dtype == np.uint8:
        pixels = pixels.astype(np.uint16) * 257
    elif not deep and pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    return np.ascontiguousarray(_with_channels(pixels, channels))


def _deep_pixels(data):
    """The pixels of a PNG file of 16 bits a value that is not interlaced, uint16."""
    message = f"Invalid PNG data, size {len(data)}"
    width, height = struct.unpack(">II", data[16:24])
    channels = {0: 1, 2: 3, 4: 2, 6: 4}.get(data[25])
    if channels is None:
        raise invalid(message)
    packed, at = [], 8
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            packed.append(data[at + 8 : at + 8 + size])
        if kind == b"IEND":
            break
        at += size + 12
    stride = width * channels * 2
    try:
        raw = zlib.decompressobj().decompress(b"".join(packed), height * (stride + 1))
    except zlib.error as error:
        raise invalid(message) from error
    if len(raw) < height * (stride + 1):
        raise invalid(message)
    rows = np.frombuffer(raw, np.uint8).reshape(height, stride + 1)
    out = np.zeros((height + 1, stride), np.uint8)
    for i in range(height):
        out[i + 1] = _unfiltered(int(rows[i, 0]), rows[i, 1:], out[i], channels * 2, message)
    return out[1:].reshape(height, width, channels, 2).view(">u2")[..., 0].astype(np.uint16)


def _unfiltered(kind, row, above, step, message):
    """A row of bytes with its prediction added back."""
    if kind == 0:
        return row
    if kind == 2:
        return row + above
    if kind == 1:
        return np.cumsum(row.reshape(-1, step), axis=0, dtype=np.uint8).reshape(-1)
    if kind not in (3, 4):
        raise invalid(message)
    made, up = row.tolist(), above.tolist()
    for i in range(len(made)):
        left = made[i - step] if i >= step else 0
        if kind == 3:
            guess = (left + up[i]) >> 1
        else:
            corner = up[i - step] if i >= step else 0
            near = left + up[i] - corner
            by_left, by_up, by_corner = abs(near - left), abs(near - up[i]), abs(near - corner)
            guess = left if by_left <= by_up and by_left <= by_corner else up[i] if by_up <= by_corner else corner
        made[i] = (made[i] + guess) & 255
    return np.array(made, np.uint8)


def _filtered(rows, step):
    """Rows of bytes as PNG's filters leave them, behind their numbers: as they are, or less what stands `step` bytes before or above.

    Of each row the one with the least sum of differences from 0, which is compressed best.
    """
    before, above = np.zeros_like(rows), np.zeros_like(rows)
    before[:, step:], above[1:] = rows[:, :-step], rows[:-1]
    made = np.stack([rows, rows - before, rows - above])
    kinds = np.abs(made.view(np.int8).astype(np.int16)).sum(2, dtype=np.int64).argmin(0)
    return np.concatenate([kinds[:, None].astype(np.uint8), made[kinds, np.arange(len(rows))]], axis=1)


def png_bytes_of(pixels, compression=-1):
    """The PNG file of `pixels`, uint8 or uint16 [height, width, 1 to 4]."""
    if pixels.dtype == np.uint8:
        return png_bytes(pixels, compression)
    height, width, channels = pixels.shape

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = pixels.astype(">u2").view(np.uint8).reshape(height, -1)
    rows = _filtered(rows, 2 * channels) if compression else np.insert(rows, 0, 0, axis=1)
    head = struct.pack(">IIBBBBB", width, height, 16, (0, 4, 2, 6)[channels - 1], 0, 0, 0)
    body = zlib.compress(rows.tobytes(), compression)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


# ---------------------------------------------------------------------- GIF and BMP
def _gif_frames(data):
    """(left, top, width, height) of each frame of a GIF file, as far as the file goes."""
    found, at = [], 13
    if len(data) > 10 and data[10] & 0x80:
        at += 3 << (data[10] & 7) + 1
    while at < len(data):
        if data[at] == 0x2C and at + 10 <= len(data):
            found.append(struct.unpack_from("<HHHH", data, at + 1))
            at += 11 + (3 << (data[at + 9] & 7) + 1 if data[at + 9] & 0x80 else 0)
        elif data[at] == 0x21:
            at += 2
        else:
            break
        while at < len(data) and data[at]:  # its data, in blocks that begin with their length
            at += 1 + data[at]
        at += 1
    return found


def read_gif(data):
    """The frames [frames, height, width, 3] of a GIF file, uint8, of the size of the largest frame.

    The size that the file claims for the whole is not looked at: it may be anything.
    """
    message = f"Invalid GIF data (size {len(data)})"
    places = _gif_frames(data)
    width, height = max((p[2] for p in places), default=0), max((p[3] for p in places), default=0)
    reach = max((p[0] + p[2] for p in places), default=0) * max((p[1] + p[3] for p in places), default=0)
    if not width or not height or reach > _MOST_PIXELS:
        raise invalid(message)
    picture = _opened(data[:6] + struct.pack("<HH", width, height) + data[10:], "Gif", message)
    frames = np.empty((len(places), height, width, 3), np.uint8)
    count = 0
    while True:
        try:
            picture.load()
            frames[count] = np.asarray(picture.convert("RGB"))[:height, :width]
            count += 1
            picture.seek(count)
        except EOFError:
            break
        except MemoryError:
            raise
        except Exception as error:
            if count:  # what came before the damage counts, as in TensorFlow
                break
            raise invalid(f"{message}, {error}") from error
    return frames[:count]


def read_bmp(data, channels=0):
    """The pixels [height, width, 1, 3 or 4] of an uncompressed BMP file, uint8."""
    if len(data) < 32:
        raise invalid(
            f"Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, and bpp, got {len(data)} bytes"
        )
    offset, width, height = (struct.unpack_from("<i", data, at)[0] for at in (10, 18, 22))
    depth = struct.unpack_from("<H", data, 28)[0]
    have = depth // 8
    if depth % 8 or have not in (1, 3, 4):
        raise invalid(f"Number of channels inherent in the image must be 1, 3 or 4, was {have}")
    if channels not in (0, have):
        raise invalid(f"channels attribute {channels} does not match bits per pixel from file {have}")
    if width <= 0:
        raise invalid("Width must be positive")
    if height == 0:
        raise invalid("Height must be nonzero")
    if offset < 0:
        raise invalid("header size must be nonnegative")
    if width * abs(height) * have >= 1 << 30:
        raise invalid("Total possible pixel bytes must be less than 2^30")
    stride, rows = (have * width + 3) // 4 * 4, abs(height)
    if len(data) != offset + stride * rows:
        raise invalid(
            f"Input size should match (header_size + row_size * abs_height) but they differ by {len(data) - offset - stride * rows}"
        )
    pixels = np.frombuffer(data, np.uint8, stride * rows, offset).reshape(rows, stride)[:, : have * width].reshape(rows, width, have)
    if height > 0:
        pixels = pixels[::-1]
    if have > 1:
        pixels = pixels[..., [2, 1, 0, 3][:have]]
    return np.ascontiguousarray(pixels)

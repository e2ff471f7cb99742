"""Image files: round trips, formats told apart, damaged files."""

import io
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import tfshim as tf
from tfshim.io import _images

RNG = np.random.RandomState(0)
PIXELS = RNG.randint(0, 256, (9, 7, 3), np.uint8)


def encoded(kind, pixels=PIXELS, **options):
    out = io.BytesIO()
    picture = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    picture.save(out, kind, **options)
    return out.getvalue()


SMOOTH = np.add.outer(np.arange(24) * 5, np.arange(16) * 4).astype(np.uint8)[..., None].repeat(3, 2)
FILES = {
    "jpeg": encoded("JPEG", SMOOTH),
    "png": encoded("PNG"),
    "bmp": encoded("BMP"),
    "gif": encoded("GIF"),
    "palette": encoded("PNG", Image.fromarray(PIXELS).convert("P")),
}


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_png_round_trip(channels, dtype):
    pixels = RNG.randint(0, np.iinfo(dtype).max + 1, (6, 5, channels)).astype(dtype)
    got = tf.io.decode_png(tf.io.encode_png(pixels), dtype=dtype)
    assert got.dtype.name == dtype
    np.testing.assert_array_equal(got, pixels)


def test_png_of_a_batch():
    pixels = RNG.randint(0, 256, (2, 3, 4, 5, 1)).astype(np.uint8)
    files = tf.io.encode_png(pixels)
    assert files.shape == (2, 3)
    np.testing.assert_array_equal(tf.io.decode_png(files[1, 2]), pixels[1, 2])


@pytest.mark.parametrize("kind", [0, 1, 2, 3, 4])
def test_deep_png_filters(kind):
    """Every prediction that a row of a PNG file may have, undone for 16 bits a value."""
    pixels = RNG.randint(0, 65536, (4, 3, 2)).astype(np.uint16)
    rows = pixels.astype(">u2").view(np.uint8).reshape(4, -1).astype(int)
    body, above = b"", np.zeros(12, int)
    for row in rows:
        left = np.concatenate([np.zeros(4, int), row[:-4]])
        corner = np.concatenate([np.zeros(4, int), above[:-4]])
        near = left + above - corner
        distances = np.stack([abs(near - left), abs(near - above), abs(near - corner)])
        paeth = np.choose(distances.argmin(0), [left, above, corner])
        guess = [0, left, above, (left + above) // 2, paeth][kind]
        body += bytes([kind]) + ((row - guess) % 256).astype(np.uint8).tobytes()
        above = row
    head = struct.pack(">IIBBBBB", 3, 4, 16, 4, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for name, part in ((b"IHDR", head), (b"IDAT", zlib.compress(body)), (b"IEND", b"")):
        data += struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
    np.testing.assert_array_equal(tf.io.decode_png(data, dtype=tf.uint16), pixels)


def test_lossless_files_give_their_pixels():
    np.testing.assert_array_equal(tf.io.decode_png(FILES["png"]), PIXELS)
    np.testing.assert_array_equal(tf.io.decode_bmp(FILES["bmp"]), PIXELS)
    np.testing.assert_array_equal(tf.io.decode_image(FILES["bmp"], channels=4)[..., 3], np.full((9, 7), 255))
    assert tf.io.decode_png(FILES["palette"]).shape == (9, 7, 3)


def test_jpeg_comes_close():
    got = tf.io.decode_jpeg(tf.io.encode_jpeg(SMOOTH, quality=95))
    assert np.abs(got.numpy().astype(int) - SMOOTH).max() <= 4
    assert tf.io.decode_jpeg(FILES["jpeg"], ratio=2).shape == (12, 8, 3)
    assert tf.io.decode_jpeg(FILES["jpeg"], channels=1).shape == (24, 16, 1)
    part = tf.io.decode_and_crop_jpeg(FILES["jpeg"], [2, 3, 5, 6])
    np.testing.assert_array_equal(part, tf.io.decode_jpeg(FILES["jpeg"])[2:7, 3:9])
    assert tf.io.extract_jpeg_shape(FILES["jpeg"]).numpy().tolist() == [24, 16, 3]


def test_quality_makes_files_smaller():
    sizes = [len(tf.io.encode_jpeg(PIXELS, quality=q).numpy()) for q in (5, 50, 100)]
    assert sizes == sorted(sizes) and sizes[0] < sizes[2]
    adjusted = tf.image.adjust_jpeg_quality(SMOOTH / np.float32(255), 75)
    assert adjusted.dtype == tf.float32 and np.abs(adjusted - SMOOTH / 255).max() < 0.05


def test_animations():
    frames = [Image.fromarray(np.roll(PIXELS, i, 1)) for i in range(3)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    assert tf.io.decode_gif(out.getvalue()).shape == (3, 9, 7, 3)
    assert tf.io.decode_image(out.getvalue()).shape == (3, 9, 7, 3)
    assert tf.io.decode_image(out.getvalue(), expand_animations=False).shape == (9, 7, 3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Got 3 frames"):
        tf.io.decode_png(out.getvalue())


def test_dtypes_rescale():
    floats = tf.io.decode_image(FILES["png"], dtype=tf.float32)
    np.testing.assert_allclose(floats, PIXELS / 255, rtol=1e-6)
    np.testing.assert_array_equal(tf.io.decode_image(FILES["bmp"], dtype=tf.uint16), PIXELS.astype(np.uint16) * 256)
    np.testing.assert_array_equal(tf.io.decode_png(FILES["png"], dtype=tf.uint16), PIXELS.astype(np.uint16) * 257)


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("name", ["decode_jpeg", "decode_png", "decode_gif", "decode_bmp", "decode_image"])
def test_damage_raises_or_reads(kind, name):
    """Nothing but TensorFlow's errors comes out of files with bytes changed or cut off."""
    data, rng, decode = FILES[kind], np.random.RandomState(1), getattr(tf.io, name)
    for i in range(25):
        broken = bytearray(data if i % 2 else data[: rng.randint(len(data))])
        for _ in range(rng.randint(1, 4)):
            if broken:
                broken[rng.randint(len(broken))] = rng.randint(256)
        try:
            decode(bytes(broken))
        except tf.errors.InvalidArgumentError:
            pass


def test_wrong_format_says_what_it_is():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Trying to decode PNG format using DecodeBmp op"):
        tf.io.decode_bmp(FILES["png"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input is empty"):
        tf.io.decode_image("")
    with pytest.raises(tf.errors.InvalidArgumentError, match="ratio must be 1, 2, 4, or 8, got 3"):
        tf.io.decode_jpeg(FILES["jpeg"], ratio=3)
    with pytest.raises(NotImplementedError, match="try_recover_truncated"):
        tf.io.decode_jpeg(FILES["jpeg"][:-30], try_recover_truncated=True)


def test_in_a_function():
    decode = tf.function(lambda data: tf.image.resize(tf.io.decode_png(data, channels=3), [4, 4]))
    assert decode(FILES["png"]).shape == (4, 4, 3)
    assert decode.get_concrete_function(tf.TensorSpec([], tf.string)).output_shapes.as_list() == [4, 4, 3]


@pytest.mark.parametrize(
    "encode, decode, dtype",
    [
        (tf.io.encode_png, tf.io.decode_png, tf.uint8),
        (tf.io.encode_png, tf.io.decode_png, tf.uint16),
        (tf.io.encode_jpeg, tf.io.decode_jpeg, tf.uint8),
    ],
)
def test_pictures_take_little_more_memory_than_their_pixels(encode, decode, dtype):
    data = encode(tf.zeros([800, 800, 3], dtype))
    decode(data)
    tracemalloc.start()
    try:
        pixels = decode(data, dtype=dtype) if decode is tf.io.decode_png else decode(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert pixels.dtype == dtype
    assert peak < 5 * 800 * 800 * 3 * dtype.size


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["RGB", "L", "CMYK"]),
    st.sampled_from([{}, {"progressive": True}, {"subsampling": 2}, {"exif": b"Exif\0\0" + bytes(50)}, {"comment": b"text"}]),
    st.sampled_from([0, 1, 3]),
    st.one_of(st.integers(3, 5000), st.lists(st.tuples(st.integers(2, 5000), st.integers(0, 255)), max_size=3)),
)
def test_jpeg_files_give_the_same_with_and_without_their_headers_read(mode, options, channels, damage):
    """Also where they are cut short (a number of bytes) or damaged (places and bytes)."""
    out = io.BytesIO()
    Image.fromarray(SMOOTH).convert(mode).save(out, "JPEG", **options)
    data = bytearray(out.getvalue())
    if isinstance(damage, int):
        del data[damage:]
    else:
        for at, byte in damage:
            data[at % (len(data) - 2) + 2] = byte

    def outcome():
        try:
            pixels = _images.read_jpeg(bytes(data), channels)
            return pixels.shape, pixels.tobytes()
        except tf.errors.InvalidArgumentError as error:
            return str(error)

    found, decoded = outcome(), _images._jpeg_pixels
    with pytest.MonkeyPatch.context() as patched:
        # What Pillow finds whole is decoded by the same library, asked to go on.
        patched.setattr(_images, "_jpeg_pixels", lambda *a, strict=True: None if strict else decoded(*a, strict=False))
        assert outcome() == found


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def same_without_the_quick_way(data, quick=None, **options):
    """The pixels, or the error, of a PNG file, which are those of Pillow's plugin; `quick`: whether the plugin is not needed."""
    assert quick is None or (_images._usual_png(data, data[24], data[25], data[28]) is not None) == quick

    def outcome():
        try:
            made = _images.read_png(data, **options)
            return made.dtype, made.shape, made.tobytes()
        except tf.errors.InvalidArgumentError as error:
            return str(error)

    found = outcome()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(_images, "_usual_png", lambda *_: None)
        assert outcome() == found
    return found


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "P", "1"])
def test_png_files_of_all_modes_decoded_directly(mode):
    made = Image.fromarray(np.kron(RNG.randint(0, 256, (3, 4, 4), np.uint8), np.ones((5, 3, 1), np.uint8)), "RGBA").convert(mode)
    data = encoded("PNG", made)
    for channels in (0, 1, 3, 4):
        for deep in (False, True):
            same_without_the_quick_way(data, len(mode) > 1 or mode == "L", channels=channels, deep=deep)


def test_png_files_put_together_otherwise():
    data = FILES["png"]
    at = data.index(b"IDAT") - 4
    head, packed, tail = data[:at], data[at + 8 : -16], data[-12:]
    parts = chunk(b"IDAT", packed[:40]), chunk(b"IDAT", packed[40:])
    whole = same_without_the_quick_way(data, True)
    assert same_without_the_quick_way(head + b"".join(parts) + tail, True) == whole
    assert same_without_the_quick_way(head + chunk(b"tEXt", b"Title\0words") + b"".join(parts) + tail, True) == whole
    assert same_without_the_quick_way(head + chunk(b"vpAg", bytes(9)) + b"".join(parts) + tail, False) == whole
    same_without_the_quick_way(head + chunk(b"tRNS", bytes(6)) + b"".join(parts) + tail, False)
    same_without_the_quick_way(head + parts[0] + chunk(b"tEXt", b"a\0b") + parts[1] + tail, False)
    assert isinstance(same_without_the_quick_way(head + parts[0] + tail, False), str)
    assert same_without_the_quick_way(data + b"more", True) == whole


def test_damaged_png_files_decoded_directly():
    data = FILES["png"]
    for at in range(8, len(data)):
        same_without_the_quick_way(data[:at] + bytes([data[at] ^ 5]) + data[at + 1 :])
        if at > 33:
            same_without_the_quick_way(data[:at])

"""Pictures out of files and into them: `tf.io.decode_jpeg` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.io import _images
from tfshim.io._strings import boxed

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _contents(contents):
    if contents.ndim:
        raise invalid(f"`contents` must be scalar but got shape{dims_text(contents.shape)}")
    if not contents[()]:
        raise invalid("Input is empty.")
    return contents[()]


def _channels(channels):
    if channels not in (0, 1, 3, 4):
        raise invalid(f"`channels` must be 0, 1, 3 or 4 but got {channels}")


_NAMES = {"DecodeJpeg": "decode_jpeg", "DecodePng": "decode_png", "DecodeGif": "decode_gif", "DecodeBmp": "decode_bmp"}


def _decoded(op_type, data, channels, dtype, expand_animations=True, **jpeg):
    """The pixels of any file, as the operation of that type gives them: uint8, or uint16 of PNG files where that is more."""
    kind = _images.image_format(data)
    if kind is None:
        raise invalid("Unknown image file format. One of JPEG, PNG, GIF, BMP required.")
    if op_type == "DecodeBmp" and kind != "bmp":
        raise invalid(f"Trying to decode {kind.upper()} format using DecodeBmp op. Use `decode_{kind}` or `decode_image` instead.")
    if kind == "bmp":
        if channels == 1 and op_type != "DecodeBmp":
            raise invalid("`channels` must be 0, 3 or 4 for BMP, but got 1")
        if op_type not in ("DecodeBmp", "DecodeImage"):
            raise invalid(f"Trying to decode BMP format using a wrong op. Use `decode_bmp` or `decode_image` instead. Op used: {op_type}")
        pixels = _images.read_bmp(data, 0 if channels == 4 else channels)
        return _images._with_channels(pixels, channels)
    if kind == "jpeg":
        if channels == 4:
            raise invalid("JPEG does not support 4 channels")
        if op_type == "DecodeGif":
            return _images.read_jpeg(data, 3)[None]
        return _images.read_jpeg(data, channels, **jpeg)
    if kind == "png":
        if op_type == "DecodeGif":
            return _images.read_png(data, 3)[None]
        return _images.read_png(data, channels, deep=dtype is not dt.uint8)
    if channels not in (0, 3):
        raise invalid(f"channels must be 0 or 3 for GIF, got {channels}")
    frames = _images.read_gif(data)
    if op_type == "DecodeGif" or op_type == "DecodeImage" and expand_animations:
        return frames
    if len(frames) > 1 and op_type != "DecodeImage":
        raise invalid(f"Got {len(frames)} frames, but animated gifs can only be decoded by tf.io.decode_gif or tf.io.decode_image")
    return frames[0]


def _tensor(pixels, dtype):
    """The tensor of `pixels` in `dtype`, rescaled to its range."""
    if dtype is dt.uint8 and pixels.dtype == np.uint8 and pixels.flags.carray:  # as nearly always
        return torch.from_numpy(pixels)
    if dtype.is_floating:
        return torch.from_numpy((pixels / np.float32(np.iinfo(pixels.dtype).max)).astype(np.float32)).to(dtype.torch)
    bits = torch.iinfo(dtype.torch).bits - (dtype not in (dt.uint8, dt.uint16))
    shift = bits - pixels.dtype.itemsize * 8
    if not shift:
        return torch.from_numpy(np.require(pixels, requirements="CW")).to(dtype.torch)
    wide = pixels.astype(np.int64)
    wide = wide << shift if shift >= 0 else wide >> -shift
    return torch.from_numpy(wide.astype(np.uint16) if dtype is dt.uint16 else wide).to(dtype.torch)


def _shape(rank_of):
    def shape(contents, *args):
        return rank_of(*args)

    return shape


def _known(channels):
    return channels or None


@tf_export("io.decode_jpeg", "image.decode_jpeg")
@op("DecodeJpeg", contents="string", grad=None, shape_fn=_shape(lambda channels=0, *_: (dt.uint8, [None, None, _known(channels)])))
def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: int = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The pixels of a JPEG file. Mirrors `tf.io.decode_jpeg`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        channels: 0 (the default) for what the file has; 1 or 3.
        ratio: 1 (the default), 2, 4 or 8, by which the size shrinks.
        fancy_upscaling: whether coarser colours are interpolated, True by default.
        try_recover_truncated, acceptable_fraction: files that are cut short; True raises NotImplementedError where it would matter.
        dct_method: "INTEGER_FAST", which "" (the default) stands for, or "INTEGER_ACCURATE".
        name: a name for the operation in graphs.

    Returns:
        A uint8 tensor `[height, width, channels]`, TensorFlow's to the bit.

    Raises:
        InvalidArgumentError: other data, or options that do not fit.

    PNG files and GIF files of one frame are read as well.

    Example:
        >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
        >>> pixels = tf.io.decode_jpeg(contents)
        >>> pixels.shape, pixels[0, 0].numpy().tolist()
        (TensorShape([8, 16, 3]), [100, 100, 100])
        >>> tf.io.decode_jpeg(contents, channels=1, ratio=2).shape
        TensorShape([4, 8, 1])
    """
    accurate = _jpeg_options(ratio, dct_method)
    data = _contents(contents)
    _channels(channels)
    options = {"ratio": ratio, "fancy_upscaling": fancy_upscaling, "try_recover_truncated": try_recover_truncated, "accurate": accurate}
    return _tensor(_decoded("DecodeJpeg", data, channels, dt.uint8, **options), dt.uint8)


def _jpeg_options(ratio, dct_method):
    """Whether the slower, accurate transformation is asked for; options that are none are refused."""
    if ratio not in (1, 2, 4, 8):
        raise invalid(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct_method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise invalid("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}")
    return dct_method == "INTEGER_ACCURATE"


def _crop_shape(contents, crop_window, channels=0, *_):
    known = isinstance(crop_window, tuple) and len(crop_window) == 4
    return dt.uint8, [*(crop_window[2:] if known else (None, None)), _known(channels)]


@tf_export("io.decode_and_crop_jpeg", "image.decode_and_crop_jpeg")
@op("DecodeAndCropJpeg", contents="string", crop_window="ints", grad=None, shape_fn=_crop_shape)
def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: SizesLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: int = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The pixels of a part of a JPEG file. Mirrors `tf.io.decode_and_crop_jpeg`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        crop_window: `[top, left, height, width]` in pixels, int32.
        channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method: as for `tf.io.decode_jpeg`.
        name: a name for the operation in graphs.

    Returns:
        A uint8 tensor `[height, width, channels]`.

    Raises:
        InvalidArgumentError: other data, or a part that lies outside.

    It is `tf.io.decode_jpeg` and slicing, without decoding more rows than are needed.

    Example:
        >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
        >>> tf.io.decode_and_crop_jpeg(contents, [2, 4, 3, 5]).shape
        TensorShape([3, 5, 3])
        >>> bool(tf.reduce_all(tf.io.decode_and_crop_jpeg(contents, [0, 0, 2, 2]) == tf.io.decode_jpeg(contents)[:2, :2]))
        True
    """
    accurate = _jpeg_options(ratio, dct_method)
    data = _contents(contents)
    _channels(channels)
    if len(crop_window) != 4:
        raise invalid(f"crop_size must have four elements[{len(crop_window)}]")
    if _images.image_format(data) != "jpeg":
        raise invalid(_images._BAD_JPEG)
    if channels == 4:
        raise invalid("JPEG does not support 4 channels")
    return _tensor(_images.read_jpeg(data, channels, ratio, crop_window, fancy_upscaling, try_recover_truncated, accurate), dt.uint8)


@tf_export("io.decode_png", "image.decode_png")
@op(
    "DecodePng",
    contents="string",
    dtype="dtype",
    grad=None,
    shape_fn=_shape(lambda channels=0, dtype=dt.uint8, *_: (dtype, [None, None, _known(channels)])),
)
def decode_png(contents: TensorLike, channels: int = 0, dtype: DTypeLike = dt.uint8, name: str | None = None) -> Tensor:
    """The pixels of a PNG file. Mirrors `tf.io.decode_png`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        channels: 0 (the default) for what the file has; 1, 3 or 4.
        dtype: uint8 (the default) or uint16.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[height, width, channels]`.

    Raises:
        InvalidArgumentError: other data, or options that do not fit.

    JPEG files and GIF files of one frame are read as well.

    Example:
        >>> x = tf.constant([[[1, 2, 3], [4, 5, 6]]], tf.uint8)
        >>> contents = tf.io.encode_png(x)
        >>> tf.io.decode_png(contents).numpy().tolist()
        [[[1, 2, 3], [4, 5, 6]]]
        >>> tf.io.decode_png(contents, channels=4).shape
        TensorShape([1, 2, 4])
    """
    if dtype not in (dt.uint8, dt.uint16):
        raise invalid(
            f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: uint8, uint16\n"
            "\t; NodeDef: {{node DecodePng}}; Op<name=DecodePng>"
        )
    data = _contents(contents)
    _channels(channels)
    return _tensor(_decoded("DecodePng", data, channels, dtype), dtype)


@tf_export("io.decode_gif", "image.decode_gif")
@op("DecodeGif", contents="string", grad=None, shape_fn=_shape(lambda *_: (dt.uint8, [None, None, None, 3])))
def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    """The frames of a GIF file. Mirrors `tf.io.decode_gif`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        name: a name for the operation in graphs.

    Returns:
        A uint8 tensor `[frames, height, width, 3]`, each frame as it is shown: on top of those before it.

    Raises:
        InvalidArgumentError: other data, or options that do not fit.

    JPEG and PNG files are read as one frame. `tf.io.decode_image` gives the first frame alone where that is asked for.

    Example:
        >>> import io
        >>> from PIL import Image
        >>> file = io.BytesIO()
        >>> frames = [Image.new('P', (4, 2), color) for color in (0, 1)]
        >>> frames[0].save(file, 'GIF', save_all=True, append_images=frames[1:])
        >>> tf.io.decode_gif(file.getvalue()).shape[1:]
        TensorShape([2, 4, 3])
        >>> tf.io.decode_gif(tf.io.encode_png(tf.zeros([2, 4, 3], tf.uint8))).shape
        TensorShape([1, 2, 4, 3])
    """
    return _tensor(_decoded("DecodeGif", _contents(contents), 0, dt.uint8), dt.uint8)


@tf_export("io.decode_bmp", "image.decode_bmp")
@op("DecodeBmp", contents="string", grad=None, shape_fn=_shape(lambda channels=0, *_: (dt.uint8, [None, None, _known(channels)])))
def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> Tensor:
    """The pixels of an uncompressed BMP file. Mirrors `tf.io.decode_bmp`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        channels: 0 (the default) for what the file has; 1, 3 or 4, which must be that.
        name: a name for the operation in graphs.

    Returns:
        A uint8 tensor `[height, width, channels]`.

    Raises:
        InvalidArgumentError: other data, or options that do not fit.

    Pixels stand there as blue, green, red; what is given is red, green, blue.

    Example:
        >>> import struct
        >>> head = b'BM' + struct.pack('<IHHI', 58, 0, 0, 54) + struct.pack('<IiiHHIIiiII', 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0)
        >>> tf.io.decode_bmp(head + bytes([3, 2, 1, 0])).numpy().tolist()  # one pixel: blue, green, red, and a byte that fills the row
        [[[1, 2, 3]]]
    """
    _channels(channels)
    return _tensor(_decoded("DecodeBmp", _contents(contents), channels, dt.uint8), dt.uint8)


def _image_shape(contents, channels=0, dtype=dt.uint8, expand_animations=True, *_):
    return dtype, None if expand_animations else [None, None, _known(channels)]


@op("DecodeImage", contents="string", dtype="dtype", grad=None, shape_fn=_image_shape)
def _decode_image(contents, channels=0, dtype=dt.uint8, expand_animations=True, name=None):
    """The pixels of any image file."""
    data = _contents(contents)
    _channels(channels)
    return _tensor(_decoded("DecodeImage", data, channels, dtype, expand_animations), dtype)


@tf_export("io.decode_image", "image.decode_image")
@composite
def decode_image(
    contents: TensorLike, channels: int | None = None, dtype: DTypeLike = dt.uint8, name: str | None = None, expand_animations: bool = True
) -> Tensor:
    """The pixels of a JPEG, PNG, BMP or GIF file. Mirrors `tf.io.decode_image`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        channels: 0 or None (the default) for what the file has; 1, 3 or 4.
        dtype: uint8 (the default), or a dtype to which the values are rescaled as by `tf.image.convert_image_dtype`.
        name: a name for the operation in graphs.
        expand_animations: whether GIF files give all frames, `[frames, height, width, 3]`, rather than the first; True by default.

    Returns:
        A tensor `[height, width, channels]`. In functions its rank is unknown, but for `expand_animations=False`.

    Raises:
        InvalidArgumentError: other data, or options that do not fit.

    Example:
        >>> x = tf.constant([[[1, 2, 3], [4, 5, 6]]], tf.uint8)
        >>> contents = tf.io.encode_png(x)
        >>> tf.io.decode_image(contents).numpy().tolist()
        [[[1, 2, 3], [4, 5, 6]]]
        >>> tf.io.decode_image(contents, dtype=tf.float32).dtype
        tf.float32
        >>> tf.io.decode_image(tf.io.encode_jpeg(tf.zeros([8, 8, 1], tf.uint8)), channels=3).shape
        TensorShape([8, 8, 3])
    """
    dtype = dt.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_integer):
        raise AttributeError("dtype must be either floating point or integer")
    return _decode_image(contents, channels or 0, dtype, expand_animations, name=name)


@tf_export("io.extract_jpeg_shape", "image.extract_jpeg_shape")
@op("ExtractJpegShape", contents="string", output_type="dtype", grad=None, shape_fn=lambda c, output_type=dt.int32, *_: (output_type, [3]))
def extract_jpeg_shape(contents: TensorLike, output_type: DTypeLike = dt.int32, name: str | None = None) -> Tensor:
    """The size of a JPEG file, without reading its pixels. Mirrors `tf.io.extract_jpeg_shape`.

    Arguments:
        contents: a scalar string, the bytes of a file.
        output_type: int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[3]`: height, width, channels.

    Raises:
        InvalidArgumentError: other data, or options that do not fit.

    A random part for `tf.io.decode_and_crop_jpeg` can be chosen by it.

    Example:
        >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
        >>> tf.io.extract_jpeg_shape(contents).numpy().tolist()
        [8, 16, 3]
        >>> tf.io.extract_jpeg_shape(contents, output_type=tf.int64).dtype
        tf.int64
    """
    return torch.tensor(_images.jpeg_size(_contents(contents)), dtype=output_type.torch)


@tf_export("io.is_jpeg", "image.is_jpeg")
@op("_IsJpeg", contents="string", grad=None, register=False, out=dt.bool, shape_fn=lambda contents, *_: (dt.bool, contents.shape))
def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    """Whether strings begin as JPEG files do. Mirrors `tf.io.is_jpeg`.

    Arguments:
        contents: a string tensor of any shape.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the same shape.

    Raises:
        InvalidArgumentError: no strings.

    What follows the first three bytes is not looked at: decoding may fail all the same.

    Example:
        >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
        >>> bool(tf.io.is_jpeg(contents)), bool(tf.io.is_jpeg('no picture'))
        (True, False)
        >>> bool(tf.io.is_jpeg(tf.io.encode_png(tf.zeros([1, 1, 1], tf.uint8))))
        False
    """
    return torch.from_numpy(np.array([x[:3] == b"\xff\xd8\xff" for x in contents.reshape(-1)], bool).reshape(contents.shape))


# ---------------------------------------------------------------------- to files
def _one_string(*_):
    return dt.string, ()


def _attribute(op_type, name, value, allowed):
    if value not in allowed:
        listed = ", ".join(f'"{a}"' for a in allowed)
        raise invalid(
            f"Value for attr '{name}' of \"{value}\" is not in the list of allowed values: {listed}\n"
            f"\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}>"
        )


def _jpeg_pixels(image):
    if image.ndim != 3:
        raise invalid(f"image must be 3-dimensional{dims_text(image.shape)}")
    return image.cpu().numpy()


def _quality(quality):
    if not 0 <= quality <= 100:
        raise invalid(f"quality must be in [0,100], got {quality}")
    return max(1, quality)


@tf_export("io.encode_jpeg", "image.encode_jpeg")
@op("EncodeJpeg", image="uint8", grad=None, out=dt.string, shape_fn=_one_string, scope="")
def encode_jpeg(
    image: TensorLike,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    r"""The JPEG file of a picture. Mirrors `tf.io.encode_jpeg`.

    Arguments:
        image: uint8 `[height, width, 1 or 3]`.
        format: "" (the default) for what fits, "grayscale" or "rgb".
        quality: 0 to 100, 95 by default.
        progressive, optimize_size: as in JPEG: coarse first, and smaller though slower; False by default.
        chroma_downsampling: whether colours are coarser than brightness, True by default.
        density_unit, x_density, y_density: dots for each "in" (the default) or "cm", 300 by default.
        xmp_metadata: a string to embed, none by default.
        name: a name for the operation in graphs.

    Returns:
        A scalar string.

    Raises:
        InvalidArgumentError: another shape or option.

    Example:
        >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
        >>> contents.shape, contents.numpy()[:3]
        (TensorShape([]), b'\xff\xd8\xff')
        >>> tf.io.decode_jpeg(contents).shape
        TensorShape([8, 16, 3])
        >>> bool(tf.strings.length(tf.io.encode_jpeg(tf.zeros([64, 64, 3], tf.uint8), quality=5)) < 2000)
        True
    """
    _attribute("EncodeJpeg", "format", format, ("", "grayscale", "rgb"))
    _attribute("EncodeJpeg", "density_unit", density_unit, ("in", "cm"))
    pixels = _jpeg_pixels(image)
    quality = _quality(quality)
    wanted = {"grayscale": (1,), "rgb": (3,), "": (1, 3)}[format]
    if pixels.shape[2] not in wanted:
        expected = f"format {format} expects {wanted[0]} channels" if format else "image must have 1 or 3 channels"
        raise invalid(f"{expected}, got {dims_text(pixels.shape)}")
    return boxed(
        _images.jpeg_bytes(
            pixels, quality, progressive, optimize_size, chroma_downsampling, density_unit, x_density, y_density, xmp_metadata
        )
    )


@op("EncodeJpegVariableQuality", images="uint8", quality="int32", grad=None, out=dt.string, shape_fn=_one_string, scope="")
def encode_jpeg_variable_quality(images, quality, name=None):
    """A scalar string with the JPEG file of `images`, uint8 [height, width, 1 or 3], of a `quality` from 0 to 100."""
    pixels = _jpeg_pixels(images)
    if pixels.shape[2] not in (1, 3):
        raise invalid(f"image must have 1 or 3 channels, got {dims_text(pixels.shape)}")
    if quality.ndim:
        raise invalid(f"quality must be scalar: {dims_text(quality.shape)}")
    return boxed(_images.jpeg_bytes(pixels, _quality(int(quality)), False, False, True, "in", 300, 300, ""))


@tf_export("io.encode_png", "image.encode_png")
@op(
    "EncodePng",
    image="T",
    T=dt.uint8.mask | dt.uint16.mask,
    grad=None,
    out=dt.string,
    scope="",
    shape_fn=lambda image, *_: (dt.string, None if image.shape.rank is None else image.shape[:-3]),
)
def encode_png(image: TensorLike, compression: int = -1, name: str | None = None) -> Tensor:
    """PNG files of pictures. Mirrors `tf.io.encode_png`.

    Arguments:
        image: uint8 or uint16 `[..., height, width, channels]` of 1 (grey), 2 (and opacity), 3 (colours) or 4 channels.
        compression: -1 (the default), 0 for none, to 9 for the smallest.
        name: a name for the operation in graphs.

    Returns:
        A string tensor `[...]`, a scalar for one picture.

    Raises:
        InvalidArgumentError: another shape or level.

    Nothing is lost. `tf.io.write_file` writes it.

    Example:
        >>> x = tf.constant([[[1, 2, 3], [4, 5, 6]]], tf.uint8)
        >>> contents = tf.io.encode_png(x)
        >>> contents.shape, contents.numpy()[1:4]
        (TensorShape([]), b'PNG')
        >>> bool(tf.reduce_all(tf.io.decode_png(contents) == x))
        True
        >>> tf.io.encode_png(tf.zeros([3, 4, 4, 1], tf.uint8)).shape
        TensorShape([3])
    """
    if not -1 <= compression <= 9:
        raise invalid(f"compression should be in [-1,9], got {compression}")
    if image.ndim < 3:
        raise invalid(f"images must be at least rank 3{dims_text(image.shape)}")
    if image.shape[-1] not in (1, 2, 3, 4):
        raise invalid(f"image must have 1, 2, 3, or 4 channels, got {image.shape[-1]}")
    if 0 in image.shape[-3:]:
        raise invalid(f"image must not be empty, got shape {dims_text(image.shape)}")
    pixels = image.cpu().numpy()
    lead = pixels.shape[:-3]
    out = np.empty(lead, dtype=object)
    flat = out.reshape(-1)
    for i, one in enumerate(pixels.reshape(flat.size, *pixels.shape[-3:])):
        flat[i] = _images.png_bytes_of(one, compression)
    return out

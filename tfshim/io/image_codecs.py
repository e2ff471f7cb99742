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
    """The pixels, uint8 [height, width, channels], of the JPEG file in the scalar string `contents`.

    `channels`: 0 for what the file has, 1 or 3. `ratio`: 1, 2, 4 or 8, by which the size shrinks. `dct_method`:
    "INTEGER_FAST", which "" stands for, or "INTEGER_ACCURATE". `fancy_upscaling`: whether coarser colours are interpolated.
    `try_recover_truncated=True` (with its `acceptable_fraction`) raises NotImplementedError where it would matter.
    PNG files and GIF files of one frame are read as well. Mirrors `tf.io.decode_jpeg`. Raises InvalidArgumentError for other data.
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
    """A part of a JPEG file: `crop_window` is [top, left, height, width] in pixels. The rest is as in `decode_jpeg`.

    Mirrors `tf.io.decode_and_crop_jpeg`. Raises InvalidArgumentError for other data and parts that lie outside.
    """
    accurate = _jpeg_options(ratio, dct_method)
    data = _contents(contents)
    _channels(channels)
    if len(crop_window) != 4:
        raise invalid(f"crop_size must have four elements [{len(crop_window)}]")
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
    """The pixels [height, width, channels] of the PNG file in the scalar string `contents`.

    `channels`: 0 for what the file has, 1, 3 or 4. `dtype`: uint8 or uint16. JPEG files and GIF files of one frame are read
    as well. Mirrors `tf.io.decode_png`. Raises InvalidArgumentError for other data.
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
    """The frames, uint8 [frames, height, width, 3], of the GIF file in the scalar string `contents`.

    JPEG and PNG files are read as one frame. Mirrors `tf.io.decode_gif`. Raises InvalidArgumentError for other data.
    """
    return _tensor(_decoded("DecodeGif", _contents(contents), 0, dt.uint8), dt.uint8)


@tf_export("io.decode_bmp", "image.decode_bmp")
@op("DecodeBmp", contents="string", grad=None, shape_fn=_shape(lambda channels=0, *_: (dt.uint8, [None, None, _known(channels)])))
def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> Tensor:
    """The pixels, uint8 [height, width, channels], of the uncompressed BMP file in the scalar string `contents`.

    `channels`: 0 for what the file has, or 1, 3 or 4, which must be that. Mirrors `tf.io.decode_bmp`. Raises
    InvalidArgumentError for other data.
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
    """The pixels [height, width, channels] of the JPEG, PNG, BMP or GIF file in the scalar string `contents`.

    `channels`: 0 or None for what the file has, 1, 3 or 4. `dtype`: a type to which the values are rescaled. GIF files give
    [frames, height, width, 3], or their first frame without `expand_animations`. Mirrors `tf.io.decode_image`. Raises
    InvalidArgumentError for other data.
    """
    dtype = dt.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_integer):
        raise AttributeError("dtype must be either floating point or integer")
    return _decode_image(contents, channels or 0, dtype, expand_animations, name=name)


@tf_export("io.extract_jpeg_shape", "image.extract_jpeg_shape")
@op("ExtractJpegShape", contents="string", output_type="dtype", grad=None, shape_fn=lambda c, output_type=dt.int32, *_: (output_type, [3]))
def extract_jpeg_shape(contents: TensorLike, output_type: DTypeLike = dt.int32, name: str | None = None) -> Tensor:
    """[height, width, channels] of the JPEG file in the scalar string `contents`, without reading its pixels.

    `output_type`: int32 or int64. Mirrors `tf.io.extract_jpeg_shape`. Raises InvalidArgumentError for other data.
    """
    return torch.tensor(_images.jpeg_size(_contents(contents)), dtype=output_type.torch)


@tf_export("io.is_jpeg", "image.is_jpeg")
@op("_IsJpeg", contents="string", grad=None, register=False, out=dt.bool, shape_fn=lambda contents, *_: (dt.bool, contents.shape))
def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    """Whether strings begin as JPEG files do; bool of the shape of `contents`. Mirrors `tf.io.is_jpeg`."""
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
    """A scalar string with the JPEG file of `image`, uint8 [height, width, 1 or 3].

    `format`: "" , "grayscale" or "rgb", which must fit. `quality`: 0 to 100. `progressive`, `optimize_size` (smaller, slower)
    and `chroma_downsampling` (coarser colours) as in JPEG. The densities are dots for each "in" or "cm". `xmp_metadata`: a
    string to embed. Mirrors `tf.io.encode_jpeg`. Raises InvalidArgumentError for other shapes and options.
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
    """Strings with the PNG files of pictures, uint8 or uint16 [..., height, width, 1 to 4 channels].

    `compression`: -1 for the default, 0 for none, to 9 for the smallest. Mirrors `tf.io.encode_png`. Raises
    InvalidArgumentError for other shapes and levels.
    """
    if not -1 <= compression <= 9:
        raise invalid(f"compression should be in [-1,9], got {compression}")
    if image.ndim < 3:
        raise invalid(f"images must be at least rank 3{dims_text(image.shape)}")
    if image.shape[-1] not in (1, 2, 3, 4):
        raise invalid(f"image must have 1, 2, 3, or 4 channels, got {image.shape[-1]}")
    if not image.numel():
        raise invalid(f"image must not be empty, got shape {dims_text(image.shape)}")
    pixels = image.cpu().numpy()
    lead = pixels.shape[:-3]
    out = np.empty(lead, dtype=object)
    flat = out.reshape(-1)
    for i, one in enumerate(pixels.reshape(-1, *pixels.shape[-3:])):
        flat[i] = _images.png_bytes_of(one, compression)
    return out

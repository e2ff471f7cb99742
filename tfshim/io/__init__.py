"""`tf.io`: files, and the formats in which records and tensors are kept in them."""

from tfshim.io import gfile
from tfshim.io.encodings import decode_base64, decode_compressed, encode_base64
from tfshim.io.file_ops import matching_files, read_file, write_file
from tfshim.io.image_codecs import (
    decode_and_crop_jpeg,
    decode_bmp,
    decode_gif,
    decode_image,
    decode_jpeg,
    decode_png,
    encode_jpeg,
    encode_png,
    extract_jpeg_shape,
    is_jpeg,
)
from tfshim.io.serialization import decode_raw, parse_tensor, serialize_tensor
from tfshim.io.tf_record import TFRecordOptions, TFRecordWriter

__all__ = [
    "TFRecordOptions",
    "TFRecordWriter",
    "decode_and_crop_jpeg",
    "decode_base64",
    "decode_bmp",
    "decode_compressed",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "decode_raw",
    "encode_base64",
    "encode_jpeg",
    "encode_png",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "matching_files",
    "parse_tensor",
    "read_file",
    "serialize_tensor",
    "write_file",
]

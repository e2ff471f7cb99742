"""Strings in and out of Base64, and out of compression."""

from __future__ import annotations

import base64
import binascii
import contextlib
import zlib
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.text import text_storage
from tfshim.io._strings import mapped

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


__all__ = ["decode_base64", "decode_compressed", "encode_base64"]


def _same_shape(strings, *_):
    return string, strings.shape


_OF_URLS = bytes.maketrans(b"+/", b"-_")


@tf_export("io.encode_base64", v1=["io.encode_base64", "encode_base64"], elementwise="unary")
@op("EncodeBase64", input="string", grad=None, out=string, shape_fn=_same_shape)
def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> AnyTensor:
    """Strings in the Base64 of URLs, with - and _ instead of + and /. Mirrors `tf.io.encode_base64`.

    Arguments:
        input: a string tensor of any shape, or what converts to one.
        pad: True fills up to a multiple of 4 characters by "="; False by default.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`.

    Bytes so go through texts such as JSON; `tf.io.decode_base64` is the inverse, with padding or without.

    Example:
        >>> tf.io.encode_base64(["hello", ""])
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'aGVsbG8', b''], dtype=object)>
        >>> tf.io.encode_base64("hello", pad=True)
        <tf.Tensor: shape=(), dtype=string, numpy=b'aGVsbG8='>
    """

    made = [binascii.b2a_base64(item, newline=False) for item in input.reshape(-1).tolist()]
    joined = b"".join(made)
    if b"+" in joined or b"/" in joined:
        made = [item.translate(_OF_URLS) for item in made]
    if not pad and b"=" in joined:
        made = [item.rstrip(b"=") for item in made]
    return text_storage(made, input.shape)


_OF_ANY = bytes.maketrans(b"-_", b"+/")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@tf_export("io.decode_base64", v1=["io.decode_base64", "decode_base64"], elementwise="unary")
@op("DecodeBase64", input="string", grad=None, out=string, shape_fn=_same_shape)
def decode_base64(input: TensorLike, name: str | None = None) -> AnyTensor:
    """Strings out of the Base64 of URLs. Mirrors `tf.io.decode_base64`.

    The empty string stays empty.

    Arguments:
        input: a string tensor of any shape, with or without "=" at the ends.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`.

    Raises:
        InvalidArgumentError: a string has other characters, among them + and / of ordinary Base64, or an impossible
            length.

    A served model that takes pictures in JSON decodes them by it, then by `tf.io.decode_image`.

    Example:
        >>> tf.io.decode_base64("aGVsbG8")
        <tf.Tensor: shape=(), dtype=string, numpy=b'hello'>
    """

    items = input.reshape(-1).tolist()
    joined = b"".join(items)
    if not joined.translate(None, _LETTERS):
        ordinary = [item.translate(_OF_ANY) for item in items] if b"-" in joined or b"_" in joined else items
        # An impossible length is told of below.
        with contextlib.suppress(binascii.Error):
            return text_storage([binascii.a2b_base64(item + b"==") for item in ordinary], input.shape)

    def decode(item):
        # Group after group, as TensorFlow does: an earlier fault is told first. Only a last group of four may end with "=".
        at = max(len(item) - 1, 0) // 4 * 4
        last = item[at:] if len(item) % 4 else item[at:].removesuffix(b"=").removesuffix(b"=")
        if item[:at].translate(None, _LETTERS):
            raise invalid("Invalid character found in base64.")
        if len(last) == 1:
            raise invalid("Base64 string length cannot be 1 modulo 4.")
        if last.translate(None, _LETTERS):
            raise invalid("Invalid character found in base64.")
        return base64.urlsafe_b64decode(item[:at] + last + b"=" * (-len(last) % 4))

    return mapped(decode, input)


_WINDOWS = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS + 16}


@tf_export("io.decode_compressed", v1=["io.decode_compressed", "decode_compressed"], elementwise="unary")
@op("DecodeCompressed", bytes="string", grad=None, out=string, shape_fn=_same_shape)
def decode_compressed(bytes: TensorLike, compression_type: TensorLike = "", name: str | None = None) -> AnyTensor:  # noqa: A002 - TensorFlow's name
    """Strings decompressed. Mirrors `tf.io.decode_compressed`.

    Arguments:
        bytes: a string tensor of any shape.
        compression_type: "ZLIB", "GZIP", or "" (the default), which leaves them as they are.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `bytes`.

    Raises:
        InvalidArgumentError: another type.
        DataLossError: the data is damaged.

    Of data that is cut short it gives what could be read, without an error; several GZIP files after one another are read as one.

    `tf.data.TFRecordDataset(compression_type=...)` reads whole compressed files.

    Example:
        >>> import zlib
        >>> tf.io.decode_compressed([zlib.compress(b"hello")], "ZLIB")
        <tf.Tensor: shape=(1,), dtype=string, numpy=array([b'hello'], dtype=object)>
    """
    if compression_type in ("", "NONE"):
        return bytes
    if compression_type not in _WINDOWS:
        raise invalid("Only ZLIB, GZIP or NONE are supported compressions")

    def decode(item):
        out = []
        while item:
            reader = zlib.decompressobj(_WINDOWS[compression_type])
            try:
                out += reader.decompress(item), reader.flush()
            except zlib.error as error:
                # zlib's own text stands behind what Python says of every such error
                raise errors.DataLossError(None, None, f"inflate() failed with error -3: {str(error).partition(': ')[2]}") from error
            item = reader.unused_data if compression_type == "GZIP" else b""
        return b"".join(out)

    return mapped(decode, bytes)

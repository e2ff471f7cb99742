"""Examples written as JSON, and protocol messages in general."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import string
from tfshim.io._strings import mapped
from tfshim.protos.examples import message
from tfshim.protos.json_features import fill
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


@tf_export("io.decode_json_example", v1=["io.decode_json_example", "decode_json_example"])
@op("DecodeJSONExample", json_examples="string", grad=None, out=string, shape_fn=lambda x, *_: (string, x.shape))
def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor:
    """Example messages out of protobuf's JSON form. Mirrors `tf.io.decode_json_example`.

    Arguments:
        json_examples: a string tensor of any shape, each a JSON object.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of that shape with the binary form, which `tf.io.parse_example` takes.

    Raises:
        InvalidArgumentError: a string is no such message.

    Example:
        >>> json = '{"features": {"feature": {"age": {"int64List": {"value": [7]}}}}}'
        >>> message = tf.io.decode_json_example(json)
        >>> tf.io.parse_single_example(message, {"age": tf.io.FixedLenFeature([], tf.int64)})["age"]
        <tf.Tensor: shape=(), dtype=int64, numpy=7>
    """
    from google.protobuf import json_format

    example = message("Example", packed=False)

    def convert(text):
        made = example()
        if fill(made, text):
            return made.SerializeToString(deterministic=True)
        try:
            return json_format.Parse(text, example()).SerializeToString(deterministic=True)
        except (json_format.Error, UnicodeDecodeError, ValueError, TypeError, RecursionError) as error:
            raise invalid(f"Error while parsing JSON: {error}") from None

    return mapped(convert, json_examples)


@tf_export("io.decode_proto")
def decode_proto(
    bytes: TensorLike,
    message_type: str,
    field_names: Sequence[str],
    output_types: Any,
    descriptor_source: str = "local://",
    message_format: str = "binary",  # noqa: A002
    sanitize: bool = False,
    name: str | None = None,
) -> Any:
    """Not supported: it needs descriptions of message types, which are in libraries of TensorFlow's. Mirrors
    `tf.io.decode_proto`.

    Arguments:
        bytes: serialized messages.
        message_type: the name of their type.
        field_names: the fields to give.
        output_types: their dtypes.
        descriptor_source: where the type is described.
        message_format: "binary" or "text".
        sanitize: whether to clean the messages first.
        name: a name for the operation in graphs.

    Raises:
        NotImplementedError: always. Read messages with the class that protoc made, inside `tf.py_function`; for Example
            messages there is `tf.io.parse_example`.
    """
    raise refused("tf.io.decode_proto")


@tf_export("io.encode_proto")
def encode_proto(
    sizes: Window,
    values: TensorLike,
    field_names: Sequence[str],
    message_type: str,
    descriptor_source: str = "local://",
    name: str | None = None,
) -> Tensor:
    """Not supported: it needs descriptions of message types, which are in libraries of TensorFlow's. Mirrors
    `tf.io.encode_proto`.

    Arguments:
        sizes: how many values each field has.
        values: the values of the fields.
        field_names: their names.
        message_type: the name of the type.
        descriptor_source: where the type is described.
        name: a name for the operation in graphs.

    Raises:
        NotImplementedError: always. Write messages with the class that protoc made, inside `tf.py_function`; for
            examples there is `tf.train.Example`.
    """
    raise refused("tf.io.encode_proto")

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
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


@tf_export("io.decode_json_example", v1=["io.decode_json_example", "decode_json_example"])
@op("DecodeJSONExample", json_examples="string", grad=None, out=string, shape_fn=lambda x, *_: (string, x.shape))
def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor:
    """Strings with the binary form of the Example messages that `json_examples` hold in protobuf's JSON form.

    Mirrors `tf.io.decode_json_example`. Raises InvalidArgumentError for strings that are none.
    """
    from google.protobuf import json_format

    def convert(text):
        try:
            return json_format.Parse(text, message("Example", packed=False)()).SerializeToString(deterministic=True)
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
    """Not there: it needs descriptions of the message types. Mirrors `tf.io.decode_proto`."""
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
    """Not there: it needs descriptions of the message types. Mirrors `tf.io.encode_proto`."""
    raise refused("tf.io.encode_proto")

"""Values and metadata as the protocol messages that event files hold. TensorBoard's messages load on first use."""

import numpy as np
from google.protobuf.message import DecodeError

from tfshim.engine.runtime import messages
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import FROM_TORCH, string
from tfshim.engine.values.tensor_messages import describe, raw_bytes


def fill_tensor(message, storage):
    """Fills the TensorProto `message` with `storage`, a torch tensor or an object array of bytes."""
    if isinstance(storage, np.ndarray):
        describe(message, string, storage.shape)
        message.string_val.extend(storage.reshape(-1).tolist())
    else:
        describe(message, FROM_TORCH[storage.dtype], storage.shape)
        message.tensor_content = raw_bytes(storage)


def metadata_of(plugin, description, content=b""):
    """The SummaryMetadata of a plugin's value; `description` is a str or None."""
    if description is not None and not isinstance(description, str):
        raise TypeError(f"description must be a str, got {description!r} of type {type(description).__name__}.")
    made = messages.summary.SummaryMetadata(summary_description=description)
    made.plugin_data.plugin_name = plugin
    made.plugin_data.content = content
    return made


def as_metadata(value):
    """A SummaryMetadata from one of any protobuf runtime, or from its serialized bytes; None for None and no bytes."""
    if value is None or value == b"":
        return None
    if isinstance(value, messages.summary.SummaryMetadata):
        return value
    if hasattr(value, "SerializeToString"):
        value = value.SerializeToString()
    if not isinstance(value, bytes):
        raise TypeError(
            f"tf.summary.write: metadata must be a SummaryMetadata message or its bytes, got {value!r} of type {type(value).__name__}."
        )
    try:
        return messages.summary.SummaryMetadata.FromString(value)
    except DecodeError as error:
        raise invalid("tf.summary.write: the bytes given as metadata are not a serialized SummaryMetadata.") from error

"""`tf.summary.text`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("summary.text", v1=[])
def text(name: str, data: TensorLike, step: IntLike | None = None, description: str | None = None) -> Tensor:
    """Writes text at a step, which TensorBoard shows as Markdown.

    Mirrors `tf.summary.text`. A vector or matrix of strings is shown as a table. Without a default writer nothing happens.

    Arguments:
        name: the name; scopes of `tf.name_scope` come in front.
        data: a text, or a tensor of strings (UTF-8) of any shape.
        step: an integer; None (default): that of `tf.summary.experimental.set_step` or of the writer.
        description: a text, which may be Markdown; None.

    Returns:
        A boolean tensor: whether it was recorded.

    Raises:
        TypeError: `data` is not of strings. ValueError: there is a writer but no step.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.text("settings", [["rate", "0.1"], ["units", "64"]], step=0)))
        True
    """
    metadata = metadata_of("text", description)
    with summary_scope(name, "text_summary") as (tag, _):
        data = convert_to_tensor(data)
        if data.dtype != string:
            raise TypeError(f"tensor must be of type {string!r}; got {data.dtype!r}")
        return write(tag, data, step, metadata)

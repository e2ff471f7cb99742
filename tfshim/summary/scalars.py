"""`tf.summary.scalar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import float32
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("summary.scalar", v1=[])
def scalar(name: str, data: TensorLike, step: IntLike | None = None, description: str | None = None) -> Tensor:
    """Writes one number at a step, for the curve of a name.

    Mirrors `tf.summary.scalar`. TensorBoard shows it on its page Scalars. Without a default writer nothing happens.

    Arguments:
        name: the name, with slashes for groups, as "loss/train"; scopes of `tf.name_scope` come in front.
        data: a number, or a tensor that is one, which is cast to float32.
        step: an integer; None (default): that of `tf.summary.experimental.set_step` or of the writer.
        description: a text, which may be Markdown; None.

    Returns:
        A boolean tensor: whether it was recorded.

    Raises:
        ValueError: `data` is no scalar, or there is a writer but no step.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.scalar("loss", 0.5, step=1)))
        True
        >>> bool(tf.summary.scalar("loss", 0.5, step=1))
        False
    """
    metadata = metadata_of("scalars", description)
    with summary_scope(name, "scalar_summary") as (tag, _):
        data = convert_to_tensor(data)
        if data.shape.rank not in (0, None):
            raise ValueError(f"Expected scalar shape, saw shape: {data.shape}.")
        return write(tag, cast(data, float32), step, metadata)

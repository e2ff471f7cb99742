"""Patches of volumes laid out in the channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.array_ops._framing import nothing
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.nn.windows.arguments import as_key, not_in_list, unimplemented
from tfshim.nn.windows.paddings import pads_for
from tfshim.nn.windows.plans import check_five

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


@tf_export("extract_volume_patches")
@op("ExtractVolumePatches", input="T", T=dt.REAL_NUMBERS, scope="")
def extract_volume_patches(
    input: TensorLike, ksizes: Window, strides: Window, padding: str | Sequence[Any], name: str | None = None
) -> Tensor:
    """Patches of volumes, each as one vector. Mirrors `tf.extract_volume_patches`.

    Arguments:
        input: real numbers of shape [batch, planes, rows, columns, depth].
        ksizes: the size of the patches: one number for every axis, 1 for batch and depth.
        strides: their distance, likewise.
        padding: "SAME" or "VALID".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new planes, new rows, new columns, product of ksizes * depth].

    Raises:
        InvalidArgumentError: ranks or numbers that do not fit.

    For images there is `tf.image.extract_patches`.

    Example:
        >>> x = tf.reshape(tf.range(8), [1, 2, 2, 2, 1])
        >>> tf.squeeze(tf.extract_volume_patches(x, [1, 2, 2, 2, 1], [1, 1, 1, 1, 1], "VALID"))
        <tf.Tensor: shape=(8,), dtype=int32, numpy=array([0, 1, 2, 3, 4, 5, 6, 7], dtype=int32)>
    """
    sizes, steps = as_key(ksizes), as_key(strides)
    for name_, value in (("ksizes", sizes), ("strides", steps)):
        check_five("ExtractVolumePatches", name_, value)
        if value[0] != 1 or value[-1] != 1:
            raise unimplemented(f"Only support {name_} across space.")
        if min(value) < 1:
            raise invalid(f"{name_} must be positive, got {list(value)}")
    if padding not in ("SAME", "VALID"):
        raise not_in_list("ExtractVolumePatches", "padding", padding, ("SAME", "VALID"))
    if input.ndim != 5:
        raise invalid(f"input must be 5-dimensional{dims_text(input.shape)}")
    pads = pads_for(input.shape[1:4], sizes[1:4], steps[1:4], padding)
    if not all(n for n, _, _ in pads) or not input.numel():
        depth = input.shape[4] * sizes[1] * sizes[2] * sizes[3]
        return nothing(input, (input.shape[0], *(n for n, _, _ in pads), depth))
    x = input
    if any(b or a for _, b, a in pads):
        x = F.pad(x, [0, 0, *(v for _, b, a in reversed(pads) for v in (b, a))])
    for axis in (1, 2, 3):
        x = x.unfold(axis, sizes[axis], steps[axis])
        x = x.narrow(axis, 0, pads[axis - 1][0])
    # [batch, planes, rows, columns, depth, *window] with the depth moved to the end of each patch
    return x.movedim(4, -1).flatten(4)

"""Transposed convolutions of images with gaps, as pages of graphs show them: what lies in the gaps is moved into the batch and back."""

from __future__ import annotations

from typing import Any

from tfshim import array_ops, raw_ops
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.convert import convert_to_tensor


def transposed_with_gaps(x: Any, kernel: Any, sizes: Any, rate: int, padding: str) -> Any:
    """What `tf.nn.atrous_conv2d_transpose` gives, in its operations; `sizes`: those of the result, a tensor."""
    with name_scope("atrous_conv2d_transpose"):
        kernel = convert_to_tensor(kernel)
        # How much "SAME" puts around rows and columns, before and behind them.
        short = [(size - 1) * rate if padding == "SAME" else 0 for size in kernel.shape.as_list()[:2]]
        around = [(n // 2, n - n // 2) for n in short]
        whole = [sizes[axis] + before + behind for axis, (before, behind) in zip((1, 2), around)]
        more = [(rate - size % rate) % rate for size in whole]
        moved = raw_ops.SpaceToBatchND(input=x, block_shape=[rate, rate], paddings=_rows("SpaceToBatchND/paddings", [0, 0], more))
        # In the order in which TensorFlow's Python comes to them.
        made = raw_ops.Conv2DBackpropInput(
            input_sizes=[rate * rate * sizes[0], *[(size + n) // rate for size, n in zip(whole, more)], sizes[3]],
            filter=kernel,
            out_backprop=moved,
            strides=[1, 1, 1, 1],
            padding="VALID",
            data_format="NHWC",
        )
        behind = [n + extra for (_, n), extra in zip(around, more)]
        crops = _rows("BatchToSpaceND/crops", [before for before, _ in around], behind)
        return raw_ops.BatchToSpaceND(input=made, block_shape=[rate, rate], crops=crops)


def _rows(name: str, first: list[int], second: list[Any]) -> list[Any]:
    """The rows of a matrix of two columns, within `name`."""
    return [array_ops.stack([a, b], name=f"{name}/{i}") for i, (a, b) in enumerate(zip(first, second))]

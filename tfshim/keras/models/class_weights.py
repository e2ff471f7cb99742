"""`class_weight`: weights of examples by their class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tfshim import array_ops, math
from tfshim.control_flow import cond
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.utils.packing import unpack_x_y_sample_weight


class ClassWeights:
    """Multiplies sample weights by the weight of each example's class. `weights`: a dictionary from 0, 1, ... to numbers."""

    def __init__(self, weights: Mapping[int, float]) -> None:
        if sorted(weights.keys()) != list(range(len(weights))):
            raise ValueError(
                f"Expected `class_weight` to be a dict with keys from 0 to one less than the number of classes, found {weights}"
            )
        self._weights = convert_to_tensor([weights[c] for c in range(len(weights))])

    def __call__(self, *data: Any) -> tuple[Any, ...]:
        """`(x, y, sample_weight)` for a batch. Raises ValueError where there are several targets."""
        x, y, given = unpack_x_y_sample_weight(data[0] if len(data) == 1 else data)
        if nest.is_nested(y):
            raise ValueError("`class_weight` is only supported for Models with a single output.")
        rank = y.shape.rank
        if rank is not None and rank >= 2:
            classes = _of_columns(y)
        else:
            classes = _rounded(y)
        weights = array_ops.gather(self._weights, classes)
        if given is None:
            return x, y, weights
        weights = array_ops.cast(weights, given.dtype)
        # Weights of examples multiply those of time steps: the missing last axes are added.
        more = weights.shape.rank - given.shape.rank
        if more > 0:
            given = array_ops.reshape(given, array_ops.concat([array_ops.shape(given), [1] * more], 0))
        return x, y, given * weights


def _of_columns(y):
    """Targets of several columns are one-hot, a single column holds the number of the class."""
    if y.shape[-1] is None:
        return cond(array_ops.shape(y)[-1] > 1, lambda: math.argmax(y, axis=-1), lambda: _rounded(array_ops.squeeze(y, [-1])))
    return math.argmax(y, axis=-1) if y.shape[-1] > 1 else _rounded(array_ops.squeeze(y, [-1]))


def _rounded(y):
    return array_ops.cast(math.round(y) if y.dtype.is_floating else y, "int64")

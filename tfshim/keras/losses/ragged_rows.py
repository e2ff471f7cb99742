"""Losses of ragged tensors: row by row, or at once where only outer axes are ragged."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, ragged
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def over_rows(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a loss function take ragged targets and predictions of the same rows.

    The loss of rows of different lengths is that of each row. Raises TypeError where only one of them is ragged.
    """

    @functools.wraps(function)
    def loss(y_true, y_pred, *args, **kwargs):
        ragged = hasattr(y_pred, "nested_row_splits")
        if ragged is hasattr(y_true, "nested_row_splits"):
            return _ragged(function, y_true, y_pred, args, kwargs) if ragged else function(y_true, y_pred, *args, **kwargs)
        raise TypeError(
            f"{function.__name__}: targets and predictions must both be ragged or both be tensors. "
            f"Received: y_true={y_true}, y_pred={y_pred}"
        )

    return loss


def _ragged(function, y_true, y_pred, args, kwargs):
    flat = y_pred.flat_values
    if flat.shape.rank is not None and flat.shape.rank > 1:
        found = function(y_true.flat_values, flat, *args, **kwargs)
        return y_pred.with_flat_values(found)
    if TS.graph is not None:
        raise refused("tf.keras.losses", "ragged", function=function.__name__)
    rows = [function(a, b, *args, **kwargs) for a, b in zip(y_true, y_pred)]
    if y_pred.ragged_rank == 1:
        return array_ops.stack(rows)
    return ragged.RaggedTensor.from_row_lengths(array_ops.concat(rows, 0), y_pred.row_lengths())


def flat_losses(losses: AnyTensor, sample_weight: TensorLike | None) -> tuple[AnyTensor, AnyTensor]:
    """The values of ragged losses, and weights beside them: ragged ones, a scalar, or one for each row."""
    if sample_weight is None:
        return losses.flat_values, None
    if hasattr(sample_weight, "nested_row_splits"):
        return losses.flat_values, sample_weight.flat_values
    weights = convert_to_tensor(sample_weight)
    if weights.shape.rank == 0:
        return losses.flat_values, weights
    if weights.shape.rank == 2 and weights.shape[-1] == 1:
        weights = array_ops.squeeze(weights, [-1])
    if weights.shape.rank != 1 or losses.ragged_rank != 1:
        raise ValueError(
            f"Weights of ragged losses must be ragged, a scalar or one for each row. Received weights of shape "
            f"{weights.shape} for losses of shape {losses.shape}."
        )
    return losses.flat_values, array_ops.gather(weights, losses.value_rowids())

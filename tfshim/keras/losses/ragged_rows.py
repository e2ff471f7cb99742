"""Losses of ragged tensors: row by row, or at once where only outer axes are ragged."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, debugging, math, ragged
from tfshim.control_flow import cond, control_dependencies
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.looping.mapping import map_fn
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def over_rows(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a loss function take ragged predictions, with ragged targets of the same rows or with dense ones.

    Ragged targets beside dense predictions go to the function itself: differences of the two are there.
    """
    return _over_rows(function, 0, mixed=True)


def over_rows_of_labels(function: Callable[..., Any] | None = None, *, further_axes: int = 0) -> Callable[..., Any]:
    """As `over_rows`, for labels: ragged ones want ragged predictions, which may have `further_axes`, as that of the classes."""
    if function is None:
        return functools.partial(_over_rows, further_axes=further_axes, mixed=False)
    return _over_rows(function, further_axes, mixed=False)


def _over_rows(function, further_axes, mixed):
    @functools.wraps(function)
    def loss(y_true, y_pred, *args, **kwargs):
        if not hasattr(y_pred, "nested_row_splits"):
            if not mixed and hasattr(y_true, "nested_row_splits"):
                y_pred.nested_row_splits  # noqa: B018 -- of which there are none: Keras asks for them as well
            return function(y_true, y_pred, *args, **kwargs)
        if not hasattr(y_true, "nested_row_splits"):
            return function(y_true, y_pred.to_tensor(), *args, **kwargs)
        # Rows that are ragged themselves go through here again.
        return _ragged(lambda a, b: loss(a, b, *args, **kwargs), y_true, y_pred, further_axes)

    return loss


def _ragged(function, y_true, y_pred, further_axes):
    known = y_pred.shape.as_list()[1:-1]
    targets, flat = y_true.flat_values, y_pred.flat_values
    splits = y_true.nested_row_splits, y_pred.nested_row_splits
    checks = _checked_splits(splits[0], splits[1][:-1] if further_axes and len(splits[1]) > len(splits[0]) else splits[1])
    with control_dependencies(checks):
        ranks = targets.shape.rank, flat.shape.rank
        if None not in ranks and ranks[1] - y_pred.shape.rank == -len(known) and ranks[1] - ranks[0] in {0, further_axes} and ranks[1] > 1:
            return y_pred.with_flat_values(function(targets, flat))
        spec: Any = RaggedTensorSpec(known, y_pred.dtype) if known else TensorSpec([], y_pred.dtype)
        return map_fn(lambda rows: _of_row(function, *rows, len(known) > 1), (y_true, y_pred), fn_output_signature=spec)


def _checked_splits(splits, others):
    """Operations that raise InvalidArgumentError where the rows differ."""
    text = "Inputs must have identical ragged splits"
    if len(splits) != len(others):
        raise ValueError(text)
    return [debugging.assert_equal(a, b, message=text) for a, b in zip(splits, others)]


def _of_row(function, y_true, y_pred, ragged_result):
    def loss(a, b):
        found = function(a, b)
        if ragged_result and not hasattr(found, "nested_row_splits"):
            return ragged.RaggedTensor.from_tensor(found)
        return found.to_tensor() if hasattr(found, "nested_row_splits") and not ragged_result else found

    if not hasattr(y_pred, "nested_row_splits"):
        return function(y_true, y_pred)
    # Rows within the row that are as long as each other are one tensor.
    even = [math.equal(math.reduce_max(n) - math.reduce_min(n), 0) for n in y_pred.nested_row_lengths()]
    dense = y_true.to_tensor() if hasattr(y_true, "nested_row_splits") else y_true
    return cond(math.reduce_all(even), lambda: loss(dense, y_pred.to_tensor()), lambda: loss(y_true, y_pred))


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

"""Targets, predictions and weights whose ranks differ by one: a last axis of size 1 is dropped or added, as TensorFlow does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim.array_ops.creation import constant
from tfshim.control_flow import cond

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor


def of_same_rank(labels: AnyTensor, predictions: AnyTensor, difference: int = 0) -> tuple[AnyTensor, AnyTensor]:
    """`labels` and `predictions`, the one that has an axis too many without its last, of size 1.

    `difference`: by how much the rank of `predictions` is to exceed that of `labels`. Ranks that a graph does not know are compared when
    it runs.
    """
    if labels.shape.rank is not None and predictions.shape.rank is not None:
        more = predictions.shape.rank - labels.shape.rank - difference
        if more == 1 and _may_be_one(predictions):
            predictions = _squeezed(predictions)
        elif more == -1 and _may_be_one(labels):
            labels = _squeezed(labels)
        return labels, predictions
    more = array_ops.rank(predictions) - array_ops.rank(labels) - difference
    if _may_be_one(predictions):
        predictions = _where(math.equal(more, 1), _squeezed, predictions)
    if _may_be_one(labels):
        labels = _where(math.equal(more, -1), _squeezed, labels)
    return labels, predictions


def of_rank(weights: AnyTensor, values: AnyTensor) -> AnyTensor:
    """`weights` with an axis more or less, of size 1, where that gives them the rank of `values`. Scalars stay scalars."""
    rank, wanted = weights.shape.rank, values.shape.rank
    if rank == 0:
        return weights
    if rank is not None and wanted is not None:
        return _squeezed(weights) if rank - wanted == 1 else _expanded(weights) if wanted - rank == 1 else weights
    own = array_ops.rank(weights)
    more = own - array_ops.rank(values)

    def adjusted(weights: AnyTensor) -> AnyTensor:
        if _may_be_one(weights):
            weights = _where(math.equal(more, 1), _squeezed, weights)
        return _where(math.equal(more, -1), _expanded, weights)

    return adjusted(weights) if rank is not None else _where(math.not_equal(own, 0), adjusted, weights)


def without_last_axis(weights: AnyTensor, values: AnyTensor) -> AnyTensor:
    """`weights` without their last axis, of size 1, where they have one axis more than `values`."""
    rank, wanted = weights.shape.rank, values.shape.rank
    if rank is not None and wanted is not None:
        return _squeezed(weights) if rank - wanted == 1 else weights
    if not _may_be_one(weights):
        return weights
    return _where(math.equal(array_ops.rank(weights) - array_ops.rank(values), 1), _squeezed, weights)


def match_ranks(
    y_pred: AnyTensor, y_true: AnyTensor | None = None, weights: AnyTensor | None = None
) -> tuple[AnyTensor, AnyTensor, AnyTensor]:
    """Predictions, targets and weights of ranks that fit together, by Keras' rule: predictions with one axis more than the targets
    keep it unless its size is 1, as they may be those of several classes."""
    before = y_pred
    if y_true is not None:
        if y_pred.shape.rank is not None and y_true.shape.rank is not None:
            # Of an unknown size there are as many predictions as classes.
            if y_pred.shape.rank - y_true.shape.rank != 1 or y_pred.shape[-1] == 1:
                y_true, y_pred = of_same_rank(y_true, y_pred)
        else:
            y_true, y_pred = _of_same_rank_unless_classes(y_true, y_pred)
    if weights is not None:
        # Keras goes by the rank that the predictions came with, where both are known.
        weights = of_rank(weights, y_pred if None in (before.shape.rank, weights.shape.rank) else before)
    return y_pred, y_true, weights


def _of_same_rank_unless_classes(y_true, y_pred):
    more = array_ops.rank(y_pred) - array_ops.rank(y_true)
    of_classes = cond(math.equal(more, 1), lambda: math.not_equal(array_ops.shape(y_pred)[-1], 1), lambda: constant(False))
    return cond(of_classes, lambda: (y_true, y_pred), lambda: of_same_rank(y_true, y_pred))


def _where(condition: AnyTensor, change: Callable[[AnyTensor], AnyTensor], x: AnyTensor) -> AnyTensor:
    return cond(condition, lambda: change(x), lambda: x)


def _may_be_one(x):
    """Whether the last axis of `x` may be of size 1."""
    return x.shape.rank is None or x.shape.rank > 0 and x.shape[-1] in (1, None)


def _squeezed(x):
    return array_ops.squeeze(x, [-1])


def _expanded(x):
    return array_ops.expand_dims(x, -1)


__all__ = ["match_ranks", "of_rank", "of_same_rank", "without_last_axis"]

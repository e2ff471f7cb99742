"""Replaces `keras.src.utils.losses_utils`: shapes, weights and dtypes of losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, distribute, math
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._ranks import match_ranks, of_same_rank
from tfshim.keras.losses.base import Reduction, weighted

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

_REPLACES = "keras.src.utils.losses_utils"

__all__ = """
    ReductionV2 apply_mask cast_losses_to_common_dtype compute_weighted_loss get_mask reduce_weighted_loss remove_squeezable_dimensions
    scale_loss_for_distribution squeeze_or_expand_dimensions
""".split()
ReductionV2 = Reduction


def remove_squeezable_dimensions(
    labels: TensorLike, predictions: TensorLike, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[AnyTensor, AnyTensor]:
    """Labels and predictions, without the last axis of size 1 of the one whose rank is one more than it should be.

    `expected_rank_diff`: by how much the rank of `predictions` exceeds that of `labels`.
    """
    with name_scope(name or "remove_squeezable_dimensions"):
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        return of_same_rank(labels, predictions, expected_rank_diff)


def squeeze_or_expand_dimensions(
    y_pred: AnyTensor, y_true: AnyTensor | None = None, sample_weight: AnyTensor | None = None
) -> tuple[Any, ...]:
    """Predictions, labels and weights (left out where there are none), of ranks that fit together.

    A last axis of size 1 is dropped where predictions have one more than labels or the other way round; weights lose or get
    one towards the rank that the predictions had.
    """
    y_pred, y_true, sample_weight = match_ranks(y_pred, y_true, sample_weight)
    return (y_pred, y_true) if sample_weight is None else (y_pred, y_true, sample_weight)


def reduce_weighted_loss(weighted_losses: TensorLike, reduction: str = Reduction.SUM_OVER_BATCH_SIZE) -> AnyTensor:
    """The losses of examples as one, or as they are with `reduction="none"`."""
    return weighted(weighted_losses, None, reduction)


def scale_loss_for_distribution(loss_value: TensorLike) -> TensorLike:
    """The loss divided by the number of replicas that are added up."""
    replicas = distribute.get_strategy().num_replicas_in_sync
    return loss_value * (1.0 / replicas) if replicas > 1 else loss_value


def cast_losses_to_common_dtype(losses: Sequence[AnyTensor]) -> list[AnyTensor]:
    """The losses in the largest floating dtype among them; as they are where none is floating."""
    floating = [loss.dtype for loss in losses if loss.dtype.is_floating]
    if not floating:
        return list(losses)
    highest = max(floating, key=lambda dtype: dtype.size)
    return [array_ops.cast(loss, highest) for loss in losses]


def get_mask(y_p: Any) -> Any:
    """The Keras mask of a value, None if it has none."""
    return getattr(y_p, "_keras_mask", None)


def apply_mask(y_p: AnyTensor, sw: AnyTensor | None, mask: AnyTensor | None) -> AnyTensor | None:
    """The weights `sw` of predictions, zero where they are masked."""
    if mask is None:
        return sw
    mask = array_ops.cast(mask, y_p.dtype)
    if sw is None:
        return mask
    sw = array_ops.cast(sw, mask.dtype)
    *_, sw = squeeze_or_expand_dimensions(mask, sample_weight=sw)
    return math.multiply(sw, mask)

"""The losses that a model was compiled with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim.autodiff import stop_gradient
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras import losses as loss_kinds
from tfshim.keras import metrics as metric_kinds
from tfshim.keras.losses.base import LossFunctionWrapper
from tfshim.keras.models import outputs
from tfshim.keras.saving.serialization import serialize_keras_object

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor
    from tfshim.keras.annotations import LossLike
    from tfshim.keras.metrics.base import Metric


def in_one_dtype(values: Sequence[AnyTensor]) -> list[AnyTensor]:
    """Losses of several dtypes, cast to the widest of them."""
    widest = None
    for x in values:
        if x.dtype.is_floating and (widest is None or x.dtype.size > widest.size):
            widest = x.dtype
    return [x if widest is None or x.dtype == widest else array_ops.cast(x, widest) for x in values]


def summed(values: Sequence[AnyTensor]) -> AnyTensor:
    """The sum of scalar losses."""
    values = in_one_dtype(values)
    return values[0] if len(values) == 1 else math.add_n(values)


class LossesContainer:
    """The loss of every output, their weights, and the running means that are shown while training."""

    __module__ = "keras.src.engine.compile_utils"

    def __init__(
        self,
        losses: LossLike,
        loss_weights: float | Sequence[Any] | Mapping[str, Any] | None = None,
        output_names: Sequence[str] | None = None,
        total_loss_mean: Metric | None = None,
    ) -> None:
        self._user_losses, self._user_loss_weights = losses, loss_weights
        self._output_names = output_names
        self._losses: Any = losses
        self._loss_weights: Any = loss_weights
        self._per_output: list[Any] | None = None
        self._total_loss_mean = total_loss_mean if total_loss_mean is not None else metric_kinds.Mean(name="loss")
        self.built = False

    @property
    def metrics(self) -> list[Metric]:
        """The running means: of the total, and of each output where there are several."""
        if not self.built:
            return []
        return [self._total_loss_mean] + [m for m in self._per_output if m is not None]

    def build(self, y_pred: Any) -> None:
        """Lay out losses and weights by the outputs of the model."""
        if self._output_names is None:
            self._output_names = outputs.names_of(y_pred)
        self._losses = [_loss(x) for x in outputs.spread(y_pred, self._output_names, self._user_losses)]
        self._loss_weights = outputs.spread(y_pred, self._output_names, self._user_loss_weights)
        if len(self._output_names) == 1:
            self._per_output = [None]
        else:
            self._per_output = [
                None if loss is None else metric_kinds.Mean(name + "_loss") for loss, name in zip(self._losses, self._output_names)
            ]
        self.built = True

    def __call__(
        self, y_true: Any, y_pred: Any, sample_weight: Any = None, regularization_losses: Sequence[AnyTensor] | None = None
    ) -> AnyTensor | None:
        """The weighted sum of the losses of all outputs and of the penalties; None where there are none of either."""
        if not self.built:
            with lock_of(self):
                # Asked again within the lock: another thread may have built it meanwhile.
                if not self.built:
                    self.build(y_pred)
        targets = outputs.as_tensors(outputs.spread(y_pred, self._output_names, y_true))
        weights = outputs.as_tensors(outputs.spread(y_pred, self._output_names, sample_weight))
        values, means, size, replica = [], [], None, TS.replica
        known = None
        for y, p, w, loss, factor, mean in zip(targets, nest.flatten(y_pred), weights, self._losses, self._loss_weights, self._per_output):
            if y is None or loss is None:
                continue
            y, p, w = outputs.match(y, p, w)
            value = loss(y, p, sample_weight=outputs.with_mask(p, w, outputs.mask_of(p)))
            if size is None:
                known = None if one_by_one.wanted() or hasattr(y, "nrows") else y.shape[0]
                # Graphs have the operation as TensorFlow's do, but nothing asks for it where the size is known.
                asked = known is None or TS.graph is not None
                size = y.nrows() if hasattr(y, "nrows") else array_ops.shape(y)[0] if asked else known
            shown = value
            if replica is not None:
                # Gradients of replicas are added up: each loss counts for its share of the whole batch.
                value, shown = _of_replica(value, loss.reduction, replica.count)
            if mean is not None:
                _gather(mean, shown, size, known)
            once = replica is None and TS.graph is None  # in graphs the mean has a product of its own, as in Keras
            values.append(value if factor is None else value * factor)
            means.append(values[-1] if once else shown if factor is None else shown * factor)
        if regularization_losses:
            penalty = summed(regularization_losses)
            means.append(penalty)
            # Every replica adds the same penalty, which is to count once.
            values.append(penalty if replica is None else penalty / replica.count)
        if not values:
            return None
        if replica is None and len(values) > 1:
            return shown_parts.recorded(_total, self._total_loss_mean, values, means, size, known)
        total = summed(values)
        _gather(self._total_loss_mean, summed(means), size, known)
        return total

    def reset_state(self) -> None:
        """Reset the running means."""
        for metric in self.metrics:
            metric.reset_state()

    def get_config(self) -> dict[str, Any]:
        """The configurations of the losses and of the running mean."""
        return {
            "losses": [serialize_keras_object(x) for x in nest.flatten(self._losses) if x is not None],
            "total_loss_mean": serialize_keras_object(self._total_loss_mean),
        }


def _total(mean, values, means, size, known):
    """The sum of `values`, of which `mean` takes note: for that they are `means`, the same numbers."""
    if not one_by_one.wanted():
        total = summed(values)
        _gathered(mean, total, size, known)
        return total
    _gathered(mean, summed(means), size, known)
    return summed(values)  # once for each, as in Keras


def _gather(mean, value, size, known):
    """`mean.update_state(value, sample_weight=size)`, for a scalar in as few operations as it takes. `known`: the size as a number."""
    shown_parts.recorded(_gathered, mean, value, size, known)


def _gathered(mean, value, size, known):
    if size is None or one_by_one.wanted() or type(mean) is not metric_kinds.Mean or value.shape.rank != 0:
        mean.update_state(value, sample_weight=size)
        return
    dtype = mean.total.dtype
    # `Mean.update_state` without its general treatment of shapes and weights, which would run in every step of training.
    weight = array_ops.cast(size, dtype) if known is None else convert_to_tensor(float(known), dtype)
    mean.total.assign_add(array_ops.cast(stop_gradient(value), dtype) * weight)
    mean.count.assign_add(weight)


def _of_replica(value, reduction, count):
    """The loss in one of `count` replicas as its gradients count, which are added up, and as the running means take it."""
    kinds = loss_kinds.Reduction
    scaled = value / count if reduction in (kinds.AUTO, kinds.SUM_OVER_BATCH_SIZE) else value
    return scaled, value * count if reduction == kinds.SUM else value


def _loss(given):
    """A `Loss` for what a user may give: None, a name, a function or an object."""
    if given is None:
        return None
    found = loss_kinds.get(given)
    if not isinstance(found, loss_kinds.Loss):
        found = LossFunctionWrapper(found, name=outputs.name_of(found))
    found._allow_sum_over_batch_size = True  # `fit` takes the number of replicas into account
    return found

"""Several heads on the logits of one model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import summary
from tfshim.estimator.export.outputs import DEFAULT, PredictOutput
from tfshim.estimator.heads.base import Head
from tfshim.keras.metrics.base import Mean


@tf_private("tensorflow_estimator.python.estimator.head.multi_head.MultiHead")
@tf_export("estimator.MultiHead")
class MultiHead(Head):
    """Several heads of one model, whose losses are added. Mirrors `tf.estimator.MultiHead`.

    Each head has its labels, logits, loss and metrics; the names of what they give have the head's name in them.

    Arguments:
        heads: the heads, a sequence; each was given a `name`.
        head_weights: the factor of each loss, a sequence of floats; None (the default) for 1.

    Raises:
        ValueError: a head without a name, two with the same one, or another number of weights.

    A model function calls it with labels that are a dictionary by the names, and logits that are one matrix, divided by the heads'
    `logits_dimension`, or a dictionary.

    Example:
        >>> heads = [tf.estimator.RegressionHead(name="price"), tf.estimator.BinaryClassHead(name="sold")]
        >>> head = tf.estimator.MultiHead(heads, head_weights=[1.0, 0.5])
        >>> head.name, head.logits_dimension
        ('price_sold', 2)
    """

    def __init__(self, heads: Sequence[Any], head_weights: Sequence[float] | None = None) -> None:
        if not heads:
            raise ValueError(f"Must specify heads. Given: {heads}")
        if head_weights and len(head_weights) != len(heads):
            raise ValueError(
                f"heads and head_weights must have the same size. Given len(heads): {len(heads)}. "
                f"Given len(head_weights): {len(head_weights)}."
            )
        if any(head.name is None for head in heads):
            raise ValueError(f"All given heads must have name specified. Given: {[*heads][[h.name for h in heads].index(None)]}")
        names = [head.name for head in heads]
        self._heads, self._weights = tuple(heads), tuple(head_weights or [1.0] * len(heads))
        self._names, self._name = names, "_".join(names)

    name = property(lambda self: self._name, doc="The names of the heads, joined by _.")
    logits_dimension = property(lambda self: sum(h.logits_dimension for h in self._heads), doc="The sum of those of the heads.")
    loss_reduction = property(lambda self: self._heads[0].loss_reduction, doc="That of the heads.")

    def _split(self, logits):
        if isinstance(logits, dict):
            return logits
        made, at = {}, 0
        for head in self._heads:
            made[head.name] = logits[..., at : at + head.logits_dimension]
            at += head.logits_dimension
        return made

    def loss(self, labels: Any, logits: Any, features: Any = None, mode: str | None = None, regularization_losses: Any = None) -> Any:
        logits, losses = self._split(logits), []
        for head in self._heads:
            loss = head.loss(labels[head.name], logits[head.name], features, mode)
            losses.append(loss)
            if mode == "train":
                summary.scalar(f"loss/{head.name}", loss)
        self._own_losses = losses
        total = tf.add_n([loss * weight for loss, weight in zip(losses, self._weights)])
        return total + tf.add_n(regularization_losses) if regularization_losses else total

    def _write_summaries(self, loss):
        summary.scalar("loss", loss)

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        logits = self._split(logits)
        made = {(head.name, k): v for head in self._heads for k, v in head.predictions(logits[head.name]).items()}
        return made if keys is None else {k: made[k] for k in keys}

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        made = {}
        if regularization_losses is not None:
            made["regularization_loss"] = Mean(name="regularization_loss")
        for head in self._heads:
            made[f"loss/{head.name}"] = Mean(name=f"loss/{head.name}")
            made.update(head.metrics())
        return made

    def update_metrics(
        self, eval_metrics: dict[str, Any], features: Any, logits: Any, labels: Any, mode: Any = None, regularization_losses: Any = None
    ) -> dict[str, Any]:
        logits = self._split(logits)
        if regularization_losses is not None:
            eval_metrics["regularization_loss"].update_state(tf.add_n(regularization_losses))
        for head in self._heads:
            own = {k: v for k, v in eval_metrics.items() if k.endswith(f"/{head.name}") and k != f"loss/{head.name}"}
            head.update_metrics(own, features, logits[head.name], labels[head.name])
            eval_metrics[f"loss/{head.name}"].update_state(head.loss(labels[head.name], logits[head.name], features, "eval"))
        return eval_metrics

    def _outputs(self, predictions):
        made = {}
        for head in self._heads:
            own = {k: v for (name, k), v in predictions.items() if name == head.name}
            for key, output in head._outputs(own).items():
                made[head.name if key == DEFAULT else f"{head.name}/{key}"] = output
        made[DEFAULT], made["predict"] = made[self._heads[0].name], PredictOutput(predictions)
        return made

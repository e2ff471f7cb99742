"""`SharpnessAwareMinimization`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.engine.gradients.tape import GradientTape
from tfshim.keras.models.model import Model
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.utils.packing import unpack_x_y_sample_weight
from tfshim.keras.utils.registration import register_keras_serializable

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, TensorLike


_TINY = 1e-12


@register_keras_serializable()
@tf_export("keras.models.experimental.SharpnessAwareMinimization")
class SharpnessAwareMinimization(Model):
    """Trains a model by the gradients at the worst point nearby; mirrors `tf.keras.models.experimental.SharpnessAwareMinimization`.

    `model`: the model to be trained; `rho`: how far away that point is; `num_batch_splits`: into how many parts a batch is cut, each
    of which has a point of its own (None: one).
    """

    def __init__(self, model: Model, rho: float = 0.05, num_batch_splits: int | None = None, name: str | None = None) -> None:
        super().__init__(name=name)
        self.model, self.rho, self.num_batch_splits = model, rho, num_batch_splits

    def call(self, inputs: TensorLike) -> AnyTensor:  # type: ignore[override]  # as in Keras
        """The outputs of the model."""
        return self.model(inputs)

    def train_step(self, data: Any) -> dict[str, Any]:
        """Step away from the weights along the gradients, take the gradients there, step back, and apply those."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        parts = (
            [(x, y)]
            if self.num_batch_splits is None
            else list(zip(array_ops.split(x, self.num_batch_splits), array_ops.split(y, self.num_batch_splits)))
        )
        weights, sums, predictions = None, None, []
        for x_part, y_part in parts:
            prediction, gradients, weights = self._gradients(self.model, x_part, y_part)
            predictions.append(prediction)
            norm = linalg.norm(array_ops.stack([linalg.norm(g) for g in gradients if g is not None]))
            away = [None if g is None else g * (self.rho / (norm + _TINY)) for g in gradients]
            _shift(weights, away, 1.0)
            _, gradients, _ = self._gradients(self, x_part, y_part)
            _shift(weights, away, -1.0)
            sums = gradients if sums is None else [a if b is None else b if a is None else a + b for a, b in zip(sums, gradients)]
        self.optimizer.apply_gradients(zip(sums, weights))
        self.compiled_metrics.update_state(y, array_ops.concat(predictions, axis=0), sample_weight)
        return {m.name: m.result() for m in self.metrics}

    def _gradients(self, model, x, y):
        with GradientTape() as tape:
            prediction = model(x)
            loss = self.compiled_loss(y, prediction)
        weights = self.model.trainable_variables
        return prediction, tape.gradient(loss, weights), weights

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary."""
        config = {"model": serialize_keras_object(self.model), "rho": self.rho}
        return config if self.num_batch_splits is None else {**config, "num_batch_splits": self.num_batch_splits}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A model with the arguments `config`."""
        config = dict(config)
        model = deserialize_keras_object(config.pop("model"), custom_objects=custom_objects)
        return cls(model, rho=config.get("rho", 0.05), num_batch_splits=config.get("num_batch_splits"), name=config.get("name"))


def _shift(weights, steps, sign):
    for weight, step in zip(weights, steps):
        if step is not None:
            weight.assign_add(math.multiply(step, sign))

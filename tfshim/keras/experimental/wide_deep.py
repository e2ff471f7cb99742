"""A linear model and a deep one, trained together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.values import nest
from tfshim.keras import activations
from tfshim.keras.models import Model
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.utils.packing import unpack_x_y_sample_weight

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.keras.annotations import ActivationLike
    from tfshim.keras.engine.base_layer import Layer


@tf_export("keras.experimental.WideDeepModel", v1=["keras.experimental.WideDeepModel", "keras.models.WideDeepModel"])
class WideDeepModel(Model):
    """The sum of a linear and a deep model (Cheng et al., 2016); mirrors `tf.keras.experimental.WideDeepModel`.

    Inputs are those of both models, or a pair with one for each; compiled with a list of two optimizers, each model has its own.
    """

    __module__ = "keras.src.premade_models.wide_deep"

    def __init__(self, linear_model: Layer, dnn_model: Layer, activation: ActivationLike | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.linear_model, self.dnn_model = linear_model, dnn_model
        self.activation = activations.get(activation)

    def call(self, inputs: TensorLike, training: BoolLike | None = None) -> Any:  # type: ignore[override]  # as in Keras
        linear, deep = inputs if isinstance(inputs, (tuple, list)) and len(inputs) == 2 else (inputs, inputs)
        outputs = nest.map_structure(lambda x, y: x + y, self.linear_model(linear), self.dnn_model(deep, training=training))
        return nest.map_structure(self.activation, outputs)

    def train_step(self, data: TensorLike) -> dict[str, Any]:
        """One step: the gradients of both models, applied by one optimizer or by two."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compiled_loss(y, y_pred, sample_weight, regularization_losses=self.losses)
        metrics: Any = self.compiled_metrics
        metrics.update_state(y, y_pred, sample_weight)
        own: Any = self.optimizer
        if isinstance(own, (list, tuple)):
            parts = (self.linear_model.trainable_variables, self.dnn_model.trainable_variables)
            for optimizer, gradients, variables in zip(own, tape.gradient(loss, parts), parts):
                optimizer.apply_gradients(zip(gradients, variables))
        else:
            own.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
        return {m.name: m.result() for m in self.metrics}

    def get_config(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "trainable": self.trainable,
            "dtype": self.dtype,
            "linear_model": serialize_keras_object(self.linear_model),
            "dnn_model": serialize_keras_object(self.dnn_model),
            "activation": activations.serialize(self.activation),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A model with the arguments `config`."""
        linear, deep = (deserialize_keras_object(config[n], custom_objects) for n in ("linear_model", "dnn_model"))
        return cls(
            linear,
            deep,
            activation=activations.deserialize(config["activation"], custom_objects) if config.get("activation") else None,
            name=config.get("name"),
        )

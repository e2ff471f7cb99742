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
    """The sum of a linear and a deep model (Cheng et al., 2016). Mirrors `tf.keras.experimental.WideDeepModel`.

    The linear part remembers crossed features, the deep one generalizes. Each may have its optimizer: compile with a list of two, the
    linear part's first.

    Arguments:
        linear_model: the wide part, mostly a `tf.keras.experimental.LinearModel`.
        dnn_model: the deep part, a model with outputs of the same shape.
        activation: of the sum, as "sigmoid"; None (default): none.
        **kwargs: those of `tf.keras.Model`, as `name`.

    Returns:
        When called on the inputs of both models, or on a pair with one for each: a tensor, or a structure where both give one.

    Example:
        >>> linear = tf.keras.experimental.LinearModel(kernel_initializer="ones")
        >>> deep = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
        >>> model = tf.keras.experimental.WideDeepModel(linear, deep)
        >>> model.compile(["sgd", "adam"], "mse")
        >>> model(tf.constant([[1.0, 2.0]])).numpy().tolist()
        [[6.0]]
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
        """One step of training on a batch. Mirrors `tf.keras.experimental.WideDeepModel.train_step`.

        `fit` calls it. The gradients of both parts come from one loss; with a list of two optimizers the first is applied to the linear
        part and the second to the deep one, otherwise one is applied to both. A subclass with a step of its own overrides it.

        Arguments:
            data: a batch: (x, y) or (x, y, weights of the examples), as the data set has it.

        Returns:
            A dictionary of the values of the metrics by name, the loss among them.

        Example:
            >>> linear = tf.keras.experimental.LinearModel()
            >>> deep = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model = tf.keras.experimental.WideDeepModel(linear, deep)
            >>> model.compile(["sgd", "sgd"], "mse")
            >>> float(model.train_step((tf.ones([4, 2]), tf.ones([4, 1])))["loss"])
            1.0
        """
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
        """A model from what `get_config` gave. Mirrors `tf.keras.experimental.WideDeepModel.from_config`.

        Both parts are made anew from their own configurations, with weights of their own. Loading a saved model does so before it sets the
        weights.

        Arguments:
            config: a dictionary with "linear_model" and "dnn_model", each {"class_name", "config"}, and "activation" and "name" if need be.
            custom_objects: {name: class or function} for what the parts are made of; None by default.

        Returns:
            A new model, which has not been compiled.

        Raises:
            KeyError: one of the two parts is missing. ValueError: a class that is not known.

        Example:
            >>> deep = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            >>> model = tf.keras.experimental.WideDeepModel(tf.keras.experimental.LinearModel(), deep, activation="sigmoid")
            >>> again = tf.keras.experimental.WideDeepModel.from_config(model.get_config())
            >>> type(again.linear_model).__name__, again.activation.__name__
            ('LinearModel', 'sigmoid')
        """
        linear, deep = (deserialize_keras_object(config[n], custom_objects) for n in ("linear_model", "dnn_model"))
        return cls(
            linear,
            deep,
            activation=activations.deserialize(config["activation"], custom_objects) if config.get("activation") else None,
            name=config.get("name"),
        )

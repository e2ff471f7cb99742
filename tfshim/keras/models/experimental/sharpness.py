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
    """Trains a model by the gradients at the worst point nearby, so that it ends in a flat minimum (Foret et al., 2020).

    Mirrors `tf.keras.models.experimental.SharpnessAwareMinimization`. It is a model around another one, compiled and fitted in its place;
    each step costs two of the usual ones, and often generalizes better. Take the inner model to save or predict.

    Arguments:
        model: the model to be trained.
        rho: how far away the worst point is, in the length of all weights together; 0.05.
        num_batch_splits: into how many parts a batch is cut, each of which has a point of its own; None (default): one.
        name: of the model; None.

    Example:
        >>> inner = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
        >>> model = tf.keras.models.experimental.SharpnessAwareMinimization(inner)
        >>> model.compile("sgd", "mse")
        >>> history = model.fit(np.ones([8, 2]), np.ones([8, 1]), verbose=0)
        >>> bool(inner.weights[0].numpy().min() > 0)
        True
    """

    def __init__(self, model: Model, rho: float = 0.05, num_batch_splits: int | None = None, name: str | None = None) -> None:
        super().__init__(name=name)
        self.model, self.rho, self.num_batch_splits = model, rho, num_batch_splits

    def call(self, inputs: TensorLike) -> AnyTensor:  # type: ignore[override]  # as in Keras
        """The outputs of the model within. Mirrors `tf.keras.models.experimental.SharpnessAwareMinimization.call`.

        Nothing of the method is at work outside of `train_step`: `predict` and `evaluate` give what the inner model gives, with the weights
        that it has now. Layers such as dropout take whether they train from the call that is under way.

        Arguments:
            inputs: what the inner model takes: a tensor, or a structure of them.

        Returns:
            What the inner model gives.

        Example:
            >>> inner = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model = tf.keras.models.experimental.SharpnessAwareMinimization(inner)
            >>> model(tf.ones([1, 3])).numpy().tolist() == inner(tf.ones([1, 3])).numpy().tolist() == [[3.0]]
            True
        """
        return self.model(inputs)

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training on a batch. Mirrors `tf.keras.models.experimental.SharpnessAwareMinimization.train_step`.

        For each part of the batch the weights go `rho` along the gradients, uphill; the gradients there are kept, and the weights go back.
        The optimizer then applies the sum of what was kept. `fit` calls it. Weights of examples count in the metrics, and not in the
        gradients.

        Arguments:
            data: a batch: (x, y) or (x, y, weights of the examples). Its size has to be a multiple of `num_batch_splits`.

        Returns:
            A dictionary of the values of the metrics by name, the loss among them.

        Example:
            >>> inner = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model = tf.keras.models.experimental.SharpnessAwareMinimization(inner, num_batch_splits=2)
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0)
            >>> int(model.optimizer.iterations)
            1
        """
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
        """The arguments of the constructor, as a dictionary. Mirrors `tf.keras.models.experimental.SharpnessAwareMinimization.get_config`.

        Saved models hold it, and `from_config` makes the model again. The inner model is in it with its own configuration, so that it has
        to be one that has one: functional, sequential, or a class with `get_config`. Neither weights nor what `compile` was given are in
        it.

        Returns:
            A dictionary: "model", "rho", and "num_batch_splits" where it is set.

        Example:
            >>> inner = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            >>> config = tf.keras.models.experimental.SharpnessAwareMinimization(inner, rho=0.1).get_config()
            >>> config["rho"], config["model"]["class_name"]
            (0.1, 'Sequential')
        """
        config = {"model": serialize_keras_object(self.model), "rho": self.rho}
        return config if self.num_batch_splits is None else {**config, "num_batch_splits": self.num_batch_splits}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A model from what `get_config` gave. Mirrors `tf.keras.models.experimental.SharpnessAwareMinimization.from_config`.

        The inner model is made anew from its configuration, with weights of its own, and is the attribute `model` of the result. Loading a
        saved model does so before it sets the weights.

        Arguments:
            config: a dictionary with "model", {"class_name", "config"}, and "rho", "num_batch_splits" and "name" if need be.
            custom_objects: {name: class or function} for what the inner model is made of; None by default.

        Returns:
            A new model, which has not been compiled.

        Raises:
            KeyError: no "model". ValueError: a class that is not known.

        Example:
            >>> inner = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            >>> config = tf.keras.models.experimental.SharpnessAwareMinimization(inner, rho=0.1).get_config()
            >>> model = tf.keras.models.experimental.SharpnessAwareMinimization.from_config(config)
            >>> model.rho, model.model.output_shape
            (0.1, (None, 1))
        """
        config = dict(config)
        model = deserialize_keras_object(config.pop("model"), custom_objects=custom_objects)
        return cls(model, rho=config.get("rho", 0.05), num_batch_splits=config.get("num_batch_splits"), name=config.get("name"))


def _shift(weights, steps, sign):
    for weight, step in zip(weights, steps):
        if step is not None:
            weight.assign_add(math.multiply(step, sign))

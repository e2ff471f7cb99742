"""The metrics of a layer: attributes that are metrics, and those that `add_metric` makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.keras.engine.context import CALLS
from tfshim.keras.engine.keras_tensor import KerasTensor
from tfshim.keras.saving.serialization import builtin_class
from tfshim.keras.v1 import updates as kept_updates
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Layer, Metric


class HoldsMetrics:
    """What layers share about metrics and updates."""

    @property
    def metrics(self) -> list[Metric]:
        """The metrics of this layer and of the layers within."""
        return [m for layer in self._flatten_layers() for m in metrics_of(layer)]

    def add_metric(self, value: AnyTensor, name: str | None = None, **kwargs: Any) -> None:
        """Gathers a tensor of this call as a mean over batches, which `fit` and `evaluate` show.

        Mirrors `tf.keras.layers.Layer.add_metric`. It is called in `call`, each time with the same name; the mean goes on until
        `reset_metrics`. Outside of `call` a layer that is no model lists a metric of a Keras tensor, of which nothing is counted; models
        count it.

        Arguments:
            value: a tensor of any shape, of which the mean is taken.
            name: under which it is shown; needed unless `value` is the result of a metric.
            **kwargs: `aggregation`, which is "mean" or None.

        Raises:
            ValueError: no name. TypeError: an unknown keyword.

        Example:
            >>> class Watched(tf.keras.layers.Layer):
            ...     def call(self, inputs):
            ...         self.add_metric(tf.reduce_max(inputs), name="largest")
            ...         return inputs
            >>> layer = Watched()
            >>> _ = layer(tf.constant([1.0, 5.0])), layer(tf.constant([3.0]))
            >>> layer.metrics[0].name, float(layer.metrics[0].result())
            ('largest', 4.0)
        """
        if set(kwargs) - {"aggregation"}:
            raise TypeError(f"Unknown keyword arguments: {kwargs.keys()}. Expected `aggregation`.")
        # A result of a metric knows its metric, which is listed itself: its mean over batches would be another number.
        metric = getattr(value, "_metric_obj", None)
        if metric is None and name is None:
            raise ValueError("Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), name='mean_activation')`")
        symbolic = isinstance(value, KerasTensor)
        if not CALLS.depth and building() is None and not symbolic:
            raise ValueError(f"Expected a symbolic Tensor for the metric value, received: {value!s}")
        name = metric.name if metric is not None else name
        found = [m for m in metrics_of(self) if m.name == name]
        if len(found) > 1:
            raise ValueError(
                f'Please provide different names for the metrics you have added. We found {len(found)} metrics with the name: "{name}"'
            )
        known = found[0] if found else None
        if metric is not None:
            if known is None:
                self.__dict__.setdefault("_added_metrics", []).append(metric)
            return
        if known is None:
            known = builtin_class("Mean", "keras.metrics")(name=name, dtype=getattr(value, "dtype", None))
            self.__dict__.setdefault("_added_metrics", []).append(known)
        if not symbolic:
            known.update_state(value)

    def add_update(self, updates: Any) -> None:
        """Run updates of state now; kept for code of the time when assignments had to be announced.

        Mirrors `tf.keras.layers.Layer.add_update`. Eagerly and in functions an assignment happens where it is written, so that nothing
        has to be said: functions among the updates are called, unless the layer is frozen (`trainable=False`); anything else has happened
        already. In a graph of TensorFlow 1 they are kept, stand in `updates`, and run with each training step.

        Arguments:
            updates: an operation, a function without arguments, or a list or tuple of them.

        Returns:
            None.

        Example:
            >>> class Counted(tf.keras.layers.Layer):
            ...     def build(self, input_shape):
            ...         self.calls = self.add_weight("calls", (), initializer="zeros", trainable=False)
            ...     def call(self, inputs):
            ...         self.add_update(lambda: self.calls.assign_add(1.0))
            ...         return inputs
            >>> layer = Counted()
            >>> _ = layer(1.0), layer(2.0)
            >>> float(layer.calls)
            2.0
        """
        if building() is not None:
            kept_updates.add(self, updates)
            return
        if not self.trainable:
            return
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            if callable(update):
                update()

    @property
    def updates(self) -> list[Any]:
        """Empty, because assignments happen where they are written; in a TF 1 graph the operations that `add_update` was given."""
        if building() is None:
            return []
        return kept_updates.of(self)

    @property
    def state_updates(self) -> list[Any]:
        """As `updates`, of layers that keep a state."""
        if building() is None:
            return []
        return [u for layer in self._flatten_layers() if layer.stateful for u in kept_updates.of(layer)]

    def get_updates_for(self, inputs: TensorLike | None) -> list[Any]:
        """Those of `updates` that are computed from some inputs, in a graph of TensorFlow 1.

        Mirrors `tf.keras.layers.Layer.get_updates_for`. A layer that is called on several inputs has the updates of each call; a
        program that runs only
        one of the calls asks for its part. Eagerly, and in models of Keras tensors, updates happen where they are written, and the list
        is empty.

        Arguments:
            inputs: a tensor of the graph, or a list of them; None for the updates that depend on no input.

        Returns:
            A list of operations, empty outside of graphs of TensorFlow 1.

        Example:
            >>> layer = tf.keras.layers.BatchNormalization()
            >>> _ = layer(tf.ones([2, 3]), training=True)
            >>> layer.get_updates_for(None)
            []
        """
        return kept_updates.for_inputs(self.updates, inputs)

    def get_losses_for(self, inputs: TensorLike | None) -> list[Any]:
        """Those of `losses` that are computed from some inputs, in a graph of TensorFlow 1.

        Mirrors `tf.keras.layers.Layer.get_losses_for`. Losses of regularizers depend on weights alone and come for None; what a layer
        adds by `add_loss` within `call` depends on the inputs of that call. `losses` has all of them, and today's code asks for that.

        Arguments:
            inputs: a tensor of the graph, or a list of them; None for the losses that depend on no input.

        Returns:
            A list of scalar tensors.

        Example:
            >>> layer = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer="l2")
            >>> _ = layer(tf.ones([1, 2]))
            >>> [round(float(x), 3) for x in layer.losses]
            [0.02]
            >>> len(layer.get_losses_for(None))
            1
        """
        if building() is None:  # values, which no tensor of a graph leads to
            return list(self.losses) if inputs is None else []
        return kept_updates.for_inputs(self.losses, inputs)


def metrics_of(layer: Layer) -> list[Metric]:
    """The metrics that one layer holds: its attributes, and those made by `add_metric`."""
    found = []
    own = layer.__dict__
    for x in own.get("_self_tracked_trackables", ()):
        _gather(x, found)
    for x in own.get("_beside_layers", ()):
        _gather(x, found)
    return found + [m for m in layer.__dict__.get("_added_metrics", ()) if not any(m is f for f in found)]


def _gather(x, found):
    if getattr(type(x), "_is_metric", False):
        found.append(x)
    elif isinstance(x, dict):
        # Sorted, as Keras lists the metrics in a dictionary.
        for key in sorted(x, key=str):
            _gather(x[key], found)
    elif isinstance(x, (list, tuple)):
        for item in x:
            _gather(item, found)

"""`Wrapper`: the base of layers around another layer."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.layers.serialization import deserialize
from tfshim.keras.saving.serialization import serialize_keras_object

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.keras.annotations import Shapes


@tf_export("keras.layers.Wrapper")
class Wrapper(Layer):
    """The base of layers that hold another layer and change how it is called, as `TimeDistributed`.

    Mirrors `tf.keras.layers.Wrapper`. The layer within is `layer`; its weights are those of the wrapper, and `get_config` and `from_config`
    carry it along. Subclasses define `call`; `build` builds the layer within for the shape that it is given, so that a subclass that calls
    it on another shape overrides it.

    Arguments:
        layer: a `tf.keras.layers.Layer`.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        ValueError: what is no layer.

    Example:
        >>> class Residual(tf.keras.layers.Wrapper):
        ...     def call(self, inputs):
        ...         return inputs + self.layer(inputs)
        >>> layer = Residual(tf.keras.layers.Dense(2, kernel_initializer="ones"))
        >>> layer(tf.constant([[1.0, 2.0]])).numpy().tolist()
        [[4.0, 5.0]]
    """

    __module__ = "keras.src.layers.rnn.base_wrapper"

    def __init__(self, layer: Layer, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(
                f"Layer {layer} supplied to wrapper is not a supported layer type. Please ensure wrapped layer is a valid Keras layer."
            )
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape: Shapes = None) -> None:
        if not self.layer.built:
            self.layer.build(input_shape)
            # What a call would do after `build`.
            self.layer.built = True
            self.layer._set_initial_weights()
        self.built = True

    @property
    def activity_regularizer(self) -> Callable[..., Any] | None:
        """That of the layer within."""
        return getattr(self.__dict__.get("layer"), "activity_regularizer", None)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "layer": serialize_keras_object(self.layer)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = copy.deepcopy(config)
        return cls(deserialize(config.pop("layer"), custom_objects=custom_objects, use_legacy_format=True), **config)

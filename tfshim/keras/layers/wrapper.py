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
    """A layer that holds another, `layer`; mirrors `tf.keras.layers.Wrapper`. Raises ValueError for what is no layer."""

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
        return cls(deserialize(config.pop("layer"), custom_objects=custom_objects), **config)

"""`Wrapper`: the base of layers around another layer."""

import copy

from tfshim._export import tf_export
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.layers.serialization import deserialize
from tfshim.keras.saving.serialization import serialize_keras_object


@tf_export("keras.layers.Wrapper")
class Wrapper(Layer):
    """A layer that holds another, `layer`; mirrors `tf.keras.layers.Wrapper`. Raises ValueError for what is no layer."""

    __module__ = "keras.src.layers.rnn.base_wrapper"

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(
                f"Layer {layer} supplied to wrapper is not a supported layer type. Please ensure wrapped layer is a valid Keras layer."
            )
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape=None):
        if not self.layer.built:
            self.layer.build(input_shape)
            self.layer.built = True
            self.layer._set_initial_weights()
        self.built = True

    @property
    def activity_regularizer(self):
        """That of the layer within."""
        return getattr(self.__dict__.get("layer"), "activity_regularizer", None)

    def get_config(self):
        return {**super().get_config(), "layer": serialize_keras_object(self.layer)}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        config = copy.deepcopy(config)
        return cls(deserialize(config.pop("layer"), custom_objects=custom_objects), **config)

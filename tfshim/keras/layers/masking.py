"""`Masking`, which says what steps are padding, and `Identity`."""

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer


@tf_export("keras.layers.Masking")
class Masking(Layer):
    """Steps of which all features are `mask_value` are padding: they become zero and are masked; mirrors `tf.keras.layers.Masking`."""

    __module__ = "keras.src.layers.core.masking"

    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.mask_value = mask_value

    def compute_mask(self, inputs, mask=None):
        return math.reduce_any(math.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs):
        kept = math.reduce_any(math.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        return inputs * array_ops.cast(kept, inputs.dtype)

    def compute_output_shape(self, input_shape):
        return TensorShape(input_shape)

    def get_config(self):
        return {**super().get_config(), "mask_value": self.mask_value}


@tf_export("keras.layers.Identity")
class Identity(Layer):
    """Gives its inputs back; mirrors `tf.keras.layers.Identity`."""

    __module__ = "keras.src.layers.core.identity"

    def call(self, inputs):
        return nest.map_structure(array_ops.identity, inputs)

    def compute_output_shape(self, input_shape):
        return TensorShape(input_shape)

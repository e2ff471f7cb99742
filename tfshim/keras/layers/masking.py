"""`Masking`, which says what steps are padding, and `Identity`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike


@tf_export("keras.layers.Masking")
class Masking(Layer):
    """Marks steps of padding, so that layers behind skip them.

    Mirrors `tf.keras.layers.Masking`. A step of [batch, steps, features] all of whose features are `mask_value` is padding: it becomes
    zeros, and the mask [batch, steps] that goes with the output is False there. Recurrent layers, attention, losses and metrics heed it; a
    layer that cannot take a mask raises TypeError. Shapes stay.

    Arguments:
        mask_value: the number that padding is made of; 0.0 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape and dtype.

    Example:
        >>> layer = tf.keras.layers.Masking(mask_value=-1.0)
        >>> x = tf.constant([[[1.0, -1.0], [-1.0, -1.0]]])
        >>> layer(x).numpy().tolist()
        [[[1.0, -1.0], [-0.0, -0.0]]]
        >>> layer.compute_mask(x).numpy().tolist()
        [[True, False]]
    """

    __module__ = "keras.src.layers.core.masking"

    def __init__(self, mask_value: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.mask_value = mask_value

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor | None:
        return math.reduce_any(math.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs: TensorLike) -> AnyTensor:
        kept = math.reduce_any(math.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        outputs = inputs * array_ops.cast(kept, inputs.dtype)
        outputs._keras_mask = array_ops.squeeze(kept, axis=-1)
        return outputs

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mask_value": self.mask_value}


@tf_export("keras.layers.Identity")
class Identity(Layer):
    """Gives back its inputs as they are.

    Mirrors `tf.keras.layers.Identity`. It takes a tensor or any structure of tensors, of any shape and dtype (floating-point ones are cast
    to the layer's dtype, as by every layer). It stands where a layer is expected and nothing is to be done, as for a branch that is
    switched off, and gives a tensor a name within a model.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, the inputs.

    Example:
        >>> tf.keras.layers.Identity()(tf.constant([1.0, 2.0])).numpy().tolist()
        [1.0, 2.0]
        >>> projection = None
        >>> layer = projection or tf.keras.layers.Identity()
        >>> layer(tf.ones([2])).shape
        TensorShape([2])
    """

    __module__ = "keras.src.layers.core.identity"

    def call(self, inputs: TensorLike) -> Any:
        return nest.map_structure(array_ops.identity, inputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

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
    """Steps of which all features are `mask_value` are padding: they become zero and are masked; mirrors `tf.keras.layers.Masking`."""

    __module__ = "keras.src.layers.core.masking"

    def __init__(self, mask_value: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.mask_value = mask_value

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor | None:
        return math.reduce_any(math.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs: TensorLike) -> AnyTensor:
        kept = math.reduce_any(math.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        return inputs * array_ops.cast(kept, inputs.dtype)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mask_value": self.mask_value}


@tf_export("keras.layers.Identity")
class Identity(Layer):
    """Gives its inputs back; mirrors `tf.keras.layers.Identity`."""

    __module__ = "keras.src.layers.core.identity"

    def call(self, inputs: TensorLike) -> Any:
        return nest.map_structure(array_ops.identity, inputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

"""`BaseRandomLayer`: layers with a random generator of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras._random import RandomGenerator
from tfshim.keras.engine.base_layer import Layer

if TYPE_CHECKING:
    from tfshim.keras.annotations import Shapes


@tf_export("keras.__internal__.layers.BaseRandomLayer")
class BaseRandomLayer(Layer):
    """A layer that draws from `self._random_generator`; mirrors `tf.keras.__internal__.layers.BaseRandomLayer`.

    `rng_type`: "stateless", "stateful" or "legacy_stateful" (see `RandomGenerator`); `force_generator` asks for a stateful one.
    """

    __module__ = "keras.src.engine.base_layer"

    def __init__(self, seed: int | None = None, force_generator: bool = False, rng_type: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._random_generator = RandomGenerator(seed, rng_type="stateful" if force_generator else rng_type)

    def build(self, input_shape: Shapes) -> None:
        # A stateful generator makes a variable, which must not happen in a function that is being traced.
        self._random_generator._maybe_init()
        super().build(input_shape)

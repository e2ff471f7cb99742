"""Initializers of `tf.compat.v1.keras.initializers` whose defaults are Keras', not `tf.compat.v1`'s."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.initializers import random_normal, random_uniform, truncated_normal, variance_scaling
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export(v1=["keras.initializers.RandomNormal", "keras.initializers.random_normal", "keras.initializers.normal"])
class RandomNormal(random_normal):
    """Normal numbers of deviation 0.05. Mirrors `tf.compat.v1.keras.initializers.RandomNormal`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "RandomNormal"

    def __init__(self, mean: FloatLike = 0.0, stddev: FloatLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(mean, stddev, seed, dtype)


@tf_export(v1=["keras.initializers.RandomUniform", "keras.initializers.random_uniform", "keras.initializers.uniform"])
class RandomUniform(random_uniform):
    """Uniform numbers between -0.05 and 0.05. Mirrors `tf.compat.v1.keras.initializers.RandomUniform`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "RandomUniform"

    def __init__(
        self, minval: TensorLike = -0.05, maxval: TensorLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(minval, maxval, seed, dtype)


@tf_export(v1=["keras.initializers.TruncatedNormal", "keras.initializers.truncated_normal"])
class TruncatedNormal(truncated_normal):
    """Normal numbers of deviation 0.05, none beyond two deviations. Mirrors `tf.compat.v1.keras.initializers.TruncatedNormal`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "TruncatedNormal"

    def __init__(self, mean: FloatLike = 0.0, stddev: FloatLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(mean, stddev, seed, dtype)


class _OfFan(variance_scaling):
    """Numbers scaled by the number of inputs: the seed is all that is configured."""

    _scale, _distribution = 1.0, "truncated_normal"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(self._scale, "fan_in", self._distribution, seed)

    def get_config(self) -> dict[str, Any]:
        """The seed."""
        return {"seed": self.seed}


@tf_export(v1=["keras.initializers.he_normal"])
class HeNormal(_OfFan):
    """Truncated normal numbers of variance 2 / fan_in. Mirrors `tf.compat.v1.keras.initializers.he_normal`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name, _scale = "he_normal", 2.0


@tf_export(v1=["keras.initializers.he_uniform"])
class HeUniform(_OfFan):
    """Uniform numbers of variance 2 / fan_in. Mirrors `tf.compat.v1.keras.initializers.he_uniform`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name, _scale, _distribution = "he_uniform", 2.0, "uniform"


@tf_export(v1=["keras.initializers.lecun_normal"])
class LecunNormal(_OfFan):
    """Truncated normal numbers of variance 1 / fan_in. Mirrors `tf.compat.v1.keras.initializers.lecun_normal`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "lecun_normal"


@tf_export(v1=["keras.initializers.lecun_uniform"])
class LecunUniform(_OfFan):
    """Uniform numbers of variance 1 / fan_in. Mirrors `tf.compat.v1.keras.initializers.lecun_uniform`."""

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name, _distribution = "lecun_uniform", "uniform"

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
    """Normal random numbers. As a name: "random_normal" or "normal".

    Mirrors `tf.keras.initializers.RandomNormal`, also under `random_normal`. The numbers are those that TensorFlow draws from the same
    seed.

    Arguments:
        mean: their mean; 0.0 by default.
        stddev: their standard deviation; 0.05 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.RandomNormal(stddev=2.0, seed=7)((10000,))
        >>> round(float(tf.math.reduce_std(w)), 1)
        2.0
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "RandomNormal"

    def __init__(self, mean: FloatLike = 0.0, stddev: FloatLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(mean, stddev, seed, dtype)


@tf_export(v1=["keras.initializers.RandomUniform", "keras.initializers.random_uniform", "keras.initializers.uniform"])
class RandomUniform(random_uniform):
    """Uniform random numbers between two bounds. As a name: "random_uniform" or "uniform".

    Mirrors `tf.keras.initializers.RandomUniform`, also under `random_uniform`; embeddings begin with it. The numbers are those that
    TensorFlow draws from the same seed.

    Arguments:
        minval, maxval: the bounds, the upper one excluded; -0.05 and 0.05.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype, of floats or integers; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Example:
        >>> w = tf.keras.initializers.RandomUniform(0.0, 1.0, seed=7)((1000,))
        >>> bool(tf.reduce_all((w >= 0) & (w < 1))), round(float(tf.reduce_mean(w)), 1)
        (True, 0.5)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "RandomUniform"

    def __init__(
        self, minval: TensorLike = -0.05, maxval: TensorLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(minval, maxval, seed, dtype)


@tf_export(v1=["keras.initializers.TruncatedNormal", "keras.initializers.truncated_normal"])
class TruncatedNormal(truncated_normal):
    """Normal random numbers, drawn again where they lie further from the mean than two standard deviations.

    Mirrors `tf.keras.initializers.TruncatedNormal`, also under `truncated_normal`. The standard deviation of what is left is about 0.88
    times `stddev`. The numbers are those that TensorFlow draws from the same seed.

    Arguments:
        mean: their mean; 0.0 by default.
        stddev: the standard deviation before numbers are left out; 0.05 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.TruncatedNormal(stddev=1.0, seed=7)((10000,))
        >>> float(tf.reduce_max(tf.abs(w))) <= 2.0, round(float(tf.math.reduce_std(w)), 2)
        (True, 0.88)
    """

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

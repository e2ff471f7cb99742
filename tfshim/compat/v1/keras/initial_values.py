"""Initializers of `tf.compat.v1.keras.initializers` whose defaults are Keras', not `tf.compat.v1`'s."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.initializers.drawn import random_normal, random_uniform, truncated_normal, variance_scaling
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export(v1=["keras.initializers.RandomNormal", "keras.initializers.random_normal", "keras.initializers.normal"])
class RandomNormal(random_normal):
    """Normal random numbers, of deviation 0.05 unless told otherwise. Mirrors `tf.compat.v1.keras.initializers.RandomNormal`.

    A layer of Keras in TensorFlow 1 names it by a text too, in small letters. Its deviation is that of Keras, where
    `tf.compat.v1.random_normal_initializer` has 1.0. The numbers follow the seed of the graph and its own; calls without a seed give others
    each time. New code takes `tf.keras.initializers.RandomNormal`.

    Arguments:
        mean, stddev: 0.0 and 0.05.
        seed: an integer; None (default): none of its own.
        dtype: of the numbers where a call says none; float32.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.RandomNormal(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, round(float(numbers.std()), 2)
        ((200, 100), 0.05)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "RandomNormal"

    def __init__(self, mean: FloatLike = 0.0, stddev: FloatLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(mean, stddev, seed, dtype)


@tf_export(v1=["keras.initializers.RandomUniform", "keras.initializers.random_uniform", "keras.initializers.uniform"])
class RandomUniform(random_uniform):
    """Uniform random numbers, between -0.05 and 0.05 unless told otherwise. Mirrors `tf.compat.v1.keras.initializers.RandomUniform`.

    A layer of Keras in TensorFlow 1 names it by a text too, in small letters. Its bounds are those of Keras, where
    `tf.compat.v1.random_uniform_initializer` has 0 and 1. The numbers follow the seed of the graph and its own; calls without a seed give
    others each time. New code takes `tf.keras.initializers.RandomUniform`.

    Arguments:
        minval, maxval: the bounds, the upper one excluded; -0.05 and 0.05.
        seed: an integer; None (default): none of its own.
        dtype: of the numbers where a call says none; float32.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.RandomUniform(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, bool(abs(numbers).max() <= 0.05)
        ((200, 100), True)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "RandomUniform"

    def __init__(
        self, minval: TensorLike = -0.05, maxval: TensorLike = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(minval, maxval, seed, dtype)


@tf_export(v1=["keras.initializers.TruncatedNormal", "keras.initializers.truncated_normal"])
class TruncatedNormal(truncated_normal):
    """Normal random numbers, of deviation 0.05 unless told otherwise, none of them beyond two deviations. Mirrors
    `tf.compat.v1.keras.initializers.TruncatedNormal`.

    A layer of Keras in TensorFlow 1 names it by a text too, in small letters. Its deviation is that of Keras, where
    `tf.compat.v1.truncated_normal_initializer` has 1.0. The numbers follow the seed of the graph and its own; calls without a seed give
    others each time. New code takes `tf.keras.initializers.TruncatedNormal`.

    Arguments:
        mean, stddev: 0.0 and 0.05, the latter before the cut.
        seed: an integer; None (default): none of its own.
        dtype: of the numbers where a call says none; float32.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.TruncatedNormal(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, bool(abs(numbers).max() <= 0.1)
        ((200, 100), True)
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
        """The arguments of the constructor, as a dictionary. Mirrors `get_config` of `tf.compat.v1.keras.initializers.he_normal` and its
        kin.

        Scale, mode and distribution are what the class stands for, so that the seed is all that there is to know. `from_config` of the
        class makes the same again, and a layer that was made with the initializer writes it into its own configuration, as {"class_name",
        "config"}. The dtype is not in it: the layer's weights say it.

        Returns:
            A dictionary with the entry "seed", an integer or None.

        Example:
            >>> first = tf.compat.v1.keras.initializers.he_normal(seed=3)
            >>> first.get_config()
            {'seed': 3}
            >>> type(first).from_config(first.get_config()).seed
            3
        """
        return {"seed": self.seed}


@tf_export(v1=["keras.initializers.he_normal"])
class HeNormal(_OfFan):
    """Truncated normal numbers of variance 2 / fan_in (He et al., 2015), for layers with relu. Mirrors
    `tf.compat.v1.keras.initializers.he_normal`.

    fan_in is the number of inputs of a unit: the rows of a matrix, or the window times the channels of a convolution. The numbers follow
    the seed of the graph and its own; calls without a seed give others each time. New code takes `tf.keras.initializers.HeNormal`.

    Arguments:
        seed: an integer; None (default): none of its own.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.he_normal(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, round(float(numbers.var()), 3)
        ((200, 100), 0.01)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name, _scale = "he_normal", 2.0


@tf_export(v1=["keras.initializers.he_uniform"])
class HeUniform(_OfFan):
    """Uniform numbers of variance 2 / fan_in (He et al., 2015), for layers with relu. Mirrors `tf.compat.v1.keras.initializers.he_uniform`.

    fan_in is the number of inputs of a unit: the rows of a matrix, or the window times the channels of a convolution. The bounds are plus
    and minus the root of 6 / fan_in. The numbers follow the seed of the graph and its own; calls without a seed give others each time. New
    code takes `tf.keras.initializers.HeUniform`.

    Arguments:
        seed: an integer; None (default): none of its own.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.he_uniform(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, round(float(numbers.var()), 3)
        ((200, 100), 0.01)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name, _scale, _distribution = "he_uniform", 2.0, "uniform"


@tf_export(v1=["keras.initializers.lecun_normal"])
class LecunNormal(_OfFan):
    """Truncated normal numbers of variance 1 / fan_in (LeCun et al., 1998), for layers with selu. Mirrors
    `tf.compat.v1.keras.initializers.lecun_normal`.

    fan_in is the number of inputs of a unit: the rows of a matrix, or the window times the channels of a convolution. The numbers follow
    the seed of the graph and its own; calls without a seed give others each time. New code takes `tf.keras.initializers.LecunNormal`.

    Arguments:
        seed: an integer; None (default): none of its own.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.lecun_normal(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, round(float(numbers.var()), 3)
        ((200, 100), 0.005)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name = "lecun_normal"


@tf_export(v1=["keras.initializers.lecun_uniform"])
class LecunUniform(_OfFan):
    """Uniform numbers of variance 1 / fan_in (LeCun et al., 1998). Mirrors `tf.compat.v1.keras.initializers.lecun_uniform`.

    fan_in is the number of inputs of a unit: the rows of a matrix, or the window times the channels of a convolution. The bounds are plus
    and minus the root of 3 / fan_in. The numbers follow the seed of the graph and its own; calls without a seed give others each time. New
    code takes `tf.keras.initializers.LecunUniform`.

    Arguments:
        seed: an integer; None (default): none of its own.

    Returns:
        When called on a shape, and a dtype if need be: a tensor of random numbers.

    Raises:
        ValueError: a dtype that is not of floating point.

    Example:
        >>> first = tf.compat.v1.keras.initializers.lecun_uniform(seed=1)
        >>> numbers = first([200, 100]).numpy()
        >>> numbers.shape, round(float(numbers.var()), 3)
        ((200, 100), 0.005)
    """

    __module__ = "keras.src.initializers.initializers_v1"
    _keras_name, _distribution = "lecun_uniform", "uniform"

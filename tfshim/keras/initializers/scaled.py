"""Initializers that draw random numbers whose variance goes by the sizes of the weight: those of Glorot, He and LeCun."""

from __future__ import annotations

import math as python_math
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, SizesLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

from tfshim.keras.initializers.base import Initializer, Seeded, checked


def _fans(shape):
    """How many inputs and outputs a weight of this shape connects."""
    shape = tuple(int(d) for d in shape)
    if len(shape) < 1:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    receptive = python_math.prod(shape[:-2])
    return shape[-2] * receptive, shape[-1] * receptive


# What is left of the deviation of a standard normal distribution cut at two deviations.
_TRUNCATED_DEVIATION = 0.87962566103423978


@tf_export("keras.initializers.VarianceScaling", "keras.initializers.variance_scaling")
class VarianceScaling(Seeded):
    """Random numbers whose variance is `scale` over the number of a weight's inputs, outputs, or their mean.

    Mirrors `tf.keras.initializers.VarianceScaling`, also under `variance_scaling`; those of Glorot, He and LeCun are cases of it. For a
    kernel [..., inputs, outputs] the sizes in front multiply both numbers.

    Arguments:
        scale: positive; 1.0 by default.
        mode: "fan_in" (default): the inputs; "fan_out": the outputs; "fan_avg": their mean.
        distribution: "truncated_normal" (default), "untruncated_normal" or "uniform".
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight.
        dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a `scale` that is not positive, another `mode` or `distribution`, a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.VarianceScaling(scale=2.0, seed=7)((50, 400))
        >>> round(float(tf.math.reduce_variance(w)), 2)
        0.04
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(
        self, scale: FloatLike = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal", seed: int | None = None
    ) -> None:
        if scale <= 0.0:
            raise ValueError(f"`scale` must be positive float. Received: scale={scale}.")
        if mode not in {"fan_in", "fan_out", "fan_avg"}:
            raise ValueError(f"Invalid `mode` argument: {mode}. Please use one of the {{'fan_in', 'fan_out', 'fan_avg'}}.")
        distribution = distribution.lower()
        # The name in earlier versions of Keras.
        if distribution == "normal":
            distribution = "truncated_normal"
        if distribution not in {"uniform", "truncated_normal", "untruncated_normal"}:
            raise ValueError(
                f"Invalid `distribution` argument: {distribution}. Allowed distributions: "
                "{'uniform', 'truncated_normal', 'untruncated_normal'}."
            )
        self.scale, self.mode, self.distribution = scale, mode, distribution
        super().__init__(seed)

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = checked(self, shape, dtype, kwargs, number=True)
        fan_in, fan_out = _fans(shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode]
        # A weight with a size of zero has no fan to divide by.
        scale = self.scale / max(1.0, fan)
        draw, part = self._random_generator, self._part_number(kwargs)
        if self.distribution == "uniform":
            limit = python_math.sqrt(3.0 * scale)
            return draw.random_uniform(shape, -limit, limit, dtype, part)
        if self.distribution == "untruncated_normal":
            return draw.random_normal(shape, 0.0, python_math.sqrt(scale), dtype, part)
        return draw.truncated_normal(shape, 0.0, python_math.sqrt(scale) / _TRUNCATED_DEVIATION, dtype, part)

    def get_config(self) -> dict[str, Any]:
        return {"scale": self.scale, "mode": self.mode, "distribution": self.distribution, "seed": self.seed}


def _scaled(name, scale, mode, distribution, doc):
    def __init__(self, seed=None):
        VarianceScaling.__init__(self, scale, mode, distribution, seed)

    return type(
        name,
        (VarianceScaling,),
        {"__init__": __init__, "__doc__": doc, "__module__": Initializer.__module__, "get_config": lambda self: {"seed": self.seed}},
    )


GlorotUniform = _scaled(
    "GlorotUniform",
    1.0,
    "fan_avg",
    "uniform",
    """Uniform random numbers with the variance 2 / (inputs + outputs) (Glorot and Bengio, 2010). As a name: "glorot_uniform".

    Mirrors `tf.keras.initializers.GlorotUniform`, also under `glorot_uniform`; kernels of most layers begin with it. The bounds are
    `sqrt(6 / (inputs + outputs))` either way. For a convolution both numbers count the places of a window, too.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.GlorotUniform(seed=7)((400, 200))
        >>> bool(tf.reduce_max(tf.abs(w)) <= 0.1), round(float(tf.math.reduce_variance(w)) * 600, 1)
        (True, 2.0)
    """,
)
GlorotNormal = _scaled(
    "GlorotNormal",
    1.0,
    "fan_avg",
    "truncated_normal",
    """Normal random numbers with the variance 2 / (inputs + outputs) (Glorot and Bengio, 2010). As a name: "glorot_normal".

    Mirrors `tf.keras.initializers.GlorotNormal`, also under `glorot_normal`. Numbers beyond two standard deviations are drawn again. For
    a convolution both numbers count the places of a window, too.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.GlorotNormal(seed=7)((400, 200))
        >>> round(float(tf.math.reduce_variance(w)) * 600, 1)
        2.0
    """,
)
LecunUniform = _scaled(
    "LecunUniform",
    1.0,
    "fan_in",
    "uniform",
    """Uniform random numbers with the variance 1 / inputs (LeCun et al., 1998). As a name: "lecun_uniform".

    Mirrors `tf.keras.initializers.LecunUniform`, also under `lecun_uniform`. The bounds are `sqrt(3 / inputs)` either way. For a
    convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.LecunUniform(seed=7)((300, 200))
        >>> bool(tf.reduce_max(tf.abs(w)) <= 0.1), round(float(tf.math.reduce_variance(w)) * 300, 1)
        (True, 1.0)
    """,
)
LecunNormal = _scaled(
    "LecunNormal",
    1.0,
    "fan_in",
    "truncated_normal",
    """Normal random numbers with the variance 1 / inputs (LeCun et al., 1998). As a name: "lecun_normal".

    Mirrors `tf.keras.initializers.LecunNormal`, also under `lecun_normal`; it goes with the activation "selu". Numbers beyond two
    standard deviations are drawn again. For a convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.LecunNormal(seed=7)((300, 200))
        >>> round(float(tf.math.reduce_variance(w)) * 300, 1)
        1.0
    """,
)
HeUniform = _scaled(
    "HeUniform",
    2.0,
    "fan_in",
    "uniform",
    """Uniform random numbers with the variance 2 / inputs (He et al., 2015). As a name: "he_uniform".

    Mirrors `tf.keras.initializers.HeUniform`, also under `he_uniform`; it goes with the activation "relu", which halves the variance.
    The bounds are `sqrt(6 / inputs)` either way. For a convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.HeUniform(seed=7)((600, 100))
        >>> bool(tf.reduce_max(tf.abs(w)) <= 0.1), round(float(tf.math.reduce_variance(w)) * 600, 1)
        (True, 2.0)
    """,
)
HeNormal = _scaled(
    "HeNormal",
    2.0,
    "fan_in",
    "truncated_normal",
    """Normal random numbers with the variance 2 / inputs (He et al., 2015). As a name: "he_normal".

    Mirrors `tf.keras.initializers.HeNormal`, also under `he_normal`; it goes with the activation "relu", which halves the variance.
    Numbers beyond two standard deviations are drawn again. For a convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.HeNormal(seed=7)((600, 100))
        >>> round(float(tf.math.reduce_variance(w)) * 600, 1)
        2.0
    """,
)


tf_export("keras.initializers.GlorotNormal", "keras.initializers.glorot_normal")(GlorotNormal)
tf_export("keras.initializers.GlorotUniform", "keras.initializers.glorot_uniform")(GlorotUniform)
tf_export("keras.initializers.HeNormal", "keras.initializers.he_normal")(HeNormal)
tf_export("keras.initializers.HeUniform", "keras.initializers.he_uniform")(HeUniform)
tf_export("keras.initializers.LecunNormal", "keras.initializers.lecun_normal")(LecunNormal)
tf_export("keras.initializers.LecunUniform", "keras.initializers.lecun_uniform")(LecunUniform)

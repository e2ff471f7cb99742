"""Distributions of positive numbers, and of parts of a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.debugging import assert_less, assert_positive
from tfshim.compat.v1.distributions.base import FULLY_REPARAMETERIZED
from tfshim.compat.v1.distributions.divergence import RegisterKL
from tfshim.compat.v1.distributions.kinds import Elementwise, Vectors, draw_shape
from tfshim.compat.v1.distributions.parameters import after, broadcast_shapes, covariances, floats, parameters_of, positive
from tfshim.compat.v1.distributions.seeds import next_seed

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["distributions.Gamma"])
class Gamma(Elementwise):
    """Gamma distributions of positive numbers. Mirrors `tf.compat.v1.distributions.Gamma`.

    The density is proportional to `x ** (concentration - 1) * exp(-rate * x)`: waiting times until several events, and precisions of normal
    distributions.

    Arguments:
        concentration: the shape, positive floating-point numbers.
        rate: the inverse scale, positive numbers of a shape that broadcasts with that.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        TypeError: the dtypes of the two differ.

    Example:
        >>> gamma = tf.compat.v1.distributions.Gamma(concentration=[1.0, 4.0], rate=2.0)
        >>> gamma.mean().numpy().tolist(), gamma.variance().numpy().tolist()
        ([0.5, 2.0], [0.25, 1.0])
        >>> gamma.prob(1.0).numpy().round(4), gamma.sample(3).shape
        (array([0.2707, 0.3609], dtype=float32), TensorShape([3, 2]))
    """

    __module__ = "tensorflow.python.ops.distributions.gamma"
    _shaped: tuple[str, ...] = ("concentration", "rate")

    def __init__(
        self,
        concentration: TensorLike,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Gamma",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            concentration, rate = floats(concentration, rate)
            self._concentration = positive(concentration, validate_args, "concentration")
            self._rate = positive(rate, validate_args, "rate")
        self._tensors = self._concentration, self._rate
        broadcast_shapes(*self._tensors)
        super().__init__(
            self._concentration.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [*self._tensors], name
        )

    concentration = property(lambda self: self._concentration, doc="The shape.")
    rate = property(lambda self: self._rate, doc="The inverse scale.")

    def _above_zero(self, x):
        return self._checked(x, lambda: [assert_positive(x)])

    def _sample_n(self, n, seed=None):
        return tf.random.gamma([n], self._concentration, self._rate, self.dtype, seed=seed)

    def _log_prob(self, x):
        x = self._above_zero(x)
        whole = tf.math.lgamma(self._concentration) - self._concentration * tf.math.log(self._rate)
        return tf.math.xlogy(self._concentration - 1.0, x) - self._rate * x - whole

    def _cdf(self, x):
        return tf.math.igamma(self._concentration, self._rate * self._above_zero(x))

    def _entropy(self):
        c = self._concentration
        return c - tf.math.log(self._rate) + tf.math.lgamma(c) + (1.0 - c) * tf.math.digamma(c)

    def _mean(self):
        return self._concentration / self._rate

    def _variance(self):
        return self._concentration / tf.square(self._rate)

    def _stddev(self):
        return tf.sqrt(self._concentration) / self._rate

    def _mode(self):
        return self._where_defined(
            self._concentration > 1.0,
            (self._concentration - 1.0) / self._rate,
            lambda: assert_less(tf.ones([], self.dtype), self._concentration, message="mode not defined when any concentration <= 1"),
        )


@tf_export(v1=["distributions.Exponential"])
class Exponential(Gamma):
    """Exponential distributions of positive numbers. Mirrors `tf.compat.v1.distributions.Exponential`.

    The density is `rate * exp(-rate * x)`: the time until the next of events that come at any time with the same probability. It is a Gamma
    distribution with the concentration 1.

    Arguments:
        rate: how many events come in a unit of time, positive floating-point numbers.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Example:
        >>> waiting = tf.compat.v1.distributions.Exponential(rate=[1.0, 4.0])
        >>> waiting.mean().numpy().tolist(), waiting.prob(0.0).numpy().tolist()
        ([1.0, 0.25], [1.0, 4.0])
        >>> waiting.survival_function(1.0).numpy().round(4), waiting.sample(3).shape
        (array([0.3679, 0.0183], dtype=float32), TensorShape([3, 2]))
    """

    __module__ = "tensorflow.python.ops.distributions.exponential"
    _shaped = ("rate",)

    def __init__(self, rate: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Exponential") -> None:
        parameters = parameters_of(locals())
        rate = tf.convert_to_tensor(rate, name="rate")
        super().__init__(tf.ones_like(rate), rate, validate_args, allow_nan_stats, name)
        self._parameters = parameters

    def _log_survival_function(self, x):
        return self._log_prob(x) - tf.math.log(self._rate)  # that of a gamma function would be of what is left of 1

    def _sample_n(self, n, seed=None):
        # The smallest positive number instead of zero, whose logarithm is not finite.
        least = np.finfo(self.dtype.as_numpy_dtype).tiny
        return -tf.math.log(tf.random.uniform(draw_shape(n, self), least, 1.0, self.dtype, seed=seed)) / self._rate


@tf_export(v1=["distributions.Beta"])
class Beta(Elementwise):
    """Beta distributions of numbers between 0 and 1. Mirrors `tf.compat.v1.distributions.Beta`.

    The density is proportional to `x ** (concentration1 - 1) * (1 - x) ** (concentration0 - 1)`. It is what is known of a probability after
    so many successes and failures.

    Arguments:
        concentration1: positive numbers, one more than the successes; None (the default) for 1.
        concentration0: positive numbers, one more than the failures; None (the default) for 1.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        TypeError: the dtypes of the two differ.

    Example:
        >>> beta = tf.compat.v1.distributions.Beta(concentration1=3.0, concentration0=[1.0, 2.0])
        >>> beta.mean().numpy().round(2), beta.prob(0.5).numpy().tolist()
        (array([0.75, 0.6 ], dtype=float32), [0.75, 1.5])
        >>> beta.sample(4).shape, beta.total_concentration.numpy().tolist()
        (TensorShape([4, 2]), [4.0, 5.0])
    """

    __module__ = "tensorflow.python.ops.distributions.beta"
    _shaped = ("concentration1", "concentration0")

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Beta",
    ) -> None:
        parameters = parameters_of(locals())
        one = lambda x: 1.0 if x is None else x  # noqa: E731
        with tf.compat.v1.name_scope(name) as name:
            first, second = floats(one(concentration1), one(concentration0))
            self._concentration1 = positive(first, validate_args, "concentration1")
            self._concentration0 = positive(second, validate_args, "concentration0")
            self._total = self._concentration1 + self._concentration0
        self._tensors = self._concentration1, self._concentration0
        super().__init__(self._total.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [*self._tensors], name)

    concentration1 = property(lambda self: self._concentration1, doc="The exponent of x, plus 1.")
    concentration0 = property(lambda self: self._concentration0, doc="The exponent of 1 - x, plus 1.")
    total_concentration = property(lambda self: self._total, doc="Their sum.")

    def _inside(self, x):
        return self._checked(
            x,
            lambda: [
                assert_positive(x, message="sample must be positive"),
                assert_less(x, tf.ones([], self.dtype), message="sample must be less than `1`."),
            ],
        )

    def _whole(self):
        return tf.math.lgamma(self._concentration1) + tf.math.lgamma(self._concentration0) - tf.math.lgamma(self._total)

    def _sample_n(self, n, seed=None):
        first = tf.random.gamma([n], tf.ones_like(self._total) * self._concentration1, dtype=self.dtype, seed=seed)
        second = tf.random.gamma([n], tf.ones_like(self._total) * self._concentration0, dtype=self.dtype, seed=next_seed(seed, "beta"))
        return first / (first + second)

    def _log_prob(self, x):
        x = self._inside(x)
        return tf.math.xlogy(self._concentration1 - 1.0, x) + (self._concentration0 - 1.0) * tf.math.log1p(-x) - self._whole()

    def _cdf(self, x):
        return tf.math.betainc(self._concentration1, self._concentration0, self._inside(x))

    def _entropy(self):
        first = (self._concentration1 - 1.0) * tf.math.digamma(self._concentration1)
        second = (self._concentration0 - 1.0) * tf.math.digamma(self._concentration0)
        return self._whole() - first - second + (self._total - 2.0) * tf.math.digamma(self._total)

    def _mean(self):
        return self._concentration1 / self._total

    def _variance(self):
        return self._mean() * (1.0 - self._mean()) / (1.0 + self._total)

    def _mode(self):
        first, second = self._concentration1, self._concentration0

        def check():
            one = tf.ones([], self.dtype)
            checks = [
                assert_less(one, first, message="Mode undefined for concentration1 <= 1."),
                assert_less(one, second, message="Mode undefined for concentration0 <= 1."),
            ]
            return tf.group(*checks) if all(c is not None for c in checks) else None

        return self._where_defined((first > 1.0) & (second > 1.0), (first - 1.0) / (self._total - 2.0), check)


@tf_export(v1=["distributions.Dirichlet"])
class Dirichlet(Vectors):
    """Distributions of the parts of a whole. Mirrors `tf.compat.v1.distributions.Dirichlet`.

    A sample is a vector of positive numbers that add up to 1, such as the probabilities of classes. Large concentrations keep it near their
    proportions.

    Arguments:
        concentration: positive floating-point numbers of shape [..., classes].
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        InvalidArgumentError: with `validate_args`, there are less than two classes, or a number is not positive.

    Example:
        >>> parts = tf.compat.v1.distributions.Dirichlet([1.0, 1.0, 2.0])
        >>> parts.mean().numpy().tolist(), float(parts.prob([0.25, 0.25, 0.5]))
        ([0.25, 0.25, 0.5], 3.0)
        >>> round(float(tf.reduce_sum(parts.sample())), 4)
        1.0
    """

    __module__ = "tensorflow.python.ops.distributions.dirichlet"

    def __init__(
        self, concentration: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Dirichlet"
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            self._vectors = self._concentration = several(tf.convert_to_tensor(concentration, name="concentration"), validate_args)
            self._total = tf.reduce_sum(self._concentration, -1)
        super().__init__(
            self._concentration.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._concentration, self._total],
            name,
        )

    concentration = property(lambda self: self._concentration, doc="The weights, one for each part.")
    total_concentration = property(lambda self: self._total, doc="Their sum.")

    def _parts(self, x):
        return self._checked(
            x,
            lambda: [
                assert_positive(x, message="samples must be positive"),
                tf.compat.v1.debugging.assert_near(
                    tf.ones([], self.dtype), tf.reduce_sum(x, -1), message="sample last-dimension must sum to `1`"
                ),
            ],
        )

    def _sample_n(self, n, seed=None):
        drawn = tf.random.gamma([n], self._concentration, dtype=self.dtype, seed=seed)
        return drawn / tf.reduce_sum(drawn, -1, keepdims=True)

    def _log_prob(self, x):
        return tf.reduce_sum(tf.math.xlogy(self._concentration - 1.0, self._parts(x)), -1) - tf.math.lbeta(self._concentration)

    def _entropy(self):
        count = tf.cast(self.event_shape_tensor()[0], self.dtype)
        parts = tf.reduce_sum((self._concentration - 1.0) * tf.math.digamma(self._concentration), -1)
        return tf.math.lbeta(self._concentration) + (self._total - count) * tf.math.digamma(self._total) - parts

    def _mean(self):
        return self._concentration / self._total[..., tf.newaxis]

    def _scaled_mean(self):
        return tf.math.rsqrt(1.0 + self._total[..., tf.newaxis]) * self._mean()

    def _covariance(self):
        x = self._scaled_mean()
        return covariances(x, x, self._variance())

    def _variance(self):
        x = self._scaled_mean()
        return x * (tf.math.rsqrt(1.0 + self._total[..., tf.newaxis]) - x)

    def _mode(self):
        count = tf.cast(self.event_shape_tensor()[0], self.dtype)
        return self._where_defined(
            tf.reduce_all(self._concentration > 1.0, -1),
            (self._concentration - 1.0) / (self._total[..., tf.newaxis] - count),
            lambda: assert_less(tf.ones([], self.dtype), self._concentration, message="Mode undefined when any concentration <= 1"),
        )


def several(concentration: Tensor, validate: bool) -> Tensor:
    """The weights of several parts, with `validate` checked."""
    if not validate:
        return concentration
    checks = [
        assert_positive(concentration, message="Concentration parameter must be positive."),
        tf.compat.v1.debugging.assert_rank_at_least(concentration, 1, message="Concentration parameter must have >=1 dimensions."),
        assert_less(1, tf.shape(concentration)[-1], message="Concentration parameter must have event_size >= 2."),
    ]
    return after(checks, concentration)


# ---------------------------------------------------------------------- divergences
@RegisterKL(Gamma, Gamma)
def _gammas(a, b, name=None):
    with tf.name_scope(name or "kl_gamma_gamma"):
        shapes = (a.concentration - b.concentration) * tf.math.digamma(a.concentration)
        rates = b.concentration * tf.math.log(a.rate) - b.concentration * tf.math.log(b.rate)
        logs = tf.math.lgamma(b.concentration) - tf.math.lgamma(a.concentration)
        return shapes + logs + rates + a.concentration * (b.rate / a.rate - 1.0)


@RegisterKL(Beta, Beta)
def _betas(a, b, name=None):
    def part(of):
        first, second = getattr(a, of), getattr(b, of)
        return tf.math.lgamma(second) - tf.math.lgamma(first) + (first - second) * tf.math.digamma(first)

    with tf.name_scope(name or "kl_beta_beta"):
        return part("concentration1") + part("concentration0") - part("total_concentration")


@RegisterKL(Dirichlet, Dirichlet)
def _dirichlets(a, b, name=None):
    with tf.name_scope(name or "kl_dirichlet_dirichlet"):
        digammas = tf.math.digamma(a.concentration) - tf.math.digamma(a.total_concentration)[..., tf.newaxis]
        weighted = tf.reduce_sum((a.concentration - b.concentration) * digammas, -1)
        return weighted - tf.math.lbeta(a.concentration) + tf.math.lbeta(b.concentration)

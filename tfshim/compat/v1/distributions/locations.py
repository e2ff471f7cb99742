"""Distributions of real numbers that have a place and a width."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.debugging import assert_less
from tfshim.compat.v1.distributions.base import FULLY_REPARAMETERIZED
from tfshim.compat.v1.distributions.divergence import RegisterKL
from tfshim.compat.v1.distributions.kinds import Elementwise, draw_shape
from tfshim.compat.v1.distributions.parameters import broadcast_shapes, floats, parameters_of, positive
from tfshim.compat.v1.distributions.seeds import next_seed
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

_HALF_LOG_TWO_PI = 0.5 * math.log(2.0 * math.pi)


def _normal_probability(z):
    """The probability of at most `z`, exact in both tails."""
    w = z * math.sqrt(0.5)
    tail = 0.5 * tf.math.erfc(abs(w))
    return tf.where(abs(w) < 0.5 * math.sqrt(2.0), 0.5 + 0.5 * tf.math.erf(w), tf.where(w > 0.0, 1.0 - tail, tail))


def _log_normal_probability(z):
    """The logarithm of the same: of small numbers by their asymptotic series."""
    low, high = (-20.0, 8.0) if z.dtype == dtypes.float64 else (-10.0, 5.0)
    # Both branches of `where` have gradients, so that neither may be computed where it is not finite.
    far, near = tf.minimum(z, low), tf.maximum(z, low)
    square = far * far
    series = 1.0 - 1.0 / square + 3.0 / square**2 - 15.0 / square**3
    in_tail = -0.5 * square - tf.math.log(-far) - _HALF_LOG_TWO_PI + tf.math.log(series)
    return tf.where(z > high, -_normal_probability(-z), tf.where(z > low, tf.math.log(_normal_probability(near)), in_tail))


class _Located(Elementwise):
    """What has `loc` and `scale`."""

    _loc: Tensor
    _scale: Tensor
    loc = property(lambda self: self._loc, doc="The place.")
    scale = property(lambda self: self._scale, doc="The width.")
    _shaped: tuple[str, ...] = ("loc", "scale")

    def _z(self, x):
        return (x - self._loc) / self._scale

    def _mean(self):
        return self._loc * tf.ones_like(self._scale)

    def _mode(self):
        return self._mean()


@tf_export(v1=["distributions.Normal"])
class Normal(_Located):
    """Normal distributions. Mirrors `tf.compat.v1.distributions.Normal`.

    The density is a bell around the mean. Gradients go through samples to both arguments, so that variational autoencoders are trained with
    it.

    Arguments:
        loc: the means, floating-point numbers.
        scale: the standard deviations, positive numbers of a shape that broadcasts with that of `loc`.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        TypeError: the dtypes of the two differ.

    Example:
        >>> normal = tf.compat.v1.distributions.Normal(loc=[0.0, 10.0], scale=2.0)
        >>> normal.mean().numpy().tolist(), normal.variance().numpy().tolist()
        ([0.0, 10.0], [4.0, 4.0])
        >>> normal.cdf(10.0).numpy().round(4), normal.sample(3).shape
        (array([1. , 0.5], dtype=float32), TensorShape([3, 2]))
    """

    __module__ = "tensorflow.python.ops.distributions.normal"

    def __init__(
        self, loc: TensorLike, scale: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Normal"
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            loc, scale = floats(loc, scale)
            self._loc, self._scale = tf.identity(loc, "loc"), positive(scale, validate_args, "scale")
        self._tensors = self._loc, self._scale
        broadcast_shapes(*self._tensors)
        super().__init__(
            self._scale.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [self._loc, self._scale], name
        )

    def _sample_n(self, n, seed=None):
        return tf.random.normal(draw_shape(n, self), 0.0, 1.0, self._loc.dtype, seed=seed) * self._scale + self._loc

    def _log_prob(self, x):
        return -0.5 * tf.square(self._z(x)) - (_HALF_LOG_TWO_PI + tf.math.log(self._scale))

    def _cdf(self, x):
        return _normal_probability(self._z(x))

    def _log_cdf(self, x):
        return _log_normal_probability(self._z(x))

    def _survival_function(self, x):
        return _normal_probability(-self._z(x))

    def _log_survival_function(self, x):
        return _log_normal_probability(-self._z(x))

    def _quantile(self, p):
        return tf.math.ndtri(p) * self._scale + self._loc

    def _entropy(self):
        return 0.5 + _HALF_LOG_TWO_PI + tf.math.log(self._scale * tf.ones_like(self._loc))

    def _stddev(self):
        return self._scale * tf.ones_like(self._loc)


@tf_export(v1=["distributions.Laplace"])
class Laplace(_Located):
    """Laplace's distributions. Mirrors `tf.compat.v1.distributions.Laplace`.

    The density is `exp(-abs(x - loc) / scale) / (2 * scale)`: sharper in the middle than a normal one, and with more far from it. Its
    likelihood leads to the absolute error.

    Arguments:
        loc: the means, floating-point numbers.
        scale: how wide they are, positive numbers of a shape that broadcasts with that of `loc`.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        TypeError: the dtypes of the two differ.

    Example:
        >>> laplace = tf.compat.v1.distributions.Laplace(loc=0.0, scale=[1.0, 2.0])
        >>> laplace.prob(0.0).numpy().tolist(), laplace.variance().numpy().round(4)
        ([0.5, 0.25], array([2., 8.], dtype=float32))
        >>> laplace.cdf(0.0).numpy().tolist()
        [0.5, 0.5]
    """

    __module__ = "tensorflow.python.ops.distributions.laplace"

    def __init__(
        self, loc: TensorLike, scale: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Laplace"
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            loc, scale = floats(loc, scale)
            self._loc, self._scale = tf.identity(loc, "loc"), positive(scale, validate_args, "scale")
        self._tensors = self._loc, self._scale
        broadcast_shapes(*self._tensors)
        super().__init__(self._loc.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [self._loc, self._scale], name)

    def _sample_n(self, n, seed=None):
        kind = self.dtype.as_numpy_dtype
        # From -1, which the logarithm does not take, to 1, which is never drawn.
        drawn = tf.random.uniform(draw_shape(n, self), np.nextafter(kind(-1.0), kind(0.0)), 1.0, self.dtype, seed=seed)
        return self._loc - self._scale * tf.sign(drawn) * tf.math.log1p(-abs(drawn))

    def _log_prob(self, x):
        return -abs(self._z(x)) - (math.log(2.0) + tf.math.log(self._scale))

    def _prob(self, x):
        return 0.5 * tf.exp(-abs(self._z(x))) / self._scale

    def _cdf(self, x):
        z = self._z(x)
        return 0.5 - 0.5 * tf.sign(z) * (tf.exp(-abs(z)) - 1.0)

    def _log_cdf(self, x):
        z = self._z(x)
        return tf.where(z < 0.0, -math.log(2.0) + z, tf.math.log1p(-0.5 * tf.exp(-abs(z))))

    def _log_survival_function(self, x):
        z = self._z(x)
        return tf.where(z > 0.0, -math.log(2.0) - z, tf.math.log1p(-0.5 * tf.exp(-abs(z))))

    def _entropy(self):
        return math.log(2.0) + 1.0 + tf.math.log(self._scale + tf.zeros_like(self._loc))

    def _stddev(self):
        return math.sqrt(2.0) * self._scale * tf.ones_like(self._loc)


@tf_export(v1=["distributions.StudentT"])
class StudentT(_Located):
    """Student's t-distributions. Mirrors `tf.compat.v1.distributions.StudentT`.

    They look like normal ones with more far from the middle, the more so the fewer degrees of freedom there are. The mean exists for more
    than one, the variance for more than two.

    Arguments:
        df: the degrees of freedom, positive numbers.
        loc: the middles, numbers of the same dtype.
        scale: how wide they are, positive numbers; not the standard deviations.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        TypeError: the dtypes differ.

    Example:
        >>> student = tf.compat.v1.distributions.StudentT(df=[1.0, 4.0], loc=0.0, scale=1.0)
        >>> student.mean().numpy(), student.variance().numpy()
        (array([nan,  0.], dtype=float32), array([nan,  2.], dtype=float32))
        >>> student.cdf(0.0).numpy().tolist()
        [0.5, 0.5]
    """

    __module__ = "tensorflow.python.ops.distributions.student_t"
    _shaped = ("df", "loc", "scale")

    def __init__(
        self,
        df: TensorLike,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "StudentT",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            df, loc, scale = floats(df, loc, scale)
            self._df, self._loc = positive(df, validate_args, "df"), tf.identity(loc, name="loc")
            self._scale = tf.identity(scale, name="scale")
        self._tensors = self._df, self._loc, self._scale
        broadcast_shapes(*self._tensors)
        super().__init__(self._scale.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [*self._tensors], name)

    df = property(lambda self: self._df, doc="The degrees of freedom.")

    def _sample_n(self, n, seed=None):
        # A normal number over the root of a number of the chi-squared distribution over its degrees of freedom.
        drawn = tf.random.normal(draw_shape(n, self), 0.0, 1.0, self.dtype, seed=seed)
        df = self._df * tf.ones(self.batch_shape_tensor(), self.dtype)
        gamma = tf.random.gamma([n], 0.5 * df, 0.5, self.dtype, seed=next_seed(seed, "student_t"))
        return drawn * tf.math.rsqrt(gamma / df) * self._scale + self._loc

    def _log_prob(self, x):
        half = 0.5 * (self._df + 1.0)
        whole = tf.math.log(abs(self._scale)) + 0.5 * tf.math.log(self._df) + 0.5 * math.log(math.pi)
        return -half * tf.math.log1p(self._z(x) ** 2.0 / self._df) - (whole + tf.math.lgamma(0.5 * self._df) - tf.math.lgamma(half))

    def _cdf(self, x):
        y = (x - self._loc) / abs(self._scale)
        tail = 0.5 * tf.math.betainc(0.5 * self._df, 0.5, self._df / (y**2.0 + self._df))
        return tf.where(y < 0.0, tail, 1.0 - tail)

    def _entropy(self):
        df = self._df * tf.ones(self.batch_shape_tensor(), self.dtype)
        half = 0.5 * (df + 1.0)
        beta = math.lgamma(0.5) + tf.math.lgamma(0.5 * df) - tf.math.lgamma(half)
        digammas = tf.math.digamma(half) - tf.math.digamma(0.5 * df)
        return tf.math.log(abs(self._scale)) + 0.5 * tf.math.log(df) + beta + half * digammas

    def _mean(self):
        mean = self._loc * tf.ones(self.batch_shape_tensor(), self.dtype)
        return self._where_defined(
            self._df > tf.ones(self.batch_shape_tensor(), self.dtype),
            mean,
            lambda: assert_less(tf.ones([], self.dtype), self._df, message="mean not defined for components of df <= 1"),
        )

    def _variance(self):
        ones = tf.ones(self.batch_shape_tensor(), self.dtype)
        # The difference is replaced where it is not positive, so that no gradient is of a quotient by zero.
        above = tf.where(self._df > 2.0, self._df - 2.0, tf.ones_like(self._df))
        finite = ones * tf.square(self._scale) * self._df / above
        variance = tf.where(self._df > 2.0 * ones, finite, tf.constant(np.inf, self.dtype))
        return self._where_defined(
            self._df > ones,
            variance,
            lambda: assert_less(tf.ones([], self.dtype), self._df, message="variance not defined for components of df <= 1"),
        )

    def _mode(self):
        return tf.identity(self._loc)


@tf_export(v1=["distributions.Uniform"])
class Uniform(Elementwise):
    """Distributions of numbers that are all equally probable. Mirrors `tf.compat.v1.distributions.Uniform`.

    The density is one over the width between the bounds, and zero outside.

    Arguments:
        low: the lower bounds, floating-point numbers, 0.0 by default.
        high: the upper bounds, which themselves are not drawn, 1.0 by default; of a shape that broadcasts with that of `low`.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        TypeError: the dtypes of the two differ.
        InvalidArgumentError: with `validate_args`, a bound is not below the other.

    Example:
        >>> uniform = tf.compat.v1.distributions.Uniform(low=[0.0, 2.0], high=4.0)
        >>> uniform.prob(1.0).numpy().tolist(), uniform.mean().numpy().tolist()
        ([0.25, 0.0], [2.0, 3.0])
        >>> uniform.sample(5).shape
        TensorShape([5, 2])
    """

    __module__ = "tensorflow.python.ops.distributions.uniform"
    _shaped = ("low", "high")

    def __init__(
        self,
        low: TensorLike = 0.0,
        high: TensorLike = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            low, high = tf.convert_to_tensor(low, name="low"), tf.convert_to_tensor(high, name="high")
            checks = [assert_less(low, high, message="uniform not defined when low >= high.")] if validate_args else []
            with tf.control_dependencies([c for c in checks if c is not None]):
                self._low, self._high = tf.identity(low, name="low"), tf.identity(high, name="high")
            tf.debugging.assert_same_float_dtype([self._low, self._high])
        self._tensors = self._low, self._high
        super().__init__(self._low.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [*self._tensors], name)

    low = property(lambda self: self._low, doc="The lower end.")
    high = property(lambda self: self._high, doc="The upper end.")

    def range(self, name: str = "range") -> Tensor:
        """How wide each distribution is. Mirrors `tf.compat.v1.distributions.Uniform.range`.

        It is `high - low`, of the shape to which these broadcast. One over it is the density between the bounds, and its square over twelve
        the variance.

        The bounds themselves are the properties `low` and `high`, as they were given to the constructor.

        Arguments:
            name: the name scope of the operations, "range" by default.

        Returns:
            A tensor of shape `batch_shape`, of the dtype of the bounds.

        Example:
            >>> uniform = tf.compat.v1.distributions.Uniform(low=[0.0, 2.0], high=4.0)
            >>> uniform.range().numpy().tolist()
            [4.0, 2.0]
            >>> (1.0 / uniform.range()).numpy().tolist(), uniform.prob(3.0).numpy().tolist()
            ([0.25, 0.5], [0.25, 0.5])
        """
        with self._scope(name):
            return self._high - self._low

    def _sample_n(self, n, seed=None):
        return self._low + self.range() * tf.random.uniform(draw_shape(n, self), dtype=self.dtype, seed=seed)

    def _prob(self, x):
        wide = x * tf.ones(self.batch_shape_tensor(), x.dtype)
        inside = tf.ones_like(wide) / self.range()
        density = tf.where((wide < self._low) | (wide >= self._high), tf.zeros_like(wide), inside)
        return tf.where(tf.math.is_nan(wide), wide, density)

    def _cdf(self, x):
        shape = tf.broadcast_dynamic_shape(tf.shape(x), self.batch_shape_tensor())
        zeros, ones = tf.zeros(shape, self.dtype), tf.ones(shape, self.dtype)
        wide = x * ones
        return tf.where(wide >= self._high, ones, tf.where(wide < self._low, zeros, (wide - self._low) / self.range()))

    def _entropy(self):
        return tf.math.log(self.range())

    def _mean(self):
        return (self._low + self._high) / 2.0

    def _variance(self):
        return tf.square(self.range()) / 12.0

    def _stddev(self):
        return self.range() / math.sqrt(12.0)


# ---------------------------------------------------------------------- divergences
@RegisterKL(Normal, Normal)
def _normals(a, b, name=None):
    with tf.name_scope(name or "kl_normal_normal"):
        ratio = tf.square(a.scale / b.scale)
        return tf.square(a.loc - b.loc) / (2.0 * tf.square(b.scale)) + 0.5 * (ratio - 1.0 - tf.math.log(ratio))

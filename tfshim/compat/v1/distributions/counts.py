"""Distributions of outcomes and of how often they happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.debugging import assert_less_equal, assert_non_negative
from tfshim.compat.v1.distributions.base import NOT_REPARAMETERIZED, Distribution
from tfshim.compat.v1.distributions.divergence import RegisterKL
from tfshim.compat.v1.distributions.kinds import Elementwise, Numbers, Vectors, draw_shape
from tfshim.compat.v1.distributions.parameters import after, covariances, non_negative_integers, parameters_of
from tfshim.compat.v1.distributions.positives import several
from tfshim.compat.v1.distributions.seeds import next_seed
from tfshim.compat.v1.random import multinomial
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _logits_and_probs(logits, probs, vectors, validate, name):
    """Both of `logits` and `probs`, of which one is given; of `vectors`, which add up to 1, or of single outcomes."""
    if (logits is None) == (probs is None):
        raise ValueError("Must pass probs or logits, but not both.")
    if probs is None:
        logits = tf.convert_to_tensor(logits, name="logits")
        if not logits.dtype.is_floating:
            raise TypeError("logits must having floating type.")
        return logits, tf.nn.softmax(logits, name="probs") if vectors else tf.sigmoid(logits, name="probs")
    probs = tf.convert_to_tensor(probs, name="probs")
    if not probs.dtype.is_floating:
        raise TypeError("probs must having floating type.")
    if validate:
        one = tf.constant(1.0, probs.dtype)
        checks = [assert_non_negative(probs)]
        if vectors:
            checks.append(tf.compat.v1.debugging.assert_near(tf.reduce_sum(probs, -1), one, message="probs does not sum to 1."))
        else:
            checks.append(assert_less_equal(probs, one, message="probs has components greater than 1."))
        probs = after(checks, probs)
    return tf.math.log(probs) if vectors else tf.math.log(probs) - tf.math.log1p(-probs), probs


class _OfLogits(Distribution):
    """What has `logits` and `probs`."""

    _logits: Tensor
    _probs: Tensor
    logits = property(lambda self: self._logits, doc="The logarithms of the odds, or of weights of the outcomes.")
    probs = property(lambda self: self._probs, doc="The probabilities.")


@tf_export(v1=["distributions.Bernoulli"])
class Bernoulli(_OfLogits, Elementwise):
    """Distributions of 0 and 1. Mirrors `tf.compat.v1.distributions.Bernoulli`.

    A sample is 1 with the probability `probs`, and 0 otherwise. Networks give logits as a rule, the logarithms of the odds.

    Arguments:
        logits: floating-point numbers, one for each distribution; None where `probs` is given.
        probs: probabilities; None where `logits` is given.
        dtype: the dtype of samples, int32 by default.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        ValueError: both or neither of `logits` and `probs` are given.

    Example:
        >>> coins = tf.compat.v1.distributions.Bernoulli(probs=[0.5, 0.9])
        >>> coins.mean().numpy().round(2), coins.prob(1).numpy().round(2), coins.mode().numpy()
        (array([0.5, 0.9], dtype=float32), array([0.5, 0.9], dtype=float32), array([0, 1], dtype=int32))
        >>> coins.sample(3).shape
        TensorShape([3, 2])
    """

    __module__ = "tensorflow.python.ops.distributions.bernoulli"
    _shaped = ("logits",)

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            self._logits, self._probs = _logits_and_probs(logits, probs, False, validate_args, name)
        self._tensors = (self._logits,)
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [self._logits, self._probs], name)

    def _sample_n(self, n, seed=None):
        drawn = tf.random.uniform(draw_shape(n, self), seed=seed, dtype=self._probs.dtype)
        return tf.cast(drawn < self._probs, self.dtype)

    def _value_type(self):
        return {"dtype_hint": self._logits.dtype}

    def _log_prob(self, event):
        event = self._checked(
            event,
            lambda: [
                *non_negative_integers(tf.cast(event, self._logits.dtype)),
                assert_less_equal(event, tf.ones([], event.dtype), message="Elements cannot exceed 1."),
            ],
        )
        event = tf.cast(event, self._logits.dtype)
        shape = tf.broadcast_dynamic_shape(tf.shape(event), tf.shape(self._logits))
        return -tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.broadcast_to(event, shape), logits=tf.broadcast_to(self._logits, shape))

    def _entropy(self):
        return -self._logits * (tf.sigmoid(self._logits) - 1.0) + tf.nn.softplus(-self._logits)

    def _mean(self):
        return tf.identity(self._probs)

    def _variance(self):
        return self._mean() * (1.0 - self._probs)

    def _mode(self):
        return tf.cast(self._probs > 0.5, self.dtype)


@tf_export(v1=["distributions.Categorical"])
class Categorical(_OfLogits, Numbers):
    """Distributions of the number of one of several classes. Mirrors `tf.compat.v1.distributions.Categorical`.

    The classes are along the last axis of the arguments; a sample is the number of one of them, from 0 on.

    Arguments:
        logits: floating-point numbers of shape [..., classes], logarithms of probabilities up to a constant; None where `probs` is given.
        probs: probabilities of that shape; None where `logits` is given.
        dtype: the dtype of samples, int32 by default.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        ValueError: both or neither of `logits` and `probs` are given.

    Example:
        >>> dice = tf.compat.v1.distributions.Categorical(probs=[0.1, 0.2, 0.7])
        >>> round(float(dice.prob(2)), 4), int(dice.mode()), round(float(dice.entropy()), 4)
        (0.7, 2, 0.8018)
        >>> dice.sample([5]).shape
        TensorShape([5])
    """

    __module__ = "tensorflow.python.ops.distributions.categorical"

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            self._logits, self._probs = _logits_and_probs(logits, probs, True, validate_args, name)
            self._event_size = tf.identity(_last_size(self._logits), name="event_size")
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [self._logits, self._probs], name)

    event_size = property(lambda self: self._event_size, doc="The number of classes.")

    def _batch_shape(self):
        return self._logits.shape[:-1]

    def _batch_shape_tensor(self):
        return tf.shape(self._logits)[:-1]

    def _value_type(self):
        return {"dtype_hint": dtypes.int32}

    def _sample_n(self, n, seed=None):
        rows = tf.reshape(self._logits, [-1, self._event_size])
        drawn = multinomial(rows, n, seed=seed, output_dtype=dtypes.int64 if self.dtype == dtypes.int64 else dtypes.int32)
        return tf.cast(tf.reshape(tf.transpose(drawn), draw_shape(n, self)), self.dtype)

    def _wide(self, k, weights):
        """`k` and `weights` (logits or probabilities) for each pair of a value and a distribution."""
        k = self._checked(k, lambda: non_negative_integers(tf.cast(k, self._logits.dtype)))
        shape = tf.broadcast_dynamic_shape(tf.shape(k), tf.shape(weights)[:-1])
        return tf.broadcast_to(k, shape), tf.broadcast_to(weights, tf.concat([shape, tf.shape(weights)[-1:]], 0))

    def _log_prob(self, k):
        k, logits = self._wide(k, self._logits)
        k = k if k.dtype.is_integer else tf.cast(k, dtypes.int32)
        return -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=k, logits=logits)

    def _cdf(self, k):
        k, probs = self._wide(k, self._probs)
        # As in TensorFlow, the probability of the classes before `k`.
        before = tf.range(self._event_size) < tf.cast(k, dtypes.int32)[..., tf.newaxis]
        return tf.reduce_sum(tf.where(before, probs, tf.zeros_like(probs)), -1)

    def _entropy(self):
        logs = tf.nn.log_softmax(self._logits)
        return -tf.reduce_sum(tf.exp(logs) * logs, -1)

    def _mode(self):
        return tf.cast(tf.argmax(self._logits, -1), self.dtype)


def _last_size(x):
    """The last size, a number where it is known."""
    size = x.shape[-1]
    return tf.shape(x)[-1] if size is None else tf.constant(size, dtypes.int32)


def _log_ways(total, counts):
    """The logarithm of the number of ways to draw `counts` out of `total`."""
    return tf.math.lgamma(total + 1.0) - tf.reduce_sum(tf.math.lgamma(counts + 1.0), -1)


class _Counts(Vectors):
    """How often each of several classes is drawn in `total_count` draws."""

    _summed = "counts"
    _total_count: Tensor
    total_count = property(lambda self: self._total_count, doc="The number of draws.")

    def _take_total(self, total_count, validate, dtype=None):
        total = tf.convert_to_tensor(total_count, name="total_count", **({} if dtype is None else {"dtype": dtype}))
        self._total_count = after(non_negative_integers(total), total) if validate else total

    def _valid(self, counts):
        return self._checked(
            counts,
            lambda: [
                *non_negative_integers(counts),
                tf.compat.v1.assert_equal(
                    self._total_count, tf.reduce_sum(counts, -1), message=f"{self._summed} must sum to `self.total_count`"
                ),
            ],
        )


@tf_export(v1=["distributions.Multinomial"])
class Multinomial(_Counts, _OfLogits):
    """Distributions of how often each class is drawn in a number of draws. Mirrors `tf.compat.v1.distributions.Multinomial`.

    A sample is a vector of counts that add up to that number.

    Arguments:
        total_count: the number of draws, a floating-point number for each distribution.
        logits: floating-point numbers of shape [..., classes], logarithms of probabilities up to a constant; None where `probs` is given.
        probs: probabilities of that shape; None where `logits` is given.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Raises:
        ValueError: both or neither of `logits` and `probs` are given.

    Example:
        >>> counts = tf.compat.v1.distributions.Multinomial(total_count=4.0, probs=[0.25, 0.75])
        >>> counts.mean().numpy().tolist(), round(float(counts.prob([1.0, 3.0])), 4)
        ([1.0, 3.0], 0.4219)
        >>> float(tf.reduce_sum(counts.sample()))
        4.0
    """

    __module__ = "tensorflow.python.ops.distributions.multinomial"

    def __init__(
        self,
        total_count: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Multinomial",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            self._take_total(total_count, validate_args)
            self._logits, self._probs = _logits_and_probs(logits, probs, True, validate_args, name)
            self._vectors = self._mean_value = self._total_count[..., tf.newaxis] * self._probs
        parents = [self._total_count, self._logits, self._probs]
        super().__init__(self._probs.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    def _sample_n(self, n, seed=None):
        classes = self.event_shape_tensor()[0]
        totals = tf.cast(self._total_count, dtypes.int32) * tf.ones(self.batch_shape_tensor(), dtypes.int32)
        logits = tf.ones_like(totals, self._logits.dtype)[..., tf.newaxis] * self._logits

        def drawn(row):
            # All samples of one distribution at once.
            made = multinomial(row[0][tf.newaxis, ...], n * row[1], seed=seed)
            return tf.reduce_sum(tf.one_hot(tf.reshape(made, [n, -1]), classes), -2)

        rows = (tf.reshape(logits, [-1, classes]), tf.reshape(totals, [-1]))
        made = tf.transpose(tf.map_fn(drawn, rows, fn_output_signature=self.dtype), [1, 0, 2])
        return tf.reshape(made, draw_shape(n, self, classes))

    def _log_prob(self, counts):
        counts = self._valid(counts)
        return tf.reduce_sum(counts * tf.nn.log_softmax(self._logits), -1) + _log_ways(self._total_count, counts)

    def _mean(self):
        return tf.identity(self._mean_value)

    def _variance(self):
        return self._mean_value - self._mean_value * self._probs

    def _covariance(self):
        return covariances(self._mean_value, self._probs, self._variance())


@tf_export(v1=["distributions.DirichletMultinomial"])
class DirichletMultinomial(_Counts):
    """Distributions of counts whose probabilities are themselves drawn. Mirrors `tf.compat.v1.distributions.DirichletMultinomial`.

    The probabilities of the classes come from a Dirichlet distribution, and then so many draws are made with them: counts vary more than
    those of `tf.compat.v1.distributions.Multinomial`.

    Arguments:
        total_count: the number of draws, a floating-point number for each distribution.
        concentration: positive numbers of shape [..., classes], those of the Dirichlet distribution.
        validate_args: whether arguments are checked, in a graph by its runs; False by default.
        allow_nan_stats: True (the default) gives NaN for statistics that do not exist, False raises.
        name: the name scope of its operations; that of the class by default.

    Example:
        >>> counts = tf.compat.v1.distributions.DirichletMultinomial(total_count=4.0, concentration=[1.0, 3.0])
        >>> counts.mean().numpy().tolist(), counts.variance().numpy().round(2)
        ([1.0, 3.0], array([1.2, 1.2], dtype=float32))
        >>> float(tf.reduce_sum(counts.sample()))
        4.0
    """

    __module__ = "tensorflow.python.ops.distributions.dirichlet_multinomial"
    _summed = "counts last-dimension"

    def __init__(
        self,
        total_count: TensorLike,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "DirichletMultinomial",
    ) -> None:
        parameters = parameters_of(locals())
        with tf.compat.v1.name_scope(name) as name:
            concentration = tf.convert_to_tensor(concentration, name="concentration")
            self._take_total(total_count, validate_args, concentration.dtype)
            self._vectors = self._concentration = several(concentration, validate_args)
            self._total = tf.reduce_sum(self._concentration, -1)
        parents: list[Any] = [self._total_count, self._concentration]
        super().__init__(self._concentration.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    concentration = property(lambda self: self._concentration, doc="The weights of the classes.")
    total_concentration = property(lambda self: self._total, doc="Their sum.")

    def _sample_n(self, n, seed=None):
        classes = self.event_shape_tensor()[0]
        weights = tf.math.log(tf.random.gamma([n], self._concentration, dtype=self.dtype, seed=seed))
        drawn = multinomial(
            tf.reshape(weights, [-1, classes]),
            tf.cast(self._total_count, dtypes.int32),
            seed=next_seed(seed, "dirichlet_multinomial"),
        )
        return tf.cast(tf.reshape(tf.reduce_sum(tf.one_hot(drawn, classes), -2), draw_shape(n, self, classes)), self.dtype)

    def _log_prob(self, counts):
        counts = self._valid(counts)
        ordered = tf.math.lbeta(self._concentration + counts) - tf.math.lbeta(self._concentration)
        return ordered + _log_ways(self._total_count, counts)

    def _mean(self):
        return self._total_count * (self._concentration / self._total[..., tf.newaxis])

    def _scale(self):
        total = self._total[..., tf.newaxis]
        return tf.sqrt((1.0 + total / self._total_count) / (1.0 + total))

    def _covariance(self):
        x = self._scale() * self._mean()
        return covariances(x, x, self._variance())

    def _variance(self):
        scale = self._scale()
        x = scale * self._mean()
        return x * (self._total_count * scale - x)


# ---------------------------------------------------------------------- divergences
@RegisterKL(Bernoulli, Bernoulli)
def _bernoullis(a, b, name=None):
    with tf.name_scope(name or "kl_bernoulli_bernoulli"):
        zeros, ones = (tf.nn.softplus(b.logits * s) - tf.nn.softplus(a.logits * s) for s in (1.0, -1.0))
        return tf.sigmoid(a.logits) * ones + tf.sigmoid(-a.logits) * zeros


@RegisterKL(Categorical, Categorical)
def _categoricals(a, b, name=None):
    with tf.name_scope(name or "kl_categorical_categorical"):
        logs = tf.nn.log_softmax(a.logits)
        return tf.reduce_sum(tf.nn.softmax(a.logits) * (logs - tf.nn.log_softmax(b.logits)), -1)

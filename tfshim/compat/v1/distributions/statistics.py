"""The statistics of distributions: what their classes know, or what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.compat.v1.distributions.divergence import kl_divergence

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


class Statistics:
    """The methods of `Distribution` that take no values. It has what they ask: the scope of names, and the way that its class knows."""

    _allow_nan_stats: bool
    _scope: Callable[..., AbstractContextManager[None]]
    _first: Callable[..., Tensor]

    def _statistic(self, name, asked, *ways):
        with self._scope(name):
            return self._first(asked, ways)

    def entropy(self, name: str = "entropy") -> Tensor:
        """Shannon's entropy, in nats: how much a sample tells on average. Mirrors `tf.compat.v1.distributions.Distribution.entropy`.

        It is the mean of `-log_prob` of samples. Of distributions of real numbers it may be negative. Policies of agents are kept from
        becoming certain too early by adding it to what is maximized.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape`.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> tf.compat.v1.distributions.Categorical(probs=[[0.5, 0.5], [0.99, 0.01]]).entropy().numpy().round(4)
            array([0.6931, 0.056 ], dtype=float32)
        """
        return self._statistic(name, "entropy", ("entropy", None))

    def mean(self, name: str = "mean") -> Tensor:
        """The mean of each distribution. Mirrors `tf.compat.v1.distributions.Distribution.mean`.

        It is computed from the arguments, not from samples. Where it does not exist, as for Student's distribution of one degree of
        freedom, it is NaN, or raises with `allow_nan_stats=False`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape + event_shape`.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> tf.compat.v1.distributions.Gamma(concentration=[2.0, 3.0], rate=2.0).mean().numpy().tolist()
            [1.0, 1.5]
            >>> float(tf.compat.v1.distributions.StudentT(df=1.0, loc=0.0, scale=1.0).mean())
            nan
        """
        return self._statistic(name, "mean", ("mean", None))

    def mode(self, name: str = "mode") -> Tensor:
        """The most probable value of each distribution. Mirrors `tf.compat.v1.distributions.Distribution.mode`.

        Where there is none, as for a Beta distribution whose density grows towards both ends, it is NaN, or raises with
        `allow_nan_stats=False`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape + event_shape`.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> int(tf.compat.v1.distributions.Categorical(probs=[0.2, 0.5, 0.3]).mode())
            1
            >>> float(tf.compat.v1.distributions.Gamma(concentration=3.0, rate=2.0).mode())
            1.0
        """
        return self._statistic(name, "mode", ("mode", None))

    def variance(self, name: str = "variance") -> Tensor:
        """The variance of each element of a sample. Mirrors `tf.compat.v1.distributions.Distribution.variance`.

        It is the mean of the squared distance from the mean, computed from the arguments. For distributions of vectors `covariance` tells
        how the elements hang together. Where it does not exist it is NaN, or raises with `allow_nan_stats=False`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape + event_shape`.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> tf.compat.v1.distributions.Normal(0.0, [1.0, 3.0]).variance().numpy().tolist()
            [1.0, 9.0]
            >>> float(tf.compat.v1.distributions.Bernoulli(probs=0.5).variance())
            0.25
        """
        return self._statistic(name, "variance", ("variance", None), ("stddev", tf.square))

    def stddev(self, name: str = "stddev") -> Tensor:
        """The standard deviation of each element of a sample. Mirrors `tf.compat.v1.distributions.Distribution.stddev`.

        It is the root of `variance`, in the unit of the samples themselves. Where it does not exist it is NaN, or raises with
        `allow_nan_stats=False`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape + event_shape`.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> tf.compat.v1.distributions.Normal(0.0, [1.0, 3.0]).stddev().numpy().tolist()
            [1.0, 3.0]
            >>> round(float(tf.compat.v1.distributions.Uniform(0.0, 12.0).stddev()), 4)
            3.4641
        """
        return self._statistic(name, "stddev", ("stddev", None), ("variance", tf.sqrt))

    def covariance(self, name: str = "covariance") -> Tensor:
        """How the elements of a sample vary together. Mirrors `tf.compat.v1.distributions.Distribution.covariance`.

        It is for distributions of vectors: the mean product of the distances of two elements from their means, on the diagonal the
        variances.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape + event_shape + event_shape`, symmetric matrices.

        Raises:
            NotImplementedError: the class does not know it, as those of numbers do not.

        Example:
            >>> tf.compat.v1.distributions.Multinomial(total_count=4.0, probs=[0.5, 0.5]).covariance().numpy().tolist()
            [[1.0, -1.0], [-1.0, 1.0]]
        """
        return self._statistic(name, "covariance", ("covariance", None))

    def cross_entropy(self, other: Any, name: str = "cross_entropy") -> Tensor:
        """How many nats it takes to tell samples of this distribution in a code for another one. Mirrors
        `tf.compat.v1.distributions.Distribution.cross_entropy`.

        It is the mean of `-other.log_prob(x)` for samples x of this one, computed as `entropy()` plus the divergence.

        Arguments:
            other: a distribution whose divergence from this one is known; see `tf.compat.v1.distributions.kl_divergence`.
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape`.

        Raises:
            NotImplementedError: the pair is not known.

        Example:
            >>> p, q = tf.compat.v1.distributions.Normal(0.0, 1.0), tf.compat.v1.distributions.Normal(1.0, 1.0)
            >>> round(float(p.cross_entropy(q)), 4), round(float(p.entropy() + p.kl_divergence(q)), 4)
            (1.9189, 1.9189)
        """
        with self._scope(name):
            return self.entropy() + self.kl_divergence(other)

    def kl_divergence(self, other: Any, name: str = "kl_divergence") -> Tensor:
        """The divergence of Kullback and Leibler from another distribution. Mirrors
        `tf.compat.v1.distributions.Distribution.kl_divergence`.

        It is the mean of `log_prob(x) - other.log_prob(x)` for samples x of this one: zero for equal distributions, positive for others.
        Variational autoencoders have it in their loss.

        Arguments:
            other: a distribution; which pairs are known is what `tf.compat.v1.distributions.RegisterKL` has registered.
            name: the name scope of the operations.

        Returns:
            A tensor of shape `batch_shape`.

        Raises:
            NotImplementedError: the pair is not known.

        Example:
            >>> p = tf.compat.v1.distributions.Normal(loc=[0.0, 2.0], scale=1.0)
            >>> p.kl_divergence(tf.compat.v1.distributions.Normal(0.0, 1.0)).numpy().tolist()
            [0.0, 2.0]
        """
        with self._scope(name):
            return kl_divergence(self, other, allow_nan_stats=self._allow_nan_stats)

"""The formulas of `kl_divergence` for pairs of distributions of one kind."""

import tfshim as tf
from tfshim.compat.v1.distributions.counts import Bernoulli, Categorical
from tfshim.compat.v1.distributions.divergence import RegisterKL
from tfshim.compat.v1.distributions.locations import Normal
from tfshim.compat.v1.distributions.positives import Beta, Dirichlet, Gamma


@RegisterKL(Normal, Normal)
def _normals(a, b, name=None):
    with tf.name_scope(name or "kl_normal_normal"):
        ratio = tf.square(a.scale / b.scale)
        return tf.square(a.loc - b.loc) / (2.0 * tf.square(b.scale)) + 0.5 * (ratio - 1.0 - tf.math.log(ratio))


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

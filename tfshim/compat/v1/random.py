"""`tf.compat.v1.random`: as `tf.random`, and the seed of a graph."""

import tfshim as tf
from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.engine.random import seeds
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes

__all__ = """
    Algorithm Generator all_candidate_sampler categorical create_rng_state experimental fixed_unigram_candidate_sampler fold_in
    gamma get_global_generator get_seed learned_unigram_candidate_sampler log_uniform_candidate_sampler multinomial normal
    poisson set_global_generator set_random_seed shuffle split stateless_binomial stateless_categorical stateless_gamma
    stateless_multinomial stateless_normal stateless_parameterized_truncated_normal stateless_poisson stateless_truncated_normal
    stateless_uniform truncated_normal uniform uniform_candidate_sampler
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere("random", target="tfshim.random")


def set_random_seed(seed):
    """Set the seed of the default graph; eagerly the global one. Mirrors `tf.compat.v1.set_random_seed`."""
    if TS.graph is None:
        seeds.set_seed(seed)
    else:
        TS.graph.seed = seed


def get_seed(op_seed):
    """The two seeds of an operation with the seed `op_seed` (None: none). Mirrors `tf.compat.v1.get_seed`."""
    return seeds.seed_pair(op_seed)


def multinomial(logits, num_samples, seed=None, name=None, output_dtype=None):
    """Draws of classes by log probabilities; see `tf.random.categorical`. Mirrors `tf.compat.v1.multinomial`."""
    return tf.random.categorical(logits, num_samples, dtypes.int64 if output_dtype is None else output_dtype, seed, name)


def poisson(lam, shape, dtype=dtypes.float32, seed=None, name=None):
    """`shape` draws of each Poisson distribution `lam`; see `tf.random.poisson`. Mirrors `tf.compat.v1.random_poisson`."""
    return tf.random.poisson(shape, lam, dtype, seed, name)


def stateless_multinomial(logits, num_samples, seed, output_dtype=dtypes.int64, name=None):
    """Draws of classes that `seed` alone determines; see `tf.random.stateless_categorical`."""
    return tf.random.stateless_categorical(logits, num_samples, seed, output_dtype, name)

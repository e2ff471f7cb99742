"""`tf.random`: seeded random numbers, equal to TensorFlow's on CPU bit for bit."""

from tfshim._listing import listing
from tfshim.random import experimental
from tfshim.random.algorithm import Algorithm
from tfshim.random.candidates import (
    all_candidate_sampler,
    fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler,
    uniform_candidate_sampler,
)
from tfshim.random.generator import Generator, create_rng_state, get_global_generator, set_global_generator
from tfshim.random.seed import set_seed
from tfshim.random.stateful import categorical, gamma, normal, poisson, shuffle, truncated_normal, uniform
from tfshim.random.stateless import (
    fold_in,
    random_index_shuffle,
    split,
    stateless_binomial,
    stateless_categorical,
    stateless_gamma,
    stateless_normal,
    stateless_parameterized_truncated_normal,
    stateless_poisson,
    stateless_truncated_normal,
    stateless_uniform,
)

__all__ = [
    "Algorithm",
    "Generator",
    "all_candidate_sampler",
    "categorical",
    "create_rng_state",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "fold_in",
    "gamma",
    "get_global_generator",
    "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler",
    "normal",
    "poisson",
    "set_global_generator",
    "set_seed",
    "shuffle",
    "split",
    "stateless_binomial",
    "stateless_categorical",
    "stateless_gamma",
    "stateless_normal",
    "stateless_parameterized_truncated_normal",
    "stateless_poisson",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
    "uniform_candidate_sampler",
]
__dir__ = listing(globals())

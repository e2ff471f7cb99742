# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.random import experimental as experimental
from tfshim.random.algorithm import Algorithm as Algorithm
from tfshim.random.candidates import all_candidate_sampler as all_candidate_sampler
from tfshim.random.candidates import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from tfshim.random.candidates import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from tfshim.random.candidates import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from tfshim.random.candidates import uniform_candidate_sampler as uniform_candidate_sampler
from tfshim.random.generator import Generator as Generator
from tfshim.random.global_generator import get_global_generator as get_global_generator, set_global_generator as set_global_generator
from tfshim.random.rng_state import create_rng_state as create_rng_state
from tfshim.random.seed import set_seed as set_seed
from tfshim.random.stateful import categorical as categorical, gamma as gamma, normal as normal, poisson as poisson, shuffle as shuffle
from tfshim.random.stateful import truncated_normal as truncated_normal, uniform as uniform
from tfshim.random.stateless import fold_in as fold_in, split as split, stateless_binomial as stateless_binomial
from tfshim.random.stateless import stateless_categorical as stateless_categorical, stateless_gamma as stateless_gamma
from tfshim.random.stateless import stateless_normal as stateless_normal
from tfshim.random.stateless import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
from tfshim.random.stateless import stateless_poisson as stateless_poisson, stateless_truncated_normal as stateless_truncated_normal
from tfshim.random.stateless import stateless_uniform as stateless_uniform

"""`tf.random`: seeded random numbers, equal to TensorFlow's on CPU bit for bit."""

from tfshim._listing import lazily, names

_MODULES = {
    "algorithm": "Algorithm",
    "candidates": """all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler log_uniform_candidate_sampler
        uniform_candidate_sampler""",
    "generator": "Generator create_rng_state get_global_generator set_global_generator",
    "seed": "set_seed",
    "stateful": "categorical gamma normal poisson shuffle truncated_normal uniform",
    "stateless": """fold_in random_index_shuffle split stateless_binomial stateless_categorical stateless_gamma stateless_normal
        stateless_parameterized_truncated_normal stateless_poisson stateless_truncated_normal stateless_uniform""",
}
_SUBMODULES = "experimental".split()
__all__ = [n for n in names(_MODULES, _SUBMODULES) if n != "random_index_shuffle"]  # a name of `tf` itself
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)

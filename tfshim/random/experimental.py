"""`tf.random.experimental`: older names of what `tf.random` offers, and functions that have no other name."""

from tfshim._listing import listing
from tfshim.random.algorithm import Algorithm
from tfshim.random.generator import Generator
from tfshim.random.global_generator import get_global_generator, set_global_generator
from tfshim.random.rng_state import create_rng_state
from tfshim.random.stateless import fold_in as stateless_fold_in
from tfshim.random.stateless import index_shuffle, stateless_shuffle
from tfshim.random.stateless import split as stateless_split

__all__ = [
    "Algorithm",
    "Generator",
    "create_rng_state",
    "get_global_generator",
    "index_shuffle",
    "set_global_generator",
    "stateless_fold_in",
    "stateless_shuffle",
    "stateless_split",
]
__dir__ = listing(globals())

"""`tf.random.set_seed`."""

from __future__ import annotations

from tfshim._export import tf_export
from tfshim.engine.random import seeds
from tfshim.engine.runtime.state import TS


@tf_export("random.set_seed", v1=[])
def set_seed(seed: int | None) -> None:
    """Set the global seed, and begin every random operation's numbers anew. Mirrors `tf.random.set_seed`.

    Arguments:
        seed: an integer of any size and sign; None for numbers that differ from run to run.

    The numbers of an operation follow from the global seed and its own argument `seed`; without one, from the global
    seed and how many such operations were called since. So a program that draws in the same order gets the same
    numbers, those of TensorFlow on CPUs. While a graph is built, the seed of that graph alone is set.
    `tf.keras.utils.set_random_seed` sets those of Python and NumPy too.

    Example:
        >>> tf.random.set_seed(5)
        >>> a = tf.random.uniform([3])
        >>> tf.random.set_seed(5)
        >>> bool(tf.reduce_all(a == tf.random.uniform([3])))
        True
    """
    # As in TensorFlow, a seed set while a graph is built is that of the graph alone.
    if TS.graph is not None:
        TS.graph.seed = seed
        return
    seeds.set_seed(seed)

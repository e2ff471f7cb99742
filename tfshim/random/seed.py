"""`tf.random.set_seed`."""

from __future__ import annotations

from tfshim._export import tf_export
from tfshim.engine.random import seeds
from tfshim.engine.runtime.state import TS


@tf_export("random.set_seed", v1=[])
def set_seed(seed: int | None) -> None:
    """Set the global seed, and start every random operation's stream again.

    `seed` is an integer of any size and sign, or None for numbers that differ from run to run. An operation's
    numbers follow from the global seed and its own `seed` argument; without the latter, from the global seed and
    the count of unseeded draws since this call. Mirrors `tf.random.set_seed`. While a graph is built, it sets the
    seed of that graph alone.
    """
    # As in TensorFlow, a seed set while a graph is built is that of the graph alone.
    if TS.graph is not None:
        TS.graph.seed = seed
        return
    seeds.set_seed(seed)

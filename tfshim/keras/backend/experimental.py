"""`tf.keras.backend.experimental`: which generators layers draw from."""

from __future__ import annotations

from tfshim._listing import listing
from tfshim.keras import _random

__all__ = """
    disable_tf_random_generator enable_tf_random_generator is_tf_random_generator_enabled
""".split()
__dir__ = listing(globals())


def is_tf_random_generator_enabled() -> bool:
    """Whether layers draw from `tf.random.Generator`s by default. Mirrors `tf.keras.backend.experimental.is_tf_random_generator_enabled`.

    Random layers and initializers ask it when they are made. True: each has a generator of its own, whose state checkpoints can save, and
    which a seed sets. False: they draw by operations such as `tf.random.uniform`, whose numbers follow `tf.random.set_seed`. A test that
    compares random numbers with recorded ones looks here first, since the two ways give different ones.

    Returns:
        A bool; what `enable_tf_random_generator` and `disable_tf_random_generator` set last, False at first.

    Example:
        >>> tf.keras.backend.experimental.is_tf_random_generator_enabled()
        False
    """
    return _random.default_rng_type() == "stateful"


def enable_tf_random_generator() -> None:
    """From now on layers draw from `tf.random.Generator`s by default. Mirrors `tf.keras.backend.experimental.enable_tf_random_generator`.

    Each layer that draws, as `Dropout`, and each initializer then has a generator of its own, with a state that checkpoints can save. It
    holds for what is made after the call; at first Keras 2.15 draws by operations. `disable_tf_random_generator` goes back. The numbers
    differ from those of the older way; `tf.keras.utils.set_random_seed` makes both repeatable.

    Returns:
        None.

    Example:
        >>> tf.keras.backend.experimental.enable_tf_random_generator()
        >>> tf.keras.backend.experimental.is_tf_random_generator_enabled()
        True
        >>> tf.keras.backend.experimental.disable_tf_random_generator()
    """
    _random.set_default_rng_type("stateful")


def disable_tf_random_generator() -> None:
    """From now on layers draw with the ordinary random operations by default. Mirrors
    `tf.keras.backend.experimental.disable_tf_random_generator`.

    These, as `tf.random.uniform`, draw from the global state that `tf.random.set_seed` sets; Keras 2.15 begins so, and the function takes
    `enable_tf_random_generator` back. It holds for layers and initializers that are made after the call; those that are there keep their
    way: a model is made anew to draw otherwise.

    Returns:
        None.

    Example:
        >>> tf.keras.backend.experimental.disable_tf_random_generator()
        >>> tf.keras.backend.experimental.is_tf_random_generator_enabled()
        False
    """
    _random.set_default_rng_type("legacy_stateful")

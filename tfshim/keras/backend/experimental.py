"""`tf.keras.backend.experimental`: which generators layers draw from."""

from __future__ import annotations

from tfshim._listing import listing
from tfshim.keras import _random

__all__ = """
    disable_tf_random_generator enable_tf_random_generator is_tf_random_generator_enabled
""".split()
__dir__ = listing(globals())


def is_tf_random_generator_enabled() -> bool:
    """Whether layers draw from `tf.random.Generator`s by default."""
    return _random.default_rng_type() == "stateful"


def enable_tf_random_generator() -> None:
    """From now on layers draw from `tf.random.Generator`s by default."""
    _random.set_default_rng_type("stateful")


def disable_tf_random_generator() -> None:
    """From now on layers draw with the ordinary random operations by default."""
    _random.set_default_rng_type("legacy_stateful")

"""The generator of the process, which `tf.random.get_global_generator` gives."""

from __future__ import annotations

import threading
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.runtime.context import init_scope
from tfshim.random.generator import Generator

_global = None
_lock = threading.Lock()


@tf_export("random.get_global_generator")
def get_global_generator() -> Generator:
    """The generator of the process. Mirrors `tf.random.get_global_generator`.

    It is meant for programs in which no generator is handed around.

    Returns:
        A `tf.random.Generator`, the same one each time. The first call makes it from the operating system's randomness,
        so its numbers differ from run to run unless `tf.random.set_global_generator` gave another one;
        `tf.random.set_seed` does not touch it.

    In a `tf.function` the generator of the time of tracing is used.

    Example:
        >>> tf.random.get_global_generator() is tf.random.get_global_generator()
        True
        >>> tf.random.get_global_generator().normal([2, 3]).shape
        TensorShape([2, 3])
    """
    global _global
    if _global is None:
        with _lock:
            # Once more, since another thread may have been quicker.
            if _global is None:
                # The state has to outlive a function that may be being traced.
                with init_scope():
                    _global = Generator.from_non_deterministic_state()
    return _global


@tf_export("random.set_global_generator")
def set_global_generator(generator: Any) -> None:
    """Make a generator that of the process. Mirrors `tf.random.set_global_generator`.

    Returns nothing.

    Arguments:
        generator: a `tf.random.Generator`.

    Functions that were traced before keep the one they had: to start again in all places, use
    `tf.random.get_global_generator().reset_from_seed(seed)` instead.

    Example:
        >>> before = tf.random.get_global_generator()
        >>> tf.random.set_global_generator(tf.random.Generator.from_seed(3))
        >>> x = tf.random.get_global_generator().uniform([])
        >>> bool(x == tf.random.Generator.from_seed(3).uniform([]))
        True
        >>> tf.random.set_global_generator(before)
    """
    global _global
    _global = generator

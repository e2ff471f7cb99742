"""The seeds of Keras and its `RandomGenerator`."""

from __future__ import annotations

import random as python_random
import threading
from typing import TYPE_CHECKING

import numpy as np

from tfshim import nn, random
from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime.context import init_scope, outermost_graph
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.keras.backend.settings import floatx
from tfshim.random import set_seed

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

_RNG_TYPES = ("stateless", "stateful", "legacy_stateful")
_source = threading.local()
_default = ["legacy_stateful"]


def default_rng_type() -> str:
    """The type of random generators whose `rng_type` is not given."""
    return _default[0]


def set_default_rng_type(rng_type: str) -> None:
    """Set the type of random generators whose `rng_type` is not given."""
    _default[0] = rng_type


@tf_export("keras.utils.set_random_seed")
def set_random_seed(seed: int | None) -> None:
    """Seeds all generators that a program with Keras draws from: Python's `random`, NumPy's, and TensorFlow's.

    Mirrors `tf.keras.utils.set_random_seed`. Weights, shuffling and dropout are then the same in each run, and the numbers drawn those that
    TensorFlow draws from that seed. Call it at the beginning of the program, before models are made. For sums on several threads or on a
    GPU to have the same last bits, also call `tf.config.experimental.enable_op_determinism()`.

    Arguments:
        seed: an integer.

    Raises:
        ValueError: what is no integer.

    Example:
        >>> tf.keras.utils.set_random_seed(1)
        >>> first = tf.keras.layers.Dense(2)(tf.ones([1, 3]))
        >>> tf.keras.utils.set_random_seed(1)
        >>> bool(tf.reduce_all(first == tf.keras.layers.Dense(2)(tf.ones([1, 3]))))
        True
    """
    if not isinstance(seed, int):
        raise ValueError(f"Expected `seed` argument to be an integer. Received: seed={seed} (of type {type(seed)})")
    python_random.seed(seed)
    np.random.seed(seed)
    set_seed(seed)
    # Apart from Python's generator, so that what the program draws does not change the seeds of layers.
    _source.generator = python_random.Random(seed)


def draw_seed() -> int:
    """A seed for a generator that was given none: from `set_random_seed`'s source, or else Python's generator."""
    return getattr(_source, "generator", python_random).randint(1, int(1e9))


@tf_private("keras.src.backend.RandomGenerator")
class RandomGenerator(PicklesAtHome):
    """Random numbers of layers and initializers; mirrors Keras' backend class of that name.

    `rng_type`: "stateless" draws the same numbers each time for a seed, "stateful" goes through a `tf.random.Generator`,
    "legacy_stateful" (the default, and what "stateful" becomes in graphs of TensorFlow 1) uses the ordinary stateful operations
    with the seeds k, k+1, ... `force_generator`: "stateful", whatever `rng_type` says. Raises ValueError for other types.
    """

    __module__ = "keras.src.backend"
    _home = "tfshim.keras._random"

    RNG_STATELESS, RNG_STATEFUL, RNG_LEGACY_STATEFUL = _RNG_TYPES

    def __init__(self, seed: int | None = None, rng_type: str | None = None, force_generator: bool = False) -> None:
        self._seed = seed
        self._rng_type = "stateful" if force_generator else _default[0] if rng_type is None else rng_type
        if self._rng_type not in _RNG_TYPES:
            types = ", ".join(f'"{t}"' for t in _RNG_TYPES)
            raise ValueError(f"Invalid `rng_type` received. Valid `rng_type` are [{types}]. Got: {rng_type}")
        self._built = False
        self._generator: random.Generator | None = None

    def _maybe_init(self):
        if self._built:
            return
        with lock_of(self):
            self._init()

    def _init(self):
        if self._built:
            return
        if self._rng_type == "stateful" and outermost_graph() is not None:
            self._rng_type = "legacy_stateful"
        if self._rng_type != "legacy_stateful" and self._seed is None:
            self._seed = draw_seed()
        if self._rng_type == "stateful":
            with init_scope():  # its state outlasts the function that is traced
                self._generator = random.Generator.from_seed(self._seed)
        self._built = True

    def make_legacy_seed(self) -> int | None:
        """The op seed of the next legacy draw: k, k+1, ...; None where no seed was given."""
        if self._seed is None:
            return None
        with lock_of(self):
            given = self._seed
            # With one seed for all draws, each would give the same numbers.
            self._seed += 1
        return given

    def make_seed_for_stateless_op(self) -> list[int] | Tensor | None:
        """A seed of two integers for a stateless operation; None for legacy generators."""
        self._maybe_init()
        if self._rng_type == "stateless":
            return [self._seed, 0]  # type: ignore[list-item]  # it has been drawn
        if self._rng_type == "stateful":
            return self._generator.make_seeds()[:, 0]
        return None

    def _draw(self, what, shape, dtype, nonce, **parameters):
        self._maybe_init()
        dtype = dtype or floatx()
        if self._rng_type == "stateful":
            return getattr(self._generator, what)(shape=shape, dtype=dtype, **parameters)
        if self._rng_type == "stateless":
            seed = self.make_seed_for_stateless_op()
            if nonce:
                seed = random.experimental.stateless_fold_in(seed, nonce)
            return getattr(random, f"stateless_{what}")(shape=shape, seed=seed, dtype=dtype, **parameters)
        return getattr(random, what)(shape=shape, dtype=dtype, seed=self.make_legacy_seed(), **parameters)

    def random_normal(
        self, shape: SizesLike, mean: FloatLike = 0.0, stddev: FloatLike = 1.0, dtype: DTypeLike | None = None, nonce: int | None = None
    ) -> Tensor:
        """Normal numbers of `shape`."""
        return self._draw("normal", shape, dtype, nonce, mean=mean, stddev=stddev)

    def random_uniform(
        self,
        shape: SizesLike,
        minval: FloatLike = 0.0,
        maxval: FloatLike | None = None,
        dtype: DTypeLike | None = None,
        nonce: int | None = None,
    ) -> Tensor:
        """Uniform numbers in [minval, maxval)."""
        return self._draw("uniform", shape, dtype, nonce, minval=minval, maxval=1.0 if maxval is None else maxval)

    def truncated_normal(
        self, shape: SizesLike, mean: FloatLike = 0.0, stddev: FloatLike = 1.0, dtype: DTypeLike | None = None, nonce: int | None = None
    ) -> Tensor:
        """Normal numbers within two standard deviations."""
        return self._draw("truncated_normal", shape, dtype, nonce, mean=mean, stddev=stddev)

    def dropout(self, inputs: TensorLike, rate: FloatLike, noise_shape: SizesLike | None = None) -> Tensor:
        """`inputs` with a share `rate` of its values set to zero and the others scaled up."""
        self._maybe_init()
        if self._rng_type == "legacy_stateful":
            return nn.dropout(inputs, rate=rate, noise_shape=noise_shape, seed=self.make_legacy_seed())
        if self._rng_type == "stateful":
            return nn.experimental.general_dropout(inputs, rate=rate, noise_shape=noise_shape, uniform_sampler=self._generator.uniform)
        return nn.experimental.stateless_dropout(inputs, rate=rate, noise_shape=noise_shape, seed=self.make_seed_for_stateless_op())

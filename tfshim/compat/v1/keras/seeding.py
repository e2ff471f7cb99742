"""Random numbers that are the same in TensorFlow 1's graphs and in eager execution, to compare a program before and after."""

from __future__ import annotations

from typing import Any
from unittest import mock

from tfshim._export import tf_export
from tfshim.engine.random import seeds
from tfshim.random.seed import set_seed


@tf_export(v1=["keras.utils.DeterministicRandomTestTool"])
class DeterministicRandomTestTool:
    """Seeds for the random operations of a test that do not depend on what else the program contains.

    `seed`: the global seed. `mode`: "constant" (all operations draw the same numbers) or "num_random_ops" (each has the number of
    random operations before it as its own seed, which `operation_seed` says and sets; ValueError where it was used before).
    Mirrors `tf.compat.v1.keras.utils.DeterministicRandomTestTool`; raises ValueError for another mode.
    """

    def __init__(self, seed: int = 42, mode: str = "constant") -> None:
        if mode not in {"constant", "num_random_ops"}:
            raise ValueError(f"Mode arg must be 'constant' or 'num_random_ops'. Got: {mode}")
        self._mode, self._seed = mode, seed
        self._operation_seed = 0
        self._observed_seeds = set()
        self.seed_implementation = seeds

    @property
    def operation_seed(self) -> int:
        """The seed of the next random operation."""
        return self._operation_seed

    @operation_seed.setter
    def operation_seed(self, value: int) -> None:
        self._operation_seed = value

    def _next(self, _):
        seed = self._operation_seed
        if self._mode == "constant":
            set_seed(seed)
        else:
            if seed in self._observed_seeds:
                raise ValueError(
                    f"This `DeterministicRandomTestTool` object is trying to re-use the already-used operation seed {seed}. It cannot "
                    "guarantee random numbers will match between eager and sessions when an operation seed is reused. You most likely "
                    "set `operation_seed` explicitly but used a value that caused the naturally-incrementing operation seed sequences to "
                    "overlap with an already-used seed."
                )
            self._observed_seeds.add(seed)
            self._operation_seed += 1
        return self._seed, seed

    def scope(self) -> Any:
        """A scope in which random operations of the process have these seeds; the global seed is set at once."""
        set_seed(self._seed)
        return mock.patch.object(self.seed_implementation, "get_seed", wraps=self._next)

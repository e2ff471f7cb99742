"""Random numbers that are the same in TensorFlow 1's graphs and in eager execution, to compare a program before and after."""

from __future__ import annotations

from typing import Any
from unittest import mock

from tfshim._export import tf_export
from tfshim.engine.random import seeds
from tfshim.random.seed import set_seed


@tf_export(v1=["keras.utils.DeterministicRandomTestTool"])
class DeterministicRandomTestTool:
    """Makes random operations draw the same numbers in a graph of TensorFlow 1 and eagerly. Mirrors
    `tf.compat.v1.keras.utils.DeterministicRandomTestTool`.

    It is for tests that compare a program before and after it was brought to TensorFlow 2: weights and dropout are then equal, though
    operations are made in another order, or beside others.

    Arguments:
        seed: the global seed; 42.
        mode: "constant" (default): all operations draw by one seed, so that two of one shape give the same numbers. "num_random_ops": each
            has the number of random operations before it as its seed, which `operation_seed` says and sets.

    Raises:
        ValueError: another mode; within the scope, an `operation_seed` that was used before.

    Example:
        >>> def drawn():
        ...     tool = tf.compat.v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops")
        ...     with tool.scope():
        ...         return tf.random.uniform([2]).numpy().tolist(), tf.random.uniform([2]).numpy().tolist()
        >>> first, again = drawn(), drawn()
        >>> first == again, first[0] == first[1]
        (True, False)
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
        """A scope in which random operations have the seeds of the tool. Mirrors
        `tf.compat.v1.keras.utils.DeterministicRandomTestTool.scope`.

        The global seed is set when this is called, and stays set afterwards; the seeds of operations hold within the block alone. In
        TensorFlow 1's graphs the operations are made within it, and may run later. It acts on the whole process, so that tests in several
        threads must not share it.

        Returns:
            A context manager.

        Raises:
            ValueError: within it, by a random operation whose seed was used before, in the mode "num_random_ops".

        Example:
            >>> tool = tf.compat.v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops")
            >>> with tool.scope():
            ...     _ = tf.random.uniform([2])
            >>> tool.operation_seed
            1
        """
        set_seed(self._seed)
        return mock.patch.object(self.seed_implementation, "get_seed", wraps=self._next)

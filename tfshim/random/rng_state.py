"""The states of `tf.random.Generator`: their sizes, and how they are made from seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import reshape
from tfshim.engine.random.philox import MASK64
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.random.algorithm import algorithm_number
from tfshim.refusals import refused

# Philox has a counter of two numbers and a key of one, ThreeFry one of each; what is selected automatically is Philox.
_STATE_SIZE = {1: 3, 2: 2, 3: 3}
KEY_SIZE = 1


def state_size(alg):
    if alg not in _STATE_SIZE:
        raise ValueError(
            f"Argument `alg` got unsupported value {alg}. Supported values are 1 for the Philox algorithm, 2 for "
            "the ThreeFry "
            "algorithm, and 3 for auto-selection."
        )
    return _STATE_SIZE[alg]


def check_shape(got, want):
    if not got.is_compatible_with(want):
        raise ValueError(f"Shapes {got} and {want.as_list()} are incompatible")


def check_state(state, alg):
    check_shape(state.shape, TensorShape([state_size(alg)]))


def _state_from_seed(seed, alg):
    """The state made from an integer of any size, or from a tensor or list of integers."""
    size = state_size(alg)
    if isinstance(seed, int) and not isinstance(seed, bool):
        # Arithmetic shifts: a negative number fills all chunks.
        chunks = [(seed >> (64 * i)) & MASK64 for i in range(size)]
        return convert_to_tensor(np.array(chunks, np.uint64).view(np.int64))
    flat = _int64_vector(seed)
    count = flat.shape.as_list()[0]
    if count is None:
        raise refused("tf.random.Generator", "seed")
    if count >= size:
        return flat[:size]
    return concat([zeros([size - count], dtypes.int64), flat], 0)


def _int64_vector(value):
    return reshape(cast(convert_to_tensor(signed(value)), dtypes.int64), [-1])


def signed(value):
    """Integers of 64 bits without a sign, as they stand in an int64 tensor; everything else as it is."""
    return nest.map_structure(lambda x: x - 2**64 if isinstance(x, int) and x >= 2**63 else x, value)


@tf_export("random.create_rng_state")
def create_rng_state(seed: int | None, alg: Any) -> Tensor:
    """The state that a generator starts with for a seed. Mirrors `tf.random.create_rng_state`.

    Arguments:
        seed: an integer of any size, or a list or tensor of integers.
        alg: "philox", "threefry" or "auto_select", or a `tf.random.Algorithm`.

    Returns:
        An int64 vector: three elements for "philox" and "auto_select", two for "threefry".

    Raises:
        ValueError: an unknown algorithm.

    `tf.random.Generator(state=..., alg=...)` and `Generator.reset` take it; `Generator.from_seed` does both steps at
    once.

    Example:
        >>> tf.random.create_rng_state(1, "philox")
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 0, 0])>
    """
    return constant_of(_state_from_seed(seed, algorithm_number(alg)), None)

"""`tf.random.Algorithm`: the generators behind stateless functions and `Generator`."""

import enum

from tfshim._export import tf_export
from tfshim.engine.values.tensor import Tensor


@tf_export("random.Algorithm")
class Algorithm(enum.Enum):
    """The generator that makes random numbers. Mirrors `tf.random.Algorithm`.

    Which one it is decides which numbers a seed gives, and how long the state is.

    Attributes:
        PHILOX: Philox, of which everything here is drawn, equal to TensorFlow's on CPUs to the bit.
        THREEFRY: a generator of TPUs; states can be made for it, but nothing is drawn.
        AUTO_SELECT: what suits the device, which is PHILOX.

    It is the argument `alg` of `tf.random.Generator` and of the stateless functions; the names in lower case do as
    well.

    Example:
        >>> tf.random.Generator.from_seed(1, alg=tf.random.Algorithm.PHILOX).algorithm
        1
    """

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


_BY_NAME = {"philox": 1, "threefry": 2, "auto_select": 3}


def algorithm_number(alg):
    """The number of `alg`, an Algorithm, its number (a tensor as well) or its name.

    Raises ValueError for an unknown name or number, TypeError for another type.
    """
    if isinstance(alg, str):
        if alg not in _BY_NAME:
            raise ValueError(
                f"Argument `alg` got unsupported value {alg}. Supported values are philox for the Philox algorithm, "
                "threefry "
                "for the ThreeFry algorithm, and auto_select for auto-selection."
            )
        return _BY_NAME[alg]
    if isinstance(alg, Algorithm):
        return alg.value
    if isinstance(alg, Tensor) or hasattr(alg, "_tfshim_value"):
        return int(alg)
    if isinstance(alg, int) and not isinstance(alg, bool):
        return alg
    raise TypeError(f"Can't convert argument `alg` (of value {alg} and type {type(alg)}) to int.")


def known_algorithm(alg):
    """`algorithm_number(alg)`, with AUTO_SELECT for None. Raises ValueError for a number that is no algorithm's."""
    number = algorithm_number(Algorithm.AUTO_SELECT if alg is None else alg)
    if number not in (1, 2, 3):
        raise ValueError(
            f"Argument `alg` got unsupported value {number}. Supported values are 1 for the Philox algorithm, 2 "
            "for the "
            "ThreeFry algorithm, and 3 for auto-selection."
        )
    return number

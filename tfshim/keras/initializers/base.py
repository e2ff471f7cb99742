"""What initializers have in common."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.keras._random import RandomGenerator
from tfshim.keras._serializable import serializable
from tfshim.keras.backend.settings import floatx
from tfshim.refusals import refused

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("keras.initializers.Initializer")
@serializable
class Initializer(PicklesAtHome):
    """The base of initializers: what the weights of a layer begin with.

    Mirrors `tf.keras.initializers.Initializer`. Subclasses have `__call__(shape, dtype=None, **kwargs)`, which gives a tensor of that
    shape, and `get_config` for their arguments; `from_config` makes one again. Layers take an initializer, a configuration, a name as
    "he_normal", or such a function itself.

    Arguments:
        shape: when called: the sizes of the weight.
        dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        NotImplementedError: a subclass without `__call__`.

    Example:
        >>> class Steps(tf.keras.initializers.Initializer):
        ...     def __init__(self, step):
        ...         self.step = step
        ...     def __call__(self, shape, dtype=None, **kwargs):
        ...         return tf.reshape(self.step * tf.range(tf.reduce_prod(shape), dtype=dtype or "float32"), shape)
        ...     def get_config(self):
        ...         return {"step": self.step}
        >>> Steps(0.5)((2, 2)).numpy().tolist()
        [[0.0, 0.5], [1.0, 1.5]]
    """

    __module__ = "keras.src.initializers.initializers"
    _home = "tfshim.keras.initializers"  # where pickles and files look for the classes

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def get_config(self) -> dict[str, Any]:
        """The arguments with which the initializer was made. Mirrors `tf.keras.initializers.Initializer.get_config`.

        Saved models hold it, and `clone_model` reads it. Numbers that were drawn are not in it: an initializer with a seed draws the
        same ones again, one whose seed is None others. A subclass with arguments of its own overrides it; the base has none.

        Returns:
            A dictionary that `from_config` of the same class takes, such as "mean", "stddev" and "seed". To have the name of the class
            beside it use `tf.keras.initializers.serialize`.

        Example:
            >>> tf.keras.initializers.RandomNormal(stddev=0.1, seed=3).get_config()
            {'mean': 0.0, 'stddev': 0.1, 'seed': 3}
            >>> tf.keras.initializers.Zeros().get_config()
            {}
        """
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """An initializer with the arguments that a dictionary holds. Mirrors `tf.keras.initializers.Initializer.from_config`.

        It is called on the class that is wanted: `tf.keras.initializers.deserialize` finds the class by its name.

        Arguments:
            config: what `get_config` gave: names of arguments and their values; what is left out has its default. An entry "dtype", which
                initializers of TensorFlow 1 have, is taken out of the dictionary that is given and not used.

        Returns:
            A new initializer of this class.

        Raises:
            TypeError: an entry that is no argument of the constructor.

        Example:
            >>> first = tf.keras.initializers.RandomUniform(-1.0, 1.0, seed=5)
            >>> again = tf.keras.initializers.RandomUniform.from_config(first.get_config())
            >>> bool(tf.reduce_all(first((2, 3)) == again((2, 3))))
            True
        """
        # Initializers of TensorFlow 1 have it in their configurations.
        config.pop("dtype", None)
        return cls(**config)

    def _warn_reuse(self) -> None:
        """Warn from the second call on where there is no seed: the weights would begin with the same numbers."""
        if not getattr(self, "_used", False):
            self._used = True
        elif getattr(self, "seed", None) is None:
            warnings.warn(
                f"The initializer {type(self).__name__} is unseeded and being called multiple times, which will return identical values "
                "each time (even if the initializer is unseeded). Please update your code to provide a seed to the initializer, or avoid "
                "using the same initializer instance more than once.",
                stacklevel=1,  # one place for all: Python shows the text once for each class
            )


def checked(initializer, shape, dtype, kwargs, number=False, parts=True):
    """The shape to make and the DType for `dtype` or by default. Raises for other keywords and, where numbers are drawn, for other dtypes.

    `parts`: whether one part of a variable can be made, which is of `partition_shape`.
    """
    if kwargs:
        known = ["partition_shape", "partition_offset", "layout"]
        unknown = [k for k in kwargs if k not in known]
        if unknown:
            raise TypeError(f"Unknown keyword arguments: {unknown}. Allowed keyword arguments: {known}.")
        if not parts and any(k in kwargs for k in known[:2]):
            raise ValueError(f"{type(initializer).__name__} initializer doesn't support partition-related arguments.")
        if kwargs.get("layout") is not None:
            raise refused("tf.keras.initializers.Initializer", "part", argument="layout", kind=type(initializer).__name__)
        shape = kwargs.get("partition_shape", shape)
    dtype = dtypes.as_dtype(floatx() if dtype is None else dtype)
    if number and not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return shape, dtype


class Seeded(Initializer):
    """An initializer that draws; its seed is taken when it first does."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        # Stateless, as in Keras: one initializer gives the same numbers in each call.
        self._random_generator = RandomGenerator(seed, rng_type="stateless")

    def _part_number(self, kwargs: dict[str, Any]) -> int | None:
        """What makes the numbers of one part of a variable others than those of the next; None for a whole one, which warns of reuse."""
        offset = kwargs.get("partition_offset")
        if offset is None:
            self._warn_reuse()
        return hash(offset) if offset else None

"""`tf.compat.v1.random`: as `tf.random`, and the seed of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.engine.random import seeds
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.random._arguments import scoped
from tfshim.random.stateful import draw_classes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.random")


@tf_export(v1=["random.set_random_seed", "set_random_seed"])
def set_random_seed(seed: int | None) -> None:
    """Sets the seed of the default graph, or of eager execution. Mirrors `tf.compat.v1.set_random_seed` and
    `tf.compat.v1.random.set_random_seed`.

    Operations that draw get their numbers from this seed and one of their own. With this one alone, each operation has its own numbers,
    which are the same in every session and run of the program; without either they differ.

    In a graph the seed holds for operations that are added afterwards. It does not concern Python's `random` and NumPy.

    Arguments:
        seed: an integer; None for none.

    Example:
        >>> def drawn():
        ...     with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...         tf.compat.v1.set_random_seed(7)
        ...         return sess.run(tf.compat.v1.random_uniform([2])).tolist()
        >>> drawn() == drawn()
        True
        >>> tf.compat.v1.set_random_seed(1)
        >>> first = tf.compat.v1.random_uniform([2]).numpy()
        >>> tf.compat.v1.set_random_seed(1)
        >>> bool((tf.compat.v1.random_uniform([2]).numpy() == first).all())
        True
    """
    if TS.graph is None:
        seeds.set_seed(seed)
    else:
        TS.graph.seed = seed


@tf_export(v1=["multinomial", "random.multinomial"])
def multinomial(
    logits: TensorLike, num_samples: IntLike, seed: int | None = None, name: str | None = None, output_dtype: DTypeLike | None = None
) -> Tensor:
    """Draws classes by their logits. Mirrors `tf.compat.v1.multinomial` and `tf.compat.v1.random.multinomial`.

    It is the older name of `tf.random.categorical`. Each class is drawn with a probability that is proportional to the exponential of its
    logit, with replacement.

    Arguments:
        logits: floating-point numbers of shape [batch, classes].
        num_samples: how many classes are drawn for each row, an integer.
        seed: an integer for the same draws in each run, together with the graph's seed; None by default.
        name: a name for the operation in graphs; by default that of the function.
        output_dtype: int32 or int64; None (the default) for int64.

    Returns:
        A tensor [batch, num_samples] of classes.

    Raises:
        InvalidArgumentError: `logits` is no matrix.

    Example:
        >>> tf.compat.v1.multinomial([[0.0, -1000.0], [-1000.0, 0.0]], 3).numpy().tolist()
        [[0, 0, 0], [1, 1, 1]]
        >>> tf.compat.v1.multinomial([[0.0, 0.0, 0.0]], 5, output_dtype=tf.int32).dtype
        tf.int32
    """
    with scoped(name, "multinomial") as scope:
        return draw_classes(logits, num_samples, output_dtype, seed, scope)


@tf_export(v1=["random.poisson", "random_poisson"])
def poisson(
    lam: TensorLike, shape: SizesLike, dtype: DTypeLike = dtypes.float32, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Draws counts from Poisson distributions. Mirrors `tf.compat.v1.random_poisson`, `tf.compat.v1.random.poisson` and
    `tf.compat.v1.poisson`.

    It is `tf.random.poisson`, whose first two arguments stand the other way round.

    Arguments:
        lam: the means, a tensor of numbers that are not negative.
        shape: how many counts are drawn from each, a list of integers.
        dtype: the dtype of the counts: float16, float32 (the default), float64, int32 or int64.
        seed: an integer for the same counts in each run, together with the graph's seed; None by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of shape `shape + lam.shape`.

    Example:
        >>> counts = tf.compat.v1.random_poisson([1.0, 100.0], [1000], seed=3)
        >>> counts.shape, counts.dtype
        (TensorShape([1000, 2]), tf.float32)
        >>> [abs(m - wanted) < 0.1 * wanted for m, wanted in zip(tf.reduce_mean(counts, 0).numpy().tolist(), (1.0, 100.0))]
        [True, True]
    """
    return tf.random.poisson(shape, lam, dtype, seed, name)


@tf_export(v1=["random.stateless_multinomial"])
def stateless_multinomial(
    logits: TensorLike, num_samples: IntLike, seed: TensorLike, output_dtype: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Draws classes by their logits, from a seed that alone determines them. Mirrors `tf.compat.v1.random.stateless_multinomial`.

    It is the older name of `tf.random.stateless_categorical`. The same seed and logits always give the same classes, in every program and
    on every run; no seed of a graph enters.

    Arguments:
        logits: floating-point numbers of shape [batch, classes].
        num_samples: how many classes are drawn for each row, an integer.
        seed: a vector of two integers.
        output_dtype: int32 or int64 (the default).
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor [batch, num_samples] of classes.

    Raises:
        InvalidArgumentError: `logits` is no matrix, or `seed` no pair.

    Example:
        >>> drawn = [tf.compat.v1.random.stateless_multinomial([[0.0, 1.0, 2.0]], 5, seed=[1, 2]).numpy().tolist() for _ in range(2)]
        >>> drawn[0] == drawn[1]
        True
    """
    return tf.random.stateless_categorical(logits, num_samples, seed, output_dtype, name)

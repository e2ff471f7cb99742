"""`tf.compat.v1.random`: as `tf.random`, and the seed of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.engine.random import seeds
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.random")


@tf_export(v1=["random.set_random_seed", "set_random_seed"])
def set_random_seed(seed: int | None) -> None:
    """Set the seed of the default graph; eagerly the global one. Mirrors `tf.compat.v1.set_random_seed`."""
    if TS.graph is None:
        seeds.set_seed(seed)
    else:
        TS.graph.seed = seed


@tf_export(v1=["multinomial", "random.multinomial"])
def multinomial(
    logits: TensorLike, num_samples: IntLike, seed: int | None = None, name: str | None = None, output_dtype: DTypeLike | None = None
) -> Tensor:
    """`num_samples` classes for each row of `logits` [batch, classes], int64 by default; see `tf.random.categorical`.

    Mirrors `tf.compat.v1.multinomial`.
    """
    return tf.random.categorical(logits, num_samples, dtypes.int64 if output_dtype is None else output_dtype, seed, name)


@tf_export(v1=["random.poisson", "random_poisson"])
def poisson(
    lam: TensorLike, shape: SizesLike, dtype: DTypeLike = dtypes.float32, seed: int | None = None, name: str | None = None
) -> Tensor:
    """`shape` draws of each Poisson distribution `lam`; see `tf.random.poisson`. Mirrors `tf.compat.v1.random_poisson`."""
    return tf.random.poisson(shape, lam, dtype, seed, name)


@tf_export(v1=["random.stateless_multinomial"])
def stateless_multinomial(
    logits: TensorLike, num_samples: IntLike, seed: TensorLike, output_dtype: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Draws of classes that `seed` alone determines; see `tf.random.stateless_categorical`."""
    return tf.random.stateless_categorical(logits, num_samples, seed, output_dtype, name)

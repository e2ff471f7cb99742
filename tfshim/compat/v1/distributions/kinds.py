"""What the distributions of numbers, of vectors, and of one number for each element of their parameters have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.compat.v1.distributions.base import Distribution
from tfshim.compat.v1.distributions.parameters import broadcast_shapes
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


class Numbers(Distribution):
    """A distribution of numbers."""

    def _event_shape(self):
        return TensorShape([])

    def _event_shape_tensor(self):
        return tf.constant([], dtypes.int32)


class Vectors(Distribution):
    """A distribution of vectors like the rows of the tensor `_vectors`."""

    _vectors: Tensor

    def _batch_shape(self):
        return self._vectors.shape[:-1]

    def _batch_shape_tensor(self):
        return tf.shape(self._vectors)[:-1]

    def _event_shape(self):
        return self._vectors.shape[-1:]

    def _event_shape_tensor(self):
        return tf.shape(self._vectors)[-1:]


class Elementwise(Numbers):
    """A distribution of numbers whose parameters, `_tensors`, are broadcast. `_shaped`: the names of those that shapes are told of."""

    _tensors: tuple[Tensor, ...]
    _shaped: tuple[str, ...]

    @classmethod
    def _param_shapes(cls, sample_shape):
        return dict.fromkeys(cls._shaped, tf.convert_to_tensor(sample_shape, dtypes.int32))

    def _batch_shape(self):
        return broadcast_shapes(*self._tensors)[0]

    def _batch_shape_tensor(self):
        return broadcast_shapes(*self._tensors)[1]()


def draw_shape(n: Any, distribution: Distribution, *more: Any) -> Tensor:
    """The shape of `n` samples of each distribution, and `more` dimensions."""
    parts = [tf.reshape(tf.convert_to_tensor(n, dtypes.int32), [1]), distribution.batch_shape_tensor()]
    return tf.concat([*parts, *([list(more)] if more else [])], 0)

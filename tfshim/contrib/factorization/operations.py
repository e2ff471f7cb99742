"""The operations of k-means: where clusters begin, and which centre is nearest."""

from __future__ import annotations

import collections
import math
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_private
from tfshim.engine.ops.op import op
from tfshim.engine.random.philox import block
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import int64

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

NearestNeighbors = collections.namedtuple("NearestNeighbors", ["nearest_center_indices", "nearest_center_distances"])


class _Draws:
    """The numbers that TensorFlow's kernel draws from a seed, one after the other."""

    def __init__(self, seed):
        self._key, self._counter, self._words = seed & ((1 << 64) - 1), 0, []

    def word(self):
        """The next 32 bits."""
        if not self._words:
            self._words = list(block(self._key, self._counter))
            self._counter += 1
        return self._words.pop(0)

    def words(self):
        """The next 64 bits, the lower half first."""
        low = self.word()
        return low | self.word() << 32

    def fraction(self):
        """A number from [0, 1): the lower 23 bits of a word."""
        return (self.word() & 0x7FFFFF) / 2.0**23


@tf_private("tensorflow.python.ops.clustering_ops.kmeans_plus_plus_initialization")
@op("KmeansPlusPlusInitialization", points="float32", num_to_sample="int", seed="int", num_retries_per_sample="int", grad="missing",
    shape_fn=lambda points, *_: (points.dtype, None))  # fmt: skip
def kmeans_plus_plus_initialization(
    points: TensorLike, num_to_sample: int, seed: int, num_retries_per_sample: int, name: str | None = None
) -> Tensor:
    """`num_to_sample` rows of the matrix `points`, drawn one after the other: a row that is far from those drawn so far is likelier.

    With `num_retries_per_sample`, of one more candidates than that the best one is taken; below zero, of three and more the more rows
    are drawn. Raises InvalidArgumentError for numbers
    that do not fit the matrix.
    """
    if points.ndim != 2:
        raise invalid("Input points should be a matrix.")
    count = points.shape[0]
    if num_to_sample <= 0:
        raise invalid("Expected num_to_sample > 0.")
    if seed < 0:
        raise invalid("Expected seed >= 0.")
    if num_to_sample > count:
        raise invalid(f"Expected num_to_sample <= points.rows(). {num_to_sample} vs {count}.")
    if num_retries_per_sample < 0:
        num_retries_per_sample = 2 + int(math.log(num_to_sample))
    draws = _Draws(seed)
    chosen: list[int] = []
    nearest = torch.full((count,), float("inf"), dtype=points.dtype, device=points.device)
    while len(chosen) < num_to_sample:
        if chosen:
            nearest = torch.minimum(nearest, _squares(points, points[chosen[-1]]))
        sums = np.cumsum(nearest.cpu().numpy(), dtype=np.float32)
        best = None
        for _ in range(num_retries_per_sample + 1):
            if chosen:
                candidate = min(int(np.searchsorted(sums, np.float32(draws.fraction()) * sums[-1], side="right")), count - 1)
            else:
                candidate = draws.words() % count
            score = float(torch.minimum(nearest, _squares(points, points[candidate])).sum()) if num_retries_per_sample else 0.0
            if best is None or score < best[0]:
                best = score, candidate
        chosen.append(best[1])
    return points[chosen]


def _squares(points, point):
    return ((points - point) ** 2).sum(1)


@tf_private("tensorflow.python.ops.clustering_ops.nearest_neighbors")
@op("NearestNeighbors", points="float32", centers="float32", k="int", grad="missing",
    shape_fn=lambda points, centers, k: NearestNeighbors((int64, None), (points.dtype, None)))  # fmt: skip
def nearest_neighbors(points: TensorLike, centers: TensorLike, k: int, name: str | None = None) -> NearestNeighbors:
    """The indices of the `k` rows of `centers` nearest to each row of `points`, and the squares of their distances."""
    for what, matrix in (("points", points), ("centers", centers)):
        if matrix.ndim != 2:
            raise invalid(f"Input {what} should be a matrix.")
    if k < 1:
        raise invalid("k should be positive.")
    distances = (points * points).sum(1, keepdim=True) - 2 * points @ centers.T + (centers * centers).sum(1)
    found = distances.sort(stable=True, dim=1)
    k = min(k, len(centers))
    return NearestNeighbors(found.indices[:, :k].contiguous(), found.values[:, :k].contiguous())


@tf_private("tensorflow.python.ops.clustering_ops.kmc2_chain_initialization")
@op("KMC2ChainInitialization", distances="float32", seed="int", grad="missing", shape_fn=lambda *_: (int64, None))
def kmc2_chain_initialization(distances: TensorLike, seed: int, name: str | None = None) -> Tensor:
    """Where a Markov chain over the vector `distances` ends, an int64 scalar: it goes on to a place by the ratio of the distances."""
    if distances.ndim != 1:
        raise invalid("Input distances should be a vector.")
    found = distances.cpu().numpy()
    if not len(found):
        raise invalid("Expected distances_tensor.size() > 0.")
    draws, at = _Draws(seed), 0
    for i in range(1, len(found)):
        if found[i] > np.float32(draws.fraction()) * found[at]:
            at = i
    return torch.tensor(at)

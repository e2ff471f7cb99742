"""Fingerprints of rows and distances between sequences: `fingerprint`, `edit_distance`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import InternalError, invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor_messages import as_bytes
from tfshim.engine.values.texts.farmhash import fingerprints64

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _fingerprints(data, method, name=None):
    if data.ndim == 0:
        raise invalid("`data` should have at least one dimension: []")
    if method.ndim if type(method) is np.ndarray else False:
        raise invalid(f"`method` should be a scalar string: {dims_text(method.shape)}")
    if method[()] != b"farmhash64":
        raise invalid(f"Unsupported fingerprint method: {method[()].decode('utf-8', 'replace')}")
    count = data.shape[0]
    if count == 0:
        return torch.zeros((0, 8), dtype=torch.uint8)
    if type(data) is np.ndarray:
        parts = fingerprints64(data).reshape(count, -1)
        if parts.shape[1] != 1:
            # Of several strings the fingerprints are what is fingerprinted.
            parts = fingerprints64([row.astype("<u8").tobytes() for row in parts])
    else:
        flat = data.detach().contiguous().reshape(count, -1).cpu()
        raw = as_bytes(flat).view(count, -1).numpy() if flat.numel() else np.zeros((count, 0), np.uint8)
        parts = fingerprints64([row.tobytes() for row in raw])
    return torch.from_numpy(parts.astype("<u8").view(np.uint8)).reshape(count, 8)


@tf_export("fingerprint")
@op(
    "Fingerprint",
    data="any",
    method="string",
    grad=None,
    objects=_fingerprints,
    shape_fn=lambda data, method: (
        dt.uint8,
        None if data.shape.rank is None else [data.shape[0] if data.shape.rank else None, 8],
    ),
)
def fingerprint(data: TensorLike, method: TensorLike = "farmhash64", name: str | None = None) -> Tensor:
    """A fingerprint of 8 bytes for each row of a tensor. Mirrors `tf.fingerprint`.

    Arguments:
        data: a tensor of at least one axis of any dtype; everything after the first axis is the row.
        method: how it is computed; only "farmhash64" (the default) exists.
        name: a name for the operation in graphs.

    Returns:
        A uint8 tensor of shape [rows, 8]: the bytes of the hash, the lowest first. They are the same as TensorFlow's,
        on any machine.

    Raises:
        InvalidArgumentError: `data` is a scalar, or the method is another one.

    Equal rows have equal fingerprints, different ones with near certainty different ones; it does not protect against
    an adversary.

    Example:
        >>> tf.fingerprint(["a", "b", "a"]).shape
        TensorShape([3, 8])
        >>> f = tf.fingerprint(["a", "b", "a"])
        >>> tf.reduce_all(f[0] == f[2]), tf.reduce_all(f[0] == f[1])
        (<tf.Tensor: shape=(), dtype=bool, numpy=True>, <tf.Tensor: shape=(), dtype=bool, numpy=False>)
    """
    return _fingerprints(data, method)


# ---------------------------------------------------------------------- edit_distance
def _levenshtein(a, b):
    """How many insertions, deletions and replacements turn the sequence `a` into `b`."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], corner if x == y else 1 + min(corner, row[j], row[j - 1])
    return row[-1]


def _groups(indices, values, group_dims):
    """The sequences of a sparse tensor: coordinates but the last -> values."""
    found = {}
    for place, value in zip(indices.tolist(), values.tolist()):
        found.setdefault(tuple(place[:group_dims]), []).append(value)
    return found


def _distances(
    hypothesis_indices,
    hypothesis_values,
    hypothesis_shape,
    truth_indices,
    truth_values,
    truth_shape,
    normalize,
    name=None,
):
    h_dims, t_dims = hypothesis_shape.tolist(), truth_shape.tolist()
    for which, indices, values, dims in (
        ("truth", truth_indices, truth_values, t_dims),
        ("hypothesis", hypothesis_indices, hypothesis_values, h_dims),
    ):
        _check_parts(which, indices, values, dims)
    if len(t_dims) < 2:
        raise invalid(f"Input SparseTensors must have rank at least 2, but truth_shape rank is: {len(t_dims)}")
    if len(h_dims) != len(t_dims):
        raise invalid(f"Expected truth and hypothesis to have matching ranks, but their shapes are: [{len(t_dims)}] and [{len(h_dims)}]")
    dims = [max(h, t) for h, t in zip(h_dims[:-1], t_dims[:-1])]
    hypotheses = _groups(hypothesis_indices, hypothesis_values, len(dims))
    truths = _groups(truth_indices, truth_values, len(dims))
    for size in (*h_dims, *t_dims):
        if size < 0:
            raise invalid(f"Dimension {size} must be >= 0")
    made = np.zeros(math.prod(dims), dtype=np.float32)
    for place in {*hypotheses, *truths}:
        hypothesis, truth = hypotheses.get(place, []), truths.get(place, [])
        distance = _levenshtein(truth, hypothesis)
        if normalize:
            distance = distance / len(truth) if truth else math.inf if distance else 0.0
        at = 0
        for p, size in zip(place, dims):
            at = at * size + p
        if not 0 <= at < made.size:
            raise InternalError(
                None,
                None,
                f"Got an inner product {at} which would require writing to outside of the buffer for the output tensor "
                f"(max elements {made.size})",
            )
        made[at] = distance
    return torch.from_numpy(made.reshape(dims))


def _check_parts(which, indices, values, dims):
    """Raise InvalidArgumentError where the three parts of a sparse tensor do not belong together."""
    shown = dims_text(indices.shape)
    if len(dims) != indices.shape[1]:
        raise invalid(f"Expected {which}_shape.NumElements == #cols({which}_indices), their shapes are: [{len(dims)}] and {shown}")
    if len(values) != indices.shape[0]:
        raise invalid(f"Expected {which}_values.NumElements == #rows({which}_indices), their shapes are: [{len(values)}] and {shown}")


def _distance_shape(h_indices, h_values, h_shape, t_indices, t_values, t_shape, normalize):
    of_hypothesis, of_truth = static_value(h_shape), static_value(t_shape)
    for which, dims in (("Hypothesis", h_shape.shape), ("Truth", t_shape.shape)):
        if dims.rank == 1 and dims[0] is not None and dims[0] < 2:
            shape = f"{which.lower()}_shape"
            raise ShapeMismatch(
                f"Input {which} SparseTensors must have rank at least 2, but {shape} rank is: {dims[0]}", (2, 5), "computed input tensors"
            )
    if of_hypothesis is not None and of_truth is not None:
        if of_hypothesis.size != of_truth.size:
            raise ShapeMismatch(f"Num elements of hypothesis_shape does not match truth_shape: {of_hypothesis.size} vs. {of_truth.size}")
        return dt.float32, np.maximum(of_hypothesis, of_truth)[:-1].tolist()
    rank = h_shape.shape[0] if h_shape.shape.rank == 1 else None
    return dt.float32, None if rank is None else [None] * (rank - 1)


_edit_distance = op(
    "EditDistance",
    hypothesis_indices="int64",
    hypothesis_values="T",
    hypothesis_shape="int64",
    truth_indices="int64",
    truth_values="T",
    truth_shape="int64",
    T=dt.NUMBERS | dt.BOOL | dt.STRING,
    grad=None,
    scope="edit_distance",
    objects=_distances,
    shape_fn=_distance_shape,
)(_distances)


@tf_export("edit_distance")
@composite
def edit_distance(hypothesis: TensorLike, truth: TensorLike, normalize: bool = True, name: str | None = "edit_distance") -> Tensor:
    """How many insertions, deletions and replacements turn each sequence into another one, Levenshtein's distance. Mirrors
    `tf.edit_distance`.

    Arguments:
        hypothesis: a SparseTensor whose last axis holds the sequences.
        truth: a SparseTensor of the same dtype and rank; the sizes of the other axes agree.
        normalize: whether the number is divided by the length of the truth, True by default.
        name: a name for the operation in graphs, "edit_distance" by default.

    Returns:
        A dense float32 tensor without the last axis. Normalized by an empty truth it is infinite, or 0 where both are
        empty.

    Raises:
        TypeError: an argument is not sparse.

    Example:
        >>> words = tf.sparse.from_dense([["k", "i", "t", "t", "e", "n"]])
        >>> other = tf.sparse.from_dense([["s", "i", "t", "t", "i", "n", "g"]])
        >>> tf.edit_distance(words, other, normalize=False)
        <tf.Tensor: shape=(1,), dtype=float32, numpy=array([3.], dtype=float32)>
    """
    for role, x in (("Hypothesis", hypothesis), ("Truth", truth)):
        if not all(hasattr(x, part) for part in ("indices", "values", "dense_shape")):
            raise TypeError(f"{role} must be a SparseTensor.")
    if not isinstance(normalize, bool):
        raise TypeError(f"Expected bool for argument 'normalize' not {normalize!r}.")
    return _edit_distance(
        hypothesis.indices,
        hypothesis.values,
        hypothesis.dense_shape,
        truth.indices,
        truth.values,
        truth.dense_shape,
        normalize,
        name,
    )

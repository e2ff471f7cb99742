"""Embeddings of TensorFlow 1: tables in parts, whose rows are dealt or one part after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.nn.embedding import DealtParts

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, TensorLike


def parts_of(partition_strategy, params):
    """A table as the functions of TensorFlow 2 take it, with the rows of its parts where `partition_strategy` has them."""
    if not isinstance(params, (list, tuple, PartitionedVariable)):
        return params
    parts = list(params)
    if len(parts) == 1:
        return parts[0]
    if partition_strategy not in ("mod", "div"):
        raise ValueError(f"Unrecognized partition strategy: {partition_strategy}.Must be one of either `mod` or `div`.")
    return parts if partition_strategy == "div" else DealtParts(parts)


# ---------------------------------------------------------------------- embeddings
@tf_export(v1=["nn.embedding_lookup"])
def embedding_lookup(
    params: TensorLike,
    ids: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: FloatLike | None = None,
) -> AnyTensor:
    """Rows of an embedding: the vectors of words, users or other things that have numbers. Mirrors `tf.compat.v1.nn.embedding_lookup`.

    Arguments:
        params: the table, a tensor or variable [rows, ...]; or a list of tensors with parts of it, or a PartitionedVariable.
        ids: an int32 or int64 tensor of row numbers, of any shape; or a RaggedTensor.
        partition_strategy: which rows the parts in a list have: "mod" (default): row i is in part i % parts, or "div": one part after
            the other. `tf.nn.embedding_lookup` of TensorFlow 2 always takes "div".
        name: a name for the operations.
        validate_indices: has no effect, as in TensorFlow.
        max_norm: to which length rows are shortened; None (default): not.

    Returns:
        A tensor of the shape of `ids` and that of a row, in the dtype of `params`. Its gradient by a variable is a `tf.IndexedSlices`.

    Raises:
        ValueError: no table, or for several parts another `partition_strategy`.
        InvalidArgumentError: a number that is no row, on the processor.

    Example:
        >>> table = tf.constant([[0.0], [10.0], [20.0], [30.0]])
        >>> tf.compat.v1.nn.embedding_lookup(table, [[3, 0]]).numpy().tolist()
        [[[30.0], [0.0]]]
        >>> tf.compat.v1.nn.embedding_lookup([table[:2], table[2:]], [1, 2]).numpy().tolist()
        [[20.0], [10.0]]
    """
    params = parts_of(partition_strategy, params)
    return tf.nn.embedding_lookup(params, ids, max_norm, name)


@tf_export(v1=["nn.embedding_lookup_sparse"])
def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: TensorLike,
    sp_weights: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: FloatLike | None = None,
    allow_fast_lookup: bool = False,
) -> AnyTensor:
    """Rows of an embedding for lists of different lengths, each list made into one row.

    Mirrors `tf.compat.v1.nn.embedding_lookup_sparse`.

    Arguments:
        params: the table, a tensor or variable [rows, ...]; or a list of tensors with parts of it, or a PartitionedVariable.
        sp_ids: an int64 SparseTensor [batch, longest] of row numbers. Each row of it needs a value: `safe_embedding_lookup_sparse`
            takes others.
        sp_weights: a float SparseTensor with the same indices, or None for ones.
        partition_strategy: "mod" (default): row i of a list of parts is in part i % parts, or "div": one part after the other.
        name: a name for the operations.
        combiner: "mean" (default): the weighted sum over the sum of weights; "sqrtn": over the root of the sum of their squares; "sum".
        max_norm: to which length rows are shortened before; None (default): not.
        allow_fast_lookup: has no effect on results.

    Returns:
        A tensor [batch, ...].

    Raises:
        ValueError: another combiner or strategy.
        TypeError: ids or weights that are not sparse.

    Example:
        >>> table = tf.constant([[0.0], [10.0], [20.0], [30.0]])
        >>> ids = tf.sparse.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 3, 2], tf.int64), [2, 2])
        >>> tf.compat.v1.nn.embedding_lookup_sparse(table, ids, None, combiner="mean").numpy().tolist()
        [[20.0], [20.0]]
        >>> tf.compat.v1.nn.embedding_lookup_sparse(table, ids, None, combiner="sum").numpy().tolist()
        [[40.0], [20.0]]
    """
    params = parts_of(partition_strategy, params)
    return tf.nn.embedding_lookup_sparse(params, sp_ids, sp_weights, combiner or "mean", max_norm, name)


@tf_export(v1=["nn.safe_embedding_lookup_sparse"])
def safe_embedding_lookup_sparse(
    embedding_weights: TensorLike,
    sparse_ids: TensorLike,
    sparse_weights: TensorLike | None = None,
    combiner: str = "mean",
    default_id: IntLike | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: FloatLike | None = None,
    allow_fast_lookup: bool = False,
) -> AnyTensor:
    """As `embedding_lookup_sparse`, for rows without values and wrong values too.

    Mirrors `tf.compat.v1.nn.safe_embedding_lookup_sparse`. Ids below zero are left out, and so are, unless they are summed, those
    with weights that are not positive.

    Arguments:
        embedding_weights: the table, a tensor or variable [rows, ...]; or a list of tensors with parts of it, or a PartitionedVariable.
        sparse_ids: an int64 SparseTensor [..., longest] of row numbers.
        sparse_weights: a float SparseTensor with the same indices; None (default): ones.
        combiner: "mean" (default), "sqrtn" or "sum".
        default_id: the row that stands for no values; None (default): zeros.
        name: a name for the operations.
        partition_strategy: "div" (default, unlike in the other functions), or "mod".
        max_norm: to which length rows are shortened before; None (default): not.
        allow_fast_lookup: has no effect on results.

    Returns:
        A tensor of the shape of `sparse_ids` without its last axis, and that of a row.

    Raises:
        ValueError: no table, or another combiner or strategy.

    Example:
        >>> table = tf.constant([[5.0], [10.0], [20.0]])
        >>> ids = tf.sparse.SparseTensor([[0, 0], [2, 0]], tf.constant([1, -1], tf.int64), [3, 2])
        >>> tf.compat.v1.nn.safe_embedding_lookup_sparse(table, ids).numpy().tolist()
        [[10.0], [0.0], [0.0]]
        >>> tf.compat.v1.nn.safe_embedding_lookup_sparse(table, ids, default_id=0).numpy().tolist()
        [[10.0], [5.0], [5.0]]
    """
    embedding_weights = parts_of(partition_strategy, embedding_weights)
    return tf.nn.safe_embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights, combiner, default_id, max_norm, name)

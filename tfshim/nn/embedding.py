"""Rows of tables looked up by number, one by one or summed over sparse ids."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import convert_to_tensor as named
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import fill, ones, ones_like, zeros_like
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.identities import identity
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.scattering import dynamic_partition, dynamic_stitch
from tfshim.array_ops.shape_fallbacks import size_of
from tfshim.array_ops.shapes import expand_dims, rank, reshape, shape, size
from tfshim.array_ops.uniques import unique
from tfshim.engine.graphs.operation import placed_with
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import OpError
from tfshim.engine.runtime.state import TS, S
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import runs
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_ragged, is_sparse
from tfshim.engine.values.readable import on_processor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.math.arithmetic import multiply, square
from tfshim.math.clipping import clip_by_norm
from tfshim.math.comparison import equal, greater, greater_equal
from tfshim.math.cumulative import cumprod
from tfshim.math.division import divide_no_nan, floordiv, floormod
from tfshim.math.elementwise import sqrt
from tfshim.math.logical import logical_and
from tfshim.math.reductions import reduce_prod, reduce_sum
from tfshim.math.segments import segment_sum, total_by_segment, unsorted_segment_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, TensorLike


def _clip(embeddings, ids, max_norm):
    """`embeddings` with rows no longer than `max_norm`."""
    if max_norm is None:
        return embeddings
    ids_rank, rows_rank = ids.shape.rank, embeddings.shape.rank
    if ids_rank is not None and rows_rank is not None:
        return clip_by_norm(embeddings, max_norm, axes=list(range(ids_rank, rows_rank)))
    return clip_by_norm(embeddings, max_norm, axes=tf_range(rank(ids), rank(embeddings)))


@op("ShardIds", ids="I", shards="T*", I=dt.INDEX, grad=None, register=False)
def _shards_of(ids, shards, name=None):
    """The shard that each id is in and its place there: ids are dealt out in equal shares, the first ones larger by
    one.
    """
    share, extra = divmod(sum(s.shape[0] for s in shards), len(shards))
    shard = ids.div(share + 1, rounding_mode="floor").maximum((ids - extra).div(max(share, 1), rounding_mode="floor"))
    place = torch.where(shard < extra, ids % (share + 1), (ids - extra) % max(share, 1))
    return shard.to(torch.int32), place


class DealtParts(list):
    """Parts of a table to which rows are dealt out in turn: row `i` is in part `i % len(parts)`."""


@tf_export("nn.embedding_lookup", keras="compat.v1.nn.embedding_lookup")
@composite
def embedding_lookup(params: TensorLike, ids: TensorLike, max_norm: FloatLike | None = None, name: str | None = None) -> AnyTensor:
    """Rows of a matrix by their numbers. Mirrors `tf.nn.embedding_lookup`.

    Arguments:
        params: a tensor or variable of shape [n, ...]; or a list of them, to which the numbers are dealt out in turn.
        ids: integers of any shape, from 0 to n - 1.
        max_norm: the greatest length of a row: longer ones are scaled down to it; None (the default) for none.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `ids.shape + params.shape[1:]`. The gradient for a variable is an IndexedSlices, so only the
        rows that were used are updated. On GPUs numbers out of range give zeros.

    Raises:
        InvalidArgumentError: a number is out of range (on CPUs).
        ValueError: `params` is None or empty.

    Example:
        >>> table = tf.constant([[0.0, 0.0], [1.0, 2.0], [3.0, 4.0]])
        >>> tf.nn.embedding_lookup(table, [[1, 2], [0, 1]])
        <tf.Tensor: shape=(2, 2, 2), dtype=float32, numpy=
        array([[[1., 2.],
                [3., 4.]],
        <BLANKLINE>
               [[0., 0.],
                [1., 2.]]], dtype=float32)>
        >>> np.round(tf.nn.embedding_lookup(table, [2], max_norm=1.0), 3)
        array([[0.6, 0.8]], dtype=float32)
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Length of params is currently 0. Need at least one param.")
    in_turn = isinstance(params, DealtParts)
    if isinstance(params, (list, tuple)):
        params = [p if isinstance(p, Variable) else convert_to_tensor(p) for p in params]
    if TS.graph is not None and isinstance(params, Tensor) and max_norm is None:
        return _looked_up(params, ids, name)
    ids = convert_to_tensor(ids)
    if not isinstance(params, (list, tuple)):
        return _clip(_rows(params, ids, name), ids, max_norm)
    if len(params) == 1:
        return _clip(_rows(params[0], ids, name), ids, max_norm)
    flat = reshape(ids, [-1])
    count = len(params)
    if in_turn:
        shard, place = cast(floormod(flat, count), dt.int32), floordiv(flat, count)
    else:
        for p in params:
            _ = p.shape[0]
        shard, place = _shards_of(flat, params)
    rows = [_clip(gather(p, i), i, max_norm) for p, i in zip(params, dynamic_partition(place, shard, count), strict=True)]
    found = dynamic_stitch(dynamic_partition(tf_range(size(flat)), shard, count), rows)
    row = params[0].shape[1:]
    found = reshape(found, concat([shape(ids), row if row.is_fully_defined() else shape(params[0])[1:]], 0))
    if row.rank is not None and ids.shape.rank is not None and not isinstance(found, EagerTensor):
        found.set_shape(ids.shape.concatenate(row))
    return found


def _rows(params, ids, name):
    """Rows of one table."""
    made = gather(params, ids, name="embedding_lookup" if name is None and TS.graph is not None else name)
    if TS.graph is not None and isinstance(made, SymbolicTensor):
        made.op.looked_up = True
    return made


def _looked_up(params, ids, name):
    """Rows of the tensor `params` in a graph, by nodes that are placed with it."""
    with name_scope(name or "embedding_lookup") as scope:
        made = gather(params, named(ids, name="ids"), name=scope)
        if isinstance(params, SymbolicTensor) and made.op.type == "GatherV2":
            for node in (made.op, *(t.op for t in made.op.inputs if t.op.name == f"{scope}axis")):
                placed_with(node, params.op)
        return identity(made)


_COMBINERS = ("mean", "sqrtn", "sum")


def _combiner(combiner):
    combiner = "mean" if combiner is None else combiner
    if combiner not in _COMBINERS:
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    return combiner


def _beside(weights, rows):
    """The vector `weights` with as many axes as `rows`, a number for each row."""
    if rows.shape.rank is not None:
        return reshape(weights, [-1] + [1] * (rows.shape.rank - 1))
    return reshape(weights, concat([[-1], ones_like(shape(rows)[1:])], 0))


_HALVES = (dt.float16, dt.bfloat16)
_FUSED = (dt.float32, dt.float64)
_FEW_IDS = 2048  # of which NumPy finds the different ones sooner than torch


def _each_row(params, ids):
    """A row of `params` for each of `ids`, where it is no matter whether a row is fetched several times, as for gradients; else None."""
    if type(ids) is not EagerTensor or not isinstance(params, (EagerTensor, Variable)) or params.dtype not in (dt.float32, dt.float64):
        return None
    try:
        return embedding_lookup(params, ids)
    except OpError:  # of whose ids the text tells in another order
        return None


@op("SparseFillEmptyRows", ids="I", segments="int32", count="int32", I=dt.INDEX, grad=None, register=False,
    shape_fn=lambda ids, *_: ((ids.dtype, [None]), (dt.int32, [None]), (dt.bool, [None])))  # fmt: skip
def rows_with_ids(ids, segments, count, default_id, name=None):
    """The ids that are not negative and their segments, `default_id` for each row without any behind them, and which rows have none."""
    if on_processor(ids) and on_processor(segments):
        return _rows_with_ids(ids, segments, int(count), default_id)
    kept = (ids >= 0).nonzero().squeeze(1)
    ids, rows = ids.index_select(0, kept), segments.index_select(0, kept)
    empty = torch.ones(int(count), dtype=torch.bool, device=ids.device)
    with contextlib.suppress(IndexError):  # of which the sum over the segments tells
        empty[rows.long()] = False
    spare = empty.nonzero().squeeze(1)
    if len(spare):
        ids, rows = torch.cat((ids, torch.full_like(spare, default_id, dtype=ids.dtype))), torch.cat((rows, spare.to(torch.int32)))
    return ids, rows, empty


def _rows_with_ids(ids, segments, count, default_id):
    """The same by NumPy, which begins in a fraction of the time that torch takes for a few numbers."""
    kept = ids.numpy() >= 0
    if not kept.all():
        ids, segments = torch.from_numpy(ids.numpy()[kept]), torch.from_numpy(segments.numpy()[kept])
    empty = np.ones(count, bool)
    with contextlib.suppress(IndexError):  # of which the sum over the segments tells
        empty[segments.numpy()] = False
    if empty.any():
        spare = np.flatnonzero(empty)
        filled = np.full(len(spare), default_id, ids.numpy().dtype)
        ids = torch.from_numpy(np.concatenate((ids.numpy(), filled)))
        segments = torch.from_numpy(np.concatenate((segments.numpy(), spare.astype(np.int32))))
    return ids, segments, torch.from_numpy(empty)


@op("Unique", ids="I", I=dt.INDEX, grad=None, register=False, shape_fn=lambda ids: ((ids.dtype, [None]), (dt.int32, ids.shape)))
def sorted_distinct(ids, name=None):
    """The different ids in ascending order, and the place of each id among them, int32."""
    if 0 < len(ids) <= _FEW_IDS and on_processor(ids):
        # NumPy's calls begin sooner; torch's unique counts besides.
        numbers = ids.numpy()
        order = numbers.argsort(kind="stable")
        ordered = numbers[order]
        begins = runs.starts(ordered)
        places = np.empty(len(numbers), np.int32)
        places[order] = begins.cumsum(dtype=np.int32) - 1
        return torch.from_numpy(ordered[begins]), torch.from_numpy(places)
    distinct, places, _ = torch._unique2(ids, sorted=True, return_inverse=True)
    return distinct, places.to(torch.int32)


def _shape_of_combined(found, places, segments, count, *others):
    count = count if isinstance(count, int) else size_of(count)
    return found.dtype, None if found.shape.rank is None else [count, *found.shape.as_list()[1:]]


@op("SparseSegmentMean", found="T", places="int32?", segments="I", count="int", empty="bool?", I=dt.INDEX,
    T=dt.float32.mask | dt.float64.mask, register=False,
    shape_fn=_shape_of_combined)  # fmt: skip
def combined_rows(found, places, segments, count, empty, combiner, name=None):
    """The sum of the rows `found` at the places of each of `count` segments, divided as `combiner` says; zeros where it is `empty`."""
    picked = found if places is None else found.index_select(0, places)
    if len(segments) == count and on_processor(segments) and (segments.numpy() == np.arange(count)).all():
        made = picked  # a row for each segment
    else:
        made = total_by_segment(picked, segments, count)
        if combiner != "sum":
            scale = total_by_segment(torch.ones(len(segments), dtype=found.dtype, device=found.device), segments, count)
            scale = scale.clamp_(min=1)  # a segment without rows is zeros already
            made = made / (scale if combiner == "mean" else scale.sqrt_()).reshape(-1, *[1] * (found.ndim - 1))
    return made if empty is None else made.masked_fill(empty.reshape(-1, *[1] * (found.ndim - 1)), 0)


def _combined(params, ids, weights, rows, row_count, combiner, max_norm, empty=None):
    """The rows `ids` of `params`, weighted, summed by `rows` and scaled as `combiner` says; zeros where a row is `empty`."""
    places = None
    embeddings = _each_row(params, ids) if max_norm is None and not S.special else None
    if embeddings is None:
        # Each row is fetched and clipped once.
        # TensorFlow's fused sum gives the gradient in the order of the rows.
        distinct, places = sorted_distinct(ids) if weights is None and max_norm is None else unique(ids)
        embeddings = embedding_lookup(params, distinct, max_norm)
    if weights is None and max_norm is None and row_count is not None and embeddings.dtype in _FUSED and embeddings.shape.rank:
        return combined_rows(embeddings, places, rows, row_count, empty, combiner)
    kind = embeddings.dtype
    low = kind in _HALVES and places is not None
    if places is not None:
        embeddings = embedding_lookup(cast(embeddings, dt.float32) if low else embeddings, places)

    def total(values):
        if row_count is None:
            return segment_sum(values, rows)
        return unsorted_segment_sum(values, rows, row_count)

    if weights is None:
        weights = ones(shape(rows), embeddings.dtype)
    else:
        weights = cast(weights, embeddings.dtype)
        column = _beside(weights, embeddings)
        embeddings = multiply(embeddings, column)
    summed = total(embeddings)
    if combiner != "sum":
        scale = total(weights) if combiner == "mean" else sqrt(total(square(weights)))
        summed = divide_no_nan(summed, _beside(scale, embeddings))
    made = cast(summed, kind) if low else summed
    return made if empty is None else where(_beside(empty, made), zeros_like(made), made)


@tf_export("nn.embedding_lookup_sparse")
@composite
def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: TensorLike,
    sp_weights: TensorLike,
    combiner: str | None = None,
    max_norm: FloatLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> AnyTensor:
    """Rows of a matrix by their numbers, combined over each row of a sparse matrix. Mirrors
    `tf.nn.embedding_lookup_sparse`.

    Arguments:
        params: a tensor or variable of shape [n, ...], or a list of shards.
        sp_ids: the numbers: a SparseTensor or RaggedTensor of int32 or int64, of shape [batch, any]; each row has at
            least one.
        sp_weights: a weight for each number, of the same structure; None for 1.
        combiner: "sum", "mean" (None, the default), which divides by the sum of the weights, or "sqrtn", which divides
            by the root of the sum of their squares.
        max_norm: the greatest length of a row before it is combined, or None.
        name: a name for the operation in graphs.
        allow_fast_lookup: a hint, which changes no result; False by default.

    Returns:
        A tensor of shape [batch, ...].

    Raises:
        TypeError, ValueError: numbers that are neither sparse nor ragged, weights that do not go with them, or another
            combiner.

    Example:
        >>> table = tf.constant([[0.0, 0.0], [1.0, 2.0], [3.0, 4.0]])
        >>> tf.nn.embedding_lookup_sparse(table, tf.ragged.constant([[1, 2], [2]]), None, combiner="mean")
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[2., 3.],
               [3., 4.]], dtype=float32)>
    """
    combiner = _combiner(combiner)
    ragged = is_ragged(sp_ids)
    if not ragged and not is_sparse(sp_ids):
        raise TypeError(f"sp_ids must be SparseTensor, got {type(sp_ids)}")
    if sp_weights is not None and not (is_ragged(sp_weights) if ragged else is_sparse(sp_weights)):
        kind = "RaggedTensor" if ragged else "SparseTensor"
        raise TypeError(f"sp_weights must be either None or {kind},got {type(sp_weights)}")
    if params is None or isinstance(params, (list, tuple)) and not params:
        raise ValueError("params must be specified")
    weights = None
    if ragged:
        ids, rows, count = sp_ids.values, sp_ids.value_rowids(), sp_ids.nrows()
        if sp_weights is not None:
            weights = sp_weights.values
    else:
        ids, rows, count = sp_ids.values, cast(sp_ids.indices[:, 0], dt.int32), None
        if sp_weights is not None:
            _same(sp_ids.values, sp_weights.values)
            weights = sp_weights.values
    return _combined(params, ids, weights, rows, count, combiner, max_norm)


def _same(ids, weights):
    a, b = ids.shape, weights.shape
    if not a.is_compatible_with(b):
        raise ValueError(f"Dimensions {a[0]} and {b[0]} are not compatible")


@tf_export("nn.safe_embedding_lookup_sparse")
@composite
def safe_embedding_lookup_sparse(
    embedding_weights: TensorLike,
    sparse_ids: TensorLike,
    sparse_weights: TensorLike | None = None,
    combiner: str = "mean",
    default_id: IntLike | None = None,
    max_norm: FloatLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> AnyTensor:
    """`tf.nn.embedding_lookup_sparse` for rows that may be empty and numbers that may be invalid. Mirrors
    `tf.nn.safe_embedding_lookup_sparse`.

    Arguments:
        embedding_weights: a tensor or variable of shape [n, ...], or a list of shards.
        sparse_ids: the numbers, a SparseTensor of shape [..., any]; negative ones are left out.
        sparse_weights: a weight for each number, or None for 1. Unless they are summed, those that are not positive are
            left out.
        combiner: "mean" (the default), "sum" or "sqrtn".
        default_id: the number whose row stands for a row without numbers; None (the default) gives zeros.
        max_norm: the greatest length of a row before it is combined, or None.
        name: a name for the operation in graphs.
        allow_fast_lookup: a hint, which changes no result; False by default.

    Returns:
        A tensor of shape [..., *row]; the last axis of the numbers is combined.

    Raises:
        ValueError: there are no weights of the embedding, or another combiner.

    Example:
        >>> table = tf.constant([[0.0, 0.0], [1.0, 2.0], [3.0, 4.0]])
        >>> ids = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, -1], [3, 2])
        >>> tf.nn.safe_embedding_lookup_sparse(table, ids)
        <tf.Tensor: shape=(3, 2), dtype=float32, numpy=
        array([[2., 3.],
               [0., 0.],
               [0., 0.]], dtype=float32)>
    """
    if embedding_weights is None or isinstance(embedding_weights, (list, tuple)) and not embedding_weights:
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    if (kind := getattr(sparse_weights, "dtype", None)) is not None:  # the table is to be of the dtype of the weights
        parts = embedding_weights if isinstance(embedding_weights, (list, tuple)) else [embedding_weights]
        embedding_weights = [w if getattr(w, "dtype", None) is kind else convert_to_tensor(w, kind) for w in parts]
        embedding_weights = embedding_weights[0] if len(parts) == 1 else embedding_weights
    combiner = _combiner(combiner)
    lead = None
    if is_ragged(sparse_ids):
        ids, rows = sparse_ids.values, cast(sparse_ids.value_rowids(), dt.int32)
        count = cast(sparse_ids.nrows(), dt.int32)
        weights = None if sparse_weights is None else sparse_weights.values
    else:
        if not is_sparse(sparse_ids):
            raise TypeError(f"sparse_ids must be SparseTensor, got {type(sparse_ids)}")
        ids, indices, dense = sparse_ids.values, sparse_ids.indices, convert_to_tensor(sparse_ids.dense_shape)
        lead = dense[:-1]
        if ids.shape.rank is None:  # of parts that were fed
            ids = reshape(ids, [-1])
        if indices.shape.rank is None:
            indices = reshape(indices, stack([-1, size(dense)]))
        count = cast(reduce_prod(lead), dt.int32)
        if indices.shape[1] == 2:
            rows = cast(indices[:, 0], dt.int32)
        else:
            # The number of the row: the leading indices read in the mixed radix of the leading sizes.
            strides = cumprod(lead, exclusive=True, reverse=True)
            rows = cast(reduce_sum(multiply(indices[:, :-1], expand_dims(strides, 0)), 1), dt.int32)
        weights = None
        if sparse_weights is not None:
            if not is_sparse(sparse_weights):
                raise TypeError(f"sparse_weights must be either None or SparseTensor, got {type(sparse_weights)}")
            weights = sparse_weights.values
            weights = reshape(weights, [-1]) if weights.shape.rank is None else weights
    # A row without ids gets one, which is blanked out again unless the caller chose it.
    filler = 0 if default_id is None else default_id
    if weights is None and type(filler) is int and ids.dtype in (dt.int32, dt.int64):
        ids, rows, empty = rows_with_ids(ids, rows, count, filler)
    else:
        keep = greater_equal(ids, 0)
        if weights is not None and combiner != "sum":
            keep = logical_and(keep, greater(weights, 0))
        ids, rows = boolean_mask(ids, keep), boolean_mask(rows, keep)
        weights = None if weights is None else boolean_mask(weights, keep)
        empty = equal(unsorted_segment_sum(ones_like(rows), rows, count), 0)
        spare = cast(reshape(where(empty), [-1]), dt.int32)
        ids = concat([ids, fill(shape(spare), cast(filler, ids.dtype))], 0)
        rows = concat([rows, spare], 0)
        weights = None if weights is None else concat([weights, ones(shape(spare), weights.dtype)], 0)
    result = _combined(embedding_weights, ids, weights, rows, count, combiner, max_norm, empty if default_id is None else None)
    if lead is None or sparse_ids.indices.shape[1] == 2:
        return result
    return reshape(result, concat([cast(lead, dt.int32), shape(result)[1:]], 0))

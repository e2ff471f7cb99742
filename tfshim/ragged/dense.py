"""Ragged tensors as dense and sparse ones."""

import numpy as np
import torch

from tfshim import debugging
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones_like, zeros
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import stack
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.scattering import tensor_scatter_nd_update
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.array_ops.shapes import ensure_shape, reshape
from tfshim.array_ops.shapes import shape as shape_of
from tfshim.engine.graph_export.splicing import only_shown, raw_node
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import memory
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import on_processor, readable
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.math.comparison import minimum, not_equal
from tfshim.math.reductions import reduce_all, reduce_any, reduce_max, reduce_prod
from tfshim.math.sequences import sequence_mask
from tfshim.ragged import row_checks
from tfshim.ragged.indexing import taken_in_order
from tfshim.ragged.making import as_row_places
from tfshim.ragged.partitions import row_ids
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.rows import concat_sizes
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse, is_sparse_value


def coordinates(x):
    """For each innermost value of `x` its place along each ragged dimension: a list of `ragged_rank + 1` vectors."""
    ids = x.value_rowids()
    within = tf_range(x.row_splits[-1]) - gather(x.row_splits, ids)
    if not isinstance(x.values, RaggedTensor):
        return [ids, within]
    first, *rest = coordinates(x.values)
    return [gather(ids, first), gather(within, first), *rest]


def _row_ends(x):
    """The row splits of `x` as an array, where they can be looked at; else None."""
    splits = x.row_splits
    return splits._t.numpy() if isinstance(splits, EagerTensor) and splits._t.is_cpu and TS.graph is None and readable(splits._t) else None


def _filled(x, default, sizes):
    """The storage of the rows of `x` with `default`, a storage, where there are none. `sizes` of the axes: None for that of the longest.

    None where a tensor is not at hand.
    """
    ends = _row_ends(x)
    if ends is None:
        return None
    inner = _filled(x.values, default, sizes[1:]) if isinstance(x.values, RaggedTensor) else getattr(x.values, "_t", None)
    if inner is None or not isinstance(inner, np.ndarray) and not on_processor(inner):
        return None
    if ends[-1] != len(inner):  # made without a look at them
        return None
    lengths = np.diff(ends)
    longest = int(lengths.max(initial=0))
    inner = inner if isinstance(inner, np.ndarray) else inner.detach()
    rows, width = len(lengths) if sizes[0] is None else sizes[0], longest if sizes[1] is None else sizes[1]
    shape = (rows, width, *inner.shape[1:])
    strings = isinstance(inner, np.ndarray)
    try:
        made = np.empty(shape, object) if strings else torch.empty(shape, dtype=inner.dtype)
        there = np.zeros((rows, width), bool)
    except (MemoryError, RuntimeError, ValueError) as failure:
        if memory.shortage(failure):
            raise memory.error(failure, shape, x.flat_values.dtype) from None
        raise
    made[...] = (b"" if strings else 0) if default is None else default if strings else default.detach()
    if width < longest or rows < len(lengths):
        within = np.arange(len(inner)) - np.repeat(ends[:-1], lengths)
        kept = within < width
        kept[int(ends[min(rows, len(lengths))]) :] = False
        inner, lengths = inner[kept if strings else torch.from_numpy(kept)], np.minimum(lengths[:rows], width)
    there[: len(lengths)] = np.arange(width) < lengths[:, None]
    if strings:
        made[there] = inner
    elif inner.dtype in _OF_NUMPY:
        made.numpy()[there] = inner.numpy()
    else:
        made[torch.from_numpy(there)] = inner
    return made


_OF_NUMPY = frozenset(
    (torch.float16, torch.float32, torch.float64, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.bool)
)


def _filled_shape(values, splits, default, rows, width):
    if values.shape.rank is None:
        return values.dtype, None
    count = splits.shape[0] if splits.shape.rank == 1 else None
    rows = rows if rows is not None or count is None else count - 1
    return values.dtype, [rows, width, *values.shape.as_list()[1:]]


def _filled_places(splits, rows, width, total):
    """(Rows and their length, places of the values in these one after the other, which of the values have one: None for all)."""
    ends = splits.numpy(force=True).astype(np.int64, copy=False)
    if ends[-1] > total:
        raise invalid(f"Row splits end at {ends[-1]}, beyond the {total} values of the ragged tensor.")
    lengths = np.diff(ends)
    longest, count = int(lengths.max(initial=0)), len(lengths)
    rows, width = count if rows is None else rows, longest if width is None else width
    starts = np.arange(count) * width - ends[:-1]
    places = np.repeat(starts, lengths) + np.arange(ends[-1])
    if width >= longest and rows >= count:
        return rows, width, torch.from_numpy(places), None
    within = np.arange(ends[-1]) - np.repeat(ends[:-1], lengths)
    kept = np.flatnonzero((within < width) & (np.arange(ends[-1]) < ends[min(rows, count)]))
    return rows, width, torch.from_numpy(places[kept]), torch.from_numpy(kept)


def _filled_places_by_torch(splits, rows, width):
    """`_filled_places` where the splits cannot be looked at: the operations are written down."""
    lengths = splits[1:] - splits[:-1]
    ids = torch.repeat_interleave(torch.arange(len(lengths), device=splits.device), lengths)
    within = torch.arange(len(ids), device=splits.device) - splits[:-1].long()[ids]
    rows, width = len(lengths) if rows is None else rows, int(lengths.max()) if width is None else width
    kept = ((within < width) & (ids < rows)).nonzero().squeeze(1)
    return rows, width, (ids * width + within)[kept], kept


@op(
    "RaggedTensorToTensor",
    values="T",
    splits="I",
    default="T?",
    I=dt.INDEX,
    dtype_agnostic=True,
    register=False,
    non_differentiable=("splits",),
    shape_fn=_filled_shape,
)
def filled_rows(values, splits, default, rows, width, name=None):
    """The rows of `values` between `splits` in a tensor of `rows` of `width`, filled up with `default`.

    None for all rows, or the length of the longest. Longer ones are cut, and further ones left out.
    """
    if readable(splits):
        rows, width, places, kept = _filled_places(splits, rows, width, len(values))
        places = places.to(values.device)
    else:
        rows, width, places, kept = _filled_places_by_torch(splits, rows, width)
    inner = values.shape[1:]
    made = values.new_zeros((rows * width, *inner))
    if default is not None:
        made = made.copy_(default) if not default.requires_grad else default.expand(made.shape).clone()
    if kept is not None:
        values = values.index_select(0, kept.to(values.device))
    elif len(places) < len(values):
        values = values[: len(places)]
    return made.index_copy_(0, places, values).reshape(rows, width, *inner)


def _one_call_each(x):
    """Whether the rows of `x` become dense by one node for each ragged axis."""
    return TS.graph is not None and x.flat_values.shape.rank is not None


def _derivable(flat):
    return flat.dtype.is_floating or flat.dtype.is_complex


def _in_graph(x, default, sizes, said):
    """What `_filled` makes, by nodes of a graph. `said`: whether the program wants these `sizes`."""
    known = TensorShape([n if n is not None else own for n, own in zip(sizes, x.shape.as_list())] if said else x.shape)

    def both(values, splits, ids, given):
        if only_shown():
            return _shown(values, splits, ids, default if given is None else given, sizes if said else None, known)
        return _in_nodes(x, default, sizes)

    splits = list(x.nested_row_splits)
    given = None if type(default) is EagerTensor else default
    return higher.recorded(both, x.flat_values, splits, row_ids(splits[0]), given)


def _shown(values, splits, ids, default, sizes, shape):
    """The rows in a tensor of the static `shape`. `ids`: what `row_ids` gives for the outermost; `sizes`: what the program wants."""
    with name_scope("RaggedToTensor"):
        if default is None:
            default = TS.graph._constant(convert_to_tensor("" if values.dtype is dt.string else 0, values.dtype), "zeros")
        elif type(default) is EagerTensor:
            default = TS.graph._constant(default, "default_value")
        wanted = -1 if sizes is None else [-1 if n is None else n for n in sizes]
        wanted = TS.graph._constant(convert_to_tensor(wanted, splits[0].dtype), "Const")
        kinds = [b"FIRST_DIM_SIZE", b"VALUE_ROWIDS"] if ids else [b"ROW_SPLITS"]
        about = {"row_partition_types": [*kinds, *[b"ROW_SPLITS"] * (len(splits) - 1)]}
        parts = [*(ids or splits[:1]), *splits[1:]]
        return raw_node("RaggedTensorToTensor", [wanted, values, default, parts], [(values.dtype, shape)], about).outputs[0]


def _in_nodes(x, default, sizes):
    if isinstance(x.values, RaggedTensor):
        inner = _in_nodes(x.values, default, sizes[1:])
    else:  # the gradient for the values is one of rows
        inner = taken_in_order(x.values, dt.int32) if _derivable(x.values) else x.values
    own = x.shape[1]  # known where all rows have one length
    made = filled_rows(inner, x.row_splits, default, sizes[0], own if sizes[1] is None else sizes[1])
    made.set_shape([*(n if n is not None else s for n, s in zip(sizes[:2], x.shape.as_list())), *made.shape.as_list()[2:]])
    return made


def to_dense(x, default_value=None, shape=None):
    """The rows of `x` in a dense tensor, see `RaggedTensor.to_tensor`."""
    flat = x.flat_values
    default = None if default_value is None else convert_to_tensor(default_value, flat.dtype)
    if default is not None and default.shape.rank and default.shape.rank >= flat.shape.rank:
        ranks = f"default_value.rank = {default.shape.rank}  must be less than rt_input.flat_values.rank = {flat.shape.rank}"
        raise _incompatible(x, _text_of_default(default, flat, ranks))
    if default is not None and default.shape.rank and flat.shape.rank is not None:
        for back, (size, own) in enumerate(zip(default.shape.as_list()[::-1], flat.shape.as_list()[::-1]), 1):
            if None not in (size, own) and size not in (1, own):
                sizes = f"default_value.shape[-{back}] = {size} but rt_input.flat_values.shape[-{back}] = {own}"
                raise _incompatible(x, _text_of_default(default, flat, sizes))
    if isinstance(shape, TensorShape) and shape.rank is None:
        shape = None
    if shape is None and not TS.tapes:
        made = _filled(x, None if default is None else getattr(default, "_t", None), [None] * (x.ragged_rank + 1))
        if made is not None:
            return wrap(made, flat.dtype)
    if shape is None and _one_call_each(x):
        return _in_graph(x, default, [None] * (x.ragged_rank + 1), said=False)
    static = x.shape
    if shape is not None:
        wanted, given = _wanted(shape, x.row_splits.dtype)
        if x.shape.rank is None:  # which it is known of now
            flat = ensure_shape(flat, [None] * (len(wanted) - x.ragged_rank))
            x, static = x.with_flat_values(flat), TensorShape([None] * len(wanted))
        if len(wanted) != x.shape.rank:
            ranks = f"rt_input.rank = {x.shape.rank} but shape.rank = {len(wanted)}"
            raise _incompatible(x, f"rt_input.shape and shape={dims_text(wanted)} are incompatible: {ranks}")
        inner = zip(wanted[x.ragged_rank + 1 :], flat.shape.as_list()[1:], strict=True)
        for axis, (size, own) in enumerate(inner, x.ragged_rank + 1):
            if None not in (size, own) and size != own:
                which = f"rt_input.shape[{axis}] = {own} but shape[{axis}] = {size}"
                raise _incompatible(x, f"rt_input.shape and shape={dims_text(wanted)} are incompatible: {which}")
        as_they_are = given is None and wanted[x.ragged_rank + 1 :] in ([None] * (flat.shape.rank - 1), flat.shape.as_list()[1:])
        if as_they_are and _one_call_each(x) and not (TS.tapes and _derivable(flat)):
            return _in_graph(x, default, wanted, said=True)
        if as_they_are and not TS.tapes:
            made = _filled(x, None if default is None else getattr(default, "_t", None), wanted)
            if made is not None:
                return wrap(made, flat.dtype)
        sizes = x.bounding_shape()
        if given is not None:
            sizes = where(given < 0, sizes, given)
        else:
            sizes = stack([sizes[i] if n is None else convert_to_tensor(n, sizes.dtype) for i, n in enumerate(wanted)])
        places = stack(coordinates(x), axis=1)
        keep = reduce_all(places < sizes[: x.ragged_rank + 1], axis=1)
        places = boolean_mask(places, keep)
        flat = gather(flat, cast(where(keep)[:, 0], dt.int32)) if TS.tapes else boolean_mask(flat, keep)
        static = TensorShape([n if n is not None else own for n, own in zip(wanted, x.shape.as_list())])
    else:
        sizes = x.bounding_shape()
        places = stack(coordinates(x), axis=1)
        flat = taken_in_order(flat, dt.int32)
    base = zeros(sizes, flat.dtype) if default is None else broadcast_to(default, sizes)
    nothing = flat.shape.rank is not None and 0 in flat.shape[1:]  # within the values
    made = base if nothing else tensor_scatter_nd_update(base, places, flat)
    if not hasattr(made, "_t"):
        made.set_shape(static)
    return made


def _text_of_default(default, flat, what):
    shapes = f"default_value.shape={dims_text(default.shape.as_list())} and rt_input.flat_values.shape={dims_text(flat.shape.as_list())}"
    return f"{shapes} are incompatible: {what}"


def _incompatible(x, text):
    """The exception of the operation that makes the ragged `x` dense."""
    if TS.graph is not None:
        return ValueError(f"{text} for operation 'RaggedTensorToTensor'.")
    return errors.op_error(errors.InvalidArgumentError, text, "RaggedTensorToTensor", counts={"num_row_partition_tensors": x.ragged_rank})


def _wanted(shape, dtype):
    """(sizes that `shape` says, None for each that it leaves open; the tensor of `dtype` that holds them where a graph computes them)."""
    if isinstance(shape, (list, tuple)) and any(isinstance(n, Tensor) for n in shape) and None not in shape:
        shape = convert_to_tensor(shape)
    if not isinstance(shape, Tensor):
        return TensorShape(shape).as_list(), None
    if isinstance(shape, EagerTensor):
        return [None if n < 0 else int(n) for n in shape.numpy()], None
    sizes = sizes_of(shape)
    if sizes is None:
        raise ValueError(f"The number of sizes has to be known statically, but `shape` is {shape}.")
    return sizes, cast(shape, dtype)


def to_sparse(x):
    """The SparseTensor of the values of `x`, see `RaggedTensor.to_sparse`."""
    flat = x.flat_values
    ends = _row_ends(x) if x.ragged_rank == 1 and flat.shape.rank == 1 else None
    if ends is not None:
        lengths = np.diff(ends)
        places = np.empty((int(ends[-1]), 2), np.int64)
        places[:, 0] = np.repeat(np.arange(len(lengths)), lengths)
        places[:, 1] = np.arange(len(places)) - np.repeat(ends[:-1], lengths)
        sizes = np.array([len(lengths), lengths.max(initial=0)])
        return SparseTensor(wrap(torch.from_numpy(places), dt.int64), flat, wrap(torch.from_numpy(sizes), dt.int64))
    if flat.shape.rank == 1:
        places = stack(coordinates(x), axis=1)
    else:
        places = where(x.with_flat_values(ones_like(flat, dtype=dt.bool)))
        flat = reshape(flat, [-1])
    made = SparseTensor(cast(places, dt.int64), flat, cast(x.bounding_shape(), dt.int64))
    if TS.graph is None:
        return made
    rank = made.dense_shape.shape[0]  # of the sizes a graph knows nothing, as in TensorFlow
    return SparseTensor._of_parts((made.indices, made.values, made.dense_shape), TensorShape(None if rank is None else [None] * rank))


def from_sparse(st, splits_dtype):
    """The rows of a sparse matrix without gaps, see `RaggedTensor.from_sparse`."""
    st = convert_to_sparse(st) if is_sparse_value(st) else st
    if not isinstance(st, SparseTensor):
        raise TypeError(f"Argument `st_input` must be of type SparseTensor, but is of type {type(st).__name__}.")
    rank = st.shape.rank
    if rank is None:
        rank = st.dense_shape.shape[0]
    if rank != 2:
        raise ValueError("rank(st_input) must be 2.")
    rows, columns = (cast(st.indices[:, i], splits_dtype) for i in (0, 1))
    count = st.shape[0] if rank is not None and st.shape[0] is not None else cast(st.dense_shape[0], splits_dtype)
    made = RaggedTensor.from_value_rowids(st.values, rows, nrows=count, validate=False)
    within = coordinates(made)[1]
    text = "SparseTensor is not right-ragged: a row has a gap or does not begin at column 0"
    return row_checks.after([debugging.assert_equal(columns, cast(within, columns.dtype), message=text)], made)


def from_dense(cls, tensor, lengths, padding, ragged_rank, row_splits_dtype):
    """The rows of a dense tensor as a ragged one of the class `cls`, see `RaggedTensor.from_tensor`."""
    tensor = convert_to_tensor(tensor)
    if lengths is not None and padding is not None:
        raise ValueError("Specify argument `lengths` or `padding`, but not both.")
    if not isinstance(ragged_rank, int):
        raise TypeError(f"Argument `ragged_rank` must be an int. Received {ragged_rank}.")
    if ragged_rank <= 0:
        raise ValueError(f"Argument `ragged_rank` must be greater than 0. Received {ragged_rank}.")
    rank = tensor.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(
            "The rank of a RaggedTensor must be greater than 1, i.e., a list of scalars won't have ragged dimensions. "
            f"Received argument `tensor` with rank {rank}."
        )
    if ragged_rank > 1 and isinstance(lengths, (list, tuple)) and lengths and isinstance(lengths[0], (int, float)):
        # One list of lengths is that of the innermost rows.
        sizes = cast(shape_of(tensor), row_splits_dtype)
        rows = reshape(tensor, concat_sizes([convert_to_tensor([-1], sizes.dtype), sizes[ragged_rank:]]))
        made = cls.from_tensor(rows, lengths, row_splits_dtype=row_splits_dtype)
        for axis in range(ragged_rank - 1, 0, -1):
            size = sizes[axis] if rank is None or tensor.shape[axis] is None else tensor.shape[axis]
            made = cls.from_uniform_row_length(made, size, nrows=reduce_prod(sizes[:axis]), validate=False)
        return made
    if isinstance(lengths, (list, tuple)) and not all(isinstance(n, (int, float)) for n in lengths) or ragged_rank > 1:
        nested = list(lengths) if lengths is not None else [None] * ragged_rank
        if rank is not None and rank <= len(nested):
            raise ValueError(f"Shape {tensor.shape} must have rank at least {len(nested) + 1}")
        if padding is not None:  # only innermost rows are cut
            outer = cls.from_tensor(tensor, ragged_rank=ragged_rank - 1, row_splits_dtype=row_splits_dtype)
            return outer.with_flat_values(cls.from_tensor(outer.flat_values, None, padding, row_splits_dtype=row_splits_dtype))
        outer = cls.from_tensor(tensor, nested[0], row_splits_dtype=row_splits_dtype)
        if len(nested) == 1:
            return outer
        inner = None if nested[1] is None else nested[1:] if len(nested) > 2 else nested[1]
        return outer.with_values(cls.from_tensor(outer.values, inner, None, len(nested) - 1, row_splits_dtype=row_splits_dtype))
    sizes = cast(shape_of(tensor), row_splits_dtype)
    if padding is not None:
        lengths = _lengths_without(tensor, padding, sizes.dtype)
    if lengths is None:
        # -1 cannot be inferred beside a size of 0.
        flat = (
            reshape(tensor, [-1, *[n if n is not None else -1 for n in tensor.shape[2:].as_list()]])
            if tensor.shape.rank is not None and None not in tensor.shape[2:].as_list() and 0 not in tensor.shape.as_list()
            else reshape(tensor, concat_sizes([sizes[0:1] * sizes[1:2], sizes[2:]]))
        )
        return cls._make(flat, tf_range(sizes[0] + 1) * sizes[1], tensor.shape[1])
    lengths = convert_to_tensor(lengths, dtype_hint=sizes.dtype)
    if not lengths.dtype.is_integer:
        kind = f"<dtype: '{lengths.dtype.name}'>"
        raise TypeError(f"Argument `tensor` (name: lengths) must be of type integer. Received `tensor` = {lengths} of dtype: {kind}")
    lengths = as_row_places(cast(lengths, sizes.dtype), "lengths")
    keep = sequence_mask(lengths, sizes[1])
    return cls.from_row_lengths(boolean_mask(tensor, keep), minimum(lengths, sizes[1]), validate=False)


def _lengths_without(tensor, padding, dtype):
    """The lengths of the rows of `tensor` without the `padding` at their ends."""
    padding = convert_to_tensor(padding, tensor.dtype)
    padding.shape.assert_is_compatible_with(tensor.shape[2:])
    full = not_equal(tensor, padding)
    for _ in tensor.shape[2:]:
        full = reduce_any(full, -1)
    return reduce_max(cast(full, dtype) * (tf_range(shape_of(full, out_type=dtype)[1]) + 1), 1)

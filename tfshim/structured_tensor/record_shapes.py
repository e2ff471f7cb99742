"""The shapes of records: what is known of them, and what their fields say."""

from tfshim import debugging
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.ragged.broadcasting import partitions
from tfshim.ragged.dynamic_ragged_shape import DynamicRaggedShape, partitions_of
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.row_partition import RowPartitionSpec


def merged(value, outer, inner):
    """`value`, of any kind, with its dimensions from `outer` to `inner` made one."""
    if not isinstance(value, Tensor):
        return value.merge_dims(outer, inner)
    sizes = shape(value)
    made = reshape(value, concat([sizes[:outer], [-1], sizes[inner + 1 :]], 0))
    known = value.shape.as_list()
    middle = known[outer : inner + 1]
    made.set_shape([*known[:outer], None if None in middle else TensorShape(middle).num_elements(), *known[inner + 1 :]])
    return made


def shape_spec(shape, dtype):
    """The spec of the shape of records whose static shape is `shape`."""
    if not shape.rank:
        return DynamicRaggedShape.Spec([], TensorShape([]), dtype)
    parts = [RowPartitionSpec(nrows=shape[0] if i == 0 else None, dtype=dtype) for i in range(shape.rank - 1)]
    return DynamicRaggedShape.Spec(parts, TensorShape([None if parts else shape[0]]), dtype)


def static_shape(shape):
    """The static shape of a DynamicRaggedShape."""
    return TensorShape([n if isinstance(n, int) else None for n in shape.static_lengths(ragged_lengths=False)])


def shape_of(fields, shape, nrows, row_partitions, structured):
    """The DynamicRaggedShape of records with `fields` whose static shape is `shape`; `structured`: the class of fields that are records."""
    rank = shape.rank
    if rank == 0:
        return DynamicRaggedShape([], TensorShape([]), dt.int64)
    dtype = (
        row_partitions[0].dtype
        if row_partitions
        else next((v.row_splits.dtype for v in fields.values() if isinstance(v, RaggedTensor)), dt.int64)
    )
    if row_partitions is not None and len(row_partitions) not in (0, rank - 1):
        raise ValueError(f"row_partitions must be a list of {rank - 1} row partitions, got {len(row_partitions)}")
    if rank > 1 and row_partitions:
        return DynamicRaggedShape(row_partitions, row_partitions[-1].nvals()[None], dtype)
    first = next(iter(fields.values()), None)
    if first is None:
        if nrows is not None and rank == 1:
            return DynamicRaggedShape([], convert_to_tensor(nrows, dtype)[None], dtype)
        if not shape.is_fully_defined():
            raise ValueError("Must specify `nrows`, a fully specified `shape`, or at least one field.")
        return DynamicRaggedShape.from_lengths(shape.as_list(), rank - 1, dtype)
    if first.shape.rank is not None and first.shape.rank < rank:
        # TensorFlow leaves the dimensions out that a field does not have.
        return shape_of(fields, shape[: first.shape.rank], nrows, row_partitions, structured)
    if isinstance(first, structured):
        return first.ragged_shape[:rank]
    if rank == 1:
        if first.shape[0] is not None:
            return DynamicRaggedShape([], [first.shape[0]], dtype)
        whole = DynamicRaggedShape.from_tensor(first, dtype)
        return DynamicRaggedShape([], whole[0][None], dtype)
    # The field may be dense in dimensions that are then rows of one length.
    outer = first if isinstance(first, RaggedTensor) else RaggedTensor.from_tensor(first, ragged_rank=rank - 1, row_splits_dtype=dtype)
    parts = partitions_of(outer if outer.ragged_rank >= rank - 1 else partitions(outer, rank - 1))[: rank - 1]
    return DynamicRaggedShape(parts, parts[-1].nvals()[None], dtype)


def check_rows(name, value, shape):
    """Check, as it runs, that a ragged field has the rows of the records, whose DynamicRaggedShape is `shape`."""
    if isinstance(value, RaggedTensor):
        for wanted, found in zip(shape.row_partitions, partitions_of(value)):
            debugging.assert_equal(
                cast(wanted.row_splits(), dt.int64), cast(found.row_splits(), dt.int64), message=f"The rows of field {name} differ"
            )

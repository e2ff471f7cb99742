"""Records of dictionaries in nested lists, and these of records."""

from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.ragged.factories import constant as ragged_constant
from tfshim.ragged.row_partition import RowPartition


def zipped(rank, nested_rows, values):
    """Dictionaries in lists, nested as `nested_rows` are, of the nested lists of each field."""
    if rank == 0:
        return values
    return [zipped(rank - 1, part, {k: v[i] for k, v in values.items()}) for i, part in enumerate(nested_rows)]


def _depth(x):
    """How deeply the first dictionary in `x` is nested in lists; None where there is none."""
    if isinstance(x, dict):
        return 0
    if isinstance(x, (list, tuple)):
        for item in x:
            depth = _depth(item)
            if depth is not None:
                return depth + 1
    return None


def _field_spec(spec, name, made):
    return spec._fields[name] if isinstance(spec, made.Spec) else None


def from_python(value, spec, made):
    """The records, tensor or ragged tensor of a Python value, as `spec` says where it is not None; `made`: the class of records."""
    depth = _depth(value)
    if isinstance(value, dict):
        names = list(value) if not isinstance(spec, made.Spec) else list(spec._fields)
        return made.from_fields({k: from_python(value[k], _field_spec(spec, k, made), made) for k in names}, shape=())
    if not isinstance(value, (list, tuple)):
        try:
            return convert_to_tensor(value, getattr(spec, "dtype", None))
        except (TypeError, ValueError) as e:
            raise ValueError(f"Error parsing path (): {e}") from None
    if depth is None:
        if isinstance(spec, made.Spec):
            return _records(value, spec._ragged_shape.rank, list(spec._fields), spec, made)
        try:
            rank = getattr(spec, "ragged_rank", None)
            return ragged_constant(value, getattr(spec, "dtype", None), ragged_rank=rank)
        except (TypeError, ValueError) as e:
            raise ValueError(f"Error parsing path (): {e}") from None
    first = value
    while not isinstance(first, dict):
        first = next(item for item in first if _depth(item) is not None)
    return _records(value, depth, list(first), spec, made)


def _records(value, depth, names, spec, made):
    """The records of dictionaries at `depth` in nested lists."""
    columns = {name: _column(value, depth, name) for name in names}
    fields = {name: from_python(column, _field_spec(spec, name, made), made) for name, column in columns.items()}
    # For its errors alone: without fields nothing has looked at the records yet.
    _column(value, depth, None)
    parts, rows = [], list(value)
    for _ in range(depth - 1):
        parts.append(RowPartition.from_row_lengths([len(row) for row in rows], dtype_hint=dt.int64, dtype=dt.int64))
        rows = [item for row in rows for item in row]
    return made.from_fields(fields, [None] * depth, nrows=len(value), row_partitions=parts)


def _column(value, depth, name):
    """The values of one field, in nested lists as the records are."""
    if depth == 0:
        if not isinstance(value, dict):
            raise ValueError("Expected dict or nested list/tuple of dict")
        return None if name is None else value[name]
    if not isinstance(value, (list, tuple)):
        raise ValueError("Expected dict or nested list/tuple of dict")
    return [_column(item, depth - 1, name) for item in value]

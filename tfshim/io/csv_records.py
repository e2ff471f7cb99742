"""`tf.io.decode_csv`: lines of comma-separated values to columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.texts.summaries import summary
from tfshim.engine.ops.type_errors import not_allowed
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.text import lengths_of, number_in, numbers_in, numbers_of_fields

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


_FEW = 4
_TOGETHER = 1024  # numbers from which on it pays to read those of all columns together
_MANY = 32  # records from which on it pays to cut them together
_TYPES = (dt.float32, dt.float64, dt.int32, dt.int64, dt.string)
_NUMPY = {dt.float32: np.float32, dt.float64: np.float64, dt.int32: np.int32, dt.int64: np.int64}


def fields_of(line, delimiter, quotes):
    """The fields of one record, by the rules of RFC 4180."""
    if not quotes or b'"' not in line:
        if quotes and (b"\n" in line or b"\r" in line):
            raise invalid("Unquoted fields cannot have quotes/CRLFs inside")
        return line.split(delimiter) if line else []
    out, at, size = [], 0, len(line)
    while at <= size:
        if at < size and line[at] == 34:
            made, at = bytearray(), at + 1
            while True:
                end = line.find(b'"', at)
                if end < 0:
                    raise invalid("Quoted field has to end with quote followed by delim or end")
                made += line[at:end]
                at = end + 1
                if at < size and line[at] == 34:
                    made += b'"'
                    at += 1
                    continue
                break
            if at < size and line[at : at + 1] != delimiter:
                raise invalid("Quote inside a string has to be escaped by another quote")
            out.append(bytes(made))
        else:
            end = line.find(delimiter, at)
            end = size if end < 0 else end
            field = line[at:end]
            if b'"' in field or b"\n" in field or b"\r" in field:
                raise invalid("Unquoted fields cannot have quotes/CRLFs inside")
            out.append(field)
            at = end
        if at == size:
            break
        at += 1
    return out


def _column(fields, dtype, default, number):
    """The array of one column. `default`: an array of one value, or of none where the field is required."""
    whole = None not in fields
    out = np.empty(len(fields), object if dtype is dt.string else _NUMPY[dtype])
    if dtype is dt.string and (whole or default.size):
        out[:] = fields if whole else [default[0] if field is None else field for field in fields]
        return out
    if dtype is not dt.string and len(fields) >= _FEW and (whole or default.size):
        read = numbers_in(fields if whole else [field for field in fields if field is not None], dtype)
        if read is not None:
            if whole:
                return read
            there = np.array([field is not None for field in fields])
            out[there], out[~there] = read, default[0]
            return out
    for record, field in enumerate(fields):
        if field is None:
            if not default.size:
                raise invalid(f"Field {number} is required but missing in record {record}!")
            out[record] = default[0]
        elif dtype is dt.string:
            out[record] = field
        else:
            value = number_in(field, dtype)
            if value is None:
                shown = field.decode(errors="replace")
                raise invalid(f"Field {number} in record {record} is not a valid {dtype.proto_name}: {shown}")
            with np.errstate(over="ignore"):  # infinity, as in TensorFlow
                out[record] = value
    return out


def _shapes(records, record_defaults, *_):
    for shape in (d.shape for d in record_defaults):
        if (shape.rank or 0) > 1:
            raise ShapeMismatch(f"Shape must be at most rank 1 but is rank {shape.rank}")
        if shape.rank == 1 and (shape[0] or 0) > 1:
            raise ShapeMismatch("Shape of a default must be a length-0 or length-1 vector, or a scalar.")
    return [(d.dtype, records.shape) for d in record_defaults]


@op("DecodeCSV", records="string", record_defaults="any*", grad=None, shape_fn=_shapes)
def _decode(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols, types, name=None):
    """The columns of `records`."""
    delimiter, missing = (t if isinstance(t, bytes) else t.encode() for t in (field_delim, na_value))
    if len(delimiter) != 1:
        raise invalid("field_delim should be only 1 char")
    defaults = [d if isinstance(d, np.ndarray) else d.cpu().numpy() for d in record_defaults]
    for i, default in enumerate(defaults):
        if default.ndim > 1:
            raise invalid("Each record default should be at most rank 1")
        if default.size > 1:
            raise invalid(f"There should only be 1 default per field but field {i} has {default.size}")
    defaults = [d.reshape(-1) for d in defaults]
    lines = records.reshape(-1).tolist()
    wanted = select_cols or range(len(defaults))
    cut, numbers = _cut(lines, delimiter, use_quote_delim), {}
    if cut is not None and (cut.width > wanted[-1] if select_cols else cut.width == len(defaults)):
        columns = None
        spelled = missing and not missing.strip(b"-.0123456789")  # a number that stands for a missing field
        numbers = {} if spelled else cut.numbers(dict(zip(wanted, types)), dict(zip(wanted, defaults)))
    else:
        rows = [fields_of(line, delimiter, use_quote_delim) for line in lines]
        for i, row in enumerate(rows):
            if not select_cols and len(row) != len(defaults):
                raise invalid(f"Expect {len(defaults)} fields but have {len(row)} in record {i}")
            if select_cols and len(row) <= select_cols[-1]:
                raise invalid(f"Expect {len(defaults)} fields but have {sum(c < len(row) for c in select_cols)} in record {i}")
        columns = {c: [row[c] for row in rows] for c in wanted}
    out = []
    for k, (default, dtype) in enumerate(zip(defaults, types, strict=True)):
        if wanted[k] in numbers:
            out.append(torch.from_numpy(numbers[wanted[k]]).reshape(records.shape))
            continue
        fields = cut.fields(wanted[k]) if columns is None else columns[wanted[k]]
        if b"" in fields or missing in fields:
            fields = [None if not field or field == missing else field for field in fields]
        made = _column(fields, dtype, default, k).reshape(records.shape)
        out.append(made if dtype is dt.string else torch.from_numpy(made))
    return out


class _Few:
    """The fields of not so many records of one width."""

    def __init__(self, fields, width):
        self._fields, self.width = fields, width

    def fields(self, column):
        """The fields of a column."""
        return self._fields[column :: self.width]

    def numbers(self, dtypes, defaults):
        """No column: few are read one by one."""
        return {}


class _Cut:
    """The fields of many records of one width, by their places in one text; of some, in quotes with quotes among them, the content."""

    def __init__(self, joined, begins, ends, width, contents=()):
        self.joined, self.width = joined, width
        self._begins, self._ends, self._contents = begins, ends, dict(contents)

    def fields(self, column):
        """The fields of a column."""
        joined, own = self.joined, slice(column, None, self.width)
        made = [joined[a:b] for a, b in zip(self._begins[own].tolist(), self._ends[own].tolist())]
        for i, content in self._contents.items():
            if i % self.width == column:
                made[i // self.width] = content
        return made

    def numbers(self, dtypes, defaults):
        """The arrays of those columns that are numbers written without an exponent, by column, as are the arguments.

        Empty fields have the default, an array of one value, or of none.
        """
        columns = [c for c, dtype in dtypes.items() if dtype is not dt.string]
        if len(columns) * len(self._begins) < _TOGETHER * self.width:
            return {}
        chosen = np.sort(np.add.outer(np.arange(0, len(self._begins), self.width), columns).reshape(-1))
        begins, ends = self._begins[chosen], self._ends[chosen]
        made = (*numbers_of_fields(self.joined, begins, ends), begins == ends)
        found = {}
        for i, column in enumerate(sorted(columns)):
            values, read, whole, empty = (x[i :: len(columns)] for x in made)
            dtype, missing = dtypes[column], None
            if defaults[column].size and empty.any():
                missing, read = empty, read | empty
            if not read.all() or dtype.is_integer and not (whole.all() and dtype.min <= values.min() and values.max() <= dtype.max):
                continue
            with np.errstate(over="ignore"):  # infinity, as in TensorFlow
                found[column] = values.astype(_NUMPY[dtype])
            if missing is not None:
                found[column][missing] = defaults[column][0]
        return found


def _cut(lines, delimiter, quotes):
    """The `_Cut` or `_Few` of records, where all of them have equally many fields and quotes are in order; None for others."""
    if len(lines) < _MANY or not all(lines) or delimiter in b"\r\n":
        return None
    joined = b"\n".join(lines)
    if quotes and b'"' in joined:
        return _quoted(lines, joined, delimiter)
    if joined.count(b"\n") != len(lines) - 1 or quotes and b"\r" in joined:
        return None
    data = np.frombuffer(joined, np.uint8)
    if joined.count(delimiter) + len(lines) < _TOGETHER:
        fields, width = joined.replace(b"\n", delimiter).split(delimiter), lines[0].count(delimiter) + 1
        between = data[(data == _LINE_FEED) | (data == delimiter[0])]
        fitting = len(fields) == width * len(lines) and not (between[width - 1 :: width] != _LINE_FEED).any()
        return _Few(fields, width) if fitting else None
    cuts = np.flatnonzero((data == _LINE_FEED) | (data == delimiter[0]))
    width, rest = divmod(len(cuts) + 1, len(lines))
    if rest or (data[cuts[width - 1 :: width]] != _LINE_FEED).any():
        return None
    return _Cut(joined, np.concatenate(([0], cuts + 1)), np.append(cuts, len(data)), width)


_QUOTE, _LINE_FEED, _RETURN = b'"\n\r'


def _quoted(lines, joined, delimiter):
    """The `_Cut` where some fields are in quotes; None where records have different numbers of fields, or one is not in order.

    A quote opens or closes: what is behind an odd number of them is inside a field. A doubled quote closes and opens again.
    """
    if delimiter == b'"':
        return None
    data = np.frombuffer(joined, np.uint8)
    before = np.concatenate(([0], np.cumsum(data == _QUOTE)))  # how many quotes are before each byte
    outside = before[:-1] & 1 == 0
    if (data[outside] == _RETURN).any():
        return None
    cuts = np.flatnonzero(outside & ((data == _LINE_FEED) | (data == delimiter[0])))
    lengths = lengths_of(lines)
    records = np.cumsum(lengths + 1)[:-1] - 1  # where the line feeds between records are
    width, rest = divmod(len(cuts) + 1, len(lines))
    if rest or before[-1] & 1 or np.count_nonzero(data[cuts] == _LINE_FEED) != len(records) or (cuts[width - 1 :: width] != records).any():
        return None
    begins, ends = np.concatenate(([0], cuts + 1)), np.append(cuts, len(data))
    quotes = before[ends] - before[begins]
    quoted = np.flatnonzero(quotes)
    # The quotes of a field stand at both of its ends, further ones in pairs between them.
    first, last = begins[quoted], ends[quoted] - 1
    if (data[first] != _QUOTE).any() or (data[last] != _QUOTE).any():
        return None
    begins[quoted] += 1
    ends[quoted] -= 1
    contents, more = {}, np.flatnonzero(quotes > 2)
    for i, a, b, count in zip(more.tolist(), begins[more].tolist(), ends[more].tolist(), (quotes[more] - 2).tolist()):
        contents[i] = joined[a:b].replace(b'""', b'"')
        if 2 * (b - a - len(contents[i])) != count:
            return None
    return _Cut(joined, begins, ends, width, contents)


@tf_export("io.decode_csv")
@composite
def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """The columns of lines of comma-separated values. Mirrors `tf.io.decode_csv`.

    Arguments:
        records: a string tensor of any shape, each string one line.
        record_defaults: for each column a value in a list, which gives the dtype (float32, float64, int32, int64 or
            string) and replaces an empty field; an empty tensor of a dtype makes the field required.
        field_delim: the character between fields, "," by default.
        use_quote_delim: whether quotes hold a field together; True by default.
        na_value: a text that counts as an empty field, "" by default.
        select_cols: the numbers of the columns that are meant, ascending; None (the default) for all.
        name: a name for the operation in graphs.

    Returns:
        A list with a tensor of the shape of `records` for each column.

    Raises:
        InvalidArgumentError: a line has another number of fields, or a field does not fit its dtype; there are no defaults, or one has
            more than one value (ValueError where a graph is built).
        ValueError: the columns are out of order.

    Example:
        >>> names, ages = tf.io.decode_csv(["Ada,36", "Alan,"], [["?"], [-1]])
        >>> names
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'Ada', b'Alan'], dtype=object)>
        >>> ages
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([36, -1], dtype=int32)>
    """
    if select_cols is not None:
        select_cols = [int(c) for c in select_cols]
        if any(a >= b for a, b in zip(select_cols, select_cols[1:], strict=False)):
            raise ValueError("select_cols is not strictly increasing.")
        if select_cols and select_cols[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(select_cols) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    defaults = [convert_to_tensor(d) for d in record_defaults]
    records = convert_to_tensor(records, dt.string)
    if not defaults:
        declared = f"{{{{node DecodeCSV}}}}; {summary('DecodeCSV')} [Op:DecodeCSV]"
        raise invalid(f"Length for attr 'OUT_TYPE' of 0 must be at least minimum 1\n\t; NodeDef: {declared}")
    for default in defaults:
        if default.dtype not in _TYPES:
            mask = 0
            for d in _TYPES:
                mask |= d.mask
            raise not_allowed(_decode._tfshim_op, None, "OUT_TYPE", default.dtype, mask)  # type: ignore[attr-defined]
    return _decode(
        records, defaults, field_delim, use_quote_delim, na_value, tuple(select_cols or ()), tuple(d.dtype for d in defaults), name=name
    )

"""Records of comma-separated files, and the names and dtypes of columns as inferred from such files."""

import numpy as np
import torch

from tfshim.data.files import Source, split_lines
from tfshim.data.structures import box
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.text import number_in, numbers_in

TYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.string)
_PROTO = {"float32": "float", "float64": "double"}


def _fail(message):
    raise invalid(message)


def rows(path, compression, buffer_size, delimiter, quoting):
    """Lists of the fields (bytes) of the records of a file; quoted fields may hold delimiters, quotes and line ends."""
    source = Source(path, compression)
    try:
        lines = split_lines(source, buffer_size)
        for line in lines:
            if quoting and b'"' in line:
                yield _quoted(line, lines, delimiter)
            else:
                yield (line[:-1] if line.endswith(b"\r") else line).split(delimiter)
    finally:
        source.close()


def _quoted(line, more, delimiter):
    """The fields of a record with quotes, which may go on in further lines. Raises InvalidArgumentError for stray quotes."""
    fields, at = [], 0
    while True:
        if line[at : at + 1] == b'"':
            piece, at, line = _within(line, at + 1, more)
            fields.append(piece)
            tail = line[at : at + 1]
            if tail != delimiter:
                if line[at:].rstrip(b"\r"):
                    _fail("Quote inside a string has to be escaped by another quote")
                return fields
            at += 1
            continue
        end = line.find(delimiter, at)
        field = line[at:] if end < 0 else line[at:end]
        if end < 0:
            field = field.removesuffix(b"\r")
        if b'"' in field:
            _fail("Unquoted fields cannot have quotes inside")
        fields.append(field)
        if end < 0:
            return fields
        at = end + 1


def _within(line, at, more):
    """(the content of a quoted field, the position after its last quote, the line that is in)"""
    content = []
    while True:
        end = line.find(b'"', at)
        if end < 0:
            content.append(line[at:] + b"\n")
            following = next(more, None)
            if following is None:
                _fail("Reached end of file without closing quoted field in record")
            line, at = following, 0
            continue
        content.append(line[at:end])
        if line[end + 1 : end + 2] == b'"':
            content.append(b'"')
            at = end + 2
            continue
        return b"".join(content), end + 1, line


def converted(field, dtype, i):
    """The storage of a field as a scalar of `dtype`. Raises InvalidArgumentError where it is none."""
    if dtype is dtypes.string:
        return box(field)
    value = number_in(field, dtype)
    if value is None:
        _fail(f"Field {i} in record is not a valid {_PROTO.get(dtype.name, dtype.name)}: {field.decode(errors='replace')}")
    return torch.tensor(value, dtype=dtype.torch)


def columns(records, types, defaults, na_value):
    """The fields of records as columns of `types`, or None where one of them is to be converted by itself.

    `defaults`: the storages that replace missing fields, None where a field is required.
    """
    n, made = len(records), []
    if any(len(record) != len(types) for record in records):
        return None
    for fields, dtype, default in zip(zip(*records), types, defaults, strict=True):
        missing = []
        if b"" in fields or na_value in fields:
            if default is None:
                return None
            missing = [i for i, field in enumerate(fields) if not field or field == na_value]
            gone = {*missing}
            fields = [field for i, field in enumerate(fields) if i not in gone]
        if dtype is dtypes.string:
            values = np.empty(len(fields), object)
            values[:] = fields
        else:
            values = numbers_in(fields, dtype)
            if values is None:
                return None
        if missing:
            present = np.ones(n, bool)
            present[missing] = False
            some, values = values, np.empty(n, values.dtype)
            values[present], values[missing] = some, default[()] if dtype is dtypes.string else default.item()
        made.append(values if dtype is dtypes.string else torch.from_numpy(values))
    return made


# ---------------------------------------------------------------------- inferred from a file
def column_names(paths, delimiter, quoting, compression):
    """The names in the first line of each file, which have to agree (ValueError)."""
    names = None
    for path in paths:
        first = next(rows(path, compression, None, delimiter, quoting), None)
        try:
            found = [] if first is None else [f.decode() for f in first]
        except UnicodeDecodeError:
            raise ValueError(f"The header of the CSV file {path} is not UTF-8.") from None
        if names is None:
            names = found
        elif found != names:
            raise ValueError(
                f"All input CSV files must have the same column names in the header. File {path} has other ones than the first."
            )
    return names


def inferred_types(paths, count, delimiter, quoting, na_value, header, limit, selected, compression):
    """The dtype of each selected column, inferred from the first `limit` records (None: all)."""
    found = [None] * len(selected)
    seen = 0
    for path in paths:
        records = rows(path, compression, None, delimiter, quoting)
        if header:
            next(records, None)
        for record in records:
            if len(record) != count:
                raise ValueError(f"Problem inferring types: CSV row {record} has {len(record)} number of fields. Expected: {count}.")
            for k, column in enumerate(selected):
                found[k] = _widened(record[column], found[k], na_value)
            seen += 1
            if limit is not None and seen >= limit:
                return [dtypes.string if d is None else d for d in found]
    return [dtypes.string if d is None else d for d in found]


_WIDER = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.string)


def _widened(field, known, na_value):
    if field in (b"", na_value):
        return known
    start = 0 if known is None else _WIDER.index(known)
    for dtype in _WIDER[start:]:
        if _fits(field, dtype):
            return dtype
    return dtypes.string


def _fits(field, dtype):
    if dtype is dtypes.string:
        return True
    value = number_in(field, dtype)
    if value is None or dtype.is_integer:
        return value is not None
    return dtype is dtypes.float64 or not np.isfinite(value) or abs(value) <= dtype.max

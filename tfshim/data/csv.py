"""Records of comma-separated files, and the names and dtypes of columns as inferred from such files."""

import numpy as np
import torch

from tfshim.data.files import Source, split_lines
from tfshim.data.stages import Counted
from tfshim.data.structures import box
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.text import number_in, numbers_in

TYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.string)
_PROTO = {"float32": "float", "float64": "double"}


def _fail(message):
    raise invalid(message)


def _in_utf8(line, encoding):
    # The newline belongs to what is decoded, as in TensorFlow: a code of two bytes that ends with it fails there.
    return (line + b"\n").decode(encoding).encode()[:-1]


class Rows(Counted):
    """An iterator over the records of a file, lists of their fields (bytes); after one that is bad the next can be had.

    Records end with a newline, a carriage return or both. With `quoting`, quoted fields may hold delimiters, quotes and line ends.
    With `header` the first record is passed over, which has to be there. With `lenient`, stray quotes belong to their fields.
    With an `encoding` the fields become UTF-8; UnicodeDecodeError where a line is not in it.
    """

    def __init__(self, path, compression, buffer_size, delimiter, quoting, header=False, lenient=False, encoding=None):
        self._delimiter, self._quoting, self._header, self._lenient = delimiter, quoting, header, lenient
        self._source = Source(path, compression)
        lines = split_lines(self._source, buffer_size)
        self._lines = lines if encoding is None else (_in_utf8(line, encoding) for line in lines)
        self._rest = None  # what follows a carriage return within a line

    def __next__(self):
        if self._header:
            self._pass_header()
        if self._rest is not None:
            line, self._rest = self._rest, None
        else:
            line = next(self._lines, None)
            if line is None:
                self._source.close()
                raise StopIteration
        self._count += 1
        if self._quoting and b'"' in line:
            return self._quick_quoted(line) or self._quoted(line)
        if b"\r" in line:
            line = self._before_return(line)
        return line.split(self._delimiter)

    def _pass_header(self):
        self._header = False
        try:
            next(self)
        except (StopIteration, errors.InvalidArgumentError):
            self._count = 1
            _fail("Can't read header of file")
        self._count = 0  # it belongs to the first record

    def _quick_quoted(self, line):
        """The fields of a record all of whose quotes are around fields, or escaped within them; None for others."""
        delimiter = self._delimiter
        if b"\r" in line:
            line = line.removesuffix(b"\r")
        outer, *parts = line.split(b'"')  # within and outside of quotes in turn
        if len(parts) % 2 or b"\r" in line or delimiter == b'"':
            return None
        fields = []
        if outer:
            if outer[-1:] != delimiter:
                return None
            fields = outer[:-1].split(delimiter)
        last = len(parts) - 1
        for i in range(1, last, 2):
            outer = parts[i]
            if not outer:
                parts[i + 1] = b'%b"%b' % (parts[i - 1], parts[i + 1])
                continue
            fields.append(parts[i - 1])
            if outer != delimiter:
                if len(outer) == 1 or outer[:1] != delimiter or outer[-1:] != delimiter:
                    return None
                fields += outer[1:-1].split(delimiter)
        fields.append(parts[last - 1])
        outer = parts[last]
        if outer:
            if outer[:1] != delimiter:
                return None
            fields += outer[1:].split(delimiter)
        return fields

    def _before_return(self, line, at=0):
        """The part of a line before the first carriage return behind `at`; what follows that is the next record."""
        end = line.find(b"\r", at)
        if end < 0:
            return line
        if end + 1 < len(line):  # at the end it belongs to the newline
            self._rest = line[end + 1 :]
        return line[:end]

    def _quoted(self, line):
        """The fields of a record with quotes, which may go on in further lines. Raises InvalidArgumentError for stray quotes."""
        fields, at, bad, delimiter = [], 0, None, self._delimiter
        while True:
            if line[at : at + 1] == b'"':
                piece, at, line, stray = self._within(line, at + 1)
                bad = bad or stray
                fields.append(piece)
                if line[at : at + 1] != delimiter:
                    self._before_return(line, at)
                    break
            else:
                end = line.find(delimiter, at)
                field = line[at:] if end < 0 else line[at:end]
                if b"\r" in field:
                    field, end = self._before_return(line, at)[at:], -1
                if b'"' in field:
                    bad = bad or "Unquoted fields cannot have quotes inside"
                fields.append(field)
                if end < 0:
                    break
                at = end
            at += 1
        if bad and not self._lenient:
            _fail(bad)
        return fields

    def _within(self, line, at):
        """(the content of a quoted field, the position after its last quote, the line that is in, what is wrong with it or None)"""
        content, bad, delimiter = [], None, self._delimiter
        while True:
            end = line.find(b'"', at)
            if end < 0:
                content.append(line[at:] + b"\n")
                following = next(self._lines, None)
                if following is None:
                    if self._lenient:
                        return b"".join(content), 0, b"", bad
                    _fail("Reached end of file without closing quoted field in record")
                line, at = following, 0
                continue
            content.append(line[at:end])
            after = line[end + 1 : end + 2]
            if after == delimiter or not after or after == b"\r":
                return b"".join(content), end + 1, line, bad
            if after != b'"':
                bad = "Quote inside a string has to be escaped by another quote"
                if self._lenient:
                    stops = [i for i in (line.find(delimiter, end), line.find(b"\r", end), len(line)) if i >= 0]
                    return b"".join([*content, line[end + 1 : min(stops)]]), min(stops), line, bad
            content.append(after)
            at = end + 2


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
def _probed(path, compression, delimiter, quoting, encoding):
    """The records of a file that is looked at before the dataset is there, which ones with zlib are not in TensorFlow (ValueError)."""
    if compression == "ZLIB":
        raise ValueError(f"`compression_type` {compression} is not supported for probing columns.")
    if compression not in ("", "GZIP"):
        raise ValueError(f"Received unknown `compression_type` {compression}. Expected: GZIP, ZLIB or  (empty string).")
    return Rows(path, compression, None, delimiter, quoting, lenient=True, encoding=encoding)


def column_names(paths, delimiter, quoting, compression, encoding):
    """The names in the first line of each file, which have to agree (ValueError)."""
    names = None
    for path in paths:
        found = [f.decode() for f in next(_probed(path, compression, delimiter, quoting, encoding), [])]
        if names is None:
            names = found
        elif found != names:
            raise ValueError(
                f"All input CSV files must have the same column names in the header. File {path} has other ones than the first."
            )
    return names


def inferred_types(paths, count, delimiter, quoting, na_value, header, limit, selected, compression, encoding):
    """The dtype of each selected column, inferred from the first `limit` records (None: all)."""
    found = [None] * len(selected)
    seen = 0
    for path in paths:
        records = _probed(path, compression, delimiter, quoting, encoding)
        if header:
            next(records, None)
        for number, record in enumerate(records, 2 if header else 1):
            if len(record) != count:
                raise ValueError(f"Problem inferring types: CSV row {number} has {len(record)} number of fields. Expected: {count}.")
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

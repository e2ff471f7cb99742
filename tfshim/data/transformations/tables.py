"""Datasets of the rows of tables: comma-separated files and databases."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.data import csv, files
from tfshim.data.stages import FlatMap, Reread, Stage, Unsaved, resumed, state_of
from tfshim.data.structures import boolean, box, integer, numbers
from tfshim.data.transformations.base import UNKNOWN_CARDINALITY, DatasetOp, fail, named, number, refuse
from tfshim.data.vectorized import unbound
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.devices import on_processor
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.io._filesystems import as_path

if TYPE_CHECKING:
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DType


def default_of(given: Any) -> tuple[DType, Any]:
    """(dtype, storage of the default or None where a field is required) of one record default."""
    if not isinstance(given, Tensor) and not isinstance(given, (np.ndarray, list, tuple, str, bytes)) and given in csv.TYPES:
        return as_dtype(given), None
    with on_processor():
        made = convert_to_tensor(given)
    if isinstance(made, SymbolicTensor):  # of a graph, with each of whose runs the dataset is made again
        if made.shape.rank not in (0, 1, None):
            raise ValueError(f"Shape must be at most rank 1 but is rank {made.shape.rank}: a record default is a scalar or empty.")
        return made.dtype, None
    if made.shape.rank not in (0, 1) or made.shape.num_elements() not in (0, 1):
        raise invalid("Each record default should be at most rank 1")
    if made.shape.num_elements() == 0:
        return made.dtype, None
    return made.dtype, made._t.reshape(())


class _CsvRows(Stage):
    """Records as slots; the next record can be had after one that is bad.

    Several are read ahead, more and more, and converted column by column: `many` gives the columns of a list of records, or
    None where `one` has to tell for each what it gives or raises.
    """

    _MOST = 256

    def __init__(self, records: Iterator[Any], many: Callable[[Any], Slots | None], one: Callable[[Any], Slots]) -> None:
        self._records, self._many, self._one = records, many, one
        self._size = 4
        self._late: Exception | None = None
        self._hold([])

    def _hold(self, piece: list[Any]) -> None:
        """Go on with the records `piece`."""
        self._piece, self._at = piece, 0
        self._columns = self._many(piece) if piece else None
        self._rows: list[Any] | None = None

    def _read(self) -> None:
        """Read the next records if none are left; StopIteration at the end."""
        if self._at < len(self._piece):
            return
        if self._late is not None:
            late, self._late = self._late, None
            raise late
        piece: list[Any] = []
        try:
            piece.extend(itertools.islice(self._records, self._size))
        except Exception as e:  # it comes after the records before it
            if not piece:
                raise
            self._late = e
        if not piece:
            raise StopIteration
        self._size = min(2 * self._size, self._MOST)
        self._hold(piece)

    def __next__(self) -> Slots:
        self._read()
        i, self._at = self._at, self._at + 1
        if self._columns is None:
            return self._one(self._piece[i])
        if self._rows is None:
            self._rows = list(zip(*map(unbound, self._columns), strict=True))
        return list(self._rows[i])

    def step(self) -> Slots:
        """Columns of one or more next records. StopIteration at the end."""
        self._read()
        if self._columns is None:
            return [x[None] for x in next(self)]
        i, self._at = self._at, len(self._piece)
        return [column[i:] for column in self._columns]

    def state(self) -> list[Any]:
        if self._late is not None:
            raise Unsaved("an error that is still to be raised")
        return [state_of(self._records), self._piece[self._at :]]

    def resume(self, state: list[Any]) -> None:
        records, piece = state
        self._records = resumed(self._records, records)
        self._hold(piece)


@tf_export("data.experimental.CsvDataset")
@named("CsvDatasetV2", "readers", "experimental.ops")
class CsvDataset(DatasetOp):
    r"""The records of comma-separated files. Mirrors `tf.data.experimental.CsvDataset`; `make_csv_dataset` finds names and dtypes itself.

    Arguments:
        filenames: a string, or a vector of them.
        record_defaults: for each selected column a dtype (float32, float64, int32, int64 or string: the field is required), or a scalar
            in place of empty fields.
        compression_type: None, "GZIP" or "ZLIB".
        buffer_size: how many bytes to read at a time, an integer.
        header: whether to skip the first line (default False).
        field_delim: what separates fields (default ",").
        use_quote_delim: whether '"' encloses fields (default True).
        na_value: what else counts as missing (default "").
        select_cols: the increasing numbers of the columns to take, or exclude_cols: of those to leave out.

    Elements are tuples of scalars. Iterating raises tf.errors.InvalidArgumentError for fields that do not fit.

    Example:
        >>> with open("points.csv", "w") as file:
        ...     _ = file.write("1,2.5\n3,\n")
        >>> list(tf.data.experimental.CsvDataset("points.csv", [tf.int32, 0.5]).as_numpy_iterator())
        [(1, 2.5), (3, 0.5)]
    """

    def __init__(
        self,
        filenames: TensorLike,
        record_defaults: Sequence[Any],
        compression_type: TensorLike | None = None,
        buffer_size: IntLike | None = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[int] | None = None,
        exclude_cols: Sequence[int] | None = None,
    ) -> None:
        super().__init__(
            filenames,
            record_defaults,
            compression_type,
            buffer_size,
            header,
            field_delim,
            use_quote_delim,
            na_value,
            select_cols,
            exclude_cols,
        )

    def _setup(
        self,
        filenames: TensorLike,
        record_defaults: Sequence[Any],
        compression_type: TensorLike | None,
        buffer_size: IntLike | None,
        header: bool,
        field_delim: TensorLike,
        use_quote_delim: bool,
        na_value: TensorLike,
        select_cols: Sequence[int] | None,
        exclude_cols: Sequence[int] | None,
    ) -> None:
        self._names = files.checked_names(filenames)
        self._inputs = (self._names,)
        if any(isinstance(x, SymbolicTensor) for x in nest.flatten(getattr(self._names, "_args", ()))):  # with each run there are others
            self._args = (self._names, *self._args[1:])
        pairs = [default_of(d) for d in record_defaults]
        self._types, self._defaults = [d for d, _ in pairs], [s for _, s in pairs]
        for d in self._types:
            if d not in csv.TYPES:
                raise TypeError(f"CsvDataset: `record_defaults` may be of type float32, float64, int32, int64 or string, got {d.name}.")
        n = len(pairs)
        self._spec = tuple(TensorSpec([], d) for d in self._types)
        self._compression = files.checked_compression(compression_type, "CsvDataset")
        counts = {"output_types": n}
        self._buffer = None if buffer_size is None else number(integer(buffer_size, "buffer_size", "CSVDatasetV2", counts))
        if self._buffer is not None and self._buffer <= 0:
            refuse("buffer_size should be positive", "CSVDatasetV2", **counts)
        self._header, self._quoting = (
            boolean(header, "header", "CSVDatasetV2", counts),
            boolean(use_quote_delim, "use_quote_delim", "CSVDatasetV2", counts),
        )
        self._delimiter, self._na = _bytes(field_delim), _bytes(na_value)
        if len(self._delimiter) != 1:
            refuse("field_delim should be only 1 char", "CSVDatasetV2", output_types=n)
        self._select = None if select_cols is None else numbers(select_cols, "select_cols").numpy().tolist()
        self._exclude = None if exclude_cols is None else numbers(exclude_cols, "exclude_cols").numpy().tolist()
        if self._select and self._exclude:
            refuse("Either select_cols or exclude_cols should be empty", "CSVDatasetV2", output_types=n)
        if self._select and len(self._select) != n:
            refuse("select_cols should match output size", "CSVDatasetV2", output_types=n)
        for name, columns in (("select_cols", self._select), ("exclude_cols", self._exclude)):
            if columns and (any(b <= a for a, b in zip(columns, columns[1:])) or columns[0] < 0):
                refuse(f"{name} should be strictly increasing indices", "CSVDatasetV2", output_types=n)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        def open_one(flat):
            path = as_path(flat[0][()])
            return csv.Rows(path, self._compression, self._buffer, self._delimiter, self._quoting, self._header)

        return _CsvRows(FlatMap(self._names._open(run), open_one), self._columns, self._converted)

    def _columns(self, records: Sequence[Any]) -> Slots | None:
        if self._select or self._exclude:
            records = [self._selected(record) for record in records]
        return csv.columns(records, self._types, self._defaults, self._na)

    def _selected(self, record: Sequence[bytes]) -> Sequence[bytes]:
        if self._select:
            return [record[i] for i in self._select if i < len(record)]
        if self._exclude:
            return [f for i, f in enumerate(record) if i not in self._exclude]
        return record

    def _converted(self, record: Sequence[bytes]) -> Slots:
        record, n = self._selected(record), len(self._types)
        made = []
        for i, (field, dtype, default) in enumerate(zip(record, self._types, self._defaults)):
            if not field or field == self._na:
                if default is None:
                    fail(f"Field {i} is required but missing in record!")
                made.append(default)
            else:
                made.append(csv.converted(field, dtype, i))
        if len(record) != n:
            fail(f"Expect {n} fields but have {'more' if len(record) > n else len(record)} in record")
        return made


def _bytes(text: Any) -> bytes:
    if isinstance(text, (str, bytes)):
        return text.encode() if isinstance(text, str) else text
    return convert_to_tensor(text, dtypes.string).numpy()


_SQL_TYPES = (
    dtypes.string,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.bool,
    dtypes.float64,
)


@tf_export("data.experimental.SqlDataset")
@named("SqlDatasetV2", "readers", "experimental.ops")
class SqlDataset(DatasetOp):
    """The rows that a query to an SQLite database gives. Mirrors `tf.data.experimental.SqlDataset`.

    Arguments:
        driver_name: "sqlite", the only one.
        data_source_name: the file of the database.
        query: the statement in SQL, a string.
        output_types: a tuple of dtypes, one for each column: string, bool, float64, uint8, uint16, or a signed integer.

    Elements are tuples of scalars. A NULL is 0 or an empty string.

    Raises:
        tf.errors.InvalidArgumentError: another driver, another dtype, or not as many columns.
        tf.errors.UnknownError: while iterating, a query that fails.

    Example:
        >>> import sqlite3
        >>> with sqlite3.connect("people.db") as database:
        ...     _ = database.executescript("CREATE TABLE people (name TEXT, age INTEGER); INSERT INTO people VALUES ('ann', 30);")
        >>> dataset = tf.data.experimental.SqlDataset("sqlite", "people.db", "SELECT name, age FROM people", (tf.string, tf.int32))
        >>> list(dataset.as_numpy_iterator())
        [(b'ann', 30)]
    """

    def __init__(self, driver_name: str, data_source_name: str, query: str, output_types: Any) -> None:
        super().__init__(driver_name, data_source_name, query, output_types)

    def _setup(self, driver_name: str, data_source_name: str, query: str, output_types: Any) -> None:
        driver, self._path, self._query = [
            _bytes(convert_to_tensor(x, dtypes.string)).decode() for x in (driver_name, data_source_name, query)
        ]
        self._spec = nest.map_structure(lambda d: TensorSpec([], as_dtype(d)), output_types)
        self._types = [s.dtype for s in nest.flatten(self._spec)]
        if any(d not in _SQL_TYPES for d in self._types):
            refuse(
                "Each element of `output_types_` must be one of: DT_STRING, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, "
                "DT_UINT16, DT_BOOL, DT_DOUBLE ",
                "SqlDataset",
            )
        if driver != "sqlite":
            refuse(
                f"The database type, {driver}, is not supported by SqlDataset. The set of supported databases is: {{'sqlite'}}.",
                "SqlDataset",
            )

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return Reread(self._rows_of)

    def _rows_of(self) -> Iterator[Slots]:
        import sqlite3

        if not os.path.isdir(os.path.dirname(os.path.abspath(self._path))):
            fail(f"Sqlite::Open({self._path}) failed: unable to open database file")
        # Opened for reading only; each row is fetched on demand.
        connection = sqlite3.connect(self._path, check_same_thread=False)
        try:
            try:
                cursor = connection.execute(self._query)
            except sqlite3.Error as e:
                fail(f"Prepare() failed: [1] {e}: {self._query}", errors.UnknownError)
            width = len(cursor.description or ())
            if width != len(self._types):
                fail(f"The number of columns in query ({width}) must match the number of elements in output_types ({len(self._types)}).")
            for row in cursor:
                yield [_sql_value(v, d) for v, d in zip(row, self._types)]
        finally:
            connection.close()


def _sql_value(value: Any, dtype: DType) -> Any:
    if dtype is dtypes.string:
        if value is None:
            value = b""
        return box(value if isinstance(value, bytes) else str(value).encode())
    if value is None:
        value = 0
    elif isinstance(value, (str, bytes)):
        value = _leading_number(value.decode() if isinstance(value, bytes) else value)
    if dtype is dtypes.bool:
        return torch.tensor(bool(value))
    if dtype is dtypes.float64:
        return torch.tensor(float(value), dtype=torch.float64)
    bits = dtype.size * 8
    value = int(value) & ((1 << bits) - 1)  # as the database's 64-bit integers are narrowed
    if dtype._kind == "i" and value >= 1 << (bits - 1):
        value -= 1 << bits
    return torch.tensor(value, dtype=dtype.torch)


def _leading_number(text: str) -> Any:
    found = re.match(r"\s*[+-]?\d+(\.\d*)?([eE][+-]?\d+)?", text)
    return float(found.group()) if found and any(c in found.group() for c in ".eE") else int(found.group()) if found else 0

"""What static tables are filled from: tensors, text files, datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import init_scope, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.tensor import wrap
from tfshim.engine.values.text import as_bytes, number_in
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.io import gfile
from tfshim.io._filesystems import as_path
from tfshim.lookup import _nodes
from tfshim.lookup._tables import storage_of
from tfshim.protos.tensors import get_static_value
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import TensorShape


_FROM_FILE = "InitializeTableFromTextFileV2"


def invalid_from(op_type, message):
    """The InvalidArgumentError of an operation of that type."""
    return errors.op_error(errors.InvalidArgumentError, message, op_type)


class TableInitializerBase(AutoTrackable):
    """The base of initializers: `pairs()` gives the keys and the values as arrays."""

    _scope = "key_value_init"  # of the node that fills a table

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike, name: str | None = None) -> None:
        self._scope = name or type(self)._scope
        self._key_dtype, self._value_dtype = dt.as_dtype(key_dtype), dt.as_dtype(value_dtype)

    @property
    def key_dtype(self) -> dt.DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> dt.DType:
        """The dtype of the values."""
        return self._value_dtype

    def _pairs(self) -> tuple[Any, Any]:
        """The keys and the values, as arrays."""
        raise NotImplementedError

    def initialize(self, table: Any) -> Operation | None:
        """Put the keys and values into a table. Mirrors `tf.lookup.KeyValueTensorInitializer.initialize`, and that of
        `tf.lookup.TextFileInitializer`.

        The table calls it when it is made, so programs do not; a class of one's own that derives from an initializer may.

        Arguments:
            table: a table that is empty, with the initializer's dtypes of keys and values.

        Returns:
            None eagerly; in a graph the operation that does it, which `tf.compat.v1.tables_initializer()` runs.

        Raises:
            TypeError or InvalidArgumentError: the table has other dtypes, or a key stands there twice with different values.

        Example:
            >>> initializer = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2], tf.int64))
            >>> table = tf.lookup.StaticHashTable(initializer, default_value=0)
            >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
            [2, 0]
        """
        if table._handle is not None:
            return self._add_node(table)
        table._fill(*self._pairs())
        return None

    def _add_node(self, table: Any) -> Operation:
        """The node that fills a table of the graph under construction."""
        pairs = zip(self._pairs(), (self._key_dtype, self._value_dtype), ("keys", "values"))
        return self._add_import(table, *(_nodes.node(wrap(storage_of(a, d), d), name) for a, d, name in pairs))

    def _add_import(self, table: Any, keys: Any, values: Any) -> Operation:
        """The node that fills a table from two tensors of the graph."""

        def fill(keys: Any, values: Any) -> None:
            table._fill(*_of_one_shape(*(x if isinstance(x, np.ndarray) else x.numpy(force=True) for x in (keys, values))))

        arguments = [table._handle, keys, values]
        with name_scope(self._scope):
            _nodes.check("LookupTableImportV2", arguments, _mismatch(keys.shape, values.shape))
            return _nodes.initializer("LookupTableImportV2", arguments, fill)


def _mismatch(keys: TensorShape, values: TensorShape) -> str | None:
    """Why tensors of these static shapes cannot be the keys and the values of a table, None if they may."""
    if keys.rank not in (None, 1):
        return f"Shape must be rank 1 but is rank {keys.rank}"
    if keys.rank and values.rank and None not in (keys[0], values[0]) and keys[0] != values[0]:
        return f"Dimensions must be equal, but are {keys[0]} and {values[0]}"
    return None


def _of_one_shape(keys, values):
    """`keys` and `values` as vectors; InvalidArgumentError where there are not as many, or none."""
    if np.shape(keys) != np.shape(values)[: np.ndim(keys)] or np.size(keys) != np.size(values):
        shape = lambda x: "[" + ",".join(map(str, np.shape(x))) + "]"  # noqa: E731
        raise invalid_from("LookupTableImportV2", f"Expected shape {shape(keys)} for value, got {shape(values)}")
    if not np.size(keys):
        raise invalid_from("LookupTableImportV2", "keys and values cannot be empty tensors.")
    return np.reshape(keys, -1), np.reshape(values, -1)


def _value(tensor, name):
    value = get_static_value(tensor)
    if value is None:
        raise refused("tf.lookup.KeyValueTensorInitializer", "session", argument=name, tensor=tensor)
    return value


@tf_export("lookup.KeyValueTensorInitializer")
class KeyValueTensorInitializer(TableInitializerBase):
    """Keys and values of a table from two tensors. Mirrors `tf.lookup.KeyValueTensorInitializer`.

    It is given to `StaticHashTable` or `StaticVocabularyTable`, which read it when they are made, or when a session initializes tables.

    Arguments:
        keys: a tensor or list of strings or integers.
        values: a tensor or list with one value for each key.
        key_dtype, value_dtype: what lists are converted to; None, the default, for what fits.
        name: a name for the operations in graphs.

    Raises:
        InvalidArgumentError: there are not as many values as keys, or none, raised where a table is made of them.

    Example:
        >>> words = tf.lookup.KeyValueTensorInitializer(["low", "high"], [1.0, 10.0])
        >>> words.key_dtype, words.value_dtype
        (tf.string, tf.float32)
        >>> tf.lookup.StaticHashTable(words, default_value=-1.0).lookup(tf.constant(["high", "none"]))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([10., -1.], dtype=float32)>
    """

    __module__ = "tensorflow.python.ops.lookup_ops"

    def __init__(
        self,
        keys: TensorLike,
        values: TensorLike,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None:
        # A table that is made while a function is traced outlives the trace.
        with init_scope():
            self._keys = convert_to_tensor(keys, key_dtype, name="keys")
            self._values = convert_to_tensor(values, value_dtype, name="values")
        super().__init__(self._keys.dtype, self._values.dtype, name)

    def _pairs(self) -> tuple[Any, Any]:
        """The keys and the values."""
        return _of_one_shape(_value(self._keys, "keys"), _value(self._values, "values"))

    def _add_node(self, table: Any) -> Operation:
        """The node that fills a table of the graph under construction."""
        return self._add_import(table, _nodes.node(self._keys, "keys"), _nodes.node(self._values, "values"))


@tf_export("lookup.TextFileIndex")
class TextFileIndex:
    r"""What of a line of a text file is a key or a value, beside the number of a column. Mirrors `tf.lookup.TextFileIndex`.

    `TextFileInitializer` takes it as `key_index` and `value_index`.

    Attributes:
        WHOLE_LINE: the line without its end, a string.
        LINE_NUMBER: the number of the line, from 0, an int64.

    Numbers from 0 are columns, cut at the `delimiter` of the initializer.

    Example:
        >>> _ = tf.io.write_file("words.txt", "red\ngreen\nblue\n")
        >>> lines = tf.lookup.TextFileInitializer(
        ...     "words.txt",
        ...     key_dtype=tf.string,
        ...     key_index=tf.lookup.TextFileIndex.WHOLE_LINE,
        ...     value_dtype=tf.int64,
        ...     value_index=tf.lookup.TextFileIndex.LINE_NUMBER,
        ... )
        >>> tf.lookup.StaticHashTable(lines, -1).lookup(tf.constant(["blue", "grey"]))
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 2, -1])>
    """

    __module__ = "tensorflow.python.ops.lookup_ops"
    WHOLE_LINE = -2
    LINE_NUMBER = -1


@tf_export("lookup.TextFileInitializer")
class TextFileInitializer(TableInitializerBase):
    r"""Keys and values of a table from the lines of a text file. Mirrors `tf.lookup.TextFileInitializer`.

    Arguments:
        filename: the path, a string or a scalar string tensor.
        key_dtype: the dtype of the keys, string or int64.
        key_index: the column of the keys, counted from 0, or `TextFileIndex.WHOLE_LINE` or `TextFileIndex.LINE_NUMBER`.
        value_dtype: the dtype of the values: string, int64 or float32, for instance.
        value_index: likewise for the values.
        vocab_size: how many lines are read, as many as there must be at least; all by default.
        delimiter: the character between columns; a tabulator by default.
        name: a name for the operations in graphs.
        value_index_offset: is added to line numbers that are values; 0 by default.

    Raises:
        ValueError: dtypes that do not fit what is meant of a line.
        InvalidArgumentError: a line without the column, or with something that is no number where one is wanted; too few lines.

    Example:
        >>> _ = tf.io.write_file("sizes.csv", "ant,2\nbear,300\n")
        >>> sizes = tf.lookup.TextFileInitializer("sizes.csv", tf.string, 0, tf.int64, 1, delimiter=",")
        >>> tf.lookup.StaticHashTable(sizes, -1).lookup(tf.constant(["bear", "ant", "cat"]))
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([300,   2,  -1])>
    """

    __module__ = "tensorflow.python.ops.lookup_ops"
    _scope = "text_file_init"

    def __init__(
        self,
        filename: TensorLike,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: IntLike = 0,
    ) -> None:
        key_dtype, value_dtype = dt.as_dtype(key_dtype), dt.as_dtype(value_dtype)
        filename = getattr(filename, "asset_path", filename)  # of a `tf.saved_model.Asset`
        # A constant of a graph stands for its value.
        known, self._given = getattr(filename, "_static", None), filename
        filename = filename if known is None else known
        if not is_tensor(filename) and not filename:
            raise ValueError("`filename` argument required for tf.lookup.TextFileInitializer")
        if not hasattr(filename, "__fspath__"):
            filename = convert_to_tensor(filename, dt.string, name="asset_filepath")
            if filename.shape.rank:
                message = f"filename should be a single string, but got {str(filename.shape.as_list()).replace(' ', '')}"
                raise invalid_from(_FROM_FILE, message)
            filename = filename.numpy()
        self._filename = as_path(filename)
        for label, index, dtype in (("key", key_index, key_dtype), ("value", value_index, value_dtype)):
            if index < -2:
                raise ValueError(f"`{label}_index` should be >= -2, received: {index}.")
            if index == TextFileIndex.LINE_NUMBER and dtype != dt.int64:
                which = f"if `key_index` is {index}" if label == "key" else f"for `value_index` {index}"
                raise ValueError(f"`{label}_dtype` must be int64 {which}, received: {dtype}")
            if index == TextFileIndex.WHOLE_LINE and not (dtype.is_integer or dtype == dt.string):
                raise ValueError(f"`{label}_dtype` should be either integer or string for `{label}_index` {index}, received: {dtype}")
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        self._indices = tuple(attribute("int", i, n) for i, n in ((key_index, "key_index"), (value_index, "value_index")))
        self._size = None if vocab_size is None else attribute("int", vocab_size, "vocab_size")
        self._delimiter = as_bytes("\t" if delimiter is None else attribute("string", delimiter, "delimiter"))
        self._offset = 0 if value_index_offset is None else attribute("int", value_index_offset, "offset")
        if len(self._delimiter) != 1:
            raise invalid_from(_FROM_FILE, "delimiter should be only 1 char")
        super().__init__(key_dtype, value_dtype, name)

    def _pairs(self, path: str | None = None) -> tuple[Any, Any]:
        """The keys and the values, of another file where `path` is given."""
        filename = self._filename if path is None else path
        try:
            with gfile.GFile(filename, "rb") as file:
                lines = file.read().split(b"\n")
        except errors.NotFoundError as error:
            raise errors.op_error(errors.NotFoundError, error.message, _FROM_FILE) from None
        if lines and not lines[-1]:
            lines.pop()
        lines = [line.removesuffix(b"\r") for line in lines]
        if not lines:
            raise errors.op_error(errors.OutOfRangeError, "Read less bytes than requested", _FROM_FILE)
        if b"" in lines:
            at = sum(len(line) + 1 for line in lines[: lines.index(b"")])
            raise invalid_from(_FROM_FILE, f"Invalid content in {filename}: empty line found at position {at + 1}.")
        if self._size is not None:
            if len(lines) < self._size:
                raise invalid_from(_FROM_FILE, f"Invalid vocab_size in {filename}: expected {self._size} but got {len(lines)}")
            lines = lines[: self._size]
        keys = self._column(lines, filename, self._indices[0], self._key_dtype, 0)
        return keys, self._column(lines, filename, self._indices[1], self._value_dtype, self._offset)

    def _add_node(self, table: Any) -> Operation:
        """The node that fills a table of the graph under construction; the file is an asset of the graph."""

        def fill(path: Any) -> None:
            table._fill(*self._pairs(as_path(path.item())))

        with name_scope(self._scope):
            path = _nodes.node(self._given if hasattr(self._given, "_static") else self._filename, "asset_filepath")
            made = _nodes.initializer(
                "InitializeTableFromTextFileV2", [table._handle, path], fill, key_index=self._indices[0], value_index=self._indices[1],
                vocab_size=self._size or -1, delimiter=self._delimiter, offset=int(self._offset),
            )  # fmt: skip
        TS.graph.add_to_collection(_nodes.ASSET_FILEPATHS, path)
        return made

    def _column(self, lines, filename, index, dtype, offset):
        if index == TextFileIndex.LINE_NUMBER:
            return np.arange(len(lines), dtype=np.int64) + offset
        texts = lines
        if index >= 0:
            texts, delimiter = [], self._delimiter
            for number, line in enumerate(lines):
                parts = line.split(delimiter)
                if len(parts) <= index:
                    shown = line.decode(errors="replace")
                    raise invalid_from(
                        _FROM_FILE,
                        f"Invalid number of columns in {filename} line {number} ({shown}) : expected at least {index + 1} got {len(parts)}",
                    )
                texts.append(parts[index])
        if dtype == dt.string:
            out = np.empty(len(texts), object)
            out[:] = texts
            return out
        values = [number_in(t, dtype) for t in texts]
        if None in values:
            at = values.index(None)
            raise invalid_from(_FROM_FILE, f"Field {texts[at].decode(errors='replace')} in line {at} is not a valid {dtype.proto_name}.")
        return np.array(values, dtype.as_numpy_dtype)


class DatasetInitializer(TableInitializerBase):
    """Keys and values from a dataset of pairs. Mirrors `tf.lookup.experimental.DatasetInitializer`.

    Raises ValueError unless the elements of `dataset` are pairs of scalars.
    """

    def __init__(self, dataset):
        spec = dataset.element_spec
        if not isinstance(spec, tuple) or len(spec) != 2:
            raise ValueError("element spec size should be 2")
        if any(s.shape.rank != 0 for s in spec):
            raise ValueError("key and value tensors should have rank 0")
        if spec[0].dtype not in (dt.int64, dt.string):
            raise TypeError("Only int64, string keys are supported")
        self._dataset = dataset
        super().__init__(spec[0].dtype, spec[1].dtype)

    def _pairs(self):
        """The keys and the values."""
        found = list(self._dataset.as_numpy_iterator())
        out = []
        for column, dtype in zip(zip(*found, strict=True) if found else ((), ()), (self._key_dtype, self._value_dtype), strict=True):
            array = np.empty(len(column), object if dtype == dt.string else dtype.as_numpy_dtype)
            array[:] = list(column)
            out.append(array)
        return tuple(out)

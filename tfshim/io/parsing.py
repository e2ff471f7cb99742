"""`tf.io.parse_example` and `parse_single_example`: serialized Example messages to dense, sparse and ragged tensors."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.texts.eager import COUNTED
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.io import features as config
from tfshim.io._example_columns import BYTES, FLOAT, INT, BadMessage, columns
from tfshim.io._feature_plans import assembled, counted, plan
from tfshim.protos.examples import message

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


KINDS = {dt.string: BYTES, dt.float32: FLOAT, dt.int64: INT}
_KIND_NAMES = {0: "float", BYTES: "string", FLOAT: "float", INT: "int64"}
_EXAMPLE_FEATURES = (
    config.VarLenFeature,
    config.FixedLenFeature,
    config.FixedLenSequenceFeature,
    config.SparseFeature,
    config.RaggedFeature,
)


# One example at a time: most features are read straight from the message, without columns.
_LISTS = {dt.float32: "float_list", dt.int64: "int64_list", dt.string: "bytes_list"}
KIND_TYPES = {dt.float32: np.float32, dt.int64: np.int64}


def single_values(record: bytes, items: Any, defaults: Any) -> list[Any] | None:
    """The storages of the `items` in the serialized Example `record`.

    None where an item needs several features, or something is wrong with the record, which the reader of columns finds out.
    """
    if any(item.form not in _SINGLE for item in items):
        return None
    try:
        held = message("Example").FromString(record).features.feature
    except Exception:  # protobuf's own kind, which is imported only where it is caught by name
        return None
    defaults, out = iter(defaults), []
    for item in items:
        default = next(defaults) if item.default is not None else None
        feature = held[item.key] if item.key in held else None
        which = feature.WhichOneof("kind") if feature is not None else None
        if which is None:
            values = None
        elif which != _LISTS[item.dtype]:
            return None
        else:
            values = getattr(feature, which).value
        made = _SINGLE[item.form](values, item, default)
        if made is None:
            return None
        out += made
    return out


def _single_dense(values: Any, item: Any, default: Any) -> list[Any] | None:
    if values is None:
        return None if default is None else [default.reshape(item.shape)]
    count = len(values)
    if item.shape == ():
        if count != 1:
            return None
        # from NumPy in half the time of `scalar_tensor`
        return [_flat(values, item.dtype).reshape(()) if item.dtype is dt.string else _scalar(values[0], item.dtype)]
    if count != prod(item.shape):
        return None
    made = _flat(values, item.dtype)
    return [made if len(item.shape) == 1 else made.reshape(item.shape)]


def _single_sequence(values: Any, item: Any, default: Any) -> list[Any] | None:
    stride = prod(item.shape)
    if not stride or values is not None and len(values) % stride:
        return None
    return [_flat(values or (), item.dtype).reshape((-1, *item.shape))]


def _single_sparse(values: Any, item: Any, default: Any) -> list[Any]:
    values = values or ()
    count = len(values)
    shape = torch.from_numpy(np.array([count], np.int64))
    return [torch.from_numpy(np.arange(count, dtype=np.int64)[:, None]), _flat(values, item.dtype), shape]


_SINGLE = {"dense": _single_dense, "sequence": _single_sequence, "sparse": _single_sparse}


def _scalar(value: Any, dtype: Any) -> torch.Tensor:
    return torch.from_numpy(np.array(value, KIND_TYPES[dtype]))


def _flat(values: Any, dtype: Any) -> Any:
    """The storage of a list of values of one kind."""
    if dtype is dt.string:
        storage = np.empty(len(values), object)
        storage[:] = list(values)
        return storage
    return torch.from_numpy(np.array(values, KIND_TYPES[dtype]))


class Reader:
    """The columns of some messages, and how errors name an example."""

    def __init__(self, found, count, names, single):
        self.found, self.count, self.names, self.single = found, count, names, single

    def where(self, i, what, key):
        """The beginning of an error about the feature `key` of example `i`."""
        if self.single:
            return f"{what}: {key}"
        name = self.names[i].decode(errors="replace") if len(self.names) else "<unknown>"
        return f"Name: {name}, {what}: {key}" + (f", Index: {i}" if what == "Key" else "")

    def column(self, key, dtype, dense):
        """The column of `key`; raises where an example has values of another type."""
        column = self.found[key.encode()]
        wrong = (column.kind != 0) & (column.kind != KINDS[dtype])
        if np.count_nonzero(wrong):  # much quicker than `any` for a few hundred
            i = int(wrong.argmax())
            got, want = _KIND_NAMES[int(column.kind[i])], dtype.proto_name
            types = f"Data type: {got} but expected type: {want}" if dense else f"Expected type: {want}, Actual type: {got}"
            raise invalid(f"{self.where(i, 'Key', key)}.  Data types don't match. {types}")
        return column


def tensor(values, dtype):
    """The storage for `values`, an array of one kind."""
    if dtype is dt.string:
        return values if values.dtype == object else np.empty(0, object)
    values = values.astype(np.float32 if dtype is dt.float32 else np.int64, copy=False)
    # torch warns of read-only arrays: writing to the tensor would change them.
    return torch.from_numpy(values if values.flags.writeable else values.copy())


def _rows(default, dtype):
    return default if isinstance(default, np.ndarray) else default.numpy()


def dense(reader, item, default):
    """[examples, *shape]: as many values from each, or the default."""
    size, known = prod(item.shape), reader.found[item.key.encode()]
    if known.alike == (KINDS[item.dtype], size):
        return tensor(known.values, item.dtype).reshape((reader.count, *item.shape))
    column = reader.column(item.key, item.dtype, True)
    complete = np.count_nonzero(column.kind) == reader.count
    missing = column.kind == 0
    if not complete and default is None:
        at = int(missing.argmax())
        raise invalid(f"{reader.where(at, 'Feature', item.key)} (data type: {item.dtype.proto_name}) is required but could not be found.")
    wrong = column.counts != size if complete else ~missing & (column.counts != size)
    if np.count_nonzero(wrong):
        i = int(wrong.argmax())
        if reader.single:
            raise invalid(f"Key: {item.key}.  Can't parse serialized Example.")
        shape = ",".join(map(str, item.shape))
        raise invalid(
            f"{reader.where(i, 'Key', item.key)}.  Number of {item.dtype.proto_name} values != expected.  "
            f"Values size: {int(column.counts[i])} but output shape: [{shape}]"
        )
    if complete:
        values = column.values
    else:
        values = np.empty((reader.count, size), object if item.dtype is dt.string else KIND_TYPES[item.dtype])
        values[~missing] = column.values.reshape(-1, size)
        values[missing] = np.asarray(_rows(default, item.dtype)).reshape(size)
    return tensor(values.reshape(-1), item.dtype).reshape((reader.count, *item.shape))


def filler(dtype, default):
    """The value that fills rows which are too short."""
    if default is not None:
        return default.reshape(-1)[0] if isinstance(default, np.ndarray) else default.reshape(-1)[0].item()
    return b"" if dtype is dt.string else 0


def padded(values, counts, shape, dtype, default, rows_of):
    """[rows, longest, *shape]: the values of each row, filled up to the longest."""
    stride = int(np.prod(shape, dtype=np.int64))
    lengths = counts // stride if stride else counts
    longest = int(lengths.max()) if len(lengths) else 0
    kind = object if dtype is dt.string else KIND_TYPES[dtype]
    if default is None and kind is not object:
        out = np.zeros((rows_of, longest * stride), kind)
    else:
        out = np.empty((rows_of, longest * stride), kind)
        out[...] = filler(dtype, default)
    if len(values):
        if stride > 1 and kind is not object:  # element by element, not number by number
            place, values = np.arange(longest) < lengths[:, None], np.ascontiguousarray(values).view(f"V{stride * values.itemsize}")
            out.view(values.dtype)[place] = values
        else:
            out[np.arange(longest * stride) < counts[:, None]] = values
    return tensor(out.reshape(-1), dtype).reshape((rows_of, longest, *shape))


def sequence(reader, item, default):
    """[examples, longest, *shape]: any number of elements from each."""
    column = reader.column(item.key, item.dtype, True)
    stride = int(np.prod(item.shape, dtype=np.int64))
    wrong = np.flatnonzero(column.counts % stride) if stride else np.flatnonzero(column.counts)
    if len(wrong):
        i = int(wrong[0])
        if reader.single:
            raise invalid(f"Key: {item.key}.  Can't parse serialized Example.")
        shape = ",".join(["?", *map(str, item.shape)])
        raise invalid(
            f"{reader.where(i, 'Key', item.key)}.  Number of {item.dtype.proto_name} values is not a multiple of stride length. "
            f"Saw {int(column.counts[i])} values but output shape is: [{shape}]"
        )
    return padded(column.values, column.counts, item.shape, item.dtype, default, reader.count)


def _places(counts):
    """(example, place within it) of each value."""
    rows = np.repeat(np.arange(len(counts)), counts)
    return rows, np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)


def sparse(reader, item):
    """(indices, values, shape) of all values."""
    column = reader.column(item.key, item.dtype, False)
    rows, at = _places(column.counts)
    longest = int(column.counts.max()) if reader.count else 0
    values = tensor(column.values, item.dtype)
    if reader.single:
        return torch.from_numpy(at[:, None]), values, torch.tensor([longest])
    return torch.from_numpy(np.stack([rows, at], 1)), values, torch.tensor([reader.count, longest])


def indexed(reader, item):
    """(indices, values, shape) of values whose indices are in other features."""
    column = reader.column(item.key, item.dtype, False)
    rows, _ = _places(column.counts)
    parts = [] if reader.single else [rows]
    for key in item.index_keys:
        index = reader.column(key, dt.int64, False)
        if (index.counts != column.counts).any():
            raise ValueError(f"Dimensions {int(index.counts.sum())} and {int(column.counts.sum())} are not compatible")
        parts.append(index.values.astype(np.int64))
    values = column.values
    if not item.sorted and len(parts):
        order = np.lexsort(parts[::-1])
        parts, values = [p[order] for p in parts], values[order]
    shape = [*([] if reader.single else [reader.count]), *item.size]
    return torch.from_numpy(np.stack(parts, 1)), tensor(values, item.dtype), torch.tensor(shape, dtype=torch.int64)


def _row_lengths(partition, numbers, room):
    """The lengths of the rows that one example's numbers describe; `room` is how many items they share."""
    kind = type(partition).__name__
    if kind == "RowLengths":
        return numbers
    if kind == "RowSplits":
        return np.diff(numbers)
    if kind == "RowStarts":
        return np.diff(np.append(numbers, room))
    if kind == "RowLimits":
        return np.diff(np.insert(numbers, 0, 0))
    return np.bincount(numbers) if len(numbers) and numbers.min() >= 0 else numbers[:0]


def ragged(reader, item):
    """The values, the splits of each partition from the inside out, and those of the examples."""
    column = reader.column(item.key, item.dtype, False)
    values, counts, splits = tensor(column.values, item.dtype), column.counts, []
    kind = item.splits.torch
    inner = True
    for partition in reversed(item.partitions):
        if isinstance(partition, config.RaggedFeature.UniformRowLength):
            if (counts % partition.length).any() if partition.length else counts.any():
                raise invalid(
                    f"Input to reshape is a tensor with {int(counts.sum())} values, but the requested shape requires a multiple of "
                    f"{partition.length}"
                )
            counts = counts // partition.length if partition.length else counts
            if inner:
                values = values.reshape((int(counts.sum()), partition.length, *values.shape[1:]))
            continue
        inner = False
        numbers = reader.column(partition.key, dt.int64, False)
        limits, lengths = np.cumsum(numbers.counts), []
        for i in range(reader.count):
            mine = numbers.values[limits[i] - numbers.counts[i] : limits[i]]
            rows = _row_lengths(partition, mine, int(counts[i]))
            if (rows < 0).any() or item.validate and rows.sum() != counts[i]:
                raise invalid(
                    "Arguments to _from_row_partition do not form a valid RaggedTensor\nCondition x == y did not hold.\n"
                    f"First 1 elements of x:\n[{int(rows.sum())}]\nFirst 1 elements of y:\n[{int(counts[i])}]"
                )
            if rows.sum() != counts[i]:
                # Unchecked numbers may promise more or less than there is: the rows end where the values do.
                ends = np.minimum(np.cumsum(rows), counts[i])
                rows = np.diff(np.insert(ends, 0, 0))
                if len(rows) and type(partition).__name__ in ("RowSplits", "RowLengths"):
                    rows[-1] += counts[i] - rows.sum()
            lengths.append(rows)
        flat = np.concatenate(lengths) if lengths else np.zeros(0, np.int64)
        splits.append(torch.from_numpy(np.concatenate([[0], np.cumsum(flat)])).to(kind))
        counts = np.array([len(rows) for rows in lengths], np.int64)
    if not reader.single:
        splits.append(torch.from_numpy(np.concatenate([[0], np.cumsum(counts)])).to(kind))
    return [values, *splits]


def keys_of(items):
    """The keys, as bytes, that the items need."""
    keys = {item.key for item in items}
    for item in items:
        if item.index_keys or item.partitions:
            keys.update(item.index_keys or ())
            keys.update(p.key for p in item.partitions or () if hasattr(p, "key"))
    return sorted(key.encode() for key in keys)


def read(reader, items, defaults):
    """What the operation gives for `items`: a flat list of storages."""
    out, defaults = [], list(defaults)
    for item in items:
        default = defaults.pop(0) if item.default is not None else None
        if item.form == "dense":
            out.append(dense(reader, item, default))
        elif item.form == "sequence":
            out.append(sequence(reader, item, default))
        elif item.form == "ragged":
            out.extend(ragged(reader, item))
        else:
            out.extend((sparse if item.form == "sparse" else indexed)(reader, item))
    return out


# ---------------------------------------------------------------------- many examples, each by itself
# The forms of items that `single_rows` gives.
SINGLE_FORMS = frozenset(_SINGLE)


def single_rows(records: list[bytes], items: Any, defaults: Any) -> list[tuple[Any, ...]]:
    """For each of the serialized `records` the storages of `items`, all of which have one of `SINGLE_FORMS`.

    Raises some exception where a record has none: parsed by itself it shows the right one.
    """
    reader = Reader(columns(records, keys_of(items)), len(records), (), False)
    defaults, found = iter(defaults), []
    for item in items:
        default = next(defaults) if item.default is not None else None
        found += [_dense_rows(reader, item, default)] if item.form == "dense" else _OF_ANY_LENGTH[item.form](reader, item)
    return list(zip(*found, strict=True))


def _dense_rows(reader: Reader, item: Any, default: Any) -> list[Any]:
    made = dense(reader, item, default)
    if type(made) is torch.Tensor:
        return list(made.unbind(0))
    # A slice and its shape: an index would give a string itself, where a row is no more than that.
    return [made[i : i + 1].reshape(item.shape) for i in range(reader.count)]


def _split(values: np.ndarray, counts: np.ndarray, dtype: Any) -> list[Any]:
    """The values of each record."""
    made = tensor(values, dtype)
    if type(made) is torch.Tensor:
        return list(made.split(counts.tolist()))
    ends = np.cumsum(counts).tolist()
    return [made[first:last] for first, last in zip([0, *ends], ends)]


def _sequence_rows(reader: Reader, item: Any) -> list[list[Any]]:
    column, stride = reader.column(item.key, item.dtype, True), prod(item.shape)
    if not stride or np.count_nonzero(column.counts % stride):
        raise ValueError("not whole elements")
    rows = _split(column.values, column.counts, item.dtype)
    return [rows if item.shape == () else [row.reshape((-1, *item.shape)) for row in rows]]


def _sparse_rows(reader: Reader, item: Any) -> list[list[Any]]:
    column = reader.column(item.key, item.dtype, False)
    counts = column.counts.tolist()
    indices = torch.from_numpy(np.arange(max(counts), dtype=np.int64)[:, None])
    shapes = torch.from_numpy(column.counts.reshape(-1, 1).copy()).unbind(0)
    return [[indices[:count] for count in counts], _split(column.values, column.counts, item.dtype), list(shapes)]


_OF_ANY_LENGTH = {"sequence": _sequence_rows, "sparse": _sparse_rows}


def output_shapes(items, rows, single, known=True):
    """The dtypes and static shapes of what `read` gives; `rows`: how many examples, or None; `known`: that it is one or several."""
    lead = [] if single else [rows]
    out = []
    for item in items:
        if not known and item.form in ("dense", "sequence"):
            out.append((item.dtype, None))
        elif not known and item.form in ("sparse", "indexed"):
            out += [(dt.int64, [None, None]), (item.dtype, [None]), (dt.int64, [None])]
        elif item.form == "dense":
            out.append((item.dtype, [*lead, *item.shape]))
        elif item.form == "sequence":
            out.append((item.dtype, [*lead, None, *item.shape]))
        elif item.form in ("sparse", "indexed"):
            rank = len(lead) + (1 if item.form == "sparse" else len(item.size))
            out += [(dt.int64, [None, rank]), (item.dtype, [None]), (dt.int64, [rank])]
        else:
            inner = []
            for partition in reversed(item.partitions):
                if not isinstance(partition, config.RaggedFeature.UniformRowLength):
                    break
                inner.insert(0, partition.length)
            out.append((item.dtype, [None, *inner]))
            out += [(item.splits, [None]) for p in item.partitions if not isinstance(p, config.RaggedFeature.UniformRowLength)]
            if not single:
                out.append((item.splits, [None if rows is None else rows + 1]))
    return out


def _parse_shapes(serialized, names, dense_defaults, items):
    known, single = serialized.shape.rank is not None, serialized.shape.rank == 0
    return output_shapes(items, serialized.shape.as_list()[0] if known and not single else None, single, known)


@op("ParseExampleV2", serialized="string", names="string", dense_defaults="any*", grad=None, shape_fn=_parse_shapes)
def _parse(serialized, names, dense_defaults, items, name=None):
    """The tensors of all `items`, flat."""
    if serialized.ndim > 1:
        raise invalid(f"Expected serialized to be a scalar or vector, got shape: {dims_text(serialized.shape)}")
    single = serialized.ndim == 0
    records = [serialized[()]] if single else serialized.tolist()
    if names.size and names.shape != serialized.shape:
        shown = f"name.shape={dims_text(names.shape)}, serialized.shape={dims_text(serialized.shape)}"
        raise invalid(f"Expected names have the same shape as serialized: {shown}")
    if single:
        results = single_values(records[0], items, dense_defaults)
        if results is not None:
            return results
    try:
        found = columns(records, keys_of(items))
    except BadMessage as error:
        shown = records[error.args[0]][:32].decode(errors="replace")
        raise invalid(f"Could not parse example input, value: '{shown}'") from None
    results = read(Reader(found, len(records), names.reshape(-1), single), items, dense_defaults)
    if single:  # what is dense has no dimension for examples
        flat, position = [], 0
        for item in items:
            count = {"dense": 1, "sequence": 1, "sparse": 3, "indexed": 3}.get(item.form)
            if count is None:
                count = 1 + sum(hasattr(p, "key") for p in item.partitions)
            part = results[position : position + count]
            flat += [_first(part[0])] if count == 1 and item.form != "ragged" else part
            position += count
        results = flat
    return results


def _first(storage):
    if isinstance(storage, np.ndarray) and storage.ndim == 1:
        # `np.array(bytes)` would make an array of NumPy's own string type, which drops zeros at the end.
        box = np.empty((), object)
        box[()] = storage[0]
        return box
    return storage[0]


COUNTED["ParseExampleV2"] = lambda arguments: counted(arguments[3])


def check_rank(serialized, items):
    """Raise ValueError where ragged features are read of what may be one message or several: these are partitions too."""
    if serialized.shape.rank is None and any(item.form == "ragged" for item in items):
        raise ValueError("serialized must have statically-known rank to parse ragged features.")


def parsed(serialized, features, example_names, name):
    """{feature: tensor} for a scalar or vector of serialized examples."""
    dict(features)  # raises for what is no mapping
    with name_scope(name or "ParseExample"):
        items = plan(dict(features.items()), _EXAMPLE_FEATURES)
        if TS.graph is None:
            serialized = convert_to_tensor(serialized, dt.string)
        check_rank(serialized, items)
        names = convert_to_tensor([] if example_names is None else example_names, dt.string)
        defaults = [item.default for item in items if item.default is not None]
        shown = [item._replace(default=item.default is not None or None) for item in items]
        results = _parse(serialized, names, defaults, shown, name=name)
    return assembled(items, results, serialized.shape.rank == 0)


@tf_export("io.parse_example")
@composite
def parse_example(
    serialized: TensorLike, features: TensorLike, example_names: TensorLike | None = None, name: str | None = None
) -> dict[str, Any]:
    """The tensors of a batch of serialized Example messages. Mirrors `tf.io.parse_example`.

    Arguments:
        serialized: a string vector, each string a message; or a scalar.
        features: a dictionary from keys to `tf.io.FixedLenFeature` and `FixedLenSequenceFeature` (which give dense
            tensors), `VarLenFeature` and `SparseFeature` (sparse), and `RaggedFeature` (ragged).
        example_names: strings that name the examples in messages of errors, or None.
        name: a name for the operation in graphs.

    Returns:
        A dictionary from the same keys to tensors with a first axis for the examples.

    Raises:
        ValueError: features that make no sense.
        InvalidArgumentError: a string is no Example, or a feature is missing or does not fit.

    In a pipeline, parsing whole batches is quicker: `dataset.batch(n).map(lambda s: tf.io.parse_example(s, features))`.

    Example:
        >>> def message(label, words):
        ...     return tf.train.Example(features=tf.train.Features(feature={
        ...         "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[label])),
        ...         "words": tf.train.Feature(bytes_list=tf.train.BytesList(value=words))})).SerializeToString()
        >>> features = {"label": tf.io.FixedLenFeature([], tf.int64), "words": tf.io.RaggedFeature(tf.string)}
        >>> parsed = tf.io.parse_example([message(1, [b"a", b"b"]), message(0, [])], features)
        >>> parsed["label"]
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 0])>
        >>> parsed["words"]
        <tf.RaggedTensor [[b'a', b'b'], []]>
    """
    if not features:
        raise ValueError("Argument `features` cannot be None.")
    return parsed(convert_to_tensor(serialized, name="serialized"), features, example_names, name)


@tf_export("io.parse_single_example")
@composite
def parse_single_example(
    serialized: TensorLike, features: TensorLike, example_names: TensorLike | None = None, name: str | None = None
) -> dict[str, Any]:
    """The tensors of one serialized Example message. Mirrors `tf.io.parse_single_example`.

    Arguments:
        serialized: a string scalar.
        features: a dictionary from keys to `tf.io.FixedLenFeature` and the like, as of `tf.io.parse_example`.
        example_names: a string that names the example in messages of errors, or None.
        name: a name for the operation in graphs.

    Returns:
        A dictionary from the same keys to tensors, without an axis for examples.

    Raises:
        ValueError: features that make no sense.
        InvalidArgumentError: the string is no Example, or a feature is missing or does not fit.

    Example:
        >>> feature = tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 1.5]))
        >>> message = tf.train.Example(features=tf.train.Features(feature={"x": feature})).SerializeToString()
        >>> tf.io.parse_single_example(message, {"x": tf.io.FixedLenFeature([2], tf.float32)})
        {'x': <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.5, 1.5], dtype=float32)>}
    """
    if not features:
        raise ValueError("Invalid argument: features cannot be None.")
    with name_scope(name or "ParseSingleExample"):
        serialized = convert_to_tensor(serialized, name="serialized")
        if serialized.shape.rank not in (0, None):
            raise ValueError("Input serialized must be a scalar")
        return parsed(serialized, features, example_names, name)

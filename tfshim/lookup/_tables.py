"""What tables share: keys looked up inside operations, and keys that are ragged or sparse."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import readable
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.lookup import _nodes
from tfshim.lookup._numbers import Numbers
from tfshim.lookup._text_tables import NumberedTexts
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

LOCK = shared_lock()  # an operation on a table is one step for other threads


def storage_of(array, dtype):
    """The storage for an array of values of `dtype`."""
    if dtype in (dt.string, dt.variant):
        return np.asarray(array, object)
    return torch.from_numpy(np.ascontiguousarray(array)).to(dtype.torch).reshape(np.shape(array))  # contiguous arrays have a dimension


def python_keys(keys, width=()):
    """The keys of a storage as a list of Python values, tuples where the shape of a key is `width` and not empty."""
    return list(map(tuple, keys.reshape(-1, *width).tolist())) if width else keys.reshape(-1).tolist()


def _without_width(keys, table, op_type):
    """The shape of `keys` without that of a key of `table`."""
    shape, width = tuple(keys.shape), table._key_shape
    if width and shape[-1:] != width:
        message = f"Input key shape {_shown(shape)} must end with the table's key shape {_shown(width)}"
        raise raised(op_type, errors.InvalidArgumentError, message)
    return shape[:-1] if width else shape


def _check_rows(keys, table, op_type):
    """Raise InvalidArgumentError for keys that are vectors and no matrix has."""
    shape, width = tuple(keys.shape), table._key_shape
    if width and len(shape) != 2:
        message = f"Expected key shape {_shown((*shape[:1], *width))} got {_shown(shape)}"
        raise raised(op_type, errors.InvalidArgumentError, message)


def plain_values(rows):
    """The values in an array as a list: integers and truth values as Python's, which are read sooner, others as the array gives them."""
    return rows.tolist() if rows.ndim == 1 and rows.dtype.kind in "iub" else list(rows)


_NUMBERS = (dt.int32, dt.float32, dt.float64)
_OF_TEXTS = {(dt.string, v) for v in (dt.int64, dt.bool, *_NUMBERS)}
_OF_INTEGERS = {(k, v) for k in (dt.int32, dt.int64) for v in _NUMBERS} | {(dt.int64, dt.int64)}
# The dtypes of keys and values for which TensorFlow has each kind of table.
_KERNELS = {
    "HashTableV2": _OF_TEXTS | _OF_INTEGERS | {(k, dt.string) for k in (dt.string, dt.int64, dt.int32)},
    "MutableHashTableV2": _OF_TEXTS | _OF_INTEGERS | {(dt.int64, dt.string), (dt.int64, dt.variant)},
    "MutableHashTableOfTensorsV2": _OF_TEXTS | _OF_INTEGERS | {(dt.int64, dt.string)},
    "MutableDenseHashTableV2": _OF_TEXTS | _OF_INTEGERS | {(dt.int64, dt.bool), (dt.int64, dt.variant), (dt.string, dt.resource)},
}


def check_dtypes(op_type, key_dtype, value_dtype):
    """Raise NotFoundError, as TensorFlow does, unless there are tables of `op_type` with keys and values of those dtypes."""
    kernels = _KERNELS[op_type]
    if (key_dtype, value_dtype) in kernels:
        return
    proto = lambda d: f"DT_{d.proto_name.upper()}"  # noqa: E731
    listed = "".join(
        f"  device='CPU'; key_dtype in [{k}]; value_dtype in [{v}]\n" for k, v in sorted((proto(k), proto(v)) for k, v in kernels)
    )
    dtypes = f"key_dtype={proto(key_dtype)}, value_dtype={proto(value_dtype)}"
    raise errors.NotFoundError(
        None,
        None,
        f"Could not find device for node: {{{{node {op_type}}}}} = {op_type}[{dtypes}]\n"
        f"All kernels registered for op {op_type}:\n{listed}{errors.op_suffix(op_type, '')}",
    )


def _shown(shape):
    return "[" + ",".join(map(str, shape)) + "]"


def raised(op_type, kind, message):
    """An error of an operation of that type."""
    return errors.op_error(kind, message, op_type)


def compared(keys, held, default, dtype):
    """The values in the dictionary `held` of `keys` whose numbers are not known while torch writes its operations down.

    Every key is compared with all that `held` has: the exporter to ONNX has no form for a search among sorted ones. `default`: a number or
    a tensor of them.
    """
    if not held:
        return torch.as_tensor(default).to(dtype.torch).expand(keys.shape).clone()
    same = keys.unsqueeze(-1) == torch.tensor(list(held), dtype=keys.dtype)
    values = torch.from_numpy(np.array(list(held.values()), dtype.as_numpy_dtype))[same.to(torch.int32).argmax(-1)]
    found = same.any(-1).reshape(keys.shape + (1,) * (values.ndim - keys.ndim))
    return torch.where(found, values, torch.as_tensor(default, dtype=dtype.torch))


_SPREAD = 8  # places to each key, at most, of an array of the values of all integers between the keys
MANY = 64  # keys from which on it pays to look at them as an array
MANY_TEXTS = 2048  # and those of them that are texts


def kind_of(dtype):
    """The dtype of arrays of values of `dtype`."""
    return object if dtype in (dt.string, dt.variant) else dtype.as_numpy_dtype


def integers(keys):
    """The keys of a storage, integers, as a flat array of int64."""
    return keys.numpy(force=True).reshape(-1).astype(np.int64, copy=False)


def values_by_number(held, dtype):
    """The values in the dictionary `held`, whose keys are integers, by these; None where they lie far apart.

    (The least key, the value of each number from it to the greatest, which of them are keys).
    """
    keys, values = np.array(list(held)), list(held.values())
    least, greatest = int(keys.min()), int(keys.max())
    if greatest - least >= _SPREAD * len(keys):
        return None
    array = np.zeros(greatest - least + 1, object if dtype == dt.string else dtype.as_numpy_dtype)
    there = np.zeros(len(array), bool)
    array[keys - least], there[keys - least] = values, True
    return least, array, there


def _found_among(numbers, keys, fill, dtype, width):
    """The values of integers in a `Numbers`; `fill` where there is none: one for all, or one for each."""
    found = numbers.find(integers(keys))
    rows, missing = numbers.rows(found), np.flatnonzero(found < 0)
    if len(missing):
        rows[missing] = fill.reshape((-1, *width))[missing] if fill.ndim > len(width) else fill
    return storage_of(rows.reshape((*keys.shape, *width)), dtype)


def found_by_number(keys, made, fill, dtype):
    """The values of an array of integers in what `values_by_number` made; `fill` where there is none."""
    first, values, there = made
    places = keys.astype(np.int64) - first
    inside = (places >= 0) & (places < len(values))
    if not inside.all():
        places = np.where(inside, places, 0)
    known = there[places] & inside
    return storage_of(np.where(known, values[places], fill), dtype)


@op(
    "LookupTableFindV2",
    keys="any",
    default="any",
    grad=None,
    stateful=True,
    shape_fn=lambda keys, default, table, *_: (table._value_dtype, table._result_shape(keys.shape)),
)
def find(keys, default, table, name=None):
    """The values of `keys` in `table`, `default` where there is none."""
    shape = _without_width(keys, table, "LookupTableFindV2")
    _check_rows(keys, table, "LookupTableFindV2")
    table._check_keys(keys, "LookupTableFindV2")
    if not isinstance(keys, np.ndarray) and not readable(keys):
        if not table._fixed:
            raise refused("tfshim.to_module", "changing table", table=type(table).__name__)
        return compared(keys, table._contents("LookupTableFindV2"), default, table._value_dtype)
    held, width = table._held if table._handle is None else table._contents("LookupTableFindV2"), table._value_shape
    fill = default if isinstance(default, np.ndarray) else default.detach().cpu().numpy()
    if fill.shape != width and fill.shape != (full := (*shape, *width)):
        raise raised(
            "LookupTableFindV2",
            errors.InvalidArgumentError,
            f"Expected shape {_shown(width)} or {_shown(full)} for default value, got {_shown(fill.shape)}",
        )
    if type(held) is Numbers:
        with LOCK:
            return _found_among(held, keys, fill, table._value_dtype, width)
    # A default for each key, or one that serves all.
    others = plain_values(fill.reshape((-1, *width))) if fill.ndim > len(width) else itertools.repeat(fill if width else fill.item())
    if table._fixed and not isinstance(keys, np.ndarray) and keys.numel() >= MANY and fill.ndim == 0:
        made = table._values_by_number(held)
        if type(made) is Numbers:
            return _found_among(made, keys, fill, table._value_dtype, width)
        return found_by_number(keys.numpy(force=True), made, fill, table._value_dtype)
    if table._fixed and isinstance(keys, np.ndarray) and keys.size >= MANY_TEXTS and not fill.ndim:
        texts, values = table._values_by_text(held)
        numbers = texts.find(keys)
        if numbers is not None:
            found = values[numbers]
            found[numbers < 0] = fill
            return storage_of(found.reshape(keys.shape), table._value_dtype)
    wanted, kind = python_keys(keys, table._key_shape), kind_of(table._value_dtype)
    with LOCK:
        found = map(held.get, wanted, others)
        if not width and kind is not object:
            return storage_of(np.fromiter(found, kind, len(wanted)).reshape(shape), table._value_dtype)
        found = list(found)
    if width and found:
        out = np.concatenate(found, axis=None)
    else:
        out = np.empty(len(found), kind)
        out[:] = found
    return storage_of(out.reshape((*shape, *width)), table._value_dtype)


@op("LookupTableSizeV2", grad=None, stateful=True, shape_fn=lambda *_: (dt.int64, ()))
def size(table, name=None):
    """How many keys `table` has."""
    return torch.tensor(len(table._contents()))


@op(
    "LookupTableExportV2",
    grad=None,
    stateful=True,
    shape_fn=lambda table, *_: ((table._key_dtype, [None, *table._key_shape]), (table._value_dtype, [None, *table._value_shape])),
)
def export(table, name=None):
    """All keys and values of `table`."""
    held = table._contents("LookupTableExportV2")
    if type(held) is Numbers:
        with LOCK:
            keys, values = held.items()
        return storage_of(keys, table._key_dtype), storage_of(values, table._value_dtype)
    with LOCK:
        given, made = list(held), list(held.values())
    keys = np.empty((len(given), *table._key_shape), kind_of(table._key_dtype))
    values = np.empty((len(given), *table._value_shape), kind_of(table._value_dtype))
    if given:
        keys[:], values[:] = given, made
    return storage_of(keys, table._key_dtype), storage_of(values, table._value_dtype)


@op("LookupTableInsertV2", keys="any", values="any", grad=None, stateful=True, shape_fn=lambda *_: ())
def insert(keys, values, table, name=None):
    """Put `keys` with `values` into `table`."""
    shape, held = (*_without_width(keys, table, "LookupTableInsertV2"), *table._value_shape), table._contents()
    wrong = tuple(values.shape) != shape
    if wrong or type(held) is Numbers:
        table._check_keys(keys, "LookupTableInsertV2")
    if wrong:
        raise raised(
            "LookupTableInsertV2", errors.InvalidArgumentError, f"Expected shape {_shown(shape)} for value, got {_shown(values.shape)}"
        )
    _check_rows(keys, table, "LookupTableInsertV2")
    rows = values if isinstance(values, np.ndarray) else values.detach().cpu().numpy()
    rows = rows.reshape((-1, *table._value_shape))
    if type(held) is Numbers:
        with LOCK:
            held.put(integers(keys), rows)
        return ()
    # A copy of each row: a view would keep all of them alive.
    made = dict(
        zip(python_keys(keys, table._key_shape), map(np.ndarray.copy, rows) if table._value_shape else plain_values(rows), strict=True)
    )
    table._check_keys(made, "LookupTableInsertV2")
    with LOCK:
        held.update(made)
    return ()


@op("LookupTableRemoveV2", keys="any", grad=None, stateful=True, shape_fn=lambda *_: ())
def remove(keys, table, name=None):
    """Take `keys` out of `table`."""
    _without_width(keys, table, "LookupTableRemoveV2")
    _check_rows(keys, table, "LookupTableRemoveV2")
    table._check_keys(keys, "LookupTableRemoveV2")
    gone = python_keys(keys, table._key_shape)
    with LOCK:
        held = table._contents()
        if type(held) is Numbers:
            held.pop(gone)
        else:
            for key in gone:
                held.pop(key, None)
    return ()


class Table(AutoTrackable):
    """The base of tables: a dictionary of Python keys and NumPy values."""

    _key_shape: tuple[int, ...] = ()
    _value_shape = ()
    _fixed = False  # whether what it holds never changes
    _default: Any = None  # the node of the default value in a graph of TensorFlow 1
    _default_value: Any = None

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike, name: str) -> None:
        self._key_dtype, self._value_dtype, self._name = key_dtype, value_dtype, name
        self._held = self._empty()
        # In a graph that is no function: the tensor that stands for it, and the node that fills it.
        self._handle: Any = None
        self._init_op: Any = None

    def _add_handle(self, op_type: str, inputs: Any = (), **attributes: Any) -> None:
        """Give the table a node of the graph under construction, if that is no function's."""
        if _nodes.graph_of_tables() is not None:
            self._handle = _nodes.handle(self, op_type, inputs, **attributes)
            self._name = self._handle.op.name.rpartition("/")[-1]

    @property
    def key_dtype(self) -> dt.DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> dt.DType:
        """The dtype of the values."""
        return self._value_dtype

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._name

    @property
    def resource_handle(self) -> Any:
        """What operations take for the table: a tensor of its graph, else the table itself."""
        return self if self._handle is None else self._handle

    def _contents(self, reader: str | None = None) -> _Untracked:
        """The keys and values for whoever asks: those of the session that runs, for a table of its graph.

        `reader`: the type of an operation that wants a table that is fixed to be filled.
        """
        session = None if self._handle is None else running_session()
        if session is None:
            return self._filled()
        held = session._store(self, self._empty)
        if reader is not None and self._fixed and not held.filled:
            kind = errors.AbortedError if reader == "LookupTableExportV2" else errors.FailedPreconditionError
            raise raised(reader, kind, "HashTable is not initialized." if kind is errors.AbortedError else "Table not initialized.")
        return held

    def _empty(self) -> Any:
        """What holds keys and values, without any."""
        return _Untracked()

    def _filled(self) -> _Untracked:
        """What it holds where no session runs."""
        return self._held

    def _values_by_number(self, held):
        """What `values_by_number` makes of the contents of a table that never changes once it is filled, else these as `Numbers`."""
        known, made = held.by_number
        if known != len(held) or made is None:
            with LOCK:
                made = values_by_number(held, self._value_dtype) if held else None
                if made is None:
                    made = Numbers.of(held, kind_of(self._value_dtype))
                held.by_number = len(held), made
        return made

    def _values_by_text(self, held):
        """The keys of a table of texts that never changes once it is filled, and an array of the values by the numbers of these."""
        known, made = held.by_text
        if known != len(held) or made is None:
            with LOCK:
                values = np.zeros(len(held) + 1, kind_of(self._value_dtype))  # the last for no key
                values[:-1] = list(held.values())
                made = NumberedTexts(held), values
                held.by_text = len(held), made
        return made

    def _check_keys(self, keys, op_type):
        """Raise where `keys`, a storage or a dictionary, holds what must not be a key."""

    def _result_shape(self, shape):
        return None if shape.rank is None else [*shape.as_list()[: shape.rank - len(self._key_shape)], *self._value_shape]

    def __getitem__(self, keys):
        """The values of `keys`, as `lookup` gives them."""
        return self.lookup(keys)

    def size(self, name: str | None = None) -> Tensor:
        """How many keys the table has. Mirrors `size` of `tf.lookup.StaticHashTable` and the other tables.

        Words that an embedding needs a row for are counted by it, buckets for unknown words not included. A table that is read from a file
        has its size once it is read; tables that change have the number of this moment.

        Arguments:
            name: a name for the operation in graphs, a str (default None).

        Returns:
            an int64 tensor of shape []. In a graph of TensorFlow 1 it can be run once the table is initialized.

        Example:
            >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), default_value=0)
            >>> table.size()
            <tf.Tensor: shape=(), dtype=int64, numpy=2>
        """
        with self._scope_of("Size", name):
            return size(self)

    def _add_default(self) -> None:
        """Note the default value, which graphs of TensorFlow 1 have a constant for from when the table is made."""
        if _nodes.graph_of_tables() is not None:
            self._default = _nodes.node(self._default_value, "Const")

    def _default_here(self) -> Any:
        """The default value as the graph under construction has it."""
        made = self._default
        return made if made is not None and made.graph is TS.graph else self._default_value

    def _scope_of(self, what: str, name: str | None = None) -> Any:
        """The scope in graphs of one of its operations: `name`, or one after the table, which has no name of its own outside of them."""
        if TS.graph is None:
            return contextlib.nullcontext()
        return name_scope(name or f"{self.name if self._handle is not None else None}_{what}")

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys of the table, and their values. Mirrors `export` of `tf.lookup.StaticHashTable` and the other tables.

        Vocabularies are looked at and written to files by it; for lookups from values to words make a second table of the pair the other
        way round.

        Arguments:
            name: a name for the operation in graphs, a str (default None).

        Returns:
            a pair of tensors: the keys, in no order that can be relied on, and a value for each; both are copies, which later changes of
                the table do not reach.

        Example:
            >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), default_value=0)
            >>> keys, values = table.export()
            >>> keys.numpy().tolist(), values.numpy().tolist()
            ([b'a'], [1])
        """
        with self._scope_of("Export" if self._fixed else "lookup_table_export_values", name):
            return tuple(export(self))


class _Untracked(dict):
    """A dictionary that attribute tracking leaves alone."""

    filled = False  # whether an initializer has put its pairs there
    by_number: Any = (0, None)  # how many keys there were, and what `values_by_number` made of them
    by_text: Any = (0, None)  # and of texts the same in `_values_by_text`


def each_value(keys, function):
    """`function` on the tensor of values inside `keys`: dense, ragged or sparse."""
    if isinstance(keys, RaggedTensor):
        return keys.with_flat_values(function(keys.flat_values))
    if isinstance(keys, SparseTensor):
        return SparseTensor(keys.indices, function(keys.values), keys.dense_shape)
    return function(keys)

"""Tables by their handles."""

import numpy as np
import torch

from tfshim import lookup
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import wrap
from tfshim.lookup import _tables
from tfshim.lookup.initializers import TextFileInitializer
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import fresh, handle, opened, resource


class _Fixed(_tables.Table):
    """A table that is filled once, by an operation."""

    initialized = False


def _fixed(key_dtype, value_dtype):
    return lambda: _Fixed(dt.as_dtype(key_dtype), dt.as_dtype(value_dtype), "hash_table")


def _static(kind, ref):
    def form(container, shared_name, use_node_name_sharing, key_dtype, value_dtype):
        del use_node_name_sharing  # tables without a name are their own here
        make = _fixed(key_dtype, value_dtype)
        return resource(kind, make, container, shared_name, ref=ref, attributes=(key_dtype, value_dtype))

    return form


def _mutable(kind, ref):
    def form(container, shared_name, use_node_name_sharing, key_dtype, value_dtype, value_shape=()):
        del use_node_name_sharing
        make = _changing(key_dtype, value_dtype, value_shape)
        return resource(kind, make, container, shared_name, ref=ref, attributes=(key_dtype, value_dtype, value_shape))

    return form


def _changing(key_dtype, value_dtype, value_shape=()):
    shape = tuple(TensorShape(value_shape).as_list())

    def make():
        made = _tables.Table(dt.as_dtype(key_dtype), dt.as_dtype(value_dtype), "MutableHashTable")
        made._value_shape, made.initialized = shape, True
        return made

    return make


class _Dense(lookup.experimental.DenseHashTable):
    initialized = True


def _dense(empty, deleted, key_dtype, value_dtype, value_shape):
    def make(empty, deleted):
        shape = TensorShape(value_shape).as_list()
        default = np.zeros(shape, object if value_dtype == dt.string else value_dtype.as_numpy_dtype)
        marks = [wrap(x, key_dtype) for x in (empty, deleted)]
        return _Dense(key_dtype, value_dtype, default if value_dtype != dt.string else np.full(shape, b"", object), *marks)

    return make


for _end, _ref in (("", True), ("V2", False)):
    raw_op(f"HashTable{_end}")(_static(f"HashTable{_end}", _ref))
    raw_op(f"MutableHashTable{_end}", f"MutableHashTableOfTensors{_end}")(_mutable(f"MutableHashTable{_end}", _ref))


@raw_op("AnonymousHashTable")
def _anonymous(key_dtype, value_dtype):
    return fresh("AnonymousHashTable", _fixed(key_dtype, value_dtype))


@raw_op("AnonymousMutableHashTable", "AnonymousMutableHashTableOfTensors")
def _anonymous_mutable(key_dtype, value_dtype, value_shape=()):
    return fresh("AnonymousMutableHashTable", _changing(key_dtype, value_dtype, value_shape or ()))


@raw_op("AnonymousMutableDenseHashTable")
def _anonymous_dense(empty_key, deleted_key, value_dtype, value_shape, initial_num_buckets, max_load_factor):
    _check_buckets(initial_num_buckets, max_load_factor)
    make = _dense(empty_key, deleted_key, empty_key.dtype, value_dtype, value_shape)
    return fresh("AnonymousMutableDenseHashTable", make, empty_key, deleted_key)


@raw_op("MutableDenseHashTableV2")
def _mutable_dense(
    empty_key, deleted_key, container, shared_name, use_node_name_sharing, value_dtype, value_shape, initial_num_buckets, max_load_factor
):
    del use_node_name_sharing
    _check_buckets(initial_num_buckets, max_load_factor)
    make = _dense(empty_key, deleted_key, empty_key.dtype, value_dtype, value_shape)
    attributes = empty_key.dtype, value_dtype, value_shape
    return resource("MutableDenseHashTableV2", make, container, shared_name, empty_key, deleted_key, attributes=attributes)


def _check_buckets(count, load):
    """Raise InvalidArgumentError for what sizes of memory cannot be."""
    if count < 4 or count & count - 1:
        raise invalid(f"Number of buckets must be at least 4 and a power of 2, got: {count}")
    if not 0 < load < 1:
        raise invalid(f"max_load_factor must be between 0 and 1, got: {load}")


# ---------------------------------------------------------------------- what is done with them
def table_in(storage):
    """The table that a handle refers to."""
    return opened(storage, _tables.Table, "a table")


def _ready(storage):
    table = table_in(storage)
    if isinstance(table, _Fixed) and not table.initialized:
        raise errors.FailedPreconditionError(None, None, "Table not initialized.")
    return table


def _fits(table, keys, values=None, form="resource, {}, {}->"):
    """Raise InvalidArgumentError for dtypes that are not the table's; `form`: how the operation takes and gives them."""
    given, wanted = (keys, values), (table._key_dtype, table._value_dtype)
    texts = [form.format(*(d.proto_name for d in pair if d is not None)) for pair in (given, wanted)]
    if keys != wanted[0] or values not in (None, wanted[1]):
        raise invalid(f"Signature mismatch, have: {texts[0]} expected: {texts[1]}")


@raw_op("LookupTableFind", "LookupTableFindV2")
def _find(table_handle, keys, default_value):
    kinds = keys.dtype, default_value.dtype

    def kernel(storage, keys, default):
        table = _ready(storage)
        _fits(table, *kinds, "resource, {0}, {1}->{1}")
        if default.ndim and tuple(default.shape) != table._value_shape and tuple(default.shape) != (*keys.shape, *table._value_shape):
            raise invalid(
                f"Expected shape {dims_text(table._value_shape)} or {dims_text(keys.shape)} for default value, got "
                f"{dims_text(default.shape)}"
            )
        return [REGISTRY["LookupTableFindV2"].kernel(keys, default, table)]

    return computed("LookupTableFindV2", kernel, [handle(table_handle), keys, default_value], [(kinds[1], None)], stateful=True)


@raw_op("LookupTableSize", "LookupTableSizeV2")
def _size(table_handle):
    return computed(
        "LookupTableSizeV2", lambda t: [torch.tensor(len(_ready(t)._held))], [handle(table_handle)], [(dt.int64, [])], stateful=True
    )


@raw_op("LookupTableExport", "LookupTableExportV2")
def _export(table_handle, Tkeys, Tvalues):  # noqa: N803
    kinds = dt.as_dtype(Tkeys), dt.as_dtype(Tvalues)

    def kernel(storage):
        table = _ready(storage)
        _fits(table, *kinds, "resource->{}, {}")
        return list(REGISTRY["LookupTableExportV2"].kernel(table))

    return computed("LookupTableExportV2", kernel, [handle(table_handle)], [(kinds[0], [None]), (kinds[1], None)], stateful=True)


@raw_op("LookupTableImport", "LookupTableImportV2")
def _import(table_handle, keys, values):
    kinds = keys.dtype, values.dtype

    def kernel(storage, keys, values):
        table = table_in(storage)
        _fits(table, *kinds)
        if isinstance(table, _Fixed):
            rows = values if isinstance(values, np.ndarray) else values.detach().cpu().numpy()
            fill(table, _tables.python_keys(keys), _tables.plain_values(rows))
            return []
        marks = getattr(table, "_marks", ())
        if marks:  # what TensorFlow exports has the buckets as well that hold no key
            flat = _tables.python_keys(keys)
            kept = [i for i, key in enumerate(flat) if key not in marks]
            keys, values = keys.reshape(-1)[kept], values.reshape((len(flat), *table._value_shape))[kept]
        with _tables.LOCK:  # nobody may see it empty in between
            before, table._held = table._held, type(table._held)()
            try:
                REGISTRY["LookupTableInsertV2"].kernel(keys, values, table)
            except errors.OpError:
                table._held = before
                raise
        return []

    return computed("LookupTableImportV2", kernel, [handle(table_handle), keys, values], [], stateful=True)


@raw_op("LookupTableInsert", "LookupTableInsertV2")
def _insert(table_handle, keys, values):
    kinds = keys.dtype, values.dtype

    def kernel(storage, keys, values):
        table = table_in(storage)
        if isinstance(table, _Fixed):
            raise errors.UnimplementedError(None, None, "Insert not supported by InitializableLookupTable implementations")
        _fits(table, *kinds)
        REGISTRY["LookupTableInsertV2"].kernel(keys, values, table)
        return []

    return computed("LookupTableInsertV2", kernel, [handle(table_handle), keys, values], [], stateful=True)


@raw_op("LookupTableRemoveV2")
def _remove(table_handle, keys):
    kind = keys.dtype

    def kernel(storage, keys):
        table = table_in(storage)
        if isinstance(table, _Fixed):
            raise errors.UnimplementedError(None, None, "Remove not supported by InitializableLookupTable implementations")
        _fits(table, kind, None, "resource, {}->")
        REGISTRY["LookupTableRemoveV2"].kernel(keys, table)
        return []

    return computed("LookupTableRemoveV2", kernel, [handle(table_handle), keys], [], stateful=True)


def fill(table, keys, values):
    """Give a fixed table its keys and values, once; later ones are left out."""
    if not isinstance(table, _Fixed):
        raise invalid("Table is not initializable.")
    if table.initialized:
        return
    held = {}
    for key, value in zip(keys, values):
        before = held.setdefault(key, value)
        if before is not value and before != value:
            text = lambda x: x.decode(errors="replace") if isinstance(x, bytes) else x  # noqa: E731
            raise errors.FailedPreconditionError(
                None, None,
                f"HashTable has different value for same key. Key {text(key)} has {text(before)} and trying to add value {text(value)}",
            )  # fmt: skip
    table._held.update(held)
    table.initialized = True


@raw_op("InitializeTable", "InitializeTableV2")
def _initialize(table_handle, keys, values):
    kinds = keys.dtype, values.dtype

    def kernel(storage, keys, values):
        table = table_in(storage)
        if keys.ndim != 1:
            raise invalid(f"Keys must be a vector, but received {dims_text(keys.shape)}")
        if values.shape != keys.shape:
            raise invalid(f"Keys and values must have the same size {len(keys)} vs {int(np.prod(values.shape))}")
        _fits(table, *kinds)
        rows = values if isinstance(values, np.ndarray) else values.detach().cpu().numpy()
        fill(table, _tables.python_keys(keys), _tables.plain_values(rows))
        return []

    return computed("InitializeTableV2", kernel, [handle(table_handle), keys, values], [], stateful=True)


@raw_op("InitializeTableFromTextFile", "InitializeTableFromTextFileV2")
def _initialize_from_file(table_handle, filename, key_index, value_index, vocab_size, delimiter, offset):
    text = delimiter.decode() if isinstance(delimiter, bytes) else delimiter
    if vocab_size < -1:
        raise invalid(f"Attr vocab_size must be at least -1, got {vocab_size}")

    def kernel(storage, filename):
        table = table_in(storage)
        made = TextFileInitializer(
            filename.item(), table._key_dtype, key_index, table._value_dtype, value_index, None if vocab_size == -1 else vocab_size, text,
            value_index_offset=offset,
        )  # fmt: skip
        keys, values = made._pairs()
        fill(table, keys.tolist(), _tables.plain_values(values))
        return []

    return computed("InitializeTableFromTextFileV2", kernel, [handle(table_handle), filename], [], stateful=True)

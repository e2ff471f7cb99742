"""Tables that change."""

import numpy as np

from tfshim.engine.graphs.graph import last_operation
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import wrap
from tfshim.lookup import _nodes, _tables
from tfshim.lookup._numbers import Numbers
from tfshim.strings.hashing import murmur64

_FULLEST = 0.8  # the share of buckets with keys from which on TensorFlow takes more


def _tensor(value, dtype, name):
    try:
        return convert_to_tensor(value, dtype, name=name)
    except ValueError as error:
        if not str(error).startswith("Tensor conversion requested"):
            raise
        raise ValueError(f"{name}: {error}") from None


def _hash(key):
    """The number from which TensorFlow finds the place of a key."""
    if not isinstance(key, tuple):
        return murmur64(key) if isinstance(key, bytes) else int(key)
    made = 0
    for part in key:
        made ^= (_hash(part) % 2**64 + 0x9E3779B97F4A7800 + (made << 10) + (made >> 4)) % 2**64
    return made


class MutableHashTable(_tables.Table):
    """A table from keys to values that is filled and changed while a program runs. Mirrors `tf.lookup.experimental.MutableHashTable`.

    Arguments:
        key_dtype, value_dtype: the dtypes of keys and values, such as string and int64.
        default_value: a scalar or a vector for keys that are not there; values have its shape.
        name: a name for the table in graphs.
        checkpoint: whether checkpoints keep what is in it; True by default.
        experimental_is_anonymous: makes no difference: no table is shared by its name.

    Methods: `insert(keys, values)`, `lookup(keys)` or `table[keys]`, `remove(keys)`, `size()` and `export()`, which gives all keys and
    values.

    Raises:
        TypeError, ValueError: keys or values of another dtype. InvalidArgumentError: shapes that do not fit.

    Example:
        >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
        >>> table.insert(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64))
        >>> table.remove(tf.constant(["a"]))
        >>> table.lookup(tf.constant(["a", "b"]))
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([-1,  2])>
    """

    __module__ = "tensorflow.python.ops.lookup_ops"
    _saveable_name = "table"  # of the one attribute that checkpoints have for keys and values
    _of_tensors = "MutableHashTableOfTensorsV2", "Default value must be a vector"

    def __init__(self, key_dtype, value_dtype, default_value, name="MutableHashTable", checkpoint=True, experimental_is_anonymous=False):
        super().__init__(dt.as_dtype(key_dtype), dt.as_dtype(value_dtype), name)
        self._default_value = convert_to_tensor(default_value, self._value_dtype)
        self._add_default()
        self._value_shape = tuple(self._default_value.shape.as_list())
        if len(self._value_shape) > 1:
            op_type, which = self._of_tensors
            message = f"{which}, got shape {dims_text(self._value_shape)}"
            raise errors.op_error(errors.InvalidArgumentError, message, op_type, name)
        self._held = self._empty()  # now that the shape of its values is known
        self._checkpoint = attribute("bool", False if checkpoint is None else checkpoint and True, "use_node_name_sharing")
        self._add_handles()

    def _empty(self):
        if self._key_dtype.is_integer and self._value_dtype not in (dt.variant, dt.resource):
            return Numbers(_tables.kind_of(self._value_dtype), self._value_shape)
        return super()._empty()

    def _add_handles(self):
        kind = "MutableHashTableOfTensorsV2" if self._value_shape else "MutableHashTableV2"
        _tables.check_dtypes(kind, self._key_dtype, self._value_dtype)
        if self._value_shape:
            self._add_handle(kind, use_node_name_sharing=True, value_shape=TensorShape(self._value_shape))
        else:
            self._add_handle(kind, use_node_name_sharing=True)

    def lookup(self, keys, dynamic_default_values=None, name=None):
        """The values of keys; `table[keys]` is the same.

        Arguments:
            keys: a tensor of the key dtype.
            dynamic_default_values: what keys have that are not there, in the shape of the result; None, the default, for that of the table.
            name: a name for the operation in graphs.

        Returns:
            A tensor of the shape of the keys, with the axes of the values behind it.

        Raises:
            ValueError: another dtype.

        Example:
            >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
            >>> table.insert(["a"], tf.constant([1], tf.int64))
            >>> table.lookup(tf.constant(["a", "b"]))
            <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 1, -1])>
        """
        keys = _tensor(keys, self._key_dtype, "keys")
        if dynamic_default_values is None:
            return self._found(keys, self._default_value, name)
        default = convert_to_tensor(dynamic_default_values, name="dynamic_default_values")
        if default.dtype != self._value_dtype:
            # TensorFlow converts them by themselves, and the table finds the other dtype.
            types = [f"resource, {self._key_dtype.proto_name}, {d.proto_name}->{d.proto_name}" for d in (default.dtype, self._value_dtype)]
            raise errors.op_error(
                errors.InvalidArgumentError, f"Signature mismatch, have: {types[0]} expected: {types[1]}", "LookupTableFindV2"
            )
        return self._found(keys, default, name)

    def _found(self, keys, default, name):
        with self._scope_of("lookup_table_find", name):
            return _tables.find(keys, self._default_here() if default is self._default_value else default, self)

    def insert(self, keys, values, name=None):
        """Put keys with their values into the table, over what is there.

        Arguments:
            keys: a tensor of the key dtype.
            values: a tensor of the value dtype, of the shape of the keys with the axes of a value behind it.
            name: a name for the operation in graphs.

        Returns:
            None; in a graph the operation that does it.

        Raises:
            ValueError: another dtype. InvalidArgumentError: shapes that do not fit.

        Example:
            >>> table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.string, default_value="")
            >>> table.insert(tf.constant([1, 2], tf.int64), ["one", "two"])
            >>> table.insert(tf.constant([2], tf.int64), ["zwei"])
            >>> table.lookup(tf.constant([2], tf.int64))
            <tf.Tensor: shape=(1,), dtype=string, numpy=array([b'zwei'], dtype=object)>
        """
        with self._scope_of("lookup_table_insert", name):
            _tables.insert(_tensor(keys, self._key_dtype, "keys"), _tensor(values, self._value_dtype, "values"), self)
        return last_operation()

    def remove(self, keys, name=None):
        """Take keys and their values out of the table; keys that are not there make no difference.

        Mirrors `remove` of `tf.lookup.experimental.MutableHashTable`. What is looked up afterwards gets the default value again.

        Arguments:
            keys: a tensor of the key dtype.
            name: a name for the operation in graphs.

        Returns:
            None; in a graph the operation that does it.

        Raises:
            TypeError: another dtype.

        Example:
            >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
            >>> table.insert(["a", "b"], tf.constant([1, 2], tf.int64))
            >>> table.remove(tf.constant(["a", "c"]))
            >>> int(table.size())
            1
        """
        if keys.dtype != self._key_dtype:
            raise TypeError(f"Dtype of argument `keys` must be {self._key_dtype}, received: {keys.dtype}")
        with self._scope_of("lookup_table_remove", name):
            _tables.remove(convert_to_tensor(keys, name="keys"), self)
        return last_operation()

    def _serialize_to_tensors(self):
        if not self._checkpoint:
            return {}
        keys, values = self.export()
        return {"table-keys": keys, "table-values": values}

    def _restore_from_tensors(self, restored_tensors):
        # Nobody may see the table empty in between.
        with _tables.LOCK:
            self._held.clear()
            self.insert(restored_tensors["table-keys"], restored_tensors["table-values"])


class DenseHashTable(MutableHashTable):
    """A table that changes and sets aside two keys, which must not be used. Mirrors `tf.lookup.experimental.DenseHashTable`.

    Arguments:
        key_dtype, value_dtype: the dtypes of keys and values.
        default_value: a scalar or a vector for keys that are not there; values have its shape.
        empty_key, deleted_key: two different keys that no program looks up or inserts: TensorFlow marks places of its table by them. Where
            they are vectors, so are all keys: rows of matrices.
        initial_num_buckets: how much room TensorFlow's table begins with, a power of 2 from 4; here it grows as it is filled.
        name: a name for the table in graphs.
        checkpoint: whether checkpoints keep what is in it; True by default.
        experimental_is_anonymous: makes no difference: no table is shared by its name.

    Methods: those of `MutableHashTable`; `insert_or_assign` and `erase` are other names of `insert` and `remove`.

    Raises:
        InvalidArgumentError: one of the two keys is used, they are equal, or `initial_num_buckets` is another number.

    Example:
        >>> table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, 0.5, empty_key=-1, deleted_key=-2)
        >>> table.insert(tf.constant([7, 8], tf.int64), tf.constant([1.0, 2.0]))
        >>> table.lookup(tf.constant([8, 9], tf.int64))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2. , 0.5], dtype=float32)>
    """

    __module__ = "tensorflow.python.ops.lookup_ops"
    _of_tensors = "MutableDenseHashTableV2", "Empty value must be a scalar or a vector"

    def __init__(
        self,
        key_dtype,
        value_dtype,
        default_value,
        empty_key,
        deleted_key,
        initial_num_buckets=None,
        name="MutableDenseHashTable",
        checkpoint=True,
        experimental_is_anonymous=False,
    ):
        if initial_num_buckets is not None and (initial_num_buckets < 4 or initial_num_buckets & initial_num_buckets - 1):
            message = f"Number of buckets must be at least 4 and a power of 2, got: {initial_num_buckets}"
            raise errors.op_error(errors.InvalidArgumentError, message, "MutableDenseHashTableV2", name)
        marks = [convert_to_tensor(k, key_dtype) for k in (empty_key, deleted_key)]
        shapes = [tuple(m.shape.as_list()) for m in marks]
        self._key_shape = shapes[0]
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint)
        message = None
        if len(shapes[0]) > 1:
            message = f"Empty key must be a scalar or a vector, got shape {dims_text(shapes[0])}"
        elif shapes[0] != shapes[1]:
            message = f"Empty and deleted keys must have same shape, got shapes: {dims_text(shapes[0])} and {dims_text(shapes[1])}"
        if message is not None:
            raise errors.op_error(errors.InvalidArgumentError, message, "MutableDenseHashTableV2", name)
        # A tuple: what it holds is no part of the object graph.
        self._marks = tuple(_tables.python_keys(np.asarray(m.numpy()), self._key_shape)[0] for m in marks)
        if self._marks[0] == self._marks[1]:
            message = "Empty and deleted keys cannot be equal"
            raise errors.op_error(errors.InvalidArgumentError, message, "MutableDenseHashTableV2", name)
        if _nodes.graph_of_tables() is not None:
            inputs = [_nodes.node(convert_to_tensor(m, self._key_dtype), n) for m, n in zip(self._marks, ("empty_key", "deleted_key"))]
            self._add_handle("MutableDenseHashTableV2", inputs, use_node_name_sharing=True, value_shape=TensorShape(self._value_shape))

    def _empty(self):
        return _tables.Table._empty(self) if self._key_shape else super()._empty()

    def _add_handles(self):
        """The handle is made once the keys are known that must not be used."""
        _tables.check_dtypes("MutableDenseHashTableV2", self._key_dtype, self._value_dtype)

    def _serialize_to_tensors(self):
        if not self._checkpoint:
            return {}
        # TensorFlow keeps the buckets as they are: the place of a key is that of its hash, or one after it where that is taken.
        with _tables.LOCK:
            held = self._held
            held = [(k.item(), v) for k, v in zip(*held.items())] if type(held) is Numbers else list(held.items())
        count = 4
        while len(held) >= count * _FULLEST:
            count *= 2
        width = self._value_shape
        keys = np.full(
            (count, *(self._key_shape or (1,))), self._marks[0], object if self._key_dtype == dt.string else self._key_dtype.as_numpy_dtype
        )
        empty = b"" if self._value_dtype == dt.string else 0
        values = np.full((count, *(width or (1,))), empty, _tables.kind_of(self._value_dtype))
        taken = set()
        for key, value in held:
            at, step = _hash(key) % count, 0
            while at in taken:
                step += 1
                at = (at + step) % count
            taken.add(at)
            keys[at], values[at] = key, value
        storages = [_tables.storage_of(a, d) for a, d in ((keys, self._key_dtype), (values, self._value_dtype))]
        return {"table-keys": wrap(storages[0], self._key_dtype), "table-values": wrap(storages[1], self._value_dtype)}

    def _restore_from_tensors(self, restored_tensors):
        keys, values = (restored_tensors[name].numpy() for name in ("table-keys", "table-values"))
        # Without the buckets that hold no key; what was written as keys and values alone has none.
        flat = keys.reshape(-1, *self._key_shape)
        kept = [i for i, key in enumerate(_tables.python_keys(flat, self._key_shape)) if key not in self._marks]
        super()._restore_from_tensors({
            "table-keys": convert_to_tensor(flat[kept], self._key_dtype),
            "table-values": convert_to_tensor(values.reshape(len(flat), *self._value_shape)[kept], self._value_dtype),
        })  # fmt: skip

    def _check_keys(self, keys, op_type):
        if isinstance(keys, dict):
            given = keys
        elif isinstance(keys, np.ndarray) or keys.numel() < _tables.MANY or self._key_shape:
            given = _tables.python_keys(keys, self._key_shape)
        else:
            given = _tables.integers(keys)
        for mark, label in zip(self._marks, ("empty_key", "deleted_key"), strict=True):
            if mark in given:
                raise _tables.raised(op_type, errors.InvalidArgumentError, f"Using the {label} as a table key is not allowed")

    def insert_or_assign(self, keys, values, name=None):
        """Put keys and values into the table. Mirrors `tf.lookup.experimental.DenseHashTable.insert_or_assign`.

        The same as `insert`, by another name: a key that is there gets the new value.

        Arguments:
            keys: a tensor of the key dtype; neither the `empty_key` nor the `deleted_key` may be among them.
            values: a tensor of the value dtype, with a value for each key.
            name: a name for the operation in graphs.

        Returns:
            None; in a graph the operation that does it.

        Raises:
            TypeError: keys or values of another dtype.
            InvalidArgumentError: one of the two reserved keys is among the keys.

        Example:
            >>> table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1)
            >>> table.insert_or_assign(tf.constant([5], tf.int64), tf.constant([50], tf.int64))
            >>> table.insert_or_assign(tf.constant([5], tf.int64), tf.constant([51], tf.int64))
            >>> table.lookup(tf.constant([5, 6], tf.int64)).numpy().tolist()
            [51, -1]
        """
        self.insert(keys, values, name)

    def erase(self, keys, name=None):
        """Take keys and their values out of the table. Mirrors `tf.lookup.experimental.DenseHashTable.erase`.

        The same as `remove`, by another name. Keys that are not there make no difference; the table looks them up as its default
        value before and after. The places of keys that were taken out are marked with the `deleted_key`, and used again.

        Arguments:
            keys: a tensor of the key dtype, of any shape that the table's keys fit.
            name: a name for the operation in graphs.

        Returns:
            None; in a graph the operation that does it.

        Raises:
            TypeError: keys of another dtype.

        Example:
            >>> table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1)
            >>> table.insert(tf.constant([5, 6], tf.int64), tf.constant([50, 60], tf.int64))
            >>> table.erase(tf.constant([5], tf.int64))
            >>> table.lookup(tf.constant([5, 6], tf.int64)).numpy().tolist()
            [-1, 60]
        """
        self.remove(keys, name)

"""Tables that are filled once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.lookup import _nodes, _tables
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse import SparseTensor
from tfshim.strings.formatting import as_string
from tfshim.strings.hashing import to_hash_bucket_fast

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _keys_of(keys, dtype):
    """`keys` as a tensor (dense, sparse or ragged); TypeError for another dtype, AttributeError for what has none, as in TensorFlow."""
    if keys.dtype.base_dtype != dtype:
        raise TypeError(f"Dtype of argument `keys` must be {dtype}, received: {keys.dtype}")
    return keys if isinstance(keys, (RaggedTensor, SparseTensor)) else convert_to_tensor(keys, name="keys")


@tf_export("lookup.StaticHashTable", v1=[])
class StaticHashTable(_tables.Table):
    """A table from keys to values that is filled once, by an initializer. Mirrors `tf.lookup.StaticHashTable`.

    Arguments:
        initializer: a `KeyValueTensorInitializer`, `TextFileInitializer` or `tf.data.experimental.DatasetInitializer`.
        default_value: a scalar of the dtype of the values, for keys that are not there.
        name: a name for the table in graphs.
        experimental_is_anonymous: makes no difference: no table is shared by its name.

    Raises:
        FailedPreconditionError: a key has two values.
        TypeError: keys that are looked up have another dtype.

    `lookup(keys)`, also written `table[keys]`, gives a tensor of the shape of the keys, `size()` how many there are, and
    `export()` all keys and values. Tables are used in functions and `Dataset.map`, and are saved with a model.

    Example:
        >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), default_value=0)
        >>> table.lookup(tf.constant([["a", "b"], ["c", "a"]]))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [0, 1]], dtype=int32)>
        >>> int(table.size())
        2
    """

    __module__ = "tensorflow.python.ops.lookup_ops"

    _fixed = True

    def __init__(
        self, initializer: Any, default_value: TensorLike, name: str | None = None, experimental_is_anonymous: bool = False
    ) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype, name or "hash_table")
        self._initializer = initializer
        self._default_value = convert_to_tensor(default_value, initializer.value_dtype)
        self._default_value.shape.merge_with([])
        self._add_default()
        _tables.check_dtypes("HashTableV2", self._key_dtype, self._value_dtype)
        self._add_handle("HashTableV2", shared_name=_nodes.unique_name())
        self._init_op = self._initialize()

    @property
    def default_value(self) -> Any:
        """What keys give that are not there."""
        return self._default_value

    def _initialize(self) -> Any:
        """Fill it; in a graph the operation that does."""
        return self._initializer.initialize(self)

    def _filled(self) -> Any:
        if not self._held.filled:  # of a graph that is run without a session
            self._fill(*self._initializer._pairs())
        return self._held

    def _fill(self, keys, values):
        """Put `keys` and `values`, arrays, into it, or into what the session that runs has for it; nothing where it is filled."""
        held = self._held if self._handle is None or running_session() is None else self._contents()
        if held.filled:
            return
        made: dict[Any, Any] = {}
        for key, value in zip(keys.tolist(), _tables.plain_values(values), strict=True):
            before = made.setdefault(key, value)
            # The same pair twice is no error, as in TensorFlow.
            if before is not value and before != value:
                text = lambda x: x.decode(errors="replace") if isinstance(x, bytes) else x  # noqa: E731
                raise _tables.raised(
                    "LookupTableImportV2",
                    errors.FailedPreconditionError,
                    f"HashTable has different value for same key. Key {text(key)} has {text(before)} and trying to add value {text(value)}",
                )
        held.update(made)
        held.filled = True

    def lookup(self, keys: TensorLike, name: str | None = None) -> AnyTensor:
        """The values of keys; `table[keys]` is the same.

        Mirrors `tf.lookup.StaticHashTable.lookup`. It is done in the pipeline of a data set, or as the first step of a model.

        Arguments:
            keys: a dense, ragged or sparse tensor of the key dtype.
            name: a name for the operation in graphs.

        Returns:
            A tensor of the same kind and shape, with the default value for keys that are not there.

        Raises:
            TypeError: keys of another dtype.

        Example:
            >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), default_value=0)
            >>> table.lookup(tf.ragged.constant([["a"], ["b", "c"]])).to_list()
            [[1], [2, 0]]
        """
        keys = _keys_of(keys, self._key_dtype)
        with self._scope_of("Lookup", name):
            return _tables.each_value(keys, lambda k: _tables.find(k, self._default_here(), self))


@tf_export("lookup.StaticVocabularyTable", v1=[])
class StaticVocabularyTable(AutoTrackable):
    """A table from words or integers to ids, in which what is not there has an id by its hash. Mirrors `tf.lookup.StaticVocabularyTable`.

    Arguments:
        initializer: the vocabulary, an initializer with int64 values from 0 to its size less 1, or None for hashes alone.
        num_oov_buckets: how many ids there are for other keys, after those of the vocabulary; at least 1.
        lookup_key_dtype: the dtype of what is looked up, string or an integer; that of the keys by default. Without an initializer
            strings are looked up, whatever it says.
        name: a name for the table in graphs.
        experimental_is_anonymous: makes no difference: no table is shared by its name.

    Raises:
        ValueError: no bucket, or neither an initializer nor a dtype.
        TypeError: another dtype of keys or values.

    The same key has the same id in every process, here and in TensorFlow.

    Example:
        >>> words = tf.lookup.KeyValueTensorInitializer(["the", "of"], tf.constant([0, 1], tf.int64))
        >>> table = tf.lookup.StaticVocabularyTable(words, num_oov_buckets=3)
        >>> table.lookup(tf.constant(["of", "quark", "the"]))
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 3, 0])>
    """

    __module__ = "tensorflow.python.ops.lookup_ops"

    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: DTypeLike | None = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        self._table: StaticHashTable | None = None
        if initializer:
            key_dtype = initializer.key_dtype
            wanted = key_dtype if lookup_key_dtype is None else lookup_key_dtype
            if initializer.value_dtype != dt.int64:
                raise TypeError(f"Invalid `value_dtype`, expected <dtype: 'int64'> but got {initializer.value_dtype}.")
            if wanted.is_integer != key_dtype.is_integer:
                raise TypeError(f"Invalid `key_dtype`, expected {'integer' if wanted.is_integer else 'string'} but got {key_dtype}.")
            if not wanted.is_integer and wanted != dt.string:
                raise TypeError(f"Invalid `key_dtype`, expected integer or string, got {wanted}")
            # As in TensorFlow, -1 says that a key is not in the vocabulary.
            self._table = StaticHashTable(initializer, -1)
        else:
            wanted = dt.string  # TensorFlow hashes texts alone where there is no vocabulary
        self._key_dtype, self._buckets = wanted, num_oov_buckets
        self._name = name or "string_to_index"

    @property
    def key_dtype(self) -> Any:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> Any:
        """int64."""
        return dt.int64

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._name

    @property
    def resource_handle(self) -> Any:
        """That of the vocabulary, None if there is none."""
        return None if self._table is None else self._table.resource_handle

    @property
    def _init_op(self) -> Any:
        return None if self._table is None else self._table._init_op

    def __getitem__(self, keys):
        """The ids of `keys`, as `lookup` gives them."""
        return self.lookup(keys)

    def size(self, name: str | None = None) -> Tensor:
        """How many ids there are, those for keys outside of the vocabulary included.

        Mirrors `tf.lookup.StaticVocabularyTable.size`. It is the number of rows that an embedding of the ids needs: those of the
        words, behind them one for each of `num_oov_buckets`. Where the table has no initializer at all, there are only these.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            An int64 scalar.

        Example:
            >>> words = tf.lookup.KeyValueTensorInitializer(["the", "of"], tf.constant([0, 1], tf.int64))
            >>> tf.lookup.StaticVocabularyTable(words, num_oov_buckets=3).size()
            <tf.Tensor: shape=(), dtype=int64, numpy=5>
        """
        if self._table is None:
            return convert_to_tensor(self._buckets, dt.int64)
        with self._table._scope_of("Size", name):
            return self._table.size() + self._buckets

    def lookup(self, keys: TensorLike, name: str | None = None) -> Tensor:
        """The ids of keys; `table[keys]` is the same.

        Arguments:
            keys: a dense, ragged or sparse tensor of the key dtype.
            name: a name for the operation in graphs.

        Returns:
            An int64 tensor of the same kind and shape: the id of the vocabulary, or one after these by the hash of the key.

        Raises:
            TypeError: keys of another dtype.

        Example:
            >>> words = tf.lookup.KeyValueTensorInitializer(["the", "of"], tf.constant([0, 1], tf.int64))
            >>> tf.lookup.StaticVocabularyTable(words, num_oov_buckets=1).lookup(tf.constant(["of", "other"]))
            <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
        """
        keys = _keys_of(keys, self._key_dtype)
        if self._table is None:
            return _tables.each_value(keys, self._ids)
        with self._table._scope_of("Lookup", name):
            return _tables.each_value(keys, self._ids)

    def _ids(self, keys):
        table = self._table
        if table is not None and type(keys) is EagerTensor and executing_eagerly():
            return self._ids_at_once(keys)
        buckets = self._bucket(keys)
        if table is None:
            return buckets
        known = table.lookup(array_ops.cast(keys, table.key_dtype) if keys.dtype != table.key_dtype else keys)
        buckets = math.add(buckets, table.size())
        return array_ops.where(math.not_equal(known, table._default_here()), known, buckets)

    def _bucket(self, keys):
        # TensorFlow hashes the decimal text of integers.
        texts = keys if keys.dtype == dt.string else as_string(keys)
        return to_hash_bucket_fast(texts, self._buckets, name=None if self._table is None else "hash_bucket")

    def _ids_at_once(self, keys):
        """The ids of keys whose values are known: hashes are computed of those that the vocabulary lacks alone."""
        table = self._table
        known = table.lookup(array_ops.cast(keys, table.key_dtype) if keys.dtype != table.key_dtype else keys)
        numbers = known._t.reshape(-1)
        missing = torch.nonzero(numbers == -1).squeeze(1)
        if not len(missing):
            return known
        given = keys._t.reshape(-1)[missing.numpy() if keys.dtype == dt.string else missing]
        # What was looked up is no one else's.
        numbers[missing] = self._bucket(wrap(given, keys.dtype))._t + table.size()._t
        return wrap(numbers.reshape(known._t.shape), dt.int64)

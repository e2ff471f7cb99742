"""The static tables of `tf.compat.v1.lookup`, which have initializers to be run.."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.control_flow import no_op
from tfshim.engine.runtime.state import TS
from tfshim.lookup import static

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


class _Initialized:
    """What has an operation of the graph that it is made in, to be run before it is used."""

    name: str
    _init_op: Any  # the operation that fills the table in its graph, which the table has
    _initialized: Operation | None = None
    _graph: Any = None

    @property
    def initializer(self) -> Operation | None:
        """An operation that fills the table for what reads the graph: it is filled here; None eagerly."""
        filled_by = self._init_op
        if filled_by is not None:
            return filled_by
        if self._graph is not None and self._initialized is None:
            with self._graph.as_default():
                self._initialized = no_op(name=f"{self.name}_initializer")
        return self._initialized


@tf_export(v1=["lookup.StaticHashTable"])
class StaticHashTableV1(_Initialized, static.StaticHashTable):
    """A table from keys to values that does not change. Mirrors `tf.compat.v1.lookup.StaticHashTable`.

    It is `tf.lookup.StaticHashTable` with an `initializer`, an operation that fills it: in a graph a session runs that first, as
    `tf.compat.v1.tables_initializer` does for all tables. While executing eagerly it is filled at once.

    Arguments:
        initializer: what fills it, such as `tf.lookup.KeyValueTensorInitializer` or `tf.lookup.TextFileInitializer`.
        default_value: what keys get that are not in it.
        name: the name of the node; None by default.
        experimental_is_anonymous: whether it has no name that others could share, False by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     content = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
        ...     table = tf.compat.v1.lookup.StaticHashTable(content, default_value=-1)
        ...     found = table.lookup(tf.constant(["b", "c"]))
        ...     sess.run(table.initializer)
        ...     print(sess.run(found))
        [ 2 -1]
    """

    __module__ = "tensorflow.python.ops.lookup_ops"

    def __init__(
        self, initializer: Any, default_value: TensorLike, name: str | None = None, experimental_is_anonymous: bool = False
    ) -> None:
        super().__init__(initializer, default_value, name, experimental_is_anonymous)
        self._graph = TS.graph


@tf_export(v1=["lookup.StaticVocabularyTable"])
class StaticVocabularyTableV1(_Initialized, static.StaticVocabularyTable):
    """A table from words to numbers, with buckets for words that it does not know. Mirrors `tf.compat.v1.lookup.StaticVocabularyTable`.

    It is `tf.lookup.StaticVocabularyTable` with an `initializer`, an operation that fills it: in a graph a session runs that first, as
    `tf.compat.v1.tables_initializer` does for all tables.

    Arguments:
        initializer: what fills it, from words to numbers from 0 on; None for buckets alone.
        num_oov_buckets: how many numbers behind those are for other words, by their hash; at least 1.
        lookup_key_dtype: the dtype of words; None (the default) for that of the initializer.
        name: the name of the node; None by default.
        experimental_is_anonymous: whether it has no name that others could share, False by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     content = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
        ...     table = tf.compat.v1.lookup.StaticVocabularyTable(content, num_oov_buckets=1)
        ...     found = table.lookup(tf.constant(["b", "c"]))
        ...     sess.run(table.initializer)
        ...     print(sess.run(found))
        [1 2]
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
        super().__init__(initializer, num_oov_buckets, lookup_key_dtype, name, experimental_is_anonymous)
        self._graph = TS.graph

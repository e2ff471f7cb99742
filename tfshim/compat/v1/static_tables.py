"""The static tables of `tf.compat.v1.lookup`, which have initializers to be run. They are filled when they are made."""

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
    _filled_by: Any  # the operation that fills the table in its graph, which the table has
    _initialized: Operation | None = None
    _graph: Any = None

    @property
    def initializer(self) -> Operation | None:
        """An operation that fills the table for what reads the graph: it is filled here; None eagerly."""
        filled_by = self._filled_by
        if filled_by is not None:
            return filled_by
        if self._graph is not None and self._initialized is None:
            with self._graph.as_default():
                self._initialized = no_op(name=f"{self.name}_initializer")
        return self._initialized


@tf_export(v1=["lookup.StaticHashTable"])
class StaticHashTableV1(_Initialized, static.StaticHashTable):
    """As `tf.lookup.StaticHashTable`, with an `initializer`. Mirrors `tf.compat.v1.lookup.StaticHashTable`."""

    __module__ = "tensorflow.python.ops.lookup_ops"

    def __init__(
        self, initializer: Any, default_value: TensorLike, name: str | None = None, experimental_is_anonymous: bool = False
    ) -> None:
        super().__init__(initializer, default_value, name, experimental_is_anonymous)
        self._graph = TS.graph


@tf_export(v1=["lookup.StaticVocabularyTable"])
class StaticVocabularyTableV1(_Initialized, static.StaticVocabularyTable):
    """As `tf.lookup.StaticVocabularyTable`, with an `initializer`. Mirrors `tf.compat.v1.lookup.StaticVocabularyTable`."""

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

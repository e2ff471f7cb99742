"""Embeddings that were made for TPUs, looked up on other devices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tfshim import nest
from tfshim._export import tf_export
from tfshim.array_ops import gather, reshape, scatter_nd
from tfshim.distribute.current import get_strategy
from tfshim.engine.values.nest import yield_flat_paths
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.variable import Variable
from tfshim.nn.embedding import embedding_lookup, safe_embedding_lookup_sparse
from tfshim.ragged import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse import SparseTensor
from tfshim.sparse import slice as sparse_slice
from tfshim.tpu.embedding_settings import FeatureConfig, TableConfig, _Optimizer


def _sparse(values, table, weights, feature, number):
    if values.shape.rank is not None and values.shape.rank != 2 and feature.max_sequence_length > 0:
        raise ValueError(f"Feature {number} is a sequence feature, whose ids must have 2 axes. Received: {values.shape.rank}")
    if feature.max_sequence_length > 0:
        rows, columns = values.dense_shape[0], feature.max_sequence_length
        kept = sparse_slice(values, [0, 0], [rows, columns])
        return scatter_nd(kept.indices, gather(table, kept.values), [rows, columns, feature.table.dim])
    return safe_embedding_lookup_sparse(table, values, weights, combiner=feature.table.combiner)


def _ragged(values, table, weights, feature, number):
    if values.shape.rank != 2:
        raise ValueError(f"Only rank 2 ragged tensor is supported, but got rank {values.shape.rank}")
    found = _sparse(values.to_sparse(), table, weights if weights is None else weights.to_sparse(), feature, number)
    if feature.max_sequence_length == 0 and feature.output_shape.rank is not None:
        return reshape(found, [*feature.output_shape.as_list(), feature.table.dim])
    return found


def _dense(values, table, weights, feature, number):
    if weights is not None:
        raise ValueError(f"Weight specified for {number}, but input is dense.")
    if feature.max_sequence_length > 0:
        raise ValueError(f"Feature {number} is a sequence feature but a dense tensor was passed.")
    return embedding_lookup(table, values)


_LOOKUPS = ((SparseTensor, _sparse), (RaggedTensor, _ragged), (Tensor, _dense))


@tf_export("tpu.experimental.embedding.serving_embedding_lookup")
def serving_embedding_lookup(
    inputs: Any, weights: Any | None, tables: dict[TableConfig, Variable], feature_config: FeatureConfig | Iterable[Any]
) -> Any:
    """What the tables have for the ids of each feature, on this device.

    Mirrors `tf.tpu.experimental.embedding.serving_embedding_lookup`.

    Arguments:
        inputs: a structure of integer tensors, sparse or ragged ones among them, like `feature_config`.
        weights: None, or a structure of the same kind with weights of ids, None where a feature has none.
        tables: a dictionary from each TableConfig to its variable, of shape [vocabulary_size, dim].
        feature_config: a structure of `tf.tpu.experimental.embedding.FeatureConfig`.

    Returns:
        The same structure, of tensors of shape [batch, dim]: the rows of an example, combined as its table says; of
        ids that are dense `ids.shape + [dim]`, and of features with `max_sequence_length` [batch,
        max_sequence_length, dim], zero after the last id.

    Raises:
        ValueError: ids, weights and features do not fit together.

    Example:
        >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
        >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
        >>> lookup = tf.tpu.experimental.embedding.serving_embedding_lookup
        >>> found = lookup([tf.ragged.constant([[0, 2], [1]])], None, {table: tf.Variable([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])}, [feature])
        >>> found[0].numpy().tolist()
        [[2.0, 2.0], [2.0, 2.0]]
    """
    nest.assert_same_structure(inputs, feature_config)
    features = nest.flatten(feature_config)
    flat = nest.flatten(inputs)
    flat_weights = [None] * len(flat)
    if weights is not None:
        nest.assert_same_structure(inputs, weights)
        flat_weights = nest.flatten(weights)
    found = []
    names = [path[-1] if path else "" for path in yield_flat_paths(inputs)]
    for number, ids, weight, feature in zip(names, flat, flat_weights, features):
        lookup = next((f for kind, f in _LOOKUPS if isinstance(ids, kind)), None)
        if lookup is None:
            raise ValueError(f"Input {number} is type {type(ids)}. Tensor, SparseTensor or RaggedTensor expected.")
        if weight is not None and lookup is not _dense:
            if not isinstance(weight, type(ids)):
                raise ValueError(
                    f"Weight for {number} is of type {type(weight)} but it does not match type of the input which is {type(ids)}."
                )
            if feature.max_sequence_length > 0:
                raise ValueError(f"Weight specified for {number}, but this is a sequence feature.")
        found.append(lookup(ids, tables[feature.table], weight, feature, number))
    return nest.pack_sequence_as(feature_config, found)


class _Tables(AutoTrackable):
    """Tables with the variables of their optimizers, under the names that checkpoints have for them."""

    def __init__(self, feature_config: FeatureConfig | Iterable[Any], optimizer: _Optimizer | None) -> None:
        self._feature_config = feature_config
        tables: dict[TableConfig, None] = {}
        for feature in nest.flatten(feature_config):
            tables[feature.table] = None
        named: set[str] = set()
        for number, table in enumerate(tables):
            if table.optimizer is None:
                table.optimizer = optimizer
            if table.name is None:
                table.name = f"table_{number}"
            if table.name in named:
                raise ValueError(f"Tables must have a unique name. Multiple tables with name {table.name} found.")
            named.add(table.name)
        self._table_config = self._no_dependency(list(tables))
        self._made = self._no_dependency({})

    def build(self) -> None:
        """Make the variables of all tables, if they are not made yet. Mirrors
        `tf.tpu.experimental.embedding.TPUEmbeddingForServing.build`.

        The first lookup does it, too, and so does `embedding_tables`. A program calls it before it restores a checkpoint, so that
        values are read at once into variables that are there, those of the optimizers included.

        Returns:
            None; to call it again makes no difference.

        Raises:
            ValueError: an initializer gives values of another shape.

        Example:
            >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
            >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
            >>> embedding = tf.tpu.experimental.embedding.TPUEmbeddingForServing([feature], tf.tpu.experimental.embedding.SGD())
            >>> embedding.build()
            >>> [variable.shape.as_list() for variable in embedding.embedding_tables.values()]
            [[3, 2]]
        """
        for table in self._table_config:
            if table in self._made:
                continue
            size = (table.vocabulary_size, table.dim)
            self._made[table] = variable = Variable(table.initializer(size, dtype="float32"), trainable=True, name=table.name)
            self._track_trackable(variable, table.name)
            optimizer = table.optimizer
            if optimizer is None:
                continue
            names, firsts = optimizer._slot_names(), optimizer._slot_initializers()
            if optimizer.slot_variable_creation_fn is not None:
                slots = optimizer.slot_variable_creation_fn(variable, names, firsts)
            else:
                slots = {
                    name: Variable(first(size, dtype="float32"), trainable=False, name=f"{table.name}/{name}")
                    for name, first in zip(names, firsts)
                }
            for name, slot in slots.items():
                self._track_trackable(slot, f"{table.name}/{name}")

    @property
    def embedding_tables(self) -> dict[TableConfig, Variable]:
        """{TableConfig: its variable, of shape [vocabulary_size, dim]}."""
        self.build()
        return dict(self._made)


@tf_export("tpu.experimental.embedding.TPUEmbeddingForServing")
class TPUEmbeddingForServing(_Tables):
    """Embeddings that are looked up, as restored from a checkpoint. Mirrors `tf.tpu.experimental.embedding.TPUEmbeddingForServing`.

    A model that TPUs trained is served by it on CPUs and GPUs. `embedding_tables` is a dictionary from each
    TableConfig to its variable.

    Arguments:
        feature_config: a structure of `tf.tpu.experimental.embedding.FeatureConfig`.
        optimizer: of the tables that name none; its variables are made, as checkpoints have them.
        experimental_sparsecore_restore_info: how tables lie on TPUs; anything but None is not supported.

    Raises:
        ValueError: two tables have one name.
        NotImplementedError: the last argument is given.

    Example:
        >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
        >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
        >>> embedding = tf.tpu.experimental.embedding.TPUEmbeddingForServing([feature], tf.tpu.experimental.embedding.SGD())
        >>> embedding([tf.constant([0, 2])])[0].numpy().tolist()
        [[1.0, 1.0], [1.0, 1.0]]
    """

    __module__ = "tensorflow.python.tpu.tpu_embedding_for_serving"

    def __init__(
        self,
        feature_config: FeatureConfig | Iterable[Any],
        optimizer: _Optimizer | None,
        experimental_sparsecore_restore_info: dict[str, Any] | None = None,
    ) -> None:
        if experimental_sparsecore_restore_info is not None:
            raise refused("tf.tpu.experimental.embedding.TPUEmbeddingForServing", "experimental_sparsecore_restore_info")
        super().__init__(feature_config, optimizer)

    def embedding_lookup(self, features: Any, weights: Any | None = None) -> Any:
        """What the tables have for ids. Mirrors `tf.tpu.experimental.embedding.TPUEmbeddingForServing.embedding_lookup`; to
        call the object does the same.

        Arguments:
            features: a structure of integer tensors, sparse or ragged ones among them, like the `feature_config` of the object.
            weights: weights of sparse and ragged ids, a structure of the same kind; None by default.

        Returns:
            The same structure, of float tensors: see `tf.tpu.experimental.embedding.serving_embedding_lookup`.

        Raises:
            ValueError: ids, weights and features do not fit together.

        Example:
            >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
            >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
            >>> embedding = tf.tpu.experimental.embedding.TPUEmbeddingForServing([feature], tf.tpu.experimental.embedding.SGD())
            >>> embedding.embedding_lookup([tf.ragged.constant([[0, 2], [1]])])[0].numpy().tolist()
            [[1.0, 1.0], [1.0, 1.0]]
        """
        return serving_embedding_lookup(features, weights, self.embedding_tables, self._feature_config)

    def __call__(self, features: Any, weights: Any | None = None) -> Any:
        """As `embedding_lookup`."""
        return self.embedding_lookup(features, weights)


@tf_export("tpu.experimental.embedding.TPUEmbeddingV0")
class TPUEmbeddingV0(_Tables):
    """Embeddings that TPUs without hardware for embeddings train. Mirrors `tf.tpu.experimental.embedding.TPUEmbeddingV0`.

    It can only be made in the scope of a `tf.distribute.TPUStrategy`, in TensorFlow too, and there is none here.
    `tf.tpu.experimental.embedding.TPUEmbeddingForServing` looks up what it trained, and
    `tf.keras.layers.Embedding` trains on CPUs and GPUs.

    Arguments:
        feature_config: a structure of `tf.tpu.experimental.embedding.FeatureConfig`.
        optimizer: of the tables that name none.

    Raises:
        RuntimeError: always.

    Example:
        >>> try:
        ...     tf.tpu.experimental.embedding.TPUEmbeddingV0([], None)
        ... except RuntimeError:
        ...     print("needs a TPUStrategy")
        needs a TPUStrategy
    """

    __module__ = "tensorflow.python.tpu.tpu_embedding_v1"

    def __init__(self, feature_config: FeatureConfig | Iterable[Any], optimizer: _Optimizer | None) -> None:
        raise RuntimeError(f"TPUEmbeddingV0 should be created under TPUStrategy but found {get_strategy()}.")

    embedding_lookup = TPUEmbeddingForServing.embedding_lookup


@tf_export("tpu.experimental.embedding.TPUEmbedding")
class TPUEmbedding(_Tables):
    """Embeddings that TPUs train. Mirrors `tf.tpu.experimental.embedding.TPUEmbedding`.

    Here it has its tables, which checkpoints restore and save and `tf.tpu.experimental.embedding.serving_embedding_lookup` takes;
    what needs a TPU raises RuntimeError, as it does in TensorFlow outside of a TPUStrategy.

    Arguments:
        feature_config: a structure of `tf.tpu.experimental.embedding.FeatureConfig`.
        optimizer: of the tables that name none.
        pipeline_execution_with_tensor_core: whether lookups run beside the rest of a step on TPUs; True is not supported.

    Example:
        >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
        >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
        >>> embedding = tf.tpu.experimental.embedding.TPUEmbedding([feature], tf.tpu.experimental.embedding.SGD())
        >>> tf.tpu.experimental.embedding.serving_embedding_lookup(
        ...     [tf.constant([1])], None, embedding.embedding_tables, [feature]
        ... )[0].numpy().tolist()
        [[1.0, 1.0]]
    """

    __module__ = "tensorflow.python.tpu.tpu_embedding_v2"

    def __init__(
        self,
        feature_config: FeatureConfig | Iterable[Any],
        optimizer: _Optimizer | None,
        pipeline_execution_with_tensor_core: bool = False,
    ) -> None:
        if pipeline_execution_with_tensor_core:
            raise refused("tf.tpu.experimental.embedding.TPUEmbedding", "pipeline_execution_with_tensor_core")
        super().__init__(feature_config, optimizer)

    def build(self, per_replica_input_shapes: Any = None, per_replica_batch_size: int | None = None) -> None:
        """Make the variables of all tables, if they are not made yet. Mirrors `tf.tpu.experimental.embedding.TPUEmbedding.build`.

        A program calls it before it restores a checkpoint; `embedding_tables` calls it, too.

        Arguments:
            per_replica_input_shapes: the shapes of the inputs of a replica, which only matter on TPUs; None by default.
            per_replica_batch_size: the batch size of a replica, which only matters on TPUs; None by default.

        Returns:
            None; to call it again makes no difference.

        Example:
            >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
            >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
            >>> embedding = tf.tpu.experimental.embedding.TPUEmbedding([feature], tf.tpu.experimental.embedding.SGD())
            >>> embedding.build(per_replica_batch_size=4)
            >>> [variable.shape.as_list() for variable in embedding.embedding_tables.values()]
            [[3, 2]]
        """
        super().build()

    def _needs_tpu(self, what: str) -> RuntimeError:
        return RuntimeError(f"{what} is not valid when TPUEmbedding object is not created under a TPUStrategy.")

    def enqueue(
        self, features: Any, weights: Any = None, training: bool = True, name: str | None = None, device: str | None = None
    ) -> None:
        """Hand over ids that a TPU is to look up; it needs a TPU. Mirrors `tf.tpu.experimental.embedding.TPUEmbedding.enqueue`.

        It is one of the three parts of a step on TPUs, `enqueue`, `dequeue` and `apply_gradients`, and raises an error here,
        as it does in TensorFlow outside of a `tf.distribute.TPUStrategy`.
        `tf.tpu.experimental.embedding.serving_embedding_lookup` looks up without a TPU.

        Arguments:
            features: a structure of ids, like `feature_config`.
            weights: weights of ids, None by default.
            training: whether a step will follow, True by default.
            name: a name for the operation.
            device: the device of the ids, None by default.

        Raises:
            RuntimeError: always.

        Example:
            >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
            >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
            >>> embedding = tf.tpu.experimental.embedding.TPUEmbedding([feature], tf.tpu.experimental.embedding.SGD())
            >>> try:
            ...     embedding.enqueue([tf.constant([1])])
            ... except RuntimeError:
            ...     print("needs a TPU")
            needs a TPU
        """
        raise self._needs_tpu("enqueue")

    def dequeue(self, name: str | None = None) -> Any:
        """Get what was looked up for the ids that `enqueue` took; it needs a TPU. Mirrors
        `tf.tpu.experimental.embedding.TPUEmbedding.dequeue`.

        It is one of the three parts of a step on TPUs, `enqueue`, `dequeue` and `apply_gradients`, and raises an error here,
        as it does in TensorFlow outside of a `tf.distribute.TPUStrategy`.
        `tf.tpu.experimental.embedding.serving_embedding_lookup` looks up without a TPU.

        Arguments:
            name: a name for the operation.

        Raises:
            RuntimeError: always.

        Example:
            >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
            >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
            >>> embedding = tf.tpu.experimental.embedding.TPUEmbedding([feature], tf.tpu.experimental.embedding.SGD())
            >>> try:
            ...     embedding.dequeue()
            ... except RuntimeError:
            ...     print("needs a TPU")
            needs a TPU
        """
        raise self._needs_tpu("dequeue")

    def apply_gradients(self, gradients: Any, name: str | None = None) -> None:
        """Take a step with the gradients of what was looked up; it needs a TPU. Mirrors
        `tf.tpu.experimental.embedding.TPUEmbedding.apply_gradients`.

        It is one of the three parts of a step on TPUs, `enqueue`, `dequeue` and `apply_gradients`, and raises an error here,
        as it does in TensorFlow outside of a `tf.distribute.TPUStrategy`.
        `tf.tpu.experimental.embedding.serving_embedding_lookup` looks up without a TPU.

        Arguments:
            gradients: a structure of gradients, like `feature_config`.
            name: a name for the operation.

        Raises:
            RuntimeError: always.

        Example:
            >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
            >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
            >>> embedding = tf.tpu.experimental.embedding.TPUEmbedding([feature], tf.tpu.experimental.embedding.SGD())
            >>> try:
            ...     embedding.apply_gradients([tf.zeros([1, 2])])
            ... except RuntimeError:
            ...     print("needs a TPU")
            needs a TPU
        """
        raise self._needs_tpu("apply_gradients")

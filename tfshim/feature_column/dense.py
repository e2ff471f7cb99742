"""Categories as rows of numbers: `indicator_column`, `embedding_column`, `shared_embeddings`."""

from __future__ import annotations

import collections
import math as _math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math, nn, sparse
from tfshim._export import tf_export
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.feature_column import _base
from tfshim.feature_column._serialization import TruncatedNormal
from tfshim.feature_column.sequences import SequenceCategoricalColumn
from tfshim.train.reading import load_variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike


def _refuse_sequence(column, kind):
    """Raise ValueError where a sequence is to be one row."""
    given = column.categorical_column
    if isinstance(given, SequenceCategoricalColumn):
        raise ValueError(
            f"In {kind}: {column.name}. categorical_column must not be of type SequenceCategoricalColumn. Suggested fix A: If "
            "you wish to use DenseFeatures, use a non-sequence categorical_column_with_*. Suggested fix B: If you wish to "
            f"create sequence input, use SequenceFeatures instead of DenseFeatures. Given (type {type(given)}): {given}"
        )


def _need_sequence(column, kind):
    """Raise ValueError where a row is to be a sequence."""
    given = column.categorical_column
    if not isinstance(given, SequenceCategoricalColumn):
        raise ValueError(
            f"In {kind}: {column.name}. categorical_column must be of type SequenceCategoricalColumn to use SequenceFeatures. "
            "Suggested fix: Use one of sequence_categorical_column_with_*. "
            f"Given (type {type(given)}): {given}"
        )


class IndicatorColumn(_base.DenseColumn, _base.SequenceDenseColumn, collections.namedtuple("IndicatorColumn", ("categorical_column",))):
    """How often each category occurs; see `indicator_column`."""

    __module__ = _base._MODULE

    @property
    def name(self):
        return f"{self.categorical_column.name}_indicator"

    @property
    def parents(self):
        return [self.categorical_column]

    @property
    def parse_example_spec(self):
        return self.categorical_column.parse_example_spec

    @property
    def variable_shape(self):
        return TensorShape([1, self.categorical_column.num_buckets])

    def transform_feature(self, transformation_cache, state_manager):
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        if weights is not None:
            return self._added(ids, array_ops.cast(weights.values, "float32"))
        # The -1 where a row has fewer ids becomes a row of zeros.
        hot = array_ops.one_hot(sparse.to_dense(ids, default_value=-1), self.categorical_column.num_buckets, on_value=1.0, off_value=0.0)
        return math.reduce_sum(hot, axis=[-2])

    def _added(self, ids, weights):
        """The sum of the weights of each category; an id that is none of them counts nowhere."""
        count = self.categorical_column.num_buckets
        places = array_ops.concat([ids.indices[:, :-1], array_ops.cast(ids.values, "int64")[:, None]], 1)
        within = math.logical_and(ids.values >= 0, ids.values < count)
        sizes = array_ops.concat([ids.dense_shape[:-1], [count]], 0)
        made = array_ops.scatter_nd(array_ops.boolean_mask(places, within), array_ops.boolean_mask(weights, within), sizes)
        if ids.shape.rank is not None and not hasattr(made, "_t"):
            made.set_shape([*ids.shape.as_list()[:-1], count])
        return made

    def get_dense_tensor(self, transformation_cache, state_manager):
        _refuse_sequence(self, "indicator_column")
        return transformation_cache.get(self, state_manager)

    def get_sequence_dense_tensor(self, transformation_cache, state_manager):
        _need_sequence(self, "indicator_column")
        ids = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager).id_tensor
        return _base.TensorSequenceLengthPair(transformation_cache.get(self, state_manager), _base.sequence_length(ids))


@tf_export("feature_column.indicator_column")
def indicator_column(categorical_column: Any) -> IndicatorColumn:
    """How often each category of a column occurs, as numbers. Mirrors `tf.feature_column.indicator_column`.

    Arguments:
        categorical_column: a column of categories, as `categorical_column_with_identity` and others make; one that is weighted gives the
            sum of its weights.

    Returns:
        a dense column, float32 [batch, categories]: a one and zeros where each example has one category. For many categories,
        `embedding_column` is smaller.

    Raises:
        ValueError: the column is not of categories.

    Example:
        >>> tags = tf.feature_column.categorical_column_with_identity("tags", 3)
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(tags)])
        >>> dense({"tags": tf.constant([[1, 1], [0, 2]])}).numpy()
        array([[0., 2., 0.],
               [1., 0., 1.]], dtype=float32)
    """
    if not isinstance(categorical_column, _base.CategoricalColumn):
        raise ValueError(f"Unsupported input type. Input must be a CategoricalColumn. Given: {categorical_column}")
    return IndicatorColumn(categorical_column)


class _Embedded(_base.DenseColumn, _base.SequenceDenseColumn):
    """A column that looks the vectors of its categories up in a variable."""

    @property
    def parents(self):
        return [self.categorical_column]

    @property
    def parse_example_spec(self):
        return self.categorical_column.parse_example_spec

    def transform_feature(self, transformation_cache, state_manager):
        return self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)

    def _vectors(self, cache, state, options):
        ids, weights = cache.get(self, state)
        find = nn.safe_embedding_lookup_sparse if options.use_safe_embedding_lookup else nn.embedding_lookup_sparse
        return find(self._weights(state), ids, weights, combiner=options.combiner, max_norm=options.max_norm)

    def get_dense_tensor(self, transformation_cache, state_manager):
        _refuse_sequence(self, self._kind)
        return self._vectors(transformation_cache, state_manager, self._options)

    def get_sequence_dense_tensor(self, transformation_cache, state_manager):
        _need_sequence(self, self._kind)
        vectors = self._vectors(transformation_cache, state_manager, self._options)
        ids = transformation_cache.get(self, state_manager).id_tensor
        return _base.TensorSequenceLengthPair(vectors, _base.sequence_length(ids))


def _initializer(options):
    """What fills the variable: the values of a checkpoint if one is named."""
    if options.ckpt_to_load_from is None:
        return options.initializer
    values = load_variable(options.ckpt_to_load_from, options.tensor_name_in_ckpt)
    return lambda shape, dtype=None, **_: array_ops.reshape(array_ops.constant(values, dtype), shape)


class EmbeddingColumn(
    _Embedded,
    collections.namedtuple(
        "EmbeddingColumn",
        (
            "categorical_column",
            "dimension",
            "combiner",
            "initializer",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "max_norm",
            "trainable",
            "use_safe_embedding_lookup",
        ),
    ),
):
    """The combined vectors of the categories of a row; see `embedding_column`."""

    __module__ = _base._MODULE
    _kind = "embedding_column"
    _options = property(lambda self: self)

    @property
    def name(self):
        return f"{self.categorical_column.name}_embedding"

    @property
    def variable_shape(self):
        return TensorShape([self.dimension])

    def create_state(self, state_manager):
        rows = getattr(self.categorical_column, "num_buckets", None)
        state_manager.create_variable(
            self, name="embedding_weights", shape=(rows, self.dimension), trainable=self.trainable, initializer=_initializer(self)
        )

    def _weights(self, state):
        return state.get_variable(self, "embedding_weights")


def _check_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, about):
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (ckpt_to_load_from is None) != (tensor_name_in_ckpt is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified. {about}")
    return TruncatedNormal(mean=0.0, stddev=1 / _math.sqrt(dimension)) if initializer is None else initializer


@tf_export("feature_column.embedding_column")
def embedding_column(
    categorical_column: Any,
    dimension: int | None,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: Any = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: FloatLike | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> EmbeddingColumn:
    """Vectors that are learnt for the categories of a column. Mirrors `tf.feature_column.embedding_column`.

    Arguments:
        categorical_column: a column of categories.
        dimension: the length of the vectors, an int from 1.
        combiner: how the vectors of one example come together: "mean" (default), "sum" or "sqrtn".
        initializer: of the variable [categories, dimension]; by default a truncated normal of the deviation dimension**-0.5.
        ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint, and the tensor in it, that the variable begins with.
        max_norm: the length that vectors are cut to; None (default) for none.
        trainable: whether the variable learns (default True).
        use_safe_embedding_lookup: examples without categories give zeros, and ids that are no category are left out (default True).

    Returns:
        a dense column, float32 [batch, dimension].

    Raises:
        ValueError: other arguments.

    Example:
        >>> word = tf.feature_column.categorical_column_with_identity("word", 10)
        >>> column = tf.feature_column.embedding_column(word, 2, initializer=tf.keras.initializers.Ones())
        >>> tf.keras.layers.DenseFeatures([column])({"word": tf.constant([[3], [7]])}).numpy()
        array([[1., 1.],
               [1., 1.]], dtype=float32)
    """
    initializer = _check_embedding(
        dimension,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        f"Embedding of column_name: {getattr(categorical_column, 'name', categorical_column)}",
    )
    return EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
        use_safe_embedding_lookup,
    )


class SharedEmbeddingColumnCreator:
    """The variable that the columns of one `shared_embeddings` have in common, and the options of its use."""

    __module__ = _base._MODULE

    def __init__(
        self,
        dimension,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        num_buckets,
        trainable,
        name,
        combiner,
        max_norm,
        use_safe_embedding_lookup,
    ):
        self.dimension, self.initializer, self.num_buckets, self.trainable, self.name = dimension, initializer, num_buckets, trainable, name
        self.ckpt_to_load_from, self.tensor_name_in_ckpt = ckpt_to_load_from, tensor_name_in_ckpt
        self.combiner, self.max_norm, self.use_safe_embedding_lookup = combiner, max_norm, use_safe_embedding_lookup
        self._made = {}  # by graph

    @property
    def embedding_weights(self):
        """The variable of the graph under construction, created at first use."""
        if TS.graph not in self._made:
            shape = (self.num_buckets, self.dimension)
            make = _initializer(self)
            self._made[TS.graph] = higher.variable_below(
                [], self.name, shape=shape, dtype="float32", initializer=make, trainable=self.trainable
            )
        return self._made[TS.graph]


class SharedEmbeddingColumn(
    _Embedded,
    collections.namedtuple(
        "SharedEmbeddingColumn",
        ("categorical_column", "shared_embedding_column_creator", "combiner", "max_norm", "use_safe_embedding_lookup"),
    ),
):
    """One of the columns that share a variable; see `shared_embeddings`."""

    __module__ = _base._MODULE
    _kind = "shared_embedding_column"
    _options = property(lambda self: self)

    @property
    def name(self):
        return f"{self.categorical_column.name}_shared_embedding"

    @property
    def variable_shape(self):
        return TensorShape([self.shared_embedding_column_creator.dimension])

    def create_state(self, state_manager):
        """Nothing: the variable belongs to all the columns together."""

    def _weights(self, state):
        creator = self.shared_embedding_column_creator
        return state.shared(creator, _initializer(creator)) if hasattr(state, "shared") else creator.embedding_weights


@tf_export("feature_column.shared_embeddings", v1=[])
def shared_embeddings(
    categorical_columns: Sequence[Any],
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: Any = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: FloatLike | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[Any]:
    """Columns of vectors that look them up in one variable. Mirrors `tf.feature_column.shared_embeddings`; only for graphs, as in
    TensorFlow: in eager code give one `tf.keras.layers.Embedding` to several inputs.

    Arguments:
        categorical_columns: a list of columns of categories, of which each has the same number.
        dimension: the length of the vectors, an int from 1.
        shared_embedding_collection_name: the name of the variable.
        combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable, use_safe_embedding_lookup: as of
            `tf.feature_column.embedding_column`.

    Returns:
        a list of dense columns, one for each of `categorical_columns`.

    Raises:
        RuntimeError: called in eager code.
        ValueError: columns have different numbers of categories.

    Example:
        >>> seen, bought = [tf.feature_column.categorical_column_with_identity(key, 5) for key in ("seen", "bought")]
        >>> with tf.Graph().as_default():
        ...     columns = tf.feature_column.shared_embeddings([seen, bought], dimension=2)
        >>> len(columns)
        2
    """
    if TS.graph is None:
        raise RuntimeError("shared_embedding_columns are not supported when eager execution is enabled.")
    initializer = _check_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, "")
    plain = [c.categorical_column if hasattr(c, "categorical_column") else c for c in categorical_columns]
    first = plain[0]
    for column, other in zip(categorical_columns, plain, strict=True):
        if not isinstance(column, _base.CategoricalColumn):
            raise ValueError(f"All categorical_columns must be of type CategoricalColumn. Given: {column}")
        if type(other) is not type(first):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same type, or be "
                f"weighted_categorical_column or sequence column of the same type. Given column: {first} of type: "
                f"{type(first)} does not match given column: {other} of type: {type(other)}"
            )
        if other.num_buckets != first.num_buckets:
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same number of buckets. "
                f"Given column: {first} with buckets: {first.num_buckets} does not match column: {other} with buckets: "
                f"{other.num_buckets}"
            )
    name = shared_embedding_collection_name or "_".join(sorted(c.name for c in categorical_columns)) + "_shared_embedding"
    shared = SharedEmbeddingColumnCreator(
        dimension,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        first.num_buckets,
        trainable,
        name,
        combiner,
        max_norm,
        use_safe_embedding_lookup,
    )
    return [SharedEmbeddingColumn(c, shared, combiner, max_norm, use_safe_embedding_lookup) for c in categorical_columns]

"""`tf.compat.v1.feature_column`: the columns of `tf.feature_column`, with functions that make variables in scopes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math, nn, sparse
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.compat.v1.variables.scopes import get_variable, variable_scope
from tfshim.engine.values import dtypes
from tfshim.feature_column import shared_embeddings
from tfshim.feature_column._base import CategoricalColumn, DenseColumn, FeatureTransformationCache, flattened
from tfshim.feature_column.categorical import VocabularyFileCategoricalColumn
from tfshim.feature_column.categorical import categorical_column_with_vocabulary_file as _vocabulary_file
from tfshim.feature_column.columns import sorted_columns
from tfshim.feature_column.old_columns import as_columns
from tfshim.feature_column.parse_spec import make_parse_example_spec as _make_parse_example_spec

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Initializer
    from tfshim.compat.v1.variables.scope import VariableScope
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.feature_column")


class _Scopes:
    """The variables of columns, made with `get_variable` in the scopes in force."""

    _outer: VariableScope  # which the function that makes the columns' tensors opens

    def __init__(self, weight_collections, trainable):
        self._collections = None if not weight_collections else list({*weight_collections, GraphKeys.GLOBAL_VARIABLES})
        self._trainable, self._made = trainable, {}

    def create_variable(self, feature_column, name, shape, dtype="float32", trainable=True, use_resource=True, initializer=None):
        """Make a variable for a column."""
        made = get_variable(
            name, shape=shape, dtype=dtype, initializer=initializer, trainable=self._trainable and trainable, collections=self._collections
        )
        self._made.setdefault(feature_column, {})[name] = made
        return made

    def of_old_columns(self):
        """The arguments by which columns of TensorFlow 1's classes make their variables themselves."""
        return {"weight_collections": self._collections, "trainable": self._trainable}

    def get_variable(self, feature_column, name):
        """The variable of a column."""
        return self._made[feature_column][name]

    def shared(self, creator, initializer):
        """The variable of columns that share one, made in the scope of its name when first asked for."""
        if creator not in self._made:
            with variable_scope(self._outer):
                with variable_scope(None, default_name=creator.name):
                    self.create_variable(
                        creator,
                        "embedding_weights",
                        (creator.num_buckets, creator.dimension),
                        trainable=creator.trainable,
                        initializer=initializer,
                    )
        return self._made[creator]["embedding_weights"]

    def of(self, column):
        """All variables of a column."""
        made = self._made.get(getattr(column, "shared_embedding_column_creator", column), {}).values()
        return [part for v in made for part in (v if isinstance(v, PartitionedVariable) else [v])]


def _check_batch_sizes(columns, outputs):
    """Raise ValueError where the numbers of rows of two columns are known and differ."""
    known = [(column, tensor.shape[0]) for column, tensor in zip(columns, outputs, strict=True) if tensor.shape.rank]
    known = [(column, size) for column, size in known if size is not None]
    for column, size in known[1:]:
        if size != known[0][1]:
            raise ValueError(
                "Batch size (first dimension) of each feature must be same. Batch size of columns "
                f"({known[0][0].name}, {column.name}): ({known[0][1]}, {size})"
            )


def _check_features(features, what):
    if not isinstance(features, dict):
        raise ValueError(f"{what}: features must be a dictionary of tensors by name. Given: {features}")


@tf_export(v1=["feature_column.input_layer"])
def input_layer(
    features: Mapping[Any, TensorLike],
    feature_columns: Sequence[Any],
    weight_collections: Sequence[str] | None = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
    cols_to_output_tensors: dict[Any, Any] | None = None,
) -> Tensor:
    """The dense tensor [batch, sum of all columns] of {name: feature}; columns are concatenated in the order of their names.

    Variables are made with `get_variable` in a scope "input_layer", added to `weight_collections` too, and trained if
    `trainable`. `cols_to_vars`, `cols_to_output_tensors`: dictionaries to be filled with the variables and the tensor of each
    column. Mirrors `tf.compat.v1.feature_column.input_layer`. Raises ValueError for columns of categories.
    """
    columns = sorted_columns(as_columns(feature_columns), DenseColumn)
    _check_features(features, "input_layer")
    cache, state, outputs = FeatureTransformationCache(features), _Scopes(weight_collections, trainable), []
    with variable_scope(None, default_name="input_layer") as state._outer:
        for column in columns:
            with variable_scope(None, default_name=column.name):
                column.create_state(state)
                made = flattened(column, column.get_dense_tensor(cache, state))
            outputs.append(made)
            if cols_to_vars is not None:
                cols_to_vars[column] = state.of(column)
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = made
        _check_batch_sizes(columns, outputs)
        return array_ops.concat(outputs, axis=1)


@tf_export(v1=["feature_column.linear_model"])
def linear_model(
    features: Mapping[Any, TensorLike],
    feature_columns: Sequence[Any],
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Sequence[str] | None = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
) -> Tensor:
    """A linear function of all columns, [batch, units]: each has weights of its own, and there is one bias.

    Weights of columns of categories, which need no `indicator_column`, are combined by `sparse_combiner`: "sum", "mean" or
    "sqrtn". Variables are made, in a scope "linear_model", as `input_layer` makes them; all start at zero. `cols_to_vars` gets the
    bias as "bias". Mirrors `tf.compat.v1.feature_column.linear_model`. Raises ValueError for other columns and combiners.
    """
    columns = sorted_columns(as_columns(feature_columns), (DenseColumn, CategoricalColumn))
    _check_features(features, "linear_model")
    cache, state, outputs = FeatureTransformationCache(features), _Scopes(weight_collections, trainable), []
    with variable_scope(None, default_name="linear_model") as state._outer:
        for column in columns:
            with variable_scope(None, default_name=column.name):
                outputs.append(_weighed(column, cache, state, units, sparse_combiner))
            if cols_to_vars is not None:
                cols_to_vars[column] = state.of(column)
        _check_batch_sizes(columns, outputs)
        bias = state.create_variable("bias", "bias_weights", (units,), initializer=zeros())
        if cols_to_vars is not None:
            cols_to_vars["bias"] = state.of("bias")
        return nn.bias_add(math.add_n(outputs), bias, name="weighted_sum")


def _one_row_each(x):
    """The sparse tensor `x` as [batch, all the rest]: an example has one sum, whatever the rank of its categories."""
    if x.shape.rank == 2:
        return x
    return sparse.reshape(x, array_ops.stack([x.dense_shape[0], math.reduce_prod(x.dense_shape[1:])]))


def _weighed(column, cache, state, units, combiner):
    """A column times its weights."""
    if isinstance(column, CategoricalColumn):
        weights = state.create_variable(column, "weights", (column.num_buckets, units), initializer=zeros())
        ids, values = (None if x is None else _one_row_each(x) for x in column.get_sparse_tensors(cache, state))
        return nn.safe_embedding_lookup_sparse(weights, ids, values, combiner=combiner)
    column.create_state(state)
    rows = flattened(column, column.get_dense_tensor(cache, state))
    weights = state.create_variable(column, "weights", (rows.shape[1], units), initializer=zeros())
    return linalg.matmul(rows, weights)


@tf_export(v1=["feature_column.make_parse_example_spec"])
def make_parse_example_spec(feature_columns: Sequence[Any]) -> dict[str, Any]:
    """As `tf.feature_column.make_parse_example_spec`, of columns of TensorFlow 1's classes too.

    Mirrors `tf.compat.v1.feature_column.make_parse_example_spec`. Raises ValueError as that does.
    """
    return _make_parse_example_spec(as_columns(feature_columns))


@tf_export(v1=["feature_column.shared_embedding_columns"])
def shared_embedding_columns(
    categorical_columns: Sequence[CategoricalColumn],
    dimension: int,
    combiner: str = "mean",
    initializer: Initializer | None = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: FloatLike | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[Any]:
    """Embedding columns that share one variable, which `input_layer` makes in a scope of its own.

    Mirrors `tf.compat.v1.feature_column.shared_embedding_columns`; see `tf.feature_column.shared_embeddings`.
    """
    if shared_embedding_collection_name is None:
        names = sorted(getattr(c, "categorical_column", c).name for c in categorical_columns)
        shared_embedding_collection_name = "_".join(names) + "_shared_embedding"
    return shared_embeddings(
        categorical_columns,
        dimension,
        combiner,
        initializer,
        shared_embedding_collection_name,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
        use_safe_embedding_lookup,
    )


@tf_export(v1=["feature_column.categorical_column_with_vocabulary_file"])
def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: Any = None,
    dtype: DTypeLike = dtypes.string,
) -> VocabularyFileCategoricalColumn:
    """As `tf.feature_column.categorical_column_with_vocabulary_file`, whose other arguments have another order.

    Mirrors `tf.compat.v1.feature_column.categorical_column_with_vocabulary_file`.
    """
    return _vocabulary_file(key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets)

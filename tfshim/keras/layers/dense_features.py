"""`DenseFeatures` and `SequenceFeatures`: layers that turn raw features into tensors by feature columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.control_flow import control_dependencies
from tfshim.debugging.comparing import assert_equal
from tfshim.engine.graphs.sessions.session import SparseTensorValue
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.shapes import TensorShape
from tfshim.feature_column._base import DenseColumn, FeatureTransformationCache, SequenceDenseColumn, flattened
from tfshim.feature_column._serialization import deserialize, serialize
from tfshim.feature_column.columns import sorted_columns
from tfshim.keras.engine.base_layer import MISSING, Layer
from tfshim.keras.layers.preprocessing.base import ensure_tensor
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, BoolLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.variables.variable import Variable
    from tfshim.keras.annotations import InitializerLike, Shapes


class _State:
    """The variables of a layer, by column and name."""

    def __init__(self, layer: Layer) -> None:
        self._layer, self._variables = layer, {}

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: SizesLike,
        dtype: DTypeLike = "float32",
        trainable: bool = True,
        use_resource: bool = True,
        initializer: InitializerLike = None,
    ) -> Variable:
        """Make a variable of the layer for a column. Raises ValueError where there is one already."""
        if (feature_column, name) in self._variables:
            raise ValueError("Variable already exists.")
        variable = self._layer.add_weight(
            f"{feature_column.name}/{name}",
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            trainable=self._layer.trainable and trainable,
            use_resource=use_resource,
            getter=self._layer._getter_for(feature_column, name),
        )
        self._variables[feature_column, name] = variable
        return variable

    def get_variable(self, feature_column: Any, name: str) -> Variable:
        """The variable. Raises ValueError where there is none."""
        if (feature_column, name) not in self._variables:
            raise ValueError("Variable does not exist.")
        return self._variables[feature_column, name]


def _in_graphs(name: str) -> str:
    """The name of a column with "_" for what no scope of a graph may be called."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name)


def _feature(value):
    if isinstance(value, SparseTensorValue):
        return SparseTensor(*value)
    return ensure_tensor(value) if isinstance(value, (list, tuple, str, bytes)) else value


class _FeaturesLayer(Layer):
    """A layer of columns."""

    _kind: type = DenseColumn

    def __init__(self, feature_columns: Iterable[Any], trainable: bool = True, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        columns = sorted_columns(feature_columns, self._kind)
        # Columns are tuples, and state is held by the layer: neither is to be tracked as an attribute.
        self.__dict__.update(_columns=columns, _state=_State(self))

    @property
    def _feature_columns(self):
        return self._columns

    def __call__(self, inputs: dict[str, TensorLike] = MISSING, *args: Any, **kwargs: Any) -> Any:
        if inputs is MISSING:
            inputs = self._first_argument(kwargs)
        if isinstance(inputs, dict):
            inputs = {k: _feature(v) for k, v in inputs.items()}
        return super().__call__(inputs, *args, **kwargs)

    def _getter_for(self, column: Any, name: str) -> Callable[..., Any] | None:
        """What makes the variable `name` of a column: a getter for `add_weight`. None is Keras' own way."""

        def from_scopes(**arguments: Any) -> Any:
            # What `add_weight` calls it is for checkpoints; a scope knows it by names that may stand in a graph.
            return higher.variable_below([self.name, _in_graphs(column.name)], **{**arguments, "name": name})

        return from_scopes

    def build(self, input_shape: Shapes) -> None:
        for column in self._columns:
            column.create_state(self._state)
        super().build(None)

    @staticmethod
    def _check(features):
        if not isinstance(features, dict):
            raise ValueError(f"We expected a dictionary here. Instead we got: {features}")

    def _total(self):
        return sum(TensorShape(c.variable_shape).num_elements() for c in self._columns)

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary. Mirrors `get_config` of `tf.keras.layers.DenseFeatures` and its kin.

        Feature columns become dictionaries of their class and arguments, columns within columns too, so that a model with the layer can be
        saved and made again by `from_config`. Functions, as the `normalizer_fn` of a numeric column, are there by their names.

        Returns:
            A dictionary: "name", "trainable", "dtype", "feature_columns", a list, and "partitioner", which is None.

        Example:
            >>> layer = tf.keras.layers.DenseFeatures([tf.feature_column.numeric_column("age")])
            >>> column = layer.get_config()["feature_columns"][0]
            >>> column["class_name"], column["config"]["key"]
            ('NumericColumn', 'age')
            >>> tf.keras.layers.DenseFeatures.from_config(layer.get_config())({"age": [[3.0]]}).numpy().tolist()
            [[3.0]]
        """
        return {**super().get_config(), "feature_columns": [serialize(c) for c in self._columns], "partitioner": None}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A layer from what `get_config` gave. Mirrors `from_config` of `tf.keras.layers.DenseFeatures` and its kin.

        Embeddings of the layer have new weights; those that were trained are loaded with the model's. A categorical column that several
        columns were made of is one object again.

        Arguments:
            config: the dictionary. A partitioner in it is refused: it cuts variables into parts for servers.
            custom_objects: {name: function} for what columns call, as `normalizer_fn`; None by default.

        Returns:
            A new layer of the class that it is called on.

        Raises:
            ValueError: a column or function that is not known. NotImplementedError: a partitioner.

        Example:
            >>> layer = tf.keras.layers.DenseFeatures([tf.feature_column.numeric_column("age")], name="columns")
            >>> again = tf.keras.layers.DenseFeatures.from_config(layer.get_config())
            >>> again.name, again({"age": [[3.0]]}).numpy().tolist()
            ('columns', [[3.0]])
        """
        config = dict(config)
        if config.pop("partitioner", None) is not None:
            raise refused("tf.keras.layers.DenseFeatures", "partitioner")
        known = {}
        config["feature_columns"] = [deserialize(c, custom_objects, known) for c in config["feature_columns"]]
        return cls(**config)


@tf_export(v1=["keras.layers.DenseFeatures"])
class DenseFeaturesV1(_FeaturesLayer):
    """Makes one tensor of a dictionary of raw features, as dense columns of `tf.feature_column` say.

    Mirrors `tf.compat.v1.keras.layers.DenseFeatures`. Columns of `tf.compat.v1.feature_column` are taken as well. Their tensors [batch,
    size] are put side by side in the order of the columns' names.

    Arguments:
        feature_columns: a list of dense columns.
        trainable: whether embeddings are trained; True by default.
        name: the name of the layer.
        partitioner: only None.
        **kwargs: those of `Layer`.

    Returns:
        When called with {name: tensor}, a tensor [batch, sum of the sizes]. Called also with `cols_to_output_tensors`, a dictionary, it
        puts there the tensor of each column.

    Raises:
        ValueError: columns of categories that are not wrapped, or features that are missing. NotImplementedError: a `partitioner`.

    Example:
        >>> age = tf.feature_column.numeric_column("age")
        >>> tf.compat.v1.keras.layers.DenseFeatures([age])({"age": tf.constant([[30.0], [70.0]])}).numpy().tolist()
        [[30.0], [70.0]]
    """

    __module__ = "keras.src.feature_column.dense_features"
    __qualname__ = "DenseFeatures"

    def __init__(
        self, feature_columns: Iterable[Any], trainable: bool = True, name: str | None = None, partitioner: Any = None, **kwargs: Any
    ) -> None:
        if partitioner is not None:
            raise refused("tf.compat.v1.keras.layers.DenseFeatures", "partitioner")
        super().__init__(feature_columns, trainable, name, **kwargs)

    def call(
        self, features: dict[str, TensorLike], cols_to_output_tensors: dict[Any, Any] | None = None, training: BoolLike | None = None
    ) -> AnyTensor:
        self._check(features)
        cache = FeatureTransformationCache(features)
        outputs = []
        for column in self._columns:
            output = flattened(column, column.get_dense_tensor(cache, self._state))
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = output
            outputs.append(output)
        sizes = [output.shape[0] for output in outputs]
        if len({size for size in sizes if size is not None}) > 1:
            names = ", ".join(column.name for column in self._columns)
            raise ValueError(
                f"Batch size (first dimension) of each feature must be same. Columns ({names}) have {tuple(sizes)}; give every feature a "
                "row for each example."
            )
        return array_ops.concat(outputs, axis=-1)

    def compute_output_shape(self, input_shape: Shapes) -> tuple[int | None, ...]:
        shape = next(iter(input_shape.values())) if isinstance(input_shape, dict) else input_shape
        return TensorShape(shape).as_list()[0], self._total()


@tf_export("keras.experimental.SequenceFeatures")
class SequenceFeatures(_FeaturesLayer):
    """Makes one tensor of sequences of raw features, as sequence columns say, and tells their lengths. Mirrors
    `tf.keras.experimental.SequenceFeatures`.

    It is what `DenseFeatures` is for single values: the first layer of a recurrent model whose inputs are dictionaries of sparse tensors.

    Arguments:
        feature_columns: dense columns of sequences: `tf.feature_column.sequence_numeric_column`, or `embedding_column` and
            `indicator_column` of `sequence_categorical_column_with_identity` and its kin. trainable: whether embeddings are trained; True.
        name: of the layer. **kwargs: those of `Layer`.

    Returns:
        When called on {name: tf.SparseTensor}: a pair of a tensor [batch, steps, sum of all columns' sizes] and the steps of each row,
        int64 [batch], of which `tf.sequence_mask` makes a mask.

    Raises:
        ValueError: other columns. InvalidArgumentError: the sequences of one row have different lengths.

    Example:
        >>> layer = tf.keras.experimental.SequenceFeatures([tf.feature_column.sequence_numeric_column("heat")])
        >>> steps, lengths = layer({"heat": tf.sparse.from_dense([[1.0, 2.0], [3.0, 0.0]])})
        >>> steps.numpy().tolist(), lengths.numpy().tolist()
        ([[[1.0], [2.0]], [[3.0], [0.0]]], [2, 1])
    """

    __module__ = "keras.src.feature_column.sequence_feature_column"
    _kind = SequenceDenseColumn

    def call(self, features: dict[str, TensorLike], training: BoolLike | None = None) -> tuple[AnyTensor, AnyTensor]:
        self._check(features)
        cache = FeatureTransformationCache(features)
        outputs, lengths = [], []
        for column in self._columns:
            dense, length = column.get_sequence_dense_tensor(cache, self._state)
            shape = array_ops.shape(dense)
            outputs.append(array_ops.reshape(dense, [shape[0], shape[1], TensorShape(column.variable_shape).num_elements()]))
            lengths.append(length)
        # Lengths that differ would put the steps of one feature beside those of another.
        checks = [assert_equal(lengths[0], other) for other in lengths[1:]]
        with control_dependencies([c for c in checks if c is not None]):
            return array_ops.concat(outputs, axis=-1), array_ops.identity(lengths[0])

    def compute_output_shape(self, input_shape: Shapes) -> tuple[int | None, ...]:
        shape = next(iter(input_shape.values())) if isinstance(input_shape, dict) else input_shape
        return (*TensorShape(shape).as_list()[:2], self._total())


@tf_export("keras.layers.DenseFeatures", v1=[])
class DenseFeatures(DenseFeaturesV1):
    """Makes one tensor of a dictionary of raw features, as dense columns of `tf.feature_column` say.

    Mirrors `tf.keras.layers.DenseFeatures`. The columns' tensors [batch, size] are put side by side in the order of the columns' names.
    Preprocessing layers do the same with less to say; this is for programs that have columns.

    Arguments:
        feature_columns: a list of dense columns: `numeric_column`, `embedding_column`, `indicator_column`, `bucketized_column` ...
        trainable: whether embeddings are trained; True by default.
        name: the name of the layer.
        **kwargs: those of `Layer`.

    Returns:
        When called with {name: tensor}, a tensor [batch, sum of the sizes]. Called also with `cols_to_output_tensors`, a dictionary, it
        puts there the tensor of each column.

    Raises:
        ValueError: columns of categories that are not wrapped, or features that are missing.

    Example:
        >>> age = tf.feature_column.numeric_column("age")
        >>> bands = tf.feature_column.bucketized_column(age, boundaries=[18, 65])
        >>> tf.keras.layers.DenseFeatures([age, bands])({"age": tf.constant([[30.0], [70.0]])}).numpy().tolist()
        [[30.0, 0.0, 1.0, 0.0], [70.0, 0.0, 0.0, 1.0]]
    """

    __module__ = "keras.src.feature_column.dense_features_v2"

    def __init__(self, feature_columns: Iterable[Any], trainable: bool = True, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(feature_columns, trainable, name, **kwargs)

    def _getter_for(self, column: Any, name: str) -> None:
        return None


DenseFeaturesV1.__name__ = "DenseFeatures"  # Keras calls both so, and layers are named after it

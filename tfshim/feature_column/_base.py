"""What all columns share: their base classes, the values computed from a batch, and how dense input becomes sparse."""

from __future__ import annotations

import abc
import collections
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, debugging, math, sparse
from tfshim._export import tf_export
from tfshim.control_flow import control_dependencies
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.feature_column._serialization import Described
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse import SparseTensor
from tfshim.sparse.sparse_tensor import convert_to_sparse, is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

_MODULE = "tensorflow.python.feature_column.feature_column_v2"

IdWeightPair = collections.namedtuple("IdWeightPair", ("id_tensor", "weight_tensor"))
TensorSequenceLengthPair = collections.namedtuple("TensorSequenceLengthPair", ("dense_tensor", "sequence_length"))


@tf_export("__internal__.feature_column.FeatureColumn", v1=[])
class FeatureColumn(Described, abc.ABC):
    """The base of columns: how one input of a model comes out of the features of a batch."""

    __module__ = _MODULE

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The name, by which columns are put in order."""

    @property
    @abc.abstractmethod
    def parents(self) -> list[Any]:
        """The columns and names of features this one is made from."""

    @property
    @abc.abstractmethod
    def parse_example_spec(self) -> dict[str, Any]:
        """{name: what `tf.io.parse_example` needs to know} of the features."""

    @abc.abstractmethod
    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The values of the column, from those of its parents: `transformation_cache.get(parent, state_manager)`."""

    def __lt__(self, other):  # columns as keys of a dictionary are sorted by tf.nest
        return str(self) < str(other)

    def __gt__(self, other):
        return str(self) > str(other)

    def create_state(self, state_manager: Any) -> None:  # noqa: B027 - most columns have none
        """Make the variables of the column with `state_manager.create_variable`."""


class OneFeature(FeatureColumn):
    """A column of one feature, `key`, whose name it has."""

    @property
    def name(self):
        return self.key

    @property
    def parents(self):
        return [self.key]


@tf_export("__internal__.feature_column.DenseColumn", v1=[])
class DenseColumn(FeatureColumn):
    """A column that gives a dense tensor [batch, *variable_shape]."""

    __module__ = _MODULE

    @property
    @abc.abstractmethod
    def variable_shape(self) -> Any:
        """The shape of one row."""

    @abc.abstractmethod
    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Tensor:
        """The rows of the batch."""


class CategoricalColumn(FeatureColumn):
    """A column that gives the ids of categories, as a SparseTensor with or without weights."""

    __module__ = _MODULE

    @property
    @abc.abstractmethod
    def num_buckets(self):
        """The number of categories."""

    def get_sparse_tensors(self, transformation_cache, state_manager):
        """The ids, and None or their weights: an IdWeightPair."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)


@tf_export("__internal__.feature_column.SequenceDenseColumn", v1=[])
class SequenceDenseColumn(FeatureColumn):
    """A column that gives [batch, steps, *variable_shape] and the number of steps of each row."""

    __module__ = _MODULE

    @abc.abstractmethod
    def get_sequence_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> TensorSequenceLengthPair:
        """A TensorSequenceLengthPair."""


@tf_export("__internal__.feature_column.FeatureTransformationCache", v1=[])
class FeatureTransformationCache:
    """The features of a batch and what columns computed from them; each result is computed once.

    `features`: {name: tensor, or what becomes one}. Vectors count as [batch, 1].
    """

    def __init__(self, features: Mapping[str, Any]) -> None:
        self._features, self._made = dict(features), {}

    def get(self, key: Any, state_manager: Any = None) -> Any:
        """The tensor of the feature or column `key`. Raises ValueError for features that are not there, and scalars."""
        if key in self._made:
            return self._made[key]
        if isinstance(key, FeatureColumn):
            value = key.transform_feature(self, state_manager)
        elif isinstance(key, str):
            if key not in self._features:
                raise ValueError(f"Feature {key} is not in features dictionary.")
            value = _with_columns(key, self._features[key])
        else:
            raise TypeError(f'"key" must be either a "str" or "FeatureColumn". Provided: {key}')
        self._made[key] = value
        return value


def _with_columns(key, value):
    if isinstance(value, RaggedTensor):
        value = value.to_sparse()
    value = convert_to_sparse(value) if is_sparse_value(value) else value
    if not isinstance(value, SparseTensor):
        value = convert_to_tensor(value)
    rank = value.shape.rank
    if rank == 0:
        shown = value.numpy() if hasattr(value, "numpy") else value
        raise ValueError(f"Feature (key: {key}) cannot have rank 0. Given: {shown}")
    if rank is None:
        return _at_least_a_matrix(key, value)
    if rank == 1:
        return sparse.expand_dims(value, -1) if isinstance(value, SparseTensor) else array_ops.expand_dims(value, -1)
    return value


def _at_least_a_matrix(key, value):
    """`value`, whose rank is known when the graph runs: vectors as [batch, 1], and scalars raise."""
    shape = value.dense_shape if isinstance(value, SparseTensor) else array_ops.shape(value)
    rank = array_ops.size(shape)
    positive = debugging.Assert(math.greater(rank, 0), [f"Feature (key: {key}) cannot have rank 0.", rank])
    with control_dependencies([positive] if positive is not None else []):
        ones = array_ops.ones([math.maximum(2 - rank, 0)], shape.dtype)
        wanted = array_ops.concat([shape, ones], 0)
    return sparse.reshape(value, wanted) if isinstance(value, SparseTensor) else array_ops.reshape(value, wanted)


def as_sparse(x, ignored=None):
    """`x` as a SparseTensor: of a dense tensor the elements that are not `ignored`, by default "", -1 or 0.0."""
    if isinstance(x, SparseTensor):
        return x
    if ignored is None:
        # What TensorFlow takes for a missing value in dense features.
        ignored = "" if x.dtype == dtypes.string else -1 if x.dtype.is_integer else 0.0
    indices = array_ops.where(math.not_equal(x, array_ops.constant(ignored, dtype=x.dtype)))
    return SparseTensor(indices, array_ops.gather_nd(x, indices), array_ops.shape(x, out_type="int64"))


def with_values(x, values):
    """The SparseTensor `x` with other values."""
    return SparseTensor(x.indices, values, x.dense_shape)


def flattened(column, tensor):
    """The dense tensor of a column as a matrix, one row for each of the batch."""
    return array_ops.reshape(tensor, [array_ops.shape(tensor)[0], TensorShape(column.variable_shape).num_elements()])


def check_key(key):
    """Raise ValueError unless the key of a feature is a string."""
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def check_dtype_kind(dtype, key):
    """Raise ValueError unless categories have a dtype that there are categories of."""
    if not dtype.is_integer and dtype != dtypes.string:
        raise ValueError(f"column_name: {key} dtype must be string or integer. dtype: {dtype}.")


def check_same_kind(column_dtype, tensor_dtype, key):
    """Raise ValueError where a column of integers gets strings, or the other way round."""
    if column_dtype.is_integer != tensor_dtype.is_integer:
        raise ValueError(
            f"Column dtype and SparseTensors dtype must be compatible. key: {key}, column dtype: {column_dtype}, "
            f"tensor dtype: {tensor_dtype}"
        )


def sequence_length(ids, elements=1):
    """For each row of the SparseTensor `ids` the number of steps up to its last one, of `elements` values each; int64 [batch]."""
    rows, last = ids.indices[:, 0], ids.indices[:, 1] + 1
    longest = math.unsorted_segment_max(last, rows, ids.dense_shape[0])
    return math.maximum(math.floordiv(longest + (elements - 1), elements), array_ops.constant(0, "int64"))

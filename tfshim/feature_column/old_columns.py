"""Columns by TensorFlow 1's methods, which begin with an underscore: `tensorflow.python.feature_column.feature_column`.

Libraries of that time derive columns from these classes, and some, such as TensorFlow Hub, from these and from today's.
"""

from __future__ import annotations

import abc
from typing import Any

from tfshim.feature_column import _base

_MODULE = "tensorflow.python.feature_column.feature_column"


class _FeatureColumn(abc.ABC):
    """The base of TensorFlow 1's columns. Every column of `tf.feature_column` counts as one."""

    __module__ = _MODULE

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The name, by which columns are put in order and which their variables have."""

    @abc.abstractmethod
    def _transform_feature(self, inputs: Any) -> Any:
        """The values of the column, from those of features and other columns: `inputs.get(key)`."""

    @property
    @abc.abstractmethod
    def _parse_example_spec(self) -> dict[str, Any]:
        """{name: what `tf.io.parse_example` needs to know} of the features."""


class _DenseColumn(_FeatureColumn):
    """A column that gives a dense tensor [batch, *_variable_shape]."""

    __module__ = _MODULE

    @property
    @abc.abstractmethod
    def _variable_shape(self) -> Any:
        """The shape of one row."""

    @abc.abstractmethod
    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        """The rows of the batch."""


class _CategoricalColumn(_FeatureColumn):
    """A column that gives the ids of categories."""

    __module__ = _MODULE

    @property
    @abc.abstractmethod
    def _num_buckets(self) -> int:
        """The number of categories."""

    @abc.abstractmethod
    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        """The ids, and None or their weights: an IdWeightPair."""


class _SequenceDenseColumn(_FeatureColumn):
    """A column that gives [batch, steps, *_variable_shape] and the number of steps of each row."""

    __module__ = _MODULE

    @abc.abstractmethod
    def _get_sequence_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        """A TensorSequenceLengthPair."""


_TODAYS: list[tuple[Any, Any]] = [
    (_FeatureColumn, _base.FeatureColumn),
    (_DenseColumn, _base.DenseColumn),
    (_CategoricalColumn, _base.CategoricalColumn),
    (_SequenceDenseColumn, _base.SequenceDenseColumn),
]
for _old, _new in _TODAYS:
    _old.register(_new)


class _Inputs:
    """What an old column reads: `get(key)` of the name of a feature, or of a column of either kind."""

    def __init__(self, cache, state):
        self._cache, self._state = cache, state

    def get(self, key):
        return self._cache.get(as_column(key), self._state)


class _Wrapped(_base.FeatureColumn):
    """An old column by today's methods."""

    def __init__(self, column):
        self.column = column

    def __eq__(self, other):
        return isinstance(other, _Wrapped) and other.column == self.column

    def __hash__(self):
        return hash(self.column)

    @property
    def name(self):
        return self.column.name

    @property
    def parents(self):
        return []

    @property
    def parse_example_spec(self):
        return self.column._parse_example_spec

    def transform_feature(self, cache, state):
        return self.column._transform_feature(_Inputs(cache, state))


class _WrappedDense(_Wrapped, _base.DenseColumn):
    @property
    def variable_shape(self):
        return self.column._variable_shape

    def get_dense_tensor(self, cache, state):
        return self.column._get_dense_tensor(_Inputs(cache, state), **state.of_old_columns())


class _WrappedCategorical(_Wrapped, _base.CategoricalColumn):
    @property
    def num_buckets(self):
        return self.column._num_buckets

    def get_sparse_tensors(self, cache, state):
        return self.column._get_sparse_tensors(_Inputs(cache, state), **state.of_old_columns())


def as_column(column: Any) -> Any:
    """A column of TensorFlow 1's class by today's methods; anything else as it is."""
    if isinstance(column, _base.FeatureColumn):
        return column
    if isinstance(column, _DenseColumn):
        return _WrappedDense(column)
    return _WrappedCategorical(column) if isinstance(column, _CategoricalColumn) else column


def as_columns(columns: Any) -> Any:
    """The same for the columns of a layer, given as one, a list or anything that can be gone through."""
    if isinstance(columns, _FeatureColumn | dict):
        return as_column(columns)
    return [as_column(column) for column in columns]

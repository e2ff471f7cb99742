"""The classes of datasets of `tf.compat.v1.data`: in a graph they make deferred datasets, eagerly datasets with the older methods too."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.data.deferred import Deferred, deferred_call, get_output_classes, get_output_shapes, get_output_types
from tfshim.compat.v1.data.iterators import Iterator, make_initializable_iterator, make_one_shot_iterator
from tfshim.data import experimental as _experimental
from tfshim.engine.runtime.errors import UnimplementedError
from tfshim.engine.runtime.state import TS
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike


class OlderMethods:
    """What datasets of TensorFlow 1 have besides the methods of `tf.data.Dataset`."""

    output_types = property(lambda self: get_output_types(self), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: get_output_shapes(self), doc="The shapes of the elements.")
    output_classes = property(lambda self: get_output_classes(self), doc="The classes of the elements.")

    def make_one_shot_iterator(self) -> Any:
        """See `make_one_shot_iterator`."""
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """See `make_initializable_iterator`."""
        return make_initializable_iterator(self, shared_name)

    def map_with_legacy_function(
        self: Any, map_func: Callable[..., Any], num_parallel_calls: IntLike | None = None, deterministic: bool | None = None
    ) -> Any:
        """As `map`."""
        return self.map(map_func, num_parallel_calls, deterministic)

    def filter_with_legacy_function(self: Any, predicate: Callable[..., Any]) -> Any:
        """As `filter`."""
        return self.filter(predicate)


for _name in ("make_one_shot_iterator", "make_initializable_iterator", "map_with_legacy_function", "filter_with_legacy_function"):
    setattr(Deferred, _name, vars(OlderMethods)[_name])


def _handing_on(method):
    @functools.wraps(method)
    def handing_on(self, *args, **kwargs):
        return _older(method(self, *args, **kwargs))

    return handing_on


@functools.cache
def _with_older_methods(kind):
    """The class of datasets of the class `kind` that have the older methods, as have the datasets that their methods make."""
    methods = {n: m for n in dir(kind) if not n.startswith("_") and isinstance(m := getattr(kind, n), FunctionType)}
    methods = {n: _handing_on(m) for n, m in methods.items()} | {n: m for n, m in vars(OlderMethods).items() if not n.startswith("_")}
    # One base, and no attributes of its own: the class of a dataset can be changed to it.
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, "__slots__": (), "_has_older_methods": True, **methods})


def _has_older_methods(value):
    return getattr(type(value), "_has_older_methods", False)


def _older(made):
    """An eager dataset with the older methods; anything else as it is."""
    if isinstance(made, tf.data.Dataset) and not _has_older_methods(made):
        made.__class__ = _with_older_methods(type(made))
    return made


def source(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, which gives a dataset, as a function that gives a deferred one in graphs, and eagerly one with the older methods."""

    @functools.wraps(function)
    def make(*args, **kwargs):
        graph = TS.graph
        if graph is None or graph.building_function:
            return _older(function(*args, **kwargs))
        return deferred_call(None, function, args, kwargs)

    return make


def _sparse_rows(sparse_tensor: SparseTensor) -> Any:
    """The dataset of the rows of a sparse tensor, as (indices, values, dense shape)."""
    if not isinstance(sparse_tensor, SparseTensor):
        raise TypeError(f"Invalid `sparse_tensor`. `sparse_tensor` must be a `tf.sparse.SparseTensor`. Got {type(sparse_tensor)}.")
    row = sparse_tensor.indices[:, 0]
    if tf.reduce_any(row[1:] < row[:-1]):
        raise UnimplementedError(
            None,
            None,
            "The SparseTensor must be ordered in the batch dimension; handling arbitrarily ordered input is not currently supported.",
        )
    count, shape = sparse_tensor.dense_shape[0], sparse_tensor.dense_shape[1:]
    indices, values = (tf.RaggedTensor.from_value_rowids(x, row, count) for x in (sparse_tensor.indices[:, 1:], sparse_tensor.values))
    return tf.data.Dataset.from_tensor_slices((indices, values)).map(lambda i, v: (i, v, shape))


class DatasetClass(type):
    """The class of the classes of datasets: they make datasets of the class `_kind` of `tf.data`, deferred ones in graphs."""

    _kind: Any

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Dataset:
            raise TypeError("Can't instantiate abstract class DatasetV1 with abstract methods _as_variant_tensor, _inputs")
        if "_kind" not in vars(cls):  # a class of the program's own
            return type.__call__(cls, *args, **kwargs)
        return source(cls._kind)(*args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        made = getattr(tf.data.Dataset, name)
        return source(made) if inspect.isroutine(made) else made

    def __dir__(cls) -> list[str]:
        return sorted({*type.__dir__(cls), *(n for n in dir(tf.data.Dataset) if not n.startswith("_"))})

    def __instancecheck__(cls, instance: Any) -> bool:
        if "_kind" not in vars(cls):
            return type.__instancecheck__(cls, instance)
        made = instance._made if type(instance) is Deferred else instance
        return isinstance(made, cls._kind) and (type(instance) is Deferred or _has_older_methods(instance))


@tf_export(v1=["data.Dataset"])
class Dataset(OlderMethods, metaclass=DatasetClass):
    """The factories of `tf.data.Dataset`; in a graph they give datasets for iterators. Mirrors `tf.compat.v1.data.Dataset`."""

    __module__ = "tensorflow.python.data.ops.dataset_ops"
    _kind = tf.data.Dataset

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: SparseTensor) -> Any:
        """The rows of a sparse tensor that is ordered by rows, as (indices, values, dense shape).

        Raises UnimplementedError for one that is not.
        """
        return source(_sparse_rows)(sparse_tensor)


def _class_like(kind, namespace=""):
    """The class of TensorFlow 1 for datasets of the class `kind`."""
    name, signature = kind.__name__, inspect.signature(kind)
    public = f"data.{namespace}{name}"
    text = f"See `tf.{public}`; in a graph a dataset for an iterator. Mirrors `tf.compat.v1.{public}`."
    return DatasetClass(name, (Dataset,), {"_kind": kind, "__doc__": text, "__signature__": signature, "__module__": __name__})


TFRecordDataset = _class_like(tf.data.TFRecordDataset)
TextLineDataset = _class_like(tf.data.TextLineDataset)
FixedLengthRecordDataset = _class_like(tf.data.FixedLengthRecordDataset)
CsvDataset = _class_like(_experimental.CsvDataset, "experimental.")
RandomDataset = _class_like(_experimental.RandomDataset, "experimental.")
SqlDataset = _class_like(_experimental.SqlDataset, "experimental.")
tf_export(v1=["data.FixedLengthRecordDataset"])(FixedLengthRecordDataset)
tf_export(v1=["data.TFRecordDataset"])(TFRecordDataset)
tf_export(v1=["data.TextLineDataset"])(TextLineDataset)
tf_export(v1=["data.experimental.CsvDataset"])(CsvDataset)
tf_export(v1=["data.experimental.RandomDataset"])(RandomDataset)
tf_export(v1=["data.experimental.SqlDataset"])(SqlDataset)

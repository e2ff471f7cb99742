"""The classes of datasets of `tf.compat.v1.data`: in a graph they make deferred datasets, eagerly datasets with the older methods too."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.data.deferred import DatasetV1Adapter, deferred_call, get_output_classes, get_output_shapes, get_output_types
from tfshim.compat.v1.data.iterators import Iterator, make_initializable_iterator, make_one_shot_iterator
from tfshim.data import experimental as _experimental
from tfshim.engine.runtime.errors import UnimplementedError
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.pickling import named_as_shown
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike


class OlderMethods:
    """What datasets of TensorFlow 1 have besides the methods of `tf.data.Dataset`."""

    output_types = property(lambda self: get_output_types(self), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: get_output_shapes(self), doc="The shapes of the elements.")
    output_classes = property(lambda self: get_output_classes(self), doc="The classes of the elements.")

    def make_one_shot_iterator(self) -> Any:
        """An iterator over the dataset that needs no initializing. Mirrors `tf.compat.v1.data.Dataset.make_one_shot_iterator`.

        It is the older form of `tf.compat.v1.data.make_one_shot_iterator(dataset)`. In each session it goes through the dataset once;
        datasets that depend on placeholders or variables need `make_initializable_iterator`.

        Returns:
            A `tf.compat.v1.data.Iterator`; while executing eagerly a Python iterator.

        Raises:
            ValueError: the dataset depends on a placeholder or variable.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     element = tf.compat.v1.data.Dataset.from_tensor_slices([5, 6]).make_one_shot_iterator().get_next()
            ...     print(sess.run(element), sess.run(element))
            5 6
        """
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """An iterator over the dataset, with an operation that lets it begin. Mirrors
        `tf.compat.v1.data.Dataset.make_initializable_iterator`.

        It is the older form of `tf.compat.v1.data.make_initializable_iterator(dataset)`. Placeholders that the dataset depends on are fed
        as that operation runs.

        Arguments:
            shared_name: without effect, since nothing is shared between sessions; None by default.

        Returns:
            A `tf.compat.v1.data.Iterator` with an `initializer`.

        Raises:
            RuntimeError: eager execution is on.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     values = tf.compat.v1.placeholder(tf.int32, [None])
            ...     iterator = tf.compat.v1.data.Dataset.from_tensor_slices(values).make_initializable_iterator()
            ...     element = iterator.get_next()
            ...     sess.run(iterator.initializer, {values: [7, 8]})
            ...     print(sess.run(element), sess.run(element))
            7 8
        """
        return make_initializable_iterator(self, shared_name)

    def map_with_legacy_function(
        self: Any, map_func: Callable[..., Any], num_parallel_calls: IntLike | None = None, deterministic: bool | None = None
    ) -> Any:
        """The elements that a function makes, by an older form of `map`. Mirrors `tf.compat.v1.data.Dataset.map_with_legacy_function`.

        TensorFlow 1 had another kind of functions in graphs, which some programs relied on. Here there is one kind, and this method does
        what `map` does.

        Arguments:
            map_func: a function of the parts of an element.
            num_parallel_calls: how many elements are made at a time, or `tf.data.AUTOTUNE`; None (the default) for one.
            deterministic: False lets elements come out of order; None (the default) for what the options say.

        Returns:
            A dataset.

        Example:
            >>> dataset = tf.compat.v1.data.Dataset.range(3).map_with_legacy_function(lambda x: x * 10)
            >>> [int(x) for x in dataset]
            [0, 10, 20]
            >>> dataset = tf.compat.v1.data.Dataset.from_tensor_slices(([1, 2], [3, 4]))
            >>> [int(x) for x in dataset.map_with_legacy_function(lambda a, b: a * b)]
            [3, 8]
        """
        return self.map(map_func, num_parallel_calls, deterministic)

    def filter_with_legacy_function(self: Any, predicate: Callable[..., Any]) -> Any:
        """The elements that fulfil a condition, by an older form of `filter`. Mirrors
        `tf.compat.v1.data.Dataset.filter_with_legacy_function`.

        TensorFlow 1 had another kind of functions in graphs, which some programs relied on. Here there is one kind, and this method does
        what `filter` does.

        Arguments:
            predicate: a function of the parts of an element that gives a scalar bool tensor.

        Returns:
            A dataset of the elements for which it is True, in their order.

        Raises:
            TypeError, ValueError: the function gives something else.

        Example:
            >>> dataset = tf.compat.v1.data.Dataset.range(6).filter_with_legacy_function(lambda x: x % 2 == 0)
            >>> [int(x) for x in dataset]
            [0, 2, 4]
            >>> len(list(tf.compat.v1.data.Dataset.range(6).filter_with_legacy_function(lambda x: x > 9)))
            0
        """
        return self.filter(predicate)


for _name in ("make_one_shot_iterator", "make_initializable_iterator", "map_with_legacy_function", "filter_with_legacy_function"):
    setattr(DatasetV1Adapter, _name, vars(OlderMethods)[_name])


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
        made = instance._made if type(instance) is DatasetV1Adapter else instance
        return isinstance(made, cls._kind) and (type(instance) is DatasetV1Adapter or _has_older_methods(instance))


@tf_export(v1=["data.Dataset"])
@named_as_shown
class Dataset(OlderMethods, metaclass=DatasetClass):
    """Elements that come one after the other: the input of a training. Mirrors `tf.compat.v1.data.Dataset`.

    It has the methods of `tf.data.Dataset`, and those that TensorFlow 2 has left out. In a graph nothing is read until a session runs what
    an iterator gives; eagerly it is looped over.

    Factories such as `from_tensor_slices`, `range`, `list_files`, `zip` and `from_generator` make one, and methods such as `map`, `shuffle`
    and `batch` make another one of it.

    Arguments:
        variant_tensor: the tensor that stands for the dataset. Factories give it; programs do not call the constructor.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     dataset = tf.compat.v1.data.Dataset.from_tensor_slices([1, 2, 3, 4]).map(lambda x: x * x).batch(2)
        ...     batch = tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()
        ...     print(sess.run(batch), sess.run(batch))
        [1 4] [ 9 16]
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"
    __qualname__ = "DatasetV1"
    _kind = tf.data.Dataset

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: SparseTensor) -> Any:
        """The rows of a sparse tensor. Mirrors `tf.compat.v1.data.Dataset.from_sparse_tensor_slices`.

        `from_tensor_slices` takes sparse tensors too, and gives rows that are sparse tensors; this one gives their parts.

        Arguments:
            sparse_tensor: a `tf.SparseTensor` whose indices are ordered by rows.

        Returns:
            A dataset of triples: the indices [n, rank - 1] of a row, its n values, and its dense shape [rank - 1].

        Raises:
            TypeError: it is no sparse tensor.
            UnimplementedError: the indices are not in order, as the dataset is read.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     x = tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 3])
            ...     row = tf.compat.v1.data.make_one_shot_iterator(tf.compat.v1.data.Dataset.from_sparse_tensor_slices(x)).get_next()
            ...     print([part.tolist() for part in sess.run(row)])
            ...     print([part.tolist() for part in sess.run(row)])
            [[[1]], [5], [3]]
            [[[0]], [6], [3]]
        """
        return source(_sparse_rows)(sparse_tensor)


def _class_like(kind, module, namespace=""):
    """The class of TensorFlow 1 for datasets of the class `kind`, shown under `module`."""
    name, signature = kind.__name__.removesuffix("V2"), inspect.signature(kind)
    public = f"data.{namespace}{name}"
    text = f"See `tf.{public}`; in a graph a dataset for an iterator. Mirrors `tf.compat.v1.{public}`."
    return DatasetClass(f"{name}V1", (Dataset,), {"_kind": kind, "__doc__": text, "__signature__": signature, "__module__": module})


_READERS = "tensorflow.python.data.ops.readers"
_MORE_READERS = "tensorflow.python.data.experimental.ops.readers"
TFRecordDataset = _class_like(tf.data.TFRecordDataset, _READERS)
TextLineDataset = _class_like(tf.data.TextLineDataset, _READERS)
FixedLengthRecordDataset = _class_like(tf.data.FixedLengthRecordDataset, _READERS)
CsvDataset = _class_like(_experimental.CsvDataset, _MORE_READERS, "experimental.")
RandomDataset = _class_like(_experimental.RandomDataset, "tensorflow.python.data.experimental.ops.random_ops", "experimental.")
SqlDataset = _class_like(_experimental.SqlDataset, _MORE_READERS, "experimental.")
tf_export(v1=["data.FixedLengthRecordDataset"])(FixedLengthRecordDataset)
tf_export(v1=["data.TFRecordDataset"])(TFRecordDataset)
tf_export(v1=["data.TextLineDataset"])(TextLineDataset)
tf_export(v1=["data.experimental.CsvDataset"])(CsvDataset)
tf_export(v1=["data.experimental.RandomDataset"])(RandomDataset)
tf_export(v1=["data.experimental.SqlDataset"])(SqlDataset)

"""`tf.data.Dataset`: what every dataset can do, and the making of new ones.

It is one class, most lines of which say what its methods do; those by subject are in `methods`.
"""

from __future__ import annotations

import collections.abc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import methods_as_own, tf_export, tf_private
from tfshim._listing import LateBound
from tfshim.data import options, specs
from tfshim.data.methods.batches import BatchingMixin
from tfshim.data.methods.functions import FunctionsMixin
from tfshim.data.methods.ordering import OrderingMixin
from tfshim.data.methods.wrapping import WrappingMixin
from tfshim.data.structures import integer, normalized
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.variables.trackable import Trackable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2
AUTOTUNE = -1
tf_export("data.AUTOTUNE", "data.experimental.AUTOTUNE")(AUTOTUNE)
tf_export("data.INFINITE_CARDINALITY", "data.experimental.INFINITE_CARDINALITY")(INFINITE_CARDINALITY)
tf_export("data.UNKNOWN_CARDINALITY", "data.experimental.UNKNOWN_CARDINALITY")(UNKNOWN_CARDINALITY)
tf_private("tensorflow.python.data.ops.dataset_ops.INFINITE")(INFINITE_CARDINALITY)
tf_private("tensorflow.python.data.ops.dataset_ops.UNKNOWN")(UNKNOWN_CARDINALITY)

# What methods of datasets and iterators do; these modules make datasets themselves.
above = LateBound(
    "tfshim.data",
    {
        "files": "list_files",
        "graphs": "cardinality for_dataset for_loop get_next get_next_as_optional make_iterator variant_of",
        "iterators": "NumpyIterator OwnedIterator",
        "sampling": "choose_from_datasets sample_from_datasets",
        "saving": "load",
        "transformations.combining": "ZipDataset",
        "transformations.making": "GeneratorDataset RandomDataset RangeDataset TensorDataset TensorSliceDataset",
    },
)


class Dataset(OrderingMixin, WrappingMixin, BatchingMixin, FunctionsMixin, collections.abc.Iterable, Trackable, CompositeTensor):
    """A sequence of elements, of which each is a tensor, or a tuple, dictionary or other nest of tensors. Mirrors
    `tf.data.Dataset`.

    A dataset is made by a source, such as `from_tensor_slices` or `tf.data.TextLineDataset`, and changed by methods,
    which give new datasets and leave this one as it is. All elements have the dtypes, and the shapes as far as they are
    known, of one `element_spec`. Nothing is computed until somebody iterates over it: a `for` loop, eagerly or in a
    `tf.function`, or `Model.fit`, which takes a dataset of batches.

    Arguments:
        variant_tensor: belongs to TensorFlow's own code and is refused; datasets are made by the static methods.

    Raises:
        TypeError: `len` of a dataset whose length is infinite or not known; see `cardinality`.

    Example:
        >>> ds = tf.data.Dataset.range(10).filter(lambda x: x % 2 == 0).map(lambda x: x * x).batch(3)
        >>> for batch in ds:
        ...     print(batch)
        tf.Tensor([ 0  4 16], shape=(3,), dtype=int64)
        tf.Tensor([36 64], shape=(2,), dtype=int64)
        >>> ds.element_spec
        TensorSpec(shape=(None,), dtype=tf.int64, name=None)
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"
    __hash__ = object.__hash__
    _type_of_variant = "tensorflow::DatasetVariantWrapper"
    _spec: Any = None
    _inputs: tuple[Any, ...] = ()
    _made_in: tuple[Any, int] | None = None
    _own_options: options.Options | None = None

    def __init__(self, variant_tensor: Any) -> None:
        raise refused("tf.data.Dataset", "variant_tensor")

    # What a class of datasets has to define: `_spec`, `_count()` (a number, INFINITE or UNKNOWN), `_open(run)` (an
    # iterator over flat lists of slots) and, where elements are rows of a source, `_rows(run)`.
    def _rows(self, run):
        """(source, iterator over row numbers) for a new iteration; only where `_by_rows`."""
        raise NotImplementedError

    def _row_source(self):
        """The source of `_rows`, without a new iteration."""
        raise NotImplementedError

    _by_rows = False
    # Whether what rows are computed by may raise for some of them. What counts elements, or holds some back, has to see at which it
    # does, so over such rows it is no rows itself.
    _may_fail = False
    # Whether elements are strings that are read from files, so that nobody can tell when they are read.
    _by_records = False

    def _threads(self, run):
        """How many threads may work ahead on what its rows are computed from."""
        return 0

    def _open(self, run):
        source, indices = self._rows(run)
        return map(source.one, indices)

    def _count(self):
        return UNKNOWN_CARDINALITY

    def _at(self, index):
        """The slots of element number `index`, where that can be had without the ones before."""
        raise errors.op_error(
            errors.UnimplementedError, "Random access is not implemented for this dataset.", "GetElementAtIndex", counts={"output_types": 1}
        )

    # ------------------------------------------------------------------ as a value
    @property
    def element_spec(self) -> Any:
        """What an element is like: the structure of `tf.TypeSpec`s that describes it.

        Returns:
            A `tf.TensorSpec` for a dense tensor, `tf.RaggedTensorSpec` or `tf.SparseTensorSpec` for others, in the
            tuple or dictionary in which the elements come. None in a shape is a size that may differ from element to
            element.

        It is what `tf.data.Dataset.from_generator(output_signature=...)` or the `input_signature` of a `tf.function`
        over elements takes.

        Example:
            >>> tf.data.Dataset.from_tensor_slices({"x": [[1.0, 2.0]], "y": [7]}).element_spec
            {'x': TensorSpec(shape=(2,), dtype=tf.float32, name=None), 'y': TensorSpec(shape=(), dtype=tf.int32, name=None)}
            >>> tf.data.Dataset.range(7).batch(2).element_spec
            TensorSpec(shape=(None,), dtype=tf.int64, name=None)
        """
        return self._spec

    @property
    def _type_spec(self):
        return specs.DatasetSpec(self._spec)

    @property
    def _variant_tensor(self):
        return above.variant_of(self)

    def __repr__(self):
        return f"<{type(self).__name__} element_spec={self._spec}>"

    __str__ = __repr__

    def __iter__(self):
        return above.OwnedIterator(self)

    def _tfshim_for(self, *loop):
        """`for x in self` of converted code in a graph."""
        return above.for_dataset(self, *loop)

    def __bool__(self):
        return True

    def __len__(self):
        if TS.graph is not None and TS.graph.building_function is not True:
            raise TypeError("`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` instead.")
        count = self._count()
        if count == INFINITE_CARDINALITY:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN_CARDINALITY:
            raise TypeError("The dataset length is unknown.")
        return count

    def cardinality(self) -> Tensor:
        """How many elements the dataset has, as far as that is known without iterating. Mirrors
        `tf.data.Dataset.cardinality`.

        Returns:
            An int64 scalar: the number, `tf.data.INFINITE_CARDINALITY` (-1) for a dataset without end, or
            `tf.data.UNKNOWN_CARDINALITY` (-2), for instance after `filter`, `flat_map` or of a generator.

        `len(dataset)` gives the number as a Python integer and raises TypeError for the other two. Where the number is
        known otherwise, `tf.data.experimental.assert_cardinality` states it, so that `Model.fit` can show its progress.

        Example:
            >>> ds = tf.data.Dataset.range(10)
            >>> int(ds.batch(4).cardinality()), len(ds.batch(4, drop_remainder=True))
            (3, 2)
            >>> bool(ds.repeat().cardinality() == tf.data.INFINITE_CARDINALITY)
            True
            >>> bool(ds.filter(lambda x: x > 3).cardinality() == tf.data.UNKNOWN_CARDINALITY)
            True
        """
        return above.cardinality(self) if TS.graph is not None else convert_to_tensor(self._count(), int64)

    def as_numpy_iterator(self) -> Any:
        """An iterator over the elements as NumPy values. Mirrors `tf.data.Dataset.as_numpy_iterator`.

        Returns:
            An iterator that gives each element in its structure with an array, or a NumPy scalar, for every tensor;
            strings are bytes. A ragged tensor becomes a `tf.ragged.RaggedTensorValue`, a sparse one a
            `tf.compat.v1.SparseTensorValue`.

        Raises:
            RuntimeError: it is called while a graph is built.
            TypeError: elements hold what NumPy has nothing for, such as datasets (see `window`).

        It is for looking at a pipeline, and for code that wants arrays; tensors are given without copying by iterating
        over the dataset itself.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices({"x": [[1, 2], [3, 4]], "y": ["a", "b"]})
            >>> next(ds.as_numpy_iterator())
            {'x': array([1, 2], dtype=int32), 'y': b'a'}
        """
        return above.NumpyIterator(self)

    def apply(self, transformation_func: Callable[..., Any]) -> Any:
        """What a function makes of this dataset. Mirrors `tf.data.Dataset.apply`.

        Arguments:
            transformation_func: a function that takes a dataset and gives one.

        Returns:
            The dataset that it gives.

        Raises:
            TypeError: it gives something else.

        With it transformations that are functions, own ones or those of `tf.data.experimental`, stand in a chain of
        methods like the others.

        Example:
            >>> def prepared(ds, size):
            ...     return ds.map(lambda x: x * 2).batch(size)
            >>> ds = tf.data.Dataset.range(5).apply(lambda ds: prepared(ds, 2)).take(2)
            >>> [x.numpy().tolist() for x in ds]
            [[0, 2], [4, 6]]
        """
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}.")
        return dataset

    # ------------------------------------------------------------------ sources
    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset with one element. Mirrors `tf.data.Dataset.from_tensors`.

        Arguments:
            tensors: the element: a tensor, or a nested tuple, dictionary or named tuple of tensors, arrays, numbers and
                strings; also ragged and sparse tensors, datasets and `tf.experimental.Optional`s. A list becomes one
                tensor.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset whose single element is `tensors`, whole; `from_tensor_slices` makes an element of each row
            instead.

        Raises:
            ValueError, TypeError: what cannot be made into tensors.

        `repeat` gives a constant beside another dataset, to be zipped with it.

        Example:
            >>> ds = tf.data.Dataset.from_tensors([1, 2, 3])
            >>> [x.numpy().tolist() for x in ds]
            [[1, 2, 3]]
        """
        return above.TensorDataset(normalized(tensors, "Dataset"))

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset of the rows of tensors. Mirrors `tf.data.Dataset.from_tensor_slices`.

        Arguments:
            tensors: a tensor or array of shape [n, ...], or a nested tuple or dictionary of such, which agree in n;
                lists become tensors. Ragged and sparse tensors are taken by rows as well.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of n elements, in order; element i has the structure of `tensors` with row i of each, so that
            (images, labels) gives pairs (image, label).

        Raises:
            ValueError: a tensor is a scalar, or the first sizes differ.

        The tensors stay in memory and are not copied. Data that does not fit into memory comes from files
        (`tf.data.TFRecordDataset`) or from `from_generator`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices(([[1.0, 2.0], [3.0, 4.0]], ["a", "b"]))
            >>> for x, y in ds:
            ...     print(x.numpy(), y.numpy())
            [1. 2.] b'a'
            [3. 4.] b'b'
        """
        return above.TensorSliceDataset(normalized(tensors, "Dataset"))

    @staticmethod
    def range(*args: IntLike, **kwargs: Any) -> Dataset:
        """The integers from a start up to but without a stop. Mirrors `tf.data.Dataset.range`.

        Arguments:
            *args: as for Python's `range`: `stop`; or `start, stop`; or `start, stop, step`. Integers or int64 scalars.
            **kwargs: `output_type`, the dtype of the elements, int64 by default. TensorFlow takes `name`, which is shown nowhere
                here, and any other keyword, without an effect.

        Returns:
            A dataset of scalars; without elements where the step leads away from the stop.

        Raises:
            ValueError: there are none or more than three numbers.
            TypeError: a number is no integer.
            InvalidArgumentError: the step is 0; or, when elements are asked for, the dtype is not of numbers.

        Example:
            >>> [int(x) for x in tf.data.Dataset.range(5)]
            [0, 1, 2, 3, 4]
            >>> [int(x) for x in tf.data.Dataset.range(10, 4, -3)]
            [10, 7]
            >>> tf.data.Dataset.range(2, output_type=tf.float32).element_spec
            TensorSpec(shape=(), dtype=tf.float32, name=None)
        """
        output_type = kwargs.get("output_type", int64)
        return above.RangeDataset(tuple(integer(a) for a in args), output_type)

    @staticmethod
    def from_generator(
        generator: Any,
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """A dataset of what a Python generator yields. Mirrors `tf.data.Dataset.from_generator`.

        Arguments:
            generator: a function that gives an iterable, such as a generator function; it is called anew for every
                iteration over the dataset.
            output_types: the dtypes of an element, in its structure; the older way to say what `output_signature` says.
            output_shapes: the shapes that go with them; unknown unless given.
            args: a tuple of tensors; the function gets their values as arrays.
            output_signature: the structure of `tf.TypeSpec`s of an element.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of unknown length.

        Raises:
            TypeError: neither a signature nor dtypes are given.
            InvalidArgumentError: while iterating, a yielded value does not fit the signature.

        The Python code runs in the process and holds its lock: where it is slow, threads of `map` do not help.

        Example:
            >>> def squares(n):
            ...     for i in range(n):
            ...         yield i * i, [i] * i
            >>> signature = (tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.int32))
            >>> ds = tf.data.Dataset.from_generator(squares, args=(3,), output_signature=signature)
            >>> for square, row in ds:
            ...     print(square.numpy(), row.numpy())
            0 []
            1 [1]
            4 [2 2]
        """
        return above.GeneratorDataset(generator, output_types, output_shapes, args, output_signature)

    @staticmethod
    def random(seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> Dataset:
        """Random integers without end. Mirrors `tf.data.Dataset.random`.

        Arguments:
            seed: an integer that fixes the numbers, together with `tf.random.set_seed`; None (the default) takes other
                ones in each process unless that was called.
            rerandomize_each_iteration: whether each iteration gives other numbers; None (the default) and False repeat
                the same ones.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of int64 scalars from 0 to 2 ** 32 - 1, of infinite length: `take` a part of it. For equal seeds
            they are TensorFlow's numbers.

        Zipped with another dataset it gives each element a seed of its own, for `tf.random.stateless_uniform` or the
        stateless functions of `tf.image`.

        Example:
            >>> ds = tf.data.Dataset.random(seed=4).take(3)
            >>> [int(x) for x in ds] == [int(x) for x in ds]
            True
            >>> ds.element_spec
            TensorSpec(shape=(), dtype=tf.int64, name=None)
        """
        return above.RandomDataset(seed, rerandomize_each_iteration)

    @staticmethod
    def counter(start: TensorLike = 0, step: IntLike = 1, dtype: DTypeLike = int64, name: str | None = None) -> Dataset:
        """Numbers without end, in equal steps. Mirrors `tf.data.Dataset.counter`.

        Arguments:
            start: the first number, 0 by default.
            step: the distance, 1 by default; it may be negative.
            dtype: the dtype of the numbers, int64 by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of scalars of infinite length; integers wrap around at the end of their range.

        `enumerate` counts the elements of a dataset directly; zipped with others this counts in other steps or dtypes.

        Example:
            >>> [int(x) for x in tf.data.Dataset.counter().take(3)]
            [0, 1, 2]
            >>> [float(x) for x in tf.data.Dataset.counter(1.0, 0.5, tf.float32).take(3)]
            [1.0, 1.5, 2.0]
        """
        start, step = convert_to_tensor(start, dtype), convert_to_tensor(step, dtype)
        return Dataset.from_tensors(0).repeat(None).scan(start, lambda state, _: (state + step, state))

    @staticmethod
    def list_files(file_pattern: Any, shuffle: bool | None = None, seed: int | None = None, name: str | None = None) -> Dataset:
        """The names of the files that match patterns. Mirrors `tf.data.Dataset.list_files`.

        Arguments:
            file_pattern: a glob pattern, a list of them, or a string tensor: `*` and `?` stand for characters within a
                folder's or file's name, `[ab]` for one of several.
            shuffle: whether the names come in random order, another one each iteration; None (the default) and True do,
                False sorts them by name.
            seed: an integer that fixes the random order.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of string scalars. What matches is looked up when it is made.

        Raises:
            InvalidArgumentError: no file matches.

        With `interleave` or `map` the files are read, by several threads if wanted.

        Example:
            >>> for name in ("b.txt", "a.txt", "c.csv"):
            ...     tf.io.write_file(name, name)
            >>> [x.numpy() for x in tf.data.Dataset.list_files("./*.txt", shuffle=False)]
            [b'./a.txt', b'./b.txt']
        """
        return above.list_files(file_pattern, shuffle, seed)

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """The elements of several datasets side by side. Mirrors `tf.data.Dataset.zip`.

        Arguments:
            *args: datasets; or one nested tuple, list or dictionary of datasets.
            datasets: the nest of datasets, instead of `args`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset whose elements have that structure, with an element of each; as long as the shortest of them.

        Raises:
            TypeError: no datasets are given, or both ways are used.

        Elements that are tuples themselves stay tuples: to pair three tensors in one level, `map` the result.

        Example:
            >>> a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 20)
            >>> [(int(x), int(y)) for x, y in tf.data.Dataset.zip(a, b)]
            [(0, 10), (1, 11), (2, 12)]
            >>> tf.data.Dataset.zip({"a": a, "b": b}).element_spec
            {'a': TensorSpec(shape=(), dtype=tf.int64, name=None), 'b': TensorSpec(shape=(), dtype=tf.int64, name=None)}
        """
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        return above.ZipDataset(datasets if datasets is not None else args[0] if len(args) == 1 else args)

    @staticmethod
    def sample_from_datasets(
        datasets: Any,
        weights: Any = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Dataset:
        """The elements of several datasets, in random turns. Mirrors `tf.data.Dataset.sample_from_datasets`.

        Arguments:
            datasets: a list of datasets whose elements have one structure and the same dtypes.
            weights: how likely each is chosen: a vector of floats, or a dataset of such vectors, one for each turn;
                None (the default) for all alike. They need not sum to 1.
            seed: an integer that fixes the choices; None takes other ones each time.
            stop_on_empty_dataset: True ends with the first dataset that ends, which keeps the proportions; False (the
                default) goes on with the rest.
            rerandomize_each_iteration: whether each iteration chooses anew.

        Returns:
            A dataset.

        Raises:
            ValueError: there are no datasets, or not as many weights.
            TypeError: the elements differ in structure or dtypes.

        Example:
            >>> zeros = tf.data.Dataset.from_tensors(0).repeat(3)
            >>> ones = tf.data.Dataset.from_tensors(1).repeat(3)
            >>> sorted(int(x) for x in tf.data.Dataset.sample_from_datasets([zeros, ones], seed=1))
            [0, 0, 0, 1, 1, 1]
        """
        return above.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration)

    @staticmethod
    def choose_from_datasets(datasets: Any, choice_dataset: Any, stop_on_empty_dataset: bool = True) -> Dataset:
        """The elements of several datasets, in the turns that another dataset names. Mirrors
        `tf.data.Dataset.choose_from_datasets`.

        Arguments:
            datasets: a list of datasets whose elements have one structure and the same dtypes.
            choice_dataset: a dataset of int64 scalars: the number of the dataset whose next element comes.
            stop_on_empty_dataset: True (the default) ends where a dataset is chosen that has ended; False passes over
                it.

        Returns:
            A dataset; it ends with `choice_dataset` at the latest.

        Raises:
            ValueError: there are no datasets.
            TypeError: the elements differ, or the choices are no int64 scalars.

        Example:
            >>> low, high = tf.data.Dataset.range(10), tf.data.Dataset.range(100, 110)
            >>> choice = tf.data.Dataset.range(2).repeat(2)
            >>> [int(x) for x in tf.data.Dataset.choose_from_datasets([low, high], choice)]
            [0, 100, 1, 101]
        """
        return above.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)

    @staticmethod
    def load(
        path: Path,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Callable[..., Any] | None = None,
        wait: bool = False,
    ) -> Dataset:
        """A dataset of what `save` wrote. Mirrors `tf.data.Dataset.load`.

        Arguments:
            path: the folder.
            element_spec: the structure of specs of the elements; None (the default) reads what was saved with them.
            compression: what `save` was given: None or "GZIP".
            reader_func: a function of a dataset of datasets, one for each shard, that puts them together; None reads
                one shard after the other.
            wait: True waits for a folder that another process is still writing; False by default.

        Returns:
            A dataset of the elements in the order in which they were saved.

        Raises:
            NotFoundError: there is nothing at `path`.
            DataLossError: a file is damaged.

        Example:
            >>> tf.data.Dataset.range(3).save("saved")
            >>> [int(x) for x in tf.data.Dataset.load("saved")]
            [0, 1, 2]
        """
        return above.load(path, element_spec, compression, reader_func, wait)


Dataset.__name__ = Dataset.__qualname__ = "DatasetV2"
methods_as_own(Dataset, OrderingMixin, WrappingMixin, BatchingMixin, FunctionsMixin)
tf_export("data.Dataset", "__internal__.types.data.Dataset", v1=[])(Dataset)

"""`tf.data.Dataset`: what every dataset can do, and the making of new ones."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.data import options, specs, transformations
from tfshim.data.programs import Program
from tfshim.data.structures import normalized
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.variables.trackable import Trackable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, IntLike, Path, TensorLike, Window
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2
AUTOTUNE = -1
tf_export("data.AUTOTUNE", "data.experimental.AUTOTUNE")(AUTOTUNE)
tf_export("data.INFINITE_CARDINALITY", "data.experimental.INFINITE_CARDINALITY")(INFINITE_CARDINALITY)
tf_export("data.UNKNOWN_CARDINALITY", "data.experimental.UNKNOWN_CARDINALITY")(UNKNOWN_CARDINALITY)

# What methods of datasets and iterators do; these modules make datasets themselves.
above = LateBound(
    "tfshim.data",
    {
        "composing": "bucket_by_sequence_length group_by_window interleave ragged_batch scan",
        "files": "list_files",
        "graphs": "cardinality for_loop get_next get_next_as_optional make_iterator variant_of",
        "iterators": "NumpyIterator OwnedIterator",
        "reducing": "reduce single_element",
        "sampling": "choose_from_datasets rejection_resample sample_from_datasets",
        "saving": "load save snapshot",
    },
)


class Dataset(collections.abc.Iterable, Trackable, CompositeTensor):
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
    _spec: Any = None
    _inputs: tuple[Any, ...] = ()
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
        return above.for_loop(iter(self), *loop)

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

    def get_single_element(self, name: str | None = None) -> Any:
        """The element of a dataset that has just one. Mirrors `tf.data.Dataset.get_single_element`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            The element, a nest of tensors. It may be called in a `tf.function` as well, so that the same pipeline
            prepares the requests of a served model.

        Raises:
            InvalidArgumentError: the dataset is empty or has more than one element.

        A whole dataset becomes one element by `batch` with a size that is large enough.

        Example:
            >>> ds = tf.data.Dataset.range(4).map(lambda x: x * 10)
            >>> ds.batch(100).get_single_element()
            <tf.Tensor: shape=(4,), dtype=int64, numpy=array([ 0, 10, 20, 30])>
        """
        return above.single_element(self)

    def options(self) -> Any:
        """The options that are in force for this dataset. Mirrors `tf.data.Dataset.options`.

        Returns:
            A `tf.data.Options`, merged from those of the datasets that this one is made of and its own. It cannot be
            changed: make a new one and set it by `with_options`.

        Options say whether the order must be deterministic, how many threads work for the pipeline, how a dataset is
        sharded among workers, and what TensorFlow may rewrite; those that only tune TensorFlow's runtime change nothing
        here.

        Example:
            >>> options = tf.data.Options()
            >>> options.deterministic = False
            >>> ds = tf.data.Dataset.range(3).with_options(options).batch(2)
            >>> ds.options().deterministic
            False
        """
        return options.of_dataset(self)

    def with_options(self, options: Any, name: str | None = None) -> Dataset:
        """The same elements under other options. Mirrors `tf.data.Dataset.with_options`.

        Arguments:
            options: a `tf.data.Options`. What it sets replaces what is set already; what it leaves unset stays.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset with the elements of this one.

        Raises:
            ValueError: the options cannot be merged with those that are set.

        Options hold for the whole pipeline, those steps included that were made before: it does not matter at which
        place they are set.

        Example:
            >>> options = tf.data.Options()
            >>> options.threading.private_threadpool_size = 1
            >>> ds = tf.data.Dataset.range(3).map(lambda x: x + 1, num_parallel_calls=2).with_options(options)
            >>> [int(x) for x in ds]
            [1, 2, 3]
        """
        return _make("OptionsDataset", self, options)

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
        return _make("TensorDataset", _structure(tensors))

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
        return _make("TensorSliceDataset", _structure(tensors))

    @staticmethod
    def range(*args: IntLike, **kwargs: Any) -> Dataset:
        """The integers from a start up to but without a stop. Mirrors `tf.data.Dataset.range`.

        Arguments:
            *args: as for Python's `range`: `stop`; or `start, stop`; or `start, stop, step`. Integers or int64 scalars.
            **kwargs: `output_type`, the dtype of the elements, int64 by default; and `name`, which is shown nowhere
                here.

        Returns:
            A dataset of scalars; without elements where the step leads away from the stop.

        Raises:
            ValueError: there are none or more than three numbers.
            TypeError: a number is no integer, or there are other keywords.
            InvalidArgumentError: the step is 0.

        Example:
            >>> [int(x) for x in tf.data.Dataset.range(5)]
            [0, 1, 2, 3, 4]
            >>> [int(x) for x in tf.data.Dataset.range(10, 4, -3)]
            [10, 7]
            >>> tf.data.Dataset.range(2, output_type=tf.float32).element_spec
            TensorSpec(shape=(), dtype=tf.float32, name=None)
        """
        output_type = kwargs.pop("output_type", int64)
        kwargs.pop("name", None)
        if kwargs:
            raise TypeError(f"Dataset.range: unexpected arguments {sorted(kwargs)}; it takes `output_type` and `name`.")
        return _make("RangeDataset", tuple(_integer(a) for a in args), output_type)

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
        return _make("GeneratorDataset", generator, output_types, output_shapes, args, output_signature)

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
        return _make("RandomDataset", seed, rerandomize_each_iteration)

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
        return _make("ZipDataset", datasets if datasets is not None else args[0] if len(args) == 1 else args)

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

    # ------------------------------------------------------------------ order and number
    def shuffle(
        self, buffer_size: IntLike, seed: int | None = None, reshuffle_each_iteration: Any = None, name: str | None = None
    ) -> Dataset:
        """The elements in random order, drawn from a buffer. Mirrors `tf.data.Dataset.shuffle`.

        Arguments:
            buffer_size: how many elements are held; each one that goes out is drawn from them and replaced by the next.
                A whole shuffle needs as many as the dataset has; `dataset.cardinality()` says so, and
                `tf.data.UNKNOWN_CARDINALITY` holds all.
            seed: an integer that fixes the order, together with `tf.random.set_seed`; the order then is TensorFlow's.
            reshuffle_each_iteration: whether each iteration has an order of its own; None (the default) and True do.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements.

        Raises:
            InvalidArgumentError: `buffer_size` is neither positive nor UNKNOWN_CARDINALITY.

        Put it before `batch` to mix examples, after `cache` to have a new order each epoch, and before `repeat` to have
        every element once in each epoch.

        Example:
            >>> ds = tf.data.Dataset.range(6).shuffle(6, seed=7, reshuffle_each_iteration=False)
            >>> sorted(int(x) for x in ds)
            [0, 1, 2, 3, 4, 5]
            >>> [int(x) for x in ds] == [int(x) for x in ds]
            True
        """
        return _make("ShuffleDataset", self, _integer(buffer_size), seed, reshuffle_each_iteration)

    def take(self, count: IntLike, name: str | None = None) -> Dataset:
        """The first elements. Mirrors `tf.data.Dataset.take`.

        Arguments:
            count: how many, an integer or int64 scalar; -1, or more than there are, takes all.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of at most `count` elements.

        After `shuffle` it takes other ones in each iteration; to split a shuffled dataset into a part for training and
        one for validation, shuffle with `reshuffle_each_iteration=False`, and `take` and `skip` the same number.

        Example:
            >>> ds = tf.data.Dataset.range(10)
            >>> [int(x) for x in ds.take(3)]
            [0, 1, 2]
            >>> validation, training = ds.take(2), ds.skip(2)
            >>> len(validation), len(training)
            (2, 8)
        """
        return _make("TakeDataset", self, _integer(count))

    def skip(self, count: IntLike, name: str | None = None) -> Dataset:
        """All but the first elements. Mirrors `tf.data.Dataset.skip`.

        Arguments:
            count: how many to leave out, an integer or int64 scalar; with -1, or as many as there are, nothing is left.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements from number `count` on.

        The elements that are left out are computed all the same where they have to be, such as those of a generator or
        of a `map` that must keep its order of effects. The lines of a header in a text file are left out by it.

        Example:
            >>> [int(x) for x in tf.data.Dataset.range(5).skip(3)]
            [3, 4]
            >>> len(tf.data.Dataset.range(5).skip(-1))
            0
        """
        return _make("SkipDataset", self, _integer(count))

    def repeat(self, count: IntLike | None = None, name: str | None = None) -> Dataset:
        """The elements several times over. Mirrors `tf.data.Dataset.repeat`.

        Arguments:
            count: how often; None (the default) or -1 for without end, 0 for not at all.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset `count` times as long. Each time the dataset before it is iterated over anew: shuffled in another
            order, read from its files again.

        `Model.fit` begins anew with each epoch by itself; with `steps_per_epoch` a dataset that ends too early needs
        this. A `batch` behind it fills batches across the end of an epoch, one before it does not.

        Example:
            >>> [int(x) for x in tf.data.Dataset.range(3).repeat(2)]
            [0, 1, 2, 0, 1, 2]
            >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).repeat(2).batch(4)]
            [[0, 1, 2, 0], [1, 2]]
        """
        return _make("RepeatDataset", self, -1 if count is None else _integer(count))

    def shard(self, num_shards: IntLike, index: IntLike, name: str | None = None) -> Dataset:
        """Every n-th element: the share of one of several workers. Mirrors `tf.data.Dataset.shard`.

        Arguments:
            num_shards: how many shares there are, an integer or int64 scalar.
            index: the number of this one, from 0 on.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements number `index`, `index + num_shards`, ...; the shares of all indices have no
            element in common and together have all.

        Raises:
            InvalidArgumentError: `index` is negative or not below `num_shards`.

        Use it early, before anything random and before files are opened, so that each worker reads its own part only.

        Example:
            >>> ds = tf.data.Dataset.range(7)
            >>> [int(x) for x in ds.shard(3, 0)]
            [0, 3, 6]
            >>> [int(x) for x in ds.shard(3, 2)]
            [2, 5]
        """
        return _make("ShardDataset", self, _integer(num_shards), _integer(index))

    def concatenate(self, dataset: Any, name: str | None = None) -> Dataset:
        """These elements, then those of another dataset. Mirrors `tf.data.Dataset.concatenate`.

        Arguments:
            dataset: a dataset whose elements have the same structure and dtypes; the shapes may differ, then the sizes
                are unknown in `element_spec`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset as long as both together.

        Raises:
            TypeError: the structures or dtypes differ.

        To take from several in turn there are `sample_from_datasets` and `choose_from_datasets`; to have their elements
        side by side, `zip`. `a + b` is not defined for datasets.

        Example:
            >>> a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 12)
            >>> [int(x) for x in a.concatenate(b)]
            [0, 1, 2, 10, 11]
        """
        return _make("ConcatenateDataset", self, dataset)

    def enumerate(self, start: TensorLike = 0, name: str | None = None) -> Dataset:
        """The elements with their numbers. Mirrors `tf.data.Dataset.enumerate`.

        Arguments:
            start: the first number, 0 by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of pairs (number, element); the numbers are int64 scalars. An element that is a tuple stays one:
            (number, (x, y)).

        Behind `shuffle` it numbers the elements in the order in which they come out. In a loop over a dataset in a
        `tf.function` it gives a tensor, as the built-in `enumerate` does there, which AutoGraph turns into this.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices(["a", "b"]).enumerate(start=5)
            >>> [(int(n), x.numpy()) for n, x in ds]
            [(5, b'a'), (6, b'b')]
        """
        return Dataset.zip((_make("RangeDataset", (_integer(start), 2**63 - 1), int64, True), self))

    def unique(self, name: str | None = None) -> Dataset:
        """The different elements, each once. Mirrors `tf.data.Dataset.unique`.

        Arguments:
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements in the order in which each appears first; its length is unknown.

        Raises:
            TypeError: the elements are not single tensors of int32, int64 or strings.

        All different elements are kept in memory while it runs. The vocabulary of a text can be gathered that way; for
        a fixed-size table of the most frequent ones there is `tf.keras.layers.StringLookup.adapt`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([3, 1, 3, 2, 1])
            >>> [int(x) for x in ds.unique()]
            [3, 1, 2]
        """
        return _make("UniqueDataset", self)

    def cache(self, filename: TensorLike = "", name: str | None = None) -> Dataset:
        """The elements, computed once and kept for the following iterations. Mirrors `tf.data.Dataset.cache`.

        Arguments:
            filename: where to keep them: files that begin with this path; the empty string (the default) keeps them in
                memory.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements. The first iteration that goes through to the end fills the cache; one that
            stops before does not.

        Raises:
            AlreadyExistsError: another iteration is writing these files.

        What comes before it happens once: reading and decoding. What comes behind happens every time: shuffling and
        random changes. Files stay when the program ends, and are used by the next one even if the pipeline before has
        changed.

        Example:
            >>> calls = []
            >>> def slow(x):
            ...     calls.append(int(x))
            ...     return x * 10
            >>> ds = tf.data.Dataset.range(3).map(lambda x: tf.py_function(slow, [x], tf.int64)).cache()
            >>> [int(x) for x in ds], [int(x) for x in ds]
            ([0, 10, 20], [0, 10, 20])
            >>> len(calls)
            3
        """
        return _make("CacheDataset", self, filename)

    def prefetch(self, buffer_size: IntLike, name: str | None = None) -> Dataset:
        """The same elements, some of them made ahead of time by a thread. Mirrors `tf.data.Dataset.prefetch`.

        Arguments:
            buffer_size: how many elements may wait, an integer or int64 scalar; `tf.data.AUTOTUNE` for as many as
                serve.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements in the same order.

        While a model computes with one batch, the next one is prepared: as the last step of a pipeline it hides the
        time that reading and preparing take. After `batch` the buffer counts batches. An error of an element is raised
        when that one is asked for.

        Example:
            >>> ds = tf.data.Dataset.range(6).map(lambda x: x * x).batch(2).prefetch(tf.data.AUTOTUNE)
            >>> [x.numpy().tolist() for x in ds]
            [[0, 1], [4, 9], [16, 25]]
        """
        return _make("PrefetchDataset", self, _integer(buffer_size))

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """The elements without those that cannot be computed. Mirrors `tf.data.Dataset.ignore_errors`.

        Arguments:
            log_warning: True logs each error as a warning; False (the default) drops it silently.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements that raise none of `tf.errors`; its length is unknown.

        What has to raise has to come before it in the pipeline: damaged pictures, divisions of integers by 0, checks of
        `tf.debugging`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 0.0, 4.0])
            >>> ds = ds.map(lambda x: tf.debugging.check_numerics(1.0 / x, "not a number"))
            >>> [float(x) for x in ds.ignore_errors()]
            [1.0, 0.5, 0.25]
        """
        return _make("IgnoreErrorsDataset", self, log_warning)

    def save(self, path: Path, compression: str | None = None, shard_func: Any = None, checkpoint_args: Any = None) -> None:
        """Write the elements into a folder, to be read by `load`. Mirrors `tf.data.Dataset.save`.

        Arguments:
            path: the folder, which is made or replaced.
            compression: None (the default) or "GZIP".
            shard_func: a function of an element that gives the number of its shard, an int64 scalar; shards are files
                that can be read side by side. None puts all into one.
            checkpoint_args: a dictionary of arguments for a `tf.train.CheckpointManager`, with `step_counter`,
                `checkpoint_interval` and so on, so that a save that was interrupted goes on where it was.

        Raises:
            ValueError: the compression is another one, or the arguments do not fit.

        The specs of the elements are written too. TensorFlow reads what is written here, and the other way round.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices({"x": [1.5, 2.5], "y": ["a", "b"]})
            >>> ds.save("folder", compression="GZIP")
            >>> [e["y"].numpy() for e in tf.data.Dataset.load("folder", compression="GZIP")]
            [b'a', b'b']
        """
        above.save(self, path, compression, shard_func, checkpoint_args)

    def snapshot(
        self,
        path: Path,
        compression: str = "AUTO",
        reader_func: Callable[..., Any] | None = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements, written to a folder the first time and read from there later, by other programs as well. Mirrors
        `tf.data.Dataset.snapshot`.

        Arguments:
            path: the folder.
            compression: "AUTO" (the default), which compresses nothing here, "GZIP" or None; "SNAPPY" is refused.
            reader_func: as of `load`: how the shards are put together.
            shard_func: as of `save`: the number of an element's shard.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements.

        Raises:
            ValueError: the compression is another one.

        A dataset that is made alike reads the same snapshot; one that is made otherwise writes another one beside it.
        `cache` with a file name does not look at how the dataset is made.

        Example:
            >>> ds = tf.data.Dataset.range(3).map(lambda x: x * 2).snapshot("snapshots")
            >>> [int(x) for x in ds], [int(x) for x in ds]
            ([0, 2, 4], [0, 2, 4])
        """
        return above.snapshot(self, path, compression, reader_func, shard_func)

    # ------------------------------------------------------------------ batches
    def batch(
        self,
        batch_size: IntLike,
        drop_remainder: BoolLike = False,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Several elements at a time, stacked along a new first axis. Mirrors `tf.data.Dataset.batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            drop_remainder: True leaves out the last batch where it would be smaller, so that the size is known in
                `element_spec`; False by default.
            num_parallel_calls: how many batches are put together side by side; None (the default) for one after the
                other. They come in the same order in any case.
            deterministic: whether the order must be kept; it always is.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of nests of tensors of shape [batch_size, ...].

        Raises:
            InvalidArgumentError: the size is below 1; or, while iterating, the shapes in a batch differ. `padded_batch`
                and `ragged_batch` take these.

        Example:
            >>> ds = tf.data.Dataset.range(5)
            >>> [x.numpy().tolist() for x in ds.batch(2)]
            [[0, 1], [2, 3], [4]]
            >>> ds.batch(2).element_spec, ds.batch(2, drop_remainder=True).element_spec
            (TensorSpec(shape=(None,), dtype=tf.int64, name=None), TensorSpec(shape=(2,), dtype=tf.int64, name=None))
        """
        if num_parallel_calls is None:
            return _make("BatchDataset", self, _integer(batch_size), drop_remainder)
        return _make("ParallelBatchDataset", self, _integer(batch_size), drop_remainder, _integer(num_parallel_calls))

    def padded_batch(
        self,
        batch_size: IntLike,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Dataset:
        """Several elements at a time, padded at their ends to one shape. Mirrors `tf.data.Dataset.padded_batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            padded_shapes: the shape of each component after padding, in the structure of an element; None for a size is
                the largest in the batch. None (the default) for the whole pads every unknown size so.
            padding_values: scalars to pad with, in the structure of an element, or one for all; by default 0, or "" for
                strings.
            drop_remainder: True leaves out a last, smaller batch; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of nests of tensors of shape [batch_size, ...].

        Raises:
            TypeError: a padding value has another dtype than its component.
            ValueError: `padded_shapes` does not fit the elements, or the rank of a component is unknown.
            InvalidArgumentError: while iterating, an element is larger than its padded shape.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
            >>> for batch in ds.padded_batch(2, padding_values=tf.constant(-1, tf.int64)):
            ...     print(batch.numpy().tolist())
            [[1, -1], [2, 2]]
            [[3, 3, 3]]
        """
        return _make("PaddedBatchDataset", self, _integer(batch_size), padded_shapes, padding_values, drop_remainder)

    def ragged_batch(
        self, batch_size: IntLike, drop_remainder: BoolLike = False, row_splits_dtype: DTypeLike = int64, name: str | None = None
    ) -> Dataset:
        """Several elements at a time, whose shapes may differ, as ragged tensors. Mirrors `tf.data.Dataset.ragged_batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            drop_remainder: True leaves out a last, smaller batch; False by default.
            row_splits_dtype: the dtype of the row splits, int64 (the default) or int32.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset in which every component with an unknown size is a ragged tensor; components whose shape is known
            stay dense.

        Nothing is padded, so nothing has to be masked: embeddings and reductions take ragged tensors as they are.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
            >>> for batch in ds.ragged_batch(3):
            ...     print(batch)
            <tf.RaggedTensor [[1], [2, 2], [3, 3, 3]]>
        """
        return above.ragged_batch(self, batch_size, drop_remainder, row_splits_dtype)

    def sparse_batch(self, batch_size: IntLike, row_shape: Any, name: str | None = None) -> Dataset:
        """Several tensors at a time, as a sparse tensor. Mirrors `tf.data.Dataset.sparse_batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            row_shape: the shape of a row of the result, in which every element must have room; None for a size takes
                the largest in the batch.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of `tf.SparseTensor`s of shape [batch_size] + row_shape, which store the elements of the tensors,
            zeros included.

        Raises:
            TypeError: elements are more than one dense tensor.
            DataLossError: while iterating, a tensor is larger than a row.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
            >>> for batch in ds.sparse_batch(3, [None]):
            ...     print(tf.sparse.to_dense(batch).numpy().tolist())
            [[1, 0, 0], [2, 2, 0], [3, 3, 3]]
        """
        return _make("DenseToSparseBatchDataset", self, _integer(batch_size), row_shape)

    def unbatch(self, name: str | None = None) -> Dataset:
        """The rows of the elements, each as an element: the inverse of `batch`. Mirrors `tf.data.Dataset.unbatch`.

        Arguments:
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset whose elements have one dimension less; ragged and sparse tensors are taken apart by rows, too.
            Its length is known where the sizes of the elements are.

        Raises:
            ValueError: a component is a scalar.
            InvalidArgumentError: the components of an element have different first sizes.

        To change the size of batches `rebatch` is quicker. For elements that are datasets there is `flat_map`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]])
            >>> [int(x) for x in ds.unbatch()]
            [1, 2, 3, 4]
        """
        return _make("UnbatchDataset", self)

    def rebatch(self, batch_size: IntLike, drop_remainder: BoolLike = False, name: str | None = None) -> Dataset:
        """Batches of other sizes of the same rows. Mirrors `tf.data.Dataset.rebatch`.

        Arguments:
            batch_size: how many rows a batch has, an integer or int64 scalar; or a vector of sizes that are used in
                turn.
            drop_remainder: True leaves out a last, smaller batch; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the rows in the same order: what `unbatch` and `batch` would give, without taking every element
            apart.

        Raises:
            ValueError: a component is a scalar.
            InvalidArgumentError: a size is below 1.

        Example:
            >>> ds = tf.data.Dataset.range(6).batch(4)
            >>> [x.numpy().tolist() for x in ds.rebatch(3)]
            [[0, 1, 2], [3, 4, 5]]
            >>> [x.numpy().tolist() for x in ds.rebatch([1, 2])]
            [[0], [1, 2], [3], [4, 5]]
        """
        return _make("RebatchDataset", self, batch_size, drop_remainder)

    def window(
        self,
        size: TensorLike,
        shift: TensorLike | None = None,
        stride: Window = 1,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Dataset:
        """Datasets of neighbouring elements. Mirrors `tf.data.Dataset.window`.

        Arguments:
            size: how many elements a window has.
            shift: how far each window begins behind the one before; None (the default) is `size`, so that windows do
                not overlap.
            stride: the distance of the elements in a window, 1 by default.
            drop_remainder: True leaves out the last windows where they would be shorter; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of datasets. Where elements are tuples or dictionaries, these hold a dataset for each component.

        Raises:
            InvalidArgumentError: a number is not positive.

        `flat_map` with `batch` makes a tensor of each window: the past that a model of a time series predicts from.
        `tf.keras.utils.timeseries_dataset_from_array` does all of that for arrays.

        Example:
            >>> ds = tf.data.Dataset.range(5).window(3, shift=1, drop_remainder=True)
            >>> [x.numpy().tolist() for x in ds.flat_map(lambda w: w.batch(3))]
            [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
        """
        size = _integer(size)
        return _make("WindowDataset", self, size, size if shift is None else _integer(shift), _integer(stride), drop_remainder)

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: IntLike | None = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements gathered by a key, and each group of them turned into a dataset. Mirrors
        `tf.data.Dataset.group_by_window`.

        Arguments:
            key_func: a function of an element that gives its key, an int64 scalar.
            reduce_func: a function of a key and the dataset of up to window-size elements with it, which gives a
                dataset; most often it batches them.
            window_size: how many elements of a key make a group.
            window_size_func: a function of the key that gives the size, instead of `window_size`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements of all the datasets. A group goes out once it is full, the rest at the end.

        Raises:
            ValueError: both or neither of the two sizes are given.

        Example:
            >>> ds = tf.data.Dataset.range(7)
            >>> ds = ds.group_by_window(lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)
            >>> [x.numpy().tolist() for x in ds]
            [[0, 2, 4], [1, 3, 5], [6]]
        """
        return above.group_by_window(self, key_func, reduce_func, window_size, window_size_func)

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[Any],
        bucket_batch_sizes: Sequence[Any],
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Dataset:
        """Padded batches of elements of similar length. Mirrors `tf.data.Dataset.bucket_by_sequence_length`.

        Arguments:
            element_length_func: a function of an element that gives its length, an int32 scalar.
            bucket_boundaries: ascending lengths; an element shorter than `bucket_boundaries[i]` goes into bucket i at
                the latest.
            bucket_batch_sizes: the size of a batch for each bucket, one more than there are boundaries.
            padded_shapes: as of `padded_batch`.
            padding_values: as of `padded_batch`.
            pad_to_bucket_boundary: True pads to the boundary of the bucket minus 1 instead of the longest in the batch;
                False by default.
            no_padding: True makes sparse batches, without padding; False by default.
            drop_remainder: True leaves out smaller batches at the end; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of batches. Little is wasted on padding, since long and short sequences are not together.

        Raises:
            ValueError: the numbers of boundaries and sizes do not go together.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([1, 5, 2, 6]).map(lambda n: tf.ones([n], tf.int32))
            >>> ds = ds.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [4], [2, 2])
            >>> [x.numpy().tolist() for x in ds]
            [[[1, 0], [1, 1]], [[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1]]]
        """
        return above.bucket_by_sequence_length(
            self,
            element_length_func,
            bucket_boundaries,
            bucket_batch_sizes,
            padded_shapes,
            padding_values,
            pad_to_bucket_boundary,
            no_padding,
            drop_remainder,
        )

    # ------------------------------------------------------------------ functions
    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """A function of each element. Mirrors `tf.data.Dataset.map`.

        Arguments:
            map_func: a function that gets the element, or its components as separate arguments where it is a tuple, and
                returns tensors or a nest of them. It is traced once, as by `tf.function`: what Python does in it
                happens then, not for each element; for other libraries use `tf.py_function` or `tf.numpy_function` in
                it.
            num_parallel_calls: how many threads work ahead, `tf.data.AUTOTUNE` for as many as serve; None (the default)
                for none.
            deterministic: False lets elements overtake each other; None and True keep their order.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset as long as this one. A list that is returned becomes one tensor.

        Raises:
            TypeError: the function returns what is no tensor. What the function raises when it runs is raised while
                iterating.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices(([1, 2, 3], [10, 20, 30]))
            >>> [int(x) for x in ds.map(lambda x, y: x + y)]
            [11, 22, 33]
            >>> ds.map(lambda x, y: {"x": tf.cast(x, tf.float32), "y": y}).element_spec
            {'x': TensorSpec(shape=(), dtype=tf.float32, name=None), 'y': TensorSpec(shape=(), dtype=tf.int32, name=None)}
        """
        if num_parallel_calls is None:
            return _make("MapDataset", self, _program(map_func, self._spec, "Dataset.map()"))
        return _make(
            "ParallelMapDataset", self, _program(map_func, self._spec, "Dataset.map()"), _integer(num_parallel_calls), deterministic
        )

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which a condition holds. Mirrors `tf.data.Dataset.filter`.

        Arguments:
            predicate: a function that gets the element, or its components as separate arguments where it is a tuple,
                and returns a `tf.bool` scalar. It is traced once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of these elements in their order. Its length is unknown.

        Raises:
            ValueError: `predicate` returns something other than a bool scalar.

        `take_while` stops at the first element for which it does not hold.

        Example:
            >>> ds = tf.data.Dataset.range(10)
            >>> [int(x) for x in ds.filter(lambda x: x % 3 == 0)]
            [0, 3, 6, 9]
            >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [1, 0]))
            >>> [x.numpy() for x, y in pairs.filter(lambda x, y: y == 0)]
            [b'b']
        """
        return _make("FilterDataset", self, _program(predicate, self._spec, "Dataset.filter()"))

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements of the datasets that a function gives, one dataset after the other. Mirrors
        `tf.data.Dataset.flat_map`.

        Arguments:
            map_func: a function of an element (of its components, where it is a tuple) that returns a dataset. It is
                traced once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of all their elements; its length is unknown.

        Raises:
            TypeError: the function returns no dataset.

        It reads the files that a dataset names, or makes several examples of one. `interleave` takes from several of
        the datasets in turn.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4)
            >>> [int(x) for x in ds.flat_map(lambda n: tf.data.Dataset.range(n))]
            [0, 0, 1, 0, 1, 2]
        """
        return _make("FlatMapDataset", self, _program(map_func, self._spec, "Dataset.flat_map()"))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: IntLike | None = None,
        block_length: IntLike | None = None,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements of the datasets that a function gives, taken from several of them in turn. Mirrors
        `tf.data.Dataset.interleave`.

        Arguments:
            map_func: a function of an element that returns a dataset. It is traced once, as by `tf.function`.
            cycle_length: from how many datasets elements are taken in turn; None (the default) for the number of
                `num_parallel_calls`, or 1 where there is none.
            block_length: how many elements are taken from one at a time; None (the default) is 1.
            num_parallel_calls: how many threads read ahead, `tf.data.AUTOTUNE` for as many as serve; None for none.
            deterministic: False lets what is ready first go first; None and True keep the order.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of all their elements; one that ends is replaced by the next.

        Raises:
            TypeError: the function returns no dataset.
            InvalidArgumentError: a number is not positive.

        Example:
            >>> ds = tf.data.Dataset.range(3)
            >>> ds = ds.interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(3), cycle_length=2, block_length=2)
            >>> [int(x) for x in ds]
            [0, 0, 1, 1, 0, 1, 2, 2, 2]
        """
        return above.interleave(self, map_func, cycle_length, block_length, num_parallel_calls, deterministic)

    def scan(self, initial_state: TensorLike, scan_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The outputs of a function that carries a state from element to element. Mirrors `tf.data.Dataset.scan`.

        Arguments:
            initial_state: the first state, a tensor or nest of tensors.
            scan_func: a function of the state and an element that returns a pair (new state, output). It is traced
                once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the outputs, as long as this one. Each iteration begins with `initial_state`.

        Raises:
            TypeError: the function returns no pair, or a state of another structure or dtype.

        For the last state alone there is `reduce`.

        Example:
            >>> ds = tf.data.Dataset.range(1, 6)
            >>> total = ds.scan(tf.constant(0, tf.int64), lambda state, x: (state + x, state + x))
            >>> [int(x) for x in total]
            [1, 3, 6, 10, 15]
        """
        return above.scan(self, initial_state, scan_func)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements before the first for which a condition does not hold. Mirrors `tf.data.Dataset.take_while`.

        Arguments:
            predicate: a function that gets the element, or its components where it is a tuple, and returns a `tf.bool`
                scalar. It is traced once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of these elements; its length is unknown. Nothing behind that element is computed.

        Raises:
            ValueError: `predicate` returns something other than a bool scalar.

        It ends a dataset without end; `filter` goes on behind such an element.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([1, 2, 7, 3])
            >>> [int(x) for x in ds.take_while(lambda x: x < 5)]
            [1, 2]
        """
        return _make("TakeWhileDataset", self, _program(predicate, self._spec, "Dataset.take_while()"))

    def reduce(self, initial_state: TensorLike, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The final state of a function that carries a state from element to element. Mirrors `tf.data.Dataset.reduce`.

        Arguments:
            initial_state: the first state, a tensor or nest of tensors.
            reduce_func: a function of the state and an element that returns the new state, in the same structure and
                dtypes. It is traced once, as by `tf.function`.
            name: a name for the operation in graphs.

        Returns:
            The state after the last element: tensors in the structure of `initial_state`, which an empty dataset gives
            back.

        Raises:
            TypeError: the function returns a state of another structure or dtype.

        It goes through the dataset at once, eagerly or in a graph. `scan` gives all states.

        Example:
            >>> ds = tf.data.Dataset.range(1, 5)
            >>> ds.reduce(tf.constant(1, tf.int64), lambda state, x: state * x)
            <tf.Tensor: shape=(), dtype=int64, numpy=24>
            >>> int(ds.reduce(np.int64(0), lambda count, _: count + 1))
            4
        """
        return above.reduce(self, initial_state, reduce_func)

    def rejection_resample(
        self, class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: int | None = None, name: str | None = None
    ) -> Dataset:
        """Elements, some of them left out at random, so that classes come in given proportions. Mirrors
        `tf.data.Dataset.rejection_resample`.

        Arguments:
            class_func: a function of an element that gives its class, an int32 scalar from 0 on.
            target_dist: how often each class shall come, a vector of floats.
            initial_dist: how often each comes now; None (the default) estimates it while iterating.
            seed: an integer that fixes what is left out.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of pairs (class, element): `map` with `lambda c, element: element` drops the class. It is shorter
            than this one.

        Raises:
            TypeError: `class_func` gives another dtype.

        Frequent classes are thinned out; nothing is repeated. To draw from classes as often as wanted, use
        `sample_from_datasets` with a dataset for each.

        Example:
            >>> ds = tf.data.Dataset.range(1000).rejection_resample(
            ...     lambda x: tf.cast(x % 4 == 0, tf.int32), target_dist=[0.6, 0.4], initial_dist=[0.75, 0.25], seed=3)
            >>> classes = [int(c) for c, x in ds]
            >>> bool(0.33 < sum(classes) / len(classes) < 0.47), len(classes) < 1000
            (True, False)
        """
        return above.rejection_resample(self, class_func, target_dist, initial_dist, seed)

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


Dataset.__name__ = Dataset.__qualname__ = "DatasetV2"
tf_export("data.Dataset", "__internal__.types.data.Dataset", v1=[])(Dataset)


def _make(kind, *args):
    return getattr(transformations, kind)(*args)


def _program(function, spec, what):
    return Program(function, spec, what)


def _structure(tensors):
    return normalized(tensors, "Dataset")


def _integer(value):
    """A Python int, or the int64 tensor of a graph, of an integer scalar. Raises TypeError or ValueError as the conversion does."""
    if type(value) is int:
        return value
    made = convert_to_tensor(value, int64)  # which refuses tensors of other dtypes
    return made if TS.graph is not None and hasattr(made, "_op") else int(made)

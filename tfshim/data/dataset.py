"""`tf.data.Dataset`: what every dataset can do, and the making of new ones."""

from tfshim.data import iterators
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.dtypes import int64
from tfshim.engine.state import TS

INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2
AUTOTUNE = -1


class Dataset:
    """A sequence of elements, each a nested structure of tensors of one `element_spec`; mirrors `tf.data.Dataset`.

    Iterating over it gives the elements. Methods make new datasets and leave this one as it is.
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"

    # What a kind of dataset has to say of itself: `_spec`, `_count()` (a number, INFINITE or UNKNOWN), `_open()` (an
    # iterator over flat lists of tensors) and, where elements are rows of a source, `_rows()`.
    _spec = None

    def _rows(self):
        """(source, iterator over row numbers) for a new iteration, or None where elements are computed."""
        return None

    @property
    def _by_rows(self):
        return False

    def _open(self):
        source, indices = self._rows()
        return map(source.one, indices)

    def _count(self):
        return UNKNOWN_CARDINALITY

    @property
    def element_spec(self):
        """The structure of `tf.TensorSpec`s that describes an element."""
        return self._spec

    def __repr__(self):
        return f"<{type(self).__name__} element_spec={self._spec}>"

    __str__ = __repr__

    def __iter__(self):
        if TS.graph is not None:
            raise NotImplementedError("tf.data.Dataset: iterating over a dataset within tf.function is not supported; iterate "
                                      "eagerly and call the function for each element.")
        return iterators.OwnedIterator(self)

    def __bool__(self):
        return True

    def __len__(self):
        count = self._count()
        if count == INFINITE_CARDINALITY:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN_CARDINALITY:
            raise TypeError("The dataset length is unknown.")
        return count

    def cardinality(self):
        """The number of elements, an int64 scalar: -1 for infinitely many, -2 where it is not known."""
        return convert_to_tensor(self._count(), int64)

    def as_numpy_iterator(self):
        """An iterator over the elements with NumPy arrays for tensors."""
        return iterators.NumpyIterator(self)

    # ------------------------------------------------------------------ sources
    @staticmethod
    def from_tensors(tensors, name=None):
        """A dataset whose single element is `tensors`, a nested structure."""
        return _kinds().TensorDataset(tensors)

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        """A dataset of the rows of `tensors`, a structure of tensors that agree in their first dimension.

        Raises ValueError for scalars and where first dimensions differ.
        """
        return _kinds().TensorSliceDataset(tensors)

    @staticmethod
    def range(*args, output_type=int64, name=None):
        """The numbers `range(*args)` as scalars of `output_type`. Raises ValueError unless 1 to 3 numbers are given."""
        return _kinds().RangeDataset(args, output_type)

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        """A dataset of what `generator(*args)` yields; it is called anew for every iteration.

        `output_signature`: the structure of `tf.TensorSpec`s of an element, or `output_types` with `output_shapes`.
        Raises TypeError without either, InvalidArgumentError when an element does not fit.
        """
        return _kinds().GeneratorDataset(generator, output_types, output_shapes, args, output_signature)

    @staticmethod
    def zip(*args, datasets=None, name=None):
        """A dataset of the elements of several, side by side; as long as the shortest. Takes a structure of datasets."""
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        return _kinds().ZipDataset(datasets if datasets is not None else args[0] if len(args) == 1 else args)

    # ------------------------------------------------------------------ order and number
    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None, name=None):
        """The elements in the random order that a buffer of `buffer_size` elements gives, TensorFlow's for equal seeds.

        `reshuffle_each_iteration` (True unless given): whether each iteration has an order of its own.
        Raises InvalidArgumentError unless `buffer_size` is positive or UNKNOWN_CARDINALITY.
        """
        return _kinds().ShuffleDataset(self, buffer_size, seed, reshuffle_each_iteration)

    def take(self, count, name=None):
        """The first `count` elements; all for -1."""
        return _kinds().TakeDataset(self, count)

    def skip(self, count, name=None):
        """All but the first `count` elements; none for -1."""
        return _kinds().SkipDataset(self, count)

    def repeat(self, count=None, name=None):
        """The elements `count` times over; without end for None or -1."""
        return _kinds().RepeatDataset(self, count)

    def concatenate(self, dataset, name=None):
        """These elements, then those of `dataset`. Raises TypeError where their structures or dtypes differ."""
        return _kinds().ConcatenateDataset(self, dataset)

    def cache(self, filename="", name=None):
        """The elements, computed in the first whole iteration and kept in memory for the following ones.

        Only memory: NotImplementedError for a `filename`.
        """
        if not isinstance(filename, str) or filename:
            raise NotImplementedError("Dataset.cache: `filename` is not supported; leave it out to cache in memory.")
        return _kinds().CacheDataset(self)

    def prefetch(self, buffer_size, name=None):
        """The same elements. `buffer_size` is checked; elements are made when asked for, not ahead of time."""
        return _kinds().PrefetchDataset(self, buffer_size)

    def enumerate(self, start=0, name=None):
        """Pairs (number, element), the numbers int64 from `start`."""
        numbers = Dataset.range(start, 2**63 - 1)
        return Dataset.zip((numbers, self))

    # ------------------------------------------------------------------ elements
    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        """`batch_size` elements at a time, stacked; the last may be fewer unless `drop_remainder`.

        The batches are the same, in the same order, for any `num_parallel_calls` and `deterministic`.
        Raises InvalidArgumentError for a size below one, and while iterating for elements of different shapes.
        """
        return _kinds().BatchDataset(self, batch_size, drop_remainder)

    def map(self, map_func, num_parallel_calls=None, deterministic=None, name=None):
        """`map_func(element)` for each element; `map_func(*element)` where elements are tuples. It is traced once.

        The results are in order for any `num_parallel_calls` and `deterministic`.
        """
        return _kinds().MapDataset(self, map_func)

    def filter(self, predicate, name=None):
        """The elements for which `predicate` gives a true `tf.bool` scalar; ValueError if it gives anything else."""
        return _kinds().FilterDataset(self, predicate)

    def reduce(self, initial_state, reduce_func, name=None):
        """The final state after `state = reduce_func(state, element)` for every element, from `initial_state`."""
        return _kinds().reduce(self, initial_state, reduce_func)

    def apply(self, transformation_func):
        """`transformation_func(self)`, which has to be a dataset (TypeError)."""
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}.")
        return dataset


Dataset.__name__ = Dataset.__qualname__ = "DatasetV2"


def _kinds():
    from tfshim.data import kinds

    return kinds

"""The kinds of datasets, one class for each method of `tf.data.Dataset`."""

import itertools

from tfshim.data.dataset import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from tfshim.data.programs import Program
from tfshim.data.sources import RangeRows, SliceRows, stack
from tfshim.data.structures import eager_leaves, normalized, spec_of
from tfshim.engine import errors, nest
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.dtypes import as_dtype, int64
from tfshim.engine.dtypes import bool as bool_
from tfshim.engine.random.seeds import op_pair
from tfshim.engine.random.shuffle_buffer import DatasetSeeds, shuffled
from tfshim.engine.shapes import TensorShape
from tfshim.engine.tensor import wrap
from tfshim.engine.typespec import TensorSpec


def _named(name, module):
    """Give a class the name and module that TensorFlow's has, which `repr` shows."""

    def decorate(cls):
        cls.__name__ = cls.__qualname__ = name
        cls.__module__ = f"tensorflow.python.data.ops.{module}"
        return cls

    return decorate


def _integer(value):
    """A Python int of an int64 scalar. Raises TypeError or ValueError as the conversion does."""
    return int(convert_to_tensor(value, int64) if not hasattr(value, "dtype") else value)


def _refuse(message, op_type):
    raise errors.op_error(errors.InvalidArgumentError, message, op_type)


class _Derived(Dataset):
    """A dataset with the elements of another in some order."""

    def __init__(self, source):
        self._source, self._spec = source, source._spec

    @property
    def _by_rows(self):
        return self._source._by_rows

    def _ordered(self, open_input):
        """An iterator over what `open_input()`, which may be called repeatedly, gives."""
        raise NotImplementedError

    def _rows(self):
        rows = []

        def open_input():
            source, indices = self._source._rows()
            rows.append(source)
            return indices

        indices = self._ordered(open_input)
        return rows[0] if rows else self._source._rows()[0], indices

    def _open(self):
        if self._by_rows:
            return Dataset._open(self)
        return self._ordered(self._source._open)


@_named("_TensorDataset", "from_tensors_op")
class TensorDataset(Dataset):
    """One element."""

    def __init__(self, tensors):
        element = normalized(tensors, "Dataset.from_tensors")
        self._flat, self._spec = eager_leaves(element, "Dataset.from_tensors"), spec_of(element)

    def _count(self):
        return 1

    def _open(self):
        return iter([self._flat])


@_named("_TensorSliceDataset", "from_tensor_slices_op")
class TensorSliceDataset(Dataset):
    """The rows of tensors."""

    _by_rows = True

    def __init__(self, tensors):
        element = normalized(tensors, "Dataset.from_tensor_slices")
        flat = eager_leaves(element, "Dataset.from_tensor_slices")
        if not flat:
            raise ValueError("Invalid `tensors`. `tensors` must not be empty.")
        for x in flat:
            if x.shape.rank == 0:
                raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        for x in flat[1:]:
            if x.shape[0] != flat[0].shape[0]:
                raise ValueError(f"Dimensions {flat[0].shape[0]} and {x.shape[0]} are not compatible")
        self._source = SliceRows(flat)
        self._spec = nest.map_structure(lambda x: TensorSpec(x.shape[1:], x.dtype), element)

    def _count(self):
        return self._source.length

    def _rows(self):
        return self._source, iter(range(self._source.length))


@_named("_RangeDataset", "range_op")
class RangeDataset(Dataset):
    """Numbers."""

    _by_rows = True

    def __init__(self, args, output_type):
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        numbers = [_integer(a) for a in args]
        if len(numbers) == 3 and numbers[2] == 0:
            _refuse("step must be a non-zero integer.", "RangeDataset")
        dtype = as_dtype(output_type)
        self._numbers = RangeRows(range(*numbers), dtype)
        self._spec = TensorSpec([], dtype)

    def _count(self):
        return self._numbers.length

    def _rows(self):
        return self._numbers, iter(range(self._numbers.length))


@_named("_FlatMapDataset", "flat_map_op")
class GeneratorDataset(Dataset):
    """What a Python generator yields."""

    def __init__(self, generator, types, shapes, args, signature):
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        if signature is not None and (types is not None or shapes is not None):
            raise TypeError("The `output_types` and `output_shapes` arguments cannot be used with `output_signature`.")
        if signature is None:
            if types is None:
                raise TypeError("To specify the output signature you need to provide either the `output_signature` argument or "
                                "the `output_types` argument.")
            dtypes = nest.map_structure(as_dtype, types)
            flat = nest.flatten(dtypes)
            given = [None] * len(flat) if shapes is None else nest.flatten_up_to(dtypes, shapes)
            signature = nest.pack_sequence_as(dtypes, [TensorSpec(s, d) for s, d in zip(given, flat)])
        for s in nest.flatten(signature):
            if not isinstance(s, TensorSpec):
                raise NotImplementedError(f"Dataset.from_generator: `output_signature` may hold only tf.TensorSpec, got {s!r}.")
        self._generator, self._spec = generator, signature
        self._args = tuple(convert_to_tensor(a).numpy() for a in args or ())

    def _open(self):
        for value in self._generator(*self._args):
            yield [self._fitted(v, s) for v, s in zip(self._parts(value), nest.flatten(self._spec))]

    def _parts(self, value):
        try:
            return nest.flatten_up_to(self._spec, value)
        except (TypeError, ValueError) as e:
            _refuse(f"TypeError: `generator` yielded an element that did not match the expected structure. The expected "
                    f"structure was {self._spec}, but the yielded element was {value}. ({e})", "IteratorGetNext")

    def _fitted(self, value, spec):
        try:
            made = convert_to_tensor(value, None if hasattr(value, "dtype") else spec.dtype)
        except (TypeError, ValueError):
            made = None
        if made is None or made.dtype != spec.dtype:
            _refuse(f"TypeError: `generator` yielded an element that could not be converted to the expected type. The expected "
                    f"type was {spec.dtype.name}, but the yielded element was {value}.", "IteratorGetNext")
        if not spec.shape.is_compatible_with(made.shape):
            _refuse(f"TypeError: `generator` yielded an element of shape {made.shape} where an element of shape {spec.shape} was "
                    "expected.", "IteratorGetNext")
        return made


@_named("_ShuffleDataset", "shuffle_op")
class ShuffleDataset(_Derived):
    """Another order."""

    def __init__(self, source, buffer_size, seed, reshuffle):
        super().__init__(source)
        self._size = _integer(buffer_size)
        if self._size <= 0 and self._size != UNKNOWN_CARDINALITY:
            _refuse("buffer_size must be greater than zero or UNKNOWN_CARDINALITY", "ShuffleDatasetV3")
        self._seeds = DatasetSeeds(op_pair(seed), True if reshuffle is None else bool(reshuffle))

    def _count(self):
        return self._source._count()

    def _ordered(self, open_input):
        words = self._seeds.iterator_words()
        return shuffled(open_input(), None if self._size == UNKNOWN_CARDINALITY else self._size, words)


@_named("_TakeDataset", "take_op")
class TakeDataset(_Derived):
    """The first elements."""

    def __init__(self, source, count):
        super().__init__(source)
        self._n = _integer(count)

    def _count(self):
        n = self._source._count()
        if self._n < 0 or n == UNKNOWN_CARDINALITY:
            return n
        return self._n if n == INFINITE_CARDINALITY else min(n, self._n)

    def _ordered(self, open_input):
        return itertools.islice(open_input(), self._n if self._n >= 0 else None)


@_named("_SkipDataset", "skip_op")
class SkipDataset(_Derived):
    """All but the first elements."""

    def __init__(self, source, count):
        super().__init__(source)
        self._n = _integer(count)

    def _count(self):
        n = self._source._count()
        return 0 if self._n < 0 else n if n < 0 else max(n - self._n, 0)

    def _ordered(self, open_input):
        return itertools.islice(open_input(), self._n, None) if self._n >= 0 else iter(())


@_named("_RepeatDataset", "repeat_op")
class RepeatDataset(_Derived):
    """The same again."""

    def __init__(self, source, count):
        super().__init__(source)
        self._n = -1 if count is None else _integer(count)

    def _count(self):
        n = self._source._count()
        if self._n == 0 or n == 0:
            return 0
        return INFINITE_CARDINALITY if self._n < 0 else n * self._n if n >= 0 else n

    def _ordered(self, open_input):
        return _repeated(open_input() if self._n else iter(()), open_input, self._n)


def _repeated(current, open_input, n):
    done = 0
    while True:
        empty = True
        for x in current:
            empty = False
            yield x
        done += 1
        if 0 <= n <= done or n < 0 and empty:
            return
        current = open_input()


@_named("_PrefetchDataset", "prefetch_op")
class PrefetchDataset(_Derived):
    """The same elements."""

    def __init__(self, source, buffer_size):
        super().__init__(source)
        if _integer(buffer_size) < -1:
            _refuse("buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning", "PrefetchDataset")

    def _count(self):
        return self._source._count()

    def _ordered(self, open_input):
        return open_input()


class CacheDataset(_Derived):
    """The elements of the first whole iteration."""

    __module__ = "tensorflow.python.data.ops.cache_op"
    _by_rows = False

    def __init__(self, source):
        super().__init__(source)
        self._kept = None

    def _count(self):
        return self._source._count()

    def _open(self):
        return iter(self._kept) if self._kept is not None else self._keeping(self._source._open())

    def _keeping(self, elements):
        seen = []
        for x in elements:
            seen.append(x)
            yield x
        self._kept = seen


@_named("_BatchDataset", "batch_op")
class BatchDataset(_Derived):
    """Several elements stacked."""

    _by_rows = False

    def __init__(self, source, batch_size, drop_remainder):
        super().__init__(source)
        self._size, self._drop = _integer(batch_size), bool(drop_remainder)
        if self._size <= 0:
            _refuse("Batch size must be greater than zero.", "BatchDatasetV2")
        lead = TensorShape([self._size if self._drop else None])
        self._spec = nest.map_structure(lambda s: TensorSpec(lead.concatenate(s.shape), s.dtype), source._spec)

    def _count(self):
        n = self._source._count()
        return n if n < 0 else n // self._size if self._drop else -(-n // self._size)

    def _open(self):
        if self._source._by_rows:
            source, indices = self._source._rows()
            return self._grouped(indices, source.many)
        return self._grouped(self._source._open(), _stacked)

    def _grouped(self, items, joined):
        while True:
            group = list(itertools.islice(items, self._size))
            if not group or self._drop and len(group) < self._size:
                return
            yield joined(group)


def _stacked(elements):
    for k, first in enumerate(elements[0]):
        for i, other in enumerate(elements):
            if other[k].shape != first.shape:
                _refuse(f"Cannot batch tensors with different shapes in component {k}. First element had shape {first.shape} and "
                        f"element {i} had shape {other[k].shape}.", "IteratorGetNext")
    return [wrap(stack([x._t for x in parts]), parts[0]._dt) for parts in zip(*elements)]


@_named("_MapDataset", "map_op")
class MapDataset(_Derived):
    """A function of each element."""

    _by_rows = False

    def __init__(self, source, function):
        super().__init__(source)
        self._program = Program(function, source._spec, "Dataset.map")
        self._spec = self._program.element_spec

    def _count(self):
        return self._source._count()

    def _open(self):
        return map(self._program.opened(), self._source._open())


@_named("_FilterDataset", "filter_op")
class FilterDataset(_Derived):
    """The elements that a predicate admits."""

    _by_rows = False

    def __init__(self, source, predicate):
        super().__init__(source)
        self._program = Program(predicate, source._spec, "Dataset.filter")
        answer = self._program.element_spec
        if not isinstance(answer, TensorSpec) or answer.dtype != bool_ or answer.shape.rank not in (0, None):
            raise ValueError(f"Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its return type is "
                             f"{answer}.")

    def _open(self):
        admits = self._program.opened()
        return filter(lambda flat: bool(admits(flat)[0]), self._source._open())


@_named("_ZipDataset", "zip_op")
class ZipDataset(Dataset):
    """Several datasets side by side."""

    def __init__(self, datasets):
        self._parts = nest.flatten(datasets)
        for d in self._parts:
            if not isinstance(d, Dataset):
                raise TypeError("Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects "
                                f"but encountered object of type {type(d)}.")
        if isinstance(datasets, list):
            raise TypeError("Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects. "
                            "Python `list` is not supported and you should use `tuple` instead.")
        self._spec = nest.map_structure(lambda d: d._spec, datasets)

    def _count(self):
        counts = [d._count() for d in self._parts]
        if UNKNOWN_CARDINALITY in counts:
            return UNKNOWN_CARDINALITY
        return min((n for n in counts if n >= 0), default=INFINITE_CARDINALITY)

    def _open(self):
        return (list(itertools.chain(*parts)) for parts in zip(*[d._open() for d in self._parts]))


@_named("_ConcatenateDataset", "concatenate_op")
class ConcatenateDataset(Dataset):
    """One dataset after another."""

    def __init__(self, first, second):
        if not isinstance(second, Dataset):
            raise TypeError(f"Dataset.concatenate: `dataset` must be a tf.data.Dataset, got {type(second)}.")
        self._parts = (first, second)
        a, b = nest.flatten(first._spec), nest.flatten(second._spec)
        try:
            nest.assert_same_structure(first._spec, second._spec)
            agree = all(x.dtype == y.dtype for x, y in zip(a, b))
        except (TypeError, ValueError):
            agree = False
        if not agree:
            raise TypeError(f"Incompatible dataset elements:\n  {first._spec} vs.   {second._spec}")
        self._spec = nest.pack_sequence_as(
            first._spec, [TensorSpec(x.shape.most_specific_compatible_shape(y.shape), x.dtype) for x, y in zip(a, b)])

    def _count(self):
        counts = [d._count() for d in self._parts]
        return INFINITE_CARDINALITY if INFINITE_CARDINALITY in counts else \
            UNKNOWN_CARDINALITY if UNKNOWN_CARDINALITY in counts else sum(counts)

    def _open(self):
        first = self._parts[0]._open()
        return itertools.chain(first, _later(self._parts[1]))


def _later(dataset):
    yield from dataset._open()


def reduce(dataset, initial_state, function):
    """The final state of folding `function` over the elements."""
    state = normalized(initial_state, "Dataset.reduce")
    spec = spec_of(state)
    flat = eager_leaves(state, "Dataset.reduce")
    program = Program(function, (spec, dataset._spec), "Dataset.reduce")
    made = nest.flatten(program.element_spec)
    nest.assert_same_structure(spec, program.element_spec)
    for before, after in zip(nest.flatten(spec), made):
        if before.dtype != after.dtype:
            raise TypeError(f"The element types for the new state must match the initial state. Expected {spec}; got "
                            f"{program.element_spec}.")
    step = program.opened()
    for element in dataset._open():
        flat = step([*flat, *element])
    return nest.pack_sequence_as(spec, flat)

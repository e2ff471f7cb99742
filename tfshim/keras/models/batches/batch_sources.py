"""Batches of whatever `fit`, `evaluate` and `predict` take: arrays, datasets, generators and sequences.

A source has `size` (the number of batches, or None), `recreate` (whether every epoch has an iterator of its own),
`open()` and `epoch_end()`. Its iterators may have a `batch_spec`, the structure of `TensorSpec`s of a batch.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim import data as datasets
from tfshim.data.dataset import INFINITE_CARDINALITY, Dataset
from tfshim.distribute.values import InputContext
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.models.batches.array_source import ArraySource
from tfshim.keras.models.fetching import from_python
from tfshim.keras.utils.enqueuers import GeneratorEnqueuer, OrderedEnqueuer
from tfshim.keras.utils.packing import pack_x_y_sample_weight, unpack_x_y_sample_weight
from tfshim.keras.utils.sequences import Sequence
from tfshim.sparse.rearranging import reorder
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.keras.annotations import Batches


# ---------------------------------------------------------------------- values
def _is_pandas(x):
    return type(x).__module__.partition(".")[0] == "pandas" and hasattr(x, "to_numpy")


def _is_scipy_sparse(x):
    return hasattr(x, "tocoo") and hasattr(x, "nnz")


def as_tensor(x: Any) -> Any:
    """A tensor for an array: floats in the dtype of layers, others in their own."""
    if isinstance(x, Variable):
        return x.value()
    if _is_pandas(x):
        x = x.to_numpy()
        if x.ndim != 1:
            return convert_to_tensor(x)
        x = np.expand_dims(x, -1)  # a Series is a column, as in Keras
    if isinstance(x, np.ndarray):
        return convert_to_tensor(x, floatx() if issubclass(x.dtype.type, np.floating) else None)
    if _is_scipy_sparse(x):
        return _sparse_tensor(x)
    return x


def as_tensors(structure: Any) -> Any:
    """The structure with arrays made into tensors, and lists into tuples."""
    return nest.list_to_tuple(nest.map_structure(as_tensor, structure))


def _sparse_tensor(x):
    x = x.tocoo()
    dtype = floatx() if issubclass(x.data.dtype.type, np.floating) else None
    # SciPy keeps coordinates in any order, TensorFlow wants them by rows.
    return reorder(SparseTensor(np.stack([x.row, x.col], 1).astype(np.int64), convert_to_tensor(x.data, dtype), x.shape))


def is_missing(x: Any) -> bool:
    """Whether there is nothing at all in `x`."""
    return x is None or (isinstance(x, (list, tuple, dict)) and len(x) == 0)


def check_cardinality(data: Any) -> None:
    """Raise ValueError where arrays of `(x, y, sample_weight)` have different numbers of rows."""
    if len({_length(x) for x in nest.flatten(data)}) <= 1:
        return
    text = "Data cardinality is ambiguous:\n"
    for label, part in zip(("x", "y", "sample_weight"), data):
        text += f"  {label} sizes: {', '.join(str(_length(x)) for x in nest.flatten(part))}\n"
    raise ValueError(text + "Make sure all arrays contain the same number of samples.")


def _length(x):
    return int(x.shape[0])


def split(arrays: Any, share: float) -> tuple[Any, Any]:
    """(rows for training, rows for validation) of `arrays`; the last `share` of them are for validation."""
    flat = nest.flatten(arrays)
    wrong = [type(x) for x in flat if not (x is None or isinstance(x, (Tensor, np.ndarray, Variable)) or _is_pandas(x))]
    if wrong:
        raise ValueError(f"`validation_split` is only supported for Tensors or NumPy arrays, found following types in the input: {wrong}")
    if all(x is None for x in flat):
        return arrays, arrays
    rows = _length(next(x for x in flat if x is not None))
    # Rounded down, as in Keras: of a fraction the validation gets the larger part.
    at = math.floor(rows * (1.0 - share))
    if at in (0, rows):
        raise ValueError(
            f"Training data contains {rows} samples, which is not sufficient to split it into a validation and training "
            f"set as specified by `validation_split={share}`. Either provide more data, or a different value for the "
            "`validation_split` argument."
        )
    return (
        nest.map_structure(lambda x: x if x is None else x[:at], arrays),
        nest.map_structure(lambda x: x if x is None else x[at:], arrays),
    )


# ---------------------------------------------------------------------- sources
class DatasetSource:
    """The elements of a `tf.data.Dataset`."""

    size: int | None = None
    distributed = False  # whether a strategy has distributed it already

    def __init__(self, dataset: Dataset, y: Any, sample_weight: Any, steps: int | None) -> None:
        _refuse(y, sample_weight, "dataset")
        self._dataset = dataset
        count = _cardinality(dataset)
        if steps is None and count == INFINITE_CARDINALITY:
            raise ValueError(
                "When providing an infinite dataset, you must specify the number of steps to run (if you did not intend to "
                "create an infinite dataset, make sure to not call `repeat()` on the dataset)."
            )
        # An iterator that an epoch does not exhaust is kept: the next epoch continues it.
        self.recreate = steps is None or count == steps
        self.size = count if count >= 0 else None

    def as_dataset(self) -> Dataset:
        """The dataset."""
        return self._dataset

    def open(self) -> Iterator[Any]:
        """An iterator over the dataset."""
        return _Elements(iter(self._dataset), self._dataset.element_spec)

    def epoch_end(self) -> None:
        """Nothing is to be done."""


def _cardinality(dataset):
    return int(dataset.cardinality().numpy())


class _Elements:
    def __init__(self, iterator, spec):
        self._iterator = iterator
        self.element_spec = spec
        self.batch_spec = spec if all(type(s) is TensorSpec for s in nest.flatten(spec)) else None

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._iterator)

    def flat(self):
        """The next element as a list of tensors."""
        return nest.flatten(next(self._iterator))


class GeneratorSource:
    """The batches that a Python generator yields; one iterator runs through all epochs."""

    size: int | None = None
    recreate = False

    def __init__(
        self, generator: Iterator[Any], y: Any, sample_weight: Any, workers: int, use_multiprocessing: bool, max_queue_size: int, model: Any
    ) -> None:
        _refuse(y, sample_weight, "python generator")
        self._workers = workers, use_multiprocessing, max_queue_size
        peek = next(generator)
        # the batch that the specs are inferred from is trained on too
        self._batches = itertools.chain([peek], generator)
        self._spec = first_spec(peek, model)

    def open(self) -> Iterator[Any]:
        """The iterator; there is only one."""
        workers, multiprocessing, queue = self._workers
        batches = self._batches
        # Keras' rule: a single thread would be no faster than the loop itself, a single process may be.
        if workers > 1 or workers > 0 and multiprocessing:
            enqueuer = GeneratorEnqueuer(batches, use_multiprocessing=multiprocessing)
            enqueuer.start(workers=workers, max_queue_size=queue)
            batches = enqueuer.get()
        return _Converted(batches, self._spec)

    def epoch_end(self) -> None:
        """Nothing is to be done."""


class SequenceSource:
    """The batches of a `tf.keras.utils.Sequence`."""

    recreate = True

    def __init__(
        self,
        sequence: Sequence,
        y: Any,
        sample_weight: Any,
        shuffle: bool | str,
        workers: int,
        use_multiprocessing: bool,
        max_queue_size: int,
        model: Any,
    ) -> None:
        _refuse(y, sample_weight, "`keras.utils.Sequence`")
        self._sequence, self._shuffle = sequence, shuffle
        self._workers = workers, use_multiprocessing, max_queue_size
        self._enqueuer: OrderedEnqueuer | None = None
        self._spec = first_spec(sequence[0], model)

    @property
    def size(self) -> int:
        """The number of batches; a sequence may change it from epoch to epoch."""
        return len(self._sequence)

    def open(self) -> Iterator[Any]:
        """An iterator over the batches, in order unless shuffled."""
        workers, multiprocessing, queue = self._workers
        if workers > 1 or workers > 0 and multiprocessing:
            # Workers of an epoch that was left early would go on filling their queue.
            if self._enqueuer is not None:
                self._enqueuer.stop()
            self._enqueuer = OrderedEnqueuer(self._sequence, use_multiprocessing=multiprocessing, shuffle=bool(self._shuffle))
            self._enqueuer.start(workers=workers, max_queue_size=queue)
            return _Converted(self._enqueuer.get(), self._spec)
        return _Converted(self._in_turn(), self._spec)

    def _in_turn(self):
        order = list(range(len(self._sequence)))
        if self._shuffle:
            # Python's generator, as in Keras: `random.seed` decides the order, not TensorFlow's seeds.
            random.shuffle(order)
        for i in order:
            yield self._sequence[i]

    def epoch_end(self) -> None:
        """Call `on_epoch_end` of the sequence, and release the workers."""
        if self._enqueuer is not None:
            self._enqueuer.stop()
            self._enqueuer = None
        self._sequence.on_epoch_end()


def standardized(batch: Any) -> Any:
    """A batch of a generator as a tuple of tensors; without structure where it is inputs only."""
    return as_tensors(pack_x_y_sample_weight(*unpack_x_y_sample_weight(batch)))


def first_spec(peek: Any, model: Any) -> Any:
    """The specs of batches like `peek`, in which the number of rows is open; builds a model that needs a batch for it."""
    peek = nest.map_structure(lambda x: x if nest.is_composite(x) or isinstance(x, Tensor) else convert_to_tensor(x), standardized(peek))
    if model is not None and not model.built:
        try:
            model(unpack_x_y_sample_weight(peek)[0], training=False)
        except NotImplementedError:
            pass  # a model may have no `call` and a training step of its own
    if any(nest.is_composite(x) for x in nest.flatten(peek)):
        return None
    return nest.map_structure(lambda x: TensorSpec(_open_shape(x.shape), x.dtype), peek)


def _open_shape(shape):
    return TensorShape([None, *shape.as_list()[1:]] if shape.rank else shape)


class _Converted:
    """An iterator over batches of user code, made into tensors of the dtypes that the first batch had."""

    def __init__(self, batches, spec):
        self._batches, self.batch_spec = batches, spec
        self._width = 1 if spec is None else len(nest.flatten(spec))

    def __iter__(self):
        return self

    def __next__(self):
        batch = standardized(from_python(self._batches, self._width))
        spec = self.batch_spec
        if spec is None:
            return batch
        try:
            nest.assert_same_structure(spec, batch)
        except (ValueError, TypeError) as e:
            raise TypeError(
                "`generator` yielded an element that did not match the expected structure. The expected structure was "
                f"{nest.map_structure(lambda s: s.dtype, spec)}, but the yielded element was {batch}."
            ) from e
        flat, fits = [], True
        for x, s in zip(nest.flatten(batch), nest.flatten(spec)):
            x = x if isinstance(x, Tensor) and x.dtype == s.dtype else _in_dtype(x, s.dtype)
            flat.append(x)
            fits = fits and s.shape.is_compatible_with(x.shape)
        if not fits:
            # Sizes that vary beside the number of rows: leave them open from here on.
            self.batch_spec = nest.pack_sequence_as(
                spec, [TensorSpec(s.shape.most_specific_compatible_shape(x.shape), s.dtype) for s, x in zip(nest.flatten(spec), flat)]
            )
        return nest.pack_sequence_as(spec, flat)

    flat = None


def _in_dtype(x, dtype):
    if isinstance(x, Tensor):
        raise TypeError(f"`generator` yielded an element of type {x.dtype.name} where an element of type {dtype.name} was expected.")
    return convert_to_tensor(x, dtype)


class CompositeSource(DatasetSource):
    """Ragged and sparse arrays, in batches."""

    def __init__(self, data: Any, batch_size: int, epochs: int, shuffle: bool | str, rows: int) -> None:
        dataset = datasets.Dataset.from_tensor_slices(data)
        if shuffle:
            dataset = dataset.shuffle(rows)
        super().__init__(dataset.batch(batch_size), None, None, None)
        self.size, self.recreate = math.ceil(rows / batch_size), True


def _refuse(y, sample_weight, what):
    for name, value in (("y", y), ("sample_weight", sample_weight)):
        if not is_missing(value):
            raise ValueError(f"`{name}` argument is not supported when using {what} as input.")


# ---------------------------------------------------------------------- choice
def _is_array(x):
    return isinstance(x, (Tensor, np.ndarray, Variable)) or _is_pandas(x)


def _is_array_like(x):
    return all(hasattr(x, a) for a in ("__getitem__", "shape", "dtype", "__len__"))


def _is_composite(x):
    return nest.is_composite(x) or _is_scipy_sparse(x)


def _is_scalars(x):
    if isinstance(x, (float, int, str, bytes, bytearray)):
        return True
    return isinstance(x, (list, tuple)) and bool(x) and _is_scalars(x[0])


def _described(x):
    if isinstance(x, dict):
        return f"({type(x)} containing { {_described(k) for k in x} } keys and { {_described(v) for v in x.values()} } values)"
    if isinstance(x, (list, tuple)):
        return f"({type(x)} containing values of types { {_described(v) for v in x} })"
    return str(type(x))


NO_STEPS = (
    "When using a `tf.keras.utils.experimental.DatasetCreator`, `steps_per_epoch`, `validation_steps`, `steps`, or `pss_evaluation_shards` "
    "argument must be provided in `Model.fit`, `Model.evaluate`, or `Model.predict`."
)


def _of_strategy(x, steps):
    """The dataset of a distributed dataset or a DatasetCreator. Raises ValueError where it is not said how many steps to take."""
    if steps is None and type(x).__name__ == "DatasetCreator":
        raise ValueError(NO_STEPS)
    if steps is None:
        raise ValueError("When providing a distributed dataset, you must specify the number of steps to run.")
    if hasattr(type(x), "_undivided"):
        return x._undivided()
    return x(InputContext(1, 0, 1))


def source_for(
    x: Batches,
    y: Any = None,
    sample_weight: Any = None,
    batch_size: int | None = None,
    steps: int | None = None,
    epochs: int = 1,
    # Lists of plain numbers have an adapter of their own in Keras, which opens the iterator anew for each epoch.
    shuffle: bool | str = False,
    max_queue_size: int = 10,
    workers: int = 1,
    use_multiprocessing: bool = False,
    model: Any = None,
) -> Any:
    """The source for what a user gives to `fit`. Raises ValueError for what no source takes."""
    if isinstance(x, Dataset):
        return DatasetSource(x, y, sample_weight, steps)
    if hasattr(type(x), "_undivided") or type(x).__name__ == "DatasetCreator":
        source = DatasetSource(_of_strategy(x, steps), y, sample_weight, steps)
        source.distributed = hasattr(type(x), "_undivided")
        return source
    if isinstance(x, Sequence):
        return SequenceSource(x, y, sample_weight, shuffle, workers, use_multiprocessing, max_queue_size, model)
    if (hasattr(x, "__next__") or hasattr(x, "next")) and hasattr(x, "__iter__"):
        return GeneratorSource(x, y, sample_weight, workers, use_multiprocessing, max_queue_size, model)
    recreate = _is_scalars(x) and (y is None or _is_scalars(y))
    if recreate:
        x, y, sample_weight = (None if v is None else np.asarray(v) for v in (x, y, sample_weight))
    flat = nest.flatten(x) + ([] if y is None else nest.flatten(y))
    if not flat:
        raise KeyError("pop from an empty set")  # of the numbers of rows, as in Keras
    if not all(_is_array(v) or _is_composite(v) or _is_array_like(v) for v in flat):
        raise ValueError(f"Failed to find data adapter that can handle input: {_described(x)}, {_described(y)}")
    if any(not _is_array(v) and not _is_composite(v) for v in flat):
        x, y = (None if v is None else nest.map_structure(lambda a: a if _is_array(a) else np.asarray(a), v) for v in (x, y))
    x, y, sample_weight = as_tensors((x, y, sample_weight))
    if hasattr(sample_weight, "shape") and not nest.is_nested(sample_weight) and not isinstance(sample_weight, Tensor):
        sample_weight = convert_to_tensor(sample_weight)
    sample_weight = _complete(sample_weight, y)
    data = pack_x_y_sample_weight(x, y, sample_weight)
    check_cardinality(data if isinstance(data, tuple) else (data,))
    rows = _length(nest.flatten(data)[0])
    if not batch_size:
        # Keras spreads the rows over the given number of steps; 32 is its default.
        batch_size = math.ceil(rows / steps) if steps else 32
    if any(nest.is_composite(v) for v in nest.flatten(data)):
        return CompositeSource(data, batch_size, epochs, shuffle, rows)
    source = ArraySource(data, batch_size, epochs, shuffle)
    source.recreate = recreate
    return source


def _complete(sample_weight, y):
    """Sample weights for every target: ones where some targets have them and others do not."""
    if sample_weight is None or not nest.is_nested(sample_weight):
        return sample_weight
    flat = nest.flatten(sample_weight)
    if all(w is None for w in flat):
        return None
    if all(w is not None for w in flat):
        return sample_weight
    targets = nest.flatten(y)
    return nest.pack_sequence_as(
        sample_weight, [array_ops.ones([_length(t)], dtype=floatx()) if w is None else w for w, t in zip(flat, targets)]
    )

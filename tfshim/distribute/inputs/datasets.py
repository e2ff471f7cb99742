"""Datasets of strategies: each element in as many parts as there are replicas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.data.dataset import UNKNOWN_CARDINALITY
from tfshim.distribute import replicas
from tfshim.distribute.inputs.groups import GroupsDataset, Parts, grouped
from tfshim.distribute.per_replica import PerReplica, PerReplicaSpec
from tfshim.engine.runtime.context import in_session_graph
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.protocol import is_ragged
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import TensorSpec
from tfshim.protos.tensors import get_static_value
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


_MODULE = "tensorflow.python.distribute.input_lib"
_MODULE_V1 = "tensorflow.python.distribute.v1.input_lib"


def _rows(x, count, numbers):
    """The parts `numbers` of the tensor `x` divided into `count` parts of rows."""
    if not isinstance(x, Tensor) and not is_ragged(x):
        raise refused("tf.distribute.MirroredStrategy", "values", value=x)
    if x.shape.rank == 0:
        raise IndexError("A strategy with several replicas divides batches between them: call `batch` on the dataset first.")
    total = x.shape[0]
    if total is None:
        total = x.nrows() if is_ragged(x) else array_ops.shape(x)[0]
    size = -(-total // count)
    return [x[i * size : (i + 1) * size] for i in numbers]


def split(element, count):
    """A batch in `count` parts of rows, the first ones of equal size: a structure of PerReplica.

    Raises IndexError for scalars, which have no rows.
    """
    return nest.map_structure(lambda x: None if x is None else PerReplica(_rows(x, count, range(count))), element)


def part(element, count, number):
    """Part `number` alone of those that `split` gives."""
    return nest.map_structure(lambda x: None if x is None else _rows(x, count, [number])[0], element)


@tf_export("distribute.DistributedIterator", v1=[])
class DistributedIterator(CompositeTensor):
    """An iterator over the elements of a distributed dataset.

    Mirrors `tf.distribute.DistributedIterator`. `iter(distributed_dataset)` makes one. `next(iterator)` gives the values of one step for
    `strategy.run`, `get_next_as_optional()` the same as a `tf.experimental.Optional`; `element_spec` tells the types.

    Arguments:
        iterator: the iterator over the elements.

    Example:
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
        >>> iterator = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2)))
        >>> float(strategy.reduce("SUM", next(iterator), axis=0))
        1.0
    """

    __module__ = _MODULE

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator

    @property
    def _type_spec(self):
        return DistributedIteratorSpec(self._iterator._type_spec)

    @property
    def element_spec(self) -> Any:
        """The type of an element."""
        return self._iterator.element_spec

    def __iter__(self):
        return self

    def __next__(self):
        _not_in_replica()
        return next(self._iterator)

    def get_next(self) -> Tensor:
        """Give the next element. Mirrors `tf.distribute.DistributedIterator.get_next`.

        `next(iterator)` gives the same eagerly. Within a `tf.function` each call of this is a step of the graph, so that a function
        can go on in the data that another one began.

        Returns:
            What the dataset gives: for one replica a tensor or a nest of them; for several `tf.distribute.DistributedValues`, with a
            part for each replica, in the place of each tensor. `strategy.run` takes it.

        Raises:
            OutOfRangeError (of `tf.errors`): there is no element left.
            ValueError: it is called in a replica, where each would take what is for all.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> iterator = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2)))
            >>> iterator.get_next().numpy().tolist(), iterator.get_next().numpy().tolist()
            ([0, 1], [2, 3])
        """
        _not_in_replica()
        return self._iterator.get_next()

    def get_next_as_optional(self) -> Any:
        """Give the next element, or say that there is none. Mirrors `tf.distribute.DistributedIterator.get_next_as_optional`.

        It does not raise at the end, so a loop in a `tf.function` can ask: `while` the optional has a value, a step is made. `for x
        in dataset` in such a function does the same.

        Returns:
            A `tf.experimental.Optional`: `has_value()` gives a boolean tensor and `get_value()` the element, for several replicas
            with `tf.distribute.DistributedValues` in the place of its tensors.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> iterator = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(2).batch(2)))
            >>> first, second = iterator.get_next_as_optional(), iterator.get_next_as_optional()
            >>> first.get_value().numpy().tolist(), bool(second.has_value())
            ([0, 1], False)
        """
        return self._iterator.get_next_as_optional()

    def _tfshim_for(self, *loop):
        return self._iterator._tfshim_for(*loop)

    def _tfshim_enumerate(self, start):
        raise _not_enumerated(self)


def _not_in_replica() -> None:
    """Raises ValueError in a function that `strategy.run` calls: an element has the parts of all replicas."""
    if replicas.current_replica() is not None:
        raise ValueError(
            "next(iterator) should be called from outside of replica_fn. e.g. strategy.run(replica_fn, args=(next(iterator),))"
        )


def _not_enumerated(x: Any) -> NotImplementedError:
    """What `enumerate(x)` raises in a function, where Python's would never end."""
    return NotImplementedError(
        f"enumerate not supported with {type(x).__name__} types within tf.functions. "
        "Use a for loop over the dataset and keep a separate counter instead."
    )


def _not_in_session_graphs() -> None:
    """Raises RuntimeError in a graph that sessions run, where iterators have to be initialized."""
    if in_session_graph():
        raise RuntimeError("__iter__() is only supported inside of tf.function or when eager execution is enabled.")


@register("tf.DistributedIteratorSpec")
class DistributedIteratorSpec(TypeSpec):
    """The spec of the iterator within a DistributedIterator."""

    __slots__ = ("_iterator_spec",)
    __module__ = _MODULE

    def __init__(self, iterator_spec: Any) -> None:
        self._iterator_spec = iterator_spec

    value_type = property(lambda self: DistributedIterator, doc="`DistributedIterator`.")
    _component_specs = property(lambda self: (self._iterator_spec,))

    def _serialize(self):
        return (self._iterator_spec,)

    def _to_components(self, value):
        return (value._iterator,)

    def _from_components(self, components):
        return DistributedIterator(components[0])


@tf_export("distribute.DistributedDataset", v1=[])
class DistributedDataset:
    """A dataset whose elements are divided between the replicas of a strategy.

    Mirrors `tf.distribute.DistributedDataset`. `strategy.experimental_distribute_dataset(dataset)` and `distribute_datasets_from_function`
    make one. Iterating over it gives for each step a value that `strategy.run` hands to the replicas, each its part of the batch.
    `element_spec` tells the types.

    Arguments:
        dataset: a `tf.data.Dataset`.
        count: how many parts each element is cut into; 1.

    Example:
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
        >>> data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
        >>> isinstance(data, tf.distribute.DistributedDataset), data.element_spec.shape
        (True, TensorShape([None]))
    """

    __module__ = _MODULE

    def __init__(self, dataset: Any, count: IntLike = 1) -> None:
        if count > 1:
            whole = isinstance(dataset.element_spec, tuple)
            rows = dataset.element_spec
            self._whole = dataset
            # `map` hands the parts of a tuple over as separate arguments.
            dataset = dataset.map(lambda *element: split(element if whole else element[0], count))
            self._spec = nest.map_structure(lambda s: _part_spec(s, count), rows)
        else:
            self._spec, self._whole = dataset.element_spec, dataset
        self._dataset = dataset

    def _undivided(self) -> Any:
        """The dataset as it was given: Keras divides the batches itself."""
        return self._whole

    @property
    def element_spec(self) -> Any:
        """The type of an element."""
        return self._spec

    def __iter__(self):
        _not_in_session_graphs()
        return DistributedIterator(iter(self._dataset))

    def _tfshim_for(self, *loop):
        return self._dataset._tfshim_for(*loop)

    def _tfshim_enumerate(self, start):
        raise _not_enumerated(self)

    def reduce(self, initial_state: TensorLike, reduce_func: Callable[..., Any]) -> Any:
        """Combine all elements to one value, from the first to the last. Mirrors `reduce` of the datasets that
        `experimental_distribute_dataset` of a `tf.distribute.Strategy` gives.

        Where there are several replicas, an element is a `tf.distribute.DistributedValues`, or a nest of them, and the function can
        call `strategy.run`: so a whole epoch is one call within a `tf.function`.

        Arguments:
            initial_state: the value before the first element, a tensor or a nest of them.
            reduce_func: a function that takes the state and an element and gives the next state, of the same dtypes and structure.

        Returns:
            The state after the last element.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            >>> batches = strategy.experimental_distribute_dataset(tf.data.Dataset.range(5).batch(2))
            >>> int(batches.reduce(tf.constant(0, tf.int64), lambda total, batch: total + tf.reduce_sum(batch)))
            10
        """
        return self._dataset.reduce(initial_state, reduce_func)

    def __len__(self):
        return len(self._dataset)

    @property
    def cardinality(self) -> Any:
        """The number of elements, the global batches, a NumPy int64: -1 without an end, -2 where it is not known."""
        found = get_static_value(self._dataset.cardinality())
        return UNKNOWN_CARDINALITY if found is None else found[()]


def _part_spec(spec, count):
    shape = spec.shape.as_list()
    # The size of the parts is known only where the batch divides evenly.
    rows = shape[0] // count if shape and shape[0] is not None and shape[0] % count == 0 else None
    if isinstance(spec, RaggedTensorSpec):
        kept = {"ragged_rank": spec.ragged_rank, "row_splits_dtype": spec.row_splits_dtype}
        return PerReplicaSpec(*[RaggedTensorSpec([rows, *shape[1:]], spec.dtype, **kept)] * count)
    return PerReplicaSpec(*[TensorSpec([rows, *shape[1:]], spec.dtype)] * count)


class DistributedDatasetsFromFunction(DistributedDataset):
    """A dataset that a function made: each replica gets a separate batch, an empty one where there is none left."""

    __module__ = _MODULE

    def __init__(self, dataset: Any, count: int = 1) -> None:
        self._spec, self._whole, self._count = dataset.element_spec, dataset, count
        if count > 1:
            self._spec = nest.map_structure(lambda s: PerReplicaSpec(*[s] * count), self._spec)
            dataset = on_dataset(dataset, grouped, count)
        self._dataset = dataset

    def _undivided(self) -> Any:
        """The dataset as it was given. Raises NotImplementedError for several replicas, which get batches of their own."""
        if self._count > 1:
            raise refused("tf.keras.Model.fit", "per replica datasets")
        return self._whole


class OfGraphs:
    """What datasets of strategies have besides where a program asks for the behaviour of TensorFlow 1."""

    _dataset: Any

    def make_one_shot_iterator(self) -> DistributedIteratorV1:
        """An iterator, eagerly. Raises ValueError in a graph, where iterators have to be initialized."""
        if TS.graph is not None:
            raise ValueError("Cannot create a one shot iterator. Please use `make_initializable_iterator()` instead.")
        return DistributedIteratorV1(self._dataset)

    def make_initializable_iterator(self) -> DistributedIteratorV1:
        """An iterator of the graph, whose `initializer` goes to the start. Raises ValueError eagerly."""
        if TS.graph is None:
            raise ValueError("Cannot create initializable iterator in Eager mode. Please use `iter()` instead.")
        return graph_iterator(self)

    def __iter__(self) -> DistributedIteratorV1:
        _not_in_session_graphs()
        return DistributedIteratorV1(self._dataset)


class DistributedDatasetV1(OfGraphs, DistributedDataset):
    """A dataset whose elements are divided, as programs of TensorFlow 1 have it."""

    __module__ = _MODULE_V1


class DistributedDatasetsFromFunctionV1(OfGraphs, DistributedDatasetsFromFunction):
    """A dataset of batches of replicas, as programs of TensorFlow 1 have it."""

    __module__ = _MODULE_V1


class DistributedIteratorV1(DistributedIterator):
    """An iterator over a distributed dataset, which can go back to the start.

    Arguments:
        dataset: what it goes over.
        iterator: the iterator over it, of a graph; None (default): an eager one.
    """

    __module__ = _MODULE_V1

    def __init__(self, dataset: Any, iterator: Any = None) -> None:
        super().__init__(iter(dataset) if iterator is None else iterator)
        self._restarted = dataset if iterator is None else None

    @property
    def initializer(self) -> Any:
        """As `initialize()`."""
        return self.initialize()

    def initialize(self) -> Any:
        """The operation that goes to the start; eagerly it goes there at once, and this is None."""
        if self._restarted is None:
            return self._iterator.initializer
        self._iterator = iter(self._restarted)
        return None

    output_types = property(lambda self: _of_each(self, "dtype"), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: _of_each(self, "shape"), doc="The shapes of the elements.")
    output_classes = property(lambda self: _of_each(self, "value_type"), doc="The classes of the elements.")

    def __next__(self):
        return self.get_next() if in_session_graph() else super().__next__()


class GroupsIterator(DistributedIteratorV1):
    """An iterator of a graph whose replicas get batches of their own; all together only where none is missing."""

    def __init__(self, iterator: Any, spec: Any) -> None:
        super().__init__(None, iterator)
        self._spec = spec

    @property
    def element_spec(self) -> Any:
        """The type of an element."""
        return self._spec

    def parts(self) -> Parts:
        """The next batches, each of which may be had by itself."""
        _not_in_replica()
        return Parts(self._iterator.get_next())

    def get_next(self) -> Any:
        """The next batches. A run beyond the last one of any replica raises OutOfRangeError."""
        return self.parts().together()

    def __next__(self):
        return self.get_next()


def _of_each(iterator, attribute):
    """An attribute of the specs of an element, of which all replicas have the same."""
    specs = nest.map_structure(lambda s: s._value_specs[0] if isinstance(s, PerReplicaSpec) else s, iterator.element_spec)
    return nest.map_structure(lambda s: getattr(s, attribute), specs)


class Calls:
    """The iterator of an input function that gives a function: each replica gets what a call of that gives."""

    def __init__(self, function: Callable[[], Any], count: int) -> None:
        self._function, self._count = function, count

    def initialize(self) -> list[Any]:
        """No operations: there is nothing to go back to."""
        return []

    def get_next(self) -> Any:
        """What the replicas get in a step."""
        made = [self._function() for _ in range(self._count)]
        return made[0] if self._count == 1 else nest.map_structure(lambda *parts: PerReplica(parts), *made)


def of_input_function(made: Any, count: int) -> DistributedIteratorV1 | Calls:
    """The iterator over what an input function made, a dataset or a function; each of `count` replicas gets batches of its own."""
    if hasattr(made, "element_spec"):
        if count == 1:
            return _over(made)
        if in_session_graph():
            spec = nest.map_structure(lambda s: PerReplicaSpec(*[s] * count), made.element_spec)
            return GroupsIterator(higher.graph_iterator(on_dataset(made, GroupsDataset, count, False, True)), spec)
        return DistributedIteratorV1(on_dataset(made, grouped, count, True))
    if callable(made):
        return Calls(made, count)
    raise ValueError("input_fn must return a tf.data.Dataset or a callable.")


def on_dataset(dataset: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    """`function(dataset, *arguments)`; a dataset that depends on tensors of a graph is one again."""
    deferred = getattr(dataset, "_with", None)
    return function(dataset, *arguments) if deferred is None else deferred(lambda made: function(made, *arguments))


def graph_iterator(dataset: DistributedDataset) -> DistributedIteratorV1:
    """The iterator over a distributed dataset: of the graph under construction, or eagerly."""
    return _over(dataset._dataset)


def _over(dataset):
    return DistributedIteratorV1(dataset, higher.graph_iterator(dataset) if in_session_graph() else None)

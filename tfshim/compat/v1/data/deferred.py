"""Datasets of a graph: how to make one, from values of the tensors of the graph that it uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.data import graphs, saving
from tfshim.engine.graphs.func_graph import as_graph_tensor, values_from_outside
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random import seeds as seeding
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


class _Seeds:
    """Takes the graph's place as the source of operation seeds: the same ones each time the dataset is built."""

    _seeder = None

    def __init__(self, seed, count):
        self.seed, self._seed_count = seed, count


class _Seen:
    """Remembers the variables of graphs that are read."""

    def __init__(self):
        self.variables = []

    def note(self, variable):
        if getattr(variable, "_in_graph_mode", False) and not any(v is variable for v in self.variables):
            self.variables.append(variable)


def _static(t):
    """The constant value of the symbolic tensor `t`, or None."""
    value = tf.get_static_value(t)
    return None if value is None else convert_to_tensor(value, t.dtype)


def _stand_in(t, size):
    """A value in place of `t`, which is only known in a run: unknown dimensions, and numbers (they may be sizes), are `size`."""
    dims = [size if d is None else d for d in t.shape.as_list()] if t.shape.rank is not None else [size]
    return tf.fill(dims, "") if t.dtype is tf.string else tf.cast(tf.fill(dims, size), t.dtype)


class DatasetV1Adapter:
    """A dataset of a graph: how to make it, from values of the tensors of the graph that it uses.

    It is built at once, with placeholder values for tensors that are only known in a run, for the types of its elements; and
    again in each run where it depends on such tensors.
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"

    def __init__(
        self, parent: DatasetV1Adapter | None, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        self._parent, self._function, self._args, self._kwargs = parent, function, args, kwargs
        graph = TS.graph
        self._seeds, self._captured, seen = (graph.seed, graph._seed_count), [], _Seen()
        before, TS.watchers = TS.watchers, (*TS.watchers, seen)
        try:
            self._made, graph._seed_count = self._make(None if parent is None else parent._made, self._first, lambda d: d._made)
        finally:
            TS.watchers = before
        others = [d for d in nest.flatten([list(args), dict(kwargs)]) if type(d) is DatasetV1Adapter]
        self._variables = [v for d in ([] if parent is None else [parent]) + others for v in d._variables] + seen.variables
        self._others, self._spec, self._holder = others, None, None

    def _first(self, t):
        """A value for `t` in the first build; tensors whose values are only known in a run are remembered."""
        with eager_mode():  # the caller may be a function of the dataset that is being traced
            value = _static(t)
            if value is None:
                if not any(c is t for c in self._captured):
                    self._captured.append(t)
                value = _stand_in(t, 1)
            return value

    def _make(self, parent, value_of, made_of):
        """(result of the function, number of operation seeds taken until then)."""
        seeds = _Seeds(*self._seeds)

        def value(a):
            if getattr(a, "_in_graph_mode", False):
                a = a._snapshot
            return value_of(a) if isinstance(a, SymbolicTensor) else made_of(a) if type(a) is DatasetV1Adapter else a

        with eager_mode(), seeding.seeds_of(seeds), values_from_outside(value_of):
            args = nest.map_structure(value, list(self._args), expand_composites=True)
            kwargs = {k: nest.map_structure(value, v, expand_composites=True) for k, v in self._kwargs.items()}
            function = self._function if parent is None else getattr(parent, self._function)
            return function(*args, **kwargs), seeds._seed_count

    def _tensors(self):
        """The symbolic tensors whose values are only known in a run, each once."""
        found = []
        for t in [t for d in ([] if self._parent is None else [self._parent]) + self._others for t in d._tensors()] + self._captured:
            if not any(t is f for f in found):
                found.append(t)
        return found

    def _build(self, value_of):
        """The real dataset for values of the tensors; `value_of` gives an eager tensor for a symbolic one."""
        if not self._tensors():
            return self._anew()

        def known(t):
            with eager_mode():
                value = _static(t)
                return value_of(t) if value is None else value

        parent = None if self._parent is None else self._parent._build(value_of)
        return self._make(parent, known, lambda d: d._build(value_of))[0]

    def _anew(self):
        """The dataset of a run whose values are known: a new one where it holds orders or elements, as each run begins afresh."""
        if self._holder is None:
            self._holder = graphs.Holder(self._made, []) if graphs.made_anew(self._made) else False
        return self._holder.made([]) if self._holder else self._made

    def _with(self, function):
        """What `function` makes of the dataset, as one of the graph."""
        return DatasetV1Adapter(None, function, (self,), {})

    @property
    def element_spec(self) -> Any:
        """The types of the elements; sizes that depend on a run are unknown."""
        if self._spec is None:
            self._spec = self._made.element_spec
            if self._tensors():
                # The first build took 1 for unknown sizes: those that differ in a build with 2 depend on the run.
                with eager_mode():
                    other = self._build(lambda t: _stand_in(t, 2)).element_spec
                self._spec = nest.map_structure(lambda a, b: a.most_specific_compatible_type(b), self._spec, other)
        return self._spec

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if not callable(getattr(type(self._made), name, None)):
            return getattr(self._made, name)
        return lambda *args, **kwargs: deferred_call(self, name, args, kwargs)

    def apply(self, transformation_func: Callable[[Any], Any]) -> Any:
        """What a function makes of the dataset. As `tf.data.Dataset.apply`."""
        if getattr(transformation_func, "__module__", "").partition(".")[0] == __name__.partition(".")[0]:
            return deferred_call(self, "apply", (transformation_func,), {})  # of `tf.data.experimental`, which takes datasets apart
        made = transformation_func(self)
        if not isinstance(made, (DatasetV1Adapter, tf.data.Dataset)):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(made)}.")
        return made

    def __iter__(self):
        raise RuntimeError("`tf.data.Dataset` only supports Python-style iteration in eager mode or within tf.function.")

    def __repr__(self):
        return repr(self._made)

    @property
    def _variant_tensor(self):
        """The tensor that represents the dataset, which each run makes anew."""
        return deferred_call(None, lambda made: made._variant_tensor, (self,), {})

    def save(self, path: Any, compression: str | None = None, shard_func: Any = None, checkpoint_args: Any = None) -> Operation:
        """The operation that writes the elements into a folder. As `tf.data.Dataset.save`."""
        return saving.save(self, path, compression, shard_func, checkpoint_args)

    output_types = property(lambda self: get_output_types(self), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: get_output_shapes(self), doc="The shapes of the elements.")
    output_classes = property(lambda self: get_output_classes(self), doc="The classes of the elements.")


def deferred_call(parent, function, args, kwargs):
    """What a method of a dataset, or a function that makes one, gives in a graph: a deferred dataset, or tensors of the graph."""
    made = DatasetV1Adapter(parent, function, args, kwargs)
    result = made._made
    if isinstance(result, tf.data.Dataset):
        return made
    flat = nest.flatten(result, expand_composites=True)
    if not flat or not all(isinstance(x, EagerTensor) for x in flat):
        return result
    tensors = made._tensors()
    graph = TS.graph
    # What was made with stand-ins for values that only a run knows tells no more than ranks.
    node = graph._add(
        _COMPUTE,
        [made, tuple(map(ByRun, tensors)), [as_graph_tensor(graph, t) for t in tensors]],
        [abstract.leaf(x.dtype, x.shape if not tensors else [None] * x.shape.rank) for x in flat],
        "DatasetToSingleElement" if function == "get_single_element" else "ReduceDataset",
    )
    return nest.pack_sequence_as(result, list(node.outputs), expand_composites=True)


def _spec(dataset_or_iterator):
    return dataset_or_iterator.element_spec


def _told(what, dataset_or_iterator):
    """An attribute of each spec of the elements; the spec itself of what has none, as None has no dtype."""
    return nest.map_structure(lambda s: getattr(s, what, s), _spec(dataset_or_iterator))


@tf_export(v1=["data.get_output_types"])
def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of the elements of a dataset, in their structure. Mirrors `tf.compat.v1.data.get_output_types`.

    It is for programs that handle both kinds of datasets, since those of TensorFlow 2 have no attribute `output_types`. In new programs
    `element_spec` tells dtypes, shapes and classes at once.

    Arguments:
        dataset_or_iterator: a dataset, or an iterator over one.

    Returns:
        A `tf.DType`, or a nest of such in the structure of an element.

    Example:
        >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.from_tensors({"x": 1.5, "y": ["a", "b"]}))
        {'x': tf.float32, 'y': tf.string}
        >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(3))
        tf.int64
    """
    return _told("dtype", dataset_or_iterator)


@tf_export(v1=["data.get_output_shapes"])
def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The static shapes of the elements of a dataset, in their structure. Mirrors `tf.compat.v1.data.get_output_shapes`.

    It is for programs that handle both kinds of datasets, since those of TensorFlow 2 have no attribute `output_shapes`. In new programs
    `element_spec` tells dtypes, shapes and classes at once.

    Arguments:
        dataset_or_iterator: a dataset, or an iterator over one.

    Returns:
        A `tf.TensorShape`, or a nest of such in the structure of an element.

    Example:
        >>> tf.compat.v1.data.get_output_shapes(tf.data.Dataset.from_tensors({"x": 1.5, "y": ["a", "b"]}))
        {'x': TensorShape([]), 'y': TensorShape([2])}
        >>> tf.compat.v1.data.get_output_shapes(tf.data.Dataset.range(5).batch(2))
        TensorShape([None])
    """
    return _told("shape", dataset_or_iterator)


@tf_export(v1=["data.get_output_classes"])
def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of the elements of a dataset, in their structure. Mirrors `tf.compat.v1.data.get_output_classes`.

    It is for programs that handle both kinds of datasets, since those of TensorFlow 2 have no attribute `output_classes`. In new programs
    `element_spec` tells dtypes, shapes and classes at once.

    Arguments:
        dataset_or_iterator: a dataset, or an iterator over one.

    Returns:
        A class such as `tf.Tensor`, `tf.SparseTensor` or `tf.RaggedTensor`, or a nest of such in the structure of an element.

    Example:
        >>> found = tf.compat.v1.data.get_output_classes(tf.data.Dataset.from_tensors((1, tf.sparse.eye(2))))
        >>> found == (tf.Tensor, tf.SparseTensor)
        True
    """
    return nest.map_structure(lambda s: s.value_type, _spec(dataset_or_iterator))


def value_of_run(ids, storages):
    """The argument of `DatasetV1Adapter._build`: a function from the tensors wrapped in `ids` to eager tensors of `storages`."""
    made = {id(i.tensor): wrap(v, i.dtype) for i, v in zip(ids, storages)}
    return lambda t: made[id(t)]


def _compute(dataset, ids, values):
    with running_session()._holding(dataset._variables):
        result = (
            dataset._build(value_of_run(ids, values))
            if ids
            else dataset._make(None if dataset._parent is None else dataset._parent._made, _static, lambda d: d._made)[0]
        )
    return [t._t for t in nest.flatten(result, expand_composites=True)]


_COMPUTE = InnerOp("ReduceDataset", _compute, stateful=True, names=("dataset", "ids", "values"), grad=None)


class ByRun:
    """Wraps a symbolic tensor as an attribute of a node: the key under which the value of a run is found."""

    def __init__(self, tensor):
        self.tensor, self.dtype = tensor, tensor.dtype


class _OfGraph:
    """A dataset of `tf.data.Dataset`, TensorFlow 2's class, that was made of tensors of a graph."""

    _variables = ()

    def __init__(self, dataset: Any, tensors: list[SymbolicTensor]) -> None:
        self._dataset, self._tensors_of_graph = dataset, tensors
        self._holder = graphs.Holder(dataset, tensors)

    def _tensors(self):
        return self._tensors_of_graph

    def _build(self, value_of):
        with eager_mode():
            return self._holder.made([value_of(t)._t for t in self._tensors_of_graph])

    @property
    def element_spec(self) -> Any:
        """The types of the elements."""
        return self._dataset.element_spec


def as_deferred(dataset):
    """`dataset` as one of a graph."""
    if type(dataset) is DatasetV1Adapter:
        return dataset
    tensors = graphs.leaves(dataset)
    return _OfGraph(dataset, tensors) if tensors else DatasetV1Adapter(None, lambda: dataset, (), {})


def require_known_values(dataset):
    """Raise ValueError for a dataset that depends on tensors of its graph other than constants."""
    stateful = [v.op for v in dataset._variables]
    stack, seen = list(dataset._tensors()), set()
    while stack:
        node = stack.pop().op
        if node not in seen:
            seen.add(node)
            if node.type.startswith("Placeholder"):
                raise ValueError(f"Cannot capture a placeholder (name:{node.name}, type:{node.type}) by value.")
            if node.stateful:
                stateful.append(node)
            stack.extend(node.inputs)
    if stateful:
        raise ValueError(
            f"Failed to create a one-shot iterator for a dataset. `Dataset.make_initializable_iterator()` is more suitable: "
            f"Cannot capture a stateful node (name:{stateful[0].name}, type:{stateful[0].type}) by value."
        )

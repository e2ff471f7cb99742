"""`tf.compat.v1.data`: datasets with iterators whose elements are tensors of a graph.

In a graph a dataset is built eagerly; where it depends on tensors of the graph (placeholders) it is built when its
iterator is initialized. Each session has its own position in it.
"""

from __future__ import annotations

import contextlib
import importlib
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.data import graphs, saving
from tfshim.data.iterators import not_initialized
from tfshim.data.running import without_threads
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.func_graph import as_graph_tensor, values_from_outside
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.session_runs import running_session
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random import seeds as seeding
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, _find, __dir__ = exported(globals(), ("experimental",), target="tfshim.data")


def __getattr__(name):
    if name == "experimental":
        return importlib.import_module(f"{__name__}_{name}")
    return _find(name)


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


class Deferred:
    """A dataset of a graph: how to make it, from values of the tensors of the graph that it uses.

    It is built at once, with placeholder values for tensors that are only known in a run, for the types of its elements; and
    again in each run where it depends on such tensors.
    """

    def __init__(self, parent: Deferred | None, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        self._parent, self._function, self._args, self._kwargs = parent, function, args, kwargs
        graph = TS.graph
        self._seeds, self._captured, seen = (graph.seed, graph._seed_count), [], _Seen()
        before, TS.watchers = TS.watchers, (*TS.watchers, seen)
        try:
            self._made, graph._seed_count = self._make(None if parent is None else parent._made, self._first, lambda d: d._made)
        finally:
            TS.watchers = before
        others = [d for d in nest.flatten([list(args), dict(kwargs)]) if type(d) is Deferred]
        self._variables = [v for d in ([] if parent is None else [parent]) + others for v in d._variables] + seen.variables
        self._others, self._spec = others, None

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
            return value_of(a) if isinstance(a, SymbolicTensor) else made_of(a) if type(a) is Deferred else a

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
            return self._made

        def known(t):
            with eager_mode():
                value = _static(t)
                return value_of(t) if value is None else value

        parent = None if self._parent is None else self._parent._build(value_of)
        return self._make(parent, known, lambda d: d._build(value_of))[0]

    def _with(self, function):
        """What `function` makes of the dataset, as one of the graph."""
        return Deferred(None, function, (self,), {})

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
        if not isinstance(made, (Deferred, tf.data.Dataset)):
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
    made = Deferred(parent, function, args, kwargs)
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
        [made, tuple(map(_Id, tensors)), [as_graph_tensor(graph, t) for t in tensors]],
        [abstract.leaf(x.dtype, x.shape if not tensors else [None] * x.shape.rank) for x in flat],
        "DatasetToSingleElement" if function == "get_single_element" else "ReduceDataset",
    )
    return nest.pack_sequence_as(result, list(node.outputs), expand_composites=True)


def _spec(dataset_or_iterator):
    return dataset_or_iterator.element_spec


@tf_export(v1=["data.get_output_types"])
def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of the elements, in their structure. Mirrors `tf.compat.v1.data.get_output_types`."""
    return nest.map_structure(lambda s: s.dtype, _spec(dataset_or_iterator))


@tf_export(v1=["data.get_output_shapes"])
def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of the elements, in their structure. Mirrors `tf.compat.v1.data.get_output_shapes`."""
    return nest.map_structure(lambda s: s.shape, _spec(dataset_or_iterator))


@tf_export(v1=["data.get_output_classes"])
def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of the elements, in their structure. Mirrors `tf.compat.v1.data.get_output_classes`."""
    return nest.map_structure(lambda s: s.value_type, _spec(dataset_or_iterator))


# ---------------------------------------------------------------------- iterators
class _Position:
    """The position of a session in the elements: its Python iterator and the variables that the dataset reads."""

    items, variables = None, ()


def _values(ids, storages):
    """The argument of `Deferred._build`: a function from the tensors wrapped in `ids` to eager tensors of `storages`."""
    made = {id(i.tensor): wrap(v, i.dtype) for i, v in zip(ids, storages)}
    return lambda t: made[id(t)]


def _advance(iterator, ids, values):
    session = running_session()
    position = session._store(iterator, _Position)
    if position.items is None:
        if not iterator._one_shot:
            raise not_initialized()
        position.items = iter(iterator._dataset._build(_values(ids, values)))
    with session._holding(position.variables):
        try:
            element = next(position.items)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, "End of sequence") from None
    return [t._t for t in nest.flatten(element, expand_composites=True)]


def _start(iterator, dataset, ids, values):
    session = running_session()
    position = session._store(iterator, _Position)
    position.variables = dataset._variables
    # A dataset's own threads read outside of `holding`, where variables do not have the values of this session.
    with session._holding(position.variables), without_threads() if position.variables else contextlib.nullcontext():
        position.items = iter(dataset._build(_values(ids, values)))
    return []


def _compute(dataset, ids, values):
    with running_session()._holding(dataset._variables):
        result = (
            dataset._build(_values(ids, values))
            if ids
            else dataset._make(None if dataset._parent is None else dataset._parent._made, _static, lambda d: d._made)[0]
        )
    return [t._t for t in nest.flatten(result, expand_composites=True)]


# weak: a handle does not keep its iterator alive
_HANDLES = weakref.WeakValueDictionary()


def _handle_of(iterator):
    handle = f"Iterator/{id(iterator)}".encode()
    _HANDLES[handle] = iterator
    return [np.array(handle, dtype=object)]


def _advance_fed(handle):
    iterator = _HANDLES.get(handle.item())
    if iterator is None:
        raise invalid(
            "Could not parse string_handle as a valid ResourceHandle: "
            f"{handle.item()!r} is nothing that a run of an iterator's string_handle() gave.",
        )
    return _advance(iterator, (), ())


_HANDLE = InnerOp("IteratorToStringHandle", _handle_of, stateful=True, names=("iterator",), grad=None)
_NEXT_OF = InnerOp("IteratorGetNext", _advance_fed, stateful=True, names=("handle",), grad=None)
_NEXT = InnerOp("IteratorGetNext", _advance, stateful=True, names=("iterator", "ids", "values"), grad=None)
_MAKE = InnerOp("MakeIterator", _start, stateful=True, names=("iterator", "dataset", "ids", "values"), grad=None)
_COMPUTE = InnerOp("ReduceDataset", _compute, stateful=True, names=("dataset", "ids", "values"), grad=None)
_KINDS = {
    kind: InnerOp(kind, as_object, stateful=True, names=("iterator",), grad=None)
    for kind in ("IteratorV2", "OneShotIterator", "IteratorFromStringHandleV2")
}


class _Id:
    """Wraps a symbolic tensor as an attribute of a node: the key under which the value of a run is found."""

    def __init__(self, tensor):
        self.tensor, self.dtype = tensor, tensor.dtype


@tf_export(v1=["data.Iterator"])
class Iterator:
    """The elements of a dataset in a graph: each run of the tensors that `get_next()` gives takes the next one.

    Mirrors `tf.compat.v1.data.Iterator`.
    """

    __module__ = "tensorflow.python.data.ops.iterator_ops"

    def __init__(self, dataset: Any, element_spec: Any, one_shot: bool, fed: Tensor | None = None) -> None:
        self._dataset, self._element_spec, self._one_shot, self._fed = dataset, element_spec, one_shot, fed
        self._initializer = self._string_handle = None
        graph = self._graph = TS.graph
        kind = "OneShotIterator" if one_shot else "IteratorV2" if fed is None else "IteratorFromStringHandleV2"
        self._iterator_resource = graph._add(_KINDS[kind], [self], abstract.leaf(tf.resource, []), kind).outputs[0]
        graph.add_to_collection("iterators", self._iterator_resource)

    element_spec = property(lambda self: self._element_spec, doc="The types of the elements.")
    output_types = property(lambda self: get_output_types(self), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: get_output_shapes(self), doc="The shapes of the elements.")
    output_classes = property(lambda self: get_output_classes(self), doc="The classes of the elements.")

    @property
    def initializer(self) -> Operation:
        """The operation that goes to the start. Raises ValueError for an iterator that has none."""
        if self._initializer is None:
            raise ValueError(
                "The iterator does not have an initializer. This means it was likely created using "
                "`tf.data.Dataset.make_one_shot_iterator()`. For an initializable iterator, use "
                "`tf.data.Dataset.make_initializable_iterator()` instead."
            )
        return self._initializer

    def make_initializer(self, dataset: Any, name: str | None = None) -> Operation:
        """An operation that lets the iterator go through `dataset` from its start.

        Raises TypeError for elements of other types, classes or shapes, ValueError for another structure.
        """
        dataset = _deferred(dataset)
        for of in (get_output_types, get_output_shapes, get_output_classes):
            nest.assert_same_structure(of(self), of(dataset))
        for what, of in (("types", get_output_types), ("classes", get_output_classes)):
            for wanted, given in zip(nest.flatten(of(self)), nest.flatten(of(dataset))):
                if wanted != given:
                    raise TypeError(f"Expected output {what} {of(self)!r} but got dataset with output {what} {of(dataset)!r}.")
        for wanted, given in zip(nest.flatten(get_output_shapes(self)), nest.flatten(get_output_shapes(dataset))):
            if wanted.rank is not None and (given.rank is None or not _at_least(wanted, given)):
                raise TypeError(
                    f"Expected output shapes compatible with {get_output_shapes(self)!r} but got dataset with output shapes "
                    f"{get_output_shapes(dataset)!r}."
                )
        return self._made_initializer(dataset, name or "make_initializer")

    def _made_initializer(self, dataset, name):
        tensors = dataset._tensors()
        graph = self._graph
        with graph.as_default():
            graph._add(_MAKE, [self, dataset, tuple(map(_Id, tensors)), [as_graph_tensor(graph, t) for t in tensors]], [], name)
            return graph._operations[-1]

    def get_next(self, name: str | None = None) -> Any:
        """The next element, in the structure of the dataset's. A run beyond the last raises OutOfRangeError."""
        flat = nest.flatten(self._element_spec, expand_composites=True)
        leaves = [abstract.leaf(s.dtype, s.shape) for s in flat]
        graph = TS.graph
        if self._fed is None:
            tensors = self._dataset._tensors() if self._one_shot else []
            arguments = [self, tuple(map(_Id, tensors)), [as_graph_tensor(graph, t) for t in tensors]]
            node = graph._add(_NEXT, arguments, leaves, name or "IteratorGetNext")
        else:
            node = graph._add(_NEXT_OF, [as_graph_tensor(graph, self._fed)], leaves, name or "IteratorGetNext")
        return nest.pack_sequence_as(self._element_spec, list(node.outputs), expand_composites=True)

    def get_next_as_optional(self) -> NoReturn:
        """Not supported: raises NotImplementedError. Use `get_next`, whose runs raise OutOfRangeError at the end."""
        raise refused("tf.compat.v1.data.Iterator.get_next_as_optional", "graph")

    def string_handle(self, name: str | None = None) -> Tensor:
        """A string tensor that names the iterator, to be fed to one from `from_string_handle`."""
        if name is None and self._string_handle is not None:
            return self._string_handle
        with self._graph.as_default():
            made = self._graph._add(_HANDLE, [self], [abstract.leaf(tf.string, [])], name or "IteratorToStringHandle").outputs[0]
        if name is None:
            self._string_handle = made
        return made

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> Iterator:
        """An iterator for datasets of a structure, to be initialized by `make_initializer`.

        `output_classes`: tf.Tensor (as where it is not given), tf.SparseTensor or tf.RaggedTensor for each dtype.
        """
        return Iterator(None, _structure(output_types, output_shapes, output_classes), False)

    @staticmethod
    def from_string_handle(string_handle: TensorLike, output_types: Any, output_shapes: Any = None, output_classes: Any = None) -> Iterator:
        """An iterator that goes on with the one whose `string_handle()` is fed in each run; see `from_structure`."""
        return Iterator(None, _structure(output_types, output_shapes, output_classes), False, convert_to_tensor(string_handle, tf.string))


def _at_least(wanted, given):
    """Whether the shape `given` is at least as specific as `wanted` and compatible with it."""
    return wanted.rank == given.rank and all(w is None or w == g for w, g in zip(wanted.as_list(), given.as_list()))


def _structure(output_types, output_shapes, output_classes):
    """The element types of a structure of dtypes, shapes or None, and classes or None."""
    types = nest.flatten(output_types)
    shapes = [None] * len(types) if output_shapes is None else nest.flatten_up_to(output_types, output_shapes)
    classes = [tf.Tensor] * len(types) if output_classes is None else nest.flatten_up_to(output_types, output_classes)
    specs = []
    for dtype, shape, kind in zip(types, shapes, classes):
        spec = {tf.Tensor: tf.TensorSpec, tf.SparseTensor: tf.SparseTensorSpec, tf.RaggedTensor: tf.RaggedTensorSpec}.get(kind)
        if spec is None:
            raise TypeError(
                f"Could not build a structure for output class {kind}. Make sure any component class in `output_classes` "
                "is one of tf.Tensor, tf.SparseTensor and tf.RaggedTensor."
            )
        specs.append(spec(TensorShape(shape), tf.as_dtype(dtype)))
    return nest.pack_sequence_as(output_types, specs)


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


def _deferred(dataset):
    """`dataset` as one of a graph."""
    if type(dataset) is Deferred:
        return dataset
    tensors = graphs.leaves(dataset)
    return _OfGraph(dataset, tensors) if tensors else Deferred(None, lambda: dataset, (), {})


def _by_value(dataset):
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


@tf_export(v1=["data.make_one_shot_iterator"])
def make_one_shot_iterator(dataset: Any) -> Any:
    """An iterator that needs no initializing; eagerly a Python iterator. Mirrors `tf.compat.v1.data.make_one_shot_iterator`.

    Raises ValueError where the dataset depends on placeholders or variables.
    """
    if TS.graph is None:
        return iter(dataset)
    made = ready_iterator(dataset)
    seeding.get_seed(None)  # TensorFlow makes the dataset in a function, which takes a seed from the graph
    return made


def ready_iterator(dataset: Any) -> Iterator:
    """An iterator of the graph under construction that needs no initializing."""
    dataset = _deferred(dataset)
    _by_value(dataset)
    return Iterator(dataset, dataset.element_spec, True)


@tf_export(v1=["data.make_initializable_iterator"])
def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> Iterator:
    """An iterator with an `initializer`. Mirrors `tf.compat.v1.data.make_initializable_iterator`; RuntimeError eagerly.

    Nothing is shared between sessions, so `shared_name` has no effect.
    """
    if TS.graph is None:
        raise RuntimeError("`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration instead.")
    dataset = _deferred(dataset)
    made = Iterator(dataset, dataset.element_spec, False)
    made._initializer = made._made_initializer(dataset, "MakeIterator")
    return made


higher.install(graph_iterator=make_initializable_iterator)

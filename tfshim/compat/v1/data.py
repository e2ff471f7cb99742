"""`tf.compat.v1.data`: datasets with iterators whose elements are tensors of a graph.

In a graph a dataset is built eagerly; where it depends on tensors of the graph (placeholders) it is built when its
iterator is initialized. Each session has its own position in it.
"""

import weakref

import numpy as np

import tfshim as tf
from tfshim.compat.v1._fallback import elsewhere
from tfshim.engine import errors, infer, nest
from tfshim.engine.context import eager_mode
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.func_graph import as_graph_tensor
from tfshim.engine.operation import InnerOp
from tfshim.engine.session import current_session
from tfshim.engine.shapes import TensorShape
from tfshim.engine.state import TS
from tfshim.engine.symbolic_tensor import SymbolicTensor
from tfshim.engine.tensor import wrap

__getattr__ = elsewhere("data", target="tfshim.data")


class _DatasetMeta(type):
    """Lets `Dataset.range` and its like make deferred datasets in graphs, and real ones eagerly."""

    def __getattr__(cls, name):
        made = getattr(tf.data.Dataset, name)
        return made if TS.graph is None or name.startswith("_") or not callable(made) else _source(made)

    def __instancecheck__(cls, instance):
        return isinstance(instance, (tf.data.Dataset, _Deferred))


def _source(function):
    def make(*args, **kwargs):
        return _Deferred(None, function, args, kwargs)

    return make


class _Deferred:
    """A dataset of a graph: how to make it, from values of the tensors of the graph among the arguments."""

    def __init__(self, parent, function, args, kwargs):
        self._parent, self._function, self._args, self._kwargs = parent, function, args, kwargs
        self._made = None

    def __repr__(self):
        return repr(self._real())

    def _tensors(self):
        """The symbolic tensors that it depends on."""
        found = [] if self._parent is None else self._parent._tensors()
        for a in nest.flatten([list(self._args), dict(self._kwargs)]):
            if isinstance(a, _Deferred):
                found += a._tensors()
            elif isinstance(a, SymbolicTensor) and not any(a is f for f in found):
                found.append(a)
        return found

    def _build(self, values):
        """The real dataset, for the EagerTensors `values` (by the id of the symbolic tensor)."""

        def value(a):
            return values[id(a)] if isinstance(a, SymbolicTensor) else a._build(values) if isinstance(a, _Deferred) else a

        args = nest.map_structure(value, list(self._args))
        kwargs = {k: nest.map_structure(value, v) for k, v in self._kwargs.items()}
        if self._parent is None:
            return self._function(*args, **kwargs)
        return getattr(self._parent._build(values), self._function)(*args, **kwargs)

    def _real(self):
        """The real dataset, with stand-ins for what only a run can tell: it shows the types of the elements."""
        if self._made is None:
            stand_ins = {}
            for t in self._tensors():
                static = tf.get_static_value(t)
                with eager_mode():
                    dims = [1 if d is None else d for d in t.shape.as_list()] if t.shape.rank is not None else [1]
                    stand_ins[id(t)] = convert_to_tensor(static) if static is not None else \
                        tf.zeros(dims, t.dtype) if t.dtype is not tf.string else tf.fill(dims, "")
            with eager_mode():
                self._made = self._build(stand_ins)
        return self._made

    @property
    def element_spec(self):
        """The types of the elements."""
        return self._real().element_spec

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if not callable(getattr(type(self._real()), name, None)):
            return getattr(self._real(), name)
        return lambda *args, **kwargs: _Deferred(self, name, args, kwargs)

    output_types = property(lambda self: get_output_types(self), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: get_output_shapes(self), doc="The shapes of the elements.")
    output_classes = property(lambda self: get_output_classes(self), doc="The classes of the elements.")

    def make_one_shot_iterator(self):
        """See `make_one_shot_iterator`."""
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name=None):
        """See `make_initializable_iterator`."""
        return make_initializable_iterator(self, shared_name)


class Dataset(metaclass=_DatasetMeta):
    """The factories of `tf.data.Dataset`; in a graph they give datasets for iterators. Mirrors `tf.compat.v1.data.Dataset`."""


def _file_source(public):
    def make(*args, **kwargs):
        kind = getattr(tf.data, public)
        return kind(*args, **kwargs) if TS.graph is None else _Deferred(None, kind, args, kwargs)

    make.__name__ = make.__qualname__ = public
    make.__doc__ = f"See `tf.data.{public}`; in a graph a dataset for an iterator. Mirrors `tf.compat.v1.data.{public}`."
    return make


TFRecordDataset, TextLineDataset = _file_source("TFRecordDataset"), _file_source("TextLineDataset")
FixedLengthRecordDataset = _file_source("FixedLengthRecordDataset")


def _spec(dataset_or_iterator):
    return dataset_or_iterator.element_spec


def get_output_types(dataset_or_iterator):
    """The dtypes of the elements, in their structure. Mirrors `tf.compat.v1.data.get_output_types`."""
    return nest.map_structure(lambda s: s.dtype, _spec(dataset_or_iterator))


def get_output_shapes(dataset_or_iterator):
    """The shapes of the elements, in their structure. Mirrors `tf.compat.v1.data.get_output_shapes`."""
    return nest.map_structure(lambda s: s.shape, _spec(dataset_or_iterator))


def get_output_classes(dataset_or_iterator):
    """The classes of the elements, in their structure. Mirrors `tf.compat.v1.data.get_output_classes`."""
    return nest.map_structure(lambda s: s.value_type, _spec(dataset_or_iterator))


# ---------------------------------------------------------------------- iterators
class _Position:
    """Where a session stands in the elements."""

    items = None


def _advance(iterator):
    position = current_session().store(iterator, _Position)
    if position.items is None:
        if not iterator._one_shot:
            raise errors.FailedPreconditionError(
                None, None, "GetNext() failed because the iterator has not been initialized. Ensure that you have run the initializer "
                "operation for this iterator before getting the next element.")
        position.items = iter(iterator._dataset._real())
    try:
        element = next(position.items)
    except StopIteration:
        raise errors.OutOfRangeError(None, None, "End of sequence\n\t [[{{node IteratorGetNext}}]]") from None
    return [t._t for t in nest.flatten(element, expand_composites=True)]


def _start(iterator, dataset, ids, values):
    made = {id(i.tensor): wrap(v, i.dtype) for i, v in zip(ids, values)}
    position = current_session().store(iterator, _Position)
    position.items = iter(dataset._build(made) if ids else dataset._real())
    return []


_HANDLES = weakref.WeakValueDictionary()


def _handle_of(iterator):
    handle = f"Iterator/{id(iterator)}".encode()
    _HANDLES[handle] = iterator
    return [np.array(handle, dtype=object)]


def _advance_fed(handle):
    iterator = _HANDLES.get(handle.item())
    if iterator is None:
        raise errors.InvalidArgumentError(None, None, f"The iterator handle {handle.item()!r} names no iterator: feed what a run of its "
                                          "string_handle() gave.")
    return _advance(iterator)


_HANDLE = InnerOp("IteratorToStringHandle", _handle_of, stateful=True, names=("iterator",), grad=None)
_NEXT_OF = InnerOp("IteratorGetNext", _advance_fed, stateful=True, names=("handle",), grad=None)
_NEXT = InnerOp("IteratorGetNext", _advance, stateful=True, names=("iterator",), grad=None)
_MAKE = InnerOp("MakeIterator", _start, stateful=True, names=("iterator", "dataset", "ids", "values"), grad=None)


class Iterator:
    """The elements of a dataset in a graph: `get_next()` are tensors that each run moves on. Mirrors `tf.compat.v1.data.Iterator`."""

    def __init__(self, dataset, element_spec, one_shot):
        self._dataset, self._element_spec, self._one_shot = dataset, element_spec, one_shot
        self._initializer = None
        self._graph = TS.graph

    element_spec = property(lambda self: self._element_spec, doc="The types of the elements.")
    output_types = property(lambda self: get_output_types(self), doc="The dtypes of the elements.")
    output_shapes = property(lambda self: get_output_shapes(self), doc="The shapes of the elements.")
    output_classes = property(lambda self: get_output_classes(self), doc="The classes of the elements.")

    @property
    def initializer(self):
        """The operation that goes to the start. Raises ValueError for an iterator that has none."""
        if self._initializer is None:
            if self._one_shot or self._dataset is None:
                raise ValueError("The iterator does not have an initializer. This means it was likely created using "
                                 "`tf.data.Dataset.make_one_shot_iterator()`. For an initializable iterator, use "
                                 "`tf.data.Dataset.make_initializable_iterator()` instead.")
            self._initializer = self.make_initializer(self._dataset, "MakeIterator")
        return self._initializer

    def make_initializer(self, dataset, name=None):
        """An operation that lets the iterator go through `dataset` from its start."""
        tensors = dataset._tensors()
        graph = TS.graph or self._graph
        with graph.as_default():
            graph.add(_MAKE, [self, dataset, tuple(_Id(t) for t in tensors), [as_graph_tensor(graph, t) for t in tensors]], [],
                      name or "MakeIterator")
            return graph._operations[-1]

    def get_next(self, name=None):
        """The next element, in the structure of the dataset's. A run beyond the last raises OutOfRangeError."""
        flat = nest.flatten(self._element_spec, expand_composites=True)
        leaves = [infer.leaf(s.dtype, s.shape) for s in flat]
        node = TS.graph.add(_NEXT, [self], leaves, name or "IteratorGetNext")
        return nest.pack_sequence_as(self._element_spec, list(node.outputs), expand_composites=True)

    @staticmethod
    def from_structure(output_types, output_shapes=None, shared_name=None, output_classes=None):
        """An iterator for datasets of a structure, to be initialized by `make_initializer`."""
        if output_classes is not None:
            raise NotImplementedError("Iterator.from_structure: `output_classes` is not supported; elements are dense tensors.")
        return Iterator(None, _structure(output_types, output_shapes), False)

    def string_handle(self, name=None):
        """A string tensor that names the iterator, to be fed to one from `from_string_handle`."""
        graph = TS.graph or self._graph
        with graph.as_default():
            return graph.add(_HANDLE, [self], [infer.leaf(tf.string, [])], name or "IteratorToStringHandle").outputs[0]

    @staticmethod
    def from_string_handle(string_handle, output_types, output_shapes=None, output_classes=None):
        """An iterator that goes on with the one whose `string_handle()` is fed in each run."""
        if output_classes is not None:
            raise NotImplementedError("Iterator.from_string_handle: `output_classes` is not supported; elements are dense tensors.")
        string_handle = convert_to_tensor(string_handle, tf.string)
        return _Feedable(string_handle, _structure(output_types, output_shapes))


class _Feedable(Iterator):
    """An iterator that stands for the one whose handle it is given."""

    def __init__(self, handle, element_spec):
        super().__init__(None, element_spec, False)
        self._handle = handle

    def get_next(self, name=None):
        """The next element of the iterator that is fed. A run beyond its last raises OutOfRangeError."""
        flat = nest.flatten(self._element_spec, expand_composites=True)
        leaves = [infer.leaf(s.dtype, s.shape) for s in flat]
        node = TS.graph.add(_NEXT_OF, [as_graph_tensor(TS.graph, self._handle)], leaves, name or "IteratorGetNext")
        return nest.pack_sequence_as(self._element_spec, list(node.outputs), expand_composites=True)


def _structure(output_types, output_shapes):
    """The element types of a structure of dtypes, and of shapes or None."""
    types = nest.flatten(output_types)
    shapes = [None] * len(types) if output_shapes is None else nest.flatten_up_to(output_types, output_shapes)
    specs = [tf.TensorSpec(TensorShape(s), tf.as_dtype(t)) for t, s in zip(types, shapes)]
    return nest.pack_sequence_as(output_types, specs)


class _Id:
    """Stands for a symbolic tensor among a node's attributes: what its value is known by."""

    def __init__(self, tensor):
        self.tensor, self.dtype = tensor, tensor.dtype


def _deferred(dataset):
    if isinstance(dataset, _Deferred):
        return dataset
    made = _Deferred(None, lambda: dataset, (), {})
    made._made = dataset
    return made


def make_one_shot_iterator(dataset):
    """An iterator that needs no initializing; eagerly a Python iterator. Mirrors `tf.compat.v1.data.make_one_shot_iterator`.

    Raises ValueError where the dataset depends on a tensor whose value only a run can tell.
    """
    if TS.graph is None:
        return iter(dataset)
    dataset = _deferred(dataset)
    for t in dataset._tensors():
        if tf.get_static_value(t) is None:
            raise ValueError(f"Failed to create a one-shot iterator for a dataset. `Dataset.make_initializable_iterator()` is the only "
                             f"iterator for a dataset that captures {t}.")
    return Iterator(dataset, dataset.element_spec, True)


def make_initializable_iterator(dataset, shared_name=None):
    """An iterator with an `initializer`. Mirrors `tf.compat.v1.data.make_initializable_iterator`; RuntimeError eagerly."""
    if TS.graph is None:
        raise RuntimeError("`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration instead.")
    dataset = _deferred(dataset)
    return Iterator(dataset, _relaxed(dataset), False)


def _relaxed(dataset):
    """The element types, their sizes unknown where the dataset depends on tensors that are."""
    if all(t.shape.is_fully_defined() for t in dataset._tensors()):
        return dataset.element_spec
    return nest.map_structure(lambda s: tf.TensorSpec([None] * s.shape.rank if s.shape.rank is not None else None, s.dtype)
                              if isinstance(s, tf.TensorSpec) else s, dataset.element_spec)


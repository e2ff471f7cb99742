"""Iterators of a graph, whose elements are its tensors; each session has its own position in them."""

from __future__ import annotations

import contextlib
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.data.deferred import (
    ByRun,
    as_deferred,
    get_output_classes,
    get_output_shapes,
    get_output_types,
    require_known_values,
    value_of_run,
)
from tfshim.data.iterators import not_initialized
from tfshim.data.optional import Held, OptionalImpl
from tfshim.data.running import without_threads
from tfshim.data.structures import box
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random import seeds as seeding
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


class _Position:
    """The position of a session in the elements: its Python iterator and the variables that the dataset reads."""

    items, variables = None, ()


def position_of(iterator):
    """The session that runs, and its position in the elements of `iterator`."""
    session = running_session()
    return session, session._store(iterator, _Position)


def begun(iterator, ids, values):
    """The position of the session that runs, which an iterator that needs no initializer begins if it has not."""
    position = position_of(iterator)[1]
    if position.items is None and iterator._one_shot:
        position.items = iter(iterator._dataset._build(value_of_run(ids, values)))
    return position


def _drawn(iterator, ids, values):
    """The iterator of the session, and the slots of its next element. Raises StopIteration at the end."""
    session, position = position_of(iterator)
    if position.items is None and begun(iterator, ids, values).items is None:
        raise not_initialized()
    with session._holding(position.variables):
        return position.items, position.items._cursor.next()


def _advance(iterator, ids, values):
    try:
        items, slots = _drawn(iterator, ids, values)
    except StopIteration:
        raise errors.OutOfRangeError(None, None, "End of sequence") from None
    # None is a part of elements without a value.
    return [t._t for t in nest.flatten(items._pack(slots), expand_composites=True) if t is not None]


def _advance_as_optional(iterator, ids, values):
    try:
        return [box(Held(_drawn(iterator, ids, values)[1]))]
    except StopIteration:
        return [box(Held(None))]


def _start(iterator, dataset, ids, values):
    session, position = position_of(iterator)
    position.variables = dataset._variables
    # A dataset's own threads read outside of `holding`, where variables do not have the values of this session.
    with session._holding(position.variables), without_threads() if position.variables else contextlib.nullcontext():
        position.items = iter(dataset._build(value_of_run(ids, values)))
    return []


# weak: a handle does not keep its iterator alive
_HANDLES = weakref.WeakValueDictionary()


def _handle_of(iterator, ids, values):
    if ids:  # who reads by the handle has no tensors of this graph
        begun(iterator, ids, values)
    handle = f"Iterator/{id(iterator)}".encode()
    _HANDLES[handle] = iterator
    return [np.array(handle, dtype=object)]


def _fed(handle):
    """The iterator that a run has named."""
    iterator = _HANDLES.get(handle.item())
    if iterator is None:
        raise invalid(
            "Could not parse string_handle as a valid ResourceHandle: "
            f"{handle.item()!r} is nothing that a run of an iterator's string_handle() gave.",
        )
    return iterator


def _advance_fed(handle):
    return _advance(_fed(handle), (), ())


def _advance_fed_as_optional(handle):
    return _advance_as_optional(_fed(handle), (), ())


_HANDLE = InnerOp("IteratorToStringHandle", _handle_of, stateful=True, names=("iterator", "ids", "values"), grad=None)
_NEXT_OF = InnerOp("IteratorGetNext", _advance_fed, stateful=True, names=("handle",), grad=None)
_NEXT = InnerOp("IteratorGetNext", _advance, stateful=True, names=("iterator", "ids", "values"), grad=None)
_NEXT_OPTIONAL_OF = InnerOp("IteratorGetNextAsOptional", _advance_fed_as_optional, stateful=True, names=("handle",), grad=None)
_NEXT_OPTIONAL = InnerOp("IteratorGetNextAsOptional", _advance_as_optional, stateful=True, names=("iterator", "ids", "values"), grad=None)
_MAKE = InnerOp("MakeIterator", _start, stateful=True, names=("iterator", "dataset", "ids", "values"), grad=None)
_KINDS = {
    kind: InnerOp(kind, as_object, stateful=True, names=("iterator",), grad=None)
    for kind in ("IteratorV2", "OneShotIterator", "IteratorFromStringHandleV2")
}


@tf_export(v1=["data.Iterator"])
class Iterator:
    """The elements of a dataset in a graph, one with each run. Mirrors `tf.compat.v1.data.Iterator`.

    `get_next()` gives tensors, and each run that needs them takes the next element. It is not constructed itself:
    `tf.compat.v1.data.make_one_shot_iterator`, `tf.compat.v1.data.make_initializable_iterator`, `from_structure` and `from_string_handle`
    make such. While executing eagerly, loop over the dataset instead.

    Attributes:
        initializer: the operation that lets it begin, for those that have one.
        output_types, output_shapes, output_classes: what elements are, in their structure.
        element_spec: the same as `tf.TypeSpec`s.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     iterator = tf.compat.v1.data.make_initializable_iterator(tf.compat.v1.data.Dataset.range(2))
        ...     element = iterator.get_next()
        ...     sess.run(iterator.initializer)
        ...     print(sess.run(element), sess.run(element))
        0 1
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
        """An operation that lets the iterator go through a dataset from its start. Mirrors `tf.compat.v1.data.Iterator.make_initializer`.

        An iterator made by `from_structure` has one for each of several datasets, such as those for training and for validation, which so
        share the model's graph.

        Arguments:
            dataset: a `tf.compat.v1.data.Dataset`, whose elements have the iterator's structure.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Raises:
            TypeError: elements have other types, classes or shapes.
            ValueError: they have another structure.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     first, second = tf.compat.v1.data.Dataset.range(3), tf.compat.v1.data.Dataset.range(10, 13)
            ...     iterator = tf.compat.v1.data.Iterator.from_structure(tf.int64, [])
            ...     element, starts = iterator.get_next(), [iterator.make_initializer(d) for d in (first, second)]
            ...     for start in starts:
            ...         sess.run(start)
            ...         print(sess.run(element), sess.run(element))
            0 1
            10 11
        """
        dataset = as_deferred(dataset)
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
            graph._add(_MAKE, [self, dataset, tuple(map(ByRun, tensors)), [as_graph_tensor(graph, t) for t in tensors]], [], name)
            return graph._operations[-1]

    def get_next(self, name: str | None = None) -> Any:
        """The next element of the dataset, as tensors. Mirrors `tf.compat.v1.data.Iterator.get_next`.

        Call it once, and build the graph on what it gives: every run takes one element, however many operations use it. Each further call
        adds a node that takes another element in the same run.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            Tensors in the structure of the dataset's elements.

        Raises:
            OutOfRangeError: the dataset has come to its end, when it runs.
            FailedPreconditionError: the iterator was not initialized, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     dataset = tf.compat.v1.data.Dataset.from_tensor_slices({"x": [1, 2]})
            ...     element = tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()
            ...     print(sess.run(element), sess.run(element["x"]))
            ...     try:
            ...         sess.run(element)
            ...     except tf.errors.OutOfRangeError:
            ...         print("end")
            {'x': 1} 2
            end
        """
        flat = nest.flatten(self._element_spec, expand_composites=True)
        leaves = [abstract.leaf(s.dtype, s.shape) for s in flat]
        node = self._asked(_NEXT, _NEXT_OF, leaves, name or "IteratorGetNext")
        return nest.pack_sequence_as(self._element_spec, list(node.outputs), expand_composites=True)

    def _asked(self, operation, of_handle, leaves, name):
        """A node that asks for the next element: by `operation`, or `of_handle` where a run names the iterator."""
        graph = TS.graph
        if self._fed is not None:
            return graph._add(of_handle, [as_graph_tensor(graph, self._fed)], leaves, name)
        return graph._add(operation, self._arguments(graph), leaves, name)

    def _arguments(self, graph):
        """What a node of the iterator takes: for one that begins by itself, the tensors that its dataset is made of too."""
        tensors = self._dataset._tensors() if self._one_shot else []
        return [self, tuple(map(ByRun, tensors)), [as_graph_tensor(graph, t) for t in tensors]]

    def get_next_as_optional(self) -> OptionalImpl:
        """The next element, or the fact that there is none, as a value. Mirrors `tf.compat.v1.data.Iterator.get_next_as_optional`.

        A graph so tells the end by a condition, where `get_next` raises OutOfRangeError in the run.

        Returns:
            A `tf.experimental.Optional`, whose `has_value()` and `get_value()` give tensors of the graph. Every run that needs one of them
            takes one element.

        Raises:
            FailedPreconditionError: the iterator was not initialized, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     iterator = tf.compat.v1.data.make_one_shot_iterator(tf.compat.v1.data.Dataset.range(2))
            ...     following = iterator.get_next_as_optional()
            ...     element = tf.cond(following.has_value(), following.get_value, lambda: tf.constant(-1, tf.int64))
            ...     print([int(sess.run(element)) for _ in range(3)])
            [0, 1, -1]
        """
        leaves = [abstract.leaf(tf.variant, [])]
        node = self._asked(_NEXT_OPTIONAL, _NEXT_OPTIONAL_OF, leaves, "IteratorGetNextAsOptional")
        return OptionalImpl(node.outputs[0], self._element_spec)

    def string_handle(self, name: str | None = None) -> Tensor:
        """The name of the iterator, for one that is told in each run where to read. Mirrors `tf.compat.v1.data.Iterator.string_handle`.

        Run it once, and feed what it gives to a placeholder that `from_string_handle` was made with: so a graph switches between datasets
        without their beginning anew.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A scalar tensor of strings.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     numbers = tf.compat.v1.data.make_one_shot_iterator(tf.compat.v1.data.Dataset.range(5))
            ...     which = tf.compat.v1.placeholder(tf.string, [])
            ...     element = tf.compat.v1.data.Iterator.from_string_handle(which, tf.int64, []).get_next()
            ...     handle = sess.run(numbers.string_handle())
            ...     print(sess.run(element, {which: handle}), sess.run(element, {which: handle}))
            0 1
        """
        if name is None and self._string_handle is not None:
            return self._string_handle
        with self._graph.as_default():
            leaves = [abstract.leaf(tf.string, [])]
            made = self._graph._add(_HANDLE, self._arguments(self._graph), leaves, name or "IteratorToStringHandle").outputs[0]
        if name is None:
            self._string_handle = made
        return made

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> Iterator:
        """An iterator for any dataset whose elements have a structure. Mirrors `tf.compat.v1.data.Iterator.from_structure`.

        It belongs to no dataset: `make_initializer(dataset)` gives an operation that lets it go through one.

        Arguments:
            output_types: the dtypes of an element, in its structure.
            output_shapes: their shapes, in the same structure; None (the default) for any.
            shared_name: without effect, since nothing is shared between sessions; None by default.
            output_classes: `tf.Tensor`, `tf.SparseTensor` or `tf.RaggedTensor` for each; None (the default) for tensors.

        Returns:
            A `tf.compat.v1.data.Iterator`.

        Raises:
            TypeError, ValueError: the structures differ.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     iterator = tf.compat.v1.data.Iterator.from_structure((tf.int32, tf.string), ([], []))
            ...     element = iterator.get_next()
            ...     start = iterator.make_initializer(tf.compat.v1.data.Dataset.from_tensors((1, "a")))
            ...     sess.run(start)
            ...     print(sess.run(element))
            (1, b'a')
        """
        return Iterator(None, _structure(output_types, output_shapes, output_classes), False)

    @staticmethod
    def from_string_handle(string_handle: TensorLike, output_types: Any, output_shapes: Any = None, output_classes: Any = None) -> Iterator:
        """An iterator that reads where another one stands, which each run names. Mirrors `tf.compat.v1.data.Iterator.from_string_handle`.

        What `string_handle()` of the other gives is fed to the placeholder: a training loop so takes batches from one dataset and, now and
        then, from another, each of which goes on where it was.

        Arguments:
            string_handle: a scalar tensor of strings, as a rule a placeholder.
            output_types: the dtypes of an element, in its structure.
            output_shapes: their shapes, in the same structure; None (the default) for any.
            output_classes: `tf.Tensor`, `tf.SparseTensor` or `tf.RaggedTensor` for each; None (the default) for tensors.

        Returns:
            A `tf.compat.v1.data.Iterator`.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     sources = [tf.compat.v1.data.make_one_shot_iterator(tf.compat.v1.data.Dataset.range(start, 99)) for start in (0, 50)]
            ...     which = tf.compat.v1.placeholder(tf.string, [])
            ...     element = tf.compat.v1.data.Iterator.from_string_handle(which, tf.int64, []).get_next()
            ...     handles = sess.run([source.string_handle() for source in sources])
            ...     print([int(sess.run(element, {which: handles[i]})) for i in (0, 1, 0)])
            [0, 50, 1]
        """
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


@tf_export(v1=["data.make_one_shot_iterator"])
def make_one_shot_iterator(dataset: Any) -> Any:
    """An iterator over a dataset that needs no initializing. Mirrors `tf.compat.v1.data.make_one_shot_iterator`.

    In each session it goes through the dataset once. It cannot be told anything: datasets that depend on placeholders or variables need
    `tf.compat.v1.data.make_initializable_iterator`.

    Arguments:
        dataset: a `tf.compat.v1.data.Dataset` or `tf.data.Dataset`.

    Returns:
        A `tf.compat.v1.data.Iterator`; while executing eagerly a Python iterator.

    Raises:
        ValueError: the dataset depends on a placeholder or variable.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     element = tf.compat.v1.data.make_one_shot_iterator(tf.compat.v1.data.Dataset.range(2)).get_next()
        ...     print(sess.run(element), sess.run(element))
        0 1
    """
    if TS.graph is None:
        return iter(dataset)
    made = ready_iterator(dataset)
    seeding.get_seed(None)  # TensorFlow makes the dataset in a function, which takes a seed from the graph
    return made


def ready_iterator(dataset: Any) -> Iterator:
    """An iterator of the graph under construction that needs no initializing."""
    dataset = as_deferred(dataset)
    require_known_values(dataset)
    return Iterator(dataset, dataset.element_spec, True)


@tf_export(v1=["data.make_initializable_iterator"])
def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> Iterator:
    """An iterator over a dataset, with an operation that lets it begin. Mirrors `tf.compat.v1.data.make_initializable_iterator`.

    The dataset may depend on placeholders, which are fed as that operation runs, and on variables. Running it again begins the dataset
    anew, as for each epoch.

    Arguments:
        dataset: a `tf.compat.v1.data.Dataset` or `tf.data.Dataset`.
        shared_name: without effect, since nothing is shared between sessions; None by default.

    Returns:
        A `tf.compat.v1.data.Iterator` with an `initializer`.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     count = tf.compat.v1.placeholder(tf.int64, [])
        ...     iterator = tf.compat.v1.data.make_initializable_iterator(tf.compat.v1.data.Dataset.range(count))
        ...     last = iterator.get_next()
        ...     sess.run(iterator.initializer, {count: 2})
        ...     print(sess.run(last), sess.run(last))
        0 1
    """
    if TS.graph is None:
        raise RuntimeError("`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration instead.")
    dataset = as_deferred(dataset)
    made = Iterator(dataset, dataset.element_spec, False)
    made._initializer = made._made_initializer(dataset, "MakeIterator")
    return made


higher.install(graph_iterator=make_initializable_iterator)

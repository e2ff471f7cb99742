"""What all queues can do: `tf.queue.QueueBase`, and the choice of one among several."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.graph import last_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.own_nodes import NotPlain
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor
from tfshim.queue import graph_form, operations  # noqa: F401 - the first says how queues are written in GraphDefs
from tfshim.queue.stores import Store

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_numbers = itertools.count()  # of the stores of sessions, as their names show


def as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _handle(graph, queue, kind, name):
    """The symbolic output of the node that makes a queue of a graph."""
    return graph._add(
        InnerOp(kind, as_object, stateful=True, names=("queue",), grad=None), [queue], abstract.leaf(dt.resource, []), name
    ).outputs[0]


@tf_export("queue.QueueBase", v1=["queue.QueueBase", "io.QueueBase", "QueueBase"])
class QueueBase:
    """What all queues can do: keep elements of tensors between threads. Mirrors `tf.queue.QueueBase`.

    An element has one or more components, each with a dtype. `enqueue` adds an element, `dequeue` takes one; both wait, for room and for an
    element, until another thread or step makes it. `close` ends that. Programs make one of the kinds: `tf.queue.FIFOQueue`,
    `PaddingFIFOQueue`, `PriorityQueue` or `RandomShuffleQueue`. For pipelines of data `tf.data` is the newer way.

    Arguments:
        dtypes: a list of the dtypes of the components.
        shapes: a list of their shapes, or None where they are not known.
        names: a list of their names, or None. With names elements are dictionaries.
        queue_ref: what the elements are kept in: a resource tensor for a queue of a graph, which each session has elements for.

    Raises:
        ValueError: shapes or names are not as many as the dtypes.

    Example:
        >>> queue = tf.queue.FIFOQueue(10, [tf.int32, tf.string], names=["id", "word"])
        >>> isinstance(queue, tf.queue.QueueBase), queue.dtypes, queue.names
        (True, [tf.int32, tf.string], ['id', 'word'])
        >>> queue.enqueue({"id": 1, "word": "cat"})
        >>> queue.dequeue()["word"].numpy()
        b'cat'
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: TensorLike) -> None:
        self._dtypes = [dt.as_dtype(d) for d in dtypes]
        if shapes is not None and len(shapes) != len(self._dtypes):
            raise ValueError(
                f"Queue shapes must have the same length as dtypes, received len(shapes)={len(shapes)}, len(dtypes)={len(self._dtypes)}"
            )
        self._shapes = None if shapes is None else [TensorShape(s) for s in shapes]
        if names is not None and len(names) != len(self._dtypes):
            raise ValueError(f"Queue names must have the same length as dtypes,received len(names)={len(names)},len {len(self._dtypes)}")
        self._names, self._queue_ref, self._make, self._which = names, queue_ref, None, 0
        self._parameters: tuple[Any, ...] = ()
        self._shared: str | None = None
        self._own = queue_ref if isinstance(queue_ref, Store) else None

    def _keep(self, name, shared_name, capacity, *more):
        """Have a store of at most `capacity` elements: now, or one for each session that runs the graph under construction."""
        capacity = attribute("int", capacity, "capacity")
        self._kept_by(capacity, *more)
        if not -(2**31) <= capacity < 2**31:
            raise errors.op_error(
                errors.InvalidArgumentError, f"Attr capacity has value {capacity} out of range for an int32", f"{self._kind}V2", name
            )
        graph = TS.graph
        if graph is None or graph.building_function:
            self._own = self._queue_ref = self._make(self._kind, shared_name or name or f"{self._kind}V2")
        else:
            self._queue_ref = _handle(graph, self, f"{self._kind}V2", name)
            self._shared = shared_name

    def _kept_by(self, *parameters):
        self._parameters, self._make, self._kind = parameters, self._maker(*parameters), type(self).__name__

    @staticmethod
    def _maker(capacity, *more):
        """A function of the kind and the name of the queue that makes the store."""
        return functools.partial(Store, capacity)

    @property
    def graph_handle(self) -> Any:
        """The symbolic tensor that stands for the queue in a graph; None for one that is none of a graph's."""
        return None if self._own is not None or self._make is None else self._queue_ref

    # What functions of graphs take for it.
    resource_handle = _handle = graph_handle

    def _as_plain(self) -> list[Any]:
        """All that makes a queue of a graph anew. Raises NotPlain for one that is none of a graph's."""
        if self._make is None or self._own is not None:
            raise NotPlain(f"the elements of a {type(self).__name__} outside of the graph")
        return [list(self._dtypes), self._shapes, self._names, list(self._parameters), self._shared]

    @classmethod
    def _from_plain(cls, plain: Any) -> QueueBase:
        """The queue that `_as_plain` describes, which belongs to no node yet."""
        dtypes, shapes, names, parameters, shared = plain
        made = cls.__new__(cls)
        QueueBase.__init__(made, dtypes, shapes, names, None)
        made._kept_by(*(tuple(p) if isinstance(p, list) else p for p in parameters))
        made._shared = shared
        return made

    def _for_node(self, handle: Any) -> None:
        """Belong to the node that gives `handle`."""
        self._queue_ref = handle

    def _shared_as(self, name: str) -> QueueBase:
        """The same queue under a name by which tasks share it, without a node; its own if it has one."""
        made = copy.copy(self)
        made._queue_ref, made._shared = None, self._shared or name
        return made

    @property
    def _store(self):
        """Where the elements are kept in the running session, or by the queue itself."""
        if self._own is not None:
            return self._own
        session = running_session()
        if session is None:
            raise RuntimeError(f"The queue {self.name} belongs to a graph: run its operations in a session.")
        if self._shared is None:
            return session._store(self, lambda: self._make(self._kind, f"_{next(_numbers)}_{self.name}"))
        return session._store(("queue", self._shared), lambda: self._make(self._kind, self._shared), self._queue_ref.device or "")

    def _chosen(self, which):
        return self

    @staticmethod
    def from_list(index: IntLike, queues: Sequence[Any]) -> QueueBase:
        """One of several queues, chosen by a number. Mirrors `tf.queue.QueueBase.from_list`.

        In a graph the number may be a tensor that is known only when the graph runs: an operation on the queue then goes to the one that is
        chosen at that moment, for example to a queue of training data or one of validation data.

        Arguments:
            index: the place in the list, an int or an integer tensor of shape [].
            queues: a list of queues with the same dtypes and names of their components.

        Returns:
            a queue. Its shapes are those that all queues have in common.

        Raises:
            TypeError: `queues` is no list of queues, is empty, or dtypes or names differ.

        Example:
            >>> one, other = tf.queue.FIFOQueue(3, tf.int32), tf.queue.FIFOQueue(3, tf.int32)
            >>> one.enqueue(10)
            >>> other.enqueue(20)
            >>> tf.queue.QueueBase.from_list(1, [one, other]).dequeue().numpy()
            20
        """
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        if not all(q._dtypes == queues[0]._dtypes for q in queues):
            raise TypeError("Queues do not have matching component dtypes.")
        if not all(q._names == queues[0]._names for q in queues):
            raise TypeError("Queues do not have matching component names.")
        index = convert_to_tensor(index, name="index")
        return queues[int(index)] if type(index) is EagerTensor else _Choice(index, queues)

    @property
    def queue_ref(self) -> Any:
        """What holds the elements."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue."""
        return self._queue_ref.op.name if hasattr(self._queue_ref, "op") else self._queue_ref.name

    _short_name = property(lambda self: self.name.rpartition("/")[2])  # what its operations are named after

    @property
    def dtypes(self) -> list[Any]:
        """The dtypes of the components."""
        return self._dtypes

    @property
    def shapes(self) -> list[Any]:
        """The shapes of the components."""
        return self._result_shapes()

    @property
    def names(self) -> list[str] | None:
        """The names of the components, or None."""
        return self._names

    def _result_shapes(self):
        return self._shapes if self._shapes is not None else [TensorShape(None)] * len(self._dtypes)

    def _components(self, vals):
        """The tensors of an element in order."""
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names) != sorted(vals):
                raise ValueError(
                    f"Keys in dictionary to enqueue do not match names of Queue.  Dictionary: {sorted(vals)},Queue: {sorted(self._names)}"
                )
            vals = [vals[n] for n in self._names]
        else:
            if self._names:
                raise ValueError("You must enqueue a dictionary in a Queue with names")
            vals = as_list(vals) if len(self._dtypes) > 1 or isinstance(vals, (list, tuple)) and len(vals) == 1 else [vals]
        if len(vals) != len(self._dtypes):
            raise ValueError(f"`vals` has {len(vals)} components, but the elements of this queue have {len(self._dtypes)}")
        return [convert_to_tensor(v, d, name=f"component_{i}") for i, (v, d) in enumerate(zip(vals, self._dtypes, strict=True))]

    def _check(self, components, many):
        """Raise InvalidArgumentError for shapes that are not the queue's."""
        for i, (given, wanted) in enumerate(zip(components, self._result_shapes(), strict=True)):
            shape = tuple(given.shape[1:] if many else given.shape)
            if many and not given.ndim or not wanted.is_compatible_with(shape):
                text = ",".join("?" if d is None else str(d) for d in wanted.as_list()) if wanted.rank is not None else "?"
                raise invalid(f"Shape mismatch in tuple component {i}. Expected [{text}], got {dims_text(shape)}")
            if many and len(given) != len(components[0]):
                raise invalid(
                    f"All input tensors must have the same size in the 0th dimension. Component {i} has {len(given)}, and "
                    f"should have {len(components[0])}",
                )

    def _check_static(self, components, many):
        """Raise ValueError for known shapes that are not the queue's."""
        count = None
        for given, wanted in zip(components, self._result_shapes(), strict=True):
            shape = given.shape
            if many:
                shape = shape.with_rank_at_least(1)
                rows = TensorShape(shape[:1])
                count = rows if count is None else count
                if not count.is_compatible_with(rows):
                    raise ValueError(f"Dimensions {count[0]} and {rows[0]} are not compatible")
                count = count.merge_with(rows)
                shape = shape[1:]
            shape.assert_is_compatible_with(wanted)

    def _stackable(self):
        return self._shapes is not None and all(s.rank is not None for s in self._shapes)

    def _stacked(self, parts, k):
        if self._dtypes[k] == dt.string:
            out = np.empty((len(parts), *(parts[0].shape if parts else self._known(k))), object)
            for i, part in enumerate(parts):
                # An array without axes would become an element itself, in place of its bytes.
                out[i] = part if part.ndim else part[()]
            return out
        return torch.stack(parts) if parts else torch.zeros((0, *self._known(k)), dtype=self._dtypes[k].torch)

    def _known(self, k):
        shape = self._result_shapes()[k]
        return [d or 0 for d in shape.as_list()] if shape.rank is not None else []

    def _result(self, made):
        if self._names:
            return dict(zip(self._names, made, strict=True))
        return made[0] if len(made) == 1 else list(made)

    def _add(self, operation, vals, name, suffix, many):
        with name_scope(name or f"{self._short_name}_{suffix}") as scope:
            components = self._components(vals)
            self._check_static(components, many)
            operation(self, self._which, components, name=scope or None)
            return last_operation()

    def _call(self, operation, name, suffix, *arguments):
        return operation(self, self._which, *arguments, name=name or f"{self._short_name}_{suffix}")

    def enqueue(self, vals: TensorLike, name: str | None = None) -> Any:
        """Add one element to the queue. Mirrors `tf.queue.QueueBase.enqueue`.

        It waits as long as the queue is full. In a program that runs eagerly that means until another thread takes an element.

        Arguments:
            vals: the element: a tensor for a queue with one component, a list or tuple with one tensor for each component otherwise, and a
                dictionary for a queue with names. A list of one item is its one component: give a vector of one element as a tensor.
                Numbers, text and arrays are converted to the queue's dtypes.
            name: a name for the operation (default None).

        Returns:
            None; in a graph of TensorFlow 1 the operation, which adds the element whenever it runs.

        Raises:
            ValueError: number, names or shapes of the components are not the queue's.
            tf.errors.CancelledError: the queue is closed.

        Example:
            >>> queue = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], shapes=[[], [2]])
            >>> queue.enqueue([7, [0.5, 1.5]])
            >>> [x.numpy() for x in queue.dequeue()]
            [7, array([0.5, 1.5], dtype=float32)]
        """
        return self._add(operations.enqueue, vals, name, "enqueue", False)

    def enqueue_many(self, vals: TensorLike, name: str | None = None) -> Any:
        """Add several elements, one for each row of the tensors. Mirrors `tf.queue.QueueBase.enqueue_many`.

        Arguments:
            vals: what `enqueue` takes, where each tensor has an axis more in front; all tensors have the same number of rows.
            name: a name for the operation (default None).

        Returns:
            None; in a graph of TensorFlow 1 the operation. It waits for room for each row; threads that take elements meanwhile get the
            first rows already.

        Raises:
            ValueError: number, names or shapes of the components are not the queue's, or the numbers of rows differ.
            tf.errors.CancelledError: the queue is closed.

        Example:
            >>> queue = tf.queue.FIFOQueue(5, tf.int32)
            >>> queue.enqueue_many([[1, 2, 3]])
            >>> queue.size().numpy(), queue.dequeue().numpy()
            (3, 1)
        """
        return self._add(operations.enqueue_many, vals, name, "EnqueueMany", True)

    def dequeue(self, name: str | None = None) -> Any:
        """Take one element out of the queue. Mirrors `tf.queue.QueueBase.dequeue`.

        It waits as long as the queue is empty. In a program that runs eagerly that means until another thread adds an element; if nobody
        ever does, close the queue, so that this ends.

        Arguments:
            name: a name for the operation (default None).

        Returns:
            a tensor for a queue with one component, a list of tensors for one with several, a dictionary for one with names. Their dtypes
            are the queue's, and so are the shapes where it has some.

        Raises:
            tf.errors.OutOfRangeError: the queue is closed and has no element left.

        Example:
            >>> queue = tf.queue.FIFOQueue(3, tf.string)
            >>> queue.enqueue("cat")
            >>> queue.dequeue().numpy()
            b'cat'
            >>> queue.close()
            >>> queue.dequeue()  # doctest: +IGNORE_EXCEPTION_DETAIL
            Traceback (most recent call last):
            OutOfRangeError: closed and empty
        """
        return self._result(self._call(operations.dequeue, name, "Dequeue"))

    def dequeue_many(self, n: IntLike, name: str | None = None) -> Any:
        """Take several elements, stacked into a batch. Mirrors `tf.queue.QueueBase.dequeue_many`.

        It waits until so many are there. The queue has to know the shapes of its components, as rows of one tensor have one shape; a
        `tf.queue.PaddingFIFOQueue` fills shorter ones up with zeros.

        Arguments:
            n: how many, an int or an integer tensor of shape [].
            name: a name for the operation (default None).

        Returns:
            what `dequeue` gives, with an axis of size `n` in front of each tensor.

        Raises:
            tf.errors.OutOfRangeError: the queue is closed and has fewer than `n` elements left; they stay in it, for `dequeue_up_to`.
            tf.errors.InvalidArgumentError: the queue has no shapes, or `n` is negative.

        Example:
            >>> queue = tf.queue.FIFOQueue(5, tf.int32, shapes=[[2]])
            >>> queue.enqueue_many([[[1, 2], [3, 4], [5, 6]]])
            >>> queue.dequeue_many(2)
            <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
            array([[1, 2],
                   [3, 4]], dtype=int32)>
        """
        return self._result(self._call(operations.dequeue_many, name, "DequeueMany", n))

    def dequeue_up_to(self, n: IntLike, name: str | None = None) -> Any:
        """Take several elements, stacked, or what a closed queue has left. Mirrors `tf.queue.QueueBase.dequeue_up_to`.

        While the queue is open it waits for `n` elements as `dequeue_many` does. Once it is closed the last batch may be smaller, so that
        no element is lost at the end of the data.

        Arguments:
            n: how many at most, an int or an integer tensor of shape [].
            name: a name for the operation (default None).

        Returns:
            what `dequeue` gives, with an axis of size `n` or less in front of each tensor.

        Raises:
            tf.errors.OutOfRangeError: the queue is closed and empty.
            tf.errors.InvalidArgumentError: the queue has no shapes, or `n` is negative.

        Example:
            >>> queue = tf.queue.FIFOQueue(5, tf.int32, shapes=[[]])
            >>> queue.enqueue_many([[1, 2, 3]])
            >>> queue.close()
            >>> queue.dequeue_up_to(2).numpy(), queue.dequeue_up_to(2).numpy()
            (array([1, 2], dtype=int32), array([3], dtype=int32))
        """
        return self._result(self._call(operations.dequeue_up_to, name, "DequeueUpTo", n))

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """Let nothing more into the queue. Mirrors `tf.queue.QueueBase.close`.

        What is in it can still be taken; threads that wait for elements that can no longer come get OutOfRangeError, by which loops over a
        queue end. To close a queue that is closed does nothing.

        Arguments:
            cancel_pending_enqueues: False (default) lets the elements in that threads already wait to add; True refuses them, with
                CancelledError in those threads.
            name: a name for the operation (default None).

        Returns:
            None; in a graph of TensorFlow 1 the operation.

        Example:
            >>> queue = tf.queue.FIFOQueue(3, tf.int32)
            >>> queue.enqueue(1)
            >>> queue.close()
            >>> queue.is_closed().numpy(), queue.dequeue().numpy()
            (True, 1)
            >>> queue.enqueue(2)  # doctest: +IGNORE_EXCEPTION_DETAIL
            Traceback (most recent call last):
            CancelledError: closed
        """
        self._call(operations.close, name, "Close", cancel_pending_enqueues)
        return last_operation()

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether the queue is closed. Mirrors `tf.queue.QueueBase.is_closed`.

        A closed queue may have elements left: `size` says how many. Threads that fill a queue look at it to know that nobody wants more.

        Arguments:
            name: a name for the operation (default None).

        Returns:
            a bool tensor of shape []: True from `close` on. In a graph of TensorFlow 1 it is a symbolic tensor, which has the queue's state
            whenever it runs.

        Example:
            >>> queue = tf.queue.FIFOQueue(3, tf.int32)
            >>> before = queue.is_closed()
            >>> queue.close()
            >>> before.numpy(), queue.is_closed().numpy()
            (False, True)
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     print(session.run(tf.queue.FIFOQueue(3, tf.int32).is_closed()))
            False
        """
        return self._call(operations.is_closed, name, "Is_Closed")

    def size(self, name: str | None = None) -> Tensor:
        """How many elements are in the queue. Mirrors `tf.queue.QueueBase.size`.

        With several threads at work the number may be another one by the time that it is looked at: it is good for pictures of how full a
        queue is, by `tf.summary.scalar`, and not for deciding whether `dequeue` will wait.

        Arguments:
            name: a name for the operation (default None).

        Returns:
            an int32 tensor of shape []. Elements that threads wait to add do not count. In a graph of TensorFlow 1 it is a symbolic tensor,
            which has the number whenever it runs.

        Example:
            >>> queue = tf.queue.FIFOQueue(5, tf.int32)
            >>> queue.enqueue_many([[1, 2, 3]])
            >>> queue.dequeue().numpy(), queue.size()
            (1, <tf.Tensor: shape=(), dtype=int32, numpy=2>)
        """
        return self._call(operations.size, name, "Size")


class _Choice(QueueBase):
    """The one of several queues that a tensor selects."""

    def __init__(self, index, queues):
        shapes = None
        if all(q._shapes is not None for q in queues):
            shapes = [_most_specific([q._shapes[k] for q in queues]) for k in range(len(queues[0]._dtypes))]
        super().__init__(queues[0]._dtypes, shapes, queues[0]._names, queues[0]._queue_ref)
        self._queues, self._which = queues, index

    name = property(lambda self: self._which.op.name, doc="The name of the tensor that chooses.")

    def _as_plain(self):
        """The queues, and the tensor that chooses."""
        return [self._which, self._queues]

    @classmethod
    def _from_plain(cls, plain):
        """The choice that `_as_plain` describes."""
        return cls(*plain)

    def _chosen(self, which):
        if not 0 <= which < len(self._queues):
            raise invalid(f"indices = {which} is not in [0, {len(self._queues)})")
        return self._queues[which]


def _most_specific(shapes):
    made = shapes[0]
    for shape in shapes[1:]:
        made = made.most_specific_compatible_shape(shape)
    return made

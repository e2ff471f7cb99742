"""`tf.queue`: queues of tensors between threads, and between calls of functions."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.graph import last_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.own_nodes import NotPlain
from tfshim.engine.graphs.session_runs import running_session
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random.seeds import op_pair
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor
from tfshim.queue import graph_form  # noqa: F401 - how queues are written in GraphDefs
from tfshim.queue.stores import PriorityStore, ShuffleStore, Store

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_numbers = itertools.count()  # of the stores of sessions, as their names show


def _row(storage, i):
    if isinstance(storage, np.ndarray):
        box = np.empty(storage.shape[1:], object)
        box[...] = storage[i]
        return box
    # A view would keep all rows in memory as long as one of them waits.
    return storage[i].clone()


@op("QueueEnqueueV2", component="any*", which="int", stateful=True, grad=None, shape_fn=lambda *_: ())
def _enqueue(queue, which, component, name=None):
    """Add one element."""
    queue = queue._chosen(which)
    queue._check(component, False)
    queue._store.put([tuple(component)])
    return ()


@op("QueueEnqueueManyV2", component="any*", which="int", stateful=True, grad=None, shape_fn=lambda *_: ())
def _enqueue_many(queue, which, component, name=None):
    """Add an element for each row."""
    queue = queue._chosen(which)
    queue._check(component, True)
    queue._store.put([tuple(_row(c, i) for c in component) for i in range(len(component[0]))])
    return ()


def _leaves(queue, lead):
    shapes = queue._result_shapes()
    return [(d, None if s.rank is None else [*lead, *s.as_list()]) for d, s in zip(queue._dtypes, shapes, strict=True)]


@op("QueueDequeueV2", which="int", stateful=True, grad=None, shape_fn=lambda queue, *_: _leaves(queue, []))
def _dequeue(queue, which, name=None):
    """Take one element."""
    return list(queue._chosen(which)._store.get(1)[0])


def _some(queue, which, count, method):
    queue = queue._chosen(which)
    if count < 0:
        raise invalid(f"{method}Op requested {count} < 0 elements")
    if not queue._stackable():
        raise invalid(f"{queue._store.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes.")
    rows = queue._store.get(count, method == "DequeueUpTo") if count else []
    return [queue._stacked([r[k] for r in rows], k) for k in range(len(queue._dtypes))]


@op(
    "QueueDequeueManyV2",
    which="int",
    count="int",
    stateful=True,
    grad=None,
    shape_fn=lambda queue, which, count: _leaves(queue, [count if isinstance(count, int) else None]),
)
def _dequeue_many(queue, which, count, name=None):
    """Take `count` elements, stacked."""
    return _some(queue, which, count, "DequeueMany")


@op("QueueDequeueUpToV2", which="int", count="int", stateful=True, grad=None, shape_fn=lambda queue, which, count: _leaves(queue, [None]))
def _dequeue_up_to(queue, which, count, name=None):
    """Take `count` elements, stacked, or what a closed queue has left."""
    return _some(queue, which, count, "DequeueUpTo")


@op("QueueSizeV2", which="int", stateful=True, grad=None, shape_fn=lambda *_: (dt.int32, ()))
def _size(queue, which, name=None):
    return torch.tensor(len(queue._chosen(which)._store.items), dtype=torch.int32)


@op("QueueIsClosedV2", which="int", stateful=True, grad=None, shape_fn=lambda *_: (dt.bool, ()))
def _is_closed(queue, which, name=None):
    return torch.tensor(queue._chosen(which)._store.closed)


@op("QueueCloseV2", which="int", stateful=True, grad=None, shape_fn=lambda *_: ())
def _close(queue, which, cancel_pending_enqueues, name=None):
    queue._chosen(which)._store.close(cancel_pending_enqueues)
    return ()


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _handle(graph, queue, kind, name):
    """The symbolic output of the node that makes a queue of a graph."""
    return graph.add(
        InnerOp(kind, as_object, stateful=True, names=("queue",), grad=None), [queue], abstract.leaf(dt.resource, []), name
    ).outputs[0]


@tf_export("queue.QueueBase", v1=["queue.QueueBase", "io.QueueBase", "QueueBase"])
class QueueBase:
    """What all queues can do. Mirrors `tf.queue.QueueBase`.

    `dtypes`: those of the components of an element. `shapes`: theirs, or None. `names`: theirs, which make elements
    dictionaries, or None. `queue_ref`: what the elements are kept in; a symbolic tensor for a queue of a graph, which
    each session keeps elements for.
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

    def as_plain(self) -> list[Any]:
        """All that makes a queue of a graph anew. Raises NotPlain for one that is none of a graph's."""
        if self._make is None or self._own is not None:
            raise NotPlain(f"the elements of a {type(self).__name__} outside of the graph")
        return [list(self._dtypes), self._shapes, self._names, list(self._parameters), self._shared]

    @classmethod
    def from_plain(cls, plain: Any) -> QueueBase:
        """The queue that `as_plain` describes, which belongs to no node yet."""
        dtypes, shapes, names, parameters, shared = plain
        made = cls.__new__(cls)
        QueueBase.__init__(made, dtypes, shapes, names, None)
        made._kept_by(*(tuple(p) if isinstance(p, list) else p for p in parameters))
        made._shared = shared
        return made

    def for_node(self, handle: Any) -> None:
        """Belong to the node that gives `handle`."""
        self._queue_ref = handle

    def shared_as(self, name: str) -> QueueBase:
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
            return session.store(self, lambda: self._make(self._kind, f"_{next(_numbers)}_{self.name}"))
        return session.store(("queue", self._shared), lambda: self._make(self._kind, self._shared), self._queue_ref.device or "")

    def _chosen(self, which):
        return self

    @staticmethod
    def from_list(index: IntLike, queues: Sequence[Any]) -> QueueBase:
        """The queue of the list `queues` at `index`, an integer or a scalar. Raises TypeError unless all are of one class."""
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
            vals = _as_list(vals) if len(self._dtypes) > 1 or isinstance(vals, (list, tuple)) and len(vals) == 1 else [vals]
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
        """Add one element: a tensor, a list of tensors or a dictionary. Waits for room; CancelledError once it is closed.

        In a graph the operation that does so is returned.
        """
        return self._add(_enqueue, vals, name, "enqueue", False)

    def enqueue_many(self, vals: TensorLike, name: str | None = None) -> Any:
        """Add an element for each row of the tensors `vals`. Waits, raises and returns as `enqueue` does."""
        return self._add(_enqueue_many, vals, name, "EnqueueMany", True)

    def dequeue(self, name: str | None = None) -> Any:
        """Take one element. Waits for one; OutOfRangeError once the queue is closed and empty."""
        return self._result(self._call(_dequeue, name, "Dequeue"))

    def dequeue_many(self, n: IntLike, name: str | None = None) -> Any:
        """Take `n` elements, stacked. Waits for them; OutOfRangeError once the queue is closed with fewer."""
        return self._result(self._call(_dequeue_many, name, "DequeueMany", n))

    def dequeue_up_to(self, n: IntLike, name: str | None = None) -> Any:
        """As `dequeue_many`, but takes what is left once the queue is closed."""
        return self._result(self._call(_dequeue_up_to, name, "DequeueUpTo", n))

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """Take no more elements, once those that wait to be added are in; what is there can still be taken.

        With `cancel_pending_enqueues` at once, and what waits is refused. In a graph the operation is returned.
        """
        self._call(_close, name, "Close", cancel_pending_enqueues)
        return last_operation()

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether the queue is closed, a bool scalar."""
        return self._call(_is_closed, name, "Is_Closed")

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, an int32 scalar."""
        return self._call(_size, name, "Size")


class _Choice(QueueBase):
    """The one of several queues that a tensor selects."""

    def __init__(self, index, queues):
        shapes = None
        if all(q._shapes is not None for q in queues):
            shapes = [_most_specific([q._shapes[k] for q in queues]) for k in range(len(queues[0]._dtypes))]
        super().__init__(queues[0]._dtypes, shapes, queues[0]._names, queues[0]._queue_ref)
        self._queues, self._which = queues, index

    name = property(lambda self: self._which.op.name, doc="The name of the tensor that chooses.")

    def as_plain(self):
        """The queues, and the tensor that chooses."""
        return [self._which, self._queues]

    @classmethod
    def from_plain(cls, plain):
        """The choice that `as_plain` describes."""
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


def _listed(dtypes, shapes, names, unknown=False):
    """The arguments as lists. Raises ValueError for sizes that are not known, unless `unknown` lets them be."""
    dtypes = _as_list(dtypes)
    if shapes is not None:
        single = (
            isinstance(shapes, TensorShape)
            or not isinstance(shapes, (list, tuple))
            or not shapes
            or all(d is None or isinstance(d, int) for d in shapes)
        )
        shapes = [TensorShape(s) for s in ([shapes] if single else shapes)]
        if not unknown and not all(s.is_fully_defined() for s in shapes):
            raise ValueError(f"All shapes must be fully defined: {shapes}")
        if any(s.rank is None for s in shapes):
            raise ValueError(f"All shapes must have a defined rank: {shapes}")
    names = None if names is None else _as_list(names)
    return dtypes, shapes, names


@tf_export("queue.FIFOQueue", v1=["queue.FIFOQueue", "FIFOQueue"])
class FIFOQueue(QueueBase):
    """A queue in the order of arrival. Mirrors `tf.queue.FIFOQueue`.

    `capacity`: the greatest number of elements, negative for any. `dtypes`, `shapes`, `names`: of the components. Queues of a
    graph that have one `shared_name` share their elements within a session; none is shared between sessions.
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str | None = "fifo_queue",
    ) -> None:
        super().__init__(*_listed(dtypes, shapes, names), None)
        self._keep(name, shared_name, capacity)


@tf_export("queue.PaddingFIFOQueue", v1=["queue.PaddingFIFOQueue", "io.PaddingFIFOQueue", "PaddingFIFOQueue"])
class PaddingFIFOQueue(QueueBase):
    """As `FIFOQueue` for components of various sizes, which `dequeue_many` fills up with zeros.

    `shapes`: with None where sizes vary. Mirrors `tf.queue.PaddingFIFOQueue`.
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str | None = "padding_fifo_queue",
    ) -> None:
        dtypes, shapes, names = _listed(dtypes, shapes, names, unknown=True)
        if shapes is None or len(shapes) != len(dtypes):
            raise ValueError(
                f"Shapes must be provided for all components, but received {0 if shapes is None else len(shapes)} "
                f"dtypes and {len(dtypes)} shapes."
            )
        super().__init__(dtypes, shapes, names, None)
        self._keep(name, shared_name, capacity)

    def _stackable(self):
        return True

    def _stacked(self, parts, k):
        if not parts:
            return super()._stacked(parts, k)
        size = np.max([tuple(p.shape) for p in parts], axis=0).astype(int).tolist() if parts[0].ndim else []
        if self._dtypes[k] == dt.string:
            out = np.full((len(parts), *size), b"", object)
        else:
            out = torch.zeros((len(parts), *size), dtype=self._dtypes[k].torch)
        for i, part in enumerate(parts):
            out[(i, *(slice(n) for n in part.shape))] = part if part.ndim or not isinstance(part, np.ndarray) else part[()]
        return out


@tf_export("queue.RandomShuffleQueue", v1=["queue.RandomShuffleQueue", "io.RandomShuffleQueue", "RandomShuffleQueue"])
class RandomShuffleQueue(QueueBase):
    """A queue that gives its elements in random order. Mirrors `tf.queue.RandomShuffleQueue`.

    `min_after_dequeue`: how many must stay behind while it is open, for the sake of mixing. `seed`: makes the order
    repeatable.
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str | None = "random_shuffle_queue",
    ) -> None:
        capacity, min_after_dequeue = attribute("int", capacity, "capacity"), attribute("int", min_after_dequeue, "min_after_dequeue")
        if 0 <= capacity <= min_after_dequeue:
            raise invalid(f"min_after_dequeue {min_after_dequeue} must be < capacity {capacity} [Op:RandomShuffleQueueV2] name: {name}")
        super().__init__(*_listed(dtypes, shapes, names), None)
        pair = op_pair(seed)
        self._keep(name, shared_name, capacity, min_after_dequeue, pair)

    @staticmethod
    def _maker(capacity, *more):
        return lambda kind, name: ShuffleStore(capacity, kind, name, *more)


@tf_export("queue.PriorityQueue", v1=["queue.PriorityQueue", "io.PriorityQueue", "PriorityQueue"])
class PriorityQueue(QueueBase):
    """A queue that gives the element with the least priority number first. Mirrors `tf.queue.PriorityQueue`.

    Elements begin with their priority, an int64 scalar. `types`, `shapes`: of the other components.
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(
        self,
        capacity: int,
        types: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str | None = "priority_queue",
    ) -> None:
        dtypes, shapes, names = _listed(types, shapes, names)
        shapes = [TensorShape([])] + (shapes if shapes is not None else [TensorShape(None)] * len(dtypes))
        super().__init__([dt.int64, *dtypes], shapes, names, None)
        self._keep(name, shared_name, capacity)

    @staticmethod
    def _maker(capacity, *more):
        return functools.partial(PriorityStore, capacity)


__all__, __getattr__, __dir__ = exported(globals())

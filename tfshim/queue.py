"""`tf.queue`: queues of tensors between threads, and between calls of functions."""

import heapq
import random as pyrandom
import threading

import numpy as np
import torch

from tfshim.engine import dtypes as dt
from tfshim.engine import errors
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.op import op
from tfshim.engine.shapes import TensorShape


class _Store:
    """The elements of a queue, tuples of storages, and who waits for what."""

    def __init__(self, capacity, name):
        self.capacity = float("inf") if capacity < 0 else capacity
        self.name, self.closed, self.cancelled = name, False, False
        self.items = []
        self.changed = threading.Condition()

    # How elements are kept, which kinds of queues change.
    def add(self, item):
        self.items.append(item)

    def take(self):
        return self.items.pop(0)

    def ready(self, count):
        """Whether `count` elements may be taken now."""
        return len(self.items) >= count

    def put(self, items, op_type):
        """Add the elements, each as soon as there is room; CancelledError if the queue is closed."""
        with self.changed:
            for item in items:
                while len(self.items) >= self.capacity and not self.closed:
                    _wait(self.changed)
                if self.closed:
                    raise errors.CancelledError(None, None, f"{self.name} is closed.")
                self.add(item)
                self.changed.notify_all()

    def get(self, count, partial=False):
        """`count` elements, waiting for them; OutOfRangeError if the queue is closed with fewer, unless `partial`."""
        with self.changed:
            while not self.ready(count):
                if self.closed:
                    if partial and self.items:
                        count = min(count, len(self.items))
                        break
                    if len(self.items) >= count:
                        break
                    raise errors.OutOfRangeError(
                        None, None, f"{self.name} is closed and has insufficient elements (requested {count}, current size "
                        f"{len(self.items)})",
                    )
                _wait(self.changed)
            taken = [self.take() for _ in range(count)]
            self.changed.notify_all()
            return taken


def _wait(condition):
    # A wait without an end could not be interrupted from the keyboard on some platforms.
    condition.wait(0.2)


class _ShuffleStore(_Store):
    def __init__(self, capacity, name, least, seed):
        super().__init__(capacity, name)
        self.least, self.random = least, pyrandom.Random(seed)

    def take(self):
        i = self.random.randrange(len(self.items))
        self.items[i], self.items[-1] = self.items[-1], self.items[i]
        return self.items.pop()

    def ready(self, count):
        return len(self.items) >= count + (0 if self.closed else self.least)


class _PriorityStore(_Store):
    counter = 0

    def add(self, item):
        self.counter += 1  # of equal priorities the first comes first
        heapq.heappush(self.items, (int(item[0]), self.counter, item))

    def take(self):
        return heapq.heappop(self.items)[2]


def _shape_text(shape):
    return "[" + ",".join(map(str, shape)) + "]"


@op("QueueEnqueueV2", components="any*", stateful=True, grad=None, shape_fn=lambda *_: ())
def _enqueue(components, queue, many, name=None):
    """Add one element, or one for each row."""
    queue._check(components, many)
    if not many:
        queue._store.put([tuple(components)], "QueueEnqueueV2")
        return ()
    counts = {len(c) for c in components}
    if len(counts) > 1:
        raise errors.InvalidArgumentError(None, None, f"All input tensors must have the same size in the 0th dimension, got {counts}")
    queue._store.put([tuple(_row(c, i) for c in components) for i in range(counts.pop())], "QueueEnqueueManyV2")
    return ()


def _row(storage, i):
    if isinstance(storage, np.ndarray):
        box = np.empty(storage.shape[1:], object)
        box[...] = storage[i]
        return box
    return storage[i].clone()


def _dequeue_shapes(queue, count, partial, *_):
    known = isinstance(count, int)
    lead = [] if known and count < 0 else [None if partial or not known else count]
    shapes = queue._result_shapes()
    return [(d, None if s.rank is None else [*lead, *s.as_list()]) for d, s in zip(queue._dtypes, shapes, strict=True)]


@op("QueueDequeueV2", count="int", stateful=True, grad=None, shape_fn=_dequeue_shapes)
def _dequeue(queue, count, partial, name=None):
    """Take one element (`count` -1), or `count` of them stacked."""
    if count < 0:
        return list(queue._store.get(1)[0])
    if count == 0:
        rows = []
    else:
        rows = queue._store.get(count, partial)
    return [queue._stacked([r[k] for r in rows], k) for k in range(len(queue._dtypes))]


@op("QueueSizeV2", stateful=True, grad=None, shape_fn=lambda *_: (dt.int32, ()))
def _size(queue, name=None):
    return torch.tensor(len(queue._store.items), dtype=torch.int32)


@op("QueueIsClosedV2", stateful=True, grad=None, shape_fn=lambda *_: (dt.bool, ()))
def _is_closed(queue, name=None):
    return torch.tensor(queue._store.closed)


@op("QueueCloseV2", stateful=True, grad=None, shape_fn=lambda *_: ())
def _close(queue, cancel_pending_enqueues, name=None):
    store = queue._store
    with store.changed:
        store.closed = True
        store.cancelled = bool(cancel_pending_enqueues)
        store.changed.notify_all()
    return ()


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


class QueueBase:
    """What all queues can do. Mirrors `tf.queue.QueueBase`.

    `dtypes`: those of the components of an element. `shapes`: theirs, or None. `names`: theirs, which make elements
    dictionaries, or None. `queue_ref`: the store of the elements.
    """

    def __init__(self, dtypes, shapes, names, queue_ref):
        self._dtypes = [dt.as_dtype(d) for d in dtypes]
        if shapes is not None and len(shapes) != len(self._dtypes):
            raise ValueError(f"Queue shapes must have the same length as dtypes, received len(shapes)={len(shapes)}, "
                             f"len(dtypes)={len(self._dtypes)}")
        self._shapes = None if shapes is None else [TensorShape(s) for s in shapes]
        if names is not None and len(names) != len(self._dtypes):
            raise ValueError(f"Queue names must have the same length as dtypes,received len(names)={len(names)},"
                             f"len {len(self._dtypes)}")
        self._names, self._store = names, queue_ref

    @staticmethod
    def from_list(index, queues):
        """The queue of the list `queues` at `index`, an integer or a scalar. Raises TypeError unless all are of one kind."""
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        return queues[int(index)]

    @property
    def queue_ref(self):
        """What holds the elements."""
        return self._store

    @property
    def name(self):
        """The name of the queue."""
        return self._store.name

    @property
    def dtypes(self):
        """The dtypes of the components."""
        return self._dtypes

    @property
    def shapes(self):
        """The shapes of the components."""
        return self._result_shapes()

    @property
    def names(self):
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
                raise ValueError(f"Keys in dictionary to enqueue do not match names of Queue.  Dictionary: {sorted(vals)},"
                                 f"Queue: {sorted(self._names)}")
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
                raise errors.InvalidArgumentError(
                    None, None, f"Shape mismatch in tuple component {i}. Expected [{text}], got {_shape_text(shape)}")

    def _stacked(self, parts, k):
        if self._dtypes[k] == dt.string:
            out = np.empty((len(parts), *(parts[0].shape if parts else self._known(k))), object)
            for i, part in enumerate(parts):
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

    def _needs_shapes(self, method):
        if self._shapes is None or not all(s.is_fully_defined() for s in self._shapes):
            raise ValueError(f"{method} needs the shapes of the elements: give `shapes` to the queue.")

    def enqueue(self, vals, name=None):
        """Add one element: a tensor, a list of tensors or a dictionary. Waits for room; CancelledError once it is closed."""
        _enqueue(self._components(vals), self, False, name=name)

    def enqueue_many(self, vals, name=None):
        """Add an element for each row of the tensors `vals`. Waits and raises as `enqueue` does."""
        _enqueue(self._components(vals), self, True, name=name)

    def dequeue(self, name=None):
        """Take one element. Waits for one; OutOfRangeError once the queue is closed and empty."""
        return self._result(_dequeue(self, -1, False, name=name))

    def dequeue_many(self, n, name=None):
        """Take `n` elements, stacked. Waits for them; OutOfRangeError once the queue is closed with fewer."""
        self._needs_shapes("dequeue_many")
        return self._result(_dequeue(self, n, False, name=name))

    def dequeue_up_to(self, n, name=None):
        """As `dequeue_many`, but takes what is left once the queue is closed."""
        self._needs_shapes("dequeue_up_to")
        return self._result(_dequeue(self, n, True, name=name))

    def close(self, cancel_pending_enqueues=False, name=None):
        """Take no more elements. What waits to add some is refused; what is there can still be taken."""
        _close(self, cancel_pending_enqueues, name=name)

    def is_closed(self, name=None):
        """Whether the queue is closed, a bool scalar."""
        return _is_closed(self, name=name)

    def size(self, name=None):
        """The number of elements, an int32 scalar."""
        return _size(self, name=name)


def _listed(dtypes, shapes, names):
    dtypes = _as_list(dtypes)
    if shapes is not None:
        single = isinstance(shapes, TensorShape) or not isinstance(shapes, (list, tuple)) or not shapes or \
            all(d is None or isinstance(d, int) for d in shapes)
        shapes = [shapes] if single else list(shapes)
    names = None if names is None else _as_list(names)
    return dtypes, shapes, names


class FIFOQueue(QueueBase):
    """A queue in the order of arrival. Mirrors `tf.queue.FIFOQueue`.

    `capacity`: the greatest number of elements, negative for any. `dtypes`, `shapes`, `names`: of the components. No queue is
    shared between sessions, so `shared_name` has no effect.
    """

    def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name="fifo_queue"):
        super().__init__(*_listed(dtypes, shapes, names), _Store(capacity, name))


class PaddingFIFOQueue(QueueBase):
    """As `FIFOQueue` for components of various sizes, which `dequeue_many` fills up with zeros.

    `shapes`: with None where sizes vary. Mirrors `tf.queue.PaddingFIFOQueue`.
    """

    def __init__(self, capacity, dtypes, shapes, names=None, shared_name=None, name="padding_fifo_queue"):
        dtypes, shapes, names = _listed(dtypes, shapes, names)
        if shapes is None or len(shapes) != len(dtypes):
            raise ValueError(f"Shapes must be provided for all components, but received {0 if shapes is None else len(shapes)} "
                             f"dtypes and {len(dtypes)} shapes.")
        super().__init__(dtypes, shapes, names, _Store(capacity, name))

    def _needs_shapes(self, method):
        pass

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


class RandomShuffleQueue(QueueBase):
    """A queue that gives its elements in random order. Mirrors `tf.queue.RandomShuffleQueue`.

    `min_after_dequeue`: how many must stay behind while it is open, for the sake of mixing. `seed`: makes the order
    repeatable; it is not TensorFlow's order.
    """

    def __init__(self, capacity, min_after_dequeue, dtypes, shapes=None, names=None, seed=None, shared_name=None,
                 name="random_shuffle_queue"):
        if 0 <= capacity <= min_after_dequeue:
            raise errors.InvalidArgumentError(None, None, f"capacity {capacity} must be greater than min_after_dequeue {min_after_dequeue}")
        super().__init__(*_listed(dtypes, shapes, names), _ShuffleStore(capacity, name, int(min_after_dequeue), seed))


class PriorityQueue(QueueBase):
    """A queue that gives the element with the least priority number first. Mirrors `tf.queue.PriorityQueue`.

    Elements begin with their priority, an int64 scalar. `types`, `shapes`: of the other components.
    """

    def __init__(self, capacity, types, shapes=None, names=None, shared_name=None, name="priority_queue"):
        dtypes, shapes, names = _listed(types, shapes, names)
        shapes = [TensorShape([])] + (shapes if shapes is not None else [TensorShape(None)] * len(dtypes))
        super().__init__([dt.int64, *dtypes], shapes, names, _PriorityStore(capacity, name))


__all__ = ["FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "QueueBase", "RandomShuffleQueue"]

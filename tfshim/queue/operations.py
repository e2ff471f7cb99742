"""The operations on queues: what adds elements, takes them, and asks for the state."""

from __future__ import annotations

import numpy as np
import torch

from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt


def row(storage, i):
    if isinstance(storage, np.ndarray):
        box = np.empty(storage.shape[1:], object)
        box[...] = storage[i]
        return box
    # A view would keep all rows in memory as long as one of them waits.
    return storage[i].clone()


@op("QueueEnqueueV2", component="any*", which="int", stateful=True, grad=None, shape_fn=lambda *_: ())
def enqueue(queue, which, component, name=None):
    """Add one element."""
    queue = queue._chosen(which)
    queue._check(component, False)
    queue._store.put([tuple(component)])
    return ()


@op("QueueEnqueueManyV2", component="any*", which="int", stateful=True, grad=None, shape_fn=lambda *_: ())
def enqueue_many(queue, which, component, name=None):
    """Add an element for each row."""
    queue = queue._chosen(which)
    queue._check(component, True)
    queue._store.put([tuple(row(c, i) for c in component) for i in range(len(component[0]))])
    return ()


def leaves(queue, lead):
    shapes = queue._result_shapes()
    return [(d, None if s.rank is None else [*lead, *s.as_list()]) for d, s in zip(queue._dtypes, shapes, strict=True)]


@op("QueueDequeueV2", which="int", stateful=True, grad=None, shape_fn=lambda queue, *_: leaves(queue, []))
def dequeue(queue, which, name=None):
    """Take one element."""
    return list(queue._chosen(which)._store.get(1)[0])


def some(queue, which, count, method):
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
    shape_fn=lambda queue, which, count: leaves(queue, [count if isinstance(count, int) else None]),
)
def dequeue_many(queue, which, count, name=None):
    """Take `count` elements, stacked."""
    return some(queue, which, count, "DequeueMany")


@op("QueueDequeueUpToV2", which="int", count="int", stateful=True, grad=None, shape_fn=lambda queue, which, count: leaves(queue, [None]))
def dequeue_up_to(queue, which, count, name=None):
    """Take `count` elements, stacked, or what a closed queue has left."""
    return some(queue, which, count, "DequeueUpTo")


@op("QueueSizeV2", which="int", stateful=True, grad=None, shape_fn=lambda *_: (dt.int32, ()))
def size(queue, which, name=None):
    return torch.tensor(len(queue._chosen(which)._store.items), dtype=torch.int32)


@op("QueueIsClosedV2", which="int", stateful=True, grad=None, shape_fn=lambda *_: (dt.bool, ()))
def is_closed(queue, which, name=None):
    return torch.tensor(queue._chosen(which)._store.closed)


@op("QueueCloseV2", which="int", stateful=True, grad=None, shape_fn=lambda *_: ())
def close(queue, which, cancel_pending_enqueues, name=None):
    queue._chosen(which)._store.close(cancel_pending_enqueues)
    return ()

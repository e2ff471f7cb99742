"""Queues by their handles."""

import torch

from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.queue import base, kinds, operations
from tfshim.queue.stores import ShuffleStore, Store
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import handle, opened, resource
from tfshim.refusals import refused


def _shapes(shapes, types):
    """The shapes of the components, None where none are given."""
    if not shapes:
        return None
    if len(shapes) != len(types):
        raise invalid(
            f"Different number of component types.  Types: {', '.join(dt.as_dtype(t).proto_name for t in types)}, Shapes: "
            f"[{', '.join(str(list(s)) for s in shapes)}]"
        )
    return [TensorShape([None if d == -1 else d for d in s] if isinstance(s, (list, tuple)) else s) for s in shapes]


def _name(shared_name):
    return (shared_name.decode() if isinstance(shared_name, bytes) else shared_name) or None


def _fifo(kind, ref):
    def form(component_types, shapes, capacity, container, shared_name):
        given = _shapes(shapes, component_types)
        return resource(
            kind,
            lambda: kinds.FIFOQueue(capacity, component_types, given, None, _name(shared_name)),
            container,
            shared_name,
            ref=ref,
            attributes=(component_types, shapes, capacity),
        )

    return form


def _padding(kind, ref):
    def form(component_types, shapes, capacity, container, shared_name):
        given = _shapes(shapes, component_types)
        if given is None:
            raise invalid(f"Shapes must be provided for all components, but received {len(component_types)} dtypes and 0 shapes.")
        return resource(
            kind,
            lambda: kinds.PaddingFIFOQueue(capacity, component_types, given, None, _name(shared_name)),
            container,
            shared_name,
            ref=ref,
            attributes=(component_types, shapes, capacity),
        )

    return form


def _priority(kind, ref):
    def form(component_types, shapes, capacity, container, shared_name):
        given = _shapes(shapes, component_types)
        return resource(
            kind,
            lambda: kinds.PriorityQueue(capacity, component_types, given, None, _name(shared_name)),
            container,
            shared_name,
            ref=ref,
            attributes=(component_types, shapes, capacity),
        )

    return form


def _shuffled(kind, ref):
    def form(component_types, shapes, capacity, min_after_dequeue, seed, seed2, container, shared_name):
        given = _shapes(shapes, component_types)
        if min_after_dequeue < 0:
            raise invalid("min_after_dequeue must be >= 0")
        if 0 <= capacity <= min_after_dequeue:
            raise invalid(f"min_after_dequeue {min_after_dequeue} must be < capacity {capacity}")

        def make():
            made = kinds.FIFOQueue(capacity, component_types, given, None, _name(shared_name))
            made._own = made._queue_ref = ShuffleStore(
                capacity, "RandomShuffleQueue", _name(shared_name) or "random_shuffle_queue", min_after_dequeue, (seed, seed2)
            )
            return made

        attributes = component_types, shapes, capacity, min_after_dequeue, seed, seed2
        return resource(kind, make, container, shared_name, ref=ref, attributes=attributes)

    return form


for _kind, _form in (("FIFOQueue", _fifo), ("PaddingFIFOQueue", _padding), ("PriorityQueue", _priority), ("RandomShuffleQueue", _shuffled)):
    raw_op(_kind)(_form(_kind, True))
    raw_op(f"{_kind}V2")(_form(f"{_kind}V2", False))


# ---------------------------------------------------------------------- what is done with them
def _queue(storage):
    found = opened(storage, (base.QueueBase, Store), "a queue")
    if isinstance(found, Store):
        raise refused("tf.raw_ops", "attribute", op_type="QueueEnqueueV2 and the like", key="handle (the store of a queue)")
    return found


def _at_once(timeout_ms):
    if timeout_ms != -1:
        raise invalid("Timeout not supported yet.")


def _check(held, given, taking, count=0):
    """Raise InvalidArgumentError for other components than the elements of a queue have; `count`: whether it is said how many are taken."""
    if [d.base_dtype for d in held._dtypes] != list(given):
        texts = []
        for types in (given, held._dtypes):
            names = ", ".join(d.proto_name for d in types)
            texts.append(f"resource{', int32' * count}->{names}" if taking else f"resource, {names}->")
        raise invalid(f"Signature mismatch, have: {texts[0]} expected: {texts[1]}")


def _adding(kind, many):
    def form(handle_, components, timeout_ms):
        _at_once(timeout_ms)
        components = [convert_to_tensor(c) for c in components]
        dtypes = [c.dtype for c in components]

        def kernel(storage, components):
            held = _queue(storage)
            _check(held, dtypes, False)
            held._check(components, many)
            rows = [tuple(operations.row(c, i) for c in components) for i in range(len(components[0]))] if many else [tuple(components)]
            held._store.put(rows)
            return []

        return computed(kind, kernel, [handle(handle_), components], [], stateful=True)

    return lambda handle, components, timeout_ms: form(handle, components, timeout_ms)


def _taking(kind, method):
    def form(handle_, n, component_types, timeout_ms):
        _at_once(timeout_ms)
        types = [dt.as_dtype(t) for t in component_types]

        def kernel(storage, *count):
            held = _queue(storage)
            _check(held, types, True, len(count))
            if method is None:
                return list(held._store.get(1)[0])
            return operations.some(held, 0, int(count[0]), method)

        return computed(
            kind, kernel, [handle(handle_), *([] if n is None else [n])], [(t, None) for t in types], stateful=True, several=True
        )

    if method is None:
        return lambda handle, component_types, timeout_ms: form(handle, None, component_types, timeout_ms)
    return lambda handle, n, component_types, timeout_ms: form(handle, n, component_types, timeout_ms)


def _asked(kind, answer, dtype):
    def form(handle_):
        return computed(kind, lambda storage: [answer(_queue(storage)._store)], [handle(handle_)], [(dtype, [])], stateful=True)

    return lambda handle: form(handle)


def _closing(kind):
    def form(handle_, cancel):
        def kernel(storage):
            _queue(storage)._store.close(cancel)
            return []

        return computed(kind, kernel, [handle(handle_)], [], stateful=True)

    return lambda handle, cancel_pending_enqueues: form(handle, cancel_pending_enqueues)


for _end in ("", "V2"):
    raw_op(f"QueueEnqueue{_end}")(_adding(f"QueueEnqueue{_end}", False))
    raw_op(f"QueueEnqueueMany{_end}")(_adding(f"QueueEnqueueMany{_end}", True))
    raw_op(f"QueueDequeue{_end}")(_taking(f"QueueDequeue{_end}", None))
    raw_op(f"QueueDequeueMany{_end}")(_taking(f"QueueDequeueMany{_end}", "DequeueMany"))
    raw_op(f"QueueDequeueUpTo{_end}")(_taking(f"QueueDequeueUpTo{_end}", "DequeueUpTo"))
    raw_op(f"QueueSize{_end}")(_asked(f"QueueSize{_end}", lambda s: torch.tensor(len(s.items), dtype=torch.int32), dt.int32))
    raw_op(f"QueueIsClosed{_end}")(_asked(f"QueueIsClosed{_end}", lambda s: torch.tensor(s.closed), dt.bool))
    raw_op(f"QueueClose{_end}")(_closing(f"QueueClose{_end}"))

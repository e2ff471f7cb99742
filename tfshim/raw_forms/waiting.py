"""What steps of several threads wait for: barriers, which put elements together by keys, and locks."""

import collections
import threading

import numpy as np
import torch

from tfshim.array_ops.tensor_lists import row as row_of
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.sessions.runs import others_may_run
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import handle as _handle
from tfshim.raw_forms._resources import opened, resource


# ---------------------------------------------------------------------- barriers
class _Barrier:
    """Elements by key, those with all components in the order in which their keys came."""

    def __init__(self, types, shapes):
        self.types, self.shapes = types, shapes
        self.changed, self.closed, self.cancelled = threading.Condition(), False, False
        self.parts, self.ready, self.number = {}, collections.OrderedDict(), {}
        self.next = -(2**63)  # where TensorFlow begins to count

    def insert(self, keys, values, at):
        """Give the keys a component. CancelledError for new keys of a closed barrier."""
        with self.changed:
            for i, key in enumerate(keys):
                if key not in self.parts:
                    if self.closed:
                        raise errors.CancelledError(
                            None, None,
                            f"Barrier barrier is closed.  Pending enqueues cancelled: {int(self.cancelled)}.  Number of new insertions: "
                            f"{len(keys)}.  Number of incomplete keys: {len(self.parts)}.",
                        )  # fmt: skip
                    self.parts[key] = [None] * len(self.types)
                    self.number[key] = self.next
                elif self.cancelled:
                    raise errors.CancelledError(None, None, "Barrier barrier is closed.  Pending enqueues cancelled: 1.")
                row = self.parts[key]
                if row[at] is not None:
                    raise invalid(f"Key {key.decode(errors='replace')} already has a value for component {at} in barrier barrier")
                row[at] = row_of(values, i)
                if all(v is not None for v in row):
                    del self.parts[key]
                    self.ready[key] = row
            self.next += 1  # what came together has one number
            self.changed.notify_all()

    def take(self, count, small, incomplete):
        """The `count` first elements with all components; fewer of a closed barrier with `small`. OutOfRangeError otherwise."""
        while True:
            with self.changed:
                over = self.closed and not (self.parts and (incomplete or not self.cancelled))
                if len(self.ready) >= count or over and small and self.ready:
                    order = sorted(self.ready, key=self.number.get)[:count]
                    return [(self.number.pop(k), k, self.ready.pop(k)) for k in order]
                if over:
                    raise errors.OutOfRangeError(
                        None, None,
                        f"Barrier 'barrier' is closed and has insufficient elements (requested {count}, total size {len(self.ready)})",
                    )  # fmt: skip
            with others_may_run(), self.changed:
                self.changed.wait(0.05)


@raw_op("Barrier")
def _barrier(component_types, shapes, capacity, container, shared_name):
    if capacity != -1:
        raise invalid("Barrier only accepts capacity=-1.  Feed the inputs to your Barrier through a queue to enforce a limited capacity.")
    types = [dt.as_dtype(t) for t in component_types]
    given = [TensorShape(s) for s in shapes] if shapes else [TensorShape(None)] * len(types)
    if len(given) != len(types):
        raise invalid(f"All of the component shapes must be specified: {len(given)} shapes, {len(types)} types")
    return resource("Barrier", lambda: _Barrier(types, given), container, shared_name, ref=True)


def _barrier_in(storage):
    return opened(storage, _Barrier, "Barrier")


@raw_op("BarrierInsertMany")
def _insert(handle, keys, values, component_index):
    dtype = values.dtype

    def kernel(storage, keys, values):
        held = _barrier_in(storage)
        if not 0 <= component_index < len(held.types):
            raise invalid(f"The component ID is out of range {component_index} > num_components (= {len(held.types)})")
        if held.types[component_index] != dtype:
            raise invalid(
                f"Type mismatch in component {component_index}: expected {held.types[component_index].proto_name}, got {dtype.proto_name}"
            )
        if not values.ndim or len(values) != len(keys):
            raise invalid(f"Expected values of {len(keys)} rows, got shape {dims_text(values.shape)}")
        if not held.shapes[component_index].is_compatible_with(list(values.shape[1:])):
            raise invalid(
                f"Shape mismatch in tuple component {component_index}.  Expected {held.shapes[component_index]}, got "
                f"{dims_text(values.shape[1:])}"
            )
        held.insert(keys.tolist(), values, component_index)
        return []

    return computed("BarrierInsertMany", kernel, [_handle(handle), keys, values], [], stateful=True)


@raw_op("BarrierTakeMany")
def _take(handle, num_elements, component_types, allow_small_batch, wait_for_incomplete, timeout_ms):
    if timeout_ms != -1:
        raise invalid("Timeout not supported yet.")
    types = [dt.as_dtype(t) for t in component_types]

    def kernel(storage, count):
        held = _barrier_in(storage)
        if held.types != types:
            raise invalid("The component types are not those of the barrier.")
        taken = held.take(int(count), allow_small_batch, wait_for_incomplete)
        columns = [list(c) for c in zip(*(row for _, _, row in taken))]
        keys = np.empty(len(taken), object)
        keys[:] = [k for _, k, _ in taken]
        values = [torch.stack(c) if isinstance(c[0], torch.Tensor) else np.stack(c) for c in columns]
        return [torch.tensor([n for n, _, _ in taken], dtype=torch.int64), keys, *values]

    leaves = [(dt.int64, [None]), (dt.string, [None]), *((t, None) for t in types)]
    made = computed("BarrierTakeMany", kernel, [_handle(handle), num_elements], leaves, stateful=True, several=True)
    return made[0], made[1], made[2:]


@raw_op("BarrierClose")
def _close(handle, cancel_pending_enqueues):
    def kernel(storage):
        held = _barrier_in(storage)
        with held.changed:
            if held.closed and (held.cancelled or not cancel_pending_enqueues):
                raise errors.CancelledError(None, None, "Barrier 'barrier' is already closed.")
            held.closed, held.cancelled = True, held.cancelled or cancel_pending_enqueues
            if cancel_pending_enqueues:
                held.parts.clear()
            held.changed.notify_all()
        return []

    return computed("BarrierClose", kernel, [_handle(handle)], [], stateful=True)


def _number(kind, attribute):
    def form(handle):
        def kernel(storage):
            return [torch.tensor(len(getattr(_barrier_in(storage), attribute)), dtype=torch.int32)]

        return computed(kind, kernel, [_handle(handle)], [(dt.int32, [])], stateful=True)

    raw_op(kind)(form)


_number("BarrierReadySize", "ready")
_number("BarrierIncompleteSize", "parts")


# ---------------------------------------------------------------------- locks
class _Locked:
    """A lock that is held as long as anything holds this."""

    def __init__(self, lock):
        self._lock, self._held = lock, True

    def release(self):
        """Let others have the lock."""
        if self._held:
            self._held = False
            self._lock.release()

    __del__ = release


@raw_op("MutexV2")
def _mutex(container, shared_name):
    return resource("MutexV2", threading.Lock, container, shared_name)


_LOCK = type(threading.Lock())


@raw_op("MutexLock")
def _locked(mutex):
    def kernel(storage):
        lock = opened(storage, _LOCK, "Mutex")
        if not lock.acquire(blocking=False):
            with others_may_run():
                lock.acquire()
        return [as_object(_Locked(lock))]

    return computed("MutexLock", kernel, [_handle(mutex)], [(dt.variant, [])], stateful=True)


@raw_op("ConsumeMutexLock")
def _consume(mutex_lock):
    def kernel(storage):
        opened(storage, _Locked, "MutexLock").release()
        return []

    return computed("ConsumeMutexLock", kernel, [mutex_lock], [], stateful=True)

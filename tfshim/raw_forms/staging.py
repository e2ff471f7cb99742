"""Elements that wait under a name of a session: in their order, or by keys."""

import collections
import threading

import torch

from tfshim.engine.graphs.sessions.runs import others_may_run
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import kept


class _Area:
    """Elements in order, and by key with the components that have come so far."""

    def __init__(self):
        self.changed = threading.Condition()
        self.clear()

    def clear(self):
        """Forget all elements."""
        self.row, self.whole, self.parts = collections.deque(), {}, {}
        self.bytes = 0


def _size_of(values):
    return sum(v.nbytes if hasattr(v, "nbytes") else v.numel() * v.element_size() for v in values if v is not None)


def _area(kind, container, shared_name):
    text = lambda x: x.decode() if isinstance(x, bytes) else x  # noqa: E731
    return kept((kind, text(container), text(shared_name) or kind), _Area).held


def _wait(area, ready):
    """Wait, with the area's lock, until `ready()`; other threads may run what makes it so."""
    while not ready():
        area.changed.release()
        try:
            with others_may_run(), area.changed:
                if not ready():
                    area.changed.wait(0.1)
        finally:
            area.changed.acquire()


def _room(area, count, size, capacity, memory_limit):
    if memory_limit and size > memory_limit:
        raise errors.ResourceExhaustedError(
            None,
            None,
            f"Attempted to insert tensors with combined size of '{size}' bytes into Staging Area with a memory limit of '{memory_limit}'.",
        )
    _wait(area, lambda: (not capacity or count() < capacity) and (not memory_limit or area.bytes + size <= memory_limit))


def _types(dtypes):
    return [dt.as_dtype(d) for d in dtypes]


# ---------------------------------------------------------------------- in order
@raw_op("Stage")
def _stage(values, capacity, memory_limit, container, shared_name):
    def kernel(values):
        area = _area("Stage", container, shared_name)
        with area.changed:
            size = _size_of(values)
            _room(area, lambda: len(area.row), size, capacity, memory_limit)
            area.row.append(tuple(values))
            area.bytes += size
            area.changed.notify_all()
        return []

    return computed("Stage", kernel, [[convert_to_tensor(v) for v in values]], [], stateful=True)


def _staged(kind, take):
    def form(arguments, dtypes, container, shared_name):
        def kernel(*at):
            area = _area("Stage", container, shared_name)
            with area.changed:
                place = int(at[0]) if at else 0
                _wait(area, lambda: len(area.row) > place)
                if take:
                    found = area.row.popleft()
                    area.bytes -= _size_of(found)
                else:
                    found = area.row[place]
                area.changed.notify_all()
            return list(found)

        return computed(kind, kernel, arguments, [(d, None) for d in _types(dtypes)], stateful=True, several=True)

    return form


_taken, _seen = _staged("Unstage", True), _staged("StagePeek", False)


@raw_op("Unstage")
def _unstage(capacity, memory_limit, dtypes, container, shared_name):
    del capacity, memory_limit  # they say when to wait with putting in
    return _taken([], dtypes, container, shared_name)


@raw_op("StagePeek")
def _peek(index, capacity, memory_limit, dtypes, container, shared_name):
    del capacity, memory_limit
    return _seen([index], dtypes, container, shared_name)


@raw_op("StageSize")
def _size(capacity, memory_limit, dtypes, container, shared_name):
    del capacity, memory_limit, dtypes
    return computed("StageSize", lambda: [_count(len(_area("Stage", container, shared_name).row))], [], [(dt.int32, [])], stateful=True)


def _count(n):
    return torch.tensor(n, dtype=torch.int32)


@raw_op("StageClear")
def _clear(capacity, memory_limit, dtypes, container, shared_name):
    del capacity, memory_limit, dtypes
    return _clearing("Stage", container, shared_name)


def _clearing(kind, container, shared_name):
    def kernel():
        area = _area(kind, container, shared_name)
        with area.changed:
            area.clear()
            area.changed.notify_all()
        return []

    return computed(f"{kind}Clear", kernel, [], [], stateful=True)


# ---------------------------------------------------------------------- by key
def _by_key(kind, ordered):
    """The operations of maps: `ordered` says whether an element without a key is that with the least one."""

    def stage(key, indices, values, capacity, memory_limit, dtypes, container, shared_name):
        width = len(dtypes)

        def kernel(key, indices, values):
            if key.ndim and key.numel() != 1:
                raise invalid("key must be an int64 scalar")
            area, name, places = _area(kind, container, shared_name), int(key.reshape(())), indices.tolist()
            if len(places) != len(values):
                raise invalid(f"indices and values must have the same length, got {len(places)} and {len(values)}")
            if any(a >= b for a, b in zip(places, places[1:])):
                raise invalid("Indices are not strictly ordered")
            for place in places:
                if not 0 <= place < width:
                    raise invalid(f"Index '{place}' for key '{name}' was out of bounds '{width}'.")
            with area.changed:
                row = area.parts.setdefault(name, [None] * width)
                for place, value in zip(places, values):
                    if row[place] is not None:
                        raise invalid(f"The tensor for index '{place}' for key '{name}' was already initialized '{width}'.")
                    row[place] = value
                if all(v is not None for v in row):
                    del area.parts[name]
                    size = _size_of(row)
                    _room(area, lambda: len(area.whole), size, capacity, memory_limit)
                    if name not in area.whole:  # the first element of a key stays
                        area.whole[name] = row
                        area.bytes += size
                area.changed.notify_all()
            return []

        return computed(f"{kind}Stage", kernel, [key, indices, [convert_to_tensor(v) for v in values]], [], stateful=True)

    def some(suffix, take):
        def form(key, indices, capacity, memory_limit, dtypes, container, shared_name):
            del capacity, memory_limit
            types = _types(dtypes)

            def kernel(key, indices):
                area, name = _area(kind, container, shared_name), int(key.reshape(()))
                with area.changed:
                    _wait(area, lambda: name in area.whole)
                    found = _columns(area, name, indices.tolist(), take)
                    area.changed.notify_all()
                return found

            return computed(f"{kind}{suffix}", kernel, [key, indices], [(d, None) for d in types], stateful=True, several=True)

        return form

    def without_key(indices, capacity, memory_limit, dtypes, container, shared_name):
        del capacity, memory_limit
        types = _types(dtypes)

        def kernel(indices):
            area = _area(kind, container, shared_name)
            with area.changed:
                _wait(area, lambda: area.whole)
                name = min(area.whole) if ordered else next(iter(area.whole))
                found = _columns(area, name, indices.tolist(), True)
                area.changed.notify_all()
            return [torch.tensor(name), *found]

        made = computed(
            f"{kind}UnstageNoKey", kernel, [indices], [(dt.int64, []), *((d, None) for d in types)], stateful=True, several=True
        )
        return made[0], made[1:]

    def size(capacity, memory_limit, dtypes, container, shared_name):
        del capacity, memory_limit, dtypes
        return computed(
            f"{kind}Size", lambda: [_count(len(_area(kind, container, shared_name).whole))], [], [(dt.int32, [])], stateful=True
        )

    def incomplete(capacity, memory_limit, dtypes, container, shared_name):
        del capacity, memory_limit, dtypes
        return computed(
            f"{kind}IncompleteSize", lambda: [_count(len(_area(kind, container, shared_name).parts))], [], [(dt.int32, [])], stateful=True
        )

    def clear(capacity, memory_limit, dtypes, container, shared_name):
        del capacity, memory_limit, dtypes
        return _clearing(kind, container, shared_name)

    raw_op(f"{kind}Stage")(stage)
    raw_op(f"{kind}Unstage")(some("Unstage", True))
    raw_op(f"{kind}Peek")(some("Peek", False))
    raw_op(f"{kind}UnstageNoKey")(without_key)
    raw_op(f"{kind}Size")(size)
    raw_op(f"{kind}IncompleteSize")(incomplete)
    raw_op(f"{kind}Clear")(clear)


def _columns(area, name, places, take):
    """Some components of an element, which are gone then if they are taken; the element is gone with the last of them."""
    row = area.whole[name]
    for place in places:
        if not 0 <= place < len(row):
            raise invalid(f"Invalid index '{place}' for key '{name}': it has {len(row)} components.")
        if row[place] is None:
            raise invalid(f"Tensor at index '{place}' for key '{name}' has already been removed.")
    found = [row[place] for place in places]
    if take:
        area.bytes -= _size_of(found)
        for place in places:
            row[place] = None
        if all(v is None for v in row):
            del area.whole[name]
    return found


_by_key("Map", False)
_by_key("OrderedMap", True)

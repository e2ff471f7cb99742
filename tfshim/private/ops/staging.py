"""`StagingArea`: elements that wait between two parts of a graph of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.engine.graphs.graph import last_operation
from tfshim.engine.ops.op import op
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike


@op("StagePeek", index="int", stateful=True, grad=None, register=False,
    shape_fn=lambda queue, index: list(zip(queue._dtypes, queue._result_shapes(), strict=True)))  # fmt: skip
def _peek(queue, index, name=None):
    """The element at `index`, which stays; it waits until there are so many."""
    store = queue._store
    taken = store.get(index + 1)
    with store.changed:
        store.put_back(taken)
        store.version += 1
        store.changed.notify_all()
    return list(taken[index])


@op("StageClear", stateful=True, grad=None, register=False, shape_fn=lambda *_: ())
def _clear(queue, name=None):
    """Let go of all elements."""
    store = queue._store
    with store.changed:
        store.items.clear()
        store.version += 1
        store.changed.notify_all()
    return ()


@tf_private("tensorflow.python.ops.data_flow_ops.StagingArea")
class StagingArea:
    """Keeps elements, tuples of tensors of the types `dtypes`, in the order in which they were put in.

    `shapes`: theirs, if known; `names`: theirs, which make elements dictionaries. `capacity`: how many there may be, 0 for any number;
    `put` waits for room. `shared_name`: areas of one name share their elements within a session.
    """

    def __init__(
        self,
        dtypes: Sequence[Any],
        shapes: Sequence[Any] | None = None,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        if not isinstance(dtypes, (list, tuple)):
            raise ValueError(f"StagingArea dtypes must be a list of types. Received: {dtypes}")
        for what, given in (("shapes", shapes), ("names", names)):
            if given is not None and len(given) != len(dtypes):
                raise ValueError(f"StagingArea {what} must be the same length as dtypes")
        if memory_limit:
            raise refused("tensorflow.python.ops.data_flow_ops.StagingArea", "memory_limit", value=memory_limit)
        self._shared = shared_name
        self._shapes = [tf.TensorShape(s) for s in shapes] if shapes is not None else [tf.TensorShape(None)] * len(dtypes)
        self._names, self._capacity = None if names is None else list(names), capacity
        self._queue = tf.queue.FIFOQueue(
            capacity if capacity > 0 else 2**31 - 1,
            list(dtypes),
            self._shapes if shapes is not None else None,
            names,
            shared_name,
            "StagingArea",
        )

    dtypes = property(lambda self: self._queue.dtypes, doc="The types of the components.")
    shapes = property(lambda self: self._shapes, doc="Their shapes.")
    names = property(lambda self: self._names, doc="Their names, or None.")
    name = property(lambda self: self._shared or self._queue.name, doc="The name of the area.")
    capacity = property(lambda self: self._capacity, doc="How many elements there may be, 0 for any number.")
    memory_limit = property(lambda self: 0, doc="How many bytes there may be: 0, for any number.")

    def put(self, values: Any, name: str | None = None) -> Any:
        """Add one element: a dictionary by names, else a list of components, or the only one. Raises ValueError for others."""
        if self._names is not None and not isinstance(values, dict):
            raise ValueError("You must enqueue a dictionary in a staging area with names")
        if self._names is None and isinstance(values, dict):
            raise ValueError("Staging areas must have names to enqueue a dictionary")
        given = list(values.values()) if isinstance(values, dict) else values if isinstance(values, (list, tuple)) else [values]
        if self._names is None and len(given) != len(self.dtypes):
            raise ValueError(f"Unexpected number of inputs {len(given)} vs {len(self.dtypes)}")
        return self._queue.enqueue(values, name=name)

    def get(self, name: str | None = None) -> Any:
        """Take the first element, as soon as there is one: a dictionary by names, else a list."""
        return self._shown(self._queue.dequeue(name=name))

    def peek(self, index: IntLike, name: str | None = None) -> Any:
        """The element at `index`, which stays, as soon as there is one."""
        return self._shown(self._queue._result(_peek(self._queue, index, name=name)))

    def size(self, name: str | None = None) -> Any:
        """How many elements there are, a scalar int32."""
        return self._queue.size(name=name)

    def clear(self, name: str | None = None) -> Any:
        """Let go of all elements."""
        _clear(self._queue, name=name)
        return last_operation()

    @staticmethod
    def _shown(made):
        return made if isinstance(made, (dict, list)) else [made]

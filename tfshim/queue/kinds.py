"""The kinds of queues: by the order in which they give their elements."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.random.seeds import op_pair
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import TensorShape
from tfshim.queue.base import QueueBase, as_list
from tfshim.queue.stores import PriorityStore, ShuffleStore


def _listed(dtypes, shapes, names, unknown=False):
    """The arguments as lists. Raises ValueError for sizes that are not known, unless `unknown` lets them be."""
    dtypes = as_list(dtypes)
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
    names = None if names is None else as_list(names)
    return dtypes, shapes, names


@tf_export("queue.FIFOQueue", v1=["queue.FIFOQueue", "FIFOQueue"])
class FIFOQueue(QueueBase):
    """A queue that gives its elements in the order in which they came. Mirrors `tf.queue.FIFOQueue`.

    Arguments:
        capacity: how many elements it holds at most, an int; negative for any number.
        dtypes: the dtype of the component, or a list for elements of several.
        shapes: their shapes, or one shape for one component; without any unknown size. With None (default) any shapes go in, and
            `dequeue_many` is not to be had.
        names: names of the components, a list or a str: elements are dictionaries then (default None).
        shared_name: queues of a graph that have the same one share their elements within a session (default None).
        name: a name for the operation (default "fifo_queue").

    Raises:
        ValueError: a shape is not fully known, or lists differ in length.

    Example:
        >>> queue = tf.queue.FIFOQueue(3, tf.int32, shapes=[[]])
        >>> queue.enqueue_many([[1, 2, 3]])
        >>> queue.dequeue().numpy(), queue.dequeue_many(2).numpy()
        (1, array([2, 3], dtype=int32))
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
    """A queue in the order of arrival that makes batches of components of various sizes. Mirrors `tf.queue.PaddingFIFOQueue`.

    `dequeue_many` and `dequeue_up_to` fill smaller components up with zeros, and texts with empty ones, to the largest size among those
    that they take: sentences of different lengths become one tensor.

    Arguments:
        capacity: how many elements it holds at most, an int; negative for any number.
        dtypes: the dtype of the component, or a list for elements of several.
        shapes: their shapes, with None where sizes vary; the number of axes has to be known.
        names: names of the components, a list or a str: elements are dictionaries then (default None).
        shared_name: queues of a graph that have the same one share their elements within a session (default None).
        name: a name for the operation (default "padding_fifo_queue").

    Raises:
        ValueError: there are no shapes for the components, or one has an unknown rank.

    Example:
        >>> queue = tf.queue.PaddingFIFOQueue(3, tf.int32, shapes=[[None]])
        >>> queue.enqueue(tf.constant([1, 2, 3]))
        >>> queue.enqueue(tf.constant([4]))
        >>> queue.dequeue_many(2).numpy()
        array([[1, 2, 3],
               [4, 0, 0]], dtype=int32)
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

    Arguments:
        capacity: how many elements it holds at most, an int; negative for any number.
        min_after_dequeue: how many have to stay behind while the queue is open: `dequeue` waits for more than that. The larger it is, the
            better elements are mixed.
        dtypes: the dtype of the component, or a list for elements of several.
        shapes: their shapes, without any unknown size; None (default) for any.
        names: names of the components: elements are dictionaries then (default None).
        seed: an int that makes the order repeatable (default None).
        shared_name: queues of a graph that have the same one share their elements within a session (default None).
        name: a name for the operation (default "random_shuffle_queue").

    Raises:
        tf.errors.InvalidArgumentError: `min_after_dequeue` is not less than `capacity`.

    Example:
        >>> queue = tf.queue.RandomShuffleQueue(5, min_after_dequeue=0, dtypes=tf.int32, shapes=[[]], seed=1)
        >>> queue.enqueue_many([[1, 2, 3, 4]])
        >>> sorted(queue.dequeue_many(4).numpy().tolist())
        [1, 2, 3, 4]
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
    """A queue that gives the element with the least number first. Mirrors `tf.queue.PriorityQueue`.

    An element begins with its priority, an int64 scalar, in front of the other components; the one with the least number comes out first.

    Arguments:
        capacity: how many elements it holds at most, an int; negative for any number.
        types: the dtypes of the components behind the priority, one or a list.
        shapes: their shapes, without any unknown size; None (default) for any.
        names: names of the components: elements are dictionaries then (default None).
        shared_name: queues of a graph that have the same one share their elements within a session (default None).
        name: a name for the operation (default "priority_queue").

    Example:
        >>> queue = tf.queue.PriorityQueue(5, tf.string, shapes=[[]])
        >>> for number, task in ((3, "sweep"), (1, "wake"), (2, "cook")):
        ...     queue.enqueue([tf.constant(number, tf.int64), task])
        >>> [queue.dequeue()[1].numpy() for _ in range(3)]
        [b'wake', b'cook', b'sweep']
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

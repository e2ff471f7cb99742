"""How batches are made of examples: tensors that threads put into a queue, and a number of them taken out at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from tfshim import array_ops
from tfshim.compat.v1 import summary
from tfshim.compat.v1.arrays import boolean_mask
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.train.input import in_graph
from tfshim.compat.v1.train.queue_runner import QueueRunner, add_queue_runner
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.io import deserialize_many_sparse, serialize_many_sparse, serialize_sparse
from tfshim.math import maximum
from tfshim.queue.kinds import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from tfshim.sparse import SparseTensor


class _Parts:
    """The tensors of one or several lists or dictionaries of one structure, with what puts a batch into that structure again.

    A SparseTensor goes through the queue as three strings.
    """

    def __init__(self, given, enqueue_many, what):
        if not given:
            raise ValueError("Expected at least one set of tensors")
        # Dictionaries with the same keys may list them in different orders.
        self.keys = sorted(given[0]) if isinstance(given[0], dict) else None
        if self.keys is not None and any(sorted(one.keys()) != self.keys for one in given):
            raise ValueError("All dictionaries in tensors_list must have the same keys")
        self.sparse, self.lists = [], []
        for one in given:
            values = [one[k] for k in self.keys] if self.keys is not None else list(one)
            if not values:
                raise ValueError(f"Expected at least one tensor in {what}().")
            if len(values) != len(given[0]):
                raise ValueError(f"Expected the lists of {what}() to have one length, got {len(given[0])} and {len(values)}.")
            self.lists.append([self._stored(v, i, enqueue_many) for i, v in enumerate(values)])
        self.types = [t.dtype.base_dtype for t in self.lists[0]]
        for other in self.lists[1:]:
            if [t.dtype.base_dtype for t in other] != self.types:
                raise TypeError(
                    f"Expected types to be consistent: {', '.join(t.name for t in self.types)} vs. "
                    f"{', '.join(t.dtype.name for t in other)}."
                )

    def _stored(self, value, at, many):
        if not isinstance(value, SparseTensor):
            return convert_to_tensor(value)
        if len(self.sparse) <= at:
            self.sparse += [None] * (at + 1 - len(self.sparse))
        rank = value.shape.rank
        self.sparse[at] = value.dtype, None if rank is None else rank + (0 if many else 1)
        made = serialize_many_sparse(value) if many else serialize_sparse(value)
        if made.shape.rank is None or not TensorShape(made.shape[-1:]).is_fully_defined():
            made.set_shape([None, 3] if many else [3])
        return made

    def shapes(self, shapes, many):
        """The shapes of an element: those given, or what the tensors have in common."""
        if shapes is not None:
            return [TensorShape(s) for s in shapes]
        made = []
        for i in range(len(self.types)):
            merged = TensorShape(None)
            for tensors in self.lists:
                if tensors[i].shape.rank is None:
                    raise ValueError(f"Cannot infer Tensor's rank: {tensors[i]}")
                shape = tensors[i].shape
                merged = _common(merged, TensorShape(shape.with_rank_at_least(1)[1:]) if many else shape)
            made.append(merged)
        return made

    def restored(self, batch):
        """A batch as the queue gave it, in the structure of what was given."""
        batch = list(batch) if isinstance(batch, (list, tuple)) else [batch]
        for i, kind in enumerate(self.sparse):
            if kind is not None:
                batch[i] = deserialize_many_sparse(batch[i], dtype=kind[0], rank=kind[1])
        if self.keys is not None:
            return dict(zip(self.keys, batch, strict=True))
        return batch[0] if len(batch) == 1 else batch


def _common(a, b):
    """Two shapes as one, with None for the sizes in which they differ."""
    return b if a.rank is None else a.most_specific_compatible_shape(b)


def _kept(keep_input, enqueue_many):
    """The condition on what goes into a batch: None where everything does."""
    keep = array_ops.convert_to_tensor(keep_input)
    if keep.shape.rank is None:
        raise ValueError("`keep_input` dimensions must be known at graph construction.")
    if not enqueue_many and keep.shape.rank == 1:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if keep.shape.rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    known = static_value(keep)
    return None if known is not None and known.all() else keep


def _enqueue(queue, tensors, many, keep):
    """The operation that adds the tensors, or those of their rows for which `keep` is true."""
    if keep is None:
        return queue.enqueue_many(tensors) if many else queue.enqueue(tensors)
    if keep.shape.rank == 1:
        return queue.enqueue_many([boolean_mask(t, keep) for t in tensors])
    rows = tensors if many else [array_ops.expand_dims(t, 0) for t in tensors]
    # To add no row needs no condition in the graph.
    return queue.enqueue_many([t[: array_ops.where(keep, array_ops.shape(t)[0], 0)] for t in rows])


def summarize_fullness(queue, capacity, least=None):
    """A summary of how full a queue of `capacity` elements is; `least`: beyond so many that always wait in it."""
    size = array_ops.cast(queue.size() if least is None else maximum(0, queue.size() - least), dtypes.float32)
    room = capacity - (least or 0)
    label = f"fraction_of_{room}_full" if least is None else f"fraction_over_{least}_of_{room}_full"
    summary.scalar(label, size * (1.0 / room))


class InOrder(NamedTuple):
    """A queue that gives elements in the order in which they came; `pads`: those of a batch may differ in sizes."""

    capacity: Any
    pads: bool
    shared_name: str | None
    least: int | None = None

    def made(self, types, shapes):
        """The queue for elements of these types and shapes."""
        return (PaddingFIFOQueue if self.pads else FIFOQueue)(self.capacity, types, shapes, shared_name=self.shared_name)


class Shuffled(NamedTuple):
    """A queue that gives elements in random order, of which `least` always wait in it."""

    capacity: Any
    least: int
    seed: int | None
    shared_name: str | None

    def made(self, types, shapes):
        """The queue for elements of these types and shapes."""
        return RandomShuffleQueue(self.capacity, self.least, types, shapes, seed=self.seed, shared_name=self.shared_name)


def batched(kind, what, given, batch_size, keep_input, threads, enqueue_many, shapes, smaller, name):
    """The tensors of a batch from a queue of the `kind`, filled by `threads` threads a list of `given`."""
    in_graph(ValueError)
    with name_scope(name, what, [keep_input]) as scope:
        parts = _Parts(given, enqueue_many, what)
        keep = _kept(keep_input, enqueue_many)
        queue = kind.made(parts.types, parts.shapes(shapes, enqueue_many))
        # A queue runner starts a thread for each entry, also where one operation is listed again.
        operations = [o for tensors in parts.lists for o in [_enqueue(queue, tensors, enqueue_many, keep)] * threads]
        add_queue_runner(QueueRunner(queue, operations))
        summarize_fullness(queue, kind.capacity, kind.least)
        take = queue.dequeue_up_to if smaller else queue.dequeue_many
        taken = take(batch_size, name=scope)
        return parts.restored(taken)

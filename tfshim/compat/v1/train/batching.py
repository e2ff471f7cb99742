"""Batches of examples, through queues that threads fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
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

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike


class _Parts:
    """The tensors of one or several lists or dictionaries of one structure, with what puts a batch into that structure again.

    A SparseTensor goes through the queue as three strings.
    """

    def __init__(self, given, enqueue_many, what):
        if not given:
            raise ValueError("Expected at least one set of tensors")
        # Dictionaries with the same keys may list them in different orders.
        self.keys = sorted(given[0]) if isinstance(given[0], dict) else None
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
                    f"Expected types to be consistent: {', '.join(t.dtype.name for t in other)} vs. "
                    f"{', '.join(t.name for t in self.types)}."
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


def _batched(what, given, batch_size, keep_input, threads, capacity, enqueue_many, shapes, make, smaller, name, least=None):
    """The tensors of a batch from a queue that `make(types, shapes)` gives, filled by `threads` threads a list of `given`."""
    in_graph(ValueError)
    with name_scope(name, what, [keep_input]) as scope:
        parts = _Parts(given, enqueue_many, what)
        keep = _kept(keep_input, enqueue_many)
        queue = make(parts.types, parts.shapes(shapes, enqueue_many))
        # A queue runner starts a thread for each entry, also where one operation is listed again.
        operations = [o for tensors in parts.lists for o in [_enqueue(queue, tensors, enqueue_many, keep)] * threads]
        add_queue_runner(QueueRunner(queue, operations))
        summarize_fullness(queue, capacity, least)
        take = queue.dequeue_up_to if smaller else queue.dequeue_many
        taken = take(batch_size, name=scope)
        return parts.restored(taken)


def _ordered(what, given, batch_size, keep, threads, capacity, many, shapes, dynamic_pad, smaller, shared_name, name):
    kind = PaddingFIFOQueue if dynamic_pad else FIFOQueue
    return _batched(
        what,
        given,
        batch_size,
        keep,
        threads,
        capacity,
        many,
        shapes,
        lambda types, sizes: kind(capacity, types, sizes, shared_name=shared_name),
        smaller,
        name,
    )


def _shuffled(what, given, batch_size, keep, threads, capacity, least, seed, many, shapes, smaller, shared_name, name):
    return _batched(
        what,
        given,
        batch_size,
        keep,
        threads,
        capacity,
        many,
        shapes,
        lambda types, sizes: RandomShuffleQueue(capacity, least, types, sizes, seed=seed, shared_name=shared_name),
        smaller,
        name,
        least,
    )


@tf_export(v1=["train.batch"])
def batch(
    tensors: Sequence[TensorLike] | Mapping[str, TensorLike],
    batch_size: int,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers single examples into batches. Mirrors `tf.compat.v1.train.batch`.

    Threads put examples into a queue, and each run takes a batch of them. Call `tf.compat.v1.train.start_queue_runners`, or use a monitored
    session. In `tf.data` it is `batch`, or `padded_batch`.

    Arguments:
        tensors: a list or dictionary of the tensors of one example.
        batch_size: how many examples a batch has.
        num_threads: how many threads fill the queue, 1 by default; with more the order is not fixed.
        capacity: how many examples the queue holds, 32 by default.
        enqueue_many: True where the tensors hold several examples each, along their first axis; False by default.
        shapes: the shapes of one example, where they are not known; None by default.
        dynamic_pad: True lets sizes vary, which are filled up with zeros; False by default.
        allow_smaller_final_batch: True gives what is left at the end as well; False by default.
        shared_name: queues of one session with the same name are one; None by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        Tensors in the structure of `tensors`, with the batch as first axis; a single one for a list of one.

    Raises:
        ValueError: the shapes are not known.
        OutOfRangeError: the input has come to its end, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     number = tf.compat.v1.train.range_input_producer(4, shuffle=False).dequeue()
        ...     numbers = tf.compat.v1.train.batch([number], batch_size=3)
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(numbers), sess.run(numbers))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [0 1 2] [3 0 1]
    """
    return _ordered(
        "batch",
        [tensors],
        batch_size,
        True,
        num_threads,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.maybe_batch"])
def maybe_batch(
    tensors: Sequence[TensorLike] | Mapping[str, TensorLike],
    keep_input: BoolLike,
    batch_size: int,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers those examples into batches that are to be kept. Mirrors `tf.compat.v1.train.maybe_batch`.

    It is `tf.compat.v1.train.batch` with a condition, which is computed with each example. In `tf.data` it is `filter` and `batch`.

    Arguments:
        tensors: a list or dictionary of the tensors of one example.
        keep_input: a bool tensor; with `enqueue_many` a scalar, or a vector with a bool for each example.
        batch_size: how many examples a batch has.
        num_threads, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch, shared_name, name: as for
            `tf.compat.v1.train.batch`.

    Returns:
        Tensors in the structure of `tensors`, with the batch as first axis; a single one for a list of one.

    Raises:
        ValueError: the shapes are not known.
        OutOfRangeError: the input has come to its end, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     number = tf.compat.v1.train.range_input_producer(6, shuffle=False).dequeue()
        ...     even = tf.compat.v1.train.maybe_batch([number], tf.equal(number % 2, 0), batch_size=3)
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(even))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [0 2 4]
    """
    return _ordered(
        "batch",
        [tensors],
        batch_size,
        keep_input,
        num_threads,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.batch_join"])
def batch_join(
    tensors_list: Sequence[Any],
    batch_size: int,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers examples of several sources into batches. Mirrors `tf.compat.v1.train.batch_join`.

    Each source has a thread that puts its examples into one queue, so that several files are read at a time and mix. In `tf.data` it is
    `interleave` and `batch`.

    Arguments:
        tensors_list: a list of lists or dictionaries, each with the tensors of one example of a source, of the same dtypes and shapes.
        batch_size: how many examples a batch has.
        capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch, shared_name, name: as for `tf.compat.v1.train.batch`.

    Returns:
        Tensors in the structure of the first of the sources, with the batch as first axis; a single one for lists of one.

    Raises:
        ValueError: the shapes are not known, or the sources differ.
        OutOfRangeError: the input has come to its end, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     sources = [[tf.constant(1)], [tf.constant(2)]]
        ...     numbers = tf.compat.v1.train.batch_join(sources, batch_size=50)
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(numbers).shape)
        ...     coord.request_stop()
        ...     coord.join(threads)
        (50,)
    """
    return _ordered(
        "batch_join",
        tensors_list,
        batch_size,
        True,
        1,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.maybe_batch_join"])
def maybe_batch_join(
    tensors_list: Sequence[Any],
    keep_input: BoolLike,
    batch_size: int,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers those examples of several sources into batches that are to be kept. Mirrors `tf.compat.v1.train.maybe_batch_join`.

    It is `tf.compat.v1.train.batch_join` with a condition. Each source has a thread that puts its examples into one queue.

    Arguments:
        tensors_list: a list of lists or dictionaries, each with the tensors of one example of a source, of the same dtypes and shapes.
        keep_input: a bool tensor, for all sources; with `enqueue_many` a scalar, or a vector with a bool for each example.
        batch_size: how many examples a batch has.
        capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch, shared_name, name: as for `tf.compat.v1.train.batch`.

    Returns:
        Tensors in the structure of the first of the sources, with the batch as first axis; a single one for lists of one.

    Raises:
        ValueError: the shapes are not known, or the sources differ.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     sources = [[tf.constant(1)], [tf.constant(1)]]
        ...     numbers = tf.compat.v1.train.maybe_batch_join(sources, tf.constant(True), batch_size=3)
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(numbers))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [1 1 1]
    """
    return _ordered(
        "batch_join",
        tensors_list,
        batch_size,
        keep_input,
        1,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.shuffle_batch"])
def shuffle_batch(
    tensors: Sequence[TensorLike] | Mapping[str, TensorLike],
    batch_size: int,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers examples into batches in random order. Mirrors `tf.compat.v1.train.shuffle_batch`.

    Each run takes a batch from a queue in which some examples stay behind, for the sake of mixing. Call
    `tf.compat.v1.train.start_queue_runners`, or use a monitored session. In `tf.data` it is `shuffle` and `batch`.

    Arguments:
        tensors: a list or dictionary of the tensors of one example.
        batch_size: how many examples a batch has.
        capacity: how many examples the queue holds, more than `min_after_dequeue`.
        min_after_dequeue: how many examples stay behind after a batch was taken.
        num_threads: how many threads fill the queue, 1 by default.
        seed: an integer for the order, as far as threads let it be repeated; None by default.
        enqueue_many, shapes, allow_smaller_final_batch, shared_name, name: as for `tf.compat.v1.train.batch`.

    Returns:
        Tensors in the structure of `tensors`, with the batch as first axis; a single one for a list of one.

    Raises:
        ValueError: the shapes are not known.
        OutOfRangeError: the input has come to its end, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     number = tf.compat.v1.train.range_input_producer(8, num_epochs=1, shuffle=False).dequeue()
        ...     numbers = tf.compat.v1.train.shuffle_batch([number], batch_size=4, capacity=8, min_after_dequeue=4)
        ...     sess.run(tf.compat.v1.local_variables_initializer())
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sorted(int(n) for _ in range(2) for n in sess.run(numbers)))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [0, 1, 2, 3, 4, 5, 6, 7]
    """
    return _shuffled(
        "shuffle_batch",
        [tensors],
        batch_size,
        True,
        num_threads,
        capacity,
        min_after_dequeue,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.maybe_shuffle_batch"])
def maybe_shuffle_batch(
    tensors: Sequence[TensorLike] | Mapping[str, TensorLike],
    batch_size: int,
    capacity: int,
    min_after_dequeue: int,
    keep_input: BoolLike,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers those examples into batches in random order that are to be kept. Mirrors `tf.compat.v1.train.maybe_shuffle_batch`.

    It is `tf.compat.v1.train.shuffle_batch` with a condition, which is computed with each example. In `tf.data` it is `filter`, `shuffle`
    and `batch`.

    Arguments:
        tensors: a list or dictionary of the tensors of one example.
        batch_size: how many examples a batch has.
        capacity: how many examples the queue holds, more than `min_after_dequeue`.
        min_after_dequeue: how many examples stay behind after a batch was taken.
        keep_input: a bool tensor; with `enqueue_many` a scalar, or a vector with a bool for each example.
        num_threads, seed, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name: as for `tf.compat.v1.train.shuffle_batch`.

    Returns:
        Tensors in the structure of `tensors`, with the batch as first axis; a single one for a list of one.

    Raises:
        ValueError: the shapes are not known.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     number = tf.compat.v1.train.range_input_producer(8, num_epochs=1, shuffle=False).dequeue()
        ...     large = tf.compat.v1.train.maybe_shuffle_batch([number], 4, 8, 0, keep_input=number > 3)
        ...     sess.run(tf.compat.v1.local_variables_initializer())
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sorted(sess.run(large).tolist()))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [4, 5, 6, 7]
    """
    return _shuffled(
        "shuffle_batch",
        [tensors],
        batch_size,
        keep_input,
        num_threads,
        capacity,
        min_after_dequeue,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.shuffle_batch_join"])
def shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: int,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers examples of several sources into batches in random order. Mirrors `tf.compat.v1.train.shuffle_batch_join`.

    Each source has a thread that puts its examples into one queue, from which each run takes a batch; some examples stay behind, for the
    sake of mixing. In `tf.data` it is `interleave`, `shuffle` and `batch`.

    Arguments:
        tensors_list: a list of lists or dictionaries, each with the tensors of one example of a source, of the same dtypes and shapes.
        batch_size: how many examples a batch has.
        capacity: how many examples the queue holds, more than `min_after_dequeue`.
        min_after_dequeue: how many examples stay behind after a batch was taken.
        seed, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name: as for `tf.compat.v1.train.shuffle_batch`.

    Returns:
        Tensors in the structure of the first of the sources, with the batch as first axis; a single one for lists of one.

    Raises:
        ValueError: the shapes are not known, or the sources differ.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     sources = [[tf.constant([1, 2])], [tf.constant([3, 4])]]
        ...     rows = tf.compat.v1.train.shuffle_batch_join(sources, batch_size=4, capacity=20, min_after_dequeue=5)
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(rows).shape)
        ...     coord.request_stop()
        ...     coord.join(threads)
        (4, 2)
    """
    return _shuffled(
        "shuffle_batch_join",
        tensors_list,
        batch_size,
        True,
        1,
        capacity,
        min_after_dequeue,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@tf_export(v1=["train.maybe_shuffle_batch_join"])
def maybe_shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: int,
    capacity: int,
    min_after_dequeue: int,
    keep_input: BoolLike,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Gathers those examples of several sources that are to be kept, in random order. Mirrors
    `tf.compat.v1.train.maybe_shuffle_batch_join`.

    It is `tf.compat.v1.train.shuffle_batch_join` with a condition. Each source has a thread that puts its examples into one queue.

    Arguments:
        tensors_list: a list of lists or dictionaries, each with the tensors of one example of a source, of the same dtypes and shapes.
        batch_size: how many examples a batch has.
        capacity: how many examples the queue holds, more than `min_after_dequeue`.
        min_after_dequeue: how many examples stay behind after a batch was taken.
        keep_input: a bool tensor, for all sources; with `enqueue_many` a scalar, or a vector with a bool for each example.
        seed, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name: as for `tf.compat.v1.train.shuffle_batch`.

    Returns:
        Tensors in the structure of the first of the sources, with the batch as first axis; a single one for lists of one.

    Raises:
        ValueError: the shapes are not known, or the sources differ.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     sources = [[tf.constant(1)], [tf.constant(2)]]
        ...     numbers = tf.compat.v1.train.maybe_shuffle_batch_join(sources, 4, 20, 5, keep_input=tf.constant(True))
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(numbers).shape)
        ...     coord.request_stop()
        ...     coord.join(threads)
        (4,)
    """
    return _shuffled(
        "shuffle_batch_join",
        tensors_list,
        batch_size,
        keep_input,
        1,
        capacity,
        min_after_dequeue,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )

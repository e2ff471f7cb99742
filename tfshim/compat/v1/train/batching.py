"""Batches of examples, through queues that threads fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
from tfshim.compat.v1.train.queued_batches import InOrder, Shuffled, batched


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
    queue = InOrder(capacity, dynamic_pad, shared_name)
    return batched(queue, "batch", [tensors], batch_size, True, num_threads, enqueue_many, shapes, allow_smaller_final_batch, name)


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
    queue = InOrder(capacity, dynamic_pad, shared_name)
    return batched(queue, "batch", [tensors], batch_size, keep_input, num_threads, enqueue_many, shapes, allow_smaller_final_batch, name)


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
    queue = InOrder(capacity, dynamic_pad, shared_name)
    return batched(queue, "batch_join", tensors_list, batch_size, True, 1, enqueue_many, shapes, allow_smaller_final_batch, name)


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
    queue = InOrder(capacity, dynamic_pad, shared_name)
    return batched(queue, "batch_join", tensors_list, batch_size, keep_input, 1, enqueue_many, shapes, allow_smaller_final_batch, name)


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
    queue = Shuffled(capacity, min_after_dequeue, seed, shared_name)
    return batched(queue, "shuffle_batch", [tensors], batch_size, True, num_threads, enqueue_many, shapes, allow_smaller_final_batch, name)


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
    queue = Shuffled(capacity, min_after_dequeue, seed, shared_name)
    return batched(
        queue, "shuffle_batch", [tensors], batch_size, keep_input, num_threads, enqueue_many, shapes, allow_smaller_final_batch, name
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
    queue = Shuffled(capacity, min_after_dequeue, seed, shared_name)
    return batched(queue, "shuffle_batch_join", tensors_list, batch_size, True, 1, enqueue_many, shapes, allow_smaller_final_batch, name)


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
    queue = Shuffled(capacity, min_after_dequeue, seed, shared_name)
    return batched(
        queue, "shuffle_batch_join", tensors_list, batch_size, keep_input, 1, enqueue_many, shapes, allow_smaller_final_batch, name
    )

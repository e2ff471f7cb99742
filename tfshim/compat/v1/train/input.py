"""Input pipelines of queues: producers of examples, and batches of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim import array_ops, random
from tfshim._export import tf_export
from tfshim.compat.v1 import summary
from tfshim.compat.v1.arrays import gather
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.compat.v1.train.queue_runner import QueueRunner, add_queue_runner
from tfshim.compat.v1.variables.variables import Variable
from tfshim.control_flow import control_dependencies
from tfshim.debugging import Assert
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.io import matching_files
from tfshim.queue.kinds import FIFOQueue

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.queue.base import QueueBase


def in_graph(error=RuntimeError):
    """Raise `error` while executing eagerly, where there are no queues that threads fill."""
    if TS.graph is None:
        raise error(
            "Input pipelines based on Queues are not supported when eager execution is enabled. Please use tf.data to "
            "ingest data into your model instead."
        )


@tf_export("io.match_filenames_once", v1=["train.match_filenames_once", "io.match_filenames_once"])
def match_filenames_once(pattern: TensorLike, name: str | None = None) -> Variable:
    """The names of the files that match a pattern, found once. Mirrors `tf.io.match_filenames_once`,
    `tf.compat.v1.io.match_filenames_once` and `tf.compat.v1.train.match_filenames_once`.

    They are kept in a local variable, which `tf.compat.v1.local_variables_initializer` gives its value: so all runs of a session see the
    same files, though others come to the directory meanwhile. `tf.io.matching_files` looks each time.

    Arguments:
        pattern: a scalar or vector of strings, patterns of names as for `tf.io.matching_files`.
        name: a name for the variable in graphs, by default "matching_filenames". Outside them it is "Variable", as in TensorFlow.

    Returns:
        A variable that is not trained, a vector of strings: in graphs a local one of any length, elsewhere of as many as are found.

    Example:
        >>> for name in ("a-0.csv", "a-1.csv", "b.txt"):
        ...     tf.io.write_file(name, "")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     found = tf.compat.v1.train.match_filenames_once("./*.csv")
        ...     sess.run(tf.compat.v1.local_variables_initializer())
        ...     print(sorted(sess.run(found).tolist()))
        [b'./a-0.csv', b'./a-1.csv']
    """
    if TS.graph is None:
        return Variable(matching_files(pattern), trainable=False)
    with name_scope(name, "matching_filenames", [pattern]) as scope:
        found = matching_files(pattern)
        # How many names match is known only when it runs.
        return Variable(
            found, trainable=False, validate_shape=False, shape=found.shape, name=scope, collections=[GraphKeys.LOCAL_VARIABLES]
        )


@tf_export(v1=["train.limit_epochs"])
def limit_epochs(tensor: TensorLike, num_epochs: int | None = None, name: str | None = None) -> Tensor:
    """A tensor that can be evaluated so many times. Mirrors `tf.compat.v1.train.limit_epochs`.

    The count is a local variable, which `tf.compat.v1.local_variables_initializer` has to initialize. Producers of inputs use it to end
    after some epochs; in `tf.data` there is `repeat`.

    Arguments:
        tensor: a tensor.
        num_epochs: how many times, a positive integer; None (the default) for ever.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        The tensor, with the same values.

    Raises:
        OutOfRangeError: it has been evaluated that many times, when it runs.
        ValueError: the number is not positive.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.train.limit_epochs(tf.constant(5), num_epochs=1)
        ...     sess.run(tf.compat.v1.local_variables_initializer())
        ...     print(sess.run(x))
        ...     try:
        ...         sess.run(x)
        ...     except tf.errors.OutOfRangeError:
        ...         print("once only")
        5
        once only
    """
    if num_epochs is not None and num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    if num_epochs is None:
        return tensor
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        epochs = Variable(
            array_ops.convert_to_tensor(0, dtypes.int64), name="epochs", trainable=False, collections=[GraphKeys.LOCAL_VARIABLES]
        )
        with control_dependencies([epochs.count_up_to(num_epochs)]):
            return array_ops.identity(tensor, name=scope)


@tf_export(v1=["train.input_producer"])
def input_producer(
    input_tensor: TensorLike,
    element_shape: ShapeLike | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> QueueBase:
    """A queue that gives the rows of a tensor again and again. Mirrors `tf.compat.v1.train.input_producer`.

    A queue runner is added to the graph, whose thread fills the queue: call `tf.compat.v1.train.start_queue_runners`, or use a monitored
    session. In `tf.data` it is `from_tensor_slices`, `shuffle` and `repeat`.

    Arguments:
        input_tensor: a tensor with the rows.
        element_shape: the shape of a row, where that is not known of the tensor; None by default.
        num_epochs: how often the rows are given; None (the default) for ever. Otherwise the local variables have to be initialized.
        shuffle: whether each epoch has an order of its own, True by default.
        seed: an integer for these orders; None by default.
        capacity: how many rows the queue holds, 32 by default.
        shared_name: queues of one session with the same name are one; None by default.
        summary_name: the name of a summary of how full it is; None (the default) for none.
        name: a name for the operation in graphs; by default that of the function.
        cancel_op: what closes the queue as a stop is requested; None (the default) for one that is made of it.

    Returns:
        The queue.

    Raises:
        ValueError: the shape of a row is not known.
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     row = tf.compat.v1.train.input_producer([[1, 2], [3, 4]], shuffle=False).dequeue()
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(row), sess.run(row), sess.run(row))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [1 2] [3 4] [1 2]
    """
    in_graph()
    with name_scope(name, "input_producer", [input_tensor]):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        shape = TensorShape(rows.shape.with_rank_at_least(1)[1:]).merge_with(element_shape)
        if not shape.is_fully_defined():
            raise ValueError("Either `input_tensor` must have a fully defined shape or `element_shape` must be specified")
        if shuffle:
            # The queue runner evaluates this once an epoch: each gets an order of its own.
            rows = random.shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(capacity, [rows.dtype.base_dtype], [shape], shared_name=shared_name, name=name or "FIFOQueueV2")
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        if summary_name is not None:
            summary.scalar(summary_name, array_ops.cast(queue.size(), dtypes.float32) * (1.0 / capacity))
        return queue


@tf_export(v1=["train.string_input_producer"])
def string_input_producer(
    string_tensor: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> QueueBase:
    """A queue that gives strings again and again, as a rule names of files. Mirrors `tf.compat.v1.train.string_input_producer`.

    Readers such as `tf.compat.v1.TextLineReader` take the names from it. A queue runner is added to the graph: call
    `tf.compat.v1.train.start_queue_runners`, or use a monitored session. In `tf.data` it is `tf.data.Dataset.list_files`.

    Arguments:
        string_tensor: a vector of strings.
        num_epochs: how often they are given; None (the default) for ever. Otherwise the local variables have to be initialized.
        shuffle: whether each epoch has an order of its own, True by default.
        seed: an integer for these orders; None by default.
        capacity: how many strings the queue holds, 32 by default.
        shared_name: queues of one session with the same name are one; None by default.
        name: a name for the operation in graphs; by default that of the function.
        cancel_op: what closes the queue as a stop is requested; None (the default) for one that is made of it.

    Returns:
        The queue.

    Raises:
        ValueError: the list is empty.
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     name = tf.compat.v1.train.string_input_producer(["a.csv", "b.csv"], shuffle=False).dequeue()
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(name), sess.run(name), sess.run(name))
        ...     coord.request_stop()
        ...     coord.join(threads)
        b'a.csv' b'b.csv' b'a.csv'
    """
    empty = "string_input_producer requires a non-null input tensor"
    if not hasattr(string_tensor, "dtype") and not len(string_tensor):
        raise ValueError(empty)
    in_graph()
    with name_scope(name, "input_producer", [string_tensor]) as scope:
        strings = array_ops.convert_to_tensor(string_tensor, dtypes.string)
        with control_dependencies([Assert(array_ops.size(strings) > 0, [empty])]):
            strings = array_ops.identity(strings)
        return input_producer(
            strings, [], num_epochs, shuffle, seed, capacity, shared_name, f"fraction_of_{capacity}_full", scope, cancel_op
        )


@tf_export(v1=["train.range_input_producer"])
def range_input_producer(
    limit: IntLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> QueueBase:
    """A queue that gives the integers below a limit again and again. Mirrors `tf.compat.v1.train.range_input_producer`.

    They are the numbers of rows, which `tf.gather` then takes from tables. A queue runner is added to the graph: call
    `tf.compat.v1.train.start_queue_runners`, or use a monitored session. In `tf.data` it is `tf.data.Dataset.range`.

    Arguments:
        limit: the limit, an int32 scalar.
        num_epochs: how often the numbers are given; None (the default) for ever. Otherwise the local variables have to be initialized.
        shuffle: whether each epoch has an order of its own, True by default.
        seed: an integer for these orders; None by default.
        capacity: how many numbers the queue holds, 32 by default.
        shared_name: queues of one session with the same name are one; None by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        The queue.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     number = tf.compat.v1.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
        ...     sess.run(tf.compat.v1.local_variables_initializer())
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print([int(sess.run(number)) for _ in range(3)])
        ...     coord.request_stop()
        ...     coord.join(threads)
        [0, 1, 2]
    """
    in_graph()
    with name_scope(name, "input_producer", [limit]) as scope:
        return input_producer(
            array_ops.range(limit), [], num_epochs, shuffle, seed, capacity, shared_name, f"fraction_of_{capacity}_full", scope
        )


@tf_export(v1=["train.slice_input_producer"])
def slice_input_producer(
    tensor_list: Sequence[TensorLike],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """One row of each of several tensors, the next one with every run. Mirrors `tf.compat.v1.train.slice_input_producer`.

    Pictures and their labels that are in memory become single examples so, which `tf.compat.v1.train.batch` then gathers. A queue runner is
    added to the graph: call `tf.compat.v1.train.start_queue_runners`, or use a monitored session.

    Arguments:
        tensor_list: a list of tensors with the same number of rows.
        num_epochs: how often the rows are given; None (the default) for ever. Otherwise the local variables have to be initialized.
        shuffle: whether each epoch has an order of its own, True by default.
        seed: an integer for these orders; None by default.
        capacity: how many numbers of rows the queue holds, 32 by default.
        shared_name: queues of one session with the same name are one; None by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A list of tensors, one row of each.

    Raises:
        ValueError: the list is empty.
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     pair = tf.compat.v1.train.slice_input_producer([[1.0, 2.0], ["a", "b"]], shuffle=False)
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(pair), sess.run(pair))
        ...     coord.request_stop()
        ...     coord.join(threads)
        [1.0, b'a'] [2.0, b'b']
    """
    if not len(tensor_list):
        raise ValueError("Expected at least one tensor in slice_input_producer().")
    in_graph()
    with name_scope(name, "input_producer", list(tensor_list)):
        tensors = [convert_to_tensor(t) for t in tensor_list]
        queue = range_input_producer(array_ops.shape(tensors[0])[0], num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [gather(t, index) for t in tensors]


# ---------------------------------------------------------------------- batches

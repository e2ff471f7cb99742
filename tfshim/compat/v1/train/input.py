"""Input pipelines of queues: producers of examples, and batches of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, random
from tfshim._export import tf_export
from tfshim.compat.v1 import summary
from tfshim.compat.v1.arrays import boolean_mask, gather
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.compat.v1.train.queue_runner import QueueRunner, add_queue_runner
from tfshim.compat.v1.variables.variables import Variable
from tfshim.control_flow import control_dependencies
from tfshim.debugging import Assert
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.io import deserialize_many_sparse, matching_files, serialize_many_sparse, serialize_sparse
from tfshim.math import maximum
from tfshim.queue.kinds import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from tfshim.sparse import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import BoolLike, IntLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.queue.base import QueueBase


def _in_graph(error=RuntimeError):
    if TS.graph is None:
        raise error(
            "Input pipelines based on Queues are not supported when eager execution is enabled. Please use tf.data to "
            "ingest data into your model instead."
        )


# ---------------------------------------------------------------------- producers
@tf_export(v1=["train.match_filenames_once", "io.match_filenames_once"])
def match_filenames_once(pattern: TensorLike, name: str | None = None) -> Variable:
    """A local variable, string [files], with the names of the files that match `pattern` when it is initialized.

    Mirrors `tf.compat.v1.train.match_filenames_once`.
    """
    with name_scope(name, "matching_filenames", [pattern]):
        found = matching_files(pattern)
        # How many names match is known only when it runs.
        return Variable(found, trainable=False, validate_shape=False, shape=found.shape, name=name, collections=[GraphKeys.LOCAL_VARIABLES])


@tf_export(v1=["train.limit_epochs"])
def limit_epochs(tensor: TensorLike, num_epochs: int | None = None, name: str | None = None) -> Tensor:
    """`tensor`, which can be evaluated `num_epochs` times; then OutOfRangeError is raised.

    The count is the local variable `epochs`, which has to be initialized. Mirrors `tf.compat.v1.train.limit_epochs`.
    """
    _in_graph()
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
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
    """A queue that a queue runner fills with the rows of `input_tensor`. Mirrors `tf.compat.v1.train.input_producer`.

    `num_epochs`: how often the rows are given, None for ever; the local variables have to be initialized then. `shuffle`: in
    another order each time, after `seed`. `capacity`: of the queue. `summary_name`: of a summary of how full it is. Raises
    ValueError unless the shape of a row is known.
    """
    _in_graph()
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
    """A queue of the strings of a vector, most often names of files. Mirrors `tf.compat.v1.train.string_input_producer`.

    Arguments as of `input_producer`. Raises ValueError for an empty list.
    """
    _in_graph()
    empty = "string_input_producer requires a non-null input tensor"
    if not hasattr(string_tensor, "dtype") and not len(string_tensor):
        raise ValueError(empty)
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
    """A queue of the integers below `limit`. Arguments as of `input_producer`. Mirrors `tf.compat.v1.train.range_input_producer`."""
    _in_graph()
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
    """One row of each of the tensors, the next one with every run. Mirrors `tf.compat.v1.train.slice_input_producer`.

    The tensors have the same number of rows. Other arguments as of `input_producer`.
    """
    _in_graph()
    with name_scope(name, "input_producer", list(tensor_list)):
        tensors = [convert_to_tensor(t) for t in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        queue = range_input_producer(array_ops.shape(tensors[0])[0], num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [gather(t, index) for t in tensors]


# ---------------------------------------------------------------------- batches
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
    _in_graph(ValueError)
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
    """Examples in batches, through a queue that `num_threads` threads fill. Mirrors `tf.compat.v1.train.batch`.

    `tensors`: a list or dictionary of the tensors of one example or, with `enqueue_many`, of several; the result has the same
    structure, or is the tensor alone. `shapes`: of one example, where they are not known. `dynamic_pad`: sizes may vary, and are
    filled up with zeros. `allow_smaller_final_batch`: what is left at the end is given too. Raises ValueError where a rank is
    not known.
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
    """As `batch`, of the examples for which the bool `keep_input` is true. Mirrors `tf.compat.v1.train.maybe_batch`."""
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
    """As `batch`, of several sources with a thread each: a list of lists or dictionaries. Mirrors `tf.compat.v1.train.batch_join`."""
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
    """As `batch_join`, of the examples for which `keep_input` is true. Mirrors `tf.compat.v1.train.maybe_batch_join`."""
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
    """As `batch`, in random order: `min_after_dequeue` examples stay behind for the sake of mixing.

    `seed` makes the order repeatable as far as the threads let it be. Mirrors `tf.compat.v1.train.shuffle_batch`.
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
    """As `shuffle_batch`, of the examples for which `keep_input` is true. Mirrors `tf.compat.v1.train.maybe_shuffle_batch`."""
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
    """As `shuffle_batch`, of several sources with a thread each. Mirrors `tf.compat.v1.train.shuffle_batch_join`."""
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
    """As `shuffle_batch_join`, of the examples for which `keep_input` is true. Mirrors the function of `tf.compat.v1.train`."""
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

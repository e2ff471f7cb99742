"""Transformations of `tf.data.experimental` that batch elements or bring them together by keys: functions for `Dataset.apply`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.data import composing, transformations
from tfshim.data.dataset import Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.experimental.transformations import apply_method
from tfshim.data.structures import boolean, integer
from tfshim.engine.values.dtypes import int64

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("data.experimental.bucket_by_sequence_length")
def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Callable[[Dataset], Dataset]:
    """Batches of elements of similar length, so that little is padded. Mirrors `tf.data.experimental.bucket_by_sequence_length`;
    `Dataset.bucket_by_sequence_length` is newer and does the same.

    Arguments:
        element_length_func: from the components of an element to its length, an int32 scalar.
        bucket_boundaries: the lengths at which the next bucket begins, a list of increasing ints.
        bucket_batch_sizes: the size of the batches of each bucket, one more than there are boundaries.
        padded_shapes: the shapes to pad to, a nest as the element; by default unknown dimensions become the longest of the batch.
        padding_values: what to pad with, a nest of scalars; 0 or "" by default.
        pad_to_bucket_boundary: pad to the boundary, less one, in place of the longest (default False).
        no_padding: only batch (default False).
        drop_remainder: drop batches that are not full (default False).

    Returns:
        a function for `Dataset.apply`.

    Raises:
        ValueError: the two lists do not go together.

    Example:
        >>> dataset = tf.data.Dataset.from_generator(
        ...     lambda: ([0] * n for n in (1, 5, 2, 4)), output_signature=tf.TensorSpec([None], tf.int32)
        ... )
        >>> bucketed = dataset.apply(tf.data.experimental.bucket_by_sequence_length(tf.size, [3], [2, 2]))
        >>> [batch.shape.as_list() for batch in bucketed]
        [[2, 2], [2, 5]]
    """
    return apply_method(
        "bucket_by_sequence_length",
        element_length_func,
        bucket_boundaries,
        bucket_batch_sizes,
        padded_shapes,
        padding_values,
        pad_to_bucket_boundary,
        no_padding,
        drop_remainder,
    )


@tf_export("data.experimental.dense_to_ragged_batch")
def dense_to_ragged_batch(
    batch_size: IntLike, drop_remainder: bool = False, row_splits_dtype: DTypeLike = int64
) -> Callable[[Dataset], Dataset]:
    """Batches of elements of different shapes as ragged tensors. Mirrors `tf.data.experimental.dense_to_ragged_batch`;
    `Dataset.ragged_batch` is newer and does the same.

    Arguments:
        batch_size: how many elements make a batch, an integer scalar.
        drop_remainder: drop a last batch that is not full (default False).
        row_splits_dtype: `tf.int64` (default) or `tf.int32`, the dtype of where rows begin.

    Returns:
        a function for `Dataset.apply`: components whose shape is known are batched as by `batch`, others become `tf.RaggedTensor`s.

    Example:
        >>> dataset = tf.data.Dataset.range(1, 4).map(tf.range)
        >>> for batch in dataset.apply(tf.data.experimental.dense_to_ragged_batch(2)):
        ...     print(batch)
        <tf.RaggedTensor [[0], [0, 1]]>
        <tf.RaggedTensor [[0, 1, 2]]>
    """
    return apply_method("ragged_batch", batch_size, drop_remainder, row_splits_dtype)


@tf_export("data.experimental.dense_to_sparse_batch")
def dense_to_sparse_batch(batch_size: IntLike, row_shape: Any) -> Callable[[Dataset], Dataset]:
    """Batches of elements of different lengths as sparse tensors. Mirrors `tf.data.experimental.dense_to_sparse_batch`;
    `Dataset.sparse_batch` is newer and does the same.

    Arguments:
        batch_size: how many elements make a batch, an integer scalar.
        row_shape: the shape of the rows of a batch, at least that of each element; None in a dimension is the largest of the batch.

    Returns:
        a function for `Dataset.apply`. Batches are `tf.sparse.SparseTensor`s of the shape [batch, *row_shape]. Elements that do not fit
        raise tf.errors.DataLossError while iterating.

    Example:
        >>> dataset = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
        >>> batch = next(iter(dataset.apply(tf.data.experimental.dense_to_sparse_batch(3, [4]))))
        >>> tf.sparse.to_dense(batch).numpy()
        array([[1, 0, 0, 0],
               [2, 2, 0, 0],
               [3, 3, 3, 0]])
    """
    return apply_method("sparse_batch", batch_size, row_shape)


@tf_export("data.experimental.group_by_window")
def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: IntLike | None = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Dataset]:
    """Collects elements with the same key into windows, and makes a dataset of each. Mirrors `tf.data.experimental.group_by_window`;
    `Dataset.group_by_window` is newer and does the same.

    Arguments:
        key_func: from the components of an element to its key, an int64 scalar.
        reduce_func: from a key and the dataset of a window to a dataset, such as its batch.
        window_size: how many elements with a key make a window, an integer scalar.
        window_size_func: the same by key: from a key to an int64 scalar. One of the two has to be given.

    Returns:
        a function for `Dataset.apply`; at the end, windows that are not full are reduced too.

    Raises:
        ValueError: both or neither of the sizes are given, or `key_func` returns something else.
        TypeError: `reduce_func` returns no dataset.

    Example:
        >>> by_parity = tf.data.experimental.group_by_window(lambda x: x % 2, lambda key, window: window.batch(3), window_size=3)
        >>> [x.tolist() for x in tf.data.Dataset.range(7).apply(by_parity).as_numpy_iterator()]
        [[0, 2, 4], [1, 3, 5], [6]]
    """
    return apply_method("group_by_window", key_func, reduce_func, window_size, window_size_func)


@tf_export("data.experimental.Reducer")
class Reducer:
    """What is made of the elements with one key: a first state, a step, and an end. Mirrors `tf.data.experimental.Reducer`.

    Arguments:
        init_func: from the key, an int64 scalar, to the first state, a nest of tensors.
        reduce_func: from a state and an element to the next state, of the same structure.
        finalize_func: from the last state to what the dataset has as an element.

    It is given to `tf.data.experimental.group_by_reducer`.

    Example:
        >>> total = tf.data.experimental.Reducer(
        ...     init_func=lambda key: tf.constant(0, tf.int64),
        ...     reduce_func=lambda state, x: state + x,
        ...     finalize_func=lambda state: state,
        ... )
        >>> by_parity = tf.data.experimental.group_by_reducer(lambda x: x % 2, total)
        >>> list(tf.data.Dataset.range(6).apply(by_parity).as_numpy_iterator())
        [6, 9]
    """

    __module__ = "tensorflow.python.data.experimental.ops.grouping"

    def __init__(self, init_func: Callable[..., Any], reduce_func: Callable[..., Any], finalize_func: Callable[..., Any]) -> None:
        self._init_func, self._reduce_func, self._finalize_func = init_func, reduce_func, finalize_func

    init_func = property(lambda self: self._init_func, doc="From a key to a state.")
    reduce_func = property(lambda self: self._reduce_func, doc="From a state and an element to a state.")
    finalize_func = property(lambda self: self._finalize_func, doc="From a state to an element.")


@tf_export("data.experimental.group_by_reducer")
def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Callable[[Dataset], Dataset]:
    """One element for each key: what a reducer makes of all elements that have it. Mirrors `tf.data.experimental.group_by_reducer`.

    Arguments:
        key_func: from the components of an element to its key, an int64 scalar.
        reducer: a `tf.data.experimental.Reducer`.

    Returns:
        a function for `Dataset.apply`. The whole dataset is read before the first element comes; elements come in the order of their keys.

    Raises:
        ValueError: `key_func` returns something else.

    Example:
        >>> count = tf.data.experimental.Reducer(lambda key: (key, 0), lambda state, x: (state[0], state[1] + 1), lambda key, n: (key, n))
        >>> lengths = tf.data.Dataset.from_tensor_slices(["a", "bb", "c"])
        >>> by_length = tf.data.experimental.group_by_reducer(lambda x: tf.cast(tf.strings.length(x), tf.int64), count)
        >>> list(lengths.apply(by_length).as_numpy_iterator())
        [(1, 2), (2, 1)]
    """
    return lambda dataset: composing.group_by_reducer(dataset, key_func, reducer)


@tf_export("data.experimental.map_and_batch")
def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: IntLike,
    num_parallel_batches: IntLike | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: IntLike | None = None,
) -> Callable[[Dataset], Dataset]:
    """`map` and `batch` in one step. Mirrors `tf.data.experimental.map_and_batch`; `dataset.map(...).batch(...)` costs no more.

    Arguments:
        map_func: from the components of an element to a nest of tensors.
        batch_size: how many elements make a batch, an integer scalar.
        num_parallel_batches: how many batches are made side by side.
        drop_remainder: drop a last batch that is not full (default False).
        num_parallel_calls: how many elements are made side by side, or `tf.data.AUTOTUNE`; only one of the two may be given.

    Returns:
        a function for `Dataset.apply`.

    Raises:
        ValueError: both numbers are given.

    Example:
        >>> squares = tf.data.experimental.map_and_batch(lambda x: x * x, batch_size=3)
        >>> [x.tolist() for x in tf.data.Dataset.range(5).apply(squares).as_numpy_iterator()]
        [[0, 1, 4], [9, 16]]
    """
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError(
            "`map_and_batch` allows only one of `num_parallel_batches` and `num_parallel_calls` to be set, but "
            f"`num_parallel_batches` was set to {num_parallel_batches} and `num_parallel_calls` as set to "
            f"{num_parallel_calls}."
        )
    calls = (
        batch_size * num_parallel_batches if num_parallel_batches is not None else 1 if num_parallel_calls is None else num_parallel_calls
    )

    def apply(dataset):
        program = ElementFunction(map_func, dataset.element_spec, "tf.data.experimental.map_and_batch()")
        return transformations.MapAndBatchDataset(
            dataset, program, integer(batch_size), boolean(drop_remainder, "drop_remainder"), integer(calls)
        )

    return apply


@tf_export("data.experimental.unbatch")
def unbatch() -> Callable[[Dataset], Dataset]:
    """Takes batches apart again. Mirrors `tf.data.experimental.unbatch`; `Dataset.unbatch` is newer and does the same.

    It undoes `batch`, where a file or a function gives rows in groups that are not the size wanted.

    Returns:
        a function for `Dataset.apply`: each element is split along the first dimension of its components, which has to be the same for
        all of them. Elements may have different numbers of rows.

    Raises:
        ValueError: a component is a scalar.

    Example:
        >>> batches = tf.data.Dataset.range(5).batch(2)
        >>> list(batches.apply(tf.data.experimental.unbatch()).as_numpy_iterator())
        [0, 1, 2, 3, 4]
    """
    return apply_method("unbatch")

"""Windows of time series, and datasets in two parts."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.data.dataset import AUTOTUNE, Dataset
from tfshim.data.transformations.wrapping import LessKnownDataset
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


@tf_export("keras.utils.timeseries_dataset_from_array", "keras.preprocessing.timeseries_dataset_from_array")
def timeseries_dataset_from_array(
    data: TensorLike,
    targets: TensorLike | None,
    sequence_length: int,
    sequence_stride: IntLike = 1,
    sampling_rate: int = 1,
    batch_size: int | None = 128,
    shuffle: Any = False,
    seed: int | None = None,
    start_index: int | None = None,
    end_index: int | None = None,
) -> Dataset:
    """Batches of windows of an array along time, with targets.

    Mirrors `tf.keras.utils.timeseries_dataset_from_array`. Window i has the rows `start, start + sampling_rate, ...` of `data`, where
    `start` is `i * sequence_stride`, and the target `targets[start]`: to predict what comes next, hand in `data[sequence_length:]` as
    targets.

    Arguments:
        data: an array or tensor whose first axis is time.
        targets: an array with an item for each start of a window; None: no targets.
        sequence_length: how many rows a window has.
        sequence_stride: how many rows lie between the starts of windows; 1.
        sampling_rate: between the rows of one; 1.
        batch_size: 128; None: no batches.
        shuffle: whether windows come in random order; False.
        seed: from which; None.
        start_index, end_index: only rows between them are used; None.

    Returns:
        A `tf.data.Dataset` of (windows [batch, sequence_length, ...], targets).

    Raises:
        ValueError: numbers out of range, or an end before the start.

    Example:
        >>> data = tf.keras.utils.timeseries_dataset_from_array(np.arange(6), np.arange(3, 6), sequence_length=3)
        >>> for windows, targets in data:
        ...     print(windows.numpy().tolist(), targets.numpy().tolist())
        [[0, 1, 2], [1, 2, 3], [2, 3, 4]] [3, 4, 5]
    """
    length = len(data)

    def below(name, value):
        if value >= length:
            raise ValueError(f"`{name}` must be lower than the length of the data. Received: {name}={value}, for data of length {length}")

    if start_index:
        if start_index < 0:
            raise ValueError(f"`start_index` must be 0 or greater. Received: start_index={start_index}")
        below("start_index", start_index)
    if end_index:
        if start_index and end_index <= start_index:
            raise ValueError(
                f"`end_index` must be higher than `start_index`. Received: start_index={start_index}, and end_index={end_index} "
            )
        below("end_index", end_index)
        if end_index <= 0:
            raise ValueError(f"`end_index` must be higher than 0. Received: end_index={end_index}")
    for name, value in (("sampling_rate", sampling_rate), ("sequence_stride", sequence_stride)):
        if value <= 0:
            raise ValueError(f"`{name}` must be higher than 0. Received: {name}={value}")
        below(name, value)
    start_index, end_index = start_index or 0, length if end_index is None else end_index
    number = end_index - start_index - (sequence_length - 1) * sampling_rate
    if targets is not None:
        number = min(number, len(targets))
    starts = np.arange(0, number, sequence_stride, dtype="int32" if number < 2147483647 else "int64")
    if shuffle:
        seed = np.random.randint(1_000_000) if seed is None else seed
        np.random.RandomState(seed).shuffle(starts)
    rows = array_ops.constant(data[start_index:end_index])
    offsets = array_ops.range(0, sequence_length * sampling_rate, sampling_rate, dtype=starts.dtype)
    dataset = Dataset.from_tensor_slices(starts).map(lambda at: array_ops.gather(rows, at + offsets), num_parallel_calls=AUTOTUNE)
    # Keras takes the places of a window from a range, of whose length a graph knows nothing.
    dataset = LessKnownDataset(dataset, TensorSpec([None, *rows.shape[1:]], rows.dtype))
    if targets is not None:
        wanted = array_ops.constant(targets[start_index:end_index])
        dataset = Dataset.zip((dataset, Dataset.from_tensor_slices(starts).map(lambda at: array_ops.gather(wanted, at))))
    dataset = dataset.prefetch(AUTOTUNE)
    if shuffle:
        dataset = dataset.shuffle(1024 if batch_size is None else batch_size * 8, seed=seed)
    return dataset if batch_size is None else dataset.batch(batch_size)


@tf_export("keras.utils.split_dataset")
def split_dataset(
    dataset: Any, left_size: float | None = None, right_size: float | None = None, shuffle: Any = False, seed: int | None = None
) -> tuple[Dataset, Dataset]:
    """Cuts data in two: the first elements, and the last.

    Mirrors `tf.keras.utils.split_dataset`. All elements are read and kept in memory. `left_size` or `right_size` has to be said; the other
    part is what is left.

    Arguments:
        dataset: a `tf.data.Dataset`, an array, or a list or tuple of arrays of one length.
        left_size, right_size: a number of elements, or a share between 0 and 1, a float; None: what is left.
        shuffle: whether elements are shuffled before; False by default.
        seed: from which; None.

    Returns:
        Two `tf.data.Dataset`s.

    Raises:
        TypeError: another kind of data. ValueError: sizes that do not fit, or no data.

    Example:
        >>> left, right = tf.keras.utils.split_dataset(np.arange(10), left_size=0.8)
        >>> len(left), [int(x) for x in right]
        (8, [8, 9])
    """
    is_dataset = isinstance(dataset, Dataset)
    if not is_dataset and not isinstance(dataset, (list, tuple, np.ndarray)):
        raise TypeError(
            "The `dataset` argument must be either a `tf.data.Dataset` object or a list/tuple of arrays. "
            f"Received: dataset={dataset} of type {type(dataset)}"
        )
    if left_size is None and right_size is None:
        raise ValueError("At least one of the `left_size` or `right_size` must be specified. Received: left_size=None and right_size=None")
    batch_size = getattr(dataset, "_batch_size", None) if is_dataset else None
    elements = _elements(dataset, is_dataset, batch_size)
    if shuffle:
        random.seed(random.randint(0, 1_000_000) if seed is None else seed)
        random.shuffle(elements)
    left, right = _sizes(left_size, right_size, len(elements))
    found = []
    for part in (elements[:left], elements[-right:]):
        made = Dataset.from_tensor_slices(_together(part, is_dataset))
        if batch_size is not None:
            made = made.batch(int(batch_size))
        found.append(made.prefetch(AUTOTUNE))
    return tuple(found)


def _elements(dataset, is_dataset, batch_size):
    if is_dataset:
        found = list(dataset.unbatch() if batch_size is not None else dataset)
    elif isinstance(dataset, np.ndarray):
        found = list(dataset)
    else:
        kind = type(dataset).__name__
        if not len(dataset):
            raise ValueError(f"Received an empty list dataset. Please provide a non-empty {kind} of arrays.")
        if not isinstance(dataset[0], np.ndarray):
            raise ValueError(f"Expected a {kind} of `numpy.ndarray` objects,Received: {type(dataset[0])}")
        for i, a in enumerate(dataset):
            if len(np.array(a)) != len(dataset[0]):
                raise ValueError(
                    f"Received a {kind} of NumPy arrays with different lengths. Mismatch found at index {i}, "
                    f"Expected shape={dataset[0].shape} Received shape={np.array(a).shape}. Please provide a {kind} of NumPy "
                    "arrays with the same length."
                )
        found = list(zip(*dataset))
    if not found:
        raise ValueError(
            "Received an empty Dataset. `dataset` must be a non-empty list/tuple of `numpy.ndarray` objects or `tf.data.Dataset` objects."
        )
    return found


def _together(part, is_dataset):
    """What `from_tensor_slices` takes for elements: a dictionary or tuple of arrays, or one array."""
    first = part[0]
    if isinstance(first, dict):
        return {k: [e[k] for e in part] for k in first}
    if isinstance(first, tuple):
        return tuple(np.array(column) for column in zip(*part))
    # Keras takes the rows of elements that are tensors for components.
    return tuple(np.array(column) for column in zip(*part)) if is_dataset else part


def _sizes(left, right, total):
    named = (("left_size", left), ("right_size", right))
    wrong = [(name, type(size)) for name, size in named if type(size) not in (int, float, type(None))]
    if wrong:
        names, given = (" and ".join(parts) for parts in zip(*((f"`{name}`", f"type({name})={kind}") for name, kind in wrong)))
        expected = "Type. Expected: int" if len(wrong) == 1 else "Types. Expected: integer"
        raise TypeError(f"Invalid {names} {expected} or float or None, Received: {given}.")
    if left == 0 and right == 0:
        raise ValueError("Both `left_size` and `right_size` are zero. At least one of the split sizes must be non-zero.")
    for name, size in named:
        if size is not None and (size <= 0 or size >= (1 if isinstance(size, float) else total)):
            raise ValueError(
                f"`{name}` should be either a positive integer smaller than {total}, or a float within the range `[0, 1]`. "
                f"Received: {name}={size}"
            )
    if isinstance(left, float) and isinstance(right, float) and left + right > 1:
        raise ValueError("The sum of `left_size` and `right_size` is greater than 1. It must be less than or equal to 1.")
    left, right = (round(s * total) if isinstance(s, float) else s for s in (left, right))
    left = total - right if left is None else left
    right = total - left if right is None else right
    if left + right > total:
        raise ValueError(
            f"The sum of `left_size` and `right_size` should be smaller than {total}. Received: left_size + right_size = "
            f"{left + right} and total_length = {total}"
        )
    for side, size in (("left", left), ("right", right)):
        if size == 0:
            raise ValueError(
                f"With `dataset` of length={total}, `left_size`={left} and `right_size`={right}.Resulting {side} side dataset "
                "split will be empty. Adjust any of the aforementioned parameters"
            )
    return left, right

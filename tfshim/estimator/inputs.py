"""Input functions from arrays and from tables."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.data.iterators import ready_iterator
from tfshim.data.dataset import Dataset
from tfshim.estimator.input_functions import note_end

_TARGET = "__target_key__"


def _check_shuffle(shuffle):
    if shuffle not in (True, False) or shuffle is None:
        raise ValueError(
            f"shuffle must be provided and explicitly set as boolean (it is recommended to set it as True for training); got {shuffle}"
        )


def _batches(columns, batch_size, num_epochs, shuffle, queue_capacity):
    """The tensors of the next batch of {name: array}."""
    made = Dataset.from_tensor_slices(dict(columns))
    if shuffle:
        size = len(next(iter(columns.values())))
        made = made.shuffle(max(1, min(size, queue_capacity)))
    made = made.repeat(num_epochs).batch(batch_size)
    note_end(num_epochs)
    # Of a queue in TensorFlow: the graph counts no seed for it, as it does for an iterator that needs no initializing.
    return ready_iterator(made).get_next()


@tf_private("tensorflow_estimator.python.estimator.inputs.numpy_io.numpy_input_fn")
@tf_export(v1=["estimator.inputs.numpy_input_fn"])
def numpy_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """An input function of batches of `x`, an array or a dictionary of some, and of `y` likewise.

    `num_epochs`: how often they are gone through, None for ever; `shuffle` has to be given. `num_threads` only says how fast.
    Raises ValueError for arrays of different lengths, TypeError for what is no array. Mirrors
    `tf.compat.v1.estimator.inputs.numpy_input_fn`.
    """
    _check_shuffle(shuffle)

    def input_fn():
        if not isinstance(x, (Mapping, np.ndarray)):
            raise TypeError(f"x must be a dict or array; got {type(x).__name__}")
        if isinstance(x, Mapping) and not x:
            raise ValueError("x cannot be an empty dict")
        features = collections.OrderedDict(sorted(x.items())) if isinstance(x, Mapping) else {"__direct_np_input__": x}
        labels = {} if y is None else collections.OrderedDict(sorted(y.items())) if isinstance(y, Mapping) else {_TARGET: y}
        if isinstance(y, Mapping):
            if not y:
                raise ValueError("y cannot be empty dict, use None instead.")
            if both := {*features} & {*labels}:
                raise ValueError(f"{len(both)} duplicate keys are found in both x and y: {both}")
        columns = {**features, **labels}
        if len({len(a) for a in columns.values()}) != 1:
            shapes = [{k: a.shape for k, a in some.items()} for some in (features, labels)]
            shape_of_y = None if y is None else shapes[1] if isinstance(y, Mapping) else y.shape
            raise ValueError(
                "Length of tensors in x and y is mismatched. All elements in x and y must have the same length.\n"
                f"Shapes in x: {shapes[0]}\nShapes in y: {shape_of_y}\n"
            )
        tensors = _batches(columns, batch_size, num_epochs, shuffle, queue_capacity)
        made = {k: tensors[k] for k in features} if isinstance(x, Mapping) else tensors["__direct_np_input__"]
        if y is None:
            return made
        return made, ({k: tensors[k] for k in labels} if isinstance(y, Mapping) else tensors[_TARGET])

    return input_fn


@tf_private("tensorflow_estimator.python.estimator.inputs.pandas_io.pandas_input_fn")
@tf_export(v1=["estimator.inputs.pandas_input_fn"])
def pandas_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    target_column: Any = "target",
) -> Callable[[], Any]:
    """An input function of batches of the columns of a DataFrame `x`, and of a Series or DataFrame `y`.

    The other arguments are those of `numpy_input_fn`; `target_column`: what the column of `y` is called while it is among the others.
    Raises ValueError for tables with different indices, TypeError for what is no DataFrame. Mirrors
    `tf.compat.v1.estimator.inputs.pandas_input_fn`.
    """
    if not (hasattr(x, "columns") and hasattr(x, "index")):
        raise TypeError(f"x must be pandas DataFrame; got {type(x).__name__}")
    _check_shuffle(shuffle)
    x = x.copy()
    if y is not None:
        if target_column in x:
            raise ValueError(f"Cannot use name {target_column} for target column: DataFrame already has a column with that name.")
        if not np.array_equal(x.index, y.index):
            raise ValueError(f"Index for x and y are mismatched.\nIndex for x: {x.index}\nIndex for y: {y.index}\n")
        targets = {c: y[c] for c in y.columns} if hasattr(y, "columns") else {target_column: y}

    def input_fn():
        columns = {str(c): _array(x[c]) for c in x.columns}
        if y is None:
            return _batches(columns, batch_size, num_epochs, shuffle, queue_capacity)
        own = {(_TARGET, c): _array(values) for c, values in targets.items()}
        tensors = _batches(
            {**columns, **{f"{_TARGET}{c}": a for (_, c), a in own.items()}}, batch_size, num_epochs, shuffle, queue_capacity
        )
        labels = {c: tensors[f"{_TARGET}{c}"] for _, c in own}
        return {c: tensors[c] for c in columns}, (labels if hasattr(y, "columns") else labels[target_column])

    return input_fn


def _array(series):
    values = series.to_numpy()
    return values.astype(object) if values.dtype.kind in "OU" else values

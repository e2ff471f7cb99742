"""Accuracies as functions: each gives one number for each example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._weights import flat_values
from tfshim.keras.backend import floatx

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, TensorLike
    from tfshim.keras.annotations import Axes


def _hits(y_true, y_pred):
    return array_ops.cast(math.equal(y_true, y_pred), floatx())


def accuracy(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """1 where predictions equal their targets, else 0. Raises ValueError where the shapes differ."""
    (y_pred, y_true), _ = flat_values([y_pred, y_true])
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    y_true.shape.assert_is_compatible_with(y_pred.shape)
    return _hits(y_true, y_pred if y_true.dtype == y_pred.dtype else array_ops.cast(y_pred, y_true.dtype))


def binary_matches(y_true: TensorLike, y_pred: TensorLike, threshold: FloatLike = 0.5) -> AnyTensor:
    """1 where a prediction lies above `threshold` and should, or neither, else 0; each by itself."""
    y_pred = convert_to_tensor(y_pred)
    above = array_ops.cast(y_pred > array_ops.cast(threshold, y_pred.dtype), y_pred.dtype)
    return _hits(y_true, above)


@tf_export("keras.metrics.binary_accuracy")
def binary_accuracy(y_true: TensorLike, y_pred: TensorLike, threshold: FloatLike = 0.5) -> AnyTensor:
    """The share along the last axis of predictions that lie above a threshold where they should.

    Mirrors `tf.keras.metrics.binary_accuracy`. A prediction at the threshold is not above it. The class `BinaryAccuracy` gathers it over
    batches.

    Arguments:
        y_true: labels of 0 and 1, [batch, ..., n].
        y_pred: predictions of the same shape.
        threshold: 0.5 by default; 0.0 for logits.

    Returns:
        A tensor [batch, ...] of shares from 0 to 1, in `tf.keras.backend.floatx()`.

    Example:
        >>> tf.keras.metrics.binary_accuracy([[1.0, 1.0, 0.0, 0.0]], [[0.9, 0.4, 0.2, 0.1]]).numpy().tolist()
        [0.75]
        >>> tf.keras.metrics.binary_accuracy([[1.0], [0.0]], [[3.0], [0.5]], threshold=0.0).numpy().tolist()
        [1.0, 0.0]
    """
    return math.reduce_mean(binary_matches(y_true, y_pred, threshold), axis=-1)


def _class_hits(y_true, y_pred):
    """1 where the greatest prediction is at the class number, in the shape of the class numbers."""
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    # `y_true` holds class numbers, so with equal ranks its last axis is one of size 1.
    reshaped = y_true.shape.rank is not None and y_true.shape.rank == y_pred.shape.rank
    shape = _shape_if(reshaped, y_true)
    if reshaped:
        y_true = array_ops.squeeze(y_true, [-1])
    found = math.argmax(y_pred, axis=-1)
    hits = _hits(y_true, found if found.dtype == y_true.dtype else array_ops.cast(found, y_true.dtype))
    return array_ops.reshape(hits, shape) if reshaped else hits


def _shape_if(asked, x):
    """The shape of `x` where it is `asked` for. Graphs have it always, as TensorFlow's do, though nothing runs for it."""
    return array_ops.shape(x) if asked or TS.graph is not None else None


@tf_export("keras.metrics.categorical_accuracy")
def categorical_accuracy(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """1 where the greatest prediction is at the place of the label, else 0; labels are one-hot.

    Mirrors `tf.keras.metrics.categorical_accuracy`. Of equal predictions the first counts. The class `CategoricalAccuracy` gathers it over
    batches.

    Arguments:
        y_true: one-hot labels [batch, ..., classes].
        y_pred: predictions of the same shape, probabilities or logits.

    Returns:
        A tensor [batch, ...] of zeros and ones, in `tf.keras.backend.floatx()`.

    A mean over them is the accuracy.

    Example:
        >>> tf.keras.metrics.categorical_accuracy([[0.0, 1.0], [1.0, 0.0]], [[0.2, 0.8], [0.3, 0.7]]).numpy().tolist()
        [1.0, 0.0]
    """
    return _class_hits(math.argmax(convert_to_tensor(y_true), axis=-1), y_pred)


@tf_export("keras.metrics.sparse_categorical_accuracy")
def sparse_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """1 where the greatest prediction is at the class that the label names, else 0.

    Mirrors `tf.keras.metrics.sparse_categorical_accuracy`. Of equal predictions the first counts. The class `SparseCategoricalAccuracy`
    gathers it over batches.

    Arguments:
        y_true: numbers of classes [batch, ...] or [batch, ..., 1].
        y_pred: predictions [batch, ..., classes], probabilities or logits.

    Returns:
        A tensor [batch, ...] of zeros and ones, in `tf.keras.backend.floatx()`.

    Example:
        >>> tf.keras.metrics.sparse_categorical_accuracy([1, 0], [[0.2, 0.8], [0.3, 0.7]]).numpy().tolist()
        [1.0, 0.0]
    """
    return _label_hits(y_true, y_pred, True)


def sparse_categorical_matches(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The same for the metric, where labels in columns may give their numbers in columns."""
    return _label_hits(y_true, y_pred, False)


def _label_hits(y_true, y_pred, squeezed):
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    rank = y_true.shape.rank
    if rank is not None and rank > 1 and rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        return shown_parts.recorded(_hits_of_columns, y_true, y_pred, squeezed)
    return _squeezed_hits(y_true, y_pred, squeezed)


def _hits_of_columns(y_true, y_pred, squeezed):
    return _squeezed_hits(y_true if one_by_one.wanted() else array_ops.squeeze(y_true, [-1]), y_pred, squeezed)


def _squeezed_hits(y_true, y_pred, squeezed):
    hits = _class_hits(y_true, y_pred)
    if squeezed and hits.shape.rank is not None and hits.shape.rank > 1 and hits.shape[-1] == 1:
        hits = array_ops.squeeze(hits, [-1])
    return hits


@tf_export("keras.metrics.sparse_top_k_categorical_accuracy")
def sparse_top_k_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike, k: IntLike = 5) -> AnyTensor:
    """1 where the class that the label names is among the k greatest predictions, else 0.

    Mirrors `tf.keras.metrics.sparse_top_k_categorical_accuracy`. The class `SparseTopKCategoricalAccuracy` gathers it over batches.

    Arguments:
        y_true: numbers of classes [batch, ...].
        y_pred: predictions [batch, ..., classes], probabilities or logits.
        k: how many predictions count; 5 by default.

    Returns:
        A tensor [batch, ...] of zeros and ones, in `tf.keras.backend.floatx()`.

    Example:
        >>> tf.keras.metrics.sparse_top_k_categorical_accuracy([2, 0], [[0.1, 0.6, 0.3], [0.1, 0.6, 0.3]], k=2).numpy().tolist()
        [1.0, 0.0]
        >>> tf.keras.metrics.sparse_top_k_categorical_accuracy([2, 0], [[0.1, 0.6, 0.3], [0.1, 0.6, 0.3]], k=1).numpy().tolist()
        [0.0, 0.0]
    """
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    known = y_true.shape.rank is not None and y_pred.shape.rank is not None
    reshaped = known and y_true.shape.rank > 1
    shape = _shape_if(reshaped, y_true)
    # `in_top_k` takes matrices alone: further axes become rows.
    if known and y_pred.shape.rank > 2:
        y_pred = array_ops.reshape(y_pred, [-1, y_pred.shape[-1]])
    if reshaped:
        y_true = array_ops.reshape(y_true, [-1])
    hits = array_ops.cast(math.in_top_k(predictions=y_pred, targets=array_ops.cast(y_true, "int32"), k=k), floatx())
    return array_ops.reshape(hits, shape) if reshaped else hits


@tf_export("keras.metrics.top_k_categorical_accuracy")
def top_k_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike, k: IntLike = 5) -> AnyTensor:
    """1 where the label is among the k greatest predictions, else 0; labels are one-hot.

    Mirrors `tf.keras.metrics.top_k_categorical_accuracy`. The class `TopKCategoricalAccuracy` gathers it over batches.

    Arguments:
        y_true: one-hot labels [batch, ..., classes].
        y_pred: predictions of the same shape, probabilities or logits.
        k: how many predictions count; 5 by default.

    Returns:
        A tensor [batch, ...] of zeros and ones, in `tf.keras.backend.floatx()`.

    Example:
        >>> y_true, y_pred = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], [[0.1, 0.6, 0.3], [0.1, 0.6, 0.3]]
        >>> tf.keras.metrics.top_k_categorical_accuracy(y_true, y_pred, k=2).numpy().tolist()
        [1.0, 0.0]
    """
    return sparse_top_k_categorical_accuracy(math.argmax(convert_to_tensor(y_true), axis=-1), y_pred, k)


def cosine_similarity(y_true: TensorLike, y_pred: TensorLike, axis: Axes = -1) -> AnyTensor:
    """The cosine of the angle between targets and predictions along `axis`."""
    y_true, y_pred = math.l2_normalize(y_true, axis=axis), math.l2_normalize(y_pred, axis=axis)
    return math.reduce_sum(y_true * y_pred, axis=axis)

"""Written forms of means, variances, norms and counts."""

from __future__ import annotations

from typing import Any

import numpy as np

import tfshim as tf
from tfshim.debugging.counted_pairs import counted_pairs
from tfshim.written_forms.form import loose, raw, whole_name, written
from tfshim.written_forms.shapes import axes_of

_LOW = (tf.float16, tf.bfloat16)


# ---------------------------------------------------------------------- reductions
@written("math.variances", "_reduce_variance")
def variance(input_tensor: Any, axis: Any, keepdims: bool) -> Any:
    difference = input_tensor - tf.reduce_mean(input_tensor, axis, True)
    if difference.dtype.is_complex:
        squared = tf.math.real(tf.raw_ops.Mul(x=tf.math.conj(difference), y=difference))
    else:
        squared = tf.square(difference)
    return tf.reduce_mean(squared, axis, keepdims)


@written("math.variances", "_reduce_std")
def standard_deviation(input_tensor: Any, axis: Any, keepdims: bool) -> Any:
    with tf.name_scope("reduce_variance"):
        found = variance(input_tensor, axis, keepdims)
    return tf.sqrt(found)


@written("math.reductions", "reduce_logsumexp")
def reduce_logsumexp(input_tensor: Any, axis: Any, keepdims: bool) -> Any:
    most = tf.reduce_max(input_tensor, axis, True)
    finite, zeros = tf.math.is_finite(most), tf.raw_ops.ZerosLike(x=most, name="ZerosLike")
    most = tf.stop_gradient(raw("Select", [finite, most, zeros], [(most.dtype, most.shape)]))
    result = tf.math.log(tf.reduce_sum(tf.exp(tf.raw_ops.Sub(x=input_tensor, y=most)), axis, keepdims))
    if not keepdims:
        most = tf.reshape(most, tf.raw_ops.Shape(input=result))
    return tf.add(result, most, name=whole_name())


@written("math.clipping", "_global_norm")
def global_norm(tensors: list[Any]) -> Any:
    halves = [tf.nn.l2_loss(t) for t in tensors]
    return tf.sqrt(tf.reduce_sum(tf.stack(halves)) * tf.constant(2.0, halves[0].dtype), name="global_norm")


# ---------------------------------------------------------------------- moments


@written("nn.means_and_variances", "_moments")
def moments(x: Any, axes: Any, keepdims: bool) -> Any:
    axes = axes_of(x, axes)
    y = tf.cast(x, tf.float32) if x.dtype in _LOW else x
    mean = tf.reduce_mean(y, axes, True, name="mean")
    spread = tf.math.squared_difference(y, tf.stop_gradient(mean))
    found = tf.reduce_mean(spread, axes, True, name="variance")
    if not keepdims:
        mean, found = _without(mean, axes), _without(found, axes)
    return (tf.cast(mean, x.dtype), tf.cast(found, x.dtype)) if y is not x else (mean, found)


def _without(x: Any, axes: Any) -> Any:
    if isinstance(axes, list):
        return tf.squeeze(x, axes) if axes else x
    return tf.reshape(x, [])  # every axis of a tensor of unknown rank


@written("nn.means_and_variances", "_weighted_moments")
def weighted_moments(x: Any, frequency_weights: Any, axes: Any, keepdims: bool) -> Any:
    axes, kind, weights = axes_of(x, axes), x.dtype, frequency_weights
    if kind in _LOW:
        x, weights = tf.cast(x, tf.float32), tf.cast(weights, tf.float32)
    weighted = tf.reduce_sum(weights * x, axes, True, name="weighted_input_sum")
    spread = weights + tf.zeros_like(x)
    total = tf.reduce_sum(spread, axes, True, name="sum_of_weights")
    mean = tf.math.divide_no_nan(weighted, total)
    squares = weights * tf.math.squared_difference(x, mean)
    found = tf.math.divide_no_nan(tf.reduce_sum(squares, axes, True, name="weighted_distsq"), total)
    if not keepdims:
        mean, found = _without(mean, axes), _without(found, axes)
    return tf.cast(mean, kind), tf.cast(found, kind)


@written("nn.means_and_variances", "_sufficient_statistics")
def sufficient_statistics(x: Any, shift: Any, axes: Any, keepdims: bool) -> Any:
    axes = axes_of(x, axes)
    if isinstance(axes, list) and x.shape.rank is not None and all(x.shape[a] is not None for a in axes):
        count: Any = 1
        for a in axes:
            count *= x.shape[a]
        count = tf.constant(count, x.dtype)
    else:
        count = tf.cast(tf.reduce_prod(tf.gather(tf.shape(x), axes)), x.dtype)
    first = x if shift is None else x - shift
    second = tf.square(x) if shift is None else tf.math.squared_difference(x, shift)
    return count, tf.reduce_sum(first, axes, keepdims, name="mean_ss"), tf.reduce_sum(second, axes, keepdims, name="var_ss")


@written("nn.normalization", "_batch_normalization")
def batch_normalization(x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: float) -> Any:
    factor = tf.math.rsqrt(variance + variance_epsilon)
    if scale is not None:
        factor *= scale
    scaled = x * tf.cast(factor, x.dtype)
    shift = offset - mean * factor if offset is not None else -mean * factor
    return scaled + tf.cast(shift, x.dtype)


@written("nn.gradient_ops", "fused_batch_norm_with_reserves")
def fused_batch_norm_with_reserves(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    epsilon: float,
    data_format: str,
    is_training: bool,
    exponential_avg_factor: float,
) -> Any:
    vector = (scale.dtype, scale.shape)
    return raw(
        "FusedBatchNormV3",
        [x, scale, offset, mean, variance],
        [(x.dtype, x.shape), *[vector] * 4, (scale.dtype, None)],
        {
            "epsilon": epsilon,
            "data_format": data_format,
            "is_training": bool(is_training),
            "exponential_avg_factor": float(exponential_avg_factor),
        },
        name=whole_name(),
    )


# ---------------------------------------------------------------------- counts
@written("math.counting", "_confusion_matrix", beside=True)
def confusion_matrix(labels: Any, predictions: Any, weights: Any, num_classes: Any, dtype: Any) -> Any:
    return counted_pairs(labels, predictions, weights, num_classes, dtype, whole_name())


@written("math.segments", "_unsorted_segment_number")
def unsorted_segment_number(data: Any, segment_ids: Any, num_segments: Any) -> Any:
    found = tf.math.unsorted_segment_sum(tf.ones(tf.shape(segment_ids), data.dtype), segment_ids, num_segments)
    ones = tf.ones(tf.reshape(tf.rank(data) - tf.rank(segment_ids), [1]), tf.int32)
    shape = tf.concat([tf.reshape(tf.cast(num_segments, tf.int32), [1]), ones], 0)
    return tf.maximum(tf.reshape(found, shape), 1)


@written("math.ranking", "approx_max_k")
def greatest(operand: Any, k: Any, reduction_dimension: int, recall_target: float, *others: Any) -> Any:
    return _approximate_top_k(True, operand, k, reduction_dimension, recall_target, *others)


@written("math.ranking", "approx_min_k")
def least(operand: Any, k: Any, reduction_dimension: int, recall_target: float, *others: Any) -> Any:
    return _approximate_top_k(False, operand, k, reduction_dimension, recall_target, *others)


def _approximate_top_k(
    largest: bool,
    operand: Any,
    k: Any,
    reduction_dimension: int,
    recall_target: float,
    reduction_input_size_override: int,
    aggregate_to_topk: bool,
) -> Any:
    return raw(
        "ApproxTopK",
        [operand],
        [(operand.dtype, None), (tf.int32, None)],
        {
            "k": int(k),
            "reduction_dimension": int(reduction_dimension),
            "recall_target": float(recall_target),
            "is_max_k": largest,
            "reduction_input_size_override": int(reduction_input_size_override),
            "aggregate_to_topk": bool(aggregate_to_topk),
        },
        name=whole_name(),
    )


@written("image.suppression", "_padded")
def non_max_suppression_padded(
    boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any, score_threshold: Any, sorted_input: bool, *hints: Any
) -> Any:
    lead = tf.shape(scores)[:-1]
    count = tf.shape(scores)[-1]
    flat = tf.reshape(tf.cast(boxes, tf.float32), tf.stack([-1, count, 4]))
    values = tf.reshape(tf.cast(scores, tf.float32), tf.stack([-1, count]))
    order = -tf.cast(tf.range(count), tf.float32) + tf.zeros_like(values) if sorted_input else values
    # Boxes without a positive coordinate are fillers.
    there = tf.reduce_any(flat > 0, -1) & (values > score_threshold)
    ranked = tf.where(there, order, -float("inf"))

    def chosen(given: Any) -> Any:
        group, ranks = given
        return tuple(
            raw(
                "NonMaxSuppressionV4",
                [group, ranks, max_output_size, tf.cast(iou_threshold, tf.float32), tf.constant(-float("inf"), tf.float32)],
                [(tf.int32, [None]), (tf.int32, [])],
                {"pad_to_max_output_size": True},
            )
        )

    places, valid = tf.map_fn(chosen, (flat, ranked), fn_output_signature=(tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.int32)))
    size = tf.reshape(tf.cast(max_output_size, tf.int32), [1])
    return tf.reshape(places, tf.concat([lead, size], 0)), tf.reshape(valid, lead)


def _limit(value: Any, dtype: Any, name: str) -> Any:
    return tf.cast(value, dtype) if isinstance(value, tf.Tensor) else loose(value, dtype, name)


@written("math.counting", "dense_bincount")
def dense_bincount(arr: Any, weights: Any, minlength: Any, maxlength: Any, dtype: Any, binary_output: bool, flat: bool) -> Any:
    there = tf.cast(tf.size(arr) > 0, arr.dtype)
    size = there * (tf.reduce_max(arr) + 1)
    if minlength is not None:
        size = tf.maximum(_limit(minlength, arr.dtype, "minlength"), size)
    if maxlength is not None:
        size = tf.minimum(_limit(maxlength, arr.dtype, "maxlength"), size)
    if flat:
        weights = None if weights is None else tf.reshape(weights, [-1])
        arr = tf.reshape(arr, [-1])
    weights = loose(np.zeros([0], dtype.as_numpy_dtype), dtype) if weights is None else weights
    shape = [arr.shape[0], None] if arr.shape.rank == 2 else [None]
    return raw(
        "DenseBincount", [arr, size, weights], [(weights.dtype, shape)], {"binary_output": bool(binary_output)}, name="DenseBincount"
    )

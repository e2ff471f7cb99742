"""`tf.contrib.metrics` of TensorFlow 1: streaming metrics under their old names, predictions before labels."""

import tfshim as tf
from tfshim.compat.v1 import metrics

_PAIRS = frozenset(
    """
    accuracy auc false_negatives false_negatives_at_thresholds false_positives false_positives_at_thresholds mean_absolute_error
    mean_cosine_distance mean_iou mean_relative_error mean_squared_error precision precision_at_thresholds recall recall_at_k
    recall_at_thresholds root_mean_squared_error sensitivity_at_specificity specificity_at_sensitivity true_negatives true_positives
    """.split()
)
_OTHERS = {
    "mean": "mean",
    "mean_tensor": "mean_tensor",
    "percentage_less": "percentage_below",
    "sparse_precision_at_k": "precision_at_k",
    "sparse_recall_at_k": "recall_at_k",
    "sparse_average_precision_at_k": "average_precision_at_k",
}


def __getattr__(name):
    short = name.removeprefix("streaming_")
    if short != name and short in _PAIRS:
        return _swapped(name, getattr(metrics, short))
    if short != name and short in _OTHERS:
        made = getattr(metrics, _OTHERS[short])
        return _swapped(name, made) if short.startswith("sparse_") else made
    raise AttributeError(f"tf.contrib.metrics.{name} is not part of tfshim; look in tf.metrics.")


def __dir__():
    return sorted(
        {"accuracy", "aggregate_metric_map", "aggregate_metrics", "confusion_matrix", *("streaming_" + n for n in (*_PAIRS, *_OTHERS))}
    )


def _swapped(name, metric):
    """`metric` with the predictions before the labels."""

    def streaming(predictions, labels, *args, **kwargs):
        return metric(labels, predictions, *args, **kwargs)

    streaming.__name__ = streaming.__qualname__ = name
    streaming.__doc__ = f"`tf.metrics.{metric.__name__}` with the predictions first."
    return streaming


def accuracy(predictions, labels, weights=None, name=None):
    """How often `predictions` equal `labels` of the same dtype and shape, in this batch; weighted by `weights`.

    Raises ValueError for other dtypes.
    """
    predictions, labels = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
    if not (labels.dtype.is_integer or labels.dtype in (tf.bool, tf.string)):
        raise ValueError(f"Labels should have bool, integer, or string dtype, not {labels.dtype}")
    if labels.dtype != predictions.dtype:
        raise ValueError(
            f"Dtypes of predictions and labels should match. Given: predictions ({predictions.dtype}) and labels ({labels.dtype})"
        )
    with tf.name_scope(name or "accuracy"):
        hits = tf.cast(tf.equal(predictions, labels), tf.float32)
        if weights is None:
            return tf.reduce_mean(hits)
        scale = tf.cast(weights, tf.float32) * tf.ones_like(hits)
        return tf.math.divide_no_nan(tf.reduce_sum(hits * scale), tf.reduce_sum(scale))


confusion_matrix = tf.compat.v1.confusion_matrix


def aggregate_metrics(*value_update_tuples):
    """A list of values and one of updates, of pairs of both. Raises ValueError without any."""
    if not value_update_tuples:
        raise ValueError("Expected at least one value_tensor/update_op pair")
    values, updates = zip(*value_update_tuples)
    return list(values), list(updates)


def aggregate_metric_map(names_to_tuples):
    """A dictionary of values and one of updates, of a dictionary of pairs of both."""
    return {n: v for n, (v, _) in names_to_tuples.items()}, {n: u for n, (_, u) in names_to_tuples.items()}

"""`tf.compat.v1.metrics` that count at thresholds: precision, recall and what is read off their curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.debugging import assert_greater_equal, assert_less_equal
from tfshim.compat.v1.metrics.state import EPSILON, graph_metric, ratio, same_shape, state_variable, together
from tfshim.engine.values import dtypes
from tfshim.keras._weights import broadcast_weights

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


_KINDS = ("value", "update_op")


def _at_thresholds(labels, predictions, thresholds, weights, include=("tp", "fn", "tn", "fp")):
    """{which: (value, update)}, vectors with an element for each threshold."""
    predictions = tf.convert_to_tensor(predictions)
    low = assert_greater_equal(predictions, tf.cast(0.0, predictions.dtype), message="predictions must be in [0, 1]")
    high = assert_less_equal(predictions, tf.cast(1.0, predictions.dtype), message="predictions must be in [0, 1]")
    with tf.control_dependencies([low, high]):
        predictions, labels = tf.cast(predictions, dtypes.float32), tf.cast(labels, dtypes.bool)
        labels, predictions, weights = same_shape(labels, predictions, weights)
    number = len(thresholds)
    column, row = tf.reshape(predictions, [-1, 1]), tf.reshape(labels, [1, -1])
    count = tf.shape(column)[0]
    limits = tf.expand_dims(tf.constant(list(thresholds), dtypes.float32), [1])
    limits = tf.tile(limits, tf.stack([1, count]))
    above = tf.greater(tf.tile(tf.transpose(column), [number, 1]), limits)
    below = tf.logical_not(above) if {"fn", "tn"} & {*include} else None
    right = tf.tile(row, [number, 1])
    wrong = tf.logical_not(right) if {"fp", "tn"} & {*include} else None
    scale = None
    if weights is not None:
        weights = broadcast_weights(tf.cast(weights, dtypes.float32), predictions)
        scale = tf.tile(tf.reshape(weights, [1, -1]), [number, 1])
    found = {}
    names = {"tp": "true_positives", "fp": "false_positives", "fn": "false_negatives", "tn": "true_negatives"}
    for which in include:
        total = state_variable([number], dtypes.float32, names[which])
        hits = tf.logical_and(right if which in ("tp", "fn") else wrong, above if which[1] == "p" else below)
        hits = tf.cast(hits, dtypes.float32)
        if scale is not None:
            hits = hits * scale
        found[which] = together(total), total.assign_add(tf.reduce_sum(hits, 1))
    return found


_COUNTS = """How many {what} there are, where what is above a threshold is predicted positive.

Mirrors `tf.compat.v1.metrics.{name}`. The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin
and to begin again.

Arguments:
    labels: what is right, a tensor of any shape that is cast to bool.
    predictions: a float tensor of the same shape with values in [0, 1].
    thresholds: a list of numbers, usually in [0, 1].
    weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
    metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
    name: of the variable scope, "{scope}" by default.

Returns:
    A pair of float32 vectors with a sum of weights for each threshold: over all batches so far, and the operation that adds a batch and
    gives the sums after it.

Raises:
    ValueError: shapes that do not agree.
    InvalidArgumentError: when run, predictions outside of [0, 1].
    RuntimeError: eager execution, for which there is `tf.keras.metrics.{keras}`.

Example:
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     predictions = tf.constant([0.9, 0.4, 0.3])
    ...     value, update = tf.compat.v1.metrics.{name}([1, 0, 1], predictions, thresholds=[0.2, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).tolist())
    {shown}
"""


def _counts_at(which, scope, what, shown):
    public = f"{scope}_at_thresholds"

    def metric(labels, predictions, thresholds, weights=None, metrics_collections=None, updates_collections=None, name=None):
        value, update = _at_thresholds(labels, predictions, thresholds, weights, (which,))[which]
        return tf.identity(value), update

    metric.__name__ = metric.__qualname__ = public
    keras = "".join(word.capitalize() for word in scope.split("_"))
    metric.__doc__ = _COUNTS.format(what=what, name=public, scope=scope, keras=keras, shown=shown)
    return graph_metric(metric, scope=scope)


true_positives_at_thresholds = _counts_at("tp", "true_positives", "positive labels that were predicted positive", [2.0, 1.0])
false_positives_at_thresholds = _counts_at("fp", "false_positives", "negative labels that were predicted positive", [1.0, 0.0])
true_negatives_at_thresholds = _counts_at("tn", "true_negatives", "negative labels that were predicted negative", [0.0, 1.0])
false_negatives_at_thresholds = _counts_at("fn", "false_negatives", "positive labels that were predicted negative", [0.0, 1.0])


@tf_export(v1=["metrics.precision_at_thresholds"])
@graph_metric
def precision_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The precision of predictions that are positive above each of some thresholds.

    Mirrors `tf.compat.v1.metrics.precision_at_thresholds`. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a float tensor of the same shape with values in [0, 1].
        thresholds: a list of numbers, usually in [0, 1].
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "precision_at_thresholds" by default.

    Returns:
        A pair of float32 vectors with a number for each threshold: over all batches so far, and the operation that adds a batch and
            gives
        the numbers after it.

    Raises:
        ValueError: shapes that do not agree.
        InvalidArgumentError: when run, predictions outside of [0, 1].
        RuntimeError: eager execution, for which there is `tf.keras.metrics.Precision(thresholds)`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.precision_at_thresholds([1, 0, 1], tf.constant([0.9, 0.4, 0.3]), thresholds=[0.2, 0.5])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print([round(float(v), 4) for v in session.run(update)])
        [0.6667, 1.0]
    """
    found = _at_thresholds(labels, predictions, thresholds, weights, ("tp", "fp"))
    # TensorFlow adds a small number here, where `precision` gives 0 for a divisor of 0.
    return tuple(
        tf.divide(found["tp"][i], EPSILON + found["tp"][i] + found["fp"][i], name=f"precision_{kind}") for i, kind in enumerate(_KINDS)
    )


@tf_export(v1=["metrics.recall_at_thresholds"])
@graph_metric
def recall_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The recall of predictions that are positive above each of some thresholds. Mirrors `tf.compat.v1.metrics.recall_at_thresholds`.

    The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a float tensor of the same shape with values in [0, 1].
        thresholds: a list of numbers, usually in [0, 1].
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "recall_at_thresholds" by default.

    Returns:
        A pair of float32 vectors with a number for each threshold: over all batches so far, and the operation that adds a batch and
            gives
        the numbers after it.

    Raises:
        ValueError: shapes that do not agree.
        InvalidArgumentError: when run, predictions outside of [0, 1].
        RuntimeError: eager execution, for which there is `tf.keras.metrics.Recall(thresholds)`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.recall_at_thresholds([1, 0, 1], tf.constant([0.9, 0.4, 0.3]), thresholds=[0.2, 0.5])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print([round(float(v), 4) for v in session.run(update)])
        [1.0, 0.5]
    """
    found = _at_thresholds(labels, predictions, thresholds, weights, ("tp", "fn"))
    return tuple(
        tf.divide(found["tp"][i], EPSILON + found["tp"][i] + found["fn"][i], name=f"recall_{kind}") for i, kind in enumerate(_KINDS)
    )


def _thresholds(number):
    inner = [(i + 1) / (number - 1) for i in range(number - 2)]
    # Just outside of [0, 1], so that predictions of exactly 0 and 1 lie on the right side.
    return [0.0 - EPSILON, *inner, 1.0 + EPSILON]


@tf_export(v1=["metrics.auc"])
@graph_metric
def auc(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Sequence[float] | None = None,
) -> tuple[Any, Any]:
    """The area under the curve of a binary classifier, approximated from rates at thresholds. Mirrors `tf.compat.v1.metrics.auc`.

    The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a float tensor of the same shape with values in [0, 1].
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        num_thresholds: at how many thresholds rates are computed, evenly between 0 and 1; 200 by default.
        curve: "ROC" (default): true over false positive rate, or "PR": precision over recall.
        summation_method: "trapezoidal" (default); "careful_interpolation", which "PR" should have; "minoring" or "majoring": bounds.
        thresholds: a list of thresholds within (0, 1) instead of `num_thresholds`; None by default.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "auc" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree, another curve or method.
        InvalidArgumentError: when run, predictions outside of [0, 1].
        RuntimeError: eager execution, for which there is `tf.keras.metrics.AUC`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.auc([0, 0, 1, 1], tf.constant([0.1, 0.6, 0.4, 0.9]))
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.75
    """
    if curve not in ("ROC", "PR"):
        raise ValueError(f"Curve must be either ROC or PR. Curve {curve} is unknown.")
    if summation_method not in ("trapezoidal", "minoring", "majoring", "careful_interpolation"):
        raise ValueError(
            f"Invalid summation_method: {summation_method} summation_method should be 'trapezoidal', "
            "'careful_interpolation', 'minoring', or 'majoring'."
        )
    places = _thresholds(num_thresholds) if thresholds is None else [0.0 - EPSILON, *thresholds, 1.0 + EPSILON]
    found = _at_thresholds(labels, predictions, places, weights)

    def area(i):
        tp, fn, tn, fp = (found[w][i] for w in ("tp", "fn", "tn", "fp"))
        if curve == "PR" and summation_method == "careful_interpolation":
            return _interpolated_area(tp, fp, fn, len(places) - 1)
        # TensorFlow's small number is a different one here than at the ends of the thresholds.
        recalled = (tp + 1e-6) / (tp + fn + 1e-6)
        if curve == "ROC":
            x, y = fp / (fp + tn + 1e-6), recalled
        else:
            x, y = recalled, (tp + 1e-6) / (tp + fp + 1e-6)
        last = len(places) - 1
        height = {"minoring": tf.minimum, "majoring": tf.maximum}.get(summation_method, lambda a, b: (a + b) / 2.0)
        # Thresholds rise, so `x` falls from each to the next.
        return tf.reduce_sum(tf.multiply(x[:last] - x[1:], height(y[:last], y[1:])), name=_KINDS[i])

    return area(0), area(1)


def _interpolated_area(tp, fp, fn, last):
    """The area under precision over recall where true positives grow linearly with positives between two thresholds."""
    # The formula is that of Davis and Goadrich (2006), which TensorFlow takes for this method.
    gained, chosen = tp[:last] - tp[1:], tp + fp
    slope = ratio(gained, chosen[:last] - chosen[1:], "prec_slope")
    intercept = tp[1:] - tf.multiply(slope, chosen[1:])
    both = tf.logical_and(chosen[:last] > 0, chosen[1:] > 0)
    growth = where(both, ratio(chosen[:last], chosen[1:], "recall_relative_ratio"), ones_of_shape(chosen[1:]))
    steps = ratio(slope * (gained + intercept * tf.math.log(growth)), tp[1:] + fn[1:], "pr_auc_increment")
    return tf.reduce_sum(steps, name="interpolate_pr_auc")


def _best(want, given, level, labels, predictions, weights, num_thresholds):
    """The rate `want` at the threshold where the rate `given` is nearest to `level`: its value and its update."""
    if level < 0 or level > 1:
        verb = "got" if given == "specificity" else "is"
        raise ValueError(f"`{given}` must be in the range [0, 1]. Currently, `{given}` {verb} {level}.")
    found = _at_thresholds(labels, predictions, _thresholds(num_thresholds), weights)

    def best(i):
        def parts(kind):
            return (found["tp"][i], found["fn"][i]) if kind == "sensitivity" else (found["tn"][i], found["fp"][i])

        hit, miss = parts(given)
        rate = hit / (hit + miss + EPSILON)
        if want == "sensitivity":
            at = tf.argmin(tf.abs(rate - level), 0)
        else:  # the last one of those that are equally near
            least = tf.reduce_min(tf.abs(rate - level))
            at = tf.argmax(tf.cumsum(tf.cast(tf.equal(tf.abs(rate - level), least), dtypes.int64)), 0)
        at = tf.cast(at, dtypes.int32)
        hit, miss = parts(want)
        return tf.divide(hit[at], hit[at] + miss[at] + EPSILON, name=_KINDS[i])

    return best(0), best(1)


@tf_export(v1=["metrics.sensitivity_at_specificity"])
@graph_metric
def sensitivity_at_specificity(
    labels: TensorLike,
    predictions: TensorLike,
    specificity: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The recall of positives at the threshold where the recall of negatives is nearest to a given one.

    Mirrors `tf.compat.v1.metrics.sensitivity_at_specificity`. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a float tensor of the same shape with values in [0, 1].
        specificity: the given one, a number in [0, 1].
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        num_thresholds: at how many thresholds rates are computed, evenly between 0 and 1; 200 by default.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "sensitivity_at_specificity" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree, or a specificity outside of [0, 1].
        InvalidArgumentError: when run, predictions outside of [0, 1].
        RuntimeError: eager execution, for which there is `tf.keras.metrics.SensitivityAtSpecificity`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     predictions = tf.constant([0.1, 0.6, 0.4, 0.9])
        ...     value, update = tf.compat.v1.metrics.sensitivity_at_specificity([0, 0, 1, 1], predictions, specificity=0.5)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        1.0
    """
    return _best("sensitivity", "specificity", specificity, labels, predictions, weights, num_thresholds)


@tf_export(v1=["metrics.specificity_at_sensitivity"])
@graph_metric
def specificity_at_sensitivity(
    labels: TensorLike,
    predictions: TensorLike,
    sensitivity: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The recall of negatives at the threshold where the recall of positives is nearest to a given one.

    Mirrors `tf.compat.v1.metrics.specificity_at_sensitivity`. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a float tensor of the same shape with values in [0, 1].
        sensitivity: the given one, a number in [0, 1].
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        num_thresholds: at how many thresholds rates are computed, evenly between 0 and 1; 200 by default.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "specificity_at_sensitivity" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree, or a sensitivity outside of [0, 1].
        InvalidArgumentError: when run, predictions outside of [0, 1].
        RuntimeError: eager execution, for which there is `tf.keras.metrics.SpecificityAtSensitivity`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     predictions = tf.constant([0.1, 0.6, 0.4, 0.9])
        ...     value, update = tf.compat.v1.metrics.specificity_at_sensitivity([0, 0, 1, 1], predictions, sensitivity=0.5)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        1.0
    """
    return _best("specificity", "sensitivity", sensitivity, labels, predictions, weights, num_thresholds)


tf_export(v1=["metrics.false_negatives_at_thresholds"])(false_negatives_at_thresholds)
tf_export(v1=["metrics.false_positives_at_thresholds"])(false_positives_at_thresholds)
tf_export(v1=["metrics.true_negatives_at_thresholds"])(true_negatives_at_thresholds)
tf_export(v1=["metrics.true_positives_at_thresholds"])(true_positives_at_thresholds)

"""The losses as functions: `f(y_true, y_pred)` gives the loss of each example."""

from tfshim import array_ops, math, nn
from tfshim.engine.convert import convert_to_tensor
from tfshim.keras.backend import epsilon


def _pair(y_true, y_pred):
    y_pred = convert_to_tensor(y_pred)
    y_true = convert_to_tensor(y_true)
    return y_true if y_true.dtype == y_pred.dtype else array_ops.cast(y_true, y_pred.dtype), y_pred


def mean_squared_error(y_true, y_pred):
    """The mean of squared differences along the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.squared_difference(y_pred, y_true), axis=-1)


def mean_absolute_error(y_true, y_pred):
    """The mean of absolute differences along the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.abs(y_pred - y_true), axis=-1)


def mean_absolute_percentage_error(y_true, y_pred):
    """100 times the mean of absolute differences over the absolute targets."""
    y_true, y_pred = _pair(y_true, y_pred)
    return 100.0 * math.reduce_mean(math.abs((y_true - y_pred) / math.maximum(math.abs(y_true), epsilon())), axis=-1)


def mean_squared_logarithmic_error(y_true, y_pred):
    """The mean of squared differences of log(y + 1)."""
    y_true, y_pred = _pair(y_true, y_pred)
    first, second = (math.log(math.maximum(y, epsilon()) + 1.0) for y in (y_pred, y_true))
    return math.reduce_mean(math.squared_difference(first, second), axis=-1)


def _signs(y_true):
    """Labels of -1 and 1; labels that are all 0 or 1 become such."""
    binary = math.reduce_all(math.logical_or(math.equal(y_true, 0), math.equal(y_true, 1)))
    return array_ops.where(binary, 2.0 * y_true - 1.0, y_true)


def squared_hinge(y_true, y_pred):
    """The mean of max(1 - y_true * y_pred, 0) squared."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.square(math.maximum(1.0 - _signs(y_true) * y_pred, 0.0)), axis=-1)


def hinge(y_true, y_pred):
    """The mean of max(1 - y_true * y_pred, 0)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


def categorical_hinge(y_true, y_pred):
    """max(1 + greatest wrong - right, 0)."""
    y_true, y_pred = _pair(y_true, y_pred)
    right = math.reduce_sum(y_true * y_pred, axis=-1)
    wrong = math.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return math.maximum(wrong - right + 1.0, 0.0)


def huber(y_true, y_pred, delta=1.0):
    """Squared up to a difference of `delta`, linear above it."""
    y_pred = convert_to_tensor(y_pred)
    if not y_pred.dtype.is_floating:
        y_pred = array_ops.cast(y_pred, "float32")
    y_true, y_pred = _pair(y_true, y_pred)
    error = math.abs(y_pred - y_true)
    return math.reduce_mean(array_ops.where(error <= delta, 0.5 * math.square(error), delta * error - 0.5 * delta * delta), axis=-1)


def log_cosh(y_true, y_pred):
    """The mean of log(cosh(difference))."""
    y_true, y_pred = _pair(y_true, y_pred)
    x = y_pred - y_true
    return math.reduce_mean(x + nn.softplus(-2.0 * x) - 0.6931471805599453, axis=-1)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """The cross-entropy of one-hot or soft labels and predictions along `axis`."""
    y_true, y_pred = _pair(y_true, y_pred)
    if isinstance(axis, bool):
        raise ValueError(f"`axis` must be of type `int`. Received: axis={axis} of type {type(axis)}")
    if label_smoothing:
        classes = array_ops.cast(array_ops.shape(y_true)[-1], y_pred.dtype)
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / classes
    if not y_true.shape.is_compatible_with(y_pred.shape):
        raise ValueError(f"Shapes {y_true.shape} and {y_pred.shape} are incompatible")
    if from_logits:
        return nn.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
    shares = y_pred / math.reduce_sum(y_pred, axis=axis, keepdims=True)
    return -math.reduce_sum(y_true * math.log(math.clip_by_value(shares, epsilon(), 1.0 - epsilon())), axis)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, axis=-1, ignore_class=None):
    """The cross-entropy of class numbers and predictions along `axis`; labels of `ignore_class` count for nothing."""
    y_pred, y_true = convert_to_tensor(y_pred), convert_to_tensor(y_true)
    rank = y_pred.shape.rank
    if axis not in (-1, None if rank is None else rank - 1):
        axis %= rank
        y_pred = array_ops.transpose(y_pred, [*range(axis), *range(axis + 1, rank), axis])
    logits = y_pred if from_logits else math.log(math.clip_by_value(y_pred, epsilon(), 1.0 - epsilon()))
    labels = array_ops.cast(y_true, "int64")
    if labels.shape.rank is not None and labels.shape.rank == y_pred.shape.rank and labels.shape[-1] == 1:
        labels = array_ops.squeeze(labels, [-1])
    if ignore_class is None:
        return nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    valid = math.not_equal(labels, ignore_class)
    losses = nn.sparse_softmax_cross_entropy_with_logits(
        labels=array_ops.where(valid, labels, array_ops.zeros_like(labels)), logits=logits)
    result = array_ops.where(valid, losses, array_ops.zeros_like(losses))
    result._keras_mask = valid
    return result


def _binary_labels(y_true, label_smoothing):
    return y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing if label_smoothing else y_true


def _binary(y_true, y_pred, from_logits):
    if from_logits:
        return nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    p = math.clip_by_value(y_pred, epsilon(), 1.0 - epsilon())
    return -(y_true * math.log(p + epsilon()) + (1.0 - y_true) * math.log(1.0 - p + epsilon()))


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """The mean along `axis` of the cross-entropy of labels of 0 and 1 and predictions."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(_binary(_binary_labels(y_true, label_smoothing), y_pred, from_logits), axis=axis)


def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False,
                              label_smoothing=0.0, axis=-1):
    """Binary cross-entropy times (1 - probability of the label) ** gamma."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = _binary_labels(y_true, label_smoothing)
    p = nn.sigmoid(y_pred) if from_logits else math.clip_by_value(y_pred, epsilon(), 1.0 - epsilon())
    right = y_true * p + (1 - y_true) * (1 - p)
    losses = math.pow(1.0 - right, gamma) * _binary(y_true, y_pred, from_logits)
    if apply_class_balancing:
        losses = (y_true * alpha + (1 - y_true) * (1 - alpha)) * losses
    return math.reduce_mean(losses, axis=axis)


def kl_divergence(y_true, y_pred):
    """The sum of y_true * log(y_true / y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true, y_pred = (math.clip_by_value(y, epsilon(), 1.0) for y in (y_true, y_pred))
    return math.reduce_sum(y_true * math.log(y_true / y_pred), axis=-1)


def poisson(y_true, y_pred):
    """The mean of y_pred - y_true * log(y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(y_pred - y_true * math.log(y_pred + epsilon()), axis=-1)


def cosine_similarity(y_true, y_pred, axis=-1):
    """Minus the cosine of the angle between targets and predictions."""
    y_true, y_pred = _pair(y_true, y_pred)
    unit = [y * math.rsqrt(math.maximum(math.reduce_sum(math.square(y), axis=axis, keepdims=True), 1e-12)) for y in (y_true, y_pred)]
    return -math.reduce_sum(unit[0] * unit[1], axis=axis)

"""`tf.contrib.losses` of TensorFlow 1: the losses of `tf.losses`, predictions before labels."""

from tfshim.compat.v1 import losses
from tfshim.compat.v1.losses.weighting import add_loss, compute_weighted_loss, get_losses, get_regularization_losses, get_total_loss  # noqa: F401
from tfshim.contrib._names import absent


def absolute_difference(predictions, labels=None, weights=1.0, scope=None):
    """See `tf.losses.absolute_difference`."""
    return losses.absolute_difference(labels, predictions, weights, scope)


def mean_squared_error(predictions, labels=None, weights=1.0, scope=None):
    """See `tf.losses.mean_squared_error`."""
    return losses.mean_squared_error(labels, predictions, weights, scope)


def log_loss(predictions, labels=None, weights=1.0, epsilon=1e-7, scope=None):
    """See `tf.losses.log_loss`."""
    return losses.log_loss(labels, predictions, weights, epsilon, scope)


def hinge_loss(logits, labels=None, scope=None):
    """The hinge loss of each element, not reduced; see `tf.losses.hinge_loss`."""
    return losses.hinge_loss(labels, logits, scope=scope, loss_collection=None, reduction=losses.Reduction.NONE)


def cosine_distance(predictions, labels=None, axis=None, weights=1.0, scope=None, dim=None):
    """See `tf.losses.cosine_distance`."""
    return losses.cosine_distance(labels, predictions, axis=dim if axis is None else axis, weights=weights, scope=scope)


def softmax_cross_entropy(logits, onehot_labels, weights=1.0, label_smoothing=0, scope=None):
    """See `tf.losses.softmax_cross_entropy`."""
    return losses.softmax_cross_entropy(onehot_labels, logits, weights, label_smoothing, scope)


def sparse_softmax_cross_entropy(logits, labels, weights=1.0, scope=None):
    """See `tf.losses.sparse_softmax_cross_entropy`."""
    return losses.sparse_softmax_cross_entropy(labels, logits, weights, scope)


def sigmoid_cross_entropy(logits, multi_class_labels, weights=1.0, label_smoothing=0, scope=None):
    """See `tf.losses.sigmoid_cross_entropy`."""
    return losses.sigmoid_cross_entropy(multi_class_labels, logits, weights, label_smoothing, scope)


__getattr__ = absent("losses", globals())

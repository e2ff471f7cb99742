"""Cross-entropies of single predictions, as losses and programs use them.

Probabilities that come from a sigmoid or softmax activation carry the logits they were computed from: the cross-entropy is computed
from those, so that it stays exact (and has a gradient) where the probabilities round to 0 or 1.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.keras._symbolic_functions import conversions, is_symbolic, layer_of
from tfshim.keras.backend.probabilities import cross_entropy_of_probabilities
from tfshim.keras.backend.settings import epsilon

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike


def with_logits(output, logits):
    """`output`, made by an activation from `logits`, with a note of them."""
    if isinstance(output, Tensor):
        output._keras_logits = logits
    return output


def _logits_of(output, from_logits, op_type, function):
    """The logits that an activation computed `output` from, or `output` itself; and whether that is logits."""
    # From logits the result is more exact than from the logarithm of what became of them: Keras looks for them as well.
    logits = getattr(output, "_keras_logits", None)
    if logits is None and isinstance(output, Tensor) and not isinstance(output, EagerTensor):
        made_by = getattr(output, "op", None)
        if made_by is not None and made_by.type == op_type:
            logits = made_by.inputs[0]
    if logits is None:
        return output, from_logits
    if from_logits:
        warnings.warn(
            f'"`{function}` received `from_logits=True`, but the `output` argument was produced by a {op_type} activation and '
            "thus does not represent logits. Was this intended?",
            stacklevel=3,
        )
    return logits, True


def _layer_of(function, tried, *args, **kwargs):
    return layer_of(function, f"keras.backend.{function.__name__}", tried, *args, **kwargs)


def _clipped(p):
    return shown_parts.recorded(_within_limits, p)


def _within_limits(p):
    if one_by_one.wanted():
        least = array_ops.constant(epsilon(), p.dtype)
        return math.clip_by_value(p, least, 1.0 - least)
    return math.clip_by_value(p, epsilon(), 1.0 - epsilon())


@tf_export("keras.backend.categorical_crossentropy")
def categorical_crossentropy(target: TensorLike, output: TensorLike, from_logits: bool = False, axis: Axis = -1) -> AnyTensor:
    """The cross-entropy of probabilities and predictions along an axis.

    Mirrors `tf.keras.backend.categorical_crossentropy`.

    Arguments:
        target: labels, one-hot or probabilities.
        output: predictions of the same shape.
        from_logits: whether these are any numbers; False.
        axis: the axis of the classes; -1.

    Returns:
        A tensor without that axis.

    Raises:
        ValueError: shapes that differ.

    Probabilities are divided by their sum first; where they come from `softmax` itself, it goes back to the logits.

    Example:
        >>> tf.keras.backend.categorical_crossentropy(tf.constant([[0.0, 1.0]]), tf.constant([[0.2, 0.8]])).numpy().round(3)
        array([0.223], dtype=float32)
    """
    if is_symbolic(target, output):
        tried = conversions(target, output)
        return _layer_of(categorical_crossentropy, tried, target, output, from_logits=from_logits, axis=axis)
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    if not target.shape.is_compatible_with(output.shape):
        raise ValueError(f"Shapes {target.shape} and {output.shape} are incompatible")
    output, from_logits = _logits_of(output, from_logits, "Softmax", "categorical_crossentropy")
    if from_logits:
        return nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
    # As in Keras: what does not sum to 1 is scaled until it does.
    shares = output / math.reduce_sum(output, axis, True)
    return -math.reduce_sum(target * math.log(_clipped(shares)), axis)


@tf_export("keras.backend.categorical_focal_crossentropy")
def categorical_focal_crossentropy(
    target: TensorLike, output: TensorLike, alpha: FloatLike = 0.25, gamma: FloatLike = 2.0, from_logits: bool = False, axis: Axis = -1
) -> AnyTensor:
    """The categorical cross-entropy with each class weighted by `alpha * (1 - p) ** gamma`.

    Mirrors `tf.keras.backend.categorical_focal_crossentropy`.

    Arguments:
        target: one-hot labels.
        output: predictions of the same shape.
        alpha: a factor of the loss, or one for each class; 0.25 by default.
        gamma: how strongly examples that are told well already count less: 0 is the cross-entropy itself; 2.0 by default.
        from_logits: whether predictions are logits; False by default.
        axis: that of the classes; -1.

    Returns:
        A tensor without that axis.

    Classes that are predicted well count less, the more so the greater `gamma` is; 0 is the ordinary cross-entropy times `alpha`.

    Example:
        >>> y = tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]])
        >>> tf.keras.backend.categorical_focal_crossentropy(*y, alpha=1.0).numpy().round(3)
        array([0.173], dtype=float32)
    """
    if is_symbolic(target, output):
        tried = conversions(target, output)
        return _layer_of(
            categorical_focal_crossentropy,
            tried,
            target,
            output,
            alpha=alpha,
            gamma=gamma,
            from_logits=from_logits,
            axis=axis,
        )
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    if not target.shape.is_compatible_with(output.shape):
        raise ValueError(f"Shapes {target.shape} and {output.shape} are incompatible")
    output, from_logits = _logits_of(output, from_logits, "Softmax", "categorical_focal_crossentropy")
    if from_logits:
        output = nn.softmax(output, axis=axis)
    p = _clipped(output / math.reduce_sum(output, axis=axis, keepdims=True))
    losses = -target * math.log(p)
    weights = math.multiply(math.pow(1.0 - p, gamma), alpha)
    return math.reduce_sum(math.multiply(weights, losses), axis=axis)


@tf_export("keras.backend.sparse_categorical_crossentropy")
def sparse_categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: Axis = -1, ignore_class: int | None = None
) -> AnyTensor:
    """The cross-entropy of numbers of classes and predictions along an axis.

    Mirrors `tf.keras.backend.sparse_categorical_crossentropy`.

    Arguments:
        target: integers.
        output: predictions, with an axis more.
        from_logits: whether these are any numbers; False.
        axis: the axis of the classes; -1.
        ignore_class: labels of this number give 0; None.

    Returns:
        A tensor without that axis.

    Raises:
        ValueError: an axis outside of the rank.

    Example:
        >>> tf.keras.backend.sparse_categorical_crossentropy(tf.constant([1]), tf.constant([[0.2, 0.8]])).numpy().round(3)
        array([0.223], dtype=float32)
    """
    # The mask of labels that are left out is another result, which a layer of the whole function would not give.
    if is_symbolic(target, output) and ignore_class is None:
        tried = [*conversions(target, output), *(["cast"] if is_symbolic(target) else [])]
        return _layer_of(
            sparse_categorical_crossentropy,
            tried,
            target,
            output,
            from_logits=from_logits,
            axis=axis,
        )
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    target = array_ops.cast(target, "int64")
    output, from_logits = _logits_of(output, from_logits, "Softmax", "sparse_categorical_crossentropy")
    if not from_logits:
        # Logarithms of probabilities will do as logits: their softmax is the probabilities again.
        output = math.log(_clipped(output))
    rank = output.shape.rank
    if rank is not None:
        at = axis % rank
        if at != rank - 1:
            output = array_ops.transpose(output, [*range(at), *range(at + 1, rank), at])
    elif axis != -1:
        raise ValueError(f"Cannot compute sparse categorical crossentropy with `axis={axis}` on an output tensor with unknown rank")
    if ignore_class is None:
        return shown_parts.recorded(_of_labels, target, output, None)
    return _of_labels(target, output, ignore_class)


def _of_labels(target, output, ignore_class):
    """The cross-entropy of `target` and logits along the last axis of `output`, where that is not `ignore_class`."""
    rank = output.shape.rank
    if one_by_one.wanted() and ignore_class is None:
        return _of_flat_labels(target, output, rank)
    target_shape = target.shape
    flat = target_shape.rank is not None and rank is not None and rank > 2
    if target_shape.rank is not None and target_shape.rank == rank != 1 and target_shape[-1] == 1:
        target = array_ops.squeeze(target, [-1])
    sizes = None
    if flat and target.shape.rank != rank - 1:
        # In rows, so that labels of another number are told of as labels that do not fit.
        sizes = array_ops.shape(output)[:-1]
        target, output = array_ops.reshape(target, [-1]), array_ops.reshape(output, [-1, output.shape[-1] or array_ops.shape(output)[-1]])
    elif target.shape.rank is not None and rank == 2 and target.shape.rank != 1:
        target = array_ops.reshape(target, [-1])
    elif target.shape.rank and rank == 1:  # the predictions of one example
        target, output = array_ops.reshape(target, [-1]), array_ops.expand_dims(output, 0)
    if ignore_class is None:
        found = nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
        return found if sizes is None else array_ops.reshape(found, sizes)
    valid = math.not_equal(target, array_ops.cast(ignore_class, target.dtype))
    # A class that does not exist would be an error, though it is left out afterwards.
    found = nn.sparse_softmax_cross_entropy_with_logits(labels=array_ops.where(valid, target, array_ops.zeros_like(target)), logits=output)
    result = array_ops.where(valid, found, array_ops.zeros_like(found))
    if sizes is not None:
        result, valid = array_ops.reshape(result, sizes), array_ops.reshape(valid, sizes)
    # Whoever averages these has to leave the same ones out.
    result._keras_mask = valid
    return result


def _of_flat_labels(target, output, rank):
    """The same by the operations that Keras has for it."""
    sizes = array_ops.shape(output)
    fits = None in (target.shape.rank, rank) or target.shape.rank == rank - 1
    if not fits:
        target, output = array_ops.reshape(target, [-1]), array_ops.reshape(output, [-1, sizes[-1]])
    found = nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
    return found if fits or rank < 3 else array_ops.reshape(found, sizes[:-1])


@tf_export("keras.backend.binary_crossentropy")
def binary_crossentropy(target: TensorLike, output: TensorLike, from_logits: bool = False) -> AnyTensor:
    """The cross-entropy of labels of 0 and 1 and predictions, element by element.

    Mirrors `tf.keras.backend.binary_crossentropy`. `tf.keras.losses.binary_crossentropy` takes the mean.

    Arguments:
        target: labels.
        output: predictions of the same shape.
        from_logits: whether these are any numbers; False: they lie in [0, 1].

    Returns:
        A tensor of the shape of `target`.

    Probabilities are kept `epsilon()` away from 0 and 1, so that the result is finite; where they come from `sigmoid` itself, it goes
    back to the logits and is exact.

    Example:
        >>> tf.keras.backend.binary_crossentropy(tf.constant([0.0, 1.0]), tf.constant([0.2, 0.9])).numpy().round(3)
        array([0.223, 0.105], dtype=float32)
    """
    if is_symbolic(target, output):
        tried = conversions(target, output)
        return _layer_of(binary_crossentropy, tried, target, output, from_logits=from_logits)
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    output, from_logits = _logits_of(output, from_logits, "Sigmoid", "binary_crossentropy")
    if from_logits:
        return nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
    return shown_parts.recorded(_of_probabilities, target, output)


def _of_probabilities(target, output):
    small = epsilon()
    known = output.dtype in (dtypes.float32, dtypes.float64) and target.dtype == output.dtype
    if known and not one_by_one.wanted() and target.shape.rank is not None and target.shape.as_list() == output.shape.as_list():
        return cross_entropy_of_probabilities(target, output, small)
    p = _within_limits(output)
    # Epsilon once more, beside the clipping: Keras writes it so, and results round alike.
    return -(target * math.log(p + small) + (1 - target) * math.log(1 - p + small))


@tf_export("keras.backend.binary_focal_crossentropy")
def binary_focal_crossentropy(
    target: TensorLike,
    output: TensorLike,
    apply_class_balancing: bool = False,
    alpha: FloatLike = 0.25,
    gamma: FloatLike = 2.0,
    from_logits: bool = False,
) -> AnyTensor:
    """The binary cross-entropy times `(1 - p) ** gamma`, element by element, p being the probability of the label.

    Mirrors `tf.keras.backend.binary_focal_crossentropy`.

    Arguments:
        target: labels of 0 and 1.
        output: predictions of the same shape.
        apply_class_balancing: whether `alpha` weighs ones and zeros; False.
        alpha: with `apply_class_balancing` the weight of ones; zeros have what is left of 1. 0.25 by default.
        gamma: how strongly examples that are told well already count less: 0 is the cross-entropy itself; 2.0 by default.
        from_logits: whether predictions are any numbers; False.

    Returns:
        A tensor of the shape of `target`.

    Example:
        >>> tf.keras.backend.binary_focal_crossentropy(tf.constant([1.0, 1.0]), tf.constant([0.9, 0.5])).numpy().round(3)
        array([0.001, 0.173], dtype=float32)
    """
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    p = with_logits(nn.sigmoid(output), output) if from_logits else output
    right = target * p + (1 - target) * (1 - p)
    losses = math.pow(1.0 - right, gamma) * binary_crossentropy(target, p)
    if apply_class_balancing:
        losses = (target * alpha + (1 - target) * (1 - alpha)) * losses
    return losses

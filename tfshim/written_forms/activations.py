"""Written forms of `tf.nn`'s functions of one tensor, its losses and dropout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import keep, loose, raw, scope_name, whole_name, written
from tfshim.written_forms.shapes import shape_of


def _number(value: float, dtype: Any) -> Any:
    """A number that was a Python one: TensorFlow's `cast` makes it a float32 first."""
    return tf.cast(loose(value, tf.float32, "Cast/x"), dtype)


@written("nn.activations", "gelu")
def gelu(features: Any, approximate: bool) -> Any:
    if approximate:
        coefficient, half = _number(0.044715, features.dtype), 0.5 * features
        inner = 0.7978845608028654 * (features + coefficient * tf.pow(features, 3))
        return half * (1.0 + tf.tanh(inner))
    return 0.5 * features * (1.0 + tf.math.erf(features / _number(1.4142135623730951, features.dtype)))


@written("nn.activations", "_silu", beside=True)
def silu(features: Any) -> Any:
    if not getattr(TS.graph, "shown", False):
        return features * tf.sigmoid(features)
    beta = tf.cast(tf.constant(1.0, name="beta"), features.dtype)
    made = features * tf.sigmoid(beta * features)
    keep(raw("Identity", [made], [(made.dtype, made.shape)]))
    passed = raw("IdentityN", [[made, features, beta]], [(x.dtype, x.shape) for x in (made, features, beta)])
    passed[0].op.own_gradient = lambda inner, grads: [None, *_gradients_of_silu(inner(features), inner(beta), grads[0])]
    return passed[0]


def _gradients_of_silu(features: Any, beta: Any, dy: Any) -> tuple[Any, Any]:
    """By `features` and `beta`, computed once more from them."""
    with tf.control_dependencies([dy]):
        sigmoid = tf.sigmoid(beta * features)
    slope = sigmoid * (1.0 + (beta * features) * (1.0 - sigmoid))
    by_beta = tf.reduce_sum(dy * tf.square(features) * sigmoid * (1.0 - sigmoid))
    return dy * slope, by_beta


@written("nn.activations", "_silu_beta")
def silu_beta(features: Any, beta: Any) -> Any:
    return features * tf.sigmoid(beta * features)


@written("nn.activations", "crelu")
def crelu(features: Any, axis: int) -> Any:
    both = tf.concat([features, tf.raw_ops.Neg(x=features)], axis, name=scope_name())
    return tf.nn.relu(both)


@written("nn.activations", "log_sigmoid")
def log_sigmoid(x: Any) -> Any:
    if x.dtype.is_complex:
        return -tf.math.log(1 + tf.exp(-x))
    return tf.negative(tf.math.softplus(-x), name=whole_name())


# ---------------------------------------------------------------------- losses
def _select(condition: Any, x: Any, y: Any) -> Any:
    return raw("Select", [condition, x, y], [(x.dtype, x.shape)])


@written("nn.losses", "_sigmoid_cross_entropy")
def sigmoid_cross_entropy(logits: Any, labels: Any) -> Any:
    zeros = tf.zeros_like(logits)
    positive = logits >= zeros
    relu = _select(positive, logits, zeros)
    below = _select(positive, -logits, logits)
    return tf.add(relu - logits * labels, tf.math.log1p(tf.exp(below)), name=whole_name())


@written("keras.backend.probabilities", "cross_entropy_of_probabilities", beside=True)
def cross_entropy_of_probabilities(target: Any, output: Any, small: float) -> Any:
    least = tf.constant(small, output.dtype)
    p = tf.clip_by_value(output, least, 1.0 - least)
    return -(target * tf.math.log(p + small) + (1 - target) * tf.math.log(1 - p + small))


@written("keras.losses.huber_losses", "huber_losses", beside=True)
def huber_losses(y_true: Any, y_pred: Any, delta: float) -> Any:
    difference = y_pred - y_true
    error = tf.abs(difference)
    return tf.where(error <= delta, 0.5 * tf.square(difference), delta * error - 0.5 * delta * delta)


@written("keras.losses.hinge_losses", "hinge_losses", beside=True)
def hinge_losses(y_true: Any, y_pred: Any, squared: bool) -> Any:
    binary = tf.reduce_all(tf.logical_or(tf.equal(y_true, 0), tf.equal(y_true, 1)))
    over = tf.maximum(1.0 - tf.where(binary, 2.0 * y_true - 1.0, y_true) * y_pred, 0.0)
    return tf.square(over) if squared else over


@written("nn.losses", "_weighted_cross_entropy")
def weighted_cross_entropy(logits: Any, labels: Any, excess: Any) -> Any:
    weight = 1 + excess * labels
    return tf.add((1 - labels) * logits, weight * (tf.math.log1p(tf.exp(-tf.abs(logits))) + tf.nn.relu(-logits)), name=whole_name())


@written("nn.losses", "_log_poisson_loss")
def log_poisson_loss(log_input: Any, targets: Any, full: bool) -> Any:
    loss = tf.exp(log_input) - log_input * targets
    if not full:
        return loss
    stirling = (targets * tf.math.log(targets)) - targets + (0.5 * tf.math.log((2 * math.pi) * targets))
    zeros = tf.zeros_like(targets)
    small = tf.logical_and(targets >= zeros, targets <= tf.ones_like(targets))
    return loss + tf.where(small, zeros, stirling)


def _two(op_type: str, labels: Any, logits: Any) -> Any:
    return raw(op_type, [logits, labels], [(logits.dtype, logits.shape[:-1]), (logits.dtype, logits.shape)], name=whole_name())


@written("nn.gradient_ops", "cross_entropy_and_gradient")
def cross_entropy_and_gradient(labels: Any, logits: Any) -> Any:
    return _two("SoftmaxCrossEntropyWithLogits", labels, logits)


@written("nn.gradient_ops", "sparse_cross_entropy_and_gradient")
def sparse_cross_entropy_and_gradient(labels: Any, logits: Any) -> Any:
    return _two("SparseSoftmaxCrossEntropyWithLogits", labels, logits)


# ---------------------------------------------------------------------- dropout
@written("nn.dropouts", "_drop")
def drop(x: Any, random: Any, rate: Any, number: Any) -> Any:
    rate = number if rate is None else rate
    return _kept(_scaled(x, rate), random, rate)


def _scaled(x: Any, rate: Any) -> Any:
    if isinstance(rate, tf.Tensor):
        return tf.realdiv(x, tf.subtract(tf.constant(1, x.dtype), rate, name="Sub"), name="RealDiv")
    return tf.multiply(x, tf.constant(1 / (1 - rate), x.dtype), name="Mul")


def _kept(scaled: Any, random: Any, rate: Any) -> Any:
    return tf.where(random >= rate, scaled, tf.constant(0, scaled.dtype))


def _asked_for(x: Any, axes: Sequence[int]) -> Any:
    """The shape of what is drawn where a layer asks for the sizes along `axes`, in the scope around, and the others are 1."""
    around = TS.name_scope.rstrip("/").rpartition("/")[0]
    with name_scope(f"{around}/" if around else ""):
        sizes = tf.shape(x)
        found = {i: sizes[i] for i in axes}
    parts = [found[i] if i in found else tf.constant(1, name=f"random_uniform/shape/{i}") for i in range(x.shape.rank)]
    return raw("Pack", [parts], [(tf.int32, [len(parts)])], {"axis": 0}, name="random_uniform/shape")


@written("nn.dropouts", "_dropout")
def dropout(x: Any, rate: Any, number: Any, noise_shape: Any, seed: Any, seed2: Any) -> Any:
    rate = number if rate is None else rate
    scaled = _scaled(x, rate)
    asked_for = TS.graph.written_for.axes_asked_for if getattr(TS.graph, "shown", False) else ()
    shape = tf.shape(x) if not asked_for else _asked_for(x, asked_for)
    if noise_shape is not None and not asked_for:
        shape = shape_of(x)
        known = noise_shape if isinstance(noise_shape, (list, tuple)) else None
        if known is None or any(n is None for n in known):
            shape = noise_shape if known is None else [shape[i] if n is None else n for i, n in enumerate(known)]
        else:
            shape = list(known)
    drawn = raw(
        "RandomUniform",
        [tf.convert_to_tensor(shape, tf.int32) if isinstance(shape, list) else shape],
        [(x.dtype, tf.TensorShape(noise_shape) if isinstance(noise_shape, (list, tuple)) else x.shape)],
        {"dtype": x.dtype, "seed": seed or 0, "seed2": seed2 or 0},
        name="random_uniform/RandomUniform",
    )
    kept = _kept(scaled, drawn, rate)
    kept.set_shape(x.shape)  # the rate is a number, though its shape may not be known
    return kept


# ---------------------------------------------------------------------- sampled classes
@written("nn.sampling", "_logits")
def sampled_logits(
    weights: Any,
    biases: Any,
    inputs: Any,
    labels: Any,
    drawn: Any,
    true_count: Any,
    drawn_count: Any,
    num_true: int,
    remove_hits: bool,
) -> Any:
    batch, size = tf.shape(inputs)[0], tf.shape(inputs)[1]
    count = batch * num_true
    true_rows, drawn_rows = weights[:count], weights[count:]
    true_biases, drawn_biases = biases[:count], biases[count:]
    true = tf.reduce_sum(tf.expand_dims(inputs, 1) * tf.reshape(true_rows, tf.stack([batch, num_true, size])), 2)
    true += tf.reshape(true_biases, tf.stack([batch, num_true]))
    sampled = tf.matmul(inputs, drawn_rows, transpose_b=True) + drawn_biases
    if remove_hits:
        # Of a class that was drawn twice, the last place counts.
        equal = tf.equal(drawn[:, None], drawn[None, :])  # `==` is identity where TensorFlow 1's behavior is asked for
        places = tf.range(tf.size(drawn))
        last = tf.logical_not(tf.reduce_any(equal & (places[None, :] > places[:, None]), 1))
        hits = tf.reduce_any(tf.equal(labels[:, :, None], drawn), 1) & last
        sampled += tf.where(hits, tf.cast(tf.float32.min, sampled.dtype), tf.zeros([], sampled.dtype))
    true -= tf.cast(tf.math.log(true_count), true.dtype)
    sampled -= tf.cast(tf.math.log(drawn_count), sampled.dtype)
    logits = tf.concat([true, sampled], 1)
    targets = tf.concat([tf.ones_like(true) / num_true, tf.zeros_like(sampled)], 1)
    return logits, targets

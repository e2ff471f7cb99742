"""Losses and activations on small arrays, each with its derivative, which needs more of it than its result.

The first function of each gives the operation's values and what is kept for the second, which takes that and the gradient of the
first output, and gives the gradients of some operands. Both have the kernel's values up to rounding, or raise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tfshim.engine.graphs.programs.arrays.array_derivatives import where
from tfshim.engine.graphs.programs.arrays.array_products import product, row_sums, square_sum, tensor_of
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_FLOATS = (dtypes.float32, dtypes.float64)
_largest: Any = np.maximum.reduce
_total: Any = np.add.reduce


def _sigmoid_loss(logits: Any, labels: Any) -> Any:
    if logits.shape != labels.shape:
        raise ValueError
    loss = np.exp(-abs(logits))
    np.log1p(loss, loss)
    loss -= logits * labels
    loss += np.maximum(logits, 0)
    return loss, (logits, labels)


def _sigmoid_loss_back(kept: Any, g: Any) -> Any:
    logits, labels = kept
    made = np.exp(-logits)
    made += 1
    np.reciprocal(made, made)
    made -= labels
    made *= g
    return (made,)


def _log_probabilities(logits: Any) -> Any:
    made = logits - _largest(logits, -1, None, None, True)
    made -= np.log(_total(np.exp(made), -1, None, None, True))
    return made


def _class_loss(labels: Any, logits: Any) -> Any:
    count, classes = logits.shape
    if labels.shape != (count,) or not count or not classes or labels.min() < 0:
        raise ValueError
    logs, places = _log_probabilities(logits), np.arange(0, count * classes, classes)
    if labels.max() >= classes:
        raise ValueError
    places += labels
    return -logs.take(places), (logs, places)


def _class_loss_back(kept: Any, g: Any) -> Any:
    logs, places = kept
    made = np.exp(logs)
    flat = made.reshape(-1)
    flat[places] -= 1
    made *= g[:, None]
    return (made,)


def _distribution_loss(labels: Any, logits: Any, *_: Any) -> Any:
    if labels.shape != logits.shape or not logits.size:
        raise ValueError
    logs = _log_probabilities(logits)
    return _total(labels * -logs, -1), (logs, labels)  # in this order a label of 0 gives 0 and not -0


def _distribution_loss_back(kept: Any, g: Any) -> Any:
    logs, labels = kept
    made = np.exp(logs)
    made -= labels
    made *= g[..., None]
    return (made,)


def _leaky(x: Any, alpha: float) -> Any:
    return np.maximum(x, x * alpha), (x, alpha)


def _leaky_back(kept: Any, g: Any) -> Any:
    x, alpha = kept
    slope = (x > 0).astype(x.dtype)
    np.maximum(slope, alpha, out=slope)
    slope *= g
    return (slope,)


def _elu(x: Any) -> Any:
    y = np.expm1(np.minimum(x, 0))
    y += np.maximum(x, 0)
    return y, y


def _elu_back(y: Any, g: Any) -> Any:
    slope = np.minimum(y, 0)
    slope += 1
    slope *= g
    return (slope,)


_SCALE, _BELOW = 1.0507009873554805, 1.0507009873554805 * 1.6732632423543772


def _selu(x: Any) -> Any:
    y = np.expm1(np.minimum(x, 0))
    y *= _BELOW
    np.copyto(y, x * _SCALE, where=x >= 0)
    return y, (x, y)


def _selu_back(kept: Any, g: Any) -> Any:
    x, y = kept
    slope = y + _BELOW
    slope *= g
    np.copyto(slope, g * _SCALE, where=x >= 0)
    return (slope,)


def _softplus(x: Any) -> Any:
    y = np.exp(-abs(x))
    np.log1p(y, y)
    y += np.maximum(x, 0)
    return y, x


def _softplus_back(x: Any, g: Any) -> Any:
    slope = np.exp(-x)
    slope += 1
    return (g / slope,)


def _relu6(x: Any) -> Any:
    return np.minimum(np.maximum(x, 0), 6), x


def _relu6_back(x: Any, g: Any) -> Any:
    return (where((x > 0) & (x < 6), g),)


def _softsign(x: Any) -> Any:
    weight = abs(x)
    weight += 1
    return x / weight, weight


def _softsign_back(weight: Any, g: Any) -> Any:
    return (g / (weight * weight),)


def _half_square(x: Any) -> Any:
    return square_sum(x) * x.dtype.type(0.5), x


def _half_square_back(kept: Any, g: Any) -> Any:
    return (kept * g,)


def _sampled(
    weights: Any, biases: Any, inputs: Any, labels: Any, drawn: Any, true_count: Any, drawn_count: Any, true: int, hits: bool
) -> Any:
    batch, size = inputs.shape
    count, samples = batch * true, len(drawn)
    if weights.shape != (count + samples, size) or biases.shape != (count + samples,) or hits:
        raise ValueError
    rows = weights[:count].reshape(batch, true, size)
    logits = np.empty((batch, true + samples), inputs.dtype)
    known = logits[:, :true]
    known[...] = row_sums(rows * inputs[:, None], np.ones(size, inputs.dtype))
    known += biases[:count].reshape(batch, true)
    known -= np.log(true_count)
    others = logits[:, true:]
    others[...] = product(inputs, weights[count:].T)
    others += biases[count:] - np.log(drawn_count)
    targets = np.zeros_like(logits)
    targets[:, :true] = 1 / true
    return (logits, targets), (weights, inputs, rows, true)


def _sampled_back(kept: Any, g: Any) -> Any:
    weights, inputs, rows, true = kept
    count = len(inputs) * true
    known, others = g[:, :true], g[:, true:]
    by_weights = np.empty_like(weights)
    np.multiply(known[:, :, None], inputs[:, None], by_weights[:count].reshape(rows.shape))
    by_weights[count:] = product(others.T, inputs)
    by_biases = np.empty(len(weights), g.dtype)
    by_biases[:count] = known.reshape(-1)
    _total(others, 0, None, by_biases[count:])
    by_inputs = product(others, weights[count:])
    by_inputs += rows[:, 0] * known if true == 1 else _total(rows * known[:, :, None], 1)
    return by_weights, by_biases, by_inputs


def _dropped(kernel: Callable[..., Any], x: Any, *how: Any) -> Any:
    factors = kernel(tensor_of(np.ones_like(x)), *how).numpy()  # what is dropped does not depend on the numbers
    return x * factors, factors


def _dropped_back(factors: Any, g: Any) -> Any:
    return (g * factors,)


class Both(NamedTuple):
    """An operation and its derivative: `by` are the places of the operands that get gradients.

    The first function of what draws random numbers gets the kernel before the operands.
    """

    forward: Callable[..., Any]
    back: Callable[[Any, Any], Any]
    by: tuple[int, ...]
    suits: Callable[[Operation], bool]


def _rows_of_floats(node: Operation) -> bool:
    x = node.arguments[0]
    return x._dt in _FLOATS and bool(x.shape.rank)  # a single number cannot be changed in place


def _along_rows(node: Operation) -> bool:
    x, axis = node.arguments[1], node.arguments[2] if len(node.arguments) > 2 else None
    return x._dt in _FLOATS and bool(x.shape.rank) and axis in (None, -1, x.shape.rank - 1) and type(axis) is not bool


def _of_rows(node: Operation) -> bool:
    labels, logits = node.arguments[:2]
    return logits._dt in _FLOATS and logits.shape.rank == 2 and labels.shape.rank == 1 and labels._dt in (dtypes.int32, dtypes.int64)


def _gentle(node: Operation) -> bool:
    return (
        node.arguments[0]._dt is dtypes.float32
        and bool(node.arguments[0].shape.rank)
        and type(node.arguments[1]) is float
        and 0 < node.arguments[1] <= 1
    )


def _each_on_its_own(node: Operation) -> bool:
    _, rate, number, noise_shape = node.arguments[:4]
    return rate is None and type(number) is float and noise_shape is None and _rows_of_floats(node)


def _plain(node: Operation) -> bool:
    same = {t._dt for i, t in enumerate(node.arguments[:7]) if i not in (3, 4)}
    return len(same) == 1 and same <= {*_FLOATS} and node.arguments[8] is False


TOGETHER: dict[str, Both] = {
    "SigmoidCrossEntropyWithLogits": Both(_sigmoid_loss, _sigmoid_loss_back, (0,), _rows_of_floats),
    "SparseSoftmaxCrossEntropyWithLogits": Both(_class_loss, _class_loss_back, (1,), _of_rows),
    "SoftmaxCrossEntropyWithLogits": Both(_distribution_loss, _distribution_loss_back, (1,), _along_rows),
    "LeakyRelu": Both(_leaky, _leaky_back, (0,), _gentle),
    "Elu": Both(_elu, _elu_back, (0,), _rows_of_floats),
    "Selu": Both(_selu, _selu_back, (0,), _rows_of_floats),
    "Softplus": Both(_softplus, _softplus_back, (0,), _rows_of_floats),
    "Relu6": Both(_relu6, _relu6_back, (0,), _rows_of_floats),
    "Softsign": Both(_softsign, _softsign_back, (0,), _rows_of_floats),
    "L2Loss": Both(_half_square, _half_square_back, (0,), _rows_of_floats),
    "Dropout": Both(_dropped, _dropped_back, (0,), _each_on_its_own),
    "SampledLogits": Both(_sampled, _sampled_back, (0, 1, 2), _plain),
}

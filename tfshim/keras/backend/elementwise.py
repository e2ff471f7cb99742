"""Arithmetic, comparisons, reductions, products and activations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, linalg, math, nn, sparse
from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras import activations
from tfshim.keras.backend.crossentropy import with_logits
from tfshim.keras.backend.settings import floatx
from tfshim.keras.backend.values import int_shape, is_sparse, ndim

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, IntLike, TensorLike


def _numbers(x):
    """`x`, with booleans as numbers."""
    return array_ops.cast(x, floatx()) if x.dtype.base_dtype.is_bool else x


@tf_export("keras.backend.max")
def max(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The greatest element along `axis`, or of all."""
    return math.reduce_max(x, axis, keepdims)


@tf_export("keras.backend.min")
def min(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The least element along `axis`, or of all."""
    return math.reduce_min(x, axis, keepdims)


@tf_export("keras.backend.sum")
def sum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The sum along `axis`, or of all."""
    return math.reduce_sum(x, axis, keepdims)


@tf_export("keras.backend.prod")
def prod(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The product along `axis`, or of all."""
    return math.reduce_prod(x, axis, keepdims)


@tf_export("keras.backend.mean")
def mean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The mean along `axis`, or of all; booleans count as numbers."""
    return math.reduce_mean(_numbers(x), axis, keepdims)


@tf_export("keras.backend.var")
def var(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The variance along `axis`, or of all."""
    return math.reduce_variance(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.std")
def std(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The standard deviation along `axis`, or of all."""
    return math.reduce_std(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.any")
def any(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether any element along `axis`, or of all, is not zero."""
    return math.reduce_any(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.all")
def all(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether no element along `axis`, or of all, is zero."""
    return math.reduce_all(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.argmax")
def argmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the greatest element along `axis`."""
    return math.argmax(x, axis)


@tf_export("keras.backend.argmin")
def argmin(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the least element along `axis`."""
    return math.argmin(x, axis)


@tf_export("keras.backend.cumsum")
def cumsum(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running sums along `axis`."""
    return math.cumsum(x, axis=axis)


@tf_export("keras.backend.cumprod")
def cumprod(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running products along `axis`."""
    return math.cumprod(x, axis=axis)


@tf_export("keras.backend.abs")
def abs(x: TensorLike) -> AnyTensor:
    """The absolute value."""
    return math.abs(x)


@tf_export("keras.backend.sign")
def sign(x: TensorLike) -> AnyTensor:
    """-1, 0 or 1."""
    return math.sign(x)


@tf_export("keras.backend.square")
def square(x: TensorLike) -> AnyTensor:
    """The square."""
    return math.square(x)


@tf_export("keras.backend.sqrt")
def sqrt(x: TensorLike) -> AnyTensor:
    """The square root; that of negative numbers is 0."""
    # Keras takes zero in the place of negative numbers.
    return math.sqrt(math.maximum(x, array_ops.constant(0.0, x.dtype.base_dtype)))


@tf_export("keras.backend.exp")
def exp(x: TensorLike) -> AnyTensor:
    """The exponential."""
    return math.exp(x)


@tf_export("keras.backend.log")
def log(x: TensorLike) -> AnyTensor:
    """The natural logarithm."""
    return math.log(x)


@tf_export("keras.backend.round")
def round(x: TensorLike) -> AnyTensor:
    """The nearest integer, halves to even."""
    return math.round(x)


@tf_export("keras.backend.pow")
def pow(x: TensorLike, a: TensorLike) -> AnyTensor:
    """`x ** a`."""
    return math.pow(x, a)


@tf_export("keras.backend.sin")
def sin(x: TensorLike) -> AnyTensor:
    """The sine."""
    return math.sin(x)


@tf_export("keras.backend.cos")
def cos(x: TensorLike) -> AnyTensor:
    """The cosine."""
    return math.cos(x)


@tf_export("keras.backend.clip")
def clip(x: TensorLike, min_value: FloatLike, max_value: FloatLike) -> AnyTensor:
    """`x` cut to lie between two bounds, either of which may be None."""
    # Keras' rule for bounds that are the wrong way round.
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)) and max_value < min_value:
        max_value = min_value
    return math.clip_by_value(x, float("-inf") if min_value is None else min_value, float("inf") if max_value is None else max_value)  # type: ignore[attr-defined]


@tf_export("keras.backend.maximum")
def maximum(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The greater of two elements."""
    return math.maximum(x, y)


@tf_export("keras.backend.minimum")
def minimum(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The lesser of two elements."""
    return math.minimum(x, y)


@tf_export("keras.backend.equal")
def equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements are equal."""
    return math.equal(x, y)


@tf_export("keras.backend.not_equal")
def not_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements differ."""
    return math.not_equal(x, y)


@tf_export("keras.backend.greater")
def greater(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether `x > y`."""
    return math.greater(x, y)


@tf_export("keras.backend.greater_equal")
def greater_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether `x >= y`."""
    return math.greater_equal(x, y)


@tf_export("keras.backend.less")
def less(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether `x < y`."""
    return math.less(x, y)


@tf_export("keras.backend.less_equal")
def less_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether `x <= y`."""
    return math.less_equal(x, y)


@tf_export("keras.backend.l2_normalize")
def l2_normalize(x: TensorLike, axis: Axis = None) -> AnyTensor:
    """`x` over its norms along `axis`."""
    return math.l2_normalize(x, axis=axis)


@tf_export("keras.backend.in_top_k")
def in_top_k(predictions: TensorLike, targets: TensorLike, k: IntLike) -> AnyTensor:
    """Whether the prediction for each target is among the `k` greatest of its row."""
    return math.in_top_k(targets=targets, predictions=predictions, k=k)


@tf_export("keras.backend.dot")
def dot(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The product of matrices; of more axes, along the last of `x` and the last but one of `y`. `x` may be sparse."""
    if is_sparse(x):
        return sparse.sparse_dense_matmul(x, y)
    ranks = ndim(x), ndim(y)
    if ranks[0] is None or (ranks[0] <= 2 and ranks[1] == 2):
        return linalg.matmul(x, y)
    at = ranks[1] - 2 if ranks[1] > 1 else 0
    return linalg.tensordot(x, y, [[ranks[0] - 1], [at]])


@tf_export("keras.backend.batch_dot")
def batch_dot(x: TensorLike, y: TensorLike, axes: Axis = None) -> AnyTensor:
    """The product along one axis of `x` and one of `y`, example by example.

    `axes`: both axes, or one number for both; default: the last of `x`, and the last (of 2) or last but one of `y`.
    Raises ValueError for ranks below 2, the batch axis, or sizes that differ.
    """
    shapes = int_shape(x), int_shape(y)
    ranks = [len(s) for s in shapes]
    if ranks[0] < 2 or ranks[1] < 2:
        raise ValueError(f"Cannot do batch_dot on inputs with rank < 2. Received inputs with shapes {shapes[0]} and {shapes[1]}.")
    if None not in (shapes[0][0], shapes[1][0]) and shapes[0][0] != shapes[1][0]:
        raise ValueError(
            f"Cannot do batch_dot on inputs with different batch sizes. Received inputs with shapes {shapes[0]} and {shapes[1]}."
        )
    if axes is None:
        axes = [ranks[0] - 1, ranks[1] - (1 if ranks[1] == 2 else 2)]
    axes = [axes, axes] if isinstance(axes, int) else list(axes)
    if [a for a in axes if isinstance(a, (list, tuple))]:
        raise ValueError(f"Multiple target dimensions are not supported. Expected: None, int, (int, int), Provided: {axes}")
    axes = [a + r if a < 0 else a for a, r in zip(axes, ranks)]
    if 0 in axes:
        raise ValueError(
            "Cannot perform batch_dot over axis 0. If your inputs are not batched, add a dummy batch dimension to your inputs "
            "using K.expand_dims(x, 0)"
        )
    along = shapes[0][axes[0]], shapes[1][axes[1]]
    if None not in along and along[0] != along[1]:
        raise ValueError(
            f"Cannot do batch_dot on inputs with shapes {shapes[0]} and {shapes[1]} with axes={axes}. "
            f"x.shape[{axes[0]}] != y.shape[{axes[1]}] ({along[0]} != {along[1]})."
        )
    x = convert_to_tensor(x)
    y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype)
    # "b" is the batch, "a" the axis that the product goes along.
    letters = iter("cdefghijklmnopqrstuvwxyz")
    of_x, of_y = (["b"] + ["a" if i == axis else next(letters) for i in range(1, r)] for r, axis in zip(ranks, axes))
    out = [c for c in of_x if c != "a"] + [c for c in of_y[1:] if c != "a"]
    found = linalg.einsum(f"{''.join(of_x)},{''.join(of_y)}->{''.join(out)}", x, y)
    # Keras gives a column where nothing but the batch is left.
    return array_ops.expand_dims(found, 1) if len(out) == 1 else found


@tf_export("keras.backend.relu")
def relu(x: TensorLike, alpha: FloatLike = 0.0, max_value: FloatLike | None = None, threshold: FloatLike = 0.0) -> AnyTensor:
    """`x` above `threshold`, at most `max_value`; below it `alpha * (x - threshold)`."""
    return activations.relu(x, alpha=alpha, max_value=max_value, threshold=threshold)


@tf_export("keras.backend.elu")
def elu(x: TensorLike, alpha: FloatLike = 1.0) -> AnyTensor:
    """`x` where positive, else `alpha * (exp(x) - 1)`."""
    return activations.elu(x, alpha)


@tf_export("keras.backend.softmax")
def softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Exponentials along `axis`, over their sum."""
    return activations.softmax(x, axis)


@tf_export("keras.backend.sigmoid")
def sigmoid(x: TensorLike) -> AnyTensor:
    """1 / (1 + exp(-x))."""
    return with_logits(nn.sigmoid(x), x)


@tf_export("keras.backend.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> AnyTensor:
    """0.2 x + 0.5, cut to [0, 1]."""
    return activations.hard_sigmoid(x)


@tf_export("keras.backend.softplus")
def softplus(x: TensorLike) -> AnyTensor:
    """log(exp(x) + 1)."""
    return nn.softplus(x)


@tf_export("keras.backend.softsign")
def softsign(x: TensorLike) -> AnyTensor:
    """x / (|x| + 1)."""
    return nn.softsign(x)


@tf_export("keras.backend.tanh")
def tanh(x: TensorLike) -> AnyTensor:
    """The hyperbolic tangent."""
    return nn.tanh(x)

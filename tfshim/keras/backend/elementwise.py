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
    """The greatest element along an axis, or of all.

    Mirrors `tf.keras.backend.max`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.max(tf.constant([[1.0, 5.0], [3.0, 4.0]]), axis=0).numpy().tolist()
        [3.0, 5.0]
    """
    return math.reduce_max(x, axis, keepdims)


@tf_export("keras.backend.min")
def min(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The least element along an axis, or of all.

    Mirrors `tf.keras.backend.min`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.min(tf.constant([[1.0, 5.0], [3.0, 4.0]]), axis=0).numpy().tolist()
        [1.0, 4.0]
    """
    return math.reduce_min(x, axis, keepdims)


@tf_export("keras.backend.sum")
def sum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The sum of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.sum`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor of the dtype of `x`.

    Example:
        >>> tf.keras.backend.sum(tf.constant([[1.0, 2.0], [3.0, 4.0]]), axis=1).numpy().tolist()
        [3.0, 7.0]
    """
    return math.reduce_sum(x, axis, keepdims)


@tf_export("keras.backend.prod")
def prod(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The product of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.prod`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> float(tf.keras.backend.prod(tf.constant([2.0, 3.0, 4.0])))
        24.0
    """
    return math.reduce_prod(x, axis, keepdims)


@tf_export("keras.backend.mean")
def mean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The mean of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.mean`. Booleans count as 0 and 1.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor; `floatx()` for booleans.

    Example:
        >>> float(tf.keras.backend.mean(tf.constant([True, False, True, True])))
        0.75
    """
    return math.reduce_mean(_numbers(x), axis, keepdims)


@tf_export("keras.backend.var")
def var(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The variance of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.var`. The sum of squares is divided by the number of elements.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> float(tf.keras.backend.var(tf.constant([1.0, 5.0])))
        4.0
    """
    return math.reduce_variance(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.std")
def std(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The standard deviation of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.std`. The sum of squares is divided by the number of elements.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> float(tf.keras.backend.std(tf.constant([1.0, 3.0])))
        1.0
    """
    return math.reduce_std(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.any")
def any(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether any element along an axis, or any at all, is not zero.

    Mirrors `tf.keras.backend.any`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.any(tf.constant([[0, 1], [0, 0]]), axis=1).numpy().tolist()
        [True, False]
    """
    return math.reduce_any(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.all")
def all(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether no element along an axis, or none at all, is zero.

    Mirrors `tf.keras.backend.all`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.all(tf.constant([[1, 1], [0, 1]]), axis=1).numpy().tolist()
        [True, False]
    """
    return math.reduce_all(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.argmax")
def argmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the greatest element along an axis.

    Mirrors `tf.keras.backend.argmax`. Of equal ones the first counts.

    Arguments:
        x: a tensor. axis: the axis; -1 by default.

    Returns:
        An int64 tensor without that axis.

    Example:
        >>> tf.keras.backend.argmax(tf.constant([[1.0, 5.0], [3.0, 2.0]])).numpy().tolist()
        [1, 0]
    """
    return math.argmax(x, axis)


@tf_export("keras.backend.argmin")
def argmin(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the least element along an axis.

    Mirrors `tf.keras.backend.argmin`. Of equal ones the first counts.

    Arguments:
        x: a tensor. axis: the axis; -1 by default.

    Returns:
        An int64 tensor without that axis.

    Example:
        >>> tf.keras.backend.argmin(tf.constant([[1.0, 5.0], [3.0, 2.0]])).numpy().tolist()
        [0, 1]
    """
    return math.argmin(x, axis)


@tf_export("keras.backend.cumsum")
def cumsum(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running sums along an axis.

    Mirrors `tf.keras.backend.cumsum`.

    Arguments:
        x: a tensor. axis: the axis; 0 by default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.cumsum(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()
        [1.0, 3.0, 6.0]
    """
    return math.cumsum(x, axis=axis)


@tf_export("keras.backend.cumprod")
def cumprod(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running products along an axis.

    Mirrors `tf.keras.backend.cumprod`.

    Arguments:
        x: a tensor. axis: the axis; 0 by default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.cumprod(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()
        [1.0, 2.0, 6.0]
    """
    return math.cumprod(x, axis=axis)


@tf_export("keras.backend.abs")
def abs(x: TensorLike) -> AnyTensor:
    """The absolute value of each element.

    Mirrors `tf.keras.backend.abs`. Complex numbers give their amounts.

    Arguments:
        x: a tensor of numbers.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.abs(tf.constant([-2.0, 3.0])).numpy().round(3)
        array([2., 3.], dtype=float32)
    """
    return math.abs(x)


@tf_export("keras.backend.sign")
def sign(x: TensorLike) -> AnyTensor:
    """-1, 0 or 1, by the sign of each element.

    Mirrors `tf.keras.backend.sign`.

    Arguments:
        x: a tensor of numbers.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.sign(tf.constant([-2.0, 0.0, 3.0])).numpy().round(3)
        array([-1.,  0.,  1.], dtype=float32)
    """
    return math.sign(x)


@tf_export("keras.backend.square")
def square(x: TensorLike) -> AnyTensor:
    """The square of each element.

    Mirrors `tf.keras.backend.square`.

    Arguments:
        x: a tensor of numbers.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.square(tf.constant([-2.0, 3.0])).numpy().round(3)
        array([4., 9.], dtype=float32)
    """
    return math.square(x)


@tf_export("keras.backend.sqrt")
def sqrt(x: TensorLike) -> AnyTensor:
    """The square root of each element, that of negative numbers being 0.

    Mirrors `tf.keras.backend.sqrt`. Unlike `tf.sqrt` it gives no NaN.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.sqrt(tf.constant([-4.0, 9.0])).numpy().round(3)
        array([0., 3.], dtype=float32)
    """
    # Keras takes zero in the place of negative numbers.
    return math.sqrt(math.maximum(x, array_ops.constant(0.0, x.dtype.base_dtype)))


@tf_export("keras.backend.exp")
def exp(x: TensorLike) -> AnyTensor:
    """e to the power of each element.

    Mirrors `tf.keras.backend.exp`. float32 overflows to infinity from about 88.7 on.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.exp(tf.constant([0.0, 1.0])).numpy().round(3)
        array([1.   , 2.718], dtype=float32)
    """
    return math.exp(x)


@tf_export("keras.backend.log")
def log(x: TensorLike) -> AnyTensor:
    """The natural logarithm of each element.

    Mirrors `tf.keras.backend.log`. 0 gives minus infinity and negative numbers NaN.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.log(tf.constant([1.0, 10.0])).numpy().round(3)
        array([0.   , 2.303], dtype=float32)
    """
    return math.log(x)


@tf_export("keras.backend.round")
def round(x: TensorLike) -> AnyTensor:
    """The nearest integer of each element, halves to the even one.

    Mirrors `tf.keras.backend.round`. The dtype stays.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.round(tf.constant([0.5, 1.5, -2.7])).numpy().round(3)
        array([ 0.,  2., -3.], dtype=float32)
    """
    return math.round(x)


@tf_export("keras.backend.pow")
def pow(x: TensorLike, a: TensorLike) -> AnyTensor:
    """Each element to a power.

    Mirrors `tf.keras.backend.pow`.

    Arguments:
        x: a tensor. a: the power, a number.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.pow(tf.constant([2.0, 3.0]), 2).numpy().tolist()
        [4.0, 9.0]
    """
    return math.pow(x, a)


@tf_export("keras.backend.sin")
def sin(x: TensorLike) -> AnyTensor:
    """The sine of each element, angles being in radians.

    Mirrors `tf.keras.backend.sin`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.sin(tf.constant([0.0, 1.5707964])).numpy().round(3)
        array([0., 1.], dtype=float32)
    """
    return math.sin(x)


@tf_export("keras.backend.cos")
def cos(x: TensorLike) -> AnyTensor:
    """The cosine of each element, angles being in radians.

    Mirrors `tf.keras.backend.cos`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.cos(tf.constant([0.0, 3.1415927])).numpy().round(3)
        array([ 1., -1.], dtype=float32)
    """
    return math.cos(x)


@tf_export("keras.backend.clip")
def clip(x: TensorLike, min_value: FloatLike, max_value: FloatLike) -> AnyTensor:
    """A tensor with its elements cut to lie between two bounds.

    Mirrors `tf.keras.backend.clip`.

    Arguments:
        x: a tensor. min_value, max_value: the bounds, numbers or tensors, either of which may be None: none.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.clip(tf.constant([-2.0, 0.5, 7.0]), 0.0, 1.0).numpy().tolist()
        [0.0, 0.5, 1.0]
    """
    # Keras' rule for bounds that are the wrong way round.
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)) and max_value < min_value:
        max_value = min_value
    return math.clip_by_value(x, float("-inf") if min_value is None else min_value, float("inf") if max_value is None else max_value)  # type: ignore[attr-defined]


@tf_export("keras.backend.maximum")
def maximum(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The greater of two elements at each place.

    Mirrors `tf.keras.backend.maximum`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.maximum(tf.constant([1.0, 4.0]), tf.constant([2.0, 3.0])).numpy().tolist()
        [2.0, 4.0]
    """
    return math.maximum(x, y)


@tf_export("keras.backend.minimum")
def minimum(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The lesser of two elements at each place.

    Mirrors `tf.keras.backend.minimum`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.minimum(tf.constant([1.0, 4.0]), tf.constant([2.0, 3.0])).numpy().tolist()
        [1.0, 3.0]
    """
    return math.minimum(x, y)


@tf_export("keras.backend.equal")
def equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements are equal.

    Mirrors `tf.keras.backend.equal`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.equal(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [True, False]
    """
    return math.equal(x, y)


@tf_export("keras.backend.not_equal")
def not_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements differ.

    Mirrors `tf.keras.backend.not_equal`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.not_equal(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [False, True]
    """
    return math.not_equal(x, y)


@tf_export("keras.backend.greater")
def greater(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are greater than those of `y`.

    Mirrors `tf.keras.backend.greater`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.greater(tf.constant([1, 4]), tf.constant([1, 3])).numpy().tolist()
        [False, True]
    """
    return math.greater(x, y)


@tf_export("keras.backend.greater_equal")
def greater_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are not less than those of `y`.

    Mirrors `tf.keras.backend.greater_equal`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.greater_equal(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [True, False]
    """
    return math.greater_equal(x, y)


@tf_export("keras.backend.less")
def less(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are less than those of `y`.

    Mirrors `tf.keras.backend.less`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.less(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [False, True]
    """
    return math.less(x, y)


@tf_export("keras.backend.less_equal")
def less_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are not greater than those of `y`.

    Mirrors `tf.keras.backend.less_equal`. Shapes broadcast.

    Arguments:
        x, y: tensors of one dtype.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.less_equal(tf.constant([1, 4]), tf.constant([1, 3])).numpy().tolist()
        [True, False]
    """
    return math.less_equal(x, y)


@tf_export("keras.backend.l2_normalize")
def l2_normalize(x: TensorLike, axis: Axis = None) -> AnyTensor:
    """A tensor over its Euclidean norms along an axis.

    Mirrors `tf.keras.backend.l2_normalize`.

    Arguments:
        x: a tensor. axis: the axis; None (default): one norm of all elements.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.l2_normalize(tf.constant([[3.0, 4.0]]), axis=1).numpy().round(3)
        array([[0.6, 0.8]], dtype=float32)
    """
    return math.l2_normalize(x, axis=axis)


@tf_export("keras.backend.in_top_k")
def in_top_k(predictions: TensorLike, targets: TensorLike, k: IntLike) -> AnyTensor:
    """Whether the prediction for each target is among the k greatest of its row.

    Mirrors `tf.keras.backend.in_top_k`.

    Arguments:
        predictions: [batch, classes]. targets: numbers of classes [batch]. k: how many count.

    Returns:
        A boolean tensor [batch].

    Example:
        >>> tf.keras.backend.in_top_k(tf.constant([[0.1, 0.6, 0.3]]), tf.constant([2]), 2).numpy().tolist()
        [True]
    """
    return math.in_top_k(targets=targets, predictions=predictions, k=k)


@tf_export("keras.backend.dot")
def dot(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The product of matrices; with more axes, along the last of `x` and the last but one of `y`.

    Mirrors `tf.keras.backend.dot`. The other axes stand one after the other, as in NumPy's `dot`.

    Arguments:
        x: a tensor, dense or sparse. y: a tensor.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.dot(tf.constant([[1.0, 2.0]]), tf.constant([[3.0], [4.0]])).numpy().tolist()
        [[11.0]]
        >>> tf.keras.backend.dot(tf.ones([2, 3, 4]), tf.ones([5, 4, 6])).shape
        TensorShape([2, 3, 5, 6])
    """
    if is_sparse(x):
        return sparse.sparse_dense_matmul(x, y)
    ranks = ndim(x), ndim(y)
    if ranks[0] is None or (ranks[0] <= 2 and ranks[1] == 2):
        return linalg.matmul(x, y)
    at = ranks[1] - 2 if ranks[1] > 1 else 0
    return linalg.tensordot(x, y, [[ranks[0] - 1], [at]])


@tf_export("keras.backend.batch_dot")
def batch_dot(x: TensorLike, y: TensorLike, axes: Axis = None) -> AnyTensor:
    """The product of two tensors along one axis of each, example by example.

    Mirrors `tf.keras.backend.batch_dot`.

    Arguments:
        x, y: tensors of rank 2 at least, of the same batch.
        axes: an axis of both, or one of each; None (default): the last of `x`, and the last (of 2) or last but one of `y`.

    Returns:
        A tensor; [batch, 1] for two matrices.

    Raises:
        ValueError: ranks below 2, the batch axis, sizes that differ.

    Example:
        >>> tf.keras.backend.batch_dot(tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]]), axes=1).numpy().tolist()
        [[11.0]]
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
    """`max(x, 0)`, on request with a slope below, a bound above and another threshold.

    Mirrors `tf.keras.backend.relu`.

    Arguments:
        x: a tensor. alpha: the slope; 0.0. max_value: the bound; None. threshold: 0.0.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.relu(tf.constant([-2.0, 0.5, 9.0]), alpha=0.5, max_value=6.0).numpy().tolist()
        [-1.0, 0.5, 6.0]
    """
    return activations.relu(x, alpha=alpha, max_value=max_value, threshold=threshold)


@tf_export("keras.backend.elu")
def elu(x: TensorLike, alpha: FloatLike = 1.0) -> AnyTensor:
    """`x` where positive, else `alpha * (exp(x) - 1)`.

    Mirrors `tf.keras.backend.elu`.

    Arguments:
        x: a floating-point tensor. alpha: 1.0.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.elu(tf.constant([-1.0, 2.0])).numpy().round(3)
        array([-0.632,  2.   ], dtype=float32)
    """
    return activations.elu(x, alpha)


@tf_export("keras.backend.softmax")
def softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Exponentials along an axis, over their sum.

    Mirrors `tf.keras.backend.softmax`.

    Arguments:
        x: a floating-point tensor of rank 2 at least. axis: -1.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.softmax(tf.constant([[0.0, 0.0]])).numpy().tolist()
        [[0.5, 0.5]]
    """
    return activations.softmax(x, axis)


@tf_export("keras.backend.sigmoid")
def sigmoid(x: TensorLike) -> AnyTensor:
    """`1 / (1 + exp(-x))` for each element.

    Mirrors `tf.keras.backend.sigmoid`. Results lie between 0 and 1.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.sigmoid(tf.constant([-1.0, 0.0, 1.0])).numpy().round(3)
        array([0.269, 0.5  , 0.731], dtype=float32)
    """
    return with_logits(nn.sigmoid(x), x)


@tf_export("keras.backend.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> AnyTensor:
    """`0.2 * x + 0.5`, cut to [0, 1], for each element.

    Mirrors `tf.keras.backend.hard_sigmoid`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.hard_sigmoid(tf.constant([-3.0, 0.0, 1.0])).numpy().round(3)
        array([0. , 0.5, 0.7], dtype=float32)
    """
    return activations.hard_sigmoid(x)


@tf_export("keras.backend.softplus")
def softplus(x: TensorLike) -> AnyTensor:
    """`log(exp(x) + 1)` for each element.

    Mirrors `tf.keras.backend.softplus`. Large numbers do not overflow.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.softplus(tf.constant([0.0, 100.0])).numpy().round(3)
        array([  0.693, 100.   ], dtype=float32)
    """
    return nn.softplus(x)


@tf_export("keras.backend.softsign")
def softsign(x: TensorLike) -> AnyTensor:
    """`x / (abs(x) + 1)` for each element.

    Mirrors `tf.keras.backend.softsign`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.softsign(tf.constant([-1.0, 3.0])).numpy().round(3)
        array([-0.5 ,  0.75], dtype=float32)
    """
    return nn.softsign(x)


@tf_export("keras.backend.tanh")
def tanh(x: TensorLike) -> AnyTensor:
    """The hyperbolic tangent of each element.

    Mirrors `tf.keras.backend.tanh`. Results lie between -1 and 1.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.tanh(tf.constant([-1.0, 0.0, 1.0])).numpy().round(3)
        array([-0.762,  0.   ,  0.762], dtype=float32)
    """
    return nn.tanh(x)

"""Arithmetic and comparisons, element by element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, TensorLike


@tf_export("keras.backend.abs")
def abs(x: TensorLike) -> AnyTensor:
    """The absolute value of each element. Mirrors `tf.keras.backend.abs`.

    It acts on each element by itself; the gradient is the sign, 0 at 0. Of complex numbers it gives the magnitude, a real tensor. It is
    `tf.abs`, which new code calls. Penalties of the sum of such values, as `tf.keras.regularizers.L1` has them, make weights exactly 0.

    Arguments:
        x: a tensor of integers, floats or complex numbers, or what becomes one.

    Returns:
        A tensor of the shape and dtype of `x`; for complex64 float32, for complex128 float64.

    Example:
        >>> tf.keras.backend.abs(tf.constant([-2.0, 3.0])).numpy().round(3)
        array([2., 3.], dtype=float32)
        >>> tf.keras.backend.abs(tf.constant([3 + 4j])).numpy().tolist()
        [5.0]
    """
    return math.abs(x)


@tf_export("keras.backend.sign")
def sign(x: TensorLike) -> AnyTensor:
    """-1, 0 or 1, by the sign of each element.

    Mirrors `tf.keras.backend.sign`.

    It acts on each element by itself, keeps shape and dtype, and its gradient is 0 everywhere. NaN stays NaN.

    Arguments:
        x: a tensor of a real or complex dtype; a complex number is divided by its magnitude.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.sign`. Steps by the sign of a gradient, as adversarial examples are made of, use it: `x + 0.01 * sign(gradient)`.

    Example:
        >>> tf.keras.backend.sign(tf.constant([-2.0, 0.0, 3.0])).numpy().round(3)
        array([-1.,  0.,  1.], dtype=float32)
        >>> tf.keras.backend.sign(tf.constant([-7, 0])).numpy().tolist()
        [-1, 0]
    """
    return math.sign(x)


@tf_export("keras.backend.square")
def square(x: TensorLike) -> AnyTensor:
    """The square of each element.

    Mirrors `tf.keras.backend.square`.

    It acts on each element by itself; the gradient is `2 * x`. Integers stay integers, and may overflow as NumPy's do. Mean squared
    errors are the mean of such squares.

    Arguments:
        x: a tensor of a real or complex dtype.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.square`, and what `x ** 2` computes; of a complex number it is the product with itself, not with its conjugate.

    Example:
        >>> tf.keras.backend.square(tf.constant([-2.0, 3.0])).numpy().round(3)
        array([4., 9.], dtype=float32)
        >>> tf.keras.backend.square(tf.constant([7])).numpy().tolist()
        [49]
    """
    return math.square(x)


@tf_export("keras.backend.sqrt")
def sqrt(x: TensorLike) -> AnyTensor:
    """The square root of each element, that of negative numbers being 0.

    Mirrors `tf.keras.backend.sqrt`. Unlike `tf.sqrt` it gives no NaN.

    Negative numbers count as 0, so there is no NaN, unlike in `tf.sqrt`. The gradient is `0.5 / y`, which is infinite at 0: add
    `epsilon()` where a root of 0 is trained through.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is no `tf.sqrt` for this reason: distances stay numbers where rounding made their squares negative.

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

    It acts on each element by itself and is its own gradient. float32 overflows to infinity beyond 88.7.

    Arguments:
        x: a floating-point or complex tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: integers; `cast` them first.

    It is `tf.exp`. Large numbers give infinity, in float32 from 88.73 on: sums of exponentials are taken by `logsumexp`.

    Example:
        >>> tf.keras.backend.exp(tf.constant([0.0, 1.0])).numpy().round(3)
        array([1.   , 2.718], dtype=float32)
    """
    return math.exp(x)


@tf_export("keras.backend.log")
def log(x: TensorLike) -> AnyTensor:
    """The natural logarithm of each element.

    Mirrors `tf.keras.backend.log`. 0 gives minus infinity and negative numbers NaN.

    It acts on each element by itself; the gradient is `1 / x`. 0 gives minus infinity and negative numbers NaN, so probabilities are
    clipped by `epsilon()` before.

    Arguments:
        x: a floating-point or complex tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: integers; `cast` them first.

    It is `tf.math.log`; near 1 `tf.math.log1p(x - 1)` is more exact.

    Example:
        >>> tf.keras.backend.log(tf.constant([1.0, 10.0])).numpy().round(3)
        array([0.   , 2.303], dtype=float32)
    """
    return math.log(x)


@tf_export("keras.backend.round")
def round(x: TensorLike) -> AnyTensor:
    """The nearest integer of each element, halves to the even one. Mirrors `tf.keras.backend.round`.

    A half goes to the even neighbour, as in Python and NumPy: 0.5 to 0, 1.5 to 2. The dtype stays as it is; `tf.cast` makes integers of the
    result. The gradient is 0, so that nothing before it is trained: a model that has to learn through it needs another gradient, as by `x +
    stop_gradient(round(x) - x)`. It is `tf.round`.

    Arguments:
        x: a tensor of a real or complex dtype.

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

    It acts on each element by itself and keeps shape and dtype; the gradient is `a * x ** (a - 1)`. Negative numbers to powers that are
    no integers give NaN.

    An integer tensor stays one, so that negative powers of it are refused.

    Arguments:
        x: a tensor of a real or complex dtype.
        a: the exponent, a Python number.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.pow`, and what `x ** a` means for tensors; for the power 2 `square` is quicker and exact.

    Example:
        >>> tf.keras.backend.pow(tf.constant([2.0, 3.0]), 2).numpy().tolist()
        [4.0, 9.0]
        >>> tf.keras.backend.pow(tf.constant([4.0, 9.0]), 0.5).numpy().tolist()
        [2.0, 3.0]
    """
    return math.pow(x, a)


@tf_export("keras.backend.sin")
def sin(x: TensorLike) -> AnyTensor:
    """The sine of each element, angles being in radians.

    Mirrors `tf.keras.backend.sin`.

    It acts on each element by itself; the gradient is the cosine. Shape and dtype stay as they are.

    Arguments:
        x: a floating-point or complex tensor, in radians.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: integers; `cast` them first.

    It is `tf.sin`. Encodings of positions, and of hours of a day, take it beside the cosine.

    Degrees are brought to radians by `x * np.pi / 180`.

    Example:
        >>> tf.keras.backend.sin(tf.constant([0.0, 1.5707964])).numpy().round(3)
        array([0., 1.], dtype=float32)
    """
    return math.sin(x)


@tf_export("keras.backend.cos")
def cos(x: TensorLike) -> AnyTensor:
    """The cosine of each element, angles being in radians.

    Mirrors `tf.keras.backend.cos`.

    It acts on each element by itself; the gradient is the negative of the sine. Shape and dtype stay as they are.

    Arguments:
        x: a floating-point or complex tensor, in radians.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: integers; `cast` them first.

    It is `tf.cos`. Encodings of positions, and of hours of a day, take it beside the sine.

    Degrees are brought to radians by `x * np.pi / 180`.

    Example:
        >>> tf.keras.backend.cos(tf.constant([0.0, 3.1415927])).numpy().round(3)
        array([ 1., -1.], dtype=float32)
    """
    return math.cos(x)


@tf_export("keras.backend.clip")
def clip(x: TensorLike, min_value: FloatLike, max_value: FloatLike) -> AnyTensor:
    """A tensor with its elements cut to lie between two bounds.

    Mirrors `tf.keras.backend.clip`.

    Elements outside become the nearer bound, and get no gradient. A `max_value` below `min_value` counts as `min_value`.

    Arguments:
        x: a tensor of numbers.
        min_value: the lower bound, a number or tensor; None: none.
        max_value: the upper bound; None: none.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.clip(tf.constant([-2.0, 0.5, 7.0]), 0.0, 1.0).numpy().tolist()
        [0.0, 0.5, 1.0]
        >>> tf.keras.backend.clip(tf.constant([-3.0, 0.5, 9.0]), None, 1.0).numpy().tolist()
        [-3.0, 0.5, 1.0]
    """
    # Keras' rule for bounds that are the wrong way round.
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)) and max_value < min_value:
        max_value = min_value
    return math.clip_by_value(x, float("-inf") if min_value is None else min_value, float("inf") if max_value is None else max_value)  # type: ignore[attr-defined]


@tf_export("keras.backend.maximum")
def maximum(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The greater of two elements at each place.

    Mirrors `tf.keras.backend.maximum`. Shapes broadcast.

    Shapes are broadcast against each other, and where one of two numbers is NaN so is the result. The gradient goes to the greater one.
    For the greatest element of one tensor there is `max`.

    Arguments:
        x: a tensor of a real dtype.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    Example:
        >>> tf.keras.backend.maximum(tf.constant([1.0, 4.0]), tf.constant([2.0, 3.0])).numpy().tolist()
        [2.0, 4.0]
        >>> tf.keras.backend.maximum(tf.constant([[1, 5], [7, 2]]), 4).numpy().tolist()
        [[4, 5], [7, 4]]
    """
    return math.maximum(x, y)


@tf_export("keras.backend.minimum")
def minimum(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The lesser of two elements at each place.

    Mirrors `tf.keras.backend.minimum`. Shapes broadcast.

    Shapes are broadcast against each other, and where one of two numbers is NaN so is the result. The gradient goes to the smaller one.
    For the smallest element of one tensor there is `min`.

    Arguments:
        x: a tensor of a real dtype.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    Example:
        >>> tf.keras.backend.minimum(tf.constant([1.0, 4.0]), tf.constant([2.0, 3.0])).numpy().tolist()
        [1.0, 3.0]
        >>> tf.keras.backend.minimum(tf.constant([[1, 5], [7, 2]]), 4).numpy().tolist()
        [[1, 4], [4, 2]]
    """
    return math.minimum(x, y)


@tf_export("keras.backend.equal")
def equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements are equal.

    Mirrors `tf.keras.backend.equal`. Shapes broadcast.

    Shapes are broadcast against each other. Floating-point numbers are compared bit by bit, so results of computations are better
    compared by their distance; NaN equals nothing, itself included.

    Arguments:
        x: a tensor.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit, or other dtypes.

    Example:
        >>> tf.keras.backend.equal(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [True, False]
        >>> tf.keras.backend.equal(tf.constant([[1, 2], [3, 4]]), [1, 4]).numpy().tolist()
        [[True, False], [False, True]]
    """
    return math.equal(x, y)


@tf_export("keras.backend.not_equal")
def not_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements differ.

    Mirrors `tf.keras.backend.not_equal`. Shapes broadcast.

    Shapes are broadcast against each other, and NaN differs from everything, itself included. Masks of padded sequences are made so:
    `not_equal(x, 0)` is true where there is a word.

    Arguments:
        x: a tensor.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit, or other dtypes.

    The operator `x != y` does the same for tensors.

    Example:
        >>> tf.keras.backend.not_equal(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [False, True]
    """
    return math.not_equal(x, y)


@tf_export("keras.backend.greater")
def greater(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are greater than those of `y`.

    Mirrors `tf.keras.backend.greater`. Shapes broadcast.

    Shapes are broadcast against each other. A comparison with NaN is false. The result has no gradient; to choose by it, pass it to
    `switch` or `tf.where`.

    Arguments:
        x: a tensor of a real dtype.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    The operator `x > y` does the same for tensors.

    Example:
        >>> tf.keras.backend.greater(tf.constant([1, 4]), tf.constant([1, 3])).numpy().tolist()
        [False, True]
    """
    return math.greater(x, y)


@tf_export("keras.backend.greater_equal")
def greater_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are not less than those of `y`.

    Mirrors `tf.keras.backend.greater_equal`. Shapes broadcast.

    Shapes are broadcast against each other. A comparison with NaN is false. The result has no gradient; to choose by it, pass it to
    `switch` or `tf.where`.

    Arguments:
        x: a tensor of a real dtype.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    The operator `x >= y` does the same for tensors.

    Example:
        >>> tf.keras.backend.greater_equal(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [True, False]
    """
    return math.greater_equal(x, y)


@tf_export("keras.backend.less")
def less(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are less than those of `y`.

    Mirrors `tf.keras.backend.less`. Shapes broadcast.

    Shapes are broadcast against each other. A comparison with NaN is false. The result has no gradient; to choose by it, pass it to
    `switch` or `tf.where`.

    Arguments:
        x: a tensor of a real dtype.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    The operator `x < y` does the same for tensors.

    Example:
        >>> tf.keras.backend.less(tf.constant([1, 2]), tf.constant([1, 3])).numpy().tolist()
        [False, True]
    """
    return math.less(x, y)


@tf_export("keras.backend.less_equal")
def less_equal(x: TensorLike, y: TensorLike) -> AnyTensor:
    """Whether elements of `x` are not greater than those of `y`.

    Mirrors `tf.keras.backend.less_equal`. Shapes broadcast.

    Shapes are broadcast against each other. A comparison with NaN is false. The result has no gradient; to choose by it, pass it to
    `switch` or `tf.where`.

    Arguments:
        x: a tensor of a real dtype.
        y: a tensor, or numbers, of the same dtype.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    The operator `x <= y` does the same for tensors.

    Example:
        >>> tf.keras.backend.less_equal(tf.constant([1, 4]), tf.constant([1, 3])).numpy().tolist()
        [True, False]
    """
    return math.less_equal(x, y)

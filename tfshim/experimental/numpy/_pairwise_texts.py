"""What help() says of the functions of pairs of elements: what they compute, what to know, and examples with what TensorFlow gives."""

from __future__ import annotations

from tfshim.experimental.numpy._elementwise_texts import filled, indented

# name -> (what it is of a pair, the arguments of the example, the result; what to know; the arguments of another example, the result)
TWO = {
    "add": (
        "The sum",
        "[1, 2], [10, 20]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([11, 22])>",
        "Of booleans it is `logical_or`. Strings are joined. The gradient is 1 for both.",
        "tf.constant([1]), tf.constant([0.5])",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([1.5])>",
    ),
    "subtract": (
        "The difference",
        "[10, 20], [1, 2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 9, 18])>",
        "Booleans are refused with InvalidArgumentError, as NumPy refuses them; unsigned integers wrap round.",
        "tf.constant([1], tf.uint8), 2",
        "<tf.Tensor: shape=(1,), dtype=uint8, numpy=array([255], dtype=uint8)>",
    ),
    "multiply": (
        "The product",
        "[1, 2], [10, 20]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([10, 40])>",
        "Of booleans it is `logical_and`. Integers wrap round where their dtype is too small.",
        "[True, True], [True, False]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "true_divide": (
        "The quotient, a float for integers as well",
        "[1, 2], 4",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.25, 0.5 ])>",
        "Division by 0 gives infinity or NaN, without a warning.",
        "[1.0, 0.0], 0.0",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([inf, nan])>",
    ),
    "divide": (
        "The quotient, as `true_divide`",
        "[1, 2], 4",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.25, 0.5 ])>",
        "Division by 0 gives infinity or NaN, without a warning.",
        "tf.constant([1, 2]), tf.constant([4, 0])",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.25,  inf])>",
    ),
    "floor_divide": (
        "The greatest integer that is not above the quotient",
        "[7, -7], 2",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 3, -4])>",
        "Integers divided by 0 raise InvalidArgumentError. There is no gradient.",
        "[7.5, -7.5], 2",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 3., -4.])>",
    ),
    "mod": (
        "What is left by `floor_divide`, with the sign of `x2`",
        "[7, -7], 3",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>",
        "Integers divided by 0 raise InvalidArgumentError, floats give NaN.",
        "[7.5, -7.5], -2.0",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([-0.5, -1.5])>",
    ),
    "remainder": (
        "What is left by `floor_divide`, as `mod`",
        "[7, -7], 3",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>",
        "Integers divided by 0 raise InvalidArgumentError, floats give NaN.",
        "[7, -7], -3",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([-2, -1])>",
    ),
    "power": (
        "`x1` to the power `x2`",
        "[2, 3], [3, 2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([8, 9])>",
        "Integers with negative exponents raise InvalidArgumentError: use floats. Negative bases with broken exponents give NaN.",
        "[-8.0, 4.0], [1 / 3, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([nan,  2.])>",
    ),
    "maximum": (
        "The greater number; NaN if either is",
        "[1, 5], [3, 4]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>",
        "Of booleans it is `logical_or`. Where the two are equal, the gradient goes to `x1`.",
        "[1.0, np.nan], 0.5",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., nan])>",
    ),
    "minimum": (
        "The lesser number; NaN if either is",
        "[1, 5], [3, 4]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 4])>",
        "Of booleans it is `logical_and`. Where the two are equal, the gradient goes to `x1`.",
        "[1.0, np.nan], 0.5",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.5, nan])>",
    ),
    "arctan2": (
        "The angle in radians, from -pi to pi, of the point with the ordinate `x1` and the abscissa `x2`",
        "[0.0, 1.0], [1.0, 0.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
    ),
    "nextafter": (
        "The next number that the dtype has after `x1`, towards `x2`",
        "[0.0], [1.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([5.e-324])>",
        "The tape takes the gradient for `x1` to be 1.",
        "tf.constant([1.0]), tf.constant([2.0])",
        "<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.0000001], dtype=float32)>",
    ),
    "float_power": (
        "`x1` to the power `x2`, as `power`",
        "[2.0, 3.0], 2.0",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([4., 9.])>",
        "Unlike NumPy's, it makes no floats of integers: two integers give an integer.",
        "[2, 3], 2",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 9])>",
    ),
    "logaddexp": (
        "The logarithm of `exp(x1) + exp(x2)`, also where the exponentials are too large for floats",
        "tf.constant([1000.0]), tf.constant([1000.0])",
        "<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1000.6932], dtype=float32)>",
    ),
    "logaddexp2": (
        "The logarithm to base 2 of `2 ** x1 + 2 ** x2`, also where the powers are too large for floats",
        "tf.constant([1000.0]), tf.constant([1000.0])",
        "<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1001.], dtype=float32)>",
    ),
    "gcd": (
        "The greatest common divisor of integers",
        "[12, 18], 8",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 2])>",
        "Signs do not matter, and 0 has every divisor. Floats raise ValueError. There is no gradient.",
        "[-12, 0], 8",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 8])>",
    ),
    "lcm": (
        "The least common multiple of integers",
        "[4, 6], 10",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([20, 30])>",
        "Signs do not matter, and with 0 it is 0. Floats raise ValueError. There is no gradient.",
        "[-4, 0], 10",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([20,  0])>",
    ),
    "bitwise_and": (
        "The bits that both integers have; for booleans `logical_and`",
        "[12, 10], 6",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 2])>",
        "Floats are refused with InvalidArgumentError.",
        "[True, False], True",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "bitwise_or": (
        "The bits that either integer has; for booleans `logical_or`",
        "[12, 10], 6",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([14, 14])>",
        "Floats are refused with InvalidArgumentError.",
        "[True, False], True",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True,  True])>",
    ),
    "bitwise_xor": (
        "The bits that just one of the integers has; for booleans `logical_xor`",
        "[12, 10], 6",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([10, 12])>",
        "Floats are refused with InvalidArgumentError.",
        "[True, False], True",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "equal": (
        "Whether the numbers are equal",
        "[1, 2], [1, 3]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
        "NaN equals nothing, itself included; strings may be compared.",
        "[1.0, np.nan], [1, np.nan]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "not_equal": (
        "Whether the numbers differ",
        "[1, 2], [1, 3]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
        "NaN differs from everything, itself included; strings may be compared.",
        "[1.0, np.nan], [1, np.nan]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "greater": (
        "Whether `x1` is greater",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>",
        "With NaN it is false. Booleans count as 0 and 1; complex numbers are refused.",
        "[True, np.nan], 0.5",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "greater_equal": (
        "Whether `x1` is greater or equal",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True,  True])>",
        "With NaN it is false. Booleans count as 0 and 1.",
        "[True, np.nan], 0.5",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "less": (
        "Whether `x1` is less",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>",
        "With NaN it is false. Booleans count as 0 and 1; complex numbers are refused.",
        "[True, np.nan], 2.5",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "less_equal": (
        "Whether `x1` is less or equal",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True,  True, False])>",
        "With NaN it is false. Booleans count as 0 and 1.",
        "[True, np.nan], 2.5",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "logical_and": (
        "Whether both are true, or not 0",
        "[True, False], [True, True]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
        "Dtypes need not fit each other; NaN is true.",
        "[0, 2], [1.5, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "logical_or": (
        "Whether either is true, or not 0",
        "[True, False], [False, False]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
        "Dtypes need not fit each other; NaN is true.",
        "[0, 2], [0.0, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "logical_xor": (
        "Whether just one is true, or not 0",
        "[True, False], [True, True]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
        "Dtypes need not fit each other; NaN is true.",
        "[0, 2], [1.5, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
}


def of_two(name: str) -> str:
    """The docstring of the function `name` of two operands."""
    what, given, shown, *more = TWO[name]
    note, also, showing = more or ("", "", "")
    text = f"""{what}, for each pair of elements. Mirrors `tf.experimental.numpy.{name}`.

    Arguments:
        x1, x2: tensors, arrays, numbers or nested lists. Their shapes are broadcast, and their dtypes become one by NumPy's rules: an
            int32 and a float32 tensor are float64 together.

    Returns:
        A tensor of the broadcast shape{", of booleans" if "dtype=bool" in shown else ""}.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.
{
        f'''
    {filled(note)}
'''
        if note
        else ""
    }
    Example:
        >>> tf.experimental.numpy.{name}({given})
        {shown}
"""
    return text + (f"        >>> tf.experimental.numpy.{name}({also})\n        {indented(showing)}\n    " if also else "    ")

"""What help() says of the functions of each element: what they compute, and an example with what TensorFlow gives for it."""

from __future__ import annotations

# name -> (what it is of an element, the arguments of the example, the result)
ONE = {
    "abs": (
        "The absolute value",
        "[-2, 3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 3])>",
    ),
    "absolute": (
        "The absolute value, as `abs`",
        "[-2, 3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 3])>",
    ),
    "fabs": (
        "The absolute value, as `abs`",
        "[-2.5, 3.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([2.5, 3. ])>",
    ),
    "arccos": (
        "The angle in radians, from 0 to pi, whose cosine is `x`",
        "[1.0, 0.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
    ),
    "arccosh": (
        "The number from 0 on whose hyperbolic cosine is `x`",
        "[1.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
    ),
    "arcsin": (
        "The angle in radians, from -pi/2 to pi/2, whose sine is `x`",
        "[0.0, 1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
    ),
    "arcsinh": (
        "The number whose hyperbolic sine is `x`",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
    ),
    "arctan": (
        "The angle in radians, from -pi/2 to pi/2, whose tangent is `x`",
        "[0.0, np.inf]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
    ),
    "arctanh": (
        "The number whose hyperbolic tangent is `x`, from -1 to 1",
        "[0.0, 1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 0., inf])>",
    ),
    "cos": (
        "The cosine of an angle in radians",
        "[0.0, np.pi]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
    ),
    "cosh": (
        "The hyperbolic cosine",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([1.])>",
    ),
    "expm1": (
        "The exponential less 1, exact for small `x` as well",
        "[0.0, 1e-10]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.e+00, 1.e-10])>",
    ),
    "log": (
        "The natural logarithm",
        "[1.0, np.e]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 1.])>",
    ),
    "sin": (
        "The sine of an angle in radians",
        "[0.0, np.pi / 2]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 1.])>",
    ),
    "sinh": (
        "The hyperbolic sine",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
    ),
    "tan": (
        "The tangent of an angle in radians",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
    ),
    "tanh": (
        "The hyperbolic tangent",
        "[0.0, 100.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 1.])>",
    ),
    "log2": (
        "The logarithm to base 2",
        "[1.0, 8.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 3.])>",
    ),
    "log10": (
        "The logarithm to base 10",
        "[1.0, 100.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 2.])>",
    ),
    "deg2rad": (
        "Radians for degrees",
        "[0.0, 180.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 3.14159265])>",
    ),
    "floor": (
        "The greatest integer that is not above `x`, as a float",
        "[1.7, -1.7]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -2.])>",
    ),
    "ceil": (
        "The least integer that is not below `x`, as a float",
        "[1.2, -1.7]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 2., -1.])>",
    ),
    "fix": (
        "The integer next to `x` towards zero, as a float",
        "[1.7, -1.7]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
    ),
    "cbrt": (
        "The cube root, negative for negative `x`",
        "[1.0, -1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
    ),
    "exp": (
        "The exponential, e to the power `x`",
        "[0.0, 1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.        , 2.71828183])>",
    ),
    "exp2": (
        "2 to the power `x`",
        "[0.0, 3.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 8.])>",
    ),
    "log1p": (
        "The natural logarithm of `1 + x`, exact for small `x` as well",
        "[0.0, 1e-10]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.e+00, 1.e-10])>",
    ),
    "sqrt": (
        "The square root",
        "[4.0, 9.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 3.])>",
    ),
    "sinc": (
        "`sin(pi * x) / (pi * x)`, 1 for 0",
        "[0.0, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.        , 0.63661977])>",
    ),
    "negative": (
        "The number with the other sign",
        "[1, -2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([-1,  2])>",
    ),
    "positive": (
        "The number as it is",
        "[1, -2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 1, -2])>",
    ),
    "square": (
        "The square",
        "[2, -3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 9])>",
    ),
    "reciprocal": (
        "`1 / x`",
        "[2.0, 4.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.5 , 0.25])>",
    ),
    "conj": (
        "The conjugate of a complex number; other numbers as they are",
        "[1 + 2j]",
        "<tf.Tensor: shape=(1,), dtype=complex128, numpy=array([1.-2.j])>",
    ),
    "conjugate": (
        "The conjugate of a complex number, as `conj`",
        "[1 + 2j]",
        "<tf.Tensor: shape=(1,), dtype=complex128, numpy=array([1.-2.j])>",
    ),
    "logical_not": (
        "Whether `x` is false, or 0",
        "[True, False]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "bitwise_not": (
        "All bits turned round; for booleans `logical_not`",
        "[0, 5]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([-1, -6])>",
    ),
    "isfinite": (
        "Whether `x` is neither infinite nor NaN",
        "[1.0, np.inf, np.nan]",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>",
    ),
    "isnan": (
        "Whether `x` is NaN",
        "[1.0, np.inf, np.nan]",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>",
    ),
    "isinf": (
        "Whether `x` is infinite",
        "tf.constant([1.0, np.inf, -np.inf])",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True,  True])>",
    ),
    "isneginf": (
        "Whether `x` is minus infinity",
        "tf.constant([1.0, np.inf, -np.inf])",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>",
    ),
    "isposinf": (
        "Whether `x` is plus infinity",
        "tf.constant([1.0, np.inf, -np.inf])",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True, False])>",
    ),
}
TWO = {
    "add": (
        "The sum",
        "[1, 2], [10, 20]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([11, 22])>",
    ),
    "subtract": (
        "The difference",
        "[10, 20], [1, 2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 9, 18])>",
    ),
    "multiply": (
        "The product",
        "[1, 2], [10, 20]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([10, 40])>",
    ),
    "true_divide": (
        "The quotient, a float for integers as well",
        "[1, 2], 4",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.25, 0.5 ])>",
    ),
    "divide": (
        "The quotient, as `true_divide`",
        "[1, 2], 4",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.25, 0.5 ])>",
    ),
    "floor_divide": (
        "The greatest integer that is not above the quotient",
        "[7, -7], 2",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 3, -4])>",
    ),
    "mod": (
        "What is left by `floor_divide`, with the sign of `x2`",
        "[7, -7], 3",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>",
    ),
    "remainder": (
        "What is left by `floor_divide`, as `mod`",
        "[7, -7], 3",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>",
    ),
    "power": (
        "`x1` to the power `x2`",
        "[2, 3], [3, 2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([8, 9])>",
    ),
    "maximum": (
        "The greater number; NaN if either is",
        "[1, 5], [3, 4]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>",
    ),
    "minimum": (
        "The lesser number; NaN if either is",
        "[1, 5], [3, 4]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 4])>",
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
    ),
    "float_power": (
        "`x1` to the power `x2`, as `power`",
        "[2.0, 3.0], 2.0",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([4., 9.])>",
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
    ),
    "lcm": (
        "The least common multiple of integers",
        "[4, 6], 10",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([20, 30])>",
    ),
    "bitwise_and": (
        "The bits that both integers have; for booleans `logical_and`",
        "[12, 10], 6",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 2])>",
    ),
    "bitwise_or": (
        "The bits that either integer has; for booleans `logical_or`",
        "[12, 10], 6",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([14, 14])>",
    ),
    "bitwise_xor": (
        "The bits that just one of the integers has; for booleans `logical_xor`",
        "[12, 10], 6",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([10, 12])>",
    ),
    "equal": (
        "Whether the numbers are equal",
        "[1, 2], [1, 3]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "not_equal": (
        "Whether the numbers differ",
        "[1, 2], [1, 3]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "greater": (
        "Whether `x1` is greater",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>",
    ),
    "greater_equal": (
        "Whether `x1` is greater or equal",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True,  True])>",
    ),
    "less": (
        "Whether `x1` is less",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>",
    ),
    "less_equal": (
        "Whether `x1` is less or equal",
        "[1, 2, 3], 2",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True,  True, False])>",
    ),
    "logical_and": (
        "Whether both are true, or not 0",
        "[True, False], [True, True]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "logical_or": (
        "Whether either is true, or not 0",
        "[True, False], [False, False]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "logical_xor": (
        "Whether just one is true, or not 0",
        "[True, False], [True, True]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
}
_DTYPES = "; of integers and booleans floats are made"


def of_one(name: str, floats: bool = False, only_tensors: bool = False) -> str:
    """The docstring of the function `name` of one operand; floats: whether integers become floats."""
    what, given, shown = ONE[name]
    takes = "a tensor; for a dtype without such numbers the result is False" if only_tensors else "a tensor, array, number or nested list"
    dtype = "of booleans" if "dtype=bool" in shown else "its dtype by NumPy's rules: Python's floats are float64"
    return f"""{what}, for each element. Mirrors `tf.experimental.numpy.{name}`.

    Arguments:
        x: {takes}{_DTYPES if floats else ""}.

    Returns:
        A tensor of the shape of `x`, {dtype}.

    Example:
        >>> tf.experimental.numpy.{name}({given})
        {shown}
    """


def of_two(name: str) -> str:
    """The docstring of the function `name` of two operands."""
    what, given, shown = TWO[name]
    return f"""{what}, for each pair of elements. Mirrors `tf.experimental.numpy.{name}`.

    Arguments:
        x1, x2: tensors, arrays, numbers or nested lists. Their shapes are broadcast, and their dtypes become one by NumPy's rules: an
            int32 and a float32 tensor are float64 together.

    Returns:
        A tensor of the broadcast shape{", of booleans" if "dtype=bool" in shown else ""}.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.

    Example:
        >>> tf.experimental.numpy.{name}({given})
        {shown}
    """

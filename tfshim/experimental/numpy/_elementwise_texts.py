"""What help() says of the functions of each element: what they compute, what to know, and examples with what TensorFlow gives."""

from __future__ import annotations

import textwrap

# name -> (what it is of an element, the arguments of the example, the result; what to know; the arguments of another example, the result)
ONE = {
    "abs": (
        "The absolute value",
        "[-2, 3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 3])>",
        (
            "Of complex numbers it is the length, of the real dtype. The least integer of a dtype has no counterpart and stays as "
            "it is. The gradient is the sign, 0 at 0."
        ),
        "[3 + 4j]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([5.])>",
    ),
    "absolute": (
        "The absolute value, as `abs`",
        "[-2, 3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 3])>",
        (
            "Complex numbers give their length, as floats; booleans are refused with InvalidArgumentError, where NumPy takes them. "
            "The gradient is the sign of `x`, 0 at 0."
        ),
        "np.int8(-128)",
        "<tf.Tensor: shape=(), dtype=int8, numpy=-128>",
    ),
    "fabs": (
        "The absolute value, as `abs`",
        "[-2.5, 3.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([2.5, 3. ])>",
        (
            "Unlike NumPy's, it makes no floats of integers: they keep their dtype. Complex numbers, which NumPy refuses, give "
            "their length. The gradient is the sign, 0 at 0."
        ),
        "[-2, 3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 3])>",
    ),
    "arccos": (
        "The angle in radians, from 0 to pi, whose cosine is `x`",
        "[1.0, 0.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
        "Beyond -1 and 1 the result is NaN, without a warning. The gradient is `-1 / sqrt(1 - x**2)`, infinite at both ends.",
        "[0.5, 2.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.04719755,        nan])>",
    ),
    "arccosh": (
        "The number from 0 on whose hyperbolic cosine is `x`",
        "[1.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
        "Below 1 the result is NaN, without a warning. The gradient is `1 / sqrt(x**2 - 1)`, infinite at 1.",
        "[2.0, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.3169579,       nan])>",
    ),
    "arcsin": (
        "The angle in radians, from -pi/2 to pi/2, whose sine is `x`",
        "[0.0, 1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
        "Beyond -1 and 1 the result is NaN, without a warning. The gradient is `1 / sqrt(1 - x**2)`, infinite at both ends.",
        "[0.5, 2.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.52359878,        nan])>",
    ),
    "arcsinh": (
        "The number whose hyperbolic sine is `x`",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
        "It is defined for all numbers, and odd: the result has the sign of `x`. The gradient is `1 / sqrt(1 + x**2)`.",
        "[1.0, -np.inf]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.88137359,       -inf])>",
    ),
    "arctan": (
        "The angle in radians, from -pi/2 to pi/2, whose tangent is `x`",
        "[0.0, np.inf]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 1.57079633])>",
        "For the angle of a point in all four quadrants there is `arctan2`. The gradient is `1 / (1 + x**2)`.",
        "[1.0, -1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 0.78539816, -0.78539816])>",
    ),
    "arctanh": (
        "The number whose hyperbolic tangent is `x`, from -1 to 1",
        "[0.0, 1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 0., inf])>",
        "At -1 and 1 the result is infinite, beyond them NaN, without a warning. The gradient is `1 / (1 - x**2)`.",
        "[0.5, 2.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.54930614,        nan])>",
    ),
    "cos": (
        "The cosine of an angle in radians",
        "[0.0, np.pi]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
        "Infinities give NaN, without a warning. Angles in degrees go through `deg2rad` first. The gradient is `-sin(x)`.",
        "[np.pi / 3, np.inf]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.5, nan])>",
    ),
    "cosh": (
        "The hyperbolic cosine",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([1.])>",
        "It is even, and too large for float64 from about 710 on, where it is infinite without a warning. The gradient is `sinh(x)`.",
        "[1.0, -1.0, 1000.0]",
        "<tf.Tensor: shape=(3,), dtype=float64, numpy=array([1.54308063, 1.54308063,        inf])>",
    ),
    "expm1": (
        "The exponential less 1, exact for small `x` as well",
        "[0.0, 1e-10]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.e+00, 1.e-10])>",
        "`exp(x) - 1` would lose the digits of small numbers. `log1p` is its inverse. The gradient is `exp(x)`.",
        "[1.0, -np.inf]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1.71828183, -1.        ])>",
    ),
    "log": (
        "The natural logarithm",
        "[1.0, np.e]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 1.])>",
        (
            "Of 0 it is minus infinity, of negative numbers NaN, without NumPy's warnings; complex numbers have logarithms "
            "throughout. The gradient is `1 / x`."
        ),
        "[0.0, -1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([-inf,  nan])>",
    ),
    "sin": (
        "The sine of an angle in radians",
        "[0.0, np.pi / 2]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 1.])>",
        "Infinities give NaN, without a warning. Angles in degrees go through `deg2rad` first. The gradient is `cos(x)`.",
        "[np.pi / 6, np.inf]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.5, nan])>",
    ),
    "sinh": (
        "The hyperbolic sine",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
        "It is odd, and too large for float64 from about 710 on, where it is infinite without a warning. The gradient is `cosh(x)`.",
        "[1.0, -1.0, 1000.0]",
        "<tf.Tensor: shape=(3,), dtype=float64, numpy=array([ 1.17520119, -1.17520119,         inf])>",
    ),
    "tan": (
        "The tangent of an angle in radians",
        "[0.0]",
        "<tf.Tensor: shape=(1,), dtype=float64, numpy=array([0.])>",
        "Near odd multiples of pi/2 it is large, but finite, as no float is such a multiple. The gradient is `1 + tan(x)**2`.",
        "[np.pi / 4, -np.pi / 4]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
    ),
    "tanh": (
        "The hyperbolic tangent",
        "[0.0, 100.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 1.])>",
        "It lies between -1 and 1, which large numbers round to; the gradient, `1 - tanh(x)**2`, is then 0.",
        "[0.5, -0.5]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 0.46211716, -0.46211716])>",
    ),
    "log2": (
        "The logarithm to base 2",
        "[1.0, 8.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 3.])>",
        (
            "It is computed as `log(x) / log(2)`, so powers of two may be off by the last bit. Of 0 it is minus infinity, of "
            "negative numbers NaN, without a warning."
        ),
        "[0.25, 0.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ -2., -inf])>",
    ),
    "log10": (
        "The logarithm to base 10",
        "[1.0, 100.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 2.])>",
        (
            "It is computed as `log(x) / log(10)`, so powers of ten may be off by the last bit. Of 0 it is minus infinity, of "
            "negative numbers NaN, without a warning."
        ),
        "[1000.0, 0.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([  3., -inf])>",
    ),
    "deg2rad": (
        "Radians for degrees",
        "[0.0, 180.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.        , 3.14159265])>",
        (
            "The product of `x` and pi/180, in the dtype of `x`: float32 stays float32. `rad2deg` is the inverse. The gradient is "
            "pi/180 everywhere."
        ),
        "tf.constant([90.0, -45.0])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 1.5707964, -0.7853982], dtype=float32)>",
    ),
    "floor": (
        "The greatest integer that is not above `x`, as a float",
        "[1.7, -1.7]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -2.])>",
        "There is no gradient: `tf.GradientTape.gradient` gives None. `astype` or `tf.cast` make integers of the result.",
        "tf.constant([2.0, -0.5])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 2., -1.], dtype=float32)>",
    ),
    "ceil": (
        "The least integer that is not below `x`, as a float",
        "[1.2, -1.7]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 2., -1.])>",
        "There is no gradient: `tf.GradientTape.gradient` gives None. `astype` or `tf.cast` make integers of the result.",
        "tf.constant([2.0, 0.5])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 1.], dtype=float32)>",
    ),
    "fix": (
        "The integer next to `x` towards zero, as a float",
        "[1.7, -1.7]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
        "It is `ceil` for negative numbers and `floor` for others. There is no gradient: `tf.GradientTape.gradient` gives None.",
        "tf.constant([2.9, -2.9])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 2., -2.], dtype=float32)>",
    ),
    "cbrt": (
        "The cube root, negative for negative `x`",
        "[1.0, -1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1., -1.])>",
        "It is computed by powers of 1/3, so cubes may be off by the last bit. The gradient is infinite near 0 and NaN at 0.",
        "[8.0, 0.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 0.])>",
    ),
    "exp": (
        "The exponential, e to the power `x`",
        "[0.0, 1.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.        , 2.71828183])>",
        (
            "Too large for float64 from about 709.8 on, for float32 from 88.7 on, it is infinite without a warning. The gradient is "
            "`exp(x)`."
        ),
        "tf.constant([1.0, 100.0])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([2.7182817,       inf], dtype=float32)>",
    ),
    "exp2": (
        "2 to the power `x`",
        "[0.0, 3.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 8.])>",
        "The 2 is of the dtype of `x`. The gradient is `log(2) * 2**x`; `log2` is the inverse.",
        "tf.constant([0.5, -1.0])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.4142135, 0.5      ], dtype=float32)>",
    ),
    "log1p": (
        "The natural logarithm of `1 + x`, exact for small `x` as well",
        "[0.0, 1e-10]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.e+00, 1.e-10])>",
        (
            "`log(1 + x)` would lose the digits of small numbers. At -1 it is minus infinity, below that NaN, without a warning. "
            "The gradient is `1 / (1 + x)`."
        ),
        "[-1.0, np.e - 1]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([-inf,   1.])>",
    ),
    "sqrt": (
        "The square root",
        "[4.0, 9.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 3.])>",
        (
            "Of negative real numbers it is NaN, without a warning; complex ones have roots. The gradient, `1 / (2 * sqrt(x))`, is "
            "infinite at 0."
        ),
        "[-1.0, 2.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([       nan, 1.41421356])>",
    ),
    "sinc": (
        "`sin(pi * x) / (pi * x)`, 1 for 0",
        "[0.0, 0.5]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.        , 0.63661977])>",
        "Whole numbers but 0 give 0, up to rounding. The gradient at 0 is 0, where TensorFlow 2.15 gives NaN.",
        "[1.5, -0.5]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([-0.21220659,  0.63661977])>",
    ),
    "negative": (
        "The number with the other sign",
        "[1, -2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([-1,  2])>",
        (
            "Booleans and unsigned integers are refused with InvalidArgumentError: `logical_not` and `bitwise_not` turn those. The "
            "gradient is -1 everywhere."
        ),
        "tf.constant([0.5, -0.5])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([-0.5,  0.5], dtype=float32)>",
    ),
    "positive": (
        "The number as it is",
        "[1, -2]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 1, -2])>",
        (
            "It is what unary `+` of NumPy's arrays is; of a tensor it is a copy by `tf.identity`, through which gradients pass "
            "unchanged. Strings and booleans pass as well."
        ),
        "tf.constant([0.5, -0.5])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 0.5, -0.5], dtype=float32)>",
    ),
    "square": (
        "The square",
        "[2, -3]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 9])>",
        (
            "Integers keep their dtype and wrap round where it is too small. Complex numbers are multiplied by themselves, not by "
            "their conjugates. The gradient is `2 * x`."
        ),
        "tf.constant([100], tf.int8)",
        "<tf.Tensor: shape=(1,), dtype=int8, numpy=array([16], dtype=int8)>",
    ),
    "reciprocal": (
        "`1 / x`",
        "[2.0, 4.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.5 , 0.25])>",
        (
            "Integers are refused with NotFoundError, where NumPy divides them as integers: cast them. 0.0 gives infinity, without "
            "a warning. The gradient is `-1 / x**2`."
        ),
        "tf.constant([0.0, -0.5])",
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([inf, -2.], dtype=float32)>",
    ),
    "conj": (
        "The conjugate of a complex number; other numbers as they are",
        "[1 + 2j]",
        "<tf.Tensor: shape=(1,), dtype=complex128, numpy=array([1.-2.j])>",
        "Real tensors come back unchanged, of their dtype. Strings and booleans are refused with TypeError.",
        "[1.5, -2.0]",
        "<tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 1.5, -2. ])>",
    ),
    "conjugate": (
        "The conjugate of a complex number, as `conj`",
        "[1 + 2j]",
        "<tf.Tensor: shape=(1,), dtype=complex128, numpy=array([1.-2.j])>",
        (
            "Real tensors come back unchanged, of their dtype, and gradients pass through. The product with the conjugate is the "
            "square of the length."
        ),
        "[3 - 1j, 2]",
        "<tf.Tensor: shape=(2,), dtype=complex128, numpy=array([3.+1.j, 2.-0.j])>",
    ),
    "logical_not": (
        "Whether `x` is false, or 0",
        "[True, False]",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
        "What is no boolean is cast first, for which everything but 0 is true, NaN too. There is no gradient.",
        "[0.0, np.nan, 2.0]",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>",
    ),
    "bitwise_not": (
        "All bits turned round; for booleans `logical_not`",
        "[0, 5]",
        "<tf.Tensor: shape=(2,), dtype=int64, numpy=array([-1, -6])>",
        (
            "Of signed integers it is `-x - 1`, of unsigned ones the distance to the greatest number. Floats are refused with "
            "InvalidArgumentError. There is no gradient."
        ),
        "tf.constant([0, 5], tf.uint8)",
        "<tf.Tensor: shape=(2,), dtype=uint8, numpy=array([255, 250], dtype=uint8)>",
    ),
    "isfinite": (
        "Whether `x` is neither infinite nor NaN",
        "[1.0, np.inf, np.nan]",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>",
        "Complex numbers are refused with InvalidArgumentError, where NumPy looks at both parts. There is no gradient.",
        "tf.constant([0.0, -np.inf])",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>",
    ),
    "isnan": (
        "Whether `x` is NaN",
        "[1.0, np.inf, np.nan]",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>",
        (
            "NaN is unequal to itself, so `x == x` is false where this is true. Complex numbers are refused with "
            "InvalidArgumentError. There is no gradient."
        ),
        "tf.constant([0.0, np.nan])",
        "<tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>",
    ),
    "isinf": (
        "Whether `x` is infinite",
        "tf.constant([1.0, np.inf, -np.inf])",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True,  True])>",
        (
            "The argument has to be a tensor: lists and numbers have no `dtype` and raise AttributeError, where NumPy takes them. "
            "There is no gradient."
        ),
        "tf.constant([1, 2])",
        "False",
    ),
    "isneginf": (
        "Whether `x` is minus infinity",
        "tf.constant([1.0, np.inf, -np.inf])",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>",
        (
            "The argument has to be a tensor: lists and numbers have no `dtype` and raise AttributeError, where NumPy takes them. "
            "There is no gradient."
        ),
        "tf.constant([1, 2])",
        "False",
    ),
    "isposinf": (
        "Whether `x` is plus infinity",
        "tf.constant([1.0, np.inf, -np.inf])",
        "<tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True, False])>",
        (
            "The argument has to be a tensor: lists and numbers have no `dtype` and raise AttributeError, where NumPy takes them. "
            "There is no gradient."
        ),
        "tf.constant([1, 2])",
        "False",
    ),
}
_NO_FLOATS = """
        AttributeError: integers or booleans, while NumPy's behaviour of tensors is not enabled: once
            `experimental_enable_numpy_behavior` was called, they are converted to float64.
"""
_RAISES = {
    **dict.fromkeys(["abs", "absolute", "fabs"], "InvalidArgumentError: booleans, strings or unsigned integers."),
    "square": "InvalidArgumentError: booleans or strings.",
    "negative": "InvalidArgumentError: booleans, strings or unsigned integers.",
    "bitwise_not": "InvalidArgumentError: floats, complex numbers or strings.",
    "reciprocal": "NotFoundError: signed integers.\n        InvalidArgumentError: unsigned integers, booleans or strings.",
    **dict.fromkeys(["conj", "conjugate"], "TypeError: strings or booleans."),
    "logical_not": "UnimplementedError: strings.",
    "positive": "ValueError: nested lists of uneven lengths.",
}


def of_one(name: str, floats: bool = False, only_tensors: bool = False) -> str:
    """The docstring of the function `name` of one operand; floats: whether integers become floats."""
    what, given, shown, note, also, showing = ONE[name]
    takes = "a tensor; for a dtype without such numbers the result is False" if only_tensors else "a tensor, array, number or nested list"
    dtype = "of booleans" if "dtype=bool" in shown else "its dtype by NumPy's rules: Python's floats are float64, and float32 stays"
    raises = "\n        AttributeError: what is no tensor.\n" if only_tensors else _NO_FLOATS if floats else f"\n        {_RAISES[name]}\n"
    return f"""{what}, for each element. Mirrors `tf.experimental.numpy.{name}`.

    Arguments:
        x: {takes}.

    Returns:
        A tensor of the shape of `x`, {dtype}.

    Raises:{raises}
    {filled(note)}

    Example:
        >>> tf.experimental.numpy.{name}({given})
        {shown}
        >>> tf.experimental.numpy.{name}({also})
        {indented(showing)}
    """


def filled(text: str) -> str:
    """A paragraph of a docstring in lines of the length of those around it."""
    return textwrap.fill(text, 136, subsequent_indent="    ")


def indented(shown: str) -> str:
    """What an example prints, below its line."""
    return shown.replace("\n", "\n        ")

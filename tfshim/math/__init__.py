"""`tf.math`: arithmetic, elementwise functions, reductions, segments and special functions."""

from tfshim.math.arithmetic import (
    accumulate_n,
    add,
    add_n,
    multiply,
    negative,
    pow,
    reciprocal,
    scalar_mul,
    square,
    squared_difference,
    subtract,
)
from tfshim.math.comparison import (
    equal,
    greater,
    greater_equal,
    is_non_decreasing,
    is_strictly_increasing,
    less,
    less_equal,
    maximum,
    minimum,
    nextafter,
    not_equal,
)
from tfshim.math.complex_parts import angle, conj, imag, real
from tfshim.math.division import (
    divide,
    divide_no_nan,
    floordiv,
    floormod,
    mod,
    multiply_no_nan,
    realdiv,
    reciprocal_no_nan,
    truediv,
    truncatediv,
    truncatemod,
)
from tfshim.math.elementwise import (
    abs,
    ceil,
    exp,
    expm1,
    floor,
    is_finite,
    is_inf,
    is_nan,
    log,
    log1p,
    log_sigmoid,
    rint,
    round,
    rsqrt,
    sigmoid,
    sign,
    sqrt,
)
from tfshim.math.logical import logical_and, logical_not, logical_or, logical_xor
from tfshim.math.trigonometric import acos, acosh, asin, asinh, atan, atan2, atanh, cos, cosh, sin, sinh, tan, tanh
from tfshim.math import operators  # noqa: F401 - gives tensors their operators

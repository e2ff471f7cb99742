"""`tf.math`: arithmetic, elementwise functions, reductions, segments and special functions."""

from tfshim._listing import gathered, listing
from tfshim.math import (
    operators,  # noqa: F401 - gives tensors their operators
    special,  # noqa: F401
)
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
from tfshim.math.clipping import clip_by_global_norm, clip_by_norm, clip_by_value
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
from tfshim.math.counting import bincount, confusion_matrix, histogram_fixed_width, histogram_fixed_width_bins
from tfshim.math.cumulative import cumprod, cumsum, cumulative_logsumexp
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
    rint,
    round,
    rsqrt,
    sigmoid,
    sign,
    sqrt,
)
from tfshim.math.error_functions import erf, erfc, erfcinv, erfinv, ndtri
from tfshim.math.gamma import betainc, digamma, igamma, igammac, lbeta, lgamma, polygamma, zeta
from tfshim.math.guarded import xdivy, xlog1py, xlogy
from tfshim.math.logical import logical_and, logical_not, logical_or, logical_xor
from tfshim.math.ranking import approx_max_k, approx_min_k, argmax, argmin, in_top_k, top_k
from tfshim.math.reductions import (
    count_nonzero,
    l2_normalize,
    reduce_all,
    reduce_any,
    reduce_euclidean_norm,
    reduce_logsumexp,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_std,
    reduce_sum,
    reduce_variance,
    zero_fraction,
)
from tfshim.math.segments import (
    segment_max,
    segment_mean,
    segment_min,
    segment_prod,
    segment_sum,
    unsorted_segment_max,
    unsorted_segment_mean,
    unsorted_segment_min,
    unsorted_segment_prod,
    unsorted_segment_sqrt_n,
    unsorted_segment_sum,
)
from tfshim.math.sequences import invert_permutation, polyval, sobol_sample
from tfshim.math.special import bessel_i0, bessel_i0e, bessel_i1, bessel_i1e
from tfshim.math.trigonometric import acos, acosh, asin, asinh, atan, atan2, atanh, cos, cosh, sin, sinh, tan, tanh

_ACTIVATIONS = frozenset(["log_sigmoid", "log_softmax", "softmax", "softplus", "softsign"])
# Names of the `tf` namespace itself that belong with these.
_TOP_LEVEL = frozenset("""clip_by_global_norm clip_by_norm clip_by_value histogram_fixed_width histogram_fixed_width_bins realdiv
    truncatediv truncatemod""".split())
__all__ = sorted({*gathered(globals()), *_ACTIVATIONS, "special"} - _TOP_LEVEL)
__dir__ = listing(globals())


def __getattr__(name):
    # These live with the neural network functions, which are made of what is here.
    if name in _ACTIVATIONS:
        from tfshim.nn import activations

        value = getattr(activations, name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'tfshim.math' has no attribute '{name}'")

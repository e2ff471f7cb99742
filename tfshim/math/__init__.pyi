# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.math import special as special
from tfshim.math.arithmetic import accumulate_n as accumulate_n, add as add, add_n as add_n, multiply as multiply, negative as negative
from tfshim.math.arithmetic import pow as pow, reciprocal as reciprocal, scalar_mul as scalar_mul, square as square
from tfshim.math.arithmetic import squared_difference as squared_difference, subtract as subtract
from tfshim.math.comparison import equal as equal, greater as greater, greater_equal as greater_equal, less as less
from tfshim.math.comparison import less_equal as less_equal, maximum as maximum, minimum as minimum, nextafter as nextafter
from tfshim.math.comparison import not_equal as not_equal
from tfshim.math.complex_parts import angle as angle, conj as conj, imag as imag, real as real
from tfshim.math.counting import bincount as bincount, confusion_matrix as confusion_matrix
from tfshim.math.cumulative import cumprod as cumprod, cumsum as cumsum, cumulative_logsumexp as cumulative_logsumexp
from tfshim.math.division import divide as divide, divide_no_nan as divide_no_nan, floordiv as floordiv, floormod as floormod
from tfshim.math.division import floormod as mod, multiply_no_nan as multiply_no_nan, reciprocal_no_nan as reciprocal_no_nan
from tfshim.math.division import truediv as truediv
from tfshim.math.elementwise import abs as abs, ceil as ceil, exp as exp, expm1 as expm1, floor as floor, is_finite as is_finite
from tfshim.math.elementwise import is_inf as is_inf, is_nan as is_nan, log as log, log1p as log1p, rint as rint, round as round
from tfshim.math.elementwise import rsqrt as rsqrt, sigmoid as sigmoid, sign as sign, sqrt as sqrt
from tfshim.math.error_functions import erf as erf, erfc as erfc, erfcinv as erfcinv, erfinv as erfinv, ndtri as ndtri
from tfshim.math.gamma import betainc as betainc, digamma as digamma, igamma as igamma, igammac as igammac, lbeta as lbeta, lgamma as lgamma
from tfshim.math.gamma import polygamma as polygamma, zeta as zeta
from tfshim.math.guarded import xdivy as xdivy, xlog1py as xlog1py, xlogy as xlogy
from tfshim.math.logical import logical_and as logical_and, logical_not as logical_not, logical_or as logical_or, logical_xor as logical_xor
from tfshim.math.ranking import approx_max_k as approx_max_k, approx_min_k as approx_min_k, argmax as argmax, argmin as argmin
from tfshim.math.ranking import in_top_k as in_top_k, top_k as top_k
from tfshim.math.reductions import count_nonzero as count_nonzero, l2_normalize as l2_normalize, reduce_all as reduce_all
from tfshim.math.reductions import reduce_any as reduce_any, reduce_euclidean_norm as reduce_euclidean_norm
from tfshim.math.reductions import reduce_logsumexp as reduce_logsumexp, reduce_max as reduce_max, reduce_mean as reduce_mean
from tfshim.math.reductions import reduce_min as reduce_min, reduce_prod as reduce_prod, reduce_sum as reduce_sum
from tfshim.math.reductions import zero_fraction as zero_fraction
from tfshim.math.segments import segment_max as segment_max, segment_mean as segment_mean, segment_min as segment_min
from tfshim.math.segments import segment_prod as segment_prod, segment_sum as segment_sum, unsorted_segment_max as unsorted_segment_max
from tfshim.math.segments import unsorted_segment_mean as unsorted_segment_mean, unsorted_segment_min as unsorted_segment_min
from tfshim.math.segments import unsorted_segment_prod as unsorted_segment_prod, unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from tfshim.math.segments import unsorted_segment_sum as unsorted_segment_sum
from tfshim.math.sequences import invert_permutation as invert_permutation, is_non_decreasing as is_non_decreasing
from tfshim.math.sequences import is_strictly_increasing as is_strictly_increasing, polyval as polyval, sobol_sample as sobol_sample
from tfshim.math.special.bessel import bessel_i0 as bessel_i0, bessel_i0e as bessel_i0e, bessel_i1 as bessel_i1, bessel_i1e as bessel_i1e
from tfshim.math.trigonometric import acos as acos, acosh as acosh, asin as asin, asinh as asinh, atan as atan, atan2 as atan2
from tfshim.math.trigonometric import atanh as atanh, cos as cos, cosh as cosh, sin as sin, sinh as sinh, tan as tan, tanh as tanh
from tfshim.math.variances import reduce_std as reduce_std, reduce_variance as reduce_variance
from tfshim.nn.activations import log_sigmoid as log_sigmoid, log_softmax as log_softmax, softmax as softmax, softplus as softplus
from tfshim.nn.activations import softsign as softsign

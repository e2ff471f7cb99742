# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.engine.values.tensor import Tensor as ndarray
from tfshim.experimental.numpy import random as random
from tfshim.experimental.numpy._types import array as array, asanyarray as asanyarray, asarray as asarray
from tfshim.experimental.numpy._types import ascontiguousarray as ascontiguousarray, bool_ as bool_, complex128 as complex128
from tfshim.experimental.numpy._types import complex128 as complex_, complex64 as complex64, finfo as finfo, float16 as float16
from tfshim.experimental.numpy._types import float32 as float32, float64 as float64, float64 as float_, iinfo as iinfo, inexact as inexact
from tfshim.experimental.numpy._types import int16 as int16, int32 as int32, int64 as int64, int64 as int_, int8 as int8
from tfshim.experimental.numpy._types import issubdtype as issubdtype, object_ as object_, promote_types as promote_types
from tfshim.experimental.numpy._types import result_type as result_type, string_ as string_, uint16 as uint16, uint32 as uint32
from tfshim.experimental.numpy._types import uint64 as uint64, uint8 as uint8, unicode_ as unicode_
from tfshim.experimental.numpy.accumulating import cumprod as cumprod, cumsum as cumsum, diff as diff
from tfshim.experimental.numpy.averaging import average as average, mean as mean, nanmean as nanmean, std as std, var as var
from tfshim.experimental.numpy.behaviour import experimental_enable_numpy_behavior as experimental_enable_numpy_behavior
from tfshim.experimental.numpy.choosing import compress as compress, diagonal as diagonal, select as select, take as take
from tfshim.experimental.numpy.choosing import take_along_axis as take_along_axis, where as where
from tfshim.experimental.numpy.counting import count_nonzero as count_nonzero, nonzero as nonzero, size as size
from tfshim.experimental.numpy.creation import arange as arange, copy as copy, empty as empty, empty_like as empty_like, full as full
from tfshim.experimental.numpy.creation import full_like as full_like, geomspace as geomspace, ix_ as ix_, linspace as linspace
from tfshim.experimental.numpy.creation import logspace as logspace, meshgrid as meshgrid, ones as ones, ones_like as ones_like
from tfshim.experimental.numpy.creation import zeros as zeros, zeros_like as zeros_like
from tfshim.experimental.numpy.elementwise import abs as abs, absolute as absolute, angle as angle, arccos as arccos, arccosh as arccosh
from tfshim.experimental.numpy.elementwise import arcsin as arcsin, arcsinh as arcsinh, arctan as arctan, arctanh as arctanh
from tfshim.experimental.numpy.elementwise import around as around, bitwise_not as bitwise_not, cbrt as cbrt, ceil as ceil, conj as conj
from tfshim.experimental.numpy.elementwise import conjugate as conjugate, cos as cos, cosh as cosh, deg2rad as deg2rad, exp as exp
from tfshim.experimental.numpy.elementwise import exp2 as exp2, expm1 as expm1, fabs as fabs, fix as fix, floor as floor, imag as imag
from tfshim.experimental.numpy.elementwise import iscomplex as iscomplex, iscomplexobj as iscomplexobj, isfinite as isfinite, isinf as isinf
from tfshim.experimental.numpy.elementwise import isnan as isnan, isneginf as isneginf, isposinf as isposinf, isreal as isreal
from tfshim.experimental.numpy.elementwise import isrealobj as isrealobj, isscalar as isscalar, log as log, log10 as log10, log1p as log1p
from tfshim.experimental.numpy.elementwise import log2 as log2, logical_not as logical_not, negative as negative, polyval as polyval
from tfshim.experimental.numpy.elementwise import positive as positive, rad2deg as rad2deg, real as real, reciprocal as reciprocal
from tfshim.experimental.numpy.elementwise import round as round, sign as sign, signbit as signbit, sin as sin, sinc as sinc, sinh as sinh
from tfshim.experimental.numpy.elementwise import sqrt as sqrt, square as square, tan as tan, tanh as tanh
from tfshim.experimental.numpy.joining import append as append, concatenate as concatenate, dsplit as dsplit, dstack as dstack
from tfshim.experimental.numpy.joining import hsplit as hsplit, hstack as hstack, split as split, stack as stack, vsplit as vsplit
from tfshim.experimental.numpy.joining import vstack as vstack
from tfshim.experimental.numpy.linear import cross as cross, dot as dot, einsum as einsum, inner as inner, kron as kron, matmul as matmul
from tfshim.experimental.numpy.linear import outer as outer, tensordot as tensordot, trace as trace, vdot as vdot
from tfshim.experimental.numpy.matrices import diag as diag, diag_indices as diag_indices, diagflat as diagflat, eye as eye
from tfshim.experimental.numpy.matrices import identity as identity, tri as tri, tril as tril, triu as triu, vander as vander
from tfshim.experimental.numpy.ordering import argmax as argmax, argmin as argmin, argsort as argsort, sort as sort
from tfshim.experimental.numpy.pairwise import add as add, allclose as allclose, arctan2 as arctan2, array_equal as array_equal
from tfshim.experimental.numpy.pairwise import bitwise_and as bitwise_and, bitwise_or as bitwise_or, bitwise_xor as bitwise_xor
from tfshim.experimental.numpy.pairwise import clip as clip, divide as divide, divmod as divmod, equal as equal, float_power as float_power
from tfshim.experimental.numpy.pairwise import floor_divide as floor_divide, gcd as gcd, greater as greater, greater_equal as greater_equal
from tfshim.experimental.numpy.pairwise import heaviside as heaviside, hypot as hypot, isclose as isclose, lcm as lcm, less as less
from tfshim.experimental.numpy.pairwise import less_equal as less_equal, logaddexp as logaddexp, logaddexp2 as logaddexp2
from tfshim.experimental.numpy.pairwise import logical_and as logical_and, logical_or as logical_or, logical_xor as logical_xor
from tfshim.experimental.numpy.pairwise import maximum as maximum, minimum as minimum, mod as mod, multiply as multiply
from tfshim.experimental.numpy.pairwise import nextafter as nextafter, not_equal as not_equal, power as power, remainder as remainder
from tfshim.experimental.numpy.pairwise import subtract as subtract, true_divide as true_divide
from tfshim.experimental.numpy.rearranging import flip as flip, fliplr as fliplr, flipud as flipud, pad as pad, repeat as repeat
from tfshim.experimental.numpy.rearranging import roll as roll, rot90 as rot90, tile as tile
from tfshim.experimental.numpy.reducing import all as all, amax as amax, amin as amin, any as any, max as max, min as min
from tfshim.experimental.numpy.reducing import nanprod as nanprod, nansum as nansum, prod as prod, ptp as ptp, sum as sum
from tfshim.experimental.numpy.shaping import atleast_1d as atleast_1d, atleast_2d as atleast_2d, atleast_3d as atleast_3d
from tfshim.experimental.numpy.shaping import broadcast_arrays as broadcast_arrays, broadcast_to as broadcast_to, expand_dims as expand_dims
from tfshim.experimental.numpy.shaping import flatten as flatten, moveaxis as moveaxis, ndim as ndim, ravel as ravel, reshape as reshape
from tfshim.experimental.numpy.shaping import shape as shape, squeeze as squeeze, swapaxes as swapaxes, transpose as transpose
e: float
inf: float
newaxis: None
pi: float

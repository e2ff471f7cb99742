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
from tfshim.experimental.numpy.behaviour import experimental_enable_numpy_behavior as experimental_enable_numpy_behavior
from tfshim.experimental.numpy.creation import arange as arange, copy as copy, diag as diag, diag_indices as diag_indices
from tfshim.experimental.numpy.creation import diagflat as diagflat, empty as empty, empty_like as empty_like, eye as eye, full as full
from tfshim.experimental.numpy.creation import full_like as full_like, geomspace as geomspace, identity as identity, ix_ as ix_
from tfshim.experimental.numpy.creation import linspace as linspace, logspace as logspace, meshgrid as meshgrid, ones as ones
from tfshim.experimental.numpy.creation import ones_like as ones_like, tri as tri, tril as tril, triu as triu, vander as vander
from tfshim.experimental.numpy.creation import zeros as zeros, zeros_like as zeros_like
from tfshim.experimental.numpy.elementwise import abs as abs, absolute as absolute, add as add, allclose as allclose, angle as angle
from tfshim.experimental.numpy.elementwise import arccos as arccos, arccosh as arccosh, arcsin as arcsin, arcsinh as arcsinh
from tfshim.experimental.numpy.elementwise import arctan as arctan, arctan2 as arctan2, arctanh as arctanh, around as around
from tfshim.experimental.numpy.elementwise import array_equal as array_equal, bitwise_and as bitwise_and, bitwise_not as bitwise_not
from tfshim.experimental.numpy.elementwise import bitwise_or as bitwise_or, bitwise_xor as bitwise_xor, cbrt as cbrt, ceil as ceil
from tfshim.experimental.numpy.elementwise import clip as clip, conj as conj, conjugate as conjugate, cos as cos, cosh as cosh
from tfshim.experimental.numpy.elementwise import deg2rad as deg2rad, divide as divide, divmod as divmod, equal as equal, exp as exp
from tfshim.experimental.numpy.elementwise import exp2 as exp2, expm1 as expm1, fabs as fabs, fix as fix, float_power as float_power
from tfshim.experimental.numpy.elementwise import floor as floor, floor_divide as floor_divide, gcd as gcd, greater as greater
from tfshim.experimental.numpy.elementwise import greater_equal as greater_equal, heaviside as heaviside, hypot as hypot, imag as imag
from tfshim.experimental.numpy.elementwise import isclose as isclose, iscomplex as iscomplex, iscomplexobj as iscomplexobj
from tfshim.experimental.numpy.elementwise import isfinite as isfinite, isinf as isinf, isnan as isnan, isneginf as isneginf
from tfshim.experimental.numpy.elementwise import isposinf as isposinf, isreal as isreal, isrealobj as isrealobj, isscalar as isscalar
from tfshim.experimental.numpy.elementwise import lcm as lcm, less as less, less_equal as less_equal, log as log, log10 as log10
from tfshim.experimental.numpy.elementwise import log1p as log1p, log2 as log2, logaddexp as logaddexp, logaddexp2 as logaddexp2
from tfshim.experimental.numpy.elementwise import logical_and as logical_and, logical_not as logical_not, logical_or as logical_or
from tfshim.experimental.numpy.elementwise import logical_xor as logical_xor, maximum as maximum, minimum as minimum, mod as mod
from tfshim.experimental.numpy.elementwise import multiply as multiply, negative as negative, nextafter as nextafter, not_equal as not_equal
from tfshim.experimental.numpy.elementwise import polyval as polyval, positive as positive, power as power, rad2deg as rad2deg, real as real
from tfshim.experimental.numpy.elementwise import reciprocal as reciprocal, remainder as remainder, round as round, sign as sign
from tfshim.experimental.numpy.elementwise import signbit as signbit, sin as sin, sinc as sinc, sinh as sinh, sqrt as sqrt, square as square
from tfshim.experimental.numpy.elementwise import subtract as subtract, tan as tan, tanh as tanh, true_divide as true_divide
from tfshim.experimental.numpy.linear import cross as cross, dot as dot, einsum as einsum, inner as inner, kron as kron, matmul as matmul
from tfshim.experimental.numpy.linear import outer as outer, tensordot as tensordot, trace as trace, vdot as vdot
from tfshim.experimental.numpy.reducing import all as all, amax as amax, amin as amin, any as any, argmax as argmax, argmin as argmin
from tfshim.experimental.numpy.reducing import argsort as argsort, average as average, count_nonzero as count_nonzero, cumprod as cumprod
from tfshim.experimental.numpy.reducing import cumsum as cumsum, diff as diff, max as max, mean as mean, min as min, nanmean as nanmean
from tfshim.experimental.numpy.reducing import nanprod as nanprod, nansum as nansum, nonzero as nonzero, prod as prod, ptp as ptp
from tfshim.experimental.numpy.reducing import size as size, sort as sort, std as std, sum as sum, var as var
from tfshim.experimental.numpy.shaping import append as append, atleast_1d as atleast_1d, atleast_2d as atleast_2d, atleast_3d as atleast_3d
from tfshim.experimental.numpy.shaping import broadcast_arrays as broadcast_arrays, broadcast_to as broadcast_to, compress as compress
from tfshim.experimental.numpy.shaping import concatenate as concatenate, diagonal as diagonal, dsplit as dsplit, dstack as dstack
from tfshim.experimental.numpy.shaping import expand_dims as expand_dims, flatten as flatten, flip as flip, fliplr as fliplr
from tfshim.experimental.numpy.shaping import flipud as flipud, hsplit as hsplit, hstack as hstack, moveaxis as moveaxis, ndim as ndim
from tfshim.experimental.numpy.shaping import pad as pad, ravel as ravel, repeat as repeat, reshape as reshape, roll as roll, rot90 as rot90
from tfshim.experimental.numpy.shaping import select as select, shape as shape, split as split, squeeze as squeeze, stack as stack
from tfshim.experimental.numpy.shaping import swapaxes as swapaxes, take as take, take_along_axis as take_along_axis, tile as tile
from tfshim.experimental.numpy.shaping import transpose as transpose, vsplit as vsplit, vstack as vstack, where as where
e: float
inf: float
newaxis: None
pi: float

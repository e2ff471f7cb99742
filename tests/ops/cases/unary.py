"""Elementwise functions of one argument."""

from tests.ops.case import Family
from tests.ops.inputs import T, b1, bf16, c64, c128, f16, f32, f64, i8, i32, i64, u8, u16, u32, u64

cases = Family()

_SPECIAL = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 1e-30, -2.5, 30.0]

# name: (open interval that the ordinary cases draw from, complex numbers allowed, integers allowed)
_FLOAT = {
    "abs": (-2, 2, False, True),
    "acos": (-0.95, 0.95, True, False),
    "acosh": (1.1, 5, True, False),
    "asin": (-0.95, 0.95, True, False),
    "asinh": (-3, 3, True, False),
    "atan": (-3, 3, True, False),
    "atanh": (-0.9, 0.9, True, False),
    "ceil": (-3, 3, False, False),
    "cos": (-3, 3, True, False),
    "cosh": (-2, 2, True, False),
    "digamma": (0.3, 5, False, False),
    "erf": (-2, 2, False, False),
    "erfc": (-2, 2, False, False),
    "erfinv": (-0.9, 0.9, False, False),
    "erfcinv": (0.1, 1.9, False, False),
    "exp": (-2, 2, True, False),
    "expm1": (-2, 2, True, False),
    "floor": (-3, 3, False, False),
    "lgamma": (0.3, 5, False, False),
    "log": (0.1, 4, True, False),
    "log1p": (-0.8, 3, True, False),
    "log_sigmoid": (-3, 3, False, False),
    "ndtri": (0.05, 0.95, False, False),
    "negative": (-2, 2, True, True),
    "reciprocal": (0.3, 3, True, False),
    "reciprocal_no_nan": (0.3, 3, True, False),
    "rint": (-3, 3, False, False),
    "round": (-3, 3, False, True),
    "rsqrt": (0.2, 4, True, False),
    "sigmoid": (-3, 3, True, False),
    "sign": (-2, 2, True, True),
    "sin": (-3, 3, True, False),
    "sinh": (-2, 2, True, False),
    "softplus": (-3, 3, False, False),
    "softsign": (-3, 3, False, False),
    "sqrt": (0.1, 4, True, False),
    "square": (-2, 2, True, True),
    "tan": (-1.2, 1.2, True, False),
    "tanh": (-2, 2, True, False),
    "is_finite": (-2, 2, False, False),
    "is_inf": (-2, 2, False, False),
    "is_nan": (-2, 2, False, False),
}
for _name, (_lo, _hi, _complex, _integer) in _FLOAT.items():
    _call = f"tf.math.{_name}(x)"
    cases(_call, x=f32(2, 3, lo=_lo, hi=_hi))
    cases(_call, x=f64(4, lo=_lo, hi=_hi))
    cases(_call, x=T(_SPECIAL, "float32"))
    cases(_call, x=f32(0, 2))
    cases(_call, x=f32(lo=_lo, hi=_hi))
    if _name not in ("ndtri", "erfinv", "erfcinv"):
        cases(_call, x=f16(3, lo=_lo, hi=_hi))
        cases(_call, x=bf16(3, lo=_lo, hi=_hi))
    if _name != "reciprocal_no_nan":
        # Python numbers become float32 tensors.
        cases(_call, x=[0.5, 0.75])
    if _complex:
        cases(_call, x=c64(3, lo=0.2, hi=1.2), tol=3)
        cases(_call, x=c128(2, lo=-1.5, hi=-0.2))
    if _integer:
        cases(_call, x=T([-3, 0, 7], "int32"))
        cases(_call, x=T([-3, 0, 7], "int64"))
    cases.bad(_call, x=T(["a"], "string"))
    if _name not in ("abs", "negative", "sign", "square", "round"):
        cases.bad(_call, x=T([1, 2], "int32"))
    cases.bad(_call, x=b1(2))

for _name in ("abs", "negative", "sign", "square", "round"):
    cases(f"tf.math.{_name}(x)", x=T([-128, -1, 127], "int8"))
    cases(f"tf.math.{_name}(x)", x=T([-30000, 5, 300], "int16"))
    cases(f"tf.math.{_name}(x)", x=T([-2147483648, 2147483647], "int32"))
cases.over(["uint8", "uint16", "uint32", "uint64"], "tf.math.square(x)", x=(3,))
for _dtype in ("uint8", "uint16", "uint32", "uint64"):
    for _name in ("negative", "sign", "abs"):
        cases.bad(f"tf.math.{_name}(x)", x=T([1, 2], _dtype))

# Halves go to the even number, whatever the dtype.
cases("tf.math.round(x)", x=T([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e10], "float32"))
cases("tf.math.rint(x)", x=T([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e10], "float64"))
cases("tf.round(x)", x=T([0.5, -1.5], "float16"))

# Poles and domains.
cases("tf.math.lgamma(x)", x=T([0.0, -1.0, -0.5, -2.5, 100.0, 1e20], "float64"))
cases("tf.math.digamma(x)", x=T([0.0, -1.0, -0.5, -2.5, 100.0], "float64"))
cases("tf.math.erfinv(x)", x=T([-1.0, 1.0, 2.0, 0.0], "float32"))
cases("tf.math.ndtri(x)", x=T([0.0, 1.0, 0.5, -0.1, 1.1], "float64"))
cases("tf.math.softplus(x)", x=T([-100.0, -20.0, 20.0, 100.0], "float32"))
cases("tf.math.log_sigmoid(x)", x=T([-100.0, -20.0, 20.0, 100.0], "float32"))
cases("tf.math.sqrt(x)", x=T([-1.0, 0.0, 4.0], "float32"))
cases("tf.math.rsqrt(x)", x=T([-1.0, 0.0, 4.0], "float32"))
cases("tf.math.log1p(x)", x=T([-1.0, -2.0, 1e-10], "float32"))
cases("tf.math.expm1(x)", x=T([1e-10, 100.0, -100.0], "float32"))
cases("tf.math.sigmoid(x)", x=T([-100.0, 100.0, 0.0], "float32"))
cases("tf.math.abs(x)", x=T([3 + 4j, -1j, 0j], "complex64"))
cases("tf.math.abs(x)", x=c128(3))
cases("tf.abs(x)", x=T(-3, "int32"))
cases("tf.math.sign(x)", x=T([3 + 4j, 0j, -2j], "complex128"))
cases("tf.math.round(x)", x=T([1.5 + 2.5j], "complex64"))
cases("tf.math.reciprocal_no_nan(x)", x=T([0.0, 2.0, float("inf"), float("nan")], "float32"))
cases("tf.math.reciprocal(x)", x=T([0.0, 2.0], "float32"))
cases("tf.math.reciprocal(x)", x=T([1, 2, -1], "int32"))

# Parts of complex numbers.
for _name in ("real", "imag", "conj", "angle"):
    cases(f"tf.math.{_name}(x)", x=c64(2, 2))
    cases(f"tf.math.{_name}(x)", x=c128(3))
    cases(f"tf.math.{_name}(x)", x=f32(3))
    cases(f"tf.math.{_name}(x)", x=f64(0))
cases("tf.math.conj(x)", x=i32(3))
cases("tf.math.real(x)", x=i32(3))
cases("tf.math.angle(x)", x=T([1.0, -1.0, 0.0], "float32"))
cases("tf.math.angle(x)", x=T([1j, -1, 1 - 1j, 0j], "complex64"))
cases.bad("tf.math.conj(x)", x=T(["a"], "string"))
cases("tf.math.imag(x)", x=i32(3))

# Special functions.
for _name in ("i0", "i0e", "i1", "i1e"):
    cases(f"tf.math.bessel_{_name}(x)", x=f32(2, 3, lo=-4, hi=4))
    cases(f"tf.math.bessel_{_name}(x)", x=T([0.0, 0.5, -8.0, 20.0], "float64"))
    cases(f"tf.math.bessel_{_name}(x)", x=f16(3))
    cases.bad(f"tf.math.bessel_{_name}(x)", x=i32(2))
for _name in ("bessel_j0", "bessel_j1", "bessel_k0", "bessel_k0e", "bessel_k1", "bessel_k1e", "bessel_y0", "bessel_y1"):
    cases(f"tf.math.special.{_name}(x)", x=f32(2, 3, lo=0.2, hi=6), tol=3)
    cases(f"tf.math.special.{_name}(x)", x=T([0.5, 3.0, 9.0, 25.0], "float64"), tol=3)
    cases(f"tf.math.special.{_name}(x)", x=T([0.0], "float32"))
for _name in ("dawsn", "expint", "fresnel_cos", "fresnel_sin", "spence"):
    cases(f"tf.math.special.{_name}(x)", x=f32(2, 3, lo=0.2, hi=6), tol=3)
    cases(f"tf.math.special.{_name}(x)", x=T([0.1, 0.5, 3.0, 9.0], "float64"), tol=3)
    cases(f"tf.math.special.{_name}(x)", x=T([0.0, float("nan")], "float32"))
cases("tf.math.special.bessel_i0(x)", x=f32(3))

# Python operators and methods of a tensor that are functions of one argument.
cases("-x", op="tf.Tensor.__neg__", x=f32(3))
cases("abs(x)", op="tf.Tensor.__abs__", x=f32(3))
cases("~x", op="tf.Tensor.__invert__", x=b1(3))
cases("~x", op="tf.Tensor.__invert__", x=i32(3))
cases("~x", op="tf.Tensor.__invert__", x=u8(3))
cases.bad("~x", op="tf.Tensor.__invert__", x=f32(3))
cases("float(x), int(x), bool(x)", op="tf.Tensor.__float__", x=T(2.5, "float32"), graph=False)
cases("len(x)", op="tf.Tensor.__len__", x=f32(3, 2), graph=False)
cases.bad("len(x)", op="tf.Tensor.__len__", x=f32())
cases.bad("bool(x)", op="tf.Tensor.__bool__", x=f32(3))
cases.bad("float(x)", op="tf.Tensor.__float__", x=f32(3))
cases("[v for v in x]", op="tf.Tensor.__iter__", x=f32(2, 2), graph=False)
cases.bad("[v for v in x]", op="tf.Tensor.__iter__", x=f32())
cases("list(range(5))[x]", op="tf.Tensor.__index__", x=T(3, "int32"), graph=False)
cases.bad("list(range(5))[x]", op="tf.Tensor.__index__", x=T(3.0, "float32"))
cases("x.numpy()", op="tf.Tensor.numpy", x=f32(2, 2), graph=False, grad=False)
cases("x.numpy()", op="tf.Tensor.numpy", x=T([b"a", b"bc"], "string"), graph=False)
cases("x.numpy()", op="tf.Tensor.numpy", x=T(3, "int64"), graph=False)
cases("x.shape", op="tf.Tensor.shape", x=f32(2, 0), graph=False)
cases("x.dtype", op="tf.Tensor.dtype", x=f32(2), graph=False)
cases("x.ndim", op="tf.Tensor.ndim", x=f32(2, 3), graph=False)
cases("x.get_shape()", op="tf.Tensor.get_shape", x=f32(2, 3), graph=False)
cases.bad("hash(x)", op="tf.Tensor.__hash__", x=f32(2), words=0.4)
cases("str(x)", op="tf.Tensor.__str__", x=T([1.5, -2.0], "float32"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=T([[1, 2], [3, 4]], "int64"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=T([True, False], "bool"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=T([b"ab", "\u00e9".encode()], "string"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=T(7, "int32"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=T([1.5, -2.0], "bfloat16"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=T([1 + 2j], "complex64"), graph=False)
cases("str(x)", op="tf.Tensor.__str__", x=f32(0, 3), graph=False)
for _make in (f16, f64, i8, u8, u16, u32, u64, i64, b1):
    cases("tf.identity(x)", x=_make(2, 2))
cases("tf.identity(x)", x=T([1 + 2j, 0.5 - 1j], "complex64"))
cases("tf.identity(x)", x=T([[b"a", b"bb"]], "string"))
cases("tf.identity(x)", x=T([[0.1, 100.0], [1e-5, 3.0]], "float32"))
cases("tf.identity(x)", x=T(5.0, "bfloat16"))
cases("tf.identity(x)", x=f32(1100, lo=0, hi=1), grad=False, graph=False)

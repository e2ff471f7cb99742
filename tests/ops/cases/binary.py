"""Elementwise functions of two arguments, with broadcasting, and the operators of a tensor."""

from tests.ops.case import Family
from tests.ops.inputs import T, b1, bf16, c64, c128, f16, f32, f64, i8, i32, i64, u8

cases = Family()

_INF, _NAN = float("inf"), float("nan")
_X = [0.0, 1.0, -1.0, _INF, -_INF, _NAN, 2.0, 0.0]
_Y = [0.0, 0.0, 0.0, _INF, 1.0, 1.0, _NAN, 2.0]

# name: (lo, hi, complex allowed, integers allowed)
_ARITHMETIC = {
    "add": (-2, 2, True, True),
    "subtract": (-2, 2, True, True),
    "multiply": (-2, 2, True, True),
    "divide": (0.3, 3, True, True),
    "truediv": (0.3, 3, True, True),
    "floordiv": (0.3, 3, False, True),
    "floormod": (0.3, 3, False, True),
    "pow": (0.3, 2, True, True),
    "maximum": (-2, 2, False, True),
    "minimum": (-2, 2, False, True),
    "squared_difference": (-2, 2, True, True),
    "divide_no_nan": (0.3, 3, True, False),
    "multiply_no_nan": (-2, 2, True, False),
    "xdivy": (0.3, 3, True, False),
    "xlogy": (0.3, 3, True, False),
    "xlog1py": (0.3, 3, True, False),
    "atan2": (-2, 2, False, False),
    "nextafter": (-2, 2, False, False),
}
for _name, (_lo, _hi, _complex, _integer) in _ARITHMETIC.items():
    _call = f"tf.math.{_name}(x, y)"
    cases(_call, x=f32(2, 3, lo=_lo, hi=_hi), y=f32(2, 3, lo=_lo, hi=_hi))
    cases(_call, x=f32(2, 3, lo=_lo, hi=_hi), y=f32(3, lo=_lo, hi=_hi))
    cases(_call, x=f32(2, 1, lo=_lo, hi=_hi), y=f32(1, 3, lo=_lo, hi=_hi))
    cases(_call, x=f64(4, lo=_lo, hi=_hi), y=f64(lo=_lo, hi=_hi))
    cases(_call, x=T(_X, "float32"), y=T(_Y, "float32"), grad=_name not in ("pow",))
    cases(_call, x=f32(0, 3), y=f32(3))
    if _name != "nextafter":
        cases(_call, x=f16(3, lo=_lo, hi=_hi), y=f16(3, lo=_lo, hi=_hi))
        cases(_call, x=bf16(3, lo=_lo, hi=_hi), y=bf16(3, lo=_lo, hi=_hi))
        cases(_call, x=f32(3, lo=_lo, hi=_hi), y=1.5)
        # A number that comes first is float32 on its own in some of these.
        (cases.bad if _name in ("add", "truediv", "multiply_no_nan") else cases)(_call, x=2.0, y=f64(3, lo=_lo, hi=_hi))
    if _complex:
        cases(_call, x=c64(3, lo=0.3, hi=1.5), y=c64(3, lo=0.3, hi=1.5), tol=3)
        cases(_call, x=c128(2, 2), y=c128(2, lo=0.2, hi=1.0))
    if _integer:
        cases(_call, x=T([7, -7, 7, -7], "int32"), y=T([2, 2, 3, 3], "int32"))
        cases(_call, x=T([7, 6, 5], "int64"), y=2)
    cases.bad(_call, x=f32(2, 3), y=f32(2))
    cases.bad(_call, x=f32(3), y=f64(3))
    cases.bad(_call, x=f32(3), y=i32(3))
    cases.bad(_call, x=f32(2), y="word")

for _dtype in ("int8", "int16", "uint8", "uint16", "uint32", "uint64"):
    for _name in ("add", "subtract", "multiply", "maximum", "minimum", "floordiv", "floormod"):
        cases(f"tf.math.{_name}(x, y)", x=T([7, 9, 4, 1], _dtype), y=T([2, 3, 4, 5], _dtype))
    cases.bad("tf.math.squared_difference(x, y)", x=T([7, 9], _dtype), y=T([2, 3], _dtype))

# Integers wrap around.
cases("tf.math.add(x, y)", x=T([127, -128], "int8"), y=T([1, -1], "int8"))
cases("tf.math.add(x, y)", x=T([255, 0], "uint8"), y=T([1, 0], "uint8"))
cases("tf.math.multiply(x, y)", x=T([2147483647], "int32"), y=T([2], "int32"))
cases("tf.math.subtract(x, y)", x=T([0, 5], "uint16"), y=T([1, 2], "uint16"))
cases("tf.math.multiply(x, y)", x=T([4000000000], "uint32"), y=T([2], "uint32"))
cases("tf.math.maximum(x, y)", x=T([2**64 - 1], "uint64"), y=T([1], "uint64"))

# Division of integers.
for _dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16"):
    cases("tf.math.truediv(x, y)", x=T([7, 9], _dtype), y=T([2, 4], _dtype))
cases("tf.math.floordiv(x, y)", x=T([-7, 7, -7, 7], "int64"), y=T([2, -2, -2, 2], "int64"))
cases("tf.math.floormod(x, y)", x=T([-7, 7, -7, 7], "int64"), y=T([2, -2, -2, 2], "int64"))
cases("tf.math.floormod(x, y)", x=T([-7.5, 7.5, -7.5, 7.5], "float32"), y=T([2, -2, -2, 2], "float32"))
cases("tf.math.floordiv(x, y)", x=T([-7.5, 7.5, -7.5, 7.5], "float64"), y=T([2, -2, -2, 2], "float64"))
cases("tf.math.mod(x, y)", x=T([5, -5], "int32"), y=T([3, 3], "int32"))
cases("tf.truncatediv(x, y)", x=T([-7, 7, -7], "int32"), y=T([2, -2, -2], "int32"))
cases("tf.truncatediv(x, y)", x=T([7, 9], "uint8"), y=T([2, 4], "uint8"))
cases("tf.truncatediv(x, y)", x=T([7.5, -9.5], "float32"), y=T([2.0, 4.0], "float32"))
cases("tf.truncatemod(x, y)", x=T([-7, 7, -7], "int32"), y=T([2, -2, -2], "int32"))
cases("tf.truncatemod(x, y)", x=T([-7.5, 7.5], "float32"), y=T([2.0, -2.0], "float32"))
cases("tf.realdiv(x, y)", x=f32(2, 3), y=f32(3, lo=1, hi=2))
cases("tf.realdiv(x, y)", x=c64(2), y=c64(2, lo=1, hi=2))
cases.bad("tf.realdiv(x, y)", x=i32(2), y=i32(2))
for _call in ("tf.math.floordiv(x, y)", "tf.math.floormod(x, y)", "tf.truncatediv(x, y)", "tf.truncatemod(x, y)"):
    cases.bad(_call, x=T([1, 2], "int32"), y=T([0, 1], "int32"))
cases("tf.math.divide(x, y)", x=T([1, 2], "int32"), y=T([0, 0], "int32"))
cases("tf.math.divide(3, 2)")
cases("tf.math.truediv(3, 2)")
cases("tf.math.floordiv(7, 2)")
cases.bad("tf.math.truediv(x, y)", x=i32(2), y=f32(2))

# Powers.
cases("tf.math.pow(x, y)", x=T([2, 3, -2, 0], "int32"), y=T([3, 0, 3, 0], "int32"))
cases.bad("tf.math.pow(x, y)", x=T([2, 3], "int32"), y=T([-1, 2], "int32"))
cases("tf.math.pow(x, y)", x=T([-8.0, -2.0, 0.0, 0.0], "float32"), y=T([1 / 3, 2.0, 0.0, 2.0], "float32"), grad=False)
cases("tf.math.pow(x, y)", x=T([0.0, 0.0, 2.0], "float64"), y=T([0.0, 2.0, 0.0], "float64"))
cases("tf.pow(x, 2)", x=f32(3))
cases("tf.pow(x, 2.0)", x=f32(3))
cases("tf.pow(2.0, x)", x=f32(3))
cases("tf.math.pow(x, y)", x=T([2], "int8"), y=T([3], "int8"))

# No NaN where the second argument is zero.
cases("tf.math.divide_no_nan(x, y)", x=T([1.0, 0.0, _NAN, _INF], "float64"), y=T([0.0, 0.0, 0.0, 0.0], "float64"))
cases("tf.math.multiply_no_nan(x, y)", x=T([1.0, _NAN, _INF], "float32"), y=T([0.0, 0.0, 0.0], "float32"))
cases("tf.math.xlogy(x, y)", x=T([0.0, 0.0, 1.0, 0.0], "float32"), y=T([0.0, -1.0, 0.0, _NAN], "float32"))
cases("tf.math.xlog1py(x, y)", x=T([0.0, 0.0, 1.0], "float32"), y=T([-1.0, -2.0, -1.0], "float32"))
cases("tf.math.xdivy(x, y)", x=T([0.0, 0.0, 1.0], "float32"), y=T([0.0, _NAN, 0.0], "float32"))
cases("tf.math.divide_no_nan(x, 0)", x=f32(3))
cases("tf.math.divide_no_nan(x, y)", x=T([4, 6], "int32"), y=T([2, 0], "int32"))
# At a tie, and at NaN, the gradient has a rule.
cases("tf.math.maximum(x, y)", x=T([1.0, 2.0, 3.0], "float32"), y=T([1.0, 3.0, 2.0], "float32"))
cases("tf.math.minimum(x, y)", x=T([1.0, 2.0, 3.0], "float32"), y=T([1.0, 3.0, 2.0], "float32"))
cases("tf.math.atan2(y, x)", y=T([0.0, -0.0, 1.0, 0.0], "float32"), x=T([-1.0, -1.0, 0.0, 1.0], "float32"))

# Special functions of two and three arguments.
for _name in ("igamma", "igammac"):
    cases(f"tf.math.{_name}(a, x)", a=f32(2, 3, lo=0.3, hi=4), x=f32(2, 3, lo=0.3, hi=4), tol=5)
    cases(f"tf.math.{_name}(a, x)", a=f64(3, lo=0.3, hi=4), x=f64(lo=0.3, hi=4), tol=100)
    cases(
        f"tf.math.{_name}(a, x)",
        a=T([0.0, 1.0, -1.0, 2.0], "float32"),
        x=T([1.0, 0.0, 1.0, -1.0], "float32"),
        grad=False,
    )
    cases(f"tf.math.{_name}(a, x)", a=T([1.0, 1.0], "float64"), x=T([_INF, 1e3], "float64"), grad=False)
    cases.bad(f"tf.math.{_name}(a, x)", a=i32(2), x=i32(2))
cases("tf.math.polygamma(a, x)", a=T([0.0, 1.0, 2.0, 3.0], "float32"), x=f32(4, lo=0.5, hi=4), tol=5)
cases("tf.math.polygamma(a, x)", a=T([1.0], "float64"), x=f64(3, lo=0.5, hi=4))
cases("tf.math.polygamma(a, x)", a=T([1.5, -1.0], "float32"), x=T([1.0, 1.0], "float32"), grad=False)
cases("tf.math.zeta(x, q)", x=f32(3, lo=1.5, hi=5), q=f32(3, lo=0.5, hi=4), tol=5)
cases("tf.math.zeta(x, q)", x=f64(3, lo=1.5, hi=5), q=f64(lo=0.5, hi=4))
cases("tf.math.zeta(x, q)", x=T([1.0, 0.5, 2.0], "float32"), q=T([1.0, 1.0, -1.0], "float32"), grad=False)
cases("tf.math.betainc(a, b, x)", a=f32(3, lo=0.5, hi=3), b=f32(3, lo=0.5, hi=3), x=f32(3, lo=0.1, hi=0.9), tol=20)
cases(
    "tf.math.betainc(a, b, x)",
    a=f64(2, 2, lo=0.5, hi=3),
    b=f64(2, 2, lo=0.5, hi=3),
    x=f64(2, 2, lo=0.1, hi=0.9),
    tol=100,
)
cases("tf.math.betainc(a, b, x)", a=f64(lo=0.5, hi=3), b=f64(lo=0.5, hi=3), x=f64(3, lo=0.1, hi=0.9), tol=100)
cases(
    "tf.math.betainc(a, b, x)",
    a=T([1.0, -1.0], "float32"),
    b=T([1.0, 1.0], "float32"),
    x=T([2.0, 0.5], "float32"),
    grad=False,
)
cases("tf.math.polyval([a, b, c], x)", a=f32(3), b=f32(3), c=f32(3), x=f32(3))
cases("tf.math.polyval([1.0, 2.0, 3.0], x)", x=f32(2))
cases("tf.math.polyval([], x)", x=f32(2))
cases.bad("tf.math.polyval(a, x)", a=f32(2), x=f32(2))
cases("tf.math.scalar_mul(s, x)", s=T(2.5, "float32"), x=f32(2, 2))
cases("tf.math.scalar_mul(3, x)", x=i32(2))
cases("tf.scalar_mul(3.0, x)", x=f64(2))
cases.bad("tf.math.scalar_mul(s, x)", s=f32(2), x=f32(2))
cases("tf.math.add_n([x, y, z])", x=f32(2, 2), y=f32(2, 2), z=f32(2, 2))
cases("tf.math.add_n([x])", x=i32(3))
cases("tf.math.add_n(x)", x=f32(2))
cases.bad("tf.math.add_n([x, y])", x=f32(2, 2), y=f32(2, 3))
cases.bad("tf.math.add_n([x, y])", x=f32(2), y=i32(2))
cases.bad("tf.math.add_n([])")
cases("tf.math.accumulate_n([x, y])", x=f32(2, 2), y=f32(2, 2))
cases("tf.math.accumulate_n([x, y], shape=[2], tensor_dtype=tf.int32)", x=i32(2), y=i32(2))
cases.bad("tf.math.accumulate_n([x, y], tensor_dtype=tf.int32)", x=f32(2), y=f32(2))

# Comparisons.
_ORDER = ("less", "less_equal", "greater", "greater_equal")
for _name in (*_ORDER, "equal", "not_equal"):
    _call = f"tf.math.{_name}(x, y)"
    cases(_call, x=T([1.0, 2.0, _NAN, _INF], "float32"), y=T([1.0, 3.0, _NAN, -_INF], "float32"))
    cases(_call, x=f32(2, 1), y=f32(1, 3))
    cases(_call, x=i64(4), y=i64(4))
    cases(_call, x=f16(3), y=0.0)
    cases(_call, x=bf16(3), y=bf16(3))
    cases(_call, x=f32(0, 2), y=f32(2))
    cases(_call, x=T([1, 200], "uint8"), y=T([100, 100], "uint8"))
    cases(_call, x=T([2**63 + 1, 5], "uint64"), y=T([7, 2**63], "uint64"))
    cases.bad(_call, x=f32(2), y=f64(2))
    if _name in _ORDER:
        cases.bad(_call, x=f32(2, 3), y=f32(2))
        cases.bad(_call, x=c64(2), y=c64(2))
        cases.bad(_call, x=b1(2), y=b1(2))
        cases.bad(_call, x=T(["a"], "string"), y=T(["b"], "string"))
    else:
        cases(_call, x=T([b"a", b"b"], "string"), y=T([b"a", b"c"], "string"))
        cases(_call, x=b1(4), y=b1(4))
        cases(_call, x=c64(2), y=c64(2))
        cases(_call, x=T([b"a", b"b"], "string"), y="a")
        cases.bad(_call, x=f32(2, 3), y=f32(2))

# Logic.
for _name in ("logical_and", "logical_or", "logical_xor"):
    cases(f"tf.math.{_name}(x, y)", x=T([True, True, False, False], "bool"), y=T([True, False, True, False], "bool"))
    cases(f"tf.math.{_name}(x, y)", x=b1(2, 1), y=b1(1, 3))
    cases(f"tf.math.{_name}(x, True)", x=b1(3))
    cases(f"tf.math.{_name}(x, y)", x=b1(0), y=b1(1))
    cases.bad(f"tf.math.{_name}(x, y)", x=i32(2), y=i32(2))
    cases.bad(f"tf.math.{_name}(x, y)", x=b1(2), y=b1(3))
cases("tf.math.logical_not(x)", x=b1(4))
cases("tf.logical_not(x)", x=b1(0))
cases.bad("tf.math.logical_not(x)", x=f32(2))

# Operators: both orders, with Python numbers, lists and arrays.
_NP = "np.array([1.0, 2.0, 4.0])"
for _sign, _method in (
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "truediv"),
    ("//", "floordiv"),
    ("%", "mod"),
    ("**", "pow"),
):
    _op = f"tf.Tensor.__{_method}__"
    cases(f"x {_sign} y", op=_op, x=f32(3, lo=0.5, hi=2), y=f32(3, lo=0.5, hi=2))
    cases(f"x {_sign} 2", op=_op, x=f32(3, lo=0.5, hi=2))
    cases(f"2.5 {_sign} x", op=_op, x=f32(3, lo=0.5, hi=2))
    cases(f"x {_sign} {_NP}", op=_op, x=f32(3, lo=0.5, hi=2))
    cases(f"{_NP} {_sign} x", op=_op, x=f32(3, lo=0.5, hi=2))
    cases(f"x {_sign} [1.0, 2.0, 3.0]", op=_op, x=f32(3, lo=0.5, hi=2))
    cases(f"x {_sign} y", op=_op, x=T([7, 8], "int32"), y=T([2, 3], "int32"))
    cases(f"3 {_sign} x", op=_op, x=T([1, 2], "int64"))
    cases.bad(f"x {_sign} 1.5", op=_op, x=i32(2))
    cases.bad(f"x {_sign} y", op=_op, x=f32(2), y=f64(2))
    cases.bad(f"x {_sign} y", op=_op, x=f32(2), y=f32(3))
    cases.bad(f"x {_sign} None", op=_op, x=f32(2))
for _sign, _method in (("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"), ("==", "eq"), ("!=", "ne")):
    _op = f"tf.Tensor.__{_method}__"
    cases(f"x {_sign} y", op=_op, x=f32(3), y=f32(3))
    cases(f"x {_sign} 0", op=_op, x=f32(3))
    cases(f"1 {_sign} x", op=_op, x=i32(3))
cases("x == None", op="tf.Tensor.__eq__", x=f32(3), graph=False)
cases("x != None", op="tf.Tensor.__ne__", x=f32(3), graph=False)
cases("x == y", op="tf.Tensor.__eq__", x=f32(3), y=f32(2), graph=False)
cases("x != y", op="tf.Tensor.__ne__", x=f32(3), y=f32(2), graph=False)
cases("x == 'a'", op="tf.Tensor.__eq__", x=T([b"a", b"b"], "string"))
for _sign, _method in (("&", "and"), ("|", "or"), ("^", "xor")):
    _op = f"tf.Tensor.__{_method}__"
    cases(f"x {_sign} y", op=_op, x=b1(4), y=b1(4))
    cases(f"x {_sign} True", op=_op, x=b1(4))
    cases(f"True {_sign} x", op=_op, x=b1(4))
    cases(f"x {_sign} y", op=_op, x=i32(4), y=i32(4))
    cases.bad(f"x {_sign} y", op=_op, x=f32(4), y=f32(4))
cases("x @ y", op="tf.Tensor.__matmul__", x=f32(2, 3), y=f32(3, 2))
cases("np.ones((2, 2), np.float32) @ x", op="tf.Tensor.__matmul__", x=f32(2, 3))
cases.bad("x @ y", op="tf.Tensor.__matmul__", x=f32(2, 3), y=f32(2, 3))
cases("x // y, x % y", op="tf.Tensor.__floordiv__", x=i8(3, lo=1, hi=9), y=i8(3, lo=1, hi=4))
cases("x + y", op="tf.Tensor.__add__", x=T([b"a", b"b"], "string"), y=T([b"c", b"d"], "string"))
cases("x + 'z'", op="tf.Tensor.__add__", x=T([b"a", b"b"], "string"))
cases("x + y", op="tf.Tensor.__add__", x=u8(3), y=u8(3))
cases("x + True", op="tf.Tensor.__add__", x=f32(2))
cases.bad("x + y", op="tf.Tensor.__add__", x=b1(2), y=b1(2))
cases("x + 300", op="tf.Tensor.__add__", x=u8(2))
cases.bad("x + [1.0, [2.0]]", op="tf.Tensor.__add__", x=f32(2))

"""tf.debugging: assertions and checks of numbers."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, b1, c64, f16, f32, f64, i32

cases = Family()

_D = "tf.debugging"
_HOLDS = {
    "assert_equal": ([1, 2], [1, 2]), "assert_greater": ([3, 4], [1, 2]), "assert_less": ([1, 2], [3, 4]),
    "assert_greater_equal": ([3, 2], [1, 2]), "assert_less_equal": ([1, 4], [3, 4]), "assert_none_equal": ([1, 2], [2, 1]),
    "assert_near": ([1, 2], [1, 2]),
}  # fmt: skip
_FAILS = {
    "assert_equal": ([1, 2], [1, 3]), "assert_greater": ([3, 1], [1, 2]), "assert_less": ([1, 5], [3, 4]),
    "assert_greater_equal": ([3, 1], [1, 2]), "assert_less_equal": ([1, 9], [3, 4]), "assert_none_equal": ([1, 1], [2, 1]),
    "assert_near": ([1, 2], [1, 3]),
}  # fmt: skip
for _name in _HOLDS:
    _dtypes = ("float32", "float64") if _name == "assert_near" else ("int32", "float32")
    for _dtype in _dtypes:
        cases(f"{_D}.{_name}(x, y)", x=T(_HOLDS[_name][0], _dtype), y=T(_HOLDS[_name][1], _dtype), graph=False)
        cases.bad(f"{_D}.{_name}(x, y)", x=T(_FAILS[_name][0], _dtype), y=T(_FAILS[_name][1], _dtype))
    _x, _y = T(_FAILS[_name][0], "float32"), T(_FAILS[_name][1], "float32")
    cases.bad(f"{_D}.{_name}(x, y, message='these are wrong')", x=_x, y=_y)
    cases.bad(f"{_D}.{_name}(x, y, summarize=1)", x=_x, y=_y)
    cases.bad(f"{_D}.{_name}(x, y)", x=f32(2), y=f64(2))
    cases.bad(f"{_D}.{_name}(x, y)", x=f32(2), y=f32(3))
    cases(f"{_D}.{_name}(x, y)", x=f32(0), y=f32(0), graph=False)
cases("tf.assert_equal(1, 1)")
cases.bad("tf.assert_equal(x, 'a')", x=S([b"b"]))
cases("tf.assert_equal(x, y)", x=S([b"b"]), y=S([b"b"]), graph=False)
cases("tf.assert_equal(x, True)", x=T([True, True], "bool"), graph=False)
cases.bad("tf.assert_greater(x, 5)", x=T([[1, 2], [3, 7]], "int32"))
cases.bad("tf.assert_less(x, 2.0, message='too big')", x=T([1.0, 2.0], "float32"))
cases.bad(f"{_D}.assert_near(x, y, rtol=0.01)", x=T([1.0], "float32"), y=T([1.1], "float32"))
cases(f"{_D}.assert_near(x, y, atol=0.2)", x=T([1.0], "float32"), y=T([1.1], "float32"), graph=False)
cases(f"{_D}.assert_near(x, y)", x=T([1.0], "float16"), y=T([1.001], "float16"), graph=False)

for _name, _good, _bad in (
    ("assert_positive", [1, 2], [1, 0]), ("assert_negative", [-1, -2], [-1, 0]), ("assert_non_negative", [0, 2], [1, -1]),
    ("assert_non_positive", [0, -2], [1, -1]),
):  # fmt: skip
    for _dtype in ("int32", "float32", "float64"):
        cases(f"{_D}.{_name}(x)", x=T(_good, _dtype), graph=False)
        cases.bad(f"{_D}.{_name}(x)", x=T(_bad, _dtype))
    cases.bad(f"{_D}.{_name}(x, message='look here')", x=T(_bad, "int64"))
    cases(f"{_D}.{_name}(x)", x=f32(0), graph=False)
cases.bad(f"{_D}.assert_positive(x)", x=c64(2))

cases(f"{_D}.assert_rank(x, 2)", x=f32(2, 3), graph=False)
cases("tf.assert_rank(x, 0)", x=f32(), graph=False)
cases.bad(f"{_D}.assert_rank(x, 1)", x=f32(2, 3))
cases.bad("tf.assert_rank(x, 1, message='a vector, please')", x=f32(2, 3))
cases.bad(f"{_D}.assert_rank(x, [1])", x=f32(2))
cases(f"{_D}.assert_rank_at_least(x, 1)", x=f32(2, 3), graph=False)
cases.bad(f"{_D}.assert_rank_at_least(x, 3)", x=f32(2, 3))
cases.bad(f"{_D}.assert_rank_at_least(x, 3, message='deeper')", x=f32(2, 3))
cases(f"{_D}.assert_rank_in(x, [1, 2])", x=f32(2, 3), graph=False)
cases.bad(f"{_D}.assert_rank_in(x, (0, 1))", x=f32(2, 3))
cases(f"{_D}.assert_scalar(x)", x=f32(), grad=False, graph=False)
cases.bad(f"{_D}.assert_scalar(x)", x=f32(2))
cases(f"{_D}.assert_type(x, tf.float32)", x=f32(2), graph=False)
cases.bad(f"{_D}.assert_type(x, tf.int32)", x=f32(2))
cases.bad(f"{_D}.assert_type(x, tf.int32, message='integers, please')", x=f32(2))
cases(f"{_D}.assert_integer(x)", x=i32(2), graph=False)
cases.bad(f"{_D}.assert_integer(x)", x=f32(2))
cases.bad(f"{_D}.assert_integer(x, message='whole ones')", x=b1(2))
cases(f"{_D}.assert_same_float_dtype([x, y])", x=f32(2), y=f32(), graph=False)
cases(f"{_D}.assert_same_float_dtype([x], tf.float64)", x=f64(2), graph=False)
cases(f"{_D}.assert_same_float_dtype()")
cases.bad(f"{_D}.assert_same_float_dtype([x, y])", x=f32(2), y=f64())
cases.bad(f"{_D}.assert_same_float_dtype([x])", x=i32(2))
cases(f"{_D}.assert_proper_iterable([1, 2])")
cases(f"{_D}.assert_proper_iterable((x,))", x=f32(2), graph=False)
cases.bad(f"{_D}.assert_proper_iterable(x)", x=f32(2))
cases.bad(f"{_D}.assert_proper_iterable('abc')")
cases.bad(f"{_D}.assert_proper_iterable(5)")
cases(f"{_D}.assert_shapes([(x, ('N', 'Q')), (y, ('N',)), (z, ())])", x=f32(2, 3), y=f32(2), z=f32(), graph=False)
cases(f"{_D}.assert_shapes({{}})")
cases(f"{_D}.assert_shapes([(x, ('N', 3))])", x=f32(2, 3), graph=False)
cases(f"{_D}.assert_shapes([(x, (..., 'D')), (y, ('D',))])", x=f32(2, 3), y=f32(3), graph=False)
cases.bad(f"{_D}.assert_shapes([(x, ('D', ...))])", x=f32(2, 3))
cases(f"{_D}.assert_shapes([(x, 'NQ'), (y, '.Q')])", x=f32(2, 3), y=f32(5, 3), graph=False)
cases.bad(f"{_D}.assert_shapes([(x, ('N', 'Q')), (y, ('N',))])", x=f32(2, 3), y=f32(3))
cases.bad(f"{_D}.assert_shapes([(x, ('N', 4))])", x=f32(2, 3))
cases.bad(f"{_D}.assert_shapes([(x, ('N',))], message='oh no')", x=f32(2, 3))
cases("tf.debugging.Assert(True, ['fine'])")
cases.bad("tf.debugging.Assert(x > 0, [x])", x=T(-1.0, "float32"))
cases.bad("tf.Assert(False, ['wrong:', x], summarize=2)", x=T([1, 2, 3], "int32"))
cases.bad("tf.debugging.Assert(x, [x])", x=b1(2))

cases(f"{_D}.check_numerics(x, 'message')", x=f32(2, 2))
cases(f"{_D}.check_numerics(x, 'message')", x=f16(2))
cases.bad(f"{_D}.check_numerics(x, 'my message')", x=T([1.0, float("nan")], "float32"))
cases.bad(f"{_D}.check_numerics(x, 'my message')", x=T([1.0, float("inf")], "float64"))
cases.bad(f"{_D}.check_numerics(x, 'my message')", x=T([float("nan"), float("-inf")], "float32"))
cases.bad(f"{_D}.check_numerics(x, 'my message')", x=i32(2))
cases(f"{_D}.assert_all_finite(x, 'msg')", x=f32(2))
cases.bad(f"{_D}.assert_all_finite(x, 'not finite')", x=T([1.0, float("inf")], "float32"))
cases(
    f"{_D}.is_numeric_tensor(x), {_D}.is_numeric_tensor(y), {_D}.is_numeric_tensor(3)",
    x=f32(2),
    y=S([b"a"]),
    graph=False,
)
cases(f"{_D}.is_traceback_filtering_enabled()")
cases(f"{_D}.get_log_device_placement()")

"""tf.bitwise."""

from tests.ops.case import Family
from tests.ops.inputs import T, b1, f32, i32

cases = Family()

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")

for _name in ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"):
    _f = f"tf.bitwise.{_name}(x, y)"
    for _dtype in _INTEGERS:
        cases(_f, x=T([5, 100, 0, 127], _dtype), y=T([1, 2, 3, 4], _dtype))
    cases(_f, x=T([-5, -128, -1], "int8"), y=T([1, 2, 3], "int8"))
    cases(_f, x=i32(2, 1, lo=0), y=i32(1, 3, lo=0))
    cases(_f, x=i32(0), y=i32(1))
    cases(_f, x=T([2**31 - 1, -(2**31)], "int32"), y=T([3, 3], "int32"))
    cases(_f, x=T([2**64 - 1, 2**63], "uint64"), y=T([5, 1], "uint64"))
    cases(f"tf.bitwise.{_name}(x, 3)", x=i32(3, lo=0))
    cases.bad(_f, x=f32(2), y=f32(2))
    cases.bad(_f, x=b1(2), y=b1(2))
    cases.bad(_f, x=T([1, 2], "int32"), y=T([1, 2], "int64"))
    cases.bad(_f, x=T([1, 2], "int32"), y=T([1, 2, 3], "int32"))
# Shifts by more than the width, or by a negative number, are clamped.
for _name in ("left_shift", "right_shift"):
    cases(f"tf.bitwise.{_name}(x, y)", x=T([1, -1, 64], "int8"), y=T([9, 9, -1], "int8"))
    cases(f"tf.bitwise.{_name}(x, y)", x=T([1, 255], "uint8"), y=T([8, 200], "uint8"))
    cases(f"tf.bitwise.{_name}(x, y)", x=T([1, -1], "int32"), y=T([40, 32], "int32"))
    cases(f"tf.bitwise.{_name}(x, y)", x=T([1, 2**63], "uint64"), y=T([64, 100], "uint64"))
for _dtype in _INTEGERS:
    cases("tf.bitwise.invert(x)", x=T([0, 1, 100], _dtype))
cases("tf.bitwise.invert(x)", x=i32(0))
cases("tf.bitwise.invert(5)")
cases.bad("tf.bitwise.invert(x)", x=f32(2))
cases.bad("tf.bitwise.invert(x)", x=b1(2))

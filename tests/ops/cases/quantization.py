"""tf.quantization, and the fake quantization of training."""

from tests.ops.case import Family
from tests.ops.inputs import T, f32, i32

cases = Family()

_Q = "tf.quantization"
_X = T([-7.0, -1.2, -0.3, 0.0, 0.4, 1.7, 5.9, 9.0], "float32")

for _options in ("", ", min=-1, max=3", ", num_bits=4", ", min=0, max=6, narrow_range=True", ", min=-0.1, max=0.7"):
    cases(f"{_Q}.fake_quant_with_min_max_args(x{_options})", x=_X)
    cases(f"{_Q}.fake_quant_with_min_max_args_gradient(g, x{_options})", x=_X, g=f32(8), grad=False)
for _options in ("", ", num_bits=4", ", narrow_range=True"):
    cases(f"{_Q}.fake_quant_with_min_max_vars(x, a, b{_options})", x=_X, a=T(-2.0, "float32"), b=T(3.0, "float32"))
    cases(
        f"{_Q}.fake_quant_with_min_max_vars_gradient(g, x, a, b{_options})",
        g=f32(8),
        x=_X,
        a=T(-2.0, "float32"),
        b=T(3.0, "float32"),
        grad=False,
    )
    cases(
        f"{_Q}.fake_quant_with_min_max_vars_per_channel(x, a, b{_options})",
        x=f32(3, 2),
        a=T([-1.0, -0.5], "float32"),
        b=T([1.0, 2.0], "float32"),
    )
cases(
    f"{_Q}.fake_quant_with_min_max_vars_per_channel_gradient(g, x, a, b)",
    g=f32(3, 2),
    x=f32(3, 2),
    a=T([-1.0, -0.5], "float32"),
    b=T([1.0, 2.0], "float32"),
    grad=False,
)
cases.bad(f"{_Q}.fake_quant_with_min_max_args(x, min=3, max=1)", x=_X)
cases.bad(f"{_Q}.fake_quant_with_min_max_args(x, num_bits=1)", x=_X)
cases.bad(f"{_Q}.fake_quant_with_min_max_vars_per_channel(x, a, b)", x=f32(3, 2), a=f32(3), b=f32(3))
cases.bad(f"{_Q}.fake_quant_with_min_max_args(x)", x=i32(2))
for _type in ("quint8", "qint8"):
    for _mode in ("MIN_FIRST", "MIN_COMBINED", "SCALED"):
        cases(f"q = {_Q}.quantize(x, -4.0, 6.0, tf.{_type}, mode='{_mode}')\ntf.cast(q[0], tf.int32), q[1], q[2], q[0].dtype",
              op="tf.quantization.quantize", x=_X, grad=False, graph=False)  # fmt: skip
        cases(f"{_Q}.dequantize({_Q}.quantize(x, -4.0, 6.0, tf.{_type}, mode='{_mode}')[0], -4.0, 6.0, mode='{_mode}')",
              op="tf.quantization.dequantize", x=_X, grad=False)  # fmt: skip
for _options in (
    "",
    ", num_bits=4",
    ", signed_input=False",
    ", range_given=True",
    ", round_mode='HALF_UP'",
    ", narrow_range=True",
):
    cases(f"{_Q}.quantize_and_dequantize_v2(x, -4.0, 6.0{_options})", x=_X, grad=False)
cases(
    f"{_Q}.quantize_and_dequantize_v2(x, [-1.0, -2.0], [1.0, 2.0], axis=1, range_given=True)", x=f32(3, 2), grad=False
)

"""Convolution, pooling and morphology."""

from tests.ops.case import Family
from tests.ops.inputs import T, bf16, f16, f32, f64, i32

cases = Family()

_N = "tf.nn"

# Convolution in one, two and three dimensions.
for _padding in ("SAME", "VALID"):
    for _strides in (1, 2):
        cases(f"{_N}.conv1d(x, w, {_strides}, '{_padding}')", x=f32(2, 5, 2), w=f32(3, 2, 2))
        cases(f"{_N}.conv2d(x, w, {_strides}, '{_padding}')", x=f32(1, 5, 4, 2), w=f32(3, 2, 2, 2), tol=2)
        cases(
            f"{_N}.conv3d(x, w, [1, {_strides}, {_strides}, {_strides}, 1], '{_padding}')",
            x=f32(1, 3, 3, 3, 1),
            w=f32(2, 2, 2, 1, 2),
            tol=2,
        )
        cases(
            f"{_N}.depthwise_conv2d(x, w, [1, {_strides}, {_strides}, 1], '{_padding}')",
            x=f32(1, 4, 5, 2),
            w=f32(2, 3, 2, 2),
            tol=2,
        )
        cases(f"{_N}.separable_conv2d(x, d, p, [1, {_strides}, {_strides}, 1], '{_padding}')",
              x=f32(1, 4, 4, 2), d=f32(2, 2, 2, 2), p=f32(1, 1, 4, 3), tol=2)  # fmt: skip
        cases(
            f"{_N}.convolution(x, w, strides={_strides}, padding='{_padding}')",
            x=f32(1, 5, 4, 2),
            w=f32(2, 2, 2, 1),
            tol=2,
        )
        for _kind in ("max", "avg"):
            cases(f"{_N}.{_kind}_pool1d(x, 2, {_strides}, '{_padding}')", x=f32(1, 5, 2))
            cases(f"{_N}.{_kind}_pool2d(x, [2, 3], {_strides}, '{_padding}')", x=f32(1, 5, 4, 2))
            cases(f"{_N}.{_kind}_pool3d(x, 2, {_strides}, '{_padding}')", x=f32(1, 3, 3, 4, 1))
            cases(f"{_N}.{_kind}_pool(x, ksize=3, strides={_strides}, padding='{_padding}')", x=f64(1, 5, 5, 1))
            cases(f"{_N}.pool(x, [2], '{_kind.upper()}', strides=[{_strides}], padding='{_padding}')", x=f32(1, 5, 2))
            cases(
                f"{_N}.pool(x, [2, 2], '{_kind.upper()}', strides=[{_strides}, 1], padding='{_padding}')",
                x=f32(1, 4, 5, 1),
            )
    cases(f"{_N}.conv2d(x, w, 1, '{_padding}', dilations=2)", x=f32(1, 6, 6, 1), w=f32(2, 2, 1, 2), tol=2)
    cases(f"{_N}.conv2d(x, w, [1, 2, 1, 1], '{_padding}')", x=f64(1, 5, 5, 1), w=f64(3, 3, 1, 1))
    cases(f"{_N}.conv1d(x, w, 1, '{_padding}', dilations=2)", x=f32(1, 6, 1), w=f32(2, 1, 2), tol=2)
    cases(f"{_N}.convolution(x, w, padding='{_padding}', dilations=[2])", x=f32(1, 7, 2), w=f32(3, 2, 1), tol=2)
    cases(f"{_N}.convolution(x, w, padding='{_padding}')", x=f32(1, 3, 3, 3, 1), w=f32(2, 2, 2, 1, 1), tol=2)
    cases(
        f"{_N}.depthwise_conv2d(x, w, [1, 1, 1, 1], '{_padding}', dilations=[2, 2])",
        x=f32(1, 6, 6, 2),
        w=f32(2, 2, 2, 1),
        tol=2,
    )
    cases(f"{_N}.atrous_conv2d(x, w, 2, '{_padding}')", x=f32(1, 6, 6, 1), w=f32(2, 2, 1, 2), tol=2)
    (cases if _padding == "VALID" else cases.bad)(
        f"{_N}.pool(x, [2, 2], 'MAX', padding='{_padding}', dilations=[2, 1])", x=f32(1, 5, 5, 1)
    )
    cases(f"{_N}.dilation2d(x, w, [1, 1, 1, 1], '{_padding}', 'NHWC', [1, 1, 1, 1])", x=f32(1, 4, 4, 2), w=f32(2, 2, 2))
    cases(f"{_N}.dilation2d(x, w, [1, 2, 1, 1], '{_padding}', 'NHWC', [1, 1, 2, 1])", x=f64(1, 5, 5, 1), w=f64(2, 2, 1))
    cases(f"{_N}.erosion2d(x, w, [1, 1, 1, 1], '{_padding}', 'NHWC', [1, 1, 1, 1])", x=f32(1, 4, 4, 1), w=f32(2, 2, 1))
    cases(f"{_N}.max_pool_with_argmax(x, 2, 2, '{_padding}')", x=f32(2, 4, 5, 2))
    cases(
        f"{_N}.max_pool_with_argmax(x, [2, 2], [2, 2], '{_padding}', output_dtype=tf.int32, include_batch_in_index=True)",
        x=f32(2, 4, 4, 1),
    )

# Explicit padding, groups, other dtypes, leading dimensions, nothing at all.
cases(f"{_N}.conv2d(x, w, 1, [[0, 0], [1, 0], [2, 1], [0, 0]])", x=f32(1, 3, 3, 1), w=f32(2, 2, 1, 2), tol=2)
cases(f"{_N}.max_pool(x, 2, 2, [[0, 0], [1, 1], [0, 1], [0, 0]])", x=f32(1, 3, 3, 1))
cases(f"{_N}.conv2d(x, w, 1, 'VALID')", x=f32(1, 3, 3, 4), w=f32(2, 2, 2, 2), tol=2)
cases(f"{_N}.conv2d(x, w, 1, 'SAME')", x=f16(1, 3, 3, 1), w=f16(2, 2, 1, 1), tol=2)
cases(f"{_N}.conv2d(x, w, 1, 'SAME')", x=bf16(1, 3, 3, 1), w=bf16(2, 2, 1, 1), tol=2)
cases(f"{_N}.conv2d(x, w, 1, 'SAME')", x=i32(1, 3, 3, 1), w=i32(2, 2, 1, 1))
cases(f"{_N}.conv2d(x, w, 1, 'VALID')", x=f32(2, 2, 3, 3, 1), w=f32(2, 2, 1, 1), tol=2)
cases(f"{_N}.conv1d(x, w, 1, 'SAME')", x=f32(2, 2, 4, 1), w=f32(2, 1, 1), tol=2)
cases(f"{_N}.conv2d(x, w, 1, 'SAME')", x=f32(0, 3, 3, 1), w=f32(2, 2, 1, 2))
cases(f"{_N}.conv2d(x, w, [2, 2], 'SAME')", x=f32(1, 1, 1, 1), w=f32(3, 3, 1, 1))
cases(
    f"{_N}.conv2d(input=x, filters=w, strides=[1, 1, 1, 1], padding='SAME', data_format='NHWC')",
    x=f32(1, 2, 2, 1),
    w=f32(1, 1, 1, 2),
    tol=2,
)
cases(f"{_N}.max_pool2d(x, 2, 2, 'SAME')", x=i32(1, 3, 3, 1))
cases(f"{_N}.max_pool2d(x, 2, 1, 'VALID')", x=T([[[[1.0], [1.0]], [[1.0], [0.0]]]], "float32"))
cases(f"{_N}.avg_pool2d(x, 2, 2, 'SAME')", x=f16(1, 3, 3, 1))
cases(f"{_N}.avg_pool(x, 2, 2, 'VALID')", x=f32(0, 4, 4, 1))
cases.bad(f"{_N}.conv2d(x, w, 1, 'SAME')", x=f32(1, 3, 3, 2), w=f32(2, 2, 3, 1))
cases.bad(f"{_N}.conv2d(x, w, 1, 'FULL')", x=f32(1, 3, 3, 1), w=f32(2, 2, 1, 1))
# Nothing comes out of these, and TensorFlow leaves their gradients unset.
cases(f"{_N}.conv2d(x, w, 1, 'VALID')", x=f32(1, 2, 2, 1), w=f32(3, 3, 1, 1), grad=False)
cases.bad(f"{_N}.conv2d(x, w, 1, 'SAME')", x=f32(1, 3, 3, 1), w=f64(2, 2, 1, 1))
cases.bad(f"{_N}.conv2d(x, w, [1, 1, 1], 'SAME')", x=f32(1, 3, 3, 1), w=f32(2, 2, 1, 1))
cases.bad(f"{_N}.conv2d(x, w, 0, 'SAME')", x=f32(1, 3, 3, 1), w=f32(2, 2, 1, 1))
cases.bad(f"{_N}.conv2d(x, w, 1, 'SAME', data_format='NCWH')", x=f32(1, 3, 3, 1), w=f32(2, 2, 1, 1))
cases.bad(f"{_N}.depthwise_conv2d(x, w, [1, 1, 1, 1], 'SAME')", x=f32(1, 3, 3, 2), w=f32(2, 2, 3, 1))
cases.bad(f"{_N}.depthwise_conv2d(x, w, [1, 1, 2, 1], 'SAME')", x=f32(1, 3, 3, 1), w=f32(2, 2, 1, 1))
cases.bad(f"{_N}.max_pool2d(x, 2, 2, 'SAME')", x=f32(3, 3, 1))
cases(f"{_N}.max_pool2d(x, 4, 2, 'VALID')", x=f32(1, 3, 3, 1), grad=False)
cases.bad(f"{_N}.avg_pool2d(x, 2, 2, 'WRONG')", x=f32(1, 3, 3, 1))
cases.bad(f"{_N}.max_pool(x, 2, 2, 'SAME')", x=f32(2, 2))
cases.bad(f"{_N}.pool(x, [2], 'MEDIAN')", x=f32(1, 4, 1))
cases.bad(f"{_N}.convolution(x, w, strides=2, dilations=2)", x=f32(1, 5, 5, 1), w=f32(2, 2, 1, 1))

# Transposed convolution.
for _padding, _out in (("SAME", (1, 6, 4, 2)), ("VALID", (1, 7, 5, 2))):
    cases(f"{_N}.conv2d_transpose(x, w, {list(_out)}, 2, '{_padding}')", x=f32(1, 3, 2, 2), w=f32(3, 3, 2, 2), tol=3)
    cases(f"{_N}.conv_transpose(x, w, {list(_out)}, 2, '{_padding}')", x=f32(1, 3, 2, 2), w=f32(3, 3, 2, 2), tol=3)
    cases(f"{_N}.conv1d_transpose(x, w, [1, {_out[1]}, 2], 2, '{_padding}')", x=f32(1, 3, 2), w=f32(3, 2, 2), tol=3)
    cases(
        f"{_N}.conv3d_transpose(x, w, [1, {_out[1]}, {_out[2]}, {_out[2]}, 1], 2, '{_padding}')",
        x=f32(1, 3, 2, 2, 1),
        w=f32(3, 3, 3, 1, 1),
        tol=3,
    )
cases(f"{_N}.conv2d_transpose(x, w, s, [1, 2, 2, 1])", x=f64(1, 2, 2, 1), w=f64(2, 2, 1, 1), s=T([1, 4, 4, 1], "int32"))
cases(
    f"{_N}.conv2d_transpose(x, w, [1, 3, 3, 1], strides=1, padding='VALID')",
    x=f32(1, 2, 2, 1),
    w=f32(2, 2, 1, 1),
    tol=3,
)
cases(f"{_N}.atrous_conv2d_transpose(x, w, [1, 6, 6, 1], 2, 'SAME')", x=f32(1, 6, 6, 2), w=f32(2, 2, 1, 2), tol=3)
cases.bad(f"{_N}.conv2d_transpose(x, w, [1, 9, 9, 1], 2, 'SAME')", x=f32(1, 2, 2, 1), w=f32(2, 2, 1, 1))
cases.bad(f"{_N}.conv2d_transpose(x, w, [1, 4, 4, 2], 2, 'SAME')", x=f32(1, 2, 2, 1), w=f32(2, 2, 1, 1))

# Gradients as functions, and the rest.
cases(
    f"{_N}.depthwise_conv2d_backprop_input([1, 4, 4, 2], w, g, [1, 1, 1, 1], 'SAME')",
    w=f32(2, 2, 2, 1),
    g=f32(1, 4, 4, 2),
    tol=3,
)
cases(
    f"{_N}.depthwise_conv2d_backprop_filter(x, [2, 2, 2, 1], g, [1, 1, 1, 1], 'VALID')",
    x=f32(1, 4, 4, 2),
    g=f32(1, 3, 3, 2),
    tol=3,
)
cases(
    "tf.compat.v1.nn.conv2d_backprop_input([1, 4, 4, 1], w, g, [1, 1, 1, 1], 'SAME')",
    w=f32(2, 2, 1, 2),
    g=f32(1, 4, 4, 2),
    tol=3,
)
cases(
    "tf.compat.v1.nn.conv2d_backprop_filter(x, [2, 2, 1, 2], g, [1, 1, 1, 1], 'VALID')",
    x=f32(1, 4, 4, 1),
    g=f32(1, 3, 3, 2),
    tol=3,
)
cases(f"{_N}.with_space_to_batch(x, [2, 2], 'SAME', lambda v, n, p: tf.nn.conv2d(v, tf.ones([2, 2, 1, 1]), 1, p), filter_shape=[2, 2])",
      op="tf.nn.with_space_to_batch", x=f32(1, 4, 4, 1), graph=False)  # fmt: skip
cases(f"{_N}.fractional_max_pool(x, 1.5, seed=3)", x=f32(1, 6, 6, 1), graph=False)
cases(
    f"{_N}.fractional_max_pool(x, [1.0, 1.4, 1.4, 1.0], pseudo_random=True, overlapping=True, seed=3)",
    x=f32(1, 7, 7, 1),
    graph=False,
)
cases(f"{_N}.fractional_avg_pool(x, [1.0, 1.5, 1.5, 1.0], seed=3)", x=f32(1, 6, 6, 1), graph=False)
cases.bad(f"{_N}.fractional_max_pool(x, 0.5, seed=3)", x=f32(1, 6, 6, 1))

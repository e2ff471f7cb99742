"""TensorProto messages: the fields TensorFlow fills, and the way back."""

import numpy as np
import pytest

import tfshim as tf

VECTOR = "tensor_shape { dim { size: 2 } }"
SCALAR = "tensor_shape { }"
# (arguments, the text form of TensorFlow's message)
MESSAGES = [
    ((1.5,), f"dtype: DT_FLOAT {SCALAR} float_val: 1.5"),
    ((3,), f"dtype: DT_INT32 {SCALAR} int_val: 3"),
    ((True,), f"dtype: DT_BOOL {SCALAR} bool_val: true"),
    (("é",), f'dtype: DT_STRING {SCALAR} string_val: "\\303\\251"'),
    (([1, 2],), f'dtype: DT_INT32 {VECTOR} tensor_content: "\\001\\000\\000\\000\\002\\000\\000\\000"'),
    (([1],), "dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 1"),
    ((["a", "b"],), f'dtype: DT_STRING {VECTOR} string_val: "a" string_val: "b"'),
    ((np.float64(2),), f"dtype: DT_DOUBLE {SCALAR} double_val: 2"),
    (([1, 2], "float16"), f'dtype: DT_HALF {VECTOR} tensor_content: "\\000<\\000@"'),
    ((1.5, "bfloat16"), f"dtype: DT_BFLOAT16 {SCALAR} half_val: 16320"),
    (([1, 2], "bfloat16"), f'dtype: DT_BFLOAT16 {VECTOR} tensor_content: "\\200?\\000@"'),
    (
        ([1j, 2.0],),
        f"dtype: DT_COMPLEX128 {VECTOR} dcomplex_val: 0 dcomplex_val: 1 dcomplex_val: 2 dcomplex_val: 0",
    ),
    ((1j, "complex64"), f"dtype: DT_COMPLEX64 {SCALAR} scomplex_val: 0 scomplex_val: 1"),
    ((1.0, None, [2, 3]), "dtype: DT_FLOAT tensor_shape { dim { size: 2 } dim { size: 3 } } float_val: 1"),
    (([], None, None), "dtype: DT_FLOAT tensor_shape { dim { } }"),
    ((np.zeros((0, 3), "i4"),), "dtype: DT_INT32 tensor_shape { dim { } dim { size: 3 } }"),
    ((np.array([2**63], "u8"),), "dtype: DT_UINT64 tensor_shape { dim { size: 1 } } uint64_val: 9223372036854775808"),
    (([True, False],), f"dtype: DT_BOOL {VECTOR} bool_val: true bool_val: false"),
    ((np.array([-1, 2], "i1"),), f'dtype: DT_INT8 {VECTOR} tensor_content: "\\377\\002"'),
    ((np.array([1], "u4"),), "dtype: DT_UINT32 tensor_shape { dim { size: 1 } } uint32_val: 1"),
    (([1.0], None, [3], False, True), "dtype: DT_FLOAT tensor_shape { dim { size: 3 } } float_val: 1"),
]


@pytest.mark.parametrize(("args", "text"), MESSAGES)
def test_messages_are_tensorflows(args, text):
    assert " ".join(str(tf.make_tensor_proto(*args)).split()) == text


_TYPES = "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64"


@pytest.mark.parametrize("dtype", _TYPES.split())
@pytest.mark.parametrize("values", [3, [1, 0, 2], [[1, 2], [3, 4]], [7]])
def test_there_and_back(dtype, values):
    array = np.array(values, dtype)
    back = tf.make_ndarray(tf.make_tensor_proto(array))
    assert back.dtype == array.dtype and back.shape == array.shape
    np.testing.assert_array_equal(back, array)


def test_there_and_back_of_other_types():
    for values in (["a", b"b"], [b"\xff"], [[True], [False]]):
        assert tf.make_ndarray(tf.make_tensor_proto(values)).tolist() == tf.convert_to_tensor(values).numpy().tolist()
    for dtype in ("bfloat16", "float8_e5m2", "float8_e4m3fn"):
        for values in (1.5, [1.5, -2.0]):
            back = tf.make_ndarray(tf.make_tensor_proto(values, tf.as_dtype(dtype)))
            assert back.dtype.name == dtype
            np.testing.assert_array_equal(back.astype("f4"), values)


def test_few_values_are_repeated():
    short = tf.make_tensor_proto([1.0, 2.0], shape=[2, 3])
    assert tf.make_ndarray(short).tolist() == [[1.0, 2.0, 2.0], [2.0, 2.0, 2.0]]
    del short.float_val[:]
    assert tf.make_ndarray(short).tolist() == [[0.0] * 3] * 2


@pytest.mark.parametrize(
    ("args", "kind", "text"),
    [
        (([1.0, 2.0, 3.0], None, [2]), ValueError, "Too many elements provided. Takes at most 2, but got 3."),
        (([1.0, 2.0], None, [2, 3], True), TypeError, "Expected Tensor's shape: (2, 3), but got (2,)."),
        ((None,), ValueError, "None values not supported."),
        (("x", "int32"), TypeError, "Expected int32, but got x of type 'str'."),
        ((1.5, "int32"), TypeError, "Expected int32, but got 1.5 of type 'float'."),
        (([[1, 2], [3]],), ValueError, ""),
    ],
)
def test_refusals(args, kind, text):
    with pytest.raises(kind) as failure:
        tf.make_tensor_proto(*args)
    assert text in str(failure.value)


def test_static_values():
    assert tf.get_static_value(tf.convert_to_tensor([1, 2])).tolist() == [1, 2]
    assert tf.get_static_value(tf.convert_to_tensor("q")) == b"q"
    assert tf.get_static_value("x") == "x" and tf.get_static_value(None) is None
    assert tf.get_static_value(tf.Variable(1.0)) is None

"""Which values become inputs of which dtype: as TensorFlow converts all of them at once, or one after the other."""

import array
import collections

import numpy as np
import pytest

import tfshim as tf
from tests.after_torch import python


@pytest.mark.parametrize("dtype", ["int8", "int16", "uint8", "uint16", "uint32", "bfloat16", "complex64"])
def test_bools_do_not_become_every_number(dtype):
    for value in (True, [True, False]):
        with pytest.raises(TypeError, match="Cannot convert"):
            tf.constant(value, dtype)
    assert tf.constant([1, True], dtype).dtype == dtype


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint64", "float16", "float32", "float64", "complex128", "bool"])
def test_bools_become_these(dtype):
    assert tf.constant([True, False], dtype).numpy().tolist() == [1, 0]
    assert tf.constant(np.array([True]), tf.int8).numpy().tolist() == [1]


def test_arrays_take_the_default_dtype_and_lists_keep_theirs():
    array = np.array([1.0 + 1j, 2.0])
    assert tf.signal.fft(array).dtype == tf.complex64
    assert tf.signal.fft(array.tolist()).dtype == tf.complex128
    assert tf.signal.fft([1, 2]).dtype == tf.signal.fft(np.array([1, 2])).dtype == tf.complex64
    with pytest.raises(tf.errors.InvalidArgumentError, match="Tcomplex"):
        tf.signal.fft(tf.constant([1.0]))
    with pytest.raises(TypeError, match="Cannot convert 0.375"):
        tf.one_hot(0.375, 3)
    assert tf.one_hot(np.float32(1.5), 3).numpy().tolist() == [0, 1, 0]


def test_another_dtype_beside_a_list_is_told_by_the_conversion():
    boxes, scores, size = tf.constant([[0.0, 0, 1, 1]]), tf.constant([0.5]), tf.constant(1, tf.int64)
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a int32 tensor"):
        tf.image.non_max_suppression(boxes, scores, size)
    with pytest.raises(ValueError, match="Tensor conversion requested dtype int32"):
        tf.image.non_max_suppression(boxes.numpy().tolist(), scores, size)


def test_sizes_of_two_dtypes_are_refused():
    x, places = tf.zeros([3, 3]), [tf.constant([0, 1]), tf.constant([1, 1], tf.int64)]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Slice as input #2"):
        tf.slice(x, *places)
    with pytest.raises(tf.errors.InvalidArgumentError, match="StridedSlice as input #2"):
        tf.strided_slice(x, *places)
    with pytest.raises(ValueError, match="dtype int64 for Tensor with dtype int32"):
        tf.strided_slice(x, [0, 1], places[1])


def test_axes_that_are_attributes_are_no_tensors():
    for axis in (np.array(0), np.array([0]), tf.constant(0)):
        with pytest.raises(TypeError, match="Expected list for 'axis' argument to 'squeeze'"):
            tf.squeeze(tf.ones([1, 2]), axis)
    assert tf.squeeze(tf.ones([1, 2]), np.int64(0)).shape == [2]
    assert tf.reduce_sum(tf.ones([1, 2]), tf.constant(0)).shape == [2]


def test_bools_are_sizes_and_axes_where_numbers_are_the_default():
    x = tf.constant([[1, 2]])
    assert tf.expand_dims(x, True).shape == [1, 1, 2]
    assert tf.reshape(x, [True, 2]).shape == [1, 2]
    assert tf.reduce_sum(x, False).numpy().tolist() == [1, 2]
    assert tf.reverse(x, [True]).numpy().tolist() == [[2, 1]]
    assert tf.slice(x, [0, 0], [True, True]).shape == [1, 1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Tshift.* of bool is not in the list of allowed values"):
        tf.roll(x, True, 0)


def test_what_decides_the_type_of_sizes():
    x = tf.zeros([2])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Index.* of float"):
        tf.slice(x, [0.5], [1])
    with pytest.raises(TypeError, match="Cannot convert"):
        tf.slice(x, [0], [1.5])
    assert tf.squeeze(tf.ones([1, 2]), 0.0).shape == [2]


_HALF, _SINGLE, _DOUBLE = (np.ones(2, dtype) for dtype in ("float16", "float32", "float64"))


@pytest.mark.parametrize(
    "value, dtype",
    [
        ([_DOUBLE, [3.0, 4.0]], "float64"),
        ([[3.0, 4.0], _DOUBLE], "float32"),
        ([[3, 4], _DOUBLE], "float32"),
        ([_DOUBLE, _SINGLE], "float64"),
        ([_SINGLE, _DOUBLE], "float32"),
        ([_HALF, _DOUBLE], "float16"),
        ([[2.0, np.array(1.0)]], "float32"),
        ([np.array([]), []], "float32"),
        ([np.ones(2, "complex64"), [1.0, 2.0]], "complex128"),
        ([np.array([1, 2]), [True, False]], "int32"),
    ],
)
def test_the_first_value_of_a_list_with_arrays_decides(value, dtype):
    assert tf.constant(value).dtype == tf.negative(tf.convert_to_tensor(value)).dtype == dtype


def test_bools_beside_floats_of_arrays_are_refused():
    for value in ([np.array([True, False]), [1.0, 2.0]], [np.array([True, False]), _DOUBLE]):
        with pytest.raises(ValueError, match="mixed types"):
            tf.constant(value)


def test_what_decides_does_not_depend_on_the_process(tmp_path):
    # In another one types lie at other places, and texts have other hashes.
    source = "import numpy, tfshim as tf; print(tf.constant([[numpy.array([1.0])], [[2.0]]]).dtype.name)"
    assert python("-c", source, cwd=tmp_path).stdout == "float64\n"
    assert tf.constant([[np.array([1.0])], [[2.0]]]).dtype == "float64"


class _Pair:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return [1, 2][i]


@pytest.mark.parametrize(
    "value",
    [
        collections.deque([1, 2]),
        collections.UserList([1, 2]),
        bytearray([1, 2]),
        memoryview(b"\1\2"),
        array.array("l", [1, 2]),
        _Pair(),
    ],
)
def test_everything_that_is_a_sequence_is_converted(value):
    made = tf.constant(value)
    assert made.dtype == tf.int32 and made.numpy().tolist() == [1, 2]
    assert tf.constant([value, [3, 4]]).numpy().tolist() == [[1, 2], [3, 4]]
    assert tf.constant(value, tf.float64).dtype == tf.float64
    assert tf.add(tf.constant([1.0, 1.0]), value).numpy().tolist() == [2, 3]
    with pytest.raises(TypeError, match="Cannot convert"):
        tf.constant(value, tf.string)


def test_sequences_may_hold_tensors():
    assert tf.convert_to_tensor(collections.deque([tf.constant(1.0), 2.0])).numpy().tolist() == [1, 2]


@pytest.mark.parametrize("value", [{1: 2}, {1, 2}, collections.UserDict({0: 1}), iter([1]), collections.UserString("ab")])
def test_what_is_no_sequence_is_not(value):
    with pytest.raises(ValueError, match="unsupported type"):
        tf.constant(value)


@pytest.mark.parametrize(
    "value, name",
    [
        (np.datetime64("2020-01-01"), "NPY_DATETIME"),
        (np.array([1], "m8[D]"), "NPY_TIMEDELTA"),
        (np.longdouble(1.5), "NPY_LONGDOUBLE"),
        (np.zeros(2, [("a", "f4")]), "Unsupported numpy data type"),
    ],
)
def test_arrays_that_are_no_tensors(value, name):
    with pytest.raises(ValueError, match=f"Failed to convert a NumPy array to a Tensor .*{name}"):
        tf.convert_to_tensor(value)


def test_a_tensor_is_no_dtype():
    for value in (tf.constant([2, 3]), tf.Variable(1.0)):
        with pytest.raises(TypeError, match="to a TensorFlow DType"):
            tf.as_dtype(value)
        with pytest.raises(TypeError, match="to a TensorFlow DType"):
            tf.cast([1.0], value)
    assert tf.as_dtype(np.array([2.0])) == tf.float64


@pytest.mark.parametrize("function", [tf.round, tf.math.real, tf.math.conj])
def test_what_is_returned_as_it_is_does_not_change_with_a_variable(function):
    variable = tf.Variable([1, 2])
    made = function(variable)
    variable.assign_add([1, 1])
    assert isinstance(made, tf.Tensor) and made.numpy().tolist() == [1, 2]


def test_truth_of_strings():
    assert [bool(tf.constant(text)) for text in ("a", "", "0")] == [True, False, True]


def test_constant_of_a_shape_with_unknown_sizes():
    with pytest.raises(TypeError, match="unsupported shape"):
        tf.constant([1.0, 2.0], shape=[2, None])
    with pytest.raises(ValueError, match="not fully known"):
        tf.constant(5, shape=[2, None])


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.matmul(tf.eye(2), tf.eye(2), transpose_a=1),
        lambda: tf.sparse.reduce_sum(tf.sparse.eye(2), keepdims=1),
        lambda: tf.edit_distance(tf.sparse.from_dense([["a"]]), tf.sparse.from_dense([["a"]]), normalize=1),
    ],
)
def test_flags_are_bools(call):
    with pytest.raises(TypeError, match="Expected bool for argument"):
        call()


@pytest.mark.parametrize("loop", [tf.foldl, tf.foldr, tf.scan])
def test_loops_need_rows(loop):
    with pytest.raises(IndexError, match="not scalars"):
        loop(tf.add, tf.constant(1.5))
    with pytest.raises(tf.errors.OutOfRangeError, match="initializer"):
        loop(tf.add, tf.zeros([0]))

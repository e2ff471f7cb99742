"""Which values become inputs of which dtype: as TensorFlow converts all of them at once, or one after the other."""

import numpy as np
import pytest

import tfshim as tf


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

"""Python numbers and short lists take a way of their own into tensors, numbers one of their own out of them."""

import math

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.values.convert import convert_to_eager
from tfshim.engine.values.python_numbers import quick_eager

NUMBERS = [
    1.0, -0.0, 3, -(2**31), 2**31 - 2, 2**31 - 1, 2**31, 2**40, 1e38, 3.4028235e38, 1e39, -1e39, math.inf, math.nan, 1e-45, True, 0.1,
]  # fmt: skip
LISTS = [
    [1.0, 2.0], [1, 2, 3], (1, 2), [[1.0, 2.0], [3.0, 4.0]], ((1, 2), (3, 4)), [1, 2.0], [True, 1], [1.0, math.nan], [math.nan, 1e39],
    [1e39, math.nan], [1, math.nan], [0.0, math.inf], [2**31, 1], [], [[], []], [[1.0], [2.0, 3.0]], [1, [2]], [[[1.0]]], ["a"],
    [np.float32(1), 2.0], [16777217, 1], [0.1] * 65, [[1, 2], (3, 4)], [None], [1.0, None],
]  # fmt: skip
DTYPES = [None, tf.float32, tf.float64, tf.int32, tf.int64, tf.float16, tf.bfloat16, tf.uint8, tf.bool, tf.string, tf.complex64]


def _outcome(function, *arguments):
    try:
        with np.errstate(all="ignore"):
            made = function(*arguments)
        return made.dtype, made.shape.as_list(), str(made.numpy().tolist())
    except (TypeError, ValueError) as e:
        return type(e), str(e)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("value", [*NUMBERS, *LISTS], ids=repr)
def test_the_quick_way_gives_what_the_other_gives(value, dtype):
    wanted = _outcome(convert_to_eager, value, dtype)
    found = quick_eager(value, dtype)
    if found is not None:
        assert _outcome(lambda: found) == wanted
    assert _outcome(tf.convert_to_tensor, value, dtype)[0] is wanted[0]
    assert _outcome(tf.constant, value, dtype)[0] is wanted[0]


@pytest.mark.parametrize("value", [1.0, 1, [1.0, 2.0], [[1, 2], [3, 4]], (0.5,)])
def test_what_is_usual_goes_the_quick_way(value):
    assert quick_eager(value, None) is not None


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.float16, tf.bfloat16, tf.int8, tf.uint8, tf.uint64, tf.int64, tf.bool])
def test_numbers_of_tensors(dtype):
    x = tf.cast(tf.constant(1), dtype)
    value = x.numpy()
    assert type(value) is dtype.as_numpy_dtype and value == 1
    assert type(float(x)) is float and float(x) == 1.0
    assert type(int(x)) is int and int(x) == 1
    assert float(tf.reshape(x, [1, 1])) == 1.0
    array = tf.stack([x, x]).numpy()
    assert array.dtype == dtype.as_numpy_dtype and array.tolist() == [1, 1]


def test_numbers_that_python_lacks():
    with pytest.raises(ValueError, match="cannot convert float NaN to integer"):
        int(tf.constant(math.nan))
    with pytest.raises(OverflowError, match="cannot convert float infinity to integer"):
        int(tf.constant(math.inf))
    with pytest.raises(TypeError, match="only length-1 arrays can be converted to Python scalars"):
        float(tf.constant([1.0, 2.0]))
    assert math.isnan(float(tf.constant(math.nan)))


def test_arrays_are_copies():
    x = tf.constant([1.0, 2.0])
    for make in (lambda: x.numpy(), lambda: np.asarray(x), lambda: np.array(x)):
        array = make()
        array[0] = 7.0
        assert x.numpy().tolist() == [1.0, 2.0]
    assert np.asarray(tf.constant(3)).shape == ()
    assert np.asarray(x, dtype=np.int32).tolist() == [1, 2]


def test_arrays_under_a_tape():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = x * 2.0
        assert y.numpy().tolist() == [2.0, 4.0] and float(y[0]) == 2.0 and y[1].numpy() == 4.0
        conjugated = tf.math.conj(tf.complex(y, y))
        assert conjugated.numpy().tolist() == [2 - 2j, 4 - 4j]
        assert tf.math.imag(conjugated).numpy().tolist() == [-2.0, -4.0]
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 2.0]

"""`tf.bitwise` against Python's own integers, in every integer type."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf

_TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def _wrapped(value, dtype):
    """The Python integer `value` reduced to the range of `dtype`."""
    info = np.iinfo(dtype)
    return (value - int(info.min)) % (1 << info.bits) + int(info.min)


@st.composite
def _pairs(draw):
    dtype = draw(st.sampled_from(_TYPES))
    info = np.iinfo(dtype)
    numbers = st.lists(st.integers(int(info.min), int(info.max)), min_size=3, max_size=3)
    return dtype, draw(numbers), draw(numbers)


@settings(max_examples=60, deadline=None)
@given(_pairs())
def test_bits_are_those_of_python_integers(case):
    dtype, x, y = case
    a, b = (tf.constant(np.array(v, dtype)) for v in (x, y))
    expected = {
        tf.bitwise.bitwise_and: [p & q for p, q in zip(x, y)],
        tf.bitwise.bitwise_or: [p | q for p, q in zip(x, y)],
        tf.bitwise.bitwise_xor: [p ^ q for p, q in zip(x, y)],
    }
    for function, want in expected.items():
        assert function(a, b).numpy().tolist() == want
    assert tf.bitwise.invert(a).numpy().tolist() == [_wrapped(~p, dtype) for p in x]


@settings(max_examples=60, deadline=None)
@given(_pairs(), st.integers(-3, 70))
def test_shifts_are_those_of_python_integers_with_the_count_clamped(case, count):
    dtype, x, _ = case
    bits = np.iinfo(dtype).bits
    given_count = max(count, 0) if dtype.startswith("u") else count
    by = min(max(given_count, 0), bits - 1)
    a, n = tf.constant(np.array(x, dtype)), tf.constant(np.array([given_count] * 3, dtype))
    assert tf.bitwise.left_shift(a, n).numpy().tolist() == [_wrapped(p << by, dtype) for p in x]
    assert tf.bitwise.right_shift(a, n).numpy().tolist() == [p >> by for p in x]


@pytest.mark.parametrize("dtype", _TYPES)
def test_division_of_integers_rounds_down_as_in_python(dtype):
    info = np.iinfo(dtype)
    least, most = int(info.min), int(info.max)
    numbers = sorted({most, most - 1, most // 2 + 1, 7, 3, 2, 1, least or 5, least + 1})
    x, y = (np.array(v).ravel() for v in np.meshgrid(np.array(numbers, object), np.array(numbers, object)))
    keep = [i for i in range(len(x)) if not (x[i] == info.min and y[i] == -1)]
    x, y = [x[i] for i in keep], [y[i] for i in keep]
    a, b = (tf.constant(np.array(v, dtype)) for v in (x, y))
    assert (a // b).numpy().tolist() == [p // q for p, q in zip(x, y)]
    assert (a % b).numpy().tolist() == [p % q for p, q in zip(x, y)]
    assert (a < b).numpy().tolist() == [p < q for p, q in zip(x, y)]
    assert tf.maximum(a, b).numpy().tolist() == [max(p, q) for p, q in zip(x, y)]

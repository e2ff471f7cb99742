"""tf.debugging: what passes, and the exceptions of what does not (texts recorded from TensorFlow)."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.runtime.state import S

DIFFERENT = (
    "Condition x == y did not hold.\nIndices of first 3 different values:\n[[1]\n [2]\n [3]]\nCorresponding x values:\n[2 5 6]\n"
    "Corresponding y values:\n[3 7 8]\nFirst 3 elements of x:\n[1 2 5]\nFirst 3 elements of y:\n[1 3 7]"
)

FAILURES = [
    (
        lambda d: d.Assert(False, [tf.constant([1, 2, 3, 4]), "x", 1.5]),
        "InvalidArgumentError",
        "Expected 'False' to be true. Summarized data: 1, 2, 3, ...\nb'x'\n1.5",
    ),
    (lambda d: d.assert_equal([1, 2, 5, 6], [1, 3, 7, 8]), "InvalidArgumentError", DIFFERENT),
    (
        lambda d: d.assert_equal(1, 2, message="m"),
        "InvalidArgumentError",
        "m\nCondition x == y did not hold.\nFirst 1 elements of x:\n[1]\nFirst 1 elements of y:\n[2]",
    ),
    (
        lambda d: d.assert_positive([1, -2], message="m"),
        "InvalidArgumentError",
        "m.  \nCondition x > 0 did not hold element-wise:\nx (shape=(2,) dtype=int32) = \n['1', '-2']",
    ),
    (
        lambda d: d.assert_non_positive([1, -2], summarize=1),
        "InvalidArgumentError",
        "\nCondition x <= 0 did not hold element-wise:x (shape=(2,) dtype=int32) = \n['1', '...']",
    ),
    (lambda d: d.assert_near(1, 2), "ValueError", "data type <class 'numpy.int32'> not inexact"),
    (
        lambda d: d.assert_integer([1.5], message="m"),
        "TypeError",
        "m.  Expected \"x\" to be integer type.  Found: tensor of dtype <dtype: 'float32'>",
    ),
    (lambda d: d.assert_type(1.0, "int32"), "TypeError", "tensor must be of type tf.int32; got tf.float32"),
    (lambda d: d.assert_scalar([1]), "ValueError", "Expected scalar shape, saw shape: (1,)."),
    (lambda d: d.assert_rank([1], 2), "ValueError", "Tensor  must have rank 2.  Received rank 1, shape (1,)"),
    (lambda d: d.assert_rank([1], [2]), "ValueError", "Rank must be a scalar."),
    (
        lambda d: d.assert_rank_in([1], [3, 2], message="m"),
        "ValueError",
        "m.  Tensor  must have rank in (3, 2).  Received rank 1, shape (1,)",
    ),
    (
        lambda d: d.assert_proper_iterable("abc"),
        "TypeError",
        'Expected argument "values" to be a "proper" iterable.  Found: <class \'str\'>',
    ),
    (lambda d: d.assert_same_float_dtype([tf.constant(1)]), "ValueError", "Expected floating point type, got <dtype: 'int32'>."),
    (
        lambda d: d.assert_shapes([(tf.zeros([10, 3]), ("N", "D")), (tf.zeros([11]), ("N",))]),
        "ValueError",
        "Specified by tensor shape=(10, 3) dtype=float32 dimension 0.  Tensor shape=(11,) dtype=float32 dimension 0 must have "
        "size 10.  Received size 11, shape (11,)",
    ),
    (
        lambda d: d.check_numerics([1.0, float("-inf"), float("nan")], "m"),
        "InvalidArgumentError",
        "{{function_node __wrapped__CheckNumerics_device_/job:localhost/replica:0/task:0/device:CPU:0}} m : Tensor had Inf and NaN "
        "values [Op:CheckNumerics]",
    ),
]


@pytest.mark.parametrize("at", range(len(FAILURES)))
def test_failures(at):
    call, kind, text = FAILURES[at]
    with pytest.raises(Exception) as caught:
        call(tf.debugging)
    assert type(caught.value).__name__ == kind
    assert str(caught.value) == text


def test_what_holds_gives_nothing():
    d = tf.debugging
    assert d.assert_equal(tf.zeros([32, 10]).shape, (32, 10)) is None
    assert d.assert_near([1.0, 2.0], [1.0, 2.1], rtol=0.1, atol=0.1) is None
    assert d.assert_less([1, 2], [2, 3]) is None
    assert d.assert_shapes([(tf.zeros([2, 10, 3]), (..., "D")), (tf.zeros([3]), ("D",)), (1.0, ())]) is None
    assert d.assert_same_float_dtype([tf.constant(1.0), None]) == tf.float32


def test_in_functions():
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def f(x):
        tf.debugging.assert_shapes([(x, ("N", "N"))])
        tf.debugging.assert_non_negative(x, message="sign")
        return tf.reduce_sum(x)

    assert float(f(tf.ones([2, 2]))) == 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have size"):
        f(tf.ones([2, 3]))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[sign.  \] \[Condition x >= 0 did not hold"):
        f(-tf.ones([2, 2]))


def test_every_result_is_looked_over():
    tf.debugging.enable_check_numerics()
    try:
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            tf.math.log(tf.constant([-1.0, 2.0]))
        assert str(caught.value) == (
            "{{function_node __wrapped__CheckNumericsV2_device_/job:localhost/replica:0/task:0/device:CPU:0}} \n\n"
            '!!! Detected Infinity or NaN in output 0 of eagerly-executing op "Log" (# of outputs: 1) !!!\n'
            "  dtype: <dtype: 'float32'>\n  shape: (2,)\n  # of +NaN elements: 1\n\n"
            "  Input tensor: tf.Tensor([-1.  2.], shape=(2,), dtype=float32)\n\n"
            " : Tensor had NaN values [Op:CheckNumericsV2] name: "
        )
        with pytest.raises(
            tf.errors.InvalidArgumentError, match=r"(?s)Input tensors \(2\):\n +0: tf.*inf.*\n +1: tf.*0,.*had \+Inf values"
        ):
            tf.reduce_sum(tf.constant([np.inf, 1.0]), 0)
        for passing in (lambda x: tf.transpose(x[None]), lambda x: tf.maximum(x, 0.0), lambda x: tf.complex(x, x)):
            passing(tf.constant([np.nan, 1.0]))
        f = tf.function(lambda x: tf.math.log(x) * 2)
        np.testing.assert_allclose(f(tf.constant(1.0)), 0)
        with pytest.raises(tf.errors.InvalidArgumentError, match='Infinity or NaN in output 0 of graph op "Log"') as caught:
            f(tf.constant(0.0))
        assert "tf.math.log(x) * 2" in str(caught.value) and "Tensor had -Inf values" in str(caught.value)
    finally:
        tf.debugging.disable_check_numerics()
    assert np.isnan(float(tf.math.log(-1.0)))
    assert S.special == 0


@pytest.mark.parametrize(
    ("check", "shown"),
    [
        (lambda x: tf.debugging.assert_greater(x, 3.0), "[x (x:0) = ] [1 2] [y (assert_greater/y:0) = ] [3]"),
        (lambda x: tf.debugging.assert_less([0.5, 9.0], x, name="n"), "[x (n/x:0) = ] [0.5 9] [y (x:0) = ] [1 2]"),
        (
            lambda x: tf.debugging.assert_near(x, 3.0),
            r"rtol = Tensor(\"assert_near/rtol:0\", shape=(), dtype=float32), atol = Tensor(\"assert_near/atol:0\", shape=(), "
            "dtype=float32)] [x (x:0) = ] [1 2] [y (assert_near/y:0) = ] [3]",
        ),
    ],
)
def test_constants_in_functions_are_called_by_their_names(check, shown):
    @tf.function
    def checked(x):
        check(x)
        return x

    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        checked(tf.constant([1.0, 2.0]))
    assert shown in raised.value.message
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(check(x), {x: [1.0, 2.0]})
    assert shown in raised.value.message

"""`tf.test`: the assertions, what they refuse, gradients by differences."""

import numpy as np
import pytest

import tfshim as tf


class Cases(tf.test.TestCase):
    __test__ = False

    def runTest(self):
        pass


@pytest.fixture
def case():
    made = Cases()
    made.setUp()
    yield made
    made.tearDown()


X = tf.constant([1.0, 2.0])
PASSING = {
    "all_equal": lambda t: t.assertAllEqual(X, [1.0, 2.0]),
    "strings": lambda t: t.assertAllEqual(tf.constant(["a", "b"]), [b"a", b"b"]),
    "text": lambda t: t.assertAllEqual(tf.constant(["a", "b"]), ["a", "b"]),
    "ragged": lambda t: t.assertAllEqual(tf.ragged.constant([[1], [2, 3]]), [[1], [2, 3]]),
    "nan": lambda t: t.assertAllEqual([np.nan, 1.0], tf.constant([np.nan, 1.0])),
    "not_equal": lambda t: t.assertNotAllEqual(X, [1.0, 3.0]),
    "close": lambda t: t.assertAllClose(X, X + 1e-7),
    "structure": lambda t: t.assertAllClose({"a": X, "b": [X, 1.0]}, {"a": [1.0, 2.0], "b": (X, 1.0)}),
    "by_type": lambda t: t.assertAllCloseAccordingToType(tf.cast(X, tf.float16), X + 5e-4),
    "not_close": lambda t: t.assertNotAllClose(X, X + 0.1),
    "greater": lambda t: t.assertAllGreater(X, 0),
    "less_equal": lambda t: t.assertAllLessEqual(X, 2),
    "in_range": lambda t: t.assertAllInRange(X, 1, 2),
    "in_set": lambda t: t.assertAllInSet(X, {1.0, 2.0, 3.0}),
    "near": lambda t: t.assertNear(1.0, 1.05, 0.1),
    "array_near": lambda t: t.assertArrayNear([1.0], [1.05], 0.1),
    "shape": lambda t: t.assertShapeEqual(np.zeros(2), X),
    "dtype": lambda t: t.assertDTypeEqual(X, np.float32),
    "device": lambda t: t.assertDeviceEqual("/cpu:0", "/device:CPU:0"),
}
FAILING = {
    "all_equal": lambda t: t.assertAllEqual(X, [1.0, 3.0]),
    "shapes": lambda t: t.assertAllEqual(X, [[1.0, 2.0]]),
    "not_equal": lambda t: t.assertNotAllEqual(X, X),
    "close": lambda t: t.assertAllClose(X, X + 1e-3),
    "structure": lambda t: t.assertAllClose({"a": X}, {"b": X}),
    "by_type": lambda t: t.assertAllCloseAccordingToType(X, X + 5e-4),
    "greater": lambda t: t.assertAllGreater(X, 1),
    "in_range": lambda t: t.assertAllInRange(X, 1, 2, open_upper_bound=True),
    "in_set": lambda t: t.assertAllInSet(X, {1.0}),
    "near": lambda t: t.assertNear(1.0, 1.5, 0.1),
    "shape": lambda t: t.assertShapeEqual(np.zeros(3), X),
    "dtype": lambda t: t.assertDTypeEqual(X, np.int32),
    "device": lambda t: t.assertDeviceEqual("/cpu:0", "/gpu:0"),
}


@pytest.mark.parametrize("name", PASSING)
def test_passes(case, name):
    PASSING[name](case)


@pytest.mark.parametrize("name", FAILING)
def test_fails(case, name):
    with pytest.raises(AssertionError):
        FAILING[name](case)


def test_errors_of_operations(case):
    with case.assertRaisesOpError("Incompatible shapes"):
        tf.constant([1, 2]) + tf.constant([1, 2, 3])
    with pytest.raises(AssertionError, match="not raised"), case.assertRaisesOpError("x"):
        pass


def test_seeds_repeat(case):
    first = tf.random.uniform([3]).numpy().tolist()
    case.setUp()
    assert tf.random.uniform([3]).numpy().tolist() == first


def test_threads_and_directories(case):
    import os

    def fail():
        raise KeyError("inside")

    thread = case.checkedThread(fail)
    thread.start()
    with pytest.raises(KeyError, match="inside"):
        thread.join()
    assert os.path.isdir(case.get_temp_dir())


def test_gradients():
    theoretical, numeric = tf.test.compute_gradient(lambda x, y: x * x * y, [tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])])
    np.testing.assert_allclose(theoretical[0], np.diag([6.0, 16.0]))
    np.testing.assert_allclose(theoretical[1], numeric[1], atol=1e-2)
    with pytest.raises(ValueError, match="list or tuple"):
        tf.test.compute_gradient(tf.square, 1.0)


def test_machine():
    assert tf.test.gpu_device_name() in ("", "/device:GPU:0")
    assert tf.test.is_built_with_xla() is False
    with pytest.raises(NotImplementedError, match="create_local_cluster"):
        tf.test.create_local_cluster(1, 1)

"""`tf.test`: the assertions, what they refuse, gradients by differences."""

import os
import unittest

import numpy as np
import pytest

import tfshim as tf
from tests.after_torch import tfshim


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
    "near, arrays": lambda t: t.assertNear(np.array([1.0]), 1.05, 0.1),
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
    def fail():
        raise KeyError("inside")

    thread = case.checkedThread(fail)
    thread.start()
    with pytest.raises(AssertionError, match="Error in checkedThread: 'inside'") as caught:
        thread.join()
    assert isinstance(caught.value.__cause__, KeyError)
    assert os.path.isdir(case.get_temp_dir())


def test_folder_of_a_test_outlives_its_cleanups():
    paths = []

    class Cases(tf.test.TestCase):
        def test_it(self):
            paths.append(self.get_temp_dir())
            inner = os.path.join(paths[-1], "inner")
            os.mkdir(inner)
            self.addCleanup(os.rmdir, inner)

    case = Cases("test_it")
    for _ in range(2):
        result = case.run()
        assert result.wasSuccessful(), result.errors
    assert paths[0] != paths[1] and not any(map(os.path.exists, paths))


def test_writers_of_summaries_end_with_their_test(tmp_path):
    written = []

    class Cases(tf.test.TestCase):
        def test_first(self):
            tf.summary.create_file_writer(str(tmp_path)).set_as_default()
            written.append(bool(tf.summary.scalar("x", 1.0, step=0)))

        def test_second(self):
            written.append(bool(tf.summary.scalar("x", 1.0, step=0)))

    assert Cases("test_first").run().wasSuccessful() and Cases("test_second").run().wasSuccessful()
    assert written == [True, False]


def test_gradients():
    theoretical, numeric = tf.test.compute_gradient(lambda x, y: x * x * y, [tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])])
    np.testing.assert_allclose(theoretical[0], np.diag([6.0, 16.0]))
    np.testing.assert_allclose(theoretical[1], numeric[1], atol=1e-2)
    with pytest.raises(ValueError, match="list or tuple"):
        tf.test.compute_gradient(tf.square, 1.0)


def test_machine():
    assert tf.test.gpu_device_name() in ("", "/device:GPU:0")
    assert tf.test.is_built_with_xla() is True


def test_main_runs_the_tests_of_the_program(tmp_path):
    (tmp_path / "several.py").write_text("""
import unittest
import tensorflow as tf
class A(tf.test.TestCase):
  def test_a(self): print("ran a")
  def test_b(self): self.assertAllEqual(tf.constant([1, 2]), [1, 3])
  def test_c(self): raise ValueError("broken")
  def test_d(self): self.skipTest("later")
  @unittest.skip("why")
  def test_e(self): pass
  @unittest.expectedFailure
  def test_f(self): self.assertEqual(1, 2)
  @unittest.expectedFailure
  def test_g(self): pass
  def test_h(self): self.checkedThread(lambda: None).start()
if __name__ == "__main__":
  tf.test.main()
""")
    done = tfshim("several.py", cwd=tmp_path)
    counts = "FAILED (failures=2, errors=1, skipped=3, expected failures=1, unexpected successes=1)"
    assert done.returncode == 1 and "Ran 9 tests" in done.stderr and counts in done.stderr, done.stderr
    assert done.stdout == "ran a\n" and "A checked thread was not joined." in done.stderr
    done = tfshim("several.py", "A.test_a", cwd=tmp_path)
    assert done.returncode == 0 and "Ran 1 test " in done.stderr and done.stdout == "ran a\n"
    done = tfshim("several.py", "--failfast", cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("FATAL Flags parsing error: Unknown command line flag 'failfast'")


@pytest.mark.parametrize(
    "assertion",
    [
        lambda t: t.assertAllCloseAccordingToType(tf.ragged.constant([[1.0]]), tf.ragged.constant([[1.0]])),
        lambda t: t.assertAllClose(["a"], ["a"]),
    ],
)
def test_what_cannot_be_compared_does_not_pass(case, assertion):
    with pytest.raises(TypeError):
        assertion(case)


@pytest.mark.parametrize("a, b", [({"a": 1.0}, [1.0]), ([1.0, "a"], [1.0])])
def test_structures_that_differ_are_errors(case, a, b):
    with pytest.raises((ValueError, AssertionError)):
        case.assertAllClose(a, b)


def test_assertions_in_functions_run_with_them(case):
    @tf.function
    def check(x):
        case.assertAllEqual(x, [1.0, 2.0])
        return x

    check(tf.constant([1.0, 2.0]))
    with pytest.raises(tf.errors.OpError, match="not equal lhs"):
        check(tf.constant([1.0, 3.0]))


def test_sessions(case):
    with case.cached_session() as session:
        assert session.run([tf.constant(3)]) == [3]
        with pytest.raises(RuntimeError, match="feed_dict is not supported"):
            session.run(tf.constant(3), feed_dict={1: 2})
    with case.session() as session, pytest.raises(AttributeError, match="eager execution"):
        session.run(tf.constant(3))
    with tf.Graph().as_default():
        x = tf.constant([1.0, 2.0])
        assert case.evaluate({"a": x, "b": [x + 1]})["b"][0].tolist() == [2.0, 3.0]
        case.assertAllClose(x, tf.constant([1.0, 2.0]))
        with pytest.raises(AssertionError):
            case.assertAllClose(x, x + 1)
        with case.cached_session() as first, case.cached_session() as second:
            assert first is second
        with pytest.raises(ValueError, match="graph used to get the cached session is different"), case.cached_session(tf.Graph()):
            pass


def test_values_of_composite_tensors(case):
    ragged = case.evaluate(tf.ragged.constant([[1], [2, 3]]))
    assert ragged.values.tolist() == [1, 2, 3] and ragged.row_splits.tolist() == [0, 1, 3]
    assert case.evaluate(tf.sparse.from_dense([0, 5])).values.tolist() == [5]
    with pytest.raises(ValueError, match="Unsupported type 'float'"):
        case.evaluate(1.0)


def test_set_up_within_a_graph_goes_on_in_an_empty_one():
    class Case(tf.test.TestCase):
        def test_it(self):
            with tf.Graph().as_default() as outer:
                tf.constant(1)
                self.setUp()
                inner = tf.compat.v1.get_default_graph()
                self.assertIsNot(inner, outer)
                self.assertEmpty(inner.get_operations())
                self.assertFalse(tf.executing_eagerly())
            self.assertTrue(tf.executing_eagerly())

    result = unittest.TestResult()
    Case("test_it").run(result)
    assert not result.errors and not result.failures

"""`tf.test.TestCase`: assertions on tensors and nested structures of them."""

import contextlib
import random
import re
import tempfile
import threading

import numpy as np
from absl.testing import absltest

from tfshim.engine import dtypes as dt
from tfshim.engine import errors, nest
from tfshim.engine.tensor import Tensor


def _is_tensor(x):
    return isinstance(x, Tensor) or hasattr(type(x), "_tfshim_value") or hasattr(type(x), "_tfshim_dispatch")


def _plain(x):
    """`x` with tensors replaced by their values."""
    from tfshim.ragged import RaggedTensor
    from tfshim.sparse import SparseTensor

    if isinstance(x, SparseTensor):
        return type("SparseTensorValue", (tuple,), {})((_plain(x.indices), _plain(x.values), _plain(x.dense_shape)))
    if isinstance(x, RaggedTensor):
        return x.to_list()
    if hasattr(x, "numpy") and callable(x.numpy):
        return x.numpy()
    return x


def _array(x):
    x = _plain(x)
    if isinstance(x, (list, tuple)) and any(map(_is_tensor, nest.flatten(list(x)))):
        x = nest.map_structure(_plain, list(x))
    array = np.array(x)
    return array.astype(np.float32) if array.dtype.name == "bfloat16" else array


class _CheckedThread:
    """A thread whose exception `join` raises again."""

    def __init__(self, test, target, args=None, kwargs=None):
        self._error = None

        def run():
            try:
                target(*(args or ()), **(kwargs or {}))
            except Exception as error:  # it is raised where the thread is joined
                self._error = error

        self._test, self._thread = test, threading.Thread(target=run)

    def start(self):
        self._thread.start()

    def is_alive(self):
        return self._thread.is_alive()

    def join(self):
        self._thread.join()
        if self._error is not None:
            raise self._error

    def check_termination(self):
        if self._thread.is_alive():
            self._test.fail("Checked thread was still running after the test finished.")


class TestCase(absltest.TestCase):
    """A test case whose assertions compare tensors. Mirrors `tf.test.TestCase`.

    `setUp` seeds Python's, NumPy's and this package's generators, so that random tests repeat.
    """

    def __init__(self, methodName="runTest"):  # noqa: N803
        super().__init__(methodName)
        self._threads, self._tempdir = [], None

    def setUp(self):
        """Seed all generators."""
        super().setUp()
        from tfshim.random import set_seed

        random.seed(87654321)
        np.random.seed(87654321)
        set_seed(87654321)

    def tearDown(self):
        """Check that all threads are done."""
        for thread in self._threads:
            thread.check_termination()
        self._threads = []
        if self._tempdir is not None:
            self._tempdir.cleanup()
            self._tempdir = None
        super().tearDown()

    def get_temp_dir(self):
        """A directory of this test alone, removed after it."""
        if self._tempdir is None:
            self._tempdir = tempfile.TemporaryDirectory()
        return self._tempdir.name

    def evaluate(self, tensors):
        """The values of tensors, as arrays, in the structure given."""
        return nest.map_structure(_plain, tensors)

    def evaluate_if_both_tensors(self, a, b):
        """Both, as values if both are tensors."""
        return (self.evaluate(a), self.evaluate(b)) if _is_tensor(a) and _is_tensor(b) else (a, b)

    def checkedThread(self, target, args=None, kwargs=None):  # noqa: N802
        """A thread whose exceptions reach whoever joins it."""
        made = _CheckedThread(self, target, args, kwargs)
        self._threads.append(made)
        return made

    @contextlib.contextmanager
    def captureWritesToStream(self, stream):  # noqa: N802
        """A context that collects what is written to `stream`; `contents()` of what it gives is the text."""
        import os

        file = tempfile.TemporaryFile(dir=self.get_temp_dir())
        number = stream.fileno()
        saved = os.dup(number)
        stream.flush()
        os.dup2(file.fileno(), number)

        class Captured:
            def contents(self):
                stream.flush()
                file.seek(0)
                return file.read().decode()

        try:
            yield Captured()
        finally:
            stream.flush()
            os.dup2(saved, number)
            os.close(saved)

    # ------------------------------------------------------------------ sessions of TensorFlow 1
    @contextlib.contextmanager
    def session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """A session of TensorFlow 1 as a context; with eager execution on, a context that gives None."""
        from tfshim.engine.context import executing_eagerly

        if executing_eagerly():
            yield None
            return
        from tfshim.compat import v1

        with v1.Session(graph=graph, config=config) as opened:
            yield opened

    cached_session = session

    def test_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """The older name of `session`; loaders of tests take it for one, and it is skipped then."""
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")
        return self.session(graph, config, use_gpu, force_gpu)

    # ------------------------------------------------------------------ equality
    def assertAllEqual(self, a, b, msg=None):  # noqa: N802
        """Fail unless shapes and all elements are equal, NaN with NaN."""
        if isinstance(_plain(a), list) and any(isinstance(v, (list, np.ndarray)) for v in _plain(a)) and _ragged(_plain(a)):
            self.assertEqual(_as_lists(a), _as_lists(b), msg)
            return
        x, y = _array(a), _array(b)
        x, y = _texts(x), _texts(y)
        self.assertEqual(x.shape, y.shape, f"Shape mismatch: expected {x.shape}, got {y.shape}. {msg or ''}")
        same = x == y
        if x.dtype.kind in "fc" and y.dtype.kind in "fc":
            same = np.logical_or(same, np.logical_and(np.isnan(x), np.isnan(y)))
        if not np.all(same):
            places = np.argwhere(~np.asarray(same))[:10].tolist()
            self.fail(f"Arrays are not equal at {places}: {x} and {y}. {msg or ''}")

    def assertNotAllEqual(self, a, b, msg=None):  # noqa: N802
        """Fail if `assertAllEqual` would pass."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        self.fail(f"The two values are equal at all elements. {msg or ''}")

    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):  # noqa: N802
        """Fail unless `|a - b| <= atol + rtol * |b|` everywhere in two structures of tensors."""
        self._close(a, b, rtol, atol, msg, "")

    def _close(self, a, b, rtol, atol, msg, path):
        where = f" at {path}" if path else ""
        if hasattr(a, "_asdict"):
            a = a._asdict()
        if hasattr(b, "_asdict"):
            b = b._asdict()
        if isinstance(a, dict) or isinstance(b, dict):
            self.assertIsInstance(a, dict, f"Can't compare a dictionary to another structure{where}.")
            self.assertIsInstance(b, dict, f"Can't compare a dictionary to another structure{where}.")
            self.assertCountEqual(a.keys(), b.keys(), f"Mismatched keys{where}: {list(a)}, {list(b)}")
            for key in a:
                self._close(a[key], b[key], rtol, atol, msg, f"{path}[{key}]")
            return
        if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
            try:
                x, y = _array(a), _array(b)
                if x.dtype == object or y.dtype == object:
                    raise ValueError
            except (ValueError, TypeError):
                self.assertEqual(len(a), len(b), f"Mismatched length{where}: {len(a)} and {len(b)}")
                for i, (p, q) in enumerate(zip(a, b, strict=True)):
                    self._close(p, q, rtol, atol, msg, f"{path}[{i}]")
                return
        x, y = _array(a), _array(b)
        if x.dtype == object or y.dtype == object:
            x, y = _as_lists(a), _as_lists(b)
            self.assertEqual(len(x), len(y), f"Mismatched length{where}")
            for i, (p, q) in enumerate(zip(x, y, strict=True)):
                self._close(p, q, rtol, atol, msg, f"{path}[{i}]")
            return
        # What is uneven as a list may still be compared with an array of one dimension less.
        self.assertEqual(x.shape, y.shape, f"Shape mismatch{where}: expected {x.shape}, got {y.shape}. {msg or ''}")
        if not np.allclose(x, y, rtol=rtol, atol=atol, equal_nan=True):
            wide_x, wide_y = x.astype(np.complex128), y.astype(np.complex128)
            bad = ~np.isclose(wide_x, wide_y, rtol=rtol, atol=atol, equal_nan=True)
            gap = np.abs(wide_x - wide_y)[bad]
            self.fail(f"Values differ{where} at {np.argwhere(bad)[:10].tolist()}: {x[bad][:10] if x.ndim else x} and "
                      f"{y[bad][:10] if y.ndim else y}; greatest difference {gap.max()}, rtol={rtol}, atol={atol}. {msg or ''}")

    def assertAllCloseAccordingToType(self, a, b, rtol=1e-6, atol=1e-6, float_rtol=1e-6, float_atol=1e-6, half_rtol=1e-3,  # noqa: N802
                                      half_atol=1e-3, bfloat16_rtol=1e-2, bfloat16_atol=1e-2, msg=None):
        """`assertAllClose` with the tolerances of the less precise of the two dtypes."""
        names = {getattr(getattr(x, "dtype", None), "name", None) or _array(x).dtype.name for x in (a, b)}
        if names & {"float32", "complex64"}:
            rtol, atol = max(rtol, float_rtol), max(atol, float_atol)
        if "float16" in names:
            rtol, atol = max(rtol, half_rtol), max(atol, half_atol)
        if "bfloat16" in names:
            rtol, atol = max(rtol, bfloat16_rtol), max(atol, bfloat16_atol)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    def assertNotAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):  # noqa: N802
        """Fail if `assertAllClose` would pass."""
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol)
        except AssertionError:
            return
        self.fail(f"The two values are close at all elements. {msg or ''}")

    # ------------------------------------------------------------------ order and ranges
    def _all(self, a, condition, text):
        values = _array(a)
        good = condition(values)
        if not np.all(good):
            self.fail(f"{text} does not hold at {np.argwhere(~np.asarray(good))[:10].tolist()}: {values}")

    def assertAllGreater(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are greater than a number."""
        self._all(a, lambda v: v > _array(comparison_target), f"> {comparison_target}")

    def assertAllLess(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are less than a number."""
        self._all(a, lambda v: v < _array(comparison_target), f"< {comparison_target}")

    def assertAllGreaterEqual(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are at least a number."""
        self._all(a, lambda v: v >= _array(comparison_target), f">= {comparison_target}")

    def assertAllLessEqual(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are at most a number."""
        self._all(a, lambda v: v <= _array(comparison_target), f"<= {comparison_target}")

    def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):  # noqa: N802
        """Fail unless all elements lie in a range, whose bounds belong to it unless they are open."""
        kind = _array(target).dtype.kind
        if kind not in "iuf":
            raise AssertionError(f"The value of {target} has the type {_array(target).dtype}, which has no order")

        def inside(v):
            low = v > lower_bound if open_lower_bound else v >= lower_bound
            high = v < upper_bound if open_upper_bound else v <= upper_bound
            return low & high

        left, right = "(" if open_lower_bound else "[", ")" if open_upper_bound else "]"
        self._all(target, inside, f"within {left}{lower_bound}, {upper_bound}{right}")

    def assertAllInSet(self, target, expected_set):  # noqa: N802
        """Fail unless each element is one of `expected_set`."""
        found = set(_array(target).reshape(-1).tolist())
        extra = found - set(expected_set)
        if extra:
            raise AssertionError(f"{len(extra)} unique element(s) are not in the set {expected_set}: {extra}")

    def assertNear(self, f1, f2, err, msg=None):  # noqa: N802
        """Fail unless two numbers are equal or differ by at most `err`."""
        self.assertTrue(f1 == f2 or abs(f1 - f2) <= err, f"{f1!r} != {f2!r} +/- {err!r}{f' ({msg})' if msg else ''}")

    def assertArrayNear(self, farray1, farray2, err, msg=None):  # noqa: N802
        """Fail unless the numbers of two sequences differ by at most `err`."""
        self.assertEqual(len(farray1), len(farray2), msg)
        for a, b in zip(farray1, farray2, strict=True):
            self.assertNear(float(a), float(b), err, msg)

    def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):  # noqa: N802
        """Fail unless the norm of the difference of two arrays is at most `err`."""
        gap = np.linalg.norm(_array(ndarray1) - _array(ndarray2))
        self.assertTrue(gap < err, f"{ndarray1} and {ndarray2} differ by {gap}. {msg or ''}")

    # ------------------------------------------------------------------ what tensors are
    def assertShapeEqual(self, input_a, input_b, msg=None):  # noqa: N802
        """Fail unless two tensors or arrays have the same shape."""
        for x in (input_a, input_b):
            if not (_is_tensor(x) or isinstance(x, np.ndarray)):
                raise TypeError(f"input must be a Tensor or ndarray, got {type(x)}")
        self.assertAllEqual(*(list(x.shape) for x in (input_a, input_b)), msg=msg)

    def assertDTypeEqual(self, target, expected_dtype):  # noqa: N802
        """Fail unless a tensor or array has the dtype."""
        got = dt.as_dtype(target.dtype if hasattr(target, "dtype") else _array(target).dtype)
        self.assertEqual(got, dt.as_dtype(expected_dtype))

    def assertDeviceEqual(self, device1, device2, msg=None):  # noqa: N802
        """Fail unless two names mean the same device."""
        from tfshim.engine.device_names import DeviceSpec

        full = [DeviceSpec.from_string(d if isinstance(d, str) else d.decode() if isinstance(d, bytes) else str(d or "")).to_string()
                for d in (device1, device2)]
        self.assertEqual(*full, f"Devices {device1} and {device2} are not equal. {msg or ''}")

    def assertProtoEquals(self, expected_message_maybe_ascii, validate_message, msg=None, relative_tolerance=None):  # noqa: N802
        """Fail unless a message is the expected one, which may be given in protobuf's text form."""
        expected = expected_message_maybe_ascii
        if isinstance(expected, (str, bytes)):
            from google.protobuf import text_format

            expected = text_format.Parse(expected, type(validate_message)())
        if relative_tolerance is not None:
            raise NotImplementedError("assertProtoEquals: relative_tolerance is not supported; compare the numbers with assertAllClose.")
        self.assertEqual(str(expected), str(validate_message), msg)

    def assertProtoEqualsVersion(self, expected, actual, producer=None, min_consumer=None, msg=None):  # noqa: N802
        """`assertProtoEquals` for graphs, whatever their version numbers are."""
        copied = type(actual)()
        copied.CopyFrom(actual)
        copied.ClearField("versions")
        self.assertProtoEquals(expected, copied, msg=msg)

    # ------------------------------------------------------------------ exceptions
    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(self, exception_type, expected_err_re_or_predicate):  # noqa: N802
        """A context that fails unless it raises the exception, with a message that matches a pattern or satisfies a function."""
        try:
            yield
        except Exception as error:
            text = f"{type(error).__name__}: {getattr(error, 'message', error)}"
            wanted = expected_err_re_or_predicate
            fits = wanted(error) if callable(wanted) else wanted is None or re.search(wanted, text)
            if not fits or not isinstance(error, exception_type):
                raise AssertionError(f"Exception of type {type(error)}: {error}, expected {exception_type} ({wanted})") from error
            return
        self.fail(f"{exception_type.__name__} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate):  # noqa: N802
        """`assertRaisesWithPredicateMatch` for the errors of operations."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(self, exception_type=errors.InvalidArgumentError):  # noqa: N802
        """`assertRaisesWithPredicateMatch` for shapes that do not go together."""
        return self.assertRaisesWithPredicateMatch(
            exception_type, r"Incompatible shapes|Dimensions must be equal|required broadcastable shapes|must match")


def _as_lists(x):
    x = _plain(x)
    if isinstance(x, np.ndarray):
        return x.tolist()
    return [_as_lists(v) for v in x] if isinstance(x, (list, tuple)) else x.item() if isinstance(x, np.generic) else x


def _ragged(values):
    lengths = {len(v) for v in values if hasattr(v, "__len__") and not isinstance(v, (str, bytes))}
    return len(lengths) > 1 or any(isinstance(v, list) and _ragged(v) for v in values)


def _texts(array):
    """Strings as bytes, whatever they came as."""
    if array.dtype.kind == "U":
        return np.array([v.encode() for v in array.reshape(-1).tolist()], object).reshape(array.shape)
    return array.astype(object) if array.dtype.kind == "S" else array

"""The assertions of `tf.test.TestCase`: on tensors, arrays and nested structures of them."""

import collections.abc
import contextlib
import functools
import itertools
import re

import numpy as np

from tfshim.engine.functions.function import inside_function
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.device_names import DeviceSpec
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.script_ops import numpy_function


def _also_in_functions(assertion):
    """`assertion`, which in a function that is being traced becomes an operation that checks the values whenever it runs."""

    @functools.wraps(assertion)
    def run(self, *args, **kwargs):
        if not inside_function():
            return assertion(self, *args, **kwargs)
        at = [i for i, arg in enumerate(args) if isinstance(arg, (Tensor, Variable))]

        def check(*values):
            given = dict(zip(at, values))
            assertion(self, *(given.get(i, arg) for i, arg in enumerate(args)), **kwargs)

        return numpy_function(check, [args[i] for i in at], [])

    return run


def is_tensor(x):
    """Whether `x` is a tensor, a variable, or of a type that operations take in place of one, such as an extension type."""
    return isinstance(x, Tensor) or hasattr(type(x), "_tfshim_value") or hasattr(type(x), "_tfshim_dispatch")


def _is_symbolic(x):
    return is_tensor(x) and not isinstance(x, EagerTensor) and not hasattr(type(x), "_tfshim_dispatch")


def _is_ragged(x):
    return isinstance(x, RaggedTensor) or type(x).__name__ == "RaggedTensorValue"


def _counted_as_float32(array):
    """Arrays of bfloat16 and float8 as float32, for which NumPy's comparisons are defined."""
    return array.astype(np.float32) if array.dtype.name == "bfloat16" or array.dtype.name.startswith("float8") else array


def _places(condition, a, b):
    """Where a condition holds, as text, and the elements there."""
    if a.ndim:
        return np.where(condition), a[np.where(condition)], b[np.where(condition)]
    return None, a, b


class Assertions:
    """Assertions that take tensors, arrays, numbers and, where documented, nested structures of them."""

    def evaluate_if_both_tensors(self, a, b):
        """Both, as values if both are symbolic tensors, which are run together."""
        return self.evaluate((a, b)) if _is_symbolic(a) and _is_symbolic(b) else (a, b)

    def _GetNdArray(self, a):  # noqa: N802 - subclasses override it
        a = self._plain(a)
        if isinstance(a, np.ndarray):
            return a
        if _is_ragged(a):  # one thing, not its parts
            array = np.empty((), object)
            array[()] = a
            return array
        try:
            return np.array(a)
        except ValueError as error:
            if "inhomogeneous shape" in str(error):
                return np.array(a, dtype=object)
            raise

    def _plain(self, a):
        """`a` with the values of tensors, also of those in lists."""
        if is_tensor(a):
            return a.numpy() if isinstance(a, EagerTensor) else self.evaluate(a)
        if isinstance(a, (list, tuple)) and not _is_ragged(a):
            return [self._plain(v) for v in a]
        return a

    def _arrays(self, a, b):
        a, b = self.evaluate_if_both_tensors(a, b)
        return self._GetNdArray(a), self._GetNdArray(b)

    def _same_shapes(self, a, b, msg=""):
        contents = f" with contents {b}" if b.ndim <= 3 or b.size < 500 else ""
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}{contents}. {msg}")

    # ------------------------------------------------------------------ equality
    @_also_in_functions
    def assertAllEqual(self, a, b, msg=None):  # noqa: N802
        """Fail unless shapes and all elements are equal, NaN with NaN."""
        if _is_ragged(a) or _is_ragged(b):
            self._ragged_equal(a, b, msg)
            return
        a, b = self._arrays(a, b)
        self._same_shapes(a, b, msg or "")
        same = a == b
        if dt.as_dtype(a.dtype).is_floating:
            same = np.logical_or(same, np.logical_and(np.isnan(a), np.isnan(b)))
        if np.all(same):
            return
        where, x, y = _places(np.logical_not(same), a, b)
        message = [msg or "", *([f"not equal where = {where}"] if where else []), f"not equal lhs = {x!r}", f"not equal rhs = {y!r}"]
        if a.dtype.kind != b.dtype.kind and {a.dtype.kind, b.dtype.kind} <= {"U", "S", "O"}:  # bytes and text may be the same string
            a, b = (np.array([v.encode() if isinstance(v, str) else v for v in array.flat]) for array in (a, b))
        np.testing.assert_array_equal(a, b, err_msg="\n".join(message))

    @_also_in_functions
    def assertNotAllEqual(self, a, b, msg=None):  # noqa: N802
        """Fail if `assertAllEqual` would pass."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        raise AssertionError(f"The two values are equal at all elements. {msg or ''}")

    def _as_lists(self, x):
        if is_tensor(x):
            x = self.evaluate(x)
        if _is_ragged(x):
            return _rows(x)
        if isinstance(x, np.ndarray):
            return x.tolist()
        return x if isinstance(x, (bytes, np.generic)) else np.array(x, dtype=object).tolist()

    def _same_ragged_rank(self, a, b, msg):
        if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
            self.assertEqual(*(_ragged_rank(x) for x in (a, b)), msg)

    def _ragged_equal(self, a, b, msg):
        self.assertEqual(self._as_lists(a), self._as_lists(b), msg)
        self._same_ragged_rank(a, b, msg)

    @_also_in_functions
    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):  # noqa: N802
        """Fail unless `|a - b| <= atol + rtol * |b|` everywhere in two structures of tensors.

        Raises ValueError where only one of them is a dictionary, or lists differ in length.
        """
        self._close(a, b, rtol, atol, msg, [])

    def _close(self, a, b, rtol, atol, msg, path):
        if _is_ragged(a) or _is_ragged(b):
            self._lists_close(self._as_lists(a), self._as_lists(b), rtol, atol, msg, "value")
            self._same_ragged_rank(a, b, msg)
            return
        msg = msg or ""
        where = "".join(f"[{part}]" for part in path)
        a, b = (x._asdict() if hasattr(x, "_asdict") else x for x in (a, b))
        mapping = isinstance(a, collections.abc.Mapping)
        if mapping != isinstance(b, collections.abc.Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{where} vs b{where}. {msg}")
        message = f"Mismatched value: a{where} is different from b{where}. {msg}"
        if mapping:
            self.assertCountEqual(
                a.keys(), b.keys(), msg=f"mismatched keys: a{where} has keys {a.keys()}, but b{where} has keys {b.keys()}. {msg}"
            )
            for key in a:
                self._close(a[key], b[key], rtol, atol, msg, [*path, key])
        elif isinstance(a, (list, tuple)):
            try:
                self._arrays_close(*self._arrays(a, b), rtol, atol, message)
            except (ValueError, TypeError, NotImplementedError):  # no arrays of numbers: their parts may be
                if len(a) != len(b):
                    raise ValueError(f"Mismatched length: a{where} has {len(a)} items, but b{where} has {len(b)} items. {msg}") from None
                for i, (x, y) in enumerate(zip(a, b)):
                    self._close(x, y, rtol, atol, msg, [*path, i])
        else:
            try:
                self._arrays_close(*self._arrays(a, b), rtol, atol, message)
            except TypeError as e:
                e.args = (f"{e.args[0]} : Error: a{where} has {type(a)}, but b{where} has {type(b)}. {message}", *e.args[1:])
                raise

    def _lists_close(self, a, b, rtol, atol, msg, where):
        self.assertEqual(type(a), type(b))
        if not isinstance(a, list):
            self._close(a, b, rtol, atol, msg, [where])
            return
        self.assertLen(a, len(b), f"Length differs for {where}")
        for i, (x, y) in enumerate(zip(a, b)):
            self._lists_close(x, y, rtol, atol, msg, f"{where}[{i}]")

    def _arrays_close(self, a, b, rtol, atol, msg):
        self._same_shapes(a, b)
        kind = a.dtype
        a, b = _counted_as_float32(a), _counted_as_float32(b)
        if np.allclose(a, b, rtol=rtol, atol=atol):
            return
        wrong = np.logical_or(np.abs(a - b) > atol + rtol * np.abs(b), np.isnan(a) != np.isnan(b))
        where, x, y = _places(wrong, a, b)
        np.testing.assert_allclose(
            a,
            b,
            rtol=rtol,
            atol=atol,
            equal_nan=True,
            err_msg="\n".join(
                [
                    msg,
                    *([f"not close where = {where}"] if where else []),
                    f"not close lhs = {x}",
                    f"not close rhs = {y}",
                    f"not close dif = {np.abs(x - y)}",
                    f"not close tol = {atol + rtol * np.abs(y)}",
                    f"dtype = {kind}, shape = {a.shape}",
                ]
            ),
        )

    @_also_in_functions
    def assertAllCloseAccordingToType(
        self,
        a,
        b,
        rtol=1e-6,
        atol=1e-6,
        float_rtol=1e-6,
        float_atol=1e-6,
        half_rtol=1e-3,  # noqa: N802
        half_atol=1e-3,
        bfloat16_rtol=1e-2,
        bfloat16_atol=1e-2,
        msg=None,
    ):
        """`assertAllClose` with the tolerances of the less precise of the two dtypes."""
        a, b = self.evaluate_if_both_tensors(a, b)
        # Without ml_dtypes, the array of a bfloat16 tensor is float32: only the tensor itself has the dtype.
        names = {x.dtype.name if isinstance(x, (Tensor, Variable)) else self._GetNdArray(x).dtype.name for x in (a, b)}
        for kinds, kind_rtol, kind_atol in (
            ({"float32", "complex64"}, float_rtol, float_atol),
            ({"float16"}, half_rtol, half_atol),
            ({"bfloat16"}, bfloat16_rtol, bfloat16_atol),
        ):
            if names & kinds:
                rtol, atol = max(rtol, kind_rtol), max(atol, kind_atol)
        self.assertAllClose(self._GetNdArray(a), self._GetNdArray(b), rtol=rtol, atol=atol, msg=msg)

    @_also_in_functions
    def assertNotAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):  # noqa: N802
        """Fail if `assertAllClose` would pass."""
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
        except AssertionError:
            return
        raise AssertionError(f"The two values are close at all elements. {msg or ''}")

    @_also_in_functions
    def assertDictEqual(self, a, b, msg=None):  # noqa: N802
        """Fail unless two dictionaries have the same keys and, as arrays, the same values; floats have to be close only."""
        try:
            super().assertDictEqual(a, b, msg)
        except Exception:  # values that are arrays or tensors have no truth value
            self.assertSameElements(a.keys(), b.keys())
            for key, value in a.items():
                of_floats = np.issubdtype(self._GetNdArray(value).dtype, np.floating)
                (self.assertAllClose if of_floats else self.assertAllEqual)(value, b[key], msg=key)

    # ------------------------------------------------------------------ order and ranges
    @_also_in_functions
    def assertAllGreater(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are greater than a number."""
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertGreater(np.min(self._GetNdArray(a)), comparison_target)

    @_also_in_functions
    def assertAllLess(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are less than a number."""
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertLess(np.max(self._GetNdArray(a)), comparison_target)

    @_also_in_functions
    def assertAllGreaterEqual(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are at least a number."""
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertGreaterEqual(np.min(self._GetNdArray(a)), comparison_target)

    @_also_in_functions
    def assertAllLessEqual(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are at most a number."""
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertLessEqual(np.max(self._GetNdArray(a)), comparison_target)

    @_also_in_functions
    def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):  # noqa: N802
        """Fail unless all elements lie in a range, whose bounds belong to it unless they are open; NaN lies in none."""
        target = self._GetNdArray(target)
        if not (np.issubdtype(target.dtype, np.floating) or np.issubdtype(target.dtype, np.integer)):
            raise AssertionError(f"The value of {target} does not have an ordered numeric type, instead it has type: {target.dtype}")
        if np.any(np.isnan(target)):
            raise AssertionError(
                f"{np.isnan(target).sum()} of the {target.size} element(s) are NaN. Subscripts(s) and value(s) of "
                "the NaN element(s):\n" + _listed(np.isnan(target), target)
            )
        wrong = np.logical_or(
            (np.less_equal if open_lower_bound else np.less)(target, lower_bound),
            (np.greater_equal if open_upper_bound else np.greater)(target, upper_bound),
        )
        if np.any(wrong):
            text = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
            raise AssertionError(
                f"{np.sum(wrong)} of the {target.size} element(s) are outside the range {text}. Subscript(s) and "
                "value(s) of the offending elements:\n" + _listed(wrong, target)
            )

    @_also_in_functions
    def assertAllInSet(self, target, expected_set):  # noqa: N802
        """Fail unless each element is one of `expected_set`."""
        extra = np.setdiff1d(self._GetNdArray(target).flatten(), list(expected_set))
        if extra.size:
            raise AssertionError(f"{extra.size} unique element(s) are not in the set {expected_set}: {extra}")

    @_also_in_functions
    def assertNear(self, f1, f2, err, msg=None):  # noqa: N802
        """Fail unless two numbers are equal or differ by at most `err`."""
        one, other = (f"{np.asarray(f).item():f}" for f in (f1, f2))  # arrays of one number are taken, too
        self.assertTrue(f1 == f2 or abs(f1 - f2) <= err, f"{one} != {other} +/- {err:f}{f' ({msg})' if msg is not None else ''}")

    @_also_in_functions
    def assertArrayNear(self, farray1, farray2, err, msg=None):  # noqa: N802
        """Fail unless the numbers of two sequences differ by at most `err`."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for a, b in zip(farray1, farray2):
            self.assertNear(float(a), float(b), err, msg=msg)

    @_also_in_functions
    def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):  # noqa: N802
        """Fail unless the norm of the difference of two arrays is less than `err`."""
        self.assertTrue(np.linalg.norm(ndarray1 - ndarray2) < err, msg=msg)

    # ------------------------------------------------------------------ what tensors are
    def assertShapeEqual(self, input_a, input_b, msg=None):  # noqa: N802
        """Fail unless two tensors or arrays have the same shape, as far as it is known before anything runs."""
        for name, x in (("input_a", input_a), ("input_b", input_b)):
            if not isinstance(x, (np.ndarray, np.generic, Tensor)):
                raise TypeError(f"{name} must be a Numpy ndarray, Numpy scalar, or a Tensor. Instead received {type(x)}")
        self.assertAllEqual(*(x.shape.as_list() if isinstance(x, Tensor) else x.shape for x in (input_a, input_b)), msg=msg)

    @_also_in_functions
    def assertDTypeEqual(self, target, expected_dtype):  # noqa: N802
        """Fail unless a tensor or array has the dtype."""
        got = target.dtype if isinstance(target, (Tensor, Variable)) else self._GetNdArray(target).dtype
        expected = dt.as_dtype(expected_dtype)
        self.assertEqual(dt.as_dtype(got), expected)

    def assertDeviceEqual(self, device1, device2, msg=None):  # noqa: N802
        """Fail unless two names mean the same device."""
        full = [
            DeviceSpec.from_string(d if isinstance(d, str) else d.decode() if isinstance(d, bytes) else str(d or "")).to_string()
            for d in (device1, device2)
        ]
        self.assertEqual(*full, f"Devices {device1} and {device2} are not equal. {msg or ''}")

    def assertStartsWith(self, actual, expected_start, msg=None):  # noqa: N802
        """Fail unless the text `actual` starts with another."""
        if not actual.startswith(expected_start):
            self.fail(f"{actual!r} does not start with {expected_start!r}{f' : {msg!r}' if msg else ''}")

    def assertProtoEquals(self, expected_message_maybe_ascii, validate_message, msg=None, relative_tolerance=None):  # noqa: N802
        """Fail unless a message is the expected one, which may be given in protobuf's text form."""
        expected = expected_message_maybe_ascii
        if isinstance(expected, (str, bytes)):
            expected = messages.text_format().Parse(expected, type(validate_message)())
        if relative_tolerance is not None:
            raise refused("tf.test.TestCase.assertProtoEquals", "relative_tolerance")
        assert isinstance(expected, type(validate_message)), f"Can't compare protos of type {type(expected)} and {type(validate_message)}."
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
        wanted = expected_err_re_or_predicate
        try:
            yield
        except Exception as error:
            # the message of an operation's error, with the name of the operation
            text = str(error)
            if isinstance(error, errors.OpError):
                text = error.message + (f"\nCaused by: {error.op.name}" if getattr(error, "op", None) is not None else "")
            fits = isinstance(error, exception_type) and (wanted(error) if callable(wanted) else re.search(wanted, text))
            if not fits:
                raise AssertionError(f"Exception of type {type(error)}: {error}") from error
            return
        self.fail(f"{exception_type.__name__} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate):  # noqa: N802
        """`assertRaisesWithPredicateMatch` for the errors of operations."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(self, exception_type=errors.InvalidArgumentError):  # noqa: N802
        """`assertRaisesWithPredicateMatch` for shapes that do not go together."""
        return self.assertRaisesWithPredicateMatch(
            exception_type, r"Incompatible shapes|Dimensions must be equal|required broadcastable shapes"
        )


def _rows(ragged):
    """The rows of a RaggedTensorValue as lists."""
    values = _rows(ragged.values) if _is_ragged(ragged.values) else ragged.values.tolist()
    return [values[start:stop] for start, stop in itertools.pairwise(ragged.row_splits.tolist())]


def _ragged_rank(x):
    return 1 + _ragged_rank(x.values) if _is_ragged(x) else 0


def _listed(chosen, values):
    """A line for each of the first ten elements that are chosen."""
    if values.ndim == 0:
        return f"  [0] : {values}"
    subscripts = np.argwhere(chosen)
    lines = [f"  {at} : {values[tuple(at)]}" for at in itertools.islice(subscripts, 10)]
    return "\n".join([*lines, *(["  ..."] if len(subscripts) > 10 else [])])

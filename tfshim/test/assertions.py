"""The assertions of `tf.test.TestCase`: on tensors, arrays and nested structures of them."""

import collections.abc
import itertools

import numpy as np

from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue
from tfshim.test.kind_assertions import KindAssertions
from tfshim.test.range_assertions import RangeAssertions
from tfshim.test.traced_assertions import also_in_functions


def is_tensor(x):
    """Whether `x` is a tensor, a variable, or of a type that operations take in place of one, such as an extension type."""
    return isinstance(x, Tensor) or hasattr(type(x), "_tfshim_value") or hasattr(type(x), "_tfshim_dispatch")


def _is_symbolic(x):
    return is_tensor(x) and not isinstance(x, EagerTensor) and not hasattr(type(x), "_tfshim_dispatch")


def _is_ragged(x):
    return isinstance(x, (RaggedTensor, RaggedTensorValue))


def _counted_as_float32(array):
    """Arrays of bfloat16 and float8 as float32, for which NumPy's comparisons are defined."""
    return array.astype(np.float32) if array.dtype.name == "bfloat16" or array.dtype.name.startswith("float8") else array


def _places(condition, a, b):
    """Where a condition holds, as text, and the elements there."""
    if a.ndim:
        return np.where(condition), a[np.where(condition)], b[np.where(condition)]
    return None, a, b


class Assertions(RangeAssertions, KindAssertions):
    """Assertions that take tensors, arrays, numbers and, where documented, nested structures of them."""

    def evaluate_if_both_tensors(self, a, b):
        """Two values, which are run together if both are tensors of a graph. Mirrors `tf.test.TestCase.evaluate_if_both_tensors`.

        The assertions on two tensors call it first, so that one run of a session gives both: random operations behind them then draw the
        same numbers for the two. An assertion of your own that compares two tensors of a graph does well to begin with it.

        Arguments:
            a: a tensor of any shape and dtype, an array or any other value.
            b: the other one.

        Returns:
            a tuple `(a, b)`: of arrays if both are symbolic tensors, which `evaluate` runs; otherwise of the two as they were given. Eager
            tensors stay tensors.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.evaluate_if_both_tensors(3, [1, 2])
            (3, [1, 2])
        """
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
        if is_tensor(a) and not isinstance(a, RaggedTensorValue):
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
    @also_in_functions
    def assertAllEqual(self, a, b, msg=None):  # noqa: N802
        """Fail unless two values have the same shape and equal elements. Mirrors `tf.test.TestCase.assertAllEqual`.

        Arguments:
            a: a tensor, variable, ragged tensor, array, number, text or nested list, of any dtype.
            b: what `a` has to be equal to, of any of these kinds. The dtypes may differ: 1 and 1.0 are equal.
            msg: a text that is put in front of the message; None (default) for none.

        Returns:
            None. NaN counts as equal to NaN; bytes and text with the same characters are equal. Floats that were computed are seldom equal:
            use `assertAllClose` for them.

        Raises:
            AssertionError: shapes or elements differ; the message has the places and the elements there.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllEqual(tf.range(3), [0, 1, 2])
            >>> case.assertAllEqual([1, 2], [1, 3])
            Traceback (most recent call last):
                ...
            AssertionError: ...
        """
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

    @also_in_functions
    def assertNotAllEqual(self, a, b, msg=None):  # noqa: N802
        """Fail if two values have the same shape and all elements equal. Mirrors `tf.test.TestCase.assertNotAllEqual`.

        Arguments:
            a: a tensor, variable, ragged tensor, array, number, text or nested list, of any dtype.
            b: what `a` must not be equal to. One element that differs is enough, and so is another shape.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None. It is the opposite of `assertAllEqual`, for instance for two draws of a random operation that should not repeat, or for
            weights that a step of training should have changed.

        Raises:
            AssertionError: all elements are equal.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertNotAllEqual(tf.constant([1, 2]), [1, 3])
            >>> case.assertNotAllEqual([1, 2], [1, 2])
            Traceback (most recent call last):
                ...
            AssertionError: The two values are equal at all elements. ...
        """
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        raise AssertionError(f"The two values are equal at all elements. {msg or ''}")

    def _as_lists(self, x):
        if is_tensor(x) and not isinstance(x, RaggedTensorValue):
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

    @also_in_functions
    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):  # noqa: N802
        """Fail unless two structures of tensors are close everywhere. Mirrors `tf.test.TestCase.assertAllClose`.

        Arguments:
            a: a tensor, variable, ragged tensor, array, number, or a list, tuple or dictionary of such, nested as you like.
            b: what `a` has to be close to, nested alike.
            rtol: how far apart elements may be for their size (default 1e-6).
            atol: how far apart they may be besides (default 1e-6). Elements are close where `|a - b| <= atol + rtol * |b|`, and where both
                are NaN.
            msg: a text that is added to the message; None (default) for none.

        Returns:
            None.

        Raises:
            AssertionError: shapes, keys or elements differ; the message has the places, both elements there and how far apart they are.
            ValueError: only one of the two is a dictionary, or lists of structures differ in length.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllClose(tf.sqrt([2.0, 4.0]), [1.4142135, 2.0])
            >>> case.assertAllClose({"loss": tf.constant(0.5)}, {"loss": 0.49}, atol=0.1)
            >>> case.assertAllClose([1.0], [1.1])
            Traceback (most recent call last):
                ...
            AssertionError: ...
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

    @also_in_functions
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
        """Fail unless two tensors are close, as far as their dtypes can tell. Mirrors `tf.test.TestCase.assertAllCloseAccordingToType`.

        A test that runs for several dtypes needs one line by it. The least precise dtype among the two decides: its tolerances are used
        where they are wider than `rtol` and `atol`.

        Arguments:
            a: a tensor, variable, array, number or nested list.
            b: what `a` has to be close to, of the same shape.
            rtol, atol: the tolerances for float64 and integers (default 1e-6 each), as in `assertAllClose`.
            float_rtol, float_atol: those for float32 and complex64 (default 1e-6).
            half_rtol, half_atol: those for float16 (default 1e-3).
            bfloat16_rtol, bfloat16_atol: those for bfloat16 (default 1e-2).
            msg: a text that is added to the message; None (default) for none.

        Returns:
            None.

        Raises:
            AssertionError: shapes differ, or elements are not close.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllCloseAccordingToType(tf.constant([1.0], tf.float16), [1.001])
            >>> case.assertAllCloseAccordingToType(tf.constant([1.0]), [1.001])
            Traceback (most recent call last):
                ...
            AssertionError: ...
        """
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

    @also_in_functions
    def assertNotAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):  # noqa: N802
        """Fail if two values are close at all elements. Mirrors `tf.test.TestCase.assertNotAllClose`.

        Arguments:
            a: a tensor, variable, array, number, or a structure of such.
            b: what `a` must not be close to. One element that is far off is enough, and so is another shape.
            rtol: how far apart elements may be for their size and still count as close (default 1e-6).
            atol: how far apart they may be besides (default 1e-6), as in `assertAllClose`.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None.

        Raises:
            AssertionError: `|a - b| <= atol + rtol * |b|` holds at each element.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertNotAllClose(tf.constant([1.0, 2.0]), [1.0, 2.1])
            >>> case.assertNotAllClose([1.0], [1.0 + 1e-9])
            Traceback (most recent call last):
                ...
            AssertionError: The two values are close at all elements. ...
        """
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
        except AssertionError:
            return
        raise AssertionError(f"The two values are close at all elements. {msg or ''}")

    @also_in_functions
    def assertDictEqual(self, a, b, msg=None):  # noqa: N802
        """Fail unless two dictionaries have the same keys and values, which may be tensors. Mirrors `tf.test.TestCase.assertDictEqual`.

        Arguments:
            a: a dictionary whose values are tensors, arrays, numbers or texts.
            b: the dictionary that it has to be equal to. The order of the keys makes no difference.
            msg: a text for the message where the keys are the same and plain values differ; None (default) for none.

        Returns:
            None. Values of integers, bools and text have to be equal; those of floats have to be close, with the tolerances of
            `assertAllClose`. For dictionaries within dictionaries, `assertAllClose` is the one to use.

        Raises:
            AssertionError: keys or values differ; the message names the key.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertDictEqual({"x": tf.constant([1, 2])}, {"x": np.array([1, 2])})
            >>> case.assertDictEqual({"x": tf.constant(0.1) + 0.2}, {"x": tf.constant(0.3)})
            >>> case.assertDictEqual({"x": 1}, {"y": 1})
            Traceback (most recent call last):
                ...
            AssertionError: ...
        """
        try:
            super().assertDictEqual(a, b, msg)
        except Exception:  # values that are arrays or tensors have no truth value
            self.assertSameElements(a.keys(), b.keys())
            for key, value in a.items():
                of_floats = np.issubdtype(self._GetNdArray(value).dtype, np.floating)
                (self.assertAllClose if of_floats else self.assertAllEqual)(value, b[key], msg=key)


def _rows(ragged):
    """The rows of a RaggedTensorValue as lists."""
    values = _rows(ragged.values) if _is_ragged(ragged.values) else ragged.values.tolist()
    return [values[start:stop] for start, stop in itertools.pairwise(ragged.row_splits.tolist())]


def _ragged_rank(x):
    return 1 + _ragged_rank(x.values) if _is_ragged(x) else 0

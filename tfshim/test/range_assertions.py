"""The assertions of `tf.test.TestCase` on order, ranges and numbers that are near each other."""

import itertools

import numpy as np

from tfshim.test.traced_assertions import also_in_functions


class RangeAssertions:
    """Assertions on where the elements of tensors and arrays lie; a test case gives the arrays."""

    @also_in_functions
    def assertAllGreater(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are greater than a number. Mirrors `tf.test.TestCase.assertAllGreater`.

        Arguments:
            a: a tensor, variable, array, number or nested list of numbers, of any shape with at least one element.
            comparison_target: the number that the smallest element has to exceed. The number itself is not allowed: `assertAllGreaterEqual`
                allows it.

        Returns:
            None. Only the smallest element is looked at, so that NaN among the elements fails.

        Raises:
            AssertionError: an element is equal to the number or less; the message has the smallest one.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllGreater(tf.nn.softplus([-3.0, 0.0, 3.0]), 0)
            >>> case.assertAllGreater(tf.constant([1, 2]), 1)
            Traceback (most recent call last):
                ...
            AssertionError: 1 not greater than 1
        """
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertGreater(np.min(self._GetNdArray(a)), comparison_target)

    @also_in_functions
    def assertAllLess(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are less than a number. Mirrors `tf.test.TestCase.assertAllLess`.

        Arguments:
            a: a tensor, variable, array, number or nested list of numbers, of any shape with at least one element.
            comparison_target: the number that the largest element has to stay below. The number itself is not allowed: `assertAllLessEqual`
                allows it.

        Returns:
            None. Only the largest element is looked at, so that NaN among the elements fails.

        Raises:
            AssertionError: an element is equal to the number or greater; the message has the largest one.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllLess(tf.random.uniform([100]), 1.0)
            >>> case.assertAllLess(tf.constant([1, 2]), 2)
            Traceback (most recent call last):
                ...
            AssertionError: 2 not less than 2
        """
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertLess(np.max(self._GetNdArray(a)), comparison_target)

    @also_in_functions
    def assertAllGreaterEqual(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are at least a number. Mirrors `tf.test.TestCase.assertAllGreaterEqual`.

        Arguments:
            a: a tensor, variable, array, number or nested list of numbers, of any shape with at least one element.
            comparison_target: the number that the smallest element has to reach. The number itself is allowed: `assertAllGreater` does not
                allow it.

        Returns:
            None. Only the smallest element is looked at, so that NaN among the elements fails.

        Raises:
            AssertionError: an element is less than the number; the message has the smallest one.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllGreaterEqual(tf.nn.relu([-3.0, 0.0, 3.0]), 0)
            >>> case.assertAllGreaterEqual(tf.constant([1, 2]), 2)
            Traceback (most recent call last):
                ...
            AssertionError: 1 not greater than or equal to 2
        """
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertGreaterEqual(np.min(self._GetNdArray(a)), comparison_target)

    @also_in_functions
    def assertAllLessEqual(self, a, comparison_target):  # noqa: N802
        """Fail unless all elements are at most a number. Mirrors `tf.test.TestCase.assertAllLessEqual`.

        Arguments:
            a: a tensor, variable, array, number or nested list of numbers, of any shape with at least one element.
            comparison_target: the number that the largest element may be. The number itself is allowed: `assertAllLess` does not allow it.

        Returns:
            None. Only the largest element is looked at, so that NaN among the elements fails.

        Raises:
            AssertionError: an element is greater than the number; the message has the largest one.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllLessEqual(tf.clip_by_value([1.0, 9.0], 0.0, 5.0), 5.0)
            >>> case.assertAllLessEqual(tf.constant([1, 2]), 1)
            Traceback (most recent call last):
                ...
            AssertionError: 2 not less than or equal to 1
        """
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertLessEqual(np.max(self._GetNdArray(a)), comparison_target)

    @also_in_functions
    def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):  # noqa: N802
        """Fail unless all elements lie between two numbers. Mirrors `tf.test.TestCase.assertAllInRange`.

        Arguments:
            target: a tensor, variable, array, number or nested list, of integers or floats.
            lower_bound: the least number that is allowed.
            upper_bound: the greatest number that is allowed.
            open_lower_bound: True for elements that have to be greater than the lower bound; with False (default) they may be equal to it.
            open_upper_bound: True for elements that have to be less than the upper bound; with False (default) they may be equal to it.

        Returns:
            None.

        Raises:
            AssertionError: elements lie outside, are NaN, or are neither integers nor floats. The message has how many there are, and place
                and value of the first ten.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllInRange(tf.random.uniform([100]), 0, 1, open_upper_bound=True)
            >>> case.assertAllInRange([0.5, 2.0], 0, 1)
            Traceback (most recent call last):
                ...
            AssertionError: 1 of the 2 element(s) are outside the range [0, 1]. ...
        """
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

    @also_in_functions
    def assertAllInSet(self, target, expected_set):  # noqa: N802
        """Fail unless each element is one of some values. Mirrors `tf.test.TestCase.assertAllInSet`.

        Arguments:
            target: a tensor, variable, array or nested list of any shape, of numbers, bools or bytes.
            expected_set: the values that are allowed, a set, list or tuple. Not all of them have to occur; how often each occurs makes no
                difference.

        Returns:
            None.

        Raises:
            AssertionError: there are elements that are not among the values; the message has them, each once.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertAllInSet(tf.random.uniform([100], maxval=3, dtype=tf.int32), {0, 1, 2})
            >>> case.assertAllInSet(tf.constant([1, 7, 7]), [1, 2])
            Traceback (most recent call last):
                ...
            AssertionError: 1 unique element(s) are not in the set [1, 2]: [7]
        """
        extra = np.setdiff1d(self._GetNdArray(target).flatten(), list(expected_set))
        if extra.size:
            raise AssertionError(f"{extra.size} unique element(s) are not in the set {expected_set}: {extra}")

    @also_in_functions
    def assertNear(self, f1, f2, err, msg=None):  # noqa: N802
        """Fail unless two numbers are equal or differ by little. Mirrors `tf.test.TestCase.assertNear`.

        Arguments:
            f1: a number; an array or tensor of a single number will do.
            f2: the other number.
            err: how far apart the two may be, a number that is 0 or more. It is an absolute bound: for one that grows with the numbers, use
                `assertAllClose` with `rtol`.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None. Infinities of one sign are equal; NaN is near nothing.

        Raises:
            AssertionError: the difference is greater than `err`.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertNear(3.14, np.pi, err=0.01)
            >>> case.assertNear(1.0, 1.5, err=0.1)
            Traceback (most recent call last):
                ...
            AssertionError: False is not true : 1.000000 != 1.500000 +/- 0.100000
        """
        one, other = (f"{np.asarray(f).item():f}" for f in (f1, f2))  # arrays of one number are taken, too
        self.assertTrue(f1 == f2 or abs(f1 - f2) <= err, f"{one} != {other} +/- {err:f}{f' ({msg})' if msg is not None else ''}")

    @also_in_functions
    def assertArrayNear(self, farray1, farray2, err, msg=None):  # noqa: N802
        """Fail unless the numbers of two sequences differ by little. Mirrors `tf.test.TestCase.assertArrayNear`.

        Arguments:
            farray1: a list, tuple or array of numbers with one dimension.
            farray2: another one of the same length.
            err: how far apart two numbers at one place may be, 0 or more.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None. For arrays of more dimensions, for tensors and for bounds that grow with the numbers use `assertAllClose`.

        Raises:
            AssertionError: the lengths differ, or two numbers are farther apart than `err`; the message has the first such pair.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertArrayNear([1.0, 2.0], np.array([1.01, 1.99]), err=0.1)
            >>> case.assertArrayNear([1.0, 2.0], [1.0, 3.0], err=0.1)
            Traceback (most recent call last):
                ...
            AssertionError: False is not true : 2.000000 != 3.000000 +/- 0.100000
        """
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for a, b in zip(farray1, farray2):
            self.assertNear(float(a), float(b), err, msg=msg)

    @also_in_functions
    def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):  # noqa: N802
        """Fail unless the difference of two arrays has a small norm. Mirrors `tf.test.TestCase.assertNDArrayNear`.

        Arguments:
            ndarray1: an array of numbers; of one or two dimensions, as it is the Euclidean or Frobenius norm of the difference that is
                taken.
            ndarray2: another one of the same shape.
            err: what the norm has to be less than. The norm sums over all elements, so that larger arrays need a larger bound;
                `assertAllClose` has one for each element.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None.

        Raises:
            AssertionError: the norm is `err` or more.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertNDArrayNear(np.array([3.0, 4.0]), np.array([3.0, 4.1]), err=0.2)
            >>> case.assertNDArrayNear(np.array([3.0, 4.0]), np.zeros(2), err=5)
            Traceback (most recent call last):
                ...
            AssertionError: False is not true
        """
        self.assertTrue(np.linalg.norm(ndarray1 - ndarray2) < err, msg=msg)


def _listed(chosen, values):
    """A line for each of the first ten elements that are chosen."""
    if values.ndim == 0:
        return f"  [0] : {values}"
    subscripts = np.argwhere(chosen)
    lines = [f"  {at} : {values[tuple(at)]}" for at in itertools.islice(subscripts, 10)]
    return "\n".join([*lines, *(["  ..."] if len(subscripts) > 10 else [])])

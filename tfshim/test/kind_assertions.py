"""The assertions of `tf.test.TestCase` on shapes, dtypes, devices, messages and exceptions."""

import contextlib
import re

import numpy as np

from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.device_names import DeviceSpec
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.refusals import refused
from tfshim.test.traced_assertions import also_in_functions


class KindAssertions:
    """Assertions on what tensors and messages are, and on what is raised."""

    def assertShapeEqual(self, input_a, input_b, msg=None):  # noqa: N802
        """Fail unless two tensors or arrays have the same shape. Mirrors `tf.test.TestCase.assertShapeEqual`.

        Arguments:
            input_a: a tensor, also one of a graph, or a NumPy array or scalar.
            input_b: what has to have the same shape. Lists and shapes are refused: compare `tensor.shape` with them by `assertEqual` or
                `assertAllEqual`.
            msg: a text that is put in front of the message; None (default) for none.

        Returns:
            None. Of tensors of a graph the shapes that are known before anything runs are compared, unknown sizes with unknown sizes.

        Raises:
            TypeError: one of the two is no tensor and no array.
            AssertionError: the shapes differ.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertShapeEqual(tf.zeros([2, 3]), np.ones([2, 3]))
            >>> case.assertShapeEqual(tf.zeros([2, 3]), tf.zeros([3, 2]))
            Traceback (most recent call last):
                ...
            AssertionError: ...
        """
        for name, x in (("input_a", input_a), ("input_b", input_b)):
            if not isinstance(x, (np.ndarray, np.generic, Tensor)):
                raise TypeError(f"{name} must be a Numpy ndarray, Numpy scalar, or a Tensor. Instead received {type(x)}")
        self.assertAllEqual(*(x.shape.as_list() if isinstance(x, Tensor) else x.shape for x in (input_a, input_b)), msg=msg)

    @also_in_functions
    def assertDTypeEqual(self, target, expected_dtype):  # noqa: N802
        """Fail unless a tensor or array has a dtype. Mirrors `tf.test.TestCase.assertDTypeEqual`.

        Arguments:
            target: a tensor, variable, array, or what NumPy makes an array of. A list of Python floats has float64 then, where a tensor of
                it has float32.
            expected_dtype: the dtype, in any form that `tf.as_dtype` takes: `tf.float32`, `np.float32`, "float32".

        Returns:
            None. The elements are not looked at; `assertAllEqual` and `assertAllClose`, the other way round, do not look at dtypes.

        Raises:
            AssertionError: the dtype is another one; the message has both.
            TypeError: `expected_dtype` is no dtype.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertDTypeEqual(tf.constant(1), tf.int32)
            >>> case.assertDTypeEqual(np.zeros(3), "float64")
            >>> case.assertDTypeEqual(tf.constant(1.0), np.float64)
            Traceback (most recent call last):
                ...
            AssertionError: tf.float32 != tf.float64
        """
        got = target.dtype if isinstance(target, (Tensor, Variable)) else self._GetNdArray(target).dtype
        expected = dt.as_dtype(expected_dtype)
        self.assertEqual(dt.as_dtype(got), expected)

    def assertDeviceEqual(self, device1, device2, msg=None):  # noqa: N802
        """Fail unless two names mean the same device. Mirrors `tf.test.TestCase.assertDeviceEqual`.

        Arguments:
            device1: the name of a device as a str or bytes, or a `tf.DeviceSpec`; None and "" mean no device in particular. The forms
                "/cpu:0" and "/device:CPU:0" are one device.
            device2: the other one.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None. A name that leaves parts out, such as the job, equals only names that leave out the same ones: the device of an eager
            tensor has all parts.

        Raises:
            AssertionError: the devices differ.
            ValueError: a text is no name of a device.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertDeviceEqual("/gpu:1", "/device:GPU:1")
            >>> case.assertDeviceEqual("/cpu:0", "/gpu:0")
            Traceback (most recent call last):
                ...
            AssertionError: ...
        """
        full = [
            DeviceSpec.from_string(d if isinstance(d, str) else d.decode() if isinstance(d, bytes) else str(d or "")).to_string()
            for d in (device1, device2)
        ]
        self.assertEqual(*full, f"Devices {device1} and {device2} are not equal. {msg or ''}")

    def assertStartsWith(self, actual, expected_start, msg=None):  # noqa: N802
        """Fail unless a text begins with another one. Mirrors `tf.test.TestCase.assertStartsWith`.

        Arguments:
            actual: the text, a str, or bytes where the start is bytes as well.
            expected_start: what it has to begin with; a tuple of texts if it may be any of several. Upper and lower case are different.
            msg: a text that is put behind the message; None (default) for none.

        Returns:
            None. For what the text of a string tensor is, take its value first: `tensor.numpy().decode()`.

        Raises:
            AssertionError: the text begins otherwise; the message has both texts.
            TypeError: one is text and the other one bytes.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertStartsWith(tf.constant(1.0).device, "/job:localhost")
            >>> case.assertStartsWith("kernel:0", "bias")
            Traceback (most recent call last):
                ...
            AssertionError: 'kernel:0' does not start with 'bias'
        """
        if not actual.startswith(expected_start):
            self.fail(f"{actual!r} does not start with {expected_start!r}{f' : {msg!r}' if msg else ''}")

    def assertProtoEquals(self, expected_message_maybe_ascii, message, msg=None, relative_tolerance=None):  # noqa: N802
        """Fail unless a protocol buffer is the expected one. Mirrors `tf.test.TestCase.assertProtoEquals`.

        Arguments:
            expected_message_maybe_ascii: the expected message; or a str or bytes in the text form of protocol buffers, which is read as a
                message of the class of the other one.
            message: the message that is to be checked.
            msg: a text for the message of the failure; None (default) for none.
            relative_tolerance: has to be None (default).

        Returns:
            None. All fields have to be equal, floats exactly; the order of the keys of a map makes no difference.

        Raises:
            AssertionError: fields differ, or the messages are of two classes.
            NotImplementedError: `relative_tolerance` is given.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.assertProtoEquals("value: 1 value: 2", tf.train.Int64List(value=[1, 2]))
            >>> case.assertProtoEquals(tf.train.Int64List(value=[1]), tf.train.Int64List(value=[2]))
            Traceback (most recent call last):
                ...
            AssertionError: ...
        """
        expected = expected_message_maybe_ascii
        if isinstance(expected, (str, bytes)):
            expected = messages.text_format().Parse(expected, type(message)())
        if relative_tolerance is not None:
            raise refused("tf.test.TestCase.assertProtoEquals", "relative_tolerance")
        assert isinstance(expected, type(message)), f"Can't compare protos of type {type(expected)} and {type(message)}."
        self.assertEqual(str(expected), str(message), msg)

    def assertProtoEqualsVersion(self, expected, actual, producer=None, min_consumer=None, msg=None):  # noqa: N802
        """Fail unless two graphs are equal, whatever their version numbers are. Mirrors `tf.test.TestCase.assertProtoEqualsVersion`.

        Arguments:
            expected: a GraphDef, or its text form without the field `versions`.
            actual: the GraphDef to be checked, as `tf.Graph.as_graph_def()` gives it; its field `versions` is left out of the comparison.
            producer, min_consumer: numbers that TensorFlow would expect in that field; they are taken and make no difference here (default
                None).
            msg: a text for the message of the failure; None (default) for none.

        Returns:
            None.

        Raises:
            AssertionError: the graphs differ in nodes, attributes or the library of functions.

        Example:
            >>> with tf.Graph().as_default() as graph:
            ...     _ = tf.no_op(name="nothing")
            >>> text = 'node { name: "nothing" op: "NoOp" }'
            >>> tf.test.TestCase().assertProtoEqualsVersion(text, graph.as_graph_def())
        """
        copied = type(actual)()
        copied.CopyFrom(actual)
        copied.ClearField("versions")
        self.assertProtoEquals(expected, copied, msg=msg)

    # ------------------------------------------------------------------ exceptions
    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(self, exception_type, expected_err_re_or_predicate):  # noqa: N802
        """A context that fails unless it raises an exception that fits. Mirrors `tf.test.TestCase.assertRaisesWithPredicateMatch`.

        Arguments:
            exception_type: the class of the exception, or a tuple of classes.
            expected_err_re_or_predicate: a regular expression that has to be found somewhere in the message of the exception; or a function
                that takes the exception and says by a bool whether it is the right one. Of errors of operations the message without their
                number is looked at, and the name of the operation.

        Returns:
            a context manager. It gives no object to look at the exception afterwards: `assertRaises` does.

        Raises:
            AssertionError: nothing is raised, or what is raised is of another class or does not fit.

        Example:
            >>> case = tf.test.TestCase()
            >>> with case.assertRaisesWithPredicateMatch(tf.errors.InvalidArgumentError, "nonnegative|negative"):
            ...     tf.debugging.assert_non_negative([-1], message="negative")
            >>> with case.assertRaisesWithPredicateMatch(ValueError, lambda error: "abc" in str(error)):
            ...     int("abc")
        """
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
        """A context that fails unless an operation in it fails with a message that fits. Mirrors `tf.test.TestCase.assertRaisesOpError`.

        Arguments:
            expected_err_re_or_predicate: a regular expression that has to be found in the message, or a function that takes the exception
                and says by a bool whether it is the right one.

        Returns:
            a context manager. Any error of `tf.errors` will do, as all are `tf.errors.OpError`; where the class matters too, use
            `assertRaisesWithPredicateMatch`, or `assertRaisesRegex` of unittest.

        Raises:
            AssertionError: nothing is raised, another class of exception is, or the message does not fit.

        Example:
            >>> case = tf.test.TestCase()
            >>> with case.assertRaisesOpError("must be the same|Incompatible shapes"):
            ...     tf.raw_ops.AddV2(x=[1.0, 2.0], y=[1.0, 2.0, 3.0])
        """
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(self, exception_type=errors.InvalidArgumentError):  # noqa: N802
        """A context that fails unless shapes in it do not go together. Mirrors `tf.test.TestCase.assertRaisesIncompatibleShapesError`.

        The same mistake has three texts: an operation that runs says "Incompatible shapes" or "required broadcastable shapes", and one that
        is put into a graph says "Dimensions must be equal". This takes any of the three, so that one test holds for both.

        Arguments:
            exception_type: the class of the exception: `tf.errors.InvalidArgumentError` (default) for operations that run, ValueError for
                those of a graph, or a tuple of both.

        Returns:
            a context manager.

        Raises:
            AssertionError: nothing is raised, or something else.

        Example:
            >>> case = tf.test.TestCase()
            >>> with case.assertRaisesIncompatibleShapesError():
            ...     tf.constant([1.0, 2.0]) + tf.constant([1.0, 2.0, 3.0])
        """
        return self.assertRaisesWithPredicateMatch(
            exception_type, r"Incompatible shapes|Dimensions must be equal|required broadcastable shapes"
        )

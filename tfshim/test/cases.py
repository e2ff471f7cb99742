"""`tf.test.TestCase`: a test that starts with fresh seeds and an empty graph, with sessions of its own."""

import contextlib
import os
import random
import shutil
import tempfile
import threading

import numpy as np
from absl.testing import absltest

from tfshim._export import tf_export
from tfshim.compat import v1
from tfshim.compat.v1.graphs.graphs import reset_default_graph
from tfshim.compat.v1.graphs.sessions import RaggedTensorValue
from tfshim.engine.graphs.graph import default_graph
from tfshim.engine.graphs.sessions.session import SparseTensorValue
from tfshim.engine.ops.indexed_slices import IndexedSlices, IndexedSlicesValue
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values import nest
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.random.seed import set_seed
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.test.assertions import Assertions


class _CheckedThread:
    """A thread that has to be joined, where its exception fails the test."""

    def __init__(self, test, target, args=None, kwargs=None):
        self._error, self._joined = None, False

        def run():
            try:
                target(*(args or ()), **(kwargs or {}))
            except Exception as error:  # it fails the test where the thread is joined
                self._error = error

        self._test, self._thread = test, threading.Thread(target=run)

    def start(self):
        self._thread.start()

    def is_alive(self):
        return self._thread.is_alive()

    def join(self):
        self._joined = True
        self._thread.join()
        if self._error is not None:
            raise self._test.failureException(f"Error in checkedThread: {self._error}") from self._error

    def check_termination(self):
        if not self._joined:
            self._test.fail("A checked thread was not joined.")
        if self.is_alive():
            raise RuntimeError("Thread was not joined with main thread, and is still running when the test finished.")


@tf_export("test.TestCase")
class TestCase(Assertions, absltest.TestCase):
    """A test case of `unittest` whose assertions compare tensors. Mirrors `tf.test.TestCase`.

    Before each test Python's, NumPy's and TensorFlow's random numbers get a fixed seed, so that tests repeat, and the default graph is
    emptied. `assertAllClose(a, b, rtol=1e-06, atol=1e-06)`, `assertAllEqual`, `assertShapeEqual`, `assertDTypeEqual`, `assertAllInRange`
    and others take tensors, arrays and nests of them; `evaluate` gives the values of tensors, eagerly or in a session;
    `get_temp_dir` is a folder of the test's own. `tf.test.main()` runs the tests of a script.

    Example:
        >>> class SquareTest(tf.test.TestCase):
        ...     def test_square(self):
        ...         self.assertAllClose(tf.square([1.0, 2.0]), [1.0, 4.0])
        >>> SquareTest("test_square").run().wasSuccessful()
        True
    """

    def __init__(self, methodName="runTest"):  # noqa: N803
        super().__init__(methodName)
        self._threads, self._tempdir, self._cached_session = [], None, None

    def setUp(self):
        """What is done before each test: the same start for all. Mirrors `tf.test.TestCase.setUp`.

        Python's, NumPy's and TensorFlow's generators of random numbers get one fixed seed, so that a test gives the same numbers whenever
        it runs and whatever ran before it; the default graph of TensorFlow 1 is emptied, a session left open by `cached_session` is closed,
        and no writer of summaries is the default.

        A class that has a `setUp` of its own calls `super().setUp()` first in it. It takes no arguments and returns None; an exception in
        it fails the test.

        Example:
            >>> class DrawTest(tf.test.TestCase):
            ...     def setUp(self):
            ...         super().setUp()
            ...         self.drawn = tf.random.uniform([2])
            ...     def test_range(self):
            ...         self.assertAllInRange(self.drawn, 0, 1)
            >>> DrawTest("test_range").run().wasSuccessful()
            True
        """
        super().setUp()
        self._close_cached_session()
        random.seed(87654321)
        np.random.seed(87654321)
        if TS.graph is not None:  # a test that failed, or that calls this itself, may be within graphs
            TS.graph = default_graph()
        reset_default_graph()
        set_seed(87654321)
        STATE.set_default(None, None)  # the writer of another test
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")

    def tearDown(self):
        """What is done after each test: threads are checked and the session is closed. Mirrors `tf.test.TestCase.tearDown`.

        Threads made by `checkedThread` have to be joined by then; the session of `cached_session` is closed. The folder of `get_temp_dir`
        is removed later, after all functions given to `addCleanup` have run.

        A class that has a `tearDown` of its own calls `super().tearDown()` last in it. It takes no arguments and returns None.

        Raises:
            AssertionError: a checked thread was not joined.
            RuntimeError: a thread still runs.

        Example:
            >>> class CloseTest(tf.test.TestCase):
            ...     def tearDown(self):
            ...         print("closed")
            ...         super().tearDown()
            ...     def test_nothing(self):
            ...         pass
            >>> CloseTest("test_nothing").run().wasSuccessful()
            closed
            True
        """
        threads, self._threads = self._threads, []
        try:
            for thread in threads:
                thread.check_termination()
        finally:
            self._close_cached_session()
        super().tearDown()

    def get_temp_dir(self):
        """A folder of this test alone, removed after it. Mirrors `tf.test.TestCase.get_temp_dir`.

        The folder is made by the first call, below the folder for temporary files of the machine; later calls of the same test give the
        same one, those of other tests another one. It exists and is empty at first. It is the place for checkpoints, logs of TensorBoard
        and saved models that a test writes. It takes no arguments.

        Returns:
            the path of the folder, a str. `tf.compat.v1.test.get_temp_dir()` is a folder for a whole script, which nobody removes.

        Example:
            >>> import os
            >>> class SaveTest(tf.test.TestCase):
            ...     def test_save(self):
            ...         path = os.path.join(self.get_temp_dir(), "rows.txt")
            ...         tf.io.write_file(path, "a,b")
            ...         self.assertTrue(os.path.exists(path))
            >>> SaveTest("test_save").run().wasSuccessful()
            True
        """
        if self._tempdir is None:
            self._tempdir = tempfile.mkdtemp()
            # Not in `tearDown`: what the test asked to be cleaned up afterwards, which may be in this folder, comes first.
            self.addCleanup(self._remove_temp_dir, self._tempdir)
        return self._tempdir

    def _remove_temp_dir(self, path):
        shutil.rmtree(path, ignore_errors=True)
        if self._tempdir == path:
            self._tempdir = None

    def evaluate(self, tensors):
        """The values of tensors as arrays, eagerly and in graphs alike. Mirrors `tf.test.TestCase.evaluate`.

        Arguments:
            tensors: a tensor, variable or operation, or a list, tuple or dictionary of such, nested as you like; of sparse and ragged
                tensors and IndexedSlices as well. While operations run eagerly, a function without arguments is called for its tensors.

        Returns:
            the same structure with arrays and NumPy scalars in place of the tensors; None for an operation. Sparse tensors become
            `tf.compat.v1.SparseTensorValue`, ragged ones `tf.compat.v1.ragged.RaggedTensorValue`. With eager execution off the default
            session runs the tensors, or a session of the test's own where there is none.

        Raises:
            ValueError: something in the structure is no tensor.

        Example:
            >>> case = tf.test.TestCase()
            >>> case.evaluate({"sum": tf.reduce_sum([1, 2, 3]), "pair": (tf.constant([1.5]), tf.Variable(2))})
            {'sum': 6, 'pair': (array([1.5], dtype=float32), 2)}
            >>> case.evaluate(lambda: tf.square(3.0))
            9.0
        """
        if executing_eagerly():
            return nest.map_structure(self._value, tensors)
        opened = v1.get_default_session()
        flat = nest.flatten(tensors)
        if opened is not None:
            return nest.pack_sequence_as(tensors, opened.run(flat))
        with self.test_session() as opened:
            return nest.pack_sequence_as(tensors, opened.run(flat))

    def _value(self, tensor):
        if tensor is None:
            return None
        if isinstance(tensor, SparseTensor):
            return SparseTensorValue(tensor.indices.numpy(), tensor.values.numpy(), tensor.dense_shape.numpy())
        if isinstance(tensor, IndexedSlices):
            dense_shape = None if tensor.dense_shape is None else tensor.dense_shape.numpy()
            return IndexedSlicesValue(values=tensor.values.numpy(), indices=tensor.indices.numpy(), dense_shape=dense_shape)
        if isinstance(tensor, RaggedTensor):
            return RaggedTensorValue(self._value(tensor.values), self._value(tensor.row_splits))
        if callable(tensor) and not hasattr(tensor, "numpy"):
            return self.evaluate(tensor())
        if hasattr(tensor, "numpy") and callable(tensor.numpy):
            return tensor.numpy()
        raise ValueError(f"Unsupported type {type(tensor).__name__!r}.")

    def checkedThread(self, target, args=None, kwargs=None):  # noqa: N802
        """A thread whose exception fails the test that started it. Mirrors `tf.test.TestCase.checkedThread`.

        An exception in a plain `threading.Thread` is printed and the test passes all the same; here it fails the test where the thread is
        joined.

        Arguments:
            target: the function that the thread calls.
            args: its positional arguments, a tuple (default None: none).
            kwargs: its keyword arguments, a dictionary (default None: none).

        Returns:
            a thread with `start()`, `join()` and `is_alive()`. The test has to join it: `tearDown` fails the test that did not. `join`
            raises AssertionError where the function raised.

        Example:
            >>> class ThreadTest(tf.test.TestCase):
            ...     def test_thread(self):
            ...         found = []
            ...         thread = self.checkedThread(target=found.append, args=(tf.constant(1),))
            ...         thread.start()
            ...         thread.join()
            ...         self.assertAllEqual(found, [1])
            >>> ThreadTest("test_thread").run().wasSuccessful()
            True
        """
        made = _CheckedThread(self, target, args, kwargs)
        self._threads.append(made)
        return made

    @contextlib.contextmanager
    def captureWritesToStream(self, stream):  # noqa: N802
        """A context that collects what is written to a stream. Mirrors `tf.test.TestCase.captureWritesToStream`.

        The file behind the stream is replaced while the context lasts, so that what C code and child processes write is collected too,
        which `contextlib.redirect_stderr` misses. Nothing of it is seen on the terminal.

        Arguments:
            stream: an open file with a number of its own (`fileno()`), such as `sys.stderr`, where `tf.print` writes, or `sys.stdout`.
                Notebooks have streams without one.

        Returns:
            a context manager; `contents()` of what it gives is all text that was written so far, within the context.

        Example:
            >>> import sys
            >>> class PrintTest(tf.test.TestCase):
            ...     def test_print(self):
            ...         with self.captureWritesToStream(sys.__stderr__) as printed:
            ...             sys.__stderr__.write("step 1")
            ...             self.assertEqual(printed.contents(), "step 1")
            >>> PrintTest("test_print").run().wasSuccessful()
            True
        """
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
        """A new session of TensorFlow 1 for part of a test. Mirrors `tf.test.TestCase.session`.

        Arguments:
            graph: the graph of the session, which is the default graph within the context; None (default) for the current default graph.
            config: a `tf.compat.v1.ConfigProto`, or None (default).
            use_gpu: False puts operations that are made within the context on the CPU; with True (default) they are where the program puts
                them.
            force_gpu: True puts them on the first GPU (default False).

        Returns:
            a context manager that gives the session, closed at its end. While operations run eagerly there is no session: what it gives
            then raises AttributeError when it is used, so that tests for both ways use `self.evaluate`.

        Example:
            >>> class SumTest(tf.test.TestCase):
            ...     def test_sum(self):
            ...         with tf.Graph().as_default(), self.session() as session:
            ...             self.assertEqual(session.run(tf.constant(1) + 2), 3)
            >>> SumTest("test_sum").run().wasSuccessful()
            True
        """
        if executing_eagerly():
            yield _NoSession()
            return
        with v1.Session(graph=graph, config=config) as opened, _placed(opened, use_gpu, force_gpu):
            yield opened

    @contextlib.contextmanager
    def cached_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """The session of TensorFlow 1 that a whole test shares. Mirrors `tf.test.TestCase.cached_session`.

        The first call makes the session, later ones of the same test give it again, so that variables keep their values between them;
        `tearDown` closes it.

        Arguments:
            graph: the graph of the session; None (default) for the current default graph.
            config: a `tf.compat.v1.ConfigProto`, or None (default).
            use_gpu: False puts operations that are made within the context on the CPU (default True).
            force_gpu: True puts them on the first GPU (default False).

        Returns:
            a context manager that gives the session. While operations run eagerly `run` of what it gives takes eager tensors.

        Raises:
            ValueError: `graph`, `config` or `force_gpu` is not what it was in the first call.

        Example:
            >>> class CountTest(tf.test.TestCase):
            ...     def test_count(self):
            ...         with self.cached_session() as session:
            ...             self.assertAllEqual(session.run(tf.constant([1, 2])), [1, 2])
            >>> CountTest("test_count").run().wasSuccessful()
            True
        """
        if executing_eagerly():
            yield _EagerSession(self)
            return
        opened = self._cached(graph, config, force_gpu)
        for name, given, first in zip(("graph", "config", "force_gpu value"), (graph, config, force_gpu), self._cached_with):
            if given is not first:
                raise ValueError(
                    f"The {name} used to get the cached session is different than the one that was used to create the "
                    "session. Maybe create a new session with self.session()"
                )
        with opened.graph.as_default(), opened.as_default(), _placed(opened, use_gpu, force_gpu):
            yield opened

    def _cached(self, graph, config, force_gpu):
        if self._cached_session is None:
            self._cached_session, self._cached_with = v1.Session(graph=graph, config=config), (graph, config, force_gpu)
        return self._cached_session

    def _close_cached_session(self):
        if self._cached_session is not None:
            self._cached_session.close()
            self._cached_session = None

    @contextlib.contextmanager
    def test_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """The older name of `session` and `cached_session`. Mirrors `tf.test.TestCase.test_session`.

        Loaders take it for a test because of its name; it skips itself then, which is why a class with three tests reports four. New tests
        use `self.evaluate`, or `self.session`.

        Arguments:
            graph: with a graph, a new session of it is made and closed; with None (default), the session of `cached_session` is used.
            config: a `tf.compat.v1.ConfigProto`, or None (default).
            use_gpu: False puts operations that are made within the context on the CPU (default True).
            force_gpu: True puts them on the first GPU (default False).

        Returns:
            a context manager that gives the session, or None while operations run eagerly.

        Example:
            >>> class SumTest(tf.test.TestCase):
            ...     def test_sum(self):
            ...         with tf.Graph().as_default() as graph, self.test_session(graph) as session:
            ...             self.assertEqual(session.run(tf.constant(1) + 2), 3)
            >>> SumTest("test_sum").run().wasSuccessful()
            True
        """
        if executing_eagerly():
            yield None
        elif graph is not None:
            with self.session(graph, config, use_gpu, force_gpu) as opened:
                yield opened
        else:
            opened = self._cached(graph, config, force_gpu)
            with opened.graph.as_default(), opened.as_default(), _placed(opened, use_gpu, force_gpu):
                yield opened


def _placed(session, use_gpu, force_gpu):
    """The context of a session's graph that puts operations where a test wants them."""
    if force_gpu:
        return session.graph.device("/device:GPU:0")
    return contextlib.nullcontext() if use_gpu else session.graph.device("/device:CPU:0")


class _NoSession:
    """What `session` gives with eager execution on: nothing is to be done with it."""

    def __getattr__(self, name):
        raise AttributeError(
            f"self.session() gives no session while eager execution is on, so it has no {name!r}: compute the values "
            "eagerly, or call tf.compat.v1.disable_eager_execution() before the tests run."
        )


class _EagerSession:
    """What `cached_session` gives with eager execution on: `run` gives the values of tensors."""

    def __init__(self, case):
        self._case = case

    def run(self, fetches, *args, feed_dict=None, **kwargs):
        if feed_dict:
            raise RuntimeError(
                "feed_dict is not supported when eager execution is enabled (in this case, sess.run(t) is shorthand for t.numpy())"
            )
        if args or kwargs:
            raise RuntimeError(
                "Optional args are not supported when eager execution is enabled (in this case, sess.run(t) is shorthand for t.numpy())"
            )
        return self._case.evaluate(fetches)

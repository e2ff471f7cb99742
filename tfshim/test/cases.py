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
from tfshim.engine.graphs.session import SparseTensorValue
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
        """Seed all generators and empty the default graph."""
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
        """Check that all threads are joined, and close the session."""
        threads, self._threads = self._threads, []
        try:
            for thread in threads:
                thread.check_termination()
        finally:
            self._close_cached_session()
        super().tearDown()

    def get_temp_dir(self):
        """A directory of this test alone, removed after it."""
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
        """The values of tensors, as arrays, in the structure given; with eager execution off, the default session runs them.

        Functions are called. Sparse and ragged tensors and IndexedSlices become what a session gives for them. Raises ValueError
        for what is no tensor.
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
        """A thread that the test has to join, and that fails it there if it raised."""
        made = _CheckedThread(self, target, args, kwargs)
        self._threads.append(made)
        return made

    @contextlib.contextmanager
    def captureWritesToStream(self, stream):  # noqa: N802
        """A context that collects what is written to `stream`; `contents()` of what it gives is the text."""
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
        """A new session of TensorFlow 1 as a context, with its graph as the default.

        With eager execution on, what the context gives refuses to be used. `force_gpu` puts operations on the first GPU, and
        `use_gpu=False` on the CPU.
        """
        if executing_eagerly():
            yield _NoSession()
            return
        with v1.Session(graph=graph, config=config) as opened, _placed(opened, use_gpu, force_gpu):
            yield opened

    @contextlib.contextmanager
    def cached_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """As `session`, with one session for the whole test, closed at its end. Raises ValueError if later arguments differ.

        With eager execution on, the `run` of what the context gives takes tensors, and gives their values.
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
        """The older name of `session`, or without a graph of `cached_session`; loaders of tests take it for one, and it is skipped then."""
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

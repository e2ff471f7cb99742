"""Runs of a session that come in several pieces."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from tfshim.engine.graphs.devices.session_targets import Shared
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.programs import partial_runs
from tfshim.engine.graphs.sessions.arguments import Fetches, feeds_of, set_up_feeds
from tfshim.engine.graphs.sessions.plans import fetched
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.processor.threads import adapt

_numbers = itertools.count()
_MOST_KEPT = 256  # pieces of one set of fetches and feeds


class RunsInPieces:
    """What a session says about runs in several pieces."""

    _graph: Graph
    _closed: bool
    _shared: Shared | None
    _partial: dict[str, partial_runs.PartialRun]
    _pieces: dict[Any, dict[Any, Any]]  # by what they may fetch and be fed
    _run_plan: Callable[..., Sequence[Any]]

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        """Begins a run that comes in several pieces. Mirrors `tf.compat.v1.Session.partial_run_setup`.

        It says what all pieces together may fetch and be fed, each of them once. A program can then look at some values before it decides
        what to feed next, without computing anything twice.

        Arguments:
            fetches: a list of tensors and operations, or their names.
            feeds: a list of tensors, or their names; None (the default) for none.

        Returns:
            The handle, a str, for `partial_run`.

        Raises:
            RuntimeError: the session was closed.
            InvalidArgumentError: nothing is fetched.
            TypeError, ValueError: something cannot be fetched or fed.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     a, b = tf.compat.v1.placeholder(tf.float32, []), tf.compat.v1.placeholder(tf.float32, [])
            ...     total = a + 1.0
            ...     product = total * b
            ...     handle = sess.partial_run_setup([total, product], [a, b])
            ...     first = sess.partial_run(handle, total, feed_dict={a: 1.0})
            ...     print(first, sess.partial_run(handle, product, feed_dict={b: first}))
            2.0 4.0
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        elements = list({id(e): e for e in Fetches(self._graph, fetches, self).elements}.values())
        if not elements:
            raise invalid("Must specify at least one target to fetch or execute.")
        fed = set_up_feeds(self._graph, feeds)
        handle = f"partial_run_{next(_numbers)}"
        # There may be as many pieces as ways to go on. What they are for is held beside them, so that its ids are its own.
        key = tuple(map(id, elements)), tuple(map(id, fed))
        pieces = self._pieces.get(key)
        if pieces is None or len(pieces) >= _MOST_KEPT:
            pieces = self._pieces[key] = {None: (elements, fed)}
        self._partial[handle] = partial_runs.PartialRun(self._graph, elements, fed, pieces)
        return handle

    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any:
        """Goes on with a run that comes in several pieces. Mirrors `tf.compat.v1.Session.partial_run`.

        What earlier pieces have computed is not computed again, and what they were fed holds on. Once all fetches of the run have been
        given, it is over, and its handle is of no more use.

        Arguments:
            handle: what `partial_run_setup` gave.
            fetches: a tensor, or name of one, or a nest of such; operations are only among what is set up.
            feed_dict: a dictionary from tensors to values; None (the default) for none.

        Returns:
            NumPy values in the structure of `fetches`.

        Raises:
            RuntimeError: the session was closed, or an operation is fetched.
            InvalidArgumentError: there is no such run, or something is fetched or fed that was not set up, or was before.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     x = tf.compat.v1.placeholder(tf.float32, [])
            ...     y = x * 2.0
            ...     z = y + 1.0
            ...     handle = sess.partial_run_setup([y, z], [x])
            ...     print(sess.partial_run(handle, y, feed_dict={x: 3.0}), sess.partial_run(handle, z))
            6.0 7.0
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        mapped, feeds = Fetches(self._graph, fetches, self), feeds_of(self._graph, feed_dict)
        elements: list[Any] = [e for e in mapped.elements if not isinstance(e, Operation)]
        if len(elements) < len(mapped.elements):
            targets = [e for e in mapped.elements if isinstance(e, Operation)]
            raise RuntimeError(f"partial_run() requires empty `target_list`. Received: target_list={targets} (non-empty)")
        run = partial_runs.running(self._partial, handle)
        run.check(elements, feeds)
        run.feed(feeds)
        piece, given, tensors, nodes = run.piece(elements)
        if self._shared is not None:
            self._shared.check_queues(nodes)
        adapt()
        run.keep(tensors, self._run_plan(piece, given), nodes)
        values = [fetched(storage, t.dtype) for t, storage in zip(elements, run.fetch(elements))]
        if run.ended:
            del self._partial[handle]
        return mapped.build(values)

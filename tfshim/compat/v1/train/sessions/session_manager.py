"""What makes a session ready: restoring a checkpoint, or initializing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.graphs.sessions.session import Session
from tfshim.engine.runtime import errors
from tfshim.train.reading import get_checkpoint_state

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Message
    from tfshim.compat.v1.train.saver import Saver
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["train.SessionManager"])
class SessionManager:
    """Makes sessions whose variables are restored from a checkpoint, or else initialized. Mirrors `tf.compat.v1.train.SessionManager`.

    Monitored sessions and supervisors use it: a chief calls `prepare_session`, others `wait_for_session`.

    Arguments:
        local_init_op: what is run in each new session, for local variables and tables; None by default.
        ready_op: gives the names of variables without a value, an empty list when all have one; None (the default) checks nothing.
        ready_for_local_init_op: the same, for what has to be there before `local_init_op`.
        graph: the graph; None (the default) for the default one.
        recovery_wait_secs: how many seconds pass between two looks whether a session is ready, 30 by default.
        local_init_run_options, local_init_feed_dict: a `tf.compat.v1.RunOptions` and what is fed for the run of `local_init_op`.

    Raises:
        ValueError: `ready_for_local_init_op` is given without `local_init_op`.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     manager = tf.compat.v1.train.SessionManager(ready_op=tf.compat.v1.report_uninitialized_variables())
        ...     session = manager.prepare_session("", init_op=tf.compat.v1.global_variables_initializer())
        ...     print(session.run(w))
        ...     session.close()
        3.0
    """

    __module__ = "tensorflow.python.training.session_manager"

    def __init__(
        self,
        local_init_op: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        graph: Graph | None = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: Message | None = None,
        local_init_feed_dict: FeedDict | None = None,
    ) -> None:
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op , ready_for_local_init_op "
                f"[{ready_for_local_init_op}]"
            )
        self._local_init_op, self._ready_op, self._ready_for_local = local_init_op, ready_op, ready_for_local_init_op
        self._graph = current_graph() if graph is None else graph
        self._wait, self._options, self._feeds = recovery_wait_secs, local_init_run_options, local_init_feed_dict

    def _restored(self, master, saver, folder, file, wait, longest, config):
        """(session, whether a checkpoint was restored in it)."""
        session = Session(master, graph=self._graph, config=config)
        if folder and file:
            raise ValueError("Can not provide both checkpoint_dir and checkpoint_filename_with_path.")
        if not saver or not (folder or file):
            return session, False
        if file:
            saver.restore(session, file)
            return session, True
        waited = 0
        state = get_checkpoint_state(folder)
        while state is None:
            if not wait or waited >= longest:
                return session, False
            logging.info("Waiting for checkpoint to be available.")
            time.sleep(self._wait)
            waited += self._wait
            state = get_checkpoint_state(folder)
        saver.restore(session, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return session, True

    def prepare_session(
        self,
        master: str,
        init_op: Any = None,
        saver: Saver | None = None,
        checkpoint_dir: Path | None = None,
        checkpoint_filename_with_path: Path | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Message | None = None,
        init_feed_dict: FeedDict | None = None,
        init_fn: Callable[[BaseSession], None] | None = None,
    ) -> BaseSession:
        """A session that is ready: restored if there is a checkpoint, else initialized. Mirrors
        `tf.compat.v1.train.SessionManager.prepare_session`.

        Arguments:
            master: the address of a server; "" for this process.
            init_op, init_feed_dict: what gives variables their values, with what it is fed; not run where a checkpoint was restored.
            saver: a `tf.compat.v1.train.Saver` that restores; None (the default) to initialize.
            checkpoint_dir: a directory, whose latest checkpoint is restored; None by default.
            checkpoint_filename_with_path: the prefix of a checkpoint, in place of `checkpoint_dir`.
            wait_for_checkpoint, max_wait_secs: whether, and how long, it waits for a checkpoint; False and 7200 seconds by default.
            config: a `tf.compat.v1.ConfigProto`; None by default.
            init_fn: a function of the session that is called after `init_op`; None by default.

        Returns:
            A `tf.compat.v1.Session`.

        Raises:
            RuntimeError: nothing initializes, or variables have no value afterwards.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     manager = tf.compat.v1.train.SessionManager(ready_op=tf.compat.v1.report_uninitialized_variables())
            ...     session = manager.prepare_session("", w.initializer, init_fn=lambda session: w.load(4.0, session))
            ...     print(session.run(w))
            ...     session.close()
            4.0
        """
        session, loaded = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        if not loaded:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError("Model is not initialized and no init_op or init_fn or local_init_op was given")
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(session)
        ready, lacking = self._run_local_init(session)
        if not ready:
            raise RuntimeError(
                "Init operations did not make model ready for local_init.  "
                f"{_described(init_op, init_fn, self._local_init_op)}, error: {lacking}"
            )
        ready, lacking = self._is_ready(session)
        if not ready:
            raise RuntimeError(
                f"Init operations did not make model ready.  {_described(init_op, init_fn, self._local_init_op)}, error: {lacking}"
            )
        return session

    def recover_session(
        self,
        master: str,
        saver: Saver | None = None,
        checkpoint_dir: Path | None = None,
        checkpoint_filename_with_path: Path | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Message | None = None,
    ) -> tuple[BaseSession, bool]:
        """A session with what a checkpoint has, and whether it is ready. Mirrors `tf.compat.v1.train.SessionManager.recover_session`.

        Other than `prepare_session` it initializes nothing but local variables, so that a program can decide what to do without a
        checkpoint.

        Arguments:
            master: the address of a server; "" for this process.
            saver: a `tf.compat.v1.train.Saver` that restores; None (the default) restores nothing.
            checkpoint_dir: a directory, whose latest checkpoint is restored; None by default.
            checkpoint_filename_with_path: the prefix of a checkpoint, in place of `checkpoint_dir`.
            wait_for_checkpoint, max_wait_secs: whether, and how long, it waits for a checkpoint; False and 7200 seconds by default.
            config: a `tf.compat.v1.ConfigProto`; None by default.

        Returns:
            A pair of a `tf.compat.v1.Session` and a bool, which is False where no checkpoint was restored or variables have no value.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     manager = tf.compat.v1.train.SessionManager(ready_op=tf.compat.v1.report_uninitialized_variables())
            ...     session, ready = manager.recover_session("", tf.compat.v1.train.Saver(), checkpoint_dir="./empty")
            ...     print(ready)
            ...     session.close()
            False
        """
        session, loaded = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        ready, lacking = self._run_local_init(session)
        if not loaded or not ready:
            if loaded:
                logging.info(
                    "Restoring model from %s did not make model ready for local init: %s",
                    checkpoint_dir or checkpoint_filename_with_path,
                    lacking,
                )
            return session, False
        ready, lacking = self._is_ready(session)
        if not ready:
            logging.info("Restoring model from %s did not make model ready: %s", checkpoint_dir or checkpoint_filename_with_path, lacking)
            return session, False
        logging.info("Restored model from %s", checkpoint_dir or checkpoint_filename_with_path)
        return session, True

    def wait_for_session(self, master: str, config: Message | None = None, max_wait_secs: float | None = float("inf")) -> BaseSession:
        """A session as soon as another process has initialized the variables. Mirrors `tf.compat.v1.train.SessionManager.wait_for_session`.

        Workers of a training that are not the chief call it. It looks every `recovery_wait_secs` seconds whether the operations of
        readiness tell of nothing that lacks.

        Arguments:
            master: the address of a server, which the chief has too; "" for this process.
            config: a `tf.compat.v1.ConfigProto`; None by default.
            max_wait_secs: how many seconds it waits at most; infinite by default, as is None.

        Returns:
            A `tf.compat.v1.Session`.

        Raises:
            DeadlineExceededError: it has taken longer.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     lacking = tf.compat.v1.report_uninitialized_variables()
            ...     manager = tf.compat.v1.train.SessionManager(ready_op=lacking, recovery_wait_secs=1)
            ...     try:
            ...         manager.wait_for_session("", max_wait_secs=0)
            ...     except tf.errors.DeadlineExceededError:
            ...         print("nobody has initialized it")
            nobody has initialized it
        """
        until = time.monotonic() + (float("inf") if max_wait_secs is None else max_wait_secs)
        while True:
            session = Session(master, graph=self._graph, config=config)
            ready, lacking = self._run_local_init(session)
            if ready:
                ready, lacking = self._is_ready(session)
            if ready:
                return session
            session.close()
            if time.monotonic() + self._wait > until:
                raise errors.DeadlineExceededError(None, None, f"Session was not ready after waiting {max_wait_secs} secs.")
            logging.info("Waiting for model to be ready.  Ready_for_local_init_op:  %s, ready: %s", None, lacking)
            time.sleep(self._wait)

    def _is_ready(self, session):
        return _check_ready(self._ready_op, session)

    def _run_local_init(self, session):
        if self._local_init_op is None:
            return True, None
        ready, lacking = _check_ready(self._ready_for_local, session)
        if ready:
            logging.info("Running local_init_op.")
            session.run(self._local_init_op, feed_dict=self._feeds, options=self._options)
            logging.info("Done running local_init_op.")
        return ready, lacking


def _described(init_op, init_fn, local_init_op):
    return f"Init op: {'None' if init_op is None else init_op.name}, init fn: {init_fn}, local_init_op: {local_init_op}"


def _check_ready(op, session):
    """(whether `op` gives no names, what it gave)."""
    if op is None:
        return True, None
    try:
        names = session.run(op)
    except errors.FailedPreconditionError as e:
        # Messages have the word with a capital and without.
        if "ninitialized" not in str(e):
            logging.warning("Model not ready : error [%s]", str(e))
            raise
        return False, str(e)
    if names is None or not getattr(names, "size", 0):
        return True, None
    return False, "Variables not initialized: " + ", ".join(n.decode() for n in names)

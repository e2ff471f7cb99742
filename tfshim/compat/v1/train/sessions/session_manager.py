"""What makes a session ready: restoring a checkpoint, or initializing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.graphs.session import Session
from tfshim.engine.runtime import errors
from tfshim.train.reading import get_checkpoint_state

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Message
    from tfshim.compat.v1.train.saver import Saver
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.session import BaseSession
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["train.SessionManager"])
class SessionManager:
    """Makes sessions whose variables are restored from a checkpoint, or else initialized. Mirrors `tf.compat.v1.train.SessionManager`.

    `local_init_op`: run in each new session, once `ready_for_local_init_op` (the names of what it lacks) gives nothing.
    `ready_op`: gives the names of what a session lacks. `graph`: by default the default one. `recovery_wait_secs`: between
    two tries of `recover_session` and `wait_for_session`.
    """

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
        """A session restored by `saver` from the latest checkpoint in `checkpoint_dir` or the file given, else initialized.

        Initializing runs `init_op` with `init_feed_dict` and calls `init_fn(session)`. Raises RuntimeError where nothing
        initializes, or variables lack a value afterwards.
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
        """(session, whether it is ready), with a checkpoint restored if there is one; nothing is initialized."""
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
        """A session as soon as it is ready, for a graph that others initialize. DeadlineExceededError after `max_wait_secs`."""
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

"""Monitored sessions: initialized or restored when they start, with hooks around their runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.train import hooks as hooks_module
from tfshim.compat.v1.train.queue_runner import start_queue_runners
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.sessions.session_manager import SessionManager
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime import errors
from tfshim.refusals import refused
from tfshim.train.coordinator import Coordinator

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Fetches, Message
    from tfshim.compat.v1.train.hooks import SessionRunHook
    from tfshim.engine.graphs.session import BaseSession
    from tfshim.engine.values.annotations import Path

# After these a new session goes on from the last checkpoint.
_RECOVERABLE = (errors.AbortedError, errors.UnavailableError)


def _copied(options: Message | None) -> Message:
    made = message("RunOptions")()
    if options is not None:
        made.CopyFrom(options)
    return made


def _add_options(options: Message, wanted: Message) -> None:
    """Put what a hook wants of a run to what others want: of numbers the larger one."""
    for name in ("trace_level", "timeout_in_ms", "inter_op_thread_pool"):
        setattr(options, name, max(getattr(options, name), getattr(wanted, name)))
    options.output_partition_graphs |= wanted.output_partition_graphs
    options.report_tensor_allocations_upon_oom |= wanted.report_tensor_allocations_upon_oom
    options.debug_options.debug_tensor_watch_opts.extend(wanted.debug_options.debug_tensor_watch_opts)


@tf_export(v1=["train.SessionCreator"])
class SessionCreator:
    """Base of what makes sessions."""

    def create_session(self) -> BaseSession:
        """A session."""
        raise NotImplementedError(f"create_session is not implemented for {self}.")


@tf_export(v1=["train.ChiefSessionCreator"])
class ChiefSessionCreator(SessionCreator):
    """Makes a session whose variables are restored from `checkpoint_dir` or the file given, else initialized."""

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Message | None = None,
        checkpoint_dir: Path | None = None,
        checkpoint_filename_with_path: Path | None = None,
    ) -> None:
        self._scaffold, self._master, self._config = scaffold or Scaffold(), master, config
        self._folder, self._file, self._manager = checkpoint_dir, checkpoint_filename_with_path, None

    def _the_manager(self):
        if self._manager is None:
            s = self._scaffold.finalize()
            self._manager = SessionManager(
                s.local_init_op, s.ready_op, s.ready_for_local_init_op, current_graph(), local_init_feed_dict=s.local_init_feed_dict
            )
        return self._manager

    def create_session(self) -> BaseSession:
        """The session."""
        manager, s = self._the_manager(), self._scaffold
        return manager.prepare_session(
            self._master,
            s.init_op,
            s.saver,
            self._folder,
            self._file,
            config=self._config,
            init_feed_dict=s.init_feed_dict,
            init_fn=s.init_fn,
        )


@tf_export(v1=["train.WorkerSessionCreator"])
class WorkerSessionCreator(ChiefSessionCreator):
    """Waits for a session that a chief initializes, `max_wait_secs` at most.

    Sessions of one process share no variables, so only a graph whose variables are all local gets ready.
    """

    def __init__(
        self, scaffold: Scaffold | None = None, master: str = "", config: Message | None = None, max_wait_secs: float = 30 * 60
    ) -> None:
        super().__init__(scaffold, master, config)
        self._longest = max_wait_secs

    def create_session(self) -> BaseSession:
        """The session."""
        return self._the_manager().wait_for_session(self._master, self._config, self._longest)


class StepContext:
    """What a function for `run_step_fn` gets: the session, and a run with hooks."""

    def __init__(self, session: BaseSession, run_with_hooks: Callable[..., Any]) -> None:
        self._session, self._run = session, run_with_hooks

    session = property(lambda self: self._session, doc="The session itself, whose runs have no hooks.")

    def run_with_hooks(self, *args: Any, **kwargs: Any) -> Any:
        """As `MonitoredSession.run`."""
        return self._run(*args, **kwargs)

    def request_stop(self) -> NoReturn:
        """Raise StopIteration, which ends the monitored session."""
        raise StopIteration("step_fn has requested the iterations to stop.")


@tf_export(v1=["train.MonitoredSession"])
class MonitoredSession:
    """A session with hooks; a context in which OutOfRangeError only ends it. Mirrors `tf.compat.v1.train.MonitoredSession`.

    `session_creator` makes the session, and a new one after AbortedError or UnavailableError. Queue runners of the graph are
    started; `should_stop()` is true once a hook or a thread has requested a stop. The graph is finalized while it is open.
    """

    StepContext = StepContext
    _recovers = True

    def __init__(
        self,
        session_creator: SessionCreator | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        self._hooks, self._grace = list(hooks or []), stop_grace_period_secs
        self._graph = current_graph()
        # Making the session finalizes the graph, which is undone at the end unless it was so before.
        self._was_finalized = self._graph.finalized
        self._creator = session_creator or ChiefSessionCreator()
        for hook in self._hooks:
            hook.begin()
        self._start()

    def _start(self):
        while True:
            try:
                self._session, self._stop = self._creator.create_session(), False
                # No exception is a clean stop, not even OutOfRangeError in a thread: all are raised to whoever runs the session.
                self._coordinator = Coordinator(clean_stop_exception_types=[])
                if self._graph.get_collection(GraphKeys.QUEUE_RUNNERS):
                    start_queue_runners(self._session, self._coordinator)
                for hook in self._hooks:
                    hook.after_create_session(self._session, self._coordinator)
                return
            except _RECOVERABLE as e:
                if not self._recovers:
                    raise
                self._log_recovery(e)

    @staticmethod
    def _log_recovery(error):
        logging.info("An error was raised, and a new session is made: %s", error)

    graph = property(lambda self: None if self._session is None else self._session.graph, doc="The graph; None after the end.")

    def run(
        self, fetches: Fetches, feed_dict: FeedDict | None = None, options: Message | None = None, run_metadata: Message | None = None
    ) -> Any:
        """The values of `fetches`, with the hooks around the run; see `Session.run`."""
        while True:
            if self._session is None:
                raise RuntimeError("Run called even after should_stop requested.")
            try:
                return self._run_with_hooks(fetches, feed_dict, options, run_metadata)
            except _RECOVERABLE as e:
                if not self._recovers:
                    raise
                self._log_recovery(e)
                self._stop_threads()
                self._start()
            except Exception:
                self._coordinator.raise_requested_exception()  # the error of a thread is the cause of this one, and raised in its place
                raise

    def _run_with_hooks(self, fetches, feed_dict, options, run_metadata):
        if self.should_stop():
            self._coordinator.raise_requested_exception()
            raise RuntimeError("Run called even after should_stop requested.")
        run = hooks_module.SessionRunContext(hooks_module.SessionRunArgs(fetches, feed_dict), self._session)
        options = _copied(options)
        run_metadata = run_metadata or message("RunMetadata")()
        asked, feeds, by_hooks = {}, dict(feed_dict or {}), set()
        for i, hook in enumerate(self._hooks):
            wanted = hook.before_run(run)
            if wanted is None:
                continue
            if wanted.fetches is not None:
                asked[i] = wanted.fetches
            if wanted.options is not None:
                _add_options(options, wanted.options)
            for key, value in (wanted.feed_dict or {}).items():
                if key in feeds:
                    who = "two hooks" if key in by_hooks else "a SessionRunHook and user"
                    raise RuntimeError(f"Same tensor is fed by {who}. Conflict(s): {[key]}")
                feeds[key] = value
                by_hooks.add(key)
        # One run for all, so that hooks see the values of the very step.
        results = self._session.run({"caller": fetches, "hooks": asked}, feeds, options, run_metadata)
        for i, hook in enumerate(self._hooks):
            hook.after_run(run, hooks_module.SessionRunValues(results["hooks"].get(i), options, run_metadata))
        self._stop = self._stop or run.stop_requested
        return results["caller"]

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """`step_fn(step_context)`, or `step_fn(self, step_context)` of a method; see `StepContext`. ValueError for other arguments."""
        names = tuple(inspect.signature(step_fn).parameters)
        if inspect.ismethod(step_fn):
            names = ("self", *names)
        if names not in (("step_context",), ("self", "step_context")):
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and `step_context` arguments if it's an "
                f"instance method. Got {names} instead."
            )
        return step_fn(StepContext(self._session, self.run))

    def should_stop(self) -> bool:
        """Whether no further run is to follow."""
        return self._session is None or self._stop or self._coordinator.should_stop()

    def _stop_threads(self):
        """End the threads and the session."""
        session, self._session = self._session, None
        # Threads that wait at a queue wake up when the session is closed, and find that they are to stop.
        self._coordinator.request_stop()
        try:
            self._coordinator.join(stop_grace_period_secs=self._grace, ignore_live_threads=True)
        finally:
            session.close()

    def _close(self, failed):
        try:
            if not failed:
                for hook in self._hooks:
                    hook.end(self._session)
        finally:
            try:
                if self._session is None:
                    raise RuntimeError("Session is already closed.")
                self._stop_threads()
            finally:
                if not self._was_finalized:  # only this session had finalized the graph
                    self._graph._finalized = False

    def close(self) -> None:
        """End the session, with the hooks' end. RuntimeError where it ended before."""
        self._close(False)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        failed = kind is not None and kind not in (errors.OutOfRangeError, StopIteration)
        self._close(failed)
        # The end of the data is the usual end of a training, and no error.
        return not failed


@tf_export(v1=["train.SingularMonitoredSession"])
class SingularMonitoredSession(MonitoredSession):
    """A monitored session that does not recover by a new session, and whose `raw_session()` is within reach.

    Mirrors `tf.compat.v1.train.SingularMonitoredSession`.
    """

    _recovers = False

    def __init__(
        self,
        hooks: Iterable[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Message | None = None,
        checkpoint_dir: Path | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: Path | None = None,
    ) -> None:
        super().__init__(
            ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path), hooks, stop_grace_period_secs
        )

    def raw_session(self) -> BaseSession:
        """The session itself."""
        return self._session


def counting_hooks(
    folder: Path, log_steps: int | None, summary_steps: int | None, summary_secs: float | None, scaffold: Scaffold
) -> list[SessionRunHook]:
    """What writes the speed of steps and summaries to `folder`, as often as is said; None or 0: never."""
    made: list[SessionRunHook] = []
    if log_steps and log_steps > 0:
        made.append(hooks_module.StepCounterHook(log_steps, output_dir=folder))
    if summary_steps and summary_steps > 0 or summary_secs and summary_secs > 0:
        made.append(hooks_module.SummarySaverHook(summary_steps, summary_secs, folder, scaffold=scaffold))
    return made


def saving_hooks(folder: Path, secs: float | None, steps: int | None, scaffold: Scaffold, save_graph_def: bool) -> list[SessionRunHook]:
    """What writes checkpoints to `folder`, as often as is said; None or 0: never."""
    if secs and secs > 0 or steps and steps > 0:
        return [hooks_module.CheckpointSaverHook(folder, secs, steps, scaffold=scaffold, save_graph_def=save_graph_def)]
    return []


# None is a value of its own here: it switches the thing off.
_UNSET = object()


@tf_export(v1=["train.MonitoredTrainingSession"])
def MonitoredTrainingSession(
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: Path | None = None,
    scaffold: Scaffold | None = None,
    hooks: Iterable[SessionRunHook] | None = None,  # noqa: N802 - TensorFlow's name
    chief_only_hooks: Iterable[SessionRunHook] | None = None,
    save_checkpoint_secs: Any = _UNSET,
    save_summaries_steps: Any = _UNSET,
    save_summaries_secs: Any = _UNSET,
    config: Message | None = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Any = _UNSET,
    summary_dir: Path | None = None,
    save_graph_def: bool = True,
) -> MonitoredSession:
    """A monitored session that restores from `checkpoint_dir` and writes checkpoints and summaries there.

    Checkpoints every 600 seconds and summaries every 100 steps by default (None: never); summaries go to
    `summary_dir` if it is given. Where not `is_chief`, another session of the server `master` does all this, and its
    variables are waited for, `max_wait_secs` at most. Mirrors `tf.compat.v1.train.MonitoredTrainingSession`.
    """
    if not is_chief:
        if not master:  # nobody else has variables that would be shared
            raise refused("tf.compat.v1.train.MonitoredTrainingSession", "is_chief")
        return MonitoredSession(WorkerSessionCreator(scaffold, master, config, max_wait_secs), hooks, stop_grace_period_secs)
    if save_summaries_steps is _UNSET and save_summaries_secs is _UNSET:
        save_summaries_steps, save_summaries_secs = 100, None
    if save_checkpoint_secs is _UNSET and save_checkpoint_steps is _UNSET:
        save_checkpoint_secs, save_checkpoint_steps = 600, None
    summary_steps, summary_secs, secs, steps = (
        None if x is _UNSET else x for x in (save_summaries_steps, save_summaries_secs, save_checkpoint_secs, save_checkpoint_steps)
    )
    scaffold = scaffold or Scaffold()
    every = list(chief_only_hooks or [])
    if summary_dir or checkpoint_dir:
        every += counting_hooks(summary_dir or checkpoint_dir, log_step_count_steps, summary_steps, summary_secs, scaffold)
    if checkpoint_dir:
        every += saving_hooks(checkpoint_dir, secs, steps, scaffold, save_graph_def)
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    return MonitoredSession(creator, every + list(hooks or []), stop_grace_period_secs)

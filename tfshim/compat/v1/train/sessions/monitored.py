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
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator, SessionCreator, WorkerSessionCreator
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime import errors
from tfshim.refusals import refused
from tfshim.train.coordinator import Coordinator

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Fetches, Message
    from tfshim.compat.v1.train.hooks import SessionRunHook
    from tfshim.engine.graphs.sessions.session import BaseSession
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
    """A session with hooks around its runs, which begins itself and ends in good order. Mirrors `tf.compat.v1.train.MonitoredSession`.

    As it begins, hooks are called, the graph is finalized, variables are restored or initialized, and threads that fill queues are started.
    In its `with` statement an OutOfRangeError only ends it: the input has come to its end. After AbortedError and UnavailableError a new
    session is made, and the training goes on from the last checkpoint.

    Arguments:
        session_creator: a `tf.compat.v1.train.SessionCreator`; None (the default) for a `tf.compat.v1.train.ChiefSessionCreator`.
        hooks: a list of `tf.compat.v1.train.SessionRunHook`; None by default.
        stop_grace_period_secs: how long it waits for threads at the end, 120 seconds by default.

    Example:
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step()
        ...     more = tf.compat.v1.assign_add(step, 1)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[tf.compat.v1.train.StopAtStepHook(last_step=3)]) as sess:
        ...         while not sess.should_stop():
        ...             reached = sess.run(more)
        ...     print(reached)
        3
    """

    __module__ = "tensorflow.python.training.monitored_session"

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
        """The values of what is fetched, with the hooks around the run. Mirrors `tf.compat.v1.train.MonitoredSession.run`.

        Each hook is asked before the run what it wants to fetch besides, and told the results after it; it may ask for a stop. Otherwise it
        is `tf.compat.v1.Session.run`.

        Arguments:
            fetches: a tensor, operation, or name of one, or a nest of such.
            feed_dict: a dictionary from tensors to values that stand in for them; None by default.
            options: a `tf.compat.v1.RunOptions`; None by default.
            run_metadata: a `tf.compat.v1.RunMetadata` that is filled; None by default.

        Returns:
            Values in the structure of `fetches`, None for operations.

        Raises:
            RuntimeError: the session has ended.

        Example:
            >>> with tf.Graph().as_default():
            ...     x = tf.compat.v1.placeholder(tf.float32, [])
            ...     y = x * 2.0
            ...     with tf.compat.v1.train.MonitoredSession() as sess:
            ...         print(sess.run({"y": y}, {x: 3.0}))
            {'y': 6.0}
        """
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
        """Calls a function that may run several things in one step. Mirrors `tf.compat.v1.train.MonitoredSession.run_step_fn`.

        The function gets a context: `session` is the plain session, whose runs no hook sees, `run_with_hooks` is a run with them, and
        `request_stop()` ends the training. What comes of a failure of the machine is repeated as a whole.

        Arguments:
            step_fn: a function of `step_context`, or of `self` and `step_context` where it is a method.

        Returns:
            What the function returns.

        Raises:
            ValueError: the function has other arguments.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     more = tf.compat.v1.assign_add(w, 1.0)
            ...     def step(step_context):
            ...         before = step_context.session.run(w)
            ...         return before, step_context.run_with_hooks(more)
            ...     with tf.compat.v1.train.MonitoredSession() as sess:
            ...         print(sess.run_step_fn(step))
            (1.0, 2.0)
        """
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
        """Whether the training is to end. Mirrors `tf.compat.v1.train.MonitoredSession.should_stop`.

        It is the condition of the loop in which a program runs its steps. A hook such as `tf.compat.v1.train.StopAtStepHook` asks for a
        stop, or a thread that fills a queue does as its input ends, and so does `close`. A run after it raises RuntimeError.

        Returns:
            A bool.

        Example:
            >>> with tf.Graph().as_default():
            ...     more = tf.compat.v1.assign_add(tf.compat.v1.train.get_or_create_global_step(), 1)
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[tf.compat.v1.train.StopAtStepHook(num_steps=1)]) as sess:
            ...         print(sess.should_stop())
            ...         reached = sess.run(more)
            ...         print(sess.should_stop())
            False
            True
        """
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
        """Ends the session in good order. Mirrors `tf.compat.v1.train.MonitoredSession.close`.

        The hooks are told, so that the last checkpoint and summaries are written, and the threads that fill queues are stopped. A `with`
        statement does so at its end; a program that keeps the session longer calls it itself.

        Raises:
            RuntimeError: it was closed before.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     sess = tf.compat.v1.train.MonitoredSession()
            ...     print(sess.run(w))
            ...     sess.close()
            ...     print(sess.should_stop())
            3.0
            True
        """
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
    """A monitored session that does not begin anew by itself. Mirrors `tf.compat.v1.train.SingularMonitoredSession`.

    An AbortedError or UnavailableError of a run reaches the program, other than with `tf.compat.v1.train.MonitoredSession`. For that its
    plain session is within reach, by `raw_session()`, and it can be passed to a saver.

    Arguments:
        hooks: a list of `tf.compat.v1.train.SessionRunHook`; None by default.
        scaffold: a `tf.compat.v1.train.Scaffold` with initializers and a saver; None (the default) for one with those of the graph.
        master: the address of a server; "" (the default) for this process.
        config: a `tf.compat.v1.ConfigProto`; None by default.
        checkpoint_dir: a directory, whose latest checkpoint is restored; None by default.
        stop_grace_period_secs: how long it waits for threads at the end, 120 seconds by default.
        checkpoint_filename_with_path: the prefix of a checkpoint that is restored, in place of `checkpoint_dir`.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     saver = tf.compat.v1.train.Saver()
        ...     with tf.compat.v1.train.SingularMonitoredSession() as sess:
        ...         print(sess.run(w), saver.save(sess.raw_session(), "./model"))
        3.0 ./model
    """

    __module__ = "tensorflow.python.training.monitored_session"

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
        """The plain session below the monitored one. Mirrors `tf.compat.v1.train.SingularMonitoredSession.raw_session`.

        Its runs are seen by no hook and are not counted as steps: to save, or to look at values in between, without a checkpoint or a
        summary being written for it. Do not close it, which the monitored session does at its end.

        Returns:
            A `tf.compat.v1.Session`.

        Example:
            >>> with tf.Graph().as_default():
            ...     step = tf.compat.v1.train.get_or_create_global_step()
            ...     more = tf.compat.v1.assign_add(step, 1)
            ...     with tf.compat.v1.train.SingularMonitoredSession(hooks=[tf.compat.v1.train.StopAtStepHook(num_steps=1)]) as sess:
            ...         print(sess.raw_session().run(step), sess.should_stop())
            0 False
        """
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
    """A monitored session for a training, with checkpoints and summaries in a directory. Mirrors
    `tf.compat.v1.train.MonitoredTrainingSession`.

    It restores the latest checkpoint, if there is one, and puts hooks in that write checkpoints, summaries and the steps per second.

    Arguments:
        master: the address of a server; "" (the default) for this process.
        is_chief: whether this process initializes and writes, True by default; others wait for it.
        checkpoint_dir: the directory; None (the default) writes nothing.
        scaffold: a `tf.compat.v1.train.Scaffold`; None (the default) for one with the operations of the graph.
        hooks, chief_only_hooks: further hooks, those of the chief alone; None by default.
        save_checkpoint_secs, save_checkpoint_steps: how often a checkpoint is written, every 600 seconds by default; None for never.
        save_summaries_steps, save_summaries_secs: how often summaries are, every 100 steps by default; None for never.
        config: a `tf.compat.v1.ConfigProto`; None by default.
        stop_grace_period_secs: how long it waits for threads at the end, 120 seconds by default.
        log_step_count_steps: how often the steps per second are told, every 100 steps by default.
        max_wait_secs: how long others wait for the chief, 7200 seconds by default.
        summary_dir: another directory for summaries; None by default.
        save_graph_def: whether the graph is written too, True by default.

    Returns:
        A `tf.compat.v1.train.MonitoredSession`.

    Example:
        >>> with tf.Graph().as_default():
        ...     more = tf.compat.v1.assign_add(tf.compat.v1.train.get_or_create_global_step(), 1)
        ...     with tf.compat.v1.train.MonitoredTrainingSession(checkpoint_dir="./run", save_checkpoint_steps=1) as sess:
        ...         print(sess.run(more))
        1
        >>> tf.train.latest_checkpoint("./run")
        './run/model.ckpt-1'
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

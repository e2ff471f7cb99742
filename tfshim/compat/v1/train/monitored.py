"""Monitored sessions: initialized or restored when they start, with hooks around their runs."""

from tfshim.compat.v1.train import hooks as hooks_module
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.variables import (
    global_variables_initializer,
    local_variables_initializer,
    tables_initializer,
)
from tfshim.control_flow import group
from tfshim.engine import errors
from tfshim.engine.graph import current_graph
from tfshim.engine.session import Session
from tfshim.train.coordinator import Coordinator
from tfshim.train.reading import latest_checkpoint


class Scaffold:
    """What a monitored session needs: initializers, a saver, a summary. What is not given is made by `finalize`.

    `ready_op`, `ready_for_local_init_op`, `copy_from_scaffold` and `local_init_feed_dict` are refused. Mirrors
    `tf.compat.v1.train.Scaffold`.
    """

    def __init__(self, init_op=None, init_feed_dict=None, init_fn=None, ready_op=None, ready_for_local_init_op=None, local_init_op=None,
                 summary_op=None, saver=None, copy_from_scaffold=None, local_init_feed_dict=None):
        if any(x is not None for x in (ready_op, ready_for_local_init_op, copy_from_scaffold, local_init_feed_dict)):
            raise NotImplementedError("Scaffold: `ready_op`, `ready_for_local_init_op`, `copy_from_scaffold` and `local_init_feed_dict` "
                                      "are not supported.")
        self.init_op, self.init_feed_dict, self.init_fn = init_op, init_feed_dict, init_fn
        self.local_init_op, self.summary_op, self.saver = local_init_op, summary_op, saver

    def finalize(self):
        """Make what was not given."""
        from tfshim.compat.v1.summary import merge_all

        if self.init_op is None:
            self.init_op = group(global_variables_initializer())
        if self.local_init_op is None:
            self.local_init_op = group(local_variables_initializer(), tables_initializer())
        if self.summary_op is None:
            self.summary_op = merge_all()
        if self.saver is None:
            self.saver = Saver(allow_empty=True)
        return self


class SessionCreator:
    """Base of what makes sessions."""

    def create_session(self):
        """A session."""
        raise NotImplementedError(f"{type(self).__name__} defines no create_session().")


class ChiefSessionCreator(SessionCreator):
    """Makes a session whose variables are restored from `checkpoint_dir` or the file given, else initialized."""

    def __init__(self, scaffold=None, master="", config=None, checkpoint_dir=None, checkpoint_filename_with_path=None):
        self._scaffold, self._master, self._config = scaffold or Scaffold(), master, config
        self._folder, self._file = checkpoint_dir, checkpoint_filename_with_path

    def create_session(self):
        """The session."""
        self._scaffold.finalize()
        session = Session(self._master, current_graph(), self._config)
        path = self._file or (latest_checkpoint(self._folder) if self._folder else None)
        session.run(self._scaffold.init_op, self._scaffold.init_feed_dict)
        if path is not None:
            self._scaffold.saver.restore(session, path)
        elif self._scaffold.init_fn is not None:
            self._scaffold.init_fn(self._scaffold, session)
        session.run(self._scaffold.local_init_op)
        return session


class MonitoredSession:
    """A session with hooks; a context in which OutOfRangeError only ends it. Mirrors `tf.compat.v1.train.MonitoredSession`.

    `should_stop()` says whether a hook asked to stop. Unlike TensorFlow's it does not begin anew after an abort.
    """

    def __init__(self, session_creator=None, hooks=None, stop_grace_period_secs=120):
        self._hooks, self._stop, self._grace = list(hooks or []), False, stop_grace_period_secs
        self._graph = current_graph()
        for hook in self._hooks:
            hook.begin()
        self._session = (session_creator or ChiefSessionCreator()).create_session()
        self._coordinator = Coordinator()
        for hook in self._hooks:
            hook.after_create_session(self._session, self._coordinator)

    graph = property(lambda self: self._graph, doc="The graph.")

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """The values of `fetches`, with the hooks around the run; see `Session.run`."""
        if self._session is None:
            raise RuntimeError("Run called even after should_stop requested.")
        run = hooks_module.SessionRunContext(hooks_module.SessionRunArgs(fetches, feed_dict), self._session)
        asked, feeds = {}, dict(feed_dict or {})
        for i, hook in enumerate(self._hooks):
            wanted = hook.before_run(run)
            if wanted is not None:
                if wanted.fetches is not None:
                    asked[i] = wanted.fetches
                for key, value in (wanted.feed_dict or {}).items():
                    if key in feeds:
                        raise RuntimeError(f"Same tensor is fed by two hooks or by the user: {key}.")
                    feeds[key] = value
        results = self._session.run({"caller": fetches, "hooks": asked}, feeds, options, run_metadata)
        for i, hook in enumerate(self._hooks):
            hook.after_run(run, hooks_module.SessionRunValues(results["hooks"].get(i), None, run_metadata))
        self._stop = self._stop or run.stop_requested
        return results["caller"]

    def run_step_fn(self, step_fn):
        """`step_fn(context)`, or `step_fn(self, context)` of a method; the context has `session` and `run_with_hooks`."""

        class _Context:
            session, run_with_hooks = self._session, self.run

            @staticmethod
            def request_stop():
                raise StopIteration("step_fn has requested the iterations to stop.")

        try:
            return step_fn(_Context)
        except StopIteration:
            self._stop = True
            return None

    def should_stop(self):
        """Whether no further run is to follow."""
        return self._session is None or self._stop or self._coordinator.should_stop()

    def _close(self, failed):
        session, self._session = self._session, None
        if session is None:
            return
        try:
            if not failed:
                for hook in self._hooks:
                    hook.end(session)
        finally:
            self._coordinator.request_stop()
            session.close()

    def close(self):
        """End the session, with the hooks' end."""
        self._close(False)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        over = kind is not None and issubclass(kind, (errors.OutOfRangeError, StopIteration))
        self._close(kind is not None and not over)
        return over


class SingularMonitoredSession(MonitoredSession):
    """A monitored session whose `raw_session()` is within reach. Mirrors `tf.compat.v1.train.SingularMonitoredSession`."""

    def __init__(self, hooks=None, scaffold=None, master="", config=None, checkpoint_dir=None, stop_grace_period_secs=120,
                 checkpoint_filename_with_path=None):
        super().__init__(ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path), hooks,
                         stop_grace_period_secs)

    def raw_session(self):
        """The session itself."""
        return self._session


_UNSET = object()


def MonitoredTrainingSession(master="", is_chief=True, checkpoint_dir=None, scaffold=None, hooks=None,  # noqa: N802 - TensorFlow's name
                             chief_only_hooks=None, save_checkpoint_secs=_UNSET, save_summaries_steps=_UNSET, save_summaries_secs=_UNSET,
                             config=None, stop_grace_period_secs=120, log_step_count_steps=100, max_wait_secs=7200,
                             save_checkpoint_steps=_UNSET, summary_dir=None, save_graph_def=True):
    """A monitored session that restores from `checkpoint_dir` and writes checkpoints and summaries there.

    Checkpoints every 600 seconds and summaries every 100 steps unless told otherwise (None: never). `is_chief` has to be
    True: a training over several machines is tf.distribute's. Mirrors `tf.compat.v1.train.MonitoredTrainingSession`.
    """
    if not is_chief:
        raise NotImplementedError("MonitoredTrainingSession: `is_chief`=False is not supported; train with tf.distribute.")
    if save_checkpoint_secs is _UNSET and save_checkpoint_steps is _UNSET:
        save_checkpoint_secs, save_checkpoint_steps = 600, None
    if save_summaries_steps is _UNSET and save_summaries_secs is _UNSET:
        save_summaries_steps, save_summaries_secs = 100, None
    secs, steps = (None if x is _UNSET else x for x in (save_checkpoint_secs, save_checkpoint_steps))
    summary_steps, summary_secs = (None if x is _UNSET else x for x in (save_summaries_steps, save_summaries_secs))
    scaffold = scaffold or Scaffold()
    every = []
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir and log_step_count_steps:
        every.append(hooks_module.StepCounterHook(log_step_count_steps, output_dir=summary_dir))
    if summary_dir and (summary_steps or summary_secs):
        every.append(_Summaries(summary_steps, summary_secs, summary_dir, scaffold))
    if checkpoint_dir and (secs or steps):
        every.append(hooks_module.CheckpointSaverHook(checkpoint_dir, secs, steps, scaffold=scaffold))
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    return MonitoredSession(creator, [*(hooks or []), *(chief_only_hooks or []), *every], stop_grace_period_secs)


class _Summaries(hooks_module.SummarySaverHook):
    """A SummarySaverHook whose summary is known once the scaffold is complete."""

    def __init__(self, steps, secs, folder, scaffold):
        super().__init__(steps, secs, folder, scaffold=scaffold)

    def after_create_session(self, session, coord):
        self._op = self._scaffold.summary_op


def basic_train_loop(supervisor, train_step_fn, args=None, kwargs=None, master=""):
    """Not supported: raises NotImplementedError. Use MonitoredTrainingSession."""
    raise NotImplementedError("tf.train.basic_train_loop is not supported: there is no Supervisor. Use tf.train.MonitoredTrainingSession.")

"""Evaluations of checkpoints: of one, or of each as it comes."""

import time

from tfshim.compat.v1 import logging, summary
from tfshim.compat.v1.train.hooks import FinalOpsHook, SessionRunHook
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator
from tfshim.compat.v1.train.sessions.evaluation import StopAfterNEvalsHook, evaluate_once, get_or_create_eval_step, tell_count, with_update  # noqa: F401 - names of this namespace
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession
from tfshim.compat.v1.train.steps import get_or_create_global_step
from tfshim.compat.v1.train.steps import global_step as value_of
from tfshim.compat.v1.variables.assigning import assign_add
from tfshim.train.reading import checkpoints_iterator as _checkpoints_iterator
from tfshim.train.reading import latest_checkpoint


def wait_for_new_checkpoint(checkpoint_dir, last_checkpoint=None, seconds_to_sleep=1, timeout=None):
    """The newest checkpoint of a directory once it is another than `last_checkpoint`; None after `timeout` seconds without one."""
    logging.info("Waiting for new checkpoint at %s", checkpoint_dir)
    deadline = None if timeout is None else time.time() + timeout
    while True:
        found = latest_checkpoint(checkpoint_dir)
        if found is not None and found != last_checkpoint:
            logging.info("Found new checkpoint at %s", found)
            return found
        if deadline is not None and time.time() + seconds_to_sleep > deadline:
            return None
        time.sleep(seconds_to_sleep)


def checkpoints_iterator(checkpoint_dir, min_interval_secs=0, timeout=None, timeout_fn=None):
    """See `tf.train.checkpoints_iterator`."""
    return _checkpoints_iterator(checkpoint_dir, min_interval_secs, timeout, timeout_fn)


class SummaryAtEndHook(SessionRunHook):
    """Writes summaries, by default all of the graph, at the end of a session, by `summary_writer` or into `log_dir`.

    Raises ValueError with neither.
    """

    def __init__(self, log_dir=None, summary_writer=None, summary_op=None, feed_dict=None):
        if log_dir is None and summary_writer is None:
            raise ValueError("One of log_dir or summary_writer should be used.")
        self._given, self._feeds = summary_op, feed_dict
        self._folder, self._writer = log_dir, summary_writer

    def begin(self):
        """Before the session is made."""
        # Each time anew, as the hook may serve several graphs.
        self._summaries = summary.merge_all() if self._given is None else self._given
        self._step = get_or_create_global_step()

    def after_create_session(self, session, coord):
        """When there is a session."""
        if self._writer is None and self._folder:
            self._writer = summary.FileWriterCache.get(self._folder)

    def end(self, session):
        """At the end of the session."""
        if self._summaries is not None:
            step, made = value_of(session, self._step), session.run(self._summaries, self._feeds)
            if self._writer is not None:
                self._writer.add_summary(made, step)
        if self._writer is not None:
            self._writer.flush()


def evaluate_repeatedly(
    checkpoint_dir,
    master="",
    scaffold=None,
    eval_ops=None,
    feed_dict=None,
    final_ops=None,
    final_ops_feed_dict=None,
    eval_interval_secs=60,
    hooks=None,
    config=None,
    max_number_of_evaluations=None,
    timeout=None,
    timeout_fn=None,
):
    """Evaluate each new checkpoint of a directory, as `evaluate_once` does one; the last values of `final_ops`.

    `eval_interval_secs` lie between two evaluations at least. Ends after `max_number_of_evaluations`, or where none comes for
    `timeout` seconds and `timeout_fn()`, if given, agrees.
    """
    step, hooks = get_or_create_eval_step(), list(hooks or [])
    if eval_ops is not None:
        counted = assign_add(step, 1)
        tell_count(hooks, counted)
        eval_ops = with_update(eval_ops, counted)
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    count = 0
    for path in checkpoints_iterator(checkpoint_dir, eval_interval_secs, timeout, timeout_fn):
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_filename_with_path=path)
        with MonitoredSession(creator, [*hooks, final]) as session:
            logging.info("Starting evaluation at " + time.strftime("%Y-%m-%d-%H:%M:%S", time.gmtime()))
            while eval_ops is not None and not session.should_stop():
                session.run(eval_ops, feed_dict)
            logging.info("Finished evaluation at " + time.strftime("%Y-%m-%d-%H:%M:%S", time.gmtime()))
        count += 1
        if max_number_of_evaluations is not None and count >= max_number_of_evaluations:
            break
    return final.final_ops_values

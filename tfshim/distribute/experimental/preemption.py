"""Training that saves a checkpoint when its machine is taken away."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tfshim.distribute import collectives
from tfshim.distribute.experimental.options import TerminationConfig
from tfshim.engine.runtime import errors
from tfshim.engine.variables.variable import Variable
from tfshim.io import gfile
from tfshim.refusals import refused
from tfshim.train.checkpoint import Checkpoint
from tfshim.train.manager import CheckpointManager

if TYPE_CHECKING:
    from tfshim.distribute.cluster_resolver import ClusterResolver

_COUNTER = "checkpointed_runs"  # what TensorFlow calls the number of calls in checkpoints
_RESTART = 42  # the exit status by which TensorFlow asks to be started again
_ASKS_EVERY = 1.0  # seconds between two calls of `termination_watcher_fn`
_SAVING = 6  # times a call of the training function, which are left for the last checkpoint within the period of grace


class PreemptionCheckpointHandler:
    """Saves a checkpoint and ends the program when a machine of the cluster is about to be taken away.

    Mirrors `tf.distribute.experimental.PreemptionCheckpointHandler`. The latest checkpoint is restored at once. When one of the
    workers gets a SIGTERM, or its `termination_watcher_fn` says so, all of them save after the same call of `run`, and leave by
    `exit_fn`, or with status 42, to be started again. Every call costs the exchange of one number between the workers.

    Arguments:
        cluster_resolver: that of the strategy; None for a process by itself.
        checkpoint_or_checkpoint_manager: a `tf.train.Checkpoint`, which needs `checkpoint_dir`, or a `tf.train.CheckpointManager`,
            for each worker with a folder of its own.
        checkpoint_dir: the folder of the checkpoint; None (the default) with a manager, which has one.
        termination_config: a `tf.distribute.experimental.TerminationConfig`, None for its defaults; with a `grace_period` in seconds
            a first checkpoint is saved at once, training goes on meanwhile, and a last checkpoint is saved before the period ends.

    Raises:
        InvalidArgumentError: a checkpoint without a folder.
        NotImplementedError: a cluster with parameter servers.

    Example:
        >>> step = tf.Variable(0)
        >>> manager = tf.train.CheckpointManager(tf.train.Checkpoint(step=step), "preempted", max_to_keep=1)
        >>> handler = tf.distribute.experimental.PreemptionCheckpointHandler(None, manager)
        >>> for _ in range(3):
        ...     result = handler.run(lambda: step.assign_add(1))
        >>> int(result)
        3
    """

    __module__ = "tensorflow.python.distribute.failure_handling.failure_handling"

    def __init__(
        self,
        cluster_resolver: ClusterResolver | None,
        checkpoint_or_checkpoint_manager: Checkpoint | CheckpointManager,
        checkpoint_dir: str | None = None,
        termination_config: TerminationConfig | None = None,
    ) -> None:
        if isinstance(checkpoint_or_checkpoint_manager, Checkpoint) and not checkpoint_dir:
            raise errors.InvalidArgumentError(None, None, "When a checkpoint is passed, a checkpoint_dir must be passed as well.")
        if cluster_resolver is not None and "ps" in cluster_resolver.cluster_spec().as_dict():
            raise refused("tf.distribute.experimental.PreemptionCheckpointHandler", "ps")
        config = termination_config or TerminationConfig()
        self._exit_fn = config.exit_fn or _leave
        self._grace_period, self._save_fn = config.grace_period or 0, config.save_fn
        self._workers = None if cluster_resolver is None else collectives.join(cluster_resolver)
        self._noticed, self._notice_time = threading.Event(), 0.0
        self._counting_down, self._save_at, self._seconds = False, None, 0.0
        self._own_folder = None
        self._make_managers(checkpoint_or_checkpoint_manager, checkpoint_dir, cluster_resolver)
        self._saved_calls = Variable(0, dtype="int64", trainable=False, name=_COUNTER)
        for manager in (self._writer, self._reader):
            if not hasattr(manager.checkpoint, _COUNTER):
                setattr(manager.checkpoint, _COUNTER, self._saved_calls)
        self._reader.restore_or_initialize()
        self._calls = int(self._saved_calls)
        self._ends = threading.Event()
        self._own_handler, self._other_handler = None, None
        if config.termination_watcher_fn is None:
            self._own_handler = lambda *_: self._notice()
            self._other_handler = signal.signal(signal.SIGTERM, self._own_handler)
        else:
            arguments = weakref.WeakMethod(self._notice), self._ends, config.termination_watcher_fn
            threading.Thread(target=_watch, args=arguments, name="WorkerTerminationSignalWatcher", daemon=True).start()

    def __del__(self) -> None:
        if hasattr(self, "_ends"):
            self._ends.set()

    def _make_managers(self, checkpoint, folder, resolver):
        if isinstance(checkpoint, CheckpointManager):
            self._reader = self._writer = checkpoint
            return
        self._reader = self._writer = CheckpointManager(checkpoint, folder, max_to_keep=1)
        if self._workers is not None and self._workers.rank:
            # All workers take part in saving, and the files of the first one are kept.
            parent, name = os.path.split(folder)
            self._own_folder = os.path.join(parent, f"workertemp_{resolver.task_id}")
            self._writer = CheckpointManager(checkpoint, os.path.join(self._own_folder, name), max_to_keep=1)

    def _notice(self):
        self._notice_time = time.time()
        self._noticed.set()

    @property
    def total_run_calls(self) -> int:
        """How often `run` was called, in earlier processes as well."""
        return self._calls

    def run(self, distributed_train_function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a function, then save and leave if it is time. Mirrors `tf.distribute.experimental.PreemptionCheckpointHandler.run`.

        It is the body of the training loop: all workers call it equally often, and agree after which call they save. After a restart
        `total_run_calls` is the number that the checkpoint was saved at, from which a loop goes on.

        Arguments:
            distributed_train_function: the function, of one or several steps.
            *args: its arguments by position.
            **kwargs: its arguments by name.

        Returns:
            What the function gives.

        Raises:
            SystemExit: with the status 42, after the last checkpoint, where no `exit_fn` is given.

        Example:
            >>> total = tf.Variable(0.0)
            >>> handler = tf.distribute.experimental.PreemptionCheckpointHandler(None, tf.train.Checkpoint(total=total), "run")
            >>> float(handler.run(lambda x: total.assign_add(x), 2.0)), handler.total_run_calls
            (2.0, 1)
        """
        self._save_if_it_is_time()
        began = time.time()
        result = distributed_train_function(*args, **kwargs)
        self._calls += 1
        self._seconds += (time.time() - began - self._seconds) / self._calls
        return result

    def save_checkpoint_if_preempted(self, *args: Any, **kwargs: Any) -> None:
        """Save a checkpoint and leave, if it is time. Mirrors
        `tf.distribute.experimental.PreemptionCheckpointHandler.save_checkpoint_if_preempted`.

        It is for loops that are written without `run`: all workers call it equally often, as once after each step, within
        `watch_preemption_scope`. Where no machine is about to be taken away it only asks the other workers.

        Arguments:
            *args: what goes to `CheckpointManager.save`, or to the `save_fn` of the `TerminationConfig`.
            **kwargs: the same, by name.

        Returns:
            None.

        Raises:
            SystemExit: with the status 42, after the last checkpoint, where no `exit_fn` is given.

        Example:
            >>> step = tf.Variable(0)
            >>> handler = tf.distribute.experimental.PreemptionCheckpointHandler(None, tf.train.Checkpoint(step=step), "asked")
            >>> with handler.watch_preemption_scope():
            ...     value = step.assign_add(1)
            ...     handler.save_checkpoint_if_preempted()
            >>> int(step)
            1
        """
        self._save_if_it_is_time(*args, **kwargs)
        self._calls += 1
        self._seconds = 0.0

    @contextlib.contextmanager
    def watch_preemption_scope(self) -> Iterator[None]:
        """Watch for preemptions in a block. Mirrors `tf.distribute.experimental.PreemptionCheckpointHandler.watch_preemption_scope`.

        Loops that call `save_checkpoint_if_preempted` themselves stand in it. `run` needs none: it watches wherever it is called. An
        operation that fails in the block because another worker is gone already is an error like any other.

        Returns:
            A context manager, which gives nothing.

        Example:
            >>> step = tf.Variable(0)
            >>> handler = tf.distribute.experimental.PreemptionCheckpointHandler(None, tf.train.Checkpoint(step=step), "watched")
            >>> with handler.watch_preemption_scope():
            ...     for _ in range(2):
            ...         value = step.assign_add(1)
            ...         handler.save_checkpoint_if_preempted()
            >>> int(step)
            2
        """
        yield

    def _stop(self) -> None:
        """Watch no longer; what a SIGTERM did before, it does again."""
        self._ends.set()
        if self._own_handler is not None and signal.getsignal(signal.SIGTERM) is self._own_handler:
            signal.signal(signal.SIGTERM, self._other_handler or signal.SIG_DFL)

    def _save_if_it_is_time(self, *args, **kwargs):
        if self._save_at is None:
            wanted = self._noticed.is_set() and (not self._counting_down or time.time() >= self._last_moment())
            if collectives.agree(self._workers, wanted) if self._workers is not None else wanted:
                # As in TensorFlow, one more call, after which all are at the same step.
                self._save_at = self._calls + 1
            return
        if self._save_at != self._calls:
            return
        self._saved_calls.assign(self._calls)
        (self._save_fn or self._writer.save)(*args, **kwargs)
        self._save_at = None
        if self._grace_period > 0 and not self._counting_down:
            self._counting_down = True
            return
        self._stop()
        if self._own_folder is not None:
            gfile.rmtree(self._own_folder)
        self._exit_fn()

    def _last_moment(self):
        return self._notice_time + self._grace_period - _SAVING * self._seconds


def _leave() -> None:
    sys.exit(_RESTART)


def _watch(notice: weakref.WeakMethod[Callable[[], None]], ends: threading.Event, termination_watcher_fn: Callable[[], bool]) -> None:
    """Ask until there is a notice, or nobody is there to be told."""
    while not ends.is_set():
        if termination_watcher_fn():
            tell = notice()
            if tell is not None:
                tell()
            return
        ends.wait(_ASKS_EVERY)

"""`tf.train.CheckpointManager`: keeps the latest checkpoints of a folder and deletes the others."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.variables.variable import Variable
from tfshim.files.places import on_disk
from tfshim.train import _files, state_file
from tfshim.train.checkpoint import counted

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, Path


@tf_export("train.CheckpointManager")
class CheckpointManager:
    """Saves numbered checkpoints into a directory and keeps the latest of them.

    Mirrors `tf.train.CheckpointManager`. `save()` writes the next one and removes the oldest, `latest_checkpoint` and `checkpoints` are the
    paths, `restore_or_initialize()` reads the latest.

    Arguments:
        checkpoint: a `tf.train.Checkpoint`.
        directory: the directory, which is made.
        max_to_keep: how many are kept; None: all.
        keep_checkpoint_every_n_hours: one in so many hours is kept for good; None: none.
        checkpoint_name: the first part of the names; "ckpt".
        step_counter, checkpoint_interval: a variable, and after how many of its steps `save(check_interval=True)` saves again; None.
        init_fn: what is called by `restore_or_initialize` where there is nothing to read; None.
        last_checkpoint_step: the step of the last one that an earlier manager wrote; None.

    Raises:
        ValueError: arguments that contradict each other.

    Example:
        >>> step = tf.Variable(0)
        >>> manager = tf.train.CheckpointManager(tf.train.Checkpoint(step=step), "saved", max_to_keep=2)
        >>> [manager.save() for _ in range(3)]
        ['saved/ckpt-1', 'saved/ckpt-2', 'saved/ckpt-3']
        >>> manager.checkpoints
        ['saved/ckpt-2', 'saved/ckpt-3']
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint_management"

    def __init__(
        self,
        checkpoint: Any,
        directory: Path,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: FloatLike | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[..., Any] | None = None,
        last_checkpoint_step: Any = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint, self._directory, self._max = checkpoint, os.fsdecode(directory), max_to_keep
        self._every = keep_checkpoint_every_n_hours
        self._name, self._step, self._interval, self._init = checkpoint_name, step_counter, checkpoint_interval, init_fn
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._last_step = last_checkpoint_step
        self._kept = {}  # prefix -> time of writing
        self._latest = None
        now = time.time()
        self._preserved_at = now - 1  # a manager that follows at once sees the first checkpoint as written later
        state = state_file.read(self._directory)
        if state is not None:
            self._preserved_at = min(state.last_preserved_timestamp, now)
            # Those without a time, as a Saver notes them, are not the manager's to delete.
            for name, when in zip(state.all_model_checkpoint_paths, state.all_model_checkpoint_timestamps):
                path = state_file.absolute(self._directory, name)
                if min(when, now) > self._preserved_at and _files.exists(path):
                    self._kept[path] = min(when, now)
            latest = state_file.absolute(self._directory, state.model_checkpoint_path)
            self._latest = latest if _files.exists(latest) else next(reversed(self._kept), None)

    directory = property(lambda self: self._directory, doc="The folder.")
    checkpoint = property(lambda self: self._checkpoint, doc="The `tf.train.Checkpoint`.")
    checkpoint_interval = property(lambda self: self._interval, doc="How many steps lie between two checkpoints, or None.")
    latest_checkpoint = property(lambda self: self._latest, doc="The prefix of the latest checkpoint, or None.")
    checkpoints = property(lambda self: list(self._kept), doc="The prefixes of the checkpoints that are kept, oldest first.")

    def save(self, checkpoint_number: int | None = None, check_interval: bool = True, options: Any = None) -> str:
        """Write the next checkpoint, note it as the latest, and delete those that are too many.

        Arguments:
            checkpoint_number: the number to write it by, an integer or an integer variable such as the step; None: one more than the last.
            check_interval: False writes even if `checkpoint_interval` steps have not passed; True.
            options: a `tf.train.CheckpointOptions`; None: at once, in the format of files that is chosen (`docs/files.md`).

        Returns:
            The prefix that was written, as a string; None if the interval has not passed, or nothing has happened since.

        Raises:
            tf.errors.OpError: the files cannot be written, by what is in the way; earlier checkpoints stay as they are.

        The file `checkpoint` of the folder names the new one before an old one is deleted, so that a process that is killed in
        between loses nothing.

        Example:
            >>> step = tf.Variable(10)
            >>> manager = tf.train.CheckpointManager(tf.train.Checkpoint(step=step), "by_step", max_to_keep=3)
            >>> manager.save(), manager.save(checkpoint_number=step)
            ('by_step/ckpt-1', 'by_step/ckpt-10')
        """
        # Managers may share a checkpoint: its counter and the file of that number belong together.
        with lock_of(self._checkpoint), lock_of(self):
            return self._save(checkpoint_number, check_interval, options)

    def _save(self, checkpoint_number, check_interval, options):
        if self._interval is not None:
            step = counted(self._step)
            if self._last_step is not None and (step == self._last_step or check_interval and step < self._last_step + self._interval):
                return None
            self._last_step = step
        if options is not None:
            _ = options.experimental_write_callbacks  # AttributeError for what are no options
        number = self._checkpoint._next_number()
        if checkpoint_number is not None:
            number = counted(checkpoint_number) if isinstance(checkpoint_number, Variable) else int(checkpoint_number)
        prefix = f"{self._prefix}-{number}"
        self._checkpoint._write(prefix, options, lambda: self._written(prefix))
        return prefix

    def _written(self, prefix):
        # Taken out first: a number that is saved again counts as the latest.
        self._kept.pop(prefix, None)
        self._kept[prefix] = time.time()
        self._latest = prefix
        # The file names the new one before anything is deleted, and what is deleted until it is gone: a process that is killed in
        # between loses no checkpoint, and forgets none that the next one is to delete.
        self._write_state()
        if self._delete_surplus():
            self._write_state()

    def _delete_surplus(self):
        before = len(self._kept)
        while self._max is not None and len(self._kept) > self._max:
            path, when = next(iter(self._kept.items()))
            if self._every is not None and when - self._preserved_at >= self._every * 3600:
                self._preserved_at = when
            elif os.path.realpath(on_disk(os.path.dirname(path))) == os.path.realpath(on_disk(self._directory)):
                _files.remove(path)  # what the state file names elsewhere is not the manager's to delete
            del self._kept[path]
        return len(self._kept) < before

    def _write_state(self):
        state = state_file.made(self._directory, self._latest, self._kept, self._kept.values(), self._preserved_at)
        state_file.write(self._directory, state)

    def restore_or_initialize(self) -> str | None:
        """Restore the latest checkpoint of the folder; where there is none, call `init_fn`.

        Returns:
            The prefix of what was restored, as a string; None where there was nothing to restore.

        Raises:
            tf.errors.DataLossError: the files of the latest checkpoint are damaged.
            ValueError: a variable has another shape than the value.

        A training program calls it once before its loop: the first run begins with what `init_fn` sets, such as weights of another
        model, and a run that follows an interruption goes on where the last checkpoint was written.

        Example:
            >>> v = tf.Variable(0.0)
            >>> def manager():
            ...     checkpoint = tf.train.Checkpoint(v=v)
            ...     return tf.train.CheckpointManager(checkpoint, "runs", max_to_keep=1, init_fn=lambda: v.assign(5.0))
            >>> manager().restore_or_initialize(), v.numpy()
            (None, 5.0)
            >>> path = manager().save()
            >>> manager().restore_or_initialize()
            'runs/ckpt-1'
        """
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            if self._interval is not None:
                self._last_step = counted(self._step)
            return self._latest
        if self._init is not None:
            self._init()
        return None

    def sync(self) -> None:
        """Wait until what was written with `enable_async` is on the disk.

        Returns:
            None.

        Raises:
            tf.errors.OpError: what went wrong while the program went on, such as a full disk; it is raised once.

        With `tf.train.CheckpointOptions(experimental_enable_async_checkpoint=True)`, `save` takes the values and returns, while a
        thread writes them; only when that is done is the checkpoint noted as the latest, and the oldest deleted.

        Example:
            >>> manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), "beside", max_to_keep=2)
            >>> path = manager.save(options=tf.train.CheckpointOptions(experimental_enable_async_checkpoint=True))
            >>> manager.sync()
            >>> manager.latest_checkpoint == path == "beside/ckpt-1"
            True
        """
        self._checkpoint.sync()

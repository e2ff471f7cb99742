"""The checkpoints that a Saver has written and keeps."""

from __future__ import annotations

import time
from collections.abc import Iterable

from tfshim.compat.v1.train.checkpoint_files import remove_checkpoint
from tfshim.train import _files


class KeptCheckpoints:
    """What a Saver knows of its checkpoints: at most `_max` are kept, 0 for all, and for good one every `_hours` hours."""

    _kept: list[tuple[str, float]]
    _max: int
    _hours: float
    _next_preserved: float

    last_checkpoints = property(lambda self: [p for p, _ in self._kept], doc="The checkpoints that are kept, oldest first.")

    def set_last_checkpoints(self, last_checkpoints: Iterable[str]) -> None:
        """Tells the Saver which checkpoints there are, from before it was made. Mirrors `tf.compat.v1.train.Saver.set_last_checkpoints`.

        Of these it deletes the oldest where there are more than `max_to_keep`. Without times they count as never kept for good;
        `set_last_checkpoints_with_time` tells those too, and `recover_last_checkpoints` finds them from the files.

        Arguments:
            last_checkpoints: a list of prefixes, the oldest first.

        Raises:
            AssertionError: it is no list.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     saver = tf.compat.v1.train.Saver()
            ...     saver.set_last_checkpoints(["./model-1", "./model-2"])
            ...     print(saver.last_checkpoints)
            ['./model-1', './model-2']
        """
        assert isinstance(last_checkpoints, list)
        self._kept = [(p, time.time()) for p in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Iterable[tuple[str, float]]) -> None:
        """Tells the Saver which checkpoints there are, and when they were written. Mirrors
        `tf.compat.v1.train.Saver.set_last_checkpoints_with_time`.

        Of these it deletes the oldest where there are more than `max_to_keep`, but for those that `keep_checkpoint_every_n_hours` keeps,
        which the times decide. A program that is started again gives its Saver what the last one had.

        Arguments:
            last_checkpoints_with_time: a list of pairs of a prefix and a time in seconds since 1970, the oldest first.

        Raises:
            AssertionError: it is no list.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     saver = tf.compat.v1.train.Saver()
            ...     saver.set_last_checkpoints_with_time([("./model-1", 1.6e9)])
            ...     print(saver.last_checkpoints)
            ['./model-1']
        """
        assert isinstance(last_checkpoints_with_time, list)
        self._kept = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Iterable[str]) -> None:
        """Lets the Saver know the checkpoints of an earlier run. Mirrors `tf.compat.v1.train.Saver.recover_last_checkpoints`.

        Those of which there are files are taken up, with the times of these, so that they are deleted in their turn as new ones are
        written. The paths are those that `tf.train.get_checkpoint_state` finds in the directory.

        Arguments:
            checkpoint_paths: a list of prefixes, the oldest first.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     sess.run(w.initializer)
            ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
            ...     later = tf.compat.v1.train.Saver()
            ...     later.recover_last_checkpoints([prefix, "./lost"])
            ...     print(later.last_checkpoints)
            ['./model']
        """
        self._kept = [(p, _files.saved_at(p)) for p in checkpoint_paths if _files.exists(p)]

    def _delete_surplus(self):
        """Delete the oldest checkpoints beyond `max_to_keep`; whether any was."""
        before = len(self._kept)
        while self._max and self._kept and len(self._kept) > self._max:
            old, saved = self._kept[0]
            # The first one after so many hours is kept for good: it is no longer counted, and never deleted.
            if saved > self._next_preserved:
                self._next_preserved += self._hours * 3600
            else:
                remove_checkpoint(old)
            del self._kept[0]
        return len(self._kept) < before

"""A session that is there already, run with hooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession

v1 = tf.compat.v1


class _Never:
    """A coordinator for what has no threads."""

    def should_stop(self) -> bool:
        """No."""
        return False

    def raise_requested_exception(self) -> None:
        """There is none."""


@tf_private("tensorflow.python.training.monitored_session._HookedSession")
class HookedSession(MonitoredSession):
    """The session `sess`, whose runs the `hooks` take part in; whoever made it begins and ends it, and the hooks."""

    _recovers = False

    def __init__(self, sess: Any, hooks: Sequence[v1.train.SessionRunHook]) -> None:
        self._hooks, self._session, self._stop = list(hooks), sess, False
        self._coordinator = _Never()

    sess_str = property(lambda self: self._session.sess_str, doc="The target of the session.")

    def _tf_sess(self):
        return self._session

    def close(self) -> None:
        """Close the session."""
        if self._session is not None:
            session, self._session = self._session, None
            session.close()

    def __enter__(self) -> HookedSession:
        return self

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> bool:
        self.close()
        return kind in (tf.errors.OutOfRangeError, StopIteration)

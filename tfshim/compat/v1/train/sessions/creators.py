"""What makes the sessions that are monitored: those of a chief, and those of workers that wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.sessions.session_manager import SessionManager
from tfshim.engine.graphs.graph import current_graph

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["train.SessionCreator"])
class SessionCreator:
    """What makes the session of a monitored session: the base of such classes. Mirrors `tf.compat.v1.train.SessionCreator`.

    `tf.compat.v1.train.MonitoredSession` calls `create_session` at its beginning, and again where a session was lost with the machine it
    ran on. `tf.compat.v1.train.ChiefSessionCreator` restores or initializes the variables, `tf.compat.v1.train.WorkerSessionCreator` waits
    until that is done. A class of one's own defines the method alone.

    Example:
        >>> class Plain(tf.compat.v1.train.SessionCreator):
        ...     def create_session(self):
        ...         session = tf.compat.v1.Session()
        ...         session.run(init)
        ...         return session
        >>> with tf.Graph().as_default():
        ...     w, init = tf.compat.v1.get_variable("w", initializer=3.0), tf.compat.v1.global_variables_initializer()
        ...     with tf.compat.v1.train.MonitoredSession(Plain()) as sess:
        ...         print(sess.run(w))
        3.0
    """

    __module__ = "tensorflow.python.training.monitored_session"

    def create_session(self) -> BaseSession:
        """Makes a session that is ready to be used. Mirrors `tf.compat.v1.train.SessionCreator.create_session`.

        Classes that derive from this one define it; that of the base only raises. It is called each time that a monitored session needs a
        new one: at its beginning, and after an AbortedError or UnavailableError of the last. Variables have to have their values when it
        returns.

        Returns:
            A `tf.compat.v1.Session`.

        Raises:
            NotImplementedError: the class does not define it.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     session = tf.compat.v1.train.ChiefSessionCreator().create_session()
            ...     print(session.run(w))
            ...     session.close()
            3.0
        """
        raise NotImplementedError(f"create_session is not implemented for {self}.")


@tf_export(v1=["train.ChiefSessionCreator"])
class ChiefSessionCreator(SessionCreator):
    """Makes a session whose variables are restored from a checkpoint, or else initialized. Mirrors
    `tf.compat.v1.train.ChiefSessionCreator`.

    It is what `tf.compat.v1.train.MonitoredSession` takes where it is given none. The graph is finalized as the session is made.

    Arguments:
        scaffold: a `tf.compat.v1.train.Scaffold` with initializers and a saver; None (the default) for one with those of the graph.
        master: the address of a server; "" (the default) for this process.
        config: a `tf.compat.v1.ConfigProto`; None by default.
        checkpoint_dir: a directory, whose latest checkpoint is restored; None by default.
        checkpoint_filename_with_path: the prefix of a checkpoint that is restored, in place of `checkpoint_dir`.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     creator = tf.compat.v1.train.ChiefSessionCreator(checkpoint_dir="./empty")
        ...     with tf.compat.v1.train.MonitoredSession(session_creator=creator) as sess:
        ...         print(sess.run(w))
        3.0
    """

    __module__ = "tensorflow.python.training.monitored_session"

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
        """Makes the session: restores a checkpoint or initializes, and checks that nothing lacks a value. Mirrors
        `tf.compat.v1.train.ChiefSessionCreator.create_session`.

        First the scaffold is finalized. Where a checkpoint is found it is restored, otherwise the scaffold's `init_op` is run and its
        `init_fn` called; then the local variables and tables get their values.

        Returns:
            A `tf.compat.v1.Session`.

        Raises:
            RuntimeError: variables have no values afterwards.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, seen = tf.compat.v1.get_variable("w", initializer=3.0), tf.compat.v1.get_local_variable("seen", initializer=0)
            ...     session = tf.compat.v1.train.ChiefSessionCreator().create_session()
            ...     print(session.run([w, seen]), session.graph.finalized)
            ...     session.close()
            [3.0, 0] True
        """
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
    """Makes a session that waits until a chief has initialized the variables. Mirrors `tf.compat.v1.train.WorkerSessionCreator`.

    In a training of several processes each worker but the chief begins with it. Sessions of one process share no variables, so that without
    a server only a graph whose variables are all local becomes ready.

    Arguments:
        scaffold: a `tf.compat.v1.train.Scaffold`; None (the default) for one with the operations of the graph.
        master: the address of a server; "" (the default) for this process.
        config: a `tf.compat.v1.ConfigProto`; None by default.
        max_wait_secs: how many seconds it waits at most, 1800 by default.

    Example:
        >>> with tf.Graph().as_default():
        ...     seen = tf.compat.v1.get_local_variable("seen", initializer=0)
        ...     session = tf.compat.v1.train.WorkerSessionCreator(max_wait_secs=10).create_session()
        ...     print(session.run(seen))
        ...     session.close()
        0
    """

    __module__ = "tensorflow.python.training.monitored_session"

    def __init__(
        self, scaffold: Scaffold | None = None, master: str = "", config: Message | None = None, max_wait_secs: float = 30 * 60
    ) -> None:
        super().__init__(scaffold, master, config)
        self._longest = max_wait_secs

    def create_session(self) -> BaseSession:
        """Makes the session, as soon as all variables have values. Mirrors `tf.compat.v1.train.WorkerSessionCreator.create_session`.

        First the scaffold is finalized. Then it looks again and again, with half a minute in between, whether the chief is done, and gives
        the local variables and tables their values.

        Returns:
            A `tf.compat.v1.Session`.

        Raises:
            DeadlineExceededError: it has taken longer than `max_wait_secs`.

        Example:
            >>> with tf.Graph().as_default():
            ...     seen = tf.compat.v1.get_local_variable("seen", initializer=0)
            ...     lacking = tf.compat.v1.report_uninitialized_variables()
            ...     session = tf.compat.v1.train.WorkerSessionCreator(max_wait_secs=10).create_session()
            ...     print(session.run(lacking).tolist())
            ...     session.close()
            []
        """
        return self._the_manager().wait_for_session(self._master, self._config, self._longest)

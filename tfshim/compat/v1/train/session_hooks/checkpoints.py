"""The hook that writes checkpoints, and what is called around them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.summary.files import FileWriterCache
from tfshim.compat.v1.train.meta_graph import export_meta_graph
from tfshim.compat.v1.train.session_hooks.base import (
    SecondOrStepTimer,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    needed_step,
)
from tfshim.io.file_ops import write_graph

if TYPE_CHECKING:
    from tfshim.compat.v1.train.saver import Saver
    from tfshim.compat.v1.train.sessions.scaffold import Scaffold
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path
    from tfshim.train.coordinator import Coordinator


@tf_export("estimator.CheckpointSaverListener", v1=["train.CheckpointSaverListener", "estimator.CheckpointSaverListener"])
class CheckpointSaverListener:
    """The base of what is called around checkpoints. Mirrors `tf.estimator.CheckpointSaverListener`.

    `Estimator.train(saving_listeners=...)` and `tf.estimator.CheckpointSaverHook` take them. A subclass defines some of `begin`,
    `before_save`, `after_save` (which ends the training by giving True) and `end`; the others do nothing. It takes no arguments.
    Evaluations after each checkpoint and copies of files are made so.

    Example:
        >>> class Told(tf.estimator.CheckpointSaverListener):
        ...     def after_save(self, session, global_step_value):
        ...         print("saved at", int(global_step_value))
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
        ...     hook = tf.estimator.CheckpointSaverHook("told", save_steps=100, listeners=[Told()])
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = session.run(step)
        saved at 0
        saved at 1
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def begin(self) -> None:
        """Called once at the beginning, before the session is made. Mirrors `tf.estimator.CheckpointSaverListener.begin`.

        The graph may still be added to: a listener that wants to write something besides makes its operations here. It takes no arguments
        and returns None.

        Of several listeners each is called, in the order in which they were given to the hook that saves.

        Example:
            >>> class Told(tf.estimator.CheckpointSaverListener):
            ...     def begin(self):
            ...         print("begins")
            >>> with tf.Graph().as_default():
            ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
            ...     hook = tf.estimator.CheckpointSaverHook("told_begin", save_steps=100, listeners=[Told()])
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
            ...         _ = session.run(step)
            begins
        """

    def before_save(self, session: BaseSession, global_step_value: int) -> None:
        """Called before a checkpoint is written. Mirrors `tf.estimator.CheckpointSaverListener.before_save`.

        What it changes in variables is saved along. It is called for each checkpoint, the first one and the last one included.

        Arguments:
            session: the `tf.compat.v1.Session`, which may run operations of the graph.
            global_step_value: the step, an int.

        Returns:
            None.

        Example:
            >>> class Told(tf.estimator.CheckpointSaverListener):
            ...     def before_save(self, session, global_step_value):
            ...         print("saves at", int(global_step_value))
            >>> with tf.Graph().as_default():
            ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
            ...     hook = tf.estimator.CheckpointSaverHook("told_before", save_steps=100, listeners=[Told()])
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
            ...         _ = session.run(step)
            saves at 0
            saves at 1
        """

    def after_save(self, session: BaseSession, global_step_value: int) -> None:
        """Called after a checkpoint is written. Mirrors `tf.estimator.CheckpointSaverListener.after_save`.

        The files are complete: `tf.train.latest_checkpoint` of the folder finds them, so that they can be evaluated or copied.

        Arguments:
            session: the `tf.compat.v1.Session`, which may run operations of the graph.
            global_step_value: the step, an int.

        Returns:
            True to end the training, as a listener does whose evaluations no longer get better; None or False to go on.

        Example:
            >>> class Once(tf.estimator.CheckpointSaverListener):
            ...     def after_save(self, session, global_step_value):
            ...         return global_step_value >= 2
            >>> with tf.Graph().as_default():
            ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
            ...     hook = tf.estimator.CheckpointSaverHook("told_after", save_steps=1, listeners=[Once()])
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
            ...         while not session.should_stop():
            ...             print(session.run(step))
            1
            2
        """

    def end(self, session: BaseSession, global_step_value: int) -> None:
        """Called at the end of the training, after the last checkpoint. Mirrors `tf.estimator.CheckpointSaverListener.end`.

        It is not called where an exception ended the training. Files that the listener opened are closed here, and last results told.

        Arguments:
            session: the `tf.compat.v1.Session`, which is still open.
            global_step_value: the last step, an int.

        Returns:
            None.

        Example:
            >>> class Told(tf.estimator.CheckpointSaverListener):
            ...     def end(self, session, global_step_value):
            ...         print("ends at", int(global_step_value))
            >>> with tf.Graph().as_default():
            ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
            ...     hook = tf.estimator.CheckpointSaverHook("told_end", save_steps=100, listeners=[Told()])
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
            ...         _ = session.run(step)
            ends at 1
        """


@tf_export("estimator.CheckpointSaverHook", v1=["train.CheckpointSaverHook", "estimator.CheckpointSaverHook"])
class CheckpointSaverHook(SessionRunHook):
    """Writes checkpoints at the beginning, now and then, and at the end. Mirrors `tf.estimator.CheckpointSaverHook`.

    Arguments:
        checkpoint_dir: the folder, a str.
        save_secs: after how many seconds, a number (default None).
        save_steps: after how many steps, an int (default None). One of the two has to be given.
        saver: a `tf.compat.v1.train.Saver` that says what is saved (default None).
        checkpoint_basename: how the names of the files begin (default "model.ckpt").
        scaffold: a `tf.compat.v1.train.Scaffold`, whose saver is used (default None: the graph's own saver).
        listeners: a list of `tf.estimator.CheckpointSaverListener` (default None).
        save_graph_def: whether the graph is written too, as `graph.pbtxt` (default True).

    Raises:
        ValueError: both times are given or neither, or `saver` and `scaffold` both.

    Example:
        >>> import os
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
        ...     hook = tf.estimator.CheckpointSaverHook("saved", save_steps=2)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = [session.run(step) for _ in range(3)]
        >>> os.path.basename(tf.train.latest_checkpoint("saved"))
        'model.ckpt-3'
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __init__(
        self,
        checkpoint_dir: Path,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Saver | None = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Scaffold | None = None,
        listeners: Iterable[CheckpointSaverListener] | None = None,
        save_graph_def: bool = True,
    ) -> None:
        logging.info("Create CheckpointSaverHook.")
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver, self._scaffold, self._listeners = saver, scaffold, list(listeners or [])
        self._folder, self._path = checkpoint_dir, os.path.join(os.fsdecode(checkpoint_dir), checkpoint_basename)
        self._timer, self._with_graph = SecondOrStepTimer(save_secs, save_steps), save_graph_def

    def begin(self) -> None:
        self._writer = FileWriterCache.get(self._folder)
        self._step = needed_step(self)
        for listener in self._listeners:
            listener.begin()

    def _the_saver(self):
        saver = self._saver if self._saver is not None else getattr(self._scaffold, "saver", None)
        if saver is None:
            found = get_default_graph().get_collection(GraphKeys.SAVERS)
            if len(found) != 1:
                raise RuntimeError(
                    "No items in collection SAVERS. Please add a saver to the collection or provide a saver or scaffold."
                    if not found
                    else "More than one item in collection SAVERS. Please indicate which one to use by passing it to the constructor."
                )
            saver = self._saver = found[0]
        return saver

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        step = int(session.run(self._step))
        if self._with_graph:
            write_graph(get_default_graph().as_graph_def(add_shapes=True), self._folder, "graph.pbtxt")
        # The graph as it is run: what the file began with may have grown since.
        self._writer.add_graph(get_default_graph())
        nodes = get_default_graph().as_graph_def(add_shapes=True)
        self._writer.add_meta_graph(export_meta_graph(graph_def=nodes, collection_list=[]))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def _save(self, session, step):
        logging.info("Calling checkpoint listeners before saving checkpoint %d...", step)
        for listener in self._listeners:
            listener.before_save(session, step)
        logging.info("Saving checkpoints for %d into %s.", step, self._path)
        self._the_saver().save(session, self._path, global_step=step, write_meta_graph=self._with_graph)
        self._writer.add_session_log(message("SessionLog")(status=3, checkpoint_path=self._path), step)  # CHECKPOINT
        logging.info("Calling checkpoint listeners after saving checkpoint %d...", step)
        stop = False
        for listener in self._listeners:
            if listener.after_save(session, step):
                logging.info("A CheckpointSaverListener requested that training be stopped. listener: %s", listener)
                stop = True
        return stop

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._timer.should_trigger_for_step(run_values.results + 1):
            # Read once more: what was fetched beside the update may be the step before it.
            step = int(run_context.session.run(self._step))
            if self._timer.should_trigger_for_step(step):
                self._timer.update_last_triggered_step(step)
                if self._save(run_context.session, step):
                    run_context.request_stop()

    def end(self, session: BaseSession) -> None:
        step = int(session.run(self._step))
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

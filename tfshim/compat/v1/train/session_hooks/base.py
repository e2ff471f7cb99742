"""The base of the hooks into the runs of a session, what they are told, and when something is due."""

from __future__ import annotations

import collections
import time
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.v1.train.steps import get_global_step

if TYPE_CHECKING:
    from typing import Self

    from tfshim.compat.v1._annotations import FeedDict, Fetches, Message
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.train.coordinator import Coordinator


@tf_export("estimator.SessionRunArgs", v1=["train.SessionRunArgs", "estimator.SessionRunArgs"])
class SessionRunArgs(collections.namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"])):
    """What a hook wants to be run along with the program's own. Mirrors `tf.estimator.SessionRunArgs`.

    `before_run` of a `tf.estimator.SessionRunHook` returns one; the results come to its `after_run`. A named tuple.

    Arguments:
        fetches: a tensor or operation, or a list or dictionary of such, as `Session.run` takes them.
        feed_dict: values for placeholders, {tensor: value}; two hooks must not feed the same one (default None).
        options: a `tf.compat.v1.RunOptions` (default None).

    Example:
        >>> class Watch(tf.estimator.SessionRunHook):
        ...     def before_run(self, run_context):
        ...         return tf.estimator.SessionRunArgs({"x": "x:0"})
        ...     def after_run(self, run_context, run_values):
        ...         print(run_values.results)
        >>> with tf.Graph().as_default():
        ...     y = tf.constant(2, name="x") + 1
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[Watch()]) as session:
        ...         print(session.run(y))
        {'x': 2}
        3
    """

    def __new__(cls, fetches: Fetches, feed_dict: FeedDict | None = None, options: Message | None = None) -> Self:
        return super().__new__(cls, fetches, feed_dict, options)


SessionRunValues = collections.namedtuple("SessionRunValues", ["results", "options", "run_metadata"])
SessionRunValues.__doc__ = """What a run of a session gave, for the `after_run` of a hook. Mirrors `tf.estimator.SessionRunValues`.

A `tf.estimator.SessionRunHook` asks for values by `before_run`, which gives a `tf.estimator.SessionRunArgs`; the session fetches
them in the same run as the program's own, and hands them over in this plain record.

Attributes:
    results: the values that the hook asked for, arrays of NumPy in the structure of its fetches; None if it asked for nothing.
    options: the `tf.compat.v1.RunOptions` of the run.
    run_metadata: the `tf.compat.v1.RunMetadata` of the run, which is filled where the options ask for a trace.

Example:
    >>> class Prints(tf.estimator.SessionRunHook):
    ...     def before_run(self, run_context):
    ...         return tf.estimator.SessionRunArgs(total)
    ...     def after_run(self, run_context, run_values):
    ...         print(isinstance(run_values, tf.estimator.SessionRunValues), run_values.results)
    >>> with tf.Graph().as_default():
    ...     total = tf.constant(1.0) + 2.0
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[Prints()]) as session:
    ...         value = session.run(total)
    True 3.0
"""


@tf_export("estimator.SessionRunContext", v1=["train.SessionRunContext", "estimator.SessionRunContext"])
class SessionRunContext:
    """What a hook is told of a run of the session. Mirrors `tf.estimator.SessionRunContext`.

    `before_run` and `after_run` of a `tf.estimator.SessionRunHook` get one. Its attributes are `session`, the session itself;
    `original_args`, a `tf.estimator.SessionRunArgs` of what the program asked to run, without what hooks added; and `stop_requested`,
    whether a hook asked for an end. `request_stop()` asks for one.

    Arguments:
        original_args: the SessionRunArgs.
        session: the session. Programs do not make it themselves.

    Example:
        >>> class Told(tf.estimator.SessionRunHook):
        ...     def before_run(self, run_context):
        ...         print(run_context.original_args.fetches.name, run_context.stop_requested)
        >>> with tf.Graph().as_default():
        ...     two = tf.constant(2, name="two")
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[Told()]) as session:
        ...         print(session.run(two))
        two:0 False
        2
    """

    __module__ = "tensorflow.python.training.session_run_hook"

    def __init__(self, original_args: SessionRunArgs, session: BaseSession) -> None:
        self._original_args, self._session, self._stop_requested = original_args, session, False

    original_args = property(lambda self: self._original_args, doc="What the user asked to run: SessionRunArgs.")
    session = property(lambda self: self._session, doc="The session itself.")
    stop_requested = property(lambda self: self._stop_requested, doc="Whether a hook asked for an end.")

    def request_stop(self) -> None:
        """Ask for the end of the training, after this run. Mirrors `tf.estimator.SessionRunContext.request_stop`.

        Hooks call it in `after_run` once they have seen enough: a loss that no longer falls, or a time that is over. From then on
        `should_stop()` of the session is True, which loops ask; what runs now is finished, and the hooks' `end` is called. It takes no
        arguments and returns None.

        Example:
            >>> class Once(tf.estimator.SessionRunHook):
            ...     def after_run(self, run_context, run_values):
            ...         run_context.request_stop()
            >>> with tf.Graph().as_default():
            ...     two = tf.constant(2)
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[Once()]) as session:
            ...         while not session.should_stop():
            ...             print(session.run(two))
            2
        """
        self._stop_requested = True


@tf_export("estimator.SessionRunHook", v1=["train.SessionRunHook", "estimator.SessionRunHook"])
class SessionRunHook:
    """The base of what is called around a session and each of its runs. Mirrors `tf.estimator.SessionRunHook`.

    Estimators and `tf.compat.v1.train.MonitoredSession` take hooks, which log, save, stop or measure. A subclass defines some of `begin`
    (the graph may still be added to), `after_create_session`, `before_run` (which may ask for more to be run), `after_run` (with its
    results) and `end` (unless an exception came); the others do nothing. It takes no arguments.

    Example:
        >>> class Count(tf.estimator.SessionRunHook):
        ...     def begin(self):
        ...         self.runs = 0
        ...     def after_run(self, run_context, run_values):
        ...         self.runs += 1
        ...     def end(self, session):
        ...         print("runs:", self.runs)
        >>> with tf.Graph().as_default():
        ...     two = tf.constant(2)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[Count()]) as session:
        ...         _ = session.run(two), session.run(two)
        runs: 2
    """

    __module__ = "tensorflow.python.training.session_run_hook"

    def begin(self) -> None:
        """Called once, before the session is made. Mirrors `tf.estimator.SessionRunHook.begin`.

        The graph is complete but for what hooks add, and may still be added to: hooks look up the global step here, make summaries, or keep
        operations to run later. Afterwards the graph is closed. Of several hooks each is called in the order in which they were given.

        It takes no arguments and returns None. An exception in it ends the program before anything runs.

        Example:
            >>> class Doubled(tf.estimator.SessionRunHook):
            ...     def begin(self):
            ...         self.twice = 2 * tf.compat.v1.get_default_graph().get_tensor_by_name("x:0")
            ...     def after_run(self, run_context, run_values):
            ...         print(run_context.session.run(self.twice))
            >>> with tf.Graph().as_default():
            ...     x = tf.constant(4, name="x")
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[Doubled()]) as session:
            ...         _ = session.run(x)
            8
        """

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        """Called when a session is made, and its variables have their values. Mirrors `tf.estimator.SessionRunHook.after_create_session`.

        Only here is it known at which step a checkpoint left off. It is called again where a session is made anew, after an error of a
        server. The graph cannot be changed any more.

        Arguments:
            session: the `tf.compat.v1.Session`.
            coord: the `tf.train.Coordinator` of the threads that feed it.

        Returns:
            None.

        Example:
            >>> class Told(tf.estimator.SessionRunHook):
            ...     def after_create_session(self, session, coord):
            ...         print("step", session.run(tf.compat.v1.train.get_global_step()))
            >>> with tf.Graph().as_default():
            ...     step = tf.compat.v1.train.get_or_create_global_step()
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[Told()]) as session:
            ...         _ = session.run(step)
            step 0
        """

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Called before each run: says what is to be run besides. Mirrors `tf.estimator.SessionRunHook.before_run`.

        What several hooks and the program ask for is run at once, so that all see the values of one step.

        Arguments:
            run_context: a `tf.estimator.SessionRunContext`: the session, and what the program asked for.

        Returns:
            a `tf.estimator.SessionRunArgs`, whose results come to `after_run`; or None (as the base class has it) for nothing.

        Example:
            >>> class Loss(tf.estimator.SessionRunHook):
            ...     def before_run(self, run_context):
            ...         return tf.estimator.SessionRunArgs("loss:0")
            ...     def after_run(self, run_context, run_values):
            ...         print("loss", run_values.results)
            >>> with tf.Graph().as_default():
            ...     loss = tf.constant(0.5, name="loss")
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[Loss()]) as session:
            ...         _ = session.run(loss.op)
            loss 0.5
        """

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each run, with the results. Mirrors `tf.estimator.SessionRunHook.after_run`.

        It is not called for a run that raised. `run_context.request_stop()` ends the training here.

        Arguments:
            run_context: the `tf.estimator.SessionRunContext` that `before_run` got.
            run_values: a `tf.estimator.SessionRunValues`: `results` of what `before_run` asked for, in its structure (None where it asked
                for nothing), `options` and `run_metadata`.

        Returns:
            None.

        Example:
            >>> class UntilSmall(tf.estimator.SessionRunHook):
            ...     def before_run(self, run_context):
            ...         return tf.estimator.SessionRunArgs("loss:0")
            ...     def after_run(self, run_context, run_values):
            ...         if run_values.results < 1:
            ...             run_context.request_stop()
            >>> with tf.Graph().as_default():
            ...     loss = tf.constant(0.5, name="loss")
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[UntilSmall()]) as session:
            ...         _ = session.run(loss)
            ...         print(session.should_stop())
            True
        """

    def end(self, session: BaseSession) -> None:
        """Called at the end of the session. Mirrors `tf.estimator.SessionRunHook.end`.

        It is called where the data has ended, a hook asked for an end, or the program leaves the context of the session; not where an
        exception came. The session is still open: last values are written, files closed, a last checkpoint saved.

        Arguments:
            session: the `tf.compat.v1.Session`. Running what reads data in it raises OutOfRangeError where the data has ended.

        Returns:
            None.

        Example:
            >>> class Last(tf.estimator.SessionRunHook):
            ...     def begin(self):
            ...         (self.v,) = tf.compat.v1.global_variables()
            ...     def end(self, session):
            ...         print("last value", session.run(self.v))
            >>> with tf.Graph().as_default():
            ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
            ...     step = v.assign_add(1.0)
            ...     with tf.compat.v1.train.MonitoredSession(hooks=[Last()]) as session:
            ...         _ = session.run(step)
            last value 2.0
        """


@tf_export("estimator.SecondOrStepTimer", v1=["train.SecondOrStepTimer", "estimator.SecondOrStepTimer"])
class SecondOrStepTimer:
    """Whether something is due, by seconds or by steps since the last time. Mirrors `tf.estimator.SecondOrStepTimer`.

    Hooks that log or save now and then have one: they ask `should_trigger_for_step`, and tell it with `update_last_triggered_step` that
    they did it.

    Arguments:
        every_secs: seconds from one time to the next, a number (default None).
        every_steps: steps from one time to the next, an int (default None). One of the two has to be given.

    Raises:
        ValueError: both are given, or neither.

    Example:
        >>> timer = tf.estimator.SecondOrStepTimer(every_steps=10)
        >>> timer.should_trigger_for_step(0)
        True
        >>> timer.update_last_triggered_step(0)
        (None, None)
        >>> timer.should_trigger_for_step(9), timer.should_trigger_for_step(10)
        (False, True)
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._secs, self._steps = every_secs, every_steps
        self.reset()

    def reset(self) -> None:
        """Forget the last time, so that it is due at once. Mirrors `tf.estimator.SecondOrStepTimer.reset`.

        A hook that is used for another training calls it in `begin`; steps that were noted in the one before say nothing there.
        Constructing a timer does it as well. It takes no arguments and returns None.

        The interval stays as it was: for another one make another timer. `last_triggered_step()` is None afterwards, and
        `update_last_triggered_step` gives (None, None) the next time, as there is nothing to count from.

        Example:
            >>> timer = tf.estimator.SecondOrStepTimer(every_steps=10)
            >>> _ = timer.update_last_triggered_step(5)
            >>> timer.should_trigger_for_step(6)
            False
            >>> timer.reset()
            >>> timer.should_trigger_for_step(6), timer.last_triggered_step()
            (True, None)
        """
        self._last_step: int | None = None
        self._last_time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is due at a step. Mirrors `tf.estimator.SecondOrStepTimer.should_trigger_for_step`.

        It changes nothing: whoever does what is due notes it by `update_last_triggered_step`.

        Arguments:
            step: the step, an int.

        Returns:
            a bool: True the first time; after that where at least `every_steps` steps, or `every_secs` seconds, have passed since the last
                time. False at the step of the last time itself, however much time has passed.

        Example:
            >>> timer = tf.estimator.SecondOrStepTimer(every_steps=2)
            >>> done = []
            >>> for step in range(6):
            ...     if timer.should_trigger_for_step(step):
            ...         _ = timer.update_last_triggered_step(step)
            ...         done.append(step)
            >>> done
            [0, 2, 4]
        """
        if self._last_step is None:
            return True
        if step == self._last_step:
            return False
        return step - self._last_step >= self._steps if self._steps is not None else time.time() - self._last_time >= self._secs

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Note that it was done at a step. Mirrors `tf.estimator.SecondOrStepTimer.update_last_triggered_step`.

        From then on seconds and steps are counted from here. What it returns is what a hook that tells steps per second divides.

        Arguments:
            step: the step, an int.

        Returns:
            a tuple of the seconds, a float, and the steps, an int, since the time before; (None, None) the first time.

        Example:
            >>> timer = tf.estimator.SecondOrStepTimer(every_steps=10)
            >>> timer.update_last_triggered_step(0)
            (None, None)
            >>> seconds, steps = timer.update_last_triggered_step(10)
            >>> seconds >= 0, steps
            (True, 10)
        """
        now = time.time()
        passed = (None, None) if self._last_step is None else (now - self._last_time, step - self._last_step)
        self._last_step, self._last_time = step, now
        return passed

    def last_triggered_step(self) -> int | None:
        """The step at which it was done last. Mirrors `tf.estimator.SecondOrStepTimer.last_triggered_step`.

        Hooks look at it in `end`, to do what they do once more for the last step unless that was done already: a checkpoint that was just
        saved is not saved again. It takes no arguments.

        Returns:
            an int, the step that `update_last_triggered_step` got last; None where it was not called yet, or not since `reset`. A step of 0
            is one, so that the result has to be compared with None.

        Example:
            >>> timer = tf.estimator.SecondOrStepTimer(every_secs=60)
            >>> print(timer.last_triggered_step())
            None
            >>> _ = timer.update_last_triggered_step(7)
            >>> timer.last_triggered_step()
            7
        """
        return self._last_step


def needed_step(hook):
    step = get_global_step()
    if step is None:
        raise RuntimeError(f"Global step should be created to use {type(hook).__name__}.")
    return step


def every(every_secs, every_steps):
    """The times to write something: exactly one of the arguments is given, else ValueError is raised."""
    if (every_secs is None) == (every_steps is None):
        raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
    return SecondOrStepTimer(every_secs, every_steps)

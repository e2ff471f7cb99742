"""`tf.compat.v1.logging`: messages through the logger named `tensorflow`."""

from __future__ import annotations

import logging as _logging
from typing import Any

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.engine.runtime.logger import get_logger

__all__, __getattr__, __dir__ = exported(globals())

DEBUG, INFO, WARN, ERROR, FATAL = _logging.DEBUG, _logging.INFO, _logging.WARN, _logging.ERROR, _logging.FATAL
_counts = {}


def _logger():
    return get_logger()


@tf_export(v1=["logging.get_verbosity"])
def get_verbosity() -> int:
    """From which level on messages are shown. Mirrors `tf.compat.v1.logging.get_verbosity`.

    Messages below it are dropped before they are made into texts. At the beginning it is WARN; `tf.compat.v1.logging.set_verbosity` and the
    logger that `tf.get_logger()` gives change it.

    Returns:
        An int: 10 for DEBUG, 20 for INFO, 30 for WARN, 40 for ERROR and 50 for FATAL.

    Example:
        >>> before = tf.compat.v1.logging.get_verbosity()
        >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
        >>> tf.compat.v1.logging.get_verbosity(), tf.compat.v1.logging.get_verbosity() == tf.compat.v1.logging.ERROR
        (40, True)
        >>> tf.compat.v1.logging.set_verbosity(before)
    """
    return _logger().getEffectiveLevel()


@tf_export(v1=["logging.set_verbosity"])
def set_verbosity(v: int | str) -> None:
    """Sets from which level on messages are shown. Mirrors `tf.compat.v1.logging.set_verbosity`.

    Programs that want to see the steps of a training, which hooks and estimators tell at INFO, call it at their beginning. It is the level
    of the logger that `tf.get_logger()` gives.

    Arguments:
        v: `tf.compat.v1.logging.DEBUG`, `INFO`, `WARN`, `ERROR` or `FATAL`, or another number between; or the name of a level of Python's
            `logging`.

    Raises:
        ValueError: there is no level of that name.

    Example:
        >>> before = tf.compat.v1.logging.get_verbosity()
        >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.INFO)
        >>> tf.compat.v1.logging.get_verbosity()
        20
        >>> tf.compat.v1.logging.set_verbosity(before)
    """
    _logger().setLevel(v)


@tf_export(v1=["logging.log"])
def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at any level. Mirrors `tf.compat.v1.logging.log`.

    `tf.compat.v1.logging.info`, `warn`, `error` and the others are this function with a level. Messages go to the logger that
    `tf.get_logger()` gives, and from there to the standard error.

    Arguments:
        level: the level, an int such as `tf.compat.v1.logging.WARN`.
        msg: the text, with places as for the operator `%`.
        args: what is put into these places.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info`.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> tf.compat.v1.logging.log(tf.compat.v1.logging.WARN, "%d files are missing", 3)
        WARNING 3 files are missing
        >>> tf.compat.v1.logging.log(tf.compat.v1.logging.DEBUG, "not shown")
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().log(level, msg, *args, **kwargs)


@tf_export(v1=["logging.vlog"])
def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at any level, by another name. Mirrors `tf.compat.v1.logging.vlog`.

    It is `tf.compat.v1.logging.log`: the levels are the same numbers, not those of the `vlog` of other libraries, in which a higher number
    is less important.

    Arguments:
        level: the level, an int such as `tf.compat.v1.logging.WARN`.
        msg: the text, with places as for the operator `%`.
        args: what is put into these places.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info`.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> tf.compat.v1.logging.vlog(tf.compat.v1.logging.ERROR, "cannot read %s", "a.txt")
        ERROR cannot read a.txt
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().log(level, msg, *args, **kwargs)


@tf_export(v1=["logging.debug"])
def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at the level DEBUG. Mirrors `tf.compat.v1.logging.debug`.

    It is for what only who looks for an error wants to know. It is not shown unless
    `tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.DEBUG)` was called.

    Arguments:
        msg: the text, with places as for the operator `%`.
        args: what is put into these places, once it is known that the message is shown.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info`.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> before = tf.compat.v1.logging.get_verbosity()
        >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.DEBUG)
        >>> tf.compat.v1.logging.debug("batch %d has %d rows", 1, 32)
        DEBUG batch 1 has 32 rows
        >>> tf.compat.v1.logging.set_verbosity(before)
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().debug(msg, *args, **kwargs)


@tf_export(v1=["logging.info"])
def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at the level INFO. Mirrors `tf.compat.v1.logging.info`.

    It is for what a program does in its course: steps of a training, files that were written. It is not shown unless
    `tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.INFO)` was called.

    Arguments:
        msg: the text, with places as for the operator `%`.
        args: what is put into these places, once it is known that the message is shown.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info`.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> before = tf.compat.v1.logging.get_verbosity()
        >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.INFO)
        >>> tf.compat.v1.logging.info("loss = %.2f, step = %d", 0.123, 100)
        INFO loss = 0.12, step = 100
        >>> tf.compat.v1.logging.set_verbosity(before)
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().info(msg, *args, **kwargs)


@tf_export(v1=["logging.warn", "logging.warning"])
def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at the level WARN. Mirrors `tf.compat.v1.logging.warning` and `tf.compat.v1.logging.warn`.

    It is for what a user should know although the program goes on: a file that was not found, an argument that has gone out of use. It is
    shown unless the level was raised by `tf.compat.v1.logging.set_verbosity`.

    Arguments:
        msg: the text, with places as for the operator `%`.
        args: what is put into these places, once it is known that the message is shown.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info`.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> tf.compat.v1.logging.warning("%s is missing, and left out", "a.txt")
        WARNING a.txt is missing, and left out
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().warning(msg, *args, **kwargs)


@tf_export(v1=["logging.error"])
def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at the level ERROR. Mirrors `tf.compat.v1.logging.error`.

    It is for what has failed, where the program goes on all the same; an exception is the way to end it. It is shown unless the level was
    raised by `tf.compat.v1.logging.set_verbosity`.

    Arguments:
        msg: the text, with places as for the operator `%`.
        args: what is put into these places, once it is known that the message is shown.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info=True` for the exception that is handled.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> tf.compat.v1.logging.error("the checkpoint %s is damaged", "model-3")
        ERROR the checkpoint model-3 is damaged
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().error(msg, *args, **kwargs)


@tf_export(v1=["logging.fatal"])
def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message at the level FATAL. Mirrors `tf.compat.v1.logging.fatal`.

    It only logs: the program goes on, and has to end itself by an exception. It is always shown, since there is no higher level, unless the
    logger was disabled. Python's name of that level is CRITICAL.

    Arguments:
        msg: the text, with places as for the operator `%`.
        args: what is put into these places, once it is known that the message is shown.
        kwargs: keyword arguments of Python's `logging`, such as `exc_info=True` for the exception that is handled.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> tf.compat.v1.logging.fatal("no memory left for %s", "the table")
        CRITICAL no memory left for the table
        >>> tf.get_logger().removeHandler(handler)
    """
    _logger().fatal(msg, *args, **kwargs)


def _count(msg):
    _counts[msg] = _counts.get(msg, -1) + 1
    return _counts[msg]


@tf_export(v1=["logging.log_every_n"])
def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs the first of every so many calls with a message. Mirrors `tf.compat.v1.logging.log_every_n`.

    Calls are counted by the text of the message, so that several places of a program with the same text share a count. In a loop over
    batches it tells of every hundredth, say.

    Arguments:
        level: the level, an int such as `tf.compat.v1.logging.INFO`.
        msg: the text, with places as for the operator `%`.
        n: the first, and then each n-th call is shown.
        args: what is put into the places of the text.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> for step in range(5):
        ...     tf.compat.v1.logging.log_every_n(tf.compat.v1.logging.WARN, "at the step %d of the loop", 2, step)
        WARNING at the step 0 of the loop
        WARNING at the step 2 of the loop
        WARNING at the step 4 of the loop
        >>> tf.get_logger().removeHandler(handler)
    """
    log_if(level, msg, not _count(msg) % n, *args)


@tf_export(v1=["logging.log_first_n"])
def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs the first calls with a message alone. Mirrors `tf.compat.v1.logging.log_first_n`.

    Calls are counted by the text of the message, so that several places of a program with the same text share a count. What is wrong with
    all items of a large input is told of a few times in this way, not a million times.

    Arguments:
        level: the level, an int such as `tf.compat.v1.logging.WARN`.
        msg: the text, with places as for the operator `%`.
        n: how many calls are shown.
        args: what is put into the places of the text.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> for row in range(5):
        ...     tf.compat.v1.logging.log_first_n(tf.compat.v1.logging.WARN, "the row %d is empty", 2, row)
        WARNING the row 0 is empty
        WARNING the row 1 is empty
        >>> tf.get_logger().removeHandler(handler)
    """
    log_if(level, msg, _count(msg) < n, *args)


@tf_export(v1=["logging.log_if"])
def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Logs a message where a condition holds. Mirrors `tf.compat.v1.logging.log_if`.

    It saves an `if` in the program. The condition has been computed in any case when the function is called; the text is only made where it
    holds and the level is shown.

    Arguments:
        level: the level, an int such as `tf.compat.v1.logging.WARN`.
        msg: the text, with places as for the operator `%`.
        condition: anything that Python takes as true or false.
        args: what is put into the places of the text.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> for loss in (0.5, float("nan")):
        ...     tf.compat.v1.logging.log_if(tf.compat.v1.logging.ERROR, "the loss is %s", loss != loss, loss)
        ERROR the loss is nan
        >>> tf.get_logger().removeHandler(handler)
    """
    if condition:
        log(level, msg, *args)


@tf_export(v1=["logging.flush"])
def flush() -> None:
    """Raises NotImplementedError, as TensorFlow does. Mirrors `tf.compat.v1.logging.flush`.

    What is logged stands on the standard error at once, so that there is nothing to write out. Handlers of one's own that keep messages, as
    those of Python's `logging.handlers` do, have a method `flush`; `tf.get_logger().handlers` lists them. A program that is
    to run with either version calls that.

    Raises:
        NotImplementedError: always.

    Example:
        >>> try:
        ...     tf.compat.v1.logging.flush()
        ... except NotImplementedError:
        ...     for handler in tf.get_logger().handlers:
        ...         handler.flush()
    """
    raise NotImplementedError


@tf_export(v1=["logging.TaskLevelStatusMessage"])
def TaskLevelStatusMessage(msg: Any) -> None:  # noqa: N802 - TensorFlow's name
    """Logs a message at the level ERROR, as the state of a task. Mirrors `tf.compat.v1.logging.TaskLevelStatusMessage`.

    In the place that TensorFlow comes from, a page on each task of a cluster showed such messages. Outside of it the function is
    `tf.compat.v1.logging.error` without places in the text.

    Arguments:
        msg: the text, or an object whose text is taken. It is no pattern: percent signs stand for themselves.

    Example:
        >>> import logging
        >>> class Shown(logging.Handler):
        ...     def emit(self, record):
        ...         print(record.levelname, record.getMessage())
        >>> handler = Shown()
        >>> tf.get_logger().addHandler(handler)
        >>> tf.compat.v1.logging.TaskLevelStatusMessage("waiting for the chief")
        ERROR waiting for the chief
        >>> tf.compat.v1.logging.TaskLevelStatusMessage("100% read")
        ERROR 100% read
        >>> tf.get_logger().removeHandler(handler)
    """
    error(msg)


tf_export(v1=["logging.DEBUG"])(DEBUG)
tf_export(v1=["logging.ERROR"])(ERROR)
tf_export(v1=["logging.FATAL"])(FATAL)
tf_export(v1=["logging.INFO"])(INFO)
tf_export(v1=["logging.WARN"])(WARN)

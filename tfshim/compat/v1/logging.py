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
    """The least level of messages that are shown. Mirrors `tf.compat.v1.logging.get_verbosity`."""
    return _logger().getEffectiveLevel()


@tf_export(v1=["logging.set_verbosity"])
def set_verbosity(v: int | str) -> None:
    """Set the least level of messages that are shown. Mirrors `tf.compat.v1.logging.set_verbosity`."""
    _logger().setLevel(v)


@tf_export(v1=["logging.log"])
def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at `level`."""
    _logger().log(level, msg, *args, **kwargs)


@tf_export(v1=["logging.vlog"])
def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at `level`."""
    _logger().log(level, msg, *args, **kwargs)


@tf_export(v1=["logging.debug"])
def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log at DEBUG."""
    _logger().debug(msg, *args, **kwargs)


@tf_export(v1=["logging.info"])
def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log at INFO."""
    _logger().info(msg, *args, **kwargs)


@tf_export(v1=["logging.warn", "logging.warning"])
def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log at WARN."""
    _logger().warning(msg, *args, **kwargs)


@tf_export(v1=["logging.error"])
def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log at ERROR."""
    _logger().error(msg, *args, **kwargs)


@tf_export(v1=["logging.fatal"])
def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log at FATAL."""
    _logger().fatal(msg, *args, **kwargs)


def _count(msg):
    _counts[msg] = _counts.get(msg, -1) + 1
    return _counts[msg]


@tf_export(v1=["logging.log_every_n"])
def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log the first of every `n` calls with this message."""
    log_if(level, msg, not _count(msg) % n, *args)


@tf_export(v1=["logging.log_first_n"])
def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log the first `n` calls with this message."""
    log_if(level, msg, _count(msg) < n, *args)


@tf_export(v1=["logging.log_if"])
def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Log if `condition` holds."""
    if condition:
        log(level, msg, *args)


@tf_export(v1=["logging.flush"])
def flush() -> None:
    """Write out what handlers hold back."""
    for handler in _logger().handlers:
        handler.flush()


@tf_export(v1=["logging.TaskLevelStatusMessage"])
def TaskLevelStatusMessage(msg: Any) -> None:  # noqa: N802 - TensorFlow's name
    """Log `msg` at ERROR."""
    error(msg)


tf_export(v1=["logging.DEBUG"])(DEBUG)
tf_export(v1=["logging.ERROR"])(ERROR)
tf_export(v1=["logging.FATAL"])(FATAL)
tf_export(v1=["logging.INFO"])(INFO)
tf_export(v1=["logging.WARN"])(WARN)

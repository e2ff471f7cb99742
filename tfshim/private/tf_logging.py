"""Replaces `tensorflow.python.platform.tf_logging`: the functions of TensorFlow 1's logging, on `tf.get_logger()`."""

import logging
from collections import Counter

import tfshim

_REPLACES = "tensorflow.python.platform.tf_logging"

DEBUG, INFO, WARN, ERROR, FATAL = logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.FATAL

_calls = Counter()


def get_logger():
    """TensorFlow's logger, as `tf.get_logger()`."""
    return tfshim.get_logger()


def log(level, msg, *args, **kwargs):
    """Log `msg % args` at the numeric `level`."""
    get_logger().log(level, msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Log at level DEBUG."""
    log(DEBUG, msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Log at level INFO."""
    log(INFO, msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    """Log at level WARN."""
    log(WARN, msg, *args, **kwargs)


warn = warning


def error(msg, *args, **kwargs):
    """Log at level ERROR."""
    log(ERROR, msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    """Log at level FATAL; unlike in C++, the program goes on."""
    log(FATAL, msg, *args, **kwargs)


def vlog(level, msg, *args, **kwargs):
    """Log at the numeric `level`, as `log`."""
    log(level, msg, *args, **kwargs)


def log_if(level, msg, condition, *args):
    """Log if `condition` is true."""
    if condition:
        log(level, msg, *args)


def log_every_n(level, msg, n, *args):
    """Log the first of each `n` calls that have this `msg` and level."""
    _calls["every", level, msg] += 1
    log_if(level, msg, (_calls["every", level, msg] - 1) % n == 0, *args)


def log_first_n(level, msg, n, *args):
    """Log the first `n` calls that have this `msg` and level."""
    _calls["first", level, msg] += 1
    log_if(level, msg, _calls["first", level, msg] <= n, *args)


def set_verbosity(v):
    """Log only what is at level `v` (a number such as `WARN`, or its name) or above."""
    get_logger().setLevel(v)


def get_verbosity():
    """The level from which on something is logged."""
    return get_logger().getEffectiveLevel()


def flush():
    """Write out what the logger's handlers hold back."""
    for handler in get_logger().handlers:
        handler.flush()

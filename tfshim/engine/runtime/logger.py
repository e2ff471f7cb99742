"""TensorFlow's logger, through which every warning goes that programs see."""

from __future__ import annotations

import logging
import sys
from typing import Any

from tfshim import _interactive
from tfshim._export import tf_export


class _CurrentStderr(logging.StreamHandler):
    """Writes to what `sys.stderr` is when a message comes, as tests replace it."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self._chosen = None

    @property
    def stream(self) -> Any:
        """The current standard error, or what `setStream` has put in its place."""
        return sys.stderr if self._chosen is None else self._chosen

    @stream.setter
    def stream(self, chosen: Any) -> None:
        self._chosen = chosen


@tf_export("get_logger")
def get_logger() -> logging.Logger:
    """The logger of TensorFlow. Mirrors `tf.get_logger`.

    Returns:
        `logging.getLogger("tensorflow")`, which writes lines such as WARNING:tensorflow:TEXT to standard error.

    Its level decides what is shown, WARNING by default. In interactive sessions, notebooks among them, that is INFO, and lines go to
    what standard output was when TensorFlow was imported; handlers of the program's own can be added. Warnings of
    retracing, deprecated names and callbacks go through it.

    Example:
        >>> logger = tf.get_logger()
        >>> logger.name
        'tensorflow'
        >>> before = logger.level
        >>> logger.setLevel("ERROR")
        >>> logger.setLevel(before)
    """
    logger = logging.getLogger("tensorflow")
    if not logger.handlers and not logging.getLogger().handlers:
        if _interactive.session():
            logger.setLevel(logging.INFO)
            handler: logging.Handler = logging.StreamHandler(_interactive.output())
        else:
            handler = _CurrentStderr()
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
        logger.addHandler(handler)
    return logger


def absl_logger() -> logging.Logger:
    """The logger of absl, by which TensorFlow and Keras give some of their warnings."""
    if not logging.getLogger().handlers:
        logging.basicConfig()  # as absl does before its first message
    return logging.getLogger("absl")

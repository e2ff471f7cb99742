"""TensorFlow's logger, through which every warning goes that programs see."""

from __future__ import annotations

import logging
import sys
from typing import Any

from tfshim._export import tf_export


class _CurrentStream(logging.StreamHandler):
    """Writes to what `sys.stderr` is when a message comes, or `sys.stdout`, as notebooks and tests replace them."""

    def __init__(self, name: str) -> None:
        logging.Handler.__init__(self)
        self._name_in_sys, self._chosen = name, None

    @property
    def stream(self) -> Any:
        """The current standard stream, or what `setStream` has put in its place."""
        return getattr(sys, self._name_in_sys) if self._chosen is None else self._chosen

    @stream.setter
    def stream(self, chosen: Any) -> None:
        self._chosen = chosen


@tf_export("get_logger")
def get_logger() -> logging.Logger:
    """The logger of TensorFlow. Mirrors `tf.get_logger`.

    Returns:
        `logging.getLogger("tensorflow")`, which writes lines such as WARNING:tensorflow:TEXT to standard error.

    Its level decides what is shown, WARNING by default. In interactive sessions, notebooks among them, that is INFO, and lines go to
    standard output; handlers of the program's own can be added. Warnings of
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
        interactive = bool(getattr(sys, "ps1", sys.flags.interactive))
        if interactive:
            logger.setLevel(logging.INFO)
        handler = _CurrentStream("stdout" if interactive else "stderr")
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
        logger.addHandler(handler)
    return logger


def absl_logger() -> logging.Logger:
    """The logger of absl, by which TensorFlow and Keras give some of their warnings."""
    if not logging.getLogger().handlers:
        logging.basicConfig()  # as absl does before its first message
    return logging.getLogger("absl")

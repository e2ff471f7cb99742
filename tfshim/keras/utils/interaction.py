"""Where training prints: to standard output with a progress bar, or line by line to the log."""

from __future__ import annotations

import logging
import sys
import threading
from typing import Any

from tfshim._export import tf_export


class _Interaction(threading.local):
    logging = True


_INTERACTION = _Interaction()


@tf_export("keras.utils.enable_interactive_logging", "keras.config.enable_interactive_logging")
def enable_interactive_logging() -> None:
    """Lets `fit`, `evaluate` and `predict` print their progress to standard output, as they do at first.

    Mirrors `tf.keras.utils.enable_interactive_logging`. `disable_interactive_logging` sends it to the log instead, which suits programs
    without a terminal. It holds for the thread that calls it.

    Returns:
        None.

    It is how a program begins, so that it is needed after `disable_interactive_logging` alone. Each thread has a setting of its own.

    Example:
        >>> tf.keras.utils.disable_interactive_logging()
        >>> tf.keras.utils.enable_interactive_logging()
        >>> tf.keras.utils.is_interactive_logging_enabled()
        True
    """
    _INTERACTION.logging = True


@tf_export("keras.utils.disable_interactive_logging", "keras.config.disable_interactive_logging")
def disable_interactive_logging() -> None:
    """Sends what `fit`, `evaluate` and `predict` print to the log, line by line, in place of standard output.

    Mirrors `tf.keras.utils.disable_interactive_logging`. The log is absl's, at the level INFO, which is shown where
    `absl.logging.set_verbosity("info")` was called. `enable_interactive_logging` undoes it. With `verbose="auto"` progress is then a line
    for each epoch.

    Returns:
        None.

    Programs whose output goes to a file call it at the start, in each thread that trains.

    Example:
        >>> tf.keras.utils.disable_interactive_logging()
        >>> tf.keras.utils.is_interactive_logging_enabled()
        False
        >>> tf.keras.utils.enable_interactive_logging()
    """
    _INTERACTION.logging = False


@tf_export("keras.utils.is_interactive_logging_enabled", "keras.config.is_interactive_logging_enabled")
def is_interactive_logging_enabled() -> bool:
    """Whether `fit`, `evaluate` and `predict` print their progress to standard output, not to the log.

    Mirrors `tf.keras.utils.is_interactive_logging_enabled`. True at first; `enable_interactive_logging` and `disable_interactive_logging`
    change it, for the thread that calls them. Callbacks of one's own that print may ask it, so that all of a program goes to the same
    place: standard output, or absl's log. `verbose="auto"` of `fit` means a progress bar where it is True, and a line for each epoch else.

    Returns:
        A boolean.

    Example:
        >>> tf.keras.utils.enable_interactive_logging()
        >>> tf.keras.utils.is_interactive_logging_enabled()
        True
    """
    return _INTERACTION.logging


def print_message(message: Any, line_break: bool = True) -> None:
    """Print a message of training where such messages go."""
    if not _INTERACTION.logging:
        logging.getLogger("absl").info(message)
        return
    sys.stdout.write(message + "\n" if line_break else message)
    sys.stdout.flush()

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
    """Print progress to standard output. Mirrors `tf.keras.utils.enable_interactive_logging`."""
    _INTERACTION.logging = True


@tf_export("keras.utils.disable_interactive_logging", "keras.config.disable_interactive_logging")
def disable_interactive_logging() -> None:
    """Send what training prints to the log (`absl`'s level INFO), line by line. Mirrors `tf.keras.utils.disable_interactive_logging`."""
    _INTERACTION.logging = False


@tf_export("keras.utils.is_interactive_logging_enabled", "keras.config.is_interactive_logging_enabled")
def is_interactive_logging_enabled() -> bool:
    """Whether progress is printed to standard output. Mirrors `tf.keras.utils.is_interactive_logging_enabled`."""
    return _INTERACTION.logging


def print_message(message: Any, line_break: bool = True) -> None:
    """Print a message of training where such messages go."""
    if not _INTERACTION.logging:
        logging.getLogger("absl").info(message)
        return
    sys.stdout.write(message + "\n" if line_break else message)
    sys.stdout.flush()

"""TensorFlow's logger, through which every warning goes that programs see."""

from __future__ import annotations

import logging
import sys
from typing import Any

from tfshim._export import tf_export


class _CurrentStderr(logging.StreamHandler):
    """Writes to what `sys.stderr` is when a message comes, as notebooks and tests replace it."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> Any:
        """The current standard error."""
        return sys.stderr


@tf_export("get_logger")
def get_logger() -> logging.Logger:
    """TensorFlow's logger: `logging.getLogger("tensorflow")`, which writes LEVEL:tensorflow:TEXT to standard error.

    Mirrors `tf.get_logger`.
    """
    logger = logging.getLogger("tensorflow")
    if not logger.handlers and not logging.getLogger().handlers:
        handler = _CurrentStderr()
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
        logger.addHandler(handler)
    return logger

"""Replaces `tensorflow.python.util.tf_contextlib`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from tfshim.private.util import tf_decorator

_REPLACES = "tensorflow.python.util.tf_contextlib"


def contextmanager(target: Callable[..., Iterator[Any]]) -> Callable[..., contextlib.AbstractContextManager[Any]]:
    """As `contextlib.contextmanager`, and the decorator is noted as one of TensorFlow's (`tf_decorator`)."""
    return tf_decorator.make_decorator(target, contextlib.contextmanager(target), "contextmanager")

"""Warnings about Python functions that are traced again and again."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.logger import get_logger

_lock = shared_lock()
# TensorFlow's: at least 5 tracings among the last 10 calls, at most 2 warnings for one piece of code.
_WINDOW, _MANY, _WARNINGS = 10, 5, 2
_TEXT = (
    "%s out of the last %s calls to %s triggered tf.function retracing. Tracing is expensive and the excessive number of tracings could be "
    "due to (1) creating @tf.function repeatedly in a loop, (2) passing tensors with different shapes, (3) passing Python objects instead "
    "of tensors. For (1), please define your @tf.function outside of the loop. For (2), @tf.function has reduce_retracing=True option that "
    "can avoid unnecessary retracing. For (3), please refer to https://www.tensorflow.org/guide/function#controlling_retracing and "
    "https://www.tensorflow.org/api_docs/python/tf/function for  more details."
)


class History:
    """The last calls of the functions made of one piece of code: for each tracing, the calls up to the next."""

    def __init__(self) -> None:
        self.calls, self.warned = [], 0

    def traced(self, function: Callable[..., Any]) -> None:
        """A call that was traced; warns where too many of the last ones were."""
        with _lock:
            self.calls.append(1)
            while sum(self.calls) - self.calls[0] > _WINDOW:
                self.calls.pop(0)
            if self.warned == _WARNINGS or len(self.calls) < _MANY:
                return
            self.warned += 1
            many, last = len(self.calls), sum(self.calls)
        get_logger().warning(_TEXT, many, last, function)

    def called(self) -> bool:
        """A call that was not traced. Whether more of them make no difference to the warnings."""
        with _lock:
            if not self.calls:
                self.calls.append(0)
            self.calls[-1] += 1
            return self.calls[-1] > _WINDOW


_histories = weakref.WeakKeyDictionary()


def history_of(function: Callable[..., Any]) -> History:
    """The history of the code of a Python function or callable."""
    # What decorators make of functions all has the code of the decorator.
    target: Any = function
    while (inner := getattr(target, "_tfshim_original", getattr(target, "__wrapped__", None))) is not None:
        target = inner
    target = getattr(target, "__func__", target)
    code = getattr(target, "__code__", None)
    if code is None:
        return History()
    found = _histories.get(code)
    if found is None:
        with _lock:
            found = _histories.setdefault(code, History())
    return found

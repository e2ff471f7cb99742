"""Replaces `keras.src.utils.traceback_utils`: errors that show the frames of their reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.tracebacks import Filtering, filtered, internal
from tfshim.private.util.tf_decorator import make_decorator

_REPLACES = "keras.src.utils.traceback_utils"


def include_frame(fname: str) -> bool:
    """Whether a frame of the file `fname` is shown where tracebacks are filtered."""
    return not internal(fname)


def filter_traceback(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: what `fn` raises has no frames of the machinery, while `tf.debugging` asks for that."""

    def error_handler(*args: Any, **kwargs: Any) -> Any:
        if not Filtering.enabled:
            return fn(*args, **kwargs)
        try:
            return fn(*args, **kwargs)
        except Exception as e:
            tb = e.__traceback__
            # Not this function's own frame, but for where there is no other.
            raise e.with_traceback(filtered(tb and tb.tb_next or tb)) from None

    return make_decorator(fn, error_handler, "filter_traceback")

"""Which lines of the user's an exception came through, where converted code raised it.

`note` is called wherever a converted function lets an exception through, innermost first; `translate_error` makes of it the
exception that leaves the traced function: of the same type where that can be made from a text, with the user's lines
before its message.
"""

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.tracebacks import SOURCE_MAPS, shown

_CALLERS = tuple(os.path.join(os.path.dirname(os.path.abspath(__file__)), name) for name in ("__init__.py", "conversion.py"))

# Types whose exceptions are made again from a text; any other type with an `__init__` of its own becomes a StagingError.
_FROM_TEXT = {
    AssertionError,
    AttributeError,
    NameError,
    NotImplementedError,
    RuntimeError,
    StopIteration,
    TypeError,
    UnboundLocalError,
    ValueError,
}


class AutoGraphError(Exception):
    """An error of AutoGraph."""

    __module__ = "tensorflow.python.autograph.impl.api"


class ConversionError(AutoGraphError):
    """A function could not be converted."""

    __module__ = "tensorflow.python.autograph.impl.api"


class StagingError(AutoGraphError):
    """An exception in traced code whose type cannot be made from a text."""

    __module__ = "tensorflow.python.autograph.impl.api"


class _KeyError(KeyError):
    """A KeyError that shows its text as it is, with line breaks."""

    __module__ = "tensorflow.python.autograph.pyct.error_utils"

    def __init__(self, text: str, key: str) -> None:
        super().__init__(key)
        self._text = text

    def __str__(self) -> str:
        return self._text


_KeyError.__name__ = _KeyError.__qualname__ = "KeyError"


class _Traceback:
    """The frames that an exception passed, innermost first: (file, line, function, text, mark)."""

    def __init__(self, error: Any) -> None:
        self.frames = []
        self.cause = f"{type(error).__name__}: {error}"

    def text(self) -> str:
        """The frames, outermost first, and what was raised."""
        lines = ["in user code:", ""]
        for file, line, function, source, mark in reversed(self.frames):
            lines.append(f'    File "{file}", line {line}, in {function}{mark}')
            lines.append("        " + ("<source unavailable>" if source is None else source.strip()))
        return "\n".join([*lines, "", *("    " + line for line in self.cause.split("\n")), ""])


def note(error: Any, converted: Any) -> None:
    """Remember the frames of `error`, which is being handled, up to the line of `converted` that it left."""
    if getattr(error, "_passes_through", False):
        return
    trail = getattr(error, "_user_code", None)
    stack = traceback.extract_tb(sys.exc_info()[2])[1:]
    frames = _frames(stack, converted.ag_source_map)
    if trail is None:
        trail = error._user_code = _Traceback(error)
        trail.frames = frames
    else:
        trail.frames.extend(frames[-1:])


def note_unconverted(error: Any) -> None:
    """Remember the frames of `error`, which is being handled, of a function that is traced without conversion, as `fit`'s steps are."""
    if getattr(error, "_user_code", None) is None:
        error._user_code = _Traceback(error)
    frames = _frames(traceback.extract_tb(sys.exc_info()[2])[1:], {})
    if frames:
        frames[-1] = (*frames[-1][:4], "  *")
    known = error._user_code.frames
    error._user_code.frames = [*known, *frames[-1:]] if known else frames


def _frames(stack: Sequence[traceback.FrameSummary], source_map: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
    """The frames of `stack`, innermost first, that a user is shown, up to the innermost of the converted function."""
    frames, at = [], len(stack) - 1
    while at >= 0 and (stack[at].filename, stack[at].lineno) not in source_map:
        at -= 1
    if at >= 0:
        origin = source_map[stack[at].filename, stack[at].lineno]
        frames.append((origin.loc.filename, origin.loc.lineno, origin.function_name, origin.source_code_line, "  *"))
    called = False
    for frame, visible in zip(stack[at + 1 :], shown([f.filename for f in stack[at + 1 :]])):
        if visible and frame.filename not in SOURCE_MAPS:
            frames.append((frame.filename, frame.lineno, frame.name, frame.line, "  **" if called else ""))
        called = frame.filename in _CALLERS
    return frames[::-1]


def translate_error(error: Any) -> BaseException:
    """The exception to raise instead of `error`, or `error` itself where no converted code was left."""
    trail = getattr(error, "_user_code", None)
    if trail is None:
        return error
    kind, text = type(error), trail.text()
    # A subclass of the user's may want other arguments: it becomes a StagingError below.
    if isinstance(error, errors.OpError) and kind.__init__.__code__.co_varnames[:4] == ("self", "node_def", "op", "message"):
        made = kind(error.node_def, error.op, text, error.experimental_payloads)
    elif kind in (errors.InaccessibleTensorError, errors.OperatorNotAllowedInGraphError, AutoGraphError, ConversionError, StagingError):
        made = kind(text)
    elif kind.__init__ is Exception.__init__ or kind in _FROM_TEXT:
        made = kind(text).with_traceback(error.__traceback__)
    elif kind is KeyError:
        made = _KeyError(text, trail.cause).with_traceback(error.__traceback__)
    else:
        made = StagingError(text)
    made.__suppress_context__ = True
    made._user_code = trail  # type: ignore[union-attr]
    return made

"""Which frames of a stack a user is shown: the user's own and Keras', not those of the machinery between them."""

import functools
import os
import runpy
import sys
import sysconfig
import threading
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

Method = TypeVar("Method", bound=Callable[..., Any])
_RUNPY = ("<frozen runpy>", runpy.__file__)  # the second in Python 3.10
_PACKAGE = os.path.join(Path(os.path.abspath(__file__)).parents[2], "")
_LAYERS = _PACKAGE + "keras" + os.sep  # shown: its `call` and `train_step` are the user's to override
_LIBRARIES = tuple({os.path.join(sysconfig.get_paths()[k], "") for k in ("stdlib", "platstdlib", "purelib", "platlib")})


class Filtering:
    """Whether tracebacks are filtered: what `tf.debugging.enable_traceback_filtering` or its counterpart last set."""

    enabled = True


def internal(file: str, called_internally: bool = False) -> bool:
    """Whether a frame of `file` is of the machinery; so is a library's that is called by such a frame."""
    if file.startswith("<tfshim") or file.startswith("<traced"):
        return True
    if file in _RUNPY and "tfshim.cli.script" in sys.modules:
        return True  # `python -m tfshim FILE` stands for `python FILE`
    if file.startswith(_PACKAGE):
        return not file.startswith(_LAYERS)
    if called_internally and file.startswith(_LIBRARIES):
        return True
    for name in ("torch", "malt"):  # which a program that fails early has not imported
        module: Any = sys.modules.get(name)
        if module is not None and file.startswith(os.path.dirname(module.__file__) + os.sep):
            return True
    return False


def shown(files: Iterable[str]) -> list[bool]:
    """For each of `files`, those of a stack from the outside in, whether its frame is shown."""
    hidden, result = False, []
    for file in files:
        hidden = internal(file, hidden)
        result.append(not (hidden and Filtering.enabled))
    return result


def filtered(tb: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback `tb` without the frames of the machinery, while `tf.debugging` asks for that; its last frame stays in any case."""
    files = _files(tb)
    visible = shown(files)
    if files and not any(visible):
        visible[-1] = True
    return _chosen(tb, visible)


def shortened(tb: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback `tb` as it is printed, while `tf.debugging` asks for that: the user's frames and those of libraries, of the package
    itself (Keras included) only the last, and that only where the error was raised in it."""
    if not Filtering.enabled:
        return tb
    files = _files(tb)
    visible = [not (file.startswith(_PACKAGE) or internal(file)) for file in files]
    if files:
        visible[-1] = True
    return _chosen(tb, visible)


def in_short(error: BaseException) -> Any:
    """`error` with a shortened traceback without its first frame, which raises it again.

    A frame that held the traceback of an error which it raises would keep all frames alive that the error came through, and files and
    threads of theirs.
    """
    tb = error.__traceback__
    return error.with_traceback(shortened(tb and tb.tb_next))


def shorten(error: BaseException | None) -> None:
    """Shorten the traceback of `error`, and those of the errors that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        error.__traceback__ = shortened(error.__traceback__)
        error = error.__cause__ or error.__context__


def for_callers(method: Method) -> Method:
    """Decorator of what users call and is far above what fails: its errors come with a traceback that is shortened."""

    @functools.wraps(method)
    def error_handler(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except Exception as e:
            raise in_short(e)  # noqa: B904 - the same error

    return cast(Method, error_handler)


def _files(tb: types.TracebackType | None) -> list[str]:
    """The file of each frame of `tb`."""
    files = []
    while tb is not None:
        files.append(tb.tb_frame.f_code.co_filename)
        tb = tb.tb_next
    return files


def _chosen(tb: types.TracebackType | None, visible: list[bool]) -> types.TracebackType | None:
    """`tb` of the frames that are `visible`."""
    frames = []
    while tb is not None:
        frames.append((tb.tb_frame, tb.tb_lasti, tb.tb_lineno))
        tb = tb.tb_next
    made = None
    for (frame, at, line), show in zip(reversed(frames), reversed(visible)):
        if show:
            made = types.TracebackType(made, frame, at, line)
    return made


# File of converted code -> {(file, line): where that line came from}.
SOURCE_MAPS: dict[str, dict[tuple[str, int | None], Any]] = {}

_hidden: dict[str, bool] = {}  # file -> whether its frames are never shown


class _Outside(threading.local):
    frame: types.FrameType | None = None
    found: list[tuple[types.CodeType, int, bool]] = []  # what `stack` gives from that frame on


_outside = _Outside()


class StackFromHere:
    """While it is open, `stack` looks only at the frames within the one that has opened it: the others stand still.

    A function makes hundreds of nodes when it is traced, below dozens of frames. Only machinery opens it, which is shown nowhere.
    """

    def __enter__(self) -> None:
        self._before = _outside.frame, _outside.found
        found = stack()
        _outside.frame, _outside.found = sys._getframe(1), found

    def __exit__(self, *error: object) -> None:
        _outside.frame, _outside.found = self._before


def stack() -> list[tuple[types.CodeType, int, bool]]:
    """Where the program is: (code, instruction, whether machinery lies between it and the next) of each frame outside of the
    machinery, innermost first."""
    frame: types.FrameType | None = sys._getframe(1)
    found, gap, outside = [], False, _outside.frame
    while frame is not None:
        if frame is outside:
            found += _outside.found
            break
        code = frame.f_code
        file = code.co_filename
        hidden = _hidden.get(file)
        if hidden is None:
            hidden = _hidden[file] = internal(file)
        if not hidden:
            found.append((code, frame.f_lasti, gap))
        gap = hidden
        frame = frame.f_back
    return found


def lines_of(node: Any) -> list[tuple[str, int | None, str]]:
    """(file, line, function) of the frames in which `node` was made, outermost first; those of converted code are where it came
    from."""
    return _lines(node.stack)


def current_lines() -> list[tuple[str, int | None, str]]:
    """The same of the frames in which the program is."""
    return _lines(stack())


def _lines(frames: list[tuple[types.CodeType, int, bool]]) -> list[tuple[str, int | None, str]]:
    found, called_internally = [], False
    for code, at, gap in reversed(frames):
        file, line = code.co_filename, _line(code, at)
        origin = SOURCE_MAPS.get(file, {}).get((file, line))
        if origin is not None:
            file, line, name = origin.loc.filename, origin.loc.lineno, origin.function_name or ""  # a lambda has none
        elif file in SOURCE_MAPS:
            continue
        else:
            name = code.co_name
            if called_internally and file.startswith(_LIBRARIES):
                continue
        called_internally = gap
        found.append((file, line, name))
    return found


def _line(code: types.CodeType, at: int) -> int | None:
    for start, end, line in code.co_lines():
        if start <= at < end:
            return line
    return code.co_firstlineno

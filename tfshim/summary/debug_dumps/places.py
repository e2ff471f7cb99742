"""Source files and frames of the call stack, each written once."""

from __future__ import annotations

import os
import socket
import threading
import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime import messages

if TYPE_CHECKING:
    from tfshim.summary.debug_dumps.writer import DebugEventsWriter


class Places:
    """What is known of the places of a program."""

    def __init__(self, writer: DebugEventsWriter) -> None:
        self._writer, self._host, self._lock = writer, socket.gethostname(), threading.Lock()
        self._files: dict[str, int] = {}
        self._frames: dict[tuple[str, int, str], str] = {}

    def location(self, lines: Iterable[tuple[str, int | None, str | None]]) -> Any:
        """The CodeLocation for (file, line, function) of frames, outermost first."""
        made = messages.debug_event.CodeLocation(host_name=self._host)
        with self._lock:
            for file, line, function in lines:
                key = (os.path.abspath(file), line or 0, function or "<lambda>")
                if key not in self._frames:
                    self._frames[key] = self._write_frame(*key)
                made.stack_frame_ids.append(self._frames[key])
        return made

    def _write_frame(self, path: str, line: int, function: str) -> str:
        if path not in self._files:
            self._files[path] = len(self._files)
            lines = []
            if path.endswith(".py"):
                try:
                    with open(path, encoding="utf-8", errors="replace") as file:
                        lines = file.read().split("\n")
                except OSError:  # a path that only its code remembers
                    lines = []
            self._writer.WriteSourceFile(messages.debug_event.SourceFile(file_path=path, host_name=self._host, lines=lines))
        made = messages.debug_event.StackFrameWithId(id=str(uuid.uuid4()))
        made.file_line_col.file_index, made.file_line_col.line, made.file_line_col.func = self._files[path], line, function
        self._writer.WriteStackFrameWithId(made)
        return made.id
